"""A real server, a real browser, and a reader who looks at the page through them."""

from __future__ import annotations

import math
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    TimeoutError,
    expect,
    sync_playwright,
)

from tests.needs import cannot_run

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"]
DESK = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
PATIENCE = 60_000  # milliseconds; the cores are shared, so only a page that is stuck takes as long

expect.set_options(timeout=PATIENCE)

Places = dict[str, tuple[float, float]]


def map_link(**controls: object) -> str:
    """Return the path of the map page with controls set; the names come without their prefix."""
    return "/map?" + urlencode({f"map_{name}": value for name, value in controls.items()})


def distance(first: Places, second: Places) -> float:
    """Return how far the word that moved most has moved, in pixels; infinite when the words differ."""
    if first.keys() != second.keys():
        return math.inf
    return max((math.dist(first[word], second[word]) for word in first), default=0.0)


class Reader:
    """Somebody with the page open: what can be seen on it and done with it.

    Attributes
    ----------
    complaints : list of str
        What the browser complained about: blocked by the security policy, broken scripts, failed requests.
    requests : list of str
        The address of everything that the page asked for.
    """

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", self._stumble)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))

    def _hear(self, message: ConsoleMessage) -> None:
        # Streamlit looks for its server below the page's own path first: two of these on every deep link.
        expected = re.search(r"/\w+/_stcore/(health|host-config)$", message.location.get("url", ""))
        policy = "Content Security Policy" in message.text  # some come as a warning
        if policy or (message.type == "error" and not expected):
            self.complaints.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _stumble(self, error: Error) -> None:
        # Plotly rejects the promise of an animation that another one interrupts, with nothing in it.
        if str(error) != "undefined":
            self.complaints.append(f"script error: {error}")

    def foreign(self) -> list[str]:
        """Return the requests that went to any other host than our own."""
        own = urlsplit(self.base).netloc
        return [url for url in self.requests if urlsplit(url).scheme not in ("data", "blob") and own != _host(url)]

    def open(self, path: str) -> None:
        """Open a page and wait for its chart."""
        self.page.goto(self.base + path, wait_until="domcontentloaded")
        self.settle()

    def settle(self) -> None:
        """Wait until the page has run, has our style, and its charts are drawn as wide as they are to be."""
        self.page.wait_for_function(
            """() => {
                // A browser that has not been here before may draw the charts first, in wider margins.
                const styled = [...document.querySelectorAll('style')]
                    .some(one => one.textContent.includes('.st-key-share'));
                const app = document.querySelector('[data-testid="stApp"]');
                const charts = [...document.querySelectorAll('.js-plotly-plot')];
                return styled && app?.dataset.testScriptState === 'notRunning' && charts.length > 0
                    && charts.every(chart => chart._fullLayout && chart.querySelector('.main-svg')
                        && Math.abs(chart._fullLayout.width - chart.clientWidth) < 2);
            }"""
        )

    def rest(self) -> None:
        """Wait until the page has run and nothing on it is about to be replaced: till then a click may be lost."""
        self.page.wait_for_function(
            """() => document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === 'notRunning'
                && !document.querySelector('[data-stale="true"]')"""
        )

    def press_until(self, button: Locator, shown: Locator) -> None:
        """Press a button until what it opens is seen."""

        def seen() -> bool:
            if shown.is_visible():
                return True
            self.rest()
            if not shown.is_visible():
                button.click()
                with suppress(TimeoutError):
                    shown.wait_for(timeout=5_000)
            return shown.is_visible()

        self.wait_until(seen, lambda: f"{button} opens nothing")

    def unfold(self) -> None:
        """Open every box that is closed; what it holds is sent only then."""
        folded = self.page.locator("details:not([open]) > summary")

        def all_open() -> bool:
            self.rest()
            closed = folded.count()
            if closed:
                folded.first.click()
                with suppress(AssertionError):
                    expect(folded).to_have_count(closed - 1, timeout=5_000)
            return not closed

        self.wait_until(all_open, lambda: f"{folded.count()} boxes stay closed")

    def query(self) -> dict[str, str]:
        """Return what the address holds."""
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    def wait_for_query(self, **wanted: str | None) -> None:
        """Wait until the address holds these values; None for a name that it must not hold."""
        self.wait_until(
            lambda: all(self.query().get(name) == value for name, value in wanted.items()),
            lambda: f"the address should hold {wanted}, but is {self.page.url}",
        )
        # The address is there a moment before the page is marked as running.
        self.page.evaluate("() => new Promise(done => setTimeout(done, 100))")

    def press_until_query(self, x: float, y: float, **wanted: str) -> None:
        """Press at a place until the address holds these values: a press on a chart in redrawing is lost."""
        pressed = -PATIENCE / 1000

        def holds() -> bool:
            nonlocal pressed
            if all(self.query().get(name) == value for name, value in wanted.items()):
                return True
            if time.monotonic() - pressed > 6:
                self.page.mouse.move(x + 6, y + 6)  # Plotly presses what the mouse has come upon
                self.page.mouse.move(x, y, steps=4)
                self.page.wait_for_timeout(200)
                self.page.mouse.down()
                self.page.mouse.up()
                pressed = time.monotonic()
            return False

        self.wait_until(holds, lambda: f"the address should hold {wanted}, but is {self.page.url}")

    def wait_until(self, holds: Callable[[], bool], otherwise: Callable[[], str]) -> None:
        """Wait until something holds, or fail and say what is wrong."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            if time.monotonic() > deadline:
                pytest.fail(otherwise())
            self.page.wait_for_timeout(50)

    def wait_for_figure(self, *parts: str) -> None:
        """Wait until the chart whose description begins with these parts is drawn."""
        name = re.compile("^" + " · ".join(map(re.escape, parts)))
        expect(self.page.get_by_role("figure", name=name)).to_be_visible()
        self.settle()

    def choose_words(self, title: str) -> None:
        """Pick an option of the box "Words"."""
        self.pick("Words", title)

    def pick(self, box: str, option: str) -> None:
        """Pick an option of a box; a click on an option is lost where the page replaces the box under it."""
        self.rest()
        self.page.get_by_role("combobox", name=box).click()
        wanted, listed = self.page.get_by_role("option", name=option, exact=True), self.page.get_by_role("listbox")
        wanted.wait_for()

        def picked() -> bool:
            with suppress(TimeoutError):
                if listed.is_visible():
                    wanted.click(timeout=5_000)
                    listed.wait_for(state="hidden", timeout=5_000)
            return not listed.is_visible()

        self.wait_until(picked, lambda: f"{option} cannot be picked")

    def press_to(self, slider: Locator, key: str, value: int, **wanted: str) -> None:
        """Press a key on a slider until it stands at a value and the address says so.

        A press while the page runs may be lost: what comes back holds the place that the slider had before.
        """

        def there() -> bool:
            self.rest()
            before = slider.input_value()
            if before != str(value):
                slider.press(key)
                with suppress(AssertionError):
                    expect(slider).not_to_have_value(before, timeout=5_000)
            return slider.input_value() == str(value) and wanted.items() <= self.query().items()

        self.wait_until(there, lambda: f"{key} leads to {slider.input_value()} and {self.page.url}")

    def choose(self, control: str, option: str) -> None:
        """Pick an option of a segmented control."""
        self.page.get_by_role("radiogroup", name=control).get_by_role("radio", name=option, exact=True).click()

    def places(self, chart: str = "") -> Places:
        """Return where each word's point is drawn, in pixels from the plot's corner; of one chart, by its key."""
        found = self.page.evaluate(
            r"""within => {
                const places = {};
                for (const node of document.querySelectorAll(`${within} .js-plotly-plot .scatterlayer .trace`)) {
                    const trace = node.__data__[0].trace;
                    if (!trace.customdata || trace.hoverinfo === 'skip') continue;
                    for (const point of node.querySelectorAll('path.point')) {
                        const [x, y] = point.getAttribute('transform').match(/-?[\d.]+(e-?\d+)?/g).map(Number);
                        places[trace.customdata[point.__data__.i][0]] = [x, y];
                    }
                }
                return places;
            }""",
            f".st-key-{chart}" if chart else "",
        )
        return {word: (x, y) for word, (x, y) in found.items()}

    def places_at_rest(self, chart: str = "") -> Places:
        """Return where each word's point is drawn once the chart has been drawn and nothing in it moves any more."""
        seen: list[Places] = [{}]

        def still() -> bool:
            self.page.wait_for_timeout(150)
            seen.append(self.places(chart))
            return bool(seen[-1]) and distance(seen[-2], seen[-1]) == 0

        self.wait_until(still, lambda: f"{len(seen[-1])} words are drawn, and they are not at rest")
        return seen[-1]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the screen."""
        return int(
            self.page.evaluate(
                "() => Math.max(...[...document.querySelectorAll('html, [data-testid=\"stMain\"]')]"
                ".map(node => node.scrollWidth - node.clientWidth))"
            )
        )

    def corner(self, chart: str = "") -> tuple[float, float]:
        """Return where a plot's corner is on the screen, in pixels; of one chart, by its key."""
        within = f".st-key-{chart} " if chart else ""
        plot = self.page.locator(f"{within}.js-plotly-plot .nsewdrag")
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        assert box is not None, "no plot is on the screen"
        return box["x"], box["y"]

    def wait_for_move(self, before: Places, at_least: float = 2.0) -> None:
        """Wait until words stand elsewhere than before."""
        self.wait_until(lambda: distance(before, self.places()) >= at_least, lambda: "nothing moved")

    def wait_for_places(self, wanted: Places) -> None:
        """Wait until every word stands where it should."""
        self.wait_until(
            lambda: distance(wanted, self.places()) < 0.6,
            lambda: f"a word is {distance(wanted, self.places()):.1f} pixels from where it should be",
        )

    def rows(self) -> list[list[str]]:
        """Return the rows of the first table that can be seen."""
        frame = self.page.get_by_test_id("stDataFrame").locator("visible=true").first
        grid = frame.locator("canvas table[role=grid]")
        grid.locator("td").first.wait_for(state="attached")
        return grid.locator("tbody tr").evaluate_all("rows => rows.map(r => [...r.cells].map(c => c.textContent))")


