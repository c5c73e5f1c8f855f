"""The ruler's bars lie over their letters, and the figures on spelling show the numbers that they were given."""

from __future__ import annotations

import csv
import html
import io
import itertools
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.charts import Card
from core.charts.theme import DARK, LIGHT
from core.counts.senses import Sense, SenseWord
from core.spaces.space import Space, cosine
from core.subwords.figures import (
    build_crowding,
    build_family,
    build_near,
    build_pieces,
    build_senses,
    build_tug,
    build_typos,
)
from core.subwords.model import Decomposition, MappedRows, SubwordModel
from core.subwords.near import in_sentences, near_parts, near_senses
from core.subwords.sentences import WHOLE, names_of
from core.subwords.spelling import Crowded, Crowding, Family, Misspelling, Typos, family
from core.subwords.tug import tug
from tests.charts import drawn

LONG = "donaudampfschifffahrtsgesellschaftskapitän"
HOSTILE = "<b>x&y<"
SHOWN = ("playing", "plays", "coooool", "aaaaaa", "aaaaaaaaaaaa", "a", LONG, "naïve", HOSTILE, "<<<<>>")


@pytest.fixture(scope="module")
def model() -> SubwordModel:
    words = ("play", "playing", "coooool", "aaaaaa", LONG, "naïve", HOSTILE)
    rows = np.random.default_rng(2).normal(size=(len(words) + 300, 5)).astype(np.float32)
    return SubwordModel(words, np.arange(len(words), dtype=np.int64), MappedRows(rows), len(words), 300)


def bars_of(fig: go.Figure) -> list[dict[str, Any]]:
    """Each bar with its own properties."""
    return [
        {
            "trace": trace.name,
            "base": base,
            "x": x,
            "row": row,
            "gram": html.unescape(data[0]),
            "said": data[1],
            "text": text,
            "fill": fill,
            "width": width,
            "line": line,
        }
        for trace in fig.data
        for base, x, row, data, text, fill, width, line in zip(
            *(trace.base, trace.x, trace.y, trace.customdata, trace.text, trace.marker.color),
            *(trace.marker.line.width, trace.marker.line.color),
            strict=True,
        )
    ]


def ruler(found: Decomposition, look: Any = LIGHT, **settings: Any) -> go.Figure:
    return drawn(build_pieces(found, found, look, **settings))


def bars_for(found: Decomposition, **settings: Any) -> list[dict[str, Any]]:
    return bars_of(ruler(found, **settings))


@pytest.fixture(scope="module")
def shown(model: SubwordModel) -> list[Decomposition]:
    return [model.decompose(word) for word in SHOWN]


def test_every_bar_covers_exactly_its_letters(shown: list[Decomposition]) -> None:
    for found in shown:
        framed = f"<{found.word}>"
        bars = bars_for(found)
        assert sorted(bar["gram"] for bar in bars) == sorted(names_of(found))
        covered = []
        for bar in bars:
            start, stop = round(bar["base"]), round(bar["base"] + bar["x"])
            assert framed[start:stop] == (found.word if bar["gram"] == WHOLE else bar["gram"])
            assert start < bar["base"] < bar["base"] + bar["x"] < stop
            if bar["row"] != 0 or not found.own:
                covered.append((start, stop))
        lengths = {(i, j) for i in range(len(framed)) for j in range(i + 3, min(i + 6, len(framed)) + 1)}
        assert sorted(covered) == sorted(lengths), "a repeated n-gram stands where it is repeated"


def test_no_two_bars_of_a_row_overlap(shown: list[Decomposition]) -> None:
    for found in shown:
        rows: dict[int, list[tuple[float, float]]] = {}
        for bar in bars_for(found):
            rows.setdefault(bar["row"], []).append((bar["base"], bar["base"] + bar["x"]))
        for ends in rows.values():
            for (_, stop), (start, _) in itertools.pairwise(sorted(ends)):
                assert stop < start
        assert sorted(rows) == list(range(len(rows))), "no row stays empty"


