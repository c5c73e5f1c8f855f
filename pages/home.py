"""The front door: the problem in one picture, and a way in to each page."""

from __future__ import annotations

import streamlit as st

from core import sentences
from core.axes import Axis, axis_vector
from core.figures.plane import build_plane
from core.wordsets import READY
from pages.shared import layout, loaders

# "bank" itself is left out of the axis that it is measured by.
NATURE, FINANCE = Axis(("river", "shore", "water")), Axis(("money", "loan", "finance"))


def main() -> None:
    """Draw the page."""
    words = READY[0]
    axes = (NATURE, FINANCE)
    lines = loaders.dividing_lines(axes)
    projection = loaders.projected(words, "axes", axes=axes)
    layout.question(
        "One word, one vector, many meanings",
        "A static word embedding gives each word one point. "
        "Where does it put *bank*, which lends money and lines rivers?",
    )
    figure = build_plane(
        projection,
        words.words,
        words.group_of,
        layout.look(),
        axes=axes,
        lines=lines,
        selected=0,
        height=470,
    )
    figure_side, text_side = st.columns([2.4, 1], gap="medium", vertical_alignment="center")
    with figure_side:
        layout.chart(
            figure,
            key="home_plane",
            alt="Words placed by their cosine with river, shore, water and with money, loan, finance; bank is between.",
            filename="sense-drift-bank",
        )
    with text_side:
        layout.what_you_see(
            [
                sentences.about_plane(loaders.space(), projection, words.words, axes, lines, 0),
                sentences.about_selected(projection, words.words, 0),
            ]
        )
        st.page_link("map.py", label="What does the space look like? Open the map", icon=":material/arrow_forward:")
    layout.how_computed(
        "Each axis is the mean of three words' unit vectors; a word stands at its cosine with each. "
        "Vectors: GloVe 6B, 100 dimensions (Pennington, Socher & Manning 2014), public domain.",
        [r"y_i = \Big(\frac{w_i \cdot a}{|w_i||a|},\; \frac{w_i \cdot b}{|w_i||b|}\Big)"],
        [axis_vector],
    )


main()
