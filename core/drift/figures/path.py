"""The figure of the drift page: a word on its way through the plane of its senses, with two laws beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.labels import WIDE, Extent, place_labels
from core.charts.points import extent_of
from core.charts.theme import TEXT_SIZE, Theme, figure, label_font, mixed, plain, rgba, sense_colours
from core.drift.nearby import Nearby
from core.drift.path import Drift, Floats
from core.drift.sense_plane import SensePlane
from core.text import whole_percents

LIST = 0.77  # where the list of nearest words begins, as a share of the width
SLIDER = 0.32  # where the slider begins, beside the buttons
TRAILS = (("solved anew", "solid"), ("linear average", "dash"), ("log law", "dot"))


@dataclass(frozen=True, eq=False)
class Around:
    """Words that stand about the senses.

    Attributes
    ----------
    words : tuple of str, (n,)
        The nearest words of each sense.
    vectors : ndarray (n, d)
        Their vectors.
    belongs : tuple of int, (n,)
        Of which sense each is a neighbour.
    """

    words: tuple[str, ...]
    vectors: Floats = field(repr=False)
    belongs: tuple[int, ...]


def build_drift(
    drift: Drift,
    near: Nearby,
    plane: SensePlane,
    look: Theme,
    *,
    spot: Drift,
    spot_near: Nearby,
    around: Around,
    own: Floats | None = None,
    corpus: Drift | None = None,
    height: int = 470,
) -> go.Figure:
    """Draw a drift with its frames, and the ten nearest words beside it.

    Parameters
    ----------
    drift, near : Drift, Nearby
        The way, and what is near along it: one frame a proportion.
    plane : SensePlane
        Of the drift's senses.
    look : Theme
        Colours.
    spot, spot_near : Drift, Nearby
        What is shown before anything moves: one frame.
    around : Around
        Words to stand about the senses.
    own : ndarray (d,), optional
        The word's own vector as it was trained on the untouched corpus.
    corpus : Drift, optional
        One frame at the proportions that the corpus has; it is marked.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    colours = sense_colours(len(drift.names), look)
    extent = _extent([drift, spot] + ([] if corpus is None else [corpus]), plane, around, own)
    still = _still(drift, plane, look, colours, around, own, corpus, height, extent)
    states = [
        {**fixed, **moved} | {"marker": fixed.get("marker", {}) | moved.get("marker", {})}
        for fixed, moved in zip(_fixed(drift, look), _moved(spot, 0, spot_near, plane, look, colours), strict=True)
    ]
    fig.add_traces([*still, *states])
    numbers = list(range(len(still), len(still) + len(states)))
    # A frame holds only what it changes: Plotly checks every property, and there are 41 frames.
    fig.frames = [
        {"name": str(frame), "data": _moved(drift, frame, near, plane, look, colours), "traces": numbers}
        for frame in range(len(drift.proportions))
    ]
    left, right, bottom, top = extent
    across, up = fig.plan.xaxis, fig.plan.yaxis
    for axis, limits in ((across, [left, right]), (up, [bottom, top])):
        axis.update(range=limits, showgrid=False, showticklabels=False, fixedrange=True, showline=False)
    across.domain = [0, LIST - 0.03]
    up.update(scaleanchor="x", scaleratio=1)
    fig.plan.xaxis2 = {"domain": [LIST, 1], "range": [0, 1], "visible": False, "fixedrange": True, "anchor": "y2"}
    fig.plan.yaxis2 = {
        "domain": [0, 1],
        "range": [10.6, -0.4 - 0.42 * len(drift.names)],
        "visible": False,
        "fixedrange": True,
        "anchor": "x2",
    }
    fig.plan.margin = {"l": 4, "r": 4, "t": 30, "b": 78}
    fig.plan.dragmode = False
    _add_controls(fig, drift, spot, look)
    if len(drift.names) == 2:  # more senses leave no room for names: the legend has them
        fig.plan.annotations = [*fig.plan.annotations, *_trail_names(drift, plane, look)]
    return fig


