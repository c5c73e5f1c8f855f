"""The nearest words along a drift are those of the space, and the point where it tips is the one by hand."""

from __future__ import annotations

import numpy as np
import pytest

from core.drift.laws import Floats, explain
from core.drift.nearby import K, Nearby, around, curves, nearby, tipping
from core.drift.path import Drift, drift
from core.errors import UnknownWord
from core.spaces.space import Space, load_space


def moved(vectors: Floats, senses: Floats, proportions: Floats, word: str = "word") -> Drift:
    """Return a drift of which only what is given matters."""
    coefficients, residual = explain(vectors, senses)
    names = tuple("abc"[: len(senses)])
    return Drift(
        word, "toy", names, proportions, vectors, senses, vectors, vectors, coefficients, residual, coefficients
    )


@pytest.fixture
def toy() -> Space:
    """Words around a quarter of a circle, and one behind."""
    directions = [[1, 0], [0, 2], [0.9, 0.2], [0.3, 0.9], [0.7, 0.7], [-1, -0.1]]
    return Space("toy", ("east", "north", "enough", "none", "word", "back"), np.array(directions, dtype=np.float32))


@pytest.fixture
def quarter() -> Drift:
    """A word that turns from east to north."""
    vectors = np.array([[3.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    return moved(vectors, vectors[[0, 2]], np.array([[1, 0], [0.5, 0.5], [0, 1]]))


@pytest.fixture(scope="module")
def bank() -> tuple[Space, Drift, Nearby]:
    space, found = load_space("glove"), drift("bank", "glove", 5)
    return space, found, nearby(space, found, exclude=("banks", "nosuchword"))


def test_the_nearest_words_and_their_senses_are_those_by_hand(toy: Space, quarter: Drift) -> None:
    near = nearby(toy, quarter, k=2)
    assert near.words == ("east", "enough", "none", "north"), "in order of first appearance"
    assert near.ranks.tolist() == [[1, 2, 0, 0], [0, 2, 1, 0], [0, 0, 2, 1]]
    assert near.belongs.tolist() == [0, 0, 1, 1]
    assert near.k == 2
    east, middle = 0.9 / np.hypot(0.9, 0.2), 1.2 / np.hypot(0.3, 0.9) / np.sqrt(2)
    assert near.cosines[0] == pytest.approx([1, east, 0.3 / np.hypot(0.3, 0.9), 0], abs=1e-6)
    assert near.cosines[1, 2] == pytest.approx(middle)
    assert [near.listed(frame) for frame in range(3)] == [[0, 1], [2, 1], [3, 2]]
    assert near.shares(2).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    assert tipping(quarter, near) == 1, "half is not most"


def test_a_sense_is_told_by_its_direction_and_not_by_its_length(toy: Space, quarter: Drift) -> None:
    longer = moved(quarter.vectors, quarter.senses * [[100.0], [0.01]], quarter.proportions)
    assert nearby(toy, longer, k=2).belongs.tolist() == [0, 0, 1, 1]


def test_a_small_space_gives_what_it_has(toy: Space, quarter: Drift) -> None:
    near = nearby(toy, quarter, k=50)
    assert near.k == 5
    assert set(near.words) == set(toy.words) - {"word"}
    assert (np.sort(near.ranks, axis=1) == np.arange(1, 6)).all()
    assert nearby(toy, quarter, exclude=("east", "none"), k=50).k == 3
    assert nearby(toy, moved(quarter.vectors, quarter.senses, quarter.proportions, "banana+door"), k=50).k == 6


def test_every_place_from_first_to_tenth_is_taken_once(bank: tuple[Space, Drift, Nearby]) -> None:
    _, _, near = bank
    for ranks in near.ranks:
        assert sorted(ranks[ranks > 0]) == list(range(1, K + 1))
    assert (near.ranks > 0).any(axis=0).all(), "a word that is never among the nearest is not kept"
    assert len(set(near.words)) == len(near.words) == near.ranks.shape[1] == near.cosines.shape[1] == len(near.belongs)
    assert np.isfinite(near.cosines).all()


def test_a_word_is_not_its_own_neighbour(bank: tuple[Space, Drift, Nearby]) -> None:
    space, found, near = bank
    assert not {"bank", "banks"} & set(near.words)
    assert "banks" in nearby(space, found).words, "what nobody excludes is there"


def test_the_nearest_words_are_those_that_the_space_names(bank: tuple[Space, Drift, Nearby]) -> None:
    space, found, near = bank
    for frame, vector in enumerate(found.vectors):
        expected = space.neighbours(vector, K, exclude=("bank", "banks"))
        assert [near.words[i] for i in near.listed(frame)] == [word for word, _ in expected]
        assert near.cosines[frame, near.listed(frame)] == pytest.approx([value for _, value in expected], abs=1e-5)


def test_shares_are_parts_of_a_whole_and_the_corners_belong_to_their_own_sense(
    bank: tuple[Space, Drift, Nearby],
) -> None:
    _, found, near = bank
    shares = near.shares(2)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert shares.min() >= 0
    np.testing.assert_array_equal(shares[[0, -1]], np.eye(2))
    for sense, cues in enumerate(({"loan", "finance", "investment", "credit"}, {"river", "shore", "creek", "stream"})):
        assert cues & {word for word, mine in zip(near.words, near.belongs, strict=True) if mine == sense}
    assert 0 < (tipping(found, near) or 0) < 1


def near_of(second: str) -> tuple[Drift, Nearby]:
    """Return a drift whose one nearest word belongs to the second sense where the text says 2."""
    frames = [letter == "2" for letter in second]
    ranks = np.array([[0, 1] if most else [1, 0] for most in frames])
    near = Nearby(("x", "y"), ranks, ranks.astype(np.float32), np.array([0, 1]), 1)
    share = np.linspace(0, 1, len(frames))
    vectors = np.column_stack([1 - share, share])
    return moved(vectors, np.eye(2), vectors), near


@pytest.mark.parametrize(
    ("second", "share"),
    [
        ("11222", 0.5),
        ("11112", 1.0),
        ("12222", 0.25),
        ("12122", 0.75),  # back and forth: from where it stays
        ("21112", 1.0),
        ("11111", None),  # never
        ("22222", None),  # always
        ("12221", None),  # not in the end
    ],
)
def test_a_drift_tips_where_the_second_sense_takes_over_for_good(second: str, share: float | None) -> None:
    assert tipping(*near_of(second)) == share


def test_three_senses_have_no_one_point_where_they_tip() -> None:
    found, near = near_of("11222")
    three = moved(np.eye(3), np.eye(3), np.eye(3))
    assert tipping(three, near) is None
    assert tipping(found, near) == 0.5


def test_curves_are_the_cosines_by_hand(toy: Space, quarter: Drift) -> None:
    found = curves(toy, quarter, ["north", "east", "back"])
    half, back = np.sqrt(0.5), 1 / np.hypot(1, 0.1)
    expected = [[0, 1, -back], [half, half, -1.1 * back * half], [1, 0, -0.1 * back]]
    assert found.words == ("north", "east", "back")
    np.testing.assert_allclose(found.cosines, expected, atol=1e-6)
    assert found.belongs == (1, 0, 1), "behind is nearer to north than to east"


def test_words_about_the_senses_are_the_nearest_of_each_as_long_as_the_senses_are(toy: Space, quarter: Drift) -> None:
    found = around(toy, quarter, exclude=["word"], k=2)
    assert found.words == ("east", "enough", "north", "none")
    assert found.belongs == (0, 0, 1, 1)
    np.testing.assert_allclose(np.linalg.norm(found.vectors, axis=1), 2, atol=1e-5)  # the senses are 3 and 1 long
    np.testing.assert_allclose(found.vectors[0], [2, 0], atol=1e-5)
    every = around(toy, quarter, exclude=["word"], k=5)
    assert len(set(every.words)) == len(every.words) == 5, "a word near to both is drawn once"


def test_a_curve_of_a_word_that_the_space_does_not_hold_is_refused(toy: Space, quarter: Drift) -> None:
    with pytest.raises(UnknownWord) as caught:
        curves(toy, quarter, ["north", "nort"])
    assert caught.value.word == "nort"
    assert "north" in caught.value.suggestions
