"""The plane shows where each sentence puts the word, and its regions say what the verdict says."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from core.context.attention import N_DISTANCES, Attention
from core.context.disambiguation import decide
from core.context.scene import Scene, make_scene
from core.context.weights import ContextModel, ContextualVector, make_model
from core.spaces.space import Space

WORDS = ("the", "money", "bank", "river", "loan", "water", "mud", "cash", "tree")
D = 5
LINES = (("bank", "money", "loan"), ("river", "bank", "water", "mud"), ("the", "bank"))


@pytest.fixture(scope="module")
def model() -> ContextModel:
    random = np.random.default_rng(8)
    vectors = random.normal(size=(len(WORDS), D)).astype(np.float32)
    learned = Attention(
        random.normal(size=(2, D)).astype(np.float32),
        random.normal(size=(2, D)).astype(np.float32),
        random.normal(size=len(WORDS)).astype(np.float32),
        np.zeros((2, N_DISTANCES), dtype=np.float32),
        np.zeros((1, 2), dtype=np.float32),
    )
    return make_model(Space("toy", WORDS, vectors), np.arange(9.0, 0, -1), 100.0, learned)


def directions(n: int, seed: int = 3) -> npt.NDArray[np.float64]:
    found = np.random.default_rng(seed).normal(size=(n, D))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def contexts(model: ContextModel, scheme: str = "learned") -> list[tuple[int, ContextualVector]]:
    return [(i, model.weigh(line, line.index("bank"), scheme)) for i, line in enumerate(LINES)]


def scene_of(model: ContextModel, n: int, threshold: float = 0.1, seed: int = 3) -> Scene:
    return make_scene(directions(n, seed), contexts(model), threshold)


VIEW = (-1.3, 1.2, -0.9, 1.1)
WIDE = (-3.0, 3.0, -3.0, 3.0)  # no vector of length 1 stands outside


def inside(corners: npt.NDArray[np.float64], spot: npt.NDArray[np.float64]) -> bool:
    """Whether a place is in a convex polygon whose corners run counter-clockwise."""
    sides, ways = np.roll(corners, -1, axis=0) - corners, spot - corners
    return len(corners) > 2 and bool((sides[:, 0] * ways[:, 1] - sides[:, 1] * ways[:, 0] >= 0).all())


def test_of_two_or_three_senses_the_place_in_the_plane_decides_alone(model: ContextModel) -> None:
    for n, threshold in ((2, 0.0), (3, 0.0), (2, 0.5), (3, 0.1)):
        scene = scene_of(model, n, threshold)
        assert scene.exact
        regions = [scene.region(sense, WIDE) for sense in range(n)]
        seen = set()
        for vector in np.random.default_rng(1).normal(size=(300, D)):
            (spot,) = scene.plane.place(vector[None] / np.linalg.norm(vector))
            verdict = decide(vector, scene.anchors, threshold)
            if abs(verdict.margin - threshold) < 1e-6:
                continue
            assert [sense for sense in range(n) if inside(regions[sense], spot)] == (
                [] if verdict.sense is None else [verdict.sense]
            )
            seen.add(verdict.sense)
        assert seen >= {*range(n)}
        assert (None in seen) == (threshold > 0)


def test_a_region_stays_in_its_view_and_reaches_its_edge(model: ContextModel) -> None:
    left, right, low, high = VIEW
    for scene in (scene_of(model, 2), scene_of(model, 3)):
        for sense, spot in enumerate(scene.senses):
            corners = scene.region(sense, VIEW)
            assert corners.shape[1] == 2
            assert inside(corners, spot), "a sense stands in its own region"
            assert (corners >= np.array([left, low]) - 1e-9).all()
            assert (corners <= np.array([right, high]) + 1e-9).all()
            assert np.isclose(corners, [left, low]).any() or np.isclose(corners, [right, high]).any()


def test_of_four_senses_the_plane_is_a_view_and_no_judge(model: ContextModel) -> None:
    scene = scene_of(model, 4)
    assert not scene.exact
    regions = [scene.region(sense, WIDE) for sense in range(4)]
    wrong = 0
    for vector in np.random.default_rng(1).normal(size=(300, D)):
        (spot,) = scene.plane.place(vector[None] / np.linalg.norm(vector))
        sense = decide(vector, scene.anchors, scene.threshold).sense
        wrong += [i for i in range(4) if inside(regions[i], spot)] != ([] if sense is None else [sense])
    assert wrong > 0, "else its regions could be drawn"


def test_a_tip_stands_where_its_sentence_puts_the_word(model: ContextModel) -> None:
    n = 4
    scene = scene_of(model, n)
    assert [tip.sentence for tip in scene.tips] == [0, 1, 2]
    for tip, (_, context) in zip(scene.tips, contexts(model), strict=True):
        unit = context.vector / np.linalg.norm(context.vector)
        np.testing.assert_allclose(tip.at, scene.plane.place(unit[None])[0], atol=1e-6)
        wanted = decide(context.vector, directions(n), 0.1)
        assert (tip.verdict.sense, tip.verdict.best) == (wanted.sense, wanted.best)
        assert tip.verdict.margin == pytest.approx(wanted.margin)
        assert not tip.aside
    assert len({tip.at for tip in scene.tips}) == 3
    np.testing.assert_allclose(scene.senses, scene.plane.place(directions(n)))


def test_the_word_stands_at_its_own_vector_and_nowhere_when_it_has_none(model: ContextModel) -> None:
    scene = scene_of(model, 3)
    assert scene.word is not None
    assert scene.start is scene.word
    np.testing.assert_allclose(scene.word, scene.plane.place(model.whitened.vector("bank")[None])[0], atol=1e-6)
    other = model.weigh(("money", "qqxxzz", "river"), 1, "learned")
    stranger = make_scene(directions(3), [(0, other)], 0.1)
    assert stranger.word is None
    np.testing.assert_allclose(stranger.start, stranger.plane.place(np.zeros((1, D)))[0])
    assert len(stranger.tips) == 1


def test_sentences_before_another_was_added_stand_aside(model: ContextModel) -> None:
    more = model.weigh((*LINES[0], "tree", "mud"), 0, "uniform")
    alone = model.weigh(LINES[0], 0, "uniform")
    scene = make_scene(directions(2), [(4, more)], 0.1, [(4, alone)])
    assert [(tip.sentence, tip.aside) for tip in scene.tips] == [(4, False), (4, True)]
    assert [tip.context for tip in scene.tips] == [more, alone]
    assert scene.tips[0].at != scene.tips[1].at
    np.testing.assert_allclose(
        scene.tips[1].at, scene.plane.place(alone.vector[None] / np.linalg.norm(alone.vector))[0], atol=1e-6
    )


def test_the_threshold_decides_what_cannot_be_told(model: ContextModel) -> None:
    assert all(tip.verdict.sense is not None for tip in scene_of(model, 2, 0.0).tips)
    assert all(tip.verdict.sense is None for tip in scene_of(model, 2, 2.1).tips)
    scene = scene_of(model, 3, 9.0)
    assert [scene.region(sense, VIEW).shape for sense in range(3)] == [(0, 2)] * 3


def test_senses_that_point_the_same_way_span_no_plane(model: ContextModel) -> None:
    same = np.tile(directions(1), (2, 1))
    for anchors in (same, np.vstack([same, same]), directions(1), np.zeros((2, D))):
        with pytest.raises(ValueError, match="sense"):
            make_scene(anchors, contexts(model), 0.1)
