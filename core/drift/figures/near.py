"""What a word is near as it drifts: ranks of its nearest words, and its cosine with chosen words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, figure, label_font, plain, sense_colours
from core.drift.figures.axis import add_marks, set_way, way
from core.drift.nearby import Nearby
from core.drift.path import Drift, Floats
from core.spaces.space import Vectors

_ROOM = 0.3  # on each side, for names
_CLEAR = 0.16  # of the axis: two names inside the chart at one rank must be so far apart


def build_ranks(
    drift: Drift, near: Nearby, look: Theme, *, marks: Mapping[str, float | None], height: int = 400
) -> go.Figure:
    """Draw a line a word: its place among the nearest, the nearest on top, against the proportion.

    Parameters
    ----------
    drift, near : Drift, Nearby
        The way, and what is near along it.
    look : Theme
        Colours: a word wears that of the sense it belongs to.
    marks : dict of str to float or None
        Places of the axis to name.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    colours = sense_colours(len(drift.names), look)
    x = way(drift)
    names = {side: _Names() for side in ("middle left", "middle right", "top center")}
    traces: list[dict[str, Any]] = []
    order = sorted(range(len(near.words)), key=lambda i: -int((near.ranks[:, i] > 0).sum()))
    for i in order:
        ranks, colour = near.ranks[:, i], colours[int(near.belongs[i])]
        word, sense = plain(near.words[i]), plain(drift.names[int(near.belongs[i])])
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": word,
                "x": x.tolist(),
                "y": [int(rank) if rank else None for rank in ranks],
                "customdata": [f"cosine {cosine:.2f}" for cosine in near.cosines[:, i]],
                "hovertemplate": f"<b>{word}</b> ({sense}), place %{{y}}<br>%{{customdata}}<extra></extra>",
                "line": {"color": colour, "width": 2.2},
                "marker": {"color": colour, "size": 5},
                "opacity": 0.85,
                "connectgaps": False,
                "showlegend": False,
            }
        )
        _name(near, i, x, colour, names)
    fig.add_traces([*traces, *(held.trace(side, look) for side, held in names.items())])
    set_way(fig, drift, pad=_ROOM)
    fig.plan.yaxis.update(
        range=[near.k + 0.6, 0.4], tickvals=list(range(1, near.k + 1)), showgrid=False, showticklabels=False
    )
    fig.plan.xaxis.showgrid = False
    fig.plan.margin = {"l": 4, "r": 4, "t": 52, "b": 8}
    add_marks(fig, marks, look)
    return fig


def build_cosines(
    drift: Drift,
    words: Sequence[str],
    cosines: Vectors,
    belongs: Sequence[int],
    look: Theme,
    *,
    marks: Mapping[str, float | None],
    height: int = 400,
) -> go.Figure:
    """Draw the cosine of the drifting word with chosen words.

    Parameters
    ----------
    drift : Drift
        The way.
    words : sequence of str, (n,)
        The words.
    cosines : ndarray (T, n)
        See :func:`core.drift.nearby.curves`.
    belongs : sequence of int, (n,)
        The sense that each word is nearest to.
    look : Theme
        Colours.
    marks : dict of str to float or None
        Places of the axis to name.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    colours = sense_colours(len(drift.names), look)
    x = way(drift)
    for i, (word, sense) in enumerate(zip(words, belongs, strict=True)):
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines",
                "name": plain(word),
                "x": x.tolist(),
                "y": cosines[:, i].tolist(),
                "line": {"color": colours[sense], "width": 3, "dash": ("solid", "dash", "dot")[i % 3]},
                "hovertemplate": f"cosine with <b>{plain(word)}</b>: %{{y:.2f}}<extra></extra>",
            }
        )
    low, high = float(min(0, cosines.min())), float(max(0.5, cosines.max()))
    set_way(fig, drift)
    fig.plan.yaxis.update(range=[low - 0.05, high + 0.05], tickformat=".1f", title={"text": "cosine"})
    fig.plan.margin = {"l": 8, "r": 8, "t": 52, "b": 8}
    fig.plan.legend.update(y=1.1)
    add_marks(fig, marks, look)
    return fig


@dataclass
class _Names:
    """Words beside and inside the chart: where, what, in which colour."""

    x: list[float] = field(default_factory=list)
    y: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    colours: list[str] = field(default_factory=list)

    def add(self, x: float, y: int, text: str, colour: str) -> None:
        self.x.append(x)
        self.y.append(y)
        self.text.append(plain(text))
        self.colours.append(colour)

    def trace(self, side: str, look: Theme) -> dict[str, Any]:
        return {
            "type": "scatter",
            "mode": "text",
            "x": self.x,
            "y": self.y,
            "text": self.text,
            "textposition": side,
            # Inside there is room on a wide screen only.
            "textfont": label_font(look, narrow=side != "top center", size=TEXT_SIZE - 1) | {"color": self.colours},
            "hoverinfo": "skip",
            "showlegend": False,
            "cliponaxis": False,
        }


def _name(near: Nearby, i: int, x: Floats, colour: str, names: dict[str, _Names]) -> None:
    """Put a word's name at an end of the chart where its line reaches it, else inside at its best free place."""
    ranks = near.ranks[:, i]
    if ranks[0]:
        names["middle left"].add(-0.015, int(ranks[0]), near.words[i], colour)
    if ranks[-1]:
        names["middle right"].add(1.015, int(ranks[-1]), near.words[i], colour)
    if ranks[0] or ranks[-1]:
        return
    inside = names["top center"]
    held = np.flatnonzero(ranks)
    for frame in held[np.argsort(ranks[held], kind="stable")]:
        at, rank = float(x[frame]), int(ranks[frame])
        free = all(abs(at - other) > _CLEAR or rank != place for other, place in zip(inside.x, inside.y, strict=True))
        if 0.1 < at < 0.9 and free:
            inside.add(at, rank, near.words[i], colour)
            return
