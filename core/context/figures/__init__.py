"""Figures of the context page."""

from core.context.figures.attention import build_distance, build_loss
from core.context.figures.neighbours import build_neighbours
from core.context.figures.scene import build_scene
from core.context.figures.scores import build_scoreboard, build_word_scores
from core.context.figures.weights import build_balance, build_by_hand, build_leave_one_out, word_colours

__all__ = [
    "build_balance",
    "build_by_hand",
    "build_distance",
    "build_leave_one_out",
    "build_loss",
    "build_neighbours",
    "build_scene",
    "build_scoreboard",
    "build_word_scores",
    "word_colours",
]
