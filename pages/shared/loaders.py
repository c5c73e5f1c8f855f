"""What all sessions share: spaces, layouts, and the projections computed last."""

from __future__ import annotations

import ctypes
import gc
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import nullcontext, suppress
from dataclasses import replace
from importlib import import_module
from threading import Lock, Timer
from typing import Any, TypeVar, cast

import streamlit as st

from core.context.weights import ContextModel, load_model
from core.counts.cooccurrence import load_counts
from core.counts.senses import load_labels, load_senses
from core.drift.material import COUNTS, Material, load_bench, pseudoword
from core.drift.nearby import Nearby, nearby
from core.drift.path import Drift, at_masses, follow
from core.drift.shipped import STEPS, load_ways, shipped
from core.errors import AssetProblem
from core.evidence.results import Results, load_results
from core.map import comparison as compare
from core.map.axes import Axis, axis_vector, dividing_line
from core.map.comparison import Columns, shared_words
from core.map.layouts import Layouts, load_layouts
from core.map.projection import Indices, Method, Projection, nearest_by_cosine, project, trustworthiness
from core.map.tsne import Progress
from core.spaces.contexts import read_training, word_counts
from core.spaces.meanings import load_meanings
from core.spaces.space import SPACES, Space, Vectors, load_space
from core.spaces.wordsets import WordSet
from core.subwords.borrow import fit_bridge, speller
from core.subwords.model import Decomposition, SubwordModel, load_subwords
from pages.shared.turns import TURNS

SPACE = SPACES[0]
FRONT = "glove"  # the space of the front door
REST = 1.0  # seconds from the first page to the rest
N_FRAMES = 60
MAX_ANIMATED = 300
MAX_REMEMBERED = 64  # maps, some of them of 10,000 words
M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
LARGE = 1 << 20  # bytes
MAX_SMALL = 600  # all else: a page of each of fifty readers takes a few

T = TypeVar("T")


@st.cache_resource(show_spinner="Loading the word vectors …")
def space(name: str = SPACE) -> Space:
    """Return a space with its unit vectors and index made."""
    loaded = load_space(name)
    _ = loaded.unit, loaded.index
    return loaded


@st.cache_resource(show_spinner=False)
def layouts(name: str = SPACE) -> Layouts:
    """Return the layouts of a space that ship."""
    return load_layouts(name)


@st.cache_resource(show_spinner=False)
def training() -> dict[str, dict[str, Any]]:
    """Return what each space of ours was trained with."""
    return read_training()


@st.cache_resource(show_spinner=False)
def results() -> Results:
    """Return what was measured on the spaces."""
    return load_results()


@st.cache_resource(show_spinner=False)
def shared() -> tuple[str, ...]:
    """Return the words that every space holds."""
    return shared_words([space(name) for name in SPACES])


catalogue = st.cache_resource(show_spinner=False)(load_senses)
labels = st.cache_resource(show_spinner=False)(load_labels)
meanings = st.cache_resource(show_spinner=False)(load_meanings)
counts = st.cache_resource(show_spinner="Loading the counts …")(load_counts)
bench = st.cache_resource(show_spinner=False)(load_bench)


@st.cache_resource(show_spinner=False)
def frequencies() -> dict[str, int]:
    """Return how often each word of our vocabulary stands in the corpus."""
    return dict(zip(space("glove").words, word_counts().tolist(), strict=True))


@st.cache_resource(show_spinner="Loading the n-grams …")
def subwords() -> SubwordModel:
    """Return the FastText model with its n-grams of the vocabulary listed."""
    model = load_subwords()
    _ = model.index, model.pieces, model.keys
    give_back()
    return model


@st.cache_resource(show_spinner="Whitening the vectors …")
def context_model() -> ContextModel:
    """Return what makes contextual vectors; words that the space does not hold get a vector from their n-grams."""
    made = load_model(loaded=space())
    oov_vector = speller(subwords(), fit_bridge(space("fasttext"), made.whitened))
    give_back()
    return replace(made, oov_vector=oov_vector)


