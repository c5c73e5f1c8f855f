"""The claims that the Evidence page lists, each tested on the measurements.

Published figures are typed here once, with the table they stand in; ours are looked up among the measurements. A claim
whose measurements are not all there is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.evidence.measures import spearman_interval
from core.evidence.results import Claim
from core.spaces.space import TITLES
from scripts.evaluate import claims_context, claims_drift, claims_subwords
from scripts.evaluate.lookup import Measured, Missing, Outcome, Row

TOLERANCE = 0.02  # within which a published figure counts as reached
MOST = 0.85  # of a set's items must be known, or it is another set
PUBLISHED, OWN = "Published figures", "What this project says"

_GLOVE_2 = "Pennington, Socher & Manning 2014, table 2"
_GLOVE_3 = "Pennington, Socher & Manning 2014, table 3"
_FASTTEXT = "Bojanowski et al. 2017, table 1"
_BIG = "300 dimensions, 6 billion words"
_SMALL = "100 dimensions, 1.6 billion words"
_ALL = "300 dimensions, all of Wikipedia"
# (space, set, metric): figure, source, what it was measured on. Nobody publishes on a corpus as small as ours, so these
# are neighbours and not twins.
FIGURES: dict[tuple[str, str, str], tuple[str, str, str]] = {
    ("glove-6b", "WS-353", "spearman"): ("0.658", _GLOVE_3, _BIG),
    ("glove-6b", "RW", "spearman"): ("0.381", _GLOVE_3, _BIG),
    ("glove-6b", "Google analogies", "accuracy"): ("0.717", _GLOVE_2, _BIG),
    ("glove", "WS-353", "spearman"): ("0.658", _GLOVE_3, _BIG),
    ("glove", "RW", "spearman"): ("0.381", _GLOVE_3, _BIG),
    ("glove", "Google analogies", "accuracy"): ("0.603", _GLOVE_2, _SMALL),
    ("skipgram", "WS-353", "spearman"): ("0.628", _GLOVE_3, _BIG),
    ("skipgram", "RW", "spearman"): ("0.372", _GLOVE_3, _BIG),
    ("skipgram", "Google analogies", "accuracy"): ("0.691", _GLOVE_2, _BIG),
    ("cbow", "WS-353", "spearman"): ("0.572", _GLOVE_3, _BIG),
    ("cbow", "RW", "spearman"): ("0.325", _GLOVE_3, _BIG),
    ("cbow", "Google analogies", "accuracy"): ("0.657", _GLOVE_2, _BIG),
    ("fasttext", "WS-353", "spearman"): ("0.71", _FASTTEXT, _ALL),
    ("fasttext", "RW, all pairs", "spearman, with n-grams"): ("0.47", _FASTTEXT, _ALL),
    ("fasttext", "RW, all pairs", "spearman, unknown words at zero"): ("0.46", _FASTTEXT, _ALL),
}
_SAID = {
    "spearman": "agrees with people",
    "accuracy": "answers analogies",
    "spearman, with n-grams": "agrees with people, its n-grams standing in for unknown words,",
    "spearman, unknown words at zero": "agrees with people, unknown words left at zero,",
}
OURS = ("glove", "skipgram", "cbow", "fasttext", "ppmi")


_TUNED = "The settings of GloVe and PPMI were chosen on WS-353 rel and MEN, and so in their favour."


def claims(rows: Sequence[Row]) -> Iterator[Claim]:
    """Yield every claim whose measurements are there."""
    for own in (*_OWN, *claims_drift.CLAIMS, *claims_subwords.CLAIMS, *claims_context.CLAIMS):
        found = Measured(rows)
        try:
            outcome = own(found)
        except Missing:
            continue
        commands = {row["command"] for row in found.used}
        yield Claim(
            group=OWN,
            **outcome._asdict(),
            coverage=_coverage(min(found.used, key=lambda row: row["coverage"])),
            date=max(row["date"] for row in found.used),
            command=commands.pop() if len(commands) == 1 else "python -m scripts.evaluate",
        )
    for key, (figure, source, where) in FIGURES.items():
        found = Measured(rows)
        try:
            row = found.row(*key)
        except Missing:
            continue
        space, set_, metric = key
        yield Claim(
            group=PUBLISHED,
            claim=f"{TITLES[space]} {_SAID[metric]} on {set_} as published.",
            rule=f"ours is at least the published figure less {TOLERANCE}",
            holds=row["value"] is not None and row["value"] >= float(figure) - TOLERANCE and row["coverage"] >= MOST,
            ours=_number(row),
            published=figure,
            source=f"{source} ({where})",
            coverage=_coverage(row),
            date=row["date"],
            command=row["command"],
            comparable=row["coverage"] >= MOST,
        )


def _packing(found: Measured) -> Outcome:
    losses = {}
    for space, set_, metric in list(found.rows):
        if metric == "spearman before packing":
            losses[space, set_] = found.value(space, set_, metric) - found.value(space, set_)
    if not losses:
        raise Missing("vectors before packing")
    worst = max(losses, key=lambda key: losses[key])
    return Outcome(
        "Storing each number of a vector in one byte costs next to nothing.",
        "no space loses more than 0.005 Spearman on any set",
        losses[worst] <= 0.005,
        f"most lost: {max(losses[worst], 0):.4f} ({TITLES[worst[0]]}, {worst[1]}), of {len(losses)} comparisons",
    )


def _glove_near_word2vec(found: Measured) -> Outcome:
    pairs = {
        set_: (found.value("glove", set_), max(found.value("skipgram", set_), found.value("cbow", set_)))
        for set_ in ("WS-353", "MEN")
    }
    return Outcome(
        "Our GloVe keeps up with Word2Vec on the same text.",
        "on WS-353 and on MEN it is at most 0.05 below the better Word2Vec",
        all(ours >= theirs - 0.05 for ours, theirs in pairs.values()),
        "; ".join(f"{set_}: {ours:.3f} against {theirs:.3f}" for set_, (ours, theirs) in pairs.items()),
        note=_TUNED,
    )


def _glove_peer(found: Measured) -> Outcome:
    customary, alone, same = (f"spearman, {how}" for how in ("contexts added", "words alone", "spectrum as ours"))
    figures = {
        set_: (found.value("glove", set_, alone), *(found.value("reference", set_, how) for how in (customary, same)))
        for set_ in ("WS-353", "MEN")
    }
    return Outcome(
        "One exact sweep of GloVe from PPMI factors scores as well as training it by AdaGrad, on the same counts.",
        "on WS-353 and on MEN it is at most 0.01 below AdaGrad's words and contexts added, as is customary",
        all(ours >= theirs - 0.01 for ours, theirs, _ in figures.values()),
        "; ".join(
            f"{set_}: {ours:.3f} against {theirs:.3f} ({tilted:.3f} if its spectrum is weighted as ours)"
            for set_, (ours, theirs, tilted) in figures.items()
        ),
        "the training of Pennington, Socher & Manning 2014",
        note=f"{_TUNED} AdaGrad has the settings of the reference program's demonstration.",
    )


def _fasttext_rare(found: Measured) -> Outcome:
    zero = "spearman, unknown words at zero"
    others = {space: found.value(space, "RW, all pairs", zero) for space in OURS if space != "fasttext"}
    ours = found.value("fasttext", "RW, all pairs", "spearman, with n-grams")
    best = max(others, key=lambda space: others[space])
    return Outcome(
        "Of the five spaces of one text, FastText is best on rare words.",
        "its Spearman over all pairs of RW is the highest, unknown words at zero in the spaces that cannot place them",
        ours > others[best],
        f"{ours:.3f}, next {TITLES[best]} {others[best]:.3f}",
    )


def _fasttext_known(found: Measured) -> Outcome:
    others = {space: found.value(space, "RW") for space in OURS if space != "fasttext"}
    ours = found.value("fasttext", "RW")
    best = max(others, key=lambda space: others[space])
    return Outcome(
        "FastText is best, too, on the pairs of RW whose words all five know.",
        "its Spearman over the pairs of RW with two known words is the highest",
        ours > others[best],
        f"{ours:.3f}, best of the others {TITLES[best]} {others[best]:.3f}",
    )


def _ngrams_help(found: Measured) -> Outcome:
    unknown = found.value("fasttext", "RW, a word unknown", "spearman, with n-grams")
    spelling = found.value("spelling alone", "RW, a word unknown")
    return Outcome(
        "N-grams place words outside the vocabulary by more than their spelling.",
        "on the pairs of RW with an unknown word they are at least 0.05 above the share of n-grams in common",
        unknown >= spelling + 0.05,
        f"{unknown:.3f}, spelling alone {spelling:.3f}",
        "Bojanowski et al. 2017 for the gain",
    )


def _pmi(found: Measured) -> Outcome:
    glove = found.value("glove", "PMI of glove counts", "pearson of w·c")
    skipgram = found.value("skipgram", "PMI of sgns counts", "pearson of w·c")
    own = found.value("skipgram", "ln X / (X_i q_j) of sgns counts", "pearson of w·c")
    return Outcome(
        "A word vector times a context vector correlates with their pointwise mutual information.",
        "the correlation is at least 0.5 for GloVe and for skip-gram",
        min(glove, skipgram) >= 0.5,
        f"GloVe {glove:.2f}, skip-gram {skipgram:.2f} ({own:.2f} with the optimum for the negatives that it draws)",
        "Levy & Goldberg 2014, “Neural word embedding as implicit matrix factorization”",
    )


def _dense(found: Measured) -> Outcome:
    sets = ("WS-353", "MEN", "SimLex-999", "RW")
    pairs = {set_: (found.value("ppmi", set_), found.value("ppmi, 30,000 dimensions", set_)) for set_ in sets}
    return Outcome(
        "A hundred dense dimensions score higher than the thirty thousand sparse ones that they are made of.",
        "the SVD of the PPMI rows scores higher than the rows on each of four sets",
        all(dense > sparse for dense, sparse in pairs.values()),
        "; ".join(f"{set_}: {dense:.3f} against {sparse:.3f}" for set_, (dense, sparse) in pairs.items()),
        "Levy, Goldberg & Dagan 2015",
        note=_TUNED,
    )


def _one_hot(found: Measured) -> Outcome:
    row = found.row("one-hot", "MEN")
    return Outcome(
        "With one dimension a word, all words are equally far apart, and similarity has no meaning.",
        "the rank correlation is undefined, since all cosines are the same",
        row["value"] is None,
        "undefined" if row["value"] is None else f"{row['value']:.3f}",
        note="True by definition; shown for contrast.",
    )


def _relatedness(found: Measured) -> Outcome:
    gaps = {space: found.value(space, "MEN") - found.value(space, "SimLex-999") for space in TITLES}
    least = min(gaps, key=lambda space: gaps[space])
    return Outcome(
        "Every space agrees with people better on what goes together than on what means the same.",
        "each is better on MEN (related) than on SimLex-999 (similar) by at least 0.2",
        gaps[least] >= 0.2,
        f"gaps from {gaps[least]:.2f} ({TITLES[least]}) to {max(gaps.values()):.2f}",
        "Hill, Reichart & Korhonen 2015, “SimLex-999”",
    )


def _one_text(found: Measured) -> Outcome:
    metric = "overlap of ten nearest"
    shares = {
        pair: found.value(pair[0], pair[1], metric)
        for pair in [(a, b) for i, a in enumerate(TITLES) for b in list(TITLES)[:i]]
        if "glove-6b" not in pair
    }
    most, least = max(shares, key=lambda pair: shares[pair]), min(shares, key=lambda pair: shares[pair])
    return Outcome(
        "Even on one and the same text, different methods find different neighbours.",
        "no two of the five have more than 8 of 10 nearest words in common, on average",
        shares[most] <= 0.8,
        f"from {10 * shares[least]:.1f} of 10 ({_pair(least)}) to {10 * shares[most]:.1f} ({_pair(most)})",
        note="How much one method differs from itself, trained twice, was not measured.",
    )


def _flat(found: Measured) -> Outcome:
    kept = {space: found.value(space, "10,000 words by PCA", "share kept") for space in TITLES}
    most = max(kept, key=lambda space: kept[space])
    return Outcome(
        "A plane of two principal components loses nearly every neighbourhood.",
        "of 10,000 words, none of the spaces keeps more than 5 % of ten nearest words",
        kept[most] <= 0.05,
        f"from {100 * min(kept.values()):.1f} % to {100 * kept[most]:.1f} % ({TITLES[most]})",
    )


def _refit(found: Measured) -> Outcome:
    cosine = found.value("glove", "full counts, refit to trained row", "median cosine")
    return Outcome(
        "Solving a GloVe row again from its untouched counts gives the trained row back.",
        "the median cosine over 200 words is at least 0.98",
        cosine >= 0.98,
        f"{cosine:.4f}",
    )


def _refit_skipgram(found: Measured) -> Outcome:
    cosine = found.value("skipgram", "full counts, refit to trained row", "median cosine")
    return Outcome(
        "Skip-gram's training stops close to the row that an exact solution gives.",
        "the median cosine over 200 words is at least 0.9",
        cosine >= 0.9,
        f"{cosine:.3f}",
    )


def _pruned(space: str) -> Callable[[Measured], Outcome]:
    def claim(found: Measured) -> Outcome:
        set_ = "shipped counts, refit to full refit"
        median, lowest = (found.value(space, set_, f"{which} cosine") for which in ("median", "lowest"))
        return Outcome(
            f"The counts that ship give nearly the same {TITLES[space]} row as all the counts, for most words.",
            "the median cosine over 200 words is at least 0.98",
            median >= 0.98,
            f"{median:.4f}, lowest {lowest:.3f}",
        )

    return claim


_OWN: tuple[Callable[[Measured], Outcome], ...] = (
    _one_text,
    _relatedness,
    _flat,
    _ngrams_help,
    _fasttext_rare,
    _fasttext_known,
    _dense,
    _one_hot,
    _pmi,
    _glove_near_word2vec,
    _glove_peer,
    _packing,
    _refit,
    _refit_skipgram,
    _pruned("glove"),
    _pruned("skipgram"),
)


def _pair(pair: tuple[str, str]) -> str:
    return f"{TITLES[pair[0]]} and {TITLES[pair[1]]}"


def _number(row: Row) -> str:
    if row["value"] is None:
        return "undefined"
    if not str(row["metric"]).startswith("spearman"):
        return f"{row['value']:.3f}"
    low, high = spearman_interval(row["value"], row["n"])
    return f"{row['value']:.3f} (95 % interval {low:.2f} to {high:.2f})"


def _coverage(row: Row) -> str:
    return f"{row['n']:,} ({100 * row['coverage']:.0f} %)"
