"""Runs of pages take turns: nobody is left waiting, and what takes long lets the others go first."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.spaces.wordsets import WordSet
from pages.shared import loaders, turns
from pages.shared.turns import Turns
from tests.pages import ROOT

PATIENCE = 20  # seconds


def in_threads(count: int, work: Callable[[int], None]) -> list[threading.Thread]:
    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    return threads


def test_never_more_than_two_compute_and_everybody_is_served() -> None:
    line, lock = Turns(2), threading.Lock()
    now, most, served = 0, 0, set()

    def work(number: int) -> None:
        nonlocal now, most
        with line.turn():
            with lock:
                now += 1
                most = max(most, now)
            threading.Event().wait(0.005)
            with lock:
                now -= 1
                served.add(number)

    for thread in in_threads(20, work):
        thread.join(PATIENCE)
    assert served == set(range(20))
    assert most == 2


def test_a_run_that_breaks_off_gives_its_turn_back() -> None:
    line = Turns(1)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="the reader went on"), line.turn():
            raise RuntimeError("the reader went on")
        with pytest.raises(RuntimeError, match="the reader went on"), line.turn(), line.aside():
            raise RuntimeError("the reader went on")
    got = threading.Event()

    def work(_: int) -> None:
        with line.turn():
            got.set()

    in_threads(1, work)
    assert got.wait(PATIENCE), "the turn was not given back"


def test_what_takes_long_keeps_nobody_waiting() -> None:
    line, other, done = Turns(1), threading.Event(), threading.Event()

    def quick(_: int) -> None:
        with line.turn():
            other.set()

    def slow(_: int) -> None:
        with line.turn():
            with line.aside():
                in_threads(1, quick)
                assert other.wait(PATIENCE)
            done.set()

    in_threads(1, slow)
    assert done.wait(PATIENCE), "the others wait for what takes long"


def test_without_a_turn_nothing_is_given_back() -> None:
    line = Turns(1)
    with line.aside():
        pass
    with line.turn():  # were one given back before, two could be in here
        inside = threading.Event()

        def work(_: int) -> None:
            with line.turn():
                inside.set()

        in_threads(1, work)
        assert not inside.wait(0.2)
    assert inside.wait(PATIENCE)


def test_each_page_runs_within_a_turn_and_its_own_t_sne_steps_aside(
    monkeypatch: pytest.MonkeyPatch, warm: None
) -> None:
    line = Turns(1)
    seen: list[str] = []
    take, give = line._take, line._give
    monkeypatch.setattr(line, "_take", lambda: (take(), seen.append("took"))[0])
    monkeypatch.setattr(line, "_give", lambda: (seen.append("gave"), give())[1])
    monkeypatch.setattr(turns, "TURNS", line)
    monkeypatch.setattr(loaders, "TURNS", line)
    loaders._remembered.clear()
    app = AppTest.from_file(str(ROOT / "pages" / "frame.py"), default_timeout=60)
    app.run()
    assert not app.exception
    assert seen == ["took", "gave"]
    seen.clear()
    with line.turn():
        words = WordSet("mine", "Mine", {"animals": ("cat", "dog", "wolf", "fox", "lion", "tiger", "bear", "deer")})
        loaders.projected(loaders.space(), words, "tsne", perplexity=2, seed=1)
    assert seen == ["took", "gave", "took", "gave"]
