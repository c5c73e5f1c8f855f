"""Why training must do this: one row for all senses, what each count asks for, what a window keeps of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, figure, plain, rgba, sense_colours
from core.drift.pulls import Pulls, Split, WindowWord


def build_split(
    names: Sequence[str], words: Sequence[str], parts: Split, look: Theme, *, height: int = 380
) -> go.Figure:
    """Draw the counts of some contexts as bars, each stacked from its senses: the model sees only the whole bar.

    Parameters
    ----------
    names : sequence of str, (S,)
        The senses.
    words : sequence of str, (n,)
        The contexts.
    parts : Split
        Their counts.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    for sense, colour in enumerate(sense_colours(len(names), look)):
        fig.add_trace(
            {
                "type": "bar",
                "orientation": "h",
                "name": plain(names[sense]),
                "x": parts.counts[sense].tolist(),
                "y": list(range(len(words))),
                "customdata": [plain(word) for word in words],
                "marker": {"color": colour, "line": {"color": look.paper, "width": 1}},
                "hovertemplate": f"%{{customdata}}: %{{x:.0f}} from {plain(names[sense])}<extra></extra>",
            }
        )
    fig.plan.barmode = "stack"
    fig.plan.legend.traceorder = "normal"
    fig.plan.bargap = 0.25
    fig.plan.xaxis.update(title={"text": "weighted count X"}, rangemode="tozero", fixedrange=True)
    _rows(fig, words, look)
    return fig


def build_pulls(
    words: Sequence[str],
    belongs: Sequence[int],
    found: Pulls,
    alone: Pulls,
    n_senses: int,
    look: Theme,
    *,
    height: int = 380,
) -> go.Figure:
    """Draw, for each context, what its count asks for, what the one vector gives, and the pull between them.

    Parameters
    ----------
    words : sequence of str, (n,)
        The contexts.
    belongs : sequence of int, (n,)
        The sense that each tells.
    found, alone : Pulls
        Targets and gifts as mixed, and where the sense that each context tells is alone.
    n_senses : int
        S.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    colours = sense_colours(n_senses, look)
    own = [colours[sense] for sense in belongs]
    rows = list(range(len(words)))
    asked = ~np.isnan(found.targets)
    for row in np.flatnonzero(asked).tolist():
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines",
                "x": [float(found.given[row]), float(found.targets[row])],
                "y": [row, row],
                # As firm as the weight of the cell.
                "line": {"color": rgba(own[row], 0.25 + 0.6 * float(found.weights[row])), "width": 4},
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    texts = [
        [plain(word), "no such count, so nothing is asked" if not ok else f"asked {target:.2f}, given {given:.2f}"]
        for word, ok, target, given in zip(words, asked, found.targets, found.given, strict=True)
    ]
    for name, symbol, values, size in (
        ("asked: ln X", "diamond", found.targets, 11),
        ("given", "circle", found.given, 10),
    ):
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "x": [None if np.isnan(value) else float(value) for value in values],
                "y": rows,
                "customdata": texts,
                "hovertemplate": "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
                "marker": {
                    "symbol": symbol,
                    "size": size,
                    "color": own if symbol == "diamond" else look.paper,
                    "line": {"color": own, "width": 2},
                },
            }
        )
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "given, its sense alone",
            "x": alone.given.tolist(),
            "y": rows,
            "hovertemplate": "given where its sense is alone: %{x:.2f}<extra></extra>",
            "marker": {"symbol": "line-ns", "size": 14, "line": {"color": look.ink, "width": 2}},
        }
    )
    fig.plan.xaxis.update(title={"text": "w·c + a + b, and ln X"}, fixedrange=True)
    _rows(fig, words, look)
    return fig


def build_window(words: Sequence[WindowWord], target: int, look: Theme, *, height: int = 230) -> go.Figure:
    """Draw, above each word of a sentence, how often skip-gram trains on it with the target, 0 to 1 a reading."""
    fig = figure(look, height=height)
    x = list(range(len(words)))
    fig.add_trace(
        {
            "type": "bar",
            "x": x,
            "y": [found.weight for found in words],
            "marker": {"color": look.accent},
            "customdata": [[plain(found.word), _said(found)] for found in words],
            "hovertemplate": "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
            "showlegend": False,
        }
    )
    fig.plan.bargap = 0.35
    fig.plan.xaxis.update(
        tickvals=x,
        ticktext=[f"<b>{plain(found.word)}</b>" if i == target else plain(found.word) for i, found in enumerate(words)],
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        showgrid=False,
        fixedrange=True,
        range=[-0.6, max(len(words), 2) - 0.4],
    )
    fig.plan.yaxis.update(range=[0, 1.02], tickformat=".0%", nticks=5, fixedrange=True)
    fig.plan.margin = {"l": 8, "r": 8, "t": 12, "b": 8}
    fig.plan.dragmode = False
    return fig


def _said(found: WindowWord) -> str:
    if not found.known:
        return "not in the vocabulary: dropped first"
    if not found.distance:
        return "the word itself"
    return f"kept {100 * found.kept:.0f} % of the time, {found.distance} away: trained on {100 * found.weight:.0f} %"


def _rows(fig: go.Figure, words: Sequence[str], look: Theme) -> None:
    """Set the upright axis to one row a word, the first on top."""
    fig.plan.yaxis.update(
        range=[len(words) - 0.4, -0.6],
        tickvals=list(range(len(words))),
        ticktext=[plain(word) for word in words],
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.dragmode = False
