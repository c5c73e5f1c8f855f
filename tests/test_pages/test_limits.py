"""The limits page answers: to any sentence, word and link, in every section and space, and says why where it cannot."""

from __future__ import annotations

import csv
import functools
import io
import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from core.charts.card import Table
from core.limits.averages import BOARD, Pair
from pages.parts.limits.controls import CAUSE, CONTROLS, LOGIC, NEGATION, ORDER, PAIR, SECTIONS, START
from pages.parts.limits.pairs import MOST_OWN, PAIR_CHIPS, as_text, pairs_of
from pages.parts.limits.sentences import NEGATION_CHIPS, ORDER_CHIPS
from pages.parts.limits.words import CAUSE_CHIPS, LOGIC_CHIPS, MAX_HOPS, WALK_CHIPS
from pages.shared import loaders
from pages.shared.controls import MAX_LINK, encoded_length
from tests.pages import (
    HOSTILE_WORDS,
    ROOT,
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    notices,
    page_of,
    see,
    specs,
    under_title,
    unfold,
)

pytestmark = pytest.mark.usefixtures("warm")

CHART_OF = {
    "Word order": "limits_order_chart",
    "Negation": "limits_negation_chart",
    "Cause and effect": "limits_cause_chart",
    "Logic": "limits_logic_chart",
    "Grounding": "limits_walk_chart",
    "Minimal pairs": "limits_pairs_chart",
}  # the last section links to another page, so it is opened from the navigation
CHIPS_OF = {
    "Word order": ORDER_CHIPS,
    "Negation": NEGATION_CHIPS,
    "Cause and effect": CAUSE_CHIPS,
    "Logic": LOGIC_CHIPS,
    "Grounding": WALK_CHIPS,
    "Minimal pairs": PAIR_CHIPS,
}
BOXES = {
    section: [control.key for control in controls]
    for section, controls in zip(SECTIONS, (ORDER, NEGATION, CAUSE, LOGIC, (START,), PAIR), strict=False)
}


def opened(**query: str | list[str]) -> AppTest:
    """Open the page; the names of the link come without their prefix."""
    app = page_of("limits.py", **{f"limits_{name}": value for name, value in query.items()})
    assert_sound(app)
    return app


@functools.cache
def seen_once(**query: str) -> AppTest:
    """The same for tests that only look."""
    return opened(**query)


def walk_of(app: AppTest) -> list[str]:
    road = next(str(element.value) for element in app.markdown if str(element.value).startswith("**Your road**"))
    return road.removeprefix("**Your road**: ").removeprefix("… ").replace("\\", "").split(" → ")


def in_link(app: AppTest, name: str) -> str:
    found = app.query_params[name]
    return found if isinstance(found, str) else found[0]


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert_sound(app)


# What it opens with


def test_the_page_opens_on_two_sentences_that_have_one_average() -> None:
    app = seen_once()
    assert app.title[0].value == "What else can no average hold?"
    assert "every order" in under_title(app)
    assert "cosine **1.000000**" in see(app)
    assert app.metric[0].value == "1.000000"
    assert notices(app) == ""
    assert app.segmented_control("limits_section").options == list(SECTIONS)


@pytest.mark.parametrize("section", CHART_OF)
def test_every_section_has_what_every_page_has(section: str) -> None:
    app = opened(section=section)
    assert not app.latex, "what is folded away is not made"
    unfold(app)
    assert_sound(app)
    assert list(specs(app)) == [CHART_OF[section]]
    assert [element.value for element in app.header] == ["What you see", "Try"]
    assert [box.label for box in app.expander] == ["The numbers of this figure", "How it is computed"]
    assert app.get("plotly_chart")[0].proto.alt.strip()
    assert app.latex
    assert app.code
    assert len(app.dataframe[0].value) > 0
    assert "nan" not in re.sub(r"[a-z]+nan[a-z]*|[a-z]*nan[a-z]+", "", see(app))


def test_no_two_sections_say_the_same() -> None:
    assert len({see(seen_once(section=section)) for section in CHART_OF}) == len(CHART_OF)
    assert len({under_title(seen_once(section=section)) for section in CHART_OF}) == len(CHART_OF)


def test_another_space_gives_another_picture_in_every_section() -> None:
    app = opened(space="GloVe")
    for section, chart in CHART_OF.items():
        app.segmented_control("limits_section").set_value(section).run()
        assert_sound(app)
        assert specs(app)[chart] != specs(seen_once(section=section))[chart]
        assert notices(app) == ""


@pytest.mark.parametrize("section", CHIPS_OF)
def test_every_example_is_drawn_without_a_complaint(section: str) -> None:
    app = opened(section=section)
    for chip in CHIPS_OF[section]:
        app.button(f"try-{chip.label}").click().run()
        assert_sound(app)
        assert len(specs(app)) == 1, chip.label
        assert notices(app) == "", chip.label


