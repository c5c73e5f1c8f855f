"""What the subwords page says it shows: sentences made from the numbers just computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.charts.theme import SENSE_TINTS
from core.counts.senses import SenseWord
from core.spaces.space import Neighbour, cosine
from core.subwords.model import Decomposition
from core.subwords.near import Senses
from core.subwords.ngrams import N_BUCKETS
from core.subwords.spelling import FARTHEST, MOST_HELD, Crowded, Crowding, Equation, Family, Holders, Misspelling
from core.subwords.tug import Tug
from core.text import listed, percent, quoted, safe

WHOLE = "(whole)"  # stands for the word's own row: a word of 3 to 6 letters has an n-gram of the same name
COLLAPSED = 0.8  # share of a word's nearest from which on they are called those of one sense


def names_of(parts: Decomposition) -> list[str]:
    """Return what each piece is called on the page: n-grams by themselves, the word's own row as such."""
    return [WHOLE, *parts.ngrams[1:]] if parts.own else list(parts.ngrams)


def counted(n: int, name: str) -> str:
    """Return a number of things: "1 row", "2 rows"."""
    return f"{n} {name}{'s' * (n != 1)}"


def starred(words: Sequence[str] | Sequence[Neighbour]) -> str:
    """Return words, or neighbours, as a page lists them: *a*, *b*."""
    return ", ".join(f"*{safe(word if isinstance(word, str) else word.word)}*" for word in words)


def percent_of(share: float) -> str:
    """Return a share that may be negative as a percentage with one decimal."""
    return f"{100 * share:.1f} %"


def held(n: int) -> str:
    """Return how many words hold an n-gram, of which no more were looked for than are counted."""
    return counted(n, "word") if n < MOST_HELD else f"{n} words and more"


def about_pieces(parts: Decomposition, *, noise: bool) -> str:
    """Say what a word is made of, which piece pulls most, and which against."""
    own, grams, word = parts.own, parts.ngrams[parts.own :], quoted(parts.word)
    unseen = int((~parts.seen).sum())
    if not grams and not own:
        return f"{word} has no n-gram and no row, so it gets no vector."
    if not parts.seen.any() and not noise:
        return (
            f"None of the {len(grams)} n-grams of {word} was ever seen in training, so nothing is known of it and it "
            "gets no vector."
        )
    n = len(parts.ngrams) if noise else len(parts.ngrams) - unseen
    text = f"{word} is the mean of **{counted(n, 'row')}**: "
    if own:
        text += f"its own, which gives {percent_of(parts.shares[0])} of the vector, and {n - own} of n-grams"
    else:
        text += f"{n} of n-grams; it is not in the vocabulary, so it has no row of its own"
    were, counts, are = ("was", "counts", "is") if unseen == 1 else ("were", "count", "are")
    if unseen and noise:
        text += f"; {unseen} of them {were} never seen and {counts} as noise"
    elif unseen:
        text += f"; {unseen} more {were} never seen and {are} left out"
    shares = np.where(np.isnan(parts.shares), -np.inf, parts.shares)[own:]
    if len(grams) > 1:
        best = int(np.argmax(shares))
        text += f". Of the n-grams most is given by **{safe(grams[best])}** ({percent_of(shares[best])})"
        against = int((shares < -0.0005).sum())
        text += f"; {against} pull{'s' * (against == 1)} the other way" if against else ""
    return text + "."


def about_noise(clean: Decomposition, noisy: Decomposition) -> str:
    """Say what fastText's own way, to count unseen n-grams, costs; nothing where every n-gram was seen."""
    unseen = int((~clean.seen).sum())
    if not unseen:
        return ""
    kept = cosine(clean.vector, noisy.vector)
    if np.isnan(kept):
        return "All that fastText would give it is noise: rows that training never touched, or those of other n-grams."
    return (
        "fastText counts unseen n-grams too, each a row that training never touched or that belongs to another n-gram: "
        f"with {unseen} of them the vector has cosine **{kept:.2f}** with the one that leaves them out."
    )


