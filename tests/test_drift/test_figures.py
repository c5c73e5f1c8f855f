"""Figures of a drift show where the word is, keep their axes still, and say which line is which."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.charts.card import Card
from core.charts.theme import DARK, LIGHT, Theme, mixed, plain, rgba, sense_colours
from core.counts.cooccurrence import CountRow
from core.drift.figures import (
    build_coefficients,
    build_cosines,
    build_drift,
    build_errors,
    build_pulls,
    build_ranks,
    build_split,
    build_window,
)
from core.drift.figures.axis import along, marked, way
from core.drift.figures.path import TRAILS
from core.drift.laws import PUBLISHED, Floats, explain, log_law
from core.drift.nearby import Around, Curves, Nearby, nearby
from core.drift.path import Drift, path
from core.drift.pulls import Pulls, Split, Tellers, WindowWord
from core.drift.scene import Scene
from core.spaces.space import Space
from tests.charts import drawn
from tests.colour import contrast
from tests.pages import SCRIPT

SENSES = pytest.mark.parametrize("n", [2, 4])  # rays from zero and names on the trails, or edges and a legend
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon")
SIZE = 8
ROW = CountRow(np.arange(3), np.ones(3, np.float32), 3.0)
NOTHING = Pulls(np.zeros(3), np.zeros(3), np.ones(3))


def a_drift(n: int = 2, steps: int = 11, word: str = "word", names: Sequence[str] = NAMES) -> Drift:
    """Return a way that leaves the senses' span between the corners, the more the more they are mixed."""
    random = np.random.default_rng(n)
    senses = random.normal(size=(n, SIZE))
    senses[:, -1] = 0
    proportions = path(n, steps)
    vectors = proportions @ senses
    vectors[:, -1] = 1 - (proportions**2).sum(axis=1)
    return beside(word, tuple(names[:n]), proportions, vectors, senses)


def beside(word: str, names: tuple[str, ...], proportions: Floats, vectors: Floats, senses: Floats) -> Drift:
    coefficients, residual = explain(vectors, senses)
    betas = log_law(proportions, 0.5)
    laws = proportions @ senses, betas @ senses
    return Drift(word, "toy", names, proportions, vectors, senses, *laws, coefficients, residual, betas)


def one_frame(drift: Drift, shares: Sequence[float], length: float = 1.0) -> Drift:
    """Return the word at some shares, its vector as long as one likes."""
    proportions = np.array([shares], dtype=float)
    vectors = length * proportions @ drift.senses
    vectors[:, -1] = length * (1 - (proportions**2).sum(axis=1))
    return beside(drift.word, drift.names, proportions, vectors, drift.senses)


def a_space(words: Sequence[str] = ()) -> Space:
    random = np.random.default_rng(9)
    listed = (*words, *(f"w{i}" for i in range(60 - len(words))))
    return Space("toy", listed, random.normal(size=(60, SIZE)).astype(np.float32))


def some_words(drift: Drift, words: Sequence[str] = ("left", "right", "up", "down")) -> Around:
    n = len(drift.names)
    belongs = tuple(i % n for i in range(len(words)))
    return Around(tuple(words), 0.9 * drift.senses[list(belongs)], belongs)


def a_scene(drift: Drift, near: Nearby | None = None, **more: Any) -> Scene:
    """Return a drift with what is shown beside it."""
    near = near or nearby(a_space(), drift)
    n = len(drift.names)
    spot = more.pop("spot", None) or one_frame(drift, [1 / n] * n)
    return Scene(drift, near, spot, near, some_words(drift), np.zeros((2, SIZE)), PUBLISHED, **more)


def tellers(names: Sequence[str], words: Sequence[str], owners: Sequence[int], alone: Pulls = NOTHING) -> Tellers:
    return Tellers(tuple(names), np.arange(len(words)), tuple(words), tuple(owners), alone, 6)


