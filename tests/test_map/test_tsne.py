"""t-SNE: a true gradient, a map no worse than scikit-learn's, the same picture for the same link, and a way out."""

import threading
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from sklearn.manifold import TSNE
from threadpoolctl import threadpool_info, threadpool_limits

from core.map import tsne as module
from core.map.tsne import Layout, kl_divergence, tsne
from core.spaces.space import load_space, unit_rows

Vectors = npt.NDArray[np.float32]


def clustered(n: int = 150, d: int = 20, clusters: int = 6, seed: int = 0, width: float = 0.25) -> Vectors:
    rng = np.random.default_rng(seed)
    middles = rng.standard_normal((clusters, d)) / np.sqrt(d)
    noise = width * rng.standard_normal((n, d)) / np.sqrt(d)
    return np.asarray(middles[np.arange(n) % clusters] + noise, dtype=np.float32)


@pytest.fixture(scope="module")
def words() -> Vectors:
    return load_space("glove-6b").vectors[:150]


@pytest.fixture(scope="module")
def of_words(words: Vectors) -> Layout:
    return tsne(words, n_frames=60)


def loss(affinities: Vectors, y: npt.NDArray[np.float64], exaggeration: float) -> float:
    """Return the divergence whose gradient the descent follows, written out in float64."""
    p = affinities.astype(np.float64)
    q = 1 / (1 + ((y[:, :, None] - y[:, None, :]) ** 2).sum(axis=0))
    np.fill_diagonal(q, 0)
    near = p > 0
    return float(np.log(q.sum()) - exaggeration * (p[near] * np.log(q[near])).sum())


# Is it t-SNE?


def test_every_step_goes_where_the_divergence_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    for n, tile in [(12, 512), (23, 5)]:
        for exaggeration in [1.0, 4.0]:
            for n_components in [2, 3]:
                monkeypatch.setattr(module, "_TILE", tile)
                affinities = module._affinities(unit_rows(clustered(n)), 3.0)
                y = np.random.default_rng(1).standard_normal((n_components, n)) * 2
                numerical = np.empty_like(y)
                for place in np.ndindex(*y.shape):
                    step = np.zeros_like(y)
                    step[place] = 1e-5
                    rise = loss(affinities, y + step, exaggeration) - loss(affinities, y - step, exaggeration)
                    numerical[place] = rise / 2e-5
                work = np.empty((2, min(n, tile) ** 2), dtype=np.float32)
                gradient = module._gradient(affinities, y.astype(np.float32), exaggeration, work)
                np.testing.assert_allclose(gradient, numerical, atol=2e-6 * max(1.0, exaggeration))


def test_each_word_has_as_many_soft_neighbours_as_asked(words: Vectors) -> None:
    for perplexity in [2.0, 15.0, 90.0]:
        distances = (2 - 2 * unit_rows(words).astype(np.float64) @ unit_rows(words).T.astype(np.float64)).clip(0)
        own = (np.arange(150), np.arange(150))
        distances[own] = np.inf
        distances -= distances.min(axis=1, keepdims=True)
        distances[own] = 0
        weights = module._calibrated(distances.astype(np.float32), own, float(np.log(perplexity))).astype(np.float64)
        np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-5)
        assert not weights[own].any()
        entropy = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=1)
        np.testing.assert_allclose(np.exp(entropy), perplexity, rtol=1e-4)
        # One Gaussian a word: ln w falls linearly with the squared distance.
        row, far = weights[7], np.delete(distances[7], 7)
        near = np.delete(row, 7) > 1e-12
        slope, offset = np.polyfit(far[near], np.log(np.delete(row, 7)[near]), 1)
        np.testing.assert_allclose(slope * far[near] + offset, np.log(np.delete(row, 7)[near]), atol=1e-3)


def test_affinities_are_probabilities_of_pairs(words: Vectors) -> None:
    affinities = module._affinities(unit_rows(words), 30.0)
    np.testing.assert_array_equal(affinities, affinities.T)
    assert not affinities.diagonal().any()
    assert affinities.sum(dtype=np.float64) == pytest.approx(1, abs=1e-5)


