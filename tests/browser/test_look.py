"""How it looks: light and dark, on a laptop and a phone, and what axe-core has to say.

One walk through all views for each look gathers what is there; the tests judge it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from pages.parts.drift.controls import SECTIONS
from tests.browser.conftest import Reader, map_link, reading

Colour = tuple[float, float, float]
Boxes = list[tuple[str, tuple[float, float, float, float]]]  # text; left, top, right, bottom

# What axe-core finds in Streamlit's own elements: rule, and a part of the selector. Never ours.
STREAMLITS_OWN = (
    # st.latex lets every formula scroll, and KaTeX makes some two pixels wider than their box.
    ("scrollable-region-focusable", '[data-testid="stMarkdownContainer"] > .katex-display'),
    # st.code lets code scroll that is wider than a phone.
    ("scrollable-region-focusable", ".stCode"),
)


def our_faults(reader: Reader) -> list[str]:
    """Unfold what is folded and return what axe has to say of it, Streamlit's own faults left out."""
    reader.unfold()
    tables = reader.page.locator("details[open] [data-testid=stDataFrame]")
    drawn = reader.page.locator("details[open] [data-testid=stDataFrame]:has(canvas table td)")
    # axe reads their heads; one may be replaced meanwhile, so they are counted anew.
    reader.wait_until(lambda: tables.count() == drawn.count(), lambda: f"{drawn.count()} of {tables.count()} tables")
    return axe_faults(reader.page)


def axe_faults(page: Page) -> list[str]:
    """Return what axe has to say of a page, Streamlit's own faults left out."""
    # What is about to be replaced is pale.
    page.wait_for_function("() => !document.querySelector('[data-stale=\"true\"]')")
    page.wait_for_timeout(300)
    faults = []
    for violation in Axe().run(page).response["violations"]:
        for node in violation["nodes"]:
            where = " ".join(map(str, node["target"]))
            if not any(violation["id"] == rule and part in where for rule, part in STREAMLITS_OWN):
                faults.append(f"{violation['id']} at {where}: {node['html'][:160]}")
    return faults


@dataclass(frozen=True)
class Seen:
    """What one view looks like.

    Attributes
    ----------
    paper, page : tuple of float
        Colours of the charts and of the page behind them.
    texts : dict of str to tuple of float
        Each text on a chart, and its colour as it appears on the paper.
    labels, titles, legend, buttons, controls : list
        Where words, titles of axes, legend, the chart's own buttons and the page's controls stand.
    charts : list of tuple of float
        Left and right edge of each chart, or of the box that it can be scrolled in.
    overflow : float
        How many pixels the page can be scrolled sideways.
    faults : list of str
        What axe-core finds that is not Streamlit's own.
    """

    paper: Colour
    page: Colour
    texts: dict[str, Colour]
    labels: Boxes
    titles: Boxes
    legend: Boxes
    buttons: Boxes
    controls: Boxes
    charts: list[tuple[float, float]]
    overflow: float
    faults: list[str]


def colour(css: str) -> Colour:
    """Return red, green, blue, 0 to 255, of a computed colour."""
    red, green, blue, *_ = (float(part) for part in re.findall(r"[\d.]+", css))
    return red, green, blue


