"""Reading the map by hand: clicks, boxes, the legend, the animation, the keyboard."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from core.spaces.space import load_space
from core.spaces.wordsets import READY
from tests.browser.conftest import Reader, distance, map_link


def true_neighbours(word: str, among: tuple[str, ...], k: int = 10) -> list[tuple[str, float]]:
    """Return the nearest by cosine, worked out here from the raw vectors."""
    known = load_space("glove-6b")
    others = [other for other in among if other != word]
    vectors = np.array([known.vector(other) for other in others], dtype=np.float64)
    vector = np.asarray(known.vector(word), dtype=np.float64)
    cosines = vectors @ vector / np.linalg.norm(vectors, axis=1) / np.linalg.norm(vector)
    return [(others[i], float(cosines[i])) for i in np.argsort(-cosines)[:k]]


def lines(reader: Reader) -> list[list[tuple[float, float]]]:
    """Return start and end of each line on the plot, in pixels from its corner."""
    paths = reader.page.locator(".js-plotly-plot .scatterlayer path.js-line").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d'))"
    )
    pieces = [piece for path in paths for piece in path.split("M")[1:]]
    return [[tuple(map(float, point.split(","))) for point in piece.split("L")] for piece in pieces]  # type: ignore[misc]


def test_a_click_on_a_word_shows_its_true_neighbours(reader: Reader) -> None:
    page, bank = reader.page, READY[0]
    reader.open(map_link(method="PCA"))
    places, (left, top) = reader.places_at_rest(), reader.corner()
    # The point that is farthest from any other: no doubt which one is meant.
    lonely = max(places, key=lambda w: min(np.hypot(*np.subtract(places[w], places[o])) for o in places if o != w))
    assert lonely != "bank"  # which is picked when nothing is
    page.mouse.move(left + places[lonely][0] + 15, top + places[lonely][1] + 15)
    page.mouse.move(left + places[lonely][0], top + places[lonely][1], steps=4)
    expect(page.locator(".hoverlayer .hovertext")).to_contain_text(lonely)
    reader.press_until_query(left + places[lonely][0], top + places[lonely][1], map_find=lonely)
    expect(page.get_by_role("textbox", name="Find a word")).to_have_value(lonely)
    expect(page.get_by_role("tab", name=f"{lonely}: on this map")).to_be_visible()
    reader.settle()
    wanted = true_neighbours(lonely, bank.words)
    reader.wait_until(lambda: reader.rows()[0][0] == wanted[0][0], lambda: f"the panel shows {reader.rows()}")
    shown = reader.rows()
    assert [row[0] for row in shown] == [word for word, _ in wanted]
    assert [float(row[1]) for row in shown] == pytest.approx([cosine for _, cosine in wanted], abs=0.002)
    assert {row[2] for row in shown} <= {"near", "far"}
    # A line leads from the word to each of them.
    places = reader.places_at_rest()
    drawn = lines(reader)
    assert len(drawn) == len(wanted)
    for line in drawn:
        assert np.allclose(line[0], places[lonely], atol=1)
    reached = {min(places, key=lambda w: np.hypot(*np.subtract(places[w], line[-1]))) for line in drawn}
    assert reached == {word for word, _ in wanted}


@pytest.mark.parametrize("chart", ["map_columns", "map_chart_left", "map_chart_right"])
def test_a_click_on_a_word_of_a_comparison_shows_its_neighbours_in_all_spaces(reader: Reader, chart: str) -> None:
    page = reader.page
    reader.open(map_link(view="Compare"))
    expect(page.get_by_role("heading", name="Nearest to “bank” in six spaces")).to_be_visible()
    reader.settle()  # a click on a chart that is about to be drawn again is lost
    places = reader.places_at_rest(chart)
    # The point that is farthest from any other: no doubt which one is meant.
    lonely = max(
        (word for word in places if word != "bank"),
        key=lambda w: min(np.hypot(*np.subtract(places[w], places[o])) for o in places if o != w),
    )
    left, top = reader.corner(chart)
    page.mouse.move(left + places[lonely][0] + 12, top + places[lonely][1] + 12)
    page.mouse.move(left + places[lonely][0], top + places[lonely][1], steps=4)
    expect(page.locator(f".st-key-{chart} .hoverlayer .hovertext")).to_contain_text(lonely)
    reader.press_until_query(left + places[lonely][0], top + places[lonely][1], map_find=lonely)
    expect(page.get_by_role("textbox", name="Find a word")).to_have_value(lonely)
    expect(page.get_by_role("heading", name=f"Nearest to “{lonely}” in six spaces")).to_be_visible()
    reader.settle()
    nearest = [found.word for found in load_space("ppmi").neighbours(lonely, 200)]
    reader.wait_until(
        lambda: any(word in reader.places("map_columns") for word in nearest[:3]),
        lambda: f"the lists show {sorted(reader.places('map_columns'))}",
    )


def test_a_box_on_the_frequent_words_shows_the_words_in_it(reader: Reader) -> None:
    page = reader.page
    reader.open(map_link(set="Top 1000 words", method="t-SNE"))
    before, (left, top) = reader.places_at_rest(), reader.corner()
    assert len(before) == 1000
    low, high = np.percentile(list(before.values()), (30, 60), axis=0)
    page.mouse.move(left + low[0], top + low[1])
    page.mouse.down()
    page.mouse.move(*(np.add((left, top), high) - 20), steps=5)
    page.mouse.move(*np.add((left, top), high), steps=3)
    page.mouse.up()
    reader.wait_until(lambda: {"map_wide", "map_high"} <= reader.query().keys(), lambda: f"address: {page.url}")
    for name in ("Shown from left to right, %", "Shown from bottom to top, %"):
        thumbs = page.get_by_role("slider", name=name)
        expect(thumbs.first).not_to_have_value("0")
        expect(thumbs.last).not_to_have_value("100")
    reader.wait_until(lambda: len(reader.places()) < 1000, lambda: "all words are still drawn")
    reader.settle()
    # The sliders stand at whole per cents, so the region may reach a little beyond the box.
    spare = 0.03 * np.ptp(list(before.values()), axis=0) + 2

    def within(margin: np.ndarray) -> set[str]:
        return {w for w, at in before.items() if np.all(at >= low - margin) and np.all(at <= high + margin)}

    drawn = set(reader.places())
    assert len(within(0 * spare)) > 20
    assert within(0 * spare) <= drawn <= within(spare)
    # They have room now: the region fills the plot.
    assert np.ptp(list(reader.places().values()), axis=0) == pytest.approx(
        np.ptp(list(before.values()), axis=0), rel=0.25
    )


def test_a_click_in_the_legend_hides_a_group(reader: Reader) -> None:
    page = reader.page
    animals = next(word_set for word_set in READY if word_set.title == "Animals")
    reader.open(map_link(set="Animals", method="PCA"))
    assert set(reader.places()) == set(animals.words)
    toggle = page.locator(".legend .traces").filter(has_text="birds").locator(".legendtoggle")
    toggle.click()
    rest = set(animals.words) - set(animals.groups["birds"])
    reader.wait_until(lambda: set(reader.places()) == rest, lambda: "the birds are still there")
    labels = page.locator(".js-plotly-plot .textpoint text").all_inner_texts()
    assert labels
    assert not set(labels) & set(animals.groups["birds"])
    toggle.click()
    reader.wait_until(lambda: set(reader.places()) == set(animals.words), lambda: "the birds do not come back")


def press(reader: Reader, button: str) -> None:
    reader.page.locator(".updatemenu-button").filter(has_text=button).click()


def test_play_shows_how_the_layout_came_about_and_ends_in_it(reader: Reader) -> None:
    reader.open(map_link(set="Animals", method="t-SNE"))
    final = reader.places_at_rest()
    for _ in range(5):  # on a slow machine the film may be over before the second click
        press(reader, "Play")
        reader.wait_for_move(final, at_least=20)
        press(reader, "Pause")
        reader.page.wait_for_timeout(300)  # a step between two frames runs to its end
        halted = reader.places()
        if distance(halted, final) > 5:
            break
    else:
        pytest.fail("the animation could not be stopped under way")
    reader.page.wait_for_timeout(700)
    assert distance(halted, reader.places()) == 0, "it moves though paused"
    press(reader, "Play")
    reader.wait_for_move(halted)
    reader.wait_for_places(final)


def test_reduced_motion_leaves_the_slider_and_takes_the_film_away(reader: Reader) -> None:
    reader.page.emulate_media(reduced_motion="reduce")
    reader.open(map_link(set="Animals", method="t-SNE"))
    expect(reader.page.locator(".updatemenu-button").first).to_be_hidden()
    final = reader.places_at_rest()
    reader.press_to(reader.page.get_by_role("slider", name="Stage of the optimisation"), "Home", 1, map_stage="1")
    reader.wait_for_move(final, at_least=20)
    reader.page.emulate_media(reduced_motion="no-preference")
    expect(reader.page.locator(".updatemenu-button").first).to_be_visible()


def focused(reader: Reader) -> str:
    """Return the name of what has the keyboard's focus."""
    return str(
        reader.page.evaluate(
            "() => { const on = document.activeElement; return on.getAttribute('aria-label') || on.innerText || ''; }"
        )
    )


def test_the_keyboard_reaches_every_control_and_moves_the_stage(reader: Reader) -> None:
    page = reader.page
    reader.open(map_link(set="Animals", method="t-SNE"))
    final = reader.places_at_rest()
    wanted = ["Words", "t-SNE", "Perplexity", "Seed", "Stage of the optimisation", "Find a word", "Download"]
    wanted += ["Watch t-SNE sort animals", "How it is computed"]
    missing = set(wanted)
    for _ in range(70):
        page.keyboard.press("Tab")
        name = focused(reader)
        # A name may come with that of an icon: "download\n\nDownload".
        missing -= {w for w in missing if w == name or w in name.split("\n") or name.endswith(f"\n{w}")}
        if not missing:
            break
    assert not missing, "Tab does not reach these"

    slider = page.get_by_role("slider", name="Stage of the optimisation")
    slider.focus()
    for _ in range(30):
        page.keyboard.press("ArrowLeft")
    reader.press_to(slider, "ArrowLeft", 30, map_stage="30")
    reader.wait_for_move(final)
    reader.press_to(slider, "End", 60)
    reader.wait_for_query(map_stage=None)
    reader.wait_for_places(final)
