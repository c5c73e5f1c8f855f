"""The evidence page shows what was measured, each claim with its verdict, and nothing that a file could smuggle in."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.evidence.results import Claim, Results, load_results
from core.spaces.space import TITLES
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
    spec,
    under_title,
)

pytestmark = pytest.mark.usefixtures("warm")

CHARTS = ("Word similarity", "Analogies", "Rare words", "Senses")
TELLING = ("learned", "sif", "uniform", "BERT base, nearest neighbour", "fastText, own vectors, supervised")
HOLDS, NOT, APART = "✓ holds", "does not hold", "not comparable"


def evidence(**query: str | list[str]) -> AppTest:
    """Open the page with a link whose parameters are given without their prefix."""
    app = page_of("evidence.py", **{f"evidence_{name}": value for name, value in query.items()})
    assert_sound(app)
    return app


def cells(app: AppTest) -> list[dict[str, str]]:
    """The rows of all tables of claims: head to HTML of the cell."""
    return [
        dict(re.findall(r'<td data-head="([^"]+)">(.*?)</td>', row))
        for table in html_of(app)
        for row in re.findall(r"<tr>(.*?)</tr>", table)
        if "<td" in row
    ]


def plain(cell: str) -> str:
    """A cell as it is read, without what stands small below it."""
    return html.unescape(re.sub(r"<small>.*?</small>|<[^>]+>", "", cell))


@pytest.fixture(scope="module")
def results() -> Results:
    return load_results()


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Return what can put other results in the place of those that ship."""
    forget()
    yield monkeypatch
    monkeypatch.undo()
    forget()


# What was measured


def test_the_page_opens_from_the_navigation_and_from_home() -> None:
    home = page_of("frame.py")
    assert any(link.proto.page == "evidence" for link in home.get("page_link"))
    app = home.switch_page("evidence.py").run()
    assert_sound(app)
    assert app.title[0].value == "How do you know?"
    assert [element.value for element in app.header] == ["What you see", "Try", "Claims"]
    assert [expander.label for expander in app.expander] == ["The numbers of this figure", "How it is computed"]
    assert app.get("plotly_chart")[0].proto.alt.strip()
    assert app.latex


def test_the_sentence_under_the_title_counts_what_is_there(results: Results) -> None:
    judged = [claim for claim in results.claims if claim.comparable]
    held = sum(claim.holds for claim in judged)
    assert under_title(evidence()) == (
        f"{len(results.measurements):,} measurements, and {len(judged)} claims held against them: {held} hold, "
        f"{len(judged) - held} do not."
    )


@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_draws_every_score_and_labels_every_row(results: Results, chart: str) -> None:
    app = evidence(chart=chart)
    assert notices(app) == ""
    figure = spec(app)
    ours = [trace for trace in figure["data"] if trace["name"] != "published"]
    if chart == "Rare words":
        rows = results.of(part="rare", space="fasttext")
        assert [trace["name"] for trace in ours] == ["with n-grams", "n-grams alone", "unknown words at zero"]
    elif chart == "Senses":
        every = [row for part in ("context", "published") for row in results.of(part=part, metric="recall")]
        rows = [row for row in every if row.set.startswith("CoarseWSD-20: ") and row.space in TELLING]
        names = ["learned weights", "SIF weights", "equal weights", "BERT base", "fastText, supervised"]
        assert [trace["name"] for trace in ours] == names
    else:
        part = {"Word similarity": "similarity", "Analogies": "analogies"}[chart]
        rows = [row for row in results.of(part=part) if row.metric in ("spearman", "accuracy")]
        assert [trace["name"] for trace in ours] == list(TITLES.values())
    values = sorted(value for trace in ours for value in trace["x"])
    assert values == sorted(row.value for row in rows if row.value is not None)
    labels = figure["layout"]["yaxis"]["ticktext"]
    assert len(labels) == len(set(labels)) == len({row.set for row in rows})
    assert not any(re.search(r"gram\d|-|:", label) for label in labels if chart == "Analogies")
    hollow = [value for trace in figure["data"] if trace["name"] == "published" for value in trace["x"]]
    assert sorted(hollow) == sorted(row.published for row in rows if row.published is not None)
    assert any("Hollow" in caption.value for caption in app.caption) == bool(hollow)
    numbers = app.dataframe[0].value
    assert list(numbers["value"].dropna()) == [row.value for row in rows if row.value is not None]
    assert list(numbers["set"]) == [row.set for row in rows]


