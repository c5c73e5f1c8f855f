"""Drift: what training does to a word of several meanings as the text shifts from one to another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.drift import sentences
from core.drift.figures.path import Around, build_drift
from core.drift.nearby import Nearby, tipping
from core.drift.path import Drift, Material, angles, at_masses, cosine, explain, follow, log_law, misses
from core.drift.sense_plane import sense_plane
from core.errors import TooFewCounts
from core.spaces.space import Space
from pages.parts.drift.controls import (
    CHIPS,
    CONTROLS,
    SECTIONS,
    VIEWS,
    Asked,
    choose,
    masses,
)
from pages.parts.drift.laws import laws
from pages.parts.drift.near import common, near_words
from pages.parts.drift.why import why
from pages.shared import layout, link, loaders, spaces
from pages.shared.glossary import GLOSSARY

HEIGHT = 480
AROUND = 6  # words about each sense


def main() -> None:
    """Draw the page."""
    link.notice_ignored("drift", CONTROLS)
    left, right = st.columns([4, 1.8], vertical_alignment="bottom")
    with left:
        head = st.container()
    with right:
        st.segmented_control(
            "View",
            VIEWS,
            default=VIEWS[0],
            required=True,
            key="drift_view",
            bind="query-params",
            label_visibility="collapsed",
            width="stretch",
        )
    asked = choose()
    with head:
        opening(asked)
    layout.show_notices(asked.notices)
    if asked.material is None:
        layout.try_chips(CHIPS)
        return
    draw(asked)


def opening(asked: Asked) -> None:
    """Open the page with its question."""
    if len(asked.words) == 1:
        layout.question(
            f"Where does training put “{asked.words[0]}”?",
            "One word, one vector: as the text shifts from one of its meanings to another, the vector is solved anew "
            "at each step.",
        )
    else:
        layout.question(
            "Two words, one vector: what is left of each?",
            "Merge two words into one and mix their contexts: here the meanings are known beforehand.",
        )


def draw(asked: Asked) -> None:
    """Draw the figure, and below it what is said of it."""
    space, mixed = asked.space, asked.material
    if mixed is None:
        return
    word = asked.words[0] if len(asked.words) == 1 else None
    corpus = estimated(word, mixed.names) if word else None
    if len(mixed.names) < 2:
        st.warning(
            "Only one sense of this word was found in our text, so there is nothing to mix. Pick another word.",
            icon=":material/info:",
        )
        layout.try_chips(CHIPS)
        return
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with panel_side, st.container(key="panel"):
        chosen = masses(mixed, corpus)
        report = st.container()
    if chosen is None:
        layout.try_chips(CHIPS)
        return
    with figure_side, st.spinner("Solving the word’s row at 41 mixtures …"):
        way = loaders.drifted(space.name, mixed)
        try:
            spot = loaders.spotted(space.name, mixed, chosen)
        except TooFewCounts:
            st.info(
                "With so few occurrences there is nothing to train on. Give one of the senses some more.",
                icon=":material/info:",
            )
            layout.try_chips(CHIPS)
            return
        near = loaders.near_along(space, way, asked.words)
        spot_near = loaders.near_along(space, spot, asked.words)
    own = space.vector(word).astype(np.float64) if word else None
    mixture = None if corpus is None else loaders.spotted(space.name, mixed, as_masses(mixed, corpus))
    title = f"{mixed.word} in {space.title}"
    filename = f"sense-drift-{'-'.join(asked.words)}-{space.name}"
    figure = build_drift(
        way,
        near,
        sense_plane(way.senses),
        layout.look(),
        spot=spot,
        spot_near=spot_near,
        around=around(space, way, asked.words),
        own=own,
        corpus=mixture,
        height=HEIGHT,
    )
    with report:
        metrics(spot)
        image = layout.downloads(figure, lambda: as_csv(way), filename=filename, title=title, key="drift_format")
    with figure_side:
        layout.chart(
            figure,
            key="drift_chart",
            alt=f"The vector of {mixed.word} in the plane of {', '.join(mixed.names)}: its way as trained, as the "
            "linear average and as the log law; the table below has the numbers.",
            filename=filename,
            image=image,
        )
    tell(asked, way, spot, near, spot_near, own, mixture)
    layout.try_chips(CHIPS)
    more(asked, way, spot, near, corpus, chosen)
    numbers(way, near)
    how(space)


def estimated(word: str, names: Sequence[str]) -> tuple[float, ...]:
    """Return the shares of a word's senses that the labels find in our text."""
    shares = [loaders.labels()[word].shares[name] for name in names]
    return tuple(share / sum(shares) for share in shares)


def as_masses(mixed: Material, shares: Sequence[float]) -> tuple[float, ...]:
    """Return the masses of the senses at some shares, the word as frequent as it is."""
    return tuple(round(mixed.total * share, 6) for share in shares)


def around(space: Space, way: Drift, words: Sequence[str]) -> Around:
    """Return the words nearest to each sense."""
    found, owners = [], []
    for sense, vector in enumerate(way.senses):
        for near in space.neighbours(vector, AROUND, exclude=words):
            if near.word not in found:
                found.append(near.word)
                owners.append(sense)
    # As long as the senses: what brings words together is their direction, and lengths tell of frequency besides.
    length = float(np.linalg.norm(way.senses, axis=1).mean())
    return Around(tuple(found), length * space.unit[space.rows(found)].astype(np.float64), tuple(owners))


