"""Words taken apart into character n-grams, as fastText does it."""

from core.subwords.model import Decomposition, SubwordModel, load_subwords

__all__ = [
    "Decomposition",
    "SubwordModel",
    "load_subwords",
]
