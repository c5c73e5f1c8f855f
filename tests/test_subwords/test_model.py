"""N-grams, buckets and vectors are fastText's own, and what a piece is said to give is what it gives."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import sparse

from core.spaces.space import Space, cosine, load_space, unit_rows
from core.subwords import model as subwords
from core.subwords.model import MappedRows, SubwordModel, load_subwords
from core.subwords.ngrams import bucket, cut, fnv1a, key, ngrams
from tests.needs import cannot_run

# floret 0.10.5, mode="fasttext", minn=3, maxn=6, bucket=50,000, 14,608 words: get_subwords("coooool").
COOOOOL = [
    *("<co", "<coo", "<cooo", "<coooo", "coo", "cooo", "coooo", "cooooo", "ooo", "oooo", "ooooo", "oooool"),
    *("ooo", "oooo", "ooool", "ooool>", "ooo", "oool", "oool>", "ool", "ool>", "ol>"),
]
COOOOOL_ROWS = [
    *(26117, 60510, 58915, 31076, 62984, 53477, 25390, 38323, 28804, 20385, 60682, 23922, 28804, 20385),
    *(33063, 34603, 28804, 37528, 32258, 61661, 16745, 57800),
]
NAIVE_ROWS = [21498, 22300, 42798, 47809, 55154, 34012, 46651, 21295, 21440, 37615, 19939, 26178, 53156, 53262]
# The 32-bit hash fastText gives: from floret 0.10.5's buckets where the numbers above are, and by its sign slip
# different from plain FNV-1a as soon as a byte is beyond ASCII. Plain FNV-1a's are published (Fowler, Noll, Vo).
PUBLISHED = {"": 0x811C9DC5, "a": 0xE40C292C, "foobar": 0xBF9CF968}

KNOWN = ["the", "cat", "sat", "mat", "naïve", "北京市", "👨\u200d👩\u200d👧", "e\u0301te", "İstanbul", "coooool", "a"]
UNKNOWN = [
    "cats",
    "xqzj",
    "naïveté",
    "北京",
    "👩\u200d🚀",
    "e\u0301",
    "ISTANBUL",
    "b",
    "x" * 100,
    "ß",
    "日本語",
    "the>",
    "<a",
]
ODD = ["", "</s>", "a", "\ud800x\udfff", "x" * 100, "👨\u200d👩\u200d👧\u200d👦🇫🇷", "i\u0307stanbul", "a\u0301\u0302b"]


@pytest.fixture(scope="module")
def shipped() -> SubwordModel:
    return load_subwords()


@pytest.fixture(scope="module")
def small() -> SubwordModel:
    """A model small enough to be searched by hand: 14 words, 60 buckets, so that many n-grams share one."""
    words = (
        "play",
        "playing",
        "played",
        "going",
        "naïve",
        "coooool",
        "北京市",
        "a",
        "an",
        "ant",
        "</s>",
        "İz",
        "é",
        "up",
    )
    rows = np.random.default_rng(3).normal(size=(len(words) + 60, 7)).astype(np.float32)
    return SubwordModel(words, np.arange(len(words), dtype=np.int64), MappedRows(rows), len(words), 60)


def floret_model(directory: Path, **settings: Any) -> tuple[Any, SubwordModel]:
    """Train a tiny model with floret, in fastText's mode, and open its file."""
    try:
        import floret
    except ModuleNotFoundError:
        cannot_run("floret is not here: pip install -r requirements-build.txt")
    text, file = directory / "text.txt", directory / "model.bin"
    text.write_text((" ".join(KNOWN) + "\n") * 20, encoding="utf-8")
    chosen = {"mode": "fasttext", "hashCount": 1, "bucket": 1000, "minn": 3, "maxn": 6, "dim": 8} | settings
    trained = floret.train_unsupervised(str(text), minCount=1, epoch=2, thread=1, verbose=0, **chosen)
    trained.save_model(str(file))
    return trained, SubwordModel.open(file)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, SubwordModel]:
    return floret_model(tmp_path_factory.mktemp("floret"))


