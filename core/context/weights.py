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
from core.counts import senses
from core.counts.senses import SenseWord
from core.errors import NoContext
from core.spaces.contexts import word_counts
from core.spaces.space import Space, Vectors, cosine, load_space
from core.text import tokenise, visible

SCHEMES = ("uniform", "sif", "dot", "learned")
TITLES = {"uniform": "Uniform", "sif": "SIF", "dot": "Dot product", "learned": "Learned", "hand": "By hand"}
SIF = 1e-3  # a of a/(a + p): Arora et al. (2017)
COMMON = 1e-3  # share of the text from which on a word counts as a function word: SIF halves its weight there
SPACE = "glove-6b"  # where the learned weights were trained
OURS = "glove"  # a space whose words are those of our corpus

Floats = npt.NDArray[np.float64]
OovVector = Callable[[str], "Vectors | None"]


@dataclass(frozen=True, eq=False)
class ContextualVector:
    """What the words around one token make of it: their weights, and the weighted mean of their vectors.

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
    oov : tuple of int
        Tokens that the space does not hold and whose vector was made from n-grams.
    common : tuple of int
        Tokens with a say that are function words: each of them more than :data:`COMMON` of all text.
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
    oov: tuple[int, ...] = ()
    common: tuple[int, ...] = ()

    @property
    def entropy(self) -> float:
        """How widely the weights are spread, in bits: 0 with all on one word, log2 n when n count alike."""
        some = self.weights[self.weights > 0]
        return float(-(some * np.log2(some)).sum()) + 0.0

    @property
    def counted(self) -> npt.NDArray[np.intp]:
        """The tokens that have a say, (m,)."""
        return np.flatnonzero(~np.isnan(self.scores))

    @property
    def relative(self) -> Floats:
        """The weights as shares of the largest, (n,), 0 to 1."""
        shares: Floats = self.weights / self.weights.max()
        return shares

    def nearest(self, size: int) -> list[int]:
        """Return the tokens with a say that stand nearest to the target, up to so many on each side."""
        places = self.counted.tolist()
        left, right = [i for i in places if i < self.target], [i for i in places if i > self.target]
        return left[-size:] + right[:size]

    @property
    def parts(self) -> Floats:
        """What each token makes of the vector's length, (n,): α_i v_i·h / h·h; they sum to 1 and may be negative."""
        found = np.zeros(len(self.tokens))
        found[self.counted] = self.weights[self.counted] * (self.contexts @ self.vector) / (self.vector @ self.vector)
        return found


@dataclass(frozen=True, eq=False)
class _Context:
    """The words around a target that have a say: their places, offsets, rows (−1: out of vocabulary) and vectors."""

    places: npt.NDArray[np.intp]
    offsets: npt.NDArray[np.intp]
    rows: npt.NDArray[np.intp]
    vectors: Vectors


