"""Every page answers: to each control, to each example, to any link, and when its files are broken."""

from __future__ import annotations

import asyncio
import gc
import html
import itertools
import json
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core import assets
from core.charts import dots, still, theme
from core.charts.adapter import page_of as file_to_keep
from core.errors import AssetProblem
from core.evidence.results import load_results
from core.map.layouts import load_layouts
from core.spaces.contexts import read_training
from core.spaces.space import load_space
from core.spaces.wordsets import READY
from core.text import quoted
from pages.parts.map.controls import CHIPS, CONTROLS, LIST, METHODS
from pages.shared import layout, loaders
from pages.shared.contents import PAGES
from pages.shared.controls import Chip
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
    page_of,
    see,
    seen_once,
    spec,
    unfold,
    words_in,
)

pytestmark = pytest.mark.usefixtures("warm")


# The pages draw


def test_the_home_page_shows_the_problem_and_the_way_in() -> None:
    app = page_of("frame.py")
    assert_sound(app)
    assert app.title[0].value == "One word, one vector, many meanings"
    assert {"bank", "money", "river"} <= set(words_in(spec(app)))
    assert "“bank” has cosine" in see(app)
    assert {link.proto.page for link in app.get("page_link")} == {page.name for page in PAGES} - {"home"}


def test_the_map_opens_from_the_navigation() -> None:
    app = page_of("frame.py").switch_page("map.py").run()
    assert_sound(app)
    assert app.title[0].value.startswith("What does the space look like")
    assert "bank" in words_in(spec(app))


def test_a_page_has_what_every_page_has() -> None:
    app = unfold(map_page())
    assert [element.value for element in app.header] == ["What you see", "Try"]
    labels = [expander.label for expander in app.expander]
    assert labels == ["The numbers of this figure", "How it is computed"]
    assert app.get("plotly_chart")[0].proto.alt.strip()
    assert app.latex
    assert any("`axis_vector` in `core/map/axes.py`" in caption.value for caption in app.caption)
    assert any("def axis_vector" in code.value for code in app.code)
    numbers = app.dataframe[-1].value
    assert list(numbers.columns) == ["word", "group", "x", "y", "kept"]
    assert list(numbers["word"]) == list(READY[0].words)


# Each set once, each projection several times: what differs between two sets is their words alone.
DRAWN = [
    *zip((word_set.title for word_set in READY), itertools.cycle(METHODS)),
    ("Animals", "PCA in 3-D"),
    *(("Top 1000 words", method) for method in METHODS),
]


@pytest.mark.parametrize(("title", "method"), DRAWN)
def test_every_set_of_words_is_drawn(title: str, method: str) -> None:
    app = seen_once(set=title, method=method)
    assert_sound(app)
    assert app.selectbox("map_set").value == title
    shown = set(words_in(spec(app)))
    listed = next((word_set.words for word_set in READY if word_set.title == title), ("time", "people", "war"))
    assert set(listed) <= shown
    assert see(app)
    assert notices(app) == ""


def test_ten_thousand_words_are_drawn_at_once() -> None:
    app = map_page(set="Top 10000 words", method="t-SNE")
    assert_sound(app)
    figure = spec(app)
    assert figure["data"][0]["type"] == "heatmap"
    assert 500 < len(words_in(figure)) <= 1_510


@pytest.mark.parametrize("method", METHODS)
def test_around_a_word_and_own_words_are_drawn_by_every_projection(method: str) -> None:
    near = map_page(set="Around one word", method=method, word="bank", k="12")
    assert_sound(near)
    assert len(words_in(spec(near))) == 13
    own = map_page(set="My own words", method=method, list="king queen man woman")
    assert_sound(own)
    assert sorted(words_in(spec(own))) == ["king", "man", "queen", "woman"]


def test_king_minus_man_plus_woman_is_drawn_and_told() -> None:
    app = map_page(view="Analogy")
    assert_sound(app)
    assert [app.text_input(f"map_{box}").value for box in "abc"] == ["king", "man", "woman"]
    assert {"king", "man", "woman", "king − man + woman", "queen"} <= set(words_in(spec(app)))
    assert "points nearest to **queen**" in see(app)
    assert "hides that **king**" in see(app)
    without, everything = (frame.value for frame in app.dataframe)
    assert without.iloc[0, 0] == "queen"
    assert everything.iloc[0, 0] == "king"


