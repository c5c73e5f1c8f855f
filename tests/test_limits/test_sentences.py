"""What the limits page says changes with what was computed, and never claims what was not."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from core.limits import sentences as said
from core.limits.averages import Pair, difference, judge, read, shuffled, ways
from core.limits.words import KINDS, Both, Share, hops, ranking, reach, syllogism
from core.spaces.space import Space
from core.text import safe, shown_share

# Across and up, so that cosines can be told by hand.
PLACES: Mapping[str, tuple[float, float]] = {
    "dog": (1, 0),
    "cat": (1, 1),
    "the": (2, 1),
    "chased": (0, 1),
    "not": (0.5, -1),
    "like": (1, 0.2),
    "love": (1, 0.25),
    "rain": (-1, 1),
    "<b>": (1, 2),
}


OTHER_WAY = Pair("dog", "rain", same=True)
TURNED = Pair("dog", "dog", same=False)
SAME = (Pair("dog", "rain", same=True), Pair("dog", "chased", same=True))


@pytest.fixture(scope="module")
def space() -> Space:
    return Space("small", tuple(PLACES), np.array(list(PLACES.values()), dtype=np.float32))


def test_the_same_words_are_another_road_to_the_same_place(space: Space) -> None:
    first, second = read(space, "the dog chased the cat"), read(space, "the cat chased the dog")
    text = said.about_ways(ways([first, second, shuffled(first, 1), shuffled(first, 2)]), 2)
    assert "**1.000000**" in text
    assert "same words in another order" in text
    assert "2 shuffles of the first end 0.000000" in text
    assert "5 words can stand in 60 orders" in text
    assert "A shuffle of the first ends" in said.about_ways(ways([first, second, shuffled(first, 1)]), 2)


def test_other_words_are_not_said_to_end_at_one_place(space: Space) -> None:
    first = read(space, "dog chased cat")
    text = said.about_ways(ways([first, read(space, "dog chased rain")]), 2)
    assert "do not hold the same words" in text
    assert "1.000000" not in text
    assert "same order" in said.about_ways(ways([first, first]), 2)


def test_one_word_is_not_said_to_be_shuffled(space: Space) -> None:
    one = read(space, "dog")
    text = said.about_ways(ways([one, one, shuffled(one, 1)]), 2)
    assert "nothing to shuffle" in text
    assert "orders" not in text


@pytest.mark.parametrize(("words", "orders"), [("a", 1), ("ab", 2), ("aab", 3), ("aabb", 6), ("aaaa", 1)])
def test_orders_are_counted_with_repeats(words: str, orders: int) -> None:
    assert said.count_orders(words) == orders


def test_a_negation_is_told_by_the_word_that_is_more(space: Space) -> None:
    first = read(space, "dog like cat")
    found = difference(first, read(space, "dog not like cat"))
    text = said.about_difference(found, 0.5)
    assert "plus the vector of “not”" in text
    assert "**0.000000**" in text
    assert "3 and 4" in text
    assert f"**{found.cosine:.3f}**; the paraphrase is farther away, at **0.500**" in text
    assert "nearer" in said.about_difference(found, 1.0)
    assert said.about_difference(found, None).endswith(f"**{found.cosine:.3f}**.")
    other = said.about_difference(difference(first, read(space, "dog love cat")), None)
    assert "plus the vector of “love” minus the vector of “like”" in other
    assert "divides" not in other
    assert "same words" in said.about_difference(difference(first, read(space, "cat like dog")), None)


def test_what_was_typed_is_no_markup(space: Space) -> None:
    assert safe("<b>*x*") == r"\<b\>\*x\*"
    assert len(safe("x" * 500)) < 60
    assert said.named(["a", "b", "c"], most=2) == "“a” and “b” and 1 more"


def test_a_ranking_names_its_ends_and_says_who_is_nearer(space: Space) -> None:
    listed = [("like", "love", KINDS[0], False), ("dog", "rain", KINDS[1], False)]
    text = said.about_ranking(ranking(space, listed))
    assert "*like* and *love*, opposites" in text
    assert "farthest *dog* and *rain*, synonyms" in text
    assert "**100 %**" in text
    turned = [(a, b, KINDS[kind == KINDS[0]], own) for a, b, kind, own in listed]
    assert "does tell most of them apart" in said.about_ranking(ranking(space, turned))
    assert "nothing to compare" in said.about_ranking(ranking(space, listed[:1]))
    assert "no pair" in said.about_ranking(ranking(space, []))


def both(there: float, back: float, *, estimated: bool = False) -> Both:
    return Both(0.745, Share("rain", "wet", there, False), Share("wet", "rain", back, estimated), (3_651, 2_235), 0.9)


def test_shares_are_compared_and_their_difference_is_explained() -> None:
    text = said.about_both(both(0.0005, 0.002))
    assert "**0.745**" in text
    assert "**0.050 %** is *wet*" in text
    assert "**0.20 %** is *rain*" in text
    assert "4.0 times" in text
    assert "3,651 times" in text
    assert "estimated" not in text
    assert "around “wet” is estimated" in said.about_both(both(0.0005, 0.002, estimated=True))


def test_a_pair_without_counts_is_said_to_have_none() -> None:
    text = said.about_both(both(float("nan"), float("nan")))
    assert "not among our counts" in text
    assert "say nothing of “rain” and “wet”" in said.about_missing(both(float("nan"), 0.1).there)
    assert "nan" not in text
    same = Both(1.0, Share("rain", "rain", 0.1, False), Share("rain", "rain", 0.1, False), (1, 1), 0.9)
    assert "twice is no pair" in said.about_both(same)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.00071, "0.071 %"), (0.0118, "1.2 %"), (0.5, "50 %"), (0.0, "0 %"), (1.0, "100 %"), (float("nan"), "not known")],
)
def test_a_share_keeps_two_digits_that_count(value: float, text: str) -> None:
    assert shown_share(value) == text


def test_a_syllogism_tells_the_range_and_who_is_nearer(space: Space) -> None:
    found = syllogism(space, "dog", "cat", "chased")
    text = said.about_syllogism(found, syllogism(space, "the", "cat", "chased"))
    assert "**0.00** to **1.00**" in text.replace("−0.00", "0.00")
    assert "*the* is nearer to *chased* than *dog* is" in text
    assert "true or a false" in said.about_syllogism(found, None)
    assert said.shown(-0.437) == "−0.44"


def test_a_walk_tells_where_it_stands_and_how_far_the_words_reach(space: Space) -> None:
    text = said.about_walk(hops(space, ["dog", "like", "love"], 2), reach(space, "dog", 2, 3), len(PLACES))
    assert "2 hops from *dog* you stand at *love*" in text
    assert "2 within 1 hop," in text
    assert f"of {len(PLACES)} in all" in text
    alone = said.about_walk(hops(space, ["dog"], 2), reach(space, "dog", 2, 3), len(PLACES))
    assert "you stand" not in alone


def test_a_board_counts_passes_and_names_the_best_threshold(space: Space) -> None:
    pairs = [
        Pair("the dog chased the cat", "the cat chased the dog", same=False),
        Pair("like", "rain", same=False),
        Pair("like", "love", same=True),
    ]
    text = said.about_board(judge(space, pairs, 0.9), 0.9)
    assert "**2 of 3** pairs pass" in text
    assert "50 % of those that differ are nearer" in text
    assert "No threshold gets all right" in text
    assert "calls every pair different, gets 2" in said.about_board(judge(space, [*pairs[:2], OTHER_WAY], 0.9), 0.9)
    assert "calls every pair the same, gets 2" in said.about_board(judge(space, [TURNED, *SAME], 0.9), 0.9)
    assert "gets all of these right" in said.about_board(judge(space, pairs[1:], 0.9), 0.9)
    assert "add the other kind" in said.about_board(judge(space, pairs[:2], 0.9), 0.9)
    assert "no pair" in said.about_board(judge(space, [], 0.9), 0.9)
    assert said.about_shared(judge(space, pairs[:1], 1.0)).startswith("1 of 1 pairs that differ")
    two = judge(space, pairs[:2], 1.0)
    assert f"cosine **1.000000**, the other {two.cosines[1]:.3f}. " in said.about_shared(two)


def test_context_is_said_to_part_a_word_only_where_it_does() -> None:
    assert "no longer one" in said.about_context("dog", 0.945)
    assert "one still" in said.about_context("dog", 1.0)
