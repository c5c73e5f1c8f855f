"""What was measured, how it is measured, and how words became numbers."""

from core.evidence.history import MILESTONES, Milestone
from core.evidence.results import Claim, Measurement, Results, load_results

__all__ = [
    "MILESTONES",
    "Claim",
    "Measurement",
    "Milestone",
    "Results",
    "load_results",
]
