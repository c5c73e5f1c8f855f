"""The evidence: what was published, what we measured, and the command that measures it again."""

from __future__ import annotations

import streamlit as st

from core.evidence import sentences
from core.evidence.figures import build_scores
from core.evidence.scores import scores
from pages.parts.evidence.claims import claims
from pages.parts.evidence.controls import CHART, CHIPS, CONTROLS
from pages.shared import cards, layout, loaders


def main() -> None:
    """Draw the page."""
    CONTROLS.notice()
    results = loaders.results()
    head, choice, download = st.columns([2.4, 1.6, 0.6], vertical_alignment="bottom")
    with head:
        layout.question("How do you know?", sentences.about_results(results))
    with choice:
        kind = CHART.draw(label_visibility="collapsed")
    cards.show(
        build_scores(scores(results, kind), layout.look()),
        CONTROLS,
        key="evidence_figure",
        credit=sentences.about_training(loaders.training()),
        lead=True,
        beside=download,
        examples=CHIPS,
    )
    claims(results.claims)


main()
