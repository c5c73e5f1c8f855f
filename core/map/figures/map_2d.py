"""The map in the plane: words as points, the share of its neighbours that each keeps as a ring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.charts import Plot, Theme, axis, dots, frame, placed, plain, play, rgba, still
from core.charts.labels import WIDE, Extent, place_labels
from core.charts.points import extent_of, rows_by_group
from core.charts.theme import group_colours
from core.map.figures.points import HEIGHT, at, hover, importance, spokes
from core.map.projection import Projection

MAX_LABELS = 300
MAX_ANIMATED_LABELS = 100


def draw_map(
    projection: Projection,
    words: Sequence[str],
    group_of: Sequence[str],
    look: Theme,
    *,
    axis_titles: Sequence[str] = ("", ""),
    selected: int | None = None,
    step: int | None = None,
    extent: Extent | None = None,
    equal: bool = True,
    width: float = WIDE,
    height: int = HEIGHT,
    **more: Any,
) -> Plot:
    """Return a projection of up to 300 words in the plane.

    Parameters
    ----------
    projection : Projection
        Of n words, two-dimensional. With frames, the plot carries a play button.
    words, group_of : sequence of str, (n,)
        Each point's word and group.
    look : Theme
        Colours.
    axis_titles : sequence of str, (2,)
        What the axes measure.
    selected : int, optional
        Row of the word that the reader picked: lines lead to its true neighbours.
    step : int, optional
        The stage of the optimisation to show, from 0; the final layout otherwise.
    extent : tuple of float, optional
        Left, right, bottom, top of what is shown, where two maps must show the same; else all points with a margin.
    equal : bool
        Whether both axes have one scale: distances mean something where the axes were not named.
    width, height : float, int
        Pixels: of the plot on a laptop, and of the figure.
    **more
        What else of the layout is set.
    """
    final, animated = projection.coordinates, len(projection.frames) > 0
    shown = projection.frames[step] if animated and step is not None else final
    extent = extent or extent_of(final)
    order = importance(projection, selected, len(words))
    limit = MAX_ANIMATED_LABELS if animated else MAX_LABELS
    labels = place_labels(final, words, extent, height=height - 80, order=order, limit=limit, equal=equal, wide=width)
    parts = spokes(projection, selected, shown, look)
    groups = rows_by_group(group_of)
    for group, colour in group_colours(list(groups), look).items():
        rows = groups[group]
        shares = projection.kept[rows].tolist()
        # The ring: as wide and as firm as the share of true neighbours that the map keeps.
        ring = ([rgba(colour, 0.10 + 0.25 * share) for share in shares], [8 * share for share in shares])
        points = dots(
            *at(shown, rows),
            color=colour,
            size=[14 if i == selected else 9 for i in rows],
            edge=ring,
            name=group,
            hover=hover(projection, words, group_of, rows),
            legendgroup=group,
            ids=[words[i] for i in rows],
            unselected={"marker": {"opacity": 1}},
        )
        mine = [label for label in labels if group_of[label.point] == group]
        sides = ([label.point for label in mine if label.narrow == narrow] for narrow in (True, False))
        bold = () if selected is None else (selected,)
        named = placed(mine, shown, words, look, bold=bold, legendgroup=group)
        parts += [(rows, points), *zip(sides, named, strict=True)]
    scale: dict[str, Any] = {"fixed": False}
    if animated:
        scale |= {"showticklabels": False, "grid": False}
        corner: dict[str, Any] = {"x": 0, "xanchor": "left", "y": 0, "yanchor": "bottom"}
        buttons = play(look, wait=70, step=70, again=True, pad={"l": 8, "b": 8, "t": 0, "r": 0}, **corner)
        more["updatemenus"] = [buttons]
    elif not equal:
        scale["tickformat"] = ".1f"
    left, right, bottom, top = extent
    across = axis(plain(axis_titles[0]), left, right, **scale)
    up = axis(plain(axis_titles[1]), bottom, top, **scale) | ({"scaleanchor": "x", "scaleratio": 1} if equal else {})
    plot = still([trace for _, trace in parts], look, x=across, y=up, height=height, drag="pan", **more)
    places = ((at(stage, rows) for rows, _ in parts) for stage in projection.frames)
    stages = ([{"type": "scatter", "x": x, "y": y} for x, y in stage] for stage in places)
    return plot.played([frame(str(i), stage, range(len(parts))) for i, stage in enumerate(stages)])
