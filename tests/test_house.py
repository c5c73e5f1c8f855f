"""The rules that the house is built by: imports run one way, words mean one thing, and a clone works elsewhere."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from pages.shared.contents import PAGES
from pages.shared.glossary import GLOSSARY

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "pages", "scripts")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def tracked() -> list[Path]:
    """Return the files that a clone holds."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


# Imports


def lint_imports(where: Path) -> subprocess.CompletedProcess[str]:
    command = Path(sys.executable).with_name("lint-imports")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([command, "--no-cache"], cwd=where, capture_output=True, text=True, env=clean)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the code, to be built wrongly."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_imports_run_one_way() -> None:
    found = lint_imports(ROOT)
    assert found.returncode == 0, found.stdout[-3_000:]
    assert "0 broken" in found.stdout


def test_an_import_that_runs_the_other_way_is_noticed(house: Path) -> None:
    slips = (
        ("core.spaces.space", "streamlit"),
        ("core.charts.theme", "streamlit"),
        ("core.charts.card", "plotly"),
        ("pages.shared.cards", "plotly"),
        ("core.map.sentences", "pages.shared.layout"),
        ("core.map.tsne", "scripts.build.layouts"),
        ("core.text", "core.spaces.space"),
        ("core.charts.plot", "core.spaces.space"),
        ("core.spaces.space", "core.map.axes"),
        ("core.drift.path", "core.subwords.model"),
        ("core.map.axes", "core.map.figures.plane"),
        ("pages.parts.map.panel", "pages.parts.drift.why"),
        ("pages.shared.layout", "pages.map"),
        ("pages.shared.words", "pages.parts.map.controls"),
        ("pages.parts.map.panel", "pages.map"),
        ("pages.home", "scripts.build.layouts"),
        ("pages.map", "pages.home"),
    )
    for module, wrong in slips:
        path = house / f"{module.replace('.', '/')}.py"
        path.write_text(f"{path.read_text(encoding='utf-8')}\nimport {wrong}\n", encoding="utf-8")
    found = re.sub(r"\s+", " ", lint_imports(house).stdout)
    for module, wrong in slips:
        assert f"{module} -> {wrong} (l." in found, f"nothing forbids that {module} imports {wrong}"


def test_a_new_module_of_core_has_to_find_its_place(house: Path) -> None:
    (house / "core" / "novel.py").write_text('"""New."""\n', encoding="utf-8")
    found = lint_imports(house)
    assert found.returncode != 0
    assert "novel" in found.stdout + found.stderr


# Words


def test_a_term_means_in_the_app_what_it_means_in_the_guide() -> None:
    for term in GLOSSARY:
        rows = [line for line in text_of("CONTRIBUTING.md").splitlines() if line.startswith(f"| {term} |")]
        assert rows == [f"| {term} | {GLOSSARY[term]} |"]


def test_a_tooltip_is_a_sentence_that_fits_one() -> None:
    for term, meaning in GLOSSARY.items():
        assert meaning.endswith("."), term
        assert meaning[0].isupper() or meaning.startswith("a − b"), term
        assert len(meaning) < 220, term
        assert "|" not in meaning, term


def test_every_tooltip_that_a_page_asks_for_is_there() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "pages").rglob("*.py"))
    asked = set(re.findall(r'GLOSSARY\[\s*"([^"]+)"\s*\]', pages))
    assert {"kept", "trustworthiness", "perplexity", "seed"} <= asked <= set(GLOSSARY)


# What a newcomer reads


@pytest.mark.parametrize(
    "command",
    [
        "pip install -r requirements.txt && streamlit run app.py",
        "pip install -r requirements-dev.txt && pytest",
    ],
)
def test_the_readme_names_the_two_commands(command: str) -> None:
    assert command in text_of("README.md")
    for name in re.findall(r"\S+\.(?:txt|py)", command):
        assert (ROOT / name).is_file()


def test_the_readme_lists_every_page_of_the_navigation() -> None:
    scripts = {path.name for path in (ROOT / "pages").glob("*.py")} - {"__init__.py", "frame.py"}
    assert sorted(page.file for page in PAGES) == sorted(scripts)
    for page in PAGES:
        assert f"| {page.title} `{page.path}` |" in text_of("README.md"), page.title


def test_no_link_in_the_papers_leads_nowhere() -> None:
    for paper in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#\s]+)", text_of(paper)):
            if not target.startswith(("http://", "https://", "mailto:")):
                assert (ROOT / target).exists(), f"{paper}: {target}"


