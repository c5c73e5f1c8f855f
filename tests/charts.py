"""A card's plot as Plotly checks it."""

from __future__ import annotations

import plotly.graph_objects as go

from core.charts.adapter import figure_of
from core.charts.card import Card


def drawn(card: Card) -> go.Figure:
    """Return the figure of a card: Plotly refuses a property or value that it does not know."""
    return figure_of(card.plot)
