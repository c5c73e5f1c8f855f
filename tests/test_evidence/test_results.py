"""What was measured can be traced and measured again, and a claim holds only as long as its numbers do."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from core import assets
from core.counts.cooccurrence import CountTable, encode
from core.errors import AssetProblem
from core.evidence.measures import SIMILARITY_SETS, lookup_in, read_pairs, score_pairs
from core.evidence.results import FILE, Claim, Measurement, Results, load_results, overlaps, spaces_in
from core.spaces.contexts import Contexts
from core.spaces.space import SPACES, TITLES, Space, load_space
from scripts.evaluate import run as evaluate
from scripts.evaluate.claims import FIGURES, MOST, OURS, OWN, PUBLISHED, TOLERANCE, claims
from scripts.evaluate.lookup import Row

Key = tuple[str, str, str]


@pytest.fixture(scope="module")
def shipped() -> Results:
    return load_results()


@pytest.fixture(scope="module")
def stored() -> dict[str, list[dict[str, Any]]]:
    """The file as it was written, with date and command of each measurement."""
    content: dict[str, list[dict[str, Any]]] = json.loads((assets.ASSETS / FILE).read_text(encoding="utf-8"))
    return content


# What ships


@pytest.mark.parametrize("name", SPACES)
def test_every_space_was_measured(shipped: Results, name: str) -> None:
    assert {row.set for row in shipped.of(space=name, metric="spearman", part="similarity")} == set(SIMILARITY_SETS)
    assert len(shipped.of(space=name, part="analogies")) >= 3
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


@pytest.mark.parametrize("name", SPACES)
def test_a_measurement_can_be_made_again(shared: Path, shipped: Results, name: str) -> None:
    (row,) = shipped.of(space=name, set="WS-353", metric="spearman")
    pairs = read_pairs(shared / "eval" / "wordsim" / SIMILARITY_SETS["WS-353"])
    score = score_pairs(pairs, lookup_in(load_space(name)))
    assert row.value is not None
    assert score.spearman == pytest.approx(row.value, abs=6e-5), "run python -m scripts.evaluate"
    assert (score.n, round(score.coverage, 4)) == (row.n, row.coverage)


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


def test_spaces_come_in_the_order_in_which_they_were_measured() -> None:
    assert spaces_in([measurement("b"), measurement("a"), measurement("b")]) == ["b", "a"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in (FILE, assets.MANIFEST):
        shutil.copy(assets.ASSETS / name, tmp_path / name)
    return tmp_path


COMMAND = "python -m scripts.build.all --corpus FILE…"


def replace(copy: Path, content: bytes) -> None:
    """Put another file in its place, with a row in the manifest that fits it."""
    (copy / FILE).write_bytes(content)
    row = assets.read_manifest(copy)[FILE]
    facts = {name: row[name] for name in ("source", "licence", "command", "seed", "counts")}
    assets.record(FILE, **facts, directory=copy)


@pytest.mark.parametrize(("content", "problem"), [(None, "is missing"), (b"{}", "is damaged")])
def test_a_missing_or_damaged_file_is_named_with_the_command_that_makes_it(
    copy: Path, content: bytes | None, problem: str
) -> None:
    (copy / FILE).unlink()
    if content is not None:
        (copy / FILE).write_bytes(content)
    with pytest.raises(AssetProblem, match=problem) as caught:
        load_results(copy)
    assert (caught.value.file, caught.value.command) == (FILE, assets.read_manifest()[FILE]["command"])
    assert caught.value.command.startswith("python -m scripts.")


ROW = {"part": "p", "space": "a", "set": "s", "metric": "m", "value": 0.5, "n": 1, "coverage": 1.0, "published": None}


@pytest.mark.parametrize(
    "content",
    [
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
    ],
)
def test_a_file_of_another_shape_is_named_even_where_its_checksum_fits(copy: Path, content: bytes) -> None:
    replace(copy, json.dumps({"rows": [ROW | {"date": "2026-01-01"}], "claims": []}).encode())
    assert load_results(copy) == Results((Measurement(**ROW),), ()), "of the right shape, it can be read"
    replace(copy, content)
    with pytest.raises(AssetProblem, match="cannot be read") as caught:
        load_results(copy)
    assert caught.value.file == FILE


# Claims


def row(space: str, set_: str, metric: str = "spearman", value: float | None = 0.5, **fields: object) -> Row:
    return {
        "space": space,
        "set": set_,
        "metric": metric,
        "value": value,
        "n": 1_234,
        "coverage": 0.9,
        "date": "2026-01-01",
        "command": "python -m scripts.evaluate --only x",
    } | fields


def all_holding() -> dict[Key, Row]:
    """Measurements on which every claim holds."""
    values: dict[Key, float | None] = {key: float(figure) + 0.1 for key, (figure, _, _) in FIGURES.items()}
    for space in TITLES:
        values |= {(space, "MEN", "spearman"): 0.75, (space, "SimLex-999", "spearman"): 0.35}
        values |= {(space, "WS-353", "spearman"): 0.85, (space, "RW", "spearman"): 0.5}
        values |= {(space, "10,000 words by PCA", "share kept"): 0.01}
        values |= {(space, "MEN", "spearman before packing"): 0.751}
        values |= {(space, other, "overlap of ten nearest"): 0.4 for other in TITLES if other != space}
    for set_ in ("WS-353", "MEN", "SimLex-999", "RW"):
        values["ppmi, 30,000 dimensions", set_, "spearman"] = 0.3
    for set_ in ("WS-353", "MEN"):
        values["glove", set_, "spearman, words alone"] = 0.8
        values |= {("reference", set_, f"spearman, {how}"): 0.8 for how in ("contexts added", "spectrum as ours")}
    for space, counts in (("glove", "glove"), ("skipgram", "sgns")):
        values[space, f"PMI of {counts} counts", "pearson of w·c"] = 0.8
        for set_ in ("full counts, refit to trained row", "shipped counts, refit to full refit"):
            values |= {(space, set_, "median cosine"): 0.99, (space, set_, "lowest cosine"): 0.9}
    values["skipgram", "ln X / (X_i q_j) of sgns counts", "pearson of w·c"] = 0.85
    for space in OURS:
        values[space, "RW, all pairs", "spearman, unknown words at zero"] = 0.1
    values["fasttext", "RW", "spearman"] = 0.6
    values["fasttext", "RW, all pairs", "spearman, with n-grams"] = 0.55
    values["fasttext", "RW, all pairs", "spearman, unknown words at zero"] = 0.5
    values["fasttext", "RW, a word unknown", "spearman, with n-grams"] = 0.3
    values["spelling alone", "RW, a word unknown", "spearman"] = 0.2
    values["one-hot", "MEN", "spearman"] = None
    return {key: row(*key, value=value) for key, value in values.items()}


def made(rows: dict[Key, Row]) -> dict[str, Claim]:
    return {claim.claim: claim for claim in claims(list(rows.values()))}


def changed(rows: dict[Key, Row], key: Key, **fields: object) -> dict[Key, Row]:
    assert key in rows, "this measurement is in no claim"
    return rows | {key: {**rows[key], **fields}}


# Part of the claim that no longer holds; a measurement, and the number that makes it fail by a hair.
FLIPS: list[tuple[str, Key, float | None]] = [
    ("different methods find different neighbours", ("skipgram", "glove", "overlap of ten nearest"), 0.81),
    ("better on what goes together", ("cbow", "SimLex-999", "spearman"), 0.56),
    ("loses nearly every neighbourhood", ("ppmi", "10,000 words by PCA", "share kept"), 0.051),
    ("by more than their spelling", ("spelling alone", "RW, a word unknown", "spearman"), 0.26),
    (
        "best on rare words",
        ("skipgram", "RW, all pairs", "spearman, unknown words at zero"),
        0.56,
    ),
    ("whose words all five know", ("skipgram", "RW", "spearman"), 0.61),
    ("A hundred dense dimensions", ("ppmi, 30,000 dimensions", "SimLex-999", "spearman"), 0.36),
    ("With one dimension a word", ("one-hot", "MEN", "spearman"), 0.0),
    ("pointwise mutual information", ("glove", "PMI of glove counts", "pearson of w·c"), 0.49),
    ("pointwise mutual information", ("skipgram", "PMI of sgns counts", "pearson of w·c"), 0.49),
    ("keeps up with Word2Vec", ("cbow", "WS-353", "spearman"), 0.91),
    ("as well as training it by AdaGrad", ("reference", "MEN", "spearman, contexts added"), 0.82),
    ("in one byte", ("glove-6b", "MEN", "spearman before packing"), 0.756),
    ("Solving a GloVe row again", ("glove", "full counts, refit to trained row", "median cosine"), 0.979),
    ("Skip-gram's training stops", ("skipgram", "full counts, refit to trained row", "median cosine"), 0.89),
    ("same GloVe row", ("glove", "shipped counts, refit to full refit", "median cosine"), 0.979),
    ("same Skip-gram row", ("skipgram", "shipped counts, refit to full refit", "median cosine"), 0.979),
]


def test_every_claim_can_hold() -> None:
    found = made(all_holding())
    assert {claim.claim for claim in found.values() if not claim.holds} == set()
    assert len(found) == len({part for part, _, _ in FLIPS}) + len(FIGURES)


@pytest.mark.parametrize(("part", "key", "value"), FLIPS, ids=[f"{part}, {key[0]}" for part, key, _ in FLIPS])
def test_a_claim_of_ours_stops_holding_when_its_number_does(part: str, key: Key, value: float | None) -> None:
    before, after = made(all_holding()), made(changed(all_holding(), key, value=value))
    ours = {claim for claim in before if before[claim].group == OWN and before[claim].holds != after[claim].holds}
    (flipped,) = ours
    assert part in flipped
    assert before[flipped].ours != after[flipped].ours, "the number that decides is not shown"


def test_every_claim_of_ours_is_made_to_fail_above() -> None:
    ours = [claim.claim for claim in made(all_holding()).values() if claim.group == OWN]
    assert [claim for claim in ours if not any(part in claim for part, _, _ in FLIPS)] == []


@pytest.mark.parametrize("key", FIGURES, ids=lambda key: ", ".join(key))
def test_a_published_figure_is_reached_within_the_stated_tolerance_or_not(key: Key) -> None:
    figure = FIGURES[key][0]

    def held(**fields: object) -> Claim:
        (claim,) = claims([row(*key, **fields)])
        return claim

    least = round(float(figure) - TOLERANCE, 4)
    assert held(value=least).holds, "ours is at least the published figure less the tolerance"
    assert not held(value=round(least - 0.0001, 4)).holds
    assert held(value=least, coverage=MOST).holds
    assert held(value=least, coverage=MOST).comparable
    few = held(value=0.99, coverage=MOST - 0.0001)
    assert not few.holds
    assert not few.comparable, "figures of two different sets of items were held against each other"
    undefined = held(value=None)
    assert not undefined.holds
    assert undefined.ours == "undefined"
    assert (held(value=0.1234).ours.split(" (95 % interval ")[0], held().published) == ("0.123", figure)
    assert ("interval" in held(value=0.1234).ours) == key[2].startswith("spearman")
    assert held(n=1_234, coverage=0.9).coverage == "1,234 (90 %)"
    assert f"{TITLES[key[0]]} " in held().claim
    assert FIGURES[key][1] in held().source
    assert f"less {TOLERANCE}" in held().rule


def test_without_measurements_there_are_no_claims() -> None:
    assert list(claims([])) == []
    assert list(claims([row("glove", "a set that nobody knows")])) == []


@pytest.mark.parametrize(("part", "key", "value"), FLIPS, ids=[f"{part}, {key[0]}" for part, key, _ in FLIPS])
def test_a_claim_whose_measurement_is_missing_is_left_out_and_the_others_stay(
    part: str, key: Key, value: float | None
) -> None:
    rows = all_holding()
    before = made(rows)
    del rows[key]
    after = made(rows)
    gone = set(before) - set(after)
    if key[2] == "spearman before packing":  # which is about as many comparisons as there are
        assert gone == set()
        assert "of 5 comparisons" in next(claim.ours for claim in after.values() if part in claim.claim)
    else:
        assert any(part in claim for claim in gone)
        assert len(gone) < len(before) / 3
    assert all(after[claim].holds for claim in after)


def test_an_undefined_measurement_leaves_the_claim_out_too() -> None:
    for part, key, _ in FLIPS:
        if key[0] != "one-hot":  # whose being undefined is the claim
            assert not any(part in claim for claim in made(changed(all_holding(), key, value=None)))


def test_a_claim_tells_the_date_and_the_command_of_what_it_rests_on() -> None:
    command = "python -m scripts.evaluate --only similarity"
    rows = changed(all_holding(), ("glove", "MEN", "spearman"), date="2026-03-04")
    rows = {key: {**row, "command": command} if key[1] in ("WS-353", "MEN") else row for key, row in rows.items()}
    claim = next(claim for text, claim in made(rows).items() if "keeps up with Word2Vec" in text)
    assert claim.date == "2026-03-04", "as old as its youngest number"
    assert claim.command == command
    untouched = next(claim for text, claim in made(rows).items() if "pointwise mutual information" in text)
    assert (untouched.date, untouched.command) == ("2026-01-01", "python -m scripts.evaluate --only x")


def test_a_claim_survives_the_way_into_the_file_and_back() -> None:
    for claim in claims(list(all_holding().values())):
        assert Claim(**json.loads(json.dumps(asdict(claim)))) == claim


def test_the_claims_about_our_five_spaces_leave_the_published_one_out() -> None:
    assert set(OURS) == set(SPACES) - {"glove-6b"}
    rows = changed(all_holding(), ("glove-6b", "RW", "spearman"), value=0.9)
    for other in OURS:
        rows = changed(rows, ("glove-6b", other, "overlap of ten nearest"), value=0.99)
        rows = changed(rows, (other, "glove-6b", "overlap of ten nearest"), value=0.99)
    assert all(claim.holds for claim in made(rows).values())


# Measuring


def test_measuring_one_part_again_leaves_the_others_and_makes_all_claims_anew(tmp_path: Path) -> None:
    overlap = [
        evaluate.row("overlap", first, second, "overlap of ten nearest", 0.31234567, 10, 0.123456)
        for i, first in enumerate(SPACES)
        for second in SPACES[:i]
    ]
    similarity = [evaluate.row("similarity", "skipgram", "WS-353", "spearman", value, 300, 0.9) for value in (0.5, 0.7)]
    evaluate.write(overlap, tmp_path)
    first = load_results(tmp_path)
    assert [row.part for row in first.measurements] == ["overlap"] * 15
    assert {(row.value, row.coverage) for row in first.measurements} == {(0.3123, 0.1235)}
    assert len(first.claims) == 1
    evaluate.write(similarity[:1], tmp_path)
    second = load_results(tmp_path)
    assert [row.part for row in second.measurements] == ["similarity", *["overlap"] * 15], "in the order of the parts"
    assert second.measurements[0].published == float(FIGURES["skipgram", "WS-353", "spearman"][0])
    assert [claim.holds for claim in second.claims] == [True, False]
    evaluate.write(similarity[1:], tmp_path)
    third = load_results(tmp_path)
    assert [row.value for row in third.of(part="similarity")] == [0.7]
    assert [claim.holds for claim in third.claims] == [True, True]
    assert third.measurements[1:] == first.measurements


def test_an_undefined_measure_is_written_as_such() -> None:
    found = evaluate.row("sparse", "one-hot", "MEN", "spearman", float("nan"), 3_000, 1.0)
    assert found["value"] is None
    assert found["published"] is None
    assert datetime.date.fromisoformat(found["date"])


def test_rows_are_solved_again_for_the_words_whose_counts_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    n, first = 30, 10  # the ten commonest words have no row
    dense = np.random.default_rng(0).uniform(1, 9, (n, n)).astype(np.float32)
    words = tuple(f"w{i}" for i in range(n))
    table = CountTable(
        "glove",
        words[first:],
        np.arange(0, (n - first + 1) * n, n, dtype=np.int64),
        np.tile(np.array([0, *[1] * (n - 1)], dtype=np.uint16), n - first),
        encode(dense[first:].ravel()),
        dense[first:].sum(axis=1),
    )
    # A solver that needs no training: the row of counts itself. So a word's own row gives its vector back.
    monkeypatch.setattr(evaluate, "load_space", lambda name: Space(name, words, dense))
    monkeypatch.setattr(evaluate, "load_contexts", lambda name: Contexts(name, dense, {}))
    monkeypatch.setattr(evaluate, "load_counts", lambda *_: table)
    monkeypatch.setattr(evaluate, "counted", lambda _: sparse.csr_array(dense))
    monkeypatch.setattr(evaluate, "solver", lambda _: lambda row, _start: np.bincount(row.columns, row.counts, n))
    found = {(row["space"], row["set"], row["metric"]): row for row in evaluate.refit(Path(), n=12)}
    assert len(found) == 8
    for row in found.values():
        assert row["value"] == pytest.approx(1, abs=0.002), row
        assert (row["n"], row["coverage"]) == (12, 0.6)


def test_every_part_can_be_measured_by_the_command_that_its_rows_name(
    stored: dict[str, list[dict[str, Any]]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {row["part"] for row in stored["rows"]} <= set(evaluate.PARTS)
    assert set(evaluate.FROM_CACHE) < set(evaluate.PARTS)
    monkeypatch.setattr("sys.argv", ["evaluate", "--shared", "nowhere"])
    with pytest.raises(SystemExit):
        evaluate.main()
    assert "name the folder of evaluation sets with --shared" in capsys.readouterr().err