class Made:
    """A figure and what it was made from."""

    def __init__(
        self,
        n: int = 2,
        look: Theme = LIGHT,
        shares: Sequence[float] | None = None,
        drift: Drift | None = None,
        words: Sequence[str] = (),
        spot: Drift | None = None,
        around: Around | None = None,
        own: Floats | None = None,
        corpus: Drift | None = None,
    ) -> None:
        self.drift = drift or a_drift(n)
        space = a_space(words)
        self.near = nearby(space, self.drift)
        self.spot = spot or one_frame(self.drift, shares or [1 / n] * n)
        self.spot_near = nearby(space, self.spot)
        self.around = around or some_words(self.drift)
        self.colours = sense_colours(len(self.drift.names), look)
        # Two words merged have no vector of their own; a word of more senses has one.
        none = self.drift.senses[:2] if len(self.drift.names) == 2 else self.drift.senses[:1]
        trained = none if own is None else own[None]
        scene = Scene(self.drift, self.near, self.spot, self.spot_near, self.around, trained, PUBLISHED, corpus)
        self.plane = scene.plane
        self.card = build_drift(scene, look)
        self.fig = drawn(self.card)

    def moving(self) -> tuple[int, ...]:
        return tuple(self.fig.frames[0].traces)

    def word(self, frame: int | None = None) -> Any:
        """Return the trace of the word's point, as it stands at first or as a frame moves it."""
        at = next(i for i in self.moving() if self.fig.data[i].text == (f"<b>{plain(self.drift.word)}</b>",))
        return self.fig.data[at] if frame is None else self.part(frame, at)

    def part(self, frame: int, trace: int) -> Any:
        return self.fig.frames[frame].data[self.moving().index(trace)]

    def listed(self, frame: int | None = None) -> Any:
        """Return the trace of the list of nearest words."""
        at = next(i for i in self.moving() if self.fig.data[i].xaxis == "x2")
        return self.fig.data[at] if frame is None else self.part(frame, at)

    def halo(self, frame: int | None = None) -> Any:
        """Return the trace of the halo and of the two laws."""
        at = next(i for i in self.moving() if len(self.fig.data[i].x) == 3)
        return self.fig.data[at] if frame is None else self.part(frame, at)


def texts(fig: go.Figure) -> Iterator[str]:
    """Return all that a figure writes, shown at once or under the pointer."""
    found: Any = json.loads(fig.to_json())

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for part in value.values():
                yield from walk(part)
        elif isinstance(value, list):
            for part in value:
                yield from walk(part)

    return walk(found)


def assert_harmless(fig: go.Figure) -> None:
    """Assert that a figure holds no tag but those that we write."""
    for text in texts(fig):
        assert set(re.findall(r"</?\w*", text)) <= {"<b", "</b", "<br", "<extra", "</extra"}, text


# The moving figure


@SENSES
def test_the_axes_are_the_same_in_every_frame_and_hold_all_that_is_drawn(n: int) -> None:
    made = Made(n, own=0.9 * a_drift(n).senses[0])
    fig = made.fig
    for frame in fig.frames:
        assert frame.layout.to_plotly_json() == {}, "an axis would jump"
    for axis in (fig.layout.xaxis, fig.layout.yaxis, fig.layout.xaxis2, fig.layout.yaxis2):
        assert axis.fixedrange
        assert axis.range is not None
    (left, right), (bottom, top) = fig.layout.xaxis.range, fig.layout.yaxis.range
    assert (fig.layout.yaxis.scaleanchor, fig.layout.yaxis.scaleratio) == ("x", 1), "angles would be bent"
    moved = [made.halo(frame) for frame in range(len(fig.frames))]
    still = [trace for trace in fig.data if trace.xaxis != "x2" and (trace.marker.size or trace.line.dash)]
    for trace in (*moved, *still):
        for x, y in zip(trace.x, trace.y, strict=True):
            assert left < x < right
            assert bottom < y < top


def test_a_word_of_much_or_little_text_stays_within_the_figure() -> None:
    for length in (0.02, 3):
        made = Made(spot=one_frame(a_drift(), [0.5, 0.5], length))
        (left, right), (bottom, top) = made.fig.layout.xaxis.range, made.fig.layout.yaxis.range
        assert left < made.word().x[0] < right
        assert bottom < made.word().y[0] < top


@SENSES
def test_frames_move_the_moving_traces_and_no_others(n: int) -> None:
    made = Made(n)
    assert len(made.fig.frames) == 11
    assert [frame.name for frame in made.fig.frames] == [str(i) for i in range(11)]
    for frame in made.fig.frames:
        assert frame.traces == made.moving()
        assert len(frame.data) == len(made.moving())
    names = {made.fig.data[i].name for i in made.moving()}
    assert not names & ({name for name, _ in TRAILS} | set(made.drift.names))
    assert len(made.fig.data) > len(made.moving()) + 3 + n


@SENSES
def test_the_point_is_where_the_row_was_solved_and_beside_it_what_the_laws_say(n: int) -> None:
    made = Made(n)
    for frame in range(11):
        trained, linear, log = (
            made.plane.place(vectors[frame][None])[0]
            for vectors in (made.drift.vectors, made.drift.linear, made.drift.log_law)
        )
        point, halo = made.word(frame), made.halo(frame)
        np.testing.assert_allclose([point.x[0], point.y[0]], trained, atol=1e-4)
        np.testing.assert_allclose(np.transpose([halo.x, halo.y]), [trained, linear, log], atol=1e-4)
        said = re.findall(r"(\d+) % (\w+)", point.hovertext[0].split("<br>")[0])
        assert [name for _, name in said] == list(made.drift.names)
        whole = np.array([int(share) for share, _ in said])
        assert whole.sum() == 100
        np.testing.assert_allclose(whole, 100 * made.drift.proportions[frame], atol=1)


