"""Layouts that take too long to compute while a reader waits: made by ``scripts/build/layouts.py``, shipped."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from core import assets
from core.errors import AssetProblem
from core.map.projection import Indices, Projection, kept_share

FILE = "layouts.npz"


@dataclass(frozen=True, eq=False)
class Layouts:
    """The layouts of one space.

    Attributes
    ----------
    arrays : dict of str to ndarray
        By name, see :func:`key`; empty when none ship for the space, or for other vectors than it has now.
    """

    arrays: dict[str, np.ndarray]

    def neighbours(self, set_key: str, words: Sequence[str]) -> Indices | None:
        """Return the nearest by cosine of each word of a set, (n, k), where they ship for just these words."""
        if not self._fits(set_key, words) or f"{set_key}/neighbours" not in self.arrays:
            return None
        return self.arrays[f"{set_key}/neighbours"].astype(np.intp)

    def perplexities(self, set_key: str) -> list[int]:
        """Return the perplexities at which a set's t-SNE ships, ascending."""
        found = (name.split("/") for name in self.arrays if name.startswith(f"{set_key}/tsne-"))
        return sorted({int(parts[1].removeprefix("tsne-")) for parts in found})

    def tsne(self, set_key: str, words: Sequence[str], perplexity: int, near: Indices) -> Projection | None:
        """Return a set's t-SNE with seed 0 as ``project`` would make it, or None if it does not ship."""
        name = key(set_key, perplexity)
        if not self._fits(set_key, words) or f"{name}/coordinates" not in self.arrays:
            return None
        coordinates = self.arrays[f"{name}/coordinates"]
        frames = self.arrays.get(f"{name}/frames")
        used, kl = self.arrays[f"{name}/numbers"][:2]
        shown = coordinates[:0, None] if frames is None else frames.astype(np.float32)
        return Projection(
            "tsne",
            coordinates,
            kept_share(near, coordinates),
            near,
            perplexity=float(used),
            kl=float(kl),
            frames=shown,
        )

    def trustworthiness(self, set_key: str, words: Sequence[str], perplexity: int | None) -> float:
        """Return the trustworthiness of a set's t-SNE, or of its plane of principal components; NaN if unknown."""
        name = f"{set_key}/pca" if perplexity is None else key(set_key, perplexity)
        if not self._fits(set_key, words) or f"{name}/numbers" not in self.arrays:
            return float("nan")
        return float(self.arrays[f"{name}/numbers"][-1])

    def _fits(self, set_key: str, words: Sequence[str]) -> bool:
        stored = self.arrays.get(f"{set_key}/words")
        return stored is not None and str(stored) == fingerprint(words)


def key(set_key: str, perplexity: int) -> str:
    """Return the prefix of a layout's arrays within its space.

    They are coordinates, frames, and numbers: perplexity, KL, trustworthiness.
    """
    return f"{set_key}/tsne-{perplexity}"


def fingerprint(words: Sequence[str]) -> str:
    """Return a short hash of a list of words: a layout is only used for the very words it was made of."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def vectors_key(space: str, directory: Path = assets.ASSETS) -> str:
    """Return what tells a space's vectors from others of the same words: their checksum in the manifest."""
    row = assets.read_manifest(directory).get(f"{space}.codes.npy")
    return "" if row is None else str(row["sha256"])


def load_layouts(space: str, directory: Path = assets.ASSETS) -> Layouts:
    """Load the layouts that ship for a space.

    Raises
    ------
    AssetProblem
        When the file is missing or damaged.
    """
    path = assets.verified(FILE, directory)
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            if f"{space}/vectors" not in stored or str(stored[f"{space}/vectors"]) != vectors_key(space, directory):
                return Layouts({})
            prefix = f"{space}/"
            return Layouts({n.removeprefix(prefix): stored[n] for n in stored.files if n.startswith(prefix)})
    except (ValueError, OSError, EOFError, BadZipFile, zlib.error) as error:
        command = str(assets.read_manifest(directory)[FILE]["command"])
        raise AssetProblem(FILE, "cannot be read", command) from error
