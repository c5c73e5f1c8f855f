"""What is said of the measurements is what they say."""

from __future__ import annotations

import dataclasses
import re

import numpy as np

from core.evidence import sentences
from core.evidence.results import Measurement
from core.spaces.meanings import MeaningLaw, Meanings

TITLES = {"p": "Space P", "q": "Space Q", "r": "Space R"}


def row(space: str, set_: str, value: float | None, metric: str = "m", n: int = 100) -> Measurement:
    return Measurement("part", space, set_, metric, value, n, 1.0)


ROWS = [
    *(row("p", "one", 0.5), row("q", "one", 0.7), row("r", "one", 0.6)),
    *(row("p", "two", 0.1), row("q", "two", 0.3), row("r", "two", 0.35)),
    *(row("p", "three", 0.4), row("q", "three", 0.45), row("r", "three", None)),
]


def about_scores(rows: list[Measurement], shares: bool = False, **names: str) -> str:
    return sentences.about_scores(rows, TITLES, names, shares=shares)


def test_scores_are_told_by_who_is_first_and_where_all_do_best_and_worst() -> None:
    assert about_scores(ROWS) == (
        "**Space Q** is first in 2 of 3 rows. The spaces do best on *one* (0.60 on average) and worst on *two* (0.25)."
    )
    assert "(60 % on average)" in about_scores(ROWS, shares=True)
    assert "best on *the first*" in about_scores(ROWS, one="the first")


def test_other_scores_are_another_sentence() -> None:
    others = [
        about_scores([row("p", "one", 0.9), *ROWS[1:]]),
        about_scores([*ROWS[:3], row("p", "two", 0.9), *ROWS[4:]]),
        about_scores([*ROWS[:6], row("p", "three", 0.9), *ROWS[7:]]),
        about_scores(ROWS[:6]),
        about_scores([dataclasses.replace(one, space={"p": "q", "q": "p"}.get(one.space, "r")) for one in ROWS]),
        about_scores([dataclasses.replace(one, set=f"{one.set} more") for one in ROWS]),
    ]
    assert len({about_scores(ROWS), *others}) == len(others) + 1


def rare(**values: float | None) -> list[Measurement]:
    """The five numbers that the sentence about rare words is made of, by short names."""
    keys = {
        "unknown": ("RW, a word unknown", "spearman, with n-grams", 40),
        "together": ("RW, all pairs", "spearman, with n-grams", 100),
        "zero": ("RW, all pairs", "spearman, unknown words at zero", 100),
        "known": ("RW, both words known", "spearman, with n-grams", 60),
        "alone": ("RW, both words known", "spearman, n-grams alone", 60),
    }
    numbers = {"unknown": 0.31, "together": 0.42, "zero": 0.13, "known": 0.54, "alone": 0.25} | values
    return [row("fasttext", keys[name][0], value, keys[name][1], keys[name][2]) for name, value in numbers.items()]


def test_what_n_grams_do_is_told_with_each_of_its_numbers() -> None:
    text = sentences.about_rare(rare())
    assert re.findall(r"\d+(?:\.\d+)?", text) == ["40", "100", "0.31", "0.42", "0.13", "0.25", "0.54"]
    assert text.startswith("40 of 100 pairs have a word that is not in the vocabulary")
    assert "the correlation with people is **0.31**" in text
    assert "against 0.13 with unknown words left at zero" in text
    assert "the n-grams alone come to 0.25, and with the words' own rows to 0.54" in text
    for name in ("unknown", "together", "zero", "known", "alone"):
        assert "0.77" in sentences.about_rare(rare(**{name: 0.77})), name
        assert "undefined" in sentences.about_rare(rare(**{name: None})), name


def test_the_rarest_senses_are_told_beside_all() -> None:
    systems = ("learned", "BERT base, nearest neighbour", "fastText, own vectors, supervised")
    rows = [
        row(system, f"set {n}", 0.5 if n < 15 else 1.0, n=n) for system in systems for n in (10, 11, 12, 13, 14, 90)
    ]
    text = sentences.about_senses(rows)
    assert text.startswith(
        "Overall accuracy hides the rare sense. Learned weights: **50 %** on the five rarest senses,"
    )
    assert "BERT base: **50 %** on the five rarest senses, 58 % on all" in text
    assert text.endswith("fastText, supervised: **50 %** on the five rarest senses, 58 % on all.")


def test_what_was_not_measured_is_said_so() -> None:
    assert about_scores([]) == about_scores([row("p", "one", None)]) == sentences.NOTHING
    assert sentences.about_senses([]) == sentences.about_rare([]) == sentences.NOTHING
    for missing in range(5):
        rows = rare()
        del rows[missing]
        assert sentences.about_rare(rows) == sentences.NOTHING


def test_the_senses_of_words_are_told_at_both_ends_of_the_list() -> None:
    senses = np.repeat([8, 3, 1], [1_000, 8_000, 1_000]).astype(np.uint8)
    senses[:100] = 1
    meanings = Meanings(tuple(f"w{i}" for i in range(len(senses))), senses, np.zeros(len(senses), np.float32))
    text = sentences.about_meanings(meanings, MeaningLaw(0.31, 0.0, np.zeros(1), np.zeros(1)))
    assert "**90 %** have more than one sense, 7.3 on average; the thousand from rank 9,000 on have 1.0" in text
    assert "to the power of **0.31**" in text
