"""One sentence of a reader's: the contextual vectors of its word, and what could not be weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.context.reading import Window
from core.context.weights import SCHEMES, ContextModel, ContextualVector
from core.errors import NoContext
from core.text import shortened


@dataclass(frozen=True, eq=False)
class Occurrence:
    """A sentence of the reader's, and the contextual vectors of its word.

    Attributes
    ----------
    number : int
        Which sentence, from 1.
    window : Window
        Its words.
    contexts : dict of str to ContextualVector
        By scheme; empty when there is nothing to weigh.
    before : dict of str to ContextualVector
        The same before a sentence was added, if one was.
    notices : list of str
        What has to be said, as plain text.
    """

    number: int
    window: Window
    contexts: Mapping[str, ContextualVector] = field(default_factory=dict, repr=False)
    before: Mapping[str, ContextualVector] = field(default_factory=dict, repr=False)
    notices: Sequence[str] = ()


def occurrence(model: ContextModel, number: int, window: Window, temperature: float = 1.0) -> Occurrence:
    """Weigh a sentence under every scheme, and say what could not be."""
    word, notices = window.word, []
    if window.target is None:
        return Occurrence(number, window, notices=[f"There is no word in sentence {number}. Type some letters."])
    alone = len(window.own) == 1
    if alone:
        notices.append(f"Sentence {number} is one word alone, so nothing stands around it. Type some more.")
    if (times := window.alone.tokens.count(word)) > 1:
        notices.append(
            f"{_mentioned([word])} stands {times} times in sentence {number}; click another to weigh for that one. "
            "None of them counts for another."
        )
    contexts = _weighed(model, window, temperature)
    if not contexts:
        left = f"No word that we know is left beside {_mentioned([word])} in sentence {number}: nothing to weigh."
        return Occurrence(number, window, notices=notices if alone else [*notices, left])
    before = _weighed(model, window.alone, temperature) if len(window.own) < len(window.tokens) else {}
    return Occurrence(number, window, contexts, before, notices + _strangers(model, window, contexts["uniform"].oov))


def _weighed(model: ContextModel, window: Window, temperature: float) -> dict[str, ContextualVector]:
    """Return a sentence's contextual vector under every scheme; none when there is nothing to weigh."""
    try:
        return {
            scheme: model.weigh(
                window.tokens, window.target or 0, scheme, temperature=temperature, struck=window.struck
            )
            for scheme in SCHEMES
        }
    except NoContext:
        return {}


def _strangers(model: ContextModel, window: Window, oov: Sequence[int]) -> list[str]:
    """Say what became of words that the space does not hold."""
    known, word = model.space, window.word
    unknown = [place for place in window.own if window.tokens[place] not in known and window.tokens[place] != word]
    silent = [window.tokens[place] for place in unknown if place not in oov]
    notices = [f"Left out, not in {known.title}: {_mentioned(silent)}."] if silent else []
    if oov:
        notices.append(f"Guessed from n-grams, not in {known.title}: {_mentioned([window.tokens[i] for i in oov])}.")
    if word not in known:
        notices.append(
            f"{_mentioned([word])} is not in {known.title}: it has no vector of its own, so the learned weights "
            "cannot ask what goes with it."
        )
    return notices


def _mentioned(words: Sequence[str]) -> str:
    """Return words as they were typed, each once."""
    return ", ".join(f"“{shortened(word)}”" for word in dict.fromkeys(words))