def test_rows_hold_n_grams_of_one_length_and_are_named(shown: list[Decomposition]) -> None:
    for found in shown:
        fig = ruler(found)
        lengths: dict[int, set[int]] = {}
        for bar in bars_of(fig):
            if not (found.own and bar["row"] == 0):
                lengths.setdefault(bar["row"], set()).add(len(bar["gram"]))
        assert all(len(length) == 1 for length in lengths.values())
        ticks = [tick.split()[0] for tick in fig.layout.yaxis.ticktext if tick[0].isdigit()]
        assert ticks == [str(length) for length in sorted({n for some in lengths.values() for n in some})]
        low, high = sorted(fig.layout.yaxis.range)
        assert low < 0 <= max(lengths) < high


def test_letters_stand_above_their_bars(shown: list[Decomposition]) -> None:
    for found in shown:
        axis = ruler(found).layout.xaxis
        framed = f"<{found.word}>"
        letters = [html.unescape(tick.removeprefix("<b>").removesuffix("</b>")) for tick in axis.ticktext]
        assert letters == list(framed)
        assert list(axis.tickvals) == [i + 0.5 for i in range(len(framed))]
        assert axis.range[0] <= 0
        assert axis.range[1] >= len(framed)


def test_what_was_never_seen_is_hollow_unless_it_counts(model: SubwordModel) -> None:
    found = model.decompose("plays")
    bars = bars_for(found)
    seen = dict(zip(found.ngrams, found.seen, strict=True))
    assert set(seen.values()) == {True, False}
    for bar in bars:
        assert (bar["trace"] == "seen") == seen[bar["gram"]]
        assert (bar["fill"] == "rgba(0,0,0,0)") == (not seen[bar["gram"]])
    noisy = bars_for(model.decompose("plays", noise=True), noise=True)
    assert all(bar["fill"] != "rgba(0,0,0,0)" for bar in noisy)


def test_a_word_of_which_nothing_is_known_is_all_hollow(model: SubwordModel) -> None:
    bars = bars_for(model.decompose("xqzj"))
    assert len(bars) == 10
    assert {bar["fill"] for bar in bars} == {"rgba(0,0,0,0)"}
    assert not any("nan" in bar["said"] for bar in bars)


def test_a_bar_is_the_fuller_the_more_it_gives_and_red_where_it_pulls_away(model: SubwordModel) -> None:
    found = model.decompose("playing")
    assert found.shares.min() < 0 < found.shares.max()
    for look in (LIGHT, DARK):
        colours: dict[bool, set[str]] = {True: set(), False: set()}
        alphas = []
        for bar in bars_of(ruler(found, look)):
            share = float(found.shares[names_of(found).index(bar["gram"])])
            *rgb, alpha = bar["fill"].removeprefix("rgba(").removesuffix(")").split(",")
            colours[share >= 0].add(",".join(rgb))
            alphas.append((abs(share), float(alpha)))
            assert f"{100 * share:.1f} %" in bar["said"]
        for positive, hexa in ((True, look.accent), (False, look.loss)):
            assert colours[positive] == {",".join(str(int(hexa[i : i + 2], 16)) for i in (1, 3, 5))}
        alphas.sort()
        assert [alpha for _, alpha in alphas] == sorted(alpha for _, alpha in alphas)
        assert alphas[-1][1] == pytest.approx(0.5)


def test_only_the_piece_that_was_picked_is_outlined_though_others_are_spelled_the_same(model: SubwordModel) -> None:
    found = model.decompose("coooool")
    copies = [i for i, gram in enumerate(found.ngrams) if gram == "ooo"]
    assert len(copies) == 3
    for selected, gram, start in [*zip(copies, ["ooo"] * 3, (2, 3, 4), strict=True), (0, WHOLE, 1)]:
        bars = bars_for(found, selected=selected)
        assert [(bar["gram"], round(bar["base"])) for bar in bars if bar["width"] > 1] == [(gram, start)]
        assert all((bar["line"] == LIGHT.accent) == (bar["width"] > 1) for bar in bars)
    assert not any(bar["width"] > 1 for bar in bars_for(found))
    play = bars_for(model.decompose("play"), selected=0)
    assert sum(bar["gram"] == "play" for bar in play) == 1, "an n-gram; the word itself has another name"
    assert [bar["gram"] for bar in play if bar["width"] > 1] == [WHOLE]


