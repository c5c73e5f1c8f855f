"""The claims that rest on :mod:`scripts.evaluate.context`."""

from __future__ import annotations

from collections.abc import Callable

from scripts.evaluate.lookup import Measured, Outcome
from scripts.evaluate.sense_sets import ADDED, RAW, ZERO

_SET = "CoarseWSD-20"
_ALONE, _ONE, _THREE = ADDED
_NOTE = (
    "Nearest sense by the mean contextual vector of its training sentences; macro F1, mean over ten words; the sense "
    "labels served for nothing else"
)


def _f1(found: Measured, system: str, version: str, set_: str = _SET) -> float:
    return found.value(system, f"{set_}, {version}", "macro F1")


def _ends(found: Measured, system: str, version: str) -> str:
    low, high = (
        found.value(system, f"{_SET}, {version}", f"lead of learned weights, 95 % {end}") for end in ("from", "to")
    )
    return f"lead {low:+.3f} to {high:+.3f}"


def _dot_fails(found: Measured) -> Outcome:
    dot, uniform = _f1(found, "dot", _ALONE), _f1(found, "uniform", _ALONE)
    return Outcome(
        "Weights by plain dot product tell senses apart worse than equal ones.",
        "macro F1 on the ten words of CoarseWSD-20 is lower",
        dot < uniform,
        f"{dot:.3f} against {uniform:.3f}",
        note=_NOTE,
    )


def _sif_helps(found: Measured) -> Outcome:
    sif, uniform = _f1(found, "sif", _ALONE), max(_f1(found, name, _ALONE) for name in ("uniform", RAW))
    return Outcome(
        "Counting common words less helps to tell senses apart.",
        "macro F1 of SIF weights is above that of equal ones, whitened or not",
        sif > uniform,
        f"{sif:.3f} against {uniform:.3f}",
        "Arora, Liang & Ma 2017, of sentence similarity",
    )


def _alone(found: Measured) -> Outcome:
    learned, sif = _f1(found, "learned", _ALONE), _f1(found, "sif", _ALONE)
    uniform = max(_f1(found, name, _ALONE) for name in ("uniform", RAW))
    return Outcome(
        "Learned weights earn their name on the sentence alone.",
        "macro F1 is at least 0.03 above equal weights, whitened or not, and at most 0.005 below SIF",
        learned >= uniform + 0.03 and learned >= sif - 0.005,
        f"{learned:.3f} against {uniform:.3f} and {sif:.3f}; over SIF, 95 %: {_ends(found, 'sif', _ALONE)}",
        note=_NOTE,
    )


def _one(found: Measured) -> Outcome:
    learned, sif, uniform = (_f1(found, name, _ONE) for name in ("learned", "sif", "uniform"))
    return Outcome(
        "With an unrelated sentence after it, learned weights hold on to the right one.",
        "macro F1 is at least 0.02 above SIF and 0.08 above equal weights",
        learned >= sif + 0.02 and learned >= uniform + 0.08,
        f"{learned:.3f} against {sif:.3f} and {uniform:.3f}; over SIF, 95 %: {_ends(found, 'sif', _ONE)}",
    )


def _three(found: Measured) -> Outcome:
    learned, sif = _f1(found, "learned", _THREE), _f1(found, "sif", _THREE)
    return Outcome(
        "With three unrelated sentences after it, they hold still.",
        "macro F1 is at least 0.04 above SIF",
        learned >= sif + 0.04,
        f"{learned:.3f} against {sif:.3f}; 95 %: {_ends(found, 'sif', _THREE)}",
    )


def _target(found: Measured) -> Outcome:
    pairs = {version: (_f1(found, "learned", version), _f1(found, ZERO, version)) for version in ADDED}
    return Outcome(
        "That the weights look at the target (Q and K) tells senses better than word and distance alone.",
        "macro F1 is higher than with Q = K = 0, alone and with sentences added",
        all(ours > without for ours, without in pairs.values()),
        "; ".join(f"{version}: {ours:.3f} against {without:.3f}" for version, (ours, without) in pairs.items()),
    )


def _senseval(found: Measured) -> Outcome:
    learned, sif, uniform = (_f1(found, name, _ALONE, "senseval") for name in ("learned", "sif", "uniform"))
    return Outcome(
        "Learned weights tell the senses of senseval’s four words best.",
        "macro F1 is above SIF and above equal weights",
        learned > max(sif, uniform),
        f"{learned:.3f} against {sif:.3f} and {uniform:.3f}",
    )


def _bert(found: Measured) -> Outcome:
    def recall(system: str) -> float:
        return found.value(system, f"{_SET}, {_ALONE}", "mean recall")

    learned, bert = recall("learned"), recall("BERT base, nearest neighbour")
    own = recall("fastText, own vectors, supervised")
    return Outcome(
        "In mean recall of senses, a weighted mean of static vectors comes within 0.03 of BERT base.",
        "its mean recall, over senses and then words, is at most 0.03 lower",
        learned >= bert - 0.03,
        f"{learned:.3f} against {bert:.3f}; fastText with its own vectors, supervised: {own:.3f}",
        "Loureiro et al. 2021",
        published=f"{bert:.3f}",
    )


CLAIMS: tuple[Callable[[Measured], Outcome], ...] = (
    _dot_fails,
    _sif_helps,
    _alone,
    _one,
    _three,
    _target,
    _senseval,
    _bert,
)
