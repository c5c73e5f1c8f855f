"""The shipped files are the files that the manifest describes, and a broken one is met with help."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from core import assets
from core.errors import AssetProblem
from core.spaces.space import load_space

# Written by hand and reviewed as text, so a row with a checksum and a build command would say nothing.
BY_HAND = {"MANIFEST.json", "LICENSES.md"}
FIELDS = {"source", "licence", "sha256", "bytes", "command", "seed", "counts"}
BUILD_GLOVE = "python -m scripts.build.glove_6b"
GLOVE_FILES = ["glove-6b.words.txt", "glove-6b.codes.npy", "glove-6b.scales.npy", "glove-6b.columns.npy"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the GloVe files and their manifest, to be broken."""
    for name in [*GLOVE_FILES, assets.MANIFEST]:
        shutil.copy(assets.ASSETS / name, tmp_path / name)
    return tmp_path


def test_no_file_ships_without_a_source_and_licence() -> None:
    present = {path.relative_to(assets.ASSETS).as_posix() for path in assets.ASSETS.rglob("*") if path.is_file()}
    assert present - BY_HAND == set(assets.read_manifest())


def test_the_manifest_says_where_each_file_came_from() -> None:
    for name, row in assets.read_manifest().items():
        assert set(row) == FIELDS, name
        assert row["source"], name
        assert row["licence"], name
        if name == "senses.toml":  # written by hand
            assert row["command"] == f"git checkout -- assets/{name}"
            continue
        assert row["command"].startswith("python -m scripts.build."), name
        module = row["command"].split()[2]
        assert (assets.ASSETS.parent / (module.replace(".", "/") + ".py")).is_file(), name
        assert all(type(count) is int for count in row["counts"].values()), name


def test_every_licence_in_the_manifest_is_explained_to_the_reader() -> None:
    explained = (assets.ASSETS / "LICENSES.md").read_text(encoding="utf-8")
    for name, row in assets.read_manifest().items():
        assert row["licence"] in explained, name
        assert name.split(".")[0] in explained, name


def test_the_shipped_bytes_are_those_of_the_manifest() -> None:
    for name in assets.read_manifest():
        assert assets.verified(name) == assets.ASSETS / name


def test_a_clone_stays_small() -> None:
    sizes = {path.name: path.stat().st_size for path in assets.ASSETS.rglob("*") if path.is_file()}
    assert max(sizes.values()) < 40e6, sizes
    assert sum(sizes.values()) < 90e6, sizes


def test_an_intact_copy_loads(copy: Path) -> None:
    assert len(load_space("glove-6b", copy).words) == 50_000


@pytest.mark.parametrize("name", GLOVE_FILES)
def test_a_missing_file_is_named_with_the_command_that_builds_it(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(AssetProblem, match="is missing") as caught:
        load_space("glove-6b", copy)
    assert (caught.value.file, caught.value.command) == (name, BUILD_GLOVE)
    assert name in str(caught.value)


@pytest.mark.parametrize("name", GLOVE_FILES)
def test_a_cut_download_is_named_with_the_command_that_builds_it(copy: Path, name: str) -> None:
    whole = (copy / name).read_bytes()
    (copy / name).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(AssetProblem, match="is damaged") as caught:
        load_space("glove-6b", copy)
    assert (caught.value.file, caught.value.command) == (name, BUILD_GLOVE)


def test_a_changed_byte_is_noticed_where_the_size_is_right(copy: Path) -> None:
    path = copy / "glove-6b.codes.npy"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(AssetProblem, match="is damaged"):
        load_space("glove-6b", copy)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("glove-6b.words.txt", "50001 words"),
        ("glove-6b.codes.npy", r"shape \(50001, 100\)"),
        ("glove-6b.scales.npy", "50001 row scales"),
        ("glove-6b.columns.npy", "101 column scales"),
    ],
)
def test_files_of_two_builds_are_not_mixed(copy: Path, name: str, found: str) -> None:
    path = copy / name
    if path.suffix == ".npy":
        array = np.load(path)
        np.save(path, np.concatenate([array, array[:1]]))
    else:
        path.write_bytes(path.read_bytes() + b"one-word-more\n")
    row = assets.read_manifest(copy)[name]
    del row["sha256"], row["bytes"]
    assets.record(name, **row, directory=copy)
    with pytest.raises(AssetProblem, match=found) as caught:
        load_space("glove-6b", copy)
    assert caught.value.command == BUILD_GLOVE


@pytest.mark.parametrize("content", ["", "{", "[]", '{"rows": {}}', '{"files": []}', "\udcff"])
def test_a_broken_manifest_is_named_with_the_command_that_restores_it(copy: Path, content: str) -> None:
    (copy / assets.MANIFEST).write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(AssetProblem, match="cannot be read") as caught:
        load_space("glove-6b", copy)
    assert caught.value.file == assets.MANIFEST
    assert caught.value.command.startswith("git checkout")


def test_a_missing_manifest_is_named_with_the_command_that_restores_it(copy: Path) -> None:
    (copy / assets.MANIFEST).unlink()
    with pytest.raises(AssetProblem, match="is missing") as caught:
        load_space("glove-6b", copy)
    assert caught.value.file == assets.MANIFEST
    assert caught.value.command.startswith("git checkout")


def test_a_file_without_a_row_is_not_trusted(copy: Path) -> None:
    rows = assets.read_manifest(copy)
    del rows["glove-6b.scales.npy"]
    (copy / assets.MANIFEST).write_text(json.dumps({"files": rows}), encoding="utf-8")
    with pytest.raises(AssetProblem, match="has no row") as caught:
        load_space("glove-6b", copy)
    assert caught.value.file == "glove-6b.scales.npy"
    assert caught.value.command.startswith("git checkout")


def test_recording_a_file_keeps_the_rows_of_the_others(tmp_path: Path) -> None:
    facts = {
        "source": "here",
        "licence": "CC0-1.0",
        "command": "python -m scripts.build.x",
        "counts": {"n": 1},
    }
    for name, seed in (("b.txt", None), ("a.txt", 7), ("b.txt", 8)):
        (tmp_path / name).write_text(f"{name} {seed}", encoding="utf-8")
        assets.record(name, **facts, seed=seed, directory=tmp_path)
    rows = assets.read_manifest(tmp_path)
    assert list(rows) == ["a.txt", "b.txt"]
    assert [row["seed"] for row in rows.values()] == [7, 8]
    # The published SHA-256 of the empty message: a checksum from outside, not from the code under test.
    (tmp_path / "empty").touch()
    assert assets.sha256(tmp_path / "empty") == ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")


def test_a_file_that_is_built_no_more_leaves_neither_itself_nor_a_row(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name, encoding="utf-8")
        assets.record(name, source="x", licence="x", command="x", seed=None, counts={}, directory=tmp_path)
    for _ in range(2):  # the second time there is nothing left to forget
        assets.forget("a.txt", tmp_path)
        assert list(assets.read_manifest(tmp_path)) == ["b.txt"]
        assert not (tmp_path / "a.txt").exists()
    assert assets.verified("b.txt", tmp_path).read_text(encoding="utf-8") == "b.txt"
