"""The figures of the context page show the numbers they were given, hold still while one types, and draw any word."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
import pytest

from core.charts import Card
from core.charts.theme import DARK, LIGHT, Theme, rgba, sense_colours
from core.context.attention import N_DISTANCES, Attention
from core.context.disambiguation import LeaveOneOut, decide, leave_one_out
from core.context.figures import (
    build_balance,
    build_by_hand,
    build_distance,
    build_leave_one_out,
    build_loss,
    build_neighbours,
    build_scene,
    build_scoreboard,
    build_word_scores,
    word_colours,
)
from core.context.probe import nearest_columns, nearness_curve
from core.context.scene import Scene, make_scene
from core.context.scores import SYSTEMS, VERSIONS, Interval
from core.context.weights import SCHEMES, TITLES, ContextModel, ContextualVector, make_model
from core.counts.senses import Sense, SenseWord
from core.evidence.results import Measurement
from core.spaces.space import Space
from tests.charts import drawn

HOSTILE = "<b>x&y</b>"
SAFE = "&lt;b&gt;x&amp;y&lt;/b&gt;"
WORDS = ("the", "money", "bank", "river", "loan", "water", "mud", "cash", "tree", HOSTILE)
D = 5
LINES = (("bank", "money", "loan"), ("river", "bank", "water", "mud"), ("the", "bank", "tree", "bank", "qqxxzz"))


@pytest.fixture(scope="module")
def model() -> ContextModel:
    random = np.random.default_rng(8)
    vectors = random.normal(size=(len(WORDS), D)).astype(np.float32)
    return make_model(Space("toy", WORDS, vectors), np.arange(10.0, 0, -1), 100.0, attention())


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


def by(model: ContextModel, line: int, scheme: str) -> ContextualVector:
    return model.weigh(LINES[line], LINES[line].index("bank"), scheme)


def scene_of(model: ContextModel, n: int, lines: tuple[int, ...] = (0, 1), *, aside: bool = False) -> Scene:
    contexts = [(i, by(model, i, scheme)) for scheme in SCHEMES for i in lines]
    return make_scene(anchors_of(n), contexts, 0.1, [(0, by(model, 2, "learned"))] if aside else [])


def marks(fig: go.Figure, mode: str = "") -> list[Any]:
    """All lines and points, or those drawn in one way; without the tint of the plane."""
    return [trace for trace in fig.data if trace.fill is None and trace.mode in (mode or trace.mode,)]


def tints(fig: go.Figure) -> list[Any]:
    return [trace for trace in fig.data if trace.type == "scatter" and trace.fill == "toself"]


# The plane


def test_nothing_moves_while_one_types(model: ContextModel) -> None:
    for n in (2, 3, 4):
        figures = [
            drawn(build_scene(scene_of(model, n, lines), entry_of(n), "learned", LIGHT)) for lines in ((0,), (1, 2))
        ]
        first, second = (fig.layout for fig in figures)
        assert first.xaxis.range == second.xaxis.range
        assert first.yaxis.range == second.yaxis.range
        assert first.height == second.height
        assert (first.yaxis.scaleanchor, first.yaxis.scaleratio) == ("x", 1)
        assert len(tints(figures[0])) == (n if n < 4 else 0), "of four senses the plane is no judge"
        for sense, (one, other) in enumerate(zip(*map(tints, figures), strict=True)):
            assert (one.x, one.y) == (other.x, other.y)
            assert one.fillcolor == rgba(sense_colours(n, LIGHT)[sense], 0.13)
        anchors = [next(t for t in marks(fig) if t.text and "sense 0" in t.text[0]) for fig in figures]
        assert anchors[0].x == anchors[1].x
        low, high = first.xaxis.range
        assert all(low < x < high for x in anchors[0].x)
        tips = [[t.x[-1] for t in marks(fig, "lines")] for fig in figures]
        assert set(tips[0]) != set(tips[1]), "but the arrows do"


def test_an_arrow_runs_from_the_one_vector_to_each_tip(model: ContextModel) -> None:
    scene = scene_of(model, 3)
    assert scene.word is not None
    lines = marks(drawn(build_scene(scene, entry_of(3), "learned", LIGHT)), "lines")
    assert len(lines) == len(scene.tips) == 8
    for line, tip in zip(lines, sorted(scene.tips, key=lambda tip: SCHEMES.index(tip.context.scheme)), strict=True):
        assert (line.x[0], line.y[0]) == pytest.approx(tuple(scene.word))
        assert (line.x[1], line.y[1]) == pytest.approx(tip.at)
    for scheme in ("learned", "sif"):
        fig = drawn(build_scene(scene, entry_of(3), scheme, LIGHT))
        heavy = [t for t in marks(fig, "lines") if t.line.width >= 3]
        assert [(t.x[1], t.y[1]) for t in heavy] == [tip.at for tip in scene.tips if tip.context.scheme == scheme]
        numbered = [t for t in marks(fig, "markers+text") if t.legendgroup]
        assert [(t.legendgroup, t.text[0]) for t in numbered] == [(scheme, "<b>1</b>"), (scheme, "<b>2</b>")]


def test_a_tip_has_the_colour_of_its_sense_and_is_faint_where_none_is_told(model: ContextModel) -> None:
    seen = set()
    for threshold in (0.0, 2.5):
        scene = make_scene(anchors_of(3), [(i, by(model, i, "learned")) for i in range(3)], threshold)
        fig = drawn(build_scene(scene, entry_of(3), "learned", LIGHT))
        tips = [t for t in marks(fig, "markers+text") if t.legendgroup == "learned"]
        for trace, tip in zip(tips, scene.tips, strict=True):
            sense = tip.verdict.sense
            assert trace.marker.color == (LIGHT.faint if sense is None else sense_colours(3, LIGHT)[sense])
            assert ("cannot tell" in trace.customdata[0][2]) == (sense is None)
            assert f"leads by {tip.verdict.margin:.2f}" in trace.customdata[0][2]
            seen.add(sense)
    assert len(seen) >= 3, "None and at least two senses"


def test_the_table_has_every_weight_and_the_sentences_tell_of_the_chosen_scheme(model: ContextModel) -> None:
    scene = scene_of(model, 3, aside=True)
    card = build_scene(scene, entry_of(3), "sif", LIGHT)
    rows = list(zip(*card.table.columns, strict=True))
    assert len(rows) == sum(len(tip.context.tokens) for tip in scene.tips)
    for tip in scene.tips:
        name = f"{tip.sentence + 1}{' before a sentence was added' if tip.aside else ''}"
        mine = [row for row in rows if row[:2] == (name, tip.context.scheme)]
        assert [row[3] for row in mine] == list(tip.context.tokens)
        np.testing.assert_array_equal([row[5] for row in mine], tip.context.weights)
        assert {row[7] for row in mine} == {tip.verdict.margin}
    assert card.said[0].startswith("With SIF weights")
    assert len({tuple(build_scene(scene, entry_of(3), scheme, LIGHT).said) for scheme in SCHEMES}) == len(SCHEMES)


def test_the_sentence_before_another_was_added_stays_as_a_shadow(model: ContextModel) -> None:
    without, fig = (
        drawn(build_scene(scene_of(model, 3, aside=a), entry_of(3), "learned", LIGHT)) for a in (False, True)
    )
    assert len(fig.data) == len(without.data) + 2
    shadow = [t for t in marks(fig) if t.customdata is not None and "before a sentence was added" in str(t.customdata)]
    assert len(shadow) == 1
    assert shadow[0].marker.color.startswith("rgba")
    assert shadow[0].mode == "markers", "without a number"


def test_a_word_that_no_space_knows_has_arrows_and_no_point(model: ContextModel) -> None:
    context = model.weigh(("money", "qqxxzz", "river"), 1, "learned")
    fig = drawn(build_scene(make_scene(anchors_of(3), [(0, context)], 0.1), entry_of(3), "learned", LIGHT))
    assert not [t for t in marks(fig) if t.text and "one vector" in str(t.text)]
    (line,) = marks(fig, "lines")
    assert np.isfinite([*line.x, *line.y]).all()
    known = drawn(build_scene(scene_of(model, 3), entry_of(3), "learned", LIGHT))
    assert len([t for t in marks(known) if t.text and "one vector" in str(t.text)]) == 1


def every_card(model: ContextModel, look: Theme) -> list[Card]:
    """Each figure once, of a word, senses and a sentence whose names look like markup."""
    entry, anchors = entry_of(2, HOSTILE, HOSTILE), anchors_of(2)
    line = {scheme: model.weigh((HOSTILE, "money", "bank"), 2, scheme) for scheme in SCHEMES}
    scene = make_scene(anchors, [(0, model.weigh((HOSTILE, "money"), 0, "learned"))], 0.0)
    hand, verdict = model.by_hand((HOSTILE, "money", "bank"), 2, [1, 2, 3]), decide(line["learned"].vector, anchors)
    interval = [Interval(0.5, 0.4, 0.6)] * len(VERSIONS)
    measurement = Measurement("context", "learned", HOSTILE, "macro F1", 0.5, 9, 1.0)
    return [
        build_scene(scene, entry, "learned", look),
        build_balance(list(line.values()), 1, look, anchors, (0,)),
        build_by_hand(hand, line["learned"], look, entry, anchors, {"by hand": verdict}),
        build_leave_one_out(leave_one_out(line["learned"], anchors), HOSTILE, 1, look),
        build_neighbours(nearest_columns(model, line, 5), line["learned"], model, look, entry),
        build_scoreboard({"learned": interval}, [measurement], look),
        build_word_scores({"learned": {HOSTILE: 0.5}}, look),
        build_distance(attention(), look),
        build_loss(attention(), look),
    ]


def test_every_figure_is_complete_and_names_that_look_like_markup_are_drawn_as_they_stand(model: ContextModel) -> None:
    cards = every_card(model, DARK)
    assert len({card.name for card in cards}) == len(cards)
    assert len({card.title for card in cards}) == len(cards)
    for card in cards:
        readable = json.dumps(json.loads(drawn(card).to_json()))
        assert HOSTILE not in readable, card.name
        assert SAFE in readable or card.name in ("context-scores", "distance", "loss")
        assert not any(HOSTILE in text for text in (*card.said, card.caption, card.head))
        assert all(len(column) for column in card.table.columns)
        assert card.alt.endswith(".")
        assert card.how.text
        assert card.how.formulas


# The balance


def test_bars_are_the_weights_to_one_scale(model: ContextModel) -> None:
    every = [by(model, 2, scheme) for scheme in SCHEMES] + [model.by_hand(LINES[2], 1, [9, 0, 1, 0, 0])]
    fig = drawn(build_balance(every, 3, LIGHT))
    assert len(fig.data) == 5
    tops = set()
    for number, (bar, context) in enumerate(zip(fig.data, every, strict=True)):
        np.testing.assert_array_equal(bar.y, context.weights)
        assert list(bar.marker.color) == [LIGHT.accent] * 5
        axis = fig.layout[f"yaxis{number + 1 if number else ''}"]
        assert bar.yaxis in (f"y{number + 1}", "y" if not number else "-")
        assert axis.title.text == TITLES[context.scheme]
        tops.add(axis.range)
        written = [0 if not text else float(f"0{text}") for text in bar.text]
        np.testing.assert_allclose(written, np.where(context.weights < 0.995, context.weights, 0), atol=0.0051)
        assert [row[2] == "no say" for row in bar.customdata] == np.isnan(context.scores).tolist()
    ((low, top),) = tops
    assert low == 0
    assert top > max(context.weights.max() for context in every)
    domains = [fig.layout[f"yaxis{i + 1 if i else ''}"].domain for i in range(5)]
    assert all(upper[0] >= lower[1] for upper, lower in itertools.pairwise(domains)), "no rows overlap"


def test_a_balance_tells_each_spread_and_lists_scores_and_weights(model: ContextModel) -> None:
    contexts = [by(model, 2, scheme) for scheme in ("sif", "learned")]
    card = build_balance(contexts, 7, LIGHT)
    assert card.caption.startswith("Sentence 7. ")
    for context in contexts:
        assert f"{TITLES[context.scheme]} {context.entropy:.2f}" in card.caption
        np.testing.assert_array_equal(card.table.shown[TITLES[context.scheme]], context.weights)
        np.testing.assert_array_equal(card.table.shown[f"{TITLES[context.scheme]}, score"], context.scores)


def test_the_target_is_bold_and_struck_words_are_struck(model: ContextModel) -> None:
    axis = drawn(build_balance([by(model, 2, "learned")], 1, LIGHT, struck=(2, 4))).layout.xaxis
    assert list(axis.ticktext) == ["the", "<b>bank</b>", "<s>tree</s>", "bank", "<s>qqxxzz</s>"]
    assert list(axis.tickvals) == [0, 1, 2, 3, 4]
    assert drawn(build_balance([by(model, 2, "sif")], 1, LIGHT)).layout.xaxis.ticktext[4] == "qqxxzz"


def test_a_balance_has_room_for_its_rows_and_words(model: ContextModel) -> None:
    one = by(model, 2, "learned")
    low, rows, long = (
        drawn(build_balance(contexts, 1, LIGHT))
        for contexts in ([one], [one] * 4, [model.weigh(("the", "bank", "x" * 30, "tree", "mud"), 1, "learned")])
    )
    assert min(rows.layout.height, long.layout.height) > low.layout.height
    tokens = (*LINES[1], *("the", "money", "loan", "tree", "cash") * 11)
    many = model.weigh(tokens, 1, "learned")
    fig = drawn(build_balance([many], 1, LIGHT))
    assert fig.data[0].text is None, "no numbers on many bars"
    np.testing.assert_array_equal(fig.data[0].y, many.weights)
    assert fig.layout.xaxis.tickangle < 0


def test_words_by_hand_keep_the_colours_of_their_senses_at_weight_nought(model: ContextModel) -> None:
    learned, hand = by(model, 2, "learned"), model.by_hand(LINES[2], 1, [1, 0, 0, 0, 0])
    fig = drawn(build_by_hand(hand, learned, LIGHT, entry_of(3), anchors_of(3), {}))
    for bar, context in zip(fig.data, (hand, learned), strict=True):
        assert list(bar.marker.color) == word_colours(learned, anchors_of(3), LIGHT)
        np.testing.assert_array_equal(bar.y, context.weights)


# Without each word


def test_what_a_word_gives_is_drawn_from_what_takes_to_what_gives(model: ContextModel) -> None:
    left = LeaveOneOut(by(model, 1, "learned"), 0, 0.4, np.array([0.30, -0.10, 0.55]))
    card = build_leave_one_out(left, "river", 2, LIGHT)
    fig = drawn(card)
    (bar,) = fig.data
    np.testing.assert_allclose(bar.x, [-0.15, 0.10, 0.50])
    assert list(fig.layout.yaxis.ticktext) == ["mud", "river", "water"]
    assert list(bar.marker.color) == [LIGHT.loss, LIGHT.accent, LIGHT.accent]
    assert [row[1] for row in bar.customdata] == ["+0.550", "+0.300", "-0.100"]
    assert "+0.40" in fig.layout.xaxis.title.text
    assert list(card.table.shown["word"]) == ["river", "water", "mud"]


def test_of_many_words_the_twenty_that_matter_most_are_drawn(model: ContextModel) -> None:
    context = model.weigh(("bank", *("the", "money", "loan", "tree", "cash") * 8), 0, "learned")
    gives = np.linspace(-1, 1, 40) ** 3
    card = build_leave_one_out(LeaveOneOut(context, 0, 0.4, 0.4 - gives), "river", 1, LIGHT)
    fig = drawn(card)
    assert len(fig.data[0].x) == 20
    assert min(np.abs(fig.data[0].x)) >= np.sort(np.abs(gives))[20] - 1e-9
    assert len(card.table.columns[0]) == 40, "the table has all"


# Colours


def test_a_word_has_the_colour_of_the_sense_it_is_near_and_is_faint_without_a_say(model: ContextModel) -> None:
    context = by(model, 2, "learned")
    directions = np.stack([model.whitened.vector("the"), model.whitened.vector("tree")]).astype(float)
    found = word_colours(context, directions, LIGHT)
    first, second = sense_colours(2, LIGHT)
    assert (found[0], found[2]) == (first, second)
    assert found[1] == found[3] == found[4] == LIGHT.faint
    assert set(word_colours(context, np.stack([directions[0], directions[0]]), LIGHT)) == {LIGHT.faint}
    assert set(word_colours(context, None, LIGHT)) == {LIGHT.accent}


# What was learned and measured


def test_lines_and_intervals_of_the_scoreboard_are_what_was_measured() -> None:
    values = np.random.default_rng(1).uniform(0.3, 0.8, size=(len(SYSTEMS), len(VERSIONS)))
    scores = {
        system: [Interval(float(value), value - 0.05, value + 0.1) for value in row]
        for system, row in zip(SYSTEMS, values, strict=True)
    }
    rows = [Measurement("context", "learned", "any", "macro F1", 0.5, 9, 1.0)]
    card = build_scoreboard(scores, rows, LIGHT)
    fig = drawn(card)
    assert fig.data[-1].name == "Learned, without distance"
    for trace, bars in zip(fig.data, scores.values(), strict=True):
        assert list(trace.y) == [bar.value for bar in bars]
        np.testing.assert_allclose(np.add(trace.y, trace.error_y.array), [bar.high for bar in bars])
        np.testing.assert_allclose(np.subtract(trace.y, trace.error_y.arrayminus), [bar.low for bar in bars])
        np.testing.assert_allclose(trace.x, [0, 1, 2], atol=0.2)
    heavy = [trace.name for trace in fig.data if trace.line.color == LIGHT.accent]
    assert heavy == ["Learned"]
    assert max(fig.data, key=lambda trace: trace.line.width).name == "Learned"
    assert len({trace.x[0] for trace in fig.data}) == len(SYSTEMS), "intervals do not lie on each other"
    assert len({(trace.line.color, trace.marker.symbol) for trace in fig.data}) == len(SYSTEMS)
    assert list(fig.layout.xaxis.ticktext) == list(VERSIONS.values())
    assert card.table.shown == {"space": ["learned"], "set": ["any"], "metric": ["macro F1"], "value": [0.5], "n": [9]}


def test_each_word_has_a_row_and_each_scheme_a_point_on_it() -> None:
    scores = {"learned": {"bank": 0.9, "bass": 0.2}, "sif": {"bank": 0.8, "bass": 0.3}}
    card = build_word_scores(scores, LIGHT)
    fig = drawn(card)
    for trace, values in zip(fig.data, scores.values(), strict=True):
        assert list(trace.x) == list(values.values())
        assert list(trace.y) == [0, 1]
    assert list(fig.layout.yaxis.ticktext) == ["bank", "bass"]
    first, second = fig.layout.yaxis.range
    assert first > second, "the first word on top"
    assert card.table.shown == {"word": ["bank", "bass"], "Learned": [0.9, 0.2], "SIF": [0.8, 0.3]}


def test_nearness_and_loss_are_drawn_as_they_were_learned() -> None:
    (line,) = drawn(build_distance(attention(), LIGHT)).data
    shown = {x: y for x, y in zip(line.x, line.y, strict=True) if x is not None}
    offsets, counts = nearness_curve(attention())
    assert shown == dict(zip(offsets.tolist(), counts.tolist(), strict=True))
    assert line.x[60] is None, "no line through the target itself"
    losses = attention().losses.astype(float)
    (line,) = drawn(build_loss(attention(), LIGHT)).data
    assert (list(line.x), list(line.y)) == (losses[:, 0].tolist(), losses[:, 1].tolist())


def test_the_nearest_words_wear_the_colours_of_their_senses(model: ContextModel) -> None:
    contexts = {scheme: by(model, 0, scheme) for scheme in SCHEMES}
    columns = nearest_columns(model, contexts, 3)
    card = build_neighbours(columns, contexts["learned"], model, LIGHT, entry_of(2))
    listed = [row[2] for row in zip(*card.table.columns, strict=True)]
    assert listed == [near.word for found in columns.neighbours.values() for near in found or ()]
    assert "Colours" in card.caption
    assert not build_neighbours(columns, contexts["learned"], model, LIGHT).caption
