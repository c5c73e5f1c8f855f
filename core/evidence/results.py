"""What was measured on the spaces: ``assets/results.json``, written by ``scripts/evaluate``, never by hand."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from core import assets
from core.errors import AssetProblem

FILE = "results.json"


@dataclass(frozen=True)
class Measurement:
    """One number.

    Attributes
    ----------
    part : str
        The part of ``scripts/evaluate/run.py`` that measures it.
    space, set, metric : str
        What was measured, on what, by what measure.
    value : float or None
        The number; None where the measure is undefined.
    n : int
        How many items count.
    coverage : float
        The share of all items that these are, 0 to 1.
    published : float or None
        What was published for the same method and set, from more text; None where nothing was.
    """

    part: str
    space: str
    set: str
    metric: str
    value: float | None
    n: int
    coverage: float
    published: float | None = None


@dataclass(frozen=True)
class Claim:
    """One claim, and what was found.

    Attributes
    ----------
    group : str
        Under which heading it stands.
    claim : str
        The claim, one sentence.
    rule : str
        When it counts as holding.
    holds : bool
        Whether it does.
    ours : str
        Our figure, as it is shown.
    published : str
        The published figure, as it is shown, or "" when there is none.
    source : str
        Where that was published, or whose claim it is.
    coverage : str
        On how much of the set, as it is shown.
    date : str
        ISO date of the measurement.
    command : str
        What reproduces it.
    note : str
        What has to be known beside the figures, one sentence, or "".
    comparable : bool
        Whether the two figures are of nearly the same items; where they are not, the claim is neither held nor failed.
    """

    group: str
    claim: str
    rule: str
    holds: bool
    ours: str
    published: str
    source: str
    coverage: str
    date: str
    command: str
    note: str = ""
    comparable: bool = True


@dataclass(frozen=True)
class Results:
    """All that was measured."""

    measurements: tuple[Measurement, ...]
    claims: tuple[Claim, ...]

    def of(self, **wanted: str) -> list[Measurement]:
        """Return the measurements whose fields are as wanted."""
        return [m for m in self.measurements if all(getattr(m, name) == value for name, value in wanted.items())]


def load_results(directory: Path = assets.ASSETS) -> Results:
    """Load the measurements.

    Raises
    ------
    AssetProblem
        When the file is missing, damaged, or has another shape.
    """
    path = assets.verified(FILE, directory)
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return Results(
            tuple(Measurement(**_named(row, Measurement)) for row in stored["rows"]),
            tuple(Claim(**_named(row, Claim)) for row in stored["claims"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        command = str(assets.read_manifest(directory)[FILE]["command"])
        raise AssetProblem(FILE, "cannot be read", command) from error


def overlaps(results: Results) -> dict[tuple[str, str], float]:
    """Return the mean overlap of nearest words of each pair of spaces, both ways round, 0 to 1."""
    return {
        pair: row.value
        for row in results.of(part="overlap")
        if row.value is not None
        for pair in ((row.space, row.set), (row.set, row.space))
    }


def _named(row: dict[str, Any], kind: type) -> dict[str, Any]:
    return {field.name: row[field.name] for field in fields(kind)}
