"""The controls of the subwords page, and what its sections share."""

from __future__ import annotations

import streamlit as st

from core.charts import Card
from core.counts.senses import load_senses
from core.subwords.ngrams import MAX_N, MIN_N
from core.text import visible
from pages.shared import cards, loaders
from pages.shared.controls import MAX_WORD, Choice, Controls, Kept, Slider, Text, Toggle, Word
from pages.shared.spaces import credit

SECTIONS = ("Neighbours", "Tug of war", "Typos", "Word sums", "Families", "Buckets", "What it cannot mend")
BUCKETS = (10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000)
BUCKET_NAMES = tuple(f"{number:,}" for number in BUCKETS)


class Struck(Kept):
    """Pieces that are struck out, in a box whose choices change with the word, so that Streamlit cannot bind it."""

    def draw(self, names: list[str]) -> list[str]:
        """Show the box and return the pieces chosen, none that the word has not."""
        box = f"{self.key}_box"
        st.session_state[box] = [name for name in self.read().split(" ") if name in names]
        chosen = st.multiselect(
            self.label,
            names,
            key=box,
            placeholder="pieces to leave out",
            on_change=lambda: self.write(" ".join(st.session_state[box])),
        )
        self.write(" ".join(chosen))
        self.link(self.read()[: self.max_chars])
        return list(chosen)


WORD = Word("sub_word", "Word", placeholder="playing", live=True)
LOWER = Toggle("sub_lower", "lower case", "The text that FastText was trained on is.", default=True)
NOISE = Toggle(
    "sub_noise",
    "count unseen n-grams",
    "As fastText does: for an n-gram that no word of the vocabulary has, it takes what is in the bucket.",
)
GRAM = Kept("sub_gram", max_chars=MAX_WORD + 2)
SECTION = Choice("sub_more", "Look closer", options=SECTIONS, form="buttons")
STRIKE = Struck("sub_strike", "Strike out")
MEANT = Word("sub_meant", "Intended", placeholder="happiness")
TYPED = Word("sub_typed", "Mistyped", placeholder="hapynes")
# One for each number of edits, for a slider forgets where it stood when its end moves.
EDITS = {n: Slider(f"sub_edits_{n + 1}", "Edits", high=n, default=n) for n in range(1, MAX_WORD + 1)}
SUM = Text(
    "sub_sum",
    "A word, and what it might be the sum of",
    f"Words, and n-grams of {MIN_N} to {MAX_N} letters, with < where a word begins and > where it ends; + and -. "
    "Vectors of words and rows of n-grams are added as they are, so that longer rows weigh more.",
    placeholder="unhappiness = happy + <un + ness>",
)
FAMILY = Text("sub_family", "Words", placeholder="play plays played playing player players")
SEARCH = Text(
    "sub_search",
    "An n-gram",
    f"{MIN_N} to {MAX_N} letters, < for a beginning and > for an end: <un, ness>, graph",
    placeholder="ing>",
    max_chars=MAX_WORD,
)
CROWD = Choice(
    "sub_buckets", "Buckets", "Rows for all n-grams.", options=BUCKET_NAMES, default=BUCKET_NAMES[-1], form="slider"
)
SAME = Choice("sub_same", "Word", options=tuple(load_senses()))
SENTENCES = Text("sub_sentence_1", "Sentence 1"), Text("sub_sentence_2", "Sentence 2")

CONTROLS = Controls(
    "sub",
    *(WORD, LOWER, NOISE, GRAM, SECTION, STRIKE, MEANT, TYPED, *EDITS.values(), SUM),
    *(FAMILY, SEARCH, CROWD, SAME, *SENTENCES),
)

CHIPS = (
    *(
        CONTROLS.chip(word, sub_word=word)
        for word in ("jogger", "unhappiness", "COVID-19", "SpaceX", "ChatGPT", "coooool", "unglaublich")
    ),
    CONTROLS.chip("happyness", sub_word="happyness", sub_more="Typos", sub_meant="happiness", sub_typed="happyness"),
    CONTROLS.chip("bank twice", sub_word="bank", sub_more="What it cannot mend", sub_same="bank"),
)


def choose() -> tuple[str, str]:
    """Show the controls that choose a word; return the word that is looked up, or "", and what to say of it."""
    box, lower, noisy = st.columns([1.6, 1, 1.3], vertical_alignment="bottom")
    with box:
        typed = WORD.draw()
    with lower:
        small = LOWER.draw()
    with noisy:
        NOISE.draw()
    words = visible(typed).split()
    if not words and typed.strip():
        return "", "There is no letter in what was typed, only characters that draw nothing. Type a word."
    first = words[0] if words else WORD.placeholder
    notice = f"One word at a time: the first of {len(words)} is taken apart." if len(words) > 1 else ""
    return first.lower() if small else first, notice


def show(card: Card, key: str) -> None:
    """Show a figure of one of the sections."""
    cards.show(card, CONTROLS, key=key, credit=credit(loaders.space("fasttext")))
