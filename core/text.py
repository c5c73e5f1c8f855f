"""From text to words, and from words and numbers to text: reading what a person typed, and showing it safely."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence

_SEPARATORS = re.compile(r"[\s,;|/]+")
# A number with its points and commas; or letters and digits, with apostrophes inside (don't, o'clock).
_TOKEN = re.compile(r"[0-9]+(?:[.,][0-9]+)+|[^\W_]+(?:'[^\W\d_]+)*")
_POSSESSIVE = re.compile(r"(?<=[^\W_])'s(?![^\W_'])")
_EDGE = "\"'`´‘’“”«»()[]{}<>.,:;!?¡¿…*_~#"


def split_words(text: str) -> list[str]:
    """Return the words of a typed or pasted list, lower-cased, in order, repeats kept.

    Words are separated by white space, commas, semicolons, bars or slashes; quotes and punctuation around a
    word are dropped, hyphens and full stops inside it stay. Characters that draw nothing (control characters,
    marks that reverse the direction of writing) are dropped, and letters are composed (NFC) as in the vocabulary.
    """
    words = (_trim(piece) for piece in _SEPARATORS.split(visible(text)))
    return [word for word in words if word]


def tokenise(line: str) -> list[str]:
    """Return the tokens of running text, lower-cased, in order, as every space of ours was trained on them.

    - Curly apostrophes become straight; one inside a word stays (*don't*, *o'clock*), and a final *'s* is
      cut: as a possessive or a short *is* it would only double the vocabulary.
    - Hyphens and dashes separate, so that *bare-footed* counts for *bare* and for *footed*, and a rare
      compound does not take both its parts out of the text.
    - Numbers are tokens (*1980*, *1980s*, *3.5*, *1,000*); punctuation and underscores are not.
    """
    if not line.isascii():
        line = unicodedata.normalize("NFC", line).replace("’", "'")
    line = line.lower()
    if "'" in line:
        line = _POSSESSIVE.sub("", line)
    tokens: list[str] = _TOKEN.findall(line)
    return tokens


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


def escaped(text: str) -> str:
    """Return text so that Markdown shows it as it stands."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|~$:&^" else c for c in text)


def unlinked(text: str) -> str:
    """Return text in which no address is one: a space of no width stands where a link would be recognised.

    Markdown makes links of bare addresses, whatever is escaped around them.
    """
    return re.sub(r"(?i)(://|www(?=\.)|@)", "\\1\u200b", text)


def shortened(text: str, length: int = 40) -> str:
    """Return the text, cut to a length in characters, with an ellipsis where it was cut."""
    return text if len(text) <= length else text[: length - 1] + "…"


def safe(text: str) -> str:
    """Return what a person typed so that Markdown shows it as it stands, on one line, shortened."""
    return escaped(shortened(unlinked(visible(text))))


def quoted(text: str) -> str:
    """Return what a person typed between quotes, for Markdown."""
    return f"“{safe(text)}”"


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a percentage, with decimals where it would else read as nothing or all."""
    for digits in range(5):
        text = f"{100 * share:.{digits}f}"
        if share in (0, 1) or float(text) not in (0, 100):
            break
    return f"{text} %"


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Return shares that sum to 1 as whole percentages that sum to 100 (largest remainders)."""
    exact = [100 * share for share in shares]
    whole = [int(value + 1e-9) for value in exact]
    missing = round(sum(exact)) - sum(whole)
    for i in sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])[:missing]:
        whole[i] += 1
    return whole


def shown_share(value: float) -> str:
    """Return a share of contexts as a percentage with two digits that count."""
    if math.isnan(value):
        return "not known"
    digits = 1 - math.floor(math.log10(100 * value)) if value > 0 else 0
    return f"{100 * value:.{min(max(digits, 0), 8)}f} %"


def listed(words: Sequence[str], mark: str = "“”") -> str:
    """Return words as a sentence lists them, each between two marks: “a”, “b” and “c”."""
    marked = [f"{mark[:1]}{word}{mark[1:]}" for word in words]
    return " and ".join(marked) if len(marked) < 3 else ", ".join(marked[:-1]) + " and " + marked[-1]


def _trim(piece: str) -> str:
    word = piece.strip().strip(_EDGE)
    # An abbreviation keeps its last full stop: the vocabulary holds "u.s." and not "u.s".
    if "." in word and piece.strip().endswith("."):
        word += "."
    return unicodedata.normalize("NFC", word.lower())  # some capitals come apart in lower case