def test_an_example_sets_the_whole_page_but_the_readers_own_pairs() -> None:
    app = opened(section="Cause and effect", effect="qqzz", space="GloVe 6B", n1="Dogs bark", pairs="a dog~a cat~d")
    app.button("try-smoke and fire").click().run()
    assert_sound(app)
    assert "*smoke*" in see(app)
    standing = {key: app.session_state[key] for key in CONTROLS if key in app.session_state}
    other = {key: value for key, value in standing.items() if value != CONTROLS[key].initial}
    assert other == {
        "limits_section": "Cause and effect",
        "limits_cause": "smoke",
        "limits_effect": "fire",
    }
    assert in_link(app, "limits_pairs") == "a dog~a cat~d"


def test_what_the_limits_share_leads_to_the_page_that_meets_them_in_part() -> None:
    app = AppTest.from_file(str(ROOT / "pages" / "frame.py"), default_timeout=60)
    app.query_params["limits_section"] = "What they share"
    app = app.switch_page("limits.py").run()
    assert_sound(app)
    assert "4 of 5 pairs" in see(app)
    assert re.search(r"\*dog\* has cosine \*\*0\.\d{3}\*\*", see(app))
    assert "context" in [found.proto.page for found in app.get("page_link")]
    said = "\n".join(every_text(app))
    for requirement in ("Depend on context", "Select", "Learn", "Compute at use"):
        assert f"**{requirement}**" in said


# Each section answers to its controls


def test_the_readers_own_sentences_are_walked() -> None:
    app = opened()
    app.text_input("limits_s1").set_value("Man bites dog").run()
    assert_sound(app)
    assert "do not hold the same words" in see(app)
    app.text_input("limits_s2").set_value("dog bites man").run()
    assert "same words in another order" in see(app)
    app.slider("limits_shuffles").set_value(0).run()
    assert "shuffle" not in see(app)
    assert "shuffles" not in [trace.get("name") for trace in specs(app)["limits_order_chart"]["data"]]


def test_another_number_is_another_shuffle_and_the_same_link_the_same_picture() -> None:
    first, other = opened(seed="1"), opened(seed="2")
    assert specs(first) != specs(other)
    assert specs(first) == specs(opened(seed="1"))


def test_a_space_without_dont_says_so_and_offers_ours() -> None:
    app = opened(section="Negation", space="GloVe 6B")
    assert "has no vector for" in notices(app)
    assert "don't" in notices(app).replace("\\", "")
    assert "same words" in see(app)
    app.button("limits-ours-Show it in Skip-gram, trained by us").click().run()
    assert_sound(app)
    assert app.selectbox("limits_space").value == "Skip-gram"
    assert notices(app) == ""
    assert "plus the vector of “don't”" in see(app).replace("\\", "")


def test_pairs_of_the_readers_own_are_ranked_and_those_unknown_are_named() -> None:
    app = opened(section="Negation", view="Opposites", own="tall/short, angry=mad; qqzz/hot, a b, big/big, x/")
    ticks = specs(app)["limits_opposites_chart"]["layout"]["yaxis"]["ticktext"]
    assert {"<b>tall · short</b>", "<b>angry · mad</b>"} <= set(ticks)
    assert len(ticks) == 26
    assert "qqzz" in notices(app)
    assert "is no pair" in notices(app)
    assert "twice is no pair" in notices(app)
    assert app.text_input("limits_own").value.startswith("tall/short")


def test_a_pair_without_counts_is_told_in_words() -> None:
    app = opened(section="Cause and effect", cause="famine", effect="drought")
    assert "say nothing of" in notices(app)
    assert "limits_cause_chart" in specs(app)


def test_an_unknown_word_is_met_with_spellings_that_a_press_takes_up() -> None:
    app = opened(section="Logic", member="pengins")
    assert "pengins" in notices(app)
    assert not specs(app)
    app.button("limits-spelled-penguins").click().run()
    assert_sound(app)
    assert app.text_input("limits_member").value == "penguins"
    assert "limits_logic_chart" in specs(app)


def test_a_walk_goes_on_goes_back_and_stands_in_the_link() -> None:
    app = opened(section="Grounding")
    assert walk_of(app) == ["dog"]
    near = [found.word for found in loaders.space("skipgram").neighbours("dog", 7)]
    hop = next(group for group in app.button_group if str(group.key).startswith("limits_path_"))
    hop.set_value([near[2]]).run()
    assert_sound(app)
    assert walk_of(app) == ["dog", near[2]]
    assert in_link(app, "limits_path") == near[2]
    press(app, "5 hops on")
    assert len(walk_of(app)) == 7
    assert len(set(walk_of(app))) == 7, "it goes to words that were not visited"
    press(app, "Back a hop")
    assert len(walk_of(app)) == 6
    app.text_input("limits_start").set_value("red").run()
    assert walk_of(app) == ["red"]
    assert "limits_path" not in app.query_params


def test_a_walk_in_a_link_is_walked_as_far_as_it_can_be() -> None:
    app = opened(section="Grounding", path="cat rabbit")
    assert walk_of(app) == ["dog", "cat", "rabbit"]
    cut = opened(section="Grounding", path="cat qqzz rabbit")
    assert walk_of(cut) == ["dog", "cat"]
    assert "qqzz" in notices(cut)
    long = opened(section="Grounding", path=" ".join(["cat", "dog"] * 40))
    assert "as far as a link" in notices(long)
    assert len(in_link(long, "limits_path").split()) == MAX_HOPS


