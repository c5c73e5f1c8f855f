"""The controls of the map page, above the figure and below it, and what they ask for."""

from __future__ import annotations

import html
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts.labels import Extent
from core.charts.points import extent_of, percent_of, region_of
from core.map.axes import Axis, NoDirection, axis_vector, known_part, parse_axis
from core.map.projection import Projection
from core.spaces.space import Space
from core.spaces.wordsets import FREQUENT, READY, WordSet
from pages.shared import layout, link, loaders, spaces, words
from pages.shared.glossary import GLOSSARY
from pages.shared.layout import Chip

# Streamlit writes an option into the link as it stands on the page, so these are both.
VIEWS = ("Map", "Analogy", "Compare")
METHODS = {"Named axes": "axes", "PCA": "pca", "PCA in 3-D": "pca-3d", "t-SNE": "tsne"}
NEAR, OWN = "Around one word", "My own words"
SETS = {word_set.title: word_set.key for word_set in READY} | {
    "Top 1000 words": "top-1000",
    "Top 10000 words": "top-10000",
    NEAR: "near",
    OWN: "own",
}
ACROSS, UP = "river, shore, water", "money, loan, finance"
LIST = "coffee tea milk juice beer wine bread cheese apple banana hammer nail saw drill piano violin guitar drum"

HEIGHT = 490  # pixels; with the controls it fills a laptop's screen
MAX_LIVE_TSNE = 1_000  # more words take minutes; their maps ship

CONTROLS: dict[str, link.Control] = {
    "map_view": link.Choice(VIEWS),
    "map_space": spaces.CHOICE,
    "map_with": spaces.CHOICE,
    "map_set": link.Choice(tuple(SETS)),
    "map_method": link.Choice(tuple(METHODS)),
    "map_word": link.Text(words.MAX_WORD),
    "map_k": link.Number(5, 200),
    "map_list": link.Text(words.MAX_LIST),
    "map_perplexity": link.Number(2, 100),
    "map_seed": link.Number(0, 99),
    "map_across": link.Text(),
    "map_up": link.Text(),
    "map_find": link.Text(words.MAX_WORD),
    "map_stage": link.Number(1, loaders.N_FRAMES),
    "map_wide": link.Number(0, 100, count=2),
    "map_high": link.Number(0, 100, count=2),
    "map_a": link.Text(words.MAX_WORD),
    "map_b": link.Text(words.MAX_WORD),
    "map_c": link.Text(words.MAX_WORD),
    "map_format": link.Choice(("PNG", "SVG")),
}

CHIPS = (
    Chip(
        "bank between two meanings",
        {
            "map_view": "Map",
            "map_set": READY[0].title,
            "map_method": "Named axes",
            "map_across": ACROSS,
            "map_up": UP,
            "map_find": "bank",
        },
    ),
    Chip(
        "Royalty, flattened",
        {"map_view": "Map", "map_set": "People and royalty", "map_method": "PCA", "map_find": "queen"},
    ),
    Chip(
        "Watch t-SNE sort animals",
        {"map_view": "Map", "map_set": "Animals", "map_method": "t-SNE", "map_find": ""},
    ),
    Chip(
        "cold → hot, small → large",
        {
            "map_view": "Map",
            "map_set": OWN,
            "map_method": "Named axes",
            "map_across": "cold → hot",
            "map_up": "small → large",
            "map_list": "ice snow fire sun desert glacier oven candle whale volcano spark ocean elephant ant stove",
            "map_find": "",
        },
    ),
    Chip(
        "Capitals in 3-D",
        {
            "map_view": "Map",
            "map_set": "Countries and capitals",
            "map_method": "PCA in 3-D",
            "map_find": "paris",
        },
    ),
    Chip(
        "10,000 words at once",
        {
            "map_view": "Map",
            "map_set": "Top 10000 words",
            "map_method": "t-SNE",
            "map_find": "",
            "map_wide": (0, 100),
            "map_high": (0, 100),
        },
    ),
    Chip(
        "bank in six spaces",
        {
            "map_view": "Compare",
            "map_set": READY[0].title,
            "map_space": "GloVe",
            "map_with": "FastText",
            "map_find": "bank",
        },
    ),
    Chip("king − man + woman", {"map_view": "Analogy", "map_a": "king", "map_b": "man", "map_c": "woman"}),
    Chip(
        "paris − france + japan",
        {"map_view": "Analogy", "map_a": "paris", "map_b": "france", "map_c": "japan"},
    ),
)


