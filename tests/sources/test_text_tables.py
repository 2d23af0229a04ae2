"""Text tables, JSON, Parquet and folders as people have them; right values are by hand or those of arrays."""

import csv
import gzip
import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import prplot
from prplot.cli.commands import main
from prplot.sources import files as module
from prplot.sources.files import from_file

# 1 .9, 0 .8, 1 .7, 0 .1: 3 of 4 pairs are in order.
ROWS = [("1", "0.9"), ("0", "0.8"), ("1", "0.7"), ("0", "0.1")]
R_TABLE = '"y" "s"\n"a" 1 0.9\n"b" 0 0.8\n"c" 1 0.7\n"d" 0 0.1\n'
ARFF = "% of WEKA\n@relation 'x y'\n\n@attribute 'y' {0,1}\n@ATTRIBUTE s numeric\n@data\n" + "\n".join(
    ",".join(row) for row in ROWS
)


def table(separator, header=("y", "s"), before="", rows=ROWS):
    return before + "\n".join(separator.join(row) for row in [header, *rows]) + "\n"


# How the table is written, and the arguments that read it.
TABLES = {
    "comma": (table(","), {}),
    "semicolon": (table(";"), {}),
    "tab": (table("\t"), {}),
    "bar": (table("|"), {}),
    "blank": (table(" "), {}),
    "blanks": (table("   "), {}),
    "blanks and tabs": (table(" \t"), {}),
    "said": (table("^"), {"separator": "^"}),
    "comments": (table(",", before="# made by x, y\n## and z\n"), {}),
    "numpy": (table(",", ("# y", "s")), {}),
    "numpy, blanks": (table(" ", ("# y", "s")), {}),
    "VCF": (table("\t", ("#y", "s"), before="##fileformat=x\n##more\n"), {}),
    "Excel": (table(";", before="sep=;\n"), {}),
    "Excel, bar": (table("|", before="sep=|\r\n"), {}),
    "R": (R_TABLE, {}),
    "ARFF": (ARFF, {}),
    "decimal comma": (table(";").replace(".", ","), {"decimal": ","}),
    "decimal comma, blanks": (table(" ").replace(".", ","), {"decimal": ","}),
    "names with blanks": (table(",", ("true y", "y", "s"), rows=[("0", *row) for row in ROWS]), {}),
    "empty lines": ("\n\n" + table(",").replace("\n", "\n\n"), {}),
    "no header": (table(",", ROWS[0], rows=ROWS[1:]), {"header": False}),
    "no header, blanks": (table(" ", ROWS[0], rows=ROWS[1:]), {"header": False}),
    "mark": (table(",", rows=[*ROWS, ("0", "#DIV/0!")]), {"na": "#DIV/0!", "missing": "drop"}),
    "marks": (table(",", rows=[*ROWS, ("0", "x"), ("1", "-9")]), {"na": ["x", "-9"], "missing": "drop"}),
}


def read(way, text, folder, monkeypatch, **options):
    """Return the path of a text that is read row by row, packed, or by an engine."""
    names = {"score": "s", "label": "y"} if options.get("header", True) else {"score": "2", "label": "1"}
    file = folder / ("rows.csv.gz" if way == "gz" else "rows.csv")
    content = text.encode("utf-16" if "utf-16" in way else "utf-8")
    file.write_bytes(gzip.compress(content) if way == "gz" else content)
    if "engine" in way:
        monkeypatch.setattr(module, "SMALL", 0)
    return from_file(file, **names, **options)


@pytest.mark.parametrize("way", ["rows", "engine", "gz", "utf-16", "utf-16 by an engine"])
@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind, way, tmp_path, monkeypatch):
    text, options = TABLES[kind]
    path = read(way, text, tmp_path, monkeypatch, **options)
    assert (path.positives, path.negatives, path.roc().area()) == (2, 2, 0.75)
    assert path.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.7, 0.1]


