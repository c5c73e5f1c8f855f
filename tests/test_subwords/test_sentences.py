"""Every number in a sentence on subwords is that of its input, and no word or n-gram is lost in Markdown."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import numpy as np

from core.counts.senses import Sense, SenseWord
from core.map.comparison import Columns
from core.spaces.space import Neighbour
from core.subwords import sentences
from core.subwords.model import Decomposition
from core.subwords.near import Senses
from core.subwords.spelling import (
    FARTHEST,
    MOST_HELD,
    Crowded,
    Crowding,
    Equation,
    Family,
    Holders,
    Misspelling,
    Typos,
)
from core.subwords.tug import Tug
from core.text import safe


def word(
    *shares: float, own: bool = False, unseen: int = 0, grams: str = "abcdefgh", name: str = "word"
) -> Decomposition:
    """A decomposition with these shares, the unseen pieces last; what a sentence does not read is left empty."""
    n = len(shares) + unseen
    names = [*([name] if own else []), *(letter * 3 for letter in grams)][:n]
    seen = np.array([True] * len(shares) + [False] * unseen, dtype=np.bool_)
    every = np.array([*shares, *[0.0] * unseen]) if shares else np.full(n, np.nan)
    return Decomposition(
        *(name, tuple(names), np.arange(n), own, seen, np.ones((n, 2), np.float32), np.ones(2, np.float32)),
        *(every, np.linspace(0.9, 0.99, n)),
    )


def numbers(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"-?\d[\d,]*(?:\.\d+)?", text)]


# What a word is made of


def test_the_pieces_are_counted_and_the_one_that_gives_most_is_named() -> None:
    text = sentences.about_pieces(word(0.25, 0.4, 0.35, own=True), noise=False)
    assert numbers(text) == [3, 25.0, 2, 40.0]
    assert "**aaa**" in text
    assert "“word”" in text
    assert "not in the vocabulary" not in text
    assert "never" not in text
    assert "other way" not in text


def test_a_word_without_a_row_and_with_unseen_pieces_says_so() -> None:
    text = sentences.about_pieces(word(0.3, 0.8, -0.1, unseen=2), noise=False)
    assert "not in the vocabulary" in text
    assert numbers(text) == [3, 3, 2, 80.0, 1]
    assert "**bbb**" in text
    assert "1 pulls the other way" in text
    assert "left out" in text
    noisy = sentences.about_pieces(word(0.3, 0.8, -0.05, -0.05, unseen=2), noise=True)
    assert numbers(noisy) == [6, 6, 2, 80.0, 2]
    assert "noise" in noisy


def test_a_pull_too_small_to_be_shown_is_not_called_one() -> None:
    for own in (True, False):
        assert "other way" not in sentences.about_pieces(word(0.3, 0.7, -0.0001, own=own), noise=False)
        assert "other way" in sentences.about_pieces(word(0.3, 0.7, -0.001, own=own), noise=False)


def test_a_word_of_which_nothing_was_seen_gets_no_number_but_that() -> None:
    assert numbers(sentences.about_pieces(word(unseen=4), noise=False)) == [4]
    assert "no vector" in sentences.about_pieces(word(unseen=4), noise=False)
    assert "no n-gram" in sentences.about_pieces(word(), noise=False)


def test_every_input_of_the_pieces_is_heard() -> None:
    base = sentences.about_pieces(word(0.25, 0.4, 0.35, own=True), noise=False)
    others = [
        sentences.about_pieces(word(0.35, 0.4, 0.25, own=True), noise=False),
        sentences.about_pieces(word(0.25, 0.45, 0.3, own=True), noise=False),
        sentences.about_pieces(word(0.25, 0.35, 0.4, own=True), noise=False),
        sentences.about_pieces(word(0.25, 0.4, 0.35), noise=False),
        sentences.about_pieces(word(0.25, 0.4, 0.35, own=True, unseen=1), noise=False),
        sentences.about_pieces(word(0.25, 0.4, 0.35, own=True, name="other"), noise=False),
        sentences.about_pieces(word(0.25, 0.4, 0.35, own=True, grams="zyx"), noise=False),
    ]
    assert len({base, *others}) == len(others) + 1


def test_noise_is_told_with_its_cosine() -> None:
    clean = dataclasses.replace(word(1.0, unseen=5), vector=np.array([1, 0], np.float32))
    noisy = dataclasses.replace(clean, vector=np.array([0.6, 0.8], np.float32))
    assert numbers(sentences.about_noise(clean, noisy)) == [5, 0.6]
    assert sentences.about_noise(word(1.0), noisy) == "", "without an unseen n-gram there is no noise"
    nothing = dataclasses.replace(clean, vector=np.zeros(2, np.float32))
    assert "all that" in sentences.about_noise(nothing, noisy).lower()
    assert "nan" not in sentences.about_noise(nothing, noisy)


# One piece


def test_the_word_itself_has_another_name_than_the_n_gram_that_is_spelled_the_same() -> None:
    assert sentences.names_of(word(0.5, 0.5, own=True, name="aaa")) == [sentences.WHOLE, "aaa"]
    assert sentences.names_of(word(0.5, 0.5)) == ["aaa", "bbb"]
    assert sentences.names_of(word()) == []
    way = Tug(np.zeros((3, 2)), np.zeros((3, 2)), np.array([True, False]), 0.5, 0.5)
    assert f"*{safe(sentences.WHOLE)}*" in sentences.about_tug(word(0.5, 0.5, own=True, name="aaa"), way)


def test_a_piece_that_repeats_says_how_often() -> None:
    found = dataclasses.replace(word(0.2, 0.3, 0.5, own=True, name="aaa"), ngrams=("aaa", "aaa", "aaa"))
    assert numbers(sentences.about_gram(found, 2, ()))[:2] == [2, 50.0]
    assert "times" not in sentences.about_gram(word(0.2, 0.8), 1, ())


def test_an_unseen_piece_names_whose_row_it_would_take() -> None:
    found = word(0.5, 0.5, unseen=1)
    assert "*xyz*" in sentences.about_gram(found, 2, ("xyz",))
    assert "never touched" in sentences.about_gram(found, 2, ())


def test_an_address_is_no_link() -> None:
    for typed in ("https://evil.com/x", "me@evil.com", "WWW.evil.com", "http://www.evil.com"):
        text = safe(typed).replace("\\", "")
        assert not re.search(r"(?i)(://|@)(?=\w)|www(?=\.)", text)
        assert text.replace("\u200b", "") == typed


def test_a_piece_is_told_with_share_rest_and_partners() -> None:
    found = word(0.2, 0.3, 0.5, own=True)
    text = sentences.about_gram(found, 1, ("aaa", "xyz", "uvw"))
    assert numbers(text) == [30.0, round(float(found.without[1]), 3)]
    assert "*xyz*" in text
    assert "*uvw*" in text
    assert text.count("aaa") == 1, "a piece does not share its bucket with itself"
    assert "No other" in sentences.about_gram(found, 1, ("aaa",))
    assert "20.0 %" in sentences.about_gram(found, 0, ())
    five = sentences.about_gram(found, 1, tuple("mnopq"))
    assert sum(f"*{letter}*" in five for letter in "mnopq") == 4


def test_an_unseen_piece_has_no_share_and_the_only_one_no_rest() -> None:
    assert numbers(sentences.about_gram(word(0.5, 0.5, unseen=1), 2, ())) == []
    only = dataclasses.replace(word(1.0), without=np.array([np.nan]))
    assert numbers(sentences.about_gram(only, 0, ())) == [100.0]


def test_an_n_gram_is_quoted_so_that_markdown_shows_it() -> None:
    for gram in ("<an>", "*a*", "[a](", "`a`", "$a$", ":a:", "&lt", "a_b", "\\a"):
        shown = safe(gram)
        assert shown.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\") == gram
        assert re.sub(r"\\.", "", shown).isalnum() or not re.sub(r"\\.", "", shown)


def test_no_sentence_lets_a_word_be_read_as_markdown() -> None:
    for typed in ("<b>", "*x*", "[y](z:w)"):
        found = dataclasses.replace(word(0.6, 0.4, own=True, name=typed), ngrams=(typed, typed))
        way = Tug(np.zeros((3, 2)), np.zeros((3, 2)), np.array([False, False]), 1.0, 0.5)
        known = some_typos(1.0, 0.5, words=(typed, typed))
        near = [Neighbour(typed, 0.5)]
        for text in (
            sentences.about_pieces(found, noise=False),
            sentences.about_pieces(dataclasses.replace(found, seen=np.array([False, False])), noise=False),
            sentences.about_gram(found, 1, (typed, "xyz")),
            sentences.about_near(dataclasses.replace(found, own=False)),
            sentences.about_tug(found, way),
            sentences.about_tug(found, dataclasses.replace(way, struck=np.array([True, True]), cosine=float("nan"))),
            sentences.about_typos(Misspelling(known, known, 1, 0, near)),
            sentences.about_crowding(Crowding(10, 5, 0.5, 2), Crowded(typed, 0.5, {"abc": 1})),
            sentences.about_holders(Holders(typed, [typed, typed], 0.5, 0.1)),
            *sentences.about_equation(Equation(typed, 0.5, [typed], near, near)),
            sentences.about_both(typed, 3, 1.0),
        ):
            assert typed not in text
            assert typed in text.replace("\\", "")


# Tug of war, typos, families, buckets


def test_the_tug_says_what_the_word_keeps_without_what_was_struck_out() -> None:
    found = word(0.5, 0.3, 0.2)
    way = Tug(np.zeros((4, 2)), np.zeros((4, 2)), np.array([False] * 3), 1.0, 0.42)
    text = sentences.about_tug(found, way)
    assert numbers(text) == [3, 42]
    struck = dataclasses.replace(way, struck=np.array([True, False, True]), cosine=0.8765)
    text = sentences.about_tug(found, struck)
    assert "*aaa*" in text
    assert "*ccc*" in text
    assert "*bbb*" not in text
    assert numbers(text) == [0.876]
    nothing = sentences.about_tug(found, dataclasses.replace(struck, cosine=float("nan")))
    assert "nan" not in nothing
    assert "nothing is left" in nothing


def some_typos(*cosines: float, words: tuple[str, ...] = ("meant", "b", "c", "d")) -> Typos:
    n = len(cosines)
    return Typos(words[:n], np.arange(n), np.array(cosines), (True,) * n)


def test_typos_are_told_by_the_last_by_other_words_spelled_alike_and_by_what_is_near() -> None:
    alike = some_typos(1.0, 0.2, 0.5, words=("meant", "x", "y"))
    none = some_typos(1.0)

    def about(way: Typos, others: Typos, within: int, *near: str) -> str:
        return sentences.about_typos(
            Misspelling(way, others, within, 1 % len(way.words), [Neighbour(n, 0) for n in near])
        )

    text = about(some_typos(1.0, 0.9, 0.65), alike, 2, "near", "by")
    assert numbers(text) == [2, 0.65, 2, FARTHEST, 0.35, 0.5]
    assert "all have" in text
    assert "“c”" in text
    assert "“y”" in text
    assert "“b” is near *near*, *by*." in text
    cut = about(some_typos(1.0, 0.9, 0.65), alike, 31)
    assert numbers(cut) == [2, 0.65, 31, FARTHEST, 2, 0.35, 0.5]
    assert "all have" not in cut
    assert "1 edit " in about(some_typos(1.0, 0.9), none, 0)
    gone = about(some_typos(1.0, float("nan")), none, 0)
    assert "no known piece" in gone
    assert "near nothing" in gone
    assert "nan" not in gone
    assert about(none, none, 0, "a") == "“meant” is near *a*."


def some_family(cosines: Any, shared: Any, known: list[bool], seen: list[float]) -> Family:
    names = tuple("abcdef"[: len(known)])
    return Family(names, np.array(cosines, float), np.array(shared, float), np.array(known), np.array(seen))


def test_a_family_is_told_by_its_means_over_pairs() -> None:
    cosines = [[1, 0.8, 0.2], [0.8, 1, 0.5], [0.2, 0.5, 1]]
    shared = [[1, 0.4, 0.1], [0.4, 1, 0.1], [0.1, 0.1, 1]]
    meaning, spelling = sentences.about_family(some_family(cosines, shared, [True, True, False], [1, 1, 0.4]))
    r = np.corrcoef([0.8, 0.2, 0.5], [0.4, 0.1, 0.1])[0, 1]
    assert numbers(meaning) == [2, 3, 80, 0.5]
    assert numbers(spelling) == [20, round(float(r), 2)]


def test_a_family_of_one_or_of_nothing_known_has_no_mean() -> None:
    meaning, spelling = sentences.about_family(some_family([[1]], [[1]], [True], [1]))
    assert numbers(meaning + spelling) == []
    nothing = sentences.about_family(some_family(np.full((2, 2), np.nan), np.eye(2), [False, False], [0, 0]))
    assert [numbers(text) for text in nothing] == [[0, 2, 0], [0]]
    assert "nan" not in "".join(nothing)
    alike = some_family(np.ones((3, 3)), np.ones((3, 3)), [True] * 3, [1, 1, 1])
    assert "correlate" not in "".join(sentences.about_family(alike))


def test_crowding_is_told_with_each_of_its_numbers() -> None:
    found = Crowding(30_000, 12_345, 0.87, 9)
    others = {"abc": 1, "bcd": 0, "cde": 2}
    text = sentences.about_crowding(found, Crowded("word", 0.456, others))
    assert numbers(text) == [30_000, 87, 12_345, 9, 3, 2, 0.46]
    unknown = sentences.about_crowding(found, Crowded("word", float("nan"), others))
    assert numbers(unknown) == [30_000, 87, 12_345, 9]


def test_the_words_own_row_and_its_n_grams_are_held_against_each_other() -> None:
    vectors = np.array([[1, 0], [0.6, 0.8], [0, 0]], np.float32)
    found = dataclasses.replace(word(0.5, 0.5, 0, own=True), vectors=vectors, vector=np.array([1.6, 0.8], np.float32))
    assert numbers(sentences.about_near(found)) == [0.6, 0.89, 0.89]
    assert "not in the vocabulary" in sentences.about_near(word(0.5, 0.5))
    assert sentences.about_near(dataclasses.replace(found, vectors=vectors * [[1], [0], [0]])) == ""


def test_holders_and_sums_are_told_with_their_numbers() -> None:
    few = sentences.about_holders(Holders("ing>", ["going", "playing"], 0.31, 0.05))
    assert numbers(few) == [2, 2, 0.31, 0.05]
    many = sentences.about_holders(Holders("ing>", ["a"] * MOST_HELD, 0.31, 0.05))
    assert "words and more" in many
    assert many.count("*a*") == 24
    said, *lists = sentences.about_equation(
        Equation("word", 0.456, ["zzz"], [Neighbour("a", 0.8)], [Neighbour("b", 0.7)])
    )
    assert numbers(said) == [0.46]
    assert "zzz" in said
    assert lists == ["“word” is near *a* (0.80)", "The sum is near *b* (0.70)"]
    said, *lists = sentences.about_equation(Equation("word", float("nan"), [], [], [Neighbour("b", 0.7)]))
    assert "only the sum" in said
    assert len(lists) == 1


def test_a_collapse_is_one_only_where_nearly_all_have_the_same_sense_everywhere() -> None:
    entry = SenseWord("bank", tuple(Sense(name, "", (), ()) for name in ("money", "river")))
    titles = {"a": "A", "b": "B"}

    def about(*counts: tuple[int, int]) -> str:
        near = Senses(Columns("bank", {}, {}, {}), {}, dict(zip("ab", counts, strict=True)))
        return sentences.about_senses(near, entry, titles)

    assert "collapse" in about((8, 2), (10, 0))
    assert numbers(about((8, 2), (10, 0))) == [8, 10, 10, 10]
    assert "collapse" not in about((7, 3), (10, 0))
    assert "collapse" not in about((9, 1), (0, 10)), "two senses are not one"
    assert "B 10 of 10 *river*" in about((9, 1), (0, 10))
    assert sentences.about_tints(entry).count("*") == 4
