"""What the context page says follows the numbers, shows what was typed as it stands, and fits the odd cases."""

from __future__ import annotations

import re

import numpy as np
import pytest

from core.context import sentences as said
from core.context.attention import N_DISTANCES, Attention
from core.context.disambiguation import Verdict, decide, disambiguate
from core.context.probe import nearest_columns
from core.context.scores import NO_QUERY, SET, VERSIONS
from core.context.weights import TITLES, ContextModel, make_model
from core.counts.senses import Sense, SenseWord
from core.evidence.results import Measurement, Results
from core.spaces.space import Space
from core.text import safe, shortened

WORDS = ("the", "of", "money", "bank", "river", "loan", "water", "<b>x</b>", "ed@evil.com", "tree")
COUNTS = np.array([60.0, 40, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
ENTRY = SenseWord("bank", (Sense("river", "", ("river", "water"), ()), Sense("finance", "", ("money", "loan"), ())))
HOSTILE = "<b>*x*</b> [y](javascript:alert(1)) www.evil.com"


@pytest.fixture(scope="module")
def model() -> ContextModel:
    random = np.random.default_rng(9)
    d = 4
    vectors = random.normal(size=(len(WORDS), d)).astype(np.float32)
    learned = Attention(
        random.normal(size=(2, d)).astype(np.float32),
        random.normal(size=(2, d)).astype(np.float32),
        random.normal(size=len(WORDS)).astype(np.float32),
        random.normal(size=(2, N_DISTANCES)).astype(np.float32),
        np.zeros((1, 2), dtype=np.float32),
    )
    return make_model(Space("toy", WORDS, vectors), COUNTS, 1_000.0, learned)


def verdict(first: float, second: float, threshold: float = 0.1) -> Verdict:
    """A verdict with these two cosines."""
    return decide([first, second, np.sqrt(1 - first**2 - second**2)], np.eye(3)[:2], threshold)


# Verdicts


def test_each_sentence_is_told_its_sense_and_its_lead_or_that_none_leads() -> None:
    text = said.about_verdicts({1: verdict(0.1, 0.5), 2: verdict(0.7, 0.05)}, ENTRY, "learned")
    assert "sentence 1 speaks of **finance** (leads by 0.40)" in text
    assert "sentence 2 speaks of **river** (leads by 0.65)" in text
    assert text.startswith("With learned weights,")
    text = said.about_verdicts({4: verdict(0.30, 0.31)}, ENTRY, "uniform")
    assert "of sentence 4 it **cannot tell**" in text
    assert "finance" not in text
    assert "river" not in text


def test_what_is_said_of_verdicts_changes_with_each_input() -> None:
    first = {1: verdict(0.1, 0.5)}
    texts = [
        said.about_verdicts(first, ENTRY, "learned"),
        said.about_verdicts(first, ENTRY, "sif"),
        said.about_verdicts({1: verdict(0.1, 0.6)}, ENTRY, "learned"),
        said.about_verdicts({1: verdict(0.5, 0.1)}, ENTRY, "learned"),
        said.about_verdicts({2: first[1]}, ENTRY, "learned"),
        said.about_verdicts(first | {3: first[1]}, ENTRY, "learned"),
        said.about_verdicts(first, SenseWord("bank", (Sense("a", "", (), ()), Sense("b", "", (), ()))), "learned"),
    ]
    assert len(set(texts)) == len(texts)


def test_each_scheme_is_called_by_its_title() -> None:
    for scheme, name in zip(TITLES, ("uniform", "SIF", "dot product", "learned"), strict=False):
        assert said.about_verdicts({1: verdict(0.1, 0.5)}, ENTRY, scheme).startswith(f"With {name} weights, ")


def test_senses_that_a_reader_named_are_no_markup() -> None:
    entry = SenseWord("bank", (Sense(HOSTILE, "", ("water",), ()), Sense("_b_", "", ("loan",), ())))
    for text in (
        said.about_verdicts({1: verdict(0.6, 0.1), 2: verdict(0.1, 0.6)}, entry, "learned"),
        said.about_sides({"by hand": verdict(0.6, 0.1), "as learned": verdict(0.31, 0.3)}, entry),
    ):
        assert_plain(text)


def assert_plain(text: str) -> None:
    assert not re.search(r"(?<!\\)<b|(?<!\\)\]\(javascript|www\.evil|@evil|://evil", text), text


# Parting


def test_sentences_part_by_the_cosine_of_their_vectors(model: ContextModel) -> None:
    lines = (("bank", "money", "loan"), ("river", "bank", "water"), ("tree", "bank", "of"))
    found = [model.weigh(line, line.index("bank"), "learned") for line in lines]
    units = [one.vector / np.linalg.norm(one.vector) for one in found]
    both = said.about_parting(found[:2])
    assert f"its two contextual vectors have cosine **{units[0] @ units[1]:.2f}**" in both
    every = said.about_parting(found)
    mean = np.mean([units[0] @ units[1], units[0] @ units[2], units[1] @ units[2]])
    assert f"on average, cosine **{mean:.2f}**" in every
    assert said.about_parting(found[1:]) != both
    assert said.about_parting(found[:1]) == "", "one sentence parts from nothing"
    assert said.about_parting([]) == ""


# Weights


def test_the_heaviest_word_and_the_share_of_function_words_are_named_where_there_are_any(model: ContextModel) -> None:
    given = model.by_hand(("the", "money", "of", "bank", "river"), 3, [10, 60, 5, 0, 25])
    text = said.about_weights(given)
    assert text.startswith("“money” weighs most, 60 % of the whole")
    assert "2 of the 4 words are so common" in text
    assert text.endswith("together they get 15 %.")
    other = said.about_weights(model.by_hand(("the", "money", "of", "bank", "river"), 3, [10, 25, 5, 0, 60]))
    assert other.startswith("“river” weighs most")
    less = said.about_weights(model.by_hand(("the", "money", "bank", "river"), 2, [10, 65, 0, 25]))
    assert "one of the 3 words is so common that it is" in less
    text = said.about_weights(model.by_hand(("money", "bank", "river"), 1, [75, 0, 25]))
    assert text == "“money” weighs most, 75 % of the whole."


def test_typed_words_are_shown_as_they_stand(model: ContextModel) -> None:
    for word in ("<b>x</b>", "ed@evil.com"):
        found = model.weigh(("bank", word), 0, "learned")
        assert_plain(said.about_weights(found))
        assert_plain(said.about_average(found, model))
    assert len(safe("x" * 500)) <= len(shortened("x" * 500))
    assert safe("<b>") == "\\<b\\>"


# Sides


def test_either_side_alone_has_its_verdict_or_says_that_nothing_stands_there() -> None:
    text = said.about_sides(
        {"by hand": verdict(0.1, 0.5), "as learned": verdict(0.30, 0.31), "words on the left alone": None}, ENTRY
    )
    assert text == (
        "By hand: **finance** (0.40); as learned: **cannot tell** (finance leads by 0.01); "
        "words on the left alone: nothing stands there."
    )
    assert said.about_sides({"by hand": verdict(0.5, 0.1)}, ENTRY) == "By hand: **river** (0.40)."


# Averages


def test_an_average_names_its_words_its_neighbours_and_the_part_of_function_words(model: ContextModel) -> None:
    found = model.weigh(("the", "money", "bank", "of", "river", "the"), 2, "uniform")
    text = said.about_average(found, model, 3)
    assert text.startswith("The mean of *the*, *money*, *of* and *river* is near "), "each word once"
    near = model.whitened.neighbours(found.vector, 3, exclude=["bank"])
    assert ", ".join(f"*{safe(one.word)}*" for one in near) + "." in text
    assert "Function words have **60 %** of the weight" in text
    share = sum(found.weights[i] * (model.whitened.vector(found.tokens[i]) @ found.vector) for i in (0, 3, 5)) / (
        found.vector @ found.vector
    )
    assert f"make {round(100 * share)} % of the vector’s length" in text
    assert "*bank*" not in text


def test_an_average_of_function_words_alone_or_of_none_is_called_so(model: ContextModel) -> None:
    alone = said.about_average(model.weigh(("the", "bank", "of"), 1, "uniform"), model)
    assert "**function words alone**, and says next to nothing." in alone
    none = said.about_average(model.weigh(("money", "bank", "river"), 1, "uniform"), model)
    assert none.endswith("No function word is among them.")
    assert "function words alone" not in none


# Measurements


def measured(**changed: float) -> Results:
    values = {"uniform": 0.70, "sif": 0.80, "dot": 0.50, "learned": 0.85, NO_QUERY: 0.84}
    rows = []
    for number, version in enumerate(VERSIONS):
        for system, value in (values | changed).items():
            found = round(value - number * (0.05 if system == "learned" else 0.1), 3)
            rows.append(Measurement("context", system, f"{SET}, {version}", "macro F1", found, 9, 1.0))
        for end, value in (("from", 0.01), ("to", 0.09)):
            name = f"lead of learned weights, 95 % {end}"
            rows.append(Measurement("context", "sif", f"{SET}, {version}", name, value + number / 10, 9, 1.0))
    return Results(tuple(rows), ())


def test_the_scores_are_told_as_measured() -> None:
    text = said.about_scores(measured())
    assert "learned weights reach **0.850**, SIF 0.800, equal ones 0.700, and plain dot products 0.500" in text
    assert "+0.050 (+0.010 to +0.090) alone, +0.100 (+0.110 to +0.190) with one sentence added" in text
    assert "+0.150 (+0.210 to +0.290) with three sentences added" in text
    assert "+0.010 alone, +0.060 with one sentence added and +0.110 with three sentences added" in text
    for name in ("uniform", "sif", "dot", "learned", NO_QUERY):
        assert said.about_scores(measured(**{name: 0.6})) != text, name
    assert "-0.200" in said.about_scores(measured(learned=0.6)), "a lag is no lead"


def test_the_page_s_own_verdicts_are_told_as_measured_or_not_at_all() -> None:
    def results(share: float, right: float) -> Results:
        return Results(
            tuple(
                Measurement("cues", "learned", f"{SET}, cue words alone", metric, value, 9, 1.0)
                for metric, value in (("share with a verdict", share), ("right among these", right))
            ),
            (),
        )

    text = said.about_cues(results(0.62, 0.91))
    assert "on 62 % of these" in text
    assert "right on 91 % of those" in text
    assert said.about_cues(Results((), ())) == ""


def test_a_sentence_s_verdict_is_told_in_passing(model: ContextModel) -> None:
    catalogue = {"bank": ENTRY}
    found = disambiguate(model, model.weigh(("the", "bank", "money", "loan"), 1, "learned"), ENTRY)
    text = said.about_example(model, "The bank, money, loan!", catalogue)
    assert ENTRY.names[found.best] in text
    assert re.fullmatch(r"they say \*\*\w+\*\*, by \d\.\d\d|they \*\*cannot tell\*\* \(\w+ leads by \d\.\d\d\)", text)
    assert said.about_example(model, "The bank of the river, water", catalogue) != text


def test_words_of_the_sentence_among_the_nearest_are_counted(model: ContextModel) -> None:
    contexts = {"learned": model.weigh(("the", "money", "bank", "river"), 2, "learned")}
    columns = nearest_columns(model, contexts, 4)
    near = {found.word for found in columns.neighbours["learned"] or ()}
    text = said.about_neighbours(columns, contexts["learned"])
    assert text.startswith(f"{len(near & {'the', 'money', 'river'})} of the 4 nearest to the learned mixture")
