"""The subwords page answers: to any word, in every section, to any link, and says why where it cannot."""

from __future__ import annotations

import functools
import html
import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.counts.senses import load_senses
from core.subwords.sentences import WHOLE, names_of
from core.subwords.spelling import matched, mean_cosine
from core.text import safe
from pages.parts.subwords.controls import BUCKET_NAMES, BUCKETS, CHIPS, CONTROLS, SECTIONS
from pages.parts.subwords.spelling import FAMILY_CHIPS, TYPO_CHIPS
from pages.shared import loaders
from tests.pages import (
    HOSTILE_WORDS,
    SCRIPT,
    assert_named,
    assert_not_markup,
    assert_sound,
    every_text,
    forget,
    html_of,
    notices,
    page_of,
    see,
    specs,
    under_title,
    unfold,
)

pytestmark = pytest.mark.usefixtures("warm")

# Chart of each section; the sum of words has none.
CHART_OF = {
    "Neighbours": "sub_columns",
    "Tug of war": "sub_tug",
    "Typos": "sub_typos",
    "Families": "sub_cosines",
    "Buckets": "sub_crowding",
    "What it cannot mend": "sub_senses",
}
SHOWN = ("playing", "unhappiness", "covid-19", "coooool", "a", "xqzj", "x" * 60, "👨‍👩‍👧👑", "naïveté")


def opened(**query: str | list[str]) -> AppTest:
    """Open the page; the names of the link come without their prefix."""
    app = page_of("subwords.py", **{f"sub_{name}": value for name, value in query.items()})
    assert_sound(app)
    return app


@functools.cache
def seen_once(**query: str) -> AppTest:
    """The same for tests that only look."""
    return opened(**query)


def bars(app: AppTest) -> list[tuple[str, str]]:
    """Each bar: its piece, and its trace."""
    return [
        (html.unescape(row[0]), trace["name"])
        for trace in specs(app)["sub_pieces"]["data"]
        for row in trace["customdata"]
    ]


def chosen_bars(app: AppTest) -> set[str]:
    found = set()
    for trace in specs(app)["sub_pieces"]["data"]:
        widths = trace["marker"]["line"]["width"]
        found |= {html.unescape(row[0]) for row, width in zip(trace["customdata"], widths, strict=True) if width > 1}
    return found


def said(app: AppTest) -> str:
    return "\n".join(every_text(app))


def panel(app: AppTest) -> str:
    """The heading of the panel: the piece that is looked at."""
    return next(str(element.value) for element in app.markdown if re.fullmatch(r"\*\*.+\*\*", str(element.value)))


# What it opens with


def test_the_page_opens_on_playing_with_the_ruler() -> None:
    app = seen_once()
    assert "playing" in app.title[0].value
    assert "6 letters" in under_title(app)
    assert notices(app) == ""
    found = loaders.subwords().decompose("playing")
    assert sorted(piece for piece, _ in bars(app)) == sorted(names_of(found))
    letters = [re.sub("<[^>]+>", "", tick) for tick in specs(app)["sub_pieces"]["layout"]["xaxis"]["ticktext"]]
    assert [html.unescape(letter) for letter in letters] == list("<playing>")
    assert list(specs(app)) == ["sub_pieces", "sub_columns"]
    assert f"**{len(found.ngrams)} rows**" in see(app)
    assert all(chart.proto.alt.strip() for chart in app.get("plotly_chart"))
    assert not app.code, "what is folded away is not made"


def test_an_example_gives_the_same_picture_wherever_it_is_pressed() -> None:
    app = opened(word="zebra", lower="false", noise="true", gram="zeb", strike="zeb", more="Tug of war")
    for chip in CHIPS:
        app.button(f"try-{chip.label}").click().run()
        assert_sound(app)
        word, section = str(chip.state["sub_word"]), str(chip.state["sub_more"])
        assert app.text_input("sub_word").value == word
        assert {piece for piece, _ in bars(app)} == set(names_of(loaders.subwords().decompose(word.lower())))
        assert CHART_OF[section] in specs(app)
    afresh = opened(word="bank", more="What it cannot mend", same="bank")
    assert specs(app) == specs(afresh)
    assert app.query_params == afresh.query_params


