"""Figures that hold spaces against each other: lists of neighbours side by side, and a table of overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, blend, figure, plain, sense_colours
from core.map.comparison import Columns

_REACH = 0.36  # of a column's width: where a word ends and a line may begin
HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>"


def build_columns(
    columns: Columns,
    titles: Mapping[str, str],
    look: Theme,
    *,
    senses: Mapping[str, int] | None = None,
    height: int = 380,
) -> go.Figure:
    """Draw each space's nearest words as a column, best on top; lines lead to the same word in the next column.

    A word that stands in at least half of the lists is drawn in the accent colour, one that stands in a single list
    faintly.

    Parameters
    ----------
    columns : Columns
        The lists.
    titles : dict of str to str
        What each space is called, by name.
    look : Theme
        Colours.
    senses : dict of str to int, optional
        To which sense of the word each of the listed words belongs; they wear the senses' colours then.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    owned = dict(senses or {})
    palette = sense_colours(max(owned.values(), default=0) + 1, look)
    lists = list(columns.neighbours.items())
    n_held = sum(near is not None for _, near in lists)
    traces: list[dict[str, Any]] = [_lines(columns, often=often, look=look) for often in (False, True)]
    for x, (name, near) in enumerate(lists):
        if near is None:
            traces.append(
                _text([x], [5.5], ["no such<br>word here"], [look.faint]) | {"hoverinfo": "skip", "name": titles[name]}
            )
            continue
        counts = [columns.shared[found.word] for found in near]
        colours = [
            palette[owned[found.word]] if found.word in owned else _colour(count, n_held, look)
            for found, count in zip(near, counts, strict=True)
        ]
        words = [
            f"<b>{plain(found.word)}</b>" if 2 * count >= n_held > 1 else plain(found.word)
            for found, count in zip(near, counts, strict=True)
        ]
        traces.append(
            _text([x] * len(near), list(range(1, len(near) + 1)), words, colours)
            | {
                "name": titles[name],
                "customdata": [
                    [plain(found.word), f"cosine {found.cosine:.2f}, in {count} of {n_held} lists"]
                    for found, count in zip(near, counts, strict=True)
                ],
                "hovertemplate": HOVER,
            }
        )
    fig.add_traces(traces)
    fig.plan.xaxis.update(
        range=[-0.5, len(lists) - 0.5],
        tickvals=list(range(len(lists))),
        ticktext=[f"<b>{plain(titles[name])}</b>" for name, _ in lists],
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        side="top",
        showgrid=False,
        fixedrange=True,
    )
    deepest = max((len(near) for _, near in lists if near), default=1)
    fig.plan.yaxis.update(range=[deepest + 0.6, 0.4], visible=False, fixedrange=True)
    fig.plan.margin = {"l": 4, "r": 4, "t": 30, "b": 4}
    fig.plan.showlegend = False
    fig.plan.dragmode = False
    return fig


def build_overlaps(
    above: Mapping[tuple[str, str], float],
    below: Mapping[tuple[str, str], float],
    names: Sequence[str],
    titles: Mapping[str, str],
    look: Theme,
    *,
    height: int = 300,
) -> go.Figure:
    """Draw a table of the overlaps of each pair of spaces, one kind above the diagonal and one below it.

    Parameters
    ----------
    above, below : dict of (str, str) to float
        Overlap, 0 to 1, of a pair of spaces by their names; pairs that are not there stay empty.
    names : sequence of str, (S,)
        The spaces in order.
    titles : dict of str to str
        What each is called.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    n = len(names)
    values: npt.NDArray[np.float64] = np.full((n, n), np.nan)
    for i, row in enumerate(names):
        for j, column in enumerate(names):
            if i != j:
                values[i, j] = (above if j > i else below).get((row, column), np.nan)
    fig = figure(look, height=height)
    labels = [plain(titles[name]) for name in names]
    fig.add_trace(
        {
            "type": "heatmap",
            "z": [[None if np.isnan(v) else float(v) for v in row] for row in values],
            "x": labels,
            "y": labels,
            "zmin": 0,
            "zmax": 1,
            # From the page to half way to the accent: the text upon it stays readable at every step.
            "colorscale": [[0, look.paper], [1, blend(look.paper, look.accent)]],
            "showscale": False,
            "text": [["" if np.isnan(v) else f"{100 * v:.0f}" for v in row] for row in values],
            "texttemplate": "%{text}",
            "textfont": {"color": look.ink, "size": TEXT_SIZE},
            "hovertemplate": "%{y} and %{x}: %{text} %<extra></extra>",
            "hoverongaps": False,
            "xgap": 2,
            "ygap": 2,
        }
    )
    fig.plan.xaxis.update(side="top", showgrid=False, fixedrange=True, tickangle=0, tickfont={"size": 11})
    fig.plan.yaxis.update(autorange="reversed", showgrid=False, fixedrange=True)
    fig.plan.margin = {"l": 4, "r": 4, "t": 30, "b": 4}
    fig.plan.dragmode = False
    return fig


def _colour(count: int, n_lists: int, look: Theme) -> str:
    if 2 * count >= n_lists > 1:
        return look.accent
    return look.ink if count > 1 else look.faint


def _text(x: list[int], y: Sequence[float], words: list[str], colours: list[str]) -> dict[str, Any]:
    return {
        "type": "scatter",
        # Markers that nobody sees, so that a word can be hovered and clicked all over.
        "mode": "markers+text",
        "x": x,
        "y": list(y),
        "text": words,
        "textfont": {"color": colours, "size": TEXT_SIZE},
        "marker": {"size": 26, "opacity": 0},
        "cliponaxis": False,
    }


def _lines(columns: Columns, *, often: bool, look: Theme) -> dict[str, Any]:
    """Return the lines between neighbouring columns of words that stand in half of the lists, or of the others."""
    x: list[float | None] = []
    y: list[float | None] = []
    lists = list(columns.neighbours.values())
    n_held = sum(near is not None for near in lists)
    for left, (near, following) in enumerate(pairwise(lists)):
        ranks = {found.word: rank for rank, found in enumerate(following or (), 1)}
        for rank, found in enumerate(near or (), 1):
            if found.word in ranks and (2 * columns.shared[found.word] >= n_held) == often:
                x += [left + _REACH, left + 1 - _REACH, None]
                y += [rank, ranks[found.word], None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": look.accent if often else look.faint, "width": 1.8 if often else 1},
        "opacity": 0.8,
        "hoverinfo": "skip",
    }
