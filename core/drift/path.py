"""Where training puts a word as the text shifts from one of its senses to another.

At each proportion the word's count row is mixed anew and its vector is solved again with all contexts held fixed,
so no frame is interpolated. Two predictions are held against it: the linear average, and the logarithmic law that
Arora et al. (2018) report.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.counts.cooccurrence import CountRow, CountTable, load_counts, mix
from core.counts.refit import GloveSettings, fold_in, ppmi, refit_glove, refit_sgns
from core.counts.senses import load_labels
from core.errors import TooFewCounts, UnknownWord
from core.evidence.results import load_results
from core.spaces.contexts import WITH_CONTEXTS, Contexts, load_contexts

Floats = npt.NDArray[np.float64]
Solve = Callable[[CountRow, "Floats | None"], Floats]

SPACES = WITH_CONTEXTS  # the spaces whose rows can be solved again
PUBLISHED_C = 0.5
UNSOLVED = 1e-4  # a gradient above which a row of skip-gram counts as having no minimum
FEWEST = 20  # labelled occurrences below which a sense is left out: its row would be chance
COUNTS = {"glove": "glove", "skipgram": "sgns", "ppmi": "glove"}  # what each was trained on


@dataclass(frozen=True, eq=False)
class Drift:
    """A word's way through the proportions of its senses, and what two laws say of it.

    Attributes
    ----------
    word : str
        The word, or both parts of a pseudoword: "banana+door".
    space : str
        The space that it was solved in.
    names : tuple of str, (S,)
        What the senses are called.
    proportions : ndarray (T, S)
        The share of each sense, rows sum to 1; every corner among them.
    vectors : ndarray (T, d)
        The solved rows.
    senses : ndarray (S, d)
        The rows at the corners: the word with one sense alone.
    linear : ndarray (T, d)
        The average Σ_s p_s v_s.
    log_law : ndarray (T, d)
        Arora et al.'s law, see :func:`log_law`.
    coefficients : ndarray (T, S)
        Least squares of the vectors on the senses.
    residual : ndarray (T,)
        What lies outside of the senses' span: the length of v − S b over that of v, 0 to 1.
    """

    word: str
    space: str
    names: tuple[str, ...]
    proportions: Floats = field(repr=False)
    vectors: Floats = field(repr=False)
    senses: Floats = field(repr=False)
    linear: Floats = field(repr=False)
    log_law: Floats = field(repr=False)
    coefficients: Floats = field(repr=False)
    residual: Floats = field(repr=False)


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

    def masses(self, occurrences: npt.ArrayLike) -> Floats:
        """Return the sum of the contexts that so many occurrences of each sense would have, (S,)."""
        masses: Floats = np.asarray(occurrences, dtype=np.float64) * self.each
        return masses


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
    law : float
        c of the logarithmic law, fitted in this space.
    labelled : dict of str to int
        Of how many occurrences each row of ``senses`` holds the contexts.
    occurrences : dict of str to int
        How often each word of the catalogue stands in the text.
    """

    space: str
    contexts: Contexts = field(repr=False)
    senses: CountTable = field(repr=False)
    totals: dict[str, float] = field(repr=False)
    law: float
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


def law_constant(space: str, directory: Path = assets.ASSETS) -> float:
    """Return c of the logarithmic law as it was fitted in a space, or Arora et al.'s ½ where it was not yet.

    Raises
    ------
    AssetProblem
        When the measurements cannot be read.
    """
    fitted = load_results(directory).of(part="law", space=space, metric="c")
    return fitted[0].value if fitted and fitted[0].value is not None else PUBLISHED_C


def drift(word: str, space: str, steps: int = 41) -> Drift:
    """Return the way of a word of the catalogue through the proportions of its senses.

    Parameters
    ----------
    word : str
        A word of the catalogue.
    space : str
        One of ``SPACES``.
    steps : int
        How many proportions, at least one a corner.

    Raises
    ------
    UnknownWord
        When the word is not in the catalogue.
    ValueError
        When rows of the space are not solved, or there are too few steps.
    """
    bench = load_bench(space)
    return follow(bench, bench.material(word), steps)


def pseudoword_drift(a: str, b: str, space: str, steps: int = 41) -> Drift:
    """Return the way of two words merged into one, whose senses are known: the words themselves.

    The total mass is T_a + T_b; column 0 of the proportions is a.

    Raises
    ------
    UnknownWord
        When no counts ship for one of the words.
    ValueError
        When both words are the same, rows of the space are not solved, or there are too few steps.

    Source: Gale, Church & Yarowsky (1992), "Work on statistical methods for word sense disambiguation".
    """
    bench = load_bench(space)
    return follow(bench, pseudoword(load_counts(COUNTS[space]), a, b), steps)


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


def follow(bench: Bench, material: Material, steps: int = 41) -> Drift:
    """Solve a word's row at each proportion along :func:`path`.

    Raises
    ------
    ValueError
        When there are fewer than two senses, or too few steps.
    """
    proportions = path(len(material.rows), steps)
    return assemble(bench, material, proportions, solve_along(bench.solve, material, proportions))


