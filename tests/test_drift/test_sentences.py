"""What the drift page says is made from the numbers shown: another input, another sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.counts.senses import Labels, Score
from core.drift import sentences
from core.drift.laws import PUBLISHED, Floats
from core.drift.material import FEWEST
from core.drift.nearby import Around, Curves, Nearby
from core.drift.path import Drift
from core.drift.pulls import Pulls, Split, Tellers, WindowWord
from core.drift.scene import Scene
from core.text import whole_percents

NAMES = ("finance", "river", "snow")


def numbers(sentence: str) -> list[float]:
    """Return the numbers of a sentence; a minus may be typed or a sign."""
    plain = sentence.replace("− ", "-").replace("−", "-").replace(",", "")
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", plain)]


def turned(degrees: Sequence[float]) -> Floats:
    """Return unit vectors turned by angles."""
    angles = np.radians(degrees)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def a_drift(
    shares: Sequence[float] = (0, 0.2, 0.4, 0.6, 0.8, 1),
    coefficients: Sequence[float] | None = None,
    linear: float = 10,
    log: float = 20,
    residual: float = 0.3,
    names: Sequence[str] = NAMES[:2],
) -> Drift:
    """Return a drift of two senses (more get no share); the laws are off by as many degrees everywhere."""
    second = np.array(shares, dtype=float)
    rest = np.zeros((len(second), len(names) - 2))
    found = second if coefficients is None else np.array(coefficients, dtype=float)
    n = len(second)
    return Drift(
        "bank",
        "toy",
        tuple(names),
        np.column_stack([1 - second, second, rest]),
        turned([0] * n),
        np.eye(len(names)),
        turned([linear] * n),
        turned([log] * n),
        np.column_stack([1 - found, found, rest]),
        np.full(n, residual),
        np.column_stack([1 - found, found, rest]),
    )


def a_near(second: Sequence[int], k: int = 10, third: int = 0) -> Nearby:
    """Return nearest words of which so many belong to the second sense at each proportion."""
    belongs = np.repeat([0, 1, 2], [k, k, k])
    ranks = np.zeros((len(second), 3 * k), dtype=np.intp)
    for frame, count in enumerate(second):
        held = [*range(k - count - third), *range(k, k + count), *range(2 * k, 2 * k + third)]
        ranks[frame, held] = np.arange(1, k + 1)
    return Nearby(tuple(f"w{i}" for i in range(3 * k)), ranks, ranks.astype(np.float32), belongs, k)


# The chosen mixture


def test_shares_are_said_in_their_order() -> None:
    assert sentences.shares_said(["a", "b"], [0.25, 0.75]) == "25 % *a* and 75 % *b*"
    assert sentences.shares_said(["a", "b", "c"], [0.2, 0.5, 0.3]) == "20 % *a*, 50 % *b* and 30 % *c*"


def test_whole_percentages_sum_to_a_hundred() -> None:
    for shares, whole in (
        ([1 / 3, 1 / 3, 1 / 3], [34, 33, 33]),
        ([0.125, 0.375, 0.5], [13, 37, 50]),
        ([1 - 1e-9, 1e-9], [100, 0]),
        ([0.29, 0.71], [29, 71]),  # 100 · 0.29 is a little less than 29
    ):
        found = whole_percents(shares)
        assert sorted(found) == sorted(whole)
        np.testing.assert_allclose(found, 100 * np.array(shares), atol=1)
    assert sentences.shares_listed(["a", "b"], [0.29, 0.71]) == "a 29 %, b 71 %"


def test_the_mixture_is_told_with_its_coefficients() -> None:
    assert numbers(sentences.about_spot(a_drift([0.4], [0.62], residual=0.6)))[:2] == [0.38, 0.62]
    assert 0.8 in numbers(sentences.about_spot(a_drift([0.4], [0.62], residual=0.6))), "cosine to the span, √(1 − 0.6²)"
    other = sentences.about_spot(a_drift([0.1], [0.05], residual=0))
    assert numbers(other)[:2] == [0.95, 0.05]
    assert 1.0 in numbers(other)
    assert "“bank”" in other


def test_the_nearest_words_of_each_sense_are_counted() -> None:
    said = sentences.about_nearest(a_drift([0.4]), a_near([3]))
    assert numbers(said) == [60, 40, 10, 7, 3]
    assert re.findall(r"(\d+) belongs? to \*(\w+)\*", said) == [("7", "finance"), ("3", "river")]
    one = sentences.about_nearest(a_drift([0.1]), a_near([1]))
    assert numbers(one) == [90, 10, 10, 9, 1]
    assert "1 belongs to *river*" in one


def test_a_sense_that_is_there_and_shows_in_no_word_is_named() -> None:
    for count, silent in ((0, "river"), (10, "finance")):
        said = sentences.about_nearest(a_drift([0.4]), a_near([count]))
        assert numbers(said) == [60, 40, 10]
        assert f"none of its 10 nearest words tells of *{silent}*" in said


def test_a_sense_that_is_not_there_is_not_missed() -> None:
    said = sentences.about_nearest(a_drift([0]), a_near([0]))
    assert "none" not in said
    assert numbers(said) == [100, 0, 10, 10]


def test_nearest_words_of_three_senses_are_told_apart() -> None:
    said = sentences.about_nearest(a_drift([0.4], names=NAMES), a_near([3], third=2))
    assert re.findall(r"(\d+) belongs? to \*(\w+)\*", said) == [("5", "finance"), ("3", "river"), ("2", "snow")]
    assert "60 % *finance*, 40 % *river* and 0 % *snow*" in said


def test_a_coefficient_below_nought_is_taken_away_and_nought_has_no_sign() -> None:
    assert sentences.made_of(["a", "b"], [1.2, -0.2]) == "1.20 *a* − 0.20 *b*"
    assert sentences.made_of(["a", "b"], [-0.001, 0.999]) == "0.00 *a* + 1.00 *b*"
    assert "1.20 *finance* − 0.20 *river*" in sentences.about_spot(a_drift([0.1], [-0.2]))


# Where the neighbourhood tips


def test_the_share_at_which_the_neighbourhood_tips_is_told() -> None:
    drift = a_drift()
    said = sentences.about_tipping(drift, 0.8, a_near([0, 0, 3, 5, 8, 10]))
    assert numbers(said) == [80, 20]
    assert "from *finance* to *river*" in said
    assert numbers(sentences.about_tipping(drift, 0.6, a_near([0, 1, 3, 6, 8, 10]))) == [60], "at 0 % it goes unsaid"
    assert numbers(sentences.about_tipping(drift, 0.6, a_near([0, 0, 0, 6, 8, 10]))) == [60, 40]


def test_a_neighbourhood_that_never_tips_is_told_from_one_that_always_has() -> None:
    drift = a_drift()
    always = sentences.about_tipping(drift, None, a_near([6, 7, 8, 9, 10, 10]))
    never = sentences.about_tipping(drift, None, a_near([0, 0, 1, 1, 2, 3]))
    assert "at every share" in always
    assert "do not belong" in never
    assert "*river*" in always
    assert "*river*" in never


def test_three_senses_do_not_tip_and_the_way_is_told() -> None:
    said = sentences.about_tipping(a_drift(names=NAMES), None, a_near([0] * 6))
    assert numbers(said) == []
    assert "*finance*" in said


# Which law holds


def missing(linear: float, log: float, **more: object) -> Drift:
    """Return a drift whose laws are off by such shares of the vector's length, in the plane of the senses."""
    drift = a_drift(residual=0, **more)  # type: ignore[arg-type]
    inside = drift.coefficients @ drift.senses
    long = np.linalg.norm(inside, axis=1, keepdims=True)
    off = np.eye(len(drift.names))[:1]
    return replace(drift, vectors=inside, linear=inside + linear * long * off, log_law=inside - log * long * off)


