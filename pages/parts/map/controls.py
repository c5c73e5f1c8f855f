"""The controls of the map page, each declared once, and what they ask for."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts import Card
from core.charts.labels import Extent
from core.charts.points import percent_of, region_of
from core.map.axes import Axis, NoDirection, axis_vector, known_part, parse_axis
from core.map.picture import KINDS, Picture
from core.spaces.space import Space
from core.spaces.wordsets import FREQUENT, READY, WordSet
from core.text import split_words
from pages.shared import cards, layout, loaders, words
from pages.shared.controls import (
    MAX_LINK,
    Chip,
    Choice,
    Controls,
    Slider,
    Text,
    Word,
    chips,
    clicked,
    encoded_length,
    write_link,
)
from pages.shared.glossary import GLOSSARY
from pages.shared.spaces import SpacePicker, credit

# Streamlit writes an option into the link as it stands on the page, so these are both.
VIEWS = ("Map", "Analogy", "Compare")
METHODS = {title: kind for kind, title in KINDS.items()}
NEAR, OWN = "Around one word", "My own words"
SETS = {word_set.title: word_set.key for word_set in READY} | {f"Top {n} words": key for key, n in FREQUENT.items()}
SETS |= {NEAR: "near", OWN: "own"}
MAX_LIVE_TSNE = 1_000  # more words take minutes; their maps ship
ROOM = 500  # characters of a link that everything but the list may need
MAP_CHART = "map_chart"


class WordList(Text):
    """A box for a list of words, which is in the link as long as it fits there.

    A bound widget would put any length into the address, so this one is kept in step by hand.
    """

    def draw(self, **more: Any) -> str:
        """Show it and return what was typed."""
        if self.key not in st.session_state:
            st.session_state[self.key] = st.query_params.get(self.key, self.default)[: self.max_chars]
        text = st.text_area(self.label, key=self.key, max_chars=self.max_chars, height=90, persist_state="session")
        text = (text or "")[: self.max_chars]
        compact = " ".join(split_words(text))
        length = encoded_length(self.key, compact)
        own = text != self.default
        fits = length <= MAX_LINK - ROOM
        write_link(self.key, compact if own and fits else "")
        if own and not fits:
            st.caption(
                f"This list is too long for a link ({length:,} characters), so the address leaves it out. To pass it "
                "on, download the numbers."
            )
        return text


class Stage(Slider):
    """A slider over the stages of an optimisation, of which a map may have fewer than most."""

    def draw(self, n: int = loaders.N_FRAMES, **more: Any) -> int:
        """Show it over n stages and return the one chosen, from 1."""
        if st.session_state.get(self.key, n) > n:
            st.session_state[self.key] = n
        return int(st.slider(self.label, 1, n, n, key=self.key, bind="query-params"))


VIEW = Choice("map_view", "View", options=VIEWS, form="buttons")
SET = Choice("map_set", "Words", options=tuple(SETS))
SPACE = SpacePicker("map_space")
BESIDE = SpacePicker("map_with", "Beside it", "fasttext")
METHOD = Choice(
    "map_method",
    "Projection",
    "\n\n".join(f"**{term}**: {GLOSSARY[term]}" for term in ("named axis", "PCA", "t-SNE")),
    options=tuple(METHODS),
    form="buttons",
)
WORD = Word("map_word", "Around which word?", default="spring")
NEAREST = Slider("map_k", "How many neighbours", low=5, high=200, default=60)
LIST = WordList(
    "map_list",
    "Your words, with spaces or commas between",
    default="coffee tea milk juice beer wine bread cheese apple banana hammer nail saw drill piano violin guitar drum",
    max_chars=4_000,
)
AXES = (
    Text("map_across", "Across", GLOSSARY["named axis"], default="river, shore, water"),
    Text("map_up", "Up", GLOSSARY["named axis"], default="money, loan, finance"),
)
PERPLEXITY = Slider("map_perplexity", "Perplexity", GLOSSARY["perplexity"], low=2, high=100, default=30)
SEED = Slider("map_seed", "Seed", GLOSSARY["seed"], low=0, high=99, default=0)
FIND = Word("map_find", "Find a word", placeholder="")
STAGE = Stage("map_stage", "Stage of the optimisation", low=1, high=loaders.N_FRAMES, default=loaders.N_FRAMES)
WIDE = Slider("map_wide", "Shown from left to right, %", low=0, high=100, default=(0, 100))
HIGH = Slider("map_high", "Shown from bottom to top, %", low=0, high=100, default=(0, 100))
ABC = (
    Word("map_a", "Start from", default="king"),
    Word("map_b", "− take away", default="man"),
    Word("map_c", "+ add", default="woman"),
)
CONTROLS = Controls(
    "map",
    *(VIEW, SPACE, BESIDE, SET, METHOD, WORD, NEAREST, LIST, PERPLEXITY, SEED, *AXES, FIND, STAGE, WIDE, HIGH, *ABC),
)


def _chip(label: str, view: str = VIEWS[0], **sets: object) -> Chip:
    """Return an example; a list that the reader typed stays."""
    keep = [] if "list" in sets else [LIST.key]
    return CONTROLS.chip(label, keep, map_view=view, **{f"map_{name}": value for name, value in sets.items()})


CHIPS = (
    _chip("bank between two meanings", set=READY[0].title, method="Named axes", find="bank"),
    _chip("Royalty, flattened", set="People and royalty", method="PCA", find="queen"),
    _chip("Watch t-SNE sort animals", set="Animals", method="t-SNE"),
    _chip(
        "cold → hot, small → large",
        set=OWN,
        method="Named axes",
        across="cold → hot",
        up="small → large",
        list="ice snow fire sun desert glacier oven candle whale volcano spark ocean elephant ant stove",
    ),
    _chip("Capitals in 3-D", set="Countries and capitals", method="PCA in 3-D", find="paris"),
    _chip("10,000 words at once", set="Top 10000 words", method="t-SNE"),
    _chip("bank in six spaces", VIEWS[2], set=READY[0].title, space="GloVe", find="bank", **{"with": "FastText"}),
    _chip("king − man + woman", VIEWS[1]),
    _chip("paris − france + japan", VIEWS[1], a="paris", b="france", c="japan"),
)


def show(card: Card, *spaces: Space, lead: bool = True, **more: Any) -> None:
    """Show a figure of one space or two; ``more`` is what else :func:`pages.shared.cards.show` is told."""
    credits = " ".join(dict.fromkeys(map(credit, spaces)))
    cards.show(card, CONTROLS, credit=credits, lead=lead, examples=CHIPS if lead else (), **more)


def opening(head: DeltaGenerator, known: Space) -> None:
    """Show the page's question, and whose vectors answer it."""
    with head:
        layout.question(
            "What does the space look like, and what does a flat map hide?",
            f"Real {known.title} vectors of {len(known.words):,} words, {known.unit.shape[1]} numbers each, laid flat. "
            "Every flat map loses something; this one says what.",
        )


