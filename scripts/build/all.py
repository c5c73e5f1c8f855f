"""Build every space of ours from any plain text, in order, lay its maps out, and measure the result.

Run ``python -m scripts.build.all --corpus FILE…``. A step whose inputs, settings and outputs are as its stamp
(:mod:`scripts.build.steps`) says is skipped, so a run that was stopped goes on where it stood; the packed files
count as up to date when the manifest's checksums hold and nothing they are made from has changed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from core import assets
from scripts.build import (
    assets as packing,
)
from scripts.build import (
    attention,
    counts,
    drifts,
    fasttext,
    glove,
    layouts,
    ppmi,
    reference_glove,
    senses,
    small,
    text,
    word2vec,
)
from scripts.build.steps import CACHE
from scripts.evaluate import run as evaluate
from scripts.evaluate.measuring import SHARED


def steps(corpus: list[Path], words: int, cache: Path, directory: Path) -> dict[str, Callable[[], None]]:
    """Return the steps in order; the long trainings that need only the text come first."""
    made, counted, trained = cache / "corpus", cache / "counts", cache / "trained"
    plain = made / "text.txt"
    return {
        "text": lambda: text.build(corpus, words, made),
        "fasttext": lambda: fasttext.build(plain, trained),
        "skipgram": lambda: word2vec.build("skipgram", plain, trained),
        "cbow": lambda: word2vec.build("cbow", plain, trained),
        "glove counts": lambda: counts.build("glove", made, counted),
        "sgns counts": lambda: counts.build("sgns", made, counted),
        "ppmi": lambda: ppmi.build(counted, made, trained),
        "glove": lambda: glove.build(counts=counted, corpus=made, directory=trained),
        "glove as its authors train it": lambda: reference_glove.build(counted, made, trained),
        "assets": lambda: packing.build(trained, made, counted, directory),
    }


def main() -> None:
    """Run the steps."""
    parser = argparse.ArgumentParser(description="Build and measure everything.")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="plain text, bz2 or not")
    parser.add_argument("--words", type=int, default=text.N_WORDS)
    parser.add_argument("--shared", type=Path, default=SHARED, help="the folder of evaluation sets")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where what is not shipped goes")
    parser.add_argument("--assets", type=Path, default=assets.ASSETS, help="where what is shipped goes")
    arguments = parser.parse_args()
    if not 0 < arguments.words <= text.MOST_WORDS:
        parser.error(f"--words must be 1 to {text.MOST_WORDS:,}")
    began = time.perf_counter()
    for name, run in steps(arguments.corpus, arguments.words, arguments.cache, arguments.assets).items():
        print(f"== {name} ({(time.perf_counter() - began) / 60:.1f} minutes so far)", flush=True)
        run()
    if (arguments.cache, arguments.assets) != (CACHE, assets.ASSETS):
        print("neither laid out nor measured: that is for what the project ships")
    else:
        print("== layouts", flush=True)
        layouts.build()
        if arguments.shared.is_dir():
            print("== senses and their drifts", flush=True)
            senses.build(arguments.shared)
            drifts.build()
            print("== learned weights", flush=True)
            attention.build(arguments.corpus)
            print("== small parts of the text", flush=True)
            small.build()
            evaluate.measure(list(evaluate.PARTS), arguments.shared)
        else:
            missing = f"{arguments.shared.name}/ with the evaluation sets is not there"
            print(f"senses neither told apart nor anything measured: {missing}")
    print(f"done in {(time.perf_counter() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
