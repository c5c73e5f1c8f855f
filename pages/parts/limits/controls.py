"""The controls of the limits page, each declared once."""

from __future__ import annotations

from core.limits.averages import MEANINGS
from pages.shared.controls import MAX_LINK, Choice, Controls, Kept, Slider, Text, Toggle, Word
from pages.shared.spaces import SpacePicker

SENTENCES = {
    "Word order": "The average of a sentence’s word vectors is the same in every order of its words.",
    "Negation": "A *not* adds one vector to a sum, as any word does; and opposites keep the same company.",
    "Cause and effect": "A cosine is the same both ways. What the text says of two words is not.",
    "Logic": "Two cosines do not make a third, and none of them is true or false.",
    "Grounding": "Hop from a word to its nearest words, as long as you like: every road leads to more words.",
    "Minimal pairs": "Say which sentences mean the same, and look for a cosine that can tell.",
    "What they share": "All these limits come from one sum, and four requirements follow from them.",
}
SECTIONS = tuple(SENTENCES)
OURS = "skipgram"  # the space the page opens with: GloVe 6B has neither "don't" nor "i"
VIEWS = ("Two sentences", "Opposites")
MAX_PATH = 600  # characters of a walk in a link
OWN = "tall/short, angry=mad"

SPACE = SpacePicker("limits_space", default=OURS)
SECTION = Choice("limits_section", "Limit", options=SECTIONS, form="buttons")
ORDER = (
    Text("limits_s1", "Sentence 1", placeholder="The dog chased the cat", live=True),
    Text("limits_s2", "Sentence 2", placeholder="The cat chased the dog", live=True),
)
SHUFFLES = Slider("limits_shuffles", "Shuffles of 1", high=8, default=2)
SEED = Slider(
    "limits_seed", "Other shuffles", "Each number is another draw.", low=1, high=999, default=1, form="number"
)
VIEW = Choice("limits_view", "Show", options=VIEWS, form="buttons")
NEGATION = (
    Text("limits_n1", "A sentence", placeholder="I like dogs", live=True),
    Text("limits_n2", "Its negation", placeholder="I don't like dogs", live=True),
    Text("limits_n3", "A paraphrase", placeholder="I love puppies", live=True),
)
OPPOSITES = Text(
    "limits_own",
    "Your own pairs",
    f"Opposites with a slash, synonyms with an equals sign, commas between pairs: {OWN}",
    placeholder=OWN,
)
CAUSE = (
    Word("limits_cause", "Cause", placeholder="rain", live=True),
    Word("limits_effect", "Effect", placeholder="wet", live=True),
)
LOGIC = (
    Word("limits_member", "All these …", placeholder="penguins", live=True),
    Word("limits_group", "… are these", placeholder="birds", live=True),
    Word("limits_property", "and these are or do", placeholder="flying", live=True),
    Word("limits_other", "Beside them, others of that group", placeholder="ducks", live=True),
)
START = Word("limits_start", "Start", placeholder="dog", live=True)
NEAREST = Slider("limits_k", "Nearest words", low=3, high=10, default=7)
PATH = Kept("limits_path", max_chars=MAX_PATH)
PAIR = (
    Text("limits_p1", "A pair of yours", placeholder="The key is on the table", live=True),
    Text("limits_p2", "and", placeholder="The table is on the key", live=True),
)
MEANS = Choice("limits_means", "Their meaning is", options=MEANINGS, default=MEANINGS[1], form="buttons")
THRESHOLD = Slider("limits_threshold", "“Same” from this cosine on", low=0.0, high=1.0, default=0.9, step=0.01)
BOARD_OURS = Toggle("limits_ours", "Our twelve pairs", default=True)
PAIRS = Kept("limits_pairs", max_chars=MAX_LINK)

CONTROLS = Controls(
    "limits",
    *(SPACE, SECTION, *ORDER, SHUFFLES, SEED, VIEW, *NEGATION, OPPOSITES, *CAUSE, *LOGIC, START, NEAREST, PATH),
    *(*PAIR, MEANS, THRESHOLD, BOARD_OURS, PAIRS),
)
