"""Words of a space on a map, with what is measured of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.charts.labels import Extent
from core.charts.points import extent_of, inside
from core.map.axes import Axis
from core.map.projection import Indices, Projection, density
from core.spaces.space import Space
from core.spaces.wordsets import FREQUENT, WordSet

KINDS = {"axes": "Named axes", "pca": "PCA", "pca-3d": "PCA in 3-D", "tsne": "t-SNE"}
MAX_POINTS = 1_500  # more points in SVG no longer move smoothly


@dataclass(frozen=True, eq=False)
class Picture:
    """Words of a space on a map.

    Attributes
    ----------
    space : Space
        The space.
    words : WordSet
        The n words.
    projection : Projection
        Where they are drawn.
    trust : float
        Trustworthiness of the map, 0 to 1; NaN where it is not measured.
    pca_kept : float
        What a plane of principal components would keep of the same words, 0 to 1.
    axes : tuple of Axis, optional
        Across and up, of a map of named axes.
    lines : tuple of float, optional
        Cosines with the axes at which that map is divided.
    selected : int, optional
        Row of the word that the reader picked.
    """

    space: Space
    words: WordSet
    projection: Projection
    trust: float = float("nan")
    pca_kept: float = float("nan")
    axes: tuple[Axis, Axis] | None = None
    lines: tuple[float, float] = (0.0, 0.0)
    selected: int | None = None

    @property
    def kind(self) -> str:
        """Its kind, one of ``KINDS``."""
        return "pca-3d" if self.projection.coordinates.shape[1] == 3 else self.projection.method

    @property
    def is_raster(self) -> bool:
        """Whether so many words are drawn that most of them are only a haze."""
        return self.words.key in FREQUENT and self.kind != "pca-3d"

    @cached_property
    def whole(self) -> Extent:
        """The extent of a raster that shows all words."""
        return extent_of(self.projection.coordinates[:, :2], pad=0.02)

    def torn(self, n: int = 5) -> list[tuple[str, float]]:
        """Return the words that keep the fewest of their neighbours, each with the share that it keeps."""
        kept, words = self.projection.kept, self.words.words
        return [(words[i], float(kept[i])) for i in np.argsort(kept, kind="stable")[:n]]

    def true_neighbours(self, row: int) -> list[tuple[str, float, bool]]:
        """Return a word's nearest on the map by cosine, best first: word, cosine, and whether it is near on the map."""
        words, near = self.words.words, self.projection.neighbours[row]
        shares = cosines(self.space, words[row], [words[i] for i in near])
        return [
            (words[i], float(cosine), bool(is_near))
            for i, cosine, is_near in zip(near, shares, self.projection.near[row], strict=True)
        ]


@dataclass(frozen=True, eq=False)
class Region:
    """A part of a map of thousands of words.

    Attributes
    ----------
    extent : tuple of float
        Left, right, bottom, top of what is shown.
    raster : ndarray of float32, (rows, columns)
        How thickly the words lie over it, 0 to 1.
    points : ndarray of int
        Rows of the words in it, the first ones given, at most ``MAX_POINTS``.
    """

    extent: Extent
    raster: npt.NDArray[np.float32] = field(repr=False)
    points: Indices = field(repr=False)


def region(projection: Projection, extent: Extent) -> Region:
    """Return what lies within an extent of a map."""
    points = np.flatnonzero(inside(projection.coordinates, extent))[:MAX_POINTS]
    return Region(extent, density(projection.coordinates, extent), points)


def cosines(space: Space, word: str, others: list[str]) -> npt.NDArray[np.float32]:
    """Return the cosine of a word with each of some others, (n,)."""
    found: npt.NDArray[np.float32] = space.unit[space.rows(others)] @ space.unit[space.row(word)]
    return found
