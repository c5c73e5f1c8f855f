"""The drift page answers: to every word of the catalogue, to any two words, to any mixture, and to any link."""

from __future__ import annotations

import csv
import functools
import io
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core import assets
from core.charts import Card
from core.charts.adapter import page_of as kept_page
from core.charts.theme import DARK, sense_colours
from core.counts.cooccurrence import mix
from core.counts.senses import load_labels, load_senses
from core.drift.laws import angles
from core.drift.material import FEWEST, load_bench, pseudoword
from core.drift.material import SPACES as SOLVED
from core.drift.path import Drift, drift, misses
from core.drift.pulls import COMMONEST
from core.drift.shipped import STEPS, file_of, load_ways
from core.spaces.space import TITLES, load_space
from core.text import tokenise
from pages.parts.drift.controls import CHIPS, CONTROLS, NUMBERS, PARTS, SECTIONS, SHARE, VIEWS, WAYS
from pages.shared import cards, layout, loaders
from pages.shared.controls import Chip, Text
from tests.pages import (
    HOSTILE_WORDS,
    SCRIPT,
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    forget,
    notices,
    page_of,
    see,
    specs,
    under_title,
    unfold,
)

pytestmark = pytest.mark.usefixtures("warm")

CATALOGUE = load_senses()
LABELS = load_labels()
MERGED = VIEWS[1]
CHARTS = {
    SECTIONS[0]: ["drift_ranks", "drift_cosines"],
    SECTIONS[1]: ["drift_coefficients", "drift_errors"],
    SECTIONS[2]: ["drift_split", "drift_pulls", "drift_window"],
    SECTIONS[3]: ["drift_meanings"],
}


def opened(**query: str | list[str]) -> AppTest:
    """Open the page with a link whose parameters are given without their prefix; it must not break."""
    app = page_of("drift.py", **{f"drift_{name}": value for name, value in query.items()})
    assert_sound(app)
    return app


@functools.lru_cache(6)  # a page that is kept slows down the collection after every run of another
def seen_once(**query: str) -> AppTest:
    """Return a page for tests that only look."""
    return opened(**query)


def point(app: AppTest) -> dict[str, Any]:
    """Return the point of the word as it stands before anything moves."""
    (found,) = (
        trace
        for trace in specs(app)["drift_chart"]["data"]
        if trace.get("hovertext") and trace["mode"] == "markers+text"
    )
    return dict(found)


def place(app: AppTest) -> tuple[float, float]:
    trace = point(app)
    return trace["x"][0], trace["y"][0]


def listed(app: AppTest) -> list[str]:
    """Return what stands beside the figure: the shares, then the nearest words."""
    (found,) = (trace for trace in specs(app)["drift_chart"]["data"] if trace.get("xaxis") == "x2")
    return list(found["text"])


def shares(app: AppTest) -> list[int]:
    """Return the shares that the point is drawn at, in per cent."""
    return [int(number) for number in re.findall(r"(\d+) % [^o]", point(app)["hovertext"][0].split("<br>")[0] + " ")]


def labelling(app: AppTest) -> str:
    """Return what is said of the labels: the second paragraph under the figure."""
    return see(app).partition("\n\n")[2]


def button(app: AppTest, label: str) -> Any:
    (found,) = (element for element in app.button if element.label == label)
    return found


# The page draws


def test_the_page_opens_from_the_navigation() -> None:
    app = page_of("frame.py").switch_page("drift.py").run()
    assert_sound(app)
    assert "“bank”" in app.title[0].value
    assert "drift_chart" in specs(app)


def test_the_page_opens_with_one_animated_figure_and_says_what_is_seen() -> None:
    app = seen_once()
    assert list(specs(app)) == ["drift_chart", *CHARTS[SECTIONS[0]]]
    assert "“bank”" in app.title[0].value
    assert under_title(app)
    assert (app.selectbox("drift_word").value, app.selectbox("drift_space").value) == ("bank", "GloVe")
    assert notices(app) == ""
    assert "60 % *finance* and 40 % *river*" in see(app)
    assert [element.value for element in app.header] == ["What you see", "Try", "Look closer"]
    assert all(chart.proto.alt.strip() for chart in app.get("plotly_chart"))
    boxes = [expander.label for expander in app.expander]
    assert boxes == ["The numbers of this figure", "How it is computed", *[boxes[-1]] * 2]
    assert not app.latex, "a closed box costs nothing"


@pytest.mark.parametrize("section", SECTIONS)
def test_every_figure_has_its_numbers_and_the_code_that_made_them(section: str) -> None:
    app = unfold(opened(space="PPMI", more=section))
    n = 1 + len(CHARTS[section])
    assert len(app.dataframe) == n
    assert len(app.latex) >= n
    assert len(app.code) >= n
    assert {"def follow", "def at_masses", "def log_law"} <= {code.value.split("(")[0] for code in app.code}
    assert sum(element.label == "Numbers (CSV)" for element in app.get("download_button")) == n


