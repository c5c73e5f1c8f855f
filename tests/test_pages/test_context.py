"""The context page answers: to any sentence, in every section, to any link, and says why where it cannot."""

from __future__ import annotations

import csv
import functools
import html
import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.context import sentences as context_sentences
from core.context.weights import SCHEMES, THRESHOLD, Verdict, Weighting, decide
from core.counts.senses import anchors, load_senses
from core.evidence.results import Measurement, Results
from core.text import escaped, tokenise
from pages.parts.context import learned as context_learned
from pages.parts.context.controls import (
    CHIPS,
    CLICKS,
    DEFAULTS,
    MAX_TOKENS,
    MOST,
    NAMES,
    NOISE,
    SECTIONS,
    SIDES,
    labelled,
    own_senses,
)
from pages.parts.context.hand import STORY
from pages.shared import layout, loaders
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


def weighed(text: str, word: str, scheme: str = "learned", **settings: Any) -> Weighting:
    tokens = tokenise(text)
    return loaders.weigher().weigh(tokens, tokens.index(word), scheme, **settings)


def told(weighing: Weighting, word: str = "bank") -> Verdict:
    weigher = loaders.weigher()
    return decide(weighing.vector, anchors(weigher.told, load_senses()[word]), THRESHOLD)


def pills(app: AppTest, number: int) -> Any:
    """The words of a sentence."""
    return next(group for group in app.button_group if str(group.key).startswith(f"ctx_words_{number}_"))


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
    for line, weighing in zip(lines, found, strict=True):
        verdict = told(weighing)
        assert verdict.sense is not None
        assert f"“bank”: {entry.names[verdict.sense]} leads by {verdict.margin:.2f}" in line
    assert told(found[0]).sense != told(found[1]).sense
    assert notices(app) == ""
    assert list(specs(app)) == ["ctx_plane_chart", "ctx_balance_1", "ctx_balance_2"]
    assert all(chart.proto.alt.strip() for chart in app.get("plotly_chart"))
    assert {"def weigh", "def decide"} <= {code.value.strip().split("(")[0] for code in app.code}


def test_what_you_see_is_made_of_the_numbers_just_computed() -> None:
    weigher, entry = loaders.weigher(), load_senses()["bank"]
    for scheme, name in zip(SCHEMES, NAMES, strict=True):
        app = seen_once(scheme=name)
        found = [weighed(text, "bank", scheme) for text in DEFAULTS[:2]]
        wanted = {number: ("bank", told(weighing)) for number, weighing in enumerate(found, 1)}
        text = see(app)
        assert context_sentences.about_verdicts(wanted, entry, scheme) in text
        assert context_sentences.about_parting(found) in text
        assert context_sentences.about_weights(found[0], weigher) in text
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


def test_bars_and_the_table_hold_the_weights_of_every_scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    monkeypatch.setattr(layout, "numbers_button", lambda table, *_, **__: texts.append(table()))
    app = opened(temp="0.5")
    head, *rows = csv.reader(texts[0].splitlines())
    for number, text in enumerate(DEFAULTS[:2], 1):
        table = app.dataframe[number - 1].value
        for trace, scheme in zip(specs(app)[f"ctx_balance_{number}"]["data"], SCHEMES, strict=True):
            wanted = weighed(text, "bank", scheme, temperature=0.5).weights
            np.testing.assert_allclose(trace["y"], wanted)
            np.testing.assert_allclose(table[context_learned.TITLES[scheme]], wanted)
            mine = [row for row in rows if row[head.index("sentence")] == str(number) and row[1] == scheme]
            assert [row[head.index("word")] for row in mine] == tokenise(text)
            np.testing.assert_allclose([float(row[head.index("weight")]) for row in mine], wanted, atol=1e-6)
            assert {row[head.index("verdict")] for row in mine} <= {*load_senses()["bank"].names, "cannot tell"}


def test_the_temperature_runs_from_one_word_to_all_alike() -> None:
    cold, hot = (specs(seen_once(temp=name))["ctx_balance_2"]["data"] for name in ("winner takes all", "all alike"))
    for trace in hot:
        np.testing.assert_allclose(trace["y"], hot[0]["y"])
    assert max(cold[3]["y"]) == pytest.approx(1, abs=1e-3)
    np.testing.assert_allclose(cold[0]["y"], hot[0]["y"])


