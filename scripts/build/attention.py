"""Learn the weights of the context page from raw text, without any sense label.

Two tasks, both on the weighted mean h of the words around a token (:mod:`core.context.weights`):

- *which word stood there*: h, as each candidate would weigh it, must be nearer to the vector of the word that was taken
  out than to those of words drawn at random;
- *which text is this from*: two sentences of one paragraph that hold the same word must have means nearer to each
  other than to those of the same word in other paragraphs.

Most windows have one or three sentences from elsewhere beside them, so that the weights learn to leave out; in
some no distance is known, so that they do not learn to rely on it alone. The vectors stay fixed: what is learned is Q,
K, the salience of each word, which starts from SIF's logarithm, and what distance counts. Q and K start where
(Q v_t)·(K v_c)/√r is ``START`` times the cosine of target and word, and move slowly: started at random, or let go
faster, they tell words apart better and senses worse (chosen on the training sentences of the evaluation sets, split in
two). Gradients are written out below, and the tests hold them against finite differences: at this size numpy is as
fast as a framework, and the build needs nothing else.

Reads the text given by ``--corpus`` (tokens are kept in ``.cache/attention/``), leaves a checkpoint there every
``REPORT`` steps, goes on from it, and writes ``assets/attention.npz``.

Run ``python -m scripts.build.attention --corpus FILE…``.
"""

from __future__ import annotations

import argparse
import bz2
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core import assets
from core.context.attention import FILE, N_DISTANCES, Attention, distance_bin, save_attention
from core.context.weights import SIF, SPACE, ContextModel, load_model
from core.spaces.space import Vectors, load_space
from core.text import tokenise
from scripts.build.assets import LICENCE, SOURCE
from scripts.build.steps import CACHE

FOLDER = CACHE / "attention"
COMMAND = "python -m scripts.build.attention --corpus FILE…"
SEED = 0
STEPS = 4_000
START = 2.0  # what the cosine of target and word counts at first
BATCH = 256  # windows of the first task
NEGATIVES = 12
GROUPS, PAIRS = 12, 8  # of the second task: words, and pairs of sentences of each
EXTRA = (0, 0, 0, 0, 1, 1, 1, 3, 3, 3)  # how many sentences from elsewhere stand beside, each as often as it is here
BLIND = 0.3  # share of windows in which no distance is known
REACH = 40  # words on either side, within the sentence
FEWEST = 5  # words of a sentence
RATE = 3e-3  # Adam's, falling to 0
SLOW = 0.1  # of it for Q and K
FREQUENT = 1e-5  # targets are drawn with the square root of this over their share
HELD_OUT = 40  # batches of the first task
REPORT = 500
# A sentence ends where a mark is followed by white space and a capital, quotes and brackets aside.
_END = re.compile(r"(?<=[.!?])[\"')\]’”]*\s+(?=[\"'(\[‘“]*[A-Z0-9])")

Ids = npt.NDArray[np.int64]
Parameters = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class Text:
    """Sentences as row numbers of the space's words; words that it does not hold are left out.

    Attributes
    ----------
    tokens : ndarray of uint16 (n,)
        All sentences, one after the other.
    starts, lengths : ndarray (s,)
        Where each begins, and how many words it has.
    paragraphs : ndarray (s,)
        In which paragraph it stands.
    """

    tokens: npt.NDArray[np.uint16]
    starts: Ids
    lengths: Ids
    paragraphs: Ids


@dataclass(frozen=True, eq=False)
class Windows:
    """Words around targets, padded to one length.

    Attributes
    ----------
    words, bins : ndarray (b, l)
        Row numbers, and bins of the offset: those of the left side first.
    there : ndarray of bool (b, l)
        Whether a word stands there.
    targets : ndarray (b,)
        Row numbers.
    seeing : ndarray of float32 (b, 1)
        1 where distance is known, else 0.
    """

    words: Ids
    bins: Ids
    there: npt.NDArray[np.bool_]
    targets: Ids
    seeing: npt.NDArray[np.float32]


