"""The figure of the drift page: a word on its way through the plane of its senses, with two laws beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.charts import (
    TEXT_SIZE,
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
    frame,
    halt,
    label_font,
    line,
    note,
    placed,
    plain,
    play,
    rgba,
    sense_colours,
    still,
    texts,
)
from core.charts.labels import WIDE, Extent, place_labels
from core.charts.plot import CLEAR
from core.charts.points import extent_of
from core.charts.theme import mixed
from core.drift import sentences
from core.drift.figures.axis import shares_of
from core.drift.figures.laws import LAW_FORMULAS
from core.drift.laws import Constant, Floats, log_law, span_cosine
from core.drift.nearby import Nearby
from core.drift.path import Drift, at_masses, follow
from core.drift.scene import Scene
from core.spaces.space import TITLES
from core.text import whole_percents

LIST = 0.77  # where the list of nearest words begins, as a share of the width
SLIDER = 0.32  # where the slider begins, beside the buttons
HEIGHT = 480  # pixels
TRAILS = (("solved anew", "solid"), ("linear average", "dash"), ("log law", "dot"))
_SOLVED = {
    "glove": "one weighted ridge regression a mixture",
    "skipgram": "Newton’s method on the expected loss of negative sampling, to a gradient of 10⁻⁶",
    "ppmi": "positive PMI of the mixed row, folded into the SVD",
}


def build_drift(scene: Scene, look: Theme) -> Card:
    """Draw a drift with its frames, one a proportion, and the ten nearest words beside it."""
    drift, near = scene.way, scene.near
    size = drift.vectors.shape[1]
    columns: dict[str, Any] = shares_of(drift)
    columns |= {f"coefficient of {name}": drift.coefficients[:, i] for i, name in enumerate(drift.names)}
    columns["outside the span"] = drift.residual
    for one in drift.laws:
        columns |= {f"{one.name} off, share of length": one.off, f"{one.name} off, degrees": one.degrees}
    frames = range(len(drift.proportions))
    columns["nearest words"] = [", ".join(near.words[i] for i in near.listed(at)) for at in frames]
    return Card(
        plot=_plot(scene, look),
        title=f"{drift.word} in {TITLES.get(drift.space, drift.space)}",
        name=file_name(*drift.word.split("+"), drift.space),
        alt=f"The vector of {drift.word} in the plane of {', '.join(drift.names)}: its way as trained, as the linear "
        "average and as the log law.",
        table=Table.of(columns, {f"v{i + 1}": drift.vectors[:, i] for i in range(size)}),
        said=sentences.about_scene(scene),
        how=How(
            "Each occurrence of the word in our text was given to the sense whose cue words the words around it are "
            "nearest to, and dropped where none leads clearly. Each sense has its own row of counts. A mixture of "
            "them, with the word’s whole mass unchanged, is what the model would see; its vector is solved again "
            f"exactly ({_SOLVED.get(drift.space, '')}), every context vector held fixed. The *linear average* adds the "
            "senses’ vectors in proportion. The *log law* is that of Arora et al. (2018), TACL 6: the rarer sense "
            f"fades with the logarithm of the ratio; {_constant_said(scene.law)}. Two words merged into one are a "
            "*pseudoword* (Gale, Church & Yarowsky 1992). The halo is as wide as the vector is off the plane of its "
            "senses.",
            (r"X(p) = T \sum_s p_s\, \hat x_s, \qquad v(p) = \operatorname{refit}(X(p))", LAW_FORMULAS),
            (follow, at_masses, log_law),
        ),
    )


def _constant_said(law: Constant) -> str:
    if not law.n_pairs:
        return f"its c is the {law.c:g} of their paper, not yet fitted in this space"
    return f"its c is {law.c:.2f} in this space, fitted on {law.n_pairs} pairs of merged words (½ in their paper)"


def share_text(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return proportions as they are read, whole percentages that sum to 100: "60 % finance, 40 % river"."""
    return ", ".join(f"{whole} % {plain(name)}" for name, whole in zip(names, whole_percents(shares), strict=True))


