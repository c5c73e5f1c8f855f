"""Context: the words around a word have a say, and not an equal one."""

from __future__ import annotations

import html
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import streamlit as st

from core.charts.theme import rgba, sense_colours
from core.context import sentences as said
from core.context.figures.scene import TITLES, build_scene, word_colours
from core.context.scene import Scene, make_scene
from core.context.weights import SCHEMES, THRESHOLD, Weigher, Weighting, decide
from core.counts.senses import SenseWord, anchors
from core.errors import NoContext
from core.text import escaped, quoted, shortened
from pages.parts.context import controls
from pages.parts.context.controls import Asked, Sentence, Weighed
from pages.parts.context.sections import section
from pages.shared import layout, link, loaders, spaces

HEIGHT = 390


def main() -> None:
    """Draw the page."""
    link.notice_ignored("ctx", controls.CONTROLS)
    layout.question(
        "What if the neighbours in the sentence had a say?",
        "Type a sentence, click a word: the words around it are weighed, and their mean tells which meaning is meant.",
    )
    asked = controls.choose()
    weigher = loaders.weigher()
    several = int(st.session_state.get("ctx_n", 2))
    read: list[Weighed] = []
    for low in range(1, several + 1, 2):
        for number, box in zip(range(low, min(low + 2, several + 1)), st.columns(2, gap="medium"), strict=False):
            with box, st.container(key=f"ctx_card_{number}", gap="small"):
                sentence = controls.sentence(number, asked)
                # A slot, for what the words weigh is known only below.
                read.append(weighed(weigher, sentence, asked, st.container(gap="small")))
    words = list(dict.fromkeys(one.sentence.word for one in read if one.weighings))
    word = words[0] if words else ""
    if len(words) > 1:
        word = one_of(words)
    figure_side, panel_side = st.columns([2.3, 1], gap="medium")
    with panel_side, st.container(key="panel"):
        meaning = controls.meant(word) if word else controls.Meant(None)
    fill(weigher, read, asked, meaning.entry, word)
    with figure_side:
        layout.show_notices(meaning.notices)
        shown = [one for one in read if one.weighings and one.sentence.word == word]
        drawn = draw(weigher, shown, asked, meaning.entry, word, panel_side) if shown else False
        if not shown:
            st.info("Type a sentence with a word that has others around it.", icon=":material/info:")
    if drawn and meaning.entry is not None:
        tell(shown, asked, meaning.entry)
    layout.try_chips(controls.CHIPS)
    section(weigher, shown, asked, meaning.entry)
    how()


def weighed(weigher: Weigher, sentence: Sentence, asked: Asked, slot: st.delta_generator.DeltaGenerator) -> Weighed:
    """Weigh a sentence under every scheme, and say what could not be."""
    number = sentence.number
    if sentence.target is None:
        return Weighed(sentence, {}, {}, [f"There is no word in sentence {number}. Type some letters."], slot)
    notices = []
    if not len(sentence.own) > 1:
        notices.append(f"Sentence {number} is one word alone, so nothing stands around it. Type some more.")
    own = sentence.word
    times = [place for place in sentence.own if sentence.tokens[place] == own]
    if len(times) > 1:
        notices.append(
            f"{mentioned([own])} stands {len(times)} times in sentence {number}; click another to weigh for that "
            "one. None of them counts for another."
        )
    try:
        weighings = {
            scheme: weigher.weigh(
                sentence.tokens, sentence.target, scheme, temperature=asked.temperature, struck=sentence.struck
            )
            for scheme in SCHEMES
        }
    except NoContext:
        if len(sentence.own) > 1:
            notices.append(
                f"No word that we know is left beside {mentioned([own])} in sentence {number}: nothing to weigh."
            )
        return Weighed(sentence, {}, {}, notices, slot)
    notices += strangers(weigher, sentence, weighings["uniform"])
    alone, before = sentence.alone, {}
    if alone.target is not None and len(alone.tokens) < len(sentence.tokens):
        with suppress(NoContext):  # one word, which only what was added gives neighbours
            before = {
                scheme: weigher.weigh(
                    alone.tokens, alone.target, scheme, temperature=asked.temperature, struck=alone.struck
                )
                for scheme in SCHEMES
            }
    return Weighed(sentence, weighings, before, notices, slot)


def strangers(weigher: Weigher, sentence: Sentence, weighing: Weighting) -> list[str]:
    """Say what became of words that the space does not hold."""
    known = weigher.space
    spelled = [sentence.tokens[place] for place in weighing.spelled]
    silent = [
        token
        for place, token in enumerate(sentence.tokens)
        if token not in known and place not in weighing.spelled and token != sentence.word and place in sentence.own
    ]
    notices = []
    if silent:
        notices.append(f"Left out, not in {known.title}: {mentioned(silent)}.")
    if spelled:
        notices.append(f"Guessed from n-grams, not in {known.title}: {mentioned(spelled)}.")
    if sentence.word not in known:
        notices.append(
            f"{mentioned([sentence.word])} is not in {known.title}: it has no vector of its own, so the learned "
            "weights cannot ask what goes with it."
        )
    return notices


