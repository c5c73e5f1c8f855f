"""The map: real vectors in two or three dimensions, and what the picture hides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.map.figures import build_map
from core.map.picture import Picture
from pages.parts.map import controls
from pages.parts.map.analogy import analogy_view
from pages.parts.map.compare import compare_view
from pages.parts.map.panel import panel, progress
from pages.shared import layout, loaders


def main() -> None:
    """Draw the page."""
    controls.CONTROLS.notice()
    left, right = st.columns([4, 1.8], vertical_alignment="bottom")
    head = left.container()
    with right:
        view = controls.VIEW.draw(label_visibility="collapsed")
    dict(zip(controls.VIEWS, (map_view, analogy_view, compare_view), strict=True))[view](head)


def map_view(head: DeltaGenerator) -> None:
    """Draw words as points."""
    known, words, settings, notices = controls.choose()
    controls.opening(head, known)
    layout.show_notices(notices)
    if words is None:
        controls.try_chips()
        return
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with figure_side:
        place = st.container()
        work = place.empty()
        projection = loaders.projected(known, words, **settings, on_step=progress(work, len(words.words)))
        work.empty()
        trust = loaders.trust(known, words, projection)
        pca_kept = float(loaders.projected(known, words, "pca").kept.mean())
        picture = Picture(known, words, projection, trust, pca_kept)
        if "axes" in settings:
            axes = settings["axes"]
            picture = replace(picture, axes=axes, lines=loaders.dividing_lines(known, axes))
        view = controls.choose_view(picture)
    with panel_side, st.container(key="panel"):
        picture = replace(picture, selected=panel(picture))
        beside = st.container()
    card = build_map(picture, layout.look(), **view)
    mode = ("points", "box") if picture.is_raster else ("points",)
    where: dict[str, Any] = {"key": controls.MAP_CHART, "at": place, "beside": beside}
    controls.show(card, known, **where, on_select=controls.pick, selection_mode=mode)


main()
