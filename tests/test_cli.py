"""The command: what it writes, what it prints, and one clear line where something is wrong."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.cli.commands import main
from prplot.cli.terminal import decoded
from prplot.draw.base.figure import own_figure

ROWS = 60
RNG = np.random.default_rng(9)
LABEL = (RNG.random(ROWS) < 0.3).astype(int)
FIRST = np.round(RNG.normal(size=ROWS) + 1.2 * LABEL, 2)
SECOND = RNG.normal(size=ROWS) + 0.5 * LABEL
FG, BG, WEIGHT = RNG.random(ROWS), RNG.uniform(0, 3, ROWS), RNG.uniform(0.5, 2, ROWS)
TABLE = {
    "kind": ["ill" if label else "well" for label in LABEL],
    "label": LABEL.tolist(),
    "fg": FG.tolist(),
    "bg": BG.tolist(),
    "weight": WEIGHT.tolist(),
    "one": FIRST.tolist(),
    "two, too": SECOND.tolist(),
    "gaps": ["" if row % 7 == 0 else value for row, value in enumerate(FIRST.tolist())],
    "words": ["high"] * ROWS,
    "ones": [1] * ROWS,
    "zeros": [0] * ROWS,
    "three": [row % 3 for row in range(ROWS)],
}
HARD = ["--score", "one", "--label", "label"]
SIGNATURES = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml", "html": b"<!DOCTYPE html>"}


def write(file, table, delimiter=","):
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    return file


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    """Work in an empty folder, which can be listed, beside the one with the data."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


@pytest.fixture
def data(tmp_path):
    return str(write(tmp_path / "data.csv", TABLE))


def listing():
    return sorted(str(place) for place in Path().rglob("*"))


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "prplot", *arguments], capture_output=True, text=True, timeout=60, **options
    )


# plot


@pytest.mark.parametrize("ending", ["pdf", "png", "svg", "html"])
@pytest.mark.parametrize(
    "options",
    [
        ["--score", "one", "--label", "label"],
        [
            "--score",
            "one",
            "--score",
            "two, too",
            "--label",
            "label",
            "--space",
            "pr",
            "--space",
            "prg",
            "--space",
            "roc",
        ],
    ],
    ids=["one", "several"],
)
def test_plot_writes_a_figure(ending, options, data, capsys):
    assert main(["plot", data, *options, "-o", f"fig.{ending}"]) == 0
    assert Path(f"fig.{ending}").read_bytes().startswith(SIGNATURES[ending])
    assert listing() == [f"fig.{ending}"]
    out, err = capsys.readouterr()
    assert (out.split(), err) == ([f"fig.{ending}"], "")
    assert not plt.get_fignums()


def texts_of(file):
    """The words of an SVG figure, which matplotlib writes as comments beside the glyphs."""
    return re.findall(r"<!-- (.*?) -->", Path(file).read_text(encoding="utf-8"))


def entries_of(file):
    """The texts of an SVG figure, each with the next: a classifier and its number in the legend."""
    return list(pairwise(texts_of(file)))


HEADERS = {"pr": "area, continuous", "prg": "area, signed", "roc": "area"}


@pytest.mark.parametrize(
    ("space", "options", "path"),
    [
        ("pr", ["--label", "label"], prplot.from_labels(LABEL, FIRST)),
        ("prg", ["--label", "label", "--weight", "weight"], prplot.from_labels(LABEL, FIRST, sample_weight=WEIGHT)),
        ("roc", ["--label", "kind", "--pos-label", "ill"], prplot.from_labels(LABEL, FIRST)),
        ("pr", ["--label", "kind", "--pos-label", "well"], prplot.from_labels(1 - LABEL, FIRST)),
        ("prg", ["--fg", "fg"], prplot.from_weights(FIRST, fg=FG)),
        ("roc", ["--fg", "fg", "--bg", "bg"], prplot.from_weights(FIRST, fg=FG, bg=BG)),
        (
            "pr",
            ["--fg", "fg", "--bg", "bg", "--weight", "weight"],
            prplot.from_weights(FIRST, fg=FG, bg=BG, sample_weight=WEIGHT),
        ),
    ],
)
def test_plot_says_the_areas_of_the_api(space, options, path, data):
    assert main(["plot", data, "--score", "one", *options, "--space", space, "-o", "fig.svg"]) == 0
    entry = f"{path.curve(space).area():.3f}"
    if path.soft:
        entry += f" of at most {path.best().curve(space).area():.3f}"
    entry = entry.replace("-", "\N{MINUS SIGN}")
    assert HEADERS[space] in texts_of("fig.svg")
    assert ("one", entry) in entries_of("fig.svg")


def test_plot_takes_an_interpolation(data):
    assert main(["plot", data, "--score", "one", "--label", "label", "--interpolation", "step", "-o", "fig.svg"]) == 0
    assert "area, step" in texts_of("fig.svg")


@pytest.mark.parametrize("missing", ["drop", "lowest"])
def test_missing_scores(missing, data):
    assert main(["plot", data, "--score", "gaps", "--label", "label", "--missing", missing, "-o", "fig.svg"]) == 0
    gaps = np.where(np.arange(ROWS) % 7 == 0, np.nan, FIRST)
    area = prplot.from_labels(LABEL, gaps, missing=missing).pr().area()
    assert ("gaps", f"{area:.3f}") in entries_of("fig.svg")


def test_near_scores_are_ties(data):
    near = 0.05
    assert main(["plot", data, "--score", "one", "--label", "label", "--tolerance", str(near), "-o", "fig.svg"]) == 0
    exact, joined = (prplot.from_labels(LABEL, FIRST, tolerance=distance).pr().area() for distance in (0, near))
    assert f"{exact:.3f}" != f"{joined:.3f}"
    assert ("one", f"{joined:.3f}") in entries_of("fig.svg")


def test_a_tolerance_is_not_negative(data, capsys):
    assert main(["area", data, "--score", "one", "--label", "label", "--tolerance", "-1"]) != 0
    assert "tolerance must be finite and not negative; got -1" in capsys.readouterr().err


def test_plot_replaces_a_file_and_keeps_its_permissions_usual(data):
    Path("fig.png").write_bytes(b"old")
    assert main(["plot", data, "--score", "one", "--label", "label", "-o", "fig.png"]) == 0
    assert Path("fig.png").read_bytes().startswith(SIGNATURES["png"])
    Path("other").touch()
    assert Path("fig.png").stat().st_mode == Path("other").stat().st_mode


# area


def row_of(path):
    row = {
        "prevalence": path.prevalence,
        "PR continuous": path.pr().area(),
        "PR step": path.pr("step").area(),
        "PRG signed": path.prg().area(),
        "ROC": path.roc().area(),
    }
    return row | ({"PR best possible": path.best().pr().area()} if path.soft else {})


