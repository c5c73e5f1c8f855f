"""Limits: what no average of word vectors can hold, each with the reader's own words."""

from __future__ import annotations

import streamlit as st

from pages.parts.limits.controls import CONTROLS, SECTION, SECTIONS, SENTENCES, SPACE
from pages.parts.limits.pairs import pairs, shared
from pages.parts.limits.sentences import negation, order
from pages.parts.limits.words import cause, grounding, logic
from pages.shared import layout

DRAW = dict(zip(SECTIONS, (order, negation, cause, logic, grounding, pairs, shared), strict=True))


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
