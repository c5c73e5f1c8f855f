"""A typed sentence finds its word, what was added stays apart, and typed senses are read or say what is missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.context.occurrence import occurrence
from core.context.reading import Window, labelled, likely_target, read_senses
from core.context.weights import SCHEMES, ContextModel, make_model
from core.spaces.space import Space
from core.text import tokenise
from tests.test_context.test_figures import attention

WORDS = ("the", "money", "river", "water", "loan", "tree", "fish", "car", "bank", "zoo")


@pytest.fixture(scope="module")
def model() -> ContextModel:
    vectors = np.random.default_rng(8).normal(size=(len(WORDS), 5)).astype(np.float32)
    return make_model(Space("toy", WORDS, vectors), np.arange(10.0, 0, -1), 100.0, attention())


def test_each_word_has_a_name_of_its_own() -> None:
    assert labelled(["the", "bank", "the", "the"]) == ["the", "bank", "the~2", "the~3"]
    assert labelled([]) == []


def test_a_sentence_is_about_its_ambiguous_word_or_its_rarest() -> None:
    ranks = {"the": 0, "river": 5, "zebra": 900}
    assert likely_target(["the", "bank", "bat", "zebra"], {"bat", "bank"}, ranks) == 1
    assert likely_target(["the", "zebra", "river", "qqxxzz"], (), ranks) == 1
    assert likely_target(["qqxxzz", "zz"], (), ranks) == 0
    assert likely_target([], {"bank"}, ranks) is None


def test_what_is_added_stands_around_a_sentence_and_comes_off_again() -> None:
    window = Window(("money", "in", "bank"), range(3), 2, (1,))
    wide = window.between(("rain", "fell"), ("water",))
    assert wide.tokens == ("rain", "fell", "money", "in", "bank", "water")
    assert (wide.word, wide.target, wide.struck, [*wide.own]) == ("bank", 4, (3,), [2, 3, 4])
    assert wide.alone == window
    assert Window((), range(0), None).between(("rain",), ()).word == ""


def test_senses_are_read_name_by_name_and_cut_to_four(model: ContextModel) -> None:
    typed = "a: money, bank, qqxxzz; b: river; c: tree; d: fish; e: car; \ud800f\x00"
    entry, found = read_senses("bank", typed, model.space)
    assert entry is not None
    assert entry.names == ("a", "b", "c", "d")
    assert entry.senses[0].cues == ("money",), "neither the word itself nor a stranger"
    assert any("first 4" in notice for notice in found)
    assert any("qqxxzz" in notice for notice in found)


def test_senses_that_are_none_say_what_is_missing(model: ContextModel) -> None:
    for typed, *wanted in (
        ("money", "needs words after a colon"),
        ("money: loan", "Two senses at least"),
        ("money: qqxxzz; river: water", "does not hold", "Two senses"),
        ("a: water; a: loan", "Two senses at least", "same name"),
        (";;:;", "Two senses at least"),
        ("bank: bank; river: bank", "needs words after a colon"),
    ):
        entry, found = read_senses("bank", typed, model.space)
        assert entry is None
        for part in wanted:
            assert any(part in notice for notice in found), typed
    _, found = read_senses("bank", "money: loan; river: qqxxzz", model.space)
    assert not any("needs words after a colon" in notice for notice in found), "it has words, only none that is known"


def test_what_cannot_be_weighed_is_said_in_a_plain_sentence(model: ContextModel) -> None:
    def notices(text: str, target: int | None = 0) -> str:
        tokens = tuple(tokenise(text))
        return " ".join(occurrence(model, 3, Window(tokens, range(len(tokens)), target)).notices)

    assert notices("", None) == "There is no word in sentence 3. Type some letters."
    assert notices("bank").startswith("Sentence 3 is one word alone")
    assert "nothing to weigh" not in notices("bank")
    assert notices("bank xqzj").startswith("No word that we know is left beside “bank” in sentence 3")
    assert notices("bank by bank the").startswith("“bank” stands 2 times in sentence 3")
    assert "Left out, not in toy: “by”." in notices("bank by bank the")
    assert "“xqzj” is not in toy" in notices("xqzj the money")
    assert notices("bank the money") == ""
    able = replace(model, oov_vector=lambda word: np.ones(5, dtype=np.float32) / np.float32(5**0.5))
    window = Window(("bank", "xqzj", "the"), range(3), 0)
    assert occurrence(able, 1, window).notices == ["Guessed from n-grams, not in toy: “xqzj”."]


def test_a_sentence_is_weighed_under_every_scheme_with_and_without_what_was_added(model: ContextModel) -> None:
    window = Window(("money", "the", "bank"), range(3), 2, (1,)).between((), ("river", "water"))
    found = occurrence(model, 1, window, temperature=2)
    assert list(found.contexts) == list(found.before) == list(SCHEMES)
    for scheme in SCHEMES:
        wanted = model.weigh(window.tokens, 2, scheme, temperature=2, struck=(1,)).weights
        np.testing.assert_array_equal(found.contexts[scheme].weights, wanted)
        np.testing.assert_array_equal(found.before[scheme].weights, [1, 0, 0])
    assert not occurrence(model, 1, window.alone).before
    lonely = Window(("bank",), range(1), 0).between((), ("river",))
    assert occurrence(model, 1, lonely).contexts
    assert not occurrence(model, 1, lonely).before, "one word, which only what was added gives neighbours"
