"""The one way to show a figure: drawn, said, offered for download and explained, everywhere alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from types import ModuleType

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts.adapter import for_streamlit, page_of
from core.charts.card import Card, How
from pages.shared.controls import Chip, Controls, chips

PREFIX = "sense-drift"


def show(
    card: Card,
    controls: Controls,
    *,
    key: str = "",
    credit: str = "",
    lead: bool = False,
    at: DeltaGenerator | None = None,
    beside: DeltaGenerator | None = None,
    below: Callable[[], None] | None = None,
    examples: Sequence[Chip] = (),
    on_select: Callable[[], None] | None = None,
    selection_mode: Sequence[str] = ("points",),
) -> None:
    """Show a figure with all that belongs to it.

    Parameters
    ----------
    card : Card
        The figure.
    controls : Controls
        Of the page; they know the format that images are saved in.
    key : str
        Of the chart; the page's name and the card's without it. Part of the page's tests and of its clicks.
    credit : str
        Whose vectors it shows; said where it is explained.
    lead : bool
        Whether it is what the page is about: its sentences stand under a heading then, with examples to try, and what
        explains it opens below. Else all of that is in one box that opens under the figure.
    at, beside : DeltaGenerator, optional
        Where the chart goes, and where the downloads of a leading figure go; here, and below it.
    below : callable, optional
        Draws what stands between the chart and its sentences.
    examples : sequence of Chip
        What to try.
    on_select : callable, optional
        Takes a click on a point; ``selection_mode`` says what else is taken.
    """
    key = key or f"{controls.page}_{card.name}"
    with at or nullcontext():
        if card.head:
            st.markdown(card.head)
        st.plotly_chart(
            for_streamlit(card.plot),
            theme=None,
            key=key,
            alt=f"{card.alt} The table below has the numbers.",
            on_select=on_select or "ignore",  # type: ignore[arg-type]  # a literal, which `or` makes a str
            selection_mode=list(selection_mode),  # type: ignore[arg-type]
            config=_config(card, str(controls.format.value).lower()),
        )
        if card.caption:
            st.caption(card.caption)
    if lead:
        with beside or nullcontext(), st.popover("Download", icon=":material/download:", width="stretch"):
            controls.format.draw()
            _files(card, key)
    if below is not None:
        below()
    _say(card, lead=lead)
    if examples:
        st.header("Try", anchor=False)
        chips(examples)
    numbers, explained = partial(_numbers, card), partial(_explain, card.how, credit)
    if lead:
        _box("The numbers of this figure", "table", f"{key}_numbers", numbers)
        _box("How it is computed", "functions", f"{key}_how", explained)
    else:
        _box(
            "Numbers, download and how it is computed",
            "info",
            key,
            numbers,
            partial(_files, card, key, level=True),
            explained,
        )


def _box(label: str, icon: str, key: str, *parts: Callable[[], None]) -> None:
    """Show a box that costs nothing while it is closed: what it holds is made, and sent, when it is opened."""
    box = st.expander(label, icon=f":material/{icon}:", key=f"{key}_open", on_change="rerun")
    if box.open:
        with box:
            for part in parts:
                part()


def _config(card: Card, image: str) -> dict[str, object]:
    """Return what Plotly's buttons on the chart do."""
    return {
        "displaylogo": False,
        "modeBarButtonsToRemove": ["lasso2d", "autoScale2d", "resetCameraLastSave3d", "orbitRotation"],
        "toImageButtonOptions": {"format": image, "filename": _name(card), "scale": 2 if image == "png" else 1},
    }


def _say(card: Card, *, lead: bool) -> None:
    """Show the sentences made from the numbers just computed."""
    text = " ".join(filter(None, card.said))
    with st.container(key="see") if lead and text else nullcontext():
        if lead and text:
            st.header("What you see", anchor=False)
        if text:
            st.markdown(text)


def _numbers(card: Card) -> None:
    """Show the table."""
    st.dataframe(card.table.shown, hide_index=True)


def _files(card: Card, key: str, *, level: bool = False) -> None:
    """Offer the numbers and the figure as files; they are made when a button is pressed."""
    files: tuple[tuple[str, Callable[[], str], str, str], ...] = (
        ("Numbers (CSV)", card.table.csv, "csv", "table"),
        ("Figure to keep (one HTML file)", partial(page_of, card.plot, card.title), "html", "html"),
    )
    with st.container(horizontal=True, gap="small") if level else nullcontext():
        for label, made, kind, icon in files:
            file, icon = f"{_name(card)}.{kind}", f":material/{icon}:"
            st.download_button(label, made, file, f"text/{kind}", icon=icon, on_click="ignore", key=f"{key}_{kind}")


def _name(card: Card) -> str:
    return f"{PREFIX}-{card.name}"


def _explain(how: How, credit: str) -> None:
    """Show formula, source and the very code that computed the figure."""
    st.markdown(f"{how.text} {credit}".strip())
    for formula in how.formulas:
        st.latex(formula)
    for function in how.code:
        module = inspect.getmodule(function)
        name = module.__name__.replace(".", "/") + ".py" if isinstance(module, ModuleType) else ""
        st.caption(f"`{function.__name__}` in `{name}`")
        st.code(inspect.getsource(function), language="python")
