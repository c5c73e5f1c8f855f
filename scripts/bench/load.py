"""Measure the app under many sessions at once, beside a bare page: ``python -m scripts.bench.load [--sessions N…]``.

It starts the real server and ``bare_page.py`` once each. For each number of sessions it lets that many people
open a page of ours, spread over map, drift, subwords and context, and act on it at human pace; then as many people act
at the same moments on the bare page, whose chart and select box are all it has. Ratios within one run can be compared
across machines; seconds cannot.

A session is a real websocket connection that speaks Streamlit's protocol. As a browser does, it reads the ids of the
controls from what the server sends, and for each change asks for a rerun with the values of the controls that were
touched and with the address that goes with them. What it leaves out is the browser: nothing is drawn, no static file
is fetched, and no chart's selection is sent.

- *Opening*: from the request to the end of the page's first run; one session every ``APART`` seconds, none acting yet.
- *Answer*: from a change, or a typed letter, to the end of a run that knows it. What people choose comes two to five
  seconds after they have seen the last answer. Half of the changes on the two pages that answer while one types are
  typed, letter by letter, every 300 ms, whatever the server does; a run that the next letter cuts short answers
  nobody, and both letters wait for the run after it. A run counts for a letter when its beginning was heard of after
  the letter was sent.
- *Memory*: the largest resident memory seen, of the server that has served every smaller number before.
- *Lost*: sessions whose connection ended, or who waited ``PATIENCE`` seconds for an answer. *Errors*: tracebacks in
  the server's log, and runs or elements that say they failed.

``--think`` changes the pace, ``--pages`` where people are. The server's log is printed where it holds a traceback.

The people run in this process. What it and the server take of the processor is printed, for where both share few
cores, the people slow the server down. Reaches nothing but this machine; the default takes about eight minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import DoubleArray, StringArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from scripts.bench.app import ROOT, Server, Site, aligned, quantile, say

SESSIONS = (1, 20, 50, 100)
SECONDS = 45.0  # that people act
APART = 0.2  # seconds between two openings
THINK = (2.0, 5.0)  # seconds from an answer to the next change, unless said otherwise
LETTER = 0.3  # seconds from one letter to the next
PATIENCE = 60.0  # seconds
AIM_SESSIONS, AIM_SECONDS, AIM_RATIO, AIM_MEMORY = 50, 1.0, 2.0, 600.0  # p95; of the bare page's; MB

Value = str | float | bool

PAGES = ("map", "drift", "subwords", "context")
CHOICES: dict[str, tuple[tuple[str, tuple[Value, ...]], ...]] = {
    "map": (
        ("map_set", ("Animals", "People and royalty", "Countries and capitals", "Verbs by tense")),
        ("map_method", ("PCA", "Named axes", "t-SNE")),
        ("map_find", ("dog", "queen", "paris", "walked", "")),
    ),
    "drift": (
        ("drift_share", tuple(float(share) for share in range(0, 101, 5))),
        ("drift_word", ("bank", "bat", "crane", "mouse")),
        ("drift_space", ("GloVe", "Skip-gram", "PPMI")),
    ),
    "subwords": (
        ("sub_noise", (True, False)),
        ("sub_more", ("Neighbours", "Tug of war", "Typos")),
    ),
    "context": (
        ("ctx_scheme", ("Uniform", "SIF", "Dot product")),
        ("ctx_temp", ("0.25", "0.5", "1", "2", "4")),
    ),
}
TYPED = {
    "subwords": ("sub_word", ("playfulness", "unhappily", "riverbanks", "snowstorm", "thinkable")),
    "context": (
        "ctx_s1",
        (
            "I paid money into the bank on Monday.",
            "They fished from the bank all day.",
            "The bank raised its rates again.",
        ),
    ),
}
LETTERS = 5  # of a word or a sentence are typed at a time, the last ones

# The bare page's charts are as large as ours: the front page's, and that of the sets of the map.
SIZES: dict[str, Any] = {"first": [40, 40], "second": {f"Chart {name}": [45, 45] for name in "ABCDEFGHIJKL"}}


@dataclass(frozen=True)
class Action:
    """What somebody does next.

    Attributes
    ----------
    think : float
        Seconds since the last answer.
    control : str
        Name of the control in the address, or its label.
    values : tuple
        What it is set to: one value, or one for each letter typed, ``LETTER`` seconds apart.
    """

    think: float
    control: str
    values: tuple[Value, ...]


def plan(page: str, number: int, think: tuple[float, float] = THINK) -> Iterator[Action]:
    """Return what session ``number`` does on a page, without end and the same each time."""
    rng = random.Random(number)  # noqa: S311
    now: dict[str, Value] = {}
    while True:
        pause = rng.uniform(*think)
        if page in TYPED and rng.random() < 0.5:
            box, texts = TYPED[page]
            text = rng.choice(texts)
            ends = range(max(1, len(text) - LETTERS + 1), len(text) + 1)
            yield Action(pause, box, tuple(text[:end] for end in ends))
        else:
            control, values = rng.choice(CHOICES[page])
            now[control] = rng.choice([value for value in values if value != now.get(control)])
            yield Action(pause, control, (now[control],))


def plan_bare(page: str, number: int, think: tuple[float, float] = THINK) -> Iterator[Action]:
    """Return the same moments as :func:`plan`, each spent on the bare page's one control."""
    rng = random.Random(number)  # noqa: S311
    options, now = list(SIZES["second"]), ""
    for action in plan(page, number, think):
        values = []
        for _ in action.values:
            now = rng.choice([option for option in options if option != now])
            values.append(now)
        yield Action(action.think, "Chart", tuple(values))