def test_every_step_of_the_slider_has_its_frame_and_the_play_button_is_there() -> None:
    figure = specs(seen_once())["drift_chart"]
    names = [frame["name"] for frame in figure["frames"]]
    assert names == [str(i) for i in range(41)]
    (slider,) = figure["layout"]["sliders"]
    assert [step["args"][0] for step in slider["steps"]] == [[name] for name in names]
    assert slider["active"] == SHARE.default / 100 * 40
    (menu,) = figure["layout"]["updatemenus"]
    assert len(menu["buttons"]) == 2


# A word for each number of senses, and one with a sense left out; that each word has its rows is in test_shipped.py.
@pytest.mark.parametrize(
    ("word", "section"), [("bat", 0), ("spring", 1), ("nail", 2), ("mole", 0), ("line", 2), ("club", 1)]
)
def test_a_word_of_the_catalogue_is_drawn_and_told(word: str, section: int) -> None:
    app = seen_once(word=word, more=SECTIONS[section])
    assert list(specs(app)) == ["drift_chart", *CHARTS[SECTIONS[section]]]
    names = loaders.bench("glove").material(word).names
    left_out = [name for name in CATALOGUE[word].names if name not in names]
    assert re.findall(r"\*(\w+)\*", notices(app)) == left_out
    assert f"“{word}”" in app.title[0].value
    assert point(app)["text"] == [f"<b>{word}</b>"]
    assert len(listed(app)) == 11, "the shares, and ten words"
    assert word not in listed(app)
    for name in names:
        assert f"*{name}*" in see(app)
        assert name in listed(app)[0]
    assert not any(name in listed(app)[0] for name in left_out)
    assert not re.search(r"\bnan\b", see(app))
    assert len(specs(app)["drift_chart"]["frames"]) == 41


@pytest.mark.parametrize(("space", "word"), [("skipgram", "bank"), ("ppmi", "line")])
def test_words_of_two_to_five_senses_are_drawn_in_every_space(space: str, word: str) -> None:
    app = seen_once(word=word, space=TITLES[space])
    assert notices(app) == ""
    assert see(app) != see(seen_once(word=word))
    assert listed(app)[1:] != listed(seen_once(word=word))[1:]
    assert not re.search(r"\bnan\b", see(app))
    assert TITLES[space] in app.selectbox("drift_space").value


@pytest.mark.parametrize("space", SOLVED)
def test_two_words_are_merged_in_every_space(space: str) -> None:
    app = seen_once(view=MERGED, space=TITLES[space])
    assert notices(app) == ""
    assert "banana" not in app.title[0].value
    assert point(app)["text"] == ["<b>banana+door</b>"]
    assert not {"banana", "door"} & set(listed(app)[1:])
    assert "60 % *banana* and 40 % *door*" in see(app)
    # What is known beforehand comes out: where each is alone it is nearly itself.
    ((banana, door),) = re.findall(r"cosine (\d\.\d\d) with “banana” and (\d\.\d\d) with “door”", see(app))
    assert min(float(banana), float(door)) > 0.8
    assert labelling(app) == "", "nothing was labelled"


def test_every_section_draws_its_charts() -> None:
    app = opened(space="PPMI")
    for section in (*SECTIONS[1:], SECTIONS[0]):
        app.segmented_control("drift_more").set_value(section).run()
        assert_sound(app)
        assert list(specs(app)) == ["drift_chart", *CHARTS[section]]
        assert notices(app) == ""


def test_a_sense_wears_one_colour_on_the_whole_page(monkeypatch: pytest.MonkeyPatch) -> None:
    look = DARK
    monkeypatch.setattr(layout, "look", lambda: look)
    colours = sense_colours(2, look)
    app = opened(share="100")
    heads = {
        trace["name"]: trace["marker"]["color"]
        for trace in specs(app)["drift_chart"]["data"]
        if trace.get("name") in ("finance", "river")
    }
    assert (heads["finance"], heads["river"]) == colours
    assert point(app)["marker"]["color"] == colours[1], "all river"
    lines = [(trace["name"], trace["line"]["color"]) for trace in specs(app)["drift_cosines"]["data"]]
    assert lines == [(sense.cues[0], colour) for sense, colour in zip(CATALOGUE["bank"].senses, colours, strict=True)]
    app = opened(more=SECTIONS[2])
    bars = {trace["name"]: trace["marker"]["color"] for trace in specs(app)["drift_split"]["data"]}
    assert (bars["finance"], bars["river"]) == colours


# Each control changes what is drawn and what is said