def choose_words(known: Space, title: str) -> words.Chosen:
    """Show what the choice of a set of words needs besides, and return the words."""
    if title == NEAR:
        word, k = layout.fill(st.columns([1, 1.4]), WORD.said, NEAREST.draw)
        return words.around(known, word, int(k))
    if title == OWN:
        return words.own(known, LIST.draw())
    return words.Chosen(words.ready_set(known, SETS[title]))


def choose() -> tuple[Space, WordSet | None, dict[str, Any], list[str]]:
    """Show the controls above the map in one row, and a second one where the choice of words needs it.

    Returns the space, the words, how they are projected, and what has to be said of the choice.
    """
    *boxes, rest = st.columns([1.9, 1.1, 2.9, 3.1], vertical_alignment="bottom")
    title, known, method = layout.fill(boxes, SET.draw, SPACE.chosen, METHOD.draw)
    settings: dict[str, Any] = {"method": METHODS[method]}
    chosen = choose_words(known, title)
    notices = list(chosen.notices)
    with rest:
        if settings["method"] == "pca-3d":
            settings = {"method": "pca", "n_components": 3}
        elif settings["method"] == "axes":
            settings["axes"] = _axes(known, notices)
        elif settings["method"] == "tsne" and chosen.words is not None:
            settings |= _tsne(known, chosen.words, notices)
    return known, chosen.words, settings, notices