def test_another_chart_is_another_figure_and_another_sentence() -> None:
    app = page_of("evidence.py")
    said = {see(app)}
    drawn = [spec(app)["layout"]["yaxis"]["ticktext"]]
    for chart in CHARTS[1:]:
        app.segmented_control("evidence_chart").set_value(chart).run()
        assert_sound(app)
        said.add(see(app))
        drawn.append(spec(app)["layout"]["yaxis"]["ticktext"])
    assert len(said) == len(CHARTS)
    assert all(drawn[i] != drawn[j] for i in range(len(drawn)) for j in range(i))


def test_the_camera_button_saves_the_format_chosen() -> None:
    assert '"format": "svg"' in evidence(format="SVG").get("plotly_chart")[0].proto.config
    assert '"format": "png"' in evidence().get("plotly_chart")[0].proto.config


def test_every_example_works_and_sets_what_it_says() -> None:
    labels = [button.label for button in evidence().button if (button.key or "").startswith("try-")]
    assert len(labels) == 5
    seen = set()
    for label in labels:
        app = page_of("evidence.py")
        app.button(f"try-{label}").click().run()
        assert_sound(app)
        seen.add((app.session_state["evidence_chart"], app.session_state["evidence_claims"]))
    assert {chart for chart, _ in seen} == set(CHARTS)
    assert "Does not hold" in {shown for _, shown in seen}


# Claims


def test_every_claim_is_listed_with_its_verdict_its_numbers_and_its_command(results: Results) -> None:
    rows = cells(evidence())
    assert len(rows) == len(results.claims)
    found = {plain(row["Claim"]): row for row in rows}
    for claim in results.claims:
        row = found[claim.claim]
        assert plain(row["Result"]) == (APART if not claim.comparable else HOLDS if claim.holds else NOT)
        assert claim.note in html.unescape(row["Claim"])
        assert plain(row["Published"]) == (claim.published or "–")
        assert claim.source in html.unescape(row["Published"])
        assert (plain(row["Ours"]), plain(row["Measured on"])) == (claim.ours, claim.coverage)
        assert plain(row["Date and command"]) == claim.date + claim.command
    text = html.unescape("".join(html_of(evidence())))
    for claim in results.claims:
        assert claim.rule in text


@pytest.mark.parametrize(("shown", "verdict"), [("Holds", HOLDS), ("Does not hold", NOT)])
def test_claims_can_be_told_apart_by_their_verdict(results: Results, shown: str, verdict: str) -> None:
    rows = cells(evidence(claims=shown))
    wanted = {claim.claim for claim in results.claims if claim.comparable and claim.holds == (verdict == HOLDS)}
    assert {plain(row["Claim"]) for row in rows} == wanted
    assert len(rows) == len(wanted)
    assert {plain(row["Result"]) for row in rows} == {verdict}


def test_the_filter_can_be_changed_and_changed_back(results: Results) -> None:
    app = page_of("evidence.py")
    app.segmented_control("evidence_claims").set_value("Does not hold").run()
    fewer = len(cells(app))
    app.segmented_control("evidence_claims").set_value("All").run()
    assert_sound(app)
    assert 0 < fewer < len(cells(app)) == len(results.claims)


def test_a_table_of_claims_is_one_that_a_screen_reader_can_read() -> None:
    for table in html_of(evidence()):
        assert re.search(r"<caption>\w", table)
        assert table.count('<th scope="col">') == 6
        for row in re.findall(r"<tr>(.*?)</tr>", table.split("<tbody>")[1]):
            assert row.count("<td ") == 6
            told = [verdict in row for verdict in (HOLDS, NOT, APART)]
            assert sum(told) == 1, "told by words, not by colour alone"


def claim(**fields: object) -> Claim:
    base = Claim("G", "A claim.", "it does", True, "1", "2", "S", "3 (4 %)", "2026-01-01", "python -m scripts.x")
    return replace(base, **fields)  # type: ignore[arg-type]


