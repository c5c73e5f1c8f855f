"""Extents of points, and regions of an extent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.charts.labels import Extent


def extent_of(coordinates: npt.ArrayLike, pad: float = 0.07) -> Extent:
    """Return left, right, bottom and top of the points, with a margin; never an empty range."""
    points = np.asarray(coordinates, dtype=float)
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.where(high - low > 1e-9, high - low, max(float((high - low).max()), 1e-3))
    middle = (low + high) / 2
    low, high = middle - size * (0.5 + pad), middle + size * (0.5 + pad)
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])


def rows_by_group(group_of: Sequence[str]) -> dict[str, npt.NDArray[np.intp]]:
    """Return the rows of each group, in order of first appearance."""
    return {
        group: np.array([i for i, mine in enumerate(group_of) if mine == group], dtype=np.intp)
        for group in dict.fromkeys(group_of)
    }


def inside(points: npt.NDArray[np.floating], extent: Extent) -> npt.NDArray[np.bool_]:
    """Return which points lie within an extent, (n,)."""
    left, right, bottom, top = extent
    x, y = points[:, 0], points[:, 1]
    return np.asarray((x >= left) & (x <= right) & (y >= bottom) & (y <= top), dtype=np.bool_)


def region_of(whole: Extent, wide: tuple[float, float], high: tuple[float, float]) -> Extent:
    """Return the part of an extent between two pairs of percentages, 0 to 100; at least 2 % of it each way."""
    left, right, bottom, top = whole
    return *_between(left, right, wide), *_between(bottom, top, high)


def percent_of(whole: Extent, x: Sequence[float], y: Sequence[float]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the percentages, 0 to 100, between which a box lies in an extent, in whole numbers."""
    left, right, bottom, top = whole

    def part(values: Sequence[float], low: float, high: float) -> tuple[int, int]:
        shares = sorted(100 * (value - low) / (high - low) for value in values)
        start, stop = int(np.clip(np.floor(shares[0]), 0, 98)), int(np.clip(np.ceil(shares[-1]), 2, 100))
        return start, max(stop, start + 2)

    return part(x, left, right), part(y, bottom, top)


def _between(low: float, high: float, percentages: tuple[float, float]) -> tuple[float, float]:
    start, stop = percentages
    start, stop = (start, stop) if stop - start >= 2 else (min(start, 98), min(start, 98) + 2)
    return low + (high - low) * start / 100, low + (high - low) * stop / 100