def test_the_divergence_is_the_sum_over_all_pairs(words: Vectors, of_words: Layout) -> None:
    y = of_words.coordinates.T.astype(np.float64)
    p = module._affinities(unit_rows(words), 30.0).astype(np.float64)
    by_hand = loss(p.astype(np.float32), y, 1.0) + (p[p > 0] * np.log(p[p > 0])).sum()
    assert of_words.kl == pytest.approx(by_hand, abs=1e-5)
    assert kl_divergence(words, of_words.coordinates, 30) == pytest.approx(of_words.kl, abs=1e-6)
    assert kl_divergence(words, np.random.default_rng(0).standard_normal((150, 2)), 30) > 1.5 * of_words.kl


# Is it a good one?


def test_the_map_is_no_worse_than_scikit_learns(words: Vectors) -> None:
    for perplexity in [5.0, 30.0]:
        with threadpool_limits(1):
            theirs = TSNE(perplexity=perplexity, random_state=0).fit_transform(unit_rows(words))
        limit = kl_divergence(words, theirs, perplexity) + 0.01
        for seed in (0, 1, 2):
            assert tsne(words, perplexity=perplexity, seed=seed).kl < limit


def test_three_groups_stay_three_groups() -> None:
    for seed in [0, 5]:
        for n_components in [2, 3]:
            layout = tsne(clustered(60, clusters=3), n_components=n_components, seed=seed, perplexity=10)
            assert layout.coordinates.shape == (60, n_components)
            apart = np.linalg.norm(layout.coordinates[:, None] - layout.coordinates, axis=2)
            np.fill_diagonal(apart, np.inf)
            np.testing.assert_array_equal(apart.argmin(axis=1) % 3, np.arange(60) % 3)


def test_the_map_starts_from_pca_and_keeps_its_outline() -> None:
    # Two far pairs of groups: PCA puts them left and right, and the map must not forget which is which.
    pairs = np.repeat([[1, 0, 0], [1, 0.4, 0], [-1, 0, 0.4], [-1, 0, 0]], 12, axis=0)
    vectors = pairs + 0.05 * np.random.default_rng(0).standard_normal(pairs.shape)
    layout = tsne(vectors, perplexity=8, n_frames=20)
    left_to_right = np.sign(layout.frames[0][:, 0])
    np.testing.assert_array_equal(np.sign(layout.frames[-1][:, 0]), left_to_right)
    assert set(left_to_right[:24]) == {1.0}
    assert set(left_to_right[24:]) == {-1.0}


def test_exaggeration_starts_where_no_axis_of_the_start_shrinks(words: Vectors) -> None:
    affinities = module._affinities(unit_rows(words), 15.0)
    small = module._pca(unit_rows(words), 3) * np.float32(1e-2)
    most = module._exaggeration(affinities, small)
    assert 1 < most < module.MAX_EXAGGERATION
    work = np.empty((2, 150**2), dtype=np.float32)
    growth = {
        e: -(small * module._gradient(affinities, small, e, work)).sum(axis=1) for e in (0.95 * most, 1.05 * most)
    }
    assert growth[0.95 * most].min() > 0
    assert growth[1.05 * most].min() < 0


def test_the_length_of_a_vector_moves_nothing(words: Vectors, of_words: Layout) -> None:
    np.testing.assert_array_equal(tsne(unit_rows(words) * 8).coordinates, tsne(unit_rows(words)).coordinates)
    np.testing.assert_allclose(of_words.coordinates.mean(axis=0), 0, atol=1e-4)


# The animation


def test_the_animation_ends_in_the_final_map(of_words: Layout) -> None:
    assert of_words.frames.shape == (60, 150, 2)
    np.testing.assert_array_equal(of_words.frames[-1], of_words.coordinates)
    assert not of_words.frames.flags.writeable
    assert not of_words.coordinates.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        of_words.frames[0] = 0