def luminance(rgb: Colour) -> float:
    """Return relative luminance, 0 to 1 (WCAG 2.1)."""
    linear = [c / 3294.6 if c <= 10.31 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.1)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def look_at(reader: Reader, with_axe: bool) -> Seen:
    """Gather what is on the screen."""
    found: dict[str, Any] = reader.page.evaluate(
        """() => {
            const style = node => getComputedStyle(node);
            const all = selector => [...document.querySelectorAll(selector)];
            const boxes = (selector, counts = () => true) => all(selector).filter(counts)
                .filter(node => node.checkVisibility({opacityProperty: true, visibilityProperty: true}))
                .map(node => [node.textContent || node.getAttribute('aria-label'), node.getBoundingClientRect()])
                .filter(([_, box]) => box.width > 0)
                .map(([name, box]) => [name, [box.left, box.top, box.right, box.bottom]]);
            const main = '[data-testid="stMain"]';
            // What can be scrolled sideways in a box of its own is as wide as that box.
            const scrolls = box => /auto|scroll/.test(style(box).overflowX) && box.scrollWidth > box.clientWidth;
            const boxOf = node => {
                for (let at = node.parentElement; at && !at.matches(main); at = at.parentElement) {
                    if (scrolls(at)) return at;
                }
                return node;
            };
            const label = document.querySelector('.js-plotly-plot .textpoint text');
            const font = label ? parseFloat(style(label).fontSize) : 0;
            const texts = all('.js-plotly-plot text')
                .filter(text => text.textContent.trim() && text.getClientRects().length)
                .map(text => {
                    let opacity = style(text).fillOpacity;
                    for (let on = text; !on.matches('.js-plotly-plot'); on = on.parentElement) {
                        opacity *= style(on).opacity;
                    }
                    return [text.textContent, style(text).fill, opacity];
                });
            return {
                papers: all('.js-plotly-plot .main-svg:first-child').map(node => style(node).backgroundColor),
                page: style(document.querySelector('[data-testid="stApp"]')).backgroundColor,
                texts,
                // A line is higher than its letters: the boxes of labels are as high as the font is large.
                labels: boxes('.js-plotly-plot .textpoint text').map(([word, [left, top, right, bottom]]) =>
                    [word, [left, (top + bottom - font) / 2, right, (top + bottom + font) / 2]]),
                titles: boxes('.js-plotly-plot :is(.xtitle, .ytitle)'),
                legend: boxes('.js-plotly-plot .legendtext'),
                buttons: boxes('.js-plotly-plot .modebar-btn'),
                controls: boxes(
                    `${main} :is(button, input:not([type=range]), textarea, [role=radio], summary)`,
                    node => boxOf(node) === node,
                ),
                charts: all('.js-plotly-plot').map(node => boxOf(node).getBoundingClientRect())
                    .map(box => [box.left, box.right]),
                overflow: Math.max(...all(`html, ${main}`).map(node => node.scrollWidth - node.clientWidth)),
            };
        }"""
    )
    (paper,) = {colour(css) for css in found.pop("papers")}
    texts = {}
    for text, css, opacity in found.pop("texts"):
        red, green, blue = (opacity * c + (1 - opacity) * p for c, p in zip(colour(css), paper, strict=True))
        texts[text] = (red, green, blue)
    faults = our_faults(reader) if with_axe else []
    return Seen(paper, colour(found.pop("page")), texts, faults=faults, **found)


def walk(reader: Reader, axe: Collection[str]) -> Iterator[tuple[str, Seen]]:
    """Go through all views; axe-core looks at those that are named."""

    def look(name: str) -> tuple[str, Seen]:
        return name, look_at(reader, name in axe)

    reader.open("/")
    yield look("home")
    reader.open(map_link(set="Animals", method="t-SNE"))
    yield look("t-SNE")
    for method in ("PCA in 3-D", "PCA", "Named axes"):
        reader.choose("Projection", method)
        reader.wait_for_figure("Animals", method)
        if method != "PCA in 3-D":  # whose labels are on a canvas
            reader.page.wait_for_selector(".js-plotly-plot .textpoint text")
        yield look(method)
    reader.choose_words("Top 1000 words")
    reader.wait_for_figure("Top 1000 words", "Named axes")
    yield look("frequent words")
    reader.choose("View", "Analogy")
    reader.wait_for_figure("The parallelogram of king")
    yield look("analogy")
    reader.open(map_link(view="Compare"))
    reader.wait_for_figure("Share of ten nearest words")
    reader.page.wait_for_selector(".js-plotly-plot .textpoint text")
    yield look("compare")
    reader.open(f"/drift?{urlencode({'drift_more': SECTIONS[2]})}")
    reader.page.wait_for_selector(".js-plotly-plot .textpoint text")
    yield look("drift")
    reader.open("/evidence")
    for chart in CHARTS:
        reader.choose("Chart", chart)
        reader.wait_for_figure(f"{chart}: one row a set")
        yield look(chart)


CHARTS = ("Word similarity", "Analogies", "Rare words")
VIEWS = ("home", "t-SNE", "PCA in 3-D", "PCA", "Named axes", "frequent words", "analogy", "compare", "drift", *CHARTS)
SEVERAL = {"compare": 4, "drift": 4}  # charts
OTHERWISE_ON_A_PHONE = ("compare", CHARTS[0])
view = pytest.mark.parametrize("name", VIEWS)


@pytest.fixture(scope="module")
def light(desk: BrowserContext, server: str) -> dict[str, Seen]:
    with reading(desk, server) as someone:
        return dict(walk(someone, VIEWS))


@pytest.fixture(scope="module")
def dark(desk: BrowserContext, server: str) -> dict[str, Seen]:
    with reading(desk, server) as someone:
        someone.page.emulate_media(color_scheme="dark")
        return dict(walk(someone, VIEWS))


@pytest.fixture(scope="module")
def phone(pocket: BrowserContext, server: str) -> dict[str, Seen]:
    with reading(pocket, server) as someone:
        return dict(walk(someone, OTHERWISE_ON_A_PHONE))


