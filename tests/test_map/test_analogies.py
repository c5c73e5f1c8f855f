"""King is to man as queen is to woman, and what the customary exclusion hides is not hidden."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import UnknownWord
from core.map.analogies import NoAnswer, analogy
from core.spaces.space import Space, load_space


@pytest.fixture(scope="module")
def glove() -> Space:
    return load_space("glove-6b")


@pytest.fixture
def hexagon() -> Space:
    """Words at multiples of 60°, with lengths that must not count: the one at 60° is the sum of its neighbours."""
    angles = np.deg2rad([0, 60, 120, 180, 240, 300])
    lengths = np.array([1, 2, 3, 1, 5, 1])
    vectors = (np.column_stack([np.cos(angles), np.sin(angles)]) * lengths[:, None]).astype(np.float32)
    return Space("hexagon", ("w0", "w60", "w120", "w180", "w240", "w300"), vectors)


# Answers that others have published for these vectors: gensim's documentation of KeyedVectors prints
# king − man + woman = queen 0.7699; paris − france + italy = rome is an item of Google's analogy questions.
def test_well_known_analogies_have_their_well_known_answers(glove: Space) -> None:
    for question, answer, cosine in [
        ("king man woman", "queen", 0.7699),
        ("paris france italy", "rome", None),
        ("walking walked swam", "swimming", None),
    ]:
        a, b, c = question.split()
        result = analogy(glove, a, b, c)
        assert result.answers[0].word == answer
        if cosine is not None:
            assert result.answers[0].cosine == pytest.approx(cosine, abs=0.003)


def test_king_itself_is_the_answer_when_nothing_is_left_out(glove: Space) -> None:
    result = analogy(glove, "king", "man", "woman")
    assert result.unfiltered[0].word == "king"
    assert result.unfiltered[1].word == "queen"
    assert [found.word for found in result.hidden] == ["king"]
    assert not {found.word for found in result.answers} & {"king", "man", "woman"}


def test_the_sum_is_that_of_unit_vectors(glove: Space) -> None:
    result = analogy(glove, "king", "man", "woman", k=3)
    units = [glove.vector(word) / np.linalg.norm(glove.vector(word)) for word in ("king", "man", "woman")]
    np.testing.assert_allclose(result.vectors, units, atol=1e-6)
    np.testing.assert_allclose(result.target, units[0] - units[1] + units[2], atol=1e-6)
    assert len(result.answers) == len(result.unfiltered) == 3
    for found in (*result.answers, *result.unfiltered):
        vector = glove.vector(found.word)
        cosine = vector @ result.target / np.linalg.norm(vector) / np.linalg.norm(result.target)
        assert found.cosine == pytest.approx(float(cosine), abs=1e-5)


def test_turning_the_question_round_gives_another_answer(glove: Space) -> None:
    assert analogy(glove, "woman", "man", "king").answers == analogy(glove, "king", "man", "woman").answers
    assert analogy(glove, "man", "king", "queen").answers[0].word == "woman"


def test_every_question_word_above_the_answer_is_told_best_first(hexagon: Space) -> None:
    # 0° − 180° + 60° points to 19°: nearest are w0 (19° away), w60 (41°), then w300 (79°).
    result = analogy(hexagon, "w0", "w180", "w60")
    assert [found.word for found in result.answers] == ["w300", "w120", "w240"]
    assert [found.word for found in result.unfiltered] == ["w0", "w60", "w300", "w120", "w240"]
    assert [found.word for found in result.hidden] == ["w0", "w60"]
    assert result.hidden[0].cosine == pytest.approx(np.cos(np.deg2rad(19.107)), abs=1e-4)


def test_a_question_word_below_the_answer_is_not_called_hidden() -> None:
    for degrees, hidden in [(30, []), (60, ["a"])]:
        # a − b + c is (2, 1) and points to 26.6°, where only a word nearer than a, at 0°, hides nothing.
        angle = np.deg2rad(degrees)
        vectors = np.array([[1, 0], [-1, 0], [0, 1], [np.cos(angle), np.sin(angle)]], dtype=np.float32)
        result = analogy(Space("four", ("a", "b", "c", "answer"), vectors), "a", "b", "c")
        assert [found.word for found in result.answers] == ["answer"]
        assert [found.word for found in result.hidden] == hidden


def test_words_that_cancel_out_say_so_instead_of_answering(hexagon: Space) -> None:
    with pytest.raises(NoAnswer, match="cancel out"):
        analogy(hexagon, "w0", "w60", "w120")


def test_a_word_used_twice_is_still_answered(hexagon: Space) -> None:
    result = analogy(hexagon, "w0", "w0", "w60")
    np.testing.assert_allclose(result.target, result.vectors[2], atol=1e-6)
    assert result.answers[0].word == "w120"
    assert result.hidden[0].word == "w60"


def test_a_space_of_the_three_words_alone_has_no_answer_left() -> None:
    space = Space("three", ("a", "b", "c"), np.eye(3, dtype=np.float32))
    result = analogy(space, "a", "b", "c")
    assert result.answers == []
    assert [found.word for found in result.hidden] == ["a", "c", "b"]


def test_an_unknown_word_is_named_with_the_nearest_spellings(glove: Space) -> None:
    for place in [0, 1, 2]:
        words = ["king", "man", "woman"]
        words[place] = "qeuen"
        with pytest.raises(UnknownWord) as caught:
            analogy(glove, *words)
        assert caught.value.word == "qeuen"
        assert caught.value.suggestions[0] == "queen"
