"""Build every space of ours from any plain text, in order, lay its maps out, and measure the result.

Run ``python -m scripts.build_all --corpus FILE…``. A step whose inputs, settings and outputs are as its stamp
(:mod:`scripts.steps`) says is skipped, so a run that was stopped goes on where it stood; the packed files
count as up to date when the manifest's checksums hold and nothing they are made from has changed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from core import assets
from scripts import (
    build_assets,
    build_attention,
    build_counts,
    build_drifts,
    build_fasttext,
    build_glove,
    build_layouts,
    build_ppmi,
    build_senses,
    build_small,
    build_text,
    build_word2vec,
    evaluate,
    reference_glove,
)
from scripts.steps import CACHE


def steps(corpus: list[Path], words: int, cache: Path, directory: Path) -> dict[str, Callable[[], None]]:
    """Return the steps in order; the long trainings that need only the text come first."""
    made, counts, trained = cache / "corpus", cache / "counts", cache / "trained"
    text = made / "text.txt"
    return {
        "text": lambda: build_text.build(corpus, words, made),
        "fasttext": lambda: build_fasttext.build(text, trained),
        "skipgram": lambda: build_word2vec.build("skipgram", text, trained),
        "cbow": lambda: build_word2vec.build("cbow", text, trained),
        "glove counts": lambda: build_counts.build("glove", made, counts),
        "sgns counts": lambda: build_counts.build("sgns", made, counts),
        "ppmi": lambda: build_ppmi.build(counts, made, trained),
        "glove": lambda: build_glove.build(counts=counts, corpus=made, directory=trained),
        "glove as its authors train it": lambda: reference_glove.build(counts, made, trained),
        "assets": lambda: build_assets.build(trained, made, counts, directory),
    }


def main() -> None:
    """Run the steps."""
    parser = argparse.ArgumentParser(description="Build and measure everything.")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="plain text, bz2 or not")
    parser.add_argument("--words", type=int, default=build_text.N_WORDS)
    parser.add_argument("--shared", type=Path, default=evaluate.SHARED, help="the folder of evaluation sets")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where what is not shipped goes")
    parser.add_argument("--assets", type=Path, default=assets.ASSETS, help="where what is shipped goes")
    arguments = parser.parse_args()
    if not 0 < arguments.words <= build_text.MOST_WORDS:
        parser.error(f"--words must be 1 to {build_text.MOST_WORDS:,}")
    began = time.perf_counter()
    for name, run in steps(arguments.corpus, arguments.words, arguments.cache, arguments.assets).items():
        print(f"== {name} ({(time.perf_counter() - began) / 60:.1f} minutes so far)", flush=True)
        run()
    if (arguments.cache, arguments.assets) != (CACHE, assets.ASSETS):
        print("neither laid out nor measured: that is for what the project ships")
    else:
        print("== layouts", flush=True)
        build_layouts.build()
        if arguments.shared.is_dir():
            print("== senses and their drifts", flush=True)
            build_senses.build(arguments.shared)
            build_drifts.build()
            print("== learned weights", flush=True)
            build_attention.build(arguments.corpus)
            print("== small parts of the text", flush=True)
            build_small.build()
            evaluate.measure(list(evaluate.PARTS), arguments.shared)
        else:
            missing = f"{arguments.shared.name}/ with the evaluation sets is not there"
            print(f"senses neither told apart nor anything measured: {missing}")
    print(f"done in {(time.perf_counter() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
