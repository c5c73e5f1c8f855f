"""What the server promises with its headers, and whether the pages live by it."""

from __future__ import annotations

import re
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Reader, map_link


def fetch(url: str) -> tuple[dict[str, str], str]:
    with urllib.request.urlopen(url, timeout=60) as answer:
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return headers, answer.read().decode("utf-8")


@pytest.fixture(scope="module")
def script(server: str) -> str:
    found = re.search(r'src="\./(static/js/[^"]+\.js)"', fetch(f"{server}/")[1])
    assert found is not None, "the start page loads no script"
    return found[1]


@pytest.mark.parametrize("kind", ["page", "static file"])
def test_every_answer_carries_the_security_headers(server: str, script: str, kind: str) -> None:
    headers, _ = fetch(f"{server}/" if kind == "page" else f"{server}/{script}")
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["frame-ancestors"] == "'self'"
    for source in policy["script-src"].split():
        assert source == "'self'" or re.fullmatch(r"'sha256-[\w+/]{43}='", source), source
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]


def look_into_everything(reader: Reader) -> None:
    """Open what can be opened on the page: expanders, popover, help, main menu."""
    page = reader.page
    reader.unfold()
    popover = page.get_by_role("button", name="Download", exact=True)
    if popover.count():
        inside = page.get_by_test_id("stPopoverBody").get_by_role("button", name="Numbers (CSV)")
        reader.press_until(popover, inside)
        page.keyboard.press("Escape")
        expect(inside).to_have_count(0)
    tips = page.get_by_role("button", name=re.compile("^Help for"))
    if tips.count():
        tips.first.hover()
        expect(page.get_by_role("tooltip")).to_be_visible()
    reader.press_until(page.get_by_role("button", name="Main menu"), page.get_by_role("menuitemradio", name="Dark"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)


def test_no_page_breaks_the_policy_or_talks_to_another_host(reader: Reader) -> None:
    page = reader.page

    def check(where: str) -> None:
        reader.settle()
        assert not reader.complaints, f"{where}: {reader.complaints}"
        assert not reader.foreign(), f"{where}: {reader.foreign()}"

    reader.open("/")
    look_into_everything(reader)
    check("home")
    page.get_by_role("link", name="Map", exact=True).click()
    expect(page.get_by_role("radiogroup", name="Projection")).to_be_visible()
    for method in ("t-SNE", "PCA in 3-D", "PCA", "Named axes"):
        reader.choose("Projection", method)
        reader.wait_for_figure("Bank between money and river", method)
        look_into_everything(reader)
        check(method)
    for words in ("Around one word", "My own words", "Top 1000 words", "Top 10000 words"):
        reader.choose_words(words)
        reader.wait_for_figure("Around “spring”" if words == "Around one word" else words, "Named axes")
        check(words)
    reader.choose("Projection", "PCA in 3-D")
    reader.wait_for_figure("Top 10000 words", "PCA in 3-D")
    check("10,000 words in 3-D")
    reader.choose("View", "Analogy")
    reader.wait_for_figure("The parallelogram of king")
    look_into_everything(reader)
    check("analogy")
    reader.open(map_link(view="Compare"))
    reader.wait_for_figure("Share of ten nearest words")
    look_into_everything(reader)
    check("compare")
    page.get_by_role("link", name="Evidence", exact=True).click()
    for chart in ("Word similarity", "Analogies", "Rare words"):
        reader.choose("Chart", chart)
        reader.wait_for_figure(f"{chart}: one row a set")
        check(chart)
    look_into_everything(reader)
    check("evidence")
    # Silence means something only where anything would have been heard.
    assert any("/_stcore/stream" in url for url in reader.requests)
