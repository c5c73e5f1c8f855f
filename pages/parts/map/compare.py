"""The comparing view of the map page: the same words in two spaces, and one word's nearest in all of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.evidence.results import overlaps
from core.map.comparison import compare, held_by, senses_of
from core.map.figures import build_columns, build_overlaps, build_sides
from core.spaces.space import SPACES, TITLES, Space
from core.spaces.wordsets import WordSet
from core.text import quoted
from pages.parts.map.controls import BESIDE, CONTROLS, FIND, SET, SPACE, choose_words, find, show, try_chips
from pages.shared import cards, layout, loaders, words
from pages.shared.controls import clicked

MAX_WORDS = 300


def compare_view(head: DeltaGenerator) -> None:
    """Draw two spaces beside each other, and the neighbours of one word in all six."""
    boxes = st.columns([2, 1.3, 1.3, 2], vertical_alignment="bottom")
    search = partial(FIND.said, placeholder="or click one on a map", icon=":material/search:")
    title, left, right, typed = layout.fill(boxes, SET.draw, SPACE.chosen, BESIDE.chosen, search)
    text = "GloVe 6B was trained on other text, too." if "glove-6b" in (left.name, right.name) else "Both saw one text."
    with head:
        layout.question(
            "Do different methods find the same neighbours?",
            f"The same words in {left.title} and in {right.title}, one turned onto the other. {text}",
        )
    chosen = choose_words(left, title)
    drawn = drawable(chosen, left, right)
    if drawn is None:
        try_chips()
        return
    word = typed or (chosen.words.hub if chosen.words is not None else "") or drawn.words[0]
    held = is_held(word)
    if held and word not in drawn.words:
        st.info(f"{quoted(word)} is not on these maps; what is near it stands below them.", icon=":material/info:")
    compared = loaders.remembered(
        ("compare", left.name, right.name, drawn.words),
        lambda: compare(left, right, drawn.words, loaders.turned(left, right)),
    )
    selected = drawn.words.index(word) if word in drawn.words else None
    left_side, right_side = st.columns(2, gap="small")
    one, other = build_sides(compared, drawn, (left, right), layout.look(), selected)
    with right_side:
        show(other, left, right, lead=False, key="map_chart_right", on_select=clicked("map_chart_right", find))
    where: dict[str, Any] = {"key": "map_chart_left", "at": left_side.container(), "beside": left_side}
    below = partial(everywhere, word) if held else None
    show(one, left, right, **where, below=below, on_select=clicked("map_chart_left", find))


def drawable(chosen: words.Chosen, left: Space, right: Space) -> WordSet | None:
    """Return the words that both spaces hold, as many as two small maps bear, and say what is left out."""
    notices = list(chosen.notices)
    if left.name == right.name:
        notices.append("Both maps show the same space. Pick another beside it to see a difference.")
    drawn = chosen.words
    if drawn is not None:
        missing = [word for word in drawn.words if word not in right]
        if missing and drawn.key in ("own", "near"):
            notices.append(words.left_out(right, missing))
        drawn = held_by(right, drawn)
        if len(drawn.words) > MAX_WORDS:
            notices.append(f"Two maps side by side show up to {MAX_WORDS:,} words, so these are the most frequent.")
            drawn = WordSet(drawn.key, drawn.title, {"words": drawn.words[:MAX_WORDS]})
        if not drawn.words:
            notices.append(f"None of these words is in {right.title}. Pick another set or another space.")
            drawn = None
    layout.show_notices(notices)
    return drawn


def is_held(word: str) -> bool:
    """Return whether any space has the word; if none has, say so and offer what is spelled like it."""
    every = [loaders.space(name) for name in SPACES]
    if any(word in space for space in every):
        return True
    found = max(every, key=lambda space: len(space.words)).spellings(word)
    text = f"No space has the word {quoted(word)}."
    st.warning(text + (f" Spelled nearest: {', '.join(f'*{near}*' for near in found)}." if found else ""))
    words.offer([(near, {FIND.key: near}) for near in found], key=FIND.key)
    return False


def everywhere(word: str) -> None:
    """Show the nearest words of one word in all spaces, and how much the lists have in common."""
    lists, entry = loaders.columns(word), loaders.catalogue().get(word)
    senses: Mapping[str, int] = {} if entry is None else senses_of(lists, entry, loaders.space())
    look = layout.look()
    st.header(f"Nearest to “{word}” in six spaces", anchor=False)
    nearest = build_columns(lists, TITLES, look, senses, () if entry is None else entry.names)
    wide, narrow = st.columns([2.6, 1], gap="medium")
    with wide, st.container(key="columns"):
        cards.show(nearest, CONTROLS, key="map_columns", on_select=clicked("map_columns", find))
    with narrow:
        cards.show(build_overlaps(lists, overlaps(loaders.results()), TITLES, look), CONTROLS, key="map_overlaps")
