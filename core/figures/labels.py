"""Which labels can be drawn without lying on each other, and on which side of their point.

Greedy and in order of importance: each label takes the first free side of its point; one that finds none is left
to the hover. A figure does not know how wide the reader's screen is, so the choice is made twice: labels that
fit on a phone, and those for which there is room only on a wide screen (a style rule of the page hides these on a
phone).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Extent = tuple[float, float, float, float]

# Where a label may go: Plotly's name, then the box's centre in units of its own width and height.
_SIDES = (
    ("top center", 0.0, 1.0),
    ("middle right", 1.0, 0.0),
    ("bottom center", 0.0, -1.0),
    ("middle left", -1.0, 0.0),
    ("top right", 1.0, 1.0),
    ("bottom right", 1.0, -1.0),
    ("top left", -1.0, 1.0),
    ("bottom left", -1.0, -1.0),
)
_NARROW = 300.0  # plot width in pixels on a phone of 390
_WIDE = 880.0  # on a laptop of 1366, beside the panel


@dataclass(frozen=True)
class Label:
    """One label that is drawn.

    Attributes
    ----------
    point : int
        Row of its point.
    side : str
        Plotly's ``textposition``.
    narrow : bool
        Whether it also fits on a phone.
    """

    point: int
    side: str
    narrow: bool


def place_labels(
    coordinates: npt.NDArray[np.float32],
    texts: Sequence[str],
    extent: Extent,
    *,
    height: float,
    order: Sequence[int] | None = None,
    size: float = 12.0,
    gap: float = 7.0,
    limit: int = 300,
    equal: bool = True,
    over_points: bool = False,
) -> list[Label]:
    """Return the labels that fit, the more important first.

    Parameters
    ----------
    coordinates : ndarray, (n, 2)
        The points, in the units of the extent.
    texts : sequence of str, (n,)
        Their labels.
    extent : tuple of float
        Left, right, bottom, top of the axes.
    height : float
        Height of the plot in pixels.
    order : sequence of int, optional
        Rows by importance, first come first served; the given order otherwise.
    size, gap : float
        Letter height and distance between point and label, pixels.
    limit : int
        Most labels drawn.
    equal : bool
        Whether both axes are drawn to the same scale.
    over_points : bool
        Whether a label may lie on points that have none, as it must where there are thousands.
    """
    rows = list(range(len(texts)) if order is None else order)
    placed: dict[int, Label] = {}
    for width in (_NARROW, _WIDE):
        room = _Room(coordinates, extent, width, height, size, gap, equal, over_points)
        for label in placed.values():
            room.take(label.point, texts[label.point], label.side)
        for row in rows:
            if len(placed) >= limit:
                break
            if row not in placed and (side := room.first_free(row, texts[row])):
                room.take(row, texts[row], side)
                placed[row] = Label(row, side, narrow=width == _NARROW)
    return list(placed.values())


class _Room:
    """The boxes taken so far, in pixels of one screen width."""

    def __init__(
        self,
        coordinates: npt.NDArray[np.float32],
        extent: Extent,
        width: float,
        height: float,
        size: float,
        gap: float,
        equal: bool,
        over_points: bool,
    ) -> None:
        left, right, bottom, top = extent
        scale = np.array([width / (right - left), height / (top - bottom)])
        if equal:
            scale[:] = scale.min()
        corner = np.array([left + right, bottom + top]) / 2 - np.array([width, height]) / scale / 2
        self.points = (np.asarray(coordinates, dtype=float) - corner) * scale
        self.width, self.height, self.size, self.gap = width, height, size, gap
        self.over_points = over_points
        self.boxes = np.empty((0, 4))

    def box(self, point: int, text: str, side: str) -> npt.NDArray[np.float64]:
        dx, dy = next((x, y) for name, x, y in _SIDES if name == side)
        half_width, half_height = 0.27 * self.size * len(text) + 1, 0.58 * self.size
        x, y = self.points[point]
        x += dx * (half_width + self.gap)
        y += dy * (half_height + self.gap * (0.5 if dx else 1))
        return np.array([x - half_width, x + half_width, y - half_height, y + half_height])

    def first_free(self, point: int, text: str) -> str | None:
        for side, _, _ in _SIDES:
            box = self.box(point, text, side)
            inside = box[0] >= 0 and box[1] <= self.width and box[2] >= 0 and box[3] <= self.height
            if inside and not self._covered(box, point):
                return side
        return None

    def take(self, point: int, text: str, side: str) -> None:
        self.boxes = np.vstack([self.boxes, self.box(point, text, side)])

    def _covered(self, box: npt.NDArray[np.float64], point: int) -> bool:
        taken = self.boxes
        if len(taken) and bool(
            ((taken[:, 0] < box[1]) & (taken[:, 1] > box[0]) & (taken[:, 2] < box[3]) & (taken[:, 3] > box[2])).any()
        ):
            return True
        if self.over_points:
            return False
        x, y = self.points[:, 0], self.points[:, 1]
        under = (x > box[0] - 3) & (x < box[1] + 3) & (y > box[2] - 3) & (y < box[3] + 3)
        under[point] = False
        return bool(under.any())