def mentioned(words: Sequence[str]) -> str:
    """Return words as they were typed, each once."""
    return ", ".join(f"“{shortened(word)}”" for word in dict.fromkeys(words))


def one_of(words: Sequence[str]) -> str:
    """Show which of several words the plane is of; options change with the sentences, so the link is kept by hand."""
    box = "ctx_plane_box"
    if st.session_state.get(box) not in words:
        asked = link.kept("ctx_plane")
        st.session_state[box] = asked if asked in words else words[0]
    chosen = str(
        st.segmented_control("The plane of", list(words), format_func=escaped, required=True, key=box) or words[0]
    )
    link.keep_in_link("ctx_plane", "" if chosen == words[0] else chosen)
    return chosen


def fill(weigher: Weigher, read: Sequence[Weighed], asked: Asked, entry: SenseWord | None, word: str) -> None:
    """Show each sentence's words, tinted by their weights, and the verdict."""
    look = layout.look()
    rules = []
    for one in read:
        sentence = one.sentence
        with one.slot:
            controls.words(sentence, asked)
            mine = entry if sentence.word == word else loaders.catalogue().get(sentence.word)
            notes = "".join(f" <small>{html.escape(note)}</small>" for note in one.notices)
            if not one.weighings:
                n_words = len(sentence.tokens)
                rules.append(tints(one, np.zeros(n_words), [look.accent] * n_words, look.ink))
                st.html(f"<p class='verdict'>{notes}</p>")
                continue
            weighing = one.weighings[asked.scheme]
            directions = None if mine is None else anchors(weigher.told, mine).astype(np.float64)
            colours = (
                [look.accent] * len(sentence.tokens) if directions is None else word_colours(weighing, directions, look)
            )
            rules.append(tints(one, weighing.weights, colours, look.ink))
            colours = sense_colours(len(mine.senses), look) if mine else ()
            st.html(f"<p class='verdict'>{verdict_line(weighing, mine, directions, colours)}{notes}</p>")
    st.html(f"<style>{' '.join(rules)}</style>")


def tints(one: Weighed, weights: np.ndarray, colours: Sequence[str], ink: str) -> str:
    """Return style rules that fill each word's button from the left in proportion to its weight.

    From below, the edge of a fill half way up would look as if the word were struck out.
    """
    most = max(float(weights.max(initial=0)), 1e-9)
    card = f".st-key-ctx_card_{one.sentence.number} [data-testid='stButtonGroup'] button"
    rules = []
    for child, place in enumerate(one.sentence.own, 1):
        share = float(weights[place]) / most
        rule = f"{card}:nth-of-type({child})"
        if place == one.sentence.target:
            rules.append(f"{rule}{{background:none;border:2px solid {ink};font-weight:700;color:{ink}}}")
        elif place in one.sentence.struck:
            rules.append(f"{rule}{{background:none;text-decoration:line-through;opacity:.55;color:{ink}}}")
        else:
            if one.sentence.tokens[place] in loaders.catalogue():  # one click away from a verdict
                rules.append(f"{rule}{{border:2px dashed {ink}}}")
            full, tint = rgba(colours[place], 0.55), rgba(colours[place], 0.16 * share)
            rules.append(
                f"{rule}{{background:linear-gradient(90deg,{full} {100 * share:.0f}%,{tint} {100 * share:.0f}%);"
                f"color:{ink}}}"
            )
    return " ".join(rules)


def verdict_line(
    weighing: Weighting, entry: SenseWord | None, directions: np.ndarray | None, colours: Sequence[str]
) -> str:
    """Return the verdict on a sentence as HTML."""
    word = html.escape(weighing.tokens[weighing.target])
    if entry is None or directions is None:
        return f"“{word}”: no senses named yet"
    verdict = decide(weighing.vector, directions, THRESHOLD)
    if verdict.sense is None:
        best, other = (entry.names[i] for i in np.argsort(-verdict.cosines)[:2])
        return (
            f"“{word}”: <b>cannot tell</b> <span>{html.escape(best)} leads {html.escape(other)} by "
            f"{verdict.margin:.2f} only</span>"
        )
    return (
        f"“{word}”: <b style='color:{colours[verdict.sense]}'>"
        f"{html.escape(entry.names[verdict.sense])}</b> <span>leads by {verdict.margin:.2f}</span>"
    )


