"""What a build step was made from, so that it runs again only when that has changed.

Each step leaves ``.cache/stamps/STEP.json``: the sha256 of its inputs and outputs, and its settings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from core.assets import sha256

CACHE = Path(__file__).resolve().parents[2] / ".cache"
STAMPS = CACHE / "stamps"


class MadeFrom(TypedDict):
    """What a step reads and writes, and what else its outputs depend on."""

    inputs: Sequence[Path]
    outputs: Sequence[Path]
    settings: Mapping[str, Any]


def hashes(paths: Sequence[Path]) -> dict[str, str]:
    """Return the sha256 of each file by name."""
    return {path.name: sha256(path) for path in paths}


def is_current(
    step: str,
    *,
    inputs: Sequence[Path],
    outputs: Sequence[Path],
    settings: Mapping[str, Any],
    directory: Path = STAMPS,
) -> bool:
    """Return whether the step has run with these very inputs and settings and its outputs are untouched."""
    stamp = directory / f"{step}.json"
    if not stamp.exists() or not all(path.exists() for path in [*inputs, *outputs]):
        return False
    left: dict[str, Any] = json.loads(stamp.read_text())
    return bool(
        left["settings"] == json.loads(json.dumps(settings))
        and left["inputs"] == hashes(inputs)
        and left["outputs"] == hashes(outputs)
    )


def mark(
    step: str,
    *,
    inputs: Sequence[Path],
    outputs: Sequence[Path],
    settings: Mapping[str, Any],
    seconds: float | None = None,
    directory: Path = STAMPS,
) -> None:
    """Record that the step has run, and how long it took."""
    directory.mkdir(parents=True, exist_ok=True)
    row = {
        "settings": settings,
        "inputs": hashes(inputs),
        "outputs": hashes(outputs),
        "seconds": None if seconds is None else round(seconds),
    }
    (directory / f"{step}.json").write_text(json.dumps(row, indent=2))
