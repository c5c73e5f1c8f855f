"""The scripts build what their documentation says: counts by hand, losses that fall, tables that hold."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from core.counts.refit import GloveSettings, refit_glove
from core.counts.senses import load_senses
from core.spaces.space import load_space, unit_rows
from core.spaces.wordsets import READY
from core.text import tokenise
from scripts.build.steps import is_current, mark
from tests.needs import script

build_assets, build_counts, build_glove, build_ppmi, build_text, reference_glove = map(
    script, ("build.assets", "build.counts", "build.glove", "build.ppmi", "build.text", "build.reference_glove")
)
TEXT = "The cat sat; the mat.\n\nA cat\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two paragraphs, made into a vocabulary and a text."""
    (tmp_path / "text.txt").write_text(TEXT)
    build_text.build([tmp_path / "text.txt"], 10, tmp_path / "corpus")
    return tmp_path / "corpus"


@pytest.fixture(scope="module")
def counts() -> sparse.csr_array:
    """Symmetric counts of 60 words that a model of five dimensions can nearly hold, some cells empty."""
    random = np.random.default_rng(0)
    vectors = random.normal(0, 0.6, (60, 5))
    dense = np.exp(vectors @ vectors.T + 1) * (random.random((60, 60)) < 0.8)
    return sparse.csr_array(np.triu(dense) + np.triu(dense, 1).T)


def test_running_text_becomes_the_words_that_the_spaces_know() -> None:
    line = "“Don’t,” said Élan’s cat—it's well-known: 1,000.5 in the 1980s, U.S. o'clock_x 'quoted'"
    assert tokenise(line) == [
        *("don't", "said", "élan", "cat", "it", "well", "known", "1,000.5", "in", "the", "1980s"),
        *("u", "s", "o'clock", "x", "quoted"),
    ]
    assert tokenise(" … — '' \n") == []


def test_the_vocabulary_is_by_frequency_then_alphabet(corpus: Path) -> None:
    words, frequencies = build_text.read_vocabulary(corpus)
    assert words == ["cat", "the", "a", "mat", "sat"]
    assert frequencies.tolist() == [2, 2, 1, 1, 1]
    assert (corpus / "text.txt").read_text() == "the cat sat the mat\na cat\n"
    assert np.load(corpus / "tokens.npy").tolist() == [1, 0, 4, 1, 3, -1, 2, 0, -1]