def test_what_is_shown_at_first_is_the_mixture_chosen() -> None:
    n = 4
    shares = [0.15, 0.85] + [0.0] * (n - 2)
    made = Made(n, shares=shares)
    (x, y) = made.plane.place(made.spot.vectors)[0]
    assert (made.word().x[0], made.word().y[0]) == pytest.approx((x, y), abs=1e-4)
    assert made.word().marker.color == mixed(made.colours, shares)
    assert [html.unescape(text) for text in made.listed().text[1:]] == [
        made.spot_near.words[i] for i in made.spot_near.listed(0)
    ]
    assert made.listed().text[0].startswith("<b>15 % alpha<br>85 % beta")
    assert "15 % alpha, 85 % beta" in made.word().hovertext[0]


@SENSES
def test_a_mixture_on_the_way_is_shown_as_its_frame_shows_it(n: int) -> None:
    drift = a_drift(n)
    for frame in (0, 3, 10):
        spot = replace(
            drift,
            **{
                name: getattr(drift, name)[frame : frame + 1]
                for name in ("proportions", "vectors", "linear", "log_law", "coefficients", "residual")
            },
        )
        made = Made(drift=drift, spot=spot)
        assert made.fig.layout.sliders[0].active == frame
        for at in made.moving():
            shown, moved = made.fig.data[at].to_plotly_json(), made.part(frame, at).to_plotly_json()
            for name in ("x", "y", "text", "hovertext"):
                if name in moved:
                    assert list(shown[name]) == list(moved[name])
            assert shown.get("marker", {}).get("color") == moved.get("marker", {}).get("color")


@SENSES
def test_the_point_wears_its_senses_colours_in_proportion(n: int) -> None:
    made = Made(n, {2: LIGHT, 4: DARK}[n])
    for frame, shares in enumerate(made.drift.proportions):
        colour = made.word(frame).marker.color
        assert made.halo(frame).marker.color[0] == rgba(colour, 0.22)
        if shares.max() == 1:
            assert colour == made.colours[int(shares.argmax())]
        channels = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (colour, *made.colours)]
        np.testing.assert_allclose(channels[0], shares @ np.array(channels[1:]), atol=1)
    (dots,) = (trace for trace in made.fig.data if trace.marker.color and len(trace.x) == 11)
    assert list(dots.marker.color) == [made.word(frame).marker.color for frame in range(11)]


@pytest.mark.parametrize("n", [2, 3])
def test_the_halo_grows_with_the_distance_off_the_plane(n: int) -> None:
    made = Made(n)
    sizes = np.array([made.halo(frame).marker.size[0] for frame in range(11)])
    off = made.plane.off(made.drift.vectors)
    np.testing.assert_array_equal(np.argsort(sizes.round(6), kind="stable"), np.argsort(off.round(9), kind="stable"))
    assert np.ptp(sizes) > 5
    for frame in np.flatnonzero(made.drift.proportions.max(axis=1) == 1):
        assert sizes[frame] == pytest.approx(made.word().marker.size), "a sense alone lies in the plane"
    percents = [int(re.findall(r"(\d+) %", made.word(i).hovertext[0].split("<br>")[1])[0]) for i in range(11)]
    np.testing.assert_allclose(percents, 100 * off, atol=0.5)
    assert made.halo().marker.opacity == 1, "the laws would shine through"


@SENSES
def test_each_trail_is_told_by_its_dash_and_named_where_it_runs(n: int) -> None:
    made = Made(n)
    trails = [trace for trace in made.fig.data if trace.name in dict(TRAILS)]
    assert len({trace.name for trace in trails}) == len({trace.line.dash for trace in trails}) == len(trails) == 3
    ways = {"average": made.drift.linear, "log": made.drift.log_law, "solved": made.drift.vectors}
    for trace in trails:
        (vectors,) = (vectors for part, vectors in ways.items() if part in trace.name)
        np.testing.assert_allclose(np.transpose([trace.x, trace.y]), made.plane.place(vectors))
        named = [note for note in made.fig.layout.annotations if note.text == trace.name]
        assert trace.showlegend is not bool(named), "its name stands on the chart or in the legend"
        for name in named:
            assert min(np.hypot(np.subtract(trace.x, name.x), np.subtract(trace.y, name.y))) < 1e-9


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_names_of_trails_and_stops_can_be_read(look: Theme) -> None:
    made = Made(look=look, own=a_drift().senses[0])
    for note in made.fig.layout.annotations:
        assert contrast(note.font.color, look.paper) >= 4.5
    assert contrast(made.listed().textfont.color[0], look.paper) >= 4.5
    (star,) = (trace for trace in made.fig.data if trace.marker.symbol == "star")
    assert contrast(star.marker.color, look.paper) >= 3


