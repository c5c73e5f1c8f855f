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
_CLEAR = (-3, 3, -3, 3)  # pixels between a label and the dots of other words
_NARROW = 270.0  # plot width in pixels on a phone of 390
_NARROW_LESS = 90.0  # pixels of height that a legend of several rows takes there
WIDE = 880.0  # on a laptop of 1366, beside the panel


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
    wide: float = WIDE,
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
    wide : float
        Width of the plot on a laptop, pixels.
    """
    rows = list(range(len(texts)) if order is None else order)
    half = size / 2 * np.array([[sum(_WIDTHS.get(letter, _WIDTH) for letter in text), 1] for text in texts])
    narrow, broad = (
        _Room(_pixels(coordinates, extent, width, tall, equal), half, (width, tall), marker, over_points)
        for width, tall in ((_NARROW, height - _NARROW_LESS), (wide, height))
    )
    placed: dict[int, Label] = {}
    # What a phone shows, a wide screen shows too, so it must be free on both.
    for rooms in ((narrow, broad), (broad,)):
        for row in rows:
            if len(placed) >= limit:
                break
            if row in placed:
                continue
            free = np.logical_and.reduce([room.free[row] for room in rooms])
            if free.any():
                side = int(free.argmax())
                placed[row] = Label(row, _SIDES[side][0], narrow=narrow in rooms)
                for room in rooms:
                    room.take(row, side)
    return list(placed.values())


def _pixels(
    coordinates: npt.NDArray[np.float32], extent: Extent, width: float, height: float, equal: bool
) -> npt.NDArray[np.float64]:
    """Return where the points stand on a screen of that width, (n, 2), from its bottom left corner."""
    left, right, bottom, top = extent
    scale = np.array([width / (right - left), height / (top - bottom)])
    if equal:
        scale[:] = scale.min()
    corner = np.array([left + right, bottom + top]) / 2 - np.array([width, height]) / scale / 2
    return np.asarray((np.asarray(coordinates, dtype=float) - corner) * scale)


class _Room:
    """The sides of each point on which its label would lie on nothing so far, on a screen of one width."""

    def __init__(
        self,
        points: npt.NDArray[np.float64],
        half: npt.NDArray[np.float64],
        screen: tuple[float, float],
        marker: float,
        over_points: bool,
    ) -> None:
        gap = marker / 2 / 0.8 + 1  # Plotly's distance between a point and its text
        turns = np.array([(x, y) for _, x, y in _SIDES])
        centres = points[:, None] + turns * (half[:, None] + gap)
        low, high = centres - half[:, None], centres + half[:, None]
        # In pixels: left, right, bottom, top.
        self.boxes = np.stack([low[..., 0], high[..., 0], low[..., 1], high[..., 1]], axis=2)  # (n, 8, 4)
        self.free = np.asarray(((low >= 0) & (high <= screen)).all(axis=2), dtype=np.bool_)  # (n, 8)
        if not over_points:
            for row, dot in enumerate(points.repeat(2, axis=1)):
                hidden = _overlap(self.boxes + _CLEAR, dot)
                hidden[row] = False
                self.free &= ~hidden

    def take(self, point: int, side: int) -> None:
        self.free &= ~_overlap(self.boxes, self.boxes[point, side])


def _overlap(boxes: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Return which boxes overlap another one."""
    left, right, bottom, top = other
    across = (boxes[..., 0] < right) & (boxes[..., 1] > left)
    return np.asarray(across & (boxes[..., 2] < top) & (boxes[..., 3] > bottom), dtype=np.bool_)
