"""The figure of the plane of a word's senses: its one vector, and where each sentence puts it."""

from __future__ import annotations

from collections.abc import Iterator

from core.charts import (
    Card,
    Hover,
    How,
    Plot,
    Table,
    Theme,
    Trace,
    axis,
    dots,
    file_name,
    label_font,
    line,
    plain,
    rgba,
    sense_colours,
    still,
)
from core.context import sentences
from core.context.disambiguation import THRESHOLD, decide
from core.context.scene import Scene, Tip
from core.context.weights import SIF, TITLES, ContextModel
from core.counts.senses import SenseWord

WEIGHTED_MEAN = (
    r"\alpha_i = \frac{e^{s_i/\tau}}{\sum_j e^{s_j/\tau}}, \qquad h = \sum_i \alpha_i v_i, \qquad "
    r"s_i^{\text{learned}} = \frac{(Q v_t)\cdot(K v_i)}{\sqrt r} + s_{c_i} + g_{\text{distance}}",
)
_DASHES = {"uniform": "dot", "sif": "dash", "dot": "longdashdot", "learned": "solid"}
_SYMBOLS = {"uniform": "circle", "sif": "square", "dot": "diamond", "learned": "circle"}


def build_scene(scene: Scene, entry: SenseWord, scheme: str, look: Theme) -> Card:
    """Draw where each sentence puts the word, from the one place where its vector stands.

    Parameters
    ----------
    scene : Scene
        The plane and what stands in it.
    entry : SenseWord
        The word and its senses.
    scheme : str
        The scheme whose arrows are drawn heavily, and whose numbers are told.
    look : Theme
        Colours.
    """
    tips = [tip for tip in scene.tips if tip.context.scheme == scheme and not tip.aside]
    contexts = [tip.context for tip in tips]
    return Card(
        plot=_plane(scene, entry, scheme, look),
        title=f"{entry.word} in {len(tips)} sentences",
        name=file_name("context", entry.word),
        alt=f"The plane of the senses of {entry.word}: its one vector, and where each sentence puts it under each "
        "scheme.",
        table=Table.of_rows(
            ("sentence", "scheme", "place", "word", "score", "weight", "verdict", "leads by"), _rows(scene, entry)
        ),
        said=[
            sentences.about_verdicts({tip.sentence + 1: tip.verdict for tip in tips}, entry, scheme),
            sentences.about_parting(contexts),
            f"In sentence {tips[0].sentence + 1} {sentences.about_weights(contexts[0])}",
        ],
        how=How(
            "Each word around the target gets a score, a softmax makes weights of the scores, and the contextual "
            "vector is the weighted mean of the words’ vectors. Vectors are whitened first: mean 0 and covariance the "
            "identity over the vocabulary, then length 1. *Uniform* scores all alike; *SIF* is a/(a + p), with p the "
            f"word’s share of our text and a = {SIF:g} (Arora, Liang & Ma 2017); *dot product* multiplies the raw "
            "vectors of target and word; *learned* adds how well the two go together, how much the word counts at "
            "all, and how far it stands, all trained on raw text without any sense label. A sense’s anchor is the "
            f"mean of its cue words; the nearest by cosine wins when it leads by {THRESHOLD:.2f}.",
            WEIGHTED_MEAN,
            (ContextModel.weigh, decide),
        ),
    )


def _rows(scene: Scene, entry: SenseWord) -> Iterator[tuple[object, ...]]:
    for tip in scene.tips:
        sentence = f"{tip.sentence + 1}{' before a sentence was added' if tip.aside else ''}"
        for place, token in enumerate(tip.context.tokens):
            score, weight = tip.context.scores[place], tip.context.weights[place]
            yield sentence, tip.context.scheme, place + 1, token, score, weight, _told(tip, entry), tip.verdict.margin


def _told(tip: Tip, entry: SenseWord) -> str:
    return "cannot tell" if tip.verdict.sense is None else entry.names[tip.verdict.sense]


