"""The claims that rest on :mod:`scripts.evaluate.subwords`."""

from __future__ import annotations

from collections.abc import Callable

from scripts.evaluate.lookup import Measured, Outcome

_TYPOS = "frequent words with one random edit"


def _typos_placed(found: Measured) -> Outcome:
    among = found.value("fasttext", _TYPOS, "intended word among ten nearest")
    nearest = found.value("fasttext", _TYPOS, "intended word is nearest")
    return Outcome(
        "N-grams find the intended word of a typo.",
        "of 1,000 frequent words with one random edit, the intended word is among the ten nearest at least half of the "
        "time",
        among >= 0.5,
        f"{among:.0%} among the ten nearest, {nearest:.0%} the nearest; spaces without n-grams find none",
        "Bojanowski et al. 2017, for words outside the vocabulary",
    )


def _typos_spelling(found: Measured) -> Outcome:
    ours = found.value("fasttext", _TYPOS, "intended word is nearest")
    plain = found.value("spelling alone", _TYPOS, "intended word is nearest")
    return Outcome(
        "For finding the intended word of a typo, n-grams do better than comparing letters.",
        "the intended word is the nearest more often than it is the first by number of edits, the commoner word first",
        ours > plain,
        f"{ours:.0%} against {plain:.0%}",
    )


def _scarce(found: Measured) -> Outcome:
    def gain(percent: int) -> float:
        set_ = f"RW, trained on {percent} %"
        return found.value("fasttext", set_, "spearman, unknown words by n-grams") - found.value(
            "skipgram", set_, "spearman, unknown words at zero"
        )

    gains = {percent: gain(percent) for percent in (1, 10, 100)}
    return Outcome(
        "The scarcer the text, the more n-grams help with rare words.",
        "FastText's lead over skip-gram on RW is larger with 1 % of the text than with 10 %, and larger there than "
        "with all of it",
        gains[1] > gains[10] > gains[100],
        ", ".join(f"{percent} %: {value:+.3f}" for percent, value in gains.items()),
        "Bojanowski et al. 2017, figure 1",
    )


def _scarce_common(found: Measured) -> Outcome:
    def pair(percent: int) -> tuple[float, float]:
        set_ = f"MEN, trained on {percent} %"
        return (
            found.value("fasttext", set_, "spearman, unknown words by n-grams"),
            found.value("skipgram", set_, "spearman, unknown words at zero"),
        )

    pairs = {percent: pair(percent) for percent in (1, 10, 100)}
    return Outcome(
        "With little text, n-grams help with common words too.",
        "with 1 % of the text FastText scores higher than skip-gram on MEN",
        pairs[1][0] > pairs[1][1],
        ", ".join(f"{percent} %: {ours:.3f} against {theirs:.3f}" for percent, (ours, theirs) in pairs.items()),
    )


def _example(found: Measured) -> Outcome:
    rank = found.value("fasttext", "enviroment, environment", "rank")
    return Outcome(
        "“enviroment” finds “environment” among its ten nearest words.",
        "its rank is at most 10",
        rank <= 10,
        f"rank {rank:.0f}",
        "the example of fastText's own documentation",
    )


CLAIMS: tuple[Callable[[Measured], Outcome], ...] = (_typos_placed, _typos_spelling, _scarce, _scarce_common, _example)
