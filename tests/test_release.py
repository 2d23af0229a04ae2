"""What a release says of itself is the same in all files that say it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import prplot
from prplot.cli.installation import DISTRIBUTION

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OWNER = tomllib.loads((ROOT / "docs" / "owner.toml").read_text("utf-8"))
CITATION = dict(re.findall(r"^([a-z-]+): (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))


def test_the_distribution_has_the_name_that_the_command_tells():
    assert PROJECT["name"] == DISTRIBUTION


def test_the_citation_is_of_this_version_and_of_its_owner():
    assert CITATION["version"] == prplot.__version__
    fields = {"repository-code": "repository", "url": "documentation", "doi": "doi"}
    assert {field: CITATION.get(field, "") for field in fields} == {field: OWNER[key] for field, key in fields.items()}


def test_the_changelog_has_this_version():
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", prplot.__version__]


def test_the_oldest_versions_are_tested():
    oldest = dict(re.findall(r'^    "(\w+)==([\d.]+)",$', (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE))
    extras = [each for extra in ("files", "frames") for each in PROJECT["optional-dependencies"][extra]]
    for requirement in [*PROJECT["dependencies"], *extras]:
        name, _, least = requirement.partition(">=")
        if name != "duckdb":
            assert f"{oldest[name]}.0".startswith(f"{least}."), name


def test_classifiers_begin_with_the_oldest_python():
    named = re.findall(r"Python :: 3\.(\d+)", " ".join(PROJECT["classifiers"]))
    assert PROJECT["requires-python"] == f">=3.{min(map(int, named))}"
