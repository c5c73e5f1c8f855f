"""Figures of the limits page on words: a cosine and shares both ways, and what two cosines leave of a third."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.charts import Card, Hover, How, Plot, Table, Theme
from core.charts.plot import axis, axis_of_names, bars, dots, note, still
from core.charts.theme import label_font, plain, rgba
from core.counts.cooccurrence import ROUNDING
from core.limits import sentences
from core.limits.words import ESTIMATED_WITHIN, Both, Syllogism, both_ways, share, syllogism
from core.text import percent, shown_share

_HEIGHT = 330
_COSINES = ("member–group", "group–property", "member–property")


def build_both(found: Both, look: Theme, space: str) -> Card:
    """Draw a pair's cosine both ways, and beside it the shares of contexts both ways, where these are known."""
    a, b = found.there.word, found.back.word
    return Card(
        plot=_two_bars(found, look),
        title=f"{a} and {b} · {space}",
        name="limits-cause",
        alt=f"Two bars of one length for the cosine of {a} and {b}, two of different length for their shares.",
        table=Table.of_rows(
            ("of what stands near", "share that is", "share", "cosine", "total estimated"),
            [(one.word, one.other, one.value, found.cosine, one.estimated) for one in (found.there, found.back)],
        ),
        said=[sentences.about_both(found)],
        how=How(
            "A cosine is a product, and a product knows no order. The share of *b* near *a* is what *b* has of all the "
            "mass that stands around *a*: words up to ten places away on either side, each counted as 1/distance, in "
            "our text. The count of the pair is the same both ways, so the two shares differ as the totals do, that is "
            "as the words are common; training gives every word one vector, and in a cosine even that is gone. Rows of "
            f"common words ship, coded within {100 * ROUNDING:.1f} %; where a word has none, its total is taken from "
            f"how often it stands in the text (right within {percent(ESTIMATED_WITHIN)} for "
            f"{percent(found.well_estimated)} of the words that do have one).",
            (
                r"\cos(a, b) = \frac{v_a \cdot v_b}{|v_a||v_b|} = \cos(b, a), \qquad "
                r"P(b \mid a) = \frac{X_{ab}}{T_a}, \quad P(a \mid b) = \frac{X_{ab}}{T_b}, \quad "
                r"T_a = \textstyle\sum_j X_{aj}",
            ),
            (share, both_ways),
        ),
    )


def _two_bars(found: Both, look: Theme) -> Plot:
    ways = [f"{plain(one.word)} → {plain(one.other)}" for one in (found.there, found.back)]
    shares = [found.there.value, found.back.value]
    known = [100 * value for value in shares if not np.isnan(value)]
    traces = [
        bars(
            values,
            [0, 1],
            color=[look.accent, look.groups[1]],
            width=0.5,
            text=shown,
            textposition="auto",
            textfont={"size": 15},
            insidetextfont={"color": look.paper},
            outsidetextfont={"color": look.ink},
            xaxis=name,
            hover=Hover([[way] for way in ways], "%{customdata[0]}: %{text}"),
        )
        for name, values, shown in (
            ("x", [found.cosine] * 2, [f"{found.cosine:.3f}"] * 2),
            ("x2", [None if np.isnan(v) else 100 * v for v in shares], [shown_share(v) for v in shares]),
        )
    ]
    unknown = note(0.77, 0.5, "shares not known", font={"color": look.faint, "size": 15}, paper=True)
    return still(
        traces,
        look,
        x=axis("cosine", min(0.0, 1.15 * found.cosine), 1.05, domain=[0, 0.46]),
        xaxis2=axis("share, %", 0, 1.25 * max(known, default=1.0), anchor="y", domain=[0.54, 1], nticks=5),
        y=axis_of_names([way.replace(" → ", " →<br>") for way in ways], look),
        height=_HEIGHT,
        annotations=[] if known else [unknown],
    )


def build_syllogism(found: Sequence[Syllogism], look: Theme, space: str) -> Card:
    """Draw the three cosines of one or two syllogisms on one line from −1 to 1.

    Over each conclusion lies the range that the two premises leave it.
    """
    first = found[0]
    return Card(
        plot=_ranges(found, look),
        title=f"{first.member}, {first.group}, {first.property} · {space}",
        name="limits-logic",
        alt=f"Cosines of {first.member}, {first.group} and {first.property}, "
        "and the range that two of them leave the third.",
        table=Table.of_rows(
            ("member", "group", "property", *_COSINES, "least allowed", "most allowed"),
            [
                (one.member, one.group, one.property, one.of_group, one.of_property, one.third, one.low, one.high)
                for one in found
            ],
        ),
        said=[sentences.about_syllogism(first, found[1] if len(found) > 1 else None)],
        how=How(
            "*All A are B, B do C, so A do C*: with statements, two make the third. With cosines they leave it nearly "
            "free, since angles only have to obey the triangle inequality. And a cosine has no place for *all*, *some* "
            "or *not*: it grows with how often words keep the same company.",
            (
                r"\cos\alpha\cos\beta - \sin\alpha\sin\beta \;\le\; \cos\gamma \;\le\; "
                r"\cos\alpha\cos\beta + \sin\alpha\sin\beta",
            ),
            (syllogism,),
        ),
    )


def _ranges(found: Sequence[Syllogism], look: Theme) -> Plot:
    rows: list[tuple[str, float, str, tuple[float, float] | None]] = []
    for i, one in enumerate(found):
        rows.append((f"{one.member} – {one.group}", one.of_group, "premise", None))
        if i == 0 or one.property != found[0].property or one.group != found[0].group:
            rows.append((f"{one.group} – {one.property}", one.of_property, "premise", None))
        rows.append((f"{one.member} – {one.property}", one.third, "conclusion", (one.low, one.high)))
    ranges = [(y, band) for y, (*_, band) in enumerate(rows) if band is not None]
    traces = [
        bars(
            [high - low for _, (low, high) in ranges],
            [y for y, _ in ranges],
            color=rgba(look.loss, 0.22),
            edge=(look.loss, 1),
            name="what the premises allow",
            base=[low for _, (low, _) in ranges],
            width=0.55,
            hover=Hover([band for _, band in ranges], "from %{customdata[0]:.2f} to %{customdata[1]:.2f}"),
        )
    ]
    names = [plain(name) for name, *_ in rows]
    for kind, colour, symbol in (("premise", look.faint, "circle"), ("conclusion", look.accent, "diamond")):
        places = [y for y, (_, _, what, _) in enumerate(rows) if what == kind]
        values = [rows[y][1] for y in places]
        traces.append(
            dots(
                values,
                places,
                name=f"cosine of a {kind}",
                text=[f"{value:.2f}" for value in values],
                position="middle right",
                font=label_font(look, narrow=True),
                size=13,
                color=colour,
                symbol=symbol,
                hover=Hover([[names[y]] for y in places], "<b>%{customdata[0]}</b>: cosine %{x:.3f}"),
            )
        )
    down = axis_of_names(names, look)
    return still(traces, look, x=axis("cosine", -1.05, 1.12, dtick=0.5), y=down, height=_HEIGHT)