def test_the_animation_never_stands_still_and_never_jumps(of_words: Layout) -> None:
    moves = [float(np.sqrt(((after - before) ** 2).mean())) for before, after in pairwise(of_words.frames)]
    assert min(moves) > 0.3 * max(moves)


def test_no_frame_leaves_the_axes_of_the_final_map(words: Vectors) -> None:
    for seed in [0, 1]:
        layout = tsne(words[:50], seed=seed, perplexity=5, n_frames=60)
        low, high = layout.coordinates.min(axis=0), layout.coordinates.max(axis=0)
        margin = 0.07 * (high - low)
        assert (layout.frames >= low - margin).all()
        assert (layout.frames <= high + margin).all()
        assert layout.frames[0].std() > 0.25 * layout.coordinates.std()


def test_as_many_frames_as_asked_and_the_map_the_same(words: Vectors, of_words: Layout) -> None:
    for n_frames in [0, 1, 2, 7]:
        layout = tsne(words, n_frames=n_frames)
        assert layout.frames.shape == (n_frames, 150, 2)
        np.testing.assert_array_equal(layout.coordinates, of_words.coordinates)
        for frame in layout.frames[-1:]:
            np.testing.assert_array_equal(frame, layout.coordinates)


# The same link, the same picture


def test_the_same_seed_gives_the_same_bytes(words: Vectors) -> None:
    for seed in [0, 3]:
        first, second = (tsne(words, seed=seed, n_frames=4) for _ in range(2))
        assert first.coordinates.tobytes() == second.coordinates.tobytes()
        assert first.frames.tobytes() == second.frames.tobytes()
        assert first.kl == second.kl


def test_another_seed_gives_another_map_about_as_good(words: Vectors, of_words: Layout) -> None:
    for seed in (1, 2):
        other = tsne(words, seed=seed)
        moved = np.linalg.norm(other.coordinates - of_words.coordinates, axis=1)
        assert np.median(moved) > of_words.coordinates.std()
        assert other.kl == pytest.approx(of_words.kl, abs=0.06)


def test_the_number_of_threads_moves_nothing() -> None:
    vectors = load_space("glove-6b").vectors[:700]  # enough for BLAS to share out the work
    maps = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            maps.append(tsne(vectors).coordinates.tobytes())
    assert maps[0] == maps[1]


def test_a_session_beside_a_server_held_to_one_thread_draws_the_same() -> None:
    vectors = clustered(600, d=100)
    drawn: list[bytes] = []
    with threadpool_limits(1, user_api="blas"):
        sessions = [threading.Thread(target=lambda: drawn.append(tsne(vectors).coordinates.tobytes())) for _ in "ab"]
        for session in sessions:
            session.start()
        for session in sessions:
            session.join(60)
        assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}
    assert set(drawn) == {tsne(vectors).coordinates.tobytes()}
    assert len(drawn) == 2


# The way out


def test_progress_is_told_often_and_up_to_the_end(words: Vectors, of_words: Layout) -> None:
    told: list[tuple[int, int]] = []
    shown: list[Vectors] = []

    def on_step(step: int, steps: int, coordinates: Vectors) -> None:
        told.append((step, steps))
        shown.append(coordinates.copy())
        coordinates[:] = np.nan  # a careless listener harms nobody

    layout = tsne(words, on_step=on_step)
    steps = [step for step, _ in told]
    assert {total for _, total in told} == {steps[-1]}
    assert all(10 <= after - before <= 25 for before, after in pairwise([0, *steps]))
    np.testing.assert_array_equal(layout.coordinates, of_words.coordinates)
    np.testing.assert_array_equal(shown[-1], layout.coordinates)


def test_what_a_listener_raises_stops_the_work_and_frees_the_threads(words: Vectors) -> None:
    class EnoughError(Exception):
        pass

    calls = []

    def stop(step: int, steps: int, coordinates: Vectors) -> None:
        calls.append(step)
        raise EnoughError

    before = threadpool_info()
    with pytest.raises(EnoughError):
        tsne(words, on_step=stop)
    assert len(calls) == 1
    assert threadpool_info() == before