def test_bars_of_a_long_word_bear_no_text_but_can_be_pointed_at(model: SubwordModel) -> None:
    assert all(bar["text"] for bar in bars_for(model.decompose("playing")))
    bars = bars_for(model.decompose(LONG))
    assert not any(bar["text"] for bar in bars)
    assert all(bar["gram"] for bar in bars)


def test_the_figure_grows_with_its_rows(model: SubwordModel) -> None:
    heights = [ruler(model.decompose(word)).layout.height for word in ("a", "play", "playing")]
    assert heights == sorted(set(heights))


def test_marks_of_html_are_drawn_as_letters(model: SubwordModel) -> None:
    found = model.decompose(HOSTILE)
    typos = Typos((HOSTILE, "<b>"), np.array([0, 4]), np.array([1.0, 0.5]), (True, False))
    forms = family(model, (HOSTILE, "b"))
    for card in (
        build_pieces(found, found, LIGHT),
        build_tug(tug(found), found, LIGHT),
        build_family(forms, LIGHT, by="meaning"),
        build_typos(Misspelling(typos, typos, 1, 0, []), LIGHT),
    ):
        for trace in drawn(card).data:
            custom = [] if trace.customdata is None else np.ravel(np.array(trace.customdata, dtype=object))
            for text in [*(trace.text or ()), *custom]:
                assert "<b>x" not in str(text)
                assert "<b>" not in str(text).replace("<br>", "")
    ticks = drawn(build_family(forms, LIGHT, by="spelling")).layout.xaxis.ticktext
    assert "&lt;b&gt;x&amp;y&lt;" in ticks


def test_what_does_not_count_has_no_numbers(model: SubwordModel) -> None:
    clean, noisy = (model.decompose("plays", noise=noise) for noise in (False, True))
    assert not clean.seen.all()
    for noise, found in ((False, clean), (True, noisy)):
        card = build_pieces(clean, noisy, LIGHT, noise=noise)
        table = card.table.shown
        assert table["piece"] == names_of(found)
        assert list(table["row"]) == found.rows.tolist()
        assert list(table["seen"]) == found.seen.tolist()
        lengths = np.linalg.norm(found.vectors, axis=1)
        for name, values in (
            ("share", found.shares),
            ("cosine without it", found.without),
            ("length of its row", lengths),
        ):
            np.testing.assert_array_equal(table[name], np.where(found.seen | noise, values, np.nan))
        rows = list(csv.reader(io.StringIO(card.table.csv())))
        assert [row[3] == "" for row in rows[1:]] == (~(found.seen | noise)).tolist()
        assert card.said[0] != card.said[1] != ""


# Tug of war


def test_the_tug_draws_both_ways_and_names_the_longest_steps(model: SubwordModel) -> None:
    found = model.decompose("playing")
    pulled = tug(found, [1, 2])
    card = build_tug(pulled, found, LIGHT)
    fig = drawn(card)
    assert card.table.shown["struck out"] is pulled.struck
    ways = [trace for trace in fig.data if trace.mode == "lines+markers"]
    np.testing.assert_allclose(np.column_stack([ways[0].x, ways[0].y]), pulled.left)
    np.testing.assert_allclose(np.column_stack([ways[1].x, ways[1].y]), pulled.whole)
    hover = next(trace for trace in fig.data if trace.customdata is not None)
    assert [html.unescape(row[0]) for row in hover.customdata] == names_of(found)
    (labels,) = (trace for trace in fig.data if trace.mode == "text")
    steps = np.linalg.norm(np.diff(pulled.whole, axis=0), axis=1)
    longest = {names_of(found)[i] for i in np.argsort(-steps)[:8]}
    assert {html.unescape(text) for text in labels.text} == longest
    (left, right), (bottom, top) = fig.layout.xaxis.range, fig.layout.yaxis.range
    every = np.vstack([pulled.whole, pulled.left])
    assert left < every[:, 0].min() < every[:, 0].max() < right
    assert bottom < every[:, 1].min() < every[:, 1].max() < top


