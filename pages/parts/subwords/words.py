"""Sections of the subwords page on words: neighbours, pieces tip to tail, sums of pieces, and two meanings in one."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.subwords.figures import build_near, build_senses, build_tug
from core.subwords.model import Decomposition
from core.subwords.near import in_sentences, near_parts, near_senses
from core.subwords.sentences import about_both, about_equation, names_of
from core.subwords.spelling import NothingKnown, equation
from core.subwords.tug import tug
from core.text import quoted, tokenise
from pages.parts.subwords.controls import SAME, SENTENCES, STRIKE, SUM, show
from pages.shared import layout, loaders

SPACES = ("fasttext", "skipgram", "cbow", "glove")


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


def cannot() -> None:
    """Show a word in two sentences, one vector in both, and the senses among its neighbours in several spaces."""
    box, *boxes = st.columns([0.7, 2, 2], vertical_alignment="bottom")
    with box:
        entry = loaders.catalogue()[SAME.draw()]
    word, tokens = entry.word, []
    for column, control, sense in zip(boxes, SENTENCES, entry.senses, strict=False):
        with column:
            typed = control.draw(placeholder=sense.examples[0])
        tokens.append(tokenise(typed) or tokenise(sense.examples[0]))
    missing = [
        f"{control.label} has no {quoted(word)} in it."
        for control, sentence in zip(SENTENCES, tokens, strict=True)
        if word not in sentence
    ]
    head = ""
    if missing:
        layout.show_notices([*missing, "The word’s pieces are the same wherever it stands."])
    else:
        head = about_both(word, *in_sentences(loaders.subwords(), word, *tokens))
    near = near_senses(entry, [loaders.space(name) for name in SPACES], loaders.space("fasttext"))
    with st.container(key="columns"):
        show(build_senses(near, entry, layout.look(), head=head), "sub_senses")
