"""The load test does what people may do, as the pages declare it, and judges by what it measured."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from scripts.bench.load import (
    LETTERS,
    PAGES,
    SIZES,
    THINK,
    Tally,
    boxes_of,
    is_live,
    judged,
    percentile,
    plan,
    plan_bare,
    report,
)
from scripts.bench.session import KINDS, Widget, all_controls, in_address, widgets_in


def tally(seconds: list[float], memory: float = 100, lost: tuple[str, ...] = ()) -> Tally:
    made = Tally(opened=[0.1, 0.2], lost=list(lost), memory=memory)
    made.pages["map"] = seconds
    return made


def test_every_page_that_is_acted_on_declares_its_controls() -> None:
    assert set(PAGES) <= set(all_controls())


@pytest.mark.parametrize("page", PAGES)
def test_a_session_does_what_the_page_declares_the_same_each_time_at_a_human_pace(page: str) -> None:
    actions = list(islice(plan(page, 3), 150))
    assert actions == list(islice(plan(page, 3), 150))
    assert actions != list(islice(plan(page, 4), 150))
    assert all(THINK[0] <= action.think <= THINK[1] for action in actions)
    controls, boxes = all_controls()[page], boxes_of(page)
    now = {key: control.initial for key, control in controls.items()}
    for action in actions:
        control = controls[action.control]
        if action.control in boxes and is_live(control):
            texts = [str(value) for value in action.values]
            assert len(texts) == min(LETTERS, len(texts[-1]))
            assert texts[-1] in boxes[action.control]
            assert [text[:-1] for text in texts[1:]] == texts[:-1], "typed letter by letter"
        else:
            (value,) = action.values
            assert value != now[action.control], "a choice is always another one"
            now[action.control] = value
        assert all(control.accepts([in_address(value)]) for value in action.values)
    assert len({action.control for action in actions}) > 2


def test_only_what_the_page_offers_at_that_moment_is_done() -> None:
    offered: dict[str, object] = {}
    actions = plan("subwords", 1, offers=lambda key, value: key in offered and offered[key] in ("", value))
    assert next(actions).values == (), "somebody who only looks"
    offered |= {"sub_word": "", "sub_more": "Typos"}
    assert {action.control for action in islice(actions, 30)} == set(offered)
    offered["sub_noise"] = ""
    assert {action.control for action in islice(actions, 30)} == {"sub_word", "sub_noise"}, "Typos is chosen already"


def test_the_bare_page_is_asked_at_the_same_pace() -> None:
    ours, bare = list(islice(plan("subwords", 1), 30)), list(islice(plan_bare("subwords", 1), 30))
    assert [(one.think, len(one.values)) for one in ours] == [(one.think, len(one.values)) for one in bare]
    chosen = [value for action in bare for value in action.values]
    assert set(chosen) <= set(SIZES["second"])
    assert all(before != after for before, after in pairwise(chosen))


def test_a_control_is_known_by_all_its_names_and_takes_what_it_offers() -> None:
    element = ForwardMsg().delta.new_element
    element.selectbox.id, element.selectbox.label = "$$ID-abc-map_set", "Words"
    element.selectbox.query_param_key = "map_set"
    element.selectbox.options.extend(["Animals", "Verbs by tense"])
    named = dict(widgets_in(element))
    assert set(named) == {"map_set", "Words"}
    widget = named["Words"]
    assert (widget.key, widget.ident) == ("map_set", "$$ID-abc-map_set")
    assert widget.takes("Animals")
    assert not widget.takes("Plants")
    element.text_input.id, element.text_input.label = "$$ID-abc-ctx_s1", "Sentence 1"
    assert dict(widgets_in(element))["ctx_s1"].key == "ctx_s1", "not bound, but kept in the address by the page"
    element.markdown.body = "no control"
    assert dict(widgets_in(element)) == {}


def test_a_value_is_sent_as_the_control_takes_it() -> None:
    def state(kind: str, value: str | float | bool, *options: str) -> object:
        return Widget(kind, "a", "key", options).state(value)

    assert state("selectbox", "Animals").string_value == "Animals"  # type: ignore[attr-defined]
    assert list(state("button_group", "PCA").string_array_value.data) == ["PCA"]  # type: ignore[attr-defined]
    assert list(state("slider", 40).double_array_value.data) == [40.0]  # type: ignore[attr-defined]
    assert list(state("slider", "0.25", "0.25").string_array_value.data) == ["0.25"]  # type: ignore[attr-defined]
    assert state("number_input", 3).double_value == 3  # type: ignore[attr-defined]
    assert state("checkbox", True).bool_value is True  # type: ignore[attr-defined]
    assert [in_address(value) for value in (True, 40.0, 2_000_000, "PCA")] == ["true", "40", "2000000", "PCA"]
    assert "camera_input" not in KINDS
    with pytest.raises(ValueError, match="camera_input"):
        state("camera_input", "")


def test_percentiles_need_no_minimum_of_answers() -> None:
    assert percentile([], 95) == float("inf")
    assert percentile([0.3], 95) == 0.3
    assert percentile([float(i) for i in range(101)], 95) == pytest.approx(95)


def test_each_aim_is_judged_by_what_was_measured() -> None:
    for ours, failing in (
        (tally([0.4] * 20), []),
        (tally([1.2] * 20), ["p95 <= 1 s", "0.25 x bare"]),
        (tally([0.9] * 20), ["0.25 x bare"]),
        (tally([0.4] * 20, memory=700), ["memory"]),
        (tally([0.4] * 20, lost=("map: TimeoutError",)), ["no session lost"]),
    ):
        rounds = [(50, ours, tally([2.0] * 20))]
        missed = [aim for aim, _, verdict in judged(rounds) if verdict == "NO"]
        assert len(missed) == len(failing)
        assert all(part in aim for part, aim in zip(failing, missed, strict=True))
        assert "ratio" in report(rounds)
