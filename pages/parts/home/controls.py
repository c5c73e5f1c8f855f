"""The controls of the front door."""

from __future__ import annotations

from pages.shared import loaders
from pages.shared.controls import Controls, Slider
from pages.shared.spaces import SpacePicker

SPACE = SpacePicker("home_space", default=loaders.FRONT)
SHARE = Slider("home_share", default=30, step=5)  # % of the word's second sense: about as in our text
CONTROLS = Controls("home", SPACE, SHARE)
