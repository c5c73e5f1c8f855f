"""A link opens what it says, and what it cannot open it names: no more, no less."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

import pytest
from streamlit.runtime.state.query_params import QueryParams
from streamlit.testing.v1 import AppTest

from pages.shared.controls import (
    MAX_TEXT,
    Choice,
    Control,
    Controls,
    Kept,
    Slider,
    Text,
    Toggle,
    Word,
    encoded_length,
)
from tests.pages import page_of

SETS = Choice("p_set", "Words", options=("Animals", "Senses of spring", "cold → hot"))
MANY = Slider("p_k", "How many", low=5, high=200, default=60)
RANGE = Slider("p_range", "Range", low=0, high=100, default=(0, 100))
WORD = Word("p_word", "Word", default="spring")
OF_EACH_KIND = (
    SETS,
    MANY,
    RANGE,
    WORD,
    Choice("p_view", "View", options=("Map", "Analogy"), form="buttons"),
    Choice("p_step", "Step", options=("small", "large"), default="large", form="slider"),
    Slider("p_seed", "Seed", low=1, high=99, default=7, form="number"),
    Slider("p_part", "Part", low=0.0, high=1.0, default=0.5, step=0.01),
    Toggle("p_on", "On", default=True),
    Text("p_text", "Text", placeholder="a sentence"),
    Kept("p_kept", max_chars=20),
)


def page() -> None:
    """Draw one control of each kind."""
    import streamlit as st

    from pages.shared.controls import Kept, chips
    from tests.test_pages.test_link import OF_EACH_KIND, Controls

    controls = Controls("p", *OF_EACH_KIND)
    controls.notice()
    for control in OF_EACH_KIND:
        st.write(control.key, control.read() if isinstance(control, Kept) else control.draw())
    controls.format.draw()
    chips([controls.chip("few", p_k=5, p_kept="x")])


CONTROLS = Controls("p", *OF_EACH_KIND)
DEFAULTS = {key: control.initial for key, control in CONTROLS.items()}


def opened(**query: str | list[str]) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    app.query_params.update(query)
    app.run()
    assert not app.exception, app.exception
    return app


def named(app: AppTest) -> list[str]:
    """The controls that the notice names."""
    if not app.warning:
        return []
    (notice,) = app.warning
    return notice.value.split("`")[1::2]


# What a control accepts


def test_a_choice_is_one_of_its_names() -> None:
    assert SETS.accepts(["cold → hot"])
    for values in (["animals"], ["Animals "], [""], [], ["Animals", "Animals"], ["0"], ["<b>Animals</b>"]):
        assert not SETS.accepts(values), values


def test_a_number_is_finite_and_within_its_limits() -> None:
    for value in ("5", "200", "60", "1e2", "60.0", " 7 "):
        assert MANY.accepts([value]), value
    beyond = ("4", "201", "-60", "4.999", "200.001", "nan", "-nan", "inf", "-inf", "1e999", "9" * 400)
    none = ("", "0x10", "ten", "60px", "6,0", "½", "None", "[60]")
    for value in (*beyond, *none):
        assert not MANY.accepts([value]), value
    assert not MANY.accepts(["10", "20"])


def test_a_range_needs_two_numbers_from_low_to_high() -> None:
    assert RANGE.accepts(["10", "20"])
    for values in ([], ["10"], ["10", "20", "30"], ["10", "nan"], ["10", "101"], ["10", "x"], ["10,20"], ["60", "20"]):
        assert not RANGE.accepts(values), values


def test_a_text_is_taken_up_to_its_length_in_characters() -> None:
    text = Text("p_text")
    assert text.accepts([""])
    assert text.accepts(["é👑" * (MAX_TEXT // 2)])
    for values in (["x" * (MAX_TEXT + 1)], [], ["king", "queen"]):
        assert not text.accepts(values)
    assert not Word("p_word", max_chars=3).accepts(["four"])


@pytest.mark.parametrize("control", CONTROLS.values(), ids=list(CONTROLS))
def test_a_control_takes_what_it_offers_and_none_of_what_it_refuses(control: Control) -> None:
    for sample in [control.initial, *control.samples()]:
        assert control.accepts(in_link(sample)), sample
    assert control.refused()
    for values in control.refused():
        assert not control.accepts(values), values


def in_link(value: object) -> list[str]:
    """A value as Streamlit writes it into a link."""
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def test_only_the_controls_that_cannot_be_used_are_named() -> None:
    assert CONTROLS.ignored({}) == []
    assert CONTROLS.ignored({"p_set": ["Animals"], "p_k": ["7"], "p_word": ["bank"]}) == []
    assert CONTROLS.ignored({"p_word": ["x" * 61], "p_set": ["Plants"], "p_k": ["7"]}) == ["p_set", "p_word"]
    assert CONTROLS.ignored({"utm_source": ["newsletter"], "drift_k": ["-1"]}) == []


def test_a_control_that_is_declared_twice_or_not_at_all_is_a_slip_of_ours() -> None:
    with pytest.raises(ValueError, match="twice"):
        Controls("p", MANY, MANY)
    with pytest.raises(KeyError):
        CONTROLS.chip("few", p_many=5)


@pytest.mark.parametrize("text", ["", "king queen", "cold → hot", "a&b=c#d%", "👑" * 20, "ملك", "+", "é\ud800"])
def test_the_length_of_a_link_is_told_before_it_is_too_long(text: str) -> None:
    encoded = urlencode({"map_list": text}, errors="replace")
    assert encoded_length("map_list", text) == len(encoded)
    if "\ud800" not in text:
        assert parse_qs(encoded, keep_blank_values=True) == {"map_list": [text]}


# What the reader is told


def test_a_sound_link_opens_without_a_notice() -> None:
    app = opened(p_set="Senses of spring", p_k="7", p_word="bank", p_range=["10", "20"], p_view="Analogy")
    assert named(app) == []
    assert [app.session_state[key] for key in ("p_set", "p_k", "p_word", "p_range", "p_view")] == [
        "Senses of spring", 7, "bank", (10, 20), "Analogy",
    ]  # fmt: skip


def test_a_page_opened_plainly_has_no_notice() -> None:
    app = opened()
    assert named(app) == []
    assert {key: app.session_state[key] for key in DEFAULTS} == DEFAULTS


def test_every_value_that_a_control_takes_is_what_it_holds() -> None:
    query = {"p_set": "cold → hot", "p_step": "small", "p_k": "5", "p_seed": "99", "p_part": "0.25", "p_on": "false"}
    app = opened(**query, p_range=["20", "20"], p_text="<script>alert(1)</script>", p_kept="x y")
    assert named(app) == []
    held = {"p_set": "cold → hot", "p_step": "small", "p_k": 5, "p_seed": 99, "p_part": 0.25, "p_on": False}
    held |= {"p_range": (20, 20), "p_text": "<script>alert(1)</script>", "p_kept": "x y"}
    assert {key: app.session_state[key] for key in held} == held


def test_the_notice_names_a_control_wherever_the_default_stands_instead() -> None:
    for i in range(max(len(control.refused()) for control in OF_EACH_KIND)):
        query = {key: refused[i] for key, control in CONTROLS.items() if i < len(refused := control.refused())}
        app = opened(**query)
        assert named(app) == list(query)
        assert {key: app.session_state[key] for key in query} == {key: DEFAULTS[key] for key in query}


@pytest.mark.parametrize(("key", "value"), [("p_k", "50.5"), ("p_seed", "1.5")])
def test_a_number_between_two_steps_is_held_or_named(key: str, value: str) -> None:
    app = opened(**{key: value})
    assert named(app) == ([key] if app.session_state[key] == DEFAULTS[key] else [])


def test_an_example_sets_every_control_of_the_page() -> None:
    app = opened(p_set="cold → hot", p_on="false", p_word="bank", p_range=["10", "20"], p_format="SVG")
    app.button("try-few").click().run()
    changed = {key: app.session_state[key] for key in CONTROLS if app.session_state[key] != DEFAULTS[key]}
    assert changed == {"p_k": 5, "p_kept": "x", "p_format": "SVG"}, "the format of images is no part of an example"


def test_several_bad_values_are_named_in_one_notice_and_good_ones_kept() -> None:
    app = opened(p_set="Plants", p_k="9999", p_word="bank")
    assert named(app) == ["p_set", "p_k"]
    assert "defaults stand instead" in app.warning[0].value
    assert app.session_state["p_word"] == "bank"


def test_the_notice_stays_until_the_reader_has_seen_it() -> None:
    app = opened(p_k="9999")
    assert "p_k" not in app.query_params, "the widget has dropped the value, so only memory can tell"
    app.slider("p_k").set_value(70).run()
    assert named(app) == ["p_k"]
    app.button("_p_ignored_ok").click().run()
    assert named(app) == []
    assert app.session_state["p_k"] == 70


def test_what_a_link_holds_is_never_repeated_in_the_notice() -> None:
    app = opened(p_set="<img src=x onerror=alert(1)>", p_k="**bold**")
    assert named(app) == ["p_set", "p_k"]
    assert "<img" not in app.warning[0].value
    assert "bold" not in app.warning[0].value


@pytest.mark.parametrize(
    ("file", "link"),
    [
        ("map.py", {"map_set": "My own words", "map_list": "violin guitar drum piano carrot onion"}),
        ("context.py", {"ctx_s1": "He swung the bat at the ball", "ctx_out1": "ball", "ctx_at1": "bat"}),
        ("limits.py", {"limits_section": "Minimal pairs", "limits_pairs": "a dog~a cat~d"}),
        ("subwords.py", {"sub_word": "unhappiness", "sub_out": "<un", "sub_gram": "ness>"}),
    ],
    ids=["map", "context", "limits", "subwords"],
)
def test_a_run_that_changes_nothing_leaves_the_address_to_the_reader(
    monkeypatch: pytest.MonkeyPatch, file: str, link: dict[str, str]
) -> None:
    # What is sent is the whole query as the server knows it: it takes back a slider that was moved meanwhile.
    app = page_of(file, **link)
    kept = dict(app.query_params)
    sent: list[str] = []
    monkeypatch.setattr(QueryParams, "_send_query_param_msg", lambda found: sent.append(str(found.to_dict())))
    app.run()
    assert not sent
    assert dict(app.query_params) == kept
