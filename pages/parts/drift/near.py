"""What a word is near as it moves, and which law holds on its way."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.drift.figures import build_coefficients, build_cosines, build_errors, build_ranks
from core.drift.nearby import curves
from core.drift.scene import Scene
from core.evidence.figures import build_meanings
from core.spaces.meanings import meaning_law
from pages.parts.drift.controls import CONTROLS, CURVES, Asked
from pages.shared import layout, loaders, words
from pages.shared.cards import show
from pages.shared.spaces import credit

NAMED = ("run", "bank", "spring", "java", "banana", "house", "take")


def near_words(asked: Asked, scene: Scene) -> None:
    """Show the nearest words along the way, and the cosine with two words of the reader's choice."""
    left, right = st.columns([1.5, 1], gap="medium")
    with left:
        show(build_ranks(scene, layout.look()), CONTROLS, key="drift_ranks", credit=credit(asked.space))
    with right:
        typed = []
        for box, control, default in zip(st.columns(2), CURVES, _first_cues(asked, scene), strict=True):
            with box:
                typed.append(replace(control, placeholder=default).said())
        distinct = list(dict.fromkeys(typed))
        held = [word for word in distinct if word in asked.space]
        if len(held) < len(distinct):
            missing = [word for word in distinct if word not in asked.space]
            st.info(words.left_out(asked.space, missing), icon=":material/info:")
        if held:
            card = build_cosines(scene, curves(asked.space, scene.way, held), layout.look())
            show(card, CONTROLS, key="drift_cosines", credit=credit(asked.space))


def _first_cues(asked: Asked, scene: Scene) -> tuple[str, ...]:
    """Return the words whose cosines are drawn at first: the first cue of each of two senses, or the words merged."""
    if len(asked.words) == 2:
        return asked.words
    cues = {sense.name: sense.cues[0] for sense in loaders.catalogue()[asked.words[0]].senses}
    return tuple(cues[name] for name in scene.way.names[:2])


def laws(asked: Asked, scene: Scene) -> None:
    """Show the coefficients beside what two laws predict, and how far each law is off."""
    for box, build, key in zip(
        st.columns(2, gap="medium"),
        (build_coefficients, build_errors),
        ("drift_coefficients", "drift_errors"),
        strict=True,
    ):
        with box:
            show(build(scene, layout.look()), CONTROLS, key=key, credit=credit(asked.space))


def common() -> None:
    """Show how many senses words have, by frequency."""
    meanings = loaders.meanings()
    law = loaders.remembered(("meaning law",), lambda: meaning_law(meanings))
    show(build_meanings(meanings, law, layout.look(), named=NAMED), CONTROLS, key="drift_meanings")
