"""Figures that hold spaces against each other: what is common stands out, what is missing is seen to be missing."""

from __future__ import annotations

import html
import itertools

import numpy as np
import plotly.graph_objects as go
import pytest

from core.charts.theme import DARK, LIGHT, Theme
from core.evidence.figures.measurements import build_scores
from core.evidence.results import Measurement
from core.map.comparison import Columns
from core.map.figures.comparison import build_columns, build_overlaps
from core.spaces.space import Neighbour
from tests.colour import contrast

THEMES = pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
NAMES = ("p", "q", "r", "s")
TITLES = {name: name.upper() for name in NAMES}
# In four lists, in two of them, in one; "b" stands at different heights.
LISTS: dict[str, tuple[str, ...] | None] = {
    "p": ("a", "b", "only p"),
    "q": ("b", "a", "only q"),
    "r": ("a", "c", "only r"),
    "s": ("a", "only s", "also s"),
}


def made(lists: dict[str, tuple[str, ...] | None] = LISTS) -> Columns:
    near = {
        name: None if words is None else [Neighbour(word, 0.9 - rank / 10) for rank, word in enumerate(words)]
        for name, words in lists.items()
    }
    words = [word for listed in lists.values() for word in listed or ()]
    return Columns("word", near, {word: words.count(word) for word in words}, {})


def texts(fig: go.Figure) -> list[go.Scatter]:
    """The traces that write words, one a column."""
    return [trace for trace in fig.data if trace.text]


def shown(fig: go.Figure) -> dict[tuple[int, int], tuple[str, str]]:
    """Each text and its colour by column and rank."""
    return {
        (int(x), int(y)): (text, colour)
        for trace in texts(fig)
        for x, y, text, colour in zip(trace.x, trace.y, trace.text, trace.textfont.color, strict=True)
    }


def lines(trace: go.Scatter) -> list[tuple[float, float]]:
    """Start and end height of each line."""
    return list(zip(trace.y[0::3], trace.y[1::3], strict=True))


# Lists of neighbours


@THEMES
def test_a_word_of_half_the_lists_stands_out_and_one_of_a_single_list_is_faint(look: Theme) -> None:
    lists: dict[str, tuple[str, ...] | None] = {name: tuple("abc") for name in "pqrstu"}
    lists |= {name: ("a", "b", f"only {name}") for name in "stu"}  # c in three of six: half
    lists |= {name: ("a", f"once {name}", f"only {name}") for name in "tu"}  # b in four
    lists["p"], lists["q"] = ("a", "b", "twice"), ("a", "b", "twice")  # c in one
    found = shown(build_columns(made(lists), {name: name for name in lists}, look))
    colours = {text.removeprefix("<b>").removesuffix("</b>"): (text[:3] == "<b>", c) for text, c in found.values()}
    assert colours["a"] == colours["b"] == (True, look.accent)
    assert colours["twice"] == (False, look.ink)
    assert colours["c"] == colours["only t"] == colours["once u"] == (False, look.faint)
    lists["p"], lists["q"] = ("a", "b", "c"), ("a", "b", "c")
    found = shown(build_columns(made(lists), {name: name for name in lists}, look))
    assert found[0, 3] == ("<b>c</b>", look.accent), "half counts"


def test_every_neighbour_is_written_once_in_its_column_best_on_top() -> None:
    fig = build_columns(made(), TITLES, LIGHT)
    found = {place: text.removeprefix("<b>").removesuffix("</b>") for place, (text, _) in shown(fig).items()}
    assert found == {
        (x, rank): word for x, words in enumerate(LISTS.values()) for rank, word in enumerate(words or (), 1)
    }
    bottom, top = fig.layout.yaxis.range
    assert top < 1 < 3 < bottom
    assert list(fig.layout.xaxis.tickvals) == [0, 1, 2, 3]
    assert [html.unescape(text) for text in fig.layout.xaxis.ticktext] == [
        "<b>P</b>",
        "<b>Q</b>",
        "<b>R</b>",
        "<b>S</b>",
    ]


def test_lines_lead_to_the_same_word_in_the_next_column_and_nowhere_else() -> None:
    fig = build_columns(made(), TITLES, LIGHT)
    rare, often = (trace for trace in fig.data if trace.mode == "lines")
    # a: 1 → 2 → 1 → 1, b: 2 → 1. Both are in half of the lists; no other word is in two.
    assert sorted(lines(often)) == sorted([(1, 2), (2, 1), (2, 1), (1, 1)])
    assert lines(rare) == []
    assert often.line.color == LIGHT.accent
    for start, end in zip(often.x[0::3], often.x[1::3], strict=True):
        assert int(start) + 0.5 > start > int(start), "a line starts where its word has ended"
        assert round(end) > end > start
        assert round(end) == int(start) + 1
    six: dict[str, tuple[str, ...] | None] = {name: ("x", f"only {name}") for name in "pq"}
    six |= {name: (f"only {name}", f"also {name}") for name in "rstu"}
    rare, often = (t for t in build_columns(made(six), {n: n for n in six}, LIGHT).data if t.mode == "lines")
    assert lines(rare) == [(1, 1)]
    assert lines(often) == []
    assert rare.line.color == LIGHT.faint
    assert rare.line.width < often.line.width


