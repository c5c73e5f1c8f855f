"""Read a fastText or floret model where it lies: dictionary and settings at once, rows only as they are asked for.

The input matrix, which is all but the whole of a file of several gigabytes, is mapped and not read.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import SenseDriftError

MAGIC = 793712314
VERSIONS = (11, 12)  # 0.1 to 0.9.2; earlier ones have no mark at all
FASTTEXT_MODE = 1  # of floret: hashed as fastText hashes; its other mode adds several rows an n-gram
_WORD = 0  # an entry that is a word, not a label


class ModelProblem(SenseDriftError):
    """A file cannot be read as a fastText model; the message says why, and what would do."""


@dataclass(frozen=True, eq=False)
class FastTextFile:
    """A model.

    Attributes
    ----------
    words : tuple of str (V,)
        The vocabulary, in the model's order; labels of a classifier are left out.
    rows : ndarray (R, d)
        The input matrix, memory-mapped: words first, then buckets.
    n_words : int
        How many rows of words there are before the first bucket.
    n_buckets, min_n, max_n : int
        How n-grams are cut and hashed; no n-grams where ``max_n`` is 0.
    """

    words: tuple[str, ...] = field(repr=False)
    rows: npt.NDArray[np.float32] = field(repr=False)
    n_words: int
    n_buckets: int
    min_n: int
    max_n: int


class _Reader:
    """Reads little-endian numbers and strings in turn, and says so when the file ends too soon."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.file = np.memmap(path, dtype=np.uint8, mode="r")
        except (OSError, ValueError) as error:  # not there, a folder, empty
            why = "is a folder" if path.is_dir() else "is empty" if path.is_file() else "is not there"
            raise ModelProblem(f"{path.name} {why}. Name a .bin file that fastText or floret wrote.") from error
        self.view = self.file.data
        self.at = 0

    def numbers(self, form: str) -> tuple[Any, ...]:
        size = struct.calcsize(f"<{form}")
        self.need(size)
        found = struct.unpack_from(f"<{form}", self.view, self.at)
        self.at += size
        return found

    def need(self, size: int) -> None:
        if size < 0 or self.at + size > len(self.view):
            raise ModelProblem(
                f"{self.path.name} ends too soon, after {len(self.view):,} bytes: a download that was cut? "
                "Fetch it again."
            )


def read_model(path: Path) -> FastTextFile:
    """Read a model's settings and dictionary, and map its rows.

    Raises
    ------
    ModelProblem
        When the file is cut, is none of fastText's, of an older version, quantised (``.ftz``), or of floret's own mode.

    Source: fastText 0.9.2, ``FastText::loadModel``, ``Args::load``, ``Dictionary::load``, ``DenseMatrix::load``; floret
    0.10 puts two more numbers among the settings.
    """
    reader = _Reader(path)
    if len(reader.view) < 8 or reader.numbers("i")[0] != MAGIC:
        raise ModelProblem(
            f"{path.name} is not a model of fastText, or of a version before 0.1 (2017). Open a .bin file that "
            "fastText or floret wrote; a .vec file holds no n-grams."
        )
    version = reader.numbers("i")[0]
    if version not in VERSIONS:
        raise ModelProblem(f"{path.name} is of version {version} of fastText's format; 11 and 12 can be read.")
    start = reader.at
    problems = []
    for layout in (_fasttext, _floret):
        reader.at = start
        try:
            settings = layout(reader)
            words, n_words, pruned = _dictionary(reader, settings)
        except (_NotThis, UnicodeDecodeError) as error:
            problems.append(error)
            continue
        return _mapped(reader, path, settings, words, n_words, pruned, version)
    raise ModelProblem(f"{path.name} begins like a model of fastText, but its settings make no sense. Fetch it again.")


class _NotThis(Exception):
    """The settings make no sense in this layout."""


def _fasttext(reader: _Reader) -> dict[str, int]:
    names = ("dim", "ws", "epoch", "minCount", "neg", "wordNgrams", "loss", "model", "bucket", "minn", "maxn", "rate")
    return _settings(reader, names)


def _floret(reader: _Reader) -> dict[str, int]:
    names = (
        *("dim", "ws", "epoch", "minCount", "neg", "wordNgrams", "loss", "model", "bucket", "minn", "maxn"),
        *("mode", "hashes", "rate"),
    )
    found = _settings(reader, names)
    if not 1 <= found["mode"] <= 2:
        raise _NotThis("mode")
    return found


def _settings(reader: _Reader, names: tuple[str, ...]) -> dict[str, int]:
    found = dict(zip(names, reader.numbers(f"{len(names)}i"), strict=True))
    (threshold,) = reader.numbers("d")
    sane = 0 < found["dim"] <= 100_000 and found["minn"] >= 0 and 0 <= found["maxn"] <= 1_000 and found["bucket"] >= 0
    if not (sane and 0 <= threshold <= 1 and (threshold == 0 or threshold > 1e-30)):
        raise _NotThis("settings")
    return found


def _dictionary(reader: _Reader, settings: dict[str, int]) -> tuple[list[str], int, int]:
    """Return the words, how many word rows there are, and how many buckets were pruned (-1: none)."""
    size, n_words, n_labels, _, pruned = reader.numbers("iiiqq")
    if size != n_words + n_labels or min(size, n_words, n_labels) < 0 or pruned < -1:
        raise _NotThis("dictionary")
    reader.need(10 * size)  # each entry: at least a zero, a count of eight bytes, a type
    words = []
    blob = reader.view
    for _ in range(size):
        end = _zero(blob, reader.at)
        if end < 0:
            reader.need(len(blob))
        word = bytes(blob[reader.at : end]).decode("utf-8", "surrogateescape")
        reader.at = end + 1
        _, kind = reader.numbers("qb")
        if kind == _WORD:
            words.append(word)
    return words, n_words, pruned


def _zero(blob: memoryview, start: int) -> int:
    """Return where the next zero byte is, -1 if none is near: words are looked for piece by piece."""
    piece = 256
    while start < len(blob):
        found = bytes(blob[start : start + piece]).find(0)
        if found >= 0:
            return start + found
        start += piece
        piece *= 4
    return -1


def _mapped(
    reader: _Reader, path: Path, settings: dict[str, int], words: list[str], n_words: int, pruned: int, version: int
) -> FastTextFile:
    if pruned > 0:
        reader.at += 8 * pruned
    (quantised,) = reader.numbers("?")
    if quantised or pruned >= 0:
        raise ModelProblem(
            f"{path.name} is quantised, so its rows are only approximate and n-grams were thrown away. Open the .bin "
            "file that it was made from."
        )
    if settings.get("mode", FASTTEXT_MODE) != FASTTEXT_MODE:
        raise ModelProblem(
            f"{path.name} was trained in floret's own mode, which adds several rows for each n-gram. Train it with "
            "mode=“fasttext” to look into it."
        )
    n_rows, dim = reader.numbers("qq")
    if dim != settings["dim"] or n_rows < n_words:
        raise ModelProblem(f"{path.name} has rows that do not fit its settings. Fetch it again.")
    reader.need(4 * n_rows * dim)
    rows = np.memmap(path, dtype="<f4", mode="r", offset=reader.at, shape=(n_rows, dim))
    # Version 11 wrote the lengths of n-grams for classifiers that had none.
    max_n = 0 if version == 11 and settings["model"] == 3 else settings["maxn"]
    n_buckets = n_rows - n_words if max_n else 0
    return FastTextFile(tuple(words), rows, n_words, n_buckets, settings["minn"], max_n)
