"""Sentences weighed by hand: typing, choosing the word, striking words out, and the page on a phone and to axe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from pages.parts.context.controls import SECTIONS
from tests.browser.conftest import Reader, reading
from tests.browser.test_look import our_faults


def card(reader: Reader, number: int) -> Locator:
    return reader.page.locator(f".st-key-ctx_card_{number}")


def word(reader: Reader, number: int, text: str) -> Locator:
    return card(reader, number).locator("button").get_by_text(text, exact=True).first


def fill_of(reader: Reader, number: int, text: str) -> float:
    """How far a word's button is filled from the left, in percent."""
    image = word(reader, number, text).evaluate("node => getComputedStyle(node.closest('button')).backgroundImage")
    return float(image.split("%")[0].rsplit(" ", 1)[1]) if "%" in image else 0.0


def test_the_weights_follow_while_a_sentence_is_typed_and_the_cursor_stays(reader: Reader) -> None:
    reader.open("/context")
    box = reader.page.get_by_role("textbox", name="Sentence 1")
    box.press_sequentially("He swung the bat at the", delay=30)  # no Enter
    expect(card(reader, 1).locator(".verdict")).to_contain_text("“bat”")
    box.press_sequentially(" ball", delay=30)
    expect(card(reader, 1).get_by_text("ball", exact=True)).to_be_visible()
    expect(box).to_have_value("He swung the bat at the ball")
    expect(box).to_be_focused()
    reader.wait_for_query(ctx_s1="He swung the bat at the ball")
    assert box.evaluate("node => node.selectionStart") == len("He swung the bat at the ball")


def test_a_word_is_struck_out_by_a_click_and_its_weight_goes_to_the_others(reader: Reader) -> None:
    reader.open("/context?ctx_click=strikes+it+out")
    expect(card(reader, 2).locator(".verdict")).to_contain_text("river")
    assert fill_of(reader, 2, "river") > 5
    before = card(reader, 2).locator(".verdict").inner_text()
    word(reader, 2, "river").click()
    reader.wait_for_query(ctx_out2="river")
    expect(card(reader, 2).locator(".verdict")).not_to_have_text(before)
    decoration = "node => getComputedStyle(node.closest('button')).textDecorationLine"
    reader.wait_until(
        lambda: word(reader, 2, "river").evaluate(decoration) == "line-through", lambda: "it is not struck through"
    )
    word(reader, 2, "river").click()
    reader.wait_for_query(ctx_out2=None)
    expect(card(reader, 2).locator(".verdict")).to_have_text(before)


def test_a_click_on_a_word_weighs_the_sentence_for_it(reader: Reader) -> None:
    reader.open("/context")
    word(reader, 1, "money").click()
    reader.wait_for_query(ctx_at1="money")
    expect(card(reader, 1).locator(".verdict")).to_contain_text("“money”")


def test_a_link_restores_all_sentences_with_what_was_chosen_in_them(
    reader: Reader, somebody_else: Callable[..., Reader]
) -> None:
    page = reader.page
    reader.open("/context")
    page.get_by_role("button", name="spring, three ways").click()
    reader.wait_for_query(ctx_n="3")
    expect(card(reader, 3).locator(".verdict")).to_contain_text("water")
    reader.choose("A click on a word", "strikes it out")
    # One of many is a radio button, any of many is not: until then a click still means the old thing.
    expect(card(reader, 3).get_by_role("radio")).to_have_count(0)
    word(reader, 3, "rocks").click()
    reader.wait_for_query(ctx_out3="rocks")
    reader.choose("Weights", "SIF")
    reader.wait_for_query(ctx_scheme="SIF")

    other = somebody_else()
    other.open(page.url.removeprefix(reader.base))

    def said(someone: Reader) -> list[str]:
        return [card(someone, number).locator(".verdict").inner_text() for number in (1, 2, 3)]

    # The address is there before the answer is.
    reader.wait_until(lambda: said(reader) == said(other), lambda: f"{said(reader)}, elsewhere {said(other)}")
    for number in (1, 2, 3):
        mine = page.get_by_role("textbox", name=f"Sentence {number}").input_value()
        expect(other.page.get_by_role("textbox", name=f"Sentence {number}")).to_have_value(mine)
    assert other.query() == reader.query()


def test_every_section_fits_a_phone(pocket: BrowserContext, server: str) -> None:
    with reading(pocket, server) as someone:
        someone.open("/context")
        for section in SECTIONS:
            someone.choose("Look closer", section)
            someone.wait_for_query(ctx_more=None if section == SECTIONS[0] else section)
            someone.settle()
            assert someone.overflow() <= 0, f"{section}: {someone.overflow()} pixels too wide"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_to_say_of_any_section(desk: BrowserContext, server: str, theme: str) -> None:
    faults: list[str] = []
    with reading(desk, server) as someone:
        someone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        someone.open("/context")
        # Each section in one of the two looks: the colours that they share are seen in both.
        for section in SECTIONS[theme == "dark" :: 2]:
            someone.choose("Look closer", section)
            someone.wait_for_query(ctx_more=None if section == SECTIONS[0] else section)
            someone.settle()
            faults += [f"{section}: {fault}" for fault in our_faults(someone)]
    assert not faults, "\n".join(faults)
