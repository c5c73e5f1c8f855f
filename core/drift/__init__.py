"""Where training puts a word as the text shifts from one of its senses to another."""

from core.drift.laws import Law, log_law
from core.drift.material import Material
from core.drift.nearby import Nearby, tipping
from core.drift.path import Drift, drift, pseudoword_drift
from core.drift.scene import Scene
from core.drift.sense_plane import SensePlane
from core.drift.shipped import load_ways

__all__ = [
    "Drift",
    "Law",
    "Material",
    "Nearby",
    "Scene",
    "SensePlane",
    "drift",
    "load_ways",
    "log_law",
    "pseudoword_drift",
    "tipping",
]