def test_examples_of_a_section_stay_in_it() -> None:
    app = opened(more="Typos", word="zebra", family="a b", search="<un")
    for section, chips, key in (("Typos", TYPO_CHIPS, "try-typos"), ("Families", FAMILY_CHIPS, "try-families")):
        app.segmented_control("sub_more").set_value(section).run()
        drawn = set()
        for chip in chips:
            app.button(f"{key}-{chip.label}").click().run()
            assert_sound(app)
            assert app.session_state["sub_more"] == section
            drawn.add(str(specs(app)[CHART_OF[section]]["data"][0]["text"]))
        assert len(drawn) == len(chips)


# Every section for every kind of word


def test_every_section_draws_or_says_why_not() -> None:
    ours = ("Neighbours", "Tug of war", "Buckets")  # the others have boxes of their own, whatever the word
    for i, word in enumerate(SHOWN):
        known = loaders.subwords().vector(word) is not None
        for section in SECTIONS if word in ("playing", "xqzj") else {"Neighbours", ours[i % 3]}:
            app = seen_once(word=word, more=section)
            assert "nan" not in re.sub(r"[a-z]*nan[a-z]+|[a-z]+nan[a-z]*", "", see(app))
            assert "sub_pieces" in specs(app)
            drawn = CHART_OF.get(section) in specs(app)
            if section == "Word sums":
                assert "Cosine of" in said(app)
            elif section in ("Tug of war", "Neighbours"):
                assert drawn == known
                assert known or re.search("Nothing is known|No space knows", said(app))
            else:
                assert drawn
            assert known or "never" in see(app)
            assert known or {kind for _, kind in bars(app)} == {"never seen"}


def test_a_word_without_any_piece_is_met_with_a_sentence() -> None:
    for section in ("Neighbours", "Tug of war", "Buckets", "Typos"):
        app = opened(word="</s>", more=section)
        assert "no piece" in notices(app)
        assert "sub_pieces" not in specs(app)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_figure_has_its_numbers_and_how_it_is_computed(section: str) -> None:
    app = unfold(opened(more=section, noise="true", word="unglaublich"))
    assert_sound(app)
    charts = list(specs(app))
    assert len(app.dataframe) == len(charts)
    assert all(len(frame.value) > 0 for frame in app.dataframe)
    assert len(app.latex) >= len(charts)
    assert len(app.expander) == len(charts) + 1, "two boxes under the ruler, one under each of the others"
    assert {"def ngrams", "def decompose"} <= {code.value.strip().split("(")[0] for code in app.code}
    table = app.dataframe[0].value
    found = loaders.subwords().decompose("unglaublich", noise=True)
    assert list(table["piece"]) == names_of(found)
    np.testing.assert_allclose(table["share"], found.shares)


def test_what_is_seen_changes_with_the_word() -> None:
    texts = [see(seen_once(word=word, more="Neighbours")) for word in SHOWN]
    assert len(set(texts)) == len(texts)
    for word, text in zip(SHOWN[:2], texts[:2], strict=True):
        found = loaders.subwords().decompose(word)
        best = found.ngrams[1 + int(np.argmax(found.shares[1:]))]
        assert f"**{safe(best)}**" in text
        assert f"{100 * found.shares[0]:.1f} %" in text


def test_a_typed_word_is_drawn_and_a_blank_box_is_the_default() -> None:
    app = opened()
    before = bars(app)
    app.text_input("sub_word").set_value("jogging").run()
    assert_sound(app)
    assert "jogging" in app.title[0].value
    assert bars(app) != before
    app.text_input("sub_word").set_value("").run()
    assert bars(app) == before


def test_of_a_phrase_the_first_word_is_taken_and_the_page_says_so() -> None:
    app = opened(word="river bank today")
    assert {piece for piece, _ in bars(app)} == set(names_of(loaders.subwords().decompose("river")))
    assert "first of 3" in notices(app)
    assert app.text_input("sub_word").value == "river bank today"
    assert notices(opened(word=" river ")) == ""


def test_lower_case_is_another_word_than_upper_case() -> None:
    app = opened(word="Playing")
    assert ("<pla", "seen") in bars(app)
    assert (WHOLE, "seen") in bars(app)
    app.toggle("sub_lower").set_value(False).run()
    assert_sound(app)
    assert "Playing" in app.title[0].value
    assert {piece for piece, _ in bars(app)} == set(names_of(loaders.subwords().decompose("Playing")))
    assert ("<Pla", "never seen") in bars(app)


