"""Drift: what training does to a word of several meanings as the text shifts from one to another."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.drift import sentences
from core.drift.figures import build_drift
from core.drift.material import Masses, Material
from core.drift.nearby import around
from core.drift.scene import Scene
from core.drift.shipped import STEPS
from core.errors import TooFewCounts
from pages.parts.drift.controls import CHIPS, CONTROLS, MORE, SECTIONS, VIEW, Asked, choose, masses
from pages.parts.drift.near import common, laws, near_words
from pages.parts.drift.why import why
from pages.shared import layout, loaders
from pages.shared.cards import show
from pages.shared.controls import chips
from pages.shared.glossary import GLOSSARY
from pages.shared.spaces import credit


def main() -> None:
    """Draw the page."""
    CONTROLS.notice()
    left, right = st.columns([4, 1.8], vertical_alignment="bottom")
    head = left.container()
    with right:
        VIEW.draw(label_visibility="collapsed")
    asked = choose()
    with head:
        _opening(asked)
    layout.show_notices(asked.notices)
    scene = None if asked.material is None else _figure(asked, asked.material)
    if scene is None:
        st.header("Try", anchor=False)
        chips(CHIPS)
    else:
        _closer(asked, scene)


def _opening(asked: Asked) -> None:
    """Open the page with its question."""
    if len(asked.words) == 1:
        layout.question(
            f"Where does training put “{asked.words[0]}”?",
            "One word, one vector: as the text shifts from one of its meanings to another, the vector is solved anew "
            "at each step.",
        )
    else:
        layout.question(
            "Two words, one vector: what is left of each?",
            "Merge two words into one and mix their contexts: here the meanings are known beforehand.",
        )


def _figure(asked: Asked, material: Material) -> Scene | None:
    """Show the figure with what is said of it; where nothing can be drawn, say why and return nothing."""
    if len(material.names) < 2:
        st.warning(
            "Only one sense of this word was found in our text, so there is nothing to mix. Pick another word.",
            icon=":material/info:",
        )
        return None
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with panel_side, st.container(key="panel"):
        chosen = masses(asked, material)
        report = st.container()
    if chosen is None:
        return None
    with figure_side, st.spinner(f"Solving the word’s row at {STEPS} mixtures …"):
        try:
            scene = _scene(asked, material, chosen)
        except TooFewCounts:
            st.info(
                "With so few occurrences there is nothing to train on. Give one of the senses some more.",
                icon=":material/info:",
            )
            return None
    with report:
        # The chart may have been played on to another mixture.
        st.markdown(
            sentences.about_mixture(scene.spot),
            help=" ".join(GLOSSARY[term] for term in ("coefficient", "linear average", "log law"))
            + " How far each is off: in the plane of the senses, as a share of the vector's length.",
        )
    show(
        build_drift(scene, layout.look()),
        CONTROLS,
        key="drift_chart",
        credit=credit(asked.space),
        lead=True,
        at=figure_side,
        beside=report,
        examples=CHIPS,
    )
    return scene


def _scene(asked: Asked, material: Material, chosen: Masses) -> Scene:
    """Return the word's way and what is shown beside it."""
    space, words = asked.space, asked.words
    way, spot = loaders.drifted(space.name, material), loaders.spotted(space.name, material, chosen)
    return Scene(
        way,
        loaders.near_along(space, way, words),
        spot,
        loaders.near_along(space, spot, words),
        around(space, way, words),
        np.array([space.vector(word) for word in words], dtype=np.float64),
        loaders.bench(space.name).law,
        None if asked.corpus is None else loaders.spotted(space.name, material, material.masses_at(asked.corpus)),
        None if asked.corpus is None else loaders.labels()[words[0]],
    )


def _closer(asked: Asked, scene: Scene) -> None:
    """Show one of the sections that go deeper."""
    st.header("Look closer", anchor=False)
    with st.container(key="sections"):
        section = MORE.draw(label_visibility="collapsed")
    if section == SECTIONS[0]:
        near_words(asked, scene)
    elif section == SECTIONS[1]:
        laws(asked, scene)
    elif section == SECTIONS[2]:
        why(asked, scene)
    else:
        common()


main()
