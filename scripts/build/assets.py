"""Pack what was trained into ``assets/``: what the pages read, and nothing of the text.

For each space its words and vectors (int8 with a scale a row and a column, :func:`core.spaces.space.pack`); for
those whose rows are solved again also the context table; FastText's rows of whole words and of every bucket
that a word of the vocabulary touches; pruned rows of counts; how often each word stands in the corpus; the
settings.

Run ``python -m scripts.build.assets`` after the spaces are built, or ``python -m scripts.build.all``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import floret
import numpy as np
import numpy.typing as npt
from scipy import sparse

from core import assets
from core.counts.cooccurrence import KINDS, CountRow, save_counts
from core.counts.senses import FILE as CATALOGUE
from core.counts.senses import load_senses
from core.evidence.results import FILE
from core.spaces.contexts import WITH_CONTEXTS
from core.spaces.space import pack, unit_rows, unpack
from core.spaces.wordsets import READY
from core.subwords.ngrams import N_BUCKETS, bucket, ngrams
from scripts.build.counts import COUNTS, read_counts
from scripts.build.counts import stamp as counts_stamp
from scripts.build.glove import LOWEST
from scripts.build.ppmi import EXPONENT, SHIFT
from scripts.build.steps import MadeFrom, is_current, mark
from scripts.build.text import CORPUS, read_vocabulary
from scripts.build.word2vec import TRAINED

OURS = ("glove", "skipgram", "cbow", "fasttext", "ppmi")
LOWEST_COSINE = 0.999  # of a packed vector to what was trained
FIRST, LAST = 150, 3_500  # common words whose counts ship: no function words, and enough occurrences to merge
# Of each row its largest cells ship, as many as hold this share of its sum. Refits from them have a median cosine of at
# least 0.98 to refits from whole rows (part "refit" of scripts/evaluate/run.py).
MASS = {"glove": 0.92, "sgns": 0.87}
SOURCE = "English Wikipedia text (extracts of 2014) and 254 English books published before 1930"
LICENCE = "CC BY-SA 3.0"
COMMAND = "python -m scripts.build.all --corpus FILE…"


class Packer:
    """Writes files into the assets and their rows into the manifest."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.written: list[str] = []
        directory.mkdir(parents=True, exist_ok=True)

    def array(self, name: str, array: npt.NDArray[Any], seed: int | None = None) -> None:
        """Write an array as ``NAME.npy``."""
        np.save(self.directory / f"{name}.npy", array)
        shape = {axis: int(size) for axis, size in zip(("rows", "columns"), array.shape, strict=False)}
        self.row(f"{name}.npy", shape, seed)

    def text(self, name: str, text: str, counts: dict[str, int]) -> None:
        """Write a text file, the same bytes on every system."""
        (self.directory / name).write_bytes(text.encode())
        self.row(name, counts, None)

    def table(self, name: str, table: npt.NDArray[np.floating], seed: int | None = None) -> float:
        """Write a table as ``NAME.codes/scales/columns.npy``; return its lowest cosine to the original.

        Raises
        ------
        SystemExit
            When packing turns a row away by more than ``LOWEST_COSINE`` allows.
        """
        codes, scales, columns = pack(table)
        parts: dict[str, npt.NDArray[Any]] = {"codes": codes, "scales": scales, "columns": columns}
        same = np.einsum("ij,ij->i", unit_rows(table), unit_rows(unpack(codes, scales, columns)))
        lowest = float(same[np.abs(table).max(axis=1) > 0].min())
        print(f"  {name}: {table.shape[0]:,} × {table.shape[1]}, lowest cosine {lowest:.5f}")
        if lowest < LOWEST_COSINE:
            raise SystemExit(f"packing {name} costs too much: {lowest:.5f} is below {LOWEST_COSINE}")
        for part, array in parts.items():
            self.array(f"{name}.{part}", array, seed)
        return lowest

    def row(self, name: str, counts: dict[str, int], seed: int | None) -> None:
        """Write the manifest row of a file."""
        self.written.append(name)
        assets.record(
            name,
            source=SOURCE,
            licence=LICENCE,
            command=COMMAND,
            seed=seed,
            counts=counts,
            directory=self.directory,
        )


