"""Watching a word drift: play, pause, drag, keys, the address, and a phone."""

from __future__ import annotations

import itertools
import math
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, WebSocket, expect

from core.counts.senses import load_labels
from core.drift.figures.path import TRAILS
from pages.parts.drift.controls import SECTIONS, VIEWS
from tests.browser.conftest import Reader, reading
from tests.browser.test_look import shared

CHART = "drift_chart"


def drift_link(**controls: object) -> str:
    """Return the path of the page with controls set; the names come without their prefix."""
    return "/drift?" + urlencode({f"drift_{name}": value for name, value in controls.items()})


def shown(reader: Reader) -> dict[str, Any]:
    """Return where the word's point is, what is listed beside the figure, and the ranges of the axes."""
    found: dict[str, Any] = reader.page.wait_for_function(
        r"""chart => {
            const plot = document.querySelector(`.st-key-${chart} .js-plotly-plot`);
            const nodes = [...(plot?.querySelectorAll('.scatterlayer .trace') ?? [])];
            const trace = node => node.__data__[0].trace;
            const word = nodes.find(node => trace(node).mode === 'markers+text' && trace(node).hovertext);
            const list = nodes.find(node => trace(node).xaxis === 'x2');
            if (!word || !list) return null;  // while it is drawn anew
            const at = word.querySelector('path.point').getAttribute('transform').match(/-?[\d.]+(e-?\d+)?/g);
            const axes = ['xaxis', 'yaxis', 'xaxis2', 'yaxis2'].map(name => [...plot._fullLayout[name].range]);
            const grip = plot.querySelector('.slider-grip-rect').getBoundingClientRect();
            return {
                x: Number(at[0]), y: Number(at[1]), axes, grip: grip.left + grip.width / 2,
                words: [...list.querySelectorAll('text')].map(text => text.textContent),
            };
        }""",
        arg=CHART,
    ).json_value()
    return found


def moved(one: dict[str, Any], other: dict[str, Any]) -> float:
    return math.hypot(one["x"] - other["x"], one["y"] - other["y"])


def press(reader: Reader, label: str) -> None:
    reader.page.locator(f".st-key-{CHART} .updatemenu-button").filter(has_text=label).click()


def wait_for_move(reader: Reader, before: dict[str, Any], at_least: float = 10) -> None:
    reader.wait_until(lambda: moved(before, shown(reader)) > at_least, lambda: "the word does not move")


def test_play_moves_the_word_and_its_nearest_words_while_the_axes_and_the_server_are_still(reader: Reader) -> None:
    sent: list[object] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda message: sent.append(message))

    reader.page.on("websocket", listen)
    reader.open(drift_link(share=0))
    first = shown(reader)
    assert "finance" in first["words"][0]
    assert sent, "nothing would be heard"
    sent.clear()
    for _ in range(5):  # on a slow machine the film may be over before the second click
        press(reader, "Play")
        wait_for_move(reader, first, at_least=40)
        press(reader, "⏸")
        reader.page.wait_for_timeout(300)  # a step between two frames runs to its end
        halted = shown(reader)
        if moved(first, halted) > 40 and "0 % finance" not in halted["words"][0].replace("00 %", ""):
            break
    reader.page.wait_for_timeout(700)
    assert moved(halted, shown(reader)) == 0, "it moves though paused"
    assert shown(reader)["words"] == halted["words"]
    press(reader, "Play")
    reader.wait_until(
        lambda: shown(reader)["words"][0].startswith("0 % finance"), lambda: f"it does not arrive: {shown(reader)}"
    )
    last = shown(reader)
    assert len(last["words"]) == 11
    assert not set(first["words"][1:]) & set(last["words"][1:]), "the nearest words have not changed hands"
    assert last["axes"] == halted["axes"] == first["axes"]
    assert last["grip"] > first["grip"] + 100, "the slider stays behind"
    assert sent == [], "the server was asked"


def test_the_figures_own_slider_can_be_dragged(reader: Reader) -> None:
    reader.open(drift_link(share=0))
    first, page = shown(reader), reader.page
    rail = page.locator(f".st-key-{CHART} .slider-rail-touch-rect").bounding_box()
    grip = page.locator(f".st-key-{CHART} .slider-grip-rect").bounding_box()
    assert rail is not None
    assert grip is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(rail["x"] + 0.5 * rail["width"], grip["y"] + grip["height"] / 2, steps=5)
    reader.wait_until(lambda: moved(first, shown(reader)) > 30, lambda: "the word does not follow")
    page.mouse.move(rail["x"] + 0.9 * rail["width"], grip["y"] + grip["height"] / 2, steps=5)
    page.mouse.up()
    reader.wait_until(
        lambda: "90 % river" in shown(reader)["words"][0] or "88 % river" in shown(reader)["words"][0],
        lambda: f"it shows {shown(reader)['words'][0]}",
    )
    assert shown(reader)["axes"] == first["axes"]


