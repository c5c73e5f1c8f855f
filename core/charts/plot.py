"""A picture as plain data, and the few builders that every figure is made with.

A :class:`Plot` holds traces, a layout and frames as dictionaries and lists, in Plotly's own vocabulary, and nothing
else: Plotly checks every property of it in the tests (:func:`core.charts.adapter.figure_of`), and the browser's
Plotly draws it as it stands. The names of those properties are known here and, where a figure needs something rare,
in that figure's ``**more``.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.charts.labels import Label
from core.charts.theme import FONT, TEXT_SIZE, Theme, label_font, plain

Trace = dict[str, Any]
Values = Sequence[Any] | npt.NDArray[Any] | dict[str, str]  # the last as `packed` returns it
HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}"
CLEAR = "rgba(0,0,0,0)"


@dataclass(frozen=True, eq=False)
class Plot:
    """What is drawn, as plain data.

    Attributes
    ----------
    traces : tuple of dict
        What lies on the axes, the first at the bottom.
    layout : dict
        Axes, margins, legend, annotations.
    frames : tuple of dict
        What each step of an animation changes; none for a still picture.
    """

    traces: tuple[Trace, ...] = field(repr=False)
    layout: Mapping[str, Any] = field(repr=False)
    frames: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)

    def played(self, frames: Sequence[Mapping[str, Any]]) -> Plot:
        """Return the plot with frames to be played."""
        return replace(self, frames=tuple(frames))

    def as_dict(self) -> dict[str, Any]:
        """Return what Plotly's script draws: ``data``, ``layout`` and, where there are any, ``frames``."""
        whole: dict[str, Any] = {"data": list(self.traces), "layout": self.layout}
        return whole | {"frames": list(self.frames)} if self.frames else whole


@dataclass(frozen=True, eq=False)
class Hover:
    """What a pointer is told over each mark.

    Attributes
    ----------
    rows : sequence of sequence
        For each mark the values that the template names; what a person typed has gone through ``plain``.
    template : str
        Plotly's hover template, without the name of the trace.
    """

    rows: Sequence[Sequence[object]] | None = field(repr=False)
    template: str = HOVER


def dots(
    x: Values,
    y: Values,
    *,
    color: Any = None,
    size: Any = 9,
    symbol: Any = None,
    edge: tuple[Any, Any] | None = None,
    opacity: float | None = 1,
    name: str | None = None,
    text: Sequence[str] | None = None,
    position: Any = "top center",
    font: Mapping[str, Any] | None = None,
    hover: Hover | None = None,
    marker: Mapping[str, Any] | None = None,
    **more: Any,
) -> Trace:
    """Return points, each with a text beside it where ``text`` is given.

    Parameters
    ----------
    x, y : sequence of float, (n,)
        Where they stand.
    color, size, symbol
        One for all, or one for each.
    edge : tuple, optional
        Colour and width of the line around, each one for all or one for each.
    opacity : float, optional
        0 to 1; 0 for points that only keep their text clear of those that are seen.
    name : str, optional
        Its entry in the legend; none without it.
    text, position, font
        Beside the points: texts, Plotly's places for them, and their font.
    hover : Hover, optional
        Without it the pointer passes over them.
    marker : dict, optional
        What else Plotly knows of markers.
    """
    mark = _mark(edge, marker, color=color, size=size, symbol=symbol, opacity=opacity)
    found = _scatter("markers" if text is None else "markers+text", x, y, name, hover) | mark
    if text is not None:
        found |= {"text": list(text), "textposition": position} | _given(textfont=font)
    return found | more


def line(
    x: Values,
    y: Values,
    *,
    color: Any,
    width: float = 1.6,
    dash: str = "solid",
    name: str | None = None,
    hover: Hover | None = None,
    **more: Any,
) -> Trace:
    """Return a line through points; None among them is a gap."""
    stroke = {"color": color, "width": width} | _given(dash=None if dash == "solid" else dash)
    return _scatter("lines", x, y, name, hover) | {"line": stroke} | more


def texts(
    x: Values,
    y: Values,
    text: Sequence[str],
    *,
    font: Mapping[str, Any],
    position: Any = "middle center",
    hover: Hover | None = None,
    **more: Any,
) -> Trace:
    """Return texts without marks."""
    found = _scatter("text", x, y, None, hover)
    return found | {"text": list(text), "textposition": position, "textfont": dict(font), "cliponaxis": False} | more


def bars(
    values: Values,
    places: Values,
    *,
    color: Any,
    name: str | None = None,
    level: bool = True,
    text: Sequence[str] | None = None,
    width: Any = None,
    base: Values | None = None,
    edge: tuple[Any, Any] | None = None,
    hover: Hover | None = None,
    marker: Mapping[str, Any] | None = None,
    **more: Any,
) -> Trace:
    """Return bars, level from the left or (``level=False``) upright, of some values at some places."""
    along, across = ("x", "y") if level else ("y", "x")
    found = {"type": "bar", along: _plain(values), across: _plain(places)} | _mark(edge, marker, color=color)
    found |= _given(orientation="h" if level else None, width=_plain(width), base=_plain(base), text=_plain(text))
    return found | _named(name) | _told(hover) | more