def share_text(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return proportions as they are read, whole percentages that sum to 100: "60 % finance, 40 % river"."""
    return ", ".join(f"{whole} % {plain(name)}" for name, whole in zip(names, whole_percents(shares), strict=True))


def _extent(shown: Sequence[Drift], plane: SensePlane, around: Around, own: Floats | None) -> Extent:
    """Return what is shown: all but the origin of two senses, which lies far below what matters."""
    parts = [part for one in shown for part in (one.vectors, one.linear, one.log_law, one.senses)]
    parts.append(around.vectors)
    if own is not None:
        parts.append(own[None])
    return extent_of(plane.place(np.vstack(parts)), pad=0.1)


def _still(
    drift: Drift,
    plane: SensePlane,
    look: Theme,
    colours: Sequence[str],
    around: Around,
    own: Floats | None,
    corpus: Drift | None,
    height: int,
    extent: Extent,
) -> list[dict[str, Any]]:
    """Return the traces that never move: rays or edges, trails, senses, their neighbours, the trained vector."""
    ends = plane.place(drift.senses)
    traces: list[dict[str, Any]] = [_frame_lines(ends, look)]
    for (name, dash), vectors in zip(TRAILS, (drift.vectors, drift.linear, drift.log_law), strict=True):
        way = plane.place(vectors)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": name,
                "showlegend": len(drift.names) > 2,
                "x": way[:, 0].tolist(),
                "y": way[:, 1].tolist(),
                "line": {"color": look.ink if dash == "solid" else look.faint, "width": 2.4, "dash": dash},
                "hoverinfo": "skip",
            }
        )
    way = plane.place(drift.vectors)
    traces.append(
        {
            "type": "scatter",
            "mode": "markers",
            "x": way[:, 0].tolist(),
            "y": way[:, 1].tolist(),
            "marker": {"size": 7, "color": [mixed(colours, shares.tolist()) for shares in drift.proportions]},
            "customdata": [
                [share_text(drift.names, shares), f"{np.sqrt(max(0, 1 - outside**2)):.2f}"]
                for shares, outside in zip(drift.proportions, drift.residual, strict=True)
            ],
            "hovertemplate": "%{customdata[0]}<br>cosine %{customdata[1]} with the senses' span<extra></extra>",
            "showlegend": False,
        }
    )
    traces += _labelled(drift, ends, plane, look, colours, around, height, extent)
    if corpus is not None:
        here = plane.place(corpus.vectors)[0]
        text = f"as mixed in our text<br>{share_text(drift.names, corpus.proportions[0].tolist())}"
        traces.append(_mark(here, "triangle-up", "our mix of its senses", look, text))
    if own is not None:
        here = plane.place(own[None])[0]
        off = f"as trained on the untouched text<br>{_off_said(float(plane.off(own[None])[0]))}"
        traces.append(_mark(here, "star", f"{drift.word} as trained on our text", look, off))
    return traces


def _trail_names(drift: Drift, plane: SensePlane, look: Theme) -> list[dict[str, Any]]:
    """Return each trail's name, a little off the trail, where it is far from the others."""
    first = int(np.argmax(drift.proportions[:, 1]))
    names = []
    for (name, _), vectors, share, x, y in zip(
        TRAILS, (drift.vectors, drift.linear, drift.log_law), (0.66, 0.78, 0.72), (0, 0, 10), (-13, -11, 0), strict=True
    ):
        place = plane.place(vectors[round(share * first)][None])[0]
        names.append(
            {
                "x": float(place[0]),
                "y": float(place[1]),
                "xshift": x,
                "yshift": y,
                "xanchor": "left" if x else "center",
                "text": name,
                "showarrow": False,
                "font": label_font(look, narrow=True) | {"color": look.faint},
            }
        )
    return names


def _mark(at: Sequence[float], symbol: str, name: str, look: Theme, text: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": plain(name),
        "x": [float(at[0])],
        "y": [float(at[1])],
        "marker": {"symbol": symbol, "size": 14, "color": look.ink, "line": {"color": look.paper, "width": 1.5}},
        "hovertemplate": text + "<extra></extra>",
    }


def _frame_lines(ends: Floats, look: Theme) -> dict[str, Any]:
    """Return rays from the origin to two senses, or the edges of a triangle of more."""
    x: list[float | None] = []
    y: list[float | None] = []
    corners = [np.zeros(2), *ends] if len(ends) == 2 else list(ends)
    pairs = [(0, 1), (0, 2)] if len(ends) == 2 else [(i, (i + 1) % len(ends)) for i in range(len(ends))]
    for start, stop in pairs:
        x += [float(corners[start][0]), float(corners[stop][0]), None]
        y += [float(corners[start][1]), float(corners[stop][1]), None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": look.grid, "width": 2},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _labelled(
    drift: Drift,
    ends: Floats,
    plane: SensePlane,
    look: Theme,
    colours: Sequence[str],
    around: Around,
    height: int,
    extent: Extent,
) -> list[dict[str, Any]]:
    """Return the senses and the words about them, with the labels for which there is room."""
    places = np.vstack([ends, plane.place(around.vectors)]) if around.words else ends
    words = [*drift.names, *around.words]
    belongs = [*range(len(drift.names)), *around.belongs]
    # Points without a name keep the names off the trails.
    trails = plane.place(np.vstack([drift.vectors[::2], drift.linear[::2], drift.log_law[::2]]))
    labels = place_labels(
        np.vstack([places, trails]).astype(np.float32),
        [*words, *([""] * len(trails))],
        extent,
        height=height - 110,
        wide=WIDE * (LIST - 0.03),
        size=12.0,
        marker=12.0,
        equal=True,
        order=range(len(words)),
    )
    traces: list[dict[str, Any]] = []
    for sense, colour in enumerate(colours):
        mine = [i for i, owner in enumerate(belongs) if owner == sense]
        heads = [i < len(drift.names) for i in mine]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": plain(drift.names[sense]),
                "x": places[mine, 0].tolist(),
                "y": places[mine, 1].tolist(),
                "marker": {"color": colour, "size": [15 if head else 6 for head in heads], "opacity": 0.9},
                "customdata": [
                    [plain(words[i]), "the word with this sense alone" if head else f"near {plain(drift.names[sense])}"]
                    for i, head in zip(mine, heads, strict=True)
                ],
                "hovertemplate": "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
                "showlegend": False,
                "cliponaxis": False,
            }
        )
        for narrow in (True, False):
            shown = [found for found in labels if found.point in mine and found.narrow == narrow]
            traces.append(
                {
                    "type": "scatter",
                    "mode": "markers+text",
                    "x": [float(places[found.point, 0]) for found in shown],
                    "y": [float(places[found.point, 1]) for found in shown],
                    "text": [
                        f"<b>{plain(words[found.point])}</b>"
                        if found.point < len(drift.names)
                        else plain(words[found.point])
                        for found in shown
                    ],
                    "textposition": [found.side for found in shown],
                    "textfont": label_font(look, narrow=narrow) | {"color": colour},
                    "marker": {"size": 12, "opacity": 0},
                    "hoverinfo": "skip",
                    "showlegend": False,
                    "cliponaxis": False,
                }
            )
    return traces


