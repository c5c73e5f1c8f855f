"""What the figures of the map share: hover texts, lines to neighbours, the order of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.charts.theme import Theme, plain
from core.map.projection import Coordinates, Indices, Projection

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


def spokes(points: Coordinates, hub: int, ends: Indices) -> list[list[float | None]]:
    """Return one list a dimension that draws a line from the hub to each end, with gaps between."""
    lines: list[list[float | None]] = [[] for _ in range(points.shape[1])]
    for end in ends:
        for line, start, stop in zip(lines, points[hub], points[end], strict=True):
            line += [float(start), float(stop), None]
    return lines


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
