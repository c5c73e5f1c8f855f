"""Measure the app in a real browser beside a bare Streamlit page: ``python -m scripts.bench.app [--repeats N]``.

It starts the real server and, in turns with it, ``bare_page.py``: two pages with a chart of as many points
and labels each, one select box, nothing else. Ratios within one run can be compared across machines; seconds
cannot.

- *Cold start*: from starting the process to the first chart in an open browser that has no cache.
- *Page switch*: from the click on a page's name, on a warm server, to the map's chart.
- *Control change*: from the click or key that changes a control of the map to the last change of its chart;
  every change of ``CHANGES`` in each repeat. "First" is the change on a server that never drew it before.
- *Memory*: resident memory of the server after all of this with one session, and with 50, of which 49 are
  websocket connections that asked for the map as a browser does, received its chart and stay open.

Beside the aims it prints what the rest is made of: how long the imports of a cold start take, by package (with
Python's own clock, which slows them), and of each control change how long the server takes for it and how much it
sends; what is left of the whole is the browser's, which draws.

Maps in 3-D are left out: without a graphics card a browser's time for them says nothing.

Needs Chromium and ``requirements-dev.txt``; reaches nothing but this machine. With the default of three repeats it
takes about three minutes on an idle machine of two cores, several times that on a busy one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from scripts.bench.session import Session, address, all_controls, stream

ROOT = Path(__file__).resolve().parents[2]
BARE = ROOT / "scripts" / "bench" / "bare_page.py"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"]
PATIENCE = 120.0  # seconds
SESSIONS = 50
SWITCHES = 5  # page switches in each repeat
AIM_COLD, AIM_SWITCH, AIM_CHANGE = 1.3, 1.8, {50: 1.5, 95: 2.0}  # of the bare app's, at most; changes by percentile
AIM_MEMORY = 400.0  # MB
TOP = 12  # packages listed

# Key of a control, then what is chosen or typed. Each changes the picture, and the last leads back to the first.
CHANGES = (
    ("map_method", "PCA"),
    ("map_set", "Animals"),
    ("map_method", "t-SNE"),
    ("map_set", "Verbs by tense"),
    ("map_method", "PCA"),
    ("map_set", "People and royalty"),
    ("map_find", "queen"),
    ("map_method", "Named axes"),
    ("map_find", ""),
    ("map_set", "Top 1000 words"),
    ("map_set", "Countries and capitals"),
    ("map_set", "Bank between money and river"),
)

# Runs in each page: remembers when the reader last acted and when the chart last changed.
RECORDER = """
(() => {
  const seen = (window.bench = { acted: 0, changed: 0, ran: 0, picture: "" });
  for (const kind of ["click", "keydown"]) {
    window.addEventListener(kind, () => { seen.acted = performance.now(); }, true);
  }
  const running = () => document.querySelector("[data-test-script-state]")?.dataset.testScriptState !== "notRunning";
  seen.draw = () => {
    const chart = document.querySelector(".js-plotly-plot");
    const marks = chart?.querySelectorAll(".scatterlayer .point, .scatterlayer .textpoint text") ?? [];
    const parts = marks.length ? [chart.closest('[class*="st-key-"]')?.className] : [];
    for (const mark of marks) parts.push(mark.getAttribute("transform") ?? mark.getAttribute("x"), mark.textContent);
    return parts.join();
  };
  const look = () => {
    const picture = seen.draw(), now = performance.now();
    if (picture !== seen.picture) { seen.picture = picture; seen.changed = now; }
    if (running()) seen.ran = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // Quiet for a while after the run; for longer where the run was too short to be seen, or has yet to begin.
  seen.settled = () => {
    const quiet = performance.now() - Math.max(seen.changed, seen.ran);
    return seen.picture !== "" && seen.changed > seen.acted && seen.draw() === seen.picture
      && !running() && quiet > (seen.ran > seen.acted ? 600 : 3000);
  };
  seen.size = () => {
    let points = 0, labels = 0;
    for (const trace of document.querySelectorAll(".js-plotly-plot .scatterlayer .trace")) {
      const texts = trace.querySelectorAll(".textpoint").length;
      if (texts) labels += texts; else points += trace.querySelectorAll(".point").length;
    }
    return [points, labels];
  };
})();
"""

Size = tuple[int, int]


@dataclass
class Site:
    """One of the two apps, and what was measured of it, in seconds.

    Attributes
    ----------
    name : str
        As it is printed.
    command : list of str
        What Streamlit runs: the script, then its arguments.
    directory : Path
        Where it runs, so that each finds its own settings or none.
    pages : tuple of str
        The names of its two pages in the navigation; the second has the controls.
    changes : list of tuple of str
        Label and value of each control change.
    imports : dict
        Seconds by package of a cold start's imports.
    served : list of tuple
        Of each control change, seconds until the server has finished with it, and bytes sent.
    """

    name: str
    command: list[str]
    directory: Path
    pages: tuple[str, str]
    changes: list[tuple[str, str]]
    cold: list[float] = field(default_factory=list)
    switch: list[float] = field(default_factory=list)
    change: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    memory: dict[int, float] = field(default_factory=dict)
    imports: dict[str, float] = field(default_factory=dict)
    served: list[tuple[float, int]] = field(default_factory=list)


class Server:
    """A running server; closing it ends the process."""

    def __init__(self, site: Site, *python: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        settings = {
            "server.port": self.port,
            "server.address": "127.0.0.1",
            "server.headless": "true",
            "server.fileWatcherType": "none",
            "browser.gatherUsageStats": "false",
        }
        flags = [f"--{name}={value}" for name, value in settings.items()]
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *python, "-m", "streamlit", "run", site.command[0], *flags, "--", *site.command[1:]],
            cwd=site.directory,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def wait(self) -> None:
        """Return once it answers."""
        while time.perf_counter() - self.started < PATIENCE and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=PATIENCE):
                    return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"the server did not start:\n{self.tail()}")

    def tail(self) -> str:
        """Return the end of its log."""
        return self.said()[-3_000:]

    def said(self) -> str:
        """Return its log."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def memory(self) -> float:
        """Return its resident memory in MB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError(f"the server has ended:\n{self.tail()}")

    def close(self) -> None:
        """End the process."""
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def open_page(browser: Browser, stack: ExitStack) -> Page:
    """Return an empty page with a cache of its own that records what happens in it."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    stack.callback(context.close)
    context.add_init_script(RECORDER)
    return context.new_page()


def settle(page: Page, what: str) -> float:
    """Wait until the chart has changed for the last time; return the seconds since the reader acted."""
    deadline = time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline:
        if page.evaluate("() => window.bench.settled()"):
            return float(page.evaluate("() => window.bench.changed - window.bench.acted")) / 1000
        time.sleep(0.1)
    seen = page.evaluate("() => ({...window.bench, picture: window.bench.picture.length})")
    raise RuntimeError(f"no new chart after {PATIENCE:.0f} s: {what}; the page says {seen}")


def cold_start(page: Page, server: Server) -> float:
    """Open the front page as soon as the server answers; return the seconds from its start to the chart."""
    server.wait()
    page.goto(server.url, wait_until="commit")
    settle(page, "the front page")
    drawn = page.evaluate("() => performance.timeOrigin + window.bench.changed") / 1000
    return float(drawn - (time.time() - (time.perf_counter() - server.started)))


def switch_page(page: Page, name: str) -> float:
    """Open a page from the navigation."""
    page.bring_to_front()
    page.get_by_test_id("stTopNavLink").filter(has_text=name).click()
    return settle(page, f"the page {name}")


def change_control(page: Page, control: str, value: str) -> float:
    """Choose or type a value."""
    page.bring_to_front()
    buttons = page.get_by_role("radiogroup", name=control)
    box = page.get_by_label(control, exact=True).and_(page.locator("input"))
    expect(buttons.or_(box).first).to_be_visible(timeout=PATIENCE * 1000)
    if buttons.count():
        buttons.get_by_role("radio", name=value, exact=True).click()
    else:
        box.fill(value)
        if page.get_by_test_id("stSelectbox").filter(has_text=control).count():
            expect(page.get_by_role("option").first).to_be_visible()
        box.press("Enter")
    return settle(page, f"{control}: {value}")


def ask(client: ClientConnection, page_name: str) -> None:
    """Ask for a page as a browser does, and wait until it has been drawn."""
    client.send(BackMsg(rerun_script=ClientState(page_name=page_name)).SerializeToString())
    charts, deadline = 0, time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline:
        message = ForwardMsg.FromString(client.recv(timeout=PATIENCE, decode=False))
        charts += message.delta.new_element.HasField("plotly_chart")
        if message.WhichOneof("type") == "script_finished":
            if not charts:
                raise RuntimeError(f"the page {page_name} came without a chart")
            return
    raise RuntimeError(f"the page {page_name} was not finished after {PATIENCE:.0f} s")


def start(browser: Browser, site: Site, stack: ExitStack) -> tuple[Page, Server]:
    """Start a site's server, note how long its first chart takes, and leave both open."""
    page = open_page(browser, stack)
    server = Server(site)
    stack.callback(server.close)
    site.cold.append(cold_start(page, server))
    return page, server


def walk(page: Page, site: Site) -> tuple[list[Size], list[float]]:
    """Make each change once; return the charts' points and labels, and the seconds taken."""
    sizes, seconds = [], []
    switch_page(page, site.pages[1])
    for control, value in site.changes:
        seconds.append(change_control(page, control, value))
        sizes.append(size(page))
    return sizes, seconds


def rehearse(browser: Browser, ours: Site) -> tuple[Size, list[Size], list[float]]:
    """Walk through ours on a fresh server; return the front page's points and labels, and what the walk does."""
    with ExitStack() as stack:
        page, _ = start(browser, ours, stack)
        ours.cold.clear()  # files were read from the disk for the first time
        front = size(page)
        return front, *walk(page, ours)


def size(page: Page) -> Size:
    """Return how many points and labels the chart has."""
    points, labels = page.evaluate("() => window.bench.size()")
    return points, labels


def crowded(server: Server, page_name: str) -> float:
    """Return the server's memory with 49 more sessions."""
    url = address(server.url)
    with ExitStack() as stack:
        for _ in range(SESSIONS - 1):
            client = stack.enter_context(connect(url, subprotocols=[Subprotocol("streamlit")], max_size=None))
            ask(client, page_name)
        return server.memory()


def imports_of(site: Site) -> dict[str, float]:
    """Start a site and open its first page; return the seconds that imports took, by package, our own as one."""
    server = Server(site, "-X", "importtime")
    try:
        server.wait()
        with connect(address(server.url), subprotocols=[Subprotocol("streamlit")], max_size=None) as client:
            ask(client, "")
        return import_seconds(server.said())
    finally:
        server.close()


def import_seconds(log: str) -> dict[str, float]:
    """Return the seconds by package in what ``python -X importtime`` wrote."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for spent, name in re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)", log):
        package = name.split(".")[0]
        seconds["core, pages" if package in ("app", "core", "pages") else package] += int(spent) / 1e6
    return dict(sorted(seconds.items(), key=lambda item: -item[1]))


async def serve(server: Server, page: str, changes: Sequence[tuple[str, str]]) -> list[tuple[float, int]]:
    """Make control changes without a browser; return of each the seconds until its run has ended, and the bytes."""
    seconds: list[float] = []
    async with stream(server.url) as connection:
        session = Session(connection, page, lambda spent, _: seconds.append(spent))
        listening = asyncio.create_task(session.listen())
        await session.change()
        await session.answered()
        served = []
        for label, value in changes:
            before = session.bytes
            await session.change(label, value)
            await session.answered()
            served.append((seconds[-1], session.bytes - before))
        listening.cancel()
    return served


def measure(browser: Browser, sites: Sequence[Site], repeats: int) -> None:
    """Measure both sites in turns: cold starts on servers of their own, the rest on one server each."""
    for repeat in range(repeats):
        for site in sites if repeat % 2 == 0 else sites[::-1]:
            with ExitStack() as stack:
                start(browser, site, stack)
        say(f"cold start {repeat + 1} of {repeats}")
    with ExitStack() as stack:
        opened = [(site, *start(browser, site, stack)) for site in sites]
        for site, page, _ in opened:
            walk(page, site)
        for repeat in range(repeats):
            for _ in range(SWITCHES):
                for site, page, _ in opened:
                    switch_page(page, site.pages[0])
                    site.switch.append(switch_page(page, site.pages[1]))
            for i in range(len(CHANGES)):
                for site, page, _ in opened:
                    site.change[i].append(change_control(page, *site.changes[i]))
            say(f"page switches and control changes {repeat + 1} of {repeats}")
        for site, _, server in opened:
            site.memory[1] = server.memory()
        for site, _, server in opened:
            site.memory[SESSIONS] = crowded(server, site.pages[1].lower())
        with ThreadPoolExecutor(1) as thread:  # the browser's driver has this one's event loop
            for site, _, server in opened:
                site.served = thread.submit(asyncio.run, serve(server, site.pages[1].lower(), site.changes)).result()
    for site in sites:
        site.imports = imports_of(site)


def labelled(changes: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return changes with the labels of the map's controls in the place of their keys.

    Raises
    ------
    ValueError
        When a control does not take such a value.
    """
    controls = all_controls()["map"]
    for key, value in changes:
        if not controls[key].accepts([value]):
            raise ValueError(f"{key} does not take {value}")
    return [(controls[key].label, value) for key, value in changes]


def report(ours: Site, bare: Site, sizes: Sequence[Size], first: Sequence[float]) -> str:
    """Return the tables of what was measured."""
    changes = {site.name: [s for seconds in site.change.values() for s in seconds] for site in (ours, bare)}
    rows = [("measure", "ours", "bare", "ratio", "aim", "ok?")]

    def row(measure: str, mine: float, other: float, most: float) -> None:
        ratio = mine / other
        shown = (f"{mine:.2f} s", f"{other:.2f} s", f"{ratio:.2f}")
        rows.append((measure, *shown, f"<= {most:g} x", "yes" if ratio <= most else "NO"))

    median = statistics.median
    row("cold start to first chart, median", median(ours.cold), median(bare.cold), AIM_COLD)
    row("page switch to chart, median", median(ours.switch), median(bare.switch), AIM_SWITCH)
    for share, most in AIM_CHANGE.items():
        mine, other = (quantile(changes[site.name], share) for site in (ours, bare))
        row(f"control change to chart, p{share}", mine, other, most)
    for sessions, mine in ours.memory.items():
        other = bare.memory[sessions]
        shown = (f"{mine:.0f} MB", f"{other:.0f} MB", f"{mine / other:.2f}", f"<= {AIM_MEMORY:.0f} MB")
        rows.append((f"server memory, {sessions} session(s)", *shown, "yes" if mine <= AIM_MEMORY else "NO"))

    detail: list[tuple[str, ...]] = [
        ("control change", "points", "labels", "first", "ours p50", "bare p50", "ratio", "ours served", "bare served")
    ]
    for i, ((control, value), (points, labels), seconds) in enumerate(zip(CHANGES, sizes, first, strict=True)):
        mine, other = median(ours.change[i]), median(bare.change[i])
        numbers = (f"{seconds:.2f} s", f"{mine:.2f} s", f"{other:.2f} s", f"{mine / other:.2f}")
        served = [f"{site.served[i][0]:.2f} s, {site.served[i][1] / 1000:.0f} kB" for site in (ours, bare)]
        detail.append((f"{control}: {value or '(nothing)'}", str(points), str(labels), *numbers, *served))
    spent = [{"all": sum(site.imports.values())} | site.imports for site in (ours, bare)]
    packages = [
        ("imports of a cold start", "ours", "bare"),
        *((name, *(f"{seconds.get(name, 0):.2f} s" for seconds in spent)) for name in list(spent[0])[: TOP + 1]),
    ]
    counts = (
        f"{len(ours.cold)} cold starts, {len(ours.switch)} page switches, {len(changes[ours.name])} control changes"
    )
    return f"{aligned(rows)}\n\n{aligned(detail)}\n\n{aligned(packages)}\n\nOf each app: {counts}."


def quantile(seconds: Sequence[float], share: int) -> float:
    """Return a percentile, 1 to 99."""
    return statistics.quantiles(seconds, n=100, method="inclusive")[share - 1]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as plain text, the first column to the left and the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def say(text: str) -> None:
    """Tell whoever waits how far it is."""
    print(text, file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3, help="cold starts, and rounds of all changes (default 3)")
    repeats = max(2, parser.parse_args(argv).repeats)  # 20 control changes at the least
    chromium = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if chromium is None:
        raise SystemExit(f"This needs a browser, and none of {', '.join(CHROMIUM)} is here: apt-get install chromium")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended before the end"))  # so that the servers end as well
    ours = Site("ours", ["app.py"], ROOT, ("Home", "Map"), labelled(CHANGES))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium, args=FLAGS)
        stack.callback(browser.close)
        front, sizes, first = rehearse(browser, ours)
        options = [f"Chart {chr(ord('A') + i)}" for i in range(len(CHANGES))]
        file = directory / "sizes.json"
        # The page opens with its first option, so the chart that ours ends with, and begins with, comes first.
        second = dict(zip([options[-1], *options[:-1]], [sizes[-1], *sizes[:-1]], strict=True))
        file.write_text(json.dumps({"first": front, "second": second}), encoding="utf-8")
        say("rehearsed")
        command = [str(BARE), str(file)]
        bare = Site("bare", command, directory, ("First", "Second"), [("Chart", option) for option in options])
        measure(browser, (ours, bare), repeats)
    print(report(ours, bare, sizes, first))


if __name__ == "__main__":
    main()
