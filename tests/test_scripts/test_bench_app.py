"""The benchmark changes what the map declares, and its report holds every aim against what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.parts.map.controls import CONTROLS
from scripts.bench.app import BARE, CHANGES, Site, import_seconds, labelled, report

CHANGED = [("Chart", "A")] * len(CHANGES)


def site(name: str, seconds: float, memory: float = 300) -> Site:
    made = Site(name, [], Path(), ("Home", "Map"), CHANGED)
    made.cold, made.switch = [seconds] * 2, [seconds] * 2
    made.change.update({i: [seconds] * 2 for i in range(len(CHANGES))})
    made.memory = {1: memory, 50: memory}
    made.imports = {"streamlit": seconds}
    made.served = [(seconds / 2, 12_000)] * len(CHANGES)
    return made


def test_every_change_is_one_that_the_map_takes_and_each_is_another() -> None:
    assert labelled(CHANGES) == [(CONTROLS[key].label, value) for key, value in CHANGES]
    now: dict[str, str] = {}
    for key, value in (*CHANGES, *CHANGES):
        assert now.get(key) != value
        now[key] = value
    with pytest.raises(ValueError, match="map_method does not take UMAP"):
        labelled([("map_method", "UMAP")])
    assert BARE.is_file()


def test_each_aim_is_judged_by_its_ratio() -> None:
    def verdicts(ours: Site) -> list[str]:
        table = report(ours, site("bare", 1.0), [(1, 1)] * len(CHANGES), [1.0] * len(CHANGES)).split("\n\n")[0]
        return [line.split()[-1] for line in table.splitlines()[1:]]

    assert verdicts(site("ours", 1.25)) == ["yes"] * 6
    assert verdicts(site("ours", 1.4)) == ["NO", "yes", "yes", "yes", "yes", "yes"]
    assert verdicts(site("ours", 1.9)) == ["NO", "NO", "NO", "yes", "yes", "yes"]
    assert verdicts(site("ours", 2.1, memory=500)) == ["NO"] * 6


def test_what_the_rest_is_made_of_is_reported() -> None:
    text = report(site("ours", 2.0), site("bare", 1.0), [(1, 1)] * len(CHANGES), [1.0] * len(CHANGES))
    assert "1.00 s, 12 kB" in text
    assert "streamlit" in text


def test_imports_are_summed_by_package_ours_as_one() -> None:
    log = (
        "import time: self [us] | cumulative | imported package\n"
        "import time:   1000000 |    1500000 |   numpy\nimport time:    500000 |     500000 |     numpy.linalg\n"
        "  You can now view your app\nimport time:    250000 |     250000 | core.text\n"
        "import time:    250000 |     250000 |   pages.shared\n"
    )
    assert import_seconds(log) == {"numpy": 1.5, "core, pages": 0.5}
