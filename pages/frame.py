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
from pages.shared import layout  # noqa: E402

st.set_page_config(page_title="Sense Drift", page_icon=str(ROOT / "pages" / "shared" / "icon.svg"), layout="wide")
page = st.navigation(
    [
        st.Page("home.py", title="Home", icon=":material/home:", default=True),
        st.Page("map.py", title="Map", icon=":material/scatter_plot:"),
        st.Page("drift.py", title="Drift", icon=":material/swap_calls:"),
        st.Page("subwords.py", title="Subwords", icon=":material/extension:"),
        st.Page("context.py", title="Context", icon=":material/balance:"),
        st.Page("limits.py", title="Limits", icon=":material/block:"),
        st.Page("evidence.py", title="Evidence", icon=":material/fact_check:"),
    ],
    position="top",
)
layout.style()
try:
    page.run()
except AssetProblem as problem:
    layout.asset_problem(problem)
except Exception:
    logging.getLogger("sense_drift").exception("A page failed")
    layout.our_fault()
