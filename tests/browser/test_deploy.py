"""Two replicas behind nginx, as ``compose.yaml`` has them: whoever comes stays, and when one dies the other serves.

The image's files run here in two processes, behind Debian's nginx with the configuration that is deployed.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESK, PATIENCE, ROOT, map_link, reading
from tests.deployment import filled_in, image_files
from tests.needs import cannot_run

NAMES = ("first", "second")
COOKIE = "sense_drift_replica"
SECRET = "not much of a secret"  # noqa: S105
LEFT_OUT = "umbrella"  # typed by a reader; nobody else may come to know it


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def cookie(self) -> str:
        """The replica's name in the cookie that is set, or ""."""
        found = re.search(rf"{COOKIE}=(\w+)", self.headers.get("set-cookie", ""))
        return found[1] if found else ""


@dataclass
class Deployment:
    """Two replicas and the proxy before them."""

    folder: Path
    ports: dict[str, int]
    proxy: int
    replicas: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """Where the browser finds it."""
        return f"http://localhost:{self.proxy}"

    def start(self, name: str) -> None:
        """Start a replica as the image does."""
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.address=127.0.0.1"]
        self.replicas[name] = subprocess.Popen(
            [*command, f"--server.port={self.ports[name]}"],
            cwd=self.folder / "image",
            env=os.environ
            | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "STREAMLIT_SERVER_COOKIE_SECRET": SECRET},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait_for(self, *ports: int) -> None:
        """Wait until something healthy answers on each port."""
        deadline = time.monotonic() + 2 * PATIENCE / 1000
        for port in ports:
            while True:
                try:
                    if ask(port, "/_stcore/health").status == 200:
                        break
                except OSError:
                    pass
                if time.monotonic() > deadline:
                    pytest.fail(f"nothing answers on port {port}; nginx says: {self.errors()}")
                time.sleep(0.1)

    def kill(self, name: str) -> None:
        """End a replica as a crash does."""
        self.replicas[name].kill()
        self.replicas[name].wait()

    def log(self) -> str:
        """Return the access log; a line is written a moment after its answer."""
        time.sleep(0.3)
        return (self.folder / "access.log").read_text(encoding="utf-8")

    def errors(self) -> str:
        """Return the error log."""
        path = self.folder / "error.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""


