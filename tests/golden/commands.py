"""The command line: exit code, standard output and error of lines as they are typed, and which files they leave."""

from __future__ import annotations

import csv
import io
import os
import re
import runpy
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np

# One a line, without the name of the command; `< FILE` is standard input.
LINES = """
--help
plot --help
area --help
compare --help
curve --help
demo --help

draw
plot
area data.csv
demo -o stem
# Areas
area data.csv --score one --label label
area data.csv --score one --score "two, too" --label label --json
area data.csv --score one --label kind --pos-label ill --weight weight
area data.csv --score one --label kind --pos-label well --space croc --space ROC --space cost --json
area data.csv --score one --fg fg
area data.csv --score one --fg fg --bg bg --weight weight --json
area data.csv --score one --label label --all
area data.csv --score one --label label --space prg --all
area data.csv --score one --label label --identify 0.84
area data.csv --score gaps --label label --missing drop
area data.csv --score gaps --label label --missing lowest --json
area data.csv --score gaps --label label --missing unreached
area data.csv --score one --label label --positives 30 --negatives 200
area data.csv --score one --label label --tolerance 0.5
area data.csv --score one --label label --bins 3 --json
area data.csv --score one --label label --area-tolerance 0.01 --space pr
area data.csv --score one --label label --by site --space roc
area data.csv --score one --score "two, too" --label label --by site --space roc --json
area data.csv --score one --label ones
area data.csv --score one --label zeros --json
area data.csv --score one --label label --interval 0.9 --n 200 --rng 3 --space pr --space roc
area data.csv --score one --label label --interval --method delong --space roc --json
area data.csv --score one --label label --interval --groups three --n 200 --rng 1 --space roc
area semicolons.txt --score one --label label --space roc
area utf8.csv --score größer --score b --label y --space roc
area rows.jsonl --score s --label y --space roc --json
area "p*.csv" --score one --label label --space roc
area - --score one --label label --space roc < data.csv
# Comparisons
compare data.csv --score one --score "two, too" --label label --n 200 --rng 3
compare data.csv --score one --score "two, too" --label label --space ROC --method delong --json
compare data.csv --score one --score "two, too" --label label --space prg --method permutation --n 200 --rng 3
compare data.csv --score one --score "two, too" --label label --space roc --groups three --n 200 --rng 3
compare data.csv --score one --score gaps --label label --missing lowest --space roc --method delong --level 0.5
# Curves
curve few.csv --score s --label y -o -
curve few.csv --score s --label y --space prg -o curve.csv
curve few.csv --score s --label y --space cost -o -
curve few.csv --score s --label y --by g --space roc -o -
curve - --score s --label y --space det -o - < few.csv
# Figures
plot data.csv --score one --label label -o fig.pdf
plot data.csv --score one --score "two, too" --label label --space pr --space prg --space roc -o fig.png
plot data.csv --score one --fg fg --interpolation "average precision" -o fig.svg
plot data.csv --score one --label label --band --interval 0.9 --n 200 --rng 1 --space roc -o fig.html
plot data.csv --score one --label label --by half -o fig.svg
plot names.csv --score "$\\frac{$" --score "a_b & <i>" --label y -o fig.svg
# What is wrong: columns
area data.csv --score none --label label
area data.csv --score one --label none
area data.csv --score one --fg fg --bg none
area data.csv --score one --label label --weight none
area data.csv --score one --label label --by place
area data.csv --score kind --label label
area data.csv --score one --fg kind
area data.csv --score one --label kind
area data.csv --score one --label three
area data.csv --score one --label fg
area data.csv --score one --fg bg
area data.csv --score one --label kind --pos-label sick
area data.csv --score gaps --label label
area data.csv --score one --fg gaps
area data.csv --score one --label gaps
area data.csv --score one --label label --weight zeros
area data.csv --score one --score one --label label
compare data.csv --score one --score gaps --label label --missing drop
plot data.csv --score one --label ones -o fig.pdf
plot data.csv --score one --label zeros -o fig.pdf
# ... options
area data.csv --label label
area data.csv --score one
area data.csv --score one --fg fg --label label
area data.csv --score one --label label --bg bg
area data.csv --score one --fg fg --pos-label 1
area data.csv --score one --label label --colour red
area data.csv --score one --label label --missing ignore
area data.csv --score one --label label --space prc
area data.csv --score one --label label --positives yes
area data.csv --score one --label label --by site --positives 40
area data.csv --score one --label label --tolerance -1
area data.csv --score one --label label --bins 0
area data.csv --score one --label label --bins 9 --tolerance 0.1
area data.csv --score one --label label --bins 9 --interval
area data.csv --score one --label label --json --all
area data.csv --score one --label label --identify much
area data.csv --score one --label label --space pr --identify 0.5
area data.csv --score one --label label --space lift --all
area data.csv --score one --label label --rng 1
area data.csv --score one --label label --groups three
area data.csv --score one --label label --interval --all
area data.csv --score one --label label --interval 2
area data.csv --score one --label label --interval --level nan
area data.csv --score one --label label --interval 0.9 --level 0.8
area data.csv --score one --label label --interval --n 0
area data.csv --score one --label label --interval --n 1.5
area data.csv --score one --label label --interval --rng -1
area data.csv --score one --label label --interval --method jackknife
area data.csv --score one --label label --interval --method delong
area data.csv --score one --label label --interval --groups none
area data.csv --score one --label label --interval --groups gaps
area data.csv --score one --label label --interval --groups ones
compare data.csv --score one --label label
compare data.csv --score one --score "two, too" --label label --method delong
plot data.csv --score one --label label --band --method bca -o fig.png
plot data.csv --score one --label label --n 200 -o fig.png
plot data.csv --score one --label label --space roc --interpolation step -o fig.png
curve data.csv --score one --score "two, too" --label label -o curve.csv
# ... files
area nowhere.csv --score one --label label
area nowhere* --score one --label label
area . --score one --label label
area empty.csv --score one --label label
area header.csv --score one --label label
area binary.csv --score one --label label
area unequal.csv --score one --label label
area twice.csv --score one --label label
area quote.csv --score one --label label
area high.csv --score one --label label
area - --score one --label label < empty.csv
plot data.csv --score one --label label -o fig.xyz
plot data.csv --score one --label label -o fig
plot data.csv --score one --label label -o nowhere/fig.pdf
curve data.csv --score one --label label -o data.csv
curve data.csv --score one --label label -o folder.csv
"""