def test_each_control_changes_the_figure_and_the_sentences() -> None:
    app = opened()
    said, drawn = [see(app)], [specs(app)["drift_chart"]]

    def note() -> None:
        assert_sound(app)
        said.append(see(app))
        drawn.append(specs(app)["drift_chart"])

    app.slider("drift_share").set_value(85).run()
    note()
    app.selectbox("drift_word").set_value("java").run()
    note()
    app.selectbox("drift_space").set_value("PPMI").run()
    note()
    app.segmented_control("drift_by").set_value(WAYS[1]).run()
    note()
    app.number_input("drift_count_1").set_value(20).run()
    note()
    app.segmented_control("drift_view").set_value(MERGED).run()
    note()
    app.text_input("drift_first").set_value("“Piano” ").run()
    note()
    assert len(set(said)) == len(said)
    assert all(one != other for one, other in itertools.pairwise(drawn))
    assert "*piano*" in see(app)


def test_the_way_stays_and_the_point_moves_when_the_share_does() -> None:
    app = opened(space="PPMI", share="10")
    before, where = specs(app)["drift_chart"], place(app)
    app.slider("drift_share").set_value(90).run()
    after = specs(app)["drift_chart"]
    assert before["frames"] == after["frames"]
    assert before["layout"]["xaxis"]["range"] == after["layout"]["xaxis"]["range"]
    assert shares(app) == [10, 90]
    assert place(app)[0] > where[0]


def test_parts_are_shares_of_their_sum() -> None:
    app = seen_once(word="spring", part_1="30", part_2="10", part_3="0")
    assert shares(app) == [75, 25, 0]
    assert "75 % *season*, 25 % *coil* and 0 % *water*" in see(app)
    assert any("season 75 %" in element.value for element in app.caption)


def test_twice_as_much_of_each_keeps_the_shares_and_moves_the_vector() -> None:
    app = opened(by=WAYS[1], count_1="300", count_2="200")
    before, where = shares(app), place(app)
    assert 0 < before[1] < 100
    app.number_input("drift_count_1").set_value(600).run()
    app.number_input("drift_count_2").set_value(400).run()
    assert_sound(app)
    assert shares(app) == before
    assert np.hypot(*np.subtract(place(app), where)) > 0.01


def test_counts_of_the_text_are_the_shares_of_the_text() -> None:
    app = opened(by=WAYS[1], space="PPMI")
    button(app, "As labelled in our text").click().run()
    assert_sound(app)
    counted = [app.number_input(f"drift_count_{i}").value for i in (1, 2)]
    assert counted == list(LABELS["bank"].labelled.values())
    # Counts of occurrences and shares of contexts are nearly the same.
    assert shares(app)[1] == pytest.approx(100 * counted[1] / sum(counted), abs=3)


def test_a_button_sets_the_share_that_the_labels_find() -> None:
    app = opened(share="90")
    button(app, "As in our text").click().run()
    assert_sound(app)
    assert app.slider("drift_share").value == round(100 * LABELS["bank"].shares["river"])
    assert shares(app)[1] == app.slider("drift_share").value


def test_a_button_sets_the_parts_that_the_labels_find() -> None:
    app = opened(word="spring")
    button(app, "As in our text").click().run()
    assert_sound(app)
    parts = np.array([app.slider(f"drift_part_{i}").value for i in (1, 2, 3)])
    assert parts.max() == 100
    np.testing.assert_allclose(parts / parts.sum(), list(LABELS["spring"].shares.values()), atol=0.01)


def test_of_two_merged_words_the_counts_are_those_of_the_text() -> None:
    app = opened(view=MERGED, by=WAYS[1], space="PPMI")
    button(app, "As in our text").click().run()
    assert_sound(app)
    counted = [app.number_input(f"drift_count_{i}").value for i in (1, 2)]
    assert counted == [loaders.frequencies()[word] for word in ("banana", "door")]


# What is said of the labels


def test_the_measured_precision_and_coverage_are_told() -> None:
    said, found = labelling(opened(word="interest")), LABELS["interest"]
    assert f"{found.occurrences:,}" in said
    assert f"**{100 * found.right / found.judged:.0f} %**" in said
    assert found.test_set in said
    for name, score in found.scores.items():
        assert score.precision is not None
        told = re.findall(rf"\*{name}\* (\d+) %[\w ]* right, (\d+) %", said)
        assert told == [(f"{100 * score.precision:.0f}", f"{100 * score.coverage:.0f}")]
    for name, number in found.labelled.items():
        assert f"{number:,} *{name}*" in said
    assert "not measured" not in said


def test_one_wrong_label_among_hundreds_is_not_called_none() -> None:
    found = LABELS["bank"]
    assert 0.995 < found.right / found.judged < 1
    assert "right **100 %**" not in labelling(seen_once())


