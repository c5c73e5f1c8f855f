"""The plane of two named axes: where each word stands between two meanings."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.theme import Theme, label_font, mixed, plain
from core.map.axes import Axis
from core.map.figures.map_2d import Quadrants, build_map
from core.map.projection import Projection
from core.spaces.space import Vectors


def corner_names(across: Axis, up: Axis) -> tuple[str, str, str, str]:
    """Return what the corners of a plane are called: top left, top right, bottom left, bottom right."""
    right, top = across.towards[0], up.towards[0]
    left = across.away[0] if across.away else f"not {right}"
    bottom = up.away[0] if up.away else f"not {top}"
    neither = "neither" if not (across.away or up.away) else f"{left}, {bottom}"
    return f"{top}, {left}", f"{right} and {top}", neither, f"{right}, {bottom}"


def build_plane(
    projection: Projection,
    words: Sequence[str],
    group_of: Sequence[str],
    look: Theme,
    *,
    axes: tuple[Axis, Axis],
    lines: tuple[float, float],
    selected: int | None = None,
    height: int = 500,
) -> go.Figure:
    """Draw words by their cosines with two named axes, the corners named after them.

    Parameters
    ----------
    projection : Projection
        By the method "axes".
    words, group_of : sequence of str, (n,)
        Each point's word and group.
    look : Theme
        Colours.
    axes : tuple of Axis
        The directions, across and up.
    lines : tuple of float
        Cosines at which the plane is divided.
    selected : int, optional
        Row of the word that the reader picked.
    height : int
        Pixels.
    """
    fig = build_map(
        projection,
        words,
        group_of,
        look,
        axis_titles=[f"cosine with {axis.label}" for axis in axes],
        selected=selected,
        quadrants=Quadrants(*lines, corner_names(*axes)),
        height=height,
    )
    fig.plan.xaxis.tickformat = fig.plan.yaxis.tickformat = ".1f"
    return fig


def add_way(
    fig: go.Figure,
    way: Vectors,
    spot: Vectors,
    look: Theme,
    *,
    name: str,
    shares: Sequence[float],
    colours: Sequence[str],
) -> None:
    """Draw on a plane the way of a word whose text shifts from one meaning to another, and where it is now.

    Parameters
    ----------
    fig : go.Figure
        The plane, changed in place.
    way : ndarray (T, 2)
        Where it passes.
    spot : ndarray (2,)
        Where it is.
    look : Theme
        Colours.
    name : str
        What the point is called.
    shares : sequence of float
        How much there is of each meaning, summing to 1.
    colours : sequence of str
        The colour of each; the point wears their mixture.
    """
    colour = mixed(colours, shares)
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "lines",
            "x": way[:, 0].tolist(),
            "y": way[:, 1].tolist(),
            "line": {"color": look.faint, "width": 2.5},
            "hoverinfo": "skip",
            "showlegend": False,
        }
    )
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers+text",
            "x": [float(spot[0])],
            "y": [float(spot[1])],
            "text": [f"<b>{plain(name)}</b>"],
            "textposition": "top right",
            "textfont": label_font(look, narrow=True, size=14),
            "marker": {"size": 19, "color": colour, "line": {"color": look.paper, "width": 2}},
            "hovertemplate": f"<b>{plain(name)}</b><br>%{{x:.2f}} across, %{{y:.2f}} up<extra></extra>",
            "showlegend": False,
        }
    )
