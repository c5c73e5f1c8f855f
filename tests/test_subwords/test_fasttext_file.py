"""Models that others wrote are opened as they are, and every other file is met with a sentence that says what to do."""

from __future__ import annotations

import contextlib
import itertools
import os
import struct
import time
import tracemalloc
from pathlib import Path

import gensim
import numpy as np
import pytest
from gensim.models.fasttext import load_facebook_vectors

from core.errors import SenseDriftError
from core.subwords.fasttext_file import MAGIC, ModelProblem, read_model
from core.subwords.model import SubwordModel
from tests.needs import cannot_run

GENSIM = Path(gensim.__file__).parent / "test" / "test_data"
REAL = ("crime-and-punishment.bin", "toy-model.bin", "toy-model-pretrained.bin", "lee_fasttext_new.bin")
OLD = ("lee_fasttext.bin", "cp852_fasttext.bin", "non_ascii_fasttext.bin")
NAMES = ("dim", "ws", "epoch", "minCount", "neg", "wordNgrams", "loss", "model", "bucket", "minn", "maxn", "rate")
MUCH = 3_000_000_000  # bytes of a model too large to be read


def model_bytes(
    words: tuple[str, ...] = ("</s>", "cat", "cats"),
    *,
    dim: int = 4,
    bucket: int = 10,
    minn: int = 3,
    maxn: int = 6,
    version: int = 12,
    kind: int = 2,
    n_rows: int | None = None,
    quantised: bool = False,
    pruned: int = -1,
    labels: tuple[str, ...] = (),
    sampling: float = 1e-4,
    written: bool = True,
) -> bytes:
    """Return a model's file, made here byte by byte after fastText's ``saveModel``."""
    settings = (dim, 5, 5, 1, 5, 1, 2, kind, bucket, minn, maxn, 100)
    head = struct.pack("<ii12id", MAGIC, version, *settings, sampling)
    head += struct.pack("<iiiqq", len(words) + len(labels), len(words), len(labels), 100, pruned)
    for entry, what in [*((word, 0) for word in words), *((label, 1) for label in labels)]:
        head += entry.encode("utf-8", "surrogateescape") + b"\0" + struct.pack("<qb", 7, what)
    head += struct.pack("<ii", 1, 1) * max(pruned, 0)
    n_rows = len(words) + bucket if n_rows is None else n_rows
    head += struct.pack("<?qq", quantised, n_rows, dim)
    if not written:
        return head
    return head + np.arange(n_rows * dim, dtype="<f4").tobytes() + struct.pack("<?qq", False, 1, dim)


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    def make(content: bytes, name: str = "model.bin") -> Path:
        (tmp_path / name).write_bytes(content)
        return tmp_path / name

    return make


def matrix_start(content: bytes) -> int:
    """Where the dictionary of a model ends: at the byte that says whether its matrix is quantised."""
    at = 8 + 12 * 4 + 8
    (size,) = struct.unpack_from("<i", content, at)
    at += 3 * 4 + 2 * 8
    for _ in range(size):
        at = content.index(0, at) + 1 + 9
    return at


def problem_of(path: Path) -> str:
    """What a reader is told of a file that cannot be read; it must not cost memory either."""
    tracemalloc.start()
    try:
        with pytest.raises(ModelProblem) as raised:
            SubwordModel.open(path)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000, "memory for what is not there"
    finally:
        tracemalloc.stop()
    text = str(raised.value)
    assert isinstance(raised.value, SenseDriftError)
    assert path.name in text
    return text


# Models that can be read


def test_real_models_give_the_vectors_that_gensim_gives() -> None:
    for name in REAL:
        model, reference = SubwordModel.open(GENSIM / name), load_facebook_vectors(str(GENSIM / name))
        assert set(model.words) == set(reference.key_to_index)
        known = [word for word in model.words if word != "</s>"]
        assert len(known) > 10
        for word in known:
            np.testing.assert_allclose(model.decompose(word).vector, reference[word], atol=1e-5, err_msg=word)
        np.testing.assert_allclose(model.vectors(known), reference[known], atol=1e-5)
        for word in ("unbankability", "naïve", "北京市", "zzz", "playground", "преступлениями"):
            assert word not in model.index
            np.testing.assert_allclose(
                model.vector(word, noise=True), reference.get_vector(word), atol=1e-5, err_msg=word
            )


