"""Measure what the drift page says; parts of ``scripts/evaluate/run.py``.

- ``labels``: how often the sense labels of the corpus are right, on the test parts of two public sets;
- ``law``: Arora et al.'s law on 200 pseudowords made of two words each, and its constant c, from all counts;
- ``owned``: the trained row of each word of the catalogue beside the row solved at its labelled proportions;
- ``retrain``: a row solved alone beside GloVe trained again as a whole on the changed counts (about twenty minutes);
- ``minor``: how many of a word's ten nearest words belong to its rarer senses;
- ``meanings``: how the number of a word's senses grows with its frequency;
- ``unrelated``: how nearly at right angles *money* and *river* are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from core.counts.cooccurrence import CountRow
from core.counts.senses import load_labels, load_senses, owners
from core.drift.laws import explain
from core.drift.material import COUNTS, SPACES, Material, load_bench, solver
from core.map.comparison import rotation
from core.spaces.contexts import load_contexts
from core.spaces.meanings import load_meanings, meaning_law
from core.spaces.space import SPACES as EVERY
from core.spaces.space import cosine, load_space, unit_rows
from scripts.evaluate.claims_drift import RETRAINED
from scripts.evaluate.measuring import SEED, TRAINED, Row, count_row, counted, row

FEWEST = 100  # labelled contexts of the rarest sense, for a word to count in a mean


def labels(shared: Path) -> Iterator[Row]:
    """Read how often labels are right, sense by sense and on the whole."""
    found = [(w, s, score) for w, entry in load_labels().items() for s, score in entry.scores.items()]
    for word, sense, score in found:
        precision = float("nan") if score.precision is None else score.precision
        yield row("labels", "labels", f"{word}: {sense}", "precision", precision, score.labelled, score.coverage)
    precisions = [score.precision for _, _, score in found if score.precision is not None]
    covered = float(np.mean([score.coverage for _, _, score in found]))
    yield row("labels", "labels", "all senses", "precision", float(np.mean(precisions)), len(precisions), covered)
    enough = float(np.mean([precision >= 0.95 for precision in precisions]))
    yield row("labels", "labels", "all senses", "share at 0.95", enough, len(precisions), covered)


def law(shared: Path, n: int = 200, most: float = 100.0) -> Iterator[Row]:
    """Merge pairs of words at ratios of frequency from 1 to 100, solve the merged row, and explain it by the two."""
    pairs = list(pseudoword_pairs(n, most))
    for name in SPACES:
        counts, solve = counted(COUNTS[name]), solver(load_contexts(name))
        spans, ratios, coefficients = [], [], []
        for major, minor in pairs:
            rows = count_row(counts, major), count_row(counts, minor)
            if rows[0].total < rows[1].total:
                rows = rows[::-1]
            material = Material("", ("a", "b"), rows, rows[0].total + rows[1].total)
            share = rows[0].total / material.total
            alone = np.array([solve(single, None) for single in rows])
            merged = solve(material.mixed([share, 1 - share]), None)
            beta, outside = explain(merged[None], alone)
            spans.append(np.sqrt(1 - outside[0] ** 2))
            ratios.append(rows[0].total / rows[1].total)
            coefficients.append(beta[0])
        alpha, beta = np.array(coefficients).T
        decades = np.log10(ratios)
        slope, intercept = np.polyfit(decades, beta, 1)
        covered = 1.0
        set_ = "pseudowords at ratios 1 to 100"
        for metric, value in (
            ("cosine to the span, mean", np.mean(spans)),
            ("cosine to the span, standard deviation", np.std(spans)),
            ("c", fitted_constant(decades, beta)),
            ("alpha, mean", np.mean(alpha)),
            ("beta at ratio 1", intercept),
            ("fall of beta a decade", -slope),
        ):
            yield row("law", name, set_, metric, float(value), n, covered)


def pseudoword_pairs(n: int, most: float, first: int = 150, rarest: int = 300) -> Iterator[tuple[int, int]]:
    """Yield pairs of rows of the vocabulary, ratios of frequency spread evenly in their logarithm up to ``most``."""
    from scripts.build.text import read_vocabulary

    _, frequencies = read_vocabulary()
    random = np.random.default_rng(SEED)
    last = int(np.searchsorted(-frequencies, -rarest))
    made = 0
    while made < n:
        # The ratio first, then a word common enough for it: else the rare words, which are most, allow no large ratio.
        ratio = most ** random.random()
        end = int(np.searchsorted(-frequencies, -rarest * ratio))
        if end <= first:
            continue
        major = int(random.integers(first, end))
        minor = int(np.searchsorted(-frequencies, -frequencies[major] / ratio)) + int(random.integers(-20, 21))
        if minor != major and first <= minor < last:
            made += 1
            yield major, minor


def fitted_constant(decades: np.ndarray, beta: np.ndarray) -> float:
    """Return the c at which max(0, 1 − c·log10 r) lies nearest to the coefficients of the minor words."""
    candidates = np.linspace(0, 3, 3_001)
    errors = np.square(np.maximum(0, 1 - candidates[:, None] * decades) - beta).sum(axis=1)
    return float(candidates[int(errors.argmin())])


def owned(shared: Path) -> Iterator[Row]:
    """Compare each word's trained row with the row solved at its labelled proportions."""
    entries = load_labels()
    for name in SPACES:
        space, bench = load_space(name), load_bench(name)
        cosines, spans = {}, []
        for word, entry in entries.items():
            material = bench.material(word)
            shares = np.array([entry.shares[sense] for sense in material.names])
            trained = space.vector(word).astype(np.float64)
            cosines[word] = cosine(trained, bench.solve(material.mixed(shares / shares.sum()), None))
            corners = np.array([bench.solve(material.mixed(corner), None) for corner in np.eye(len(shares))])
            spans.append(float(np.sqrt(1 - explain(trained[None], corners)[1][0] ** 2)))
            yield row("owned", name, word, "cosine", cosines[word], entry.occurrences - entry.dropped, 1.0)
        for metric, values in (("cosine, median", list(cosines.values())), ("cosine to the span, median", spans)):
            yield row("owned", name, "all words of the catalogue", metric, float(np.median(values)), len(values), 1.0)


