"""Sections of the context page that go deeper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.charts.theme import Theme
from core.context.figures.scene import TITLES, build_balance, build_without
from core.context.weights import SCHEMES, THRESHOLD, Weigher, decide, leads_without
from core.counts.senses import SenseWord, anchors
from pages.parts.context.controls import SECTIONS, Asked, Weighed
from pages.parts.context.hand import by_hand, colours_of, near_words, washed
from pages.parts.context.learned import learned, scoreboard
from pages.shared import layout


def section(weigher: Weigher, shown: Sequence[Weighed], asked: Asked, entry: SenseWord | None) -> None:
    """Show one of the sections that go deeper."""
    st.header("Look closer", anchor=False)
    chosen = st.segmented_control(
        "Look closer",
        SECTIONS,
        default=SECTIONS[0],
        required=True,
        key="ctx_more",
        bind="query-params",
        label_visibility="collapsed",
        width="stretch",
    )
    if chosen == "The balance":
        balance(weigher, shown, entry)
    elif chosen == "Strike out":
        strike_out(weigher, shown, asked, entry)
    elif chosen == "By hand":
        by_hand(weigher, shown, entry)
    elif chosen == "Nearest words":
        near_words(weigher, shown, entry)
    elif chosen == "What averaging washes out":
        washed(weigher, shown)
    elif chosen == "How it learned":
        learned(weigher)
    else:
        scoreboard()


def balance(weigher: Weigher, shown: Sequence[Weighed], entry: SenseWord | None) -> None:
    """Show each sentence under all schemes side by side, and the numbers."""
    look = layout.look()
    slots = shown if len(shown) == 1 else [box for _ in range(0, len(shown), 2) for box in st.columns(2, gap="medium")]
    for one, slot in zip(shown, slots, strict=False):
        with st.container() if len(shown) == 1 else slot:
            one_balance(weigher, one, entry, look)


def one_balance(weigher: Weigher, one: Weighed, entry: SenseWord | None, look: Theme) -> None:
    """Show one sentence under all schemes."""
    first = one.weighings["uniform"]
    directions = None if entry is None else anchors(weigher.told, entry).astype(np.float64)
    number = one.sentence.number
    layout.chart(
        build_balance(
            [one.weighings[scheme] for scheme in SCHEMES],
            colours_of(first, directions),
            look,
            struck=one.sentence.struck,
        ),
        key=f"ctx_balance_{number}",
        alt=f"The weight of each word of sentence {number} under four schemes; the table below has the numbers.",
        filename="sense-drift-balance",
    )
    st.caption(
        f"Sentence {number}. Spread of the weights, in bits: "
        + ", ".join(f"{TITLES[scheme]} {one.weighings[scheme].entropy:.2f}" for scheme in SCHEMES)
        + "."
    )
    with st.expander(f"The numbers of sentence {number}", icon=":material/table:"):
        st.dataframe(
            {"word": list(first.tokens)}
            | {
                f"{TITLES[scheme]}{what}": getattr(one.weighings[scheme], part)
                for scheme in SCHEMES
                for what, part in ((", score", "scores"), ("", "weights"))
            },
            hide_index=True,
        )


def strike_out(weigher: Weigher, shown: Sequence[Weighed], asked: Asked, entry: SenseWord | None) -> None:
    """Show what the verdict would be without each word."""
    if entry is None:
        st.info("Without senses there is no verdict that a word could carry.", icon=":material/info:")
        return
    directions = anchors(weigher.told, entry).astype(np.float64)
    for one in shown:
        weighing = one.weighings[asked.scheme]
        verdict = decide(weighing.vector, directions, THRESHOLD)
        leads = leads_without(weighing, directions, verdict.best)
        layout.chart(
            build_without(weighing, leads, verdict.margin, entry.names[verdict.best], layout.look()),
            key=f"ctx_without_{one.sentence.number}",
            alt=f"What each word of sentence {one.sentence.number} gives to the lead of {entry.names[verdict.best]}.",
            filename="sense-drift-without",
        )