def ask(port: int, path: str, *, replica: str = "", **headers: str) -> Answer:
    """Ask for a path as a browser that has a cookie or none; names of headers with _ for -."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE / 1000)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if replica:
        sent["Cookie"] = f"{COOKIE}={replica}"
    try:
        connection.request("GET", path, headers=sent)
        answer = connection.getresponse()
        return Answer(answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read())
    finally:
        connection.close()


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens on."""
    with ExitStack() as stack:
        found = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in found:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in found]


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """Start both replicas and nginx; without nginx, say why the test cannot run."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        cannot_run("no nginx here: apt-get install nginx")
        raise AssertionError("unreachable")
    folder = tmp_path_factory.mktemp("deployed")
    for path in image_files():
        place = folder / "image" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(ROOT / path) if path.parts[0] == "assets" else shutil.copy(ROOT / path, place)
    first, second, proxy = free_ports(3)
    site = Deployment(folder, {"first": first, "second": second}, proxy)
    (folder / "run").mkdir()
    values = {
        "LISTEN": f"127.0.0.1:{proxy}",
        "FIRST": f"127.0.0.1:{first}",
        "FIRST_PORT": first,
        "SECOND": f"127.0.0.1:{second}",
        "SECOND_PORT": second,
        "RUN": folder / "run",
        "ACCESS_LOG": folder / "access.log",
        "ERROR_LOG": folder / "error.log",
        "TRUSTED_PROXY": "127.0.0.1",
    }
    settings = folder / "nginx.conf"
    template = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    settings.write_text(filled_in(template, values), encoding="utf-8")
    command = [program, "-e", "stderr", "-p", str(folder), "-c", str(settings)]
    if os.geteuid() == 0:
        command += ["-g", "user root;"]  # else its workers may not look into a folder of ours
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
    try:
        for name in NAMES:
            site.start(name)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as nginx:
            try:
                site.wait_for(first, second, proxy)
                yield site
            finally:
                nginx.terminate()
    finally:
        for name in site.replicas:
            site.kill(name)


def test_visitors_without_a_cookie_are_spread_over_both_replicas(deployed: Deployment) -> None:
    given = Counter(ask(deployed.proxy, "/map").cookie for _ in range(10))
    assert set(given) == set(NAMES)
    assert min(given.values()) >= 3, given


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_a_browser_asks_for_comes_from_its_replica(deployed: Deployment, name: str) -> None:
    before = len(deployed.log())
    for path in ("/", "/map", "/_stcore/health", "/_stcore/host-config", "/media/nothing.png") * 2:
        assert ask(deployed.proxy, path, replica=name).cookie == ""  # it has the right one
    answered = {line.split()[7] for line in deployed.log()[before:].splitlines()}
    assert answered == {name}


def test_a_browser_without_cookies_has_one_replica_for_its_session(deployed: Deployment) -> None:
    agents = [f"browser {i}" for i in range(8)]
    homes = {
        agent: {ask(deployed.proxy, "/_stcore/health", User_Agent=agent).cookie for _ in range(3)} for agent in agents
    }
    assert all(len(names) == 1 for names in homes.values()), homes
    assert len(set.union(*homes.values())) == 2, homes


def test_what_can_be_compressed_is_and_what_never_changes_is_kept(deployed: Deployment) -> None:
    page = ask(deployed.proxy, "/map?map_find=dog", Accept_Encoding="gzip")
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    assert "content-security-policy" in page.headers
    assert "nginx/" not in page.headers.get("server", "")
    script = re.search(r'src="\./(static/js/[^"]+\.js)"', ask(deployed.proxy, "/").body.decode())
    assert script is not None
    plain = ask(deployed.proxy, f"/{script[1]}")
    packed = ask(deployed.proxy, f"/{script[1]}", Accept_Encoding="gzip")
    for answer in (plain, packed):
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "set-cookie" not in answer.headers
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < 0.45 * len(plain.body)
    assert "immutable" not in ask(deployed.proxy, "/static/js/nothing.12345678.js").headers.get("cache-control", "")


def test_what_is_of_no_use_to_a_visitor_is_refused(deployed: Deployment) -> None:
    assert ask(deployed.proxy, "/_stcore/metrics").status == 404
    connection = http.client.HTTPConnection("127.0.0.1", deployed.proxy, timeout=PATIENCE / 1000)
    connection.request("PUT", "/_stcore/upload_file/a/b", headers={"Content-Length": str(2_000_000)})
    assert connection.getresponse().status == 413
    connection.close()


def test_a_class_behind_one_address_gets_in_and_a_flood_does_not(deployed: Deployment) -> None:
    school, flood = "203.0.113.7", "198.51.100.9"

    def statuses(address: str, count: int) -> Counter[int]:
        def one(_: int) -> int:
            return ask(deployed.proxy, "/_stcore/health", X_Forwarded_For=address, User_Agent=address).status

        with ThreadPoolExecutor(16) as pool:
            return Counter(pool.map(one, range(count)))

    assert statuses(school, 30 * 10) == {200: 300}
    refused = statuses(flood, 900)[429]
    assert refused > 100, refused
    assert statuses(school, 10) == {200: 10}


def test_when_a_replica_dies_the_open_page_comes_back_by_itself(browser: Browser, deployed: Deployment) -> None:
    context = browser.new_context(**DESK)
    with reading(context, deployed.base) as someone:
        someone.open(map_link(set="Animals", method="PCA", find="horse", across=LEFT_OUT))
        someone.wait_for_figure("Animals", "PCA")
        before, told, address = set(someone.places_at_rest()), someone.rows(), someone.page.url
        someone.page.evaluate("() => { window.opened = 'once' }")

        def home() -> str:
            return next(cookie["value"] for cookie in context.cookies() if cookie["name"] == COOKIE)

        lost = home()
        other = NAMES[1 - NAMES.index(lost)]
        streams = sum("/_stcore/stream" in url for url in someone.requests)
        deployed.kill(lost)
        someone.wait_until(
            lambda: sum("/_stcore/stream" in url for url in someone.requests) > streams,
            lambda: "the page does not look for another replica",
        )
        someone.wait_until(lambda: home() == other, lambda: f"the cookie still names the replica that died: {home()}")
        someone.settle()
        assert someone.page.url == address
        assert someone.page.evaluate("() => window.opened") == "once"  # nobody reloaded it
        expect(someone.page.get_by_role("textbox", name="Find a word")).to_have_value("horse")
        assert set(someone.places_at_rest()) == before
        assert someone.rows() == told
        someone.choose_words("People and royalty")  # and it is alive
        someone.wait_for_figure("People and royalty", "PCA")
        someone.wait_for_query(map_set="People and royalty", map_find="horse", map_method="PCA")
        assert ask(deployed.proxy, "/drift?drift_word=spring").status == 200  # a new visitor finds nothing missing

        deployed.start(lost)
        deployed.wait_for(deployed.ports[lost])
        time.sleep(5.5)  # nginx tries it again
        assert {ask(deployed.proxy, "/_stcore/health", replica=other).cookie for _ in range(4)} == {""}
        assert ask(deployed.proxy, "/_stcore/health", replica=lost).cookie == ""
    context.close()


def test_nothing_that_people_type_is_written_down(deployed: Deployment) -> None:
    ask(deployed.proxy, f"/map?map_find={LEFT_OUT}", Referer=f"http://localhost/map?map_find={LEFT_OUT}")
    ask(deployed.proxy, f"/_stcore/upload_file/a/b?{LEFT_OUT}", X_Forwarded_For="198.51.100.9")
    written = deployed.log() + deployed.errors()
    assert " GET /map 200 " in written
    assert " GET /_stcore/stream 101 " in written
    assert "?" not in written
    assert "map_" not in written
    assert LEFT_OUT not in written
    assert "198.51.100.0" in written
    assert "198.51.100.9" not in written
