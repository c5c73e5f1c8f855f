"""What the subwords page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.subwords.model import Decomposition
from core.subwords.ngrams import N_BUCKETS
from core.subwords.spelling import Crowding, Family, Typos
from core.subwords.tug import Tug
from core.text import listed, percent, safe

WHOLE = "(whole)"  # stands for the word's own row: a word of 3 to 6 letters has an n-gram of the same name


def names_of(found: Decomposition) -> list[str]:
    """Return what each piece is called on the page: n-grams by themselves, the word's own row as such."""
    return [WHOLE, *found.ngrams[1:]] if found.own else list(found.ngrams)


def about_pieces(found: Decomposition, *, noise: bool) -> str:
    """Say what a word is made of, which piece pulls most, and which against."""
    own, grams = found.own, found.ngrams[found.own :]
    unseen = int((~found.seen).sum())
    if not found.seen.any() and not noise:
        return (
            f"None of the {len(grams)} n-grams of “{safe(found.word)}” was ever seen in training, so nothing is "
            "known of it and it gets no vector."
            if grams
            else f"“{safe(found.word)}” has no n-gram and no row, so it gets no vector."
        )
    counted = len(found.ngrams) if noise else int(found.seen.sum())
    text = f"“{safe(found.word)}” is the mean of **{counted} row{'s' * (counted != 1)}**: "
    parts = ([f"its own, which gives {percent_of(found.shares[0])} of the vector,"] if own else []) + [
        f"{counted - own} of n-grams"
    ]
    text += " and ".join(parts)
    text += "" if own else "; it is not in the vocabulary, so it has no row of its own"
    if unseen:
        were = "was" if unseen == 1 else "were"
        text += (
            f"; {unseen} of them {were} never seen and count{'s' if unseen == 1 else ''} as noise"
            if noise
            else f"; {unseen} more {were} never seen and {'is' if unseen == 1 else 'are'} left out"
        )
    shares = np.where(np.isnan(found.shares), -np.inf, found.shares)[own:]
    if len(grams) > 1:
        best = int(np.argmax(shares))
        text += f". Of the n-grams most is given by **{safe(grams[best])}** ({percent_of(shares[best])})"
        against = sum(share < -0.0005 for share in shares)
        if against:
            text += f"; {against} pull{'s' if against == 1 else ''} the other way"
    return text + "."


def percent_of(share: float) -> str:
    """Return a share that may be negative as a percentage with one decimal."""
    return f"{100 * share:.1f} %"


def about_noise(cosine: float, n: int) -> str:
    """Say what fastText's own way, to count unseen n-grams, costs."""
    if n == 0:
        return "Every n-gram was seen, so there is no noise to count."
    if np.isnan(cosine):
        return "All that fastText would give it is noise: rows that training never touched, or those of other n-grams."
    return (
        "fastText counts unseen n-grams too, each a row that training never touched or that belongs to another n-gram: "
        f"with {n} of them the vector has cosine **{cosine:.2f}** with the one that leaves them out."
    )


def about_gram(found: Decomposition, piece: int, partners: Sequence[str]) -> str:
    """Say what one piece gives, what the word is without it, and what shares its bucket."""
    name = found.ngrams[piece]
    if found.own and piece == 0:
        text = f"The word's own row gives {percent_of(found.shares[0])}"
    elif not found.seen[piece]:
        others = [gram for gram in partners if gram != name]
        instead = (
            f"that of {listed([safe(gram) for gram in others[:4]], mark='**')}, whose bucket it falls into"
            if others
            else "one that training never touched"
        )
        return f"*{safe(name)}* is in no word of the vocabulary. For its row fastText would take {instead}."
    else:
        copies = found.ngrams[int(found.own) :].count(name)
        text = f"*{safe(name)}* gives {percent_of(found.shares[piece])}"
        if copies > 1:
            text = f"*{safe(name)}* stands in the word {copies} times; this one gives {percent_of(found.shares[piece])}"
    if not np.isnan(found.without[piece]):
        text += f"; without it the word keeps cosine {found.without[piece]:.3f} to itself"
    others = [gram for gram in partners if gram != name]
    if found.own and piece == 0:
        return text + ". No other word shares it."
    text += (
        f". Its bucket is shared with {', '.join(f'*{safe(gram)}*' for gram in others[:4])}: one row for all."
        if others
        else ". No other n-gram of the vocabulary shares its bucket."
    )
    return text