def _plot(scene: Scene, look: Theme) -> Plot:
    drift, colours = scene.way, sense_colours(len(scene.way.names), look)
    left, right, bottom, top = extent = _extent(scene)
    resting = [*_trails(scene, look, colours), *_labelled(scene, look, colours, extent), *_marks(scene, look)]
    first = [
        fixed | moved | {"marker": fixed.get("marker", {}) | moved.get("marker", {})}
        for fixed, moved in zip(
            _unmoved(drift, look), _moved(scene, scene.spot, 0, scene.spot_near, look, colours), strict=True
        )
    ]
    numbers = range(len(resting), len(resting) + len(first))
    bare: dict[str, Any] = {"grid": False, "showticklabels": False, "showline": False}
    # More than two senses leave no room for names of trails: the legend has them.
    names = _trail_names(scene, look) if len(drift.names) == 2 else []
    plot = still(
        [*resting, *first],
        look,
        x=axis("", left, right, domain=[0, LIST - 0.03], **bare),
        y=axis("", bottom, top, scaleanchor="x", scaleratio=1, **bare),
        xaxis2=axis("", 0, 1, shown=False, domain=[LIST, 1], anchor="y2"),
        yaxis2=axis("", 10.6, -0.4 - 0.42 * len(drift.names), shown=False, domain=[0, 1], anchor="x2"),
        height=HEIGHT,
        margin={"l": 4, "r": 4, "t": 30, "b": 78},
        updatemenus=[
            play(
                look,
                wait=110,
                step=90,
                pause="⏸",
                x=0,
                xanchor="left",
                y=-0.03,
                yanchor="top",
                pad={"l": 4, "t": 16, "b": 0, "r": 0},
            )
        ],
        sliders=[_slider(drift, scene.spot, look)],
        annotations=[*_stops(drift, look), *names],
    )
    # A frame holds only what it changes: the browser redraws that alone.
    return plot.played(
        [
            frame(str(at), _moved(scene, drift, at, scene.near, look, colours), list(numbers))
            for at in range(len(drift.proportions))
        ]
    )


def _extent(scene: Scene) -> Extent:
    """Return what is shown: all but the origin of two senses, which lies far below what matters."""
    shown = [scene.way, scene.spot] + ([] if scene.corpus is None else [scene.corpus])
    parts = [part for one in shown for part in (one.vectors, one.linear, one.log_law, one.senses)]
    own = [] if scene.own is None else [scene.own[None]]
    return extent_of(scene.plane.place(np.vstack([*parts, scene.around.vectors, *own])), pad=0.1)


def _trails(scene: Scene, look: Theme, colours: Sequence[str]) -> list[Trace]:
    """Return rays from the origin to two senses or the edges between more, the trails, and the steps of the word."""
    drift, place = scene.way, scene.plane.place
    ends = place(drift.senses)
    n = len(ends)
    sides = [(np.zeros(2), end) for end in ends] if n == 2 else [(ends[i], ends[(i + 1) % n]) for i in range(n)]
    traces = [
        line(
            [at for start, stop in sides for at in (float(start[0]), float(stop[0]), None)],
            [at for start, stop in sides for at in (float(start[1]), float(stop[1]), None)],
            color=look.grid,
            width=2,
        )
    ]
    for (name, dash), vectors in zip(TRAILS, (drift.vectors, drift.linear, drift.log_law), strict=True):
        colour = look.ink if dash == "solid" else look.faint
        traces.append(line(*place(vectors).T, color=colour, width=2.4, dash=dash, name=name, showlegend=n > 2))
    told = [
        [share_text(drift.names, shares), f"{cosine:.2f}"]
        for shares, cosine in zip(drift.proportions, span_cosine(drift.residual), strict=True)
    ]
    steps = dots(
        *place(drift.vectors).T,
        size=7,
        color=[mixed(colours, shares.tolist()) for shares in drift.proportions],
        hover=Hover(told, "%{customdata[0]}<br>cosine %{customdata[1]} with the senses' span"),
    )
    return [*traces, steps]