@pytest.mark.parametrize("n", [1, 3, 6])
def test_as_many_sentences_are_shown_as_were_asked_for(n: int) -> None:
    app = seen_once(n=str(n))
    assert [box.key for box in app.text_input if str(box.key).startswith("ctx_s") and box.key != "ctx_senses"] == [
        f"ctx_s{i}" for i in range(1, n + 1)
    ]
    assert len(verdicts(app)) == n
    assert [key for key in specs(app) if key.startswith("ctx_balance")] == [f"ctx_balance_{i}" for i in range(1, n + 1)]
    assert re.findall(r"(?<!cosine \*\*)sentence (\d)", see(app).split(". ")[0]) == [str(i) for i in range(1, n + 1)]
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


def test_with_all_words_struck_nothing_is_left_to_weigh() -> None:
    app = opened(n="1", out1="i deposited money at the yesterday")
    assert "nothing to weigh" in verdicts(app)[0]
    assert "Type a sentence" in notices(app)


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


@pytest.mark.parametrize(("side", "left", "right"), [("After it", 0, 1), ("Before it", 1, 0), ("On both sides", 1, 1)])
def test_an_added_sentence_stands_where_it_was_asked_for_and_the_old_tip_stays(
    side: str, left: int, right: int
) -> None:
    app, noise = seen_once(n="1", add=side), tokenise(NOISE)
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
    assert len(ticks) == len(tokenise(DEFAULTS[0])) + len(tokenise(NOISE)), "nothing typed is the one in the box"


# Sections


@pytest.mark.parametrize("section", SECTIONS[:-1])
def test_every_section_draws(section: str) -> None:
    app = seen_once(more=section)
    assert list(specs(app)) == ["ctx_plane_chart", *CHARTS_OF[section]]
    assert notices(app) == ""
    assert app.session_state["ctx_more"] == section


@pytest.mark.parametrize("section", SECTIONS[:-1])
def test_every_section_says_why_where_there_is_nothing_to_show(section: str) -> None:
    app = opened(more=section, s1="bank", s2="xqzj xqz")
    assert "one word alone" in verdicts(app)[0]
    assert "nothing to weigh" in verdicts(app)[1]
    assert notices(app).startswith("Type a sentence")
    if section in ("By hand", "Nearest words", "What averaging washes out"):
        assert "no sentence to look at" in notices(app)
    assert set(specs(app)) <= {"ctx_distance", "ctx_loss"}


def test_what_a_word_gives_is_drawn_with_the_lead_that_is_told() -> None:
    app = seen_once(more="Strike out")
    verdict = told(weighed(DEFAULTS[0], "bank"))
    title = specs(app)["ctx_without_1"]["layout"]["xaxis"]["title"]["text"]
    assert load_senses()["bank"].names[verdict.best] in title
    assert f"{verdict.margin:+.2f}" in title


def test_averaging_names_the_words_of_each_sentence() -> None:
    weigher, text = loaders.weigher(), said(seen_once(more="What averaging washes out"))
    for sentence in DEFAULTS[:2]:
        assert context_sentences.about_average(weighed(sentence, "bank", "uniform"), weigher) in text


def test_the_learned_words_and_pairs_are_those_of_the_file() -> None:
    text, weigher = said(seen_once(more="How it learned")), loaders.weigher()
    learned = weigher.attention
    assert learned is not None
    salience = learned.salience[: context_learned.COMMON]
    assert f"*{weigher.space.words[int(salience.argmax())]}*" in text.split("Count most")[1]
    assert f"*{weigher.space.words[int(salience.argmin())]}*" in text.split("Count most")[0]
    pairs = context_learned.strongest(weigher)
    assert len(pairs) == context_learned.N_PAIRS
    units = weigher.told
    scores = [learned.compatibility(units.vector(a), units.vector(b)[None])[0] for a, b in pairs]
    assert scores == sorted(scores, reverse=True)
    assert all(f"*{a}* – *{b}*" in text for a, b in pairs)


# By hand


def test_weights_by_hand_come_with_the_link_and_go_into_it() -> None:
    app = opened(more="By hand", hand=HAND)
    assert [slider.value for slider in sliders(app)] == list(STORY)
    upper, lower = specs(app)["ctx_hand_chart"]["data"]
    assert upper["y"] == [0, 0.4, 0.35, 0.05, 0.05, 0, 0.15]
    np.testing.assert_allclose(lower["y"], weighed(DEFAULTS[0], "bank").weights)
    assert f"({told(loaders.weigher().by_hand(tokenise(DEFAULTS[0]), 5, upper['y'])).margin:.2f})" in said(app)
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


