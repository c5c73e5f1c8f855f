"""The table of contents: page settings and navigation. What every page shares stands around ``page.run()``."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # run by a test or by `streamlit run pages/frame.py`
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402

from core.errors import AssetProblem  # noqa: E402
from pages.shared import layout, loaders, tour  # noqa: E402
from pages.shared.contents import PAGES  # noqa: E402
from pages.shared.share import share, way_out  # noqa: E402
from pages.shared.turns import TURNS  # noqa: E402

st.set_page_config(page_title="Sense Drift", page_icon=str(ROOT / "pages" / "shared" / "icon.svg"), layout="wide")
page = st.navigation(
    [st.Page(entry.file, title=entry.title, icon=entry.icon, default=entry.name == "home") for entry in PAGES],
    position="hidden" if st.context.is_embedded else "top",
)
with TURNS.turn():
    layout.style()
    try:
        step = tour.current()
        if step is None or tour.guide(step):
            page.run()
    except AssetProblem as problem:
        layout.asset_problem(problem)
    except Exception:
        logging.getLogger("sense_drift").exception("A page failed")
        layout.our_fault()
    if st.context.is_embedded:
        way_out(f"/{page.url_path}")
    else:
        share()
loaders.warm_rest()
