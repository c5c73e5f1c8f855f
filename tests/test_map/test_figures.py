"""The figures of the map show what was computed, keep still, can be read by everybody, and never run what was typed."""

from __future__ import annotations

import functools
import html
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go
import pytest
import streamlit
from PIL import ImageFont

from core.charts.adapter import figure_of
from core.charts.labels import Extent
from core.charts.plot import Plot
from core.charts.points import extent_of
from core.charts.theme import DARK, LIGHT, Theme
from core.map.analogies import Analogy, analogy
from core.map.axes import Axis, axis_vector, parse_axis
from core.map.comparison import Columns, compare
from core.map.figures import build_analogy, build_columns, build_map, build_overlaps, build_sides
from core.map.figures.comparison import draw_columns
from core.map.figures.frequent import draw_frequent
from core.map.figures.map_2d import draw_map
from core.map.figures.map_3d import draw_map_3d
from core.map.figures.plane import corner_names, draw_plane
from core.map.figures.points import importance
from core.map.picture import MAX_POINTS, Picture, region
from core.map.projection import Projection, density, kept_mask, kept_share, nearest_by_cosine, project
from core.spaces.space import TITLES, Neighbour, Space, load_space
from core.spaces.wordsets import READY, WordSet, frequent, neighbourhood
from tests.colour import contrast, over
from tests.pages import decoded

AXES = (parse_axis("river, shore, water"), parse_axis("money, loan, finance"))
PHONE, LAPTOP = 270, 880  # width of the plot in pixels on a screen of 390, and beside the panel on one of 1366
AROUND = 80  # pixels of a figure's height that its legend, ticks and titles take
ROYALTY = next(word_set for word_set in READY if word_set.key == "royalty")


def seen(plot: Plot) -> go.Figure:
    """Return the figure as Plotly checks it, arrays that are sent as bytes unpacked."""
    figure_of(plot)
    return figure_of(Plot(tuple(decoded(list(plot.traces))), plot.layout, plot.frames))


def flat(*given: Any, **more: Any) -> go.Figure:
    return seen(draw_map(*given, **more))


def deep(*given: Any, **more: Any) -> go.Figure:
    return seen(draw_map_3d(*given, **more))


def plane(*given: Any, **more: Any) -> go.Figure:
    return seen(draw_plane(*given, **more))


def columns(*given: Any, **more: Any) -> go.Figure:
    return seen(draw_columns(*given, **more))


def frequent_map(
    projection: Projection, words: Sequence[str], look: Theme, extent: Extent | None = None, **more: Any
) -> go.Figure:
    shown = region(projection, extent or extent_of(projection.coordinates))
    return seen(draw_frequent(projection, words, shown, look, **more))


@pytest.fixture(scope="module")
def glove() -> Space:
    return load_space("glove-6b")


def drawn(glove: Space, words: WordSet, method: str = "pca", n_components: int = 2) -> Projection:
    axes = [axis_vector(glove, axis) for axis in AXES]
    return project(glove.unit[glove.rows(words.words)], method, n_components=n_components, axes=axes)  # type: ignore[arg-type]


def made(n: int = 40, dimensions: int = 2, frames: int = 0, seed: int = 0, scale: int = 1) -> Projection:
    """A projection of chance, with stages that end in it."""
    random = np.random.default_rng(seed)
    near = nearest_by_cosine(random.normal(size=(n, 5)))
    coordinates = random.normal(size=(n, dimensions)).astype(np.float32) / np.float32(scale)
    stages = np.array([coordinates * np.float32(i / frames) for i in range(1, frames + 1)]).reshape(-1, n, dimensions)
    return Projection("pca", coordinates, kept_share(near, coordinates), near, np.full(dimensions, 0.1), frames=stages)


def names(n: int) -> list[str]:
    return [f"word{i}" for i in range(n)]


def numbers(values: object) -> list[float | None]:
    """Coordinates of a trace, gaps as None."""
    return [None if value is None or np.isnan(value) else float(value) for value in values]  # type: ignore[attr-defined]


def dots(fig: go.Figure) -> list[go.Scatter]:
    """The traces that draw words; labels are drawn by others."""
    return [trace for trace in fig.data if trace.hovertemplate]


# Every figure