@pytest.mark.parametrize(
    ("options", "paths"),
    [
        (["--label", "label"], [prplot.from_labels(LABEL, FIRST), prplot.from_labels(LABEL, SECOND)]),
        (["--fg", "fg", "--bg", "bg"], [prplot.from_weights(score, fg=FG, bg=BG) for score in (FIRST, SECOND)]),
    ],
    ids=["hard", "soft"],
)
def test_areas_are_those_of_the_api(options, paths, data, capsys):
    arguments = ["area", data, "--score", "one", "--score", "two, too", *options]
    assert main([*arguments, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row.pop("score") for row in rows] == ["one", "two, too"]
    assert rows == [row_of(path) for path in paths]

    assert main(arguments) == 0
    out, err = capsys.readouterr()
    header, *lines = out.splitlines()
    assert re.split(r"\s{2,}", header) == ["score", *rows[0]]
    for line, name, row in zip(lines, ["one", "two, too"], rows, strict=True):
        first, *cells = re.split(r"\s{2,}", line)
        assert first == name
        assert cells == [f"{value:.6f}" for value in row.values()]
    assert (err, listing()) == ("", [])


@pytest.mark.parametrize("labels", ["ones", "zeros"])
def test_areas_of_one_class_are_null_in_json(labels, data, capsys):
    assert main(["area", data, "--score", "one", "--label", labels, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["ROC"] is None
    assert row["PRG signed"] is None
    assert row["prevalence"] == float(labels == "ones")
    assert main(["area", data, "--score", "one", "--label", labels]) == 0
    assert "n/a" in capsys.readouterr().out


def test_every_named_area_of_each_classifier(data, capsys):
    assert main(["area", data, "--score", "one", "--score", "two, too", "--label", "label", "--all"]) == 0
    paths = [prplot.from_labels(LABEL, score, name=name) for name, score in (("one", FIRST), ("two, too", SECOND))]
    assert capsys.readouterr().out == "\n\n".join(str(path.areas()) for path in paths) + "\n"


def test_which_area_a_reported_number_is(data, capsys):
    area = prplot.from_labels(LABEL, FIRST).pr("step").area()
    assert main(["area", data, "--score", "one", "--label", "label", "--identify", f"{area:.4f}"]) == 0
    out = capsys.readouterr().out
    assert f"step  {area:.6f}" in re.sub(" +", "  ", out)
    assert main(["area", data, "--score", "one", "--label", "label", "--identify", "much"]) == 2
    assert "much" in capsys.readouterr().err


def test_json_is_of_the_usual_areas(data, capsys):
    assert main(["area", data, "--score", "one", "--label", "label", "--json", "--all"]) == 2
    assert "leave --all and --identify out" in capsys.readouterr().err


SURE = ["--replicates", "60", "--seed", "3", "--level", "0.9"]
OF_API = {"n": 60, "rng": 3, "level": 0.9}
PAIR = ["--score", "one", "--score", "two, too", "--label", "label"]


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_intervals_of_areas_are_those_of_the_api(data, capsys):
    arguments = ["area", data, *HARD, "--space", "pr", "--space", "roc", "--interval", *SURE]
    path = prplot.from_labels(LABEL, FIRST)
    curves = {"PR continuous": path.pr(), "PR step": path.pr("step"), "ROC": path.roc()}
    wanted = {name: curve.interval(method="logit-bootstrap", **OF_API) for name, curve in curves.items()}
    assert main([*arguments, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["level"] == 0.9
    assert all(row[f"{name} method"] == "logit-bootstrap" for name in wanted)
    for name, interval in wanted.items():
        assert row[name] == interval.estimate
        assert row[f"{name} interval"] == [interval.low, interval.high]
    assert main(arguments) == 0
    out, _ = capsys.readouterr()
    header, line = (re.split(r"\s{2,}", line) for line in out.splitlines())
    assert header == ["score", "prevalence", *wanted]
    assert line[2:] == [repr(interval) for interval in wanted.values()]
    assert main(["area", data, *HARD, "--space", "roc", "--interval", "--method", "delong"]) == 0
    assert repr(path.roc().interval(method="delong")) in capsys.readouterr().out


def test_intervals_that_are_undefined_are_null_in_json(tmp_path, capsys):
    file = write(tmp_path / "perfect.csv", {"label": [1] * 25 + [0] * 25, "one": list(range(50, 0, -1))})
    arguments = ["area", str(file), *HARD, "--space", "roc", "--interval", "--replicates", "20", "--json"]
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["ROC interval"] == [None, None]
    assert "NaN is returned for the interval" in err


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--seed", "1"], "--seed belongs to --interval; add it."),
        (["--level", "0.9"], "--level belongs to --interval; add it."),
        (["--method", "bca"], "--method belongs to --interval; add it."),
        (["--replicates", "9"], "--replicates belongs to --interval; add it."),
        (["--interval", "--all"], "leave --all and --identify out"),
        (["--interval", "--identify", "0.8"], "leave --all and --identify out"),
        (["--interval", "--level", "2"], "argument --level: must lie strictly between 0 and 1, as 0.95 does: '2'"),
        (["--interval", "--level", "nan"], "argument --level"),
        (["--interval", "--level", "x"], "argument --level"),
        (["--interval", "--replicates", "0"], "argument --replicates: must be a whole number from 1 on: '0'"),
        (["--interval", "--replicates", "1.5"], "argument --replicates"),
        (["--interval", "--seed", "-1"], "argument --seed: must be a whole number from 0 on"),
        (["--interval", "--method", "jackknife"], "argument --method: invalid choice"),
        (["--interval", "--method", "delong"], "method 'delong' is of whole areas under ROC curves"),
        (["--interval", "2"], "argument --interval: must lie strictly between 0 and 1"),
        (["--interval", "0.9", "--level", "0.8"], "--level must be left out where --interval has the level; got both."),
        (["--groups", "three"], "--groups belongs to --interval; add it."),
        (["--interval", "--groups", "none"], "--groups must name a column; got 'none', and the columns are 'kind', "),
        (["--interval", "--groups", "gaps"], "column 'gaps' must not have missing values"),
        (["--interval", "--groups", "ones"], "groups must name at least two groups; got 1."),
    ],
)
def test_wrong_options_of_intervals(options, text, data, capsys):
    refused(["area", data, *HARD, *options], capsys, text)


GROUPS = ["--groups", "three"]
OF_GROUPS = [str(row % 3) for row in range(ROWS)]
# Left out by --missing drop.
GAPS = {"scores": [np.nan if row % 7 == 0 else value for row, value in enumerate(FIRST.tolist())]}
KEPT = [group for row, group in enumerate(OF_GROUPS) if row % 7 != 0]


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize(("missing", "groups"), [("drop", KEPT), ("lowest", OF_GROUPS), ("unreached", OF_GROUPS)])
def test_whole_groups_are_drawn(missing, groups, data, capsys, monkeypatch):
    path = prplot.from_labels(LABEL, GAPS["scores"], missing=missing)
    wanted = path.roc().interval(method="logit-bootstrap", groups=groups, level=0.9, n=60, rng=3)
    arguments = ["area", data, "--score", "gaps", "--label", "label", "--missing", missing, "--space", "roc", "--json"]
    arguments += [*GROUPS, "--interval", "0.9", "--replicates", "60", "--seed", "3"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found[0]["ROC interval"] == [wanted.low, wanted.high]
    assert found[0]["level"] == 0.9
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(data).read_bytes())))
    assert main(["area", "-", *arguments[2:]]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize("method", ["bootstrap", "permutation", "delong"])
def test_whole_groups_are_compared(method, data, capsys):
    paths = {"one": prplot.from_labels(LABEL, FIRST), "two, too": prplot.from_labels(LABEL, SECOND)}
    wanted = prplot.compare(paths, "roc", method=method, groups=OF_GROUPS, **OF_API)
    assert main(["compare", data, *PAIR, "--space", "roc", "--method", method, *GROUPS, *SURE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["differences"] == [row._asdict() for row in wanted.rows]


DRAWS = ["--replicates", "40", "--seed", "3"]
N_RNG = {"n": 40, "rng": 3}


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--interval"], {"interval": True}),
        (["--band"], {"band": True}),
        (["--interval", "0.9", *DRAWS], {"interval": {"level": 0.9, **N_RNG}}),
        (["--interval", "--method", "bca", *DRAWS], {"interval": {"method": "bca", **N_RNG}}),
        (["--band", "0.5", *DRAWS, *GROUPS], {"band": {"level": 0.5, "groups": OF_GROUPS, **N_RNG}}),
        (
            ["--interval", "--band", *DRAWS, *GROUPS],
            {"interval": {"groups": OF_GROUPS, **N_RNG}, "band": {"groups": OF_GROUPS, **N_RNG}},
        ),
    ],
    ids=["interval", "band", "level", "method", "groups", "both"],
)
def test_intervals_and_bands_of_figures_are_those_of_the_api(options, parts, data):
    paths = {"one": prplot.from_labels(LABEL, FIRST), "two, too": prplot.from_labels(LABEL, SECOND)}
    plain, drawn = own_figure(4.9, 4.4).subplots(), own_figure(4.9, 4.4).subplots()
    prplot.plot(paths, ax=plain).save("plain.png")
    prplot.plot(paths, ax=drawn, **parts).save("wanted.png")
    assert main(["plot", data, *PAIR, *options, "-o", "fig.png"]) == 0
    found, wanted, without = (plt.imread(f"{name}.png") for name in ("fig", "wanted", "plain"))
    assert np.array_equal(found, wanted)
    assert not np.array_equal(found, without)


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_figures_with_groups_of_other_rows(data):
    paths = {
        "one": prplot.from_labels(LABEL, FIRST),
        "gaps": prplot.from_labels(LABEL, GAPS["scores"], missing="drop"),
    }
    options = ["--score", "one", "--score", "gaps", "--label", "label", "--missing", "drop"]
    assert main(["plot", data, *options, "--interval", *DRAWS, *GROUPS, "-o", "fig.svg"]) == 0
    written = " ".join(texts_of("fig.svg"))
    for (name, path), groups in zip(paths.items(), (OF_GROUPS, KEPT), strict=True):
        ends = path.pr().interval(method="logit-bootstrap", groups=groups, **N_RNG)
        assert f"[{ends.low:.2f}, {ends.high:.2f}]" in written, name


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--method", "bca"], "--method belongs to --interval; add it."),
        (["--band", "--method", "bca"], "--method belongs to --interval; add it."),
        (["--replicates", "9"], "--replicates belongs to --interval and --band; add one of them."),
        (["--seed", "9"], "--seed belongs to --interval and --band"),
        (["--groups", "three"], "--groups belongs to --interval and --band"),
        (["--interval", "1"], "argument --interval: must lie strictly between 0 and 1"),
        (["--band", "x"], "argument --band"),
        (["--level", "0.9", "--interval"], "--level"),
    ],
)
def test_wrong_options_of_intervals_in_figures(options, text, data, capsys):
    refused(["plot", data, *HARD, *options, "-o", "fig.png"], capsys, text)


