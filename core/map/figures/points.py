"""What the figures of the map share: hover texts, lines to neighbours, the order of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.charts import Hover, Theme, Trace, line, plain
from core.map.projection import Coordinates, Projection

Rows = Sequence[int] | npt.NDArray[np.intp]
HEIGHT = 490  # pixels; with the controls it fills a laptop's screen
GAP = -1  # in place of a row, where a line is broken


def at(points: Coordinates, rows: Rows) -> list[list[float | None]]:
    """Return where some rows stand, one list a dimension; None at a gap."""
    places = points[np.asarray(rows, dtype=np.intp)].T.tolist()
    return [[None if row == GAP else value for row, value in zip(rows, places_, strict=True)] for places_ in places]


def spokes(
    projection: Projection, selected: int | None, points: Coordinates, look: Theme, width: float = 1.6
) -> list[tuple[Rows, Trace]]:
    """Return the lines from the word picked to its true neighbours, near and far: the rows they join, and the trace."""
    if selected is None:
        return []
    drawn: list[tuple[Rows, Trace]] = []
    for is_near, name, colour, dash in ((True, "near", look.accent, "solid"), (False, "far", look.loss, "dash")):
        ends = projection.neighbours[selected][projection.near[selected] == is_near]
        rows = [row for end in ends.tolist() for row in (selected, end, GAP)]
        x, y, *z = at(points, rows)
        depth: dict[str, Any] = {"type": "scatter3d", "z": z[0]} if z else {}
        name = f"true neighbour, {name}"
        drawn.append((rows, line(x, y, color=colour, width=width, dash=dash, name=name, showlegend=bool(rows)) | depth))
    return drawn


def hover(projection: Projection, words: Sequence[str], group_of: Sequence[str], rows: Rows) -> Hover:
    """Return what a pointer is told over each row; a click reads the word from here, escaped as it is drawn."""
    k, shares = projection.k, projection.kept[rows].tolist()
    kept = [
        f"the map keeps {round(share * k)} of its {k} nearest" if k else "the only word on the map" for share in shares
    ]
    return Hover([[plain(words[i]), f"{plain(group_of[i])}<br>{text}"] for i, text in zip(rows, kept, strict=True)])


def importance(projection: Projection, selected: int | None, n: int) -> list[int]:
    """Return all rows, those whose label matters most first: the word picked, its neighbours, then as given."""
    first = [] if selected is None else [selected, *projection.neighbours[selected].tolist()]
    return list(dict.fromkeys([*first, *range(n)]))
