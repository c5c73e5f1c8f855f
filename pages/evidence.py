"""The evidence: what was published, what we measured, and the command that measures it again."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import fields, replace

import streamlit as st

from core.evidence import sentences
from core.evidence.figures.measurements import build_scores
from core.evidence.results import Claim, Measurement, Results
from core.spaces.space import TITLES
from pages.shared import layout, link, loaders
from pages.shared.glossary import GLOSSARY
from pages.shared.layout import Chip

CHARTS = ("Word similarity", "Analogies", "Rare words", "Senses")
SHOWN = ("All", "Holds", "Does not hold")

CONTROLS: dict[str, link.Control] = {
    "evidence_chart": link.Choice(CHARTS),
    "evidence_claims": link.Choice(SHOWN),
    "evidence_format": link.Choice(("PNG", "SVG")),
}
CHIPS = (
    Chip("Which space agrees best with people?", {"evidence_chart": "Word similarity"}),
    Chip("Which kinds of analogy work?", {"evidence_chart": "Analogies"}),
    Chip("What do n-grams do for unknown words?", {"evidence_chart": "Rare words"}),
    Chip("Which senses are told apart?", {"evidence_chart": "Senses"}),
    Chip("What does not hold?", {"evidence_claims": "Does not hold"}),
)
_SECTIONS = {
    "Google analogies": "all",
    "Google analogies, semantic": "all on meaning",
    "Google analogies, syntactic": "all on grammar",
}


_WAYS = {
    "spearman, with n-grams": "with n-grams",
    "spearman, n-grams alone": "n-grams alone",
    "spearman, unknown words at zero": "unknown words at zero",
}
_AXES = {
    "Word similarity": "Spearman correlation with people",
    "Analogies": "questions answered correctly",
    "Rare words": "Spearman correlation with people",
    "Senses": "share of each sense’s sentences told rightly (recall)",
}
_HEIGHTS = {"Word similarity": 430, "Analogies": 540, "Rare words": 300, "Senses": 760}
_TELLING = {
    "learned": "learned weights",
    "sif": "SIF weights",
    "uniform": "equal weights",
    "BERT base, nearest neighbour": "BERT base",
    "fastText, own vectors, supervised": "fastText, supervised",
}


def main() -> None:
    """Draw the page."""
    link.notice_ignored("evidence", CONTROLS)
    results = loaders.results()
    left, right = st.columns([2.4, 1.6], vertical_alignment="bottom")
    with left:
        judged = [claim for claim in results.claims if claim.comparable]
        held = sum(claim.holds for claim in judged)
        layout.question(
            "How do you know?",
            f"{len(results.measurements):,} measurements, and {len(judged)} claims held against them: {held} hold, "
            f"{len(judged) - held} do not.",
        )
    with right:
        kind = st.segmented_control(
            "Chart",
            CHARTS,
            default=CHARTS[0],
            required=True,
            key="evidence_chart",
            bind="query-params",
            label_visibility="collapsed",
            width="stretch",
        )
    chart(results, kind or CHARTS[0])
    claims(results)
    how()


def chart(results: Results, kind: str) -> None:
    """Draw what was measured, and say what it shows."""
    if kind == "Rare words":
        measured = results.of(part="rare", space="fasttext")
        # Three ways to treat unknown words take the place of six spaces.
        rows = [replace(row, space=row.metric) for row in measured]
        titles, names = _WAYS, {row.set: row.set.removeprefix("RW, ") for row in rows}
        about = sentences.about_rare(measured)
    elif kind == "Senses":
        rows = measured = [
            row
            for part in ("context", "published")
            for row in results.of(part=part, metric="recall")
            if row.set.startswith("CoarseWSD-20: ") and row.space in _TELLING
        ]
        titles, names = _TELLING, {row.set: sense(row.set) for row in rows}
        about = sentences.about_senses(measured)
    elif kind == "Analogies":
        rows = measured = results.of(part="analogies")
        titles = TITLES
        names = {row.set: section(row.set) for row in rows} | _SECTIONS
        about = sentences.about_scores(rows, titles, names, shares=True)
    else:
        rows = measured = results.of(part="similarity", metric="spearman")
        titles, names = TITLES, {}
        about = sentences.about_scores(rows, titles, names, shares=False)
    shares = kind in ("Analogies", "Senses")
    figure = build_scores(
        rows,
        titles,
        layout.look(),
        axis_title=_AXES[kind],
        names=names,
        percent=shares,
        height=_HEIGHTS[kind],
    )
    name = f"sense-drift-evidence-{kind.lower().replace(' ', '-')}"
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with panel_side:
        layout.what_you_see([about])
        if any(row.published is not None for row in rows):
            st.caption(
                "Hollow: a published figure for this method; text, dimensions and scoring differ, see the claims."
            )
        image = layout.downloads(
            figure, lambda: as_csv(measured, Measurement), filename=name, title=kind, key="evidence_format"
        )
    with figure_side:
        layout.chart(
            figure,
            key="evidence_figure",
            alt=f"{kind}: one row a set, one point a space. The table below has the numbers.",
            filename=name,
            image=image,
        )
    layout.try_chips(CHIPS)
    with st.expander("The numbers of this figure", icon=":material/table:"):
        columns = ("space", "set", "metric", "value", "n", "coverage", "published")
        st.dataframe({column: [getattr(row, column) for row in measured] for column in columns}, hide_index=True)


def section(name: str) -> str:
    """Return what a section of the analogies is called on the page."""
    return re.sub(r"^gram\d-", "", name.removeprefix("Google analogies: ")).replace("-", " ")


def sense(name: str) -> str:
    """Return what a sense is called on the page: "bank: geography"."""
    word, _, label = name.removeprefix("CoarseWSD-20: ").partition(", alone, ")
    short = label.removeprefix(f"{word}_").removeprefix(f"{word}_").strip("()").replace("_", " ").strip()
    return f"{word}: {re.sub(r'[()]', '', short) or word}"


def claims(results: Results) -> None:
    """Show every claim: what was published, what we found, on how much, when, and how to see it again."""
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        st.header("Claims", anchor=False)
    with right:
        shown = st.segmented_control(
            "Claims shown",
            SHOWN,
            default="All",
            required=True,
            key="evidence_claims",
            bind="query-params",
            label_visibility="collapsed",
            width="stretch",
        )
    listed = [
        claim
        for claim in results.claims
        if shown in ("All", None) or (claim.comparable and claim.holds == (shown == "Holds"))
    ]
    if not listed:
        st.info("No claim is of this kind.", icon=":material/info:")
        return
    for group in dict.fromkeys(claim.group for claim in listed):
        st.html(table(group, [claim for claim in listed if claim.group == group]))
    layout.numbers_button(
        lambda: as_csv(results.claims, Claim), "sense-drift-claims", label="All claims (CSV)", key="evidence_csv"
    )


def table(group: str, listed: list[Claim]) -> str:
    """Return the claims of a group as a table in HTML; nothing in it was typed by a reader."""
    heads = ("Result", "Claim", "Published", "Ours", "Measured on", "Date and command")
    rules = {claim.rule for claim in listed}
    rows = []
    for claim in listed:
        cells = (
            _result(claim),
            _safe(claim.claim) + (_small(f"Holds if {claim.rule}.") if len(rules) > 1 else "") + _small(claim.note),
            (_safe(claim.published) or "–") + _small(claim.source),
            _safe(claim.ours),
            _safe(claim.coverage),
            f"{_safe(claim.date)}<code>{_safe(claim.command)}</code>",
        )
        rows.append(
            "<tr>" + "".join(f'<td data-head="{h}">{cell}</td>' for h, cell in zip(heads, cells, strict=True)) + "</tr>"
        )
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    common = _small(f"Each holds if {rules.pop()}.") if len(rules) == 1 else ""
    return (
        f'<table class="claims"><caption>{_safe(group)}{common}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def as_csv(rows: Sequence[Measurement] | Sequence[Claim], kind: type) -> str:
    """Return measurements or claims as CSV."""
    names = [field.name for field in fields(kind)]
    return layout.as_csv([names, *([getattr(row, name) for name in names] for row in rows)])


def how() -> None:
    """Say how these numbers come about."""
    training = loaders.training()
    corpus = training["corpus"]
    layout.how_computed(
        f"Five spaces were trained on one text: {corpus['tokens'] / 1e6:.0f} million words of English Wikipedia and of "
        f"books before 1930, {training['text']['n_words']:,} words of vocabulary, 100 dimensions. GloVe 6B is "
        "the published one, of 6 billion words. *Word similarity*: Spearman correlation of cosines with people's "
        "scores, over the pairs whose two words are known, so coverage differs between spaces of different vocabulary. "
        f"*Analogies*: {GLOSSARY['analogy']} Sets: WS-353 (Finkelstein et al. 2002; sim and rel: Agirre et al. 2009), "
        "SimLex-999 (Hill et al. 2015), MEN (Bruni et al. 2014), RW (Luong et al. 2013), SimVerb-3500 (Gerz et al. "
        "2016), Google analogies (Mikolov et al. 2013); questions with an unknown word do not count, an answer is "
        "chosen among all words of the space. Pennington et al. bring each dimension to one scale over the vocabulary "
        "before they compare words; we do not. x_max, λ and the sweeps of GloVe and the exponent of PPMI were chosen "
        "on WS-353 rel and MEN. Everything on this page is read from one file that "
        "`scripts/evaluate` writes; a test measures part of it again and compares. *Senses*: test sentences of ten "
        "words of CoarseWSD-20 (Loureiro et al. 2021), the nearest mean of the training sentences’ contextual vectors; "
        "the figures of BERT and fastText are the authors’ own, on the same sentences.",
        [r"\rho = \operatorname{corr}\big(\operatorname{rank}\cos(w_a, w_b),\; \operatorname{rank}\, s_{ab}\big)"],
        [],
    )


def _result(claim: Claim) -> str:
    if not claim.comparable:
        return "not comparable" + _small("too few words known")
    return '<span class="holds">✓ holds</span>' if claim.holds else "does not hold"


def _small(text: str) -> str:
    return f"<small>{_safe(text)}</small>" if text else ""


def _safe(text: str) -> str:
    return html.escape(text, quote=True)


main()