def test_without_a_piece_struck_out_there_is_one_way(model: SubwordModel) -> None:
    found = model.decompose("playing")
    fig = drawn(build_tug(tug(found), found, LIGHT))
    assert sum(trace.mode == "lines+markers" for trace in fig.data) == 1
    ends = [trace for trace in fig.data if trace.mode == "markers" and trace.customdata is None]
    assert [(trace.x[0], trace.y[0]) for trace in ends] == [tuple(tug(found).whole[-1])]


# Typos, families, buckets


def some_typos(*cosines: float, known: tuple[bool, ...] | None = None, words: str = "abcdef") -> Typos:
    n = len(cosines)
    return Typos(tuple(words[:n]), np.arange(n), np.array(cosines), known or (True,) * n)


def test_typos_are_drawn_by_edits_and_cosine_hollow_where_unknown_and_with_a_gap_where_nothing_is_known() -> None:
    way = some_typos(1.0, 0.8, np.nan, -0.2, known=(True, False, False, True))
    control = some_typos(1.0, 0.3, 0.1, words="xyz")
    card = build_typos(Misspelling(way, control, 2, 1, []), LIGHT)
    fig = drawn(card)
    assert card.table.shown["spelling"] == ["a", "b", "c", "d", "y", "z"]
    np.testing.assert_array_equal(card.table.shown["cosine with the intended"], [1.0, 0.8, np.nan, -0.2, 0.3, 0.1])
    line, others = fig.data
    assert list(line.x) == [0, 1, 2, 3]
    assert list(line.y) == [1.0, 0.8, None, -0.2]
    assert list(line.marker.color) == [LIGHT.accent, LIGHT.paper, LIGHT.paper, LIGHT.accent]
    assert np.argmax(line.marker.size) == 1
    assert list(others.y) == [0.3, 0.1]
    assert list(others.text) == ["y", "z"], "the intended word is not its own control"
    np.testing.assert_allclose(np.round(others.x), [1, 2])
    assert fig.layout.yaxis.range[0] < -0.2
    assert fig.layout.xaxis.range[1] > 3


def test_typos_without_any_word_alike_are_drawn() -> None:
    fig = drawn(build_typos(Misspelling(some_typos(1.0), some_typos(1.0), 0, 0, []), DARK))
    assert list(fig.data[0].y) == [1.0]
    assert len(fig.data[1].x) == 0


def test_a_family_is_a_table_with_gaps_where_there_is_no_value() -> None:
    values = np.array([[1.0, 0.25, np.nan], [0.25, 1.0, np.nan], [np.nan] * 3])
    forms = Family(("a", "b", "c"), values, np.eye(3), np.ones(3, dtype=np.bool_), np.ones(3))
    card = build_family(forms, LIGHT, by="meaning")
    fig = drawn(card)
    np.testing.assert_array_equal(card.table.shown["cosine"], values.ravel())
    spelling = build_family(forms, LIGHT, by="spelling").table.shown
    assert spelling["share of n-grams in common"] == np.eye(3).ravel().tolist()
    (table,) = fig.data
    assert [list(row) for row in table.z] == [[1.0, 0.25, None], [0.25, 1.0, None], [None] * 3]
    assert [list(row) for row in table.text] == [["1.00", "0.25", ""], ["0.25", "1.00", ""], [""] * 3]
    assert (table.zmin, table.zmax) == (0, 1)
    assert list(fig.layout.xaxis.ticktext) == list(fig.layout.yaxis.ticktext) == ["a", "b", "c"]
    assert fig.layout.yaxis.autorange == "reversed"