def test_what_was_never_measured_is_said_not_to_be() -> None:
    assert LABELS["bat"].test_set == ""
    said = labelling(opened(word="bat"))
    assert "not measured" in said
    assert "right **" not in said


def test_a_sense_of_few_occurrences_is_named() -> None:
    said = labelling(opened(word="jam"))
    labelled = LABELS["jam"].labelled
    assert labelled["fruit"] < 100 < labelled["music"]
    (few,) = re.findall(r"([*\w ,]+) rests? on fewer than 100", said)
    assert re.findall(r"\*(\w+)\*", few) == [name for name, number in labelled.items() if number < 100]


def test_a_sense_that_is_left_out_is_named_and_the_others_are_drawn() -> None:
    app = seen_once(word="club", more=SECTIONS[1])
    assert LABELS["club"].labelled["stick"] < FEWEST
    assert "*stick*" in notices(app)
    assert shares(app) == [60, 40]
    assert app.slider("drift_share")


# Help with what cannot be drawn


def assert_helped(app: AppTest, *parts: str) -> None:
    """Assert that nothing is drawn, that the page says why, and that there are ways out."""
    assert not specs(app)
    for part in parts:
        assert part in notices(app)
    assert app.button("try-" + CHIPS[0].label)
    assert app.selectbox("drift_space")


def test_an_unknown_word_is_met_with_spellings_and_what_was_typed_stays() -> None:
    app = opened(view=MERGED, first="bannana", space="PPMI")
    assert_helped(app, "“bannana” is not among the 30,000 words", "*banana*")
    assert app.text_input("drift_first").value == "bannana"
    app.text_input("drift_first").set_value("banana").run()
    assert_sound(app)
    assert "drift_chart" in specs(app)


def test_a_word_that_is_spelled_like_nothing_is_met_with_an_example() -> None:
    app = opened(view=MERGED, second="qqxxzz")
    assert_helped(app, "“qqxxzz” is not among", "*piano*")
    assert app.text_input("drift_second").value == "qqxxzz"


def test_a_word_too_common_is_told_from_one_too_rare() -> None:
    held = loaders.counts("glove")
    rare = next(word for word in loaders.space("glove").words[::-1] if word.isalpha() and word not in held)
    common = opened(view=MERGED, first="the")
    assert_helped(common, "“the” is word 1 by frequency", "so common")
    app = opened(view=MERGED, second=rare)
    assert_helped(app, f"“{rare}” is word", "too rare")
    assert "so common" not in notices(app)
    both = opened(view=MERGED, first="the", second="qqxxzz")
    assert_helped(both, "“the”", "“qqxxzz”")


def test_the_same_word_twice_is_met_with_a_sentence() -> None:
    app = opened(view=MERGED, first="door")
    assert_helped(app, "Both words are “door”", "different")
    assert app.text_input("drift_first").value == "door"
    assert_helped(opened(view=MERGED, first="Piano", second="piano "), "Both words are “piano”")


def test_spellings_that_are_offered_have_counts() -> None:
    for typed in ("bannana", "pianno", "sprign"):
        offered = re.findall(r"\*(\w+)\*", notices(opened(view=MERGED, first=typed)))
        assert offered
        assert all(word in loaders.counts("glove") for word in offered)


def test_no_part_of_any_sense_is_met_with_a_sentence() -> None:
    app = opened(word="spring", part_1="0", part_2="0", part_3="0")
    assert_helped(app, "All parts are 0")
    app.slider("drift_part_2").set_value(1).run()
    assert_sound(app)
    assert shares(app) == [0, 100, 0]


def test_no_occurrence_of_any_sense_is_met_with_a_sentence_and_a_single_one_is_drawn() -> None:
    app = opened(by=WAYS[1], count_1="0", count_2="0")
    assert_helped(app, "nothing of any sense")
    for space in SOLVED:
        app = opened(by=WAYS[1], count_1="1", count_2="0", space=TITLES[space])
        assert shares(app) == [100, 0]
        assert not re.search(r"\bnan\b", see(app))


def test_too_little_to_train_on_is_met_with_a_sentence() -> None:
    app = opened(word="club", by=WAYS[1], count_1="0", count_2="1", count_3="0")
    assert_helped(app, "so few occurrences")
    app.number_input("drift_count_2").set_value(400).run()
    assert_sound(app)
    assert "drift_chart" in specs(app)


def test_a_million_of_one_and_one_of_the_other_are_drawn() -> None:
    app = opened(by=WAYS[1], count_1="1000000", count_2="1", space="PPMI")
    assert shares(app) == [100, 0]
    assert not re.search(r"\bnan\b", see(app))


# Look closer: words


def cosines(app: AppTest) -> dict[str, list[float]]:
    return {trace["name"]: trace["y"] for trace in specs(app)["drift_cosines"]["data"]}


