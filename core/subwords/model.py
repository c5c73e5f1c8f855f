"""FastText's words in pieces: which rows a word is made of, what each gives to it, and what it is without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from core import assets
from core.spaces.space import Packed, Vectors, load_packed, unpack
from core.subwords.fasttext_file import read_model
from core.subwords.ngrams import END, MAX_N, MIN_N, N_BUCKETS, Cut, cut, fnv1a, key, ngrams

if TYPE_CHECKING:
    from scipy import sparse

Ids = npt.NDArray[np.int64]

MANY = 200_000  # words; a larger vocabulary is searched as text instead of being cut up and kept


class Rows(Protocol):
    """Where rows come from, by fastText's own numbers: words first, then buckets."""

    @property
    def size(self) -> int:
        """d, the length of a row."""
        ...

    def take(self, ids: Ids) -> Vectors:
        """Return rows, (n, d); a row that is not kept is drawn as fastText draws it before training."""
        ...

    def combine(self, weights: sparse.csr_array, ids: Ids) -> Vectors:
        """Return sums of rows, ``weights @ take(ids)``, (m, d); all must be kept, ids ascending."""
        ...


@dataclass(frozen=True, eq=False)
class PackedRows:
    """The rows that ship: those of whole words, and of the buckets that a word of the vocabulary touches.

    Attributes
    ----------
    n_words : int
        Rows of words; the first bucket is row ``n_words``.
    place : ndarray of int32 (n_words,)
        Where the row of each word is kept, -1 where it is not.
    buckets : ndarray of uint32 (B,)
        The buckets that are kept, ascending.
    own, pieces : Packed
        Their rows, memory-mapped and unpacked only as they are asked for.
    """

    n_words: int
    place: npt.NDArray[np.int32] = field(repr=False)
    buckets: npt.NDArray[np.uint32] = field(repr=False)
    own: Packed = field(repr=False)
    pieces: Packed = field(repr=False)

    @property
    def size(self) -> int:
        """The number of dimensions."""
        return len(self.own[2])

    def take(self, ids: Ids) -> Vectors:
        """Return rows by fastText's numbers.

        A bucket that no word of the vocabulary touches keeps the random numbers that it began with, evenly spread
        from −1/d to 1/d. These did not ship, so others of the same kind stand in for them, the same each time.
        """
        found = np.zeros((len(ids), self.size), dtype=np.float32)
        words = ids < self.n_words
        places = self.place[ids[words]]
        found[words] = np.where((places >= 0)[:, None], _rows(self.own, np.maximum(places, 0)), 0)
        wanted = (ids[~words] - self.n_words).astype(np.uint32)
        near = np.minimum(np.searchsorted(self.buckets, wanted), len(self.buckets) - 1)
        kept = self.buckets[near] == wanted
        rows = _rows(self.pieces, near)
        for i in np.flatnonzero(~kept):
            spread = 1 / self.size
            rows[i] = np.random.default_rng(int(wanted[i])).uniform(-spread, spread, self.size)
        found[~words] = rows
        return found

    def combine(self, weights: sparse.csr_array, ids: Ids) -> Vectors:
        """Return sums of rows; the scales are worked into the weights, so that the codes need no unpacking."""
        first = int(np.searchsorted(ids, self.n_words))
        buckets = np.searchsorted(self.buckets, (ids[first:] - self.n_words).astype(np.uint32))
        total = np.zeros((weights.shape[0], self.size), dtype=np.float32)
        for packed, places, part in (
            (self.own, self.place[ids[:first]], weights[:, :first]),
            (self.pieces, buckets, weights[:, first:]),
        ):
            codes, scales, columns = packed
            scaled = part.copy()
            scaled.data *= scales[places][scaled.indices]
            total += (scaled @ codes[places].astype(np.float32)) * columns
        return total


@dataclass(frozen=True, eq=False)
class MappedRows:
    """The rows of a model's own file, read as they are asked for."""

    matrix: npt.NDArray[np.float32] = field(repr=False)

    @property
    def size(self) -> int:
        """The number of dimensions."""
        return int(self.matrix.shape[1])

    def take(self, ids: Ids) -> Vectors:
        """Return rows by fastText's numbers."""
        return np.asarray(self.matrix[ids], dtype=np.float32)

    def combine(self, weights: sparse.csr_array, ids: Ids) -> Vectors:
        """Return sums of rows."""
        found: Vectors = weights @ self.take(ids)
        return found


