"""Whitened vectors: no direction counts for more because many common words share it.

The words of a trained space lean together, and a mean of several of them mostly shows that common lean.
Taking the mean out and making the covariance round leaves what tells words apart.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.spaces.space import Vectors, unit_rows


def whiten(vectors: Vectors, shares: npt.NDArray[np.floating]) -> Vectors:
    """Return the vectors with mean 0 and covariance identity over the vocabulary, each then of length 1, (V, d).

    Parameters
    ----------
    vectors : ndarray (V, d)
        Of at least d words in general position.
    shares : ndarray (V,)
        How often each word occurs, ≥ 0, in any unit; a word counts with the square root of it, between counting
        every type alike and every token.

    Source: Mu & Viswanath (2018), "All-but-the-top", for taking common directions out; the frequency-weighted
    covariance is that of Yokoi et al. (2024), "Zipfian whitening", with damped frequencies.
    """
    weights = np.sqrt(np.asarray(shares, dtype=np.float64))
    weights /= weights.sum()
    centred = vectors - weights @ vectors
    covariance = (centred * weights[:, None]).T @ centred
    values, directions = np.linalg.eigh(covariance)
    return unit_rows(centred @ (directions / np.sqrt(values)))