# Each control changes what is drawn and what is said


def test_another_set_is_another_map_and_another_sentence() -> None:
    app = map_page(method="PCA")
    before, said = words_in(spec(app)), see(app)
    app.selectbox("map_set").set_value("Animals").run()
    assert_sound(app)
    assert not set(words_in(spec(app))) & set(before)
    assert see(app) != said


def test_another_projection_is_another_map_and_another_sentence() -> None:
    app = map_page(set="Animals")
    said = {see(app)}
    for method in ("PCA", "PCA in 3-D"):
        app.segmented_control("map_method").set_value(method).run()
        assert_sound(app)
        said.add(see(app))
    assert len(said) == 3
    assert spec(app)["data"][0]["type"] == "scatter3d"


def test_another_axis_moves_the_words_and_changes_the_sentence() -> None:
    app = map_page()
    before, said = spec(app), see(app)
    app.text_input("map_across").set_value("cold → hot").run()
    assert_sound(app)
    after = spec(app)
    assert after["layout"]["xaxis"]["title"]["text"] == "cosine with cold → hot"
    assert after["layout"]["yaxis"]["title"] == before["layout"]["yaxis"]["title"]
    assert "*cold → hot*" in see(app)
    assert see(app) != said
    assert {note["text"] for note in after["layout"]["annotations"]} >= {"hot and money"}


def test_a_found_word_gets_lines_a_table_and_a_sentence() -> None:
    app = map_page(set="Animals", method="PCA")
    said = see(app)
    app.text_input("map_find").set_value("Dog").run()
    assert_sound(app)
    assert {"lines"} <= {trace["mode"] for trace in spec(app)["data"]}
    assert "nearest to “dog”" in see(app)
    assert see(app) != said
    on_map, everywhere = app.dataframe[0].value, app.dataframe[1].value
    assert list(on_map.columns) == ["true neighbour", "cosine", "on the map"]
    assert set(on_map["on the map"]) <= {"near", "far"}
    assert on_map["true neighbour"][0] == "cat"
    assert list(on_map["cosine"]) == sorted(on_map["cosine"], reverse=True)
    assert set(everywhere["drawn"]) <= {"yes", "no"}
    app.text_input("map_find").set_value("whale").run()
    assert "nearest to “whale”" in see(app)


def test_how_many_neighbours_are_drawn_is_what_was_asked_for() -> None:
    app = map_page(set="Around one word", method="PCA", word="bank", k="20")
    assert len(words_in(spec(app))) == 21
    said = see(app)
    app.slider("map_k").set_value(40).run()
    assert len(words_in(spec(app))) == 41
    assert see(app) != said
    app.text_input("map_word").set_value("guitar").run()
    assert {"guitar", "piano"} <= set(words_in(spec(app)))


def test_an_own_list_is_drawn_as_it_is_typed() -> None:
    app = map_page(set="My own words", method="PCA")
    app.text_area("map_list").set_value("King, QUEEN;\n“prince”  castle").run()
    assert_sound(app)
    assert words_in(spec(app)) == ["king", "queen", "prince", "castle"]
    assert app.query_params["map_list"] == "king queen prince castle"
    assert app.text_area("map_list").value == "King, QUEEN;\n“prince”  castle"


def test_an_own_list_comes_back_after_a_look_at_another_set() -> None:
    app = map_page(set="My own words", method="PCA")
    app.text_area("map_list").set_value("king queen prince castle").run()
    app.selectbox("map_set").set_value("Animals").run()
    app.selectbox("map_set").set_value("My own words").run()
    assert app.text_area("map_list").value == "king queen prince castle"
    assert words_in(spec(app)) == ["king", "queen", "prince", "castle"]