def placed(
    chosen: Sequence[Label],
    points: npt.NDArray[Any],
    texts: Sequence[str],
    look: Theme,
    *,
    marker: float = 16,
    size: int = 12,
    color: str | None = None,
    bold: Sequence[int] = (),
    **more: Any,
) -> list[Trace]:
    """Return two traces of labels that :func:`core.charts.labels.place_labels` chose.

    The first holds those for which a phone has room, the second those that only a wide screen shows.

    Parameters
    ----------
    chosen : sequence of Label
        Which points have one, and on which side.
    points : ndarray (n, 2)
        All points.
    texts : sequence of str, (n,)
        Their texts, as they were typed.
    look : Theme
        Colours.
    marker, size : float
        Diameter of the mark that the label is kept clear of, and size of its font, pixels.
    color : str, optional
        Of the text, instead of ink.
    bold : sequence of int
        Points whose label is set in bold.
    """
    traces = []
    for narrow in (True, False):
        mine = [label for label in chosen if label.narrow == narrow]
        rows = [label.point for label in mine]
        written = [f"<b>{plain(texts[row])}</b>" if row in bold else plain(texts[row]) for row in rows]
        sides, font = [label.side for label in mine], label_font(look, narrow=narrow, size=size) | _given(color=color)
        x, y = points[np.array(rows, dtype=int), :2].T
        traces.append(dots(x, y, text=written, position=sides, font=font, size=marker, opacity=0, **more))
    return traces


def axis(
    title: str = "",
    low: float | None = None,
    high: float | None = None,
    *,
    ticks: tuple[Sequence[float], Sequence[str]] | None = None,
    font: Mapping[str, Any] | None = None,
    grid: bool = True,
    shown: bool = True,
    fixed: bool = True,
    **more: Any,
) -> dict[str, Any]:
    """Return what :func:`still` is told of an axis.

    Parameters
    ----------
    title : str
        What it measures, with its unit or range.
    low, high : float, optional
        What it shows; high below low turns it round.
    ticks : tuple, optional
        Where the ticks stand and what they say; Plotly's own otherwise.
    font : dict, optional
        Of the ticks.
    grid, shown : bool
        Whether it has lines across, and whether it is drawn at all.
    fixed : bool
        Whether it stays as it is when the reader drags.
    """
    found: dict[str, Any] = {} if shown else {"visible": False}
    found |= {"title": {"text": title}} if title else {}
    found |= {} if low is None or high is None else {"range": [low, high]}
    found |= {} if ticks is None else {"tickvals": list(ticks[0]), "ticktext": list(ticks[1])}
    found |= _given(tickfont=font, showgrid=None if grid else False, fixedrange=True if fixed else None)
    return found | more


def axis_of_names(names: Sequence[str], look: Theme, size: int = TEXT_SIZE) -> dict[str, Any]:
    """Return an upright axis with a name at each whole number from 0, the first on top."""
    return axis("", len(names) - 0.4, -0.6, ticks=(range(len(names)), names), font=look.font(size), grid=False)


def still(
    traces: Sequence[Trace],
    look: Theme,
    *,
    x: Mapping[str, Any] | None = None,
    y: Mapping[str, Any] | None = None,
    height: int = 500,
    drag: str | bool = False,
    **more: Any,
) -> Plot:
    """Return a picture in the house look: fixed axes, legend above, hover on paper.

    Parameters
    ----------
    traces : sequence of dict
        What is drawn, from the builders above.
    look : Theme
        Colours.
    x, y : dict, optional
        The axes, from :func:`axis`.
    height : int
        Pixels.
    drag : str or bool
        What dragging does: nothing, or Plotly's "pan" or "select".
    **more
        What else of Plotly's layout is set: annotations, shapes, another axis. Of what the house look has, only
        what is given is replaced.
    """
    scale = {
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
    font = {"family": FONT, "size": TEXT_SIZE, "color": look.ink}
    layout = {
        "template": "none",
        "height": height,
        "paper_bgcolor": look.paper,
        "plot_bgcolor": look.paper,
        "font": font,
        "margin": {"l": 8, "r": 8, "t": 34, "b": 8},
        "hoverlabel": {"bgcolor": look.paper, "bordercolor": look.faint, "font": font, "align": "left"},
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1.0,
            "yanchor": "bottom",
            "font": {"color": look.ink, "size": TEXT_SIZE},
            "bgcolor": CLEAR,
            "itemsizing": "constant",
            "tracegroupgap": 0,
        },
        "hovermode": "closest",
        "dragmode": drag,
        "modebar": {"bgcolor": CLEAR, "color": look.faint, "activecolor": look.accent},
    }
    axes = {"xaxis": x or {}, "yaxis": y or {}}
    axes |= {name: more.pop(name) for name in list(more) if name.startswith(("xaxis", "yaxis"))}
    layout |= {name: _merged(scale, settings) for name, settings in axes.items()}
    return Plot(tuple(traces), _merged(layout, more))


