"""The figure of the front door: words on a plane of two named axes, and the way of one whose text shifts."""

from __future__ import annotations

from dataclasses import replace

from core.charts import Card, Hover, How, Table, Theme, Trace, dots, label_font, line, plain, sense_colours
from core.charts.theme import mixed
from core.drift.scene import Shift
from core.map import sentences
from core.map.axes import Axis, axis_vector, on_axes
from core.map.figures.plane import draw_plane
from core.map.picture import Picture


def build_shift(picture: Picture, axes: tuple[Axis, Axis], look: Theme, shift: Shift | None = None) -> Card:
    """Draw words by their cosines with two named axes, and on top the way of the first as its text shifts.

    Parameters
    ----------
    picture : Picture
        The words on the plane, divided by its lines; the first of them is the one that the figure is about.
    axes : tuple of Axis
        The directions, across and up.
    look : Theme
        Colours.
    shift : Shift, optional
        Of the first word; none in a space whose rows cannot be solved.
    """
    space, words, projection, lines = picture.space, picture.words, picture.projection, picture.lines
    word = words.words[0]
    plane = draw_plane(projection, words.words, words.group_of, look, axes=axes, lines=lines, selected=0, height=450)
    said = [sentences.about_plane(space, projection, words.words, axes, lines, 0)]
    rows = list(zip(words.words, words.group_of, *projection.coordinates.T.tolist(), strict=True))
    if shift is None:
        said.append(sentences.about_selected(projection, words.words, 0))
    else:
        names, shares = shift.way.names, shift.way.proportions[:, 1]
        said = [sentences.about_shift(word, names, shift.shares[1], shift.spot, axes), f"As it was trained, {said[0]}"]
        rows += [
            (word, f"{100 * share:g} % {names[1]}", *place.tolist())
            for share, place in zip(shares, shift.places, strict=True)
        ]
    heads = ("word", "group, or share of its text", *(f"cosine with {axis.label}" for axis in axes))
    here = "{:.2f} and {:.2f}".format(*projection.coordinates[0])
    return Card(
        plot=plane if shift is None else replace(plane, traces=(*plane.traces, *_way(word, shift, look))),
        title=f"Where {space.title} puts {word}",
        name=f"{space.name}-{word}",
        alt=f"Words of {space.title} by their cosine with {axes[0].label} and with {axes[1].label}; {word} has {here}.",
        table=Table.of_rows(heads, rows),
        said=said,
        how=How(
            "Each axis is the mean of three words' unit vectors; a word stands at its cosine with each. As the slider "
            "moves, the counts of the word's two meanings are mixed in that proportion and its row is solved again, "
            "with every other vector held fixed: see Drift.",
            (r"y_i = \Big(\frac{w_i \cdot a}{|w_i||a|},\; \frac{w_i \cdot b}{|w_i||b|}\Big)",),
            (axis_vector, on_axes),
        ),
    )


def _way(word: str, shift: Shift, look: Theme) -> list[Trace]:
    name = f"<b>{plain(f'{word}, {shift.share} % {shift.way.names[1]}')}</b>"
    return [
        line(*shift.places.T, color=look.faint, width=2.5),
        dots(
            *shift.spot[:, None],
            size=19,
            color=mixed(sense_colours(2, look), shift.shares),
            edge=(look.paper, 2),
            text=[name],
            position="top right",
            font=label_font(look, narrow=True, size=14),
            hover=Hover(None, f"{name}<br>%{{x:.2f}} across, %{{y:.2f}} up"),
        ),
    ]