def test_a_star_stands_where_the_words_own_vector_falls() -> None:
    n = 4
    own = a_drift(n).vectors[4] + np.eye(SIZE)[-1]
    made = Made(n, own=own)
    (star,) = (trace for trace in made.fig.data if trace.marker.symbol == "star")
    assert (star.x[0], star.y[0]) == pytest.approx(tuple(made.plane.place(own[None])[0]))
    assert f"{100 * made.plane.off(own[None])[0]:.0f} %" in star.hovertemplate
    assert "word" in star.name
    assert not [trace for trace in Made().fig.data if trace.marker.symbol == "star"]


def test_the_mixture_of_the_text_is_marked_where_it_was_solved() -> None:
    n = 2
    corpus = one_frame(a_drift(n), [0.9, 0.1] + [0.0] * (n - 2))
    made = Made(n, corpus=corpus)
    (mark,) = (trace for trace in made.fig.data if trace.marker.symbol == "triangle-up")
    assert (mark.x[0], mark.y[0]) == pytest.approx(tuple(made.plane.place(corpus.vectors)[0]))
    assert "90 % alpha, 10 % beta" in mark.hovertemplate
    assert not [trace for trace in Made(n).fig.data if trace.marker.symbol == "triangle-up"]


def test_it_can_be_played_halted_and_dragged() -> None:
    n = 2
    made = Made(n, shares=[0.3, 0.7] + [0.0] * (n - 2))
    (menu,) = made.fig.layout.updatemenus
    play, pause = menu.buttons
    assert "Play" in play.label
    assert (play.method, play.args[0]) == ("animate", None), "all frames"
    assert play.args[1]["frame"]["duration"] > 0
    assert play.args[1]["frame"]["redraw"] is False
    assert (pause.method, list(pause.args[0])) == ("animate", [None])
    assert (pause.args[1]["mode"], pause.args[1]["frame"]["duration"]) == ("immediate", 0)
    assert menu.showactive is False, "the pressed button cannot be read in the dark"
    (slider,) = made.fig.layout.sliders
    assert [list(step.args[0]) for step in slider.steps] == [[str(i)] for i in range(11)]
    assert all(step.method == "animate" and step.args[1]["mode"] == "immediate" for step in slider.steps)
    nearest = np.abs(made.drift.proportions - made.spot.proportions[0]).sum(axis=1)
    assert nearest[slider.active] == nearest.min()
    assert slider.x + slider.len <= 1
    assert slider.x >= 0.25, "it lies under the buttons"


@pytest.mark.parametrize(
    ("n", "stops"),
    [
        (2, {0.0: "all alpha", 0.5: "half and half", 1.0: "all beta"}),
        (3, {0.0: "all alpha", 0.3: "all beta", 0.7: "all gamma", 1.0: "even mix"}),
    ],
)
def test_what_stands_under_the_slider_is_what_the_frame_there_shows(n: int, stops: dict[float, str]) -> None:
    made = Made(n)
    (slider,) = made.fig.layout.sliders
    notes = {
        round((note.x - slider.x) / slider.len, 6): note.text
        for note in made.fig.layout.annotations
        if note.xref == "paper"
    }
    assert notes == stops
    for at, text in stops.items():
        shares = made.drift.proportions[round(at * 10)]
        if text.startswith("all"):
            assert shares[made.drift.names.index(text.split()[1])] == 1
        else:
            np.testing.assert_allclose(shares, 1 / n)


@SENSES
def test_the_nearest_words_are_listed_and_wear_the_colour_of_their_sense(n: int) -> None:
    made = Made(n)
    for frame in range(11):
        trace, near = made.listed(frame), made.near.listed(frame)
        assert [html.unescape(text) for text in trace.text[1:]] == [made.near.words[i] for i in near]
        assert list(trace.textfont.color[1:]) == [made.colours[made.near.belongs[i]] for i in near]
        assert len(trace.x) == len(trace.y) == 11
        assert list(trace.y) == sorted(trace.y)
    bottom, top = made.fig.layout.yaxis2.range
    assert bottom > 10
    assert top < made.listed().y[0] < 1, "the shares stand above the words, and within the figure"