def test_a_stage_of_tsne_is_drawn_and_told_as_the_final_map() -> None:
    app = seen_once(set="Animals", method="t-SNE")
    last = spec(app)
    app = map_page(set="Animals", method="t-SNE", stage="1")
    assert_sound(app)
    first = spec(app)
    assert first["data"][0]["x"] != last["data"][0]["x"]
    for axis in ("xaxis", "yaxis"):
        assert first["layout"][axis]["range"] == last["layout"][axis]["range"]


def test_another_seed_or_perplexity_is_another_tsne() -> None:
    words = "king queen prince princess dog cat wolf fox paris rome berlin madrid"
    app = map_page(set="My own words", method="t-SNE", list=words)
    drawn = [spec(app)["data"][0]["x"]]
    for slider, value in (("map_seed", 5), ("map_perplexity", 2)):
        app.slider(slider).set_value(value).run()
        assert_sound(app)
        drawn.append(spec(app)["data"][0]["x"])
    assert drawn[0] != drawn[1] != drawn[2] != drawn[0]


def test_a_region_of_the_frequent_words_draws_that_region() -> None:
    whole = spec(seen_once(set="Top 1000 words", method="PCA"))
    app = map_page(set="Top 1000 words", method="PCA", wide=["0", "50"], high=["50", "100"])
    assert_sound(app)
    part = spec(app)
    (left, right), (bottom, top) = (whole["layout"][axis]["range"] for axis in ("xaxis", "yaxis"))
    assert part["layout"]["xaxis"]["range"] == pytest.approx([left, (left + right) / 2])
    assert part["layout"]["yaxis"]["range"] == pytest.approx([(bottom + top) / 2, top])
    assert 0 < len(words_in(part)) < len(words_in(whole))


def test_another_analogy_is_another_answer() -> None:
    app = map_page(view="Analogy")
    said = see(app)
    for box, word in zip("abc", ("Paris", "“France”", "italy"), strict=True):
        app.text_input(f"map_{box}").set_value(word)
    app.run()
    assert_sound(app)
    assert "**rome**" in see(app)
    assert see(app) != said


def test_the_camera_button_saves_the_format_chosen() -> None:
    for app, chosen in ((seen_once(), "png"), (map_page(format="SVG"), "svg")):
        options = json.loads(app.get("plotly_chart")[0].proto.config)
        assert options["toImageButtonOptions"]["format"] == chosen


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.label)
def test_every_example_sets_the_whole_page_but_for_the_readers_list(chip: Chip) -> None:
    app = map_page(space="CBOW", find="talk", set="Verbs by tense", method="PCA")
    app.segmented_control("map_view").set_value("Analogy").run()
    app.button(f"try-{chip.label}").click().run()
    assert_sound(app)
    assert app.get("plotly_chart")
    assert notices(app) == ""
    assert see(app)
    left = {CONTROLS.format.key} | ({LIST.key} - chip.state.keys())
    assert chip.state.keys() == CONTROLS.keys() - left
    for control, value in chip.state.items():
        if control in app.session_state:
            assert app.session_state[control] == value, control


def test_an_example_is_the_same_picture_from_anywhere_and_from_its_link() -> None:
    chip = CHIPS[0]
    pictures = []
    for app in (map_page(view="Analogy", a=""), map_page(space="PPMI", across="cold → hot", find="river")):
        app.button(f"try-{chip.label}").click().run()
        pictures.append(spec(app))
    assert pictures[0] == pictures[1] == spec(map_page(find="bank"))


def test_what_an_example_sets_a_link_can_say() -> None:
    for chip in CHIPS:
        for name, value in chip.state.items():
            values = [str(part) for part in value] if isinstance(value, tuple) else [str(value)]
            assert CONTROLS[name].accepts(values), name


def test_the_same_link_draws_the_same_picture_in_another_session() -> None:
    for query in (
        {"set": "Animals", "method": "PCA", "find": "dog"},
        {"set": "My own words", "method": "t-SNE", "list": "king queen man woman", "seed": "3"},
    ):
        first = spec(map_page(**query))
        loaders._remembered.clear()
        assert spec(map_page(**query)) == first


# Help with what is not understood


