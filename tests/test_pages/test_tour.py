"""The guided tour asks before it shows, remembers what was predicted, and leads to the right view and out again."""

from __future__ import annotations

import functools
import importlib
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.contents import PAGES
from pages.shared.controls import Controls
from pages.shared.tour import STOPS, Stop
from tests.pages import ROOT, SCRIPT, every_text, html_of, page_of, see, specs

pytestmark = pytest.mark.usefixtures("warm")

# The chart that each stop is about, and a word of what its page says.
SHOWS = (
    ("home_plane", "bank"),
    ("map_chart", "nearest"),
    ("drift_chart", "bank"),
    ("sub_senses", "bank"),
    ("ctx_plane_chart", "finance"),
    ("ctx_plane_chart", "finance"),
    ("limits_order_chart", "order"),
)
BY_HAND = "ctx_add"  # the control by which the two stops on one page differ

stops = pytest.mark.parametrize("number", range(1, len(STOPS) + 1))


@functools.cache
def controls_of(page: str) -> Controls:
    """Return what a link may say to a page."""
    found: Controls = importlib.import_module(f"pages.parts.{page}.controls").CONTROLS
    return found


def tour(number: int, **more: str) -> AppTest:
    """Open a step as its link does."""
    return page_of("frame.py", tour=str(number), **more)


def press(app: AppTest, name: str) -> AppTest:
    """Press a button of the tour; nothing may break."""
    next(button for button in app.button if (button.key or "").startswith(f"tour_{name}")).click().run()
    assert not app.exception, [element.value for element in app.exception]
    assert not app.error, [element.value for element in app.error]
    return app


def step_of(app: AppTest) -> int | None:
    """Return which step the reader is told that this is."""
    told = [caption.value for caption in app.caption if str(caption.value).startswith("Guided tour, step")]
    assert len(told) < 2
    return int(told[0].split()[3]) if told else None


def buttons(app: AppTest) -> set[str]:
    return {button.label for button in app.button if (button.key or "").startswith("tour_")}


def assert_asked(app: AppTest, number: int) -> None:
    """Assert that a step's question stands there and nothing of its answer."""
    stop = STOPS[number - 1]
    assert step_of(app) == number
    assert [title.value for title in app.title] == [stop.ask]
    assert [pills.options for pills in app.pills] == [list(stop.choices)]
    assert not app.get("plotly_chart")
    assert not app.header
    assert not app.dataframe
    assert stop.look not in "\n".join(every_text(app))
    assert buttons(app) == {"Show", "End the tour"} | ({"Back"} if number > 1 else set())


def assert_shown(app: AppTest, number: int) -> None:
    """Assert that a step's view stands there, with where to look."""
    stop, (chart, word) = STOPS[number - 1], SHOWS[number - 1]
    assert step_of(app) == number
    assert len(app.title) == 1
    assert app.title[0].value != stop.ask
    assert chart in specs(app)
    assert word in see(app)
    said = "\n".join(str(element.value) for element in app.markdown)
    assert stop.ask in said
    assert stop.look in said
    more = {"Next"} if number < len(STOPS) else set()
    assert buttons(app) == {"End the tour"} | more | ({"Back"} if number > 1 else set())
    # Every control of its link stands as the link says.
    for name, value in stop.controls.items():
        assert app.session_state[name] in (value, int(value) if value.isdecimal() else value)


def walked_to(number: int) -> AppTest:
    """Come to a step from the one before, by its buttons, so that its own page is open."""
    if number == 1:
        return tour(1)
    app = press(tour(number - 1, tour_shown="yes"), "next")
    assert_asked(app, number)
    return app


# What the steps are


def test_the_tour_has_seven_views_in_the_order_of_the_story() -> None:
    order = [page.name for page in PAGES]
    places = [order.index(stop.page) for stop in STOPS]
    assert len(STOPS) == len(SHOWS) == 7
    assert places == sorted(places)
    assert len({stop.ask for stop in STOPS}) == len({stop.path for stop in STOPS}) == 7


