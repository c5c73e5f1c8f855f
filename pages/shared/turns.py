"""Runs of pages take turns: two at a time compute, the others wait in line.

Streamlit runs the page of each session in a thread of its own, all at the same moment. Fifty threads that compute
fight for the one lock of Python, and the thread that sends the answers fights with them: with fifty sessions on two
cores the slowest answers took five times as long as they do in line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore, local

AT_ONCE = 2  # while NumPy works for one without the lock, Python can for the other; a third only slows both


class Turns:
    """A line in which threads wait for their turn, the first that came first.

    Parameters
    ----------
    at_once : int
        How many have their turn at the same time.
    """

    def __init__(self, at_once: int) -> None:
        self._free = Semaphore(at_once)
        self._mine = local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and have it."""
        self._take()
        try:
            yield
        finally:
            self._give()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Step aside for as long as something takes that the others should not wait for; without a turn, just do it."""
        if not getattr(self._mine, "turn", False):
            yield
            return
        self._give()
        try:
            yield
        finally:
            self._take()

    def _take(self) -> None:
        self._free.acquire()
        self._mine.turn = True

    def _give(self) -> None:
        self._mine.turn = False
        self._free.release()


TURNS = Turns(AT_ONCE)