@SENSES
def test_senses_stand_at_their_ends_with_their_words_about_them(n: int) -> None:
    made = Made(n)
    ends = made.plane.place(made.drift.senses)
    for sense, (name, colour) in enumerate(zip(made.drift.names, made.colours, strict=True)):
        (dots,) = (trace for trace in made.fig.data if trace.name == name)
        assert dots.marker.color == colour
        np.testing.assert_allclose([dots.x[0], dots.y[0]], ends[sense])
        assert dots.marker.size[0] > max(dots.marker.size[1:], default=0)
        mine = [word for word, owner in zip(made.around.words, made.around.belongs, strict=True) if owner == sense]
        assert [row[0] for row in dots.customdata] == [name, *mine]
        labels = [trace for trace in made.fig.data if f"<b>{name}</b>" in (trace.text or ())]
        assert [trace.textfont.color for trace in labels] == [colour]
    # Of two senses rays come from zero, of more the edges of what they span are drawn.
    lines = made.fig.data[0]
    assert lines.x.count(None) == (2 if n == 2 else n)
    drawn = {(x, y) for x, y in zip(lines.x, lines.y, strict=True) if x is not None}
    assert drawn == {tuple(end) for end in ends} | ({(0.0, 0.0)} if n == 2 else set())


def test_words_with_markup_are_drawn_as_they_are_spelled() -> None:
    names = (f"{SCRIPT}a", "<b>b</b>&")
    drift = a_drift(word=SCRIPT, names=names)
    made = Made(drift=drift, words=[SCRIPT + str(i) for i in range(40)], around=some_words(drift, (SCRIPT, "<i>x</i>")))
    assert_harmless(made.fig)
    assert html.unescape(made.word().text[0]) == f"<b>{SCRIPT}</b>"
    assert any(SCRIPT in html.unescape(text) for text in made.listed().text[1:])
    scene = a_scene(drift, made.near)
    held = tellers(names, (*names, "z"), (0, 1, 1))
    windowed = [WindowWord(name, True, 1.0, i, 0.5) for i, name in enumerate(names)]
    for card in (
        build_ranks(scene, LIGHT),
        build_cosines(scene, Curves(names, np.zeros((11, 2)), (0, 1)), LIGHT),
        build_coefficients(scene, LIGHT),
        build_errors(scene, LIGHT),
        build_split(SCRIPT, held, Split(np.arange(3), np.ones((2, 3))), ROW, LIGHT),
        build_pulls(SCRIPT, held, NOTHING, LIGHT),
        build_window(windowed, 0, LIGHT),
    ):
        fig = drawn(card)
        assert_harmless(fig)
        assert any(names[1] in html.unescape(text) for text in texts(fig)) or "off" in fig.layout.yaxis.title.text


def every_card() -> list[Card]:
    scene = a_scene(a_drift(names=("alpha", "beta")))
    held = tellers(NAMES[:2], ("x", "y", "z"), (0, 1, 1))
    return [
        Made().card,
        build_ranks(scene, LIGHT),
        build_cosines(scene, Curves(("up",), np.ones((11, 1)), (0,)), LIGHT),
        build_coefficients(scene, LIGHT),
        build_errors(scene, LIGHT),
        build_split("word", held, Split(np.arange(3), np.ones((2, 3))), ROW, LIGHT),
        build_pulls("word", held, NOTHING, LIGHT),
        build_window([WindowWord("it", True, 1.0, 0, 0.0), WindowWord("is", True, 1.0, 1, 0.5)], 0, LIGHT),
    ]


def test_every_card_has_its_numbers_its_sentences_and_how_it_was_computed() -> None:
    cards = every_card()
    assert len({card.name for card in cards}) == len(cards), "two would be saved under one name"
    for card in cards:
        assert card.title
        assert card.alt.endswith(".")
        assert " ".join(card.said).strip()
        assert card.how.text
        assert card.how.formulas
        assert card.how.code
        assert len(card.table.csv().splitlines()) > 1
        assert re.fullmatch(r"[a-z0-9-]+", card.name)


# The axis that charts share, and marks on it


def test_of_two_senses_the_axis_is_the_share_of_the_second() -> None:
    drift = a_drift()
    np.testing.assert_allclose(way(drift), np.linspace(0, 1, 11))
    assert [along(drift, [1 - share, share]) for share in (0.0, 0.25, 1.0)] == [0.0, 0.25, 1.0]


def test_of_three_senses_only_mixtures_on_the_way_have_a_place_on_the_axis() -> None:
    drift = a_drift(3)
    assert along(drift, [1, 0, 0]) == 0
    assert along(drift, [0, 1, 0]) == pytest.approx(0.3)
    assert along(drift, [1 / 3, 1 / 3, 1 / 3]) == 1
    assert along(drift, [0.6, 0.2, 0.2]) is None


