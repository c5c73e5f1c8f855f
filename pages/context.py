"""Context: the words around a word have a say, and not an equal one."""

from __future__ import annotations

import streamlit as st

from core.context.disambiguation import THRESHOLD
from core.context.figures import build_scene
from core.context.occurrence import occurrence
from core.context.reading import read_senses
from core.context.scene import Scene, make_scene
from core.context.weights import SCHEMES
from core.counts.senses import SenseWord
from core.text import quoted
from pages.parts.context.controls import CHIPS, CONTROLS, PLANE, SENSES, choose
from pages.parts.context.occurrences import View, fill, read, verdict_table
from pages.parts.context.sections import section
from pages.shared import cards, layout, loaders
from pages.shared.controls import chips
from pages.shared.spaces import credit


def main() -> None:
    """Draw the page."""
    CONTROLS.notice()
    layout.question(
        "What if the neighbours in the sentence had a say?",
        "Type a sentence, click a word: the words around it are weighed, and their mean tells which meaning is meant.",
    )
    settings, model = choose(), loaders.context_model()
    found, slots = [], []
    boxes = [box for _ in range(0, settings.n_sentences, 2) for box in st.columns(2, gap="medium")]
    for number, box in zip(range(1, settings.n_sentences + 1), boxes, strict=False):
        with box, st.container(key=f"ctx_card_{number}", gap="small"):
            found.append(occurrence(model, number, read(number, settings), settings.temperature))
            slots.append(st.container(gap="small"))  # what its words weigh is shown when their senses are known
    word = PLANE.among(list(dict.fromkeys(one.window.word for one in found if one.contexts)))
    figure_side, panel_side = st.columns([2.3, 1], gap="medium")
    panel = panel_side.container(key="panel")
    with panel:
        entry, notices = senses_of(word) if word else (None, [])
    view = View(model, settings, [one for one in found if one.contexts and one.window.word == word], entry)
    rules = []
    for one, slot in zip(found, slots, strict=True):
        with slot:
            mine = entry if one.window.word == word else loaders.catalogue().get(one.window.word)
            rules.append(fill(view, one, mine))
    st.html(f"<style>{' '.join(rules)}</style>")
    with figure_side:
        layout.show_notices(notices)
        scene = scene_of(view, word)
    if scene is None or entry is None:
        st.header("Try", anchor=False)
        chips(CHIPS)
    else:
        with panel:
            verdict_table(scene, entry)
        cards.show(
            build_scene(scene, entry, settings.scheme, layout.look()),
            CONTROLS,
            key="ctx_plane_chart",
            credit=credit(loaders.space()),
            lead=True,
            at=figure_side,
            beside=panel,
            examples=CHIPS,
        )
    section(view)


def senses_of(word: str) -> tuple[SenseWord | None, list[str]]:
    """Show the box for senses of the reader's own; return those, else the catalogue's, and what has to be said."""
    typed = SENSES.draw(label=f"{SENSES.label} of {quoted(word)}")
    own, notices = read_senses(word, typed, loaders.space()) if typed.strip() else (None, [])
    return own or loaders.catalogue().get(word), notices


def scene_of(view: View, word: str) -> Scene | None:
    """Return the plane with all sentences under all schemes, that which is chosen on top; or say why there is none."""
    if not view.shown:
        st.info("Type a sentence with a word that has others around it.", icon=":material/info:")
        return None
    if view.anchors is None:
        st.info(
            f"{quoted(word).capitalize()} is not in our catalogue of words with several senses. Name its senses in the "
            "box beside, each with a few words that stand near it, or click another word.",
            icon=":material/info:",
        )
        return None
    scheme = view.settings.scheme
    order = [*(other for other in SCHEMES if other != scheme), scheme]
    try:
        return make_scene(
            view.anchors,
            [(one.number - 1, one.contexts[scheme]) for scheme in order for one in view.shown],
            THRESHOLD,
            [(one.number - 1, one.before[scheme]) for one in view.shown if one.before],
        )
    except ValueError:
        st.info("These senses point the same way. Give them words that differ.", icon=":material/info:")
        return None


main()
