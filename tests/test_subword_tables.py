"""N-grams and buckets are fastText's own, and the packed rows give the vectors that were trained."""

from __future__ import annotations

import numpy as np
import pytest

from core.spaces import load_space, unit_rows
from core.subwords import bucket, load_subword_tables, ngrams

# floret 0.10.5, mode="fasttext", minn=3, maxn=6, bucket=50,000, 14,608 words: get_subwords("coooool").
COOOOOL = [
    *("<co", "<coo", "<cooo", "<coooo", "coo", "cooo", "coooo", "cooooo", "ooo", "oooo", "ooooo", "oooool"),
    *("ooo", "oooo", "ooool", "ooool>", "ooo", "oool", "oool>", "ool", "ool>", "ol>"),
]
COOOOOL_ROWS = [
    *(26117, 60510, 58915, 31076, 62984, 53477, 25390, 38323, 28804, 20385, 60682, 23922, 28804, 20385),
    *(33063, 34603, 28804, 37528, 32258, 61661, 16745, 57800),
]


def test_the_pieces_of_a_word_are_those_of_floret_repeats_and_order_kept() -> None:
    assert ngrams("coooool") == COOOOOL
    assert [14_608 + bucket(gram, 50_000) for gram in COOOOOL] == COOOOOL_ROWS


@pytest.mark.parametrize(
    ("word", "pieces", "rows"),
    [
        (
            "naïve",
            "<na <naï <naïv <naïve naï naïv naïve naïve> aïv aïve aïve> ïve ïve> ve>",
            [
                21498,
                22300,
                42798,
                47809,
                55154,
                34012,
                46651,
                21295,
                21440,
                37615,
                19939,
                26178,
                53156,
                53262,
            ],
        ),
        ("北京市", "<北京 <北京市 <北京市> 北京市 北京市> 京市>", [52455, 21272, 26610, 24618, 17916, 56704]),
    ],
)
def test_letters_beyond_ascii_hash_with_fasttexts_slip(word: str, pieces: str, rows: list[int]) -> None:
    assert ngrams(word) == pieces.split()
    assert [14_608 + bucket(gram, 50_000) for gram in ngrams(word)] == rows


def test_a_word_shorter_than_the_shortest_piece_still_has_its_frame() -> None:
    assert ngrams("a") == ["<a>"]
    assert ngrams("") == []
    assert ngrams("</s>") == []


def test_a_bracket_alone_is_no_piece() -> None:
    assert ngrams("ab", 1, 2) == ["<a", "a", "ab", "b", "b>"]


def test_the_packed_rows_give_the_vector_of_the_space() -> None:
    tables, space = load_subword_tables(), load_space("fasttext")
    words = space.words[:: len(space.words) // 300]
    rebuilt = np.stack([vector for word in words if (vector := tables.vector(word)) is not None])
    assert len(rebuilt) == len(words)
    cosines = (unit_rows(rebuilt) * unit_rows(space.vectors[space.rows(words)])).sum(axis=1)
    assert cosines.min() >= 0.998


def test_a_word_outside_the_vocabulary_gets_a_vector_and_nonsense_gets_none() -> None:
    tables = load_subword_tables()
    assert "unbankability" not in tables.index
    vector = tables.vector("unbankability")
    assert vector is not None
    assert np.isfinite(vector).all()
    assert tables.vector("ѪѪѪѪ") is None
