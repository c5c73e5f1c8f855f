"""Figures show what was computed, keep still, can be read by everybody, and never run what a person typed."""

from __future__ import annotations

import functools
import html
import itertools
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go
import pytest
import streamlit
from PIL import ImageFont

from core.charts.labels import place_labels
from core.charts.points import extent_of, percent_of, region_of
from core.charts.theme import DARK, LIGHT, Theme, blend, figure, group_colours, plain, rgba, theme
from core.evidence.figures.measurements import build_scores
from core.evidence.results import Measurement
from core.map.axes import Axis, axis_vector, parse_axis
from core.map.comparison import Columns
from core.map.figures.analogy import build_analogy
from core.map.figures.comparison import build_columns, build_overlaps
from core.map.figures.frequent import build_frequent_map
from core.map.figures.map_2d import build_map
from core.map.figures.map_3d import build_map_3d
from core.map.figures.plane import build_plane, corner_names
from core.map.figures.points import importance, kept_text
from core.map.projection import Projection, density, kept_mask, kept_share, nearest_by_cosine, project
from core.spaces.space import TITLES, Neighbour, Space, load_space
from core.spaces.wordsets import HUB, READY, WordSet, frequent, neighbourhood
from tests.colour import channels, contrast, over

THEMES = pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
AXES = (parse_axis("river, shore, water"), parse_axis("money, loan, finance"))
PHONE, LAPTOP = 270, 880  # width of the plot in pixels on a screen of 390, and beside the panel on one of 1366
AROUND = 80  # pixels of a figure's height that its legend, ticks and titles take
ROYALTY = next(word_set for word_set in READY if word_set.key == "royalty")


@pytest.fixture(scope="module")
def glove() -> Space:
    return load_space("glove-6b")


def drawn(glove: Space, words: WordSet, method: str = "pca", n_components: int = 2) -> Projection:
    axes = [axis_vector(glove, axis) for axis in AXES]
    return project(glove.unit[glove.rows(words.words)], method, n_components=n_components, axes=axes)  # type: ignore[arg-type]


def made(n: int = 40, dimensions: int = 2, frames: int = 0, seed: int = 0) -> Projection:
    """A projection of chance, with stages that end in it."""
    random = np.random.default_rng(seed)
    near = nearest_by_cosine(random.normal(size=(n, 5)))
    coordinates = random.normal(size=(n, dimensions)).astype(np.float32)
    stages = np.array([coordinates * np.float32(i / frames) for i in range(1, frames + 1)]).reshape(-1, n, dimensions)
    return Projection("pca", coordinates, kept_share(near, coordinates), near, frames=stages)


def names(n: int) -> list[str]:
    return [f"word{i}" for i in range(n)]


def numbers(values: object) -> list[float | None]:
    """Coordinates of a trace, gaps as None."""
    return [None if value is None or np.isnan(value) else float(value) for value in values]  # type: ignore[attr-defined]


def dots(fig: go.Figure) -> list[go.Scatter]:
    """The traces that draw words; labels are drawn by others."""
    return [trace for trace in fig.data if trace.hovertemplate]


# Colours: light and dark, and for readers who do not see all of them


# Machado, Oliveira & Fernandes (IEEE TVCG 2009), severity 1.0, for linear light.
SIGHT = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}


def lab(colour: str, sight: str) -> np.ndarray:
    """CIE L*a*b* (D65) of a colour as somebody with that sight sees it."""
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    xyz = to_xyz @ np.clip(SIGHT[sight] @ channels(colour), 0, 1) / [0.95047, 1.0, 1.08883]
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one: str, other: str, sight: str) -> float:
    """CIE 1976 colour difference; 2.3 is just noticeable side by side, dots apart on a page need more."""
    return float(np.linalg.norm(lab(one, sight) - lab(other, sight)))


def test_the_measures_of_colour_are_the_published_ones() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the WCAG's own example of a near miss
    np.testing.assert_allclose(lab("#ff0000", "full"), [53.24, 80.09, 67.20], atol=0.02)
    assert apart("#b05000", "#707000", "protanopia") < apart("#b05000", "#707000", "full") / 2


@THEMES
def test_text_can_be_read(look: Theme) -> None:
    for colour in (look.ink, look.faint, look.accent, look.loss):
        assert contrast(colour, look.paper) >= 4.5, colour


@THEMES
def test_dots_can_be_seen(look: Theme) -> None:
    for colour in look.groups:
        assert contrast(colour, look.paper) >= 3, colour


@THEMES
@pytest.mark.parametrize("sight", SIGHT)
def test_neighbours_in_the_legend_are_told_apart_with_any_sight(look: Theme, sight: str) -> None:
    pairs = itertools.pairwise((*look.groups, look.groups[1]))
    assert [(one, other) for one, other in pairs if apart(one, other, sight) < 15] == []


@THEMES
@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_groups_on_one_map_are_told_apart_with_any_sight(look: Theme, sight: str) -> None:
    # A map puts any group beside any other, whatever the order in the legend.
    pairs = itertools.combinations(look.groups, 2)
    assert [(one, other) for one, other in pairs if apart(one, other, sight) < 12] == []


