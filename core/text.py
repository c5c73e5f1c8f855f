"""From what a person typed to words that can be looked up."""

from __future__ import annotations

import re
import unicodedata

_SEPARATORS = re.compile(r"[\s,;|/]+")
_EDGE = "\"'`´‘’“”«»()[]{}<>.,:;!?¡¿…*_~#"


def split_words(text: str) -> list[str]:
    """Return the words of a typed or pasted list, lower-cased, in order, repeats kept.

    Words are separated by white space, commas, semicolons, bars or slashes; quotes and punctuation around a
    word are dropped, hyphens and full stops inside it stay. Characters that draw nothing (control characters,
    marks that reverse the direction of writing) are dropped, and letters are composed (NFC) as in the vocabulary.
    """
    words = (_trim(piece) for piece in _SEPARATORS.split(visible(text)))
    return [word for word in words if word]


def one_word(text: str) -> str:
    """Return a typed word as it is looked up: composed, lower-cased, without quotes around it."""
    return _trim(visible(text))


def visible(text: str) -> str:
    """Return the text composed (NFC), without characters that draw nothing or that cannot be encoded.

    White space becomes plain spaces; lone surrogates, control and format characters are dropped.
    """
    kept = (
        " " if character.isspace() else character
        for character in text
        if character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return unicodedata.normalize("NFC", "".join(kept))


def shortened(text: str, length: int = 40) -> str:
    """Return the text, cut to a length in characters, with an ellipsis where it was cut."""
    return text if len(text) <= length else text[: length - 1] + "…"


def _trim(piece: str) -> str:
    word = piece.strip().strip(_EDGE)
    # An abbreviation keeps its last full stop: the vocabulary holds "u.s." and not "u.s".
    if "." in word and piece.strip().endswith("."):
        word += "."
    return unicodedata.normalize("NFC", word.lower())  # some capitals come apart in lower case
