"""The plane of two named axes: where each word stands between two meanings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from core.charts import TEXT_SIZE, Plot, Theme, note, plain, rgba, rule
from core.charts.labels import Extent
from core.charts.points import extent_of
from core.charts.theme import blend
from core.map.axes import Axis
from core.map.figures.map_2d import draw_map
from core.map.figures.points import HEIGHT
from core.map.projection import Projection


def corner_names(across: Axis, up: Axis) -> tuple[str, str, str, str]:
    """Return what the corners of a plane are called: top left, top right, bottom left, bottom right."""
    right, top = across.towards[0], up.towards[0]
    left = across.away[0] if across.away else f"not {right}"
    bottom = up.away[0] if up.away else f"not {top}"
    neither = "neither" if not (across.away or up.away) else f"{left}, {bottom}"
    return f"{top}, {left}", f"{right} and {top}", neither, f"{right}, {bottom}"


def draw_plane(
    projection: Projection,
    words: Sequence[str],
    group_of: Sequence[str],
    look: Theme,
    *,
    axes: tuple[Axis, Axis],
    lines: tuple[float, float],
    selected: int | None = None,
    height: int = HEIGHT,
) -> Plot:
    """Return words by their cosines with two named axes, the corners named after them.

    Parameters are those of :func:`core.map.figures.map_2d.draw_map`, and ``lines``, the cosines at which the plane is
    divided.
    """
    return draw_map(
        projection,
        words,
        group_of,
        look,
        axis_titles=[f"cosine with {axis.label}" for axis in axes],
        selected=selected,
        equal=False,
        height=height,
        **_quadrants(lines, corner_names(*axes), extent_of(projection.coordinates), look),
    )


def _quadrants(
    lines: tuple[float, float], names: tuple[str, str, str, str], extent: Extent, look: Theme
) -> dict[str, Any]:
    """Wash each corner in the colour of what it stands for; where both meanings hold, in their blend."""
    left, right, bottom, top = extent
    x, y = min(max(lines[0], left), right), min(max(lines[1], bottom), top)
    across, up = look.groups[2], look.groups[1]
    far, high = 9 * (right - left), 9 * (top - bottom)  # as far as a reader may drag
    # Of each side: from where to where it is washed, and where its names stand, as a share of the picture.
    sides = {"left": (left - far, x, 0.01), "right": (x, right + far, 0.99)}
    levels = {"top": (y, top + high, 0.985), "bottom": (bottom - high, y, 0.015)}
    font = {"color": look.ink, "size": TEXT_SIZE + 1}
    shapes, notes = [], []
    colours = (up, blend(across, up), look.faint, across)
    for name, colour, (level, side) in zip(names, colours, product(levels, sides), strict=True):
        (x0, x1, name_x), (y0, y1, name_y) = sides[side], levels[level]
        wash = {"fillcolor": rgba(colour, 0.02 if colour == look.faint else 0.07), "line": {"width": 0}}
        shapes.append({"type": "rect", "x0": x0, "x1": x1, "y0": y0, "y1": y1, "layer": "below"} | wash)
        where = {"xanchor": side, "yanchor": level, "opacity": 0.8}
        notes.append(note(name_x, name_y, plain(name), font=font, paper=True, **where))
    rules = [rule(color=look.faint, x=lines[0]), rule(color=look.faint, y=lines[1])]
    return {"shapes": [*shapes, *rules], "annotations": notes}
