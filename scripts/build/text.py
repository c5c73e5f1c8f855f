"""Turn raw text into what every other build reads: a vocabulary, and the text with only its words left.

Reads plain-text files (bz2 or not), one paragraph a line. Words outside the vocabulary are dropped before any
window is laid, as word2vec, fastText and GloVe's own tools do. Into ``.cache/corpus/`` go

- ``vocabulary.tsv``: word and count, most frequent first, ties in alphabetical order;
- ``text.txt``: one paragraph a line, words separated by spaces (what floret reads);
- ``tokens.npy``: the same as int32 row numbers, -1 after each paragraph (what the counting reads);
- ``summary.json``: numbers of tokens and types.

Run ``python -m scripts.build.text --corpus FILE…``. It needs about 1.5 GB of disk.
"""

from __future__ import annotations

import argparse
import bz2
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.text import tokenise
from scripts.build.steps import CACHE, MadeFrom, is_current, mark

CORPUS = CACHE / "corpus"
N_WORDS = 30_000
MOST_WORDS = 65_536  # the shipped counts name a context word by 16 bits
BORDER = -1  # stands after each paragraph in tokens.npy
# What the tokeniser makes of this line stands for the tokeniser in the stamp.
PROBE = "“Don’t”—it's Élan’s 1,000.5 well-known _U.S._ o'clock 1980s; 29th"
OUTPUTS = ("vocabulary.tsv", "text.txt", "tokens.npy", "summary.json")


def paragraphs(paths: Sequence[Path]) -> Iterator[list[str]]:
    """Yield the tokens of each paragraph (line) of the files in turn; empty ones are skipped."""
    for path in paths:
        opener = bz2.open if path.suffix == ".bz2" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if tokens := tokenise(line):
                    yield tokens


def count_types(paths: Sequence[Path], tokenised: Path) -> Counter[str]:
    """Count every type, and write the tokenised text, so that the second pass need not tokenise again."""
    counts: Counter[str] = Counter()
    began = time.perf_counter()
    with tokenised.open("w", encoding="utf-8") as out:
        for number, tokens in enumerate(paragraphs(paths), 1):
            counts.update(tokens)
            out.write(" ".join(tokens) + "\n")
            if number % 200_000 == 0:
                seconds = time.perf_counter() - began
                print(f"  {counts.total() / 1e6:6.1f} M tokens, {seconds:.0f} s", flush=True)
    return counts


def write_text(tokenised: Path, words: Sequence[str], directory: Path) -> int:
    """Write ``text.txt`` and ``tokens.npy`` and return the number of tokens that were kept."""
    index = {word: row for row, word in enumerate(words)}
    blocks: list[npt.NDArray[np.int32]] = []
    with (
        tokenised.open(encoding="utf-8") as lines,
        (directory / "text.txt").open("w", encoding="utf-8") as out,
    ):
        for line in lines:
            kept = [word for word in line.split() if word in index]
            if kept:
                out.write(" ".join(kept) + "\n")
                blocks.append(np.array([*(index[word] for word in kept), BORDER], dtype=np.int32))
    tokens = np.concatenate(blocks) if blocks else np.array([], dtype=np.int32)
    np.save(directory / "tokens.npy", tokens)
    return int((tokens != BORDER).sum())


def build(paths: Sequence[Path], n_words: int = N_WORDS, directory: Path = CORPUS) -> None:
    """Build everything in the directory, unless it was made from these very files already.

    Raises
    ------
    SystemExit
        When the files hold no word.
    """
    stamp: MadeFrom = {
        "inputs": list(paths),
        "outputs": [directory / name for name in OUTPUTS],
        # The vocabulary is only as good as the tokeniser that made it.
        "settings": {"n_words": n_words, "tokeniser": tokenise(PROBE)},
    }
    if is_current("text", **stamp, directory=directory / "stamps"):
        print("text: up to date")
        return
    began = time.perf_counter()
    directory.mkdir(parents=True, exist_ok=True)
    tokenised = directory / "tokenised.txt"
    counts = count_types(paths, tokenised)
    if not counts:
        raise SystemExit(f"no word in {', '.join(path.name for path in paths)}")
    # Ties in alphabetical order, so that the vocabulary does not depend on the order of the files.
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:n_words]
    (directory / "vocabulary.tsv").write_text("".join(f"{w}\t{n}\n" for w, n in ranked), encoding="utf-8")
    kept = write_text(tokenised, [word for word, _ in ranked], directory)
    tokenised.unlink()
    summary = {"tokens": counts.total(), "types": len(counts), "kept": kept, "rarest": ranked[-1][1]}
    (directory / "summary.json").write_text(json.dumps(summary))
    mark("text", **stamp, seconds=time.perf_counter() - began, directory=directory / "stamps")
    print(f"text: {counts.total():,} tokens, {len(counts):,} types; kept {kept:,}; rarest has {ranked[-1][1]}")


def read_vocabulary(directory: Path = CORPUS) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Return the words, most frequent first, and their counts (V,)."""
    lines = (directory / "vocabulary.tsv").read_text(encoding="utf-8").split("\n")[:-1]
    pairs = [line.split("\t") for line in lines]
    return [word for word, _ in pairs], np.array([int(count) for _, count in pairs], dtype=np.int64)


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Make the vocabulary and the filtered text.")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="plain text, bz2 or not")
    parser.add_argument("--words", type=int, default=N_WORDS)
    arguments = parser.parse_args()
    if not 0 < arguments.words <= MOST_WORDS:
        parser.error(f"--words must be 1 to {MOST_WORDS:,}")
    build(arguments.corpus, arguments.words)


if __name__ == "__main__":
    main()
