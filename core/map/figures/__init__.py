"""The figures of map: results in, cards out."""

from core.map.figures.analogy import build_analogy
from core.map.figures.comparison import build_columns, build_overlaps, build_sides
from core.map.figures.maps import build_map

__all__ = ["build_analogy", "build_columns", "build_map", "build_overlaps", "build_sides"]
