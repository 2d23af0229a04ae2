"""A real JupyterLab, a real Jupyter Notebook 7 and a real Chromium, on loopback only."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever is not on this machine is not found.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
RUN_ALL = """async () => {
    await window.jupyterapp.commands.execute('notebook:run-all-cells');
    await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestKernelInfo();
}"""
KERNEL_READY = """() => {
    const widget = window.jupyterapp?.shell.currentWidget;
    const session = widget?.sessionContext;
    return session?.isReady && session.session?.kernel?.connectionStatus === 'connected';
}"""
ALL_RAN = """() => {
    const cells = window.jupyterapp.shell.currentWidget.content.model.cells;
    return [...Array(cells.length).keys()].map(i => cells.get(i)).every(
        cell => cell.type !== 'code' || !cell.sharedModel.getSource().trim() || cell.executionCount);
}"""


class Server(NamedTuple):
    """A running application: where a notebook of the folder that it serves is opened."""

    address: str
    place: str
    folder: Path


def _missing() -> str | None:
    for module in ("playwright", "jupyterlab", "notebook", "voila", "PIL"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed: pip install 'prplot-curves[browser]'"
    if shutil.which("chromium") is None:
        return "no chromium on the PATH: apt-get install chromium"
    return None


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser; its absence is a failure under continuous integration, a reasoned skip elsewhere."""
    missing = _missing()
    if missing and os.environ.get("CI") == "true":
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    return str(shutil.which("chromium"))


@pytest.fixture(scope="session")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab of its own."""
    del chromium
    options = ("--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly")
    home = tmp_path_factory.mktemp("lab")
    settings = home / "settings/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    # Every cell is on the page, also those that are not in sight.
    (settings.parent / "notebook-extension").mkdir()
    (settings.parent / "notebook-extension/tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
    with _running("jupyterlab", options, "lab/tree/{}?reset", home) as server:
        yield server


@pytest.fixture(scope="session")
def classic(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Jupyter Notebook 7 of its own."""
    del chromium
    options = ("--JupyterNotebookApp.expose_app_in_browser=True",)
    with _running("notebook", options, "notebooks/{}", tmp_path_factory.mktemp("notebook")) as server:
        yield server


@contextmanager
def _running(module: str, options: tuple[str, ...], place: str, home: Path) -> Iterator[Server]:
    served = home / "served"
    served.mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTER_DATA_DIR": "data",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
    }
    environment = {**os.environ, **{name: str(home / folder) for name, folder in folders.items()}}
    environment.pop("MPLBACKEND", None)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), environment.get("PYTHONPATH")]))
    command = [
        *(sys.executable, "-m", module, "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
        *("--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={served}"),
        *("--ServerApp.log_level=WARN", *options),
    ]
    log = home / "server.log"
    with log.open("wb") as sink:
        server = subprocess.Popen(command, env=environment, stdout=sink, stderr=sink, start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until(lambda: _answers(server, f"{address}/api/status", log), 60)
        yield Server(address, place, served)
    finally:
        server.terminate()
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _answers(server: subprocess.Popen[bytes], address: str, log: Path) -> bool:
    if server.poll() is not None:
        pytest.fail("the server did not start:\n" + log.read_text())
    try:
        with urllib.request.urlopen(address, timeout=2):
            return True
    except OSError:
        return False


def _wait_until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.1)


Run = Callable[[Path], tuple[Any, list[str]]]


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=FLAGS, headless=True, chromium_sandbox=False
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab_context(browser: Any) -> Iterator[Any]:
    """What loads JupyterLab once for all its pages."""
    context = browser.new_context(viewport={"width": 1400, "height": 1500})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def run_notebook(lab: Server, lab_context: Any) -> Iterator[Run]:
    """Open a notebook in JupyterLab and run all its cells: the page, and what went wrong."""
    yield from _opening(lab, lab_context)


@pytest.fixture
def run_classic(classic: Server, browser: Any) -> Iterator[Run]:
    """Open a notebook in Jupyter Notebook 7 and run all its cells: the page, and what went wrong."""
    context = browser.new_context(viewport={"width": 1400, "height": 1500})
    yield from _opening(classic, context)
    context.close()


@pytest.fixture
def run_voila(lab: Server, lab_context: Any) -> Iterator[Run]:
    """Open a notebook in Voila, which runs it and shows what cells put out: the page, and what went wrong."""
    pages = []

    def run(notebook: Path) -> tuple[Any, list[str]]:
        # Its own page asks for fonts elsewhere.
        page, troubles = _new_page(lab, lab_context, notebook, pages, alone=False)
        page.goto(f"{lab.address}/voila/render/{notebook.name}", timeout=120_000)
        return page, troubles

    yield run
    for page in pages:
        page.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Open a page saved on the disk, or what can be saved as one: the page, and what went wrong or was fetched."""
    contexts = []

    def open_page(what: Any, **how: Any) -> tuple[Any, list[str]]:
        file = what if isinstance(what, Path) else tmp_path / f"{len(contexts)}.html"
        if file != what:
            what.save(file)
        context = browser.new_context(**{"viewport": {"width": 900, "height": 1100}, **how})
        contexts.append(context)
        page, troubles = context.new_page(), list[str]()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("request", lambda request: troubles.append(request.url) if request.url != file.as_uri() else None)
        page.goto(file.as_uri())
        return page, troubles

    yield open_page
    for context in contexts:
        context.close()


def _new_page(
    server: Server, context: Any, notebook: Path, pages: list[Any], *, alone: bool = True
) -> tuple[Any, list[str]]:
    """Serve a notebook; an empty page for it, and what goes wrong there."""
    shutil.copy(notebook, server.folder / notebook.name)
    troubles: list[str] = []
    page = context.new_page()
    pages.append(page)
    page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
    if alone:
        page.on("request", lambda request: _loopback_only(request.url, troubles))
    return page, troubles


def _opening(server: Server, context: Any) -> Iterator[Run]:
    pages: list[Any] = []

    def run(notebook: Path) -> tuple[Any, list[str]]:
        page, troubles = _new_page(server, context, notebook, pages)
        where = f"{server.address}/{server.place.format(notebook.name)}"
        page.goto(where, wait_until="domcontentloaded", timeout=60_000)
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
        page.wait_for_function(KERNEL_READY, timeout=60_000)
        page.evaluate(RUN_ALL)
        page.wait_for_function(ALL_RAN, timeout=120_000)
        return page, troubles

    yield run
    for page in pages:
        page.close()


def _loopback_only(address: str, troubles: list[str]) -> None:
    if not ("//127.0.0.1:" in address or address.startswith(("data:", "blob:"))):
        troubles.append(f"asked for {address}")
