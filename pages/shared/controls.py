"""Each control is declared once: the widget, the check of a link, the notice, the chips and the tests read that line.

A page declares its controls in ``pages/parts/<page>/controls.py``::

    SHARE = Slider("drift_share", "Share", high=100, default=40)
    CONTROLS = Controls("drift", WORD, SHARE, …)

and draws one with ``SHARE.draw()``. Streamlit binds each to the address by its key; a bad value there would fall back
to the default without a word, so :meth:`Controls.notice` looks at the raw query first and says what was left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import quote_plus

import streamlit as st
from streamlit.errors import StreamlitAPIException

from core.text import one_word, visible

MAX_LINK = 2_000  # characters; longer links are cut by chats and refused by proxies
MAX_TEXT = 200  # characters of a sentence
MAX_WORD = 60  # characters of one typed word

T = TypeVar("T")
State = Mapping[str, object]


@dataclass(frozen=True)
class Control:
    """What every control has.

    Attributes
    ----------
    key : str
        Its name in the address and in the session, begun with the page's.
    label, help : str
        What stands over it, and its tooltip.
    default
        What it holds at first.
    """

    key: str
    label: str = ""
    help: str | None = None
    default: Any = ""

    @property
    def initial(self) -> Any:
        """What it holds when nobody has said anything."""
        return self.default

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether a link may say this."""
        raise NotImplementedError

    def parsed(self, text: str) -> Any:
        """Return the value that a link's text stands for."""
        return text

    def samples(self) -> list[Any]:
        """Return values that somebody may choose, for the load test."""
        return [self.initial]

    def refused(self) -> list[list[str]]:
        """Return what a hostile link may say of it and nobody may choose, each the values of one parameter."""
        return [["a", "b"]]

    @property
    def value(self) -> Any:
        """What it holds in this session, or, before it is drawn, what the link says of it."""
        if self.key in st.session_state:
            return st.session_state[self.key]
        linked = st.query_params.get_all(self.key)
        if not self.accepts(linked):
            return self.initial
        parsed = tuple(self.parsed(text) for text in linked)
        return parsed if isinstance(self.initial, tuple) else parsed[0]

    def widget(self, **more: Any) -> dict[str, Any]:
        """Return what Streamlit's widget is told of it; ``more`` goes before."""
        return {"label": self.label, "key": self.key, "bind": "query-params", "help": self.help} | more


@dataclass(frozen=True)
class Choice(Control):
    """One of a few names, which stand in the link as they stand on the page.

    Attributes
    ----------
    options : tuple of str
        The names; the first is chosen at first where there is no other default.
    form : str
        A ``"box"`` that opens, ``"buttons"`` side by side, or a ``"slider"`` over the names.
    """

    options: tuple[str, ...] = ()
    form: Literal["box", "buttons", "slider"] = "box"

    @property
    def initial(self) -> str:
        """The name chosen at first."""
        return str(self.default or self.options[0])

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether the value is one of the names."""
        return len(values) == 1 and values[0] in self.options

    def samples(self) -> list[str]:
        """Return all names."""
        return list(self.options)

    def refused(self) -> list[list[str]]:
        """Return names that are none of these."""
        return [["no such name"], [""], [*self.options[:2], "x"]]

    def draw(self, **more: Any) -> str:
        """Show it and return the name chosen; ``more`` is what else Streamlit's widget is told."""
        said = self.widget(**more)
        if self.form == "buttons":
            said |= {"default": self.initial, "required": True, "width": said.get("width", "stretch")}
            return str(st.segmented_control(options=list(self.options), **said) or self.initial)
        if self.form == "slider":
            return str(st.select_slider(options=list(self.options), value=self.initial, **said))
        return str(st.selectbox(options=list(self.options), index=self.options.index(self.initial), **said))


