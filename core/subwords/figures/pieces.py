"""Figures of the subwords page: a word as a ruler with its n-grams over it, and the sum that they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.points import extent_of
from core.charts.theme import TEXT_SIZE, Theme, blend, figure, label_font, plain, rgba
from core.subwords.model import Decomposition
from core.subwords.sentences import names_of
from core.subwords.tug import Tug

WORD = "the word itself"  # what the bar of the word's own row says
_THIN = 19  # pixels a row of bars
_MOST_NAMED = 26  # letters up to which bars bear their n-gram


def build_pieces(found: Decomposition, look: Theme, *, selected: int | None = None, noise: bool = False) -> go.Figure:
    """Draw a word's letters in a row, and below them each piece as a bar over the letters that it covers.

    A bar is the fuller the more its row gives to the vector, red where it pulls away, hollow where it was never seen.
    N-grams of one length that overlap stand on rows below each other.

    Parameters
    ----------
    found : Decomposition
        The word.
    look : Theme
        Colours.
    selected : int, optional
        The piece that the reader picked.
    noise : bool
        Whether unseen pieces count in the vector.
    """
    framed = f"<{found.word}>"
    bars = _bars(found)
    n_rows = max((row for *_, row in bars), default=0) + 1
    fig = figure(look, height=92 + _THIN * n_rows)
    most = max(float(np.nanmax(np.abs(found.shares), initial=0)), 1e-9)
    for kind, chosen in (
        ("seen", [b for b in bars if found.seen[b[0]]]),
        ("never seen", [b for b in bars if not found.seen[b[0]]]),
    ):
        if chosen:
            fig.add_trace(
                _bar_trace(found, kind, chosen, look, most, selected, named=len(framed) <= _MOST_NAMED, noise=noise)
            )
    fig.plan.xaxis.update(
        range=[-0.1, len(framed) + 0.1],
        tickvals=[i + 0.5 for i in range(len(framed))],
        ticktext=[
            f"<b>{plain(letter)}</b>" if 0 < i < len(framed) - 1 else plain(letter) for i, letter in enumerate(framed)
        ],
        tickfont={"color": look.ink, "size": 18 if len(framed) <= 24 else 11},
        tickangle=0,
        side="top",
        showgrid=False,
        fixedrange=True,
    )
    ticks = _length_ticks(bars, found)
    fig.plan.yaxis.update(
        range=[n_rows - 0.4, -0.6],
        tickvals=[row for row, _ in ticks],
        ticktext=[text for _, text in ticks],
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.bargap = 0.12
    fig.plan.barmode = "overlay"
    fig.plan.margin = {"l": 8, "r": 8, "t": 44, "b": 8}
    fig.plan.dragmode = False
    fig.plan.showlegend = False
    return fig


def _bars(found: Decomposition) -> list[tuple[int, int, int, int]]:
    """Return piece, first letter, length and row of each bar; bars of one row do not touch."""
    placed = []
    if found.own:
        placed.append((0, 1, len(found.word), 0))
    grams = list(found.ngrams[found.own :])
    starts = _starts(found.word, grams)
    row = int(found.own)
    for length in sorted({len(gram) for gram in grams}):
        mine = [
            (i + found.own, start)
            for i, (gram, start) in enumerate(zip(grams, starts, strict=True))
            if len(gram) == length
        ]
        rows = min(length, len(mine))
        placed += [(piece, start, length, row + number % rows) for number, (piece, start) in enumerate(mine)]
        row += rows
    return placed


def _starts(word: str, grams: Sequence[str]) -> list[int]:
    """Return where in ``<word>`` each n-gram begins: in fastText's order the beginning never goes back."""
    framed, at, found = f"<{word}>", 0, []
    before = 0
    for gram in grams:
        if len(gram) <= before:  # lengths grow with one beginning, so a new one begins here
            at += 1
        while framed[at : at + len(gram)] != gram:
            at += 1
        before = len(gram)
        found.append(at)
    return found


def _length_ticks(bars: Sequence[tuple[int, int, int, int]], found: Decomposition) -> list[tuple[float, str]]:
    """Return a name for the rows of each length, at their middle."""
    ticks: list[tuple[float, str]] = [(0, "whole")] if found.own else []
    by_length: dict[int, list[int]] = {}
    for piece, _, length, row in bars:
        if not (found.own and piece == 0):
            by_length.setdefault(length, []).append(row)
    return ticks + [((min(rows) + max(rows)) / 2, f"{length} letters") for length, rows in by_length.items()]


def _bar_trace(
    found: Decomposition,
    kind: str,
    bars: Sequence[tuple[int, int, int, int]],
    look: Theme,
    most: float,
    selected: int | None,
    *,
    named: bool,
    noise: bool,
) -> dict[str, Any]:
    shares = [float(found.shares[piece]) for piece, *_ in bars]
    texts = [found.ngrams[piece] for piece, *_ in bars]
    picked = [piece == selected for piece, *_ in bars]
    names = names_of(found)
    hollow = kind == "never seen" and not noise
    fills = [
        "rgba(0,0,0,0)"
        if hollow or np.isnan(share)
        # Half way to the accent at most, so that the letters upon it can be read.
        else rgba(look.accent if share >= 0 else look.loss, 0.06 + 0.44 * abs(share) / most)
        for share in shares
    ]
    return {
        "type": "bar",
        "orientation": "h",
        "name": kind,
        "base": [start + 0.06 for _, start, _, _ in bars],
        "x": [length - 0.12 for _, _, length, _ in bars],
        "y": [row for *_, row in bars],
        "customdata": [[plain(names[piece]), _said(found, piece, kind, noise=noise)] for piece, *_ in bars],
        "text": [plain(text) if named else "" for text in texts],
        "textposition": "inside",
        "textangle": 0,
        "insidetextanchor": "middle",
        "textfont": {"color": look.ink if not hollow else look.faint, "size": 11},
        "constraintext": "inside",
        "hovertemplate": "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
        "marker": {
            "color": fills,
            "line": {
                "color": [look.accent if mine else look.faint for mine in picked],
                "width": [3 if mine else 1 for mine in picked],
            },
        },
        "unselected": {"marker": {"opacity": 1}},
    }