def _labelled(scene: Scene, look: Theme, colours: Sequence[str], extent: Extent) -> list[Trace]:
    """Return the senses and the words about them, with the labels for which there is room."""
    drift, plane, around = scene.way, scene.plane, scene.around
    n = len(drift.names)
    places = plane.place(np.vstack([drift.senses, around.vectors]))
    words = [*drift.names, *around.words]
    belongs = [*range(n), *around.belongs]
    # Points without a name keep the names off the trails.
    trails = plane.place(np.vstack([drift.vectors[::2], drift.linear[::2], drift.log_law[::2]]))
    labels = place_labels(
        np.vstack([places, trails]).astype(np.float32),
        [*words, *([""] * len(trails))],
        extent,
        height=HEIGHT - 110,
        wide=WIDE * (LIST - 0.03),
        size=12.0,
        marker=12.0,
        equal=True,
        order=range(len(words)),
    )
    traces = []
    for sense, (name, colour) in enumerate(zip(drift.names, colours, strict=True)):
        mine = [i for i, owner in enumerate(belongs) if owner == sense]
        told = [[plain(words[i]), "the word with this sense alone" if i < n else f"near {plain(name)}"] for i in mine]
        sizes = [15 if i < n else 6 for i in mine]
        of_sense = dots(*places[mine].T, color=colour, size=sizes, opacity=0.9, hover=Hover(told))
        shown = [label for label in labels if label.point in mine]
        traces += [of_sense | {"name": plain(name)}]
        traces += placed(shown, places, words, look, marker=12, color=colour, bold=range(n))
    return traces


def _marks(scene: Scene, look: Theme) -> list[Trace]:
    """Return the word at our own mix of its senses, and as it was trained, where these are known."""
    found = []
    if scene.corpus is not None:
        mix = share_text(scene.way.names, scene.corpus.proportions[0].tolist())
        told = f"as mixed in our text<br>{mix}"
        found.append((scene.corpus.vectors, "triangle-up", "our mix of its senses", told))
    if scene.own is not None:
        told = f"as trained on the untouched text<br>{_off_said(scene, scene.own)}"
        found.append((scene.own[None], "star", f"{scene.way.word} as trained on our text", told))
    return [
        dots(
            *scene.plane.place(vectors).T,
            symbol=symbol,
            size=14,
            color=look.ink,
            edge=(look.paper, 1.5),
            name=name,
            hover=Hover(None, told),
        )
        for vectors, symbol, name, told in found
    ]


def _trail_names(scene: Scene, look: Theme) -> list[dict[str, Any]]:
    """Return each trail's name, a little off the trail, where it is far from the others."""
    drift, last = scene.way, scene.way.corners[1]
    font = label_font(look, narrow=True) | {"color": look.faint}
    spots = ((drift.vectors, 0.66, 0, -13), (drift.linear, 0.78, 0, -11), (drift.log_law, 0.72, 10, 0))
    names = []
    for (name, _), (vectors, share, across, up) in zip(TRAILS, spots, strict=True):
        x, y = scene.plane.place(vectors[round(share * last)][None])[0].tolist()
        names.append(note(x, y, name, font=font, xshift=across, yshift=up, xanchor="left" if across else "center"))
    return names


def _off_said(scene: Scene, vector: Floats) -> str:
    return f"off the plane by {100 * float(scene.plane.off(vector[None])[0]):.0f} % of its length"