def widget_state(kind: str, ident: str, value: Value) -> WidgetState:
    """Return a control's value as a browser sends it.

    Parameters
    ----------
    kind : str
        The element's type: ``"selectbox"``, ``"text_input"``, ``"button_group"``, ``"slider"`` or ``"checkbox"``.
    ident : str
        The id that the server gave it.
    value : str, float or bool
        Its value; a slider over words takes the word.

    Raises
    ------
    ValueError
        For a control that this file does not know how to set.
    """
    if kind in ("selectbox", "text_input"):
        return WidgetState(id=ident, string_value=str(value))
    if kind == "button_group" or (kind == "slider" and isinstance(value, str)):
        return WidgetState(id=ident, string_array_value=StringArray(data=[str(value)]))
    if kind == "slider":
        return WidgetState(id=ident, double_array_value=DoubleArray(data=[float(value)]))
    if kind == "checkbox":
        return WidgetState(id=ident, bool_value=bool(value))
    raise ValueError(f"a control of type {kind} is not known here")


def in_address(value: Value) -> str:
    """Return a value as it stands in the address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else value


@dataclass
class Tally:
    """What the people of one round saw, in seconds.

    Attributes
    ----------
    opened : list of float
        Seconds to the first page.
    pages : dict
        Seconds to each answer, by page.
    lost : list of str
        Why each lost session was lost.
    errors : int
        Runs and elements that failed, and tracebacks in the server's log.
    memory : float
        Largest resident memory of the server, MB.
    server, people : float
        Cores that each kept busy while people acted.
    """

    opened: list[float] = field(default_factory=list)
    pages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lost: list[str] = field(default_factory=list)
    errors: int = 0
    memory: float = 0.0
    server: float = 0.0
    people: float = 0.0

    @property
    def answered(self) -> list[float]:
        """Seconds to each answer, of all pages."""
        return [one for seconds in self.pages.values() for one in seconds]


class Session:
    """Somebody with a page open.

    Attributes
    ----------
    controls : dict
        Type and id of each control that the server has sent, by its name in the address, its key and its label.
    waiting : list of float
        When each change was made that no finished run knows yet.
    """

    def __init__(self, connection: ClientConnection, page: str, tally: Tally) -> None:
        self.connection, self.page, self.tally = connection, page, tally
        self.controls: dict[str, tuple[str, str]] = {}
        self.waiting: list[float] = []
        self.idle = asyncio.Event()
        self._open = False
        self._known = 0  # how many of those waiting the run in hand knows
        self._hash = ""
        self._touched: dict[str, Value] = {}

    async def change(self, control: str = "", value: Value = "") -> None:
        """Set a control, or with none open the page; return at once."""
        if control:
            self._touched[control] = value
        states = [widget_state(*self.controls[name], touched) for name, touched in self._touched.items()]
        state = ClientState(
            query_string=urlencode({name: in_address(touched) for name, touched in self._touched.items()}),
            widget_states=WidgetStates(widgets=states),
            page_script_hash=self._hash,
            page_name="" if self._hash else self.page,
        )
        self.idle.clear()
        self.waiting.append(time.perf_counter())
        await self.connection.send(BackMsg(rerun_script=state).SerializeToString())

    async def listen(self) -> None:
        """Take in what the server sends, until the connection ends."""
        async for raw in self.connection:
            message = ForwardMsg.FromString(raw if isinstance(raw, bytes) else raw.encode())
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self._known = len(self.waiting)
            elif kind == "navigation":
                self._hash = message.navigation.page_script_hash
            elif kind == "delta" and message.delta.HasField("new_element"):
                self._take(message.delta.new_element)
            elif kind == "script_finished":
                self._finish(message.script_finished)

    def _take(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.tally.errors += 1
        content: Any = getattr(element, kind or "", None)
        ident = getattr(content, "id", "")
        # A control that the page itself keeps in the address has its key in its id: "$$ID-hash-key".
        key = ident.split("-", 2)[2] if ident.startswith("$$ID-") else ""
        for name in (getattr(content, "query_param_key", ""), key, getattr(content, "label", "")):
            if name and ident:
                self.controls[name] = (kind, ident)

    def _finish(self, status: int) -> None:
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.tally.errors += 1
        if status == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return
        now = time.perf_counter()
        seconds = [now - then for then in self.waiting[: self._known]]
        (self.tally.pages[self.page] if self._open else self.tally.opened).extend(seconds)
        del self.waiting[: self._known]
        self._known = 0
        if not self.waiting:
            self._open = True
            self.idle.set()

    async def answered(self) -> None:
        """Wait until a finished run knows everything that was changed."""
        await asyncio.wait_for(self.idle.wait(), PATIENCE)


async def person(
    url: str, page: str, actions: Iterator[Action], tally: Tally, *, start: float, act: asyncio.Event, seconds: float
) -> None:
    """Open a page after ``start`` seconds, wait until all may act, then act for so many seconds."""
    await asyncio.sleep(start)
    try:
        async with connect(url, subprotocols=[Subprotocol("streamlit")], max_size=None) as connection:
            session = Session(connection, page, tally)
            listening = asyncio.create_task(session.listen())
            try:
                await session.change()
                await session.answered()
                await act.wait()
                end = time.perf_counter() + seconds
                for number, action in enumerate(actions):
                    # Not all at the same moment: the first change comes anywhere from the beginning on.
                    await asyncio.sleep(action.think * (random.random() if number == 0 else 1))  # noqa: S311
                    if time.perf_counter() > end:
                        break
                    for i, value in enumerate(action.values):
                        if i:
                            await asyncio.sleep(LETTER)
                        await session.change(action.control, value)
                    await session.answered()
                if listening.done():
                    tally.lost.append("the connection ended")
            finally:
                listening.cancel()
    except (ConnectionClosed, OSError, TimeoutError) as trouble:
        tally.lost.append(f"{page}: {type(trouble).__name__}")


def processor_seconds(pid: int) -> float:
    """Return how long a process has kept processors busy."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def tracebacks(server: Server) -> int:
    """Return how many tracebacks the server has written."""
    server.log.seek(0)
    return server.log.read().count(b"Traceback")


