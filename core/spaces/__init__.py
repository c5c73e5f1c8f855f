"""Sets of words with one vector each, and what is known of the words."""

from core.spaces.contexts import Contexts, load_contexts
from core.spaces.meanings import Meanings, load_meanings
from core.spaces.space import SPACES, TITLES, Neighbour, Space, load_space
from core.spaces.wordsets import READY, WordSet, frequent, neighbourhood

__all__ = [
    "READY",
    "SPACES",
    "TITLES",
    "Contexts",
    "Meanings",
    "Neighbour",
    "Space",
    "WordSet",
    "frequent",
    "load_contexts",
    "load_meanings",
    "load_space",
    "neighbourhood",
]