def solve_along(solve: Solve, material: Material, proportions: Floats) -> Floats:
    """Return the solved row at each proportion, (T, d); each begins from the one before it."""
    found: list[Floats] = []
    for shares in proportions:
        found.append(solve(material.mixed(shares), found[-1] if found else None))
    return np.array(found)


def assemble(bench: Bench, material: Material, proportions: Floats, vectors: Floats) -> Drift:
    """Return a drift from its solved rows: laws, coefficients and residuals beside them."""
    corners = [int(np.argmax(proportions[:, sense])) for sense in range(proportions.shape[1])]
    return _beside(bench, material.word, material.names, proportions, vectors, vectors[corners])


def at_masses(bench: Bench, material: Material, masses: npt.ArrayLike, senses: Floats) -> Drift:
    """Return a drift of a single frame: the word among any masses of contexts of each sense.

    Parameters
    ----------
    bench : Bench
        The space.
    material : Material
        The word.
    masses : array-like (S,)
        The sum of the contexts of each sense, ≥ 0, not all 0. With T times the proportions it lies on the drift's own
        ground; with other sums the corpus has more or less of the word.
    senses : ndarray (S, d)
        The corners.

    Raises
    ------
    ValueError
        When the masses cannot be mixed.
    TooFewCounts
        When there is so little that the space would not be trained on any of it.
    """
    row = mix(material.rows, masses)
    proportions = np.asarray(masses, dtype=np.float64) / row.total
    solved = bench.solve(row, proportions @ senses)  # a start near the end saves Newton's method most of its steps
    return _beside(bench, material.word, material.names, proportions[None], solved[None], senses)


def _beside(
    bench: Bench, word: str, names: tuple[str, ...], proportions: Floats, vectors: Floats, senses: Floats
) -> Drift:
    coefficients, residual = explain(vectors, senses)
    return Drift(
        word,
        bench.space,
        names,
        proportions,
        vectors,
        senses,
        proportions @ senses,
        log_law(proportions, bench.law) @ senses,
        coefficients,
        residual,
    )


def path(n_senses: int, steps: int) -> Floats:
    """Return proportions from corner to corner, (steps, S): two senses along a line, more ending at an even mix.

    Raises
    ------
    ValueError
        When there are fewer than two senses, or fewer steps than corners.
    """
    if n_senses < 2:
        raise ValueError(f"a word needs two senses to drift between, not {n_senses}")
    stops = np.eye(n_senses)
    if n_senses > 2:
        stops = np.vstack([stops, np.full(n_senses, 1 / n_senses)])
    if steps < len(stops):
        raise ValueError(f"{n_senses} senses need at least {len(stops)} steps, not {steps}")
    # Whole steps a leg, so that every corner is a step itself.
    at = np.rint(np.linspace(0, steps - 1, len(stops))).astype(int)
    return np.column_stack([np.interp(np.arange(steps), at, stop) for stop in stops.T])


def log_law(proportions: Floats, c: float) -> Floats:
    """Return β of each sense: 1 for the major one, max(0, 1 − c·log10(p_major / p_s)) for the others, (T, S).

    Parameters
    ----------
    proportions : ndarray (T, S)
        Rows sum to 1.
    c : float
        How fast a sense fades, ≥ 0; about ½ in Arora et al.'s data.

    Source: Arora, Li, Liang, Ma & Risteski (2018), "Linear algebraic structure of word senses, with applications
    to polysemy", TACL 6, §2, with their ratio of frequencies.
    """
    major = proportions.max(axis=1, keepdims=True)
    # A sense that does not occur has no vector to add, whatever c is.
    ratio = np.log10(major / np.where(proportions > 0, proportions, 1e-300))
    return np.where(proportions > 0, np.maximum(0, 1 - c * ratio), 0)


def misses(drift: Drift, predicted: Floats) -> Floats:
    """Return how far a law is off, as a share of the vector's length, (T,).

    Measured between what the law predicts and the part of the vector that lies in the senses' span: laws lie there
    themselves, so what is outside is none of their doing and would drown what is. (An angle to the whole vector is
    never below that of the vector to the span, whatever the law.)
    """
    lengths = np.linalg.norm(drift.vectors, axis=1)
    off = np.linalg.norm(drift.coefficients @ drift.senses - predicted, axis=1)
    shares: Floats = off / np.where(lengths > 0, lengths, 1)
    return shares


def explain(vectors: Floats, senses: Floats) -> tuple[Floats, Floats]:
    """Return least-squares coefficients of vectors on senses, (T, S), and the share of length outside, (T,)."""
    coefficients = np.asarray(np.linalg.lstsq(senses.T, vectors.T, rcond=None)[0].T, dtype=np.float64)
    lengths = np.linalg.norm(vectors, axis=1)
    outside = np.linalg.norm(vectors - coefficients @ senses, axis=1)
    return coefficients, outside / np.where(lengths > 0, lengths, 1)


def cosine(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the cosine of two vectors."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def angles(first: Floats, second: Floats) -> Floats:
    """Return the angle between vectors of the same row, in degrees, 0 to 180, (T,); 90 where one is zero."""
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    cosines = (first * second).sum(axis=1) / np.where(lengths > 0, lengths, 1)
    degrees: Floats = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
    return degrees


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
