"""The context page answers: to any sentence, in every section, to any link, and says why where it cannot."""

from __future__ import annotations

import functools
import html
import json
import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.context import sentences as context_sentences
from core.context.disambiguation import Verdict, disambiguate
from core.context.probe import probe
from core.context.scores import SET, SYSTEMS, VERSIONS, title_of
from core.context.weights import SCHEMES, ContextualVector
from core.counts.senses import load_senses
from core.evidence.results import Measurement, Results
from core.text import escaped, tokenise
from pages.parts.context import attention
from pages.parts.context.controls import (
    ADDED,
    CHIPS,
    CLICKS,
    CONTROLS,
    DEFAULTS,
    MAX_TOKENS,
    MOST,
    NAMES,
    SIDES,
)
from pages.parts.context.sections import STORY
from pages.shared import loaders
from tests.pages import (
    HOSTILE_WORDS,
    SCRIPT,
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    html_of,
    notices,
    page_of,
    see,
    specs,
    unfold,
)

pytestmark = pytest.mark.usefixtures("warm")

HAND = "40.35.5.5.15"
# Charts of each section, besides the plane, with the two sentences that the page opens with.
CHARTS_OF = {
    "The balance": ["ctx_balance_1", "ctx_balance_2"],
    "Strike out": ["ctx_without_1", "ctx_without_2"],
    "By hand": ["ctx_hand_chart"],
    "Nearest words": ["ctx_columns"],
    "What averaging washes out": [],
    "How it learned": ["ctx_distance", "ctx_loss"],
    "Scoreboard": ["ctx_scores", "ctx_words_scores"],
}
QUOTES = "“I can’t,” she said: ‘the bank’s’ ‚x‛ „y‟ «z» ‹q› ʼ ` ´ ′ ″ 'tis \"money\" o'clock"
TEXTS = {name: text[:200] for name, text in HOSTILE_WORDS.items()} | {
    "quotes and apostrophes": QUOTES,
    "digits": "1980 3.14 1,000 2 2 2.2 ٣",
    "Cyrillic": "Я положил деньги в банк вчера",
    "Chinese": "我昨天把钱存进了银行 河岸",
    "only strangers": "xqzj xqz qqxxzz",
    "one word": "bank",
    "twice the target": "The bank by the river bank",
    "apostrophes alone": "' ’ ʼ ''",
    "a long word": "x" * 200,
    "sixty and more words": "a the of in to by on at as is it be " * 5,
}


def opened(**query: str | list[str]) -> AppTest:
    """Open the page; the names of the link come without their prefix."""
    app = page_of("context.py", **{f"ctx_{name}": value for name, value in query.items()})
    assert_sound(app)
    return app


@functools.cache
def seen_once(**query: str) -> AppTest:
    """The same for tests that only look."""
    return opened(**query)


def said(app: AppTest) -> str:
    return html.unescape("\n".join(every_text(app)))


def verdicts(app: AppTest) -> list[str]:
    """What stands under each sentence, without tags."""
    bodies = [body for body in html_of(app) if body.startswith("<p class='verdict'>")]
    return [html.unescape(re.sub("<[^>]+>", "", body)) for body in bodies]


def weighed(text: str, word: str, scheme: str = "learned", **settings: Any) -> ContextualVector:
    tokens = tokenise(text)
    return loaders.context_model().weigh(tokens, tokens.index(word), scheme, **settings)


def told(context: ContextualVector, word: str = "bank") -> Verdict:
    return disambiguate(loaders.context_model(), context, load_senses()[word])


def pills(app: AppTest, number: int) -> Any:
    """The words of a sentence."""
    return next(
        group for group in app.button_group if str(group.key).startswith((f"ctx_at{number}_", f"ctx_out{number}_"))
    )


def sliders(app: AppTest) -> list[Any]:
    """The weights by hand in the order of their words; on the page they stand in columns."""
    return sorted(app.slider, key=lambda slider: int(str(slider.key).rsplit("_", 1)[1]))


# What it opens with