@st.cache_resource(show_spinner=False)
def shipped_ways(name: str) -> dict[str, Vectors]:
    """Return the solved rows of each word of the catalogue that ship."""
    return load_ways(name)


class Remembered:
    """The results used last, read-only, looked up by names and parameters and never by arrays.

    ``st.cache_resource`` would do, but it forbids the progress bar that t-SNE needs while it works.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.lock = Lock()
        self.results: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made for this key, making it now if it was not."""
        with self.lock:
            if key in self.results:
                self.results.move_to_end(key)
                return cast(T, self.results[key])
        made = make()  # outside the lock: others need not wait, and a reader's way out raises through here
        with self.lock:
            self.results[key] = made
            while len(self.results) > self.size:
                self.results.popitem(last=False)
        return made


@st.cache_resource(show_spinner=False)
def _remembered(size: int) -> Remembered:
    return Remembered(size)


def remembered(key: Hashable, make: Callable[[], T], size: int = MAX_SMALL) -> T:
    """Return what was made for a key before, or make it; ``size`` names the store, that of maps or that of all else."""
    return _remembered(size).get(key, make)


def give_back() -> None:
    """Give memory that a load has used and freed back to the system, where its C library knows how.

    Else a server keeps the largest moment of each load for good: 150 MB after the n-grams were cut.
    """
    _tell_allocator("malloc_trim", 0)


def keep_little() -> None:
    """Let each large array have pages of its own, which go back to the system with it, where the C library knows how.

    Else those of many threads lie scattered over heaps that only grow: 110 MB after ten readers of the drift page.
    """
    _tell_allocator("mallopt", M_MMAP_THRESHOLD, LARGE)


def _tell_allocator(function: str, *arguments: int) -> None:
    """Call a function that glibc has and other C libraries have not."""
    with suppress(OSError, AttributeError, TypeError):
        getattr(ctypes.CDLL(None), function)(*arguments)


def columns(word: str) -> Columns:
    """Return a word's nearest in every space."""
    every = [space(name) for name in SPACES]
    return remembered(("columns", word), lambda: compare.columns(word, every, shared()))


def turned(left: Space, right: Space) -> Vectors:
    """Return the rotation of the right space onto the left."""
    return remembered(("turn", left.name, right.name), lambda: compare.turn(left, right, shared_words([left, right])))


def decomposed(word: str, *, noise: bool) -> Decomposition:
    """Return a word in its pieces."""
    return remembered(("pieces", word, noise), lambda: subwords().decompose(word, noise=noise))


def partners(found: Decomposition) -> dict[int, tuple[str, ...]]:
    """Return which n-grams of the vocabulary share the buckets of a word's n-grams."""
    rows = tuple(int(row) for row in found.rows[int(found.own) :])
    return remembered(("partners", rows), lambda: subwords().sharing(rows))


def drifted(name: str, material: Material) -> Drift:
    """Return the way of a word through its senses, from what ships or was computed before where that can be."""

    def make() -> Drift:
        found = shipped(bench(name), material, shipped_ways(name))
        if found is not None:
            return found
        with TURNS.aside():
            return follow(bench(name), material, STEPS)

    return remembered(("drift", name, material.word), make)


def material(name: str, words: tuple[str, ...]) -> Material:
    """Return the count rows of a word of the catalogue, or of two words that are merged into one."""
    if len(words) == 1:
        return remembered(("material", name, words), lambda: bench(name).material(words[0]))
    first, second = words
    occurrences = frequencies().get(first, 0), frequencies().get(second, 0)
    return remembered(
        ("material", COUNTS[name], words), lambda: pseudoword(counts(COUNTS[name]), first, second, occurrences)
    )


