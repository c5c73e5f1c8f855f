"""How many meanings words have, by how often they are used: why one vector a word fails the commonest words most."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets

FILE = "meanings.npz"
MOST = 10_000  # the most frequent words, to which the law is fitted
GROUP = 500  # words of neighbouring frequency, whose mean is a point of the fit


@dataclass(frozen=True, eq=False)
class Meanings:
    """Words that a dictionary lists, most frequent first.

    Attributes
    ----------
    words : tuple of str, (n,)
        Lower case, letters only.
    senses : ndarray of uint8 (n,)
        How many senses WordNet 3.0 lists, over all parts of speech.
    zipf : ndarray of float32 (n,)
        Frequency on the Zipf scale: log10 of occurrences in a billion words.
    """

    words: tuple[str, ...] = field(repr=False)
    senses: npt.NDArray[np.uint8] = field(repr=False)
    zipf: npt.NDArray[np.float32] = field(repr=False)


@dataclass(frozen=True, eq=False)
class MeaningLaw:
    """A power law of senses against frequency.

    Attributes
    ----------
    slope, intercept : float
        log10(senses) = slope · zipf + intercept.
    zipf, senses : ndarray (b,)
        Mean frequency and mean number of senses of each group of words that the line is fitted to.
    """

    slope: float
    intercept: float
    zipf: npt.NDArray[np.float64] = field(repr=False)
    senses: npt.NDArray[np.float64] = field(repr=False)


def load_meanings(directory: Path = assets.ASSETS) -> Meanings:
    """Load the words.

    Raises
    ------
    AssetProblem
        When the file is missing or damaged.
    """
    with np.load(assets.verified(FILE, directory)) as stored:
        words = tuple(stored["words"].tobytes().decode().split("\n"))
        return Meanings(words, stored["senses"], stored["zipf"].astype(np.float32))


def save_meanings(path: Path, meanings: Meanings) -> None:
    """Write the words to one compressed file."""
    np.savez_compressed(
        path,
        words=np.frombuffer("\n".join(meanings.words).encode(), dtype=np.uint8),
        senses=meanings.senses,
        zipf=meanings.zipf.astype(np.float16),
    )


def meaning_law(meanings: Meanings, most: int = MOST, group: int = GROUP) -> MeaningLaw:
    """Fit a power law to the most frequent words, in groups of equal size, as Zipf did.

    Parameters
    ----------
    meanings : Meanings
        The words.
    most : int
        How many of the most frequent words count.
    group : int
        Words in a group; the mean of its senses is one point.

    Raises
    ------
    ValueError
        When there are fewer than two groups.

    Source: Zipf (1945), "The meaning-frequency relationship of words", J. General Psychology 33, who found a slope
    of about one half.
    """
    n = min(most, len(meanings.words)) // group * group
    if n < 2 * group:
        raise ValueError(f"a line needs two groups of {group} words at least, there are {n}")
    zipf = meanings.zipf[:n].astype(np.float64).reshape(-1, group).mean(axis=1)
    senses = meanings.senses[:n].astype(np.float64).reshape(-1, group).mean(axis=1)
    slope, intercept = np.polyfit(zipf, np.log10(senses), 1)
    return MeaningLaw(float(slope), float(intercept), zipf, senses)
