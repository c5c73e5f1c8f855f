"""Reading the ruler by hand: typing, clicking a bar, and the page on a phone and to a screen reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Reader, reading
from tests.browser.test_look import our_faults

SECTIONS = ("Tug of war", "Typos", "Word sums", "Families", "Buckets", "What it cannot mend")


def letters(reader: Reader) -> str:
    """The letters of the ruler, from left to right."""
    found: list[str] = reader.page.locator(".st-key-sub_pieces .js-plotly-plot .xaxislayer-above text").evaluate_all(
        "nodes => nodes.map(node => [node.getBoundingClientRect().left, node.textContent]).sort((a, b) => a[0] - b[0])"
        ".map(pair => pair[1])"
    )
    return "".join(found)


def test_the_ruler_follows_while_the_word_is_typed(reader: Reader) -> None:
    reader.open("/subwords")
    reader.wait_until(lambda: letters(reader) == "<playing>", lambda: f"the ruler shows {letters(reader)!r}")
    reader.page.get_by_role("textbox", name="Word", exact=True).press_sequentially("jogger", delay=30)  # no Enter
    reader.wait_until(lambda: letters(reader) == "<jogger>", lambda: f"the ruler shows {letters(reader)!r}")
    reader.wait_for_query(sub_word="jogger")
    expect(reader.page.get_by_role("heading", level=1)).to_contain_text("jogger")


def test_a_click_on_a_bar_looks_at_its_piece_and_is_in_the_address(reader: Reader) -> None:
    reader.open("/subwords?sub_word=coooool")
    bar = reader.page.locator(".st-key-sub_pieces .js-plotly-plot .barlayer text").get_by_text("ool>", exact=True)
    expect(bar).to_be_visible()
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    reader.press_until_query(x, y, sub_gram="ool>", sub_word="coooool")
    expect(reader.page.locator(".st-key-panel strong").first).to_have_text("ool>")


def test_every_section_fits_a_phone(pocket: BrowserContext, server: str) -> None:
    with reading(pocket, server) as someone:
        someone.open("/subwords?sub_word=unhappiness")
        for section in ("Neighbours", *SECTIONS):
            someone.choose("Look closer", section)
            someone.wait_for_query(sub_more=None if section == "Neighbours" else section)
            someone.settle()
            assert someone.overflow() <= 0, f"{section}: {someone.overflow()} pixels too wide"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_to_say_of_any_section(desk: BrowserContext, server: str, theme: str) -> None:
    faults = []
    with reading(desk, server) as someone:
        someone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        someone.open("/subwords?sub_word=unhappiness")
        # Each section in one of the two looks: the colours that they share are seen in both.
        for section in ("Neighbours", *SECTIONS)[theme == "dark" :: 2]:
            someone.choose("Look closer", section)
            someone.wait_for_query(sub_more=None if section == "Neighbours" else section)
            someone.settle()
            faults += [f"{section}: {fault}" for fault in our_faults(someone)]
    assert not faults, "\n".join(faults)
