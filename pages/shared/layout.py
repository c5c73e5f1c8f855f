"""What stands on every page beside its figures: our style, the question, notices, and what is said when it fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts.theme import Theme, theme
from core.errors import AssetProblem

# Labels that have room only on a wide screen; what Streamlit leaves too wide or too pale for us.
_STYLE = """
<style>
  @media (prefers-reduced-motion: reduce) { .updatemenu-container { display: none; } }
  [data-testid="stCaptionContainer"], [data-testid="stCaptionContainer"] p { opacity: 1; }
  .stMainBlockContainer h1 { padding: 0; line-height: 1.3; }
  .st-key-question [data-testid="stMarkdownContainer"] { margin-bottom: 0; }
  .st-key-question p { margin: 0.1rem 0 0; }
  .stMainBlockContainer > [data-testid="stVerticalBlock"] { gap: 0.75rem; }
  .stElementContainer:has(> .stHtml > style:only-child) { display: none; }
  .st-key-map_method [data-testid="stWidgetLabel"] { height: 1.5rem; min-height: 0; align-items: center; }
  .st-key-map_method button, .st-key-map_view button { min-height: 2.5rem; }
  .st-key-try button { border-radius: 999px; }
  a:focus-visible, [data-testid="stBaseButton-elementToolbar"]:focus-visible {
    outline: 2px solid light-dark(#4338ca, #a5a1ff) !important; outline-offset: -2px;
  }
  .st-key-share { position: fixed; top: 0.72rem; right: 3.6rem; width: auto; z-index: 999991; }
  .card { width: 100%; aspect-ratio: 800 / 420; background-size: cover; border-radius: 0.4rem; }
  [data-testid="stBaseButton-primary"], [data-testid="stBaseButton-primary"] * { color: light-dark(#fff, #12131c); }
  .st-key-share button, .st-key-share button * { color: light-dark(#1d1b26, #ecebf4); }
  .history { columns: 2; column-gap: 2rem; list-style: none; padding: 0; margin: 0; font-size: 0.95rem; }
  .history li { break-inside: avoid; padding: 0 0 0.75rem 1rem; margin: 0; border-left: 3px solid #8886; }
  .history li.runs { border-left-color: light-dark(#4338ca, #a5a1ff); }
  .history a { color: light-dark(#4338ca, #a5a1ff); }
  .history i { font-style: normal; font-size: 0.85rem; opacity: 0.85; }
  .history .runs i { color: light-dark(#4338ca, #a5a1ff); opacity: 1; font-weight: 600; }
  .verdict { margin: 0; }
  .verdict small { display: block; opacity: 0.85; font-size: 0.85rem; }
  .verdict span { opacity: 0.85; font-size: 0.92rem; }
  .verdicts, .claims { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
  .verdicts caption, .claims caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
  .verdicts th { text-align: left; font-weight: 400; }
  .verdicts th, .verdicts td { padding: 0.25rem 0.5rem 0.25rem 0; border-top: 1px solid #8884; }
  [class*="st-key-ctx_card_"] button { min-height: 2.1rem; padding: 0 0.6rem; }
  .claims { margin-bottom: 0.75rem; }
  .claims th { text-align: left; font-weight: 600; }
  .claims th, .claims td { padding: 0.4rem 0.75rem 0.4rem 0; vertical-align: top; border-top: 1px solid #8884; }
  .claims small { display: block; font-size: 0.8rem; font-weight: 400; opacity: 0.85; }
  .claims code { display: block; font-size: 0.7rem; background: none; padding: 0; overflow-wrap: anywhere; }
  .claims .holds { color: light-dark(#0b6b50, #45c79d); font-weight: 600; }
  @media (min-width: 641px) {
    .stMainBlockContainer { padding-left: 3.2rem; padding-right: 3.2rem; }
    .katex-display { overflow: visible !important; }
    .claims { table-layout: fixed; }
    .claims th:nth-child(1) { width: 8rem; }
    .claims th:nth-child(2) { width: 30%; }
    .claims th:nth-child(5) { width: 7rem; }
    .claims th:nth-child(6) { width: 19%; }
  }
  @media (max-width: 640px) {
    .textpoint text[style*=".01px"] { display: none; }
    .stMainBlockContainer { padding-left: 1rem; padding-right: 1rem; }
    .modebar-container { top: calc(100% - 36px) !important; }
    .modebar-group:not(:first-child) { display: none; }
    .st-key-drift_chart .modebar-container, .st-key-drift_window .modebar-container { display: none; }
    .history { columns: 1; }
    .claims thead { display: none; }
    .claims tr { display: block; border-top: 1px solid #8884; padding: 0.4rem 0; }
    .claims td { display: block; border: 0; padding: 0.1rem 0; }
    .claims td[data-head]:not([data-head="Result"], [data-head="Claim"])::before {
      content: attr(data-head) ": "; font-weight: 600;
    }
    .st-key-columns { overflow-x: auto; }
    .st-key-map_columns, .st-key-sub_columns, .st-key-sub_senses { min-width: 660px; }
  }
  .st-key-panel [data-testid="stMetric"] { padding: 0; }
  .stCode .token.keyword, .stCode .token.function { color: light-dark(#1560a8, #1c83e1); }
  .stCode .token.string { color: light-dark(#0a6b2e, #09ab3b); }
  .stCode .token.number { color: light-dark(#0b6b5c, #29b09d); }
  .stCode .token.boolean { color: light-dark(#0b6b5c, #21c354); }
  .stCode .token.operator { color: light-dark(#9c4300, #ed6f13); }
  .stCode .token.punctuation { color: light-dark(#5f5b6b, #808495); }
</style>
"""


def style() -> None:
    """Add the few style rules that the theme cannot say."""
    st.html(_STYLE)


def look() -> Theme:
    """Return the colours of the theme that the reader has on."""
    return theme(st.context.theme.type)


def question(title: str, sentence: str) -> None:
    """Open a page with its question and one sentence."""
    with st.container(key="question", gap=None):
        st.title(title, anchor=False)
        st.markdown(sentence)


def fill(columns: Sequence[DeltaGenerator], *draw: Callable[[], Any]) -> list[Any]:
    """Draw one control into each of some columns, and return what they say."""
    found = []
    for column, drawn in zip(columns, draw, strict=False):
        with column:
            found.append(drawn())
    return found


def asset_problem(problem: AssetProblem) -> None:
    """Say which file is at fault and how to build it again."""
    st.title("A file of vectors is not what it should be", anchor=False)
    st.error(f"`assets/{problem.file}` {problem.problem}.", icon=":material/error:")
    st.markdown("Whoever runs this server can restore it from the project folder, then restart:")
    st.code(f"git checkout -- assets/{problem.file}" if not problem.command else problem.command, language="bash")


def our_fault() -> None:
    """Say that a page failed and how to go on; the server's log holds the rest."""
    st.error(
        "This page stumbled over something that we did not foresee. What you typed still stands in the address bar; "
        "change a control to go on, or open the page afresh from the bar above.",
        icon=":material/error:",
    )


def show_notices(notices: Sequence[str]) -> None:
    """Show what had to be left out or replaced, as plain sentences."""
    if notices:
        st.info("  \n".join(notices), icon=":material/info:")
