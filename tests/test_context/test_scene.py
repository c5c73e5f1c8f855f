"""The plane shows where each sentence puts the word, and its regions say what the verdict says."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from core.context.attention import N_DISTANCES, Attention
from core.context.scene import Scene, make_scene
from core.context.weights import Weigher, Weighting, decide, make_weigher
from core.spaces.space import Space

WORDS = ("the", "money", "bank", "river", "loan", "water", "mud", "cash", "tree")
D = 5
LINES = (("bank", "money", "loan"), ("river", "bank", "water", "mud"), ("the", "bank"))


@pytest.fixture(scope="module")
def weigher() -> Weigher:
    random = np.random.default_rng(8)
    vectors = random.normal(size=(len(WORDS), D)).astype(np.float32)
    learned = Attention(
        random.normal(size=(2, D)).astype(np.float32),
        random.normal(size=(2, D)).astype(np.float32),
        random.normal(size=len(WORDS)).astype(np.float32),
        np.zeros((2, N_DISTANCES), dtype=np.float32),
        np.zeros((1, 2), dtype=np.float32),
    )
    return make_weigher(Space("toy", WORDS, vectors), np.arange(9.0, 0, -1), 100.0, learned)


def directions(n: int, seed: int = 3) -> npt.NDArray[np.float64]:
    found = np.random.default_rng(seed).normal(size=(n, D))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def weighings(weigher: Weigher, scheme: str = "learned") -> list[tuple[int, Weighting]]:
    return [(i, weigher.weigh(line, line.index("bank"), scheme)) for i, line in enumerate(LINES)]


def scene_of(weigher: Weigher, n: int, threshold: float = 0.1, seed: int = 3) -> Scene:
    return make_scene(directions(n, seed), weighings(weigher), threshold)


VIEW = (-1.3, 1.2, -0.9, 1.1)
WIDE = (-3.0, 3.0, -3.0, 3.0)  # no vector of length 1 stands outside


def inside(corners: npt.NDArray[np.float64], spot: npt.NDArray[np.float64]) -> bool:
    """Whether a place is in a convex polygon whose corners run counter-clockwise."""
    sides, ways = np.roll(corners, -1, axis=0) - corners, spot - corners
    return len(corners) > 2 and bool((sides[:, 0] * ways[:, 1] - sides[:, 1] * ways[:, 0] >= 0).all())


@pytest.mark.parametrize("threshold", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("n", [2, 3])
def test_of_two_or_three_senses_the_place_in_the_plane_decides_alone(
    weigher: Weigher, n: int, threshold: float
) -> None:
    scene = scene_of(weigher, n, threshold)
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


@pytest.mark.parametrize("n", [2, 3])
def test_a_region_stays_in_its_view_and_reaches_its_edge(weigher: Weigher, n: int) -> None:
    scene = scene_of(weigher, n)
    left, right, low, high = VIEW
    for sense in range(n):
        corners = scene.region(sense, VIEW)
        assert corners.shape[1] == 2
        assert inside(corners, scene.senses[sense]), "a sense stands in its own region"
        assert (corners >= np.array([left, low]) - 1e-9).all()
        assert (corners <= np.array([right, high]) + 1e-9).all()
        assert np.isclose(corners, [left, low]).any() or np.isclose(corners, [right, high]).any()


def test_a_sense_that_never_leads_by_enough_has_no_region(weigher: Weigher) -> None:
    scene = scene_of(weigher, 3, 9.0)
    assert [scene.region(sense, VIEW).shape for sense in range(3)] == [(0, 2)] * 3


def test_of_four_senses_the_plane_is_a_view_and_no_judge(weigher: Weigher) -> None:
    scene = scene_of(weigher, 4)
    assert not scene.exact
    regions = [scene.region(sense, WIDE) for sense in range(4)]
    wrong = 0
    for vector in np.random.default_rng(1).normal(size=(300, D)):
        (spot,) = scene.plane.place(vector[None] / np.linalg.norm(vector))
        sense = decide(vector, scene.anchors, scene.threshold).sense
        wrong += [i for i in range(4) if inside(regions[i], spot)] != ([] if sense is None else [sense])
    assert wrong > 0, "else its regions could be drawn"


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_tip_stands_where_its_sentence_puts_the_word(weigher: Weigher, n: int) -> None:
    scene = scene_of(weigher, n)
    assert [tip.sentence for tip in scene.tips] == [0, 1, 2]
    for tip, (_, weighing) in zip(scene.tips, weighings(weigher), strict=True):
        unit = weighing.vector / np.linalg.norm(weighing.vector)
        np.testing.assert_allclose(tip.at, scene.plane.place(unit[None])[0], atol=1e-6)
        wanted = decide(weighing.vector, directions(n), 0.1)
        assert (tip.verdict.sense, tip.verdict.best) == (wanted.sense, wanted.best)
        assert tip.verdict.margin == pytest.approx(wanted.margin)
        assert not tip.aside
    assert len({tip.at for tip in scene.tips}) == 3
    np.testing.assert_allclose(scene.senses, scene.plane.place(directions(n)))


def test_the_word_stands_at_its_own_vector_and_nowhere_when_it_has_none(weigher: Weigher) -> None:
    scene = scene_of(weigher, 3)
    assert scene.word is not None
    np.testing.assert_allclose(scene.word, scene.plane.place(weigher.told.vector("bank")[None])[0], atol=1e-6)
    other = weigher.weigh(("money", "qqxxzz", "river"), 1, "learned")
    stranger = make_scene(directions(3), [(0, other)], 0.1)
    assert stranger.word is None
    assert len(stranger.tips) == 1


def test_sentences_before_another_was_added_stand_aside(weigher: Weigher) -> None:
    more = weigher.weigh((*LINES[0], "tree", "mud"), 0, "uniform")
    alone = weigher.weigh(LINES[0], 0, "uniform")
    scene = make_scene(directions(2), [(4, more)], 0.1, [(4, alone)])
    assert [(tip.sentence, tip.aside) for tip in scene.tips] == [(4, False), (4, True)]
    assert [tip.weighting for tip in scene.tips] == [more, alone]
    assert scene.tips[0].at != scene.tips[1].at
    np.testing.assert_allclose(
        scene.tips[1].at, scene.plane.place(alone.vector[None] / np.linalg.norm(alone.vector))[0], atol=1e-6
    )


def test_the_threshold_decides_what_cannot_be_told(weigher: Weigher) -> None:
    assert all(tip.verdict.sense is not None for tip in scene_of(weigher, 2, 0.0).tips)
    assert all(tip.verdict.sense is None for tip in scene_of(weigher, 2, 2.1).tips)


def test_senses_that_point_the_same_way_span_no_plane(weigher: Weigher) -> None:
    same = np.tile(directions(1), (2, 1))
    for anchors in (same, np.vstack([same, same]), directions(1), np.zeros((2, D))):
        with pytest.raises(ValueError, match="sense"):
            make_scene(anchors, weighings(weigher), 0.1)