@pytest.mark.parametrize("hand", ["1.2", "101.0.0.0.0", "²." * 4 + "²"])
def test_weights_of_a_link_that_do_not_fit_are_left_for_the_learned_ones(hand: str) -> None:
    app = opened(more="By hand", hand=hand)
    assert [slider.value for slider in sliders(app)] == [
        round(100 * weight) for weight in weighed(DEFAULTS[0], "bank").weights[[1, 2, 3, 4, 6]]
    ]


# Senses


def test_senses_of_the_reader_s_own_are_told_apart() -> None:
    app = opened(senses="vault: money, cash; *slope*: river, mud; ")
    lines = verdicts(app)
    assert "“bank”: vault leads by" in lines[0]
    assert "“bank”: *slope* leads by" in lines[1]
    assert "vault" in see(app)
    assert escaped("*slope*") in see(app)
    assert notices(app) == ""


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("money", "needs words after a colon"),
        ("money: loan", "Two senses at least"),
        ("money: qqxxzz; river: water", "does not hold"),
        ("a: water; a: loan", "Two senses at least"),
        ("a: water; a: loan", "same name"),
        (";;:;", "Two senses at least"),
        ("bank: bank; river: bank", "needs words after a colon"),
    ],
)
def test_senses_that_are_none_say_what_is_missing(typed: str, wanted: str) -> None:
    entry, found = own_senses("bank", typed)
    assert entry is None
    assert any(wanted in notice for notice in found)


def test_a_sense_of_words_that_nobody_knows_is_not_said_to_have_none() -> None:
    _, found = own_senses("bank", "money: loan; river: qqxxzz")
    assert any("does not hold" in notice for notice in found)
    assert not any("needs words after a colon" in notice for notice in found)


def test_words_that_are_all_struck_out_look_struck_out() -> None:
    app = opened(n="1", s1="money in the bank", click="strikes it out", out1="money in the")
    (style,) = (str(one.proto.body) for one in app.get("html") if "ctx_card_1" in str(one.proto.body))
    assert style.count("line-through") == 3


def test_senses_are_read_name_by_name_and_cut_to_four() -> None:
    entry, found = own_senses("bank", "a: money, bank, qqxxzz; b: river; c: tree; d: fish; e: car; \ud800f\x00")
    assert entry is not None
    assert entry.names == ("a", "b", "c", "d")
    assert entry.senses[0].cues == ("money",), "neither the word itself nor a stranger"
    assert any("first 4" in notice for notice in found)
    assert any("qqxxzz" in notice for notice in found)


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


@pytest.mark.parametrize("chip", NAMED, ids=[chip.label for chip in NAMED])
def test_every_example_is_sentences_with_its_word(chip: layout.Chip) -> None:
    word = re.split(r"\W", chip.label)[0]
    texts = [str(chip.sets[f"ctx_s{i}"]) or DEFAULTS[i - 1] for i in range(1, int(str(chip.sets["ctx_n"])) + 1)]
    assert len(texts) >= 2
    assert word in load_senses()
    for text in texts:
        assert next(token for token in tokenise(text) if token in load_senses()) == word, text
    senses = [told(weighed(text, word), word).best for text in texts]
    assert len(set(senses)) > 1, "they speak of different things"


@pytest.mark.parametrize(
    ("label", "sense", "right"),
    [("Equal weights fail, learned ones do not", "finance", ["learned"]), ("Both fail", "animal", [])],
)
def test_an_example_of_failing_fails_as_it_says(label: str, sense: str, right: list[str]) -> None:
    chip = next(chip for chip in CHIPS if chip.label == label)
    tokens = tokenise(str(chip.sets["ctx_s1"]))
    word = next(token for token in tokens if token in load_senses())
    names = load_senses()[word].names
    verdicts = {
        scheme: told(weighed(str(chip.sets["ctx_s1"]), word, scheme), word) for scheme in ("uniform", "sif", "learned")
    }
    assert all(verdict.sense is not None for verdict in verdicts.values())
    assert [scheme for scheme, verdict in verdicts.items() if names[verdict.best] == sense] == right


