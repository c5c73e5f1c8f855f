"""TEMPORARY placeholder until the engine lands (helper is writing it)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Progress = Callable[[int, int, np.ndarray], None]


@dataclass(frozen=True, eq=False)
class Layout:
    coordinates: np.ndarray
    kl: float
    perplexity: float
    frames: np.ndarray


def tsne(vectors, *, n_components=2, perplexity=30.0, seed=0, n_frames=0, on_step=None):
    from sklearn.manifold import TSNE

    n = len(vectors)
    p = max(1.0, min(perplexity, (n - 1) / 3))
    m = TSNE(n_components, perplexity=p, random_state=seed, init="pca")
    y = m.fit_transform(np.asarray(vectors))
    fr = (
        np.stack([y * (i + 1) / n_frames for i in range(n_frames)])
        if n_frames
        else np.empty((0, n, n_components), np.float32)
    )
    return Layout(y, float(m.kl_divergence_), p, fr)
