"""What is held against a drift: least squares on the senses, and the logarithmic law of Arora et al. (2018)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Constant(NamedTuple):
    """The c of the logarithmic law, and on how many pairs of merged words it was fitted; 0: it is Arora et al.'s."""

    c: float
    n_pairs: int


PUBLISHED = Constant(0.5, 0)


@dataclass(frozen=True, eq=False)
class Law:
    """What a law says of a drift, and how far it is off.

    Attributes
    ----------
    name : str
        What it is called.
    coefficients : ndarray (T, S)
        What it makes the vectors of.
    vectors : ndarray (T, d)
        What it predicts.
    off : ndarray (T,)
        How far that is off, as a share of the vector's length, see :func:`misses`.
    degrees : ndarray (T,)
        The angle between it and the vector.
    """

    name: str
    coefficients: Floats = field(repr=False)
    vectors: Floats = field(repr=False)
    off: Floats = field(repr=False)
    degrees: Floats = field(repr=False)


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


def explain(vectors: Floats, senses: Floats) -> tuple[Floats, Floats]:
    """Return least-squares coefficients of vectors on senses, (T, S), and the share of length outside, (T,)."""
    coefficients = np.asarray(np.linalg.lstsq(senses.T, vectors.T, rcond=None)[0].T, dtype=np.float64)
    lengths = np.linalg.norm(vectors, axis=1)
    outside = np.linalg.norm(vectors - coefficients @ senses, axis=1)
    return coefficients, outside / np.where(lengths > 0, lengths, 1)


def span_cosine(residual: npt.ArrayLike) -> Floats:
    """Return the cosine of vectors with the senses' span, from the share of their length that lies outside of it."""
    cosines: Floats = np.sqrt(np.maximum(0, 1 - np.square(np.asarray(residual, dtype=np.float64))))
    return cosines


def angles(first: Floats, second: Floats) -> Floats:
    """Return the angle between vectors of the same row, in degrees, 0 to 180, (T,); 90 where one is zero."""
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    cosines = (first * second).sum(axis=1) / np.where(lengths > 0, lengths, 1)
    degrees: Floats = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
    return degrees
