"""Command lines print what they printed, end as they ended, and leave the same files."""

import re

import pytest
from golden.commands import lines, run, write_files
from golden.recorders import golden

DONE = golden("commands.json")
NUMBER = re.compile(r"\d+\.\d+(?:e-?\d+)?")


def test_all_are_recorded():
    assert list(DONE) == lines()


@pytest.mark.parametrize("line", DONE)
def test_what_a_line_does(line, tmp_path):
    write_files(tmp_path)
    done = run(line, tmp_path)
    assert done.keys() == DONE[line].keys()
    for name, wanted in DONE[line].items():
        found = done[name]
        if isinstance(wanted, str):
            assert NUMBER.sub("#", found) == NUMBER.sub("#", wanted), name
            numbers = [[float(each) for each in NUMBER.findall(text)] for text in (found, wanted)]
            assert numbers[0] == pytest.approx(numbers[1], rel=1e-9, abs=1e-12), name
        else:
            assert found == wanted, name
    if done["exit"] == 2:
        assert (done["out"], done["err"].count("\n")) == ("", 1)
