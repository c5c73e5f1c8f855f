"""The Share control: the link of what is on the screen, as text, as a code to scan, and as a frame for another page."""

from __future__ import annotations

import base64
import html
import io
from urllib.parse import urlencode, urlsplit, urlunsplit

import segno
import streamlit as st

from pages.shared.controls import MAX_LINK

_HEIGHT = 720  # pixels of an embedded page


def share() -> None:
    """Show the button; what it holds is made only when it is opened."""
    with st.container(key="share"):
        # Not a popover of Streamlit's alone: it asks for a rerun when opened, so that a closed one costs nothing.
        box = st.popover("Share", icon=":material/share:", on_change="rerun", key="share_open", type="tertiary")
        if box.open:
            with box, st.container(width=360):
                contents(here())


def way_out(path: str) -> None:
    """Lead from a frame in another page to the app itself, whose address a framed page is not told."""
    query = urlsplit(here()).query
    st.caption(f"[Open in Sense Drift]({path}{f'?{query}' if query else ''})")


def here() -> str:
    """Return the address of this page with its controls as they stand."""
    scheme, host, path, _, _ = urlsplit(st.context.url or "")
    query = {name: st.query_params.get_all(name) for name in st.query_params if name != "embed"}
    return urlunsplit((scheme, host, path, urlencode(query, doseq=True, errors="replace"), ""))


def contents(address: str) -> None:
    """Show the link in its three forms."""
    st.markdown("**The link to what you see.** Whoever opens it finds every control as you left it.")
    st.code(address, language=None, wrap_lines=True)
    if len(address) > MAX_LINK:
        st.caption(f"This link has {len(address):,} characters; some chats and proxies cut links so long.")
    picture = base64.b64encode(qr_code(address)).decode("ascii")
    st.html(f'<img src="data:image/png;base64,{picture}" alt="The link as a QR code" width="220">')
    st.caption("For a class: scan it.")
    st.markdown("**To put it into a page of your own**")
    st.code(frame(address), language=None, wrap_lines=True)


def qr_code(address: str) -> bytes:
    """Return the address as a QR code, a PNG with its quiet zone, black on white in both themes."""
    file = io.BytesIO()
    segno.make(address, error="l", micro=False).save(file, kind="png", scale=5, border=4)
    return file.getvalue()


def frame(address: str) -> str:
    """Return the HTML that shows the page in a frame, without the app's own bar."""
    joint = "&" if urlsplit(address).query else "?"
    source = html.escape(f"{address}{joint}embed=true", quote=True)
    return f'<iframe src="{source}" title="Sense Drift" width="100%" height="{_HEIGHT}" loading="lazy"></iframe>'
