"""A vector for each use: the words around a target, weighed, and which sense their mean speaks for.

Four ways to weigh. Scores go through a softmax; the contextual vector is h = Σ α_i v_i over whitened vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.context.attention import Attention, load_attention
from core.context.whitening import whiten
from core.errors import NoContext
from core.spaces.contexts import word_counts
from core.spaces.space import Space, Vectors, load_space, unit_rows
from core.text import visible

SCHEMES = ("uniform", "sif", "dot", "learned")
SIF = 1e-3  # a of a/(a + p): Arora et al. (2017)
THRESHOLD = 0.15  # by how much a sense must lead, else "cannot tell"; chosen by scripts/evaluate/context.py
SPACE = "glove-6b"  # where the learned weights were trained
OURS = "glove"  # a space whose words are those of our corpus

Floats = npt.NDArray[np.float64]
Spell = Callable[[str], "Vectors | None"]


@dataclass(frozen=True, eq=False)
class Weighting:
    """A sentence weighed for one of its words.

    Attributes
    ----------
    tokens : tuple of str, (n,)
        Lower case.
    target : int
        Which token the others are weighed for.
    scheme : str
        One of :data:`SCHEMES`, or "hand".
    scores : ndarray (n,)
        Before the softmax, not yet divided by the temperature; NaN for tokens that have no say.
    weights : ndarray (n,)
        At least 0; 0 for tokens that have no say (the target, its other occurrences, unknown and struck words),
        the others sum to 1.
    vector : ndarray (d,)
        h, the weighted mean of the words' whitened vectors.
    word : ndarray (d,)
        The target's own whitened vector: the same in every sentence; zero when the space does not hold it.
    contexts : ndarray of float32 (m, d)
        The whitened vectors of the tokens that have a say, in order.
    temperature : float
        What the scores were divided by.
    spelled : tuple of int
        Tokens that the space does not hold and whose vector was made from n-grams.
    """

    tokens: tuple[str, ...]
    target: int
    scheme: str
    scores: Floats = field(repr=False)
    weights: Floats = field(repr=False)
    vector: Floats = field(repr=False)
    word: Floats = field(repr=False)
    contexts: Vectors = field(repr=False)
    temperature: float = 1.0
    spelled: tuple[int, ...] = ()

    @property
    def shift(self) -> Floats:
        """Δ = h − v_word, (d,)."""
        moved: Floats = self.vector - self.word
        return moved

    def mixed(self, share: float) -> Floats:
        """Return v_word + λΔ, (d,): 0 is the static vector, 1 the contextual one."""
        found: Floats = self.word + share * self.shift
        return found

    @property
    def entropy(self) -> float:
        """How widely the weights are spread, in bits: 0 with all on one word, log2 n when n count alike."""
        some = self.weights[self.weights > 0]
        return float(-(some * np.log2(some)).sum()) + 0.0

    @property
    def counted(self) -> npt.NDArray[np.intp]:
        """The tokens that have a say, (m,)."""
        return np.flatnonzero(~np.isnan(self.scores))


@dataclass(frozen=True, eq=False)
class _Heard:
    """The words around a target that have a say: their places, offsets, rows (−1: spelled) and vectors."""

    places: npt.NDArray[np.intp]
    offsets: npt.NDArray[np.intp]
    rows: npt.NDArray[np.intp]
    vectors: Vectors


@dataclass(frozen=True, eq=False)
class Weigher:
    """What weighs sentences in one space.

    Attributes
    ----------
    space : Space
        As trained; ``dot`` multiplies its raw vectors.
    told : Space
        The same words with whitened vectors of length 1, where senses are told apart.
    shares : ndarray (V,)
        How often each word occurs in our corpus, as a share.
    attention : Attention or None
        The learned weights, for the space that has them.
    spell : callable or None
        Makes a whitened vector of length 1 for a word that the space does not hold, or None where it cannot.
    """

    space: Space
    told: Space
    shares: Floats = field(repr=False)
    attention: Attention | None = field(default=None, repr=False)
    spell: Spell | None = field(default=None, repr=False)

    @property
    def schemes(self) -> tuple[str, ...]:
        """The ways to weigh that this space has."""
        return SCHEMES if self.attention is not None else SCHEMES[:-1]

    def weigh(
        self,
        tokens: Sequence[str],
        target_index: int,
        scheme: str,
        *,
        temperature: float = 1.0,
        distance: bool = True,
        struck: Collection[int] = (),
    ) -> Weighting:
        """Weigh the words around one token, the whole list being the window.

        Parameters
        ----------
        tokens : sequence of str
            The sentence; lower-cased inside.
        target_index : int
            Which of them is the target.
        scheme : str
            ``uniform``: all alike. ``sif``: a/(a + p). ``dot``: softmax of v_t·v_c, raw vectors.
            ``learned``: softmax of (Q v_t)·(K v_c)/√r + s_c + g_distance.
        temperature : float
            Divides the scores, > 0; infinity makes all weights alike.
        distance : bool
            Whether ``learned`` counts how far a word stands from the target.
        struck : collection of int
            Tokens that shall have no say.

        Raises
        ------
        NoContext
            When no word is left that could have a say.
        ValueError
            When an argument is out of range, or the space has no learned weights.

        Source: SIF is that of Arora, Liang & Ma (2017); scaled dot products that of Vaswani et al. (2017), with terms
        for the word alone and for its distance.
        """
        if scheme not in self.schemes:
            raise ValueError(f"no scheme is called {scheme!r} in {self.space.name}; there are: {self.schemes}")
        if not temperature > 0:
            raise ValueError(f"the temperature must be above 0, got {temperature}")
        words = lowered(tokens)
        heard = self._heard(words, target_index, struck)
        scores = self._scores(words[target_index], heard, scheme, distance=distance)
        weights = softmax(scores, temperature)
        return self._weighted(words, target_index, scheme, heard, scores, weights, temperature)

    def by_hand(self, tokens: Sequence[str], target_index: int, weights: npt.ArrayLike) -> Weighting:
        """Weigh by numbers that the reader gives, one a token; those of words without a say do not count.

        Raises
        ------
        NoContext
            When no word with a say has a weight above 0.
        ValueError
            When a weight is negative or not finite, or there are not as many as tokens.
        """
        words, given = lowered(tokens), np.asarray(weights, dtype=np.float64)
        if given.shape != (len(words),) or not np.isfinite(given).all() or (given < 0).any():
            raise ValueError(f"{len(words)} weights of at least 0 are needed, got {weights!r}")
        heard = self._heard(words, target_index, np.flatnonzero(given == 0).tolist())
        parts = given[heard.places]
        return self._weighted(words, target_index, "hand", heard, np.log(parts), parts / parts.sum(), 1.0)

    def row(self, word: str) -> Floats:
        """Return a word's whitened vector, (d,); zero when the space does not hold it."""
        place = self.space.index.get(word)
        found = np.zeros(self.told.vectors.shape[1]) if place is None else self.told.vectors[place]
        return found.astype(np.float64)

    def _heard(self, words: tuple[str, ...], target: int, struck: Collection[int]) -> _Heard:
        if not 0 <= target < len(words):
            raise ValueError(f"the target must be one of {len(words)} tokens, got {target}")
        index, own = self.space.index, words[target]
        found = [-1 if word == own else index.get(word, -1) for word in words]
        rows = np.array(found, dtype=np.intp)
        spelled: dict[int, Vectors] = {}
        if self.spell is not None:
            for place, word in enumerate(words):
                if word != own and word not in index and (made := self.spell(word)) is not None:
                    spelled[place] = made
        known = rows >= 0
        known[list(spelled)] = True
        # The distance is counted in words that have a vector: punctuation and odd names do not put two words apart.
        before: npt.NDArray[np.intp] = np.cumsum(known) - known
        offsets = np.where(np.arange(len(words)) > target, before - before[target] + 1, before - before[target])
        known[[place for place in struck if 0 <= place < len(words)]] = False
        places = np.flatnonzero(known)
        if not len(places):
            raise NoContext(own)
        vectors = self.told.vectors[rows[places]]
        for place, made in spelled.items():
            vectors[places == place] = made
        return _Heard(places, offsets[places], rows[places], vectors)

    def _scores(self, target: str, heard: _Heard, scheme: str, *, distance: bool) -> Floats:
        if scheme == "uniform":
            return np.zeros(len(heard.rows))
        spelled = heard.rows < 0
        if scheme == "sif":
            shares = np.where(spelled, 0.0, self.shares[heard.rows])
            return np.asarray(np.log(SIF / (SIF + shares)))
        place = self.space.index.get(target)
        if scheme == "dot":
            # A spelled word has no raw vector, and an unknown target none at all: nothing speaks for or against.
            if place is None:
                return np.zeros(len(heard.rows))
            raw = np.where(spelled, 0.0, self.space.raw(heard.rows) @ self.space.raw([place])[0])
            return raw.astype(np.float64)
        attention = self.attention
        assert attention is not None  # noqa: S101  # `weigh` has looked
        scores = np.where(spelled, attention.unheard, attention.salience[heard.rows]).astype(np.float64)
        if place is not None:
            scores += attention.compatibility(self.told.vectors[place], heard.vectors)
        if distance:
            scores += attention.nearness(heard.offsets)
        return scores

    def _weighted(
        self,
        words: tuple[str, ...],
        target: int,
        scheme: str,
        heard: _Heard,
        scores: Floats,
        weights: Floats,
        temperature: float,
    ) -> Weighting:
        full, spread = np.full(len(words), np.nan), np.zeros(len(words))
        full[heard.places], spread[heard.places] = scores, weights
        spelled = tuple(int(place) for place in heard.places[heard.rows < 0])
        vector = weights @ heard.vectors.astype(np.float64)
        own = self.row(words[target])
        return Weighting(words, target, scheme, full, spread, vector, own, heard.vectors, temperature, spelled)


