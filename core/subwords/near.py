"""What a word is near: by each of its parts, and sense by sense; no sentence that it stands in changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.counts.senses import SenseWord
from core.map.comparison import Columns, senses_of, tally
from core.spaces.space import Neighbour, Space, cosine
from core.subwords.model import Decomposition, SubwordModel

PARTS = ("whole", "pieces", "own")  # what a FastText vector is ranked by: all its rows, its n-grams, its own row


@dataclass(frozen=True, eq=False)
class Senses:
    """The senses among a word's nearest words in several spaces.

    Attributes
    ----------
    columns : Columns
        The lists.
    owner : dict of str to int
        Which sense each listed word belongs to: the one whose cue words it is nearest to.
    counts : dict of str to tuple of int
        For each space, how many of its list belong to each sense.
    """

    columns: Columns
    owner: Mapping[str, int]
    counts: Mapping[str, tuple[int, ...]]


def near_parts(parts: Decomposition, space: Space, others: Sequence[Space]) -> Columns:
    """Return what a word is near by all its rows, by its n-grams, by its own row, and in spaces without n-grams.

    Parameters
    ----------
    parts : Decomposition
        The word.
    space : Space
        Where its parts look for neighbours.
    others : sequence of Space
        Spaces without n-grams, which hold the word or do not.
    """
    lists: dict[str, list[Neighbour] | None] = {}
    for name, vector in zip(PARTS, (parts.vector, parts.from_pieces, parts.own_row), strict=True):
        lists[name] = None if vector is None or not np.any(vector) else space.neighbours(vector, exclude=[parts.word])
    lists |= {other.name: other.neighbours(parts.word) if parts.word in other else None for other in others}
    return Columns(parts.word, lists, tally(lists), {})


def near_senses(entry: SenseWord, spaces: Sequence[Space], judge: Space) -> Senses:
    """Return the nearest words of a word of several senses in some spaces, each given to a sense by one of them.

    Parameters
    ----------
    entry : SenseWord
        The word; every space holds it.
    spaces : sequence of Space
        Where its neighbours are looked for.
    judge : Space
        Which tells to what sense a neighbour belongs, the same for all lists.
    """
    lists: dict[str, list[Neighbour] | None] = {space.name: space.neighbours(entry.word) for space in spaces}
    columns = Columns(entry.word, lists, tally(lists), {})
    owner = senses_of(columns, entry, judge)
    counts = {
        name: tuple(sum(owner[found.word] == sense for found in near or ()) for sense in range(len(entry.senses)))
        for name, near in lists.items()
    }
    return Senses(columns, owner, counts)


def in_sentences(model: SubwordModel, word: str, first: Sequence[str], second: Sequence[str]) -> tuple[int, float]:
    """Return of how many pieces a word is, and the cosine of its vectors in two sentences.

    Parameters
    ----------
    model : SubwordModel
        The model, which is shown one token at a time.
    word : str
        The word.
    first, second : sequence of str
        The sentences' tokens.

    Raises
    ------
    ValueError
        When one of them does not hold the word.
    """
    here, there = (model.decompose(tokens[tokens.index(word)]) for tokens in (first, second))
    return len(here.ngrams), cosine(here.vector, there.vector)