def _unmoved(drift: Drift, look: Theme) -> list[Trace]:
    """Return what no frame changes of the traces that move: halo and laws, the word, and the list of nearest words."""
    return [
        dots(
            [],
            [],
            symbol=["circle", "circle", "diamond"],  # the halo; the linear average; the log law
            opacity=1,  # else Plotly takes points of several sizes for bubbles and lets them shine through
            edge=([CLEAR, look.faint, look.faint], [0, 2, 2]),
            hovertext=["", *(f"the {law.name}" for law in drift.laws)],
            hoverinfo="text",
        ),
        # On its own: among points without text, Plotly lets a label fly in from elsewhere.
        dots(
            [],
            [],
            size=18,
            edge=(look.paper, 2),
            text=[f"<b>{plain(drift.word)}</b>"],
            font=label_font(look, narrow=True, size=14),
            hoverinfo="text",
        ),
        texts([], [], [], font={}, position="middle right", xaxis="x2", yaxis="y2"),
    ]


def _moved(
    scene: Scene, drift: Drift, at: int, near: Nearby, look: Theme, colours: Sequence[str]
) -> list[dict[str, Any]]:
    """Return what a frame changes of these traces."""
    shares, trained = drift.proportions[at].tolist(), drift.vectors[at]
    colour = mixed(colours, shares)
    places = np.round(scene.plane.place(np.stack([trained, drift.linear[at], drift.log_law[at]])), 4).tolist()
    off = float(scene.plane.off(trained[None])[0])
    listed = near.listed(at)
    said = share_text(drift.names, shares)
    lines = [f"<b>{said.replace(', ', '<br>')}</b>", *(plain(near.words[i]) for i in listed)]
    return [
        {
            "type": "scatter",
            "x": [x for x, _ in places],
            "y": [y for _, y in places],
            "marker": {"size": [18 + 80 * off, 11, 11], "color": [rgba(colour, 0.22), look.paper, look.paper]},
        },
        {
            "type": "scatter",
            "x": [places[0][0]],
            "y": [places[0][1]],
            "marker": {"color": colour},
            "hovertext": [f"{said}<br>{_off_said(scene, trained)}"],
        },
        {
            "type": "scatter",
            "x": [0.0] * len(lines),
            "y": [0.2 - 0.21 * len(drift.names), *range(1, len(lines))],
            "text": lines,
            "textfont": {"size": TEXT_SIZE, "color": [look.ink, *(colours[int(near.belongs[i])] for i in listed)]},
        },
    ]


def _slider(drift: Drift, spot: Drift, look: Theme) -> dict[str, Any]:
    """Return a slider to drag; a keyboard uses the page's own, this one takes no focus."""
    return {
        "active": drift.frame_at(spot.proportions[0]),
        "x": SLIDER,
        "len": 1 - SLIDER,
        "y": -0.03,
        "yanchor": "top",
        "pad": {"t": 12, "b": 0},
        "currentvalue": {"visible": False},
        "bgcolor": look.grid,
        "bordercolor": look.faint,
        "activebgcolor": look.accent,
        "tickcolor": look.faint,
        "minorticklen": 0,
        "ticklen": 0,
        "font": {"color": look.paper, "size": 1},
        "steps": [
            {"label": "", "method": "animate", "args": [[str(at)], halt()]} for at in range(len(drift.proportions))
        ],
    }


def _stops(drift: Drift, look: Theme) -> list[dict[str, Any]]:
    """Return what stands under the slider: Plotly leaves out labels that it thinks too close, so these are ours."""
    last = len(drift.proportions) - 1
    stops = [(at / last, f"all {plain(name)}") for at, name in zip(drift.corners, drift.names, strict=True)]
    if len(stops) == 2:
        stops.append((0.5, "half and half"))
    else:  # on a phone there is room for three
        stops = [*(stops if len(stops) == 3 else stops[:1]), (1.0, "even mix")]
    font = {"color": look.faint, "size": TEXT_SIZE - 1}
    return [
        note(
            SLIDER + (1 - SLIDER) * at,
            -0.03,
            text,
            font=font,
            paper=True,
            xanchor="left" if at == 0 else "right" if at == 1 else "center",
            yanchor="top",
            yshift=-32,
        )
        for at, text in stops
    ]