@dataclass(frozen=True)
class Choice:
    """What the controls above the figure ask for."""

    space: Space
    words: WordSet | None
    method: str
    axes: tuple[Axis, Axis] | None
    perplexity: int
    seed: int
    notices: list[str]


@dataclass(frozen=True)
class View:
    """What the controls below the figure ask for: a region of a raster, or a stage of t-SNE."""

    extent: Extent = (0.0, 0.0, 0.0, 0.0)
    stage: int | None = None


def is_raster(drawn: WordSet, method: str) -> bool:
    """Return whether so many words are drawn that most of them are only a haze."""
    return drawn.key in FREQUENT and method != "pca-3d"


def opening(head: DeltaGenerator, known: Space) -> None:
    """Show the page's question, and whose vectors answer it."""
    with head:
        layout.question(
            "What does the space look like, and what does a flat map hide?",
            f"Real {known.title} vectors of {len(known.words):,} words, 100 numbers each, laid flat. "
            "Every flat map loses something; this one says what.",
        )


def choose() -> Choice:
    """Show the controls above the figure in one row, and a second one where the choice of words needs it."""
    which, where, how, rest = st.columns([1.9, 1.1, 2.9, 3.1], vertical_alignment="bottom")
    with which:
        title = st.selectbox("Words", list(SETS), key="map_set", bind="query-params")
    with where:
        known = spaces.picker("map_space")
    with how:
        kind = st.segmented_control(
            "Projection",
            list(METHODS),
            default="Named axes",
            required=True,
            help="\n\n".join(f"**{term}**: {GLOSSARY[term]}" for term in ("named axis", "PCA", "t-SNE")),
            key="map_method",
            bind="query-params",
            width="stretch",
        )
    method = METHODS[kind or "Named axes"]
    chosen = choose_words(known, title)
    notices = list(chosen.notices)
    axes, perplexity, seed = None, 30, 0
    if method == "axes":
        with rest:
            axes = read_axes(known, notices)
    if method == "tsne" and chosen.words is not None:
        if can_wait_for(known, chosen.words):
            with rest:
                perplexity, seed = read_tsne(known, chosen.words, notices)
        else:
            method = "pca"
            notices.append(
                f"A t-SNE of {len(chosen.words.words):,} words takes minutes, and none was computed ahead for this "
                "space. This is PCA instead."
            )
    return Choice(known, chosen.words, method, axes, perplexity, seed, notices)


def choose_words(known: Space, title: str) -> words.Chosen:
    """Show what the choice of a set of words needs besides, and return the words."""
    key = SETS[title]
    if key == "near":
        left, right = st.columns([1, 1.4])
        with left:
            word = st.text_input(
                "Around which word?", "spring", key="map_word", bind="query-params", max_chars=words.MAX_WORD
            )
        with right:
            k = st.slider("How many neighbours", 5, 200, 60, key="map_k", bind="query-params")
        return words.around(known, word or "", k)
    if key == "own":
        return words.own(known, words.list_box("map_list", LIST, "Your words, with spaces or commas between"))
    return words.Chosen(words.ready_set(known, key))


def can_wait_for(known: Space, drawn: WordSet) -> bool:
    """Return whether a t-SNE of these words takes seconds, or ships."""
    return len(drawn.words) <= MAX_LIVE_TSNE or bool(loaders.layouts(known.name).perplexities(drawn.key))