def read_text(paths: Sequence[Path], folder: Path = FOLDER) -> Text:
    """Return the sentences of the files; they are kept, and read again only when they are not there."""
    kept = folder / "text.npz"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with Pool(2) as pool:
            parts = list(pool.imap(_sentences, _lines(paths)))
        tokens, lengths = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
        np.savez(kept, tokens=tokens, lengths=lengths)
    with np.load(kept) as stored:
        tokens, lengths = stored["tokens"], stored["lengths"].astype(np.int64)
    real = lengths > 0  # a 0 ends a paragraph
    starts = np.cumsum(lengths) - lengths
    return Text(tokens, starts[real], lengths[real], np.cumsum(~real)[real])


def _lines(paths: Sequence[Path], block: int = 3_000) -> Iterator[list[str]]:
    for path in paths:
        opener = bz2.open if path.suffix == ".bz2" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            while part := list(islice(lines, block)):
                yield part


def _sentences(lines: Sequence[str]) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int32]]:
    index = load_space(SPACE).index
    tokens: list[int] = []
    lengths: list[int] = []
    for line in lines:
        before = len(lengths)
        for sentence in _END.split(line):
            rows = [index[word] for word in tokenise(sentence) if word in index]
            if rows:
                tokens += rows
                lengths.append(len(rows))
        if len(lengths) > before:
            lengths.append(0)
    return np.array(tokens, dtype=np.uint16), np.array(lengths, dtype=np.int32)


class Sampler:
    """Draws windows and candidates; the same seed draws the same."""

    def __init__(self, text: Text, n_words: int, seed: int = SEED) -> None:
        self.text, self.random = text, np.random.default_rng(seed)
        share = np.bincount(text.tokens, minlength=n_words) / len(text.tokens)
        self.keep = np.minimum(1, np.sqrt(FREQUENT / np.maximum(share, 1e-12)))
        self.candidates = np.cumsum(share * self.keep)
        self.candidates /= self.candidates[-1]
        self._pairs()

    def _pairs(self) -> None:
        """List, word by word, where it stands in two sentences of one paragraph running."""
        text = self.text
        order = np.argsort(text.tokens, kind="stable")
        words = text.tokens[order]
        sentence = np.searchsorted(text.starts, order, side="right") - 1
        long = text.lengths[sentence] >= FEWEST
        paragraph = text.paragraphs[sentence]
        pair = (
            (words[:-1] == words[1:])
            & (paragraph[:-1] == paragraph[1:])
            & (sentence[:-1] != sentence[1:])
            & long[:-1]
            & long[1:]
        )
        first = np.flatnonzero(pair)
        self.pairs = np.stack([order[first], order[first + 1]], axis=1)
        self.bounds = np.searchsorted(words[first], np.arange(len(self.keep) + 1))
        numbers = np.diff(self.bounds)
        # The commonest words have no senses to speak of, the rarest too few pairs to choose from.
        chance = np.where(numbers >= 25 * PAIRS, np.sqrt(np.diff(self.candidates, prepend=0)), 0)
        chance[:150] = 0
        self.groups = np.cumsum(chance) / max(chance.sum(), 1e-12)

    def words(self, chances: npt.NDArray[np.float64], shape: int | tuple[int, int]) -> Ids:
        """Draw words by cumulative chances."""
        drawn = np.searchsorted(chances, self.random.random(shape))
        return np.minimum(drawn, len(chances) - 1).astype(np.int64)

    def window(self, place: int, sentence: int) -> tuple[Ids, Ids] | None:
        """Return the words around a token and their offsets, with sentences from elsewhere on either side."""
        text, random = self.text, self.random
        start, length = int(text.starts[sentence]), int(text.lengths[sentence])
        low, high = max(start, place - REACH), min(start + length, place + REACH + 1)
        words, offsets = [text.tokens[low:high].astype(np.int64)], [np.arange(low, high) - place]
        left, right = low - place, high - place
        for _ in range(EXTRA[int(random.integers(len(EXTRA)))]):
            other = int(random.integers(len(text.starts)))
            start, length = int(text.starts[other]), min(int(text.lengths[other]), REACH)
            words.append(text.tokens[start : start + length].astype(np.int64))
            if random.random() < 0.5:
                offsets.append(np.arange(right, right + length))
                right += length
            else:
                offsets.append(np.arange(left - length, left))
                left -= length
        every, where = np.concatenate(words), np.concatenate(offsets)
        others = every != text.tokens[place]
        return (every[others], where[others]) if others.sum() >= 2 else None

    def targets(self, n: int) -> Iterator[tuple[Ids, Ids, int]]:
        """Yield n windows around tokens, common words drawn less often."""
        text, left = self.text, n
        while left:
            places = self.random.integers(len(text.tokens), size=4 * n)
            places = places[self.random.random(len(places)) < self.keep[text.tokens[places]]]
            sentences = np.searchsorted(text.starts, places, side="right") - 1
            for place, sentence in zip(places.tolist(), sentences.tolist(), strict=True):
                if left and text.lengths[sentence] >= FEWEST and (window := self.window(place, sentence)) is not None:
                    left -= 1
                    yield *window, int(text.tokens[place])

    def batches(self, n: int) -> list[Windows]:
        """Return n batches of the first task, each of windows of like length."""
        windows = sorted(self.targets(n * BATCH), key=lambda window: len(window[0]))
        found = [self.padded(windows[i : i + BATCH]) for i in range(0, len(windows), BATCH)]
        return [found[i] for i in self.random.permutation(len(found))]

    def grouped(self) -> Windows:
        """Return a batch of the second task: of each word PAIRS windows, then their partners in the same order."""
        windows = []
        for word in self.words(self.groups, GROUPS).tolist():
            drawn = self.random.integers(self.bounds[word], self.bounds[word + 1], size=PAIRS)
            for side in (0, 1):
                for place in self.pairs[drawn, side].tolist():
                    sentence = int(np.searchsorted(self.text.starts, place, side="right") - 1)
                    # Nothing around it: a word that the mean of all windows would be no worse for.
                    words, offsets = self.window(place, sentence) or (np.zeros(1, np.int64), np.ones(1, np.int64))
                    windows.append((words, offsets, word))
        seeing = np.repeat(self.random.random((GROUPS, 1)) >= BLIND, 2 * PAIRS, axis=0)
        return self.padded(windows, seeing)

    def padded(self, windows: Sequence[tuple[Ids, Ids, int]], seeing: npt.NDArray[np.bool_] | None = None) -> Windows:
        """Return windows side by side."""
        shape = len(windows), max(len(words) for words, _, _ in windows)
        words, bins = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        there = np.zeros(shape, dtype=bool)
        for i, (row, offsets, _) in enumerate(windows):
            words[i, : len(row)], there[i, : len(row)] = row, True
            bins[i, : len(row)] = distance_bin(offsets) + N_DISTANCES * (offsets > 0)
        if seeing is None:
            seeing = self.random.random((len(windows), 1)) >= BLIND
        targets = np.array([target for _, _, target in windows], dtype=np.int64)
        return Windows(words, bins, there, targets, seeing.astype(np.float32))


