"""The catalogue: words of several senses, each with the cue words that tell it, all written by us.

A sense is our annotation; no space has a row for one.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from core import assets
from core.spaces.space import Space, Vectors, unit_rows

FILE = "senses.toml"
LABELS = "senses.json"


@dataclass(frozen=True)
class Sense:
    """One meaning of a word.

    Attributes
    ----------
    name : str
        A short label.
    gloss : str
        What it means, in a few words.
    cues : tuple of str
        Words that stand near the word when it has this sense, the most telling first.
    examples : tuple of str
        Sentences.
    """

    name: str
    gloss: str
    cues: tuple[str, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True)
class SenseWord:
    """A word of the catalogue.

    Attributes
    ----------
    word : str
        The type, lower case.
    senses : tuple of Sense
        Two at least.
    """

    word: str
    senses: tuple[Sense, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What its senses are called."""
        return tuple(sense.name for sense in self.senses)


def load_senses(directory: Path = assets.ASSETS) -> dict[str, SenseWord]:
    """Load the catalogue, by word, in its own order.

    Raises
    ------
    AssetProblem
        When the file is missing or damaged.
    """
    path = assets.verified(FILE, directory)
    stored: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        word: SenseWord(
            word,
            tuple(
                Sense(sense["name"], sense["gloss"], tuple(sense["cues"]), tuple(sense["examples"]))
                for sense in entry["senses"]
            ),
        )
        for word, entry in stored.items()
    }


@dataclass(frozen=True)
class Score:
    """How often labels of a sense are right, on the test part of a set that people labelled.

    Attributes
    ----------
    precision : float or None
        Share of the occurrences labelled with the sense that have it; None when none was.
    coverage : float
        Share of the sense's occurrences that were labelled with it.
    labelled, n : int
        How many were labelled with it, how many have it.
    """

    precision: float | None
    coverage: float
    labelled: int
    n: int


@dataclass(frozen=True)
class Labels:
    """What the labelling of a word's occurrences came to; see ``scripts/build/senses.py``.

    Attributes
    ----------
    occurrences, dropped : int
        How often the word stands in the corpus, and how many of these no sense was clear enough for.
    labelled : dict of str to int
        How many were labelled with each sense.
    shares : dict of str to float
        The estimated share of each sense, summing to 1.
    totals : dict of str to float
        The sum of the word's whole row in each kind of counts.
    test_set : str
        The set that the labels were measured on, or "".
    scores : dict of str to Score
        Of the senses that the set has.
    right, judged : int
        Over these senses: labels that are right, and labels in all.
    """

    occurrences: int
    dropped: int
    labelled: Mapping[str, int]
    shares: Mapping[str, float]
    totals: Mapping[str, float] = field(repr=False)
    test_set: str
    scores: Mapping[str, Score]
    right: int
    judged: int

    def shares_among(self, names: Sequence[str]) -> tuple[float, ...]:
        """Return the estimated shares of some of the senses, summing to 1."""
        shares = [self.shares[name] for name in names]
        return tuple(share / sum(shares) for share in shares)


def load_labels(directory: Path = assets.ASSETS) -> dict[str, Labels]:
    """Load what the labelling of each word of the catalogue came to.

    Raises
    ------
    AssetProblem
        When the file is missing or damaged.
    """
    stored = json.loads(assets.verified(LABELS, directory).read_text(encoding="utf-8"))
    return {
        word: Labels(
            **{name: entry[name] for name in ("occurrences", "dropped", "labelled", "totals")},
            shares={name: share / sum(entry["shares"].values()) for name, share in entry["shares"].items()},
            test_set=entry["measured"]["set"],
            scores={name: Score(**score) for name, score in entry["measured"]["senses"].items()},
            right=entry["measured"]["right"],
            judged=entry["measured"]["labelled"],
        )
        for word, entry in stored["words"].items()
    }


def owners(space: Space, entry: SenseWord, words: Sequence[str]) -> list[int]:
    """Return, for each word that the space holds, the sense whose cue words it is nearest to."""
    found = np.argmax(space.unit[space.rows(words)] @ anchors(space, entry).T, axis=1)
    return [int(sense) for sense in found]


def anchors(space: Space, entry: SenseWord) -> Vectors:
    """Return one direction a sense, (S, d), each of length 1: the mean of its cue words' unit vectors.

    Cue words that the space does not hold are left out; a sense without any gets zeros.
    """
    means = np.zeros((len(entry.senses), space.unit.shape[1]), dtype=np.float32)
    for mean, sense in zip(means, entry.senses, strict=True):
        held = [word for word in sense.cues if word in space]
        if held:
            mean[:] = space.unit[space.rows(held)].mean(axis=0)
    return unit_rows(means)
