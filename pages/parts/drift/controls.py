"""The controls of the drift page: which word, in which space, and how much of each sense."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from core.counts.senses import load_senses
from core.drift.material import COUNTS, FEWEST, Masses, Material, shares_of, whole_parts
from core.drift.material import SPACES as SOLVED
from core.drift.sentences import shares_listed
from core.errors import UnknownWord
from core.spaces.space import Space
from core.text import quoted
from pages.shared import loaders
from pages.shared.controls import Choice, Controls, Slider, Text, Word, set_state
from pages.shared.spaces import SpacePicker

VIEWS = ("A word", "Two words merged")
WAYS = ("Shares", "Counts")
SECTIONS = ("Nearest words", "Which law holds?", "What training sees", "How common is this?")
MOST_SENSES = 5
_HELP = (
    "The text is mixed anew with this much of each meaning, the word as frequent as ever, and the word’s vector is "
    "solved again."
)

VIEW = Choice("drift_view", "View", options=VIEWS, form="buttons")
WORD = Choice("drift_word", "Word", options=tuple(load_senses()))
MERGED = (
    Word("drift_first", "First word", placeholder="banana"),
    Word("drift_second", "Second word", placeholder="door"),
)
SPACE = SpacePicker("drift_space", default=SOLVED[0], among=SOLVED)
BY = Choice("drift_by", "How much of each", options=WAYS, form="buttons")
SHARE = Slider("drift_share", help=_HELP, default=40)  # % of the second sense
PARTS = tuple(Slider(f"drift_part_{i}", help=_HELP, default=50) for i in range(1, MOST_SENSES + 1))
NUMBERS = tuple(
    Slider(f"drift_count_{i}", high=1_000_000, default=1_000, step=100, form="number")
    for i in range(1, MOST_SENSES + 1)
)
MORE = Choice("drift_more", "Look closer", options=SECTIONS, form="buttons")
CURVES = (Word("drift_curve_1", "Cosine with"), Word("drift_curve_2", "and with"))
SENTENCE = Text("drift_sentence")
CONTROLS = Controls("drift", VIEW, WORD, *MERGED, SPACE, BY, SHARE, *PARTS, *NUMBERS, MORE, *CURVES, SENTENCE)
CHIPS = (
    CONTROLS.chip("A tenth of river", drift_word="bank", drift_share=10),
    CONTROLS.chip("Three senses of “spring”", drift_word="spring"),
    CONTROLS.chip("Skip-gram’s “bat”", drift_word="bat", drift_space="Skip-gram", drift_share=50),
    CONTROLS.chip("Can “banana” and “door” be told apart?", drift_view=VIEWS[1]),
    CONTROLS.chip("Which law holds for “java”?", drift_word="java", drift_more=SECTIONS[1]),
    CONTROLS.chip("How common is this?", drift_more=SECTIONS[3]),
)


@dataclass(frozen=True)
class Asked:
    """What the reader wants to see.

    Attributes
    ----------
    space : Space
        Where.
    words : tuple of str
        A word of the catalogue, or two words to merge.
    material : Material or None
        Their counts; None when there is nothing to draw.
    notices : list of str
        Markdown sentences.
    """

    space: Space
    words: tuple[str, ...]
    material: Material | None
    notices: list[str] = field(default_factory=list)

    @property
    def corpus(self) -> tuple[float, ...] | None:
        """The shares of a word's senses in our text, as the labels find them; None for two words merged."""
        if len(self.words) > 1 or self.material is None:
            return None
        return loaders.labels()[self.words[0]].shares_among(self.material.names)


def choose() -> Asked:
    """Show the controls that choose word and space."""
    merged = VIEW.value == VIEWS[1]
    boxes = st.columns([1.2, 1.2, 1.2, 2.4] if merged else [1.2, 1.2, 3.6], vertical_alignment="bottom")
    with boxes[-2]:
        space = SPACE.chosen()
    if not merged:
        with boxes[0]:
            return _catalogue_word(space, WORD.draw())
    with boxes[0]:
        first = MERGED[0].said()
    with boxes[1]:
        return _two_words(space, (first, MERGED[1].said()))


