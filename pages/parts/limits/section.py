"""What the sections of the limits page share: a row of controls, the figure, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.charts import Card
from core.errors import UnknownWord
from core.limits.averages import NothingToAverage, Sentence, read
from core.spaces.space import TITLES, Space
from core.text import quoted
from pages.parts.limits.controls import CONTROLS, OURS, PAIRS, SECTION, SPACE
from pages.shared import cards, layout, loaders, words
from pages.shared.controls import Chip, Word, chips
from pages.shared.spaces import credit


def chip(section: str, label: str, **sets: object) -> Chip:
    """Return an example for a section; the board's pairs are the reader's own, and stay."""
    sets = {f"limits_{name}": value for name, value in sets.items()}
    return CONTROLS.chip(label, keep=[PAIRS.key], **{SECTION.key: section} | sets)


def present(
    card: Card,
    known: Space,
    examples: Sequence[Chip],
    *,
    figures: Sequence[tuple[str, str]] = (),
    panel: Callable[[], None] | None = None,
    **more: Any,
) -> None:
    """Show a section's figure; beside it numbers set large, each with its label, and a panel.

    ``more`` is what else :func:`pages.shared.cards.show` is told.
    """
    figure_side, panel_side = st.columns([3.6, 1], gap="medium")
    with panel_side, st.container(key="panel", gap="small"):
        for label, value in figures:
            st.metric(label, value)
        if panel is not None:
            panel()
        beside = st.container()
    key = f"{card.name.replace('-', '_')}_chart"
    more |= {"at": figure_side, "beside": beside, "examples": examples}
    cards.show(card, CONTROLS, key=key, credit=credit(known), lead=True, **more)


def read_all(known: Space, texts: Sequence[str], examples: Sequence[Chip]) -> list[Sentence] | None:
    """Return sentences as the space reads them, and say which words have no vector.

    Where a sentence holds no word, say what to do and return nothing.
    """
    found, empty = [], []
    for text in texts:
        try:
            found.append(read(known, text))
        except NothingToAverage:
            empty.append(f"{known.title} holds no word of {quoted(text)}, so it has no average. Type another sentence.")
    if empty:
        nothing(empty, examples, partial(_offer_ours, known))
        return None
    missing = list(dict.fromkeys(word for sentence in found for word in sentence.unknown))
    if missing:
        shown = ", ".join(map(quoted, missing[:6])) + (f" and {len(missing) - 6} more" if len(missing) > 6 else "")
        layout.show_notices([f"{known.title} has no vector for {shown}: left out of the average."])
    if any(word in loaders.space(OURS) for word in missing):
        _offer_ours(known)
    return found


def _offer_ours(known: Space) -> None:
    if known.name != OURS:
        words.offer([(f"Show it in {TITLES[OURS]}, trained by us", {SPACE.key: TITLES[OURS]})], "limits-ours")


def missing(known: Space, typed: Sequence[str], boxes: Sequence[Word], examples: Sequence[Chip]) -> bool:
    """Return whether the space lacks one of the words typed into boxes; say which, and offer what is spelled alike."""
    for word, box in zip(typed, boxes, strict=True):
        try:
            known.row(word)
        except UnknownWord as unknown:
            offers = [(near, {box.key: near}) for near in unknown.suggestions]
            nothing([words.not_among(unknown)], examples, partial(words.offer, offers, "limits-spelled"))
            return True
    return False


def nothing(notices: Sequence[str], examples: Sequence[Chip], offer: Callable[[], None] = lambda: None) -> None:
    """Say why there is nothing to draw, offer a way out, and show what to try."""
    layout.show_notices(notices)
    offer()
    st.header("Try", anchor=False)
    chips(examples)