def _axes(known: Space, notices: list[str]) -> tuple[Axis, ...]:
    """Show the two boxes that name the axes; what cannot be used is replaced by the default, and said."""
    axes = []
    for box, typed in zip(AXES, layout.fill(st.columns(2), *(box.draw for box in AXES)), strict=True):
        try:
            axis, unknown = known_part(known, parse_axis(typed))
            axis_vector(known, axis)
            if unknown:
                notices.append(f"{box.label}: {words.left_out(known, unknown)}")
        except NoDirection as problem:
            notices.append(f"{box.label}: {problem} Until then the map uses *{box.default}*.")
            axis = parse_axis(box.default)
        axes.append(axis)
    return tuple(axes)


def _tsne(known: Space, drawn: WordSet, notices: list[str]) -> dict[str, Any]:
    """Show perplexity and seed; maps too large to compute while one waits come from those that ship."""
    n = len(drawn.words)
    shipped = loaders.layouts(known.name).perplexities(drawn.key)
    if n > MAX_LIVE_TSNE and not shipped:
        notices.append(
            f"A t-SNE of {n:,} words takes minutes, and none was computed ahead for this space. This is PCA instead."
        )
        return {"method": "pca"}
    boxes = st.columns([1.6, 1], vertical_alignment="bottom")
    perplexity, seed = map(int, layout.fill(boxes, PERPLEXITY.draw, SEED.draw))
    if n <= MAX_LIVE_TSNE:
        return {"perplexity": perplexity, "seed": seed}
    nearest = min(shipped, key=lambda value: abs(value - perplexity))
    if (nearest, 0) != (perplexity, seed):
        notices.append(
            f"A t-SNE of {n:,} words takes minutes, so it was computed ahead, with seed 0 and perplexity "
            f"{' or '.join(map(str, shipped))}. This is the one with perplexity {nearest}."
        )
    return {"perplexity": nearest, "seed": 0}


def choose_view(picture: Picture) -> dict[str, Any]:
    """Show the sliders below the map, and return what they ask for: a region of a raster, or a stage of t-SNE."""
    if picture.is_raster:
        wide, high = layout.fill(st.columns(2), WIDE.draw, HIGH.draw)
        st.session_state["_map_whole"] = picture.whole  # a box is told in the figure's units, the sliders in per cent
        return {"extent": region_of(picture.whole, wide, high)}
    n = len(picture.projection.frames)
    stage = STAGE.draw(n) if n else n
    return {"step": None if stage == n else stage - 1}


def pick() -> None:
    """Take a click on a point of the map, or a box drawn around some."""
    box = st.session_state[MAP_CHART].selection.box
    if box:
        whole: Extent = st.session_state["_map_whole"]
        st.session_state[WIDE.key], st.session_state[HIGH.key] = percent_of(whole, box[0]["x"], box[0]["y"])
    else:
        clicked(MAP_CHART, find)()


def find(point: Sequence[object]) -> None:
    """Take a click on a word."""
    st.session_state[FIND.key] = html.unescape(str(point[0]))


def try_chips() -> None:
    """Show what to try where there is nothing to draw."""
    st.header("Try", anchor=False)
    chips(CHIPS)


def neighbour_table(columns: Mapping[str, Sequence[object]], number: str = "cosine", form: str = "%.3f") -> None:
    """Show some words with a number for each, column by column."""
    height = 28 * len(columns[number]) + 38
    shown = {number: st.column_config.NumberColumn(format=form, width="small")}
    st.dataframe(columns, hide_index=True, height=height, row_height=28, column_config=shown)
