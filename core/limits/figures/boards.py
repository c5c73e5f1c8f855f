"""Figures of the limits page that list: word pairs by cosine, a walk from word to word, a board of minimal pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from core.charts.theme import Theme, figure, label_font, plain, rgba
from core.limits.averages import Board
from core.limits.words import KINDS, Hop, Ranking

COLUMNS = 4  # of a walk that are drawn
_ROW = 33  # pixels of a pair of sentences


def build_ranking(found: Ranking, look: Theme, *, height: int | None = None) -> go.Figure:
    """Draw pairs of words as bars, the largest cosine on top, opposites and synonyms in two colours.

    Parameters
    ----------
    found : Ranking
        The pairs.
    look : Theme
        Colours.
    height : int, optional
        Pixels; otherwise what the number of pairs needs.
    """
    n = len(found.pairs)
    fig = figure(look, height=height or 80 + 17 * n)
    colours = dict(zip(KINDS, (look.groups[1], look.groups[2]), strict=True))
    for kind in KINDS:
        mine = [(i, pair) for i, pair in enumerate(found.pairs) if pair.kind == kind]
        if not mine:
            continue
        fig.add_trace(
            {
                "type": "bar",
                "orientation": "h",
                "name": kind,
                "x": [pair.cosine for _, pair in mine],
                "y": [i for i, _ in mine],
                "text": [f"{pair.cosine:.2f}" for _, pair in mine],
                "textposition": "outside",
                "textfont": {"color": look.ink, "size": 11},
                "cliponaxis": False,
                "customdata": [[plain(pair.first), plain(pair.second)] for _, pair in mine],
                "hovertemplate": f"<b>%{{customdata[0]}}, %{{customdata[1]}}</b> ({kind})<br>cosine %{{x:.3f}}"
                "<extra></extra>",
                "marker": {
                    "color": colours[kind],
                    "pattern": {
                        "shape": "/" if kind == KINDS[0] else "",
                        "fillmode": "overlay",
                        "solidity": 0.2,
                        "fgcolor": look.paper,
                        "fgopacity": 1,
                    },
                },
            }
        )
    names = [f"{plain(pair.first)} · {plain(pair.second)}" for pair in found.pairs]
    fig.plan.xaxis.update(
        range=[min(0.0, *(pair.cosine - 0.08 for pair in found.pairs)) if n else 0, 1.06],
        title={"text": "cosine"},
        fixedrange=True,
    )
    fig.plan.yaxis.update(
        tickvals=list(range(n)),
        ticktext=[f"<b>{name}</b>" if pair.own else name for name, pair in zip(names, found.pairs, strict=True)],
        tickfont={"color": look.ink, "size": 12},
        range=[n - 0.4, -0.6],
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.bargap = 0.25
    fig.plan.barmode = "overlay"
    fig.plan.dragmode = False
    return fig


def build_walk(walk: Sequence[Hop], look: Theme, *, height: int = 370) -> go.Figure:
    """Draw the last hops of a walk as columns of words: each word's nearest, and lines to those of the one taken.

    A point's customdata are its word, what is said of it, and how many words of the walk a click on it keeps.

    Parameters
    ----------
    walk : sequence of Hop
        The words, the last being where the reader stands; at least one.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    first = max(len(walk) - COLUMNS + 1, 0)
    taken = {hop.word for hop in walk}
    most = max(len(hop.near) for hop in walk[first:])
    middle = (most + 1) / 2
    points: list[dict[str, Any]] = [
        {"x": 0, "y": middle, "word": walk[first].word, "said": "the walk so far", "keep": first, "on": True}
    ]
    spokes: dict[bool, tuple[list[float | None], list[float | None]]] = {on: ([], []) for on in (False, True)}
    stand = (0.0, middle)
    for column, i in enumerate(range(first, len(walk)), 1):
        hop, onwards = walk[i], walk[i + 1].word if i + 1 < len(walk) else None
        listed = [(near.word, f"cosine {near.cosine:.2f} with {hop.word}") for near in hop.near]
        if onwards is not None and onwards not in dict(listed):
            listed.append((onwards, f"not among those nearest to {hop.word}"))
        top = middle - (len(listed) - 1) / 2
        nxt = stand
        for place, (word, said) in enumerate(listed):
            spot = (float(column), top + place)
            on = word == onwards
            nxt = spot if on else nxt
            points.append({"x": spot[0], "y": spot[1], "word": word, "said": said, "keep": i + 1, "on": on})
            for line, start, stop in zip(spokes[on], stand, spot, strict=True):
                line += [start, stop, None]
        stand = nxt
    for on, (x, y) in spokes.items():
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines",
                "x": x,
                "y": y,
                "line": {"color": look.accent if on else rgba(look.faint, 0.4), "width": 2.6 if on else 1.2},
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    here = walk[-1].word
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers+text",
            "x": [point["x"] for point in points],
            "y": [point["y"] for point in points],
            "text": [f"<b>{plain(p['word'])}</b>" if p["on"] else plain(p["word"]) for p in points],
            "textposition": "top center",
            "textfont": label_font(look, narrow=True),
            "customdata": [[plain(p["word"]), plain(p["said"]), p["keep"]] for p in points],
            "hovertemplate": "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
            "marker": {
                "size": [18 if p["on"] and p["word"] == here else 13 for p in points],
                "color": [
                    look.accent if p["on"] else look.groups[3] if p["word"] in taken else look.paper for p in points
                ],
                "line": {"color": [look.accent if p["on"] else look.faint for p in points], "width": 1.6},
                "opacity": 1,
            },
            "selected": {"marker": {"opacity": 1}},
            "unselected": {"marker": {"opacity": 1}},
            "showlegend": False,
            "cliponaxis": False,
        }
    )
    last = len(walk) - first
    fig.plan.xaxis.update(range=[-0.42, max(last, 1) + 0.42], visible=False, fixedrange=True)
    fig.plan.yaxis.update(range=[most + 1.4, -0.1], visible=False, fixedrange=True)
    fig.plan.margin = {"l": 4, "r": 4, "t": 8, "b": 4}
    fig.plan.dragmode = False
    return fig