def test_counts_of_a_tiny_text_are_those_by_hand(corpus: Path, tmp_path: Path) -> None:
    build_counts.build("glove", corpus, tmp_path / "counts")
    found = build_counts.read_counts("glove", tmp_path / "counts").toarray()
    # "the cat sat the mat": 1/distance; "a cat" is another paragraph and touches nothing of the first.
    cat, the, a, mat, sat = range(5)
    expected = np.zeros((5, 5))
    for left, right, count in [
        (the, cat, 1 + 1 / 2),
        (the, sat, 1 / 2 + 1),
        (the, mat, 1 / 4 + 1),
        (cat, sat, 1),
        (cat, mat, 1 / 3),
        (sat, mat, 1 / 2),
        (a, cat, 1),
    ]:
        expected[left, right] = expected[right, left] = count
    expected[the, the] = 2 / 3  # each of the two sees the other
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_counts_do_not_depend_on_the_size_of_the_blocks(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_counts.build("glove", corpus, tmp_path / "one")
    monkeypatch.setattr(build_counts, "BLOCK_BYTES", 2 * 8 * 5)
    build_counts.build("glove", corpus, tmp_path / "three")
    assert len(list((tmp_path / "three" / "glove").glob("block-*.npz"))) == 3
    one, three = (build_counts.read_counts("glove", tmp_path / name).toarray() for name in ("one", "three"))
    np.testing.assert_array_equal(one, three)


def test_the_window_of_word2vec_weighs_as_a_window_drawn_at_random(tmp_path: Path) -> None:
    tokens = np.array([0, 1, 2, 3, 4, 5, 6, -1], dtype=np.int32)
    weights = np.array(build_counts.KINDS["sgns"].weights, dtype=np.int64)
    row = build_counts.count_block(tokens, weights, np.array([0, 1], dtype=np.int64), 7)[0] / 5
    np.testing.assert_allclose(row, [0, 1, 0.8, 0.6, 0.4, 0.2, 0])


def test_subsampling_keeps_the_share_that_fasttext_states() -> None:
    random = np.random.default_rng(1)
    frequencies = np.array([900_000, 90_000, 10_000])
    tokens = random.permutation(np.repeat(np.arange(3, dtype=np.int32), frequencies))
    kept = tokens[build_counts.kept(tokens, frequencies, 1e-3)]
    share = np.bincount(kept) / frequencies
    f = frequencies / 1e6
    np.testing.assert_allclose(share, np.sqrt(1e-3 / f) + 1e-3 / f, rtol=0.03)


def test_a_build_that_was_stopped_goes_on_and_a_changed_text_starts_again(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = tmp_path / "counts"
    build_counts.build("glove", corpus, counts)
    first = build_counts.read_counts("glove", counts).toarray()
    build_counts.build("glove", corpus, counts)
    assert "up to date" in capsys.readouterr().out
    (counts / "glove" / "block-000.npz").unlink()
    build_counts.build("glove", corpus, counts)
    np.testing.assert_array_equal(build_counts.read_counts("glove", counts).toarray(), first)
    (tmp_path / "text.txt").write_text(TEXT + "cat mat\n")
    build_text.build([tmp_path / "text.txt"], 10, corpus)
    build_counts.build("glove", corpus, counts)
    assert build_counts.read_counts("glove", counts).sum() == pytest.approx(first.sum() + 2)


def test_a_step_is_current_only_while_nothing_has_changed(tmp_path: Path) -> None:
    source, result = tmp_path / "source", tmp_path / "result"
    source.write_text("a")
    result.write_text("b")
    made_from = {"inputs": [source], "outputs": [result], "settings": {"size": (1, 2)}, "directory": tmp_path}
    assert not is_current("step", **made_from)
    mark("step", **made_from)
    assert is_current("step", **made_from)
    assert not is_current("step", **{**made_from, "settings": {"size": (1, 3)}})
    for path in (source, result):
        before = path.read_text()
        path.write_text("c")
        assert not is_current("step", **made_from)
        path.write_text(before)
    result.unlink()
    assert not is_current("step", **made_from)


def test_the_loss_never_rises(counts: sparse.csr_array, tmp_path: Path) -> None:
    state = build_glove.start(counts, size=5)
    for _ in range(12):
        build_glove.sweep(counts, counts, state, GloveSettings(10.0, 0.1))
    losses = np.array(state.losses)
    assert (np.diff(losses) <= 1e-5 * losses[:-1]).all(), losses
    assert losses[-1] < 0.5 * losses[0]


def test_the_reported_loss_is_that_of_the_formula(counts: sparse.csr_array) -> None:
    settings = GloveSettings(10.0, 0.1)
    state = build_glove.start(counts, size=5)
    state.words, _ = build_glove.solve_side(counts, state.contexts, settings)
    state.contexts, loss = build_glove.solve_side(counts, state.words, settings)
    w, c = state.words, state.contexts
    model = w.vectors @ c.vectors.T + w.biases[:, None] + c.biases
    x = counts.toarray()
    cells = x > 0
    errors = np.minimum(1, x[cells] / 10) ** 0.75 * (model[cells] - np.log(x[cells])) ** 2
    assert loss == pytest.approx(errors.sum() + 0.1 * (c.vectors**2).sum(), rel=1e-4)


def test_a_trained_row_is_its_own_refit(counts: sparse.csr_array, tmp_path: Path) -> None:
    settings = GloveSettings(10.0, 0.1)
    state = build_glove.train(counts, settings, sweeps=3, directory=tmp_path)
    shipped = GloveSettings(10.0, np.load(tmp_path / "glove.ridge.npy"))
    for row in range(0, 60, 7):
        cells = slice(counts.indptr[row], counts.indptr[row + 1])
        again = refit_glove(
            counts.indices[cells], counts.data[cells], state.contexts.vectors, state.contexts.biases, shipped
        )
        np.testing.assert_allclose(again.vector, state.words.vectors[row], atol=1e-4)


def test_balancing_changes_no_product_and_evens_the_sides() -> None:
    random = np.random.default_rng(4)
    words, contexts = random.normal(0, 3, (40, 6)), random.normal(0, 0.2, (50, 6))
    left, right = build_glove.balance(words.astype(np.float32), contexts.astype(np.float32))
    np.testing.assert_allclose(left @ right.T, words @ contexts.T, atol=1e-4)
    np.testing.assert_allclose(left.T @ left, right.T @ right, atol=1e-3)
    assert (left**2).sum() + (right**2).sum() < (words**2).sum() + (contexts**2).sum()


def test_sharing_the_strengths_out_changes_neither_model_nor_penalty() -> None:
    random = np.random.default_rng(4)
    tables = build_glove.balance(
        random.normal(0, [9, 3, 1, 1, 0.3], (40, 5)).astype(np.float32),
        random.normal(0, 0.5, (50, 5)).astype(np.float32),
    )
    for exponent in (0.0, 0.25, 0.5, 1.0):
        sides = [build_glove.Side(table.copy(), np.zeros(len(table), np.float32)) for table in tables]
        state = build_glove.State(*sides)
        ridge = build_glove.share_out(state, 0.7, exponent)
        words, contexts = state.words.vectors.astype(np.float64), state.contexts.vectors.astype(np.float64)
        np.testing.assert_allclose(words @ contexts.T, tables[0] @ tables[1].T, atol=1e-4)
        np.testing.assert_allclose((ridge * words**2).sum(axis=1), 0.7 * (tables[0] ** 2).sum(axis=1), rtol=1e-4)
        assert np.linalg.norm(words) == pytest.approx(np.linalg.norm(contexts), rel=1e-4)
        # With p the columns of W are as long as S^p, but for one factor.
        strengths = (tables[0].astype(np.float64) ** 2).sum(axis=0)
        lengths = np.linalg.norm(words, axis=0)
        np.testing.assert_allclose(lengths / lengths[0], (strengths / strengths[0]) ** exponent, rtol=1e-4)


def test_training_that_was_stopped_goes_on_as_if_it_had_not_been(
    counts: sparse.csr_array, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = GloveSettings(10.0, 0.1)
    whole = build_glove.train(counts, settings, sweeps=3, directory=tmp_path / "whole")
    save = build_glove.save

    def save_and_stop(state: object, *rest: object) -> None:
        save(state, *rest)
        if len(state.losses) == 2:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(build_glove, "save", save_and_stop)
        with pytest.raises(KeyboardInterrupt):
            build_glove.train(counts, settings, sweeps=3, directory=tmp_path / "parts")
    parts = build_glove.train(counts, settings, sweeps=3, directory=tmp_path / "parts")
    np.testing.assert_allclose(parts.losses, whole.losses, rtol=1e-6)
    models = [state.words.vectors @ state.contexts.vectors.T for state in (whole, parts)]
    np.testing.assert_allclose(models[1], models[0], atol=1e-2)


def test_one_sweep_more_on_a_finished_training_never_makes_it_worse(counts: sparse.csr_array, tmp_path: Path) -> None:
    settings = GloveSettings(10.0, 0.1)
    whole = build_glove.train(counts, settings, sweeps=3, directory=tmp_path / "whole")
    build_glove.train(counts, settings, sweeps=2, directory=tmp_path / "parts")
    parts = build_glove.train(counts, settings, sweeps=3, directory=tmp_path / "parts")
    assert parts.losses[:2] == whole.losses[:2]
    # The words' rows were solved once more when it finished, so it may have got a little further.
    assert parts.losses[2] <= whole.losses[2] * 1.001


def test_the_step_of_the_reference_is_adagrads() -> None:
    random = np.random.default_rng(0)
    size, x_max, rate = reference_glove.SIZE, 10.0, 0.05
    words, contexts = (random.normal(0, 0.1, (3, size + 1)).astype(np.float32) for _ in range(2))
    squares = [random.uniform(1, 2, (3, size + 1)).astype(np.float32) for _ in range(2)]
    before = [table.astype(np.float64) for table in (words, contexts, *squares)]
    rows, columns, counts = np.array([2], np.int32), np.array([0], np.int32), np.array([4.0], np.float32)
    loss = reference_glove.one_pass(rows, columns, counts, words, contexts, *squares, x_max, rate)
    # Pennington et al. 2014, eq. 8, for the one cell (2, 0); AdaGrad (Duchi et al. 2011) on its gradient.
    w, c, w2, c2 = before[0][2], before[1][0], before[2][2], before[3][0]
    error = w[:-1] @ c[:-1] + w[-1] + c[-1] - np.log(4.0)
    weight = (4.0 / x_max) ** 0.75
    gradients = [rate * weight * error * np.append(other[:-1], 1) for other in (c, w)]
    assert loss == pytest.approx(weight * error**2 / 2, rel=1e-4)
    for table, square, i, gradient, old, sums in (
        (words, squares[0], 2, gradients[0], w, w2),
        (contexts, squares[1], 0, gradients[1], c, c2),
    ):
        np.testing.assert_allclose(table[i], old - gradient / np.sqrt(sums), atol=1e-6)
        np.testing.assert_allclose(square[i], sums + gradient**2, rtol=1e-5)
    for table, old in zip((words, contexts), before, strict=False):
        untouched = [0, 1] if table is words else [1, 2]
        np.testing.assert_array_equal(table[untouched], old[untouched].astype(np.float32))


def test_the_reference_learns(counts: sparse.csr_array, capsys: pytest.CaptureFixture[str]) -> None:
    words, contexts = reference_glove.train(counts.tocsr(), passes=5)
    assert words.shape == contexts.shape == (60, reference_glove.SIZE)
    losses = [float(line.split("loss ")[1].split(",")[0]) for line in capsys.readouterr().out.splitlines()]
    assert len(losses) == 5
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.6 * losses[0]


def test_small_cells_are_left_out_and_the_others_keep_their_place() -> None:
    dense = np.array([[0.2, 3, 0], [3, 0.4, 0.6], [0, 0.6, 0]], dtype=np.float32)
    kept = build_glove.without_small(sparse.csr_array(dense), 0.5)
    np.testing.assert_array_equal(kept.toarray(), np.where(dense >= 0.5, dense, 0))


def test_the_ppmi_matrix_is_that_of_a_dense_computation(counts: sparse.csr_array) -> None:
    matrix, shares = build_ppmi.ppmi_matrix(counts, shift=0.2)
    dense = counts.toarray()
    joint = dense / dense.sum()
    smoothed = dense.sum(axis=0) ** 0.75 / (dense.sum(axis=0) ** 0.75).sum()
    with np.errstate(divide="ignore"):
        expected = np.maximum(0, np.log(joint / np.outer(joint.sum(axis=1), smoothed)) - 0.2)
    np.testing.assert_allclose(matrix.toarray(), expected, atol=1e-5)
    np.testing.assert_allclose(shares, smoothed)


def test_the_factorisation_is_that_of_a_dense_svd_with_signs_fixed(counts: sparse.csr_array) -> None:
    matrix, _ = build_ppmi.ppmi_matrix(counts)
    u, strengths, v = build_ppmi.factorise(matrix, size=5)
    expected = np.linalg.svd(matrix.toarray(), compute_uv=False)[:5]
    np.testing.assert_allclose(strengths, expected, rtol=1e-3)
    assert (u.sum(axis=0) >= 0).all()
    left, values, right = np.linalg.svd(matrix.toarray())
    np.testing.assert_allclose((u * strengths) @ v.T, (left[:, :5] * values[:5]) @ right[:5], atol=1e-2)


def test_pruning_keeps_the_largest_counts_in_the_order_of_the_vocabulary() -> None:
    # The sum is 13.5: the two largest hold 74.07 % of it.
    counts = np.array([1, 5, 2, 5, 0.5], dtype=np.float32)
    for share, lowest, kept in (
        (0.3, 0, [1]),  # of two alike the one whose context word is commoner
        (0.74, 0, [1, 3]),
        (0.75, 0, [1, 2, 3]),
        (1.0, 0, [0, 1, 2, 3, 4]),
        (1.0, 1, [0, 1, 2, 3]),
    ):
        assert build_assets.prune(counts, share, lowest).tolist() == kept


def test_counts_ship_for_common_words_and_for_those_that_a_reader_may_think_of() -> None:
    words = [f"word{number}" for number in range(4_000)]
    # A function word has none, however often it is asked for; a common word needs no asking.
    words[10], words[200], words[3_600], words[3_700], words[3_999] = "the", "bank", "banana", "canoe", "door"
    words[20] = "river"
    rows = build_assets.counted_rows(words)
    assert rows == [*range(build_assets.FIRST, build_assets.LAST), 3_600, 3_700, 3_999]
    assert build_assets.counted_rows(words[:100]) == []
    assert build_assets.counted_rows(words[:160]) == list(range(150, 160))


def test_the_everyday_words_are_those_of_the_ready_sets_and_of_the_catalogue() -> None:
    wanted = build_assets.everyday()
    assert {"banana", "door", "tributary", *load_senses()} <= wanted
    assert {word for word_set in READY for word in word_set.words} <= wanted


def test_a_table_packs_into_files_that_the_manifest_knows(tmp_path: Path) -> None:
    packer = build_assets.Packer(tmp_path)
    vectors = np.random.default_rng(0).normal(size=(50, 20)).astype(np.float32)
    words = [f"word{number}" for number in range(50)]
    packer.text("glove.words.txt", "".join(f"{word}\n" for word in words), {"words": 50})
    assert packer.table("glove", vectors) >= 0.999
    space = load_space("glove", tmp_path)
    assert space.words == tuple(words)
    assert (unit_rows(space.vectors) * unit_rows(vectors)).sum(axis=1).min() >= 0.999
    assert set(json.loads((tmp_path / "MANIFEST.json").read_text())["files"]) == set(packer.written)
