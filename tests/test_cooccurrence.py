"""Count rows are read as they were packed, to the rounding that the documentation states."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.cooccurrence import KINDS, CountRow, CountTable, decode, encode, load_counts, save_counts
from core.errors import AssetProblem, UnknownWord
from core.spaces import load_space


@pytest.fixture
def table() -> CountTable:
    """Two words; *bank* stands with words 1 and 300, *river* with word 0."""
    return CountTable(
        "glove",
        ("bank", "river"),
        np.array([0, 2, 3], dtype=np.int64),
        np.array([1, 299, 0], dtype=np.uint16),
        encode([2.5, 100.0, 0.1]),
        np.array([110.0, 0.1], dtype=np.float32),
    )


def test_a_row_is_the_words_own_and_no_neighbours_row(table: CountTable) -> None:
    bank, river = table.row("bank"), table.row("river")
    assert (bank.columns.tolist(), river.columns.tolist()) == ([1, 300], [0])
    assert bank.counts == pytest.approx([2.5, 100], rel=0.036)
    assert river.counts == pytest.approx([0.1], rel=1e-6)
    assert bank.total == pytest.approx(110)


WORDS = tuple(f"w{i}" for i in range(30_000))


def written(directory: Path, rows: list[CountRow], first: int) -> CountTable:
    """Write rows and read them again."""
    save_counts(directory / "counts.sgns.npz", rows, first)
    assets.record("counts.sgns.npz", source="x", licence="x", command="x", seed=None, counts={}, directory=directory)
    return load_counts("sgns", WORDS, directory)


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    rows = []
    for n in (1, 700, 3, 20_000):
        columns = np.sort(random.choice(len(WORDS), n, replace=False))
        counts = np.exp(random.uniform(np.log(0.1), np.log(1e5), n)).astype(np.float32)
        rows.append(CountRow(columns, counts, float(1.1 * counts.sum())))
    rows.append(CountRow(np.array([0, 29_999]), np.array([0.1, 5], np.float32), 9.0))  # as far apart as can be
    table = written(tmp_path, rows, 150)
    assert table.words == ("w150", "w151", "w152", "w153", "w154")
    for word, row in zip(table.words, rows, strict=True):
        again = table.row(word)
        np.testing.assert_array_equal(again.columns, row.columns)
        np.testing.assert_allclose(again.counts, row.counts, rtol=0.036)
        assert again.total == pytest.approx(row.total, rel=1e-6)
    for word in ("w149", "w155", "w0"):
        assert word not in table


def test_a_vocabulary_too_small_to_have_rows_has_none(tmp_path: Path) -> None:
    table = written(tmp_path, [], 150)
    assert table.words == ()
    with pytest.raises(UnknownWord):
        table.row("w150")


def test_damaged_counts_are_named_with_the_command_that_makes_them(tmp_path: Path) -> None:
    written(tmp_path, [], 0)
    path = tmp_path / "counts.sgns.npz"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(AssetProblem, match="is damaged") as caught:
        load_counts("sgns", WORDS, tmp_path)
    assert (caught.value.file, caught.value.command) == ("counts.sgns.npz", "x")


def test_a_word_without_counts_is_met_with_the_expected_error(table: CountTable) -> None:
    assert "crane" not in table
    with pytest.raises(UnknownWord, match="crane"):
        table.row("crane")


def test_a_count_is_kept_to_the_rounding_that_the_documentation_states() -> None:
    counts = np.exp(np.linspace(np.log(0.1), np.log(4e6), 5000))
    ratio = decode(encode(counts)) / counts
    assert ratio.max() < 1.036
    assert ratio.min() > 1 / 1.036


def test_counts_beyond_the_scale_stay_at_its_ends() -> None:
    assert encode([1e-9, 1e12]).tolist() == [0, 255]


def test_an_unknown_kind_says_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="glove, sgns"):
        load_counts("word2vec", ("a",), tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_the_shipped_rows_are_whole(kind: str) -> None:
    words = load_space("glove").words
    table = load_counts(kind, words)
    assert len(table.starts) == len(table.words) + 1
    assert table.starts[-1] == len(table.gaps) == len(table.codes)
    first = words.index(table.words[0])
    assert table.words == words[first : first + len(table.words)]
    assert {"bank", "spring"} <= set(table.words)
    for word in table.words[:: len(table.words) // 50]:
        row = table.row(word)
        assert (np.diff(row.columns) > 0).all(), f"{word}: a column twice or out of order"
        assert 0 <= row.columns[0] <= row.columns[-1] < len(words)
        assert 0 < row.counts.sum() < 1.04 * row.total
