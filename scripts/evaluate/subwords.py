"""Measure what the subwords page says; parts of ``scripts/evaluate/run.py``.

- ``typos``: 1,000 frequent words with one random edit each: is the intended word found among the nearest?
- ``example``: fastText's documented example, *enviroment*;
- ``small``: FastText and skip-gram on 1, 10 and 100 % of the text (after ``python -m scripts.build.small``).
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.evidence.measures import SIMILARITY_SETS, lookup_in, read_pairs, score_pairs
from core.spaces.space import load_space, unit_rows
from core.subwords.model import SubwordModel, load_subwords
from scripts.evaluate.measuring import SEED, TRAINED, Row, row

SMALL = TRAINED / "small"


def mistype(word: str, random: np.random.Generator) -> str:
    """Return a word with one random edit: a letter dropped, doubled by a neighbour, changed, or two swapped."""
    while True:
        at = int(random.integers(len(word)))
        letter = string.ascii_lowercase[int(random.integers(26))]
        kind = int(random.integers(4))
        if kind == 0:
            typed = word[:at] + word[at + 1 :]
        elif kind == 1:
            typed = word[:at] + letter + word[at:]
        elif kind == 2:
            typed = word[:at] + letter + word[at + 1 :]
        else:
            typed = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        if typed != word:
            return typed


def typos(shared: Path, n: int = 1_000) -> Iterator[Row]:
    """Look for the intended word among the nearest to a mistyped one."""
    model, space = load_subwords(), load_space("fasttext")
    random = np.random.default_rng(SEED)
    words = [word for word in space.words[150:5_000] if len(word) >= 5 and word.isalpha() and word.isascii()]
    meant = [words[i] for i in np.sort(random.choice(len(words), n, replace=False))]
    typed = [mistype(word, random) for word in meant]
    # What is a word itself by accident is no typo that a vector could mend.
    pairs = [(word, typo) for word, typo in zip(meant, typed, strict=True) if typo not in space]
    coverage = len(pairs) / n
    units = unit_rows(model.vectors([typo for _, typo in pairs]))
    cosines = units @ space.unit.T
    ranks = 1 + np.array([(row_ > row_[space.row(word)]).sum() for row_, (word, _) in zip(cosines, pairs, strict=True)])
    spelled = []
    for word, typo in pairs:
        near = [found for found, _, _ in process.extract(typo, space.words, scorer=OSA.distance, limit=10)]
        spelled.append(near.index(word) + 1 if word in near else 11)
    set_ = "frequent words with one random edit"
    for name, found in (("fasttext", ranks), ("spelling alone", np.array(spelled))):
        for metric, value in (
            ("intended word is nearest", np.mean(found == 1)),
            ("intended word among ten nearest", np.mean(found <= 10)),
        ):
            yield row("typos", name, set_, metric, float(value), len(pairs), coverage)
    yield row("typos", "fasttext", set_, "median rank", float(np.median(ranks)), len(pairs), coverage)
    for name in ("glove-6b", "glove", "skipgram", "cbow", "ppmi"):
        other = load_space(name)
        known = [(word, typo) for word, typo in pairs if typo in other and word in other]
        hits = sum(word in [near.word for near in other.neighbours(typo, 10)] for word, typo in known)
        yield row("typos", name, set_, "intended word among ten nearest", hits / len(pairs), len(pairs), coverage)


def example(shared: Path) -> Iterator[Row]:
    """Find *environment* from *enviroment*, as fastText's tutorial does."""
    model, space = load_subwords(), load_space("fasttext")
    for typed, meant in (("enviroment", "environment"),):
        unit = unit_rows(model.vectors([typed]))[0]
        cosines = space.unit @ unit
        rank = 1 + int((cosines > cosines[space.row(meant)]).sum())
        yield row("example", "fasttext", f"{typed}, {meant}", "rank", rank, 1, 1.0)


def small(shared: Path) -> Iterator[Row]:
    """Compare FastText and skip-gram where text is scarce."""
    sets = {name: read_pairs(shared / "wordsim" / SIMILARITY_SETS[name]) for name in ("RW", "MEN")}
    for percent in (1, 10, 100):
        for name in ("fasttext", "skipgram"):
            for set_, pairs in sets.items():
                score = score_pairs(pairs, lookup(name, percent))
                metric = "spearman, unknown words " + ("by n-grams" if name == "fasttext" else "at zero")
                yield row(
                    "small", name, f"{set_}, trained on {percent} %", metric, score.spearman, score.n, score.coverage
                )


def lookup(name: str, percent: int) -> Callable[[str], Any]:
    """Return what gives a word's vector in one of the models."""
    if percent == 100:
        if name == "fasttext":
            return load_subwords().vector
        space = load_space(name)
        found, size = lookup_in(space), space.vectors.shape[1]
        return lambda word: np.zeros(size, dtype=np.float32) if word not in space else found(word)
    model = SubwordModel.open(SMALL / f"{name}-{percent}.bin")
    if name == "fasttext":
        return lambda word: model.vector(word)
    return lambda word: (
        model.rows.take(model.ids[[model.index[word]]])[0]
        if word in model.index
        else np.zeros(model.rows.size, dtype=np.float32)
    )


PARTS: dict[str, Callable[[Path], Iterator[Row]]] = {"typos": typos, "example": example, "small": small}
FROM_CACHE = ("small",)
