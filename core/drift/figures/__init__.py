"""The figures of drift: results in, cards out."""

from core.drift.figures.laws import build_coefficients, build_errors
from core.drift.figures.near import build_cosines, build_ranks
from core.drift.figures.path import build_drift
from core.drift.figures.shift import build_shift
from core.drift.figures.why import build_pulls, build_split, build_window

__all__ = [
    "build_coefficients",
    "build_cosines",
    "build_drift",
    "build_errors",
    "build_pulls",
    "build_ranks",
    "build_shift",
    "build_split",
    "build_window",
]
