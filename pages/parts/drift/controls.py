"""The controls of the drift page: which word, in which space, and how much of each sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import streamlit as st

from core.counts.senses import load_senses
from core.drift.path import COUNTS, FEWEST, Material
from core.drift.path import SPACES as SOLVED
from core.errors import UnknownWord
from core.spaces.space import TITLES, Space
from core.text import one_word, quoted, whole_percents
from pages.shared import layout, link, loaders, spaces
from pages.shared.layout import Chip
from pages.shared.words import MAX_WORD

VIEWS = ("A word", "Two words merged")
BY = ("Shares", "Counts")
SECTIONS = ("Nearest words", "Which law holds?", "What training sees", "How common is this?")
MOST_SENSES = 5
MOST_COUNT = 1_000_000
SHARE, PART, COUNT = 40, 50, 1_000  # where the sliders stand at first; 40 % of the second sense is 60/40
FIRST, SECOND = "banana", "door"

CONTROLS: dict[str, link.Control] = {
    "drift_view": link.Choice(VIEWS),
    "drift_word": link.Choice(tuple(load_senses())),
    "drift_first": link.Text(MAX_WORD),
    "drift_second": link.Text(MAX_WORD),
    "drift_space": link.Choice(tuple(TITLES[name] for name in SOLVED)),
    "drift_by": link.Choice(BY),
    "drift_share": link.Number(0, 100),
    **{f"drift_part_{i}": link.Number(0, 100) for i in range(1, MOST_SENSES + 1)},
    **{f"drift_count_{i}": link.Number(0, MOST_COUNT) for i in range(1, MOST_SENSES + 1)},
    "drift_more": link.Choice(SECTIONS),
    "drift_curve_1": link.Text(MAX_WORD),
    "drift_curve_2": link.Text(MAX_WORD),
    "drift_sentence": link.Text(),
    "drift_format": link.Choice(("PNG", "SVG")),
}
_WORD: dict[str, object] = {"drift_view": VIEWS[0], "drift_by": BY[0]}
_EVEN = {f"drift_part_{i}": PART for i in range(1, MOST_SENSES + 1)}
CHIPS = (
    Chip("A tenth of river", _WORD | {"drift_word": "bank", "drift_share": 10}),
    Chip("Three senses of “spring”", _WORD | {"drift_word": "spring"} | _EVEN),
    Chip("Skip-gram’s “bat”", _WORD | {"drift_word": "bat", "drift_space": "Skip-gram", "drift_share": 50}),
    Chip("Can “banana” and “door” be told apart?", {"drift_view": VIEWS[1], "drift_first": "", "drift_second": ""}),
    Chip("Which law holds for “java”?", _WORD | {"drift_word": "java", "drift_more": SECTIONS[1]}),
    Chip("How common is this?", _WORD | {"drift_more": SECTIONS[3]}),
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


def choose() -> Asked:
    """Show the controls that choose word and space."""
    merged = st.session_state.get("drift_view") == VIEWS[1]
    boxes = st.columns([1.2, 1.2, 1.2, 2.4] if merged else [1.2, 1.2, 3.6], vertical_alignment="bottom")
    with boxes[-2]:
        space = spaces.picker("drift_space", "Space", SOLVED[0], SOLVED)
    if not merged:
        with boxes[0]:
            word = st.selectbox(
                "Word",
                list(loaders.catalogue()),
                key="drift_word",
                bind="query-params",
            )
        return catalogue_word(space, str(word))
    typed = []
    for box, key, label, default in zip(
        boxes, ("drift_first", "drift_second"), ("First word", "Second word"), (FIRST, SECOND), strict=False
    ):
        with box:
            typed.append(
                one_word(
                    st.text_input(label, key=key, bind="query-params", max_chars=MAX_WORD, placeholder=default) or ""
                )
                or default
            )
    return two_words(space, (typed[0], typed[1]))


def catalogue_word(space: Space, word: str) -> Asked:
    """Return a word of the catalogue, and say which of its senses the text did not show."""
    material = loaders.material(space.name, (word,))
    missing = [name for name in loaders.catalogue()[word].names if name not in material.names]
    notices = []
    if missing:
        notices.append(
            f"Fewer than {FEWEST} occurrences of “{word}” in our text were clearly "
            f"{' or '.join(f'*{name}*' for name in missing)}, too few to solve a row from: left out."
        )
    return Asked(space, (word,), material, notices)


def two_words(space: Space, words: tuple[str, str]) -> Asked:
    """Return two words to merge, or say why they cannot be."""
    if words[0] == words[1]:
        return Asked(space, words, None, [f"Both words are {quoted(words[0])}. Type two different ones to merge them."])
    counted = loaders.counts(COUNTS[space.name])
    notices = [without_counts(word, space) for word in words if word not in counted]
    if notices:
        return Asked(space, words, None, notices)
    try:
        return Asked(space, words, loaders.material(space.name, words))
    except UnknownWord as unknown:
        return Asked(space, words, None, [without_counts(unknown.word, space)])


def without_counts(word: str, space: Space) -> str:
    """Say why a word cannot be merged, and with which words one can go on."""
    known = loaders.counts(COUNTS[space.name])
    if word in space:
        rank = space.index[word] + 1
        why = "so common that it stands with everything" if rank <= 150 else "too rare"
        text = f"{quoted(word)} is word {rank:,} by frequency, {why}: its counts do not ship."
    else:
        text = f"{quoted(word)} is not among the {len(space.words):,} words of our text."
    near = [found for found in space.spellings(word, limit=8) if found in known and found != word][:3]
    return text + (
        f" Spelled nearest, and with counts: {', '.join(f'*{found}*' for found in near)}."
        if near
        else " Try an everyday noun, such as *piano*, *horse* or *bread*."
    )


def masses(material: Material, corpus: Sequence[float] | None) -> tuple[float, ...] | None:
    """Show how much there is of each sense; return the masses, None when there is nothing of any."""
    names = material.names
    by = st.segmented_control(
        "How much of each",
        BY,
        default=BY[0],
        required=True,
        key="drift_by",
        bind="query-params",
        label_visibility="collapsed",
        width="stretch",
    )
    if by == BY[1]:
        return by_counts(material, corpus)
    if len(names) == 2:
        share = st.slider(f"Share of *{names[1]}*, %", 0, 100, SHARE, key="drift_share", bind="query-params", help=HELP)
        shares = [1 - share / 100, share / 100]
    else:
        parts = [
            st.slider(f"*{name}*, parts", 0, 100, PART, key=f"drift_part_{i}", bind="query-params", help=HELP)
            for i, name in enumerate(names, 1)
        ]
        if not sum(parts):
            st.warning("All parts are 0. Move one of the sliders up.", icon=":material/info:")
            return None
        shares = [part / sum(parts) for part in parts]
        st.caption(said(names, shares))
    if corpus is not None:
        st.button(
            "As in our text",
            on_click=as_in_corpus,
            args=(corpus,),
            icon=":material/flag:",
            width="stretch",
            help=f"The shares of our text, estimated from the labels: {said(names, corpus)}.",
        )
    return tuple(round(material.total * share, 6) for share in shares)


HELP = (
    "The text is mixed anew with this much of each meaning, the word as frequent as ever, and the word’s vector is "
    "solved again."
)


def by_counts(material: Material, corpus: Sequence[float] | None) -> tuple[float, ...] | None:
    """Show a box a sense for how many occurrences the text shall have."""
    numbers = [
        st.number_input(
            f"Occurrences of *{name}*", 0, MOST_COUNT, COUNT, step=100, key=f"drift_count_{i}", bind="query-params"
        )
        for i, name in enumerate(material.names, 1)
    ]
    if not sum(numbers):
        st.warning("There is nothing of any sense. Give one of them some occurrences.", icon=":material/info:")
        return None
    st.caption(
        "Sentences on the way, its tipping and its laws are for the word as frequent as it is in our text. In "
        "skip-gram and PPMI only the proportions matter."
    )
    st.button(
        "As labelled in our text" if corpus is not None else "As in our text",
        on_click=layout.set_controls,
        args=({f"drift_count_{i}": n for i, n in enumerate(material.occurrences, 1)},),
        icon=":material/flag:",
        width="stretch",
    )
    return tuple(round(float(mass), 6) for mass in material.masses(numbers))


def as_in_corpus(corpus: Sequence[float]) -> None:
    """Set the sliders to the shares of our corpus, as a button's callback."""
    if len(corpus) == 2:
        st.session_state["drift_share"] = round(100 * corpus[1])
    else:
        most = max(corpus)
        for i, share in enumerate(corpus, 1):
            st.session_state[f"drift_part_{i}"] = round(100 * share / most)


def said(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return shares in words."""
    return ", ".join(f"{name} {whole} %" for name, whole in zip(names, whole_percents(shares), strict=True))
