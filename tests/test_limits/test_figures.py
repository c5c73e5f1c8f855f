"""The figures of the limits page show the numbers that they were given, and nothing typed is markup in them."""

from __future__ import annotations

import html
import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.charts.theme import DARK, Theme
from core.limits.averages import Pair, difference, judge, read, shuffled, ways
from core.limits.figures import (
    build_board,
    build_both,
    build_difference,
    build_ranking,
    build_shared,
    build_syllogism,
    build_walk,
    build_ways,
)
from core.limits.figures.boards import COLUMNS
from core.limits.words import KINDS, Both, Share, hops, ranking, syllogism
from core.spaces.space import Space
from tests.charts import drawn

HOSTILE = "<b>x&y"
WORDS = ("the", "dog", "chased", "cat", "like", "not", "rain", "wet", "birds", "penguins", "flying", HOSTILE)


@pytest.fixture(scope="module")
def space() -> Space:
    return Space("small", WORDS, (np.random.default_rng(3).normal(size=(len(WORDS), 6)) + 0.8).astype(np.float32))


@pytest.fixture
def look() -> Theme:
    return DARK


def texts(fig: go.Figure) -> str:
    return json.dumps(fig.to_plotly_json(), default=list)


def test_each_way_is_drawn_to_its_average(space: Space, look: Theme) -> None:
    first = read(space, "the dog chased the cat")
    found = ways([first, read(space, "the cat chased the dog"), shuffled(first, 1), shuffled(first, 2)])
    card = build_ways(found, look, "Small", n_typed=2)
    fig = drawn(card)
    lines = [trace for trace in fig.data if trace.mode == "lines+markers"]
    assert [trace.name for trace in lines] == ["shuffles", "shuffles", "sentence 2", "sentence 1"]
    for trace, path in zip(lines, reversed(found.paths), strict=True):
        assert np.allclose(np.stack([trace.x, trace.y], axis=1), path)
    assert sum(bool(trace.showlegend) for trace in lines) == 3
    left, right = fig.layout.xaxis.range
    assert all(left < x < right for trace in lines for x in trace.x)
    steps = [(row[0], row[2]) for row in zip(*card.table.columns, strict=True)]
    assert steps[:5] == [("sentence 1", word) for word in first.words]
    assert steps[-1][0] == "shuffle 2"
    (labels,) = (trace for trace in fig.data if trace.mode == "text")
    assert {"dog", "cat"} <= set(labels.text)


def test_a_straight_road_and_a_single_sentence_are_drawn(space: Space, look: Theme) -> None:
    for text in ("dog", "dog dog", "the dog chased the cat " * 12):
        fig = drawn(build_ways(ways([read(space, text)]), look, "Small", n_typed=1))
        assert np.isfinite([*fig.layout.xaxis.range, *fig.layout.yaxis.range]).all()


def test_the_arrow_between_two_sums_leads_from_one_to_the_other(space: Space, look: Theme) -> None:
    found = difference(read(space, "dog like cat"), read(space, "dog not like cat"))
    fig = drawn(build_difference(found, found.first, look, "Small"))
    one, two, between = fig.data[:3]
    assert (one.x[1], one.y[1], two.x[1], two.y[1]) == (between.x[0], between.y[0], between.x[1], between.y[1])
    assert between.name == "+ not"
    assert "length" in one.hovertemplate
    assert fig.layout.yaxis.scaleanchor == "x", "angles are true"
    same = difference(read(space, "dog cat"), read(space, "cat dog"))
    assert drawn(build_difference(same, same.first, look, "Small")).data[2].name == "no difference"


def test_the_bars_of_a_cosine_are_equal_and_those_of_shares_are_not(look: Theme) -> None:
    found = Both(0.7, Share("rain", "wet", 0.001, False), Share("wet", "rain", 0.002, True), (20, 10), 0.9)
    cosine, shares = drawn(build_both(found, look, "Small")).data
    assert list(cosine.x) == [0.7, 0.7]
    assert list(shares.x) == pytest.approx([0.1, 0.2])
    assert list(shares.text) == ["0.10 %", "0.20 %"]
    none = float("nan")
    unknown = Both(-0.1, Share(HOSTILE, "wet", none, True), Share("wet", HOSTILE, none, True), (0, 0), 0.9)
    fig = drawn(build_both(unknown, look, "Small"))
    assert list(fig.data[1].x) == [None, None]
    assert fig.layout.xaxis.range[0] < -0.1
    assert "not known" in fig.layout.annotations[0].text
    assert "<b>x" not in texts(fig)


