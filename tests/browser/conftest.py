"""A real JupyterLab and a real Chromium, on loopback only."""

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
from pathlib import Path
from typing import Any

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


def _missing() -> str | None:
    for module in ("playwright", "jupyterlab", "PIL"):
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
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab of its own: its address and the folder that it serves."""
    del chromium
    home = tmp_path_factory.mktemp("lab")
    served = home / "served"
    served.mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = home / "settings/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
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
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
        *("--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={served}"),
        *("--expose-app-in-browser", "--LabApp.extension_manager=readonly", "--ServerApp.log_level=WARN"),
    ]
    log = home / "server.log"
    with log.open("wb") as sink:
        server = subprocess.Popen(command, env=environment, stdout=sink, stderr=sink, start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until(lambda: _answers(server, f"{address}/api/status", log), 60)
        yield address, served
    finally:
        server.terminate()
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _answers(server: subprocess.Popen[bytes], address: str, log: Path) -> bool:
    if server.poll() is not None:
        pytest.fail("JupyterLab did not start:\n" + log.read_text())
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


@pytest.fixture
def run_notebook(lab: tuple[str, Path], chromium: str) -> Iterator[Callable[[Path], tuple[Any, list[str]]]]:
    """Open a notebook in the browser and run all its cells: the page, and what went wrong."""
    from playwright.sync_api import sync_playwright

    address, served = lab
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=FLAGS, headless=True, chromium_sandbox=False
        )

        def run(notebook: Path) -> tuple[Any, list[str]]:
            shutil.copy(notebook, served / notebook.name)
            troubles: list[str] = []
            page = browser.new_page(viewport={"width": 1400, "height": 1500})
            page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
            page.route("**/*", lambda route: _loopback_only(route, troubles))
            page.goto(f"{address}/lab/tree/{notebook.name}?reset", wait_until="domcontentloaded", timeout=60_000)
            page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
            page.wait_for_function(KERNEL_READY, timeout=60_000)
            page.evaluate(RUN_ALL)
            page.wait_for_function(ALL_RAN, timeout=120_000)
            return page, troubles

        yield run
        browser.close()


def _loopback_only(route: Any, troubles: list[str]) -> None:
    address = route.request.url
    if "//127.0.0.1:" in address or address.startswith(("data:", "blob:")):
        route.continue_()
    else:
        troubles.append(f"asked for {address}")
        route.abort()
