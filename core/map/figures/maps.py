"""The figure of the map page: words of a space laid flat, or in space, with what is lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.charts import Card, How, Plot, Table, Theme, file_name
from core.charts.labels import Extent
from core.map import sentences
from core.map.axes import axis_vector
from core.map.figures.frequent import draw_frequent
from core.map.figures.map_2d import draw_map
from core.map.figures.map_3d import draw_map_3d
from core.map.figures.plane import draw_plane
from core.map.picture import KINDS, Picture, region
from core.map.projection import kept_mask, project
from core.map.tsne import tsne
from core.text import percent

_HOW: dict[str, tuple[str, str, Callable[..., object]]] = {
    "pca": (
        "Principal component analysis of the unit vectors by singular value decomposition (scikit-learn); in each "
        "component the largest loading is positive, so the picture never flips.",
        r"X - \bar x = U S V^\top, \qquad Y = U_{:,1:2}\, S_{1:2}",
        project,
    ),
    "tsne": (
        "t-SNE (van der Maaten & Hinton 2008), exact gradient, from a PCA start (Kobak & Berens 2019) with a learning "
        "rate that grows with the number of words (Belkina et al. 2019).",
        r"\min_Y \sum_{i \ne j} p_{ij} \ln \frac{p_{ij}}{q_{ij}}, \qquad "
        r"q_{ij} = \frac{(1 + |y_i - y_j|^2)^{-1}}{\sum_{k \ne l} (1 + |y_k - y_l|^2)^{-1}}",
        tsne,
    ),
    "axes": (
        "Each axis is the mean of its words' unit vectors, or the difference of two such means; a word stands at its "
        "cosine with each. A dotted line stands where one in twenty of the 10,000 most frequent words lies beyond, or "
        "at 0 for a pair. The two axes are stretched to fill the view; *kept* takes them at one scale.",
        r"y_i = \Big(\frac{w_i \cdot a}{|w_i||a|},\; \frac{w_i \cdot b}{|w_i||b|}\Big)",
        axis_vector,
    ),
}
_KEPT = (
    "*Kept* compares, for each word, its ten nearest by cosine among the words drawn with its ten nearest on the map; "
    "*trustworthiness* is that of Venna & Kaski (2001)."
)


def build_map(picture: Picture, look: Theme, *, step: int | None = None, extent: Extent | None = None) -> Card:
    """Draw words of a space by the projection chosen.

    Parameters
    ----------
    picture : Picture
        The words, where they are drawn, and what is measured of it.
    look : Theme
        Colours.
    step : int, optional
        The stage of t-SNE's optimisation to show, from 0; the final layout otherwise.
    extent : tuple of float, optional
        What is shown of a raster; all of it otherwise.
    """
    projection, words, space = picture.projection, picture.words, picture.space
    text, formula, function = _HOW[projection.method]
    title = f"{words.title} · {KINDS[picture.kind]} · {space.title}"
    places = zip("xyz", projection.coordinates.T, strict=False)
    table = {"word": words.words, "group": words.group_of, **dict(places), "kept": projection.kept}
    return Card(
        plot=_drawn(picture, look, step, extent or picture.whole),
        title=title,
        name=file_name(space.name, words.key, picture.kind),
        alt=f"{title}: {len(words.words):,} words as points.",
        table=Table.of(table),
        said=_said(picture),
        how=How(
            f"{text} {_KEPT}",
            (formula, r"\text{kept}_i = \frac{|N_{10}(i) \cap M_{10}(i)|}{10}"),
            (function, kept_mask),
        ),
        caption=_caption(picture),
    )


def _drawn(picture: Picture, look: Theme, step: int | None, extent: Extent) -> Plot:
    projection, words, groups = picture.projection, picture.words.words, picture.words.group_of
    titles, selected = _axis_titles(picture), picture.selected
    if picture.is_raster:
        return draw_frequent(projection, words, region(projection, extent), look, axis_titles=titles, selected=selected)
    if picture.axes is not None:
        return draw_plane(projection, words, groups, look, axes=picture.axes, lines=picture.lines, selected=selected)
    if picture.kind == "pca-3d":
        return draw_map_3d(projection, words, groups, look, axis_titles=titles, selected=selected)
    return draw_map(projection, words, groups, look, axis_titles=titles, selected=selected, step=step)


def _axis_titles(picture: Picture) -> Sequence[str]:
    """Return what each axis measures."""
    if picture.axes is not None:
        return [f"cosine with {axis.label}" for axis in picture.axes]
    shares = picture.projection.explained
    if shares is None:
        return ["", ""]
    long = " of the variance" if len(shares) == 2 else ""  # turned in space, long titles are cut
    return [f"PC {i}: {percent(share)}{long}" for i, share in enumerate(shares, 1)]


def _said(picture: Picture) -> list[str]:
    projection, words, axes, selected = picture.projection, picture.words.words, picture.axes, picture.selected
    said = [sentences.about_keeping(projection, picture.trust, picture.pca_kept), sentences.about_method(projection)]
    if axes is not None:
        said.insert(0, sentences.about_plane(picture.space, projection, words, axes, picture.lines, selected or 0))
    if selected is None:
        return [*said, sentences.about_worst(projection, words)]
    return [*said, sentences.about_selected(projection, words, selected)]


def _caption(picture: Picture) -> str:
    """Say how to read it."""
    if picture.is_raster:
        return (
            "The haze is all words, the points are the most frequent in view, coloured by how many of their ten true "
            "nearest words are near. Drag a box to draw that region's words."
        )
    if picture.kind == "pca-3d":
        return (
            "Axes: share of the variance. The fainter a point, the fewer of its ten true nearest words are near it "
            "here. Drag to turn."
        )
    return "The wider a word's ring, the more of its ten true nearest words are among its ten nearest here."
