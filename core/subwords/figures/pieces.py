"""Figures of one word: a ruler with its n-grams over it, and the sum that they make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from core.charts import (
    Card,
    How,
    Table,
    Theme,
    axis,
    bars,
    dots,
    file_name,
    label_font,
    line,
    plain,
    rgba,
    still,
    texts,
)
from core.charts.plot import CLEAR, Hover, Plot, Trace
from core.charts.points import extent_of
from core.subwords import sentences
from core.subwords.model import Decomposition, SubwordModel
from core.subwords.ngrams import N_BUCKETS, ngrams
from core.subwords.sentences import names_of
from core.subwords.tug import Tug, tug

_THIN = 19  # pixels a row of bars
_MOST_NAMED = 26  # letters up to which bars bear their n-gram
_N_NAMED = 8  # steps of a tug that are labelled, the longest


def build_pieces(
    clean: Decomposition, noisy: Decomposition, look: Theme, *, selected: int | None = None, noise: bool = False
) -> Card:
    """Draw a word's letters in a row, and below them each piece as a bar over the letters that it covers.

    A bar is the fuller the more its row gives to the vector, red where it pulls away, hollow where it was never seen.
    N-grams of one length that overlap stand on rows below each other.

    Parameters
    ----------
    clean, noisy : Decomposition
        The word without and with its unseen pieces.
    look : Theme
        Colours.
    selected : int, optional
        The piece that the reader picked.
    noise : bool
        Whether unseen pieces count in the vector that is shown.
    """
    parts = noisy if noise else clean
    counts = parts.seen | noise
    return Card(
        plot=_ruler(parts, look, selected, noise=noise),
        title=f"{parts.word} in FastText",
        name=file_name("pieces", parts.word),
        alt=f"The {len(parts.ngrams)} pieces of {parts.word}, each a bar over the letters that it covers.",
        table=Table.of(
            {
                "piece": names_of(parts),
                "row": parts.rows,
                "seen": parts.seen,
                "share": np.where(counts, parts.shares, np.nan),
                "cosine without it": np.where(counts, parts.without, np.nan),
                "length of its row": np.where(counts, np.linalg.norm(parts.vectors, axis=1), np.nan),
            }
        ),
        said=[sentences.about_pieces(parts, noise=noise), sentences.about_noise(clean, noisy)],
        how=How(
            "N-grams are those of the word in brackets, `<word>`, counted in letters (code points), repeats kept; "
            "brackets tell *her* in *where* from `<her>`, the word. Each is hashed (32-bit FNV-1a over its UTF-8 bytes "
            f"as signed chars, as every released model does) into one of {N_BUCKETS:,} buckets, and the row of the "
            "bucket is trained for all n-grams that fall into it. fastText’s code takes the mean of the rows, its "
            "paper (Bojanowski et al. 2017) writes their sum: one is the other divided by a number, so directions and "
            "cosines are the same. *Seen* means: some word of the vocabulary has it. The rows of buckets that no word "
            "touches did not ship; where fastText would count such a row, random numbers of the same kind stand in for "
            "it.",
            (r"v = \frac{1}{G} \sum_g z_g, \qquad \text{share}_g = \frac{z_g \cdot v}{\sum_h z_h \cdot v}",),
            (ngrams, SubwordModel.decompose),
        ),
        caption="The fuller a bar, the more it gives to the vector; red pulls against it; hollow was never seen.",
    )


class _Bar(NamedTuple):
    piece: int
    start: int  # in <word>
    length: int
    row: int


def _ruler(parts: Decomposition, look: Theme, selected: int | None, *, noise: bool) -> Plot:
    framed, placed = f"<{parts.word}>", _bars(parts)
    last = len(framed) - 1
    rows: dict[str, list[int]] = {}
    for bar in placed:
        rows.setdefault("whole" if parts.own and bar.piece == 0 else f"{bar.length} letters", []).append(bar.row)
    traces = [
        _bar_trace(parts, kind, chosen, look, selected, noise=noise)
        for kind, seen in (("seen", True), ("never seen", False))
        if (chosen := [bar for bar in placed if parts.seen[bar.piece] == seen])
    ]
    n_rows = max((bar.row for bar in placed), default=0) + 1
    letters = [f"<b>{plain(letter)}</b>" if 0 < i < last else plain(letter) for i, letter in enumerate(framed)]
    ticks, font = [i + 0.5 for i in range(len(framed))], look.font(18 if len(framed) <= 24 else 11)
    middles = [(min(at) + max(at)) / 2 for at in rows.values()]
    return still(
        traces,
        look,
        x=axis("", -0.1, last + 1.1, ticks=(ticks, letters), font=font, grid=False, tickangle=0, side="top"),
        y=axis("", n_rows - 0.4, -0.6, ticks=(middles, list(rows)), grid=False),
        height=92 + _THIN * n_rows,
        bargap=0.12,
        barmode="overlay",
        margin={"t": 44},
        showlegend=False,
    )


def _bars(parts: Decomposition) -> list[_Bar]:
    """Return a bar for each piece, the word itself first, then n-grams by length; bars of one row do not touch."""
    placed = [_Bar(0, 1, len(parts.word), 0)] if parts.own else []
    row, own = len(placed), int(parts.own)
    grams = parts.ngrams[own:]
    starts = list(enumerate(_starts(parts.word, grams), own))
    for length in sorted({len(gram) for gram in grams}):
        alike = [(piece, start) for piece, start in starts if len(parts.ngrams[piece]) == length]
        n_rows = min(length, len(alike))
        placed += [_Bar(piece, start, length, row + i % n_rows) for i, (piece, start) in enumerate(alike)]
        row += n_rows
    return placed


def _starts(word: str, grams: Sequence[str]) -> list[int]:
    """Return where in ``<word>`` each n-gram begins, in fastText's order: lengths grow with one beginning."""
    framed, at, starts = f"<{word}>", 0, []
    for before, gram in pairwise(["", *grams]):
        at = framed.index(gram, at + (len(gram) <= len(before)))
        starts.append(at)
    return starts


