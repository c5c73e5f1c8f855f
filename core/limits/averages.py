"""What an average of word vectors cannot hold of a sentence: the order of its words, a *not*, and so its meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.errors import SenseDriftError
from core.spaces.space import Space, cosine
from core.text import tokenise

Floats = npt.NDArray[np.float64]
MAX_TOKENS = 60  # of one sentence
MEANINGS = ("the same", "different")  # what a person may say of a pair


class NothingToAverage(SenseDriftError):
    """The space holds no word of a sentence, so there is no average.

    Attributes
    ----------
    text : str
        The sentence as it was typed.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__("the space holds no word of this sentence")


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence as an average sees it.

    Attributes
    ----------
    text : str
        As it was typed.
    words : tuple of str (n,)
        Its words that the space holds, in order, repeats kept; at least one.
    unknown : tuple of str
        Its words that the space does not hold, each once.
    vectors : ndarray (n, d)
        The words' vectors, raw lengths.
    """

    text: str
    words: tuple[str, ...]
    unknown: tuple[str, ...]
    vectors: Floats = field(repr=False)

    @property
    def total(self) -> Floats:
        """The sum of the words' vectors, (d,)."""
        summed: Floats = self.vectors.sum(axis=0)
        return summed

    @property
    def average(self) -> Floats:
        """The mean of the words' vectors, (d,)."""
        return self.total / len(self.words)


@dataclass(frozen=True, eq=False)
class Ways:
    """Sentences walked word by word in one plane: each step is a word's vector divided by the sentence's length.

    Invariant: the last point of a path is the sentence's average, as the plane shows it.

    Attributes
    ----------
    sentences : tuple of Sentence (m,)
        The sentences.
    paths : tuple of ndarray (n_i + 1, 2)
        From nothing to each sentence's average.
    cosines : ndarray (m,)
        Cosine of each sentence's average with that of the first, in all dimensions.
    apart : ndarray (m,)
        Distance of each average from the first, in all dimensions.
    held : float
        Share of the squared lengths of all steps that lies in the plane, 0 to 1.
    """

    sentences: tuple[Sentence, ...]
    paths: tuple[Floats, ...] = field(repr=False)
    cosines: Floats = field(repr=False)
    apart: Floats = field(repr=False)
    held: float


@dataclass(frozen=True, eq=False)
class Difference:
    """What two sentences differ by.

    Attributes
    ----------
    first, second : Sentence
        The sentences.
    more, fewer : tuple of str
        Words, repeats kept, that the second has and the first has not, and the other way round.
    left : float
        Length of what remains of the difference of the two sums without the vectors of those words; 0 but for rounding.
    cosine : float
        Of the two averages, and of the two sums: the same number.
    corners : ndarray (4, 2)
        The sums, then the averages, of the first and the second, in the plane through nothing and both sums. Exact.
    """

    first: Sentence
    second: Sentence
    more: tuple[str, ...]
    fewer: tuple[str, ...]
    left: float
    cosine: float
    corners: Floats = field(repr=False)


@dataclass(frozen=True)
class Pair:
    """Two sentences, and whether a person says that they mean the same."""

    first: str
    second: str
    same: bool


@dataclass(frozen=True, eq=False)
class Board:
    """Pairs of sentences judged by a threshold on their cosine.

    Attributes
    ----------
    pairs : tuple of Pair (n,)
        Those that could be compared.
    cosines : ndarray (n,)
        Of the two averages of each.
    passed : ndarray of bool (n,)
        Whether "the cosine reaches the threshold" agrees with "the same meaning".
    best : float
        The threshold by which most pairs pass; the middle of the first gap between cosines where that is so.
    most : int
        How many pass by it.
    left_out : tuple of Pair
        Those of which the space holds no word on one side.
    """

    pairs: tuple[Pair, ...]
    cosines: Floats = field(repr=False)
    passed: npt.NDArray[np.bool_] = field(repr=False)
    best: float
    most: int
    left_out: tuple[Pair, ...] = ()


BOARD = (
    Pair("The dog chased the cat.", "The cat chased the dog.", same=False),
    Pair("The film was good.", "The film was not good.", same=False),
    Pair("All birds can fly.", "Some birds can fly.", same=False),
    Pair("He was born before the war.", "He was born after the war.", same=False),
    Pair("The price went up.", "The price went down.", same=False),
    Pair("She sold him the car.", "He sold her the car.", same=False),
    Pair("He only said that she left.", "He said that only she left.", same=False),
    Pair("The cat chased the dog.", "The dog was chased by the cat.", same=True),
    Pair("He bought the car from her.", "She sold him the car.", same=True),
    Pair("The boy is ill.", "The child is not well.", same=True),
    Pair("She began to work at once.", "She started working immediately.", same=True),
    Pair("The physician cured the patient.", "The doctor healed the sick man.", same=True),
)


