"""Two spaces side by side: turned onto each other, and how far they agree on who is near whom.

Each space has axes of its own, and no number of one can be held against a number of another before one of them is
turned. What needs no turning is a list of neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.charts.labels import Extent
from core.charts.points import extent_of
from core.counts.senses import SenseWord, owners
from core.map.projection import Projection, kept_share, nearest_by_cosine, project
from core.spaces.space import Neighbour, Space, Vectors, top_k
from core.spaces.wordsets import WordSet

K = 10  # neighbours compared
N_ANCHORS = 10_000  # the most frequent shared words, by which one space is turned onto another
_BLOCK = 128  # words whose cosines with a whole space are held at once


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same words in two spaces, the second turned onto the first.

    Attributes
    ----------
    words : tuple of str, (n,)
        The words.
    left, right : Projection
        Where each word is drawn in either space; both planes have the same axes.
    agreement : ndarray of float32, (n,)
        Cosine of each word's vector in one space with its turned vector in the other, in [-1, 1].
    baseline : float
        The mean of that cosine over pairs of *different* words, in [-1, 1]: what agreement is worth nothing.
    """

    words: tuple[str, ...]
    left: Projection
    right: Projection
    agreement: npt.NDArray[np.float32] = field(repr=False)
    baseline: float

    @cached_property
    def extent(self) -> Extent:
        """What both maps show: left, right, bottom and top of all their points, with a margin."""
        return extent_of(np.vstack([self.left.coordinates, self.right.coordinates]))


@dataclass(frozen=True, eq=False)
class Columns:
    """The nearest words of one word in several spaces.

    Attributes
    ----------
    word : str
        The word.
    neighbours : dict of str to list of Neighbour, or None
        By the space's name, best first; None where the space does not hold the word.
    shared : dict of str to int
        In how many of the lists each neighbour stands, 1 to the number of spaces.
    overlaps : dict of (str, str) to float
        Share of the k nearest that two spaces have in common, 0 to 1, for each pair that holds the word.
    """

    word: str
    neighbours: Mapping[str, list[Neighbour] | None]
    shared: Mapping[str, int]
    overlaps: Mapping[tuple[str, str], float]


def shared_words(spaces: Sequence[Space]) -> tuple[str, ...]:
    """Return the words that every one of the spaces holds, in the order of the first.

    Lists of neighbours are chosen among these: else a larger vocabulary would look like disagreement.
    """
    first, *others = spaces
    return tuple(word for word in first.words if all(word in other for other in others))


def held_by(space: Space, words: WordSet) -> WordSet:
    """Return the words of a set that a space holds, without groups that are empty then."""
    held = {group: tuple(word for word in listed if word in space) for group, listed in words.groups.items()}
    return WordSet(words.key, words.title, {group: listed for group, listed in held.items() if listed})


def rotation(source: npt.ArrayLike, target: npt.ArrayLike) -> Vectors:
    """Return the orthogonal R that brings ``source @ R`` nearest to ``target``, (d, d).

    Parameters
    ----------
    source, target : array-like, (n, d)
        The same words in two spaces, row by row.

    Raises
    ------
    ValueError
        When the shapes differ.

    Source: Schönemann (1966), "A generalized solution of the orthogonal Procrustes problem": R = U Vᵀ from the
    singular value decomposition of sourceᵀ target. It keeps every length and every angle.
    """
    a, b = np.asarray(source, dtype=np.float64), np.asarray(target, dtype=np.float64)
    if a.shape != b.shape or a.ndim != 2:
        raise ValueError(f"both must have the same shape (n, d), got {a.shape} and {b.shape}")
    u, _, vt = np.linalg.svd(a.T @ b)
    return np.asarray(u @ vt, dtype=np.float32)


def turn(left: Space, right: Space, shared: Sequence[str]) -> Vectors:
    """Return the rotation of the right space onto the left by their most frequent shared words, (d, d).

    Never by the words drawn alone: a few dozen words in a hundred dimensions can be turned onto anything.
    """
    anchors = shared[:N_ANCHORS]
    return rotation(right.unit[right.rows(anchors)], left.unit[left.rows(anchors)])


