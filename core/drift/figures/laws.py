"""Which law holds: the coefficients that were found against those that two laws predict, and how far each is off."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme, Trace, axis, label_font, line, plain, sense_colours, still
from core.charts import texts as written
from core.drift import sentences
from core.drift.figures.axis import marked, shares_of, way, way_axis
from core.drift.laws import explain, log_law
from core.drift.path import Drift, misses
from core.drift.scene import Scene

LAW_FORMULAS = (
    r"\text{average: } \sum_s p_s v_s \qquad \text{law: } \sum_s \beta_s v_s,\; \beta_s = "
    r"\max\big(0,\, 1 - c \log_{10} \tfrac{p_{\max}}{p_s}\big)"
)
_ABOVE: dict[str, Any] = {
    "margin": {"l": 8, "r": 8, "t": 64, "b": 8},
    "legend": {"y": 1.09},
}  # room for names over the chart


def build_coefficients(scene: Scene, look: Theme) -> Card:
    """Draw each sense's coefficient along the way, solid, with the linear average dashed and the log law dotted."""
    drift = scene.way
    columns = {f"trained: {name}": drift.coefficients[:, i] for i, name in enumerate(drift.names)}
    for law in drift.laws:
        columns |= {f"{law.name}: {name}": law.coefficients[:, i] for i, name in enumerate(drift.names)}
    return Card(
        plot=_coefficients(scene, look),
        title=f"What the vector of {drift.word} is made of",
        name=f"coefficients-{drift.word}",
        alt="The coefficient of each sense against its share, with two laws.",
        table=Table.of(shares_of(drift) | columns),
        said=[sentences.about_minor(drift)],
        how=How(
            "The coefficients are those of least squares of the solved vector on the vectors of its senses, all at "
            "once. The linear average expects the shares themselves, the log law its β.",
            (r"b = \arg\min_b |v - \textstyle\sum_s b_s v_s|^2", LAW_FORMULAS),
            (explain, log_law),
        ),
        head="**What the vector is made of**",
    )


def build_errors(scene: Scene, look: Theme) -> Card:
    """Draw how far each law is off along the way, as a share of the vector's length."""
    drift = scene.way
    highest = max(0.1, *(float(law.off.max()) for law in drift.laws))
    traces = [
        line(
            way(drift),
            law.off,
            color=look.ink,
            width=2.4,
            dash=dash,
            name=law.name,
            hover=Hover(None, f"{law.name}: off by %{{y:.0%}} of the length"),
        )
        for law, dash in zip(drift.laws, ("dash", "dot"), strict=True)
    ]
    return Card(
        plot=still(
            traces,
            look,
            x=way_axis(drift),
            y=axis("off, as a share of the vector’s length", 0, highest * 1.08, tickformat=".0%"),
            height=400,
            **_ABOVE,
            **marked(scene, look),
        ),
        title=f"How far off each law of {drift.word} is",
        name=f"errors-{drift.word}",
        alt="How far each law is off the solved vector, as a share of its length.",
        table=Table.of(shares_of(drift) | {f"{law.name} off, share of length": law.off for law in drift.laws}),
        said=[sentences.about_laws(drift)],
        how=How(
            "Measured between what the law predicts and the part of the vector that lies in the senses’ span: laws lie "
            "there themselves, so what is outside is none of their doing.",
            (r"\frac{|S b - S \beta|}{|v|}", LAW_FORMULAS),
            (misses,),
        ),
        head="**How far off each law is**",
    )


def _coefficients(scene: Scene, look: Theme) -> Plot:
    drift, colours = scene.way, sense_colours(len(scene.way.names), look)
    linear, log = drift.laws
    traces = []
    for name, dash, width, values in (
        ("trained", "solid", 3.0, drift.coefficients),
        (linear.name, "dash", 1.6, linear.coefficients),
        (log.name, "dot", 1.8, log.coefficients),
    ):
        for sense, colour in enumerate(colours):
            told = Hover(None, f"{plain(drift.names[sense])}, {name}: %{{y:.2f}}")
            kept: dict[str, Any] = {"name": name, "legendgroup": name, "showlegend": False}
            traces.append(line(way(drift), values[:, sense], color=colour, width=width, dash=dash, hover=told, **kept))
        # The legend names line styles; colours are the senses'.
        traces.append(line([None], [None], color=look.ink, width=3, dash=dash, name=name))
    traces += [_sense_name(drift, sense, colour, look) for sense, colour in enumerate(colours)]
    y = axis("coefficient", tickformat=".1f")
    return still(traces, look, x=way_axis(drift), y=y, height=400, **_ABOVE, **marked(scene, look))


def _sense_name(drift: Drift, sense: int, colour: str, look: Theme) -> Trace:
    """Return a sense's name on its own line, a little inside of where it is alone."""
    last = len(drift.proportions) - 1
    at = int(np.clip(drift.corners[sense], round(0.1 * last), round(0.9 * last)))
    return written(
        [float(way(drift)[at])],
        [float(drift.coefficients[at, sense])],
        [f"<b>{plain(drift.names[sense])}</b>"],
        font=label_font(look, narrow=True) | {"color": colour},
        position="bottom center",
    )
