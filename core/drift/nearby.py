"""What a word is near as it drifts: its nearest words at each proportion, and to which sense each of them belongs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.drift.laws import Floats
from core.drift.path import Drift
from core.spaces.space import Space, Vectors, top_k, unit_rows

K = 10
AROUND = 6  # words about each sense


@dataclass(frozen=True, eq=False)
class Nearby:
    """The nearest words along a drift.

    Attributes
    ----------
    words : tuple of str, (m,)
        Every word that is among the nearest at some proportion, in order of first appearance.
    ranks : ndarray of int (T, m)
        Place of each at each proportion, 1 the nearest; 0 where it is not among them.
    cosines : ndarray (T, m)
        Cosine of each at each proportion.
    belongs : ndarray of int (m,)
        The sense whose own vector each is nearest to by cosine.
    k : int
        How many nearest words were taken.
    """

    words: tuple[str, ...]
    ranks: npt.NDArray[np.intp] = field(repr=False)
    cosines: Vectors = field(repr=False)
    belongs: npt.NDArray[np.intp] = field(repr=False)
    k: int

    def listed(self, frame: int) -> list[int]:
        """Return which of the words are the nearest at one proportion, nearest first."""
        here = np.flatnonzero(self.ranks[frame])
        return [int(i) for i in here[np.argsort(self.ranks[frame, here])]]

    def shares(self, n_senses: int) -> Floats:
        """Return the share of the nearest words that belongs to each sense at each proportion, (T, S)."""
        counts = np.stack([(self.ranks[:, self.belongs == sense] > 0).sum(axis=1) for sense in range(n_senses)], axis=1)
        shares: Floats = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return shares


@dataclass(frozen=True, eq=False)
class Around:
    """Words that stand about the senses.

    Attributes
    ----------
    words : tuple of str, (n,)
        The nearest words of each sense.
    vectors : ndarray (n, d)
        Their directions, as long as the senses are on average.
    belongs : tuple of int, (n,)
        Of which sense each is a neighbour.
    """

    words: tuple[str, ...]
    vectors: Floats = field(repr=False)
    belongs: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Curves:
    """The cosine of a drifting word with some words.

    Attributes
    ----------
    words : tuple of str, (n,)
        The words.
    cosines : ndarray (T, n)
        Of the drifting word with each, at each proportion.
    belongs : tuple of int, (n,)
        The sense whose own vector each is nearest to.
    """

    words: tuple[str, ...]
    cosines: Vectors = field(repr=False)
    belongs: tuple[int, ...]


def nearby(space: Space, drift: Drift, exclude: Collection[str] = (), k: int = K) -> Nearby:
    """Return the k nearest words at each proportion, the word itself and others to exclude left out."""
    cosines = unit_rows(drift.vectors) @ space.unit.T  # (T, V)
    out = [space.index[word] for word in {drift.word, *exclude} if word in space]
    cosines[:, out] = -np.inf
    few = min(k, len(space.words) - len(out))
    order = top_k(cosines, few)  # (T, k)
    rows = list(dict.fromkeys(order.ravel().tolist()))
    place = {row: i for i, row in enumerate(rows)}
    ranks = np.zeros((len(order), len(rows)), dtype=np.intp)
    for frame, column in enumerate(order):
        ranks[frame, [place[row] for row in column.tolist()]] = np.arange(1, few + 1)
    return Nearby(tuple(space.words[row] for row in rows), ranks, cosines[:, rows], _belongs(space, rows, drift), few)


def around(space: Space, drift: Drift, exclude: Collection[str] = (), k: int = AROUND) -> Around:
    """Return the k words nearest to each sense; one that is near to several belongs to the first of them."""
    owners: dict[str, int] = {}
    for sense, vector in enumerate(drift.senses):
        for near in space.neighbours(vector, k, exclude=exclude):
            owners.setdefault(near.word, sense)
    # As long as the senses: what brings words together is their direction, and lengths tell of frequency besides.
    length = float(np.linalg.norm(drift.senses, axis=1).mean())
    vectors = length * space.unit[space.rows(list(owners))].astype(np.float64)
    return Around(tuple(owners), vectors, tuple(owners.values()))


def tipping(drift: Drift, near: Nearby) -> float | None:
    """Return the share of the second of two senses from which on most of the nearest words belong to it.

    None when there are more senses, when they never do, or when they always do.
    """
    if len(drift.names) != 2:
        return None
    most = near.shares(2)[:, 1] > 0.5
    if not most[-1] or most.all():
        return None
    first = len(most) - int(np.argmin(most[::-1]))  # after the last proportion at which they do not
    return float(drift.proportions[first, 1])


def curves(space: Space, drift: Drift, words: Collection[str]) -> Curves:
    """Return the cosine of the drifting word with given words.

    Raises
    ------
    UnknownWord
        When the space does not hold one of them.
    """
    rows = space.rows(list(words))
    cosines = unit_rows(drift.vectors) @ space.unit[rows].T
    return Curves(tuple(words), cosines, tuple(_belongs(space, rows, drift).tolist()))


def _belongs(space: Space, rows: Sequence[int] | npt.NDArray[np.intp], drift: Drift) -> npt.NDArray[np.intp]:
    """Return the sense whose own vector each word is nearest to by cosine."""
    senses: npt.NDArray[np.intp] = np.argmax(space.unit[rows] @ unit_rows(drift.senses).T, axis=1)
    return senses
