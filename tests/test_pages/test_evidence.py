"""The evidence page shows what was measured, each claim with its verdict, and nothing that a file could smuggle in."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.evidence.results import Claim, Results, load_results
from core.evidence.scores import KINDS, scores
from pages.parts.evidence.controls import CHIPS
from pages.shared import loaders
from tests.pages import (
    SCRIPT,
    assert_named,
    assert_not_markup,
    assert_sound,
    forget,
    html_of,
    notices,
    page_of,
    see,
    spec,
    under_title,
    unfold,
)

pytestmark = pytest.mark.usefixtures("warm")

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
    app = unfold(home.switch_page("evidence.py").run())
    assert_sound(app)
    assert app.title[0].value == "How do you know?"
    assert [element.value for element in app.header] == ["What you see", "Try", "Claims"]
    assert [expander.label for expander in app.expander] == ["The numbers of this figure", "How it is computed"]
    assert app.get("plotly_chart")[0].proto.alt.strip()
    assert app.latex
    assert "million words of English Wikipedia" in " ".join(element.value for element in app.markdown)


def test_the_sentence_under_the_title_counts_what_is_there(results: Results) -> None:
    judged = [claim for claim in results.claims if claim.comparable]
    held = sum(claim.holds for claim in judged)
    assert under_title(evidence()) == (
        f"{len(results.measurements):,} measurements, and {len(judged)} claims held against them: {held} hold, "
        f"{len(judged) - held} do not."
    )


@pytest.mark.parametrize("chart", KINDS)
def test_every_chart_draws_every_score_and_lists_every_number(results: Results, chart: str) -> None:
    app = unfold(evidence(chart=chart))
    assert notices(app) == ""
    wanted = scores(results, chart)
    figure = spec(app)
    ours = [trace for trace in figure["data"] if trace["name"] != "published"]
    assert [trace["name"] for trace in ours] == list(wanted.titles.values())
    rows = wanted.measurements
    values = sorted(value for trace in ours for value in trace["x"])
    assert values == sorted(row.value for row in rows if row.value is not None)
    labels = figure["layout"]["yaxis"]["ticktext"]
    assert len(labels) == len(set(labels)) == len({row.set for row in rows})
    hollow = [value for trace in figure["data"] if trace["name"] == "published" for value in trace["x"]]
    assert sorted(hollow) == sorted(row.published for row in rows if row.published is not None)
    assert any("Hollow" in caption.value for caption in app.caption) == bool(hollow)
    numbers = app.dataframe[0].value
    assert list(numbers["value"].dropna()) == [row.value for row in rows if row.value is not None]
    assert list(numbers["set"]) == [row.set for row in rows]


def test_another_chart_is_another_figure_and_another_sentence() -> None:
    app = page_of("evidence.py")
    said, drawn = set(), set()
    for chart in KINDS:
        app.segmented_control("evidence_chart").set_value(chart).run()
        assert_sound(app)
        said.add(see(app))
        drawn.add(tuple(spec(app)["layout"]["yaxis"]["ticktext"]))
    assert len(said) == len(drawn) == len(KINDS)


def test_the_camera_button_saves_the_format_chosen() -> None:
    assert '"format": "svg"' in evidence(format="SVG").get("plotly_chart")[0].proto.config
    assert '"format": "png"' in evidence().get("plotly_chart")[0].proto.config


def test_every_example_sets_the_whole_page_to_what_it_says() -> None:
    assert {chip.state["evidence_chart"] for chip in CHIPS} == set(KINDS)
    app = evidence(chart="Rare words", claims="Holds")
    for chip in CHIPS:
        app.button(f"try-{chip.label}").click().run()
        assert_sound(app)
        assert {key: app.session_state[key] for key in chip.state} == chip.state


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


def test_claims_can_be_told_apart_by_their_verdict_and_shown_together_again(results: Results) -> None:
    app = page_of("evidence.py")
    for shown, verdict in (("Holds", HOLDS), ("Does not hold", NOT)):
        app.segmented_control("evidence_claims").set_value(shown).run()
        rows = cells(app)
        wanted = [claim.claim for claim in results.claims if claim.comparable and claim.holds == (verdict == HOLDS)]
        assert sorted(plain(row["Claim"]) for row in rows) == sorted(wanted)
        assert {plain(row["Result"]) for row in rows} == {verdict}
    app.segmented_control("evidence_claims").set_value("All").run()
    assert_sound(app)
    assert len(cells(app)) == len(results.claims)


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


def test_no_field_of_a_claim_becomes_markup(pretend: pytest.MonkeyPatch, results: Results) -> None:
    texts = [field.name for field in fields(Claim) if field.type == "str"]
    bad = {name: f'{name}</td></table>{SCRIPT}<a href="javascript:x">"\'&' for name in texts}
    odd = (claim(**bad), claim(claim="Another.", rule="another", group=bad["group"]))
    pretend.setattr(loaders, "load_results", lambda: Results(results.measurements, odd))
    app = evidence()
    assert_not_markup(app)
    body = "".join(html_of(app))
    ours = {"table", "caption", "thead", "tbody", "tr", "th", "td", "small", "span", "code"}
    assert set(re.findall(r"</?(\w+)", body)) <= ours
    assert [name for name, text in bad.items() if text not in html.unescape(body)] == []
    assert len(cells(app)) == 2


def test_before_anything_is_measured_the_page_says_so_and_does_not_fail(pretend: pytest.MonkeyPatch) -> None:
    pretend.setattr(loaders, "load_results", lambda: Results((), ()))
    for chart in KINDS:
        app = page_of("evidence.py", evidence_chart=chart)
        assert not app.exception, [element.value for element in app.exception]
        assert "Nothing was measured yet" in see(app)
        assert "0 measurements" in under_title(app)
        assert html_of(app) == []


# Links


@pytest.mark.parametrize("value", ["Table", SCRIPT, ["Analogies", "All"]], ids=["unknown", "markup", "several"])
def test_a_value_that_no_control_has_is_named_and_the_default_stands(value: str | list[str]) -> None:
    app = evidence(chart=value, claims=value, format=value)
    assert_named(app, "chart", "claims", "format", page="evidence")
    assert_not_markup(app)
    assert app.session_state["evidence_chart"] == "Word similarity"
    assert app.session_state["evidence_claims"] == "All"
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