@pytest.mark.parametrize("way", ["rows", "engine", "gz"])
@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (
            table(",", ROWS[0], rows=ROWS[1:]),
            {"score": "0.9", "label": "1"},
            "'0.9', which is a number, .*header=False",
        ),
        (
            "yes,high\nno,0.8\nyes,0.7\n",
            {"score": "high", "label": "yes", "pos_label": "yes"},
            "label must name a column of the header; got 'yes', which stands among its values, .*header=False",
        ),
        (table(";", rows=[("1", "1,500"), ("0", "2,250")]), {}, r"1\.500, with a decimal comma: .* or 1500, with"),
        (table(";", rows=[("1", "1,5"), ("0", "2,25")]), {}, r"got '1,5'.*pass decimal=','"),
        (
            table(";", rows=[("1", "1.500,5"), ("0", "2")]),
            {"decimal": ","},
            "got '1.500,5'.* without separators of tho",
        ),
        (table(",", rows=[*ROWS, ("1", "#N/A")]), {}, "got '#N/A'.*pass na='#N/A'"),
        (table(","), {"decimal": ","}, "got '0.9'.* a number has no point"),
        ("0 0,85\n1 0,9\n", {"header": False, "score": "2", "label": "1"}, "got '0,85'.*pass decimal=','"),
        (table(";"), {"decimal": ","}, "got '0.9'.* a number has no point"),
        (table(";", rows=[("1", "1.234.567")]), {}, "got '1.234.567'.* Write it as a plain number"),
        # Decimal commas in a table of commas, which are not R's names of rows.
        ("id,s,y\n7,0,9,1\n8,0,8,0\n", {}, "must have 3 values in every row.*Decimal commas|engine"),
        (table(","), {"separator": "::"}, "separator must be one character; got '::'"),
        (table(","), {"separator": ",", "decimal": ","}, "decimal must be another character than the separator"),
        (table(","), {"decimal": "x"}, "decimal must be one of '.', ','"),
        (table(","), {"separator": "^"}, "has no column 's'|name a column of"),
        ("", {}, "is empty"),
        ("\n\n", {}, "is empty"),
        ("y,s\n1,0.9\n0\n", {}, "must have 2 values in every row, as in its header; got 1 in row 3|engine"),
    ],
)
def test_what_cannot_be_read_in_one_way(text, options, says, way, tmp_path, monkeypatch):
    file = tmp_path / ("rows.csv.gz" if way == "gz" else "rows.csv")
    file.write_bytes(gzip.compress(text.encode()) if way == "gz" else text.encode())
    if way == "engine":
        monkeypatch.setattr(module, "SMALL", 0)
    with pytest.raises(prplot.PrplotError, match=says) as caught:
        from_file(file, **({"score": "s", "label": "y"} | options))
    assert "sample_size" not in str(caught.value)
    assert "ignore_errors" not in str(caught.value)


@pytest.mark.parametrize("way", ["rows", "engine", "gz"])
def test_points_that_seem_to_separate_thousands_are_told_of(way, tmp_path, monkeypatch):
    options = {"header": True}
    thousands = table(";", rows=[("1", "1.234"), ("0", "958"), ("1", "12.000"), ("0", "9.999")])
    with pytest.warns(prplot.PrplotWarning, match=r"such as 958 and 1\.234.*if it separates thousands"):
        read(way, thousands, tmp_path, monkeypatch, **options)
    # Three decimals everywhere mean the same ranking; 0.5 and 12.25 have no separators.
    for number in ("958.000", "0.5", "12.25"):
        read(way, thousands.replace("958", number), tmp_path, monkeypatch, **options)


def test_decimal_commas_without_a_header(tmp_path, monkeypatch):
    text = "1;0,9\n0;0,8\n1;0,7\n0;0,1\n"
    assert read("rows", text, tmp_path, monkeypatch, header=False, decimal=",").roc().area() == 0.75
    with pytest.raises(prplot.PrplotError, match=r"column '2' must hold numbers; got '0,9'.*decimal=','"):
        read("rows", text, tmp_path, monkeypatch, header=False)


def test_json_has_no_format_of_text(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"s": 0.5, "y": 1}\n{"s": 0.2, "y": 0}\n')
    for options in ({"na": "N/A"}, {"decimal": ","}, {"header": False}, {"separator": ";"}):
        with pytest.raises(prplot.PrplotValueError, match=f"{next(iter(options))} must be left out where"):
            from_file(file, score="s", label="y", **options)


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pandas"])
def test_rows_that_are_too_short_are_not_filled(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "ENGINES", (engine,))
    monkeypatch.setattr(module, "SMALL", 0)
    file = tmp_path / "rows.csv"
    file.write_text("y,s\n1,0.9\n0\n0,0.1\n")
    with pytest.raises(prplot.PrplotError, match=r"must have 2 values in every row, as in its header; got 1 in row 3"):
        from_file(file, score="s", label="y", missing="drop")
    file.write_text("y,s\n1,0.9\n0,\n0,0.1\n")
    assert from_file(file, score="s", label="y", missing="drop").missing.rows == 1


