"""What n-grams cannot mend: the same spelling in two meanings is the same vector."""

from __future__ import annotations

import streamlit as st

from core.charts.theme import SENSE_TINTS
from core.counts.senses import owners
from core.drift.path import cosine
from core.map.comparison import Columns, tally
from core.map.figures.comparison import build_columns
from core.text import quoted, tokenise
from pages.shared import layout, loaders
from pages.shared.link import MAX_TEXT

SPACES = {"fasttext": "FastText", "skipgram": "Skip-gram", "cbow": "CBOW", "glove": "GloVe"}


def cannot() -> None:
    """Show a word in two sentences, one vector in both, and the senses among its neighbours in several spaces."""
    catalogue, model = loaders.catalogue(), loaders.subwords()
    box, first, second = st.columns([0.7, 2, 2], vertical_alignment="bottom")
    with box:
        word = st.selectbox("Word", list(catalogue), key="sub_same", bind="query-params")
    entry = catalogue[str(word)]
    defaults = [sense.examples[0] for sense in entry.senses[:2]]
    vectors, missing = [], []
    for i, (column, default) in enumerate(zip((first, second), defaults, strict=True), 1):
        with column:
            typed = st.text_input(
                f"Sentence {i}",
                key=f"sub_sentence_{i}",
                bind="query-params",
                max_chars=MAX_TEXT,
                placeholder=default,
            )
        tokens = tokenise((typed or "")[:MAX_TEXT]) or tokenise(default)
        if word not in tokens:
            missing.append(f"Sentence {i} has no {quoted(str(word))} in it.")
        else:
            vectors.append(model.decompose(tokens[tokens.index(str(word))]))
    if missing:
        layout.show_notices([*missing, "The word’s pieces are the same wherever it stands."])
    else:
        a, b = vectors
        same = len(a.ngrams)
        st.markdown(
            f"In both sentences {quoted(str(word))} is the same {same} pieces, so the same vector: cosine "
            f"**{cosine(a.vector, b.vector):.3f}**. No n-gram looks beyond the word."
        )
    lists = {name: loaders.space(name).neighbours(str(word)) for name in SPACES}
    shared = tally(lists)
    belongs = dict(zip(shared, owners(loaders.space("fasttext"), entry, list(shared)), strict=True))
    with st.container(key="columns"):
        layout.chart(
            build_columns(Columns(str(word), dict(lists), shared, {}), SPACES, layout.look(), senses=belongs),
            key="sub_senses",
            alt=f"The ten words nearest to {word} in four spaces, coloured by sense.",
            filename=f"sense-drift-senses-{word}",
        )
    parts, least = [], 10
    for name, near in lists.items():
        counts = [sum(belongs[n.word] == sense for n in near) for sense in range(len(entry.senses))]
        most = max(range(len(counts)), key=lambda sense, c=counts: c[sense])
        least = min(least, counts[most])
        parts.append(f"{SPACES[name]} {counts[most]} of {len(near)} *{entry.names[most]}*")
    collapse = "The neighbours collapse onto one sense, with n-grams and without: " if least >= 8 else ""
    st.markdown((collapse or "Most of its neighbours: ") + ", ".join(parts) + ".")
    st.caption(
        "Colours: the sense whose cue words a neighbour is nearest to, "
        + ", ".join(f"{tint} *{name}*" for tint, name in zip(SENSE_TINTS, entry.names, strict=False))
        + "."
    )
