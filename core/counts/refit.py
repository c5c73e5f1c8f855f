"""Solve one word's row again, every context vector held fixed.

This is what training would give the word if its counts were others and all else stayed: the question that the
drift page asks. GloVe's loss is quadratic in one row, so the answer is exact; no learning rate, no seed. A
row of the count-based space needs no solving: its PPMI values are projected (folded in).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Rows = npt.NDArray[np.integer[Any]]

EXPONENT = 0.75  # of the weighting function; Pennington et al. 2014, §3


@dataclass(frozen=True)
class GloveSettings:
    """What a GloVe space was trained with.

    Attributes
    ----------
    x_max : float
        The count from which on a cell has weight 1, positive.
    ridge : float or ndarray (d,)
        λ, the penalty on the squares of a row's numbers, ≥ 0, one for all or one for each dimension; the biases are
        not penalised.
    """

    x_max: float
    ridge: float | Floats


@dataclass(frozen=True, eq=False)
class GloveRow:
    """A solved row.

    Attributes
    ----------
    vector : ndarray (d,)
        The word vector w.
    bias : float
        The word's own bias a.
    loss : float
        The minimum that was reached, ≥ 0: weighted squared errors plus the penalty.
    """

    vector: Floats = field(repr=False)
    bias: float
    loss: float


def glove_weights(counts: Floats, x_max: float) -> Floats:
    """Return f(X) = min(1, X/x_max)^0.75 of each count, in (0, 1].

    Source: Pennington, Socher & Manning (2014), "GloVe", eq. 9.
    """
    weights: Floats = np.minimum(1, counts / x_max) ** EXPONENT
    return weights


def refit_glove(columns: Rows, counts: Floats, contexts: Floats, biases: Floats, settings: GloveSettings) -> GloveRow:
    """Return the row that minimises Σ_j f(X_j)(w·c_j + a + b_j − ln X_j)² + Σ_k λ_k w_k².

    One ridge-regularised weighted least-squares problem of size d + 1 (the last unknown is the bias a),
    solved by its normal equations in double precision.

    Parameters
    ----------
    columns : ndarray of int (n,)
        The context words with a count, each once.
    counts : ndarray (n,)
        Their counts X_j, positive.
    contexts : ndarray (V, d)
        All context vectors C.
    biases : ndarray (V,)
        All context biases b.
    settings : GloveSettings
        x_max and λ.

    Raises
    ------
    ValueError
        When there is no count, one is not positive, or the two arrays differ in length.

    Source: Pennington et al. (2014), eq. 8, for one word with the rest fixed; the ridge is ours.
    """
    _check(columns, counts)
    size = contexts.shape[1]
    root = np.sqrt(glove_weights(counts, settings.x_max)).astype(contexts.dtype)
    target = (np.log(counts) - biases[columns]).astype(contexts.dtype) * root
    # The bias a is the weight of a column of ones.
    design = np.empty((len(columns), size + 1), dtype=contexts.dtype)
    np.multiply(contexts[columns], root[:, None], out=design[:, :size])
    design[:, size] = root
    normal = (design.T @ design).astype(np.float64)
    normal[np.arange(size), np.arange(size)] += settings.ridge
    solution: Floats
    if not np.all(settings.ridge) and len(columns) <= size:
        solution = np.linalg.lstsq(design.astype(np.float64), target.astype(np.float64), rcond=None)[0]
    else:
        solution = np.linalg.solve(normal, (design.T @ target).astype(np.float64))
    errors = design @ solution.astype(contexts.dtype) - target
    vector: Floats = solution[:size]
    loss = float(errors @ errors) + float((settings.ridge * vector) @ vector)
    return GloveRow(vector.astype(contexts.dtype), float(solution[size]), loss)


@dataclass(frozen=True, eq=False)
class SgnsRow:
    """A solved row of negative sampling.

    Attributes
    ----------
    vector : ndarray (d,)
        The word vector w.
    loss : float
        The minimum that was reached, a pair of the corpus: the loss divided by the row's sum.
    gradient : float
        The largest component of the gradient there, a pair of the corpus, ≥ 0.
    steps : int
        Newton steps that were taken.
    """

    vector: Floats = field(repr=False)
    loss: float
    gradient: float
    steps: int


def refit_sgns(
    columns: Rows,
    counts: Floats,
    contexts: Floats,
    noise: Floats,
    *,
    negatives: int = 5,
    tolerance: float = 1e-6,
    max_steps: int = 60,
    start: Floats | None = None,
) -> SgnsRow:
    """Return the row that minimises −Σ_j X_j ln σ(w·c_j) − k (Σ_j X_j) Σ_j q_j ln σ(−w·c_j).

    The negative-sampling loss in expectation, divided by Σ X_j. It is convex: Newton's method from zero or a near
    start, each step halved until the loss falls, until no component of the gradient is above the tolerance.

    Parameters
    ----------
    columns, counts : ndarray (n,)
        The context words with a count, each once, and their counts X_j, positive.
    contexts : ndarray (V, d)
        All output vectors C.
    noise : ndarray (V,)
        How likely each word is drawn as a negative, q; sums to 1. fastText and floret: ∝ count^0.5.
    negatives : int
        k, drawn for each pair.
    tolerance : float
        Of the gradient.
    max_steps : int
        Newton steps at most.
    start : ndarray (d,), optional
        Where to begin, zero otherwise. The minimum is one and the same; a neighbouring row's is fewer steps away.

    Raises
    ------
    ValueError
        When there is no count, one is not positive, or the two arrays differ in length.

    Source: Mikolov et al. (2013), "Distributed representations of words and phrases", eq. 4, summed over the
    corpus as in Levy & Goldberg (2014), "Neural word embedding as implicit matrix factorization", §3.1.
    """
    _check(columns, counts)
    table = contexts.astype(np.float64)
    positive = np.zeros(len(table))
    positive[columns] = counts / counts.sum(dtype=np.float64)
    negative = negatives * noise.astype(np.float64)

    def loss_at(products: Floats) -> float:
        # −ln σ(x) = ln(1 + e^−x), without overflow on either side.
        return float(positive @ np.logaddexp(0, -products) + negative @ np.logaddexp(0, products))

    row = np.zeros(table.shape[1]) if start is None else start.astype(np.float64)
    products = table @ row
    loss = loss_at(products)
    for steps in range(max_steps + 1):
        likely = 1 / (1 + np.exp(-np.clip(products, -500, 500)))
        gradient = table.T @ (negative * likely - positive * (1 - likely))
        largest = float(np.abs(gradient).max())
        if largest <= tolerance or steps == max_steps:
            break
        curvature = (positive + negative) * likely * (1 - likely)
        # In single precision, at half the time: it only has to point the step, the gradient says when to stop.
        rooted = contexts * np.sqrt(curvature, dtype=np.float32)[:, None]
        hessian = (rooted.T @ rooted).astype(np.float64)
        # Contexts that nearly lie in a plane leave the loss flat across it; a touch of ridge bounds the step.
        hessian[np.diag_indices_from(hessian)] += 1e-12 * np.trace(hessian)
        direction = np.linalg.solve(hessian, gradient)
        size = 1.0
        while size > 1e-6 and loss_at(products - size * (table @ direction)) > loss:
            size /= 2
        row = row - size * direction
        products = table @ row
        loss = loss_at(products)
    return SgnsRow(row.astype(contexts.dtype), loss, largest, steps)


def ppmi(counts: Floats, total: float, shares: Floats, shift: float = 0.0) -> Floats:
    """Return a row's shifted positive PMI with each context, max(0, ln(X_j / (X · q_j)) − shift), (n,).

    Parameters
    ----------
    counts : ndarray (n,)
        The row's counts X_j, positive.
    total : float
        The sum X of the whole row.
    shares : ndarray (n,)
        The smoothed share q_j of each of these contexts, see :func:`smoothed_shares`.
    shift : float
        ln k of "shifted" PPMI, ≥ 0; 0 is plain PPMI.

    Source: Levy, Goldberg & Dagan (2015), "Improving distributional similarity", §2.1 and §3.
    """
    values: Floats = np.maximum(0, np.log(counts / (total * shares)) - shift)
    return values


def smoothed_shares(totals: Floats, exponent: float = 0.75) -> Floats:
    """Return q_j ∝ X_j^exponent, (V,), summing to 1: it keeps rare contexts from having the largest PMI.

    Source: Levy, Goldberg & Dagan (2015), "context distribution smoothing", §3.2.
    """
    raised = np.power(totals, exponent, dtype=np.float64)
    shares: Floats = raised / raised.sum()
    return shares


def fold_in(columns: Rows, values: Floats, contexts: Floats, strengths: Floats, exponent: float) -> Floats:
    """Return the vector m V Σ^(p−1) of a new row m among vectors U Σ^p, (d,).

    Invariant: a row of the matrix that was factorised gets its own vector.

    Parameters
    ----------
    columns, values : ndarray (n,)
        The cells of m that are not zero.
    contexts : ndarray (V, d)
        The right singular vectors V.
    strengths : ndarray (d,)
        The singular values Σ, positive.
    exponent : float
        p.

    Source: m = U Σ Vᵀ, solved for U; for p = 0 Deerwester et al. (1990), "Indexing by latent semantic
    analysis".
    """
    vector: Floats = (values @ contexts[columns]) * strengths ** (exponent - 1)
    return vector


def _check(columns: Rows, counts: Floats) -> None:
    if len(counts) == 0 or len(counts) != len(columns):
        raise ValueError(f"a row needs as many counts as columns, and one at least: {len(counts)}, {len(columns)}")
    if not counts.min() > 0:
        raise ValueError(f"counts must be positive, the least is {counts.min()}; leave zero cells out")
