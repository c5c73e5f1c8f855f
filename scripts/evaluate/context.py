"""Measure what the context page says; parts of ``scripts/evaluate/run.py``.

- ``context``: which sense a sentence's word has, told by the nearest of the senses' mean contextual vectors, which are
  made from the training sentences of CoarseWSD-20 (ten words) and senseval (four); under every scheme and ablation,
  the test sentences alone, and with one or three test sentences of other words after them;
- ``cues``: the same with cue words alone, no training sentence, and, on the training sentences, how often a verdict is
  right by how much it leads: the page's threshold is the smallest lead, in steps of 0.05, at which 95 % are;
- ``published``: per-word figures of others on the same test sentences, from the files in ``published/``;
- ``borrowed``: how near a vector made of n-grams comes to the true one.

A classifier is made for each scheme from its own vectors of the undisturbed training sentences.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.context.disambiguation import THRESHOLD
from core.context.weights import SCHEMES, ContextModel, ContextualVector, load_model
from core.counts.senses import SenseWord, anchors, load_senses
from core.errors import NoContext
from core.spaces.space import Vectors, load_space, unit_rows
from core.subwords.borrow import fit_bridge, speller
from core.subwords.model import load_subwords
from scripts.evaluate.measuring import SEED, Row, row
from scripts.evaluate.sense_sets import ADDED, COARSEWSD, NEAR_BLIND, RAW, SENSEVAL, ZERO

WORDS = tuple(COARSEWSD)
SENSEVAL_WORDS = ("line", "hard", "serve", "interest")
SYSTEMS = {
    "coarsewsd_fasttext_base-100d": "fastText, own vectors, supervised",
    "coarsewsd_fasttext_crawl-300d-2M": "fastText, crawl vectors, supervised",
    "coarsewsd_1nn_bert-base-uncased": "BERT base, nearest neighbour",
    "coarsewsd_1nn_bert-large-uncased": "BERT large, nearest neighbour",
}
RESAMPLED = 2_000
LEADS = (0.0, 0.05, 0.1, 0.15, 0.2)

Weigh = Callable[[Sequence[str], int], "Vectors | None"]
Truth = npt.NDArray[np.str_]


@dataclass(frozen=True)
class Example:
    """A sentence, which of its tokens is meant, and the sense that people gave it."""

    tokens: tuple[str, ...]
    target: int
    sense: str


def read_examples(word: str, shared: Path, part: str) -> list[Example]:
    """Return the sentences of a word in ``train`` or ``test``; of senseval's every other one is in either."""
    coarse = word in COARSEWSD
    path = shared / ("coarsewsd" if coarse else "senseval") / f"{word}.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    rows = [row for row in rows if row["split"] == part] if coarse else rows[part == "test" :: 2]
    text = "sentence" if coarse else "text"
    return [Example(tuple(row[text].split(" ")), int(row["target_index"]), row["sense"]) for row in rows]


def disturbed(examples: Mapping[str, Sequence[Example]], n: int, seed: int = SEED) -> dict[str, list[Example]]:
    """Return sentences with n of other words after them."""
    random = np.random.default_rng(seed)
    found = {}
    for word, mine in examples.items():
        others = [one.tokens for other, theirs in examples.items() if other != word for one in theirs]
        found[word] = [
            replace(one, tokens=one.tokens + tuple(t for i in random.integers(len(others), size=n) for t in others[i]))
            for one in mine
        ]
    return found


def systems_of(model: ContextModel) -> dict[str, Weigh]:
    """Return everything that is measured: the schemes, and what they are held against."""

    def by(scheme: str, own: ContextModel = model, *, distance: bool = True) -> Weigh:
        return lambda tokens, target: vector_of(own, tokens, target, scheme, distance=distance)

    attention = model.attention
    if attention is None:
        raise ValueError(f"{model.space.name} has no learned weights")
    without = replace(model, attention=replace(attention, query=np.zeros_like(attention.query)))
    return {
        RAW: lambda tokens, target: raw_mean(model, tokens, target),
        **{scheme: by(scheme) for scheme in SCHEMES},
        ZERO: by("learned", without),
        NEAR_BLIND: by("learned", distance=False),
    }


