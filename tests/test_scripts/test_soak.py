"""The soak judges what it should: a fault that it lets pass is one that readers meet."""

from __future__ import annotations

import random

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.shared import layout
from scripts.bench import soak
from scripts.bench.session import Widget
from scripts.bench.soak import Count, Stranger, verdict


def test_each_fault_is_told_and_nothing_else() -> None:
    for count, memory, traces, said in (
        (Count(10), [400.0, 480.0, 500.0, 505.0], 0, None),
        (Count(1), [400.0], 2, "2 tracebacks"),
        (Count(1, stumbled=["map x"]), [400.0], 0, "first at: map x"),
        (Count(1, lost=["gone"]), [400.0], 0, "first at: gone"),
        (Count(1), [400.0, 500.0, 500.0 + soak.NOISE + 1], 0, "memory grew"),
    ):
        wrong = verdict(count, memory, traces)
        assert len(wrong) == (said is not None)
        assert said is None or said in wrong[0]


def test_a_link_says_of_declared_controls_what_they_refuse_and_other_nonsense() -> None:
    stranger = Stranger(None, random.Random(0))  # type: ignore[arg-type]  # noqa: S311  # nothing is sent
    refused = {tuple(values) for values in soak.CONTROLS["limits_section"].refused()}
    said = {tuple(stranger.values_of("limits_section")) for _ in range(300)}
    assert refused < said
    assert not any(soak.CONTROLS["limits_section"].accepts(values) for values in said)


def test_a_page_that_says_it_stumbled_is_noticed_and_its_controls_are_remembered() -> None:
    stranger = Stranger(None, random.Random(0))  # type: ignore[arg-type]  # noqa: S311  # nothing is sent
    message = ForwardMsg()
    message.delta.new_element.alert.body = "This page stumbled over something that we did not foresee."
    assert stranger.take(message)
    message = ForwardMsg()
    message.delta.new_element.text_input.id = "w1"
    message.delta.new_element.text_input.label = "Word"
    assert not stranger.take(message)
    assert stranger.controls == {"Word": Widget("text_input", "w1", "Word")}


def test_the_page_s_own_words_for_a_fault_are_those_that_the_soak_looks_for() -> None:
    assert any(soak.STUMBLED in str(part) for part in layout.our_fault.__code__.co_consts)