def test_the_share_is_set_by_the_keyboard_and_an_address_brings_it_back(reader: Reader) -> None:
    page = reader.page
    reader.open("/drift")
    first = shown(reader)
    slider = page.get_by_role("slider", name="Share of")
    reader.press_to(slider, "End", 100, drift_share="100")
    reader.press_to(slider, "ArrowLeft", 97, drift_share="97")
    reader.wait_until(lambda: "97 % river" in shown(reader)["words"][0], lambda: "the figure shows another share")
    reader.settle()
    there = shown(reader)
    assert moved(first, there) > 30
    expect(page.locator(".st-key-see")).to_contain_text("97 %")

    page.reload(wait_until="domcontentloaded")
    reader.settle()
    expect(page.get_by_role("slider", name="Share of")).to_have_value("97")
    again = shown(reader)
    assert moved(there, again) < 0.6
    assert again["words"] == there["words"]
    assert reader.query() == {"drift_share": "97"}


def test_what_is_picked_by_hand_is_in_the_address(reader: Reader) -> None:
    page = reader.page
    reader.open("/drift")
    reader.pick("Word", "java")
    reader.wait_for_query(drift_word="java")
    reader.settle()
    reader.pick("Space", "PPMI")
    reader.wait_for_query(drift_word="java", drift_space="PPMI")
    reader.choose("Look closer", SECTIONS[1])
    reader.wait_for_query(drift_more=SECTIONS[1])
    expect(page.locator(".st-key-drift_errors .js-plotly-plot")).to_be_visible()
    page.get_by_role("button", name="As in our text").click()
    share = str(round(100 * load_labels()["java"].shares["language"]))
    reader.wait_for_query(drift_share=share)
    reader.wait_until(
        lambda: f"{share} % language" in shown(reader)["words"][0], lambda: "the figure shows the old one"
    )
    reader.choose("View", VIEWS[1])
    box = page.get_by_role("textbox", name="First word")
    box.fill("piano")
    box.press("Enter")
    reader.wait_for_query(drift_view=VIEWS[1], drift_first="piano")
    expect(page.locator(".st-key-see")).to_contain_text("piano+door")


def test_reduced_motion_takes_the_film_away_and_leaves_the_way(reader: Reader) -> None:
    reader.page.emulate_media(reduced_motion="reduce")
    reader.open("/drift")
    expect(reader.page.locator(f".st-key-{CHART} .updatemenu-button").first).to_be_hidden()
    trails = reader.page.locator(f".st-key-{CHART} .scatterlayer path.js-line")
    reader.wait_until(lambda: trails.count() >= 4, lambda: f"{trails.count()} lines, not rays and three trails")
    for name, _ in TRAILS:
        expect(reader.page.locator(f".st-key-{CHART} .annotation-text").filter(has_text=name)).to_be_visible()
    expect(reader.page.locator(f".st-key-{CHART} .slider-grip-rect")).to_be_visible()
    before = shown(reader)
    reader.press_to(reader.page.get_by_role("slider", name="Share of"), "Home", 0, drift_share="0")
    wait_for_move(reader, before)
    reader.page.emulate_media(reduced_motion="no-preference")
    expect(reader.page.locator(f".st-key-{CHART} .updatemenu-button").first).to_be_visible()


@pytest.mark.parametrize("link", [drift_link(), drift_link(word="line", more=SECTIONS[2])], ids=["two", "five"])
def test_on_a_phone_nothing_is_cut_and_play_does_not_lie_on_the_slider(
    pocket: BrowserContext, server: str, link: str
) -> None:
    with reading(pocket, server) as someone:
        someone.open(link)
        someone.page.wait_for_selector(".js-plotly-plot .textpoint text")
        found = someone.page.evaluate(
            """() => {
                const all = selector => [...document.querySelectorAll(selector)];
                const box = node => {
                    const at = node.getBoundingClientRect();
                    return [at.left, at.top, at.right, at.bottom];
                };
                const main = '[data-testid="stMain"]';
                return {
                    overflow: Math.max(...all(`html, ${main}`).map(node => node.scrollWidth - node.clientWidth)),
                    charts: all('.js-plotly-plot').map(box),
                    buttons: all('.st-key-drift_chart .updatemenu-button').map(box),
                    camera: all('.st-key-drift_chart .modebar-btn').filter(button => button.checkVisibility()).map(box),
                    slider: all('.st-key-drift_chart .slider-rail-rect').map(box),
                    stops: all('.st-key-drift_chart .annotation-text')
                        .filter(text => /^(all|half|even)/.test(text.textContent)).map(box),
                };
            }"""
        )
        assert found["overflow"] <= 0
        assert all(left >= 0 and right <= 390 for left, _, right, _ in found["charts"])
        (slider,) = found["slider"]
        assert slider[2] - slider[0] > 150, "too short to drag"
        assert len(found["buttons"]) == 2
        assert len(found["stops"]) >= 2
        assert all(left >= 0 and right <= 390 for left, _, right, _ in (*found["buttons"], *found["stops"]))
        apart = [*found["buttons"], slider, *found["stops"], *found["camera"]]
        touching = [pair for pair in itertools.combinations(apart, 2) if shared(*pair) > 0]
        assert not touching, f"play, slider, what stands under it and the camera lie on each other: {touching}"
