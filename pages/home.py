"""The front door: the problem in one picture, and a way in to each page."""

from __future__ import annotations

import html

import numpy as np
import streamlit as st

from core import assets
from core.charts.theme import sense_colours
from core.drift.path import SPACES as SOLVED
from core.drift.path import Drift
from core.evidence.history import MILESTONES
from core.map import sentences
from core.map.axes import Axis, axis_vector, on_axes
from core.map.figures.plane import add_way, build_plane
from core.spaces.space import Space
from core.spaces.wordsets import READY
from pages.shared import layout, link, loaders, spaces, tour
from pages.shared.contents import PAGES
from pages.shared.lesson import PATH as LESSON
from pages.shared.previews import CARDS

# "bank" itself is left out of the axis that it is measured by.
NATURE, FINANCE = Axis(("river", "shore", "water")), Axis(("money", "loan", "finance"))
WORD, FIRST = "bank", "glove"
SHARE = 30  # percent of the word's second sense at first: about as in our text
CONTROLS: dict[str, link.Control] = {"home_space": spaces.CHOICE, "home_share": link.Number(0, 100)}


def main() -> None:
    """Draw the page."""
    link.notice_ignored("home", CONTROLS)
    head, choice = st.columns([4, 1.1], vertical_alignment="bottom")
    with choice:
        known = spaces.picker("home_space", "Space", FIRST)
    words = READY[0]
    axes = (NATURE, FINANCE)
    lines = loaders.dividing_lines(known, axes)
    projection = loaders.projected(known, words, "axes", axes=axes)
    with head:
        layout.question(
            "One word, one vector, many meanings",
            "A static word embedding gives each word one point. "
            f"Where does {known.title} put *bank*, which lends money and lines rivers?",
        )
    figure_side, text_side = st.columns([2.4, 1], gap="medium", vertical_alignment="center")
    with text_side:
        way = shifted(known)
        report = st.container()
    look = layout.look()
    figure = build_plane(projection, words.words, words.group_of, look, axes=axes, lines=lines, selected=0, height=450)
    if way is not None:
        share = int(st.session_state["home_share"])
        places = on_axes(known, axes, way.vectors)
        spot = places[frame_at(way, share)]
        add_way(
            figure,
            places,
            spot,
            look,
            name=f"{WORD}, {share} % {way.names[1]}",
            shares=(1 - share / 100, share / 100),
            colours=sense_colours(2, look),
        )
    with figure_side:
        layout.chart(
            figure,
            key="home_plane",
            alt=f"Words of {known.title} by their cosine with river, shore, water and with money, loan, finance; bank "
            "has {:.2f} and {:.2f}.".format(*projection.coordinates[0]),
            filename=f"sense-drift-{known.name}-bank",
        )
    with report:
        said = [sentences.about_plane(known, projection, words.words, axes, lines, 0)]
        if way is None:
            said.append(sentences.about_selected(projection, words.words, 0))
        else:
            said[0] = f"As it was trained, {said[0]}"
            said.insert(0, sentences.about_shift(WORD, way.names, share / 100, spot, axes))
        layout.what_you_see(said)
    ways_in()
    history()
    layout.how_computed(
        "Each axis is the mean of three words' unit vectors; a word stands at its cosine with each. As the slider "
        "moves, the counts of the word's two meanings are mixed in that proportion and its row is solved again, with "
        "every other vector held fixed: see Drift. " + spaces.credit(known),
        [r"y_i = \Big(\frac{w_i \cdot a}{|w_i||a|},\; \frac{w_i \cdot b}{|w_i||b|}\Big)"],
        [axis_vector],
    )


def shifted(known: Space) -> Drift | None:
    """Show the slider that shifts the text, and return the word's way; None in a space whose rows cannot be solved."""
    if known.name not in SOLVED:
        st.caption("In GloVe, Skip-gram and PPMI a slider shifts the text here from one meaning to the other.")
        return None
    way = loaders.drifted(known.name, loaders.material(known.name, (WORD,)))
    st.slider(
        f"Shift the text: share of *{way.names[1]}*, %",
        0,
        100,
        SHARE,
        step=5,
        key="home_share",
        bind="query-params",
    )
    return way


def frame_at(way: Drift, share: int) -> int:
    """Return the step of a way through two senses that is nearest to a share of the second, in percent."""
    return int(np.argmin(np.abs(way.proportions[:, 1] - share / 100)))


def ways_in() -> None:
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


def history() -> None:
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
