"""What a word is near as it drifts: its nearest words at each proportion, and to which sense each of them belongs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.drift.path import Drift, Floats
from core.spaces.space import Space, Vectors, unit_rows

K = 10


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


def nearby(space: Space, drift: Drift, exclude: Collection[str] = (), k: int = K) -> Nearby:
    """Return the k nearest words at each proportion, the word itself and others to exclude left out."""
    cosines = space.unit @ unit_rows(drift.vectors).T  # (V, T)
    out = [space.index[word] for word in {drift.word, *exclude} if word in space]
    cosines[out] = -np.inf
    few = min(k, len(space.words) - len(out))
    top = np.argpartition(-cosines, few - 1, axis=0)[:few]
    order = np.take_along_axis(
        top, np.argsort(-np.take_along_axis(cosines, top, axis=0), axis=0, kind="stable"), axis=0
    )
    rows = list(dict.fromkeys(order.T.ravel().tolist()))
    place = {row: i for i, row in enumerate(rows)}
    ranks = np.zeros((order.shape[1], len(rows)), dtype=np.intp)
    for frame, column in enumerate(order.T):
        ranks[frame, [place[row] for row in column.tolist()]] = np.arange(1, few + 1)
    belongs = np.argmax(space.unit[rows] @ unit_rows(drift.senses).T, axis=1)
    return Nearby(tuple(space.words[row] for row in rows), ranks, cosines[rows].T, belongs, few)


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


def curves(space: Space, drift: Drift, words: Collection[str]) -> Vectors:
    """Return the cosine of the drifting word with given words, (T, n).

    Raises
    ------
    UnknownWord
        When the space does not hold one of them.
    """
    found: Vectors = unit_rows(drift.vectors) @ space.unit[space.rows(list(words))].T
    return found
