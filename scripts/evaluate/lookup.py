"""Measurements looked up, and what one claim upon them comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Row = Mapping[str, Any]


class Missing(LookupError):
    """A measurement that a claim rests on is not there."""


class Outcome(NamedTuple):
    """The claim, when it holds, whether it does, our figures, whose claim it is, what has to be known, their figure."""

    claim: str
    rule: str
    holds: bool
    ours: str
    source: str = ""
    note: str = ""
    published: str = ""


class Measured:
    """The measurements, looked up by space, set and metric; remembers what was asked for."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = {(row["space"], row["set"], row["metric"]): row for row in rows}
        self.used: list[Row] = []

    def row(self, space: str, set_: str, metric: str = "spearman") -> Row:
        """Return a measurement.

        Raises
        ------
        Missing
            When it was not made.
        """
        try:
            row = self.rows[space, set_, metric]
        except KeyError:
            raise Missing(f"{space}, {set_}, {metric}") from None
        self.used.append(row)
        return row

    def value(self, space: str, set_: str, metric: str = "spearman") -> float:
        """Return a measured number that is defined."""
        value = self.row(space, set_, metric)["value"]
        if value is None:
            raise Missing(f"{space}, {set_}, {metric} is undefined")
        return float(value)
