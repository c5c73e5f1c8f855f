"""Sentences of the context page: each with its words to click, tinted by their weights, and the verdict."""

from __future__ import annotations

import html
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.charts import rgba, sense_colours
from core.context.disambiguation import disambiguate
from core.context.figures import word_colours
from core.context.occurrence import Occurrence
from core.context.reading import Window, labelled, likely_target
from core.context.scene import Scene
from core.context.weights import SCHEMES, TITLES, ContextModel, ContextualVector, Floats
from core.counts.senses import SenseWord
from core.text import escaped, tokenise
from pages.parts.context.controls import CLICKS, MAX_TOKENS, SENTENCES, STRUCK, TARGETS, Settings
from pages.shared import layout, loaders


@dataclass(frozen=True, eq=False)
class View:
    """What is looked at: the sentences on one word, by the senses that it is told by."""

    model: ContextModel
    settings: Settings
    shown: Sequence[Occurrence]
    entry: SenseWord | None

    @property
    def anchors(self) -> Floats | None:
        """A direction a sense; None where there are none."""
        return None if self.entry is None else self.model.anchors(self.entry)


def read(number: int, settings: Settings) -> Window:
    """Show the box of one sentence and return what was typed, its target found and its strikes kept."""
    tokens = tokenise(SENTENCES[number - 1].said())[:MAX_TOKENS]
    labels, at, out = labelled(tokens), TARGETS[number - 1], STRUCK[number - 1]
    likely = likely_target(tokens, loaders.catalogue(), loaders.space().index)
    target = labels.index(at.read()) if at.read() in labels else likely
    listed = {*out.read().split()}
    struck = [place for place, label in enumerate(labels) if label in listed and place != target]
    at.link("" if target is None or target == likely else labels[target])
    out.link(" ".join(labels[place] for place in struck))
    window = Window(tuple(tokens), range(len(tokens)), target, tuple(struck))
    return window.between(settings.before, settings.after)


def fill(view: View, found: Occurrence, entry: SenseWord | None) -> str:
    """Show a sentence's words and its verdict by these senses; return the style rules that tint the words."""
    _words(found, view.settings)
    notes = "".join(f" <small>{html.escape(note)}</small>" for note in found.notices)
    context = found.contexts.get(view.settings.scheme)
    verdict = _verdict(view.model, context, entry) if context else ""
    st.html(f"<p class='verdict'>{verdict}{notes}</p>")
    look = layout.look()
    anchors = None if entry is None else view.model.anchors(entry)
    colours = word_colours(context, anchors, look) if context else [look.accent] * len(found.window.tokens)
    return _tints(found, context, colours)


def _words(found: Occurrence, settings: Settings) -> None:
    """Show the words of a sentence as buttons: a click chooses the target, or strikes a word out."""
    window, strikes = found.window.alone, settings.strikes
    labels = labelled(window.tokens)
    told = (STRUCK if strikes else TARGETS)[found.number - 1]
    key = f"{told.key}_{zlib.crc32(' '.join(window.tokens).encode()):x}"
    # Set before the widget is made: a chip or a link may have chosen another word meanwhile.
    target = None if window.target is None else labels[window.target]
    st.session_state[key] = [labels[place] for place in window.struck] if strikes else target
    spoken = dict(zip(labels, window.tokens, strict=True))
    st.pills(
        f"The words of sentence {found.number}; a click {CLICKS[strikes]}",
        labels,
        selection_mode="multi" if strikes else "single",
        format_func=lambda label: escaped(spoken[label]),
        key=key,
        on_change=_clicked,
        args=(found.number, key),
        label_visibility="collapsed",
    )


def _clicked(number: int, key: str) -> None:
    """Take a click on a word."""
    chosen = st.session_state[key]
    if isinstance(chosen, list):
        STRUCK[number - 1].write(" ".join(chosen))
    elif chosen is not None:  # a click on the target itself leaves it
        TARGETS[number - 1].write(chosen)


def _tints(found: Occurrence, context: ContextualVector | None, colours: Sequence[str]) -> str:
    """Return style rules that fill each word's button from the left in proportion to its weight.

    From below, the edge of a fill half way up would look as if the word were struck out.
    """
    window, ink, rules = found.window, layout.look().ink, []
    for child, place in enumerate(window.own, 1):
        rule = f".st-key-ctx_card_{found.number} [data-testid='stButtonGroup'] button:nth-of-type({child})"
        if place == window.target:
            rules.append(f"{rule}{{background:none;border:2px solid {ink};font-weight:700;color:{ink}}}")
        elif place in window.struck:
            rules.append(f"{rule}{{background:none;text-decoration:line-through;opacity:.55;color:{ink}}}")
        else:
            share = context.relative[place] if context else 0.0
            full, tint, end = rgba(colours[place], 0.55), rgba(colours[place], 0.16 * share), f"{100 * share:.0f}%"
            # A dashed frame: one click away from a verdict.
            frame = f"border:2px dashed {ink};" if window.tokens[place] in loaders.catalogue() else ""
            rules.append(f"{rule}{{{frame}background:linear-gradient(90deg,{full} {end},{tint} {end});color:{ink}}}")
    return " ".join(rules)


def _verdict(model: ContextModel, context: ContextualVector, entry: SenseWord | None) -> str:
    """Return the verdict on a sentence as HTML."""
    word = html.escape(context.tokens[context.target])
    if entry is None:
        return f"“{word}”: no senses named yet"
    verdict = disambiguate(model, context, entry)
    best, other = (html.escape(entry.names[i]) for i in verdict.ranking[:2])
    if verdict.sense is None:
        return f"“{word}”: <b>cannot tell</b> <span>{best} leads {other} by {verdict.margin:.2f} only</span>"
    colour = sense_colours(len(entry.senses), layout.look())[verdict.sense]
    return f"“{word}”: <b style='color:{colour}'>{best}</b> <span>leads by {verdict.margin:.2f}</span>"


def verdict_table(scene: Scene, entry: SenseWord) -> None:
    """Show the verdicts, a row a scheme and a column a sentence."""
    names = [*map(html.escape, entry.names), "cannot tell"]
    colours = [*sense_colours(len(entry.senses), layout.look()), "inherit"]
    rows: dict[str, dict[int, str]] = {}
    for tip in (tip for tip in scene.tips if not tip.aside):
        sense = -1 if tip.verdict.sense is None else tip.verdict.sense
        rows.setdefault(tip.context.scheme, {})[tip.sentence + 1] = (
            f"<td><b style='color:{colours[sense]}'>{names[sense]}</b> {tip.verdict.margin:.2f}</td>"
        )
    head = "".join(f"<th scope='col'>{number}</th>" for number in next(iter(rows.values())))
    body = "".join(
        f"<tr><th scope='row'>{TITLES[scheme]}</th>{''.join(rows[scheme].values())}</tr>" for scheme in SCHEMES
    )
    st.html(
        "<table class='verdicts'><caption>Which sense, and by how much it leads</caption>"
        f"<thead><tr><th scope='col'>sentence</th>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
