"""Train FastText on the shared text: skip-gram with character n-grams 3–6 and fastText's own hash.

floret in fastText mode writes the same tables as fastText: one row a word, then 2,000,000 buckets of n-grams.
Settings and caveats as in :mod:`scripts.build.word2vec`.

Run ``python -m scripts.build.fasttext`` after ``build_text``.
"""

from __future__ import annotations

from pathlib import Path

from scripts.build.text import CORPUS
from scripts.build.word2vec import TRAINED, train

SETTINGS: dict[str, float | str] = {
    "model": "skipgram",
    "minn": 3,
    "maxn": 6,
    "bucket": 2_000_000,
    "epoch": 3,  # 5 in the other two; each takes four times as long here
}


def build(text: Path = CORPUS / "text.txt", directory: Path = TRAINED) -> None:
    """Train, unless that has been done."""
    train("fasttext", SETTINGS, text, directory)


def main() -> None:
    """Train."""
    build()


if __name__ == "__main__":
    main()
