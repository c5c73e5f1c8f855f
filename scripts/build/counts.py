"""Count how often words stand near each other, exactly and within bounded memory.

Two kinds of counts, because a row must be solved again from what its trainer really saw:

- ``glove``: window 10, both sides, weight 1/distance (Pennington et al. 2014);
- ``sgns``: window 5, weight (6 − distance)/5, which is what a window drawn uniformly from 1..5 gives on
  average, after one pass of fastText's subsampling (t = 1e-5, seed 0).

Paragraphs are borders. Weights are summed as whole numbers (2520/distance, or 6 − distance), so that the
result depends neither on the order nor on rounding, and are divided once at the end. The matrix is made a
block of rows at a time: a block's dense int64 counts are the memory that is needed, each finished block is a
file in ``.cache/counts/KIND/``, and a run that was stopped goes on with the first missing one.

Run ``python -m scripts.build.counts`` after ``build_text``.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from scipy import sparse

from scripts.build.steps import CACHE, MadeFrom, hashes, is_current, mark
from scripts.build.text import BORDER, CORPUS, read_vocabulary

COUNTS = CACHE / "counts"
BLOCK_BYTES = 500_000_000  # dense int64 counts held at a time
SUBSAMPLE = 1e-5  # t; a word of share f is kept with probability √(t/f) + t/f

Tokens = npt.NDArray[np.int32]
Function = TypeVar("Function", bound=Callable[..., object])


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator, which keeps a function's type; the machine code is kept on the disk."""
    return cast(Callable[[Function], Function], numba.njit(cache=True, **options))


@dataclass(frozen=True)
class Kind:
    """A weighting: whole-number weights of distances 1, 2, …, their divisor, and fastText's subsampling."""

    weights: tuple[int, ...]
    divisor: int
    subsample: float | None  # fastText's t