def test_a_misspelt_word_is_met_with_buttons_that_mend_it() -> None:
    app = map_page(set="Animals", method="PCA", find="elefant")
    assert_sound(app)
    assert app.get("plotly_chart")
    assert "“elefant” is not among the 50,000 words of GloVe 6B" in notices(app)
    assert "*elephant*" in notices(app)
    assert app.text_input("map_find").value == "elefant"
    app.button("map_find-elephant").click().run()
    assert app.text_input("map_find").value == "elephant"
    assert "nearest to “elephant”" in see(app)


def test_a_known_word_that_is_not_drawn_shows_the_way_to_it() -> None:
    app = map_page(set="Animals", method="PCA", find="guitar")
    assert_sound(app)
    assert app.dataframe[0].value.iloc[:, 0].str.contains("piano|bass|guitars").any()
    app.button("map_near-Draw what lies around guitar").click().run()
    assert_sound(app)
    assert app.selectbox("map_set").value == "Around one word"
    assert "guitar" in words_in(spec(app))


def test_nothing_around_nothing() -> None:
    app = map_page(set="Around one word", method="PCA", word="")
    assert_sound(app)
    assert "Type a word to see what lies around it" in notices(app)


def test_an_unknown_word_has_no_surroundings_but_spellings() -> None:
    app = map_page(set="Around one word", word="sprnig")
    assert_sound(app)
    assert not app.get("plotly_chart")
    assert "“sprnig” is not among the 50,000 words of GloVe 6B" in notices(app)
    assert "*spring*" in notices(app)
    assert app.text_input("map_word").value == "sprnig"


def test_unknown_words_of_a_list_are_named_and_the_rest_is_drawn() -> None:
    app = map_page(set="My own words", method="PCA", list="king qeuen prince jogger castle")
    assert_sound(app)
    assert words_in(spec(app)) == ["king", "prince", "castle"]
    assert "“qeuen” (nearest spelling: *queen*" in notices(app)
    assert "“jogger”" in notices(app)
    assert app.text_area("map_list").value == "king qeuen prince jogger castle"


def test_many_unknown_words_are_counted_not_listed() -> None:
    app = map_page(set="My own words", method="PCA", list="king queen " + " ".join(f"qqxx{i}zz" for i in range(20)))
    assert_sound(app)
    assert "and 14 more" in notices(app)


def test_a_list_that_is_too_long_is_cut_and_said() -> None:
    known = load_space("glove-6b").words[2_000:2_320]
    app = map_page(set="My own words", method="PCA")
    app.text_area("map_list").set_value(" ".join(known)).run()
    assert_sound(app)
    assert len(words_in(spec(app))) == 300
    assert "the last 20 are not drawn" in notices(app)
    assert "map_list" not in app.query_params
    assert any("too long for a link" in caption.value for caption in app.caption)


def test_unknown_words_of_an_axis_are_named_and_the_rest_points() -> None:
    app = map_page(across="river, qeuen, water", up="xqzx")
    assert_sound(app)
    assert "Across: Not among the 50,000 words of GloVe 6B" in notices(app)
    assert "Up: " in notices(app)
    figure = spec(app)
    assert figure["layout"]["xaxis"]["title"]["text"] == "cosine with river, water"
    assert figure["layout"]["yaxis"]["title"]["text"] == "cosine with money, loan, finance"
    assert app.text_input("map_up").value == "xqzx"


def test_an_unknown_word_of_an_analogy_is_met_with_help() -> None:
    app = map_page(view="Analogy", a="knig")
    assert_sound(app)
    assert "“knig” is not among the 50,000 words of GloVe 6B" in notices(app)
    app.button("map_a-king").click().run()
    assert "**queen**" in see(app)


def test_an_empty_box_of_an_analogy_says_what_to_do() -> None:
    for abc in (("", "man", "woman"), (" ", "\u200b", "!!")):
        app = map_page(view="Analogy", **dict(zip("abc", abc, strict=True)))
        assert_sound(app)
        assert "Type a word in each of the three boxes" in notices(app)


def test_equal_words_in_an_analogy_are_drawn() -> None:
    for abc in (("king", "king", "king"), ("king", "man", "man")):
        app = map_page(view="Analogy", **dict(zip("abc", abc, strict=True)))
        assert_sound(app)
        assert app.get("plotly_chart")