def retrain(shared: Path, sweeps: int = 2) -> Iterator[Row]:
    """Train GloVe again as a whole with five words' rows and columns replaced, and find the same words in it.

    All five are replaced in one run: they share next to no cells. A run in which nothing is replaced says how far
    training on moves a row by itself.
    """
    from scripts.build.glove import SETTINGS, Side, State, balance, train, without_small

    space, bench = load_space("glove"), load_bench("glove")
    counts = without_small(counted("glove"))
    words, contexts, biases = (np.load(TRAINED / f"glove.{part}.npy") for part in ("words", "contexts", "biases"))
    numbers = {word: space.row(word) for word in RETRAINED}
    others = np.setdiff1d(np.arange(150, 10_000), list(numbers.values()))
    for share in (None, 0.0, 0.5, 1.0):
        changed, alone = counts, {word: space.vector(word).astype(np.float64) for word in RETRAINED}
        if share is not None:
            rows = {word: bench.material(word).mixed([1 - share, share]) for word in RETRAINED}
            alone = {word: bench.solve(mixed, None) for word, mixed in rows.items()}
            changed = replaced(counts, {numbers[word]: mixed for word, mixed in rows.items()})
        balanced = balance(words, contexts)
        state = State(Side(balanced[0], biases[0].copy()), Side(balanced[1], biases[1].copy()))
        again = train(changed, SETTINGS, sweeps, TRAINED / "again", f"glove-{share}", first=state).words.vectors
        turn = rotation(unit_rows(again[others]), unit_rows(words[others]))
        turned = again @ turn
        set_ = "nothing replaced" if share is None else f"second sense at {share:.0%}"
        for word, number in numbers.items():
            value = cosine(alone[word], turned[number])
            yield row("retrain", "glove", f"{word}, {set_}", "cosine", value, len(others), 1.0)
        still = (unit_rows(words[others]) * unit_rows(turned[others])).sum(axis=1)
        yield row(
            "retrain", "glove", f"untouched words, {set_}", "cosine, median", float(np.median(still)), len(others), 1.0
        )


