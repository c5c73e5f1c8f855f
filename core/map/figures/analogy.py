"""The parallelogram of an analogy, in the plane of principal components of the words involved."""

from __future__ import annotations

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme, axis, dots, file_name, line, placed, plain, rgba, still
from core.charts.card import Column
from core.charts.labels import place_labels
from core.charts.points import extent_of
from core.map import sentences
from core.map.analogies import Analogy, analogy
from core.map.figures.points import HEIGHT
from core.map.projection import Projection


def build_analogy(result: Analogy, look: Theme, space: str) -> Card:
    """Draw a − b + c: the step from b to a, the same step from c, and the words near where it ends.

    Parameters
    ----------
    result : Analogy
        The words, their sum, and its answers, the best first.
    look : Theme
        Colours.
    space : str
        Title of the space.
    """
    plane = result.plane
    title = "{} − {} + {}".format(*result.words)
    answers = [found.word for found in result.answers]
    cosines = [*result.cosines, 1.0, *(found.cosine for found in result.answers)]
    names = [*result.words, title, *answers]
    table: dict[str, Column] = {"word": names, "what": ["question"] * 3 + ["sum"] + ["answer"] * len(answers)}
    table |= dict(zip("xy", plane.coordinates.T, strict=True)) | {"cosine with the sum": cosines, "kept": plane.kept}
    return Card(
        plot=_parallelogram(names, plane, look),
        title=f"{title} · {space}",
        name=file_name(space, "analogy", *result.words),
        alt=f"The parallelogram of {title}; the nearest word is {answers[0] if answers else 'none'}.",
        table=Table.of(table),
        said=[sentences.about_analogy(result), sentences.about_method(plane)],
        how=How(
            "The answer is the word with the largest cosine to a − b + c of unit vectors (3CosAdd: Mikolov, Yih & "
            "Zweig 2013; the name is Levy & Goldberg's, 2014). Leaving the question words out is customary and does "
            "much of the work (Linzen 2016; Rogers, Drozd & Li 2017). The plane is the PCA of the points shown.",
            (r"\arg\max_{w \notin \{a, b, c\}} \cos(w,\; a - b + c)",),
            (analogy,),
        ),
    )


def _parallelogram(names: list[str], projection: Projection, look: Theme) -> Plot:
    points = projection.coordinates
    a, b, c, *_ = names
    extent = extent_of(points, pad=0.16)
    steps = (
        (1, 0, look.accent, "solid", f"from {b} to {a}"),
        (2, 3, look.accent, "solid", f"the same step from {c}"),
        (1, 2, look.faint, "dot", None),
        (0, 3, look.faint, "dot", None),
        *(((3, 4, look.loss, "dash", "what the best answer misses by"),) if len(names) > 4 else ()),
    )
    arrow = {"symbol": "arrow", "opacity": 1, "angleref": "previous"}
    traces = [
        line(
            *points[[start, end]].T,
            color=colour,
            dash=dash,
            width=2.2 if name else 1.2,
            name=name,
            mode="lines+markers",
            marker=arrow | {"size": [0, 13 if name else 0], "color": colour},
        )
        for start, end, colour, dash, name in steps
    ]
    traces += [
        dots(
            *points[rows].T,
            size=[13 if i < 5 else 9 for i in rows],
            color=colour,
            symbol=symbol,
            edge=(rgba(colour, 0.25), 4),
            hover=Hover([[plain(names[i]), kind] for i in rows]),
        )
        for kind, rows, colour, symbol in (
            ("the question", range(3), look.groups[2], "circle"),
            ("the sum", range(3, 4), look.accent, "diamond"),
            ("nearest words", range(4, len(names)), look.groups[1], "circle"),
        )
    ]
    labels = place_labels(points, names, extent, height=HEIGHT - 80, size=14, marker=20)
    traces += placed(labels, points, names, look, marker=20, size=14, bold=range(5))
    first, second = np.zeros(2) if projection.explained is None else projection.explained
    left, right, bottom, top = extent
    x = axis(f"first principal component, {100 * first:.0f} % of the variance", left, right, fixed=False)
    y = axis(f"second principal component, {100 * second:.0f} % of the variance", bottom, top, fixed=False)
    y |= {"scaleanchor": "x", "scaleratio": 1}
    return still(traces, look, x=x, y=y, height=HEIGHT, drag="pan")
