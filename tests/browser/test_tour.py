"""The guided tour as a class sees it: seven questions, seven answers, and a link that opens one of them elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from pages.shared.tour import STOPS
from tests.browser.conftest import Reader, reading
from tests.browser.test_look import our_faults

# The chart of each step, by its key.
CHARTS = ("home_plane", "map_chart", "drift_chart", "sub_senses", "ctx_plane_chart", "ctx_plane_chart", "limits_order")


def asked(reader: Reader, number: int) -> None:
    """Wait for a step's question; nothing of the answer may be seen."""
    page = reader.page
    expect(page.locator(".st-key-tour h1")).to_have_text(STOPS[number - 1].ask)
    expect(page.get_by_text(f"Guided tour, step {number} of {len(STOPS)}")).to_be_visible()
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(0)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def predict(reader: Reader, choice: str) -> None:
    page = reader.page
    page.get_by_test_id("stButtonGroup").get_by_text(choice, exact=True).click()
    expect(page.get_by_test_id("stButtonGroup").get_by_role("radio", name=choice, exact=True)).to_be_checked()


def show(reader: Reader, number: int) -> None:
    """Press Show and wait for the step's own chart."""
    reader.page.get_by_role("button", name="Show", exact=True).click()
    reader.wait_for_query(tour=str(number), tour_shown="yes")
    expect(reader.page.locator(f"[class*='st-key-{CHARTS[number - 1]}'] .main-svg").first).to_be_visible()
    reader.settle()


def verdicts(reader: Reader) -> str:
    return str(reader.page.locator("table.verdicts").first.inner_text())


def test_a_class_predicts_and_sees_all_seven_views_and_a_link_opens_the_sixth_elsewhere(
    reader: Reader, somebody_else: Callable[..., Reader]
) -> None:
    page = reader.page
    reader.open("/")
    page.get_by_role("button", name="Guided tour").click()
    sixth = "", ""
    for number, stop in enumerate(STOPS, 1):
        asked(reader, number)
        choice = stop.choices[number % len(stop.choices)]
        predict(reader, choice)
        show(reader, number)
        step = page.locator(".st-key-tour")
        expect(step).to_contain_text(f"Predicted: {choice}.")
        expect(step.get_by_text("Your prediction")).to_have_count(0)
        expect(page.get_by_role("heading", name="What you see")).to_be_visible()
        assert page.url.removeprefix(reader.base).split("?")[0] == stop.path.split("?")[0]
        if number == 5:
            without = verdicts(reader)
        if number == 6:
            sixth = page.url, verdicts(reader)
            assert sixth[1] != without, "the sentence that follows changes nothing"
        if number < len(STOPS):
            step.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Next")).to_have_count(0)
    page.get_by_role("button", name="End the tour").click()
    expect(page.get_by_role("heading", level=1, name="One word, one vector, many meanings")).to_be_visible()
    reader.wait_for_query(tour=None, tour_shown=None)
    expect(page.locator(".st-key-tour")).to_have_count(0)

    other = somebody_else()
    other.open(sixth[0].removeprefix(reader.base))
    expect(other.page.get_by_text(f"Guided tour, step 6 of {len(STOPS)}")).to_be_visible()
    expect(other.page.get_by_role("combobox", name="Add a sentence")).to_have_value(STOPS[5].controls["ctx_add"])
    other.wait_until(lambda: verdicts(other) == sixth[1], lambda: f"{verdicts(other)} instead of {sixth[1]}")


def size(reader: Reader) -> float:
    heading = reader.page.locator(".st-key-tour h1")
    return float(heading.evaluate("node => parseFloat(getComputedStyle(node).fontSize)"))


def test_larger_type_is_larger_on_the_wall_and_goes_along(reader: Reader) -> None:
    page = reader.page
    page.goto(f"{reader.base}/?tour=1", wait_until="domcontentloaded")
    asked(reader, 1)
    before = size(reader)
    page.get_by_text("Larger type").click()
    reader.wait_until(lambda: size(reader) == pytest.approx(1.25 * before), lambda: f"{before} became {size(reader)}")
    reader.wait_for_query(tour="1", tour_large="true")
    assert reader.overflow() <= 0
    show(reader, 1)
    page.get_by_role("button", name="Next").click()
    asked(reader, 2)
    assert size(reader) == pytest.approx(1.25 * before)
    expect(page.get_by_role("switch", name="Larger type").or_(page.get_by_label("Larger type"))).to_be_checked()


def test_the_tour_fits_a_phone(pocket: BrowserContext, server: str) -> None:
    with reading(pocket, server) as someone:
        someone.page.goto(f"{server}/?tour=1&tour_large=true", wait_until="domcontentloaded")
        asked(someone, 1)
        assert someone.overflow() <= 0
        show(someone, 1)
        assert someone.overflow() <= 0


@pytest.mark.parametrize("theme", ["dark"])  # in light, tests/browser/test_look.py looks at the front door
def test_axe_has_nothing_to_say_of_the_front_door_and_the_tour(desk: BrowserContext, server: str, theme: str) -> None:
    with reading(desk, server) as someone:
        someone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        someone.open("/")
        faults = [f"home: {fault}" for fault in our_faults(someone)]
        someone.page.goto(f"{server}/?tour=1", wait_until="domcontentloaded")
        asked(someone, 1)
        faults += [f"question: {fault}" for fault in our_faults(someone)]
        show(someone, 1)
        faults += [f"answer: {fault}" for fault in our_faults(someone)]
    assert not faults, "\n".join(faults)
