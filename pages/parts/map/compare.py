"""The comparing view of the map page: the same words in two spaces, and one word's nearest in all of them."""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts.points import extent_of
from core.charts.theme import SENSE_TINTS
from core.counts.senses import owners
from core.evidence.results import overlaps
from core.map import sentences
from core.map.comparison import Columns, Comparison, compare, rotation
from core.map.figures.comparison import build_columns, build_overlaps
from core.map.figures.map_2d import build_map
from core.spaces.space import SPACES, TITLES, Space
from core.spaces.wordsets import WordSet
from core.text import one_word, percent, quoted
from pages.parts.map.controls import CHIPS, SETS, choose_words
from pages.shared import layout, loaders, spaces, words
from pages.shared.glossary import GLOSSARY

MAX_WORDS = 300
HEIGHT, WIDTH = 400, 560  # of one map, pixels


def compare_view(head: DeltaGenerator) -> None:
    """Draw two spaces beside each other, and the neighbours of one word in all six."""
    which, first, second, find = st.columns([2, 1.3, 1.3, 2], vertical_alignment="bottom")
    with which:
        title = st.selectbox("Words", list(SETS), key="map_set", bind="query-params")
    with first:
        left = spaces.picker("map_space")
    with second:
        right = spaces.picker("map_with", "Beside it", "fasttext")
    with find:
        typed = words.find_box("or click one on a map")
    with head:
        layout.question(
            "Do different methods find the same neighbours?",
            f"The same words in {left.title} and in {right.title}, one turned onto the other. "
            + (
                "GloVe 6B was trained on other text, too."
                if "glove-6b" in (left.name, right.name)
                else "Both saw one text."
            ),
        )
    chosen = choose_words(left, title)
    drawn = drawable(chosen, left, right)
    if drawn is None:
        layout.try_chips(CHIPS)
        return
    hub = chosen.words.hub if chosen.words is not None else ""
    word = one_word(typed) or hub or drawn.words[0]
    held = is_held(word)
    if held and word not in drawn.words:
        st.info(f"{quoted(word)} is not on these maps; what is near it stands below them.", icon=":material/info:")
    compared = loaders.remembered(
        ("compare", left.name, right.name, drawn.words),
        lambda: compare(left, right, drawn.words, loaders.turned(left, right)),
    )
    draw_maps(compared, drawn, left, right, word)
    lists = neighbours_everywhere(word) if held else None
    layout.what_you_see(
        [
            sentences.about_comparison(compared, left.title, right.title),
            sentences.about_columns(lists, TITLES) if lists else "",
        ]
    )
    layout.try_chips(CHIPS)
    numbers(compared, drawn, left, right)
    how(left, right)


def drawable(chosen: words.Chosen, left: Space, right: Space) -> WordSet | None:
    """Return the words that both spaces hold, at most a thousand, and say what is left out."""
    notices = list(chosen.notices)
    if left.name == right.name:
        notices.append("Both maps show the same space. Pick another beside it to see a difference.")
    drawn = chosen.words
    if drawn is not None:
        missing = [word for word in drawn.words if word not in right]
        if missing and drawn.key in ("own", "near"):
            notices.append(words.left_out(right, missing))
        held = {group: tuple(word for word in listed if word in right) for group, listed in drawn.groups.items()}
        drawn = WordSet(drawn.key, drawn.title, {group: listed for group, listed in held.items() if listed})
        if len(drawn.words) > MAX_WORDS:
            notices.append(f"Two maps side by side show up to {MAX_WORDS:,} words, so these are the most frequent.")
            drawn = WordSet(drawn.key, drawn.title, {"words": drawn.words[:MAX_WORDS]})
        if not drawn.words:
            notices.append(f"None of these words is in {right.title}. Pick another set or another space.")
            drawn = None
    layout.show_notices(notices)
    return drawn


def draw_maps(compared: Comparison, drawn: WordSet, left: Space, right: Space, word: str) -> None:
    """Draw the two maps on the same axes."""
    extent = extent_of(np.vstack([compared.left.coordinates, compared.right.coordinates]))
    selected = drawn.words.index(word) if word in drawn.words else None
    for column, side, projection, space in zip(
        st.columns(2, gap="small"), ("left", "right"), (compared.left, compared.right), (left, right), strict=True
    ):
        with column:
            held = float(projection.explained.sum()) if projection.explained is not None else 0.0
            st.markdown(f"**{space.title}** · {percent(held)} of the variance is in the picture")
            layout.chart(
                build_map(
                    projection,
                    drawn.words,
                    drawn.group_of,
                    layout.look(),
                    selected=selected,
                    extent=extent,
                    width=WIDTH,
                    height=HEIGHT,
                ),
                key=f"map_chart_{side}",
                alt=f"{drawn.title} in {space.title}: {len(drawn.words):,} words as points.",
                filename=f"sense-drift-{drawn.key}-{space.name}",
                on_select=pick_left if side == "left" else pick_right,
            )


def is_held(word: str) -> bool:
    """Return whether any space has the word; if none has, say so and offer what is spelled like it."""
    every = [loaders.space(name) for name in SPACES]
    if any(word in space for space in every):
        return True
    found = max(every, key=lambda space: len(space.words)).spellings(word)
    text = f"No space has the word {quoted(word)}."
    st.warning(text + (f" Spelled nearest: {', '.join(f'*{near}*' for near in found)}." if found else ""))
    words.offer([(near, {"map_find": near}) for near in found], key="map_find")
    return False