@THEMES
@pytest.mark.parametrize("sight", SIGHT)
def test_what_is_kept_and_what_is_lost_are_told_apart_with_any_sight(look: Theme, sight: str) -> None:
    assert apart(look.accent, look.loss, sight) >= 15


@THEMES
def test_the_chart_and_the_page_around_it_have_the_same_colours(look: Theme) -> None:
    config = Path(__file__).resolve().parents[2] / ".streamlit" / "config.toml"
    page = tomllib.loads(config.read_text(encoding="utf-8"))["theme"][look.mode]
    assert (page["backgroundColor"], page["textColor"]) == (look.paper, look.ink)
    assert page["primaryColor"] == look.accent
    for ground in (page["backgroundColor"], page["secondaryBackgroundColor"]):
        for text in (page["textColor"], page["linkColor"], page["primaryColor"]):
            assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(page["borderColor"], page["backgroundColor"]) >= 3


def test_a_reader_in_the_dark_gets_the_dark_colours() -> None:
    assert theme("dark") is DARK
    for mode in ("light", None, "blue", ""):
        assert theme(mode) is LIGHT


@THEMES
def test_a_group_has_one_colour_and_the_word_itself_the_ink(look: Theme) -> None:
    with_hub = group_colours([HUB, "finance", "nature"], look)
    without = group_colours(["finance", "nature"], look)
    assert with_hub[HUB] == look.ink
    assert with_hub["finance"] == without["finance"]
    for groups in (word_set.groups for word_set in READY):
        colours = group_colours(list(groups), look)
        assert len(set(colours.values())) == len(groups)
    assert len(group_colours([f"g{i}" for i in range(20)], look)) == 20


def test_colours_are_mixed_and_thinned_as_asked() -> None:
    assert blend("#000000", "#ffffff") == "#7f7f7f"
    assert blend("#102030", "#102030") == "#102030"
    assert rgba("#102030", 0.5) == "rgba(16,32,48,0.50)"


# Every figure


KINDS = ("flat", "moving", "plane", "deep", "many", "analogy", "columns", "overlaps", "scores")


def lists_of(words: Sequence[str]) -> Columns:
    """Lists of ten in five spaces, each with two words that the one before has not; a sixth space lacks the word."""
    near = {
        name: [Neighbour(words[2 * i + rank], 0.9 - rank / 20) for rank in range(10)]
        for i, name in enumerate(list(TITLES)[:5])
    }
    shared: dict[str, int] = {}
    for listed in near.values():
        for found in listed:
            shared[found.word] = shared.get(found.word, 0) + 1
    overlaps = {(a, b): 1 - min(abs(i - j) / 5, 1) for i, a in enumerate(near) for j, b in enumerate(near)}
    return Columns("word", near | {"ppmi": None}, shared, overlaps)  # type: ignore[arg-type]


def draw(
    kind: str, look: Theme = LIGHT, words: list[str] | None = None, groups: list[str] | None = None, title: str = ""
) -> go.Figure:
    """Draw one figure of a kind, of 40 words of which the third is picked."""
    n = 40
    words = words or names(n)
    groups = groups or [f"group {i % 3}" for i in range(n)]
    titles = [title] * 3
    if kind == "flat":
        return build_map(made(), words, groups, look, axis_titles=titles, selected=2)
    if kind == "moving":
        return build_map(made(frames=4), words, groups, look, axis_titles=titles, selected=2)
    if kind == "deep":
        return build_map_3d(made(dimensions=3), words, groups, look, axis_titles=titles, selected=2)
    if kind == "analogy":
        return build_analogy(made(10), (words[0], words[1], words[2]), words[4:10], look)
    if kind == "columns":
        return build_columns(lists_of(words), TITLES, look)
    if kind == "overlaps":
        overlaps = lists_of(words).overlaps
        return build_overlaps(overlaps, overlaps, list(TITLES), TITLES | {"glove": title or "GloVe"}, look)
    if kind == "scores":
        rows = [
            Measurement("p", space, word, "m", 0.1 * i, 10, 0.5, 0.7 if i else None)
            for i, (space, word) in enumerate(itertools.product(TITLES, words[:3]))
        ]
        return build_scores(rows, dict.fromkeys(TITLES, title or "a space"), look, axis_title=title)
    if kind == "plane":
        plane = made()
        plane.coordinates[:] = plane.coordinates / 10
        axes = (Axis((title or "river",)), Axis((title or "money",)))
        return build_plane(plane, words, groups, look, axes=axes, lines=(0.05, 0.05), selected=2)
    many = made()
    extent = extent_of(many.coordinates)
    raster = density(many.coordinates, extent)
    return build_frequent_map(many, words, raster, extent, look, points=range(n), axis_titles=titles, selected=2)


# Drawn once for the tests that only look.
drawn_once = functools.cache(draw)


def leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string of a figure with the names that lead to it."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part, path)
    elif isinstance(value, str):
        yield path, value


@THEMES
@pytest.mark.parametrize("kind", KINDS)
def test_every_text_of_a_figure_can_be_read(look: Theme, kind: str) -> None:
    spec = json.loads(drawn_once(kind, look).to_json())
    found = 0
    for path, value in leaves(spec):
        if re.search(r"(font|scene\.[xyz]axis)\.color$", path):
            assert contrast(value, look.paper) >= 4.5, path
            found += 1
    assert found >= 3
    for note in spec["layout"].get("annotations", []):
        assert contrast(over(note["font"]["color"], look.paper, note.get("opacity", 1)), look.paper) >= 4.5
    assert spec["layout"]["paper_bgcolor"] == spec["layout"]["plot_bgcolor"] == look.paper


