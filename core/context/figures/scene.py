"""Figures of the context page: the plane of the senses, and the sentence as a balance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.theme import Theme, figure, label_font, mixed, plain, rgba, sense_colours
from core.context.scene import Scene, Tip
from core.context.weights import Floats, Weighting
from core.counts.senses import SenseWord

TITLES = {"uniform": "Uniform", "sif": "SIF", "dot": "Dot product", "learned": "Learned", "hand": "By hand"}
_DASHES = {"uniform": "dot", "sif": "dash", "dot": "longdashdot", "learned": "solid", "hand": "solid"}
_SYMBOLS = {"uniform": "circle", "sif": "square", "dot": "diamond", "learned": "circle", "hand": "star"}


def build_scene(scene: Scene, entry: SenseWord, scheme: str, look: Theme, *, height: int = 400) -> go.Figure:
    """Draw where each sentence puts the word, from the one place where its vector stands.

    Parameters
    ----------
    scene : Scene
        The plane and what stands in it.
    entry : SenseWord
        The word and its senses.
    scheme : str
        The scheme whose arrows are drawn heavily.
    look : Theme
        Colours.
    height : int
        Pixels.
    """
    fig = figure(look, height=height)
    colours = sense_colours(len(entry.senses), look)
    left, right, low, high = _extent(scene)
    # All at once: each trace that is added alone checks the figure anew.
    traces = _regions(scene, colours, (left, right, low, high)) if scene.exact else []
    for name in dict.fromkeys(tip.weighting.scheme for tip in scene.tips):
        traces += _arrows(scene, name, colours, look, heavy=name == scheme, entry=entry)
    traces.append(
        {
            "type": "scatter",
            "mode": "markers+text",
            "x": scene.senses[:, 0].tolist(),
            "y": scene.senses[:, 1].tolist(),
            "text": [f"<b>{plain(name)}</b>" for name in entry.names],
            "textposition": [
                "top center" if y > (low + high) / 2 else "bottom center" for y in scene.senses[:, 1].tolist()
            ],
            "textfont": label_font(look, narrow=True, size=14),
            "customdata": [[plain(sense.name), plain(", ".join(sense.cues[:6]))] for sense in entry.senses],
            "hovertemplate": "<b>%{customdata[0]}</b><br>the mean of %{customdata[1]} …<extra></extra>",
            "marker": {"size": 17, "color": list(colours), "line": {"color": look.paper, "width": 2}},
            "showlegend": False,
        }
    )
    if scene.word is not None:
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "x": [float(scene.word[0])],
                "y": [float(scene.word[1])],
                "text": [f"“{plain(entry.word)}”: one vector, always"],
                "textposition": "top center",
                "textfont": label_font(look, narrow=True),
                "hovertemplate": f"<b>{plain(entry.word)}</b><br>the same in every sentence<extra></extra>",
                "marker": {"size": 13, "color": look.faint, "line": {"color": look.paper, "width": 2}},
                "showlegend": False,
            }
        )
    fig.add_traces(traces)
    fig.plan.xaxis.update(range=[left, right], showticklabels=False, fixedrange=True, showgrid=False)
    fig.plan.yaxis.update(range=[low, high], showticklabels=False, fixedrange=True, showgrid=False)
    fig.plan.yaxis.update(scaleanchor="x", scaleratio=1)
    fig.plan.margin = {"l": 4, "r": 4, "t": 34, "b": 4}
    fig.plan.dragmode = False
    return fig


def _extent(scene: Scene) -> tuple[float, float, float, float]:
    """Return a view that depends on the senses alone, so that nothing else moves while the reader types."""
    (left, low), (right, high) = scene.senses.min(axis=0), scene.senses.max(axis=0)
    if len(scene.senses) == 2:
        low = min(low, -0.05)  # the origin: a sentence that speaks of neither stands there
    pad = 0.16 * max(right - left, high - low)
    return float(left - pad), float(right + pad), float(low - pad), float(high + pad)


def _regions(scene: Scene, colours: Sequence[str], view: tuple[float, float, float, float]) -> list[dict[str, Any]]:
    """Return the plane tinted by the sense that wins; paper where none leads by enough."""
    left, right, low, high = view
    # A chart at one scale shows more than the view asked for, so the tint reaches beyond.
    wide = left - 2 * (right - left), right + 2 * (right - left), low - (high - low), high + (high - low)
    traces = []
    for sense, colour in enumerate(colours):
        corners = scene.region(sense, wide)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": corners[:, 0].tolist(),
                "y": corners[:, 1].tolist(),
                "fill": "toself",
                "fillcolor": rgba(colour, 0.13),
                "line": {"width": 0},
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    return traces


def _arrows(
    scene: Scene, scheme: str, colours: Sequence[str], look: Theme, *, heavy: bool, entry: SenseWord
) -> list[dict[str, Any]]:
    start = scene.plane.place(np.zeros((1, scene.plane.axes.shape[1])))[0] if scene.word is None else scene.word
    traces: list[dict[str, Any]] = []
    for tip in (tip for tip in scene.tips if tip.weighting.scheme == scheme):
        colour = look.faint if tip.verdict.sense is None else colours[tip.verdict.sense]
        x, y = tip.at
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": [float(start[0]), x],
                "y": [float(start[1]), y],
                "line": {
                    "color": rgba(colour, 0.35) if tip.aside or not heavy else colour,
                    "width": 3 if heavy and not tip.aside else 1.4,
                    "dash": _DASHES[scheme],
                },
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text" if heavy and not tip.aside else "markers",
                "name": TITLES[scheme],
                "legendgroup": scheme,
                "x": [x],
                "y": [y],
                "text": [f"<b>{tip.sentence + 1}</b>"],
                "textposition": "middle center",
                "textfont": {"color": look.paper, "size": 12},
                "customdata": [[tip.sentence + 1, TITLES[scheme], _said(tip, entry)]],
                "hovertemplate": "<b>sentence %{customdata[0]}</b>, %{customdata[1]}<br>%{customdata[2]}"
                "<extra></extra>",
                "marker": {
                    "size": 20 if heavy and not tip.aside else 9,
                    "symbol": _SYMBOLS[scheme] if not heavy else "circle",
                    "color": rgba(colour, 0.4) if tip.aside else colour,
                    "line": {"color": look.paper, "width": 1.5},
                },
                "showlegend": False,
            }
        )
    traces.append(
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": TITLES[scheme],
            "legendgroup": scheme,
            "x": [None],
            "y": [None],
            "line": {"color": look.ink if heavy else look.faint, "width": 3 if heavy else 1.4, "dash": _DASHES[scheme]},
            "marker": {"size": 9, "symbol": "circle" if heavy else _SYMBOLS[scheme]},
            "hoverinfo": "skip",
        }
    )
    return traces


def _said(tip: Tip, entry: SenseWord) -> str:
    verdict = tip.verdict
    said = "cannot tell" if verdict.sense is None else entry.names[verdict.sense]
    before = "<br>before a sentence was added" if tip.aside else ""
    cosines = "<br>".join(
        f"cosine with {plain(name)}: {value:.2f}" for name, value in zip(entry.names, verdict.cosines, strict=True)
    )
    return f"<b>{plain(said)}</b>, leads by {verdict.margin:.2f}{before}<br>{cosines}"


def build_balance(
    weighings: Sequence[Weighting], colours: Sequence[str], look: Theme, *, struck: Sequence[int] = ()
) -> go.Figure:
    """Draw one sentence under several schemes, a row each: a bar a word, all rows to one scale.

    Parameters
    ----------
    weighings : sequence of Weighting
        Of the same tokens, at least one.
    colours : sequence of str
        A colour a token.
    look : Theme
        Colours.
    struck : sequence of int
        Tokens that the reader struck out.
    """
    tokens, target = weighings[0].tokens, weighings[0].target
    rows = len(weighings)
    fig = figure(look, height=64 + 74 * rows + 6 * max((len(token) for token in tokens), default=0))
    top = 1.25 * max(max(float(weighing.weights.max()) for weighing in weighings), 1e-9)
    places = list(range(len(tokens)))
    traces, plain_axis = [], fig.plan.yaxis.copy()
    for number, weighing in enumerate(weighings):
        name = f"yaxis{number + 1 if number else ''}"
        bottom = 1 - (number + 1) / rows
        traces.append(
            {
                "type": "bar",
                "x": places,
                "y": weighing.weights.tolist(),
                "yaxis": f"y{number + 1 if number else ''}",
                "marker": {"color": list(colours)},
                "text": [f"{weight:.2f}"[1:] if 0.005 <= weight < 0.995 else "" for weight in weighing.weights]
                if len(tokens) <= 16
                else None,
                "textposition": "outside",
                "textfont": {"color": look.ink, "size": 11},
                "cliponaxis": False,
                "customdata": [
                    [plain(token), f"{weight:.3f}", "no say" if np.isnan(score) else f"score {score:.2f}"]
                    for token, weight, score in zip(tokens, weighing.weights, weighing.scores, strict=True)
                ],
                "hovertemplate": "<b>%{customdata[0]}</b><br>weight %{customdata[1]}<br>%{customdata[2]}<extra>"
                f"{TITLES[weighing.scheme]}</extra>",
                "showlegend": False,
            }
        )
        fig.plan[name] = plain_axis | {
            "domain": [bottom, bottom + 0.94 / rows],
            "range": [0, top],
            "showticklabels": False,
            "showgrid": False,
            "fixedrange": True,
            "title": {"text": TITLES[weighing.scheme], "font": {"color": look.ink, "size": 12}, "standoff": 4},
        }
    fig.add_traces(traces)
    marks = {target: "<b>{}</b>"} | dict.fromkeys(struck, "<s>{}</s>")
    fig.plan.xaxis.update(
        range=[-0.6, len(tokens) - 0.4],
        anchor=f"y{rows if rows > 1 else ''}",
        tickvals=places,
        ticktext=[marks.get(place, "{}").format(plain(token)) for place, token in enumerate(tokens)],
        tickfont={"color": look.ink, "size": 13 if len(tokens) <= 16 else 10},
        tickangle=0 if len(tokens) <= 6 else -40,
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.bargap = 0.25
    fig.plan.margin = {"l": 8, "r": 8, "t": 14, "b": 8}
    fig.plan.dragmode = False
    return fig


def build_without(weighing: Weighting, leads: Floats, whole: float, sense: str, look: Theme) -> go.Figure:
    """Draw what the lead of a sense would be without each word, beside what it is.

    Parameters
    ----------
    weighing : Weighting
        The sentence.
    leads : ndarray (m,)
        The lead without each word that has a say.
    whole : float
        The lead with all of them.
    sense : str
        The sense's name.
    look : Theme
        Colours.
    """
    gives = whole - leads
    order = np.argsort(-np.abs(gives), kind="stable")[:20]
    order = order[np.argsort(gives[order], kind="stable")]
    names = [weighing.tokens[weighing.counted[i]] for i in order]
    fig = figure(look, height=70 + 22 * len(order))
    fig.add_trace(
        {
            "type": "bar",
            "orientation": "h",
            "x": gives[order].tolist(),
            "y": list(range(len(order))),
            "marker": {"color": [look.accent if value >= 0 else look.loss for value in gives[order]]},
            "customdata": [[plain(name), f"{leads[i]:+.3f}"] for name, i in zip(names, order, strict=True)],
            "hovertemplate": f"without <b>%{{customdata[0]}}</b>, {plain(sense)}<br>leads by %{{customdata[1]}}"
            "<extra></extra>",
            "showlegend": False,
        }
    )
    fig.plan.xaxis.update(
        title={"text": f"what the word gives to the lead of {plain(sense)} (in all {whole:+.2f})"}, fixedrange=True
    )
    fig.plan.xaxis.update(zeroline=True, zerolinecolor=look.faint)
    fig.plan.yaxis.update(
        tickvals=list(range(len(order))),
        ticktext=[plain(name) for name in names],
        tickfont={"color": look.ink, "size": 13},
        showgrid=False,
        fixedrange=True,
    )
    fig.plan.margin = {"l": 8, "r": 12, "t": 8, "b": 8}
    fig.plan.dragmode = False
    return fig


def word_colours(weighing: Weighting, anchors: Floats, look: Theme) -> list[str]:
    """Return a colour a token: that of the sense that the word itself is nearer to, the greyer the less it leads."""
    colours = sense_colours(len(anchors), look)
    found = [look.faint] * len(weighing.tokens)
    cosines = weighing.contexts @ anchors.T
    for place, row in zip(weighing.counted.tolist(), cosines, strict=True):
        first, second = np.sort(row)[::-1][:2]
        share = float(np.clip((first - second) / 0.25, 0, 1))
        found[place] = mixed((look.faint, colours[int(np.argmax(row))]), (1 - share, share))
    return found
