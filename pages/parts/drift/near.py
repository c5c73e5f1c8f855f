"""What a word is near as it moves, and how common such words are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.drift.figures.axis import usual_marks
from core.drift.figures.near import build_cosines, build_ranks
from core.drift.nearby import Nearby, curves, tipping
from core.drift.path import Drift
from core.evidence.figures.meanings import build_meanings
from core.spaces.meanings import meaning_law
from core.spaces.space import unit_rows
from core.text import one_word
from pages.parts.drift.controls import Asked
from pages.shared import layout, loaders, words
from pages.shared.words import MAX_WORD


def near_words(asked: Asked, way: Drift, spot: Drift, near: Nearby, corpus: Sequence[float] | None) -> None:
    """Show the nearest words along the way, and the cosine with two words of the reader's choice."""
    space = asked.space
    marks = usual_marks(way, spot, corpus) | {"tips": tipping(way, near)}
    left, right = st.columns([1.5, 1], gap="medium")
    with left:
        st.markdown("**Its ten nearest words, the nearest on top**")
        layout.chart(
            build_ranks(way, near, layout.look(), marks=marks),
            key="drift_ranks",
            alt="The place of each near word against the proportion.",
            filename=f"sense-drift-ranks-{way.word}",
        )
    with right:
        defaults = default_words(asked, way)
        boxes = st.columns(2)
        typed = []
        for i, (box, default) in enumerate(zip(boxes, defaults, strict=True), 1):
            with box:
                text = st.text_input(
                    ("Cosine with", "and with")[i - 1],
                    key=f"drift_curve_{i}",
                    bind="query-params",
                    max_chars=MAX_WORD,
                    placeholder=default,
                )
                typed.append(one_word(text or "") or default)
        missing = [word for word in dict.fromkeys(typed) if word not in space]
        if missing:
            st.info(words.left_out(space, missing), icon=":material/info:")
        held = [word for word in dict.fromkeys(typed) if word in space]
        if held:
            belongs = np.argmax(space.unit[space.rows(held)] @ unit_rows(way.senses).T, axis=1)
            layout.chart(
                build_cosines(
                    way, held, curves(space, way, held), belongs.tolist(), layout.look(), marks=marks, height=330
                ),
                key="drift_cosines",
                alt=f"Cosine of {way.word} with {' and '.join(held)} against the proportion.",
                filename=f"sense-drift-cosines-{way.word}",
            )


def default_words(asked: Asked, way: Drift) -> tuple[str, str]:
    """Return the words whose cosines are drawn at first: the first cue of each of two senses, or the words merged."""
    if len(asked.words) == 2:
        return asked.words[0], asked.words[1]
    senses = {sense.name: sense for sense in loaders.catalogue()[asked.words[0]].senses}
    first, second = (senses[name].cues[0] for name in way.names[:2])
    return first, second


def common() -> None:
    """Show how many senses words have, by frequency."""
    meanings = loaders.meanings()
    law = loaders.remembered(("meaning law",), lambda: meaning_law(meanings))
    layout.chart(
        build_meanings(
            meanings, law, layout.look(), named=("run", "bank", "spring", "java", "banana", "house", "take")
        ),
        key="drift_meanings",
        alt="Number of senses of words against their frequency, with a fitted line.",
        filename="sense-drift-meanings",
    )
    several = float((meanings.senses[:1_000] > 1).mean())
    st.markdown(
        f"Of the thousand most frequent words in the dictionary, **{100 * several:.0f} %** have more than one sense, "
        f"{meanings.senses[:1_000].mean():.1f} on average; the thousand from rank 9,000 on have "
        f"{meanings.senses[9_000:10_000].mean():.1f}. Over the 10,000 most frequent, the number of senses grows with "
        f"frequency to the power of **{law.slope:.2f}**; "
        "Zipf (1945), with another dictionary and other counts, found about ½. The commonest words have the most "
        "meanings to put into one vector."
    )
    st.caption(
        "Senses: WordNet 3.0, all parts of speech of a lemma. Frequency: wordfreq 3.1 (Speer 2022). Each orange point "
        "is the mean of 500 words; dots are spread a little so that they do not hide each other."
    )
