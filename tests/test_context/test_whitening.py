"""Whitened vectors lean nowhere, and no direction counts for more than another."""

from __future__ import annotations

import numpy as np
import pytest

from core.context import whitening
from core.context.whitening import whiten
from core.spaces.space import Vectors


@pytest.fixture
def words() -> tuple[Vectors, np.ndarray]:
    """Three thousand words that lean together, spread unevenly, some far commoner than others."""
    random = np.random.default_rng(2)
    spread = random.normal(size=(3_000, 6)) * [5, 2, 1, 1, 0.5, 0.1]
    turned = spread @ np.linalg.qr(random.normal(size=(6, 6)))[0]
    return (turned + random.normal(size=6) * 3).astype(np.float32), 1e6 / np.arange(1, 3_001)


def moments(vectors: Vectors, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and covariance, a word counting with the square root of its share."""
    weights = np.sqrt(shares) / np.sqrt(shares).sum()
    mean = weights @ vectors
    return mean, np.einsum("n,ni,nj->ij", weights, vectors - mean, vectors - mean)


def test_the_common_lean_is_gone_and_all_directions_are_alike(
    words: tuple[Vectors, np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whitening, "unit_rows", lambda vectors: vectors)
    mean, covariance = moments(whiten(*words), words[1])
    np.testing.assert_allclose(mean, 0, atol=1e-4)
    np.testing.assert_allclose(covariance, np.eye(6), atol=1e-3)


def test_directions_stay_alike_at_length_one(words: tuple[Vectors, np.ndarray]) -> None:
    found = whiten(*words)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-5)
    before, after = (np.linalg.eigvalsh(moments(vectors, words[1])[1]) for vectors in (words[0], found))
    assert before[-1] / before[0] > 1_000
    assert after[-1] / after[0] < 1.3
    assert np.linalg.norm(moments(found, words[1])[0]) < 0.1


def test_common_words_count_for_more_but_not_in_proportion(words: tuple[Vectors, np.ndarray]) -> None:
    vectors, shares = words
    np.testing.assert_allclose(whiten(vectors, shares), whiten(vectors, 7 * shares), atol=1e-3)  # in any unit
    for other in (np.ones(len(vectors)), np.square(shares)):
        assert np.abs(whiten(vectors, shares) - whiten(vectors, other)).max() > 0.05


def test_what_was_whitened_is_left_as_it_was(words: tuple[Vectors, np.ndarray]) -> None:
    before = words[0].copy()
    whiten(*words)
    np.testing.assert_array_equal(words[0], before)
