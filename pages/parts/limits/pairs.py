"""Sections of the limits page that gather: the board of minimal pairs, and what all the limits share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.limits import sentences as said
from core.limits.averages import BOARD, Board, Pair, alike, judge
from core.limits.figures.boards import build_board
from core.spaces.space import Space
from core.text import quoted, tokenise, visible
from pages.parts.limits.controls import MEANINGS, Shown, present, sentence_box
from pages.shared import layout, link, loaders
from pages.shared.layout import Chip

PAIR = ("The key is on the table", "The table is on the key")
MOST_OWN = 20
ROOM = 600  # characters of a link that everything but the pairs may need
_FIELDS, _ROWS = "~", "~~"
_LETTERS = ("s", "d")  # the same, different

PAIR_CHIPS = (
    Chip("threshold 0.90", {"limits_threshold": 0.9}),
    Chip("threshold 0.97", {"limits_threshold": 0.97}),
    Chip("threshold 1.00", {"limits_threshold": 1.0}),
    Chip("hands full", {"limits_p1": "The nurse called the doctor", "limits_p2": "The doctor called the nurse"}),
    Chip("a joke", {"limits_p1": "Time flies like an arrow", "limits_p2": "An arrow flies like time"}),
)
SHARED = (
    ("Word order", Pair("The dog chased the cat.", "The cat chased the dog.", same=False)),
    ("Negation", Pair("I like dogs.", "I don't like dogs.", same=False)),
    ("Cause", Pair("Rain makes it wet.", "Wet makes it rain.", same=False)),
    ("Logic", Pair("All penguins are birds.", "All birds are penguins.", same=False)),
    ("Scope", Pair("He only said that she left.", "He said that only she left.", same=False)),
)
REQUIREMENTS = (
    (
        "Depend on context",
        "A word’s vector must change with the words around it and with their places, or two sentences of the same "
        "words stay one.",
    ),
    ("Select", "One *not* may count for more than ten other words. An average gives each the same say."),
    ("Learn", "Nobody can write down how much each word counts for each other. The weights must come from text."),
    ("Compute at use", "There is no row to store for a sentence never seen: its vectors are made when it is read."),
)


def pairs_of(text: str) -> list[Pair]:
    """Return the pairs that a link holds; what is no pair is passed over."""
    found = []
    for row in text.split(_ROWS)[:MOST_OWN]:
        fields = row.split(_FIELDS)
        if len(fields) == 3 and fields[2] in _LETTERS and all(tokenise(field) for field in fields[:2]):
            found.append(Pair(fields[0][: link.MAX_TEXT], fields[1][: link.MAX_TEXT], fields[2] == _LETTERS[0]))
    return found


def as_text(pairs: Sequence[Pair]) -> str:
    """Return pairs as a link holds them."""
    return _ROWS.join(_FIELDS.join((pair.first, pair.second, _LETTERS[not pair.same])) for pair in pairs)


def add(first: str, second: str, same: bool) -> None:
    """Put a pair on the board, on top."""
    texts = [" ".join(visible(text).replace(_FIELDS, "-").split()) for text in (first, second)]
    pair = Pair(texts[0], texts[1], same)
    others = [other for other in pairs_of(st.session_state["limits_pairs"]) if other != pair]
    st.session_state["limits_pairs"] = as_text([pair, *others][:MOST_OWN])


def drop(pairs: Sequence[Pair]) -> None:
    """Leave these pairs alone on the board."""
    st.session_state["limits_pairs"] = as_text(pairs)


def own_pairs() -> list[Pair]:
    """Return the reader's pairs, which are in the link as long as they fit there."""
    own = pairs_of(link.kept("limits_pairs"))
    text = as_text(own)
    if link.encoded_length("limits_pairs", text) <= link.MAX_LINK - ROOM:
        link.keep_in_link("limits_pairs", text)
    else:
        link.keep_in_link("limits_pairs", "")
        st.caption(
            "Your pairs are too long for a link, so the address leaves them out. To pass them on, download the numbers."
        )
    return own


