"""Tell the senses of the catalogue's words apart in the text, and count with what each sense stands.

Each occurrence of a word gets a contextual vector: the mean of the whitened vectors of the words around it, weighted
by SIF. It is compared with each sense's anchor, the mean of the sense's cue words (``assets/senses.toml``), and is
labelled when the best sense leads the next by a margin, dropped when not. Then the contexts of each sense are counted
exactly as ``scripts/build/counts.py`` counts those of a word.

The margin of a sense that an evaluation set has is the smallest at which its label is right at least ``AIM`` of the
time on the training part; of the others, the smallest at which the mean over all measured senses is. A sense that
never gets there takes the margin that comes nearest, and its figures say so. All figures that ship are of the test
part.

A sense's share of the word is estimated as the occurrences labelled with it, times the share of these that are right,
over the share of the sense that is found (both from the training part), where the set has every sense of the word;
else simply as its share of the labels.

Writes ``senses.glove.npz``, ``senses.sgns.npz`` and ``senses.json`` to ``assets/``.

Run ``python -m scripts.build.senses [--shared DIRECTORY]`` after ``scripts.build.all``.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core import assets
from core.context.whitening import whiten
from core.counts.cooccurrence import CountRow, save_counts
from core.counts.senses import LABELS, SenseWord, anchors, load_senses
from core.spaces.space import Space, Vectors, load_space, unit_rows
from core.text import tokenise
from scripts.build.assets import LICENCE, SOURCE, record_catalogue
from scripts.build.counts import KINDS, kept
from scripts.build.text import BORDER, CORPUS, read_vocabulary
from scripts.evaluate.measuring import SHARED
from scripts.evaluate.sense_sets import COARSEWSD, SENSEVAL

REACH = 20  # words on each side that tell the sense
SIF = 1e-3  # a of a/(a + p)
AIM = 0.95
MARGINS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
FEWEST = 10  # labelled examples that a precision needs
COMMAND = "python -m scripts.build.senses"

Ids = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Reader:
    """What turns the words around an occurrence into a vector.

    Attributes
    ----------
    space : Space
        Whitened unit vectors of those words of our vocabulary that GloVe 6B has.
    rows : ndarray (V + 1, d)
        The same for every word of our vocabulary, zeros for those that it has not, and a last row of zeros.
    weights : ndarray (V + 1,)
        a/(a + p) of each word, and a last 0.
    """

    space: Space
    index: dict[str, int]
    rows: Vectors
    weights: npt.NDArray[np.float32]

    def vectors(self, windows: Ids) -> Vectors:
        """Return the contextual vector of each window, (n, d), of length 1 or zero where nothing is known."""
        found = np.empty((len(windows), self.rows.shape[1]), dtype=np.float32)
        for low in range(0, len(windows), 2_000):
            part = windows[low : low + 2_000]
            found[low : low + 2_000] = np.einsum("nw,nwd->nd", self.weights[part], self.rows[part])
        return unit_rows(found)


def make_reader(words: Sequence[str], frequencies: npt.NDArray[np.int64]) -> Reader:
    """Whiten GloVe 6B, whose text is not ours, so that labels do not come from the vectors that they are to explain."""
    index = {word: row for row, word in enumerate(words)}
    outside = load_space("glove-6b")
    shares = np.array([frequencies[index[word]] if word in index else frequencies[-1] / 2 for word in outside.words])
    space = Space("whitened", outside.words, whiten(outside.vectors, shares))
    rows = np.zeros((len(words) + 1, space.vectors.shape[1]), dtype=np.float32)
    for word, row in index.items():
        if word in space:
            rows[row] = space.vectors[space.index[word]]
    share = frequencies / frequencies.sum()
    return Reader(space, index, rows, np.append(SIF / (SIF + share), 0).astype(np.float32))


def windows_at(tokens: Ids, positions: npt.NDArray[np.int64], reach: int) -> Ids:
    """Return the words around each position, (n, 2·reach), nearest first on each side, -1 beyond a paragraph."""
    sides = []
    for step in (-1, 1):
        places = positions[:, None] + step * np.arange(1, reach + 1)
        found = np.where((places >= 0) & (places < len(tokens)), tokens[np.clip(places, 0, len(tokens) - 1)], BORDER)
        sides.append(np.where(np.cumsum(found == BORDER, axis=1) > 0, BORDER, found))
    return np.concatenate(sides, axis=1).astype(np.int32)


def without(windows: Ids, row: int) -> Ids:
    """Return windows without the word itself: it says nothing of its sense."""
    return np.where(windows == row, BORDER, windows).astype(np.int32)


def label(similarities: Vectors, margins: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """Return the sense of each occurrence, -1 where the best does not lead the next by the best's margin.

    Parameters
    ----------
    similarities : ndarray (n, S)
        Cosine with each sense's anchor.
    margins : float or array-like (S,)
        By how much each sense must lead.
    """
    ordered = np.sort(similarities, axis=1)
    best = similarities.argmax(axis=1)
    needed = np.broadcast_to(np.asarray(margins, dtype=np.float64), similarities.shape[1])[best]
    return np.where(ordered[:, -1] - ordered[:, -2] >= needed, best, -1)


def examples(word: str, shared: Path, part: str) -> tuple[str, list[str], list[tuple[list[str], list[str]]]] | None:
    """Return a set's name, its labels in our names, and the words left and right of each target; None without a set.

    CoarseWSD-20 comes in ``train`` and ``test``; of senseval's sentences every other one is taken for either.
    """
    if word in COARSEWSD:
        name, path, names = "CoarseWSD-20", shared / "coarsewsd" / f"{word}.tsv", COARSEWSD[word]
    elif word in SENSEVAL:
        name, path, names = "senseval", shared / "senseval" / f"{word}.tsv", SENSEVAL[word]
    else:
        return None
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if name == "senseval":
        rows = rows[part == "test" :: 2]
        text = "text"
    else:
        rows = [row for row in rows if row["split"] == part]
        text = "sentence"
    labels = [names.get(row["sense"], "") for row in rows]
    sides = []
    for row in rows:
        pieces, target = row[text].split(" "), int(row["target_index"])
        left = [token for piece in pieces[:target] for token in tokenise(piece)]
        right = [token for piece in pieces[target + 1 :] for token in tokenise(piece)]
        sides.append((left[::-1], right))
    return name, labels, sides


def example_windows(reader: Reader, sides: Sequence[tuple[list[str], list[str]]]) -> Ids:
    """Return the words around each target as rows of our vocabulary, as :func:`windows_at` does."""
    windows = np.full((len(sides), 2 * REACH), BORDER, dtype=np.int32)
    for window, both in zip(windows, sides, strict=True):
        for start, side in zip((0, REACH), both, strict=True):
            known = [reader.index[token] for token in side if token in reader.index][:REACH]
            window[start : start + len(known)] = known
    return windows


@dataclass(frozen=True)
class Score:
    """How often a sense is named, and rightly."""

    n: int
    labelled: int
    right: int
    known: int

    @property
    def precision(self) -> float:
        """Share of the occurrences labelled with the sense that have it."""
        return self.right / self.labelled if self.labelled else float("nan")

    @property
    def coverage(self) -> float:
        """Share of the sense's occurrences that were labelled with it."""
        return self.right / self.known if self.known else float("nan")


