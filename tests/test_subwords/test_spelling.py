"""Typos, sums, families and crowded buckets are counted as they are said to be."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from rapidfuzz.distance import Levenshtein

from core.errors import UnknownWord
from core.spaces.space import Neighbour, Space
from core.subwords.model import MappedRows, SubwordModel, load_subwords
from core.subwords.ngrams import fnv1a, ngrams
from core.subwords.spelling import (
    NothingKnown,
    add_up,
    as_gram,
    crowded,
    crowding,
    distinct_hashes,
    equation,
    family,
    holders,
    lookalikes,
    matched,
    mean_cosine,
    misspelled,
    parse_sum,
    steps,
    typos,
)
from core.text import quoted

WORDS = ("play", "playing", "player", "plays", "clay", "plan", "going", "happy", "happier", "naïve", "coooool", "ev")


@pytest.fixture(scope="module")
def small() -> SubwordModel:
    rows = np.random.default_rng(5).normal(size=(len(WORDS) + 500, 6)).astype(np.float32)
    return SubwordModel(WORDS, np.arange(len(WORDS), dtype=np.int64), MappedRows(rows), len(WORDS), 500)


@pytest.fixture(scope="module")
def shipped() -> SubwordModel:
    return load_subwords()


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


# Step by step


def test_any_two_spellings_are_joined_by_single_edits() -> None:
    random = np.random.default_rng(0)
    letters = "abï京👑"
    for _ in range(500):
        first, last = (
            "".join(letters[i] for i in random.integers(len(letters), size=int(random.integers(0, 9)))) for _ in "ab"
        )
        found = steps(first, last)
        assert (found[0], found[-1]) == (first, last)
        assert len(found) - 1 == Levenshtein.distance(first, last), "no way is longer than it must be"
        for before, after in itertools.pairwise(found):
            assert Levenshtein.distance(before, after) == 1, found


def test_the_steps_of_a_known_typo_are_these() -> None:
    assert steps("cat", "cat") == ["cat"]
    assert steps("cats", "cut") == ["cats", "cuts", "cut"]


def test_a_word_is_itself_before_it_is_mistyped_and_what_is_unknown_has_no_cosine(small: SubwordModel) -> None:
    found = typos(small, ["playing", "plaing", "palying", "xqzj"])
    assert found.cosines[0] == pytest.approx(1, abs=1e-6)
    assert found.edits.tolist() == [0, 1, 2, 7], "two letters swapped are two edits"
    assert found.known == (True, False, False, False)
    assert np.isnan(found.cosines[3])
    for word, value in list(zip(found.words, found.cosines, strict=True))[1:3]:
        assert value == pytest.approx(cosine(small.decompose(word).vector, small.decompose("playing").vector), abs=1e-6)
        assert value < 0.999


def test_typos_of_a_word_of_which_nothing_is_known_are_refused(small: SubwordModel) -> None:
    with pytest.raises(NothingKnown, match="xqzj"):
        typos(small, ["xqzj", "playing"])


def test_lookalikes_are_other_words_of_the_vocabulary_within_two_edits(
    small: SubwordModel, shipped: SubwordModel
) -> None:
    # Fewest edits first; of as many, the commoner, which stands earlier.
    assert lookalikes(small, "play") == (["plays", "clay", "plan", "player"], 4)
    for word in ("desert", "happyness", "form"):
        found, within = lookalikes(shipped, word)
        near = {other: Levenshtein.distance(word, other, score_cutoff=2) for other in shipped.words if other != word}
        near = {other: edits for other, edits in near.items() if edits <= 2}
        assert within == len(near)
        assert found == sorted(near, key=lambda other, n=near: (n[other], shipped.index[other]))[:12]
    assert lookalikes(shipped, "x" * 60) == ([], 0)


def same(near: list[Neighbour], others: list[Neighbour]) -> bool:
    """Whether two lists are one; a vector and a row of the space differ by rounding."""
    cosines = ([one.cosine for one in listed] for listed in (near, others))
    return [one.word for one in near] == [one.word for one in others] and np.allclose(*cosines, atol=1e-6)


def test_a_misspelling_is_held_against_words_spelled_as_alike_and_knows_what_it_is_near(small: SubwordModel) -> None:
    space = Space("small", WORDS, small.vectors(WORDS))
    for step, word in enumerate(spellings := ["play", "pla", "xqzj"]):
        found = misspelled(small, space, spellings, step)
        assert found.way.words == tuple(spellings)
        assert found.alike.words == ("play", *lookalikes(small, "play")[0])
        assert (found.within, found.step) == (4, step)
        vector = small.vector(word)
        assert same(found.near, [] if vector is None else space.neighbours(vector, 8))
    with pytest.raises(NothingKnown, match="xqzj"):
        misspelled(small, space, ["xqzj", "play"], 0)


# Sums


def test_a_sum_is_read_as_it_is_typed() -> None:
    for typed, terms in (
        ("jog + er>", [(1, "jog"), (1, "er>")]),
        ("happy <un ness>", [(1, "happy"), (1, "<un"), (1, "ness>")]),
        ("a+b++ c", [(1, "a"), (1, "b"), (1, "c")]),
        ("king - man + woman", [(1, "king"), (-1, "man"), (1, "woman")]),
        ("king -man", [(1, "king"), (-1, "man")]),
        ("−man + covid-19", [(-1, "man"), (1, "covid-19")]),
        (" - ", []),
        (" + ", []),
        ("", []),
    ):
        assert parse_sum(typed) == terms


def plus(*terms: str) -> list[tuple[int, str]]:
    return [(1, term) for term in terms]


def test_words_and_n_grams_add_up_and_what_is_unknown_is_named(small: SubwordModel) -> None:
    total, unknown = add_up(small, plus("playing", "<go", "ppie", "zzz", "<zz", "xy"))
    rows = small.rows.take(np.array([small.row("<go"), small.row("ppie")], dtype=np.int64))
    mean = (small.decompose("playing").vector + rows.sum(axis=0)) / 3
    np.testing.assert_allclose(total, mean / np.linalg.norm(mean), atol=1e-6)
    assert unknown == ["zzz", "<zz", "xy"]


def test_a_word_is_summed_as_a_word_and_in_brackets_as_an_n_gram(small: SubwordModel) -> None:
    word, _ = add_up(small, plus("play"))
    assert cosine(word, small.decompose("play").vector) == pytest.approx(1, abs=1e-6)
    gram, _ = add_up(small, plus("<play"))
    row = small.rows.take(np.array([small.row("<play")], dtype=np.int64))[0]
    assert cosine(gram, row) == pytest.approx(1, abs=1e-6)
    inside, _ = add_up(small, plus("appie"))  # no word, but a piece of one
    row = small.rows.take(np.array([small.row("appie")], dtype=np.int64))[0]
    assert cosine(inside, row) == pytest.approx(1, abs=1e-6)


def test_a_sum_of_nothing_known_is_refused_in_words_that_name_it(small: SubwordModel) -> None:
    for terms in ([], ["zzz"], ["<", ">", "<>"], ["playing>"]):
        with pytest.raises(NothingKnown, match="Use words of the vocabulary"):
            add_up(small, plus(*terms))
    with pytest.raises(NothingKnown, match=re.escape(quoted("zzz - qqq"))):
        add_up(small, [(1, "zzz"), (-1, "qqq")])


def test_an_equation_holds_a_word_against_its_sum(small: SubwordModel) -> None:
    space = Space("small", WORDS, small.vectors(WORDS))
    found = equation(small, space, "Playing = play + zzz - <go")
    assert found is not None
    total, unknown = add_up(small, [(1, "play"), (1, "zzz"), (-1, "<go")])
    assert (found.word, found.unknown) == ("playing", unknown)
    assert found.cosine == pytest.approx(cosine(total, small.decompose("playing").vector), abs=1e-6)
    assert same(found.near_sum, space.neighbours(total, exclude=["playing"]))
    assert same(found.near_word, space.neighbours("playing"))
    nothing = equation(small, space, "xqzj = play")
    assert nothing is not None
    assert np.isnan(nothing.cosine)
    assert nothing.near_word == []
    for typed in ("play", "play =", "= play", "two words = play", "a = + +"):
        assert equation(small, space, typed) is None


def test_what_is_taken_away_is_taken_away_and_nothing_left_is_refused(small: SubwordModel) -> None:
    total, unknown = add_up(small, [(1, "playing"), (-1, "<go"), (-1, "zzz")])
    row = small.rows.take(np.array([small.row("<go")], dtype=np.int64))[0]
    assert cosine(total, small.decompose("playing").vector - row) == pytest.approx(1, abs=1e-6)
    assert unknown == ["zzz"]
    with pytest.raises(NothingKnown):
        add_up(small, [(1, "play"), (-1, "play")])


# Families


def test_a_family_has_the_cosines_and_the_shared_spelling_of_each_two(small: SubwordModel) -> None:
    words = ["play", "playing", "plays", "xqzj", "coooool", "playful"]
    found = family(small, words)
    np.testing.assert_array_equal(found.cosines, found.cosines.T)
    np.testing.assert_array_equal(found.shared, found.shared.T)
    assert np.isnan(found.cosines[3]).all()
    for i, a in enumerate(words):
        for j, b in enumerate(words):
            both = set(ngrams(a)) & set(ngrams(b)), set(ngrams(a)) | set(ngrams(b))
            assert found.shared[i, j] == pytest.approx(len(both[0]) / len(both[1]))
            if 3 not in (i, j):
                wanted = cosine(small.decompose(a).vector, small.decompose(b).vector)
                assert found.cosines[i, j] == pytest.approx(wanted, abs=1e-6)
    assert found.known.tolist() == [True, True, True, False, True, False]
    assert found.seen[:4].tolist() == [1, 1, 1, 0]
    assert found.seen[5] == pytest.approx(np.mean([any(g in ngrams(w) for w in WORDS) for g in ngrams("playful")]))


def test_play_and_plays_share_six_of_eighteen_n_grams(small: SubwordModel) -> None:
    # <pl <pla <play pla play lay of 10 (and <play>, play>, lay>, ay>) and 14 different ones.
    assert family(small, ["play", "plays"]).shared[0, 1] == pytest.approx(6 / 18)


def test_a_family_of_one_or_none_is_no_failure(small: SubwordModel) -> None:
    assert family(small, ["play"]).cosines.shape == (1, 1)
    assert family(small, []).words == ()


def test_the_mean_cosine_is_that_of_all_pairs() -> None:
    vectors = np.random.default_rng(1).normal(size=(6, 4)).astype(np.float32)
    space = Space("six", tuple("abcdef"), vectors)
    pairs = [cosine(vectors[i], vectors[j]) for i in range(5) for j in range(i + 1, 5)]
    assert mean_cosine(space, list("abcde")) == pytest.approx(np.mean(pairs), abs=1e-6)
    with pytest.raises(UnknownWord):
        mean_cosine(space, ["a", "zzz"])


def test_words_to_compare_with_are_as_many_others_that_are_as_frequent() -> None:
    for given in ((0, 1, 2, 50, 99), tuple(range(10, 40)), ()):
        space = Space("many", tuple(f"w{i}" for i in range(100)), np.ones((100, 2), np.float32))
        words = [space.words[i] for i in given]
        found = matched(space, words, reach=30)
        assert len(found) == len(set(found)) == len(words)
        assert not set(found) & set(words)
        for row, other in zip(sorted(given), found, strict=True):
            assert abs(space.row(other) - row) <= 30
        assert matched(space, words, reach=30) == found
        assert matched(space, list(space.words)) == [], "no other word is left"


def test_the_holders_of_an_n_gram_are_held_against_chance(small: SubwordModel) -> None:
    space = Space("small", WORDS, small.vectors(WORDS))
    found = holders(small, space, "<pl")
    assert found is not None
    assert found.words == ["play", "playing", "player", "plays", "plan"]
    assert found.among == mean_cosine(space, found.words)
    assert found.chance == mean_cosine(space, matched(space, found.words))
    for gram in ("naï", "zzz", "pl", "playing", ""):
        assert holders(small, space, gram) is None
    written = {"-ing": "ing>", "un-": "<un", " NESS> ": "ness>", "a b": "ab", "-": "", "": "", "<un": "<un"}
    assert {typed: as_gram(typed) for typed in written} == written


# Buckets


def test_crowding_counts_who_shares_a_bucket(small: SubwordModel) -> None:
    for n in (1, 7, 50, 500, 100_000):
        grams = sorted({gram for word in WORDS for gram in ngrams(word)})
        buckets: dict[int, list[str]] = {}
        for gram in grams:
            buckets.setdefault(fnv1a(gram) % n, []).append(gram)
        found = crowding(small, n)
        assert (found.n_buckets, found.n_grams) == (n, len(grams))
        assert found.sharing == pytest.approx(sum(len(b) for b in buckets.values() if len(b) > 1) / len(grams))
        assert found.largest == max(map(len, buckets.values()))
        assert sorted(distinct_hashes(small).tolist()) == sorted(fnv1a(gram) for gram in grams)


def test_fewer_buckets_are_more_crowded(shipped: SubwordModel) -> None:
    sharing = [crowding(shipped, n).sharing for n in (10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000)]
    assert sharing == sorted(sharing, reverse=True)
    assert len(set(sharing)) > 4


def test_with_as_many_buckets_as_it_has_a_word_keeps_its_vector(small: SubwordModel) -> None:
    for word in ("playing", "plays", "playful", "coooool"):
        found = crowded(small, word, 500)
        assert found.kept == pytest.approx(1, abs=1e-6)
        assert set(found.others) == {g for g, seen in zip(ngrams(word), small.seen(ngrams(word)), strict=True) if seen}


def test_a_word_with_fewer_buckets_is_the_mean_of_the_rows_that_would_be_one(small: SubwordModel) -> None:
    grams = sorted({gram for word in WORDS for gram in ngrams(word)})
    found = small.decompose("playful")
    rows, counted = [], {}
    for gram, seen in zip(found.ngrams, found.seen, strict=True):
        members = [other for other in grams if fnv1a(other) % 20 == fnv1a(gram) % 20]
        if seen:
            counted[gram] = len([other for other in members if other != gram])
            ids = np.array([small.row(other) for other in members], dtype=np.int64)
            rows.append(small.rows.take(ids).mean(axis=0))
    less = crowded(small, "playful", 20)
    assert less.kept == pytest.approx(cosine(found.vector, np.mean(rows, axis=0)), abs=1e-6)
    assert less.kept < 0.99
    assert less.others == counted
    assert less.n_sharing == sum(count > 0 for count in counted.values()) > 0


def test_a_word_of_which_nothing_is_known_keeps_nothing(small: SubwordModel) -> None:
    found = crowded(small, "xqzj", 20)
    assert np.isnan(found.kept)
    assert found.others == {}