def test_counting_unseen_n_grams_matters_where_there_are_some() -> None:
    model = loaders.subwords()
    for word, changes in (("playing", False), ("unglaublich", True)):
        without, with_ = opened(word=word), opened(word=word, noise="true")
        assert model.decompose(word).seen.all() != changes
        assert (see(without) != see(with_)) == changes
        assert (specs(without)["sub_pieces"] != specs(with_)["sub_pieces"]) == changes
        assert f"**{len(model.decompose(word).ngrams)} rows**" in see(with_)


# The panel


def test_another_piece_picked_is_another_panel_and_another_outline() -> None:
    app = opened(word="coooool")
    first = panel(app)
    gram = next(piece for piece, kind in bars(app) if kind == "seen" and piece not in first and "<" not in piece)
    app.session_state["sub_gram"] = gram
    app.run()
    assert_sound(app)
    assert panel(app) == f"**{gram}**" != first
    assert chosen_bars(app) == {gram}


def test_a_link_opens_the_panel_of_the_piece_that_was_picked() -> None:
    app = opened(word="playing", gram="pla")
    assert panel(app) == "**pla**"
    assert chosen_bars(app) == {"pla"}


def test_the_word_itself_and_the_n_gram_that_is_spelled_the_same_are_two_pieces() -> None:
    assert panel(opened(word="play", gram="play")) == "**play**"
    app = opened(word="play", gram=WHOLE)
    assert panel(app) == "**The word’s own row**"
    assert chosen_bars(app) == {WHOLE}
    struck = []
    for name in ("play", WHOLE):
        app = opened(word="play", more="Tug of war", strike=name)
        assert app.multiselect("sub_strike_box").value == [name]
        struck.append(next(text for text in every_text(app) if text.startswith("Without *")))
    assert struck[0] != struck[1]


def test_a_piece_that_the_word_has_not_is_not_looked_at() -> None:
    app = opened(word="playing")
    first = panel(app)
    app.session_state["sub_gram"] = "zzz"
    app.run()
    assert_sound(app)
    assert panel(app) == first


def test_the_panel_names_words_that_hold_the_piece_and_what_shares_its_bucket() -> None:
    model, app = loaders.subwords(), opened(word="unhappiness")
    shared = loaders.partners(model.decompose("unhappiness"))
    found = model.decompose("unhappiness")
    piece = next(i for i in range(1, len(found.ngrams)) if len(shared[int(found.rows[i])]) > 1)
    app.session_state["sub_gram"] = found.ngrams[piece]
    app.run()
    text = said(app).replace("\\", "")
    for other in shared[int(found.rows[piece])][:4]:
        assert other in text
    for word in model.holding(found.ngrams[piece], 10):
        assert f"*{word}*" in text
    assert f"{100 * found.shares[piece]:.1f} %" in text


def test_the_numbers_stand_under_the_ruler() -> None:
    order = [str(getattr(element, "label", getattr(element, "value", ""))) for element in seen_once().main]
    assert order.index("What you see") < order.index("The numbers of this figure") < order.index("Look closer")


# Tug of war


def test_a_link_strikes_pieces_out_and_the_sentence_says_what_is_left() -> None:
    app = opened(word="playing", more="Tug of war", strike="<pl play")
    found = loaders.subwords().decompose("playing")
    assert app.multiselect("sub_strike_box").value == ["<pl", "play"]
    left = found.vectors[[i for i, name in enumerate(found.ngrams) if name not in ("<pl", "play")]].sum(axis=0)
    cosine = left @ found.vector / np.linalg.norm(left) / np.linalg.norm(found.vector)
    assert f"**{cosine:.3f}**" in said(app)
    lines = [trace for trace in specs(app)["sub_tug"]["data"] if trace["mode"] == "lines+markers"]
    assert len(lines) == 2
    app.multiselect("sub_strike_box").set_value([]).run()
    assert_sound(app)
    assert "sub_strike" not in app.query_params
    app.multiselect("sub_strike_box").set_value(["ing>"]).run()
    assert app.multiselect("sub_strike_box").value == ["ing>"]
    assert app.query_params["sub_strike"] in ("ing>", ["ing>"])