def scores(names: Sequence[str], truth: Sequence[str], labels: npt.NDArray[np.intp]) -> dict[str, Score]:
    """Return the score of each sense that the set knows."""
    truths = np.array(truth)
    found = {}
    for number, name in enumerate(names):
        known, mine = truths == name, labels == number
        if known.any():
            found[name] = Score(len(truths), int(mine.sum()), int((mine & known).sum()), int(known.sum()))
    return found


def choose_margins(
    measured: Mapping[str, Mapping[float, Mapping[str, Score]]],
) -> tuple[dict[tuple[str, str], float], float]:
    """Return the margin of each measured sense, by word and name, and that of all others.

    Parameters
    ----------
    measured : mapping
        Scores on the training part, by word, margin and sense.
    """

    def mean(margin: float) -> float:
        every = [score.precision for by in measured.values() for score in by[margin].values()]
        return float(np.nanmean(every))

    def enough(score: Score) -> bool:
        return score.labelled >= FEWEST and score.precision >= AIM

    default = next((margin for margin in MARGINS if mean(margin) >= AIM), MARGINS[-1])

    def best(by: Mapping[float, Mapping[str, Score]], name: str) -> float:
        tried = [margin for margin in MARGINS if by[margin][name].labelled >= FEWEST]
        return max(tried, key=lambda margin: by[margin][name].precision, default=default)

    own = {
        (word, name): next((margin for margin in MARGINS if enough(by[margin][name])), best(by, name))
        for word, by in measured.items()
        for name in by[default]
    }
    return own, default


