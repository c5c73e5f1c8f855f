"""Measure every space and write ``assets/results.json``, nothing typed by hand: measurements, and claims upon them.

A measurement holds space, set, metric, value (None where the measure is undefined), coverage, n, date and the command
that reproduces it. Parts:

- ``similarity``: Spearman on seven sets;
- ``analogies``: 3CosAdd on the Google questions, by section and together;
- ``rare``: FastText with and without its n-grams on the pairs of RW with a word outside the vocabulary;
- ``overlap``: how many nearest words each two spaces have in common;
- ``maps``: how many nearest words a flat map of 10,000 words keeps.

And from what ``scripts/build/all.py`` leaves in ``.cache``, with ``requirements-build.txt`` installed:

- ``packing``: the similarity of the vectors before they were packed;
- ``pmi``: how closely w·c follows PMI;
- ``sparse``: raw PPMI rows beside their SVD, and one-hot vectors;
- ``refit``: an untouched word's row solved again, from its full and from its shipped counts;
- ``peer``: GloVe as its authors train it, on the same counts (after ``python -m scripts.build.reference_glove``).

What concerns the drift of words is measured in :mod:`scripts.evaluate.drift`, what concerns their pieces in
:mod:`scripts.evaluate.subwords`, what concerns sentences in :mod:`scripts.evaluate.context`.

A claim (:mod:`scripts.evaluate.claims`) is made again from all measurements whenever a part is measured.

Run ``python -m scripts.evaluate [--only PART] [--shared DIRECTORY]``. Rows of other parts stay as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core import assets
from core.counts.cooccurrence import load_counts
from core.drift.material import COUNTS, solver
from core.evidence.measures import (
    SIMILARITY_SETS,
    Lookup,
    Pair,
    is_syntactic,
    lookup_in,
    rank_correlation,
    read_analogies,
    read_pairs,
    score_analogies,
    score_pairs,
    total,
)
from core.evidence.results import FILE
from core.map.comparison import mean_overlaps, shared_words
from core.map.layouts import load_layouts
from core.map.projection import project
from core.spaces.contexts import load_contexts
from core.spaces.space import SPACES, Space, cosine, load_space
from core.spaces.wordsets import frequent
from core.subwords.model import load_subwords
from core.subwords.ngrams import ngrams
from scripts.evaluate import context as evaluate_context
from scripts.evaluate import drift as evaluate_drift
from scripts.evaluate import subwords as evaluate_subwords
from scripts.evaluate.claims import OURS, claims
from scripts.evaluate.measuring import SEED, SHARED, TRAINED, Row, count_row, counted, row


def pair_sets(shared: Path) -> dict[str, list[Pair]]:
    """Return the word-similarity sets by name."""
    return {name: read_pairs(shared / "wordsim" / file) for name, file in SIMILARITY_SETS.items()}


def similarity(shared: Path) -> Iterator[Row]:
    """Measure word similarity in every space."""
    sets = pair_sets(shared)
    for name in SPACES:
        lookup = lookup_in(load_space(name))
        for set_, pairs in sets.items():
            score = score_pairs(pairs, lookup)
            yield row("similarity", name, set_, "spearman", score.spearman, score.n, score.coverage)


def packing(shared: Path) -> Iterator[Row]:
    """Measure word similarity in the spaces of ours before they were packed."""
    sets = pair_sets(shared)
    for name in OURS:
        space = Space(name, load_space(name).words, np.load(TRAINED / f"{name}.words.npy"))
        for set_, pairs in sets.items():
            score = score_pairs(pairs, lookup_in(space))
            yield row("packing", name, set_, "spearman before packing", score.spearman, score.n, score.coverage)


def analogies(shared: Path) -> Iterator[Row]:
    """Measure analogies in every space."""
    questions = read_analogies(shared / "analogies" / "questions-words.txt")
    for name in SPACES:
        scores = score_analogies(questions, load_space(name))
        groups = {
            "Google analogies": list(scores),
            "Google analogies, semantic": [s for s in scores if not is_syntactic(s)],
            "Google analogies, syntactic": [s for s in scores if is_syntactic(s)],
            **{f"Google analogies: {section}": [section] for section in scores},
        }
        for group, sections in groups.items():
            score = total(scores[section] for section in sections)
            yield row("analogies", name, group, "accuracy", score.accuracy, score.n, score.coverage)


def rare(shared: Path) -> Iterator[Row]:
    """Measure what n-grams give to words that the vocabulary does not have."""
    tables = load_subwords()
    pairs = pair_sets(shared)["RW"]
    groups = {
        "RW, all pairs": pairs,
        "RW, a word unknown": [p for p in pairs if not (p.first in tables.index and p.second in tables.index)],
        "RW, both words known": [p for p in pairs if p.first in tables.index and p.second in tables.index],
    }
    zero = np.zeros(tables.rows.size, dtype=np.float32)
    lookups: dict[str, Lookup] = {
        "spearman, with n-grams": tables.vector,
        # Bojanowski et al.'s "sisg-": the same model, a null vector for each word outside the vocabulary.
        "spearman, unknown words at zero": lambda word: tables.vector(word) if word in tables.index else zero,
        "spearman, n-grams alone": tables.pieces_only,
    }
    for group, members in groups.items():
        for metric, lookup in lookups.items():
            score = score_pairs(members, lookup)
            yield row("rare", "fasttext", group, metric, score.spearman, score.n, score.coverage)
    unknown = groups["RW, a word unknown"]
    alike = [shared_ngrams(p.first, p.second) for p in unknown]
    value = rank_correlation(alike, [p.score for p in unknown])
    yield row("rare", "spelling alone", "RW, a word unknown", "spearman", value, len(unknown), 1.0)
    for name in OURS:
        if name != "fasttext":
            score = score_pairs(pairs, instead(lookup_in(load_space(name)), zero))
            metric = "spearman, unknown words at zero"
            yield row("rare", name, "RW, all pairs", metric, score.spearman, score.n, score.coverage)


def instead(lookup: Lookup, vector: npt.NDArray[np.float32]) -> Lookup:
    """Return a lookup that gives a vector where the other has none."""

    def look(word: str) -> npt.NDArray[np.floating[Any]]:
        known = lookup(word)
        return vector if known is None else known

    return look


def shared_ngrams(first: str, second: str) -> float:
    """Return the share of two words' different n-grams that both have, 0 to 1."""
    a, b = set(ngrams(first)), set(ngrams(second))
    return len(a & b) / max(len(a | b), 1)


