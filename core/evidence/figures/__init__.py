"""Figures of the evidence page, and of how many meanings words have."""

from core.evidence.figures.meanings import build_meanings
from core.evidence.figures.measurements import build_scores

__all__ = ["build_meanings", "build_scores"]
