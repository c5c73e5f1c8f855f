"""What a browser says to a server and hears from it, without the browser: Streamlit's protocol over a websocket.

What is left out is the browser: nothing is drawn, no static file is fetched, and no chart's selection is sent.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import DoubleArray, StringArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from pages.shared.contents import PAGES
from pages.shared.controls import Controls

PATIENCE = 60.0  # seconds that an answer may take
KINDS = ("selectbox", "text_input", "button_group", "slider", "number_input", "checkbox")

Value = str | float | bool


def declared(page: str) -> Controls | None:
    """Return the controls that a page declares, if it has any."""
    name = f"pages.parts.{page}.controls"
    if importlib.util.find_spec(f"pages.parts.{page}") is None or importlib.util.find_spec(name) is None:
        return None
    controls = importlib.import_module(name).CONTROLS
    return controls if isinstance(controls, Controls) else None


def all_controls() -> dict[str, Controls]:
    """Return the controls of every page that declares some, by the page's name."""
    return {page.name: controls for page in PAGES if (controls := declared(page.name)) is not None}


@dataclass(frozen=True)
class Widget:
    """A control as the server sent it.

    Attributes
    ----------
    kind : str
        The element's type: ``"selectbox"``, ``"slider"`` …
    ident : str
        The id that the server gave it.
    key : str
        Its name in the address, or its label where it is not in the address.
    options : tuple of str
        What it offers; nothing where it does not list it.
    """

    kind: str
    ident: str
    key: str
    options: tuple[str, ...] = ()

    def takes(self, value: Value) -> bool:
        """Return whether somebody at the page could set it to a value."""
        return self.kind in KINDS and (not self.options or str(value) in self.options)

    def state(self, value: Value) -> WidgetState:
        """Return a value as a browser sends it.

        Raises
        ------
        ValueError
            For a control that this file does not know how to set.
        """
        if self.kind == "button_group" or (self.kind == "slider" and self.options):
            return WidgetState(id=self.ident, string_array_value=StringArray(data=[str(value)]))
        if self.kind in ("selectbox", "text_input"):
            return WidgetState(id=self.ident, string_value=str(value))
        if self.kind == "slider":
            return WidgetState(id=self.ident, double_array_value=DoubleArray(data=[float(value)]))
        if self.kind == "number_input":
            return WidgetState(id=self.ident, double_value=float(value))
        if self.kind == "checkbox":
            return WidgetState(id=self.ident, bool_value=bool(value))
        raise ValueError(f"a control of type {self.kind} is not known here")


def widgets_in(element: Any) -> Iterable[tuple[str, Widget]]:
    """Return a control with each of its names: in the address, its key, its label; nothing of another element."""
    kind = element.WhichOneof("type") or ""
    content: Any = getattr(element, kind, None)
    ident = getattr(content, "id", "")
    if not ident:
        return
    # A control that the page itself keeps in the address has its key in its id, "$$ID-hash-key", and maybe a box of it.
    own = ident.split("-", 2)[2].removesuffix("_box") if ident.startswith("$$ID-") else ""
    bound, label = getattr(content, "query_param_key", ""), getattr(content, "label", "")
    options = tuple(str(getattr(option, "content", option)) for option in getattr(content, "options", ()))
    widget = Widget(kind, ident, bound or (own if own != "None" else "") or label, options)
    for name in {bound, own, label} - {"", "None"} or {ident}:
        yield name, widget


def in_address(value: Value) -> str:
    """Return a value as it stands in the address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def address(url: str) -> str:
    """Return where a server listens for browsers."""
    return f"{url.replace('http', 'ws', 1)}/_stcore/stream"


def stream(url: str) -> connect:
    """Connect to a server as a browser does."""
    return connect(address(url), subprotocols=[Subprotocol("streamlit")], max_size=None)


@dataclass
class Session:
    """Somebody with a page open.

    Attributes
    ----------
    connection : ClientConnection
        To the server.
    page : str
        The name of the page.
    answer : callable
        Told the seconds to each answer, and whether it was to the opening.
    failed : callable
        Called for each run and element that says it failed.
    controls : dict
        Each control that stands on the page since the last finished run, by all its names.
    waiting : list of float
        When each change was made that no finished run knows yet.
    bytes : int
        How many came from the server.
    """

    connection: ClientConnection
    page: str
    answer: Callable[[float, bool], None] = lambda _seconds, _opening: None
    failed: Callable[[], None] = lambda: None
    controls: dict[str, Widget] = field(default_factory=dict)
    waiting: list[float] = field(default_factory=list)
    idle: asyncio.Event = field(default_factory=asyncio.Event)
    bytes: int = 0
    _sent: dict[str, Widget] = field(default_factory=dict)  # in the run at hand
    _open: bool = False
    _known: int = 0  # how many of those waiting the run in hand knows
    _hash: str = ""
    _touched: dict[str, Value] = field(default_factory=dict)

    def offers(self, name: str, value: Value) -> bool:
        """Return whether somebody at the page could set a control to a value."""
        return name in self.controls and self.controls[name].takes(value)

    async def change(self, name: str = "", value: Value = "") -> None:
        """Set a control, or with none open the page; return at once."""
        if name:
            self._touched[name] = value
        touched = {self.controls[name]: value for name, value in self._touched.items() if name in self.controls}
        state = ClientState(
            query_string=urlencode({widget.key: in_address(value) for widget, value in touched.items()}),
            widget_states=WidgetStates(widgets=[widget.state(value) for widget, value in touched.items()]),
            page_script_hash=self._hash,
            page_name="" if self._hash else self.page,
        )
        self.idle.clear()
        self.waiting.append(time.perf_counter())
        await self.connection.send(BackMsg(rerun_script=state).SerializeToString())

    async def listen(self) -> None:
        """Take in what the server sends, until the connection ends."""
        async for raw in self.connection:
            self.bytes += len(raw)
            message = ForwardMsg.FromString(raw if isinstance(raw, bytes) else raw.encode())
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self._known = len(self.waiting)
                self._sent = {}
            elif kind == "navigation":
                self._hash = message.navigation.page_script_hash
            elif kind == "delta" and message.delta.HasField("new_element"):
                if message.delta.new_element.HasField("exception"):
                    self.failed()
                self._sent.update(widgets_in(message.delta.new_element))
            elif kind == "script_finished":
                self._finish(message.script_finished)

    def _finish(self, status: int) -> None:
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.failed()
        if status == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return
        now = time.perf_counter()
        self.controls = self._sent
        for then in self.waiting[: self._known]:
            self.answer(now - then, not self._open)
        del self.waiting[: self._known]
        self._known = 0
        if not self.waiting:
            self._open = True
            self.idle.set()

    async def answered(self) -> None:
        """Wait until a finished run knows everything that was changed."""
        await asyncio.wait_for(self.idle.wait(), PATIENCE)
