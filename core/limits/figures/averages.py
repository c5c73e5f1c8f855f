"""Figures of the limits page on sentences: roads to one average, and sums that differ by a word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme, Trace
from core.charts.labels import Extent, place_labels
from core.charts.plot import axis, dots, line, note, still, texts
from core.charts.points import extent_of
from core.charts.theme import TEXT_SIZE, label_font, plain
from core.limits import sentences
from core.limits.averages import Difference, Floats, Sentence, Ways, difference, shuffled, ways
from core.spaces.space import cosine

_HEIGHT = 380  # of the roads, pixels


def build_ways(found: Ways, look: Theme, space: str, *, n_typed: int) -> Card:
    """Draw sentences word by word, tip to tail, each from nothing to its average.

    Parameters
    ----------
    found : Ways
        The paths; the first ``n_typed`` are sentences that were typed, the others shuffles.
    look : Theme
        Colours.
    space : str
        Title of the space.
    n_typed : int
        How many were typed, 1 or 2.
    """
    names = [f"sentence {i + 1}" if i < n_typed else f"shuffle {i + 1 - n_typed}" for i in range(len(found.paths))]
    rows = [
        (name, step, word, *path[step], cosine, apart)
        for name, sentence, path, cosine, apart in zip(
            names, found.sentences, found.paths, found.cosines, found.apart, strict=True
        )
        for step, word in enumerate(sentence.words, 1)
    ]
    return Card(
        plot=_roads(found, look, n_typed),
        title=f"Word order · {space}",
        name="limits-order",
        alt="Sentences walked word by word from nothing to their averages.",
        table=Table.of_rows(("way", "step", "word", "across", "up", "cosine with the first", "distance from it"), rows),
        said=[sentences.about_ways(found, n_typed)],
        how=How(
            "A sentence’s vector is the mean of its words’ vectors, at their raw lengths. Each step is a word’s vector "
            "divided by the number of words. The plane lies along the first average, and across it where the words "
            "differ most; it does not depend on the order. Addition does not know order, so neither does the mean, nor "
            "anything that is computed from it.",
            (
                r"\bar v = \frac1n \sum_{i=1}^n v_{w_i} = \frac1n \sum_{i=1}^n v_{w_{\pi(i)}} "
                r"\quad \text{for every order } \pi",
            ),
            (ways, shuffled),
        ),
    )


def _roads(found: Ways, look: Theme, n_typed: int) -> Plot:
    extent = extent_of(np.vstack(found.paths), pad=0.09)
    colours = [*(look.accent, look.groups[1])[:n_typed], *[look.faint] * len(found.paths)]
    traces = []
    for i, path in reversed(list(enumerate(found.paths))):
        typed, colour = i < n_typed, colours[i]
        name = f"sentence {i + 1}" if typed else "shuffles"
        words = [[plain(word)] for word in ("nothing yet", *found.sentences[i].words)]
        traces.append(
            line(
                *path.T,
                color=colour,
                width=2.4 if typed else 1.3,
                dash="solid" if typed else "dot",
                name=name,
                mode="lines+markers",
                marker={"size": 6 if typed else 4, "color": colour},
                legendgroup=name,
                legendrank=i,
                showlegend=typed or i == n_typed,
                hover=Hover(words, f"{name}: <b>%{{customdata[0]}}</b>"),
            )
        )
    traces.append(_step_labels(found, look, colours[:n_typed], extent))
    # A ring around a dot: where two ends are one place, both are seen.
    for i, text, size, symbol in ((1, "", 20, "circle-open"), (0, "average", 12, "circle")):
        if i < min(n_typed, len(found.paths)):
            traces.append(
                dots(
                    *found.paths[i][-1:].T,
                    text=[text],
                    position="bottom center",
                    font=label_font(look, narrow=True),
                    color=colours[i],
                    size=size,
                    symbol=symbol,
                    edge=(colours[i], 2.5),
                    hover=Hover(None, f"average of sentence {i + 1}<br>cosine with the first {found.cosines[i]:.6f}"),
                )
            )
    left, right, bottom, top = extent
    x = axis("along the first average", left, right, showticklabels=False)
    y = axis("where the words differ most", bottom, top, showticklabels=False)
    return still(traces, look, x=x, y=y, height=_HEIGHT)


def _step_labels(found: Ways, look: Theme, colours: Sequence[str], extent: Extent) -> Trace:
    """Return the words at the middles of the steps of the sentences that have a colour, as far as there is room."""
    typed = found.sentences[: len(colours)]
    middles = np.vstack([(path[:-1] + path[1:]) / 2 for path in found.paths[: len(colours)]])
    words = [plain(word) for sentence in typed for word in sentence.words]
    owner = [colour for sentence, colour in zip(typed, colours, strict=False) for _ in sentence.words]
    places = middles.astype(np.float32)
    chosen = place_labels(places, words, extent, height=_HEIGHT - 90, marker=2, limit=40, equal=False, over_points=True)
    rows, sides = [label.point for label in chosen], [label.side for label in chosen]
    font = label_font(look, narrow=True) | {
        "size": [label_font(look, narrow=label.narrow)["size"] for label in chosen] or 12,
        "color": [owner[row] for row in rows] or look.ink,
    }
    x, y = middles[rows].T
    return texts(x, y, [words[row] for row in rows], position=sides, font=font)


def build_difference(found: Difference, paraphrase: Sentence, look: Theme, space: str) -> Card:
    """Draw two sums as arrows from nothing, what the second has more, and the averages upon the arrows.

    Parameters
    ----------
    found : Difference
        The sums and averages, in the one plane that holds them all.
    paraphrase : Sentence
        What the first is compared with besides.
    look : Theme
        Colours.
    space : str
        Title of the space.
    """
    compared = {"sentence": found.first, "negation": found.second, "paraphrase": paraphrase}
    lengths = [[float(np.linalg.norm(vector)) for vector in (one.total, one.average)] for one in compared.values()]
    rows = [
        (name, len(one.words), *length, cosine(found.first.average, one.average))
        for (name, one), length in zip(compared.items(), lengths, strict=True)
    ]
    return Card(
        plot=_arrows(found, look),
        title=f"Negation · {space}",
        name="limits-negation",
        alt="The sums of two sentences as arrows, and the arrow that leads from one to the other.",
        table=Table.of_rows(
            ("text", "words", "length of the sum", "length of the average", "cosine with the first"), rows
        ),
        said=[sentences.about_difference(found, cosine(found.first.average, paraphrase.average))],
        how=How(
            "The plane goes through nothing and both sums, so lengths and angles in it are true. One word more moves "
            "the sum by its own vector, whatever the word means and whatever stands beside it; the more words a "
            "sentence has, the less that turns it. The average is the sum divided by the number of words, which "
            "changes its length and not its direction.",
            (
                r"\sum_{w \in s'} v_w = \sum_{w \in s} v_w + v_{\text{don't}}, \qquad "
                r"\bar v' = \frac{n \bar v + v_{\text{don't}}}{n + 1}, \qquad "
                r"\cos(\bar v, \bar v') \to 1 \text{ as } n \to \infty",
            ),
            (difference,),
        ),
    )


def _arrows(found: Difference, look: Theme) -> Plot:
    origin, (first, second, *averages) = np.zeros(2), found.corners
    extra = " ".join([*(f"+ {word}" for word in found.more[:3]), *(f"− {word}" for word in found.fewer[:3])])
    extra += " …" if max(len(found.more), len(found.fewer)) > 3 else ""
    arrows = (
        ("sum of sentence 1", origin, first, look.accent, "solid"),
        ("sum of sentence 2", origin, second, look.groups[1], "solid"),
        (extra or "no difference", first, second, look.loss, "dash"),
    )
    traces = [
        line(
            *np.stack([start, end]).T,
            color=colour,
            width=2.6,
            dash=dash,
            name=name,
            hover=Hover(None, f"{plain(name)}<br>length {float(np.linalg.norm(end - start)):.2f}"),
        )
        for name, start, end, colour, dash in arrows
    ]
    traces += [
        dots(
            *average[:, None],
            color=colour,
            size=13,
            symbol="diamond",
            edge=(look.paper, 2),
            name="averages",
            legendgroup="averages",
            showlegend=i == 1,
            hover=Hover(None, f"average of sentence {i}"),
        )
        for i, (average, colour) in enumerate(zip(averages, (look.accent, look.groups[1]), strict=True), 1)
    ]
    heads = [_head(start, end, colour) for _, start, end, colour, _ in arrows if np.linalg.norm(end - start) > 0]
    font = {"color": look.loss, "size": TEXT_SIZE}
    x, y = ((first + second) / 2).tolist()
    word = note(x, y, f"<b>{plain(extra)}</b>", font=font, bgcolor=look.paper)
    left, right, bottom, top = extent_of(np.vstack([origin, found.corners]), pad=0.1)
    along = axis("along the sum of sentence 1", left, right)
    across = axis("across it", bottom, top, scaleanchor="x", scaleratio=1)
    return still(traces, look, x=along, y=across, height=360, annotations=[*heads, word])


def _head(start: Floats, end: Floats, colour: str) -> dict[str, object]:
    """Return the head of an arrow."""
    near = end - 0.03 * (end - start)
    return {
        "x": float(end[0]),
        "y": float(end[1]),
        "ax": float(near[0]),
        "ay": float(near[1]),
        "xref": "x",
        "yref": "y",
        "axref": "x",
        "ayref": "y",
        "text": "",
        "showarrow": True,
        "arrowhead": 2,
        "arrowsize": 1.1,
        "arrowwidth": 2.4,
        "arrowcolor": colour,
    }