@dataclass(frozen=True)
class Pace:
    """How people behave.

    Attributes
    ----------
    seconds : float
        How long they act; 0 for people who only look.
    think : tuple of float
        Least and most seconds from an answer to the next change.
    pages : tuple of str
        Where they are, one after the other.
    """

    seconds: float = SECONDS
    think: tuple[float, float] = THINK
    pages: tuple[str, ...] = PAGES


async def round_of(server: Server, sessions: int, pace: Pace, *, bare: bool) -> Tally:
    """Let people open pages, or the bare page in their stead, and act on them; return what they saw."""
    tally, act = Tally(), asyncio.Event()
    before = tracebacks(server)
    url = f"{server.url.replace('http', 'ws', 1)}/_stcore/stream"
    people = [
        asyncio.create_task(
            person(
                url,
                "second" if bare else pace.pages[i % len(pace.pages)],
                (plan_bare if bare else plan)(pace.pages[i % len(pace.pages)], i, pace.think),
                tally,
                start=i * APART,
                act=act,
                seconds=pace.seconds,
            )
        )
        for i in range(sessions)
    ]
    while len(tally.opened) + len(tally.lost) < sessions and not all(one.done() for one in people):
        await asyncio.sleep(0.1)
    began, busy, own = time.perf_counter(), processor_seconds(server.process.pid), time.process_time()
    act.set()
    while not all(one.done() for one in people):
        tally.memory = max(tally.memory, server.memory())
        await asyncio.sleep(0.5)
    lasted = time.perf_counter() - began
    tally.server = (processor_seconds(server.process.pid) - busy) / lasted
    tally.people = (time.process_time() - own) / lasted
    await asyncio.gather(*people)
    if tracebacks(server) > before:
        tally.errors += tracebacks(server) - before
        say(server.tail())
    return tally


def percentile(seconds: Sequence[float], share: int) -> float:
    """Return a percentile, 1 to 99; of one value that value, of none infinity: nobody was answered."""
    if len(seconds) < 2:
        return seconds[0] if seconds else float("inf")
    return quantile(seconds, share)


