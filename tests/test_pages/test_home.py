"""The front door: one slider moves the word, each page has its way in, and the history says what runs here."""

from __future__ import annotations

import functools
import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.charts.theme import LIGHT, mixed, sense_colours
from core.drift.figures import build_shift
from core.drift.material import SPACES as SOLVED
from core.drift.scene import Shift
from core.errors import UnknownWord
from core.evidence.history import MILESTONES
from core.map import sentences
from core.map.axes import Axis, axis_vector, on_axes
from core.map.picture import Picture
from core.spaces.space import SPACES, TITLES, Space, load_space
from core.spaces.wordsets import READY
from pages.shared import lesson, loaders
from pages.shared.contents import PAGES
from tests.charts import drawn
from tests.pages import (
    SCRIPT,
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    html_of,
    notices,
    page_of,
    see,
    spec,
    unfold,
)

pytestmark = pytest.mark.usefixtures("warm")

RIVER, MONEY = Axis(("river", "shore", "water")), Axis(("money", "loan", "finance"))
every_solved = pytest.mark.parametrize("name", SOLVED)


def home(**query: str | list[str]) -> AppTest:
    """Open the front door by the frame; the names of the link come without their prefix."""
    app = page_of("frame.py", **{f"home_{name}": value for name, value in query.items()})
    assert_sound(app)
    return app


@functools.cache
def seen_once(**query: str) -> AppTest:
    """The same for tests that only look."""
    return home(**query)


def point(app: AppTest) -> tuple[dict[str, Any], dict[str, Any]]:
    """The line that the word's way is, and the point that the slider moves."""
    way, spot = spec(app)["data"][-2:]
    assert (way["mode"], spot["mode"]) == ("lines", "markers+text")
    return way, spot


def place(app: AppTest) -> tuple[float, float]:
    _, spot = point(app)
    return spot["x"][0], spot["y"][0]


# The slider


@every_solved
def test_the_slider_moves_the_point_from_money_to_the_river(name: str) -> None:
    title = TITLES[name]
    at = {share: place(seen_once(space=title, share=share)) for share in ("0", "50", "100")}
    across = [at[share][0] for share in at]
    up = [at[share][1] for share in at]
    assert across == sorted(set(across)), "a share of the river has to bring it nearer to the river"
    assert up == sorted(set(up), reverse=True)


@pytest.mark.parametrize(("name", "share"), [("glove", 0), ("skipgram", 30), ("ppmi", 100)])
def test_the_point_stands_where_the_row_solved_anew_has_its_cosines(name: str, share: int) -> None:
    space = load_space(name)
    way = loaders.drifted(name, loaders.material(name, ("bank",)))
    step = int(np.abs(way.proportions[:, 1] - share / 100).argmin())
    assert abs(way.proportions[step, 1] - share / 100) < 0.02
    vector = way.vectors[step] / np.linalg.norm(way.vectors[step])
    expected = [float(vector @ axis_vector(space, axis)) for axis in (RIVER, MONEY)]
    app = seen_once(space=TITLES[name], share=str(share))
    assert place(app) == pytest.approx(expected, abs=1e-5)
    assert f"{share} % {way.names[1]}" in point(app)[1]["text"][0]


def test_the_slider_moved_by_hand_moves_the_point_and_its_sentence() -> None:
    app = home()
    before, said = place(app), see(app)
    app.slider("home_share").set_value(95).run()
    assert_sound(app)
    assert place(app) == place(seen_once(share="95")) != before
    assert see(app) == see(seen_once(share="95")) != said
    line = point(app)[0]
    assert line == point(seen_once())[0], "the way is the same, whatever the share"
    assert len(line["x"]) == len(line["y"]) > 10


