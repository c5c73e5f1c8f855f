"""Figures of the evidence page: what was measured, space by space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, figure, plain
from core.evidence.results import Measurement

_SYMBOLS = ("diamond", "circle", "square", "triangle-up", "star", "cross")


def build_scores(
    measurements: Sequence[Measurement],
    titles: Mapping[str, str],
    look: Theme,
    *,
    axis_title: str,
    names: Mapping[str, str] | None = None,
    percent: bool = False,
    height: int = 430,
) -> go.Figure:
    """Draw one row a set and one point a space, colour and shape telling the spaces apart; hollow where published.

    Parameters
    ----------
    measurements : sequence of Measurement
        Of one metric; the rows come in the order of first appearance, those without a value are left out.
    titles : dict of str to str
        What each space is called, by name; up to six.
    look : Theme
        Colours.
    axis_title : str
        What is measured.
    names : dict of str to str, optional
        What a set is called where its own name will not do.
    percent : bool
        Whether values are shares, shown as percentages.
    height : int
        Pixels.
    """
    sets = list(dict.fromkeys(m.set for m in measurements))
    shown = {name: plain((names or {}).get(name, name)) for name in sets}
    rows = {name: row for row, name in enumerate(sets)}
    fig = figure(look, height=height)
    form = ".1%" if percent else ".3f"
    for space, symbol, colour in zip(titles, _SYMBOLS, look.groups, strict=False):
        mine = [m for m in measurements if m.space == space and m.value is not None]
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "markers",
                "name": plain(titles[space]),
                "x": [m.value for m in mine],
                "y": [rows[m.set] for m in mine],
                "customdata": [[shown[m.set], f"{m.n:,}", f"{100 * m.coverage:.0f} %"] for m in mine],
                "hovertemplate": (
                    f"<b>{plain(titles[space])}</b>, %{{customdata[0]}}: %{{x:{form}}}<br>"
                    "on %{customdata[1]} items, %{customdata[2]} of the set<extra></extra>"
                ),
                "marker": {
                    "color": colour,
                    "symbol": symbol,
                    "size": 12,
                    "line": {"color": look.paper, "width": 1},
                },
                "cliponaxis": False,
            }
        )
        theirs = [m for m in measurements if m.space == space and m.published is not None]
        if theirs:
            fig.add_trace(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": "published",
                    "x": [m.published for m in theirs],
                    "y": [rows[m.set] for m in theirs],
                    "customdata": [[shown[m.set]] for m in theirs],
                    "hovertemplate": (
                        f"<b>{plain(titles[space])} as published</b>, %{{customdata[0]}}: %{{x:{form}}}<br>"
                        "other text, dimensions and scoring; sources below<extra></extra>"
                    ),
                    "marker": {
                        "color": colour,
                        "symbol": f"{symbol}-open",
                        "size": 11,
                        "line": {"width": 1.6},
                    },
                    "showlegend": False,
                    "cliponaxis": False,
                }
            )
    values = [value for m in measurements for value in (m.value, m.published) if value is not None]
    if not values:
        return fig
    fig.plan.xaxis.update(
        range=[min(0, *values) - 0.02, max(values) + 0.05],
        title={"text": plain(axis_title)},
        tickformat=".0%" if percent else ".1f",
        fixedrange=True,
    )
    # Rows by number: an axis of names leaves out those that it thinks too close.
    fig.plan.yaxis.update(
        range=[len(sets) - 0.5, -0.5],
        tickvals=list(rows.values()),
        ticktext=list(shown.values()),
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        fixedrange=True,
    )
    fig.plan.dragmode = False
    return fig
