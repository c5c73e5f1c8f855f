"""Sections of the context page that play with one sentence: weights by hand, one side only, nearest words."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.charts.theme import SENSE_TINTS
from core.context import sentences as said
from core.context.figures.scene import TITLES, build_balance, word_colours
from core.context.weights import SCHEMES, THRESHOLD, Floats, Verdict, Weigher, Weighting, decide
from core.counts.senses import SenseWord, anchors, owners
from core.errors import NoContext
from core.map.comparison import Columns, tally
from core.map.figures.comparison import build_columns
from core.text import quoted
from pages.parts.context.controls import Weighed, labelled
from pages.shared import layout
from pages.shared.layout import Chip
from pages.shared.link import keep_in_link

STORY = (40, 35, 5, 5, 15)  # of "I deposited money at the bank yesterday", in hundredths
MOST_SLIDERS = 24
NEAR = 10


def one_of(shown: Sequence[Weighed]) -> Weighed | None:
    """Show which of several sentences is played with."""
    if not shown:
        st.info("There is no sentence to look at. Type one above.", icon=":material/info:")
        return None
    numbers = [one.sentence.number for one in shown]
    if len(numbers) == 1:
        return shown[0]
    chosen = st.segmented_control(
        "Sentence", numbers, default=numbers[0], required=True, key="ctx_of", bind="query-params"
    )
    return shown[numbers.index(chosen)] if chosen in numbers else shown[0]


def by_hand(weigher: Weigher, shown: Sequence[Weighed], entry: SenseWord | None) -> None:
    """Show a slider a word, and what the reader's own weights make of the sentence."""
    one = one_of(shown)
    if one is None:
        return
    learned = one.weighings["learned"]
    places = learned.counted[:MOST_SLIDERS].tolist()
    keys = [f"ctx_hand_{zlib.crc32(' '.join(learned.tokens).encode()):x}_{place}" for place in places]
    as_learned = [round(100 * float(learned.weights[place])) for place in places]
    set_sliders(keys, as_learned)
    names = labelled(learned.tokens)
    values = np.zeros(len(learned.tokens))
    # A row of columns for every four, so that the order is that of the sentence on a phone and by keyboard too.
    boxes = [box for _ in range(0, len(places), 4) for box in st.columns(4)]
    for place, key, box in zip(places, keys, boxes, strict=False):
        with box:
            word, _, number = names[place].partition("~")
            values[place] = st.slider(quoted(word)[1:-1] + (f" ({number})" if number else ""), 0, 100, key=key)
    chosen = [int(value) for value in values[places]]
    keep_in_link("ctx_hand", "" if chosen == as_learned else ".".join(map(str, chosen)))
    if len(learned.counted) > MOST_SLIDERS:
        st.caption(f"The first {MOST_SLIDERS} words have a slider; the others count nothing here.")
    layout.chips_row(
        [
            Chip("As learned", dict(zip(keys, as_learned, strict=True))),
            Chip("All alike", dict.fromkeys(keys, 50)),
            *(
                [Chip("Weights of the story: .40 .35 .05 .05 .15", dict(zip(keys, STORY, strict=True)))]
                if len(keys) == len(STORY)
                else []
            ),
        ],
        "ctx_hands",
    )
    try:
        hand = weigher.by_hand(learned.tokens, learned.target, values)
    except NoContext:
        st.warning("All weights are 0. Move one of the sliders up.", icon=":material/info:")
        return
    look = layout.look()
    directions = None if entry is None else anchors(weigher.told, entry).astype(np.float64)
    layout.chart(
        build_balance([hand, learned], colours_of(learned, directions), look),
        key="ctx_hand_chart",
        alt="The weights by hand above the learned ones.",
        filename="sense-drift-by-hand",
    )
    if entry is not None and directions is not None:
        st.markdown(said.about_sides(sides(weigher, one, hand, directions), entry))


def set_sliders(keys: Sequence[str], start: Sequence[int]) -> None:
    """Give sliders that are not on the screen yet their place: as the link says, else as learned."""
    if keys and keys[0] not in st.session_state:
        linked = st.query_params.get("ctx_hand", "").split(".")
        usable = len(linked) == len(keys) and all(part.isdecimal() and int(part) <= 100 for part in linked)
        for key, value in zip(keys, [int(part) for part in linked] if usable else start, strict=True):
            st.session_state[key] = value


