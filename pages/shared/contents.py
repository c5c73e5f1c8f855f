"""The pages of the app: what each is called, where it is, and what it says of itself when its link is pasted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One page.

    Attributes
    ----------
    file : str
        Its script in ``pages/``.
    title : str
        What the navigation calls it.
    icon : str
        A Material icon.
    question : str
        The question that it answers: the title of its preview, and the label of a way in.
    description : str
        One sentence on what can be done there.
    """

    file: str
    title: str
    icon: str
    question: str
    description: str

    @property
    def name(self) -> str:
        """The page's name in addresses and of its card: "map"."""
        return self.file.removesuffix(".py")

    @property
    def path(self) -> str:
        """The page's address on this server: "/map", the front door "/"."""
        return "/" if self.name == "home" else f"/{self.name}"


PAGES = (
    Entry(
        "home.py",
        "Home",
        ":material/home:",
        "One word, one vector, many meanings",
        "See, drag and measure what one vector per word can and cannot hold.",
    ),
    Entry(
        "map.py",
        "Map",
        ":material/scatter_plot:",
        "What does a flat map of the space hide?",
        "50,000 real word vectors by PCA, t-SNE and axes that you name, with the neighbours that each map loses.",
    ),
    Entry(
        "drift.py",
        "Drift",
        ":material/swap_calls:",
        "What does training do to a word with two meanings?",
        "Shift the text from one meaning to the other and watch the word's vector travel, solved anew at each step.",
    ),
    Entry(
        "subwords.py",
        "Subwords",
        ":material/extension:",
        "Do pieces of words help? With what, and with what not?",
        "Take any word apart into FastText's n-grams and see what each gives to its vector.",
    ),
    Entry(
        "context.py",
        "Context",
        ":material/balance:",
        "What if the neighbours in the sentence had a say?",
        "Type a sentence: its words are weighed four ways, and their mean tells which meaning is meant.",
    ),
    Entry(
        "limits.py",
        "Limits",
        ":material/block:",
        "What else can no average hold?",
        "Word order, negation, cause, logic and the world itself: what is lost when vectors are averaged.",
    ),
    Entry(
        "evidence.py",
        "Evidence",
        ":material/fact_check:",
        "How do you know?",
        "Every measurement behind these pages: published figure, our figure, and the command.",
    ),
)