def test_the_law_that_is_nearer_is_named_first() -> None:
    linear, log = sentences.about_laws(missing(0.1, 0.2)), sentences.about_laws(missing(0.33, 0.07))
    assert numbers(linear) == [10, 20]
    assert numbers(log) == [7, 33]
    assert linear.index("linear average") < linear.index("log law")
    assert log.index("log law") < log.index("linear average")
    assert "is nearer" in linear
    same = sentences.about_laws(missing(0.122, 0.118))
    assert "is nearer" not in same
    assert numbers(same) == [12]
    assert numbers(sentences.about_laws(missing(0.1, 0.2, names=NAMES))) == [10, 20]


def test_the_rarer_sense_is_held_against_its_share() -> None:
    for found, said in ((0.35, "more than"), (0.1, "less than"), (0.2, "just"), (0.204, "just")):
        text = sentences.about_minor(a_drift(coefficients=[0, found, 0.4, 0.6, 0.8, 1]))
        assert f"At 20 % of *river* its coefficient is {found:.2f}, {said} its share" in text


def test_a_sense_that_vanishes_is_said_to_and_up_to_where() -> None:
    assert "vanishes" not in sentences.about_minor(a_drift())
    text = sentences.about_minor(a_drift(coefficients=[0, 0.01, 0.049, 0.3, 0.8, 1]))
    assert numbers(text)[-2:] == [0.05, 40]
    assert "vanishes" in text
    # That it is nothing where it does not occur says nothing.
    assert "vanishes" not in sentences.about_minor(a_drift(coefficients=[0, 0.06, 0.3, 0.5, 0.8, 1]))


