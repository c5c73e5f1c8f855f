"""Sections of the limits page on words: what follows from what, a syllogism, and a walk that never leaves the text."""

from __future__ import annotations

import html
import itertools
import zlib
from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.limits import sentences as said
from core.limits.figures import build_both, build_syllogism, build_walk
from core.limits.words import both_ways, hops, reach, syllogism
from core.spaces.space import Space
from core.text import escaped, quoted
from pages.parts.limits.controls import CAUSE, LOGIC, MAX_PATH, NEAREST, PATH, SECTIONS, START
from pages.parts.limits.section import chip, missing, present
from pages.shared import layout, loaders
from pages.shared.controls import clicked

MAX_HOPS = 40
N_REACH = 3
FURTHER = 5  # hops that one press takes

CAUSE_CHIPS = tuple(
    chip(SECTIONS[2], f"{a} and {b}", cause=a, effect=b)
    for a, b in (
        ("rain", "wet"),
        ("smoke", "fire"),
        ("virus", "disease"),
        ("thunder", "lightning"),
        ("poison", "death"),
    )
)
LOGIC_CHIPS = tuple(
    chip(SECTIONS[3], label, member=member, group=group, property=what, other=other)
    for label, member, group, what, other in (
        ("penguins fly?", "penguins", "birds", "flying", "ducks"),
        ("whales and fish", "whales", "mammals", "sea", "cows"),
        ("tomatoes", "tomatoes", "fruit", "sweet", "grapes"),
        ("spiders", "spiders", "insects", "legs", "ants"),
    )
)
WALK_CHIPS = tuple(chip(SECTIONS[4], word, start=word) for word in ("dog", "red", "pain", "seven", "justice"))


def cause(known: Space) -> None:
    """Show a cosine, which is the same both ways, and shares of contexts, which are not."""
    typed = layout.fill(st.columns([1, 1, 1.5], vertical_alignment="bottom"), *(box.said for box in CAUSE))
    if missing(known, typed, CAUSE, CAUSE_CHIPS):
        return
    found = both_ways(known, loaders.counts("glove"), loaders.space("glove").index, loaders.frequencies(), *typed)
    if np.isnan(found.there.value):
        layout.show_notices([said.about_missing(found.there)])
    card = build_both(found, layout.look(), known.title)
    present(card, known, CAUSE_CHIPS, figures=[("Cosine, either way", f"{found.cosine:.3f}")])


def logic(known: Space) -> None:
    """Show what two cosines leave open of a third."""
    typed = layout.fill(st.columns(4, vertical_alignment="bottom"), *(box.said for box in LOGIC))
    if missing(known, typed, LOGIC, LOGIC_CHIPS):
        return
    member, group, what, other = typed
    found = [syllogism(known, one, group, what) for one in dict.fromkeys((member, other))]
    card = build_syllogism(found, layout.look(), known.title)
    present(card, known, LOGIC_CHIPS, figures=[(f"{quoted(member)} – {quoted(what)}", f"{found[0].third:.2f}")])


def grounding(known: Space) -> None:
    """Show a walk from word to nearest word."""
    boxes = st.columns([1.2, 1.2, 0.8, 0.9, 0.6], vertical_alignment="bottom")
    start, k = layout.fill(boxes, lambda: START.said(on_change=lambda: go_to([])), NEAREST.draw)
    path, notice = read_path(known, PATH.read())
    go_to(path)
    PATH.link(" ".join(path))
    if missing(known, [start], [START], WALK_CHIPS):
        return
    walk = hops(known, [start, *path], k)
    with boxes[2]:
        st.button("Back a hop", on_click=go_to, args=(path[:-1],), disabled=not path, width="stretch")
    with boxes[3]:
        said_on = "Each to the nearest word that was not visited yet."
        road = (known, [start, *path], k)
        st.button(f"{FURTHER} hops on", on_click=further, args=road, width="stretch", help=said_on)
    layout.show_notices(notice)
    within = loaders.remembered(("reach", known.name, start, k), lambda: reach(known, start, k, N_REACH))

    def panel() -> None:
        steps = " → ".join(escaped(hop.word) for hop in walk[-12:])
        st.markdown(f"**Your road**: {'… ' if len(walk) > 12 else ''}{steps}")
        hop_pills([near.word for near in walk[-1].near], path)
        st.caption("Click a word in the figure to hop to it. A filled dot is on your road already.")

    card = build_walk(walk, within, len(known.words), layout.look(), known.title)
    present(card, known, WALK_CHIPS, panel=panel, on_select=clicked("limits_walk_chart", hop_to))


def read_path(known: Space, text: str) -> tuple[list[str], list[str]]:
    """Return the words of a walk that the space holds, up to the first that it does not, and what was left out."""
    words = text.split()
    held = list(itertools.takewhile(lambda word: word in known, words))
    if len(held) < len(words):
        gone = f"{quoted(words[len(held)])}, which {known.title} does not hold."
        return held, [f"The walk in this link goes on to {gone}"]
    while len(held) > MAX_HOPS or len(" ".join(held)) > MAX_PATH:
        held.pop()
    far = "This is as far as a link can tell of a walk. Go back a hop, or start from another word."
    return held, [far] if len(held) < len(words) else []


def hop_pills(near: Sequence[str], path: Sequence[str]) -> None:
    """Show the nearest words as buttons, for those who do not click on the figure."""
    key = f"{PATH.key}_{zlib.crc32(' '.join([*path, *near]).encode()):x}"

    def hop() -> None:
        if st.session_state[key]:
            go_to([*path, str(st.session_state[key])])

    st.pills("Hop to", list(near), format_func=escaped, key=key, on_change=hop)


def go_to(path: Sequence[str]) -> None:
    """Walk to the end of a path."""
    PATH.write(" ".join(path))


def further(known: Space, walked: Sequence[str], k: int) -> None:
    """Walk on by some hops, each to the nearest word that was not visited yet."""
    road = list(walked)
    for _ in range(min(FURTHER, MAX_HOPS + 1 - len(road))):
        near = [found.word for found in known.neighbours(road[-1], k) if found.word not in road]
        if not near:
            break
        road.append(near[0])
    go_to(road[1:])


def hop_to(point: Sequence[object]) -> None:
    """Take a click on a word of the walk: hop to it from the word that it hangs on."""
    word, _, keep = point
    kept = int(str(keep))
    go_to([*PATH.read().split()[: kept - 1], html.unescape(str(word))] if kept else [])
