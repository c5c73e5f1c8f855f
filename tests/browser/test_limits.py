"""The limits by hand: hopping through the words, and every section on a phone and to axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from core.spaces.space import load_space
from pages.parts.limits.controls import OURS, SECTIONS
from tests.browser.conftest import Reader, reading
from tests.browser.test_look import our_faults


def turn_to(reader: Reader, section: str) -> None:
    """Choose a section and wait until it is drawn."""
    reader.choose("Limit", section)
    reader.wait_for_query(limits_section=None if section == SECTIONS[0] else section)
    reader.rest()
    if reader.page.locator(".js-plotly-plot").count():
        reader.settle()


def test_a_click_on_a_word_hops_to_it_and_is_in_the_address(reader: Reader) -> None:
    first = load_space(OURS).neighbours("dog", 7)[2].word
    reader.open("/limits?limits_section=Grounding")
    x, y = reader.places_at_rest("limits_walk_chart")[first]
    left, top = reader.corner("limits_walk_chart")
    reader.press_until_query(left + x, top + y, limits_path=first, limits_section="Grounding")
    expect(reader.page.locator(".st-key-panel")).to_contain_text(f"dog → {first}")
    second = load_space(OURS).neighbours(first, 7)[0].word
    reader.wait_until(
        lambda: second in reader.places("limits_walk_chart"), lambda: f"the words around {first} are not drawn"
    )
    reader.page.get_by_role("button", name="Back a hop").click()
    reader.wait_for_query(limits_path=None)


def test_every_section_fits_a_phone(pocket: BrowserContext, server: str) -> None:
    with reading(pocket, server) as someone:
        someone.open("/limits")
        for section in SECTIONS:
            turn_to(someone, section)
            assert someone.overflow() <= 0, f"{section}: {someone.overflow()} pixels too wide"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_to_say_of_any_section(desk: BrowserContext, server: str, theme: str) -> None:
    faults: list[str] = []
    with reading(desk, server) as someone:
        someone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        someone.open("/limits")
        # Each section in one of the two looks: the colours that they share are seen in both.
        for section in SECTIONS[theme == "dark" :: 2]:
            turn_to(someone, section)
            faults += [f"{section}: {fault}" for fault in our_faults(someone)]
    assert not faults, "\n".join(faults)