def test_pieces_struck_out_that_another_word_has_not_are_forgotten() -> None:
    app = opened(word="playing", more="Tug of war", strike="<pl play zzz")
    app.text_input("sub_word").set_value("going").run()
    assert_sound(app)
    assert app.multiselect("sub_strike_box").value == []


def test_all_pieces_struck_out_leave_nothing_and_no_failure() -> None:
    names = " ".join(dict.fromkeys(names_of(loaders.subwords().decompose("a"))))
    app = opened(word="a", more="Tug of war", strike=names)
    assert "nothing is left" in said(app)


# Typos


def test_typos_are_drawn_step_by_step_and_the_last_is_told() -> None:
    app = opened(more="Typos", meant="environment", typed="enviroment")
    model = loaders.subwords()
    word, typo = model.vectors(["environment", "enviroment"])
    cosine = word @ typo / np.linalg.norm(word) / np.linalg.norm(typo)
    way = specs(app)["sub_typos"]["data"][0]
    assert way["text"] == ["environment", "enviroment"]
    assert way["x"] == [0, 1]
    assert way["y"][1] == pytest.approx(cosine, abs=1e-5)
    assert f"**{cosine:.2f}**" in said(app)
    app.text_input("sub_typed").set_value("environmint").run()
    assert_sound(app)
    assert specs(app)["sub_typos"]["data"][0]["text"][-1] == "environmint"


def test_the_slider_steps_through_the_typos() -> None:
    app = opened(more="Typos", meant="happiness", typed="hapynes")
    steps = specs(app)["sub_typos"]["data"][0]["text"]
    assert len(steps) > 2
    said_last = said(app)
    app.slider(f"sub_edits_{len(steps)}").set_value(1).run()
    assert_sound(app)
    sizes = specs(app)["sub_typos"]["data"][0]["marker"]["size"]
    assert sizes.index(max(sizes)) == 1
    assert steps[1] in said(app)
    assert said(app) != said_last
    link = opened(more="Typos", meant="happiness", typed="hapynes", **{f"edits_{len(steps)}": "1"})
    assert specs(link)["sub_typos"] == specs(app)["sub_typos"]
    for longest, n in (("x" * 60, 61), ("İ" * 60, 60)):  # which is "i" and a dot in lower case: an "i" stays
        assert len(specs(opened(more="Typos", meant="happiness", typed=longest))["sub_typos"]["data"][0]["x"]) == n


def test_an_intended_word_of_which_nothing_is_known_is_met_with_a_sentence() -> None:
    app = opened(more="Typos", meant="xqzj", typed="xqz")
    assert "xqzj" in notices(app)
    assert "sub_typos" not in specs(app)
    app.button("try-typos-desert → dessert").click().run()
    assert_sound(app)
    assert specs(app)["sub_typos"]["data"][0]["text"][-1] == "dessert"


def test_the_same_word_twice_is_no_typo_and_no_failure() -> None:
    app = opened(more="Typos", meant="happy", typed="happy")
    assert specs(app)["sub_typos"]["data"][0]["text"] == ["happy"]


# Sums


def test_a_sum_that_makes_no_sense_is_met_with_what_to_do() -> None:
    for typed in ("nonsense", "happy =", "= happy", "a = + +", "happy = zzzqq + qqzz"):
        app = opened(more="Word sums", sum=typed)
        assert re.search(r"Write it as|Use words", notices(app))
        assert app.text_input("sub_sum").value == typed


def test_a_sum_has_the_cosine_with_its_word_and_names_what_it_leaves_out() -> None:
    app = opened(more="Word sums", sum="playing = play + ing> + zzzqq")
    model = loaders.subwords()
    parts = [
        model.decompose("play").vector,
        model.rows.take(np.array([model.row("ing>")], dtype=np.int64))[0],
    ]
    total, word = np.mean(parts, axis=0), model.decompose("playing").vector
    assert f"**{total @ word / np.linalg.norm(total) / np.linalg.norm(word):.2f}**" in said(app)
    assert "zzzqq" in said(app)
    less = opened(more="Word sums", sum="playing = play - ing>")
    total = parts[0] - parts[1]
    assert f"**{total @ word / np.linalg.norm(total) / np.linalg.norm(word):.2f}**" in said(less)
    assert "adds up to nothing" in notices(opened(more="Word sums", sum="playing = play - play"))
    assert "only the sum" in said(opened(more="Word sums", sum="xqzj = happy"))