@dataclass(frozen=True, eq=False)
class ContextModel:
    """What makes contextual vectors in one space.

    Attributes
    ----------
    space : Space
        As trained; ``dot`` multiplies its raw vectors.
    whitened : Space
        The same words with whitened vectors of length 1, where senses are told apart.
    shares : ndarray (V,)
        How often each word occurs in our corpus, as a share.
    attention : Attention or None
        The learned weights, for the space that has them.
    oov_vector : callable or None
        Makes a whitened vector of length 1 for a word that the space does not hold, or None where it cannot.
    """

    space: Space
    whitened: Space
    shares: Floats = field(repr=False)
    attention: Attention | None = field(default=None, repr=False)
    oov_vector: OovVector | None = field(default=None, repr=False)

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
    ) -> ContextualVector:
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
        around = self._context(words, target_index, struck)
        scores = self._scores(words[target_index], around, scheme, distance=distance)
        weights = softmax(scores, temperature)
        return self._weighted(words, target_index, scheme, around, scores, weights, temperature)

    def by_hand(self, tokens: Sequence[str], target_index: int, weights: npt.ArrayLike) -> ContextualVector:
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
        around = self._context(words, target_index, np.flatnonzero(given == 0).tolist())
        parts = given[around.places]
        return self._weighted(words, target_index, "hand", around, np.log(parts), parts / parts.sum(), 1.0)

    def restricted(self, context: ContextualVector, places: Collection[int]) -> ContextualVector | None:
        """Weigh a sentence again in the same way, of the words with a say these alone; None when none of them is one.

        Parameters
        ----------
        context : ContextualVector
            What came of the sentence; made by one of :data:`SCHEMES`.
        places : collection of int
            Tokens that keep their say.
        """
        struck = set(range(len(context.tokens))) - (set(places) & set(context.counted.tolist()))
        if len(struck) == len(context.tokens):
            return None
        return self.weigh(
            context.tokens, context.target, context.scheme, temperature=context.temperature, struck=struck
        )

    def cosine_in(self, first: str, second: str, word: str) -> float:
        """Return the cosine of a word's contextual vectors in two sentences that hold it, by learned weights.

        Raises
        ------
        ValueError
            When a sentence does not hold the word, or the space has no learned weights.
        """
        return cosine(
            *(
                self.weigh(tokens, tokens.index(word), "learned").vector
                for tokens in (tokenise(first), tokenise(second))
            )
        )

    def anchors(self, entry: SenseWord) -> Floats:
        """Return one direction a sense, (S, d): see :func:`core.counts.senses.anchors`."""
        return senses.anchors(self.whitened, entry).astype(np.float64)

    def row(self, word: str) -> Floats:
        """Return a word's whitened vector, (d,); zero when the space does not hold it."""
        place = self.space.index.get(word)
        found = np.zeros(self.whitened.vectors.shape[1]) if place is None else self.whitened.vectors[place]
        return found.astype(np.float64)

    def _context(self, words: tuple[str, ...], target: int, struck: Collection[int]) -> _Context:
        if not 0 <= target < len(words):
            raise ValueError(f"the target must be one of {len(words)} tokens, got {target}")
        index, own = self.space.index, words[target]
        found = [-1 if word == own else index.get(word, -1) for word in words]
        rows = np.array(found, dtype=np.intp)
        oov: dict[int, Vectors] = {}
        if self.oov_vector is not None:
            for place, word in enumerate(words):
                if word != own and word not in index and (made := self.oov_vector(word)) is not None:
                    oov[place] = made
        known = rows >= 0
        known[list(oov)] = True
        # The distance is counted in words that have a vector: punctuation and odd names do not put two words apart.
        before: npt.NDArray[np.intp] = np.cumsum(known) - known
        offsets = np.where(np.arange(len(words)) > target, before - before[target] + 1, before - before[target])
        known[[place for place in struck if 0 <= place < len(words)]] = False
        places = np.flatnonzero(known)
        if not len(places):
            raise NoContext(own)
        vectors = self.whitened.vectors[rows[places]]
        for place, made in oov.items():
            vectors[places == place] = made
        return _Context(places, offsets[places], rows[places], vectors)

    def _scores(self, target: str, around: _Context, scheme: str, *, distance: bool) -> Floats:
        if scheme == "uniform":
            return np.zeros(len(around.rows))
        oov = around.rows < 0
        if scheme == "sif":
            shares = np.where(oov, 0.0, self.shares[around.rows])
            return np.asarray(np.log(SIF / (SIF + shares)))
        place = self.space.index.get(target)
        if scheme == "dot":
            # A word made of n-grams has no raw vector, nor has an unknown target: nothing speaks for or against.
            if place is None:
                return np.zeros(len(around.rows))
            raw = np.where(oov, 0.0, self.space.raw(around.rows) @ self.space.raw([place])[0])
            return raw.astype(np.float64)
        attention = self.attention
        assert attention is not None  # noqa: S101  # `weigh` has looked
        scores = np.where(oov, attention.oov_salience, attention.salience[around.rows]).astype(np.float64)
        if place is not None:
            scores += attention.compatibility(self.whitened.vectors[place], around.vectors)
        if distance:
            scores += attention.nearness(around.offsets)
        return scores

    def _weighted(
        self,
        words: tuple[str, ...],
        target: int,
        scheme: str,
        around: _Context,
        scores: Floats,
        weights: Floats,
        temperature: float,
    ) -> ContextualVector:
        full, spread = np.full(len(words), np.nan), np.zeros(len(words))
        full[around.places], spread[around.places] = scores, weights
        oov = around.rows < 0
        common = around.places[~oov & (self.shares[around.rows] >= COMMON)]
        vector = weights @ around.vectors.astype(np.float64)
        return ContextualVector(
            words,
            target,
            scheme,
            full,
            spread,
            vector,
            self.row(words[target]),
            around.vectors,
            temperature,
            tuple(around.places[oov].tolist()),
            tuple(common.tolist()),
        )


def weigh(
    tokens: Sequence[str], target_index: int, scheme: str, *, temperature: float = 1.0, space: str = SPACE
) -> ContextualVector:
    """Weigh the words around one token in a space that ships; see :meth:`ContextModel.weigh`.

    Raises
    ------
    NoContext, ValueError, AssetProblem
        As :meth:`ContextModel.weigh` and :func:`load_model`.
    """
    return _model_of(space).weigh(tokens, target_index, scheme, temperature=temperature)


@cache
def _model_of(space: str) -> ContextModel:
    # The one cache in core: whitening takes longer than a thousand sentences.
    return load_model(space)


def load_model(
    space: str = SPACE, directory: Path = assets.ASSETS, *, attended: bool = True, loaded: Space | None = None
) -> ContextModel:
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
    return make_model(loaded, counts, float(ours[1].sum(dtype=np.float64)), attention)


def make_model(
    space: Space, counts: Floats, total: float, attention: Attention | None = None, oov_vector: OovVector | None = None
) -> ContextModel:
    """Return what weighs sentences in a space, from how often each of its words occurs in so many tokens."""
    whitened = Space(f"{space.name} whitened", space.words, whiten(space.raw(range(len(space.words))), counts))
    whitened.vectors.flags.writeable = False
    whitened.__dict__["unit"] = whitened.vectors  # of length 1 already
    return ContextModel(space, whitened, counts / total, attention, oov_vector)


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
