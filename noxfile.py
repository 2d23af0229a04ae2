"""Named sessions; every line of the continuous integration is one of them."""

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "tests", "minimums", "newest"]
# Where uv is installed, it installs several times as fast as pip.
nox.options.default_venv_backend = "uv|virtualenv"

# What needs some hundred megabytes, and is tested before a release.
EXTRA_PEERS = [
    *(
        f"tests/peers/test_{tool}.py"
        for tool in ("keras", "mapie", "model_diagnostics", "pycocotools", "pytrec_eval", "torchmetrics", "xgboost")
    ),
    "tests/rows/test_torch.py",
]
WITH_PEERS = ["-e", ".[test,peers,clusters]", "torch==2.13.0"]
# The oldest supported versions of pyproject.toml; and a pyparsing of the time of that matplotlib, and a pandas of the
# time of that narwhals, which call what later ones deprecate.
OLDEST = [
    "numpy==2.2.0",
    "matplotlib==3.10.0",
    "ipywidgets==8.1.0",
    "anywidget==0.9.13",
    "pyparsing==3.2.0",
    "scipy==1.15.0",
    "narwhals==2.18.0",
    "pandas==2.3.3",
]
# Of the source distribution, which holds no pictures.
MOST_BYTES = 3_000_000
# As many at a time as there are cores; who is done first takes over from the others.
AT_ONCE = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
# What users rely on, through the public API, and what is installed with prplot: what another version may break.
GOLDEN = [*AT_ONCE, "-m", "not release", "tests/golden", "tests/test_layers.py"]

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


def _build_docs(session: nox.Session, *options: str) -> None:
    """Build the documentation, with the code of its pages run; warnings are errors."""
    build = ["-E", "-W", "--keep-going", "-q", "-j", "auto", "docs", "docs/_build/html"]
    session.run("python", "-m", "sphinx", *build, *options)


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
    """Build the documentation, and test units, docstrings, notebooks and, in a browser, pages and explorers.

    Or run only the tests that are named.
    """
    _install(session, "-e", ".[test,browser,docs]")
    # A grammar that nobody asks, compiled in every process that imports jsonschema, as pytest and Jupyter do.
    # By the pip that nox was installed with, since environments of uv have none.
    pip = [sys.executable, "-m", "pip", "--python", session.virtualenv.location]
    session.run(*pip, "uninstall", "--quiet", "--yes", "rfc3987-syntax", external=True)
    if session.posargs:
        session.run("python", "-m", "pytest", *session.posargs)
        return
    # One page stands for those of all lessons, each of which has tests of its own.
    _build_docs(session, "-D", "lessons=interpolation")
    here = [*AT_ONCE, "-m", "not browser and not cluster and not release"]
    without = [f"--ignore={file}" for file in EXTRA_PEERS]
    # What `newest` tests with the same versions of all libraries is not tested twice.
    what = ["tests", "--ignore=tests/golden"] if NEWER else ["tests", "prplot"]
    session.run("python", "-m", "pytest", *here, *without, *what, env=ONE_THREAD)
    # The cells of a notebook belong to one process. The longest files come first.
    files = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "tests/browser", "notebooks"]
    session.run("python", "-m", "pytest", *files, env=ONE_THREAD)


@nox.session
def minimums(session: nox.Session) -> None:
    """Test what users rely on, on the oldest supported versions."""
    _install(session, "-e", ".[test]", *OLDEST)
    frames = "tests/sources/test_text_tables.py"
    session.run("python", "-m", "pytest", *GOLDEN, frames, *session.posargs, env=ONE_THREAD)


@nox.session(python=NEWER, venv_backend=None if NEWER else "none")
def newest(session: nox.Session) -> None:
    """Test what users rely on, and the examples of docstrings, on the newest Python on the PATH."""
    if NEWER is None:
        session.skip(f"no Python newer than 3.{sys.version_info.minor}, which the other sessions use, is on the PATH")
    _install(session, "-e", ".[test]")
    session.run("python", "-m", "pytest", *GOLDEN, "prplot", *session.posargs, env=ONE_THREAD)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation alone."""
    _install(session, "-e", ".[docs]")
    _build_docs(session, *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed, as ratios to what a user would pick instead."""
    _install(session, "-e", ".[bench]")
    session.run("python", "benchmarks/run.py", *session.posargs)


# From here on what is checked before a release, by .ci/release.


# pip, since its settings may say which of the builds of torch a machine is to have.
@nox.session(venv_backend="virtualenv")
def peers(session: nox.Session) -> None:
    """Compare with other tools that are large, and read tables on clusters."""
    _install(session, *WITH_PEERS)
    session.run("python", "-m", "pytest", *EXTRA_PEERS, *session.posargs, env=ONE_THREAD)
    # A cluster of each kind, not one for each process.
    session.run("python", "-m", "pytest", "-m", "cluster", "tests/sources")


@nox.session
def build(session: nox.Session) -> None:
    """Build the distributions into dist, check them, and write their checksums."""
    _install(session, "build", "twine")
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "build")
    (source,), (wheel,) = (list(Path("dist").glob(form)) for form in ("*.tar.gz", "*-py3-none-any.whl"))
    if source.stat().st_size > MOST_BYTES:
        session.error(f"{source} has {source.stat().st_size} bytes, more than {MOST_BYTES}")
    session.run("python", "-m", "twine", "check", "--strict", str(source), str(wheel))
    sums = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in (source, wheel)]
    Path("dist", "SHA256SUMS").write_text("".join(sums))


@nox.session
def wheel(session: nox.Session) -> None:
    """Install the wheel of dist and nothing else, and run the command and the Python of the README from it."""
    session.install(*map(str, Path("dist").resolve().glob("*.whl")))
    blocks = re.findall(r"```python\n(.*?)```", Path("README.md").read_text("utf-8"), flags=re.DOTALL)
    folder = Path(session.create_tmp())
    (folder / "readme.py").write_text("\n".join(blocks), "utf-8")
    session.chdir(folder)
    away = {"PYTHONPATH": "", "MPLBACKEND": "agg"}
    session.run("prplot", "--version", env=away)
    session.run("prplot", "demo", env=away)
    session.run("python", "readme.py", env=away)


@nox.session
def release(session: nox.Session) -> None:
    """Test what needs TeX or takes long: numbers of papers that are drawn, and the largest page."""
    _install(session, "-e", ".[test]")
    session.run("python", "-m", "pytest", "-m", "release", "tests", *session.posargs)
