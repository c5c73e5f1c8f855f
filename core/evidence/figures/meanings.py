"""How many meanings words have, against how often they are used."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.charts import Card, Hover, How, Plot, Table, Theme, axis, dots, label_font, line, plain, rgba, still
from core.evidence import sentences
from core.spaces.meanings import GROUP, MOST, MeaningLaw, Meanings, meaning_law

ZIPF_SLOPE = 0.5  # Zipf 1945
N_SHOWN = 1_500  # words drawn, about


def build_meanings(meanings: Meanings, law: MeaningLaw, look: Theme, *, named: Sequence[str] = ()) -> Card:
    """Draw words by frequency and number of senses, groups of words, the fitted line, and Zipf's slope of one half.

    Parameters
    ----------
    meanings : Meanings
        The words.
    law : MeaningLaw
        The line.
    look : Theme
        Colours.
    named : sequence of str
        Words to name.
    """
    # Every word of the commonest, ever fewer of the others: as even along the axis as the line is fitted.
    shown = np.unique(np.geomspace(1, min(MOST, len(meanings.words)), N_SHOWN).astype(int)) - 1
    words = [("a word", meanings.words[i], float(meanings.zipf[i]), int(meanings.senses[i])) for i in shown]
    groups = [
        (f"mean of {GROUP} words", "", *pair) for pair in zip(law.zipf.tolist(), law.senses.tolist(), strict=True)
    ]
    return Card(
        plot=_by_frequency(meanings, law, shown, named, look),
        title="Senses and frequency of words",
        name="meanings",
        alt="Number of senses of words against their frequency, with a fitted line.",
        table=Table.of_rows(("what", "word", "frequency, log10 in a billion words", "senses"), [*words, *groups]),
        said=[sentences.about_meanings(meanings, law)],
        how=How(
            f"The line is fitted to the means of {GROUP} words of neighbouring frequency each, as Zipf (1945) did; his "
            "slope is drawn through the same middle.",
            (r"\log_{10} s = a \cdot \log_{10} f + b",),
            (meaning_law,),
        ),
        caption=(
            "Senses: WordNet 3.0, all parts of speech of a lemma. Frequency: wordfreq 3.1 (Speer 2022). Each orange "
            f"point is the mean of {GROUP} words; dots are spread a little so that they do not hide each other."
        ),
    )


def _by_frequency(
    meanings: Meanings, law: MeaningLaw, shown: npt.NDArray[np.intp], named: Sequence[str], look: Theme
) -> Plot:
    # Whole numbers of senses would lie on each other; a fixed spread of less than half a step keeps them apart.
    spread = 10 ** np.random.default_rng(0).uniform(-0.03, 0.03, len(shown))
    hovered = [
        [plain(meanings.words[i]), f"{n} sense{'s' if n != 1 else ''}"]
        for i, n in zip(shown, meanings.senses[shown].tolist(), strict=True)
    ]
    ends = np.array([law.zipf.min() - 0.1, max(law.zipf.max() + 0.9, float(meanings.zipf[0]) - 0.6)])
    middle = float(law.zipf.mean())
    level = law.slope * middle + law.intercept
    places = {word: i for i, word in enumerate(meanings.words)}
    marked = [places[word] for word in named if word in places]
    return still(
        [
            dots(
                np.round(meanings.zipf[shown].astype(float), 2),
                np.round(meanings.senses[shown] * spread, 3),
                name="a word",
                size=5,
                color=rgba(look.groups[2], 0.45),
                hover=Hover(hovered, "%{customdata[0]}: %{customdata[1]}"),
            ),
            dots(
                law.zipf,
                law.senses,
                name=f"mean of {GROUP} words",
                size=10,
                color=look.groups[1],
                edge=(look.paper, 1),
                hover=Hover(None, "%{y:.1f} senses on average"),
            ),
            *(
                line(ends, 10 ** (level + slope * (ends - middle)), color=look.ink, width=2, dash=dash, name=name)
                for name, slope, dash in (
                    (f"fitted slope {law.slope:.2f}", law.slope, "solid"),
                    ("Zipf’s ½", ZIPF_SLOPE, "dash"),
                )
            ),
            dots(
                meanings.zipf[marked],
                meanings.senses[marked],
                text=[plain(meanings.words[i]) for i in marked],
                font=label_font(look, narrow=True),
                size=7,
                color=look.accent,
            ),
        ],
        look,
        x=axis("frequency: log10 of occurrences in a billion words", tickformat=".0f"),
        y=axis("senses in WordNet", -0.1, 1.95, type="log", tickvals=[1, 2, 5, 10, 20, 50]),
        height=420,
    )
