"""Pieces tip to tail lead to the word, and to what is left of it without those struck out."""

from __future__ import annotations

import numpy as np
import pytest

from core.subwords.model import MappedRows, SubwordModel, load_subwords
from core.subwords.tug import tug


@pytest.fixture(scope="module")
def small() -> SubwordModel:
    words = ("play", "playing", "going", "coooool", "</s>")
    rows = np.random.default_rng(5).normal(size=(len(words) + 40, 6)).astype(np.float32)
    return SubwordModel(words, np.arange(len(words), dtype=np.int64), MappedRows(rows), len(words), 40)


WORDS = ("playing", "plays", "coooool")


def test_the_way_ends_at_the_word(small: SubwordModel) -> None:
    for found in map(small.decompose, WORDS):
        pulled = tug(found)
        assert pulled.whole[0].tolist() == [0, 0]
        assert pulled.whole.shape == (len(found.ngrams) + 1, 2)
        np.testing.assert_allclose(pulled.whole[-1], [np.linalg.norm(found.vector), 0], atol=1e-6)
        assert pulled.cosine == pytest.approx(1, abs=1e-6)
        np.testing.assert_array_equal(pulled.whole, pulled.left)
        assert not pulled.struck.any()


def test_a_step_along_is_what_the_piece_gives(small: SubwordModel) -> None:
    for found in map(small.decompose, WORDS):
        steps = np.diff(tug(found).whole, axis=0)
        np.testing.assert_allclose(steps[:, 0], found.shares * np.linalg.norm(found.vector), atol=1e-6)


def test_the_plane_turns_nothing_longer_than_it_is(small: SubwordModel) -> None:
    for found in map(small.decompose, WORDS):
        pulled = tug(found)
        n = int(found.seen.sum())
        steps = np.diff(pulled.whole, axis=0) * n
        vectors = found.vectors.astype(np.float64)
        across = vectors.sum(axis=0) / np.linalg.norm(vectors.sum(axis=0))
        aside = vectors - np.outer(vectors @ across, across)
        np.testing.assert_allclose(steps[:, 0], vectors @ across, atol=1e-6)
        assert (np.abs(steps[:, 1]) <= np.linalg.norm(aside, axis=1) + 1e-9).all()
        # No direction at right angles shows more of the pieces than the one upwards.
        assert (steps[:, 1] ** 2).sum() == pytest.approx(np.linalg.eigvalsh(aside.T @ aside)[-1])
        assert pulled.held == pytest.approx((steps[:, 1] ** 2).sum() / (aside**2).sum())
        assert steps[np.flatnonzero(np.abs(steps[:, 1]) > 1e-6)[0], 1] > 0, "the first piece off the axis points up"
        assert 0 <= pulled.held <= 1


def test_a_piece_struck_out_is_a_step_of_no_length_and_the_way_ends_at_the_mean_of_the_rest(
    small: SubwordModel,
) -> None:
    found = small.decompose("playing")
    pulled = tug(found, [0, 3])
    steps = np.diff(pulled.left, axis=0)
    assert np.flatnonzero(pulled.struck).tolist() == [0, 3]
    assert not steps[[0, 3]].any()
    assert np.abs(np.delete(steps, [0, 3], axis=0)).max(axis=1).min() > 0
    np.testing.assert_array_equal(pulled.whole, tug(found).whole)
    rest = np.delete(found.vectors, [0, 3], axis=0).astype(np.float64)
    vector = found.vector.astype(np.float64)
    assert pulled.cosine == pytest.approx(
        rest.sum(axis=0) @ vector / np.linalg.norm(rest.sum(axis=0)) / np.linalg.norm(vector), abs=1e-6
    )
    assert pulled.left[-1, 0] == pytest.approx(rest.mean(axis=0) @ vector / np.linalg.norm(vector), abs=1e-6)


def test_one_piece_struck_out_leaves_what_the_panel_says(small: SubwordModel) -> None:
    found = small.decompose("playing")
    for piece in range(len(found.ngrams)):
        assert tug(found, [piece]).cosine == pytest.approx(found.without[piece], abs=1e-6)


def test_everything_struck_out_leaves_nothing(small: SubwordModel) -> None:
    found = small.decompose("playing")
    pulled = tug(found, range(len(found.ngrams)))
    assert np.isnan(pulled.cosine)
    assert not pulled.left.any()
    assert np.isfinite(pulled.whole).all()


def test_an_unseen_piece_is_no_step_and_pieces_that_are_not_there_strike_nothing(small: SubwordModel) -> None:
    found = small.decompose("plays")
    steps = np.diff(tug(found).whole, axis=0)
    assert not found.seen.all()
    np.testing.assert_array_equal(np.abs(steps).max(axis=1) > 0, found.seen)
    assert not tug(found, [-1, 99]).struck.any()


def test_a_word_of_one_known_piece_is_a_straight_line(small: SubwordModel) -> None:
    found = small.decompose("ingxq")
    assert found.seen.sum() == 1
    pulled = tug(found)
    np.testing.assert_allclose(pulled.whole[:, 1], 0, atol=1e-9)
    assert pulled.whole[-1, 0] == pytest.approx(np.linalg.norm(found.vector))
    assert pulled.held == 1


def test_a_word_of_which_nothing_is_known_is_refused(small: SubwordModel) -> None:
    for word in ("xqzj", ""):
        with pytest.raises(ValueError, match="no piece"):
            tug(small.decompose(word))


def test_the_same_word_is_the_same_picture_each_time() -> None:
    pictures = [tug(load_subwords().decompose("playing"), [2]) for _ in range(2)]
    np.testing.assert_array_equal(pictures[0].whole, pictures[1].whole)
    np.testing.assert_array_equal(pictures[0].left, pictures[1].left)
    assert pictures[0].held == pictures[1].held
