"""Compute ahead the layouts that would keep a reader waiting: ``python -m scripts.build.layouts``.

The t-SNE of every ready set, with the stages of its optimisation, and the maps of the 1,000 and 10,000 most
frequent words, with their true neighbours and trustworthiness. For ``glove-6b`` at three perplexities, for the
spaces of our own corpus at one. A map whose words and vectors are unchanged is kept. From nothing it takes about an
hour on one core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.manifold import trustworthiness

from core import assets
from core.map.layouts import FILE, fingerprint, key, vectors_key
from core.map.projection import K, nearest_by_cosine, project
from core.spaces.space import SPACES, Space, load_space
from core.spaces.wordsets import FREQUENT, READY, WordSet, frequent

SEED = 0
N_FRAMES = 60
SMALL, LARGE = (30,), {"glove-6b": (10, 30, 100)}


def lay_out(space: Space, word_set: WordSet, perplexities: tuple[int, ...]) -> dict[str, np.ndarray]:
    """Return the arrays of one set in one space."""
    words = word_set.words
    unit = space.unit[space.rows(words)]
    near = nearest_by_cosine(unit)
    arrays: dict[str, np.ndarray] = {f"{word_set.key}/words": np.array(fingerprint(words))}
    large = word_set.key in FREQUENT
    if large:
        arrays[f"{word_set.key}/neighbours"] = near.astype(np.uint16)
        pca = project(unit, "pca", neighbours=near)
        trust = trustworthiness(unit, pca.coordinates, n_neighbors=K)
        arrays[f"{word_set.key}/pca/numbers"] = np.array([trust], dtype=np.float64)
    for perplexity in perplexities:
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
            f"{space.name}, {word_set.key}, perplexity {perplexity}: {len(words):,} words in "
            f"{time.perf_counter() - started:.1f} s, KL {made.kl:.3f}, kept {made.kept.mean():.3f}, "
            f"trustworthiness {trust:.3f}",
            flush=True,
        )
    return arrays


def still_good(
    stored: dict[str, np.ndarray], space: str, word_set: WordSet, perplexities: tuple[int, ...]
) -> dict[str, np.ndarray]:
    """Return the arrays of one set as they were left, none when its words or the vectors have changed."""
    if str(stored.get(f"{space}/vectors")) != vectors_key(space):
        return {}
    if str(stored.get(f"{space}/{word_set.key}/words")) != fingerprint(word_set.words):
        return {}
    if any(f"{space}/{key(word_set.key, perplexity)}/coordinates" not in stored for perplexity in perplexities):
        return {}
    prefix = f"{space}/{word_set.key}/"
    return {name.removeprefix(f"{space}/"): array for name, array in stored.items() if name.startswith(prefix)}


def build(wanted: Sequence[str] = SPACES) -> None:
    """Build ``assets/layouts.npz`` and its manifest row; what is done is written after each space."""
    path = assets.ASSETS / FILE
    stored: dict[str, np.ndarray] = {}
    if path.exists():
        with np.load(path) as file:
            stored = {name: file[name] for name in file.files}
    for name in SPACES:
        space = load_space(name)
        arrays: dict[str, np.ndarray] = {}
        for word_set in [*READY, *(frequent(space, frequent_set) for frequent_set in FREQUENT)]:
            perplexities = LARGE.get(name, SMALL) if word_set.key in FREQUENT else SMALL
            made = still_good(stored, name, word_set, perplexities)
            if not made and name in wanted:
                made = lay_out(space, word_set, perplexities)
            arrays |= {f"{name}/{part}": array for part, array in made.items()}
        stored = {part: array for part, array in stored.items() if part.split("/")[0] != name}
        if arrays:
            stored |= arrays | {f"{name}/vectors": np.array(vectors_key(name))}
        save(stored)


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Lay the ready sets and the frequent words out.")
    parser.add_argument("--space", choices=SPACES, nargs="*", default=SPACES)
    build(parser.parse_args().space)


def save(arrays: dict[str, Any]) -> None:
    """Write the file and its manifest row; arrays of spaces that are no more are left out."""
    arrays = {name: array for name, array in arrays.items() if name.split("/")[0] in SPACES}
    np.savez_compressed(assets.ASSETS / FILE, **arrays)
    assets.record(
        FILE,
        source="Computed from the spaces by core.map.projection",
        licence="As the vectors: PDDL-1.0 (glove-6b), CC BY-SA 3.0 (the others)",
        command="python -m scripts.build.layouts",
        seed=SEED,
        counts={
            "spaces": sum(name.endswith("/vectors") for name in arrays),
            "layouts": sum(name.endswith("/coordinates") for name in arrays),
        },
    )


if __name__ == "__main__":
    main()
