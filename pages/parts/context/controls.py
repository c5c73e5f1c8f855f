"""The controls of the context page: sentences, the word that each is weighed for, and how."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from core.context.figures.scene import TITLES
from core.context.weights import SCHEMES, Weighting
from core.counts.senses import Sense, SenseWord
from core.text import escaped, quoted, split_words, tokenise, visible
from pages.shared import link, loaders
from pages.shared.layout import Chip
from pages.shared.link import keep_in_link, kept

DEFAULTS = (
    "I deposited money at the bank yesterday.",
    "We sat on the bank of the river.",
    "The bank lent them more than the house was worth.",
    "Willows lean over the bank where the stream turns.",
    "She opened an account at a small bank in Leeds.",
    "The bank was steep and muddy after the flood.",
)
MOST = len(DEFAULTS)
ROOM = link.MAX_LINK - 200  # characters of a link that the controls may take
MAX_TOKENS = 60  # of a sentence, for its words are buttons
MAX_SENSES = 4
LED_ASTRAY = "The bank approved our loan while we were on a boat trip down the river to the sea."
BEYOND = "The mouse ran under the desk with the computer."
NOISE = "The orchestra played a new symphony in Vienna last winter."
SIDES = ("Nothing", "After it", "Before it", "On both sides")
CLICKS = ("weighs for it", "strikes it out")
NAMES = tuple(TITLES[scheme] for scheme in SCHEMES)
TEMPERATURES = {
    "winner takes all": 1e-3,
    "0.25": 0.25,
    "0.5": 0.5,
    "1": 1.0,
    "2": 2.0,
    "4": 4.0,
    "all alike": math.inf,
}
SECTIONS = (
    "The balance",
    "Strike out",
    "By hand",
    "Nearest words",
    "What averaging washes out",
    "How it learned",
    "Scoreboard",
)

CONTROLS: dict[str, link.Control] = {
    "ctx_n": link.Number(1, MOST),
    **{f"ctx_s{i}": link.Text() for i in range(1, MOST + 1)},
    **{f"ctx_at{i}": link.Text(80) for i in range(1, MOST + 1)},
    **{f"ctx_out{i}": link.Text() for i in range(1, MOST + 1)},
    "ctx_scheme": link.Choice(NAMES),
    "ctx_temp": link.Choice(tuple(TEMPERATURES)),
    "ctx_click": link.Choice(CLICKS),
    "ctx_add": link.Choice(SIDES),
    "ctx_noise": link.Text(),
    "ctx_senses": link.Text(400),
    "ctx_plane": link.Text(60),
    "ctx_more": link.Choice(SECTIONS),
    "ctx_of": link.Number(1, MOST),
    "ctx_hand": link.Text(),
    "ctx_format": link.Choice(("PNG", "SVG")),
}


def sentences(*texts: str, **more: object) -> dict[str, object]:
    """Return the controls that show other sentences; targets, strikes and senses are forgotten."""
    cleared: dict[str, object] = {f"ctx_at{i}": "" for i in range(1, MOST + 1)}
    cleared |= {f"ctx_out{i}": "" for i in range(1, MOST + 1)} | {"ctx_senses": "", "ctx_add": SIDES[0]}
    return cleared | {"ctx_n": len(texts)} | {f"ctx_s{i}": text for i, text in enumerate(texts, 1)} | more


@dataclass(frozen=True)
class Sentence:
    """A sentence as it is weighed.

    Attributes
    ----------
    number : int
        Which, from 1.
    tokens : tuple of str
        Its words, with those that were added on either side.
    own : range
        Which of them are the reader's own.
    target : int or None
        Which of all tokens it is weighed for; None when there is none.
    struck : tuple of int
        Which have no say.
    """

    number: int
    tokens: tuple[str, ...]
    own: range
    target: int | None
    struck: tuple[int, ...]

    @property
    def word(self) -> str:
        """The word that it is weighed for, or ""."""
        return "" if self.target is None else self.tokens[self.target]

    @property
    def alone(self) -> Sentence:
        """The sentence without what was added."""
        start = self.own.start
        return Sentence(
            self.number,
            self.tokens[start : self.own.stop],
            range(len(self.own)),
            None if self.target is None else self.target - start,
            tuple(place - start for place in self.struck),
        )


@dataclass(frozen=True, eq=False)
class Weighed:
    """A sentence with its weights under every scheme.

    Attributes
    ----------
    sentence : Sentence
        What was typed.
    weighings : dict of str to Weighting
        By scheme; empty when there is nothing to weigh.
    before : dict of str to Weighting
        The same before a sentence was added, if one was.
    notices : list of str
        What has to be said, as plain text.
    slot : DeltaGenerator
        Where its words and its verdict are shown.
    """

    sentence: Sentence
    weighings: Mapping[str, Weighting]
    before: Mapping[str, Weighting]
    notices: Sequence[str]
    slot: st.delta_generator.DeltaGenerator = field(repr=False)


@dataclass(frozen=True)
class Asked:
    """How the reader wants sentences weighed.

    Attributes
    ----------
    scheme : str
        One of :data:`core.context.weights.SCHEMES`.
    temperature : float
        Divides the scores.
    strikes : bool
        Whether a click strikes a word out; else the sentence is weighed for it.
    before, after : tuple of str
        Words that are added to each sentence.
    """

    scheme: str
    temperature: float
    strikes: bool
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meant:
    """The senses that a word is told by, or what has to be said of them."""

    entry: SenseWord | None
    notices: list[str] = field(default_factory=list)


def choose() -> Asked:
    """Show the controls that say how sentences are weighed."""
    scheme_box, temperature_box, click_box, add_box, number_box = st.columns(
        [2, 1.25, 1.35, 0.95, 0.65], vertical_alignment="bottom"
    )
    with number_box:
        st.number_input("Sentences", 1, MOST, 2, key="ctx_n", bind="query-params")
    with scheme_box:
        scheme = st.segmented_control(
            "Weights", NAMES, default=NAMES[-1], required=True, key="ctx_scheme", bind="query-params", width="stretch"
        )
    with temperature_box:
        temperature = st.select_slider(
            "Temperature",
            list(TEMPERATURES),
            "1",
            key="ctx_temp",
            bind="query-params",
            help="Divides the scores before the softmax: low, and the highest score takes all; high, and all words "
            "count alike.",
        )
    with add_box:
        side = st.selectbox(
            "Add a sentence",
            SIDES,
            key="ctx_add",
            bind="query-params",
            help="An unrelated sentence beside each of yours: what do the weights make of it?",
        )
    with click_box:
        click = st.segmented_control(
            "A click on a word",
            CLICKS,
            default=CLICKS[0],
            required=True,
            key="ctx_click",
            bind="query-params",
            width="stretch",
            help="The framed word is the one that the others are weighed for. A dashed frame: our catalogue knows "
            "senses of this word too.",
        )
    extra: tuple[str, ...] = ()
    if side != SIDES[0]:
        typed = st.text_input(
            "The sentence that is added",
            key="ctx_noise",
            bind="query-params",
            max_chars=link.MAX_TEXT,
            placeholder=NOISE,
            live="300ms",
        )
        extra = tuple(tokenise((typed or "")[: link.MAX_TEXT]) or tokenise(NOISE))[:MAX_TOKENS]
    return Asked(
        SCHEMES[NAMES.index(str(scheme))],
        TEMPERATURES[str(temperature)],
        click == CLICKS[1],
        extra if side in (SIDES[2], SIDES[3]) else (),
        extra if side in (SIDES[1], SIDES[3]) else (),
    )


def sentence(number: int, asked: Asked) -> Sentence:
    """Show the box of one sentence and return what was typed, its target found and its strikes kept."""
    # Not bound: a bound box that a chip fills as it appears would not be in the link.
    key = f"ctx_s{number}"
    kept(key)
    typed = st.text_input(
        f"Sentence {number}",
        key=key,
        max_chars=link.MAX_TEXT,
        placeholder=DEFAULTS[number - 1],
        live="300ms",
        label_visibility="collapsed",
    )
    text = (typed or "")[: link.MAX_TEXT]
    others = sum(link.encoded_length(name, st.query_params[name]) for name in st.query_params if name != key)
    fits = others + link.encoded_length(key, text) <= ROOM
    keep_in_link(key, text if fits else "")
    if not fits:
        st.caption("This sentence no longer fits into the link, so whoever opens it will not see it.")
    return read(number, text, asked)


def read(number: int, typed: str, asked: Asked) -> Sentence:
    """Return a sentence for what was typed; with nothing typed, the one that stands in the box."""
    text = typed if visible(typed).strip() else DEFAULTS[number - 1]
    tokens = tokenise(text)[:MAX_TOKENS]
    labels = labelled(tokens)
    chosen = kept(f"ctx_at{number}")
    target = labels.index(chosen) if chosen in labels else guess(tokens)
    out = {*kept(f"ctx_out{number}").split()}
    struck = [place for place, label in enumerate(labels) if label in out and place != target]
    keep_in_link(f"ctx_at{number}", "" if target is None or target == guess(tokens) else labels[target])
    keep_in_link(f"ctx_out{number}", " ".join(labels[place] for place in struck))
    start = len(asked.before)
    return Sentence(
        number,
        (*asked.before, *tokens, *asked.after),
        range(start, start + len(tokens)),
        None if target is None else start + target,
        tuple(start + place for place in struck),
    )


def labelled(tokens: Sequence[str]) -> list[str]:
    """Return a name for each token that no other has: "bank", then "bank~2"."""
    seen: dict[str, int] = {}
    names = []
    for token in tokens:
        seen[token] = seen.get(token, 0) + 1
        names.append(token if seen[token] == 1 else f"{token}~{seen[token]}")
    return names


def guess(tokens: Sequence[str]) -> int | None:
    """Return which word a sentence is most likely about: one of the catalogue, else the rarest that we know."""
    catalogue, known = loaders.catalogue(), loaders.space().index
    for place, token in enumerate(tokens):
        if token in catalogue:
            return place
    places = [place for place, token in enumerate(tokens) if token in known]
    return max(places, key=lambda place: known[tokens[place]]) if places else (0 if tokens else None)


def words(said: Sentence, asked: Asked) -> None:
    """Show the words of a sentence as buttons: a click chooses the target, or strikes a word out."""
    tokens = said.alone.tokens
    labels = labelled(tokens)
    key = f"ctx_words_{said.number}_{int(asked.strikes)}_{zlib.crc32(' '.join(tokens).encode()):x}"
    target, struck = said.alone.target, said.alone.struck
    # Set before the widget is made: a chip or a link may have chosen another word meanwhile.
    if asked.strikes:
        st.session_state[key] = [labels[place] for place in struck]
    else:
        st.session_state[key] = None if target is None else labels[target]
    spoken = dict(zip(labels, tokens, strict=True))
    st.pills(
        f"The words of sentence {said.number}; a click {CLICKS[asked.strikes]}",
        labels,
        selection_mode="multi" if asked.strikes else "single",
        format_func=lambda label: escaped(spoken[label]),
        key=key,
        on_change=clicked,
        args=(said.number, key),
        label_visibility="collapsed",
    )


def clicked(number: int, key: str) -> None:
    """Take a click on a word."""
    found = st.session_state[key]
    if isinstance(found, list):
        st.session_state[f"ctx_out{number}"] = " ".join(found)
    elif found is not None:  # a click on the target itself leaves it
        st.session_state[f"ctx_at{number}"] = found


def meant(word: str) -> Meant:
    """Show the box for senses of the reader's own; return those, else the catalogue's."""
    typed = st.text_input(
        f"Your own senses of {quoted(word)}",
        key="ctx_senses",
        bind="query-params",
        max_chars=400,
        placeholder="money: loan, cash; river: water, shore",
        help="Two to four senses, each with a name and a few words that stand near it: name: words; name: words.",
    )
    entry = loaders.catalogue().get(word)
    if not (typed or "").strip():
        return Meant(entry)
    own, notices = own_senses(word, str(typed)[:400])
    return Meant(own or entry, notices)


def own_senses(word: str, typed: str) -> tuple[SenseWord | None, list[str]]:
    """Return the senses that the reader names, or None and what is missing."""
    known, told, notices = loaders.space(), [], []
    for part in typed.split(";"):
        if not visible(part).strip():
            continue
        name, colon, listed = part.partition(":")
        name = visible(name).strip()[:30]
        cues = list(dict.fromkeys(cue for cue in split_words(listed) if cue != word)) if colon else []
        held = [cue for cue in cues if cue in known]
        missing = [cue for cue in cues if cue not in known]
        if missing:
            notices.append(
                f"Left out of {quoted(name)}, for {known.title} does not hold them: "
                f"{', '.join(quoted(cue) for cue in missing)}."
            )
        if name and held:
            told.append(Sense(name, "", tuple(held), ()))
        elif name and not missing:
            notices.append(f"The sense {quoted(name)} needs words after a colon, as in *money: loan, cash*.")
    if len({sense.name for sense in told}) < len(told):
        notices.append("Of senses with the same name the last one counts.")
    told = list({sense.name: sense for sense in told}.values())
    if len(told) > MAX_SENSES:
        notices.append(f"Up to {MAX_SENSES} senses are told apart; the first {MAX_SENSES} are.")
    if len(told) < 2:
        return None, [*notices, "Two senses at least are needed: *name: words; name: words*."]
    return SenseWord(word, tuple(told[:MAX_SENSES])), notices


CHIPS = (
    Chip("bank", sentences("", "")),
    Chip("bat", sentences("The bat flew out of the cave at dusk.", "He swung the bat and hit the ball.")),
    Chip(
        "spring, three ways",
        sentences(
            "Flowers bloom in spring after the snow melts.",
            "The spring in the mattress is broken and the steel bent.",
            "Fresh water rises from a spring in the rocks.",
        ),
    ),
    Chip(
        "run, three ways",
        sentences(
            "She went for a run around the park before breakfast.",
            "They run a small company that makes furniture.",
            "The program will run on any computer with enough memory.",
        ),
    ),
    Chip("crane", sentences("The crane spread its wings over the marsh.", "A crane lifted the steel beams.")),
    Chip("mouse", sentences("The cat chased a mouse across the barn.", "Click the left button of the mouse.")),
    Chip(
        "Equal weights fail, learned ones do not",
        sentences(LED_ASTRAY, "We were swimming in the lake all day when the bank rang about our mortgage."),
    ),
    Chip("Both fail", sentences(BEYOND, "The fishermen counted their cash on the bank.")),
    Chip("An unrelated sentence", sentences("", "", ctx_add=SIDES[1], ctx_scheme=NAMES[0])),
)
