"""Sections of the context page that look closer at its sentences."""

from __future__ import annotations

import zlib

import numpy as np
import streamlit as st

from core.context import sentences as said
from core.context.disambiguation import disambiguate, leave_one_out
from core.context.figures import build_balance, build_by_hand, build_leave_one_out, build_neighbours
from core.context.occurrence import Occurrence
from core.context.probe import nearest_columns
from core.context.reading import labelled
from core.context.weights import SCHEMES
from core.errors import NoContext
from core.text import safe
from pages.parts.context.attention import how_it_learned, scoreboard
from pages.parts.context.controls import HAND, OF, SECTION, SECTIONS, present
from pages.parts.context.occurrences import View
from pages.shared import layout
from pages.shared.controls import State, buttons

STORY = (40, 35, 5, 5, 15)  # of "I deposited money at the bank yesterday", in hundredths
MOST_SLIDERS = 24


def section(view: View) -> None:
    """Show one of the sections that go deeper."""
    st.header("Look closer", anchor=False)
    draw = (balance, strike_out, by_hand, near_words, washed, how_it_learned, scoreboard)
    draw[SECTIONS.index(SECTION.draw(label_visibility="collapsed"))](view)


def balance(view: View) -> None:
    """Show each sentence under all schemes, two side by side."""
    n = len(view.shown)
    slots = [box for _ in range(0, n, 2) for box in st.columns(min(n, 2), gap="medium")]
    for one, slot in zip(view.shown, slots, strict=False):
        contexts = [one.contexts[scheme] for scheme in SCHEMES]
        with slot:
            present(
                build_balance(contexts, one.number, layout.look(), view.anchors, one.window.struck),
                f"ctx_balance_{one.number}",
            )


def strike_out(view: View) -> None:
    """Show what the verdict would be without each word."""
    if view.entry is None or view.anchors is None:
        st.info("Without senses there is no verdict that a word could carry.", icon=":material/info:")
        return
    for one in view.shown:
        left = leave_one_out(one.contexts[view.settings.scheme], view.anchors)
        present(
            build_leave_one_out(left, view.entry.names[left.sense], one.number, layout.look()),
            f"ctx_without_{one.number}",
        )


def one_of(view: View) -> Occurrence | None:
    """Show which of several sentences is looked at."""
    if not view.shown:
        st.info("There is no sentence to look at. Type one above.", icon=":material/info:")
        return None
    numbers = [one.number for one in view.shown]
    return view.shown[numbers.index(OF.among(numbers))]


def by_hand(view: View) -> None:
    """Show a slider a word, and what the reader's own weights make of the sentence."""
    one = one_of(view)
    if one is None:
        return
    learned = one.contexts["learned"]
    places = learned.counted[:MOST_SLIDERS].tolist()
    keys = [f"ctx_hand_{zlib.crc32(' '.join(learned.tokens).encode()):x}_{place}" for place in places]
    percents = [round(100 * float(learned.weights[place])) for place in places]
    weights = np.zeros(len(learned.tokens))
    weights[places] = sliders(keys, [labelled(learned.tokens)[place] for place in places], percents)
    if len(learned.counted) > MOST_SLIDERS:
        st.caption(f"The first {MOST_SLIDERS} words have a slider; the others count nothing here.")
    examples: list[tuple[str, State]] = [
        ("As learned", dict(zip(keys, percents, strict=True))),
        ("All alike", dict.fromkeys(keys, 50)),
    ]
    if len(keys) == len(STORY):
        told = " ".join(f".{share:02}" for share in STORY)
        examples.append((f"Weights of the story: {told}", dict(zip(keys, STORY, strict=True))))
    buttons(examples, "ctx_hands")
    try:
        hand = view.model.by_hand(learned.tokens, learned.target, weights)
    except NoContext:
        st.warning("All weights are 0. Move one of the sliders up.", icon=":material/info:")
        return
    sides = {
        "by hand": hand,
        "as learned": learned,
        "words on the left alone": view.model.restricted(learned, range(learned.target)),
        "words on the right alone": view.model.restricted(learned, range(learned.target, len(learned.tokens))),
    }
    verdicts = {
        name: None if context is None else disambiguate(view.model, context, view.entry)
        for name, context in sides.items()
        if view.entry is not None
    }
    present(build_by_hand(hand, learned, layout.look(), view.entry, view.anchors, verdicts), "ctx_hand_chart")


def sliders(keys: list[str], labels: list[str], start: list[int]) -> list[int]:
    """Show a slider a word; those not on the screen yet begin as the link says, else as learned."""
    if keys[0] not in st.session_state:
        linked = st.query_params.get(HAND.key, "").split(".")
        usable = len(linked) == len(keys) and all(part.isdecimal() and int(part) <= 100 for part in linked)
        st.session_state.update(zip(keys, map(int, linked) if usable else start, strict=True))
    values = []
    # A row of columns for every four, so that the order is that of the sentence on a phone and by keyboard too.
    boxes = [box for _ in range(0, len(keys), 4) for box in st.columns(4)]
    for key, label, box in zip(keys, labels, boxes, strict=False):
        word, _, number = label.partition("~")
        with box:
            values.append(int(st.slider(safe(word) + (f" ({number})" if number else ""), 0, 100, key=key)))
    HAND.link("" if values == start else ".".join(map(str, values)))
    return values


def near_words(view: View) -> None:
    """Show the nearest words of a contextual vector under each scheme, beside those of the word's one vector."""
    one = one_of(view)
    if one is None:
        return
    columns = nearest_columns(view.model, one.contexts)
    with st.container(key="columns"):
        present(
            build_neighbours(columns, one.contexts["learned"], view.model, layout.look(), view.entry), "ctx_columns"
        )


def washed(view: View) -> None:
    """Show what the plain average of each context is near, and how much of it is function words."""
    if not view.shown:
        one_of(view)
        return
    for column, one in zip(st.columns(min(len(view.shown), 3), gap="medium") * 2, view.shown, strict=False):
        whole = one.contexts["uniform"]
        window = view.model.restricted(whole, whole.nearest(2))
        with column:
            st.markdown(f"**Sentence {one.number}: all words alike**")
            st.markdown(said.about_average(whole, view.model))
            if window is not None:
                n = len(window.counted)
                st.markdown(f"**CBOW’s view: the nearest two words on each side, {n} in all, 1/{n} each**")
                st.markdown(said.about_average(window, view.model))
