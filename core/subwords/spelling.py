"""Spelling and its limits: typos step by step, sums of pieces, families of forms, and words that only look alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from core.errors import SenseDriftError
from core.spaces.space import Neighbour, Space, Vectors, cosine, unit_rows
from core.subwords.model import SubwordModel
from core.subwords.ngrams import MAX_N, MIN_N, fnv1a
from core.text import one_word, quoted, visible

Floats = npt.NDArray[np.float64]

N_ALIKE = 12  # words spelled alike that are compared
FARTHEST = 2  # edits up to which a word is spelled alike
MOST_HELD = 400  # words looked at that hold an n-gram


class NothingKnown(SenseDriftError):
    """No piece of what was typed was ever seen; the message, in Markdown, says what to type instead."""


@dataclass(frozen=True, eq=False)
class Typos:
    """A word that is misspelled step by step.

    Attributes
    ----------
    words : tuple of str (n,)
        From the intended word to the last spelling, one edit apart.
    edits : ndarray of int (n,)
        How many edits each is away from the intended word.
    cosines : ndarray (n,)
        Cosine with the intended word's vector; NaN where no piece was seen.
    known : tuple of bool (n,)
        Whether each is a word of the vocabulary itself.
    """

    words: tuple[str, ...]
    edits: npt.NDArray[np.intp] = field(repr=False)
    cosines: Floats = field(repr=False)
    known: tuple[bool, ...]


@dataclass(frozen=True, eq=False)
class Misspelling:
    """A word that is misspelled step by step, beside other words that are spelled as alike.

    Attributes
    ----------
    way : Typos
        From the intended word to the last spelling.
    alike : Typos
        The intended word, and the words of the vocabulary nearest to it in spelling.
    within : int
        How many words of the vocabulary are at most ``FARTHEST`` edits away.
    step : int
        At which spelling somebody stands, 0 for the intended word.
    near : list of Neighbour
        What that spelling is near; empty where nothing is known of it.
    """

    way: Typos
    alike: Typos
    within: int
    step: int
    near: list[Neighbour] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Equation:
    """A word beside a sum of words and n-grams.

    Attributes
    ----------
    word : str
        The word.
    cosine : float
        Of its vector with the sum; NaN when no piece of it was seen.
    unknown : list of str
        Terms that were left out.
    near_word, near_sum : list of Neighbour
        What either is near, the word left out.
    """

    word: str
    cosine: float
    unknown: list[str]
    near_word: list[Neighbour] = field(repr=False)
    near_sum: list[Neighbour] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Holders:
    """The words that hold an n-gram.

    Attributes
    ----------
    gram : str
        The n-gram.
    words : list of str (n,)
        The commonest of them, ``MOST_HELD`` at most.
    among, chance : float
        Mean cosine of each two of these words, and of each two of as many others that are as frequent.
    """

    gram: str
    words: list[str] = field(repr=False)
    among: float
    chance: float


@dataclass(frozen=True, eq=False)
class Family:
    """Words compared by meaning and by spelling.

    Attributes
    ----------
    words : tuple of str (n,)
        The words.
    cosines : ndarray (n, n)
        Cosines of their vectors; NaN where a word has no known piece.
    shared : ndarray (n, n)
        Of two words' different n-grams, the share that both have, 0 to 1.
    known : ndarray of bool (n,)
        Whether each is in the vocabulary.
    seen : ndarray (n,)
        Share of each word's n-grams that were seen in training.
    """

    words: tuple[str, ...]
    cosines: Floats = field(repr=False)
    shared: Floats = field(repr=False)
    known: npt.NDArray[np.bool_] = field(repr=False)
    seen: Floats = field(repr=False)


def steps(intended: str, typed: str) -> list[str]:
    """Return the spellings from one word to another, one letter more or less or other at a time, both ends included.

    Source: the edits of a shortest Levenshtein path, from left to right.
    """
    found, word, moved = [intended], intended, 0
    for edit in Levenshtein.editops(intended, typed):
        at = edit.src_pos + moved
        if edit.tag == "delete":
            word, moved = word[:at] + word[at + 1 :], moved - 1
        elif edit.tag == "insert":
            word, moved = word[:at] + typed[edit.dest_pos] + word[at:], moved + 1
        else:
            word = word[:at] + typed[edit.dest_pos] + word[at + 1 :]
        found.append(word)
    return found


def typos(model: SubwordModel, words: Sequence[str]) -> Typos:
    """Return how near spellings of a word stay to the first of them.

    Raises
    ------
    NothingKnown
        When no piece of the first was ever seen.
    """
    first = model.vector(words[0])
    if first is None:
        raise NothingKnown(
            f"No piece of {quoted(words[0])} was seen in training, so nothing can be near it. Type another word."
        )
    units = unit_rows(model.vectors(words))
    cosines = (units @ unit_rows(first[None])[0]).astype(np.float64)
    cosines[np.abs(units).max(axis=1) == 0] = np.nan
    edits = np.array([Levenshtein.distance(words[0], word) for word in words], dtype=np.intp)
    return Typos(tuple(words), edits, cosines, tuple(word in model.index for word in words))


def lookalikes(model: SubwordModel, word: str) -> tuple[list[str], int]:
    """Return the ``N_ALIKE`` words of the vocabulary that are spelled nearest to a word, and how many there are in all.

    Fewer edits first, then the commoner word; at most ``FARTHEST`` edits away.
    """
    near = process.extract(word, model.words, scorer=Levenshtein.distance, score_cutoff=FARTHEST, limit=None)
    ranked = sorted((edits, row, str(found)) for found, edits, row in near if found != word)
    return [found for _, _, found in ranked[:N_ALIKE]], len(ranked)


def misspelled(model: SubwordModel, space: Space, spellings: Sequence[str], step: int) -> Misspelling:
    """Return how far a word strays as it is misspelled, and what it is near at one of the steps.

    Parameters
    ----------
    model : SubwordModel
        The model.
    space : Space
        Where neighbours are looked for.
    spellings : sequence of str
        From :func:`steps`, the intended word first.
    step : int
        Which of them somebody stands at.

    Raises
    ------
    NothingKnown
        When no piece of the intended word was ever seen.
    """
    way = typos(model, spellings)
    words, within = lookalikes(model, spellings[0])
    near = [] if np.isnan(way.cosines[step]) else space.neighbours(model.vectors([spellings[step]])[0], 8)
    return Misspelling(way, typos(model, [spellings[0], *words]), within, step, near)


def parse_sum(text: str) -> list[tuple[int, str]]:
    """Return the terms of a sum as a reader types it, each with its sign: "jog + er>", "king - man + woman"."""
    found, sign = [], 1
    for piece in text.replace("−", "-").replace("+", " + ").split():
        if piece in ("+", "-"):
            sign = 1 if piece == "+" else -1
            continue
        if piece.startswith("-"):
            sign, piece = -1, piece[1:]
        found.append((sign, piece))
        sign = 1
    return found


def add_up(model: SubwordModel, terms: Sequence[tuple[int, str]]) -> tuple[Vectors, list[str]]:
    """Return the sum of words' vectors and n-grams' rows as they are, length 1, (d,), and the unknown terms.

    A term with a bracket is an n-gram of the model; any other is a word if the vocabulary has it, else an n-gram.

    Raises
    ------
    NothingKnown
        When no term is known.
    """
    found, unknown = [], []
    for sign, term in terms:
        if "<" not in term and ">" not in term and term in model.index:
            vector = model.vector(term)
        elif model.seen([term])[0]:
            vector = model.rows.take(np.array([model.row(term)], dtype=np.int64))[0]
        else:
            vector = None
        if vector is None:
            unknown.append(term)
        else:
            found.append(sign * vector)
    if not found or not np.any(np.sum(found, axis=0)):
        typed = " ".join(f"{'-' if sign < 0 else '+'} {term}" for sign, term in terms).removeprefix("+ ")
        raise NothingKnown(
            f"Nothing is known of {quoted(typed)}, or it adds up to nothing. Use words of the vocabulary, or n-grams "
            f"of {MIN_N} to {MAX_N} letters of one."
        )
    return unit_rows(np.sum(found, axis=0)[None])[0], unknown


def equation(model: SubwordModel, space: Space, typed: str) -> Equation | None:
    """Return how near a word is to what it might be the sum of: "playing = play + ing>".

    None where it is not written as one word, an equals sign and a term at least.

    Raises
    ------
    NothingKnown
        When no term is known, or they add up to nothing.
    """
    left, _, right = visible(typed).lower().partition("=")
    word, terms = one_word(left), parse_sum(right)
    if not word or not terms or " " in word:
        return None
    total, unknown = add_up(model, terms)
    vector = model.vector(word)
    near = space.neighbours(total, exclude=[word])
    if vector is None:
        return Equation(word, float("nan"), unknown, [], near)
    return Equation(word, cosine(vector, total), unknown, space.neighbours(vector, exclude=[word]), near)


def as_gram(typed: str) -> str:
    """Return an n-gram as it may be written: "-ing" is an end, "un-" a beginning."""
    text = "".join(visible(typed).split()).lower()
    if text.startswith("-"):
        return f"{text.strip('-')}>" if text.strip("-") else ""
    return f"<{text.strip('-')}" if text.endswith("-") else text


def holders(model: SubwordModel, space: Space, gram: str) -> Holders | None:
    """Return the words that hold an n-gram and how near they are to each other; None where fewer than two do."""
    words = model.holding(gram, MOST_HELD) if model.min_n <= len(gram) <= model.max_n else []
    if len(words) < 2:
        return None
    return Holders(gram, words, mean_cosine(space, words), mean_cosine(space, matched(space, words)))


def mean_cosine(space: Space, words: Sequence[str]) -> float:
    """Return the mean cosine of each two different words of a list of two or more.

    Raises
    ------
    UnknownWord
        When the space does not hold one of them.
    """
    n = len(words)
    total = space.unit[space.rows(words)].sum(axis=0, dtype=np.float64)
    return float((total @ total - n) / (n * (n - 1)))


def matched(space: Space, words: Sequence[str], reach: int = 200, seed: int = 0) -> list[str]:
    """Return other words that are about as frequent, one for each: what a list's mean cosine is to be held against."""
    random = np.random.default_rng(seed)
    taken = {space.row(word) for word in words}
    found = []
    for row in sorted(taken):
        near = [i for i in range(max(row - reach, 0), min(row + reach, len(space.words))) if i not in taken]
        if near:
            chosen = int(random.choice(near))
            taken.add(chosen)
            found.append(space.words[chosen])
    return found


