"""What a page says it shows is made from the numbers shown: another input, another sentence."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest

from core.map import sentences
from core.map.analogies import Analogy, analogy
from core.map.axes import Axis
from core.map.comparison import Columns, Comparison
from core.map.projection import Projection, kept_share
from core.spaces.space import Neighbour, Space
from core.text import percent

WORDS = ("bank", "money", "loan", "river", "shore")
# On the map money and loan are near bank; by cosine its two nearest are money and river.
COORDINATES = np.array([[0, 0], [1, 0], [0, 1.5], [5, 0], [9, 0]], dtype=np.float32)
NEAR = np.array([[1, 3], [0, 2], [0, 1], [4, 0], [3, 0]])


def a_map(
    coordinates: np.ndarray = COORDINATES, near: np.ndarray = NEAR, method: str = "pca", **fields: object
) -> Projection:
    kept = kept_share(near, coordinates)
    return Projection(method, coordinates, kept, near, **fields)  # type: ignore[arg-type]


def numbers(sentence: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", sentence)]


def keeping(share: float, k: int = 10, method: str = "tsne") -> Projection:
    """A map of which only the share kept matters."""
    kept = np.full(20, share, dtype=np.float32)
    return Projection(method, np.zeros((20, 2), np.float32), kept, np.zeros((20, k), np.intp))  # type: ignore[arg-type]


# Percentages


def test_a_share_is_written_as_a_percentage() -> None:
    for share, text in [
        (0, "0 %"),
        (1, "100 %"),
        (0.5, "50 %"),
        (0.126, "13 %"),
        (0.004, "0.4 %"),
        (0.996, "99.6 %"),
        (0.01, "1 %"),
    ]:
        assert percent(share) == text


def test_nearly_nothing_is_not_called_nothing_nor_nearly_all_all() -> None:
    for share in [4e-4, 0.9999]:
        assert not re.fullmatch(r"(0|100)(\.0+)? %", percent(share))


# How much the map keeps


def test_the_share_kept_is_the_share_computed() -> None:
    assert numbers(sentences.about_keeping(keeping(0.43), float("nan"))) == [4.3, 10, 43]
    assert numbers(sentences.about_keeping(keeping(0.5), float("nan"))) == [5.0, 10, 50]
    assert numbers(sentences.about_keeping(keeping(0.5, k=4), float("nan"))) == [2.0, 4, 50]


def test_trustworthiness_is_told_where_there_is_one() -> None:
    with_trust = sentences.about_keeping(keeping(0.4), 0.873)
    assert "trustworthiness" in with_trust
    assert "0.87" in with_trust
    assert "0.61" in sentences.about_keeping(keeping(0.4), 0.612)
    without = sentences.about_keeping(keeping(0.4), float("nan"))
    assert "trust" not in without
    assert "nan" not in without


def test_a_map_is_compared_with_the_plane_of_principal_components() -> None:
    for of_pca, comparison in [(0.25, "more"), (0.75, "fewer"), (0.5, "as many")]:
        text = sentences.about_keeping(keeping(0.5), float("nan"), of_pca)
        said = [word for word in ("more", "fewer", "as many") if word in text]
        assert said == [comparison]
        assert f"{10 * of_pca:.1f}" in text


def test_numbers_that_read_the_same_are_not_called_more_or_fewer() -> None:
    text = sentences.about_keeping(keeping(0.502), float("nan"), 0.498)
    assert text.count("5.0") == 2
    assert "more" not in text
    assert "as many" in text


def test_the_plane_of_principal_components_is_not_compared_with_itself() -> None:
    assert "PCA" not in sentences.about_keeping(keeping(0.5, method="pca"), float("nan"), 0.5)


def test_a_word_alone_is_not_said_to_keep_anything() -> None:
    alone = Projection("pca", np.zeros((1, 2), np.float32), np.ones(1, np.float32), np.zeros((1, 0), np.intp))
    assert "alone" in sentences.about_keeping(alone, float("nan"))
    assert numbers(sentences.about_keeping(alone, float("nan"))) == []


# What a method can show


def test_pca_says_how_much_of_the_variance_it_holds() -> None:
    text = sentences.about_method(a_map(explained=np.array([0.3, 0.15])))
    assert numbers(text) == [2, 45, 55]
    assert numbers(sentences.about_method(a_map(explained=np.array([0.3, 0.2])))) == [2, 50, 50]
    assert numbers(sentences.about_method(a_map(explained=np.array([0.3, 0.15, 0.05])))) == [3, 50, 50]


def test_tsne_says_its_divergence_and_the_perplexity_really_used() -> None:
    text = sentences.about_method(a_map(method="tsne", perplexity=30.0, kl=0.512))
    assert numbers(text) == [0.51, 30]
    assert numbers(sentences.about_method(a_map(method="tsne", perplexity=9.6, kl=0.512))) == [0.51, 10]
    assert numbers(sentences.about_method(a_map(method="tsne", perplexity=30.0, kl=1.25))) == [1.25, 30]


def test_named_axes_claim_no_variance_and_no_divergence() -> None:
    text = sentences.about_method(a_map(method="axes"))
    assert numbers(text) == []
    assert not {"variance", "t-SNE"} & set(text.split())


# Who suffers most


def test_the_word_that_loses_most_is_named_with_what_it_lost() -> None:
    # bank keeps money and loses river; shore loses bank, which is farther from it than loan is not: it keeps river.
    projection = a_map()
    assert projection.kept.tolist() == [0.5, 1, 1, 0.5, 0.5]
    text = sentences.about_worst(projection, WORDS)
    assert text.startswith("“bank” keeps the fewest (1 of 2")
    assert "“river”" in text
    assert "“money” the most (2)" in text


def test_another_loser_is_another_sentence() -> None:
    turned = sentences.about_worst(a_map(near=NEAR[:, ::-1]), WORDS)
    assert turned == sentences.about_worst(a_map(), WORDS), "the order of neighbours alone changes nothing"
    coordinates = COORDINATES[[0, 1, 2, 3, 3]].copy()
    coordinates[4] = [5.5, 0]  # shore beside river, and bank beyond everything
    coordinates[0] = [40, 0]
    text = sentences.about_worst(a_map(coordinates), WORDS)
    assert text != turned
    renamed = sentences.about_worst(a_map(), ("quay", *WORDS[1:]))
    assert renamed.startswith("“quay” keeps the fewest")


def test_the_loser_is_named_wherever_it_stands_in_the_list() -> None:
    near = NEAR.copy()
    near[0] = [3, 4]
    order = np.array([4, 3, 1, 2, 0])
    moved = a_map(COORDINATES[order], np.argsort(order)[near[order]])
    said = sentences.about_worst(moved, [WORDS[i] for i in order])
    assert said == sentences.about_worst(a_map(near=near), WORDS)
    assert said.startswith("“bank” keeps the fewest (0 of 2")
    assert "“money” the most (2)" in said


def test_several_lost_neighbours_are_listed() -> None:
    near = NEAR.copy()
    near[0] = [3, 4]
    text = sentences.about_worst(a_map(near=near), WORDS)
    assert text.startswith("“bank” keeps the fewest (0 of 2")
    assert "“river” and “shore”" in text


def test_where_all_fare_alike_nobody_is_blamed() -> None:
    assert sentences.about_worst(keeping(0.4), ["w"] * 20) == ""
    alone = Projection("pca", np.zeros((1, 2), np.float32), np.ones(1, np.float32), np.zeros((1, 0), np.intp))
    assert sentences.about_worst(alone, ["bank"]) == ""


# Where the neighbours of one word went


def test_a_picked_word_is_told_how_many_of_its_neighbours_are_near() -> None:
    assert sentences.about_selected(a_map(), WORDS, 0) == (
        "Of the 2 words nearest to “bank”, 1 are near it on the map; “river” is the true neighbour drawn farthest away."
    )


def test_another_picked_word_is_another_sentence() -> None:
    about = [sentences.about_selected(a_map(), WORDS, row) for row in range(len(WORDS))]
    assert len(set(about)) == len(WORDS)
    for word, sentence in zip(WORDS, about, strict=True):
        assert f"“{word}”" in sentence


def test_a_word_that_lost_nobody_has_no_farthest() -> None:
    text = sentences.about_selected(a_map(), WORDS, 1)
    assert "farthest" not in text
    assert numbers(text) == [2, 2]


def test_the_farthest_is_the_farthest_on_the_map() -> None:
    near = NEAR.copy()
    near[0] = [3, 4]
    assert "“shore” is the true neighbour drawn farthest" in sentences.about_selected(a_map(near=near), WORDS, 0)
    nearer = COORDINATES.copy()
    nearer[4] = [4, 0]
    assert "“river” is the true neighbour drawn farthest" in sentences.about_selected(
        a_map(nearer, near=near), WORDS, 0
    )


def test_a_word_alone_has_no_neighbours_to_tell_of() -> None:
    alone = Projection("pca", np.zeros((1, 2), np.float32), np.ones(1, np.float32), np.zeros((1, 0), np.intp))
    assert sentences.about_selected(alone, ["bank"], 0) == ""


# Where a word stands on a plane of named axes


@pytest.fixture
def space() -> Space:
    vectors = np.random.default_rng(0).normal(size=(200, 6)).astype(np.float32)
    return Space("small", ("river", "money", "cold", *(f"w{i}" for i in range(197))), vectors)


AXES = (Axis(("river",)), Axis(("money",)))


def on_plane(x: float = 0.3, y: float = -0.2) -> Projection:
    coordinates = np.array([[x, y], [0.9, 0.9], [0.5, -0.5], [0.6, 0.6], [-0.5, 0.9]], dtype=np.float32)
    return a_map(coordinates, method="axes")


def test_a_plane_says_where_the_word_stands_on_both_axes(space: Space) -> None:
    text = sentences.about_plane(space, on_plane(), WORDS, AXES, (0.1, 0.1), 0)
    assert "“bank”" in text
    for part in ("0.30", "-0.20", "river", "money"):
        assert part in text
    assert "2 of these 5 words lie beyond" in text


def test_every_input_of_the_plane_is_heard_in_the_sentence(space: Space) -> None:
    base = sentences.about_plane(space, on_plane(), WORDS, AXES, (0.1, 0.1), 0)
    others = {
        "coordinate across": sentences.about_plane(space, on_plane(x=0.5), WORDS, AXES, (0.1, 0.1), 0),
        "coordinate up": sentences.about_plane(space, on_plane(y=0.7), WORDS, AXES, (0.1, 0.1), 0),
        "word": sentences.about_plane(space, on_plane(), WORDS, AXES, (0.1, 0.1), 1),
        "names": sentences.about_plane(space, on_plane(), ("quay", *WORDS[1:]), AXES, (0.1, 0.1), 0),
        "line across": sentences.about_plane(space, on_plane(), WORDS, AXES, (0.7, 0.1), 0),
        "line up": sentences.about_plane(space, on_plane(), WORDS, AXES, (0.1, 0.95), 0),
        "axis": sentences.about_plane(space, on_plane(), WORDS, (AXES[0], Axis(("cold",))), (0.1, 0.1), 0),
        "arrow": sentences.about_plane(space, on_plane(), WORDS, (Axis(("river",), ("cold",)), AXES[1]), (0.1, 0.1), 0),
    }
    for what, text in others.items():
        assert text != base, what
    assert len(set(others.values())) == len(others)


def test_the_rank_on_a_plane_is_that_among_the_frequent_words(space: Space) -> None:
    cosines = space.unit @ space.unit[0]
    text = sentences.about_plane(space, on_plane(x=0.3), WORDS, AXES, (0.1, 0.1), 0)
    assert f"{100 * (cosines < 0.3).mean():.0f} %" in text


def test_one_word_beyond_the_lines_is_told_in_the_singular(space: Space) -> None:
    text = sentences.about_plane(space, on_plane(), WORDS, AXES, (0.7, 0.7), 0)
    assert "1 of these 5 words lies beyond" in text


# What an analogy comes to


@pytest.fixture
def result() -> Analogy:
    # a − b + c is (2, 1), at 26.6°: a at 0° and c at 90° are the question's; near stands at 45°, far at 170°.
    angles = np.deg2rad([0, 180, 90, 45, 170])
    vectors = np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32)
    return analogy(Space("five", ("a", "b", "c", "near", "far"), vectors), "a", "b", "c")


def test_an_analogy_says_its_question_and_its_answers(result: Analogy) -> None:
    text = sentences.about_analogy(result)
    assert "a − b + c" in text
    assert f"**near** (cosine {np.cos(np.deg2rad(45 - 26.565)):.2f})" in text
    assert "far" in text
    assert "hides nothing" in text


def test_what_the_exclusion_hides_is_told(result: Analogy) -> None:
    worse = [found._replace(cosine=found.cosine - 0.2) for found in result.answers]
    one = sentences.about_analogy(dataclasses.replace(result, answers=worse))
    assert "hides that **a**" in one
    assert f"{np.cos(np.deg2rad(26.565)):.2f}" in one
    assert "and so is" not in one
    worst = [found._replace(cosine=-0.9) for found in result.answers]
    assert "and so is c" in sentences.about_analogy(dataclasses.replace(result, answers=worst))


def test_every_input_of_the_analogy_is_heard_in_the_sentence(result: Analogy) -> None:
    base = sentences.about_analogy(result)
    first, second = result.answers
    for what, changed in {
        "question": dataclasses.replace(result, words=("x", "b", "c")),
        "answer": dataclasses.replace(result, answers=[first._replace(word="other"), second]),
        "cosine": dataclasses.replace(result, answers=[first._replace(cosine=0.99), second]),
        "second": dataclasses.replace(result, answers=[first, second._replace(word="other")]),
        "no second": dataclasses.replace(result, answers=[first]),
        "none": dataclasses.replace(result, answers=[]),
    }.items():
        assert sentences.about_analogy(changed) != base, what


# Two spaces beside each other


def comparison(*agreement: float, baseline: float = 0.21, words: tuple[str, ...] = WORDS) -> Comparison:
    side = keeping(0.5)
    return Comparison(words[: len(agreement)], side, side, np.array(agreement, dtype=np.float32), baseline)


def test_a_comparison_says_how_far_the_spaces_agree_and_what_that_is_worth() -> None:
    text = sentences.about_comparison(comparison(0.5, 0.9, 0.1), "Left", "Right")
    assert "Right turned onto Left" in text
    assert "**0.50** on average" in text
    assert "two different words have 0.21" in text
    assert "most on “money” (0.90), least on “loan” (0.10)" in text


def test_every_input_of_the_comparison_is_heard_in_the_sentence() -> None:
    base = sentences.about_comparison(comparison(0.5, 0.9, 0.1), "Left", "Right")
    others = {
        "agreement": sentences.about_comparison(comparison(0.6, 0.9, 0.1), "Left", "Right"),
        "most": sentences.about_comparison(comparison(0.9, 0.5, 0.1), "Left", "Right"),
        "least": sentences.about_comparison(comparison(0.1, 0.9, 0.5), "Left", "Right"),
        "baseline": sentences.about_comparison(comparison(0.5, 0.9, 0.1, baseline=0.4), "Left", "Right"),
        "words": sentences.about_comparison(comparison(0.5, 0.9, 0.1, words=WORDS[::-1]), "Left", "Right"),
        "left": sentences.about_comparison(comparison(0.5, 0.9, 0.1), "Other", "Right"),
        "right": sentences.about_comparison(comparison(0.5, 0.9, 0.1), "Left", "Other"),
    }
    assert base not in others.values()
    assert len(set(others.values())) == len(others)


def test_one_word_is_not_compared_with_others() -> None:
    text = sentences.about_comparison(comparison(0.5, baseline=0.0), "Left", "Right")
    assert "**0.50**" in text
    assert "different words" not in text
    assert "most on" not in text


def test_words_on_which_spaces_agree_alike_are_not_called_most_and_least() -> None:
    for agreement in [(1.0, 1.0, 1.0), (0.999, 0.997, 1.001)]:
        text = sentences.about_comparison(comparison(*agreement), "Left", "Left")
        assert "**1.00**" in text
        assert "least" not in text


# The nearest of one word in several spaces

TITLES = {"p": "Space P", "q": "Space Q", "r": "Space R"}


def lists(**near: str | None) -> Columns:
    """Lists of words, one letter each."""
    found = {
        name: None if words is None else [Neighbour(word, 0.5) for word in words]
        for name, words in ({"p": None, "q": None, "r": None} | near).items()
    }
    held = {name: {other.word for other in listed} for name, listed in found.items() if listed is not None}
    everything = [other.word for listed in found.values() for other in listed or ()]
    k = max(map(len, held.values()))
    overlaps = {(a, b): len(held[a] & held[b]) / k for a in held for b in held}
    return Columns("bank", found, {word: everything.count(word) for word in everything}, overlaps)


def test_lists_are_told_by_what_they_share_and_what_they_do_not() -> None:
    text = sentences.about_columns(lists(p="abcd", q="abce", r="afgh"), TITLES)
    assert "The 3 lists name **8 different words** as nearest to “bank”" in text
    assert "“a” in every list" in text
    assert "5 in one list only" in text
    assert "Most alike are Space P and Space Q (3 of 4 in common), least Space P and Space R (1)" in text
    assert "no such word" not in text


def test_other_lists_are_another_sentence() -> None:
    base = sentences.about_columns(lists(p="abcd", q="abce", r="afgh"), TITLES)
    others = [
        sentences.about_columns(lists(p="abcd", q="abcx", r="xfgh"), TITLES),
        sentences.about_columns(lists(p="afgh", q="abce", r="abcd"), TITLES),
        sentences.about_columns(lists(p="abcd", q="abce", r="abgh"), TITLES),
        sentences.about_columns(lists(p="abcd", q="abce"), TITLES),
        sentences.about_columns(lists(p="abcd", q="abce", r="afgh"), TITLES | {"p": "Another"}),
        sentences.about_columns(dataclasses.replace(lists(p="abcd", q="abce", r="afgh"), word="spring"), TITLES),
    ]
    assert len({base, *others}) == len(others) + 1


def test_the_words_of_every_list_are_named_while_they_are_few() -> None:
    for near, said in [
        ({"p": "abcdef", "q": "abcdex", "r": "abcdyz"}, "“a”, “b”, “c” and “d” in every list"),
        ({"p": "abcdef", "q": "abcdex", "r": "abcdey"}, "5 in every list"),
        ({"p": "abc", "q": "def", "r": "ghi"}, "none in every list"),
    ]:
        assert said in sentences.about_columns(lists(**near), TITLES)


def test_lists_that_are_all_alike_or_all_different_have_no_pair_that_is_most_alike() -> None:
    for near in [{"p": "abc", "q": "abc", "r": "abc"}, {"p": "abc", "q": "def", "r": "ghi"}]:
        assert "alike" not in sentences.about_columns(lists(**near), TITLES)


def test_a_word_of_one_space_is_held_against_nothing() -> None:
    text = sentences.about_columns(lists(q="abc"), TITLES)
    assert text.startswith("Only Space Q has “bank”")
    assert "Space P and Space R have no such word." in text
    assert "alike" not in text
    assert "different words" not in text


def test_a_space_without_the_word_is_named() -> None:
    assert "Space R has no such word." in sentences.about_columns(lists(p="abc", q="abd"), TITLES)
    assert "The 2 lists" in sentences.about_columns(lists(p="abc", q="abd"), TITLES)


def test_overlaps_are_told_by_their_mean_and_not_where_there_are_none() -> None:
    found = lists(p="ab", q="ac", r="xy")
    mean = {("p", "q"): 0.3, ("q", "p"): 0.3}
    text = sentences.about_overlaps(found, mean)
    assert "17 % of their words" in text  # a half, nothing, nothing
    assert "frequent words 30 %" in text
    assert sentences.about_overlaps(lists(p="ab"), mean) == ""
