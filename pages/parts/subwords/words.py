"""Sections of the subwords page on the word itself: its neighbours, its pieces tip to tail, sums of pieces."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.drift.path import cosine
from core.map.comparison import Columns, tally
from core.map.figures.comparison import build_columns
from core.spaces.space import Neighbour, unit_rows
from core.subwords import sentences
from core.subwords.figures.pieces import build_tug
from core.subwords.model import Decomposition
from core.subwords.spelling import NothingKnown, add_up, parse_sum
from core.subwords.tug import tug
from core.text import one_word, quoted, visible
from pages.parts.subwords.controls import MAX_LIST
from pages.shared import layout, loaders

TITLES = {
    "whole": "FastText",
    "pieces": "its n-grams",
    "own": "its own row",
    "skipgram": "Skip-gram",
    "glove": "GloVe",
}
SUM = "unhappiness = happy + <un + ness>"


def near_words(found: Decomposition) -> None:
    """Show what the word is near by its pieces, by its own row, and in spaces without n-grams."""
    space = loaders.space("fasttext")
    lists: dict[str, list[Neighbour] | None] = {}
    for name, vector in (("whole", found.vector), ("pieces", found.from_pieces), ("own", found.own_row)):
        known = vector is not None and bool(np.any(vector))
        lists[name] = space.neighbours(vector, exclude=[found.word]) if known else None
    for name in ("skipgram", "glove"):
        other = loaders.space(name)
        lists[name] = other.neighbours(found.word) if found.word in other else None
    held = [near for near in lists.values() if near is not None]
    if not held:
        st.markdown(f"No space knows anything of {quoted(found.word)}.")
        return
    shared = tally(lists)
    with st.container(key="columns"):
        layout.chart(
            build_columns(Columns(found.word, lists, shared, {}), TITLES, layout.look()),
            key="sub_columns",
            alt=f"The ten words nearest to {found.word} by its pieces, by its own row, and in two spaces without "
            "n-grams.",
            filename="sense-drift-subword-neighbours",
        )
    if found.own_row is None:
        st.markdown(
            f"{quoted(found.word)} is not in the vocabulary: Word2Vec and GloVe have nothing to say of it, FastText "
            "places it by its spelling alone, for better or worse."
        )
    elif np.any(found.from_pieces):
        own, spelled = found.own_row, found.from_pieces
        st.markdown(
            f"The word’s own row and the sum of its n-grams have cosine **{cosine(spelled, own):.2f}** with each "
            f"other, and {cosine(found.vector, own):.2f} and {cosine(found.vector, spelled):.2f} with the whole."
        )


def tugging(found: Decomposition) -> None:
    """Show the pieces tip to tail, and where the word goes when some are struck out."""
    if not np.any(found.vectors):
        st.info("Nothing is known of this word, so there is nothing to add up.", icon=":material/info:")
        return
    called = sentences.names_of(found)
    struck = struck_out(list(dict.fromkeys(called)))
    strike = [i for i, name in enumerate(called) if name in struck]
    pulled = tug(found, strike)
    layout.chart(
        build_tug(pulled, called, layout.look()),
        key="sub_tug",
        alt=f"The rows of the pieces of {found.word}, tip to tail.",
        filename="sense-drift-tug",
    )
    st.markdown(sentences.about_tug(found, pulled))


def struck_out(names: list[str]) -> list[str]:
    """Show the box in which pieces are struck out; its options change with the word, so it is in the link by hand."""
    key = "sub_strike_box"
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get("sub_strike", "").split(" ")
    st.session_state[key] = [name for name in st.session_state[key] if name in names]
    chosen = st.multiselect("Strike out", names, key=key, placeholder="pieces to leave out")
    if chosen:
        st.query_params["sub_strike"] = " ".join(chosen)[:MAX_LIST]
    else:
        st.query_params.pop("sub_strike", None)
    return list(chosen)


def sums() -> None:
    """Show a word beside a sum of words and n-grams of the reader's choice."""
    model, space = loaders.subwords(), loaders.space("fasttext")
    typed = st.text_input(
        "A word, and what it might be the sum of",
        key="sub_sum",
        bind="query-params",
        max_chars=MAX_LIST,
        placeholder=SUM,
        help="Words, and n-grams of 3 to 6 letters, with < where a word begins and > where it ends; + and -. "
        "Vectors of "
        "words and rows of n-grams are added as they are, so that longer rows weigh more.",
    )
    left, equals, right = visible(typed or SUM).lower().partition("=")
    word, terms = one_word(left), parse_sum(right)
    if not (word and equals and terms) or " " in word:
        st.info(f"Write it as a sum: {SUM}", icon=":material/info:")
        return
    try:
        total, unknown = add_up(model, terms)
    except NothingKnown:
        st.info(
            f"Nothing is known of {quoted(right.strip())}, or it adds up to nothing. Use words of the vocabulary, "
            "or n-grams of 3 to 6 letters of one.",
            icon=":material/info:",
        )
        return
    vector = model.vector(word)
    rows = [("the sum", total)]
    if vector is not None:
        rows.insert(0, (word, unit_rows(vector[None])[0]))
        st.markdown(f"Cosine of {quoted(word)} with the sum: **{cosine(vector, total):.2f}**")
    else:
        st.markdown(f"No piece of {quoted(word)} was ever seen, so only the sum can be shown.")
    if unknown:
        st.caption(f"Left out, since nothing is known of them: {', '.join(quoted(term) for term in unknown)}.")
    for name, direction in rows:
        near = space.neighbours(direction, 10, exclude=[word])
        st.markdown(
            f"{quoted(name) if name == word else name.capitalize()} is near "
            + ", ".join(f"*{found.word}* ({found.cosine:.2f})" for found in near)
        )
