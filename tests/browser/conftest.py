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


class Window(NamedTuple):
    """What shows the pages of a server, and keeps what they loaded."""

    server: Server
    context: Any


def _missing() -> str | None:
    for module in ("playwright", "jupyterlab", "notebook", "voila", "PIL"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed: pip install 'prplot[browser]'"
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


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Any]:
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=FLAGS, headless=True, chromium_sandbox=False
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def lab_window(lab: Server, browser: Any) -> Iterator[Window]:
    """What loads JupyterLab once for all its pages."""
    with _window(lab, browser) as window:
        yield window


@pytest.fixture(scope="module")
def classic_window(classic: Server, browser: Any) -> Iterator[Window]:
    """What loads Jupyter Notebook 7 once for all its pages."""
    with _window(classic, browser) as window:
        yield window


@pytest.fixture
def run_notebook(lab_window: Window) -> Iterator[Run]:
    """Open a notebook in JupyterLab and run all its cells: the page, and what went wrong."""
    with _opening(lab_window) as run:
        yield run


@pytest.fixture
def run_classic(classic_window: Window) -> Iterator[Run]:
    """Open a notebook in Jupyter Notebook 7 and run all its cells: the page, and what went wrong."""
    with _opening(classic_window) as run:
        yield run


@pytest.fixture
def run_voila(lab_window: Window) -> Iterator[Run]:
    """Open a notebook in Voila, which runs it and shows what cells put out: the page, and what went wrong."""
    # Its own page asks for fonts elsewhere.
    with _pages(lab_window, alone=False) as new_page:

        def run(notebook: Path) -> tuple[Any, list[str]]:
            page, troubles = new_page(notebook)
            page.goto(f"{lab_window.server.address}/voila/render/{notebook.name}", timeout=120_000)
            return page, troubles

        yield run


@pytest.fixture
def run_again() -> Callable[[Any], None]:
    """Run all cells of an open notebook once more."""

    def run(page: Any) -> None:
        counts = "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.executionCount)"
        before = max(page.evaluate(counts))
        page.evaluate(RUN_ALL)
        page.wait_for_function(f"() => ({counts})().every(count => count > {before})", timeout=120_000)

    return run


@contextmanager
def _window(server: Server, browser: Any) -> Iterator[Window]:
    context = browser.new_context(viewport={"width": 1400, "height": 1500})
    yield Window(server, context)
    context.close()


@contextmanager
def _pages(window: Window, *, alone: bool = True) -> Iterator[Run]:
    """Give a function that serves a notebook, and returns an empty page for it and what goes wrong there."""
    server, context = window
    pages = []

    def new_page(notebook: Path) -> tuple[Any, list[str]]:
        shutil.copy(notebook, server.folder / notebook.name)
        troubles: list[str] = []
        page = context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
        if alone:
            page.on("request", lambda request: _loopback_only(request.url, troubles))
        return page, troubles

    yield new_page
    for page in pages:
        page.close()
    context.clear_permissions()


@contextmanager
def _opening(window: Window) -> Iterator[Run]:
    server = window.server
    with _pages(window) as new_page:

        def run(notebook: Path) -> tuple[Any, list[str]]:
            page, troubles = new_page(notebook)
            where = f"{server.address}/{server.place.format(notebook.name)}"
            page.goto(where, wait_until="domcontentloaded", timeout=60_000)
            page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
            page.wait_for_function(KERNEL_READY, timeout=60_000)
            page.evaluate(RUN_ALL)
            page.wait_for_function(ALL_RAN, timeout=120_000)
            return page, troubles

        yield run


def _loopback_only(address: str, troubles: list[str]) -> None:
    if not ("//127.0.0.1:" in address or address.startswith(("data:", "blob:"))):
        troubles.append(f"asked for {address}")
