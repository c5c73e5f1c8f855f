"""Sections of the subwords page on spelling: typos, families of forms, buckets."""

from __future__ import annotations

import streamlit as st

from core.subwords import sentences
from core.subwords.figures import build_crowding, build_family, build_typos
from core.subwords.model import Decomposition
from core.subwords.spelling import NothingKnown, as_gram, crowded, crowding, family, holders, misspelled, steps
from core.text import quoted, split_words
from pages.parts.subwords.controls import BUCKETS, CONTROLS, CROWD, EDITS, FAMILY, MEANT, SEARCH, TYPED, show
from pages.shared import layout, loaders
from pages.shared.controls import MAX_WORD, chips

MOST = 12  # words of a family
TYPO_CHIPS = [
    CONTROLS.chip(f"{meant} → {typed}", sub_word=typed, sub_more="Typos", sub_meant=meant, sub_typed=typed)
    for meant, typed in (
        ("happiness", "hapynes"),
        ("environment", "enviroment"),
        ("principal", "principle"),
        ("desert", "dessert"),
    )
]
FAMILY_CHIPS = [
    CONTROLS.chip(label, sub_word=words.split()[-1], sub_more="Families", sub_family=words, sub_search=gram)
    for label, words, gram in (
        ("to play", FAMILY.placeholder, ""),
        ("un-", "happy unhappy known unknown able unable", "<un"),
        ("German", "haus hauses häuser häusern hausbau", ""),
        ("Finnish", "talo talon talossa talosta taloon", ""),
        ("Turkish", "ev evler evlerde evimiz evden", ""),
        ("Hungarian", "ház házak házban házból háznak", ""),
    )
]


def typing() -> None:
    """Show how far a misspelled word strays, edit by edit, beside other words that are spelled as alike."""
    left, right, slide = st.columns([1, 1, 1.2], vertical_alignment="bottom")
    with left:
        meant = MEANT.said()[:MAX_WORD]
    with right:
        typed = TYPED.said()[:MAX_WORD]
    spellings = steps(meant, typed)
    with slide:
        step = EDITS[len(spellings) - 1].draw() if len(spellings) > 1 else 0
    try:
        typo = misspelled(loaders.subwords(), loaders.space("fasttext"), spellings, step)
    except NothingKnown as unknown:
        layout.show_notices([str(unknown)])
    else:
        show(build_typos(typo, layout.look()), "sub_typos")
    chips(TYPO_CHIPS, "try-typos")


def families() -> None:
    """Show forms of a word by meaning and by spelling, and the words that an n-gram pulls together."""
    words = list(dict.fromkeys(split_words(FAMILY.said()))) or split_words(FAMILY.placeholder)
    if len(words) > MOST:
        layout.show_notices([f"A family holds up to {MOST} words; the last {len(words) - MOST} are left out."])
    forms = family(loaders.subwords(), words[:MOST])
    meaning, spelling = st.columns(2, gap="medium")
    with meaning:
        show(build_family(forms, layout.look(), by="meaning"), "sub_cosines")
    with spelling:
        show(build_family(forms, layout.look(), by="spelling"), "sub_shared")
    chips(FAMILY_CHIPS, "try-families")
    st.caption("The model was trained on English alone: of other languages it knows what stands in English text.")
    gram = as_gram(SEARCH.draw()) or SEARCH.placeholder
    held = holders(loaders.subwords(), loaders.space("fasttext"), gram)
    if held is None:
        layout.show_notices([f"Fewer than two words of the vocabulary hold {quoted(gram)}. Try *ing>* or *<un*."])
    else:
        st.markdown(sentences.about_holders(held))


def buckets(parts: Decomposition) -> None:
    """Show how n-grams crowd into fewer buckets, and what that would do to the word."""
    model, word = loaders.subwords(), parts.word
    chosen = CROWD.options.index(CROWD.draw())
    crowdings = loaders.remembered(("crowding",), lambda: [crowding(model, n) for n in BUCKETS])
    words = loaders.remembered(("crowded", word), lambda: [crowded(model, word, n) for n in BUCKETS])
    show(build_crowding(crowdings, words, layout.look(), chosen=chosen), "sub_crowding")
