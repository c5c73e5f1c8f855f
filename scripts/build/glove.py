"""Train GloVe by exact alternating least squares: the page's own row refit, for every row in turn.

With one side fixed, GloVe's loss is a ridge regression for each row of the other side. A sweep solves all
word rows, then all context rows; the loss can only fall. After each sweep the two tables are balanced
(``W·Cᵀ`` unchanged, ``WᵀW = CᵀC``), which lowers |W|² + |C|² as far as the product allows, so it can only
lower the loss too, and makes the two sides comparable in scale.

Written to ``.cache/trained/``: ``glove.words.npy``, ``glove.contexts.npy`` (V, d), ``glove.biases.npy`` (2,
V): words first, then contexts; ``glove.ridge.npy`` (d,), the λ of each dimension; ``glove.json`` with the settings and
the loss of each sweep. Each sweep is a checkpoint.

Run ``python -m scripts.build.glove`` after ``build_ppmi``, whose factors are where it starts.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import sparse
from threadpoolctl import threadpool_limits

from core.counts.refit import GloveSettings, refit_glove
from scripts.build.counts import COUNTS, read_counts, with_cells
from scripts.build.counts import stamp as counts_stamp
from scripts.build.ppmi import EXPONENT
from scripts.build.steps import MadeFrom, is_current, mark
from scripts.build.text import CORPUS
from scripts.build.word2vec import TRAINED

SIZE = 100
SWEEPS = 1  # and the words' rows once more, see below
SEED = 0
LOWEST = 0.5  # cells below this count are left out: 56 % of the cells, each with a weight below 0.032
THREADS = 2
# Chosen by WS-353 rel and MEN, W alone, started at the PPMI factors, p = 0, before the words' last solve (rel, MEN):
#   x_max 50, λ 1: .58 .68; λ 5: .61 .71; λ 10: .62 .72 after one sweep; .61 .70 and .62 .69 after two;
#   x_max 10, λ 1: .55 .66 after four. With the words' last solve, λ 5: .59 .69 after one sweep, .57 .68 after two;
#   λ 20: .59 .66. From random vectors three sweeps reach .42 .53 (λ 1, p = ½).
# More sweeps lower the loss and, by fitting rare words' few cells too well, the scores.
SETTINGS = GloveSettings(x_max=50.0, ridge=5.0)
SPECTRUM = 0.0  # p: of the product U S Vᵀ, the words take S^p and the contexts S^(1−p)

Table = npt.NDArray[np.float32]


@dataclass
class Side:
    """One side's table (V, d) and biases (V,)."""

    vectors: Table
    biases: Table


@dataclass
class State:
    """Where the training stands."""

    words: Side
    contexts: Side
    losses: list[float] = field(default_factory=list)


def start(counts: sparse.csr_array, size: int = SIZE, seed: int = SEED, spread: float = 0.1) -> State:
    """Return random vectors, and as biases ln X_i − ½ ln ΣX: what makes the first target PMI."""
    random = np.random.default_rng(seed)
    shape = (counts.shape[0], size)
    return start_at(counts, random.normal(0, spread, shape), random.normal(0, spread, shape))


def start_at(counts: sparse.csr_array, words: npt.NDArray[np.floating], contexts: npt.NDArray[np.floating]) -> State:
    """Return given vectors, with the biases of :func:`start`.

    Training starts at the factors of the PPMI matrix: the loss is not convex in both sides together, and from
    random vectors the rare words take many sweeps to find their place.
    """
    totals = np.asarray(counts.sum(axis=1, dtype=np.float64))
    biases = (np.log(np.maximum(totals, 1e-3)) - np.log(totals.sum()) / 2).astype(np.float32)
    return State(Side(words.astype(np.float32), biases), Side(contexts.astype(np.float32), biases.copy()))


def ppmi_factors(directory: Path) -> tuple[Table, Table]:
    """Return U Σ^½ and V Σ^½ of the PPMI matrix, both (V, d), as :mod:`scripts.build.ppmi` left them."""
    words, contexts, strengths = (
        np.load(directory / f"ppmi.{part}.npy") for part in ("words", "contexts", "strengths")
    )
    return words * strengths ** (0.5 - EXPONENT), contexts * strengths**0.5


