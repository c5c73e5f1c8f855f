"""What is shown of the learned weights is in them, and the scoreboard holds what was measured."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.context.probe import FARTHEST, FREQUENT, nearest_columns, nearness_curve, probe
from core.context.scores import F1, SET, SYSTEMS, VERSIONS, Interval, mean_scores, measured, scores_by_word, title_of
from core.context.weights import SCHEMES, ContextModel, load_model
from core.evidence.results import Measurement, Results


@pytest.fixture(scope="module")
def real() -> ContextModel:
    return load_model()


def test_the_extremes_are_those_of_the_weights(real: ContextModel) -> None:
    found, learned = probe(real, n_words=5, n_pairs=6), real.attention
    assert learned is not None
    salience = dict(zip(real.space.words[:FREQUENT], learned.salience[:FREQUENT], strict=True))
    assert list(found.low) == sorted(salience, key=salience.__getitem__)[:5]
    assert list(found.high) == sorted(salience, key=salience.__getitem__, reverse=True)[:5]
    assert len({target for target, _ in found.pairs}) == 6
    rows = real.whitened.vector
    scores = [learned.compatibility(rows(a), rows(b)[None])[0] for a, b in found.pairs]
    assert scores == sorted(scores, reverse=True)
    target = found.pairs[0][0]
    every = learned.compatibility(rows(target), real.whitened.vectors[:FREQUENT])
    every[real.space.index[target]] = -np.inf
    assert found.pairs[0][1] == real.space.words[int(every.argmax())]
    with pytest.raises(ValueError, match="no learned weights"):
        probe(replace(real, attention=None))


def test_nearness_runs_on_both_sides_with_the_nearest_at_nought(real: ContextModel) -> None:
    learned = real.attention
    assert learned is not None
    offsets, counts = nearness_curve(learned)
    assert offsets.tolist() == [*range(-FARTHEST, 0), *range(1, FARTHEST + 1)]
    for i in (0, 57, 59, 60, 61, 119):
        wanted = learned.nearness(offsets[i : i + 1])[0] - learned.distance.max()
        assert counts[i] == pytest.approx(float(wanted), abs=1e-6)
    assert counts.max() == pytest.approx(0, abs=1e-6)


def test_the_nearest_words_leave_out_the_word_itself(real: ContextModel) -> None:
    tokens = ("money", "in", "the", "bank")
    contexts = {scheme: real.weigh(tokens, 3, scheme) for scheme in SCHEMES}
    found = nearest_columns(real, contexts, 4)
    assert list(found.neighbours) == ["word", *SCHEMES]
    for name, near in found.neighbours.items():
        vector = real.row("bank") if name == "word" else contexts[name].vector
        assert near == real.whitened.neighbours(vector, 4, exclude=["bank"])
    strange = real.weigh(("money", "qqxxzz"), 1, "learned")
    assert nearest_columns(real, {"learned": strange}).neighbours["word"] is None


def results() -> Results:
    rows = [Measurement("published", "BERT", f"{SET}, alone", "accuracy", 0.77, 9, 1.0)]
    for number, version in enumerate(VERSIONS):
        for i, system in enumerate(SYSTEMS):
            value = 0.9 - i / 20 - number / 10
            for end, apart in (("", 0.0), (", 95 % from", -0.02), (", 95 % to", 0.03)):
                rows.append(Measurement("context", system, f"{SET}, {version}", F1 + end, value + apart, 9, 1.0))
            for word, less in (("apple", 0.0), ("bank", 0.01)):
                rows.append(Measurement("context", system, f"{SET}: {word}, {version}", F1, value - less, 9, 1.0))
    return Results(tuple(rows), ())


def test_scores_are_found_by_system_amount_and_word() -> None:
    found = mean_scores(results())
    assert list(found) == list(SYSTEMS)
    assert found["uniform"][1] == pytest.approx(Interval(0.8, 0.78, 0.83))
    words = scores_by_word(results())
    assert list(words) == list(SCHEMES)
    assert words["sif"] == pytest.approx({"apple": 0.85, "bank": 0.84})
    assert measured(results())[-1].space == "BERT"
    assert title_of("learned, Q = K = 0") == "Learned, Q = K = 0"
    assert [title_of(scheme) for scheme in SCHEMES] == ["Uniform", "SIF", "Dot product", "Learned"]


def test_a_system_that_was_measured_in_part_is_left_out() -> None:
    gone = f"{SET}, three sentences added"
    rows = [m for m in results().measurements if not (m.space == "dot" and m.set == gone and m.metric.endswith("to"))]
    assert set(SYSTEMS) - set(mean_scores(Results(tuple(rows), ()))) == {"dot"}
    assert mean_scores(Results((), ())) == {}
