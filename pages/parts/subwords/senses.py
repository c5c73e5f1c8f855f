"""What n-grams cannot mend: the same spelling in two meanings is the same vector."""

from __future__ import annotations

import streamlit as st

from core.subwords.figures import build_senses
from core.subwords.near import in_sentences, near_senses
from core.subwords.sentences import about_both
from core.text import quoted, tokenise
from pages.parts.subwords.controls import SAME, SENTENCES, show
from pages.shared import layout, loaders

SPACES = ("fasttext", "skipgram", "cbow", "glove")


def cannot() -> None:
    """Show a word in two sentences, one vector in both, and the senses among its neighbours in several spaces."""
    box, *boxes = st.columns([0.7, 2, 2], vertical_alignment="bottom")
    with box:
        entry = loaders.catalogue()[SAME.draw()]
    word, tokens = entry.word, []
    for column, control, sense in zip(boxes, SENTENCES, entry.senses, strict=False):
        with column:
            typed = control.draw(placeholder=sense.examples[0])
        tokens.append(tokenise(typed) or tokenise(sense.examples[0]))
    missing = [
        f"{control.label} has no {quoted(word)} in it."
        for control, sentence in zip(SENTENCES, tokens, strict=True)
        if word not in sentence
    ]
    head = ""
    if missing:
        layout.show_notices([*missing, "The word’s pieces are the same wherever it stands."])
    else:
        head = about_both(word, *in_sentences(loaders.subwords(), word, *tokens))
    near = near_senses(entry, [loaders.space(name) for name in SPACES], loaders.space("fasttext"))
    with st.container(key="columns"):
        show(build_senses(near, entry, layout.look(), head=head), "sub_senses")
