"""Which law holds: coefficients and errors along a drift."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.drift import sentences
from core.drift.figures.axis import usual_marks
from core.drift.figures.laws import build_coefficients, build_errors
from core.drift.path import Drift
from pages.shared import layout


def laws(way: Drift, spot: Drift, corpus: Sequence[float] | None, c: float) -> None:
    """Show the coefficients beside what two laws predict, and how far each law is off."""
    marks = usual_marks(way, spot, corpus)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**What the vector is made of**")
        layout.chart(
            build_coefficients(way, c, layout.look(), marks=marks),
            key="drift_coefficients",
            alt="The coefficient of each sense against its share, with two laws.",
            filename=f"sense-drift-coefficients-{way.word}",
        )
    with right:
        st.markdown("**How far off each law is**")
        layout.chart(
            build_errors(way, layout.look(), marks=marks),
            key="drift_errors",
            alt="How far each law is off the solved vector, as a share of its length.",
            filename=f"sense-drift-errors-{way.word}",
        )
    st.markdown(f"{sentences.about_laws(way)} {sentences.about_minor(way)}")
