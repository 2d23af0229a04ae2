"""Named sessions; every line of the continuous integration is one of them."""

import os

import nox

nox.options.sessions = ["lint", "types", "tests", "minimums"]
if os.environ.get("CI"):
    # Some hundred megabytes, for the tests that compare with other tools.
    nox.options.sessions = [*nox.options.sessions, "peers"]
nox.options.error_on_missing_interpreters = False

# The oldest supported versions of pyproject.toml, and a pyparsing of the time of that matplotlib,
# which calls what later ones deprecate.
HEAVY_PEERS = [f"tests/peers/test_{tool}.py" for tool in ("keras", "torchmetrics", "xgboost")]
OLDEST = ["numpy==2.2.0", "matplotlib==3.10.0", "ipywidgets==8.1.0", "pyparsing==3.2.0"]


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style of the code."""
    session.install("ruff>=0.9")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types over the package."""
    session.install("mypy>=1.15", "-e", ".")
    session.run("mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """All tests: units, docstrings, notebook, browser."""
    session.install("-e", ".[test,browser]")
    session.run("python", "-m", "pytest", *_without(HEAVY_PEERS), *session.posargs)


@nox.session
def peers(session: nox.Session) -> None:
    """Compare with the other tools that can be installed."""
    session.install("-e", ".[test,peers]", "torch==2.13.0")
    session.run("python", "-m", "pytest", *HEAVY_PEERS, *session.posargs)


@nox.session
def minimums(session: nox.Session) -> None:
    """Test on the oldest supported versions, but for the slow ones and those of a browser."""
    session.install("-e", ".[test]", *OLDEST)
    session.run(
        "python",
        "-m",
        "pytest",
        "-m",
        "not slow and not browser",
        *_without(["tests/peers"]),
        "tests",
        *session.posargs,
    )


def _without(files: list[str]) -> list[str]:
    return [f"--ignore={file}" for file in files]


@nox.session
def bench(session: nox.Session) -> None:
    """Speed, as ratios to what a user would pick instead."""
    session.install("-e", ".[bench]")
    session.run("python", "benchmarks/areas.py", *session.posargs)
    session.run("python", "benchmarks/drawing.py", *session.posargs)
    session.run("python", "benchmarks/exploring.py", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Build the distribution."""
    session.install("build")
    session.run("python", "-m", "build", "--outdir", session.create_tmp())
