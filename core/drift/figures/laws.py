"""Which law holds: the coefficients that were found against those that two laws predict, and how far each is off."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import Theme, figure, label_font, plain, sense_colours
from core.drift.figures.axis import add_marks, set_way, way
from core.drift.path import Drift, Floats, log_law, misses


def build_coefficients(
    drift: Drift, c: float, look: Theme, *, marks: Mapping[str, float | None], height: int = 400
) -> go.Figure:
    """Draw each sense's coefficient along the way, solid, with the linear average dashed and the log law dotted.

    Parameters
    ----------
    drift : Drift
        The way.
    c : float
        The constant of the law.
    look : Theme
        Colours.
    marks : dict of str to float or None
        Places of the axis to name.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    colours = sense_colours(len(drift.names), look)
    x = way(drift).tolist()
    styles = (
        ("trained", "solid", 3.0, drift.coefficients),
        ("linear average", "dash", 1.6, drift.proportions),
        ("log law", "dot", 1.8, log_law(drift.proportions, c)),
    )
    for name, dash, width, values in styles:
        for sense, colour in enumerate(colours):
            fig.add_trace(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "name": name,
                    "legendgroup": name,
                    "showlegend": False,
                    "x": x,
                    "y": values[:, sense].tolist(),
                    "line": {"color": colour, "width": width, "dash": dash},
                    "hovertemplate": f"{plain(drift.names[sense])}, {name}: %{{y:.2f}}<extra></extra>",
                }
            )
        # The legend names line styles; colours are the senses'.
        fig.add_trace(_key(name, look.ink, dash))
    fig.add_traces([_sense_name(drift, sense, colour, look) for sense, colour in enumerate(colours)])
    set_way(fig, drift)
    fig.plan.yaxis.update(title={"text": "coefficient"}, tickformat=".1f")
    fig.plan.margin = {"l": 8, "r": 8, "t": 64, "b": 8}
    fig.plan.legend.update(y=1.09)
    add_marks(fig, marks, look)
    return fig


def build_errors(drift: Drift, look: Theme, *, marks: Mapping[str, float | None], height: int = 400) -> go.Figure:
    """Draw how far each law is off along the way, as a share of the vector's length."""
    fig = figure(look, height=height)
    highest = 0.1
    for name, dash, predicted in (("linear average", "dash", drift.linear), ("log law", "dot", drift.log_law)):
        off: Floats = misses(drift, predicted)
        highest = max(highest, float(off.max()))
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines",
                "name": name,
                "x": way(drift).tolist(),
                "y": off.tolist(),
                "line": {"color": look.ink, "width": 2.4, "dash": dash},
                "hovertemplate": f"{name}: off by %{{y:.0%}} of the length<extra></extra>",
            }
        )
    set_way(fig, drift)
    fig.plan.yaxis.update(
        title={"text": "off, as a share of the vector’s length"}, tickformat=".0%", range=[0, highest * 1.08]
    )
    fig.plan.margin = {"l": 8, "r": 8, "t": 64, "b": 8}
    fig.plan.legend.update(y=1.09)
    add_marks(fig, marks, look)
    return fig


def _sense_name(drift: Drift, sense: int, colour: str, look: Theme) -> dict[str, object]:
    """Return a sense's name on its own line, a little inside of where it is alone."""
    last = len(drift.proportions) - 1
    corner = int(np.argmax(drift.proportions[:, sense]))
    at = min(max(corner, round(0.1 * last)), round(0.9 * last))
    return {
        "type": "scatter",
        "mode": "text",
        "x": [float(way(drift)[at])],
        "y": [float(drift.coefficients[at, sense])],
        "text": [f"<b>{plain(drift.names[sense])}</b>"],
        "textposition": "bottom center",
        "textfont": label_font(look, narrow=True) | {"color": colour},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _key(name: str, colour: str, dash: str) -> dict[str, object]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": plain(name),
        "x": [None],
        "y": [None],
        "line": {"color": colour, "width": 3, "dash": dash},
        "hoverinfo": "skip",
    }
