"""Figures that hold spaces against each other: two maps, lists of neighbours side by side, and a table of overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from core.charts import Card, Hover, How, Plot, Table, Theme, Trace, file_name
from core.charts.card import Column
from core.charts.plot import axis, dots, line, still
from core.charts.theme import SENSE_TINTS, TEXT_SIZE, blend, plain, sense_colours
from core.map import comparison, sentences
from core.map.comparison import Columns, Comparison
from core.map.figures.map_2d import draw_map
from core.spaces.space import Space
from core.spaces.wordsets import WordSet
from core.text import percent

_REACH = 0.36  # of a column's width: where a word ends and a line may begin
_HEIGHT, _WIDTH = 400, 560  # of one of two maps, pixels
_MARGIN = {"l": 4, "r": 4, "t": 30, "b": 4}
_OVERLAP = (r"\text{overlap}_{10} = \frac{|N_{10}(A) \cap N_{10}(B)|}{10}",)


def build_sides(
    compared: Comparison, words: WordSet, spaces: tuple[Space, Space], look: Theme, selected: int | None = None
) -> tuple[Card, Card]:
    """Draw the same words in two spaces, each on a map of its own, on one pair of axes.

    Parameters
    ----------
    compared : Comparison
        The words in both spaces.
    words : WordSet
        The same words, in groups.
    spaces : tuple of Space
        The two.
    look : Theme
        Colours.
    selected : int, optional
        Row of the word that the reader picked.
    """
    table: dict[str, Column] = {"word": words.words, "group": words.group_of, "agreement": compared.agreement}
    sides, titles = (compared.left, compared.right), [space.title for space in spaces]
    for space, side in zip(spaces, sides, strict=True):
        table |= {f"{axis} in {space.title}": side.coordinates[:, i] for i, axis in enumerate("xy")}
        table |= {f"kept in {space.title}": side.kept}
    how = How(
        "The axes of two spaces have nothing to do with each other, so one space is first turned as a whole: by the "
        f"rotation that brings its {comparison.N_ANCHORS:,} most frequent shared words nearest to where the other "
        "has them (orthogonal Procrustes, Schönemann 1966). Angles within a space stay as they were. Both maps have "
        "the same two axes: the principal components of the words drawn, in both spaces together, each about its own "
        "mean.",
        (r"R = \arg\min_{R^\top R = I} \lVert B R - A \rVert_F = U V^\top, \qquad B^\top A = U S V^\top",),
        (comparison.rotation, comparison.compare),
    )
    size: dict[str, Any] = {"extent": compared.extent, "width": _WIDTH, "height": _HEIGHT}
    about = sentences.about_comparison(compared, *titles)
    left, right = (
        Card(
            plot=draw_map(side, words.words, words.group_of, look, selected=selected, **size),
            title=f"{words.title} in {space.title}, beside {other}",
            name=f"{words.key}-{space.name}",
            alt=f"{words.title} in {space.title}: {len(words.words):,} words as points.",
            table=Table.of(table),
            said=said,
            how=how,
            head=f"**{space.title}** · {percent(side.held)} of the variance is in the picture",
        )
        for space, other, side, said in zip(spaces, titles[::-1], sides, ([about], []), strict=True)
    )
    return left, right


def build_columns(
    columns: Columns, titles: Mapping[str, str], look: Theme, senses: Mapping[str, int], names: Sequence[str]
) -> Card:
    """Draw a word's nearest in each space as :func:`draw_columns` does.

    Parameters are those of :func:`draw_columns`; ``names`` are those of the senses, none where they are not known.
    """
    tints = ", ".join(f"{tint} *{name}*" for tint, name in zip(SENSE_TINTS, names, strict=False))
    senses_told = f"Colours: the sense of “{columns.word}” whose cue words it is nearest to, {tints}."
    return Card(
        plot=draw_columns(columns, titles, look, senses=senses),
        title=f"Nearest to {columns.word} in {len(titles)} spaces",
        name=file_name("neighbours", columns.word),
        alt=f"The words nearest to {columns.word} in each of {len(titles)} spaces, lines joining the same word.",
        table=columns_table(columns, titles, {word: names[sense] for word, sense in senses.items()}),
        said=[sentences.about_columns(columns, titles)],
        how=How(
            "Lists of nearest words, by cosine, are chosen among the words that all spaces hold, so that a larger "
            "vocabulary does not count as disagreement.",
            _OVERLAP,
            (comparison.nearest_shared,),
        ),
        caption="Bold: in at least half of the lists. Lines join the same word in neighbouring columns. "
        + (senses_told if names else "Grey: in one list only."),
    )


def columns_table(columns: Columns, titles: Mapping[str, str], senses: Mapping[str, str] | None = None) -> Table:
    """Return lists of neighbours row by row, with each word's sense where it is known."""
    rows = [
        (titles[name], rank, near.word, near.cosine, columns.shared[near.word])
        for name, listed in columns.neighbours.items()
        for rank, near in enumerate(listed or (), 1)
    ]
    table = Table.of_rows(("space", "rank", "word", "cosine", "lists"), rows)
    return Table.of(table.shown | {"sense": [senses.get(row[2], "") for row in rows]}) if senses else table