def weigh(
    tokens: Sequence[str], target_index: int, scheme: str, *, temperature: float = 1.0, space: str = SPACE
) -> Weighting:
    """Weigh the words around one token in a space that ships; see :meth:`Weigher.weigh`.

    Raises
    ------
    NoContext, ValueError, AssetProblem
        As :meth:`Weigher.weigh` and :func:`load_weigher`.
    """
    return _kept(space).weigh(tokens, target_index, scheme, temperature=temperature)


@cache
def _kept(space: str) -> Weigher:
    # The one cache in core: whitening takes longer than a thousand sentences.
    return load_weigher(space)


def load_weigher(
    space: str = SPACE, directory: Path = assets.ASSETS, *, attended: bool = True, loaded: Space | None = None
) -> Weigher:
    """Load what weighs sentences in a space, and whiten its vectors.

    Parameters
    ----------
    space : str
        Its name.
    directory : Path
        Where the assets are.
    attended : bool
        Whether with the learned weights.
    loaded : Space, optional
        The space itself, where it is at hand.

    Raises
    ------
    ValueError
        When no space has that name.
    AssetProblem
        When a file is missing or damaged.
    """
    loaded = loaded or load_space(space, directory)
    ours = (
        assets.verified(f"{OURS}.words.txt", directory).read_text(encoding="utf-8").split("\n")[:-1],
        word_counts(directory),
    )
    counts = occurrences(loaded.words, *ours)
    attention = load_attention(len(loaded.words), directory) if attended and space == SPACE else None
    return make_weigher(loaded, counts, float(ours[1].sum(dtype=np.float64)), attention)