def start_parameters(model: ContextModel) -> Parameters:
    """Return Q and K that give START times the cosine, the salience of SIF, and no distance."""
    size = model.whitened.vectors.shape[1]
    form = np.eye(size, dtype=np.float32) * np.float32(np.sqrt(START * np.sqrt(size)))
    return {
        "query": form.copy(),
        "key": form.copy(),
        "salience": np.log(SIF / (SIF + model.shares)).astype(np.float32),
        "distance": np.zeros(2 * N_DISTANCES, dtype=np.float32),
        "sharpness": np.full(2, 2.3, dtype=np.float32),  # logarithm of what cosines are multiplied by, in each task
    }


@dataclass(frozen=True, eq=False)
class Seen:
    """What the forward pass leaves for the backward one: vectors, weights, and directions of the means."""

    queries: Vectors
    contexts: Vectors
    weights: Vectors
    lengths: Vectors
    directions: Vectors


def attend(parameters: Parameters, vectors: Vectors, windows: Windows, queries: Ids) -> Seen:
    """Return the weighted means of windows (b, l) as each of several words (b, m) would weigh them, (b, m, d)."""
    asked, contexts = vectors[queries], vectors[windows.words]
    b, m, d = asked.shape
    form = parameters["query"].T @ parameters["key"] / np.float32(np.sqrt(len(parameters["query"])))
    scores = (asked.reshape(-1, d) @ form).reshape(b, m, d) @ contexts.transpose(0, 2, 1)
    alone = parameters["salience"][windows.words] + parameters["distance"][windows.bins] * windows.seeing
    scores += np.where(windows.there, alone, np.float32(-1e9))[:, None, :]
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    means = weights @ contexts
    lengths = np.sqrt(np.square(means).sum(axis=2, keepdims=True)) + np.float32(1e-6)
    return Seen(asked, contexts, weights, lengths, means / lengths)


