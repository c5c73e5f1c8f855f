"""The words around a word, weighed: what each scheme makes of a sentence."""

from core.context.disambiguation import THRESHOLD, Verdict, decide
from core.context.weights import SCHEMES, weigh

__all__ = [
    "SCHEMES",
    "THRESHOLD",
    "Verdict",
    "decide",
    "weigh",
]
