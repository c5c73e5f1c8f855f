"""What the map page says it shows: sentences made from the numbers just computed, never canned."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.analogy import Analogy
from core.axes import Axis, axis_vector, rank_share
from core.projection import Projection, kept_mask
from core.spaces import Space


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a percentage, with decimals where it would else read as nothing or all."""
    for digits in range(5):
        text = f"{100 * share:.{digits}f}"
        if share in (0, 1) or float(text) not in (0, 100):
            break
    return f"{text} %"


def about_keeping(projection: Projection, trust: float, pca_kept: float | None = None) -> str:
    """Say how much of the neighbourhoods the map keeps, and what PCA would keep of the same words."""
    k = projection.neighbours.shape[1]
    if k == 0:
        return "One word alone has no neighbours to lose; add more words."
    mean = float(projection.kept.mean())
    text = f"On average a word keeps **{k * mean:.1f} of its {k} nearest** on this map ({percent(mean)})"
    if pca_kept is not None and projection.method != "pca":
        ours, theirs = round(k * mean, 1), round(k * pca_kept, 1)  # compared as they are read
        comparison = "more than" if ours > theirs else "fewer than" if ours < theirs else "as many as"
        text += f", {comparison} the {theirs} of a PCA plane"
    if not math.isnan(trust):
        text += f"; its trustworthiness is **{trust:.2f}** of 1"
    return text + "."


def about_method(projection: Projection) -> str:
    """Say what a map by PCA or t-SNE can and cannot show of these words; of named axes :func:`about_plane` speaks."""
    if projection.explained is not None:
        held = float(projection.explained.sum())
        axes = len(projection.explained)
        return f"Its {axes} axes hold **{percent(held)} of the variance**; {percent(1 - held)} is not in the picture."
    if projection.method == "tsne":
        return (
            f"t-SNE settled at a divergence of {projection.kl:.2f} nats with perplexity "
            f"{projection.perplexity:.0f}: nearness means something here, the distance between clumps does not."
        )
    return ""


def about_worst(projection: Projection, words: Sequence[str]) -> str:
    """Name the word whose neighbourhood suffers most, and the one that fares best."""
    k = projection.neighbours.shape[1]
    if k == 0 or float(np.ptp(projection.kept)) == 0:
        return ""
    worst, best = int(projection.kept.argmin()), int(projection.kept.argmax())
    lost = kept_mask(projection.neighbours, projection.coordinates)[worst]
    missing = [words[i] for i in projection.neighbours[worst][~lost][:2]]
    return (
        f"“{words[worst]}” keeps the fewest ({round(k * float(projection.kept[worst]))} of {k}; far from it lie "
        f"{_listed(missing)}), “{words[best]}” the most ({round(k * float(projection.kept[best]))})."
    )


def about_selected(projection: Projection, words: Sequence[str], selected: int) -> str:
    """Say where the true neighbours of the word that the reader picked have gone."""
    near = projection.neighbours[selected]
    if len(near) == 0:
        return ""
    mask = kept_mask(projection.neighbours, projection.coordinates)[selected]
    text = f"Of the {len(near)} words nearest to “{words[selected]}”, {int(mask.sum())} are near it on the map"
    if mask.all():
        return text + "."
    distances = np.linalg.norm(projection.coordinates[near] - projection.coordinates[selected], axis=1)
    farthest = int(np.argmax(np.where(mask, -1.0, distances)))
    return text + f"; “{words[near[farthest]]}” is the true neighbour drawn farthest away."


def about_plane(
    space: Space,
    projection: Projection,
    words: Sequence[str],
    axes: tuple[Axis, Axis],
    lines: tuple[float, float],
    about: int,
) -> str:
    """Say where one word stands on a plane of named axes, how many stand beyond both lines, how alike the axes are."""
    places = []
    for axis, value in zip(axes, projection.coordinates[about], strict=True):
        share = rank_share(space, axis, float(value))
        places.append(f"cosine **{value:.2f}** with *{axis.label}*, more than {percent(share)} of frequent words")
    alike = float(axis_vector(space, axes[0]) @ axis_vector(space, axes[1]))
    beyond = int((projection.coordinates > np.asarray(lines)).all(axis=1).sum())
    return (
        f"“{words[about]}” has {places[0]}, and {places[1]}. "
        f"{beyond} of these {len(words)} words {'lies' if beyond == 1 else 'lie'} beyond both dotted lines. "
        f"The two directions have cosine {alike:.2f} with each other, and all else about a word is left out."
    )


def about_analogy(result: Analogy) -> str:
    """Say what the analogy comes to, and what the customary exclusion hides."""
    a, b, c = result.words
    if not result.answers:
        return "No word is left to answer with."
    best = result.answers[0]
    text = f"{a} − {b} + {c} points nearest to **{best.word}** (cosine {best.cosine:.2f})"
    if len(result.answers) > 1:
        second = result.answers[1]
        text += f", then to {second.word} ({second.cosine:.2f})"
    text += ", once the three question words are left out. "
    hidden = result.hidden
    if not hidden:
        return text + "Here leaving them out hides nothing: no question word ranks above it."
    first = hidden[0]
    return text + (
        f"The exclusion hides that **{first.word}**, a word of the question itself, is nearer ({first.cosine:.2f})"
        + (f", and so is {hidden[1].word} ({hidden[1].cosine:.2f})." if len(hidden) > 1 else ".")
    )


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in words]
    return " and ".join(quoted) if len(quoted) < 3 else ", ".join(quoted[:-1]) + " and " + quoted[-1]
