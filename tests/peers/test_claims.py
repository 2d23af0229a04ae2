"""No claim "tested against ..." without a test, and no test of a tool without its claim.

Each file of tests here says what it compares in ``PRINTS``: by the name of the row, for the one
tool ``TOOL``, or by tool and row.
"""

import runpy
from pathlib import Path

import pytest

from prplot.areas import CONVENTIONS, TESTED

FILES = sorted(set(Path(__file__).parent.glob("test_*.py")) - {Path(__file__)})


def compared(file):
    names = runpy.run_path(str(file))
    assert callable(names["test_claim"])
    return {key if isinstance(key, tuple) else (names["TOOL"], key) for key in names["PRINTS"]}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_compares_something(file):
    assert compared(file)


def test_tested_claims_are_those_that_are_tested():
    claimed = {(claim.tool, row.key) for row in CONVENTIONS for claim in row.claims if claim.tested}
    assert claimed == set().union(*map(compared, FILES))
    assert {tool for tool, _ in claimed} == set(TESTED)


def test_a_claim_says_what_it_rests_on():
    for row in CONVENTIONS:
        for claim in row.claims:
            wanted = f"tested against {claim.tool} {TESTED[claim.tool]}" if claim.tool in TESTED else None
            assert claim.status == (wanted or "from its source, not run")
            assert claim.status in str(claim)
