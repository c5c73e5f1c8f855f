"""Vectors for words that a space does not hold, made from their n-grams in another.

FastText makes a vector for almost any word. A linear map, fitted on the words that both spaces hold, carries it over.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.spaces.space import Space, Vectors, unit_rows
from core.subwords.model import SubwordModel

SHORTEST = 3  # letters; the n-grams of shorter words are mostly brackets
FITTED = 20_000  # the most frequent words that both hold


def fit_bridge(source: Space, target: Space, n_words: int = FITTED) -> Vectors:
    """Return the least-squares map from unit vectors of one space to those of another, (d, d').

    Parameters
    ----------
    source, target : Space
        Spaces with words in common.
    n_words : int
        How many of them are fitted, the most frequent in ``source`` first.
    """
    both = [word for word in source.words if word in target][:n_words]
    found, *_ = np.linalg.lstsq(source.unit[source.rows(both)], target.unit[target.rows(both)], rcond=None)
    return found.astype(np.float32)


def speller(model: SubwordModel, bridge: Vectors) -> Callable[[str], Vectors | None]:
    """Return what makes a vector of length 1 from a word's n-grams; None where they say nothing."""

    def spell(word: str) -> Vectors | None:
        if len(word) < SHORTEST:
            return None
        raw = model.decompose(word).vector
        if not np.abs(raw).max() > 0:
            return None
        made: Vectors = unit_rows(np.atleast_2d(unit_rows(np.atleast_2d(raw)) @ bridge))[0]
        return made

    return spell
