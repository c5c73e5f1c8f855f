"""Co-occurrence counts, the rows solved from them, and the senses that they are split into."""

from core.counts.cooccurrence import CountRow, CountTable, load_counts, mix
from core.counts.refit import GloveSettings, refit_glove, refit_sgns
from core.counts.senses import Labels, Sense, SenseWord, anchors, load_labels, load_senses, owners

__all__ = [
    "CountRow",
    "CountTable",
    "GloveSettings",
    "Labels",
    "Sense",
    "SenseWord",
    "anchors",
    "load_counts",
    "load_labels",
    "load_senses",
    "mix",
    "owners",
    "refit_glove",
    "refit_sgns",
]
