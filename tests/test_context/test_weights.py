"""The words around a word are weighed as each scheme says, whatever the sentence, and the verdict follows from it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from core.context.attention import N_DISTANCES, Attention, distance_bin
from core.context.disambiguation import disambiguate
from core.context.weights import (
    COMMON,
    SCHEMES,
    SIF,
    ContextModel,
    load_model,
    lowered,
    make_model,
    occurrences,
    softmax,
    weigh,
)
from core.context.whitening import whiten
from core.counts.senses import load_senses
from core.errors import NoContext
from core.spaces.space import Space, Vectors
from core.text import tokenise

WORDS = ("the", "of", "money", "bank", "river", "loan", "water", "i'm", "mud", "café")
COUNTS = np.array([500.0, 300, 40, 20, 30, 10, 25, 60, 5, 8])
TOTAL = 1_000.0
# "lent" and "?" are in no space; "the" stands twice and the target twice.
LINE = ("the", "bank", "lent", "money", "the", "?", "river", "bank", "mud")
KNOWN = {0: -1, 3: 1, 4: 2, 6: 3, 8: 4}  # place and offset of what has a say, "bank" at 1 being the target
D, R = 4, 2
STORY = tuple(tokenise("I deposited money at the bank yesterday."))
BOTH = tuple(tokenise("The bank of the river lent money for loans and fishing boats near old willows."))
BANKS = "We sat on the bank.", "The bank lent money."
LINES: tuple[tuple[tuple[str, ...], int], ...] = (
    (STORY, 5),
    (BOTH, 1),
    (("qqxxzz", "bat", "flew", "zzyyxx", "bat", "cave", "bat", "dusk"), 4),
    (("money", "bank"), 1),
    (("qqxxzz", "river", "mud"), 0),
)


def attention(seed: int = 1) -> Attention:
    random = np.random.default_rng(seed)
    return Attention(
        random.normal(size=(R, D)).astype(np.float32),
        random.normal(size=(R, D)).astype(np.float32),
        random.normal(size=len(WORDS)).astype(np.float32),
        random.normal(size=(2, N_DISTANCES)).astype(np.float32),
        np.zeros((1, 2), dtype=np.float32),
    )


@pytest.fixture(scope="module")
def toy() -> ContextModel:
    vectors = np.random.default_rng(5).normal(size=(len(WORDS), D)).astype(np.float32)
    return make_model(Space("toy", WORDS, vectors), COUNTS, TOTAL, attention())


@pytest.fixture(scope="module")
def real() -> ContextModel:
    return load_model()


def by_formula(model: ContextModel, scheme: str, *, distance: bool = True) -> npt.NDArray[np.float64]:
    """The weights of LINE for the bank at 1, word by word."""
    raw, whitened = model.space.vectors.astype(float), model.whitened.vectors.astype(float)
    learned = model.attention
    assert learned is not None
    bank, weights = WORDS.index("bank"), np.zeros(len(LINE))
    for place, offset in KNOWN.items():
        row = WORDS.index(LINE[place])
        if scheme == "uniform":
            weights[place] = 1
        elif scheme == "sif":
            weights[place] = SIF / (SIF + COUNTS[row] / TOTAL)
        elif scheme == "dot":
            weights[place] = np.exp(sum(raw[bank, j] * raw[row, j] for j in range(D)))
        else:
            score = (learned.query @ whitened[bank]) @ (learned.key @ whitened[row]) / R**0.5 + learned.salience[row]
            if distance:
                score += learned.distance[int(offset > 0), distance_bin(np.array([offset]))[0]]
            weights[place] = np.exp(score)
    return weights / weights.sum()


# A sentence by hand


def test_each_scheme_weighs_as_its_formula_says(toy: ContextModel) -> None:
    for scheme in SCHEMES:
        found, wanted = toy.weigh(LINE, 1, scheme), by_formula(toy, scheme)
        np.testing.assert_allclose(found.weights, wanted, rtol=1e-5)
        assert found.counted.tolist() == list(KNOWN)
        whitened = whiten(toy.space.vectors, COUNTS)
        rows = [WORDS.index(LINE[place]) for place in KNOWN]
        np.testing.assert_allclose(found.vector, wanted[list(KNOWN)] @ whitened[rows], atol=1e-6)
        np.testing.assert_allclose(found.contexts, whitened[rows], atol=1e-6)
        np.testing.assert_allclose(found.word, whitened[WORDS.index("bank")], atol=1e-6)
        assert (found.tokens, found.target, found.scheme, found.oov) == (LINE, 1, scheme, ())
        if scheme == "learned":
            blind = toy.weigh(LINE, 1, scheme, distance=False).weights
            np.testing.assert_allclose(blind, by_formula(toy, scheme, distance=False), rtol=1e-5)
            assert not np.allclose(blind, found.weights)
        else:
            np.testing.assert_array_equal(toy.weigh(LINE, 1, scheme, distance=False).weights, found.weights)


def test_the_four_schemes_are_these_and_differ(toy: ContextModel) -> None:
    assert SCHEMES == ("uniform", "sif", "dot", "learned")
    assert toy.schemes == SCHEMES
    assert replace(toy, attention=None).schemes == SCHEMES[:3]
    every = [toy.weigh(LINE, 1, scheme).weights for scheme in SCHEMES]
    assert all(not np.allclose(every[i], every[j]) for i in range(4) for j in range(i))


def test_a_struck_word_has_no_say_and_puts_no_two_words_nearer(toy: ContextModel) -> None:
    whole = toy.weigh(LINE, 1, "learned")
    found = toy.weigh(LINE, 1, "learned", struck=(3, 1, 2))
    assert found.counted.tolist() == [0, 4, 6, 8]
    assert found.weights[3] == 0
    np.testing.assert_allclose(found.scores[[0, 4, 6, 8]], whole.scores[[0, 4, 6, 8]])
    left = whole.weights.copy()
    left[3] = 0
    np.testing.assert_allclose(found.weights, left / left.sum())


def test_a_word_made_from_n_grams_counts_as_one_that_is_never_seen(toy: ContextModel) -> None:
    guess = np.array([0.5, -0.5, 0.5, 0.5], dtype=np.float32)

    def oov_vector(word: str) -> Vectors | None:
        return guess if word in ("lent", "bank") else None

    able = replace(toy, oov_vector=oov_vector)
    for scheme in SCHEMES:
        found = able.weigh(LINE, 1, scheme)
        assert found.oov == (2,), "neither the target nor what cannot be spelled"
        assert found.counted.tolist() == [0, 2, 3, 4, 6, 8]
        np.testing.assert_array_equal(found.contexts[1], guess)
        np.testing.assert_allclose(found.vector, found.weights[found.counted] @ found.contexts, atol=1e-6)
    assert able.weigh(LINE, 1, "sif").scores[2] == 0
    assert able.weigh(LINE, 1, "dot").scores[2] == 0
    learned = toy.attention
    assert learned is not None
    score = (
        learned.oov_salience
        + learned.compatibility(toy.whitened.vector("bank"), guess[None])[0]
        + learned.distance[1, 0]
    )
    assert able.weigh(LINE, 1, "learned").scores[2] == pytest.approx(float(score), abs=1e-5)
    # "money" now stands two words off.
    nearer, farther = (one.weigh(LINE, 1, "learned").scores[3] for one in (toy, able))
    assert farther - nearer == pytest.approx(float(learned.distance[1, 1] - learned.distance[1, 0]), abs=1e-5)
    assert able.weigh(LINE, 1, "uniform", struck=(2,)).oov == ()


def test_a_target_that_the_space_does_not_hold_is_weighed_without_asking_for_it(toy: ContextModel) -> None:
    line = ("lent", "money", "the")
    learned = toy.attention
    assert learned is not None
    found = toy.weigh(line, 0, "learned")
    rows = [WORDS.index(word) for word in line[1:]]
    np.testing.assert_allclose(found.scores[1:], learned.salience[rows] + learned.distance[1, :2], atol=1e-6)
    assert not found.word.any()
    np.testing.assert_allclose(toy.weigh(line, 0, "dot").weights, [0, 0.5, 0.5])


# What holds for any sentence


def test_weights_are_shares_and_the_target_and_strangers_have_none(real: ContextModel) -> None:
    for (tokens, target), scheme in product(LINES, SCHEMES):
        known = real.space
        found = weigh(tokens, target, scheme)
        assert (found.weights >= 0).all()
        assert found.weights.sum() == pytest.approx(1, abs=1e-12)
        silent = [i for i, token in enumerate(tokens) if token == tokens[target] or token not in known]
        assert target in silent
        assert not found.weights[silent].any()
        assert np.isnan(found.scores[silent]).all()
        others = [i for i in range(len(tokens)) if i not in silent]
        assert found.counted.tolist() == others
        assert (found.weights[others] > 0).all()
        np.testing.assert_allclose(found.vector, found.weights[others] @ found.contexts, atol=1e-6)


def test_a_cold_softmax_takes_the_best_and_a_hot_one_takes_all_alike() -> None:
    for scheme in SCHEMES:
        found = weigh(STORY, 5, scheme)
        n = len(found.counted)
        hot = weigh(STORY, 5, scheme, temperature=np.inf)
        np.testing.assert_array_equal(hot.weights[hot.counted], np.full(n, 1 / n))
        cold = weigh(STORY, 5, scheme, temperature=1e-6)
        if scheme == "uniform":
            np.testing.assert_array_equal(cold.weights, found.weights)
            np.testing.assert_array_equal(weigh(STORY, 5, scheme, temperature=3).weights, found.weights)
        else:
            wanted = np.zeros(len(STORY))
            wanted[np.nanargmax(found.scores)] = 1
            np.testing.assert_allclose(cold.weights, wanted, atol=1e-9)
            warm = weigh(STORY, 5, scheme, temperature=2)
            np.testing.assert_allclose(warm.scores, found.scores)
            parts = np.exp(found.scores[found.counted] / 2)
            np.testing.assert_allclose(warm.weights[warm.counted], parts / parts.sum())
            assert found.entropy < warm.entropy < hot.entropy


def test_the_order_of_words_matters_for_learned_weights_only_and_only_by_distance(real: ContextModel) -> None:
    for scheme in SCHEMES:
        order = np.random.default_rng(0).permutation(len(STORY))
        shuffled, place = [STORY[i] for i in order], int(np.flatnonzero(order == 5)[0])
        assert order.tolist() != list(range(len(STORY)))
        for distance in (True, False):
            found = real.weigh(STORY, 5, scheme, distance=distance).weights[order]
            moved = real.weigh(shuffled, place, scheme, distance=distance).weights
            same = np.allclose(found, moved, atol=1e-6)
            assert same == (scheme != "learned" or not distance)


def test_two_targets_of_one_sentence_ask_for_different_words(real: ContextModel) -> None:
    blind_to_it = real.attention
    assert blind_to_it is not None
    zeroed = replace(real, attention=replace(blind_to_it, query=np.zeros_like(blind_to_it.query)))

    def shares(model: ContextModel) -> list[npt.NDArray[np.float64]]:
        common = [i for i in range(len(BOTH)) if i not in (1, 4)]
        every = [model.weigh(BOTH, place, "learned", distance=False).weights[common] for place in (1, 4)]
        return [weights / weights.sum() for weights in every]

    bank, river = shares(real)
    assert np.abs(bank - river).sum() > 0.02
    np.testing.assert_allclose(*shares(zeroed), atol=1e-9)


def test_capitals_and_curly_apostrophes_are_read_as_typed_small(toy: ContextModel) -> None:
    for scheme in SCHEMES:
        plain = toy.weigh(("i'm", "bank", "money", "café", "the"), 1, scheme)
        assert plain.counted.tolist() == [0, 2, 3, 4]
        typed = toy.weigh(("I’m", "BANK", "Money", "CAFE\u0301", "The"), 1, scheme)
        assert typed.tokens == plain.tokens
        np.testing.assert_array_equal(typed.weights, plain.weights)
        assert not weigh(("Bank", "money", "BANK"), 0, scheme).weights[2], "its other occurrences, however written"
    assert lowered(["It", "ISN’T"]) == ("it", "isn't")
    assert lowered(["It", "E\u0301T\u0301\x00"]) == ("it", "ét\u0301")
    assert lowered([]) == ()


# What cannot be weighed


def test_a_word_with_nothing_around_it_is_named_in_short(toy: ContextModel) -> None:
    for tokens, target, struck in (
        (("bank",), 0, ()),
        (("bank", "qqxxzz", "zzyyxx"), 0, ()),
        (("bank", "bank", "BANK"), 1, ()),
        (("qqxxzz",), 0, ()),
        (("money", "bank", "river"), 1, (0, 2)),
    ):
        for scheme in SCHEMES:
            with pytest.raises(NoContext, match=tokens[target].lower()) as caught:
                toy.weigh(tokens, target, scheme, struck=struck)
            assert caught.value.word == tokens[target].lower()
    with pytest.raises(NoContext) as caught:
        toy.weigh(("x" * 5_000,), 0, "uniform")
    assert len(str(caught.value)) < 150
    assert caught.value.word == "x" * 5_000


def test_arguments_out_of_range_are_refused(toy: ContextModel) -> None:
    for scheme in ("", "Uniform", "hand", "bert"):
        with pytest.raises(ValueError, match="no scheme"):
            toy.weigh(LINE, 1, scheme)
    for temperature in (0.0, -1.0, float("nan"), -np.inf):
        with pytest.raises(ValueError, match="temperature"):
            toy.weigh(LINE, 1, "dot", temperature=temperature)
    for target in (-1, len(LINE), 10**6):
        with pytest.raises(ValueError, match="target"):
            toy.weigh(LINE, target, "dot")
    with pytest.raises(ValueError, match="target"):
        toy.weigh((), 0, "uniform")
    with pytest.raises(ValueError, match="no scheme"):
        replace(toy, attention=None).weigh(LINE, 1, "learned")


def test_learned_weights_serve_the_space_that_they_were_trained_in_only() -> None:
    assert weigh(STORY, 5, "sif", space="glove").weights.sum() == pytest.approx(1)
    with pytest.raises(ValueError, match="learned"):
        weigh(STORY, 5, "learned", space="glove")
    with pytest.raises(ValueError, match="nowhere"):
        weigh(STORY, 5, "uniform", space="nowhere")


# By hand


def test_weights_by_hand_are_scaled_and_words_without_a_say_do_not_count(toy: ContextModel) -> None:
    given = [2, 99, 50, 1, 0, 7, 3, 10, 2]
    found = toy.by_hand(LINE, 1, given)
    np.testing.assert_allclose(found.weights, [0.25, 0, 0, 0.125, 0, 0, 0.375, 0, 0.25])
    assert found.scheme == "hand"
    rows = [WORDS.index(word) for word in ("the", "money", "river", "mud")]
    np.testing.assert_allclose(
        found.vector, np.array([0.25, 0.125, 0.375, 0.25]) @ toy.whitened.vectors[rows].astype(float), atol=1e-6
    )
    learned = toy.weigh(LINE, 1, "learned")
    np.testing.assert_allclose(toy.by_hand(LINE, 1, 100 * learned.weights).vector, learned.vector, atol=1e-6)


def test_weights_by_hand_that_are_none_or_leave_nothing_are_refused(toy: ContextModel) -> None:
    refused: tuple[npt.ArrayLike, ...] = (
        [1] * 8,
        [1] * 10,
        [-1] + [1] * 8,
        [np.nan] + [1] * 8,
        [np.inf] + [1] * 8,
        [[1] * 9],
        1,
    )
    for given in refused:
        with pytest.raises(ValueError, match="9 weights of at least 0"):
            toy.by_hand(LINE, 1, given)
    for given in ([0] * 9, [0, 5, 5, 0, 0, 5, 0, 5, 0]):
        with pytest.raises(NoContext, match="bank"):
            toy.by_hand(LINE, 1, given)


# The vector, and how far the weights are spread


def test_the_one_vector_is_the_same_in_every_sentence(real: ContextModel) -> None:
    found = real.weigh(STORY, 5, "learned")
    np.testing.assert_array_equal(found.word, real.row("bank"))
    np.testing.assert_array_equal(found.word, real.weigh(("bank", "river"), 0, "sif").word)
    assert not real.row("qqxxzz").any()


def test_what_each_word_makes_of_the_length_sums_to_one(toy: ContextModel) -> None:
    found = toy.weigh(LINE, 1, "learned")
    assert found.parts.sum() == pytest.approx(1)
    mud = found.weights[8] * (toy.whitened.vector("mud") @ found.vector) / (found.vector @ found.vector)
    assert found.parts[8] == pytest.approx(mud)
    assert found.relative.max() == 1
    np.testing.assert_allclose(found.relative * found.weights.max(), found.weights)


def test_a_word_is_common_from_a_thousandth_of_the_text_on(toy: ContextModel) -> None:
    assert toy.weigh(LINE, 1, "learned").common == (0, 3, 4, 6, 8), "all of this small text's"
    rare = replace(toy, shares=np.where(np.isin(WORDS, ["the", "mud"]), [1e-3, *[0.0] * 7, 1e-3, 0.0], 9e-4))
    for found in (rare.weigh(LINE, 1, "uniform"), rare.by_hand(LINE, 1, [1] * 9)):
        assert found.common == (0, 4, 8)
    assert COMMON == 1e-3


def test_a_sentence_weighed_again_by_some_of_its_words_keeps_scheme_temperature_and_strikes(toy: ContextModel) -> None:
    whole = toy.weigh(LINE, 1, "learned", temperature=3, struck=(6,))
    assert whole.nearest(1) == [0, 3]
    assert whole.nearest(2) == [0, 3, 4]
    right = toy.restricted(whole, range(1, 9))
    assert right is not None
    assert (right.counted.tolist(), right.temperature, right.scheme) == ([3, 4, 8], 3, "learned")
    np.testing.assert_allclose(right.weights[[3, 4, 8]], whole.weights[[3, 4, 8]] / whole.weights[[3, 4, 8]].sum())
    assert toy.restricted(whole, [1, 2, 6]) is None


def test_entropy_counts_the_words_that_have_a_say_alike(toy: ContextModel) -> None:
    assert toy.weigh(LINE, 1, "uniform").entropy == pytest.approx(np.log2(5))
    one = toy.weigh(("bank", "river"), 0, "learned").entropy
    assert one == 0
    assert str(one) == "0.0", "not minus zero"
    assert toy.by_hand(LINE, 1, [1, 0, 0, 1, 0, 0, 2, 0, 0]).entropy == pytest.approx(1.5)


def test_softmax_does_not_overflow() -> None:
    np.testing.assert_allclose(softmax(np.array([1e5, 1e5, -1e5])), [0.5, 0.5, 0])
    np.testing.assert_allclose(softmax(np.array([0.0, np.log(3)])), [0.25, 0.75])
    np.testing.assert_allclose(softmax(np.array([0.0, np.log(9)]), 2), [0.25, 0.75])


def test_words_that_our_corpus_has_not_count_half_of_its_rarest() -> None:
    found = occurrences(("b", "z", "a"), ("a", "b", "c"), np.array([100, 40, 6]))
    assert found.tolist() == [40, 3, 100]


def test_common_words_weigh_less_than_in_a_plain_mean(real: ContextModel) -> None:
    plain = real.weigh(STORY, 5, "uniform").weights
    common = [i for i, word in enumerate(STORY) if word in ("i", "at", "the")]
    assert plain[common].sum() > 0.3
    for scheme in ("sif", "learned"):
        found = real.weigh(STORY, 5, scheme).weights
        assert found[common].sum() < 0.5 * plain[common].sum(), scheme
        assert STORY[int(found.argmax())] not in ("i", "at", "the")


# The file that ships, on sentences that people made


def test_the_space_that_ships_tells_the_two_banks_apart(real: ContextModel) -> None:
    entry = load_senses()["bank"]
    for text, sense in (("we sat on the bank of the river", "river"), (" ".join(STORY), "finance")):
        tokens = text.split()
        found = disambiguate(real, real.weigh(tokens, tokens.index("bank"), "learned"), entry)
        assert entry.names[found.best] == sense
    first, second = (real.weigh(tokenise(text), tokenise(text).index("bank"), "learned").vector for text in BANKS)
    wanted = first @ second / (np.linalg.norm(first) * np.linalg.norm(second))
    assert real.cosine_in(*BANKS, "bank") == pytest.approx(wanted)