def test_the_cosines_are_with_the_words_that_were_typed() -> None:
    app = opened(space="PPMI", curve_1="money", curve_2="“Shore” ")
    found, way, space = cosines(app), drift("bank", "ppmi", 3), load_space("ppmi")
    assert list(found) == ["money", "shore"]
    for word, drawn in found.items():
        other = space.vector(word).astype(float)
        for frame, vector in zip((0, 20, 40), way.vectors, strict=True):
            cosine = vector @ other / np.linalg.norm(vector) / np.linalg.norm(other)
            assert drawn[frame] == pytest.approx(cosine, abs=1e-3)


def test_a_word_that_the_space_lacks_is_named_and_the_other_is_drawn() -> None:
    app = opened(space="PPMI", curve_1="qqxxzz")
    assert list(cosines(app)) == [CATALOGUE["bank"].senses[1].cues[0]]
    assert "“qqxxzz”" in notices(app)
    assert "words of PPMI" in notices(app)
    assert app.text_input("drift_curve_1").value == "qqxxzz"
    app.text_input("drift_curve_2").set_value("qqxxzz").run()
    assert_sound(app)
    assert list(specs(app)) == ["drift_chart", "drift_ranks"]
    assert notices(app).count("“qqxxzz”") == 1


def test_the_same_word_twice_is_one_curve() -> None:
    assert list(cosines(opened(space="PPMI", curve_1="money", curve_2="Money"))) == ["money"]


def test_the_words_that_the_curves_begin_with_are_in_every_space() -> None:
    for word, entry in CATALOGUE.items():
        for sense in entry.senses[:2]:
            assert all(sense.cues[0] in loaders.space(space) for space in SOLVED), word


# Look closer: why


def stacked(app: AppTest) -> dict[str, float]:
    """Return the whole bar of each context."""
    bars = specs(app)["drift_split"]
    return {
        word: sum(trace["x"][i] for trace in bars["data"]) for i, word in enumerate(bars["layout"]["yaxis"]["ticktext"])
    }


@pytest.mark.parametrize(("word", "query"), [("bank", {"share": "25"}), ("spring", {"part_1": "50", "part_3": "0"})])
def test_the_bars_of_all_senses_are_the_row_that_the_model_sees(word: str, query: dict[str, str]) -> None:
    app = opened(word=word, more=SECTIONS[2], **query)
    material, space = load_bench("glove").material(word), load_space("glove")
    row = material.mixed([0.75, 0.25] if word == "bank" else [0.5, 0.5, 0])
    counts = dict(zip(row.columns.tolist(), row.counts.tolist(), strict=True))
    found = stacked(app)
    assert len(found) == len(set(found)) == (12 if word == "bank" else 15)
    for context, count in found.items():
        assert count == pytest.approx(counts.get(space.row(context), 0), rel=1e-4)
        assert space.row(context) >= COMMONEST
        assert context != word
    assert [trace["name"] for trace in specs(app)["drift_split"]["data"]] == list(material.names)
    assert specs(app)["drift_split"]["layout"]["barmode"] == "stack"
    assert f"The row has {len(row.columns):,} contexts" in " ".join(element.value for element in app.caption)


def test_the_bars_and_pulls_are_gloves_whatever_space_is_picked() -> None:
    query = {"more": SECTIONS[2], "share": "25"}
    assert stacked(opened(space="Skip-gram", **query)) == pytest.approx(stacked(opened(**query)))


def test_a_context_of_a_sense_that_is_not_there_asks_for_nothing() -> None:
    app = opened(word="nail", share="0", more=SECTIONS[2])
    asked, given, *_ = (trace for trace in specs(app)["drift_pulls"]["data"] if trace["mode"] == "markers")
    assert None in asked["x"]
    assert None not in given["x"]
    assert "ask for nothing" in " ".join(element.value for element in app.markdown)
    words = specs(app)["drift_pulls"]["layout"]["yaxis"]["ticktext"]
    counts = stacked(app)
    for word, target in zip(words, asked["x"], strict=True):
        if target is None:
            assert counts[word] < 1
        else:
            assert target == pytest.approx(np.log(counts[word]), abs=1e-4)


def window(app: AppTest) -> list[str]:
    return list(specs(app)["drift_window"]["layout"]["xaxis"]["ticktext"])


def test_the_window_lies_around_the_word_in_the_sentence_that_was_typed() -> None:
    app = opened(more=SECTIONS[2], sentence="We sat on the BANK of the qqxxzz river, fishing.")
    assert window(app) == ["we", "sat", "on", "the", "<b>bank</b>", "of", "the", "qqxxzz", "river", "fishing"]
    bars = specs(app)["drift_window"]["data"][0]
    assert bars["y"][4] == 0
    assert bars["y"][7] == 0, "an unknown word is dropped"
    assert bars["y"][8] > bars["y"][6] > 0, "common words are mostly thrown away"
    assert notices(app) == ""


