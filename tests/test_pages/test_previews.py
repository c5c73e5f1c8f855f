"""A link pasted in a chat shows its own page, the sheet prints every stop, and what is shared leads back here."""

from __future__ import annotations

import asyncio
import html
import io
import json
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from types import SimpleNamespace
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
import segno
import streamlit as st
from PIL import Image
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message

from app import ANCESTORS, frame_ancestors, security_headers
from core import assets
from pages.shared import lesson, share, tour
from pages.shared.contents import PAGES, Entry
from pages.shared.previews import CARDS, HEIGHT, WIDTH, Previews, base_of, tags, with_tags

HERE = "https://drift.example"
SPITEFUL = Entry("odd.py", 'A "<b>" & title', "", "Is 1 < 2 & \"3\" > '2'?", 'Say </head> "twice" & <i>go</i>.')
PAGE = b"<!DOCTYPE html><html><head><title>Streamlit</title></head><body>\xe2\x80\xa6</body></html>"


class Head(HTMLParser):
    """What a chat reads of a page: its title, and each meta tag with what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title, self.inside = "", False
        self.found: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.inside = tag == "title"
        if tag == "meta":
            self.found.append((str(said.get("property") or said.get("name")), str(said.get("content"))))

    def handle_data(self, data: str) -> None:
        self.title += data if self.inside else ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = False


def head_of(body: bytes) -> Head:
    return Head(body.decode("utf-8"))


# The tags


def test_a_chat_is_told_title_sentence_address_and_picture_of_each_page_once() -> None:
    for page in PAGES:
        found = head_of(with_tags(PAGE, page, HERE)).found
        assert len(dict(found)) == len(found), "a tag stands there twice"
        said = dict(found)
        assert page.question.lower() in said["og:title"].lower()
        assert said["og:description"] == said["description"] == page.description
        assert said["og:url"] == HERE + page.path
        assert said["og:image"] == f"{HERE}/cards/{page.name}.png"
        assert (said["og:image:width"], said["og:image:height"]) == (str(WIDTH), str(HEIGHT))
        assert page.title in said["og:image:alt"]
        assert said["twitter:card"] == "summary_large_image"


def test_no_two_pages_look_alike_in_a_chat() -> None:
    for part in ("og:title", "og:description", "og:url", "og:image"):
        assert len({dict(Head(tags(page, HERE)).found)[part] for page in PAGES}) == len(PAGES), part


def test_the_title_of_the_page_takes_the_place_of_streamlits() -> None:
    for page in PAGES:
        written = with_tags(PAGE, page, HERE)
        assert written.count(b"<title>") == 1
        assert b"Streamlit" not in written
        assert head_of(written).title == f"{page.title} · Sense Drift"
        assert written.endswith(PAGE[PAGE.index(b"</head>") :])


def test_what_is_said_of_a_page_cannot_break_out_of_its_tag() -> None:
    written = with_tags(PAGE, SPITEFUL, HERE)
    assert written.count(b"</head>") == 1
    assert b"<b>" not in written
    assert b"<i>" not in written
    said = dict(head_of(written).found)
    assert said["og:title"] == SPITEFUL.question
    assert said["og:description"] == SPITEFUL.description
    assert head_of(written).title == f"{SPITEFUL.title} · Sense Drift"


def test_a_backslash_in_a_title_is_a_backslash() -> None:
    page = Entry("odd.py", r"\1 \g<0>", "", "q", "d")
    assert head_of(with_tags(PAGE, page, HERE)).title == r"\1 \g<0> · Sense Drift"


def test_an_answer_without_a_head_is_left_as_it_is() -> None:
    for body in (b"", b"not a page", b"<html><body>none</body></html>", b"\xff\xfe\x00"):
        assert with_tags(body, PAGES[0], HERE) == body


# The address in the tags


def scope(*headers: tuple[str, str], scheme: str = "http") -> dict[str, object]:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http", "scheme": scheme, "headers": raw}


def test_the_address_is_the_one_that_the_visitor_asked_for() -> None:
    for host in ("drift.example", "localhost:8501", "127.0.0.1", "[::1]", "[2001:db8::1]:8501", "A-b.example:65535"):
        assert base_of(scope(("host", host))) == f"http://{host}"
        assert base_of(scope(("host", host), scheme="https")) == f"https://{host}"


def test_a_host_that_is_none_is_never_repeated() -> None:
    for host in (
        "",
        'x"><script>alert(1)</script>',
        "a.example/../b",
        "a.example@evil.example",
        "a.example evil.example",
        "a.example\nb",
        "a.example\n",
        "a.example:port",
        "a.example:123456",
        "::1",
        "[::1",
        "exämple",
    ):
        assert base_of(scope(("host", host))) == ""
        assert base_of(scope(("x-forwarded-proto", "https"))) == ""


def test_behind_a_proxy_the_scheme_is_the_proxys_or_plain() -> None:
    for forwarded, scheme, seen in (
        ("https", "http", "https"),
        ("http", "https", "http"),
        ("javascript", "https", "http"),
        ('https"><script>', "http", "http"),
        ("", "https", "http"),
    ):
        asked = scope(("host", "a.example"), ("x-forwarded-proto", forwarded), scheme=scheme)
        assert base_of(asked) == f"{seen}://a.example"


# On the way out


def inner() -> Starlette:
    """A server such as Streamlit: one page for all paths, with what a cache is told of it."""
    kept = {"etag": '"abc"', "last-modified": "Tue, 01 Dec 2026 05:00:00 GMT", "cache-control": "no-cache"}

    async def page(request: Request) -> Response:
        asked = request.headers.get("if-none-match") or request.headers.get("if-modified-since")
        if asked:
            return Response(status_code=304, headers=kept)
        return Response(PAGE, media_type="text/html", headers=kept)

    async def pieces(_: Request) -> Response:
        return StreamingResponse(iter([PAGE[:30], PAGE[30:60], PAGE[60:]]), media_type="text/html", headers=kept)

    async def numbers(_: Request) -> Response:
        return JSONResponse({"page": PAGE.decode()}, headers=kept)

    async def missing(_: Request) -> Response:
        return Response(PAGE, status_code=404, media_type="text/html", headers=kept)

    async def text(_: Request) -> Response:
        return PlainTextResponse(PAGE, headers=kept)

    every = ["GET", "POST", "PUT"]
    return Starlette(
        routes=[
            Route("/drift", pieces, methods=every),
            Route("/evidence", numbers),
            Route("/limits", missing),
            Route("/subwords", text),
            Route("/{path:path}", page, methods=every),
        ]
    )


def ask(
    path: str, method: str = "GET", headers: Mapping[str, str] | None = None, *, tagged: bool = True
) -> tuple[int, dict[str, str], bytes]:
    """Ask for a page; return status, headers and body of the answer."""
    given = {"host": "drift.example"} | dict(headers or {})
    raw = [(name.encode(), value.encode()) for name, value in given.items()]
    asked = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"a=1"}
    asked |= {"headers": raw, "scheme": "http", "http_version": "1.1", "root_path": "", "server": ("drift.example", 80)}
    sent: list[Message] = []
    heard: list[bool] = []

    async def receive() -> Message:
        if not heard:
            heard.append(True)
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.sleep(3_600)  # whoever asked waits for the answer
        raise AssertionError("unreachable")

    async def send(message: Message) -> None:
        sent.append(message)

    app = Previews(inner()) if tagged else inner()
    # In a thread of its own: in this one the browser's tests leave a running event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(app(asked, receive, send))).result()  # type: ignore[arg-type]
    start, *rest = sent
    assert start["type"] == "http.response.start"
    names = [name.decode() for name, _ in start["headers"]]
    assert len(set(names)) == len(names), "a header is sent twice"
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], found, b"".join(part["body"] for part in rest)


def test_a_page_goes_out_with_its_tags_and_its_true_length() -> None:
    for path in ("/", "/map", "/map/", "/drift", "/context"):
        status, headers, body = ask(path)
        page = next(page for page in PAGES if page.path == (path.rstrip("/") or "/"))
        assert status == 200
        assert body == with_tags(PAGE, page, "http://drift.example")
        assert headers["content-length"] == str(len(body))
        assert headers["content-type"].startswith("text/html")
        assert headers["cache-control"] == "no-cache"
        # They speak of the file, and a cache that believed them would keep the tags of another page.
        assert not {"etag", "last-modified"} & headers.keys()


def test_the_tags_of_an_answer_name_the_host_asked_for_and_no_other() -> None:
    _, _, body = ask("/map", headers={"host": "other.example:81", "x-forwarded-proto": "https"})
    assert dict(head_of(body).found)["og:url"] == "https://other.example:81/map"
    _, _, body = ask("/map", headers={"host": 'x"><script>'})
    assert dict(head_of(body).found)["og:url"] == "/map"
    assert b"<script" not in body


def test_nothing_but_our_pages_is_touched() -> None:
    for path, method in (
        ("/static/js/index.js", "GET"),
        ("/_stcore/health", "GET"),
        ("/mapped", "GET"),
        ("/map/x", "GET"),
        ("/Map", "GET"),
        ("/map", "POST"),
        ("/map", "HEAD"),
        ("/drift", "PUT"),
        ("/evidence", "GET"),
        ("/subwords", "GET"),
        ("/limits", "GET"),
    ):
        answer = ask(path, method)
        assert answer == ask(path, method, tagged=False)
        assert "etag" in answer[1]


@pytest.mark.parametrize(
    "condition",
    [{"if-none-match": '"abc"'}, {"if-modified-since": "Tue, 01 Dec 2026 05:00:00 GMT"}],
    ids=["etag", "date"],
)
def test_a_page_is_never_answered_with_unchanged(condition: dict[str, str]) -> None:
    assert ask("/elsewhere", headers=condition)[0] == 304, "this server would answer so"
    status, _, body = ask("/map", headers=condition)
    assert status == 200
    assert b"og:title" in body


# Cards


def test_every_page_has_a_card_of_the_size_that_its_tags_name() -> None:
    for page in PAGES:
        manifest = json.loads((assets.ASSETS / "MANIFEST.json").read_text(encoding="utf-8"))
        file = f"{CARDS.strip('/')}/{page.name}.png"
        assert manifest["files"][file]["counts"] == {"width": WIDTH, "height": HEIGHT}
        with Image.open(assets.ASSETS / file) as card:
            assert card.format == "PNG"
            assert card.size == (WIDTH, HEIGHT)
        assert (assets.ASSETS / file).stat().st_size < 300_000, "too large to be fetched at once"


# The lesson sheet


def test_the_sheet_asks_every_question_once_in_the_order_of_the_tour() -> None:
    text = html.unescape(re.sub("<[^>]+>", "\n", lesson.sheet(HERE)))
    places = []
    for stop in tour.STOPS:
        assert text.count(stop.ask) == 1
        places.append(text.index(stop.ask))
        for choice in stop.choices:
            assert choice in text[places[-1] :]
        assert stop.look.replace("*", "") in text[places[-1] :]
        assert HERE + stop.path in text[places[-1] :].split("\n")
    assert places == sorted(places)
    assert lesson.sheet(HERE).count("<li>") == len(tour.STOPS)
    assert f"{HERE}/?tour=1" in text


def test_the_addresses_on_the_sheet_begin_with_the_server_that_printed_it() -> None:
    for base in ("", "http://localhost:8501", "https://drift.example"):
        text = html.unescape(lesson.sheet(base))
        for stop in tour.STOPS:
            assert f">{base}{stop.path}<" in text
        assert len(re.findall("http", text)) == (len(tour.STOPS) + 1 if base else 0)


def test_the_sheet_runs_nothing_and_lets_nothing_break_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tour.Stop("map", {"map_word": '<b>"&'}, "<script>alert(1)</script>", ("<i>a", 'b"&'), "*</li>*")
    monkeypatch.setattr(lesson, "STOPS", (bad,))
    sheet = lesson.sheet('"><img src=x>')
    assert not re.search(r"<(script|img|i|b>\")", sheet.replace("<b>&lt;", ""))
    assert html.escape(bad.ask) in sheet
    assert sheet.count("<li>") == sheet.count("</li>") == 1
    monkeypatch.undo()
    assert not re.search(r"<script|\son\w+=|src=|href=|@import|url\(", lesson.sheet(HERE))


def test_the_sheet_is_served_as_a_page_with_the_visitors_own_address() -> None:
    asked = {**scope(("host", "school.example"), ("x-forwarded-proto", "https")), "method": "GET", "path": "/lesson"}
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(lambda: asyncio.run(lesson.answer(Request(asked)))).result()
    assert answer.headers["content-type"].startswith("text/html")
    assert bytes(answer.body).decode() == lesson.sheet("https://school.example")


# Who may frame the pages


def test_an_operator_says_who_may_frame_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, allowed in (
        ("", ["'self'"]),
        ("  \n", ["'self'"]),
        ("https://school.example", ["'self'", "https://school.example"]),
        ("'self' https://a.example:8443", ["'self'", "https://a.example:8443"]),
        ("https://*.example.org http://localhost:*", ["'self'", "https://*.example.org", "http://localhost:*"]),
        ("https:", ["'self'", "https:"]),
        ("*", ["'self'", "*"]),
        ("'none'", ["'none'"]),
    ):
        assert frame_ancestors(text) == allowed
        monkeypatch.setenv(ANCESTORS, text)
        assert f"frame-ancestors {' '.join(allowed)}" in security_headers("")["content-security-policy"].split("; ")


def test_a_list_with_a_slip_in_it_stops_the_server_and_names_the_slip() -> None:
    for text in (
        "school.example",
        "https://a.example; script-src *",
        "https://a.example,https://b.example",
        "https://a.example/page",
        "javascript:alert(1)",
        "self",
        "'unsafe-inline'",
        "https://",
        "https://a.example https://b example",
        "ftp://a.example",
    ):
        with pytest.raises(SystemExit, match=ANCESTORS) as stopped:
            frame_ancestors(text)
        assert any(repr(part) in str(stopped.value) for part in text.split())


@pytest.mark.parametrize("text", ["'none' https://a.example", "'self' 'none'"])
def test_nobody_and_somebody_at_once_is_a_slip(text: str) -> None:
    # A browser ignores 'none' beside another source, so that the list would mean the contrary of what it says.
    try:
        allowed = frame_ancestors(text)
    except SystemExit:
        return
    assert allowed == ["'none'"]


# What is shared


def test_the_code_to_scan_is_that_of_the_address_with_a_quiet_zone() -> None:
    address = "https://drift.example/map?map_set=Animals&map_find=caf%C3%A9"
    with Image.open(io.BytesIO(share.qr_code(address))) as picture:
        assert picture.format == "PNG"
        dark = np.asarray(picture.convert("L")) < 128
    scale, quiet = 5, 4
    expected = segno.make(address, error="l", micro=False)
    modules = np.array([[bool(value) for value in row] for row in expected.matrix])
    read = dark[scale // 2 :: scale, scale // 2 :: scale]
    assert read.shape == (len(modules) + 2 * quiet,) * 2
    assert not np.delete(np.delete(read, slice(quiet, -quiet), 0), slice(quiet, -quiet), 1).any()
    assert not read[:quiet].any()
    assert not read[:, :quiet].any()
    assert (read[quiet:-quiet, quiet:-quiet] == modules).all()


def test_another_address_is_another_code() -> None:
    codes = {share.qr_code(f"https://drift.example/?tour={step}") for step in range(1, 8)}
    assert len(codes) == 7


def test_the_longest_link_that_we_make_still_has_a_code() -> None:
    with Image.open(io.BytesIO(share.qr_code("https://drift.example/map?x=" + "%C3" * 660))) as picture:
        assert picture.width == picture.height > 700


class Frame(HTMLParser):
    """The one element of a snippet."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_snippet_frames_this_very_page_without_its_bar() -> None:
    for query in ({}, {"map_find": "dog & cat"}, {"ctx_s1": "\"'><script>", "tour": "6"}):
        address = f"{HERE}/map" + (f"?{urlencode(query)}" if query else "")
        snippet = share.frame(address)
        ((tag, said),) = Frame(snippet).found
        assert tag == "iframe"
        source = urlsplit(str(said["src"]))
        assert f"{source.scheme}://{source.netloc}{source.path}" == f"{HERE}/map"
        assert parse_qs(source.query) == {name: [value] for name, value in query.items()} | {"embed": ["true"]}
        assert said["title"]
        assert "<script" not in snippet


