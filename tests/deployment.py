"""What is deployed, read from the files that deploy it."""

from __future__ import annotations

import fnmatch
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def image_files() -> list[Path]:
    """Return what the Dockerfile copies and .dockerignore lets through, relative to the project."""
    rules = [
        line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n") if line and line[0] != "#"
    ]
    copied = re.findall(r"^COPY (.+) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    listed = subprocess.run(["git", "ls-files", "-z", "-co"], cwd=ROOT, capture_output=True, check=True, text=True)
    files = []
    for name in sorted({name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}):
        above = [name, *map(str, Path(name).parents)]
        kept = True
        for rule in rules:
            pattern = rule.removeprefix("!").removeprefix("**/")
            tails = [part for path in above for part in ((path, Path(path).name) if "**/" in rule else (path,))]
            if any(fnmatch.fnmatchcase(tail, pattern) for tail in tails):
                kept = rule.startswith("!")
        if kept and any(source in above for line in copied for source in line.split()):
            files.append(Path(name))
    return files


def filled_in(template: str, values: Mapping[str, object]) -> str:
    """Return the template with its values, as the image of nginx fills it in."""
    return re.sub(r"\$\{SENSE_DRIFT_(\w+)\}", lambda found: str(values[found[1]]), template)