def test_the_page_opens_on_two_banks_and_tells_them_apart() -> None:
    app = seen_once()
    entry = load_senses()["bank"]
    found = [weighed(text, "bank") for text in DEFAULTS[:2]]
    lines = verdicts(app)
    assert len(lines) == 2
    for line, context in zip(lines, found, strict=True):
        verdict = told(context)
        assert verdict.sense is not None
        assert f"“bank”: {entry.names[verdict.sense]} leads by {verdict.margin:.2f}" in line
    assert told(found[0]).sense != told(found[1]).sense
    assert notices(app) == ""
    assert list(specs(app)) == ["ctx_plane_chart", "ctx_balance_1", "ctx_balance_2"]
    assert all(chart.proto.alt.strip() for chart in app.get("plotly_chart"))
    assert not app.code, "what is folded away is not made"
    app = unfold(opened())
    assert {"def weigh", "def decide", "def softmax"} <= {code.value.strip().split("(")[0] for code in app.code}


def test_what_you_see_is_made_of_the_numbers_just_computed() -> None:
    entry = load_senses()["bank"]
    for scheme, name in zip(SCHEMES, NAMES, strict=True):
        app = seen_once(scheme=name)
        found = [weighed(text, "bank", scheme) for text in DEFAULTS[:2]]
        wanted = {number: told(context) for number, context in enumerate(found, 1)}
        text = see(app)
        assert context_sentences.about_verdicts(wanted, entry, scheme) in text
        assert context_sentences.about_parting(found) in text
        assert context_sentences.about_weights(found[0]) in text
    assert len({see(seen_once(scheme=name)) for name in NAMES}) == len(NAMES)


def test_another_sentence_is_another_verdict_and_a_blank_box_is_the_default() -> None:
    app = opened()
    first, line = see(app), verdicts(app)[0]
    app.text_input("ctx_s1").set_value("Reeds grow on the muddy bank of the river.").run()
    assert_sound(app)
    assert see(app) != first
    assert verdicts(app)[0] != line
    assert "river" in verdicts(app)[0]
    app.text_input("ctx_s1").set_value("").run()
    assert see(app) == first


def test_bars_and_tables_hold_the_weights_of_every_scheme() -> None:
    app = unfold(opened(temp="0.5"))
    plane, *tables = (table.value for table in app.dataframe)
    for number, text in enumerate(DEFAULTS[:2], 1):
        for trace, scheme in zip(specs(app)[f"ctx_balance_{number}"]["data"], SCHEMES, strict=True):
            wanted = weighed(text, "bank", scheme, temperature=0.5).weights
            np.testing.assert_allclose(trace["y"], wanted)
            np.testing.assert_allclose(tables[number - 1][title_of(scheme)], wanted)
            mine = plane[(plane["sentence"] == str(number)) & (plane["scheme"] == scheme)]
            assert list(mine["word"]) == tokenise(text)
            np.testing.assert_allclose(mine["weight"], wanted)


def test_the_temperature_runs_from_one_word_to_all_alike() -> None:
    cold, hot = (specs(seen_once(temp=name))["ctx_balance_2"]["data"] for name in ("winner takes all", "all alike"))
    for trace in hot:
        np.testing.assert_allclose(trace["y"], hot[0]["y"])
    assert max(cold[3]["y"]) == pytest.approx(1, abs=1e-3)
    np.testing.assert_allclose(cold[0]["y"], hot[0]["y"])


def test_as_many_sentences_are_shown_as_were_asked_for() -> None:
    for n in (1, 3, 6):
        app = seen_once(n=str(n))
        assert [box.key for box in app.text_input if str(box.key).startswith("ctx_s") and box.key != "ctx_senses"] == [
            f"ctx_s{i}" for i in range(1, n + 1)
        ]
        assert len(verdicts(app)) == n
        assert [key for key in specs(app) if key.startswith("ctx_balance")] == [
            f"ctx_balance_{i}" for i in range(1, n + 1)
        ]
        assert re.findall(r"(?<!cosine \*\*)sentence (\d)", see(app).split(". ")[0]) == [
            str(i) for i in range(1, n + 1)
        ]
        assert ("cosine" in see(app)) == (n > 1)