def test_a_classifier_without_n_grams_opens_and_has_its_words_alone() -> None:
    model = SubwordModel.open(GENSIM / "pang_lee_polarity_fasttext.bin")
    assert "good" in model.index
    assert not any(word.startswith("__label__") for word in model.words)
    found = model.decompose("good")
    assert found.ngrams == ("good",)
    row = model.rows.take(np.array([model.index["good"]]))[0]
    np.testing.assert_array_equal(found.vector, row)
    assert np.abs(row).max() > 0
    assert model.vector("goodish") is None
    np.testing.assert_array_equal(model.vectors(["good"])[0], found.vector)


def test_settings_words_and_rows_are_read_as_fasttext_writes_them(write) -> None:  # type: ignore[no-untyped-def]
    for version in (11, 12):
        words = ("</s>", "cat", "naïve", "北京市", "x" * 5_000)
        path = write(model_bytes(words, version=version, labels=("__label__a",), minn=2, maxn=5))
        found = read_model(path)
        assert found.words == words
        assert (found.n_words, found.n_buckets, found.min_n, found.max_n) == (5, 10, 2, 5)
        np.testing.assert_array_equal(found.rows, np.arange(15 * 4, dtype=np.float32).reshape(15, 4))


def test_version_11_has_no_n_grams_in_a_classifier_whatever_it_says(write) -> None:  # type: ignore[no-untyped-def]
    assert read_model(write(model_bytes(version=11, kind=3))).max_n == 0
    assert read_model(write(model_bytes(version=12, kind=3))).max_n == 6


def test_a_word_that_is_no_utf_8_is_read_and_no_other_is_taken_for_it(write) -> None:  # type: ignore[no-untyped-def]
    model = SubwordModel.open(write(model_bytes(("cat", b"caf\xe9".decode("utf-8", "surrogateescape"), "dog"))))
    assert model.words[0::2] == ("cat", "dog")
    assert len(model.words) == 3
    assert model.decompose("dog").rows[0] == 2


def test_a_model_of_gigabytes_opens_at_once_and_stays_in_its_file(write) -> None:  # type: ignore[no-untyped-def]
    dim = 300
    n_rows = MUCH // (4 * dim)
    path = write(model_bytes(dim=dim, bucket=n_rows - 3, n_rows=n_rows, written=False))
    start = path.stat().st_size
    row = np.arange(dim, dtype="<f4")
    with path.open("r+b") as file:
        file.seek(start + 4 * dim)  # the second word's row
        file.write(row.tobytes())
    os.truncate(path, start + 4 * dim * n_rows)  # a hole: it takes no room on the disk
    assert path.stat().st_size > MUCH * 0.99
    tracemalloc.start()
    began = time.perf_counter()
    model = SubwordModel.open(path)
    np.testing.assert_array_equal(model.decompose("cat").vectors[0], row)
    taken, peak = time.perf_counter() - began, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(model.rows.matrix, np.memmap)  # type: ignore[attr-defined]
    assert peak < 5_000_000
    assert taken < 5, "seconds; the file would take longer to read"
    with pytest.raises(ValueError, match="read-only"):
        model.rows.matrix[0] = 1  # type: ignore[attr-defined]


# Files that cannot


def test_a_model_of_before_there_was_a_mark_is_named_as_one() -> None:
    assert all("2017" in problem_of(GENSIM / name) for name in OLD)


def test_files_of_other_kinds_are_told_apart(write) -> None:  # type: ignore[no-untyped-def]
    for content, said in (
        (b"", "is empty. Name a .bin"),
        (b"4", "not a model"),
        (b"71 300\nthe 0.1 0.2\n" * 50, ".vec"),
        (b"PK\x03\x04" + b"x" * 100, "not a model"),
        (struct.pack("<ii", MAGIC, 13) + b"x" * 200, "version 13"),
        (struct.pack("<ii", MAGIC, -1) + b"x" * 200, "version -1"),
        (struct.pack(">ii", MAGIC, 12) + b"x" * 200, "not a model"),  # the other byte order
    ):
        assert said in problem_of(write(content)), content[:20]


def test_a_file_that_is_not_there_and_a_folder_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "folder.bin").mkdir()
    for name, why in (("missing.bin", "is not there"), ("folder.bin", "is a folder")):
        assert f"{name} {why}. Name a .bin" in problem_of(tmp_path / name)


