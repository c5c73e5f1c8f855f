"""The controls of the limits page that all its sections share, and the frame that each section fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import plotly.graph_objects as go
import streamlit as st

from core.errors import UnknownWord
from core.limits.averages import NothingToAverage, Sentence, read
from core.spaces.space import TITLES, Space
from core.text import one_word, quoted, visible
from pages.shared import layout, link, loaders, spaces, words
from pages.shared.layout import Chip

SECTIONS = (
    "Word order",
    "Negation",
    "Cause and effect",
    "Logic",
    "Grounding",
    "Minimal pairs",
    "What they share",
)
SPACE = "skipgram"  # one of ours: GloVe 6B has neither "don't" nor "i"
VIEWS = ("Two sentences", "Opposites")
MEANINGS = ("the same", "different")
MAX_SHUFFLES = 8
MAX_PATH = 600  # characters of a walk in a link

CONTROLS: dict[str, link.Control] = {
    "limits_space": spaces.CHOICE,
    "limits_section": link.Choice(SECTIONS),
    "limits_s1": link.Text(),
    "limits_s2": link.Text(),
    "limits_shuffles": link.Number(0, MAX_SHUFFLES),
    "limits_seed": link.Number(1, 999),
    "limits_view": link.Choice(VIEWS),
    "limits_n1": link.Text(),
    "limits_n2": link.Text(),
    "limits_n3": link.Text(),
    "limits_own": link.Text(),
    "limits_cause": link.Text(words.MAX_WORD),
    "limits_effect": link.Text(words.MAX_WORD),
    "limits_member": link.Text(words.MAX_WORD),
    "limits_group": link.Text(words.MAX_WORD),
    "limits_property": link.Text(words.MAX_WORD),
    "limits_other": link.Text(words.MAX_WORD),
    "limits_start": link.Text(words.MAX_WORD),
    "limits_k": link.Number(3, 10),
    "limits_path": link.Text(MAX_PATH),
    "limits_threshold": link.Number(0, 1),
    "limits_ours": link.Choice(("true", "false")),
    "limits_p1": link.Text(),
    "limits_p2": link.Text(),
    "limits_means": link.Choice(MEANINGS),
    "limits_pairs": link.Text(link.MAX_LINK),
    "limits_format": link.Choice(("PNG", "SVG")),
}


@dataclass(frozen=True, eq=False)
class Shown:
    """What a section draws and says.

    Attributes
    ----------
    figure : Figure
        What is drawn.
    alt, name, title : str
        Description of the figure; ends of its key and file name; its title where it stands alone.
    table : list of list
        Its numbers, the head first.
    said : list of str
        What you see.
    chips : sequence of Chip
        What to try.
    how : str
        How it is computed.
    formulas, code : sequence
        LaTeX, and functions whose source is shown.
    figures : list of tuple
        Numbers to show large beside the figure: label and value.
    on_select : callable, optional
        Takes a click on a point.
    """

    figure: go.Figure = field(repr=False)
    alt: str
    name: str
    title: str
    table: list[list[object]]
    said: list[str]
    chips: Sequence[Chip]
    how: str
    formulas: Sequence[str]
    code: Sequence[Callable[..., object]]
    figures: Sequence[tuple[str, str]] = ()
    on_select: Callable[[], None] | None = None


def present(
    shown: Shown, known: Space, panel: Callable[[], None] | None = None, below: Callable[[], None] | None = None
) -> None:
    """Show a section: figure and numbers, what you see, what to try, how it is computed."""
    figure_side, panel_side = st.columns([3.6, 1], gap="medium")
    filename = f"sense-drift-limits-{shown.name}"
    with panel_side, st.container(key="panel", gap="small"):
        for label, value in shown.figures:
            st.metric(label, value)
        if panel is not None:
            panel()
        image = layout.downloads(
            shown.figure, lambda: layout.as_csv(shown.table), filename=filename, title=shown.title, key="limits_format"
        )
    with figure_side:
        layout.chart(
            shown.figure,
            key=f"limits_{shown.name}_chart",
            alt=f"{shown.alt} The table below has the numbers.",
            filename=filename,
            image=image,
            on_select=shown.on_select,
        )
    if below is not None:
        below()
    layout.what_you_see(shown.said)
    layout.try_chips(shown.chips)
    head, *rows = shown.table
    with st.expander("The numbers of this figure", icon=":material/table:"):
        st.dataframe({str(name): [row[i] for row in rows] for i, name in enumerate(head)}, hide_index=True)
    layout.how_computed(f"{shown.how} {spaces.credit(known)}", shown.formulas, shown.code)


def sentence_box(label: str, key: str, default: str) -> str:
    """Show a box for a sentence and return what was typed, or what stands in the box when nothing was."""
    typed = st.text_input(
        label, key=key, bind="query-params", max_chars=link.MAX_TEXT, placeholder=default, live="300ms"
    )
    text = (typed or "")[: link.MAX_TEXT]
    return text if visible(text).strip() else default


def word_box(label: str, key: str, default: str, on_change: Callable[[], None] | None = None) -> str:
    """Show a box for a word and return it as it is looked up, or what stands in the box when nothing was typed."""
    typed = st.text_input(
        label,
        key=key,
        bind="query-params",
        max_chars=words.MAX_WORD,
        placeholder=default,
        live="300ms",
        on_change=on_change,
    )
    return one_word((typed or "")[: words.MAX_WORD]) or default


def read_all(known: Space, texts: Sequence[str]) -> list[Sentence] | None:
    """Return sentences as the space reads them; where one holds no word, say so and return nothing."""
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
        offer_ours(known)
        return None
    return found


def strangers(known: Space, sentences: Sequence[Sentence]) -> None:
    """Say which words have no vector, and offer a space that has one."""
    missing = list(dict.fromkeys(word for sentence in sentences for word in sentence.unknown))
    if not missing:
        return
    shown = ", ".join(quoted(word) for word in missing[:6]) + (
        f" and {len(missing) - 6} more" if len(missing) > 6 else ""
    )
    st.info(f"{known.title} has no vector for {shown}: left out of the average.", icon=":material/info:")
    if any(word in loaders.space(SPACE) for word in missing):
        offer_ours(known)


def offer_ours(known: Space) -> None:
    """Offer the space of ours that the page opens with."""
    if known.name != SPACE:
        words.offer([(f"Show it in {TITLES[SPACE]}, trained by us", {"limits_space": TITLES[SPACE]})], "limits-ours")


def not_held(unknown: UnknownWord, key: str) -> None:
    """Say that a word is unknown, and offer the nearest spellings for the box of that key."""
    layout.show_notices([words.not_among(unknown)])
    words.offer([(word, {key: word}) for word in unknown.suggestions], "limits-spelled")


def missing(known: Space, boxes: Sequence[tuple[str, str]]) -> bool:
    """Return whether the space lacks one of some words, each with the key of its box, and say what to do."""
    for word, key in boxes:
        try:
            known.row(word)
        except UnknownWord as unknown:
            not_held(unknown, key)
            return True
    return False
