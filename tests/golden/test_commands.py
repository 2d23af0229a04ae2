"""Command lines print what they printed, end as they ended, and leave the same files."""

import os
import re
import subprocess
import sys

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


# A process of its own: what its streams can do.

AREA = ["area", "utf8.csv", "--label", "y", "--score", "größer", "--score", "b", "--space", "roc"]


def process(folder, line, encoding="utf-8"):
    """Run what a shell is told, in which "$@" is the command."""
    write_files(folder)
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    whole = ["sh", "-c", line, "sh", sys.executable, "-m", "prplot", *AREA]
    return subprocess.run(whole, capture_output=True, timeout=60, env=environment, cwd=folder, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="no sh")
@pytest.mark.parametrize(
    ("line", "encoding", "code", "out", "err"),
    [
        ('"$@"', "utf-8", 0, "größer    0.666667  0.500000\n", "prplot: utf8.csv: n 3, P 2, N 1\n"),
        ('"$@"', "ascii", 0, "gr\\xf6\\xdfer    0.666667  0.500000\n", "prplot: utf8.csv: n 3, P 2, N 1\n"),
        ('"$@" >&-', "utf-8", 2, "", "prplot: standard output is closed, so nothing can be printed.\n"),
        ('"$@" 2>&-', "utf-8", 0, "größer    0.666667  0.500000\n", ""),
        ('("$@"; echo $? >&2) | true', "utf-8", 0, "", "0\n"),
    ],
    ids=["plain", "ascii", "closed", "no errors", "pipe"],
)
def test_streams_as_they_are_found(line, encoding, code, out, err, tmp_path):
    done = process(tmp_path, line, encoding)
    assert (done.returncode, done.stderr.decode()) == (code, err)
    assert out in done.stdout.decode(encoding)