# Families and buckets


def test_a_family_shows_cosines_and_shared_spelling_and_is_cut_to_twelve() -> None:
    app = opened(more="Families", family="talo talon xqzj")
    tables = [specs(app)[key]["data"][0] for key in ("sub_cosines", "sub_shared")]
    assert tables[0]["z"][2] == [None] * 3
    assert tables[0]["z"][0][0] == pytest.approx(1, abs=1e-5)
    assert 0 < tables[1]["z"][0][1] < 1
    many = opened(more="Families", family=" ".join("abcdefghijklmnop"))
    assert len(specs(many)["sub_cosines"]["data"][0]["x"]) == 12
    assert "4 " in notices(many)


def test_a_search_lists_the_words_that_hold_an_n_gram() -> None:
    model = loaders.subwords()
    app = opened(more="Families", search="NESS>")
    assert all(f"*{word}*" in said(app) for word in model.holding("ness>", 24))
    space, holding = loaders.space("fasttext"), model.holding("ness>", 400)
    for listed in (holding, matched(space, holding)):
        assert f"{mean_cosine(space, listed):.2f}" in next(t for t in every_text(app) if "on average; two of" in t)
    for typed in ("xqzj", "in", "playing", "<p"):
        assert "Fewer than two" in notices(opened(more="Families", search=typed))
    for typed in ("-", " "):
        assert "*the*, *of*" not in said(opened(more="Families", search=typed)), "no letter is in no word"


def test_fewer_buckets_are_drawn_and_told() -> None:
    texts = []
    for name in (BUCKET_NAMES[0], BUCKET_NAMES[-1]):
        app = seen_once(more="Buckets", buckets=name)
        sharing, kept = specs(app)["sub_crowding"]["data"]
        assert sharing["x"] == kept["x"] == list(BUCKETS)
        assert kept["y"][-1] == pytest.approx(1, abs=1e-4)
        sizes = sharing["marker"]["size"]
        assert sizes.index(max(sizes)) == BUCKET_NAMES.index(name)
        texts.append(next(text for text in every_text(app) if f"At {name} buckets" in text))
    assert (
        f"**{specs(seen_once(more='Buckets', buckets=BUCKET_NAMES[0]))['sub_crowding']['data'][1]['y'][0]:.2f}**"
        in (texts[0])
    )


# What it cannot mend


def test_a_word_in_two_sentences_is_one_vector() -> None:
    app = opened(more="What it cannot mend", same="bank")
    assert "**1.000**" in said(app)
    titles = [trace["name"] for trace in specs(app)["sub_senses"]["data"] if trace.get("customdata")]
    assert titles == ["FastText", "Skip-gram", "CBOW", "GloVe"]


def test_a_collapse_is_only_called_one_where_nearly_all_neighbours_have_one_sense() -> None:
    heard = set()
    for word in load_senses():
        text = next(
            t for t in every_text(opened(more="What it cannot mend", same=word)) if "FastText " in t and "CBOW" in t
        )
        counts = [int(number) for number in re.findall(r"(\d+) of 10 ", text)]
        assert len(counts) == 4
        assert ("collapse" in text) == (min(counts) >= 8), word
        if "collapse" in text:
            heard |= {(word, len(set(re.findall(r"of 10 \*([^*]+)\*", text))))}
    assert {n for _, n in heard} == {1}, heard


def test_a_sentence_without_the_word_says_so() -> None:
    word = next(iter(load_senses()))
    app = opened(more="What it cannot mend", same=word, sentence_1="nothing of it here")
    assert "Sentence 1" in notices(app)
    assert "Sentence 2" not in notices(app)
    assert "**1.000**" not in said(app)
    assert app.text_input("sub_sentence_1").value == "nothing of it here"


# Links


