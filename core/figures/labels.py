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
# Advance widths of the page's font in bold, in em: a label measured so is never wider than it was taken to be.
_WIDTHS = {
    letter: width
    for width, letters in (
        (0.20, " "), (0.29, "ijl"), (0.33, "-"), (0.34, "f"), (0.38, "t"), (0.40, "r"), (0.44, "s"), (0.47, "cz"),
        (0.52, "evxy"), (0.86, "m"), (0.78, "w"),
    )
    for letter in letters
}  # fmt: skip
_WIDTH = 0.57  # of every other letter
_NARROW = 270.0  # plot width in pixels on a phone of 390
_NARROW_LESS = 90.0  # pixels of height that a legend of several rows takes there
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
    marker: float = 16.0,
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
    size, marker : float
        Font size, and diameter of the marker that keeps the label off its point, pixels.
    limit : int
        Most labels drawn.
    equal : bool
        Whether both axes are drawn to the same scale.
    over_points : bool
        Whether a label may lie on points that have none, as it must where there are thousands.
    """
    rows = list(range(len(texts)) if order is None else order)
    narrow, wide = (
        _Room(coordinates, extent, width, tall, size, marker, equal, over_points)
        for width, tall in ((_NARROW, height - _NARROW_LESS), (_WIDE, height))
    )
    placed: dict[int, Label] = {}
    # What a phone shows, a wide screen shows too, so it must be free on both.
    for rooms in ((narrow, wide), (wide,)):
        for row in rows:
            if len(placed) >= limit:
                break
            if row in placed:
                continue
            side = next(
                (name for name, _, _ in _SIDES if all(room.free(row, texts[row], name) for room in rooms)), None
            )
            if side is not None:
                placed[row] = Label(row, side, narrow=narrow in rooms)
                for room in rooms:
                    room.take(row, texts[row], side)
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
        marker: float,
        equal: bool,
        over_points: bool,
    ) -> None:
        left, right, bottom, top = extent
        scale = np.array([width / (right - left), height / (top - bottom)])
        if equal:
            scale[:] = scale.min()
        corner = np.array([left + right, bottom + top]) / 2 - np.array([width, height]) / scale / 2
        self.points = (np.asarray(coordinates, dtype=float) - corner) * scale
        self.width, self.height, self.size = width, height, size
        self.gap = marker / 2 / 0.8 + 1  # Plotly's distance between a point and its text
        self.over_points = over_points
        self.boxes = np.empty((0, 4))

    def box(self, point: int, text: str, side: str) -> npt.NDArray[np.float64]:
        dx, dy = next((x, y) for name, x, y in _SIDES if name == side)
        half_width, half_height = self.size * sum(_WIDTHS.get(letter, _WIDTH) for letter in text) / 2, self.size / 2
        x, y = self.points[point]
        x += dx * (half_width + self.gap)
        y += dy * (half_height + self.gap)
        return np.array([x - half_width, x + half_width, y - half_height, y + half_height])

    def free(self, point: int, text: str, side: str) -> bool:
        box = self.box(point, text, side)
        inside = box[0] >= 0 and box[1] <= self.width and box[2] >= 0 and box[3] <= self.height
        return bool(inside) and not self._covered(box, point)

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
