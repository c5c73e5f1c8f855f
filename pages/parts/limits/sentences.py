"""Sections of the limits page on sentences: the order of words, and a word that turns the meaning round."""

from __future__ import annotations

import streamlit as st

from core.limits import words as wordlists
from core.limits.averages import difference, shuffled, ways
from core.limits.figures import build_difference, build_ranking, build_ways
from core.limits.words import KINDS, ranking
from core.spaces.space import Space, cosine
from core.text import one_word, percent, quoted, visible
from pages.parts.limits.controls import NEGATION, OPPOSITES, ORDER, SECTIONS, SEED, SHUFFLES, VIEW, VIEWS
from pages.parts.limits.section import chip, present, read_all
from pages.shared import layout

MOST_OWN = 12
ORDER_CHIPS = (
    chip(SECTIONS[0], "dog and cat"),
    chip(SECTIONS[0], "man bites dog", s1="The dog bit the man in the park", s2="The man in the park bit the dog"),
    chip(SECTIONS[0], "only", s1="He only said that she left him", s2="She said that he only left him"),
    chip(
        SECTIONS[0],
        "twelve words, eight shuffles",
        s1="In the morning the old king sent his son across the sea",
        s2="Across the sea the old son sent his king in the morning",
        shuffles=8,
    ),
)
NEGATION_CHIPS = (
    chip(SECTIONS[1], "I don't like dogs"),
    chip(
        SECTIONS[1],
        "never",
        n1="He told the truth about the money",
        n2="He never told the truth about the money",
        n3="He was honest about the cash",
    ),
    chip(
        SECTIONS[1],
        "guilty",
        n1="The court found him guilty",
        n2="The court found him not guilty",
        n3="The judge convicted the man",
    ),
    chip(SECTIONS[1], "hot and cold", view=VIEWS[1]),
    chip(SECTIONS[1], "opposites of yours", view=VIEWS[1], own="tall/short, dead/alive, angry=mad, small=little"),
)


def order(known: Space) -> None:
    """Show that any order of the same words has one average."""
    boxes = st.columns([2, 2, 1, 0.8], vertical_alignment="bottom")
    *texts, n, seed = layout.fill(boxes, *(box.said for box in ORDER), SHUFFLES.draw, SEED.draw)
    read = read_all(known, texts, ORDER_CHIPS)
    if read is None:
        return
    found = ways([*read, *(shuffled(read[0], 1_000 * seed + i) for i in range(n))])
    card = build_ways(found, layout.look(), known.title, n_typed=2)
    figures = [("Cosine of the averages", f"{found.cosines[1]:.6f}"), ("Distance", f"{found.apart[1]:.6f}")]
    present(card, known, ORDER_CHIPS, figures=figures)


def negation(known: Space) -> None:
    """Show a sentence beside its negation, or opposites beside synonyms."""
    view_box, *boxes = st.columns([1.1, 1.3, 1.3, 1.3], vertical_alignment="bottom")
    (view,) = layout.fill([view_box], VIEW.draw)
    if view == VIEWS[1]:
        opposites(known, *layout.fill(boxes, OPPOSITES.draw))
        return
    read = read_all(known, layout.fill(boxes, *(box.said for box in NEGATION)), NEGATION_CHIPS)
    if read is None:
        return
    first, second, paraphrase = read
    found = difference(first, second)
    other = cosine(first.average, paraphrase.average)
    card = build_difference(found, paraphrase, layout.look(), known.title)
    figures = [("Cosine with the negation", f"{found.cosine:.3f}"), ("With the paraphrase", f"{other:.3f}")]
    present(card, known, NEGATION_CHIPS, figures=figures)


def own_pairs(known: Space, typed: str) -> tuple[list[tuple[str, str, str, bool]], list[str]]:
    """Return the pairs that were typed, and what has to be said of those that cannot be ranked."""
    found, notices = [], []
    pieces = [piece for piece in visible(typed).replace(";", ",").split(",") if piece.strip()]
    for piece in pieces[:MOST_OWN]:
        mark = "=" if "=" in piece else "/"
        a, sign, b = (part if part == mark else one_word(part) for part in piece.partition(mark))
        if not (a and sign and b) or " " in a or " " in b:
            notices.append(f"{quoted(piece.strip())} is no pair: write it as *tall/short* or *angry=mad*.")
        elif a not in known or b not in known:
            gone = ", ".join(quoted(word) for word in dict.fromkeys((a, b)) if word not in known)
            notices.append(f"Left out, not in {known.title}: {gone}.")
        elif a == b:
            notices.append(f"{quoted(a)} twice is no pair.")
        else:
            found.append((a, b, KINDS[mark == "="], True))
    if len(pieces) > MOST_OWN:
        notices.append(f"Up to {MOST_OWN} pairs of yours are ranked; the first {MOST_OWN} are.")
    return list(dict.fromkeys(found)), notices


def opposites(known: Space, typed: str) -> None:
    """Show opposites and synonyms ranked by cosine."""
    mine, notices = own_pairs(known, typed)
    layout.show_notices(notices)
    taken = {frozenset(pair[:2]) for pair in mine}
    ours = [
        (a, b, kind, False)
        for kind, listed in zip(KINDS, (wordlists.OPPOSITES, wordlists.SYNONYMS), strict=True)
        for a, b in listed
        if frozenset((a, b)) not in taken
    ]
    found = ranking(known, [*mine, *ours])
    card = build_ranking(found, layout.look(), known.title)
    present(card, known, NEGATION_CHIPS, figures=[("Opposites nearer", percent(found.nearer))])
