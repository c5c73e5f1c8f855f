"""The measurements that one figure sets side by side, and what their rows are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.evidence.results import Measurement, Results
from core.spaces.space import TITLES

KINDS = ("Word similarity", "Analogies", "Rare words", "Senses")
WAYS = {
    "spearman, with n-grams": "with n-grams",
    "spearman, n-grams alone": "n-grams alone",
    "spearman, unknown words at zero": "unknown words at zero",
}
SYSTEMS = {
    "learned": "learned weights",
    "sif": "SIF weights",
    "uniform": "equal weights",
    "BERT base, nearest neighbour": "BERT base",
    "fastText, own vectors, supervised": "fastText, supervised",
}
_TOTALS = {
    "Google analogies": "all",
    "Google analogies, semantic": "all on meaning",
    "Google analogies, syntactic": "all on grammar",
}
_AGREEMENT = "Spearman correlation with people"


@dataclass(frozen=True, eq=False)
class Scores:
    """Measurements side by side.

    Attributes
    ----------
    kind : str
        One of ``KINDS``.
    measurements : sequence of Measurement
        In the order in which their sets are listed.
    titles : dict of str to str
        What each of those compared is called, by name; up to six.
    names : dict of str to str
        What a set is called where its own name will not do.
    measure : str
        What the values are.
    shares : bool
        Whether they are shares, 0 to 1.
    by : str
        The field of a measurement that says whose it is.
    """

    kind: str
    measurements: Sequence[Measurement] = field(repr=False)
    titles: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    measure: str = _AGREEMENT
    shares: bool = False
    by: Literal["space", "metric"] = "space"

    def of(self, name: str) -> list[Measurement]:
        """Return the measurements of one of those compared."""
        return [one for one in self.measurements if getattr(one, self.by) == name]


def scores(results: Results, kind: str) -> Scores:
    """Return the measurements of a kind.

    Parameters
    ----------
    results : Results
        All that was measured.
    kind : str
        One of ``KINDS``.
    """
    if kind == "Rare words":  # three ways to treat unknown words take the place of six spaces
        rows = results.of(part="rare", space="fasttext")
        return Scores(kind, rows, WAYS, {row.set: row.set.removeprefix("RW, ") for row in rows}, by="metric")
    if kind == "Senses":
        rows = [
            row
            for part in ("context", "published")
            for row in results.of(part=part, metric="recall")
            if row.set.startswith("CoarseWSD-20: ") and row.space in SYSTEMS
        ]
        measure = "share of each sense’s sentences told rightly (recall)"
        return Scores(kind, rows, SYSTEMS, {row.set: sense_name(row.set) for row in rows}, measure, shares=True)
    if kind == "Analogies":
        rows = results.of(part="analogies")
        names = {row.set: section_name(row.set) for row in rows} | _TOTALS
        return Scores(kind, rows, TITLES, names, "questions answered correctly", shares=True)
    return Scores(kind, results.of(part="similarity", metric="spearman"), TITLES)


def section_name(set_: str) -> str:
    """Return what a section of the analogies is called: "plural verbs"."""
    return re.sub(r"^gram\d-", "", set_.removeprefix("Google analogies: ")).replace("-", " ")


def sense_name(set_: str) -> str:
    """Return what a sense is called: "bank: geography"."""
    word, _, label = set_.removeprefix("CoarseWSD-20: ").partition(", alone, ")
    short = label.removeprefix(f"{word}_").removeprefix(f"{word}_").strip("()").replace("_", " ").strip()
    return f"{word}: {re.sub(r'[()]', '', short) or word}"