KINDS = {
    # 2520 is the least common multiple of 1..10.
    "glove": Kind(tuple(2520 // distance for distance in range(1, 11)), 2520, None),
    "sgns": Kind(tuple(range(5, 0, -1)), 5, SUBSAMPLE),
}


@compiled(parallel=True, boundscheck=False)
def count_block(
    tokens: Tokens, weights: npt.NDArray[np.int64], bounds: npt.NDArray[np.int64], width: int
) -> npt.NDArray[np.int64]:
    """Return the counts of rows bounds[0] to bounds[-1], (rows, width); a thread for each pair of bounds.

    A thread reads all tokens but writes only to rows of its own, so no two threads write to one cell.
    """
    first = bounds[0]
    counts = np.zeros((bounds[-1] - first, width), dtype=np.int64)
    reach = len(weights)
    for part in numba.prange(len(bounds) - 1):
        low, high = bounds[part], bounds[part + 1]
        for here in range(len(tokens)):
            word = tokens[here]
            if word < low or word >= high:
                continue
            row = counts[word - first]
            for distance in range(1, reach + 1):
                if here - distance < 0 or tokens[here - distance] < 0:
                    break
                row[tokens[here - distance]] += weights[distance - 1]
            for distance in range(1, reach + 1):
                if here + distance >= len(tokens) or tokens[here + distance] < 0:
                    break
                row[tokens[here + distance]] += weights[distance - 1]
    return counts


def kept(tokens: Tokens, frequencies: npt.NDArray[np.int64], threshold: float, seed: int = 0) -> npt.NDArray[np.bool_]:
    """Return which tokens one epoch of fastText keeps: a word of share f with probability √(t/f) + t/f.

    Words are dropped before windows are laid, so the window reaches further, as in fastText's ``getLine``.
    The share is among all tokens, line ends (``</s>``) included, as there.
    """
    total = frequencies.sum() + (tokens == BORDER).sum()
    ratio = threshold * total / frequencies
    keep = np.append(np.sqrt(ratio) + ratio, 2.0)  # the last one serves index -1: borders stay
    mask: npt.NDArray[np.bool_] = np.random.default_rng(seed).random(len(tokens), dtype=np.float32) < keep[tokens]
    return mask


def blocks(width: int, frequencies: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int64]]:
    """Return the bounds (low, middle, high) of each block, its two parts holding equally many tokens."""
    rows = max(1, BLOCK_BYTES // (8 * width))
    result = []
    for low in range(0, width, rows):
        high = min(low + rows, width)
        mass = np.cumsum(frequencies[low:high])
        middle = low + int(np.searchsorted(mass, mass[-1] / 2)) + 1
        result.append(np.array(sorted({low, min(middle, high), high}), dtype=np.int64))
    return result


def count(tokens: Tokens, frequencies: npt.NDArray[np.int64], kind: Kind, directory: Path) -> None:
    """Count every block that is not there yet; each becomes ``block-NNN.npz``, a sparse (rows, V) float32."""
    directory.mkdir(parents=True, exist_ok=True)
    if kind.subsample is not None:
        tokens = tokens[kept(tokens, frequencies, kind.subsample)]
    weights = np.array(kind.weights, dtype=np.int64)
    began = time.perf_counter()
    bounds = blocks(len(frequencies), frequencies)
    for number, block in enumerate(bounds):
        path = directory / f"block-{number:03}.npz"
        if path.exists():
            continue
        dense = count_block(tokens, weights, block, len(frequencies))
        rows = sparse.csr_array(dense)
        rows = sparse.csr_array(
            ((rows.data / kind.divisor).astype(np.float32), rows.indices.astype(np.int32), rows.indptr),
            shape=dense.shape,
        )
        partial = path.with_name("partial.npz")
        sparse.save_npz(partial, rows, compressed=False)
        partial.rename(path)  # only whole blocks bear a block's name
        print(
            f"  block {number + 1} of {len(bounds)}: {rows.nnz / 1e6:.1f} M cells, {time.perf_counter() - began:.0f} s",
            flush=True,
        )


def read_counts(kind: str, directory: Path = COUNTS) -> sparse.csr_array:
    """Return the whole matrix of a kind, (V, V) float32, from its blocks."""
    paths = sorted((directory / kind).glob("block-*.npz"))
    return sparse.csr_array(sparse.vstack([sparse.load_npz(path) for path in paths], format="csr"))


def with_cells(
    counts: sparse.csr_array, data: npt.NDArray[np.float32], kept: npt.NDArray[np.bool_]
) -> sparse.csr_array:
    """Return a matrix of some of the cells of another, with other values; the other stays as it is."""
    starts = np.concatenate([[0], np.cumsum(kept)])[counts.indptr]
    return sparse.csr_array((data[kept], counts.indices[kept], starts), shape=counts.shape)


def stamp(kind: str, corpus: Path, directory: Path) -> MadeFrom:
    """Return what the counts of a kind are made from, for :mod:`scripts.build.steps`."""
    _, frequencies = read_vocabulary(corpus)
    numbers = range(len(blocks(len(frequencies), frequencies)))
    return {
        "inputs": [corpus / "tokens.npy", corpus / "vocabulary.tsv"],
        "outputs": [directory / kind / f"block-{number:03}.npz" for number in numbers],
        "settings": asdict(KINDS[kind]),
    }


def build(kind: str, corpus: Path = CORPUS, directory: Path = COUNTS) -> None:
    """Count one kind over the text in the cache, unless that has been done; goes on where it was stopped."""
    made_from = stamp(kind, corpus, directory)
    stamps = directory / "stamps"
    if is_current(f"counts-{kind}", **made_from, directory=stamps):
        print(f"{kind} counts: up to date")
        return
    # Blocks of another text or weighting must not be taken for finished ones of this.
    begun = directory / kind / "begun.json"
    wanted = json.dumps({"settings": made_from["settings"], "inputs": hashes(made_from["inputs"])})
    if not begun.exists() or begun.read_text() != wanted:
        for path in (directory / kind).glob("*"):
            path.unlink()
    (directory / kind).mkdir(parents=True, exist_ok=True)
    begun.write_text(wanted)
    _, frequencies = read_vocabulary(corpus)
    began = time.perf_counter()
    print(f"{kind} counts: {len(made_from['outputs'])} blocks", flush=True)
    count(np.load(corpus / "tokens.npy"), frequencies, KINDS[kind], directory / kind)
    mark(f"counts-{kind}", **made_from, seconds=time.perf_counter() - began, directory=stamps)


def main() -> None:
    """Read the arguments and count."""
    parser = argparse.ArgumentParser(description="Count co-occurrences.")
    parser.add_argument("--kind", choices=KINDS)
    arguments = parser.parse_args()
    for kind in [arguments.kind] if arguments.kind else KINDS:
        build(kind)


if __name__ == "__main__":
    main()