def test_a_pair_is_added_judged_and_taken_back() -> None:
    app = opened(section="Minimal pairs")
    assert app.metric[0].value.endswith("of 12")
    app.text_input("limits_p1").set_value("Cows eat grass~").run()
    app.text_input("limits_p2").set_value("Grass eats <b>cows</b>").run()
    press(app, "Add")
    assert app.metric[0].value.endswith("of 13")
    assert_not_markup(app)
    assert pairs_of(in_link(app, "limits_pairs")) == [Pair("Cows eat grass-", "Grass eats <b>cows</b>", same=False)]
    press(app, "Take back the last pair")
    assert app.metric[0].value.endswith("of 12")
    assert "limits_pairs" not in app.query_params


def test_the_threshold_changes_who_passes() -> None:
    said = {value: opened(section="Minimal pairs", threshold=value).metric[0].value for value in ("0.0", "1.0")}
    same = sum(pair.same for pair in BOARD)
    assert said["0.0"] == f"{same} of 12"
    middle = opened(section="Minimal pairs", threshold="0.9").metric[0].value
    assert middle != said["0.0"]
    assert said["1.0"] == f"{sum(not pair.same for pair in BOARD) - 2} of 12", "two differ and have the same words"


def test_a_board_without_pairs_says_how_to_fill_it() -> None:
    app = opened(section="Minimal pairs", ours="false")
    assert "The board is empty" in notices(app)
    app.toggle("limits_ours").set_value(True).run()
    assert_sound(app)
    assert app.metric[0].value.endswith("of 12")


def test_pairs_that_a_link_cannot_hold_stay_on_the_board() -> None:
    many = [Pair(f"The dog number {i} " + "chased the cat " * 9, f"A cat {i}", same=False) for i in range(MOST_OWN)]
    app = page_of("limits.py", limits_section="Minimal pairs")
    app.session_state["limits_pairs"] = as_text(many)
    app.run()
    assert_sound(app)
    assert app.metric[0].value.endswith(f"of {12 + MOST_OWN}")
    assert "too long for a link" in "\n".join(every_text(app))
    assert "limits_pairs" not in app.query_params


def test_pairs_travel_through_a_link_unchanged() -> None:
    pairs = [Pair("I like dogs", "I don’t like dogs", same=False), Pair("größer", "bigger", same=True)]
    assert pairs_of(as_text(pairs)) == pairs
    assert pairs_of("nonsense~~a~b~x~~a~b~s~~~b~s") == [Pair("a", "b", same=True)]
    assert encoded_length("limits_pairs", as_text(pairs)) < MAX_LINK


# Links and typed text that mean ill


@pytest.mark.parametrize("section", BOXES)
def test_whatever_is_typed_is_shown_as_text_and_never_fails(section: str) -> None:
    app = opened(section=section)
    boxes = [app.text_input(box) for box in BOXES[section]]
    for text in (*HOSTILE_WORDS.values(), "dog dog", "ملك"):
        for box in boxes:
            box.set_value(text[:200])
        app.run()
        assert_sound(app)
        assert_not_markup(app)
        boxes = [app.text_input(box) for box in BOXES[section]]
        for box in boxes:
            assert (box.value or "") == text[: box.proto.max_chars], "what was typed stays in the box"


def test_a_link_of_nonsense_is_ignored_with_a_notice_that_names_every_control() -> None:
    for i in range(max(len(control.refused()) for control in CONTROLS.values())):
        query = {key: refused[i] for key, control in CONTROLS.items() if i < len(refused := control.refused())}
        app = page_of("limits.py", **query)
        assert_sound(app)
        assert_named(app, *(key.removeprefix("limits_") for key in query), page="limits")
        assert "cosine **1.000000**" in see(app)


@pytest.mark.parametrize("section", ["Grounding", "Minimal pairs"])
def test_a_walk_or_a_board_of_nonsense_is_passed_over(section: str) -> None:
    for value in ("<img src=x>~<b>~d", "\x00 ~\u202e~s", " ~~~~ %00~%ff~s"):
        app = opened(section=section, path=value, pairs=value)
        assert_not_markup(app)
        assert len(specs(app)) == 1


def test_the_numbers_are_those_of_the_figure() -> None:
    app = unfold(opened(section="Minimal pairs"))
    frame = app.dataframe[0].value
    drawn = sorted(round(x, 6) for trace in specs(app)["limits_pairs_chart"]["data"] for x in trace["x"])
    assert sorted(frame["cosine"]) == pytest.approx(drawn)
    rows = list(csv.reader(io.StringIO(Table.of_rows(["first", "second"], [["=1+1", "a,b"]]).csv())))
    assert rows[1] == ["=1+1", "a,b"]
    assert json.dumps(frame["passes"].tolist()).count("true") == int(app.metric[0].value.split()[0])
