"""The controls of the context page: sentences, the word that each is weighed for, and how."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.charts import Card
from core.context.weights import SCHEMES, TITLES
from core.text import escaped, tokenise, visible
from pages.shared import cards, loaders
from pages.shared.controls import MAX_LINK, Chip, Choice, Controls, Kept, Slider, Text, encoded_length
from pages.shared.spaces import credit

DEFAULTS = (
    "I deposited money at the bank yesterday.",
    "We sat on the bank of the river.",
    "The bank lent them more than the house was worth.",
    "Willows lean over the bank where the stream turns.",
    "She opened an account at a small bank in Leeds.",
    "The bank was steep and muddy after the flood.",
)
MOST = len(DEFAULTS)
ROOM = MAX_LINK - 200  # characters of a link that the controls may take
MAX_TOKENS = 60  # of a sentence, for its words are buttons
LED_ASTRAY = "The bank approved our loan while we were on a boat trip down the river to the sea."
BEYOND = "The mouse ran under the desk with the computer."
SIDES = ("Nothing", "After it", "Before it", "On both sides")
CLICKS = ("weighs for it", "strikes it out")
NAMES = tuple(TITLES[scheme] for scheme in SCHEMES)
TEMPERATURES = {"winner takes all": 1e-3, **{f"{t:g}": t for t in (0.25, 0.5, 1.0, 2.0, 4.0)}, "all alike": math.inf}
SECTIONS = (
    "The balance",
    "Strike out",
    "By hand",
    "Nearest words",
    "What averaging washes out",
    "How it learned",
    "Scoreboard",
)


@dataclass(frozen=True)
class SentenceBox(Kept):
    """A sentence. Its box is not bound: a bound one that a chip fills as it appears would not be in the link."""

    placeholder: str = ""

    def said(self) -> str:
        """Show it, keep what was typed in the link where it fits, and return it, or what stands greyed in the box."""
        self.read()
        typed = st.text_input(
            self.label,
            key=self.key,
            max_chars=self.max_chars,
            placeholder=self.placeholder,
            live="300ms",
            label_visibility="collapsed",
        )
        text = (typed or "")[: self.max_chars]
        others = sum(encoded_length(key, st.query_params[key]) for key in st.query_params if key != self.key)
        fits = others + encoded_length(self.key, text) <= ROOM
        self.link(text if fits else "")
        if not fits:
            st.caption("This sentence no longer fits into the link, so whoever opens it will not see it.")
        return text if visible(text).strip() else self.placeholder


@dataclass(frozen=True)
class SentencePicker(Slider):
    """One of the sentences that are there, by number."""

    def among(self, numbers: Sequence[int]) -> int:
        """Show them, where there are several, and return the one chosen."""
        if len(numbers) == 1:
            return numbers[0]
        chosen = st.segmented_control(
            self.label, list(numbers), default=numbers[0], required=True, key=self.key, bind="query-params"
        )
        return chosen if chosen in numbers else numbers[0]


@dataclass(frozen=True)
class WordPicker(Kept):
    """One of the words that sentences are weighed for: these change with the sentences, which Streamlit cannot bind."""

    def among(self, words: Sequence[str]) -> str:
        """Show them, where there are several, and return the one chosen; "" when there is none."""
        if len(words) < 2:
            return words[0] if words else ""
        box = f"{self.key}_box"
        chosen = st.session_state[box] = self.read() if self.read() in words else words[0]
        st.segmented_control(
            self.label,
            list(words),
            format_func=escaped,
            required=True,
            key=box,
            on_change=lambda: self.write(st.session_state[box] or ""),
        )
        self.link("" if chosen == words[0] else chosen)
        return chosen


NUMBER = Slider("ctx_n", "Sentences", low=1, high=MOST, default=2, form="number")
SENTENCES = tuple(
    SentenceBox(f"ctx_s{number}", f"Sentence {number}", placeholder=text) for number, text in enumerate(DEFAULTS, 1)
)
TARGETS = tuple(Kept(f"ctx_at{number}", max_chars=80) for number in range(1, MOST + 1))
STRUCK = tuple(Kept(f"ctx_out{number}") for number in range(1, MOST + 1))
SCHEME = Choice("ctx_scheme", "Weights", options=NAMES, default=NAMES[-1], form="buttons")
TEMPERATURE = Choice(
    "ctx_temp",
    "Temperature",
    "Divides the scores before the softmax: low, and the highest score takes all; high, and all words count alike.",
    options=tuple(TEMPERATURES),
    default="1",
    form="slider",
)
CLICK = Choice(
    "ctx_click",
    "A click on a word",
    "The framed word is the one that the others are weighed for. A dashed frame: our catalogue knows senses of this "
    "word too.",
    options=CLICKS,
    form="buttons",
)
ADD = Choice(
    "ctx_add",
    "Add a sentence",
    "An unrelated sentence beside each of yours: what do the weights make of it?",
    options=SIDES,
)
ADDED = Text(
    "ctx_noise",
    "The sentence that is added",
    placeholder="The orchestra played a new symphony in Vienna last winter.",
    live=True,
)
SENSES = Text(
    "ctx_senses",
    "Your own senses",
    "Two to four senses, each with a name and a few words that stand near it: name: words; name: words.",
    placeholder="money: loan, cash; river: water, shore",
    max_chars=400,
)
PLANE = WordPicker("ctx_plane", "The plane of", max_chars=60)
SECTION = Choice("ctx_more", "Look closer", options=SECTIONS, form="buttons")
OF = SentencePicker("ctx_of", "Sentence", low=1, high=MOST, default=1)
HAND = Kept("ctx_hand")

ROW: tuple[Choice | Slider, ...] = (SCHEME, TEMPERATURE, CLICK, ADD, NUMBER)
CONTROLS = Controls("ctx", *ROW, *SENTENCES, *TARGETS, *STRUCK, ADDED, SENSES, PLANE, SECTION, OF, HAND)


def chip(label: str, *texts: str, **sets: object) -> Chip:
    """Return an example: sentences, "" for one that stands in its box, and other controls by their key."""
    typed = {box.key: text for box, text in zip(SENTENCES, texts, strict=False)}
    return CONTROLS.chip(label, **{NUMBER.key: len(texts), **typed, **sets})  # type: ignore[arg-type]  # no "keep"


CHIPS = (
    chip("bank", "", ""),
    chip("bat", "The bat flew out of the cave at dusk.", "He swung the bat and hit the ball."),
    chip(
        "spring, three ways",
        "Flowers bloom in spring after the snow melts.",
        "The spring in the mattress is broken and the steel bent.",
        "Fresh water rises from a spring in the rocks.",
    ),
    chip(
        "run, three ways",
        "She went for a run around the park before breakfast.",
        "They run a small company that makes furniture.",
        "The program will run on any computer with enough memory.",
    ),
    chip("crane", "The crane spread its wings over the marsh.", "A crane lifted the steel beams."),
    chip("mouse", "The cat chased a mouse across the barn.", "Click the left button of the mouse."),
    chip(
        "Equal weights fail, learned ones do not",
        LED_ASTRAY,
        "We were swimming in the lake all day when the bank rang about our mortgage.",
    ),
    chip("Both fail", BEYOND, "The fishermen counted their cash on the bank."),
    chip("An unrelated sentence", "", "", ctx_add=SIDES[1], ctx_scheme=NAMES[0]),
)


def present(card: Card, key: str) -> None:
    """Show a figure of a section."""
    cards.show(card, CONTROLS, key=key, credit=credit(loaders.space()))


@dataclass(frozen=True)
class Settings:
    """How the reader wants sentences weighed."""

    scheme: str
    temperature: float
    strikes: bool  # whether a click strikes a word out; else the sentence is weighed for it
    n_sentences: int
    before: tuple[str, ...]  # words that are added to each sentence
    after: tuple[str, ...]


def choose() -> Settings:
    """Show the controls that say how sentences are weighed."""
    drawn: list[Any] = []
    for box, control in zip(st.columns([2, 1.25, 1.35, 0.95, 0.65], vertical_alignment="bottom"), ROW, strict=True):
        with box:
            drawn.append(control.draw())
    name, temperature, click, side, n_sentences = drawn
    typed = ADDED.said() if side != SIDES[0] else ""
    added = tuple(tokenise(typed) or tokenise(ADDED.placeholder))[:MAX_TOKENS]
    return Settings(
        SCHEMES[NAMES.index(name)],
        TEMPERATURES[temperature],
        click == CLICKS[1],
        n_sentences,
        added if side in SIDES[2:] else (),
        added if side in (SIDES[1], SIDES[3]) else (),
    )
