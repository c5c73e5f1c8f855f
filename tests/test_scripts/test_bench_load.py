"""The load test does what people do, and judges by what it measured."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from scripts.bench.load import (
    CHOICES,
    LETTERS,
    PAGES,
    SIZES,
    THINK,
    TYPED,
    Tally,
    in_address,
    judged,
    percentile,
    plan,
    plan_bare,
    report,
    widget_state,
)


def tally(seconds: list[float], memory: float = 100, lost: tuple[str, ...] = ()) -> Tally:
    made = Tally(opened=[0.1, 0.2], lost=list(lost), memory=memory)
    made.pages["map"] = seconds
    return made


@pytest.mark.parametrize("page", PAGES)
def test_a_session_does_the_same_each_time_at_a_human_pace(page: str) -> None:
    actions = list(islice(plan(page, 3), 60))
    assert actions == list(islice(plan(page, 3), 60))
    assert actions != list(islice(plan(page, 4), 60))
    assert all(THINK[0] <= action.think <= THINK[1] for action in actions)
    known = {name for name, _ in CHOICES[page]} | ({TYPED[page][0]} if page in TYPED else set())
    assert {action.control for action in actions} == known


@pytest.mark.parametrize("page", PAGES)
def test_a_choice_is_always_another_one(page: str) -> None:
    now: dict[str, object] = {}
    for action in islice(plan(page, 5), 80):
        if len(action.values) == 1:
            assert now.get(action.control) != action.values[0]
            now[action.control] = action.values[0]


@pytest.mark.parametrize("page", TYPED)
def test_a_text_is_typed_letter_by_letter(page: str) -> None:
    typed = [action.values for action in islice(plan(page, 2), 40) if len(action.values) > 1]
    assert typed
    for values in typed:
        texts = [str(value) for value in values]
        assert len(texts) == LETTERS
        assert texts[-1] in TYPED[page][1]
        assert [text[:-1] for text in texts[1:]] == texts[:-1]


def test_the_bare_page_is_asked_at_the_same_moments() -> None:
    ours, bare = list(islice(plan("subwords", 1), 30)), list(islice(plan_bare("subwords", 1), 30))
    assert [(one.think, len(one.values)) for one in ours] == [(one.think, len(one.values)) for one in bare]
    chosen = [value for action in bare for value in action.values]
    assert set(chosen) <= set(SIZES["second"])
    assert all(before != after for before, after in pairwise(chosen))


def test_a_value_is_sent_as_the_control_takes_it() -> None:
    assert widget_state("selectbox", "a", "Animals").string_value == "Animals"
    assert list(widget_state("button_group", "a", "PCA").string_array_value.data) == ["PCA"]
    assert list(widget_state("slider", "a", 40.0).double_array_value.data) == [40.0]
    assert list(widget_state("slider", "a", "0.25").string_array_value.data) == ["0.25"]
    assert widget_state("checkbox", "a", True).bool_value is True
    assert [in_address(value) for value in (True, 40.0, "PCA")] == ["true", "40", "PCA"]
    with pytest.raises(ValueError, match="camera_input"):
        widget_state("camera_input", "a", "")


def test_percentiles_need_no_minimum_of_answers() -> None:
    assert percentile([], 95) == float("inf")
    assert percentile([0.3], 95) == 0.3
    assert percentile([float(i) for i in range(101)], 95) == pytest.approx(95)


@pytest.mark.parametrize(
    ("ours", "failing"),
    [
        (tally([0.4] * 20), []),
        (tally([1.2] * 20), ["p95 <= 1 s", "2 x bare"]),
        (tally([0.9] * 20), ["2 x bare"]),
        (tally([0.4] * 20, memory=700), ["memory"]),
        (tally([0.4] * 20, lost=("map: TimeoutError",)), ["no session lost"]),
    ],
)
def test_each_aim_is_judged_by_what_was_measured(ours: Tally, failing: list[str]) -> None:
    rounds = [(50, ours, tally([0.3] * 20))]
    missed = [aim for aim, _, verdict in judged(rounds) if verdict == "NO"]
    assert len(missed) == len(failing)
    assert all(part in aim for part, aim in zip(failing, missed, strict=True))
    assert "ratio" in report(rounds)