def vector_of(
    model: ContextModel, tokens: Sequence[str], target: int, scheme: str, *, distance: bool = True
) -> Vectors | None:
    """Return the contextual vector, (d,), or None when nothing known stands around."""
    try:
        return model.weigh(tokens, target, scheme, distance=distance).vector.astype(np.float32)
    except NoContext:
        return None


def raw_mean(model: ContextModel, tokens: Sequence[str], target: int) -> Vectors | None:
    """Return the plain mean of the words' vectors as they were trained."""
    try:
        context: ContextualVector = model.weigh(tokens, target, "uniform")
    except NoContext:
        return None
    rows = [model.space.index[context.tokens[place]] for place in context.counted]
    mean: Vectors = model.space.vectors[rows].mean(axis=0)
    return mean


def vectors(weigh: Weigh, examples: Sequence[Example], size: int) -> Vectors:
    """Return the contextual vector of each sentence, of length 1 or zero."""
    found = np.zeros((len(examples), size), dtype=np.float32)
    for place, one in zip(found, examples, strict=True):
        vector = weigh(one.tokens, one.target)
        if vector is not None:
            place[:] = vector
    return unit_rows(found)


def centroids(contextual: Vectors, truth: Truth, names: Sequence[str]) -> Vectors:
    """Return the mean direction of each sense, (S, d), of length 1."""
    return unit_rows(np.stack([contextual[truth == name].mean(axis=0) for name in names]))


def macro_f1(truth: npt.NDArray[np.intp], guess: npt.NDArray[np.intp], n: int) -> float:
    """Return the mean over the senses in the truth of the harmonic mean of precision and recall."""
    right = np.bincount(truth[truth == guess], minlength=n)
    both = np.bincount(truth, minlength=n) + np.bincount(guess[guess >= 0], minlength=n)
    there = np.bincount(truth, minlength=n) > 0
    return float((2 * right[there] / np.maximum(both[there], 1)).mean())


def recalls(truth: npt.NDArray[np.intp], guess: npt.NDArray[np.intp], n: int) -> npt.NDArray[np.float64]:
    """Return the share of each sense's sentences that was told rightly, (S,); NaN for a sense without any."""
    number = np.bincount(truth, minlength=n).astype(float)
    right = np.bincount(truth[truth == guess], minlength=n)
    return np.asarray(np.divide(right, number, out=np.full(n, np.nan), where=number > 0))


@dataclass(frozen=True, eq=False)
class Answers:
    """A word's senses as people gave them, and as they were told under each system and addition."""

    names: list[str]
    truth: npt.NDArray[np.intp]
    by: dict[tuple[str, str], npt.NDArray[np.intp]]


def tell(words: Sequence[str], shared: Path, model: ContextModel) -> dict[str, Answers]:
    """Tell the senses of the words' test sentences, under everything that is measured."""
    tests = {word: read_examples(word, shared, "test") for word in words}
    versions = {name: disturbed(tests, n) for name, n in ADDED.items()}
    found = {}
    size = model.whitened.vectors.shape[1]
    for word in words:
        train = read_examples(word, shared, "train")
        truth = np.array([one.sense for one in train])
        names = sorted({*truth.tolist()})
        known = {name: i for i, name in enumerate(names)}
        by = {}
        for system, weigh in systems_of(model).items():
            middles = centroids(vectors(weigh, train, size), truth, names)
            for version, examples in versions.items():
                by[system, version] = (vectors(weigh, examples[word], size) @ middles.T).argmax(axis=1)
        found[word] = Answers(names, np.array([known[one.sense] for one in tests[word]]), by)
    return found


def context(shared: Path) -> Iterator[Row]:
    """Measure every scheme on both sets."""
    model = load_model()
    for set_, words in (("CoarseWSD-20", WORDS), ("senseval", SENSEVAL_WORDS)):
        answers = tell(words, shared, model)
        systems = list(systems_of(model))
        for version in ADDED:
            for system in systems:
                yield from figures(answers, set_, version, system)
            yield from intervals(answers, set_, version, systems)


