"""What is downloaded opens elsewhere."""

from __future__ import annotations

import csv
import struct
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from core.spaces.wordsets import READY
from tests.browser.conftest import DESK, Reader, distance, map_link, reading

ANIMALS = next(word_set for word_set in READY if word_set.title == "Animals")


@pytest.fixture(scope="module")
def animals(desk: BrowserContext, server: str) -> Iterator[Reader]:
    with reading(desk, server) as someone:
        someone.open(map_link(set="Animals", method="t-SNE"))
        yield someone


def camera(page: Page, button: str) -> tuple[bytes, str]:
    page.locator(".js-plotly-plot").hover()
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(download.value.path()).read_bytes(), download.value.suggested_filename


def open_menu(reader: Reader, button: str) -> Locator:
    inside = reader.page.get_by_test_id("stPopoverBody").get_by_role("button", name=button)
    reader.press_until(reader.page.get_by_role("button", name="Download", exact=True), inside)
    return inside


def from_menu(reader: Reader, button: str) -> tuple[Path, str]:
    inside = open_menu(reader, button)
    with reader.page.expect_download() as download:
        inside.click()
    reader.page.keyboard.press("Escape")
    expect(inside).to_have_count(0)
    return Path(download.value.path()), download.value.suggested_filename


def test_the_chart_can_be_kept_as_png_and_as_svg(animals: Reader) -> None:
    page = animals.page
    picture, name = camera(page, "Download plot as a PNG")
    assert name == "sense-drift-glove-6b-animals-tsne.png"
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture[-8:-4] == b"IEND"
    width, height = struct.unpack(">II", picture[16:24])
    chart = page.locator(".js-plotly-plot").bounding_box()
    assert chart is not None
    assert (width, height) == pytest.approx((2 * chart["width"], 2 * chart["height"]), abs=2)
    assert len(picture) > 20_000, "an empty picture"

    open_menu(animals, "Numbers (CSV)")
    animals.choose("Image format of the chart's camera button", "SVG")
    animals.wait_for_query(map_format="SVG")
    page.keyboard.press("Escape")
    # Plotly names the format on its button only where it is PNG.
    expect(page.get_by_role("button", name="Download plot", exact=True)).to_have_count(1)
    animals.settle()
    picture, name = camera(page, "Download plot")
    assert name == "sense-drift-glove-6b-animals-tsne.svg"
    root = ElementTree.fromstring(picture)  # noqa: S314 - made a moment ago by our own page
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"dog", "whale", "insects"} <= texts


def test_the_numbers_can_be_kept_as_csv(animals: Reader) -> None:
    path, name = from_menu(animals, "Numbers (CSV)")
    assert name == "sense-drift-glove-6b-animals-tsne.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["word", "group", "x", "y", "kept"]
    assert [row["word"] for row in rows] == list(ANIMALS.words)
    assert [row["group"] for row in rows] == list(ANIMALS.group_of)
    assert len({(float(row["x"]), float(row["y"])) for row in rows}) == len(rows)
    assert all(0 <= float(row["kept"]) <= 1 for row in rows)


def test_the_figure_can_be_kept_as_one_file_that_needs_no_network(
    browser: Browser, animals: Reader, tmp_path: Path
) -> None:
    path, name = from_menu(animals, "Figure to keep (one HTML file)")
    assert name == "sense-drift-glove-6b-animals-tsne.html"
    kept = tmp_path / name
    kept.write_bytes(path.read_bytes())
    context = browser.new_context(**DESK, offline=True)
    offline = Reader(context.new_page(), "file://")
    offline.page.goto(kept.as_uri())
    expect(offline.page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(offline.page.locator(".gtitle")).to_have_text("Animals · t-SNE · GloVe 6B")
    final = offline.places()
    assert set(final) == set(ANIMALS.words)
    offline.page.wait_for_timeout(700)
    assert distance(final, offline.places()) == 0, "it moves before anybody pressed play"
    offline.page.locator(".updatemenu-button").filter(has_text="Play").click()
    offline.wait_for_move(final, at_least=20)
    offline.wait_for_places(final)
    assert offline.complaints == []
    assert [url for url in offline.requests if not url.startswith(("data:", "blob:"))] == [kept.as_uri()]
    context.close()
