"""What every figure is made of: colours that all can tell apart, labels that have room, and views that hold all."""

from __future__ import annotations

import html
import itertools
import tomllib
from pathlib import Path

import numpy as np
import pytest

from core.charts import dots, packed, still
from core.charts.adapter import figure_of
from core.charts.labels import place_labels
from core.charts.points import extent_of, percent_of, region_of
from core.charts.theme import DARK, LIGHT, Theme, blend, group_colours, plain, rgba, theme
from core.spaces.wordsets import HUB, READY
from tests.colour import channels, contrast
from tests.pages import decoded

THEMES = pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])


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
def test_text_can_be_read_and_dots_can_be_seen(look: Theme) -> None:
    for colour in (look.ink, look.faint, look.accent, look.loss):
        assert contrast(colour, look.paper) >= 4.5, colour
    for colour in look.groups:
        assert contrast(colour, look.paper) >= 3, colour


@THEMES
def test_groups_and_what_is_kept_and_lost_are_told_apart_with_any_sight(look: Theme) -> None:
    for sight in SIGHT:
        listed = itertools.pairwise((*look.groups, look.groups[1]))
        assert [(one, other) for one, other in listed if apart(one, other, sight) < 15] == [], sight
        # A map puts any group beside any other, whatever the order in the legend.
        pairs = itertools.combinations(look.groups, 2)
        assert [(one, other) for one, other in pairs if apart(one, other, sight) < 12] == [], sight
        assert apart(look.accent, look.loss, sight) >= 15, sight


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


# Labels


def test_labels_for_a_phone_are_a_part_of_those_for_a_laptop() -> None:
    points = np.random.default_rng(0).uniform((0, 0), (3, 1), (60, 2)).astype(np.float32)
    labels = place_labels(points, [f"word{i}" for i in range(60)], extent_of(points), height=400)
    narrow = [label for label in labels if label.narrow]
    assert 0 < len(narrow) < len(labels) <= 60
    assert len({label.point for label in labels}) == len(labels)
    first = place_labels(
        points, [f"word{i}" for i in range(60)], extent_of(points), height=400, order=[*range(59, -1, -1)]
    )
    assert 59 in {label.point for label in first}
    assert len(place_labels(points, [f"word{i}" for i in range(60)], extent_of(points), height=400, limit=5)) == 5


# Where the view ends


def test_a_view_holds_all_points_with_a_margin() -> None:
    points = np.random.default_rng(0).normal(size=(50, 2)).astype(np.float32)
    left, right, bottom, top = extent_of(points, pad=0.1)
    low, high = points.min(axis=0), points.max(axis=0)
    assert left == pytest.approx(low[0] - 0.1 * (high - low)[0], rel=1e-5)
    assert right == pytest.approx(high[0] + 0.1 * (high - low)[0], rel=1e-5)
    assert bottom == pytest.approx(low[1] - 0.1 * (high - low)[1], rel=1e-5)
    assert top == pytest.approx(high[1] + 0.1 * (high - low)[1], rel=1e-5)


def test_a_view_of_one_spot_or_a_line_is_not_empty() -> None:
    for points in [[[1, 1]], [[1, 1], [1, 1]], [[0, 5], [9, 5]], [[5, 0], [5, 9]], [[1e9, 1e9]]]:
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


def test_a_box_beyond_the_map_or_without_size_still_shows_a_region() -> None:
    whole = (-2.0, 8.0, 10.0, 30.0)
    boxes = (
        ([-50, 90], [-99, 99]),
        ([7.99, 8], [30, 30]),
        ([3, 3], [20, 20]),
        ([-2, -2], [10, 10]),
        ([50, 60], [50, 60]),
    )
    for x, y in boxes:
        wide, high = percent_of(whole, x, y)
        for low, stop in (wide, high):
            assert 0 <= low < stop <= 100
        left, right, bottom, top = region_of(whole, wide, high)
        assert left < right
        assert bottom < top


def test_sliders_pushed_together_still_show_a_region_on_the_map() -> None:
    for pair in ((50, 50), (100, 100), (0, 0), (99, 100), (80, 20)):
        left, right, bottom, top = region_of((0.0, 10.0, 0.0, 10.0), pair, (0, 100))
        assert 0 <= left < right <= 10
        assert (bottom, top) == (0, 10)


# Plots


def test_what_was_typed_reads_as_it_was_typed() -> None:
    for typed in ("<i>x</i>", '<a href="javascript:alert(1)">y</a>', "a & b", "&lt;i&gt;z", "<br>", "%{x}"):
        assert html.unescape(plain(typed)) == typed
        assert "<" not in plain(typed)
        assert ">" not in plain(typed)


def test_a_slip_in_a_figure_is_found_when_it_is_read() -> None:
    assert figure_of(still([dots([1], [2])], LIGHT)).layout.xaxis.title.font.color == LIGHT.faint
    with pytest.raises(ValueError, match="colour"):
        figure_of(still([dots([1], [2], colour="red")], LIGHT))


def test_a_packed_array_is_the_same_numbers() -> None:
    values = np.array([0.25, -3.5, 1e6])
    assert decoded(packed(values)) == values.tolist()
    assert decoded(packed(np.array([0, 254.6, 3]).round(), np.uint8)) == [0, 255, 3]