def metrics(spot: Drift) -> None:
    """Show the numbers of the chosen mixture; the chart may have been played on to another."""
    linear, log = (float(misses(spot, law)[0]) for law in (spot.linear, spot.log_law))
    inside = np.sqrt(max(0.0, 1 - float(spot.residual[0]) ** 2))
    st.markdown(
        f"With {sentences.shares_said(spot.names, spot.proportions[0].tolist())}:  \n"
        f"**{sentences.made_of(spot.names, spot.coefficients[0].tolist())}**, cosine {inside:.2f}  \n"
        f"linear average off by **{100 * linear:.0f} %**  \nlog law off by **{100 * log:.0f} %**",
        help=" ".join(GLOSSARY[term] for term in ("coefficient", "linear average", "log law"))
        + " How far each is off: in the plane of the senses, as a share of the vector's length.",
    )


def tell(
    asked: Asked,
    way: Drift,
    spot: Drift,
    near: Nearby,
    spot_near: Nearby,
    own: np.ndarray | None,
    mixture: Drift | None,
) -> None:
    """Say what is to be seen, and how the senses were told apart."""
    plane = sense_plane(way.senses)
    said = [
        sentences.about_nearest(spot, spot_near),
        sentences.about_spot(spot),
        sentences.about_tipping(way, tipping(way, near), near),
        sentences.about_laws(way),
        sentences.about_plane(plane.held(way.senses), len(way.names)),
    ]
    if own is not None and mixture is not None:
        coefficients, residual = explain(own[None], way.senses)
        said.append(sentences.about_own(way, coefficients[0], float(residual[0]), cosine(own, mixture.vectors[0])))
    else:
        trained = [cosine(asked.space.vector(word), sense) for word, sense in zip(asked.words, way.senses, strict=True)]
        said.append(sentences.about_recovery(way, trained))
    layout.what_you_see(said)
    if asked.words[0] in loaders.labels() and len(asked.words) == 1:
        st.caption(sentences.about_labels(loaders.labels()[asked.words[0]]))


def more(
    asked: Asked,
    way: Drift,
    spot: Drift,
    near: Nearby,
    corpus: Sequence[float] | None,
    chosen: tuple[float, ...],
) -> None:
    """Show one of the sections that go deeper."""
    st.header("Look closer", anchor=False)
    with st.container(key="sections"):
        section = st.segmented_control(
            "Look closer",
            SECTIONS,
            default=SECTIONS[0],
            required=True,
            key="drift_more",
            bind="query-params",
            label_visibility="collapsed",
            width="stretch",
        )
    if section == SECTIONS[1]:
        laws(way, spot, corpus, loaders.bench(asked.space.name).law)
    elif section == SECTIONS[2]:
        why(asked, chosen)
    elif section == SECTIONS[3]:
        common()
    else:
        near_words(asked, way, spot, near, corpus)


def numbers(way: Drift, near: Nearby) -> None:
    """Show the numbers of the figure."""
    with st.expander("The numbers of this figure", icon=":material/table:"):
        table: dict[str, object] = {f"share of {name}": way.proportions[:, i] for i, name in enumerate(way.names)}
        table |= {f"coefficient of {name}": way.coefficients[:, i] for i, name in enumerate(way.names)}
        table["outside the span"] = way.residual
        for name, law in (("linear average", way.linear), ("log law", way.log_law)):
            table[f"{name} off, share of length"] = misses(way, law)
            table[f"{name} off, degrees"] = angles(way.vectors, law)
        table["nearest words"] = [
            ", ".join(near.words[i] for i in near.listed(frame)) for frame in range(len(way.proportions))
        ]
        st.dataframe(table, hide_index=True)


def as_csv(way: Drift) -> str:
    """Return the drift as CSV: proportions, coefficients, residual, errors, and the vector of each frame."""
    size = way.vectors.shape[1]
    head = [
        *(f"share of {name}" for name in way.names),
        *(f"coefficient of {name}" for name in way.names),
        "outside the span",
        "linear average off, share of length",
        "linear average off, degrees",
        "log law off, share of length",
        "log law off, degrees",
        *(f"v{i}" for i in range(1, size + 1)),
    ]
    columns = np.column_stack(
        [
            way.proportions,
            way.coefficients,
            way.residual,
            misses(way, way.linear),
            angles(way.vectors, way.linear),
            misses(way, way.log_law),
            angles(way.vectors, way.log_law),
            way.vectors,
        ]
    )
    return layout.as_csv([head, *np.round(columns, 6).tolist()])


def how(space: Space) -> None:
    """Show formula, source and code."""
    c = loaders.bench(space.name).law
    solved = {
        "glove": "one weighted ridge regression a mixture",
        "skipgram": "Newton’s method on the expected loss of negative sampling, to a gradient of 10⁻⁶",
        "ppmi": "positive PMI of the mixed row, folded into the SVD",
    }[space.name]
    layout.how_computed(
        "Each occurrence of the word in our text was given to the sense whose cue words the words around it are "
        "nearest to, and dropped where none leads clearly. Each sense has its own row of counts. A mixture of them, "
        "with the word’s whole mass unchanged, is what the model would see; its vector is solved again exactly "
        f"({solved}), every context vector held fixed. The *linear average* adds the senses’ vectors in proportion. "
        "The *log law* is that of Arora et al. (2018), TACL 6: the rarer sense fades with the logarithm of the "
        f"ratio; its c is {c:.2f} in this space, fitted on 200 pairs of merged words (½ in their paper). Two words "
        "merged into one are a *pseudoword* (Gale, Church & Yarowsky 1992). The halo is as wide as the vector is off "
        f"the plane of its senses. {spaces.credit(space)}",
        [
            r"X(p) = T \sum_s p_s\, \hat x_s, \qquad v(p) = \operatorname{refit}(X(p))",
            r"\text{average: } \sum_s p_s v_s \qquad \text{law: } \sum_s \beta_s v_s,\; \beta_s = "
            r"\max\big(0,\, 1 - c \log_{10} \tfrac{p_{\max}}{p_s}\big)",
        ],
        [follow, at_masses, log_law],
    )


main()
