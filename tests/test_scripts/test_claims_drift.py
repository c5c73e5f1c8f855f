"""A claim on the drift of words holds as long as its numbers do, by the rule that it states, and needs all of them."""

from __future__ import annotations

import pytest

from core.evidence.results import Claim
from core.spaces.space import TITLES
from scripts.evaluate.claims import OWN, claims
from scripts.evaluate.claims_drift import CLAIMS, RETRAINED
from scripts.evaluate.lookup import Measured, Missing, Row

Key = tuple[str, str, str]

LAW = "pseudowords at ratios 1 to 100"
CATALOGUE = "all words of the catalogue"
NEAREST = f"ten nearest, {CATALOGUE}"
STILL, CHANGED = ("glove", "bank, nothing replaced", "cosine"), ("glove", "bank, second sense at 50%", "cosine")
SENSES = "the 10,000 most frequent words"


def row(key: Key, value: float | None, **fields: object) -> Row:
    space, set_, metric = key
    return {
        "space": space,
        "set": set_,
        "metric": metric,
        "value": value,
        "n": 1_234,
        "coverage": 0.75,
        "date": "2026-01-01",
        "command": "python -m scripts.evaluate --only x",
    } | fields


def all_holding() -> dict[Key, Row]:
    """Measurements on which every claim holds, if by little."""
    values: dict[Key, float] = {
        ("labels", "all senses", "precision"): 0.95,
        ("labels", "all senses", "share at 0.95"): 0.8,
        ("glove", LAW, "cosine to the span, mean"): 0.95,
        ("glove", LAW, "cosine to the span, standard deviation"): 0.02,
        ("glove", LAW, "c"): 0.5,
        ("glove", LAW, "beta at ratio 1"): 1.0,
        ("glove", LAW, "fall of beta a decade"): 0.5,
        ("glove", LAW, "alpha, mean"): 0.9,
        ("glove", NEAREST, "their share of the word"): 0.2,
        ("WordNet", SENSES, "slope"): 0.5,
    }
    for word in RETRAINED:
        values["glove", f"{word}, nothing replaced", "cosine"] = 0.97
        for share in ("0%", "50%", "100%"):
            values["glove", f"{word}, second sense at {share}", "cosine"] = 0.951
    for space in ("glove", "skipgram", "ppmi"):
        values[space, CATALOGUE, "cosine, median"] = 0.9
    for space in TITLES:
        values[space, NEAREST, "share of the rarer senses"] = 0.1
        values[space, "money and river", "cosine"] = 0.1
    return {key: row(key, value) for key, value in values.items()}


def made(rows: dict[Key, Row]) -> dict[str, Claim]:
    return {claim.claim: claim for claim in claims(list(rows.values()))}


def only(part: str, rows: dict[Key, Row]) -> Claim:
    (found,) = (claim for claim in made(rows).values() if part in claim.claim)
    return found


# Part of the claim that no longer holds; a measurement, and the number that makes it fail by a hair.
FLIPS: list[tuple[str, Key, float]] = [
    ("labels that tell", ("labels", "all senses", "precision"), 0.949),
    ("lies in the plane", ("glove", LAW, "cosine to the span, mean"), 0.949),
    ("fades as", ("glove", LAW, "beta at ratio 1"), 0.89),
    ("fades as", ("glove", LAW, "beta at ratio 1"), 1.11),
    ("fades as", ("glove", LAW, "fall of beta a decade"), 0.39),
    ("fades as", ("glove", LAW, "fall of beta a decade"), 0.61),
    ("fades as", ("glove", LAW, "alpha, mean"), 0.89),
    ("training the whole of GloVe again", CHANGED, 0.93),
    ("training the whole of GloVe again", STILL, 0.98),
    ("trained vector is the one", ("glove", CATALOGUE, "cosine, median"), 0.89),
    ("trained vector is the one", ("skipgram", CATALOGUE, "cosine, median"), 0.89),
    ("trained vector is the one", ("ppmi", CATALOGUE, "cosine, median"), 0.89),
    *(("rarer senses have less", (space, NEAREST, "share of the rarer senses"), 0.21) for space in TITLES),
    ("rarer senses have less", ("glove", NEAREST, "their share of the word"), 0.09),
    ("square root of its frequency", ("WordNet", SENSES, "slope"), 0.44),
    ("square root of its frequency", ("WordNet", SENSES, "slope"), 0.56),
    *(("right angles", (space, "money and river", "cosine"), 0.11) for space in TITLES),
    ("right angles", ("cbow", "money and river", "cosine"), -0.11),
]
# What is only told beside a claim, and no claim turns on.
BESIDE: list[Key] = [
    ("labels", "all senses", "share at 0.95"),
    ("glove", LAW, "cosine to the span, standard deviation"),
    ("glove", LAW, "c"),
]


