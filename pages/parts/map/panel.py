"""The panel beside the map: how far it can be trusted, and the true neighbours of one word."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import UnknownWord
from core.map.picture import Picture
from core.text import percent, quoted
from pages.parts.map.controls import FIND, METHOD, NEAR, SET, WORD, neighbour_table
from pages.shared import words
from pages.shared.controls import set_state
from pages.shared.glossary import GLOSSARY


def panel(picture: Picture) -> int | None:
    """Show how far the map can be trusted and the true neighbours of the word found; return its row if drawn."""
    with st.container(horizontal=True, gap="medium"):
        st.metric("Kept", percent(float(picture.projection.kept.mean())), help=GLOSSARY["kept"])
        shown = "–" if math.isnan(picture.trust) else f"{picture.trust:.2f}"
        st.metric("Trustworthiness", shown, help=GLOSSARY["trustworthiness"])
    drawn = picture.words.words
    word = FIND.said(placeholder="or click one on the map", icon=":material/search:") or picture.words.hub
    if not word:
        torn, kept = zip(*picture.torn(), strict=True)
        neighbour_table({"torn apart most": torn, "kept": kept}, "kept", "percent")
        return None
    try:
        nearest = picture.space.neighbours(word, 10)
    except UnknownWord as unknown:
        st.warning(words.not_among(unknown))
        words.offer([(near, {FIND.key: near}) for near in unknown.suggestions], key=FIND.key)
        return None
    near, cosines = zip(*nearest, strict=True)
    if word not in drawn:
        st.markdown(f"{quoted(word)} is not on this map.")
        words.offer([(f"Draw what lies around {word}", {SET.key: NEAR, WORD.key: word})], key="map_near")
        neighbour_table({"nearest of all words": near, "cosine": cosines})
        return None
    selected = drawn.index(word)
    on_map, everywhere = st.tabs([f"{word}: on this map", "of all words"])
    with on_map:
        true = picture.true_neighbours(selected)
        others, shares, places = zip(*true, strict=True) if true else ((), (), ())
        on_map_too = ["near" if place else "far" for place in places]
        neighbour_table({"true neighbour": others, "cosine": shares, "on the map": on_map_too})
    with everywhere:
        here = set(drawn)
        held = ["yes" if other in here else "no" for other in near]
        neighbour_table({"true neighbour": near, "cosine": cosines, "drawn": held})
    return selected


def progress(place: DeltaGenerator, n: int) -> Callable[[int, int, object], None]:
    """Return a callback that shows how far t-SNE is, with a way out, once it is clear that it takes a while."""
    started = time.perf_counter()
    bar = None

    def on_step(step: int, total: int, _: object) -> None:
        nonlocal bar
        spent = time.perf_counter() - started
        left = spent / max(step, 1) * (total - step)
        if bar is None and spent + left > 1.0:
            with place.container():
                bar = st.progress(0.0)
                st.button(
                    "Stop, show PCA instead",
                    on_click=set_state,
                    args=({METHOD.key: "PCA"},),
                    key="map_stop",
                    icon=":material/stop_circle:",
                )
        if bar is not None:
            bar.progress(min(step / total, 1.0), f"t-SNE of {n:,} words: about {math.ceil(left)} s left")

    return on_step
