"""Choosing a space, and saying what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.spaces.space import TITLES, Space
from pages.shared import loaders
from pages.shared.controls import Choice
from pages.shared.glossary import GLOSSARY

NAMES = {title: name for name, title in TITLES.items()}

_OURS = {
    "glove": "GloVe (Pennington, Socher & Manning 2014), a sweep of exact least squares from the PPMI factors",
    "skipgram": "Word2Vec, skip-gram with negative sampling (Mikolov et al. 2013), trained with floret",
    "cbow": "Word2Vec, continuous bag of words with negative sampling (Mikolov et al. 2013), trained with floret",
    "fasttext": "FastText, skip-gram with character n-grams of 3 to 6 (Bojanowski et al. 2017), trained with floret",
    "ppmi": "positive PMI of co-occurrence counts, cut to 100 dimensions by an SVD (Levy, Goldberg & Dagan 2015)",
}


class SpacePicker(Choice):
    """A box to choose one of some spaces with; the link says its title."""

    def __init__(
        self, key: str, label: str = "Space", default: str = loaders.SPACE, among: Sequence[str] = tuple(TITLES)
    ) -> None:
        said = GLOSSARY["space"] + "\n\n" + "\n\n".join(f"**{TITLES[name]}**: {brief(name)}" for name in among)
        super().__init__(key, label, said, options=tuple(TITLES[name] for name in among), default=TITLES[default])

    def chosen(self, **more: Any) -> Space:
        """Show it and return the space."""
        return loaders.space(NAMES[self.draw(**more)])


def brief(name: str) -> str:
    """Say in one line where a space's vectors come from."""
    if name not in _OURS:
        return "100 dimensions, from 6 billion words of Wikipedia and news (Pennington, Socher & Manning 2014)."
    return f"{_OURS[name]}."


def credit(space: Space) -> str:
    """Say whose vectors a figure shows, and on which text they were trained."""
    if space.name not in _OURS:
        return "Vectors: GloVe 6B, 100 dimensions (Pennington, Socher & Manning 2014), public domain."
    millions = round(loaders.training()["corpus"]["tokens"] / 1e6)
    return (
        f"Vectors: {_OURS[space.name]}; by us, on {millions} million words of English Wikipedia and older books, as "
        "every space here but GloVe 6B."
    )