def test_crowding_is_drawn_for_each_number_of_buckets_and_the_chosen_one_is_larger() -> None:
    found = [Crowding(10_000, 50, 0.9, 7), Crowding(1_000_000, 50, 0.1, 2), Crowding(2_000_000, 50, 0.0, 1)]
    words = [Crowded("play", kept, {"pla": 1}) for kept in (0.4, float("nan"), 1.0)]
    card = build_crowding(found, words, LIGHT, chosen=1)
    fig = drawn(card)
    assert card.table.shown["n-grams in the fullest"] == [7, 2, 1]
    assert "1,000,000" in card.said[0]
    sharing, kept = fig.data
    assert list(sharing.x) == list(kept.x) == [10_000, 1_000_000, 2_000_000]
    assert list(sharing.y) == [0.9, 0.1, 0.0]
    assert list(kept.y) == [0.4, None, 1.0]
    assert np.argmax(sharing.marker.size) == np.argmax(kept.marker.size) == 1
    assert list(fig.layout.xaxis.ticktext) == ["10k", "1 M", "2 M"]
    assert fig.layout.xaxis.type == "log"


# Neighbours


def some_space(name: str, seed: int) -> Space:
    words = ("play", "playing", "bank", "river", "money", "coooool")
    return Space(name, words, np.random.default_rng(seed).normal(size=(len(words), 5)).astype(np.float32))


def listed(card: Card) -> dict[str, list[str]]:
    """Each column's title and words, from top to bottom."""
    words = card.table.shown
    rows = list(zip(*words.values(), strict=True))
    return {title: [row[2] for row in rows if row[0] == title] for title in dict.fromkeys(row[0] for row in rows)}


def test_a_word_is_near_by_each_of_its_parts(model: SubwordModel) -> None:
    space, others = some_space("fasttext", 1), [some_space("skipgram", 2), some_space("glove", 3)]
    found = model.decompose("playing")
    columns = near_parts(found, space, others)
    card = build_near(columns, found, LIGHT)
    wanted = {
        "FastText": space.neighbours(found.vector, exclude=["playing"]),
        "its n-grams": space.neighbours(found.from_pieces, exclude=["playing"]),
        "its own row": space.neighbours(found.vectors[0], exclude=["playing"]),
        "Skip-gram": others[0].neighbours("playing"),
        "GloVe": others[1].neighbours("playing"),
    }
    assert listed(card) == {title: [near.word for near in words] for title, words in wanted.items()}
    assert [trace.name for trace in drawn(card).data if trace.name] == list(wanted)
    strange = near_parts(model.decompose("plays"), space, others)
    assert [name for name, near in strange.neighbours.items() if near is None] == ["own", "skipgram", "glove"]
    nothing = near_parts(model.decompose("xqzj"), space, others)
    assert not nothing.shared


def test_neighbours_are_counted_by_the_sense_that_one_space_gives_them(model: SubwordModel) -> None:
    spaces = [some_space(name, seed) for seed, name in enumerate(("fasttext", "skipgram", "cbow", "glove"))]
    entry = SenseWord("bank", (Sense("money", "", ("money",), ()), Sense("water", "", ("river",), ())))
    found = near_senses(entry, spaces, spaces[0])
    assert (found.owner["money"], found.owner["river"]) == (0, 1)
    for space in spaces:
        near = [found.owner[word.word] for word in space.neighbours("bank")]
        assert found.counts[space.name] == (near.count(0), near.count(1))
    card = build_senses(found, entry, LIGHT, head="One vector.")
    assert card.head == "One vector."
    shown = card.table.shown
    assert {
        word: entry.names.index(str(sense)) for word, sense in zip(shown["word"], shown["sense"], strict=True)
    } == found.owner
    n, same = in_sentences(model, "play", ["play", "on"], ["we", "play"])
    assert n == len(model.decompose("play").ngrams)
    assert same == pytest.approx(cosine([1, 2], [1, 2]))
    with pytest.raises(ValueError, match="play"):
        in_sentences(model, "play", ["play"], ["nothing", "of", "it"])
