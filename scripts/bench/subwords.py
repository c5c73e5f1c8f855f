"""Time words taken apart: our code beside floret's own calls and gensim's, in one run, by turns.

- pieces and their row numbers, a word at a time: ours, floret's ``get_subwords``;
- vectors of 10,000 words, half of them outside of the vocabulary: ours in a batch, from the shipped rows and from the
  model's own file, floret's ``get_word_vector``, gensim's ``get_vector``.

Machines are shared and noisy, so each is timed in turn, five rounds, and the best round of each counts.

Run ``python -m scripts.bench.subwords [--model FILE]``; the file is a ``.bin`` of floret in fastText mode.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import floret
import numpy as np
from gensim.models.fasttext import load_facebook_vectors
from threadpoolctl import threadpool_limits

from core.subwords.model import SubwordModel, load_subwords
from scripts.evaluate.measuring import TRAINED

ROUNDS = 5
N_WORDS = 10_000


def best(rounds: int, runs: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the best time of each, in seconds; each round runs all of them in turn."""
    found = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            began = time.perf_counter()
            run()
            found[name] = min(found[name], time.perf_counter() - began)
    return found


def in_gensim(model: Path) -> Any:
    """Return the model as gensim loads it: from a copy without the two numbers that floret adds to the settings."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "model.bin"
        with model.open("rb") as old, copy.open("wb") as new:
            new.write(old.read(8 + 11 * 4))
            old.read(2 * 4)
            shutil.copyfileobj(old, new)
        return load_facebook_vectors(str(copy))


def main() -> None:
    """Time and print."""
    parser = argparse.ArgumentParser(description="Time words taken apart.")
    parser.add_argument("--model", type=Path, default=TRAINED / "fasttext.bin")
    arguments = parser.parse_args()
    if not arguments.model.is_file():
        parser.error(f"there is no file {arguments.model.name}; `python -m scripts.build.fasttext` makes one")
    shipped, opened = load_subwords(), SubwordModel.open(arguments.model)
    compiled = floret.load_model(str(arguments.model))
    half = N_WORDS // 2
    words = [*shipped.words[:half], *(f"{word}ly" for word in shipped.words[:half])]
    same = np.abs(opened.vectors(words, noise=True) - np.stack([compiled.get_word_vector(w) for w in words])).max()
    print(f"largest difference of a vector from the file to floret's: {same:.1e}")
    third = in_gensim(arguments.model)
    shipped.vectors(words)
    few = words[::10]
    runs: dict[str, Callable[[], object]] = {
        "vectors, ours from the file": lambda: opened.vectors(words, noise=True),
        "vectors, ours from what ships": lambda: shipped.vectors(words),
        "vectors, floret": lambda: np.stack([compiled.get_word_vector(word) for word in words]),
        "vectors, gensim": lambda: np.stack([third.get_vector(word) for word in words]),
        "pieces, ours": lambda: [opened.decompose(word, noise=True) for word in few],
        "pieces, floret": lambda: [compiled.get_subwords(word) for word in few],
    }
    with threadpool_limits(1):
        seconds = best(ROUNDS, runs)
    for name, value in seconds.items():
        n = len(few) if name.startswith("pieces") else len(words)
        peer = seconds[f"{name.split(',')[0]}, floret"]
        print(f"{name:32} {n / value:12,.0f} words a second, {peer / value:5.2f} × floret")


if __name__ == "__main__":
    main()
