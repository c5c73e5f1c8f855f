"""Section of the evidence page on claims: what was published, what we found, on how much, when, and how to see it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import astuple, fields

import streamlit as st

from core.charts import Table
from core.evidence.results import Claim
from pages.parts.evidence.controls import CLAIMS, SHOWN
from pages.shared.cards import PREFIX

HEADS = ("Result", "Claim", "Published", "Ours", "Measured on", "Date and command")


def claims(every: Sequence[Claim]) -> None:
    """Show the claims that hold, or do not, or all."""
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        st.header("Claims", anchor=False)
    with right:
        shown = CLAIMS.draw(label_visibility="collapsed")
    listed = [
        claim for claim in every if shown == SHOWN[0] or (claim.comparable and claim.holds == (shown == SHOWN[1]))
    ]
    if not listed:
        st.info("No claim is of this kind.", icon=":material/info:")
        return
    for group in dict.fromkeys(claim.group for claim in listed):
        st.html(table(group, [claim for claim in listed if claim.group == group]))
    st.download_button(
        "All claims (CSV)",
        Table.of_rows([field.name for field in fields(Claim)], map(astuple, every)).csv,
        f"{PREFIX}-claims.csv",
        "text/csv",
        icon=":material/table:",
        on_click="ignore",
        key="evidence_csv",
    )


def table(group: str, listed: Sequence[Claim]) -> str:
    """Return the claims of a group as a table in HTML; nothing in it was typed by a reader."""
    rules = {claim.rule for claim in listed}
    rows = "".join(_row(claim, with_rule=len(rules) > 1) for claim in listed)
    head = "".join(f'<th scope="col">{name}</th>' for name in HEADS)
    common = _small(f"Each holds if {rules.pop()}.") if len(rules) == 1 else ""
    return (
        f'<table class="claims"><caption>{html.escape(group)}{common}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(claim: Claim, *, with_rule: bool) -> str:
    safe = html.escape
    cells = (
        _result(claim),
        safe(claim.claim) + (_small(f"Holds if {claim.rule}.") if with_rule else "") + _small(claim.note),
        (safe(claim.published) or "–") + _small(claim.source),
        safe(claim.ours),
        safe(claim.coverage),
        f"{safe(claim.date)}<code>{safe(claim.command)}</code>",
    )
    return (
        "<tr>"
        + "".join(f'<td data-head="{head}">{cell}</td>' for head, cell in zip(HEADS, cells, strict=True))
        + "</tr>"
    )


def _result(claim: Claim) -> str:
    if not claim.comparable:
        return "not comparable" + _small("too few words known")
    return '<span class="holds">✓ holds</span>' if claim.holds else "does not hold"


def _small(text: str) -> str:
    return f"<small>{html.escape(text)}</small>" if text else ""
