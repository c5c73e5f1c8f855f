"""The front door: the problem in one picture, and a way in to each page."""

from __future__ import annotations

import html

import streamlit as st

from core import assets
from core.drift.figures import build_shift
from core.drift.material import SPACES as SOLVED
from core.drift.scene import Shift
from core.evidence.history import MILESTONES
from core.map.axes import Axis, on_axes
from core.map.picture import Picture
from core.spaces.space import Space
from core.spaces.wordsets import READY
from pages.parts.home.controls import CONTROLS, SHARE, SPACE
from pages.shared import layout, loaders, tour
from pages.shared.cards import show
from pages.shared.contents import PAGES
from pages.shared.lesson import PATH as LESSON
from pages.shared.previews import CARDS
from pages.shared.spaces import credit

# "bank" itself is left out of the axes that it is measured by.
AXES = (Axis(("river", "shore", "water")), Axis(("money", "loan", "finance")))
WORDS = READY[0]  # about "bank"


def main() -> None:
    """Draw the page."""
    CONTROLS.notice()
    head, choice = st.columns([4, 1.1], vertical_alignment="bottom")
    with choice:
        known = SPACE.chosen()
    projection = loaders.projected(known, WORDS, "axes", axes=AXES)
    picture = Picture(known, WORDS, projection, lines=loaders.dividing_lines(known, AXES))
    with head:
        layout.question(
            "One word, one vector, many meanings",
            "A static word embedding gives each word one point. "
            f"Where does {known.title} put *bank*, which lends money and lines rivers?",
        )
    figure_side, text_side = st.columns([2.4, 1], gap="medium", vertical_alignment="center")
    with text_side:
        shift = _shifted(known)
    card = build_shift(picture, AXES, layout.look(), shift)
    with text_side:
        show(card, CONTROLS, key="home_plane", credit=credit(known), lead=True, at=figure_side)
    _ways_in()
    _history()


def _shifted(known: Space) -> Shift | None:
    """Show the slider that shifts the text; return the word's way, or None where rows cannot be solved."""
    if known.name not in SOLVED:
        st.caption("In GloVe, Skip-gram and PPMI a slider shifts the text here from one meaning to the other.")
        return None
    way = loaders.drifted(known.name, loaders.material(known.name, WORDS.words[:1]))
    share = SHARE.draw(label=f"Shift the text: share of *{way.names[1]}*, %")
    return Shift(way, on_axes(known, AXES, way.vectors), share)


def _ways_in() -> None:
    """Show each page as a question, with its picture, and the tour."""
    st.header("Ways in", anchor=False)
    with st.container(horizontal=True, gap="small", key="home_tour", vertical_alignment="center"):
        if st.button("Guided tour: seven views, five minutes", icon=":material/tour:", type="primary"):
            tour.go(0)
        st.link_button("Lesson sheet to print", LESSON, icon=":material/print:")
    # A row of columns for every three, so that the order is that of the story by keyboard and on a phone too.
    boxes = [box for _ in range(0, len(PAGES) - 1, 3) for box in st.columns(3, gap="medium")]
    for page, box in zip(PAGES[1:], boxes, strict=False):
        with box, st.container(border=True):
            if (assets.ASSETS / CARDS.strip("/") / f"{page.name}.png").exists():
                # A picture that says no more than the words below it: a background, which no reader aloud stops at.
                st.html(f"<div class='card' style=\"background-image:url('{CARDS}/{page.name}.png')\"></div>")
            st.page_link(page.file, label=page.question, icon=page.icon)
            st.caption(page.description)


def _history() -> None:
    """Show how words became numbers, and which of the steps run here."""
    st.header("From symbols to a vector for each use", anchor=False)
    named = {page.name: page.title for page in PAGES}
    rows = []
    for step in MILESTONES:
        runs = f"runs here: {named[step.runs]}" if step.runs else "not here"
        rows.append(
            f"<li class='{'runs' if step.runs else 'other'}'><b>{step.year} · {html.escape(step.name)}</b> "
            f"<i>{runs}</i><br>{html.escape(step.idea)} "
            f"<a href='{html.escape(step.link, quote=True)}' target='_blank' rel='noopener noreferrer'>"
            f"{html.escape(step.source)}</a></li>"
        )
    st.html(f"<ol class='history'>{''.join(rows)}</ol>")
    st.caption(
        "One-hot vectors and TF-IDF know symbols; PMI to FastText give each word one vector; Transformer, ELMo, GPT "
        "and BERT give each use its own. The Context page takes one step of that way: one layer of learned weights."
    )


main()
