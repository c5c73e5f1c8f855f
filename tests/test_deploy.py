"""The files of the deployment agree with each other and with the app."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.deployment import ROOT, filled_in, image_files


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def instructions(word: str) -> list[str]:
    """Return what stands behind each such instruction of the Dockerfile, continued lines joined."""
    return re.findall(rf"^{word} (.+)$", text_of("Dockerfile").replace("\\\n", " "), flags=re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    lines = [line.split("#")[0].strip() for line in text_of(name).splitlines()]
    found = [re.fullmatch(r"([\w.-]+)==([\w.]+)", line) for line in lines if line]
    assert all(found), f"{name}: not every line is an exact pin"
    return {pin[1].lower(): pin[2] for pin in found if pin}


def test_the_image_holds_what_runs_and_nothing_else() -> None:
    files = {str(path) for path in image_files()}
    needed = {"app.py", "LICENSE", "requirements.txt", "deploy/constraints.txt", ".streamlit/config.toml"}
    assert needed | {"assets/MANIFEST.json", "assets/LICENSES.md", "pages/frame.py"} <= files
    assert {name.split("/")[0] for name in files} <= {name.split("/")[0] for name in needed} | {
        "assets",
        "core",
        "pages",
    }
    assert not [name for name in files if "__pycache__" in name or "secret" in name]
    # With about 730 MB of packages and 130 MB of Debian and Python it stays under 1.2 GB.
    assert sum((ROOT / name).stat().st_size for name in files) < 100e6


def test_what_is_in_the_image_is_the_same_on_every_day() -> None:
    assert re.fullmatch(r"python:3\.11\.\d+-slim-\w+", instructions("FROM")[0])
    fixed = pins("deploy/constraints.txt")
    assert pins("requirements.txt").items() <= fixed.items()
    assert [line for line in instructions("RUN") if "-c constraints.txt" in line and "--no-cache-dir" in line]
    assert re.search(r"image: nginx:\d+\.\d+\.\d+-", text_of("compose.yaml"))


def test_the_container_runs_as_nobody_special_on_the_port_that_it_is_told() -> None:
    dockerfile = text_of("Dockerfile")
    assert "--uid 1000" in instructions("RUN")[0]
    assert dockerfile.index("\nUSER reader") > dockerfile.rindex("\nCOPY ")
    assert "PORT=8501" in instructions("ENV")[0]
    assert "OMP_NUM_THREADS=1" in instructions("ENV")[0]
    assert '--server.port=\\"$PORT\\"' in instructions("CMD")[-1]
    assert "/_stcore/health" in instructions("HEALTHCHECK")[0]


def test_no_secret_is_written_down_and_none_is_made_up() -> None:
    secrets = re.findall(r"COOKIE_SECRET: (.+)", text_of("compose.yaml"))
    assert len(secrets) == 1
    assert secrets[0].startswith('"${SENSE_DRIFT_COOKIE_SECRET:?')  # compose stops and prints what follows
    assert "cookieSecret" not in tomllib.loads(text_of(".streamlit/config.toml"))["server"]


def test_both_services_are_held_on_a_short_lead() -> None:
    compose = text_of("compose.yaml")
    for rule in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "mem_limit:", "tmpfs:"):
        assert compose.count(rule) == 2, rule  # the replicas share one entry; nginx has its own
    assert compose.count("<<: *replica") == 2


def test_every_value_that_the_proxy_asks_for_is_given_and_no_other() -> None:
    asked = set(re.findall(r"\$\{(\w+)\}", text_of("deploy/nginx.conf")))
    nginx = text_of("compose.yaml").split("\n  nginx:\n")[1]
    assert asked == set(re.findall(r"^      (SENSE_DRIFT_\w+):", nginx, flags=re.MULTILINE))
    for replica in ("first", "second"):
        port = re.search(rf'SENSE_DRIFT_{replica.upper()}: "{replica}:(\d+)"', nginx)
        assert port is not None
        assert f'SENSE_DRIFT_{replica.upper()}_PORT: "{port[1]}"' in nginx
        assert f'PORT: "{port[1]}"' in text_of("compose.yaml").split(f"\n  {replica}:\n")[1].split("\n\n")[0]


def test_a_template_without_a_value_is_noticed() -> None:
    assert filled_in("listen ${SENSE_DRIFT_LISTEN}; $uri", {"LISTEN": 80}) == "listen 80; $uri"
    with pytest.raises(KeyError):
        filled_in("${SENSE_DRIFT_LISTEN}", {})


def test_no_link_and_no_file_named_in_the_guide_leads_nowhere() -> None:
    guide = text_of("deploy/README.md")
    for target in re.findall(r"\]\(([^)#\s]+)", guide):
        if not target.startswith("http"):
            assert (ROOT / "deploy" / target).exists(), target
    for variable in re.findall(r"`(SENSE_DRIFT_\w+)`", guide):
        assert variable in text_of("compose.yaml"), variable
