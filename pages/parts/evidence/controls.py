"""The controls of the evidence page."""

from __future__ import annotations

from core.evidence.scores import KINDS
from pages.shared.controls import Choice, Controls

SHOWN = ("All", "Holds", "Does not hold")

CHART = Choice("evidence_chart", "Chart", options=KINDS, form="buttons")
CLAIMS = Choice("evidence_claims", "Claims shown", options=SHOWN, form="buttons")
CONTROLS = Controls("evidence", CHART, CLAIMS)

CHIPS = (
    CONTROLS.chip("Which space agrees best with people?", evidence_chart="Word similarity"),
    CONTROLS.chip("Which kinds of analogy work?", evidence_chart="Analogies"),
    CONTROLS.chip("What do n-grams do for unknown words?", evidence_chart="Rare words"),
    CONTROLS.chip("Which senses are told apart?", evidence_chart="Senses"),
    CONTROLS.chip("What does not hold?", evidence_claims="Does not hold"),
)
