"""Sections of the subwords page on the word itself: its neighbours, its pieces tip to tail, sums of pieces."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.subwords.figures import build_near, build_tug
from core.subwords.model import Decomposition
from core.subwords.near import near_parts
from core.subwords.sentences import about_equation, names_of
from core.subwords.spelling import NothingKnown, equation
from core.subwords.tug import tug
from core.text import quoted
from pages.parts.subwords.controls import STRIKE, SUM, show
from pages.shared import layout, loaders


def near_words(parts: Decomposition) -> None:
    """Show what the word is near by its pieces, by its own row, and in spaces without n-grams."""
    columns = near_parts(parts, loaders.space("fasttext"), [loaders.space(name) for name in ("skipgram", "glove")])
    if not columns.shared:
        st.markdown(f"No space knows anything of {quoted(parts.word)}.")
        return
    with st.container(key="columns"):
        show(build_near(columns, parts, layout.look()), "sub_columns")


def tugging(parts: Decomposition) -> None:
    """Show the pieces tip to tail, and where the word goes when some are struck out."""
    if not np.any(parts.vectors):
        layout.show_notices(["Nothing is known of this word, so there is nothing to add up."])
        return
    names = names_of(parts)
    struck = STRIKE.draw(list(dict.fromkeys(names)))
    way = tug(parts, [i for i, name in enumerate(names) if name in struck])
    show(build_tug(way, parts, layout.look()), "sub_tug")


def sums() -> None:
    """Show a word beside a sum of words and n-grams of the reader's choice."""
    typed = SUM.said()
    try:
        found = equation(loaders.subwords(), loaders.space("fasttext"), typed)
    except NothingKnown as unknown:
        layout.show_notices([str(unknown)])
        return
    if found is None:
        layout.show_notices([f"Write it as a sum: {SUM.placeholder}"])
        return
    for paragraph in about_equation(found):
        st.markdown(paragraph)
