"""The other half of a space: its context table, and what else a row refit holds fixed."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core import assets
from core.spaces.space import Vectors, load_packed, unpack

WITH_CONTEXTS = ("glove", "skipgram", "ppmi")


@dataclass(frozen=True, eq=False)
class Contexts:
    """What stays fixed while one word's row is solved again.

    Attributes
    ----------
    name : str
        The space.
    vectors : ndarray of float32 (V, d)
        Context vectors C (for ``ppmi``: the right singular vectors), rows in the space's word order,
        read-only.
    training : dict
        What the space was trained with, its row of ``training.json``: x_max of ``glove``, the
        number of negatives of ``skipgram``, exponent and shift of ``ppmi``, and more.
    biases : ndarray of float32 (2, V) or None
        ``glove``: biases of words (row 0) and of contexts (row 1).
    ridge : ndarray of float32 (d,) or None
        ``glove``: the penalty λ on the square of each number of a row.
    shares : ndarray of float32 (V,) or None
        ``ppmi``: smoothed shares q of contexts; ``skipgram``: how likely each word is drawn as a negative.
        Sums to 1.
    strengths : ndarray of float32 (d,) or None
        ``ppmi``: singular values, falling.
    """

    name: str
    vectors: Vectors = field(repr=False)
    training: dict[str, Any] = field(repr=False)
    biases: npt.NDArray[np.float32] | None = field(default=None, repr=False)
    ridge: npt.NDArray[np.float32] | None = field(default=None, repr=False)
    shares: npt.NDArray[np.float32] | None = field(default=None, repr=False)
    strengths: npt.NDArray[np.float32] | None = field(default=None, repr=False)


def load_contexts(name: str, directory: Path = assets.ASSETS) -> Contexts:
    """Load the context table of a space.

    Raises
    ------
    ValueError
        When the space ships without one.
    AssetProblem
        When a file is missing or damaged.
    """
    if name not in WITH_CONTEXTS:
        raise ValueError(f"{name!r} has no context table; these have: {', '.join(WITH_CONTEXTS)}")

    def part(suffix: str) -> Any:
        return np.load(assets.verified(f"{name}.{suffix}.npy", directory), mmap_mode="r")

    vectors = unpack(*load_packed(f"{name}.contexts", directory))
    vectors.flags.writeable = False
    return Contexts(
        name,
        vectors,
        read_training(directory)[name],
        biases=part("biases") if name == "glove" else None,
        ridge=part("ridge") if name == "glove" else None,
        shares=part("shares") if name in ("skipgram", "ppmi") else None,
        strengths=part("strengths") if name == "ppmi" else None,
    )


def read_training(directory: Path = assets.ASSETS) -> dict[str, dict[str, Any]]:
    """Return what each space was trained with, by name."""
    rows: dict[str, dict[str, Any]] = json.loads(
        assets.verified("training.json", directory).read_text(encoding="utf-8")
    )
    return rows


def word_counts(directory: Path = assets.ASSETS) -> npt.NDArray[np.uint32]:
    """Return how often each word of our vocabulary stands in the corpus, (V,), memory-mapped."""
    counts: npt.NDArray[np.uint32] = np.load(assets.verified("corpus.counts.npy", directory), mmap_mode="r")
    return counts
