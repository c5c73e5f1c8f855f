"""Figures on spelling: how far typos carry a word, how alike its forms are, how n-grams crowd into buckets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from core.charts import TEXT_SIZE, Card, Hover, How, Plot, Table, Theme, axis, dots, label_font, line, plain, still
from core.charts.theme import blend
from core.subwords import sentences, spelling
from core.subwords.ngrams import N_BUCKETS
from core.subwords.spelling import FARTHEST, Crowded, Crowding, Family, Floats, Misspelling


def build_typos(typo: Misspelling, look: Theme) -> Card:
    """Draw the cosine to the intended word against the number of edits, with other words that are spelled as alike."""
    way, alike, meant = typo.way, typo.alike, typo.way.words[0]
    lists = ((way, "a spelling of it", 0), (alike, "another word", 1))
    return Card(
        plot=_typo_plot(typo, look),
        title=f"{meant}, ever more mistyped",
        name="typos",
        alt=f"Cosine with {meant} against the number of edits.",
        table=Table.of_rows(
            ("spelling", "edits", "cosine with the intended", "in the vocabulary", "what it is"),
            [
                (*row, kind)
                for some, kind, first in lists
                for row in [*zip(some.words, some.edits, some.cosines, some.known, strict=True)][first:]
            ],
        ),
        said=[sentences.about_typos(typo)],
        how=How(
            "The spellings lie on a shortest way of single edits (Levenshtein 1966) from the intended word to the "
            "mistyped one, from left to right. Each has the vector that FastText makes of its seen pieces. Beside "
            f"them stand words of the vocabulary that are at most {FARTHEST} edits away, fewer edits first, then the "
            "commoner: words spelled as alike that nobody mistyped.",
            (r"\cos(v_{\text{intended}}, v_s), \qquad v_s = \frac1{G_s} \sum_{g \in s} z_g",),
            (spelling.steps, spelling.typos, spelling.lookalikes),
        ),
        caption="A filled dot is a word of the vocabulary itself, with a row of its own; a hollow one has pieces "
        "alone. Diamonds with as many edits stand a little apart.",
    )


def _typo_plot(typo: Misspelling, look: Theme) -> Plot:
    way, alike = typo.way, typo.alike
    # Beside each other where several are as many edits away.
    spread = (np.arange(len(alike.words) - 1) % 5 - 2) * 0.06
    traces = [
        line(
            way.edits,
            _gaps(way.cosines),
            color=look.accent,
            width=2.5,
            name="the word, ever more mistyped",
            mode="lines+markers+text",
            text=[plain(word) for word in way.words],
            textposition="top right",
            textfont=label_font(look, narrow=True),
            marker={
                "size": [16 if i == typo.step else 10 for i in range(len(way.words))],
                "color": [look.accent if known else look.paper for known in way.known],
                "opacity": 1,
                "line": {"color": look.accent, "width": 2},
            },
            cliponaxis=False,
            hover=Hover(None, "<b>%{text}</b>: %{x} edits, cosine %{y:.2f}"),
        ),
        dots(
            alike.edits[1:] + spread,
            alike.cosines[1:],
            name="other words, spelled as alike",
            text=[plain(word) for word in alike.words[1:]],
            position="bottom left",
            font=label_font(look, narrow=False) | {"color": look.faint},
            size=8,
            color=look.groups[1],
            symbol="diamond",
            hover=Hover(None, "<b>%{text}</b>: cosine %{y:.2f}"),
        ),
    ]
    last = max(1, *way.edits.tolist(), *alike.edits.tolist())
    lowest = np.nanmin([*way.cosines, *alike.cosines, 0])
    return still(
        traces,
        look,
        x=axis("edits: letters added, dropped, changed", -0.25, last + 0.6, dtick=1),
        y=axis("cosine with the intended word", float(lowest) - 0.08, 1.1),
        height=380,
    )


def build_family(forms: Family, look: Theme, *, by: Literal["meaning", "spelling"]) -> Card:
    """Draw how alike each two words of a family are, in meaning or in spelling: a table, darker where larger."""
    in_meaning, in_spelling = sentences.about_family(forms)
    if by == "meaning":
        values, said, head, measure = forms.cosines, in_meaning, "**Cosine** of their vectors", "cosine"
        how = How(
            "Each word has the vector that FastText makes of its own row and its seen pieces; one of which no piece "
            "was ever seen has none, and its cells stay empty.",
            (r"\cos(a, b) = \frac{v_a \cdot v_b}{|v_a||v_b|}",),
            (spelling.family,),
        )
    else:
        values, said, head = forms.shared, in_spelling, "**Spelling**: the share of n-grams in common"
        measure = "share of n-grams in common"
        how = How(
            "Of the different n-grams of two words, the share that both have (Jaccard): spelling alone, whatever was "
            "seen in training. The correlation is over all pairs that have a cosine.",
            (r"\frac{|G_a \cap G_b|}{|G_a \cup G_b|}",),
            (spelling.family,),
        )
    rows = [
        (a, b, float(value))
        for a, row in zip(forms.words, values, strict=True)
        for b, value in zip(forms.words, row, strict=True)
    ]
    return Card(
        plot=_cells(forms.words, values, look),
        title=f"{forms.words[0]} and its family by {by}",
        name=f"family-{by}",
        alt=f"The {measure} of each two of {len(forms.words)} words.",
        table=Table.of_rows(("word", "other word", measure), rows),
        said=[said],
        how=how,
        head=head,
    )


def _cells(words: Sequence[str], values: Floats, look: Theme) -> Plot:
    """Return a table of values from 0 to 1 between words, empty where there is none."""
    names, places = [plain(word) for word in words], list(range(len(words)))
    table = {
        "type": "heatmap",
        "z": [_gaps(row) for row in values],
        "x": places,
        "y": places,
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, look.paper], [1, blend(look.paper, look.accent)]],
        "showscale": False,
        "text": [["" if np.isnan(value) else f"{value:.2f}" for value in row] for row in values],
        "texttemplate": "%{text}",
        "textfont": look.font(TEXT_SIZE if len(names) <= 9 else 9),
        "customdata": [[[a, b] for b in names] for a in names],
        "hovertemplate": "%{customdata[0]} and %{customdata[1]}: %{text}<extra></extra>",
        "hoverongaps": False,
        "xgap": 2,
        "ygap": 2,
    }
    return still(
        [table],
        look,
        x=axis(ticks=(places, names), grid=False, side="top", tickangle=-35),
        y=axis(ticks=(places, names), grid=False, autorange="reversed"),
        height=120 + 36 * len(words),
        margin={"l": 4, "r": 4, "t": 60, "b": 4},
    )


def build_crowding(crowdings: Sequence[Crowding], words: Sequence[Crowded], look: Theme, *, chosen: int) -> Card:
    """Draw, against the number of buckets, the share of n-grams that share one, and what a word keeps of its vector.

    Parameters
    ----------
    crowdings : sequence of Crowding
        Numbers of buckets, ascending.
    words : sequence of Crowded
        The word with each of them.
    look : Theme
        Colours.
    chosen : int
        Which of them the reader stands at.
    """
    word, numbers = words[chosen].word, [one.n_buckets for one in crowdings]
    sharing, kept = [one.sharing for one in crowdings], [one.kept for one in words]
    sizes = [13 if i == chosen else 7 for i in range(len(numbers))]
    traces = [
        line(
            numbers,
            _gaps(values),
            color=colour,
            width=2.4,
            dash=dash,
            name=name,
            mode="lines+markers",
            marker={"size": sizes, "color": colour, "opacity": 1},
            cliponaxis=False,
            hover=Hover(None, f"{name}: %{{y:.0%}} at %{{x:,}} buckets"),
        )
        for name, values, colour, dash in (
            ("n-grams that share a bucket", sharing, look.loss, "solid"),
            ("what the word keeps (cosine)", kept, look.accent, "dash"),
        )
    ]
    ticks = [f"{number // 1000:,}k" if number < 1_000_000 else f"{number / 1e6:g} M" for number in numbers]
    return Card(
        plot=still(
            traces,
            look,
            x=axis("buckets", ticks=(numbers, ticks), font=look.font(), type="log"),
            y=axis("", -0.03, 1.05, tickformat=".0%"),
            height=340,
        ),
        title=f"Fewer buckets, and what {word} would keep",
        name="buckets",
        alt="Share of n-grams that share a bucket, against the number of buckets.",
        table=Table.of(
            {
                "buckets": numbers,
                "share of n-grams that share one": sharing,
                "n-grams in the fullest": [one.largest for one in crowdings],
                "cosine that the word keeps": kept,
            }
        ),
        said=[sentences.about_crowding(crowdings[chosen], words[chosen])],
        how=How(
            f"An n-gram falls into the bucket of its hash modulo the number of buckets, {N_BUCKETS:,} in the model "
            "that ships. All n-grams of a bucket have one row.",
            (r"b(g) = \operatorname{FNV1a}(g) \bmod B, \qquad z'_g = \operatorname{mean}\{z_h : b(h) = b(g)\}",),
            (spelling.crowding, spelling.crowded),
        ),
        caption="Counted from our vocabulary’s n-grams with fastText’s hash. What the word keeps is an estimate: each "
        "row is replaced by the mean of the rows of all n-grams that would share it; nothing is trained again.",
    )


def _gaps(values: Sequence[float] | Floats) -> list[float | None]:
    """Return values with a gap where there is none."""
    return [None if np.isnan(value) else float(value) for value in values]
