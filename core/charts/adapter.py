"""Where a plot meets Plotly: the one module that imports it.

Streamlit takes plain dictionaries too, but has Plotly check each of their properties at every run of a page: for an
animation that is more than half of the run. Of a figure of Plotly's it takes what ``to_dict`` returns as it is.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import plotly.graph_objects as go
from plotly.basedatatypes import BaseFigure

from core.charts.plot import Plot


class _Sent(BaseFigure):  # type: ignore[misc]
    """A plot on its way to the browser: ``to_dict`` is all that Streamlit asks of it, and all that it has."""

    def __init__(self, plot: Plot) -> None:  # not Plotly's own beginning, which checks
        self._sent = plot.as_dict()

    def to_dict(self) -> dict[str, Any]:
        """Return what Plotly's script in the browser draws."""
        return self._sent


def for_streamlit(plot: Plot) -> BaseFigure:
    """Return what ``st.plotly_chart`` sends to the browser unchecked."""
    return _Sent(plot)


def figure_of(plot: Plot) -> go.Figure:
    """Return a figure of Plotly's own, to be looked at or changed in a notebook.

    Raises
    ------
    ValueError
        Of Plotly, when the plot has a property that it does not know or a value that it does not take.
    """
    whole = deepcopy(plot.as_dict())  # Plotly changes what it is given
    return go.Figure(whole["data"], whole["layout"], whole.get("frames"))


def page_of(plot: Plot, title: str) -> str:
    """Return one HTML page that draws the plot without any other file."""
    figure = figure_of(plot)
    figure.update_layout(title={"text": title, "x": 0.01}, height=None, autosize=True, margin={"t": 80})
    page: str = figure.to_html(
        include_plotlyjs=True, full_html=True, auto_play=False, config={"displaylogo": False, "responsive": True}
    )
    return page
