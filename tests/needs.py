"""What some tests need and not every machine has: said where it is missing, and demanded where all must run."""

from __future__ import annotations

import importlib
import os
from types import ModuleType

import pytest

BUILD_ONLY = ("floret", "numba", "wordfreq")  # in requirements-build.txt and in no other


def cannot_run(reason: str) -> None:
    """Skip a test, or a module of tests, that cannot run here; where ``SENSE_DRIFT_REQUIRE_ALL=1`` is set, fail it."""
    if os.environ.get("SENSE_DRIFT_REQUIRE_ALL") == "1":
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


def script(name: str) -> ModuleType:
    """Return a module of ``scripts``; without the build's requirements, say why its tests cannot run."""
    try:
        return importlib.import_module(f"scripts.{name}")
    except ModuleNotFoundError as error:
        if error.name not in BUILD_ONLY:
            raise
        cannot_run(f"scripts.{name} needs {error.name}: pip install -r requirements-build.txt")
        raise AssertionError("unreachable") from error