def test_every_claim_can_hold() -> None:
    found = made(all_holding())
    assert len(found) == len(CLAIMS)
    assert [claim.claim for claim in found.values() if not claim.holds] == []
    for claim in found.values():
        assert claim.group == OWN
        assert claim.claim.endswith(".")
        assert claim.rule
        assert claim.coverage == "1,234 (75 %)"


def test_a_claim_stops_holding_when_its_number_does() -> None:
    rows = all_holding()
    before = made(rows)
    for part, key, value in FLIPS:
        assert key in rows, "this measurement is in no claim"
        after = made(rows | {key: row(key, value)})
        flipped = [claim for claim in before if before[claim].holds != after[claim].holds]
        assert len(flipped) == 1, (part, key)
        assert part in flipped[0]
        assert before[flipped[0]].ours != after[flipped[0]].ours, "the number that decides is not shown"


def test_every_measurement_that_a_claim_turns_on_is_made_to_turn_it() -> None:
    turned = {key for _, key, _ in FLIPS}
    assert {key for key in all_holding() if ", second" not in key[1] and ", nothing" not in key[1]} - turned == set(
        BESIDE
    )
    found = made(all_holding())
    assert all(any(part in claim for part, _, _ in FLIPS) for claim in found)


def test_what_stands_beside_a_claim_is_shown_with_it() -> None:
    before = made(all_holding())
    for key in BESIDE:
        after = made(all_holding() | {key: row(key, 0.123)})
        assert [claim for claim in before if before[claim].holds != after[claim].holds] == []
        assert len([claim for claim in before if before[claim].ours != after[claim].ours]) == 1, key


def test_a_claim_is_left_out_as_long_as_a_number_is_missing() -> None:
    everything = all_holding()
    for key in everything:
        without = made({other: found for other, found in everything.items() if other != key})
        assert len(without) == len(CLAIMS) - len(claims_on(key)), key
        assert set(made(everything)) - set(without) == claims_on(key), key
        # A number that was measured and is undefined is as good as missing.
        assert set(made(everything | {key: row(key, None)})) == set(without), key


def claims_on(key: Key) -> set[str]:
    """Return the claims that look a measurement up."""
    rest = set()
    for claim in CLAIMS:
        found = Measured(list(all_holding().values()))
        text = claim(found).claim
        if any((used["space"], used["set"], used["metric"]) == key for used in found.used):
            rest.add(text)
    assert rest, "this measurement is in no claim"
    return rest


def test_without_measurements_there_is_no_claim() -> None:
    for claim in CLAIMS:
        with pytest.raises(Missing):
            claim(Measured([]))
    assert made({}) == {}


def test_training_again_is_judged_by_its_mean_and_shown_with_its_lowest() -> None:
    claim = only("training the whole of GloVe again", all_holding() | {CHANGED: row(CHANGED, 0.94)})
    assert claim.holds, "0.9503 on average"
    assert "0.950 over 15 cases" in claim.ours
    assert "0.940" in claim.ours
    assert "0.970" in claim.ours
    for word in RETRAINED:
        for set_ in ("nothing replaced", "second sense at 0%", "second sense at 100%"):
            key = ("glove", f"{word}, {set_}", "cosine")
            low, high = (only("training the whole", all_holding() | {key: row(key, value)}) for value in (0.5, 1.0))
            assert low.holds != high.holds, "it counts for nothing"


def test_the_space_that_decides_is_named() -> None:
    for space, title in TITLES.items():
        key = (space, NEAREST, "share of the rarer senses")
        assert f"15 % ({title})".replace(" %", "%") in only("rarer senses", all_holding() | {key: row(key, 0.15)}).ours
    owned = only("trained vector is the one", all_holding()).ours
    assert all(TITLES[space] in owned for space in ("glove", "skipgram", "ppmi"))


def test_what_others_published_is_named() -> None:
    found = made(all_holding())
    sourced = {claim.claim: claim.source for claim in found.values() if claim.source}
    assert sum("Arora" in source for source in sourced.values()) == 2
    assert sum("Zipf" in source for source in sourced.values()) == 1