# Clicks


def test_a_click_weighs_for_another_word_and_the_link_says_so() -> None:
    app = opened(n="1")
    before = specs(app)["ctx_balance_1"]
    pills(app, 1).set_value("money").run()
    assert_sound(app)
    assert app.query_params["ctx_at1"] in ("money", ["money"])
    assert "“money”" in verdicts(app)[0]
    assert specs(app)["ctx_balance_1"] != before
    weights = specs(app)["ctx_balance_1"]["data"][3]["y"]
    np.testing.assert_allclose(weights, weighed(DEFAULTS[0], "money").weights)
    linked = opened(n="1", at1="money")
    assert specs(linked)["ctx_balance_1"] == specs(app)["ctx_balance_1"]
    pills(linked, 1).set_value("bank").run()
    assert "ctx_at1" not in linked.query_params, "the word that would be taken anyway"
    assert verdicts(linked) == verdicts(opened(n="1"))


def test_a_struck_word_has_no_say_until_it_is_struck_no_more() -> None:
    app = opened(n="1", click=CLICKS[1])
    before = see(app)
    pills(app, 1).set_value(["money", "deposited"]).run()
    assert_sound(app)
    assert app.query_params["ctx_out1"] in ("deposited money", ["deposited money"])
    weights = specs(app)["ctx_balance_1"]["data"][3]["y"]
    np.testing.assert_allclose(weights, weighed(DEFAULTS[0], "bank", struck=(1, 2)).weights)
    ticks = specs(app)["ctx_balance_1"]["layout"]["xaxis"]["ticktext"]
    assert {"<s>money</s>", "<s>deposited</s>", "<b>bank</b>"} <= {*ticks}
    assert see(app) != before
    linked = opened(n="1", out1="deposited money")
    assert specs(linked)["ctx_balance_1"] == specs(app)["ctx_balance_1"]
    pills(app, 1).set_value([]).run()
    assert see(app) == before
    assert "ctx_out1" not in app.query_params


def test_words_that_are_all_struck_leave_nothing_to_weigh_and_look_struck_out() -> None:
    app = opened(n="1", out1="i deposited money at the yesterday")
    assert "nothing to weigh" in verdicts(app)[0]
    assert "Type a sentence" in notices(app)
    app = opened(n="1", s1="money in the bank", click="strikes it out", out1="money in the")
    (style,) = (str(one.proto.body) for one in app.get("html") if "ctx_card_1" in str(one.proto.body))
    assert style.count("line-through") == 3


def test_a_target_that_stands_twice_can_be_chosen_either_time() -> None:
    text = "The bank by the muddy bank sold cheap loans."
    first, second = opened(n="1", s1=text), opened(n="1", s1=text, at1="bank~2")
    assert "stands 2 times" in verdicts(first)[0]
    for app in (first, second):
        weights = specs(app)["ctx_balance_1"]["data"][3]["y"]
        assert weights[1] == weights[5] == 0
    ticks = [specs(app)["ctx_balance_1"]["layout"]["xaxis"]["ticktext"] for app in (first, second)]
    assert [[tick.startswith("<b>") for tick in one].index(True) for one in ticks] == [1, 5]
    assert specs(first)["ctx_balance_1"]["data"][3]["y"] != specs(second)["ctx_balance_1"]["data"][3]["y"]


# Another sentence beside


def test_an_added_sentence_stands_where_it_was_asked_for_and_the_old_tip_stays() -> None:
    noise = tokenise(ADDED.placeholder)
    for side, left, right in zip(SIDES[1:], (0, 1, 1), (1, 0, 1), strict=True):
        app = seen_once(n="1", add=side)
        ticks = [re.sub("<[^>]+>", "", tick) for tick in specs(app)["ctx_balance_1"]["layout"]["xaxis"]["ticktext"]]
        assert ticks == left * noise + tokenise(DEFAULTS[0]) + right * noise
        assert see(app) != see(seen_once(n="1"))
        shadows = [trace for trace in specs(app)["ctx_plane_chart"]["data"] if "before a sentence" in json.dumps(trace)]
        assert len(shadows) == 1
        assert len(verdicts(app)) == 1