def counting(found: subwords.Decomposition, *, noise: bool) -> npt.NDArray[np.bool_]:
    return np.ones(len(found.ngrams), dtype=np.bool_) if noise else found.seen


# N-grams and hashes


def test_the_pieces_of_a_word_are_those_of_floret_repeats_and_order_kept() -> None:
    assert ngrams("coooool") == COOOOOL
    assert [14_608 + bucket(gram, 50_000) for gram in COOOOOL] == COOOOOL_ROWS


def test_letters_beyond_ascii_hash_with_fasttexts_slip() -> None:
    for word, pieces, rows in (
        ("naïve", "<na <naï <naïv <naïve naï naïv naïve naïve> aïv aïve aïve> ïve ïve> ve>", NAIVE_ROWS),
        ("北京市", "<北京 <北京市 <北京市> 北京市 北京市> 京市>", [52455, 21272, 26610, 24618, 17916, 56704]),
    ):
        assert ngrams(word) == pieces.split()
        assert [14_608 + bucket(gram, 50_000) for gram in ngrams(word)] == rows


def test_a_word_shorter_than_the_shortest_piece_still_has_its_frame_and_a_bracket_alone_is_no_piece() -> None:
    assert ngrams("a") == ["<a>"]
    assert ngrams("") == []
    assert ngrams("</s>") == []
    assert ngrams("ab", 1, 2) == ["<a", "a", "ab", "b", "b>"]


def test_ascii_hashes_as_it_was_published() -> None:
    assert {text: fnv1a(text) for text in PUBLISHED} == PUBLISHED


def test_the_two_hashes_take_the_bytes_of_accents_differently() -> None:
    assert fnv1a("é") == ((((0x811C9DC5 ^ 0xFFFFFFC3) * 16777619) ^ 0xFFFFFFA9) * 16777619) & 0xFFFFFFFF
    assert key("a") == 0xAF63DC4C8601EC8C  # published, 64 bits
    assert key("foobar") == 0x85944171F73967E8


def test_words_cut_all_at_once_are_cut_as_one_by_one() -> None:
    for low, high in ((3, 6), (1, 3), (2, 4), (1, 1), (5, 5)):
        words = [*KNOWN, *UNKNOWN, *ODD, "", "playing"]
        expected = [
            (owner, gram, fnv1a(gram), key(gram))
            for owner, word in enumerate(words)
            for gram in ngrams(word, low, high)
        ]
        found = cut(words, low, high)
        framed = [f"<{word}>" for word in words]
        grams = [
            framed[owner][start : start + length]
            for owner, start, length in zip(found.owner, found.start.tolist(), found.length.tolist(), strict=True)
        ]
        assert (
            list(zip(found.owner.tolist(), grams, found.hashes.tolist(), found.keys.tolist(), strict=True)) == expected
        )


def test_nothing_is_cut_into_nothing() -> None:
    for words in ([], [""], ["</s>"]):
        found = cut(words, 3, 6)
        assert [len(part) for part in (found.owner, found.start, found.length, found.hashes, found.keys)] == [0] * 5


# Against floret itself


def test_rows_and_vectors_are_those_that_floret_gives(trained: tuple[Any, SubwordModel]) -> None:
    for word in (*KNOWN, *UNKNOWN, "</s>", ""):
        reference, model = trained
        names, rows = reference.get_subwords(word)
        found = model.decompose(word, noise=True)
        assert list(found.ngrams) == names
        assert found.rows.tolist() == [int(row) for row in rows]
        np.testing.assert_allclose(found.vector, reference.get_word_vector(word), atol=1e-6)
        np.testing.assert_allclose(model.vectors([word], noise=True)[0], reference.get_word_vector(word), atol=1e-6)


def test_the_vocabulary_is_that_of_floret(trained: tuple[Any, SubwordModel]) -> None:
    reference, model = trained
    assert list(model.words) == reference.words
    assert {"the", "</s>", "北京市"} <= set(model.words)
    assert model.n_words == len(model.words)
    assert model.n_buckets == 1000


