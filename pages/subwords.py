"""Subwords: a word in its character n-grams, what they mend, and what they cannot."""

from __future__ import annotations

import html

import numpy as np
import streamlit as st

from core.drift.path import cosine
from core.spaces.space import Space
from core.subwords import sentences
from core.subwords.figures.pieces import build_pieces
from core.subwords.model import Decomposition, SubwordModel
from core.subwords.ngrams import ngrams
from core.text import quoted, safe
from pages.parts.subwords.controls import CHIPS, CONTROLS, SECTIONS, Asked, choose, picked
from pages.parts.subwords.limits import cannot
from pages.parts.subwords.spelling import buckets, families, typing
from pages.parts.subwords.words import near_words, sums, tugging
from pages.shared import layout, link, loaders, spaces

NEAR = 8  # neighbours of an n-gram that are listed


def main() -> None:
    """Draw the page."""
    link.notice_ignored("sub", CONTROLS)
    head = st.container()
    asked = choose()
    with head:
        layout.question(
            f"What is {quoted(asked.word or asked.typed)} made of?",
            "FastText gives a word the mean of its own row and the rows of its n-grams: pieces of 3 to 6 letters, "
            "shared with every word that holds them.",
        )
    if asked.notice:
        layout.show_notices([asked.notice])
    if not asked.word:
        layout.try_chips(CHIPS)
        return
    found = loaders.decomposed(asked.word, noise=asked.noise)
    draw(asked, found)
    layout.try_chips(CHIPS)
    more(asked, found)
    how()


def draw(asked: Asked, found: Decomposition) -> None:
    """Draw the word in pieces, and beside it the piece that the reader picked."""
    if not found.ngrams:
        st.info(f"{quoted(asked.word)} has no piece at all. Type a longer word.", icon=":material/info:")
        return
    piece = picked(found)
    figure = build_pieces(found, layout.look(), selected=piece, noise=asked.noise)
    filename = f"sense-drift-pieces-{''.join(c for c in asked.word if c.isalnum())}"
    figure_side, panel_side = st.columns([3, 1.35], gap="medium")
    with panel_side, st.container(key="panel"):
        if piece is not None:
            panel(found, piece)
        image = layout.downloads(
            figure,
            lambda: as_csv(found, noise=asked.noise),
            filename=filename,
            title=f"{asked.word} in FastText",
            key="sub_format",
        )
    with figure_side:
        layout.chart(
            figure,
            key="sub_pieces",
            alt=f"The {len(found.ngrams)} pieces of {asked.word}, each a bar over the letters that it covers; the "
            "table below has the numbers.",
            filename=filename,
            image=image,
            on_select=pick,
        )
        st.caption("The fuller a bar, the more it gives to the vector; red pulls against it; hollow was never seen.")
    layout.what_you_see([sentences.about_pieces(found, noise=asked.noise), noise_said(asked, found)])
    numbers(found, noise=asked.noise)


def noise_said(asked: Asked, found: Decomposition) -> str:
    """Say what counting unseen n-grams costs the word, if it has any."""
    unseen = int((~found.seen).sum())
    if not unseen:
        return ""
    clean, noisy = (loaders.decomposed(asked.word, noise=noise).vector for noise in (False, True))
    known = bool(np.abs(clean).max() > 0)
    return sentences.about_noise(cosine(clean, noisy) if known else float("nan"), unseen)


def panel(found: Decomposition, piece: int) -> None:
    """Show one piece: what it gives, what it is near, which words hold it, what shares its bucket."""
    model, space = loaders.subwords(), loaders.space("fasttext")
    name = found.ngrams[piece]
    own = found.own and piece == 0
    st.markdown(f"**{'The word’s own row' if own else safe(name)}**")
    partners = () if own else loaders.partners(found)[int(found.rows[piece])]
    st.markdown(sentences.about_gram(found, piece, partners))
    if found.seen[piece]:
        near = space.neighbours(found.vectors[piece], NEAR)
        st.markdown("Its own nearest words: " + ", ".join(f"*{n.word}*" for n in near))
    if not own and found.seen[piece]:
        holding = model.holding(name, 200)
        many = "200 words and more" if len(holding) == 200 else f"{len(holding)} word{'s' * (len(holding) != 1)}"
        st.markdown(f"In {many} of the vocabulary: " + ", ".join(f"*{quoted(w)[1:-1]}*" for w in holding[:10]))
    rest = without(found, piece, space)
    if rest:
        st.markdown("Without it the word is near " + ", ".join(f"*{w}*" for w in rest))
    st.caption("Click a bar to look at another piece.")