def lines() -> list[str]:
    """Return the command lines."""
    return [line for line in LINES.splitlines()[1:] if not line.startswith("#")]


def write_files(folder: Path) -> None:
    """Write what the command lines speak of."""
    rng = np.random.RandomState(9)
    label = (rng.rand(60) < 0.3).astype(int)
    one, two = np.round(rng.randn(60) + 1.2 * label, 2), rng.randn(60) + 0.5 * label
    row = np.arange(60)
    table = {
        "kind": np.where(label, "ill", "well"),
        "label": label,
        "fg": rng.rand(60).round(6),
        "bg": 3 * rng.rand(60).round(6),
        "weight": 0.5 + rng.rand(60).round(6),
        "one": one,
        "two, too": two.round(6),
        "gaps": ["" if each % 7 == 0 else value for each, value in zip(row, one.tolist(), strict=True)],
        "ones": np.ones(60, int),
        "zeros": np.zeros(60, int),
        "three": row % 3,
        "site": ["ab"[each % 2] if positive or each % 4 else "c" for each, positive in zip(row, label, strict=True)],
        "half": ["a" if positive or each % 2 else "b" for each, positive in zip(row, label, strict=True)],
    }
    for name, delimiter in (("data.csv", ","), ("pattern.csv", ","), ("semicolons.txt", ";")):
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerow(table)
            writer.writerows(zip(*table.values(), strict=True))
    for name, text in {
        "few.csv": "s,y,g\n0.9,1,a\n0.7,0,a\n0.7,1,b\n0.3,1,a\n0.1,0,b\n",
        "utf8.csv": "y,größer,b\n1,3,2\n0,2,3\n1,1,1\n",
        "names.csv": "y,$\\frac{$,a_b & <i>\n1,3,2\n0,2,3\n1,1,1\n",
        "rows.jsonl": '{"s": 0.9, "y": 1}\n{"s": 0.5, "y": 0}\n{"s": 0.2, "y": 1}\n',
        "empty.csv": "",
        "header.csv": "label,one\n",
        "binary.csv": "label,one\n1,\0\n",
        "unequal.csv": "label,one\n1,2\n0\n",
        "twice.csv": "label,one,one\n1,2,3\n",
        "quote.csv": 'label,one\n1,"2\n0,1\n',
        "high.csv": "label,one\n\n1,2\n\n0,high\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    (folder / "folder.csv").mkdir()


def run(line: str, folder: Path) -> dict[str, object]:
    """Return what a command line does in a folder with the files, in this process."""
    command, _, given = line.partition(" < ")
    before = set(folder.iterdir())
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with (
        chdir(folder),
        mock.patch.dict(os.environ, COLUMNS="100"),
        mock.patch.object(sys, "argv", ["prplot", *shlex.split(command)]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(given).read_bytes() if given else b""))),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            runpy.run_module("prplot", run_name="__main__")
        except SystemExit as end:
            code = end.code
    out.flush(), err.flush()
    said = [stream.buffer.getvalue().decode().replace(str(folder.resolve()), "FOLDER") for stream in (out, err)]
    files = {file.name: file.read_bytes() for file in sorted(set(folder.iterdir()) - before)}
    return {
        "exit": code,
        "out": plain(said[0]) if "--help" in line else said[0],
        "err": alike(said[1]),
        **{
            name: text.decode() if name.endswith(".csv") else text[:5].decode("latin-1") for name, text in files.items()
        },
    }


def plain(text: str) -> str:
    """Return a help text as any Python lays it out: -o FIG, --output FIG is -o, --output FIG since 3.13."""
    return re.sub(r"(-\w) (\w+), (--\w+ \2)", r"\1, \3", " ".join(text.split()))


def alike(text: str) -> str:
    """Return an error as any version says it: argparse quotes choices, and matplotlib knows other endings."""
    text = re.sub(r"(?<=end in one of ).*(?=; got)", "ENDINGS", text)
    return re.sub(r"(?<=choose from ).*?(?=\))", lambda found: found[0].replace("'", ""), text)


def rounded(text: object) -> object:
    """Return a text with numbers of at most 10 digits."""
    if not isinstance(text, str):
        return text
    return re.sub(r"\d\.\d{10,}(?:e-?\d+)?", lambda found: f"{float(found[0]):.10g}", text)


def record() -> dict[str, object]:
    """Return what each command line does."""
    found: dict[str, object] = {}
    for line in lines():
        with TemporaryDirectory() as folder:
            write_files(Path(folder))
            found[line] = {name: rounded(what) for name, what in run(line, Path(folder)).items()}
    return {"commands.json": found}