def report(rounds: Sequence[tuple[int, Tally, Tally]]) -> str:
    """Return the table of all rounds, ours beside the bare page's, and what became of the aims."""
    rows: list[tuple[str, ...]] = [
        ("sessions", "", "opening p95", "answers", "p50", "p95", "memory", "server", "people", "errors", "lost")
    ]
    for sessions, *both in rounds:
        for name, tally in zip(("ours", "bare"), both, strict=True):
            times = [percentile(tally.opened, 95), *(percentile(tally.answered, share) for share in (50, 95))]
            opening, middle, high = (f"{one:.2f} s" for one in times)
            counts = (f"{tally.memory:.0f} MB", f"{tally.server:.2f}", f"{tally.people:.2f}", str(tally.errors))
            row = (str(sessions), name, opening, str(len(tally.answered)), middle, high, *counts, str(len(tally.lost)))
            rows.append(row)
        mine, other = both
        ratios = [
            f"{percentile(getattr(mine, what), share) / percentile(getattr(other, what), share):.2f}"
            for what, share in (("opened", 95), ("answered", 50), ("answered", 95))
        ]
        memory = f"{mine.memory / other.memory:.2f}" if other.memory else ""
        rows.append((str(sessions), "ratio", ratios[0], "", *ratios[1:], memory, "", "", "", ""))
    detail: list[tuple[str, ...]] = [("sessions", "page of ours", "answers", "p50", "p95")]
    for sessions, mine, _ in rounds:
        for page, seconds in mine.pages.items():
            shares = (f"{percentile(seconds, share):.2f} s" for share in (50, 95))
            detail.append((str(sessions), page, str(len(seconds)), *shares))
    aims = [("aim", "measured", "ok?"), *judged(rounds)]
    return f"{aligned(rows)}\n\n{aligned(detail)}\n\n{aligned(aims)}"


def judged(rounds: Sequence[tuple[int, Tally, Tally]]) -> list[tuple[str, str, str]]:
    """Return each aim, what was measured, and whether it holds."""
    lost = [reason for _, mine, _ in rounds for reason in mine.lost]
    errors = sum(mine.errors for _, mine, _ in rounds)
    verdicts = [
        ("no session lost", f"{len(lost)} {', '.join(sorted(set(lost)))}".strip(), not lost),
        ("no error", str(errors), not errors),
    ]
    for sessions, mine, other in rounds:
        if sessions == AIM_SESSIONS:
            high = percentile(mine.answered, 95)
            ratio = high / percentile(other.answered, 95)
            verdicts += [
                (f"{sessions} sessions: p95 <= {AIM_SECONDS:.0f} s", f"{high:.2f} s", high <= AIM_SECONDS),
                (f"{sessions} sessions: p95 <= {AIM_RATIO:.0f} x bare", f"{ratio:.2f} x", ratio <= AIM_RATIO),
                (
                    f"{sessions} sessions: memory <= {AIM_MEMORY:.0f} MB",
                    f"{mine.memory:.0f} MB",
                    mine.memory <= AIM_MEMORY,
                ),
            ]
    return [(aim, measured, "yes" if holds else "NO") for aim, measured, holds in verdicts]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sessions", type=int, nargs="+", default=SESSIONS, help="how many at once (1 20 50 100)")
    parser.add_argument("--pages", nargs="+", default=PAGES, choices=PAGES, help="which they are spread over (all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long they act (default {SECONDS:.0f})")
    parser.add_argument("--think", type=float, nargs=2, default=THINK, metavar="S", help="least and most seconds (2 5)")
    asked = parser.parse_args(argv)
    pace = Pace(asked.seconds, tuple(asked.think), tuple(asked.pages))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended before the end"))  # so that the servers end as well
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = directory / "sizes.json"
        file.write_text(json.dumps(SIZES), encoding="utf-8")
        bare_command = [str(ROOT / "scripts" / "bare_page.py"), str(file)]
        sites = (
            Site("ours", ["app.py"], ROOT, ("Home", "Map"), []),
            Site("bare", bare_command, directory, ("First", "Second"), []),
        )
        servers = [Server(site) for site in sites]
        for server in servers:
            stack.callback(server.close)
            server.wait()
        for server, bare in zip(servers, (False, True), strict=True):
            asyncio.run(
                round_of(server, len(pace.pages), replace(pace, seconds=0), bare=bare)
            )  # each page has been seen once
        rounds = []
        for sessions in asked.sessions:
            both = [
                asyncio.run(round_of(server, sessions, pace, bare=bare))
                for server, bare in zip(servers, (False, True), strict=True)
            ]
            rounds.append((sessions, both[0], both[1]))
            say(f"{sessions} sessions")
    print(report(rounds))


if __name__ == "__main__":
    main()