@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_uses_only_the_colours_of_its_theme(kind: str) -> None:
    known = {
        mode: set(look.groups) | {look.paper, look.ink, look.faint, look.grid, look.accent, look.loss}
        for mode, look in (("light", LIGHT), ("dark", DARK))
    }
    used = {
        colour
        for _, value in leaves(json.loads(drawn_once(kind, DARK).to_json()))
        for colour in re.findall(r"^#[0-9a-f]{6}$", value)
    }
    assert used
    assert not used & (known["light"] - known["dark"])


@pytest.mark.parametrize("kind", ["flat", "moving", "plane", "many", "analogy"])
def test_the_axes_stand_still(kind: str) -> None:
    fig = drawn_once(kind, LIGHT)
    points = made(10 if kind == "analogy" else 40).coordinates / (10 if kind == "plane" else 1)
    for axis, values in ((fig.layout.xaxis, points[:, 0]), (fig.layout.yaxis, points[:, 1])):
        low, high = axis.range
        assert axis.autorange in (None, False)
        assert low <= values.min() < values.max() <= high


def test_neither_a_pick_nor_a_stage_moves_the_axes() -> None:
    projection = made(frames=4)
    views = [
        build_map(projection, names(40), ["g"] * 40, LIGHT, selected=selected, step=step)
        for selected in (None, 3)
        for step in (None, 0, 2)
    ]
    assert len({(view.layout.xaxis.range, view.layout.yaxis.range) for view in views}) == 1


def test_distances_are_drawn_to_one_scale_where_they_mean_something() -> None:
    for kind in ("flat", "moving", "analogy"):
        fig = drawn_once(kind, LIGHT)
        assert (fig.layout.yaxis.scaleanchor, fig.layout.yaxis.scaleratio) == ("x", 1)
    assert drawn_once("deep", LIGHT).layout.scene.aspectmode == "data"


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_input_draws_the_same_figure(kind: str) -> None:
    first, second = drawn_once(kind, LIGHT).to_json(), draw(kind, LIGHT).to_json()
    assert first == second


# What a person typed

TYPED = [
    "<i>x</i>",
    '<a href="javascript:alert(1)">y</a>',
    "<script>alert(1)</script>",
    "a & b",
    "&lt;i&gt;z",
    "<br>",
    "%{x}",
]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_typed_becomes_markup_in_a_figure(kind: str) -> None:
    words = [f"{TYPED[i % len(TYPED)]}{i}" for i in range(40)]
    groups = [f"<i>group</i> {i % 3}" for i in range(40)]
    fig = draw(kind, LIGHT, words, groups, title="<i>axis</i>")
    spec = json.loads(fig.to_json())
    # A click reads the word from customdata as it is; of customdata only what a hover shows is drawn.
    for trace in (*spec["data"], *(part for frame in spec.get("frames", []) for part in frame["data"])):
        shown = [int(column) for column in re.findall(r"%\{customdata\[(\d+)\]", trace.get("hovertemplate") or "")]
        trace["customdata"] = [[row[column] for column in shown] for row in trace.get("customdata") or []]
        trace.pop("ids", None)
        trace.pop("uid", None)
        trace.pop("legendgroup", None)
    breaks = r"<br>(?=the map keeps|the only word|on %|other text|word here|%\{customdata\[\d\]\}|$)"
    ours = rf"</?b>|{breaks}|<extra></extra>"
    for path, value in leaves(spec):
        assert "<" not in re.sub(ours, "", value), (path, value)


def test_what_was_typed_reads_as_it_was_typed() -> None:
    for typed in TYPED:
        assert html.unescape(plain(typed)) == typed
        assert "<" not in plain(typed)
        assert ">" not in plain(typed)
    words = TYPED[:6]
    fig = build_map(made(6), words, ["g"] * 6, LIGHT)
    labels = [text for trace in fig.data for text in trace.text or ()]
    assert labels
    assert {html.unescape(text) for text in labels} <= set(words)


# The map in the plane


def test_every_word_is_drawn_once_where_it_belongs() -> None:
    projection, words, groups = made(30), names(30), [f"g{i % 4}" for i in range(30)]
    fig = build_map(projection, words, groups, LIGHT)
    places = {
        word: (float(x), float(y), trace.name)
        for trace in dots(fig)
        for (word, *_), x, y in zip(trace.customdata, trace.x, trace.y, strict=True)
    }
    assert sum(len(trace.x) for trace in dots(fig)) == 30
    assert places == {words[i]: (*map(float, projection.coordinates[i]), groups[i]) for i in range(30)}


def test_points_carry_their_word_so_that_a_stage_moves_the_right_one() -> None:
    fig = build_map(made(30, frames=3), names(30), [f"g{i % 4}" for i in range(30)], LIGHT)
    for trace in dots(fig):
        assert list(trace.ids) == [row[0] for row in trace.customdata]
        assert len(set(trace.ids)) == len(trace.ids)


