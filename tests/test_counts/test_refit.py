"""A refit is the exact minimum of the stated loss, and an untouched word gets its trained row back."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from core.counts.cooccurrence import load_counts
from core.counts.refit import (
    GloveSettings,
    fold_in,
    glove_weights,
    ppmi,
    refit_glove,
    refit_sgns,
    smoothed_shares,
)
from core.spaces.contexts import load_contexts
from core.spaces.space import load_space

SETTINGS = GloveSettings(x_max=10.0, ridge=0.5)


@pytest.fixture
def problem() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Sixty counts over a hundred contexts of five dimensions, in double precision."""
    random = np.random.default_rng(3)
    columns = np.sort(random.choice(100, 60, replace=False))
    return columns, random.gamma(1, 8, 60) + 0.1, random.normal(size=(100, 5)), random.normal(size=100)


def glove_loss(
    unknowns: np.ndarray,
    columns: np.ndarray,
    counts: np.ndarray,
    contexts: np.ndarray,
    biases: np.ndarray,
    ridge: float | np.ndarray = SETTINGS.ridge,
) -> float:
    """Return DESIGN §4's loss by the definition, one count after another."""
    w, a = unknowns[:-1], unknowns[-1]
    loss = float((ridge * w**2).sum())
    for j, x in zip(columns, counts, strict=True):
        weight = min(1.0, x / SETTINGS.x_max) ** 0.75
        loss += weight * float(w @ contexts[j] + a + biases[j] - np.log(x)) ** 2
    return loss


def test_the_refit_is_the_minimum_of_the_loss(problem: tuple[np.ndarray, ...]) -> None:
    result = refit_glove(*problem, SETTINGS)
    found = minimize(glove_loss, np.zeros(6), args=problem, method="BFGS", options={"gtol": 1e-8})
    np.testing.assert_allclose([*result.vector, result.bias], found.x, atol=1e-5)
    assert result.loss == pytest.approx(found.fun, rel=1e-9)


def test_a_penalty_of_its_own_for_each_dimension_is_kept_to(problem: tuple[np.ndarray, ...]) -> None:
    ridge = np.array([0.1, 50.0, 1.0, 5.0, 0.01])
    result = refit_glove(*problem, GloveSettings(SETTINGS.x_max, ridge))
    found = minimize(glove_loss, np.zeros(6), args=(*problem, ridge), method="BFGS", options={"gtol": 1e-8})
    np.testing.assert_allclose([*result.vector, result.bias], found.x, atol=1e-5)
    assert result.loss == pytest.approx(found.fun, rel=1e-9)
    alike = refit_glove(*problem, GloveSettings(SETTINGS.x_max, np.full(5, SETTINGS.ridge)))
    np.testing.assert_allclose(alike.vector, refit_glove(*problem, SETTINGS).vector, atol=1e-12)


def test_no_step_in_any_direction_lowers_the_loss(problem: tuple[np.ndarray, ...]) -> None:
    result = refit_glove(*problem, SETTINGS)
    best = np.array([*result.vector, result.bias])
    for step in np.random.default_rng(0).normal(0, 1e-2, (50, 6)):
        assert glove_loss(best + step, *problem) > result.loss


def test_the_order_of_the_counts_does_not_matter(problem: tuple[np.ndarray, ...]) -> None:
    columns, counts, contexts, biases = problem
    shuffled = np.random.default_rng(1).permutation(60)
    again = refit_glove(columns[shuffled], counts[shuffled], contexts, biases, SETTINGS)
    np.testing.assert_allclose(again.vector, refit_glove(*problem, SETTINGS).vector, atol=1e-10)


def test_a_row_that_the_model_can_hold_is_found_again() -> None:
    random = np.random.default_rng(5)
    contexts, biases, row = random.normal(size=(300, 8)), random.normal(size=300), random.normal(size=8)
    counts = np.exp(contexts @ row + 0.7 + biases)
    result = refit_glove(np.arange(300), counts, contexts, biases, GloveSettings(10.0, 0.0))
    np.testing.assert_allclose(result.vector, row, atol=1e-9)
    assert result.bias == pytest.approx(0.7)
    assert result.loss == pytest.approx(0, abs=1e-9)


def test_fewer_counts_than_dimensions_still_have_an_answer() -> None:
    random = np.random.default_rng(5)
    contexts, biases = random.normal(size=(10, 8)), np.zeros(10)
    for ridge in (0.0, 1.0):
        result = refit_glove(np.arange(3), np.ones(3), contexts, biases, GloveSettings(10.0, ridge))
        assert np.isfinite(result.vector).all()


def test_impossible_counts_are_refused() -> None:
    for counts in ([1.0, 0.0], [1.0, -2.0], [1.0, np.nan], [1.0], []):
        with pytest.raises(ValueError, match="count"):
            refit_glove(np.arange(2), np.array(counts), np.ones((2, 3)), np.zeros(2), SETTINGS)


