"""Why training must put a word between its senses, in the corpus's own numbers."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.counts.cooccurrence import mix
from core.drift import sentences
from core.drift.figures.why import build_pulls, build_split, build_window
from core.drift.pulls import COMMONEST, pulls, pulls_alone, split, telling, window
from core.text import quoted, tokenise
from pages.parts.drift.controls import Asked
from pages.shared import layout, loaders
from pages.shared.link import MAX_TEXT

A_SENSE = 6  # contexts of each sense
GLOVE = "glove"


def why(asked: Asked, chosen: tuple[float, ...]) -> None:
    """Show the one row split into its senses, the pulls on the one vector, and what a window keeps."""
    # Counts and pulls are GloVe's, whatever space is picked: its counts are the plainest, its objective a square.
    mixed = loaders.material(GLOVE, asked.words)
    shares = np.asarray(chosen) / sum(chosen)
    masses = tuple(float(mass) for mass in mixed.total * shares)
    known = loaders.space(GLOVE)
    frequencies = loaders.frequencies()
    whole = np.array([frequencies[word] for word in known.words], dtype=np.float64)
    per_sense = max(3, A_SENSE - len(mixed.names) + 2)
    columns = loaders.remembered(
        ("telling", asked.words, per_sense),
        lambda: telling(mixed, whole / whole.sum(), per_sense, exclude=known.rows(asked.words).tolist()),
    )
    listed = [known.words[column] for column in columns]
    parts = split(mixed, masses, columns)
    owners = split(mixed, [1.0] * len(mixed.names), columns).counts.argmax(axis=0).tolist()
    contexts = loaders.bench(GLOVE).contexts
    found = pulls(contexts, mix(mixed.rows, masses), columns)
    alone = loaders.remembered(("alone", asked.words, per_sense), lambda: pulls_alone(contexts, mixed, owners, columns))
    left, right = st.columns(2, gap="medium")
    height = 90 + 26 * len(listed)
    with left:
        st.markdown("**One row of counts**: the model sees whole bars, never their colours")
        layout.chart(
            build_split(mixed.names, listed, parts, layout.look(), height=height),
            key="drift_split",
            alt="Counts of telling contexts, each bar stacked from the senses.",
            filename=f"sense-drift-row-{mixed.word}",
        )
    with right:
        st.markdown("**One vector for all**: what each count asks of it, and what it gives")
        layout.chart(
            build_pulls(listed, owners, found, alone, len(mixed.names), layout.look(), height=height),
            key="drift_pulls",
            alt="For each context what GloVe's objective asks for and what the solved vector gives.",
            filename=f"sense-drift-pulls-{mixed.word}",
        )
    st.markdown(sentences.about_pulls(listed, found, alone))
    st.caption(
        "GloVe’s counts, window 10, weighted by 1/distance, and GloVe’s objective, whatever space is picked above. "
        f"Shown are the {per_sense} contexts of each sense that tell most of it (largest part in the divergence from "
        f"the text as a whole), the {COMMONEST} commonest words of the text left out. The row has "
        f"{len(mix(mixed.rows, masses).columns):,} contexts."
    )
    sentence(asked)


def sentence(asked: Asked) -> None:
    """Show what a skip-gram window keeps of a sentence of the reader's."""
    word = asked.words[0]
    default = example(word)
    st.markdown("**What a skip-gram window keeps of a sentence**")
    typed = st.text_input(
        f"A sentence with “{word}”",
        key="drift_sentence",
        bind="query-params",
        max_chars=MAX_TEXT,
        placeholder=default,
    )
    tokens = tokenise((typed or "")[:MAX_TEXT]) or tokenise(default)
    if word in tokens:
        target = tokens.index(word)
    else:
        target = len(tokens) // 2
        st.info(
            f"There is no “{word}” in this sentence, so the window is laid around {quoted(tokens[target])}.",
            icon=":material/info:",
        )
    training = loaders.training()
    kept = window(tokens, target, loaders.frequencies(), training["corpus"]["tokens"], float(training["skipgram"]["t"]))
    layout.chart(
        build_window(kept, target, layout.look()),
        key="drift_window",
        alt="For each word of the sentence how often skip-gram trains on it with the target.",
        filename="sense-drift-window",
    )
    st.markdown(sentences.about_window(kept, target))


def example(word: str) -> str:
    """Return a sentence with the word: the catalogue's first, or one of ours."""
    entry = loaders.catalogue().get(word)
    return (
        entry.senses[0].examples[0] if entry else f"She looked at the {word} and then at the window of the old house."
    )
