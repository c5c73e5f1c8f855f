"""Controls live in the address: what a link may hold, and what in a link had to be ignored.

Widgets are bound with ``bind="query-params"``; a bad value falls back to the default without a word, so
:func:`ignored` looks at the raw query first and the page says which values it left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote_plus

import streamlit as st

MAX_LINK = 2_000  # characters; longer links are cut by chats and refused by proxies
MAX_TEXT = 200


class Control(Protocol):
    """What a link may say of one control."""

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether the widget will take these values."""
        ...


@dataclass(frozen=True)
class Choice:
    """One of a few names."""

    options: tuple[str, ...]

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether the value is one of the names."""
        return len(values) == 1 and values[0] in self.options


@dataclass(frozen=True)
class Number:
    """One number, or two for a range, within limits."""

    low: float
    high: float
    count: int = 1

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether all values are finite numbers within the limits, a range from low to high."""
        if len(values) != self.count:
            return False
        try:
            numbers = [float(value) for value in values]
        except ValueError:
            return False
        within = all(math.isfinite(number) and self.low <= number <= self.high for number in numbers)
        return within and numbers == sorted(numbers)


@dataclass(frozen=True)
class Text:
    """Free text up to a length."""

    max_chars: int = MAX_TEXT

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether the text fits."""
        return len(values) == 1 and len(values[0]) <= self.max_chars


def ignored(query: Mapping[str, Sequence[str]], controls: Mapping[str, Control]) -> list[str]:
    """Return the names of controls whose value in the link cannot be used."""
    return [name for name, control in controls.items() if name in query and not control.accepts(query[name])]


def encoded_length(name: str, text: str) -> int:
    """Return how many characters a value takes in a link."""
    return len(quote_plus(name)) + 1 + len(quote_plus(text, errors="replace"))


def kept(name: str) -> str:
    """Return what a link or a click said of a control that is no widget."""
    if name not in st.session_state:
        st.session_state[name] = st.query_params.get(name, "")
    return str(st.session_state[name])


def keep_in_link(name: str, value: str) -> None:
    """Keep such a control in the link, and out of it when there is nothing to say."""
    if value:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)


def notice_ignored(page: str, controls: Mapping[str, Control]) -> None:
    """Drop from the link what cannot be used, so that the defaults stand, and say which controls that concerns.

    Called before any widget of the page: a widget would take the last of several values, cut a long text, or fail at
    infinity. The names are remembered until the reader dismisses the notice.
    """
    key = f"_{page}_ignored"
    query = {name: st.query_params.get_all(name) for name in st.query_params}
    found = ignored(query, controls)
    if found and key not in st.session_state:
        st.session_state[key] = found
        for name in found:
            del st.query_params[name]
        st.rerun()  # widgets are filled from the link as it stood when the run began
    names = st.session_state.get(key)
    if names:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.warning(
                "This link holds values that cannot be used, so the defaults stand instead: "
                + ", ".join(f"`{name}`" for name in names)
                + ".",
                icon=":material/link_off:",
            )
            st.button("OK", on_click=st.session_state.update, args=({key: []},), key=f"{key}_ok")