@SENSES
def test_the_axis_names_the_corners_where_they_are(n: int) -> None:
    axis = drawn(build_errors(a_scene(a_drift(n)), LIGHT)).layout.xaxis
    assert axis.fixedrange
    assert axis.range[0] < 0 < 1 < axis.range[1]
    if n == 2:
        assert list(axis.ticktext) == [f"{100 * tick:g} %" for tick in axis.tickvals]
        assert (axis.tickvals[0], axis.tickvals[-1]) == (0, 1)
        assert "alpha" in axis.title.text
        assert "beta" in axis.title.text
    else:
        corners = a_drift(n).proportions.argmax(axis=0) / 10
        assert list(axis.tickvals) == pytest.approx([*corners, 1])
        assert [text.split("<br>")[1] for text in axis.ticktext] == [*NAMES[:n], "mix"]


def test_marks_stand_where_they_should_with_their_name_and_not_on_each_other() -> None:
    drift = a_drift()
    scene = a_scene(drift, spot=one_frame(drift, [0.6, 0.4]), corpus=one_frame(drift, [0.55, 0.45]))
    found = marked(scene, LIGHT, 0.9)
    shapes = {shape["x0"]: shape for shape in found["shapes"]}
    notes = {note["text"]: note for note in found["annotations"]}
    assert set(shapes) == {0.4, 0.45, 0.9}
    assert all(shape["x0"] == shape["x1"] and shape["yref"] == "y domain" for shape in shapes.values())
    assert {text: note["x"] for text, note in notes.items()} == {"chosen": 0.4, "our text": 0.45, "tips": 0.9}
    assert notes["chosen"]["yshift"] != notes["our text"]["yshift"], "two names at one place"
    assert notes["tips"]["yshift"] == notes["chosen"]["yshift"]
    three = a_drift(3)
    aside = a_scene(three, spot=one_frame(three, [0.6, 0.2, 0.2]))
    assert marked(aside, LIGHT) == {"shapes": [], "annotations": []}, "the way does not pass there"
    for card in (
        build_ranks(scene, LIGHT),
        build_coefficients(scene, LIGHT),
        build_errors(scene, LIGHT),
        build_cosines(scene, Curves(("x",), np.zeros((11, 1)), (0,)), LIGHT),
    ):
        assert {0.4, 0.45} <= {shape.x0 for shape in drawn(card).layout.shapes}


# Nearest words along the way

# Three frames, four words: "all" stays, "first" leaves, "last" comes, "middle" is there once.
RANKS = np.array([[1, 2, 0, 0], [2, 0, 0, 1], [2, 0, 1, 0]])
NEAR = Nearby(("all", "first", "last", "middle"), RANKS, RANKS / 10, np.array([0, 0, 1, 1]), 2)  # type: ignore[arg-type]


def test_a_words_line_passes_its_places_and_breaks_where_it_is_not_near() -> None:
    drift = a_drift(steps=3)
    fig = drawn(build_ranks(a_scene(drift, NEAR), LIGHT))
    lines = {trace.name: trace for trace in fig.data if trace.mode == "lines+markers"}
    assert {name: list(trace.y) for name, trace in lines.items()} == {
        "all": [1, 2, 2],
        "first": [2, None, None],
        "last": [None, None, 1],
        "middle": [None, 1, None],
    }
    for trace in lines.values():
        assert list(trace.x) == [0, 0.5, 1]
        assert trace.connectgaps is False
    colours = sense_colours(2, LIGHT)
    assert [lines[name].line.color for name in NEAR.words] == [colours[0], colours[0], colours[1], colours[1]]
    assert lines["middle"].customdata[1][0] == "cosine 0.10"
    assert "beta" in lines["middle"].hovertemplate
    bottom, top = fig.layout.yaxis.range
    assert top < 1 < 2 < bottom, "the nearest is on top"


def test_every_line_is_named_where_it_ends_or_where_there_is_room() -> None:
    fig = drawn(build_ranks(a_scene(a_drift(steps=3), NEAR), LIGHT))
    named = [
        (text, x, y, trace.textposition)
        for trace in fig.data
        if trace.mode == "text"
        for text, x, y in zip(trace.text, trace.x, trace.y, strict=True)
    ]
    assert len(named) == len(set(named))
    assert set(named) == {
        ("all", -0.015, 1, "middle left"),
        ("all", 1.015, 2, "middle right"),
        ("first", -0.015, 2, "middle left"),
        ("last", 1.015, 1, "middle right"),
        ("middle", 0.5, 1, "top center"),
    }
    colours = {
        text: colour
        for trace in fig.data
        if trace.mode == "text"
        for text, colour in zip(trace.text, trace.textfont.color, strict=True)
    }
    first, second = sense_colours(2, LIGHT)
    assert colours == {"all": first, "first": first, "last": second, "middle": second}
    assert fig.layout.xaxis.range[0] < -0.15
    assert fig.layout.xaxis.range[1] > 1.15


