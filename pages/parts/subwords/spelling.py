"""Sections of the subwords page on spelling: typos, families of forms, buckets."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.subwords import sentences
from core.subwords.figures.pieces import build_family
from core.subwords.figures.spelling import build_crowding, build_typos
from core.subwords.spelling import (
    NothingKnown,
    crowded,
    crowding,
    family,
    lookalikes,
    matched,
    mean_cosine,
    steps,
    typos,
)
from core.text import one_word, quoted, split_words, visible
from pages.parts.subwords.controls import BUCKET_NAMES, BUCKETS, MAX_LIST
from pages.shared import layout, loaders
from pages.shared.layout import Chip
from pages.shared.words import MAX_WORD

MEANT, TYPED = "happiness", "hapynes"
FAMILY = "play plays played playing player players"
MOST = 12  # words of a family
TYPO_CHIPS = (
    Chip("happiness → hapynes", {"sub_meant": "happiness", "sub_typed": "hapynes"}),
    Chip("environment → enviroment", {"sub_meant": "environment", "sub_typed": "enviroment"}),
    Chip("principal → principle", {"sub_meant": "principal", "sub_typed": "principle"}),
    Chip("desert → dessert", {"sub_meant": "desert", "sub_typed": "dessert"}),
)
FAMILY_CHIPS = (
    Chip("to play", {"sub_family": FAMILY}),
    Chip("un-", {"sub_family": "happy unhappy known unknown able unable", "sub_search": "<un"}),
    Chip("German", {"sub_family": "haus hauses häuser häusern hausbau"}),
    Chip("Finnish", {"sub_family": "talo talon talossa talosta taloon"}),
    Chip("Turkish", {"sub_family": "ev evler evlerde evimiz evden"}),
    Chip("Hungarian", {"sub_family": "ház házak házban házból háznak"}),
)


def typing() -> None:
    """Show how far a misspelled word strays, edit by edit, beside other words that are spelled as alike."""
    model = loaders.subwords()
    left, right, slide = st.columns([1, 1, 1.2], vertical_alignment="bottom")
    with left:
        meant = one_word(
            st.text_input("Intended", key="sub_meant", bind="query-params", max_chars=MAX_WORD, placeholder=MEANT) or ""
        )
    with right:
        typed = one_word(
            st.text_input("Mistyped", key="sub_typed", bind="query-params", max_chars=MAX_WORD, placeholder=TYPED) or ""
        )
    meant, typed = meant or MEANT, typed or TYPED
    spellings = steps(meant, typed)
    with slide:
        step = (
            st.slider(
                "Edits",
                0,
                len(spellings) - 1,
                len(spellings) - 1,
                key=f"sub_edits_{len(spellings)}",
                bind="query-params",
            )
            if len(spellings) > 1
            else 0
        )
    try:
        found = typos(model, spellings)
        alike, within = lookalikes(model, meant)
        control = typos(model, [meant, *alike])
    except NothingKnown:
        st.info(
            f"No piece of {quoted(meant)} was seen in training, so nothing can be near it. Type another word.",
            icon=":material/info:",
        )
        layout.chips_row(TYPO_CHIPS, "try-typos")
        return
    layout.chart(
        build_typos(found, control, layout.look(), step=step),
        key="sub_typos",
        alt=f"Cosine with {meant} against the number of edits.",
        filename="sense-drift-typos",
    )
    near = (
        loaders.space("fasttext").neighbours(model.vectors([spellings[step]])[0], 8)
        if not np.isnan(found.cosines[step])
        else []
    )
    st.markdown(
        f"{sentences.about_typos(found, control, within)} {quoted(spellings[step])} is near "
        + (", ".join(f"*{item.word}*" for item in near) or "nothing")
        + "."
    )
    st.caption(
        "A filled dot is a word of the vocabulary itself, with a row of its own; a hollow one has pieces alone. "
        "Diamonds with as many edits stand a little apart."
    )
    layout.chips_row(TYPO_CHIPS, "try-typos")


def families() -> None:
    """Show forms of a word by meaning and by spelling, and the words that an n-gram pulls together."""
    model = loaders.subwords()
    typed = st.text_input("Words", key="sub_family", bind="query-params", max_chars=MAX_LIST, placeholder=FAMILY)
    listed = list(dict.fromkeys(split_words(typed or ""))) or split_words(FAMILY)
    if len(listed) > MOST:
        st.info(
            f"A family holds up to {MOST} words; the last {len(listed) - MOST} are left out.", icon=":material/info:"
        )
    found = family(model, listed[:MOST])
    height = 120 + 36 * len(found.words)
    for column, title, values, key in zip(
        st.columns(2, gap="medium"),
        ("**Cosine** of their vectors", "**Spelling**: the share of n-grams in common"),
        (found.cosines, found.shared),
        ("sub_cosines", "sub_shared"),
        strict=True,
    ):
        with column:
            st.markdown(title)
            layout.chart(
                build_family(found.words, values, layout.look(), height=height),
                key=key,
                alt=f"{title} of each two words.",
                filename=f"sense-drift-{key}",
            )
    st.markdown(sentences.about_family(found))
    layout.chips_row(FAMILY_CHIPS, "try-families")
    st.caption("The model was trained on English alone: of other languages it knows what stands in English text.")
    search()


def search() -> None:
    """Show the words that hold an n-gram, and how much nearer they are to each other than chance."""
    typed = st.text_input(
        "An n-gram",
        key="sub_search",
        bind="query-params",
        max_chars=MAX_WORD,
        placeholder="ing>",
        help="3 to 6 letters, < for a beginning and > for an end: <un, ness>, graph",
    )
    gram = as_gram(typed or "") or "ing>"
    model, space = loaders.subwords(), loaders.space("fasttext")
    holding = model.holding(gram, 400) if model.min_n <= len(gram) <= model.max_n else []
    if len(holding) < 2:
        st.info(
            f"Fewer than two words of the vocabulary hold {quoted(gram)}. Try *ing>* or *<un*.", icon=":material/info:"
        )
        return
    n = len(holding)
    among, chance = (mean_cosine(space, listed) for listed in (holding, matched(space, holding)))
    many = f"{n} words" if n < 400 else "400 words and more"
    st.markdown(
        f"{quoted(gram)} stands in {many} of the vocabulary: "
        + ", ".join(f"*{word}*" for word in holding[:24])
        + f". Two of the commonest {n} have cosine **{among:.2f}** on average; two of as many other words, each as "
        f"frequent, {chance:.2f}."
    )


def as_gram(typed: str) -> str:
    """Return an n-gram as a reader may write it: "-ing" is an end, "un-" a beginning."""
    text = "".join(visible(typed).split()).lower()
    if text.startswith("-"):
        return f"{text.strip('-')}>" if text.strip("-") else ""
    return f"<{text.strip('-')}" if text.endswith("-") else text


def buckets(word: str) -> None:
    """Show how n-grams crowd into fewer buckets, and what that would do to the word."""
    model = loaders.subwords()
    chosen = st.select_slider(
        "Buckets", BUCKET_NAMES, BUCKET_NAMES[-1], key="sub_buckets", bind="query-params", help="Rows for all n-grams."
    )
    number = int(str(chosen).replace(",", ""))
    all_of_them = [loaders.remembered(("crowding", n), lambda n=n: crowding(model, n)) for n in BUCKETS]
    kept = [loaders.remembered(("crowded", word, n), lambda n=n: crowded(model, word, n)) for n in BUCKETS]
    at = BUCKETS.index(number)
    layout.chart(
        build_crowding(all_of_them, [cosine for cosine, _ in kept], layout.look(), chosen=number),
        key="sub_crowding",
        alt="Share of n-grams that share a bucket, against the number of buckets.",
        filename="sense-drift-buckets",
    )
    others = kept[at][1]
    st.markdown(
        sentences.about_crowding(
            all_of_them[at], kept[at][0], word, sum(count > 0 for count in others.values()), len(others)
        )
    )
    st.caption(
        "Counted from our vocabulary’s n-grams with fastText’s hash. What the word keeps is an estimate: each row is "
        "replaced by the mean of the rows of all n-grams that would share it; nothing is trained again."
    )
