"""Limits: what no average of word vectors can hold, each with the reader's own words."""

from __future__ import annotations

import streamlit as st

from pages.parts.limits.controls import CONTROLS, SECTION, SECTIONS, SPACE
from pages.parts.limits.pairs import pairs, shared
from pages.parts.limits.sentences import negation, order
from pages.parts.limits.words import cause, grounding, logic
from pages.shared import layout

DRAW = dict(zip(SECTIONS, (order, negation, cause, logic, grounding, pairs, shared), strict=True))
SENTENCES = {
    "Word order": "The average of a sentence’s word vectors is the same in every order of its words.",
    "Negation": "A *not* adds one vector to a sum, as any word does; and opposites keep the same company.",
    "Cause and effect": "A cosine is the same both ways. What the text says of two words is not.",
    "Logic": "Two cosines do not make a third, and none of them is true or false.",
    "Grounding": "Hop from a word to its nearest words, as long as you like: every road leads to more words.",
    "Minimal pairs": "Say which sentences mean the same, and look for a cosine that can tell.",
    "What they share": "All these limits come from one sum, and four requirements follow from them.",
}


def main() -> None:
    """Draw the page."""
    CONTROLS.notice()
    head_side, space_side = st.columns([4, 1], vertical_alignment="bottom")
    head = head_side.container()
    with space_side:
        known = SPACE.chosen()
    section = SECTION.draw(label_visibility="collapsed")
    with head:
        layout.question("What else can no average hold?", SENTENCES[section])
    DRAW[section](known)


main()
