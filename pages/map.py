"""The map: real vectors in two or three dimensions, and what the picture hides."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts.points import inside
from core.map import sentences
from core.map.axes import Axis, axis_vector
from core.map.figures.frequent import build_frequent_map
from core.map.figures.map_2d import build_map
from core.map.figures.map_3d import build_map_3d
from core.map.figures.plane import build_plane
from core.map.projection import Projection, density, kept_mask, project
from core.map.tsne import tsne
from core.spaces.space import Space
from core.spaces.wordsets import WordSet
from core.text import percent
from pages.parts.map.analogy import analogy_view
from pages.parts.map.compare import compare_view
from pages.parts.map.controls import (
    CHIPS,
    CONTROLS,
    HEIGHT,
    METHODS,
    VIEWS,
    View,
    choose,
    is_raster,
    opening,
    pick,
    progress,
    read_view,
)
from pages.parts.map.panel import panel, table
from pages.shared import layout, link, loaders, spaces

MAX_POINTS = 1_500  # more points in SVG no longer move smoothly


def main() -> None:
    """Draw the page."""
    link.notice_ignored("map", CONTROLS)
    left, right = st.columns([4, 1.8], vertical_alignment="bottom")
    with left:
        head = st.container()
    with right:
        view = st.segmented_control(
            "View",
            VIEWS,
            default="Map",
            required=True,
            key="map_view",
            bind="query-params",
            label_visibility="collapsed",
            width="stretch",
        )
    if view == "Analogy":
        analogy_view(head)
    elif view == "Compare":
        compare_view(head)
    else:
        map_view(head)


def map_view(head: DeltaGenerator) -> None:
    """Draw words as points."""
    asked = choose()
    known = asked.space
    opening(head, known)
    layout.show_notices(asked.notices)
    if asked.words is None:
        layout.try_chips(CHIPS)
        return
    drawn, method, axes = asked.words, asked.method, asked.axes
    figure_side, panel_side = st.columns([3.5, 1.2], gap="medium")
    with figure_side:
        place = st.container()
        with place:
            work = st.empty()
        projection = loaders.projected(
            known,
            drawn,
            "pca" if method == "pca-3d" else method,
            n_components=3 if method == "pca-3d" else 2,
            perplexity=asked.perplexity,
            seed=asked.seed,
            axes=axes,
            on_step=progress(work, len(drawn.words)),
        )
        work.empty()
        shown = read_view(drawn, method, projection)
    with panel_side, st.container(key="panel"):
        selected = panel(known, drawn, projection)
        figure = draw(known, drawn, method, projection, axes, selected, shown)
        name = f"sense-drift-{known.name}-{drawn.key}-{method}"
        title = f"{drawn.title} · {next(name for name, kind in METHODS.items() if kind == method)} · {known.title}"
        image = layout.downloads(figure, lambda: table(drawn, projection), filename=name, title=title, key="map_format")
    with place:
        layout.chart(
            figure,
            key="map_chart",
            alt=f"{title}: {len(drawn.words):,} words as points; the table below the figure has their coordinates.",
            filename=name,
            image=image,
            on_select=pick,
            selection_mode=("points", "box") if is_raster(drawn, method) else ("points",),
        )
    explain(known, drawn, method, projection, axes, selected)


def draw(
    known: Space,
    drawn: WordSet,
    method: str,
    projection: Projection,
    axes: tuple[Axis, Axis] | None,
    selected: int | None,
    view: View,
) -> go.Figure:
    """Return the figure for the method chosen."""
    look = layout.look()
    group_of = drawn.group_of
    titles = axis_titles(projection, axes)
    common = {"selected": selected, "height": HEIGHT}
    if method == "pca-3d":
        return build_map_3d(projection, drawn.words, group_of, look, axis_titles=titles, **common)
    if is_raster(drawn, method):
        points = np.flatnonzero(inside(projection.coordinates, view.extent))[:MAX_POINTS]
        raster = density(projection.coordinates, view.extent)
        return build_frequent_map(
            projection, drawn.words, raster, view.extent, look, points=points, axis_titles=titles, **common
        )
    if axes is not None:
        lines = loaders.dividing_lines(known, axes)
        return build_plane(projection, drawn.words, group_of, look, axes=axes, lines=lines, **common)
    return build_map(projection, drawn.words, group_of, look, axis_titles=titles, step=view.stage, **common)


def axis_titles(projection: Projection, axes: tuple[Axis, Axis] | None) -> list[str]:
    """Return what each axis measures."""
    if axes is not None:
        return [f"cosine with {axis.label}" for axis in axes]
    if projection.explained is not None:
        shares = enumerate(projection.explained, 1)
        long = " of the variance" if len(projection.explained) == 2 else ""  # turned in space, long titles are cut
        return [f"PC {i}: {percent(share)}{long}" for i, share in shares]
    return ["", ""]


def explain(
    known: Space,
    drawn: WordSet,
    method: str,
    projection: Projection,
    axes: tuple[Axis, Axis] | None,
    selected: int | None,
) -> None:
    """Show what stands below the figure."""
    pca_kept = float(loaders.projected(known, drawn, "pca").kept.mean())
    about = [
        sentences.about_keeping(projection, loaders.trust(known, drawn, projection), pca_kept),
        sentences.about_method(projection),
    ]
    if axes is not None:
        lines = loaders.dividing_lines(known, axes)
        about.insert(0, sentences.about_plane(known, projection, drawn.words, axes, lines, selected or 0))
    if selected is None:
        about.append(sentences.about_worst(projection, drawn.words))
    else:
        about.append(sentences.about_selected(projection, drawn.words, selected))
    layout.what_you_see(about)
    layout.try_chips(CHIPS)
    with st.expander("The numbers of this figure", icon=":material/table:"):
        names = ("x", "y", "z")[: projection.coordinates.shape[1]]
        columns = {"word": drawn.words, "group": drawn.group_of}
        columns |= {name: projection.coordinates[:, i] for i, name in enumerate(names)}
        st.dataframe(columns | {"kept": projection.kept}, hide_index=True)
    how(known, method)


def how(known: Space, method: str) -> None:
    """Show formula, source and code of the projection chosen."""
    text = {
        "pca": "Principal component analysis of the unit vectors by singular value decomposition (scikit-learn); in "
        "each component the largest loading is positive, so the picture never flips.",
        "tsne": "t-SNE (van der Maaten & Hinton 2008), exact gradient, from a PCA start (Kobak & Berens 2019) with a "
        "learning rate that grows with the number of words (Belkina et al. 2019).",
        "axes": "Each axis is the mean of its words' unit vectors, or the difference of two such means; a word stands "
        "at its cosine with each. A dotted line stands where one in twenty of the 10,000 most frequent words lies "
        "beyond, or at 0 for a pair. The two axes are stretched to fill the view; *kept* takes them at one scale.",
    }
    formulas = {
        "pca": [r"X - \bar x = U S V^\top, \qquad Y = U_{:,1:2}\, S_{1:2}"],
        "tsne": [
            r"\min_Y \sum_{i \ne j} p_{ij} \ln \frac{p_{ij}}{q_{ij}}, \qquad "
            r"q_{ij} = \frac{(1 + |y_i - y_j|^2)^{-1}}{\sum_{k \ne l} (1 + |y_k - y_l|^2)^{-1}}"
        ],
        "axes": [r"y_i = \Big(\frac{w_i \cdot a}{|w_i||a|},\; \frac{w_i \cdot b}{|w_i||b|}\Big)"],
    }
    kind = "pca" if method.startswith("pca") else method
    code: dict[str, list[Callable[..., object]]] = {"pca": [project], "tsne": [tsne], "axes": [axis_vector]}
    layout.how_computed(
        f"{text[kind]} *Kept* compares, for each word, its ten nearest by cosine among the words drawn with its ten "
        f"nearest on the map; *trustworthiness* is that of Venna & Kaski (2001). {spaces.credit(known)}",
        [*formulas[kind], r"\text{kept}_i = \frac{|N_{10}(i) \cap M_{10}(i)|}{10}"],
        [*code[kind], kept_mask],
    )


main()
