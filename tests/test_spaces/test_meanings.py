"""Numbers of senses are WordNet's, and the line through them is the one that a power law has."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.errors import AssetProblem
from core.spaces.meanings import FILE, Meanings, load_meanings, meaning_law, save_meanings


@pytest.fixture(scope="module")
def shipped() -> Meanings:
    return load_meanings()


def test_the_words_come_most_frequent_first(shipped: Meanings) -> None:
    assert len(shipped.words) == len(set(shipped.words)) == len(shipped.senses) == len(shipped.zipf) > 20_000
    assert (np.diff(shipped.zipf) <= 0).all()
    assert shipped.zipf[-1] >= 2
    assert shipped.senses.min() >= 1
    assert all(word.isalpha() and word.islower() for word in shipped.words)


def test_every_number_of_senses_is_wordnets(shipped: Meanings, shared: Path) -> None:
    with gzip.open(shared / "eval" / "wordnet" / "sense_counts.tsv.gz", "rt", encoding="utf-8") as lines:
        wordnet = dict(line.rstrip("\n").split("\t") for line in lines)
    ours = dict(zip(shipped.words, shipped.senses.tolist(), strict=True))
    assert {"break", "run", "bank", "bat", "spring", "banana"} <= set(ours)
    assert (ours["break"], ours["cut"], ours["run"]) == (75, 70, 57)
    assert ours == {word: int(wordnet[word]) for word in ours}


def test_words_are_read_as_they_were_written(tmp_path: Path) -> None:
    meanings = Meanings(
        ("run", "élan", "bank"), np.array([57, 1, 18], np.uint8), np.array([5.75, 4.5, 2.25], np.float32)
    )
    save_meanings(tmp_path / FILE, meanings)
    assets.record(FILE, source="x", licence="x", command="x", seed=None, counts={}, directory=tmp_path)
    again = load_meanings(tmp_path)
    assert again.words == meanings.words
    np.testing.assert_array_equal(again.senses, meanings.senses)
    np.testing.assert_array_equal(again.zipf, meanings.zipf)
    (tmp_path / FILE).write_bytes(b"PK")
    with pytest.raises(AssetProblem, match="is damaged") as caught:
        load_meanings(tmp_path)
    assert caught.value.command == "x"


def law(slope: float, groups: int = 20, size: int = 10) -> Meanings:
    """Return words whose senses follow a power law of frequency exactly, 10 at Zipf 5."""
    zipf = np.repeat(np.linspace(7, 3, groups), size)
    words = tuple(f"w{i}" for i in range(len(zipf)))
    return Meanings(words, 10 ** (slope * (zipf - 5) + 1), zipf.astype(np.float32))  # type: ignore[arg-type]


def test_the_slope_of_a_power_law_is_found_again() -> None:
    for slope in (0.5, 0.2, 0.0, -0.3):
        found = meaning_law(law(slope), group=10)
        assert found.slope == pytest.approx(slope, abs=1e-6)
        assert found.intercept == pytest.approx(1 - 5 * slope, abs=1e-5)
        assert len(found.zipf) == len(found.senses) == 20
        np.testing.assert_allclose(np.log10(found.senses), found.slope * found.zipf + found.intercept, atol=1e-6)


def test_only_the_most_frequent_words_count_and_only_whole_groups() -> None:
    meanings = law(0.5)
    meanings.senses[100:] = 1  # rare words follow no law
    assert meaning_law(meanings, most=109, group=10).slope == pytest.approx(0.5, abs=1e-6)
    assert len(meaning_law(meanings, most=109, group=10).zipf) == 10
    assert meaning_law(meanings, group=10).slope != pytest.approx(0.5, abs=0.05)


def test_a_group_shows_its_means() -> None:
    meanings = Meanings(tuple("abcd"), np.array([8, 4, 2, 1], np.uint8), np.array([6, 5, 4, 2], np.float32))
    found = meaning_law(meanings, group=2)
    assert found.zipf.tolist() == [5.5, 3]
    assert found.senses.tolist() == [6, 1.5]
    assert found.slope == pytest.approx(np.log10(4) / 2.5)


def test_one_group_makes_no_line() -> None:
    for most, group in ((10_000, 150), (19, 10), (0, 10)):
        with pytest.raises(ValueError, match="two groups"):
            meaning_law(law(0.5), most, group)


def test_frequent_words_mean_more(shipped: Meanings) -> None:
    found = meaning_law(shipped)
    assert 0.1 < found.slope < 0.6, "Zipf found about one half"
    assert found.senses[0] > 2 * found.senses[-1]
