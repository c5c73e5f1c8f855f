"""Every frame of a drift is solved, none is drawn between two others; and the two laws beside it are those by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from core.counts.cooccurrence import CountRow, CountTable, encode, load_counts, mix
from core.counts.refit import GloveSettings, refit_glove
from core.drift import material as material_module
from core.drift.laws import PUBLISHED, Floats, angles, explain, log_law, span_cosine
from core.drift.material import (
    COUNTS,
    SPACES,
    Bench,
    Material,
    law_constant,
    load_bench,
    pseudoword,
    shares_of,
    solver,
    whole_parts,
)
from core.drift.path import Drift, assemble, at_masses, drift, follow, misses, path, pseudoword_drift, solve_along
from core.errors import UnknownWord
from core.evidence.results import Measurement, Results
from core.spaces.contexts import Contexts
from core.spaces.space import load_space

STEPS = {"glove": 9, "skipgram": 5, "ppmi": 9}
# How far from the minimum a frame may be, see `off_the_minimum`. Measured of the solved frames: 5e-6, 5e-7 and 5e-7
# (they are in single precision); of the averages of two neighbours: 1e-3, 6e-2 and 1e-2.
SOLVED = 1e-5


@pytest.fixture(scope="module", params=SPACES)
def bench(request: pytest.FixtureRequest) -> Bench:
    return load_bench(request.param)


@pytest.fixture(scope="module")
def glove() -> Bench:
    return load_bench("glove")


@pytest.fixture(scope="module")
def bank(bench: Bench) -> Drift:
    return follow(bench, bench.material("bank"), STEPS[bench.space])


def cosine(a: Floats, b: Floats) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


# What a frame is


def off_the_minimum(contexts: Contexts, row: CountRow, vector: Floats) -> float:
    """Return how far a vector is from solving its row: the gradient beside the sizes of the terms that cancel in it.

    Written from the losses in the documentation of `core.counts.refit`, without its code.
    """
    table = contexts.vectors.astype(np.float64)
    if contexts.name == "glove":
        assert contexts.biases is not None
        kept = row.counts >= contexts.training["lowest"]
        x, c, b = row.counts[kept].astype(np.float64), table[row.columns[kept]], contexts.biases[1][row.columns[kept]]
        f = np.minimum(1, x / contexts.training["x_max"]) ** 0.75
        own = (f @ (np.log(x) - b - c @ vector)) / f.sum()  # the best bias of the word, given its vector
        pulls = f * (c @ vector + own + b - np.log(x))
        gradient = pulls @ c + contexts.ridge * vector
        return float(np.abs(gradient).max() / (np.abs(pulls) @ np.abs(c)).max())
    assert contexts.shares is not None
    if contexts.name == "skipgram":
        share = np.zeros(len(table))
        share[row.columns] = row.counts / row.counts.sum(dtype=np.float64)
        likely = 1 / (1 + np.exp(-(table @ vector)))
        pulls = contexts.training["neg"] * contexts.shares * likely - share * (1 - likely)
        return float(np.abs(pulls @ table).max() / (np.abs(pulls) @ np.abs(table)).max())
    # A row of the count-based space is m V Σ^(p−1), with m = max(0, ln(X_j / (X q_j)) − shift).
    assert contexts.strengths is not None
    m = np.zeros(len(table))
    m[row.columns] = np.log(row.counts.astype(np.float64) / row.total / contexts.shares[row.columns])
    m = np.maximum(0, m - contexts.training["shift"] * (m > 0))
    expected = m @ table @ np.diag(contexts.strengths.astype(np.float64) ** (contexts.training["exponent"] - 1))
    return float(np.linalg.norm(vector - expected) / np.linalg.norm(expected))


def test_every_frame_is_solved_and_none_is_drawn_between_its_neighbours(bench: Bench, bank: Drift) -> None:
    material = bench.material("bank")
    rows = [material.mixed(shares) for shares in bank.proportions]
    for row, vector in zip(rows, bank.vectors, strict=True):
        assert off_the_minimum(bench.contexts, row, vector) < SOLVED
    # The check would notice: the average of its neighbours solves no frame.
    between = (bank.vectors[:-2] + bank.vectors[2:]) / 2
    for row, vector in zip(rows[1:-1], between, strict=True):
        assert off_the_minimum(bench.contexts, row, vector) > 50 * SOLVED


def test_a_word_with_one_sense_alone_is_that_sense_and_nothing_of_the_other(bench: Bench, bank: Drift) -> None:
    material = bench.material("bank")
    assert bank.names == material.names == ("finance", "river")
    for at, sense, row in zip((0, -1), bank.senses, material.rows, strict=True):
        alone = CountRow(row.columns, row.counts * np.float32(material.total / row.total), material.total)
        np.testing.assert_allclose(bank.vectors[at], bench.solve(alone, None), atol=1e-4 * np.abs(sense).max())
        np.testing.assert_array_equal(bank.vectors[at], sense)
    np.testing.assert_array_equal(bank.proportions[[0, -1]], np.eye(2))


def test_the_order_of_the_senses_does_not_change_where_the_word_goes(bench: Bench, bank: Drift) -> None:
    material = bench.material("bank")
    turned = Material("bank", material.names[::-1], material.rows[::-1], material.total)
    mirrored = follow(bench, turned, STEPS[bench.space])
    size = np.abs(bank.vectors).max()
    assert mirrored.names == bank.names[::-1]
    np.testing.assert_allclose(mirrored.vectors[::-1], bank.vectors, atol=1e-3 * size)
    np.testing.assert_allclose(mirrored.coefficients[::-1, ::-1], bank.coefficients, atol=1e-3)
    np.testing.assert_allclose(mirrored.residual[::-1], bank.residual, atol=1e-3)


def test_the_whole_way_of_a_word_is_what_its_parts_say(bench: Bench, bank: Drift) -> None:
    again = drift("bank", bench.space, STEPS[bench.space])
    assert (again.word, again.space, again.names) == ("bank", bench.space, ("finance", "river"))
    np.testing.assert_array_equal(again.vectors, bank.vectors)
    n, size = STEPS[bench.space], load_space(bench.space).vectors.shape[1]
    assert again.vectors.shape == again.linear.shape == again.log_law.shape == (n, size)
    assert again.proportions.shape == again.coefficients.shape == (n, 2)
    assert again.residual.shape == (n,)
    assert np.isfinite(again.vectors).all()
    assert ((again.residual >= 0) & (again.residual <= 1)).all()
    np.testing.assert_array_equal(again.log_law, log_law(again.proportions, bench.law.c) @ again.senses)


def world(biases: bool = True) -> tuple[Contexts, Floats, tuple[CountRow, ...]]:
    """Four hundred contexts, and two senses whose counts the model holds to the last digit: X = exp(w·c + b)."""
    random = np.random.default_rng(4)
    contexts, b = random.normal(size=(400, 8)), random.normal(size=400) * biases
    senses = random.normal(size=(2, 8))
    held = Contexts("glove", contexts, {"x_max": 10.0}, biases=np.array([b, b]), ridge=np.full(8, 1e-9))
    counts = [np.exp(contexts @ sense + b) for sense in senses]
    return held, senses, tuple(CountRow(np.arange(400), x, float(x.sum())) for x in counts)


def bench_of(contexts: Contexts) -> Bench:
    """Return a bench of contexts alone."""
    none = CountTable("glove", (), np.zeros(1, np.int64), np.empty(0, np.uint16), np.empty(0, np.uint8), np.empty(0))
    return Bench("glove", contexts, none, {}, PUBLISHED)


def test_senses_that_are_known_are_found_again_and_mixtures_are_those_of_their_counts() -> None:
    contexts, senses, rows = world()
    material = Material("word", ("a", "b"), rows, 5_000.0)
    found = follow(bench_of(contexts), material, 5)
    # Of another mass than it had, a row has another bias and the same vector.
    np.testing.assert_allclose(found.senses, senses, atol=1e-5)
    np.testing.assert_allclose(found.vectors[[0, -1]], senses, atol=1e-5)
    assert contexts.biases is not None
    for (p, q), vector in zip(found.proportions, found.vectors, strict=True):
        counts = 5_000 * (p * rows[0].counts / rows[0].counts.sum() + q * rows[1].counts / rows[1].counts.sum())
        fresh = refit_glove(np.arange(400), counts, contexts.vectors, contexts.biases[1], GloveSettings(10.0, 1e-9))
        np.testing.assert_allclose(vector, fresh.vector, atol=1e-5)
    assert found.residual[2] > 0.05, "the logarithm of a sum is no sum of logarithms"


# What is mixed


def test_proportions_that_no_text_can_have_are_refused(glove: Bench) -> None:
    impossible: list[list[float]] = [[0.5, 0.4], [1.2, 0.2], [-0.5, 1.5], [np.nan, 1], [1], [0.5, 0.25, 0.25], []]
    for shares in impossible:
        with pytest.raises(ValueError, match=r"must sum to 1|needs a mass of 0 or more"):
            glove.material("bank").mixed(shares)


def test_parts_shares_and_counts_come_to_the_masses_by_hand() -> None:
    material = Material("word", ("a", "b", "c"), (), 200.0, (30, 10, 0), 2.5)
    assert material.masses_at([1, 3, 0]) == material.masses_at([0.25, 0.75, 0]) == (50, 150, 0)
    assert material.masses_of(material.occurrences) == (75, 25, 0)
    assert material.masses_at([1, 1, 1]) == (66.666667,) * 3, "rounded, so that one mixture is one key"
    assert shares_of(material.masses_of([30, 10, 0])) == (0.75, 0.25, 0)
    with pytest.raises(ValueError, match="above 0"):
        material.masses_at([0, 0, 0])
    assert whole_parts([0.293, 0.707]) == [29, 71]
    assert whole_parts([0.5, 0.3, 0.2]) == [100, 60, 40]


def test_a_mixed_corpus_holds_the_word_as_often_as_before(glove: Bench) -> None:
    material = glove.material("bank")
    for shares in ([1, 0], [0.3, 0.7], [0, 1]):
        mixed = material.mixed(shares)
        assert mixed.total == pytest.approx(material.total)
        assert mixed.counts.sum() <= 1.04 * material.total


def test_a_sense_that_no_occurrence_was_labelled_with_is_left_out() -> None:
    counts = encode([3.0, 4.0, 5.0, 6.0])
    table = CountTable(
        "glove",
        ("bank/finance", "banker/job", "bank/river"),  # of the third sense there is no row
        np.array([0, 2, 3, 4]),
        np.array([1, 2, 0, 7], dtype=np.uint16),
        counts,
        np.array([7.0, 5.0, 6.0], dtype=np.float32),
    )
    bench = Bench("glove", world()[0], table, {"bank": 20.0, "banker": 5.0}, PUBLISHED)
    material = bench.material("bank")
    assert material.names == ("finance", "river")
    assert [row.columns.tolist() for row in material.rows] == [[1, 3], [7]]
    assert material.total == 20
    with pytest.raises(ValueError, match="two senses"):
        follow(bench, bench.material("banker"), 5)


def test_a_word_outside_the_catalogue_is_met_with_words_that_are_in_it() -> None:
    with pytest.raises(UnknownWord) as caught:
        drift("bang", "glove", 3)
    assert caught.value.word == "bang"
    assert {"bank", "bat"} <= set(caught.value.suggestions)
    with pytest.raises(UnknownWord):
        drift("finance", "glove", 3)
    with pytest.raises(UnknownWord):
        drift("bank/finance", "glove", 3)


def test_a_space_whose_rows_are_not_solved_says_which_are() -> None:
    for space in ("cbow", "glove-6b", ""):
        with pytest.raises(ValueError, match="glove, skipgram, ppmi"):
            drift("bank", space)
        with pytest.raises(ValueError, match="glove, skipgram, ppmi"):
            pseudoword_drift("banana", "door", space)


def test_contexts_without_what_a_refit_holds_fixed_are_refused() -> None:
    with pytest.raises(ValueError, match="cbow are not solved"):
        solver(Contexts("cbow", np.ones((3, 2), np.float32), {}))


# The proportions


@pytest.mark.parametrize(("n", "steps"), [(2, 6), (3, 41), (4, 11), (5, 7)])
def test_the_way_leads_through_every_corner_without_a_jump(n: int, steps: int) -> None:
    proportions = path(n, steps)
    assert proportions.shape == (steps, n)
    np.testing.assert_allclose(proportions.sum(axis=1), 1)
    assert proportions.min() >= 0
    corners = [np.flatnonzero((proportions == corner).all(axis=1)) for corner in np.eye(n)]
    assert [len(corner) for corner in corners] == [1] * n
    assert corners == sorted(corners)
    assert corners[0][0] == 0
    np.testing.assert_allclose(proportions[-1], np.eye(2)[1] if n == 2 else np.full(n, 1 / n))
    legs = 1 if n == 2 else n
    assert np.abs(np.diff(proportions, axis=0)).sum(axis=1).max() <= 2 / ((steps - 1) // legs) + 1e-9


def test_as_many_steps_as_corners_are_enough_and_the_way_of_two_senses_is_even() -> None:
    np.testing.assert_array_equal(path(2, 2), np.eye(2))
    np.testing.assert_allclose(path(3, 4), np.vstack([np.eye(3), np.full(3, 1 / 3)]))
    np.testing.assert_allclose(path(2, 5)[:, 1], [0, 0.25, 0.5, 0.75, 1])


def test_too_few_steps_or_senses_are_refused() -> None:
    for n, steps in ((2, 1), (2, 0), (3, 3), (5, 5), (2, -3)):
        with pytest.raises(ValueError, match=f"{n} senses need at least"):
            path(n, steps)
    for n in (0, 1):
        with pytest.raises(ValueError, match="two senses"):
            path(n, 41)


# The laws


def test_the_linear_law_is_exact_at_the_corners_and_the_space_departs_from_it_between(bank: Drift) -> None:
    size = np.linalg.norm(bank.vectors, axis=1)
    for at in (0, -1):
        np.testing.assert_allclose(bank.linear[at], bank.vectors[at], atol=1e-6 * size[at])
        np.testing.assert_allclose(bank.log_law[at], bank.vectors[at], atol=1e-6 * size[at])
        assert bank.residual[at] == pytest.approx(0, abs=1e-6)
    np.testing.assert_allclose(bank.coefficients[[0, -1]], np.eye(2), atol=1e-6)
    middle = len(size) // 2
    assert np.linalg.norm(bank.linear[middle] - bank.vectors[middle]) > 0.1 * size[middle]


def test_a_model_without_logarithm_follows_the_linear_law_everywhere() -> None:
    contexts, _, rows = world()
    c = contexts.vectors
    back = np.linalg.solve(c.T @ c + np.eye(8), c.T)  # ridge regression of the count itself, every cell with weight 1

    def linear(row: CountRow, _: Floats | None = None) -> Floats:
        return back[:, row.columns] @ row.counts

    material = Material("word", ("a", "b"), rows, 1_000.0)
    proportions = path(2, 11)
    found = assemble(bench_of(contexts), material, proportions, solve_along(linear, material, proportions))
    size = np.abs(found.vectors).max()
    np.testing.assert_allclose(found.vectors, found.linear, atol=1e-5 * size)
    np.testing.assert_allclose(found.coefficients, proportions, atol=1e-5)
    np.testing.assert_allclose(found.residual, 0, atol=1e-5)
    assert np.abs(found.vectors - found.log_law).max() > 0.01 * size, "the other law is another one"


def test_the_logarithmic_law_is_the_one_by_hand() -> None:
    for shares, c, expected in (
        ([0.5, 0.5], 0.5, [1, 1]),
        ([0.9, 0.1], 0.5, [1, 0.5228787]),  # 1 − ½ log10 9
        ([0.1, 0.9], 0.5, [0.5228787, 1]),
        ([0.9, 0.1], 2.0, [1, 0]),  # 1 − 2 log10 9 is below 0
        ([1, 0], 0.5, [1, 0]),
        ([1, 0], 0.0, [1, 0]),  # a sense that does not occur adds nothing, however slowly senses fade
        ([0.9, 0.1], 0.0, [1, 1]),
        ([0.6, 0.3, 0.1], 0.5, [1, 0.8494850, 0.6109244]),  # 1 − ½ log10 2, 1 − ½ log10 6
        ([0.4, 0.2, 0.4], 1.0, [1, 0.6989700, 1]),
    ):
        np.testing.assert_allclose(log_law(np.array([shares]), c), [expected], atol=1e-7)


def test_a_drift_knows_its_laws_its_corners_and_the_step_nearest_to_some_shares(bank: Drift) -> None:
    linear, log = bank.laws
    assert (linear.name, log.name) == ("linear average", "log law")
    for law, vectors in ((linear, bank.linear), (log, bank.log_law)):
        np.testing.assert_allclose(law.coefficients @ bank.senses, vectors)
        np.testing.assert_array_equal(law.off, misses(bank, vectors))
        np.testing.assert_array_equal(law.degrees, angles(bank.vectors, vectors))
    assert bank.corners == [0, len(bank.proportions) - 1]
    for frame, shares in enumerate(bank.proportions):
        assert bank.frame_at(shares) == bank.frame_at(np.add(shares, [0.01, -0.01])) == frame
    # The cosine with the span is what is left of the length by Pythagoras.
    inside = bank.coefficients @ bank.senses
    by_hand = [cosine(vector, part) for vector, part in zip(bank.vectors, inside, strict=True)]
    np.testing.assert_allclose(span_cosine(bank.residual), by_hand, atol=1e-6)
    assert span_cosine(1.0000001) == 0


def test_each_proportion_has_a_major_sense_of_its_own() -> None:
    proportions = path(3, 13)
    beta = log_law(proportions, 0.5)
    assert beta.shape == (13, 3)
    np.testing.assert_array_equal(beta[np.arange(13), proportions.argmax(axis=1)], 1)
    assert ((beta >= 0) & (beta <= 1)).all()


def test_the_constant_of_the_law_is_the_measured_one_and_the_published_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = (
        Measurement("law", "glove", "pseudowords", "c", 0.7, 200, 1.0),
        Measurement("law", "glove", "pseudowords", "alpha, mean", 0.9, 200, 1.0),
        Measurement("law", "ppmi", "pseudowords", "c", None, 200, 1.0),
    )
    monkeypatch.setattr(material_module, "load_results", lambda _: Results(rows, ()))
    assert [law_constant(space) for space in SPACES] == [(0.7, 200), (0.5, 0), (0.5, 0)]


def test_what_the_senses_explain_is_what_a_hand_finds() -> None:
    for vector, coefficients, residual in (
        ([2, 3, 6], [-1, 3], 6 / 7),  # 2 = b₁ + b₂, 3 = b₂; the third number is outside
        ([3, 2, 0], [1, 2], 0),
        ([0, 0, 5], [0, 0], 1),
        ([0, 0, 0], [0, 0], 0),
        ([1, 0, 1], [1, 0], 0.5**0.5),
    ):
        found, outside = explain(np.array([vector], float), np.array([[1, 0, 0], [1, 1, 0]], float))
        np.testing.assert_allclose(found, [coefficients], atol=1e-12)
        np.testing.assert_allclose(outside, [residual], atol=1e-12)


def test_angles_are_those_of_a_protractor() -> None:
    first = np.array([[2, 0], [1, 0], [1, 0], [1, 0], [0, 0]], float)
    second = np.array([[5, 0], [0, 3], [-4, 0], [1, 1], [1, 0]], float)
    np.testing.assert_allclose(angles(first, second), [0, 90, 180, 45, 90], atol=1e-5)


# Any masses


def test_a_corpus_with_as_much_of_the_word_is_on_the_drifts_own_ground(bench: Bench, bank: Drift) -> None:
    material, size = bench.material("bank"), np.abs(bank.vectors).max()
    for frame in (1, -2):
        found = at_masses(bench, material, material.total * bank.proportions[frame], bank.senses)
        np.testing.assert_allclose(found.vectors, bank.vectors[[frame]], atol=1e-3 * size)
        np.testing.assert_allclose(found.proportions, bank.proportions[[frame]])
        np.testing.assert_allclose(found.linear, bank.linear[[frame]], atol=1e-6 * size)
        np.testing.assert_allclose(found.coefficients, bank.coefficients[[frame]], atol=1e-3)
        np.testing.assert_array_equal(found.senses, bank.senses)


def test_masses_have_shares_whatever_their_sum_and_none_at_all_is_refused(glove: Bench) -> None:
    material = glove.material("bank")
    senses = np.array([glove.solve(row, None) for row in material.rows])
    few = at_masses(glove, material, [30, 10], senses)
    many = at_masses(glove, material, [30_000, 10_000], senses)
    np.testing.assert_allclose(few.proportions, [[0.75, 0.25]])
    np.testing.assert_allclose(many.proportions, [[0.75, 0.25]])
    assert cosine(few.vectors[0], many.vectors[0]) < 0.99, "rare words have other vectors than common ones"
    with pytest.raises(ValueError, match="needs a mass"):
        at_masses(glove, material, [0, 0], senses)


# Two words merged


# Measured cosines of a corner with the trained row, banana and door: glove 0.90 and 0.98 (banana's counts are scaled up
# to the mass of both), skipgram 0.97 and 0.95, ppmi 0.98 and 0.98.
@pytest.mark.parametrize(
    ("space", "lowest"), [("glove", (0.87, 0.95)), ("skipgram", (0.94, 0.92)), ("ppmi", (0.95, 0.95))]
)
def test_a_word_merged_with_another_is_itself_where_the_other_is_not(space: str, lowest: tuple[float, float]) -> None:
    found = pseudoword_drift("banana", "door", space, 2)
    assert (found.word, found.space, found.names) == ("banana+door", space, ("banana", "door"))
    np.testing.assert_array_equal(found.proportions, np.eye(2))  # column 0 is banana
    trained = load_space(space)
    for word, sense, least in zip(found.names, found.senses, lowest, strict=True):
        assert cosine(sense, trained.vector(word)) > least
        other = "door" if word == "banana" else "banana"
        assert cosine(sense, trained.vector(other)) < 0.5


def test_both_words_may_be_named_in_either_order() -> None:
    one, other = pseudoword_drift("banana", "door", "glove", 5), pseudoword_drift("door", "banana", "glove", 5)
    assert other.names == one.names[::-1]
    np.testing.assert_allclose(other.vectors[::-1], one.vectors, atol=1e-4)
    np.testing.assert_allclose(other.coefficients[::-1, ::-1], one.coefficients, atol=1e-4)


def test_a_merged_word_is_as_frequent_as_both_together() -> None:
    for kind in COUNTS.values():
        counts = load_counts(kind)
        material = pseudoword(counts, "banana", "door")
        assert material.total == pytest.approx(counts.row("banana").total + counts.row("door").total)
        whole = material.mixed(np.array([row.total for row in material.rows]) / material.total)
        added = mix(material.rows, [row.total for row in material.rows])
        np.testing.assert_allclose(whole.counts, added.counts, rtol=1e-5)


def test_a_word_is_not_merged_with_itself_nor_with_one_that_has_no_counts() -> None:
    with pytest.raises(ValueError, match="two different words"):
        pseudoword_drift("banana", "banana", "glove")
    for a, b in (("banana", "qwertyuiop"), ("qwertyuiop", "banana"), ("the", "banana")):
        with pytest.raises(UnknownWord):
            pseudoword_drift(a, b, "glove")


def test_each_frame_of_negative_sampling_begins_where_the_last_one_ended() -> None:
    starts: list[Floats | None] = []

    def remember(row: CountRow, start: Floats | None) -> Floats:
        starts.append(start)
        return row.counts.astype(np.float64)

    solve: Callable[[CountRow, Floats | None], Floats] = remember
    contexts, _, rows = world()
    vectors = solve_along(solve, Material("word", ("a", "b"), rows, 10.0), path(2, 4))
    assert starts[0] is None
    np.testing.assert_array_equal(np.array(starts[1:]), vectors[:-1])
    # The corners are found by their proportions, wherever on the way they lie.
    turned = Material("word", ("b", "a"), rows[::-1], 10.0)
    found = assemble(bench_of(contexts), turned, path(2, 4)[::-1], vectors)
    np.testing.assert_array_equal(found.senses, vectors[[-1, 0]])
