"""Why training must put a word between its senses, in the corpus's own numbers."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.drift.figures import build_pulls, build_split, build_window
from core.drift.pulls import pulls, split, tellers, window
from core.drift.scene import Scene
from core.text import quoted, tokenise
from pages.parts.drift.controls import CONTROLS, SENTENCE, Asked
from pages.shared import layout, loaders
from pages.shared.cards import show
from pages.shared.spaces import credit

GLOVE = "glove"


def why(asked: Asked, scene: Scene) -> None:
    """Show the one row split into its senses, the pulls on the one vector, and what a window keeps."""
    # Counts and pulls are GloVe's, whatever space is picked: its counts are the plainest, its objective a square.
    material, known, contexts = (
        loaders.material(GLOVE, asked.words),
        loaders.space(GLOVE),
        loaders.bench(GLOVE).contexts,
    )
    found = loaders.remembered(
        ("tellers", asked.words), lambda: tellers(contexts, material, known, asked.words, loaders.frequencies())
    )
    row = material.mixed(scene.spot.proportions[0])
    parts = split(material, material.masses_at(scene.spot.proportions[0].tolist()), found.columns)
    left, right = st.columns(2, gap="medium")
    with left:
        card = build_split(material.word, found, parts, row, layout.look())
        show(card, CONTROLS, key="drift_split", credit=credit(known))
    with right:
        card = build_pulls(material.word, found, pulls(contexts, row, found.columns), layout.look())
        show(card, CONTROLS, key="drift_pulls", credit=credit(known))
    _sentence(asked.words[0])


def _sentence(word: str) -> None:
    """Show what a skip-gram window keeps of a sentence of the reader's."""
    entry = loaders.catalogue().get(word)
    example = f"She looked at the {word} and then at the window of the old house."
    if entry:
        example = entry.senses[0].examples[0]
    st.markdown("**What a skip-gram window keeps of a sentence**")
    typed = replace(SENTENCE, label=f"A sentence with “{word}”", placeholder=example).said()
    tokens = tokenise(typed) or tokenise(example)
    target = tokens.index(word) if word in tokens else len(tokens) // 2
    if word not in tokens:
        st.info(
            f"There is no “{word}” in this sentence, so the window is laid around {quoted(tokens[target])}.",
            icon=":material/info:",
        )
    training = loaders.training()
    kept = window(tokens, target, loaders.frequencies(), training["corpus"]["tokens"], float(training["skipgram"]["t"]))
    card = build_window(kept, target, layout.look())
    show(card, CONTROLS, key="drift_window", credit=credit(loaders.space("skipgram")))