def _host(url: str) -> str:
    return urlsplit(url).netloc


@contextmanager
def running_server() -> Iterator[str]:
    """Start the app as its users do, on a free port; return its address."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    base = f"http://localhost:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(
        [*command, "--server.headless", "true"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            deadline = time.monotonic() + 2 * PATIENCE / 1000
            while not _healthy(base):
                if process.poll() is not None or time.monotonic() > deadline:
                    pytest.fail("the server did not start: streamlit run app.py")
                time.sleep(0.1)
            yield base
        finally:
            process.kill()


def _healthy(base: str) -> bool:
    try:
        with urllib.request.urlopen(f"{base}/_stcore/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a Chromium; without one, say why the test cannot run."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("SENSE_DRIFT_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None or not Path(path).exists():
        cannot_run("no Chromium here: install one, or name it in SENSE_DRIFT_CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(browser: Browser) -> Iterator[str]:
    """Return the address of the one server that most tests share; without a browser none is started."""
    with running_server() as base:
        yield base


@pytest.fixture(scope="session")
def desk(browser: Browser) -> Iterator[BrowserContext]:
    """Return a laptop's browser that has been here before, so that it need not load everything again."""
    context = browser.new_context(**DESK)
    yield context
    context.close()


@pytest.fixture(scope="session")
def pocket(browser: Browser) -> Iterator[BrowserContext]:
    """Return a phone's browser that has been here before."""
    context = browser.new_context(**PHONE)
    yield context
    context.close()


@contextmanager
def reading(context: BrowserContext, base: str) -> Iterator[Reader]:
    """Open a page; whatever is done with it, the browser must have nothing to complain about."""
    page = context.new_page()
    someone = Reader(page, base)
    yield someone
    page.close()
    assert not someone.complaints, someone.complaints
    assert not someone.foreign(), someone.foreign()


@pytest.fixture
def reader(desk: BrowserContext, server: str) -> Iterator[Reader]:
    """Return somebody at a laptop, 1366 by 768."""
    with reading(desk, server) as someone:
        yield someone


@pytest.fixture(scope="module")
def somebody_else(browser: Browser, server: str) -> Iterator[Callable[..., Reader]]:
    """Return a function that makes a reader with a browser of their own: no cookie, no cache, no session."""
    with ExitStack() as stack:

        def make(**settings: Any) -> Reader:
            context = browser.new_context(**(DESK | settings))
            stack.callback(context.close)
            return stack.enter_context(reading(context, server))

        yield make
