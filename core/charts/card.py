"""A figure with all that belongs to it: its numbers, what it shows in words, and how it was computed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.charts.plot import Plot

Column = Sequence[object] | npt.NDArray[np.generic]
DIGITS = 6  # of a number in a file: that many after the point, or that many that count where it is small


@dataclass(frozen=True, eq=False)
class Table:
    """The numbers of a figure, column by column.

    Attributes
    ----------
    heads : tuple of str
        What each column holds, with its unit where it has one.
    columns : tuple of sequence
        One for each head, all of one length.
    n_shown : int
        How many of them, the first ones, are shown on a page; the file has all.

    Raises
    ------
    ValueError
        When heads and columns do not fit each other.
    """

    heads: tuple[str, ...]
    columns: tuple[Column, ...] = field(repr=False)
    n_shown: int

    def __post_init__(self) -> None:
        lengths = {len(column) for column in self.columns}
        if len(self.heads) != len(self.columns) or len(lengths) > 1 or len(set(self.heads)) < len(self.heads):
            raise ValueError(f"{len(self.heads)} heads {self.heads} for columns of lengths {sorted(lengths)}")

    @classmethod
    def of(cls, columns: Mapping[str, Column], saved: Mapping[str, Column] | None = None) -> Table:
        """Return a table of columns that are shown, and of further ones that only the file has."""
        every = {**columns, **(saved or {})}
        return cls(tuple(every), tuple(every.values()), len(columns))

    @classmethod
    def of_rows(cls, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
        """Return a table of rows, each with a value for every head."""
        listed = list(rows)
        return cls(tuple(heads), tuple([row[i] for row in listed] for i in range(len(heads))), len(heads))

    @property
    def shown(self) -> dict[str, Column]:
        """The columns that a page shows, by head."""
        return dict(zip(self.heads[: self.n_shown], self.columns, strict=False))

    def csv(self) -> str:
        """Return the whole table as CSV: numbers to six digits, nothing where there is no number."""
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow(self.heads)
        writer.writerows(zip(*([_saved(value) for value in column] for column in self.columns), strict=True))
        return file.getvalue()


@dataclass(frozen=True)
class How:
    """How a figure was computed.

    Attributes
    ----------
    text : str
        In words, with its sources; Markdown.
    formulas : tuple of str
        LaTeX.
    code : tuple of callable
        The functions that computed it, whose source is shown.
    """

    text: str
    formulas: tuple[str, ...] = ()
    code: tuple[Callable[..., object], ...] = ()


@dataclass(frozen=True, eq=False)
class Card:
    """A figure with all that belongs to it.

    Attributes
    ----------
    plot : Plot
        What is drawn.
    title : str
        What it is called where it stands alone; plain text.
    name : str
        End of the name of its files: small letters, digits and hyphens.
    alt : str
        What it shows, for those who do not see it.
    table : Table
        Its numbers.
    said : sequence of str
        What you see: sentences from the numbers just computed; Markdown.
    how : How
        How it was computed.
    head, caption : str
        A line above it, and one below it on how to read it; Markdown.
    """

    plot: Plot
    title: str
    name: str
    alt: str
    table: Table
    said: Sequence[str]
    how: How
    head: str = ""
    caption: str = ""


def file_name(*parts: str) -> str:
    """Return parts joined by hyphens as the end of a file's name, without what a file's name should not hold."""
    kept = ("".join(letter if letter.isalnum() else "-" for letter in part.lower()) for part in parts)
    return "-".join(filter(None, ("-".join(filter(None, part.split("-"))) for part in kept)))


def _saved(value: object) -> object:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (float, np.floating)):
        if np.isnan(value):
            return ""
        number = round(float(value), 2 * DIGITS)
        return float(f"{number:.{DIGITS}g}") if abs(number) < 1 else round(number, DIGITS)
    return value
