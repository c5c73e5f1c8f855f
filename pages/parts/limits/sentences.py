"""Sections of the limits page on sentences: the order of words, and a word that turns the meaning round."""

from __future__ import annotations

import streamlit as st

from core.limits import sentences as said
from core.limits.averages import alike, difference, shuffled, ways
from core.limits.figures.averages import build_difference, build_ways
from core.limits.figures.boards import build_ranking
from core.limits.words import KINDS, OPPOSITES, SYNONYMS, ranking
from core.spaces.space import Space
from core.text import one_word, percent, quoted, visible
from pages.parts.limits.controls import (
    MAX_SHUFFLES,
    VIEWS,
    Shown,
    present,
    read_all,
    sentence_box,
    strangers,
)
from pages.shared import layout, link
from pages.shared.layout import Chip

ORDER = ("The dog chased the cat", "The cat chased the dog")
NEGATION = ("I like dogs", "I don't like dogs", "I love puppies")
OWN = "tall/short, angry=mad"
MOST_OWN = 12

ORDER_CHIPS = (
    Chip("dog and cat", {"limits_s1": "", "limits_s2": ""}),
    Chip(
        "man bites dog",
        {"limits_s1": "The dog bit the man in the park", "limits_s2": "The man in the park bit the dog"},
    ),
    Chip("only", {"limits_s1": "He only said that she left him", "limits_s2": "She said that he only left him"}),
    Chip(
        "twelve words, eight shuffles",
        {
            "limits_s1": "In the morning the old king sent his son across the sea",
            "limits_s2": "Across the sea the old son sent his king in the morning",
            "limits_shuffles": MAX_SHUFFLES,
        },
    ),
)
NEGATION_CHIPS = (
    Chip("I don't like dogs", {"limits_view": VIEWS[0], "limits_n1": "", "limits_n2": "", "limits_n3": ""}),
    Chip(
        "never",
        {
            "limits_view": VIEWS[0],
            "limits_n1": "He told the truth about the money",
            "limits_n2": "He never told the truth about the money",
            "limits_n3": "He was honest about the cash",
        },
    ),
    Chip(
        "guilty",
        {
            "limits_view": VIEWS[0],
            "limits_n1": "The court found him guilty",
            "limits_n2": "The court found him not guilty",
            "limits_n3": "The judge convicted the man",
        },
    ),
    Chip("hot and cold", {"limits_view": VIEWS[1], "limits_own": ""}),
    Chip(
        "opposites of yours", {"limits_view": VIEWS[1], "limits_own": "tall/short, dead/alive, angry=mad, small=little"}
    ),
)


def order(known: Space) -> None:
    """Show that any order of the same words has one average."""
    first_box, second_box, number_box, seed_box = st.columns([2, 2, 1, 0.8], vertical_alignment="bottom")
    with first_box:
        first = sentence_box("Sentence 1", "limits_s1", ORDER[0])
    with second_box:
        second = sentence_box("Sentence 2", "limits_s2", ORDER[1])
    with number_box:
        n = st.slider("Shuffles of 1", 0, MAX_SHUFFLES, 2, key="limits_shuffles", bind="query-params")
    with seed_box:
        seed = st.number_input(
            "Other shuffles", 1, 999, 1, key="limits_seed", bind="query-params", help="Each number is another draw."
        )
    read = read_all(known, [first, second])
    if read is None:
        layout.try_chips(ORDER_CHIPS)
        return
    strangers(known, read)
    shuffles = [shuffled(read[0], 1_000 * int(seed) + i) for i in range(n)]
    found = ways([*read, *shuffles])
    names = ["sentence 1", "sentence 2", *(f"shuffle {i + 1}" for i in range(n))]
    table: list[list[object]] = [["way", "step", "word", "across", "up", "cosine with the first", "distance from it"]]
    for name, sentence, path, cosine, apart in zip(
        names, found.sentences, found.paths, found.cosines, found.apart, strict=True
    ):
        table += [
            [name, step, word, *(round(float(value), 6) for value in (*path[step], cosine, apart))]
            for step, word in enumerate(sentence.words, 1)
        ]
    present(
        Shown(
            build_ways(found, layout.look(), n_typed=2),
            "Sentences walked word by word from nothing to their averages.",
            "order",
            f"Word order · {known.title}",
            table,
            [said.about_ways(found, 2)],
            ORDER_CHIPS,
            "A sentence’s vector is the mean of its words’ vectors, at their raw lengths. Each step is a word’s vector "
            "divided by the number of words. The plane lies along the first average, and across it where the words "
            "differ most; it does not depend on the order. Addition does not know order, so neither does the mean, nor "
            "anything that is computed from it.",
            [
                r"\bar v = \frac1n \sum_{i=1}^n v_{w_i} = \frac1n \sum_{i=1}^n v_{w_{\pi(i)}} "
                r"\quad \text{for every order } \pi"
            ],
            [ways, shuffled],
            (("Cosine of the averages", f"{found.cosines[1]:.6f}"), ("Distance", f"{found.apart[1]:.6f}")),
        ),
        known,
    )