def test_the_weights_are_those_of_the_paper() -> None:
    # Pennington et al. 2014, figure 1: x_max = 100, α = 3/4.
    np.testing.assert_allclose(
        glove_weights(np.array([1.0, 50.0, 100.0, 4000.0]), 100.0), [0.0316228, 0.5946036, 1, 1], rtol=1e-6
    )


def sgns_loss(w: np.ndarray, counts: np.ndarray, contexts: np.ndarray, noise: np.ndarray) -> float:
    """Return DESIGN §4's loss by the definition, k = 5, divided by the sum of the row."""

    def ln_sigmoid(x: np.ndarray) -> np.ndarray:
        return -np.log1p(np.exp(-x))

    total = counts.sum()
    positive, negative = counts @ ln_sigmoid(contexts @ w), noise @ ln_sigmoid(-(contexts @ w))
    return float(-positive - 5 * total * negative) / total


def test_the_refit_of_word2vec_is_the_minimum_of_the_loss() -> None:
    random = np.random.default_rng(6)
    contexts, counts = random.normal(size=(80, 4)), random.gamma(1, 5, 80) * (random.random(80) < 0.6)
    noise = random.random(80)
    noise /= noise.sum()
    columns = np.flatnonzero(counts)
    result = refit_sgns(columns, counts[columns], contexts, noise)
    found = minimize(sgns_loss, np.zeros(4), args=(counts, contexts, noise), method="BFGS", options={"gtol": 1e-9})
    np.testing.assert_allclose(result.vector, found.x, atol=1e-5)
    assert result.loss == pytest.approx(found.fun, abs=1e-9)
    assert result.gradient <= 1e-6
    again = refit_sgns(columns, 3 * counts[columns], contexts, noise)
    np.testing.assert_allclose(again.vector, result.vector, atol=1e-6)


def test_the_refit_of_word2vec_does_not_depend_on_where_it_begins() -> None:
    for length in (0.01, 1.0, 5.0):
        random = np.random.default_rng(6)
        contexts, counts = random.normal(size=(80, 4)), random.gamma(1, 5, 80)
        noise = random.random(80)
        noise /= noise.sum()
        known = refit_sgns(np.arange(80), counts, contexts, noise)
        for start in random.normal(0, length, (5, 4)):
            before = start.copy()
            again = refit_sgns(np.arange(80), counts, contexts, noise, start=start)
            np.testing.assert_allclose(again.vector, known.vector, atol=1e-5)
            assert again.loss == pytest.approx(known.loss, abs=1e-9)
            assert again.gradient <= 1e-6
            np.testing.assert_array_equal(start, before)
        done = refit_sgns(np.arange(80), counts, contexts, noise, start=known.vector)
        assert done.steps == 0, "a row that is solved already is left as it is"


def test_ppmi_is_that_of_a_dense_computation() -> None:
    counts = np.array([[4.0, 1.0, 0.5], [1.0, 9.0, 2.0], [0.5, 2.0, 0.25]])
    joint = counts / counts.sum()
    smoothed = counts.sum(axis=0) ** 0.75 / (counts.sum(axis=0) ** 0.75).sum()
    expected = np.maximum(0, np.log(joint / (joint.sum(axis=1)[:, None] * smoothed)) - np.log(1.1))
    shares = smoothed_shares(counts.sum(axis=0))
    found = [ppmi(row, row.sum(), shares, np.log(1.1)) for row in counts]
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert (expected > 0).any()
    assert (expected == 0).any()


def test_a_row_that_was_factorised_folds_in_to_its_own_vector() -> None:
    for exponent in (0.0, 0.5, 1.0):
        matrix = np.random.default_rng(2).random((6, 4)) @ np.random.default_rng(3).random((4, 9))
        u, strengths, vt = np.linalg.svd(matrix, full_matrices=False)
        u, strengths, v = u[:, :4], strengths[:4], vt[:4].T
        for row in range(6):
            folded = fold_in(np.arange(9), matrix[row], v, strengths, exponent)
            np.testing.assert_allclose(folded, u[row] * strengths**exponent, atol=1e-10)


def test_a_shipped_word_that_nobody_touched_gets_its_own_row_back() -> None:
    space, contexts = load_space("glove"), load_contexts("glove")
    table = load_counts("glove")
    assert contexts.biases is not None
    assert contexts.ridge is not None
    assert contexts.ridge.shape == space.vectors.shape[1:]
    assert (contexts.ridge > 0).all()
    settings = GloveSettings(contexts.training["x_max"], contexts.ridge)
    cosines = []
    for word in np.random.default_rng(0).choice(table.words, 200, replace=False):
        row = table.row(word)
        vector = refit_glove(row.columns, row.counts, contexts.vectors, contexts.biases[1], settings).vector
        trained = space.vector(word)
        cosines.append(vector @ trained / np.linalg.norm(vector) / np.linalg.norm(trained))
    assert np.median(cosines) >= 0.98, f"median {np.median(cosines):.3f}, lowest {min(cosines):.3f}"