@stops
def test_every_link_of_a_stop_leads_to_a_page_and_says_what_that_page_takes(number: int) -> None:
    stop = STOPS[number - 1]
    address = urlsplit(stop.path)
    assert address.path in {page.path for page in PAGES}
    assert (ROOT / "pages" / f"{stop.page}.py").is_file()
    query = parse_qs(address.query)
    assert query == {name: [value] for name, value in stop.controls.items()}
    if stop.controls:
        known = controls_of(stop.page)
        assert set(stop.controls) <= set(known), "no control has such a name"
        assert known.ignored(query) == []


def test_a_control_or_value_that_a_page_does_not_take_would_be_noticed() -> None:
    known = controls_of("drift")
    assert known.ignored({"drift_share": ["101"]}) == ["drift_share"]
    assert "drift_shares" not in known


@stops
def test_every_stop_offers_predictions_to_choose_between_and_says_where_to_look(number: int) -> None:
    stop = STOPS[number - 1]
    assert 2 <= len(set(stop.choices)) == len(stop.choices)
    assert stop.ask.endswith("?")
    assert stop.look[-1] in ".?"
    assert not any(choice in stop.look for choice in stop.choices), "it gives the answer away"


# What a link may say


def test_a_step_that_there_is_not_opens_the_page_without_a_tour() -> None:
    for asked in (
        "0",
        "8",
        "-1",
        "²",
        "١0",
        "1e9",
        "1.0",
        " 1",
        "",
        "00",
        "99",
        "1" * 5_000,
        "one",
        SCRIPT,
        "\x00",
        "½",
        "Ⅶ",
        "五",
    ):
        app = page_of("frame.py", tour=asked)
        assert not app.exception
        assert not app.error
        assert step_of(app) is None
        assert "home_plane" in specs(app)


def test_of_a_step_said_twice_the_last_is_taken() -> None:
    app = page_of("frame.py", tour=["8", "1"])
    assert_asked(app, 1)
    assert step_of(page_of("frame.py", tour=["1", "8"])) is None


def test_only_the_tours_own_word_shows_the_answer() -> None:
    for shown in ("", "no", "true", "YES", SCRIPT):
        assert_asked(page_of("frame.py", tour="1", tour_shown=shown), 1)


def test_a_size_of_type_that_there_is_not_leaves_the_step_as_it_is() -> None:
    for large in ("yes", "1", "", "on", SCRIPT):
        app = page_of("frame.py", tour="1", tour_large=large)
        assert_asked(app, 1)
        assert not app.exception
        assert app.toggle("tour_large").value in (False, True)
        assert SCRIPT not in "".join(html_of(app))


def test_the_link_of_an_answer_shows_it_at_once() -> None:
    assert_shown(page_of("frame.py", tour="1", tour_shown="yes"), 1)


# The walk


def test_the_tour_begins_on_the_home_page() -> None:
    app = page_of("frame.py")
    next(button for button in app.button if button.label.startswith("Guided tour")).click().run()
    assert not app.error
    assert_asked(app, 1)


def test_the_tour_walks_through_all_views_and_repeats_each_prediction() -> None:
    app = tour(1)
    for number, stop in enumerate(STOPS, 1):
        assert_asked(app, number)
        guess = stop.choices[number % len(stop.choices)]
        app.pills(f"tour_guess_{number - 1}").set_value(guess).run()
        assert_asked(app, number)
        press(app, "show")
        assert_shown(app, number)
        assert f"Predicted: *{guess}*." in "\n".join(str(element.value) for element in app.markdown)
        if number < len(STOPS):
            press(app, "next")
    press(app, "end")
    assert step_of(app) is None
    assert "home_plane" in specs(app)
    assert not {name for name in app.query_params if name.startswith("tour")}


def test_without_a_prediction_none_is_claimed() -> None:
    app = press(tour(1), "show")
    assert "Predicted" not in "\n".join(every_text(app))