@pytest.mark.parametrize("share", ["30", "100"])
def test_the_sentence_says_share_nearer_meaning_and_both_cosines(share: str) -> None:
    app = seen_once(share=share)
    across, up = place(app)
    first = see(app).split(". “bank” has")[0]
    assert f"{100 - int(share)} % of “bank” is *finance* and {share} % *river*" in first
    nearer, farther = (RIVER, MONEY) if across > up else (MONEY, RIVER)
    assert f"nearer to *{nearer.label}* (cosine **{max(across, up):.2f}**)" in first
    assert f"than to *{farther.label}* ({min(across, up):.2f})" in first


def test_a_space_whose_rows_cannot_be_solved_says_where_the_slider_is() -> None:
    for name in (name for name in SPACES if name not in SOLVED):
        app = home(space=TITLES[name])
        assert not app.slider
        told = [str(caption.value) for caption in app.caption if "slider" in str(caption.value)]
        assert len(told) == 1
        assert all(TITLES[solved] in told[0] for solved in SOLVED)
        assert TITLES[name] not in told[0]
        assert "In a text where" not in see(app)
        assert "“bank” has cosine" in see(app)


def test_the_figure_has_its_numbers_its_files_and_how_it_was_computed() -> None:
    app = unfold(home(space=TITLES["ppmi"], format="SVG"))
    assert_sound(app)
    assert '"format": "svg"' in app.get("plotly_chart")[0].proto.config
    assert "sense-drift-ppmi-bank" in app.get("plotly_chart")[0].proto.config
    labels = [element.label for element in app.get("download_button")]
    assert labels == ["Numbers (CSV)", "Figure to keep (one HTML file)"]
    table = app.dataframe[0].value
    assert list(table.iloc[0, :1]) == ["bank"]
    assert len(table) == len(READY[0].words) + 41, "the words, and the steps of the way"
    assert app.latex
    assert "def axis_vector" in " ".join(code.value for code in app.code)


def test_the_slider_stays_where_it_was_when_another_space_is_picked() -> None:
    app = home(share="80")
    app.selectbox("home_space").set_value(TITLES["ppmi"]).run()
    assert_sound(app)
    assert app.slider("home_share").value == 80
    assert place(app) == place(seen_once(space=TITLES["ppmi"], share="80"))


# What a link may say


@pytest.mark.parametrize("share", ["101", "nan", "½", SCRIPT, "9" * 400, ["10", "20"]], ids=repr)
def test_a_share_that_there_is_not_is_named_and_the_default_stands(share: str | list[str]) -> None:
    app = home(share=share)
    assert_named(app, "share", page="home")
    assert_not_markup(app)
    assert app.slider("home_share").value == 30


@pytest.mark.parametrize("share", ["7"])
def test_a_share_between_two_steps_of_the_slider_is_drawn_or_named(share: str) -> None:
    app = home(share=share)
    if not notices(app):
        assert f"{share} % river" in point(app)[1]["text"][0]
        assert f"and {share} % *river*" in see(app)


def test_parameters_of_nobody_and_of_other_pages_are_left_alone() -> None:
    app = page_of("frame.py", utm_source=SCRIPT, map_k="-1", drift_share="1e9", home="x", embedded="true")
    assert_sound(app)
    assert notices(app) == ""
    assert_not_markup(app)
    assert spec(app) == spec(seen_once())


# Ways in


def test_every_other_page_has_its_way_in_as_a_question_with_a_sentence() -> None:
    app = seen_once()
    links = {element.proto.page or "home": element.proto.label for element in app.get("page_link")}
    assert links == {page.name: page.question for page in PAGES if page.name != "home"}
    captions = [str(caption.value) for caption in app.caption]
    for page in PAGES[1:]:
        assert page.description in captions


def test_the_ways_in_are_read_in_the_order_of_the_story() -> None:
    # As a phone stacks them, and as a screen reader and the Tab key go through them.
    order = [element.proto.page for element in seen_once().get("page_link")]
    assert order == [page.name for page in PAGES if page.name != "home"]


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.name)
def test_every_page_can_be_opened_from_the_frame(page: Any) -> None:
    app = page_of("frame.py").switch_page(page.file).run()
    assert not app.exception
    assert not app.error
    assert [box.proto.popover.label for box in app.get("popover")].count("Share") == 1
    assert len(app.title) == 1
    assert app.title[0].value != seen_once().title[0].value


