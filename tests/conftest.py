"""What several test modules share."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import cannot_run

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of evaluation sets beside the project; without it, say why the test cannot run."""
    if not (SHARED / "eval").is_dir():
        cannot_run("the evaluation sets are not here: ../shared/eval is missing")
    return SHARED


@pytest.fixture(scope="module")
def warm() -> Iterator[None]:
    """Load once and keep the collector away from it, as the server does."""
    from streamlit import config

    from pages.shared import loaders

    loaders.warm_up()
    gc.collect()
    gc.freeze()
    shown = config.get_option("client.showErrorDetails")
    config.set_option("client.showErrorDetails", "full")  # so that a failing test says why
    yield
    config.set_option("client.showErrorDetails", shown)
    gc.unfreeze()