def test_large_cells_and_many_columns(tmp_path):
    before = csv.field_size_limit()
    file = tmp_path / "rows.csv"
    names = [f"c{k}" for k in range(60_000)]
    file.write_text(
        "\n".join(
            ",".join([*row, *cells])
            for row, cells in zip([("y", "s"), *ROWS[:2]], [names, *[["0"] * 60_000] * 2], strict=True)
        )
    )
    assert from_file(file, score="s", label="y").roc().area() == 1
    file.write_text(f"y,s,note\n1,0.9,{'x' * 200_000}\n0,0.8,y\n")
    assert from_file(file, score="s", label="y").roc().area() == 1
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-header", "--score", "2", "--label", "1"],
        ["--separator", "|", "--decimal", ",", "--na", "x", "--missing", "drop", "--score", "s", "--label", "y"],
    ],
)
def test_the_command_reads_them(arguments, tmp_path, capsys):
    file = tmp_path / "rows.txt"
    text = (
        table(",", ROWS[0], rows=ROWS[1:])
        if "--no-header" in arguments
        else table("|", rows=[*ROWS, ("1", "x")]).replace(".", ",")
    )
    file.write_text(text)
    assert main(["area", str(file), *arguments, "--space", "roc", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["AUROC"] == 0.75


# JSON and Parquet beyond flat numbers.

JUDGED = [
    {"y": int(y), "judge": {"confidence": float(s), "deep": {"s": s}}, "probability": [1 - float(s), float(s)]}
    for y, s in ROWS
]


def jsons():
    lines = "\n".join(map(json.dumps, JUDGED))
    flat = [{"y": int(y), "s": s} for y, s in ROWS]
    split = {"columns": ["y", "s"], "data": [[int(y), float(s)] for y, s in ROWS]}
    frame = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
    return {
        "a field": (lines, "judge.confidence"),
        "a text in a field of a field": (lines, "judge.deep.s"),
        "an element": (lines, "probability[1]"),
        "a list of records": (json.dumps(JUDGED, indent=1), "judge.confidence"),
        "numbers as texts": ("\n".join(map(json.dumps, flat)), "s"),
        "columns and data": (json.dumps(split), "s"),
        "columns and data, on lines": (json.dumps(split, indent=2), "s"),
        "pandas": (frame.to_json(), "s"),
        "pandas, records": (frame.to_json(orient="records"), "s"),
        "lists": (json.dumps({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]}), "s"),
    }


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pandas"])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", jsons())
def test_json(kind, packed, engine, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "ENGINES", (engine,))
    text, score = jsons()[kind]
    file = tmp_path / ("rows.json.gz" if packed else "rows.json")
    file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    path = from_file(file, score=score, label="y")
    assert (path.positives, path.roc().area()) == (2, 0.75)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([{"y": 1, "j": {"c": 0.5}}, {"y": 0, "j": {"c": 0.1}}], "score must name a column of .*; got 'j.d'"),
        (
            [{"y": 1, "j": {"d": "high"}}, {"y": 0, "j": {"d": 0.1}}],
            "column 'j.d' .* must hold numbers; got 'high' in rec",
        ),
        ([{"y": 1, "j": {"d": [1]}}, {"y": 0, "j": {"d": 0.1}}], r"must hold numbers; got \[1\] in record 0"),
    ],
)
def test_json_without_the_column(lines, says, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(prplot.PrplotError, match=says):
        from_file(file, score="j.d", label="y")


@pytest.mark.parametrize("engine", ["duckdb", "polars"])
@pytest.mark.parametrize("score", ["judge.confidence", "probability[1]", "vector[1]"])
def test_nested_parquet(score, engine, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "ENGINES", (engine,))
    file = tmp_path / "rows.parquet"
    rows = [row | {"vector": {"type": 1, "values": row["probability"]}} for row in JUDGED]
    pl.DataFrame(rows).write_parquet(file)
    assert from_file(file, score=score, label="y").roc().area() == 0.75
    frame = pl.DataFrame(rows)
    assert prplot.from_frame(frame, score=score, label="y").roc().area() == 0.75


# Folders of parts.


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pandas"])
def test_folders(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "ENGINES", (engine,))
    frame = pl.DataFrame({"y": [1, 0, 1, 0] * 2, "s": [0.9, 0.8, 0.7, 0.1, 0.1, 0.8, 0.7, 0.9]})
    for model, rows in (("a", slice(0, 4)), ("b", slice(4, 8))):
        folder = tmp_path / "hive" / f"model={model}" / "month=2026-01"
        folder.mkdir(parents=True)
        frame[rows].write_parquet(folder / "part-0.parquet")
        (folder / "_SUCCESS").touch()
        (folder / ".part-0.parquet.crc").touch()
    paths = from_file(tmp_path / "hive", score="s", label="y", by="model")
    # In b the pairs (.1, .8), (.1, .9), (.7, .8), (.7, .9) are all in the wrong order.
    assert {model: path.roc().area() for model, path in paths.items()} == {"a": 0.75, "b": 0.0}
    assert from_file(tmp_path / "hive", score="s", label="y").positives == 4
    for model, rows in (("a", slice(0, 4)), ("b", slice(4, 8))):
        folder = tmp_path / "texts" / f"model={model}"
        folder.mkdir(parents=True)
        frame[rows].write_csv(folder / "part-0.csv")
    texts = from_file(tmp_path / "texts", score="s", label="y", by="model")
    assert {model: path.roc().area() for model, path in texts.items()} == {"a": 0.75, "b": 0.0}
    alone = from_file(tmp_path / "texts" / "model=a" / "part-0.csv", score="s", label="y", by="model")
    assert {model: path.roc().area() for model, path in alone.items()} == {"a": 0.75}
    for part in range(520):
        frame[:4].write_parquet(tmp_path / "texts" / "model=a" / f"part-{part}.parquet")
    many = from_file(tmp_path / "texts" / "*" / "*.parquet", score="s", label="y", by="model")
    assert {model: path.positives for model, path in many.items()} == {"a": 1040}
    (tmp_path / "out.csv").mkdir()
    for part in (0, 1):
        frame[4 * part : 4 * part + 4].write_csv(tmp_path / "out.csv" / f"part-{part}.csv")
    (tmp_path / "out.csv" / "_SUCCESS").touch()
    assert from_file(tmp_path / "out.csv", score="s", label="y").positives == 4
    frame[:2].rename({"s": "t"}).write_parquet(tmp_path / "hive" / "odd.parquet")
    with pytest.raises(prplot.PrplotError, match=r"score must name a column of .*odd\.parquet; got 's'"):
        from_file(tmp_path / "hive", score="s", label="y")


def test_urls_are_refused_before_anything_is_fetched(monkeypatch):
    monkeypatch.setattr(module, "needed", lambda *_: pytest.fail("an engine was asked"))
    for name in ("https://example.org/rows.csv", "s3://bucket/rows.parquet", "file:///rows.json"):
        with pytest.raises(prplot.PrplotError, match=r"cannot be read: it is a URL\. Download it first"):
            from_file(name, score="s", label="y")


# Layouts whose rows seem to have another meaning; each has area 0.75.
DOUBTFUL = {
    "a separator ends each row": ("y;pred;s;n\n1;0;0.9;7;\n0;1;0.8;3;\n1;1;0.7;5;\n0;0;0.2;9;\n", {}),
    "commas end each row": ("y,s,,\n1,0.9,,\n0,0.8,,\n1,0.7,,\n0,0.2,,\n", {}),
    "decimal commas between blanks": ("1 0,9\n0 0,8\n1 0,7\n0 0,2\n", {"header": False, "decimal": ","}),
    "decimal commas in quotation marks": ('y,s\n1,"0,9"\n0,"0,8"\n1,"0,7"\n0,"0,2"\n', {"decimal": ","}),
    "a code written in two ways": (
        "y,s\n1,0.9\n0,0.8\n1,0.7\n0,0.2\n1,-999.0\n1,-999\n", {"na": "-999", "missing": "drop"}
    ),
    "a class that is called none": (
        "y,s\ntumour,0.9\nnone,0.8\ntumour,0.7\nnone,0.2\n", {"pos_label": "tumour", "neg_label": "none"}
    ),
    "ARFF with quotation marks": (
        "@attribute n string\n@attribute s numeric\n@attribute y {0,1}\n@data\n'A,B',.9,1\nc,.8,0\nc,.7,1\nd,.2,0\n", {}
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", ["rows", "engine", "gz", "utf-16"])
@pytest.mark.parametrize("kind", DOUBTFUL)
def test_layouts_that_seem_to_be_others(kind, way, tmp_path, monkeypatch):
    text, options = DOUBTFUL[kind]
    assert read(way, text, tmp_path, monkeypatch, **options).roc().area() == 0.75


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pandas"])
@pytest.mark.parametrize("name", ["a.csv.gz", "a.parquet", "a.jsonl"])
def test_names_that_are_patterns_as_well(name, engine, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "ENGINES", (engine,))
    for folder, first in (("run2", 0.1), ("run[2]", 0.9)):
        rows = pl.DataFrame({"y": [1, 0, 1, 0], "s": [first, 0.8, 0.7, 0.2]})
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / name
        if name.endswith("gz"):
            file.write_bytes(gzip.compress(rows.write_csv().encode()))
        else:
            getattr(rows, f"write_{'parquet' if name.endswith('t') else 'ndjson'}")(file)
    assert from_file(file, score="s", label="y").roc().area() == 0.75
    assert from_file(file.parent, score="s", label="y").roc().area() == 0.75


def test_a_part_and_its_packed_copy_are_not_counted_twice(tmp_path):
    (tmp_path / "a.csv").write_text(table(","))
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(table(",").encode()))
    with pytest.raises(prplot.PrplotValueError, match=r"file must hold each part once; got .*a\.csv and .*a\.csv\.gz"):
        from_file(tmp_path, score="s", label="y")
