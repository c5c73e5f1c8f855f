"""The comparing view answers: to two spaces, to any word, to any list, and to any link."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.map import comparison as compare
from core.spaces.space import SPACES, TITLES
from core.spaces.wordsets import READY
from pages.shared import loaders
from tests.pages import (
    HOSTILE_WORDS,
    SCRIPT,
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    forget,
    map_page,
    notices,
    see,
    specs,
    under_title,
    unfold,
    words_in,
)

pytestmark = pytest.mark.usefixtures("warm")

MAPS = ["map_chart_left", "map_chart_right"]
CHARTS = [*MAPS, "map_columns", "map_overlaps"]
Places = dict[str, tuple[float, float]]


def compared(**query: str | list[str]) -> AppTest:
    """Open the view; what is asked of it must not break it."""
    app = map_page(view="Compare", **query)
    assert_sound(app)
    return app


def places(figure: dict[str, Any]) -> Places:
    return {
        row[0]: (x, y)
        for trace in figure["data"]
        if trace.get("customdata")
        for row, x, y in zip(trace["customdata"], trace["x"], trace["y"], strict=True)
    }


def maps(app: AppTest) -> tuple[Places, Places]:
    found = specs(app)
    return places(found["map_chart_left"]), places(found["map_chart_right"])


def said(app: AppTest) -> str:
    """Return all sentences, those under each figure too."""
    return "\n".join(str(element.value) for element in app.markdown)


def numbers_of(app: AppTest, column: str) -> Any:
    """Return the first table that has a column, its box opened."""
    return next(table.value for table in unfold(app).dataframe if column in table.value.columns)


def heads(app: AppTest) -> list[str]:
    return [str(element.value) for element in app.header]


def only_in(known: str, *others: str) -> str:
    """A word that one space has and others have not."""
    without = [loaders.space(other) for other in others]
    return next(
        word
        for word in loaders.space(known).words[5_000:]
        if word.isalpha() and not any(word in other for other in without)
    )


# Two maps and six lists


def test_the_view_opens_with_two_maps_six_lists_and_a_table() -> None:
    app = compared()
    assert sorted(specs(app)) == sorted(CHARTS)
    assert app.title[0].value == "Do different methods find the same neighbours?"
    assert "GloVe 6B and in FastText" in under_title(app)
    for drawn in maps(app):
        assert set(drawn) == set(READY[0].words)
    assert heads(app) == ["Nearest to “bank” in six spaces", "What you see", "Try"]
    assert "With FastText turned onto GloVe 6B" in see(app)
    assert "nearest to “bank”" in said(app)
    assert "of their words in common on average" in said(app)
    assert notices(app) == ""
    labels = [expander.label for expander in app.expander]
    each = "Numbers, download and how it is computed"
    assert sorted(labels) == sorted([each] * 3 + ["The numbers of this figure", "How it is computed"])
    assert all(chart.proto.alt.strip() for chart in app.get("plotly_chart"))
    opened = {code.value.split("(")[0] for code in unfold(app).code}
    assert {"def rotation", "def compare", "def nearest_shared", "def mean_overlaps"} <= opened


def test_both_maps_have_the_same_axes() -> None:
    left, right = (specs(compared())[key]["layout"] for key in CHARTS[:2])
    assert left["xaxis"]["range"] == right["xaxis"]["range"]
    assert left["yaxis"]["range"] == right["yaxis"]["range"]


def test_the_lists_are_those_of_the_six_spaces_and_the_table_holds_their_overlaps() -> None:
    app = compared(find="spring")
    lists = loaders.columns("spring")
    drawn = [trace for trace in specs(app)["map_columns"]["data"] if trace.get("customdata")]
    assert [trace["name"] for trace in drawn] == list(TITLES.values())
    for trace, near in zip(drawn, lists.neighbours.values(), strict=True):
        assert near is not None
        assert [html.unescape(row[0]) for row in trace["customdata"]] == [found.word for found in near]
    (table,) = specs(app)["map_overlaps"]["data"]
    assert table["text"][0][1] == f"{100 * lists.overlaps['glove-6b', 'glove']:.0f}"
    measured = loaders.results().of(part="overlap", space="glove", set="glove-6b")[0].value
    assert measured is not None
    assert table["text"][1][0] == f"{100 * measured:.0f}"
    numbers = numbers_of(app, "lists")
    assert len(numbers) == sum(len(near or ()) for near in lists.neighbours.values()) == 60
    assert list(numbers["word"][:10]) == [found.word for found in lists.neighbours["glove-6b"] or ()]
    assert set(numbers["space"]) == set(TITLES.values())


def test_the_numbers_of_the_maps_are_those_that_are_drawn() -> None:
    app = compared(set="Animals", space="CBOW", **{"with": "PPMI"})
    numbers = numbers_of(app, "agreement")
    for drawn, title in zip(maps(app), ("CBOW", "PPMI"), strict=True):
        assert list(numbers["word"]) == [
            word for word_set in READY if word_set.key == "animals" for word in word_set.words
        ]
        for i, axis in enumerate("xy"):
            np.testing.assert_allclose(
                numbers[f"{axis} in {title}"], [drawn[word][i] for word in numbers["word"]], rtol=1e-5
            )
        assert numbers[f"kept in {title}"].between(0, 1).all()
    left, right = loaders.space("cbow"), loaders.space("ppmi")
    turned = compare.turn(left, right, compare.shared_words([left, right]))
    expected = compare.compare(left, right, list(numbers["word"]), turned).agreement
    np.testing.assert_allclose(numbers["agreement"], expected, atol=1e-6)


# Each control changes what is drawn and what is said


@pytest.mark.parametrize("name", SPACES)
def test_any_space_can_stand_on_either_side(name: str) -> None:
    for left, right in ((TITLES[name], "GloVe"), ("GloVe", TITLES[name])):
        app = compared(space=left, **{"with": right})
        assert f"in {left} and in {right}, one turned" in under_title(app)
        assert f"With {right} turned onto {left}" in see(app)
        alts = {chart.key: chart.proto.alt for chart in app.get("plotly_chart")}
        assert all(title in alts[key] for key, title in zip(MAPS, (left, right), strict=True))


def test_another_space_beside_it_changes_the_picture_and_the_sentence() -> None:
    app = map_page(view="Compare")
    (_, before), told = maps(app), see(app)
    app.selectbox("map_with").set_value("PPMI").run()
    assert_sound(app)
    assert maps(app)[1] != before
    assert see(app) != told


def test_another_word_changes_the_lists_and_the_sentence() -> None:
    app = map_page(view="Compare")
    before, told, (left, _) = specs(app)["map_columns"], said(app), maps(app)
    app.text_input("map_find").set_value("“River” ").run()
    assert_sound(app)
    assert heads(app)[0] == "Nearest to “river” in six spaces"
    assert specs(app)["map_columns"] != before
    assert said(app) != told
    assert "nearest to “river”" in said(app)
    assert maps(app)[0] == left, "the words do not move"
    lines = [trace for trace in specs(app)["map_chart_left"]["data"] if trace["mode"] == "lines"]
    assert lines, "the word found has lines to its neighbours on the maps too"


def test_another_set_of_words_is_drawn_on_both_maps() -> None:
    app = map_page(view="Compare")
    app.selectbox("map_set").set_value("People and royalty").run()
    assert_sound(app)
    royalty = next(word_set for word_set in READY if word_set.key == "royalty")
    for drawn in maps(app):
        assert set(drawn) == set(royalty.words)
    assert heads(app)[0] == f"Nearest to “{royalty.words[0]}” in six spaces"


def test_around_a_word_is_around_it_in_the_space_on_the_left() -> None:
    app = compared(set="Around one word", space="Skip-gram", word="guitar", k="30", **{"with": "PPMI"})
    near = ["guitar", *(found.word for found in loaders.space("skipgram").neighbours("guitar", 30))]
    for drawn in maps(app):
        assert set(drawn) == {word for word in near if word in loaders.space("ppmi")}
    assert heads(app)[0] == "Nearest to “guitar” in six spaces"


def test_the_same_space_twice_is_one_map_twice_and_the_page_says_so() -> None:
    app = compared(space="PPMI", **{"with": "PPMI"})
    left, right = maps(app)
    assert left.keys() == right.keys()
    for word, place in left.items():
        assert place == pytest.approx(right[word], abs=1e-5)
    assert "cosine **1.00** on average" in see(app)
    assert "Both maps show the same space" in notices(app)
    assert notices(compared()) == ""


# Help with what is not there


def test_a_word_of_no_space_is_met_with_spellings_and_the_maps_stay() -> None:
    app = compared(find="elefant")
    assert sorted(specs(app)) == MAPS
    assert "No space has the word “elefant”" in notices(app)
    assert "*elephant*" in notices(app)
    assert "With FastText turned onto GloVe 6B" in see(app)
    assert app.text_input("map_find").value == "elefant"
    app.button("map_find-elephant").click().run()
    assert_sound(app)
    assert app.text_input("map_find").value == "elephant"
    assert sorted(specs(app)) == sorted(CHARTS)
    assert heads(app)[0] == "Nearest to “elephant” in six spaces"


def test_a_word_that_looks_like_none_is_still_met_with_a_sentence() -> None:
    app = compared(find="qqxxzz" * 9)
    assert "No space has the word" in notices(app)
    assert "Spelled nearest" not in notices(app)
    assert sorted(specs(app)) == MAPS


def test_a_word_that_only_the_larger_vocabulary_has_is_shown_where_it_is() -> None:
    word = only_in("glove-6b", *SPACES[1:])
    app = compared(find=word)
    assert "is not on these maps" in notices(app)
    assert heads(app)[0] == f"Nearest to “{word}” in six spaces"
    drawn = specs(app)["map_columns"]["data"]
    assert sum(bool(trace.get("customdata")) for trace in drawn) == 1
    assert sum("no such" in str(trace.get("text")) for trace in drawn) == len(SPACES) - 1
    assert f"Only GloVe 6B has “{word}”" in said(app)
    table = specs(app)["map_overlaps"]["data"][0]["text"]
    assert {table[i][j] for i in range(6) for j in range(i, 6)} == {""}
    assert table[1][0] != "", "the mean of all words stays"


def test_a_word_that_only_our_vocabulary_has_is_shown_in_five_lists() -> None:
    word = only_in("glove", "glove-6b")
    app = compared(find=word)
    assert "is not on these maps" in notices(app)
    drawn = specs(app)["map_columns"]["data"]
    assert sum(bool(trace.get("customdata")) for trace in drawn) == 5
    assert "The 5 lists name" in said(app)
    assert "GloVe 6B has no such word." in said(app)


def test_words_of_a_list_that_the_other_space_lacks_are_named_and_the_rest_is_drawn() -> None:
    word = only_in("glove-6b", "fasttext")
    app = compared(set="My own words", list=f"king queen {word} man qqxxzz")
    for drawn in maps(app):
        assert set(drawn) == {"king", "queen", "man"}
    told = notices(app)
    assert f"Not among the {len(loaders.space('fasttext').words):,} words of FastText, so left out: “{word}”" in told
    assert "words of GloVe 6B, so left out: “qqxxzz”" in told
    assert app.text_area("map_list").value == f"king queen {word} man qqxxzz"


def test_a_list_of_which_the_other_space_has_nothing_is_met_with_a_sentence() -> None:
    word = only_in("glove-6b", "fasttext")
    app = compared(set="My own words", list=word)
    assert not app.get("plotly_chart")
    assert "None of these words is in FastText" in notices(app)
    assert app.button("try-bank in six spaces")


def test_the_word_around_which_all_lies_may_be_missing_on_the_right() -> None:
    word = only_in("glove-6b", "fasttext")
    app = compared(set="Around one word", word=word, k="60")
    assert f"“{word}”" in notices(app)
    for drawn in maps(app):
        assert drawn
        assert word not in drawn


@pytest.mark.parametrize(
    ("typed", "told"), [("", "The list is empty"), ("qqxxzz", "No word of the list can be drawn"), ("king", "")]
)
def test_lists_of_few_words_or_none_are_compared_or_explained(typed: str, told: str) -> None:
    app = compared(set="My own words", list=typed)
    assert told in notices(app)
    assert bool(notices(app)) == bool(told)
    if told:
        assert not app.get("plotly_chart")
    else:
        for drawn in maps(app):
            assert list(drawn) == typed.split()
        assert "nan" not in see(app)


def test_ten_thousand_words_are_cut_to_the_most_frequent_and_the_page_says_so() -> None:
    app = compared(set="Top 10000 words")
    assert "Two maps side by side show up to 300 words, so these are the most frequent" in notices(app)
    left, right = maps(app)
    held = [word for word in loaders.space("glove-6b").words if word in loaders.space("fasttext")]
    assert set(left) == set(right) == set(held[:300])


def test_frequent_words_are_drawn_but_for_those_that_the_other_space_lacks() -> None:
    app = compared(set="Top 1000 words", space="GloVe", **{"with": "GloVe 6B"})
    held = [word for word in loaders.space("glove").words[:1_000] if word in loaders.space("glove-6b")]
    for drawn in maps(app):
        assert set(drawn) == set(held[:300])


# Links


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"with": ["GloVe", "CBOW"], "space": ""}, ["space", "with"]),
        ({"with": SCRIPT, "set": SCRIPT}, ["with", "set"]),
        ({"with": "x" * 100_000, "find": "x" * 100_000}, ["with", "find"]),
    ],
    ids=["two and none", "markup", "too much"],
)
def test_a_value_that_no_control_has_is_named_and_the_default_stands(
    query: dict[str, str | list[str]], named: list[str]
) -> None:
    app = compared(**query)
    assert_named(app, *named)
    assert_not_markup(app)
    assert sorted(specs(app)) == sorted(CHARTS)
    assert (app.selectbox("map_space").value, app.selectbox("map_with").value) == ("GloVe 6B", "FastText")
    assert len("".join(every_text(app))) < 20_000


@pytest.mark.parametrize("typed", HOSTILE_WORDS.values(), ids=HOSTILE_WORDS)
def test_any_text_as_word_or_list_is_met_with_a_page_that_works(typed: str) -> None:
    app = compared(find=typed)
    assert "map_chart_left" in specs(app)
    for page in (app, compared(set="My own words", list=typed, find=typed)):
        assert_not_markup(page)
        assert "What you see" in heads(page) or notices(page)


def test_a_word_with_the_marks_of_html_is_drawn_as_it_is_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    lists, word = loaders.columns("bank"), "r&d<b>"
    near = {name: [compare.Neighbour(word, 0.9), *(found or ())[1:]] for name, found in lists.neighbours.items()}
    shared = {found.word: 6 for listed in near.values() for found in listed}
    monkeypatch.setattr(loaders, "columns", lambda _: compare.Columns("bank", near, shared, lists.overlaps))
    app = compared()
    assert_not_markup(app)
    for trace in specs(app)["map_columns"]["data"]:
        if trace.get("customdata"):
            assert trace["customdata"][0][0] == "r&amp;d&lt;b&gt;"
            assert trace["text"][0] == "<b>r&amp;d&lt;b&gt;</b>"


def test_the_same_link_draws_the_same_comparison_in_another_session() -> None:
    query = {"space": "CBOW", "with": "PPMI", "set": "Animals", "find": "dog"}
    app = compared(**query)
    first, told = specs(app), said(app)
    forget()
    again = compared(**query)
    assert specs(again) == first
    assert said(again) == told


def test_words_in_common_are_looked_for_in_the_same_words_whatever_is_compared() -> None:
    lists = [words_in(specs(compared(space=title, find="bank"))["map_columns"]) for title in ("GloVe 6B", "PPMI")]
    assert lists[0] == lists[1]