def solve_side(
    counts: sparse.csr_array, fixed: Side, settings: GloveSettings, threads: int = THREADS
) -> tuple[Side, float]:
    """Solve every row against the fixed side; return the solved side and the loss but for the fixed ridge."""
    n, size = counts.shape[0], fixed.vectors.shape[1]
    solved = Side(np.zeros((n, size), np.float32), np.zeros(n, np.float32))
    losses = np.zeros(n)
    indptr, indices, data = counts.indptr, counts.indices, counts.data

    def solve(row: int) -> None:
        cells = slice(indptr[row], indptr[row + 1])
        if cells.start == cells.stop:  # a word that stands alone in every paragraph
            return
        result = refit_glove(indices[cells], data[cells], fixed.vectors, fixed.biases, settings)
        solved.vectors[row], solved.biases[row], losses[row] = result.vector, result.bias, result.loss

    # The work is in BLAS, which lets go of the interpreter's lock: a thread a core, one BLAS thread each.
    with threadpool_limits(1, "blas"), ThreadPoolExecutor(threads) as pool:
        list(pool.map(solve, range(n), chunksize=64))
    return solved, float(losses.sum())


def balance(words: Table, contexts: Table) -> tuple[Table, Table]:
    """Return the two tables with the same product and WᵀW = CᵀC, columns by falling strength.

    The thin SVD of W·Cᵀ, found from the two QR factors; column signs are fixed so that each column of W sums
    to something positive.
    """
    left, upper = np.linalg.qr(words.astype(np.float64))
    right, lower = np.linalg.qr(contexts.astype(np.float64))
    u, strengths, vt = np.linalg.svd(upper @ lower.T)
    root = np.sqrt(strengths)
    balanced = left @ (u * root)
    signs = np.where(balanced.sum(axis=0) < 0, -1.0, 1.0)
    return (balanced * signs).astype(np.float32), (right @ (vt.T * root) * signs).astype(np.float32)


def share_out(state: State, ridge: float, exponent: float = SPECTRUM) -> npt.NDArray[np.float64]:
    """Turn balanced tables U S^½, V S^½ into U S^p, V S^(1−p), and return what the ridge becomes, (d,).

    The product stays what it was, so the model does; but cosines of words do not. Balanced, the strongest direction,
    which is nearly the same in every word, drowns the others; a smaller p lets them be heard (Levy, Goldberg & Dagan
    2015, "eigenvalue weighting", which ``build_ppmi`` has as well). A common factor makes the two tables equally long
    in all. In the new coordinates the same penalty weighs each dimension differently.
    """
    lengths = np.linalg.norm(state.words.vectors.astype(np.float64), axis=0)  # the square roots of S
    tilt = lengths ** (2 * exponent - 1)
    tilt *= np.sqrt(np.linalg.norm(state.contexts.vectors / tilt) / np.linalg.norm(state.words.vectors * tilt))
    state.words.vectors = (state.words.vectors * tilt).astype(np.float32)
    state.contexts.vectors = (state.contexts.vectors / tilt).astype(np.float32)
    return np.asarray(ridge / tilt**2)


def sweep(counts: sparse.csr_array, transposed: sparse.csr_array, state: State, settings: GloveSettings) -> None:
    """Do one sweep: words, contexts, balance; appends the loss, both ridges included, to the state."""
    state.words, _ = solve_side(counts, state.contexts, settings)
    state.contexts, loss = solve_side(transposed, state.words, settings)
    # The loss before balancing: what the solves reached. Balancing lowers the ridge part further.
    state.losses.append(loss + float((settings.ridge * state.words.vectors.astype(np.float64) ** 2).sum()))
    state.words.vectors, state.contexts.vectors = balance(state.words.vectors, state.contexts.vectors)


def save(state: State, counts: sparse.csr_array, settings: GloveSettings, directory: Path, name: str = "glove") -> None:
    """Write the tables and what they were made with; the json comes last, so that it vouches for the rest."""
    directory.mkdir(parents=True, exist_ok=True)
    np.save(directory / f"{name}.words.npy", state.words.vectors)
    np.save(directory / f"{name}.contexts.npy", state.contexts.vectors)
    np.save(directory / f"{name}.biases.npy", np.stack([state.words.biases, state.contexts.biases]))
    (directory / f"{name}.json").write_text(
        json.dumps({"settings": asdict(settings), "counts": summary(counts), "losses": state.losses})
    )