# Few words, odd words


def test_a_handful_of_words_has_a_map() -> None:
    for n in [1, 2, 3, 4, 5]:
        for seed in [0, 1]:
            for n_components in [2, 3]:
                layout = tsne(clustered(n, d=4), seed=seed, n_components=n_components, n_frames=5)
                assert layout.coordinates.shape == (n, n_components)
                assert layout.frames.shape == (5, n, n_components)
                assert np.isfinite(layout.frames).all()
                assert np.isfinite(layout.kl)
                assert layout.kl >= 0
                assert layout.perplexity == pytest.approx(max(1.0, (n - 1) / 3))
                if n == 1:
                    assert not layout.coordinates.any()


def test_the_same_word_twice_is_drawn_side_by_side() -> None:
    for seed in [0, 1]:
        for perplexity in [1.0, 5.0, 30.0]:
            vectors = clustered(40)
            vectors[20:] = 2 * vectors[:20]  # the same direction at another length
            layout = tsne(vectors, seed=seed, perplexity=perplexity)
            assert np.isfinite(layout.coordinates).all()
            if perplexity == 1.0:
                apart = np.linalg.norm(layout.coordinates[:, None] - layout.coordinates, axis=2)
                np.fill_diagonal(apart, np.inf)
                np.testing.assert_array_equal(apart.argmin(axis=1) % 20, np.arange(40) % 20)


def test_copies_of_a_word_are_neighbours_of_each_other_alike() -> None:
    lengths = np.tile(np.array([1, 1.1, 1.3, 1.7, 2.9], dtype=np.float32), 6)[:, None]  # rounded apart when scaled
    affinities = module._affinities(unit_rows(np.repeat(clustered(6), 5, axis=0) * lengths), 1.5)
    copies = affinities[:5, :5][~np.eye(5, dtype=bool)]
    np.testing.assert_allclose(copies, 1 / (30 * 4), rtol=1e-4)
    assert affinities[:5, 5:].max() < 1e-6


def test_words_that_are_all_the_same_break_nothing() -> None:
    for seed in [0, 1]:
        for n in [2, 3, 30]:
            for value in [0.0, 0.3]:
                layout = tsne(np.full((n, 7), value), seed=seed, n_frames=3)
                assert np.isfinite(layout.frames).all()
                assert np.isfinite(layout.kl)


def test_a_perplexity_too_large_is_brought_down_and_said(words: Vectors) -> None:
    assert tsne(words[:31], perplexity=500).perplexity == pytest.approx(10)
    assert tsne(words[:31], perplexity=0.2).perplexity == 1
    assert tsne(words[:31], perplexity=7).perplexity == 7


def test_vectors_that_cannot_be_drawn_are_refused_in_words() -> None:
    for vectors, said in [
        (np.empty((0, 5)), "at least 1"),
        (np.empty((5, 0)), "at least 1"),
        (np.ones(5), "shape"),
        ([[1, 2], [np.nan, 1]], "finite, row 1"),
        ([[1, np.inf], [1, 1]], "finite, row 0"),
    ]:
        with pytest.raises(ValueError, match=said):
            tsne(vectors)
        with pytest.raises(ValueError, match=said):
            kl_divergence(vectors, np.zeros((2, 2)), 30)


def test_a_perplexity_that_is_no_number_of_neighbours_is_refused() -> None:
    for perplexity in [0, -3, np.nan, np.inf]:
        with pytest.raises(ValueError, match="perplexity"):
            tsne(clustered(10), perplexity=perplexity)


def test_an_argument_out_of_range_is_refused() -> None:
    for wrong in [{"n_components": 0}, {"seed": -1}, {"n_frames": -1}]:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            tsne(clustered(10), **wrong)


def test_a_divergence_needs_a_point_for_each_vector() -> None:
    with pytest.raises(ValueError, match="3 vectors but 2 coordinates"):
        kl_divergence(np.eye(3), np.zeros((2, 2)), 1)