# compare


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize(
    ("options", "measure", "method"),
    [
        ([], "pr", "bootstrap"),
        (["--space", "prg", "--method", "permutation"], "prg", "permutation"),
        (["--space", "ROC", "--method", "delong"], "roc", "delong"),
    ],
    ids=["bootstrap", "permutation", "delong"],
)
def test_comparisons_are_those_of_the_api(options, measure, method, data, capsys):
    paths = {"one": prplot.from_labels(LABEL, FIRST), "two, too": prplot.from_labels(LABEL, SECOND)}
    wanted = prplot.compare(paths, measure, method=method, **OF_API)
    assert main(["compare", data, *PAIR, *options, *SURE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["estimates"] == wanted.estimates
    assert found["differences"] == [row._asdict() for row in wanted.rows]
    assert (found["method"], found["level"], found["measure"]) == (method, 0.9, wanted.measure)
    assert found["first"] == (dict.fromkeys(paths) if method == "delong" else wanted.first)
    assert found["notes"] == list(wanted.notes)
    assert main(["compare", data, *PAIR, *options, *SURE]) == 0
    out, _ = capsys.readouterr()
    row = wanted.rows[0]
    first, second, sentence = out.strip().split("\n\n")
    assert re.split(r"\s{2,}", first.splitlines()[1])[:2] == ["one", f"{wanted.estimates['one']:.6f}"]
    a, b, difference, ends, p, adjusted = re.split(r"\s{2,}", second.splitlines()[1])
    assert (a, b, difference) == ("one", "two, too", f"{row.difference:+.3f}")
    assert ends == f"[{row.low:+.3f}, {row.high:+.3f}]"
    assert float(p) == pytest.approx(row.p, abs=1e-3)
    assert p == adjusted
    assert " ".join(sentence.split()) == wanted.methods()


def test_a_comparison_needs_two_columns_of_the_same_rows(data, capsys):
    refused(["compare", data, *HARD], capsys, "--score must name at least two columns to compare; got 1.")
    gaps = ["--score", "one", "--score", "gaps", "--label", "label"]
    text = "--missing drop leaves other rows out of 'one' than of 'gaps'"
    refused(["compare", data, *gaps, "--missing", "drop"], capsys, text)
    refused(["compare", data, *PAIR, "--method", "delong"], capsys, "'delong' is of whole areas under ROC curves")
    for missing in ("lowest", "unreached"):
        assert main(["compare", data, *gaps, "--missing", missing, "--replicates", "40", "--level", "0.5"]) == 0


@pytest.mark.slow
def test_a_comparison_in_any_encoding(tmp_path):
    rows = {"y": [1, 0] * 30, "größer λ": list(range(60)), "b": list(range(30)) * 2}
    file = write(tmp_path / "names.csv", rows)
    arguments = ["compare", str(file), "--label", "y", "--score", "größer λ", "--score", "b", "--replicates", "50"]
    done = encoded("ascii", *arguments, "--seed", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    first, second, _ = done.stdout.decode("ascii").replace("\r\n", "\n").split("\n\n")
    assert first.splitlines()[1].startswith("gr\\xf6\\xdfer \\u03bb  ")
    for table in (first, second):
        assert len({len(line) for line in table.splitlines()}) == 1


# curve


@pytest.mark.parametrize("space", ["pr", "prg", "roc"])
def test_a_curve_makes_the_round_trip_exactly(space, data, capsys):
    options = ["--score", "one", "--label", "label", "--weight", "weight", "--space", space]
    assert main(["curve", data, *options, "-o", "curve.csv"]) == 0
    with Path("curve.csv").open(newline="") as stream:
        header, *rows = csv.reader(stream)
    assert header == ["x", "y", "threshold", "tp", "fp"]
    path = prplot.from_labels(LABEL, FIRST, sample_weight=WEIGHT)
    curve = path.curve(space)
    x, y, thresholds, tp, fp = np.array(rows, dtype=float).T
    for mine, theirs in ((x, curve.x), (y, curve.y), (thresholds, curve.thresholds)):
        np.testing.assert_array_equal(mine, theirs)
    again = prplot.from_counts(thresholds, tp, fp)
    if space != "prg":
        np.testing.assert_array_equal(again.tp, path.tp)
        np.testing.assert_array_equal(again.fp, path.fp)
    assert again.curve(space).area() == pytest.approx(curve.area(), rel=1e-12)

    capsys.readouterr()
    assert main(["curve", data, *options, "-o", "-"]) == 0
    assert capsys.readouterr().out == Path("curve.csv").read_text()
    assert listing() == ["curve.csv"]


# Ways to write a table.


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.usefixtures("data")
def test_delimiters(delimiter, capsys):
    file = write(Path("data.txt"), TABLE, delimiter)
    assert main(["area", str(file), "--score", "two, too", "--label", "label", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["ROC"] == prplot.from_labels(LABEL, SECOND).roc().area()


@pytest.mark.parametrize(
    "text",
    [
        "label,score\r\n1,2\r\n0,1\r\n",
        "\ufefflabel,score\n1,2\n0,1\n",
        "label , score\n 1 , 2 \n 0 , 1 \n\n",
        "label,score\n1,2\n0,1",
        '"label","score"\n"1","2"\n"0","1"\n',
        "label,score\ntrue,2\nFalse,1\n",
        "label,score\n-1,1\n1,2\n",
        "label,score\n1.0,inf\n0.0,1e0\n",
    ],
)
def test_spellings_of_a_table(text, tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_bytes(text.encode())
    assert main(["area", str(file), "--score", "score", "--label", "label", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["ROC"], row["prevalence"]) == (1, 0.5)


def test_a_line_break_within_a_quoted_cell(tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text('label,note,score\n1,"two\nlines",2\n0,plain,1\n')
    assert main(["area", str(file), "--score", "score", "--label", "label", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["ROC"] == 1


# Wrong input: status 2, one line, nothing written.

TABLE_ERRORS = [
    (["--score", "none", "--label", "label"], "no column 'none'; its columns are 'kind', 'label', "),
    (["--score", "one", "--label", "none"], "no column 'none'"),
    (["--score", "one", "--fg", "none"], "no column 'none'"),
    (["--score", "one", "--fg", "fg", "--bg", "none"], "no column 'none'"),
    ([*HARD, "--weight", "none"], "no column 'none'"),
    (["--score", "words", "--label", "label"], "column 'words' must hold numbers; got 'high' in row 2."),
    (["--score", "kind", "--label", "label"], "column 'kind' must hold numbers"),
    ([*HARD, "--weight", "words"], "column 'words' must hold numbers"),
    (["--score", "one", "--fg", "kind"], "column 'kind' must hold numbers"),
    (["--score", "one", "--label", "kind"], "Say which is positive with --pos-label."),
    (["--score", "one", "--label", "three"], "--pos-label"),
    (["--score", "one", "--label", "fg"], "--fg"),
    (["--score", "one", "--fg", "bg"], "fg"),
    (["--score", "one", "--label", "kind", "--pos-label", "sick"], "got 'sick', found 'ill', 'well'."),
    (["--score", "gaps", "--label", "label"], "gaps"),
    (["--score", "one", "--fg", "gaps"], "column 'gaps' must not have missing values"),
    (["--score", "one", "--label", "gaps"], "column 'gaps' must not have missing values"),
    ([*HARD, "--bg", "bg"], "--bg must come with --fg."),
    (["--score", "one", "--bg", "bg"], "--label --fg"),
    (["--score", "one", "--fg", "fg", "--pos-label", "1"], "--pos-label must come with --label."),
    (["--score", "one", "--fg", "fg", "--label", "label"], "not allowed with"),
    (["--score", "one"], "--label --fg"),
    (["--label", "label"], "--score"),
    ([*HARD, "--missing", "ignore"], "--missing"),
    ([*HARD, "--colour", "red"], "--colour"),
    ([*HARD, "--weight", "zeros"], "weight"),
]


def refused(arguments, capsys, text):
    """Run a command that must fail as it should."""
    before = {place: Path(place).read_bytes() for place in listing() if Path(place).is_file()}
    folders = listing()
    try:
        status = main(arguments)
    except SystemExit as error:
        status = error.code
    out, err = capsys.readouterr()
    assert status == 2, out
    assert err.count("\n") == 1, err
    assert err.startswith("prplot")
    assert text in err
    assert "Traceback" not in err
    assert out == ""
    assert listing() == folders
    assert {place: Path(place).read_bytes() for place in before} == before
    assert not plt.get_fignums()


@pytest.mark.parametrize(("options", "text"), TABLE_ERRORS)
@pytest.mark.parametrize("verb", ["plot", "area", "compare", "curve"])
def test_wrong_columns_and_options(verb, options, text, data, capsys):
    output = {"plot": ["-o", "fig.pdf"], "curve": ["-o", "curve.csv"]}.get(verb, [])
    for name in output[1:]:
        Path(name).write_text("from before")
    refused([verb, data, *options, *output], capsys, text)


BAD_FILES = {
    "empty": (b"", "is empty"),
    "blank": (b"\n \n", "is empty"),
    "header only": (b"label,one\n", "no rows"),
    "binary": (bytes(range(256)), "binary"),
    "zeros": (b"label,one\n1,\x00\n", "binary"),
    "utf-16": ("label,one\n1,2\n".encode("utf-16"), "binary"),
    "unequal rows": (b"label,one\n1,2\n0\n", "row 3 has 1"),
    "longer rows": (b"label,one\n1,2,3\n", "row 2 has 3"),
    "twice": (b"label,one,one\n1,2,3\n", "'one' more than once"),
    "open quote": (b'label,one\n1,"2\n0,1\n', ""),
}


@pytest.mark.parametrize("kind", BAD_FILES)
@pytest.mark.parametrize("verb", ["plot", "area", "compare", "curve"])
@pytest.mark.usefixtures("data")
def test_bad_files(verb, kind, capsys, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_bytes(BAD_FILES[kind][0])
    output = {"plot": ["-o", "fig.pdf"], "curve": ["-o", "curve.csv"]}.get(verb, [])
    refused([verb, str(file), *HARD, *output], capsys, BAD_FILES[kind][1])


@pytest.mark.usefixtures("data")
def test_the_row_of_a_bad_cell_is_its_line_in_the_file(capsys, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text("label,one\n\n1,2\n\n0,high\n")
    refused(["area", str(file), *HARD], capsys, "got 'high' in row 5.")


@pytest.mark.parametrize("verb", ["plot", "area", "compare", "curve"])
@pytest.mark.usefixtures("data")
def test_no_such_file_and_folders(verb, capsys, tmp_path):
    output = {"plot": ["-o", "fig.pdf"], "curve": ["-o", "curve.csv"]}.get(verb, [])
    refused([verb, "nowhere.csv", *HARD, *output], capsys, "nowhere.csv cannot be read")
    refused([verb, str(tmp_path), *HARD, *output], capsys, "cannot be read")


@pytest.mark.parametrize("labels", ["ones", "zeros"])
def test_one_class_cannot_be_plotted(labels, data, capsys):
    side = "background" if labels == "ones" else "foreground"
    refused(["plot", data, "--score", "one", "--label", labels, "-o", "fig.pdf"], capsys, f"has no {side}")


@pytest.mark.parametrize("name", ["fig.xyz", "fig", "fig.", ".pdf", "fig.csv"])
def test_unknown_endings(name, data, capsys):
    refused(["plot", data, *HARD, "-o", name], capsys, "--output must end in one of")


@pytest.mark.parametrize(("verb", "name"), [("plot", "fig.pdf"), ("curve", "curve.csv")])
def test_output_that_cannot_be_written(verb, name, data, capsys):
    refused([verb, data, *HARD, "-o", f"nowhere/{name}"], capsys, f"nowhere/{name} cannot be written")
    Path(name).mkdir()
    refused([verb, data, *HARD, "-o", name], capsys, f"{name} cannot be written: it is a folder.")
    Path("file").touch()
    refused([verb, data, *HARD, "-o", f"file/{name}"], capsys, "cannot be written")


@pytest.mark.parametrize(("verb", "name"), [("plot", "fig.pdf"), ("curve", "curve.csv")])
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions bind only ordinary users")
def test_a_folder_without_permission(verb, name, data, capsys):
    Path("locked").mkdir()
    Path("locked").chmod(0o500)
    try:
        refused([verb, data, *HARD, "-o", f"locked/{name}"], capsys, f"locked/{name} cannot be written")
    finally:
        Path("locked").chmod(0o700)


def test_a_label_as_number_of_positives(data, capsys):
    with pytest.raises(SystemExit):
        main(["area", data, *HARD, "--positives", "yes"])
    said = (
        "argument --positives: must be a number of rows, or their weight; got 'yes'. Which label is positive says --pos"
    )
    assert said in capsys.readouterr().err


def test_one_curve_at_a_time(data, capsys):
    refused(["curve", data, *HARD, "--score", "two, too", "-o", "c.csv"], capsys, "--score must name one column")


@pytest.mark.parametrize("arguments", [[], ["draw"], ["plot"], ["plot", "file", "--space", "prc"]])
@pytest.mark.usefixtures("data")
def test_wrong_commands(arguments, capsys):
    refused(arguments, capsys, "--help")


# Through the interpreter.


@pytest.mark.slow
def test_as_a_module(data):
    done = command("area", data, *HARD, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["ROC"] == prplot.from_labels(LABEL, FIRST).roc().area()

    done = command("plot", data, *HARD, "-o", "fig.pdf", env={**os.environ, "MPLBACKEND": "tkagg"})
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["fig.pdf"], "")
    content = Path("fig.pdf").read_bytes()
    assert b"/FontFile2" in content
    assert b"/Type3" not in content

    done = command("plot", data, "--score", "none", "--label", "label", "-o", "no.pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert listing() == ["fig.pdf"]


@pytest.mark.slow
def test_a_reader_that_stops_early_is_no_error(data):
    process = subprocess.Popen(
        [sys.executable, "-m", "prplot", "curve", data, *HARD, "-o", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


def test_version_and_help(capsys):
    for arguments in (["--version"], ["--help"], ["plot", "--help"]):
        with pytest.raises(SystemExit, match="0"):
            main(arguments)
    assert prplot.__version__ in capsys.readouterr().out


@pytest.mark.usefixtures("data")
def test_demo(capsys):
    assert main(["demo"]) == 0
    assert listing() == ["prplot-demo.pdf", "prplot-demo.png"]
    out = capsys.readouterr().out
    for file in map(Path, listing()):
        assert file.read_bytes().startswith(SIGNATURES[file.suffix[1:]])
        assert str(file.resolve()) in out
    for name, path in prplot.datasets.load("digits").paths().items():
        (line,) = [line for line in out.splitlines() if line.startswith(f"{name} ")]
        assert line.split()[-5:] == [f"{value:.6f}" for value in row_of(path).values()]


@pytest.mark.usefixtures("data")
def test_demo_that_cannot_be_written_writes_nothing(capsys):
    Path("stem.png").mkdir()
    refused(["demo", "-o", "stem"], capsys, "stem.png cannot be written")


def test_curve_of_cost_space_has_the_counts_of_its_thresholds(data):
    path_of_one = prplot.from_labels(LABEL, FIRST)
    assert main(["curve", data, "--score", "one", "--label", "label", "--space", "cost", "-o", "cost.csv"]) == 0
    header, *rows = list(csv.reader(Path("cost.csv").read_text().splitlines()))
    assert header == ["x", "y", "threshold", "tp", "fp"]
    for x, y, threshold, tp, fp in (map(float, row) for row in rows):
        assert path_of_one.cost().at(x) == pytest.approx(y, abs=1e-15)
        assert (path_of_one.at(threshold).tp, path_of_one.at(threshold).fp) == (tp, fp)


# What is at the name of an output stays what it is.


@pytest.fixture
def writes(data):
    """Write a curve, or a figure, to a name; return what its content must be."""

    def write_to(name, *, expected=0):
        verb = ["plot"] if name.endswith(".svg") else ["curve"]
        assert main([*verb, data, *HARD, "-o", "plain" + Path(name).suffix]) == 0
        assert main([*verb, data, *HARD, "-o", name]) == expected
        assert not list(Path().rglob(".prplot-*"))
        return Path("plain" + Path(name).suffix).read_bytes()

    return write_to


@pytest.mark.parametrize("name", ["there.csv", "there.svg"])
def test_a_symbolic_link_stays_one(name, writes):
    Path("folder").mkdir()
    Path(name).symlink_to(f"folder/{name}")
    for content in (writes(name), writes(name)):  # at first it leads nowhere
        assert Path(name).is_symlink()
        assert Path("folder", name).read_bytes() == content


def test_both_names_of_a_hard_link_lead_to_the_curve(writes):
    Path("one.csv").write_text("old, and longer than what is new" * 1000)
    Path("other.csv").hardlink_to("one.csv")
    content = writes("one.csv")
    assert Path("one.csv").read_bytes() == Path("other.csv").read_bytes() == content
    assert Path("one.csv").samefile("other.csv")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_permissions_are_kept(mode, writes):
    Path("there.csv").touch()
    Path("there.csv").chmod(mode)
    content = writes("there.csv")
    assert stat.S_IMODE(Path("there.csv").stat().st_mode) == mode
    assert Path("there.csv").read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "chown") or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(writes):
    Path("there.csv").touch()
    os.chown("there.csv", 12345, 12345)
    content = writes("there.csv")
    now = Path("there.csv").stat()
    assert (now.st_uid, now.st_gid) == (12345, 12345)
    assert Path("there.csv").read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_gets_the_curve(writes):
    os.mkfifo("pipe.csv")
    got = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe.csv").read_bytes()), daemon=True)
    reader.start()
    content = writes("pipe.csv")
    reader.join(10)
    assert got == [content]
    assert Path("pipe.csv").is_fifo()


@pytest.mark.skipif(not hasattr(os, "mknod") or os.geteuid() != 0, reason="only root makes devices")
def test_a_device_stays_one(writes):
    # A null device of our own.
    os.mknod("null.csv", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    writes("null.csv", expected=0)
    assert Path("null.csv").is_char_device()
    assert Path("null.csv").read_bytes() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_file_that_does_not_fit_is_named(data, capsys):
    Path("full.csv").symlink_to("/dev/full")
    refused(["curve", data, *HARD, "-o", "full.csv"], capsys, "full.csv cannot be written: No space left on device.")


@pytest.mark.parametrize(("verb", "name"), [("plot", "fig.svg"), ("curve", "curve.csv")])
@pytest.mark.parametrize("link", ["hardlink_to", "symlink_to"])
def test_the_input_is_not_overwritten(verb, name, link, data, capsys):
    Path(name).unlink(missing_ok=True)
    getattr(Path(name), link)(data)
    refused([verb, data, *HARD, "-o", name], capsys, "--output must be another file than the input")
    assert Path(data).read_text().startswith("kind,label")


def test_a_failed_copy_leaves_no_temporary_file(data, capsys, monkeypatch):
    Path("one.csv").write_text("old")
    Path("other.csv").hardlink_to("one.csv")
    monkeypatch.setattr("shutil.copyfileobj", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert main(["curve", data, *HARD, "-o", "one.csv"]) == 2
    assert capsys.readouterr().err == "prplot: one.csv cannot be written: No space left on device.\n"
    assert listing() == ["one.csv", "other.csv"]


# A process of its own: signals, standard streams, encodings.


SLOW = """
import os, signal, sys, threading
from prplot.cli import commands as cli
number = getattr(signal, sys.argv.pop(1))
written = cli._write_rows
def stopped(*arguments):
    written(*arguments)
    os.kill(os.getpid(), number)
    threading.Event().wait(30)
cli._write_rows = stopped
sys.exit(cli.main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_leaves_nothing_half_written(name, data):
    Path("curve.csv").write_text("old")
    arguments = [sys.executable, "-c", SLOW, name, "curve", data, *HARD, "-o", "curve.csv"]
    done = subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        # Whoever runs the tests may ignore it, as nohup does.
        preexec_fn=lambda: signal.signal(getattr(signal, name), signal.SIG_DFL),
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert done.returncode == 128 + getattr(signal, name)
    assert listing() == ["curve.csv"]
    assert Path("curve.csv").read_text() == "old"


def test_signals_are_those_of_the_caller_again(data):
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    main(["area", data, *HARD])
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == before


def encoded(encoding, *arguments):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "prplot", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, env=environment, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("options", [["--all"], ["--identify", "0.999"]])
def test_tables_in_any_encoding(encoding, options, data):
    done = encoded(encoding, "area", data, *HARD, *options)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert "\\" not in text
    whole = encoded("utf-8", "area", data, *HARD, *options).stdout.decode("utf-8")
    letters = {"π": "pi", "β": "beta", "α": "alpha", "≥": ">="}
    assert any(letter in whole for letter in letters)
    for letter, name in letters.items():
        whole = whole.replace(letter, name)
    assert text.split() == whole.split()


@pytest.mark.slow
def test_names_in_any_encoding(tmp_path, data):
    file = write(tmp_path / "names.csv", {"label": [1, 0], "größe λ": [2, 1]})
    done = encoded("ascii", "area", str(file), "--score", "größe λ", "--label", "label")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[1].startswith(rb"gr\xf6\xdfe \u03bb")
    name = os.fsdecode(b"f\xff.svg")
    done = encoded("utf-8", "plot", data, *HARD, "-o", name)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [rb"f\udcff.svg"], b"")
    assert Path(name).is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["area"], 2, "prplot: standard output is closed, so nothing can be printed."),
        (["area", "--json"], 2, "prplot: standard output is closed, so nothing can be printed."),
        (["area", "--all"], 2, "prplot: standard output is closed, so nothing can be printed."),
        (["curve", "-o", "-"], 2, "prplot: standard output is closed, so nothing can be printed."),
        (["curve", "-o", "curve.csv"], 0, ""),
        (["plot", "-o", "fig.svg"], 0, ""),
    ],
)
def test_standard_output_that_is_closed(arguments, status, said, data):
    verb, *options = arguments
    line = 'exec "$0" -m prplot "$@" >&-'
    command = ["sh", "-c", line, sys.executable, verb, data, *HARD, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.strip()) == (status, said)
    assert listing() == options[1:] * (status == 0)


@pytest.mark.slow
def test_notes_stay_out_of_the_output_where_standard_error_is_closed(data):
    line = 'exec "$0" -m prplot "$@" 2>&-'
    command = ["sh", "-c", line, sys.executable, "area", data, "--score", "one", "--label", "ones", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert json.loads(done.stdout)[0]["ROC"] is None


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize("arguments", [["area"], ["curve", "-o", "-"]])
def test_standard_output_that_is_full(arguments, data):
    verb, *options = arguments
    command = [sys.executable, "-m", "prplot", verb, data, *HARD, *options]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "prplot: standard output cannot be written: No space left on device.\n"


def test_a_fault_of_prplot_is_one_line(data, capsys, monkeypatch):
    def broken(*_):
        raise IndexError("index 7 is\nout of bounds")

    monkeypatch.setattr("prplot.cli.commands.identify", broken)
    assert main(["area", data, *HARD, "--identify", "0.5"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("prplot: a fault of prplot: IndexError: index 7 is out of bounds (please report it")
    assert err.count("\n") == 1


# Tables as they are found.


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85", "\x1c", "\x1d", "\x1e", "\x0b", "\x0c", "\r", "\n"])
@pytest.mark.parametrize("quoted", [True, False])
def test_characters_that_only_python_takes_for_line_breaks(character, quoted, tmp_path, capsys):
    if character in "\r\n" and not quoted:
        return
    cell = f'"a{character}b"' if quoted else f"a{character}b"
    file = tmp_path / "data.csv"
    file.write_bytes(f"note,label,score\n{cell},1,2\nplain,0,high\n".encode())
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, "got 'high' in row ")
    file.write_bytes(f"note,label,score\n{cell},1,2\nplain,0,1\n".encode())
    assert main(["area", str(file), "--score", "score", "--label", "label", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["ROC"] == 1


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_breaks_in_labels_count(ending, tmp_path, capsys):
    rows = ["label,score", '"y\nes",3', "yes,2", "no,1", '"no\n",0']
    file = tmp_path / "data.csv"
    file.write_bytes((ending.join(rows) + ending).encode())
    for label, auc in (("y\nes", 1), ("yes", 2 / 3), ("no", 1 / 3), ("no\n", 0)):
        assert main(["area", str(file), "--score", "score", "--label", "label", "--pos-label", label, "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        assert (row["prevalence"], row["ROC"]) == (0.25, pytest.approx(auc))
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, r"'no\n'")


def test_a_row_is_where_its_first_line_is(tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text('label,note,score\n1,"two\nlines",2\n\n0,"a\nb\nc",high\n')
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, "got 'high' in row 5.")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_delimiter_in_quotes_is_none(delimiter, tmp_path, capsys):
    others = {",", ";", "\t"} - {delimiter}
    title = "".join(f"a{other}" * 9 for other in sorted(others))
    file = tmp_path / "data.csv"
    file.write_text(f'\n"{title}"{delimiter}label\n2{delimiter}1\n1{delimiter}0\n')
    assert main(["area", str(file), "--score", title, "--label", "label", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["ROC"] == 1


@pytest.mark.parametrize("cell", ["1_0", "1_000.5", "_1", "1e1_0"])
def test_underscores_make_no_number(cell, tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text(f"label,score\n1,{cell}\n0,1\n")
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, f"must hold numbers; got {cell!r}")
    file.write_text(f"label,score\n{cell},1\n0,2\n")
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, "must hold 0/1, -1/1 or true/false")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("0.99999999999999991", "0.99999999999999992"),
        ("9007199254740993", "9007199254740992"),
        ("1e400", "2e400"),
        ("1e400", "inf"),
        ("1e-400", "0"),
    ],
)
def test_scores_that_a_double_merges_are_told_of(first, second, tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text(f"label,score\n1,{first}\n0,-5\n0,{second}\n")
    assert main(["area", str(file), "--score", "score", "--label", "label", "--json"]) == 0
    err = capsys.readouterr().err
    assert "prplot: note: column 'score' has scores that differ beyond the digits of a double" in err
    assert f"'{first}' in row 2 and '{second}' in row 4" in err


def test_scores_that_are_written_in_two_ways_are_no_news(tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text("label,score\n1,0.10\n0,1e-1\n1,.1\n0,inf\n1,Infinity\n0,nan\n1,NaN\n")
    options = ["--score", "score", "--label", "label", "--missing", "drop", "--json"]
    assert main(["area", str(file), *options]) == 0
    assert "double" not in capsys.readouterr().err


def test_a_column_that_is_named_twice_is_found_among_many(tmp_path, capsys):
    file = tmp_path / "wide.csv"
    wide = 10_000
    file.write_text(",".join(f"c{i}" for i in range(wide)) + ",c7\n" + "1," * wide + "1\n")
    refused(["area", str(file), "--score", "c1", "--label", "c2"], capsys, "got 'c7' more than once.")


def test_control_characters_of_names_stay_out_of_the_terminal(tmp_path, capsys):
    name = "a\x1b[31m\x07\nb"
    file = write(tmp_path / "names.csv", {"label": [1, 0], name: [2, 1], "fg": ["\x1b[2J", 1]})
    assert main(["area", str(file), "--score", name, "--label", "label"]) == 0
    assert r"a\x1b[31m\x07\nb" in capsys.readouterr().out
    for options in (["--all"], ["--identify", "0.5"]):
        assert main(["area", str(file), "--score", name, "--label", "label", *options]) == 0
        assert "\x1b" not in capsys.readouterr().out
    refused(["area", str(file), "--score", name, "--fg", "fg"], capsys, r"got '\x1b[2J'")
    refused(["area", str(file), "--score", "\x1b[2J", "--fg", "fg"], capsys, r"\x1b[2J")
    refused(["area", "\x1b[2J.csv", "--score", "score", "--fg", "fg"], capsys, r"\x1b[2J.csv cannot be read")
    assert main(["area", str(file), "--score", name, "--label", "label", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["score"] == name


def test_standard_input(data, capsys, monkeypatch):
    assert main(["area", data, *HARD]) == 0
    expected = capsys.readouterr().out
    for content, status in ((Path(data).read_bytes(), 0), (b"\xef\xbb\xbf" + Path(data).read_bytes(), 0), (b"", 2)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert main(["area", "-", *HARD]) == status
        out, err = capsys.readouterr()
        assert out == (expected if status == 0 else "")
        assert ("standard input is empty" in err) == (status == 2)
    monkeypatch.setattr("sys.stdin", None)
    refused(["area", "-", *HARD], capsys, "standard input is closed")


def test_area_in_the_spaces_that_are_asked_for(data, capsys):
    arguments = ["area", data, "--score", "one", "--label", "label"]
    path = prplot.from_labels(LABEL, FIRST, name="one")
    assert main([*arguments, "--space", "croc", "--space", "roc", "--space", "cost", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert list(row) == ["score", "prevalence", "CROC", "ROC", "COST"]
    assert (row["CROC"], row["ROC"], row["COST"]) == (path.croc().area(), path.roc().area(), path.cost().area())
    assert main([*arguments, "--space", "prg", "--all"]) == 0
    out = capsys.readouterr().out
    keys = {area.key: area.space for area in path.areas()}
    assert {key for key in keys if f"  {key} " in out} == {key for key, space in keys.items() if space == "PRG"}
    refused([*arguments, "--space", "pr", "--identify", "0.5"], capsys, "leave --space and --all out")


@pytest.mark.parametrize("name", ["$\\frac{$", "a\\", "$5 to $6", "x" * 400, "\u202eabc", "_^{}"])
def test_names_that_are_no_mathematics(name, tmp_path, data, capsys):
    del data
    file = write(tmp_path / "names.csv", {"label": [1, 0, 1], name: [3, 2, 1], "other": [1, 2, 3]})
    arguments = ["plot", str(file), "--score", name, "--score", "other", "--label", "label", "-o", "fig.png"]
    assert main(arguments) == 0, capsys.readouterr().err
    assert listing() == ["fig.png"]


def test_the_package_runs_as_the_command():
    said = subprocess.run([sys.executable, "-m", "prplot", "--version"], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout.strip()) == (0, f"prplot {prplot.__version__}")


@pytest.mark.parametrize(
    ("said", "meant"),
    [("PR", "pr"), ("AUROC", "roc"), ("precision-recall-gain", "prg")],
)
def test_spaces_are_taken_by_their_synonyms(said, meant, data, capsys):
    outputs = []
    for space in (said, meant):
        assert main(["area", data, *HARD, "--space", space]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_interpolations_are_taken_by_their_synonyms(data):
    for rule in ("Average precision", "step"):
        assert main(["plot", data, *HARD, "--interpolation", rule, "-o", f"{rule}.svg"]) == 0
    assert Path("Average precision.svg").read_bytes() == Path("step.svg").read_bytes()


@pytest.fixture
def umlauts(tmp_path):
    file = tmp_path / "table.csv"
    file.write_text('y,größer,b,"Wald, größer"\n1,3,2,1\n0,2,3,2\n1,1,1,3\n', encoding="utf-8")
    return str(file)


@pytest.mark.slow
def test_columns_line_up_however_names_are_written(umlauts):
    done = encoded("ascii", "area", umlauts, "--label", "y", "--score", "größer", "--score", "b")
    lines = done.stdout.decode("ascii").splitlines()
    assert lines[1].startswith("gr\\xf6\\xdfer  ")
    assert len({len(line) for line in lines}) == 1


def test_columns_line_up_in_memory(umlauts, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["area", umlauts, "--label", "y", "--score", "größer", "--score", "b"]) == 0
    lines = stream.buffer.getvalue().decode("ascii").splitlines()
    assert lines[1].startswith("gr\\xf6\\xdfer  ")
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("column", ["größer", "Wald, größer"])
def test_arguments_that_the_locale_cannot_read_are_utf_8(umlauts, column):
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "prplot", "area", umlauts, "--label", "y", "--score", column.encode()]
    done = subprocess.run(command, capture_output=True, timeout=60, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 2


def test_arguments_that_are_no_utf_8_stay_as_they_are():
    assert decoded("gr\udcf6\udcdfer") == "gr\udcf6\udcdfer"
    assert decoded("größer") == "größer"


# Groups, and files of other kinds.


@pytest.fixture
def sites(tmp_path):
    """Return a file with a column of groups: "a", "b", and "c", which has no positives."""
    site = ["ab"[row % 2] if label or row % 4 else "c" for row, label in enumerate(LABEL)]
    return str(write(tmp_path / "sites.csv", TABLE | {"site": site})), np.array(site)


def test_areas_of_each_group(sites, capsys):
    file, site = sites
    assert main(["area", file, *HARD, "--by", "site", "--space", "roc", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["score"] for row in rows] == ["a", "b", "c"]
    assert rows[1]["ROC"] == prplot.from_labels(LABEL[site == "b"], FIRST[site == "b"]).roc().area()
    assert rows[2]["prevalence"] == 0
    assert main(["area", file, *HARD, "--score", "two, too", "--by", "site", "--space", "roc", "--json"]) == 0
    named = [row["score"] for row in json.loads(capsys.readouterr().out)]
    assert named == [f"{score}, {group}" for score in ("one", "two, too") for group in "abc"]


def test_curves_of_each_group_on_standard_output(sites, capsys):
    file, site = sites
    assert main(["curve", file, *HARD, "--by", "site", "--space", "roc", "-o", "-"]) == 0
    header, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert header == ["site", "x", "y", "threshold", "tp", "fp"]
    path = prplot.from_labels(LABEL[site == "b"], FIRST[site == "b"])
    assert [float(row[3]) for row in rows if row[0] == "b"] == path.thresholds.tolist()


def test_a_curve_for_each_group_that_has_one(sites, capsys):
    file, _ = sites
    assert main(["plot", file, *HARD, "--by", "site", "-o", "by.svg"]) == 0
    said = "prplot: note: 'c' has no foreground at all, so there is no curve to draw, and it is left out.\n"
    assert capsys.readouterr().err == said
    assert Path("by.svg").read_bytes().startswith(SIGNATURES["svg"])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--positives", "40"], "--positives must be left out with --by"),
        (["--by", "place"], "has no column 'place'"),
        (["--score", "one"], "prplot: --score must name at least one column, and each once; got 'one', 'one'."),
    ],
)
def test_wrong_options_of_groups(options, text, sites, capsys):
    refused(["area", sites[0], *HARD, "--by", "site", *options], capsys, text)


def test_parquet_compressed_files_and_patterns(tmp_path, capsys, monkeypatch):
    import polars as pl

    file, packed = tmp_path / "data.parquet", tmp_path / "data.csv.gz"
    pl.DataFrame({"label": LABEL, "one": FIRST}).write_parquet(file)
    plain = write(tmp_path / "plain.csv", {"label": LABEL.tolist(), "one": FIRST.tolist()})
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    asked = [*HARD, "--space", "pr", "--json"]
    said = []
    for name in (plain, file, packed, tmp_path / "data.par*"):
        assert main(["area", str(name), *asked]) == 0
        said.append(capsys.readouterr().out)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert main(["area", "-", *asked]) == 0
    assert len({*said, capsys.readouterr().out}) == 1
    assert main(["area", str(file), *asked, "--tolerance", "0.5"]) == 0
    near = prplot.from_labels(LABEL, FIRST, tolerance=0.5)
    assert json.loads(capsys.readouterr().out)[0]["PR continuous"] == near.pr().area()
    refused(["curve", str(file), *HARD, "-o", str(file)], capsys, "--output must be another file than the input")
    refused(["area", str(tmp_path / "nowhere*"), *HARD], capsys, "no file has such a name")


def test_how_long_a_file_takes_is_shown_on_a_terminal(monkeypatch):
    from prplot.uncertainty import progress

    said = io.StringIO()
    said.isatty = lambda: True
    monkeypatch.setattr("sys.stderr", said)
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    with progress.waiting("reading scores.parquet"):
        time.sleep(0.1)
    assert "reading scores.parquet: 0 s" in said.getvalue()
    assert said.getvalue().endswith("\r")
    said.truncate(0)
    with progress.waiting("reading scores.parquet"):
        pass
    assert "reading" not in said.getvalue()


def test_bins_and_the_bounds_of_their_areas(sites, capsys):
    file, frame = sites[0], ["--space", "pr", "--json"]
    assert main(["area", file, *HARD, *frame]) == 0
    (exact,) = json.loads(capsys.readouterr().out)
    for finely in (["--bins", "3"], ["--area-tolerance", "0.01"]):
        assert main(["area", file, *HARD, *frame, *finely]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        for rule in ("PR continuous", "PR step"):
            assert row[f"{rule} least"] <= exact[rule] <= row[f"{rule} most"]
        assert row["PR continuous most"] - row["PR continuous least"] <= 0.01 or "--bins" in finely
    for wrong, text in (
        (["--bins", "0"], "--bins must be a whole number from 1 on"),
        (["--bins", "9", "--tolerance", "0.1"], "--tolerance must be left out with --bins"),
        (["--bins", "9", "--interval"], "need the scores themselves"),
    ):
        refused(["area", file, *HARD, *wrong], capsys, text)


def test_spaces_without_named_areas_are_told_of(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("s,y\n0.9,1\n0.5,0\n0.2,1\n")
    options = [str(tmp_path / "a.csv"), "--score", "s", "--label", "y", "--space", "lift", "--space", "roc"]
    assert main(["area", *options, "--all"]) != 0
    assert "lift has only the one under the curve. Leave --all out." in capsys.readouterr().err
    assert main(["area", *options]) == 0
