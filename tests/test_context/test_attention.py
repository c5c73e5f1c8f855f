"""The learned weights come back as they were written, for their own space only, and score as the formula says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.context.attention import FILE, N_DISTANCES, PARTS, Attention, distance_bin, load_attention, save_attention
from core.errors import AssetProblem

V, D, R = 30, 5, 3


def made(seed: int = 3) -> Attention:
    random = np.random.default_rng(seed)
    shapes = {
        "query": (R, D),
        "key": (R, D),
        "salience": (V,),
        "distance": (2, N_DISTANCES),
        "losses": (4, 2),
    }
    return Attention(**{name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()})


def kept(attention: Attention, folder: Path) -> None:
    """Save, and enter the file in a manifest as a build does."""
    save_attention(attention, folder)
    path = folder / FILE
    entry = assets.read_manifest()[FILE] | {"sha256": assets.sha256(path), "bytes": path.stat().st_size}
    (folder / assets.MANIFEST).write_text(json.dumps({"files": {FILE: entry}}), encoding="utf-8")


def test_what_is_saved_comes_back_in_half_precision(tmp_path: Path) -> None:
    attention = made()
    kept(attention, tmp_path)
    found = load_attention(V, tmp_path)
    for name in PARTS:
        part, wanted = getattr(found, name), getattr(attention, name)
        assert part.dtype == np.float32
        assert part.shape == wanted.shape
        np.testing.assert_array_equal(part, wanted.astype(np.float16).astype(np.float32))
        assert not part.flags.writeable, "all sessions share it"
    assert len({getattr(found, name).tobytes() for name in PARTS}) == len(PARTS)


def test_weights_of_another_space_are_refused_and_the_file_is_named(tmp_path: Path) -> None:
    kept(made(), tmp_path)
    for n_words in (V - 1, V + 1):
        with pytest.raises(AssetProblem, match=rf"knows {V} words, the space {n_words}") as caught:
            load_attention(n_words, tmp_path)
        assert caught.value.file == FILE
        assert "build.attention" in caught.value.command


def test_a_damaged_or_missing_file_is_named(tmp_path: Path) -> None:
    kept(made(), tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:-9])
    with pytest.raises(AssetProblem, match="is damaged"):
        load_attention(V, tmp_path)
    (tmp_path / FILE).unlink()
    with pytest.raises(AssetProblem, match="is missing"):
        load_attention(V, tmp_path)


def test_each_of_the_six_nearest_words_has_a_bin_of_its_own_and_farther_ones_share() -> None:
    far = np.arange(1, 5_000)
    bins = distance_bin(far)
    assert bins[:7].tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert (np.diff(bins) >= 0).all()
    assert set(bins.tolist()) == set(range(N_DISTANCES)), "no bin is out of reach, and none is passed over"
    # Two bins each time the distance doubles.
    assert [int(distance_bin(np.array([far]))[0]) for far in (7, 14, 28, 56)] == [6, 8, 10, 12]
    np.testing.assert_array_equal(bins, distance_bin(-far))


def test_nearness_is_looked_up_on_its_own_side() -> None:
    attention = made()
    offsets = np.array([-1, 1, -6, 6, -7, 40, -40, -999, 999, -(10**6), 10**6])
    wanted = [attention.distance[int(offset > 0), distance_bin(np.array([offset]))[0]] for offset in offsets]
    np.testing.assert_array_equal(attention.nearness(offsets), wanted)
    left, right = attention.nearness(np.array([-2, 2]))
    assert left == attention.distance[0, 1]
    assert right == attention.distance[1, 1]
    assert left != right


def test_compatibility_is_the_scaled_product_of_both_maps() -> None:
    attention = made()
    random = np.random.default_rng(0)
    target, contexts = random.normal(size=D).astype(np.float32), random.normal(size=(7, D)).astype(np.float32)
    asked = [sum(attention.query[i, j] * target[j] for j in range(D)) for i in range(R)]
    wanted = [
        sum(asked[i] * sum(attention.key[i, j] * context[j] for j in range(D)) for i in range(R)) / R**0.5
        for context in contexts
    ]
    np.testing.assert_allclose(attention.compatibility(target, contexts), wanted, rtol=1e-4, atol=1e-5)
    swapped = Attention(attention.key, attention.query, attention.salience, attention.distance, attention.losses)
    assert not np.allclose(swapped.compatibility(target, contexts), wanted), "target and context are not alike"


def test_an_unheard_word_counts_as_the_rarest_tenth_does() -> None:
    attention = made()
    assert attention.oov_salience == pytest.approx(float(np.mean(attention.salience[-3:])))
    assert attention.oov_salience != pytest.approx(float(attention.salience.mean()))
    few = Attention(attention.query, attention.key, attention.salience[:4].copy(), attention.distance, attention.losses)
    assert few.oov_salience == pytest.approx(float(attention.salience[3])), "one word at least"


def test_the_weights_that_ship_load_for_their_space_and_for_no_other() -> None:
    salience = np.load(assets.ASSETS / FILE)["salience"]
    found = load_attention(len(salience))
    for name in PARTS:
        assert np.isfinite(getattr(found, name)).all(), name
    assert found.query.shape == found.key.shape
    assert found.distance.shape == (2, N_DISTANCES)
    assert found.losses.shape[1] == 2
    assert (np.diff(found.losses[:, 0]) > 0).all()
    assert found.losses[-1, 1] < found.losses[0, 1], "it learned"
    with pytest.raises(AssetProblem):
        load_attention(len(salience) - 1)