def negation(known: Space) -> None:
    """Show a sentence beside its negation, or opposites beside synonyms."""
    view_box, *boxes = st.columns([1.1, 1.3, 1.3, 1.3], vertical_alignment="bottom")
    with view_box:
        view = st.segmented_control(
            "Show", VIEWS, default=VIEWS[0], required=True, key="limits_view", bind="query-params", width="stretch"
        )
    if view == VIEWS[1]:
        with boxes[0]:
            typed = st.text_input(
                "Your own pairs",
                key="limits_own",
                bind="query-params",
                max_chars=link.MAX_TEXT,
                placeholder=OWN,
                help="Opposites with a slash, synonyms with an equals sign, commas between pairs: " + OWN,
            )
        opposites(known, (typed or "")[: link.MAX_TEXT])
        return
    texts = []
    for i, (box, label, default) in enumerate(
        zip(boxes, ("A sentence", "Its negation", "A paraphrase"), NEGATION, strict=True), 1
    ):
        with box:
            texts.append(sentence_box(label, f"limits_n{i}", default))
    read = read_all(known, texts)
    if read is None:
        layout.try_chips(NEGATION_CHIPS)
        return
    strangers(known, read)
    first, second, third = read
    found = difference(first, second)
    other = alike(first.average, third.average)
    table: list[list[object]] = [
        ["text", "words", "length of the sum", "length of the average", "cosine with the first"]
    ]
    for name, sentence in zip(("sentence", "negation", "paraphrase"), read, strict=True):
        length = float((sentence.total @ sentence.total) ** 0.5)
        values = (length, length / len(sentence.words), alike(first.average, sentence.average))
        table.append([name, len(sentence.words), *(round(float(value), 6) for value in values)])
    present(
        Shown(
            build_difference(found, layout.look()),
            "The sums of two sentences as arrows, and the arrow that leads from one to the other.",
            "negation",
            f"Negation · {known.title}",
            table,
            [said.about_difference(found, other)],
            NEGATION_CHIPS,
            "The plane goes through nothing and both sums, so lengths and angles in it are true. One word more moves "
            "the sum by its own vector, whatever the word means and whatever stands beside it; the more words a "
            "sentence has, the less that turns it. The average is the sum divided by the number of words, which "
            "changes its length and not its direction.",
            [
                r"\sum_{w \in s'} v_w = \sum_{w \in s} v_w + v_{\text{don't}}, \qquad "
                r"\bar v' = \frac{n \bar v + v_{\text{don't}}}{n + 1}, \qquad "
                r"\cos(\bar v, \bar v') \to 1 \text{ as } n \to \infty"
            ],
            [difference],
            (("Cosine with the negation", f"{found.cosine:.3f}"), ("With the paraphrase", f"{other:.3f}")),
        ),
        known,
    )


def own_pairs(known: Space, typed: str) -> tuple[list[tuple[str, str, str, bool]], list[str]]:
    """Return the pairs that were typed, and what has to be said of those that cannot be ranked."""
    found, notices = [], []
    pieces = [piece for piece in visible(typed).replace(";", ",").split(",") if piece.strip()]
    for piece in pieces[:MOST_OWN]:
        mark = "=" if "=" in piece else "/"
        a, sign, b = (part if part == mark else one_word(part) for part in piece.partition(mark))
        if not (a and sign and b) or " " in a or " " in b:
            notices.append(f"{quoted(piece.strip())} is no pair: write it as *tall/short* or *angry=mad*.")
        elif a not in known or b not in known:
            gone = ", ".join(quoted(word) for word in dict.fromkeys((a, b)) if word not in known)
            notices.append(f"Left out, not in {known.title}: {gone}.")
        elif a == b:
            notices.append(f"{quoted(a)} twice is no pair.")
        else:
            found.append((a, b, KINDS[mark == "="], True))
    if len(pieces) > MOST_OWN:
        notices.append(f"Up to {MOST_OWN} pairs of yours are ranked; the first {MOST_OWN} are.")
    return list(dict.fromkeys(found)), notices


def opposites(known: Space, typed: str) -> None:
    """Show opposites and synonyms ranked by cosine."""
    mine, notices = own_pairs(known, typed)
    layout.show_notices(notices)
    ours = [(a, b, kind, False) for kind, listed in zip(KINDS, (OPPOSITES, SYNONYMS), strict=True) for a, b in listed]
    taken = {frozenset(pair[:2]) for pair in mine}
    found = ranking(known, [*mine, *(pair for pair in ours if frozenset(pair[:2]) not in taken)])
    table: list[list[object]] = [["first", "second", "kind", "cosine", "yours"]]
    table += [[pair.first, pair.second, pair.kind, round(pair.cosine, 6), pair.own] for pair in found.pairs]
    present(
        Shown(
            build_ranking(found, layout.look()),
            f"{len(found.pairs)} pairs of words ranked by cosine, opposites hatched.",
            "opposites",
            f"Opposites and synonyms · {known.title}",
            table,
            [said.about_ranking(found)],
            NEGATION_CHIPS,
            "Opposites stand in the same sentences: *the water was hot*, *the water was cold*. A vector is made from "
            "the words around, so two words with the same company get nearly the same vector, whether they agree or "
            "contradict each other. Our twelve pairs of each kind were chosen before anything was measured.",
            [
                r"X_{a\,\cdot} \approx X_{b\,\cdot} \;\Rightarrow\; v_a \approx v_b "
                r"\;\Rightarrow\; \cos(v_a, v_b) \approx 1"
            ],
            [ranking],
            (("Opposites nearer", percent(found.nearer)),),
        ),
        known,
    )
