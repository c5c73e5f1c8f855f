"""Two spaces side by side: turned onto each other, and how far they agree on who is near whom.

Each space has axes of its own, and no number of one can be held against a number of another before one of them is
turned. What needs no turning is a list of neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.map.projection import Projection, kept_share, nearest_by_cosine, project
from core.spaces.space import Neighbour, Space, Vectors

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
    lists: dict[str, list[Neighbour] | None] = {}
    among = set(shared)
    for space in spaces:
        if word not in space:
            lists[space.name] = None
            continue
        lists[space.name] = space.neighbours(word, k, exclude=[other for other in space.words if other not in among])
    held = {name: {found.word for found in near} for name, near in lists.items() if near is not None}
    if not held:
        raise ValueError(f"no space holds {word!r}")
    overlaps = {(a, b): len(held[a] & held[b]) / k for a in held for b in held}
    return Columns(word, lists, tally(lists), overlaps)


def tally(lists: Mapping[str, list[Neighbour] | None]) -> dict[str, int]:
    """Return in how many lists each word stands, the words in the order of the lists.

    Not in that of a set, which changes from one start of the server to the next.
    """
    return dict(Counter(found.word for near in lists.values() for found in near or ()))


def nearest_shared(space: Space, words: Sequence[str], shared: Sequence[str], k: int = K) -> npt.NDArray[np.intp]:
    """Return the k nearest of each word among the shared words, (n, k), as positions in ``shared``, unordered."""
    unit = space.unit[space.rows(shared)]
    position = {word: i for i, word in enumerate(shared)}
    found = np.empty((len(words), k), dtype=np.intp)
    for start in range(0, len(words), _BLOCK):
        block = words[start : start + _BLOCK]
        cosines = space.unit[space.rows(block)] @ unit.T
        for i, word in enumerate(block):
            if word in position:
                cosines[i, position[word]] = -np.inf
        found[start : start + len(block)] = np.argpartition(-cosines, k - 1, axis=1)[:, :k]
    return found


def mean_overlaps(
    spaces: Sequence[Space], words: Sequence[str], shared: Sequence[str], k: int = K
) -> npt.NDArray[np.float64]:
    """Return the mean share of the k nearest that each pair of spaces has in common, (S, S), 0 to 1.

    Over the given words, each held by every space; the neighbours are chosen among the shared words.

    Source: Wendlandt, Kummerfeld & Mihalcea (2018), "Factors influencing the surprising instability of word
    embeddings", which calls this share stability.
    """
    nearest = [nearest_shared(space, words, shared, k) for space in spaces]
    result = np.eye(len(spaces))
    for i, mine in enumerate(nearest):
        for j, theirs in enumerate(nearest[:i]):
            common = (mine[:, :, None] == theirs[:, None, :]).any(axis=2).mean()
            result[i, j] = result[j, i] = common
    return result


def _held(vectors: Vectors, coordinates: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return the share of the vectors' variance that lies along each axis drawn."""
    total = float(np.var(vectors, axis=0, dtype=np.float64).sum())
    along = np.var(coordinates, axis=0, dtype=np.float64)
    return np.asarray(along / total if total > 0 else np.zeros_like(along))