def test_the_added_sentence_can_be_typed() -> None:
    app = opened(n="1", add=SIDES[1], noise="Water flows")
    ticks = specs(app)["ctx_balance_1"]["layout"]["xaxis"]["ticktext"]
    assert ticks[-2:] == ["water", "flows"]
    app.text_input("ctx_noise").set_value("?!").run()
    assert_sound(app)
    ticks = specs(app)["ctx_balance_1"]["layout"]["xaxis"]["ticktext"]
    assert len(ticks) == len(tokenise(DEFAULTS[0])) + len(tokenise(ADDED.placeholder)), (
        "nothing typed is the one in the box"
    )


# Sections


def test_every_section_draws_and_each_figure_opens_its_numbers_and_how_it_was_computed() -> None:
    app = opened()
    for section, charts in CHARTS_OF.items():
        app.segmented_control("ctx_more").set_value(section).run()
        assert_sound(app)
        assert list(specs(app)) == ["ctx_plane_chart", *charts], section
        assert notices(app) == ""
        unfold(app)
        assert_sound(app)
        assert len(app.dataframe) == 1 + len(charts)
        assert len(app.latex) > len(charts)


def test_every_section_says_why_where_there_is_nothing_to_show() -> None:
    app = opened(s1="bank", s2="xqzj xqz")
    assert "one word alone" in verdicts(app)[0]
    assert "nothing to weigh" in verdicts(app)[1]
    for section in CHARTS_OF:
        app.segmented_control("ctx_more").set_value(section).run()
        assert_sound(app)
        assert notices(app).startswith("Type a sentence")
        if section in ("By hand", "Nearest words", "What averaging washes out"):
            assert "no sentence to look at" in notices(app)
        assert set(specs(app)) <= {"ctx_distance", "ctx_loss", "ctx_scores", "ctx_words_scores"}
        assert "Try" in [element.value for element in app.header]


def test_what_a_word_gives_is_drawn_with_the_lead_that_is_told() -> None:
    app = seen_once(more="Strike out")
    verdict = told(weighed(DEFAULTS[0], "bank"))
    title = specs(app)["ctx_without_1"]["layout"]["xaxis"]["title"]["text"]
    assert load_senses()["bank"].names[verdict.best] in title
    assert f"{verdict.margin:+.2f}" in title


def test_averaging_names_the_words_of_each_sentence() -> None:
    model, text = loaders.context_model(), said(seen_once(more="What averaging washes out"))
    for sentence in DEFAULTS[:2]:
        assert context_sentences.about_average(weighed(sentence, "bank", "uniform"), model) in text


def test_the_learned_words_and_pairs_are_those_of_the_file() -> None:
    text, found = said(seen_once(more="How it learned")), probe(loaders.context_model())
    assert ", ".join(f"*{word}*" for word in found.low) in text.split("Count most")[0]
    assert ", ".join(f"*{word}*" for word in found.high) in text.split("Count most")[1]
    assert all(f"*{a}* – *{b}*" in text for a, b in found.pairs)


# By hand


def test_weights_by_hand_come_with_the_link_and_go_into_it() -> None:
    app = opened(more="By hand", hand=HAND)
    assert [slider.value for slider in sliders(app)] == list(STORY)
    upper, lower = specs(app)["ctx_hand_chart"]["data"]
    assert upper["y"] == [0, 0.4, 0.35, 0.05, 0.05, 0, 0.15]
    np.testing.assert_allclose(lower["y"], weighed(DEFAULTS[0], "bank").weights)
    assert f"({told(loaders.context_model().by_hand(tokenise(DEFAULTS[0]), 5, upper['y'])).margin:.2f})" in said(app)
    sliders(app)[0].set_value(90).run()
    assert_sound(app)
    assert app.query_params["ctx_hand"] in ("90.35.5.5.15", ["90.35.5.5.15"])
    assert specs(app)["ctx_hand_chart"]["data"][0]["y"][1] == pytest.approx(0.6)
    app.button("ctx_hands-As learned").click().run()
    assert "ctx_hand" not in app.query_params
    for slider, weight in zip(sliders(app), np.array(lower["y"])[[1, 2, 3, 4, 6]], strict=True):
        assert slider.value == round(100 * weight)


