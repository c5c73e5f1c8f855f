"""Figures of the context page's deeper sections: what the weights have learned, and how well they tell senses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import Theme, figure, plain
from core.context.attention import Attention
from core.context.weights import Floats

_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "x")
_FARTHEST = 60  # words


class Bar(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def build_scoreboard(
    scores: Mapping[str, Sequence[Bar]],
    versions: Sequence[str],
    look: Theme,
    *,
    strong: str = "learned",
    titles: Mapping[str, str],
    height: int = 380,
) -> go.Figure:
    """Draw one line a scheme over ever more text around the target, with intervals.

    Parameters
    ----------
    scores : mapping of str to sequence of Bar
        By scheme, one for each version.
    versions : sequence of str
        What stands around the target.
    look : Theme
        Colours.
    strong : str
        The scheme that is drawn heavily.
    titles : mapping of str to str
        What each scheme is called.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    for number, (name, bars) in enumerate(scores.items()):
        heavy = name == strong
        colour = look.accent if heavy else look.groups[(number % (len(look.groups) - 1)) + 1]
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": plain(titles[name]),
                "x": [place + 0.03 * (number - len(scores) / 2) for place in range(len(bars))],
                "y": [bar.value for bar in bars],
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": [bar.high - bar.value for bar in bars],
                    "arrayminus": [bar.value - bar.low for bar in bars],
                    "color": colour,
                    "thickness": 1.2,
                    "width": 3,
                },
                "line": {"color": colour, "width": 3 if heavy else 1.4, "dash": "solid" if heavy else "dot"},
                "marker": {"color": colour, "size": 10 if heavy else 8, "symbol": _SYMBOLS[number % len(_SYMBOLS)]},
                "customdata": [[f"{bar.low:.3f}", f"{bar.high:.3f}"] for bar in bars],
                "hovertemplate": f"<b>{plain(titles[name])}</b>: %{{y:.3f}}<br>"
                "95 %: %{customdata[0]} to %{customdata[1]}<extra></extra>",
            }
        )
    fig.plan.xaxis.update(
        range=[-0.35, len(versions) - 0.65],
        tickvals=list(range(len(versions))),
        ticktext=[plain(version) for version in versions],
        tickfont={"color": look.ink, "size": 13},
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.yaxis.update(title={"text": "macro F1, mean over words"}, tickformat=".1f", fixedrange=True)
    fig.plan.dragmode = False
    return fig


def build_words(
    scores: Mapping[str, Sequence[float]],
    words: Sequence[str],
    look: Theme,
    *,
    titles: Mapping[str, str],
    strong: str = "learned",
    axis_title: str = "macro F1",
    height: int = 380,
) -> go.Figure:
    """Draw one row a word and one point a scheme.

    Parameters
    ----------
    scores : mapping of str to sequence of float
        By scheme, one for each word.
    words : sequence of str
        The words.
    look : Theme
        Colours.
    titles : mapping of str to str
        What each scheme is called.
    strong : str
        The scheme that is drawn heavily.
    axis_title : str
        What is measured.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    for number, (name, values) in enumerate(scores.items()):
        heavy = name == strong
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers",
                "name": plain(titles[name]),
                "x": list(values),
                "y": list(range(len(words))),
                "marker": {
                    "color": look.accent if heavy else look.groups[(number % (len(look.groups) - 1)) + 1],
                    "size": 13 if heavy else 10,
                    "symbol": _SYMBOLS[number % len(_SYMBOLS)],
                    "line": {"color": look.paper, "width": 1},
                },
                "customdata": [[plain(word)] for word in words],
                "hovertemplate": f"<b>{plain(titles[name])}</b>, %{{customdata[0]}}: %{{x:.3f}}<extra></extra>",
                "cliponaxis": False,
            }
        )
    fig.plan.xaxis.update(title={"text": axis_title}, tickformat=".1f", fixedrange=True)
    fig.plan.yaxis.update(
        range=[len(words) - 0.5, -0.5],
        tickvals=list(range(len(words))),
        ticktext=[plain(word) for word in words],
        tickfont={"color": look.ink, "size": 13},
        fixedrange=True,
    )
    fig.plan.dragmode = False
    return fig


def build_distance(attention: Attention, look: Theme, *, height: int = 260) -> go.Figure:
    """Draw what nearness counts in the score, the most at 0.

    Parameters
    ----------
    attention : Attention
        The learned weights.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    offsets = [offset for offset in range(-_FARTHEST, _FARTHEST + 1) if offset]
    factors = (attention.nearness(np.array(offsets)) - attention.distance.max()).tolist()
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "lines",
            "x": [*offsets[:_FARTHEST], None, *offsets[_FARTHEST:]],
            "y": [*factors[:_FARTHEST], None, *factors[_FARTHEST:]],
            "line": {"color": look.accent, "width": 2.4, "shape": "hv"},
            "hovertemplate": "%{x} words from the target<br>%{y:.2f} in the score<extra></extra>",
            "showlegend": False,
        }
    )
    fig.plan.xaxis.update(title={"text": "words left and right of the target"}, fixedrange=True)
    fig.plan.yaxis.update(title={"text": "in the score, the nearest at 0"}, fixedrange=True)
    fig.plan.margin = {"l": 8, "r": 8, "t": 8, "b": 8}
    fig.plan.dragmode = False
    return fig


def build_loss(losses: Floats, look: Theme, *, height: int = 260) -> go.Figure:
    """Draw the loss on held-out windows as training went on.

    Parameters
    ----------
    losses : ndarray (n, 2)
        Millions of windows seen, and the loss in nats.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "lines",
            "x": losses[:, 0].tolist(),
            "y": losses[:, 1].tolist(),
            "line": {"color": look.accent, "width": 2.4},
            "hovertemplate": "%{x:.1f} million windows<br>%{y:.3f} nats<extra></extra>",
            "showlegend": False,
        }
    )
    fig.plan.xaxis.update(title={"text": "million windows seen"}, fixedrange=True)
    fig.plan.yaxis.update(title={"text": "loss on held-out text, nats"}, fixedrange=True)
    fig.plan.margin = {"l": 8, "r": 8, "t": 8, "b": 8}
    fig.plan.dragmode = False
    return fig
