"""The figures of the context page show the numbers they were given, hold still while one types, and draw any word."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
import pytest

from core.charts.theme import DARK, LIGHT, rgba, sense_colours
from core.context.attention import N_DISTANCES, Attention
from core.context.figures.learned import Bar, build_distance, build_loss, build_scoreboard, build_words
from core.context.figures.scene import TITLES, build_balance, build_scene, build_without, word_colours
from core.context.scene import Scene, make_scene
from core.context.weights import Weigher, Weighting, leads_without, make_weigher
from core.counts.senses import Sense, SenseWord
from core.spaces.space import Space

HOSTILE = "<b>x&y</b>"
SAFE = "&lt;b&gt;x&amp;y&lt;/b&gt;"
WORDS = ("the", "money", "bank", "river", "loan", "water", "mud", "cash", "tree", HOSTILE)
D = 5
LINES = (("bank", "money", "loan"), ("river", "bank", "water", "mud"), ("the", "bank", "tree", "bank", "qqxxzz"))
SCHEMES = ("uniform", "sif", "dot", "learned")


@pytest.fixture(scope="module")
def weigher() -> Weigher:
    random = np.random.default_rng(8)
    vectors = random.normal(size=(len(WORDS), D)).astype(np.float32)
    return make_weigher(Space("toy", WORDS, vectors), np.arange(10.0, 0, -1), 100.0, attention())


def attention() -> Attention:
    random = np.random.default_rng(6)
    return Attention(
        random.normal(size=(2, D)).astype(np.float32),
        random.normal(size=(2, D)).astype(np.float32),
        random.normal(size=len(WORDS)).astype(np.float32),
        -np.sort(random.uniform(0, 3, size=(2, N_DISTANCES)), axis=1).astype(np.float32),
        np.array([[1, 3.5], [2, 3.1], [5, 2.9]], dtype=np.float32),
    )


def anchors_of(n: int) -> npt.NDArray[np.float64]:
    found = np.random.default_rng(3).normal(size=(n, D))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def entry_of(n: int, name: str = "sense", word: str = "bank") -> SenseWord:
    return SenseWord(word, tuple(Sense(f"{name} {i}", "", ("money", HOSTILE), ()) for i in range(n)))


def by(weigher: Weigher, line: int, scheme: str) -> Weighting:
    return weigher.weigh(LINES[line], LINES[line].index("bank"), scheme)


def scene_of(weigher: Weigher, n: int, lines: tuple[int, ...] = (0, 1), *, aside: bool = False) -> Scene:
    weighings = [(i, by(weigher, i, scheme)) for scheme in SCHEMES for i in lines]
    return make_scene(anchors_of(n), weighings, 0.1, [(0, by(weigher, 2, "learned"))] if aside else [])


def drawn(fig: go.Figure, mode: str = "") -> list[Any]:
    """All lines and points, or those drawn in one way; without the tint of the plane."""
    return [trace for trace in fig.data if trace.fill is None and trace.mode in (mode or trace.mode,)]


def tints(fig: go.Figure) -> list[Any]:
    return [trace for trace in fig.data if trace.type == "scatter" and trace.fill == "toself"]


# The plane


@pytest.mark.parametrize("n", [2, 3, 4])
def test_nothing_moves_while_one_types(weigher: Weigher, n: int) -> None:
    figures = [build_scene(scene_of(weigher, n, lines), entry_of(n), "learned", LIGHT) for lines in ((0,), (1, 2))]
    first, second = (fig.layout for fig in figures)
    assert first.xaxis.range == second.xaxis.range
    assert first.yaxis.range == second.yaxis.range
    assert first.height == second.height
    assert (first.yaxis.scaleanchor, first.yaxis.scaleratio) == ("x", 1)
    assert len(tints(figures[0])) == (n if n < 4 else 0), "of four senses the plane is no judge"
    for sense, (one, other) in enumerate(zip(*map(tints, figures), strict=True)):
        assert (one.x, one.y) == (other.x, other.y)
        assert one.fillcolor == rgba(sense_colours(n, LIGHT)[sense], 0.13)
    anchors = [next(t for t in drawn(fig) if t.text and "sense 0" in t.text[0]) for fig in figures]
    assert anchors[0].x == anchors[1].x
    low, high = first.xaxis.range
    assert all(low < x < high for x in anchors[0].x)
    tips = [[t.x[-1] for t in drawn(fig, "lines")] for fig in figures]
    assert set(tips[0]) != set(tips[1]), "but the arrows do"


def test_an_arrow_runs_from_the_one_vector_to_each_tip(weigher: Weigher) -> None:
    scene = scene_of(weigher, 3)
    assert scene.word is not None
    fig = build_scene(scene, entry_of(3), "learned", LIGHT)
    lines = drawn(fig, "lines")
    assert len(lines) == len(scene.tips) == 8
    for line, tip in zip(lines, sorted(scene.tips, key=lambda tip: SCHEMES.index(tip.weighting.scheme)), strict=True):
        assert (line.x[0], line.y[0]) == pytest.approx(tuple(scene.word))
        assert (line.x[1], line.y[1]) == pytest.approx(tip.at)
    heavy = [t for t in lines if t.line.width >= 3]
    assert [(t.x[1], t.y[1]) for t in heavy] == [tip.at for tip in scene.tips if tip.weighting.scheme == "learned"]
    numbered = [t for t in drawn(fig, "markers+text") if t.legendgroup == "learned"]
    assert [t.text[0] for t in numbered] == ["<b>1</b>", "<b>2</b>"]
    other = build_scene(scene, entry_of(3), "sif", LIGHT)
    heavy = [t for t in drawn(other, "lines") if t.line.width >= 3]
    assert [(t.x[1], t.y[1]) for t in heavy] == [tip.at for tip in scene.tips if tip.weighting.scheme == "sif"]


def test_a_tip_has_the_colour_of_its_sense_and_is_faint_where_none_is_told(weigher: Weigher) -> None:
    seen = set()
    for threshold in (0.0, 2.5):
        scene = make_scene(anchors_of(3), [(i, by(weigher, i, "learned")) for i in range(3)], threshold)
        fig = build_scene(scene, entry_of(3), "learned", LIGHT)
        tips = [t for t in drawn(fig, "markers+text") if t.legendgroup == "learned"]
        for trace, tip in zip(tips, scene.tips, strict=True):
            sense = tip.verdict.sense
            assert trace.marker.color == (LIGHT.faint if sense is None else sense_colours(3, LIGHT)[sense])
            assert ("cannot tell" in trace.customdata[0][2]) == (sense is None)
            assert f"leads by {tip.verdict.margin:.2f}" in trace.customdata[0][2]
            seen.add(sense)
    assert len(seen) >= 3, "None and at least two senses"


def test_the_sentence_before_another_was_added_stays_as_a_shadow(weigher: Weigher) -> None:
    without, fig = (build_scene(scene_of(weigher, 3, aside=a), entry_of(3), "learned", LIGHT) for a in (False, True))
    assert len(fig.data) == len(without.data) + 2
    shadow = [t for t in drawn(fig) if t.customdata is not None and "before a sentence was added" in str(t.customdata)]
    assert len(shadow) == 1
    assert shadow[0].marker.color.startswith("rgba")
    assert shadow[0].mode == "markers", "without a number"


def test_a_word_that_no_space_knows_has_arrows_and_no_point(weigher: Weigher) -> None:
    weighing = weigher.weigh(("money", "qqxxzz", "river"), 1, "learned")
    fig = build_scene(make_scene(anchors_of(3), [(0, weighing)], 0.1), entry_of(3), "learned", LIGHT)
    assert not [t for t in drawn(fig) if t.text and "one vector" in str(t.text)]
    (line,) = drawn(fig, "lines")
    assert np.isfinite([*line.x, *line.y]).all()
    known = build_scene(scene_of(weigher, 3), entry_of(3), "learned", LIGHT)
    assert len([t for t in drawn(known) if t.text and "one vector" in str(t.text)]) == 1


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_names_that_look_like_markup_are_drawn_as_they_stand(weigher: Weigher, look: Any) -> None:
    scene = make_scene(anchors_of(2), [(0, weigher.weigh((HOSTILE, "money"), 0, "learned"))], 0.0)
    fig = build_scene(scene, entry_of(2, HOSTILE, HOSTILE), "learned", look)
    line = weigher.weigh((HOSTILE, "money", "bank"), 2, "learned")
    leads = leads_without(line, anchors_of(2), 0)
    for one in (
        fig,
        build_balance([line], ["#000000"] * 3, look),
        build_without(line, leads, 0.3, HOSTILE, look),
        build_words({"a": [0.5]}, [HOSTILE], look, titles={"a": HOSTILE}),
        build_scoreboard({"a": [Bar(0.5, 0.4, 0.6)]}, [HOSTILE], look, titles={"a": HOSTILE}),
    ):
        readable = json.dumps(json.loads(one.to_json()))
        assert HOSTILE not in readable
        assert SAFE in readable


# The balance


def test_bars_are_the_weights_to_one_scale(weigher: Weigher) -> None:
    every = [by(weigher, 2, scheme) for scheme in SCHEMES] + [weigher.by_hand(LINES[2], 1, [9, 0, 1, 0, 0])]
    colours = [f"#00000{i}" for i in range(5)]
    fig = build_balance(every, colours, LIGHT)
    assert len(fig.data) == 5
    tops = set()
    for number, (bar, weighing) in enumerate(zip(fig.data, every, strict=True)):
        np.testing.assert_array_equal(bar.y, weighing.weights)
        assert list(bar.marker.color) == colours
        axis = fig.layout[f"yaxis{number + 1 if number else ''}"]
        assert bar.yaxis in (f"y{number + 1}", "y" if not number else "-")
        assert axis.title.text == TITLES[weighing.scheme]
        tops.add(axis.range)
        written = [0 if not text else float(f"0{text}") for text in bar.text]
        np.testing.assert_allclose(written, np.where(weighing.weights < 0.995, weighing.weights, 0), atol=0.0051)
        assert [row[2] == "no say" for row in bar.customdata] == np.isnan(weighing.scores).tolist()
    assert len(tops) == 1
    ((low, top),) = tops
    assert low == 0
    assert top > max(weighing.weights.max() for weighing in every)
    domains = [fig.layout[f"yaxis{i + 1 if i else ''}"].domain for i in range(5)]
    assert all(upper[0] >= lower[1] for upper, lower in itertools.pairwise(domains)), "no rows overlap"


def test_the_target_is_bold_and_struck_words_are_struck(weigher: Weigher) -> None:
    fig = build_balance([by(weigher, 2, "learned")], ["#000000"] * 5, LIGHT, struck=(2, 4))
    ticks = ["the", "<b>bank</b>", "<s>tree</s>", "bank", "<s>qqxxzz</s>"]
    assert list(fig.layout.xaxis.ticktext) == ticks
    assert list(fig.layout.xaxis.tickvals) == [0, 1, 2, 3, 4]
    assert list(build_balance([by(weigher, 2, "sif")], ["#000000"] * 5, LIGHT).layout.xaxis.ticktext)[4] == "qqxxzz"


def test_a_balance_grows_with_its_rows_and_its_longest_word(weigher: Weigher) -> None:
    one = by(weigher, 2, "learned")
    colours = ["#000000"] * 5
    assert build_balance([one] * 4, colours, LIGHT).layout.height > build_balance([one], colours, LIGHT).layout.height
    long = weigher.weigh(("the", "bank", "x" * 30, "tree", "mud"), 1, "learned")
    assert build_balance([long], colours, LIGHT).layout.height > build_balance([one], colours, LIGHT).layout.height


def test_a_long_sentence_is_drawn_without_numbers_on_its_bars(weigher: Weigher) -> None:
    tokens = (*LINES[1], *("the", "money", "loan", "tree", "cash") * 11)
    long = weigher.weigh(tokens, 1, "learned")
    fig = build_balance([long], ["#000000"] * len(tokens), LIGHT)
    assert fig.data[0].text is None
    np.testing.assert_array_equal(fig.data[0].y, long.weights)
    assert fig.layout.xaxis.tickangle < 0


# Without each word


def test_what_a_word_gives_is_the_lead_less_the_lead_without_it(weigher: Weigher) -> None:
    weighing = by(weigher, 1, "learned")
    leads = np.array([0.30, -0.10, 0.55])
    fig = build_without(weighing, leads, 0.4, "river", LIGHT)
    (bar,) = fig.data
    np.testing.assert_allclose(bar.x, [-0.15, 0.10, 0.50])
    assert list(fig.layout.yaxis.ticktext) == ["mud", "river", "water"]
    assert list(bar.marker.color) == [LIGHT.loss, LIGHT.accent, LIGHT.accent]
    assert [row[1] for row in bar.customdata] == ["+0.550", "+0.300", "-0.100"]
    assert "+0.40" in fig.layout.xaxis.title.text


def test_of_many_words_the_twenty_that_matter_most_are_drawn(weigher: Weigher) -> None:
    tokens = ("bank", *("the", "money", "loan", "tree", "cash") * 8)
    weighing = weigher.weigh(tokens, 0, "learned")
    gives = np.linspace(-1, 1, 40) ** 3
    fig = build_without(weighing, 0.4 - gives, 0.4, "river", LIGHT)
    assert len(fig.data[0].x) == 20
    assert min(np.abs(fig.data[0].x)) >= np.sort(np.abs(gives))[20] - 1e-9
    assert fig.layout.height > build_without(weighing, np.full(40, 0.4)[:5], 0.4, "river", LIGHT).layout.height


# Colours


def test_a_word_has_the_colour_of_the_sense_it_is_near_and_is_faint_without_a_say(weigher: Weigher) -> None:
    weighing = by(weigher, 2, "learned")
    directions = np.stack([weigher.told.vector("the"), weigher.told.vector("tree")]).astype(float)
    found = word_colours(weighing, directions, LIGHT)
    first, second = sense_colours(2, LIGHT)
    assert (found[0], found[2]) == (first, second)
    assert found[1] == found[3] == found[4] == LIGHT.faint
    between = word_colours(weighing, np.stack([directions[0], directions[0]]), LIGHT)
    assert set(between) == {LIGHT.faint}


# What was learned and measured


def test_lines_and_intervals_of_the_scoreboard_are_what_was_measured() -> None:
    scores = {
        "learned": [Bar(0.8, 0.75, 0.9), Bar(0.7, 0.6, 0.72)],
        "sif": [Bar(0.5, 0.4, 0.6), Bar(0.3, 0.2, 0.5)],
    }
    fig = build_scoreboard(scores, ["alone", "more"], LIGHT, titles={"learned": "Learned", "sif": "SIF"})
    assert [trace.name for trace in fig.data] == ["Learned", "SIF"]
    for trace, bars in zip(fig.data, scores.values(), strict=True):
        assert list(trace.y) == [bar.value for bar in bars]
        np.testing.assert_allclose(np.add(trace.y, trace.error_y.array), [bar.high for bar in bars])
        np.testing.assert_allclose(np.subtract(trace.y, trace.error_y.arrayminus), [bar.low for bar in bars])
        np.testing.assert_allclose(trace.x, [0, 1], atol=0.2)
    assert fig.data[0].line.width > fig.data[1].line.width
    assert fig.data[0].line.color == LIGHT.accent
    assert fig.data[1].line.color != LIGHT.accent
    assert fig.data[0].x[0] != fig.data[1].x[0], "intervals do not lie on each other"
    assert list(fig.layout.xaxis.ticktext) == ["alone", "more"]


def test_schemes_of_a_scoreboard_can_be_told_apart() -> None:
    names = ["uniform", "sif", "dot", "learned", "raw", "zero", "blind"]
    fig = build_scoreboard(
        {name: [Bar(0.5, 0.4, 0.6)] for name in names}, ["alone"], LIGHT, titles={name: name for name in names}
    )
    looks = {(trace.line.color, trace.marker.symbol) for trace in fig.data}
    assert len(looks) == len(names)


def test_each_word_has_a_row_and_each_scheme_a_point_on_it() -> None:
    scores = {"learned": [0.9, 0.2], "sif": [0.8, 0.3]}
    fig = build_words(scores, ["bank", "bass"], LIGHT, titles={"learned": "Learned", "sif": "SIF"})
    for trace, values in zip(fig.data, scores.values(), strict=True):
        assert list(trace.x) == values
        assert list(trace.y) == [0, 1]
    assert list(fig.layout.yaxis.ticktext) == ["bank", "bass"]
    first, second = fig.layout.yaxis.range
    assert first > second, "the first word on top"


def test_nearness_is_drawn_on_both_sides_with_the_nearest_at_nought() -> None:
    learned = attention()
    (line,) = build_distance(learned, LIGHT).data
    factors = {x: y for x, y in zip(line.x, line.y, strict=True) if x is not None}
    assert sorted(factors) == [x for x in range(-60, 61) if x]
    assert None in line.x, "no line through the target itself"
    for offset in (-60, -3, -1, 1, 2, 25, 60):
        wanted = learned.nearness(np.array([offset]))[0] - learned.distance.max()
        assert factors[offset] == pytest.approx(float(wanted), abs=1e-6)
    assert max(factors.values()) == pytest.approx(0, abs=1e-6)


def test_the_loss_is_drawn_as_it_was_written_down() -> None:
    losses = attention().losses.astype(float)
    (line,) = build_loss(losses, LIGHT).data
    assert list(line.x) == losses[:, 0].tolist()
    assert list(line.y) == losses[:, 1].tolist()