def attend_back(parameters: Parameters, windows: Windows, seen: Seen, gradient: Vectors) -> Parameters:
    """Return the gradient of the parameters, from that of the directions of the means, (b, m, d)."""
    d = gradient.shape[2]
    inward = (seen.directions * gradient).sum(axis=2, keepdims=True)
    means = (gradient - seen.directions * inward) / seen.lengths
    weights = means @ seen.contexts.transpose(0, 2, 1)
    scores = seen.weights * (weights - (seen.weights * weights).sum(axis=2, keepdims=True))
    form = seen.queries.reshape(-1, d).T @ (scores @ seen.contexts).reshape(-1, d)
    form /= np.float32(np.sqrt(len(parameters["query"])))
    alone = np.where(windows.there, scores.sum(axis=1), np.float32(0))
    return {
        "query": parameters["key"] @ form.T,
        "key": parameters["query"] @ form,
        "salience": _summed(windows.words, alone, len(parameters["salience"])),
        "distance": _summed(windows.bins, alone * windows.seeing, 2 * N_DISTANCES),
    }


def _summed(places: Ids, values: Vectors, n: int) -> npt.NDArray[np.float32]:
    return np.bincount(places.ravel(), values.ravel(), n).astype(np.float32)


def which_word(parameters: Parameters, vectors: Vectors, windows: Windows, candidates: Ids) -> tuple[float, Parameters]:
    """Return the loss of the first task and its gradient; the first candidate (b, m) is the word that stood there."""
    seen = attend(parameters, vectors, windows, candidates)
    cosines = (seen.directions * seen.queries).sum(axis=2)
    sharp = np.exp(parameters["sharpness"][0])
    logits = sharp * cosines
    repeated = candidates == candidates[:, :1]
    repeated[:, 0] = False
    logits = np.where(repeated, np.float32(-1e9), logits)
    loss, rise = cross_entropy(logits, np.zeros(len(candidates), dtype=np.intp))
    gradient = attend_back(parameters, windows, seen, (rise * sharp)[:, :, None] * seen.queries)
    return loss, gradient | {"sharpness": np.array([(rise * sharp * cosines).sum(), 0], dtype=np.float32)}


def which_text(parameters: Parameters, vectors: Vectors, windows: Windows) -> tuple[float, Parameters]:
    """Return the loss of the second task and its gradient."""
    seen = attend(parameters, vectors, windows, windows.targets[:, None])
    ends = seen.directions.reshape(-1, 2, PAIRS, seen.directions.shape[2])
    cosines = ends[:, 0] @ ends[:, 1].transpose(0, 2, 1)
    sharp = np.exp(parameters["sharpness"][1])
    own = np.tile(np.arange(PAIRS), len(ends))
    loss, rise = 0.0, np.zeros_like(cosines)
    for turn in ((0, 1, 2), (0, 2, 1)):  # each side must find the other
        one, back = cross_entropy((sharp * cosines).transpose(turn).reshape(-1, PAIRS), own)
        loss += one / 2
        rise += back.reshape(cosines.shape).transpose(turn) / 2
    rise *= sharp
    ahead = np.stack([rise @ ends[:, 1], rise.transpose(0, 2, 1) @ ends[:, 0]], axis=1)
    gradient = attend_back(parameters, windows, seen, ahead.reshape(seen.directions.shape))
    return loss, gradient | {"sharpness": np.array([0, (rise * cosines).sum()], dtype=np.float32)}