def make_weigher(
    space: Space, counts: Floats, total: float, attention: Attention | None = None, spell: Spell | None = None
) -> Weigher:
    """Return what weighs sentences in a space, from how often each of its words occurs in so many tokens."""
    told = Space(f"{space.name} whitened", space.words, whiten(space.raw(range(len(space.words))), counts))
    told.vectors.flags.writeable = False
    told.__dict__["unit"] = told.vectors  # of length 1 already
    return Weigher(space, told, counts / total, attention, spell)


def occurrences(words: Sequence[str], ours: Sequence[str], counts: npt.NDArray[np.integer]) -> Floats:
    """Return how often each word occurs in our corpus, (V,): half as often as the rarest when it is not counted."""
    known = dict(zip(ours, counts.tolist(), strict=True))
    return np.array([known.get(word, counts.min() / 2) for word in words], dtype=np.float64)


def softmax(scores: Floats, temperature: float = 1.0) -> Floats:
    """Return exp(s/τ) / Σ exp(s/τ), (n,); τ > 0 may be infinite."""
    scaled = np.exp((scores - scores.max()) / temperature)
    shares: Floats = scaled / scaled.sum()
    return shares


def lowered(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return tokens as they are looked up: composed, lower case, with straight apostrophes."""
    if "".join(tokens).isascii():
        return tuple(map(str.lower, tokens))
    return tuple(
        token.lower() if token.isascii() else visible(token.replace("’", "'")).strip().lower() for token in tokens
    )


@dataclass(frozen=True, eq=False)
class Verdict:
    """Which sense a contextual vector speaks for.

    Attributes
    ----------
    cosines : ndarray (S,)
        With each sense's anchor.
    best : int
        The sense with the largest.
    margin : float
        By how much it leads the next, 0 to 2.
    sense : int or None
        The best, or None when it leads by less than it should: cannot tell.
    """

    cosines: Floats = field(repr=False)
    best: int
    margin: float
    sense: int | None


def decide(vector: npt.ArrayLike, anchors: npt.ArrayLike, threshold: float = 0.0) -> Verdict:
    """Return the nearest sense by cosine.

    Parameters
    ----------
    vector : array-like (d,)
        The contextual vector.
    anchors : array-like (S, d)
        One direction of length 1 a sense; zero for a sense that nothing is known of.
    threshold : float
        The margin below which there is no verdict.

    Raises
    ------
    ValueError
        When there are fewer than two senses.
    """
    directions = np.asarray(anchors, dtype=np.float64)
    if len(directions) < 2:
        raise ValueError(f"there is nothing to decide between {len(directions)} senses")
    cosines = directions @ unit_rows(np.atleast_2d(np.asarray(vector)))[0].astype(np.float64)
    first, second = np.argsort(-cosines, kind="stable")[:2]
    margin = float(cosines[first] - cosines[second])
    return Verdict(cosines, int(first), margin, int(first) if margin >= threshold and margin > 0 else None)


def leads_without(weighting: Weighting, anchors: npt.ArrayLike, sense: int) -> Floats:
    """Return the lead of a sense over the best other when one word is left out, for each word with a say, (m,).

    Parameters
    ----------
    weighting : Weighting
        Of m words with a say; distances stay as they were.
    anchors : array-like (S, d)
        As in :func:`decide`.
    sense : int
        Whose lead is followed.
    """
    counted = weighting.counted
    scores = np.tile(weighting.scores[counted], (len(counted), 1))
    np.fill_diagonal(scores, -np.inf)
    # A word alone leaves nothing behind: its row stays zero.
    rest = [softmax(row, weighting.temperature) if len(row) > 1 else np.zeros(1) for row in scores]
    means = np.stack(rest) @ weighting.contexts
    cosines = unit_rows(means).astype(np.float64) @ np.asarray(anchors, dtype=np.float64).T
    leads: Floats = cosines[:, sense] - np.delete(cosines, sense, axis=1).max(axis=1)
    return leads
