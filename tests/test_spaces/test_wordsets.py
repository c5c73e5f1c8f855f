"""Every ready set can be drawn, whole, and every word in it has one colour."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest

from core.errors import UnknownWord
from core.spaces.space import Space, load_space
from core.spaces.wordsets import FREQUENT, HUB, READY, WordSet, frequent, neighbourhood

MAX_LABELLED = 300  # what a labelled map holds


@pytest.fixture(scope="module")
def glove() -> Space:
    return load_space("glove-6b")


def test_no_word_of_a_ready_set_is_unknown(glove: Space) -> None:
    for word_set in READY:
        assert [word for word in word_set.words if word not in glove] == []


def test_no_word_is_in_two_groups_or_twice_in_one() -> None:
    for word_set in READY:
        assert len(set(word_set.words)) == len(word_set.words) <= MAX_LABELLED


def test_a_ready_set_has_enough_words_and_groups_to_be_a_map() -> None:
    for word_set in READY:
        assert len(word_set.words) > 10
        groups = [group for group in word_set.groups if group != HUB]
        assert len(groups) >= 2
        assert all(len(word_set.groups[group]) >= 3 for group in groups)


def test_each_word_has_its_own_group() -> None:
    made = WordSet("x", "X", {"one": ("a", "b"), "two": ("c",)})
    assert made.words == ("a", "b", "c")
    assert made.group_of == ("one", "one", "two")
    for word_set in READY:
        assert all(
            word in word_set.groups[group] for word, group in zip(word_set.words, word_set.group_of, strict=True)
        )


def test_the_sets_of_the_story_are_there() -> None:
    keys = [word_set.key for word_set in READY]
    assert {"royalty", "animals", "bank", "spring", "capitals", "verbs"} <= set(keys)
    assert FREQUENT == {"top-1000": 1_000, "top-10000": 10_000}
    assert len(set(keys)) == len(keys)


def test_the_word_that_a_set_is_about_stands_first() -> None:
    hubs = {word_set.key: word_set.hub for word_set in READY}
    assert (hubs["bank"], hubs["spring"], hubs["animals"]) == ("bank", "spring", "")
    for word_set in READY:
        if word_set.hub:
            assert word_set.words[0] == word_set.hub
            assert next(iter(word_set.groups)) == HUB


def test_a_title_stands_in_a_link_as_it_is_read(glove: Space) -> None:
    titles = [*(word_set.title for word_set in READY), *(frequent(glove, key).title for key in FREQUENT)]
    assert len(set(titles)) == len(titles)
    for title in titles:
        assert quote_plus(title) == title.replace(" ", "+")
        assert len(title) < 40


@pytest.mark.parametrize("key", FREQUENT)
def test_the_most_frequent_words_are_the_first_of_the_space(glove: Space, key: str) -> None:
    made = frequent(glove, key)
    assert made.words == glove.words[: FREQUENT[key]]
    assert made.key == key
    assert set(made.group_of) == {"words"}
    assert made.hub == ""


def test_around_a_word_lie_its_nearest(glove: Space) -> None:
    for k in (1, 60, 200):
        made = neighbourhood(glove, "spring", k)
        assert made.hub == made.words[0] == "spring"
        assert list(made.words[1:]) == [found.word for found in glove.neighbours("spring", k)]
        assert made.group_of == (HUB, *[f"its {k} nearest"] * k)
        assert "spring" in made.title


def test_there_is_nothing_around_an_unknown_word_but_its_spellings(glove: Space) -> None:
    with pytest.raises(UnknownWord) as caught:
        neighbourhood(glove, "sprnig", 10)
    assert caught.value.suggestions[0] == "spring"
