"""What ``scripts/bench/app.py`` compares the app with: two pages, one select box, one chart; nothing of ours.

Run by the benchmark with the path of a JSON file as its only argument: ``{"first": [points, labels],
"second": {option: [points, labels], …}}``.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

SIZES = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))


def chart(key: str, name: str, points: int, labels: int) -> None:
    """Show that many points, the first of them with labels."""
    rng = random.Random(name)  # noqa: S311
    text = ["".join(rng.choices("abcdefghij", k=7)) if i < labels else "" for i in range(points)]
    figure = go.Figure(
        go.Scatter(
            x=[rng.random() for _ in range(points)],
            y=[rng.random() for _ in range(points)],
            text=text,
            mode="markers+text",
            textposition="top center",
        )
    )
    figure.update_layout(height=490)
    st.plotly_chart(figure, theme=None, key=key)


def first() -> None:
    """Show the chart of the front page's size."""
    chart("first_chart", "first", *SIZES["first"])


def second() -> None:
    """Show the chart chosen."""
    options = list(SIZES["second"])
    name = st.selectbox("Chart", options) or options[0]
    chart("second_chart", name, *SIZES["second"][name])


st.set_page_config(page_title="Bare", layout="wide")
st.navigation([st.Page(first, title="First", default=True), st.Page(second, title="Second")], position="top").run()