def draw_columns(
    columns: Columns, titles: Mapping[str, str], look: Theme, *, senses: Mapping[str, int] | None = None
) -> Plot:
    """Return each space's nearest words as a column, best on top; lines lead to the same word in the next column.

    A word that stands in at least half of the lists is drawn in the accent colour, one that stands in a single list
    faintly.

    Parameters
    ----------
    columns : Columns
        The lists.
    titles : dict of str to str
        What each space is called, by name.
    look : Theme
        Colours.
    senses : dict of str to int, optional
        To which sense of the word each of the listed words belongs; they wear the senses' colours then.
    """
    owned = senses or {}
    palette = sense_colours(max(owned.values(), default=0) + 1, look)
    lists = columns.neighbours
    n_held = sum(near is not None for near in lists.values())
    often = {word for word, count in columns.shared.items() if 2 * count >= n_held > 1}
    traces = [_lines(columns, often, look, bold=bold) for bold in (False, True)]
    for x, (name, near) in enumerate(lists.items()):
        if near is None:
            traces.append(_words([x], [5.5], ["no such<br>word here"], [look.faint], titles[name]))
            continue
        colours = [
            palette[owned[word]]
            if word in owned
            else (look.accent if word in often else look.ink if columns.shared[word] > 1 else look.faint)
            for word, _ in near
        ]
        texts = [f"<b>{plain(word)}</b>" if word in often else plain(word) for word, _ in near]
        told = [
            [plain(word), f"cosine {cosine:.2f}, in {columns.shared[word]} of {n_held} lists"] for word, cosine in near
        ]
        traces.append(_words([x] * len(near), range(1, len(near) + 1), texts, colours, titles[name], Hover(told)))
    deepest = max((len(near) for near in lists.values() if near), default=1)
    ticks = (range(len(lists)), [f"<b>{plain(titles[name])}</b>" for name in lists])
    font = {"color": look.ink, "size": TEXT_SIZE}
    across = axis("", -0.5, len(lists) - 0.5, ticks=ticks, font=font, grid=False, side="top")
    down = axis("", deepest + 0.6, 0.4, shown=False)
    return still(traces, look, x=across, y=down, height=380, margin=_MARGIN, showlegend=False)


def _words(
    x: list[int], y: Sequence[float], texts: list[str], colours: list[str], name: str, hover: Hover | None = None
) -> Trace:
    # Markers that nobody sees, so that a word can be hovered and clicked all over.
    font = {"color": colours, "size": TEXT_SIZE}
    return dots(x, y, name=name, text=texts, position="middle center", font=font, size=26, opacity=0, hover=hover)


def _lines(columns: Columns, often: set[str], look: Theme, *, bold: bool) -> Trace:
    """Return the lines between neighbouring columns of words that stand in half of the lists, or of the others."""
    x: list[float | None] = []
    y: list[float | None] = []
    for left, (near, following) in enumerate(pairwise(columns.neighbours.values())):
        ranks = {found.word: rank for rank, found in enumerate(following or (), 1)}
        for rank, found in enumerate(near or (), 1):
            if found.word in ranks and (found.word in often) == bold:
                x += [left + _REACH, left + 1 - _REACH, None]
                y += [rank, ranks[found.word], None]
    return line(x, y, color=look.accent if bold else look.faint, width=1.8 if bold else 1, opacity=0.8)


def build_overlaps(
    columns: Columns, mean: Mapping[tuple[str, str], float], titles: Mapping[str, str], look: Theme
) -> Card:
    """Draw a table of the overlaps of each pair of spaces, those of one word above the diagonal, the mean below it.

    Parameters
    ----------
    columns : Columns
        The lists of the word; their overlaps stand above the diagonal.
    mean : dict of (str, str) to float
        Mean overlap over frequent words, 0 to 1, of a pair of spaces by their names; pairs that are not there stay
        empty.
    titles : dict of str to str
        What each space is called, by name, in their order.
    look : Theme
        Colours.
    """
    return Card(
        plot=_grid(columns, mean, titles, look),
        title=f"Nearest words in common: {columns.word}, and the mean",
        name=file_name("overlaps", columns.word),
        alt="Share of ten nearest words that each two spaces have in common.",
        table=Table.of_rows(
            ("space", "other", f"share in common, {columns.word}", "share in common, mean"),
            [
                (titles[a], titles[b], *(share.get((a, b), float("nan")) for share in (columns.overlaps, mean)))
                for a, b in combinations(titles, 2)
            ],
        ),
        said=[sentences.about_overlaps(columns, mean)],
        how=How(
            "Of ten nearest words in one space, the share that is also among the ten nearest in the other; both are "
            "chosen among the words that all spaces hold. Wendlandt, Kummerfeld & Mihalcea (2018) call it stability.",
            _OVERLAP,
            (comparison.overlap, comparison.mean_overlaps),
        ),
        caption=f"Of ten nearest, the share in common, %. Above the diagonal: “{columns.word}”. Below it: the mean "
        "over a thousand frequent words.",
    )


def _grid(columns: Columns, mean: Mapping[tuple[str, str], float], titles: Mapping[str, str], look: Theme) -> Plot:
    values = [
        [None if i == j else (columns.overlaps if j > i else mean).get((a, b)) for j, b in enumerate(titles)]
        for i, a in enumerate(titles)
    ]
    labels = [plain(title) for title in titles.values()]
    table = {
        "type": "heatmap",
        "z": values,
        "x": labels,
        "y": labels,
        "zmin": 0,
        "zmax": 1,
        # From the page to half way to the accent: the text upon it stays readable at every step.
        "colorscale": [[0, look.paper], [1, blend(look.paper, look.accent)]],
        "showscale": False,
        "text": [["" if value is None else f"{100 * value:.0f}" for value in row] for row in values],
        "texttemplate": "%{text}",
        "textfont": {"color": look.ink, "size": TEXT_SIZE},
        "hovertemplate": "%{y} and %{x}: %{text} %<extra></extra>",
        "hoverongaps": False,
        "xgap": 2,
        "ygap": 2,
    }
    across = axis("", grid=False, side="top", tickangle=0, font={"size": 11})
    down = axis("", grid=False, autorange="reversed")
    return still([table], look, x=across, y=down, height=300, margin=_MARGIN)