# Hostile links

FEW = {"set": "My own words", "method": "t-SNE", "list": "king queen man"}  # a t-SNE that is quick to draw
TOO_MUCH = "king queen " * 9_000  # 99 KB


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"set": "Plants", "method": "UMAP", "view": "Table"}, ["view", "set", "method"]),
        (
            {"set": SCRIPT, "method": ["PCA", "t-SNE"], "view": "", "format": SCRIPT},
            ["view", "set", "method", "format"],
        ),
        ({"set": "Around one word", "k": "1e308", "word": "bank"}, ["k"]),
        (FEW | {"seed": "9" * 400, "perplexity": "-inf", "stage": "0"}, ["perplexity", "seed", "stage"]),
        ({"set": "Top 1000 words", "method": "PCA", "wide": ["nan", "50"], "high": ["90", "10"]}, ["wide", "high"]),
        ({"find": ["king", "queen"]}, ["find"]),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else None,
)
def test_a_value_that_no_control_has_is_named_and_the_default_stands(
    query: dict[str, str | list[str]], named: list[str]
) -> None:
    app = map_page(**query)
    assert_sound(app)
    assert app.get("plotly_chart")
    assert_named(app, *named)
    assert_not_markup(app)
    defaults = {"view": "Map", "set": "Bank between money and river", "method": "Named axes", "format": "PNG"}
    defaults |= {"k": 60, "seed": 0, "perplexity": 30, "stage": 60, "wide": (0, 100), "high": (0, 100), "find": ""}
    for name in named:
        assert app.session_state[f"map_{name}"] == defaults[name], name


@pytest.mark.parametrize("typed", HOSTILE_WORDS.values(), ids=HOSTILE_WORDS)
def test_any_text_in_a_link_leaves_a_map_that_works(typed: str) -> None:
    app = map_page(find=typed, across=typed, up=typed, word=typed, a=typed, list=typed)
    own = map_page(set="My own words", method="PCA", list=typed)
    analogy = map_page(view="Analogy", a=typed, b=typed, c="woman")
    assert app.get("plotly_chart")
    for page in (app, own, analogy):
        assert_sound(page)
        assert notices(page)
        assert_not_markup(page)
    if typed.strip() == typed and 0 < len(typed) < 60 and "\x00" not in typed:
        assert app.text_input("map_find").value == typed, "what was typed still stands"


@pytest.mark.parametrize("name", ["list", "find", "k"])
def test_a_link_of_a_hundred_kilobytes_is_not_swallowed(name: str) -> None:
    app = map_page(**({"set": "My own words", "method": "PCA"} | {name: TOO_MUCH}))
    assert_sound(app)
    assert_named(app, name)
    assert app.get("plotly_chart")
    assert len("".join(every_text(app))) < 20_000
    assert sum(len(str(value)) for value in app.query_params.values()) < 2_000


@pytest.mark.parametrize(
    ("typed", "method", "said"),
    [
        ("", "t-SNE", "The list is empty"),
        ("qqxxzz zzxxqq", "Named axes", "No word of the list can be drawn"),
        *zip(("king", "king queen") * 2, METHODS, itertools.repeat("")),
        ("king king", "PCA", "Drawn once though listed more often: “king”"),
    ],
)
def test_lists_of_few_words_or_none_are_drawn_or_explained(typed: str, method: str, said: str) -> None:
    app = map_page(set="My own words", method=method, list=typed)
    assert_sound(app)
    assert said in notices(app)
    assert bool(notices(app)) == bool(said)
    drawn = [] if "qq" in typed else list(dict.fromkeys(typed.split()))
    assert (words_in(spec(app)) if app.get("plotly_chart") else []) == drawn


def test_parameters_of_nobody_are_left_alone() -> None:
    app = page_of("map.py", utm_source="news", drift_p="0.5", **{"map_": "x", "<b>": "y"})
    assert_sound(app)
    assert notices(app) == ""


# Downloads


