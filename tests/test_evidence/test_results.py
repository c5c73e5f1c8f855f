"""What was measured can be traced and read, and every space was."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import assets
from core.errors import AssetProblem
from core.evidence.measures import SIMILARITY_SETS, lookup_in, read_pairs, score_pairs
from core.evidence.results import FILE, Measurement, Results, load_results, overlaps
from core.spaces.space import SPACES, load_space
from scripts.evaluate.claims import FIGURES, OWN, PUBLISHED, claims


@pytest.fixture(scope="module")
def shipped() -> Results:
    return load_results()


@pytest.fixture(scope="module")
def stored() -> dict[str, list[dict[str, Any]]]:
    """The file as it was written, with date and command of each measurement."""
    content: dict[str, list[dict[str, Any]]] = json.loads((assets.ASSETS / FILE).read_text(encoding="utf-8"))
    return content


# What ships


def test_every_space_was_measured(shipped: Results) -> None:
    for name in SPACES:
        sets = {row.set for row in shipped.of(space=name, metric="spearman", part="similarity")}
        assert sets == set(SIMILARITY_SETS), name
        assert len(shipped.of(space=name, part="analogies")) >= 3, name
    assert {space for pair in overlaps(shipped) for space in pair} == set(SPACES)


def test_a_measurement_is_made_once_and_lies_where_its_measure_can(shipped: Results) -> None:
    keys = [(row.part, row.space, row.set, row.metric) for row in shipped.measurements]
    assert len(set(keys)) == len(keys) > 100
    for row in shipped.measurements:
        if row.metric in ("c", "slope", "rank", "median rank") or row.metric.split()[0] in ("alpha", "beta", "fall"):
            assert row.value is not None, row
            assert np.isfinite(row.value), row
        else:
            low = 0 if row.metric in ("accuracy", "overlap of ten nearest", "share kept") else -1
            assert row.value is None or low <= row.value <= 1, row
        assert row.n >= 0, row
        assert 0 <= row.coverage <= 1, row


def test_every_measurement_says_when_it_was_made_and_how_to_make_it_again(
    stored: dict[str, list[dict[str, Any]]],
) -> None:
    for row in stored["rows"]:
        assert datetime.date.fromisoformat(row["date"]) >= datetime.date(2024, 1, 1)
        assert row["command"] == f"python -m scripts.evaluate --only {row['part']}"


def test_every_claim_says_when_it_holds_and_what_to_run(shipped: Results) -> None:
    assert len({claim.claim for claim in shipped.claims}) == len(shipped.claims) > 10
    for claim in shipped.claims:
        assert claim.group in (OWN, PUBLISHED)
        assert claim.claim.endswith(".")
        assert claim.rule
        assert not claim.rule.endswith("."), "the page ends the sentence"
        assert claim.ours
        assert re.fullmatch(r"[\d,]+ \(\d+ %\)", claim.coverage)
        assert datetime.date.fromisoformat(claim.date).isoformat() == claim.date
        assert claim.command.startswith("python -m scripts.")
        module = assets.ASSETS.parent / claim.command.split()[2].replace(".", "/")
        assert module.with_suffix(".py").is_file() or (module / "__main__.py").is_file()
        # What was published is what it is compared with; a claim of ours may have a published figure beside it.
        assert claim.published or claim.group == OWN
        assert claim.source or claim.group == OWN


def test_the_claims_that_ship_are_those_of_the_measurements_that_ship(
    shipped: Results, stored: dict[str, list[dict[str, Any]]]
) -> None:
    assert shipped.claims == tuple(claims(stored["rows"]))


def test_a_published_figure_is_the_one_in_the_table_of_claims(shipped: Results) -> None:
    with_figure = [row for row in shipped.measurements if row.published is not None]
    assert {(row.space, row.set, row.metric) for row in with_figure} == set(FIGURES)
    for row in with_figure:
        figure, source, where = FIGURES[row.space, row.set, row.metric]
        assert row.published == float(figure)
        assert re.search(r"\d{4}, table \d", source)
        assert "dimensions" in where or "Wikipedia" in where


def test_a_measurement_can_be_made_again(shared: Path, shipped: Results) -> None:
    pairs = read_pairs(shared / "eval" / "wordsim" / SIMILARITY_SETS["WS-353"])
    for name in SPACES:
        (row,) = shipped.of(space=name, set="WS-353", metric="spearman")
        score = score_pairs(pairs, lookup_in(load_space(name)))
        assert row.value is not None
        assert score.spearman == pytest.approx(row.value, abs=6e-5), f"{name}: run python -m scripts.evaluate"
        assert (score.n, round(score.coverage, 4)) == (row.n, row.coverage), name


# Reading


def measurement(space: str, set_: str = "s", value: float | None = 0.5, part: str = "p") -> Measurement:
    return Measurement(part, space, set_, "m", value, 10, 0.5)


def test_measurements_are_found_by_any_of_their_names() -> None:
    first, second, third = measurement("a"), measurement("b"), measurement("a", part="q")
    results = Results((first, second, third), ())
    assert results.of(space="a") == [first, third]
    assert results.of(space="a", part="q") == [third]
    assert results.of() == [first, second, third]
    assert results.of(space="c") == []


def test_an_overlap_is_that_of_the_pair_both_ways_round_and_an_unknown_one_is_not_there() -> None:
    rows = [measurement("a", "b", 0.4, "overlap"), measurement("a", "c", None, "overlap"), measurement("b", "c", 0.9)]
    assert overlaps(Results(tuple(rows), ())) == {("a", "b"): 0.4, ("b", "a"): 0.4}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in (FILE, assets.MANIFEST):
        shutil.copy(assets.ASSETS / name, tmp_path / name)
    return tmp_path


def replace(copy: Path, content: bytes) -> None:
    """Put another file in its place, with a row in the manifest that fits it."""
    (copy / FILE).write_bytes(content)
    row = assets.read_manifest(copy)[FILE]
    facts = {name: row[name] for name in ("source", "licence", "command", "seed", "counts")}
    assets.record(FILE, **facts, directory=copy)


def test_a_missing_or_damaged_file_is_named_with_the_command_that_makes_it(copy: Path) -> None:
    for content, problem in ((b"{}", "is damaged"), (None, "is missing")):
        (copy / FILE).unlink()
        if content is not None:
            (copy / FILE).write_bytes(content)
        with pytest.raises(AssetProblem, match=problem) as caught:
            load_results(copy)
        assert (caught.value.file, caught.value.command) == (FILE, assets.read_manifest()[FILE]["command"])
        assert caught.value.command.startswith("python -m scripts.")


ROW = {"part": "p", "space": "a", "set": "s", "metric": "m", "value": 0.5, "n": 1, "coverage": 1.0, "published": None}


BROKEN = (
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"null",
    b"{}",
    b'{"rows": []}',
    b'{"rows": null, "claims": []}',
    b'{"rows": 3, "claims": []}',
    b'{"rows": ["x"], "claims": []}',
    json.dumps({"rows": [{name: value for name, value in ROW.items() if name != "n"}], "claims": []}).encode(),
    json.dumps({"rows": [ROW], "claims": [{"claim": "x"}]}).encode(),
)


def test_a_file_of_another_shape_is_named_even_where_its_checksum_fits(copy: Path) -> None:
    replace(copy, json.dumps({"rows": [ROW | {"date": "2026-01-01"}], "claims": []}).encode())
    assert load_results(copy) == Results((Measurement(**ROW),), ()), "of the right shape, it can be read"
    for content in BROKEN:
        replace(copy, content)
        with pytest.raises(AssetProblem, match="cannot be read") as caught:
            load_results(copy)
        assert caught.value.file == FILE