KINDS = ("flat", "moving", "plane", "deep", "many", "analogy", "columns", "overlaps")


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
    words = words or names(40)
    groups = groups or [f"group {i % 3}" for i in range(40)]
    titles, near = [title] * 3, lists_of(words)
    if kind == "analogy":
        ends = [Neighbour(word, 0.5) for word in words[3:9]]
        found = Analogy((words[0], words[1], words[2]), np.eye(3), np.ones(3), ends, ends, made(10))
        return seen(build_analogy(found, look, "a space").plot)
    if kind == "columns":
        return seen(build_columns(near, TITLES | {"glove": title or "GloVe"}, look, {words[3]: 1}, ("one", "two")).plot)
    if kind == "overlaps":
        return seen(build_overlaps(near, near.overlaps, TITLES | {"glove": title or "GloVe"}, look).plot)
    if kind == "plane":
        axes = (Axis((title or "river",)), Axis((title or "money",)))
        return plane(made(scale=10), words, groups, look, axes=axes, lines=(0.05, 0.05), selected=2)
    if kind == "many":
        return frequent_map(made(), words, look, axis_titles=titles[:2], selected=2)
    if kind == "deep":
        return deep(made(dimensions=3), words, groups, look, axis_titles=titles, selected=2)
    return flat(made(frames=4 * (kind == "moving")), words, groups, look, axis_titles=titles, selected=2)


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


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
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


def test_a_figure_uses_only_the_colours_of_its_theme() -> None:
    known = {
        mode: set(look.groups) | {look.paper, look.ink, look.faint, look.grid, look.accent, look.loss}
        for mode, look in (("light", LIGHT), ("dark", DARK))
    }
    for kind in KINDS:
        used = {
            colour
            for _, value in leaves(json.loads(drawn_once(kind, DARK).to_json()))
            for colour in re.findall(r"^#[0-9a-f]{6}$", value)
        }
        assert used, kind
        assert not used & (known["light"] - known["dark"]), kind


def test_the_axes_stand_still() -> None:
    for kind in ("flat", "moving", "plane", "many", "analogy"):
        fig = drawn_once(kind, LIGHT)
        points = made(10 if kind == "analogy" else 40).coordinates / (10 if kind == "plane" else 1)
        for axis, values in ((fig.layout.xaxis, points[:, 0]), (fig.layout.yaxis, points[:, 1])):
            low, high = axis.range
            assert axis.autorange in (None, False)
            assert low <= values.min() < values.max() <= high


def test_neither_a_pick_nor_a_stage_moves_the_axes() -> None:
    projection = made(frames=4)
    views = [
        flat(projection, names(40), ["g"] * 40, LIGHT, selected=selected, step=step)
        for selected in (None, 3)
        for step in (None, 0, 2)
    ]
    assert len({(view.layout.xaxis.range, view.layout.yaxis.range) for view in views}) == 1


def test_distances_are_drawn_to_one_scale_where_they_mean_something() -> None:
    for kind in ("flat", "moving", "analogy"):
        fig = drawn_once(kind, LIGHT)
        assert (fig.layout.yaxis.scaleanchor, fig.layout.yaxis.scaleratio) == ("x", 1)
    assert drawn_once("deep", LIGHT).layout.scene.aspectmode == "data"


def test_the_same_input_draws_the_same_figure() -> None:
    for kind in KINDS:
        assert drawn_once(kind, LIGHT).to_json() == draw(kind, LIGHT).to_json(), kind


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
        trace.pop("legendgroup", None)
    breaks = r"<br>(?=the map keeps|the only word|on %|other text|word here|%\{customdata\[\d\]\}|$)"
    ours = rf"</?b>|{breaks}|<extra></extra>"
    for path, value in leaves(spec):
        assert "<" not in re.sub(ours, "", value), (path, value)


# The map in the plane


def test_every_word_is_drawn_once_where_it_belongs() -> None:
    projection, words, groups = made(30), names(30), [f"g{i % 4}" for i in range(30)]
    fig = flat(projection, words, groups, LIGHT)
    places = {
        word: (float(x), float(y), trace.name)
        for trace in dots(fig)
        for (word, *_), x, y in zip(trace.customdata, trace.x, trace.y, strict=True)
    }
    assert sum(len(trace.x) for trace in dots(fig)) == 30
    assert places == {words[i]: (*map(float, projection.coordinates[i]), groups[i]) for i in range(30)}


