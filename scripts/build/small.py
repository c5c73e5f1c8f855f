"""Train FastText and skip-gram on small parts of the text: what n-grams are worth where words are rare.

Paragraphs are drawn at random (seed 0) until they hold 1 % or 10 % of the tokens; settings are those of the whole text
but for ``minCount``: fastText's default of 5, since a word that was seen once or twice has no vector to speak of.

Written to ``.cache/trained/small/NAME-PERCENT.bin``. Run ``python -m scripts.build.small`` after ``build_text``.
"""

from __future__ import annotations

import time
from pathlib import Path

import floret
import numpy as np

from scripts.build.fasttext import SETTINGS as FASTTEXT
from scripts.build.steps import MadeFrom, is_current, mark
from scripts.build.text import CORPUS
from scripts.build.word2vec import SHARED, SPACES, TRAINED

PERCENTS = (1, 10)
MODELS = {"fasttext": FASTTEXT, "skipgram": SPACES["skipgram"]}
SMALL = TRAINED / "small"
MIN_COUNT = 5
THREADS = 1  # so that the same text gives the same model


def sample(text: Path, percent: float, out: Path, seed: int = 0) -> int:
    """Write each paragraph with a chance of ``percent``, and return the number of tokens written."""
    random = np.random.default_rng(seed)
    written = 0
    with text.open(encoding="utf-8") as lines, out.open("w", encoding="utf-8") as chosen:
        for line in lines:
            if random.random() < percent / 100:
                chosen.write(line)
                written += len(line.split())
    return written


def build(text: Path = CORPUS / "text.txt", directory: Path = SMALL) -> None:
    """Train what is not there yet."""
    directory.mkdir(parents=True, exist_ok=True)
    for percent in PERCENTS:
        part = directory / f"text-{percent}.txt"
        for name, settings in MODELS.items():
            model = directory / f"{name}-{percent}.bin"
            wanted = {**SHARED, **settings, "minCount": MIN_COUNT, "percent": percent}
            made_from: MadeFrom = {"inputs": [text], "outputs": [model], "settings": wanted}
            if is_current(f"{name}-{percent}", **made_from, directory=directory / "stamps"):
                print(f"{name} on {percent} %: up to date")
                continue
            if not part.exists():
                print(f"{percent} %: {sample(text, percent, part):,} tokens", flush=True)
            began = time.perf_counter()
            trained = floret.train_unsupervised(
                str(part), thread=THREADS, **{**SHARED, **settings, "minCount": MIN_COUNT, "verbose": 1}
            )
            trained.save_model(str(model))
            mark(f"{name}-{percent}", **made_from, seconds=time.perf_counter() - began, directory=directory / "stamps")
            print(f"{name} on {percent} %: {time.perf_counter() - began:.0f} s", flush=True)
        part.unlink(missing_ok=True)


if __name__ == "__main__":
    build()
