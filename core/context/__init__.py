"""The words around a word, weighed: what each scheme makes of a sentence."""

from core.context.weights import SCHEMES, THRESHOLD, Verdict, decide, weigh

__all__ = [
    "SCHEMES",
    "THRESHOLD",
    "Verdict",
    "decide",
    "weigh",
]