def test_points_carry_their_word_so_that_a_stage_moves_the_right_one() -> None:
    fig = flat(made(30, frames=3), names(30), [f"g{i % 4}" for i in range(30)], LIGHT)
    for trace in dots(fig):
        assert list(trace.ids) == [row[0] for row in trace.customdata]
        assert len(set(trace.ids)) == len(trace.ids)


def test_the_animation_ends_in_the_final_layout() -> None:
    selected = 4
    projection, words, groups = made(30, frames=7), names(30), [f"g{i % 4}" for i in range(30)]
    fig = flat(projection, words, groups, LIGHT, selected=selected)
    still = flat(made(30), words, groups, LIGHT, selected=selected)
    assert [frame.name for frame in fig.frames] == [str(i) for i in range(7)]
    last = fig.frames[-1]
    assert list(last.traces) == list(range(len(fig.data)))
    for moved, trace, without in zip(last.data, fig.data, still.data, strict=True):
        assert numbers(moved.x) == numbers(trace.x) == numbers(without.x)
        assert numbers(moved.y) == numbers(trace.y) == numbers(without.y)


def test_a_stage_shows_the_words_where_they_were_then() -> None:
    projection, words = made(12, frames=4), names(12)
    for step in (0, 2):
        fig = flat(projection, words, ["g"] * 12, LIGHT, step=step, selected=1)
        np.testing.assert_allclose(dots(fig)[0].x, projection.frames[step][:, 0])
        for frame, trace in zip(fig.frames[step].data, fig.data, strict=True):
            assert numbers(frame.x) == numbers(trace.x)


def test_an_animation_is_played_by_the_reader_and_stops_when_told() -> None:
    fig = flat(made(12, frames=4), names(12), ["g"] * 12, LIGHT)
    play, pause = fig.layout.updatemenus[0].buttons
    assert (play.method, play.args[0]) == ("animate", None)
    assert (pause.method, list(pause.args[0])) == ("animate", [None])
    assert play.args[1]["frame"]["redraw"] is False
    assert pause.args[1]["mode"] == "immediate"
    assert not fig.layout.updatemenus[0].showactive
    assert not flat(made(12), names(12), ["g"] * 12, LIGHT).layout.updatemenus


def test_the_ring_is_as_wide_as_the_share_kept() -> None:
    projection = made(30)
    fig = flat(projection, names(30), ["g"] * 30, LIGHT)
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
    views = [flat(projection, names(30), ["g"] * 30, LIGHT, extent=extent) for projection in projections]
    for view, projection in zip(views, projections, strict=True):
        assert (view.layout.xaxis.range, view.layout.yaxis.range) == ((-9, 7), (-3, 11))
        np.testing.assert_allclose(dots(view)[0].x, projection.coordinates[:, 0])
        # Labels are placed for the region shown: in a wide one the words lie closer, and fewer have room.
        alone = flat(projection, names(30), ["g"] * 30, LIGHT)
        assert alone.layout.xaxis.range != view.layout.xaxis.range
        assert 0 < len(label_boxes(view, LAPTOP)) < len(label_boxes(alone, LAPTOP))
        assert on_each_other(label_boxes(view, LAPTOP)) == []


def test_a_name_in_the_legend_hides_the_labels_with_the_dots() -> None:
    groups = [f"g{i % 3}" for i in range(30)]
    fig = flat(made(30), names(30), groups, LIGHT)
    for trace in fig.data:
        assert trace.legendgroup in groups
    assert [trace.name for trace in fig.data if trace.showlegend is not False] == ["g0", "g1", "g2"]
    for group in ("g0", "g1", "g2"):
        mine = [trace for trace in fig.data if trace.legendgroup == group]
        assert any(trace.text for trace in mine)
        assert any(trace.hovertemplate for trace in mine)


@pytest.mark.parametrize("kind", ["flat", "plane", "deep", "many"])
def test_lines_lead_from_the_picked_word_to_its_true_neighbours(kind: str) -> None:
    fig = drawn_once(kind, DARK)
    projection = made(dimensions=3 if kind == "deep" else 2, scale=10 if kind == "plane" else 1)
    points = projection.coordinates
    mask = kept_mask(projection.neighbours, points)[2]
    assert 0 < mask.sum() < len(mask)
    lines = {
        trace.line.dash or "solid": trace for trace in fig.data if trace.type != "heatmap" and trace.mode == "lines"
    }
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
    fig = flat(made(), names(40), ["g"] * 40, LIGHT)
    assert all("lines" not in (trace.mode or "") for trace in fig.data)