def test_a_teacher_finds_the_tour_and_the_sheet_to_print() -> None:
    app = seen_once()
    assert any("Guided tour" in button.label for button in app.button)
    assert lesson.PATH in [element.proto.url for element in app.get("link_button")]


def test_a_page_has_what_a_page_says_of_itself_in_a_preview() -> None:
    for page in PAGES:
        assert page.title
        assert page.icon.startswith(":material/")
        assert page.description.endswith(".")
        assert page.description.count(". ") == 0, "a chat shows one sentence"
        assert len(page.description) < 160, "a chat cuts it off"
        assert len(page.question) < 70
    for part in ("file", "title", "icon", "question", "description", "path"):
        assert len({getattr(page, part) for page in PAGES}) == len(PAGES), part


# The history


class Items(HTMLParser):
    """The items of a list: class, text and links of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.items: list[tuple[str, list[str], list[dict[str, str | None]]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "li":
            self.items.append((str(dict(attrs).get("class")), [], []))
        elif tag == "a":
            self.items[-1][2].append(dict(attrs))

    def handle_data(self, data: str) -> None:
        if self.items:
            self.items[-1][1].append(data)


def timeline(app: AppTest) -> list[tuple[str, str, list[dict[str, str | None]]]]:
    (body,) = (body for body in html_of(app) if "history" in body)
    return [(kind, "".join(texts), links) for kind, texts, links in Items(body).items]


def test_the_timeline_tells_every_step_with_its_source_and_whether_it_runs_here() -> None:
    items = timeline(seen_once())
    assert len(items) == len(MILESTONES)
    titles = {page.name: page.title for page in PAGES}
    for step, (kind, text, links) in zip(MILESTONES, items, strict=True):
        assert text.startswith(f"{step.year} · {step.name} ")
        assert step.idea in text
        assert step.source in text
        assert [link["href"] for link in links] == [step.link]
        assert {"noopener", "noreferrer"} <= set(str(links[0]["rel"]).split())
        assert (kind == "runs") == bool(step.runs)
        assert (f"runs here: {titles[step.runs]}" if step.runs else "not here") in text


def test_the_timeline_runs_from_past_to_present() -> None:
    years = [step.year for step in MILESTONES]
    assert years == sorted(years)
    assert [int(text[:4]) for _, text, _ in timeline(seen_once())] == years


def test_no_step_from_symbols_to_contextual_models_is_missing() -> None:
    years = {step.name: step.year for step in MILESTONES}
    wanted = {"TF-IDF": 1972, "PMI": 1990, "Word2Vec": 2013, "GloVe": 2014, "Character CNN": 2016, "FastText": 2017}
    wanted |= {"Transformer": 2017, "ELMo": 2018, "GPT": 2018, "BERT": 2018}
    assert wanted.items() <= years.items()


def test_only_what_runs_here_is_said_to_run_here() -> None:
    runs = {step.name: step.runs for step in MILESTONES}
    assert set(runs.values()) <= {"", *(page.name for page in PAGES)}
    here = ["One-hot words", "PMI", "Word2Vec", "GloVe", "FastText", "SIF"]
    assert [name for name, page in runs.items() if page] == here


def test_a_source_is_named_once_and_links_where_it_says() -> None:
    links = [step.link for step in MILESTONES]
    assert len(set(links)) == len(links)
    assert all(re.fullmatch(r"https://[\w./?=&-]+", link) for link in links)
    for step in MILESTONES:
        arxiv = re.search(r"arXiv:(\d{4}\.\d{5})", step.source)
        assert arxiv is None or step.link.endswith(arxiv[1]) or "doi.org" in step.link
        assert step.idea.endswith(".")
        assert not re.search(r"[<>]", step.idea)


# What it is made of


@pytest.fixture(scope="module")
def glove() -> Space:
    return load_space("glove")


def test_a_place_on_the_axes_is_the_cosine_whatever_the_length(glove: Space) -> None:
    rows = glove.vectors[glove.rows(["bank", "river", "dog"])]
    found = on_axes(glove, (RIVER, MONEY), rows * np.array([[1.0], [7.0], [0.01]]))
    expected = [[glove.unit[glove.row(w)] @ axis_vector(glove, axis) for axis in (RIVER, MONEY)] for w in
                ("bank", "river", "dog")]  # fmt: skip
    assert found.shape == (3, 2)
    assert found == pytest.approx(np.array(expected), abs=1e-5)
    assert on_axes(glove, (MONEY, RIVER), rows) == pytest.approx(found[:, ::-1], abs=1e-5)
    with pytest.raises(UnknownWord):
        on_axes(glove, (RIVER, Axis(("xqzxqz",))), rows)


SPOTS = {"share": 0.4, "names": ("finance", "river"), "spot": (0.2, 0.6), "word": "bank"}


def about(**changed: Any) -> str:
    given = SPOTS | changed
    return sentences.about_shift(given["word"], given["names"], given["share"], given["spot"], (RIVER, MONEY))


def test_the_sentence_of_a_shift_holds_what_was_computed() -> None:
    assert about() == (
        "In a text where 60 % of “bank” is *finance* and 40 % *river*, its one vector is nearer to *money, loan, "
        "finance* (cosine **0.60**) than to *river, shore, water* (0.20)."
    )
    assert "nearer to *river, shore, water* (cosine **0.60**) than to *money, loan, finance* (0.20)" in about(
        spot=(0.6, 0.2)
    )


def test_every_input_of_a_shift_is_heard_in_its_sentence() -> None:
    changed = (
        about(share=0.5),
        about(names=("bat", "river")),
        about(names=("finance", "sea")),
        about(word="spring"),
        about(spot=(0.3, 0.6)),
        about(spot=(0.2, 0.7)),
        sentences.about_shift("bank", ("finance", "river"), 0.4, (0.2, 0.6), (RIVER, Axis(("cold",)))),
    )
    assert len({about(), *changed}) == len(changed) + 1


def test_a_way_is_drawn_below_its_point_which_wears_the_mixture_of_the_meanings(glove: Space) -> None:
    words, axes = READY[0], (RIVER, MONEY)
    picture = Picture(glove, words, loaders.projected(glove, words, "axes", axes=axes), lines=(0.1, 0.1))
    way = loaders.drifted("glove", loaders.material("glove", ("bank",)))
    way = replace(way, names=("<b>&x", "<i>y"))
    places = on_axes(glove, axes, way.vectors)
    without = drawn(build_shift(picture, axes, LIGHT))
    card = build_shift(picture, axes, LIGHT, Shift(way, places, 75))
    line, spot = drawn(card).data[len(without.data) :]
    np.testing.assert_allclose(np.transpose([line.x, line.y]), places)
    assert (spot.x[0], spot.y[0]) == pytest.approx(tuple(places[30])), "of 41 steps the one at 75 %"
    assert spot.marker.color == mixed(sense_colours(2, LIGHT), (0.25, 0.75)) not in sense_colours(2, LIGHT)
    assert line.hoverinfo == "skip"
    assert not line.showlegend
    assert not spot.showlegend
    text = str(spot.text[0]) + str(spot.hovertemplate)
    assert html.escape("<i>y", quote=False) in text
    assert "<i>" not in text


def test_all_that_the_front_door_says_is_free_of_markup() -> None:
    app = seen_once()
    assert "nan" not in re.findall(r"[a-z]+", " ".join(every_text(app)).lower())
    assert app.get("plotly_chart")[0].proto.alt.strip()
