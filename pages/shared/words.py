"""Choosing words: a ready set, the neighbourhood of a word, or the reader's own list; and help with unknown ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from core.errors import UnknownWord
from core.spaces.space import TITLES, Space
from core.spaces.wordsets import READY, WordSet, frequent, neighbourhood
from core.text import one_word, quoted, split_words
from pages.shared import layout, link

MAX_WORD = 60  # characters of one typed word
MAX_WORDS = 300
MAX_LIST = 4_000  # characters of a typed list
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
    listed = split_words(typed)
    distinct = list(dict.fromkeys(listed))
    held = [word for word in distinct if word in known]
    missing = [word for word in distinct if word not in known]
    notices = []
    if len(distinct) < len(listed):
        repeated = list(dict.fromkeys(word for word in distinct if listed.count(word) > 1))
        notices.append(f"Drawn once though listed more often: {_some(repeated)}.")
    if missing:
        notices.append(left_out(known, missing))
    if len(held) > MAX_WORDS:
        notices.append(f"A list holds up to {MAX_WORDS} words; the last {len(held) - MAX_WORDS} are not drawn.")
        held = held[:MAX_WORDS]
    if not held:
        notices.append(
            "No word of the list can be drawn. Change one, or pick a ready set."
            if distinct
            else "The list is empty. Type or paste some words, with spaces or commas between."
        )
        return Chosen(None, notices)
    return Chosen(WordSet("own", "My own words", {"my words": tuple(held)}), notices)


def find_box(placeholder: str) -> str:
    """Show the box that finds a word on a map; return what was typed."""
    typed = st.text_input(
        "Find a word",
        key="map_find",
        bind="query-params",
        max_chars=MAX_WORD,
        placeholder=placeholder,
        icon=":material/search:",
    )
    return typed or ""


def list_box(key: str, default: str, label: str) -> str:
    """Show a text box for a list; the list is in the link as long as it fits there.

    A bound widget would put any length into the address, so this one is kept in step by hand.
    """
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get(key, default)[:MAX_LIST]
    typed = st.text_area(label, key=key, max_chars=MAX_LIST, height=90, persist_state="session")
    text = (typed or "")[:MAX_LIST]
    compact = " ".join(split_words(text))
    if text == default:
        st.query_params.pop(key, None)
    elif link.encoded_length(key, compact) <= link.MAX_LINK - 500:  # the rest of the link needs room as well
        st.query_params[key] = compact
    else:
        st.query_params.pop(key, None)
        st.caption(
            f"This list is too long for a link ({link.encoded_length(key, compact):,} characters), so the address "
            "leaves it out. To pass it on, download the numbers."
        )
    return text


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
            st.button(label, on_click=layout.set_controls, args=(values,), key=f"{key}-{label}")


def left_out(known: Space, missing: Sequence[str]) -> str:
    """Say which words are unknown and so not used, with the nearest spellings."""
    parts = []
    for word in missing[:6]:
        near = known.spellings(word, limit=2)
        parts.append(
            quoted(word) + (f" (nearest spelling: {', '.join(f'*{found}*' for found in near)})" if near else "")
        )
    more = f", and {len(missing) - 6} more" if len(missing) > 6 else ""
    return f"Not among the {len(known.words):,} words of {known.title}, so left out: {', '.join(parts)}{more}."


def _some(listed: Sequence[str], limit: int = 6) -> str:
    more = f", and {len(listed) - limit} more" if len(listed) > limit else ""
    return ", ".join(quoted(word) for word in listed[:limit]) + more
