"""Subwords: a word in its character n-grams, what they mend, and what they cannot."""

from __future__ import annotations

import html

import numpy as np
import streamlit as st

from core.subwords import sentences
from core.subwords.figures import build_pieces
from core.subwords.model import Decomposition
from core.subwords.ngrams import MAX_N, MIN_N
from core.subwords.sentences import names_of, starred
from core.subwords.spelling import MOST_HELD
from core.text import quoted, safe
from pages.parts.subwords.controls import CHIPS, CONTROLS, GRAM, NOISE, SECTION, WORD, choose
from pages.parts.subwords.spelling import buckets, families, typing
from pages.parts.subwords.words import cannot, near_words, sums, tugging
from pages.shared import cards, layout, loaders
from pages.shared.controls import chips, clicked
from pages.shared.spaces import credit

OF_THE_WORD = {"Neighbours": near_words, "Tug of war": tugging, "Buckets": buckets}
BESIDE_IT = {"Typos": typing, "Word sums": sums, "Families": families, "What it cannot mend": cannot}


def main() -> None:
    """Draw the page."""
    CONTROLS.notice()
    head = st.container()
    word, notice = choose()
    with head:
        layout.question(
            f"What is {quoted(word or WORD.value)} made of?",
            "FastText gives a word the mean of its own row and the rows of its n-grams: pieces of "
            f"{MIN_N} to {MAX_N} letters, shared with every word that holds them.",
        )
    if notice:
        layout.show_notices([notice])
    if not word:
        tries()
        return
    parts = loaders.decomposed(word, noise=NOISE.value)
    if parts.ngrams:
        draw(parts)
    else:
        layout.show_notices([f"{quoted(word)} has no piece at all. Type a longer word."])
        tries()
    st.header("Look closer", anchor=False)
    section = SECTION.draw(label_visibility="collapsed")
    if section in OF_THE_WORD:
        OF_THE_WORD[section](parts)
    else:
        BESIDE_IT[section]()


def tries() -> None:
    """Offer what to try where nothing can be drawn."""
    st.header("Try", anchor=False)
    chips(CHIPS)


def draw(parts: Decomposition) -> None:
    """Draw the word in pieces, and beside it the piece that the reader picked, else the n-gram that gives most."""
    gram, names = GRAM.read(), names_of(parts)
    GRAM.link(gram if gram in names else "")
    piece = names.index(gram) if gram in names else parts.strongest
    figure_side, panel_side = st.columns([3, 1.35], gap="medium")
    with panel_side, st.container(key="panel"):
        if piece is not None:
            panel(parts, piece)
        beside = st.container()
    clean, noisy = (loaders.decomposed(parts.word, noise=noise) for noise in (False, True))
    cards.show(
        build_pieces(clean, noisy, layout.look(), selected=piece, noise=NOISE.value),
        CONTROLS,
        key="sub_pieces",
        credit=credit(loaders.space("fasttext")),
        lead=True,
        at=figure_side,
        beside=beside,
        examples=CHIPS,
        on_select=clicked("sub_pieces", lambda point: GRAM.write(html.unescape(point[0]))),
    )


def panel(parts: Decomposition, piece: int) -> None:
    """Show one piece: what it gives, what it is near, which words hold it, what shares its bucket."""
    model, space, name = loaders.subwords(), loaders.space("fasttext"), parts.ngrams[piece]
    own = parts.own and piece == 0
    st.markdown(f"**{'The word’s own row' if own else safe(name)}**")
    st.markdown(sentences.about_gram(parts, piece, () if own else loaders.partners(parts)[int(parts.rows[piece])]))
    if parts.seen[piece]:
        st.markdown(f"Its own nearest words: {starred(space.neighbours(parts.vectors[piece], 8))}")
    if parts.seen[piece] and not own:
        holding = model.holding(name, MOST_HELD)
        st.markdown(f"In {sentences.held(len(holding))} of the vocabulary: {starred(holding[:10])}")
    if not np.isnan(parts.without[piece]):
        near = space.neighbours(parts.left_without(piece), 5, exclude=[parts.word])
        st.markdown(f"Without it the word is near {starred(near)}")
    st.caption("Click a bar to look at another piece.")


main()
