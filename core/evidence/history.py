"""How words became numbers: the steps from symbols to vectors for each use, with their sources."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Milestone:
    """One step.

    Attributes
    ----------
    year : int
        Of the publication named.
    name : str
        What it is called.
    idea : str
        What it added, in one sentence.
    source : str
        Who published it, and where.
    link : str
        Where to read it.
    runs : str
        The page on which it runs here, or "" when it does not.
    """

    year: int
    name: str
    idea: str
    source: str
    link: str
    runs: str = ""


MILESTONES = (
    Milestone(
        1954,
        "One-hot words",
        "A text is a bag of symbols: each word is a number of its own, as far from every other as from any.",
        "Harris, Word 10",
        "https://doi.org/10.1080/00437956.1954.11659520",
        "evidence",
    ),
    Milestone(
        1972,
        "TF-IDF",
        "The same bag, each word counting less the more texts have it.",
        "Spärck Jones, Journal of Documentation 28",
        "https://doi.org/10.1108/eb026526",
    ),
    Milestone(
        1990,
        "PMI",
        "Two words belong together when they meet more often than chance would have it.",
        "Church & Hanks, Computational Linguistics 16",
        "https://aclanthology.org/J90-1003/",
        "map",
    ),
    Milestone(
        2013,
        "Word2Vec",
        "A short vector for each word, learned by guessing its neighbours.",
        "Mikolov et al., arXiv:1301.3781",
        "https://arxiv.org/abs/1301.3781",
        "map",
    ),
    Milestone(
        2014,
        "GloVe",
        "The same from counts: dot products that follow the logarithm of how often words meet.",
        "Pennington, Socher & Manning, EMNLP",
        "https://aclanthology.org/D14-1162/",
        "drift",
    ),
    Milestone(
        2016,
        "Character CNN",
        "A language model that reads words letter by letter.",
        "Kim et al., AAAI, arXiv:1508.06615",
        "https://arxiv.org/abs/1508.06615",
    ),
    Milestone(
        2017,
        "FastText",
        "A word is the sum of its pieces, so that forms and typos share what they have in common.",
        "Bojanowski et al., TACL 5",
        "https://aclanthology.org/Q17-1010/",
        "subwords",
    ),
    Milestone(
        2017,
        "SIF",
        "Words of a sentence averaged, the common ones counting less.",
        "Arora, Liang & Ma, ICLR",
        "https://openreview.net/forum?id=SyK00v5xx",
        "context",
    ),
    Milestone(
        2017,
        "Transformer",
        "Every word asks every other how much it should count: scaled dot products, learned.",
        "Vaswani et al., NeurIPS, arXiv:1706.03762",
        "https://arxiv.org/abs/1706.03762",
    ),
    Milestone(
        2018,
        "ELMo",
        "One vector for each use: the states of a language model that reads both ways.",
        "Peters et al., NAACL",
        "https://aclanthology.org/N18-1202/",
    ),
    Milestone(
        2018,
        "GPT",
        "A Transformer trained to go on writing, then fitted to a task.",
        "Radford et al., OpenAI",
        "https://openai.com/index/language-unsupervised/",
    ),
    Milestone(
        2018,
        "BERT",
        "A Transformer trained to fill gaps, looking both ways.",
        "Devlin et al., NAACL 2019, arXiv:1810.04805",
        "https://arxiv.org/abs/1810.04805",
    ),
)
