"""t-SNE of up to a few thousand words: exact, dense, on one thread.

At that size the whole gradient, as float32 matrix products, beats the trees that approximate it;
``scripts/bench/projection.py`` measures by how much, and finds no worse a map.

Four choices differ from van der Maaten & Hinton (2008). Together they need 300 steps where 1,000 are usual:

- Exaggeration fades geometrically from the start, rather than ending at once after 250 steps.
- It starts no higher than lets the map keep its shape, see :func:`_exaggeration`.
- Momentum rises while exaggeration fades, and the step size is n / exaggeration (Belkina et al. 2019).
- The start is PCA, not noise (Kobak & Berens 2019).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from core.spaces.space import Vectors, unit_rows

Coordinates = npt.NDArray[np.float32]
Affinities = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]
Progress = Callable[[int, int, Coordinates], None]  # step, number of steps, coordinates so far (n, n_components)

STEPS = 300  # 400 take a third longer for 0.02 nats at 2,000 words, and for nothing below 500
FADE = 150  # steps until exaggeration has fallen to 1
MAX_EXAGGERATION = 12.0
MOMENTUM = (0.5, 0.9)  # at the first step, and once exaggeration is gone
REPORT_EVERY = 15  # steps
_TILE = 512  # points whose n × n work arrays the cache holds: 256 and 1,024 are a fifth slower
_CHUNK = 256  # rows of float64 distances held at once
_CALIBRATIONS = 40  # Newton needs about 6; only ties, which no width resolves, use them up
_TINY = 1e-30  # in place of zero in a denominator


@dataclass(frozen=True, eq=False)
class Layout:
    """A finished map.

    Attributes
    ----------
    coordinates : ndarray of float32, (n, n_components)
        Centred on the origin; the axes have no unit. Read-only.
    kl : float
        Kullback-Leibler divergence of the map from the neighbourhoods, in nats, ≥ 0.
    perplexity : float
        The one used: what was asked for, brought into [1, max(1, (n - 1) / 3)].
    frames : ndarray of float32, (n_frames, n, n_components)
        The way there with equal movement from frame to frame, the start first, ``coordinates`` last. The earlier
        ones are scaled to the spread of the last and stay within its box: t-SNE begins small, and what there is
        to see is who moves to whom. Read-only.
    """

    coordinates: Coordinates = field(repr=False)
    kl: float
    perplexity: float
    frames: Coordinates = field(repr=False)


def tsne(
    vectors: npt.ArrayLike,
    *,
    n_components: int = 2,
    perplexity: float = 30.0,
    seed: int = 0,
    n_frames: int = 0,
    on_step: Progress | None = None,
) -> Layout:
    """Lay out vectors so that those with a large cosine lie side by side.

    The same arguments give the same bytes on one machine, however many threads it has; for calls that overlap, see
    :func:`_one_thread`. Another processor may round differently, and t-SNE amplifies that.

    Parameters
    ----------
    vectors : array-like, (n, d)
        Finite; scaled to unit length, so that neighbours are neighbours by cosine. Zero rows stay zero.
    n_components : int
        Dimensions of the map, at least 1.
    perplexity : float
        The soft number of neighbours that each point has, above 0.
    seed : int
        0 starts from PCA; any other from Gaussian noise as wide, and ends in another map about as good.
    n_frames : int
        How many stages of the way to keep; of 1, the last.
    on_step : callable, optional
        Called as ``on_step(step, steps, coordinates)`` every 15 steps, with a copy. What it raises ends the work
        and reaches the caller: the way out of a long run.

    Raises
    ------
    ValueError
        When vectors has no row, no column or a number that is not finite, or another argument is out of range.
    """
    if n_components < 1 or seed < 0 or n_frames < 0:
        raise ValueError(f"need n_components ≥ 1, seed ≥ 0, n_frames ≥ 0, got {n_components}, {seed}, {n_frames}")
    unit = unit_rows(_checked(vectors, "vectors"))
    perplexity = _clamped(perplexity, len(unit))
    with _one_thread():
        affinities = _affinities(unit, perplexity)
        y = pca = _pca(unit, n_components)
        if seed:
            y = np.random.default_rng(seed).standard_normal(pca.shape, dtype=np.float32)
        path = [y]
        steps = _descend(affinities, y, _exaggeration(affinities, pca))
        for step, y in enumerate(steps, start=1):
            if n_frames:
                path.append(y)
            if on_step is not None and step % REPORT_EVERY == 0:
                on_step(step, STEPS, y.T.copy())
        coordinates = y.T.copy()
        divergence = _kl(affinities, coordinates)
    frames = _frames(np.array(path), coordinates, n_frames)
    coordinates.flags.writeable = frames.flags.writeable = False
    return Layout(coordinates, divergence, perplexity, frames)


def kl_divergence(vectors: npt.ArrayLike, coordinates: npt.ArrayLike, perplexity: float) -> float:
    """Return Σ p ln(p / q) of any map in nats, exactly: over all pairs, with no tree and no cut-off.

    Parameters
    ----------
    vectors : array-like, (n, d)
        As for :func:`tsne`.
    coordinates : array-like, (n, c)
        The map.
    perplexity : float
        As for :func:`tsne`, and brought into the same range.

    Raises
    ------
    ValueError
        When a number is not finite, or the two differ in their number of rows.

    Source
    ------
    van der Maaten & Hinton (2008), equation 2, with p from section 3.1 and q from equation 4.
    """
    unit, points = unit_rows(_checked(vectors, "vectors")), _checked(coordinates, "coordinates")
    if len(unit) != len(points):
        raise ValueError(f"{len(unit)} vectors but {len(points)} coordinates")
    with _one_thread():
        return _kl(_affinities(unit, _clamped(perplexity, len(unit))), points)


def _checked(values: npt.ArrayLike, name: str) -> Vectors:
    table = np.asarray(values, dtype=np.float32)
    if table.ndim != 2 or not table.size:
        raise ValueError(f"{name} must have shape (n, d) with n and d at least 1, got {table.shape}")
    finite = np.isfinite(table).all(axis=1)
    if not finite.all():
        raise ValueError(f"{name} must be finite, row {int(finite.argmin())} is not")
    return table


def _clamped(perplexity: float, n: int) -> float:
    if not 0 < perplexity < np.inf:
        raise ValueError(f"perplexity must be a number above 0, got {perplexity}")
    return float(max(1.0, min(perplexity, (n - 1) / 3)))


def _affinities(unit: Vectors, perplexity: float) -> Affinities:
    """Return the joint probabilities p_ij, (n, n): symmetric, zero on the diagonal, summing to 1.

    Source: van der Maaten & Hinton (2008), equation 1 and section 3.1.
    """
    n = len(unit)
    conditional = np.zeros((n, n), dtype=np.float32)
    wide = unit.astype(np.float64)
    squares = np.einsum("ij,ij->i", wide, wide)
    for first in range(0, n if n > 1 else 0, _CHUNK):
        rows = slice(first, min(first + _CHUNK, n))
        own = (np.arange(rows.stop - first), np.arange(first, rows.stop))
        distances = squares[rows, None] + squares - 2 * (wide[rows] @ wide.T)
        distances[distances < 1e-12] = 0  # or rounding would rank duplicates
        distances[own] = np.inf
        distances -= distances.min(axis=1, keepdims=True)
        distances[own] = 0
        conditional[rows] = _calibrated(distances.astype(np.float32), own, float(np.log(perplexity)))
    joint = conditional
    joint += conditional.T
    joint /= np.float32(2 * n)
    return joint


def _calibrated(distances: Affinities, own: tuple[Indices, Indices], entropy: float) -> Affinities:
    """Return exp(-β_i d_ij) / Σ_j exp(-β_i d_ij) with the β_i that give each row this entropy; 0 at ``own``.

    Newton on ln β, halving the bracket where that would leave it. The smallest distance of each row is 0.
    """
    low, high = np.full(len(distances), -20.0), np.full(len(distances), 40.0)
    log_beta = -np.log(np.maximum(distances.mean(axis=1, dtype=np.float64), 1e-12))
    weights = np.empty_like(distances)
    for _ in range(_CALIBRATIONS):
        beta = np.exp(log_beta)
        np.exp(np.multiply(distances, -beta[:, None].astype(np.float32), out=weights), out=weights)
        weights[own] = 0
        sums = weights.sum(axis=1)
        weights /= sums[:, None]
        mean = np.einsum("ij,ij->i", weights, distances)
        variance = np.einsum("ij,ij,ij->i", weights, distances, distances) - mean**2
        excess = np.log(sums) + beta * mean - entropy
        if np.abs(excess).max() < 1e-5:
            break
        low, high = np.where(excess > 0, log_beta, low), np.where(excess > 0, high, log_beta)
        log_beta = log_beta + excess / np.maximum(beta**2 * variance, 1e-9)
        log_beta = np.where((low < log_beta) & (log_beta < high), log_beta, (low + high) / 2)
    return weights


def _pca(unit: Vectors, n_components: int) -> Coordinates:
    """Return the PCA map, (n_components, n), with standard deviation 1 along its first axis.

    The largest loading of each axis is positive; axes that the points do not span are zero.
    """
    centred = unit.astype(np.float64) - unit.mean(axis=0, dtype=np.float64)
    scores, lengths, loadings = np.linalg.svd(centred, full_matrices=False)
    scores, loadings = (scores * lengths)[:, :n_components], loadings[:n_components]
    largest = np.take_along_axis(loadings, np.abs(loadings).argmax(axis=1, keepdims=True), axis=1)
    pca = np.zeros((n_components, len(unit)), dtype=np.float32)
    width = scores[:, 0].std()
    if width > 1e-6:  # less is the rounding of vectors that are all the same
        pca[: scores.shape[1]] = (scores * np.sign(largest[:, 0]) / width).T
    return pca


def _exaggeration(affinities: Affinities, pca: Coordinates) -> float:
    """Return the exaggeration, 1 to 12, up to which a small map (c, n) keeps all its axes.

    An axis holds where the mean squared distance of any two points is that many times that of two neighbours
    (weighted by p). Above it attraction wins everywhere: the axis shrinks to nothing and forgets where it started.
    """
    spanned = pca[pca.any(axis=1)].astype(np.float64)
    any_two = 2 * (spanned**2).sum(axis=1) / max(pca.shape[1] - 1, 1)
    products = (spanned.astype(np.float32) @ affinities) * spanned
    neighbours = 2 * (spanned**2 @ affinities.sum(axis=1, dtype=np.float64) - products.sum(axis=1))
    ratios = any_two / np.maximum(neighbours, _TINY)
    return float(np.clip(ratios.min(initial=MAX_EXAGGERATION), 1.0, MAX_EXAGGERATION))


def _descend(affinities: Affinities, y: Coordinates, exaggeration: float) -> Iterator[Coordinates]:
    """Yield the coordinates, (c, n), after each of ``STEPS`` steps of gradient descent.

    Source: momentum and gains, van der Maaten & Hinton (2008), section 3.4; step size, Belkina et al. (2019), over
    4 because the gradient here keeps its factor of 4.
    """
    n = y.shape[1]
    work = np.empty((2, min(n, _TILE) ** 2), dtype=np.float32)
    velocity, gains = np.zeros_like(y), np.ones_like(y)
    for step in range(STEPS):
        faded = min(step / FADE, 1.0)
        now = exaggeration ** (1 - faded)
        momentum = np.float32(MOMENTUM[0] + (MOMENTUM[1] - MOMENTUM[0]) * faded)
        gradient = _gradient(affinities, y, now, work)
        onward = velocity * gradient < 0
        gains = np.maximum(np.where(onward, gains + np.float32(0.2), gains * np.float32(0.8)), np.float32(0.01))
        velocity = momentum * velocity - np.float32(n / now / 4) * gains * gradient
        y = y + velocity
        y -= y.mean(axis=1, keepdims=True)
        yield y


def _gradient(affinities: Affinities, y: Coordinates, exaggeration: float, work: Coordinates) -> Coordinates:
    """Return 4 Σ_j (e p_ij - q_ij / Z) q_ij (y_i - y_j), (c, n), with q_ij = 1 / (1 + |y_i - y_j|²), Z = Σ q_ij.

    Both sums are products of a symmetric n × n matrix with y and with ones. It is worked through in tiles that fit
    the cache, and those above the diagonal serve for those below.

    Source: van der Maaten & Hinton (2008), equation 5.
    """
    c, n = y.shape
    ones = np.ones((1, n), dtype=np.float32)
    squares = np.einsum("ij,ij->j", y, y)[None]
    left = np.concatenate([-2 * y, squares + 1, ones]).T.copy()
    right = np.concatenate([y, ones, squares])  # left @ right is 1 + |y_i|² + |y_j|² - 2 y_i·y_j
    values = right[: c + 1]
    pull, push, total = np.zeros_like(values), np.zeros_like(values), 0.0
    tiles = [slice(first, min(first + _TILE, n)) for first in range(0, n, _TILE)]
    for i, rows in enumerate(tiles):
        for columns in tiles[i:]:
            p = affinities[rows, columns]
            q, force = (buffer[: p.size].reshape(p.shape) for buffer in work)
            np.divide(np.float32(1), np.matmul(left[rows], right[:, columns], out=q), out=q)
            if rows == columns:
                q.ravel()[:: len(q) + 1] = 0
            total += float((q @ ones[0, columns]).sum()) * (1 if rows == columns else 2)
            _add_products(pull, np.multiply(p, q, out=force), values, rows, columns)
            _add_products(push, np.multiply(q, q, out=q), values, rows, columns)
    forces = np.float32(exaggeration) * pull - push / np.float32(max(total, _TINY))
    return np.asarray(4 * (y * forces[c] - forces[:c]), dtype=np.float32)


def _add_products(out: Coordinates, tile: Coordinates, values: Coordinates, rows: slice, columns: slice) -> None:
    # Vector by vector: BLAS is slower with the same vectors side by side in a thin matrix.
    for sums, value in zip(out, values, strict=True):
        sums[rows] += tile @ value[columns]
        if rows != columns:
            sums[columns] += value[rows] @ tile


def _kl(affinities: Affinities, coordinates: Coordinates) -> float:
    y = coordinates.astype(np.float64)
    squares = np.einsum("ij,ij->i", y, y)
    divergence, total = 0.0, 0.0
    for first in range(0, len(y), _CHUNK):
        rows = slice(first, first + _CHUNK)
        p = affinities[rows].astype(np.float64)
        wide = 1 + np.maximum(squares[rows, None] + squares - 2 * (y[rows] @ y.T), 0)
        divergence += float((p * np.log(np.where(p > 0, p, 1) * wide)).sum())
        wide[np.arange(len(p)), np.arange(first, first + len(p))] = np.inf
        total += float((1 / wide).sum())
    return max(divergence + float(np.log(total)), 0.0) if len(y) > 1 else 0.0


def _frames(path: Coordinates, last: Coordinates, n_frames: int) -> Coordinates:
    """Return stages of a path (S, c, n) with equal movement from each to the next, (n_frames, n, c).

    Between two steps a stage lies on the straight line. ``last`` (n, c), the path's end, comes back to the bit.
    """
    wide: npt.NDArray[np.float64] = path.astype(np.float64)
    spread = np.sqrt((wide**2).mean(axis=(1, 2)))
    sides = np.concatenate([wide.max(axis=2), -wide.min(axis=2)], axis=1)
    box = 1.1 * np.maximum(sides[-1], 0.1 * sides[-1].max())  # figures leave a margin; a flat map gets some height
    beyond = (sides / np.maximum(box, _TINY)).max(axis=1)
    scale = 1 / np.maximum(np.maximum(spread / max(spread[-1], _TINY), beyond), _TINY)
    stages = (wide * scale[:, None, None]).transpose(0, 2, 1)
    way = np.append(0, np.cumsum(np.sqrt((np.diff(stages, axis=0) ** 2).mean(axis=(1, 2)))))
    places = np.interp(np.linspace(0, way[-1], n_frames), way, np.arange(len(way)))
    before = np.clip(places.astype(int), 0, max(len(way) - 2, 0))
    after = np.minimum(before + 1, len(way) - 1)
    part = (places - before)[:, None, None]
    frames: Coordinates = ((1 - part) * stages[before] + part * stages[after]).astype(np.float32)
    frames[-1:] = last
    return frames


def _one_thread() -> threadpool_limits:
    """Hold BLAS to one thread: more of them change the rounding, hence the map, and fight over few cores.

    The limit belongs to the process, and only one of its threads may set it (threadpoolctl 3.8): where sessions
    overlap, the server has to set it for good when it starts, and this then changes nothing.
    """
    return threadpool_limits(1, user_api="blas")
