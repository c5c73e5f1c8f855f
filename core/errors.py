"""The errors that a page turns into help. Each carries what the help needs, not only a message."""

from __future__ import annotations

from collections.abc import Sequence


class SenseDriftError(Exception):
    """Base of every error that the reader can do something about."""


class UnknownWord(SenseDriftError):
    """A word has no row in the space.

    Attributes
    ----------
    word : str
        The word as it was asked for.
    n_words : int
        How many words the space holds.
    suggestions : tuple of str
        The nearest spellings that the space does hold, best first; may be empty.
    """

    def __init__(self, word: str, space: str, n_words: int, suggestions: Sequence[str] = ()) -> None:
        self.word = word
        self.space = space
        self.n_words = n_words
        self.suggestions = tuple(suggestions)
        hint = f"; nearest spellings: {', '.join(self.suggestions)}" if self.suggestions else ""
        shown = word if len(word) <= 40 else word[:39] + "…"
        super().__init__(f"{shown!r} is not among the {n_words:,} words of {space}{hint}")


class TooFewCounts(SenseDriftError):
    """A row has no count large enough to be trained on."""


class NoContext(SenseDriftError):
    """No word around the target has a vector, so there is nothing to weigh.

    Attributes
    ----------
    word : str
        The target.
    """

    def __init__(self, word: str) -> None:
        self.word = word
        shown = word if len(word) <= 40 else word[:39] + "…"
        super().__init__(f"no known word stands with {shown!r}, so there is nothing to weigh")


class AssetProblem(SenseDriftError):
    """A file in ``assets/`` is missing or is not the file that the manifest describes.

    Attributes
    ----------
    file : str
        Its name, relative to ``assets/``.
    command : str
        The command that builds it again, or "" when the manifest itself cannot be read.
    """

    def __init__(self, file: str, problem: str, command: str) -> None:
        self.file = file
        self.problem = problem
        self.command = command
        super().__init__(f"assets/{file} {problem}")
