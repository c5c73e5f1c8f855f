"""Count rows are read as they were packed, to the rounding that the documentation states."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.counts.cooccurrence import KINDS, CountRow, CountTable, decode, encode, load_counts, mix, save_counts
from core.errors import AssetProblem, UnknownWord
from core.spaces.space import load_space


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


def written(directory: Path, rows: list[CountRow], words: list[str], name: str = "counts.sgns.npz") -> CountTable:
    """Write rows and read them again."""
    save_counts(directory / name, rows, words)
    assets.record(name, source="x", licence="x", command="x", seed=None, counts={}, directory=directory)
    return load_counts("sgns", directory, senses=name.startswith("senses"))


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    rows = []
    for n in (1, 700, 3, 20_000):
        columns = np.sort(random.choice(30_000, n, replace=False))
        counts = np.exp(random.uniform(np.log(0.1), np.log(1e5), n)).astype(np.float32)
        rows.append(CountRow(columns, counts, float(1.1 * counts.sum())))
    rows.append(CountRow(np.array([0, 29_999]), np.array([0.1, 5], np.float32), 9.0))  # as far apart as can be
    table = written(tmp_path, rows, ["bank", "élan", "don't", "1,000.5", "banana"])
    assert table.words == ("bank", "élan", "don't", "1,000.5", "banana")
    for word, row in zip(table.words, rows, strict=True):
        again = table.row(word)
        np.testing.assert_array_equal(again.columns, row.columns)
        np.testing.assert_allclose(again.counts, row.counts, rtol=0.036)
        assert again.total == pytest.approx(row.total, rel=1e-6)
    assert "river" not in table


def test_the_rows_of_senses_are_not_taken_for_those_of_words(tmp_path: Path) -> None:
    row, other = (CountRow(np.array([n]), np.array([2.0], np.float32), 4.0) for n in (3, 5))
    words = written(tmp_path, [row], ["bank"])
    senses = written(tmp_path, [row, other], ["bank/finance", "bank/river"], "senses.sgns.npz")
    assert words.words == load_counts("sgns", tmp_path).words == ("bank",)
    assert senses.words == ("bank/finance", "bank/river")
    assert senses.row("bank/river").columns.tolist() == [5]
    assert "bank" not in senses


def test_a_vocabulary_too_small_to_have_rows_has_none(tmp_path: Path) -> None:
    table = written(tmp_path, [], [])
    assert table.words == ()
    with pytest.raises(UnknownWord):
        table.row("w150")


def test_damaged_counts_are_named_with_the_command_that_makes_them(tmp_path: Path) -> None:
    written(tmp_path, [], [])
    path = tmp_path / "counts.sgns.npz"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(AssetProblem, match="is damaged") as caught:
        load_counts("sgns", tmp_path)
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
        load_counts("word2vec", tmp_path)


@pytest.fixture
def pair() -> tuple[CountRow, CountRow]:
    """Two rows of total 10; of the first, cells that hold 2 were pruned."""
    return (
        CountRow(np.array([1, 3]), np.array([2, 6], np.float32), 10.0),
        CountRow(np.array([3, 4]), np.array([5, 5], np.float32), 10.0),
    )


def test_a_mixture_is_the_one_by_hand(pair: tuple[CountRow, CountRow]) -> None:
    mixed = mix(pair, [20, 10])
    assert mixed.columns.tolist() == [1, 3, 4]
    assert mixed.counts == pytest.approx([4, 17, 5])
    assert mixed.total == 30, "what was pruned is missing from the counts and not from the total"


def test_a_row_by_itself_is_left_as_it_is_and_one_without_mass_is_not_there(pair: tuple[CountRow, CountRow]) -> None:
    for masses, row in (([10, 0], pair[0]), ([0, 10], pair[1])):
        mixed = mix(pair, masses)
        np.testing.assert_array_equal(mixed.columns, row.columns)
        np.testing.assert_allclose(mixed.counts, row.counts, rtol=1e-6)
        assert mixed.total == row.total


def test_masses_that_no_text_can_have_are_refused(pair: tuple[CountRow, CountRow]) -> None:
    for masses in [[1], [1, 1, 1], [1, -1], [0, 0], [1, np.nan], [1, np.inf], []]:
        with pytest.raises(ValueError, match="each of the 2 rows needs a mass"):
            mix(pair, masses)


def check_rows(table: CountTable, words: list[str], width: int) -> None:
    """Check that rows are in order, within the vocabulary, and hold no more than their total."""
    assert len(table.starts) == len(table.words) + 1 == len(set(table.words)) + 1
    assert table.starts[-1] == len(table.gaps) == len(table.codes)
    for word in words:
        row = table.row(word)
        assert (np.diff(row.columns) > 0).all(), f"{word}: a column twice or out of order"
        assert 0 <= row.columns[0] <= row.columns[-1] < width
        assert 0 < row.counts.sum() < 1.04 * row.total


def test_the_shipped_rows_are_whole() -> None:
    for kind in KINDS:
        space, table = load_space("glove"), load_counts(kind)
        numbers = space.rows(table.words)
        assert (np.diff(numbers) > 0).all(), "in the order of the vocabulary"
        assert {"bank", "spring", "banana", "door"} <= set(table.words)
        check_rows(table, list(table.words[:: len(table.words) // 50]), len(space.words))


def test_the_shipped_rows_of_senses_are_whole() -> None:
    for kind in KINDS:
        space, table = load_space("glove"), load_counts(kind, senses=True)
        assert {"bank/finance", "bank/river"} <= set(table.words)
        assert all(word.split("/")[0] in space for word in table.words)
        check_rows(table, list(table.words), len(space.words))
