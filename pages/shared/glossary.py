"""One glossary: the tooltips where a term stands, and the table in CONTRIBUTING.md, which a test holds to it."""

from __future__ import annotations

GLOSSARY = {
    "analogy": "a − b + c by adding and subtracting vectors, answered by the nearest word: 3CosAdd.",
    "bucket": "The row that an n-gram is hashed into; two n-grams in one bucket share it.",
    "contextual vector": "The weighted mean of the vectors of the words around one token: one for each use.",
    "coefficient": (
        "How much of a sense's own vector is in the word's vector: least squares on all the senses at once."
    ),
    "cosine": "Cosine of the angle between two vectors, from −1 (opposite) over 0 (unrelated) to 1 (same direction).",
    "explained variance": "Share of the vectors' total variance that lies along an axis, 0 to 100 %.",
    "kept": (
        "Share of a word's ten true nearest neighbours (by cosine, among the words drawn) that are still among its "
        "ten nearest on the map, 0 to 100 %."
    ),
    "linear average": "The senses' own vectors, each times its share of the text, added up.",
    "log law": (
        "Arora et al.'s prediction (2018): the rarer sense's coefficient is 1 − c·log10 of how many times rarer it is, "
        "never below 0."
    ),
    "n-gram": "A piece of a word in brackets, `<word>`, 3 to 6 letters long.",
    "named axis": (
        "A direction made of words: the mean of a list, or from one word to another. A word's place on it is its "
        "cosine with that direction."
    ),
    "neighbour": "A word whose vector has a large cosine with another's.",
    "overlap": "Share of a word's ten nearest neighbours in one space that are also among its ten nearest in another.",
    "PCA": "Principal component analysis: the flat view that holds the most variance. Linear, and always the same.",
    "perplexity": "About how many neighbours t-SNE tries to keep near each word; 2 to 100.",
    "projection": "The picture of vectors in two or three dimensions. Never all of them; never called an embedding.",
    "seed": "Where t-SNE starts from. Another seed is another, equally good or bad, layout.",
    "space": "A set of words with one vector each.",
    "temperature": "Divides the scores before a softmax: near 0 the highest takes all, at infinity all count alike.",
    "trustworthiness": (
        "How far nearness on the map can be trusted, 0 to 1: it falls when words look near that are not near in truth "
        "(Venna & Kaski 2001)."
    ),
    "t-SNE": "A map that bends and tears space so that near words stay near; far distances on it mean nothing.",
    "weight": "What one word counts in a mean: at least 0, and all sum to 1.",
    "word vector": "The row of numbers that stands for a word; here 100 of them, the same in every sentence.",
}