def _off_said(off: float) -> str:
    return f"off the plane by {100 * off:.0f} % of its length"


def _fixed(drift: Drift, look: Theme) -> list[dict[str, Any]]:
    """Return what no frame changes of the traces that move: halo and laws, the word, and the list of nearest words."""
    return [
        {
            "mode": "markers",
            # The halo; the linear average; the log law.
            "marker": {
                "symbol": ["circle", "circle", "diamond"],
                "opacity": 1,  # else Plotly takes points of several sizes for bubbles and lets them shine through
                "line": {"color": ["rgba(0,0,0,0)", look.faint, look.faint], "width": [0, 2, 2]},
            },
            "hovertext": ["", "the linear average", "the log law"],
            "hoverinfo": "text",
            "showlegend": False,
            "cliponaxis": False,
        },
        {
            # On its own: among points without text, Plotly lets a label fly in from elsewhere.
            "mode": "markers+text",
            "marker": {"size": 18, "line": {"color": look.paper, "width": 2}},
            "text": [f"<b>{plain(drift.word)}</b>"],
            "textposition": "top center",
            "textfont": label_font(look, narrow=True, size=14),
            "hoverinfo": "text",
            "showlegend": False,
            "cliponaxis": False,
        },
        {
            "mode": "text",
            "textposition": "middle right",
            "xaxis": "x2",
            "yaxis": "y2",
            "hoverinfo": "skip",
            "showlegend": False,
            "cliponaxis": False,
        },
    ]