def overlap(shared: Path, n: int = 1_000) -> Iterator[Row]:
    """Measure how many of ten nearest words each two spaces have in common, over frequent words."""
    every = [load_space(name) for name in SPACES]
    common = shared_words(every)
    words = common[100 : 100 + n]  # the hundred most frequent are function words
    found = mean_overlaps(every, words, common)
    for i, first in enumerate(SPACES):
        for j, second in enumerate(SPACES[:i]):
            yield row("overlap", first, second, "overlap of ten nearest", float(found[i, j]), n, n / len(common))


def maps(shared: Path) -> Iterator[Row]:
    """Measure how many of ten nearest words flat maps of the 10,000 most frequent words keep."""
    key = "top-10000"
    for name in SPACES:
        space, shipped = load_space(name), load_layouts(name)
        words = frequent(space, key).words
        near = shipped.neighbours(key, words)
        if near is None:
            continue
        flat = {"PCA": project(space.unit[: len(words)], "pca", neighbours=near), "t-SNE": None}
        flat["t-SNE"] = shipped.tsne(key, words, 30, near)
        for method, projection in flat.items():
            if projection is not None:
                kept = float(projection.kept.mean())
                yield row("maps", name, f"10,000 words by {method}", "share kept", kept, len(words), 1.0)


def peer(shared: Path) -> Iterator[Row]:
    """Measure GloVe by AdaGrad beside ours: words alone, contexts added as is customary, and spectrum as ours."""
    from scripts.build.glove import SPECTRUM, balance

    sets = pair_sets(shared)
    names = load_space("glove").words
    words, contexts = (np.load(TRAINED / f"reference.{table}.npy") for table in ("words", "contexts"))
    balanced, _ = balance(words, contexts)
    tables = {
        ("glove", "spearman, words alone"): np.load(TRAINED / "glove.words.npy"),
        ("reference", "spearman, words alone"): words,
        ("reference", "spearman, contexts added"): words + contexts,
        ("reference", "spearman, spectrum as ours"): balanced * np.linalg.norm(balanced, axis=0) ** (2 * SPECTRUM - 1),
    }
    for (name, metric), table in tables.items():
        space = Space(name, names, table.astype(np.float32))
        for set_ in ("WS-353", "WS-353 rel", "MEN", "SimLex-999", "RW"):
            score = score_pairs(sets[set_], lookup_in(space))
            yield row("peer", name, set_, metric, score.spearman, score.n, score.coverage)