@dataclass(frozen=True, eq=False)
class Decomposition:
    """A word in its pieces.

    Invariants: ``vector`` is the mean of ``vectors`` over the pieces that count; ``shares`` sum to 1.

    Attributes
    ----------
    word : str
        The word as it was given.
    ngrams : tuple of str (G,)
        What fastText's ``get_subwords`` lists: the word itself first, if it has a row, then its n-grams in order,
        repeats kept.
    rows : ndarray of int64 (G,)
        fastText's own row numbers.
    own : bool
        Whether the first piece is the word's own row.
    seen : ndarray of bool (G,)
        Whether a word of the vocabulary has the n-gram, so that it was trained; True for the word's own row.
    vectors : ndarray of float32 (G, d)
        The rows; zero where a piece was not seen and does not count.
    vector : ndarray of float32 (d,)
        The word's vector; zero when nothing counts.
    shares : ndarray (G,)
        z·v / Σ z·v of each row z: what it gives to the vector along the vector itself. May be negative; NaN when
        nothing counts.
    without : ndarray (G,)
        Cosine of the vector with what it would be without that piece; NaN where nothing would be left.
    """

    word: str
    ngrams: tuple[str, ...]
    rows: Ids = field(repr=False)
    own: bool
    seen: npt.NDArray[np.bool_] = field(repr=False)
    vectors: Vectors = field(repr=False)
    vector: Vectors = field(repr=False)
    shares: npt.NDArray[np.float64] = field(repr=False)
    without: npt.NDArray[np.float64] = field(repr=False)

    @property
    def own_row(self) -> Vectors | None:
        """The word's own row, (d,), if it has one."""
        row: Vectors | None = self.vectors[0] if self.own else None
        return row

    @property
    def from_pieces(self) -> Vectors:
        """The sum of the n-grams' rows, (d,): the direction that spelling alone gives."""
        total: Vectors = self.vectors[int(self.own) :].sum(axis=0)
        return total

    @property
    def strongest(self) -> int | None:
        """The n-gram that gives most of those seen, else the word's own row; None when nothing was seen."""
        if not self.seen.any():
            return None
        grams = range(int(self.own), len(self.ngrams))
        return max((i for i in grams if self.seen[i]), key=lambda i: float(self.shares[i]), default=0)

    def left_without(self, piece: int) -> Vectors:
        """Return the sum of all rows but one, (d,)."""
        rest: Vectors = self.vectors.sum(axis=0) - self.vectors[piece]
        return rest


