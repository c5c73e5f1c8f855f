"""How many meanings words have, against how often they are used."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import Theme, figure, label_font, plain, rgba
from core.spaces.meanings import MeaningLaw, Meanings

ZIPF_SLOPE = 0.5  # Zipf 1945
MOST = 10_000


def build_meanings(
    meanings: Meanings,
    law: MeaningLaw,
    look: Theme,
    *,
    shown: int = 1_500,
    named: Sequence[str] = (),
    height: int = 420,
) -> go.Figure:
    """Draw words by frequency and number of senses, groups of words, the fitted line, and Zipf's slope of one half.

    Parameters
    ----------
    meanings : Meanings
        The words.
    law : MeaningLaw
        The line.
    look : Theme
        Colours.
    shown : int
        About how many words are drawn as dots, of the 10,000 most frequent.
    named : sequence of str
        Words to name.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    # Every word of the commonest, ever fewer of the others: as even along the axis as the line is fitted.
    most = min(MOST, len(meanings.words))
    drawn = np.unique(np.geomspace(1, most, shown).astype(int)) - 1
    # Whole numbers of senses would lie on each other; a fixed spread of less than half a step keeps them apart.
    spread = 10 ** np.random.default_rng(0).uniform(-0.03, 0.03, len(drawn))
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "a word",
            "x": np.round(meanings.zipf[drawn].astype(float), 2).tolist(),
            "y": np.round(meanings.senses[drawn] * spread, 3).tolist(),
            "text": [
                f"{plain(meanings.words[i])}: {meanings.senses[i]} sense{'s' if meanings.senses[i] != 1 else ''}"
                for i in drawn
            ],
            "hovertemplate": "%{text}<extra></extra>",
            "marker": {"size": 5, "color": rgba(look.groups[2], 0.45)},
        }
    )
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "mean of 500 words",
            "x": law.zipf.tolist(),
            "y": law.senses.tolist(),
            "marker": {"size": 10, "color": look.groups[1], "line": {"color": look.paper, "width": 1}},
            "hovertemplate": "%{y:.1f} senses on average<extra></extra>",
        }
    )
    ends = np.array([law.zipf.min() - 0.1, max(law.zipf.max() + 0.9, float(meanings.zipf[0]) - 0.6)])
    middle, level = float(law.zipf.mean()), law.slope * float(law.zipf.mean()) + law.intercept
    for name, slope, dash in ((f"fitted slope {law.slope:.2f}", law.slope, "solid"), ("Zipf’s ½", ZIPF_SLOPE, "dash")):
        fig.add_trace(
            {
                "type": "scatter",
                "mode": "lines",
                "name": name,
                "x": ends.tolist(),
                "y": (10 ** (level + slope * (ends - middle))).tolist(),
                "line": {"color": look.ink, "width": 2, "dash": dash},
                "hoverinfo": "skip",
            }
        )
    places = {word: i for i, word in enumerate(meanings.words)}
    marked = [places[word] for word in named if word in places]
    fig.add_trace(
        {
            "type": "scatter",
            "mode": "markers+text",
            "x": meanings.zipf[marked].tolist(),
            "y": [int(meanings.senses[i]) for i in marked],
            "text": [plain(meanings.words[i]) for i in marked],
            "textposition": "top center",
            "textfont": label_font(look, narrow=True),
            "marker": {"size": 7, "color": look.accent},
            "hoverinfo": "skip",
            "showlegend": False,
        }
    )
    fig.plan.xaxis.update(
        title={"text": "frequency: log10 of occurrences in a billion words"}, tickformat=".0f", fixedrange=True
    )
    fig.plan.yaxis.update(
        type="log",
        title={"text": "senses in WordNet"},
        tickvals=[1, 2, 5, 10, 20, 50],
        fixedrange=True,
        range=[-0.1, 1.95],
    )
    fig.plan.dragmode = False
    return fig