def test_other_lengths_of_n_grams_are_cut_as_floret_cuts_them(tmp_path: Path) -> None:
    for low, high in ((1, 3), (2, 4), (6, 6)):
        reference, model = floret_model(tmp_path, minn=low, maxn=high)
        for word in [*KNOWN, *UNKNOWN]:
            names, rows = reference.get_subwords(word)
            found = model.decompose(word, noise=True)
            assert (list(found.ngrams), found.rows.tolist()) == (names, [int(row) for row in rows])
            np.testing.assert_allclose(found.vector, reference.get_word_vector(word), atol=1e-6)
            np.testing.assert_allclose(model.vectors([word])[0], model.decompose(word).vector, atol=1e-6)


def test_settings_that_fasttext_allows_and_hardly_anybody_uses_are_read_as_it_does(tmp_path: Path) -> None:
    for low, high in ((0, 3), (4, 3), (0, 0)):
        reference, model = floret_model(tmp_path, minn=low, maxn=high)
        for word in ("cat", "cats", "naïve"):
            names, rows = reference.get_subwords(word)
            found = model.decompose(word, noise=True)
            assert (list(found.ngrams), found.rows.tolist()) == (names, [int(row) for row in rows])
        np.testing.assert_allclose(model.vectors(["cat", "cats"])[0], model.decompose("cat").vector, atol=1e-6)
        assert not model.sharing([model.n_words])[model.n_words] or high == 3


def test_a_vocabulary_of_words_too_short_for_any_n_gram_has_vectors() -> None:
    rows = MappedRows(np.ones((12, 3), dtype=np.float32))
    model = SubwordModel(("a", "at"), np.arange(2, dtype=np.int64), rows, 2, 10, 6, 6)
    assert model.vectors(["a", "elephant"]).tolist() == [[1, 1, 1], [0, 0, 0]]


# A word in pieces


def test_what_pieces_give_comes_to_the_whole(small: SubwordModel) -> None:
    for word, noise in itertools.product(
        ("playing", "plays", "coooool", "unplayed", "naïvely", "a", "北京"), (False, True)
    ):
        found = small.decompose(word, noise=noise)
        counts = counting(found, noise=noise)
        assert counts.any()
        assert found.shares.sum() == pytest.approx(1, abs=1e-9)
        rows = small.rows.take(found.rows)[counts].astype(np.float64)
        np.testing.assert_allclose(found.vector, rows.mean(axis=0), atol=1e-6)
        np.testing.assert_array_equal(found.vectors[counts], rows.astype(np.float32))
        assert not found.vectors[~counts].any()
        assert not np.nan_to_num(found.shares[~counts], nan=1).any()
        np.testing.assert_allclose(
            found.shares[counts], rows @ rows.sum(axis=0) / (rows.sum(axis=0) ** 2).sum(), atol=1e-6
        )


def test_some_of_these_words_do_have_pieces_that_were_never_seen(small: SubwordModel) -> None:
    found = small.decompose("unplayed")
    assert 0 < found.seen.sum() < len(found.seen)
    assert not found.own
    assert found.strongest == np.nanargmax(np.where(found.seen, found.shares, np.nan))
    assert found.own_row is None
    for gram, seen in zip(found.ngrams, found.seen, strict=True):
        assert seen == any(gram in ngrams(word) for word in small.words), gram


def test_a_words_own_row_comes_first_and_its_pieces_are_the_rest(small: SubwordModel) -> None:
    found = small.decompose("going")
    assert found.own
    assert found.strongest == 1 + np.argmax(found.shares[1:]), "an n-gram, whatever the word's own row gives"
    assert found.ngrams == ("going", *ngrams("going"))
    assert found.rows[0] == small.words.index("going")
    assert found.own_row is not None
    np.testing.assert_array_equal(found.own_row, small.rows.take(found.rows[:1])[0])
    np.testing.assert_allclose(
        found.from_pieces + found.own_row, found.vector * len(found.ngrams), rtol=1e-4, atol=1e-5
    )
    only = small.pieces_only("going")
    assert only is not None
    np.testing.assert_allclose(only, found.from_pieces / (len(found.ngrams) - 1), rtol=1e-4, atol=1e-6)


