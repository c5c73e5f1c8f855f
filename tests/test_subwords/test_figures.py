"""The ruler's bars lie over their letters, and the figures on spelling show the numbers that they were given."""

from __future__ import annotations

import html
import itertools
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.charts.theme import DARK, LIGHT
from core.subwords.figures.pieces import build_family, build_pieces, build_tug
from core.subwords.figures.spelling import build_crowding, build_typos
from core.subwords.model import Decomposition, MappedRows, SubwordModel
from core.subwords.sentences import WHOLE, names_of
from core.subwords.spelling import Crowding, Typos
from core.subwords.tug import tug

LONG = "donaudampfschifffahrtsgesellschaftskapitän"
HOSTILE = "<b>x&y<"


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


def drawn(found: Decomposition, **settings: Any) -> list[dict[str, Any]]:
    return bars_of(build_pieces(found, LIGHT, **settings))


@pytest.fixture(params=["playing", "plays", "coooool", "aaaaaa", "aaaaaaaaaaaa", "a", LONG, "naïve", HOSTILE, "<<<<>>"])
def found(model: SubwordModel, request: pytest.FixtureRequest) -> Decomposition:
    return model.decompose(request.param)


def test_every_bar_covers_exactly_its_letters(found: Decomposition) -> None:
    framed = f"<{found.word}>"
    bars = drawn(found)
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


def test_no_two_bars_of_a_row_overlap(found: Decomposition) -> None:
    rows: dict[int, list[tuple[float, float]]] = {}
    for bar in drawn(found):
        rows.setdefault(bar["row"], []).append((bar["base"], bar["base"] + bar["x"]))
    for ends in rows.values():
        for (_, stop), (start, _) in itertools.pairwise(sorted(ends)):
            assert stop < start
    assert sorted(rows) == list(range(len(rows))), "no row stays empty"


def test_rows_hold_n_grams_of_one_length_and_are_named(found: Decomposition) -> None:
    fig = build_pieces(found, LIGHT)
    lengths: dict[int, set[int]] = {}
    for bar in bars_of(fig):
        if not (found.own and bar["row"] == 0):
            lengths.setdefault(bar["row"], set()).add(len(bar["gram"]))
    assert all(len(length) == 1 for length in lengths.values())
    ticks = [tick.split()[0] for tick in fig.layout.yaxis.ticktext if tick[0].isdigit()]
    assert ticks == [str(length) for length in sorted({n for some in lengths.values() for n in some})]
    low, high = sorted(fig.layout.yaxis.range)
    assert low < 0 <= max(lengths) < high


def test_letters_stand_above_their_bars(found: Decomposition) -> None:
    axis = build_pieces(found, LIGHT).layout.xaxis
    framed = f"<{found.word}>"
    letters = [html.unescape(tick.removeprefix("<b>").removesuffix("</b>")) for tick in axis.ticktext]
    assert letters == list(framed)
    assert list(axis.tickvals) == [i + 0.5 for i in range(len(framed))]
    assert axis.range[0] <= 0
    assert axis.range[1] >= len(framed)


def test_what_was_never_seen_is_hollow_unless_it_counts(model: SubwordModel) -> None:
    found = model.decompose("plays")
    bars = drawn(found)
    seen = dict(zip(found.ngrams, found.seen, strict=True))
    assert set(seen.values()) == {True, False}
    for bar in bars:
        assert (bar["trace"] == "seen") == seen[bar["gram"]]
        assert (bar["fill"] == "rgba(0,0,0,0)") == (not seen[bar["gram"]])
    noisy = drawn(model.decompose("plays", noise=True), noise=True)
    assert all(bar["fill"] != "rgba(0,0,0,0)" for bar in noisy)


def test_a_word_of_which_nothing_is_known_is_all_hollow(model: SubwordModel) -> None:
    bars = drawn(model.decompose("xqzj"))
    assert len(bars) == 10
    assert {bar["fill"] for bar in bars} == {"rgba(0,0,0,0)"}
    assert not any("nan" in bar["said"] for bar in bars)


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_a_bar_is_the_fuller_the_more_it_gives_and_red_where_it_pulls_away(model: SubwordModel, look: Any) -> None:
    found = model.decompose("playing")
    assert found.shares.min() < 0 < found.shares.max()
    colours: dict[bool, set[str]] = {True: set(), False: set()}
    alphas = []
    for bar in bars_of(build_pieces(found, look)):
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
        bars = drawn(found, selected=selected)
        assert [(bar["gram"], round(bar["base"])) for bar in bars if bar["width"] > 1] == [(gram, start)]
        assert all((bar["line"] == LIGHT.accent) == (bar["width"] > 1) for bar in bars)
    assert not any(bar["width"] > 1 for bar in drawn(found))
    play = drawn(model.decompose("play"), selected=0)
    assert sum(bar["gram"] == "play" for bar in play) == 1, "an n-gram; the word itself has another name"
    assert [bar["gram"] for bar in play if bar["width"] > 1] == [WHOLE]


