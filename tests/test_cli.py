"""The command: what it writes, what it prints, and one clear line where something is wrong."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import pytest

import prplot
from prplot.cli.commands import main
from prplot.draw.base.axes import own_figure

ROWS = 60
RNG = np.random.default_rng(9)
LABEL = (RNG.random(ROWS) < 0.3).astype(int)
FIRST = np.round(RNG.normal(size=ROWS) + 1.2 * LABEL, 2)
SECOND = RNG.normal(size=ROWS) + 0.5 * LABEL
FG, BG, WEIGHT = RNG.random(ROWS), RNG.uniform(0, 3, ROWS), RNG.uniform(0.5, 2, ROWS)
TABLE = {
    "label": LABEL.tolist(),
    "fg": FG.tolist(),
    "bg": BG.tolist(),
    "weight": WEIGHT.tolist(),
    "one": FIRST.tolist(),
    "two, too": SECOND.tolist(),
    "gaps": ["" if row % 7 == 0 else value for row, value in enumerate(FIRST.tolist())],
    "three": [row % 3 for row in range(ROWS)],
}
HARD = ["--score", "one", "--label", "label"]


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


# plot


def texts_of(file):
    """The words of an SVG figure, which matplotlib writes as comments beside the glyphs."""
    return re.findall(r"<!-- (.*?) -->", Path(file).read_text(encoding="utf-8"))


def test_plot_replaces_a_file_and_keeps_its_permissions_usual(data):
    Path("fig.png").write_bytes(b"old")
    assert main(["plot", data, "--score", "one", "--label", "label", "-o", "fig.png"]) == 0
    assert Path("fig.png").read_bytes().startswith(b"\x89PNG")
    Path("other").touch()
    assert Path("fig.png").stat().st_mode == Path("other").stat().st_mode


# What is computed is what the library computes; how it is printed is said by tests/golden.

SURE = ["--n", "200", "--rng", "3", "--level", "0.9"]
OF_API = {"n": 200, "rng": 3, "level": 0.9}
PAIR = ["--score", "one", "--score", "two, too", "--label", "label"]
PATHS = {"one": prplot.from_labels(LABEL, FIRST), "two, too": prplot.from_labels(LABEL, SECOND)}
GROUPS = ["--groups", "three"]
OF_GROUPS = [str(row % 3) for row in range(ROWS)]
# Left out by --missing drop.
GAPS = [np.nan if row % 7 == 0 else value for row, value in enumerate(FIRST.tolist())]
KEPT = [group for row, group in enumerate(OF_GROUPS) if row % 7 != 0]


@pytest.mark.parametrize(
    ("options", "paths"),
    [
        (["--label", "label"], PATHS.values()),
        (["--fg", "fg", "--bg", "bg"], [prplot.from_weights(score, fg=FG, bg=BG) for score in (FIRST, SECOND)]),
    ],
    ids=["hard", "soft"],
)
def test_areas(options, paths, data, capsys):
    assert main(["area", data, *PAIR[:4], *options, "--json"]) == 0
    for row, path in zip(json.loads(capsys.readouterr().out), paths, strict=True):
        assert row["prevalence"] == path.prevalence
        assert [row["AUPRC (continuous)"], row["AP"]] == [path.pr().area(), path.pr("step").area()]
        assert [row["AUPRG"], row["AUROC"]] == [path.prg().area(), path.roc().area()]
        assert row.get("AUPRC (continuous) at best") == (path.best().pr().area() if path.soft else None)


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_intervals_of_areas(data, capsys):
    arguments = ["area", data, *HARD, "--space", "pr", "--space", "roc", "--interval", *SURE, "--json"]
    path = PATHS["one"]
    assert main(arguments) == 0
    (row,) = json.loads(capsys.readouterr().out)
    for name, curve in {"AUPRC (continuous)": path.pr(), "AP": path.pr("step"), "AUROC": path.roc()}.items():
        interval = curve.interval(**OF_API)
        assert [row[name], row[f"{name} interval"]] == [interval.estimate, [interval.low, interval.high]]


def test_intervals_that_are_undefined_are_null_in_json(tmp_path, capsys):
    file = write(tmp_path / "perfect.csv", {"label": [1] * 25 + [0] * 25, "one": list(range(50, 0, -1))})
    arguments = ["area", str(file), *HARD, "--space", "roc", "--interval", "--n", "200", "--json"]
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["AUROC interval"] == [None, None]
    assert "NaN is returned for the interval" in err


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize(("missing", "groups"), [("drop", KEPT), ("lowest", OF_GROUPS), ("unreached", OF_GROUPS)])
def test_whole_groups_are_drawn(missing, groups, data, capsys, monkeypatch):
    path = prplot.from_labels(LABEL, GAPS, missing=missing)
    wanted = path.roc().interval(method="logit-bootstrap", groups=groups, **OF_API)
    options = ["--score", "gaps", "--label", "label", "--missing", missing, "--space", "roc", "--json"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(data).read_bytes())))
    for file in (data, "-"):
        assert main(["area", file, *options, *GROUPS, "--interval", *SURE]) == 0
        assert json.loads(capsys.readouterr().out)[0]["AUROC interval"] == [wanted.low, wanted.high]


DRAWS = ["--n", "200", "--rng", "3"]
N_RNG = {"n": 200, "rng": 3}


@pytest.mark.parametrize(("options", "band"), [([], None), (["--band", "0.9"], {"kind": "confidence", "level": 0.9})])
def test_calibration_curves(options, band, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = np.linspace(0.05, 0.95, 40)
    labels = np.arange(40) % 3 == 0
    rows = ["score,label", *(f"{score},{int(label)}" for score, label in zip(scores, labels, strict=True))]
    (tmp_path / "risks.csv").write_text("\n".join(rows), encoding="utf-8")
    ax = own_figure(4.9, 4.4).subplots()
    prplot.draw.calibration({"score": prplot.from_labels(labels, scores)}, band=band, ax=ax).save("wanted.png")
    given = [str(tmp_path / "risks.csv"), "--label", "label", "--score", "score", "--calibration", *options]
    assert main(["plot", *given, "-o", "fig.png"]) == 0
    assert np.array_equal(plt.imread("fig.png"), plt.imread("wanted.png"))


def test_calibration_alone_has_no_areas(data, capsys):
    assert main(["plot", data, *PAIR, "--calibration", "--interval", "-o", "fig.png"]) == 2
    assert "--interval is of the areas in a --space" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--interval", "0.9", "--method", "bca", *DRAWS], {"interval": {"level": 0.9, "method": "bca", **N_RNG}}),
        (["--band", "0.5", *DRAWS, *GROUPS], {"band": {"level": 0.5, "groups": OF_GROUPS, **N_RNG}}),
        (["--interval", "--band", *DRAWS], {"interval": N_RNG, "band": N_RNG}),
    ],
    ids=["interval", "band", "both"],
)
def test_intervals_and_bands_of_figures(options, parts, data):
    plain, drawn = own_figure(4.9, 4.4).subplots(), own_figure(4.9, 4.4).subplots()
    prplot.plot(PATHS, ax=plain).save("plain.png")
    prplot.plot(PATHS, ax=drawn, **parts).save("wanted.png")
    assert main(["plot", data, *PAIR, *options, "-o", "fig.png"]) == 0
    found, wanted, without = (plt.imread(f"{name}.png") for name in ("fig", "wanted", "plain"))
    assert np.array_equal(found, wanted)
    assert not np.array_equal(found, without)


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_figures_with_groups_of_other_rows(data):
    options = ["--score", "one", "--score", "gaps", "--label", "label", "--missing", "drop"]
    assert main(["plot", data, *options, "--interval", *DRAWS, *GROUPS, "-o", "fig.svg"]) == 0
    for path, groups in ((PATHS["one"], OF_GROUPS), (prplot.from_labels(LABEL, GAPS, missing="drop"), KEPT)):
        ends = path.pr().interval(method="logit-bootstrap", groups=groups, **N_RNG)
        assert f"[{ends.low:.2f}, {ends.high:.2f}]" in " ".join(texts_of("fig.svg"))


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.parametrize(
    ("measure", "method", "groups"),
    [("pr", "bootstrap", None), ("prg", "permutation", OF_GROUPS), ("roc", "delong", None)],
)
def test_comparisons(measure, method, groups, data, capsys):
    wanted = prplot.compare(PATHS, measure, method=method, groups=groups, **OF_API)
    options = ["--space", measure, "--method", method, *(GROUPS if groups else []), *SURE]
    assert main(["compare", data, *PAIR, *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["estimates"] == wanted.estimates
    assert found["differences"] == [row._asdict() for row in wanted.rows]
    assert found["first"] == (dict.fromkeys(PATHS) if method == "delong" else wanted.first)
    assert found["notes"] == list(wanted.notes)


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
    assert (row["AUROC"], row["prevalence"]) == (1, 0.5)


# Wrong input: status 2, one line, nothing written.


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


@pytest.mark.parametrize(("verb", "name"), [("plot", "fig.pdf"), ("curve", "curve.csv")])
def test_output_that_cannot_be_written(verb, name, data, capsys):
    for folder in ("", "new/", "."):
        refused([verb, data, *HARD, "-o", folder], capsys, f"--output must end in the name of a file; got {folder!r}")
    refused([verb, data, *HARD, "-o", f"nowhere/{name}"], capsys, f"nowhere/{name} cannot be written")
    Path(name).mkdir()
    refused([verb, data, *HARD, "-o", name], capsys, f"{name} cannot be written: it is a folder.")
    Path("file").touch()
    refused([verb, data, *HARD, "-o", f"file/{name}"], capsys, "cannot be written")


TITLES = [("det", "area under DET (lower is better)"), ("cost", "area under cost curve"), ("pr", "AUPRC (continuous)")]


@pytest.mark.parametrize(("space", "title"), TITLES)
def test_titles_of_areas_are_those_of_legends(space, title, data, capsys):
    assert main(["area", data, *HARD, "--space", space, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert title in row


# Through the interpreter.


def test_any_backend_may_be_set(data):
    done = encoded("utf-8", "plot", data, *HARD, "-o", "fig.pdf", MPLBACKEND="tkagg")
    read = f"prplot: {data}: n 60, P 20, N 40\n".encode()
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [b"fig.pdf"], read)
    content = Path("fig.pdf").read_bytes()
    assert b"/FontFile2" in content
    assert b"/Type3" not in content


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


@pytest.mark.parametrize("mode", [0o600, 0o666])
def test_permissions_are_kept(mode, writes):
    Path("there.csv").touch()
    Path("there.csv").chmod(mode)
    content = writes("there.csv")
    assert stat.S_IMODE(Path("there.csv").stat().st_mode) == mode
    assert Path("there.csv").read_bytes() == content


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
    assert Path(data).read_text().startswith("label,fg")


# A process of its own: standard streams, encodings.


def encoded(encoding, *arguments, **settings):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", **settings}
    command = [sys.executable, "-m", "prplot", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, env=environment, check=False)


def test_tables_in_any_encoding(data):
    wanted = encoded("utf-8", "area", data, *HARD, "--all")
    for encoding in ("ascii", "cp1252"):
        done = encoded(encoding, "area", data, *HARD, "--all")
        assert (done.returncode, done.stdout, done.stderr) == (0, wanted.stdout, wanted.stderr)


def test_names_in_any_encoding(tmp_path, data):
    file = write(tmp_path / "names.csv", {"label": [1, 0], "größe λ": [2, 1]})
    done = encoded("ascii", "area", str(file), "--score", "größe λ", "--label", "label")
    assert (done.returncode, done.stderr) == (0, f"prplot: {file}: n 2, P 1, N 1\n".encode())
    assert done.stdout.splitlines()[1].startswith(rb"gr\xf6\xdfe \u03bb")
    name = os.fsdecode(b"f\xff.svg")
    done = encoded("utf-8", "plot", data, *HARD, "-o", name)
    assert (done.returncode, done.stdout.split()) == (0, [rb"f\udcff.svg"])
    assert Path(name).is_file()


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


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_breaks_in_labels_count(ending, tmp_path, capsys):
    rows = ["label,score", '"y\nes",3', "yes,2", "no,1", '"no\n",0']
    file = tmp_path / "data.csv"
    file.write_bytes((ending.join(rows) + ending).encode())
    for label, auc in (("y\nes", 1), ("yes", 2 / 3)):
        assert main(["area", str(file), "--score", "score", "--label", "label", "--pos-label", label, "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        assert (row["prevalence"], row["AUROC"]) == (0.25, pytest.approx(auc))
    arguments = ["area", str(file), "--score", "score", "--label", "label"]
    refused(arguments, capsys, r"'no\n'")
    refused([*arguments, "--pos-label", "no"], capsys, r"must write each label in one way")


def test_a_row_is_where_its_first_line_is(tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text('label,note,score\n1,"two\nlines",2\n\n0,"a\nb\nc",high\n')
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, "got 'high' in row 5.")


@pytest.mark.parametrize("cell", ["1_0", "1e1_0"])
def test_underscores_make_no_number(cell, tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text(f"label,score\n1,{cell}\n0,1\n")
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, f"must hold numbers; got {cell!r}")
    file.write_text(f"label,score\n{cell},1\n0,2\n")
    refused(
        ["area", str(file), "--score", "score", "--label", "label"],
        capsys,
        f"must be bool, 0/1 or -1/1 when pos_label is not given; got 2 labels: '0', {cell!r}",
    )


def test_labels_are_named_as_they_are_written(tmp_path, capsys):
    file = tmp_path / "data.csv"
    file.write_text("label,score\n01,2\n02,1\n")
    refused(["area", str(file), "--score", "score", "--label", "label"], capsys, "got 2 labels: '01', '02'")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("0.99999999999999991", "0.99999999999999992"),
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


# Files of other kinds.


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
    assert json.loads(capsys.readouterr().out)[0]["AUPRC (continuous)"] == near.pr().area()
    refused(["curve", str(file), *HARD, "-o", str(file)], capsys, "--output must be another file than the input")
    refused(["area", str(tmp_path / "nowhere*"), *HARD], capsys, "no file has such a name")


# Thresholds; comparisons of files of any kind.

TRUTH, FOUND = [1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1]


@pytest.fixture
def six(tmp_path):
    return str(write(tmp_path / "six.csv", {"label": TRUTH, "one": FOUND}))


@pytest.mark.parametrize(
    ("options", "threshold", "cells"),
    [
        # F1 is 6 / 7 at .4, more than elsewhere.
        ([], 0.4, [3, 1, 0, 2]),
        (["--optimal", "f1"], 0.4, [3, 1, 0, 2]),
        (["--optimal", "f1", "--subject-to", "fpr=0.1"], 0.8, [2, 0, 1, 3]),
        (["--find", "recall=0.6"], 0.8, [2, 0, 1, 3]),
        (["--find", "sensitivity=1"], 0.4, [3, 1, 0, 2]),
        (["--at", "0.5"], 0.5, [2, 1, 1, 2]),
    ],
)
def test_thresholds(options, threshold, cells, six, capsys):
    assert main(["threshold", six, *HARD, *options, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["threshold"], [row[cell] for cell in ("tp", "fp", "fn", "tn")]) == (threshold, cells)
    assert main(["threshold", six, *HARD, *options]) == 0
    title, line = capsys.readouterr().out.splitlines()
    assert line.split()[:6] == ["one", f"{threshold:g}", *map(str, cells)]
    assert title.split()[-1] == "f1"


def test_zones_in_a_terminal(six, capsys):
    assert main(["threshold", six, *HARD, "--zones", "0.35", "0.7", "--json"]) == 0
    zones = json.loads(capsys.readouterr().out)["one"]
    assert (zones["positives"], zones["negatives"]) == ([0, 1, 2], [2, 1, 0])
    assert main(["threshold", six, *HARD, "--zones", "0.35", "0.7"]) == 0
    assert "0.35 to 0.7" in capsys.readouterr().out
    refused(["threshold", six, *HARD, "--zones", "0.7", "0.35"], capsys, "thresholds must rise")
    refused(["threshold", six, *HARD, "--find", "recal=0.7"], capsys, "--find must be one of 'recall'")
    refused(["threshold", six, *HARD, "--at", "0.5", "--subject-to", "recall=1"], capsys, "--subject-to belongs to")


@pytest.mark.parametrize("kind", ["csv", "parquet", "jsonl", "parts"])
def test_comparisons_of_files_with_gaps_in_other_rows(kind, tmp_path, capsys):
    rng = np.random.default_rng(2)
    columns = {"label": rng.random(80) < 0.4, "a": rng.normal(size=80), "b": rng.normal(size=80)}
    gaps = {"a": [3, 4], "b": [4, 60]}
    frame = pl.DataFrame(
        {
            name: [None if row in gaps.get(name, ()) else value for row, value in enumerate(values.tolist())]
            for name, values in columns.items()
        }
    )
    names = {"parquet": "rows.parquet", "jsonl": "rows.jsonl", "csv": "rows.csv", "parts": "part-*.csv"}
    if kind == "parts":
        frame[:40].write_csv(tmp_path / "part-1.csv")
        frame[40:].write_csv(tmp_path / "part-2.csv")
    else:
        getattr(frame, {"jsonl": "write_ndjson"}.get(kind, f"write_{kind}"))(tmp_path / names[kind])
    file, scores = str(tmp_path / names[kind]), ["--score", "a", "--score", "b", "--label", "label"]
    options = [*scores, "--space", "roc", "--json", "--method", "delong"]
    assert main(["compare", file, *options, "--missing", "complete"]) == 0
    said = capsys.readouterr()
    both = np.setdiff1d(np.arange(80), [3, 4, 60])
    paths = {name: prplot.from_labels(columns["label"][both], columns[name][both]) for name in "ab"}
    wanted = prplot.compare(paths, "roc", method="delong").rows[0]
    assert json.loads(said.out)["differences"][0]["p"] == pytest.approx(wanted.p, rel=1e-9)
    assert "3 of 80 rows lack a score of some classifier, and are left out of all" in said.err


def test_totals_of_groups_and_options_in_notes(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    file.write_text("q,tp,fp,who\n50,3,0,a\n30,6,1,a\n40,2,1,b\n20,4,2,b\n")
    counts = ["area", str(file), "--threshold", "q", "--tp", "tp", "--fp", "fp"]
    assert main([*counts, "--by", "who", "--positives", "a=10", "--positives", "b=8"]) == 0
    assert "a: P 10, N unknown, recall to 0.6; b: P 8, N unknown, recall to 0.5" in capsys.readouterr().err
    assert (
        main(["area", str(file), "--threshold", "q", "--tp", "fp", "--fp", "tp", "--by", "who", "--positives", "3"])
        == 2
    )
    assert "--positives must be a mapping from groups to weights with --by" in capsys.readouterr().err
    file.write_text("p,tp,fp\n0.01,3,0\n0.05,6,1\n")
    counts[2:4] = ["--threshold", "p"]
    assert main(counts) == 2
    assert capsys.readouterr().err.endswith("If small scores mean positive, use --lower-is-positive.\n")
    assert main([*counts, "--lower-is-positive"]) == 0


def test_advice_can_be_typed(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    labels = ["yes", "no", "Yes", "no"]
    file.write_text("y,s\n" + "".join(f"{y},{s}\n" for y, s in zip(labels, [0.9, 0.8, 0.7, "---"], strict=True)))
    command = ["area", str(file), "--score", "s", "--label", "y", "--pos-label", "yes"]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "Pass --pos-label yes --pos-label Yes if they are the same, --neg-label Yes --neg-label no if" in said
    assert main([*command, "--pos-label", "Yes"]) == 2
    assert "pass --na=---." in capsys.readouterr().err
    assert main([*command, "--pos-label", "Yes", "--na=---", "--missing", "drop"]) == 0
    file.write_text("y,s\na]'b,0.9\nno,0.8\nA]'b,0.7\n")
    assert main([*command[:-1], "a]'b"]) == 2
    assert 'beside "a]\'b"' in capsys.readouterr().err
    file.write_text("y,s\n1,0.9\n0,0.8\n-1,0.7\n")
    assert main(command[:-2]) == 2
    assert "for example --pos-label 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("distributions", "says"),
    [
        ((), "distribution: none"),
        (("prplot_curves-9.9",), "distribution: prplot-curves 9.9\n"),
        (("prplot_curves-9.9", "prplot-0.0.10"), "distribution: prplot-curves 9.9, prplot 0.0.10\n"),
    ],
)
def test_the_version_names_the_distributions_and_the_folder(distributions, says, tmp_path, capsys, monkeypatch):
    for each in distributions:
        name, _, version = each.partition("-")
        (tmp_path / f"{each}.dist-info").mkdir()
        (tmp_path / f"{each}.dist-info" / "METADATA").write_text(
            f"Name: {name.replace('_', '-')}\nVersion: {version}\n"
        )
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    said = capsys.readouterr().out
    assert end.value.code == 0
    assert said.startswith(f"prplot {prplot.__version__}\n")
    assert says in said
    assert f"folder: {Path(prplot.__file__).parent}\n" in said
    assert ("Uninstall both" in said) is (len(distributions) > 1)