def about_gram(parts: Decomposition, piece: int, partners: Sequence[str]) -> str:
    """Say what one piece gives, what the word is without it, and what shares its bucket."""
    name, own = parts.ngrams[piece], parts.own and piece == 0
    others = [gram for gram in partners if gram != name][:4]
    if not parts.seen[piece]:
        instead = "one that training never touched"
        if others:
            instead = f"that of {listed([safe(gram) for gram in others], mark='**')}, whose bucket it falls into"
        return f"*{safe(name)}* is in no word of the vocabulary. For its row fastText would take {instead}."
    copies = parts.ngrams[int(parts.own) :].count(name)
    text = "The word's own row gives" if own else f"*{safe(name)}* gives"
    if not own and copies > 1:
        text = f"*{safe(name)}* stands in the word {copies} times; this one gives"
    text += f" {percent_of(parts.shares[piece])}"
    if not np.isnan(parts.without[piece]):
        text += f"; without it the word keeps cosine {parts.without[piece]:.3f} to itself"
    if own:
        return text + ". No other word shares it."
    if others:
        return text + f". Its bucket is shared with {starred(others)}: one row for all."
    return text + ". No other n-gram of the vocabulary shares its bucket."


def about_near(parts: Decomposition) -> str:
    """Say how far a word's own row and its n-grams agree, or that spelling alone places it."""
    own, spelled = parts.own_row, parts.from_pieces
    if own is None:
        return (
            f"{quoted(parts.word)} is not in the vocabulary: Word2Vec and GloVe have nothing to say of it, FastText "
            "places it by its spelling alone, for better or worse."
        )
    if not np.any(spelled):
        return ""
    return (
        f"The word’s own row and the sum of its n-grams have cosine **{cosine(spelled, own):.2f}** with each other, "
        f"and {cosine(parts.vector, own):.2f} and {cosine(parts.vector, spelled):.2f} with the whole."
    )


def about_tug(parts: Decomposition, way: Tug) -> str:
    """Say how far the word moves without the pieces struck out."""
    if not way.struck.any():
        n = int(np.any(parts.vectors, axis=1).sum())
        return (
            f"{counted(n, 'step')} from nothing to {quoted(parts.word)}: each is the row of a piece, and what goes up "
            f"or down cancels in the end. The flat picture holds {percent(way.held)} of what goes aside."
        )
    called = names_of(parts)
    names = listed([safe(name) for name in dict.fromkeys(called[i] for i in np.flatnonzero(way.struck))], mark="**")
    if np.isnan(way.cosine):
        return f"Without {names} nothing is left of {quoted(parts.word)}."
    return f"Without {names} the word keeps cosine **{way.cosine:.3f}** to itself."


def about_typos(typo: Misspelling) -> str:
    """Say how near the last spelling stays, how near other words are that are spelled much alike, and what is near."""
    way, alike, said = typo.way, typo.alike, []
    if len(way.words) > 1:
        last = way.cosines[-1]
        kept = "no known piece left" if np.isnan(last) else f"cosine **{last:.2f}** with {quoted(way.words[0])}"
        said.append(f"After {counted(int(way.edits[-1]), 'edit')} {quoted(way.words[-1])} has {kept}.")
    if len(alike.words) > 1:
        values = alike.cosines[1:]
        best, n = int(np.nanargmax(values)) + 1, len(values)
        drawn = "all" if n == typo.within else f"the {n} nearest in spelling, the commoner first,"
        said.append(
            f"Of the {counted(typo.within, 'word')} of the vocabulary within {FARTHEST} edits, {drawn} have "
            f"{float(np.nanmean(values)):.2f} on average; nearest in meaning is {quoted(alike.words[best])} "
            f"({alike.cosines[best]:.2f})."
        )
    return " ".join([*said, f"{quoted(way.words[typo.step])} is near {starred(typo.near) or 'nothing'}."])