def cross_entropy(logits: Vectors, right: npt.NDArray[np.intp]) -> tuple[float, Vectors]:
    """Return the mean of −ln p(right) over rows (n, m), in nats, and its gradient."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    rows = np.arange(len(logits))
    loss = float(-np.log(shares[rows, right] + 1e-12).mean())
    shares[rows, right] -= 1
    return loss, shares / np.float32(len(logits))


class Adam:
    """Adam with its customary settings (Kingma & Ba 2015); its state is part of the checkpoint."""

    def __init__(self, parameters: Parameters) -> None:
        self.first = {name: np.zeros_like(part) for name, part in parameters.items()}
        self.second = {name: np.zeros_like(part) for name, part in parameters.items()}

    def step(self, parameters: Parameters, gradient: Parameters, number: int, rate: float) -> None:
        """Change the parameters in place; steps are counted from 1."""
        for name, part in gradient.items():
            self.first[name] += 0.1 * (part - self.first[name])
            self.second[name] += 0.001 * (np.square(part) - self.second[name])
            size = np.sqrt(self.second[name] / (1 - 0.999**number)) + 1e-9
            speed = rate * (SLOW if name in ("query", "key") else 1)
            parameters[name] -= speed * self.first[name] / (1 - 0.9**number) / size


def train(text: Text, model: ContextModel, steps: int = STEPS, folder: Path = FOLDER) -> Attention:
    """Train from the checkpoint on, if there is one, and return the weights."""
    vectors = model.whitened.vectors
    held = Sampler(text, len(vectors), SEED + 1)
    exam = [(windows, drawn(held, windows)) for windows in held.batches(HELD_OUT)]
    losses: list[tuple[float, float]] = []
    parameters, done = start_parameters(model), 0
    adam = Adam(parameters)
    checkpoint = folder / "checkpoint.npz"
    if checkpoint.exists():
        parameters, adam, losses, done = restored(checkpoint, adam)
    sampler = Sampler(text, len(vectors), SEED + 2 + done)  # a run that goes on draws anew
    queue: list[Windows] = []
    began = time.perf_counter()
    for number in range(done + 1, steps + 1):
        queue = queue or sampler.batches(24)
        windows = queue.pop()
        _, gradient = which_word(parameters, vectors, windows, drawn(sampler, windows))
        _, other = which_text(parameters, vectors, sampler.grouped())
        for name, part in other.items():
            gradient[name] = gradient[name] + part
        adam.step(parameters, gradient, number, RATE * min(1, number / 200) * (1 - (number - 1) / steps))
        if number % REPORT == 0 or number == steps:
            loss = float(np.mean([which_word(parameters, vectors, *one)[0] for one in exam]))
            losses.append((number * BATCH / 1e6, loss))
            print(f"  {number} steps, held-out loss {loss:.4f}, {time.perf_counter() - began:.0f} s", flush=True)
            kept(checkpoint, parameters, adam, losses, number)
    return Attention(
        parameters["query"],
        parameters["key"],
        parameters["salience"],
        parameters["distance"].reshape(2, N_DISTANCES),
        np.array(losses, dtype=np.float32),
    )


def drawn(sampler: Sampler, windows: Windows) -> Ids:
    """Return candidates (b, 1 + NEGATIVES): the word that stood there, then others."""
    others = sampler.words(sampler.candidates, (len(windows.targets), NEGATIVES))
    return np.concatenate([windows.targets[:, None], others], axis=1)


def kept(path: Path, parameters: Parameters, adam: Adam, losses: Sequence[tuple[float, float]], done: int) -> None:
    """Write a checkpoint."""
    parts = {"p": parameters, "1": adam.first, "2": adam.second}
    arrays: dict[str, Any] = {f"{key}.{name}": part for key, many in parts.items() for name, part in many.items()}
    np.savez(path, losses=np.array(losses), done=done, **arrays)


def restored(path: Path, adam: Adam) -> tuple[Parameters, Adam, list[tuple[float, float]], int]:
    """Return what a checkpoint holds."""
    with np.load(path) as stored:
        parts = {key: {name: stored[f"{key}.{name}"] for name in adam.first} for key in "p12"}
        adam.first, adam.second = parts["1"], parts["2"]
        losses = [(float(seen), float(loss)) for seen, loss in stored["losses"]]
        return parts["p"], adam, losses, int(stored["done"])


def build(paths: Sequence[Path], folder: Path = FOLDER, directory: Path = assets.ASSETS) -> None:
    """Train and write the asset."""
    space = load_model(SPACE, directory, attended=False)
    attention = train(read_text(paths, folder), space, folder=folder)
    save_attention(attention, directory)
    assets.record(
        FILE,
        source=SOURCE,
        licence=LICENCE,
        command=COMMAND,
        seed=SEED,
        counts={"words": len(attention.salience), "rank": len(attention.query), "windows": STEPS * BATCH},
        directory=directory,
    )


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Learn which words of a sentence count.")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="plain text, bz2 or not")
    build(parser.parse_args().corpus)


if __name__ == "__main__":
    main()
