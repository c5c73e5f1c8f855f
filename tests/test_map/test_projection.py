"""A map is where the mathematics says, and what it says it hides is what it hides."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest
from scipy.spatial.distance import pdist
from sklearn.manifold import trustworthiness as sklearn_trustworthiness

from core.map import projection as module
from core.map.projection import (
    MAX_TRUSTWORTHINESS,
    METHODS,
    density,
    kept_mask,
    kept_share,
    nearest_by_cosine,
    project,
    trustworthiness,
)

Floats = npt.NDArray[np.float64]


def random_vectors(n: int, d: int, seed: int = 0) -> npt.NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=(n, d)).astype(np.float32)


def on_the_circle(n: int, seed: int = 0) -> npt.NDArray[np.float32]:
    """Unit vectors in the plane, no two of them equally far from a third."""
    angles = np.random.default_rng(seed).uniform(0, 2 * np.pi, n)
    return np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32)


def axes_of(d: int) -> npt.NDArray[np.float32]:
    return np.eye(2, d, dtype=np.float32)


def by_definition(vectors: npt.ArrayLike, k: int = 10) -> list[list[int]]:
    """Nearest by cosine of each point, one point and one pair at a time."""
    rows = [[float(x) for x in row] for row in np.asarray(vectors)]

    def cosine(a: list[float], b: list[float]) -> float:
        lengths = sum(x * x for x in a) ** 0.5 * sum(x * x for x in b) ** 0.5
        return sum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else 0.0

    return [
        sorted((j for j in range(len(rows)) if j != i), key=lambda j: (-cosine(rows[i], rows[j]), j))[:k]
        for i in range(len(rows))
    ]


def kept_by_definition(vectors: npt.ArrayLike, coordinates: npt.ArrayLike, k: int = 10) -> list[float]:
    """The share of its true neighbours that each point keeps, counted one by one."""
    points = np.asarray(coordinates, dtype=np.float64)
    shares = []
    for i, true in enumerate(by_definition(vectors, k)):
        distances = [
            (sum((a - b) ** 2 for a, b in zip(points[i], point, strict=True)), j) for j, point in enumerate(points)
        ]
        near = [j for _, j in sorted(distances) if j != i][: len(true)]
        shares.append(len(set(true) & set(near)) / len(true))
    return shares


# PCA


def test_pca_is_the_singular_value_decomposition() -> None:
    for n, d in [(40, 7), (7, 40), (3, 3), (200, 100)]:
        for n_components in [2, 3]:
            vectors = random_vectors(n, d, seed=n) + np.arange(d, dtype=np.float32)
            centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
            left, values, right = np.linalg.svd(centred, full_matrices=False)
            largest = np.abs(right).argmax(axis=1)
            signs = np.sign(right[np.arange(len(right)), largest])
            scores = (left * values * signs)[:, :n_components]
            shares = (values**2 / (values**2).sum())[:n_components]

            result = project(vectors, "pca", n_components=n_components)

            # Three points span a plane: what is beyond it is noise in both.
            np.testing.assert_allclose(result.coordinates, scores, atol=2e-5)
            assert result.explained is not None
            np.testing.assert_allclose(result.explained, shares, atol=1e-9)
            assert result.coordinates.dtype == np.float32


def test_in_each_component_the_largest_loading_is_positive() -> None:
    vectors = random_vectors(60, 5)
    for flipped in (vectors, -vectors):
        scores = project(flipped, "pca", n_components=3).coordinates.astype(np.float64)
        centred = flipped - flipped.mean(axis=0)
        loadings = centred.T @ scores / (scores**2).sum(axis=0)
        largest = np.abs(loadings).argmax(axis=0)
        assert (loadings[largest, np.arange(3)] > 0).all()


def test_turning_the_space_leaves_the_distances_on_the_map() -> None:
    for n_components in [2, 3]:
        vectors = random_vectors(50, 6) * np.arange(1, 7, dtype=np.float32)
        turn, _ = np.linalg.qr(random_vectors(6, 6, seed=1).astype(np.float64))
        straight = project(vectors, "pca", n_components=n_components)
        turned = project(vectors @ turn, "pca", n_components=n_components)
        np.testing.assert_allclose(pdist(turned.coordinates), pdist(straight.coordinates), rtol=1e-4, atol=1e-4)
        np.testing.assert_array_equal(turned.kept, straight.kept)


def test_three_dimensions_hold_the_two_and_one_more() -> None:
    vectors = random_vectors(50, 6)
    flat, deep = project(vectors, "pca"), project(vectors, "pca", n_components=3)
    assert deep.coordinates.shape == (50, 3)
    np.testing.assert_allclose(deep.coordinates[:, :2], flat.coordinates, atol=1e-6)
    assert flat.explained is not None
    assert deep.explained is not None
    assert deep.explained[2] > 0
    assert (np.diff(deep.explained) <= 0).all()


def test_points_on_a_line_leave_nothing_for_a_second_axis() -> None:
    result = project(np.outer(np.arange(5), [3, 4]), "pca", n_components=3)
    assert result.explained is not None
    np.testing.assert_allclose(result.explained, [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(np.diff(result.coordinates[:, 0]), 5, rtol=1e-6)
    np.testing.assert_allclose(result.coordinates[:, 1:], 0, atol=1e-6)


# Named axes


def test_a_place_on_named_axes_is_the_cosine_with_each() -> None:
    axes = [[3, 0, 4], [0, -2, 0]]
    vectors = [[1, 0, 0], [0, 5, 0], [3, 0, 4], [-6, 0, -8], [1, 1, 0]]
    by_hand = [[0.6, 0], [0, -1], [1, 0], [-1, 0], [0.6 / 2**0.5, -1 / 2**0.5]]
    result = project(vectors, "axes", axes=axes)
    np.testing.assert_allclose(result.coordinates, by_hand, atol=1e-6)
    assert result.explained is None


def test_the_length_of_an_axis_or_a_word_moves_nothing() -> None:
    for factor in [1e-3, 1e3]:
        vectors, axes = random_vectors(20, 4), random_vectors(2, 4, seed=9)
        expected = project(vectors, "axes", axes=axes).coordinates
        np.testing.assert_allclose(project(vectors * factor, "axes", axes=axes).coordinates, expected, atol=1e-6)
        np.testing.assert_allclose(project(vectors, "axes", axes=axes * factor).coordinates, expected, atol=1e-6)


# t-SNE


def test_tsne_keeps_two_clumps_apart_and_each_together() -> None:
    middles = np.repeat(np.eye(2, 20), 15, axis=0)
    vectors = middles + 0.05 * random_vectors(30, 20)
    result = project(vectors, "tsne", perplexity=8)
    assert result.coordinates.shape == (30, 2)
    one, other = result.coordinates[:15], result.coordinates[15:]
    apart = np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))
    assert apart > 3 * max(np.linalg.norm(one - one.mean(axis=0), axis=1).mean(), 1e-9)
    assert np.isfinite(result.kl)
    assert result.perplexity == pytest.approx(8)


def test_the_same_seed_draws_the_same_tsne() -> None:
    vectors = random_vectors(30, 10)
    first, second = (project(vectors, "tsne", perplexity=5, seed=3) for _ in range(2))
    np.testing.assert_array_equal(first.coordinates, second.coordinates)
    assert first.kl == second.kl


def test_the_stages_of_tsne_end_in_the_final_layout() -> None:
    result = project(random_vectors(30, 10), "tsne", perplexity=5, n_frames=12)
    assert result.frames.shape == (12, 30, 2)
    np.testing.assert_array_equal(result.frames[-1], result.coordinates)
    assert not np.array_equal(result.frames[0], result.frames[-1])


def test_a_perplexity_too_large_for_a_few_words_is_brought_down_and_said() -> None:
    result = project(random_vectors(9, 5), "tsne", perplexity=100)
    assert 0 < result.perplexity < 9
    assert np.isfinite(result.coordinates).all()


def test_a_reader_can_stop_tsne() -> None:
    class EnoughError(Exception):
        pass

    def stop(step: int, total: int, _: object) -> None:
        assert 0 <= step <= total
        raise EnoughError

    with pytest.raises(EnoughError):
        project(random_vectors(40, 10), "tsne", on_step=stop)


# What the map keeps


def test_a_plane_drawn_as_it_is_keeps_every_neighbour() -> None:
    vectors = on_the_circle(60)
    result = project(vectors, "axes", axes=axes_of(2))
    np.testing.assert_allclose(result.coordinates, vectors, atol=1e-6)
    np.testing.assert_array_equal(result.kept, np.ones(60))
    np.testing.assert_array_equal(project(vectors, "pca").kept, np.ones(60))


def test_a_map_that_is_only_larger_or_turned_keeps_as_much() -> None:
    vectors, coordinates = random_vectors(50, 8), random_vectors(50, 2, seed=5)
    near = nearest_by_cosine(vectors)
    expected = kept_share(near, coordinates)
    assert 0 < expected.mean() < 1
    turn, _ = np.linalg.qr(random_vectors(2, 2, seed=6).astype(np.float64))
    for same in (coordinates * 1e4, coordinates * 1e-4, coordinates + 100, coordinates @ turn):
        np.testing.assert_allclose(kept_share(near, same), expected)


def test_kept_is_the_share_that_one_counts_by_hand() -> None:
    for n in [2, 3, 7, 10, 11, 12, 40]:
        for method in ["pca", "axes"]:
            vectors = random_vectors(n, 5, seed=n)
            result = project(vectors, method, axes=axes_of(5))  # type: ignore[arg-type]
            np.testing.assert_allclose(result.kept, kept_by_definition(vectors, result.coordinates))
            assert result.neighbours.shape == (n, min(10, n - 1))


def test_a_map_with_no_relation_to_the_space_keeps_little_and_a_torn_word_least() -> None:
    vectors = np.vstack([on_the_circle(59), [[1, 0]]])
    torn = vectors.copy()
    torn[59] = [50, 50]  # one point drawn far away
    kept = kept_share(nearest_by_cosine(vectors), torn)
    assert kept[:59].mean() > 0.9
    assert kept[59] < 0.6
    assert kept_share(nearest_by_cosine(vectors), random_vectors(60, 2, seed=8)).mean() < 0.5


def test_which_neighbours_are_kept_is_told_neighbour_by_neighbour() -> None:
    # Four words on a line by cosine with the first: 1, 2, 3 in this order; the map swaps the outer two.
    near = np.array([[1, 2], [0, 2], [1, 3], [2, 1]])
    coordinates = [[0, 0], [1, 0], [9, 0], [2, 0]]
    np.testing.assert_array_equal(
        kept_mask(near, coordinates), [[True, False], [True, False], [True, True], [False, True]]
    )
    np.testing.assert_allclose(kept_share(near, coordinates), [0.5, 0.5, 1, 0.5])


def test_points_drawn_at_one_spot_do_not_depend_on_their_order() -> None:
    vectors = random_vectors(30, 6)
    coordinates = np.zeros((30, 2))
    coordinates[:5] = [1, 1]
    order = np.random.default_rng(1).permutation(30)
    kept = kept_share(nearest_by_cosine(vectors), coordinates)
    np.testing.assert_array_equal(kept_share(nearest_by_cosine(vectors[order]), coordinates[order]), kept[order])


# Few words, equal words, wrong input


def test_one_word_alone_is_drawn() -> None:
    for method in METHODS:
        for n_components in [2, 3]:
            if method == "axes" and n_components == 3:
                n_components = 2  # named axes draw two
            result = project([[1.0, 2.0, 3.0]], method, n_components=n_components, axes=axes_of(3))  # type: ignore[arg-type]
            assert result.coordinates.shape == (1, n_components)
            assert np.isfinite(result.coordinates).all()
            assert result.neighbours.shape == (1, 0)
            np.testing.assert_array_equal(result.kept, [1])


def test_a_few_words_are_drawn() -> None:
    for method in METHODS:
        for n in [2, 3, 4]:
            result = project(random_vectors(n, 5), method, axes=axes_of(5))  # type: ignore[arg-type]
            assert result.coordinates.shape == (n, 2)
            assert np.isfinite(result.coordinates).all()
            assert len(np.unique(result.coordinates, axis=0)) == n
            assert result.neighbours.shape == (n, n - 1)
            np.testing.assert_array_equal(result.kept, np.ones(n))


def test_two_identical_words_are_drawn() -> None:
    for method in METHODS:
        vectors = np.vstack([random_vectors(8, 5), random_vectors(8, 5)[:1]])
        result = project(vectors, method, axes=axes_of(5))  # type: ignore[arg-type]
        assert np.isfinite(result.coordinates).all()
        assert result.neighbours[0, 0] == 8
        assert result.neighbours[8, 0] == 0
        distances = np.linalg.norm(result.coordinates - result.coordinates[0], axis=1)
        assert distances[1:].argmin() == 7


def test_words_that_are_all_equal_are_drawn() -> None:
    for method in METHODS:
        for value in [0.0, 0.1]:
            for n in [2, 3, 30]:
                result = project(np.full((n, 4), value), method, axes=axes_of(4))  # type: ignore[arg-type]
                assert result.coordinates.shape == (n, 2)
                assert np.isfinite(result.coordinates).all()
                if method != "tsne":
                    np.testing.assert_array_equal(result.kept, np.ones(n))
                if result.explained is not None:
                    np.testing.assert_array_equal(result.explained, [0, 0])


def test_what_cannot_be_drawn_is_refused_and_said() -> None:
    for vectors, method, options, message in [
        ([[1, np.nan]], "pca", {}, "vectors must be finite"),
        ([[1, np.inf], [0, 1]], "tsne", {}, "vectors must be finite"),
        ([1, 2, 3], "pca", {}, r"shape \(n, d\) with n and d at least 1, got \(3,\)"),
        ([], "pca", {}, r"n and d at least 1, got \(0,\)"),
        (np.empty((0, 3)), "axes", {"axes": axes_of(3)}, r"n and d at least 1, got \(0, 3\)"),
        (np.empty((3, 0)), "pca", {}, r"n and d at least 1, got \(3, 0\)"),
        ([[1, 2]], "umap", {}, "method must be one of pca, tsne, axes, got 'umap'"),
        ([[1, 2]], "PCA", {}, "method must be one of pca, tsne, axes, got 'PCA'"),
        ([[1, 2]], "pca", {"n_components": 1}, "n_components must be 2 or 3, got 1"),
        ([[1, 2]], "pca", {"n_components": 4}, "n_components must be 2 or 3, got 4"),
        ([[1, 2]], "axes", {}, "'axes' needs axes of shape"),
        ([[1, 2]], "axes", {"axes": [[1, 0]]}, r"axes must have shape \(2, 2\).*got \(1, 2\)"),
        ([[1, 2]], "axes", {"axes": [[1, 0, 0], [0, 1, 0]]}, r"axes must have shape \(2, 2\).*got \(2, 3\)"),
        ([[1, 2]], "axes", {"axes": [[1, 0], [0, 0]]}, "an axis must not be zero"),
        ([[1, 2]], "axes", {"axes": [[1, 0], [0, np.nan]]}, "axes must be finite"),
        ([[1, 2]], "axes", {"axes": [[1, 0], [0, 1]], "n_components": 3}, "draw two dimensions"),
    ]:
        with pytest.raises(ValueError, match=message):
            project(vectors, method, **options)  # type: ignore[arg-type]


def test_projecting_does_not_change_what_it_projects() -> None:
    vectors = random_vectors(30, 6)
    before = vectors.copy()
    vectors.flags.writeable = False
    for method in METHODS:
        project(vectors, method, axes=axes_of(6), perplexity=5)
    np.testing.assert_array_equal(vectors, before)


# Who is near whom in truth


def test_no_nearer_word_is_passed_over() -> None:
    for n, k in [(1, 10), (2, 10), (11, 10), (40, 10), (40, 1), (40, 39)]:
        vectors = random_vectors(n, 6, seed=n)
        assert nearest_by_cosine(vectors, k).tolist() == by_definition(vectors, k)


def test_equally_near_words_are_taken_in_the_order_given() -> None:
    # On the four half-axes every cosine is exactly 1, 0 or -1: ties at every place, the last one included.
    half_axes = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    vectors = half_axes[np.random.default_rng(2).integers(0, 4, 60)]
    assert nearest_by_cosine(vectors).tolist() == by_definition(vectors)


def test_words_of_a_large_map_are_compared_with_all_the_others() -> None:
    for n in [999, 1_500]:
        vectors = random_vectors(n, 8, seed=n).astype(np.float64)
        unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        cosines = unit @ unit.T
        np.fill_diagonal(cosines, -np.inf)
        expected = np.sort(cosines, axis=1)[:, ::-1][:, :10]
        near = nearest_by_cosine(vectors)
        assert not (near == np.arange(n)[:, None]).any()
        assert all(len(set(row)) == 10 for row in near.tolist())
        np.testing.assert_allclose(np.take_along_axis(cosines, near, axis=1), expected, atol=1e-6)


def test_the_size_of_a_block_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for block in [1, 7, 30]:
        vectors = random_vectors(31, 5)
        whole = nearest_by_cosine(vectors)
        monkeypatch.setattr(module, "_BLOCK", block)
        np.testing.assert_array_equal(nearest_by_cosine(vectors), whole)


def test_neighbours_computed_before_are_used() -> None:
    vectors = random_vectors(30, 5)
    given = np.roll(nearest_by_cosine(vectors), 3, axis=0)  # not the true ones, to see that they are taken
    result = project(vectors, "pca", neighbours=given)
    np.testing.assert_array_equal(result.neighbours, given)
    np.testing.assert_array_equal(result.kept, kept_share(given, result.coordinates))


# How far the map can be trusted


def test_trustworthiness_is_that_of_scikit_learn_by_cosine() -> None:
    for n, k in [(21, 10), (60, 10), (200, 10), (20, 9), (7, 3), (5, 2), (4, 1)]:
        vectors, coordinates = random_vectors(n, 6, seed=n), random_vectors(n, 2, seed=n + 1)
        expected = sklearn_trustworthiness(vectors, coordinates, n_neighbors=k, metric="cosine")
        assert trustworthiness(vectors, coordinates) == pytest.approx(expected, abs=1e-6)


def test_a_perfect_map_is_trusted_fully_and_a_shuffled_one_less() -> None:
    vectors = on_the_circle(60)
    assert trustworthiness(vectors, vectors) == pytest.approx(1)
    assert trustworthiness(vectors, vectors[np.random.default_rng(0).permutation(60)]) < 0.7


def test_where_trust_is_not_defined_or_too_dear_no_number_is_made_up() -> None:
    for n in [1, 2, 3, MAX_TRUSTWORTHINESS + 1]:
        assert np.isnan(trustworthiness(random_vectors(n, 3), random_vectors(n, 2)))


# How thickly the words lie


def test_the_haze_is_thick_where_the_words_are() -> None:
    extent = (0.0, 10.0, -1.0, 1.0)
    crowd = np.array([2.0, 0.5]) + 0.05 * random_vectors(500, 2)
    few = np.array([8.0, -0.5]) + 0.05 * random_vectors(20, 2)
    raster = density(np.vstack([crowd, few]), extent, shape=(40, 80))
    assert raster.shape == (40, 80)
    assert raster.max() == pytest.approx(1)
    assert raster.min() >= 0
    # Row 0 is the bottom and column 0 the left: y = 0.5 is row 30 of 40, x = 2 column 16 of 80.
    row, column = np.unravel_index(raster.argmax(), raster.shape)
    assert (row, column) == (pytest.approx(30, abs=1), pytest.approx(16, abs=1))
    assert 0 < raster[10, 64] < raster[30, 16]
    assert raster[30, 64] < 0.01
    assert raster[10, 16] < 0.01


def test_words_beyond_the_view_make_no_haze() -> None:
    extent = (0.0, 1.0, 0.0, 1.0)
    inside = np.full((5, 2), 0.5)
    beyond = np.array([[2.0, 0.5], [0.5, -3.0]] * 50)
    np.testing.assert_array_equal(density(np.vstack([inside, beyond]), extent), density(inside, extent))
    np.testing.assert_array_equal(density(beyond, extent), np.zeros((120, 200)))


def test_a_map_is_imported_without_what_takes_longest_to_import() -> None:
    code = "import sys, core.map.figures; print([name for name in ('sklearn', 'scipy.stats') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
