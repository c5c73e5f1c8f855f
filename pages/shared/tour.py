"""The guided tour: seven views in the order of the story, each asked about before it is shown.

A step is a link: the page with its controls, and ``tour=3``. Without ``tour_shown`` only the question stands there, so
that a class can predict; then the page itself answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

from pages.shared.contents import PAGES
from pages.shared.controls import Kept

STEP, SHOWN, LARGE = "tour", "tour_shown", "tour_large"


@dataclass(frozen=True)
class Stop:
    """One step of the tour.

    Attributes
    ----------
    page : str
        The page's name.
    controls : mapping of str to str
        What its link says.
    ask : str
        What to predict.
    choices : tuple of str
        Predictions to choose from.
    look : str
        Where on the page the answer stands.
    """

    page: str
    controls: Mapping[str, str]
    ask: str
    choices: tuple[str, ...]
    look: str

    @property
    def path(self) -> str:
        """The view's address on this server, without the tour."""
        path = next(page.path for page in PAGES if page.name == self.page)
        return path + (f"?{urlencode(self.controls)}" if self.controls else "")

    @property
    def state(self) -> dict[str, object]:
        """What the link says, as the session holds it."""
        return {name: int(value) if value.isdecimal() else value for name, value in self.controls.items()}


STOPS = (
    Stop(
        "home",
        {},
        "“Bank” lends money and lines rivers, and has one vector. Where does it stand between the two?",
        ("with money", "with the river", "half way"),
        "Find *bank* in the picture, and read below it which words it is nearest to.",
    ),
    Stop(
        "map",
        {"map_set": "Animals", "map_method": "PCA"},
        "Each word has 100 numbers, the screen has two. Of a word’s ten nearest neighbours, how many are still among "
        "the ten nearest on a flat map?",
        ("nearly all", "about half", "a few"),
        "Read *Kept* beside the map, then click a word and follow the lines to its true neighbours.",
    ),
    Stop(
        "drift",
        {"drift_word": "bank", "drift_share": "10"},
        "In a text one “bank” in ten is a river bank. Of the ten words nearest to the word’s vector, how many tell "
        "of rivers?",
        ("one", "several", "none"),
        "Read *What you see*. Then drag the share upwards until the neighbours tip over.",
    ),
    Stop(
        "subwords",
        {"sub_word": "bank", "sub_more": "What it cannot mend"},
        "FastText builds words from their letters. Does that give “bank” two vectors in two sentences?",
        ("yes", "no", "only for rare words"),
        "Compare the cosine of the two uses, and the nearest words in four spaces.",
    ),
    Stop(
        "context",
        {},
        "“I deposited money at the bank yesterday.” Which words should count when we ask what “bank” means here?",
        ("all alike", "money and deposited", "the words next to it"),
        "Switch between the four kinds of weights and watch the words fill and the arrows move.",
    ),
    Stop(
        "context",
        {"ctx_add": "After it"},
        "Now an unrelated sentence follows each of ours. Which weights still know which bank is meant?",
        ("equal ones", "those by frequency", "learned ones"),
        "Compare the verdicts in the table: by how much does each lead now?",
    ),
    Stop(
        "limits",
        {},
        "“The dog chased the cat.” “The cat chased the dog.” How far apart are the averages of their words?",
        ("far apart", "close together", "not apart at all"),
        "Read the cosine, then shuffle a sentence of your own.",
    ),
)
_KEPT = (LARGE,)  # what goes along from step to step


def current() -> int | None:
    """Return which step of the tour is on the screen, from 0; None outside of it."""
    asked = st.query_params.get(STEP, "")
    return int(asked) - 1 if asked.isdecimal() and len(asked) < 3 and 1 <= int(asked) <= len(STOPS) else None


def link_of(step: int) -> dict[str, str]:
    """Return the controls of a step's link."""
    kept = {name: st.query_params[name] for name in _KEPT if name in st.query_params}
    return {**STOPS[step].controls, STEP: str(step + 1), **kept}


def go(step: int) -> None:
    """Leave for a step."""
    st.switch_page(f"{STOPS[step].page}.py", query_params=link_of(step))


def guide(step: int) -> bool:
    """Show the step's question and the way on; return whether the view itself is to be shown."""
    stop, shown = STOPS[step], st.query_params.get(SHOWN) == "yes"
    with st.container(border=True, key="tour"):
        text, large = st.columns([5, 1], vertical_alignment="top")
        with large:
            # Not bound: a step on another page could not be told of it.
            if LARGE not in st.session_state:
                st.session_state[LARGE] = st.query_params.get(LARGE) == "true"
            bigger = st.toggle("Larger type", key=LARGE, persist_state="session")
            Kept(LARGE).link("true" if bigger else "")
        with text:
            st.caption(f"Guided tour, step {step + 1} of {len(STOPS)}")
            if shown:
                st.markdown(f"**{stop.ask}** {predicted(step)} {stop.look}")
            else:
                st.title(stop.ask, anchor=False)
                st.pills("Your prediction", stop.choices, key=f"tour_guess_{step}", persist_state="session")
        moves(step, shown=shown)
    if bigger:
        st.html("<style>html { font-size: 125%; }</style>")
    return shown


def predicted(step: int) -> str:
    """Return what was predicted, as a sentence, or ""."""
    guess = st.session_state.get(f"tour_guess_{step}")
    return f"Predicted: *{guess}*." if guess in STOPS[step].choices else ""


def moves(step: int, *, shown: bool) -> None:
    """Show the buttons that lead on, back and out."""
    with st.container(horizontal=True, gap="small"):
        if not shown:
            st.button(
                "Show", type="primary", icon=":material/visibility:", on_click=show, args=(step,), key="tour_show"
            )
        last = step + 1 == len(STOPS)
        if shown and not last:
            way(step, step + 1, "Next", ":material/arrow_forward:")
        if step:
            way(step, step - 1, "Back", ":material/arrow_back:")
        if st.button("End the tour", key="tour_end"):
            st.switch_page("home.py")


def way(step: int, to: int, label: str, icon: str) -> None:
    """Show a button that leads to another step."""
    same = STOPS[step].page == STOPS[to].page
    pressed = st.button(
        label,
        type="primary" if to > step else "secondary",
        icon=icon,
        key=f"tour_{label.lower()}_{step}",  # one for each step: a press must not count for the next as well
        # On one page its own controls are moved: an address that a control is bound to cannot be written.
        on_click=move if same else None,
        args=(step, to),
    )
    if pressed and not same:
        go(to)


def move(step: int, to: int) -> None:
    """Go to a step on the same page, as a button's callback."""
    for name in STOPS[step].controls.keys() - STOPS[to].controls.keys():
        st.session_state.pop(name, None)
    st.session_state.update(STOPS[to].state)
    st.query_params[STEP] = str(to + 1)
    st.query_params.pop(SHOWN, None)


def show(step: int) -> None:
    """Show the view, as a button's callback; a link that names the step alone is enough."""
    unsaid = STOPS[step].controls.keys() - set(st.query_params)
    st.session_state.update({name: value for name, value in STOPS[step].state.items() if name in unsaid})
    st.query_params[SHOWN] = "yes"