def family(model: SubwordModel, words: Sequence[str]) -> Family:
    """Return cosines and shared n-grams of some words."""
    units = unit_rows(model.vectors(words)).astype(np.float64)
    cosines = units @ units.T
    empty = np.abs(units).max(axis=1) == 0 if len(words) else np.zeros(0, dtype=bool)
    cosines[empty] = np.nan
    cosines[:, empty] = np.nan
    grams = [model.ngrams(word) for word in words]
    sets = [set(listed) for listed in grams]
    shared = np.array([[len(a & b) / max(len(a | b), 1) for b in sets] for a in sets])
    seen = np.array([float(model.seen(listed).mean()) if listed else 0.0 for listed in grams])
    known = np.array([word in model.index for word in words], dtype=np.bool_)
    return Family(tuple(words), cosines, shared, known, seen)


@dataclass(frozen=True, eq=False)
class Crowding:
    """What fewer buckets would do.

    Attributes
    ----------
    n_buckets : int
        How many.
    n_grams : int
        Different n-grams of the vocabulary.
    sharing : float
        Share of them that have a bucket together with another.
    largest : int
        N-grams in the fullest bucket.
    """

    n_buckets: int
    n_grams: int
    sharing: float
    largest: int


@dataclass(frozen=True, eq=False)
class Crowded:
    """What a word would come to with fewer buckets.

    Attributes
    ----------
    word : str
        The word.
    kept : float
        Cosine of its vector with what it would be, NaN when nothing of it was seen.
    others : dict of str to int
        For each different n-gram that was seen, how many other n-grams of the vocabulary share its bucket.
    """

    word: str
    kept: float
    others: Mapping[str, int] = field(repr=False)

    @property
    def n_sharing(self) -> int:
        """How many of its n-grams share their bucket."""
        return sum(count > 0 for count in self.others.values())


