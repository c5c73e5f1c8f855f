"""Sections of the limits page on words: what follows from what, a syllogism, and a walk that never leaves the text."""

from __future__ import annotations

import html
import zlib
from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.limits import sentences as said
from core.limits.figures.boards import build_walk
from core.limits.figures.cosines import build_both, build_syllogism
from core.limits.words import both_ways, hops, reach, share, syllogism
from core.spaces.space import Space
from core.text import escaped, quoted
from pages.parts.limits.controls import MAX_PATH, Shown, missing, present, word_box
from pages.shared import layout, link, loaders
from pages.shared.layout import Chip

CAUSE = ("rain", "wet")
LOGIC = ("penguins", "birds", "flying", "ducks")
START = "dog"
MAX_HOPS = 40
N_REACH = 3
FURTHER = 5  # hops that one press takes

CAUSE_CHIPS = tuple(
    Chip(f"{a} and {b}", {"limits_cause": a, "limits_effect": b})
    for a, b in (
        ("rain", "wet"),
        ("smoke", "fire"),
        ("virus", "disease"),
        ("thunder", "lightning"),
        ("poison", "death"),
    )
)
LOGIC_CHIPS = tuple(
    Chip(
        label,
        dict(zip(("limits_member", "limits_group", "limits_property", "limits_other"), words, strict=True)),
    )
    for label, words in (
        ("penguins fly?", LOGIC),
        ("whales and fish", ("whales", "mammals", "sea", "cows")),
        ("tomatoes", ("tomatoes", "fruit", "sweet", "grapes")),
        ("spiders", ("spiders", "insects", "legs", "ants")),
    )
)
WALK_CHIPS = tuple(
    Chip(word, {"limits_start": word, "limits_path": ""}) for word in ("dog", "red", "pain", "seven", "justice")
)


def cause(known: Space) -> None:
    """Show a cosine, which is the same both ways, and shares of contexts, which are not."""
    first_box, second_box, _ = st.columns([1, 1, 1.5], vertical_alignment="bottom")
    with first_box:
        first = word_box("Cause", "limits_cause", CAUSE[0])
    with second_box:
        second = word_box("Effect", "limits_effect", CAUSE[1])
    if missing(known, [(first, "limits_cause"), (second, "limits_effect")]):
        layout.try_chips(CAUSE_CHIPS)
        return
    counts = loaders.counts("glove")
    found = both_ways(known, counts, loaders.space("glove").index, loaders.frequencies(), first, second)
    if np.isnan(found.there.value):
        layout.show_notices([said.about_missing(found.there)])
    table: list[list[object]] = [["of what stands near", "share that is", "share", "cosine", "total estimated"]]
    for one in (found.there, found.back):
        value = "" if np.isnan(one.value) else round(one.value, 8)
        table.append([one.word, one.other, value, round(found.cosine, 6), one.estimated])
    present(
        Shown(
            build_both(found, layout.look()),
            f"Two bars of one length for the cosine of {first} and {second}, two of different length for their shares.",
            "cause",
            f"{first} and {second} · {known.title}",
            table,
            [said.about_both(found)],
            CAUSE_CHIPS,
            "A cosine is a product, and a product knows no order. The share of *b* near *a* is what *b* has of all the "
            "mass that stands around *a*: words up to ten places away on either side, each counted as 1/distance, in "
            "our text. The count of the pair is the same both ways, so the two shares differ as the totals do, that is "
            "as the words are common; training gives every word one vector, and in a cosine even that is gone. Rows of "
            "common words ship, coded within 3.6 %; where a word has none, its total is taken from how often it stands "
            "in the text (right within 6 % for 97 of 100 words that do have one).",
            [
                r"\cos(a, b) = \frac{v_a \cdot v_b}{|v_a||v_b|} = \cos(b, a), \qquad "
                r"P(b \mid a) = \frac{X_{ab}}{T_a}, \quad P(a \mid b) = \frac{X_{ab}}{T_b}, \quad "
                r"T_a = \textstyle\sum_j X_{aj}"
            ],
            [share, both_ways],
            (("Cosine, either way", f"{found.cosine:.3f}"),),
        ),
        known,
    )


def logic(known: Space) -> None:
    """Show what two cosines leave open of a third."""
    keys = ("limits_member", "limits_group", "limits_property", "limits_other")
    labels = ("All these …", "… are these", "and these are or do", "Beside them, others of that group")
    words = []
    for box, key, label, default in zip(st.columns(4, vertical_alignment="bottom"), keys, labels, LOGIC, strict=True):
        with box:
            words.append(word_box(label, key, default))
    if missing(known, list(zip(words, keys, strict=True))):
        layout.try_chips(LOGIC_CHIPS)
        return
    member, group, what, other = words
    found = [syllogism(known, one, group, what) for one in dict.fromkeys((member, other))]
    table: list[list[object]] = [["member", "group", "property", "member–group", "group–property", "member–property"]]
    table[0] += ["least allowed", "most allowed"]
    for one in found:
        values = (one.of_group, one.of_property, one.third, one.low, one.high)
        table.append([one.member, one.group, one.property, *(round(value, 6) for value in values)])
    present(
        Shown(
            build_syllogism(found, layout.look()),
            f"Cosines of {member}, {group} and {what}, and the range that two of them leave the third.",
            "logic",
            f"{member}, {group}, {what} · {known.title}",
            table,
            [said.about_syllogism(found[0], found[1] if len(found) > 1 else None)],
            LOGIC_CHIPS,
            "*All A are B, B do C, so A do C*: with statements, two make the third. With cosines they leave it nearly "
            "free, since angles only have to obey the triangle inequality. And a cosine has no place for *all*, *some* "
            "or *not*: it grows with how often words keep the same company.",
            [
                r"\cos\alpha\cos\beta - \sin\alpha\sin\beta \;\le\; \cos\gamma \;\le\; "
                r"\cos\alpha\cos\beta + \sin\alpha\sin\beta"
            ],
            [syllogism],
            ((f"{quoted(member)} – {quoted(what)}", f"{found[0].third:.2f}"),),
        ),
        known,
    )


