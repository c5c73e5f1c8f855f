"""What the context page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.context.weights import THRESHOLD, Verdict, Weigher, Weighting, decide
from core.counts.senses import SenseWord, anchors
from core.drift.path import cosine
from core.evidence.results import Results
from core.text import listed, percent, safe, tokenise

COMMON = 1e-3  # share of the text from which on a word counts as a function word: SIF halves its weight there
VERSIONS = {
    "alone": "alone",
    "one sentence added": "with one sentence added",
    "three sentences added": "with three",
}
TITLES = {
    "uniform": "uniform weights",
    "sif": "SIF weights",
    "dot": "dot-product weights",
    "learned": "learned weights",
    "hand": "weights by hand",
}


def about_verdicts(verdicts: Mapping[int, tuple[str, Verdict]], entry: SenseWord, scheme: str) -> str:
    """Say what each sentence's use of the word was taken for.

    Parameters
    ----------
    verdicts : mapping
        Of sentence number to what the sentence is called, and its verdict.
    entry : SenseWord
        The word.
    scheme : str
        How they were weighed.
    """
    parts = []
    for number, (_, verdict) in verdicts.items():
        if verdict.sense is None:
            parts.append(f"of sentence {number} it **cannot tell**")
        else:
            parts.append(
                f"sentence {number} speaks of **{safe(entry.names[verdict.sense])}** (leads by {verdict.margin:.2f})"
            )
    text = listed(parts, mark="")
    return f"With {TITLES[scheme]}, {text}."


def about_parting(weighings: Sequence[Weighting]) -> str:
    """Say how far one word's uses in several sentences part, though its vector cannot."""
    if len(weighings) < 2:
        return ""
    vectors = [weighing.vector for weighing in weighings]
    apart = [cosine(first, second) for i, first in enumerate(vectors) for second in vectors[i + 1 :]]
    both = "its two contextual vectors have" if len(vectors) == 2 else "its contextual vectors have, on average,"
    return f"The word’s own vector is the same in all of them; {both} cosine **{np.mean(apart):.2f}** with each other."


def about_weights(weighing: Weighting, weigher: Weigher) -> str:
    """Say which word weighs most, and what function words get.

    Parameters
    ----------
    weighing : Weighting
        The sentence.
    weigher : Weigher
        What weighed it.
    """
    counted = weighing.counted
    best = int(counted[np.argmax(weighing.weights[counted])])
    common = [place for place in counted if is_common(weighing.tokens[place], weigher)]
    text = f"“{safe(weighing.tokens[best])}” weighs most, {percent(float(weighing.weights[best]))} of the whole"
    if common:
        held = float(weighing.weights[common].sum())
        text += (
            f"; one of the {len(counted)} words is so common that it is more than a thousandth of all text, and it "
            f"gets {percent(held)}"
            if len(common) == 1
            else f"; {len(common)} of the {len(counted)} words are so common that each is more than a thousandth of "
            f"all text, and together they get {percent(held)}"
        )
    return text + "."


def about_sides(verdicts: Mapping[str, Verdict | None], entry: SenseWord) -> str:
    """Say what the reader's weights, the learned ones, and either side of the target alone make of a sentence."""
    parts = []
    for name, verdict in verdicts.items():
        if verdict is None:
            parts.append(f"{name}: nothing stands there")
        elif verdict.sense is None:
            parts.append(f"{name}: **cannot tell** ({safe(entry.names[verdict.best])} leads by {verdict.margin:.2f})")
        else:
            parts.append(f"{name}: **{safe(entry.names[verdict.sense])}** ({verdict.margin:.2f})")
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


def about_average(weighing: Weighting, weigher: Weigher, k: int = 8) -> str:
    """Say what a mean of words is near, and how much of it is function words."""
    heard = [weighing.tokens[place] for place in weighing.counted]
    near = weigher.told.neighbours(weighing.vector, k, exclude=[weighing.tokens[weighing.target]])
    common = [place for place, word in enumerate(heard) if is_common(word, weigher)]
    weights = weighing.weights[weighing.counted]
    along = weights * (weighing.contexts @ weighing.vector) / float(weighing.vector @ weighing.vector)
    once = list(dict.fromkeys(heard))
    text = f"The mean of {listed([f'*{safe(word)}*' for word in once], mark='')} is near " + ", ".join(
        f"*{safe(found.word)}*" for found in near
    )
    if len(common) == len(heard):
        text += ". It is **function words alone**, and says next to nothing"
    elif common:
        text += (
            f". Function words have **{percent(float(weights[common].sum()))}** of the weight and make "
            f"{percent(float(along[common].sum()))} of the vector’s length"
        )
    else:
        text += ". No function word is among them"
    return text + "."


def is_common(word: str, weigher: Weigher) -> bool:
    """Return whether a word is more than a thousandth of all text."""
    place = weigher.space.index.get(word)
    return place is not None and float(weigher.shares[place]) >= COMMON


def about_scores(results: Results, set_: str) -> str:
    """Say how far learned weights lead equal ones and SIF, alone and among others, and what Q and K add."""

    def value(system: str, version: str, metric: str = "macro F1") -> float:
        found = results.of(part="context", space=system, set=f"{set_}, {version}", metric=metric)
        return float(found[0].value or 0) if found else float("nan")

    def lead(version: str) -> str:
        low, high = (value("sif", version, f"lead of learned weights, 95 % {end}") for end in ("from", "to"))
        gain = value("learned", version) - value("sif", version)
        return f"{gain:+.3f} ({low:+.3f} to {high:+.3f})"

    asked = {version: value("learned", version) - value("learned, Q = K = 0", version) for version in VERSIONS}
    return (
        f"Alone, learned weights reach **{value('learned', 'alone'):.3f}**, SIF {value('sif', 'alone'):.3f}, "
        f"equal ones {value('uniform', 'alone'):.3f}, and plain dot products {value('dot', 'alone'):.3f}. Their lead "
        "over SIF, with 95 % intervals of a paired bootstrap, is "
        + listed([f"{lead(version)} {said}" for version, said in VERSIONS.items()], mark="")
        + ". What looking at the target adds to word and distance: "
        + listed([f"{gain:+.3f} {VERSIONS[version]}" for version, gain in asked.items()], mark="")
        + "."
    )


def about_cues(results: Results, set_: str) -> str:
    """Say how often the page's own verdicts are right."""
    rows = {m.metric: m.value for m in results.of(part="cues", space="learned", set=f"{set_}, cue words alone")}
    if not rows:
        return ""
    return (
        f"With learned weights they say something on {percent(rows['share with a verdict'] or 0)} of these test "
        f"sentences, and are right on {percent(rows['right among these'] or 0)} of those."
    )


def told(weigher: Weigher, text: str, catalogue: Mapping[str, SenseWord], scheme: str = "learned") -> str:
    """Return what the weights make of the catalogue's word in a sentence: "they say *river*, by 0.21"."""
    tokens = tokenise(text)
    place = next(i for i, token in enumerate(tokens) if token in catalogue)
    entry = catalogue[tokens[place]]
    verdict = decide(weigher.weigh(tokens, place, scheme).vector, anchors(weigher.told, entry), THRESHOLD)
    if verdict.sense is None:
        return f"they **cannot tell** ({entry.names[verdict.best]} leads by {verdict.margin:.2f})"
    return f"they say **{entry.names[verdict.sense]}**, by {verdict.margin:.2f}"
