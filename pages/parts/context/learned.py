"""Sections of the context page on the learned weights: what is in them, and how well they tell senses."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.context import sentences as said
from core.context.figures.learned import Bar, build_distance, build_loss, build_scoreboard, build_words
from core.context.figures.scene import TITLES
from core.context.weights import SCHEMES, Weigher
from core.evidence.results import Results
from pages.parts.context.controls import BEYOND, sentences
from pages.shared import layout, loaders
from pages.shared.layout import Chip

VERSIONS = {
    "alone": "the sentence alone",
    "one sentence added": "one unrelated sentence after it",
    "three sentences added": "three unrelated sentences after it",
}
SYSTEMS = {scheme: TITLES[scheme] for scheme in SCHEMES} | {
    "uniform, not whitened": "Uniform, not whitened",
    "learned, Q = K = 0": "Learned, Q = K = 0",
    "learned, without distance": "Learned, without distance",
}
SET = "CoarseWSD-20"
COMMON = 4_000  # words among which pairs are looked for: the most frequent
N_PAIRS = 12
N_ENDS = 24


def learned(weigher: Weigher) -> None:
    """Show what the learned weights are made of."""
    attention = weigher.attention
    if attention is None:
        return
    st.markdown(
        "From equal weights to learned ones, step by step: **uniform** gives each word 1/n, whatever it is. **SIF** "
        "gives less to common words. **Dot product** asks how near each word’s vector is to the target’s, and a "
        "softmax turns the answers into weights: selective, but it selects what is frequent and like the target, not "
        "what tells its meaning. **Learned** weights keep the softmax and learn the question: how a target and a "
        "word go together (Q and K), what a word counts at all (s), and what nearness counts (g)."
    )
    words = weigher.space.words
    order = np.argsort(attention.salience[:COMMON], kind="stable")
    low = ", ".join(f"*{words[i]}*" for i in order[:N_ENDS])
    high = ", ".join(f"*{words[i]}*" for i in order[::-1][:N_ENDS])
    few, many = st.columns(2, gap="medium")
    with few:
        st.markdown(f"**Count least** of the {COMMON:,} most frequent words: {low}")
    with many:
        st.markdown(f"**Count most** of these: {high}")
    pairs = loaders.remembered(("ctx pairs",), lambda: strongest(weigher))
    st.markdown("**Pairs whose score rises most**, target first: " + ", ".join(f"*{a}* – *{b}*" for a, b in pairs))
    near, fall = st.columns(2, gap="medium")
    with near:
        layout.chart(
            build_distance(attention, layout.look()),
            key="ctx_distance",
            alt="What nearness counts in the score, left and right of the target.",
            filename="sense-drift-distance",
        )
    with fall:
        layout.chart(
            build_loss(attention.losses.astype(np.float64), layout.look()),
            key="ctx_loss",
            alt=f"The loss on held-out text fell from {attention.losses[0, 1]:.3f} to {attention.losses[-1, 1]:.3f}.",
            filename="sense-drift-loss",
        )


def strongest(weigher: Weigher) -> list[tuple[str, str]]:
    """Return the pairs of frequent words, target first, whose compatibility is largest; each word once as target."""
    attention = weigher.attention
    if attention is None:
        return []
    units = weigher.told.vectors[:COMMON]
    scores = (units @ attention.mixer) @ units.T
    np.fill_diagonal(scores, -np.inf)
    best = scores.argmax(axis=1)
    order = np.argsort(-scores[np.arange(COMMON), best], kind="stable")
    words = weigher.space.words
    return [(words[i], words[best[i]]) for i in order[:N_PAIRS]]


def scoreboard() -> None:
    """Show how well each scheme tells senses, measured."""
    results = loaders.results()
    bars = {system: found for system in SYSTEMS if (found := scores(results, system)) is not None}
    if not bars:
        st.info("Nothing has been measured yet: `python -m scripts.evaluate --only context`.", icon=":material/info:")
        return
    whole, single = st.columns([1.3, 1], gap="medium")
    with whole:
        layout.chart(
            build_scoreboard(bars, list(VERSIONS.values()), layout.look(), titles=SYSTEMS),
            key="ctx_scores",
            alt="Mean macro F1 of each scheme on ten words of CoarseWSD-20, alone and with unrelated text; the table "
            "below has the numbers.",
            filename="sense-drift-context-scores",
        )
    by_word = per_word(results)
    with single:
        layout.chart(
            build_words(
                {scheme: list(found.values()) for scheme, found in by_word.items()},
                list(by_word["learned"]),
                layout.look(),
                titles=SYSTEMS,
            ),
            key="ctx_words_scores",
            alt="Macro F1 of each scheme on each word, the sentence alone; the table below has the numbers.",
            filename="sense-drift-context-words",
        )
    st.markdown(said.about_scores(results, SET))
    st.markdown(
        "Labels served for measuring alone: a sense is told by the nearest mean vector of its training sentences, made "
        "with the same weights. The page’s own verdicts know cue words only. " + said.about_cues(results, SET)
    )
    with st.expander("The numbers of these figures", icon=":material/table:"):
        measured = [m for part in ("context", "cues", "published") for m in results.of(part=part)]
        st.dataframe(
            {name: [getattr(m, name) for m in measured] for name in ("space", "set", "metric", "value", "n")},
            hide_index=True,
        )
    failing()


# A sentence of ours, the sense that its word has, and why weights do not find it.
FAILS = (
    (
        "The fishermen counted their cash on the bank.",
        "river",
        "Who counts and where they stand is the only hint; *cash* lies nearer and speaks louder.",
    ),
    (
        BEYOND,
        "animal",
        "That mice run and computers do not is a relation between two words; a mean of vectors holds no relations.",
    ),
    (
        "The robbers fled from the bank across the river.",
        "finance",
        "*Robbers* and *fled* tell a story about banks that hold money; *river* alone is nearer to a sense than both.",
    ),
)


def failing() -> None:
    """Show sentences of ours that learned weights get wrong, and why."""
    st.markdown("**Where they still fail**")
    layout.chips_row([Chip(text, sentences(text)) for text, _, _ in FAILS], "ctx_fails")
    weigher = loaders.weigher()
    for text, sense, why in FAILS:
        st.markdown(f"*{text}* means *{sense}*; {said.told(weigher, text, loaders.catalogue())}. {why}")


def per_word(results: Results) -> dict[str, dict[str, float]]:
    """Return each scheme's macro F1 by word, the sentence alone."""
    found: dict[str, dict[str, float]] = {scheme: {} for scheme in SCHEMES}
    for m in results.of(part="context", metric="macro F1"):
        word, _, version = m.set.removeprefix(f"{SET}: ").partition(", ")
        if m.set.startswith(f"{SET}: ") and version == "alone" and m.space in found and m.value is not None:
            found[m.space][word] = m.value
    return found


def scores(results: Results, system: str) -> list[Bar] | None:
    """Return a scheme's mean macro F1 with its interval, for each amount of text around the target."""
    found = []
    for version in VERSIONS:
        values = {m.metric: m.value for m in results.of(part="context", space=system, set=f"{SET}, {version}")}
        ends = [values.get(name) for name in ("macro F1", "macro F1, 95 % from", "macro F1, 95 % to")]
        if any(value is None for value in ends):
            return None
        found.append(Bar(*(float(value or 0) for value in ends)))
    return found
