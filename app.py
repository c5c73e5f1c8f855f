"""The server: security headers, a warm start, and the pages behind ``pages/frame.py``. It draws nothing.

``streamlit run app.py`` finds the ``app`` object below.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import logging
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core import assets
from core.errors import AssetProblem
from pages.shared import lesson
from pages.shared.previews import CARDS, Previews

# Where the pages may be framed: origins with spaces between, for the operator of a server to set.
ANCESTORS = "SENSE_DRIFT_FRAME_ANCESTORS"
_ORIGIN = re.compile(r"'self'|'none'|https?://(\*\.)?[A-Za-z0-9.-]+(:(\d{1,5}|\*))?|https?:|\*")


def inline_script_hashes(page: str) -> list[str]:
    """Return CSP sources for the inline scripts of an HTML page, so that no other inline script runs."""
    scripts = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def security_headers(page: str) -> dict[str, str]:
    """Return the headers of every answer; the page is Streamlit's own ``index.html``."""
    policy = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *inline_script_hashes(page)],
        # Streamlit and Plotly style elements as they go; styles cannot run anything.
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:"],  # Plotly draws a PNG from a blob of SVG
        "font-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'", "blob:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": frame_ancestors(os.environ.get(ANCESTORS, "")),
    }
    return {
        "content-security-policy": "; ".join(" ".join((name, *sources)) for name, sources in policy.items()),
        # What people type stands in the address; no other site is told.
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "cross-origin-opener-policy": "same-origin",
    }


def frame_ancestors(text: str) -> list[str]:
    """Return who may show the pages in a frame: ourselves, and the origins listed.

    Raises
    ------
    SystemExit
        When the list holds anything that is no origin: a policy with a slip in it would protect nobody.
    """
    listed = text.split()
    for origin in listed:
        if not _ORIGIN.fullmatch(origin):
            raise SystemExit(f"{ANCESTORS} holds {origin!r}; list origins such as https://school.example, with spaces")
    if "'none'" in listed and listed != ["'none'"]:
        raise SystemExit(f"{ANCESTORS} holds 'none' beside others; 'none' stands alone")
    return listed if listed == ["'none'"] else ["'self'", *(origin for origin in listed if origin != "'self'")]


class SecurityHeaders:
    """Put the security headers on every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
        self.headers = [(name.encode(), value.encode()) for name, value in security_headers(page).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with our headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = {name for name, _ in self.headers}
                theirs = [pair for pair in message.get("headers", []) if pair[0].lower() not in ours]
                message["headers"] = [*theirs, *self.headers]
            await send(message)

        await self.app(scope, receive, with_headers)


@asynccontextmanager
async def warm(_: Any) -> AsyncIterator[None]:
    """Import and load before the first visitor comes, then keep the collector away from all of it.

    A full collection over the modules imported here takes 200 ms, frozen 15 ms.
    """
    from pages.shared import loaders

    loaders.keep_little()
    try:
        loaders.warm_up()
    except AssetProblem as problem:
        # Not a reason to stay away: every page says which file is at fault and what mends it.
        logging.getLogger("sense_drift").warning("%s; `%s` mends it", problem, problem.command)
    gc.collect()
    gc.freeze()
    yield


app = st.App(
    "pages/frame.py",
    routes=[
        Route(lesson.PATH, lesson.answer),
        Mount(CARDS, StaticFiles(directory=assets.ASSETS / "cards", check_dir=False)),
    ],
    middleware=[Middleware(SecurityHeaders), Middleware(Previews)],
    lifespan=warm,
)