def test_back_leads_from_each_question_to_the_one_before() -> None:
    app = tour(len(STOPS))
    for number in range(len(STOPS) - 1, 0, -1):
        press(app, "back")
        assert_asked(app, number)


@pytest.mark.parametrize("number", [3, 6], ids=["on another page", "on the same page"])
def test_back_from_an_answer_leads_to_the_step_before_and_its_answer(number: int) -> None:
    app = press(press(walked_to(number - 1), "show"), "next")
    press(app, "show")
    assert_shown(app, number)
    press(app, "back")
    assert_asked(app, number - 1)
    press(app, "show")
    assert_shown(app, number - 1)


def test_the_prediction_is_kept_when_a_class_goes_back() -> None:
    app = tour(1)
    app.pills("tour_guess_0").set_value("half way").run()
    press(press(press(app, "show"), "next"), "back")
    assert_asked(app, 1)
    assert app.pills("tour_guess_0").value == "half way"
    assert "Predicted: *half way*." in "\n".join(str(element.value) for element in press(app, "show").markdown)


# The two stops on one page


def added(app: AppTest) -> str:
    """What is added to the sentences of the context page."""
    return str(app.session_state[BY_HAND])


def test_the_second_stop_on_a_page_moves_its_controls_and_the_first_moves_them_back() -> None:
    fifth, sixth = (STOPS[number] for number in (4, 5))
    assert fifth.page == sixth.page, "this test is about two stops on one page"
    app = press(walked_to(5), "show")
    assert_shown(app, 5)
    alone = see(app), specs(app)["ctx_plane_chart"]
    press(app, "next")
    assert_asked(app, 6)
    press(app, "show")
    assert_shown(app, 6)
    assert added(app) == sixth.controls[BY_HAND]
    assert specs(app)["ctx_plane_chart"] != alone[1]
    press(app, "back")
    assert_asked(app, 5)
    press(app, "show")
    assert_shown(app, 5)
    assert added(app) == "Nothing"
    assert (see(app), specs(app)["ctx_plane_chart"]) == alone


# Out, and larger


@stops
def test_the_tour_can_be_left_at_every_step(number: int) -> None:
    app = press(tour(number), "end")
    assert step_of(app) is None
    assert "home_plane" in specs(app)
    assert not app.query_params


def enlarged(app: AppTest) -> bool:
    bodies = [str(element.proto.body) for element in app.get("html")]
    return any("html { font-size: 125%; }" in body for body in bodies)


def test_type_is_larger_only_when_asked_for() -> None:
    app = tour(1)
    assert not enlarged(app)
    app.toggle("tour_large").set_value(True).run()
    assert enlarged(app)
    assert_asked(app, 1)
    press(app, "show")
    assert enlarged(app)
    app.toggle("tour_large").set_value(False).run()
    assert not enlarged(app)
    assert_shown(app, 1)
    assert enlarged(page_of("frame.py", tour="1", tour_large="true"))
    assert not enlarged(page_of("frame.py", tour_large="true")), "outside of the tour nobody could switch it off"


@pytest.mark.parametrize("number", [1, 5], ids=["to another page", "on the same page"])
def test_type_stays_large_from_step_to_step_and_back(number: int) -> None:
    app = walked_to(number)
    app.toggle("tour_large").set_value(True).run()
    press(press(app, "show"), "next")
    assert_asked(app, number + 1)
    assert enlarged(app)
    assert app.toggle("tour_large").value is True
    press(app, "back")
    assert_asked(app, number)
    assert enlarged(app)


def test_a_stop_is_a_link_of_its_own() -> None:
    assert Stop("map", {}, "", (), "").path == "/map"
    assert Stop("home", {"home_share": "5"}, "", (), "").path == "/?home_share=5"
    assert Stop("map", {"map_set": "a & b", "map_k": "7"}, "", (), "").path == "/map?map_set=a+%26+b&map_k=7"