def figures(answers: Mapping[str, Answers], set_: str, version: str, system: str) -> Iterator[Row]:
    """Yield the figures of one system: over all words, and of each word."""
    scores = []
    for word, mine in answers.items():
        guess, n = mine.by[system, version], len(mine.names)
        by_sense = recalls(mine.truth, guess, n)
        scores.append(
            (macro_f1(mine.truth, guess, n), float((guess == mine.truth).mean()), float(np.nanmean(by_sense)))
        )
        if version != "alone":
            continue
        one = f"{set_}: {word}, {version}"
        yield row("context", system, one, "macro F1", scores[-1][0], len(guess), 1.0)
        if system in ("uniform", "sif", "learned"):
            for name, recall in zip(mine.names, by_sense, strict=True):
                count = int((mine.truth == mine.names.index(name)).sum())
                yield row("context", system, f"{one}, {name}", "recall", float(recall), count, 1.0)
    n = sum(len(mine.truth) for mine in answers.values())
    for metric, value in zip(("macro F1", "accuracy", "mean recall"), np.mean(scores, axis=0), strict=True):
        yield row("context", system, f"{set_}, {version}", metric, float(value), n, 1.0)


def intervals(answers: Mapping[str, Answers], set_: str, version: str, systems: Sequence[str]) -> Iterator[Row]:
    """Yield 95 % intervals of the mean macro F1 and of how far the learned weights lead, by a paired bootstrap.

    Each word's test sentences are drawn anew with repeats, the same for all systems.
    """
    random = np.random.default_rng(SEED)
    means = np.zeros((len(systems), RESAMPLED))
    for mine in answers.values():
        for number in range(RESAMPLED):
            drawn = random.integers(len(mine.truth), size=len(mine.truth))
            for i, system in enumerate(systems):
                means[i, number] += macro_f1(mine.truth[drawn], mine.by[system, version][drawn], len(mine.names)) / len(
                    answers
                )
    n = sum(len(mine.truth) for mine in answers.values())
    learned = means[systems.index("learned")]
    for i, system in enumerate(systems):
        for metric, drawn in (("macro F1", means[i]), ("lead of learned weights", learned - means[i])):
            if metric != "macro F1" and system == "learned":
                continue
            for end, quantile in (("from", 0.025), ("to", 0.975)):
                value = float(np.quantile(drawn, quantile))
                yield row("context", system, f"{set_}, {version}", f"{metric}, 95 % {end}", value, n, 1.0)


def cues(shared: Path) -> Iterator[Row]:
    """Measure the verdicts that the page gives: by cue words alone."""
    model, catalogue = load_model(), load_senses()
    for set_, labels in (("CoarseWSD-20", COARSEWSD), ("senseval", SENSEVAL)):
        for scheme in SCHEMES:
            sums = []
            for word, names in labels.items():
                entry = catalogue[word]
                # Sentences in a sense that the catalogue has not are left out: no answer could be right.
                examples = [one for one in read_examples(word, shared, "test") if one.sense in names]
                truth = np.array([entry.names.index(names[one.sense]) for one in examples])
                found = vectors(systems_of(model)[scheme], examples, model.whitened.vectors.shape[1])
                cosines = np.sort(found @ anchors(model.whitened, entry).T, axis=1)
                told = (found @ anchors(model.whitened, entry).T).argmax(axis=1)
                clear = cosines[:, -1] - cosines[:, -2] >= THRESHOLD
                sums.append(
                    (
                        macro_f1(truth, told, len(entry.names)),
                        float((told == truth).mean()),
                        float(clear.mean()),
                        float((told == truth)[clear].mean()),
                    )
                )
                one = f"{set_}: {word}, cue words alone"
                yield row("cues", scheme, one, "macro F1", sums[-1][0], len(truth), 1.0)
            if scheme == "learned" and set_ == "CoarseWSD-20":
                yield from by_lead(shared, model, catalogue)
            for metric, value in zip(
                ("macro F1", "accuracy", "share with a verdict", "right among these"),
                np.mean(sums, axis=0),
                strict=True,
            ):
                yield row("cues", scheme, f"{set_}, cue words alone", metric, float(value), len(labels), 1.0)