def neighbours_everywhere(word: str) -> Columns:
    """Show the nearest words of one word in all spaces, and how much the lists have in common."""
    lists = loaders.columns(word)
    st.header(f"Nearest to “{word}” in six spaces", anchor=False)
    wide, narrow = st.columns([2.6, 1], gap="medium")
    with wide, st.container(key="columns"):
        layout.chart(
            build_columns(lists, TITLES, layout.look(), senses=senses_of(lists)),
            key="map_columns",
            alt=f"The ten words nearest to {word} in each of six spaces, lines joining the same word.",
            filename=f"sense-drift-neighbours-{word}",
            on_select=pick_column,
        )
        names = loaders.catalogue()[word].names if word in loaders.catalogue() else ()
        st.caption(
            "Bold: in at least half of the lists. Lines join the same word in neighbouring columns. "
            + (
                f"Colours: the sense of “{word}” whose cue words it is nearest to, "
                + ", ".join(f"{tint} *{name}*" for tint, name in zip(SENSE_TINTS, names, strict=False))
                + "."
                if names
                else "Grey: in one list only."
            )
        )
    with narrow:
        layout.chart(
            build_overlaps(lists.overlaps, overlaps(loaders.results()), SPACES, TITLES, layout.look()),
            key="map_overlaps",
            alt="Share of ten nearest words that each two spaces have in common.",
            filename=f"sense-drift-overlaps-{word}",
        )
        st.caption(
            f"Of ten nearest, the share in common, %. Above the diagonal: “{word}”. Below it: the mean over a thousand "
            "frequent words."
        )
    with st.expander("The numbers of these lists", icon=":material/table:"):
        table = neighbour_rows(lists)
        st.dataframe({name: [row[i] for row in table[1:]] for i, name in enumerate(table[0])}, hide_index=True)
        layout.numbers_button(lambda: layout.as_csv(table), f"sense-drift-neighbours-{word}", key="map_columns_csv")
    return lists


def senses_of(lists: Columns) -> dict[str, int]:
    """Return to which sense each listed word belongs, none when the catalogue does not have the word."""
    entry = loaders.catalogue().get(lists.word)
    if entry is None:
        return {}
    listed = [word for word in lists.shared if word in loaders.space()]
    return dict(zip(listed, owners(loaders.space(), entry, listed), strict=True))


def neighbour_rows(lists: Columns) -> list[list[object]]:
    """Return the lists as a table, its head first: space, rank, word, cosine, in how many lists."""
    rows: list[list[object]] = [["space", "rank", "word", "cosine", "lists"]]
    for name, near in lists.neighbours.items():
        rows += [
            [TITLES[name], rank, found.word, round(found.cosine, 4), lists.shared[found.word]]
            for rank, found in enumerate(near or (), 1)
        ]
    return rows


def numbers(compared: Comparison, drawn: WordSet, left: Space, right: Space) -> None:
    """Show the numbers of the two maps."""
    with st.expander("The numbers of these maps", icon=":material/table:"):
        table: dict[str, Sequence[object] | np.ndarray] = {
            "word": compared.words,
            "group": drawn.group_of,
            "agreement": compared.agreement,
        }
        for space, projection in ((left, compared.left), (right, compared.right)):
            for i, axis in enumerate("xy"):
                table[f"{axis} in {space.title}"] = projection.coordinates[:, i]
            table[f"kept in {space.title}"] = projection.kept
        st.dataframe(table, hide_index=True)
        layout.numbers_button(
            lambda: layout.as_csv([table, *zip(*table.values(), strict=True)]),
            f"sense-drift-{drawn.key}-{left.name}-{right.name}",
            key="map_compare_csv",
        )


def how(left: Space, right: Space) -> None:
    """Show formula, source and code."""
    layout.how_computed(
        "The axes of two spaces have nothing to do with each other, so one space is first turned as a whole: by the "
        "rotation that brings its 10,000 most frequent shared words nearest to where the other has them (orthogonal "
        "Procrustes, Schönemann 1966). Angles within a space stay as they were. Both maps have the same two axes: the "
        "principal components of the words drawn, in both spaces together, each about its own mean. Lists of nearest "
        "words are chosen among the words that all six spaces hold, so that a larger vocabulary does not count as "
        f"disagreement. {GLOSSARY['overlap']} {spaces.credit(left)}"
        + (f" {spaces.credit(right)}" if left.name != right.name else ""),
        [
            r"R = \arg\min_{R^\top R = I} \lVert B R - A \rVert_F = U V^\top, \qquad B^\top A = U S V^\top",
            r"\text{overlap}_{10} = \frac{|N_{10}(A) \cap N_{10}(B)|}{10}",
        ],
        [rotation, compare],
    )


def pick_left() -> None:
    """Take a click on the left map."""
    _pick("map_chart_left")


def pick_right() -> None:
    """Take a click on the right map."""
    _pick("map_chart_right")


def pick_column() -> None:
    """Take a click on a word in a list."""
    _pick("map_columns")


def _pick(chart: str) -> None:
    points = st.session_state[chart].selection.points
    if points and points[0].get("customdata"):
        st.session_state["map_find"] = html.unescape(points[0]["customdata"][0])
