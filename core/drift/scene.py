"""A drift with all that its figures show of it: what is near, the mixture chosen, and the word as it was trained."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from core.counts.senses import Labels
from core.drift.laws import Constant, Floats
from core.drift.nearby import Around, Nearby
from core.drift.path import Drift
from core.drift.sense_plane import SensePlane, sense_plane
from core.spaces.space import Vectors


@dataclass(frozen=True, eq=False)
class Scene:
    """A drift with what its figures show beside it.

    Attributes
    ----------
    way, near : Drift, Nearby
        The drift, and what is near along it.
    spot, spot_near : Drift, Nearby
        The word at the proportions chosen, in a single frame, and what is near there.
    around : Around
        Words about the senses.
    trained : ndarray (W, d)
        The vector of the word as trained on the untouched corpus, or those of two words merged.
    law : Constant
        c of the log law in this space.
    corpus : Drift or None
        A single frame at the proportions that the corpus has, where these are known.
    labels : Labels or None
        How the senses of a word of the catalogue were told apart in the text.
    """

    way: Drift
    near: Nearby
    spot: Drift
    spot_near: Nearby
    around: Around
    trained: Floats = field(repr=False)
    law: Constant
    corpus: Drift | None = None
    labels: Labels | None = field(default=None, repr=False)

    @cached_property
    def plane(self) -> SensePlane:
        """The plane of the senses, which the drift is drawn in."""
        return sense_plane(self.way.senses)

    @property
    def own(self) -> Floats | None:
        """The vector of the word as it was trained; None for two words merged, which never was."""
        return self.trained[0] if len(self.trained) == 1 else None


@dataclass(frozen=True, eq=False)
class Shift:
    """The way of a word through two senses on a plane of named axes, and where on it the word is.

    Attributes
    ----------
    way : Drift
        The way.
    places : ndarray (T, 2)
        Where on the plane it passes, see :func:`core.map.axes.on_axes`.
    share : int
        How much of the text is of the second sense, percent.
    """

    way: Drift
    places: Vectors = field(repr=False)
    share: int

    @property
    def shares(self) -> tuple[float, float]:
        """How much of the text is of each sense, summing to 1."""
        return 1 - self.share / 100, self.share / 100

    @property
    def spot(self) -> Vectors:
        """Where the word is, (2,)."""
        spot: Vectors = self.places[self.way.frame_at(self.shares)]
        return spot