def forget_path() -> None:
    """Start afresh, for the start has changed."""
    st.session_state["limits_path"] = ""


def grounding(known: Space) -> None:
    """Show a walk from word to nearest word."""
    start_box, k_box, back_box, on_box, _ = st.columns([1.2, 1.2, 0.8, 0.9, 0.6], vertical_alignment="bottom")
    with start_box:
        start = word_box("Start", "limits_start", START, on_change=forget_path)
    with k_box:
        k = st.slider("Nearest words", 3, 10, 7, key="limits_k", bind="query-params")
    path, notice = read_path(known, link.kept("limits_path"))
    go_to(path)
    link.keep_in_link("limits_path", " ".join(path))
    if missing(known, [(start, "limits_start")]):
        layout.try_chips(WALK_CHIPS)
        return
    walk = hops(known, [start, *path], int(k))
    with back_box:
        st.button("Back a hop", on_click=go_to, args=(path[:-1],), disabled=not path, width="stretch")
    with on_box:
        st.button(
            f"{FURTHER} hops on",
            on_click=further,
            args=(known, [start, *path], int(k)),
            width="stretch",
            help="Each to the nearest word that was not visited yet.",
        )
    layout.show_notices(notice)
    within = loaders.remembered(("reach", known.name, start, int(k)), lambda: reach(known, start, int(k), N_REACH))
    table: list[list[object]] = [["hop", "word", "nearest", "cosine"]]
    table += [[i, hop.word, near.word, round(near.cosine, 6)] for i, hop in enumerate(walk) for near in hop.near]

    def panel() -> None:
        steps = " → ".join(escaped(hop.word) for hop in walk[-12:])
        st.markdown(f"**Your road**: {'… ' if len(walk) > 12 else ''}{steps}")
        hop_pills([near.word for near in walk[-1].near], path)
        st.caption("Click a word in the figure to hop to it. A filled dot is on your road already.")

    present(
        Shown(
            build_walk(walk, layout.look()),
            f"A walk from {start} to {walk[-1].word}: the nearest words of each word on the way.",
            "walk",
            f"A walk from {start} · {known.title}",
            table,
            [said.about_walk(walk, within, len(known.words))],
            WALK_CHIPS,
            "A hop leads to one of the words with the largest cosine. Whatever the start and however long the walk, "
            "every place is a row of the table of words, for the table is all there is: the vectors were made from "
            "text alone, and point to text alone (Harnad 1990 calls it the symbol grounding problem).",
            [
                r"N_k(w) = \text{the } k \text{ words of } V \text{ nearest to } w, \qquad "
                r"w_{t+1} \in N_k(w_t) \subset V \;\Rightarrow\; w_t \in V \text{ for every } t"
            ],
            [hops, reach],
            (),
            click,
        ),
        known,
        panel,
    )


def read_path(known: Space, text: str) -> tuple[list[str], list[str]]:
    """Return the words of a walk that the space holds, up to the first that it does not, and what was left out."""
    words = text.split()
    held = words[: next((i for i, word in enumerate(words) if word not in known), len(words))]
    if len(held) < len(words):
        return held, [
            f"The walk in this link goes on to {quoted(words[len(held)])}, which {known.title} does not hold."
        ]
    while len(held) > MAX_HOPS or len(" ".join(held)) > MAX_PATH:
        held.pop()
    if len(held) < len(words):
        return held, ["This is as far as a link can tell of a walk. Go back a hop, or start from another word."]
    return held, []


def hop_pills(near: Sequence[str], path: Sequence[str]) -> None:
    """Show the nearest words as buttons, for those who do not click on the figure."""
    key = f"limits_hop_{zlib.crc32(' '.join([*path, *near]).encode()):x}"
    st.pills(
        "Hop to",
        list(near),
        format_func=escaped,
        key=key,
        on_change=lambda: go_to([*path, str(st.session_state[key])]) if st.session_state[key] else None,
    )


def go_to(path: Sequence[str]) -> None:
    """Walk to the end of a path."""
    st.session_state["limits_path"] = " ".join(path)


def further(known: Space, walked: Sequence[str], k: int) -> None:
    """Walk on by some hops, each to the nearest word that was not visited yet."""
    road = list(walked)
    for _ in range(min(FURTHER, MAX_HOPS + 1 - len(road))):
        near = [found.word for found in known.neighbours(road[-1], k) if found.word not in road]
        if not near:
            break
        road.append(near[0])
    go_to(road[1:])


def click() -> None:
    """Take a click on a word of the walk: hop to it from the word that it hangs on."""
    points = st.session_state["limits_walk_chart"].selection.points
    if points and points[0].get("customdata"):
        word, _, keep = points[0]["customdata"]
        path = link.kept("limits_path").split()
        go_to([*path[: int(keep) - 1], html.unescape(word)] if int(keep) else [])
