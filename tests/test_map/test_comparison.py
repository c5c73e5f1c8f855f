"""Two spaces are turned onto each other as a whole, and held against each other by neighbours that both could have."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes

from core.errors import UnknownWord
from core.map import comparison as module
from core.map.comparison import (
    Columns,
    K,
    columns,
    compare,
    mean_overlaps,
    nearest_shared,
    rotation,
    shared_words,
    turn,
)
from core.map.projection import kept_share, nearest_by_cosine
from core.spaces.space import SPACES, Space, load_space, unit_rows
from core.spaces.wordsets import READY

WORDS = tuple(f"w{i}" for i in range(60))


def random_space(name: str = "left", words: tuple[str, ...] = WORDS, d: int = 8, seed: int = 0) -> Space:
    vectors = np.random.default_rng(seed).normal(size=(len(words), d)) + 0.3  # a mean, as real spaces have
    return Space(name, words, vectors.astype(np.float32))


def orthogonal(d: int, seed: int = 1, mirrored: bool = False) -> np.ndarray:
    """An orthogonal matrix of chance, with determinant 1, or -1 where it mirrors."""
    matrix = np.linalg.qr(np.random.default_rng(seed).normal(size=(d, d)))[0]
    matrix[:, 0] *= np.sign(np.linalg.det(matrix)) * (-1 if mirrored else 1)
    return matrix


def copy_of(space: Space, matrix: np.ndarray, name: str = "right") -> Space:
    """The same words with the same cosines, on other axes."""
    return Space(name, space.words, (space.vectors @ matrix).astype(np.float32))


def circle(name: str, **degrees: float) -> Space:
    """Words of two dimensions, told by their angle."""
    angles = np.deg2rad(list(degrees.values()))
    return Space(name, tuple(degrees), np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32))


# Turning


def test_a_space_that_was_only_turned_is_turned_back_exactly() -> None:
    for mirrored in [False, True]:
        target = np.random.default_rng(0).normal(size=(50, 8))
        matrix = orthogonal(8, mirrored=mirrored)
        found = rotation(target @ matrix.T, target)
        np.testing.assert_allclose(found, matrix, atol=1e-6)
        np.testing.assert_allclose(target @ matrix.T @ found, target, atol=1e-5)


def test_turning_keeps_every_length_and_angle_even_of_fewer_words_than_dimensions() -> None:
    for n in [1, 3, 8, 200]:
        random = np.random.default_rng(n)
        found = rotation(random.normal(size=(n, 8)), random.normal(size=(n, 8)))
        np.testing.assert_allclose(found.T @ found, np.eye(8), atol=1e-6)
        np.testing.assert_allclose(found @ found.T, np.eye(8), atol=1e-6)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ([[0, 1], [-1, 0]], [[0, 1], [-1, 0]]),
        # Sᵀ T = √2 times a turn by 45°: lengths are kept, so what is left is the turn.
        ([[1, 1], [-1, 1]], np.array([[1, 1], [-1, 1]]) / np.sqrt(2)),
        ([[2, 0], [0, 3]], [[1, 0], [0, 1]]),
        ([[0, 5], [1, 0]], [[0, 1], [1, 0]]),
    ],
    ids=["a quarter", "an eighth", "stretched", "mirrored and stretched"],
)
def test_a_turn_in_the_plane_is_the_one_by_hand(target: list[list[float]], expected: list[list[float]]) -> None:
    np.testing.assert_allclose(rotation(np.eye(2), target), expected, atol=1e-6)


def test_the_turn_is_the_one_that_scipy_finds() -> None:
    random = np.random.default_rng(4)
    source, target = random.normal(size=(40, 6)), random.normal(size=(40, 6))
    np.testing.assert_allclose(rotation(source, target), orthogonal_procrustes(source, target)[0], atol=1e-6)


def test_no_other_turn_brings_the_words_nearer() -> None:
    random = np.random.default_rng(5)
    source = random.normal(size=(40, 4))
    target = source @ orthogonal(4) + random.normal(0, 0.5, (40, 4))
    best = np.linalg.norm(source @ rotation(source, target) - target)
    for seed in range(50):
        assert np.linalg.norm(source @ orthogonal(4, seed, mirrored=bool(seed % 2)) - target) > best


def test_lists_of_words_that_do_not_match_are_refused_with_both_shapes() -> None:
    for shapes in [((3, 2), (2, 2)), ((3, 2), (3, 3)), ((3,), (3,)), ((2, 3, 2), (2, 3, 2))]:
        with pytest.raises(ValueError, match="same shape") as caught:
            rotation(np.ones(shapes[0]), np.ones(shapes[1]))
        assert str(shapes[0]) in str(caught.value)
        assert str(shapes[1]) in str(caught.value)


def test_a_space_is_turned_by_its_frequent_words_and_never_by_those_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "N_ANCHORS", 40)
    left, matrix = random_space(), orthogonal(8)
    vectors = copy_of(left, matrix.T).vectors.copy()
    vectors[40:] = np.random.default_rng(9).normal(size=(20, 8))
    right = Space("right", left.words, vectors)
    np.testing.assert_allclose(turn(left, right, WORDS), matrix, atol=1e-5)
    monkeypatch.setattr(module, "N_ANCHORS", 60)
    assert np.abs(turn(left, right, WORDS) - matrix).max() > 1e-3


def test_only_directions_turn_a_space_and_long_vectors_do_not_outvote_others() -> None:
    left, matrix = random_space(), orthogonal(8)
    lengths = np.random.default_rng(2).uniform(0.1, 50, (60, 1))
    right = Space("right", left.words, (copy_of(left, matrix.T).vectors * lengths).astype(np.float32))
    np.testing.assert_allclose(turn(left, right, WORDS), matrix, atol=1e-5)


def test_turning_a_real_space_brings_the_same_words_together() -> None:
    left, right = load_space("glove-6b"), load_space("skipgram")
    words = READY[0].words
    turned = compare(left, right, words, turn(left, right, shared_words([left, right])))
    as_it_is = compare(left, right, words, np.eye(left.vectors.shape[1], dtype=np.float32))
    assert turned.agreement.mean() > as_it_is.agreement.mean() + 0.2
    assert turned.agreement.mean() > turned.baseline + 0.2


# The same words in two spaces


def test_a_space_agrees_with_itself_and_both_maps_are_one() -> None:
    space = random_space()
    found = compare(space, space, WORDS[:30], np.eye(8, dtype=np.float32))
    assert found.words == WORDS[:30]
    np.testing.assert_allclose(found.agreement, 1, atol=1e-6)
    np.testing.assert_allclose(found.left.coordinates, found.right.coordinates, atol=1e-6)
    np.testing.assert_array_equal(found.left.kept, found.right.kept)


def test_a_turned_copy_agrees_with_its_original_and_is_drawn_in_the_same_places() -> None:
    left = random_space()
    right = copy_of(left, orthogonal(8))
    found = compare(left, right, WORDS[:30], turn(left, right, WORDS))
    np.testing.assert_allclose(found.agreement, 1, atol=1e-5)
    np.testing.assert_allclose(found.left.coordinates, found.right.coordinates, atol=1e-4)
    np.testing.assert_array_equal(found.left.kept, found.right.kept)
    unturned = compare(left, right, WORDS[:30], np.eye(8, dtype=np.float32))
    assert unturned.agreement.mean() < 0.9
    assert np.abs(unturned.left.coordinates - unturned.right.coordinates).max() > 0.1


def test_agreement_and_what_it_is_worth_are_those_of_a_count_pair_by_pair() -> None:
    left, right, matrix = random_space(), random_space("right", seed=7), orthogonal(8).astype(np.float32)
    words = WORDS[5:17]
    found = compare(left, right, words, matrix)
    same, different = [], []
    for one, other in itertools.product(words, words):
        a, b = left.vector(one).astype(np.float64), right.vector(other).astype(np.float64) @ matrix
        cosine = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
        (same if one == other else different).append(cosine)
    np.testing.assert_allclose(found.agreement, same, atol=1e-5)
    assert found.baseline == pytest.approx(np.mean(different), abs=1e-5)


def test_both_maps_have_the_axes_along_which_both_spaces_vary_most() -> None:
    left, right, matrix = random_space(), random_space("right", seed=7), orthogonal(8).astype(np.float32)
    found = compare(left, right, WORDS[:20], matrix)
    sides = (left.unit[:20].astype(np.float64), right.unit[:20].astype(np.float64) @ matrix)
    centred = [vectors - vectors.mean(axis=0) for vectors in sides]
    axes = np.linalg.svd(np.vstack(centred), full_matrices=False)[2][:2]
    for side, projection in zip(centred, (found.left, found.right), strict=True):
        along = side @ axes.T
        signs = np.sign((along * projection.coordinates).sum(axis=0))
        np.testing.assert_allclose(projection.coordinates, along * signs, atol=1e-5)
        np.testing.assert_allclose(projection.explained, along.var(axis=0) / side.var(axis=0).sum(), atol=1e-5)
    # One pair of signs for both.
    both = np.vstack([found.left.coordinates, found.right.coordinates])
    whole = np.vstack(centred) @ axes.T
    np.testing.assert_allclose(np.abs((both * whole).sum(axis=0)), (whole**2).sum(axis=0), rtol=1e-4)


def test_each_map_is_judged_by_the_neighbours_of_its_own_space() -> None:
    left, right = random_space(), random_space("right", seed=7)
    found = compare(left, right, WORDS[:40], orthogonal(8).astype(np.float32))
    for space, projection in ((left, found.left), (right, found.right)):
        near = nearest_by_cosine(space.unit[:40])
        assert (np.sort(projection.neighbours) == np.sort(near)).all()
        np.testing.assert_array_equal(projection.kept, kept_share(near, projection.coordinates))
    assert (np.sort(found.left.neighbours) != np.sort(found.right.neighbours)).any()


def test_one_word_and_two_words_can_be_compared() -> None:
    for n in [1, 2]:
        left, right = random_space(), random_space("right", seed=7)
        found = compare(left, right, WORDS[:n], np.eye(8, dtype=np.float32))
        assert found.agreement.shape == (n,)
        assert np.isfinite(found.baseline)
        assert found.baseline == 0 or n > 1
        for projection in (found.left, found.right):
            assert projection.coordinates.shape == (n, 2)
            assert np.isfinite(projection.coordinates).all()
            assert np.isfinite(projection.explained).all()


def test_a_word_that_one_space_lacks_is_an_expected_error_that_names_the_space() -> None:
    left, right = random_space(), random_space("right", WORDS[:50], seed=7)
    for pair in ((left, right), (right, left)):
        with pytest.raises(UnknownWord, match="right") as caught:
            compare(*pair, ["w3", "w55"], np.eye(8, dtype=np.float32))
        assert (caught.value.word, caught.value.space) == ("w55", "right")


# Words in common


def test_words_in_common_come_in_the_order_of_the_first_space() -> None:
    spaces = [
        random_space(name, tuple(words)) for name, words in (("one", "dbcae"), ("two", "abcd"), ("three", "xdab"))
    ]
    assert shared_words(spaces) == ("d", "b", "a")
    assert shared_words(spaces[1:]) == ("a", "b", "d")
    assert shared_words(spaces[:1]) == tuple("dbcae")
    assert shared_words([spaces[0], random_space("none", ("q",))]) == ()


def test_all_spaces_that_ship_have_many_words_in_common() -> None:
    every = [load_space(name) for name in SPACES]
    common = shared_words(every)
    assert len(common) > module.N_ANCHORS
    assert set(common) == set.intersection(*(set(space.words) for space in every))
    assert len(set(common)) == len(common)


# Lists of neighbours


ONE = circle("one", a=0, extra=1, b=10, c=20, d=80, e=100)
TWO = circle("two", e=100, d=20, c=10, b=80, a=0)
THREE = circle("three", b=10, c=20, d=80)
SHARED = ("b", "c", "d")


@pytest.fixture
def found() -> Columns:
    return columns("a", (ONE, TWO, THREE), SHARED, k=2)


def test_the_lists_are_each_spaces_nearest_best_first(found: Columns) -> None:
    assert list(found.neighbours) == ["one", "two", "three"]
    one, two = found.neighbours["one"], found.neighbours["two"]
    assert one is not None
    assert two is not None
    assert [near.word for near in one] == ["b", "c"]
    assert [near.word for near in two] == ["c", "d"]
    assert [near.cosine for near in one] == pytest.approx(np.cos(np.deg2rad([10, 20])), abs=1e-6)


def test_a_word_that_others_could_not_name_is_in_no_list(found: Columns) -> None:
    # "extra" is the nearest of all in the first space, "e" is known to two of three.
    assert set(found.shared) == {"b", "c", "d"}


def test_a_space_without_the_word_has_no_list_and_counts_for_nothing(found: Columns) -> None:
    assert found.neighbours["three"] is None
    assert not any("three" in pair for pair in found.overlaps)
    assert max(found.shared.values()) == 2


def test_how_many_lists_name_a_word_and_how_much_they_share_are_those_by_hand(found: Columns) -> None:
    assert found.shared == {"b": 1, "c": 2, "d": 1}
    assert found.overlaps == {("one", "one"): 1, ("two", "two"): 1, ("one", "two"): 0.5, ("two", "one"): 0.5}


def test_a_word_is_never_its_own_neighbour_though_it_is_shared() -> None:
    for word in SHARED:
        lists = columns(word, (ONE, TWO, THREE), SHARED, k=2)
        for near in lists.neighbours.values():
            assert near is not None
            assert len(near) == 2
            assert word not in {other.word for other in near}


def test_a_word_of_one_space_alone_still_has_its_list() -> None:
    lists = columns("extra", (ONE, TWO, THREE), SHARED, k=2)
    assert [name for name, near in lists.neighbours.items() if near is not None] == ["one"]
    assert set(lists.shared.values()) == {1}
    assert lists.overlaps == {("one", "one"): 1}


def test_a_word_of_no_space_is_refused() -> None:
    with pytest.raises(ValueError, match="'zzz'"):
        columns("zzz", (ONE, TWO), SHARED)


def test_the_shipped_lists_are_those_of_a_search_through_the_whole_vocabulary() -> None:
    every = [load_space(name) for name in SPACES]
    common = shared_words(every)
    lists = columns("bank", every, common)
    known = set(common)
    for space in every:
        near = lists.neighbours[space.name]
        assert near is not None
        assert len(near) == K == 10
        expected = [other for other in space.neighbours("bank", 2_000) if other.word in known][:K]
        assert [other.word for other in near] == [other.word for other in expected]
        assert [other.cosine for other in near] == pytest.approx([other.cosine for other in expected], abs=1e-5)
    for one, other in itertools.combinations(SPACES, 2):
        assert lists.overlaps[one, other] == lists.overlaps[other, one]
        both = [{near.word for near in lists.neighbours[name] or ()} for name in (one, other)]
        assert lists.overlaps[one, other] == len(both[0] & both[1]) / K
    assert all(lists.overlaps[name, name] == 1 for name in SPACES)


def test_neighbours_are_counted_in_the_order_of_the_lists_in_every_process() -> None:
    # The page names words in this order; that of sets is another one each time that the server starts.
    near = tuple(f"n{i}" for i in range(20))
    spaces = [random_space(name, ("word", *near), seed=seed) for seed, name in enumerate(("one", "two"))]
    found = columns("word", spaces, near, k=15)
    listed = [other.word for words in found.neighbours.values() for other in words or ()]
    assert list(found.shared) == list(dict.fromkeys(listed))


# Over many words


def brute_force(space: Space, word: str, shared: tuple[str, ...], k: int) -> set[str]:
    unit = unit_rows(space.vectors).astype(np.float64)
    others = [other for other in shared if other != word]
    cosines = {other: unit[space.row(other)] @ unit[space.row(word)] for other in others}
    return set(sorted(others, key=lambda other: -cosines[other])[:k])


def test_the_mean_overlap_is_that_of_a_count_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    for block in [1, 7, 128]:
        monkeypatch.setattr(module, "_BLOCK", block)
        spaces = [random_space(name, seed=seed) for seed, name in enumerate(("one", "two", "three"))]
        # The second half of the third space is the first's, so that the two agree in part.
        mixed = np.vstack([spaces[2].vectors[:30], spaces[0].vectors[30:]])
        spaces[2] = Space("three", WORDS, mixed)
        shared, asked, k = WORDS[2:55], WORDS[5:37], 5
        found = mean_overlaps(spaces, asked, shared, k)
        assert found.shape == (3, 3)
        np.testing.assert_allclose(np.diagonal(found), 1)
        np.testing.assert_array_equal(found, found.T)
        for i, j in itertools.combinations(range(3), 2):
            lists = [[brute_force(spaces[side], word, shared, k) for word in asked] for side in (i, j)]
            expected = np.mean([len(one & other) / k for one, other in zip(*lists, strict=True)])
            assert found[i, j] == pytest.approx(expected)
        assert found[0, 2] > found[0, 1]


def test_the_nearest_of_a_word_that_is_not_shared_are_found_among_the_shared() -> None:
    space, shared = random_space(), WORDS[10:40]
    (found,) = nearest_shared(space, ["w50"], shared, 4)
    assert {near.word for near in found} == brute_force(space, "w50", shared, 4)


def test_a_space_has_all_neighbours_in_common_with_a_turned_copy() -> None:
    left = random_space()
    found = mean_overlaps([left, copy_of(left, orthogonal(8))], WORDS[:20], WORDS, 5)
    np.testing.assert_allclose(found, 1, atol=0.02)
