"""Figures of the limits page."""

from core.limits.figures.averages import build_difference, build_ways
from core.limits.figures.boards import build_board, build_ranking, build_shared, build_walk
from core.limits.figures.cosines import build_both, build_syllogism

__all__ = [
    "build_board",
    "build_both",
    "build_difference",
    "build_ranking",
    "build_shared",
    "build_syllogism",
    "build_walk",
    "build_ways",
]