def _bar_trace(
    parts: Decomposition, kind: str, placed: Sequence[_Bar], look: Theme, selected: int | None, *, noise: bool
) -> Trace:
    hollow, names, named = kind == "never seen" and not noise, names_of(parts), len(parts.word) + 1 < _MOST_NAMED
    most = max(float(np.nanmax(np.abs(parts.shares), initial=0)), 1e-9)
    fills, rows = [], []
    for piece, *_ in placed:
        share = float(parts.shares[piece])
        # Half way to the accent at most, so that the letters upon it can be read.
        fill = rgba(look.accent if share >= 0 else look.loss, 0.06 + 0.44 * abs(share) / most)
        fills.append(CLEAR if hollow or np.isnan(share) else fill)
        what = "its own row" if parts.own and piece == 0 else f"an n-gram {kind}"
        gives = ", left out" if hollow else f"<br>gives {sentences.percent_of(share)} of the vector"
        rows.append([plain(names[piece]), what + gives])
    edges = [(look.accent, 3) if bar.piece == selected else (look.faint, 1) for bar in placed]
    return bars(
        [bar.length - 0.12 for bar in placed],
        [bar.row for bar in placed],
        base=[bar.start + 0.06 for bar in placed],
        color=fills,
        edge=([colour for colour, _ in edges], [width for _, width in edges]),
        name=kind,
        text=[plain(parts.ngrams[bar.piece]) if named else "" for bar in placed],
        textposition="inside",
        textangle=0,
        insidetextanchor="middle",
        textfont={"color": look.faint if hollow else look.ink, "size": 11},
        constraintext="inside",
        hover=Hover(rows),
        unselected={"marker": {"opacity": 1}},
    )


def build_tug(way: Tug, parts: Decomposition, look: Theme) -> Card:
    """Draw the pieces tip to tail: from nothing to the word, and beside it the way without those struck out."""
    names, (along, aside) = names_of(parts), np.diff(way.whole, axis=0).T
    return Card(
        plot=_ways(way, [plain(name) for name in names], look),
        title=f"The pieces of {parts.word}, tip to tail",
        name=file_name("tug", parts.word),
        alt=f"The rows of the pieces of {parts.word}, tip to tail.",
        table=Table.of({"piece": names, "step along the vector": along, "step aside": aside, "struck out": way.struck}),
        said=[sentences.about_tug(parts, way)],
        how=How(
            "Each step is the row of a piece, in fastText’s order, divided by how many count. The plane is fixed by "
            "the whole word: across lies its vector, upwards the direction at right angles to it along which its "
            "pieces differ most (first principal component). A piece that is struck out is a step of no length, and "
            "the others are divided by how many are left.",
            (r"\sum_{g=1}^{G} \frac{z_g}{G} = v, \qquad \text{along}_g = \frac{z_g \cdot v}{G\,|v|}",),
            (tug,),
        ),
    )


def _ways(way: Tug, names: Sequence[str], look: Theme) -> Plot:
    ways = [("all pieces", way.whole, "solid", look.accent)]
    if way.struck.any():
        ways.insert(0, ("without those struck out", way.left, "dot", look.loss))
    x, y = ((way.whole[:-1] + way.whole[1:]) / 2).T
    font = label_font(look, narrow=True)
    longest = np.argsort(-np.linalg.norm(np.diff(way.whole, axis=0), axis=1), kind="stable")[:_N_NAMED]
    traces = []
    for name, path, dash, colour in ways:
        marker = {"size": 5, "color": colour}
        traces.append(line(*path.T, color=colour, width=2.2, dash=dash, name=name, mode="lines+markers", marker=marker))
    traces += [
        dots(x, y, size=14, opacity=0, hover=Hover([[name] for name in names], "<b>%{customdata[0]}</b>")),
        texts(x[longest], y[longest], [names[i] for i in longest], position="top center", font=font),
        *(
            dots(*path[-1:].T, size=14, color=colour, edge=(look.paper, 2), hover=Hover(None, f"the word, {name}"))
            for name, path, _, colour in ways
        ),
    ]
    left, right, bottom, top = extent_of(np.vstack([way.whole, way.left]), pad=0.1)
    return still(
        traces,
        look,
        x=axis("along the word’s vector", left, right, showticklabels=False),
        y=axis("where its pieces differ most", bottom, top, showticklabels=False, scaleanchor="x", scaleratio=1),
        height=420,
    )
