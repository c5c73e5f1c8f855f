"""From d dimensions to two or three, and what is lost on the way.

A projection is a picture of vectors; every one of them hides something. :attr:`Projection.kept` says for each
point how much of its true neighbourhood the picture still shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from core.map.tsne import Progress, tsne
from core.spaces.space import Vectors, top_k, unit_rows

Coordinates = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]
Method = Literal["pca", "tsne", "axes"]

METHODS: tuple[Method, ...] = get_args(Method)
K = 10  # how many nearest neighbours a map is asked to keep
MAX_TRUSTWORTHINESS = 2_000  # beyond this the n × n ranks take seconds and hundreds of megabytes
_BLOCK = 1_024  # rows of cosines held at once


@dataclass(frozen=True, eq=False)
class Projection:
    """A picture of n vectors.

    Attributes
    ----------
    method : str
        "pca", "tsne" or "axes".
    coordinates : ndarray of float32, (n, 2|3)
        Where each point is drawn.
    kept : ndarray of float32, (n,)
        Share, 0 to 1, of each point's k = min(10, n - 1) nearest by cosine among the given points that are among
        its k nearest on the map by Euclidean distance; 1 for a lone point, which has none to lose.
    neighbours : ndarray of int, (n, k)
        The nearest by cosine of each point, best first, as row numbers of the input.
    explained : ndarray of float64, (2|3,), or None
        PCA: share of the variance that each axis holds.
    perplexity, kl : float
        t-SNE: the perplexity really used, and the final Kullback-Leibler divergence in nats; NaN otherwise.
    frames : ndarray of float32, (F, n, 2|3)
        t-SNE: the layout on its way, the last frame being the final layout; F = 0 unless asked for.
    """

    method: Method
    coordinates: Coordinates
    kept: npt.NDArray[np.float32]
    neighbours: Indices
    explained: npt.NDArray[np.float64] | None = None
    perplexity: float = float("nan")
    kl: float = float("nan")
    frames: Coordinates = field(default_factory=lambda: np.empty((0, 0, 2), np.float32))

    @property
    def k(self) -> int:
        """How many nearest neighbours the map is asked to keep of each point."""
        return int(self.neighbours.shape[1])

    @property
    def held(self) -> float:
        """PCA: share of the variance that is in the picture; NaN otherwise."""
        return float("nan") if self.explained is None else float(self.explained.sum())

    @cached_property
    def near(self) -> npt.NDArray[np.bool_]:
        """Which true neighbours of each point are among its k nearest on the map, (n, k)."""
        return kept_mask(self.neighbours, self.coordinates)


def project(
    vectors: npt.ArrayLike,
    method: Method,
    *,
    n_components: int = 2,
    seed: int = 0,
    axes: npt.ArrayLike | None = None,
    perplexity: float = 30.0,
    n_frames: int = 0,
    on_step: Progress | None = None,
    neighbours: Indices | None = None,
) -> Projection:
    """Lay vectors out in two or three dimensions.

    Parameters
    ----------
    vectors : array-like, (n, d)
        Finite; n at least 1. PCA takes them at the lengths given; t-SNE and named axes compare directions.
    method : {"pca", "tsne", "axes"}
        Principal components, t-SNE, or the cosine with each of two named axes.
    n_components : {2, 3}
        Dimensions of the picture; named axes draw two.
    seed : int
        Starting point of t-SNE; PCA and named axes have no chance in them.
    axes : array-like, (2, d)
        Directions for "axes"; neither may be zero.
    perplexity : float
        t-SNE's effective number of neighbours; brought down where n points do not allow it.
    n_frames : int
        How many stages of t-SNE's optimisation to keep; the last is the final layout.
    on_step : callable, optional
        Called during t-SNE with (step, total steps, coordinates so far); what it raises stops the work.
    neighbours : ndarray of int, (n, k), optional
        Nearest by cosine, where they have been computed already.

    Raises
    ------
    ValueError
        When the method is unknown, the shapes do not fit, or a number is not finite.

    Source
    ------
    PCA: scikit-learn, with its sign rule (in each component the loading largest in absolute value is positive).
    t-SNE: :mod:`core.map.tsne`. Share kept: Venna & Kaski (2001) call its complement a lack of continuity.
    """
    points = _checked(vectors, "vectors")
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    if n_components not in (2, 3):
        raise ValueError(f"n_components must be 2 or 3, got {n_components}")
    near = nearest_by_cosine(points) if neighbours is None else neighbours
    if method == "pca":
        coordinates, explained = _pca(points, n_components)
        return Projection(method, coordinates, kept_share(near, coordinates), near, explained=explained)
    if method == "axes":
        coordinates = _on_axes(points, axes, n_components)
        return Projection(method, coordinates, kept_share(near, coordinates), near)
    layout = tsne(
        points,
        n_components=n_components,
        perplexity=perplexity,
        seed=seed,
        n_frames=n_frames,
        on_step=on_step,
    )
    return Projection(
        method,
        layout.coordinates,
        kept_share(near, layout.coordinates),
        near,
        perplexity=layout.perplexity,
        kl=layout.kl,
        frames=layout.frames,
    )


def nearest_by_cosine(vectors: npt.ArrayLike, k: int = K) -> Indices:
    """Return the min(k, n - 1) nearest other points of each point by cosine, best first, (n, k).

    Ties go to the earlier point. Works through blocks of rows, so that 10,000 points need 40 MB and not 400.
    """
    unit = unit_rows(vectors)
    nearest = np.empty((len(unit), min(k, len(unit) - 1)), dtype=np.intp)
    for start in range(0, len(unit), _BLOCK):
        rows = np.arange(start, min(start + _BLOCK, len(unit)))
        cosines = unit[rows] @ unit.T
        cosines[np.arange(len(rows)), rows] = -np.inf
        nearest[rows] = top_k(cosines, nearest.shape[1])
    return nearest


def kept_mask(neighbours: Indices, coordinates: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which true neighbours are among a point's k nearest on the map, (n, k) bool.

    A neighbour exactly as far on the map as the k-th counts as kept, so that points drawn at one spot do not
    depend on the order in which they were given.
    """
    from scipy.spatial import KDTree  # half a second, as long as all else that a map needs

    points = np.asarray(coordinates, dtype=np.float64)
    k = neighbours.shape[1]
    if k == 0:
        return np.ones(neighbours.shape, dtype=np.bool_)
    distances, _ = KDTree(points).query(points, k + 1)
    limit = distances[:, -1] + 1e-9 * (np.abs(points).max() or 1.0)
    true = np.linalg.norm(points[neighbours] - points[:, None, :], axis=2)
    return np.asarray(true <= limit[:, None], dtype=np.bool_)