def test_a_sentence_without_the_word_says_so_and_is_drawn_all_the_same() -> None:
    app = opened(more=SECTIONS[2], sentence="They ate bread with cheese.")
    assert window(app) == ["they", "ate", "<b>bread</b>", "with", "cheese"]
    assert "no “bank” in this sentence" in notices(app)
    assert app.text_input("drift_sentence").value == "They ate bread with cheese."


def test_an_empty_sentence_is_the_example() -> None:
    example = tokenise(CATALOGUE["bank"].senses[0].examples[0])
    app = opened(more=SECTIONS[2], space="PPMI", sentence="?! 👑")
    assert window(app) == ["<b>bank</b>" if found == "bank" else found for found in example]
    assert notices(app) == ""
    assert window(opened(more=SECTIONS[2], space="PPMI")) == window(app)


def test_a_sentence_of_one_word_is_drawn() -> None:
    app = opened(more=SECTIONS[2], space="PPMI", sentence="Bank!")
    assert window(app) == ["<b>bank</b>"]
    assert "no other word" in " ".join(element.value for element in app.markdown)


def test_merged_words_have_a_sentence_with_the_first_of_them() -> None:
    app = opened(more=SECTIONS[2], space="PPMI", view=MERGED, first="piano")
    assert "<b>piano</b>" in window(app)
    assert not {"piano", "door"} & set(stacked(app))
    assert notices(app) == ""


# Numbers to look at and to keep


@pytest.fixture(scope="module")
def bank() -> Drift:
    return drift("bank", "ppmi", STEPS)


def test_the_numbers_shown_are_those_of_the_drift(bank: Drift) -> None:
    table = unfold(opened(space="PPMI")).dataframe[0].value
    for i, name in enumerate(bank.names):
        np.testing.assert_allclose(table[f"share of {name}"], bank.proportions[:, i], atol=1e-6)
        np.testing.assert_allclose(table[f"coefficient of {name}"], bank.coefficients[:, i], atol=1e-4)
    np.testing.assert_allclose(table["outside the span"], bank.residual, atol=1e-4)
    for name, law in (("linear average", bank.linear), ("log law", bank.log_law)):
        np.testing.assert_allclose(table[f"{name} off, share of length"], misses(bank, law), atol=1e-4)
        np.testing.assert_allclose(table[f"{name} off, degrees"], angles(bank.vectors, law), atol=0.02)
    space = load_space("ppmi")
    for frame in (0, 17, 40):
        near = [found.word for found in space.neighbours(bank.vectors[frame], 10, exclude=["bank"])]
        assert table["nearest words"][frame].split(", ") == near


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, Card]:
    """The cards that the page shows, by the key of their chart."""
    found: dict[str, Card] = {}
    ours = cards.show

    def note(card: Card, *more: Any, **names: Any) -> None:
        found[names["key"]] = card
        ours(card, *more, **names)

    monkeypatch.setattr(cards, "show", note)
    return found


def test_the_table_to_keep_holds_the_drift_and_its_vectors(shown: dict[str, Card], bank: Drift) -> None:
    opened(space="PPMI")
    rows = list(csv.DictReader(io.StringIO(shown["drift_chart"].table.csv())))
    assert len(rows) == STEPS
    size = bank.vectors.shape[1]
    vectors = [[float(row[f"v{i}"]) for i in range(1, size + 1)] for row in rows]
    np.testing.assert_allclose(vectors, bank.vectors, atol=1e-4 * np.abs(bank.vectors).max())
    for i, name in enumerate(bank.names):
        np.testing.assert_allclose([float(row[f"share of {name}"]) for row in rows], bank.proportions[:, i], atol=1e-6)
    assert shown["drift_chart"].name == "bank-ppmi"


def test_the_figure_to_keep_holds_the_way_and_waits_for_play(shown: dict[str, Card]) -> None:
    opened(space="PPMI")
    card = shown["drift_chart"]
    page = kept_page(card.plot, card.title)
    drawn = page.rpartition("Plotly.newPlot(")[2]
    assert "Plotly.addFrames" in drawn
    assert drawn.count('"traces":[') == STEPS
    assert "Plotly.animate(" not in drawn, "it would move before anybody pressed play"
    assert "▶ Play" in drawn or "\\u25b6 Play" in drawn
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=[\"']?(https?:)?//", page)


def test_the_camera_button_saves_the_format_chosen() -> None:
    config = opened(space="PPMI", format="SVG").get("plotly_chart")[0].proto.config
    assert '"format": "svg"' in config
    assert "sense-drift-bank-ppmi" in config


