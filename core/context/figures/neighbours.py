"""The figure of the words nearest to a word's one vector, and to its contextual vectors."""

from __future__ import annotations

from core.charts import Card, How, Table, Theme
from core.charts.theme import SENSE_TINTS
from core.context import sentences
from core.context.probe import nearest_columns
from core.context.weights import TITLES, ContextModel, ContextualVector
from core.counts.senses import SenseWord, owners
from core.map.comparison import Columns
from core.map.figures.comparison import draw_columns
from core.text import safe

_TITLES = {"word": "one vector, always", **TITLES}


def build_neighbours(
    columns: Columns, context: ContextualVector, model: ContextModel, look: Theme, entry: SenseWord | None = None
) -> Card:
    """Draw the nearest words as columns, in the senses' colours where there are any; tell of one of the contexts."""
    words = list(columns.shared)
    senses = dict(zip(words, owners(model.whitened, entry, words), strict=True)) if entry else None
    rows = [
        (_TITLES[name], rank, found.word, found.cosine, columns.shared[found.word])
        for name, near in columns.neighbours.items()
        for rank, found in enumerate(near or (), 1)
    ]
    return Card(
        plot=draw_columns(columns, _TITLES, look, senses=senses),
        title=f"Nearest to {columns.word}, in a sentence and without",
        name="context-neighbours",
        alt=f"The words nearest to the vector of {columns.word}, and to its contextual vectors under "
        f"{len(columns.neighbours) - 1} schemes.",
        table=Table.of_rows(("list", "rank", "word", "cosine", "lists that hold it"), rows),
        said=[sentences.about_neighbours(columns, context)],
        how=How(
            "Words ranked by their cosine, among whitened vectors, with the word’s own vector and with its contextual "
            "vector under each scheme. A word’s colour is that of the sense whose cue words it is nearest to.",
            (r"\cos(v_w, h) = \frac{v_w \cdot h}{|v_w|\,|h|}",),
            (nearest_columns, owners),
        ),
        caption=_tints(entry) if entry else "",
    )


def _tints(entry: SenseWord) -> str:
    named = (f"{tint} *{safe(name)}*" for tint, name in zip(SENSE_TINTS, entry.names, strict=False))
    return f"Colours: the sense whose cue words a neighbour is nearest to, {', '.join(named)}."