def kept_share(neighbours: Indices, coordinates: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """Return the share of each point's true neighbours that are among its k nearest on the map, (n,), 0 to 1."""
    if neighbours.shape[1] == 0:
        return np.ones(len(neighbours), dtype=np.float32)
    return np.asarray(kept_mask(neighbours, coordinates).mean(axis=1), dtype=np.float32)


def trustworthiness(vectors: npt.ArrayLike, coordinates: npt.ArrayLike, k: int = K) -> float:
    """Return how far the map's neighbours can be trusted to be true ones, 0 to 1; NaN where it is not defined.

    It needs 2k < n, so k is brought down for small n; with fewer than four points, or more than
    ``MAX_TRUSTWORTHINESS``, the answer is NaN.

    Source
    ------
    Venna & Kaski (ICANN 2001), as in scikit-learn, by cosine distance.
    """
    points = unit_rows(vectors)
    k = min(k, (len(points) - 1) // 2)
    if k < 1 or len(points) > MAX_TRUSTWORTHINESS or len(points) < 4:
        return float("nan")
    from sklearn.manifold import trustworthiness as sklearn_trustworthiness  # a second and a half

    # On unit vectors Euclidean distance ranks as cosine does, and needs no n × n temporaries of its own.
    return float(sklearn_trustworthiness(points, coordinates, n_neighbors=k))


def density(
    coordinates: npt.ArrayLike, extent: tuple[float, float, float, float], shape: tuple[int, int] = (120, 200)
) -> npt.NDArray[np.float32]:
    """Return how thickly the points lie over a grid, (rows, columns), scaled to a maximum of 1.

    Parameters
    ----------
    coordinates : array-like, (n, 2)
        The points; those outside the extent are left out.
    extent : tuple of float
        Left, right, bottom, top.
    shape : tuple of int
        Rows and columns; row 0 is the bottom.
    """
    from scipy.ndimage import gaussian_filter

    points = np.asarray(coordinates, dtype=np.float64)
    left, right, bottom, top = extent
    counts, _, _ = np.histogram2d(points[:, 1], points[:, 0], bins=shape, range=((bottom, top), (left, right)))
    smooth = gaussian_filter(np.sqrt(counts), sigma=2.2)
    return np.asarray(smooth / (smooth.max() or 1.0), dtype=np.float32)


def _checked(values: npt.ArrayLike, name: str) -> Vectors:
    array = np.asarray(values, dtype=np.float32)
    if array.ndim != 2 or len(array) == 0 or array.shape[1] == 0:
        raise ValueError(f"{name} must have shape (n, d) with n and d at least 1, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _pca(points: Vectors, n_components: int) -> tuple[Coordinates, npt.NDArray[np.float64]]:
    """Return the scores, padded with zeros where n points span fewer dimensions, and the explained shares."""
    from sklearn.decomposition import PCA

    n = min(n_components, *points.shape)
    coordinates = np.zeros((len(points), n_components), dtype=np.float32)
    explained = np.zeros(n_components)
    centred = points.astype(np.float64) - points.mean(axis=0, dtype=np.float64)
    total = float((centred**2).sum())
    if total > 0:
        model = PCA(n_components=n, svd_solver="full")
        coordinates[:, :n] = model.fit_transform(centred)
        explained[:n] = (model.singular_values_**2) / total
    return coordinates, explained


def _on_axes(points: Vectors, axes: npt.ArrayLike | None, n_components: int) -> Coordinates:
    if axes is None:
        raise ValueError("the method 'axes' needs axes of shape (2, d)")
    directions = _checked(axes, "axes")
    if n_components != 2 or directions.shape != (2, points.shape[1]):
        raise ValueError(f"axes must have shape (2, {points.shape[1]}) and draw two dimensions, got {directions.shape}")
    if not np.linalg.norm(directions, axis=1).all():
        raise ValueError("an axis must not be zero")
    return unit_rows(points) @ unit_rows(directions).T
