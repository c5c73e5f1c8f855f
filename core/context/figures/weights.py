"""Figures of the weights in a sentence: the balance of its words, and what each word gives to the verdict."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme, axis, bars, plain, sense_colours, still
from core.charts.theme import mixed
from core.context import sentences
from core.context.disambiguation import LeaveOneOut, Verdict, leanings, leave_one_out
from core.context.figures.scene import WEIGHTED_MEAN
from core.context.weights import TITLES, ContextModel, ContextualVector, Floats, softmax
from core.counts.senses import SenseWord

_CLEAR = 0.25  # a lead from which on a word wears its sense's colour in full
_SHORT = 16  # words, up to which bars have numbers
_MOST = 20  # words of a leave-one-out that are drawn


def build_balance(
    contexts: Sequence[ContextualVector],
    number: int,
    look: Theme,
    anchors: Floats | None = None,
    struck: Collection[int] = (),
) -> Card:
    """Draw one sentence under several schemes, a row each: a bar a word, all rows to one scale.

    Parameters
    ----------
    contexts : sequence of ContextualVector
        Of the same tokens, at least one.
    number : int
        Of the sentence, from 1.
    look : Theme
        Colours.
    anchors : ndarray (S, d), optional
        Directions of the senses that words wear the colours of.
    struck : collection of int
        Tokens that the reader struck out.
    """
    spread = ", ".join(f"{TITLES[context.scheme]} {context.entropy:.2f}" for context in contexts)
    return Card(
        plot=_bars(contexts, look, anchors, struck),
        title=f"The weights of sentence {number}",
        name="balance",
        alt=f"The weight of each word of sentence {number} under {len(contexts)} schemes.",
        table=_table(contexts),
        said=(),
        how=How(
            "A softmax makes weights of the scores; those of a row sum to 1. The target, its other occurrences, words "
            "that are struck out and unknown ones have no say. A bar wears the colour of the sense that the word is "
            "nearest to, the greyer the less that leads. The spread is the entropy, at most log₂ n bits for n words.",
            (*WEIGHTED_MEAN, r"H = -\sum_i \alpha_i \log_2 \alpha_i"),
            (softmax, leanings),
        ),
        caption=f"Sentence {number}. Spread of the weights, in bits: {spread}.",
    )


def build_by_hand(
    hand: ContextualVector,
    learned: ContextualVector,
    look: Theme,
    entry: SenseWord | None = None,
    anchors: Floats | None = None,
    verdicts: Mapping[str, Verdict | None] | None = None,
) -> Card:
    """Draw the reader's own weights above the learned ones; say the verdicts where there are senses."""
    return Card(
        plot=_bars([hand, learned], look, anchors),
        title="Weights by hand, and learned ones",
        name="by-hand",
        alt="The weights by hand above the learned ones.",
        table=_table([hand, learned]),
        said=[sentences.about_sides(verdicts, entry)] if verdicts and entry else (),
        how=How(
            "Weights by hand are divided by their sum. On one side alone, the words that stand there share the learned "
            "weights anew.",
            (r"\alpha_i = \frac{w_i}{\sum_j w_j}, \qquad h = \sum_i \alpha_i v_i",),
            (ContextModel.by_hand, ContextModel.restricted),
        ),
    )


def _table(contexts: Sequence[ContextualVector]) -> Table:
    columns: dict[str, Sequence[object] | Floats] = {"word": contexts[0].tokens}
    for context in contexts:
        columns |= {f"{TITLES[context.scheme]}, score": context.scores, TITLES[context.scheme]: context.weights}
    return Table.of(columns)


