"""Sentences in the plane of a word's senses: one point for the word, an arrow's tip for each use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.context.disambiguation import Verdict, decide
from core.context.weights import ContextualVector, Floats
from core.drift.sense_plane import SensePlane, sense_plane
from core.spaces.space import unit_rows


@dataclass(frozen=True, eq=False)
class Tip:
    """Where one sentence puts the word under one scheme.

    Attributes
    ----------
    sentence : int
        Which sentence, from 0.
    context : ContextualVector
        What its words make of the target.
    at : tuple of float
        Place in the plane of the contextual vector, scaled to length 1.
    verdict : Verdict
        Which sense it speaks for.
    aside : bool
        Whether it is only shown beside another: the sentence before another one was added to it.
    """

    sentence: int
    context: ContextualVector = field(repr=False)
    at: tuple[float, float]
    verdict: Verdict
    aside: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """The plane with all that stands in it.

    Attributes
    ----------
    plane : SensePlane
        The plane of the senses' anchors.
    anchors : ndarray (S, d)
        Directions of length 1.
    senses : ndarray (S, 2)
        Where they stand.
    word : ndarray (2,) or None
        Where the word's one vector stands, scaled to length 1; None when the space does not hold the word.
    tips : tuple of Tip
        One for each sentence and scheme.
    threshold : float
        By how much a sense must lead.
    """

    plane: SensePlane = field(repr=False)
    anchors: Floats = field(repr=False)
    senses: Floats = field(repr=False)
    word: Floats | None = field(repr=False)
    tips: tuple[Tip, ...]
    threshold: float

    @property
    def start(self) -> Floats:
        """Where arrows begin, (2,): at the word's one vector, at the place of the zero vector where it has none."""
        return self.plane.place(np.zeros((1, self.anchors.shape[1])))[0] if self.word is None else self.word

    @property
    def exact(self) -> bool:
        """Whether the plane decides alone: the leads of two or three senses depend on the place in it only."""
        return len(self.anchors) <= 3

    def region(self, sense: int, view: tuple[float, float, float, float]) -> Floats:
        """Return the corners of the part of a view in which a sense leads by enough, (n, 2); empty where it never does.

        Parameters
        ----------
        sense : int
            Which one.
        view : tuple of float
            Left, right, low and high end.
        """
        left, right, low, high = view
        corners = np.array([[left, low], [right, low], [right, high], [left, high]], dtype=np.float64)
        for other in range(len(self.anchors)):
            if other != sense:
                # Its lead over another sense grows evenly along one direction of the plane.
                apart = self.anchors[sense] - self.anchors[other]
                leads = corners @ (self.plane.axes @ apart) + self.plane.origin @ apart - self.threshold
                corners = _clipped(corners, leads)
        return corners


def _clipped(corners: Floats, leads: Floats) -> Floats:
    """Return the part of a convex polygon in which what the corners bear is at least 0."""
    kept: list[Floats] = []
    for here, there, a, b in zip(corners, np.roll(corners, -1, axis=0), leads, np.roll(leads, -1), strict=True):
        if a >= 0:
            kept.append(here)
        if (a >= 0) != (b >= 0):
            kept.append(here + (there - here) * a / (a - b))
    return np.array(kept).reshape(-1, 2)


def make_scene(
    anchors: npt.ArrayLike,
    contexts: Sequence[tuple[int, ContextualVector]],
    threshold: float,
    aside: Sequence[tuple[int, ContextualVector]] = (),
) -> Scene:
    """Place sentences in the plane of a word's senses.

    Parameters
    ----------
    anchors : array-like (S, d)
        One direction of length 1 a sense.
    contexts : sequence of (int, ContextualVector)
        Sentences by number, at least one, all of one target.
    threshold : float
        By how much a sense must lead.
    aside : sequence of (int, ContextualVector)
        Sentences shown beside, as they were before another one was added.

    Raises
    ------
    ValueError
        When the senses span no plane.
    """
    directions = np.asarray(anchors, dtype=np.float64)
    plane = sense_plane(directions)

    def tip(sentence: int, context: ContextualVector, *, beside: bool) -> Tip:
        x, y = plane.place(unit_rows(np.atleast_2d(context.vector)))[0]
        return Tip(sentence, context, (float(x), float(y)), decide(context.vector, directions, threshold), beside)

    word = contexts[0][1].word
    return Scene(
        plane,
        directions,
        plane.place(directions),
        plane.place(unit_rows(np.atleast_2d(word)))[0] if np.abs(word).max() > 0 else None,
        (
            *(tip(number, context, beside=False) for number, context in contexts),
            *(tip(number, context, beside=True) for number, context in aside),
        ),
        threshold,
    )