def _moved(
    drift: Drift, frame: int, near: Nearby, plane: SensePlane, look: Theme, colours: Sequence[str]
) -> list[dict[str, Any]]:
    """Return what a frame changes of these traces."""
    shares = drift.proportions[frame].tolist()
    colour = mixed(colours, shares)
    trained = drift.vectors[frame]
    places = np.round(plane.place(np.stack([trained, drift.linear[frame], drift.log_law[frame]])), 4)
    off = float(plane.off(trained[None])[0])
    listed = near.listed(frame)
    said = share_text(drift.names, shares)
    lines = [f"<b>{said.replace(', ', '<br>')}</b>", *(plain(near.words[i]) for i in listed)]
    own = f"{said}<br>{_off_said(off)}"
    return [
        {
            "type": "scatter",
            "x": places[:, 0].tolist(),
            "y": places[:, 1].tolist(),
            "marker": {"size": [18 + 80 * off, 11, 11], "color": [rgba(colour, 0.22), look.paper, look.paper]},
        },
        {
            "type": "scatter",
            "x": [float(places[0, 0])],
            "y": [float(places[0, 1])],
            "marker": {"color": colour},
            "hovertext": [own],
        },
        {
            "type": "scatter",
            "x": [0.0] * len(lines),
            "y": [0.2 - 0.21 * len(drift.names), *range(1, len(lines))],
            "text": lines,
            "textfont": {"size": TEXT_SIZE, "color": [look.ink, *(colours[int(near.belongs[i])] for i in listed)]},
        },
    ]


def _add_controls(fig: go.Figure, drift: Drift, spot: Drift, look: Theme) -> None:
    """Add play, pause, and a slider to drag; a keyboard uses the page's own slider, these take no focus."""
    run = {"frame": {"duration": 110, "redraw": False}, "transition": {"duration": 90, "easing": "linear"}}
    still = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    nearest = int(np.abs(drift.proportions - spot.proportions[0]).sum(axis=1).argmin())
    font = {"color": look.ink, "size": TEXT_SIZE}
    fig.plan.updatemenus = [
        {
            "type": "buttons",
            "direction": "right",
            "showactive": False,
            "x": 0,
            "xanchor": "left",
            "y": -0.03,
            "yanchor": "top",
            "pad": {"l": 4, "t": 16, "b": 0, "r": 0},
            "bgcolor": look.paper,
            "bordercolor": look.faint,
            "font": font,
            "buttons": [
                {"label": "▶ Play", "method": "animate", "args": [None, run | {"mode": "immediate"}]},
                {"label": "⏸", "method": "animate", "args": [[None], still]},
            ],
        }
    ]
    fig.plan.sliders = [
        {
            "active": nearest,
            "x": SLIDER,
            "len": 1 - SLIDER,
            "y": -0.03,
            "yanchor": "top",
            "pad": {"t": 12, "b": 0},
            "currentvalue": {"visible": False},
            "bgcolor": look.grid,
            "bordercolor": look.faint,
            "activebgcolor": look.accent,
            "tickcolor": look.faint,
            "minorticklen": 0,
            "ticklen": 0,
            "font": {"color": look.paper, "size": 1},
            "steps": [
                {"label": "", "method": "animate", "args": [[str(frame)], still]}
                for frame in range(len(drift.proportions))
            ],
        }
    ]
    # Plotly leaves out labels that it thinks too close, the ends among them, so these are ours.
    fig.plan.annotations = [
        {
            "x": SLIDER + (1 - SLIDER) * at,
            "y": -0.03,
            "xref": "paper",
            "yref": "paper",
            "xanchor": "left" if at == 0 else "right" if at == 1 else "center",
            "yanchor": "top",
            "yshift": -32,
            "text": text,
            "showarrow": False,
            "font": {"color": look.faint, "size": TEXT_SIZE - 1},
        }
        for at, text in _stops(drift)
    ]


def _stops(drift: Drift) -> list[tuple[float, str]]:
    """Return what stands under the slider, and where, 0 to 1."""
    last = len(drift.proportions) - 1
    corners = [int(np.argmax(drift.proportions[:, sense])) / last for sense in range(len(drift.names))]
    stops = [(at, f"all {plain(name)}") for at, name in zip(corners, drift.names, strict=True)]
    if len(stops) == 2:
        return [*stops, (0.5, "half and half")]
    # On a phone there is room for three.
    return [*(stops if len(stops) == 3 else stops[:1]), (1.0, "even mix")]