def about_family(family: Family) -> tuple[str, str]:
    """Say how alike forms are in meaning, with what the model knows of them, and how alike in spelling."""
    n = len(family.words)
    if n < 2:
        return "One word has nothing to be compared with.", ""
    upper = np.triu_indices(n, 1)
    cosines, shared = family.cosines[upper], family.shared[upper]
    meaning = (
        f"{int(family.known.sum())} of the {n} words are in the vocabulary, and {percent(float(family.seen.mean()))} "
        "of their n-grams were seen in training. "
    )
    spelling = f"Two of them have {percent(float(shared.mean()))} of their n-grams in common"
    both = ~np.isnan(cosines)
    if not both.any():
        return meaning + "Nothing is known of any pair, so there is no cosine to show.", spelling + "."
    meaning += f"Two of them have cosine **{float(np.nanmean(cosines)):.2f}** on average."
    if both.sum() > 2 and np.ptp(shared[both]) > 0 and np.ptp(cosines[both]) > 0:
        together = float(np.corrcoef(cosines[both], shared[both])[0, 1])
        spelling += f"; over pairs, cosine and shared n-grams correlate at {together:.2f}"
    return meaning, spelling + "."


def about_holders(found: Holders) -> str:
    """Say which words hold an n-gram, and whether they are nearer to each other than chance."""
    n = len(found.words)
    return (
        f"{quoted(found.gram)} stands in {held(n)} of the vocabulary: {starred(found.words[:24])}. Two of the "
        f"commonest {n} have cosine **{found.among:.2f}** on average; two of as many other words, each as frequent, "
        f"{found.chance:.2f}."
    )


def about_crowding(crowding: Crowding, crowded: Crowded) -> str:
    """Say what a number of buckets does to the vocabulary and to one word."""
    trained = " (this is how it was trained)" if crowding.n_buckets == N_BUCKETS else ""
    text = (
        f"At {crowding.n_buckets:,} buckets{trained}, {percent(crowding.sharing)} of the {crowding.n_grams:,} n-grams "
        f"of our vocabulary share a row with another, up to {crowding.largest} in one."
    )
    if np.isnan(crowded.kept):
        return text
    return (
        f"{text} Of the {len(crowded.others)} different n-grams of {quoted(crowded.word)} that were seen, "
        f"{crowded.n_sharing} would; its vector would keep cosine **{crowded.kept:.2f}** to what it is now."
    )


def about_equation(equation: Equation) -> list[str]:
    """Say how near a word is to a sum, and what either is near."""
    word, near = quoted(equation.word), [("The sum", equation.near_sum)]
    said = f"No piece of {word} was ever seen, so only the sum can be shown."
    if not np.isnan(equation.cosine):
        near.insert(0, (word, equation.near_word))
        said = f"Cosine of {word} with the sum: **{equation.cosine:.2f}**"
    if equation.unknown:
        said += f"  \nLeft out, since nothing is known of them: {', '.join(map(quoted, equation.unknown))}."
    lists = (
        f"{name} is near " + ", ".join(f"*{safe(close.word)}* ({close.cosine:.2f})" for close in words)
        for name, words in near
    )
    return [said, *lists]


def about_both(word: str, n: int, cosine: float) -> str:
    """Say that a word of n pieces has one vector in two sentences."""
    return (
        f"In both sentences {quoted(word)} is the same {n} pieces, so the same vector: cosine **{cosine:.3f}**. No "
        "n-gram looks beyond the word."
    )


def about_senses(near: Senses, entry: SenseWord, titles: Mapping[str, str]) -> str:
    """Say which sense most of a word's nearest have in each space, and whether it is nearly all of them in each."""
    lists = [(titles[name], int(np.argmax(counts)), max(counts), sum(counts)) for name, counts in near.counts.items()]
    one = len({sense for _, sense, *_ in lists}) == 1 and all(most >= COLLAPSED * n for *_, most, n in lists)
    text = "The neighbours collapse onto one sense, with n-grams and without: " if one else "Most of its neighbours: "
    return text + ", ".join(f"{title} {most} of {n} *{entry.names[sense]}*" for title, sense, most, n in lists) + "."


def about_tints(entry: SenseWord) -> str:
    """Say which sense wears which colour."""
    named = (f"{tint} *{name}*" for tint, name in zip(SENSE_TINTS, entry.names, strict=False))
    return f"Colours: the sense whose cue words a neighbour is nearest to, {', '.join(named)}."