def about_tug(found: Decomposition, pulled: Tug) -> str:
    """Say how far the word moves without the pieces struck out."""
    n = int(np.any(found.vectors, axis=1).sum())
    if not pulled.struck.any():
        return (
            f"{n} step{'s' * (n != 1)} from nothing to “{safe(found.word)}”: each is the row of a piece, and what "
            "goes "
            f"up or down cancels in the end. The flat picture holds {percent(pulled.held)} of what goes aside."
        )
    called = names_of(found)
    names = listed([safe(name) for name in dict.fromkeys(called[i] for i in np.flatnonzero(pulled.struck))], mark="**")
    if np.isnan(pulled.cosine):
        return f"Without {names} nothing is left of “{safe(found.word)}”."
    return f"Without {names} the word keeps cosine **{pulled.cosine:.3f}** to itself."


def about_typos(found: Typos, control: Typos, within: int) -> str:
    """Say how near the last spelling stays, and how near other words are that are spelled much alike."""
    text = ""
    if len(found.words) > 1:
        last, edits = found.cosines[-1], int(found.edits[-1])
        text = f"After {edits} edit{'s' * (edits != 1)} “{safe(found.words[-1])}” " + (
            "has no known piece left. "
            if np.isnan(last)
            else f"has cosine **{last:.2f}** with “{safe(found.words[0])}”. "
        )
    if len(control.words) > 1:
        values = control.cosines[1:]
        best = int(np.nanargmax(values)) + 1
        n = len(values)
        drawn = "all" if n == within else f"the {n} nearest in spelling, the commoner first,"
        text += (
            f"Of the {within} words of the vocabulary within two edits, {drawn} have {float(np.nanmean(values)):.2f} "
            f"on average; nearest in meaning is “{safe(control.words[best])}” ({control.cosines[best]:.2f})."
        )
    return text.strip()


def about_family(found: Family) -> str:
    """Say how alike forms are in meaning and in spelling, and what the model knows of them."""
    n = len(found.words)
    if n < 2:
        return "One word has nothing to be compared with."
    upper = np.triu_indices(n, 1)
    cosines, shared = found.cosines[upper], found.shared[upper]
    known, seen = int(found.known.sum()), float(found.seen.mean())
    text = (
        f"{known} of the {n} words are in the vocabulary, and {percent(seen)} of their n-grams were seen in training. "
    )
    if np.isnan(cosines).all():
        return text + "Nothing is known of any pair, so there is no cosine to show."
    mean = float(np.nanmean(cosines))
    common = percent(float(shared.mean()))
    text += f"Two of them have cosine **{mean:.2f}** on average and {common} of their n-grams in common"
    both = ~np.isnan(cosines)
    if both.sum() > 2 and np.ptp(shared[both]) > 0 and np.ptp(cosines[both]) > 0:
        together = float(np.corrcoef(cosines[both], shared[both])[0, 1])
        text += f"; over pairs, cosine and shared n-grams correlate at {together:.2f}"
    return text + "."


def about_crowding(found: Crowding, kept: float, word: str, others: int, n: int) -> str:
    """Say what a number of buckets does to the vocabulary and to one word."""
    trained = " (this is how it was trained)" if found.n_buckets == N_BUCKETS else ""
    text = (
        f"At {found.n_buckets:,} buckets{trained}, {percent(found.sharing)} of the {found.n_grams:,} n-grams of our "
        f"vocabulary share a row with another, up to {found.largest} in one"
    )
    if np.isnan(kept):
        return text + "."
    return text + (
        f". Of the {n} different n-grams of “{safe(word)}” that were seen, {others} would; its vector would keep "
        "cosine "
        f"**{kept:.2f}** to what it is now."
    )