def test_the_picked_word_stands_out() -> None:
    fig = flat(made(30), names(30), ["g"] * 30, LIGHT, selected=7)
    sizes = dots(fig)[0].marker.size
    assert sizes[7] > max(sizes[:7] + sizes[8:])
    assert [text for trace in fig.data for text in trace.text or () if text.startswith("<b>")] == ["<b>word7</b>"]


def test_one_word_and_two_words_are_drawn() -> None:
    for n in (1, 2):
        fig = flat(project(np.eye(n, 3), "pca"), names(n), ["g"] * n, LIGHT, selected=0)
        low, high = fig.layout.xaxis.range
        assert high > low
        assert sum(len(trace.x) for trace in dots(fig)) == n
        assert ("the only word" in dots(fig)[0].customdata[0][-1]) == (n == 1)


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
        if trace.type == "heatmap" or not trace.text or trace.marker.opacity != 0:
            continue  # labels hang on markers that nobody sees; a size that is not whole is for wide screens alone
        if width == PHONE and trace.textfont.size != int(trace.textfont.size):
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
        yield f"{words.key}, PCA", flat(drawn(glove, words), words.words, words.group_of, LIGHT)
        on_axes = drawn(glove, words, "axes")
        yield (
            f"{words.key}, named axes",
            plane(on_axes, words.words, words.group_of, LIGHT, axes=AXES, lines=(0.2, 0.2), selected=0),
        )


@pytest.fixture(scope="module")
def maps(glove: Space) -> dict[str, go.Figure]:
    return dict(word_maps(glove))


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_no_label_lies_on_another_hides_another_word_or_is_cut_off(maps: dict[str, go.Figure], width: float) -> None:
    for name, fig in maps.items():
        boxes = label_boxes(fig, width)
        assert on_each_other(boxes) == [], name
        assert over_dots(fig, boxes, width) == [], name
        height = fig.layout.height - AROUND - (90 if width == PHONE else 0)  # a legend of several rows
        for box in boxes:
            assert -width / 2 - 3 <= box.left < box.right <= width / 2 + 3, (name, box)
            assert -height / 2 - 3 <= box.top < box.bottom <= height / 2 + 3, (name, box)


def test_no_label_of_the_frequent_words_lies_on_another(glove: Space) -> None:
    words = frequent(glove, "top-1000")
    projection = drawn(glove, words)
    fig = frequent_map(projection, words.words, LIGHT, extent=extent_of(projection.coordinates, pad=0.02))
    for width in (PHONE, LAPTOP):
        boxes = label_boxes(fig, width)
        assert len(boxes) >= 20
        assert on_each_other(boxes) == []


def test_no_label_of_an_analogy_lies_on_another(glove: Space) -> None:
    fig = seen(build_analogy(analogy(glove, "king", "man", "woman"), LIGHT, "GloVe 6B").plot)
    for width in (PHONE, LAPTOP):
        boxes = label_boxes(fig, width)
        assert len(boxes) >= 6
        assert on_each_other(boxes) == []


def test_most_words_of_a_ready_set_wear_their_label(maps: dict[str, go.Figure]) -> None:
    for words in READY:
        fig = maps[f"{words.key}, PCA"]
        assert len(label_boxes(fig, LAPTOP)) > 0.75 * len(words.words)
        assert len(label_boxes(fig, PHONE)) > 0.4 * len(words.words)


def test_the_picked_word_and_its_neighbours_are_labelled_first() -> None:
    projection = made(30)
    assert importance(projection, None, 30) == list(range(30))
    order = importance(projection, 7, 30)
    assert order[0] == 7
    assert order[1:11] == projection.neighbours[7].tolist()
    assert sorted(order) == list(range(30))
    crowd = Projection("pca", np.zeros((30, 2), np.float32), projection.kept, projection.neighbours)
    fig = flat(crowd, names(30), ["g"] * 30, LIGHT, selected=7)
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
    fig = flat(projection, ["w"] * side**2, ["g"] * side**2, LIGHT, height=4_000)
    assert sum(len(trace.text or ()) for trace in fig.data) == limit


def test_a_map_in_three_dimensions_labels_no_more_than_a_reader_can_bear() -> None:
    fig = deep(made(400, dimensions=3), names(400), ["g"] * 400, LIGHT, selected=300)
    texts = [text for trace in fig.data for text in trace.text or () if text]
    assert 20 <= len(texts) <= 60
    assert "word300" in texts


