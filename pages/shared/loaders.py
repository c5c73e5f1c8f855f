"""What all sessions share: spaces, layouts, and the projections computed last."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar, cast

import streamlit as st

from core.axes import Axis, axis_vector, dividing_line
from core.layouts import Layouts, load_layouts
from core.projection import Indices, Method, Projection, nearest_by_cosine, project, trustworthiness
from core.spaces import Space, Vectors, load_space
from core.tsne import Progress
from core.wordsets import WordSet

SPACE = "glove-6b"
N_FRAMES = 60
MAX_ANIMATED = 300
MAX_REMEMBERED = 64

T = TypeVar("T")


@st.cache_resource(show_spinner="Loading the word vectors …")
def space(name: str = SPACE) -> Space:
    """Return a space with its unit vectors and index made."""
    loaded = load_space(name)
    _ = loaded.unit, loaded.index
    return loaded


@st.cache_resource(show_spinner=False)
def layouts() -> Layouts:
    """Return the layouts that ship."""
    return load_layouts()


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
def _remembered() -> Remembered:
    return Remembered(MAX_REMEMBERED)


def projected(
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
        near = _neighbours(words)
        if method == "tsne" and seed == 0:
            shipped = layouts().tsne(words.key, words.words, perplexity, near)
            if shipped is not None:
                return shipped
        return project(
            _unit(words),
            method,
            n_components=n_components,
            seed=seed,
            axes=None if axes is None else [axis_vector(space(), axis) for axis in axes],
            perplexity=perplexity,
            n_frames=N_FRAMES if method == "tsne" and len(words.words) <= MAX_ANIMATED else 0,
            on_step=on_step,
            neighbours=near,
        )

    return _remembered().get((words.words, method, n_components, perplexity, seed, axes), make)


def trust(words: WordSet, projection: Projection) -> float:
    """Return the trustworthiness of a projection of a set of words; NaN where it is not measured."""

    def make() -> float:
        if projection.method != "axes" and projection.coordinates.shape[1] == 2:
            perplexity = None if projection.method == "pca" else round(projection.perplexity)
            shipped = layouts().trustworthiness(words.key, words.words, perplexity)
            if not math.isnan(shipped):
                return shipped
        return trustworthiness(_unit(words), projection.coordinates)

    # The projection is kept alive by being part of the key, so its identity cannot be reused meanwhile.
    return _remembered().get(("trust", words.words, projection), make)


def dividing_lines(axes: tuple[Axis, Axis]) -> tuple[float, float]:
    """Return where a plane of two named axes is divided, across and up."""

    def make() -> tuple[float, float]:
        across, up = (dividing_line(space(), axis) for axis in axes)
        return across, up

    return _remembered().get(("lines", axes), make)


def cosines(words: WordSet, hub: int, others: Indices) -> Vectors:
    """Return the cosine of one word of a set with some others of it."""
    unit = space().unit
    rows = space().rows([words.words[i] for i in (hub, *others)])
    found: Vectors = unit[rows[1:]] @ unit[rows[0]]
    return found


def _neighbours(words: WordSet) -> Indices:
    def make() -> Indices:
        shipped = layouts().neighbours(words.key, words.words)
        return nearest_by_cosine(_unit(words)) if shipped is None else shipped

    return _remembered().get(("neighbours", words.words), make)


def _unit(words: WordSet) -> Vectors:
    rows: Vectors = space().unit[space().rows(words.words)]
    return rows


def warm_up() -> None:
    """Import what the pages import and load what they load, so that the first visitor does not wait for it."""
    import plotly.io  # noqa: F401

    import core.figures.map  # noqa: F401

    space()
    layouts()