def test_chips_set_the_weights_of_the_story_and_equal_ones() -> None:
    app = opened(more="By hand")
    learned = [slider.value for slider in sliders(app)]
    assert "ctx_hand" not in app.query_params
    next(button for button in app.button if "of the story" in button.label).click().run()
    assert [slider.value for slider in sliders(app)] == list(STORY) != learned
    assert app.query_params["ctx_hand"] in (HAND, [HAND])
    app.button("ctx_hands-All alike").click().run()
    assert_sound(app)
    alike = specs(app)["ctx_hand_chart"]["data"][0]["y"]
    np.testing.assert_allclose(alike, weighed(DEFAULTS[0], "bank", "uniform").weights)
    for slider in app.slider:
        slider.set_value(0)
    app.run()
    assert_sound(app)
    assert "All weights are 0" in notices(app)
    other = opened(more="By hand", of="2")
    assert not [button for button in other.button if "of the story" in button.label], "it has other words"


def test_weights_of_a_link_that_do_not_fit_are_left_for_the_learned_ones() -> None:
    learned = [round(100 * weight) for weight in weighed(DEFAULTS[0], "bank").weights[[1, 2, 3, 4, 6]]]
    for hand in ("1.2", "101.0.0.0.0", "²." * 4 + "²"):
        assert [slider.value for slider in sliders(opened(more="By hand", hand=hand))] == learned


def test_either_side_alone_heeds_the_temperature() -> None:
    model, tokens = loaders.context_model(), tokenise(DEFAULTS[0])
    app = opened(more="By hand", temp="4")
    for name, struck in (("left", range(5, 7)), ("right", range(6))):
        margins = [
            told(model.weigh(tokens, 5, "learned", temperature=temperature, struck=struck)).margin
            for temperature in (4.0, 1.0)
        ]
        assert f"words on the {name} alone: **finance** ({margins[0]:.2f})" in said(app)
        # The one word on the right has all of its side's weight at any temperature.
        assert (f"{margins[0]:.2f}" == f"{margins[1]:.2f}") == (name == "right")


# Senses


def test_senses_of_the_reader_s_own_are_told_apart() -> None:
    app = opened(senses="vault: money, cash; *slope*: river, mud; ")
    lines = verdicts(app)
    assert "“bank”: vault leads by" in lines[0]
    assert "“bank”: *slope* leads by" in lines[1]
    assert "vault" in see(app)
    assert escaped("*slope*") in see(app)
    assert notices(app) == ""


def test_bad_senses_leave_those_of_the_catalogue() -> None:
    app = opened(senses="money")
    assert "Two senses at least" in notices(app)
    assert verdicts(app) == verdicts(seen_once())


def test_senses_that_point_the_same_way_are_met_with_what_to_do() -> None:
    app = opened(senses="a: money; b: money")
    assert "point the same way" in notices(app)
    assert all("cannot tell" in line for line in verdicts(app))


def test_a_word_outside_the_catalogue_asks_for_senses() -> None:
    app = opened(n="1", s1="The giraffe ate leaves from the tall trees.")
    assert "“giraffe”: no senses named yet" in verdicts(app)[0]
    assert "not in our catalogue" in notices(app)
    assert "ctx_plane_chart" not in specs(app)
    assert "ctx_balance_1" in specs(app)
    strike = opened(n="1", s1="The giraffe ate leaves from the tall trees.", more="Strike out")
    assert "Without senses" in notices(strike)
    app.text_input("ctx_senses").set_value("animal: lion, zebra; machine: engine, robot").run()
    assert_sound(app)
    assert "no senses named yet" not in verdicts(app)[0]
    assert re.search("animal|machine", verdicts(app)[0])
    assert "ctx_plane_chart" in specs(app)


