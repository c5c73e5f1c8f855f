"""How the tests open a page and read what is on it."""

from __future__ import annotations

import base64
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from pages.shared import loaders
from pages.shared.controls import Kept
from scripts.bench.session import all_controls

ROOT = Path(__file__).resolve().parent.parent

SCRIPT = '<script>alert(1)</script><img src=x onerror="alert(1)">'
HOSTILE_WORDS = {
    "markup": SCRIPT,
    "ten thousand letters": "x" * 10_000,
    "emoji": "👑👨‍👩‍👧‍👦🇫🇷",
    "right to left": "\u202eملك\u202c מלך",
    "combining marks": "e" + "\u0301" * 50 + " Z̸̢a̵l̶g̷o̸",
    "control characters": "ki\x00ng\x1b[31m\x7f",
    "markdown": "**x** [y](javascript:alert(1)) :red[z] $\\frac{1}{2}$ `c` # h",
    "empty": "",
    "blank": " \u200b\u00a0 ",
    "a path": "../../etc/passwd%00 ${7*7} {{7*7}} '; DROP TABLE",
}


# How the HTML begins that a page writes itself, by the page's title.
HTML_ON = {
    "One word, one vector, many meanings": ("<ol class='history'>", "<div class='card' "),
    "How do you know?": ('<table class="claims">',),
    "What if the neighbours in the sentence had a say?": ("<p class='verdict'>", "<table class='verdicts'>"),
}


def page_of(file: str, **query: str | list[str]) -> AppTest:
    """Open a page with a link."""
    app = AppTest.from_file(str(ROOT / "pages" / file), default_timeout=60)
    app.query_params.update(query)
    return app.run()


def map_page(**query: str | list[str]) -> AppTest:
    """Open the map with a link whose parameters are given without their prefix."""
    return page_of("map.py", **{f"map_{name}": value for name, value in query.items()})


@functools.cache
def seen_once(**query: str) -> AppTest:
    """Return a map for tests that only look."""
    return map_page(**query)


def specs(app: AppTest) -> dict[str, dict[str, Any]]:
    """Return what is handed to Plotly in the browser for each chart, by its key; arrays as lists."""
    return {chart.key: decoded(json.loads(chart.proto.spec)) for chart in app.get("plotly_chart")}


def spec(app: AppTest) -> dict[str, Any]:
    """Return what is handed to Plotly for the one chart of a page."""
    (found,) = specs(app).values()
    return found


def decoded(value: Any) -> Any:
    if isinstance(value, dict) and set(value) >= {"dtype", "bdata"}:
        return np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"]).tolist()
    if isinstance(value, dict):
        return {name: decoded(part) for name, part in value.items()}
    return [decoded(part) for part in value] if isinstance(value, list) else value


def unfold(app: AppTest) -> AppTest:
    """Open the boxes under each chart: what they hold is made only then."""
    for chart in app.get("plotly_chart"):
        for box in ("numbers_open", "how_open", "open"):
            app.session_state[f"{chart.key}_{box}"] = True
    return app.run()


def words_in(figure: dict[str, Any]) -> list[str]:
    return [row[0] for trace in figure["data"] for row in trace.get("customdata") or []]


def see(app: AppTest) -> str:
    """Return the sentences under "What you see"."""
    elements = iter(app.main)
    assert any(element.type == "header" and element.value == "What you see" for element in elements)
    return next(str(element.value) for element in elements if element.type == "markdown")


def under_title(app: AppTest) -> str:
    """Return the sentence under the page's question."""
    elements = iter(app.main)
    assert any(element.type == "title" for element in elements)
    return next(str(element.value) for element in elements if element.type == "markdown")


def notices(app: AppTest) -> str:
    """Return all that a page says of what was left out, replaced or not understood."""
    return "\n".join(element.value for element in (*app.info, *app.warning))


def html_of(app: AppTest) -> list[str]:
    """Return the HTML of a page but for our own style."""
    bodies = [str(element.proto.body) for element in app.get("html")]
    return [body for body in bodies if not re.fullmatch(r"\s*<style>[^<]*</style>\s*", body)]


def every_text(app: AppTest) -> Iterator[str]:
    """Return all that a page says outside of its charts and tables."""
    for name in ("title", "header", "markdown", "caption", "info", "warning", "error", "code", "latex"):
        for element in app.get(name):
            yield str(element.value)
    for button in app.button:
        yield button.label
    yield from html_of(app)


def undeclared(app: AppTest) -> set[str]:
    """Return the controls that are on a page and in no declaration: a link would lose them, no test would try them."""
    kinds = ("text_input", "text_area", "number_input", "slider", "select_slider", "selectbox", "multiselect")
    kinds += ("radio", "toggle", "checkbox", "button_group", "file_uploader", "color_picker", "date_input")
    shown = {str(widget.key) for kind in kinds for widget in app.get(kind)}
    keys, kept = declared_keys()
    return {key for key in shown if key not in keys and not key.startswith(kept)}


@functools.cache
def declared_keys() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the keys that any page declares, and how those of boxes begin that write a control that no box shows."""
    declared = {key: control for controls in all_controls().values() for key, control in controls.items()}
    return frozenset(declared), tuple(f"{key}_" for key, control in declared.items() if isinstance(control, Kept))


def assert_sound(app: AppTest) -> None:
    """Assert that the page did not fail, shows figures or says why there are none, and declares its controls."""
    assert not app.exception, [element.value for element in app.exception]
    assert not app.error, [element.value for element in app.error]
    assert len(app.title) == 1
    assert not undeclared(app)
    for key, figure in specs(app).items():
        assert sum(len(trace.get("x") or ()) for trace in figure["data"]) > 0, key
    if not app.get("plotly_chart"):
        assert notices(app)
    # The only HTML is our own style, and tables, verdicts, pictures and the history on the pages that have them.
    assert all(body.startswith(HTML_ON.get(app.title[0].value, ())) for body in html_of(app))
    assert not any(element.proto.allow_html for element in app.markdown)


def assert_named(app: AppTest, *names: str, page: str = "map") -> None:
    """Assert that one notice names these controls of the link and no others."""
    found = [element.value for element in app.warning if "This link holds values" in element.value]
    named = [name.removeprefix(f"{page}_") for notice in found for name in re.findall(r"`(\w+)`", notice)]
    assert named == list(names)


def assert_not_markup(app: AppTest) -> None:
    """Assert that nothing typed reached the page as HTML, as a link, or as an image."""
    bodies = html_of(app)
    for text in every_text(app):
        # Where HTML is written, a backslash protects nothing and Markdown is none.
        pattern = r"<(script|img)" if text in bodies else r"(?<!\\)<(script|img)|(?<!\\)\]\(javascript"
        assert not re.search(pattern, text), text[:200]
    figures = json.dumps(specs(app))
    assert "<script" not in figures
    assert "<img" not in figures


def forget() -> None:
    """Drop what the pages have loaded and computed, so that they do it again."""
    for cache in (
        loaders.space,
        loaders.layouts,
        loaders.results,
        loaders.training,
        loaders.shared,
        loaders.catalogue,
        loaders.labels,
        loaders.meanings,
        loaders.frequencies,
        loaders.counts,
        loaders.bench,
        loaders.subwords,
        loaders.context_model,
        loaders.shipped_ways,
        loaders._remembered,
    ):
        cache.clear()