# A plane of named axes


def test_the_corners_are_named_after_what_they_stand_for() -> None:
    river, money = Axis(("river", "shore")), Axis(("money", "loan"))
    assert corner_names(river, money) == ("money, not river", "river and money", "neither", "river, not money")
    heat, size = Axis(("hot",), ("cold",)), Axis(("large",), ("small",))
    assert corner_names(heat, size) == ("large, cold", "hot and large", "cold, small", "hot, small")
    assert corner_names(heat, money) == ("money, cold", "hot and money", "cold, not money", "hot, not money")


def test_a_plane_is_divided_where_it_is_said_to_be(glove: Space) -> None:
    words = READY[0]
    fig = plane(
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
    fig = deep(projection, names(30), ["g"] * 30, LIGHT)
    trace = dots(fig)[0]
    shown = [float(colour.removesuffix(")").split(",")[-1]) for colour in trace.marker.color]
    assert len(set(projection.kept)) > 2
    np.testing.assert_allclose(shown, 0.3 + 0.7 * projection.kept, atol=0.006)
    for axis, values in zip("xyz", projection.coordinates.T, strict=True):
        np.testing.assert_allclose(trace[axis], values)


def test_a_large_map_in_three_dimensions_draws_the_first_words_and_the_picked_one() -> None:
    projection = made(300, dimensions=3)
    fig = deep(projection, names(300), ["g"] * 300, LIGHT, selected=250, limit=50)
    shown = {row[0] for trace in dots(fig) for row in trace.customdata}
    assert len(shown) == 50
    assert {"word250", *(f"word{i}" for i in projection.neighbours[250])} <= shown


# Thousands of words


def test_the_haze_lies_where_its_words_are() -> None:
    projection = made(200)
    extent = extent_of(projection.coordinates)
    fig = frequent_map(projection, names(200), LIGHT)
    raster = density(projection.coordinates, extent)
    haze = fig.data[0]
    left, right, bottom, top = extent
    np.testing.assert_allclose(np.asarray(haze.z) / haze.zmax, raster.ravel(), atol=0.5 / 255 + 1e-6)
    # Cells are told by their middles: half a cell in from the edge at both ends.
    assert haze.x0 - haze.dx / 2 == pytest.approx(left)
    assert haze.x0 + haze.dx * 199.5 == pytest.approx(right)
    assert haze.y0 - haze.dy / 2 == pytest.approx(bottom)
    assert haze.y0 + haze.dy * 119.5 == pytest.approx(top)


def test_only_the_words_in_view_are_points_and_the_picked_one_first() -> None:
    projection, words = made(200), names(200)
    left, right, bottom, top = extent_of(projection.coordinates)
    half = (left, (left + right) / 2, bottom, top)
    inside = np.flatnonzero(projection.coordinates[:, 0] <= half[1])
    picked = int(inside[5])
    fig = frequent_map(projection, words, LIGHT, extent=half, selected=picked)
    (points,) = dots(fig)
    shown = [row[0] for row in points.customdata]
    assert shown[0] == words[picked]
    assert max(points.x) <= half[1]
    assert len(set(shown)) == len(shown)
    assert {words[i] for i in inside} == set(shown)
    np.testing.assert_allclose(points.marker.color, [projection.kept[words.index(word)] for word in shown])
    assert (points.marker.cmin, points.marker.cmax) == (0, 1)


def test_a_map_of_thousands_has_few_labels() -> None:
    projection = made(2_000)
    fig = frequent_map(projection, names(2_000), LIGHT)
    assert 20 <= sum(len(trace.text or ()) for trace in fig.data) <= 300
    assert not any(trace.type.endswith("gl") for trace in fig.data)


# The parallelogram


def test_the_two_steps_of_an_analogy_are_drawn_as_the_same_step(glove: Space) -> None:
    result = analogy(glove, "king", "man", "woman", k=2)
    fig, points = seen(build_analogy(result, LIGHT, "GloVe 6B").plot), result.plane.coordinates
    steps = [trace for trace in fig.data if trace.name in ("from man to king", "the same step from woman")]
    first, second = (np.array([np.diff(step.x)[0], np.diff(step.y)[0]]) for step in steps)
    np.testing.assert_allclose(first, second, atol=1e-5)
    np.testing.assert_allclose(first, points[0] - points[1], atol=1e-6)
    (miss,) = (trace for trace in fig.data if trace.name == "what the best answer misses by")
    np.testing.assert_allclose([miss.x[1], miss.y[1]], points[4], atol=1e-6)
    shown = {row[0] for trace in dots(fig) for row in trace.customdata}
    assert shown == {"king", "man", "woman", "king − man + woman", "queen", "monarch"}
    assert result.plane.explained is not None
    assert f"{100 * result.plane.explained[0]:.0f} %" in fig.layout.xaxis.title.text


def test_an_analogy_without_an_answer_is_drawn_without_a_miss() -> None:
    fig = seen(build_analogy(Analogy(("a", "b", "c"), np.eye(3), np.ones(3), [], [], made(4)), LIGHT, "x").plot)
    assert not any("misses" in (trace.name or "") for trace in fig.data)


NAMES = ("p", "q", "r", "s")
LETTERS = {name: name.upper() for name in NAMES}
# In four lists, in two of them, in one; "b" stands at different heights.
LISTS: dict[str, tuple[str, ...] | None] = {
    "p": ("a", "b", "only p"),
    "q": ("b", "a", "only q"),
    "r": ("a", "c", "only r"),
    "s": ("a", "only s", "also s"),
}


def made_lists(lists: dict[str, tuple[str, ...] | None] = LISTS) -> Columns:
    near = {
        name: None if words is None else [Neighbour(word, 0.9 - rank / 10) for rank, word in enumerate(words)]
        for name, words in lists.items()
    }
    words = [word for listed in lists.values() for word in listed or ()]
    return Columns("word", near, {word: words.count(word) for word in words}, {})


def written(fig: go.Figure) -> list[go.Scatter]:
    """The traces that write words, one a column."""
    return [trace for trace in fig.data if trace.text]


def word_places(fig: go.Figure) -> dict[tuple[int, int], tuple[str, str]]:
    """Each text and its colour by column and rank."""
    return {
        (int(x), int(y)): (text, colour)
        for trace in written(fig)
        for x, y, text, colour in zip(trace.x, trace.y, trace.text, trace.textfont.color, strict=True)
    }


def ends(trace: go.Scatter) -> list[tuple[float, float]]:
    """Start and end height of each line."""
    return list(zip(trace.y[0::3], trace.y[1::3], strict=True))


# Lists of neighbours


def test_a_word_of_half_the_lists_stands_out_and_one_of_a_single_list_is_faint() -> None:
    look = DARK
    lists: dict[str, tuple[str, ...] | None] = {name: tuple("abc") for name in "pqrstu"}
    lists |= {name: ("a", "b", f"only {name}") for name in "stu"}  # c in three of six: half
    lists |= {name: ("a", f"once {name}", f"only {name}") for name in "tu"}  # b in four
    lists["p"], lists["q"] = ("a", "b", "twice"), ("a", "b", "twice")  # c in one
    found = word_places(columns(made_lists(lists), {name: name for name in lists}, look))
    colours = {text.removeprefix("<b>").removesuffix("</b>"): (text[:3] == "<b>", c) for text, c in found.values()}
    assert colours["a"] == colours["b"] == (True, look.accent)
    assert colours["twice"] == (False, look.ink)
    assert colours["c"] == colours["only t"] == colours["once u"] == (False, look.faint)
    lists["p"], lists["q"] = ("a", "b", "c"), ("a", "b", "c")
    found = word_places(columns(made_lists(lists), {name: name for name in lists}, look))
    assert found[0, 3] == ("<b>c</b>", look.accent), "half counts"


def test_every_neighbour_is_written_once_in_its_column_best_on_top() -> None:
    fig = columns(made_lists(), LETTERS, LIGHT)
    found = {place: text.removeprefix("<b>").removesuffix("</b>") for place, (text, _) in word_places(fig).items()}
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
    fig = columns(made_lists(), LETTERS, LIGHT)
    rare, often = (trace for trace in fig.data if trace.mode == "lines")
    # a: 1 → 2 → 1 → 1, b: 2 → 1. Both are in half of the lists; no other word is in two.
    assert sorted(ends(often)) == sorted([(1, 2), (2, 1), (2, 1), (1, 1)])
    assert ends(rare) == []
    assert often.line.color == LIGHT.accent
    for start, end in zip(often.x[0::3], often.x[1::3], strict=True):
        assert int(start) + 0.5 > start > int(start), "a line starts where its word has ended"
        assert round(end) > end > start
        assert round(end) == int(start) + 1
    six: dict[str, tuple[str, ...] | None] = {name: ("x", f"only {name}") for name in "pq"}
    six |= {name: (f"only {name}", f"also {name}") for name in "rstu"}
    rare, often = (t for t in columns(made_lists(six), {n: n for n in six}, LIGHT).data if t.mode == "lines")
    assert ends(rare) == [(1, 1)]
    assert ends(often) == []
    assert rare.line.color == LIGHT.faint
    assert rare.line.width < often.line.width


def test_a_space_without_the_word_keeps_its_column_and_says_so() -> None:
    fig = columns(made_lists(LISTS | {"q": None}), LETTERS, LIGHT)
    assert len(written(fig)) == 4
    empty = next(trace for trace in written(fig) if trace.name == "Q")
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
    row = next(trace for trace in written(fig) if trace.name == "P").customdata[0]
    assert row[1] == "cosine 0.90, in 3 of 3 lists"


def test_the_only_list_has_no_word_that_stands_out() -> None:
    fig = columns(made_lists({"p": None, "q": ("a", "b"), "r": None}), LETTERS, LIGHT)
    found = [pair for place, pair in word_places(fig).items() if place[0] == 1]
    assert found == [("a", LIGHT.faint), ("b", LIGHT.faint)]
    assert all(ends(trace) == [] for trace in fig.data if trace.mode == "lines")


def test_a_word_with_markup_is_clicked_as_it_is_spelled_and_drawn_as_text() -> None:
    words = ("<b>x</b>", "a&b", "<script>alert(1)</script>")
    fig = columns(made_lists({"p": words, "q": words[::-1]}), LETTERS, LIGHT)
    for trace in written(fig):
        clicked = [html.unescape(row[0]) for row in trace.customdata]
        assert sorted(clicked) == sorted(words)
        for row, text in zip(trace.customdata, trace.text, strict=True):
            assert "<" not in row[0]
            inner = text.removeprefix("<b>").removesuffix("</b>")
            assert "<" not in inner
            assert html.unescape(inner) == html.unescape(row[0])


def test_a_word_can_be_clicked_all_over() -> None:
    for trace in written(columns(made_lists(), LETTERS, LIGHT)):
        assert trace.mode == "markers+text"
        assert trace.marker.opacity == 0
        assert trace.marker.size >= 24, "a finger's width"
        assert trace.hoverinfo != "skip"


# The table of overlaps


def test_one_word_stands_above_the_diagonal_and_the_mean_below_it() -> None:
    above = {("p", "q"): 0.25, ("q", "p"): 0.25, ("p", "r"): 1.0, ("r", "p"): 1.0}
    below = {("p", "q"): 0.5, ("q", "p"): 0.5, ("q", "r"): 0.0, ("r", "q"): 0.0}
    titles = {name: LETTERS[name] for name in NAMES[:3]}
    card = build_overlaps(Columns("w", {}, {}, above), below, titles, LIGHT)
    fig = seen(card.plot)
    (table,) = fig.data
    assert [list(row) for row in table.text] == [["", "25", "100"], ["50", "", ""], ["", "0", ""]]
    assert [list(row) for row in table.z] == [[None, 0.25, 1], [0.5, None, None], [None, 0, None]]
    assert list(table.x) == list(table.y) == ["P", "Q", "R"]
    assert table.texttemplate == "%{text}"
    assert table.hoverongaps is False, "a pair with a space that lacks the word stays empty"
    assert (fig.layout.yaxis.autorange, fig.layout.xaxis.side) == ("reversed", "top")
    np.testing.assert_equal(card.table.columns[2], [0.25, 1.0, np.nan])
    np.testing.assert_equal(card.table.columns[3], [0.5, np.nan, 0.0])
    assert "62 %" in card.said[0]  # (25 + 25 + 100 + 100) / 4
    assert "25 %" in card.said[0]


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_the_numbers_of_the_table_can_be_read_on_every_ground(look: Theme) -> None:
    (trace,) = drawn_once("overlaps", look).data
    grounds = [colour for _, colour in trace.colorscale]
    assert (trace.zmin, trace.zmax) == (0, 1)
    assert grounds[0] == look.paper
    for ground in grounds:
        assert contrast(trace.textfont.color, ground) >= 4.5
    assert contrast(grounds[0], grounds[-1]) > 1.5, "all and nothing look alike"


# Cards


def picture(glove: Space, words: WordSet, method: str = "pca", n_components: int = 2, **more: Any) -> Picture:
    return Picture(glove, words, drawn(glove, words, method, n_components), trust=0.9, pca_kept=0.5, **more)


def test_a_card_of_each_kind_of_map_has_its_numbers_its_sentences_and_its_code(glove: Space) -> None:
    few, many = READY[0], frequent(glove, "top-1000")
    for shown, kind, function, said in (
        (picture(glove, few), "bank-pca", "project", "of the variance"),
        (picture(glove, few, n_components=3), "bank-pca-3d", "project", "3 axes hold"),
        (
            picture(glove, few, "axes", axes=AXES, lines=(0.2, 0.2), selected=0),
            "bank-axes",
            "axis_vector",
            "“bank” has",
        ),
        (picture(glove, many, selected=3), "top-1000-pca", "project", "nearest to “and”"),
    ):
        card = build_map(shown, DARK)
        assert card.name == f"glove-6b-{kind}"
        assert card.how.code[0].__name__ == function
        assert any(said in sentence for sentence in card.said), card.said
        columns_ = dict(zip(card.table.heads, card.table.columns, strict=True))
        assert list(columns_["word"]) == list(shown.words.words)
        assert list(columns_["group"]) == list(shown.words.group_of)
        for i, axis in enumerate(list(columns_)[2:-1]):
            np.testing.assert_array_equal(columns_[axis], shown.projection.coordinates[:, i])
        np.testing.assert_array_equal(columns_["kept"], shown.projection.kept)
        assert f"{len(shown.words.words):,} words" in card.alt
        assert seen(card.plot).data


def test_the_words_torn_apart_most_and_the_true_neighbours_are_those_of_the_map(glove: Space) -> None:
    shown = picture(glove, ROYALTY)
    torn = shown.torn(5)
    assert [share for _, share in torn] == sorted(shown.projection.kept.tolist())[:5]
    row = ROYALTY.words.index("queen")
    true = shown.true_neighbours(row)
    unit = glove.unit[glove.rows(ROYALTY.words)] @ glove.unit[glove.row("queen")]
    assert [word for word, *_ in true] == [ROYALTY.words[i] for i in np.argsort(-unit)[1:11]]
    np.testing.assert_allclose([cosine for _, cosine, _ in true], np.sort(unit)[::-1][1:11], atol=1e-6)
    assert sum(near for *_, near in true) == round(10 * float(shown.projection.kept[row]))


def test_a_region_holds_the_first_words_in_it_and_no_more_than_a_browser_bears() -> None:
    projection = made(4_000)
    found = region(projection, extent_of(projection.coordinates))
    assert found.points.tolist() == list(range(MAX_POINTS))
    left, _, bottom, top = extent_of(projection.coordinates)
    half = region(projection, (left, 0.0, bottom, top))
    assert (projection.coordinates[half.points, 0] <= 0).all()
    assert len(half.points) == min(MAX_POINTS, int((projection.coordinates[:, 0] <= 0).sum()))


def test_two_maps_share_their_axes_and_one_table(glove: Space) -> None:
    compared = compare(glove, glove, ROYALTY.words, np.eye(100, dtype=np.float32))
    left, right = build_sides(compared, ROYALTY, (glove, load_space("glove")), LIGHT, selected=0)
    for axis in ("xaxis", "yaxis"):
        assert left.plot.layout[axis]["range"] == right.plot.layout[axis]["range"]
    assert left.table.heads == right.table.heads
    assert set(left.table.heads) >= {"agreement", "x in GloVe 6B", "kept in GloVe"}
    assert "GloVe turned onto GloVe 6B" in left.said[0]


def test_the_lists_of_a_word_of_several_senses_say_which_colour_is_which() -> None:
    near = lists_of(names(40))
    card = build_columns(near, TITLES, LIGHT, {"word0": 1}, ("river", "money"))
    assert "orange *river*, blue *money*" in card.caption
    senses = dict(zip(card.table.columns[2], card.table.columns[-1], strict=True))
    assert (card.table.heads[-1], senses["word0"], senses["word1"]) == ("sense", "money", "")
    assert len(card.table.columns[0]) == 50
    assert "Grey" in build_columns(near, TITLES, LIGHT, {}, ()).caption