def test_sentences_on_two_words_let_the_reader_choose_whose_plane_is_drawn() -> None:
    texts = [DEFAULTS[0], "He swung the bat and hit the ball.", "A crane lifted the steel beams of the tower."]
    app = opened(s1=texts[0], s2=texts[1])
    entry = load_senses()["bat"]
    names = json.dumps(specs(app)["ctx_plane_chart"])
    assert not all(name in names for name in entry.names)
    assert any(f"“bat”: {name}" in verdicts(app)[1] for name in entry.names)
    app.button_group("ctx_plane_box").set_value("bat").run()
    assert_sound(app)
    assert app.query_params["ctx_plane"] == "bat"
    names = json.dumps(specs(app)["ctx_plane_chart"])
    assert all(name in names for name in entry.names)
    app.text_input("ctx_s2").set_value(texts[2]).run()
    assert_sound(app)
    assert "ctx_plane_chart" in specs(app), "a word that is gone is not asked for"


# Examples


NAMED = [chip for chip in CHIPS if re.split(r"\W", chip.label)[0] in load_senses()]


def test_every_example_is_sentences_with_its_word_that_speak_of_different_things() -> None:
    for chip in NAMED:
        word = re.split(r"\W", chip.label)[0]
        texts = [str(chip.state[f"ctx_s{i}"]) or DEFAULTS[i - 1] for i in range(1, int(str(chip.state["ctx_n"])) + 1)]
        assert len(texts) >= 2
        for text in texts:
            assert next(token for token in tokenise(text) if token in load_senses()) == word, text
        assert len({told(weighed(text, word), word).best for text in texts}) > 1, chip.label


def test_an_example_of_failing_fails_as_it_says() -> None:
    for label, sense, right in (
        ("Equal weights fail, learned ones do not", "finance", ["learned"]),
        ("Both fail", "animal", []),
    ):
        text = next(str(chip.state["ctx_s1"]) for chip in CHIPS if chip.label == label)
        word = next(token for token in tokenise(text) if token in load_senses())
        verdicts = {scheme: told(weighed(text, word, scheme), word) for scheme in ("uniform", "sif", "learned")}
        assert all(verdict.sense is not None for verdict in verdicts.values())
        names = load_senses()[word].names
        assert [scheme for scheme, verdict in verdicts.items() if names[verdict.best] == sense] == right


def test_an_example_sets_the_whole_page() -> None:
    elsewhere = {"s1": "qqxxzz", "at1": "qqxxzz", "out2": "sat", "senses": "a: money; b: river", "add": SIDES[3]}
    app = opened(**elsewhere, n="4", scheme="SIF", temp="4", click=CLICKS[1], more="By hand", hand=HAND, of="2")
    for chip in CHIPS:
        app.button(f"try-{chip.label}").click().run()
        assert_sound(app)
        standing = {key: app.session_state[key] for key in CONTROLS if key in app.session_state}
        wanted = {key: value for key, value in chip.state.items() if value != CONTROLS[key].initial}
        assert {key: value for key, value in standing.items() if value != CONTROLS[key].initial} == wanted
        assert len(verdicts(app)) == chip.state["ctx_n"]
        word = re.split(r"\W", chip.label)[0]
        assert all(line.startswith(f"“{word}”") for line in verdicts(app)) or chip not in NAMED
        assert not {"ctx_at1", "ctx_out2", "ctx_hand"} & {*app.query_params}


def test_the_same_example_gives_the_same_picture_from_anywhere() -> None:
    for chip in (CHIPS[-1], CHIPS[-2]):
        pictures = []
        for elsewhere in (False, True):
            app = opened()
            if elsewhere:
                app = opened(n="3", s2="The mouse ran away.", temp="0.25", more="Nearest words", of="3", out1="money")
                app.button_group("ctx_plane_box").set_value("mouse").run()
                app.button_group("ctx_plane_box").set_value("bank").run()
            app.button(f"try-{chip.label}").click().run()
            pictures.append((see(app), specs(app)))
        assert pictures[0] == pictures[1]


