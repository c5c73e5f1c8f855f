"""Measures of colour, as the web's guidelines define them."""

from __future__ import annotations

import numpy as np


def channels(colour: str) -> np.ndarray:
    """Linear-light red, green, blue of a hexadecimal colour."""
    values = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted(float(channels(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def over(colour: str, paper: str, opacity: float) -> str:
    """What a colour with an opacity looks like on the page."""
    mixed = (round(opacity * int(colour[i : i + 2], 16) + (1 - opacity) * int(paper[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
