"""A drift is drawn in the plane of its senses: nothing is bent, and what lies off the plane is told."""

from __future__ import annotations

import numpy as np
import pytest

from core.drift.laws import Floats, explain
from core.drift.path import Drift, drift
from core.drift.sense_plane import sense_plane


@pytest.fixture(scope="module")
def bank() -> Drift:
    return drift("bank", "glove", 5)


def some(n: int, size: int = 50, seed: int = 0) -> Floats:
    """Return senses of different lengths in any directions."""
    random = np.random.default_rng(seed)
    return random.normal(size=(n, size)) * random.uniform(0.5, 3, (n, 1))


def distances(points: Floats) -> Floats:
    return np.linalg.norm(points[:, None] - points[None], axis=2)


def test_two_senses_open_upwards_from_zero_with_the_first_on_the_left(bank: Drift) -> None:
    for senses in (bank.senses, some(2), some(2, seed=1)):
        plane = sense_plane(senses)
        np.testing.assert_array_equal(plane.origin, 0)
        (x, y), (u, v) = plane.place(senses)
        assert x < 0 < u
        # Both are as far from the bisector, which is upright, whatever their lengths.
        assert np.arctan2(x, y) == pytest.approx(-np.arctan2(u, v))
        bisector = (senses / np.linalg.norm(senses, axis=1, keepdims=True)).sum(axis=0)
        np.testing.assert_allclose(plane.place([bisector]), [[0, np.linalg.norm(bisector)]], atol=1e-9)


def test_what_lies_off_the_plane_is_what_the_senses_do_not_explain(bank: Drift) -> None:
    plane = sense_plane(bank.senses)
    np.testing.assert_allclose(plane.off(bank.vectors), bank.residual, atol=1e-6)
    assert plane.off(bank.vectors)[2] > 0.1
    random = some(6, seed=3)
    np.testing.assert_allclose(sense_plane(random[:2]).off(random), explain(random, random[:2])[1], atol=1e-9)


def test_what_the_senses_explain_lies_in_the_plane(bank: Drift) -> None:
    plane = sense_plane(bank.senses)
    inside = np.array([[1, 0], [0, 1], [0.5, 0.5], [2, -1]]) @ bank.senses
    np.testing.assert_allclose(plane.off(inside), 0, atol=1e-7)
    np.testing.assert_allclose(distances(plane.place(inside)), distances(inside), atol=1e-6)
    assert plane.off(np.zeros((1, bank.senses.shape[1]))).tolist() == [0]


def test_the_axes_bend_nothing() -> None:
    for n in (2, 3, 5):
        plane = sense_plane(some(n))
        np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-12)


def test_three_senses_are_a_triangle_of_its_true_size() -> None:
    for seed in range(20):
        senses = some(3, seed=seed)
        plane = sense_plane(senses)
        np.testing.assert_allclose(plane.off(senses), 0, atol=1e-9)
        np.testing.assert_allclose(distances(plane.place(senses)), distances(senses), atol=1e-9)
        np.testing.assert_allclose(plane.origin, senses.mean(axis=0))


def test_of_many_senses_the_first_is_on_the_left_and_the_last_above() -> None:
    for n in (3, 4, 5):
        for seed in range(50):
            senses = some(n, seed=seed)
            placed = sense_plane(senses).place(senses)
            assert placed[0, 0] < 0, seed
            assert placed[-1, 1] >= 0, seed


def test_the_last_sense_is_above_also_where_it_is_near_the_first() -> None:
    for side in (0.2, -0.2):
        senses = np.array([[-3, 0, 5], [3, 0, 5], [-2.9, side, 5]])
        placed = sense_plane(senses).place(senses)
        assert placed[0, 0] < 0
        assert placed[2, 1] >= 0


def test_more_senses_are_shown_from_where_they_spread_most() -> None:
    senses = np.array([[5, 0, 0.1], [-5, 0, 0.1], [0, 3, -0.1], [0, -3, -0.1]])
    plane = sense_plane(senses)
    np.testing.assert_allclose(np.abs(plane.axes[:, 2]), 0, atol=1e-9)
    np.testing.assert_allclose(plane.off(senses), 0.1 / np.linalg.norm(senses, axis=1))


@pytest.mark.parametrize(
    "senses",
    [
        [[1, 2, 3]],  # one
        [[1, 2, 3], [2, 4, 6]],  # one direction
        [[1, 2, 3], [1, 2, 3]],
        [[1, 0, 0], [2, 0, 0], [4, 0, 0]],  # on a line
        [[1, 1, 0], [1, 2, 0], [1, 5, 0]],
        [[1, 2, 3], [1, 2, 3], [1, 2, 3]],
    ],
)
def test_senses_that_span_no_plane_are_refused(senses: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="plane"):
        sense_plane(np.array(senses, dtype=float))


@pytest.mark.parametrize("senses", [[[1, 2, 3], [-2, -4, -6]], [[1, 2, 3], [0, 0, 0]]])
def test_senses_that_are_opposite_or_nothing_are_refused_and_not_drawn_nowhere(senses: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="plane"):
        sense_plane(np.array(senses, dtype=float))


def test_the_same_senses_draw_the_same_picture() -> None:
    for n in (2, 3, 5):
        senses = some(n)
        before = senses.copy()
        one, other = sense_plane(senses), sense_plane(senses.copy())
        np.testing.assert_array_equal(one.axes, other.axes)
        np.testing.assert_array_equal(one.origin, other.origin)
        np.testing.assert_array_equal(senses, before)
        # The picture is that of the senses, not of the order of the dimensions.
        turned = sense_plane(senses[:, ::-1])
        np.testing.assert_allclose(turned.place(senses[:, ::-1]), one.place(senses), atol=1e-9)