def test_a_space_without_the_word_keeps_its_column_and_says_so() -> None:
    fig = build_columns(made(LISTS | {"q": None}), TITLES, LIGHT)
    assert len(texts(fig)) == 4
    empty = next(trace for trace in texts(fig) if trace.name == "Q")
    assert list(empty.x) == [1]
    assert "no such" in empty.text[0]
    assert empty.hoverinfo == "skip"
    assert empty.customdata is None, "there is nothing to click"
    assert list(fig.layout.xaxis.tickvals) == [0, 1, 2, 3]
    # No line crosses the gap, and shares are those of the three lists that there are.
    assert all(
        end - start < 1 for t in fig.data if t.mode == "lines" for start, end in zip(t.x[::3], t.x[1::3], strict=True)
    )
    assert not any(int(start) in (0, 1) for t in fig.data if t.mode == "lines" for start in t.x[::3])
    row = next(trace for trace in texts(fig) if trace.name == "P").customdata[0]
    assert row[1] == "cosine 0.90, in 3 of 3 lists"


def test_the_only_list_has_no_word_that_stands_out() -> None:
    fig = build_columns(made({"p": None, "q": ("a", "b"), "r": None}), TITLES, LIGHT)
    found = [pair for place, pair in shown(fig).items() if place[0] == 1]
    assert found == [("a", LIGHT.faint), ("b", LIGHT.faint)]
    assert all(lines(trace) == [] for trace in fig.data if trace.mode == "lines")


def test_a_word_with_markup_is_clicked_as_it_is_spelled_and_drawn_as_text() -> None:
    words = ("<b>x</b>", "a&b", "<script>alert(1)</script>")
    fig = build_columns(made({"p": words, "q": words[::-1]}), TITLES, LIGHT)
    for trace in texts(fig):
        clicked = [html.unescape(row[0]) for row in trace.customdata]
        assert sorted(clicked) == sorted(words)
        for row, text in zip(trace.customdata, trace.text, strict=True):
            assert "<" not in row[0]
            inner = text.removeprefix("<b>").removesuffix("</b>")
            assert "<" not in inner
            assert html.unescape(inner) == html.unescape(row[0])


def test_a_word_can_be_clicked_all_over() -> None:
    for trace in texts(build_columns(made(), TITLES, LIGHT)):
        assert trace.mode == "markers+text"
        assert trace.marker.opacity == 0
        assert trace.marker.size >= 24, "a finger's width"
        assert trace.hoverinfo != "skip"


# The table of overlaps

ABOVE = {("p", "q"): 0.25, ("q", "p"): 0.25, ("p", "r"): 1.0, ("r", "p"): 1.0}
BELOW = {("p", "q"): 0.5, ("q", "p"): 0.5, ("q", "r"): 0.0, ("r", "q"): 0.0}


@pytest.fixture
def table() -> go.Heatmap:
    (trace,) = build_overlaps(ABOVE, BELOW, NAMES[:3], TITLES, LIGHT).data
    return trace


def test_one_word_stands_above_the_diagonal_and_the_mean_below_it(table: go.Heatmap) -> None:
    assert [list(row) for row in table.text] == [["", "25", "100"], ["50", "", ""], ["", "0", ""]]
    assert [list(row) for row in table.z] == [[None, 0.25, 1], [0.5, None, None], [None, 0, None]]
    assert list(table.x) == list(table.y) == ["P", "Q", "R"]
    assert table.texttemplate == "%{text}"


def test_the_first_row_of_the_table_is_on_top() -> None:
    fig = build_overlaps(ABOVE, BELOW, NAMES[:3], TITLES, LIGHT)
    assert fig.layout.yaxis.autorange == "reversed"
    assert fig.layout.xaxis.side == "top"


def test_a_pair_with_a_space_that_lacks_the_word_stays_empty(table: go.Heatmap) -> None:
    assert table.text[1][2] == ""
    assert table.z[1][2] is None
    assert table.hoverongaps is False


