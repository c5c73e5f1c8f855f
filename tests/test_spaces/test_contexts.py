"""The other half of a space fits the half that the pages show, and cannot be changed by accident."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import AssetProblem
from core.spaces.contexts import WITH_CONTEXTS, Contexts, load_contexts, read_training, word_counts
from core.spaces.space import SPACES, load_space


@pytest.fixture(scope="module", params=WITH_CONTEXTS)
def contexts(request: pytest.FixtureRequest) -> Contexts:
    return load_contexts(request.param)


def test_there_is_one_context_vector_a_word(contexts: Contexts) -> None:
    space = load_space(contexts.name)
    assert contexts.vectors.shape == space.vectors.shape
    assert np.isfinite(contexts.vectors).all()
    # The contexts are another table than the words.
    assert not np.allclose(contexts.vectors[:100], space.vectors[:100])


def test_nobody_can_change_what_all_sessions_share(contexts: Contexts) -> None:
    with pytest.raises(ValueError, match="read-only"):
        contexts.vectors[0, 0] = 1


def test_each_space_comes_with_what_its_rows_are_solved_with() -> None:
    glove, skipgram, ppmi = (load_contexts(name) for name in ("glove", "skipgram", "ppmi"))
    n, size = load_space("glove").vectors.shape
    assert glove.biases is not None
    assert glove.ridge is not None
    assert skipgram.shares is not None
    assert ppmi.shares is not None
    assert ppmi.strengths is not None
    assert (glove.biases.shape, glove.ridge.shape) == ((2, n), (size,))
    assert (glove.ridge > 0).all()
    for shares in (skipgram.shares, ppmi.shares):
        assert shares.shape == (n,)
        assert shares.sum(dtype=np.float64) == pytest.approx(1, abs=1e-4)
        assert (shares > 0).all()
    assert ppmi.strengths.shape == (size,)
    assert (np.diff(ppmi.strengths) <= 0).all()
    assert (ppmi.strengths > 0).all()
    assert glove.training["x_max"] > 0
    assert skipgram.training["neg"] >= 1
    assert {"exponent", "shift"} <= set(ppmi.training)


def test_a_space_without_contexts_says_which_have_them() -> None:
    for name in (*sorted(set(SPACES) - set(WITH_CONTEXTS)), "none"):
        with pytest.raises(ValueError, match="glove, skipgram, ppmi"):
            load_contexts(name)


def test_every_space_of_ours_says_how_it_was_trained() -> None:
    training = read_training()
    assert set(SPACES) - {"glove-6b"} <= set(training)
    assert training["corpus"]["tokens"] >= training["corpus"]["kept"] > 0
    assert training["text"]["n_words"] == len(load_space("glove").words)


def test_words_are_counted_in_the_order_of_the_vocabulary() -> None:
    counts = word_counts()
    assert counts.shape == (len(load_space("glove").words),)
    assert (np.diff(counts.astype(np.int64)) <= 0).all()
    assert counts.sum() == read_training()["corpus"]["kept"]
    assert counts[-1] == read_training()["corpus"]["rarest"]


def test_missing_tables_are_named(tmp_path: Path) -> None:
    for load in (
        lambda: load_contexts("glove", tmp_path),
        lambda: read_training(tmp_path),
        lambda: word_counts(tmp_path),
    ):
        with pytest.raises(AssetProblem, match=r"MANIFEST\.json is missing"):
            load()
