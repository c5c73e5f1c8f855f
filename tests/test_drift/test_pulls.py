"""The one row that a model sees is the sum of its senses, and a solved row is where all pulls on it balance."""

from __future__ import annotations

import numpy as np
import pytest

from core.counts.cooccurrence import CountRow, mix
from core.counts.refit import glove_weights
from core.drift.laws import Floats
from core.drift.material import Bench, Material, load_bench
from core.drift.pulls import COMMONEST, Pulls, WindowWord, pulls, pulls_alone, split, tellers, telling, window
from core.spaces.contexts import Contexts, word_counts
from core.spaces.space import load_space

# Shares of six words in a text, and two senses: 10 and 20 contexts, some pruned.
SHARES = np.array([0.5, 0.1, 0.05, 0.2, 0.1, 0.05])
FIRST = CountRow(np.array([0, 1, 2, 3]), np.array([4, 2, 1, 1], np.float32), 10.0)
SECOND = CountRow(np.array([0, 2, 4, 5]), np.array([8, 3, 6, 2], np.float32), 20.0)
TOY = Material("word", ("a", "b"), (FIRST, SECOND), 100.0, (5, 10))


@pytest.fixture(scope="module")
def glove() -> Bench:
    return load_bench("glove")


# The row


def test_the_parts_of_all_senses_are_the_row_that_the_model_is_given() -> None:
    columns = np.array([5, 0, 3, 2])
    found = split(TOY, [30, 70], columns)
    np.testing.assert_array_equal(found.columns, columns)
    # x̂ times mass: 30/10 and 70/20.
    np.testing.assert_allclose(found.counts, [[0, 12, 3, 3], [7, 28, 0, 10.5]])
    row = mix(TOY.rows, [30, 70])
    counts = dict(zip(row.columns.tolist(), row.counts.tolist(), strict=True))
    np.testing.assert_allclose(found.counts.sum(axis=0), [counts.get(column, 0) for column in columns.tolist()])


def test_a_sense_without_mass_gives_nothing() -> None:
    np.testing.assert_array_equal(split(TOY, [0, 10], np.array([1, 2])).counts, [[0, 0], [0, 1.5]])


def test_the_parts_of_a_real_word_are_its_mixed_row(glove: Bench) -> None:
    for word in ("bank", "line"):
        material = glove.material(word)
        masses = np.arange(1, len(material.names) + 1) * 100.0
        row = mix(material.rows, masses)
        found = split(material, masses, row.columns)
        np.testing.assert_allclose(found.counts.sum(axis=0), row.counts, rtol=1e-5)
        assert (found.counts >= 0).all()


# The contexts that tell


def test_the_contexts_that_tell_most_are_those_by_hand() -> None:
    # First: ½ is rarer than in the text, so −0.09; 0.14, 0.07, −0.07. Second: −0.09, 0.16, 0.33, 0.07.
    for options, expected in (
        ({"n": 2, "skip": 0}, [1, 2, 4, 5]),  # 2 is the first's already
        ({"n": 3, "skip": 0}, [1, 2, 3, 4, 5, 0]),
        ({"n": 9, "skip": 0}, [1, 2, 3, 0, 4, 5]),
        ({"n": 1, "skip": 2, "exclude": [4]}, [2, 5]),
        ({"n": 1, "skip": 3}, [3, 4]),
        ({"n": 2, "skip": 6}, []),
    ):
        assert telling(TOY, SHARES, **options).tolist() == expected  # type: ignore[arg-type]


def test_commonest_words_and_the_word_itself_tell_nothing(glove: Bench) -> None:
    counts = np.asarray(word_counts(), dtype=float)
    space = load_space("glove")
    material = glove.material("bank")
    columns = telling(material, counts / counts.sum(), 6, exclude=[space.row("bank")])
    assert len(columns) == len(set(columns.tolist())) == 12
    assert columns.min() >= COMMONEST
    words = [space.words[column] for column in columns]
    assert "bank" not in words
    finance, river = words[:6], words[6:]
    assert {"bank", "account", "loan", "money", "credit", "central", "commercial"} & set(finance)
    assert {"river", "water", "flow", "stream", "shore", "creek"} & set(river)


