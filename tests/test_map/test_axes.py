"""An axis points where its words say, and an axis that points nowhere says what to type instead."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import UnknownWord
from core.map.axes import Axis, NoDirection, axis_vector, dividing_line, known_part, parse_axis, rank_share
from core.spaces.space import Space, load_space


@pytest.fixture
def plane() -> Space:
    """Words on a plane, some with long vectors: lengths must not count."""
    words = ("east", "north", "west", "south", "northeast", "again")
    vectors = np.array([[1, 0], [0, 9], [-5, 0], [0, -1], [2, 2], [3, 0]], dtype=np.float32)
    return Space("plane", words, vectors)


@pytest.fixture(scope="module")
def glove() -> Space:
    return load_space("glove-6b")


# What a reader types


def test_an_axis_is_read_as_it_is_typed() -> None:
    for typed, away, towards in [
        ("hot", "", "hot"),
        ("money, loan, bank", "", "money loan bank"),
        ("money loan;bank|cash/debt", "", "money loan bank cash debt"),
        ("cold → hot", "cold", "hot"),
        ("cold -> hot", "cold", "hot"),
        ("cold => hot", "cold", "hot"),
        ("cold ⇒ hot", "cold", "hot"),
        ("cold > hot", "cold", "hot"),
        ("cold→hot", "cold", "hot"),
        ("cold, ice → hot, fire, sun", "cold ice", "hot fire sun"),
        ("  “Cold”  →  HOT! ", "cold", "hot"),
        ("well-known → so-called", "well-known", "so-called"),
        ("hot hot hot", "", "hot"),
        ("hot → hot", "hot", "hot"),
    ]:
        assert parse_axis(typed) == Axis(towards=tuple(towards.split()), away=tuple(away.split()))


def test_an_axis_without_words_says_what_to_type() -> None:
    for typed in ["", "   ", ",;.", "→", "cold →", "→ hot", "\u200b\u202e", ">", "... -> !!!"]:
        with pytest.raises(NoDirection, match="cold → hot"):
            parse_axis(typed)


def test_an_axis_with_two_arrows_says_that_one_is_enough() -> None:
    for typed in ["cold → warm → hot", "a -> b => c", ">>", "<b>hot</b> → cold > x"]:
        with pytest.raises(NoDirection, match="one arrow"):
            parse_axis(typed)


def test_an_axis_is_labelled_as_a_reader_would_type_it() -> None:
    for axis, label in [
        (Axis(("hot",)), "hot"),
        (Axis(("money", "loan")), "money, loan"),
        (Axis(("hot",), ("cold",)), "cold → hot"),
        (Axis(("hot", "fire"), ("cold", "ice")), "cold, ice → hot, fire"),
    ]:
        assert axis.label == label
        assert parse_axis(label) == axis


# Where an axis points


def test_a_list_points_to_the_middle_of_its_words_whatever_their_lengths(plane: Space) -> None:
    np.testing.assert_allclose(axis_vector(plane, Axis(("east", "north"))), [0.5**0.5, 0.5**0.5], atol=1e-6)
    np.testing.assert_allclose(axis_vector(plane, Axis(("north",))), [0, 1], atol=1e-6)


def test_a_pair_points_from_one_end_to_the_other(plane: Space) -> None:
    np.testing.assert_allclose(
        axis_vector(plane, Axis(towards=("north",), away=("west",))), [0.5**0.5, 0.5**0.5], atol=1e-6
    )
    # Ends of unit means: (1, 0) + (0.5, 0.5) halved, minus west: (0.854 + 1, 0.354).
    towards = (np.array([1, 0]) + np.array([0.5**0.5, 0.5**0.5])) / 2
    expected = towards - np.array([-1, 0])
    found = axis_vector(plane, Axis(towards=("east", "northeast"), away=("west",)))
    np.testing.assert_allclose(found, expected / np.linalg.norm(expected), atol=1e-6)


def test_a_pair_is_the_difference_of_the_unit_means_of_its_ends(glove: Space) -> None:
    axis = parse_axis("cold, ice → hot, fire, sun")

    def mean(words: str) -> np.ndarray:
        rows = [glove.vector(word).astype(np.float64) for word in words.split()]
        return np.mean([row / np.linalg.norm(row) for row in rows], axis=0)

    expected = mean("hot fire sun") - mean("cold ice")
    found = axis_vector(glove, axis)
    np.testing.assert_allclose(found, expected / np.linalg.norm(expected), atol=1e-5)
    assert np.linalg.norm(found) == pytest.approx(1, abs=1e-6)
    turned_round = axis_vector(glove, Axis(towards=axis.away, away=axis.towards))
    np.testing.assert_allclose(turned_round, -found, atol=1e-6)


def test_hot_words_lie_at_the_hot_end(glove: Space) -> None:
    axis = axis_vector(glove, parse_axis("cold → hot"))
    place = {word: float(glove.unit[glove.row(word)] @ axis) for word in ("oven", "spicy", "glacier", "winter")}
    assert min(place["oven"], place["spicy"]) > 0 > max(place["glacier"], place["winter"])


def test_ends_that_cancel_name_no_direction(plane: Space) -> None:
    for towards, away in [
        (("east",), ("east",)),
        (("east",), ("again",)),
        (("east", "west"), ()),
        (("east", "west"), ("north", "south")),
    ]:
        with pytest.raises(NoDirection, match="different words"):
            axis_vector(plane, Axis(towards, away))


def test_hot_to_hot_names_no_direction(glove: Space) -> None:
    with pytest.raises(NoDirection, match="same"):
        axis_vector(glove, parse_axis("hot → hot"))


def test_an_unknown_word_of_an_axis_is_named(plane: Space) -> None:
    with pytest.raises(UnknownWord) as caught:
        axis_vector(plane, Axis(("east",), ("nroth",)))
    assert caught.value.word == "nroth"
    assert caught.value.suggestions[0] == "north"


# What is left of an axis when some of its words are unknown


def test_the_known_words_of_an_axis_stay_and_the_others_are_told(plane: Space) -> None:
    axis = Axis(towards=("east", "qqq", "north"), away=("zzz", "west"))
    known, unknown = known_part(plane, axis)
    assert known == Axis(towards=("east", "north"), away=("west",))
    assert sorted(unknown) == ["qqq", "zzz"]


def test_an_axis_of_known_words_is_left_as_it_is(plane: Space) -> None:
    for axis in (Axis(("east",)), Axis(("east",), ("west",))):
        assert known_part(plane, axis) == (axis, [])


def test_an_end_without_a_known_word_is_not_silently_dropped(plane: Space) -> None:
    for towards, away in [(("qqq",), ()), (("qqq",), ("east",)), (("east",), ("qqq",)), (("qqq", "zzz"), ("xxx",))]:
        with pytest.raises(NoDirection, match="one end of the axis"):
            known_part(plane, Axis(towards, away))


# Where a plane is divided


def test_a_pair_divides_the_plane_half_way(glove: Space) -> None:
    assert dividing_line(glove, parse_axis("cold → hot")) == 0


def test_one_in_twenty_frequent_words_lies_beyond_the_line_of_a_list(glove: Space) -> None:
    for typed in ("money, loan, finance", "river"):
        axis = parse_axis(typed)
        line = dividing_line(glove, axis)
        cosines = glove.unit[:10_000] @ axis_vector(glove, axis)
        assert (cosines > line).mean() == pytest.approx(0.05, abs=0.001)
        assert 0 < line < 1


def test_rank_share_counts_the_frequent_words_below(glove: Space) -> None:
    axis = parse_axis("river")
    cosines = np.sort(glove.unit[:10_000] @ axis_vector(glove, axis))
    assert rank_share(glove, axis, -1.0) == 0
    assert rank_share(glove, axis, 1.01) == 1
    assert rank_share(glove, axis, float(cosines[2_500] + cosines[2_499]) / 2) == pytest.approx(0.25)
    assert rank_share(glove, axis, dividing_line(glove, axis)) == pytest.approx(0.95, abs=0.001)
