"""What is shared: the link of what is on the screen, its preview in a chat, a frame in another page, a sheet."""

from __future__ import annotations

import html
import io
import re
import urllib.error
import urllib.request
from urllib.parse import parse_qs, urljoin, urlsplit

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Locator, expect

from pages.shared import lesson, share
from pages.shared.contents import PAGES, Entry
from pages.shared.previews import HEIGHT, WIDTH
from pages.shared.tour import STOPS
from tests.browser.conftest import DESK, PHONE, Reader, map_link, reading
from tests.browser.test_look import axe_faults

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def fetch(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    asked = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


def same(first: str, second: str) -> bool:
    """Whether two addresses mean the same, however their signs are spelt."""
    a, b = urlsplit(first), urlsplit(second)
    return a[:2] == b[:2] and (a.path or "/") == (b.path or "/") and parse_qs(a.query) == parse_qs(b.query)


def opened(reader: Reader) -> Locator:
    """Press Share and return what it holds."""
    reader.page.get_by_role("button", name="Share", exact=True).click()
    box = reader.page.get_by_test_id("stPopoverBody")
    expect(box.locator("img")).to_be_visible()
    expect(box.locator("code")).to_have_count(2)  # the browser fetches what colours code when it first meets some
    return box


# The button


def test_share_holds_the_link_of_what_is_on_the_screen_as_text_code_and_frame(reader: Reader) -> None:
    page = reader.page
    reader.open(map_link(set="Animals", method="PCA"))
    reader.choose("Projection", "Named axes")
    reader.wait_for_query(map_set="Animals", map_method=None)
    reader.settle()
    box = opened(reader)
    address, snippet = (code.inner_text().strip() for code in box.locator("code").all())
    assert same(address, page.url), f"{address} instead of {page.url}"
    assert html.unescape(snippet) == html.unescape(share.frame(address))
    picture = box.locator("img")
    reader.wait_until(lambda: picture.evaluate("node => node.naturalWidth") > 100, lambda: "no code is drawn")
    _, headers, body = fetch(str(picture.evaluate("node => node.src")))
    assert headers["content-type"] == "image/png"
    with (
        Image.open(io.BytesIO(body)) as drawn,
        Image.open(io.BytesIO(share.qr_code(address))) as expected,
    ):
        assert (np.asarray(drawn.convert("L")) == np.asarray(expected.convert("L"))).all(), "a code of something else"
    box.get_by_test_id("stCode").first.hover()
    expect(box.get_by_role("button", name="Copy to clipboard").first).to_be_visible()


def test_share_holds_another_link_after_a_control_has_changed(reader: Reader) -> None:
    reader.open("/")
    first = opened(reader).locator("code").first.inner_text().strip()
    assert same(first, f"{reader.base}/")
    reader.page.keyboard.press("Escape")
    expect(reader.page.get_by_test_id("stPopoverBody")).to_have_count(0)
    reader.press_to(reader.page.get_by_role("slider"), "ArrowRight", 35, home_share="35")
    reader.settle()
    box = opened(reader)
    expect(box.locator("code").first).to_have_text(re.compile("home_share=35"))


@pytest.mark.parametrize("device", ["laptop", "phone"])
def test_the_share_button_lies_on_nothing_else(
    desk: BrowserContext, pocket: BrowserContext, server: str, device: str
) -> None:
    with reading(desk if device == "laptop" else pocket, server) as someone:
        someone.open("/")
        button = someone.page.get_by_role("button", name="Share", exact=True)
        mine = button.bounding_box()
        assert mine is not None
        for other in someone.page.locator("header :is(a, button)").locator("visible=true").all():
            theirs = other.bounding_box()
            assert theirs is not None
            apart = (
                theirs["x"] + theirs["width"] <= mine["x"] + 1
                or mine["x"] + mine["width"] <= theirs["x"] + 1
                or theirs["y"] + theirs["height"] <= mine["y"] + 1
                or mine["y"] + mine["height"] <= theirs["y"] + 1
            )
            assert apart, f"{other.inner_text()!r} lies under the button"
        assert mine["x"] >= 0
        assert mine["x"] + mine["width"] <= (DESK if device == "laptop" else PHONE)["viewport"]["width"]  # type: ignore
        box = opened(someone)
        inside = box.bounding_box()
        assert inside is not None
        assert inside["x"] >= 0
        assert someone.overflow() <= 0


@pytest.mark.parametrize("theme", ["light"])
def test_axe_has_nothing_to_say_of_the_open_box_and_of_the_sheet(desk: BrowserContext, server: str, theme: str) -> None:
    with reading(desk, server) as someone:
        someone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        someone.page.goto(server + lesson.PATH)
        faults = [f"sheet: {fault}" for fault in axe_faults(someone.page)]
        someone.open("/")
        opened(someone)
        someone.page.mouse.move(2, 400)  # off the button
        faults += [f"share: {fault}" for fault in axe_faults(someone.page)]
    assert not faults, "\n".join(faults)


# In a frame


def test_the_snippet_shows_the_view_in_a_frame_and_leads_out_of_it(reader: Reader) -> None:
    path = map_link(set="Animals", method="PCA")
    # A page of our own, for no other may frame these unless the server says so.
    reader.page.goto(reader.base + lesson.PATH)
    reader.page.evaluate(
        "snippet => document.body.insertAdjacentHTML('afterbegin', snippet.replace('lazy', 'eager'))",
        share.frame(reader.base + path),
    )
    frame = reader.page.frame_locator("iframe")
    expect(frame.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(frame.get_by_role("radio", name="PCA", exact=True)).to_be_checked()
    expect(frame.get_by_role("combobox", name="Words")).to_have_value("Animals")
    expect(frame.get_by_role("button", name="Share", exact=True)).to_have_count(0)
    expect(frame.get_by_role("link", name="Evidence", exact=True)).to_have_count(0)
    out = frame.get_by_role("link", name="Open in Sense Drift")
    expect(out).to_be_visible()
    assert out.get_attribute("target") in ("_blank", "_top"), "the way out would stay in the frame"


def test_the_way_out_of_a_frame_leads_to_the_view_that_it_shows(reader: Reader) -> None:
    path = map_link(set="Animals", method="PCA")
    reader.open(f"{path}&embed=true")
    out = reader.page.get_by_role("link", name="Open in Sense Drift")
    expect(out).to_be_visible()
    assert same(urljoin(reader.base, str(out.get_attribute("href"))), reader.base + path)
    expect(reader.page.get_by_role("link", name="Evidence", exact=True)).to_have_count(0)
    reader.page.goto(reader.base + lesson.PATH)
    reader.page.evaluate(
        "snippet => document.body.insertAdjacentHTML('afterbegin', snippet.replace('lazy', 'eager'))",
        share.frame(reader.base + path),
    )
    out = reader.page.frame_locator("iframe").get_by_role("link", name="Open in Sense Drift")
    expect(out).to_be_visible()
    href = urljoin(reader.base, str(out.get_attribute("href")))
    assert same(href, reader.base + path), f"in a frame of /lesson it leads to {href}"


# In a chat


@every_page
def test_a_chat_that_asks_for_a_page_gets_its_title_sentence_and_picture(server: str, page: Entry) -> None:
    status, headers, body = fetch(f"{server}{page.path}?x=1", if_none_match='"any"')
    assert status == 200
    assert headers["content-length"] == str(len(body))
    text = body.decode("utf-8")
    said = {
        name: html.unescape(value) for name, value in re.findall(r'<meta property="(og:[\w:]+)" content="(.*?)">', text)
    }
    assert page.question.lower() in said["og:title"].lower()
    assert said["og:description"] == page.description
    assert said["og:url"] == f"{server}{page.path}"
    assert text.count("og:title") == text.count("<title>") == 1
    assert text.index("og:title") < text.index("</head>")
    kind, picture = fetch(said["og:image"])[1:]
    assert kind["content-type"] == "image/png"
    with Image.open(io.BytesIO(picture)) as card:
        assert card.size == (WIDTH, HEIGHT)
        assert len(card.convert("RGB").getcolors(WIDTH * HEIGHT) or []) > 10, "the picture is empty"


@pytest.mark.parametrize(
    "path", ["/cards/none.png", "/cards/../MANIFEST.json", "/cards/%2e%2e/MANIFEST.json", "/cards/"]
)
def test_nothing_but_cards_is_served_beside_the_pages(server: str, path: str) -> None:
    _, headers, body = fetch(server + path)
    assert not headers.get("content-type", "").startswith(("image/", "application/json"))
    assert b"sha256" not in body.replace(b"'sha256-", b"")


# On paper


def test_the_sheet_opens_from_the_front_door_and_runs_nothing(reader: Reader) -> None:
    reader.open("/")
    link = reader.page.get_by_role("link", name="Lesson sheet to print")
    with reader.page.context.expect_page() as opening:
        link.click()
    sheet = opening.value
    try:
        expect(sheet.get_by_role("heading", level=1)).to_be_visible()
        assert sheet.url == reader.base + lesson.PATH
        expect(sheet.get_by_role("listitem")).to_have_count(len(STOPS))
        assert sheet.locator("script, img, iframe, link").count() == 0
        for stop in STOPS:
            expect(sheet.get_by_text(f"{reader.base}{stop.path}", exact=True)).to_be_visible()
    finally:
        sheet.close()


def test_the_sheet_fits_a_phone(pocket: BrowserContext, server: str) -> None:
    with reading(pocket, server) as someone:
        page = someone.page
        page.goto(server + lesson.PATH)
        wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        for medium in ("screen", "print"):
            page.emulate_media(media=medium)  # type: ignore[arg-type]
            assert page.evaluate(wide) <= 0, medium
        expect(page.get_by_text("Print this page")).to_be_hidden()


def test_the_sheet_fits_one_sheet_of_paper_as_it_says(reader: Reader) -> None:
    reader.page.goto(reader.base + lesson.PATH)
    expect(reader.page.get_by_text("it fits one sheet")).to_be_visible()
    paper = reader.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
