"""Do to a running server what nobody should: ``python -m scripts.bench.soak [--interactions N] [--seed S]``.

It starts the real server and speaks Streamlit's own protocol to it. Each interaction either opens a page with an
address full of nonsense, or sends a control of the page at hand a value that no browser would: texts of control
characters, markup, thousands of letters or other scripts; numbers that are not finite or out of range; options that do
not exist.
The values come from a seed.

It prints, for every tenth of the interactions, the server's memory and what went wrong so far, and at the end judges:
no traceback, no page that says it stumbled, no connection lost, and in the second half no more growth of memory than
``NOISE``. It exits with 1 when one of these fails. Reaches nothing but this machine; two thousand take about ten
minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import DoubleArray, StringArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from pages.shared.contents import PAGES
from scripts.bench.app import ROOT, Server, Site, say
from scripts.bench.load import tracebacks
from scripts.bench.session import Widget, all_controls, stream, widgets_in

INTERACTIONS = 2_000
A_PAGE = 12  # interactions before another page is opened
PATIENCE = 120.0  # seconds that an answer may take
NOISE = 60.0  # MB
STUMBLED = "stumbled over something"
TEXTS = (
    "",
    " \t\n\r\x0b",
    "bank",
    "The bank of the river bank",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}} ${7*7} %s %n %x",
    "'; DROP TABLE words; --",
    "\x00\x01\x02\x1b[31m\x7f",
    "\u202egnol\u202c \u200b\u200d\ufeff",
    "ﷺ" * 50,
    "a" * 5_000,
    "word " * 400,
    "बैंक 银行 банк τράπεζα بنك 🏦🏦🏦",
    "e\u0301\u0301\u0301\u0301" * 40,
    "“quoted” ‘single’ «guillemets» don’t don't",
    "-1e309 NaN Infinity 0x10",
    "../../etc/passwd",
    "a = b + c - d = e",
    "cold → hot → cold",
    "; : ; : ;",
    "[link](https://example.com) ![x](y) **b** `c` $x$",
    "İstanbul ẞ ǅ",
)
CONTROLS = {key: control for controls in all_controls().values() for key, control in controls.items()}
NUMBERS = (0.0, -1.0, 1e308, float("nan"), float("inf"), float("-inf"), 0.5, 50.0, 2**63, -(2.0**63), 1e-320)


@dataclass
class Count:
    """What happened.

    Attributes
    ----------
    done : int
        Interactions that were answered.
    stumbled, lost : list of str
        What had been sent when a page said that it failed, and when no answer came.
    """

    done: int = 0
    stumbled: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


class Stranger:
    """A connection that sends what nobody should."""

    def __init__(self, connection: ClientConnection, dice: random.Random) -> None:
        self.connection, self.dice = connection, dice
        self.controls: dict[str, Widget] = {}
        self.values: dict[str, WidgetState] = {}
        self.hash = ""
        self.page = ""
        self.sent = ""

    async def open(self, page: str) -> bool:
        """Open a page with nonsense in its address; return whether it stumbled."""
        self.controls, self.values, self.hash, self.page = {}, {}, "", page
        parts = [
            f"{quote(name)}={quote(value, errors='replace')}"
            for name in self.dice.sample([*CONTROLS, "tour", "tour_shown", "embed", "x"], 8)
            for value in self.values_of(name)
        ]
        return await self.ask("&".join(parts)[:6_000])

    async def disturb(self) -> bool:
        """Send a control a value; return whether the page stumbled."""
        name = self.dice.choice(sorted(self.controls)) if self.controls else ""
        if name:
            self.values[name] = self.state(self.controls[name])
        return await self.ask("")

    def values_of(self, name: str) -> list[str]:
        """Return what an address says of a control: what its check refuses, or anything, some of it twice."""
        if name in CONTROLS and self.dice.random() < 0.3:
            return self.dice.choice(CONTROLS[name].refused())
        return [self.text() for _ in range(self.dice.choice((1, 1, 2)))]

    def text(self) -> str:
        """Return a text that nobody types, or a number written out."""
        return self.dice.choice([*TEXTS, str(self.dice.choice(NUMBERS)), self.dice.choice(TEXTS)[::-1]])

    def state(self, widget: Widget) -> WidgetState:
        """Return a value of the type that a control takes, and else anything."""
        kind, ident = widget.kind, widget.ident
        # A slider over words takes words; a value of another type is no value of it at all.
        if kind in ("button_group", "multiselect") or (kind == "slider" and widget.options):
            return WidgetState(id=ident, string_array_value=StringArray(data=[self.text()]))
        if kind in ("text_input", "text_area", "selectbox"):
            return WidgetState(id=ident, string_value=self.text().encode("utf-8", "replace").decode())
        if kind == "checkbox":
            return WidgetState(id=ident, bool_value=self.dice.random() < 0.5)
        if kind == "number_input":
            # Streamlit itself fails at what is no finite number here, before a line of ours runs.
            return WidgetState(id=ident, double_value=self.dice.choice([n for n in NUMBERS if math.isfinite(n)]))
        if kind == "slider":
            return WidgetState(id=ident, double_array_value=DoubleArray(data=self.dice.choices(NUMBERS, k=1)))
        return WidgetState(id=ident, trigger_value=True)

    async def ask(self, query: str) -> bool:
        """Ask for a run and take in what it sends; return whether the page says that it stumbled."""
        self.sent = f"{self.page} {query[:300]} {sorted(self.values)[:8]}"
        state = ClientState(
            query_string=query,
            widget_states=WidgetStates(widgets=list(self.values.values())),
            page_script_hash=self.hash,
            page_name="" if self.hash else self.page,
        )
        await self.connection.send(BackMsg(rerun_script=state).SerializeToString())
        stumbled = False
        async with asyncio.timeout(PATIENCE):
            while True:
                raw = await self.connection.recv()
                message = ForwardMsg.FromString(raw if isinstance(raw, bytes) else raw.encode())
                kind = message.WhichOneof("type")
                if kind == "navigation":
                    self.hash = message.navigation.page_script_hash
                elif kind == "delta" and message.delta.HasField("new_element"):
                    stumbled = self.take(message) or stumbled
                elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    return stumbled

    def take(self, message: ForwardMsg) -> bool:
        """Remember the controls that come by; return whether a page says that it stumbled."""
        element = message.delta.new_element
        kind = element.WhichOneof("type") or ""
        if kind != "plotly_chart":
            self.controls |= {widget.key or widget.ident: widget for _, widget in widgets_in(element)}
        return kind == "exception" or (kind == "alert" and STUMBLED in element.alert.body)


async def soak(server: Server, interactions: int, seed: int) -> tuple[Count, list[float]]:
    """Disturb a server so many times; return what happened, and its memory after each tenth, MB."""
    dice, count, memory = random.Random(seed), Count(), []  # noqa: S311
    while count.done < interactions:
        try:
            async with stream(server.url) as connection:
                stranger = Stranger(connection, dice)
                page = dice.choice(PAGES).path.strip("/")
                for number in range(A_PAGE):
                    stumbled = await (stranger.disturb() if number else stranger.open(page))
                    count.done += 1
                    if stumbled:
                        count.stumbled.append(stranger.sent)
                    if count.done % max(1, interactions // 10) == 0:
                        memory.append(server.memory())
                        say(
                            f"{count.done:5} interactions: {memory[-1]:.0f} MB, {len(count.stumbled)} stumbled, "
                            f"{tracebacks(server)} tracebacks, {len(count.lost)} lost"
                        )
        except (ConnectionClosed, OSError, TimeoutError) as trouble:
            count.lost.append(f"{type(trouble).__name__}: {stranger.sent}")
            count.done += 1
    return count, memory


def verdict(count: Count, memory: Sequence[float], traces: int) -> list[str]:
    """Return what is wrong; nothing when all is well."""
    wrong = []
    if traces:
        wrong.append(f"{traces} tracebacks in the server's log")
    if count.stumbled:
        wrong.append(f"{len(count.stumbled)} pages stumbled, first at: {count.stumbled[0]}")
    if count.lost:
        wrong.append(f"{len(count.lost)} connections were lost, first at: {count.lost[0]}")
    growth = memory[-1] - memory[len(memory) // 2] if len(memory) > 1 else 0.0
    if growth > NOISE:
        wrong.append(f"memory grew by {growth:.0f} MB in the second half")
    return wrong


def main(argv: Sequence[str] | None = None) -> int:
    """Read the arguments, soak, and judge."""
    parser = argparse.ArgumentParser(description="Disturb a server of ours.")
    parser.add_argument("--interactions", type=int, default=INTERACTIONS)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args(argv)
    server = Server(Site("ours", ["app.py"], ROOT, ("Home", "Map"), []))
    try:
        server.wait()
        count, memory = asyncio.run(soak(server, arguments.interactions, arguments.seed))
        wrong = verdict(count, memory, tracebacks(server))
        for line in wrong or ["nothing is wrong"]:
            say(line)
        if tracebacks(server):
            say(server.tail())
    finally:
        server.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
