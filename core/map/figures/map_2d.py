"""Figures of the map page: words as points, the share of its neighbours that each keeps as a ring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.labels import WIDE, Extent, Label, place_labels
from core.charts.points import extent_of, rows_by_group
from core.charts.theme import TEXT_SIZE, Theme, blend, figure, group_colours, label_font, plain, rgba
from core.map.figures.points import HOVER, LINE_STYLES, customdata, importance, spokes
from core.map.projection import Coordinates, Indices, Projection, kept_mask

MAX_LABELS = 300
MAX_ANIMATED_LABELS = 100


@dataclass(frozen=True)
class Quadrants:
    """Where the lines of a plane of named axes stand, and what its corners are called.

    Attributes
    ----------
    across, up : float
        Cosine at which the vertical and the horizontal line stand.
    corners : tuple of str
        Names of the corners: top left, top right, bottom left, bottom right.
    """

    across: float
    up: float
    corners: tuple[str, str, str, str]


def build_map(
    projection: Projection,
    words: Sequence[str],
    group_of: Sequence[str],
    look: Theme,
    *,
    axis_titles: Sequence[str] = ("", ""),
    selected: int | None = None,
    quadrants: Quadrants | None = None,
    step: int | None = None,
    extent: Extent | None = None,
    width: float = WIDE,
    height: int = 500,
) -> go.Figure:
    """Draw a projection of up to 300 words in the plane.

    Parameters
    ----------
    projection : Projection
        Of n words, two-dimensional. With frames, the figure carries a play button.
    words, group_of : sequence of str, (n,)
        Each point's word and group.
    look : Theme
        Colours.
    axis_titles : sequence of str, (2,)
        What the axes measure.
    selected : int, optional
        Row of the word that the reader picked: lines lead to its true neighbours.
    quadrants : Quadrants, optional
        Lines and corner names of a plane of named axes.
    step : int, optional
        The stage of the optimisation to show, from 0; the final layout otherwise.
    extent : tuple of float, optional
        Left, right, bottom, top of what is shown, where two maps must show the same; else all points with a margin.
    width : float
        Of the plot on a laptop, pixels.
    height : int
        Pixels.
    """
    final = projection.coordinates
    animated = len(projection.frames) > 0
    # Distances mean something where the axes were not named; a plane of named axes is a chart of two quantities.
    equal = quadrants is None
    shown = projection.frames[step] if animated and step is not None else final
    extent = extent or extent_of(final)
    labels = place_labels(
        final,
        words,
        extent,
        height=height - 80,
        order=importance(projection, selected, len(words)),
        limit=MAX_ANIMATED_LABELS if animated else MAX_LABELS,
        equal=equal,
        wide=width,
    )
    fig = figure(look, height=height)
    if quadrants is not None:
        _draw_quadrants(fig, quadrants, extent, look)
    parts = _Parts(projection, words, group_of, labels, selected, look)
    traces = parts.full(shown)
    fig.add_traces(traces)
    left, right, bottom, top = extent
    across, up = fig.plan.xaxis, fig.plan.yaxis
    across.range, across.title.text = [left, right], plain(axis_titles[0])
    up.range, up.title.text = [bottom, top], plain(axis_titles[1])
    if equal:
        up.scaleanchor, up.scaleratio = "x", 1
    if animated:
        fig.frames = [
            {"name": str(i), "data": parts.moved(frame), "traces": list(range(len(traces)))}
            for i, frame in enumerate(projection.frames)
        ]
        _add_play(fig, look)
        for axis in (across, up):
            axis.showticklabels = axis.showgrid = False
    return fig


class _Parts:
    """The traces of a map, whole or moved to another stage; both list them in the same order.

    They are dictionaries of lists, which the figure checks once. ``go.Scatter``, its ``update``, and an array of
    NumPy for each of the thousand short lists of an animation take ten times as long.
    """

    def __init__(
        self,
        projection: Projection,
        words: Sequence[str],
        group_of: Sequence[str],
        labels: Sequence[Label],
        selected: int | None,
        look: Theme,
    ) -> None:
        self.projection, self.words, self.group_of = projection, words, group_of
        self.selected, self.look = selected, look
        self.groups = rows_by_group(group_of)
        self.colours = group_colours(list(self.groups), look)
        self.labels = {
            (group, narrow): [label for label in labels if group_of[label.point] == group and label.narrow == narrow]
            for group in self.groups
            for narrow in (True, False)
        }
        self.spokes: list[tuple[bool, Indices]] = []
        if selected is not None:
            near = kept_mask(projection.neighbours, projection.coordinates)[selected]
            self.spokes = [(kept, projection.neighbours[selected][near == kept]) for kept in (True, False)]

    def full(self, points: Coordinates) -> list[dict[str, Any]]:
        """Return the traces with everything that they need to be drawn."""
        traces = self.moved(points)
        for (kept, ends), trace in zip(self.spokes, traces, strict=False):
            style = LINE_STYLES[kept]
            trace.update(
                mode="lines",
                name=style.name,
                line={"color": style.colour(self.look), "width": 1.6, "dash": style.dash},
                hoverinfo="skip",
                showlegend=bool(len(ends)),
            )
        rest = iter(traces[len(self.spokes) :])
        for group, rows in self.groups.items():
            colour = self.colours[group]
            shares = [float(share) for share in self.projection.kept[rows]]
            next(rest).update(
                mode="markers",
                name=plain(group),
                legendgroup=group,
                ids=[self.words[i] for i in rows],
                customdata=customdata(self.projection, self.words, self.group_of, rows),
                hovertemplate=HOVER,
                marker={
                    "size": [14 if i == self.selected else 9 for i in rows],
                    "color": colour,
                    "opacity": 1,
                    # The ring: as wide and as firm as the share of true neighbours that the map keeps.
                    "line": {
                        "width": [8 * share for share in shares],
                        "color": [rgba(colour, 0.10 + 0.25 * share) for share in shares],
                    },
                },
                unselected={"marker": {"opacity": 1}},
                cliponaxis=False,
            )
            for narrow in (True, False):
                mine = self.labels[group, narrow]
                next(rest).update(
                    # Markers that nobody sees keep the text clear of the dots that everybody does.
                    mode="markers+text",
                    marker={"size": 16, "opacity": 0},
                    text=[
                        f"<b>{plain(self.words[label.point])}</b>"
                        if label.point == self.selected
                        else plain(self.words[label.point])
                        for label in mine
                    ],
                    textposition=[label.side for label in mine],
                    textfont=label_font(self.look, narrow=narrow),
                    hoverinfo="skip",
                    legendgroup=group,
                    showlegend=False,
                    cliponaxis=False,
                    uid=f"labels-{'narrow' if narrow else 'wide'}-{len(traces)}-{group}",
                )
        return traces

    def moved(self, points: Coordinates) -> list[dict[str, Any]]:
        """Return the traces with their positions alone."""
        traces: list[dict[str, Any]] = []
        for _, ends in self.spokes:
            x, y = spokes(points, self.selected or 0, ends)
            traces.append({"type": "scatter", "x": x, "y": y})
        for group, rows in self.groups.items():
            traces.append(_at(points[rows]))
            for narrow in (True, False):
                ends = np.array([label.point for label in self.labels[group, narrow]], dtype=int)
                traces.append(_at(points[ends]))
        return traces


def _at(points: Coordinates) -> dict[str, Any]:
    return {"type": "scatter", "x": points[:, 0].tolist(), "y": points[:, 1].tolist()}


def _draw_quadrants(fig: go.Figure, quadrants: Quadrants, extent: Extent, look: Theme) -> None:
    """Wash each corner in the colour of what it stands for; where both meanings hold, in their blend."""
    left, right, bottom, top = extent
    x, y = min(max(quadrants.across, left), right), min(max(quadrants.up, bottom), top)
    across, up = look.groups[2], look.groups[1]
    corners = (
        (left, x, y, top, up),
        (x, right, y, top, blend(across, up)),
        (left, x, bottom, y, look.faint),
        (x, right, bottom, y, across),
    )
    shapes, names = [], []
    for (x0, x1, y0, y1, colour), name in zip(corners, quadrants.corners, strict=True):
        at_left, at_top = x0 == left, y1 == top
        shapes.append(
            {
                "type": "rect",
                "x0": x0 - (right - left) * 9 * at_left,
                "x1": x1 + (right - left) * 9 * (not at_left),
                "y0": y0 - (top - bottom) * 9 * (not at_top),
                "y1": y1 + (top - bottom) * 9 * at_top,
                "fillcolor": rgba(colour, 0.02 if colour == look.faint else 0.07),
                "line": {"width": 0},
                "layer": "below",
            }
        )
        names.append(
            {
                "x": 0.01 if at_left else 0.99,
                "y": 0.985 if at_top else 0.015,
                "xref": "paper",
                "yref": "paper",
                "xanchor": "left" if at_left else "right",
                "yanchor": "top" if at_top else "bottom",
                "text": plain(name),
                "showarrow": False,
                "font": {"color": look.ink, "size": TEXT_SIZE + 1},
                "opacity": 0.8,
            }
        )
    line = {"type": "line", "line": {"color": look.faint, "width": 1, "dash": "dot"}, "layer": "below"}
    upright = {"x0": quadrants.across, "x1": quadrants.across, "y0": 0, "y1": 1, "yref": "y domain"}
    level = {"x0": 0, "x1": 1, "xref": "x domain", "y0": quadrants.up, "y1": quadrants.up}
    fig.plan.shapes = [*shapes, line | upright, line | level]
    fig.plan.annotations = names


def _add_play(fig: go.Figure, look: Theme) -> None:
    """Add play and pause; the page puts a slider beside them, since these take no keyboard focus."""
    run = {"frame": {"duration": 70, "redraw": False}, "transition": {"duration": 70, "easing": "linear"}}
    buttons = [
        {
            "label": "▶ Play",
            "method": "animate",
            "args": [None, run | {"mode": "immediate", "fromcurrent": False}],
        },
        {
            "label": "⏸ Pause",
            "method": "animate",
            "args": [[None], {"mode": "immediate", "frame": {"duration": 0, "redraw": False}}],
        },
    ]
    fig.plan.update(
        updatemenus=[
            {
                "type": "buttons",
                "direction": "right",
                "showactive": False,
                "x": 0,
                "xanchor": "left",
                "y": 0,
                "yanchor": "bottom",
                "pad": {"l": 8, "b": 8, "t": 0, "r": 0},
                "bgcolor": look.paper,
                "bordercolor": look.faint,
                "font": {"color": look.ink, "size": TEXT_SIZE},
                "buttons": buttons,
            }
        ]
    )
