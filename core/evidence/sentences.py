"""What the evidence page says it shows: sentences made from the measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.evidence.results import Measurement, Results
from core.evidence.scores import SYSTEMS, Scores
from core.spaces.meanings import MOST, MeaningLaw, Meanings
from core.text import percent

NOTHING = "Nothing was measured yet."
ONE_FILE = (
    "Everything on this page is read from one file that `scripts/evaluate` writes; a test measures part of it again "
    "and compares."
)


def about_results(results: Results) -> str:
    """Say how much was measured, and how many claims hold."""
    judged = [claim for claim in results.claims if claim.comparable]
    held = sum(claim.holds for claim in judged)
    return (
        f"{len(results.measurements):,} measurements, and {len(judged)} claims held against them: {held} hold, "
        f"{len(judged) - held} do not."
    )


def about(scores: Scores) -> str:
    """Say what a figure of measurements shows."""
    if scores.kind == "Rare words":
        return about_rare(scores.measurements)
    if scores.kind == "Senses":
        return about_senses(scores.measurements)
    return about_scores(scores.measurements, scores.titles, scores.names, shares=scores.shares)


def about_scores(
    rows: Sequence[Measurement], titles: Mapping[str, str], names: Mapping[str, str], *, shares: bool
) -> str:
    """Say which space is first on most sets, and on which set the spaces do best and worst."""
    sets: dict[str, dict[str, float]] = {}
    parts = any(": " in row.set for row in rows)  # totals of sections would count them twice
    for row in rows:
        if row.value is not None and row.coverage >= 0.25 and (not parts or ": " in row.set):
            sets.setdefault(row.set, {})[row.space] = row.value
    if not sets:
        return NOTHING

    def said(value: float) -> str:
        return percent(value) if shares else f"{value:.2f}"

    firsts = [max(scores, key=lambda space: scores[space]) for scores in sets.values()]
    most = max(dict.fromkeys(firsts), key=firsts.count)
    means = {name: sum(scores.values()) / len(scores) for name, scores in sets.items()}
    best, worst = max(means, key=lambda name: means[name]), min(means, key=lambda name: means[name])
    return (
        f"**{titles[most]}** is first in {firsts.count(most)} of {len(sets)} rows. The spaces do best on "
        f"*{names.get(best, best)}* ({said(means[best])} on average) and worst on *{names.get(worst, worst)}* "
        f"({said(means[worst])})."
    )


def about_rare(rows: Sequence[Measurement]) -> str:
    """Say what n-grams do for pairs with a word outside the vocabulary, and for the others."""
    measured = {(row.set, row.metric): row for row in rows}
    used = [
        measured.get((f"RW, {pairs}", f"spearman, {how}"))
        for pairs, how in (
            ("a word unknown", "with n-grams"),
            ("all pairs", "with n-grams"),
            ("all pairs", "unknown words at zero"),
            ("both words known", "with n-grams"),
            ("both words known", "n-grams alone"),
        )
    ]
    unknown, together = used[:2]
    if unknown is None or together is None or None in used:
        return NOTHING
    first, second, third, fourth, fifth = (
        "undefined" if row is None or row.value is None else f"{row.value:.2f}" for row in used
    )
    return (
        f"{unknown.n:,} of {together.n:,} pairs have a word that is not in the vocabulary. With a vector from "
        f"FastText's n-grams the correlation with people is **{first}**; over all pairs it is {second}, against "
        f"{third} with unknown words left at zero. Where both words are known, the n-grams alone come to "
        f"{fifth}, and with the words' own rows to {fourth}."
    )


def about_senses(rows: Sequence[Measurement]) -> str:
    """Say how well the rarest senses are told, by us and by others."""
    if not rows:
        return NOTHING
    smallest = sorted({(m.n, m.set) for m in rows})[:5]
    names = {set_ for _, set_ in smallest}

    def mean(system: str, among: Sequence[Measurement]) -> float:
        return float(np.mean([m.value for m in among if m.space == system and m.value is not None]))

    rare = [m for m in rows if m.set in names]
    parts = [
        f"{SYSTEMS[system]}: **{percent(mean(system, rare))}** on the five rarest senses, "
        f"{percent(mean(system, rows))} on all"
        for system in ("learned", "BERT base, nearest neighbour", "fastText, own vectors, supervised")
    ]
    text = "; ".join(parts)
    return f"Overall accuracy hides the rare sense. {text[0].upper()}{text[1:]}."


def about_meanings(meanings: Meanings, law: MeaningLaw) -> str:
    """Say how many senses the commonest words have, and rarer ones, and how the number grows with frequency."""
    first, last = meanings.senses[:1_000], meanings.senses[:MOST][-1_000:]
    return (
        f"Of the thousand most frequent words in the dictionary, **{percent(float((first > 1).mean()))}** have more "
        f"than one sense, {first.mean():.1f} on average; the thousand from rank {MOST - 1_000:,} on have "
        f"{last.mean():.1f}. Over the {MOST:,} most frequent, the number of senses grows with frequency to the power "
        f"of **{law.slope:.2f}**; Zipf (1945), with another dictionary and other counts, found about ½. The commonest "
        "words have the most meanings to put into one vector."
    )


def about_training(training: Mapping[str, Mapping[str, Any]]) -> str:
    """Say what the spaces were trained on."""
    return (
        f"Five spaces were trained on one text: {training['corpus']['tokens'] / 1e6:.0f} million words of English "
        f"Wikipedia and of books before 1930, {training['text']['n_words']:,} words of vocabulary, 100 dimensions. "
        "GloVe 6B is the published one, of 6 billion words."
    )