def test_examples_replace_all_that_was_set() -> None:
    app = opened(s1="qqxxzz", at1="qqxxzz", out2="sat", senses="a: money; b: river", add=SIDES[3], n="4")
    for chip in CHIPS:
        app.button(f"try-{chip.label}").click().run()
        assert_sound(app)
        n = int(str(chip.sets["ctx_n"]))
        assert app.number_input("ctx_n").value == n
        shown = [app.text_input(f"ctx_s{i}").value or "" for i in range(1, n + 1)]
        assert shown == [chip.sets[f"ctx_s{i}"] for i in range(1, n + 1)]
        lines = verdicts(app)
        assert len(lines) == n
        word = re.split(r"\W", chip.label)[0]
        assert all(line.startswith(f"“{word}”") for line in lines) or chip not in NAMED
        assert not app.text_input("ctx_senses").value
        assert not {"ctx_at1", "ctx_out2"} & {*app.query_params}
        assert ("ctx_noise" in [box.key for box in app.text_input]) == (chip.sets["ctx_add"] != SIDES[0])


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


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"n": "7", "scheme": "bert", "temp": "0"}, ["n", "scheme", "temp"]),
        (
            {"click": "x", "add": SCRIPT, "more": "Nothing", "of": "nan", "format": "GIF"},
            ["click", "add", "more", "of", "format"],
        ),
        ({"s1": "x" * 5_000, "s2": ["a", "b"], "senses": "x" * 401}, ["s1", "s2", "senses"]),
        (
            {"at1": "x" * 81, "out1": "x" * 5_000, "hand": "9" * 5_000, "noise": ["", ""]},
            ["at1", "out1", "noise", "hand"],
        ),
    ],
    ids=["numbers", "names", "too long and twice", "what is no widget"],
)
def test_a_value_that_no_control_has_is_named_and_the_default_stands(
    query: dict[str, str | list[str]], named: Sequence[str]
) -> None:
    app = opened(**query)
    assert_named(app, *named, page="ctx")
    assert_not_markup(app)
    assert verdicts(app) == verdicts(seen_once())


NAMES_OF_TEXTS = list(TEXTS)


@pytest.mark.parametrize("start", range(0, len(TEXTS), MOST))
def test_any_text_for_a_sentence_is_met_with_a_page_that_works(start: int) -> None:
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


@pytest.mark.parametrize("name", HOSTILE_WORDS)
def test_any_text_in_the_other_boxes_is_met_with_a_page_that_works(name: str) -> None:
    text = HOSTILE_WORDS[name][:80]
    senses = f"{text}: {text}, money; {text[::-1]}: river"
    boxes = {"noise": text, "at1": text, "out1": f"{text} zebra.9", "hand": text, "senses": senses[:400]}
    app = opened(**boxes, n="1", add=SIDES[3], more="By hand")
    assert_not_markup(app)
    assert app.text_input("ctx_senses").value == senses[:400]
    assert "“bank”" in verdicts(app)[0], "a target that the sentence has not is not taken"


def test_what_cannot_be_weighed_is_said_in_a_plain_sentence() -> None:
    texts = ("bank", "xqzj xqz", "?!", "The bank by the bank", "A bank in Zzyzxqton opened loans")
    app = opened(n="5", **{f"s{i}": text for i, text in enumerate(texts, 1)})
    one, strangers, nothing, twice, odd = verdicts(app)
    assert "Sentence 1 is one word alone" in one
    assert "No word that we know is left beside “xqzj” in sentence 2" in strangers
    assert "no word in sentence 3" in nothing
    assert "stands 2 times in sentence 4" in twice
    assert "zzyzxqton" in odd
    assert re.search(r"Guessed from n-grams|Left out", odd)


def test_a_long_sentence_is_cut_where_its_words_are_too_many_to_click() -> None:
    app = opened(n="1", s1=("bank " + "a b c d e f " * 20)[:200], more="By hand")
    assert len(pills(app, 1).options) <= MAX_TOKENS
    assert len(app.slider) <= 24


def test_each_word_has_a_name_of_its_own() -> None:
    assert labelled(["the", "bank", "the", "the"]) == ["the", "bank", "the~2", "the~3"]
    assert labelled([]) == []


# What was measured


