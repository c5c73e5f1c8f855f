"""What a word is near as it drifts: ranks of its nearest words, and its cosine with chosen words."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme, Trace, axis, label_font, line, plain, sense_colours, still
from core.charts import texts as written
from core.drift import sentences
from core.drift.figures.axis import marked, shares_of, way, way_axis
from core.drift.laws import Floats
from core.drift.nearby import Curves, Nearby, curves, nearby, tipping
from core.drift.scene import Scene

_ROOM = 0.3  # on each side, for names
_CLEAR = 0.16  # of the axis: two names inside the chart at one rank must be so far apart
_LEFT, _RIGHT, _INSIDE = "middle left", "middle right", "top center"


def build_ranks(scene: Scene, look: Theme) -> Card:
    """Draw a line a word: its place among the nearest, the nearest on top, against the proportion.

    A word wears the colour of the sense it belongs to.
    """
    drift, near = scene.way, scene.near
    return Card(
        plot=_lines(scene, look),
        title=f"The nearest words of {drift.word}",
        name=f"ranks-{drift.word}",
        alt="The place of each near word against the proportion.",
        table=Table.of(
            shares_of(drift)
            | {
                f"place {place + 1}": [near.words[near.listed(i)[place]] for i in range(len(drift.proportions))]
                for place in range(near.k)
            },
            {f"cosine with {word}": near.cosines[:, i] for i, word in enumerate(near.words)},
        ),
        said=[sentences.about_company(drift, near)],
        how=How(
            "At each of the proportions the solved vector’s nearest words are looked up among all words of the space, "
            "by cosine. A word belongs to the sense whose own vector it is nearest to. The neighbourhood tips where "
            "most of the nearest words begin to belong to the second of two senses, and go on to.",
            (r"\cos(v(p), v_j) = \frac{v(p) \cdot v_j}{|v(p)||v_j|}",),
            (nearby, tipping),
        ),
        head="**Its ten nearest words, the nearest on top**",
    )


def build_cosines(scene: Scene, found: Curves, look: Theme) -> Card:
    """Draw the cosine of the drifting word with chosen words."""
    drift, colours, traces = scene.way, sense_colours(len(scene.way.names), look), []
    cosines = {f"cosine with {word}": values for word, values in zip(found.words, found.cosines.T, strict=True)}
    for values, word, sense, dash in zip(found.cosines.T, found.words, found.belongs, cycle(("solid", "dash", "dot"))):
        hover = Hover(None, f"cosine with <b>{plain(word)}</b>: %{{y:.2f}}")
        traces.append(line(way(drift), values, color=colours[sense], width=3, dash=dash, name=word, hover=hover))
    low, high = float(min(0, found.cosines.min())), float(max(0.5, found.cosines.max()))
    return Card(
        plot=still(
            traces,
            look,
            x=way_axis(drift),
            y=axis("cosine", low - 0.05, high + 0.05, tickformat=".1f"),
            height=330,
            margin={"t": 52},
            legend={"y": 1.1},
            **marked(scene, look, tipping(drift, scene.near)),
        ),
        title=f"The cosine of {drift.word} with {' and '.join(found.words)}",
        name=f"cosines-{drift.word}",
        alt=f"Cosine of {drift.word} with {' and '.join(found.words)} against the proportion.",
        table=Table.of(shares_of(drift) | cosines),
        said=[sentences.about_curves(drift, found)],
        how=How(
            "The cosine of the solved vector with the vector of each word, at each proportion.",
            (r"\cos(v(p), v_j) = \frac{v(p) \cdot v_j}{|v(p)||v_j|}",),
            (curves,),
        ),
    )


def _lines(scene: Scene, look: Theme) -> Plot:
    drift, near, x = scene.way, scene.near, way(scene.way)
    colours = sense_colours(len(drift.names), look)
    style: dict[str, Any] = {"mode": "lines+markers", "opacity": 0.85, "connectgaps": False, "showlegend": False}
    traces: list[Trace] = []
    names: list[_Name] = []
    for i in sorted(range(len(near.words)), key=lambda i: -int((near.ranks[:, i] > 0).sum())):
        word, owner, colour = near.words[i], plain(drift.names[near.belongs[i]]), colours[near.belongs[i]]
        places = [int(rank) if rank else None for rank in near.ranks[:, i]]
        cosines = [[f"cosine {cosine:.2f}"] for cosine in near.cosines[:, i]]
        hover = Hover(cosines, f"<b>{plain(word)}</b> ({owner}), place %{{y}}<br>%{{customdata[0]}}")
        marker = {"color": colour, "size": 5}
        traces.append(line(x, places, color=colour, width=2.2, name=word, hover=hover, marker=marker, **style))
        names += _names(near, i, x, colour, names)
    return still(
        [*traces, *(_written(side, names, look) for side in (_LEFT, _RIGHT, _INSIDE))],
        look,
        x=way_axis(drift, pad=_ROOM, grid=False),
        y=axis("", near.k + 0.6, 0.4, tickvals=list(range(1, near.k + 1)), grid=False, showticklabels=False),
        height=400,
        margin={"l": 4, "r": 4, "t": 52, "b": 8},
        **marked(scene, look, tipping(drift, near)),
    )


_Name = tuple[str, float, int, str, str]  # side, place, rank, text, colour


def _names(near: Nearby, i: int, x: Floats, colour: str, others: list[_Name]) -> list[_Name]:
    """Return a word's name at each end of the chart that its line reaches, else inside at its best free place."""
    ranks, word = near.ranks[:, i], plain(near.words[i])
    ends = ((_LEFT, -0.015, int(ranks[0])), (_RIGHT, 1.015, int(ranks[-1])))
    if ranks[0] or ranks[-1]:
        return [(side, at, rank, word, colour) for side, at, rank in ends if rank]
    held = np.flatnonzero(ranks)
    for frame in held[np.argsort(ranks[held], kind="stable")]:
        at, rank = float(x[frame]), int(ranks[frame])
        taken = [other for side, other, place, *_ in others if side == _INSIDE and place == rank]
        if 0.1 < at < 0.9 and all(abs(at - other) > _CLEAR for other in taken):
            return [(_INSIDE, at, rank, word, colour)]
    return []


def _written(side: str, names: list[_Name], look: Theme) -> Trace:
    here = [name for name in names if name[0] == side]
    # Inside there is room on a wide screen only.
    font = label_font(look, narrow=side != _INSIDE)
    return written(
        [at for _, at, *_ in here],
        [rank for _, _, rank, *_ in here],
        [word for *_, word, _ in here],
        font=font | {"color": [colour for *_, colour in here]},
        position=side,
    )
