"""Train Word2Vec, both architectures, on the shared text: ``skipgram`` and ``cbow``.

floret in fastText mode without character n-grams (``minn = maxn = 0``) is word2vec's negative sampling with
fastText's details: negatives drawn with probability ∝ count^0.5, words subsampled at t = 1e-5, windows drawn
uniformly from 1..5. Two threads write to one table without locks, so two runs differ slightly; floret takes
no seed. The output matrix (context vectors) is kept: the sense pages solve rows against it.

Run ``python -m scripts.build.word2vec`` after ``build_text``. About 6 minutes an epoch of both on two free cores.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import floret
import numpy as np

from scripts.build.counts import SUBSAMPLE
from scripts.build.steps import CACHE, is_current, mark
from scripts.build.text import CORPUS, read_vocabulary

TRAINED = CACHE / "trained"
THREADS = 2
PARTS = ("bin", "words.npy", "contexts.npy", "end.npy")
# What both architectures and FastText share; the values are fastText's defaults except where a reason stands.
SHARED: dict[str, float | str] = {
    "mode": "fasttext",
    "dim": 100,
    "ws": 5,
    "neg": 5,
    "loss": "ns",
    "lr": 0.05,
    "epoch": 5,
    "t": SUBSAMPLE,
    "minCount": 1,  # the text holds the vocabulary's words only
    "verbose": 2,
}
SPACES: dict[str, dict[str, float | str]] = {
    "skipgram": {"model": "skipgram", "minn": 0, "maxn": 0},
    "cbow": {"model": "cbow", "minn": 0, "maxn": 0},
}


def stamp(name: str, settings: dict[str, float | str], text: Path, directory: Path) -> dict[str, Any]:
    """Return what a model is made from, for :mod:`scripts.build.steps`."""
    return {
        "inputs": [text],
        "outputs": [directory / f"{name}.{part}" for part in PARTS],
        "settings": {**SHARED, **settings},
    }


def train(name: str, settings: dict[str, float | str], text: Path, directory: Path) -> None:
    """Train one model and keep its vectors and context vectors in the vocabulary's order, unless it is there.

    Writes ``NAME.bin`` (the whole model), ``NAME.words.npy`` and ``NAME.contexts.npy``, both (V, d) float32,
    and ``NAME.end.npy``, the two rows of ``</s>``, which fastText puts at each line's end and the vocabulary
    leaves out.
    """
    made_from = stamp(name, settings, text, directory)
    if is_current(name, **made_from, directory=directory / "stamps"):
        print(f"{name}: up to date")
        return
    directory.mkdir(parents=True, exist_ok=True)
    words, _ = read_vocabulary(text.parent)
    began = time.perf_counter()
    print(f"{name}: {settings}", flush=True)
    model = floret.train_unsupervised(str(text), thread=THREADS, **{**SHARED, **settings})
    print(f"{name}: trained in {(time.perf_counter() - began) / 60:.1f} minutes", flush=True)
    model.save_model(str(directory / f"{name}.bin"))
    keep_tables(model, name, words, directory)
    mark(name, **made_from, seconds=time.perf_counter() - began, directory=directory / "stamps")


def keep_tables(model: floret.floret._floret, name: str, words: list[str], directory: Path) -> None:
    """Write the two tables of a trained model, rows in the vocabulary's order."""
    rows = np.array([model.get_word_id(word) for word in words])
    if (rows < 0).any() or len(model.get_words()) != len(words) + 1:
        raise RuntimeError(f"{name} was not trained on this vocabulary")
    # get_word_vector averages a word's n-grams in; without n-grams it is the input row itself.
    vectors = np.stack([model.get_word_vector(word) for word in words])
    output = model.get_output_matrix()
    end = model.get_word_id("</s>")
    np.save(directory / f"{name}.words.npy", vectors.astype(np.float32))
    np.save(directory / f"{name}.contexts.npy", output[rows].astype(np.float32))
    np.save(directory / f"{name}.end.npy", np.stack([model.get_word_vector("</s>"), output[end]]))


def build(name: str, text: Path = CORPUS / "text.txt", directory: Path = TRAINED) -> None:
    """Train one of the two, unless that has been done."""
    train(name, SPACES[name], text, directory)


def main() -> None:
    """Train what is asked for."""
    parser = argparse.ArgumentParser(description="Train Word2Vec.")
    parser.add_argument("--only", choices=SPACES)
    arguments = parser.parse_args()
    for name in [arguments.only] if arguments.only else SPACES:
        build(name)


if __name__ == "__main__":
    main()
