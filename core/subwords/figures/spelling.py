"""Figures on spelling: how far typos carry a word, and how n-grams crowd into buckets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, figure, label_font, plain
from core.subwords.spelling import Crowding, Typos


def build_typos(found: Typos, control: Typos, look: Theme, *, step: int | None = None, height: int = 380) -> go.Figure:
    """Draw the cosine to the intended word against the number of edits, with other words that are spelled as alike.

    Parameters
    ----------
    found : Typos
        The spellings.
    control : Typos
        The intended word, and words of the vocabulary that look like it but are other words.
    look : Theme
        Colours.
    step : int, optional
        Which spelling the reader stands at.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    edits, cosines = np.asarray(found.edits), np.asarray(found.cosines)
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "lines+markers+text",
            "name": "the word, ever more mistyped",
            "x": edits.tolist(),
            "y": [None if np.isnan(value) else float(value) for value in cosines],
            "text": [plain(word) for word in found.words],
            "textposition": "top right",
            "textfont": label_font(look, narrow=True),
            "line": {"color": look.accent, "width": 2.5},
            "marker": {
                "size": [16 if i == step else 10 for i in range(len(edits))],
                "color": [look.accent if known else look.paper for known in found.known],
                "opacity": 1,
                "line": {"color": look.accent, "width": 2},
            },
            "hovertemplate": "<b>%{text}</b>: %{x} edits, cosine %{y:.2f}<extra></extra>",
            "cliponaxis": False,
        }
    )
    others = np.arange(1, len(control.words))
    # Beside each other where several are as many edits away.
    spread = (np.arange(len(others)) % 5 - 2) * 0.06
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers+text",
            "name": "other words, spelled as alike",
            "x": (control.edits[others] + spread).tolist(),
            "y": [float(value) for value in control.cosines[others]],
            "text": [plain(control.words[i]) for i in others],
            "textposition": "bottom left",
            "textfont": label_font(look, narrow=False) | {"color": look.faint},
            "marker": {"size": 8, "color": look.groups[1], "symbol": "diamond"},
            "hovertemplate": "<b>%{text}</b>: cosine %{y:.2f}<extra></extra>",
            "cliponaxis": False,
        }
    )
    last = int(max(edits.max(initial=1), control.edits.max(initial=1)))
    defined = [*cosines[~np.isnan(cosines)], *control.cosines[~np.isnan(control.cosines)], 0]
    fig.plan.xaxis.update(
        range=[-0.25, last + 0.6], dtick=1, title={"text": "edits: letters added, dropped, changed"}, fixedrange=True
    )
    fig.plan.yaxis.update(
        range=[float(min(defined)) - 0.08, 1.1], title={"text": "cosine with the intended word"}, fixedrange=True
    )
    fig.plan.dragmode = False
    return fig


def build_crowding(
    found: Sequence[Crowding], kept: Sequence[float], look: Theme, *, chosen: int, height: int = 340
) -> go.Figure:
    """Draw, against the number of buckets, the share of n-grams that share one, and what a word keeps of its vector.

    Parameters
    ----------
    found : sequence of Crowding
        Numbers of buckets, ascending.
    kept : sequence of float
        The cosine of the word's vector with what it would be, for each.
    look : Theme
        Colours.
    chosen : int
        The chosen number of buckets.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    numbers = [item.n_buckets for item in found]
    for name, values, colour, dash in (
        ("n-grams that share a bucket", [item.sharing for item in found], look.loss, "solid"),
        ("what the word keeps (cosine)", list(kept), look.accent, "dash"),
    ):
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": name,
                "x": numbers,
                "y": [None if np.isnan(value) else value for value in values],
                "line": {"color": colour, "width": 2.4, "dash": dash},
                "marker": {
                    "size": [13 if number == chosen else 7 for number in numbers],
                    "color": colour,
                    "opacity": 1,
                },
                "hovertemplate": f"{name}: %{{y:.0%}} at %{{x:,}} buckets<extra></extra>",
                "cliponaxis": False,
            }
        )
    fig.plan.xaxis.update(
        type="log",
        tickvals=numbers,
        ticktext=[f"{number // 1000:,}k" if number < 1_000_000 else f"{number / 1e6:g} M" for number in numbers],
        tickfont={"color": look.ink, "size": TEXT_SIZE},
        title={"text": "buckets"},
        fixedrange=True,
    )
    fig.plan.yaxis.update(range=[-0.03, 1.05], tickformat=".0%", fixedrange=True)
    fig.plan.dragmode = False
    return fig
