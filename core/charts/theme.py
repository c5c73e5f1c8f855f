"""The one place that knows a colour, a font or a hover format.

Colours are chosen in pairs, one for each theme, and checked in ``tests/test_charts``: text at 4.5:1 and dots at 3:1
against the page, and neighbouring groups told apart by readers with red-green deficiency.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

import plotly.graph_objects as go

Mode = Literal["light", "dark"]
FONT = '"Source Sans", "Source Sans 3", "Source Sans Pro", "Segoe UI", system-ui, sans-serif'
TEXT_SIZE = 13
WIDE_ONLY = 0.01  # pixels


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, as hexadecimal strings.

    Attributes
    ----------
    paper, ink, faint, grid : str
        The page, text, secondary text, and lines that only guide the eye.
    accent, loss : str
        What the reader picked; what the map failed to keep.
    groups : tuple of str
        Colours of groups, in the order in which a legend lists them.
    """

    mode: Mode
    paper: str
    ink: str
    faint: str
    grid: str
    accent: str
    loss: str
    groups: tuple[str, ...]


LIGHT = Theme(
    mode="light",
    paper="#fbfaf7",
    ink="#1d1b26",
    faint="#5f5b6b",
    grid="#e4e1d9",
    accent="#4338ca",
    loss="#b4231f",
    groups=("#1d1b26", "#bb530b", "#1d6fb8", "#0b7a5c", "#a5337f", "#5e4a00", "#5038c8"),
)
DARK = Theme(
    mode="dark",
    paper="#12131c",
    ink="#ecebf4",
    faint="#a7a5b8",
    grid="#2b2d3d",
    accent="#a5a1ff",
    loss="#ff8f7d",
    groups=("#ecebf4", "#f59e5b", "#6cb2f5", "#45c79d", "#ec86c6", "#f0d860", "#7f6bf0"),
)


SENSE_TINTS = ("orange", "blue", "green", "pink", "yellow", "violet")  # what the groups but the first are called


def theme(mode: str | None) -> Theme:
    """Return the theme of that name; light for anything else."""
    return DARK if mode == "dark" else LIGHT


def group_colours(groups: Sequence[str], look: Theme) -> dict[str, str]:
    """Return a colour for each group.

    The first colour is the ink of the page and is for the word that a set is about; a set without one starts
    with the second.
    """
    offset = 0 if groups and groups[0] == "the word itself" else 1
    palette = look.groups if offset == 0 else look.groups[1:]
    return {group: palette[i % len(palette)] for i, group in enumerate(groups)}


