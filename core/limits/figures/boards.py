"""Figures of the limits page that list: word pairs by cosine, a walk from word to word, a board of minimal pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.charts import Card, Hover, How, Plot, Table, Theme
from core.charts.plot import axis, axis_of_names, bars, dots, line, note, rule, still
from core.charts.theme import label_font, plain, rgba
from core.limits import sentences
from core.limits.averages import MEANINGS, Board, Pair, judge
from core.limits.words import KINDS, Hop, Ranking, hops, ranking, reach
from core.text import shortened

COLUMNS = 4  # of a walk that are drawn
_ROW = 33  # pixels of a pair of sentences


def build_ranking(found: Ranking, look: Theme, space: str) -> Card:
    """Draw pairs of words as bars, the largest cosine on top, opposites and synonyms in two colours."""
    pairs = found.pairs
    names = [f"{plain(pair.first)} · {plain(pair.second)}" for pair in pairs]
    names = [f"<b>{name}</b>" if pair.own else name for name, pair in zip(names, pairs, strict=True)]
    pattern = {"fillmode": "overlay", "solidity": 0.2, "fgcolor": look.paper, "fgopacity": 1}
    traces = [
        bars(
            [pairs[i].cosine for i in rows],
            rows,
            color=colour,
            name=kind,
            text=[f"{pairs[i].cosine:.2f}" for i in rows],
            textposition="outside",
            textfont={"color": look.ink, "size": 11},
            marker={"pattern": pattern | {"shape": hatch}},
            hover=Hover(
                [[plain(pairs[i].first), plain(pairs[i].second)] for i in rows],
                f"<b>%{{customdata[0]}}, %{{customdata[1]}}</b> ({kind})<br>cosine %{{x:.3f}}",
            ),
        )
        for kind, colour, hatch in zip(KINDS, (look.groups[1], look.groups[2]), ("/", ""), strict=True)
        if (rows := [i for i, pair in enumerate(pairs) if pair.kind == kind])
    ]
    return Card(
        plot=still(
            traces,
            look,
            x=axis("cosine", min([0.0, *(pair.cosine - 0.08 for pair in pairs)]), 1.06),
            y=axis_of_names(names, look, size=12),
            height=80 + 17 * len(pairs),
            bargap=0.25,
            barmode="overlay",
        ),
        title=f"Opposites and synonyms · {space}",
        name="limits-opposites",
        alt=f"{len(pairs)} pairs of words ranked by cosine, opposites hatched.",
        table=Table.of_rows(
            ("first", "second", "kind", "cosine", "yours"),
            [(pair.first, pair.second, pair.kind, pair.cosine, pair.own) for pair in pairs],
        ),
        said=[sentences.about_ranking(found)],
        how=How(
            "Opposites stand in the same sentences: *the water was hot*, *the water was cold*. A vector is made from "
            "the words around, so two words with the same company get nearly the same vector, whether they agree or "
            "contradict each other. Our twelve pairs of each kind were chosen before anything was measured.",
            (
                r"X_{a\,\cdot} \approx X_{b\,\cdot} \;\Rightarrow\; v_a \approx v_b "
                r"\;\Rightarrow\; \cos(v_a, v_b) \approx 1",
            ),
            (ranking,),
        ),
    )


@dataclass(frozen=True)
class _Stop:
    """A word of a walk where it is drawn, what is said of it, and how many words a click on it keeps."""

    x: float
    y: float
    word: str
    told: str
    keep: int
    taken: bool


def build_walk(walk: Sequence[Hop], within: Sequence[int], n_words: int, look: Theme, space: str) -> Card:
    """Draw the last hops of a walk as columns of words: each word's nearest, and lines to those of the one taken.

    A point's customdata are its word, what is said of it, and how many words of the walk a click on it keeps.

    Parameters
    ----------
    walk : sequence of Hop
        The words, the last being where the reader stands; at least one.
    within : sequence of int
        How many words lie within 1, 2, … hops of the start.
    n_words : int
        Of the space.
    look : Theme
        Colours.
    space : str
        Title of the space.
    """
    start = walk[0].word
    return Card(
        plot=_road(walk, look),
        title=f"A walk from {start} · {space}",
        name="limits-walk",
        alt=f"A walk from {start} to {walk[-1].word}: the nearest words of each word on the way.",
        table=Table.of_rows(
            ("hop", "word", "nearest", "cosine"),
            [(i, hop.word, near.word, near.cosine) for i, hop in enumerate(walk) for near in hop.near],
        ),
        said=[sentences.about_walk(walk, within, n_words)],
        how=How(
            "A hop leads to one of the words with the largest cosine. Whatever the start and however long the walk, "
            "every place is a row of the table of words, for the table is all there is: the vectors were made from "
            "text alone, and point to text alone (Harnad 1990 calls it the symbol grounding problem).",
            (
                r"N_k(w) = \text{the } k \text{ words of } V \text{ nearest to } w, \qquad "
                r"w_{t+1} \in N_k(w_t) \subset V \;\Rightarrow\; w_t \in V \text{ for every } t",
            ),
            (hops, reach),
        ),
    )


def _road(walk: Sequence[Hop], look: Theme) -> Plot:
    first = max(len(walk) - COLUMNS + 1, 0)
    most = max(len(hop.near) for hop in walk[first:])
    here = _Stop(0.0, (most + 1) / 2, walk[first].word, "the walk so far", first, taken=True)
    stops = [here]
    spokes: dict[bool, list[tuple[float, float] | tuple[None, None]]] = {False: [], True: []}
    for column, i in enumerate(range(first, len(walk)), 1):
        hop, onwards = walk[i], walk[i + 1].word if i + 1 < len(walk) else None
        listed = {near.word: f"cosine {near.cosine:.2f} with {hop.word}" for near in hop.near}
        if onwards is not None:
            listed.setdefault(onwards, f"not among those nearest to {hop.word}")
        top = (most - len(listed)) / 2 + 1
        column_stops = [
            _Stop(float(column), top + place, word, told, i + 1, taken=word == onwards)
            for place, (word, told) in enumerate(listed.items())
        ]
        for stop in column_stops:
            spokes[stop.taken] += [(here.x, here.y), (stop.x, stop.y), (None, None)]
        here = next((stop for stop in column_stops if stop.taken), here)
        stops += column_stops
    met = {hop.word for hop in walk}
    traces = [
        line([x for x, _ in spokes[taken]], [y for _, y in spokes[taken]], color=colour, width=width)
        for taken, colour, width in ((False, rgba(look.faint, 0.4), 1.2), (True, look.accent, 2.6))
    ]
    traces.append(
        dots(
            [stop.x for stop in stops],
            [stop.y for stop in stops],
            text=[f"<b>{plain(stop.word)}</b>" if stop.taken else plain(stop.word) for stop in stops],
            font=label_font(look, narrow=True),
            size=[18 if stop.taken and stop.word == walk[-1].word else 13 for stop in stops],
            color=[look.accent if stop.taken else look.groups[3] if stop.word in met else look.paper for stop in stops],
            edge=([look.accent if stop.taken else look.faint for stop in stops], 1.6),
            hover=Hover([[plain(stop.word), plain(stop.told), stop.keep] for stop in stops]),
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
        )
    )
    across = axis("", -0.42, max(len(walk) - first, 1) + 0.42, shown=False)
    down = axis("", most + 1.4, -0.1, shown=False)
    return still(traces, look, x=across, y=down, height=370, margin={"l": 4, "r": 4, "t": 8, "b": 4})


def build_board(found: Board, threshold: float, look: Theme, space: str) -> Card:
    """Draw a row a pair of sentences with its cosine, and the threshold as an upright line.

    Parameters
    ----------
    found : Board
        The pairs; at least one.
    threshold : float
        Where the line stands.
    look : Theme
        Colours.
    space : str
        Title of the space.
    """
    return Card(
        plot=_rows(found, look, threshold=threshold),
        title=f"Minimal pairs · {space}",
        name="limits-pairs",
        alt=f"{len(found.pairs)} pairs of sentences by their cosine, and the threshold {threshold:.2f}.",
        table=Table.of(_columns(found)),
        said=[sentences.about_board(found, threshold)],
        how=How(
            "A pair passes when *the cosine reaches the threshold* and *the meaning is the same* are both true or both "
            "false. Pairs of the same words have cosine 1, above every threshold: if they differ in meaning, no "
            "threshold makes them pass. An average counts above all how many words two sentences share: our pairs that "
            "differ in meaning share most of theirs, our pairs that mean the same share few, and that is the point. "
            "What means the same is for a person to say; our twelve are ours.",
            (
                r"\text{pass}(s, s') \iff \big[\cos(\bar v_s, \bar v_{s'}) \ge t\big] = \big[s \text{ means } s'\big], "
                r"\qquad \{w \in s\} = \{w \in s'\} \Rightarrow \cos = 1 \ge t",
            ),
            (judge,),
        ),
    )


def build_shared(found: Board, names: Mapping[Pair, str], again: tuple[str, float], look: Theme, space: str) -> Card:
    """Draw one pair a limit, as :func:`build_board` does but without a threshold.

    Parameters
    ----------
    found : Board
        Pairs that differ in meaning.
    names : dict of Pair to str
        Which limit each is of.
    again : tuple
        A word of the first pair, and the cosine of its contextual vectors in the two sentences.
    look : Theme
        Colours.
    space : str
        Title of the space.
    """
    limits = [names[pair] for pair in found.pairs]
    return Card(
        plot=_rows(found, look, heads=limits),
        title=f"What the limits share · {space}",
        name="limits-shared",
        alt="Pairs of sentences that differ in meaning, one for each limit, by their cosine.",
        table=Table.of({"limit": limits, **_columns(found)}),
        said=[sentences.about_shared(found), sentences.about_context(*again)],
        how=How(
            "Whatever is computed from an average is the same for all sentences that have the same words. To tell "
            "them apart, a word’s vector has to depend on the sentence *s*, through weights *α* that select, are "
            "learned, and are computed when the sentence is read. That is attention (Vaswani et al. 2017). Our page "
            "has one such layer on static vectors; places count there by distance alone.",
            (
                r"f(\bar v_s) = f(\bar v_{\pi(s)}) \text{ for every } f, \pi; \qquad "
                r"h_i = \sum_{j} \alpha_{ij}(s)\, W v_{w_j}, \qquad "
                r"\alpha_{ij}(s) = \operatorname{softmax}_j \frac{(Q v_{w_i})\cdot(K v_{w_j})}{\sqrt r}",
            ),
            (judge,),
        ),
    )


def _columns(found: Board) -> dict[str, Sequence[object]]:
    return {
        "first": [pair.first for pair in found.pairs],
        "second": [pair.second for pair in found.pairs],
        "meaning": [MEANINGS[not pair.same] for pair in found.pairs],
        "cosine": [float(cosine) for cosine in found.cosines],
        "passes": [bool(passed) for passed in found.passed],
    }


def _rows(found: Board, look: Theme, *, threshold: float | None = None, heads: Sequence[str] = ()) -> Plot:
    n = len(found.pairs)
    low = min(float(found.cosines.min()), 1.0 if threshold is None else threshold, 0.75) - 0.02
    cosines = [f"{cosine:.{6 if threshold is None else 3}f}" for cosine in found.cosines]
    marks = [("✓" if passed else "✗") if threshold is not None else "" for passed in found.passed]
    verdict = {"✓": "passes", "✗": "fails", "": ""}
    hovers = [
        [plain(pair.first), plain(pair.second), verdict[mark]] for pair, mark in zip(found.pairs, marks, strict=True)
    ]
    traces = [
        dots(
            found.cosines[rows],
            [i + 0.22 for i in rows],
            name=name,
            text=[f"{cosines[i]} {marks[i]}" for i in rows],
            position=[f"middle {'left' if found.cosines[i] > (1 + low) / 2 else 'right'}" for i in rows],
            font=label_font(look, narrow=True) | {"color": [look.loss if marks[i] == "✗" else look.ink for i in rows]},
            size=12,
            color=colour,
            symbol=symbol,
            hover=Hover(
                [hovers[i] for i in rows], "%{customdata[0]}<br>%{customdata[1]}<br>cosine %{x:.6f} %{customdata[2]}"
            ),
        )
        for same, name, colour, symbol in (
            (False, "different meaning", look.groups[1], "diamond"),
            (True, "the same meaning", look.groups[2], "circle"),
        )
        if (rows := [i for i, pair in enumerate(found.pairs) if pair.same == same])
    ]
    heads = [f"<b>{plain(head)}</b> " for head in heads] or [""] * n
    pairs = [[plain(shortened(text, 48)) for text in (pair.first, pair.second)] for pair in found.pairs]
    texts = [f"{head}{first} <i>·</i> {second}" for head, (first, second) in zip(heads, pairs, strict=True)]
    font = {"size": 12, "color": look.ink}
    notes = [
        note(0, i - 0.2, text, font=font, xref="x domain", xanchor="left", align="left") for i, text in enumerate(texts)
    ]
    return still(
        traces,
        look,
        x=axis("cosine", low, 1 + 0.03 * (1 - low), nticks=6),
        y=axis("", n - 0.45, -0.6, ticks=([i - 0.5 for i in range(n + 1)], [""] * (n + 1))),
        height=84 + _ROW * n,
        annotations=notes,
        shapes=[] if threshold is None else [rule(color=look.accent, x=threshold, width=2, dash="dash")],
        margin={"l": 8, "r": 14, "t": 34, "b": 8},
    )
