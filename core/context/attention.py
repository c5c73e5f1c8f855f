"""The learned weights: how much a word of the sentence should count for the word in question.

Trained on raw text by ``scripts/build/attention.py``; no sense label is in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.errors import AssetProblem
from core.spaces.space import Vectors

FILE = "attention.npz"
PARTS = ("query", "key", "salience", "distance", "losses")
_FARTHEST = 1_000  # words; all that are farther share the last bin
N_DISTANCES = 18  # of each side; see `distance_bin`

Offsets = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Attention:
    """What the weights are made of: score = (Q v_t)·(K v_c)/√r + s_c + g_distance.

    Attributes
    ----------
    query, key : ndarray of float32 (r, d)
        Q and K; they look at whitened vectors of length 1 (:mod:`core.context.whitening`).
    salience : ndarray of float32 (V,)
        s: what a word counts whatever the target, in the order of the space's words.
    distance : ndarray of float32 (2, N_DISTANCES)
        g: what nearness counts, left of the target and right of it.
    losses : ndarray of float32 (n, 2)
        How training went: millions of windows seen, and the loss on held-out text in nats.
    """

    query: Vectors = field(repr=False)
    key: Vectors = field(repr=False)
    salience: Vectors = field(repr=False)
    distance: Vectors = field(repr=False)
    losses: Vectors = field(repr=False)

    @cached_property
    def mixer(self) -> Vectors:
        """QᵀK/√r, (d, d): the bilinear form between target and context."""
        form: Vectors = self.query.T @ self.key / np.float32(np.sqrt(len(self.query)))
        return form

    @cached_property
    def oov_salience(self) -> float:
        """The salience of a word that the space does not hold: the mean over the rarest tenth of those it holds."""
        return float(self.salience[-max(1, len(self.salience) // 10) :].mean())

    def compatibility(self, target: Vectors, contexts: Vectors) -> Vectors:
        """Return (Q v_t)·(K v_c)/√r of a target (d,) with each context word (n, d), (n,)."""
        found: Vectors = contexts @ (target @ self.mixer)
        return found

    def nearness(self, offsets: Offsets) -> Vectors:
        """Return g of each offset from the target, in words, negative to the left, (n,)."""
        found: Vectors = self._nearness[np.clip(offsets, -_FARTHEST, _FARTHEST) + _FARTHEST]
        return found

    @cached_property
    def _nearness(self) -> Vectors:
        # Looked up a thousand times a second, so the bins are found once.
        offsets = np.arange(-_FARTHEST, _FARTHEST + 1)
        table: Vectors = self.distance[(offsets > 0).astype(np.intp), distance_bin(offsets)]
        return table


def distance_bin(offsets: Offsets) -> npt.NDArray[np.intp]:
    """Return the bin of each offset, 0 to N_DISTANCES − 1: one a word up to six, then two each time it doubles."""
    far = np.maximum(np.abs(offsets), 1)
    wide = 6 + np.floor(2 * np.log2(np.maximum(far, 7) / 7)).astype(np.intp)
    return np.where(far <= 6, far - 1, np.minimum(wide, N_DISTANCES - 1)).astype(np.intp)


def load_attention(n_words: int, directory: Path = assets.ASSETS) -> Attention:
    """Load the learned weights for a space of so many words.

    Raises
    ------
    AssetProblem
        When the file is missing, damaged, or made for another space.
    """
    with np.load(assets.verified(FILE, directory)) as stored:
        parts = {name: stored[name].astype(np.float32) for name in PARTS}
    if len(parts["salience"]) != n_words:
        command = str(assets.read_manifest(directory)[FILE]["command"])
        raise AssetProblem(FILE, f"knows {len(parts['salience'])} words, the space {n_words}", command)
    for part in parts.values():
        part.flags.writeable = False
    return Attention(**parts)


def save_attention(attention: Attention, directory: Path = assets.ASSETS) -> None:
    """Write the learned weights, in half precision."""
    np.savez(directory / FILE, **{name: getattr(attention, name).astype(np.float16) for name in PARTS})