def test_a_word_without_a_piece_is_the_sum_of_the_others(small: SubwordModel) -> None:
    for word in ("ant", "plays", "coooool"):
        found = small.decompose(word)
        rows = small.rows.take(found.rows).astype(np.float64)
        for piece in range(len(found.ngrams)):
            others = [i for i in range(len(found.ngrams)) if i != piece and found.seen[i]]
            rest = rows[others].sum(axis=0)
            np.testing.assert_allclose(found.left_without(piece), rest, atol=1e-5)
            kept = rest @ found.vector / np.linalg.norm(rest) / np.linalg.norm(found.vector)
            assert found.without[piece] == pytest.approx(kept, abs=1e-6)
            if not found.seen[piece]:
                assert found.without[piece] == pytest.approx(1)


def test_of_a_single_piece_nothing_is_left(small: SubwordModel) -> None:
    found = small.decompose("</s>")
    assert found.ngrams == ("</s>",)
    assert found.shares.tolist() == [1]
    assert found.strongest == 0
    assert np.isnan(found.without).all()


def test_a_word_of_which_nothing_was_seen_has_no_vector_and_no_shares(small: SubwordModel) -> None:
    for word in ("xqzj", "", "ѪѪѪ"):
        found = small.decompose(word)
        assert not found.vector.any()
        assert found.vector.shape == (7,)
        assert np.isnan(found.shares).all()
        assert np.isnan(found.without).all()
        assert small.vector(word) is None
        assert small.pieces_only(word) is None
        assert found.strongest is None


def test_noise_counts_every_piece_and_is_the_same_each_time(shipped: SubwordModel) -> None:
    found, again = (shipped.decompose("xqzj", noise=True) for _ in range(2))
    assert not found.seen.all()
    assert np.abs(found.vectors).max(axis=1).min() > 0
    np.testing.assert_array_equal(found.vectors, again.vectors)
    untouched = ~np.isin(found.rows - shipped.n_words, shipped.rows.buckets)  # type: ignore[attr-defined]
    assert untouched.any()
    limit = 1 / shipped.rows.size
    assert np.abs(found.vectors[untouched]).max() <= limit
    assert np.abs(found.vectors[untouched]).max() > 0.8 * limit, "fastText draws them from -1/d to 1/d"
    known = shipped.decompose("playing").vector
    np.testing.assert_array_equal(shipped.decompose("playing", noise=True).vector, known)


# Many words at once


def test_vectors_made_together_are_those_made_one_by_one(
    small: SubwordModel, shipped: SubwordModel, trained: tuple[Any, SubwordModel]
) -> None:
    words = [*KNOWN, *UNKNOWN, "playing", "xqzj", "", "</s>", "playing", "\ud800"]
    for model, noise in itertools.product((small, shipped, trained[1]), (False, True)):
        together = model.vectors(words, noise=noise)
        assert together.shape == (len(words), model.rows.size)
        for word, vector in zip(words, together, strict=True):
            np.testing.assert_allclose(vector, model.decompose(word, noise=noise).vector, atol=2e-6, err_msg=repr(word))
        assert model.vectors([], noise=noise).shape == (0, model.rows.size)


def test_rows_that_ship_add_up_without_being_unpacked(shipped: SubwordModel) -> None:
    ids = np.sort(np.concatenate([shipped.ids[:4], shipped.n_words + shipped.rows.buckets[5:9].astype(np.int64)]))  # type: ignore[attr-defined]
    weights = sparse.csr_array(np.random.default_rng(0).normal(size=(3, len(ids))).astype(np.float32))
    np.testing.assert_allclose(shipped.rows.combine(weights, ids), weights @ shipped.rows.take(ids), atol=1e-4)


