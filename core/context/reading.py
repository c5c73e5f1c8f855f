"""Reading what a person typed: a sentence around the word in question, and senses of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.counts.senses import Sense, SenseWord
from core.spaces.space import Space
from core.text import quoted, split_words, visible

MAX_SENSES = 4
MAX_NAME = 30  # characters of a sense's name


@dataclass(frozen=True)
class Window:
    """The tokens that stand around a target.

    Attributes
    ----------
    tokens : tuple of str
        A reader's sentence, with those that were added on either side.
    own : range
        Which of them are the reader's own.
    target : int or None
        Which of all tokens the others are weighed for; None when there is none.
    struck : tuple of int
        Which have no say.
    """

    tokens: tuple[str, ...]
    own: range
    target: int | None
    struck: tuple[int, ...] = ()

    @property
    def word(self) -> str:
        """The target's type, or ""."""
        return "" if self.target is None else self.tokens[self.target]

    @property
    def alone(self) -> Window:
        """The sentence without what was added."""
        start = self.own.start
        return Window(
            self.tokens[start : self.own.stop],
            range(len(self.own)),
            None if self.target is None else self.target - start,
            tuple(place - start for place in self.struck),
        )

    def between(self, before: Sequence[str], after: Sequence[str]) -> Window:
        """Return the sentence with other tokens on either side."""
        start = len(before)
        return Window(
            (*before, *self.tokens, *after),
            range(start, start + len(self.tokens)),
            None if self.target is None else start + self.target,
            tuple(start + place for place in self.struck),
        )


def labelled(tokens: Sequence[str]) -> list[str]:
    """Return a name for each token that no other has: "bank", then "bank~2"."""
    seen: dict[str, int] = {}
    names = []
    for token in tokens:
        seen[token] = seen.get(token, 0) + 1
        names.append(token if seen[token] == 1 else f"{token}~{seen[token]}")
    return names


def likely_target(tokens: Sequence[str], ambiguous: Collection[str], ranks: Mapping[str, int]) -> int | None:
    """Return which token a sentence is most likely about; None for an empty one.

    Parameters
    ----------
    tokens : sequence of str
        The sentence.
    ambiguous : collection of str
        Words of several senses: the first of them is taken.
    ranks : dict of str to int
        Words by their rank, the most frequent first: else the rarest is taken, or the first token when none is known.
    """
    first = next((place for place, token in enumerate(tokens) if token in ambiguous), None)
    if first is not None or not tokens:
        return first
    return max(range(len(tokens)), key=lambda place: ranks.get(tokens[place], -1))


def read_senses(word: str, typed: str, known: Space) -> tuple[SenseWord | None, list[str]]:
    """Return senses typed as *name: words; name: words*, or None where they are none, and what to say of them.

    Parameters
    ----------
    word : str
        Whose senses; it tells nothing of itself.
    typed : str
        As it was typed.
    known : Space
        Words that it does not hold are left out.
    """
    named: dict[str, Sense] = {}
    notices, n_named = [], 0
    for part in filter(lambda part: visible(part).strip(), typed.split(";")):
        title, _, cues = part.partition(":")
        name = visible(title).strip()[:MAX_NAME]
        words = [cue for cue in dict.fromkeys(split_words(cues)) if cue != word]
        held, missing = [cue for cue in words if cue in known], [cue for cue in words if cue not in known]
        if missing:
            notices.append(
                f"Left out of {quoted(name)}, for {known.title} does not hold them: {', '.join(map(quoted, missing))}."
            )
        if name and held:
            named[name] = Sense(name, "", tuple(held), ())
            n_named += 1
        elif name and not missing:
            notices.append(f"The sense {quoted(name)} needs words after a colon, as in *money: loan, cash*.")
    if len(named) < n_named:
        notices.append("Of senses with the same name the last one counts.")
    if len(named) > MAX_SENSES:
        notices.append(f"Up to {MAX_SENSES} senses are told apart; the first {MAX_SENSES} are.")
    if len(named) < 2:
        return None, [*notices, "Two senses at least are needed: *name: words; name: words*."]
    return SenseWord(word, tuple(named.values())[:MAX_SENSES]), notices
