"""How good a space is, by the measures that the field publishes: word similarity and analogies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from core.spaces.space import Space, unit_rows

Lookup = Callable[[str], npt.NDArray[np.floating[Any]] | None]

SIMILARITY_SETS = {
    "WS-353": "EN-WS-353-ALL.txt",
    "WS-353 sim": "EN-WS-353-SIM.txt",
    "WS-353 rel": "EN-WS-353-REL.txt",
    "SimLex-999": "EN-SIMLEX-999.txt",
    "MEN": "EN-MEN-TR-3k.txt",
    "RW": "EN-RW-STANFORD.txt",
    "SimVerb-3500": "EN-SimVerb-3500.txt",
}
MOST_FREQUENT = 50_000  # analogies choose among this many words


class Pair(NamedTuple):
    """Two words, lower-cased, and how similar people found them, on the set's own scale."""

    first: str
    second: str
    score: float


class Question(NamedTuple):
    """*first* is to *second* as *third* is to *answer*, lower-cased."""

    section: str
    first: str
    second: str
    third: str
    answer: str


@dataclass(frozen=True)
class Similarity:
    """Agreement with people.

    Attributes
    ----------
    spearman : float
        Rank correlation of cosines with scores, in [-1, 1]; NaN with fewer than two pairs.
    n : int
        The pairs that count: both words have a vector.
    total : int
        The pairs of the set.
    """

    spearman: float
    n: int
    total: int

    @property
    def coverage(self) -> float:
        """Share of the pairs that count, in [0, 1]."""
        return self.n / self.total if self.total else 0.0


@dataclass(frozen=True)
class AnalogyScore:
    """Right answers.

    Attributes
    ----------
    correct, n, total : int
        Questions answered rightly, those whose four words are known, and all.
    """

    correct: int
    n: int
    total: int

    @property
    def accuracy(self) -> float:
        """Share of the known questions answered rightly, in [0, 1]; NaN when none is known."""
        return self.correct / self.n if self.n else float("nan")

    @property
    def coverage(self) -> float:
        """Share of the questions that are known, in [0, 1]."""
        return self.n / self.total if self.total else 0.0


def read_pairs(path: Path) -> list[Pair]:
    """Read a word-similarity set: ``word1 word2 score`` a line, separated by spaces or tabs.

    Raises
    ------
    ValueError
        When a line has another shape; names the line.
    """
    pairs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            first, second, score = line.split()
            pairs.append(Pair(first.lower(), second.lower(), float(score)))
        except ValueError as error:
            raise ValueError(f"{path.name}, line {number}: expected two words and a score") from error
    return pairs


def read_analogies(path: Path) -> list[Question]:
    """Read analogy questions: four words a line, ``: name`` above each section.

    Raises
    ------
    ValueError
        When a line has another shape; names the line.
    """
    questions = []
    section = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith(":"):
            section = line[1:].strip()
        elif words := line.lower().split():
            if len(words) != 4:
                raise ValueError(f"{path.name}, line {number}: expected four words, found {len(words)}")
            questions.append(Question(section, *words))
    return questions


def is_syntactic(section: str) -> bool:
    """Return whether a section of the Google analogies asks for grammar (*gram1* … *gram9*), not meaning."""
    return section.startswith("gram")


def lookup_in(space: Space) -> Lookup:
    """Return a function from a word to its vector in the space, or None when it has none."""
    return lambda word: space.vector(word) if word in space else None


def score_pairs(pairs: Sequence[Pair], lookup: Lookup) -> Similarity:
    """Return the Spearman correlation of cosines with people's scores, over the pairs with two vectors.

    A zero vector has cosine 0 with everything.
    """
    vectors = {word: lookup(word) for word in {word for pair in pairs for word in pair[:2]}}
    found = [
        (left, right, pair.score)
        for pair in pairs
        if (left := vectors[pair.first]) is not None and (right := vectors[pair.second]) is not None
    ]
    if len(found) < 2:
        return Similarity(float("nan"), len(found), len(pairs))
    lefts = unit_rows(np.stack([left for left, _, _ in found]))
    rights = unit_rows(np.stack([right for _, right, _ in found]))
    cosines = np.einsum("ij,ij->i", lefts, rights)
    return Similarity(rank_correlation(cosines, [score for _, _, score in found]), len(found), len(pairs))


def spearman_interval(value: float, n: int) -> tuple[float, float]:
    """Return a 95 % confidence interval of a rank correlation over n pairs, n at least 4, within [-1, 1].

    Source: Bonett & Wright (2000), "Sample size requirements for estimating Pearson, Kendall and Spearman
    correlations": Fisher's z with variance (1 + ρ²/2) / (n − 3).
    """
    z = np.arctanh(min(max(value, -0.999999), 0.999999))
    half = 1.96 * np.sqrt((1 + value**2 / 2) / (n - 3))
    return float(np.tanh(z - half)), float(np.tanh(z + half))


def rank_correlation(left: npt.ArrayLike, right: npt.ArrayLike) -> float:
    """Return Spearman's ρ, ties given their mean rank; NaN when a side is constant."""
    left, right = np.asarray(left), np.asarray(right)
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return float("nan")
    return float(np.corrcoef(ranks(left), ranks(right))[0, 1])


def ranks(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return the rank of each value, (n,), from 1 for the least; equal ones have the mean of theirs."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[which])


def score_analogies(
    questions: Iterable[Question], space: Space, most_frequent: int = MOST_FREQUENT, batch: int = 1000
) -> dict[str, AnalogyScore]:
    """Return the score of each section by 3CosAdd: the word nearest to second − first + third.

    The answer is chosen among the most frequent words, the three question words excluded, vectors at length
    1. A question counts when its four words are among them.

    Source: Mikolov et al. (2013), "Linguistic regularities in continuous space word representations"; the
    name 3CosAdd is Levy & Goldberg's (2014).
    """
    questions = list(questions)
    unit = space.unit[:most_frequent]
    rows = np.array(
        [[space.index.get(word, len(unit)) for word in question[1:]] for question in questions], dtype=np.intp
    ).reshape(-1, 4)
    known = np.asarray((rows < len(unit)).all(axis=1))
    right = np.zeros(len(questions), dtype=bool)
    for part in np.array_split(np.flatnonzero(known), max(1, -(-int(known.sum()) // batch))):
        first, second, third, answer = rows[part].T
        cosines = (unit[second] - unit[first] + unit[third]) @ unit.T
        for asked in (first, second, third):
            cosines[np.arange(len(part)), asked] = -np.inf
        right[part] = cosines.argmax(axis=1) == answer
    sections = np.array([question.section for question in questions])
    return {
        section: AnalogyScore(
            int(right[sections == section].sum()),
            int(known[sections == section].sum()),
            int((sections == section).sum()),
        )
        for section in dict.fromkeys(sections.tolist())
    }


def total(scores: Iterable[AnalogyScore]) -> AnalogyScore:
    """Return the score over several sections together, every question counted once."""
    scores = list(scores)
    return AnalogyScore(sum(s.correct for s in scores), sum(s.n for s in scores), sum(s.total for s in scores))