def test_the_figure_to_keep_is_one_file_that_asks_no_other() -> None:
    plot = still([dots([1, 2], [3, 4], text=["</script><script>alert(1)</script>", "b"])], theme("light"))
    page = file_to_keep(plot, "</title><script>alert(2)</script>")
    head, _, drawn = page.rpartition("Plotly.newPlot(")
    assert drawn
    assert "<script>alert" not in page
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=[\"']?(https?:)?//", page)
    assert "plotly.js v" in head


def test_what_was_typed_is_shown_as_it_stands_and_never_as_markdown() -> None:
    for typed in HOSTILE_WORDS.values():
        shown = quoted(typed)
        assert len(shown) < 100
        assert shown.startswith("“")
        assert shown.endswith("”")
        assert not re.search(r"(?<!\\)[*_`\[\]<>$:#!|~]", shown[1:-1]), shown
        assert "\x00" not in shown
        assert html.escape(shown, quote=False).count("&lt;") == shown.count("\\<")


# When a file is broken


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the assets that the loaders read, to be broken."""
    for path in assets.ASSETS.iterdir():
        if path.suffix in {".npy", ".npz", ".txt", ".json"}:
            shutil.copy(path, tmp_path / path.name)
    monkeypatch.setattr(loaders, "load_space", lambda name: load_space(name, tmp_path))
    monkeypatch.setattr(loaders, "load_layouts", lambda name: load_layouts(name, tmp_path))
    monkeypatch.setattr(loaders, "load_results", lambda: load_results(tmp_path))
    monkeypatch.setattr(loaders, "read_training", lambda: read_training(tmp_path))
    forget()
    yield tmp_path
    forget()


@pytest.mark.parametrize(
    ("name", "content", "problem", "command"),
    [
        ("glove-6b.codes.npy", None, "is missing", "python -m scripts.build.glove_6b"),
        ("glove-6b.words.txt", b"the\nof\n", "is damaged", "python -m scripts.build.glove_6b"),
        ("layouts.npz", b"", "is damaged", "python -m scripts.build.layouts"),
        ("MANIFEST.json", b"{", "cannot be read", "git checkout -- assets/MANIFEST.json"),
    ],
    ids=["missing vectors", "damaged words", "damaged layouts", "damaged manifest"],
)
def test_a_broken_file_is_named_with_the_command_that_mends_it(
    broken: Path, name: str, content: bytes | None, problem: str, command: str
) -> None:
    (broken / name).unlink()
    if content is not None:
        (broken / name).write_bytes(content)
    app = page_of("frame.py", home_space="GloVe 6B")
    assert not app.exception
    (said,) = (element.value for element in app.error)
    assert said == f"`assets/{name}` {problem}." or said.startswith(f"`assets/{name}` {problem}")
    assert [element.value for element in app.code] == [command]
    assert not app.get("plotly_chart")
    assert len(app.title) == 1


def test_the_page_comes_back_when_the_file_does(broken: Path) -> None:
    path = broken / "layouts.npz"
    path.rename(broken / "elsewhere")
    assert page_of("frame.py", home_space="GloVe 6B").error
    (broken / "elsewhere").rename(path)
    assert_sound(page_of("frame.py", home_space="GloVe 6B"))


def test_a_server_with_a_broken_file_starts_all_the_same_and_its_log_says_what_mends_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import app

    def stumble() -> None:
        raise AssetProblem("layouts.npz", "is missing", "python -m scripts.build.layouts")

    async def serve() -> str:
        async with app.warm(None):
            return "serving"

    monkeypatch.setattr(loaders, "warm_up", stumble)
    try:
        # In a thread of its own: in this one the browser's tests leave a running event loop.
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(lambda: asyncio.run(serve())).result() == "serving"
    finally:
        gc.unfreeze()
    assert "assets/layouts.npz is missing" in caplog.text
    assert "`python -m scripts.build.layouts`" in caplog.text


def test_a_fault_of_ours_is_met_with_a_sentence_not_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(layout, "question", stumble)
    app = page_of("frame.py")
    assert not app.exception
    assert "did not foresee" in app.error[0].value
    assert "secret" not in "".join(every_text(app))
