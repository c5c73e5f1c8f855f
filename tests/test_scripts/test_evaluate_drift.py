"""What is measured on the drift of words is measured on what its documentation says."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from core.counts.cooccurrence import CountRow
from scripts.build import text as build_text
from scripts.evaluate import drift as evaluate_drift


def test_the_constant_of_a_law_that_holds_is_found_again() -> None:
    decades = np.linspace(0, 2, 50)
    noise = np.random.default_rng(0).normal(0, 0.05, 50)
    for c in (0.0, 0.3, 0.5, 1.2):
        beta = np.maximum(0, 1 - c * decades)
        assert evaluate_drift.fitted_constant(decades, beta) == pytest.approx(c, abs=1e-3)
        assert evaluate_drift.fitted_constant(decades, beta + noise) == pytest.approx(c, abs=0.05)


def test_replaced_counts_are_the_new_ones_on_both_sides_and_no_others() -> None:
    dense = np.array(
        [[1, 2, 3, 4, 0], [2, 5, 6, 7, 8], [3, 6, 0, 9, 1], [4, 7, 9, 2, 0], [0, 8, 1, 0, 3]], dtype=np.float32
    )
    counts = sparse.csr_array(dense)
    rows = {
        1: CountRow(
            np.array([0, 1, 2, 3]), np.array([20, 9, 0.5, 30], np.float32), 60.0
        ),  # 0.5 was too few to train on
        3: CountRow(np.array([1, 4]), np.array([30, 40], np.float32), 70.0),
    }
    found = evaluate_drift.replaced(counts, rows).toarray()
    expected = [[1, 20, 3, 0, 0], [20, 0, 0, 0, 0], [3, 0, 0, 0, 1], [0, 0, 0, 0, 40], [0, 0, 1, 40, 3]]
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(counts.toarray(), dense)  # the others stay as they were


@pytest.fixture
def frequencies(monkeypatch: pytest.MonkeyPatch) -> np.ndarray:
    """The frequencies of thirty thousand words that Zipf's law gives."""
    found = (5_000_000 / np.arange(1, 30_001)).astype(np.int64)
    monkeypatch.setattr(build_text, "read_vocabulary", lambda *_: ([], found))
    return found


def test_pseudowords_are_made_of_words_with_enough_counts_and_of_the_same_ones_each_time(
    frequencies: np.ndarray,
) -> None:
    pairs = list(evaluate_drift.pseudoword_pairs(200, 100.0))
    assert len(pairs) == 200
    assert pairs == list(evaluate_drift.pseudoword_pairs(200, 100.0))
    for pair in pairs:
        assert len(set(pair)) == 2
        assert min(pair) >= 150, "no function word"
        assert frequencies[list(pair)].min() > 300


def test_pseudowords_are_spread_evenly_over_the_ratios_that_are_claimed(frequencies: np.ndarray) -> None:
    pairs = np.array(list(evaluate_drift.pseudoword_pairs(400, 100.0)))
    decades = np.abs(np.log10(frequencies[pairs[:, 0]] / frequencies[pairs[:, 1]]))
    assert decades.max() < 2.1
    quarters = np.histogram(decades, [0, 0.5, 1, 1.5, 2.1])[0] / len(pairs)
    assert quarters.min() > 0.15, f"shares of the pairs by half decades: {quarters}"