def test_what_tells_is_named_with_its_sense_and_fewer_contexts_a_sense_where_there_are_many(glove: Bench) -> None:
    space = load_space("glove")
    counts = dict(zip(space.words, word_counts().tolist(), strict=True))
    for word, each in (("bank", 6), ("line", 3)):
        material = glove.material(word)
        found = tellers(glove.contexts, material, space, [word], counts)
        assert found.each == each
        assert found.names == material.names
        assert found.words == tuple(space.words[column] for column in found.columns)
        assert len(found.words) == each * len(material.names)
        assert word not in found.words
        parts = split(material, [1.0] * len(material.names), found.columns).counts
        assert found.owners == tuple(parts.argmax(axis=0))
        np.testing.assert_array_equal(
            found.alone.given, pulls_alone(glove.contexts, material, found.owners, found.columns).given
        )
    pair = Material("river+loan", ("river", "loan"), glove.material("bank").rows, 100.0)
    assert not {"river", "loan"} & set(tellers(glove.contexts, pair, space, pair.names, counts).words)


# The pulls


def toy(random_seed: int = 0, lowest: float = 2.0) -> tuple[Contexts, CountRow]:
    """Return sixty contexts of five dimensions, and a row with counts of forty, eight of them too few to train on."""
    random = np.random.default_rng(random_seed)
    vectors, biases = random.normal(size=(60, 5)), random.normal(size=(2, 60))
    columns = np.sort(random.choice(60, 40, replace=False))
    counts = np.exp(random.uniform(np.log(lowest), 4, 40))
    counts[::5] = lowest / 2
    ridge = np.array([0.5, 1, 2, 4, 8])
    held = Contexts("glove", vectors, {"x_max": 10.0, "lowest": lowest}, biases=biases, ridge=ridge)
    return held, CountRow(columns, counts, float(counts.sum()))


def solution(contexts: Contexts, given: Floats, columns: np.ndarray) -> tuple[Floats, float]:
    """Return the vector and the bias from what they give to enough contexts."""
    assert contexts.biases is not None
    design = np.column_stack([contexts.vectors[columns], np.ones(len(columns))])
    solved = np.linalg.lstsq(design.astype(float), given - contexts.biases[1][columns], rcond=None)[0]
    return solved[:-1], float(solved[-1])


def unbalanced(contexts: Contexts, row: CountRow, found: Pulls) -> tuple[Floats, float]:
    """Return what is left of the pulls on the vector and on the bias when all of a row's contexts pull."""
    assert contexts.ridge is not None
    vector, _ = solution(contexts, found.given, row.columns)
    asked = ~np.isnan(found.targets)
    pull = found.weights[asked] * (found.given - found.targets)[asked]
    return pull @ contexts.vectors[row.columns[asked]] + contexts.ridge * vector, float(pull.sum())


def test_what_a_context_is_given_is_the_product_and_both_biases() -> None:
    contexts, row = toy()
    assert contexts.biases is not None
    found = pulls(contexts, row, row.columns)
    vector, bias = solution(contexts, found.given, row.columns)
    by_hand = contexts.vectors[row.columns] @ vector + bias + contexts.biases[1][row.columns]
    np.testing.assert_allclose(found.given, by_hand, atol=1e-9)
    assert np.ptp(by_hand) > 1, "the check would see nothing"


def test_all_pulls_on_a_solved_row_balance() -> None:
    for seed in range(5):
        contexts, row = toy(seed)
        left, bias = unbalanced(contexts, row, pulls(contexts, row, row.columns))
        np.testing.assert_allclose(left, 0, atol=1e-8)
        assert bias == pytest.approx(0, abs=1e-8)
    # The check would see one that is left out.
    found = pulls(contexts, row, row.columns)
    found.weights[1] = 0
    assert np.abs(unbalanced(contexts, row, found)[0]).max() > 1e-3


def test_all_pulls_on_a_real_word_balance(glove: Bench) -> None:
    row = glove.material("bank").mixed([0.6, 0.4])
    found = pulls(glove.contexts, row, row.columns)
    left, bias = unbalanced(glove.contexts, row, found)
    sizes = np.abs(found.weights * np.nan_to_num(found.given - found.targets))
    assert np.abs(left).max() < 1e-3 * sizes.sum()
    assert abs(bias) < 1e-3 * sizes.sum()


def test_targets_are_logarithms_and_what_was_not_trained_on_asks_for_nothing() -> None:
    contexts, row = toy()
    missing = next(column for column in range(60) if column not in row.columns)
    few, enough = row.columns[0], row.columns[1]
    found = pulls(contexts, row, np.array([enough, missing, few]))
    assert found.targets[0] == pytest.approx(np.log(row.counts[1]))
    assert np.isnan(found.targets[1:]).all()
    assert found.weights[0] == pytest.approx(glove_weights(row.counts[1:2], 10.0)[0])
    assert found.weights[1:].tolist() == [0, 0]
    assert np.isfinite(found.given).all()