def resume(counts: sparse.csr_array, settings: GloveSettings, directory: Path, name: str = "glove") -> State | None:
    """Return the last checkpoint, balanced, if there is one of these counts and settings."""
    path = directory / f"{name}.json"
    if not path.exists():
        return None
    left = json.loads(path.read_text())
    if left["settings"] != asdict(settings) or left.get("counts") != summary(counts):
        return None
    words, contexts, biases = (np.load(directory / f"{name}.{part}.npy") for part in ("words", "contexts", "biases"))
    # That of a finished run holds the tables as they ship; going on from there would start with another penalty.
    words, contexts = balance(words, contexts)
    return State(Side(words, biases[0]), Side(contexts, biases[1]), left["losses"])


def summary(counts: sparse.csr_array) -> list[float]:
    """Return what tells counts from those of another text: how many cells there are, and their sum."""
    return [int(counts.nnz), round(float(counts.data.sum(dtype=np.float64)), 1)]


def train(
    counts: sparse.csr_array,
    settings: GloveSettings = SETTINGS,
    sweeps: int = SWEEPS,
    directory: Path = TRAINED,
    name: str = "glove",
    first: State | None = None,
) -> State:
    """Train to the given number of sweeps, from the last checkpoint, else ``first``, else random vectors."""
    state = resume(counts, settings, directory, name) or first or start(counts)
    began = time.perf_counter()
    # Counts with symmetric windows are symmetric, so a row of the transposed matrix is a row of the matrix.
    while len(state.losses) < sweeps:
        sweep(counts, counts, state, settings)
        save(state, counts, settings, directory, name)
        print(
            f"  sweep {len(state.losses)}: loss {state.losses[-1]:,.0f}, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
    # Balanced first, since a run that was stopped after this point comes here again.
    state.words.vectors, state.contexts.vectors = balance(state.words.vectors, state.contexts.vectors)
    ridge = share_out(state, float(settings.ridge))
    # The words' rows are solved once more against the final contexts: refitting a shipped row returns that
    # row.
    state.words, _ = solve_side(counts, state.contexts, GloveSettings(settings.x_max, ridge))
    np.save(directory / f"{name}.ridge.npy", ridge)
    save(state, counts, settings, directory, name)
    return state


def build(sweeps: int = SWEEPS, counts: Path = COUNTS, corpus: Path = CORPUS, directory: Path = TRAINED) -> None:
    """Train on the counts in the cache, unless that has been done."""
    made_from: MadeFrom = {
        "inputs": [
            *counts_stamp("glove", corpus, counts)["outputs"],
            *(directory / f"ppmi.{part}.npy" for part in ("words", "contexts", "strengths")),
        ],
        "outputs": [
            directory / f"glove.{part}" for part in ("words.npy", "contexts.npy", "biases.npy", "ridge.npy", "json")
        ],
        "settings": {**asdict(SETTINGS), "sweeps": sweeps, "lowest": LOWEST, "size": SIZE, "spectrum": SPECTRUM},
    }
    stamps = directory / "stamps"
    if is_current("glove", **made_from, directory=stamps):
        print("glove: up to date")
        return
    began = time.perf_counter()
    matrix = without_small(read_counts("glove", counts))
    train(matrix, SETTINGS, sweeps, directory, first=start_at(matrix, *ppmi_factors(directory)))
    mark("glove", **made_from, seconds=time.perf_counter() - began, directory=stamps)


def without_small(counts: sparse.csr_array, lowest: float = LOWEST) -> sparse.csr_array:
    """Return the counts without the cells below ``lowest``."""
    return with_cells(counts, counts.data, counts.data >= lowest)


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description="Train GloVe.")
    parser.add_argument("--sweeps", type=int, default=SWEEPS)
    arguments = parser.parse_args()
    build(arguments.sweeps)


if __name__ == "__main__":
    main()