@THEMES
def test_the_numbers_of_the_table_can_be_read_on_every_ground(look: Theme) -> None:
    (trace,) = build_overlaps(ABOVE, BELOW, NAMES, TITLES, look).data
    grounds = [colour for _, colour in trace.colorscale]
    assert (trace.zmin, trace.zmax) == (0, 1)
    assert grounds[0] == look.paper
    assert grounds[-1] != look.paper
    for ground in grounds:
        assert contrast(trace.textfont.color, ground) >= 4.5
    assert contrast(grounds[0], grounds[-1]) > 1.5, "all and nothing look alike"


# Scores


def row(space: str, set_: str, value: float | None, published: float | None = None) -> Measurement:
    return Measurement("p", space, set_, "m", value, 1_234, 0.876, published)


ROWS = (
    row("p", "first", 0.1),
    row("p", "second", -0.3, published=0.8),
    row("q", "first", 0.6),
    row("q", "third", None, published=0.2),
    row("r", "second", None),
)


def scores(rows: tuple[Measurement, ...] = ROWS, **options: object) -> go.Figure:
    titles = {name: TITLES[name] for name in NAMES[:3]}
    return build_scores(rows, titles, LIGHT, **({"axis_title": "what"} | options))  # type: ignore[arg-type]


def test_each_space_is_one_name_in_the_legend_and_its_points_are_its_scores() -> None:
    fig = scores()
    listed = {trace.name: trace for trace in fig.data if trace.showlegend is not False}
    assert list(listed) == ["P", "Q", "R"]
    assert [(list(trace.x), list(trace.y)) for trace in listed.values()] == [
        ([0.1, -0.3], [0, 1]),
        ([0.6], [0]),
        ([], []),
    ]
    assert len({trace.marker.symbol for trace in listed.values()}) == 3
    assert len({trace.marker.color for trace in listed.values()}) == 3
    assert list(listed["P"].customdata[1]) == ["second", "1,234", "88 %"]


def test_what_was_published_is_hollow_and_stands_in_the_row_of_its_set() -> None:
    fig = scores()
    ours = {trace.name: trace for trace in fig.data if trace.name != "published"}
    theirs = [trace for trace in fig.data if trace.name == "published"]
    assert [(list(trace.x), list(trace.y)) for trace in theirs] == [([0.8], [1]), ([0.2], [2])]
    for trace, name in zip(theirs, "PQ", strict=True):
        assert trace.showlegend is False
        assert trace.marker.symbol == f"{ours[name].marker.symbol}-open"
        assert trace.marker.color == ours[name].marker.color
        assert f"{name} as published" in trace.hovertemplate


def test_every_set_has_its_row_and_its_label_from_the_top() -> None:
    fig = scores(names={"second": "<b>2nd</b>"})
    axis = fig.layout.yaxis
    assert list(axis.tickvals) == [0, 1, 2]
    assert list(axis.ticktext) == ["first", "&lt;b&gt;2nd&lt;/b&gt;", "third"]
    assert axis.range == (2.5, -0.5)
    many = tuple(row("p", f"set {i}", 0.5) for i in range(40))
    assert len(scores(many).layout.yaxis.ticktext) == 40


def test_every_point_is_within_the_axis() -> None:
    low, high = scores().layout.xaxis.range
    assert low < -0.3
    assert high > 0.8
    low, high = scores((row("p", "first", 0.4),)).layout.xaxis.range
    assert low <= 0 < 0.4 < high, "scores are shown from nought"


def test_shares_are_shown_as_percentages_and_correlations_as_they_are() -> None:
    shares, others = scores(percent=True), scores()
    assert "%{x:.1%}" in shares.data[0].hovertemplate
    assert shares.layout.xaxis.tickformat == ".0%"
    assert "%{x:.3f}" in others.data[0].hovertemplate
    assert others.layout.xaxis.tickformat == ".1f"
    assert others.layout.xaxis.title.text == "what"


@pytest.mark.parametrize("rows", [(), (row("p", "first", None),)], ids=["nothing", "nothing defined"])
def test_nothing_measured_is_an_empty_figure_and_no_fault(rows: tuple[Measurement, ...]) -> None:
    assert all(not trace.x for trace in scores(rows).data)


@THEMES
def test_no_two_spaces_share_a_shape_or_a_colour(look: Theme) -> None:
    titles = {f"s{i}": f"S{i}" for i in range(6)}
    fig = build_scores([row(name, "set", 0.5, 0.4) for name in titles], titles, look, axis_title="x")
    full = [trace.marker for trace in fig.data if trace.name != "published"]
    assert len(full) == 6
    for one, other in itertools.combinations(full, 2):
        assert one.symbol != other.symbol
        assert one.color != other.color
    assert np.all([contrast(marker.color, look.paper) >= 3 for marker in full])
