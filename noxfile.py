"""Named sessions; every line of the continuous integration is one of them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "tests", "minimums", "newest"]

# The oldest supported versions of pyproject.toml, and a pyparsing of the time of that matplotlib,
# which calls what later ones deprecate.
EXTRA_PEERS = [
    *(f"tests/peers/test_{tool}.py" for tool in ("keras", "pycocotools", "pytrec_eval", "torchmetrics", "xgboost")),
    "tests/sample/test_torch.py",
]
# Some hundred megabytes, for those tests; the continuous integration has them with all others.
WITH_PEERS = ["-e", ".[test,browser,docs,peers,clusters]", "torch==2.13.0"]
OLDEST = ["numpy==2.2.0", "matplotlib==3.10.0", "ipywidgets==8.1.0", "anywidget==0.9.13", "pyparsing==3.2.0"]
# As many at a time as there are cores; who is done first takes over from the others.
AT_ONCE = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
# What another version can break is a function that tests call, or a feature that it relies on; which numbers it
# gets matters less, and the session "tests" goes through them all. So every test that neither takes long nor
# drives a browser, with one of its cases, without the peers and the properties of numbers, each of many samples.
QUICK = [
    *(*AT_ONCE, "-m", "not slow and not browser and not cluster"),
    *(
        "--ignore=tests/peers",
        "--ignore=tests/numbers/test_properties.py",
        "--ignore=tests/sample/test_torch.py",
        "tests",
    ),
]

# Fails in a Python without venv, and in a version that is not final.
ABOUT = "import ensurepip, sys, venv; assert sys.version_info[3] == 'final'; print(sys.executable)"


def _newer_python() -> str | None:
    """Return the newest Python on the PATH that works and is newer than this one."""
    found: dict[int, list[Path]] = {}
    for folder in os.get_exec_path():
        for file in Path(folder).glob("python3.*"):
            if name := re.fullmatch(r"python3\.(\d+)(\.exe)?", file.name):
                found.setdefault(int(name[1]), []).append(file)
    for minor in sorted(found, reverse=True):
        # A shim of pyenv is there for every version, and works for some.
        for file in found[minor] if minor > sys.version_info.minor else []:
            said = subprocess.run([file, "-c", ABOUT], capture_output=True, text=True, check=False)
            if said.returncode == 0:
                return said.stdout.strip()
    return None


NEWER = _newer_python()


# There is a process for each core, so that threads of its own would only wait for each other.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def _install(session: nox.Session, *what: str) -> None:
    """Install without compiling everything: what is used of it is compiled when it is, in less time."""
    session.install("--no-compile", *what)


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style of the code."""
    _install(session, "ruff>=0.9", "oxlint>=1.0")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("oxlint", "--deny-warnings", "prplot")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types over the package."""
    _install(session, "mypy>=1.15", "-e", ".")
    session.run("mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """All tests: units, docstrings, notebooks, browser; or those that are named."""
    everything = bool(os.environ.get("CI"))
    _install(session, *(WITH_PEERS if everything else ["-e", ".[test,browser,docs]"]))
    # A grammar that nobody asks, compiled in every process that imports jsonschema, as pytest and Jupyter do.
    session.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", "rfc3987-syntax")
    if session.posargs:
        session.run("python", "-m", "pytest", *session.posargs)
        return
    without = [] if everything else [f"--ignore={file}" for file in EXTRA_PEERS]
    # Of longer lists of cases some, evenly spread; `pytest --every-case` runs them all, as before a release.
    here = [*AT_ONCE, "-m", "not browser and not cluster", "--cases=6"]
    session.run("python", "-m", "pytest", *here, *without, "tests", "prplot", env=ONE_THREAD)
    if everything:
        # A cluster of each kind, not one for each process.
        session.run("python", "-m", "pytest", "-m", "cluster", "tests/sources")
    # The cells of a notebook belong to one process.
    session.run("python", "-m", "pytest", "-n", "2", "--dist", "loadfile", "notebooks", env=ONE_THREAD)
    # Two at a time and nothing else, since a page waits often, but is slow on a busy machine.
    session.run("python", "-m", "pytest", "-n", "2", "--dist", "worksteal", "tests/browser")


@nox.session
def peers(session: nox.Session) -> None:
    """Compare with the other tools that can be installed."""
    _install(session, *WITH_PEERS)
    session.run("python", "-m", "pytest", *EXTRA_PEERS, *session.posargs)


@nox.session
def minimums(session: nox.Session) -> None:
    """Test one in 24 of the quick tests, by the last case of each, on the oldest supported versions."""
    _install(session, "-e", ".[test]", *OLDEST)
    session.run("python", "-m", "pytest", *QUICK, "--cases=-1", "--one-in=24", *session.posargs, env=ONE_THREAD)


@nox.session(python=NEWER, venv_backend=None if NEWER else "none")
def newest(session: nox.Session) -> None:
    """Test the examples of docstrings, and one in twelve of what is quick, on the newest Python on the PATH."""
    if NEWER is None:
        session.skip(f"no Python newer than 3.{sys.version_info.minor}, which the other sessions use, is on the PATH")
    _install(session, "-e", ".[test]")
    # Matplotlib is the one of the session "tests", as a rule, so what is drawn is tested there; every file is read.
    chosen = [*QUICK, "--cases=1", "--one-in=12", "prplot"]
    session.run("python", "-m", "pytest", *chosen, *session.posargs, env=ONE_THREAD)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation, with the code of its pages run; warnings are errors."""
    _install(session, "-e", ".[docs]")
    session.run("python", "-m", "sphinx", "-E", "-W", "--keep-going", "docs", "docs/_build/html", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed, as ratios to what a user would pick instead."""
    _install(session, "-e", ".[bench]")
    session.run("python", "benchmarks/run.py", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Build the distribution."""
    _install(session, "build")
    session.run("python", "-m", "build", "--outdir", session.create_tmp())