def colours_of(weighing: Weighting, directions: Floats | None) -> list[str]:
    """Return a colour a token: its sense's, where there are senses."""
    look = layout.look()
    return [look.accent] * len(weighing.tokens) if directions is None else word_colours(weighing, directions, look)


def sides(weigher: Weigher, one: Weighed, hand: Weighting, directions: Floats) -> dict[str, Verdict | None]:
    """Return the verdict by hand, as learned, and by the words of one side alone."""
    found: dict[str, Verdict | None] = {}
    learned = one.weighings["learned"]
    tokens, target = learned.tokens, learned.target
    for name, weighing in (("by hand", hand), ("as learned", learned)):
        found[name] = decide(weighing.vector, directions, THRESHOLD)
    for name, silent in (
        ("words on the left alone", range(target, len(tokens))),
        ("words on the right alone", range(target)),
    ):
        try:
            half = weigher.weigh(tokens, target, "learned", struck={*silent, *one.sentence.struck})
            found[name] = decide(half.vector, directions, THRESHOLD)
        except NoContext:
            found[name] = None
    return found


def near_words(weigher: Weigher, shown: Sequence[Weighed], entry: SenseWord | None) -> None:
    """Show the nearest words of a contextual vector under each scheme, beside those of the word's one vector."""
    one = one_of(shown)
    if one is None:
        return
    first = one.weighings["uniform"]
    word = one.sentence.word
    lists = {
        "word": weigher.told.neighbours(word, NEAR) if word in weigher.told else None,
        **{scheme: weigher.told.neighbours(one.weighings[scheme].vector, NEAR, exclude=[word]) for scheme in SCHEMES},
    }
    shared = tally(lists)
    belongs = None if entry is None else dict(zip(shared, owners(weigher.told, entry, list(shared)), strict=True))
    titles = {"word": "one vector, always"} | {scheme: TITLES[scheme] for scheme in SCHEMES}
    with st.container(key="columns"):
        layout.chart(
            build_columns(Columns(word, lists, shared, {}), titles, layout.look(), senses=belongs),
            key="ctx_columns",
            alt=f"The ten words nearest to the vector of {word}, and to its contextual vectors under four schemes.",
            filename="sense-drift-context-neighbours",
        )
    heard = {first.tokens[place] for place in first.counted}
    repeated = sum(near.word in heard for near in lists["learned"] or [])
    st.markdown(
        f"{repeated} of the {NEAR} nearest to the learned mixture are words of the sentence itself, for the mixture "
        "is made of them."
    )
    if entry is not None:
        st.caption(
            "Colours: the sense whose cue words a neighbour is nearest to, "
            + ", ".join(f"{tint} *{quoted(name)[1:-1]}*" for tint, name in zip(SENSE_TINTS, entry.names, strict=False))
            + "."
        )


def washed(weigher: Weigher, shown: Sequence[Weighed]) -> None:
    """Show what the plain average of each context is near, and how much of it is function words."""
    if not shown:
        one_of(shown)
        return
    for column, one in zip(st.columns(min(len(shown), 3), gap="medium") * 2, shown, strict=False):
        with column:
            st.markdown(f"**Sentence {one.sentence.number}: all words alike**")
            st.markdown(said.about_average(one.weighings["uniform"], weigher))
            window = nearest_four(weigher, one)
            if window is not None:
                n = len(window.counted)
                st.markdown(f"**CBOW’s view: the nearest two words on each side, {n} in all, 1/{n} each**")
                st.markdown(said.about_average(window, weigher))


def nearest_four(weigher: Weigher, one: Weighed) -> Weighting | None:
    """Return the plain average of the two nearest words with a say on each side, as CBOW takes with a window of two."""
    whole = one.weighings["uniform"]
    left = [int(place) for place in whole.counted if place < whole.target][-2:]
    right = [int(place) for place in whole.counted if place > whole.target][:2]
    silent = [place for place in range(len(whole.tokens)) if place not in (*left, *right)]
    try:
        return weigher.weigh(whole.tokens, whole.target, "uniform", struck=silent)
    except NoContext:
        return None