def pmi(shared: Path, n: int = 1_000_000, lowest: float = 1.0) -> Iterator[Row]:
    """Measure how closely w·c follows PMI over a random million of cells with a count of one at least."""
    for name, kind in (("glove", "glove"), ("skipgram", "sgns")):
        counts = counted(kind)
        space, contexts = load_space(name), load_contexts(name)
        candidates = np.flatnonzero(counts.data >= lowest)
        cells = np.sort(np.random.default_rng(SEED).choice(candidates, min(n, len(candidates)), replace=False))
        rows = np.searchsorted(counts.indptr, cells, side="right") - 1
        columns = counts.indices[cells]
        totals = np.asarray(counts.sum(axis=1, dtype=np.float64))
        values = np.log(counts.data[cells] * totals.sum() / (totals[rows] * totals[columns]))
        products = np.concatenate(
            [
                np.einsum("ij,ij->i", space.vectors[rows[part]], contexts.vectors[columns[part]])
                for part in np.array_split(np.arange(len(cells)), 20)
            ]
        )
        targets = {f"PMI of {kind} counts": values}
        if contexts.shares is not None:
            # Negative sampling's optimum is not PMI unless negatives are drawn as words occur; here q ∝ count^0.5.
            own = np.log(counts.data[cells] / (totals[rows] * contexts.shares[columns]))
            targets[f"ln X / (X_i q_j) of {kind} counts"] = own
        share = len(cells) / counts.nnz
        for set_, target in targets.items():
            pearson = float(np.corrcoef(products, target)[0, 1])
            yield row("pmi", name, set_, "pearson of w·c", pearson, len(cells), share)
            yield row("pmi", name, set_, "spearman of w·c", rank_correlation(products, target), len(cells), share)


def sparse_rows(shared: Path) -> Iterator[Row]:
    """Measure raw PPMI rows, which have a dimension a word, and one-hot vectors, which know nothing."""
    from scripts.build.ppmi import ppmi_matrix

    matrix, _ = ppmi_matrix(counted("glove"))
    space = load_space("ppmi")
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)))
    for set_, pairs in pair_sets(shared).items():
        known = [p for p in pairs if p.first in space and p.second in space]
        left, right = space.rows([p.first for p in known]), space.rows([p.second for p in known])
        cosines = np.asarray(matrix[left].multiply(matrix[right]).sum(axis=1)) / (lengths[left] * lengths[right])
        scores = [p.score for p in known]
        coverage = len(known) / len(pairs)
        value = rank_correlation(cosines, scores)
        yield row("sparse", "ppmi, 30,000 dimensions", set_, "spearman", value, len(known), coverage)
        # Different words have cosine 0, all of them: no order at all.
        one_hot = rank_correlation(np.zeros(len(known)), scores)
        yield row("sparse", "one-hot", set_, "spearman", one_hot, len(known), coverage)