def _catalogue_word(space: Space, word: str) -> Asked:
    """Return a word of the catalogue, and say which of its senses the text did not show."""
    material = loaders.material(space.name, (word,))
    missing = [f"*{name}*" for name in loaders.catalogue()[word].names if name not in material.names]
    notice = (
        f"Fewer than {FEWEST} occurrences of “{word}” in our text were clearly {' or '.join(missing)}, too few to "
        "solve a row from: left out."
    )
    return Asked(space, (word,), material, [notice] if missing else [])


def _two_words(space: Space, words: tuple[str, str]) -> Asked:
    """Return two words to merge, or say why they cannot be."""
    if words[0] == words[1]:
        return Asked(space, words, None, [f"Both words are {quoted(words[0])}. Type two different ones to merge them."])
    counted = loaders.counts(COUNTS[space.name])
    notices = [_without_counts(word, space) for word in words if word not in counted]
    try:
        return Asked(space, words, None if notices else loaders.material(space.name, words), notices)
    except UnknownWord as unknown:
        return Asked(space, words, None, [_without_counts(unknown.word, space)])


def _without_counts(word: str, space: Space) -> str:
    """Say why a word cannot be merged, and with which words one can go on."""
    known = loaders.counts(COUNTS[space.name])
    text = f"{quoted(word)} is not among the {len(space.words):,} words of our text."
    if word in space:
        rank = space.index[word] + 1
        why = "so common that it stands with everything" if rank <= 150 else "too rare"
        text = f"{quoted(word)} is word {rank:,} by frequency, {why}: its counts do not ship."
    near = [found for found in space.spellings(word, limit=8) if found in known and found != word][:3]
    return text + (
        f" Spelled nearest, and with counts: {', '.join(f'*{found}*' for found in near)}."
        if near
        else " Try an everyday noun, such as *piano*, *horse* or *bread*."
    )


def masses(asked: Asked, material: Material) -> Masses | None:
    """Show how much there is of each sense; return the masses, None when there is nothing of any."""
    if BY.draw(label_visibility="collapsed") == WAYS[1]:
        return _by_counts(material, "As in our text" if asked.corpus is None else "As labelled in our text")
    names, corpus = material.names, asked.corpus
    if len(names) == 2:
        share = SHARE.draw(label=f"Share of *{names[1]}*, %")
        parts = [SHARE.high - share, share]
    else:
        parts = [part.draw(label=f"*{name}*, parts") for part, name in zip(PARTS, names, strict=False)]
        if not any(parts):
            st.warning("All parts are 0. Move one of the sliders up.", icon=":material/info:")
            return None
    found = material.masses_at(parts)
    if len(names) > 2:
        st.caption(shares_listed(names, shares_of(found)))
    if corpus is not None:
        whole = whole_parts(corpus)
        ours = {SHARE.key: whole[1]} if len(names) == 2 else dict(zip((box.key for box in PARTS), whole, strict=False))
        st.button(
            "As in our text",
            on_click=set_state,
            args=(ours,),
            icon=":material/flag:",
            width="stretch",
            help=f"The shares of our text, estimated from the labels: {shares_listed(names, corpus)}.",
        )
    return found


def _by_counts(material: Material, as_in_text: str) -> Masses | None:
    """Show a box a sense for how many occurrences the text shall have."""
    boxes = NUMBERS[: len(material.names)]
    numbers = [box.draw(label=f"Occurrences of *{name}*") for box, name in zip(boxes, material.names, strict=True)]
    if not any(numbers):
        st.warning("There is nothing of any sense. Give one of them some occurrences.", icon=":material/info:")
        return None
    st.caption(
        "Sentences on the way, its tipping and its laws are for the word as frequent as it is in our text. In "
        "skip-gram and PPMI only the proportions matter."
    )
    st.button(
        as_in_text,
        on_click=set_state,
        args=({box.key: number for box, number in zip(boxes, material.occurrences, strict=False)},),
        icon=":material/flag:",
        width="stretch",
    )
    return material.masses_of(numbers)
