"""The ways of the words of the catalogue, computed ahead: solving skip-gram's rows takes seconds a word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.drift.material import COUNTS, FEWEST, Bench, Material
from core.drift.path import Drift, assemble, path

STEPS = 41


def file_of(space: str) -> str:
    """Return the name of the file with a space's ways."""
    return f"drift.{space}.npz"


def made_from(space: str, directory: Path = assets.ASSETS) -> str:
    """Return the checksums of what a space's ways are computed from, as the manifest has them."""
    rows = assets.read_manifest(directory)
    names = (f"senses.{COUNTS[space]}.npz", f"{space}.contexts.codes.npy", "training.json")
    sums = [str(rows[name]["sha256"]) if name in rows else "-" for name in names]
    return " ".join([*sums, f"at least {FEWEST}"])  # senses with fewer occurrences are left out


def save_ways(space: str, vectors: Mapping[str, npt.NDArray[np.floating]], directory: Path = assets.ASSETS) -> None:
    """Write the solved rows of each word at the proportions of :func:`core.drift.path.path`, (41, d) each."""
    # A word of the catalogue may be a name that numpy keeps for itself ("file").
    rows = {f"/{word}": found.astype(np.float32) for word, found in vectors.items()}
    stamp = np.frombuffer(made_from(space, directory).encode(), dtype=np.uint8)
    np.savez_compressed(directory / file_of(space), allow_pickle=False, **{"made from": stamp}, **rows)


def load_ways(space: str, directory: Path = assets.ASSETS) -> dict[str, npt.NDArray[np.float32]]:
    """Load the solved rows of each word; none when they were computed from other counts or contexts.

    Raises
    ------
    AssetProblem
        When the file is missing or damaged.
    """
    with np.load(assets.verified(file_of(space), directory)) as stored:
        if stored["made from"].tobytes().decode() != made_from(space, directory):
            return {}
        return {word[1:]: stored[word] for word in stored.files if word.startswith("/")}


def shipped(bench: Bench, material: Material, vectors: Mapping[str, npt.NDArray[np.float32]]) -> Drift | None:
    """Return the drift of a word from its shipped rows, if it has any."""
    rows = vectors.get(material.word)
    if rows is None:
        return None
    return assemble(bench, material, path(len(material.names), STEPS), rows.astype(np.float64))
