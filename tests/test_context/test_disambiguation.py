"""The nearest sense is told where it leads by enough, and each word's part in that is what is lost without it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from core.context.disambiguation import decide, leanings, leave_one_out
from core.context.weights import SCHEMES, ContextModel, load_model
from core.counts.senses import load_senses
from core.text import tokenise

STORY = tuple(tokenise("I deposited money at the bank yesterday."))
BOTH = tuple(tokenise("The bank of the river lent money for loans and fishing boats near old willows."))


@pytest.fixture(scope="module")
def real() -> ContextModel:
    return load_model()


AXES = np.eye(3)


def test_the_nearest_sense_is_told_when_it_leads_by_enough() -> None:
    found = decide([3, 4, 0], AXES)
    np.testing.assert_allclose(found.cosines, [0.6, 0.8, 0])
    assert (found.best, found.sense) == (1, 1)
    assert found.margin == pytest.approx(0.2)
    assert decide([30, 40, 0], AXES).margin == pytest.approx(0.2), "its length does not matter"
    assert decide([3, 4, 0], AXES, 0.19).sense == 1
    unclear = decide([3, 4, 0], AXES, 0.21)
    assert unclear.sense is None
    assert unclear.best == 1
    assert unclear.ranking == [1, 0, 2]
    exact = decide([1, 0, 0], AXES, 1.0)
    assert exact.sense == 0, "as much as the threshold is enough"


def test_nothing_is_told_where_nothing_leads() -> None:
    for vector in ([1, 1, 0], [0, 0, 0], [-1, -1, -1]):
        found = decide(vector, AXES)
        assert found.sense is None
        assert found.margin == 0
        assert np.isfinite(found.cosines).all()
    silent = decide([1, 2, 0], [[1, 0, 0], [0, 0, 0]])
    assert silent.sense == 0, "a sense of which nothing is known has no cosine"
    assert silent.cosines[1] == 0


def test_one_sense_is_no_choice() -> None:
    for n in (0, 1):
        with pytest.raises(ValueError, match=f"between {n} senses"):
            decide([1, 0, 0], AXES[:n].reshape(n, 3))


def test_the_lead_without_a_word_is_that_of_weighing_without_it(real: ContextModel) -> None:
    directions = real.anchors(load_senses()["bank"])
    for scheme, tokens in product(SCHEMES, (STORY, BOTH)):
        whole = real.weigh(tokens, tokens.index("bank"), scheme, temperature=1.5)
        verdict, left = decide(whole.vector, directions), leave_one_out(whole, directions)
        assert (left.sense, left.lead) == (verdict.best, verdict.margin)
        wanted = []
        for place in whole.counted.tolist():
            rest = real.weigh(tokens, whole.target, scheme, temperature=1.5, struck=(place,))
            cosines = decide(rest.vector, directions).cosines
            wanted.append(cosines[left.sense] - np.delete(cosines, left.sense).max())
        np.testing.assert_allclose(left.leads, wanted, atol=1e-4)
        assert np.ptp(wanted) > 1e-3
    directions = real.anchors(load_senses()["bank"])
    found = real.weigh(("money", "bank"), 1, "learned")
    assert leave_one_out(found, directions).leads.tolist() == [0]


def test_the_words_that_matter_most_are_listed_from_what_takes_to_what_gives(real: ContextModel) -> None:
    left = leave_one_out(real.weigh(STORY, 5, "learned"), real.anchors(load_senses()["bank"]))
    made = replace(left, lead=0.4, leads=np.array([0.30, -0.10, 0.55, 0.41, 0.4]))
    np.testing.assert_allclose(made.gains, [0.10, 0.50, -0.15, -0.01, 0])
    assert made.strongest(3).tolist() == [2, 0, 1]
    assert made.strongest(9).tolist() == [2, 3, 4, 0, 1]


def test_a_word_leans_to_the_sense_that_it_is_nearest_to_itself(real: ContextModel) -> None:
    context, directions = real.weigh(STORY, 5, "uniform"), real.anchors(load_senses()["bank"])
    found = leanings(context, directions)
    assert len(found) == len(context.counted)
    for (sense, lead), place in zip(found, context.counted, strict=True):
        wanted = decide(real.row(STORY[place]), directions)
        assert sense == wanted.best
        assert lead == pytest.approx(wanted.margin, abs=1e-6)
