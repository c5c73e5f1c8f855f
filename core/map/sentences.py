"""What the pages say they show: sentences made from the numbers just computed, never canned."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from core.map.analogies import Analogy
from core.map.axes import Axis, axis_vector, rank_share
from core.map.comparison import Columns, Comparison
from core.map.projection import Projection
from core.spaces.space import Space
from core.text import listed, percent


def about_keeping(projection: Projection, trust: float, pca_kept: float | None = None) -> str:
    """Say how much of the neighbourhoods the map keeps, and what PCA would keep of the same words."""
    k = projection.k
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
        held, axes = projection.held, len(projection.explained)
        return f"Its {axes} axes hold **{percent(held)} of the variance**; {percent(1 - held)} is not in the picture."
    if projection.method == "tsne":
        return (
            f"t-SNE settled at a divergence of {projection.kl:.2f} nats with perplexity "
            f"{projection.perplexity:.0f}: nearness means something here, the distance between clumps does not."
        )
    return ""


def about_worst(projection: Projection, words: Sequence[str]) -> str:
    """Name the word whose neighbourhood suffers most, and the one that fares best."""
    k = projection.k
    if k == 0 or float(np.ptp(projection.kept)) == 0:
        return ""
    worst, best = int(projection.kept.argmin()), int(projection.kept.argmax())
    missing = [words[i] for i in projection.neighbours[worst][~projection.near[worst]][:2]]
    return (
        f"“{words[worst]}” keeps the fewest ({round(k * float(projection.kept[worst]))} of {k}; far from it lie "
        f"{listed(missing)}), “{words[best]}” the most ({round(k * float(projection.kept[best]))})."
    )


def about_selected(projection: Projection, words: Sequence[str], selected: int) -> str:
    """Say where the true neighbours of the word that the reader picked have gone."""
    near = projection.neighbours[selected]
    if len(near) == 0:
        return ""
    mask = projection.near[selected]
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


def about_shift(word: str, names: Sequence[str], share: float, spot: npt.ArrayLike, axes: tuple[Axis, Axis]) -> str:
    """Say which of two meanings a word stands nearer to on a plane of named axes, when the text holds so much of each.

    Parameters
    ----------
    word : str
        The word.
    names : sequence of str
        Its two meanings.
    share : float
        Of the second, 0 to 1.
    spot : array-like (2,)
        Its cosines with the axes.
    axes : tuple of Axis
        Across and up.
    """
    across, up = (float(value) for value in np.asarray(spot))
    nearer, farther = axes if across > up else axes[::-1]
    return (
        f"In a text where {percent(1 - share)} of “{word}” is *{names[0]}* and {percent(share)} *{names[1]}*, its one "
        f"vector is nearer to *{nearer.label}* (cosine **{max(across, up):.2f}**) than to *{farther.label}* "
        f"({min(across, up):.2f})."
    )


def about_analogy(result: Analogy) -> str:
    """Say what the analogy comes to, and what the customary exclusion hides."""
    a, b, c = result.words
    if not result.answers:
        return "No word is left to answer with."
    best = result.answers[0]
    text = f"{a} − {b} + {c} points nearest to **{best.word}** (cosine {best.cosine:.2f})"
    for second in result.answers[1:2]:
        text += f", then to {second.word} ({second.cosine:.2f})"
    text += ", once the three question words are left out. "
    if not result.hidden:
        return text + "Here leaving them out hides nothing: no question word ranks above it."
    first, *others = result.hidden
    text += f"The exclusion hides that **{first.word}**, a word of the question itself, is nearer ({first.cosine:.2f})"
    for other in others[:1]:
        text += f", and so is {other.word} ({other.cosine:.2f})"
    return text + "."


def about_comparison(found: Comparison, left: str, right: str) -> str:
    """Say how far two spaces, one turned onto the other, agree on the words drawn."""
    n = len(found.words)
    mean = float(found.agreement.mean())
    text = f"With {right} turned onto {left}, a word's two vectors have cosine **{mean:.2f}** on average"
    if n < 2:
        return text + "."
    text += f"; those of two different words have {found.baseline:.2f}."
    if float(np.ptp(found.agreement)) < 0.005:  # as they are read
        return text + " They agree on all words alike."
    most, least = int(found.agreement.argmax()), int(found.agreement.argmin())
    return text + (
        f" They agree most on “{found.words[most]}” ({found.agreement[most]:.2f}), "
        f"least on “{found.words[least]}” ({found.agreement[least]:.2f})."
    )


def about_columns(found: Columns, titles: Mapping[str, str]) -> str:
    """Say how much the lists of a word's nearest words have in common."""
    held = [name for name, near in found.neighbours.items() if near is not None]
    missing = [titles[name] for name, near in found.neighbours.items() if near is None]
    gone = f" {listed(missing, mark='')} {'has' if len(missing) == 1 else 'have'} no such word." if missing else ""
    if len(held) == 1:
        return f"Only {titles[held[0]]} has “{found.word}”, so there is nothing to hold its list against." + gone
    k = max(len(near) for near in found.neighbours.values() if near is not None)
    everywhere = [word for word, count in found.shared.items() if count == len(held)]
    alone = sum(count == 1 for count in found.shared.values())
    text = f"The {len(held)} lists name **{len(found.shared)} different words** as nearest to “{found.word}”: "
    common = listed(everywhere) if 0 < len(everywhere) <= 4 else f"{len(everywhere) or 'none'}"
    text += f"{common} in every list, {alone} in one list only."
    pairs = {pair: share for pair, share in found.overlaps.items() if held.index(pair[0]) < held.index(pair[1])}
    near, far = max(pairs, key=lambda pair: pairs[pair]), min(pairs, key=lambda pair: pairs[pair])
    if pairs[near] > pairs[far]:
        text += (
            f" Most alike are {titles[near[0]]} and {titles[near[1]]} ({round(k * pairs[near])} of {k} in common), "
            f"least {titles[far[0]]} and {titles[far[1]]} ({round(k * pairs[far])})."
        )
    return text + gone


def about_overlaps(found: Columns, mean: Mapping[tuple[str, str], float]) -> str:
    """Say how much two lists of a word's nearest words have in common on average, and those of frequent words."""
    shares = [share for (one, other), share in found.overlaps.items() if one != other]
    if not shares or not mean:
        return ""
    return (
        f"Two of these lists have {percent(float(np.mean(shares)))} of their words in common on average; those of "
        f"frequent words {percent(float(np.mean(list(mean.values()))))}."
    )
