"""Figures of lists of neighbours: by each part of a word, and sense by sense."""

from __future__ import annotations

from core.charts import Card, How, Theme, file_name
from core.counts.senses import SenseWord, owners
from core.map.comparison import Columns
from core.map.figures.comparison import columns_table, draw_columns
from core.subwords import sentences
from core.subwords.model import Decomposition
from core.subwords.near import Senses, near_parts, near_senses

_BARE = {"skipgram": "Skip-gram", "glove": "GloVe"}  # spaces without n-grams
PART_TITLES = {"whole": "FastText", "pieces": "its n-grams", "own": "its own row", **_BARE}
SPACE_TITLES = {"fasttext": "FastText", "skipgram": "Skip-gram", "cbow": "CBOW", "glove": "GloVe"}


def build_near(columns: Columns, parts: Decomposition, look: Theme) -> Card:
    """Draw what a word is near by its pieces, by its own row, and in spaces without n-grams."""
    return Card(
        plot=draw_columns(columns, PART_TITLES, look),
        title=f"Nearest to {parts.word}, by its pieces and without",
        name="subword-neighbours",
        alt=f"The words nearest to {parts.word} by its pieces, by its own row, and in two spaces without n-grams.",
        table=columns_table(columns, PART_TITLES),
        said=[sentences.about_near(parts)],
        how=How(
            "Words of the FastText space ranked by their cosine with the word’s vector, with the sum of its n-grams’ "
            "rows alone, and with its own row alone; beside them the word’s nearest in spaces trained on the same text "
            "that have one row a word and no n-grams. A word outside the vocabulary has no row of its own, there as "
            "here.",
            (r"v \propto z_w + \sum_{g \in w} z_g",),
            (near_parts,),
        ),
    )


def build_senses(near: Senses, entry: SenseWord, look: Theme, *, head: str = "") -> Card:
    """Draw the nearest words of a word of several senses in several spaces, coloured by sense.

    ``head`` is what there is to say of the word's two sentences.
    """
    names = {word: entry.names[sense] for word, sense in near.owner.items()}
    return Card(
        plot=draw_columns(near.columns, SPACE_TITLES, look, senses=near.owner),
        title=f"Nearest to {entry.word}, by sense",
        name=file_name("senses", entry.word),
        alt=f"The words nearest to {entry.word} in {len(near.counts)} spaces, coloured by sense.",
        table=columns_table(near.columns, SPACE_TITLES, names),
        said=[sentences.about_senses(near, entry, SPACE_TITLES)],
        how=How(
            "The nearest words by cosine in each space. Each is given to the sense whose cue words, written by us, it "
            "is nearest to on average in the FastText space, whichever list it stands in.",
            (r"\text{sense}(n) = \arg\max_s \cos\Big(v_n, \sum_{c \in \text{cues}(s)} \frac{v_c}{|v_c|}\Big)",),
            (near_senses, owners),
        ),
        head=head,
        caption=sentences.about_tints(entry),
    )
