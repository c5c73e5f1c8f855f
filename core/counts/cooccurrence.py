"""Co-occurrence counts of common words and of senses, as they ship: pruned and quantised.

A count is windowed and weighted by distance (see ``scripts/build/counts.py``), so it is not a whole number.
A shipped row keeps the cells that a refit needs and the total that the full row had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.errors import UnknownWord

KINDS = ("glove", "sgns")
# Counts are coded on a logarithmic scale: ln X = LOWEST + STEP · code. Two neighbouring codes differ by 7 %,
# so rounding changes a count by 3.6 % at most; 0.1 is the smallest count that a window of 10 can give, and
# 255 steps reach beyond the largest of our corpus.
LOWEST = float(np.log(0.1))
STEP = 0.07
ROUNDING = float(np.expm1(STEP / 2))  # largest relative error of a count, 3.6 %

Codes = npt.NDArray[np.uint8]
Columns = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class CountRow:
    """With what a word stands, and how often.

    Attributes
    ----------
    columns : ndarray of int (n,)
        Row numbers of the context words in the vocabulary, ascending.
    counts : ndarray of float32 (n,)
        Their counts X, positive.
    total : float
        The sum of the full row before pruning, at least ``counts.sum()`` but for rounding.
    """

    columns: Columns = field(repr=False)
    counts: npt.NDArray[np.float32] = field(repr=False)
    total: float


@dataclass(frozen=True, eq=False)
class CountTable:
    """Count rows: of words that are common but not the commonest, or of the senses of the catalogue.

    Attributes
    ----------
    kind : str
        "glove" (window 10, weight 1/distance) or "sgns" (window 5, weight (6 − distance)/5, subsampled).
    words : tuple of str, (R,)
        The words that have a row; for senses "bank/finance".
    starts : ndarray of int64 (R + 1,)
        Row i is cells ``starts[i]`` to ``starts[i + 1]``.
    gaps : ndarray of uint16 (N,)
        How much further each cell's context word stands in the vocabulary than the one before it in its row.
    codes : ndarray of uint8 (N,)
        Its count, see :func:`decode`.
    totals : ndarray of float32 (R,)
        Sums of the full rows.
    """

    kind: str
    words: tuple[str, ...] = field(repr=False)
    starts: npt.NDArray[np.int64] = field(repr=False)
    gaps: npt.NDArray[np.uint16] = field(repr=False)
    codes: Codes = field(repr=False)
    totals: npt.NDArray[np.float32] = field(repr=False)

    @cached_property
    def index(self) -> dict[str, int]:
        """Row number of each word."""
        return {word: row for row, word in enumerate(self.words)}

    def __contains__(self, word: object) -> bool:
        return word in self.index

    def row(self, word: str) -> CountRow:
        """Return a word's counts.

        Raises
        ------
        UnknownWord
            When no row ships for the word: it is too rare, or a function word.
        """
        number = self.index.get(word)
        if number is None:
            raise UnknownWord(word, f"the {self.kind} counts", len(self.words))
        cells = slice(int(self.starts[number]), int(self.starts[number + 1]))
        columns = np.cumsum(self.gaps[cells], dtype=np.intp)
        return CountRow(columns, decode(self.codes[cells]), float(self.totals[number]))


def encode(counts: npt.ArrayLike) -> Codes:
    """Return the codes of positive counts, 0 to 255; counts outside the scale go to its ends."""
    steps = np.rint((np.log(np.asarray(counts, dtype=np.float64)) - LOWEST) / STEP)
    return np.clip(steps, 0, 255).astype(np.uint8)


def decode(codes: Codes) -> npt.NDArray[np.float32]:
    """Return the counts of codes, each within 3.6 % of what :func:`encode` was given."""
    scale = np.exp(LOWEST + STEP * np.arange(256)).astype(np.float32)
    counts: npt.NDArray[np.float32] = scale[codes]
    return counts


def mix(rows: Sequence[CountRow], masses: npt.ArrayLike) -> CountRow:
    """Return the row Σ_s m_s x̂_s of a text in which each row's contexts have mass m_s.

    x̂_s is a row divided by its full total, so what was pruned from a row is missing from the mixture in proportion.

    Parameters
    ----------
    rows : sequence of CountRow, (S,)
        The rows to mix.
    masses : array-like (S,)
        What each is to contribute, ≥ 0, not all 0.

    Raises
    ------
    ValueError
        When a mass is negative or not finite, when all are 0, or when there are not as many as rows.
    """
    wanted = np.asarray(masses, dtype=np.float64)
    if wanted.shape != (len(rows),) or not np.all(np.isfinite(wanted)) or wanted.min() < 0 or not wanted.sum() > 0:
        raise ValueError(f"each of the {len(rows)} rows needs a mass of 0 or more, one of them above 0: {masses!r}")
    used = [(row, mass) for row, mass in zip(rows, wanted, strict=True) if mass > 0]
    columns, places = np.unique(np.concatenate([row.columns for row, _ in used]), return_inverse=True)
    parts = np.concatenate([row.counts * (mass / row.total) for row, mass in used])
    counts = np.bincount(places, parts, len(columns)).astype(np.float32)
    return CountRow(columns, counts, float(wanted.sum()))


def save_counts(path: Path, rows: Sequence[CountRow], words: Sequence[str]) -> None:
    """Write rows of counts, each with its word, to one compressed file.

    Columns are written as gaps and in two planes of bytes, of which one is nearly all zero: a third of the size.
    """
    none = np.empty(0)  # a vocabulary can be too small to have any row
    gaps = np.concatenate([none, *(np.diff(row.columns, prepend=0) for row in rows)]).astype(np.uint16)
    np.savez_compressed(
        path,
        words=np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
        starts=np.cumsum([0, *(len(row.columns) for row in rows)], dtype=np.int64),
        low=(gaps & 255).astype(np.uint8),
        high=(gaps >> 8).astype(np.uint8),
        codes=encode(np.concatenate([none, *(row.counts for row in rows)])),
        totals=np.array([row.total for row in rows], dtype=np.float32),
    )


def load_counts(kind: str, directory: Path = assets.ASSETS, *, senses: bool = False) -> CountTable:
    """Load the shipped rows of one kind.

    Parameters
    ----------
    kind : str
        One of ``KINDS``.
    directory : Path
        Where the assets are.
    senses : bool
        Whether the rows of the catalogue's senses are wanted, not those of words.

    Raises
    ------
    ValueError
        When there is no such kind.
    AssetProblem
        When the file is missing or damaged.
    """
    if kind not in KINDS:
        raise ValueError(f"no counts are called {kind!r}; there are: {', '.join(KINDS)}")
    with np.load(assets.verified(f"{'senses' if senses else 'counts'}.{kind}.npz", directory)) as stored:
        gaps = stored["low"] | stored["high"].astype(np.uint16) << 8
        words = tuple(stored["words"].tobytes().decode().split("\n")) if len(stored["words"]) else ()
        return CountTable(kind, words, stored["starts"], gaps, stored["codes"], stored["totals"])
