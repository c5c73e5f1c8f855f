"""The figure of the evidence page: what was measured, side by side."""

from __future__ import annotations

from dataclasses import fields

from core.charts import TEXT_SIZE, Card, Hover, How, Plot, Table, Theme, axis, dots, file_name, plain, still
from core.evidence import sentences
from core.evidence.measures import rank_correlation, ranks, score_analogies, score_pairs
from core.evidence.results import Measurement
from core.evidence.scores import Scores

_SYMBOLS = ("diamond", "circle", "square", "triangle-up", "star", "cross")
_HEIGHTS = {"Analogies": 540, "Rare words": 300, "Senses": 760}
_RHO = r"\rho = \operatorname{corr}\big(\operatorname{rank}\cos(w_a, w_b),\; \operatorname{rank}\, s_{ab}\big)"
_HOW = {
    "Word similarity": How(
        "Spearman correlation of cosines with people's scores, over the pairs whose two words are known, so coverage "
        "differs between spaces of different vocabulary. Sets: WS-353 (Finkelstein et al. 2002; sim and rel: Agirre et "
        "al. 2009), SimLex-999 (Hill et al. 2015), MEN (Bruni et al. 2014), RW (Luong et al. 2013), SimVerb-3500 (Gerz "
        "et al. 2016). Pennington et al. bring each dimension to one scale over the vocabulary before they compare "
        "words; we do not. x_max, λ and the sweeps of GloVe and the exponent of PPMI were chosen on WS-353 rel and "
        "MEN.",
        (_RHO,),
        (score_pairs, rank_correlation, ranks),
    ),
    "Analogies": How(
        "By adding and subtracting vectors, answered by the nearest word: 3CosAdd. Google analogies (Mikolov et al. "
        "2013); questions with an unknown word do not count, an answer is chosen among all words of the space.",
        (r"\hat d = \operatorname{arg\,max}_{w \notin \{a, b, c\}} \cos\big(w,\; b - a + c\big)",),
        (score_analogies,),
    ),
    "Rare words": How(
        "Spearman correlation of cosines with people's scores on RW (Luong et al. 2013), with FastText's vectors. A "
        "word that is not in the vocabulary has a vector from its n-grams, or is left at zero and so has cosine 0 with "
        "everything, as Bojanowski et al. (2017) do for comparison.",
        (_RHO,),
        (score_pairs, rank_correlation, ranks),
    ),
    "Senses": How(
        "Test sentences of ten words of CoarseWSD-20 (Loureiro et al. 2021), the nearest mean of the training "
        "sentences’ contextual vectors; the figures of BERT and fastText are the authors’ own, on the same sentences.",
        (r"\text{recall}(s) = \frac{\text{sentences of } s \text{ told as } s}{\text{sentences of } s}",),
    ),
}


def build_scores(scores: Scores, look: Theme) -> Card:
    """Draw one row a set and one point for each of those compared, told apart by colour and shape; hollow as published.

    Parameters
    ----------
    scores : Scores
        The rows come in the order of their first appearance, points without a value are left out.
    look : Theme
        Colours.
    """
    columns = {part.name: [getattr(one, part.name) for one in scores.measurements] for part in fields(Measurement)}
    published = any(one.published is not None for one in scores.measurements)
    how = _HOW[scores.kind]
    return Card(
        plot=_rows(scores, look),
        title=scores.kind,
        name=f"evidence-{file_name(scores.kind)}",
        alt=f"{scores.kind}: one row a set, one point a {'space' if scores.by == 'space' else 'way'}.",
        table=Table.of(columns),
        said=[sentences.about(scores)],
        how=How(f"{how.text} {sentences.ONE_FILE}", how.formulas, how.code),
        caption="Hollow: a published figure for this method; text, dimensions and scoring differ, see the claims."
        if published
        else "",
    )


def _rows(scores: Scores, look: Theme) -> Plot:
    sets = {one.set: plain(scores.names.get(one.set, one.set)) for one in scores.measurements}
    rows = {name: row for row, name in enumerate(sets)}
    form = ".1%" if scores.shares else ".3f"
    traces = []
    for (name, title), symbol, colour in zip(scores.titles.items(), _SYMBOLS, look.groups, strict=False):
        ours = [one for one in scores.of(name) if one.value is not None]
        traces.append(
            dots(
                [one.value for one in ours],
                [rows[one.set] for one in ours],
                name=title,
                color=colour,
                symbol=symbol,
                size=12,
                edge=(look.paper, 1),
                hover=Hover(
                    [[sets[one.set], f"{one.n:,}", f"{100 * one.coverage:.0f} %"] for one in ours],
                    f"<b>{plain(title)}</b>, %{{customdata[0]}}: %{{x:{form}}}<br>"
                    "on %{customdata[1]} items, %{customdata[2]} of the set",
                ),
            )
        )
        theirs = [one for one in scores.of(name) if one.published is not None]
        if theirs:
            traces.append(
                dots(
                    [one.published for one in theirs],
                    [rows[one.set] for one in theirs],
                    name="published",
                    showlegend=False,
                    color=colour,
                    symbol=f"{symbol}-open",
                    size=11,
                    marker={"line": {"width": 1.6}},
                    hover=Hover(
                        [[sets[one.set]] for one in theirs],
                        f"<b>{plain(title)} as published</b>, %{{customdata[0]}}: %{{x:{form}}}<br>"
                        "other text, dimensions and scoring; sources below",
                    ),
                )
            )
    values = [value for one in scores.measurements for value in (one.value, one.published) if value is not None]
    ends = (min(0, *values) - 0.02, max(values) + 0.05) if values else (0, 1)
    return still(
        traces,
        look,
        x=axis(plain(scores.measure), *ends, tickformat=".0%" if scores.shares else ".1f"),
        # Rows by number: an axis of names leaves out those that it thinks too close.
        y=axis(
            "",
            len(sets) - 0.5,
            -0.5,
            ticks=(list(rows.values()), list(sets.values())),
            font={"color": look.ink, "size": TEXT_SIZE},
        ),
        height=_HEIGHTS.get(scores.kind, 430),
    )
