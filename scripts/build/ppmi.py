"""Build the count-based ancestor: positive PMI, factorised by a truncated SVD.

From the ``glove`` counts (window 10, weight 1/distance): shifted positive PMI with context shares smoothed by
exponent 0.75, then the 100 strongest singular triplets, vectors ``U Σ^p``. Shift and p are chosen by MEN and
WS-353 rel; p = 0 did best of 0, ¼, ½ and 1 (MEN .727, .724, .714, .655).

Written to ``.cache/trained/``: ``ppmi.words.npy`` (U Σ^p), ``ppmi.contexts.npy`` (V), both (V, d) float32,
``ppmi.strengths.npy`` (Σ) and ``ppmi.shares.npy`` (q). Run ``python -m scripts.build.ppmi`` after
``build_counts``.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import svds

from core.counts.refit import ppmi, smoothed_shares
from scripts.build.counts import COUNTS, read_counts, with_cells
from scripts.build.counts import stamp as counts_stamp
from scripts.build.steps import MadeFrom, is_current, mark
from scripts.build.text import CORPUS
from scripts.build.word2vec import TRAINED

SIZE = 100
SEED = 0
SHIFT = 0.0
EXPONENT = 0.0  # p: all directions equally long


def ppmi_matrix(counts: sparse.csr_array, shift: float = SHIFT) -> tuple[sparse.csr_array, np.ndarray]:
    """Return the shifted positive PMI, (V, V) float32, and the smoothed shares of contexts, (V,)."""
    totals = np.asarray(counts.sum(axis=1, dtype=np.float64))
    shares = smoothed_shares(np.asarray(counts.sum(axis=0, dtype=np.float64)))
    data = np.empty(counts.nnz, dtype=np.float32)
    for row in range(counts.shape[0]):
        cells = slice(counts.indptr[row], counts.indptr[row + 1])
        data[cells] = ppmi(counts.data[cells], totals[row], shares[counts.indices[cells]], shift)
    return with_cells(counts, data, data > 0), shares


def factorise(
    matrix: sparse.csr_array, size: int = SIZE, seed: int = SEED
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return U (V, d), Σ (d,) falling, V (V, d); each column of U sums to something positive."""
    start = np.random.default_rng(seed).normal(size=matrix.shape[0]).astype(np.float32)
    u, strengths, vt = svds(matrix, k=size, v0=start, tol=1e-4)
    order = np.argsort(-strengths)
    u, strengths, v = u[:, order], strengths[order], vt[order].T
    signs = np.where(u.sum(axis=0) < 0, -1, 1)
    return u * signs, strengths, v * signs


def build(counts: Path = COUNTS, corpus: Path = CORPUS, directory: Path = TRAINED, size: int = SIZE) -> None:
    """Build from the counts in the cache, unless that has been done."""
    parts = ("words", "contexts", "strengths", "shares")
    made_from: MadeFrom = {
        "inputs": counts_stamp("glove", corpus, counts)["outputs"],
        "outputs": [directory / f"ppmi.{part}.npy" for part in parts],
        "settings": {"size": size, "shift": SHIFT, "exponent": EXPONENT, "seed": SEED},
    }
    if is_current("ppmi", **made_from, directory=directory / "stamps"):
        print("ppmi: up to date")
        return
    began = time.perf_counter()
    matrix, shares = ppmi_matrix(read_counts("glove", counts))
    print(f"ppmi: {matrix.nnz / 1e6:.1f} M positive cells, {time.perf_counter() - began:.0f} s", flush=True)
    u, strengths, v = factorise(matrix, size)
    directory.mkdir(parents=True, exist_ok=True)
    for path, table in zip(made_from["outputs"], (u * strengths**EXPONENT, v, strengths, shares), strict=True):
        np.save(path, table.astype(np.float32))
    mark("ppmi", **made_from, seconds=time.perf_counter() - began, directory=directory / "stamps")
    print(f"ppmi: done in {time.perf_counter() - began:.0f} s")


def main() -> None:
    """Build."""
    build()


if __name__ == "__main__":
    main()
