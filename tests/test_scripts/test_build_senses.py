"""Labels of the corpus are made as their documentation says, and the figures that ship are measured, not typed."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import assets
from core.counts.senses import LABELS, Sense, SenseWord, load_senses
from core.spaces.contexts import word_counts
from core.spaces.space import load_space
from tests.needs import script

build_senses, build_counts = map(script, ("build.senses", "build.counts"))
Score = build_senses.Score
TOKENS = np.array([5, 6, 7, -1, 8, 9, -1], dtype=np.int32)


# Windows and labels


def test_a_window_ends_with_its_paragraph() -> None:
    windows = build_senses.windows_at(TOKENS, np.array([1, 4]), 2)
    assert windows.tolist() == [[5, -1, 7, -1], [-1, -1, 9, -1]]
    # Nearest first on each side; 8 stands two places on, but in another paragraph.
    assert build_senses.windows_at(TOKENS, np.array([2]), 3).tolist() == [[6, 5, -1, -1, -1, -1]]
    assert build_senses.windows_at(TOKENS[:2], np.array([0, 1]), 3).tolist() == [
        [-1, -1, -1, 6, -1, -1],
        [5, -1, -1, -1, -1, -1],
    ]
    assert build_senses.windows_at(TOKENS, np.array([], dtype=np.int64), 2).shape == (0, 4)


def test_the_word_itself_says_nothing_of_its_sense() -> None:
    assert build_senses.without(np.array([[3, 5, 3], [1, 2, -1]]), 3).tolist() == [[-1, 5, -1], [1, 2, -1]]


def test_a_sense_must_lead_by_its_margin() -> None:
    similarities = np.array([[0.75, 0.5], [0.5, 0.4375], [0, 0.375], [0, 0]])
    cases: list[tuple[float | list[float], list[int]]] = [
        (0.125, [0, -1, 1, -1]),
        (0.25, [0, -1, 1, -1]),  # a lead as wide as the margin is enough
        (0.5, [-1, -1, -1, -1]),
        (0.0, [0, 0, 1, 0]),
        ([0.125, 0.5], [0, -1, -1, -1]),  # the margin is the best sense's own
        ([0.5, 0.125], [-1, -1, 1, -1]),
    ]
    for margins, labels in cases:
        assert build_senses.label(similarities, margins).tolist() == labels, margins


def test_of_three_senses_the_best_must_lead_the_next() -> None:
    similarities = np.array([[0.5, 0.75, 0], [0.625, 0.25, 0.75]])
    assert build_senses.label(similarities, [0, 0.25, 0.25]).tolist() == [1, -1]


def test_scores_are_those_by_hand_and_a_sense_of_no_catalogue_counts_as_wrong() -> None:
    truth = ["a", "a", "a", "b", "", ""]
    found = build_senses.scores(("a", "b", "c"), truth, np.array([0, 0, -1, 0, 1, -1]))
    assert set(found) == {"a", "b"}, "the set says nothing of the third"
    assert found["a"] == Score(n=6, labelled=3, right=2, known=3)
    assert found["b"] == Score(n=6, labelled=1, right=0, known=1)
    assert (found["a"].precision, found["a"].coverage) == (2 / 3, 2 / 3)
    assert np.isnan(Score(6, 0, 0, 2).precision)


# Margins and shares


def measured(**precisions: list[float]) -> dict[float, dict[str, Any]]:
    """Return scores of a hundred labels a sense at each margin."""
    return {
        margin: {name: Score(500, 100, round(100 * at[i]), 100) for name, at in precisions.items()}
        for i, margin in enumerate(build_senses.MARGINS)
    }


def test_each_sense_has_the_smallest_margin_at_which_it_is_right_and_the_others_that_of_the_mean() -> None:
    one = measured(good=[0.97] * 9, slow=[0.8, 0.9, 0.96, *[0.99] * 6], never=[0.8] * 2 + [0.94] * 7)
    own, default = build_senses.choose_margins({"word": one})
    # The mean is 0.857, 0.89, 0.957, …
    assert default == 0.2
    assert own == {("word", "good"): 0.1, ("word", "slow"): 0.2, ("word", "never"): 0.2}
    other = measured(good=[0.5] * 9)
    own, default = build_senses.choose_margins({"word": one, "other": other})
    assert default == 0.5, "the mean never gets there"
    # A sense that never gets there takes the margin at which it is right most often, the smallest of these.
    assert (own["word", "slow"], own["word", "never"], own["other", "good"]) == (0.2, 0.2, 0.1)


def test_a_few_labels_that_happen_to_be_right_set_no_margin() -> None:
    few = measured(rare=[1.0] * 9, common=[1.0] * 9)
    for i, margin in enumerate(build_senses.MARGINS):
        labelled = build_senses.FEWEST - 1 if i < 3 else build_senses.FEWEST
        few[margin]["rare"] = Score(500, labelled, labelled, 50)
    own, default = build_senses.choose_margins({"word": few})
    assert default == 0.1
    assert own == {("word", "rare"): 0.25, ("word", "common"): 0.1}


ENTRY = SenseWord("word", (Sense("a", "", (), ()), Sense("b", "", (), ())))
TRUTH = ["a", "a", "b", "b"]
SIMILARITIES = np.array([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]], dtype=np.float32)  # one b is taken for an a


def test_shares_are_those_of_the_labels_where_no_set_has_every_sense() -> None:
    labelled = {"a": 30, "b": 10}
    assert build_senses.shares(ENTRY, labelled, None, [0.1, 0.1]) == {"a": 0.75, "b": 0.25}
    partly = ("set", ["a", "a", "", ""], SIMILARITIES)
    assert build_senses.shares(ENTRY, labelled, partly, [0.1, 0.1]) == {"a": 0.75, "b": 0.25}
    unheard = ("set", TRUTH, SIMILARITIES)  # with these margins nothing is labelled, so nothing can be estimated
    assert build_senses.shares(ENTRY, labelled, unheard, [2, 2]) == {"a": 0.75, "b": 0.25}


def test_shares_make_up_for_labels_that_are_wrong_or_missing() -> None:
    # a: 30 · (2/3) / 1 = 20; b: 10 · 1 / (1/2) = 20.
    found = build_senses.shares(ENTRY, {"a": 30, "b": 10}, ("set", TRUTH, SIMILARITIES), [0.1, 0.1])
    assert found == {"a": 0.5, "b": 0.5}


# Counts of senses


@pytest.mark.parametrize("kind", ["glove", "sgns"])
def test_all_occurrences_as_one_sense_have_the_counts_of_the_word(kind: str) -> None:
    random = np.random.default_rng(1)
    tokens = random.integers(-1, 8, 600).astype(np.int32)
    setting = build_counts.KINDS[kind]
    bounds = np.array([0, 4, 8], dtype=np.int64)
    whole = build_counts.count_block(tokens, np.array(setting.weights, dtype=np.int64), bounds, 8) / setting.divisor
    for word in range(8):
        positions = np.flatnonzero(tokens == word)
        labels = random.integers(-1, 3, len(positions))
        (row,) = build_senses.sense_rows(tokens, positions, np.zeros_like(labels), 1, kind, 8)
        found = np.zeros(8)
        found[row.columns] = row.counts
        np.testing.assert_allclose(found, whole[word], rtol=1e-6)
        assert row.total == pytest.approx(whole[word].sum())
        assert row.counts.min() > 0
        # Apart, senses and what was dropped are the whole again.
        parts = build_senses.sense_rows(tokens, positions, labels % 4, 4, kind, 8)
        for part in parts:
            found[part.columns] -= part.counts
        np.testing.assert_allclose(found, 0, atol=1e-3)
        assert sum(part.total for part in parts) == pytest.approx(row.total)


# The sets


def write_set(path: Path, header: str, *lines: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")


def test_the_words_on_both_sides_of_a_target_are_read_nearest_first(tmp_path: Path) -> None:
    write_set(
        tmp_path / "coarsewsd" / "bank.tsv",
        "split\tsense\ttarget_index\tsentence",
        'train\tbank_bank_(geography)\t4\the sat " by bank of the river .',
        "test\tbank_bank\t1\tthe bank 's well-known loan",
        "train\tbank_other\t0\tbank holiday",
    )
    assert build_senses.examples("bank", tmp_path, "train") == (
        "CoarseWSD-20",
        ["river", ""],
        [(["by", "sat", "he"], ["of", "the", "river"]), ([], ["holiday"])],
    )
    assert build_senses.examples("bank", tmp_path, "test") == (
        "CoarseWSD-20",
        ["finance"],
        [(["the"], ["s", "well", "known", "loan"])],
    )
    write_set(
        tmp_path / "senseval" / "line.tsv",
        "id\tsense\ttarget_index\ttext",
        *(f"{i}\t{sense}\t1\tno{i} line" for i, sense in enumerate(("cord", "formation", "phone"))),
    )
    assert build_senses.examples("line", tmp_path, "train") == (
        "senseval",
        ["rope", "phone"],
        [(["no0"], []), (["no2"], [])],
    )
    assert build_senses.examples("line", tmp_path, "test") == ("senseval", [""], [(["no1"], [])])
    assert build_senses.examples("bat", tmp_path, "test") is None


def test_nothing_is_measured_on_what_the_margins_were_chosen_by(shared: Path) -> None:
    for word in (*build_senses.COARSEWSD, *build_senses.SENSEVAL):
        folder = "coarsewsd" if word in build_senses.COARSEWSD else "senseval"
        with (shared / "eval" / folder / f"{word}.tsv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        train, test = (build_senses.examples(word, shared / "eval", part) for part in ("train", "test"))
        assert train[0] == test[0] == ("CoarseWSD-20" if folder == "coarsewsd" else "senseval")
        assert len(train[1]) == len(train[2]) > 100
        assert len(test[1]) == len(test[2]) > 50
        # Every row is in one of the parts. A few sentences (1 % of interest's) stand twice in the sets themselves.
        assert len(train[1]) + len(test[1]) == len(rows)
        seen = {(tuple(left), tuple(right)) for left, right in train[2]}
        assert np.mean([(tuple(left), tuple(right)) in seen for left, right in test[2]]) < 0.02
        # A label that the table of senses does not have is none of ours, and all that it has are there.
        table = {**build_senses.COARSEWSD, **build_senses.SENSEVAL}[word]
        assert set(table) <= {row["sense"] for row in rows}
        assert set(table.values()) <= set(load_senses()[word].names)
        assert set(train[1]) - {""} == set(test[1]) - {""} == set(table.values())


# What ships


@pytest.fixture(scope="module")
def reader() -> Any:
    return build_senses.make_reader(load_space("glove").words, word_counts())


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((assets.ASSETS / LABELS).read_text(encoding="utf-8"))
    return content


def test_a_contextual_vector_is_the_weighted_mean_of_whitened_vectors(reader: Any) -> None:
    frequencies = word_counts()
    money, the = reader.index["money"], reader.index["the"]
    windows = np.array([[money, the, -1], [-1, -1, -1], [money, -1, -1]], dtype=np.int32)
    found = reader.vectors(windows)
    share = frequencies / frequencies.sum()
    mean = sum(
        reader.space.unit[reader.space.row(w)] * 1e-3 / (1e-3 + share[reader.index[w]]) for w in ("money", "the")
    )
    np.testing.assert_allclose(found[0], mean / np.linalg.norm(mean), atol=1e-5)
    np.testing.assert_array_equal(found[1], 0)
    np.testing.assert_allclose(found[2], reader.space.unit[reader.space.row("money")], atol=1e-6)


def test_how_often_labels_are_right_is_measured_and_not_typed(
    reader: Any, stored: dict[str, Any], shared: Path
) -> None:
    for word in (*build_senses.COARSEWSD, *build_senses.SENSEVAL):
        entry, ships = load_senses()[word], stored["words"][word]
        margins = [ships["margins"][name] for name in entry.names]
        assert build_senses.tested(reader, entry, shared / "eval", margins) == ships["measured"], word
        training = build_senses.measure(reader, entry, shared / "eval", "train")
        assert build_senses.shares(entry, ships["labelled"], training, margins) == ships["shares"], word


def test_precision_and_coverage_of_bank_are_what_counting_finds(
    reader: Any, stored: dict[str, Any], shared: Path
) -> None:
    ships = stored["words"]["bank"]
    _, truth, similarities = build_senses.measure(reader, load_senses()["bank"], shared / "eval", "test")
    # Written out: the better sense, if it leads by its own margin.
    named = []
    for finance, river in similarities:
        best = "finance" if finance >= river else "river"
        named.append(best if abs(finance - river) >= ships["margins"][best] else None)
    for sense, score in ships["measured"]["senses"].items():
        right = sum(a == b == sense for a, b in zip(truth, named, strict=True))
        assert score["labelled"] == named.count(sense)
        assert score["n"] == truth.count(sense)
        assert score["precision"] == round(right / named.count(sense), 4)
        assert score["coverage"] == round(right / truth.count(sense), 4)


def test_the_margins_that_ship_are_those_of_the_training_part(
    reader: Any, stored: dict[str, Any], shared: Path
) -> None:
    measured = {}
    for word in (*build_senses.COARSEWSD, *build_senses.SENSEVAL):
        entry = load_senses()[word]
        _, truth, similarities = build_senses.measure(reader, entry, shared / "eval", "train")
        measured[word] = {
            margin: build_senses.scores(entry.names, truth, build_senses.label(similarities, margin))
            for margin in build_senses.MARGINS
        }
    own, default = build_senses.choose_margins(measured)
    assert stored["margin"] == default
    for word, entry in load_senses().items():
        assert stored["words"][word]["margins"] == {name: own.get((word, name), default) for name in entry.names}
