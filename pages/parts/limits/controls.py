"""The controls of the limits page, and what its sections share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from core.charts import Card
from core.errors import UnknownWord
from core.limits.averages import MEANINGS, NothingToAverage, Sentence, read
from core.spaces.space import TITLES, Space
from core.text import quoted
from pages.shared import cards, layout, loaders, words
from pages.shared.controls import MAX_LINK, Chip, Choice, Controls, Kept, Slider, Text, Toggle, Word, chips
from pages.shared.spaces import SpacePicker, credit

SECTIONS = (
    "Word order",
    "Negation",
    "Cause and effect",
    "Logic",
    "Grounding",
    "Minimal pairs",
    "What they share",
)
OURS = "skipgram"  # the space the page opens with: GloVe 6B has neither "don't" nor "i"
VIEWS = ("Two sentences", "Opposites")
MAX_PATH = 600  # characters of a walk in a link
OWN = "tall/short, angry=mad"

SPACE = SpacePicker("limits_space", default=OURS)
SECTION = Choice("limits_section", "Limit", options=SECTIONS, form="buttons")
ORDER = (
    Text("limits_s1", "Sentence 1", placeholder="The dog chased the cat", live=True),
    Text("limits_s2", "Sentence 2", placeholder="The cat chased the dog", live=True),
)
SHUFFLES = Slider("limits_shuffles", "Shuffles of 1", high=8, default=2)
SEED = Slider(
    "limits_seed", "Other shuffles", "Each number is another draw.", low=1, high=999, default=1, form="number"
)
VIEW = Choice("limits_view", "Show", options=VIEWS, form="buttons")
NEGATION = (
    Text("limits_n1", "A sentence", placeholder="I like dogs", live=True),
    Text("limits_n2", "Its negation", placeholder="I don't like dogs", live=True),
    Text("limits_n3", "A paraphrase", placeholder="I love puppies", live=True),
)
OPPOSITES = Text(
    "limits_own",
    "Your own pairs",
    f"Opposites with a slash, synonyms with an equals sign, commas between pairs: {OWN}",
    placeholder=OWN,
)
CAUSE = (
    Word("limits_cause", "Cause", placeholder="rain", live=True),
    Word("limits_effect", "Effect", placeholder="wet", live=True),
)
LOGIC = (
    Word("limits_member", "All these …", placeholder="penguins", live=True),
    Word("limits_group", "… are these", placeholder="birds", live=True),
    Word("limits_property", "and these are or do", placeholder="flying", live=True),
    Word("limits_other", "Beside them, others of that group", placeholder="ducks", live=True),
)
START = Word("limits_start", "Start", placeholder="dog", live=True)
NEAREST = Slider("limits_k", "Nearest words", low=3, high=10, default=7)
PATH = Kept("limits_path", max_chars=MAX_PATH)
PAIR = (
    Text("limits_p1", "A pair of yours", placeholder="The key is on the table", live=True),
    Text("limits_p2", "and", placeholder="The table is on the key", live=True),
)
MEANS = Choice("limits_means", "Their meaning is", options=MEANINGS, default=MEANINGS[1], form="buttons")
THRESHOLD = Slider("limits_threshold", "“Same” from this cosine on", low=0.0, high=1.0, default=0.9, step=0.01)
BOARD_OURS = Toggle("limits_ours", "Our twelve pairs", default=True)
PAIRS = Kept("limits_pairs", max_chars=MAX_LINK)

CONTROLS = Controls(
    "limits",
    SPACE,
    SECTION,
    *ORDER,
    SHUFFLES,
    SEED,
    VIEW,
    *NEGATION,
    OPPOSITES,
    *CAUSE,
    *LOGIC,
    START,
    NEAREST,
    PATH,
    *PAIR,
    MEANS,
    THRESHOLD,
    BOARD_OURS,
    PAIRS,
)


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
    below: Callable[[], None] | None = None,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Show a section's figure; beside it numbers set large, each with its label, and a panel."""
    figure_side, panel_side = st.columns([3.6, 1], gap="medium")
    with panel_side, st.container(key="panel", gap="small"):
        for label, value in figures:
            st.metric(label, value)
        if panel is not None:
            panel()
        beside = st.container()
    cards.show(
        card,
        CONTROLS,
        key=f"{card.name.replace('-', '_')}_chart",
        credit=credit(known),
        lead=True,
        at=figure_side,
        beside=beside,
        below=below,
        examples=examples,
        on_select=on_select,
    )


def read_all(known: Space, texts: Sequence[str], examples: Sequence[Chip]) -> list[Sentence] | None:
    """Return sentences as the space reads them; where one holds no word, say what to do and return nothing."""
    found, empty = [], []
    for text in texts:
        try:
            found.append(read(known, text))
        except NothingToAverage:
            empty.append(text)
    if empty:
        layout.show_notices(
            [
                f"{known.title} holds no word of {quoted(text)}, so it has no average. Type another sentence."
                for text in empty
            ]
        )
        _offer_ours(known)
        _try(examples)
        return None
    _strangers(known, found)
    return found


def _strangers(known: Space, sentences: Sequence[Sentence]) -> None:
    """Say which words have no vector, and offer a space that has one."""
    missing = list(dict.fromkeys(word for sentence in sentences for word in sentence.unknown))
    if not missing:
        return
    shown = ", ".join(quoted(word) for word in missing[:6])
    shown += f" and {len(missing) - 6} more" if len(missing) > 6 else ""
    st.info(f"{known.title} has no vector for {shown}: left out of the average.", icon=":material/info:")
    if any(word in loaders.space(OURS) for word in missing):
        _offer_ours(known)


def _offer_ours(known: Space) -> None:
    if known.name != OURS:
        words.offer([(f"Show it in {TITLES[OURS]}, trained by us", {SPACE.key: TITLES[OURS]})], "limits-ours")


def _try(examples: Sequence[Chip]) -> None:
    st.header("Try", anchor=False)
    chips(examples)


def missing(known: Space, typed: Sequence[str], boxes: Sequence[Word], examples: Sequence[Chip]) -> bool:
    """Return whether the space lacks one of the words typed into boxes; say which, and offer what is spelled alike."""
    for word, box in zip(typed, boxes, strict=True):
        try:
            known.row(word)
        except UnknownWord as unknown:
            layout.show_notices([words.not_among(unknown)])
            words.offer([(near, {box.key: near}) for near in unknown.suggestions], "limits-spelled")
            _try(examples)
            return True
    return False


def nothing(notice: str, examples: Sequence[Chip]) -> None:
    """Say why there is nothing to draw, and what to try."""
    layout.show_notices([notice])
    _try(examples)
