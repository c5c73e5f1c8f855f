"""GloVe as its authors train it, to hold ours against: AdaGrad over the cells in random order.

The update rule, learning rate, start and weighting of the reference program (Pennington et al. 2014, §4.2), on the
very counts that ``build_glove`` solves exactly. Threads write to one table without locks, as there. It is not shipped,
and the code is ours; what it tells is whether solving exactly costs quality.

Run ``python -m scripts.build.reference_glove`` after ``build_counts``: about eight minutes on two free cores.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from scripts.build.counts import COUNTS, compiled, read_counts
from scripts.build.counts import stamp as counts_stamp
from scripts.build.glove import LOWEST, SEED, SIZE, without_small
from scripts.build.steps import MadeFrom, is_current, mark
from scripts.build.text import CORPUS
from scripts.build.word2vec import TRAINED

X_MAX, POWER, RATE, PASSES = 10.0, 0.75, 0.05, 15  # x_max as the reference's demo has it for a corpus of our size

Table = npt.NDArray[np.float32]


@compiled(fastmath=True, parallel=True)
def one_pass(
    rows: npt.NDArray[np.int32],
    columns: npt.NDArray[np.int32],
    counts: Table,
    words: Table,
    contexts: Table,
    word_squares: Table,
    context_squares: Table,
    x_max: float,
    rate: float,
) -> float:
    """Go once through the cells; the last column of each table is the bias. Return the mean weighted loss."""
    size = words.shape[1] - 1
    loss = 0.0
    for cell in numba.prange(len(counts)):
        w, c = words[rows[cell]], contexts[columns[cell]]
        w2, c2 = word_squares[rows[cell]], context_squares[columns[cell]]
        error = w[size] + c[size] - np.log(counts[cell])
        for k in range(size):
            error += w[k] * c[k]
        weighted = error * min(1.0, (counts[cell] / x_max) ** POWER)
        loss += 0.5 * weighted * error
        step = np.float32(weighted * rate)
        for k in range(size):
            for_word, for_context = step * c[k], step * w[k]
            w[k] -= for_word / np.sqrt(w2[k])
            c[k] -= for_context / np.sqrt(c2[k])
            w2[k] += for_word * for_word
            c2[k] += for_context * for_context
        w[size] -= step / np.sqrt(w2[size])
        c[size] -= step / np.sqrt(c2[size])
        w2[size] += step * step
        c2[size] += step * step
    return loss / len(counts)


def train(counts: Any, passes: int = PASSES, x_max: float = X_MAX, seed: int = SEED) -> tuple[Table, Table]:
    """Return word and context vectors, (V, d) each, biases left out."""
    random = np.random.default_rng(seed)
    n = counts.shape[0]
    words, contexts = (((random.random((n, SIZE + 1)) - 0.5) / (SIZE + 1)).astype(np.float32) for _ in range(2))
    word_squares, context_squares = (np.ones((n, SIZE + 1), dtype=np.float32) for _ in range(2))
    order = random.permutation(counts.nnz)
    rows = np.repeat(np.arange(n, dtype=np.int32), np.diff(counts.indptr))[order]
    columns, values = counts.indices[order].astype(np.int32), counts.data[order].astype(np.float32)
    began = time.perf_counter()
    for number in range(1, passes + 1):
        loss = one_pass(rows, columns, values, words, contexts, word_squares, context_squares, x_max, RATE)
        print(f"  pass {number} of {passes}: loss {loss:.4f}, {time.perf_counter() - began:.0f} s", flush=True)
    return words[:, :SIZE], contexts[:, :SIZE]


def build(counts: Path = COUNTS, corpus: Path = CORPUS, directory: Path = TRAINED) -> None:
    """Train on the counts in the cache, unless that has been done."""
    made_from: MadeFrom = {
        "inputs": counts_stamp("glove", corpus, counts)["outputs"],
        "outputs": [directory / f"reference.{part}.npy" for part in ("words", "contexts")],
        "settings": {"x_max": X_MAX, "rate": RATE, "passes": PASSES, "lowest": LOWEST, "size": SIZE, "seed": SEED},
    }
    if is_current("reference", **made_from, directory=directory / "stamps"):
        print("reference: up to date")
        return
    began = time.perf_counter()
    for path, table in zip(made_from["outputs"], train(without_small(read_counts("glove", counts))), strict=True):
        np.save(path, table)
    mark("reference", **made_from, seconds=time.perf_counter() - began, directory=directory / "stamps")


def main() -> None:
    """Train."""
    build()


if __name__ == "__main__":
    main()