def test_a_quantised_model_is_pointed_to_the_one_it_was_made_from(write) -> None:  # type: ignore[no-untyped-def]
    assert ".bin" in problem_of(write(model_bytes(quantised=True), "model.ftz"))
    for pruned in (0, 3):
        assert "quantised" in problem_of(write(model_bytes(pruned=pruned), "model.ftz"))
    real = bytearray((GENSIM / "toy-model.bin").read_bytes())
    flag = matrix_start(bytes(real))
    assert real[flag] == 0
    real[flag] = 1
    assert "quantised" in problem_of(write(bytes(real), "real.ftz"))


def test_florets_own_mode_is_named_and_its_fasttext_mode_is_read(tmp_path: Path) -> None:
    try:
        import floret
    except ModuleNotFoundError:
        cannot_run("floret is not here: pip install -r requirements-build.txt")
    text = tmp_path / "text.txt"
    text.write_text("the cat sat on the mat\n" * 20, encoding="utf-8")
    for mode, hashes in (("floret", 2), ("fasttext", 1)):
        path = tmp_path / f"{mode}.bin"
        floret.train_unsupervised(
            *(str(text),), mode=mode, hashCount=hashes, bucket=100, minCount=1, dim=5, epoch=1, thread=1, verbose=0
        ).save_model(str(path))
    assert "fasttext" in problem_of(tmp_path / "floret.bin")
    assert "cat" in SubwordModel.open(tmp_path / "fasttext.bin").index


def test_a_file_that_was_cut_anywhere_is_told_of(write) -> None:  # type: ignore[no-untyped-def]
    whole = (GENSIM / "toy-model.bin").read_bytes()
    rows = matrix_start(whole) + 17
    end = rows + 122 * 5 * 4
    assert rows < end < len(whole)
    for size in [*range(1, 200), *range(200, rows, 7), *range(rows - 20, rows + 2), *range(rows, end, 97), end - 1]:
        text = problem_of(write(whole[:size]))
        assert "ends too soon" in text or size < 8, (size, text)
    assert len(SubwordModel.open(write(whole[:end])).words) == 22, "the rest is for predicting and is not needed"


def test_a_header_that_makes_no_sense_is_told_of_or_harmless(write) -> None:  # type: ignore[no-untyped-def]
    for at, value in itertools.product(range(8, 8 + 12 * 4 + 8 + 28, 4), (-1, 0x7FFFFFFF, -(2**31), 0)):
        content = bytearray(model_bytes())
        struct.pack_into("<i", content, at, value)
        path = write(bytes(content))
        tracemalloc.start()
        with contextlib.suppress(ModelProblem):
            found = read_model(path)
            assert found.rows.shape[1] == 4, (at, value)
            assert len(found.words) == found.n_words == 3, (at, value)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 30_000_000, (at, value)


def test_a_matrix_that_does_not_fit_is_told_of(write) -> None:  # type: ignore[no-untyped-def]
    head = model_bytes(written=False)
    for shape in ((-1, 4), (2**62, 4), (2**40, 4), (0, 4), (2, 4), (13, 5), (13, -4), (13, 2**62), (14, 4)):
        problem_of(write(head[:-16] + struct.pack("<qq", *shape) + np.zeros(13 * 4, dtype="<f4").tobytes()))


def test_a_model_without_a_single_row_knows_nothing_or_is_told_of(write) -> None:  # type: ignore[no-untyped-def]
    for rest in (17, 0):
        path = write(model_bytes((), bucket=0, written=False) + b"\0" * rest)
        with contextlib.suppress(ModelProblem):
            assert SubwordModel.open(path).vector("cat") is None


def test_random_bytes_behind_the_right_mark_are_never_taken_for_a_model(write) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(0)
    for i in range(200):
        tail = random.bytes(int(random.integers(0, 4_000)))
        if i % 2:  # sane settings, random from the dictionary on
            tail = model_bytes(written=False)[8:64] + tail
        problem_of(write(struct.pack("<ii", MAGIC, 11 + i % 2) + tail))


def test_n_grams_that_no_row_is_kept_for_do_not_break_a_word(write) -> None:  # type: ignore[no-untyped-def]
    model = SubwordModel.open(write(model_bytes(bucket=0)))
    np.testing.assert_array_equal(model.decompose("cat", noise=True).vectors[0], [4, 5, 6, 7])
