"""What cosines of words cannot hold: opposites, which follows from which, a syllogism, and anything but words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.counts.cooccurrence import CountTable
from core.spaces.space import Neighbour, Space, top_k

Floats = npt.NDArray[np.float64]

# Written down before anything was measured.
OPPOSITES = (
    ("hot", "cold"), ("good", "bad"), ("buy", "sell"), ("up", "down"), ("love", "hate"), ("big", "small"),
    ("black", "white"), ("win", "lose"), ("old", "new"), ("rich", "poor"), ("early", "late"), ("happy", "sad"),
)  # fmt: skip
SYNONYMS = (
    ("big", "large"), ("start", "begin"), ("quick", "fast"), ("sick", "ill"), ("car", "automobile"),
    ("buy", "purchase"), ("happy", "glad"), ("end", "finish"), ("smart", "clever"), ("large", "huge"),
    ("small", "tiny"), ("shut", "close"),
)  # fmt: skip
KINDS = ("opposites", "synonyms")
ESTIMATED_WITHIN = 0.06  # relative error up to which an estimated total counts as right


@dataclass(frozen=True)
class WordPair:
    """Two words, what they are to each other ("opposites" or "synonyms"), and their cosine."""

    first: str
    second: str
    kind: str
    cosine: float
    own: bool = False


@dataclass(frozen=True, eq=False)
class Ranking:
    """Pairs of words by their cosine.

    Attributes
    ----------
    pairs : tuple of WordPair
        Largest cosine first.
    nearer : float
        Of all comparisons of a pair of opposites with a pair of synonyms, the share in which the opposites are
        nearer, 0 to 1 (an equal cosine is half); NaN when there is none.
    """

    pairs: tuple[WordPair, ...]
    nearer: float


@dataclass(frozen=True)
class Share:
    """How much of a word's contexts another word is.

    The share is X(a, b) / T(a): of the mass that stands around ``word``, within ten words, each weighted by
    1/distance, the part that is ``other``.

    Attributes
    ----------
    word, other : str
        a and b.
    value : float
        The share, 0 to 1; NaN where it is not known.
    estimated : bool
        Whether T(a) is estimated from how often the word stands in the text, since no row of it ships.
    """

    word: str
    other: str
    value: float
    estimated: bool


@dataclass(frozen=True)
class Both:
    """A pair of words both ways.

    Attributes
    ----------
    cosine : float
        The same both ways.
    there, back : Share
        P(second near first) and P(first near second).
    occurrences : tuple of int
        How often each stands in the text.
    well_estimated : float
        Of the words with a row, the share whose total an estimate would get right, 0 to 1.
    """

    cosine: float
    there: Share
    back: Share
    occurrences: tuple[int, int]
    well_estimated: float


@dataclass(frozen=True)
class Syllogism:
    """Three words, and what two of their cosines leave open of the third.

    Attributes
    ----------
    member, group, property : str
        *penguins*, *birds*, *flying*.
    of_group, of_property, third : float
        Cosine of member and group, of group and property, and of member and property.
    low, high : float
        Least and greatest value that the first two allow the third.
    """

    member: str
    group: str
    property: str
    of_group: float
    of_property: float
    third: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Hop:
    """A word of a walk, and its nearest words."""

    word: str
    near: tuple[Neighbour, ...] = field(repr=False)


def word_cosine(space: Space, first: str, second: str) -> float:
    """Return the cosine of two words, -1 to 1.

    Raises
    ------
    UnknownWord
        When the space does not hold one of them.
    """
    rows = space.rows([first, second])
    return float(np.clip(space.unit[rows[0]].astype(np.float64) @ space.unit[rows[1]], -1, 1))


def ranking(space: Space, pairs: Sequence[tuple[str, str, str, bool]]) -> Ranking:
    """Return pairs of words, each with its kind and whether it is the reader's own, by their cosine.

    Raises
    ------
    UnknownWord
        When the space does not hold one of the words.
    """
    found = [WordPair(a, b, kind, word_cosine(space, a, b), own) for a, b, kind, own in pairs]
    found.sort(key=lambda pair: (-pair.cosine, pair.first, pair.second))
    apart, together = (np.array([pair.cosine for pair in found if pair.kind == kind]) for kind in KINDS)
    if not (len(apart) and len(together)):
        return Ranking(tuple(found), float("nan"))
    signs = np.sign(apart[:, None] - together)
    return Ranking(tuple(found), float((signs + 1).mean() / 2))


def share(counts: CountTable, index: Mapping[str, int], occurrences: Mapping[str, int], word: str, other: str) -> Share:
    """Return which share of a word's contexts another word is.

    Counts look both ways alike, X(a, b) = X(b, a), so either word's row will do. Where the word itself has no row,
    its total is estimated: a row's total is in nearly the same proportion to the word's occurrences for all words.

    Parameters
    ----------
    counts : CountTable
        Of the kind "glove".
    index : dict of str to int
        Row numbers in the vocabulary that the counts' columns are numbered by.
    occurrences : dict of str to int
        How often each word of the vocabulary stands in the text.
    word, other : str
        a and b.
    """
    estimated = word not in counts
    cell = _cell(counts, index, word, other) or _cell(counts, index, other, word)
    if not cell or (estimated and not occurrences.get(word)):
        return Share(word, other, float("nan"), estimated)
    total = occurrences[word] * mass_per_occurrence(counts, occurrences)[0] if estimated else counts.row(word).total
    return Share(word, other, min(cell / total, 1.0), estimated)


def mass_per_occurrence(counts: CountTable, occurrences: Mapping[str, int]) -> tuple[float, float]:
    """Return the median, over the words with a row, of a row's total divided by the word's occurrences.

    And the share of these words, 0 to 1, whose total is within ``ESTIMATED_WITHIN`` of what that median gives.
    """
    each = counts.totals / np.array([occurrences[word] for word in counts.words])
    middle = float(np.median(each))
    return middle, float(np.mean(np.abs(each / middle - 1) < ESTIMATED_WITHIN))


def _cell(counts: CountTable, index: Mapping[str, int], word: str, other: str) -> float:
    if word not in counts or other not in index:
        return 0.0
    row = counts.row(word)
    place = int(np.searchsorted(row.columns, index[other]))
    held = place < len(row.columns) and int(row.columns[place]) == index[other]
    return float(row.counts[place]) if held else 0.0


def both_ways(
    space: Space,
    counts: CountTable,
    index: Mapping[str, int],
    occurrences: Mapping[str, int],
    first: str,
    second: str,
) -> Both:
    """Return a pair's cosine, which is the same both ways, and its shares, which are not.

    Raises
    ------
    UnknownWord
        When the space does not hold one of the words.
    """
    return Both(
        word_cosine(space, first, second),
        share(counts, index, occurrences, first, second),
        share(counts, index, occurrences, second, first),
        (occurrences.get(first, 0), occurrences.get(second, 0)),
        mass_per_occurrence(counts, occurrences)[1],
    )


def syllogism(space: Space, member: str, group: str, property_: str) -> Syllogism:
    """Return three words' cosines and the range that two of them leave the third.

    Source: angles obey the triangle inequality, so cos(α + β) ≤ cos γ ≤ cos(α − β).

    Raises
    ------
    UnknownWord
        When the space does not hold one of the words.
    """
    first, second = word_cosine(space, member, group), word_cosine(space, group, property_)
    spread = float(np.sqrt(max((1 - first**2) * (1 - second**2), 0.0)))
    middle = first * second
    third = word_cosine(space, member, property_)
    return Syllogism(member, group, property_, first, second, third, middle - spread, middle + spread)


def hops(space: Space, words: Sequence[str], k: int) -> tuple[Hop, ...]:
    """Return each word of a walk with its k nearest.

    Raises
    ------
    UnknownWord
        When the space does not hold one of the words.
    """
    return tuple(Hop(word, tuple(space.neighbours(word, k))) for word in words)


def reach(space: Space, word: str, k: int, n_hops: int) -> tuple[int, ...]:
    """Return how many words can be reached from a word within 1, 2, … hops, the word itself not counted.

    Raises
    ------
    UnknownWord
        When the space does not hold the word.
    """
    start = space.row(word)
    seen, edge, found = {start}, np.array([start]), []
    for _ in range(n_hops):
        cosines = space.unit[edge] @ space.unit.T
        cosines[np.arange(len(edge)), edge] = -np.inf
        fresh = set(top_k(cosines, min(k, cosines.shape[1] - 1)).ravel().tolist()) - seen
        seen |= fresh
        found.append(len(seen) - 1)
        if not fresh:
            found += [found[-1]] * (n_hops - len(found))
            break
        edge = np.array(sorted(fresh))
    return tuple(found)