def read_axes(known: Space, notices: list[str]) -> tuple[Axis, Axis]:
    """Show the two text boxes that name the axes; what cannot be used is replaced by the default, and said."""
    parsed = []
    for column, name, label, default in zip(
        st.columns(2), ("map_across", "map_up"), ("Across", "Up"), (ACROSS, UP), strict=True
    ):
        with column:
            typed = st.text_input(
                label,
                default,
                key=name,
                bind="query-params",
                max_chars=link.MAX_TEXT,
                help=GLOSSARY["named axis"],
            )
        try:
            axis, unknown = known_part(known, parse_axis(typed or ""))
            axis_vector(known, axis)
            if unknown:
                notices.append(f"{label}: {words.left_out(known, unknown)}")
        except NoDirection as problem:
            notices.append(f"{label}: {problem} Until then the map uses *{default}*.")
            axis = parse_axis(default)
        parsed.append(axis)
    return parsed[0], parsed[1]


def read_tsne(known: Space, drawn: WordSet, notices: list[str]) -> tuple[int, int]:
    """Show perplexity and seed; maps too large to compute while one waits come from those that ship."""
    n = len(drawn.words)
    left, right = st.columns([1.6, 1], vertical_alignment="bottom")
    with left:
        perplexity = st.slider(
            "Perplexity", 2, 100, 30, key="map_perplexity", bind="query-params", help=GLOSSARY["perplexity"]
        )
    with right:
        seed = st.slider("Seed", 0, 99, 0, key="map_seed", bind="query-params", help=GLOSSARY["seed"])
    if n <= MAX_LIVE_TSNE:
        return int(perplexity), int(seed)
    shipped = loaders.layouts(known.name).perplexities(drawn.key)
    nearest = min(shipped, key=lambda value: abs(value - perplexity))
    if nearest != perplexity or seed != 0:
        notices.append(
            f"A t-SNE of {n:,} words takes minutes, so it was computed ahead, with seed 0 and perplexity "
            f"{' or '.join(map(str, shipped))}. This is the one with perplexity {nearest}."
        )
    return nearest, 0


def read_view(drawn: WordSet, method: str, projection: Projection) -> View:
    """Show what reads the figure and the sliders that act on it; they stand below it."""
    if is_raster(drawn, method):
        whole = extent_of(projection.coordinates, pad=0.02)
        left, right = st.columns(2)
        with left:
            wide = st.slider("Shown from left to right, %", 0, 100, (0, 100), key="map_wide", bind="query-params")
        with right:
            high = st.slider("Shown from bottom to top, %", 0, 100, (0, 100), key="map_high", bind="query-params")
        st.caption(
            "The haze is all words, the points are the most frequent in view, coloured by how many of their ten true "
            "nearest words are near. Drag a box to draw that region's words."
        )
        st.session_state["map_whole"] = whole  # a box is told in the figure's units, the sliders in per cent
        return View(extent=region_of(whole, wide, high))
    n = len(projection.frames)
    stage = None
    if n:
        asked = st.slider("Stage of the optimisation", 1, n, n, key="map_stage", bind="query-params")
        stage = None if asked == n else asked - 1
    if method == "pca-3d":
        st.caption(
            "Axes: share of the variance. The fainter a point, the fewer of its ten true nearest words are near it "
            "here. Drag to turn."
        )
    else:
        st.caption("The wider a word's ring, the more of its ten true nearest words are among its ten nearest here.")
    return View(stage=stage)


def pick() -> None:
    """Take a click on a point, or a box drawn around some."""
    selection = st.session_state["map_chart"].selection
    if selection.box:
        box = selection.box[0]
        wide, high = percent_of(st.session_state["map_whole"], box["x"], box["y"])
        st.session_state["map_wide"], st.session_state["map_high"] = wide, high
    elif selection.points and selection.points[0].get("customdata"):
        st.session_state["map_find"] = html.unescape(selection.points[0]["customdata"][0])


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
                    on_click=layout.set_controls,
                    args=({"map_method": "PCA"},),
                    key="map_stop",
                    icon=":material/stop_circle:",
                )
        if bar is not None:
            bar.progress(min(step / total, 1.0), f"t-SNE of {n:,} words: about {math.ceil(left)} s left")

    return on_step
