"""What several test modules share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of evaluation sets beside the project; without it, say why the test cannot run.

    Where ``SENSE_DRIFT_REQUIRE_ALL=1`` is set, a test that cannot run is a failure.
    """
    if not (SHARED / "eval").is_dir():
        reason = "the evaluation sets are not here: ../shared/eval is missing"
        if os.environ.get("SENSE_DRIFT_REQUIRE_ALL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED
