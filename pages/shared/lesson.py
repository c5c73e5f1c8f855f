"""The lesson sheet: the tour on one page of paper, to print."""

from __future__ import annotations

import html

from starlette.requests import Request
from starlette.responses import HTMLResponse

from pages.shared.previews import base_of
from pages.shared.tour import STOPS

PATH = "/lesson"
_STYLE = """
  @page { size: A4; margin: 12mm; }
  body { font: 9.5pt/1.25 "Source Sans 3", "Segoe UI", system-ui, sans-serif; color: #1d1b26; background: #fff;
         max-width: 46rem; margin: 1.5rem auto; padding: 0 1rem; }
  h1 { font-size: 16pt; margin: 0; } p { margin: 0.12rem 0; }
  ol { padding-left: 1.4rem; margin: 0.5rem 0 0; } li { margin-bottom: 0.4rem; break-inside: avoid; }
  .choices span { margin-right: 1.4rem; } .choices span::before { content: "\\2610\\00a0"; }
  .look { color: #4a4656; } .line { border-bottom: 1px solid #8a8694; height: 1.05rem; }
  .where { font-size: 8.5pt; color: #4a4656; overflow-wrap: anywhere; }
  @media print { body { margin: 0; padding: 0; max-width: none; } .screen { display: none; } }
"""


def sheet(base: str) -> str:
    """Return the sheet as HTML; addresses on it begin with ``base``."""
    steps = "".join(
        f"<li><p><b>{html.escape(stop.ask)}</b></p>"
        f"<p class='choices'>{''.join(f'<span>{html.escape(choice)}</span>' for choice in stop.choices)}</p>"
        f"<p class='look'>Then look: {html.escape(stop.look.replace('*', ''))}</p>"
        "<p>We saw:</p><div class='line'></div>"
        f"<p class='where'>{html.escape(base + stop.path)}</p></li>"
        for stop in STOPS
    )
    return (
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Lesson sheet · Sense Drift</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{_STYLE}</style></head><body><main><h1>One word, one vector, many meanings</h1>"
        "<p>Predict first, tick a box, then look. What one vector per word can hold, and what it cannot.</p>"
        "<p class='screen'>Print this page from the browser’s menu; it fits one sheet.</p>"
        f"<ol>{steps}</ol><p class='where'>Name and date: ______________________________ The tour: "
        f"{html.escape(base)}/?tour=1</p></main></body></html>"
    )


async def answer(request: Request) -> HTMLResponse:
    """Serve the sheet."""
    return HTMLResponse(sheet(base_of(request.scope)))