@pytest.mark.parametrize("selected", [None, 4])
def test_the_animation_ends_in_the_final_layout(selected: int | None) -> None:
    projection, words, groups = made(30, frames=7), names(30), [f"g{i % 4}" for i in range(30)]
    fig = build_map(projection, words, groups, LIGHT, selected=selected)
    still = build_map(made(30), words, groups, LIGHT, selected=selected)
    assert [frame.name for frame in fig.frames] == [str(i) for i in range(7)]
    last = fig.frames[-1]
    assert list(last.traces) == list(range(len(fig.data)))
    for moved, trace, without in zip(last.data, fig.data, still.data, strict=True):
        assert numbers(moved.x) == numbers(trace.x) == numbers(without.x)
        assert numbers(moved.y) == numbers(trace.y) == numbers(without.y)


def test_a_stage_shows_the_words_where_they_were_then() -> None:
    projection, words = made(12, frames=4), names(12)
    for step in (0, 2):
        fig = build_map(projection, words, ["g"] * 12, LIGHT, step=step, selected=1)
        np.testing.assert_allclose(dots(fig)[0].x, projection.frames[step][:, 0])
        for frame, trace in zip(fig.frames[step].data, fig.data, strict=True):
            assert numbers(frame.x) == numbers(trace.x)


def test_an_animation_is_played_by_the_reader_and_stops_when_told() -> None:
    fig = build_map(made(12, frames=4), names(12), ["g"] * 12, LIGHT)
    play, pause = fig.layout.updatemenus[0].buttons
    assert (play.method, play.args[0]) == ("animate", None)
    assert (pause.method, list(pause.args[0])) == ("animate", [None])
    assert play.args[1]["frame"]["redraw"] is False
    assert pause.args[1]["mode"] == "immediate"
    assert not fig.layout.updatemenus[0].showactive
    assert not build_map(made(12), names(12), ["g"] * 12, LIGHT).layout.updatemenus


def test_the_ring_is_as_wide_as_the_share_kept() -> None:
    projection = made(30)
    fig = build_map(projection, names(30), ["g"] * 30, LIGHT)
    widths = np.array(dots(fig)[0].marker.line.width)
    assert len(set(projection.kept)) > 2
    assert list(np.argsort(widths, kind="stable")) == list(np.argsort(projection.kept, kind="stable"))
    assert widths.max() <= 8
    assert np.corrcoef(widths, projection.kept)[0, 1] == pytest.approx(1)
    for (_, line), share in zip(((row[0], row[-1]) for row in dots(fig)[0].customdata), projection.kept, strict=True):
        assert f"keeps {round(10 * share)} of its 10 nearest" in line


def test_two_maps_can_show_the_same_region() -> None:
    extent = (-9.0, 7.0, -3.0, 11.0)
    projections = made(30), made(30, seed=1)
    views = [build_map(projection, names(30), ["g"] * 30, LIGHT, extent=extent) for projection in projections]
    for view, projection in zip(views, projections, strict=True):
        assert (view.layout.xaxis.range, view.layout.yaxis.range) == ((-9, 7), (-3, 11))
        np.testing.assert_allclose(dots(view)[0].x, projection.coordinates[:, 0])
        # Labels are placed for the region shown: in a wide one the words lie closer, and fewer have room.
        alone = build_map(projection, names(30), ["g"] * 30, LIGHT)
        assert alone.layout.xaxis.range != view.layout.xaxis.range
        assert 0 < len(label_boxes(view, LAPTOP)) < len(label_boxes(alone, LAPTOP))
        assert on_each_other(label_boxes(view, LAPTOP)) == []


def test_a_name_in_the_legend_hides_the_labels_with_the_dots() -> None:
    groups = [f"g{i % 3}" for i in range(30)]
    fig = build_map(made(30), names(30), groups, LIGHT)
    for trace in fig.data:
        assert trace.legendgroup in groups
    assert [trace.name for trace in fig.data if trace.showlegend is not False] == ["g0", "g1", "g2"]
    for group in ("g0", "g1", "g2"):
        mine = [trace for trace in fig.data if trace.legendgroup == group]
        assert any(trace.text for trace in mine)
        assert any(trace.hovertemplate for trace in mine)


@pytest.mark.parametrize("kind", ["flat", "moving", "plane", "deep", "many"])
def test_lines_lead_from_the_picked_word_to_its_true_neighbours(kind: str) -> None:
    fig = drawn_once(kind, DARK)
    projection = made(dimensions=3 if kind == "deep" else 2)
    if kind == "plane":
        projection.coordinates[:] = projection.coordinates / 10
    points = projection.coordinates
    mask = kept_mask(projection.neighbours, points)[2]
    assert 0 < mask.sum() < len(mask)
    lines = {trace.line.dash: trace for trace in fig.data if trace.type != "heatmap" and trace.mode == "lines"}
    assert set(lines) == {"solid", "dash"}
    for dash, ends in (("solid", projection.neighbours[2][mask]), ("dash", projection.neighbours[2][~mask])):
        trace = lines[dash]
        for name, values in zip("xyz", points.T, strict=False):
            drawn_to = numbers(trace[name])
            assert drawn_to[0::3] == [float(values[2])] * len(ends)
            assert drawn_to[1::3] == [float(value) for value in values[ends]]
            assert drawn_to[2::3] == [None] * len(ends)
    assert lines["solid"].line.color == DARK.accent
    assert lines["dash"].line.color == DARK.loss
    assert "near" in lines["solid"].name
    assert "far" in lines["dash"].name


