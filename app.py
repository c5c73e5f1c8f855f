"""The server: security headers, a warm start, and the pages behind ``pages/frame.py``. It draws nothing.

``streamlit run app.py`` finds the ``app`` object below.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import AssetProblem


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
        "frame-ancestors": ["'self'"],
    }
    return {
        "content-security-policy": "; ".join(" ".join((name, *sources)) for name, sources in policy.items()),
        # What people type stands in the address; no other site is told.
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "cross-origin-opener-policy": "same-origin",
    }


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

    Streamlit collects garbage after every run; over the modules imported here that took 200 ms a run, frozen
    15 ms.
    """
    from pages.shared import loaders

    try:
        loaders.warm_up()
    except AssetProblem as problem:
        # Not a reason to stay away: every page says which file is at fault and what mends it.
        logging.getLogger("sense_drift").warning("%s; `%s` mends it", problem, problem.command)
    gc.collect()
    gc.freeze()
    yield


app = st.App("pages/frame.py", middleware=[Middleware(SecurityHeaders)], lifespan=warm)