def replaced(counts: Any, rows: dict[int, CountRow]) -> Any:
    """Return a symmetric matrix of counts with some rows and columns replaced; cells among these are left out."""
    from scipy import sparse

    changed = list(rows)
    sizes = np.diff(counts.indptr)
    lines = np.repeat(np.arange(counts.shape[0]), sizes)
    kept = ~(np.isin(lines, changed) | np.isin(counts.indices, changed))
    parts = [(lines[kept], counts.indices[kept], counts.data[kept])]
    lowest = counts.data.min()
    for number, new in rows.items():
        good = ~np.isin(new.columns, changed) & (new.counts >= lowest)
        here = np.full(int(good.sum()), number)
        parts += [(here, new.columns[good], new.counts[good]), (new.columns[good], here, new.counts[good])]
    at, to, data = (np.concatenate([part[i] for part in parts]) for i in range(3))
    return sparse.coo_array((data.astype(np.float32), (at, to)), shape=counts.shape).tocsr()


def minor(shared: Path) -> Iterator[Row]:
    """Count, among a word's ten nearest, those that are nearer to the cues of another sense than its main one."""
    catalogue, entries = load_senses(), load_labels()
    for name in EVERY:
        space, shares, expected = load_space(name), [], []
        for word, entry in catalogue.items():
            labelled = [entries[word].shares[name] for name in entry.names]
            if min(entries[word].labelled.values()) < FEWEST or word not in space:
                continue
            main = labelled.index(max(labelled))
            belongs = owners(space, entry, [found.word for found in space.neighbours(word, 10)])
            shares.append(float(np.mean(np.array(belongs) != main)))
            expected.append(1 - labelled[main])
        coverage = len(shares) / len(catalogue)
        set_ = "ten nearest, all words of the catalogue"
        yield row("minor", name, set_, "share of the rarer senses", float(np.mean(shares)), len(shares), coverage)
        yield row("minor", name, set_, "their share of the word", float(np.mean(expected)), len(shares), coverage)


def meanings(shared: Path) -> Iterator[Row]:
    """Fit the slope of the number of senses against frequency, both logarithmic."""
    found = load_meanings()
    for most in (5_000, 10_000, len(found.words)):
        slope = meaning_law(found, most).slope
        yield row("meanings", "WordNet", f"the {most:,} most frequent words", "slope", slope, most, 1.0)


def unrelated(shared: Path) -> Iterator[Row]:
    """Measure the cosine of *money* and *river*, and what share of pairs of frequent words have a smaller one."""
    random = np.random.default_rng(SEED)
    for name in EVERY:
        space = load_space(name)
        value = float(space.unit[space.row("money")] @ space.unit[space.row("river")])
        pairs = random.integers(150, 10_000, (100_000, 2))
        others = (space.unit[pairs[:, 0]] * space.unit[pairs[:, 1]]).sum(axis=1)
        yield row("unrelated", name, "money and river", "cosine", value, 1, 1.0)
        yield row("unrelated", name, "money and river", "share below", float((others < value).mean()), len(pairs), 1.0)


PARTS: dict[str, Callable[[Path], Iterator[Row]]] = {
    "labels": labels,
    "law": law,
    "owned": owned,
    "retrain": retrain,
    "minor": minor,
    "meanings": meanings,
    "unrelated": unrelated,
}
FROM_CACHE = ("law", "retrain")