def without(found: Decomposition, piece: int, space: Space) -> list[str]:
    """Return the nearest words of a word without one piece."""
    if np.isnan(found.without[piece]):
        return []
    return [near.word for near in space.neighbours(found.left_without(piece), 5, exclude=[found.word])]


def pick() -> None:
    """Take a click on a bar."""
    points = st.session_state["sub_pieces"].selection.points
    if points and points[0].get("customdata"):
        st.session_state["sub_gram"] = html.unescape(points[0]["customdata"][0])


def more(asked: Asked, found: Decomposition) -> None:
    """Show one of the sections that go deeper."""
    st.header("Look closer", anchor=False)
    if not st.session_state.get("sub_strike_box", True):
        st.query_params.pop("sub_strike", None)  # a chip has cleared the box, which may not be on the screen
    section = st.segmented_control(
        "Look closer",
        SECTIONS,
        default=SECTIONS[0],
        required=True,
        key="sub_more",
        bind="query-params",
        label_visibility="collapsed",
        width="stretch",
    )
    if section == "Tug of war":
        tugging(found)
    elif section == "Typos":
        typing()
    elif section == "Word sums":
        sums()
    elif section == "Families":
        families()
    elif section == "Buckets":
        buckets(asked.word)
    elif section == "What it cannot mend":
        cannot()
    else:
        near_words(found)


def numbers(found: Decomposition, *, noise: bool) -> None:
    """Show the numbers of the pieces; those that are left out have none."""
    counts = found.seen | noise
    with st.expander("The numbers of this figure", icon=":material/table:"):
        st.dataframe(
            {
                "piece": sentences.names_of(found),
                "row": found.rows,
                "seen": found.seen,
                "share": np.where(counts, found.shares, np.nan),
                "cosine without it": np.where(counts, found.without, np.nan),
                "length of its row": np.where(counts, np.linalg.norm(found.vectors, axis=1), np.nan),
            },
            hide_index=True,
        )


def as_csv(found: Decomposition, *, noise: bool) -> str:
    """Return the pieces as CSV; those that are left out have no numbers."""
    rows: list[list[object]] = [["piece", "row", "seen", "share", "cosine without it", "length of its row"]]
    lengths = np.linalg.norm(found.vectors, axis=1)
    for i, name in enumerate(sentences.names_of(found)):
        values = (found.shares[i], found.without[i], lengths[i])
        counted = bool(found.seen[i]) or noise
        rows.append(
            [
                name,
                int(found.rows[i]),
                bool(found.seen[i]),
                *("" if not counted or np.isnan(value) else round(float(value), 6) for value in values),
            ]
        )
    return layout.as_csv(rows)


def how() -> None:
    """Show formula, source and code."""
    layout.how_computed(
        "N-grams are those of the word in brackets, `<word>`, counted in letters (code points), repeats kept; brackets "
        "tell *her* in *where* from `<her>`, the word. Each is hashed (32-bit FNV-1a over its UTF-8 bytes as signed "
        "chars, as every released model does) into one of 2,000,000 buckets, and the row of the bucket is trained for "
        "all n-grams that fall into it. fastText’s code takes the mean of the rows, its paper (Bojanowski et al. 2017) "
        "writes their sum: one is the other divided by a number, so directions and cosines are the same. *Seen* means: "
        "some word of the vocabulary has it. The rows of buckets that no word touches did not ship; where fastText "
        "would count such a row, random numbers of the same kind stand in for it. "
        + spaces.credit(loaders.space("fasttext")),
        [
            r"v = \frac{1}{G} \sum_g z_g, \qquad \text{share}_g = \frac{z_g \cdot v}{\sum_h z_h \cdot v}",
        ],
        [ngrams, SubwordModel.decompose],
    )


main()