@view
def test_text_on_charts_is_legible_in_light_and_dark(light: dict[str, Seen], dark: dict[str, Seen], name: str) -> None:
    assert luminance(light[name].paper) > 0.8
    assert luminance(dark[name].paper) < 0.05
    for seen in (light[name], dark[name]):
        assert seen.paper == seen.page, "the chart stands out from the page"
        assert len(seen.texts) > 5
        pale = {text: round(contrast(ink, seen.paper), 2) for text, ink in seen.texts.items()}
        too_pale = {text: ratio for text, ratio in pale.items() if ratio < 4.5}
        assert not too_pale, too_pale


def test_the_chart_goes_along_when_the_theme_is_switched(reader: Reader) -> None:
    page = reader.page
    reader.open(map_link(method="PCA"))
    try:
        for theme, darkest, lightest in (("Dark", 0.0, 0.05), ("Light", 0.8, 1.0)):
            page.get_by_role("button", name="Main menu").click()
            page.get_by_role("menuitemradio", name=theme).click()
            page.keyboard.press("Escape")
            # Streamlit tells the server of another theme with the next thing that the reader does.
            page.get_by_role("radio", name="Named axes" if theme == "Dark" else "PCA", exact=True).click()
            paper = page.locator(".js-plotly-plot .main-svg").first
            shade = -1.0
            for _ in range(100):
                css = paper.evaluate("node => getComputedStyle(node).backgroundColor")
                shade = luminance(colour(css)) if css.startswith("rgb") else shade  # empty while it is redrawn
                if darkest <= shade <= lightest:
                    break
                page.wait_for_timeout(100)
            assert darkest <= shade <= lightest, f"{theme}: the chart keeps the other theme"
    finally:
        page.evaluate("localStorage.clear()")  # the theme picked would stay for other tests


@view
def test_axe_finds_nothing_that_is_ours(light: dict[str, Seen], dark: dict[str, Seen], name: str) -> None:
    for seen in (light[name], dark[name]):
        assert not seen.faults, "\n".join(seen.faults)


@pytest.mark.parametrize("name", OTHERWISE_ON_A_PHONE)
def test_axe_finds_nothing_that_is_ours_on_a_phone(phone: dict[str, Seen], name: str) -> None:
    assert not phone[name].faults, "\n".join(phone[name].faults)


@view
def test_a_phone_needs_no_sideways_scrolling(phone: dict[str, Seen], name: str) -> None:
    seen = phone[name]
    assert seen.overflow <= 0
    assert len(seen.charts) == SEVERAL.get(name, 1)
    for left, right in seen.charts:
        assert left >= 0
        assert right <= 390
        assert right - left > 300, "the chart does not use the screen"
    assert seen.controls
    outside = [what for what, box in seen.controls if box[0] < 0 or box[2] > 390]
    assert not outside, outside


@view
def test_what_the_axes_measure_can_be_read_on_a_phone(phone: dict[str, Seen], name: str) -> None:
    seen = phone[name]
    left, right = min(left for left, _ in seen.charts), max(right for _, right in seen.charts)
    cut = [title for title, box in seen.titles if box[0] < left - 1 or box[2] > right + 1]
    assert not cut, cut


@view
def test_the_charts_buttons_leave_its_legend_alone_on_a_phone(phone: dict[str, Seen], name: str) -> None:
    seen = phone[name]
    assert seen.buttons, "on a phone they always show"
    hidden = [text for text, box in seen.legend if any(shared(box, button) > 0 for _, button in seen.buttons)]
    assert not hidden, hidden


def shared(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """Return how much of the smaller of two boxes lies under the other, 0 to 1."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return max(width, 0) * max(height, 0) / smaller


# In 3-D the labels are on a canvas that cannot be read, and turn with the points; what was measured has none.
@pytest.mark.parametrize("name", [name for name in VIEWS if name not in ("PCA in 3-D", *CHARTS)])
def test_labels_do_not_pile_up(light: dict[str, Seen], phone: dict[str, Seen], name: str) -> None:
    wide, narrow = light[name].labels, phone[name].labels
    for device, labels in (("laptop", wide), ("phone", narrow)):
        pairs = itertools.combinations(labels, 2)
        piled = [(a, b) for (a, box), (b, other) in pairs if shared(box, other) > 0.2]
        assert not piled, f"on a {device}: {piled}"
    assert 6 < len(narrow) <= len(wide)
    if name in ("t-SNE", "frequent words"):  # too many for a phone
        assert len(narrow) < len(wide)
