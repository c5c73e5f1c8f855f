"""The analogy view of the map page: a − b + c as a parallelogram."""

from __future__ import annotations

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import UnknownWord
from core.map import sentences
from core.map.analogies import Analogy, NoAnswer, analogy
from core.map.figures.analogy import build_analogy
from core.map.projection import project
from core.spaces.space import Space
from core.spaces.wordsets import WordSet
from core.text import one_word
from pages.parts.map.controls import CHIPS, HEIGHT, opening
from pages.parts.map.panel import neighbour_table, table
from pages.shared import layout, spaces, words


def analogy_view(head: DeltaGenerator) -> None:
    """Draw a − b + c."""
    where, *places = st.columns([1.1, 2, 2, 2])
    with where:
        known = spaces.picker("map_space")
    opening(head, known)
    boxes = []
    for column, (key, label, default) in zip(
        places,
        (("map_a", "Start from", "king"), ("map_b", "− take away", "man"), ("map_c", "+ add", "woman")),
        strict=True,
    ):
        with column:
            boxes.append(st.text_input(label, default, key=key, bind="query-params", max_chars=words.MAX_WORD) or "")
    typed = [one_word(box) for box in boxes]
    notices: list[str] = []
    if not all(typed):
        notices.append("Type a word in each of the three boxes.")
    for key, word in zip(("map_a", "map_b", "map_c"), typed, strict=True):
        if word and word not in known:
            unknown = UnknownWord(word, known.name, len(known.words), known.spellings(word))
            notices.append(words.not_among(unknown))
            words.offer([(found, {key: found}) for found in unknown.suggestions], key=key)
    result = None
    if not notices:
        try:
            result = analogy(known, typed[0], typed[1], typed[2])
        except NoAnswer as problem:
            notices.append(str(problem))
    layout.show_notices(notices)
    if result is not None:
        show_analogy(known, result)
    layout.try_chips(CHIPS)
    if result is not None:
        layout.how_computed(
            "The answer is the word with the largest cosine to a − b + c of unit vectors (3CosAdd: Mikolov, Yih & "
            "Zweig 2013; the name is Levy & Goldberg's, 2014). Leaving the question words out is customary and does "
            "much of the work (Linzen 2016; Rogers, Drozd & Li 2017). The plane is the PCA of the points shown. "
            + spaces.credit(known),
            [r"\arg\max_{w \notin \{a, b, c\}} \cos(w,\; a - b + c)"],
            [analogy],
        )


def show_analogy(known: Space, result: Analogy) -> None:
    """Show the parallelogram, the answers with and without the exclusion, and what it hides."""
    answers = [found.word for found in result.answers]
    vectors = np.vstack([result.vectors, result.target[None], known.unit[known.rows(answers)]])
    projection = project(vectors, "pca")
    figure = build_analogy(projection, result.words, answers, layout.look(), height=HEIGHT)
    name = f"sense-drift-{known.name}-analogy-" + "-".join(result.words)
    title = "{} − {} + {}".format(*result.words)
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with panel_side:
        asked = set(result.words)
        neighbour_table([(f.word, f.cosine, "answer") for f in result.answers], "question words left out", "which")
        rows = [(f.word, f.cosine, "question" if f.word in asked else "answer") for f in result.unfiltered]
        neighbour_table(rows, "nothing left out", "which")
        labels = [*result.words, title, *answers]
        numbers = WordSet("analogy", title, {"analogy": tuple(labels)})
        image = layout.downloads(
            figure, lambda: table(numbers, projection), filename=name, title=title, key="map_format"
        )
    with figure_side:
        layout.chart(
            figure,
            key="map_analogy",
            alt=f"The parallelogram of {title}; the nearest word is {answers[0] if answers else 'none'}.",
            filename=name,
            image=image,
        )
    layout.what_you_see([sentences.about_analogy(result), sentences.about_method(projection)])