@dataclass(frozen=True, eq=False)
class SubwordModel:
    """A fastText model, as far as words and their pieces go.

    Attributes
    ----------
    words : tuple of str (V,)
        The vocabulary.
    ids : ndarray of int64 (V,)
        fastText's row number of each.
    rows : Rows
        Where rows come from.
    n_words : int
        The row number of the first bucket.
    n_buckets, min_n, max_n : int
        How n-grams are hashed and cut.
    """

    words: tuple[str, ...] = field(repr=False)
    ids: Ids = field(repr=False)
    rows: Rows = field(repr=False)
    n_words: int
    n_buckets: int = N_BUCKETS
    min_n: int = MIN_N
    max_n: int = MAX_N

    @classmethod
    def open(cls, path: str | Path) -> SubwordModel:
        """Open a model that fastText or floret wrote (``.bin``), of any size: its rows stay in the file.

        Raises
        ------
        ModelProblem
            When the file cannot be read; the message says why.
        """
        found = read_model(Path(path))
        ids = np.arange(len(found.words), dtype=np.int64)
        max_n = found.max_n if found.n_buckets else 0  # without a bucket there is no row for an n-gram
        return cls(found.words, ids, MappedRows(found.rows), found.n_words, max(found.n_buckets, 1), found.min_n, max_n)

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each word in the vocabulary."""
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def pieces(self) -> Cut:
        """The n-grams of the whole vocabulary."""
        return cut(self.words, self.min_n, self.max_n)

    @cached_property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The different n-grams of the vocabulary by their second hash, ascending."""
        return np.unique(self.pieces.keys)

    @cached_property
    def text(self) -> str:
        """The whole vocabulary, each word in its brackets: where a large one is searched."""
        return "\n".join(f"<{word}>" for word in self.words if word != END)

    def ngrams(self, word: str) -> list[str]:
        """Return the n-grams of a word, as this model cuts them."""
        return ngrams(word, self.min_n, self.max_n) if self.max_n else []

    def row(self, ngram: str) -> int:
        """Return fastText's row number of an n-gram."""
        return self.n_words + fnv1a(ngram) % self.n_buckets

    def seen(self, grams: Sequence[str]) -> npt.NDArray[np.bool_]:
        """Return which n-grams some word of the vocabulary has: those that were trained, (G,)."""
        if len(self.words) > MANY:
            lengths = range(max(self.min_n, 1), self.max_n + 1)
            return np.array([len(gram) in lengths and gram in self.text for gram in grams], dtype=np.bool_)
        return self._held(np.array([key(gram) for gram in grams], dtype=np.uint64))

    def decompose(self, word: str, *, noise: bool = False) -> Decomposition:
        """Return a word in its pieces, the word taken as it is given.

        Parameters
        ----------
        word : str
            Any text without white space; upper case is another word than lower case.
        noise : bool
            Whether n-grams that were never seen count, as they do in fastText: each adds a row that training never
            touched, or that belongs to another n-gram. Otherwise they are left out.

        Source: fastText, ``FastText::getWordVector``: the mean of the rows (the paper, Bojanowski et al. 2017, writes a
        sum, which has the same direction).
        """
        grams = self.ngrams(word)
        own = word in self.index
        names = [word, *grams] if own else grams
        rows = np.array([self.row(gram) for gram in grams], dtype=np.int64)
        seen = self.seen(grams)
        if own:
            rows = np.concatenate([[self.ids[self.index[word]]], rows]).astype(np.int64)
            seen = np.concatenate([[True], seen])
        counts = np.ones(len(names), dtype=np.bool_) if noise else seen
        vectors = np.zeros((len(names), self.rows.size), dtype=np.float32)
        if counts.any():
            vectors[counts] = self.rows.take(rows[counts])
        total = vectors.sum(axis=0, dtype=np.float64)
        n = int(counts.sum())
        vector = (total / max(n, 1)).astype(np.float32)
        pull = vectors.astype(np.float64) @ total
        shares = pull / pull.sum() if n and pull.sum() > 0 else np.full(len(names), np.nan)
        return Decomposition(
            word, tuple(names), rows, own, seen, vectors, vector, shares, _without(vectors, total, counts)
        )

    def vector(self, word: str, *, noise: bool = False) -> Vectors | None:
        """Return a word's vector, (d,), or None when no piece of it counts."""
        found = self.decompose(word, noise=noise)
        return found.vector if len(found.ngrams) and (noise or found.seen.any()) else None

    def pieces_only(self, word: str) -> Vectors | None:
        """Return what the seen n-grams alone give, (d,), the word's own row left out; None when none was seen."""
        grams = self.ngrams(word)
        known = self.seen(grams)
        if not known.any():
            return None
        rows = np.array([self.row(gram) for gram, ok in zip(grams, known, strict=True) if ok], dtype=np.int64)
        mean: Vectors = self.rows.take(rows).mean(axis=0)
        return mean

    def vectors(self, words: Sequence[str], *, noise: bool = False) -> Vectors:
        """Return the vectors of many words at once, (n, d); zero where no piece counts."""
        from scipy import sparse  # a sixth of a second, which the front page need not wait for

        parts = cut(words, self.min_n, self.max_n) if self.max_n else cut([])
        owners, rows = (
            parts.owner.astype(np.int64),
            self.n_words + (parts.hashes % np.uint32(self.n_buckets)).astype(np.int64),
        )
        if not noise:
            kept = self._known(words, parts)
            owners, rows = owners[kept], rows[kept]
        held = np.array([i for i, word in enumerate(words) if word in self.index], dtype=np.int64)
        owners = np.concatenate([owners, held])
        rows = np.concatenate([rows, self.ids[[self.index[words[i]] for i in held]]])
        different, places = np.unique(rows, return_inverse=True)
        each = np.bincount(owners, minlength=len(words))
        weights = (1 / np.maximum(each, 1))[owners].astype(np.float32)
        mean = sparse.csr_array((weights, (owners, places)), shape=(len(words), len(different)))
        if not len(different):
            return np.zeros((len(words), self.rows.size), dtype=np.float32)
        if noise:
            found: Vectors = mean @ self.rows.take(different)
            return found
        return self.rows.combine(mean, different)

    def _known(self, words: Sequence[str], parts: Cut) -> npt.NDArray[np.bool_]:
        if len(self.words) > MANY:
            return self.seen([gram for word in words for gram in self.ngrams(word)])
        return self._held(parts.keys)

    def _held(self, keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        """Return which n-grams, by their second hash, the vocabulary has."""
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.bool_)
        near = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.asarray(self.keys[near] == keys, dtype=np.bool_)

    def holding(self, ngram: str, k: int = 20) -> list[str]:
        """Return the first k words of the vocabulary that hold an n-gram, in the vocabulary's order."""
        found: list[str] = []
        for word in self.words:
            if ngram in f"<{word}>" and word != END:
                found.append(word)
                if len(found) == k:
                    break
        return found

    def sharing(self, rows: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Return the n-grams of the vocabulary that are hashed into each of some buckets, in alphabetical order.

        Parameters
        ----------
        rows : sequence of int
            fastText's row numbers of buckets.
        """
        wanted = np.array(sorted({row - self.n_words for row in rows}), dtype=np.uint32)
        found: dict[int, set[str]] = {int(number) + self.n_words: set() for number in wanted}
        few = len(self.words) <= MANY
        size = max(len(self.words), 1) if few else 20_000
        for first in range(0, len(self.words), size):
            words = self.words[first : first + size]
            parts = self.pieces if few else cut(words, self.min_n, self.max_n)
            buckets = parts.hashes % np.uint32(self.n_buckets)
            for i in np.flatnonzero(np.isin(buckets, wanted)):
                framed, start = f"<{words[parts.owner[i]]}>", int(parts.start[i])
                found[int(buckets[i]) + self.n_words].add(framed[start : start + int(parts.length[i])])
        return {row: tuple(sorted(grams)) for row, grams in found.items()}


def load_subwords(directory: Path = assets.ASSETS) -> SubwordModel:
    """Load the FastText model that ships.

    Raises
    ------
    AssetProblem
        When a file is missing or damaged.
    """
    words = tuple(assets.verified("fasttext.words.txt", directory).read_text(encoding="utf-8").split("\n")[:-1])
    ids, buckets = (
        np.load(assets.verified(f"fasttext.{part}.npy", directory), mmap_mode="r") for part in ("ids", "buckets")
    )
    n_words = len(words) + 1  # fastText counts one word more: </s>
    place = np.full(n_words, -1, dtype=np.int32)
    place[ids] = np.arange(len(words))
    own, pieces = (load_packed(f"fasttext.{table}", directory) for table in ("own", "ngrams"))
    rows = PackedRows(n_words, place, np.asarray(buckets), own, pieces)
    return SubwordModel(words, np.asarray(ids, dtype=np.int64), rows, n_words)


def _without(
    vectors: Vectors, total: npt.NDArray[np.float64], counts: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """Return the cosine of a sum with the sum less each row, NaN where nothing is left."""
    left = total - vectors
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(total)
    alone = counts & (counts.sum() == 1)
    defined = (lengths > 1e-12) & ~alone
    cosines = (left @ total) / np.where(defined, lengths, 1)
    return np.where(defined, np.clip(cosines, -1, 1), np.nan)


def _rows(packed: Packed, places: npt.NDArray[np.integer]) -> Vectors:
    codes, scales, columns = packed
    return unpack(codes[places], scales[places], columns)