def compare(left: Space, right: Space, words: Sequence[str], turned: Vectors) -> Comparison:
    """Draw the same words in two spaces, on one pair of axes.

    Parameters
    ----------
    left, right : Space
        Both of d dimensions.
    words : sequence of str, (n,)
        At least one, held by both.
    turned : ndarray, (d, d)
        The rotation of the right space onto the left, see :func:`turn`.

    Raises
    ------
    UnknownWord
        When a space does not hold one of the words.
    """
    mine = left.unit[left.rows(words)]
    theirs = right.unit[right.rows(words)] @ turned
    # One plane for both, each space about its own mean: the mean says little of words and much of training.
    centred = np.vstack([mine - mine.mean(axis=0), theirs - theirs.mean(axis=0)])
    plane = project(centred, "pca", neighbours=np.empty((2 * len(words), 0), dtype=np.intp))
    cosines = theirs @ mine.T
    n = len(words)
    apart = (cosines.sum() - np.trace(cosines)) / max(n * (n - 1), 1)
    sides = []
    for vectors, coordinates in ((mine, plane.coordinates[:n]), (theirs, plane.coordinates[n:])):
        near = nearest_by_cosine(vectors)
        sides.append(
            Projection("pca", coordinates, kept_share(near, coordinates), near, explained=_held(vectors, coordinates))
        )
    return Comparison(tuple(words), sides[0], sides[1], np.diagonal(cosines).astype(np.float32), float(apart))


def columns(word: str, spaces: Sequence[Space], shared: Sequence[str], k: int = K) -> Columns:
    """Return a word's k nearest in each space, all chosen among the shared words.

    Raises
    ------
    ValueError
        When no space holds the word.
    """
    lists = {space.name: nearest_shared(space, [word], shared, k)[0] if word in space else None for space in spaces}
    held = {name: near for name, near in lists.items() if near is not None}
    if not held:
        raise ValueError(f"no space holds {word!r}")
    return Columns(word, lists, tally(lists), {(a, b): overlap(held[a], held[b]) for a in held for b in held})


def senses_of(found: Columns, entry: SenseWord, space: Space) -> dict[str, int]:
    """Return to which sense of the word each listed word belongs that a space, where senses are told, holds."""
    listed = [word for word in found.shared if word in space]
    return dict(zip(listed, owners(space, entry, listed), strict=True))


def tally(lists: Mapping[str, list[Neighbour] | None]) -> dict[str, int]:
    """Return in how many lists each word stands, the words in the order of the lists.

    Not in that of a set, which changes from one start of the server to the next.
    """
    return dict(Counter(found.word for near in lists.values() for found in near or ()))


def nearest_shared(space: Space, words: Sequence[str], shared: Sequence[str], k: int = K) -> list[list[Neighbour]]:
    """Return the k nearest of each word among the shared words, best first."""
    among, found = space.rows(shared), []
    for start in range(0, len(words), _BLOCK):
        rows = space.rows(words[start : start + _BLOCK])
        cosines = space.unit[rows] @ space.unit.T
        cosines[np.arange(len(rows)), rows] = -np.inf
        cosines = cosines[:, among]
        near = top_k(cosines, k)
        best = np.clip(np.take_along_axis(cosines, near, axis=1), -1, 1).tolist()
        found += [
            [Neighbour(shared[i], cosine) for i, cosine in zip(*row, strict=True)]
            for row in zip(near, best, strict=True)
        ]
    return found


def overlap(one: Sequence[Neighbour], other: Sequence[Neighbour]) -> float:
    """Return the share of one list of nearest words that stands in another one too, 0 to 1."""
    return len({near.word for near in one} & {near.word for near in other}) / len(one)


def mean_overlaps(
    spaces: Sequence[Space], words: Sequence[str], shared: Sequence[str], k: int = K
) -> npt.NDArray[np.float64]:
    """Return the mean share of the k nearest that each pair of spaces has in common, (S, S), 0 to 1.

    Over the given words, each held by every space; the neighbours are chosen among the shared words.

    Source: Wendlandt, Kummerfeld & Mihalcea (2018), "Factors influencing the surprising instability of word
    embeddings", which calls this share stability.
    """
    nearest = [nearest_shared(space, words, shared, k) for space in spaces]
    return np.array([[np.mean(list(map(overlap, one, other))) for other in nearest] for one in nearest])


def _held(vectors: Vectors, coordinates: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return the share of the vectors' variance that lies along each axis drawn."""
    total = float(np.var(vectors, axis=0, dtype=np.float64).sum())
    along = np.var(coordinates, axis=0, dtype=np.float64)
    return np.asarray(along / total if total > 0 else np.zeros_like(along))
