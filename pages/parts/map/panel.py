"""The panel beside the map: how far it can be trusted, and the true neighbours of one word."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from core.errors import UnknownWord
from core.map.projection import Projection, kept_mask
from core.spaces.space import Space
from core.spaces.wordsets import WordSet
from core.text import one_word, percent, quoted
from pages.parts.map.controls import NEAR
from pages.shared import loaders, words
from pages.shared.glossary import GLOSSARY
from pages.shared.layout import as_csv


def panel(known: Space, drawn: WordSet, projection: Projection) -> int | None:
    """Show how far the map can be trusted and the true neighbours of the word found; return its row if drawn."""
    trust = loaders.trust(known, drawn, projection)
    with st.container(horizontal=True, gap="medium"):
        st.metric("Kept", percent(float(projection.kept.mean())), help=GLOSSARY["kept"])
        shown = "–" if math.isnan(trust) else f"{trust:.2f}"
        st.metric("Trustworthiness", shown, help=GLOSSARY["trustworthiness"])
    typed = words.find_box("or click one on the map")
    word = one_word(typed) or drawn.hub
    if not word:
        torn = np.argsort(projection.kept, kind="stable")[:5]
        rows = [(drawn.words[i], float(projection.kept[i]), "") for i in torn]
        neighbour_table(rows, "torn apart most", number="kept", form="percent")
        return None
    try:
        nearest = known.neighbours(word, 10)
    except UnknownWord as unknown:
        st.warning(words.not_among(unknown))
        words.offer([(found, {"map_find": found}) for found in unknown.suggestions], key="map_find")
        return None
    selected = drawn.words.index(word) if word in drawn.words else None
    if selected is None:
        st.markdown(f"{quoted(word)} is not on this map.")
        words.offer([(f"Draw what lies around {word}", {"map_set": NEAR, "map_word": word})], key="map_near")
        neighbour_table([(found.word, found.cosine, "") for found in nearest], "nearest of all words")
        return None
    on_map, everywhere = st.tabs([f"{word}: on this map", "of all words"])
    with on_map:
        mask = kept_mask(projection.neighbours, projection.coordinates)[selected]
        cosines = loaders.cosines(known, drawn, selected, projection.neighbours[selected])
        rows = zip(projection.neighbours[selected], cosines, mask, strict=True)
        neighbour_table(
            [(drawn.words[i], float(c), "near" if near else "far") for i, c, near in rows], "true neighbour"
        )
    with everywhere:
        here = set(drawn.words)
        neighbour_table(
            [(found.word, found.cosine, "yes" if found.word in here else "no") for found in nearest],
            "true neighbour",
            "drawn",
        )
    return selected


def neighbour_table(
    rows: list[tuple[str, float, str]],
    title: str,
    last: str = "on the map",
    number: str = "cosine",
    form: str = "%.3f",
) -> None:
    """Show words, a number for each, and a note where there is one."""
    columns: dict[str, list[object]] = {
        title: [word for word, _, _ in rows],
        number: [value for _, value, _ in rows],
    }
    if any(note for _, _, note in rows):
        columns[last] = [note for _, _, note in rows]
    st.dataframe(
        columns,
        hide_index=True,
        height=28 * len(rows) + 38,
        row_height=28,
        column_config={number: st.column_config.NumberColumn(format=form, width="small")},
    )


def table(drawn: WordSet, projection: Projection) -> str:
    """Return the map's numbers as CSV: word, group, coordinates, share kept."""
    names = ("x", "y", "z")[: projection.coordinates.shape[1]]
    rows = [
        [word, group, *(f"{value:.6g}" for value in point), f"{kept:.3f}"]
        for word, group, point, kept in zip(
            drawn.words, drawn.group_of, projection.coordinates, projection.kept, strict=True
        )
    ]
    return as_csv([["word", "group", *names, "kept"], *rows])