def _plane(scene: Scene, entry: SenseWord, scheme: str, look: Theme) -> Plot:
    colours = sense_colours(len(entry.senses), look)
    left, right, low, high = view = _extent(scene)
    traces = _regions(scene, colours, view) if scene.exact else []
    for name in dict.fromkeys(tip.context.scheme for tip in scene.tips):
        traces += _arrows(scene, name, colours, look, heavy=name == scheme, entry=entry)
    traces.append(
        dots(
            *scene.senses.T,
            text=[f"<b>{plain(name)}</b>" for name in entry.names],
            position=["top center" if y > (low + high) / 2 else "bottom center" for y in scene.senses[:, 1]],
            font=label_font(look, narrow=True, size=14),
            size=17,
            color=list(colours),
            edge=(look.paper, 2),
            hover=Hover(
                [[plain(sense.name), plain(", ".join(sense.cues[:6]))] for sense in entry.senses],
                "<b>%{customdata[0]}</b><br>the mean of %{customdata[1]} …",
            ),
        )
    )
    if scene.word is not None:
        traces.append(
            dots(
                scene.word[:1],
                scene.word[1:],
                text=[f"“{plain(entry.word)}”: one vector, always"],
                font=label_font(look, narrow=True),
                size=13,
                color=look.faint,
                edge=(look.paper, 2),
                hover=Hover(None, f"<b>{plain(entry.word)}</b><br>the same in every sentence"),
            )
        )
    return still(
        traces,
        look,
        x=axis("", left, right, grid=False, showticklabels=False),
        y=axis("", low, high, grid=False, showticklabels=False, scaleanchor="x", scaleratio=1),
        height=390,
        margin={"l": 4, "r": 4, "b": 4},
    )


def _extent(scene: Scene) -> tuple[float, float, float, float]:
    """Return a view that depends on the senses alone, so that nothing else moves while the reader types."""
    (left, low), (right, high) = scene.senses.min(axis=0), scene.senses.max(axis=0)
    if len(scene.senses) == 2:
        low = min(low, -0.05)  # the origin: a sentence that speaks of neither stands there
    pad = 0.16 * max(right - left, high - low)
    return float(left - pad), float(right + pad), float(low - pad), float(high + pad)


def _regions(scene: Scene, colours: tuple[str, ...], view: tuple[float, float, float, float]) -> list[Trace]:
    """Return the plane tinted by the sense that wins; paper where none leads by enough."""
    left, right, low, high = view
    # A chart at one scale shows more than the view asked for, so the tint reaches beyond.
    wide = left - 2 * (right - left), right + 2 * (right - left), low - (high - low), high + (high - low)
    return [
        line(*scene.region(sense, wide).T, color=colour, width=0, fill="toself", fillcolor=rgba(colour, 0.13))
        for sense, colour in enumerate(colours)
    ]


def _arrows(
    scene: Scene, scheme: str, colours: tuple[str, ...], look: Theme, *, heavy: bool, entry: SenseWord
) -> list[Trace]:
    """Return a line and a tip for each sentence under one scheme, and the scheme's entry in the legend."""
    title, symbol = TITLES[scheme], "circle" if heavy else _SYMBOLS[scheme]
    traces = []
    for tip in (tip for tip in scene.tips if tip.context.scheme == scheme):
        colour = look.faint if tip.verdict.sense is None else colours[tip.verdict.sense]
        bold = heavy and not tip.aside
        (from_x, from_y), (x, y) = scene.start, tip.at
        traces += [
            line(
                [float(from_x), x],
                [float(from_y), y],
                color=colour if bold else rgba(colour, 0.35),
                width=3 if bold else 1.4,
                dash=_DASHES[scheme],
            ),
            dots(
                [x],
                [y],
                text=[f"<b>{tip.sentence + 1}</b>"] if bold else None,
                position="middle center",
                font={"color": look.paper, "size": 12},
                size=20 if bold else 9,
                symbol=symbol,
                color=rgba(colour, 0.4) if tip.aside else colour,
                edge=(look.paper, 1.5),
                hover=Hover(
                    [[tip.sentence + 1, title, _hover(tip, entry)]],
                    "<b>sentence %{customdata[0]}</b>, %{customdata[1]}<br>%{customdata[2]}",
                ),
                legendgroup=scheme,
                cliponaxis=True,
            ),
        ]
    key = line(
        [None],
        [None],
        color=look.ink if heavy else look.faint,
        width=3 if heavy else 1.4,
        dash=_DASHES[scheme],
        name=title,
        mode="lines+markers",
        marker={"size": 9, "symbol": symbol},
        legendgroup=scheme,
    )
    return [*traces, key]


def _hover(tip: Tip, entry: SenseWord) -> str:
    before = "<br>before a sentence was added" if tip.aside else ""
    cosines = "<br>".join(
        f"cosine with {plain(name)}: {value:.2f}" for name, value in zip(entry.names, tip.verdict.cosines, strict=True)
    )
    return f"<b>{plain(_told(tip, entry))}</b>, leads by {tip.verdict.margin:.2f}{before}<br>{cosines}"
