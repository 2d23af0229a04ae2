"""The command: what it writes, what it prints, and one clear line where something is wrong."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.cli import main

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
SIGNATURES = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}


def write(file, table, delimiter=","):
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    return file


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Work in an empty folder, beside the one with the data."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return str(write(tmp_path / "data.csv", TABLE))


def listing():
    return sorted(str(place) for place in Path().rglob("*"))


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "prplot.cli", *arguments], capture_output=True, text=True, timeout=60, **options
    )


# plot


@pytest.mark.parametrize("ending", ["pdf", "png", "svg"])
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


@pytest.mark.parametrize(
    ("options", "path"),
    [
        (["--label", "label"], prplot.from_labels(LABEL, FIRST)),
        (["--label", "label", "--weight", "weight"], prplot.from_labels(LABEL, FIRST, sample_weight=WEIGHT)),
        (["--label", "kind", "--pos-label", "ill"], prplot.from_labels(LABEL, FIRST)),
        (["--label", "kind", "--pos-label", "well"], prplot.from_labels(1 - LABEL, FIRST)),
        (["--fg", "fg"], prplot.from_weights(FIRST, fg=FG)),
        (["--fg", "fg", "--bg", "bg"], prplot.from_weights(FIRST, fg=FG, bg=BG)),
        (
            ["--fg", "fg", "--bg", "bg", "--weight", "weight"],
            prplot.from_weights(FIRST, fg=FG, bg=BG, sample_weight=WEIGHT),
        ),
    ],
)
@pytest.mark.parametrize(("space", "header"), [("pr", "area, continuous"), ("prg", "area, signed"), ("roc", "area")])
def test_plot_says_the_areas_of_the_api(options, path, space, header, data):
    assert main(["plot", data, "--score", "one", *options, "--space", space, "-o", "fig.svg"]) == 0
    entry = f"one  {path.curve(space).area():.3f}"
    if path.soft:
        entry += f" of at most {path.best().curve(space).area():.3f}"
    entry = entry.replace("-", "\N{MINUS SIGN}")
    words = texts_of("fig.svg")
    assert header in words
    assert entry in words


def test_plot_takes_an_interpolation(data):
    assert main(["plot", data, "--score", "one", "--label", "label", "--interpolation", "step", "-o", "fig.svg"]) == 0
    assert "area, step" in texts_of("fig.svg")


@pytest.mark.parametrize("missing", ["drop", "lowest"])
def test_missing_scores(missing, data):
    assert main(["plot", data, "--score", "gaps", "--label", "label", "--missing", missing, "-o", "fig.svg"]) == 0
    gaps = np.where(np.arange(ROWS) % 7 == 0, np.nan, FIRST)
    area = prplot.from_labels(LABEL, gaps, missing=missing).pr().area()
    assert f"gaps  {area:.3f}" in texts_of("fig.svg")


def test_near_scores_are_ties(data):
    near = 0.05
    assert main(["plot", data, "--score", "one", "--label", "label", "--tolerance", str(near), "-o", "fig.svg"]) == 0
    exact, joined = (prplot.from_labels(LABEL, FIRST, tolerance=distance).pr().area() for distance in (0, near))
    assert f"{exact:.3f}" != f"{joined:.3f}"
    assert f"one  {joined:.3f}" in texts_of("fig.svg")


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
    assert "nan" in capsys.readouterr().out


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

HARD = ["--score", "one", "--label", "label"]
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
@pytest.mark.parametrize("verb", ["plot", "area", "curve"])
def test_wrong_columns_and_options(verb, options, text, data, capsys):
    output = {"plot": ["-o", "fig.pdf"], "area": [], "curve": ["-o", "curve.csv"]}[verb]
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
@pytest.mark.parametrize("verb", ["plot", "area", "curve"])
@pytest.mark.usefixtures("data")
def test_bad_files(verb, kind, capsys, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_bytes(BAD_FILES[kind][0])
    output = {"plot": ["-o", "fig.pdf"], "area": [], "curve": ["-o", "curve.csv"]}[verb]
    refused([verb, str(file), *HARD, *output], capsys, BAD_FILES[kind][1])


@pytest.mark.usefixtures("data")
def test_the_row_of_a_bad_cell_is_its_line_in_the_file(capsys, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text("label,one\n\n1,2\n\n0,high\n")
    refused(["area", str(file), *HARD], capsys, "got 'high' in row 5.")


@pytest.mark.parametrize("verb", ["plot", "area", "curve"])
@pytest.mark.usefixtures("data")
def test_no_such_file_and_folders(verb, capsys, tmp_path):
    output = {"plot": ["-o", "fig.pdf"], "area": [], "curve": ["-o", "curve.csv"]}[verb]
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
        [sys.executable, "-m", "prplot.cli", "curve", data, *HARD, "-o", "-"],
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
