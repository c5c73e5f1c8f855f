"""The figures of subwords: results in, cards out."""

from core.subwords.figures.near import build_near, build_senses
from core.subwords.figures.pieces import build_pieces, build_tug
from core.subwords.figures.spelling import build_crowding, build_family, build_typos

__all__ = [
    "build_crowding",
    "build_family",
    "build_near",
    "build_pieces",
    "build_senses",
    "build_tug",
    "build_typos",
]