def pairs(known: Space) -> None:
    """Show the board of minimal pairs, ours and the reader's."""
    first_box, second_box, means_box, add_box, slide_box = st.columns(
        [1.7, 1.7, 1.15, 0.6, 1.2], vertical_alignment="bottom"
    )
    with first_box:
        first = sentence_box("A pair of yours", "limits_p1", PAIR[0])
    with second_box:
        second = sentence_box("and", "limits_p2", PAIR[1])
    with means_box:
        means = st.segmented_control(
            "Their meaning is",
            MEANINGS,
            default=MEANINGS[1],
            required=True,
            key="limits_means",
            bind="query-params",
            width="stretch",
        )
    own = own_pairs()
    with add_box:
        st.button(
            "Add",
            icon=":material/add:",
            on_click=add,
            args=(first, second, means == MEANINGS[0]),
            disabled=len(own) >= MOST_OWN or not (tokenise(first) and tokenise(second)),
            width="stretch",
        )
    with slide_box:
        threshold = st.slider(
            "“Same” from this cosine on", 0.0, 1.0, 0.9, 0.01, key="limits_threshold", bind="query-params"
        )
    if not (tokenise(first) and tokenise(second)):
        layout.show_notices(["A pair needs a word on either side: type some letters or digits."])
    ours = bool(st.session_state.get("limits_ours", st.query_params.get("limits_ours") != "false"))
    found = judge(known, [*own, *(BOARD if ours else ())], float(threshold))
    if found.left_out:
        left = ", ".join(f"{quoted(pair.first)} and {quoted(pair.second)}" for pair in found.left_out[:3])
        layout.show_notices([f"Not on the board, for {known.title} holds no word of one side: {left}."])

    def panel() -> None:
        st.toggle("Our twelve pairs", True, key="limits_ours", bind="query-params")
        if own:
            st.button("Take back the last pair", on_click=drop, args=(own[1:],), width="stretch")
        if len(own) > 1:
            st.button(f"Take back all {len(own)}", on_click=drop, args=([],), width="stretch")

    if not found.pairs:
        panel()
        layout.show_notices(["The board is empty. Add a pair, or bring back ours."])
        layout.try_chips(PAIR_CHIPS)
        return
    present(
        Shown(
            build_board(found, layout.look(), threshold=float(threshold)),
            f"{len(found.pairs)} pairs of sentences by their cosine, and the threshold {threshold:.2f}.",
            "pairs",
            f"Minimal pairs · {known.title}",
            table_of(found),
            [said.about_board(found, float(threshold))],
            PAIR_CHIPS,
            "A pair passes when *the cosine reaches the threshold* and *the meaning is the same* are both true or both "
            "false. Pairs of the same words have cosine 1, above every threshold: if they differ in meaning, no "
            "threshold makes them pass. An average counts above all how many words two sentences share: our pairs that "
            "differ in meaning share most of theirs, our pairs that mean the same share few, and that is the point. "
            "What means the same is for a person to say; our twelve are ours.",
            [
                r"\text{pass}(s, s') \iff \big[\cos(\bar v_s, \bar v_{s'}) \ge t\big] = \big[s \text{ means } s'\big], "
                r"\qquad \{w \in s\} = \{w \in s'\} \Rightarrow \cos = 1 \ge t"
            ],
            [judge],
            (("Pass", f"{int(found.passed.sum())} of {len(found.pairs)}"),),
        ),
        known,
        panel,
    )


def table_of(found: Board) -> list[list[object]]:
    """Return a board's numbers, the head first."""
    table: list[list[object]] = [["first", "second", "meaning", "cosine", "passes"]]
    return table + [
        [pair.first, pair.second, MEANINGS[not pair.same], round(float(cosine), 6), bool(passed)]
        for pair, cosine, passed in zip(found.pairs, found.cosines, found.passed, strict=True)
    ]


def in_context(pair: Pair, word: str) -> float:
    """Return the cosine of a word's contextual vectors in the two sentences of a pair, under learned weights."""
    weigher = loaders.weigher()
    first, second = (
        weigher.weigh(tokens, tokens.index(word), "learned").vector.astype(np.float64)
        for tokens in (tokenise(pair.first), tokenise(pair.second))
    )
    return alike(first, second)


def shared(known: Space) -> None:
    """Show one pair a limit, and what would have to be otherwise."""
    found = judge(known, [pair for _, pair in SHARED], 1.0)
    names = {pair: name for name, pair in SHARED}
    alike = int((found.cosines > 1 - said.EXACT).sum())
    table = table_of(found)
    table[0].insert(0, "limit")
    for row, pair in zip(table[1:], found.pairs, strict=True):
        row.insert(0, names[pair])

    def panel() -> None:
        st.markdown("Met in part, with weights that were learned from raw text:")
        st.page_link("context.py", label="What if the neighbours had a say?", icon=":material/balance:")

    present(
        Shown(
            build_board(found, layout.look(), threshold=None, heads=[names[pair] for pair in found.pairs]),
            "Pairs of sentences that differ in meaning, one for each limit, by their cosine.",
            "shared",
            f"What the limits share · {known.title}",
            table,
            [
                f"{alike} of {len(found.pairs)} pairs that differ in meaning have cosine **1.000000**"
                f"{said.about_others(found)}. A sum forgets who did what to whom, for every word brings the "
                "same vector wherever it stands, and every vector has the same say. And no weighing of words by words "
                "leads out of the text: that limit stays.",
                said.about_context("dog", in_context(SHARED[0][1], "dog")),
            ],
            [Chip("judge pairs of your own", {"limits_section": "Minimal pairs"})],
            "Whatever is computed from an average is the same for all sentences that have the same words. To tell "
            "them apart, a word’s vector has to depend on the sentence *s*, through weights *α* that select, are "
            "learned, and are computed when the sentence is read. That is attention (Vaswani et al. 2017). Our page "
            "has one such layer on static vectors; places count there by distance alone.",
            [
                r"f(\bar v_s) = f(\bar v_{\pi(s)}) \text{ for every } f, \pi; \qquad "
                r"h_i = \sum_{j} \alpha_{ij}(s)\, W v_{w_j}, \qquad "
                r"\alpha_{ij}(s) = \operatorname{softmax}_j \frac{(Q v_{w_i})\cdot(K v_{w_j})}{\sqrt r}"
            ],
            [judge],
        ),
        known,
        panel,
        requirements,
    )


def requirements() -> None:
    """Show what would have to be otherwise."""
    st.header("Four requirements that follow", anchor=False)
    for box, (name, why) in zip(st.columns(4, gap="medium"), REQUIREMENTS, strict=True):
        with box:
            st.markdown(f"**{name}**  \n{why}")
