"""Character n-grams, as fastText cuts and hashes them, and the vectors that words get through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.spaces import Vectors, load_packed, unpack

MIN_N, MAX_N = 3, 6
N_BUCKETS = 2_000_000
END = "</s>"  # fastText's mark of a line's end; it has a row of its own and no n-grams


def ngrams(word: str, min_n: int = MIN_N, max_n: int = MAX_N) -> list[str]:
    """Return the n-grams of ``<word>``, counted in code points, repeats kept, in fastText's order.

    By first character, then by length; a bracket alone (n = 1) is skipped.

    Source: fastText, ``Dictionary::computeSubwords``.
    """
    if word == END:
        return []
    framed = f"<{word}>"
    length = len(framed)
    return [
        framed[start : start + n]
        for start in range(length)
        for n in range(min_n, min(max_n, length - start) + 1)
        if not (n == 1 and start in (0, length - 1))
    ]


def fnv1a(text: str) -> int:
    """Return the 32-bit FNV-1a hash of the text's UTF-8 bytes, each taken as a *signed* char.

    A byte from 128 on is widened with its sign before the exclusive or, so it flips the upper 24 bits too.
    This is a slip in fastText's first release that every released model depends on.

    Source: fastText, ``Dictionary::hash``.
    """
    value = 2166136261
    for byte in text.encode("utf-8"):
        value ^= byte if byte < 128 else byte | 0xFFFFFF00
        value = value * 16777619 & 0xFFFFFFFF
    return value


def bucket(ngram: str, n_buckets: int = N_BUCKETS) -> int:
    """Return the bucket of an n-gram, 0 to n_buckets − 1."""
    return fnv1a(ngram) % n_buckets


@dataclass(frozen=True, eq=False)
class SubwordTables:
    """What fastText learned, as far as a word of the vocabulary touches it.

    Attributes
    ----------
    words : tuple of str (V,)
        The vocabulary, most frequent first.
    ids : ndarray of int32 (V,)
        fastText's own row number of each word. It counts one word more than V: ``</s>``.
    own : ndarray of float32 (V, d)
        The row of each whole word.
    buckets : ndarray of uint32 (B,)
        The buckets that a word of the vocabulary touches, ascending.
    pieces : ndarray of float32 (B, d)
        Their rows.
    """

    words: tuple[str, ...] = field(repr=False)
    ids: npt.NDArray[np.int32] = field(repr=False)
    own: Vectors = field(repr=False)
    buckets: npt.NDArray[np.uint32] = field(repr=False)
    pieces: Vectors = field(repr=False)

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each word in the vocabulary."""
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def seen(self) -> frozenset[str]:
        """Every n-gram of every word of the vocabulary: those that were trained."""
        return frozenset(gram for word in self.words for gram in ngrams(word))

    def piece_rows(self, grams: Sequence[str]) -> npt.NDArray[np.intp]:
        """Return the position in ``pieces`` of each n-gram, (G,); all must have been seen."""
        return np.searchsorted(self.buckets, np.array([bucket(gram) for gram in grams], dtype=np.uint32))

    def vector(self, word: str) -> Vectors | None:
        """Return the word's vector, (d,): the mean of its own row, if it has one, and its n-grams' rows.

        N-grams that no word of the vocabulary has are left out: nothing was learned about them. None when
        nothing is left.
        """
        rows = [self.own[self.index[word]][None]] if word in self.index else []
        if known := [gram for gram in ngrams(word) if gram in self.seen]:
            rows.append(self.pieces[self.piece_rows(known)])
        if not rows:
            return None
        mean: Vectors = np.concatenate(rows).mean(axis=0)
        return mean

    def pieces_only(self, word: str) -> Vectors | None:
        """Return what the n-grams alone give, (d,), the word's own row left out; None when none was seen."""
        known = [gram for gram in ngrams(word) if gram in self.seen]
        if not known:
            return None
        mean: Vectors = self.pieces[self.piece_rows(known)].mean(axis=0)
        return mean


def load_subword_tables(directory: Path = assets.ASSETS) -> SubwordTables:
    """Load fastText's rows from ``assets/``.

    Raises
    ------
    AssetProblem
        When a file is missing or damaged.
    """
    words = tuple(assets.verified("fasttext.words.txt", directory).read_text(encoding="utf-8").split("\n")[:-1])
    own, pieces = (unpack(*load_packed(f"fasttext.{table}", directory)) for table in ("own", "ngrams"))
    ids, buckets = (
        np.load(assets.verified(f"fasttext.{part}.npy", directory), mmap_mode="r") for part in ("ids", "buckets")
    )
    for table in (own, pieces):
        table.flags.writeable = False
    return SubwordTables(words, ids, own, buckets, pieces)
