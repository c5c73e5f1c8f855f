"""The figures of evidence draw the measurements they were given, named and told apart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from core.charts.adapter import figure_of
from core.charts.theme import DARK, LIGHT, Theme
from core.evidence.figures import build_meanings, build_scores
from core.evidence.results import Measurement, load_results
from core.evidence.scores import KINDS, Scores, scores, section_name, sense_name
from core.spaces.meanings import MeaningLaw, Meanings, load_meanings, meaning_law
from tests.charts import drawn
from tests.colour import contrast

TITLES = {"p": "P", "q": "Q", "r": "R"}


def row(space: str, set_: str, value: float | None, published: float | None = None) -> Measurement:
    return Measurement("p", space, set_, "m", value, 1_234, 0.876, published)


ROWS = (
    row("p", "first", 0.1),
    row("p", "second", -0.3, published=0.8),
    row("q", "first", 0.6),
    row("q", "third", None, published=0.2),
    row("r", "second", None),
)
SCORES = Scores("Word similarity", ROWS, TITLES)


def figure(rows: Sequence[Measurement] = ROWS, **fields: object) -> go.Figure:
    return drawn(build_scores(replace(SCORES, measurements=rows, **fields), LIGHT))  # type: ignore[arg-type]


def test_each_space_is_one_name_in_the_legend_and_its_points_are_its_scores() -> None:
    listed = {trace.name: trace for trace in figure().data if trace.showlegend is not False}
    points = {name: (list(trace.x), list(trace.y)) for name, trace in listed.items()}
    assert points == {"P": ([0.1, -0.3], [0, 1]), "Q": ([0.6], [0]), "R": ([], [])}
    assert list(listed["P"].customdata[1]) == ["second", "1,234", "88 %"]


def test_what_was_published_is_hollow_and_stands_in_the_row_of_its_set() -> None:
    fig = figure()
    ours = {trace.name: trace for trace in fig.data if trace.name != "published"}
    theirs = [trace for trace in fig.data if trace.name == "published"]
    assert [(list(trace.x), list(trace.y)) for trace in theirs] == [([0.8], [1]), ([0.2], [2])]
    for trace, name in zip(theirs, "PQ", strict=True):
        assert trace.showlegend is False
        assert trace.marker.symbol == f"{ours[name].marker.symbol}-open"
        assert trace.marker.color == ours[name].marker.color
        assert f"{name} as published" in trace.hovertemplate
    assert "Hollow" in build_scores(SCORES, LIGHT).caption
    assert build_scores(replace(SCORES, measurements=ROWS[:1]), LIGHT).caption == ""


def test_every_set_has_its_row_and_its_label_from_the_top() -> None:
    axis = figure(names={"second": "<b>2nd</b>"}).layout.yaxis
    assert list(axis.tickvals) == [0, 1, 2]
    assert list(axis.ticktext) == ["first", "&lt;b&gt;2nd&lt;/b&gt;", "third"]
    assert axis.range == (2.5, -0.5)
    assert len(figure([row("p", f"set {i}", 0.5) for i in range(40)]).layout.yaxis.ticktext) == 40


def test_every_point_is_within_the_axis_which_begins_at_nought_or_below() -> None:
    low, high = figure().layout.xaxis.range
    assert low < -0.3 < 0.8 < high
    low, high = figure(ROWS[:1]).layout.xaxis.range
    assert low <= 0 < 0.1 < high


def test_shares_are_shown_as_percentages_and_correlations_as_they_are() -> None:
    shares, others = figure(shares=True, measure="<what>"), figure()
    assert "%{x:.1%}" in shares.data[0].hovertemplate
    assert shares.layout.xaxis.tickformat == ".0%"
    assert shares.layout.xaxis.title.text == "&lt;what&gt;"
    assert "%{x:.3f}" in others.data[0].hovertemplate
    assert others.layout.xaxis.tickformat == ".1f"


def test_nothing_measured_is_an_empty_figure_and_no_fault() -> None:
    for rows in ([], [row("p", "first", None)]):
        assert all(not trace.x for trace in figure(rows).data)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_no_two_spaces_share_a_shape_or_a_colour(look: Theme) -> None:
    titles = {f"s{i}": f"S{i}" for i in range(6)}
    card = build_scores(Scores(KINDS[0], [row(name, "set", 0.5, 0.4) for name in titles], titles), look)
    full = [trace.marker for trace in drawn(card).data if trace.name != "published"]
    assert len(full) == 6
    for one, other in itertools.combinations(full, 2):
        assert one.symbol != other.symbol
        assert one.color != other.color
    assert np.all([contrast(marker.color, look.paper) >= 3 for marker in full])


def test_every_kind_of_what_ships_is_drawn_said_listed_and_explained() -> None:
    results = load_results()
    made = [build_scores(scores(results, kind), LIGHT) for kind in KINDS]
    for kind, card in zip(KINDS, made, strict=True):
        rows = scores(results, kind).measurements
        assert list(card.table.shown["value"]) == [one.value for one in rows]
        assert card.how.formulas
        assert card.how.text
        assert kind in card.title
        figure_of(card.plot)
    assert len({card.name for card in made}) == len({card.said[0] for card in made}) == len(KINDS)


def test_rows_are_called_what_a_reader_would_call_them() -> None:
    assert section_name("Google analogies: gram7-past-tense") == "past tense"
    assert section_name("Google analogies: capital-common-countries") == "capital common countries"
    assert sense_name("CoarseWSD-20: bank, alone, bank_bank_(geography)") == "bank: geography"
    assert sense_name("CoarseWSD-20: java, alone, java_java") == "java: java"
    assert sense_name("CoarseWSD-20: club, alone, club_nightclub") == "club: nightclub"
    for kind in KINDS[1:]:
        found = scores(load_results(), kind)
        names = [found.names[one.set] for one in found.measurements]
        assert len(set(names)) == len({one.set for one in found.measurements})
        assert not any(mark in name for name in names for mark in "_()")


# Meanings


@pytest.fixture(scope="module")
def shipped() -> tuple[Meanings, MeaningLaw]:
    meanings = load_meanings()
    return meanings, meaning_law(meanings)


def test_words_stand_at_their_frequency_and_number_of_senses(shipped: tuple[Meanings, MeaningLaw]) -> None:
    meanings, law = shipped
    card = build_meanings(meanings, law, LIGHT, named=("run", "bank", "qqxxzz"))
    fig = drawn(card)
    dots = next(trace for trace in fig.data if trace.name == "a word")
    assert 500 < len(dots.x) <= 1_500
    places = {word: i for i, word in enumerate(meanings.words)}
    for (word, text), x, y in zip(dots.customdata, dots.x, dots.y, strict=True):
        count = int(meanings.senses[places[word]])
        assert text == (f"{count} senses" if count != 1 else "1 sense")
        assert x == pytest.approx(float(meanings.zipf[places[word]]), abs=0.006)
        assert round(y) == count or abs(np.log10(y / count)) <= 0.0301, "spread to another number"
    marked = next(trace for trace in fig.data if trace.mode == "markers+text")
    assert list(marked.text) == ["run", "bank"]
    assert list(marked.y) == [meanings.senses[places[word]] for word in ("run", "bank")]
    low, high = fig.layout.yaxis.range
    assert fig.layout.yaxis.type == "log"
    assert 10**low < 1
    assert 10**high > max(dots.y)
    assert [word for word in card.table.shown["word"] if word] == [word for word, _ in dots.customdata]
    assert build_meanings(meanings, law, LIGHT, named=("run", "bank")).plot.as_dict() == card.plot.as_dict()


def test_the_fitted_line_and_zipfs_pass_the_mean_of_the_groups(shipped: tuple[Meanings, MeaningLaw]) -> None:
    meanings, law = shipped
    fig = drawn(build_meanings(meanings, law, LIGHT))
    groups = next(trace for trace in fig.data if trace.name == "mean of 500 words")
    np.testing.assert_allclose(groups.x, law.zipf)
    np.testing.assert_allclose(groups.y, law.senses)
    fitted, zipf = (trace for trace in fig.data if trace.mode == "lines")
    middle, level = np.mean(law.zipf), np.mean(np.log10(law.senses))
    for line, slope in ((fitted, law.slope), (zipf, 0.5)):
        x, y = np.array(line.x), np.log10(line.y)
        assert (y[1] - y[0]) / (x[1] - x[0]) == pytest.approx(slope)
        assert np.interp(middle, x, y) == pytest.approx(level, abs=1e-6)
        assert x[0] < min(law.zipf) < max(law.zipf) < x[1]
    assert f"{law.slope:.2f}" in fitted.name
    assert "½" in zipf.name
    assert fitted.line.dash != zipf.line.dash


def test_a_word_of_the_dictionary_is_no_markup() -> None:
    names = ("<b>a", "b&c")
    meanings = Meanings(names, np.ones(2, np.uint8), np.array([5, 4], np.float32))
    card = build_meanings(meanings, MeaningLaw(0.5, 0.0, np.array([5.0, 4.0]), np.ones(2)), LIGHT, named=names)
    assert "<b>a" not in str(card.plot.as_dict())
    assert "&lt;b&gt;a" in str(card.plot.as_dict())