@SENSES
def test_every_place_of_every_frame_is_drawn_once(n: int) -> None:
    drift = a_drift(n)
    near = nearby(a_space(), drift)
    fig = drawn(build_ranks(a_scene(drift, near), LIGHT))
    lines = [trace for trace in fig.data if trace.mode == "lines+markers"]
    for frame in range(11):
        assert sorted(trace.y[frame] for trace in lines if trace.y[frame] is not None) == list(range(1, 11))


def test_curves_are_the_cosines_each_with_its_own_dash_and_its_senses_colour() -> None:
    drift, cosines = a_drift(), np.column_stack([np.linspace(-0.4, 0.9, 11), np.linspace(0.5, 0.1, 11)])
    fig = drawn(build_cosines(a_scene(drift), Curves(("up", "down"), cosines, (1, 0)), LIGHT))
    assert [trace.name for trace in fig.data] == ["up", "down"]
    np.testing.assert_allclose(np.transpose([trace.y for trace in fig.data]), cosines)
    assert len({trace.line.dash for trace in fig.data}) == 2
    assert [trace.line.color for trace in fig.data] == list(sense_colours(2, LIGHT)[::-1])
    low, high = fig.layout.yaxis.range
    assert low < -0.4
    assert high > 0.9
    fig = drawn(build_cosines(a_scene(drift), Curves(("x",), cosines[:, 1:], (0,)), LIGHT))
    low, high = fig.layout.yaxis.range
    assert low < 0 < 0.5 < high, "nought is shown"


# Which law holds


@SENSES
def test_the_coefficients_are_those_found_and_those_of_both_laws(n: int) -> None:
    drift = a_drift(n)
    fig = drawn(build_coefficients(a_scene(drift), LIGHT))
    law = log_law(drift.proportions, 0.5)
    expected = {"trained": drift.coefficients, "linear average": drift.proportions, "log law": law}
    for name, values in expected.items():
        lines = [trace for trace in fig.data if trace.name == name and trace.x[0] is not None]
        np.testing.assert_allclose(np.transpose([trace.y for trace in lines]), values)
        assert [trace.line.color for trace in lines] == list(sense_colours(n, LIGHT))
        assert not any(trace.showlegend for trace in lines)
    keys = [trace for trace in fig.data if trace.x == (None,)]
    assert [trace.name for trace in keys] == list(expected)
    assert len({trace.line.dash for trace in keys}) == 3
    assert {trace.line.color for trace in keys} == {LIGHT.ink}, "the legend would tell one sense's colour"
    for key in keys:
        assert {trace.line.dash for trace in fig.data if trace.name == key.name} == {key.line.dash}
    named = [trace for trace in fig.data if trace.mode == "text"]
    assert [trace.text[0] for trace in named] == [f"<b>{name}</b>" for name in drift.names]
    for sense, trace in enumerate(named):
        assert trace.textfont.color == sense_colours(n, LIGHT)[sense]
        frame = round(trace.x[0] * 10)
        assert trace.y[0] == pytest.approx(drift.coefficients[frame, sense]), "a name that stands on no line"


def test_errors_are_those_in_the_plane_and_both_laws_are_right_where_a_sense_is_alone() -> None:
    drift = a_drift()
    fig = drawn(build_errors(a_scene(drift), LIGHT))
    linear, log = fig.data
    for trace, predicted in ((linear, drift.linear), (log, drift.log_law)):
        # Of the vector the part that its senses span; the rest of its length is no law's doing.
        inside = drift.vectors @ np.linalg.pinv(drift.senses) @ drift.senses
        by_hand = np.linalg.norm(inside - predicted, axis=1) / np.linalg.norm(drift.vectors, axis=1)
        np.testing.assert_allclose(trace.y, by_hand, atol=1e-9)
        assert trace.y[0] == pytest.approx(0, abs=1e-9)
        assert trace.y[-1] == pytest.approx(0, abs=1e-9)
    assert max(linear.y) < 1e-9, "this way is the average, but for what lies outside"
    assert max(log.y) > 0.1
    assert (linear.name, log.name) == ("linear average", "log law")
    assert linear.line.dash != log.line.dash
    low, high = fig.layout.yaxis.range
    assert low == 0
    assert high > max(*linear.y, *log.y)


