"""Where training puts a word as the text shifts from one of its senses to another.

At each proportion the word's count row is mixed anew and its vector is solved again with all contexts held fixed,
so no frame is interpolated. Two predictions are held against it: the linear average, and the logarithmic law that
Arora et al. (2018) report.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.counts.cooccurrence import load_counts, mix
from core.drift.laws import Floats, Law, angles, explain, log_law
from core.drift.material import COUNTS, Bench, Material, Solve, load_bench, pseudoword


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
    betas : ndarray (T, S)
        The coefficients that the log law predicts.
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
    betas: Floats = field(repr=False)

    @cached_property
    def laws(self) -> tuple[Law, Law]:
        """The linear average and the log law, with what each is off."""
        linear, log = (
            Law(name, betas, vectors, misses(self, vectors), angles(self.vectors, vectors))
            for name, betas, vectors in (
                ("linear average", self.proportions, self.linear),
                ("log law", self.betas, self.log_law),
            )
        )
        return linear, log

    @property
    def corners(self) -> list[int]:
        """At which proportion each sense is alone, or has most."""
        return [int(frame) for frame in self.proportions.argmax(axis=0)]

    def frame_at(self, shares: npt.ArrayLike) -> int:
        """Return which proportion is nearest to these shares of the senses."""
        return int(np.abs(self.proportions - np.asarray(shares)).sum(axis=1).argmin())


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
    return _beside(bench, material, proportions, vectors, vectors[proportions.argmax(axis=0)])


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
    return _beside(bench, material, proportions[None], solved[None], senses)


def _beside(bench: Bench, material: Material, proportions: Floats, vectors: Floats, senses: Floats) -> Drift:
    coefficients, residual = explain(vectors, senses)
    betas = log_law(proportions, bench.law.c)
    return Drift(
        material.word,
        bench.space,
        material.names,
        proportions,
        vectors,
        senses,
        proportions @ senses,
        betas @ senses,
        coefficients,
        residual,
        betas,
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
