"""Where the shipped files are, and whether each is still the file that the manifest describes.

``assets/MANIFEST.json`` holds one row a file: where it came from, its licence, its sha256, the command
that builds it, the seed, and counts. A loader asks :func:`verified` for a path and gets either that path
or an :class:`~core.errors.AssetProblem` that names the command which mends it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from core.errors import AssetProblem

ASSETS = Path(__file__).resolve().parent.parent / "assets"
MANIFEST = "MANIFEST.json"

Row = dict[str, Any]


def read_manifest(directory: Path = ASSETS) -> dict[str, Row]:
    """Return the manifest's rows by file name.

    Raises
    ------
    AssetProblem
        When the manifest is missing or is not JSON of the expected shape.
    """
    restore = "git checkout -- assets/MANIFEST.json"
    try:
        rows = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))["files"]
    except FileNotFoundError as error:
        raise AssetProblem(MANIFEST, "is missing", restore) from error
    except (ValueError, KeyError, TypeError) as error:
        raise AssetProblem(MANIFEST, "cannot be read", restore) from error
    needed = {"bytes", "command", "sha256"}
    if not (isinstance(rows, dict) and all(isinstance(row, dict) and needed <= row.keys() for row in rows.values())):
        raise AssetProblem(MANIFEST, "cannot be read", restore)
    return rows


def sha256(path: Path) -> str:
    """Return the file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verified(name: str, directory: Path = ASSETS) -> Path:
    """Return the path of an asset whose bytes are those of its manifest row.

    Raises
    ------
    AssetProblem
        When the file has no row, is missing, or has other bytes (a cut download, a stray edit).
    """
    row = read_manifest(directory).get(name)
    if row is None:
        raise AssetProblem(name, "has no row in the manifest", "git checkout -- assets/MANIFEST.json")
    path = directory / name
    command = str(row["command"])
    if not path.is_file():
        raise AssetProblem(name, "is missing", command)
    if path.stat().st_size != row["bytes"] or sha256(path) != row["sha256"]:
        raise AssetProblem(name, "is damaged: its checksum is not the manifest's", command)
    return path


def record(
    name: str,
    *,
    source: str,
    licence: str,
    command: str,
    seed: int | None,
    counts: dict[str, int],
    directory: Path = ASSETS,
) -> None:
    """Write or replace the manifest row of a file that was just built."""
    rows = read_manifest(directory) if (directory / MANIFEST).exists() else {}
    file = directory / name
    rows[name] = {
        "source": source,
        "licence": licence,
        "sha256": sha256(file),
        "bytes": file.stat().st_size,
        "command": command,
        "seed": seed,
        "counts": counts,
    }
    _write(rows, directory)


def forget(name: str, directory: Path = ASSETS) -> None:
    """Delete a file that is built no more, and its manifest row."""
    rows = read_manifest(directory)
    rows.pop(name, None)
    (directory / name).unlink(missing_ok=True)
    _write(rows, directory)


def _write(rows: dict[str, Row], directory: Path) -> None:
    path = directory / MANIFEST
    text = json.dumps({"files": dict(sorted(rows.items()))}, indent=2, ensure_ascii=False)
    whole = path.with_suffix(".part")
    whole.write_text(text + "\n", encoding="utf-8")
    whole.replace(path)  # a reader meets the old manifest or the new one, never half of one
