"""Where training puts a word as the text shifts from one of its senses to another."""

from core.drift.nearby import Nearby, tipping
from core.drift.path import Drift, Material, drift, log_law, pseudoword_drift
from core.drift.sense_plane import SensePlane
from core.drift.shipped import load_drifts

__all__ = [
    "Drift",
    "Material",
    "Nearby",
    "SensePlane",
    "drift",
    "load_drifts",
    "log_law",
    "pseudoword_drift",
    "tipping",
]