def test_of_three_senses_none_is_the_rarer() -> None:
    said = sentences.about_minor(a_drift(names=NAMES, coefficients=[0, 0.2, 0.4, 0.6, 0.8, 0.7]))
    assert "0.30 *finance* + 0.70 *river* + 0.00 *snow*" in said


def test_what_a_flat_picture_of_many_senses_holds_is_told() -> None:
    assert sentences.about_plane(0.7, 2) == sentences.about_plane(0.7, 3) == ""
    assert numbers(sentences.about_plane(0.734, 5)) == [73, 5]
    assert numbers(sentences.about_plane(0.52, 4)) == [52, 4]


# The word's own vector


def test_the_words_own_vector_is_told_with_its_cosines() -> None:
    # Of length 1.25, of which 1 lies in the plane of the senses; our mix lies at 60° from that.
    senses = np.eye(3)[:2]
    own = np.array([0.8, -0.6, 0.75])
    mix = replace(a_drift([0.4]), vectors=np.array([[0.8, -0.6, 3**0.5]]))
    said = sentences.about_own(replace(a_drift(), senses=senses), own, mix)
    assert numbers(said) == [0.80, -0.60, 0.80, 0.92]
    assert "“bank”" in said
    assert "+ -" not in said
    aside = np.array([0, 0, 1.0])
    assert numbers(sentences.about_own(replace(a_drift(), senses=senses), aside, mix))[2] == 0


def test_merged_words_are_told_with_how_well_each_comes_out_again() -> None:
    said = sentences.about_recovery(a_drift(names=("banana", "door")), [0.912, 0.987])
    assert numbers(said) == [0.91, 0.99]
    assert said.index("0.91") < said.index("“banana”") < said.index("0.99") < said.index("“door”")


def test_the_figure_says_what_is_known_of_a_word_and_of_two_merged() -> None:
    drift, near = a_drift(), a_near([0, 0, 3, 5, 8, 10])
    around = Around((), np.empty((0, 2)), ())
    labels = some_labels({"finance": 2_000, "river": 700})
    spot = a_drift([0.4])
    known = Scene(drift, near, spot, a_near([3]), around, np.array([[1.0, 0.2]]), PUBLISHED, spot, labels)
    said = " ".join(sentences.about_scene(known))
    for part in ("60 % *finance* and 40 % *river*", "tips from", "Over the way", "The star", "clear enough to label"):
        assert part in said
    assert "The star" not in " ".join(sentences.about_scene(replace(known, corpus=None)))
    merged = " ".join(sentences.about_scene(replace(known, trained=np.eye(2), corpus=None, labels=None)))
    assert "the merged word has cosine 1.00" in merged
    assert "The star" not in merged
    assert "label" not in merged


def test_the_numbers_beside_the_figure_are_those_of_the_proportions_chosen() -> None:
    said = sentences.about_mixture(missing(0.1, 0.2, shares=[0.4]))
    assert numbers(said) == [60, 40, 0.6, 0.4, 1, 10, 20]
    assert said.count("  \n") == 3


