"""Put WordNet's numbers of senses beside word frequencies: ``assets/meanings.npz``.

WordNet 3.0's counts come from a file of lemma and number of senses; frequencies from the package wordfreq (Speer
2022), the Zipf scale. Kept are words of lower-case letters that occur in at least one of ten million words.

Run ``python -m scripts.build.meanings [--senses FILE]``.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

import numpy as np
import wordfreq

from core import assets
from core.spaces.meanings import FILE, Meanings, save_meanings
from scripts.evaluate.measuring import SHARED

RAREST = 2.0  # on the Zipf scale


def read(path: Path) -> Meanings:
    """Return the words of the file that are frequent enough, most frequent first, ties in alphabetical order."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, number = line.rstrip("\n").split("\t")
            if number.isdigit() and word.isalpha() and word.islower():
                zipf = wordfreq.zipf_frequency(word, "en")
                if zipf >= RAREST:
                    found.append((-zipf, word, int(number)))
    found.sort()
    return Meanings(
        tuple(word for _, word, _ in found),
        np.array([number for _, _, number in found], dtype=np.uint8),
        np.array([-zipf for zipf, _, _ in found], dtype=np.float32),
    )


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Put numbers of senses beside frequencies.")
    parser.add_argument("--senses", type=Path, default=SHARED / "wordnet" / "sense_counts.tsv.gz")
    arguments = parser.parse_args()
    if not arguments.senses.is_file():
        parser.error(f"there is no file {arguments.senses.name}; name WordNet's sense counts with --senses")
    meanings = read(arguments.senses)
    save_meanings(assets.ASSETS / FILE, meanings)
    assets.record(
        FILE,
        source="WordNet 3.0 (number of senses a lemma); wordfreq 3.1.1 (frequencies)",
        licence="WordNet licence; CC BY-SA 4.0",
        command="python -m scripts.build.meanings",
        seed=None,
        counts={"words": len(meanings.words)},
    )
    print(f"{len(meanings.words):,} words")


if __name__ == "__main__":
    main()