def crowding(model: SubwordModel, n_buckets: int) -> Crowding:
    """Return how the vocabulary's n-grams would share a number of buckets."""
    hashes = distinct_hashes(model)
    counts = np.bincount(hashes % np.uint32(n_buckets), minlength=n_buckets)
    together = int(counts[counts > 1].sum())
    return Crowding(n_buckets, len(hashes), together / max(len(hashes), 1), int(counts.max()))


def distinct_hashes(model: SubwordModel) -> npt.NDArray[np.uint32]:
    """Return the hash of each different n-gram of the vocabulary."""
    _, first = np.unique(model.pieces.keys, return_index=True)
    hashes: npt.NDArray[np.uint32] = model.pieces.hashes[first]
    return hashes


def crowded(model: SubwordModel, word: str, n_buckets: int) -> Crowded:
    """Return what a word keeps of its vector with fewer buckets, and how crowded its n-grams would be.

    Each row is replaced by the mean of the rows of all the n-grams that would share its bucket: what a row that is
    trained for all of them at once would come to if each had an equal say. An estimate; nothing is trained again.
    """
    found = model.decompose(word)
    hashes = distinct_hashes(model)
    buckets = hashes % np.uint32(n_buckets)
    vectors, others = [], {}
    for gram, row, vector, seen in zip(found.ngrams, found.rows, found.vectors, found.seen, strict=True):
        if row < model.n_words:
            vectors.append(vector)
            continue
        members = hashes[buckets == np.uint32(fnv1a(gram) % n_buckets)]
        if seen:
            others[gram] = len(members) - 1
            rows = model.n_words + (members % np.uint32(model.n_buckets)).astype(np.int64)
            vectors.append(model.rows.take(rows).mean(axis=0))
    if not vectors:
        return Crowded(word, float("nan"), others)
    both = unit_rows(np.stack([found.vector, np.mean(vectors, axis=0)]))
    return Crowded(word, float(both[0] @ both[1]), others)
