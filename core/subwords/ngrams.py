"""Character n-grams as fastText cuts and hashes them, one word at a time or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

MIN_N, MAX_N = 3, 6
N_BUCKETS = 2_000_000
END = "</s>"  # fastText's mark of a line's end; it has a row of its own and no n-grams
OFFSET, PRIME = 2166136261, 16777619  # of the 32-bit FNV-1a hash

Bytes = npt.NDArray[np.uint32]


def ngrams(word: str, min_n: int = MIN_N, max_n: int = MAX_N) -> list[str]:
    """Return the n-grams of ``<word>``, counted in code points, repeats kept, in fastText's order.

    By first character, then by length; a bracket alone (n = 1) is skipped. There is nothing shorter than one letter,
    and nothing at all where ``max_n`` is below ``min_n``.

    Source: fastText, ``Dictionary::computeSubwords``.
    """
    if word == END:
        return []
    framed = f"<{word}>"
    length = len(framed)
    return [
        framed[start : start + n]
        for start in range(length)
        for n in range(max(min_n, 1), min(max_n, length - start) + 1)
        if not (n == 1 and start in (0, length - 1))
    ]


def fnv1a(text: str) -> int:
    """Return the 32-bit FNV-1a hash of the text's UTF-8 bytes, each taken as a *signed* char.

    A byte from 128 on is widened with its sign before the exclusive or, so it flips the upper 24 bits too.
    This is a slip in fastText's first release that every released model depends on.

    Source: fastText, ``Dictionary::hash``.
    """
    value = OFFSET
    for byte in text.encode("utf-8", "surrogatepass"):
        value ^= byte if byte < 128 else byte | 0xFFFFFF00
        value = value * PRIME & 0xFFFFFFFF
    return value


def bucket(ngram: str, n_buckets: int = N_BUCKETS) -> int:
    """Return the bucket of an n-gram, 0 to n_buckets − 1."""
    return fnv1a(ngram) % n_buckets


@dataclass(frozen=True, eq=False)
class Cut:
    """The n-grams of many words, word after word, each word's in fastText's order.

    Attributes
    ----------
    owner : ndarray of int32 (m,)
        Of which word each n-gram is.
    start, length : ndarray of int16 (m,)
        Where it stands in ``<word>``, in code points.
    hashes : ndarray of uint32 (m,)
        Its hash, see :func:`fnv1a`.
    keys : ndarray of uint64 (m,)
        A second hash, by which n-grams are told apart: 64-bit FNV-1a of the bytes as they are. Two of a million
        n-grams share one with a chance of 3 in 10⁸.
    """

    owner: npt.NDArray[np.int32] = field(repr=False)
    start: npt.NDArray[np.int16] = field(repr=False)
    length: npt.NDArray[np.int16] = field(repr=False)
    hashes: npt.NDArray[np.uint32] = field(repr=False)
    keys: npt.NDArray[np.uint64] = field(repr=False)


def cut(words: Sequence[str], min_n: int = MIN_N, max_n: int = MAX_N) -> Cut:
    """Return the n-grams of many words with their hashes, all at once.

    Every hash is that of one n-gram more by a character, so each length is one step from the length before.
    """
    min_n = max(min_n, 1)
    if max_n < min_n:
        words = ()
        max_n = min_n
    framed = ["" if word == END else f"<{word}>" for word in words]
    letters = np.frombuffer("".join(framed).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    lengths = np.array([len(word) for word in framed], dtype=np.int64)
    ends = np.repeat(np.cumsum(lengths), lengths)
    owner = np.repeat(np.arange(len(framed), dtype=np.int32), lengths)
    here = np.arange(len(letters))
    place = here - (ends - np.repeat(lengths, lengths))
    sizes, parts = _utf8(letters)
    hashes = np.full(len(letters), OFFSET, dtype=np.uint32)
    keys = np.full(len(letters), 14695981039346656037, dtype=np.uint64)
    found: list[tuple[npt.NDArray[np.bool_], Bytes, npt.NDArray[np.uint64]]] = []
    for n in range(1, max_n + 1):
        at = np.minimum(here + n - 1, max(len(letters) - 1, 0))
        inside = here + n <= ends
        for j in range(4):
            byte = parts[j][at] if len(letters) else parts[j]
            more = inside & (sizes[at] > j) if len(letters) else inside
            signed = np.where(byte < 128, byte, byte | np.uint32(0xFFFFFF00))
            hashes = np.where(more, (hashes ^ signed) * np.uint32(PRIME), hashes)
            keys = np.where(more, (keys ^ byte.astype(np.uint64)) * np.uint64(1099511628211), keys)
        if n >= min_n:
            bracket = (n == 1) & ((place == 0) | (here + 1 == ends))
            found.append((inside & ~bracket, hashes, keys))
    held, hashed, keyed = (np.stack(parts, axis=1) for parts in zip(*found, strict=True))
    starts, orders = np.nonzero(held)  # row by row: by start, then by length
    return Cut(
        owner[starts],
        place[starts].astype(np.int16),
        (orders + min_n).astype(np.int16),
        hashed[starts, orders].astype(np.uint32),
        keyed[starts, orders].astype(np.uint64),
    )


def key(ngram: str) -> int:
    """Return the second hash of an n-gram, as :class:`Cut` has it."""
    value = 14695981039346656037
    for byte in ngram.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * 1099511628211 & 0xFFFFFFFFFFFFFFFF
    return value


def _utf8(letters: npt.NDArray[np.uint32]) -> tuple[npt.NDArray[np.int8], list[Bytes]]:
    """Return how many bytes each code point has in UTF-8, and its first to fourth byte (0 where it has none)."""
    sizes = 1 + (letters >= 0x80).astype(np.int8) + (letters >= 0x800) + (letters >= 0x10000)
    lead = np.choose(sizes - 1, [0x00, 0xC0, 0xE0, 0xF0]).astype(np.uint32)
    first = lead | letters >> (6 * (sizes - 1)).astype(np.uint32)
    parts = [first]
    for j in range(1, 4):
        shift = (6 * np.maximum(sizes - 1 - j, 0)).astype(np.uint32)
        parts.append(np.where(sizes > j, 0x80 | letters >> shift & 0x3F, 0).astype(np.uint32))
    return sizes, parts
