"""Claims on subwords follow the measurements, and the measuring does what it says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rapidfuzz.distance import OSA

from core.spaces.space import load_space
from core.subwords.model import load_subwords
from scripts.evaluate import claims_subwords
from scripts.evaluate import subwords as evaluate_subwords
from scripts.evaluate.lookup import Measured, Missing, Outcome
from tests.needs import script

TYPOS = "frequent words with one random edit"
FASTTEXT, SKIPGRAM = "spearman, unknown words by n-grams", "spearman, unknown words at zero"
GOOD: dict[tuple[str, str, str], float] = {
    ("fasttext", TYPOS, "intended word among ten nearest"): 0.61,
    ("fasttext", TYPOS, "intended word is nearest"): 0.42,
    ("spelling alone", TYPOS, "intended word is nearest"): 0.37,
    ("fasttext", "enviroment, environment", "rank"): 3,
    **{
        (name, f"{set_}, trained on {percent} %", metric): value
        for name, metric, values in (
            ("fasttext", FASTTEXT, {("RW", 1): 0.30, ("RW", 10): 0.35, ("RW", 100): 0.40, ("MEN", 1): 0.45}),
            ("skipgram", SKIPGRAM, {("RW", 1): 0.05, ("RW", 10): 0.20, ("RW", 100): 0.33, ("MEN", 1): 0.35}),
        )
        for (set_, percent), value in ({("MEN", 10): 0.6, ("MEN", 100): 0.7} | values).items()
    },
}
CLAIM = {function.__name__.lstrip("_"): function for function in claims_subwords.CLAIMS}


def outcome(name: str, changed: Mapping[tuple[str, str, str], float | None] | None = None) -> Outcome:
    rows: list[dict[str, Any]] = [
        {"space": space, "set": set_, "metric": metric, "value": value}
        for (space, set_, metric), value in (GOOD | (changed or {})).items()
    ]
    return CLAIM[name](Measured(rows))


def test_every_claim_holds_on_numbers_that_say_so() -> None:
    assert [name for name in CLAIM if not outcome(name).holds] == []


def rw(name: str, percent: int, set_: str = "RW") -> tuple[str, str, str]:
    return name, f"{set_}, trained on {percent} %", FASTTEXT if name == "fasttext" else SKIPGRAM


FALLS: list[tuple[str, dict[tuple[str, str, str], float]]] = [
    ("typos_placed", {("fasttext", TYPOS, "intended word among ten nearest"): 0.49}),
    ("typos_spelling", {("fasttext", TYPOS, "intended word is nearest"): 0.37}),
    ("typos_spelling", {("spelling alone", TYPOS, "intended word is nearest"): 0.5}),
    ("scarce", {rw("fasttext", 1): 0.19}),
    ("scarce", {rw("skipgram", 100): 0.2}),
    ("scarce", {rw("skipgram", 10): 0.32}),
    ("scarce_common", {rw("fasttext", 1, "MEN"): 0.35}),
    ("example", {("fasttext", "enviroment, environment", "rank"): 11}),
]


def test_a_claim_falls_when_its_numbers_turn() -> None:
    assert {name for name, _ in FALLS} == set(CLAIM)
    for name, changed in FALLS:
        assert not outcome(name, changed).holds, (name, changed)
        assert outcome(name, changed).ours != outcome(name).ours or name == "typos_spelling", (name, changed)


def test_the_figures_of_a_claim_are_those_that_were_measured() -> None:
    assert "61%" in outcome("typos_placed").ours
    assert "42%" in outcome("typos_placed").ours
    assert "42% against 37%" in outcome("typos_spelling").ours
    assert "+0.250" in outcome("scarce").ours
    assert "+0.070" in outcome("scarce").ours
    assert "0.450 against 0.350" in outcome("scarce_common").ours
    assert "3" in outcome("example").ours


def test_a_claim_without_its_numbers_is_not_made_up() -> None:
    undefined = [{"space": a, "set": b, "metric": c, "value": None} for a, b, c in GOOD]
    for claim in CLAIM.values():
        for rows in ([], undefined):
            with pytest.raises(Missing):
                claim(Measured(rows))


def test_a_typo_is_one_edit_and_the_same_each_time() -> None:
    first, second = (np.random.default_rng(4) for _ in range(2))
    words = ["environment", "banana", "aabbaa", "xyzzy"] * 200
    typed = [evaluate_subwords.mistype(word, first) for word in words]
    assert typed == [evaluate_subwords.mistype(word, second) for word in words]
    assert {OSA.distance(word, typo) for word, typo in zip(words, typed, strict=True)} == {1}
    lengths = {len(typo) - len(word) for word, typo in zip(words, typed, strict=True)}
    assert lengths == {-1, 0, 1}
    swapped = [(w, t) for w, t in zip(words, typed, strict=True) if sorted(w) == sorted(t)]
    assert swapped, "letters are swapped too"


def test_with_all_of_the_text_words_are_looked_up_in_what_ships() -> None:
    fasttext, skipgram = (evaluate_subwords.lookup(name, 100) for name in ("fasttext", "skipgram"))
    np.testing.assert_array_equal(fasttext("unbankability"), load_subwords().vector("unbankability"))
    space = load_space("skipgram")
    np.testing.assert_allclose(skipgram("bank"), space.vector("bank"))
    assert not skipgram("unbankability").any()
    assert len(skipgram("unbankability")) == len(skipgram("bank"))


def test_models_of_less_text_are_looked_up_in_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floret = script("build.small").floret
    text = tmp_path / "text.txt"
    text.write_text("the cat sat on the mat\n" * 20, encoding="utf-8")
    models = {}
    for name, maxn in (("fasttext", 6), ("skipgram", 0)):
        models[name] = floret.train_unsupervised(
            *(str(text),), mode="fasttext", bucket=100, minn=3, maxn=maxn, minCount=1, dim=5, thread=1, verbose=0
        )
        models[name].save_model(str(tmp_path / f"{name}-10.bin"))
    monkeypatch.setattr(evaluate_subwords, "SMALL", tmp_path)
    for name, model in models.items():
        find = evaluate_subwords.lookup(name, 10)
        np.testing.assert_allclose(find("cat"), model.get_word_vector("cat"), atol=1e-6)
    assert not evaluate_subwords.lookup("skipgram", 10)("dog").any()
    assert evaluate_subwords.lookup("fasttext", 10)("dog") is None
    assert evaluate_subwords.lookup("fasttext", 10)("cats").any()


def test_a_sample_is_whole_paragraphs_of_about_that_share_and_the_same_each_time(tmp_path: Path) -> None:
    sample = script("build.small").sample
    text, out, again = (tmp_path / name for name in ("text.txt", "out.txt", "again.txt"))
    lines = [f"{i} word wörd\n" for i in range(5_000)]
    text.write_text("".join(lines), encoding="utf-8")
    written = sample(text, 10, out)
    kept = out.read_text(encoding="utf-8").splitlines(keepends=True)
    assert written == 3 * len(kept)
    assert 400 < len(kept) < 600
    assert set(kept) <= set(lines)
    assert kept == sorted(kept, key=lambda line: int(line.split()[0]))
    assert sample(text, 10, again) == written
    assert again.read_text(encoding="utf-8") == out.read_text(encoding="utf-8")
    sample(text, 10, again, seed=1)
    assert again.read_text(encoding="utf-8") != out.read_text(encoding="utf-8")
    assert sample(text, 100, again) == 15_000
