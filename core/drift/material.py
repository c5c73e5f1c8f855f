"""What a drift is made of: the count rows of a word's senses, and the space in which their mixture is solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.counts.cooccurrence import CountRow, CountTable, load_counts, mix
from core.counts.refit import GloveSettings, fold_in, ppmi, refit_glove, refit_sgns
from core.counts.senses import load_labels
from core.drift.laws import PUBLISHED, Constant, Floats
from core.errors import TooFewCounts, UnknownWord
from core.evidence.results import load_results
from core.spaces.contexts import WITH_CONTEXTS, Contexts, load_contexts
from core.text import whole_percents

Masses = tuple[float, ...]  # the sum of the contexts of each sense
Solve = Callable[[CountRow, "Floats | None"], Floats]

SPACES = WITH_CONTEXTS  # the spaces whose rows can be solved again
UNSOLVED = 1e-4  # a gradient above which a row of skip-gram counts as having no minimum
FEWEST = 20  # labelled occurrences below which a sense is left out: its row would be chance
COUNTS = {"glove": "glove", "skipgram": "sgns", "ppmi": "glove"}  # what each was trained on


@dataclass(frozen=True, eq=False)
class Material:
    """The count rows of a word's senses.

    Attributes
    ----------
    word : str
        The word, or both parts of a pseudoword.
    names : tuple of str, (S,)
        Its senses.
    rows : tuple of CountRow, (S,)
        Their counts.
    total : float
        T, the sum of the word's whole row; a mixed corpus keeps it.
    occurrences : tuple of int, (S,)
        Of how many occurrences each row holds the contexts; empty where that is not known.
    each : float
        T divided by the word's occurrences: the mass that one of them has on average.
    """

    word: str
    names: tuple[str, ...]
    rows: tuple[CountRow, ...] = field(repr=False)
    total: float
    occurrences: tuple[int, ...] = ()
    each: float = 1.0

    def mixed(self, proportions: npt.ArrayLike) -> CountRow:
        """Return X(p) = T Σ_s p_s x̂_s.

        Raises
        ------
        ValueError
            When the proportions are not as many as the senses, below 0, or do not sum to 1.
        """
        shares = np.asarray(proportions, dtype=np.float64)
        if shares.shape != (len(self.rows),) or abs(shares.sum() - 1) > 1e-6:
            raise ValueError(f"the proportions of {len(self.rows)} senses must sum to 1, these do not: {proportions!r}")
        return mix(self.rows, self.total * shares)

    def masses_at(self, parts: Sequence[float]) -> Masses:
        """Return the mass of each sense where they have these parts and the word is as frequent as it is.

        Masses are rounded, so that one mixture is one, however it was said.

        Raises
        ------
        ValueError
            When all parts are 0.
        """
        return tuple(round(self.total * share, 6) for share in shares_of(parts))

    def masses_of(self, occurrences: Sequence[float]) -> Masses:
        """Return the mass of each sense in so many occurrences of it, rounded as in :meth:`masses_at`."""
        return tuple(round(self.each * number, 6) for number in occurrences)


@dataclass(frozen=True, eq=False)
class Bench:
    """A space with all that a drift in it needs, loaded once.

    Attributes
    ----------
    space : str
        Its name.
    contexts : Contexts
        What is held fixed.
    senses : CountTable
        Count rows of senses, "bank/finance".
    totals : dict of str to float
        T of each word of the catalogue.
    law : Constant
        c of the logarithmic law in this space.
    labelled : dict of str to int
        Of how many occurrences each row of ``senses`` holds the contexts.
    occurrences : dict of str to int
        How often each word of the catalogue stands in the text.
    """

    space: str
    contexts: Contexts = field(repr=False)
    senses: CountTable = field(repr=False)
    totals: dict[str, float] = field(repr=False)
    law: Constant
    labelled: dict[str, int] = field(default_factory=dict, repr=False)
    occurrences: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def solve(self) -> Solve:
        """The row refit of the space, from counts (and a guess, or None) to a vector."""
        return solver(self.contexts)

    def material(self, word: str) -> Material:
        """Return the count rows of a word of the catalogue.

        A sense with no row, or with fewer than ``FEWEST`` labelled occurrences, is left out.

        Raises
        ------
        UnknownWord
            When the word is not in the catalogue.
        """
        mine = [
            key for key in self.senses.words if key.split("/")[0] == word and self.labelled.get(key, FEWEST) >= FEWEST
        ]
        if not mine:
            known = list(self.totals)
            raise UnknownWord(word, "the catalogue", len(known), [near for near in known if near[:2] == word[:2]])
        rows = tuple(self.senses.row(key) for key in mine)
        occurrences = tuple(self.labelled[key] for key in mine if key in self.labelled)
        total = self.totals[word]
        each = total / self.occurrences.get(word, 1)
        return Material(word, tuple(key.split("/")[1] for key in mine), rows, total, occurrences, each)


def load_bench(space: str, directory: Path = assets.ASSETS) -> Bench:
    """Load what a drift in a space needs.

    Raises
    ------
    ValueError
        When rows of the space are not solved.
    AssetProblem
        When a file is missing or damaged.
    """
    contexts = load_contexts(space, directory)
    kind = COUNTS[space]
    labels = load_labels(directory)
    return Bench(
        space,
        contexts,
        load_counts(kind, directory, senses=True),
        {word: found.totals[kind] for word, found in labels.items()},
        law_constant(space, directory),
        {f"{word}/{sense}": n for word, found in labels.items() for sense, n in found.labelled.items()},
        {word: found.occurrences for word, found in labels.items()},
    )


def law_constant(space: str, directory: Path = assets.ASSETS) -> Constant:
    """Return c of the logarithmic law as it was fitted in a space, or Arora et al.'s ½ where it was not yet.

    Raises
    ------
    AssetProblem
        When the measurements cannot be read.
    """
    fitted = load_results(directory).of(part="law", space=space, metric="c")
    if not fitted or fitted[0].value is None:
        return PUBLISHED
    return Constant(fitted[0].value, fitted[0].n)


def pseudoword(counts: CountTable, a: str, b: str, occurrences: tuple[int, ...] = ()) -> Material:
    """Return the count rows of two words that are merged into one; ``occurrences``: how often each is in the text.

    Raises
    ------
    UnknownWord
        When no counts ship for one of the words.
    ValueError
        When both words are the same.
    """
    if a == b:
        raise ValueError(f"a pseudoword is made of two different words, not of {a!r} twice")
    rows = counts.row(a), counts.row(b)
    total = rows[0].total + rows[1].total
    return Material(f"{a}+{b}", (a, b), rows, total, occurrences, total / max(sum(occurrences), 1))


def shares_of(parts: Sequence[float]) -> tuple[float, ...]:
    """Return parts, or masses, as shares that sum to 1.

    Raises
    ------
    ValueError
        When all parts are 0.
    """
    whole = sum(parts)
    if not whole:
        raise ValueError(f"one of the parts must be above 0: {parts!r}")
    return tuple(part / whole for part in parts)


def whole_parts(shares: Sequence[float]) -> list[int]:
    """Return shares as whole parts: percentages of two that sum to 100, else as parts of 100 for the largest."""
    return whole_percents(shares) if len(shares) == 2 else [round(100 * share / max(shares)) for share in shares]


def solver(contexts: Contexts) -> Solve:
    """Return the row refit of a space, from counts (and a guess, or None) to a vector (d,).

    Raises
    ------
    ValueError
        When rows of the space are not solved.
    """
    training, vectors = contexts.training, contexts.vectors
    if contexts.biases is not None and contexts.ridge is not None:
        biases = contexts.biases[1]
        settings = GloveSettings(training["x_max"], contexts.ridge)

        def glove(row: CountRow, _: Floats | None = None) -> Floats:
            lowest = training.get("lowest", 0)
            kept = row.counts >= lowest  # the cells that the space was trained on
            if not kept.any():
                raise TooFewCounts(f"no count of this row reaches {lowest}, from which on GloVe is trained")
            solved = refit_glove(row.columns[kept], row.counts[kept], vectors, biases, settings)
            return solved.vector.astype(np.float64)

        return glove
    if contexts.shares is None:
        raise ValueError(f"rows of {contexts.name} are not solved")
    shares, strengths = contexts.shares, contexts.strengths
    if strengths is None:
        negatives = int(training["neg"])

        def skipgram(row: CountRow, start: Floats | None = None) -> Floats:
            solved = refit_sgns(row.columns, row.counts, vectors, shares, negatives=negatives, start=start)
            if solved.gradient > UNSOLVED:
                # Few contexts can be told from all others without error, ever better the longer the vector grows.
                raise TooFewCounts("so few contexts have no best vector of finite length")
            return solved.vector.astype(np.float64)

        return skipgram

    def count_based(row: CountRow, _: Floats | None = None) -> Floats:
        values = ppmi(row.counts, row.total, shares[row.columns], training["shift"])
        return fold_in(row.columns, values, vectors, strengths, training["exponent"]).astype(np.float64)

    return count_based