def sense_rows(
    tokens: Ids, positions: npt.NDArray[np.int64], labels: npt.NDArray[np.intp], n_senses: int, kind: str, width: int
) -> list[CountRow]:
    """Return the exact counts of each sense, as the word's row is counted."""
    weights = np.tile(KINDS[kind].weights, 2)
    rows = []
    for sense in range(n_senses):
        windows = windows_at(tokens, positions[labels == sense], len(KINDS[kind].weights))
        inside = windows != BORDER
        spread = np.broadcast_to(weights, windows.shape)
        counts = np.bincount(windows[inside], spread[inside], width) / KINDS[kind].divisor
        columns = np.flatnonzero(counts)
        rows.append(CountRow(columns, counts[columns].astype(np.float32), float(counts.sum())))
    return rows


def measure(reader: Reader, entry: SenseWord, shared: Path, part: str) -> tuple[str, list[str], Vectors] | None:
    """Return a set's name, its labels, and how near each of its targets is to each sense."""
    found = examples(entry.word, shared, part)
    if found is None:
        return None
    name, truth, sides = found
    windows = without(example_windows(reader, sides), reader.index[entry.word])
    return name, truth, reader.vectors(windows) @ anchors(reader.space, entry).T


def build(shared: Path, corpus: Path = CORPUS, directory: Path = assets.ASSETS) -> None:
    """Label, count and measure."""
    words, frequencies = read_vocabulary(corpus)
    tokens: Ids = np.load(corpus / "tokens.npy")
    record_catalogue(directory)
    catalogue = load_senses(directory)
    reader = make_reader(words, frequencies)
    training = {word: measure(reader, entry, shared, "train") for word, entry in catalogue.items()}
    own, default = choose_margins(
        {
            word: {m: scores(catalogue[word].names, found[1], label(found[2], m)) for m in MARGINS}
            for word, found in training.items()
            if found is not None
        }
    )
    print(f"margin {default} where no set has the sense", flush=True)
    threshold = KINDS["sgns"].subsample
    mask = kept(tokens, frequencies, threshold, 0) if threshold is not None else np.ones(len(tokens), dtype=bool)
    # Where each token stands once the others are gone.
    streams = {"glove": (tokens, None), "sgns": (tokens[mask], np.cumsum(mask) - 1)}
    rows: dict[str, list[CountRow]] = {kind: [] for kind in streams}
    keys: list[str] = []
    found_words: dict[str, Any] = {}
    for word, entry in catalogue.items():
        positions = np.flatnonzero(tokens == reader.index[word])
        windows = without(windows_at(tokens, positions, REACH), reader.index[word])
        margins = [own.get((word, name), default) for name in entry.names]
        labels = label(reader.vectors(windows) @ anchors(reader.space, entry).T, margins)
        numbers = np.bincount(labels[labels >= 0], minlength=len(entry.senses))
        totals = {}
        for kind, (stream, moved) in streams.items():
            stays = np.ones(len(positions), dtype=bool) if moved is None else mask[positions]
            places = positions[stays] if moved is None else moved[positions[stays]]
            every = sense_rows(stream, places, np.zeros(len(places), dtype=np.intp), 1, kind, len(words))
            totals[kind] = round(every[0].total, 1)
            mine = sense_rows(stream, places, labels[stays], len(entry.senses), kind, len(words))
            rows[kind] += [row for row, number in zip(mine, numbers, strict=True) if number]
        keys += [f"{word}/{name}" for name, number in zip(entry.names, numbers, strict=True) if number]
        found_words[word] = {
            "occurrences": len(positions),
            "dropped": int((labels < 0).sum()),
            "margins": dict(zip(entry.names, margins, strict=True)),
            "labelled": dict(zip(entry.names, numbers.tolist(), strict=True)),
            "shares": shares(entry, dict(zip(entry.names, numbers.tolist(), strict=True)), training[word], margins),
            "totals": totals,
            "measured": tested(reader, entry, shared, margins),
        }
        print(f"  {word}: {found_words[word]['labelled']}, {found_words[word]['measured']}", flush=True)
    for kind, listed in rows.items():
        save_counts(directory / f"senses.{kind}.npz", listed, keys)
        counts = {"rows": len(listed), "cells": sum(len(row.columns) for row in listed)}
        record(f"senses.{kind}.npz", counts, directory)
    stored = {"reach": REACH, "sif": SIF, "aim": AIM, "margin": default, "words": found_words}
    path = directory / LABELS
    path.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    record(LABELS, {"words": len(found_words), "senses": len(keys)}, directory)