def read(space: Space, text: str) -> Sentence:
    """Return a sentence with the vectors of its words, the first ``MAX_TOKENS`` of them.

    Raises
    ------
    NothingToAverage
        When the space holds none of its words.
    """
    tokens = tokenise(text)[:MAX_TOKENS]
    words = tuple(token for token in tokens if token in space)
    if not words:
        raise NothingToAverage(text)
    unknown = tuple(dict.fromkeys(token for token in tokens if token not in space))
    return Sentence(text, words, unknown, space.raw(space.rows(words)).astype(np.float64))


def shuffled(sentence: Sentence, seed: int) -> Sentence:
    """Return the sentence with its words in another order; the same seed gives the same order."""
    order = np.random.default_rng(seed).permutation(len(sentence.words))
    words = tuple(sentence.words[i] for i in order)
    return Sentence(" ".join(words), words, sentence.unknown, sentence.vectors[order])


def ways(sentences: Sequence[Sentence]) -> Ways:
    """Walk sentences word by word in one plane.

    Across is the direction of the first sentence's average; up is the direction in which its words differ most
    besides (first right singular vector of what is left, its largest entry positive). Neither depends on the order of
    the words. Where the words leave no second direction, every height is 0.
    """
    first = sentences[0]
    average = first.average
    length = float(np.linalg.norm(average))
    across = average / length if length else average
    rows = np.unique(np.vstack([sentence.vectors for sentence in sentences]), axis=0)
    rest = rows - np.outer(rows @ across, across)
    _, strengths, directions = np.linalg.svd(rest, full_matrices=False)
    up = directions[0] * np.sign(directions[0][np.abs(directions[0]).argmax()])
    if strengths[0] < 1e-9 * max(float(np.abs(rows).max()), 1e-12):
        up = np.zeros_like(up)
    plane = np.stack([across, up], axis=1)
    paths = []
    for sentence in sentences:
        steps = sentence.vectors @ plane / len(sentence.words)
        paths.append(np.vstack([np.zeros(2), np.cumsum(steps, axis=0)]))
    every = np.vstack([sentence.vectors for sentence in sentences])
    whole = float(np.square(every).sum())
    held = float(np.square(every @ plane).sum()) / whole if whole else 0.0
    cosines = np.array([cosine(sentence.average, average) for sentence in sentences])
    apart = np.array([float(np.linalg.norm(sentence.average - average)) for sentence in sentences])
    return Ways(tuple(sentences), tuple(paths), cosines, apart, held)


def difference(first: Sentence, second: Sentence) -> Difference:
    """Return what the sums of two sentences differ by: the words that only one of them has, and nothing else."""
    ours, theirs = Counter(first.words), Counter(second.words)
    more, fewer = tuple((theirs - ours).elements()), tuple((ours - theirs).elements())
    vector_of = dict(zip(first.words + second.words, np.vstack([first.vectors, second.vectors]), strict=True))
    left = second.total - first.total
    left -= np.sum([vector_of[word] for word in more], axis=0) if more else 0
    left += np.sum([vector_of[word] for word in fewer], axis=0) if fewer else 0
    length = float(np.linalg.norm(first.total))
    across = first.total / length if length else first.total
    along = float(second.total @ across)
    height = float(np.linalg.norm(second.total - along * across))
    sums = np.array([[length, 0.0], [along, height]])
    averages = sums / np.array([[len(first.words)], [len(second.words)]])
    return Difference(
        first,
        second,
        more,
        fewer,
        float(np.linalg.norm(left)),
        cosine(first.total, second.total),
        np.vstack([sums, averages]),
    )


def judge(space: Space, pairs: Sequence[Pair], threshold: float) -> Board:
    """Return the cosine of each pair and whether a threshold tells rightly if it means the same.

    Parameters
    ----------
    space : Space
        The vectors.
    pairs : sequence of Pair
        What is to be told apart.
    threshold : float
        Cosine from which on two sentences are taken to mean the same, -1 to 1.
    """
    kept, cosines, left_out = [], [], []
    for pair in pairs:
        try:
            value = cosine(read(space, pair.first).average, read(space, pair.second).average)
        except NothingToAverage:
            value = float("nan")
        if np.isnan(value):
            left_out.append(pair)
        else:
            kept.append(pair)
            cosines.append(min(value, 1.0))  # rounding would carry equal averages beyond it
    values, same = np.array(cosines), np.array([pair.same for pair in kept], dtype=np.bool_)
    ends = np.unique(values)
    cuts = [-1.0, *((ends[:-1] + ends[1:]) / 2), 1.01] if len(ends) else [threshold]
    right = [int(((values >= cut) == same).sum()) for cut in cuts]
    best = int(np.argmax(right))
    return Board(tuple(kept), values, (values >= threshold) == same, float(cuts[best]), right[best], tuple(left_out))
