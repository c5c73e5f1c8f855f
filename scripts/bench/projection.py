"""Time t-SNE as the app runs it beside scikit-learn's: ``python -m scripts.bench.projection``.

The most frequent words of ``glove-6b`` at unit length, at the same perplexity. Ours is ``core.map.projection.project``
whole, with the share of neighbours kept. scikit-learn's ``TSNE`` runs with its defaults (1,000 steps, Barnes-Hut)
twice: with as many threads as it takes by itself, and held to one, which on few cores is the faster of the two. They
take turns within each repeat, so that whatever else the machine does meets all alike: ratios can be compared across
machines, seconds cannot.

KL divergence, lower is better, is the exact sum over all pairs, by the same code for all. Trustworthiness, higher is
better, is scikit-learn's, by cosine over 10 neighbours. Imports and a first call are not timed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from sklearn.manifold import TSNE, trustworthiness
from threadpoolctl import threadpool_limits

from core.map.projection import project
from core.map.tsne import kl_divergence
from core.spaces.space import load_space

Array = npt.NDArray[np.float32]

SIZES = (150, 500, 2_000)
PERPLEXITY = 30.0
ROW = "{:>6}  {:<26} {:>9} {:>7} {:>8} {:>16}"


def ours(vectors: Array, perplexity: float) -> Array:
    """Lay out as the app does."""
    return project(vectors, "tsne", perplexity=perplexity).coordinates


def theirs(vectors: Array, perplexity: float) -> Array:
    """Lay out as scikit-learn does by itself."""
    return np.asarray(TSNE(perplexity=perplexity, random_state=0).fit_transform(vectors), dtype=np.float32)


def theirs_on_one_thread(vectors: Array, perplexity: float) -> Array:
    """Lay out as scikit-learn does when its threads are kept from fighting."""
    with threadpool_limits(1):
        return theirs(vectors, perplexity)


ENGINES: dict[str, Callable[[Array, float], Array]] = {
    "Sense Drift": ours,
    "scikit-learn": theirs,
    "scikit-learn, one thread": theirs_on_one_thread,
}


def main() -> None:
    """Run all engines in turns and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of words")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    unit = load_space("glove-6b").unit
    for engine in ENGINES.values():
        engine(unit[:40], 5.0)
    print(ROW.format("words", "engine", "seconds", "ratio", "KL", "trustworthiness"))
    for n in arguments.sizes:
        vectors, perplexity = unit[:n], min(PERPLEXITY, (n - 1) / 3)
        seconds, maps = defaultdict(list), {}
        for _ in range(arguments.repeats):
            for name, engine in ENGINES.items():
                start = time.perf_counter()
                maps[name] = engine(vectors, perplexity)
                seconds[name].append(time.perf_counter() - start)
        for name, coordinates in maps.items():
            ratios = [other / own for other, own in zip(seconds[name], seconds["Sense Drift"], strict=True)]
            kl = kl_divergence(vectors, coordinates, perplexity)
            trust = trustworthiness(vectors, coordinates, n_neighbors=10, metric="cosine")
            taken, ratio = statistics.median(seconds[name]), statistics.median(ratios)
            print(ROW.format(n, name, f"{taken:.3f}", f"{ratio:.1f}", f"{kl:.4f}", f"{trust:.4f}"), flush=True)


if __name__ == "__main__":
    main()
