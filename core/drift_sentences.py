"""What the drift page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.drift import Drift, angles
from core.nearby import Nearby
from core.pulls import Pulls, WindowWord
from core.senses import Labels
from core.sentences import percent

FEW = 100  # labelled occurrences below which a sense's row is mostly chance


def shares_said(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return proportions in words: "60 % *finance* and 40 % *river*"."""
    parts = [f"{100 * share:.0f} % *{name}*" for name, share in zip(names, shares, strict=True)]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + " and " + parts[-1]


def about_spot(spot: Drift, near: Nearby) -> str:
    """Say what the word's vector is made of at the chosen proportions, and to which senses its nearest words belong."""
    made = " + ".join(
        f"{value:.2f} *{name}*" for value, name in zip(spot.coefficients[0], spot.names, strict=True)
    ).replace("+ -", "− ")
    shares = near.shares(len(spot.names))[0]
    counts = [round(float(share) * near.k) for share in shares]
    owners = [f"{count} belong to *{name}*" for count, name in zip(counts, spot.names, strict=True) if count]
    nearest = f"Of its {near.k} nearest words " + " and ".join(owners).replace("1 belong", "1 belongs")
    if len(owners) == 1:
        nearest = f"All its {near.k} nearest words belong to {owners[0].split('to ')[1]}"
    return (
        f"With {shares_said(spot.names, spot.proportions[0].tolist())}, training puts “{spot.word}” at "
        f"**{made}**; {percent(float(spot.residual[0]))} of its length lies outside what these span. "
        f"{nearest}."
    )


def about_tipping(drift: Drift, tip: float | None, near: Nearby) -> str:
    """Say where the neighbourhood changes hands."""
    if len(drift.names) != 2:
        return ""
    first, second = drift.names
    shares = near.shares(2)
    if tip is None:
        if shares[-1, 1] > 0.5:
            return f"Most of its nearest words belong to *{second}* at every share."
        return f"Most of its nearest words never belong to *{second}*, not even where it is alone."
    text = f"Its neighbourhood tips from *{first}* to *{second}* at **{percent(tip)}**"
    gone = shares[:, 1] == 0
    if gone.any() and not gone.all():
        last = float(drift.proportions[np.flatnonzero(gone)[-1], 1])
        if last > 0:
            text += f"; up to {percent(last)}, none of the ten nearest words tells that *{second}* is there"
    return text + "."


def about_laws(drift: Drift) -> str:
    """Say which law is nearer to what training does, and how the rarer of two senses fares."""
    linear, log = (float(angles(drift.vectors, law).mean()) for law in (drift.linear, drift.log_law))
    nearer, farther = ("the linear average", "the log law") if linear < log else ("the log law", "the linear average")
    text = (
        f"Over the way, {nearer} is nearer to the trained vector: **{min(linear, log):.0f}°** off on average, "
        f"{farther} {max(linear, log):.0f}°"
        if round(linear) != round(log)
        else f"Over the way, both laws are about as far off: {linear:.0f}° on average"
    )
    if len(drift.names) != 2:
        return text + "."
    at = int(np.abs(drift.proportions[:, 1] - 0.2).argmin())
    found, share = float(drift.coefficients[at, 1]), float(drift.proportions[at, 1])
    side = "more" if found > share + 0.005 else "less" if found < share - 0.005 else "just as much"
    compared = f"{side} than its share" if side != "just as much" else "just its share"
    text += f". At {percent(share)} of *{drift.names[1]}* its coefficient is {found:.2f}, {compared}"
    low = drift.coefficients[1:-1, 1] < 0.05
    if low.any():
        text += f"; it vanishes (below 0.05) up to {percent(float(drift.proportions[1:-1][low][-1, 1]))}"
    return text + "."


def about_own(drift: Drift, coefficients: np.ndarray, residual: float, cosine: float) -> str:
    """Say how the word's own trained vector stands to its senses."""
    made = " + ".join(f"{value:.2f} *{name}*" for value, name in zip(coefficients, drift.names, strict=True))
    return (
        f"The star is “{drift.word}” as it was trained on the untouched text: {made.replace('+ -', '− ')}, with cosine "
        f"{np.sqrt(max(0.0, 1 - residual**2)):.2f} to their span and {cosine:.2f} to the row solved at the shares "
        "that the labels find."
    )


def about_labels(labels: Labels) -> str:
    """Say how the senses were told apart in the text, and how far that can be trusted."""
    n = labels.occurrences - labels.dropped
    found = ", ".join(f"{number:,} *{name}*" for name, number in labels.labelled.items())
    text = f"Of {labels.occurrences:,} occurrences {n:,} were clear enough to label: {found}; the others are left out. "
    if labels.test_set:
        text += (
            f"Labels are right **{percent(labels.right / labels.judged)}** of the time, measured on "
            f"{labels.judged:,} labelled sentences of {labels.test_set}: "
        )
        text += "; ".join(
            f"*{name}* {'–' if score.precision is None else percent(score.precision)} right, "
            f"{percent(score.coverage)} found"
            for name, score in labels.scores.items()
        )
        unseen = [name for name in labels.labelled if name not in labels.scores]
        text += f" ({', '.join(f'*{name}*' for name in unseen)} not measured)." if unseen else "."
    else:
        text += "How often labels are right is not measured for this word: no public set at hand has it."
    few = [name for name, number in labels.labelled.items() if 0 < number < FEW]
    none = [name for name, number in labels.labelled.items() if number == 0]
    if few:
        text += f" {_named(few)} rests on fewer than {FEW} occurrences, so take it with care."
    if none:
        text += f" No occurrence was labelled {_named(none)}, so there is nothing to mix for it."
    return text


def about_recovery(drift: Drift, cosines: Sequence[float]) -> str:
    """Say whether the two words of a pseudoword come out again where each is alone."""
    first, second = drift.names
    return (
        f"Where each is alone, the merged word has cosine {cosines[0]:.2f} with “{first}” and {cosines[1]:.2f} with "
        f"“{second}” as they were trained."
    )


def about_pulls(words: Sequence[str], found: Pulls) -> str:
    """Say which context is served worst."""
    gaps = np.abs(found.targets - found.given) * np.sqrt(found.weights)
    if np.all(np.isnan(gaps)):
        return "None of these contexts has a count at these shares, so nothing is asked of the vector."
    worst = int(np.nanargmax(gaps))
    more = "more" if found.targets[worst] > found.given[worst] else "less"
    missing = int(np.isnan(found.targets).sum())
    text = (
        f"“{words[worst]}” is served worst: its count asks for {found.targets[worst]:.2f}, the one vector gives "
        f"{found.given[worst]:.2f}, so it pulls towards {more}."
    )
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


def _named(names: Sequence[str]) -> str:
    return " and ".join(f"*{name}*" for name in names)
