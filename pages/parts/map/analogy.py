"""The analogy view of the map page: a − b + c as a parallelogram."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import UnknownWord
from core.map.analogies import NoAnswer, analogy
from core.map.figures import build_analogy
from pages.parts.map.controls import ABC, SPACE, neighbour_table, opening, show, try_chips
from pages.shared import layout, words


def analogy_view(head: DeltaGenerator) -> None:
    """Draw a − b + c."""
    known, *typed = layout.fill(st.columns([1.1, 2, 2, 2]), SPACE.chosen, *(box.said for box in ABC))
    opening(head, known)
    notices = [] if all(typed) else ["Type a word in each of the three boxes."]
    for box, word in zip(ABC, typed, strict=True):
        if word and word not in known:
            unknown = UnknownWord(word, known.name, len(known.words), known.spellings(word))
            notices.append(words.not_among(unknown))
            words.offer([(near, {box.key: near}) for near in unknown.suggestions], key=box.key)
    try:
        result = None if notices else analogy(known, *typed)
    except NoAnswer as problem:
        notices.append(str(problem))
    layout.show_notices(notices)
    if notices or result is None:
        try_chips()
        return
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with panel_side:
        for title, listed in (("question words left out", result.answers), ("nothing left out", result.unfiltered)):
            which = ["question" if other.word in result.words else "answer" for other in listed]
            near, cosines = [other.word for other in listed], [other.cosine for other in listed]
            neighbour_table({title: near, "cosine": cosines, "which": which})
    card = build_analogy(result, layout.look(), known.title)
    show(card, known, key="map_analogy", at=figure_side, beside=panel_side)
