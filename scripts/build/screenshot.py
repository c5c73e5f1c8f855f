"""Take the README's screenshot: ``python -m scripts.build.screenshot`` (needs Chromium and requirements-dev.txt)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from PIL import Image  # comes with Streamlit
from playwright.sync_api import sync_playwright

from core import assets

FILE = "screenshot.png"
PORT = 8599
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"]


def main() -> None:
    """Start the app, open the map, save what a laptop shows of it."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(PORT)]
    server = subprocess.Popen(command, cwd=assets.ASSETS.parent)
    try:
        wait(f"http://localhost:{PORT}/_stcore/health")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page(viewport={"width": 1366, "height": 768}, device_scale_factor=1.5)
            page.goto(f"http://localhost:{PORT}/map")
            page.wait_for_selector(".st-key-map_chart .legend")
            page.wait_for_timeout(3_000)  # fonts and the table's canvas come last
            page.screenshot(path=assets.ASSETS / FILE)
            lighten(assets.ASSETS / FILE)
            browser.close()
    finally:
        server.terminate()
        server.wait()
    assets.record(
        FILE,
        source="The map page as it opens",
        licence="MIT",
        command="python -m scripts.build.screenshot",
        seed=None,
        counts={"width": 2049, "height": 1152},
    )


def lighten(path: Path, colours: int = 96) -> None:
    """Store a picture of a page in a palette: a third of the bytes, and nobody sees it."""
    with Image.open(path) as picture:
        flat = picture.convert("RGB")
    flat.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)


def wait(url: str, seconds: float = 60) -> None:
    """Return once an address answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
        else:
            return
    raise TimeoutError(f"no answer from {url} in {seconds:.0f} s")


if __name__ == "__main__":
    main()
