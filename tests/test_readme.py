"""The README keeps its promises."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_five_lines_for_a_notebook_run_and_find_what_they_show(capsys) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line]) == 5
    exec(code[1], {})  # noqa: S102 - our own README
    printed = capsys.readouterr().out
    assert "Neighbour(word='banks'" in printed
    assert 0 < float(printed.splitlines()[-1]) < 0.5


def test_the_tree_in_the_readme_names_what_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tree = text.split("## What is where")[1].split("```")[1]
    for line in tree.strip().splitlines():
        name = line.split()[0]
        assert (ROOT / name).exists(), name