def test_the_company_on_the_way_is_counted_and_the_most_faithful_word_named() -> None:
    near = Nearby(("all", "first", "last"), np.array([[1, 2, 0], [1, 0, 2]]), np.zeros((2, 3)), np.array([0, 0, 1]), 2)  # type: ignore[arg-type]
    said = sentences.about_company(a_drift([0, 1]), near)
    assert numbers(said) == [3, 2, 2, 1, 2, 2]
    assert "“all” stays longest" in said


def test_curves_are_told_from_where_to_where_they_go() -> None:
    found = Curves(("loan", "shore"), np.array([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]], np.float32), (0, 1))
    assert numbers(sentences.about_curves(a_drift([0, 0.5, 1]), found)) == [0.9, 0.2, 0.1, 0.8]


def test_the_longest_bar_is_told_with_what_each_sense_gives_to_it() -> None:
    none = Pulls(np.zeros(2), np.zeros(2), np.zeros(2))
    found = Tellers(NAMES[:2], np.arange(2), ("loan", "shore"), (0, 1), none, 1)
    said = sentences.about_split(found, Split(np.arange(2), np.array([[1_200.4, 0.0], [3.0, 40.0]])))
    assert "“loan”" in said
    assert numbers(said) == [1200, 3]


# How the senses were told apart


def some_labels(
    labelled: dict[str, int],
    test_set: str = "",
    scores: dict[str, Score] | None = None,
    right: int = 0,
    judged: int = 0,
) -> Labels:
    shares = {name: number / max(sum(labelled.values()), 1) for name, number in labelled.items()}
    return Labels(sum(labelled.values()) + 1_500, 1_500, labelled, shares, {}, test_set, scores or {}, right, judged)


def scored(said: str) -> dict[str, list[float]]:
    """Return what is said of each sense on the test set."""
    measured = said.partition("labelled sentences")[2]
    return {name: numbers(told) for name, told in re.findall(r"\*(\w+)\* ([^;.(]*found)", measured)}


def test_labels_are_told_with_how_many_and_how_often_they_are_right() -> None:
    scores = {"finance": Score(0.98, 0.7, 50, 60), "river": Score(0.9, 0.4, 40, 90)}
    said = sentences.about_labels(some_labels({"finance": 2_000, "river": 700}, "CoarseWSD-20", scores, 85, 90))
    assert "4,200" in said
    assert "2,700" in said
    assert "2,000 *finance*, 700 *river*" in said
    assert "**94 %**" in said
    assert "90 labelled sentences of CoarseWSD-20" in said
    assert scored(said) == {"finance": [98, 50, 70, 60], "river": [90, 40, 40, 90]}
    assert "not measured" not in said
    assert "care" not in said
    assert "scaled" not in said
    other = sentences.about_labels(some_labels({"finance": 2_000, "river": 700}, "senseval", scores, 45, 90))
    assert "**50 %**" in other
    assert "senseval" in other


def test_nearly_all_right_is_not_called_all() -> None:
    scores = {"finance": Score(0.997, 0.7, 290, 400), "river": Score(1.0, 0.4, 14, 30)}
    said = sentences.about_labels(some_labels({"finance": 2_000, "river": 700}, "set", scores, 303, 304))
    assert "**100 %**" not in said
    assert not re.search(r"\*finance\* 100 %", said)


def test_a_sense_that_no_set_has_is_said_not_to_be_measured() -> None:
    scores = {"finance": Score(0.98, 0.7, 50, 60)}
    said = sentences.about_labels(some_labels({"finance": 2_000, "river": 700}, "set", scores, 49, 50))
    assert "(*river* not measured)" in said


def test_a_sense_that_was_never_labelled_in_the_set_has_no_share_of_right_ones() -> None:
    scores = {"finance": Score(0.98, 0.7, 50, 60), "river": Score(None, 0.0, 0, 9)}
    said = sentences.about_labels(some_labels({"finance": 2_000, "river": 700}, "set", scores, 49, 50))
    assert scored(said) == {"finance": [98, 50, 70, 60], "river": [0, 9]}
    assert "None" not in said


def test_a_word_of_no_set_is_said_not_to_be_measured() -> None:
    said = sentences.about_labels(some_labels({"finance": 2_000, "river": 700}))
    assert "not measured" in said
    assert "right **" not in said
    assert numbers(said) == [4_200, 2_700, 2_000, 700]