def test_the_band_of_a_conclusion_is_what_its_premises_allow(space: Space, look: Theme) -> None:
    found = [syllogism(space, one, "birds", "flying") for one in ("penguins", "cat")]
    fig = drawn(build_syllogism(found, look, "Small"))
    band, premises, conclusions = fig.data
    for i, one in enumerate(found):
        assert band.base[i] == pytest.approx(one.low)
        assert band.base[i] + band.x[i] == pytest.approx(one.high)
        assert conclusions.x[i] == pytest.approx(one.third)
        assert conclusions.y[i] == band.y[i]
    assert len(premises.x) == 3, "what both share is drawn once"
    assert list(fig.layout.yaxis.ticktext)[2] == "penguins – flying"


def test_pairs_are_ranked_from_above_in_two_colours(space: Space, look: Theme) -> None:
    listed = [("dog", "cat", KINDS[0], False), ("rain", "wet", KINDS[1], False), ("like", HOSTILE, KINDS[1], True)]
    found = ranking(space, listed)
    fig = drawn(build_ranking(found, look, "Small"))
    by_word = {
        data[0]: (y, x) for trace in fig.data for data, y, x in zip(trace.customdata, trace.y, trace.x, strict=True)
    }
    for place, pair in enumerate(found.pairs):
        assert by_word[pair.first] == (place, pair.cosine)
    assert len({trace.marker.color for trace in fig.data}) == 2
    assert sum(tick.startswith("<b>") for tick in fig.layout.yaxis.ticktext) == 1, "the reader's own stand out"
    assert "<b>x" not in texts(fig)
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1]


def walked(fig: go.Figure, walk: list[str]) -> list[tuple[str, list[str]]]:
    """For each point, its word and the walk that a click on it would make."""
    points = fig.data[-1].customdata
    return [(html.unescape(word), [*walk[: int(keep)], html.unescape(word)]) for word, _, keep in points]


@pytest.mark.parametrize("n", [1, 4, 7])
def test_a_click_on_a_word_walks_to_it_from_where_it_hangs(space: Space, look: Theme, n: int) -> None:
    walk = ["dog"]
    while len(walk) < n:
        walk.append(next(near.word for near in space.neighbours(walk[-1], 4) if near.word not in walk))
    fig = drawn(build_walk(hops(space, walk, 4), (4, 7), 12, look, "Small"))
    made = walked(fig, walk)
    first = max(n - COLUMNS + 1, 0)
    assert made[0] == (walk[first], walk[: first + 1])
    for word, road in made[1:]:
        assert word in {near.word for near in space.neighbours(road[-2], 4)}
        assert road[:-1] == walk[: len(road) - 1]
    assert len(made) == 1 + 4 * (n - first)
    assert len({(x, y) for x, y in zip(fig.data[-1].x, fig.data[-1].y, strict=True)}) == len(made)


def test_a_road_that_leaves_the_nearest_is_still_drawn(space: Space, look: Theme) -> None:
    near = {item.word for item in space.neighbours("dog", 3)}
    far = next(word for word in WORDS if word not in near and word != "dog")
    fig = drawn(build_walk(hops(space, ["dog", far], 3), (3,), 12, look, "Small"))
    assert any(html.unescape(data[0]) == far and "not among" in data[1] for data in fig.data[-1].customdata)
    assert "<b>x" not in texts(fig)


def test_a_board_shows_each_cosine_and_whether_it_passes(space: Space, look: Theme) -> None:
    pairs = [
        Pair("the dog chased the cat", "the cat chased the dog", same=False),
        Pair("dog", "dog", same=True),
        Pair("<b>dog</b> " + "x" * 100, "cat", same=True),
    ]
    found = judge(space, pairs, 0.9)
    fig = drawn(build_board(found, 0.9, look, "Small"))
    by_row: dict[int, Any] = {}
    for trace in fig.data:
        for y, x, text in zip(trace.y, trace.x, trace.text, strict=True):
            by_row[round(y)] = (x, text)
    for i, (cosine, passed) in enumerate(zip(found.cosines, found.passed, strict=True)):
        assert by_row[i][0] == pytest.approx(cosine)
        assert ("✓" in by_row[i][1]) == passed
    assert fig.layout.shapes[0].x0 == 0.9
    assert len(fig.layout.annotations) == 3
    assert "<b>dog" not in texts(fig)
    assert max(len(note.text) for note in fig.layout.annotations) < 120
    plain = drawn(build_shared(found, dict(zip(pairs, "abc", strict=True)), ("dog", 0.9), look, "Small"))
    assert not plain.layout.shapes
    assert "✓" not in texts(plain)
    assert plain.layout.annotations[0].text.startswith("<b>a</b>")