@dataclass(frozen=True)
class Slider(Control):
    """A number between two others, or two of them for a range: a pair as the default makes it one.

    Attributes
    ----------
    low, high : int or float
        Its ends, both included.
    step : int or float
        From one value to the next.
    form : str
        A ``"slider"``, or a ``"number"`` to type.
    """

    default: Any = 0
    low: float = 0
    high: float = 100
    step: float = 1
    form: Literal["slider", "number"] = "slider"

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether all values are finite numbers within the ends, a range from low to high."""
        if len(values) != (2 if isinstance(self.default, tuple) else 1):
            return False
        try:
            numbers = [float(value) for value in values]
        except ValueError:
            return False
        within = all(math.isfinite(number) and self.low <= number <= self.high for number in numbers)
        return within and numbers == sorted(numbers)

    def parsed(self, text: str) -> float:
        """Return the number; whole where the slider's are."""
        number = float(text)
        return int(number) if isinstance(self.low, int) and isinstance(self.step, int) else number

    def samples(self) -> list[Any]:
        """Return some values from end to end; the initial range alone for a range."""
        if isinstance(self.default, tuple):
            return [self.default]
        steps = int((self.high - self.low) / self.step)
        return [self.low + self.step * (steps * i // 8) for i in range(9)]

    def refused(self) -> list[list[str]]:
        """Return what is no number, none of these, or too many of them."""
        beyond = [[str(self.high + 1)], [str(self.low - 1)], ["nan"], ["inf"], ["x"], [""]]
        return [pair * 2 for pair in beyond] if isinstance(self.default, tuple) else [*beyond, ["1", "2"]]

    def draw(self, **more: Any) -> Any:
        """Show it and return the number, or the pair."""
        draw = st.slider if self.form == "slider" else st.number_input
        said = self.widget(value=self.default, step=self.step, **more)
        found = draw(min_value=self.low, max_value=self.high, **said)
        return self.default if found is None else found


@dataclass(frozen=True)
class Toggle(Control):
    """On or off."""

    default: bool = False

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether the value is one of the two that a link knows."""
        return len(values) == 1 and values[0] in ("true", "false")

    def parsed(self, text: str) -> bool:
        """Return whether the link says that it is on."""
        return text == "true"

    def samples(self) -> list[bool]:
        """Return both."""
        return [True, False]

    def refused(self) -> list[list[str]]:
        """Return what is neither."""
        return [["maybe"], [""], ["true", "false"]]

    def draw(self, **more: Any) -> bool:
        """Show it and return whether it is on."""
        return bool(st.toggle(value=self.default, **self.widget(**more)))


@dataclass(frozen=True)
class Written(Control):
    """Any text up to a length.

    Attributes
    ----------
    max_chars : int
        Its length at most.
    """

    max_chars: int = MAX_TEXT

    def accepts(self, values: Sequence[str]) -> bool:
        """Return whether the text fits."""
        return len(values) == 1 and len(values[0]) <= self.max_chars

    def refused(self) -> list[list[str]]:
        """Return a text that is too long, and two texts."""
        return [["x" * (self.max_chars + 1)], ["a", "b"]]


@dataclass(frozen=True)
class Text(Written):
    """Text in a box.

    Attributes
    ----------
    placeholder : str
        What stands greyed in an empty box, and counts when nothing was typed.
    live : bool
        Whether the page answers while one types.
    """

    placeholder: str = ""
    live: bool = False

    def draw(self, **more: Any) -> str:
        """Show it and return what was typed, never more than fits; a widget cannot be trusted to cut."""
        said = {"max_chars": self.max_chars, "placeholder": self.placeholder, "live": "300ms" if self.live else False}
        return (st.text_input(value=self.default, **self.widget(**said | more)) or "")[: self.max_chars]

    def said(self, **more: Any) -> str:
        """Show it and return what was typed, or what stands greyed in it when nothing was."""
        typed = self.draw(**more)
        return typed if visible(typed).strip() else self.placeholder


@dataclass(frozen=True)
class Word(Text):
    """One word, as it is looked up."""

    max_chars: int = MAX_WORD

    def said(self, **more: Any) -> str:
        """Show it and return the word typed, or the one that stands greyed in it when none was."""
        return one_word(self.draw(**more)) or self.placeholder


@dataclass(frozen=True)
class Kept(Written):
    """Text in the link that no box shows: what clicks have made, or a box that Streamlit cannot bind."""

    def read(self) -> str:
        """Return what a link or a click said."""
        if self.key not in st.session_state:
            st.session_state[self.key] = st.query_params.get(self.key, "")
        return str(st.session_state[self.key])

    def write(self, text: str) -> None:
        """Set it, as a click does."""
        st.session_state[self.key] = text

    def link(self, text: str) -> None:
        """Keep it in the link, and out of it when there is nothing to say."""
        write_link(self.key, text)


@dataclass(frozen=True)
class Chip:
    """A telling example: a label, and the whole state of the page that it sets.

    Attributes
    ----------
    label : str
        What stands on the button.
    state : dict
        Every control of the page by its key, as a link that says only what the example needs would leave it.
    """

    label: str
    state: State


class Controls(Mapping[str, Control]):
    """All controls of a page, by key, in the order in which they were declared.

    Parameters
    ----------
    page : str
        What their keys begin with: "drift".
    *controls : Control
        Each of them once; the format of images is added.
    """

    def __init__(self, page: str, *controls: Control) -> None:
        self.page = page
        self.format = Choice(
            f"{page}_format", "Image format of the chart's camera button", options=("PNG", "SVG"), form="buttons"
        )
        self._by_key = {control.key: control for control in (*controls, self.format)}
        if len(self._by_key) <= len(controls):
            raise ValueError(f"a control of {page} is declared twice")

    def __getitem__(self, key: str) -> Control:
        return self._by_key[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)

    def chip(self, label: str, keep: Sequence[str] = (), **sets: object) -> Chip:
        """Return an example that sets these controls and every other of the page to what it is at first.

        ``keep`` names those that it leaves alone: what the reader has made, not chosen.

        Raises
        ------
        KeyError
            When the page has no such control.
        """
        for key in (*sets, *keep):
            _ = self[key]
        left = {self.format.key, *keep}
        first = {key: control.initial for key, control in self.items() if key not in left}
        return Chip(label, first | sets)

    def ignored(self, query: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the keys of controls whose value in a link cannot be used."""
        return [key for key, control in self.items() if key in query and not control.accepts(query[key])]

    def notice(self) -> None:
        """Drop from the link what cannot be used, so that the defaults stand, and say which controls that concerns.

        Called before any widget of the page: a widget would take the last of several values, cut a long text, or fail
        at infinity. The names are remembered until the reader dismisses the notice.
        """
        key = f"_{self.page}_ignored"
        bad = self.ignored({name: st.query_params.get_all(name) for name in st.query_params})
        if bad and key not in st.session_state:
            st.session_state[key] = bad
            for name in bad:
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


def write_link(key: str, text: str) -> None:
    """Keep a text that no widget binds in the link, and out of it when there is nothing to say.

    Only a change is written: each write sends the whole query as the server knows it, and so takes back what bound
    widgets have told the address since the run began.
    """
    if not text:
        st.query_params.pop(key, None)
    elif st.query_params.get(key) != text:
        st.query_params[key] = text


def set_state(state: State) -> None:
    """Set controls to values, as a button's callback; those that are not on the page yet take them as they appear."""
    for key, value in state.items():
        if value or key in st.session_state:
            st.session_state[key] = value
        if not value:
            with suppress(StreamlitAPIException):  # a control on the page tells the address itself
                st.query_params.pop(key, None)


def chips(listed: Sequence[Chip], key: str = "try") -> None:
    """Show a row of buttons, each of which sets the page to an example."""
    buttons([(chip.label, chip.state) for chip in listed], key)


def buttons(listed: Sequence[tuple[str, State]], key: str) -> None:
    """Show a row of buttons, each of which sets some controls."""
    with st.container(horizontal=True, key=key, gap="small"):
        for label, state in listed:
            st.button(label, on_click=set_state, args=(state,), key=f"{key}-{label}")


def encoded_length(key: str, text: str) -> int:
    """Return how many characters a value takes in a link."""
    return len(quote_plus(key)) + 1 + len(quote_plus(text, errors="replace"))


def clicked(chart: str, take: Callable[[list[Any]], None]) -> Callable[[], None]:
    """Return a callback that hands the customdata of a clicked point of a chart to ``take``."""

    def callback() -> None:
        points = st.session_state[chart].selection.points
        if points and points[0].get("customdata"):
            take(points[0]["customdata"])

    return callback