def rgba(colour: str, alpha: float) -> str:
    """Return a hexadecimal colour with an opacity from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:.2f})"


def blend(first: str, second: str) -> str:
    """Return the colour half way between two hexadecimal colours."""
    return mixed((first, second), (0.5, 0.5))


def mixed(colours: Sequence[str], shares: Sequence[float]) -> str:
    """Return the mixture of hexadecimal colours in proportions that sum to 1."""
    channels = (
        sum(share * int(colour[i : i + 2], 16) for colour, share in zip(colours, shares, strict=True))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{min(max(int(channel), 0), 255):02x}" for channel in channels)


def sense_colours(n: int, look: Theme) -> tuple[str, ...]:
    """Return the colours of a word's senses, in the catalogue's order: the same on every page."""
    palette = look.groups[1:]
    return tuple(palette[i % len(palette)] for i in range(n))


def label_font(look: Theme, *, narrow: bool, size: int = 12) -> dict[str, object]:
    """Return the font of a label that may lie on dots, lines or haze: ink in a halo of paper.

    Plotly puts no name of ours on what it draws. A size larger by ``WIDE_ONLY`` is what the page's style rule knows the
    labels by that a phone has no room for.
    """
    halo = ", ".join(f"{x}px {y}px 2px {look.paper}" for x in (-1, 0, 1) for y in (-1, 0, 1))
    return {"color": look.ink, "size": size if narrow else size + WIDE_ONLY, "shadow": halo}


def plain(text: str) -> str:
    """Return text that Plotly draws as it stands: its pseudo-HTML is made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Plan(dict[str, Any]):
    """Nested settings of a layout: set by name, ``plan.xaxis.title.text = "cosine"``, or merged by :meth:`update`."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__({name: _planned(value) for name, value in settings.items()})

    def __getattr__(self, name: str) -> Any:
        """Return a setting, None where it was not set."""
        return self.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = _planned(value)

    def update(self, **settings: Any) -> None:  # type: ignore[override]
        """Set several; of a setting that is nested, only what is given."""
        for name, value in settings.items():
            here = self.get(name)
            if isinstance(here, Plan) and isinstance(value, Mapping):
                here.update(**value)
            else:
                self[name] = _planned(value)


def _planned(value: Any) -> Any:
    return Plan(value) if isinstance(value, Mapping) else value


class PlainFigure(go.Figure):  # type: ignore[misc]
    """A figure of plain dictionaries and lists, which goes to the browser as it is.

    Plotly checks each property that is set, and copies all of them once more to draw them: that was half of what a run
    of the drift page took. Here they are checked when ``data``, ``layout`` or ``frames`` are read: by the tests, and
    for the file that a reader keeps. ``go.Figure(figure)`` makes one of Plotly's own, to be changed further.

    Attributes
    ----------
    plan : Plan
        The layout, to be written.
    data, layout, frames
        What was written, checked by Plotly: to be read.

    Raises
    ------
    ValueError
        Of Plotly, when what is read has a property that it does not know.
    """

    _grid_str = _grid_ref = None  # no subplots; Plotly asks when it makes one of its own

    def __init__(self, layout: Mapping[str, Any]) -> None:
        # Not Plotly's own beginning: it would make and check a layout that nobody uses.
        self._plan = Plan(layout)
        self._traces: list[Any] = []
        self._film: Sequence[dict[str, Any]] = ()
        self._read: go.Figure | None = None

    @property
    def plan(self) -> Plan:
        """The layout, to be written."""
        self._read = None
        return self._plan

    def add_traces(self, data: Sequence[Any], rows: None = None, cols: None = None, **more: None) -> PlainFigure:
        """Add traces, dictionaries or Plotly's objects, to the one plot that there is."""
        self._read = None
        self._traces += data
        return self

    @property
    def data(self) -> tuple[Any, ...]:
        """The traces, checked."""
        return tuple(self._checked().data)

    @property
    def layout(self) -> Any:
        """The layout, checked."""
        return self._checked().layout

    @property
    def frames(self) -> tuple[Any, ...]:
        """The frames, checked."""
        return tuple(self._checked().frames)

    @frames.setter
    def frames(self, film: Sequence[dict[str, Any]]) -> None:
        self._read, self._film = None, film

    def to_dict(self) -> dict[str, Any]:
        """Return what Plotly's script in the browser draws."""
        # Plotly's objects may hold arrays of thousands of numbers, which it packs.
        traces = [dict(one) if isinstance(one, dict) else go.Figure(one).to_dict()["data"][0] for one in self._traces]
        whole: dict[str, Any] = {"data": traces, "layout": self._plan}
        return whole | {"frames": list(self._film)} if self._film else whole

    def _checked(self) -> go.Figure:
        if self._read is None:
            self._read = go.Figure(*deepcopy((self._traces, self._plan, self._film)))  # Plotly changes what it is given
        return self._read


def figure(look: Theme, *, height: int = 500) -> go.Figure:
    """Return an empty figure in the house look, axes fixed and legend above."""
    axis = {
        "showgrid": True,
        "gridcolor": look.grid,
        "gridwidth": 1,
        "zeroline": False,
        "linecolor": look.grid,
        "tickfont": {"color": look.faint, "size": 11},
        "title": {"font": {"color": look.faint, "size": TEXT_SIZE}, "standoff": 6},
        "ticks": "",
        "nticks": 7,
        "automargin": True,
    }
    layout = {
        "template": "none",
        "height": height,
        "paper_bgcolor": look.paper,
        "plot_bgcolor": look.paper,
        "font": {"family": FONT, "size": TEXT_SIZE, "color": look.ink},
        "margin": {"l": 8, "r": 8, "t": 34, "b": 8},
        "xaxis": axis,
        "yaxis": axis,
        "hoverlabel": {
            "bgcolor": look.paper,
            "bordercolor": look.faint,
            "font": {"family": FONT, "size": TEXT_SIZE, "color": look.ink},
            "align": "left",
        },
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1.0,
            "yanchor": "bottom",
            "font": {"color": look.ink, "size": TEXT_SIZE},
            "bgcolor": "rgba(0,0,0,0)",
            "itemsizing": "constant",
            "tracegroupgap": 0,
        },
        "hovermode": "closest",
        "dragmode": "pan",
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": look.faint, "activecolor": look.accent},
    }
    return PlainFigure(layout)
