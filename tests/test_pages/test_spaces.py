"""Every page shows the space that was picked, says whose vectors they are, and helps with that space's words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.map.axes import Axis, dividing_line
from core.map.layouts import Layouts
from core.spaces.space import SPACES, TITLES, load_space
from core.spaces.wordsets import READY
from pages.parts.map.controls import METHODS
from pages.shared import loaders
from pages.shared.contents import PAGES
from tests.pages import (
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    forget,
    map_page,
    notices,
    page_of,
    see,
    spec,
    specs,
    under_title,
    unfold,
    words_in,
)

pytestmark = pytest.mark.usefixtures("warm")

OURS = [name for name in SPACES if name != "glove-6b"]
every_space = pytest.mark.parametrize("name", SPACES)


def whole_text(app: AppTest) -> str:
    """All that a page says, tooltips and descriptions of charts included."""
    helps = [element.proto.help for element in app.get("selectbox")]
    alts = [chart.proto.alt for chart in app.get("plotly_chart")]
    return "\n".join([*every_text(app), *helps, *alts])


def places(app: AppTest, key: str | None = None) -> dict[str, tuple[float, float]]:
    figure = spec(app) if key is None else specs(app)[key]
    return {
        row[0]: (x, y)
        for trace in figure["data"]
        if trace.get("customdata")
        for row, x, y in zip(trace["customdata"], trace["x"], trace["y"], strict=True)
    }


# Every space is drawn and named


@every_space
def test_the_map_shows_the_space_picked_and_says_so(name: str) -> None:
    app = map_page(space=TITLES[name], method="PCA")
    assert_sound(app)
    assert notices(app) == ""
    assert app.selectbox("map_space").value == TITLES[name]
    space = load_space(name)
    assert f"Real {TITLES[name]} vectors of {len(space.words):,} words" in under_title(app)
    assert set(READY[0].words) <= set(words_in(spec(app)))
    assert TITLES[name] in app.get("plotly_chart")[0].proto.alt


@every_space
def test_an_analogy_is_answered_by_the_space_picked_and_says_so(name: str) -> None:
    app = map_page(view="Analogy", space=TITLES[name])
    assert_sound(app)
    assert notices(app) == ""
    assert f"Real {TITLES[name]} vectors" in under_title(app)
    answer = app.dataframe[0].value.iloc[0, 0]
    assert f"**{answer}**" in see(app)
    space = load_space(name)
    king, man, woman = (space.unit[space.row(word)] for word in ("king", "man", "woman"))
    assert answer == space.neighbours(king - man + woman, 1, exclude=("king", "man", "woman"))[0].word


@every_space
def test_the_home_page_shows_the_space_picked_and_credits_it(name: str) -> None:
    app = page_of("frame.py", home_space=TITLES[name])
    assert_sound(app)
    assert notices(app) == ""
    assert app.selectbox("home_space").value == TITLES[name]
    space = load_space(name)
    river = sum(space.unit[space.row(word)] for word in ("river", "shore", "water"))
    cosine = float(space.unit[space.row("bank")] @ river / (river @ river) ** 0.5)
    assert f"“bank” has cosine **{cosine:.2f}**" in see(app)
    lines = [shape for shape in spec(app)["layout"]["shapes"] if shape["line"].get("dash") == "dot"]
    across = dividing_line(space, Axis(("river", "shore", "water")))
    assert [line["x0"] for line in lines if line["x0"] == line["x1"]] == pytest.approx([across])
    credit = next(text for text in every_text(unfold(app)) if "Vectors:" in text)
    assert ("public domain" in credit) == (name == "glove-6b")
    assert ("by us, on" in credit) == (name != "glove-6b")


def test_no_two_spaces_draw_the_same_picture() -> None:
    drawn = [places(map_page(space=title, method="PCA")) for title in TITLES.values()]
    assert all(set(one) == set(drawn[0]) for one in drawn)
    banks = [one["bank"] for one in drawn]
    assert len(set(banks)) == len(SPACES)


@pytest.mark.parametrize("method", METHODS)
def test_a_space_of_ours_is_drawn_by_every_projection(method: str) -> None:
    app = map_page(space="Skip-gram", method=method, set="Animals")
    assert_sound(app)
    assert notices(app) == ""
    assert see(app)


def test_another_space_is_another_map_and_another_sentence() -> None:
    app = map_page(set="Animals", method="PCA")
    before, said = places(app), see(app)
    app.selectbox("map_space").set_value("PPMI").run()
    assert_sound(app)
    after = places(app)
    assert set(after) == set(before)
    assert after != before
    assert see(app) != said


def test_another_space_gives_a_found_word_other_neighbours() -> None:
    app = map_page(set="Animals", method="PCA", find="dog")
    before = app.dataframe[1].value
    app.selectbox("map_space").set_value("CBOW").run()
    after = app.dataframe[1].value
    expected = load_space("cbow").neighbours("dog", 10)
    assert list(after["true neighbour"]) == [found.word for found in expected]
    assert list(after["cosine"]) != list(before["cosine"])


def test_the_frequent_words_are_those_of_the_space() -> None:
    app = map_page(space="FastText", set="Top 1000 words", method="PCA")
    assert_sound(app)
    assert set(words_in(spec(app))) == set(load_space("fasttext").words[:1_000])


def test_the_space_stays_when_the_view_changes() -> None:
    app = map_page(space="CBOW", method="PCA")
    for view in ("Analogy", "Compare", "Map"):
        app.segmented_control("map_view").set_value(view).run()
        assert_sound(app)
        assert app.selectbox("map_space").value == "CBOW"


@pytest.mark.parametrize(
    ("page", "file", "default"), [("home", "frame.py", "GloVe"), ("map", "map.py", "GloVe 6B")], ids=["home", "map"]
)
def test_a_space_that_nobody_has_is_named_and_the_default_stands(page: str, file: str, default: str) -> None:
    for value in ("Word2Vec", "glove-6b", "", "<script>alert(1)</script>", ["GloVe", "CBOW"]):
        app = page_of(file, **{f"{page}_space": value})
        assert_sound(app)
        assert_named(app, "space", page=page)
        assert_not_markup(app)
        assert app.selectbox(f"{page}_space").value == default


def test_the_tooltip_of_the_picker_says_what_each_space_is() -> None:
    told = map_page(method="PCA").selectbox("map_space").proto.help
    for title in TITLES.values():
        assert f"**{title}**: " in told
    lines = re.findall(r"\*\*: (.+)", told)
    assert len(set(lines)) == len(lines) == len(SPACES)


# What a page says of one space is never said of another


@pytest.mark.parametrize(
    "query",
    [
        {"method": "Named axes", "across": "river, qeuen", "up": "xqzx", "find": "elefant"},
        {"set": "My own words", "method": "PCA", "list": "king qeuen prince qqxxzz"},
        {"set": "Around one word", "word": "sprnig"},
        {"view": "Analogy", "a": "knig"},
        {"view": "Compare", "find": "elefant"},
        {"view": "Compare", "set": "My own words", "list": "king qeuen prince qqxxzz", "with": "PPMI"},
    ],
    ids=lambda query: ", ".join(query),
)
def test_an_unknown_word_is_told_with_the_size_and_name_of_the_space(query: dict[str, str]) -> None:
    app = map_page(space="Skip-gram", **query)
    assert_sound(app)
    said = notices(app)
    assert said
    if query.get("find") != "elefant" or query.get("view") != "Compare":  # which asks all six
        assert f"among the {len(load_space('skipgram').words):,} words of Skip-gram" in said
    assert "50,000" not in whole_text(app)


@pytest.mark.parametrize("view", ["Map", "Analogy"])
def test_no_page_of_another_space_speaks_of_fifty_thousand_words(view: str) -> None:
    for app in (map_page(space="PPMI", view=view, method="PCA"), page_of("frame.py", home_space="PPMI")):
        assert_sound(app)
        text = whole_text(app)
        for page in PAGES:  # what another page is about, where this one leads to it
            text = text.replace(page.description, "")
        assert "50,000" not in text
        # Only the tooltip of the picker speaks of the others.
        told = next((element.proto.help for element in app.get("selectbox") if "PPMI" in element.proto.help), "")
        assert "GloVe 6B" not in text.replace(told, "").replace("every space here but GloVe 6B", "")


def test_a_word_that_this_space_lacks_is_offered_in_its_own_spelling() -> None:
    theirs, ours = load_space("glove-6b"), load_space("glove")
    missing = next(word for word in theirs.words[10_000:] if word not in ours and len(word) > 7)
    known = map_page(space="GloVe 6B", set="Around one word", method="PCA", word=missing, k="10")
    assert_sound(known)
    assert missing in words_in(spec(known))
    app = map_page(space="GloVe", set="Around one word", method="PCA", word=missing, k="10")
    assert_sound(app)
    assert not app.get("plotly_chart")
    assert f"“{missing}” is not among the" in notices(app)
    for word in ours.spellings(missing):
        assert f"*{word}*" in notices(app)


# Layouts that do not ship


@pytest.fixture
def without_layouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No layouts ship but those of the published space, as after a training until they are built again."""
    load = loaders.load_layouts
    monkeypatch.setattr(loaders, "load_layouts", lambda name: load(name) if name == "glove-6b" else Layouts({}))
    forget()
    yield
    forget()


