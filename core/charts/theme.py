"""The one place that knows a colour, a font or a hover format.

Colours are chosen in pairs, one for each theme, and checked in ``tests/test_charts``: text at 4.5:1 and dots at 3:1
against the page, and neighbouring groups told apart by readers with red-green deficiency.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Literal

Mode = Literal["light", "dark"]
FONT = '"Source Sans", "Source Sans 3", "Source Sans Pro", "Segoe UI", system-ui, sans-serif'
TEXT_SIZE = 13
WIDE_ONLY = 0.01  # pixels


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, as hexadecimal strings.

    Attributes
    ----------
    paper, ink, faint, grid : str
        The page, text, secondary text, and lines that only guide the eye.
    accent, loss : str
        What the reader picked; what the map failed to keep.
    groups : tuple of str
        Colours of groups, in the order in which a legend lists them.
    """

    mode: Mode
    paper: str
    ink: str
    faint: str
    grid: str
    accent: str
    loss: str
    groups: tuple[str, ...]

    def font(self, size: int = TEXT_SIZE) -> dict[str, object]:
        """Return the font of what is read."""
        return {"color": self.ink, "size": size}


LIGHT = Theme(
    mode="light",
    paper="#fbfaf7",
    ink="#1d1b26",
    faint="#5f5b6b",
    grid="#e4e1d9",
    accent="#4338ca",
    loss="#b4231f",
    groups=("#1d1b26", "#bb530b", "#1d6fb8", "#0b7a5c", "#a5337f", "#5e4a00", "#5038c8"),
)
DARK = Theme(
    mode="dark",
    paper="#12131c",
    ink="#ecebf4",
    faint="#a7a5b8",
    grid="#2b2d3d",
    accent="#a5a1ff",
    loss="#ff8f7d",
    groups=("#ecebf4", "#f59e5b", "#6cb2f5", "#45c79d", "#ec86c6", "#f0d860", "#7f6bf0"),
)


SENSE_TINTS = ("orange", "blue", "green", "pink", "yellow", "violet")  # what the groups but the first are called


def theme(mode: str | None) -> Theme:
    """Return the theme of that name; light for anything else."""
    return DARK if mode == "dark" else LIGHT


def group_colours(groups: Sequence[str], look: Theme) -> dict[str, str]:
    """Return a colour for each group.

    The first colour is the ink of the page and is for the word that a set is about; a set without one starts
    with the second.
    """
    palette = look.groups if groups and groups[0] == "the word itself" else look.groups[1:]
    return dict(zip(groups, cycle(palette), strict=False))


def rgba(colour: str, alpha: float) -> str:
    """Return a hexadecimal colour with an opacity from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:.2f})"


def blend(first: str, second: str) -> str:
    """Return the colour half way between two hexadecimal colours."""
    return mixed((first, second), (0.5, 0.5))


def mixed(colours: Sequence[str], shares: Sequence[float]) -> str:
    """Return the mixture of hexadecimal colours in proportions that sum to 1."""
    weighed = list(zip(colours, shares, strict=True))
    channels = (sum(share * int(colour[i : i + 2], 16) for colour, share in weighed) for i in (1, 3, 5))
    return "#" + "".join(f"{min(max(int(channel), 0), 255):02x}" for channel in channels)


def sense_colours(n: int, look: Theme) -> tuple[str, ...]:
    """Return the colours of a word's senses, in the catalogue's order: the same on every page."""
    return tuple(islice(cycle(look.groups[1:]), n))


def label_font(look: Theme, *, narrow: bool, size: int = 12) -> dict[str, object]:
    """Return the font of a label that may lie on dots, lines or haze: ink in a halo of paper.

    Plotly puts no name of ours on what it draws. A size larger by ``WIDE_ONLY`` is what the page's style rule knows the
    labels by that a phone has no room for.
    """
    halo = ", ".join(f"{x}px {y}px 2px {look.paper}" for x in (-1, 0, 1) for y in (-1, 0, 1))
    return {"color": look.ink, "size": size if narrow else size + WIDE_ONLY, "shadow": halo}


def plain(text: str) -> str:
    """Return text that Plotly draws as it stands: its pseudo-HTML is made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
