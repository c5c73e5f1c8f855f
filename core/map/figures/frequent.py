"""The map of thousands of words: how thickly they lie, with some of them as points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.charts import Hover, Plot, Theme, axis, dots, packed, placed, plain, rgba, still
from core.charts.labels import place_labels
from core.charts.points import inside
from core.charts.theme import blend
from core.map.figures.points import HEIGHT, importance, spokes
from core.map.picture import Region
from core.map.projection import Projection

_SHADES = 255  # of the haze; it is sent as bytes


def draw_frequent(
    projection: Projection,
    words: Sequence[str],
    region: Region,
    look: Theme,
    *,
    axis_titles: Sequence[str] = ("", ""),
    selected: int | None = None,
) -> Plot:
    """Return thousands of words: how thickly they lie as a raster, some of them as points.

    Parameters are those of :func:`core.map.figures.map_2d.draw_map`; ``region`` is what is shown. The share of its
    neighbours that a word keeps is the colour of its point.
    """
    left, right, bottom, top = region.extent
    rows, columns = region.raster.shape
    points, kept = projection.coordinates, projection.kept
    haze = {
        "type": "heatmap",
        "z": packed(np.rint(_SHADES * region.raster), np.uint8),
        "x0": left + (right - left) / columns / 2,
        "dx": (right - left) / columns,
        "y0": bottom + (top - bottom) / rows / 2,
        "dy": (top - bottom) / rows,
        "colorscale": [[0, rgba(look.accent, 0)], [0.25, rgba(look.accent, 0.10)], [1, rgba(look.accent, 0.38)]],
        "zmin": 0,
        "zmax": _SHADES,
        "zsmooth": "best",
        "showscale": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }
    first = importance(projection, selected, 0)
    drawn = np.array(list(dict.fromkeys([*first, *region.points.tolist()])), dtype=np.intp)
    drawn = drawn[inside(points[drawn], region.extent)]
    names = [words[i] for i in drawn]
    labels = place_labels(
        points[drawn], names, region.extent, height=HEIGHT - 80, marker=8, limit=120, equal=False, over_points=True
    )
    font = {"color": look.faint, "size": 11}
    word_dots = dots(
        packed(points[drawn, 0]),
        packed(points[drawn, 1]),
        color=packed(kept[drawn]),
        size=[11 if i == selected else 5 for i in drawn],
        opacity=None,
        marker={
            "cmin": 0,
            "cmax": 1,
            "colorscale": [[0, look.loss], [0.5, blend(look.loss, look.accent)], [1, look.accent]],
            "colorbar": {
                "title": {"text": "kept", "side": "top", "font": font},
                "thickness": 8,
                "len": 0.45,
                "x": 1.0,
                "xanchor": "right",
                "y": 0.98,
                "yanchor": "top",
                "tickformat": ".0%",
                "tickvals": [0, 0.5, 1],
                "tickfont": font,
                "outlinewidth": 0,
                "bgcolor": rgba(look.paper, 0.8),
            },
            "line": {"width": 0},
        },
        hover=Hover(
            list(zip(map(plain, names), np.rint(projection.k * kept[drawn]).astype(int).tolist(), strict=True)),
            f"<b>%{{customdata[0]}}</b><br>the map keeps %{{customdata[1]}} of its {projection.k} nearest",
        ),
        unselected={"marker": {"opacity": 1}},
        cliponaxis=True,
    )
    lines = [trace for _, trace in spokes(projection, selected, points, look)]
    texts = placed(labels, points[drawn], names, look, marker=8, cliponaxis=True)
    across, up = map(plain, axis_titles)
    x = axis(across, left, right, grid=False, fixed=False)
    y = axis(up, bottom, top, grid=False, fixed=False)
    frame = {"line": {"color": look.accent}}
    return still([haze, *lines, word_dots, *texts], look, x=x, y=y, height=HEIGHT, drag="select", newselection=frame)
