"""The ready sets of words that the map offers, each in groups that share a colour."""

from __future__ import annotations

from dataclasses import dataclass

from core.spaces.space import Space

HUB = "the word itself"  # the group of the one word that a set is about


@dataclass(frozen=True)
class WordSet:
    """Words to draw together.

    Attributes
    ----------
    key : str
        Its name in links.
    title : str
        Its name on the page; also in links, so it is short and holds no punctuation that a link would spell out.
    groups : dict of str to tuple of str
        Words by group, in the order in which the legend lists them; no word is in two groups.
    """

    key: str
    title: str
    groups: dict[str, tuple[str, ...]]

    @property
    def words(self) -> tuple[str, ...]:
        """All words, group after group."""
        return tuple(word for words in self.groups.values() for word in words)

    @property
    def hub(self) -> str:
        """The word that the set is about, or "" when it is about none."""
        about = self.groups.get(HUB, ())
        return about[0] if about else ""

    @property
    def group_of(self) -> tuple[str, ...]:
        """The group of each word, in the order of :attr:`words`."""
        return tuple(group for group, words in self.groups.items() for _ in words)


def _set(key: str, title: str, **groups: str) -> WordSet:
    return WordSet(key, title, {name.replace("_", " "): tuple(words.split()) for name, words in groups.items()})


READY = (
    _set(
        "bank",
        "Bank between money and river",
        the_word_itself="bank",
        finance="""money loan loans deposit deposits credit mortgage interest account lender cash savings
            investment fund currency debt payment financial banking finance""",
        nature="""river shore water stream lake flood valley creek mud fishing bridge boat canal tide forest
            rocks grass downstream riverside""",
    ),
    _set(
        "royalty",
        "People and royalty",
        royal_men="king prince duke emperor lord monarch heir",
        royal_women="queen princess duchess empress lady baroness heiress",
        men="man boy father brother son uncle nephew husband grandfather gentleman",
        women="woman girl mother sister daughter aunt niece wife grandmother widow",
        things_of_state="throne crown palace kingdom court reign coronation dynasty",
    ),
    _set(
        "animals",
        "Animals",
        pets="dog cat puppy kitten pony rabbit",
        farm="cow sheep goat pig horse chicken duck donkey",
        wild="lion tiger elephant bear wolf fox deer monkey leopard zebra",
        sea="whale dolphin shark salmon tuna octopus crab lobster",
        birds="eagle hawk owl sparrow crow parrot penguin pigeon",
        insects="bee ant butterfly mosquito beetle moth wasp",
    ),
    _set(
        "spring",
        "Senses of spring",
        the_word_itself="spring",
        season="summer autumn winter fall april march may bloom blossom warm seasonal",
        coil="coil wire steel lever mechanism suspension tension elastic bolt compression valve",
        water="fountain well creek brook cascade reservoir pond waterfall thermal groundwater mineral",
    ),
    _set(
        "capitals",
        "Countries and capitals",
        countries="""france germany italy spain portugal poland russia china japan greece egypt sweden norway
            austria hungary canada cuba peru iran turkey""",
        capitals="""paris berlin rome madrid lisbon warsaw moscow beijing tokyo athens cairo stockholm oslo
            vienna budapest ottawa havana lima tehran ankara""",
    ),
    _set(
        "verbs",
        "Verbs by tense",
        base="walk talk play call look ask go see take write sing drive speak give begin swim",
        past="walked talked played called looked asked went saw took wrote sang drove spoke gave began swam",
        ing_form="""walking talking playing calling looking asking going seeing taking writing singing driving
            speaking giving beginning swimming""",
    ),
)
FREQUENT = {"top-1000": 1_000, "top-10000": 10_000}


def frequent(space: Space, key: str) -> WordSet:
    """Return the most frequent words of a space as a set of one group, as named in ``FREQUENT``."""
    n = FREQUENT[key]
    return WordSet(key, f"Top {n} words", {"words": space.words[:n]})


def neighbourhood(space: Space, word: str, k: int) -> WordSet:
    """Return a word and its k nearest by cosine.

    Raises
    ------
    UnknownWord
        When the space does not hold the word.
    """
    near = tuple(found.word for found in space.neighbours(word, k))
    return WordSet("near", f"Around “{word}”", {HUB: (word,), f"its {len(near)} nearest": near})