def test_corrected_shares_are_told_where_they_are_others_than_those_of_the_labels() -> None:
    raw = some_labels({"finance": 700, "river": 300})
    assert "estimated" not in sentences.about_labels(raw)
    said = sentences.about_labels(replace(raw, shares={"finance": 0.62, "river": 0.38}))
    assert "62 % *finance* and 38 % *river*" in said
    assert "estimated" not in sentences.about_labels(replace(raw, shares={"finance": 0.695, "river": 0.305}))


def test_a_sense_of_few_occurrences_is_named() -> None:
    said = sentences.about_labels(some_labels({"finance": 2_000, "river": 99}))
    assert re.search(r"\*river\* rests on fewer than 100", said)
    assert "fewer" not in sentences.about_labels(some_labels({"finance": 2_000, "river": 100}))
    both = sentences.about_labels(some_labels({"finance": 25, "river": 99}))
    assert re.search(r"\*finance\* and \*river\* rest on fewer", both)
    # One of too few is left out of the figure, and the page says so elsewhere.
    assert "fewer" not in sentences.about_labels(some_labels({"finance": 2_000, "river": FEWEST - 1}))


def test_a_sense_that_is_a_small_part_of_the_word_is_named() -> None:
    said = sentences.about_labels(some_labels({"finance": 20_000, "river": 200}))
    assert re.search(r"\*river\* stands for less", said)
    assert "stands for less" not in sentences.about_labels(some_labels({"finance": 2_000, "river": 200}))


# Pulls and the window


def test_what_is_asked_beyond_what_is_given_is_told_beside_what_each_sense_alone_is_given() -> None:
    found = Pulls(np.array([2.0, 5.0]), np.array([1.5, 3.5]), np.ones(2))  # short of 0.5 and 1.5
    alone = Pulls(np.array([3.0, 6.0]), np.array([2.8, 5.4]), np.ones(2))  # short of 0.2 and 0.6
    said = sentences.about_pulls(["loan", "shore"], found, alone)
    assert numbers(said) == [1, 0.4, 1.6]
    assert "widens the gap" in said
    assert "falls" in said
    wider = Pulls(np.array([4.0, 6.0]), np.array([2.0, 3.0]), np.ones(2))
    other = sentences.about_pulls(["loan", "shore"], found, wider)
    assert numbers(other)[:2] == [1, 2.5]
    assert "does not widen" in other
    up = Pulls(np.array([3.0, 6.0]), np.array([1.0, 1.0]), np.ones(2))
    assert "rises" in sentences.about_pulls(["loan", "shore"], found, up)


def test_contexts_that_ask_for_nothing_are_counted_and_left_out_of_the_mean() -> None:
    alone = Pulls(np.array([3.0, 6.0, 1.0]), np.array([2.8, 5.4, 0.4]), np.ones(3))
    targets = np.array([np.nan, 5.0, np.nan])
    words = ["loan", "shore", "creek"]
    said = sentences.about_pulls(words, Pulls(targets, np.array([9, 4.25, 9]), np.array([0, 1.0, 0])), alone)
    assert numbers(said)[0] == 0.75
    assert "2 of these contexts have no count" in said
    none = sentences.about_pulls(words, Pulls(np.full(3, np.nan), np.zeros(3), np.zeros(3)), alone)
    assert "nothing is asked" in none
    assert numbers(none) == []


def test_what_a_window_keeps_is_added_up() -> None:
    words = [
        WindowWord("we", True, 0.5, 1, 0.5),
        WindowWord("bank", True, 0.9, 0, 0.0),
        WindowWord("the", True, 0.05, 1, 0.05),
        WindowWord("qq", False, 0.0, 0, 0.0),
        WindowWord("fish", True, 1.0, 2, 0.8),
    ]
    said = sentences.about_window(words, 1)
    assert numbers(said) == [4, 1.4, 80, 2, 10] or numbers(said) == [4, 1.3, 80, 2, 10]  # 1.35 may go either way
    assert "“fish”" in said
    other = sentences.about_window(words[:3], 1)
    assert numbers(other)[0] == 2
    assert "“we”" in other
    assert numbers(sentences.about_window(words[1:2], 0)) == []
