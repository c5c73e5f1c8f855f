"""What the learned weights hold, and which words contextual vectors are near."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.context.attention import Attention
from core.context.weights import ContextModel, ContextualVector, Floats
from core.map.comparison import Columns, tally

FREQUENT = 4_000  # words among which salience and pairs are looked at: the most frequent
FARTHEST = 60  # words from the target


@dataclass(frozen=True)
class Probe:
    """The extremes of what was learned, among the most frequent words.

    Attributes
    ----------
    low, high : tuple of str
        Words that count least whatever the target, the least first; and most, the most first.
    pairs : tuple of (str, str)
        Target and context word whose compatibility is largest, the largest first; each target once.
    """

    low: tuple[str, ...]
    high: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = field(repr=False)


def probe(model: ContextModel, n_words: int = 24, n_pairs: int = 12) -> Probe:
    """Return which words and pairs the learned weights set highest and lowest.

    Raises
    ------
    ValueError
        When the model has no learned weights.
    """
    attention, words = model.attention, model.space.words[:FREQUENT]
    if attention is None:
        raise ValueError(f"{model.space.name} has no learned weights")
    order = np.argsort(attention.salience[: len(words)], kind="stable")
    units = model.whitened.vectors[: len(words)]
    scores = (units @ attention.mixer) @ units.T
    np.fill_diagonal(scores, -np.inf)
    best = scores.argmax(axis=1)
    targets = np.argsort(-scores.max(axis=1), kind="stable")[:n_pairs]
    return Probe(
        tuple(words[i] for i in order[:n_words]),
        tuple(words[i] for i in order[::-1][:n_words]),
        tuple((words[i], words[best[i]]) for i in targets),
    )


def nearness_curve(attention: Attention) -> tuple[npt.NDArray[np.intp], Floats]:
    """Return offsets from the target, (2·FARTHEST,), and what nearness adds to the score at each, at most 0."""
    offsets = np.delete(np.arange(-FARTHEST, FARTHEST + 1), FARTHEST)
    return offsets, (attention.nearness(offsets) - attention.distance.max()).astype(np.float64)


def nearest_columns(model: ContextModel, contexts: Mapping[str, ContextualVector], k: int = 10) -> Columns:
    """Return the k words nearest to a word's one vector, and to its contextual vector under each scheme.

    Parameters
    ----------
    model : ContextModel
        What the vectors were made by.
    contexts : dict of str to ContextualVector
        By scheme, at least one, all of one target, which is left out of its own lists.
    k : int
        How many.
    """
    first = next(iter(contexts.values()))
    word, known = first.tokens[first.target], model.whitened
    lists = {
        "word": known.neighbours(word, k) if word in known else None,
        **{scheme: known.neighbours(context.vector, k, exclude=[word]) for scheme, context in contexts.items()},
    }
    return Columns(word, lists, tally(lists), {})
