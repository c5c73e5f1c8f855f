"""Take the picture of each page that a chat shows beside its link: ``python -m scripts.build.cards``.

Needs Chromium and ``requirements-dev.txt``. Writes ``assets/cards/PAGE.png``, small enough to be fetched at once.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

from core import assets
from pages.shared.contents import PAGES
from pages.shared.previews import HEIGHT, WIDTH
from scripts.build.screenshot import FLAGS, PORT, lighten, wait

SCALE = 1.5  # what is seen on a card, in pixels of a screen to one of its own
FOLDER = "cards"
COLOURS = 96
# Bars and buttons of the app say nothing on a still picture.
BARE = """
  [data-testid="stHeader"], .st-key-share { display: none !important; }
  .stMainBlockContainer { padding-top: 1rem; }
"""


def main() -> None:
    """Start the app, open every page, save what fits a card."""
    (assets.ASSETS / FOLDER).mkdir(exist_ok=True)
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(PORT)]
    server = subprocess.Popen(command, cwd=assets.ASSETS.parent)
    try:
        wait(f"http://localhost:{PORT}/_stcore/health")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for entry in PAGES:
                size = {"width": round(WIDTH * SCALE), "height": round(HEIGHT * SCALE)}
                page = browser.new_page(viewport=size, device_scale_factor=1 / SCALE)  # type: ignore[arg-type]
                page.goto(f"http://localhost:{PORT}{entry.path}")
                page.wait_for_selector(".js-plotly-plot .main-svg")
                page.add_style_tag(content=BARE)
                page.wait_for_timeout(3_000)  # fonts and the table's canvas come last
                file = f"{FOLDER}/{entry.name}.png"
                page.screenshot(path=assets.ASSETS / file)
                lighten(assets.ASSETS / file, COLOURS)
                page.close()
                assets.record(
                    file,
                    source=f"The page “{entry.title}” as it opens",
                    licence="MIT",
                    command="python -m scripts.build.cards",
                    seed=None,
                    counts={"width": WIDTH, "height": HEIGHT},
                )
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
