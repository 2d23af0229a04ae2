"""Named sessions; every line of the continuous integration is one of them."""

import nox

nox.options.sessions = ["lint", "types", "tests", "minimums"]
nox.options.error_on_missing_interpreters = False

# The oldest supported versions of pyproject.toml, and a pyparsing of the time of that matplotlib,
# which calls what later ones deprecate.
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
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def minimums(session: nox.Session) -> None:
    """Test on the oldest supported versions, but for the slow ones and those of a browser."""
    session.install("-e", ".[test]", *OLDEST)
    session.run("python", "-m", "pytest", "-m", "not slow and not browser", "tests", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed, as ratios to what a user would pick instead."""
    session.install("-e", ".[bench]")
    session.run("python", "benchmarks/areas.py", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Build the distribution."""
    session.install("build")
    session.run("python", "-m", "build", "--outdir", session.create_tmp())
