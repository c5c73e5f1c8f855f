"""Which sense a contextual vector speaks for, and which words of the sentence make it so."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.context.weights import ContextModel, ContextualVector, Floats, softmax
from core.counts.senses import SenseWord
from core.spaces.space import unit_rows

THRESHOLD = 0.15  # by how much a sense must lead, else "cannot tell"; chosen by scripts/evaluate/context.py


@dataclass(frozen=True, eq=False)
class Verdict:
    """Which sense a contextual vector speaks for.

    Attributes
    ----------
    cosines : ndarray (S,)
        With each sense's anchor.
    best : int
        The sense with the largest.
    margin : float
        By how much it leads the next, 0 to 2.
    sense : int or None
        The best, or None when it leads by less than it should: cannot tell.
    """

    cosines: Floats = field(repr=False)
    best: int
    margin: float
    sense: int | None

    @property
    def ranking(self) -> list[int]:
        """The senses, the nearest first."""
        return [int(sense) for sense in np.argsort(-self.cosines, kind="stable")]


def decide(vector: npt.ArrayLike, anchors: npt.ArrayLike, threshold: float = 0.0) -> Verdict:
    """Return the nearest sense by cosine.

    Parameters
    ----------
    vector : array-like (d,)
        The contextual vector.
    anchors : array-like (S, d)
        One direction of length 1 a sense; zero for a sense that nothing is known of.
    threshold : float
        The margin below which there is no verdict.

    Raises
    ------
    ValueError
        When there are fewer than two senses.
    """
    directions = np.asarray(anchors, dtype=np.float64)
    if len(directions) < 2:
        raise ValueError(f"there is nothing to decide between {len(directions)} senses")
    cosines = directions @ unit_rows(np.atleast_2d(np.asarray(vector)))[0].astype(np.float64)
    first, second = np.argsort(-cosines, kind="stable")[:2]
    margin = float(cosines[first] - cosines[second])
    return Verdict(cosines, int(first), margin, int(first) if margin >= threshold and margin > 0 else None)


def disambiguate(model: ContextModel, context: ContextualVector, entry: SenseWord) -> Verdict:
    """Return which sense of its target a contextual vector speaks for, by the senses' cue words."""
    return decide(context.vector, model.anchors(entry), THRESHOLD)


@dataclass(frozen=True, eq=False)
class LeaveOneOut:
    """What the lead of the nearest sense would be without each word.

    Attributes
    ----------
    context : ContextualVector
        The sentence, m of whose words have a say.
    sense : int
        The nearest sense.
    lead : float
        By how much it leads the best other, with all words.
    leads : ndarray (m,)
        The same without each word; below 0 where another sense would lead.
    """

    context: ContextualVector = field(repr=False)
    sense: int
    lead: float
    leads: Floats = field(repr=False)

    @property
    def gains(self) -> Floats:
        """What each word gives to the lead, (m,)."""
        given: Floats = self.lead - self.leads
        return given

    def strongest(self, n: int) -> npt.NDArray[np.intp]:
        """Return which words change the lead most, up to n, from the one that takes most to the one that gives most."""
        gains = self.gains
        kept = np.argsort(-np.abs(gains), kind="stable")[:n]
        return kept[np.argsort(gains[kept], kind="stable")]


def leave_one_out(context: ContextualVector, anchors: npt.ArrayLike) -> LeaveOneOut:
    """Return the lead of the nearest sense when one word is left out, for each word with a say.

    Parameters
    ----------
    context : ContextualVector
        Distances stay as they were.
    anchors : array-like (S, d)
        As in :func:`decide`.

    Raises
    ------
    ValueError
        When there are fewer than two senses.
    """
    whole, counted = decide(context.vector, anchors), context.counted
    scores = np.tile(context.scores[counted], (len(counted), 1))
    np.fill_diagonal(scores, -np.inf)
    # A word alone leaves nothing behind: its row stays zero.
    rest = [softmax(row, context.temperature) if len(row) > 1 else np.zeros(1) for row in scores]
    cosines = unit_rows(np.stack(rest) @ context.contexts).astype(np.float64) @ np.asarray(anchors, np.float64).T
    others = np.delete(cosines, whole.best, axis=1).max(axis=1)
    return LeaveOneOut(context, whole.best, whole.margin, cosines[:, whole.best] - others)


def leanings(context: ContextualVector, anchors: npt.ArrayLike) -> list[tuple[int, float]]:
    """Return to which sense each word with a say is nearest itself, and by how much that leads the next; m pairs.

    Parameters
    ----------
    context : ContextualVector
        The sentence.
    anchors : array-like (S, d)
        As in :func:`decide`.
    """
    cosines = context.contexts @ np.asarray(anchors, dtype=np.float64).T
    ordered = np.sort(cosines, axis=1)
    return list(zip(cosines.argmax(axis=1).tolist(), (ordered[:, -1] - ordered[:, -2]).tolist(), strict=True))