def build_board(
    found: Board, look: Theme, *, threshold: float | None, heads: Sequence[str] = (), height: int | None = None
) -> go.Figure:
    """Draw a row a pair of sentences with its cosine, and the threshold as an upright line.

    Parameters
    ----------
    found : Board
        The pairs; at least one.
    look : Theme
        Colours.
    threshold : float or None
        Where the line stands; without it nothing passes or fails.
    heads : sequence of str (n,), optional
        What each row is about.
    height : int, optional
        Pixels; otherwise what the number of pairs needs.
    """
    n = len(found.pairs)
    fig = figure(look, height=height or 84 + _ROW * n)
    digits = 6 if threshold is None else 3
    low = min(float(found.cosines.min()), 1.0 if threshold is None else threshold, 0.75) - 0.02
    for same, colour, symbol in ((False, look.groups[1], "diamond"), (True, look.groups[2], "circle")):
        mine = [i for i, pair in enumerate(found.pairs) if pair.same == same]
        if not mine:
            continue
        marks = [""] * n if threshold is None else ["✓" if passed else "✗" for passed in found.passed]
        said = ["" if threshold is None else "passes" if passed else "fails" for passed in found.passed]
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": "the same meaning" if same else "different meaning",
                "x": [float(found.cosines[i]) for i in mine],
                "y": [i + 0.22 for i in mine],
                "text": [f"{found.cosines[i]:.{digits}f} {marks[i]}" for i in mine],
                "textposition": [
                    "middle left" if found.cosines[i] > low + 0.5 * (1 - low) else "middle right" for i in mine
                ],
                "textfont": label_font(look, narrow=True)
                | {"color": [look.loss if marks[i] == "✗" else look.ink for i in mine]},
                "customdata": [[plain(found.pairs[i].first), plain(found.pairs[i].second), said[i]] for i in mine],
                "hovertemplate": "%{customdata[0]}<br>%{customdata[1]}<br>cosine %{x:.6f} %{customdata[2]}"
                "<extra></extra>",
                "marker": {"size": 12, "color": colour, "symbol": symbol},
                "cliponaxis": False,
            }
        )
    fig.plan.annotations = [
        {
            "x": 0,
            "xref": "x domain",
            "y": i - 0.2,
            "xanchor": "left",
            "showarrow": False,
            "text": f"{f'<b>{plain(head)}</b> ' if head else ''}{_cut(pair.first)} <i>·</i> {_cut(pair.second)}",
            "font": {"size": 12, "color": look.ink},
            "align": "left",
        }
        for i, (pair, head) in enumerate(zip(found.pairs, heads or [""] * n, strict=True))
    ]
    if threshold is not None:
        fig.plan.shapes = [
            {
                "type": "line",
                "x0": threshold,
                "x1": threshold,
                "y0": 0,
                "y1": 1,
                "yref": "y domain",
                "line": {"color": look.accent, "width": 2, "dash": "dash"},
                "layer": "below",
            }
        ]
    fig.plan.xaxis.update(range=[low, 1 + 0.03 * (1 - low)], title={"text": "cosine"}, fixedrange=True, nticks=6)
    fig.plan.yaxis.update(
        range=[n - 0.45, -0.6],
        tickvals=[i - 0.5 for i in range(n + 1)],
        ticktext=[""] * (n + 1),
        fixedrange=True,
    )
    fig.plan.margin = {"l": 8, "r": 14, "t": 34, "b": 8}
    fig.plan.dragmode = False
    return fig


def _cut(text: str) -> str:
    return plain(text if len(text) <= 48 else text[:47] + "…")
