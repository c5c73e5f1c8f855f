"""Figures of the limits page on sentences: roads to one average, and sums that differ by a word."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.labels import place_labels
from core.charts.points import extent_of
from core.charts.theme import TEXT_SIZE, Theme, figure, label_font, plain
from core.limits.averages import Difference, Floats, Ways


def build_ways(found: Ways, look: Theme, *, n_typed: int, height: int = 380) -> go.Figure:
    """Draw sentences word by word, tip to tail, each from nothing to its average.

    Parameters
    ----------
    found : Ways
        The paths; the first ``n_typed`` are sentences that were typed, the others shuffles.
    look : Theme
        Colours.
    n_typed : int
        How many were typed, 1 or 2.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    extent = extent_of(np.vstack(found.paths), pad=0.09)
    for i in range(len(found.paths) - 1, -1, -1):
        typed = i < n_typed
        colour = _colour(i, n_typed, look)
        words = ["nothing yet", *found.sentences[i].words]
        name = f"sentence {i + 1}" if typed else "shuffles"
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": name,
                "legendgroup": name,
                "legendrank": i,
                "showlegend": typed or i == n_typed,
                "x": found.paths[i][:, 0].tolist(),
                "y": found.paths[i][:, 1].tolist(),
                "line": {"color": colour, "width": 2.4 if typed else 1.3, "dash": "solid" if typed else "dot"},
                "marker": {"size": 6 if typed else 4, "color": colour},
                "customdata": [[plain(word)] for word in words],
                "hovertemplate": f"{name}: <b>%{{customdata[0]}}</b><extra></extra>",
            }
        )
    fig.add_trace(_word_labels(found, look, n_typed, extent, height))
    for i in range(min(n_typed, len(found.paths)) - 1, -1, -1):
        end = found.paths[i][-1]
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers+text",
                "x": [float(end[0])],
                "y": [float(end[1])],
                "text": ["average" if i == 0 else ""],
                "textposition": "bottom center",
                "textfont": label_font(look, narrow=True),
                # A ring around a dot: where two ends are one place, both are seen.
                "marker": {
                    "size": 12 if i == 0 else 20,
                    "color": _colour(i, n_typed, look),
                    "symbol": "circle" if i == 0 else "circle-open",
                    "line": {"width": 2.5, "color": _colour(i, n_typed, look)},
                },
                "hovertemplate": f"average of sentence {i + 1}<br>cosine with the first "
                f"{found.cosines[i]:.6f}<extra></extra>",
                "showlegend": False,
            }
        )
    left, right, bottom, top = extent
    fig.plan.xaxis.update(
        range=[left, right], showticklabels=False, fixedrange=True, title={"text": "along the first average"}
    )
    fig.plan.yaxis.update(
        range=[bottom, top], showticklabels=False, fixedrange=True, title={"text": "where the words differ most"}
    )
    fig.plan.dragmode = False
    return fig


def _colour(i: int, n_typed: int, look: Theme) -> str:
    return (look.accent, look.groups[1])[i] if i < n_typed else look.faint


def _word_labels(
    found: Ways, look: Theme, n_typed: int, extent: tuple[float, float, float, float], height: int
) -> dict[str, Any]:
    """Return the words at the middles of the steps of the sentences that were typed, as far as there is room."""
    middles = np.vstack([(path[:-1] + path[1:]) / 2 for path in found.paths[:n_typed]])
    words = [plain(word) for sentence in found.sentences[:n_typed] for word in sentence.words]
    owner = [i for i, sentence in enumerate(found.sentences[:n_typed]) for _ in sentence.words]
    placed = place_labels(
        middles.astype(np.float32), words, extent, height=height - 90, marker=2, limit=40, equal=False, over_points=True
    )
    font = label_font(look, narrow=True)
    sizes = [label_font(look, narrow=label.narrow)["size"] for label in placed]
    return {
        "type": "scatter",
        "mode": "text",
        "x": [float(middles[label.point, 0]) for label in placed],
        "y": [float(middles[label.point, 1]) for label in placed],
        "text": [words[label.point] for label in placed],
        "textposition": [label.side for label in placed],
        "textfont": font
        | {"size": sizes or 12, "color": [_colour(owner[label.point], n_typed, look) for label in placed] or look.ink},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def build_difference(found: Difference, look: Theme, *, height: int = 360) -> go.Figure:
    """Draw two sums as arrows from nothing, what the second has more, and the averages upon the arrows.

    Parameters
    ----------
    found : Difference
        The sums and averages, in the one plane that holds them all.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    first, second = found.corners[0], found.corners[1]
    extra = " ".join([*(f"+ {word}" for word in found.more[:3]), *(f"− {word}" for word in found.fewer[:3])])
    extra += " …" if len(found.more) > 3 or len(found.fewer) > 3 else ""
    origin = np.zeros(2)
    heads: list[dict[str, Any]] = []
    for name, start, end, colour, dash in (
        ("sum of sentence 1", origin, first, look.accent, "solid"),
        ("sum of sentence 2", origin, second, look.groups[1], "solid"),
        (plain(extra) or "no difference", first, second, look.loss, "dash"),
    ):
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines",
                "name": name,
                "x": [float(start[0]), float(end[0])],
                "y": [float(start[1]), float(end[1])],
                "line": {"color": colour, "width": 2.6, "dash": dash},
                "hovertemplate": f"{name}<br>length {float(np.linalg.norm(end - start)):.2f}<extra></extra>",
            }
        )
        if np.linalg.norm(end - start) > 0:
            heads.append(_head(start, end, colour))
    middle = (first + second) / 2
    fig.plan.annotations = [
        *heads,
        {
            "x": float(middle[0]),
            "y": float(middle[1]),
            "text": f"<b>{plain(extra)}</b>",
            "font": {"color": look.loss, "size": TEXT_SIZE},
            "bgcolor": look.paper,
            "showarrow": False,
        },
    ]
    for i, colour in ((0, look.accent), (1, look.groups[1])):
        x, y = (float(value) for value in found.corners[2 + i])
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers",
                "name": "averages",
                "legendgroup": "averages",
                "showlegend": i == 0,
                "x": [x],
                "y": [y],
                "marker": {"size": 13, "color": colour, "symbol": "diamond", "line": {"color": look.paper, "width": 2}},
                "hovertemplate": f"average of sentence {i + 1}<extra></extra>",
            }
        )
    left, right, bottom, top = extent_of(np.vstack([origin, found.corners]), pad=0.1)
    fig.plan.xaxis.update(range=[left, right], fixedrange=True, title={"text": "along the sum of sentence 1"})
    fig.plan.yaxis.update(
        range=[bottom, top], fixedrange=True, scaleanchor="x", scaleratio=1, title={"text": "across it"}
    )
    fig.plan.dragmode = False
    return fig


def _head(start: Floats, end: Floats, colour: str) -> dict[str, Any]:
    """Return the head of an arrow."""
    near = end - 0.03 * (end - start)
    return {
        "x": float(end[0]),
        "y": float(end[1]),
        "ax": float(near[0]),
        "ay": float(near[1]),
        "xref": "x",
        "yref": "y",
        "axref": "x",
        "ayref": "y",
        "text": "",
        "showarrow": True,
        "arrowhead": 2,
        "arrowsize": 1.1,
        "arrowwidth": 2.4,
        "arrowcolor": colour,
    }