def pack_space(packer: Packer, name: str, words: Sequence[str], trained: Path) -> None:
    """Pack a space's words and vectors, and its contexts where rows are solved again."""
    packer.text(f"{name}.words.txt", "".join(f"{word}\n" for word in words), {"words": len(words)})
    packer.table(name, np.load(trained / f"{name}.words.npy"))
    if name in WITH_CONTEXTS:
        packer.table(f"{name}.contexts", np.load(trained / f"{name}.contexts.npy"))
    for part in ("biases", "ridge", "strengths", "shares"):
        if (trained / f"{name}.{part}.npy").exists():
            packer.array(f"{name}.{part}", np.load(trained / f"{name}.{part}.npy").astype(np.float32))


def pack_subwords(packer: Packer, words: Sequence[str], trained: Path) -> None:
    """Pack FastText's own rows and the buckets that a word of the vocabulary touches.

    Raises
    ------
    SystemExit
        When our hash and floret's disagree.
    """
    model = floret.load_model(str(trained / "fasttext.bin"))
    rows = model.get_input_matrix()
    ids = np.array([model.get_word_id(word) for word in words], dtype=np.int32)
    n_words = len(model.get_words())
    seen = sorted({gram for word in words for gram in ngrams(word)})
    touched = {gram: bucket(gram) for gram in seen}
    for gram in seen[:: max(1, len(seen) // 2000)]:
        if model.get_subword_id(gram) != n_words + touched[gram]:
            raise SystemExit(f"the bucket of {gram!r} is not floret's")
    buckets = np.array(sorted(set(touched.values())), dtype=np.uint32)
    print(f"  {len(seen):,} n-grams in {len(buckets):,} of {N_BUCKETS:,} buckets")
    packer.table("fasttext.own", rows[ids])
    packer.table("fasttext.ngrams", rows[n_words + buckets.astype(np.int64)])
    packer.array("fasttext.ids", ids)
    packer.array("fasttext.buckets", buckets)


def pack_counts(packer: Packer, kind: str, counts: sparse.csr_array, words: Sequence[str], lowest: float = 0.0) -> None:
    """Pack the counts of common words and of :func:`everyday` ones, of each its largest cells."""
    rows, named = [], []
    for row in counted_rows(words):
        cells = slice(counts.indptr[row], counts.indptr[row + 1])
        data = counts.data[cells]
        kept = prune(data, MASS[kind], lowest)
        rows.append(CountRow(counts.indices[cells][kept], data[kept], float(data.sum(dtype=np.float64))))
        named.append(words[row])
    name = f"counts.{kind}.npz"
    save_counts(packer.directory / name, rows, named)
    packer.row(name, {"rows": len(rows), "cells": sum(len(row.columns) for row in rows)}, None)


def counted_rows(words: Sequence[str]) -> list[int]:
    """Return the rows whose counts ship, ascending: common words, and rarer ones that a reader may think of."""
    common = range(min(FIRST, len(words)), min(LAST, len(words)))
    wanted = everyday()
    return [*common, *(row for row in range(common.stop, len(words)) if words[row] in wanted)]


def record_catalogue(directory: Path = assets.ASSETS) -> None:
    """Write the manifest row of the catalogue of senses, which is written by hand and may just have been."""
    assets.record(
        CATALOGUE,
        source="Written for this project",
        licence="MIT",
        command=f"git checkout -- assets/{CATALOGUE}",
        seed=None,
        counts={},
        directory=directory,
    )


def everyday() -> set[str]:
    """Return the words of the ready sets and of the catalogue, and a few more."""
    record_catalogue()
    cues = (cue for entry in load_senses().values() for sense in entry.senses for cue in sense.cues)
    return {"banana", "door", *(word for word_set in READY for word in word_set.words), *cues, *load_senses()}


def prune(counts: npt.NDArray[np.float32], share: float, lowest: float = 0.0) -> npt.NDArray[np.intp]:
    """Return the positions of the largest counts that hold a share of the sum, ascending, none below ``lowest``.

    Ties go to the commoner context word.
    """
    if len(counts) == 0:  # a word that stands alone in every paragraph
        return np.empty(0, dtype=np.intp)
    order = np.argsort(-counts, kind="stable")
    held = np.cumsum(counts[order], dtype=np.float64)
    largest = order[: int(np.searchsorted(held, share * held[-1])) + 1]
    return np.sort(largest[counts[largest] >= lowest])


def training(trained: Path, corpus: Path, counts: Path) -> dict[str, dict[str, Any]]:
    """Return the settings of each space, how long it took, and GloVe's losses."""
    rows: dict[str, dict[str, Any]] = {"corpus": json.loads((corpus / "summary.json").read_text())}
    stamps = [
        corpus / "stamps" / "text.json",
        *(counts / "stamps").glob("*.json"),
        *(trained / "stamps").glob("*.json"),
    ]
    for path in sorted(stamps):
        stamp = json.loads(path.read_text())
        settings = {key: value for key, value in stamp["settings"].items() if key not in ("tokeniser", "verbose")}
        rows.setdefault(path.stem, {}).update(settings, seconds=stamp["seconds"])
    rows["glove"]["losses"] = json.loads((trained / "glove.json").read_text())["losses"]
    rows["ppmi"].update(exponent=EXPONENT, shift=SHIFT)
    return rows


def build(
    trained: Path = TRAINED, corpus: Path = CORPUS, counts: Path = COUNTS, directory: Path = assets.ASSETS
) -> None:
    """Pack everything, unless the manifest's files were made from these very tables and are whole."""
    made_from: MadeFrom = {
        "inputs": [
            corpus / "vocabulary.tsv",
            corpus / "summary.json",
            *(trained / f"{name}.words.npy" for name in OURS),
            *(trained / f"{name}.contexts.npy" for name in WITH_CONTEXTS),
            trained / "fasttext.bin",
            trained / "glove.json",
            *(path for kind in KINDS for path in counts_stamp(kind, corpus, counts)["outputs"]),
        ],
        "outputs": [
            directory / name for name, row in manifest(directory).items() if row["command"] == COMMAND and name != FILE
        ],
        "settings": {"first": FIRST, "last": LAST, "mass": MASS, "everyday": sorted(everyday())},
    }
    stamps = corpus.parent / "stamps"
    if made_from["outputs"] and is_current("assets", **made_from, directory=stamps):
        print("assets: up to date")
        return
    words, frequencies = read_vocabulary(corpus)
    packer = Packer(directory)
    for name in OURS:
        pack_space(packer, name, words, trained)
    # fastText and floret draw negatives in proportion to the square root of the count; </s> is left out here.
    noise = np.sqrt(frequencies)
    packer.array("skipgram.shares", (noise / noise.sum()).astype(np.float32))
    pack_subwords(packer, words, trained)
    for kind in KINDS:
        # Cells that GloVe was not trained on are none of its row's.
        pack_counts(packer, kind, read_counts(kind, counts), words, LOWEST if kind == "glove" else 0.0)
    packer.array("corpus.counts", frequencies.astype(np.uint32))
    packer.text("training.json", json.dumps(training(trained, corpus, counts), indent=2) + "\n", {})
    for name, row in manifest(directory).items():
        if row["command"] == COMMAND and name not in (*packer.written, FILE):
            assets.forget(name, directory)  # what an earlier version of this script wrote
    made_from["outputs"] = [directory / name for name in packer.written]
    mark("assets", **made_from, directory=stamps)


def manifest(directory: Path) -> dict[str, assets.Row]:
    """Return the manifest's rows, none when there is no manifest yet."""
    return assets.read_manifest(directory) if (directory / assets.MANIFEST).exists() else {}


def main() -> None:
    """Pack."""
    build()


if __name__ == "__main__":
    main()
