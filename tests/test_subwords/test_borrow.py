"""A vector for a word that a space does not hold is carried over from its n-grams, and none is made up of nothing."""

from __future__ import annotations

import numpy as np
import pytest

from core.spaces.space import Space, unit_rows
from core.subwords.borrow import SHORTEST, fit_bridge, speller
from core.subwords.model import MappedRows, SubwordModel

N, D, E = 60, 6, 4


def spaces() -> tuple[Space, Space, np.ndarray]:
    """Two spaces, the second being a turn of the first, with the words in another order and some missing in either."""
    random = np.random.default_rng(2)
    turn = np.linalg.qr(random.normal(size=(D, D)))[0].astype(np.float32)
    words = tuple(f"word{i}" for i in range(N))
    vectors = random.normal(size=(N, D)).astype(np.float32)
    order = random.permutation(N - 10)
    lengths = random.uniform(0.5, 4, size=(N - 10, 1)).astype(np.float32)
    own = random.normal(size=(1, D)).astype(np.float32)
    target = Space("b", (*(words[i] for i in order), "own"), np.vstack([lengths * (vectors[order] @ turn), own]))
    return Space("a", words, vectors), target, turn


def test_a_map_that_is_linear_is_found_again() -> None:
    source, target, turn = spaces()
    bridge = fit_bridge(source, target)
    assert bridge.shape == (D, D)
    assert bridge.dtype == np.float32
    np.testing.assert_allclose(bridge, turn, atol=1e-4)


def test_spaces_of_unlike_size_are_joined() -> None:
    source, target, _ = spaces()
    narrow = Space("c", target.words, unit_rows(target.vectors) @ np.eye(D, E, dtype=np.float32))
    bridge = fit_bridge(source, narrow)
    assert bridge.shape == (D, E)
    # Its unit vectors are not a linear image of the source's, but their directions are near to one.
    made = unit_rows(source.unit[: N - 10] @ bridge)
    true = narrow.unit[[narrow.row(word) for word in source.words[: N - 10]]]
    chance = np.mean((made * np.roll(true, 1, axis=0)).sum(axis=1))
    assert np.mean((made * true).sum(axis=1)) > max(0.9, chance + 0.5)


def test_the_most_frequent_words_of_the_source_are_fitted() -> None:
    source, target, turn = spaces()
    wrong = source.vectors.copy()
    wrong[20:] = np.random.default_rng(0).normal(size=wrong[20:].shape)
    noisy = Space("a", source.words, wrong)
    np.testing.assert_allclose(fit_bridge(noisy, target, 20), turn, atol=1e-4)
    assert not np.allclose(fit_bridge(noisy, target), turn, atol=0.1)


@pytest.fixture
def model() -> SubwordModel:
    random = np.random.default_rng(4)
    words = ("play", "playing", "unhappy")
    rows = random.normal(size=(len(words) + 200, D)).astype(np.float32)
    return SubwordModel(words, np.arange(len(words), dtype=np.int64), MappedRows(rows), len(words), 200)


def test_a_word_is_spelled_from_its_n_grams_at_length_one(model: SubwordModel) -> None:
    bridge = np.random.default_rng(1).normal(size=(D, E)).astype(np.float32)
    spell = speller(model, bridge)
    for word in ("plays", "played", "unhappily", "playing"):
        made = spell(word)
        assert made is not None
        assert made.shape == (E,)
        assert np.linalg.norm(made) == pytest.approx(1, abs=1e-5)
        wanted = model.decompose(word).vector @ bridge
        np.testing.assert_allclose(made, wanted / np.linalg.norm(wanted), atol=1e-5)
    first, second = spell("plays"), spell("unhappily")
    assert first is not None
    assert second is not None
    assert not np.allclose(first, second, atol=0.1)


def test_short_words_and_unseen_ones_are_not_guessed(model: SubwordModel) -> None:
    spell = speller(model, np.eye(D, dtype=np.float32))
    assert SHORTEST == 3
    for word in ("", "a", "pl"):
        assert spell(word) is None
    assert spell("pla") is not None
    for word in ("xqzjv", "👑👑👑👑"):
        assert not model.decompose(word).vector.any()
        assert spell(word) is None
