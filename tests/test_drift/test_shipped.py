"""The drifts that ship are the ones that would be solved now, and none is shown that was solved from other counts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.counts.senses import load_senses
from core.drift.material import COUNTS, SPACES, Bench, load_bench
from core.drift.path import follow, path
from core.drift.shipped import STEPS, file_of, load_ways, made_from, save_ways, shipped
from core.errors import AssetProblem

CATALOGUE = load_senses()


@pytest.fixture(scope="module", params=SPACES)
def bench(request: pytest.FixtureRequest) -> Bench:
    return load_bench(request.param)


@pytest.fixture(scope="module")
def ppmi() -> Bench:
    return load_bench("ppmi")


def recorded(space: str, directory: Path) -> None:
    assets.record(file_of(space), source="x", licence="x", command="x", seed=None, counts={}, directory=directory)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with our manifest."""
    shutil.copy(assets.ASSETS / assets.MANIFEST, tmp_path / assets.MANIFEST)
    return tmp_path


def with_other(name: str, directory: Path) -> None:
    """Change the checksum of a file in the manifest, as building it anew would."""
    manifest = directory / assets.MANIFEST
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content["files"][name]["sha256"] = "0" * 64
    manifest.write_text(json.dumps(content), encoding="utf-8")


# What ships


def test_every_word_of_the_catalogue_ships_in_every_space(bench: Bench) -> None:
    found = load_ways(bench.space)
    several = [word for word in CATALOGUE if len(bench.material(word).names) > 1]
    assert list(found) == several
    assert len(found) > 30
    for rows in found.values():
        assert rows.shape == (STEPS, bench.contexts.vectors.shape[1])
        assert rows.dtype == np.float32
        assert np.isfinite(rows).all()


def test_what_ships_is_what_is_solved_now(bench: Bench) -> None:
    for word in ("bank", "line", "file"):
        material, rows = bench.material(word), load_ways(bench.space)[word]
        proportions = path(len(material.names), STEPS)
        for frame in (0, 13, 27, 40):
            fresh = bench.solve(material.mixed(proportions[frame]), None)
            # Skip-gram stops where the gradient is small, from wherever it began.
            np.testing.assert_allclose(rows[frame], fresh, rtol=1e-3, atol=2e-4 * np.abs(fresh).max())
            other = rows[frame + 1 if frame < 40 else 39]
            assert np.abs(other - fresh).max() > 2e-3 * np.abs(fresh).max(), "another frame would pass"


def test_a_shipped_drift_is_the_one_that_is_followed_now(ppmi: Bench) -> None:
    material = ppmi.material("crane")
    found = shipped(ppmi, material, load_ways("ppmi"))
    fresh = follow(ppmi, material, STEPS)
    assert found is not None
    assert (found.word, found.space, found.names) == (fresh.word, fresh.space, fresh.names)
    for name in ("proportions", "vectors", "senses", "linear", "log_law", "coefficients", "residual"):
        ours, theirs = getattr(found, name), getattr(fresh, name)
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5 * np.abs(theirs).max(), err_msg=name)


def test_a_word_that_does_not_ship_has_no_drift_yet(ppmi: Bench) -> None:
    assert shipped(ppmi, ppmi.material("crane"), {}) is None
    assert shipped(ppmi, ppmi.material("crane"), {"bank": np.zeros((STEPS, 100), np.float32)}) is None


# Reading and writing


def test_rows_are_read_as_they_were_written_also_of_a_word_called_file(folder: Path) -> None:
    random = np.random.default_rng(0)
    rows = {word: random.normal(size=(3, 4)) for word in ("file", "bank", "allow_pickle", "made from", "don't")}
    save_ways("glove", rows, folder)
    recorded("glove", folder)
    again = load_ways("glove", folder)
    assert list(again) == list(rows)
    for word, found in again.items():
        np.testing.assert_array_equal(found, rows[word].astype(np.float32))


def test_drifts_of_other_counts_or_contexts_are_not_used(folder: Path) -> None:
    for space in SPACES:
        for name in (f"senses.{COUNTS[space]}.npz", f"{space}.contexts.codes.npy", "training.json"):
            shutil.copy(assets.ASSETS / assets.MANIFEST, folder / assets.MANIFEST)
            shutil.copy(assets.ASSETS / file_of(space), folder / file_of(space))
            assert load_ways(space, folder)
            with_other(name, folder)
            assert load_ways(space, folder) == {}, name


def test_drifts_stay_when_what_they_do_not_rest_on_is_built_anew(folder: Path) -> None:
    for space in ("glove", "ppmi"):
        shutil.copy(assets.ASSETS / assets.MANIFEST, folder / assets.MANIFEST)
        shutil.copy(assets.ASSETS / file_of(space), folder / file_of(space))
        for name in ("layouts.npz", "results.json", *(file_of(other) for other in SPACES if other != space)):
            with_other(name, folder)
        assert len(load_ways(space, folder)) > 30


def test_drifts_with_other_senses_left_out_are_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(assets.ASSETS / file_of("ppmi"), folder / file_of("ppmi"))
    monkeypatch.setattr("core.drift.shipped.FEWEST", 10)
    assert load_ways("ppmi", folder) == {}


def test_what_drifts_are_made_from_is_told_apart_by_space() -> None:
    assert len({made_from(space) for space in SPACES}) == len(SPACES)
    for space in SPACES:
        assert "-" not in made_from(space).split(), "a file that the drifts rest on is not in the manifest"


def test_a_damaged_or_missing_file_is_named_with_what_mends_it(folder: Path) -> None:
    name = file_of("glove")
    with pytest.raises(AssetProblem, match="is missing") as caught:
        load_ways("glove", folder)
    assert (caught.value.file, caught.value.command) == (name, "python -m scripts.build.drifts")
    (folder / name).write_bytes((assets.ASSETS / name).read_bytes()[:-100])
    with pytest.raises(AssetProblem, match="is damaged"):
        load_ways("glove", folder)