@pytest.mark.usefixtures("without_layouts")
def test_ten_thousand_words_without_a_layout_are_drawn_by_pca_and_the_page_says_so() -> None:
    app = map_page(space="CBOW", set="Top 10000 words", method="t-SNE")
    assert_sound(app)
    assert "A t-SNE of 10,000 words takes minutes, and none was computed ahead for this space. This is PCA" in notices(
        app
    )
    assert spec(app)["data"][0]["type"] == "heatmap"
    assert "of the variance" in see(app)
    assert "t-SNE settled" not in see(app)
    assert not app.slider("map_wide").disabled
    assert not [slider for slider in app.slider if slider.key in ("map_perplexity", "map_seed")]
    expected = places(map_page(space="CBOW", set="Top 10000 words", method="PCA"))
    assert places(app) == expected


@pytest.mark.usefixtures("without_layouts")
def test_a_map_drawn_by_pca_instead_is_not_called_tsne_where_it_is_described_or_kept() -> None:
    app = map_page(space="CBOW", set="Top 10000 words", method="t-SNE")
    alt = app.get("plotly_chart")[0].proto.alt
    assert "PCA" in alt
    assert "t-SNE" not in alt


@pytest.mark.usefixtures("without_layouts")
@pytest.mark.parametrize("words", ["Animals", "My own words"])
def test_a_tsne_of_few_words_without_a_layout_is_computed_while_one_waits(words: str) -> None:
    app = map_page(space="CBOW", set=words, method="t-SNE", list="king queen man woman prince")
    assert_sound(app)
    assert notices(app) == ""
    assert "t-SNE settled at a divergence" in see(app)
    assert app.slider("map_seed").value == 0


@pytest.mark.usefixtures("without_layouts")
def test_the_published_space_keeps_its_layouts_when_another_has_none() -> None:
    app = map_page(set="Top 10000 words", method="t-SNE")
    assert_sound(app)
    assert notices(app) == ""
    assert "t-SNE settled" in see(app)


def test_the_same_link_draws_the_same_space_in_another_session() -> None:
    query = {"space": "FastText", "set": "Animals", "method": "PCA", "find": "dog"}
    first = spec(map_page(**query))
    forget()
    assert spec(map_page(**query)) == first
