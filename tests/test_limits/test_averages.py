"""An average forgets the order of words, a sum differs by the words that are more, and a board judges fairly."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from core.counts.cooccurrence import CountTable, encode, load_counts
from core.errors import UnknownWord
from core.limits.averages import (
    BOARD,
    MAX_TOKENS,
    NothingToAverage,
    Pair,
    difference,
    judge,
    read,
    shuffled,
    ways,
)
from core.limits.words import (
    KINDS,
    OPPOSITES,
    SYNONYMS,
    both_ways,
    hops,
    mass_per_occurrence,
    ranking,
    reach,
    share,
    syllogism,
    word_cosine,
)
from core.spaces.contexts import word_counts
from core.spaces.space import SPACES, Space, cosine, load_space
from core.text import tokenise

WORDS = ("the", "dog", "chased", "cat", "i", "like", "don't", "dogs", "rain", "wet", "birds", "penguins", "flying")


@pytest.fixture(scope="module")
def space() -> Space:
    vectors = np.random.default_rng(5).normal(size=(len(WORDS), 8)).astype(np.float32) + 1
    return Space("small", WORDS, vectors)


def test_every_order_of_the_same_words_has_one_average(space: Space) -> None:
    sentence = read(space, "The dog chased the cat!")
    assert sentence.words == ("the", "dog", "chased", "the", "cat")
    for order in itertools.permutations(sentence.words):
        other = read(space, " ".join(order))
        assert cosine(sentence.average, other.average) == pytest.approx(1, abs=1e-12)
        assert np.allclose(sentence.average, other.average, atol=1e-12)


def test_the_average_is_the_mean_of_the_vectors_of_the_words(space: Space) -> None:
    sentence = read(space, "dog qqqq cat qqqq")
    assert sentence.unknown == ("qqqq",)
    assert np.allclose(sentence.average, (space.vector("dog") + space.vector("cat")) / 2, atol=1e-6)


@pytest.mark.parametrize("text", ["", "   ", "qqqq zzzz", "👑", "<b>", "…!?"])
def test_a_sentence_without_a_known_word_says_so(space: Space, text: str) -> None:
    with pytest.raises(NothingToAverage) as caught:
        read(space, text)
    assert caught.value.text == text


def test_a_very_long_sentence_is_cut(space: Space) -> None:
    assert len(read(space, "dog " * 5_000).words) == MAX_TOKENS


def test_a_shuffle_has_the_same_words_and_the_same_seed_the_same_order(space: Space) -> None:
    sentence = read(space, "the dog chased the cat i like dogs")
    one = shuffled(sentence, 3)
    assert sorted(one.words) == sorted(sentence.words)
    assert one.words == shuffled(sentence, 3).words
    assert len({shuffled(sentence, seed).words for seed in range(9)}) > 5
    for word, vector in zip(one.words, one.vectors, strict=True):
        assert np.allclose(vector, space.vector(word))


def test_every_road_of_the_same_words_ends_at_one_place_in_the_plane(space: Space) -> None:
    first = read(space, "the dog chased the cat")
    found = ways([first, *(shuffled(first, seed) for seed in range(6))])
    length = float(np.linalg.norm(first.average))
    for path in found.paths:
        assert np.allclose(path[0], 0)
        assert np.allclose(path[-1], (length, 0), atol=1e-9)
        assert len(path) == 6
    assert np.allclose(found.cosines, 1)
    assert found.apart.max() < 1e-12
    assert len({tuple(np.round(path[2], 6)) for path in found.paths}) > 1, "the roads differ"


def test_the_plane_does_not_depend_on_the_order_of_the_words(space: Space) -> None:
    there, back = (ways([read(space, text)]) for text in ("the dog chased the cat", "cat the chased dog the"))
    assert there.held == pytest.approx(back.held)
    steps = [dict(zip(w.sentences[0].words, np.diff(w.paths[0], axis=0), strict=True)) for w in (there, back)]
    for word, step in steps[0].items():
        assert np.allclose(step, steps[1][word], atol=1e-9)


def test_other_words_end_elsewhere(space: Space) -> None:
    found = ways([read(space, "the dog chased"), read(space, "the cat like")])
    assert found.cosines[1] < 0.999
    assert found.apart[1] > 0.01
    assert 0 < found.held < 1


@pytest.mark.parametrize("text", ["dog", "dog dog dog"])
def test_one_word_alone_is_a_straight_road(space: Space, text: str) -> None:
    found = ways([read(space, text)])
    assert np.allclose(found.paths[0][:, 1], 0)
    assert found.held == pytest.approx(1)


def test_a_negation_adds_exactly_its_own_vector_to_the_sum(space: Space) -> None:
    first, second = read(space, "I like dogs"), read(space, "I don't like dogs")
    found = difference(first, second)
    assert found.more == ("don't",)
    assert found.fewer == ()
    assert found.left < 1e-12
    assert np.allclose(second.total - first.total, space.vector("don't"), atol=1e-6)
    assert np.allclose(second.average, (3 * first.average + space.vector("don't")) / 4, atol=1e-6)
    assert found.cosine == pytest.approx(cosine(first.average, second.average))


def test_the_plane_of_two_sums_keeps_their_lengths_and_their_angle(space: Space) -> None:
    first, second = read(space, "the dog like cat"), read(space, "dogs chased i")
    found = difference(first, second)
    one, two = found.corners[:2]
    assert np.linalg.norm(one) == pytest.approx(float(np.linalg.norm(first.total)))
    assert np.linalg.norm(two) == pytest.approx(float(np.linalg.norm(second.total)))
    assert cosine(one, two) == pytest.approx(found.cosine)
    assert np.allclose(found.corners[2:], [one / 4, two / 3])
    assert np.linalg.norm(two - one) == pytest.approx(float(np.linalg.norm(second.total - first.total)))


def test_repeats_count_in_what_sums_differ_by(space: Space) -> None:
    found = difference(read(space, "dog dog cat"), read(space, "dog cat cat the the"))
    assert (sorted(found.more), sorted(found.fewer)) == (["cat", "the", "the"], ["dog"])
    assert found.left < 1e-12
    same = difference(read(space, "dog cat"), read(space, "cat dog"))
    assert (same.more, same.fewer) == ((), ())
    assert same.cosine == pytest.approx(1)


# The board


def test_a_pair_passes_when_the_threshold_agrees_with_the_meaning(space: Space) -> None:
    pairs = [
        Pair("the dog chased the cat", "the cat chased the dog", same=False),
        Pair("the dog", "the dog", same=True),
        Pair("dog rain", "flying like", same=False),
    ]
    found = judge(space, pairs, 1.0)
    assert found.passed.tolist() == [False, True, True], "cosine 1 reaches a threshold of 1, whatever was rounded"
    assert found.cosines.max() <= 1
    assert judge(space, pairs, -1.0).passed.tolist() == [False, True, False]


def test_no_threshold_does_better_than_the_best(space: Space) -> None:
    random = np.random.default_rng(8)
    for _ in range(8):
        pairs = [
            Pair(" ".join(random.choice(WORDS, 3)), " ".join(random.choice(WORDS, 3)), bool(random.integers(2)))
            for _ in range(7)
        ]
        best = judge(space, pairs, 0.5)
        assert int(judge(space, pairs, best.best).passed.sum()) == best.most
        assert best.most >= max(int(judge(space, pairs, cut).passed.sum()) for cut in np.linspace(-1, 1.01, 60))


def test_a_pair_that_cannot_be_compared_is_named_and_the_rest_stay(space: Space) -> None:
    bad = Pair("qqqq", "dog", same=True)
    found = judge(space, [bad, Pair("dog", "cat", same=True)], 0.5)
    assert found.left_out == (bad,)
    assert len(found.pairs) == 1
    assert judge(space, [], 0.5).pairs == ()


@pytest.mark.parametrize("name", SPACES)
def test_our_words_and_pairs_are_known_in_every_space(name: str) -> None:
    known = load_space(name)
    for pair in (*OPPOSITES, *SYNONYMS):
        assert all(word in known for word in pair), pair
    assert judge(known, BOARD, 0.9).left_out == ()
    for word in ("rain", "wet", "penguins", "birds", "flying", "ducks", "dog"):
        assert word in known
    assert ("don't" in known) == (name != "glove-6b")


def test_our_lists_hold_no_pair_twice() -> None:
    assert len({frozenset(pair) for pair in (*OPPOSITES, *SYNONYMS)}) == len(OPPOSITES) + len(SYNONYMS) == 24
    assert len(set(BOARD)) == len(BOARD) == 12
    assert {pair.same for pair in BOARD} == {True, False}
    shared: dict[bool, list[float]] = {True: [], False: []}
    for pair in BOARD:
        first, second = set(tokenise(pair.first)), set(tokenise(pair.second))
        shared[pair.same].append(len(first & second) / len(first | second))
    assert np.mean(shared[False]) > 0.6 > 0.4 > np.mean(shared[True]), "as the page says of them"


# Words


def test_pairs_are_ranked_and_compared_across_kinds(space: Space) -> None:
    listed = [("dog", "cat", KINDS[0], False), ("rain", "wet", KINDS[1], False), ("like", "i", KINDS[1], True)]
    found = ranking(space, listed)
    cosines = [pair.cosine for pair in found.pairs]
    assert cosines == sorted(cosines, reverse=True)
    apart = word_cosine(space, "dog", "cat")
    expected = np.mean([apart > word_cosine(space, *words) for words in (("rain", "wet"), ("like", "i"))])
    assert found.nearer == pytest.approx(expected)
    assert np.isnan(ranking(space, listed[:1]).nearer)
    assert ranking(space, []).pairs == ()


@pytest.fixture(scope="module")
def counted() -> tuple[CountTable, dict[str, int], dict[str, int]]:
    """Rows of "rain" and "dog": rain stands with wet 2.0 of 20, dog with rain 1.0 of 50."""
    index = {word: i for i, word in enumerate(WORDS)}
    columns = [[index["dog"], index["wet"]], [index["rain"]]]
    gaps = np.concatenate([np.diff(row, prepend=0) for row in columns]).astype(np.uint16)
    table = CountTable(
        "glove",
        ("rain", "dog"),
        np.array([0, 2, 3]),
        gaps,
        encode([1.0, 2.0, 1.0]),
        np.array([20.0, 50.0], dtype=np.float32),
    )
    return table, index, {"rain": 10, "dog": 25, "wet": 4, "cat": 3}


def test_a_share_is_the_count_of_the_pair_by_the_total_of_the_word(
    space: Space, counted: tuple[CountTable, dict[str, int], dict[str, int]]
) -> None:
    table, index, often = counted
    there = share(table, index, often, "rain", "dog")
    assert there.value == pytest.approx(1.0 / 20, rel=0.04)
    assert share(table, index, often, "dog", "rain").value == pytest.approx(1.0 / 50, rel=0.04)
    assert not there.estimated
    both = both_ways(space, table, index, often, "rain", "dog")
    assert both.there.value / both.back.value == pytest.approx(50 / 20, rel=1e-5)
    assert both.cosine == pytest.approx(word_cosine(space, "dog", "rain"))
    assert both.occurrences == (10, 25)


def test_a_word_without_a_row_has_its_total_estimated(
    counted: tuple[CountTable, dict[str, int], dict[str, int]],
) -> None:
    table, index, often = counted
    assert mass_per_occurrence(table, often) == (pytest.approx(2.0), 1.0)
    found = share(table, index, often, "wet", "rain")
    assert found.estimated
    assert found.value == pytest.approx(2.0 / (4 * 2.0), rel=0.04)


@pytest.mark.parametrize(("word", "other"), [("cat", "wet"), ("rain", "cat"), ("flying", "rain"), ("rain", "qqqq")])
def test_a_pair_without_a_count_is_not_known_rather_than_zero(
    counted: tuple[CountTable, dict[str, int], dict[str, int]], word: str, other: str
) -> None:
    table, index, often = counted
    assert np.isnan(share(table, index, often, word, other).value)


def test_in_our_text_totals_go_with_occurrences_and_a_pair_counts_the_same_both_ways() -> None:
    table, words = load_counts("glove"), load_space("glove").words
    often = dict(zip(words, word_counts().tolist(), strict=True))
    assert 0.97 < mass_per_occurrence(table, often)[1] < 1
    index = {word: i for i, word in enumerate(words)}
    for a, b in (("smoke", "fire"), ("thunder", "lightning"), ("rain", "flood")):
        there, back = share(table, index, often, a, b), share(table, index, often, b, a)
        assert there.value * table.row(a).total == pytest.approx(back.value * table.row(b).total, rel=1e-5)
    wet = share(table, index, often, "wet", "rain")
    assert wet.estimated
    assert 0 < share(table, index, often, "rain", "wet").value < wet.value < 0.01


def test_two_cosines_leave_the_third_what_the_angles_allow(space: Space) -> None:
    random = np.random.default_rng(4)
    for _ in range(50):
        a, b, c = (str(word) for word in random.choice(WORDS, 3, replace=False))
        found = syllogism(space, a, b, c)
        assert -1 - 1e-9 <= found.low <= found.third + 1e-6
        assert found.third <= found.high + 1e-6 <= 1 + 1e-5
        angles = np.arccos([found.of_group, found.of_property])
        assert found.low == pytest.approx(np.cos(angles.sum()))
        assert found.high == pytest.approx(np.cos(angles[0] - angles[1]))
    same = syllogism(space, "dog", "dog", "cat")
    assert same.low == pytest.approx(same.high, abs=1e-3)


def test_a_walk_lists_the_nearest_of_each_word(space: Space) -> None:
    walk = hops(space, ["dog", "cat"], 3)
    assert [hop.word for hop in walk] == ["dog", "cat"]
    assert list(walk[1].near) == space.neighbours("cat", 3)
    with pytest.raises(UnknownWord):
        hops(space, ["qqqq"], 3)


def test_what_can_be_reached_is_what_a_search_by_hand_finds(space: Space) -> None:
    seen, edge, counted = {"dog"}, {"dog"}, []
    for _ in range(4):
        edge = {near.word for word in edge for near in space.neighbours(word, 3)} - seen
        seen |= edge
        counted.append(len(seen) - 1)
    assert reach(space, "dog", 3, 4) == tuple(counted)
    assert reach(space, "dog", 50, 3) == (len(WORDS) - 1,) * 3
