"""Tug of war: a word's pieces tip to tail, in a plane that shows where they pull."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.subwords.model import Decomposition

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Tug:
    """The ways from nothing to the word.

    Attributes
    ----------
    whole : ndarray (G + 1, 2)
        Where each piece takes the sum, all pieces in order, divided by how many there are; the last is the word.
    left : ndarray (G + 1, 2)
        The same without the pieces struck out; a struck piece is a step of no length.
    struck : ndarray of bool (G,)
        Which pieces were struck out.
    cosine : float
        Cosine of the word's vector with what is left of it; NaN when nothing is.
    held : float
        The share of the pieces' spread about the word's direction that the plane shows, 0 to 1.
    """

    whole: Floats = field(repr=False)
    left: Floats = field(repr=False)
    struck: npt.NDArray[np.bool_] = field(repr=False)
    cosine: float
    held: float


def tug(found: Decomposition, strike: Collection[int] = ()) -> Tug:
    """Return the pieces of a word tip to tail.

    The plane is fixed by the whole word: across lies its vector, upwards the direction at right angles to it along
    which its pieces differ most (first principal component, so signed that the earliest piece off the axis points up).

    Parameters
    ----------
    found : Decomposition
        A word with at least one piece that counts.
    strike : collection of int
        Pieces to leave out.

    Raises
    ------
    ValueError
        When nothing of the word counts.
    """
    vectors = found.vectors.astype(np.float64)
    counts = np.abs(vectors).max(axis=1) > 0 if len(vectors) else np.zeros(0, dtype=np.bool_)
    total = vectors.sum(axis=0)
    length = np.linalg.norm(total)
    if not counts.any() or length == 0:
        raise ValueError(f"no piece of {found.word!r} counts, so there is nothing to add up")
    across = total / length
    aside = vectors - (vectors @ across)[:, None] * across
    _, strengths, directions = np.linalg.svd(aside, full_matrices=False)
    up = directions[0] - (directions[0] @ across) * across
    if np.linalg.norm(up) < 1e-6:  # nothing lies beside the axis: any direction at right angles to it will do
        basis = np.eye(len(across))[int(np.argmin(np.abs(across)))]
        up = basis - (basis @ across) * across
    up /= np.linalg.norm(up)
    sides = aside @ up
    off = np.flatnonzero(np.abs(sides) > 1e-9 * max(np.abs(sides).max(), 1e-300))
    if len(off) and sides[off[0]] < 0:
        up = -up
    spread = float((strengths**2).sum())
    struck = np.zeros(len(vectors), dtype=np.bool_)
    struck[[i for i in strike if 0 <= i < len(vectors)]] = True
    flat = vectors @ np.stack([across, up], axis=1)
    n = int(counts.sum())
    rest = vectors[~struck].sum(axis=0)
    cosine = float(rest @ across / np.linalg.norm(rest)) if np.linalg.norm(rest) > 1e-12 else float("nan")
    start = np.zeros((1, 2))
    whole = np.vstack([start, np.cumsum(flat, axis=0) / n])
    kept = np.where(struck[:, None], 0, flat)
    left_n = max(int((counts & ~struck).sum()), 1)
    left = np.vstack([start, np.cumsum(kept, axis=0) / left_n])
    return Tug(whole, left, struck, cosine, float(strengths[0] ** 2 / spread) if spread > 0 else 1.0)
