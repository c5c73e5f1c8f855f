"""A space: words in frequency order, one vector each, and who is near whom.

Vectors ship as int8 codes with one scale a row and one a column, and are decoded once at load. What that
costs is measured in ``tests/test_spaces/test_space.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import OSA

from core import assets
from core.errors import AssetProblem, UnknownWord

Vectors = npt.NDArray[np.float32]
Packed = tuple[npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.float32]]  # see `pack`

# Every space by its name in files, with its title on the pages; also in links, so titles are short.
TITLES = {
    "glove-6b": "GloVe 6B",
    "glove": "GloVe",
    "skipgram": "Skip-gram",
    "cbow": "CBOW",
    "fasttext": "FastText",
    "ppmi": "PPMI",
}
SPACES = tuple(TITLES)
MAX_WORD_LENGTH = 60  # the longest word that is looked up for nearest spellings; longer ones have none


class Neighbour(NamedTuple):
    """A word and its cosine with what was asked for, in [-1, 1]."""

    word: str
    cosine: float


@dataclass(frozen=True, eq=False)
class Space:
    """Words with one vector each.

    Attributes
    ----------
    name : str
        The space's name, as in the manifest and in links.
    words : tuple of str, (V,)
        Vocabulary, most frequent first.
    vectors : ndarray of float32, (V, d)
        Raw lengths, read-only.
    """

    name: str
    words: tuple[str, ...]
    vectors: Vectors = field(repr=False)

    @property
    def title(self) -> str:
        """The space's name on the pages."""
        return TITLES.get(self.name, self.name)

    @cached_property
    def index(self) -> dict[str, int]:
        """Row number of each word."""
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def unit(self) -> Vectors:
        """The vectors scaled to length 1, (V, d), read-only; a zero vector stays zero."""
        return _frozen(unit_rows(self.vectors))

    def __contains__(self, word: object) -> bool:
        return word in self.index

    def row(self, word: str) -> int:
        """Return the row number of a word.

        Raises
        ------
        UnknownWord
            When the space has no such word; carries the nearest spellings.
        """
        row = self.index.get(word)
        if row is None:
            raise UnknownWord(word, self.name, len(self.words), self.spellings(word))
        return row

    def vector(self, word: str) -> Vectors:
        """Return the word's vector, (d,), read-only.

        Raises
        ------
        UnknownWord
            When the space has no such word.
        """
        vector: Vectors = _frozen(self.raw([self.row(word)]))[0]
        return vector

    def rows(self, words: Sequence[str]) -> npt.NDArray[np.intp]:
        """Return the row numbers of several words, (n,).

        Raises
        ------
        UnknownWord
            At the first word that the space does not hold.
        """
        try:
            return np.array(list(map(self.index.__getitem__, words)), dtype=np.intp)
        except KeyError:
            return np.array([self.row(word) for word in words], dtype=np.intp)

    def raw(self, rows: Sequence[int] | npt.NDArray[np.integer]) -> Vectors:
        """Return the vectors of some rows, raw lengths, (n, d)."""
        vectors: Vectors = self.vectors[np.asarray(rows)]
        return vectors

    def neighbours(self, query: str | npt.ArrayLike, k: int = 10, exclude: Collection[str] = ()) -> list[Neighbour]:
        """Return the k words with the largest cosine to a word or a vector, best first.

        Parameters
        ----------
        query : str or array-like (d,)
            A word, which is left out of its own answer, or any vector that is not zero.
        k : int
            How many, at least 1; fewer come back when the space is smaller.
        exclude : collection of str
            Words to leave out besides.

        Raises
        ------
        UnknownWord
            When the query is a word that the space does not hold.
        ValueError
            When k < 1, or the query vector has the wrong length, is zero or is not finite.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        left_out = {self.index[word] for word in exclude if word in self.index}
        if isinstance(query, str):
            row = self.row(query)
            left_out.add(row)
            direction = self.unit[row]
        else:
            direction = self._direction(query)
        cosines = self.unit @ direction
        cosines[list(left_out)] = -np.inf
        nearest = top_k(cosines, min(k, len(self.words) - len(left_out)))
        return [Neighbour(self.words[i], float(np.clip(cosines[i], -1, 1))) for i in nearest]

    def spellings(self, word: str, limit: int = 3) -> list[str]:
        """Return the words spelled most like this one, best first; ties go to the more frequent word.

        The measure is restricted Damerau-Levenshtein distance (insert, delete, replace, swap), divided by
        the longer length; words less than half alike are not offered.
        """
        word = word.strip().lower()
        if not word or len(word) > MAX_WORD_LENGTH:
            return []
        if word in self.index:
            return [word]
        found = process.extract(word, self.words, scorer=OSA.normalized_similarity, limit=limit, score_cutoff=0.5)
        return [match for match, _, _ in found]

    def _direction(self, query: npt.ArrayLike) -> Vectors:
        vector = np.asarray(query, dtype=np.float32)
        if vector.shape != self.unit.shape[1:]:
            raise ValueError(f"a query vector of {self.name} has shape {self.unit.shape[1:]}, got {vector.shape}")
        length = float(np.linalg.norm(vector))
        if not np.isfinite(length) or length == 0:
            raise ValueError("a query vector must be finite and not zero")
        return vector / np.float32(length)


class PackedSpace(Space):
    """A space as it ships: raw and unit vectors are unpacked when they are first asked for.

    The pages look at unit vectors alone. With six spaces open, raw ones beside them took 80 MB.
    """

    packed: Packed

    def __init__(self, name: str, words: tuple[str, ...], index: dict[str, int], packed: Packed) -> None:
        # As cached properties do: the class is frozen.
        self.__dict__.update(name=name, words=words, index=index, packed=packed)

    @cached_property
    def vectors(self) -> Vectors:
        """Raw vectors, (V, d), read-only."""
        return _frozen(unpack(*self.packed))

    @cached_property
    def unit(self) -> Vectors:
        """The vectors scaled to length 1, (V, d), read-only; a zero vector stays zero."""
        return _frozen(unit_rows(unpack(*self.packed)))

    def raw(self, rows: Sequence[int] | npt.NDArray[np.integer]) -> Vectors:
        """Return the vectors of some rows, raw lengths, (n, d), without unpacking all."""
        codes, scales, columns = self.packed
        chosen = np.asarray(rows)
        return unpack(codes[chosen], scales[chosen], columns)


def top_k(scores: npt.NDArray[np.floating], k: int) -> npt.NDArray[np.intp]:
    """Return where along the last axis the k largest stand, best first, (..., k); ties go to the earlier one."""
    rows = np.atleast_2d(scores)
    top = np.broadcast_to(np.arange(rows.shape[1]), rows.shape)[:, :k].copy()
    if 0 < k < rows.shape[1]:
        # Partition, not sort: it is linear. Where others tie with the k-th, the earlier ones take their place.
        top = np.argpartition(-rows, k - 1, axis=1)[:, :k]
        last = np.take_along_axis(rows, top, axis=1).min(axis=1, keepdims=True)
        for tied in np.flatnonzero((rows >= last).sum(axis=1) > k):
            top[tied] = np.argsort(-rows[tied], kind="stable")[:k]
        top.sort(axis=1)
    order = np.argsort(-np.take_along_axis(rows, top, axis=1), axis=1, kind="stable")
    return np.take_along_axis(top, order, axis=1).reshape(*scores.shape[:-1], -1)


def cosine(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the cosine of two vectors, NaN where one of them is zero."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    length = np.linalg.norm(a) * np.linalg.norm(b)
    return float(a @ b / length) if length > 0 else float("nan")


def unit_rows(vectors: npt.ArrayLike) -> Vectors:
    """Return each row scaled to length 1, (n, d) float32; zero rows stay zero."""
    raw = np.asarray(vectors, dtype=np.float32)
    lengths: Vectors = np.linalg.norm(raw, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    return raw / lengths


def pack(
    vectors: npt.NDArray[np.floating],
) -> Packed:
    """Return int8 codes (V, d), a scale a row (V,) and a scale a column (d,), the scales float32.

    Invariant: codes × row scale × column scale ≈ vectors. With no column scales, one wide dimension leaves
    the others too few levels; with scales in proportion to width, a row that is short in the wide ones
    loses most. The square root of the width lies between and serves both (``tests/test_spaces/test_space.py``).
    """
    mean_squares = np.mean(np.square(unit_rows(vectors), dtype=np.float64), axis=0)
    columns = np.where(mean_squares == 0, 1, mean_squares**0.25).astype(np.float32)
    level = vectors / columns
    scales = (np.abs(level).max(axis=1) / 127).astype(np.float32)
    codes = np.rint(level / np.where(scales == 0, np.float32(1), scales)[:, None])
    return codes.astype(np.int8), scales, columns


def unpack(codes: npt.NDArray[np.int8], scales: npt.NDArray[np.float32], columns: npt.NDArray[np.float32]) -> Vectors:
    """Return the vectors that :func:`pack` packed, (V, d) float32."""
    vectors = codes.astype(np.float32)
    vectors *= scales[:, None]
    vectors *= columns
    return vectors


def load_packed(name: str, directory: Path = assets.ASSETS) -> Packed:
    """Load codes, row scales and column scales of a packed table, memory-mapped.

    Raises
    ------
    AssetProblem
        When one of its files is missing or damaged.
    """
    codes, scales, columns = (
        np.load(assets.verified(f"{name}.{part}.npy", directory), mmap_mode="r")
        for part in ("codes", "scales", "columns")
    )
    return codes, scales, columns


def load_space(name: str, directory: Path = assets.ASSETS) -> Space:
    """Load a space that ships with the project.

    Raises
    ------
    ValueError
        When no space has that name.
    AssetProblem
        When one of its files is missing or damaged.
    """
    if name not in SPACES:
        raise ValueError(f"no space is called {name!r}; there are: {', '.join(SPACES)}")
    words, index = _vocabulary(assets.verified(f"{name}.words.txt", directory).read_text(encoding="utf-8"))
    codes, scales, columns = load_packed(name, directory)
    if not (codes.shape == (len(words), len(columns)) and len(scales) == len(words)):
        file = f"{name}.codes.npy"
        command = str(assets.read_manifest(directory)[file]["command"])
        problem = (
            f"has shape {codes.shape}, beside {len(words)} words, "
            f"{len(scales)} row scales and {len(columns)} column scales"
        )
        raise AssetProblem(file, problem, command)
    return PackedSpace(name, words, index, (codes, scales, columns))


@lru_cache(len(SPACES))
def _vocabulary(text: str) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the words that a file lists and the row of each; spaces of one vocabulary share them, 5 MB each."""
    words = tuple(text.split("\n")[:-1])
    return words, {word: row for row, word in enumerate(words)}


def _frozen(array: Vectors) -> Vectors:
    array.flags.writeable = False
    return array
