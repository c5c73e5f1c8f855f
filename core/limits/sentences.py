"""What the limits page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.limits.averages import Board, Difference, Ways
from core.limits.words import KINDS, Both, Hop, Ranking, Share, Syllogism
from core.text import listed, percent, safe, shown_share

EXACT = 5e-7  # below this a number reads as 0.000000


def named(words: Sequence[str], most: int = 6) -> str:
    """Return some words as a sentence lists them."""
    shown = listed([safe(word) for word in words[:most]])
    return shown + (f" and {len(words) - most} more" if len(words) > most else "")


def about_ways(found: Ways, n_typed: int) -> str:
    """Say where different orders of the same words end, and where the second sentence does.

    ``n_typed`` of the ways are sentences that were typed, the others shuffles of the first.
    """
    first, text = found.sentences[0], ""
    if n_typed > 1:
        second = found.sentences[1]
        text = f"The averages of the two sentences have cosine **{found.cosines[1]:.6f}** and lie {found.apart[1]:.6f} "
        if first.words == second.words:
            text += "apart: to this space they are the same words in the same order. "
        elif sorted(first.words) == sorted(second.words):
            text += "apart: the same words in another order, so another road to the same place. "
        else:
            text += "apart: they do not hold the same words, so they need not end at one place. "
    shuffles = len(found.sentences) - n_typed
    if shuffles and len(set(first.words)) > 1:
        ended = "A shuffle of the first ends" if shuffles == 1 else f"{shuffles} shuffles of the first end"
        text += f"{ended} {found.apart[n_typed:].max():.6f} from it at most. "
    elif shuffles:
        text += "With one word, whatever its number, there is nothing to shuffle. "
    orders = count_orders(first.words)
    if orders > 1:
        text += f"Its {len(first.words)} words can stand in {orders:,} orders; all have this one average. "
    return text + f"The flat picture holds {percent(found.held)} of the steps’ squared lengths; the numbers, all."


def count_orders(words: Sequence[str]) -> int:
    """Return in how many different orders some words can stand."""
    return math.factorial(len(words)) // math.prod(map(math.factorial, Counter(words).values()))


def about_difference(found: Difference, other: float | None) -> str:
    """Say what the sums differ by, how near the averages are, and how near a paraphrase is (NaN or None: unknown)."""
    if not found.more and not found.fewer:
        text = "To this space the two sentences are the same words, so nothing tells them apart: "
    else:
        parts = [
            f"{sign} the vector{'s' * (len(words) > 1)} of {named(words)}"
            for sign, words in (("plus", found.more), ("minus", found.fewer))
            if words
        ]
        text = (
            f"The sum of the second is that of the first {' '.join(parts)}; what is left over has length "
            f"**{found.left:.6f}**. "
        )
        a, b = len(found.first.words), len(found.second.words)
        if a != b:
            text += f"An average divides by the number of words as well, {a} and {b}. "
    text += f"The averages have cosine **{found.cosine:.3f}**"
    if other is None or math.isnan(other):
        return text + "."
    nearer = "farther away" if other < found.cosine - EXACT else "nearer" if other > found.cosine + EXACT else "as near"
    return text + f"; the paraphrase is {nearer}, at **{other:.3f}**."


def about_ranking(found: Ranking) -> str:
    """Say how often opposites are nearer than synonyms, and name the extremes."""
    if not found.pairs:
        return "There is no pair to rank."
    top, last = found.pairs[0], found.pairs[-1]
    text = (
        f"Nearest are *{safe(top.first)}* and *{safe(top.second)}*, {top.kind}, at **{top.cosine:.2f}**; farthest "
        f"*{safe(last.first)}* and *{safe(last.second)}*, {last.kind}, at {last.cosine:.2f}. "
    )
    if math.isnan(found.nearer):
        return text + "With one kind alone there is nothing to compare."
    means = [np.mean([pair.cosine for pair in found.pairs if pair.kind == kind]) for kind in KINDS]
    text += (
        f"Take one pair of opposites and one of synonyms at random: the opposites are nearer in "
        f"**{percent(found.nearer)}** of cases (means {means[0]:.2f} and {means[1]:.2f}). "
    )
    if found.nearer > 0.05:
        return text + "A cosine that told them apart would give 0 %."
    return text + "Here the cosine does tell most of them apart."


def about_both(found: Both) -> str:
    """Say that the cosine is the same both ways, that the shares are not, and where their difference comes from."""
    there, back = found.there, found.back
    a, b = safe(there.word), safe(there.other)
    text = f"From *{a}* to *{b}* and from *{b}* to *{a}* the cosine is the same, **{found.cosine:.3f}**. "
    if there.word == there.other:
        return text + "One word twice is no pair: type another."
    if math.isnan(there.value) or math.isnan(back.value):
        return text + f"How often *{a}* and *{b}* stand together is not among our counts."
    large, small = max(there.value, back.value), min(there.value, back.value)
    n, m = found.occurrences
    text += (
        f"In the text it is not: of what stands near *{a}*, **{shown_share(there.value)}** is *{b}*; of what stands "
        f"near *{b}*, **{shown_share(back.value)}** is *{a}*. One is {large / small:.1f} times the other, because "
        f"*{a}* stands {n:,} times in the text and *{b}* {m:,} times; the count of the pair is one number. Neither "
        "share says which of the two is the cause."
    )
    guessed = [safe(one.word) for one in (there, back) if one.estimated]
    if guessed:
        text += f" The total around {listed(guessed)} is estimated from how often it stands in the text."
    return text


def about_missing(share: Share) -> str:
    """Say that no count ships for a pair, and what can be done."""
    return (
        f"Our counts say nothing of {named([share.word, share.other])} together: neither has a row that ships with the "
        "other in it. Rows ship for common words, function words left out, without their rarest company. Take two "
        "commoner words."
    )


def shown(value: float) -> str:
    """Return a cosine with two decimals and a true minus sign."""
    return f"{value:.2f}".replace("-", "−")


def about_syllogism(found: Syllogism, other: Syllogism | None) -> str:
    """Say what two cosines leave open of a third, and how another member of the group compares."""
    member, group, what = (safe(word) for word in (found.member, found.group, found.property))
    text = (
        f"The cosine of *{member}* and *{group}* is {shown(found.of_group)}, that of *{group}* and *{what}* "
        f"{shown(found.of_property)}. These two allow the third anything from **{shown(found.low)}** to "
        f"**{shown(found.high)}**; it is **{shown(found.third)}**. "
    )
    if other is None or other.member == found.member:
        return text + "None of the numbers is a true or a false."
    more, less = sorted((found, other), key=lambda one: -one.third)
    return text + (
        f"*{safe(more.member)}* is nearer to *{what}* than *{safe(less.member)}* is ({shown(more.third)}, "
        f"{shown(less.third)}). Whether that is also what is true, you know; the numbers do not: a cosine says how "
        "alike the company of two words is."
    )


def about_walk(walk: Sequence[Hop], within: Sequence[int], n_words: int) -> str:
    """Say how far the walk has come, what it met, and how many words lie within a few hops of its start."""
    met = {near.word for hop in walk for near in hop.near} | {hop.word for hop in walk}
    start, now = walk[0], walk[-1]
    text = ""
    if len(walk) > 1:
        text = (
            f"{len(walk) - 1} hop{'s' * (len(walk) > 2)} from *{safe(start.word)}* you stand at *{safe(now.word)}* "
            f"and have met **{len(met)} words**. "
        )
    near = ", ".join(f"*{safe(item.word)}* ({item.cosine:.2f})" for item in now.near[:3])
    text += f"Nearest to *{safe(now.word)}*: {near}. "
    counted = ", ".join(f"{count:,} within {i} hop{'s' * (i > 1)}" for i, count in enumerate(within, 1))
    return text + (
        f"From *{safe(start.word)}* you reach {counted}, of {n_words:,} in all. Each is a word: no road leads to "
        "anything that could be seen, heard or touched."
    )


def about_shared(found: Board) -> str:
    """Say how many pairs that differ in meaning have cosine 1, what the others have, and why."""
    rest = found.cosines[found.cosines <= 1 - EXACT]
    low, high = (f"{float(value):.3f}" for value in (rest.min(initial=1), rest.max(initial=-1)))
    others = "" if not len(rest) else f", the other {low}" if len(rest) == 1 else f", the others {low} to {high}"
    return (
        f"{len(found.pairs) - len(rest)} of {len(found.pairs)} pairs that differ in meaning have cosine "
        f"**1.000000**{others}. A sum forgets who did what to whom, for every word brings the same vector wherever it "
        "stands, and every vector has the same say. And no weighing of words by words leads out of the text: that "
        "limit stays."
    )


def about_context(word: str, cosine: float) -> str:
    """Say how alike a word's contextual vectors are in two sentences of the same words."""
    apart = "no longer one" if cosine < 1 - EXACT else "one still"
    return (
        f"With learned weights on the Context page, *{safe(word)}* has cosine **{cosine:.3f}** with itself between "
        f"the first two sentences: {apart}."
    )


def about_board(found: Board, threshold: float) -> str:
    """Say how many pairs pass at the threshold, which fail, and what the best threshold would do."""
    n = len(found.pairs)
    if not n:
        return "There is no pair on the board that this space can compare."
    passed = int(found.passed.sum())
    same = np.array([pair.same for pair in found.pairs])
    text = f"At a threshold of {threshold:.2f}, **{passed} of {n}** pairs pass. "
    if same.all() or not same.any():
        return text + "With one kind of pair alone any threshold beyond them would do: add the other kind."
    fooled = float(np.mean(found.cosines[~same] > found.cosines[same].max()))
    text += (
        f"Pairs that differ in meaning have cosine {found.cosines[~same].mean():.2f} on average, those that mean the "
        f"same {found.cosines[same].mean():.2f}; {percent(fooled)} of those that differ are nearer than any that mean "
        "the same. "
    )
    if found.most == n:
        return text + f"A threshold of {found.best:.2f} gets all of these right."
    every = "different" if found.best > 1 else "the same"
    where = f"at {found.best:.2f}" if -1 < found.best <= 1 else f"which calls every pair {every}"
    return text + f"No threshold gets all right: the best, {where}, gets {found.most}."