def test_a_quote_in_an_address_does_not_end_the_snippets_attribute() -> None:
    ((_, said),) = Frame(share.frame(f'{HERE}/map?a="><img src=x onerror=alert(1)>')).found
    assert set(said) == {"src", "title", "width", "height", "loading"}


class Query(dict[str, list[str]]):
    """What ``st.query_params`` offers."""

    def get_all(self, name: str) -> list[str]:
        return self[name]


def test_what_is_shared_is_the_page_with_its_controls_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    for url, query, address in (
        (f"{HERE}/", {}, f"{HERE}/"),
        (f"{HERE}/map?old=1#part", {"map_set": ["Animals"]}, f"{HERE}/map?map_set=Animals"),
        (f"{HERE}/drift", {"a": ["1", "2"]}, f"{HERE}/drift?a=1&a=2"),
        (f"{HERE}/map", {"map_across": ["cold → hot & dry"]}, f"{HERE}/map?map_across=cold+%E2%86%92+hot+%26+dry"),
        (f"{HERE}/map", {"embed": ["true"], "map_k": ["7"]}, f"{HERE}/map?map_k=7"),
        (f"{HERE}/map", {"map_find": ["a\ud800b"]}, f"{HERE}/map?map_find=a%3Fb"),
    ):
        monkeypatch.setattr(share, "st", SimpleNamespace(context=SimpleNamespace(url=url), query_params=Query(query)))
        assert share.here() == address


def test_without_an_address_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = SimpleNamespace(context=SimpleNamespace(url=None), query_params=Query({"a": ["1"]}))
    monkeypatch.setattr(share, "st", nowhere)
    assert share.here() == "?a=1"


def test_streamlit_still_tells_a_page_its_address_and_whether_it_is_framed() -> None:
    for name in ("url", "is_embedded"):
        assert isinstance(getattr(type(st.context), name), property)
