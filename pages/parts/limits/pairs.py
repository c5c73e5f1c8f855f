"""Sections of the limits page that gather: the board of minimal pairs, and what all the limits share."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.limits.averages import BOARD, MEANINGS, Pair, judge
from core.limits.figures import build_board, build_shared
from core.spaces.space import Space
from core.text import quoted, tokenise, visible
from pages.parts.limits.controls import BOARD_OURS, MEANS, PAIR, PAIRS, SECTIONS, THRESHOLD
from pages.parts.limits.section import chip, nothing, present
from pages.shared import layout, loaders
from pages.shared.controls import MAX_LINK, MAX_TEXT, encoded_length

MOST_OWN = 20
ROOM = 600  # characters of a link that everything but the pairs may need
_FIELDS, _ROWS = "~", "~~"
_LETTERS = ("s", "d")  # the same, different

PAIR_CHIPS = (
    *(chip(SECTIONS[5], f"threshold {at:.2f}", threshold=at) for at in (0.9, 0.97, 1.0)),
    chip(SECTIONS[5], "hands full", p1="The nurse called the doctor", p2="The doctor called the nurse"),
    chip(SECTIONS[5], "a joke", p1="Time flies like an arrow", p2="An arrow flies like time"),
)
SHARED = {
    Pair("The dog chased the cat.", "The cat chased the dog.", same=False): "Word order",
    Pair("I like dogs.", "I don't like dogs.", same=False): "Negation",
    Pair("Rain makes it wet.", "Wet makes it rain.", same=False): "Cause",
    Pair("All penguins are birds.", "All birds are penguins.", same=False): "Logic",
    Pair("He only said that she left.", "He said that only she left.", same=False): "Scope",
}
REQUIREMENTS = {
    "Depend on context": "A word’s vector must change with the words around it and with their places, or two sentences "
    "of the same words stay one.",
    "Select": "One *not* may count for more than ten other words. An average gives each the same say.",
    "Learn": "Nobody can write down how much each word counts for each other. The weights must come from text.",
    "Compute at use": "There is no row to store for a sentence never seen: its vectors are made when it is read.",
}


def pairs_of(text: str) -> list[Pair]:
    """Return the pairs that a link holds; what is no pair is passed over."""
    found = []
    for row in text.split(_ROWS)[:MOST_OWN]:
        fields = row.split(_FIELDS)
        if len(fields) == 3 and fields[2] in _LETTERS and all(tokenise(field) for field in fields[:2]):
            found.append(Pair(fields[0][:MAX_TEXT], fields[1][:MAX_TEXT], fields[2] == _LETTERS[0]))
    return found


def as_text(pairs: Sequence[Pair]) -> str:
    """Return pairs as a link holds them."""
    return _ROWS.join(_FIELDS.join((pair.first, pair.second, _LETTERS[not pair.same])) for pair in pairs)


def add(first: str, second: str, same: bool) -> None:
    """Put a pair on the board, on top."""
    first, second = (" ".join(visible(text).replace(_FIELDS, "-").split()) for text in (first, second))
    pair = Pair(first, second, same)
    others = [other for other in pairs_of(PAIRS.read()) if other != pair]
    PAIRS.write(as_text([pair, *others][:MOST_OWN]))


def own_pairs() -> list[Pair]:
    """Return the reader's pairs, which are in the link as long as they fit there."""
    own = pairs_of(PAIRS.read())
    fits = encoded_length(PAIRS.key, as_text(own)) <= MAX_LINK - ROOM
    PAIRS.link(as_text(own) if fits else "")
    if not fits:
        st.caption(
            "Your pairs are too long for a link, so the address leaves them out. To pass them on, download the numbers."
        )
    return own


def pairs(known: Space) -> None:
    """Show the board of minimal pairs, ours and the reader's."""
    boxes = st.columns([1.7, 1.7, 1.15, 0.6, 1.2], vertical_alignment="bottom")
    first, second, means = layout.fill(boxes, *(box.said for box in PAIR), MEANS.draw)
    own = own_pairs()
    whole = bool(tokenise(first) and tokenise(second))
    with boxes[3]:
        pair = (first, second, means == MEANINGS[0])
        idle = len(own) >= MOST_OWN or not whole
        st.button("Add", icon=":material/add:", on_click=add, args=pair, disabled=idle, width="stretch")
    (threshold,) = layout.fill(boxes[4:], THRESHOLD.draw)
    if not whole:
        layout.show_notices(["A pair needs a word on either side: type some letters or digits."])
    found = judge(known, [*own, *(BOARD if BOARD_OURS.value else ())], threshold)
    if found.left_out:
        left = ", ".join(f"{quoted(pair.first)} and {quoted(pair.second)}" for pair in found.left_out[:3])
        layout.show_notices([f"Not on the board, for {known.title} holds no word of one side: {left}."])

    def panel() -> None:
        BOARD_OURS.draw()
        if own:
            st.button("Take back the last pair", on_click=PAIRS.write, args=(as_text(own[1:]),), width="stretch")
        if len(own) > 1:
            st.button(f"Take back all {len(own)}", on_click=PAIRS.write, args=("",), width="stretch")

    if not found.pairs:
        panel()
        nothing(["The board is empty. Add a pair, or bring back ours."], PAIR_CHIPS)
        return
    card = build_board(found, threshold, layout.look(), known.title)
    figures = [("Pass", f"{int(found.passed.sum())} of {len(found.pairs)}")]
    present(card, known, PAIR_CHIPS, figures=figures, panel=panel)


def shared(known: Space) -> None:
    """Show one pair a limit, and what would have to be otherwise."""
    found = judge(known, list(SHARED), 1.0)
    first, word = next(iter(SHARED)), "dog"
    again = (word, loaders.context_model().cosine_in(first.first, first.second, word))

    def panel() -> None:
        st.markdown("Met in part, with weights that were learned from raw text:")
        st.page_link("context.py", label="What if the neighbours had a say?", icon=":material/balance:")

    card = build_shared(found, SHARED, again, layout.look(), known.title)
    present(card, known, [chip(SECTIONS[5], "judge pairs of your own")], panel=panel, below=requirements)


def requirements() -> None:
    """Show what would have to be otherwise."""
    st.header("Four requirements that follow", anchor=False)
    for box, (name, why) in zip(st.columns(4, gap="medium"), REQUIREMENTS.items(), strict=True):
        with box:
            st.markdown(f"**{name}**  \n{why}")