def test_the_version_is_the_same_wherever_it_stands() -> None:
    ours = tomllib.loads(text_of("pyproject.toml"))["project"]
    cited = dict(re.findall(r"^(version|license): *\"?([^\"\n]+)", text_of("CITATION.cff"), flags=re.MULTILINE))
    assert cited == {"version": ours["version"], "license": ours["license"]}
    assert text_of("LICENSE").startswith(f"{ours['license']} License")


# A clone on another machine


def machine_traces() -> dict[str, str]:
    """Patterns of what only one machine has, put together so that this file holds none of them."""
    folders = "|".join(("home", "root", "Users", "work", "mnt", "srv"))
    hosts = "|".join((r"\.".join(("pypi", "org")), "python" + "hosted", r"\.".join(("npmjs", "org")), "npm" + "mirror"))
    options = "|".join(("index" + "-url", "trusted" + "-host", "find" + "-links"))
    return {
        "a folder of one machine": rf"(?<![\w.)/~-])/(?:{folders})/\w",
        "a folder of one Windows machine": r"\b[A-Z]:\\" + "Users",
        "a temporary folder": r"(?<![\w.-])/" + r"tmp/\w",
        "a registry": hosts,
        "a setting of a registry": rf"--(?:extra-)?(?:{options})",
        "an address in a private network": r"(?<![\d.])(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}\b",
    }


def test_no_file_knows_the_machine_it_was_made_on() -> None:
    found = []
    for path in tracked():
        content = path.read_bytes()
        if b"\0" in content[:4_096] or path.suffix in {".npy", ".npz", ".png"} or path.name.endswith(".words.txt"):
            continue
        text = content.decode("utf-8")
        for what, pattern in machine_traces().items():
            found += [f"{path.relative_to(ROOT)}: {what}: {hit[0]}" for hit in re.finditer(pattern, text)]
    assert found == []


def test_the_traces_of_a_machine_are_recognised() -> None:
    for line in (
        "/".join(("see ", "home", "jo", "notes.txt")),
        "/".join(("at '", "work", "main", "app.py'")),
        "\\".join(("C:", "Users", "jo")),
        "/".join(("open('", "tmp", "x')")),
        "https://files.python" + "hosted.org/packages/x",
        "--index" + "-url http://x",
        "http://192.168" + ".0.7:8080",
    ):
        assert any(re.search(pattern, line) for pattern in machine_traces().values())


def test_what_is_the_same_everywhere_is_no_trace() -> None:
    for line in ("../shared/eval", "http://localhost:8501", "assets/home/x", "1.10.0.2", "numpy==2.4.6"):
        assert not any(re.search(pattern, line) for pattern in machine_traces().values())


def pins(name: str) -> dict[str, str]:
    lines = [line.split("#")[0].strip() for line in text_of(name).splitlines()]
    found = {}
    for line in lines:
        if not line or line.startswith("-r "):
            continue
        exact = re.fullmatch(r"([A-Za-z0-9._-]+)==(\d+(?:\.\d+)+)", line)
        assert exact, f"{name}: {line!r} is not an exact pin"
        found[exact[1]] = exact[2]
    return found


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_what_is_installed_is_what_was_tested(name: str) -> None:
    for package, pinned in pins(name).items():
        assert version(package) == pinned, package


def test_the_tests_run_on_what_the_app_runs_on() -> None:
    assert "-r requirements.txt" in text_of("requirements-dev.txt").splitlines()
    assert not set(pins("requirements.txt")) & set(pins("requirements-dev.txt"))


def test_every_dependency_says_what_it_buys() -> None:
    table = text_of("README.md").split("## What each dependency buys")[1].split("\n## ")[0].lower()
    for package in pins("requirements.txt"):
        assert package.lower() in table, package


def test_the_code_imports_nothing_that_is_not_pinned() -> None:
    names = {"sklearn": "scikit-learn", "rapidfuzz": "RapidFuzz"}
    pinned = set(pins("requirements.txt")) | {"starlette"}  # starlette comes with streamlit, whose server it is
    for path in [ROOT / "app.py", *(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                imported = [node.module or ""]
            for module in {name.split(".")[0] for name in imported}:
                known = module in sys.stdlib_module_names or module in PACKAGES or names.get(module, module) in pinned
                assert known, f"{path.relative_to(ROOT)} imports {module}"


def test_one_command_checks_everything() -> None:
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    lines = run.read_text(encoding="utf-8").splitlines()
    assert {"ruff format --check .", "ruff check .", "mypy", "lint-imports", "pytest"} <= set(lines)


def test_a_visitor_is_not_counted_and_sees_no_traceback() -> None:
    config = tomllib.loads(text_of(".streamlit/config.toml"))
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    assert config["server"]["headless"] is True
