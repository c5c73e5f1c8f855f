"""The axis that the charts of a drift share: how far the text has shifted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.charts import TEXT_SIZE, Theme, axis, note, plain, rule
from core.charts.card import Column
from core.drift.laws import Floats
from core.drift.path import Drift
from core.drift.scene import Scene


def way(drift: Drift) -> Floats:
    """Return where each proportion stands on the axis, (T,): the second sense's share of two, else the step, 0 to 1."""
    return drift.proportions[:, 1] if len(drift.names) == 2 else np.linspace(0, 1, len(drift.proportions))


def along(drift: Drift, shares: Sequence[float]) -> float | None:
    """Return where some proportions stand on the axis; None where the way does not pass through them."""
    if len(drift.names) == 2:
        return float(shares[1])
    nearest = drift.frame_at(shares)
    passes = np.abs(drift.proportions[nearest] - np.asarray(shares)).sum() < 0.02
    return float(way(drift)[nearest]) if passes else None


def way_axis(drift: Drift, *, pad: float = 0.02, **more: Any) -> dict[str, Any]:
    """Return the horizontal axis of a chart of a drift."""
    names = [plain(name) for name in drift.names]
    if len(names) == 2:
        title, ticks = f"share of “{names[1]}”, the rest is “{names[0]}”", [0, 0.25, 0.5, 0.75, 1]
        texts = [f"{100 * tick:g} %" for tick in ticks]
    else:
        title, ticks = "", [*way(drift)[drift.corners].tolist(), 1.0]
        texts = [*(f"all<br>{name}" for name in names), "even<br>mix"]
    return axis(title, -pad, 1 + pad, ticks=(ticks, texts), tickangle=0, **more)


def marked(scene: Scene, look: Theme, tip: float | None = None) -> dict[str, Any]:
    """Return upright lines with their names above: the proportions chosen, those of our text, and where it tips."""
    corpus = scene.corpus
    places: Mapping[str, float | None] = {
        "chosen": along(scene.way, scene.spot.proportions[0].tolist()),
        "our text": None if corpus is None else along(scene.way, corpus.proportions[0].tolist()),
        "tips": tip,
    }
    shown = sorted((at, name) for name, at in places.items() if at is not None)
    font, notes = {"color": look.faint, "size": TEXT_SIZE - 1}, []
    for i, (at, name) in enumerate(shown):
        level = sum(at - other < 0.3 for other, _ in shown[:i])  # names that would touch stand above each other
        notes.append(note(at, 1, name, font=font, yref="y domain", yanchor="bottom", yshift=15 * level))
    return {"shapes": [rule(color=look.faint, x=at, width=1.2) for at, _ in shown], "annotations": notes}


def shares_of(drift: Drift) -> dict[str, Column]:
    """Return the first columns of a table of a drift: the share of each sense."""
    return {f"share of {name}": drift.proportions[:, i] for i, name in enumerate(drift.names)}
