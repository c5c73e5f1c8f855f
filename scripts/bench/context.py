"""Time the weighing of sentences: ``python -m scripts.bench.context``.

A typed sentence under all schemes, and 10,000 sentences of the catalogue's examples, each under one scheme. The aims
are 5 ms and 5 s.
"""

from __future__ import annotations

import itertools
import time

from core.context.weights import SCHEMES, load_model
from core.counts.senses import load_senses
from core.text import tokenise

TYPED = "I deposited money at the bank yesterday.", "bank"
MANY = 10_000
REPEATS = 200


def main() -> None:
    """Measure and print."""
    model = load_model()
    tokens = tokenise(TYPED[0])
    target = tokens.index(TYPED[1])
    for scheme in SCHEMES:  # what is made once is made before the clock starts
        model.weigh(tokens, target, scheme)
    began = time.perf_counter()
    for _ in range(REPEATS):
        for scheme in SCHEMES:
            model.weigh(tokens, target, scheme)
    print(f"a typed sentence under {len(SCHEMES)} schemes: {1e3 * (time.perf_counter() - began) / REPEATS:.2f} ms")
    written = [
        (tokenise(text), word)
        for word, entry in load_senses().items()
        for sense in entry.senses
        for text in sense.examples
    ]
    found = [(one, one.index(word)) for one, word in written if word in one]
    batch = list(itertools.islice(itertools.cycle(found), MANY))
    for scheme in SCHEMES:
        began = time.perf_counter()
        for tokens, target in batch:
            model.weigh(tokens, target, scheme)
        print(f"{MANY:,} sentences, {scheme}: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
