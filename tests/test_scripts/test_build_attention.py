"""The trainer of the learned weights: its gradients, and that it learns what it should on a text made for it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from core.context.attention import N_DISTANCES
from scripts.build import attention as trainer
from scripts.build.attention import Parameters, Windows, which_text, which_word

V, D, R, B, L, M = 11, 5, 3, 4, 6, 4


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(7)


def parameters(random: np.random.Generator) -> Parameters:
    def draw(*shape: int) -> npt.NDArray[np.float64]:
        return random.normal(0, 0.7, shape)

    found = {
        "query": draw(R, D),
        "key": draw(R, D),
        "salience": draw(V),
        "distance": draw(2 * N_DISTANCES),
        "sharpness": np.array([0.7, 0.4]),
    }
    return found  # type: ignore[return-value]  # in double precision, for differences to be told from rounding


def windows(random: np.random.Generator, n: int) -> Windows:
    there = random.random((n, L)) < 0.8
    there[:, :2] = True
    seeing = (np.arange(n) % 2).astype(np.float64)[:, None]
    return Windows(
        random.integers(V, size=(n, L)),
        random.integers(2 * N_DISTANCES, size=(n, L)),
        there,
        random.integers(V, size=n),
        seeing,  # type: ignore[arg-type]
    )


def differences(loss: object, at: Parameters, name: str, step: float = 1e-5) -> npt.NDArray[np.float64]:
    """Return the gradient by central differences."""
    found = np.zeros(at[name].shape)
    for place in np.ndindex(*at[name].shape):
        ends = []
        for sign in (1, -1):
            moved = {key: part.copy() for key, part in at.items()}
            moved[name][place] += sign * step
            ends.append(loss(moved))  # type: ignore[operator]
        found[place] = (ends[0] - ends[1]) / (2 * step)
    return found


def test_the_gradient_of_telling_the_word_is_that_of_its_loss(random: np.random.Generator) -> None:
    at, some = parameters(random), windows(random, B)
    vectors = random.normal(size=(V, D))
    candidates = random.integers(V, size=(B, M))
    _, gradient = which_word(at, vectors, some, candidates)
    for name in ("query", "key", "salience", "distance", "sharpness"):
        wanted = differences(lambda moved: which_word(moved, vectors, some, candidates)[0], at, name)
        assert np.abs(wanted).max() > 1e-3, f"nothing to check: {name}"
        assert gradient[name] == pytest.approx(wanted, abs=2e-5), name


def test_the_gradient_of_telling_the_text_is_that_of_its_loss(
    random: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "PAIRS", 3)
    at, some = parameters(random), windows(random, 2 * 2 * 3)
    vectors = random.normal(size=(V, D))
    _, gradient = which_text(at, vectors, some)
    for name in ("query", "key", "salience", "distance", "sharpness"):
        wanted = differences(lambda moved: which_text(moved, vectors, some)[0], at, name)
        assert np.abs(wanted).max() > 1e-3, f"nothing to check: {name}"
        assert gradient[name] == pytest.approx(wanted, abs=2e-5), name
