"""The catalogue says what it promises, and the labels of the corpus add up."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import assets
from core.counts.cooccurrence import KINDS, load_counts
from core.counts.senses import FILE, LABELS, Labels, Sense, SenseWord, anchors, load_labels, load_senses
from core.errors import AssetProblem
from core.spaces.contexts import word_counts
from core.spaces.space import Space, load_space
from core.text import tokenise

CATALOGUE = load_senses()
NAMED = {
    "bank": {"finance", "river"},
    "bat": {"animal", "sport"},
    "spring": {"season", "coil", "water"},
    "run": {"jog", "operate", "manage"},
}
WANTED = {
    *("crane", "mouse", "plant", "seal", "mole", "bass", "java", "apple", "star", "cell"),
    *("pitch", "match", "club", "bow", "trunk", "palm", "current", "jam", "nail", "organ"),
    *("ring", "wave", "court", "rock", "date", "file", "bolt", "line", "interest"),
}


@pytest.fixture(scope="module")
def labels() -> dict[str, Labels]:
    return load_labels()


# The catalogue


def test_the_catalogue_has_the_words_that_it_was_asked_for() -> None:
    assert len(CATALOGUE) >= 32
    assert WANTED | set(NAMED) <= set(CATALOGUE)
    for word, names in NAMED.items():
        assert set(CATALOGUE[word].names) == names
    numbers = {len(entry.senses) for entry in CATALOGUE.values()}
    assert min(numbers) == 2
    assert {3, 4} <= numbers


def test_a_word_of_the_catalogue_can_be_told_apart_and_shown() -> None:
    for word in CATALOGUE:
        entry, ours, outside = CATALOGUE[word], load_space("glove"), load_space("glove-6b")
        assert entry.word == word
        assert word in ours
        assert word in outside
        assert len(set(entry.names)) == len(entry.names) >= 2
        cues = [cue for sense in entry.senses for cue in sense.cues]
        assert len(set(cues)) == len(cues), "a cue of two senses tells neither"
        assert word not in cues
        for sense in entry.senses:
            assert "/" not in sense.name, "it parts word and sense in the counts"
            assert sense.name == sense.name.strip().lower() != ""
            assert sense.gloss
            assert 6 <= len(sense.cues) <= 12, sense.name
            unknown = [cue for cue in sense.cues if cue not in ours or cue not in outside]
            assert not unknown, f"{sense.name}: {unknown}"
            assert len(set(sense.examples)) == len(sense.examples) >= 3, sense.name
            for example in sense.examples:
                assert word in tokenise(example), example


def test_a_damaged_or_missing_catalogue_is_named(tmp_path: Path) -> None:
    loaders: dict[str, Callable[[Path], Any]] = {FILE: load_senses, LABELS: load_labels}
    for name in (FILE, LABELS, assets.MANIFEST):
        shutil.copy(assets.ASSETS / name, tmp_path / name)
    for name, load in loaders.items():
        assert list(load(tmp_path)) == list(CATALOGUE)
        (tmp_path / name).write_text((tmp_path / name).read_text(encoding="utf-8")[:-10], encoding="utf-8")
        with pytest.raises(AssetProblem, match="is damaged") as caught:
            load(tmp_path)
        assert caught.value.file == name
        assert caught.value.command
        (tmp_path / name).unlink()
        with pytest.raises(AssetProblem, match="is missing"):
            load(tmp_path)


# What the labelling came to


def test_the_labels_of_a_word_add_up_to_its_occurrences(labels: dict[str, Labels]) -> None:
    for word in CATALOGUE:
        entry, names = labels[word], set(CATALOGUE[word].names)
        space = load_space("glove")
        assert entry.occurrences == word_counts()[space.row(word)]
        assert sum(entry.labelled.values()) + entry.dropped == entry.occurrences
        assert set(entry.labelled) == set(entry.shares) == names
        assert min(entry.labelled.values()) >= 0
        # Four decimals of each share ship.
        assert sum(entry.shares.values()) == pytest.approx(1, abs=0.5e-4 * len(names))
        for name, share in entry.shares.items():
            assert 0 <= share <= 1
            assert (share > 0) == (entry.labelled[name] > 0)


def test_what_was_measured_is_possible(labels: dict[str, Labels]) -> None:
    for word in CATALOGUE:
        entry = labels[word]
        assert bool(entry.test_set) == bool(entry.scores)
        assert set(entry.scores) <= set(CATALOGUE[word].names)
        assert sum(score.labelled for score in entry.scores.values()) == entry.judged >= entry.right >= 0
        right = 0.0
        for score in entry.scores.values():
            assert (score.precision is None) == (score.labelled == 0)
            assert 0 <= score.coverage <= 1
            assert score.n > 0
            found = score.labelled * (score.precision or 0)
            assert found == pytest.approx(score.n * score.coverage, abs=0.01 + 1e-4 * (score.n + score.labelled))
            right += found
        assert right == pytest.approx(entry.right, abs=0.5)


def test_senses_hold_no_more_of_the_text_than_their_word(labels: dict[str, Labels]) -> None:
    for kind in KINDS:
        senses, words = load_counts(kind, senses=True), load_counts(kind)
        for word, entry in labels.items():
            keys = [f"{word}/{name}" for name in CATALOGUE[word].names if entry.labelled[name]]
            assert [key for key in senses.words if key.split("/")[0] == word] == keys
            held = sum(senses.row(key).total for key in keys)
            assert 0 < held <= entry.totals[kind] + 0.1
            # The labels' share of the occurrences is about their share of the counts.
            assert held / entry.totals[kind] == pytest.approx(1 - entry.dropped / entry.occurrences, abs=0.1)
            assert entry.totals[kind] == pytest.approx(words.row(word).total, rel=1e-3), (
                "counted as the word's own row is"
            )
        assert len(senses.words) == sum(sum(n > 0 for n in entry.labelled.values()) for entry in labels.values())


def test_shares_among_some_of_the_senses_sum_to_one() -> None:
    found = Labels(10, 0, {}, {"a": 0.5, "b": 0.3, "c": 0.2}, {}, "", {}, 0, 0)
    assert found.shares_among(["c", "b"]) == pytest.approx((0.4, 0.6))


# Anchors


def test_an_anchor_is_the_mean_of_the_cues_that_the_space_holds() -> None:
    space = Space("toy", ("east", "north"), np.array([[5, 0], [0, 0.1]], dtype=np.float32))
    cues = (("east",), ("north", "east", "nowhere"), ("nowhere",), ())
    entry = SenseWord("word", tuple(Sense(str(i), "", words, ()) for i, words in enumerate(cues)))
    half = np.sqrt(0.5)
    np.testing.assert_allclose(anchors(space, entry), [[1, 0], [half, half], [0, 0], [0, 0]], atol=1e-6)


def test_every_sense_of_the_catalogue_has_a_direction_of_its_own() -> None:
    for name in ("glove", "glove-6b", "ppmi"):
        space = load_space(name)
        for entry in CATALOGUE.values():
            found = anchors(space, entry)
            assert found.shape == (len(entry.senses), space.unit.shape[1])
            np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-5)
            between = (found @ found.T)[np.triu_indices(len(found), 1)]
            assert between.max() < 0.95, entry.word
