"""The plane that a word's senses span, to draw its drift in."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.drift.laws import Floats


@dataclass(frozen=True, eq=False)
class SensePlane:
    """A plane in the space.

    Attributes
    ----------
    origin : ndarray (d,)
        The point at (0, 0): zero for two senses, whose span is a plane; else the mean of the senses.
    axes : ndarray (2, d)
        Two directions at right angles, each of length 1.
    """

    origin: Floats = field(repr=False)
    axes: Floats = field(repr=False)

    def place(self, vectors: npt.ArrayLike) -> Floats:
        """Return where vectors stand in the plane, (n, 2)."""
        placed: Floats = (np.asarray(vectors) - self.origin) @ self.axes.T
        return placed

    def held(self, vectors: npt.ArrayLike) -> float:
        """Return the share of the spread of some vectors about the origin that the plane shows, 0 to 1."""
        moved = np.asarray(vectors) - self.origin
        whole = float(np.square(moved).sum())
        return float(np.square(moved @ self.axes.T).sum()) / whole if whole > 0 else 1.0

    def off(self, vectors: npt.ArrayLike) -> Floats:
        """Return how far vectors lie off the plane, as a share of their length, (n,)."""
        moved = np.asarray(vectors) - self.origin
        outside = np.linalg.norm(moved - (moved @ self.axes.T) @ self.axes, axis=1)
        lengths = np.linalg.norm(vectors, axis=1)
        shares: Floats = outside / np.where(lengths > 0, lengths, 1)
        return shares


def sense_plane(senses: Floats) -> SensePlane:
    """Return the plane of a word's senses.

    Two senses: their span, the bisector of both upwards, the first sense on the left. Three: the plane through their
    ends. More: the plane that holds most of their spread (principal components). The first sense is on the left, and
    the last above the middle.

    Raises
    ------
    ValueError
        When there are fewer than two senses, one is zero, or they lie on one line.
    """
    n = len(senses)
    if n < 2:
        raise ValueError(f"a plane needs two senses at least, not {n}")
    lengths = np.linalg.norm(senses, axis=1)
    if not lengths.min() > 0:
        raise ValueError("one sense is zero, so the senses lie on one line and span no plane")
    if n == 2:
        first, second = senses / lengths[:, None]
        across, up = second - first, first + second
        if min(np.linalg.norm(across), np.linalg.norm(up)) < 1e-9:
            raise ValueError("both senses lie on one line, so they span no plane")
        return SensePlane(np.zeros(senses.shape[1]), np.array([_unit(across), _unit(up)]))
    origin = senses.mean(axis=0)
    _, strengths, directions = np.linalg.svd(senses - origin, full_matrices=False)
    if strengths[1] < 1e-9 * max(strengths[0], 1e-9):
        raise ValueError("the senses lie on one line, so they span no plane")
    flat = (senses - origin) @ directions[:2].T
    start, end = (np.arctan2(flat[i, 1], flat[i, 0]) for i in (0, -1))
    between = (end - start + np.pi) % (2 * np.pi) - np.pi
    # Seen from the middle the first sense is put at the left, a little low, and the last clockwise of it, so above.
    mirror = 1.0 if between < 0 else -1.0
    turn = np.pi + min(np.pi / 6, abs(between) / 2) - mirror * start
    cosine, sine = np.cos(turn), np.sin(turn)
    axes = np.array([[cosine, -sine * mirror], [sine, cosine * mirror]]) @ directions[:2]
    return SensePlane(origin, axes)


def _unit(vector: Floats) -> Floats:
    unit: Floats = vector / np.linalg.norm(vector)
    return unit
