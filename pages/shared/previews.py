"""What a chat shows when a link is pasted into it: title, description and picture, as Open Graph tags.

Streamlit serves one ``index.html`` for every page and fills it by script, which no chat runs. So the tags are written
into it on the way out.
"""

from __future__ import annotations

import html
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.shared.contents import PAGES, Entry

CARDS = "/cards"
WIDTH, HEIGHT = 800, 420  # pixels of a card
_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9a-fA-F:]+\](:\d{1,5})?")


def tags(page: Entry, base: str) -> str:
    """Return the tags of a page; addresses in them begin with ``base``, as chats need whole ones."""
    picture = f"{base}{CARDS}/{page.name}.png"
    found = {
        "og:type": "website",
        "og:site_name": "Sense Drift",
        "og:title": page.question if page.name != "home" else f"Sense Drift: {page.question.lower()}",
        "og:description": page.description,
        "og:url": f"{base}{page.path}",
        "og:image": picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"The page “{page.title}” of Sense Drift",
    }
    lines = [f'<meta property="{name}" content="{html.escape(text, quote=True)}">' for name, text in found.items()]
    lines.append(f'<meta name="description" content="{html.escape(page.description, quote=True)}">')
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines)


def with_tags(body: bytes, page: Entry, base: str) -> bytes:
    """Return Streamlit's page with the title and tags of one of ours; unchanged when it has no head."""
    title = f"<title>{html.escape(page.title)} · Sense Drift</title>".encode()
    titled = re.sub(rb"<title>.*?</title>", lambda _: title, body, count=1, flags=re.DOTALL)
    return titled.replace(b"</head>", tags(page, base).encode() + b"\n</head>", 1)


def base_of(scope: Scope) -> str:
    """Return scheme and host as the visitor sees them, or "" when the headers say nothing that can be used."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not _HOST.fullmatch(host):
        return ""
    scheme = headers.get("x-forwarded-proto", scope.get("scheme", "http"))
    return f"{'https' if scheme == 'https' else 'http'}://{host}"


class Previews:
    """Write the tags of a page into the HTML that is served for it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.pages = {page.path: page for page in PAGES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with tags in the pages."""
        page = self.pages.get(scope.get("path", "").rstrip("/") or "/") if scope["type"] == "http" else None
        if page is None or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        start: list[Message] = []
        body: list[bytes] = []

        async def rewritten(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.append(message)
            elif message["type"] == "http.response.body":
                body.append(message.get("body", b""))
                if not message.get("more_body", False):
                    await answered(b"".join(body))
            else:
                await send(message)

        async def answered(whole: bytes) -> None:
            headers = MutableHeaders(raw=start[0]["headers"])
            if start[0]["status"] == 200 and headers.get("content-type", "").startswith("text/html"):
                whole = with_tags(whole, page, base_of(scope))
                headers["content-length"] = str(len(whole))
                for name in ("etag", "last-modified"):  # it is no longer the file that these speak of
                    del headers[name]
            await send(start[0])
            await send({"type": "http.response.body", "body": whole})

        # Without these the answer may be "not modified", of a file that is not what was sent.
        plain = [pair for pair in scope["headers"] if pair[0] not in (b"if-none-match", b"if-modified-since")]
        await self.app({**scope, "headers": plain}, receive, rewritten)