def test_without_a_pick_there_are_no_lines() -> None:
    fig = build_map(made(), names(40), ["g"] * 40, LIGHT)
    assert all("lines" not in (trace.mode or "") for trace in fig.data)


def test_the_picked_word_stands_out() -> None:
    fig = build_map(made(30), names(30), ["g"] * 30, LIGHT, selected=7)
    sizes = dots(fig)[0].marker.size
    assert sizes[7] > max(sizes[:7] + sizes[8:])
    assert [text for trace in fig.data for text in trace.text or () if text.startswith("<b>")] == ["<b>word7</b>"]


@pytest.mark.parametrize("n", [1, 2])
def test_one_word_and_two_words_are_drawn(n: int) -> None:
    projection = project(np.eye(n, 3), "pca")
    fig = build_map(projection, names(n), ["g"] * n, LIGHT, selected=0)
    low, high = fig.layout.xaxis.range
    assert high > low
    assert sum(len(trace.x) for trace in dots(fig)) == n
    assert kept_text(1.0, 0) == "the only word on the map"
    if n == 1:
        assert "the only word" in dots(fig)[0].customdata[0][-1]


# Labels


FONT = next((Path(streamlit.__file__).parent / "static" / "static" / "media").glob("SourceSansVF-Upright*"))


@functools.cache
def page_font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FONT, size)
    font.set_variation_by_axes([700 if bold else 400])
    return font


@functools.cache
def ink(word: str, size: int, bold: bool) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a word in the page's font, from where it starts on its baseline."""
    return page_font(size, bold).getbbox(word, anchor="ls")


class Box(NamedTuple):
    """Where the ink of a label is on the screen, in pixels."""

    word: str
    left: float
    right: float
    top: float
    bottom: float


