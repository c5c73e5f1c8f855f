"""Directions named by words: a list means "towards these", an arrow means "from here to there"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import SenseDriftError
from core.spaces.space import Space, Vectors, unit_rows
from core.text import split_words

N_FREQUENT = 10_000  # the words that an axis is judged against
_ARROW = re.compile(r"→|->|=>|⇒|>")


class NoDirection(SenseDriftError):
    """The words given for an axis name no direction; the message says what to type instead."""


@dataclass(frozen=True)
class Axis:
    """A direction in words.

    Attributes
    ----------
    towards : tuple of str
        The words at the positive end.
    away : tuple of str
        The words at the other end; empty for an axis that only points towards something.
    """

    towards: tuple[str, ...]
    away: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The axis as it is written on the map: "money, loan, bank" or "cold → hot"."""
        ends = [", ".join(self.away), ", ".join(self.towards)]
        return " → ".join(end for end in ends if end)


def parse_axis(text: str) -> Axis:
    """Read an axis as a reader types it.

    ``"money, loan, bank"`` points towards the mean of three words, ``"cold → hot"`` (or ``"cold -> hot"``)
    from one to the other; either end may be a list.

    Raises
    ------
    NoDirection
        When no word is left, an end of the arrow is empty, or there is more than one arrow.
    """
    ends = [tuple(dict.fromkeys(split_words(end))) for end in _ARROW.split(text)]
    if len(ends) > 2:
        raise NoDirection("An axis has one arrow at most: “cold → hot”.")
    if not all(ends):
        raise NoDirection("Name an axis by a word, a list of words, or a pair: “cold → hot”.")
    return Axis(towards=ends[-1], away=ends[0] if len(ends) == 2 else ())


def axis_vector(space: Space, axis: Axis) -> Vectors:
    """Return the axis as a direction of length 1, (d,).

    Each end is the mean of its words' unit vectors, so that no word counts for more because its vector is
    longer; a pair is the difference of its ends.

    Raises
    ------
    UnknownWord
        When the space does not hold one of the words.
    NoDirection
        When the ends cancel out, as for "hot → hot".
    """
    direction = _mean(space, axis.towards)
    if axis.away:
        direction = direction - _mean(space, axis.away)
    length = np.linalg.norm(direction)
    if length < 1e-6:
        raise NoDirection("Both ends of the axis are the same; name two different words.")
    return np.asarray(direction / length, dtype=np.float32)


def on_axes(space: Space, axes: tuple[Axis, Axis], vectors: npt.ArrayLike) -> Vectors:
    """Return the cosines of some vectors with two axes, (n, 2).

    Raises
    ------
    UnknownWord, NoDirection
        As :func:`axis_vector`.
    """
    found: Vectors = unit_rows(vectors) @ np.stack([axis_vector(space, axis) for axis in axes]).T
    return found


def dividing_line(space: Space, axis: Axis) -> float:
    """Return the cosine at which a plane is divided along an axis.

    For a pair it is 0, as near to one end as to the other. Cosines with a list of words lean to the positive (the
    frequent words of a space share a direction), so there it is the cosine that one in twenty of the 10,000 most
    frequent words exceeds.
    """
    if axis.away:
        return 0.0
    return float(np.quantile(space.unit[:N_FREQUENT] @ axis_vector(space, axis), 0.95))


def rank_share(space: Space, axis: Axis, cosine: float) -> float:
    """Return the share, 0 to 1, of the 10,000 most frequent words that have a smaller cosine with an axis."""
    return float((space.unit[:N_FREQUENT] @ axis_vector(space, axis) < cosine).mean())


def known_part(space: Space, axis: Axis) -> tuple[Axis, list[str]]:
    """Return the axis with its unknown words left out, and those words.

    Raises
    ------
    NoDirection
        When an end has no known word left; the message names the words.
    """
    unknown = [word for word in (*axis.away, *axis.towards) if word not in space]
    towards = tuple(word for word in axis.towards if word in space)
    away = tuple(word for word in axis.away if word in space)
    if not towards or (axis.away and not away):
        raise NoDirection("None of the words at one end of the axis is among our words.")
    return Axis(towards, away), unknown


def _mean(space: Space, words: Sequence[str]) -> Vectors:
    mean: Vectors = space.unit[space.rows(words)].mean(axis=0)
    return mean
