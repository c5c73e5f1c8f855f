"""What the context page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.context.disambiguation import Verdict, disambiguate
from core.context.scores import F1, NO_QUERY, SET, VERSIONS
from core.context.weights import TITLES, ContextModel, ContextualVector
from core.counts.senses import SenseWord
from core.evidence.results import Results
from core.map.comparison import Columns
from core.spaces.space import cosine
from core.text import listed, percent, safe, tokenise


def about_verdicts(verdicts: Mapping[int, Verdict], entry: SenseWord, scheme: str) -> str:
    """Say what each sentence's use of the word was taken for, by the sentence's number."""
    text = listed(
        [
            f"of sentence {number} it **cannot tell**"
            if verdict.sense is None
            else f"sentence {number} speaks of **{safe(entry.names[verdict.sense])}** (leads by {verdict.margin:.2f})"
            for number, verdict in verdicts.items()
        ],
        mark="",
    )
    title = TITLES[scheme]
    return f"With {title if title.isupper() else title.lower()} weights, {text}."


def about_parting(contexts: Sequence[ContextualVector]) -> str:
    """Say how far one word's uses in several sentences part, though its vector cannot."""
    if len(contexts) < 2:
        return ""
    vectors = [context.vector for context in contexts]
    apart = [cosine(first, second) for i, first in enumerate(vectors) for second in vectors[i + 1 :]]
    both = "its two contextual vectors have" if len(vectors) == 2 else "its contextual vectors have, on average,"
    return f"The word’s own vector is the same in all of them; {both} cosine **{np.mean(apart):.2f}** with each other."


def about_weights(context: ContextualVector) -> str:
    """Say which word weighs most, and what function words get."""
    best, n = int(np.argmax(context.weights)), len(context.common)
    text = f"“{safe(context.tokens[best])}” weighs most, {percent(float(context.weights[best]))} of the whole"
    if not n:
        return text + "."
    which, get = ("one", "it gets") if n == 1 else (n, "together they get")
    are = "is so common that it is" if n == 1 else "are so common that each is"
    return (
        f"{text}; {which} of the {len(context.counted)} words {are} more than a thousandth of all text, and {get} "
        f"{percent(float(context.weights[list(context.common)].sum()))}."
    )


def about_sides(verdicts: Mapping[str, Verdict | None], entry: SenseWord) -> str:
    """Say what the reader's weights, the learned ones, and either side of the target alone make of a sentence."""
    parts = []
    for name, verdict in verdicts.items():
        if verdict is None:
            parts.append(f"{name}: nothing stands there")
        elif verdict.sense is None:
            parts.append(f"{name}: {_unsure(verdict, entry)}")
        else:
            parts.append(f"{name}: **{safe(entry.names[verdict.sense])}** ({verdict.margin:.2f})")
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


def _unsure(verdict: Verdict, entry: SenseWord) -> str:
    return f"**cannot tell** ({safe(entry.names[verdict.best])} leads by {verdict.margin:.2f})"


def about_average(context: ContextualVector, model: ContextModel, k: int = 8) -> str:
    """Say what a mean of words is near, and how much of it is function words."""
    common, words = list(context.common), dict.fromkeys(context.tokens[place] for place in context.counted)
    near = model.whitened.neighbours(context.vector, k, exclude=[context.tokens[context.target]])
    text = f"The mean of {listed([f'*{safe(word)}*' for word in words], mark='')} is near " + ", ".join(
        f"*{safe(found.word)}*" for found in near
    )
    if not common:
        return text + ". No function word is among them."
    if len(common) == len(context.counted):
        return text + ". It is **function words alone**, and says next to nothing."
    return (
        f"{text}. Function words have **{percent(float(context.weights[common].sum()))}** of the weight and make "
        f"{percent(float(context.parts[common].sum()))} of the vector’s length."
    )


def about_neighbours(columns: Columns, context: ContextualVector) -> str:
    """Say how many of the words nearest to a learned mixture are words of the sentence itself."""
    near = columns.neighbours[context.scheme] or []
    own = {context.tokens[place] for place in context.counted}
    return (
        f"{sum(found.word in own for found in near)} of the {len(near)} nearest to the learned mixture are words of "
        "the sentence itself, for the mixture is made of them."
    )


def about_scores(results: Results) -> str:
    """Say how far learned weights lead equal ones and SIF, alone and among others, and what Q and K add."""

    def value(system: str, version: str, metric: str = F1) -> float:
        rows = results.of(part="context", space=system, set=f"{SET}, {version}", metric=metric)
        return float(rows[0].value or 0) if rows else float("nan")

    def gain(system: str, version: str) -> str:
        return f"{value('learned', version) - value(system, version):+.3f}"

    def lead(version: str) -> str:
        low, high = (value("sif", version, f"lead of learned weights, 95 % {end}") for end in ("from", "to"))
        return f"{gain('sif', version)} ({low:+.3f} to {high:+.3f})"

    names = {version: version if version == "alone" else f"with {version}" for version in VERSIONS}
    return (
        f"Alone, learned weights reach **{value('learned', 'alone'):.3f}**, SIF {value('sif', 'alone'):.3f}, "
        f"equal ones {value('uniform', 'alone'):.3f}, and plain dot products {value('dot', 'alone'):.3f}. Their lead "
        "over SIF, with 95 % intervals of a paired bootstrap, is "
        + listed([f"{lead(version)} {name}" for version, name in names.items()], mark="")
        + ". What looking at the target adds to word and distance: "
        + listed([f"{gain(NO_QUERY, version)} {name}" for version, name in names.items()], mark="")
        + "."
    )


def about_cues(results: Results) -> str:
    """Say how often the page's own verdicts are right."""
    rows = {m.metric: m.value for m in results.of(part="cues", space="learned", set=f"{SET}, cue words alone")}
    if not rows:
        return ""
    return (
        f"With learned weights they say something on {percent(rows['share with a verdict'] or 0)} of these test "
        f"sentences, and are right on {percent(rows['right among these'] or 0)} of those."
    )


def about_example(model: ContextModel, text: str, catalogue: Mapping[str, SenseWord]) -> str:
    """Say what learned weights make of the catalogue's word in a sentence: "they say *river*, by 0.21"."""
    tokens = tokenise(text)
    place = next(i for i, token in enumerate(tokens) if token in catalogue)
    entry = catalogue[tokens[place]]
    verdict = disambiguate(model, model.weigh(tokens, place, "learned"), entry)
    if verdict.sense is None:
        return f"they {_unsure(verdict, entry)}"
    return f"they say **{entry.names[verdict.sense]}**, by {verdict.margin:.2f}"
