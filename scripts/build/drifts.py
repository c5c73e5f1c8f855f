"""Compute the drift of every word of the catalogue in every space that can be solved: ``assets/drift.*.npz``.

Run ``python -m scripts.build.drifts`` after ``scripts.build.senses``.
"""

from __future__ import annotations

import time

from core import assets
from core.counts.senses import load_senses
from core.drift.material import SPACES, load_bench
from core.drift.path import path, solve_along
from core.drift.shipped import STEPS, file_of, save_ways
from scripts.build.assets import LICENCE, SOURCE


def build() -> None:
    """Solve every row."""
    for space in SPACES:
        bench, began = load_bench(space), time.perf_counter()
        solved = {}
        for word in load_senses():
            material = bench.material(word)
            if len(material.names) > 1:
                solved[word] = solve_along(bench.solve, material, path(len(material.names), STEPS))
        save_ways(space, solved)
        assets.record(
            file_of(space),
            source=SOURCE,
            licence=LICENCE,
            command="python -m scripts.build.drifts",
            seed=None,
            counts={"words": len(solved), "steps": STEPS},
        )
        print(f"{space}: {len(solved)} words, {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    build()