def test_bars_of_a_long_word_bear_no_text_but_can_be_pointed_at(model: SubwordModel) -> None:
    assert all(bar["text"] for bar in drawn(model.decompose("playing")))
    bars = drawn(model.decompose(LONG))
    assert not any(bar["text"] for bar in bars)
    assert all(bar["gram"] for bar in bars)


def test_the_figure_grows_with_its_rows(model: SubwordModel) -> None:
    heights = [build_pieces(model.decompose(word), LIGHT).layout.height for word in ("a", "play", "playing")]
    assert heights == sorted(set(heights))


def test_marks_of_html_are_drawn_as_letters(model: SubwordModel) -> None:
    found = model.decompose(HOSTILE)
    pulled = tug(found)
    typos = Typos((HOSTILE, "<b>"), np.array([0, 4]), np.array([1.0, 0.5]), (True, False))
    for fig in (
        build_pieces(found, LIGHT),
        build_tug(pulled, found.ngrams, LIGHT),
        build_family((HOSTILE, "b"), np.eye(2), LIGHT),
        build_typos(typos, typos, LIGHT),
    ):
        for trace in fig.data:
            custom = [] if trace.customdata is None else np.ravel(np.array(trace.customdata, dtype=object))
            for text in [*(trace.text or ()), *custom]:
                assert "<b>x" not in str(text)
                assert "<b>" not in str(text).replace("<br>", "")
    assert "&lt;b&gt;x&amp;y&lt;" in build_family((HOSTILE, "b"), np.eye(2), LIGHT).layout.xaxis.ticktext


# Tug of war


def test_the_tug_draws_both_ways_and_names_the_longest_steps(model: SubwordModel) -> None:
    found = model.decompose("playing")
    pulled = tug(found, [1, 2])
    fig = build_tug(pulled, found.ngrams, LIGHT)
    ways = [trace for trace in fig.data if trace.mode == "lines+markers"]
    np.testing.assert_allclose(np.column_stack([ways[0].x, ways[0].y]), pulled.left)
    np.testing.assert_allclose(np.column_stack([ways[1].x, ways[1].y]), pulled.whole)
    hover = next(trace for trace in fig.data if trace.customdata is not None)
    assert [html.unescape(row[0]) for row in hover.customdata] == list(found.ngrams)
    (labels,) = (trace for trace in fig.data if trace.mode == "text")
    steps = np.linalg.norm(np.diff(pulled.whole, axis=0), axis=1)
    longest = {found.ngrams[i] for i in np.argsort(-steps)[:8]}
    assert {html.unescape(text) for text in labels.text} == longest
    (left, right), (bottom, top) = fig.layout.xaxis.range, fig.layout.yaxis.range
    every = np.vstack([pulled.whole, pulled.left])
    assert left < every[:, 0].min() < every[:, 0].max() < right
    assert bottom < every[:, 1].min() < every[:, 1].max() < top


def test_without_a_piece_struck_out_there_is_one_way(model: SubwordModel) -> None:
    found = model.decompose("playing")
    fig = build_tug(tug(found), found.ngrams, LIGHT)
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
    fig = build_typos(way, control, LIGHT, step=1)
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
    fig = build_typos(some_typos(1.0), some_typos(1.0), DARK)
    assert list(fig.data[0].y) == [1.0]
    assert len(fig.data[1].x) == 0


def test_a_family_is_a_table_with_gaps_where_there_is_no_value() -> None:
    values = np.array([[1.0, 0.25, np.nan], [0.25, 1.0, np.nan], [np.nan] * 3])
    fig = build_family(("a", "b", "c"), values, LIGHT)
    (table,) = fig.data
    assert [list(row) for row in table.z] == [[1.0, 0.25, None], [0.25, 1.0, None], [None] * 3]
    assert [list(row) for row in table.text] == [["1.00", "0.25", ""], ["0.25", "1.00", ""], [""] * 3]
    assert (table.zmin, table.zmax) == (0, 1)
    assert list(fig.layout.xaxis.ticktext) == list(fig.layout.yaxis.ticktext) == ["a", "b", "c"]
    assert fig.layout.yaxis.autorange == "reversed"


def test_crowding_is_drawn_for_each_number_of_buckets_and_the_chosen_one_is_larger() -> None:
    found = [Crowding(10_000, 50, 0.9, 7), Crowding(1_000_000, 50, 0.1, 2), Crowding(2_000_000, 50, 0.0, 1)]
    fig = build_crowding(found, [0.4, float("nan"), 1.0], LIGHT, chosen=1_000_000)
    sharing, kept = fig.data
    assert list(sharing.x) == list(kept.x) == [10_000, 1_000_000, 2_000_000]
    assert list(sharing.y) == [0.9, 0.1, 0.0]
    assert list(kept.y) == [0.4, None, 1.0]
    assert np.argmax(sharing.marker.size) == np.argmax(kept.marker.size) == 1
    assert list(fig.layout.xaxis.ticktext) == ["10k", "1 M", "2 M"]
    assert fig.layout.xaxis.type == "log"
