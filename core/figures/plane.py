"""The plane of two named axes: where each word stands between two meanings."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.axes import Axis
from core.figures.map import Quadrants, build_map
from core.figures.theme import Theme
from core.projection import Projection


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
    fig.layout.xaxis.tickformat = fig.layout.yaxis.tickformat = ".1f"
    return fig
