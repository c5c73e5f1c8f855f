"""What the figures of the map share: hover texts, lines to neighbours, extents, the order of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.figures.labels import Extent
from core.figures.theme import Theme, plain
from core.projection import Coordinates, Indices, Projection

HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>"


@dataclass(frozen=True)
class LineStyle:
    """How a line from a word to a true neighbour is drawn."""

    name: str
    dash: str
    kept: bool

    def colour(self, look: Theme) -> str:
        """Return the line's colour in a theme."""
        return look.accent if self.kept else look.loss


LINE_STYLES = {
    True: LineStyle("true neighbour, near", "solid", kept=True),
    False: LineStyle("true neighbour, far", "dash", kept=False),
}


def extent_of(coordinates: npt.ArrayLike, pad: float = 0.07) -> Extent:
    """Return left, right, bottom and top of the points, with a margin; never an empty range."""
    points = np.asarray(coordinates, dtype=float)
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.where(high - low > 1e-9, high - low, max(float((high - low).max()), 1e-3))
    middle = (low + high) / 2
    low, high = middle - size * (0.5 + pad), middle + size * (0.5 + pad)
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])


def spokes(points: Coordinates, hub: int, ends: Indices) -> list[list[float | None]]:
    """Return one list a dimension that draws a line from the hub to each end, with gaps between."""
    lines: list[list[float | None]] = [[] for _ in range(points.shape[1])]
    for end in ends:
        for line, start, stop in zip(lines, points[hub], points[end], strict=True):
            line += [float(start), float(stop), None]
    return lines


def rows_by_group(group_of: Sequence[str]) -> dict[str, Indices]:
    """Return the rows of each group, in order of first appearance."""
    return {
        group: np.array([i for i, mine in enumerate(group_of) if mine == group], dtype=np.intp)
        for group in dict.fromkeys(group_of)
    }


def kept_text(share: float, k: int) -> str:
    """Return the share that a point keeps, in words."""
    if k == 0:
        return "the only word on the map"
    return f"the map keeps {round(share * k)} of its {k} nearest"


def customdata(
    projection: Projection, words: Sequence[str], group_of: Sequence[str], rows: npt.NDArray[np.intp]
) -> list[list[str]]:
    """Return word and hover line of each row; a click reads the word from here, escaped as it is drawn."""
    k = projection.neighbours.shape[1]
    return [[plain(words[i]), f"{plain(group_of[i])}<br>{kept_text(float(projection.kept[i]), k)}"] for i in rows]


def importance(projection: Projection, selected: int | None, n: int) -> list[int]:
    """Return all rows, those whose label matters most first: the word picked, its neighbours, then as given."""
    first = [] if selected is None else [selected, *(int(i) for i in projection.neighbours[selected])]
    return list(dict.fromkeys([*first, *range(n)]))


def inside(points: Coordinates, extent: Extent) -> npt.NDArray[np.bool_]:
    """Return which points lie within an extent, (n,)."""
    left, right, bottom, top = extent
    x, y = points[:, 0], points[:, 1]
    return np.asarray((x >= left) & (x <= right) & (y >= bottom) & (y <= top), dtype=np.bool_)


def region_of(whole: Extent, wide: tuple[float, float], high: tuple[float, float]) -> Extent:
    """Return the part of an extent between two pairs of percentages, 0 to 100; at least 2 % of it each way."""
    left, right, bottom, top = whole
    x, y = (_apart(pair) for pair in (wide, high))
    return (
        left + (right - left) * x[0] / 100,
        left + (right - left) * x[1] / 100,
        bottom + (top - bottom) * y[0] / 100,
        bottom + (top - bottom) * y[1] / 100,
    )


def percent_of(whole: Extent, x: Sequence[float], y: Sequence[float]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the percentages, 0 to 100, between which a box lies in an extent, in whole numbers."""
    left, right, bottom, top = whole

    def part(values: Sequence[float], low: float, high: float) -> tuple[int, int]:
        shares = sorted(100 * (value - low) / (high - low) for value in values)
        start, stop = int(np.clip(np.floor(shares[0]), 0, 98)), int(np.clip(np.ceil(shares[-1]), 2, 100))
        return start, max(stop, start + 2)

    return part(x, left, right), part(y, bottom, top)


def _apart(pair: tuple[float, float]) -> tuple[float, float]:
    low, high = pair
    return (low, high) if high - low >= 2 else (min(low, 98), min(low, 98) + 2)