def measured() -> Results:
    rows = []
    systems = {name: 0.9 - i / 20 for i, name in enumerate(context_learned.SYSTEMS)} | {"learned": 0.95}
    for number, version in enumerate(context_learned.VERSIONS):
        for system, value in systems.items():
            f1 = round(value - number / 10, 3)
            set_ = f"{context_learned.SET}, {version}"
            for metric, found in (
                ("macro F1", f1),
                ("macro F1, 95 % from", f1 - 0.02),
                ("macro F1, 95 % to", f1 + 0.03),
                ("lead of learned weights, 95 % from", 0.011),
                ("lead of learned weights, 95 % to", 0.099),
            ):
                rows.append(Measurement("context", system, set_, metric, round(found, 4), 9, 1.0))
            for i, word in enumerate(("apple", "bank")):
                one = f"{context_learned.SET}: {word}, {version}"
                rows.append(Measurement("context", system, one, "macro F1", round(f1 - i / 100, 4), 9, 1.0))
    for metric, value in (("share with a verdict", 0.61), ("right among these", 0.93)):
        set_ = f"{context_learned.SET}, cue words alone"
        rows.append(Measurement("cues", "learned", set_, metric, value, 9, 1.0))
    rows.append(Measurement("published", "BERT", f"{context_learned.SET}, alone", "accuracy", 0.77, 9, 1.0))
    return Results(tuple(rows), ())


def test_the_scoreboard_shows_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    results = measured()
    monkeypatch.setattr(loaders, "results", lambda: results)
    app = opened(more="Scoreboard")
    drawn = {trace["name"]: trace for trace in specs(app)["ctx_scores"]["data"]}
    assert list(drawn) == list(context_learned.SYSTEMS.values())
    for system, title in context_learned.SYSTEMS.items():
        wanted = [
            results.of(space=system, set=f"{context_learned.SET}, {version}", metric="macro F1")[0].value
            for version in context_learned.VERSIONS
        ]
        assert drawn[title]["y"] == wanted
        np.testing.assert_allclose(drawn[title]["error_y"]["array"], 0.03)
        np.testing.assert_allclose(drawn[title]["error_y"]["arrayminus"], 0.02)
    words = specs(app)["ctx_words_scores"]
    assert words["layout"]["yaxis"]["ticktext"] == ["apple", "bank"]
    assert {trace["name"]: trace["x"] for trace in words["data"]}["Learned"] == [0.95, 0.94]
    assert context_sentences.about_scores(results, context_learned.SET) in said(app)
    assert context_sentences.about_cues(results, context_learned.SET) in said(app)
    table = app.dataframe[0].value
    assert len(table) == len(results.measurements)
    assert "BERT" in list(table["space"])


def test_before_anything_was_measured_the_scoreboard_says_how_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaders, "results", lambda: Results((), ()))
    app = opened(more="Scoreboard")
    assert "Nothing has been measured yet" in notices(app)
    assert "scripts.evaluate --only context" in notices(app)


def test_the_scoreboard_opens_on_the_file_that_ships() -> None:
    app = seen_once(more="Scoreboard")
    assert ("ctx_scores" in specs(app)) == bool(loaders.results().of(part="context"))


def test_where_weights_still_fail_is_told_with_today_s_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaders, "results", measured)
    monkeypatch.setattr(context_learned, "FAILS", ((DEFAULTS[1], "river", "No reason."),))
    app = opened(more="Scoreboard")
    assert f"*{DEFAULTS[1]}* means *river*; they say **river**, by {told(weighed(DEFAULTS[1], 'bank')).margin:.2f}" in (
        said(app)
    )
    app.button(f"ctx_fails-{DEFAULTS[1]}").click().run()
    assert_sound(app)
    assert app.text_input("ctx_s1").value == DEFAULTS[1]
    assert app.number_input("ctx_n").value == 1


@pytest.mark.parametrize("entry", context_learned.FAILS, ids=[text for text, _, _ in context_learned.FAILS])
def test_a_sentence_that_is_said_to_fail_does_fail(entry: tuple[str, str, str]) -> None:
    text, sense, why = entry
    catalogue = load_senses()
    word = next(token for token in tokenise(text) if token in catalogue)
    assert sense in catalogue[word].names
    assert why.endswith(".")
    verdict = told(weighed(text, word), word)
    assert verdict.sense is None or catalogue[word].names[verdict.sense] != sense
