"""What the drift page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.counts.senses import Labels, Score
from core.drift.laws import explain, span_cosine
from core.drift.material import FEWEST
from core.drift.nearby import Curves, Nearby, tipping
from core.drift.path import Drift
from core.drift.pulls import Pulls, Split, Tellers, WindowWord
from core.drift.scene import Scene
from core.spaces.space import cosine
from core.text import listed, percent, whole_percents

FEW = 100  # labelled occurrences below which a sense's row owes much to chance
MANY_TIMES = 30  # as often as a word occurs for each labelled occurrence of a sense, before its row is scaled up far
SHORT = 0.1  # of the senses' own length: a vector that short has learned next to nothing
TIE = 0.02  # of the vector's length: laws nearer to each other than this are as far off


def shares_said(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return proportions in words: "60 % *finance* and 40 % *river*"."""
    return listed([f"{whole} % *{name}*" for name, whole in zip(names, whole_percents(shares), strict=True)], mark="")


def shares_listed(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return proportions as a list: "finance 60 %, river 40 %"."""
    return ", ".join(f"{name} {whole} %" for name, whole in zip(names, whole_percents(shares), strict=True))


def made_of(names: Sequence[str], coefficients: Sequence[float]) -> str:
    """Return a vector as a sum of senses: "0.76 *finance* + 0.58 *river*"."""
    terms = [f"{round(float(value), 2) + 0.0:.2f} *{name}*" for value, name in zip(coefficients, names, strict=True)]
    return " + ".join(terms).replace("+ -", "− ")


def about_scene(scene: Scene) -> list[str]:
    """Say what the figure of a drift shows."""
    way, spot, near = scene.way, scene.spot, scene.near
    trained = ""
    if scene.own is None:
        trained = about_recovery(way, list(map(cosine, scene.trained, way.senses)))
    elif scene.corpus is not None:
        trained = about_own(way, scene.own, scene.corpus)
    return [
        about_nearest(spot, scene.spot_near),
        about_spot(spot),
        about_tipping(way, tipping(way, near), near),
        about_laws(way),
        about_plane(scene.plane.held(way.senses), len(way.names)),
        trained,
        "" if scene.labels is None else f"\n\n{about_labels(scene.labels)}",
    ]


def about_mixture(spot: Drift) -> str:
    """Return the numbers of the proportions chosen, a line each."""
    mixed = f"With {shares_said(spot.names, spot.proportions[0].tolist())}:"
    made = f"**{made_of(spot.names, spot.coefficients[0].tolist())}**, cosine {span_cosine(spot.residual)[0]:.2f}"
    return "  \n".join([mixed, made, *(f"{law.name} off by **{100 * law.off[0]:.0f} %**" for law in spot.laws)])


def about_nearest(spot: Drift, near: Nearby) -> str:
    """Say to which senses the nearest words belong at the chosen proportions: what strikes first."""
    lengths = np.linalg.norm(spot.senses, axis=1)
    if float(np.linalg.norm(spot.vectors[0])) < SHORT * float(lengths.mean()):
        return f"So little text hardly moves “{spot.word}” from nothing, and what is nearest to it is **chance**."
    shares = near.shares(len(spot.names))[0]
    counts = [round(float(share) * near.k) for share in shares]
    mixed = shares_said(spot.names, spot.proportions[0].tolist())
    present = [i for i, share in enumerate(spot.proportions[0]) if share > 0]
    silent = [spot.names[i] for i in present if not counts[i]]
    if len(present) > 1 and silent:
        return f"With {mixed}, **none of its {near.k} nearest words tells of {listed(silent, mark='**')}**."
    owners = [
        f"{count} belong{'s' if count == 1 else ''} to *{name}*"
        for count, name in zip(counts, spot.names, strict=True)
        if count
    ]
    return f"With {mixed}, of its {near.k} nearest words {listed(owners, mark='')}."


def about_spot(spot: Drift) -> str:
    """Say what the word's vector is made of at the chosen proportions."""
    made = made_of(spot.names, spot.coefficients[0].tolist())
    return (
        f"Training puts “{spot.word}” at **{made}** (these need not sum to 1), which has cosine "
        f"{span_cosine(spot.residual)[0]:.2f} with the vector itself."
    )


def about_tipping(drift: Drift, tip: float | None, near: Nearby) -> str:
    """Say where the neighbourhood changes hands; of more than two senses, how the way goes."""
    if len(drift.names) != 2:
        return f"The way leads from *{drift.names[0]}* over each other sense in turn, and ends at an even mix."
    first, second = drift.names
    shares = near.shares(2)
    if tip is None:
        if shares[-1, 1] > 0.5:
            return f"Most of its nearest words belong to *{second}* at every share."
        return f"Where *{second}* is alone, most of its nearest words do not belong to it."
    text = f"Its neighbourhood tips from *{first}* to *{second}* at **{percent(tip)}**"
    gone = shares[:, 1] == 0
    if gone.any() and not gone.all():
        last = float(drift.proportions[np.flatnonzero(gone)[-1], 1])
        if last > 0:
            text += f"; up to {percent(last)}, none of the ten nearest words tells that *{second}* is there"
    return text + "."


def about_laws(drift: Drift) -> str:
    """Say which law is nearer to what training does."""
    (least, nearer), (most, farther) = sorted((float(law.off.mean()), law.name) for law in drift.laws)
    if most - least < TIE:
        linear = float(drift.laws[0].off.mean())
        return f"Over the way, both laws are about as far off: {percent(_whole(linear))} of the vector’s length."
    return (
        f"Over the way the **{nearer}** is nearer: off by {percent(_whole(least))} of the vector’s length "
        f"on average, the {farther} by {percent(_whole(most))}."
    )


def about_minor(drift: Drift) -> str:
    """Say how the second of two senses fares where it is rare, and where it vanishes."""
    if len(drift.names) != 2:
        return f"At the even mix the vector is {made_of(drift.names, drift.coefficients[-1].tolist())}."
    at = drift.frame_at((0.8, 0.2))
    found, share = float(drift.coefficients[at, 1]), float(drift.proportions[at, 1])
    side = "more than" if found > share + 0.005 else "less than" if found < share - 0.005 else "just"
    text = f"At {percent(share)} of *{drift.names[1]}* its coefficient is {found:.2f}, {side} its share"
    low = drift.coefficients[1:-1, 1] < 0.05
    if low.any():
        text += f"; it vanishes (below 0.05) up to {percent(float(drift.proportions[1:-1][low][-1, 1]))}"
    return text + "."


def about_own(drift: Drift, own: np.ndarray, corpus: Drift) -> str:
    """Say how the word's own trained vector stands to its senses, and to our mix of them."""
    coefficients, residual = explain(own[None], drift.senses)
    return (
        f"The star is “{drift.word}” as trained on our text, {made_of(drift.names, coefficients[0].tolist())}; it "
        f"has cosine {span_cosine(residual)[0]:.2f} with what its senses span and "
        f"{cosine(own, corpus.vectors[0]):.2f} with the triangle, our mix of the labelled senses at their estimated "
        "shares."
    )


def about_plane(held: float, n: int) -> str:
    """Say how much of the senses' spread a flat picture of more than three holds."""
    if n <= 3:
        return ""
    return f"The picture is flat and holds {percent(_whole(held))} of the spread of {n} senses."


def about_labels(labels: Labels) -> str:
    """Say how the senses were told apart in the text, and how far that can be trusted."""
    n = labels.occurrences - labels.dropped
    found = ", ".join(f"{number:,} *{name}*" for name, number in labels.labelled.items())
    text = f"Of {labels.occurrences:,} occurrences {n:,} were clear enough to label: {found}; the others are left out. "
    if labels.test_set:
        text += (
            f"Labels are right **{percent(labels.right / labels.judged)}** of the time on {labels.judged:,} "
            f"labelled sentences of {labels.test_set}: "
        )
        text += "; ".join(_scored(name, score) for name, score in labels.scores.items())
        unseen = [name for name in labels.labelled if name not in labels.scores]
        text += f" ({listed(unseen, mark='**')} not measured)." if unseen else "."
    else:
        text += "How often labels are right is not measured for this word: no public set at hand has it."
    raw = [number / max(n, 1) for number in labels.labelled.values()]
    estimated = list(labels.shares.values())
    if max(abs(a - b) for a, b in zip(raw, estimated, strict=True)) > 0.01:
        text += (
            " Corrected for how often labels of each sense are right and how many they miss, the shares in our text "
            f"are estimated at {shares_said(list(labels.labelled), estimated)}."
        )
    few = [name for name, number in labels.labelled.items() if FEWEST <= number < FEW]
    scaled = [
        name for name, number in labels.labelled.items() if number >= FEW and labels.occurrences > MANY_TIMES * number
    ]
    if few:
        rests = "rests" if len(few) == 1 else "rest"
        text += f" {listed(few, mark='**')} {rests} on fewer than {FEW} occurrences: take it with care."
    if scaled:
        stands = "stands" if len(scaled) == 1 else "stand"
        text += (
            f" {listed(scaled, mark='**')} {stands} for less than a {MANY_TIMES}th of the word: where the sense is "
            "alone its few contexts are scaled up far."
        )
    return text


def _scored(name: str, score: Score) -> str:
    right = "never named" if score.precision is None else f"{percent(score.precision)} of {score.labelled} right"
    return f"*{name}* {right}, {percent(score.coverage)} of {score.n} found"


def about_recovery(drift: Drift, cosines: Sequence[float]) -> str:
    """Say whether the two words of a pseudoword come out again where each is alone."""
    first, second = drift.names
    return (
        f"Where each is alone, the merged word has cosine {cosines[0]:.2f} with “{first}” and {cosines[1]:.2f} with "
        f"“{second}” as they were trained."
    )


def about_company(drift: Drift, near: Nearby) -> str:
    """Say how many words are among the nearest on the way, and which of them stays longest."""
    owned = [f"{int((near.belongs == i).sum())} belong to *{name}*" for i, name in enumerate(drift.names)]
    steps = (near.ranks > 0).sum(axis=0)
    longest = int(steps.argmax())
    return (
        f"On the way {len(near.words)} words are at some time among the {near.k} nearest: {listed(owned, mark='')}. "
        f"“{near.words[longest]}” stays longest, for {int(steps[longest])} of {len(near.ranks)} steps."
    )


def about_curves(drift: Drift, found: Curves) -> str:
    """Say from where to where the cosines go."""
    first, last = found.cosines[[0, -1]]
    ends = [f"with “{word}” from {a:.2f} to {b:.2f}" for word, a, b in zip(found.words, first, last, strict=True)]
    return f"From the first step to the last, the cosine of “{drift.word}” goes {listed(ends, mark='')}."


def about_split(found: Tellers, parts: Split) -> str:
    """Say how much of the longest bar comes from which sense."""
    longest = int(parts.counts.sum(axis=0).argmax())
    made = [f"{count:,.0f} from *{name}*" for count, name in zip(parts.counts[:, longest], found.names, strict=True)]
    return f"The longest bar is that of “{found.words[longest]}”: {listed(made, mark='')}."


def about_pulls(words: Sequence[str], found: Pulls, alone: Pulls) -> str:
    """Say how well the one vector serves these contexts, beside how well each sense's own vector does."""
    asked = ~np.isnan(found.targets)
    if not asked.any():
        return "None of these contexts has a count at these shares, so nothing is asked of the vector."
    here = float((found.targets - found.given)[asked].mean())
    there = float(np.nanmean(alone.targets - alone.given))
    change = float((found.given - alone.given)[asked].mean())
    text = (
        f"On average these contexts ask for {here:.2f} more than the one vector gives; each where its own sense is "
        f"alone, {there:.2f} more"
    )
    text += (
        ". So a hundred numbers fall short of such telling counts anyhow, and mixing the senses does not widen the gap"
        if here <= there + 0.05
        else ". So mixing the senses widens the gap"
    )
    moves = "falls" if change < 0 else "rises"
    text += f": what it gives them {moves} by {abs(change):.2f} from there to here, as what they ask for does."
    missing = int((~asked).sum())
    return text + (f" {missing} of these contexts have no count here and ask for nothing." if missing else "")


def about_window(words: Sequence[WindowWord], target: int) -> str:
    """Say how much of a sentence skip-gram trains on."""
    others = [found for i, found in enumerate(words) if i != target]
    if not others:
        return "The sentence has no other word."
    kept = sum(found.weight for found in others)
    best = max(others, key=lambda found: found.weight)
    gone = sum(found.weight < 0.1 for found in others)
    return (
        f"Of the {len(others)} other words, one reading trains on {kept:.1f} on average; most often on "
        f"“{best.word}” ({percent(round(best.weight, 2))}). {gone} of them are as good as thrown away (below 10 %)."
    )


def _whole(share: float) -> float:
    return round(share, 2)
