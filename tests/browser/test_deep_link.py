"""Addresses: the first visitor gets the page asked for, and the same address is the same picture for everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from core.spaces.wordsets import READY
from tests.browser.conftest import DESK, Reader, distance, map_link, reading, running_server

LINKS = {
    "PCA": map_link(set="People and royalty", method="PCA", find="queen"),
    "t-SNE": map_link(set="Animals", method="t-SNE", perplexity=12),
    "named axes": map_link(set="Bank between money and river", across="cold → hot", up="money"),
    "another space": map_link(set="Animals", method="PCA", space="Skip-gram"),
    "a drift": "/drift?drift_word=spring&drift_space=PPMI&drift_part_1=10&drift_more=Which+law+holds%3F",
    "two spaces": map_link(view="Compare", set="Animals", space="CBOW", find="dog", **{"with": "PPMI"}),
}

# Pages whose charts have few points that say which word they are: what is told there, and a part of it.
TOLD = {
    "home with another share": ("/?home_share=85&home_space=PPMI", ("15 % of “bank” is finance", "85 %")),
    "pieces of a word": (
        "/subwords?sub_word=unhappiness&sub_more=Buckets&sub_gram=happi",
        ("What is “unhappiness” made of?", "happi"),
    ),
}


def told(reader: Reader) -> str:
    """All that is written on a page, in its boxes and on its charts, once it changes no more."""
    seen = ["", " "]

    def still() -> bool:
        reader.page.wait_for_timeout(200)
        seen.append(
            str(
                reader.page.evaluate(
                    """() => document.querySelector('[data-stale="true"]') ? ''
                    : document.querySelector('[data-testid="stMain"]').innerText + '\\n'
                    + [...document.querySelectorAll('.js-plotly-plot text')].map(node => node.textContent).join(' ')
                    + [...document.querySelectorAll('input, textarea')].map(node => node.value).join(' ')"""
                )
            )
        )
        return seen[-1] == seen[-2] != ""

    reader.wait_until(still, lambda: "what the page says changes all the time")
    return seen[-1]


def test_the_first_visitor_of_a_fresh_server_gets_the_page_of_the_link(browser: Browser) -> None:
    context = browser.new_context(**DESK)
    with running_server() as base, reading(context, base) as first:
        first.open(map_link(set="Animals", method="PCA"))
        page = first.page
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "What does the space look like, and what does a flat map hide?"
        )
        expect(page.get_by_role("combobox", name="Words")).to_have_value("Animals")
        expect(page.get_by_role("radio", name="PCA", exact=True)).to_be_checked()
        animals = next(word_set for word_set in READY if word_set.title == "Animals")
        assert set(first.places()) == set(animals.words)
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert "Page not found" not in page.locator("body").inner_text()
    context.close()


@pytest.fixture(scope="module")
def two(somebody_else: Callable[..., Reader]) -> tuple[Reader, Reader]:
    return somebody_else(), somebody_else()


@pytest.mark.parametrize("link", LINKS.values(), ids=LINKS.keys())
def test_a_link_draws_the_same_picture_for_two_people(two: tuple[Reader, Reader], link: str) -> None:
    pictures = []
    for someone in two:
        someone.open(link)
        pictures.append(someone.places_at_rest())
    assert len(pictures[0]) > 20
    assert distance(*pictures) == 0
    assert two[0].query() == two[1].query()


@pytest.mark.parametrize(("link", "parts"), TOLD.values(), ids=TOLD.keys())
def test_a_link_tells_the_same_to_two_people(two: tuple[Reader, Reader], link: str, parts: tuple[str, ...]) -> None:
    texts = []
    for someone in two:
        someone.open(link)
        texts.append(told(someone))
        expect(someone.page.get_by_text("This link holds values that cannot be used")).to_have_count(0)
    assert texts[0] == texts[1]
    for part in parts:
        assert part in texts[0], f"{part!r} is not in {texts[0][:1500]}"
    assert two[0].query() == two[1].query()


def test_a_space_picked_by_hand_is_in_the_address_and_the_link_draws_it_again(
    reader: Reader, two: tuple[Reader, Reader]
) -> None:
    reader.open(map_link(set="Animals", method="PCA"))
    before = reader.places_at_rest()
    reader.pick("Space", "CBOW")
    reader.wait_for_query(map_space="CBOW", map_set="Animals", map_method="PCA")
    reader.wait_for_figure("Animals", "PCA", "CBOW")
    expect(reader.page.get_by_text("Real CBOW vectors of")).to_be_visible()
    reader.wait_for_move(before)
    reader.settle()

    other = two[0]
    other.open(reader.page.url.removeprefix(reader.base))
    expect(other.page.get_by_role("combobox", name="Space")).to_have_value("CBOW")
    assert distance(reader.places_at_rest(), other.places_at_rest()) == 0
    assert other.query() == reader.query()
    # The space that a page starts with need not be in the address.
    reader.pick("Space", "GloVe 6B")
    reader.wait_for_query(map_space=None)
    reader.wait_for_places(before)


def test_the_space_beside_it_and_that_of_the_home_page_are_in_the_address(reader: Reader) -> None:
    reader.open(map_link(view="Compare"))
    before = reader.places_at_rest("map_chart_right")
    reader.pick("Beside it", "PPMI")
    reader.wait_for_query(map_with="PPMI", map_space=None)
    reader.wait_for_figure("Bank between money and river in PPMI")
    reader.wait_until(
        lambda: distance(before, reader.places("map_chart_right")) > 2, lambda: "the right map shows the old space"
    )
    reader.open("/")
    reader.pick("Space", "PPMI")
    reader.wait_for_query(home_space="PPMI")


def test_the_chart_and_the_claims_picked_are_in_the_address(reader: Reader, two: tuple[Reader, Reader]) -> None:
    reader.open("/evidence")
    everything = reader.page.locator("table.claims tbody tr").count()
    reader.choose("Chart", "Analogies")
    reader.wait_for_query(evidence_chart="Analogies")
    reader.choose("Claims shown", "Holds")
    reader.wait_for_query(evidence_chart="Analogies", evidence_claims="Holds")
    reader.wait_for_figure("Analogies: one row a set")
    rows = reader.page.locator("table.claims tbody tr")
    reader.wait_until(lambda: 0 < rows.count() < everything, lambda: f"{rows.count()} of {everything} claims are shown")
    other = two[1]
    other.open(reader.page.url.removeprefix(reader.base))
    expect(other.page.get_by_role("radio", name="Analogies", exact=True)).to_be_checked()
    expect(other.page.locator("table.claims tbody tr")).to_have_count(rows.count())
    assert other.query() == reader.query()


def test_what_was_set_by_hand_is_in_the_address(reader: Reader, two: tuple[Reader, Reader]) -> None:
    mine = "violin guitar drum piano flute carrot potato onion garlic wolf fox deer bear"
    page = reader.page
    reader.open("/map")
    reader.choose_words("My own words")
    box = page.get_by_role("textbox", name="Your words, with spaces or commas between")
    box.fill(mine)
    box.press("Control+Enter")
    reader.wait_for_query(map_list=mine)
    reader.choose("Projection", "t-SNE")
    reader.wait_for_figure("My own words", "t-SNE")
    reader.press_to(page.get_by_role("slider", name="Seed"), "ArrowRight", 3, map_seed="3")
    reader.press_to(page.get_by_role("slider", name="Perplexity"), "ArrowLeft", 29, map_perplexity="29")
    find = page.get_by_role("textbox", name="Find a word")
    find.fill("onion")
    find.press("Enter")
    reader.wait_for_query(map_set="My own words", map_method="t-SNE", map_find="onion", map_list=mine)
    reader.wait_until(
        lambda: page.locator(".js-plotly-plot path.js-line").count() > 0, lambda: "no lines to neighbours"
    )
    reader.settle()

    other = two[1]
    other.open(page.url.removeprefix(reader.base))
    theirs = other.page
    expect(theirs.get_by_role("combobox", name="Words")).to_have_value("My own words")
    expect(theirs.get_by_role("textbox", name="Your words, with spaces or commas between")).to_have_value(mine)
    expect(theirs.get_by_role("radio", name="t-SNE", exact=True)).to_be_checked()
    expect(theirs.get_by_role("slider", name="Seed")).to_have_value("3")
    expect(theirs.get_by_role("slider", name="Perplexity")).to_have_value("29")
    expect(theirs.get_by_role("textbox", name="Find a word")).to_have_value("onion")
    assert set(other.places()) == set(mine.split())
    assert distance(reader.places_at_rest(), other.places_at_rest()) == 0
    assert other.query() == reader.query()


def test_a_list_too_long_for_a_link_is_drawn_and_the_page_says_so(reader: Reader) -> None:
    groups = [word for word_set in READY for word in word_set.words]
    listed = list(dict.fromkeys(groups))[:250]
    typed = " ".join(listed)
    assert len(typed) > 1500
    page = reader.page
    reader.open(map_link(set="My own words", method="PCA", list="cat dog mouse"))
    box = page.get_by_role("textbox", name="Your words, with spaces or commas between")
    expect(box).to_have_value("cat dog mouse")
    box.fill(typed)
    box.press("Control+Enter")
    expect(page.get_by_text("too long for a link")).to_be_visible()
    reader.wait_until(
        lambda: set(reader.places()) == set(listed), lambda: f"{len(reader.places())} of {len(listed)} words are drawn"
    )
    reader.wait_for_query(map_list=None, map_set="My own words", map_method="PCA")
    expect(box).to_have_value(typed)
    assert len(page.url) < 2_000
