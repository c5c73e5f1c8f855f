"""How well each scheme tells senses: what was measured on sentences that people labelled."""

from __future__ import annotations

from typing import NamedTuple

from core.context.weights import SCHEMES, TITLES
from core.evidence.results import Measurement, Results

SET = "CoarseWSD-20"
VERSIONS = {
    "alone": "the sentence alone",
    "one sentence added": "one unrelated sentence after it",
    "three sentences added": "three unrelated sentences after it",
}
NO_QUERY = "learned, Q = K = 0"
SYSTEMS = (*SCHEMES, "uniform, not whitened", NO_QUERY, "learned, without distance")
F1 = "macro F1"


class Interval(NamedTuple):
    """A score with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def title_of(system: str) -> str:
    """Return what a scheme or a variant of one is called: "Learned, without distance"."""
    scheme, *variant = system.split(",", 1)
    return ",".join([TITLES[scheme], *variant])


def mean_scores(results: Results) -> dict[str, list[Interval]]:
    """Return the mean macro F1 over words of each system that was measured, with each amount of text around."""
    values = {(m.space, m.set, m.metric): m.value for m in results.of(part="context")}
    found = {}
    for system in SYSTEMS:
        rows = [
            [values.get((system, f"{SET}, {version}", f"{F1}{end}")) for end in ("", ", 95 % from", ", 95 % to")]
            for version in VERSIONS
        ]
        intervals = [Interval(*(value for value in row if value is not None)) for row in rows if None not in row]
        if len(intervals) == len(VERSIONS):
            found[system] = intervals
    return found


def scores_by_word(results: Results) -> dict[str, dict[str, float]]:
    """Return each scheme's macro F1 by word, the sentence alone."""
    found: dict[str, dict[str, float]] = {scheme: {} for scheme in SCHEMES}
    for m in results.of(part="context", metric=F1):
        set_, _, word = m.set.removesuffix(", alone").partition(": ")
        if set_ == SET and word and m.set.endswith(", alone") and m.space in found and m.value is not None:
            found[m.space][word] = m.value
    return found


def measured(results: Results) -> list[Measurement]:
    """Return all that was measured of contextual vectors, and what was published of other systems."""
    return [m for part in ("context", "cues", "published") for m in results.of(part=part)]
