"""The front door: the problem in one picture, and a way in to each page."""

from __future__ import annotations

import streamlit as st

from core import sentences
from core.axes import Axis, axis_vector
from core.figures.plane import build_plane
from core.wordsets import READY
from pages.shared import layout, link, loaders, spaces

# "bank" itself is left out of the axis that it is measured by.
NATURE, FINANCE = Axis(("river", "shore", "water")), Axis(("money", "loan", "finance"))
CONTROLS: dict[str, link.Control] = {"home_space": spaces.CHOICE}


def main() -> None:
    """Draw the page."""
    link.notice_ignored("home", CONTROLS)
    head, choice = st.columns([4, 1.1], vertical_alignment="bottom")
    with choice:
        known = spaces.picker("home_space")
    words = READY[0]
    axes = (NATURE, FINANCE)
    lines = loaders.dividing_lines(known, axes)
    projection = loaders.projected(known, words, "axes", axes=axes)
    with head:
        layout.question(
            "One word, one vector, many meanings",
            "A static word embedding gives each word one point. "
            f"Where does {known.title} put *bank*, which lends money and lines rivers?",
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
            alt=f"Words of {known.title} by their cosine with river, shore, water and with money, loan, finance; bank "
            "has {:.2f} and {:.2f}.".format(*projection.coordinates[0]),
            filename=f"sense-drift-{known.name}-bank",
        )
    with text_side:
        layout.what_you_see(
            [
                sentences.about_plane(known, projection, words.words, axes, lines, 0),
                sentences.about_selected(projection, words.words, 0),
            ]
        )
        st.page_link("map.py", label="What does the space look like? Open the map", icon=":material/arrow_forward:")
        st.page_link(
            "drift.py", label="What does training do to “bank”? Watch it drift", icon=":material/arrow_forward:"
        )
        st.page_link(
            "subwords.py", label="Do character n-grams help? Take a word apart", icon=":material/arrow_forward:"
        )
        st.page_link(
            "context.py", label="What if the neighbours had a say? Weigh a sentence", icon=":material/arrow_forward:"
        )
        st.page_link("evidence.py", label="How do you know? See the evidence", icon=":material/arrow_forward:")
    layout.how_computed(
        "Each axis is the mean of three words' unit vectors; a word stands at its cosine with each. "
        + spaces.credit(known),
        [r"y_i = \Big(\frac{w_i \cdot a}{|w_i||a|},\; \frac{w_i \cdot b}{|w_i||b|}\Big)"],
        [axis_vector],
    )


main()