def by_lead(shared: Path, model: ContextModel, catalogue: Mapping[str, SenseWord]) -> Iterator[Row]:
    """Yield how often verdicts are right that lead by so much, on the training sentences."""
    rights: list[npt.NDArray[np.bool_]] = []
    leads: list[npt.NDArray[np.float32]] = []
    for word, names in COARSEWSD.items():
        entry = catalogue[word]
        examples = [one for one in read_examples(word, shared, "train") if one.sense in names]
        found = vectors(systems_of(model)["learned"], examples, model.whitened.vectors.shape[1])
        cosines = found @ anchors(model.whitened, entry).T
        ordered = np.sort(cosines, axis=1)
        truth = np.array([entry.names.index(names[one.sense]) for one in examples])
        rights.append(cosines.argmax(axis=1) == truth)
        leads.append(ordered[:, -1] - ordered[:, -2])
    for lead in LEADS:
        clear = [own >= lead for own in leads]
        right = np.mean([own[mask].mean() for own, mask in zip(rights, clear, strict=True)])
        said = float(np.mean([mask.mean() for mask in clear]))
        set_ = "CoarseWSD-20, training part, cue words alone"
        n = sum(int(mask.sum()) for mask in clear)
        yield row("cues", "learned", set_, f"right among verdicts that lead by {lead:.2f}", float(right), n, said)


def published(shared: Path) -> Iterator[Row]:
    """Repeat the published figures of other systems on the same ten words."""
    for file, system in SYSTEMS.items():
        with (shared / "published" / f"{file}.csv").open(encoding="utf-8", newline="") as lines:
            rows = [line for line in csv.DictReader(lines) if line["word"] in WORDS]
        overall = [float(line["acc"]) for line in rows if line["sense"] == "ALL"]
        by_word = [
            np.mean([float(line["acc"]) for line in rows if line["word"] == word and line["sense"] != "ALL"])
            for word in WORDS
        ]
        n = sum(int(line["n_insts"]) for line in rows if line["sense"] == "ALL")
        yield row("published", system, "CoarseWSD-20, alone", "accuracy", float(np.mean(overall)), n, 1.0)
        yield row("published", system, "CoarseWSD-20, alone", "mean recall", float(np.mean(by_word)), n, 1.0)
        for line in rows:
            if line["sense"] != "ALL":
                one = f"CoarseWSD-20: {line['word']}, alone, {line['sense']}"
                yield row("published", system, one, "recall", float(line["acc"]), int(line["n_insts"]), 1.0)


def borrowed(shared: Path) -> Iterator[Row]:
    """Measure how near a vector made of n-grams comes to the true one, on words that were not fitted."""
    target, source = load_model().whitened, load_space("fasttext")
    spell = speller(load_subwords(), fit_bridge(source, target))
    unseen = [word for word in target.words[2_000:] if word not in source and word.isalpha()]
    random = np.random.default_rng(SEED)
    drawn = [unseen[i] for i in random.choice(len(unseen), 1_000, replace=False)]
    made = {word: vector for word in drawn if (vector := spell(word)) is not None}
    true = target.vectors[target.rows(list(made))]
    cosines = (np.stack(list(made.values())) * true).sum(axis=1)
    chance = (np.stack(list(made.values())) * np.roll(true, 1, axis=0)).sum(axis=1)
    set_ = "words outside FastText’s vocabulary"
    share = len(made) / len(drawn)
    yield row(
        "borrowed", "fasttext", set_, "cosine of spelled and true vector", float(cosines.mean()), len(made), share
    )
    yield row("borrowed", "fasttext", set_, "the same of another word’s", float(chance.mean()), len(made), share)


PARTS: dict[str, Callable[[Path], Iterator[Row]]] = {
    "context": context,
    "cues": cues,
    "published": published,
    "borrowed": borrowed,
}