def draw(
    weigher: Weigher,
    shown: Sequence[Weighed],
    asked: Asked,
    entry: SenseWord | None,
    word: str,
    panel: st.delta_generator.DeltaGenerator,
) -> bool:
    """Draw the plane of the senses, and in the panel what each scheme says; return whether there was one to draw."""
    if entry is None:
        st.info(
            f"{quoted(word).capitalize()} is not in our catalogue of words with several senses. Name its senses in the "
            "box beside, each with a few words that stand near it, or click another word.",
            icon=":material/info:",
        )
        return False
    directions = anchors(weigher.told, entry).astype(np.float64)
    order = [scheme for scheme in SCHEMES if scheme != asked.scheme] + [asked.scheme]
    try:
        scene = make_scene(
            directions,
            [(one.sentence.number - 1, one.weighings[scheme]) for scheme in order for one in shown],
            THRESHOLD,
            [(one.sentence.number - 1, one.before[asked.scheme]) for one in shown if one.before],
        )
    except ValueError:
        st.info("These senses point the same way. Give them words that differ.", icon=":material/info:")
        return False
    figure = build_scene(scene, entry, asked.scheme, layout.look(), height=HEIGHT)
    filename = f"sense-drift-context-{''.join(c for c in word if c.isalnum())}"
    with panel:
        table(scene, entry)
        image = layout.downloads(
            figure,
            lambda: as_csv(scene, entry),
            filename=filename,
            title=f"{word} in {len(shown)} sentences",
            key="ctx_format",
        )
    layout.chart(
        figure,
        key="ctx_plane_chart",
        alt=f"The plane of the senses of {word}: its one vector, and where each sentence puts it under each scheme; "
        "the table beside has the numbers.",
        filename=filename,
        image=image,
    )
    return True


def table(scene: Scene, entry: SenseWord) -> None:
    """Show the verdicts, a row a scheme and a column a sentence."""
    tips = [tip for tip in scene.tips if not tip.aside]
    numbers = sorted({tip.sentence for tip in tips})
    colours = sense_colours(len(entry.senses), layout.look())
    cells = {}
    for tip in tips:
        sense = tip.verdict.sense
        name = "cannot tell" if sense is None else entry.names[sense]
        colour = "inherit" if sense is None else colours[sense]
        cells[tip.weighting.scheme, tip.sentence] = (
            f"<td><b style='color:{colour}'>{html.escape(name)}</b> {tip.verdict.margin:.2f}</td>"
        )
    head = "".join(f"<th scope='col'>{number + 1}</th>" for number in numbers)
    rows = "".join(
        f"<tr><th scope='row'>{TITLES[scheme]}</th>{''.join(cells[scheme, number] for number in numbers)}</tr>"
        for scheme in SCHEMES
    )
    st.html(
        "<table class='verdicts'><caption>Which sense, and by how much it leads</caption>"
        f"<thead><tr><th scope='col'>sentence</th>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def tell(shown: Sequence[Weighed], asked: Asked, entry: SenseWord) -> None:
    """Say what the figure shows."""
    weigher = loaders.weigher()
    directions = anchors(weigher.told, entry)
    weighings = [one.weighings[asked.scheme] for one in shown]
    verdicts = {
        one.sentence.number: (one.sentence.word, decide(weighing.vector, directions, THRESHOLD))
        for one, weighing in zip(shown, weighings, strict=True)
    }
    layout.what_you_see(
        [
            said.about_verdicts(verdicts, entry, asked.scheme),
            said.about_parting(weighings),
            f"In sentence {shown[0].sentence.number} " + said.about_weights(weighings[0], weigher),
        ]
    )


def as_csv(scene: Scene, entry: SenseWord) -> str:
    """Return every weight and verdict as CSV."""
    rows: list[list[object]] = [["sentence", "scheme", "place", "word", "score", "weight", "verdict", "leads by"]]
    for tip in scene.tips:
        weighing = tip.weighting
        verdict = "cannot tell" if tip.verdict.sense is None else entry.names[tip.verdict.sense]
        for place, token in enumerate(weighing.tokens):
            score = weighing.scores[place]
            rows.append(
                [
                    f"{tip.sentence + 1}{' before a sentence was added' if tip.aside else ''}",
                    weighing.scheme,
                    place + 1,
                    token,
                    "" if np.isnan(score) else round(float(score), 6),
                    round(float(weighing.weights[place]), 6),
                    verdict,
                    round(tip.verdict.margin, 6),
                ]
            )
    return layout.as_csv(rows)


def how() -> None:
    """Show formula, source and code."""
    layout.how_computed(
        "Each word around the target gets a score, a softmax makes weights of the scores, and the contextual vector is "
        "the weighted mean of the words’ vectors. Vectors are whitened first: mean 0 and covariance the identity over "
        "the vocabulary, then length 1. *Uniform* scores all alike; *SIF* is a/(a + p), with p the word’s share of our "
        "text and a = 0.001 (Arora, Liang & Ma 2017); *dot product* multiplies the raw vectors of target and word; "
        "*learned* adds how well the two go together, how much the word counts at all, and how far it stands, all "
        "trained on raw text without any sense label. A sense’s anchor is the mean of its cue words; the nearest by "
        f"cosine wins when it leads by {THRESHOLD:.2f}. " + spaces.credit(loaders.space()),
        [
            r"\alpha_i = \frac{e^{s_i/\tau}}{\sum_j e^{s_j/\tau}}, \qquad h = \sum_i \alpha_i v_i, \qquad "
            r"s_i^{\text{learned}} = \frac{(Q v_t)\cdot(K v_i)}{\sqrt r} + s_{c_i} + g_{\text{distance}}",
        ],
        [Weigher.weigh, decide],
    )


main()
