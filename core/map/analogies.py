"""Analogies by adding and subtracting vectors, with and without the customary exclusion.

Source: 3CosAdd as in Mikolov, Yih & Zweig (NAACL 2013), named so by Levy & Goldberg (CoNLL 2014); that leaving
the question words out does much of the work: Linzen (RepEval 2016), Rogers, Drozd & Li (*SEM 2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.errors import SenseDriftError
from core.map.projection import Projection, project
from core.spaces.space import Neighbour, Space, Vectors


class NoAnswer(SenseDriftError):
    """The three words cancel out, so that no direction is left to search in."""


@dataclass(frozen=True, eq=False)
class Analogy:
    """What a − b + c comes to.

    Attributes
    ----------
    words : tuple of str, (3,)
        a, b, c.
    vectors : ndarray of float32, (3, d)
        Their unit vectors.
    target : ndarray of float32, (d,)
        a − b + c of the unit vectors, not rescaled.
    answers : list of Neighbour
        Nearest words to the target, the three question words left out.
    unfiltered : list of Neighbour
        Nearest words to the target, nothing left out.
    plane : Projection
        a, b, c, the target and the answers in the plane of their principal components.
    """

    words: tuple[str, str, str]
    vectors: Vectors
    target: Vectors
    answers: list[Neighbour]
    unfiltered: list[Neighbour]
    plane: Projection

    @property
    def cosines(self) -> list[float]:
        """The cosine of a, b and c with the target."""
        found: list[float] = (self.vectors @ self.target / np.linalg.norm(self.target)).tolist()
        return found

    @property
    def hidden(self) -> list[Neighbour]:
        """The question words that rank above the first answer, best first."""
        best = self.answers[0].cosine if self.answers else -1.0
        return [found for found in self.unfiltered if found.word in self.words and found.cosine > best]


def analogy(space: Space, a: str, b: str, c: str, k: int = 5) -> Analogy:
    """Return the k words nearest to a − b + c by cosine ("b is to a as c is to what?").

    Raises
    ------
    UnknownWord
        When the space does not hold one of the three.
    NoAnswer
        When the three vectors cancel out.
    """
    words = (a, b, c)
    vectors = space.unit[space.rows(words)]
    target = vectors[0] - vectors[1] + vectors[2]
    if np.linalg.norm(target) < 1e-6:
        raise NoAnswer("These three words cancel out; change one of them.")
    answers = space.neighbours(target, k, exclude=words)
    shown = np.vstack([vectors, target[None], space.unit[space.rows([answer.word for answer in answers])]])
    return Analogy(words, vectors, target, answers, space.neighbours(target, k), project(shown, "pca"))