# Why


def test_a_bar_is_stacked_from_its_senses_the_first_word_on_top() -> None:
    parts = Split(np.array([5, 6, 7]), np.array([[3.0, 0, 1], [2, 4, 0]]))
    fig = drawn(build_split("word", tellers(NAMES[:2], ("x", "y", "z"), (0, 1, 0)), parts, ROW, LIGHT))
    assert [trace.name for trace in fig.data] == ["alpha", "beta"]
    assert [list(trace.x) for trace in fig.data] == [[3, 0, 1], [2, 4, 0]]
    assert [trace.marker.color for trace in fig.data] == list(sense_colours(2, LIGHT))
    assert fig.layout.barmode == "stack"
    assert list(fig.layout.yaxis.ticktext) == ["x", "y", "z"]
    assert list(fig.layout.yaxis.tickvals) == list(fig.data[0].y) == [0, 1, 2]
    bottom, top = fig.layout.yaxis.range
    assert top < 0 < 2 < bottom


def test_a_pull_leads_from_what_is_given_to_what_is_asked() -> None:
    found = Pulls(np.array([2.0, np.nan, 1.0]), np.array([1.5, 0.5, 3.0]), np.array([1.0, 0.0, 0.25]))
    alone = Pulls(np.array([3.0, 2.0, 2.5]), np.array([2.5, 1.0, 2.0]), np.ones(3))
    fig = drawn(build_pulls("word", tellers(NAMES[:2], ("x", "y", "z"), (0, 1, 1), alone), found, LIGHT))
    lines = [trace for trace in fig.data if trace.mode == "lines"]
    assert [(list(trace.x), list(trace.y)) for trace in lines] == [([1.5, 2.0], [0, 0]), ([3.0, 1.0], [2, 2])]
    alphas = [float(re.findall(r"[\d.]+", trace.line.color)[3]) for trace in lines]
    assert alphas[0] > alphas[1], "what counts more is drawn firmer"
    asked, given, apart = (trace for trace in fig.data if trace.mode == "markers")
    assert list(apart.x) == [2.5, 1.0, 2.0]
    assert len({trace.marker.symbol for trace in (asked, given, apart)}) == 3
    assert list(asked.x) == [2.0, None, 1.0]
    assert list(given.x) == [1.5, 0.5, 3.0]
    colours = sense_colours(2, LIGHT)
    assert list(asked.marker.color) == [colours[0], colours[1], colours[1]]
    assert asked.customdata[0][1] == "asked 2.00, given 1.50"
    assert "nothing is asked" in asked.customdata[1][1]


def test_a_window_has_a_bar_a_word_in_order_and_marks_the_word_itself() -> None:
    words = [
        WindowWord("far", True, 0.5, 2, 0.4),
        WindowWord("odd", False, 0.0, 0, 0.0),
        WindowWord("it", True, 0.9, 0, 0.0),
        WindowWord("it", True, 0.9, 1, 0.9),
    ]
    fig = drawn(build_window(words, 2, LIGHT))
    (bars,) = fig.data
    assert list(bars.y) == [0.4, 0, 0, 0.9]
    assert list(fig.layout.xaxis.ticktext) == ["far", "odd", "<b>it</b>", "it"]
    assert list(fig.layout.xaxis.tickvals) == list(bars.x)
    assert fig.layout.yaxis.range[0] == 0
    assert fig.layout.yaxis.range[1] >= 1
    said = [row[1] for row in bars.customdata]
    assert "not in the vocabulary" in said[1]
    assert said[2] == "the word itself"
    assert ("50 %" in said[0], "2 away" in said[0], "40 %" in said[0]) == (True, True, True)


# Colours


def test_a_mixture_of_colours_is_in_proportion() -> None:
    colours = ("#ff0000", "#00ff00", "#0000ff")
    assert mixed(colours, (1, 0, 0)) == "#ff0000"
    assert mixed(colours, (0, 1, 0)) == "#00ff00"
    for shares, colour in (((0.5, 0.5, 0), "#7f7f00"), ((0.2, 0.0, 0.8), "#3300cc"), ((1 / 3,) * 3, "#555555")):
        channels = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (mixed(colours, shares), colour)]
        np.testing.assert_allclose(*channels, atol=1)


def test_no_two_senses_share_a_colour_and_all_can_be_read() -> None:
    for look in (LIGHT, DARK):
        colours = sense_colours(5, look)
        assert len(set(colours)) == 5
        assert sense_colours(2, look) == colours[:2], "a sense would change its colour with the number of others"
        assert all(contrast(colour, look.paper) >= 4.5 for colour in colours)
