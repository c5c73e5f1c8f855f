"""Figures of the limits page on words: a cosine and shares both ways, and what two cosines leave of a third."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, figure, label_font, plain, rgba
from core.limits.words import Both, Syllogism
from core.text import shown_share


def build_both(found: Both, look: Theme, *, height: int = 330) -> go.Figure:
    """Draw a pair's cosine both ways, and beside it the shares of contexts both ways, where these are known."""
    fig = figure(look, height=height)
    a, b = plain(found.there.word), plain(found.back.word)
    ways = [f"{a} → {b}", f"{b} → {a}"]
    shares = [found.there.value, found.back.value]
    colours = [look.accent, look.groups[1]]
    for axis, values, texts in (
        ("x", [found.cosine] * 2, [f"{found.cosine:.3f}"] * 2),
        ("x2", [None if np.isnan(value) else 100 * value for value in shares], [shown_share(v) for v in shares]),
    ):
        fig.add_trace(
            {
                "type": "bar",
                "orientation": "h",
                "xaxis": axis,
                "x": values,
                "y": [0, 1],
                "width": 0.5,
                "text": texts,
                "textposition": "auto",
                "textfont": {"size": 15},
                "insidetextfont": {"color": look.paper},
                "outsidetextfont": {"color": look.ink},
                "cliponaxis": False,
                "customdata": [[way] for way in ways],
                "hovertemplate": "%{customdata[0]}: %{text}<extra></extra>",
                "marker": {"color": colours},
                "showlegend": False,
            }
        )
    known = [100 * value for value in shares if not np.isnan(value)]
    if not known:
        fig.plan.annotations = [
            {
                "x": 0.77,
                "y": 0.5,
                "xref": "paper",
                "yref": "paper",
                "text": "shares not known",
                "font": {"color": look.faint, "size": 15},
                "showarrow": False,
            }
        ]
    base = fig.plan.xaxis.copy()
    fig.plan.xaxis.update(
        domain=[0, 0.46], range=[min(0.0, 1.15 * found.cosine), 1.05], title={"text": "cosine"}, fixedrange=True
    )
    fig.plan.xaxis2 = base | {
        "anchor": "y",
        "domain": [0.54, 1],
        "range": [0, 1.25 * max(known, default=1.0)],
        "title": base["title"] | {"text": "share, %"},
        "fixedrange": True,
        "nticks": 5,
    }
    fig.plan.yaxis.update(
        tickvals=[0, 1],
        ticktext=[way.replace(" → ", " →<br>") for way in ways],
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        range=[1.6, -0.6],
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.dragmode = False
    return fig


def build_syllogism(found: Sequence[Syllogism], look: Theme, *, height: int = 330) -> go.Figure:
    """Draw the three cosines of one or two syllogisms on one line from −1 to 1.

    Over each conclusion lies the range that the two premises leave it.
    """
    fig = figure(look, height=height)
    rows: list[tuple[str, float, str, tuple[float, float] | None]] = []
    for i, one in enumerate(found):
        rows.append((f"{one.member} – {one.group}", one.of_group, "premise", None))
        if i == 0 or one.property != found[0].property or one.group != found[0].group:
            rows.append((f"{one.group} – {one.property}", one.of_property, "premise", None))
        rows.append((f"{one.member} – {one.property}", one.third, "conclusion", (one.low, one.high)))
    ranges = [(y, band) for y, (*_, band) in enumerate(rows) if band is not None]
    fig.add_trace(
        {
            "type": "bar",
            "orientation": "h",
            "name": "what the premises allow",
            "base": [low for _, (low, _) in ranges],
            "x": [high - low for _, (low, high) in ranges],
            "y": [y for y, _ in ranges],
            "width": 0.55,
            "marker": {"color": rgba(look.loss, 0.22), "line": {"color": look.loss, "width": 1}},
            "customdata": [[low, high] for _, (low, high) in ranges],
            "hovertemplate": "from %{customdata[0]:.2f} to %{customdata[1]:.2f}<extra></extra>",
        }
    )
    for kind, colour, symbol in (("premise", look.faint, "circle"), ("conclusion", look.accent, "diamond")):
        mine = [(y, name, value) for y, (name, value, what, _) in enumerate(rows) if what == kind]
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": f"cosine of a {kind}",
                "x": [value for *_, value in mine],
                "y": [y for y, *_ in mine],
                "text": [f"{value:.2f}" for *_, value in mine],
                "textposition": "middle right",
                "textfont": label_font(look, narrow=True),
                "customdata": [[plain(name)] for _, name, _ in mine],
                "hovertemplate": "<b>%{customdata[0]}</b>: cosine %{x:.3f}<extra></extra>",
                "marker": {"size": 13, "color": colour, "symbol": symbol},
                "cliponaxis": False,
            }
        )
    fig.plan.xaxis.update(range=[-1.05, 1.12], dtick=0.5, title={"text": "cosine"}, fixedrange=True)
    fig.plan.yaxis.update(
        tickvals=list(range(len(rows))),
        ticktext=[plain(name) for name, *_ in rows],
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        range=[len(rows) - 0.4, -0.6],
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.dragmode = False
    return fig
