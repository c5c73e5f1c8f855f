"""The map in three dimensions, to be turned by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.points import rows_by_group
from core.charts.theme import Theme, figure, group_colours, plain, rgba
from core.map.figures.points import HOVER, LINE_STYLES, customdata, importance, spokes
from core.map.projection import Projection, kept_mask


def build_map_3d(
    projection: Projection,
    words: Sequence[str],
    group_of: Sequence[str],
    look: Theme,
    *,
    axis_titles: Sequence[str] = ("", "", ""),
    selected: int | None = None,
    limit: int = 1_500,
    height: int = 500,
) -> go.Figure:
    """Draw a three-dimensional projection that the reader can turn.

    Parameters are those of :func:`core.map.figures.map_2d.build_map`; ``limit`` is how many words are drawn, the first
    ones given and those that the picked word needs. What a ring says in the plane, opacity says here: a faint
    point has lost its neighbours.
    """
    fig = figure(look, height=height)
    points = projection.coordinates
    colours = group_colours(list(dict.fromkeys(group_of)), look)
    if selected is not None:
        mask = kept_mask(projection.neighbours, points)[selected]
        for kept, style in LINE_STYLES.items():
            x, y, z = spokes(points, selected, projection.neighbours[selected][mask == kept])
            line = {"color": style.colour(look), "width": 3, "dash": style.dash}
            fig.add_scatter3d(x=x, y=y, z=z, mode="lines", line=line, name=style.name, hoverinfo="skip")
    order = importance(projection, selected, len(words))[:limit]
    drawn, shown = set(order), set(order[: 40 if len(words) > 60 else 60])
    for group, members in rows_by_group(group_of).items():
        rows = np.array([i for i in members if i in drawn], dtype=np.intp)
        fig.add_scatter3d(
            x=points[rows, 0],
            y=points[rows, 1],
            z=points[rows, 2],
            mode="markers+text",
            text=[plain(words[i]) if i in shown else "" for i in rows],
            textfont={"color": look.ink, "size": 11},
            textposition="top center",
            customdata=customdata(projection, words, group_of, rows),
            hovertemplate=HOVER,
            name=plain(group),
            legendgroup=group,
            marker={
                "size": [12 if i == selected else 7 for i in rows],
                "color": [rgba(colours[group], 0.3 + 0.7 * float(projection.kept[i])) for i in rows],
                "line": {"width": 0},
            },
        )
    axis = {
        "backgroundcolor": look.paper,
        "gridcolor": look.grid,
        "showspikes": False,
        "zerolinecolor": look.grid,
        "tickfont": {"color": look.faint, "size": 10},
        "color": look.faint,
        "nticks": 5,
    }

    def title(i: int) -> dict[str, object]:
        return {"text": plain(axis_titles[i]), "font": {"color": look.faint, "size": 11}}

    fig.plan.update(
        scene={
            "xaxis": axis | {"title": title(0)},
            "yaxis": axis | {"title": title(1)},
            "zaxis": axis | {"title": title(2)},
            "aspectmode": "data",
            "camera": {"eye": {"x": 1.05, "y": 1.05, "z": 0.6}, "center": {"x": 0, "y": 0, "z": -0.08}},
            "dragmode": "turntable",
        },
        margin={"t": 34, "l": 0, "r": 0, "b": 0},
    )
    return fig
