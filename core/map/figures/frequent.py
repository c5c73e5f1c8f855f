"""The map of thousands of words: how thickly they lie, with some of them as points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from core.charts.labels import Extent, place_labels
from core.charts.points import inside
from core.charts.theme import Theme, blend, figure, label_font, plain, rgba
from core.map.figures.points import HOVER, LINE_STYLES, kept_text, spokes
from core.map.projection import Projection, kept_mask


def build_frequent_map(
    projection: Projection,
    words: Sequence[str],
    raster: npt.NDArray[np.float32],
    extent: Extent,
    look: Theme,
    *,
    points: Sequence[int],
    axis_titles: Sequence[str] = ("", ""),
    selected: int | None = None,
    height: int = 500,
) -> go.Figure:
    """Draw thousands of words: how thickly they lie as a raster, some of them as points.

    Parameters
    ----------
    projection : Projection
        Of all n words; the share that a word keeps is the colour of its point.
    words : sequence of str, (n,)
        All words.
    raster : ndarray, (rows, columns)
        Density over the extent, 0 to 1, as :func:`core.map.projection.density` returns it.
    extent : tuple of float
        Left, right, bottom, top of what is shown.
    look : Theme
        Colours.
    points : sequence of int
        Rows drawn as points, the most important first.
    axis_titles : sequence of str, (2,)
        What the axes measure.
    selected : int, optional
        Row of the word that the reader picked.
    height : int
        Pixels.
    """
    left, right, bottom, top = extent
    rows, columns = raster.shape
    coordinates, kept = projection.coordinates, projection.kept
    k = projection.neighbours.shape[1]
    first = [] if selected is None else [selected, *projection.neighbours[selected]]
    fig = figure(look, height=height)
    fig.add_heatmap(
        z=raster,
        x0=left + (right - left) / columns / 2,
        dx=(right - left) / columns,
        y0=bottom + (top - bottom) / rows / 2,
        dy=(top - bottom) / rows,
        colorscale=[[0, rgba(look.accent, 0)], [0.25, rgba(look.accent, 0.10)], [1, rgba(look.accent, 0.38)]],
        zmin=0,
        zmax=1,
        zsmooth="best",
        showscale=False,
        hoverinfo="skip",
        showlegend=False,
    )
    if selected is not None:
        mask = kept_mask(projection.neighbours, coordinates)[selected]
        for is_kept, style in LINE_STYLES.items():
            ends = projection.neighbours[selected][mask == is_kept]
            x, y = spokes(coordinates, selected, ends)
            line = {"color": style.colour(look), "width": 1.6, "dash": style.dash}
            fig.add_scatter(
                x=x,
                y=y,
                mode="lines",
                line=line,
                name=style.name,
                hoverinfo="skip",
                showlegend=bool(len(ends)),
            )
    drawn = np.array(list(dict.fromkeys([*first, *points])), dtype=np.intp)
    drawn = drawn[inside(coordinates[drawn], extent)]
    fig.add_scatter(
        x=coordinates[drawn, 0],
        y=coordinates[drawn, 1],
        mode="markers",
        name="words",
        showlegend=False,
        customdata=[[plain(words[i]), kept_text(float(kept[i]), k)] for i in drawn],
        hovertemplate=HOVER,
        marker={
            "size": [11 if i == selected else 5 for i in drawn],
            "color": kept[drawn],
            "cmin": 0,
            "cmax": 1,
            "colorscale": [[0, look.loss], [0.5, blend(look.loss, look.accent)], [1, look.accent]],
            "colorbar": {
                "title": {"text": "kept", "side": "top", "font": {"color": look.faint, "size": 11}},
                "thickness": 8,
                "len": 0.45,
                "x": 1.0,
                "xanchor": "right",
                "y": 0.98,
                "yanchor": "top",
                "tickformat": ".0%",
                "tickvals": [0, 0.5, 1],
                "tickfont": {"color": look.faint, "size": 11},
                "outlinewidth": 0,
                "bgcolor": rgba(look.paper, 0.8),
            },
            "line": {"width": 0},
        },
        unselected={"marker": {"opacity": 1}},
    )
    labels = place_labels(
        coordinates[drawn],
        [words[i] for i in drawn],
        extent,
        height=height - 80,
        marker=8,
        limit=120,
        equal=False,
        over_points=True,
    )
    for narrow in (True, False):
        mine = [label for label in labels if label.narrow == narrow]
        fig.add_scatter(
            x=[coordinates[drawn[label.point], 0] for label in mine],
            y=[coordinates[drawn[label.point], 1] for label in mine],
            mode="markers+text",
            marker={"size": 8, "opacity": 0},
            text=[plain(words[drawn[label.point]]) for label in mine],
            textposition=[label.side for label in mine],
            textfont=label_font(look, narrow=narrow),
            hoverinfo="skip",
            showlegend=False,
            uid=f"labels-{'narrow' if narrow else 'wide'}",
        )
    fig.plan.xaxis.update(range=[left, right], title={"text": plain(axis_titles[0])}, showgrid=False)
    fig.plan.yaxis.update(range=[bottom, top], title={"text": plain(axis_titles[1])}, showgrid=False)
    fig.plan.update(dragmode="select", newselection={"line": {"color": look.accent}})
    return fig
