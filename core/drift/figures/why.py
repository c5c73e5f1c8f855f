"""Why training must do this: one row for all senses, what each count asks for, what a window keeps of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme, axis, bars, dots, line, plain, rgba, sense_colours, still
from core.counts.cooccurrence import CountRow
from core.drift import sentences
from core.drift.pulls import COMMONEST, WINDOW, Pulls, Split, Tellers, WindowWord, pulls, split, telling, window


def build_split(word: str, found: Tellers, parts: Split, row: CountRow, look: Theme) -> Card:
    """Draw the counts of some contexts as bars, each stacked from its senses: the model sees only the whole bar.

    Parameters
    ----------
    word : str
        The word, or both parts of a pseudoword.
    found : Tellers
        The contexts.
    parts : Split
        Their counts.
    row : CountRow
        The whole row that the model is given.
    look : Theme
        Colours.
    """
    traces, places, words = [], range(len(found.words)), [[plain(word)] for word in found.words]
    for name, counts, colour in zip(found.names, parts.counts, sense_colours(len(found.names), look), strict=True):
        hover = Hover(words, f"%{{customdata[0]}}: %{{x:.0f}} from {plain(name)}")
        traces.append(bars(counts, places, color=colour, name=name, edge=(look.paper, 1), hover=hover))
    return Card(
        plot=still(
            traces,
            look,
            x=axis("weighted count X", rangemode="tozero"),
            barmode="stack",
            bargap=0.25,
            legend={"traceorder": "normal"},
            **_rows(found.words, look),
        ),
        title=f"The row of counts of {word}",
        name=f"row-{word}",
        alt="Counts of telling contexts, each bar stacked from the senses.",
        table=Table.of(
            {"context": found.words, "tells of": [found.names[sense] for sense in found.owners]}
            | {f"count from {name}": counts for name, counts in zip(found.names, parts.counts, strict=True)}
            | {"count": parts.counts.sum(axis=0)}
        ),
        said=[sentences.about_split(found, parts)],
        how=How(
            "Each sense’s counts are scaled to its share of the word’s whole mass and added up. A context tells much "
            "of a sense when it is common with it and rare elsewhere.",
            (r"\hat x_j \ln \frac{\hat x_j}{q_j}, \qquad X_j = T \sum_s p_s \hat x_{sj}",),
            (telling, split),
        ),
        head="**One row of counts**: the model sees whole bars, never their colours",
        caption="GloVe’s counts, window 10, weighted by 1/distance, and GloVe’s objective, whatever space is picked "
        f"above. Shown are the {found.each} contexts of each sense that tell most of it (largest part in the "
        f"divergence from the text as a whole), the {COMMONEST} commonest words of the text left out. The row has "
        f"{len(row.columns):,} contexts.",
    )


def build_pulls(word: str, found: Tellers, here: Pulls, look: Theme) -> Card:
    """Draw, for each context, what its count asks for, what the one vector gives, and the pull between them.

    Parameters
    ----------
    word : str
        The word, or both parts of a pseudoword.
    found : Tellers
        The contexts, with target and gift where the sense that each tells is alone.
    here : Pulls
        Targets and gifts as mixed.
    look : Theme
        Colours.
    """
    return Card(
        plot=_pulls(found, here, look),
        title=f"What each count asks of the vector of {word}",
        name=f"pulls-{word}",
        alt="For each context what GloVe's objective asks for and what the solved vector gives.",
        table=Table.of(
            {
                "context": found.words,
                "asked, ln X": here.targets,
                "given": here.given,
                "weight f(X)": here.weights,
                "asked, its sense alone": found.alone.targets,
                "given, its sense alone": found.alone.given,
            }
        ),
        said=[sentences.about_pulls(found.words, here, found.alone)],
        how=How(
            "Pennington et al. (2014), eq. 8: each count asks that the product of the vectors, with both biases, be "
            "its logarithm; a line is as firm as the weight of its count. The row is solved for the mixture chosen, "
            "and once for each sense alone at the word’s usual mass.",
            (r"\sum_j f(X_j)\,(w \cdot c_j + a + b_j - \ln X_j)^2, \qquad f(X) = \min(1, X / x_{\max})^{3/4}",),
            (pulls,),
        ),
        head="**One vector for all**: what each count asks of it, and what it gives",
    )


def build_window(words: Sequence[WindowWord], target: int, look: Theme) -> Card:
    """Draw, above each word of a sentence, how often skip-gram trains on it with the target, 0 to 1 a reading."""
    x = list(range(len(words)))
    names = [f"<b>{plain(one.word)}</b>" if i == target else plain(one.word) for i, one in enumerate(words)]
    hover = Hover([[plain(one.word), _kept(one)] for one in words])
    weights = bars([one.weight for one in words], x, level=False, color=look.accent, hover=hover)
    return Card(
        plot=still(
            [weights],
            look,
            x=axis("", -0.6, max(len(words), 2) - 0.4, ticks=(x, names), font=look.font(), grid=False),
            y=axis("", 0, 1.02, tickformat=".0%", nticks=5),
            height=230,
            bargap=0.35,
            margin={"t": 12},
        ),
        title=f"What a skip-gram window keeps around {words[target].word}",
        name="window",
        alt="For each word of the sentence how often skip-gram trains on it with the target.",
        table=Table.of_rows(
            ("word", "known", "known words away", "kept", "trained on a reading"),
            [(one.word, one.known, one.distance, one.kept, one.weight) for one in words],
        ),
        said=[sentences.about_window(words, target)],
        how=How(
            "Mikolov et al. (2013), §2.3, in fastText’s form: a word that is the share *f* of the text is kept with "
            f"this probability, and a window drawn evenly from 1 to {WINDOW} reaches a word *k* places away with the "
            "second one. Words outside of the vocabulary are dropped first.",
            (r"\min\Big(1, \sqrt{t/f} + t/f\Big), \qquad \frac{6 - k}{5}",),
            (window,),
        ),
    )


def _pulls(found: Tellers, here: Pulls, look: Theme) -> Plot:
    colours = sense_colours(len(found.names), look)
    own = [colours[sense] for sense in found.owners]
    rows = list(range(len(found.words)))
    asked = ~np.isnan(here.targets)
    told = [
        [plain(word), f"asked {target:.2f}, given {given:.2f}" if ok else "no such count, so nothing is asked"]
        for word, ok, target, given in zip(found.words, asked, here.targets, here.given, strict=True)
    ]
    targets = [float(target) if ok else None for target, ok in zip(here.targets, asked, strict=True)]
    traces = []
    for row in np.flatnonzero(asked).tolist():
        firm = rgba(own[row], 0.25 + 0.6 * float(here.weights[row]))  # as the weight of the cell
        traces.append(line([float(here.given[row]), targets[row]], [row, row], color=firm, width=4))
    alone = Hover(None, "given where its sense is alone: %{x:.2f}")
    for x, name, symbol, size, colour, edge, hover in (
        (targets, "asked: ln X", "diamond", 11, own, own, Hover(told)),
        (here.given, "given", "circle", 10, look.paper, own, Hover(told)),
        (found.alone.given, "given, its sense alone", "line-ns", 14, None, look.ink, alone),
    ):
        traces.append(dots(x, rows, name=name, symbol=symbol, size=size, color=colour, edge=(edge, 2), hover=hover))
    return still(traces, look, x=axis("w·c + a + b, and ln X"), **_rows(found.words, look))


def _kept(found: WindowWord) -> str:
    if not found.known:
        return "not in the vocabulary: dropped first"
    if not found.distance:
        return "the word itself"
    return f"kept {100 * found.kept:.0f} % of the time, {found.distance} away: trained on {100 * found.weight:.0f} %"


def _rows(words: Sequence[str], look: Theme) -> dict[str, Any]:
    """Return height and upright axis of a chart with one row a word, the first on top."""
    ticks = (range(len(words)), [plain(word) for word in words])
    upright = axis("", len(words) - 0.4, -0.6, ticks=ticks, font=look.font(), grid=False)
    return {"y": upright, "height": 90 + 26 * len(words)}