def test_a_sentence_that_is_gone_is_not_asked_for() -> None:
    app = opened(n="3", s1="xqzj xqz", more="By hand", of="3")
    assert app.session_state["ctx_of"] == 3
    for number, first in ((1, 2), (6, 2)):
        app.session_state["ctx_of"] = number
        app.run()
        assert_sound(app)
        assert app.session_state["ctx_of"] == first


# Links


def test_a_link_restores_every_control() -> None:
    app = opened(
        **{"n": "3", "s1": "A bat flew", "s3": "The bat hit", "scheme": "SIF", "temp": "4", "click": CLICKS[1]},
        **{"add": "Before it", "noise": "Rain fell", "senses": "a: cave; b: ball", "more": "Nearest words", "of": "3"},
        format="SVG",
    )
    assert app.number_input("ctx_n").value == 3
    assert [app.text_input(f"ctx_s{i}").value or "" for i in (1, 2, 3)] == ["A bat flew", "", "The bat hit"]
    assert (app.text_input("ctx_noise").value, app.text_input("ctx_senses").value) == ("Rain fell", "a: cave; b: ball")
    state = {name: app.session_state[f"ctx_{name}"] for name in ("scheme", "temp", "click", "add", "more", "format")}
    assert list(state.values()) == ["SIF", "4", CLICKS[1], "Before it", "Nearest words", "SVG"]
    assert app.session_state["ctx_of"] == 3


def test_a_value_that_no_control_has_is_named_and_the_default_stands() -> None:
    first = verdicts(seen_once())
    for turn in range(max(len(control.refused()) for control in CONTROLS.values())):
        query = {key: control.refused()[turn % len(control.refused())] for key, control in CONTROLS.items()}
        app = page_of("context.py", **query)
        assert_sound(app)
        assert_named(app, *(key.removeprefix("ctx_") for key in CONTROLS), page="ctx")
        assert verdicts(app) == first
    app = opened(add=SCRIPT, s1="x" * 5_000, hand="9" * 5_000)
    assert_named(app, "add", "s1", "hand", page="ctx")
    assert_not_markup(app)


NAMES_OF_TEXTS = list(TEXTS)


def test_any_text_for_a_sentence_is_met_with_a_page_that_works() -> None:
    for start in range(0, len(TEXTS), MOST):
        names = NAMES_OF_TEXTS[start : start + MOST]
        app = opened(n=str(len(names)), **{f"s{i}": TEXTS[name] for i, name in enumerate(names, 1)})
        assert_not_markup(app)
        lines = verdicts(app)
        assert len(lines) == len(names)
        for i, name in enumerate(names, 1):
            assert (app.text_input(f"ctx_s{i}").value or "") == TEXTS[name]
            assert lines[i - 1].strip(), "it is told something"
            assert not re.search(r"\bnan\b", lines[i - 1])
        assert len(said(app)) < 60_000


def test_any_text_in_the_other_boxes_is_met_with_a_page_that_works() -> None:
    for word in HOSTILE_WORDS.values():
        text = word[:80]
        senses = f"{text}: {text}, money; {text[::-1]}: river"
        boxes = {"noise": text, "at1": text, "out1": f"{text} zebra.9", "hand": text, "senses": senses[:400]}
        app = opened(**boxes, n="1", add=SIDES[3], more="By hand")
        assert_not_markup(app)
        assert app.text_input("ctx_senses").value == senses[:400]
        assert "“bank”" in verdicts(app)[0], "a target that the sentence has not is not taken"


def test_a_long_sentence_is_cut_where_its_words_are_too_many_to_click() -> None:
    app = opened(n="1", s1=("bank " + "a b c d e f " * 20)[:200], more="By hand")
    assert len(pills(app, 1).options) <= MAX_TOKENS
    assert len(app.slider) <= 24


