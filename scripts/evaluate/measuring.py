"""What the measuring scripts share: where things are, and how one measurement is written down."""

from __future__ import annotations

import datetime
import math
from pathlib import Path
from typing import Any

import numpy as np

from core.counts.cooccurrence import CountRow
from scripts.build.steps import CACHE
from scripts.evaluate.claims import FIGURES

SHARED = Path(__file__).resolve().parents[3] / "shared" / "eval"
TRAINED = CACHE / "trained"
SEED = 0

Row = dict[str, Any]


def row(
    part: str,
    space: str,
    set_: str,
    metric: str,
    value: float,
    n: int,
    coverage: float,
) -> Row:
    """Return one measurement, with the published figure where there is one."""
    published = FIGURES.get((space, set_, metric))
    return {
        "part": part,
        "space": space,
        "set": set_,
        "metric": metric,
        "value": None if math.isnan(value) else round(value, 4),
        "n": n,
        "coverage": round(coverage, 4),
        "published": None if published is None else float(published[0]),
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "command": f"python -m scripts.evaluate --only {part}",
    }


def counted(kind: str) -> Any:
    """Return the whole matrix of counts of a kind."""
    from scripts.build.counts import read_counts  # needs numba, which the other parts do without

    return read_counts(kind)


def count_row(counts: Any, number: int) -> CountRow:
    """Return a row of a whole matrix of counts."""
    cells = slice(counts.indptr[number], counts.indptr[number + 1])
    data = counts.data[cells]
    return CountRow(counts.indices[cells], data, float(data.sum(dtype=np.float64)))
