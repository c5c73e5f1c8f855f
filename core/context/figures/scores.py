"""Figures of how well each scheme tells senses, as measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.charts import Card, Hover, How, Plot, Table, Theme, axis, dots, line, plain, still
from core.context.scores import F1, SET, VERSIONS, Interval, mean_scores, scores_by_word, title_of
from core.evidence.results import Measurement

_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "x")
_STRONG = "learned"  # drawn heavily


def build_scoreboard(
    scores: Mapping[str, Sequence[Interval]], measurements: Sequence[Measurement], look: Theme
) -> Card:
    """Draw one line a system over ever more text around the target, with intervals; the table lists measurements."""
    traces = []
    for number, (system, intervals) in enumerate(scores.items()):
        heavy, title, colour = system == _STRONG, plain(title_of(system)), _colour(system, number, look)
        traces.append(
            line(
                [place + 0.03 * (number - len(scores) / 2) for place in range(len(intervals))],
                [one.value for one in intervals],
                color=colour,
                width=3 if heavy else 1.4,
                dash="solid" if heavy else "dot",
                name=title_of(system),
                mode="lines+markers",
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": [one.high - one.value for one in intervals],
                    "arrayminus": [one.value - one.low for one in intervals],
                    "color": colour,
                    "thickness": 1.2,
                    "width": 3,
                },
                marker={"color": colour, "size": 10 if heavy else 8, "symbol": _SYMBOLS[number % len(_SYMBOLS)]},
                hover=Hover(
                    [[f"{one.low:.3f}", f"{one.high:.3f}"] for one in intervals],
                    f"<b>{title}</b>: %{{y:.3f}}<br>95 %: %{{customdata[0]}} to %{{customdata[1]}}",
                ),
            )
        )
    names = ("space", "set", "metric", "value", "n")
    return Card(
        plot=still(
            traces,
            look,
            x=axis(
                "",
                -0.35,
                len(VERSIONS) - 0.65,
                ticks=(range(len(VERSIONS)), list(VERSIONS.values())),
                font={"color": look.ink, "size": 13},
                grid=False,
            ),
            y=axis(f"{F1}, mean over words", tickformat=".1f"),
            height=380,
        ),
        title=f"How well each scheme tells senses · {SET}",
        name="context-scores",
        alt=f"Mean {F1} of each scheme on {SET}, alone and with unrelated text.",
        table=Table.of_rows(names, [[getattr(one, name) for name in names] for one in measurements]),
        said=(),
        how=How(
            f"On the test sentences of {SET} (Loureiro et al. 2021). F1 is the harmonic mean of precision and recall; "
            "its macro mean counts each sense alike, and the words’ are averaged. Intervals hold 95 % of a bootstrap "
            "over test sentences. `python -m scripts.evaluate --only context` measures again.",
            (r"F_1 = \frac{2 P R}{P + R}, \qquad \text{macro } F_1 = \frac1S \sum_s F_1(s)",),
            (mean_scores,),
        ),
    )


def build_word_scores(scores: Mapping[str, Mapping[str, float]], look: Theme) -> Card:
    """Draw one row a word and one point a scheme, at the macro F1 of each word by scheme."""
    words = list(scores[_STRONG])
    return Card(
        plot=_points(scores, words, look),
        title=f"How well each word’s senses are told · {SET}",
        name="context-words",
        alt=f"{F1[0].upper()}{F1[1:]} of each scheme on each word, the sentence alone.",
        table=Table.of(
            {"word": words} | {title_of(scheme): [found[word] for word in words] for scheme, found in scores.items()}
        ),
        said=(),
        how=How(
            f"The same measure for each word of {SET}, each test sentence alone.",
            (r"\text{macro } F_1 = \frac1S \sum_s F_1(s)",),
            (scores_by_word,),
        ),
    )


def _points(scores: Mapping[str, Mapping[str, float]], words: Sequence[str], look: Theme) -> Plot:
    rows = range(len(words))
    return still(
        [
            dots(
                [found[word] for word in words],
                rows,
                color=_colour(scheme, number, look),
                size=13 if scheme == _STRONG else 10,
                symbol=_SYMBOLS[number % len(_SYMBOLS)],
                edge=(look.paper, 1),
                name=title_of(scheme),
                hover=Hover(
                    [[plain(word)] for word in words],
                    f"<b>{plain(title_of(scheme))}</b>, %{{customdata[0]}}: %{{x:.3f}}",
                ),
            )
            for number, (scheme, found) in enumerate(scores.items())
        ],
        look,
        x=axis(F1, tickformat=".1f"),
        y=axis(
            "",
            len(words) - 0.5,
            -0.5,
            ticks=(rows, [plain(word) for word in words]),
            font={"color": look.ink, "size": 13},
        ),
        height=380,
    )


def _colour(system: str, number: int, look: Theme) -> str:
    return look.accent if system == _STRONG else look.groups[number % (len(look.groups) - 1) + 1]
