"""Why training must put a word between its senses: the one row of counts that it sees, and what pulls on the word."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.counts.cooccurrence import CountRow
from core.counts.refit import GloveSettings, glove_weights, refit_glove
from core.drift.laws import Floats
from core.drift.material import Material
from core.spaces.contexts import Contexts
from core.spaces.space import Space

WINDOW = 5  # of skip-gram, on each side
COMMONEST = 150  # function words, nearly all
MOST_EACH, LEAST_EACH = 6, 3  # contexts of each of two senses, and of each of many


@dataclass(frozen=True, eq=False)
class Split:
    """Some contexts of a word, each split by the senses that they come from.

    Attributes
    ----------
    columns : ndarray of int (n,)
        Row numbers of the context words.
    counts : ndarray (S, n)
        What each sense gives to the count of each.
    """

    columns: npt.NDArray[np.intp] = field(repr=False)
    counts: Floats = field(repr=False)


@dataclass(frozen=True, eq=False)
class Pulls:
    """What GloVe's objective asks of a word for some contexts, and what the solved row gives.

    Attributes
    ----------
    targets : ndarray (n,)
        ln X of each context; NaN where the row has no such count, so nothing is asked.
    given : ndarray (n,)
        w·c + a + b of each.
    weights : ndarray (n,)
        f(X), 0 to 1: how much each counts.
    """

    targets: Floats = field(repr=False)
    given: Floats = field(repr=False)
    weights: Floats = field(repr=False)


@dataclass(frozen=True, eq=False)
class Tellers:
    """The contexts that tell most of a word's senses.

    Attributes
    ----------
    names : tuple of str, (S,)
        The senses.
    columns : ndarray of int (n,)
        Row numbers of the contexts.
    words : tuple of str, (n,)
        The contexts.
    owners : tuple of int, (n,)
        The sense that each is commonest with.
    alone : Pulls
        Target and gift of each where that sense is alone, at the word's usual mass.
    each : int
        How many were looked for a sense.
    """

    names: tuple[str, ...]
    columns: npt.NDArray[np.intp] = field(repr=False)
    words: tuple[str, ...]
    owners: tuple[int, ...]
    alone: Pulls = field(repr=False)
    each: int


@dataclass(frozen=True)
class WindowWord:
    """One word of a sentence, as skip-gram sees it from another.

    Attributes
    ----------
    word : str
        The word.
    known : bool
        Whether it is in the vocabulary; one that is not is dropped before windows are laid.
    kept : float
        The probability that subsampling keeps it, 0 to 1.
    distance : int
        How many known words away it stands, 0 for the word itself.
    weight : float
        How often, on average, the pair is trained on in one reading: ``kept`` times (6 − distance)/5.
    """

    word: str
    known: bool
    kept: float
    distance: int
    weight: float


def telling(
    material: Material, shares: npt.ArrayLike, n: int = 6, *, skip: int = COMMONEST, exclude: Collection[int] = ()
) -> npt.NDArray[np.intp]:
    """Return the n contexts of each sense that tell most of it, (S·n at most,), those of the first sense first.

    A context tells much when it is common with the sense and rare elsewhere: x̂ · ln(x̂ / q), its part in the
    divergence of the sense's row from the text as a whole.

    Parameters
    ----------
    material : Material
        The word.
    shares : array-like (V,)
        The share q of each word in the corpus.
    n : int
        How many a sense.
    skip : int
        How many of the commonest words are left out: they stand with every sense.
    exclude : collection of int
        Row numbers of other words to leave out, such as the word itself.
    """
    frequencies = np.asarray(shares, dtype=np.float64)
    chosen: list[int] = []
    for row in material.rows:
        own = row.counts / row.total
        parts = own * np.log(own / frequencies[row.columns])
        ranked = row.columns[np.argsort(-parts, kind="stable")].tolist()
        chosen += [c for c in ranked if c >= skip and c not in chosen and c not in exclude][:n]
    return np.array(chosen, dtype=np.intp)


def split(material: Material, masses: npt.ArrayLike, columns: npt.NDArray[np.intp]) -> Split:
    """Return how the counts of some contexts are made up when each sense has a mass.

    Invariant: the sum over senses is the row that the model is given.
    """
    counts = np.zeros((len(material.rows), len(columns)))
    for sense, (row, mass) in enumerate(zip(material.rows, np.asarray(masses, dtype=np.float64), strict=True)):
        counts[sense] = mass / row.total * _at(row, columns)
    return Split(columns, counts)


def pulls(contexts: Contexts, row: CountRow, columns: npt.NDArray[np.intp]) -> Pulls:
    """Return target and gift of some contexts at the row's own solution.

    Parameters
    ----------
    contexts : Contexts
        Of the space ``glove``.
    row : CountRow
        The counts that the word is solved from.
    columns : ndarray of int (n,)
        The contexts.

    Raises
    ------
    ValueError
        When the space is not GloVe.

    Source: Pennington et al. (2014), eq. 8: each cell asks that w·c + a + b be ln X, f(X) strongly.
    """
    if contexts.biases is None or contexts.ridge is None:
        raise ValueError(f"{contexts.name} has another objective than GloVe's")
    biases = contexts.biases[1]
    settings = GloveSettings(contexts.training["x_max"], contexts.ridge)
    kept = row.counts >= contexts.training.get("lowest", 0)
    solved = refit_glove(row.columns[kept], row.counts[kept], contexts.vectors, biases, settings)
    given = contexts.vectors[columns] @ solved.vector + solved.bias + biases[columns]
    counts = _at(row, columns)
    asked = counts >= contexts.training.get("lowest", 0)
    targets = np.where(asked, np.log(np.where(asked, counts, 1)), np.nan)
    weights = np.where(asked, glove_weights(counts, settings.x_max), 0)
    return Pulls(targets, given.astype(np.float64), weights)


def pulls_alone(contexts: Contexts, material: Material, owners: Sequence[int], columns: npt.NDArray[np.intp]) -> Pulls:
    """Return target and gift of each context where the sense that it tells is alone, at the word's usual mass.

    Parameters
    ----------
    contexts : Contexts
        Of the space ``glove``.
    material : Material
        The word.
    owners : sequence of int (n,)
        The sense that each context tells.
    columns : ndarray of int (n,)
        The contexts.
    """
    corners = [pulls(contexts, material.mixed(corner), columns) for corner in np.eye(len(material.rows))]
    picked = (np.asarray(owners), np.arange(len(columns)))
    return Pulls(
        *(np.stack([getattr(one, part) for one in corners])[picked] for part in ("targets", "given", "weights"))
    )


def tellers(
    contexts: Contexts, material: Material, space: Space, words: Sequence[str], counts: Mapping[str, int]
) -> Tellers:
    """Return the contexts that tell most of each sense, fewer a sense where there are many.

    Parameters
    ----------
    contexts : Contexts
        Of the space ``glove``.
    material : Material
        The word.
    space : Space
        The same space.
    words : sequence of str
        The word itself, or the two that are merged: no contexts to show.
    counts : dict of str to int
        How often each word of the space stands in the corpus.
    """
    often = np.array([counts[word] for word in space.words], dtype=np.float64)
    n = max(LEAST_EACH, MOST_EACH + 2 - len(material.names))
    columns = telling(material, often / often.sum(), n, exclude=space.rows(words).tolist())
    owners = split(material, np.ones(len(material.names)), columns).counts.argmax(axis=0).tolist()
    alone = pulls_alone(contexts, material, owners, columns)
    shown = tuple(space.words[column] for column in columns)
    return Tellers(material.names, columns, shown, tuple(owners), alone, n)


def window(
    tokens: Sequence[str], target: int, counts: Mapping[str, int], total: int, threshold: float
) -> list[WindowWord]:
    """Return what skip-gram keeps of a sentence around one of its words, in the sentence's order.

    Parameters
    ----------
    tokens : sequence of str
        The sentence.
    target : int
        Which of them the window is laid around.
    counts : dict of str to int
        How often each word of the vocabulary stands in the corpus.
    total : int
        Tokens of the corpus.
    threshold : float
        t of the subsampling.

    Source: Mikolov et al. (2013), §2.3, in fastText's form: a word of share f is kept with probability √(t/f) + t/f;
    and a window drawn evenly from 1 to 5 reaches a word at distance k with probability (6 − k)/5.
    """
    places = [i for i, token in enumerate(tokens) if token in counts or i == target]
    rank = {place: number for number, place in enumerate(places)}
    found = []
    for i, token in enumerate(tokens):
        if i not in rank:
            found.append(WindowWord(token, False, 0.0, 0, 0.0))
            continue
        distance = abs(rank[i] - rank[target])
        share = counts[token] / total if token in counts else threshold
        kept = float(min(1, np.sqrt(threshold / share) + threshold / share))
        reach = max(0, WINDOW + 1 - distance) / WINDOW if distance else 0.0
        found.append(WindowWord(token, token in counts, kept, distance, kept * reach))
    return found


def _at(row: CountRow, columns: npt.NDArray[np.intp]) -> Floats:
    """Return a row's counts at some columns, 0 where it has none."""
    places = np.searchsorted(row.columns, columns)
    inside = np.minimum(places, len(row.columns) - 1)
    return np.where(row.columns[inside] == columns, row.counts[inside], 0).astype(np.float64)