def test_the_pulls_of_a_few_contexts_are_those_of_the_whole_row() -> None:
    contexts, row = toy()
    every, some = pulls(contexts, row, row.columns), pulls(contexts, row, row.columns[[7, 3]])
    for name in ("targets", "given", "weights"):
        np.testing.assert_allclose(getattr(some, name), getattr(every, name)[[7, 3]])


def test_each_context_alone_is_that_of_its_own_sense_at_the_words_usual_mass() -> None:
    contexts, row = toy()
    other = CountRow(row.columns[10:35], row.counts[10:35][::-1].copy(), float(row.counts[10:35].sum()))
    material = Material("word", ("a", "b"), (row, other), 500.0)
    columns, owners = row.columns[[12, 3, 20, 14]], [0, 0, 1, 1]
    found = pulls_alone(contexts, material, owners, columns)
    for i, owner in enumerate(owners):
        corner = [1.0, 0.0] if owner == 0 else [0.0, 1.0]
        one = pulls(contexts, mix(material.rows, 500 * np.array(corner)), columns)
        for name in ("targets", "given", "weights"):
            np.testing.assert_allclose(getattr(found, name)[i], getattr(one, name)[i])
    swapped = pulls_alone(contexts, material, [1 - owner for owner in owners], columns)
    assert np.abs(swapped.given - found.given).min() > 1e-6


def test_a_space_with_another_objective_is_refused() -> None:
    for space in ("skipgram", "ppmi"):
        contexts = Contexts(space, np.ones((3, 2)), {}, shares=np.ones(3, np.float32))
        with pytest.raises(ValueError, match=space):
            pulls(contexts, CountRow(np.array([0]), np.ones(1, np.float32), 1.0), np.array([0]))


# The window

# Of 1,000 tokens: with t = 0.01 "the" is kept with √0.1 + 0.1, "sat" with √1 + 1, at most 1.
COUNTS = {"the": 100, "sat": 10, "cat": 1, "on": 40, "mat": 2}
THE, ON = np.sqrt(0.1) + 0.1, np.sqrt(0.25) + 0.25


def seen(sentence: str, target: int, counts: dict[str, int] = COUNTS) -> list[WindowWord]:
    return window(sentence.split(), target, counts, 1_000, 0.01)


def test_a_window_keeps_what_is_kept_by_hand() -> None:
    found = seen("the cat qq sat on the mat", 3)
    assert [word.word for word in found] == ["the", "cat", "qq", "sat", "on", "the", "mat"]
    assert [word.known for word in found] == [True, True, False, True, True, True, True]
    # An unknown word is dropped first, so the cat sits beside.
    assert [word.distance for word in found] == [2, 1, 0, 0, 1, 2, 3]
    np.testing.assert_allclose([word.kept for word in found], [THE, 1, 0, 1, ON, THE, 1])
    np.testing.assert_allclose([word.weight for word in found], [0.8 * THE, 1, 0, 0, ON, 0.8 * THE, 0.6])


def test_a_word_beyond_the_window_is_never_trained_on() -> None:
    found = seen("cat cat cat cat cat cat sat", 6)
    np.testing.assert_allclose([word.weight for word in found], [0, 0.2, 0.4, 0.6, 0.8, 1, 0])


def test_the_window_lies_around_the_occurrence_that_was_asked_for() -> None:
    found = seen("sat the sat", 2)
    assert [word.distance for word in found] == [2, 1, 0]
    np.testing.assert_allclose([word.weight for word in found], [0.8, THE, 0])


def test_a_window_around_an_unknown_word_still_counts_from_it() -> None:
    found = seen("the zz qq sat", 1)
    assert [word.distance for word in found] == [1, 0, 0, 1]
    assert [word.known for word in found] == [True, False, False, True]
    assert found[1].weight == found[2].weight == 0


def test_a_sentence_of_one_word_has_nothing_to_train_on() -> None:
    for word in ("sat", "qq"):
        (found,) = seen(word, 0)
        assert (found.distance, found.weight) == (0, 0)


def test_rarer_words_are_never_kept_less() -> None:
    counts = {f"w{count}": count for count in (1, 5, 20, 80, 320)}
    kept = [word.kept for word in seen(" ".join(["sat", *counts]), 0, counts | {"sat": 10})[1:]]
    assert kept == sorted(kept, reverse=True)
    assert all(0 < share <= 1 for share in kept)