# Examples


@pytest.mark.parametrize("chip", CHIPS, ids=[chip.label for chip in CHIPS])
def test_every_example_sets_the_whole_page_wherever_it_is_pressed(chip: Chip) -> None:
    app = opened(word="spring", space="PPMI", by=WAYS[1], count_2="7", curve_1="money")
    app.button(f"try-{chip.label}").click().run()
    assert_sound(app)
    fresh = page_of("drift.py", **{key: str(value) for key, value in chip.state.items() if value})
    assert specs(app) == specs(fresh)
    assert see(app) == see(fresh)
    assert notices(app) == ""
    for name, value in chip.state.items():
        assert CONTROLS[name].accepts([str(value)]), "a link would not take it"


def test_an_example_leads_out_of_a_word_that_is_not_there() -> None:
    app = opened(view=MERGED, first="qqxxzz", second="the")
    for chip in CHIPS[0], CHIPS[3]:
        app.button(f"try-{chip.label}").click().run()
        assert_sound(app)
        assert "drift_chart" in specs(app)
        app.segmented_control("drift_view").set_value(MERGED).run()
        app.text_input("drift_first").set_value("qqxxzz").run()
        assert not specs(app)


# Links


def test_a_link_opens_the_word_the_space_the_share_and_the_section_that_it_names() -> None:
    app = opened(word="java", space="PPMI", share="25", more=SECTIONS[1], format="SVG")
    assert notices(app) == ""
    assert (app.selectbox("drift_word").value, app.selectbox("drift_space").value) == ("java", "PPMI")
    assert app.slider("drift_share").value == 25
    assert app.segmented_control("drift_more").value == SECTIONS[1]
    assert shares(app) == [75, 25]
    assert "75 % *island* and 25 % *language*" in see(app)


def test_a_link_opens_the_counts_of_each_sense() -> None:
    app = opened(word="spring", space="PPMI", by=WAYS[1], count_1="10", count_2="20", count_3="30")
    assert notices(app) == ""
    assert [app.number_input(f"drift_count_{i}").value for i in (1, 2, 3)] == [10, 20, 30]
    assert sum(shares(app)) in (99, 100, 101)


def test_a_link_opens_the_parts_of_each_sense() -> None:
    app = opened(word="line", space="PPMI", **{f"part_{i}": str(10 * i) for i in range(1, 6)})
    assert notices(app) == ""
    assert [app.slider(f"drift_part_{i}").value for i in range(1, 6)] == [10, 20, 30, 40, 50]
    assert shares(app) == [7, 13, 20, 27, 33]


def test_a_link_opens_merged_words_and_curves() -> None:
    app = opened(view=MERGED, space="PPMI", first="Horse", second="bread", share="5", curve_1="ride", curve_2="butter")
    assert notices(app) == ""
    assert app.segmented_control("drift_view").value == MERGED
    assert app.text_input("drift_first").value == "Horse"
    assert "95 % *horse* and 5 % *bread*" in see(app)
    assert list(cosines(app)) == ["ride", "butter"]
    material = pseudoword(loaders.counts("glove"), "horse", "bread")
    rows = mix(material.rows, [0.95 * material.total, 0.05 * material.total])
    assert rows.total == pytest.approx(material.total)


def test_a_link_opens_the_sentence() -> None:
    typed = "The bank robber ran, 100 % & more + that."
    app = opened(more=SECTIONS[2], space="PPMI", sentence=typed)
    assert app.text_input("drift_sentence").value == typed
    assert window(app) == ["<b>bank</b>" if found == "bank" else found for found in tokenise(typed)]


def test_the_same_link_draws_the_same_page_in_another_session() -> None:
    query = {"word": "mole", "space": "PPMI", "part_1": "80"}
    app = opened(**query)
    first = specs(app), see(app), labelling(app)
    forget()
    again = opened(**query)
    assert (specs(again), see(again), labelling(again)) == first


