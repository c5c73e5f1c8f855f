"""What no average of word vectors can hold."""

from core.limits.averages import BOARD, Board, Pair, Sentence, judge, ways

__all__ = [
    "BOARD",
    "Board",
    "Pair",
    "Sentence",
    "judge",
    "ways",
]
