"""Compute ahead the layouts that would keep a reader waiting: ``python -m scripts.build_layouts``.

The t-SNE of every ready set, with the stages of its optimisation, and the maps of the 1,000 and 10,000 most
frequent words, with their true neighbours and trustworthiness. About a quarter of an hour on one core.
"""

from __future__ import annotations

import time

import numpy as np
from sklearn.manifold import trustworthiness

from core import assets
from core.layouts import FILE, fingerprint, key
from core.projection import K, nearest_by_cosine, project
from core.spaces import load_space
from core.wordsets import FREQUENT, READY, frequent

SEED = 0
N_FRAMES = 60
PERPLEXITIES = {"top-1000": (10, 30, 100), "top-10000": (10, 30, 100)}


def main() -> None:
    """Build ``assets/layouts.npz`` and its manifest row."""
    space = load_space("glove-6b")
    arrays: dict[str, np.ndarray] = {}
    for word_set in [*READY, *(frequent(space, name) for name in FREQUENT)]:
        words = word_set.words
        unit = space.unit[space.rows(words)]
        near = nearest_by_cosine(unit)
        arrays[f"{word_set.key}/words"] = np.array(fingerprint(words))
        large = word_set.key in FREQUENT
        if large:
            arrays[f"{word_set.key}/neighbours"] = near.astype(np.uint16)
            pca = project(unit, "pca", neighbours=near)
            trust = trustworthiness(unit, pca.coordinates, n_neighbors=K)
            arrays[f"{word_set.key}/pca/numbers"] = np.array([trust], dtype=np.float64)
        for perplexity in PERPLEXITIES.get(word_set.key, (30,)):
            started = time.perf_counter()
            frames = 0 if large else N_FRAMES
            made = project(unit, "tsne", perplexity=perplexity, seed=SEED, n_frames=frames, neighbours=near)
            name = key(word_set.key, perplexity)
            trust = trustworthiness(unit, made.coordinates, n_neighbors=min(K, (len(words) - 1) // 2))
            arrays[f"{name}/coordinates"] = made.coordinates
            arrays[f"{name}/numbers"] = np.array([made.perplexity, made.kl, trust])
            if frames:
                arrays[f"{name}/frames"] = made.frames.astype(np.float16)
            print(
                f"{word_set.key}, perplexity {perplexity}: {len(words):,} words in "
                f"{time.perf_counter() - started:.1f} s, KL {made.kl:.3f}, kept {made.kept.mean():.3f}, "
                f"trustworthiness {trust:.3f}",
                flush=True,
            )
    np.savez_compressed(assets.ASSETS / FILE, **arrays)
    assets.record(
        FILE,
        source="Computed from glove-6b by core.projection",
        licence="PDDL-1.0, as the vectors",
        command="python -m scripts.build_layouts",
        seed=SEED,
        counts={
            "sets": len(READY) + len(FREQUENT),
            "layouts": sum(name.endswith("/coordinates") for name in arrays),
        },
    )


if __name__ == "__main__":
    main()
