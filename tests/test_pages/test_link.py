"""A link opens what it says, and what it cannot open it names: no more, no less."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.link import MAX_TEXT, Choice, Number, Text, encoded_length, ignored

SETS = ("Animals", "Senses of spring", "cold → hot")


def page() -> None:
    """One widget of each kind that a link can set, as the pages make them."""
    import streamlit as st

    from pages.shared import link

    controls = {
        "p_set": link.Choice(("Animals", "Senses of spring", "cold → hot")),
        "p_k": link.Number(5, 200),
        "p_seed": link.Number(0, 99),
        "p_word": link.Text(60),
        "p_range": link.Number(0, 100, count=2),
        "p_view": link.Choice(("Map", "Analogy")),
    }
    link.notice_ignored("p", controls)
    st.selectbox("Words", ["Animals", "Senses of spring", "cold → hot"], key="p_set", bind="query-params")
    st.slider("How many", 5, 200, 60, key="p_k", bind="query-params")
    st.slider("Seed", 0, 99, 7, key="p_seed", bind="query-params")
    st.text_input("Word", "spring", key="p_word", bind="query-params", max_chars=60)
    st.slider("Range", 0, 100, (0, 100), key="p_range", bind="query-params")
    st.segmented_control("View", ["Map", "Analogy"], default="Map", required=True, key="p_view", bind="query-params")


DEFAULTS = {"p_set": "Animals", "p_k": 60, "p_seed": 7, "p_word": "spring", "p_range": (0, 100), "p_view": "Map"}


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


@pytest.mark.parametrize("values", [["Animals"], ["cold → hot"]])
def test_a_choice_is_one_of_its_names(values: list[str]) -> None:
    assert Choice(SETS).accepts(values)


@pytest.mark.parametrize(
    "values", [["animals"], ["Animals "], [""], [], ["Animals", "Animals"], ["0"], ["<b>Animals</b>"]]
)
def test_anything_else_is_no_choice(values: list[str]) -> None:
    assert not Choice(SETS).accepts(values)


@pytest.mark.parametrize("value", ["5", "200", "60", "1e2", "60.0", " 7 "])
def test_a_number_within_its_limits_is_taken(value: str) -> None:
    assert Number(5, 200).accepts([value])


@pytest.mark.parametrize(
    "value",
    [
        "",
        "4",
        "201",
        "-60",
        "4.999",
        "200.001",
        "nan",
        "-nan",
        "inf",
        "-inf",
        "1e999",
        "9" * 400,
        "0x10",
        "ten",
        "60px",
        "6,0",
        "½",
        "None",
        "[60]",
    ],
)
def test_a_number_beyond_its_limits_or_none_is_not(value: str) -> None:
    assert not Number(5, 200).accepts([value])


def test_a_range_needs_two_numbers() -> None:
    assert Number(0, 100, count=2).accepts(["10", "20"])
    for values in ([], ["10"], ["10", "20", "30"], ["10", "nan"], ["10", "101"], ["10", "x"], ["10,20"]):
        assert not Number(0, 100, count=2).accepts(values)
    assert not Number(0, 100).accepts(["10", "20"])


def test_a_range_from_high_to_low_is_no_range() -> None:
    assert not Number(0, 100, count=2).accepts(["60", "20"])


def test_a_text_is_taken_up_to_its_length_in_characters() -> None:
    assert Text().accepts([""])
    assert Text().accepts(["é👑" * (MAX_TEXT // 2)])
    assert not Text().accepts(["x" * (MAX_TEXT + 1)])
    assert not Text(3).accepts(["four"])
    assert not Text().accepts([])
    assert not Text().accepts(["king", "queen"])


def test_only_the_controls_that_cannot_be_used_are_named() -> None:
    controls = {"set": Choice(SETS), "k": Number(5, 200), "word": Text(10)}
    assert ignored({}, controls) == []
    assert ignored({"set": ["Animals"], "k": ["7"], "word": ["bank"]}, controls) == []
    assert ignored({"word": ["x" * 11], "set": ["Plants"], "k": ["7"]}, controls) == ["set", "word"]
    assert ignored({"utm_source": ["newsletter"], "drift_k": ["-1"]}, controls) == []


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


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("p_set", "Plants"),
        ("p_set", ["Plants", "Animals"]),
        ("p_set", ["Senses of spring", "cold → hot"]),
        ("p_set", ""),
        ("p_view", "map"),
        ("p_view", ["Map", "Analogy"]),
        ("p_k", "4"),
        ("p_k", "1e99"),
        ("p_k", "nan"),
        ("p_k", "-60"),
        ("p_k", "sixty"),
        ("p_k", "50.5"),
        ("p_k", ["50", "70"]),
        ("p_seed", "100"),
        ("p_seed", "inf"),
        ("p_seed", "1.5"),
        ("p_seed", "9" * 400),
        ("p_word", "bank"),
        ("p_word", "x" * 60),
        ("p_word", "x" * 61),
        ("p_word", ["king", "queen"]),
        ("p_word", "<script>alert(1)</script>"),
        ("p_range", ["10", "20"]),
        ("p_range", ["60", "20"]),
        ("p_range", ["20", "20"]),
        ("p_range", "50"),
        ("p_range", ["10", "20", "30"]),
        ("p_range", ["10", "nan"]),
    ],
)
def test_the_notice_names_a_control_exactly_where_the_default_stands_instead(key: str, value: str | list[str]) -> None:
    app = opened(**{key: value})
    stands = app.session_state[key] == DEFAULTS[key]
    assert named(app) == ([key] if stands else []), f"{key} is {app.session_state[key]!r}"


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
