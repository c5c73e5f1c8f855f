"""What a person types is looked up as they meant it, and nothing invisible comes along."""

from __future__ import annotations

import unicodedata

from core.text import one_word, shortened, split_words, visible

HOSTILE = {
    "nothing": "",
    "blank": " \t\r\n\x0b\x0c\u00a0\u2003\u3000",
    "control characters": "ki\x00ng\x07 \x1b[31mqueen\x7f\x9f",
    "marks that reverse writing": "\u202egnik\u202c \u2066queen\u2069 \u200f\u200e",
    "zero width": "k\u200bi\u200cn\u200dg\ufeff qu\u2060een\u00ad",
    "lone surrogates": "king\ud800 \udfffqueen",
    "private use and unassigned": "king\ue000 \U000f0000queen\u0378 \ufffe\uffff",
    "tag characters": "king\U000e0041\U000e007f",
    "combining marks": "cafe\u0301 e" + "\u0301" * 500,
    "marks alone": "\u0301\u0302 \u20dd",
    "emoji": "👑 👨‍👩‍👧‍👦 🏳️‍🌈 🇫🇷 1️⃣",
    "right to left": "ملك מלך",
    "no spaces": "国王和王后",
    "html": "<script>alert(1)</script> <img src=x onerror=alert(1)> &lt;b&gt;",
    "markdown": "**bold** [x](javascript:alert(1)) `code` $x$ :red[x] ![i](u)",
    "templates": "{{7*7}} ${7*7} %s %(x)s {0.__class__} ../../etc/passwd",
    "only punctuation": "...,;|/!?\"'()[]{}<>",
    "a very long word": "x" * 10_000,
    "many words": "king queen " * 5_000,
    "letters that grow in lower case": "İSTANBUL ẞ ǰ J\u030c \u1e9e",
    "Hangul and compatibility letters": "\u1100\u1161 ﬁne ① Å \u212b",
}


def test_no_word_holds_anything_that_is_not_seen() -> None:
    for typed in HOSTILE.values():
        words = split_words(typed)
        for word in [*words, *one_word(typed).split()]:
            assert word
            assert not any(character.isspace() for character in word)
            assert not {unicodedata.category(character) for character in word} & {"Cc", "Cf", "Cs", "Co", "Cn"}
            word.encode("utf-8")
        assert len(words) <= len(typed)


def test_words_are_composed_and_in_lower_case_as_in_the_vocabulary() -> None:
    for typed in HOSTILE.values():
        for word in [*split_words(typed), one_word(typed)]:
            assert unicodedata.is_normalized("NFC", word)
            assert word == word.lower()


def test_what_is_shown_is_composed_and_keeps_its_capitals() -> None:
    assert visible("Cafe\u0301 \u202eRe\u0301sume\u0301\x00\n") == "Café Résumé "


def test_a_list_taken_from_a_link_gives_the_same_words_again() -> None:
    for typed in HOSTILE.values():
        words = split_words(typed)
        assert split_words(" ".join(words)) == words
        assert visible(visible(typed)) == visible(typed)


def test_a_list_is_split_as_a_reader_would() -> None:
    for typed, words in (
        ("king queen", "king queen"),
        ("king, queen;prince|duke/lord\nheir\tmonarch", "king queen prince duke lord heir monarch"),
        ("King QUEEN", "king queen"),
        ("queen king queen", "queen king queen"),
        ("“king” 'queen' «duke» (lord) [heir] *prince* #crown", "king queen duke lord heir prince crown"),
        ("king. queen! duke? lord: heir…", "king. queen duke lord heir"),
        ("well-known mother-in-law mid-1990s", "well-known mother-in-law mid-1990s"),
        ("u.s. U.S.A.", "u.s. u.s.a."),
        ("don't o’clock", "don't o’clock"),
        ("cafe\u0301 CAFE\u0301 café", "café café café"),
        ("k\u200bing \u202equeen\u202c", "king queen"),
        ("king\u00a0queen\u3000duke", "king queen duke"),
        ("ملك מלך 国王 👑", "ملك מלך 国王 👑"),
        ("", ""),
        (" ,;|/ ... !!", ""),
    ):
        expected = words.split()
        if "king. " in words:  # a full stop that ends a sentence is no part of the word
            expected[0] = "king"
        assert split_words(typed) == expected


def test_one_word_is_looked_up_as_it_was_meant() -> None:
    for typed, word in (
        ("bank", "bank"),
        ("  Bank ", "bank"),
        ("“bank”", "bank"),
        ("bank.", "bank"),
        ("bank?!", "bank"),
        ("ba\u200bnk", "bank"),
        ("\u202ebank", "bank"),
        ("ba\x00nk", "bank"),
        ("ba\ud800nk", "bank"),
        ("new york", "new york"),
        ("new\nyork", "new york"),
        ("e\u0301", "é"),
        ("", ""),
        ("\u200b\u202e\ufeff", ""),
        ("\"'()", ""),
    ):
        assert one_word(typed) == word


def test_a_word_of_ten_thousand_letters_is_still_one_word() -> None:
    assert one_word("x" * 10_000) == "x" * 10_000
    assert split_words("x" * 10_000) == ["x" * 10_000]


def test_text_is_cut_with_an_ellipsis_and_only_where_it_is_too_long() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 39 + "…"
    assert shortened("frog" * 2_500, 10) == "frogfrogf…"
    assert shortened("") == ""