def test_a_link_restores_every_control() -> None:
    words = {"word": "Unglaublich", "lower": "false", "noise": "true", "format": "SVG"}
    app = opened(**words, more="Typos", meant="desert", typed="dessert")
    assert app.text_input("sub_word").value == "Unglaublich"
    assert (app.toggle("sub_lower").value, app.toggle("sub_noise").value) == (False, True)
    assert (app.text_input("sub_meant").value, app.text_input("sub_typed").value) == ("desert", "dessert")
    assert app.session_state["sub_more"] == "Typos"
    assert app.session_state["sub_format"] == "SVG"
    app = opened(more="Families", family="ev evler", search="<ev")
    assert (app.text_input("sub_family").value, app.text_input("sub_search").value) == ("ev evler", "<ev")
    app = opened(more="Buckets", buckets="30,000")
    assert app.session_state["sub_buckets"] == "30,000"
    app = opened(more="Word sums", sum="happy = glad")
    assert app.text_input("sub_sum").value == "happy = glad"
    word = list(load_senses())[3]
    app = opened(more="What it cannot mend", same=word, sentence_1=f"a {word}", sentence_2=f"the {word}")
    assert app.selectbox("sub_same").value == word
    assert (app.text_input("sub_sentence_1").value, app.text_input("sub_sentence_2").value) == (
        f"a {word}",
        f"the {word}",
    )


def test_a_link_of_nonsense_is_ignored_with_a_notice_that_names_every_control() -> None:
    for i in range(max(len(control.refused()) for control in CONTROLS.values())):
        query = {key: refused[i] for key, control in CONTROLS.items() if i < len(refused := control.refused())}
        app = page_of("subwords.py", **query)
        assert_sound(app)
        assert_named(app, *(key.removeprefix("sub_") for key in query), page="sub")
        assert "playing" in app.title[0].value
        assert list(specs(app)) == ["sub_pieces", "sub_columns"]
    app = opened(word=["a", "b"], more=SCRIPT, family="x" * 100_000)
    assert_named(app, "word", "more", "family", page="sub")
    assert_not_markup(app)


# Boxes that are filled with the same text, and the section that they stand in.
BOXES = (
    ({"word", "strike", "gram"}, "Tug of war"),
    ({"word"}, "Buckets"),
    ({"meant"}, "Typos"),
    ({"typed"}, "Typos"),
    ({"sum"}, "Word sums"),
    ({"family", "search"}, "Families"),
    ({"sentence_1", "sentence_2"}, "What it cannot mend"),
)


def test_any_text_in_any_box_is_met_with_a_page_that_works() -> None:
    texts = [typed[:60] for typed in HOSTILE_WORDS.values()]  # what the shortest box takes
    pairs = [(text, BOXES[i % len(BOXES)]) for i, text in enumerate(texts)] + [(texts[0], boxes) for boxes in BOXES]
    for text, (boxes, section) in pairs:
        app = opened(more=section, **dict.fromkeys(boxes, text))
        assert not html_of(app)
        assert_not_markup(app)
        shown = {box.key: box.value for box in app.text_input}
        for name in boxes - {"strike", "gram"}:
            assert (shown[f"sub_{name}"] or "") == text
        assert len("".join(every_text(app))) < 30_000


def test_an_address_that_was_typed_is_no_link() -> None:
    for typed, query in (
        ("https://evil.com/x", {}),
        ("me@evil.com", {"more": "Tug of war"}),
        ("www.evil.com", {"more": "Typos", "typed": "www.evil.com"}),
    ):
        text = said(opened(word=typed, **query)).replace("\\", "")
        assert "evil.com" in text
        # A space without width stands behind "://", "www" and "@".
        assert not re.search(r"(://|@|www\.)evil", text)
        assert typed in text.replace("\u200b", "")


def test_a_word_with_the_marks_of_html_and_markdown_is_shown_as_it_is_spelled() -> None:
    app = opened(word="<b>*r&d*")
    assert_not_markup(app)
    assert r"\<b\>\*r\&d\*" in app.title[0].value
    letters = specs(app)["sub_pieces"]["layout"]["xaxis"]["ticktext"]
    assert letters[0] == "&lt;"
    assert letters[1] == "<b>&lt;</b>"
    assert "<b>*r&" in {piece for piece, _ in bars(app)}


def test_the_same_link_draws_the_same_picture_in_another_session() -> None:
    query: dict[str, Any] = {"word": "unglaublich", "noise": "true", "more": "Tug of war"}
    first = opened(**query)
    forget()
    again = opened(**query)
    assert specs(again) == specs(first)
    assert see(again) == see(first)
