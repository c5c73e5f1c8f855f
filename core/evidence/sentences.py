"""What the evidence page says it shows: sentences made from the measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.evidence.results import Measurement
from core.text import percent


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
        return "Nothing was measured yet."

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
    found = {(row.set, row.metric): row for row in rows}
    try:
        unknown = found["RW, a word unknown", "spearman, with n-grams"]
        together, zero = (
            found["RW, all pairs", metric] for metric in ("spearman, with n-grams", "spearman, unknown words at zero")
        )
        known, alone = (
            found["RW, both words known", metric] for metric in ("spearman, with n-grams", "spearman, n-grams alone")
        )
    except KeyError:
        return "Nothing was measured yet."
    values = [row.value for row in (unknown, together, zero, known, alone)]
    first, second, third, fourth, fifth = ("undefined" if value is None else f"{value:.2f}" for value in values)
    return (
        f"{unknown.n:,} of {together.n:,} pairs have a word that is not in the vocabulary. With a vector from "
        f"FastText's n-grams the correlation with people is **{first}**; over all pairs it is {second}, against "
        f"{third} with unknown words left at zero. Where both words are known, the n-grams alone come to "
        f"{fifth}, and with the words' own rows to {fourth}."
    )


def about_senses(rows: Sequence[Measurement]) -> str:
    """Say how well the rarest senses are told, by us and by others."""
    if not rows:
        return "Nothing was measured yet."
    smallest = sorted({(m.n, m.set) for m in rows})[:5]
    names = {set_ for _, set_ in smallest}

    def mean(system: str, among: Sequence[Measurement]) -> float:
        return float(np.mean([m.value for m in among if m.space == system and m.value is not None]))

    rare = [m for m in rows if m.set in names]
    text = "Overall accuracy hides the rare sense. "
    parts = [
        f"{system}: **{percent(mean(space, rare))}** on the five rarest senses, {percent(mean(space, rows))} on all"
        for space, system in (
            ("learned", "Learned weights"),
            ("BERT base, nearest neighbour", "BERT base"),
            ("fastText, own vectors, supervised", "fastText, supervised"),
        )
    ]
    return text + "; ".join(parts) + "."