def _bars(
    contexts: Sequence[ContextualVector], look: Theme, anchors: Floats | None, struck: Collection[int] = ()
) -> Plot:
    tokens, target, rows = contexts[0].tokens, contexts[0].target, len(contexts)
    short = len(tokens) <= _SHORT
    colours, places = word_colours(contexts[-1], anchors, look), range(len(tokens))
    top = 1.25 * max(max(float(context.weights.max()) for context in contexts), 1e-9)
    numbers = ["", *range(2, rows + 1)]  # Plotly's axes are y, y2, y3 …
    traces = [
        bars(
            context.weights,
            places,
            level=False,
            color=colours,
            text=[f"{weight:.2f}"[1:] if 0.005 <= weight < 0.995 else "" for weight in context.weights]
            if short
            else None,
            textposition="outside",
            textfont={"color": look.ink, "size": 11},
            hover=Hover(
                [
                    [plain(token), f"{weight:.3f}", "no say" if np.isnan(score) else f"score {score:.2f}"]
                    for token, weight, score in zip(tokens, context.weights, context.scores, strict=True)
                ]
            ),
            hovertemplate="<b>%{customdata[0]}</b><br>weight %{customdata[1]}<br>%{customdata[2]}"
            f"<extra>{TITLES[context.scheme]}</extra>",
            yaxis=f"y{number}",
        )
        for number, context in zip(numbers, contexts, strict=True)
    ]
    axes: dict[str, Any] = {
        f"yaxis{number}": axis(
            "", 0, top, grid=False, showticklabels=False, domain=[1 - (row + 1) / rows, 1 - (row + 0.06) / rows]
        )
        | {"title": {"text": TITLES[context.scheme], "font": {"color": look.ink, "size": 12}, "standoff": 4}}
        for row, (number, context) in enumerate(zip(numbers, contexts, strict=True))
    }
    marks = {target: "<b>{}</b>"} | dict.fromkeys(struck, "<s>{}</s>")
    return still(
        traces,
        look,
        x=axis(
            "",
            -0.6,
            len(tokens) - 0.4,
            ticks=(places, [marks.get(place, "{}").format(plain(token)) for place, token in enumerate(tokens)]),
            font={"color": look.ink, "size": 13 if short else 10},
            grid=False,
            anchor=f"y{numbers[-1]}",
            tickangle=0 if len(tokens) <= 6 else -40,
        ),
        y=axes.pop("yaxis"),
        height=64 + 74 * rows + 6 * max((len(token) for token in tokens), default=0),
        bargap=0.25,
        margin={"t": 14},
        **axes,
    )


def build_leave_one_out(left: LeaveOneOut, sense: str, number: int, look: Theme) -> Card:
    """Draw what each word of a sentence, by its number, gives to the lead of a sense, by its name."""
    words = [left.context.tokens[place] for place in left.context.counted]
    shown, gains = left.strongest(_MOST), left.gains
    return Card(
        plot=still(
            [
                bars(
                    gains[shown],
                    range(len(shown)),
                    color=[look.accent if value >= 0 else look.loss for value in gains[shown]],
                    hover=Hover(
                        [[plain(words[i]), f"{left.leads[i]:+.3f}"] for i in shown],
                        f"without <b>%{{customdata[0]}}</b>, {plain(sense)}<br>leads by %{{customdata[1]}}",
                    ),
                )
            ],
            look,
            x=axis(
                f"what the word gives to the lead of {plain(sense)} (in all {left.lead:+.2f})",
                zeroline=True,
                zerolinecolor=look.faint,
            ),
            y=axis(
                ticks=(range(len(shown)), [plain(words[i]) for i in shown]),
                font={"color": look.ink, "size": 13},
                grid=False,
            ),
            height=70 + 22 * len(shown),
            margin={"r": 12, "t": 8},
        ),
        title=f"Sentence {number} without each word",
        name="without",
        alt=f"What each word of sentence {number} gives to the lead of {sense}.",
        table=Table.of({"word": words, f"what it gives to {sense}": gains, f"lead of {sense} without it": left.leads}),
        said=(),
        how=How(
            "Each word is left out in turn and the others are weighed anew. What it gives is the lead of the sense "
            f"over the best other, less the lead without it. Up to {_MOST} words are drawn, those that change it most.",
            (
                r"\Delta_i = \ell(h) - \ell(h_{\setminus i}), \qquad "
                r"\ell(h) = \cos(h, a_s) - \max_{k \ne s} \cos(h, a_k)",
            ),
            (leave_one_out,),
        ),
    )


def word_colours(context: ContextualVector, anchors: Floats | None, look: Theme) -> list[str]:
    """Return a colour a token: that of the sense that the word itself is nearest to, the greyer the less it leads."""
    if anchors is None:
        return [look.accent] * len(context.tokens)
    colours, found = sense_colours(len(anchors), look), [look.faint] * len(context.tokens)
    for place, (sense, lead) in zip(context.counted, leanings(context, anchors), strict=True):
        share = min(lead / _CLEAR, 1)
        found[place] = mixed((look.faint, colours[sense]), (1 - share, share))
    return found