def screen(fig: go.Figure, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Return scale and middle that take a figure's units to the pixels of a plot of that width."""
    height = fig.layout.height - AROUND - (90 if width == PHONE else 0)  # a legend of several rows
    ranges = np.array([fig.layout.xaxis.range, fig.layout.yaxis.range], dtype=float)
    scale = np.array([width, height]) / np.ptp(ranges, axis=1)
    if fig.layout.yaxis.scaleanchor == "x":
        scale[:] = scale.min()
    return scale, ranges.mean(axis=1)


def label_boxes(fig: go.Figure, width: float) -> list[Box]:
    """Measure the labels as Plotly draws them, in the font that the page uses.

    Plotly's rule (``textPointPosition`` in its ``drawing/index.js``): the text starts or ends r = radius / 0.8 + 1
    beside the point, and its baseline is 0.75 em + (r or -r, and 1 em up at the top, half an em up in the middle)
    below it.
    """
    scale, middle = screen(fig, width)
    boxes = []
    for trace in fig.data:
        if not (trace.uid or "").startswith("labels-") or (width == PHONE and "narrow" not in trace.uid):
            continue
        size, r = trace.textfont.size, trace.marker.size / 2 / 0.8 + 1
        for x, y, text, place in zip(trace.x, trace.y, trace.text, trace.textposition, strict=True):
            word = html.unescape(re.sub("</?b>", "", text))
            left, top, right, bottom = ink(word, size, text.startswith("<b>"))
            vertical, horizontal = place.split()
            up = {"top": -1, "middle": 0, "bottom": 1}[vertical]
            start = {"left": -r - (right - left), "center": -(right - left) / 2, "right": r}[horizontal]
            across, down = np.array([x - middle[0], middle[1] - y]) * scale
            baseline = down + 0.75 * size + up * r + (up - 1) * size / 2
            boxes.append(Box(word, across + start, across + start + right - left, baseline + top, baseline + bottom))
    return boxes


def on_each_other(boxes: list[Box], slack: float = 1.0) -> list[tuple[str, str]]:
    """Return the pairs of labels whose ink overlaps by more than a pixel each way."""
    return [
        (one.word, other.word)
        for one, other in itertools.combinations(boxes, 2)
        if min(one.right, other.right) - max(one.left, other.left) > slack
        and min(one.bottom, other.bottom) - max(one.top, other.top) > slack
    ]


def over_dots(fig: go.Figure, boxes: list[Box], width: float) -> list[tuple[str, str]]:
    """Return the labels whose ink covers the middle of another word's dot, with that word."""
    scale, middle = screen(fig, width)
    covered = []
    for trace in dots(fig):
        for x, y, row in zip(trace.x, trace.y, trace.customdata, strict=True):
            across, down = np.array([x - middle[0], middle[1] - y]) * scale
            covered += [
                (box.word, row[0])
                for box in boxes
                if box.left < across < box.right and box.top < down < box.bottom and box.word != row[0]
            ]
    return covered


def word_maps(glove: Space) -> Iterator[tuple[str, go.Figure]]:
    for words in (*READY, neighbourhood(glove, "spring", 200)):
        yield f"{words.key}, PCA", build_map(drawn(glove, words), words.words, words.group_of, LIGHT, height=490)
        plane = drawn(glove, words, "axes")
        yield (
            f"{words.key}, named axes",
            build_plane(plane, words.words, words.group_of, LIGHT, axes=AXES, lines=(0.2, 0.2), selected=0, height=490),
        )


@pytest.fixture(scope="module")
def maps(glove: Space) -> dict[str, go.Figure]:
    return dict(word_maps(glove))


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_no_label_lies_on_another(maps: dict[str, go.Figure], width: float) -> None:
    found = {name: on_each_other(label_boxes(fig, width)) for name, fig in maps.items()}
    assert {name: pairs for name, pairs in found.items() if pairs} == {}


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_no_label_hides_another_word(maps: dict[str, go.Figure], width: float) -> None:
    found = {name: over_dots(fig, label_boxes(fig, width), width) for name, fig in maps.items()}
    assert {name: pairs for name, pairs in found.items() if pairs} == {}


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_no_label_of_the_frequent_words_lies_on_another(glove: Space, width: float) -> None:
    words = frequent(glove, "top-1000")
    projection = drawn(glove, words)
    extent = extent_of(projection.coordinates, pad=0.02)
    raster = density(projection.coordinates, extent)
    fig = build_frequent_map(projection, words.words, raster, extent, LIGHT, points=range(1_000), height=490)
    boxes = label_boxes(fig, width)
    assert len(boxes) >= 20
    assert on_each_other(boxes) == []


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_no_label_of_an_analogy_lies_on_another(glove: Space, width: float) -> None:
    words = ("king", "man", "woman", "queen", "monarch", "throne", "daughter", "princess")
    unit = glove.unit[glove.rows(words)]
    vectors = np.vstack([unit[:3], unit[0] - unit[1] + unit[2], unit[3:]])
    fig = build_analogy(project(vectors, "pca"), words[:3], words[3:], LIGHT, height=490)
    boxes = label_boxes(fig, width)
    assert len(boxes) >= 6
    assert on_each_other(boxes) == []


def test_most_words_of_a_ready_set_wear_their_label(maps: dict[str, go.Figure]) -> None:
    for words in READY:
        fig = maps[f"{words.key}, PCA"]
        assert len(label_boxes(fig, LAPTOP)) > 0.75 * len(words.words)
        assert len(label_boxes(fig, PHONE)) > 0.4 * len(words.words)


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_no_label_is_cut_off_by_the_edge(maps: dict[str, go.Figure], width: float) -> None:
    for name, fig in maps.items():
        height = fig.layout.height - AROUND - (90 if width == PHONE else 0)  # a legend of several rows
        for box in label_boxes(fig, width):
            assert -width / 2 - 3 <= box.left < box.right <= width / 2 + 3, (name, box)
            assert -height / 2 - 3 <= box.top < box.bottom <= height / 2 + 3, (name, box)


def test_the_picked_word_and_its_neighbours_are_labelled_first() -> None:
    projection = made(30)
    assert importance(projection, None, 30) == list(range(30))
    order = importance(projection, 7, 30)
    assert order[0] == 7
    assert order[1:11] == projection.neighbours[7].tolist()
    assert sorted(order) == list(range(30))
    crowd = Projection("pca", np.zeros((30, 2), np.float32), projection.kept, projection.neighbours)
    fig = build_map(crowd, names(30), ["g"] * 30, LIGHT, selected=7)
    labels = [text for trace in fig.data for text in trace.text or ()]
    assert len(labels) < 30
    assert "<b>word7</b>" in labels


@pytest.mark.parametrize(("frames", "limit"), [(0, 300), (2, 100)])
def test_a_map_never_draws_more_labels_than_a_browser_can_bear(frames: int, limit: int) -> None:
    side = 20
    grid = np.array([[x, y] for x in range(side) for y in range(side)], dtype=np.float32)
    near = np.tile(np.arange(10), (side**2, 1))
    stages = np.stack([grid] * frames) if frames else np.empty((0, side**2, 2), np.float32)
    projection = Projection("pca", grid, np.ones(side**2, np.float32), near, frames=stages)
    # On a screen large enough for all 400 the limit is what stops them.
    fig = build_map(projection, ["w"] * side**2, ["g"] * side**2, LIGHT, height=4_000)
    assert sum(len(trace.text or ()) for trace in fig.data) == limit


def test_a_map_in_three_dimensions_labels_no_more_than_a_reader_can_bear() -> None:
    fig = build_map_3d(made(400, dimensions=3), names(400), ["g"] * 400, LIGHT, selected=300)
    texts = [text for trace in fig.data for text in trace.text or () if text]
    assert 20 <= len(texts) <= 60
    assert "word300" in texts


def test_labels_for_a_phone_are_a_part_of_those_for_a_laptop() -> None:
    points = np.random.default_rng(0).uniform((0, 0), (3, 1), (60, 2)).astype(np.float32)
    labels = place_labels(points, names(60), extent_of(points), height=400)
    narrow = [label for label in labels if label.narrow]
    assert 0 < len(narrow) < len(labels) <= 60
    assert len({label.point for label in labels}) == len(labels)
    first = place_labels(points, names(60), extent_of(points), height=400, order=[*range(59, -1, -1)])
    assert 59 in {label.point for label in first}
    assert len(place_labels(points, names(60), extent_of(points), height=400, limit=5)) == 5


# A plane of named axes


def test_the_corners_are_named_after_what_they_stand_for() -> None:
    river, money = Axis(("river", "shore")), Axis(("money", "loan"))
    assert corner_names(river, money) == ("money, not river", "river and money", "neither", "river, not money")
    heat, size = Axis(("hot",), ("cold",)), Axis(("large",), ("small",))
    assert corner_names(heat, size) == ("large, cold", "hot and large", "cold, small", "hot, small")
    assert corner_names(heat, money) == ("money, cold", "hot and money", "cold, not money", "hot, not money")


def test_a_plane_is_divided_where_it_is_said_to_be(glove: Space) -> None:
    words = READY[0]
    fig = build_plane(
        drawn(glove, words, "axes"), words.words, words.group_of, LIGHT, axes=AXES, lines=(0.31, 0.22), selected=0
    )
    dotted = [shape for shape in fig.layout.shapes if shape.line.dash == "dot"]
    assert {(shape.x0, shape.x1) for shape in dotted if shape.x0 == shape.x1} == {(0.31, 0.31)}
    assert {(shape.y0, shape.y1) for shape in dotted if shape.y0 == shape.y1} == {(0.22, 0.22)}
    assert {note.text for note in fig.layout.annotations} == set(corner_names(*AXES))
    places = {note.text: (note.x > 0.5, note.y > 0.5) for note in fig.layout.annotations}
    assert list(places.values()) == [(False, True), (True, True), (False, False), (True, False)]
    assert fig.layout.xaxis.title.text == "cosine with river, shore, water"
    assert fig.layout.yaxis.title.text == "cosine with money, loan, finance"


# Three dimensions


def test_a_faint_point_in_three_dimensions_has_lost_its_neighbours() -> None:
    projection = made(30, dimensions=3)
    fig = build_map_3d(projection, names(30), ["g"] * 30, LIGHT)
    trace = dots(fig)[0]
    shown = [float(colour.removesuffix(")").split(",")[-1]) for colour in trace.marker.color]
    assert len(set(projection.kept)) > 2
    np.testing.assert_allclose(shown, 0.3 + 0.7 * projection.kept, atol=0.006)
    for axis, values in zip("xyz", projection.coordinates.T, strict=True):
        np.testing.assert_allclose(trace[axis], values)


def test_a_large_map_in_three_dimensions_draws_the_first_words_and_the_picked_one() -> None:
    projection = made(300, dimensions=3)
    fig = build_map_3d(projection, names(300), ["g"] * 300, LIGHT, selected=250, limit=50)
    shown = {row[0] for trace in dots(fig) for row in trace.customdata}
    assert len(shown) == 50
    assert {"word250", *(f"word{i}" for i in projection.neighbours[250])} <= shown


# Thousands of words


def test_the_haze_lies_where_its_words_are() -> None:
    projection = made(200)
    extent = extent_of(projection.coordinates)
    raster = density(projection.coordinates, extent, shape=(30, 50))
    fig = build_frequent_map(projection, names(200), raster, extent, LIGHT, points=range(200))
    haze = fig.data[0]
    left, right, bottom, top = extent
    np.testing.assert_array_equal(np.asarray(haze.z), raster)
    # Cells are told by their middles: half a cell in from the edge at both ends.
    assert haze.x0 - haze.dx / 2 == pytest.approx(left)
    assert haze.x0 + haze.dx * 49.5 == pytest.approx(right)
    assert haze.y0 - haze.dy / 2 == pytest.approx(bottom)
    assert haze.y0 + haze.dy * 29.5 == pytest.approx(top)


def test_only_the_words_in_view_are_points_and_the_picked_one_first() -> None:
    projection, words = made(200), names(200)
    left, right, bottom, top = extent_of(projection.coordinates)
    half = (left, (left + right) / 2, bottom, top)
    inside = np.flatnonzero(projection.coordinates[:, 0] <= half[1])
    raster = density(projection.coordinates, half)
    picked = int(inside[5])
    fig = build_frequent_map(projection, words, raster, half, LIGHT, points=inside[:20], selected=picked)
    (points,) = dots(fig)
    shown = [row[0] for row in points.customdata]
    assert shown[0] == words[picked]
    assert max(points.x) <= half[1]
    assert len(set(shown)) == len(shown)
    assert {words[i] for i in inside[:20]} <= set(shown)
    np.testing.assert_allclose(points.marker.color, [projection.kept[words.index(word)] for word in shown])
    assert (points.marker.cmin, points.marker.cmax) == (0, 1)


def test_a_map_of_thousands_has_few_labels() -> None:
    projection = made(2_000)
    extent = extent_of(projection.coordinates)
    raster = density(projection.coordinates, extent)
    fig = build_frequent_map(projection, names(2_000), raster, extent, LIGHT, points=range(1_500))
    assert 20 <= sum(len(trace.text or ()) for trace in fig.data) <= 300
    assert not any(trace.type.endswith("gl") for trace in fig.data)


# The parallelogram


def test_the_two_steps_of_an_analogy_are_drawn_as_the_same_step() -> None:
    random = np.random.default_rng(0)
    a, b, c = random.normal(size=(3, 6))
    projection = project(np.vstack([a, b, c, a - b + c, random.normal(size=(2, 6))]), "pca")
    fig = build_analogy(projection, ("king", "man", "woman"), ("queen", "throne"), LIGHT)
    steps = [trace for trace in fig.data if trace.line.dash == "solid" and len(trace.x) == 2]
    assert [trace.name for trace in steps] == ["from man to king", "the same step from woman"]
    first, second = (np.array([np.diff(step.x)[0], np.diff(step.y)[0]]) for step in steps)
    np.testing.assert_allclose(first, second, atol=1e-5)
    np.testing.assert_allclose(first, projection.coordinates[0] - projection.coordinates[1], atol=1e-6)
    (miss,) = (trace for trace in fig.data if trace.name == "what the best answer misses by")
    np.testing.assert_allclose([miss.x[1], miss.y[1]], projection.coordinates[4], atol=1e-6)
    shown = {row[0] for trace in dots(fig) for row in trace.customdata}
    assert shown == {"king", "man", "woman", "king − man + woman", "queen", "throne"}
    assert projection.explained is not None
    assert f"{100 * projection.explained[0]:.0f} %" in fig.layout.xaxis.title.text


def test_an_analogy_without_an_answer_is_drawn_without_a_miss() -> None:
    fig = build_analogy(made(4), ("a", "b", "c"), (), LIGHT)
    assert not any("misses" in (trace.name or "") for trace in fig.data)


# Where the view ends


def test_a_view_holds_all_points_with_a_margin() -> None:
    points = made(50).coordinates
    left, right, bottom, top = extent_of(points, pad=0.1)
    low, high = points.min(axis=0), points.max(axis=0)
    assert left == pytest.approx(low[0] - 0.1 * (high - low)[0], rel=1e-5)
    assert right == pytest.approx(high[0] + 0.1 * (high - low)[0], rel=1e-5)
    assert bottom == pytest.approx(low[1] - 0.1 * (high - low)[1], rel=1e-5)
    assert top == pytest.approx(high[1] + 0.1 * (high - low)[1], rel=1e-5)


@pytest.mark.parametrize("points", [[[1, 1]], [[1, 1], [1, 1]], [[0, 5], [9, 5]], [[5, 0], [5, 9]], [[1e9, 1e9]]])
def test_a_view_of_one_spot_or_a_line_is_not_empty(points: list[list[float]]) -> None:
    left, right, bottom, top = extent_of(points)
    assert left < right
    assert bottom < top
    assert left <= min(x for x, _ in points) <= max(x for x, _ in points) <= right


def test_a_box_drawn_on_the_map_is_shown_again_from_the_link() -> None:
    whole = (-2.0, 8.0, 10.0, 30.0)
    wide, high = percent_of(whole, [0, 3], [15, 20])
    assert (wide, high) == ((20, 50), (25, 50))
    assert region_of(whole, wide, high) == pytest.approx((0, 3, 15, 20))
    assert region_of(whole, (0, 100), (0, 100)) == pytest.approx(whole)
    assert percent_of(whole, [3, 0], [20, 15]) == (wide, high), "drawn from right to left"


@pytest.mark.parametrize(
    "box",
    [([-50, 90], [-99, 99]), ([7.99, 8], [30, 30]), ([3, 3], [20, 20]), ([-2, -2], [10, 10]), ([50, 60], [50, 60])],
)
def test_a_box_beyond_the_map_or_without_size_still_shows_a_region(box: tuple[list[float], list[float]]) -> None:
    whole = (-2.0, 8.0, 10.0, 30.0)
    wide, high = percent_of(whole, *box)
    for low, stop in (wide, high):
        assert 0 <= low < stop <= 100
    left, right, bottom, top = region_of(whole, wide, high)
    assert left < right
    assert bottom < top


@pytest.mark.parametrize("pair", [(50, 50), (100, 100), (0, 0), (99, 100), (80, 20)])
def test_sliders_pushed_together_still_show_a_region_on_the_map(pair: tuple[int, int]) -> None:
    left, right, bottom, top = region_of((0.0, 10.0, 0.0, 10.0), pair, (0, 100))
    assert 0 <= left < right <= 10
    assert (bottom, top) == (0, 10)


def test_a_figure_in_a_notebook_becomes_one_of_plotlys_own() -> None:
    fig = figure(LIGHT)
    fig.add_trace({"type": "scatter", "x": [1, 2], "y": [3, 4]})
    fig.frames = [{"name": "0", "data": [{"type": "scatter", "x": [2, 1]}], "traces": [0]}]
    fig.plan.xaxis.update(title={"text": "cosine"})
    own = go.Figure(fig)
    own.update_layout(title_text="mine")
    assert own.layout.title.text == "mine"
    assert own.layout.xaxis.title.text == "cosine"
    assert own.layout.xaxis.title.font.color == LIGHT.faint, "what is set beside the text was lost"
    assert own.data[0].y == (3, 4)
    assert own.frames[0].data[0].x == (2, 1)
    assert json.loads(fig.to_json())["frames"] == json.loads(own.to_json())["frames"]


def test_a_slip_in_a_figure_is_found_when_it_is_read() -> None:
    fig = figure(LIGHT)
    fig.plan.xaxis.colour = "red"
    with pytest.raises(ValueError, match="colour"):
        _ = fig.layout
