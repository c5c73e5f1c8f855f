"""The maps that ship are those of the words that are drawn, and a stale or broken one is not shown."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.errors import AssetProblem
from core.map.layouts import FILE, Layouts, fingerprint, key, load_layouts, vectors_key
from core.map.projection import kept_share, nearest_by_cosine
from core.spaces.space import SPACES, Space, Vectors, load_space
from core.spaces.wordsets import FREQUENT, READY, WordSet, frequent
from scripts.build.layouts import LARGE, SMALL, still_good

BUILD = "python -m scripts.build.layouts"
KEYS = [*(word_set.key for word_set in READY), *FREQUENT]
WORDS = ("a", "b", "c", "d")


@pytest.fixture(scope="module", params=SPACES)
def known(request: pytest.FixtureRequest) -> Space:
    return load_space(request.param)


@pytest.fixture(scope="module")
def shipped(known: Space) -> Layouts:
    return load_layouts(known.name)


@pytest.fixture
def made() -> Layouts:
    """One set of four words with t-SNE at two perplexities, one with stages."""
    coordinates = np.array([[0, 0], [1, 0], [3, 0], [9, 0]], dtype=np.float32)
    return Layouts(
        {
            "set/words": np.array(fingerprint(WORDS)),
            "set/neighbours": np.array([[1, 2], [0, 2], [1, 0], [2, 1]], dtype=np.uint16),
            "set/pca/numbers": np.array([0.25]),
            "set/tsne-5/coordinates": coordinates,
            "set/tsne-5/numbers": np.array([1.0, 0.5, 0.75]),
            "set/tsne-5/frames": np.stack([coordinates * 0, coordinates]).astype(np.float16),
            "set/tsne-30/coordinates": coordinates * 2,
            "set/tsne-30/numbers": np.array([1.5, 0.25, 0.875]),
            "settled/tsne-7/coordinates": coordinates,
        }
    )


def the_set(known: Space, name: str) -> WordSet:
    return next((word_set for word_set in READY if word_set.key == name), None) or frequent(known, name)


def unit(known: Space, words: tuple[str, ...]) -> Vectors:
    rows: Vectors = known.unit[known.rows(words)]
    return rows


# What ships


def test_the_tsne_of_every_set_that_is_offered_ships(known: Space, shipped: Layouts) -> None:
    for name in KEYS:
        word_set = the_set(known, name)
        n, perplexities = len(word_set.words), shipped.perplexities(name)
        assert 30 in perplexities, "the page starts with perplexity 30: run " + BUILD
        near = (
            nearest_by_cosine(unit(known, word_set.words)) if n <= 1_000 else shipped.neighbours(name, word_set.words)
        )
        assert near is not None
        for perplexity in perplexities:
            layout = shipped.tsne(name, word_set.words, perplexity, near)
            assert layout is not None, "made of other words: run " + BUILD
            assert layout.coordinates.shape == (n, 2)
            assert np.isfinite(layout.coordinates).all()
            assert 0 < layout.perplexity <= perplexity
            assert layout.kl > 0
            assert 0.5 < shipped.trustworthiness(name, word_set.words, perplexity) <= 1
            # Ten of n kept by chance would be 10 / n.
            assert layout.kept.mean() > 3 * 10 / n or n < 60


@pytest.mark.parametrize("word_set", READY, ids=lambda word_set: word_set.key)
def test_the_stages_that_ship_end_in_the_final_layout(known: Space, shipped: Layouts, word_set: WordSet) -> None:
    near = nearest_by_cosine(unit(known, word_set.words))
    layout = shipped.tsne(word_set.key, word_set.words, 30, near)
    assert layout is not None, "run " + BUILD
    assert 10 <= len(layout.frames) <= 60
    size = float(np.ptp(layout.coordinates, axis=0).max())
    # Half precision: no point is a pixel of a thousand away from where it settles.
    np.testing.assert_allclose(layout.frames[-1], layout.coordinates, atol=size / 1_000)
    assert np.abs(layout.frames[0] - layout.coordinates).max() > size / 20


def test_the_neighbours_that_ship_are_the_true_ones(known: Space, shipped: Layouts) -> None:
    for name in FREQUENT:
        word_set = frequent(known, name)
        near = shipped.neighbours(name, word_set.words)
        assert near is not None, "run " + BUILD
        assert near.shape == (len(word_set.words), 10)
        vectors = unit(known, word_set.words).astype(np.float64)
        some = np.random.default_rng(0).choice(len(vectors), 40, replace=False)
        cosines = vectors[some] @ vectors.T
        cosines[np.arange(40), some] = -np.inf
        expected = np.sort(cosines, axis=1)[:, ::-1][:, :10]
        np.testing.assert_allclose(np.take_along_axis(cosines, near[some], axis=1), expected, atol=1e-6)


def test_the_trust_in_the_large_planes_ships(known: Space, shipped: Layouts) -> None:
    for name in FREQUENT:
        assert 0.5 < shipped.trustworthiness(name, frequent(known, name).words, None) < 1, "run " + BUILD


# What is done with what ships


def test_a_layout_is_that_of_the_words_and_the_perplexity(made: Layouts) -> None:
    near = made.neighbours("set", WORDS)
    assert near is not None
    assert near.dtype == np.intp
    five, thirty = made.tsne("set", WORDS, 5, near), made.tsne("set", WORDS, 30, near)
    assert five is not None
    assert thirty is not None
    np.testing.assert_array_equal(thirty.coordinates, five.coordinates * 2)
    assert (five.method, five.perplexity, five.kl) == ("tsne", 1.0, 0.5)
    assert (thirty.perplexity, thirty.kl) == (1.5, 0.25)
    np.testing.assert_array_equal(five.kept, kept_share(near, five.coordinates))
    np.testing.assert_array_equal(five.neighbours, near)
    np.testing.assert_array_equal(five.frames[-1], five.coordinates)
    assert five.frames.dtype == np.float32
    assert len(thirty.frames) == 0


def test_the_perplexities_offered_are_those_of_the_set(made: Layouts) -> None:
    assert made.perplexities("set") == [5, 30]
    assert made.perplexities("settled") == [7]
    assert made.perplexities("other") == []


def test_what_does_not_ship_is_computed_instead(made: Layouts) -> None:
    near = np.zeros((4, 2), dtype=np.intp)
    assert made.tsne("set", WORDS, 6, near) is None
    assert made.tsne("other", WORDS, 5, near) is None
    assert made.neighbours("other", WORDS) is None
    assert np.isnan(made.trustworthiness("other", WORDS, 5))
    assert np.isnan(made.trustworthiness("set", WORDS, 6))


def test_a_layout_of_other_words_is_never_shown(made: Layouts) -> None:
    for words in [("a", "b", "c"), ("a", "b", "d", "c"), ("a", "b", "c", "e"), ("a", "b", "cd", "")]:
        near = np.zeros((len(words), 2), dtype=np.intp)
        assert made.tsne("set", words, 5, near) is None
        assert made.neighbours("set", words) is None
        assert np.isnan(made.trustworthiness("set", words, 5))


def test_trust_is_that_of_the_layout_asked_for(made: Layouts) -> None:
    assert made.trustworthiness("set", WORDS, 5) == 0.75
    assert made.trustworthiness("set", WORDS, 30) == 0.875
    assert made.trustworthiness("set", WORDS, None) == 0.25


def test_the_names_of_arrays_are_those_of_the_build_script() -> None:
    assert key("animals", 30) == "animals/tsne-30"


# Each space has layouts of its own, of the vectors that it has now


@pytest.fixture
def two(tmp_path: Path, made: Layouts) -> Path:
    """A folder with one file of layouts for two spaces, whose vectors the manifest knows."""
    rows = {"source": "x", "licence": "x", "command": BUILD, "seed": 0, "counts": {}}
    stored = {}
    for factor, name in enumerate(("glove", "glove-6b"), 1):
        (tmp_path / f"{name}.codes.npy").write_bytes(name.encode())
        assets.record(f"{name}.codes.npy", **rows, directory=tmp_path)
        stored |= {
            f"{name}/{part}": array * factor if part.endswith("coordinates") else array
            for part, array in made.arrays.items()
        }
        stored[f"{name}/vectors"] = np.array(vectors_key(name, tmp_path))
    np.savez_compressed(tmp_path / FILE, **stored)
    assets.record(FILE, **rows, directory=tmp_path)
    return tmp_path


def test_a_space_gets_its_own_layouts_and_no_others(two: Path, made: Layouts) -> None:
    first, second = (load_layouts(name, two) for name in ("glove", "glove-6b"))
    near = made.neighbours("set", WORDS)
    assert near is not None
    one, other = first.tsne("set", WORDS, 5, near), second.tsne("set", WORDS, 5, near)
    assert one is not None
    assert other is not None
    np.testing.assert_array_equal(other.coordinates, 2 * one.coordinates)
    assert set(first.arrays) == set(second.arrays) == {*made.arrays, "vectors"}
    assert first.perplexities("set") == [5, 30]
    assert load_layouts("ppmi", two).arrays == {}


def test_layouts_of_vectors_that_are_no_more_are_not_shown(two: Path) -> None:
    (two / "glove.codes.npy").write_bytes(b"trained again")
    row = assets.read_manifest(two)["glove.codes.npy"]
    facts = {name: row[name] for name in ("source", "licence", "command", "seed", "counts")}
    assets.record("glove.codes.npy", **facts, directory=two)
    assert load_layouts("glove", two).arrays == {}
    assert load_layouts("glove-6b", two).arrays


def test_the_vectors_of_a_space_are_told_by_their_checksum(two: Path) -> None:
    assert vectors_key("glove", two) == assets.sha256(two / "glove.codes.npy")
    assert vectors_key("glove", two) != vectors_key("glove-6b", two)
    assert vectors_key("ppmi", two) == ""


def test_a_layout_is_computed_again_only_where_words_vectors_or_perplexities_changed() -> None:
    for name in ["glove-6b", "ppmi"]:
        words = WordSet("set", "Set", {"all": WORDS})
        stored = {
            f"{name}/vectors": np.array(vectors_key(name)),
            f"{name}/set/words": np.array(fingerprint(WORDS)),
            f"{name}/set/tsne-30/coordinates": np.zeros((4, 2)),
            f"{name}/settled/tsne-30/coordinates": np.ones((4, 2)),
            "glove/set/tsne-30/coordinates": np.ones((4, 2)),
        }
        assert set(still_good(stored, name, words, (30,))) == {"set/words", "set/tsne-30/coordinates"}
        assert still_good(stored, name, words, (10, 30)) == {}
        assert still_good(stored, name, WordSet("set", "Set", {"all": WORDS[::-1]}), (30,)) == {}
        assert still_good(stored | {f"{name}/vectors": np.array("other")}, name, words, (30,)) == {}
        assert still_good({}, name, words, (30,)) == {}


def test_the_perplexity_that_the_page_starts_with_is_built_for_every_space() -> None:
    assert 30 in SMALL
    assert all(30 in LARGE.get(name, SMALL) for name in SPACES)
    assert set(LARGE) <= set(SPACES)


# A file that is not what it should be


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in (FILE, assets.MANIFEST):
        shutil.copy(assets.ASSETS / name, tmp_path / name)
    return tmp_path


def test_missing_layouts_are_named_with_the_command_that_builds_them(copy: Path) -> None:
    assert load_layouts(SPACES[0], copy).arrays
    (copy / FILE).unlink()
    with pytest.raises(AssetProblem, match="is missing") as caught:
        load_layouts(SPACES[0], copy)
    assert (caught.value.file, caught.value.command) == (FILE, BUILD)


def test_damaged_layouts_are_named_with_the_command_that_builds_them(copy: Path) -> None:
    whole = (copy / FILE).read_bytes()
    (copy / FILE).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(AssetProblem, match="is damaged") as caught:
        load_layouts(SPACES[0], copy)
    assert (caught.value.file, caught.value.command) == (FILE, BUILD)


def archive(*, allow_pickle: bool = False) -> bytes:
    """An archive that claims to be of the vectors that the space has."""
    content = [{"x": 1}] if allow_pickle else range(1_000)
    array = np.array(list(content), dtype=object if allow_pickle else int)
    arrays = {f"{SPACES[0]}/vectors": np.array(vectors_key(SPACES[0])), f"{SPACES[0]}/a": array}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays, allow_pickle=allow_pickle)
    return file.getvalue()


def turned() -> bytes:
    content = bytearray(archive())
    content[len(content) // 3] ^= 0xFF
    return bytes(content)


def replace(copy: Path, content: bytes) -> None:
    """Put another file in the place of the layouts, with a row in the manifest that fits it."""
    (copy / FILE).write_bytes(content)
    row = assets.read_manifest(copy)[FILE]
    facts = {name: row[name] for name in ("source", "licence", "command", "seed", "counts")}
    assets.record(FILE, **facts, directory=copy)


@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", archive()[:200], turned(), archive(allow_pickle=True)],
    ids=["empty", "text", "cut", "a bit turned", "objects"],
)
def test_a_file_that_no_one_can_read_is_named_even_where_its_checksum_fits(copy: Path, content: bytes) -> None:
    replace(copy, archive())
    assert set(load_layouts(SPACES[0], copy).arrays) == {"a", "vectors"}, "whole, it can be read"
    replace(copy, content)
    with pytest.raises(AssetProblem, match="cannot be read") as caught:
        load_layouts(SPACES[0], copy)
    assert (caught.value.file, caught.value.command) == (FILE, BUILD)
