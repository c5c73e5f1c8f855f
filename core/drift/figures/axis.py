"""The axis that the charts of a drift share: how far the text has shifted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import TEXT_SIZE, Theme, plain
from core.drift.path import Drift, Floats


def way(drift: Drift) -> Floats:
    """Return where each proportion stands on the axis, (T,): the second sense's share of two, else the step, 0 to 1."""
    if len(drift.names) == 2:
        return drift.proportions[:, 1]
    return np.linspace(0, 1, len(drift.proportions))


def along(drift: Drift, shares: Sequence[float]) -> float | None:
    """Return where some proportions stand on the axis; None where the way does not pass through them."""
    if len(drift.names) == 2:
        return float(shares[1])
    distances = np.abs(drift.proportions - np.asarray(shares)).sum(axis=1)
    nearest = int(distances.argmin())
    return float(way(drift)[nearest]) if distances[nearest] < 0.02 else None


def usual_marks(drift: Drift, spot: Drift, corpus: Sequence[float] | None) -> dict[str, float | None]:
    """Return where the chosen proportions and those of our text stand on the axis, for :func:`add_marks`."""
    return {
        "chosen": along(drift, spot.proportions[0].tolist()),
        "our text": None if corpus is None else along(drift, corpus),
    }


def set_way(fig: go.Figure, drift: Drift, *, pad: float = 0.02) -> None:
    """Set the horizontal axis of a chart of a drift."""
    if len(drift.names) == 2:
        ticks: list[float] = [0, 0.25, 0.5, 0.75, 1]
        texts = [f"{100 * tick:g} %" for tick in ticks]
        title = f"share of “{plain(drift.names[1])}”, the rest is “{plain(drift.names[0])}”"
    else:
        corners = [int(np.argmax(drift.proportions[:, sense])) for sense in range(len(drift.names))]
        ticks = [float(way(drift)[corner]) for corner in corners] + [1.0]
        texts = [f"all<br>{plain(name)}" for name in drift.names] + ["even<br>mix"]
        title = ""
    fig.plan.xaxis.update(
        range=[-pad, 1 + pad], tickvals=ticks, ticktext=texts, title={"text": title}, fixedrange=True, tickangle=0
    )
    fig.plan.yaxis.fixedrange = True
    fig.plan.dragmode = False


def add_marks(fig: go.Figure, marks: Mapping[str, float | None], look: Theme) -> None:
    """Draw an upright line with its name above it at places of the axis."""
    shapes: list[dict[str, Any]] = list(fig.plan.shapes or ())
    notes: list[dict[str, Any]] = list(fig.plan.annotations or ())
    placed: list[float] = []
    for name, at in sorted(marks.items(), key=lambda mark: -1 if mark[1] is None else mark[1]):
        if at is None:
            continue
        level = sum(abs(at - other) < 0.3 for other in placed)  # names that would touch stand above each other
        placed.append(at)
        shapes.append(
            {
                "type": "line",
                "x0": at,
                "x1": at,
                "y0": 0,
                "y1": 1,
                "yref": "y domain",
                "line": {"color": look.faint, "width": 1.2, "dash": "dot"},
                "layer": "below",
            }
        )
        notes.append(
            {
                "x": at,
                "y": 1,
                "yref": "y domain",
                "yanchor": "bottom",
                "yshift": 15 * level,
                "text": plain(name),
                "showarrow": False,
                "font": {"color": look.faint, "size": TEXT_SIZE - 1},
            }
        )
    fig.plan.shapes, fig.plan.annotations = shapes, notes
