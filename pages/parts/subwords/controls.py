"""The controls of the subwords page."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.counts.senses import load_senses
from core.subwords.model import Decomposition
from core.subwords.sentences import names_of
from core.text import visible
from pages.shared import link
from pages.shared.layout import Chip
from pages.shared.words import MAX_WORD

DEFAULT = "playing"
SECTIONS = ("Neighbours", "Tug of war", "Typos", "Word sums", "Families", "Buckets", "What it cannot mend")
BUCKETS = (10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000)
BUCKET_NAMES = tuple(f"{number:,}" for number in BUCKETS)
MAX_LIST = 200

CONTROLS: dict[str, link.Control] = {
    "sub_word": link.Text(MAX_WORD),
    "sub_lower": link.Choice(("true", "false")),
    "sub_noise": link.Choice(("true", "false")),
    "sub_gram": link.Text(MAX_WORD + 2),
    "sub_more": link.Choice(SECTIONS),
    "sub_strike": link.Text(MAX_LIST),
    "sub_meant": link.Text(MAX_WORD),
    "sub_typed": link.Text(MAX_WORD),
    "sub_sum": link.Text(MAX_LIST),
    "sub_family": link.Text(MAX_LIST),
    "sub_search": link.Text(MAX_WORD),
    "sub_buckets": link.Choice(BUCKET_NAMES),
    "sub_same": link.Choice(tuple(load_senses())),
    "sub_sentence_1": link.Text(),
    "sub_sentence_2": link.Text(),
    "sub_format": link.Choice(("PNG", "SVG")),
}


def word(text: str, **more: object) -> dict[str, object]:
    """Return the controls that show another word, its old pieces forgotten."""
    return {"sub_word": text, "sub_gram": "", "sub_strike_box": [], **more}


CHIPS = (
    Chip("jogger", word("jogger")),
    Chip("unhappiness", word("unhappiness")),
    Chip("COVID-19", word("COVID-19")),
    Chip("SpaceX", word("SpaceX")),
    Chip("ChatGPT", word("ChatGPT")),
    Chip("coooool", word("coooool")),
    Chip("unglaublich", word("unglaublich")),
    Chip("happyness", word("happyness", sub_more="Typos", sub_meant="happiness", sub_typed="happyness")),
    Chip("bank twice", word("bank", sub_more="What it cannot mend", sub_same="bank")),
)


@dataclass(frozen=True)
class Asked:
    """What the reader wants to see.

    Attributes
    ----------
    word : str
        The word as it is looked up, or "" when nothing was typed that can be.
    typed : str
        As it was typed.
    noise : bool
        Whether unseen n-grams count.
    notice : str
        What has to be said of the word, or "".
    """

    word: str
    typed: str
    noise: bool
    notice: str = ""


def choose() -> Asked:
    """Show the controls that choose a word, and how it is looked up."""
    box, lower, noisy = st.columns([1.6, 1, 1.3], vertical_alignment="bottom")
    with box:
        typed = st.text_input(
            "Word", key="sub_word", bind="query-params", max_chars=MAX_WORD, placeholder=DEFAULT, live="300ms"
        )
    with lower:
        small = st.toggle(
            "lower case", True, key="sub_lower", bind="query-params", help="The text that FastText was trained on is."
        )
    with noisy:
        noise = st.toggle(
            "count unseen n-grams",
            False,
            key="sub_noise",
            bind="query-params",
            help="As fastText does: for an n-gram that no word of the vocabulary has, it takes what is in the bucket.",
        )
    return read(typed or "", lower=small, noise=noise)


def read(typed: str, *, lower: bool, noise: bool) -> Asked:
    """Return what is looked up for a typed text; of several words the first."""
    text = visible(typed)[:MAX_WORD].strip()
    if not text:
        if typed.strip():
            notice = "There is no letter in what was typed, only characters that draw nothing. Type a word."
            return Asked("", typed, noise, notice)
        return Asked(DEFAULT, typed, noise)
    first, *others = text.split()
    notice = f"One word at a time: the first of {len(others) + 1} is taken apart." if others else ""
    return Asked(first.lower() if lower else first, typed, noise, notice)


def picked(found: Decomposition) -> int | None:
    """Return which piece is looked at: the one clicked, else the one that gives most; None when there is none."""
    if "sub_gram" not in st.session_state:
        st.session_state["sub_gram"] = st.query_params.get("sub_gram", "")
    gram = st.session_state["sub_gram"]
    names = names_of(found)
    if gram in names:
        st.query_params["sub_gram"] = gram
        return names.index(gram)
    st.query_params.pop("sub_gram", None)
    if not found.ngrams or not found.seen.any():
        return None
    grams = range(int(found.own), len(found.ngrams))
    return max(grams, key=lambda i: found.shares[i] if found.seen[i] else -9.0, default=0)
