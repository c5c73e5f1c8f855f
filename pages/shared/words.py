"""Choosing words: a ready set, the neighbourhood of a word, or the reader's own list; and help with unknown ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from core.errors import UnknownWord
from core.spaces.space import TITLES, Space
from core.spaces.wordsets import READY, WordSet, frequent, neighbourhood
from core.text import one_word, quoted, split_words
from pages.shared.controls import set_state

MAX_WORDS = 300
_READY = {word_set.key: word_set for word_set in READY}


@dataclass(frozen=True)
class Chosen:
    """The words to draw, and what has to be said about the choice.

    Attributes
    ----------
    words : WordSet or None
        None when there is nothing to draw.
    notices : list of str
        Markdown sentences.
    """

    words: WordSet | None
    notices: list[str] = field(default_factory=list)


@st.cache_resource(show_spinner=False)
def _frequent(_known: Space, name: str, key: str) -> WordSet:
    return frequent(_known, key)


def ready_set(known: Space, key: str) -> WordSet:
    """Return a ready set by its name in links."""
    return _READY[key] if key in _READY else _frequent(known, known.name, key)


def around(known: Space, typed: str, k: int) -> Chosen:
    """Return a typed word and its k nearest, or say why there are none."""
    word = one_word(typed)
    if not word:
        return Chosen(None, ["Type a word to see what lies around it."])
    try:
        return Chosen(neighbourhood(known, word, k))
    except UnknownWord as unknown:
        return Chosen(None, [not_among(unknown)])


def own(known: Space, typed: str) -> Chosen:
    """Return the words of a typed list that the space holds, and say what was left out."""
    often = Counter(split_words(typed))
    held, missing = ([word for word in often if (word in known) == wanted] for wanted in (True, False))
    notices = []
    if repeated := [word for word, times in often.items() if times > 1]:
        notices.append(f"Drawn once though listed more often: {_some(repeated)}.")
    if missing:
        notices.append(left_out(known, missing))
    if len(held) > MAX_WORDS:
        notices.append(f"A list holds up to {MAX_WORDS} words; the last {len(held) - MAX_WORDS} are not drawn.")
        held = held[:MAX_WORDS]
    if not held:
        notices.append(
            "No word of the list can be drawn. Change one, or pick a ready set."
            if often
            else "The list is empty. Type or paste some words, with spaces or commas between."
        )
        return Chosen(None, notices)
    return Chosen(WordSet("own", "My own words", {"my words": tuple(held)}), notices)


def not_among(unknown: UnknownWord) -> str:
    """Say that a word is unknown and what is spelled like it."""
    title = TITLES.get(unknown.space, unknown.space)
    text = f"{quoted(unknown.word)} is not among the {unknown.n_words:,} words of {title}."
    if unknown.suggestions:
        text += f" Spelled nearest: {', '.join(f'*{word}*' for word in unknown.suggestions)}."
    return text


def offer(labels_and_values: Sequence[tuple[str, Mapping[str, object]]], key: str) -> None:
    """Show a row of buttons, each of which sets controls: the ways out of an unknown word."""
    with st.container(horizontal=True, gap="small"):
        for label, values in labels_and_values:
            st.button(label, on_click=set_state, args=(values,), key=f"{key}-{label}")


def left_out(known: Space, missing: Sequence[str]) -> str:
    """Say which words are unknown and so not used, with the nearest spellings."""

    def told(word: str) -> str:
        near = ", ".join(f"*{found}*" for found in known.spellings(word, limit=2))
        return quoted(word) + (f" (nearest spelling: {near})" if near else "")

    return f"Not among the {len(known.words):,} words of {known.title}, so left out: {_some(missing, told)}."


def _some(listed: Sequence[str], told: Callable[[str], str] = quoted, limit: int = 6) -> str:
    more = f", and {len(listed) - limit} more" if len(listed) > limit else ""
    return ", ".join(map(told, listed[:limit])) + more
