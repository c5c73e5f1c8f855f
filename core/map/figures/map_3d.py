"""The map in three dimensions, to be turned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.charts import Plot, Theme, dots, plain, rgba, still
from core.charts.points import rows_by_group
from core.charts.theme import group_colours
from core.map.figures.points import HEIGHT, at, hover, importance, spokes
from core.map.projection import Projection


def draw_map_3d(
    projection: Projection,
    words: Sequence[str],
    group_of: Sequence[str],
    look: Theme,
    *,
    axis_titles: Sequence[str] = ("", "", ""),
    selected: int | None = None,
    limit: int = 1_500,
) -> Plot:
    """Return a three-dimensional projection that the reader can turn.

    Parameters are those of :func:`core.map.figures.map_2d.draw_map`; ``limit`` is how many words are drawn, the first
    ones given and those that the picked word needs. What a ring says in the plane, opacity says here: a faint
    point has lost its neighbours.
    """
    points = projection.coordinates
    traces = [lines for _, lines in spokes(projection, selected, points, look, width=3)]
    order = importance(projection, selected, len(words))[:limit]
    drawn, labelled = set(order), set(order[: 40 if len(words) > 60 else 60])
    groups = rows_by_group(group_of)
    for group, colour in group_colours(list(groups), look).items():
        rows = np.array([i for i in groups[group] if i in drawn], dtype=np.intp)
        x, y, z = at(points, rows)
        trace = dots(
            x,
            y,
            z=z,
            type="scatter3d",
            color=[rgba(colour, 0.3 + 0.7 * share) for share in projection.kept[rows].tolist()],
            size=[12 if i == selected else 7 for i in rows],
            edge=(look.paper, 0),
            opacity=None,
            name=group,
            text=[plain(words[i]) if i in labelled else "" for i in rows],
            font={"color": look.ink, "size": 11},
            hover=hover(projection, words, group_of, rows),
            legendgroup=group,
        )
        del trace["cliponaxis"]  # which has no meaning in space
        traces.append(trace)
    axis = {
        "backgroundcolor": look.paper,
        "gridcolor": look.grid,
        "showspikes": False,
        "zerolinecolor": look.grid,
        "tickfont": {"color": look.faint, "size": 10},
        "color": look.faint,
        "nticks": 5,
    }
    titles = ({"text": plain(title), "font": {"color": look.faint, "size": 11}} for title in axis_titles)
    scene: dict[str, Any] = {
        name: axis | {"title": title} for name, title in zip(("xaxis", "yaxis", "zaxis"), titles, strict=True)
    }
    camera = {"eye": {"x": 1.05, "y": 1.05, "z": 0.6}, "center": {"x": 0, "y": 0, "z": -0.08}}
    scene |= {"aspectmode": "data", "camera": camera, "dragmode": "turntable"}
    return still(traces, look, height=HEIGHT, drag="pan", scene=scene, margin={"t": 34, "l": 0, "r": 0, "b": 0})
