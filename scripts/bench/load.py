"""Measure the app under many sessions at once, beside a bare page: ``python -m scripts.bench.load [--sessions N…]``.

It starts the real server and ``bare_page.py`` once each. For each number of sessions it lets that many people
open a page of ours, spread over map, drift, subwords, context and limits, and act on it at human pace; then as many
people act at that pace on the bare page, whose chart and select box are all it has. Ratios within one run can be
compared across machines; seconds cannot.

A session is a real websocket connection that speaks Streamlit's protocol (:mod:`scripts.bench.session`). As a browser
does, it reads the ids of the controls from what the server sends, and for each change asks for a rerun with the values
of the controls that were touched and with the address that goes with them. What people may choose is what the page's
``CONTROLS`` declare and the page offers at that moment; what they type is what stands greyed in such boxes.

- *Opening*: from the request to the end of the page's first run; one session every ``APART`` seconds, none acting yet.
- *Answer*: from a change, or a typed letter, to the end of a run that knows it. What people choose comes two to five
  seconds after they have seen the last answer. Half of the changes on pages that answer while one types are
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from pages.shared.controls import Control, Word
from scripts.bench.app import BARE, ROOT, Server, Site, aligned, quantile, say
from scripts.bench.session import Session, Value, all_controls, stream

SESSIONS = (1, 20, 50, 100)
SECONDS = 45.0  # that people act
APART = 0.2  # seconds between two openings
THINK = (2.0, 5.0)  # seconds from an answer to the next change, unless said otherwise
LETTER = 0.3  # seconds from one letter to the next
AIM_SESSIONS, AIM_SECONDS, AIM_RATIO, AIM_MEMORY = 50, 1.0, 0.25, 600.0  # p95; of the bare page's; MB

PAGES = ("map", "drift", "subwords", "context", "limits")
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
        Key of the control, or its label.
    values : tuple
        What it is set to: one value, or one for each letter typed, ``LETTER`` seconds apart.
    """

    think: float
    control: str
    values: tuple[Value, ...]


def boxes_of(page: str) -> dict[str, list[str]]:
    """Return the boxes of a page that are typed into, and what somebody may type: what stands greyed in such boxes.

    Any word goes into a box for one word; sentences go into the boxes of their page that answer while one types.
    """
    every = all_controls()
    places = {name: [one for one in controls.values() if _greyed(one)] for name, controls in every.items()}
    return {
        one.key: [
            _greyed(other)
            for name, others in places.items()
            for other in others
            if type(other) is type(one)
            and (isinstance(one, Word) or other is one or (name == page and is_live(one) and is_live(other)))
        ]
        for one in places.get(page, ())
    }


def is_box(control: Control) -> bool:
    """Return whether a control is typed into."""
    return hasattr(control, "placeholder")


def is_live(control: Control) -> bool:
    """Return whether a page answers while one types into a box; those that the pages made themselves do."""
    return bool(getattr(control, "live", True))


def _greyed(control: Control) -> str:
    """Return what stands in an empty box, or else in it at first; "" of a control that is no box."""
    return str(getattr(control, "placeholder", "") or getattr(control, "default", "")) if is_box(control) else ""


def anything(_control: str, _value: Value) -> bool:
    """Offer whatever is asked for."""
    return True


def plan(
    page: str, number: int, think: tuple[float, float] = THINK, offers: Callable[[str, Value], bool] = anything
) -> Iterator[Action]:
    """Return what session ``number`` does on a page, without end and the same each time.

    ``offers`` says, when the next action is asked for, whether the page has a control and the control a value.
    """
    rng = random.Random(number)  # noqa: S311
    controls = {key: one for key, one in all_controls()[page].items() if not key.endswith("_format")}
    boxes = boxes_of(page)
    live = [key for key in boxes if is_live(controls[key])]
    choices = {key: [*boxes.get(key, one.samples()), one.initial] for key, one in controls.items() if key not in live}
    now: dict[str, Value] = {key: one.initial for key, one in controls.items()}
    while True:
        pause = rng.uniform(*think)
        typed = [key for key in live if offers(key, "")]
        others = {
            key: other
            for key, values in choices.items()
            if (other := [value for value in values if value != now[key] and offers(key, value)])
        }
        if typed and (not others or rng.random() < 0.5):
            key = rng.choice(typed)
            text = rng.choice(boxes[key])
            yield Action(pause, key, tuple(text[:end] for end in range(max(1, len(text) - LETTERS + 1), len(text) + 1)))
        elif others:
            key = rng.choice(list(others))
            now[key] = rng.choice(others[key])
            yield Action(pause, key, (now[key],))
        else:  # there is nothing to do but to look
            yield Action(pause, "", ())


def plan_bare(page: str, number: int, think: tuple[float, float] = THINK) -> Iterator[Action]:
    """Return actions at the pace of :func:`plan`, each spent on the bare page's one control."""
    rng = random.Random(number)  # noqa: S311
    options, now = list(SIZES["second"]), ""
    for action in plan(page, number, think):
        values = []
        for _ in action.values:
            now = rng.choice([option for option in options if option != now])
            values.append(now)
        yield Action(action.think, "Chart", tuple(values))


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


async def person(
    url: str, number: int, pace: Pace, tally: Tally, *, start: float, act: asyncio.Event, bare: bool
) -> None:
    """Open a page after ``start`` seconds, wait until all may act, then act as long as the pace says."""
    page = pace.pages[number % len(pace.pages)]

    def answer(seconds: float, opening: bool) -> None:
        (tally.opened if opening else tally.pages[page]).append(seconds)

    def failed() -> None:
        tally.errors += 1

    await asyncio.sleep(start)
    try:
        async with stream(url) as connection:
            session = Session(connection, "second" if bare else page, answer, failed)
            actions = plan_bare(page, number, pace.think) if bare else plan(page, number, pace.think, session.offers)
            listening = asyncio.create_task(session.listen())
            try:
                await session.change()
                await session.answered()
                await act.wait()
                end = time.perf_counter() + pace.seconds
                # With no time to act, nothing is asked of the plan.
                for i, action in enumerate(actions if pace.seconds else ()):
                    # Not all at the same moment: the first change comes anywhere from the beginning on.
                    await asyncio.sleep(action.think * (random.random() if i == 0 else 1))  # noqa: S311
                    if time.perf_counter() > end:
                        break
                    for letter, value in enumerate(action.values):
                        if letter:
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


async def round_of(server: Server, sessions: int, pace: Pace, *, bare: bool) -> Tally:
    """Let people open pages, or the bare page in their stead, and act on them; return what they saw."""
    tally, act = Tally(), asyncio.Event()
    before = tracebacks(server)
    people = [
        asyncio.create_task(person(server.url, number, pace, tally, start=number * APART, act=act, bare=bare))
        for number in range(sessions)
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
                (f"{sessions} sessions: p95 <= {AIM_RATIO:g} x bare", f"{ratio:.2f} x", ratio <= AIM_RATIO),
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
        sites = (
            Site("ours", ["app.py"], ROOT, ("Home", "Map"), []),
            Site("bare", [str(BARE), str(file)], directory, ("First", "Second"), []),
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