DEFAULTS: dict[str, object] = {
    "drift_view": VIEWS[0],
    "drift_word": "bank",
    "drift_space": "GloVe",
    "drift_by": WAYS[0],
    "drift_share": SHARE.default,
    "drift_more": SECTIONS[0],
    "drift_format": "PNG",
}
TEXTS = [name for name, control in CONTROLS.items() if isinstance(control, Text)]
OTHERS = [name for name in CONTROLS if name not in TEXTS]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"drift_word": "banana", "drift_space": "CBOW"}, ["drift_word", "drift_space"]),
        ({"drift_word": "Bank"}, ["drift_word"]),
        ({"drift_count_1": "1000001", "drift_count_2": "-5"}, ["drift_count_1", "drift_count_2"]),
        ({"drift_part_1": "101", "drift_part_5": "-1", "drift_part_6": "x"}, ["drift_part_1", "drift_part_5"]),
        (dict.fromkeys(CONTROLS, SCRIPT), OTHERS),
        ({"drift_share": "101", "drift_part_2": "nan"}, ["drift_share", "drift_part_2"]),
        ({name: ["1", "1"] for name in CONTROLS}, list(CONTROLS)),
        (dict.fromkeys(CONTROLS, "x" * 5000), list(CONTROLS)),
    ],
    ids=lambda value: None if isinstance(value, list) else str(value)[:40],
)
def test_a_value_that_no_control_has_is_named_and_the_default_stands(
    query: dict[str, str | list[str]], named: list[str]
) -> None:
    app = page_of("drift.py", **query)
    assert_sound(app)
    assert_named(app, *(name.removeprefix("drift_") for name in named), page="drift")
    assert_not_markup(app)
    for name in set(named) & set(DEFAULTS):
        assert app.session_state[name] == DEFAULTS[name]
    assert shares(app) == [60, 40]
    assert len("".join(every_text(app))) < 30_000
    assert sum(len(str(value)) for value in app.query_params.values()) < 2_000


def test_a_slider_or_box_of_a_bad_link_stands_where_it_begins() -> None:
    for control, query in (
        (PARTS[0], {"word": "spring", "part_1": "1000"}),
        (NUMBERS[1], {"by": WAYS[1], "count_2": "nan"}),
    ):
        app = opened(**query)
        assert_named(app, control.key.removeprefix("drift_"), page="drift")
        assert app.session_state[control.key] == control.default


def test_what_no_control_takes_is_refused_one_by_one() -> None:
    for control in CONTROLS.values():
        assert not any(control.accepts(values) for values in control.refused()), control.key
        assert all(control.accepts([str(value)]) for value in control.samples() if not isinstance(value, bool))


# Every odd word goes into the boxes of the words, the oddest into the others.
TYPED = [
    pytest.param(boxes, typed, id=f"{boxes[0]}, {name}")
    for boxes in (("first", "second"), ("curve_1", "curve_2"), ("sentence",))
    for name, typed in HOSTILE_WORDS.items()
    if boxes[0] == "first" or name in ("markup", "ten thousand letters")
]


@pytest.mark.parametrize(("boxes", "typed"), TYPED)
def test_nothing_typed_becomes_markup_or_breaks_the_page(boxes: tuple[str, ...], typed: str) -> None:
    query = dict.fromkeys(boxes, typed) | ({"view": MERGED} if "first" in boxes else {})
    if boxes == ("first", "second"):
        query["second"] = typed[:-1]  # two different ones, both odd
    app = opened(space="PPMI", more=SECTIONS[2 if boxes == ("sentence",) else 0], **query)
    assert_not_markup(app)
    assert "\x00" not in "".join(every_text(app))
    assert len("".join(every_text(app))) < 30_000
    if not CONTROLS[f"drift_{boxes[0]}"].accepts([typed]):
        assert_named(app, *(box for box in boxes if not CONTROLS[f"drift_{box}"].accepts([query[box]])), page="drift")
    elif typed.strip("​\xa0 ") and boxes != ("sentence",):
        assert "“" in notices(app), "the words are unknown, and the page does not say so"


def test_values_of_other_pages_are_left_alone() -> None:
    app = page_of("drift.py", drift_part_9="x", map_k="-1", utm_source="news")
    assert_sound(app)
    assert notices(app) == ""


# When a file is broken


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder that the drifts are loaded from."""
    (tmp_path / assets.MANIFEST).write_bytes((assets.ASSETS / assets.MANIFEST).read_bytes())
    monkeypatch.setattr(loaders, "load_ways", lambda name: load_ways(name, tmp_path))
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def test_missing_drifts_are_named_with_the_command_that_mends_them(broken: Path) -> None:
    app = page_of("frame.py").switch_page("drift.py").run()
    assert not app.exception
    (said,) = (element.value for element in app.error)
    assert said == f"`assets/{file_of('glove')}` is missing."
    assert [code.value for code in app.code] == [assets.read_manifest()[file_of("glove")]["command"]]
    assert not app.get("plotly_chart")


def test_drifts_of_other_counts_are_solved_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = specs(opened(space="PPMI", word="jam"))["drift_chart"]["frames"]
    monkeypatch.setattr(loaders, "load_ways", lambda name: {})
    forget()
    again = specs(opened(space="PPMI", word="jam"))["drift_chart"]["frames"]
    forget()
    for one, other in zip(shown, again, strict=True):
        for moved, same in zip(one["data"], other["data"], strict=True):
            if "x" in moved and "text" not in moved:
                np.testing.assert_allclose([*moved["x"], *moved["y"]], [*same["x"], *same["y"]], atol=1e-3)