def _said(found: Decomposition, piece: int, kind: str, *, noise: bool) -> str:
    what = "its own row" if found.own and piece == 0 else f"an n-gram {kind}"
    if kind == "never seen" and not noise:
        return f"{what}, left out"
    return f"{what}<br>gives {100 * float(found.shares[piece]):.1f} % of the vector"


def build_tug(tug: Tug, names: Sequence[str], look: Theme, *, height: int = 420) -> go.Figure:
    """Draw the pieces tip to tail: from nothing to the word, and beside it the way without those struck out.

    Parameters
    ----------
    tug : Tug
        The way.
    names : sequence of str (G,)
        The pieces.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    struck = tug.struck
    ways = [("all pieces", tug.whole, "solid", look.accent)]
    if struck.any():
        ways.insert(0, ("without those struck out", tug.left, "dot", look.loss))
    for name, way, dash, colour in ways:
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": name,
                "x": way[:, 0].tolist(),
                "y": way[:, 1].tolist(),
                "line": {"color": colour, "width": 2.2, "dash": dash},
                "marker": {"size": 5, "color": colour},
                "hoverinfo": "skip",
            }
        )
    middles = (tug.whole[:-1] + tug.whole[1:]) / 2
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers",
            "x": middles[:, 0].tolist(),
            "y": middles[:, 1].tolist(),
            "customdata": [[plain(name)] for name in names],
            "hovertemplate": "<b>%{customdata[0]}</b><extra></extra>",
            "marker": {"size": 14, "opacity": 0},
            "showlegend": False,
        }
    )
    longest = np.argsort(-np.linalg.norm(np.diff(tug.whole, axis=0), axis=1), kind="stable")[:8]
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "text",
            "x": middles[longest, 0].tolist(),
            "y": middles[longest, 1].tolist(),
            "text": [plain(names[i]) for i in longest],
            "textposition": "top center",
            "textfont": label_font(look, narrow=True),
            "hoverinfo": "skip",
            "showlegend": False,
        }
    )
    for name, way, _, colour in ways:
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers",
                "name": f"the word, {name}",
                "x": [float(way[-1, 0])],
                "y": [float(way[-1, 1])],
                "marker": {"size": 14, "color": colour, "line": {"color": look.paper, "width": 2}},
                "hovertemplate": f"the word, {name}<extra></extra>",
                "showlegend": False,
            }
        )
    left, right, bottom, top = extent_of(np.vstack([tug.whole, tug.left]), pad=0.1)
    fig.plan.xaxis.update(
        range=[left, right], showticklabels=False, fixedrange=True, title={"text": "along the word’s vector"}
    )
    fig.plan.yaxis.update(
        range=[bottom, top],
        scaleanchor="x",
        scaleratio=1,
        showticklabels=False,
        fixedrange=True,
        title={"text": "where its pieces differ most"},
    )
    fig.plan.dragmode = False
    return fig


def build_family(words: Sequence[str], values: np.ndarray, look: Theme, *, height: int = 340) -> go.Figure:
    """Draw a table of values from 0 to 1 between words, darker where larger.

    Parameters
    ----------
    words : sequence of str (n,)
        The words.
    values : ndarray (n, n)
        NaN where there is none.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    names = [plain(word) for word in words]
    texts = [["" if np.isnan(value) else f"{value:.2f}" for value in row] for row in values]
    fig.add_trace(
        {
            "type": "heatmap",
            "z": [[None if np.isnan(value) else float(value) for value in row] for row in values],
            "x": list(range(len(names))),
            "y": list(range(len(names))),
            "zmin": 0,
            "zmax": 1,
            "colorscale": [[0, look.paper], [1, blend(look.paper, look.accent)]],
            "showscale": False,
            "text": texts,
            "texttemplate": "%{text}",
            "textfont": {"color": look.ink, "size": TEXT_SIZE if len(names) <= 9 else 9},
            "customdata": [[[a, b] for b in names] for a in names],
            "hovertemplate": "%{customdata[0]} and %{customdata[1]}: %{text}<extra></extra>",
            "hoverongaps": False,
            "xgap": 2,
            "ygap": 2,
        }
    )
    for axis in (fig.plan.xaxis, fig.plan.yaxis):
        axis.update(tickvals=list(range(len(names))), ticktext=names, showgrid=False, fixedrange=True)
    fig.plan.xaxis.update(side="top", tickangle=-35)
    fig.plan.yaxis.update(autorange="reversed")
    fig.plan.margin = {"l": 4, "r": 4, "t": 60, "b": 4}
    fig.plan.dragmode = False
    return fig