def frame(name: str, traces: Sequence[Trace], numbers: Sequence[int]) -> dict[str, Any]:
    """Return one step of an animation: what it changes, and the numbers of the traces that this belongs to."""
    return {"name": name, "data": list(traces), "traces": list(numbers)}


def note(x: float, y: float, text: str, *, font: Mapping[str, Any], paper: bool = False, **more: Any) -> dict[str, Any]:
    """Return a text on the picture, placed by the axes, or (``paper``) by the picture from 0 to 1."""
    where = {"xref": "paper", "yref": "paper"} if paper else {}
    return {"x": x, "y": y, "text": text, "font": dict(font), "showarrow": False} | where | more


def rule(
    *, color: str, x: float | None = None, y: float | None = None, width: float = 1, dash: str = "dot", **more: Any
) -> dict[str, Any]:
    """Return a line across the whole picture, below the marks: upright at ``x``, or level at ``y``."""
    along, across, at = ("y", "x", x) if x is not None else ("x", "y", y)
    ends = {f"{across}0": at, f"{across}1": at, f"{along}0": 0, f"{along}1": 1, f"{along}ref": f"{along} domain"}
    return {"type": "line", "line": {"color": color, "width": width, "dash": dash}, "layer": "below"} | ends | more


def play(
    look: Theme, *, wait: int, step: int, pause: str = "⏸ Pause", again: bool = False, **place: Any
) -> dict[str, Any]:
    """Return the buttons that play the frames and stop them; the page puts a slider beside them for the keyboard.

    Parameters
    ----------
    look : Theme
        Colours.
    wait, step : int
        Milliseconds that a frame stands, and that the way to it takes.
    pause : str
        What the second button says.
    again : bool
        Whether play begins with the first frame each time.
    **place
        Where they stand.
    """
    run = {
        "frame": {"duration": wait, "redraw": False},
        "transition": {"duration": step, "easing": "linear"},
        "mode": "immediate",
    } | ({"fromcurrent": False} if again else {})
    return {
        "type": "buttons",
        "direction": "right",
        "showactive": False,
        "bgcolor": look.paper,
        "bordercolor": look.faint,
        "font": {"color": look.ink, "size": TEXT_SIZE},
        "buttons": [
            {"label": "▶ Play", "method": "animate", "args": [None, run]},
            {"label": pause, "method": "animate", "args": [[None], halt()]},
        ],
    } | place


def halt() -> dict[str, Any]:
    """Return the settings with which Plotly goes to a frame at once and stays there."""
    return {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}


def packed(values: npt.NDArray[Any], kind: npt.DTypeLike = np.float32) -> dict[str, str]:
    """Return an array as Plotly's script takes it without reading thousands of numbers: its bytes."""
    small = np.ascontiguousarray(values, dtype=kind)
    found = {"dtype": small.dtype.str[1:], "bdata": base64.b64encode(small.tobytes()).decode("ascii")}
    return found if small.ndim == 1 else found | {"shape": ", ".join(map(str, small.shape))}


def _scatter(mode: str, x: Values, y: Values, name: str | None, hover: Hover | None) -> Trace:
    return {"type": "scatter", "mode": mode, "x": _plain(x), "y": _plain(y)} | _named(name) | _told(hover)


def _named(name: str | None) -> Trace:
    return {"showlegend": False} if name is None else {"name": plain(name)}


def _told(hover: Hover | None) -> Trace:
    if hover is None:
        return {"hoverinfo": "skip"}
    rows = {} if hover.rows is None else {"customdata": [list(row) for row in hover.rows]}
    return {**rows, "hovertemplate": f"{hover.template}<extra></extra>"}


def _plain(values: Any) -> Any:
    if isinstance(values, np.ndarray):
        return values.tolist()
    return list(values) if isinstance(values, Sequence) else values


def _given(**said: Any) -> Trace:
    """Return of some settings those that say something."""
    return {name: value for name, value in said.items() if value is not None}


def _mark(edge: tuple[Any, Any] | None, more: Mapping[str, Any] | None, **said: Any) -> Trace:
    line = None if edge is None else {"color": edge[0], "width": edge[1]}
    return {"marker": _given(line=line, **said) | dict(more or {}), "cliponaxis": False}


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings with others over them; of a setting that is nested, only what is given is replaced."""
    found = dict(base)
    for name, value in over.items():
        here = found.get(name)
        found[name] = _merged(here, value) if isinstance(here, Mapping) and isinstance(value, Mapping) else value
    return found