def shares(
    entry: SenseWord,
    labelled: Mapping[str, int],
    training: tuple[str, list[str], Vectors] | None,
    margins: Sequence[float],
) -> dict[str, float]:
    """Return the estimated share of each sense, summing to 1."""
    masses = {name: float(number) for name, number in labelled.items()}
    if training is not None:
        by = scores(entry.names, training[1], label(training[2], margins))
        if set(by) == set(entry.names) and all(score.right for score in by.values()):
            masses = {name: labelled[name] * score.precision / score.coverage for name, score in by.items()}
    whole = sum(masses.values())
    if not whole:
        return dict.fromkeys(masses, round(1 / len(masses), 4))
    return {name: round(mass / whole, 4) for name, mass in masses.items()}


def tested(reader: Reader, entry: SenseWord, shared: Path, margins: Sequence[float]) -> dict[str, Any]:
    """Return the figures of a word's labels on the test part of the set that has it, if one has."""
    found = measure(reader, entry, shared, "test")
    if found is None:
        return {"set": "", "labelled": 0, "right": 0, "senses": {}}
    name, truth, similarities = found
    by = scores(entry.names, truth, label(similarities, margins))
    return {
        "set": name,
        "labelled": sum(score.labelled for score in by.values()),
        "right": sum(score.right for score in by.values()),
        "senses": {
            sense: {
                "precision": None if not score.labelled else round(score.precision, 4),
                "coverage": round(score.coverage, 4),
                "labelled": score.labelled,
                "n": score.known,
            }
            for sense, score in by.items()
        },
    }


def record(name: str, counts: dict[str, int], directory: Path) -> None:
    """Write the manifest row of a file."""
    assets.record(name, source=SOURCE, licence=LICENCE, command=COMMAND, seed=0, counts=counts, directory=directory)


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Label the senses and count their contexts.")
    parser.add_argument("--shared", type=Path, default=SHARED, help="the folder of evaluation sets")
    arguments = parser.parse_args()
    if not (arguments.shared / "coarsewsd").is_dir():
        parser.error(f"no folder coarsewsd in {arguments.shared}; name the folder of evaluation sets with --shared")
    build(arguments.shared)


if __name__ == "__main__":
    main()