def test_no_claim_of_the_kind_asked_for_is_said_so(pretend: pytest.MonkeyPatch, results: Results) -> None:
    pretend.setattr(loaders, "load_results", lambda: Results(results.measurements, (claim(),)))
    app = page_of("evidence.py", evidence_claims="Does not hold")
    assert "No claim is of this kind" in notices(app)
    assert html_of(app) == []
    assert len(cells(page_of("evidence.py"))) == 1


@pytest.mark.parametrize(
    "field", ["group", "claim", "rule", "ours", "published", "source", "coverage", "date", "command"]
)
def test_no_field_of_a_claim_becomes_markup(pretend: pytest.MonkeyPatch, results: Results, field: str) -> None:
    bad = f'</td></table>{SCRIPT}<a href="javascript:x">"\'&'
    odd = (claim(**{field: bad}), claim(claim="Another.", rule="another"))
    pretend.setattr(loaders, "load_results", lambda: Results(results.measurements, odd))
    app = evidence()
    assert_not_markup(app)
    body = "".join(html_of(app))
    ours = {"table", "caption", "thead", "tbody", "tr", "th", "td", "small", "span", "code"}
    assert set(re.findall(r"</?(\w+)", body)) <= ours
    assert bad in html.unescape(body)
    assert len(cells(app)) == 2


def test_before_anything_is_measured_the_page_says_so_and_does_not_fail(pretend: pytest.MonkeyPatch) -> None:
    pretend.setattr(loaders, "load_results", lambda: Results((), ()))
    for chart in CHARTS:
        app = page_of("evidence.py", evidence_chart=chart)
        assert not app.exception, [element.value for element in app.exception]
        assert "Nothing was measured yet" in see(app)
        assert "0 measurements" in under_title(app)
        assert html_of(app) == []


# Links


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"chart": "Table"}, ["chart"]),
        ({"chart": "", "claims": "", "format": ""}, ["chart", "claims", "format"]),
        ({"chart": SCRIPT, "claims": SCRIPT, "format": SCRIPT}, ["chart", "claims", "format"]),
        ({"chart": ["Analogies", "Rare words"], "claims": ["Holds", "All"]}, ["chart", "claims"]),
        ({"claims": "x" * 100_000, "chart": "holds"}, ["chart", "claims"]),
        *(({"chart": typed, "claims": typed}, ["chart", "claims"]) for typed in HOSTILE_WORDS.values()),
    ],
    ids=["unknown", "empty", "markup in all", "several", "too much", *HOSTILE_WORDS],
)
def test_a_value_that_no_control_has_is_named_and_the_default_stands(
    query: dict[str, str | list[str]], named: list[str]
) -> None:
    app = evidence(**query)
    assert_named(app, *named, page="evidence")
    assert_not_markup(app)
    assert app.session_state["evidence_chart"] == "Word similarity"
    assert app.session_state["evidence_claims"] == "All"
    assert len("".join(every_text(app))) < 60_000
    assert sum(len(str(value)) for value in app.query_params.values()) < 2_000


def test_a_link_opens_the_chart_and_the_claims_that_it_names() -> None:
    app = evidence(chart="Analogies", claims="Holds")
    assert notices(app) == ""
    assert app.segmented_control("evidence_chart").value == "Analogies"
    assert app.segmented_control("evidence_claims").value == "Holds"


def test_the_same_link_draws_the_same_page_in_another_session() -> None:
    query = {"chart": "Rare words", "claims": "Does not hold"}
    app = evidence(**query)
    first = spec(app), see(app), html_of(app)
    forget()
    again = evidence(**query)
    assert (spec(again), see(again), html_of(again)) == first


# When the file is broken


def test_missing_results_are_named_with_the_command_that_mends_them(
    pretend: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from core import assets

    (tmp_path / assets.MANIFEST).write_bytes((assets.ASSETS / assets.MANIFEST).read_bytes())
    pretend.setattr(loaders, "load_results", lambda: load_results(tmp_path))
    app = page_of("frame.py").switch_page("evidence.py").run()
    assert not app.exception
    (said,) = (element.value for element in app.error)
    assert said == "`assets/results.json` is missing."
    assert [code.value for code in app.code] == [assets.read_manifest()["results.json"]["command"]]
    assert not app.get("plotly_chart")
