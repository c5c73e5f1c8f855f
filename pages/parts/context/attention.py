"""Sections of the context page on the learned weights: what is in them, and how well they tell senses."""

from __future__ import annotations

import streamlit as st

from core.context import sentences as said
from core.context.figures import build_distance, build_loss, build_scoreboard, build_word_scores
from core.context.probe import FREQUENT, probe
from core.context.scores import mean_scores, measured, scores_by_word
from pages.parts.context.controls import BEYOND, SECTION, SECTIONS, chip, present
from pages.parts.context.occurrences import View
from pages.shared import layout, loaders
from pages.shared.controls import chips

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


def how_it_learned(view: View) -> None:
    """Show what the learned weights are made of."""
    attention = view.model.attention
    if attention is None:
        return
    st.markdown(
        "From equal weights to learned ones, step by step: **uniform** gives each word 1/n, whatever it is. **SIF** "
        "gives less to common words. **Dot product** asks how near each word’s vector is to the target’s, and a "
        "softmax turns the answers into weights: selective, but it selects what is frequent and like the target, not "
        "what tells its meaning. **Learned** weights keep the softmax and learn the question: how a target and a "
        "word go together (Q and K), what a word counts at all (s), and what nearness counts (g)."
    )
    found = loaders.remembered(("ctx probe",), lambda: probe(view.model))
    few, many = st.columns(2, gap="medium")
    few.markdown(f"**Count least** of the {FREQUENT:,} most frequent words: {', '.join(f'*{w}*' for w in found.low)}")
    many.markdown(f"**Count most** of these: {', '.join(f'*{word}*' for word in found.high)}")
    pairs = ", ".join(f"*{target}* – *{word}*" for target, word in found.pairs)
    st.markdown(f"**Pairs whose score rises most**, target first: {pairs}")
    near, fall = st.columns(2, gap="medium")
    with near:
        present(build_distance(attention, layout.look()), "ctx_distance")
    with fall:
        present(build_loss(attention, layout.look()), "ctx_loss")


def scoreboard(view: View) -> None:
    """Show how well each scheme tells senses, measured."""
    results = loaders.results()
    scores = mean_scores(results)
    if not scores:
        st.info("Nothing has been measured yet: `python -m scripts.evaluate --only context`.", icon=":material/info:")
        return
    whole, single = st.columns([1.3, 1], gap="medium")
    with whole:
        present(build_scoreboard(scores, measured(results), layout.look()), "ctx_scores")
    with single:
        present(build_word_scores(scores_by_word(results), layout.look()), "ctx_words_scores")
    st.markdown(said.about_scores(results))
    st.markdown(
        "Labels served for measuring alone: a sense is told by the nearest mean vector of its training sentences, made "
        "with the same weights. The page’s own verdicts know cue words only. " + said.about_cues(results)
    )
    st.markdown("**Where they still fail**")
    chips([chip(text, text, **{SECTION.key: SECTIONS[-1]}) for text, _, _ in FAILS], "ctx_fails")
    for text, sense, why in FAILS:
        st.markdown(f"*{text}* means *{sense}*; {said.about_example(view.model, text, loaders.catalogue())}. {why}")