def spotted(name: str, mixed: Material, masses: tuple[float, ...]) -> Drift:
    """Return the word among any masses of its senses."""
    return remembered(
        ("spot", name, mixed.word, masses),
        lambda: at_masses(bench(name), mixed, masses, drifted(name, mixed).senses),
    )


def near_along(known: Space, way: Drift, exclude: tuple[str, ...]) -> Nearby:
    """Return what is near a word along its way."""
    # The drift is kept alive by being part of the key, so its identity cannot be reused meanwhile.
    return remembered(("nearby", known.name, way, exclude), lambda: nearby(known, way, exclude))


def projected(
    known: Space,
    words: WordSet,
    method: Method,
    *,
    n_components: int = 2,
    perplexity: int = 30,
    seed: int = 0,
    axes: tuple[Axis, Axis] | None = None,
    on_step: Progress | None = None,
) -> Projection:
    """Return a projection of a set of words, from what ships or was computed before where that can be.

    Vectors are scaled to length 1 first: neighbours are told by cosine, and so should the map.
    """

    def make() -> Projection:
        near = _neighbours(known, words)
        if method == "tsne" and seed == 0:
            shipped = layouts(known.name).tsne(words.key, words.words, perplexity, near)
            if shipped is not None:
                return shipped
        with TURNS.aside() if method == "tsne" else nullcontext():
            return project(
                _unit(known, words),
                method,
                n_components=n_components,
                seed=seed,
                axes=None if axes is None else [axis_vector(known, axis) for axis in axes],
                perplexity=perplexity,
                n_frames=N_FRAMES if method == "tsne" and len(words.words) <= MAX_ANIMATED else 0,
                on_step=on_step,
                neighbours=near,
            )

    return remembered((known.name, words.words, method, n_components, perplexity, seed, axes), make, MAX_REMEMBERED)


def trust(known: Space, words: WordSet, projection: Projection) -> float:
    """Return the trustworthiness of a projection of a set of words; NaN where it is not measured."""

    def make() -> float:
        if projection.method != "axes" and projection.coordinates.shape[1] == 2:
            perplexity = None if projection.method == "pca" else round(projection.perplexity)
            shipped = layouts(known.name).trustworthiness(words.key, words.words, perplexity)
            if not math.isnan(shipped):
                return shipped
        with TURNS.aside():
            return trustworthiness(_unit(known, words), projection.coordinates)

    # The projection is kept alive by being part of the key, so its identity cannot be reused meanwhile.
    return remembered(("trust", known.name, words.words, projection), make, MAX_REMEMBERED)


def dividing_lines(known: Space, axes: tuple[Axis, Axis]) -> tuple[float, float]:
    """Return where a plane of two named axes is divided, across and up."""
    across, up = axes
    return remembered(("lines", known.name, axes), lambda: (dividing_line(known, across), dividing_line(known, up)))


def _neighbours(known: Space, words: WordSet) -> Indices:
    def make() -> Indices:
        shipped = layouts(known.name).neighbours(words.key, words.words)
        return nearest_by_cosine(_unit(known, words)) if shipped is None else shipped

    return remembered(("neighbours", known.name, words.words), make, MAX_REMEMBERED)


def _unit(known: Space, words: WordSet) -> Vectors:
    return known.unit[known.rows(words.words)]


def warm_up() -> None:
    """Import and load what the front door shows, so that the first visitor does not wait for it."""
    import core.charts.adapter  # noqa: F401  # brings Plotly

    space(FRONT)
    layouts(FRONT)


@st.cache_resource(show_spinner=False)
def warm_rest() -> None:
    """Import and load in the background what other pages need, once the first page is out."""
    timer = Timer(REST, _warm_rest)
    timer.daemon = True
    timer.start()


def _warm_rest() -> None:
    for module in ("scipy.ndimage", "sklearn.decomposition", "sklearn.manifold", "sklearn.neighbors"):
        import_module(module)
    with suppress(AssetProblem):  # every page says which file is at fault
        space()
        layouts()
    gc.collect()
    gc.freeze()
