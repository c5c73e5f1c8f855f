"""The parallelogram of an analogy, in the plane of principal components of the words involved."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.labels import place_labels
from core.charts.points import extent_of
from core.charts.theme import Theme, figure, label_font, plain, rgba
from core.map.projection import Projection


def build_analogy(
    projection: Projection,
    words: tuple[str, str, str],
    answers: Sequence[str],
    look: Theme,
    *,
    height: int = 500,
) -> go.Figure:
    """Draw a − b + c: the step from b to a, the same step from c, and the words near where it ends.

    Parameters
    ----------
    projection : Projection
        Of 4 + len(answers) vectors in this order: a, b, c, the target a − b + c, the answers.
    words : tuple of str
        a, b, c.
    answers : sequence of str
        The nearest words to the target, the best first.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    points = projection.coordinates
    a, b, c = words
    names = [a, b, c, f"{a} − {b} + {c}", *answers]
    extent = extent_of(points, pad=0.16)
    fig = figure(look, height=height)
    steps = (
        (1, 0, look.accent, "solid", f"from {b} to {a}"),
        (2, 3, look.accent, "solid", f"the same step from {c}"),
        (1, 2, look.faint, "dot", ""),
        (0, 3, look.faint, "dot", ""),
        *(((3, 4, look.loss, "dash", "what the best answer misses by"),) if answers else ()),
    )
    for start, end, colour, dash, name in steps:
        fig.add_scatter(
            x=points[[start, end], 0],
            y=points[[start, end], 1],
            mode="lines+markers",
            marker={
                "symbol": "arrow",
                "size": [0, 13 if name else 0],
                "opacity": 1,
                "angleref": "previous",
                "color": colour,
            },
            line={"color": colour, "dash": dash, "width": 2.2 if name else 1.2},
            name=plain(name),
            showlegend=bool(name),
            hoverinfo="skip",
        )
    kinds = (
        ("the question", [0, 1, 2], look.groups[2], "circle"),
        ("the sum", [3], look.accent, "diamond"),
        ("nearest words", list(range(4, len(names))), look.groups[1], "circle"),
    )
    for kind, rows, colour, symbol in kinds:
        fig.add_scatter(
            x=points[rows, 0],
            y=points[rows, 1],
            mode="markers",
            name=kind,
            customdata=[[plain(names[i]), kind] for i in rows],
            hovertemplate="<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
            marker={
                "size": [13 if i < 5 else 9 for i in rows],
                "color": colour,
                "symbol": symbol,
                "opacity": 1,
                "line": {"width": 4, "color": rgba(colour, 0.25)},
            },
            showlegend=False,
            cliponaxis=False,
        )
    labels = place_labels(points, names, extent, height=height - 80, size=14, marker=20)
    for narrow in (True, False):
        mine = [label for label in labels if label.narrow == narrow]
        fig.add_scatter(
            x=[points[label.point, 0] for label in mine],
            y=[points[label.point, 1] for label in mine],
            mode="markers+text",
            marker={"size": 20, "opacity": 0},
            text=[
                f"<b>{plain(names[label.point])}</b>" if label.point < 5 else plain(names[label.point])
                for label in mine
            ],
            textposition=[label.side for label in mine],
            textfont=label_font(look, narrow=narrow, size=14),
            hoverinfo="skip",
            showlegend=False,
            cliponaxis=False,
            uid=f"labels-{'narrow' if narrow else 'wide'}",
        )
    left, right, bottom, top = extent
    titles = ["first", "second"]
    if projection.explained is not None:
        titles = [
            f"{title} principal component, {100 * share:.0f} % of the variance"
            for title, share in zip(titles, projection.explained, strict=True)
        ]
    fig.plan.xaxis.update(range=[left, right], title={"text": titles[0]})
    fig.plan.yaxis.update(range=[bottom, top], title={"text": titles[1]}, scaleanchor="x", scaleratio=1)
    return fig