def test_a_vocabulary_too_large_to_be_kept_gives_the_same(small: SubwordModel, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["plays", "unplayed", "naïvely", "北京", "xqzj", "going"]
    kept = [small.decompose(word) for word in words], small.vectors(words)
    monkeypatch.setattr(subwords, "MANY", 3)
    for before, word in zip(kept[0], words, strict=True):
        after = small.decompose(word)
        np.testing.assert_array_equal(after.seen, before.seen)
        np.testing.assert_array_equal(after.vector, before.vector)
    np.testing.assert_array_equal(small.vectors(words), kept[1])


def test_too_short_or_too_long_an_n_gram_was_never_seen_however_many_words_there_are(
    small: SubwordModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    grams = ["pl", "playing", "", "<", "<play"]
    assert small.seen(grams).tolist() == [False, False, False, False, True]
    monkeypatch.setattr(subwords, "MANY", 3)
    assert small.seen(grams).tolist() == [False, False, False, False, True]


# Who shares what


def test_the_n_grams_named_for_a_bucket_are_exactly_those_hashed_into_it(
    small: SubwordModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: dict[int, set[str]] = {small.n_words + number: set() for number in range(60)}
    for word in small.words:
        for gram in ngrams(word):
            expected[small.row(gram)].add(gram)
    assert max(len(grams) for grams in expected.values()) > 2
    found = small.sharing(list(expected))
    assert found == {row: tuple(sorted(grams)) for row, grams in expected.items()}
    some = [small.row("<pl"), small.row("ing")]
    assert small.sharing([*some, some[0]]) == {row: found[row] for row in some}
    assert small.sharing([]) == {}


def test_words_that_hold_an_n_gram_come_in_the_order_of_the_vocabulary(small: SubwordModel) -> None:
    assert small.holding("play") == ["play", "playing", "played"]
    assert small.holding("play", 2) == ["play", "playing"]
    assert small.holding("ing>") == ["playing", "going"]
    assert small.holding("<an>") == ["an"]
    assert small.holding("/s>") == []
    assert small.holding("zzz") == []


def test_what_shares_a_bucket_of_the_model_that_ships_is_hashed_into_it(shipped: SubwordModel) -> None:
    found = shipped.decompose("coooool")
    rows = [int(row) for row in found.rows]
    shared = shipped.sharing(rows)
    for gram, row, seen in zip(found.ngrams, rows, found.seen, strict=True):
        assert (gram in shared[row]) == seen
        assert all(shipped.row(other) == row and shipped.seen([other])[0] for other in shared[row])


def test_the_cosine_of_nothing_is_not_a_number() -> None:
    assert cosine([3, 4], [4, 3]) == pytest.approx(0.96)
    assert np.isnan(cosine([0, 0], [1, 2]))


# The model that ships


@pytest.fixture(scope="module")
def space() -> Space:
    return load_space("fasttext")


def test_the_packed_rows_give_the_vector_of_the_space(shipped: SubwordModel, space: Space) -> None:
    words = space.words[:: len(space.words) // 1_000]
    cosines = (unit_rows(shipped.vectors(words)) * unit_rows(space.vectors[space.rows(words)])).sum(axis=1)
    assert len(cosines) >= 1_000
    assert cosines.min() >= 0.998
    assert shipped.words == space.words


def test_a_word_outside_the_vocabulary_gets_a_vector_and_nonsense_gets_none(shipped: SubwordModel) -> None:
    assert "unbankability" not in shipped.index
    vector = shipped.vector("unbankability")
    assert vector is not None
    assert np.isfinite(vector).all()
    assert shipped.vector("ѪѪѪѪ") is None


def test_upper_case_is_another_word_than_lower_case(shipped: SubwordModel) -> None:
    lower, upper = shipped.decompose("playing"), shipped.decompose("PLAYING")
    assert (lower.own, upper.own) == (True, False)
    assert not set(lower.ngrams) & set(upper.ngrams)
    assert not upper.seen.any()
    assert shipped.vector("PLAYING") is None


def test_seen_is_what_some_word_of_the_vocabulary_has(shipped: SubwordModel) -> None:
    text = "\n".join(f"<{word}>" for word in shipped.words)
    grams = [*ngrams("covid-19"), *ngrams("unglaublich"), *ngrams("playing"), *ngrams("xqzj")]
    assert shipped.seen(grams).tolist() == [gram in text for gram in grams]
    assert 0 < shipped.seen(grams).sum() < len(grams)