def refit(shared: Path, n: int = 200) -> Iterator[Row]:
    """Solve the rows of untouched words again, from their full and from their shipped counts.

    SGD need not have reached the optimum that a refit reaches, so skip-gram's rows may differ from theirs.
    """
    for name in ("glove", "skipgram"):
        space, solve, kind = load_space(name), solver(load_contexts(name)), COUNTS[name]
        counts, table = counted(kind), load_counts(kind)
        chosen = np.sort(np.random.default_rng(SEED).choice(len(table.words), n, replace=False))
        full, shipped = [], []
        for word in (table.words[i] for i in chosen):
            again = solve(count_row(counts, space.row(word)), None)
            full.append(cosine(again, space.vector(word)))
            shipped.append(cosine(solve(table.row(word), None), again))
        for set_, values in (
            ("full counts, refit to trained row", full),
            ("shipped counts, refit to full refit", shipped),
        ):
            for metric, value in (("median cosine", np.median(values)), ("lowest cosine", min(values))):
                yield row("refit", name, set_, metric, float(value), n, n / len(table.words))


PARTS: dict[str, Callable[[Path], Iterator[Row]]] = {
    "similarity": similarity,
    "analogies": analogies,
    "rare": rare,
    "overlap": overlap,
    "maps": maps,
    "packing": packing,
    "pmi": pmi,
    "sparse": sparse_rows,
    "refit": refit,
    "peer": peer,
    **evaluate_drift.PARTS,
    **evaluate_subwords.PARTS,
    **evaluate_context.PARTS,
}
FROM_CACHE = ("packing", "pmi", "sparse", "refit", "peer", *evaluate_drift.FROM_CACHE, *evaluate_subwords.FROM_CACHE)


def write(rows: Sequence[Row], directory: Path) -> None:
    """Replace the rows of the parts that were measured, keep the others, and record the file."""
    path = directory / FILE
    measured = {found["part"] for found in rows}
    before = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    kept = [found for found in before if found["part"] not in measured]
    ranked = sorted([*kept, *rows], key=lambda found: list(PARTS).index(found["part"]))
    stored = {"rows": ranked, "claims": [asdict(claim) for claim in claims(ranked)]}
    # One line a measurement: half as long as indented, and a change of one is a change of one line.
    parts = (
        f'"{name}": [\n' + ",\n".join(json.dumps(item, ensure_ascii=False) for item in items) + "\n]"
        for name, items in stored.items()
    )
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    assets.record(
        FILE,
        source="Measured on the spaces of this folder with public evaluation sets, which are not in it",
        licence="MIT",
        command="python -m scripts.build.all --corpus FILE…",
        seed=SEED,
        counts={"measurements": len(ranked), "claims": len(stored["claims"])},
        directory=directory,
    )


def measure(parts: Sequence[str], shared: Path, directory: Path = assets.ASSETS) -> None:
    """Measure some parts, print each row as it comes, and write the results after each part."""
    for part in parts:
        rows = []
        for found in PARTS[part](shared):
            rows.append(found)
            print(
                f"{found['space']:24} {found['set']:40} {found['metric']:34} {found['value']} ({found['n']})",
                flush=True,
            )
        write(rows, directory)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure every space.")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--shared", type=Path, default=SHARED, help="the folder of evaluation sets")
    arguments = parser.parse_args()
    if not ((arguments.shared / "wordsim").is_dir() and (arguments.shared / "analogies").is_dir()):
        parser.error(
            f"no folders wordsim and analogies in {arguments.shared}; name the folder of evaluation sets with --shared"
        )
    if arguments.only in FROM_CACHE and not TRAINED.is_dir():
        parser.error(f"{arguments.only} needs what `python -m scripts.build.all --corpus FILE…` leaves in .cache")
    parts = [arguments.only] if arguments.only else [p for p in PARTS if TRAINED.is_dir() or p not in FROM_CACHE]
    measure(parts, arguments.shared)


if __name__ == "__main__":
    main()