# What was measured


def measured() -> Results:
    rows = []
    systems = {name: 0.9 - i / 20 for i, name in enumerate(SYSTEMS)} | {"learned": 0.95}
    for number, version in enumerate(VERSIONS):
        for system, value in systems.items():
            f1 = round(value - number / 10, 3)
            set_ = f"{SET}, {version}"
            for metric, found in (
                ("macro F1", f1),
                ("macro F1, 95 % from", f1 - 0.02),
                ("macro F1, 95 % to", f1 + 0.03),
                ("lead of learned weights, 95 % from", 0.011),
                ("lead of learned weights, 95 % to", 0.099),
            ):
                rows.append(Measurement("context", system, set_, metric, round(found, 4), 9, 1.0))
            for i, word in enumerate(("apple", "bank")):
                one = f"{SET}: {word}, {version}"
                rows.append(Measurement("context", system, one, "macro F1", round(f1 - i / 100, 4), 9, 1.0))
    for metric, value in (("share with a verdict", 0.61), ("right among these", 0.93)):
        set_ = f"{SET}, cue words alone"
        rows.append(Measurement("cues", "learned", set_, metric, value, 9, 1.0))
    rows.append(Measurement("published", "BERT", f"{SET}, alone", "accuracy", 0.77, 9, 1.0))
    return Results(tuple(rows), ())


def test_the_scoreboard_shows_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    results = measured()
    monkeypatch.setattr(loaders, "results", lambda: results)
    app = opened(more="Scoreboard")
    drawn = {trace["name"]: trace for trace in specs(app)["ctx_scores"]["data"]}
    assert list(drawn) == [title_of(system) for system in SYSTEMS]
    for system, title in zip(SYSTEMS, drawn, strict=True):
        wanted = [results.of(space=system, set=f"{SET}, {version}", metric="macro F1")[0].value for version in VERSIONS]
        assert drawn[title]["y"] == wanted
        np.testing.assert_allclose(drawn[title]["error_y"]["array"], 0.03)
        np.testing.assert_allclose(drawn[title]["error_y"]["arrayminus"], 0.02)
    words = specs(app)["ctx_words_scores"]
    assert words["layout"]["yaxis"]["ticktext"] == ["apple", "bank"]
    assert {trace["name"]: trace["x"] for trace in words["data"]}["Learned"] == [0.95, 0.94]
    assert context_sentences.about_scores(results) in said(app)
    assert context_sentences.about_cues(results) in said(app)
    unfold(app)
    assert_sound(app)
    table = app.dataframe[1].value
    assert len(table) == len(results.measurements)
    assert "BERT" in list(table["space"])


def test_before_anything_was_measured_the_scoreboard_says_how_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaders, "results", lambda: Results((), ()))
    app = opened(more="Scoreboard")
    assert "Nothing has been measured yet" in notices(app)
    assert "scripts.evaluate --only context" in notices(app)


def test_where_weights_still_fail_is_told_with_today_s_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaders, "results", measured)
    monkeypatch.setattr(attention, "FAILS", ((DEFAULTS[1], "river", "No reason."),))
    app = opened(more="Scoreboard")
    assert f"*{DEFAULTS[1]}* means *river*; they say **river**, by {told(weighed(DEFAULTS[1], 'bank')).margin:.2f}" in (
        said(app)
    )
    app.button(f"ctx_fails-{DEFAULTS[1]}").click().run()
    assert_sound(app)
    assert app.text_input("ctx_s1").value == DEFAULTS[1]
    assert app.number_input("ctx_n").value == 1
    assert app.session_state["ctx_more"] == "Scoreboard", "the reader stays where the examples are"


def test_a_sentence_that_is_said_to_fail_does_fail() -> None:
    for text, sense, why in attention.FAILS:
        word = next(token for token in tokenise(text) if token in load_senses())
        names = load_senses()[word].names
        assert sense in names
        assert why.endswith(".")
        verdict = told(weighed(text, word), word)
        assert verdict.sense is None or names[verdict.sense] != sense
