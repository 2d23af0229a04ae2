"""Files: every kind gives the path of the same rows in arrays, with and without DuckDB."""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import sys
from pathlib import Path

import pytest

from prplot import PrplotError, from_file, from_labels, from_weights
from prplot.sources import data_files

from .conftest import AWKWARD

USED = ("score", "label", "flag", "animal", "mass", "soft", "site")
LABEL = {"score": "score", "label": "label", "missing": "drop"}
KINDS = ("csv", "tsv", "txt", "csv.gz", "csv.zst", "parquet", "pq", "jsonl", "jsonl.gz")


def written(value):
    """How a cell is written: nothing for what is missing, and truth in small letters."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def table(delimiter=",", rows=slice(None)):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(USED)
    writer.writerows(list(zip(*([written(v) for v in AWKWARD[name]] for name in USED), strict=True))[rows])
    return text.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    import duckdb
    import pyarrow as pa

    place = tmp_path_factory.mktemp("files")
    for ending, delimiter in (("csv", ","), ("tsv", "\t"), ("txt", ";")):
        Path(place, f"all.{ending}").write_text(table(delimiter))
    Path(place, "all.csv.gz").write_bytes(gzip.compress(table().encode()))
    rows = [dict(zip(USED, row, strict=True)) for row in zip(*(AWKWARD[name] for name in USED), strict=True)]
    # JSON has neither NaN nor infinities: NaN is missing, and the others are texts that are cast.
    for row in rows:
        row["score"] = None if row["score"] != row["score"] else row["score"]
        row["score"] = {math.inf: 1e999, -math.inf: -1e999}.get(row["score"], row["score"])
    lines = "".join(json.dumps(row).replace("Infinity", "1e999") + "\n" for row in rows)
    Path(place, "all.jsonl").write_text(lines)
    Path(place, "all.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    with duckdb.connect() as connection:
        every = connection.from_arrow(pa.table({name: AWKWARD[name] for name in USED}))
        for ending in ("parquet", "pq"):
            every.write_parquet(str(place / f"all.{ending}"))
        every.limit(5).write_parquet(str(place / "part-0.parquet"))
        every.limit(20, 5).write_parquet(str(place / "part-1.parquet"))
        connection.sql(f"SELECT * FROM read_csv('{place}/all.csv', all_varchar = true)").write_csv(
            str(place / "all.csv.zst"), compression="zstd"
        )
    Path(place, "part-0.csv").write_text(table(rows=slice(0, 5)))
    Path(place, "part-1.csv").write_text(table(rows=slice(5, None)))
    return place


@pytest.fixture
def counted(monkeypatch):
    """Count CSV files by DuckDB, however small they are."""
    monkeypatch.setattr(data_files, "SMALL", -1)


def same(path, other, rel=0):
    assert path.thresholds.tolist() == other.thresholds.tolist()
    assert path.tp == pytest.approx(other.tp, rel=rel, abs=0)
    assert path.fp == pytest.approx(other.fp, rel=rel, abs=0)
    assert path.missing == other.missing
    assert path.soft == other.soft


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("ending", KINDS)
def test_every_kind_of_file(folder, ending):
    path = from_file(folder / f"all.{ending}", **LABEL)
    same(path, from_labels(AWKWARD["label"], AWKWARD["score"], missing="drop"))
    assert path.sample is None


@pytest.mark.parametrize("small", [True, False], ids=["row by row", "counted"])
class TestCsv:
    """Row by row and counted, text means the same."""

    @pytest.fixture(autouse=True)
    def _way(self, small, request):
        if not small:
            request.getfixturevalue("counted")

    def test_labels(self, folder, small):
        path = from_file(folder / "all.csv", **LABEL | {"missing": "unreached"})
        same(path, from_labels(AWKWARD["label"], AWKWARD["score"], missing="unreached"))
        assert (path.sample is not None) == small

    def test_truth_and_weights(self, folder):
        path = from_file(folder / "all.csv", **LABEL | {"label": "flag", "weight": "mass", "missing": "lowest"})
        wanted = from_labels(AWKWARD["flag"], AWKWARD["score"], sample_weight=AWKWARD["mass"], missing="lowest")
        same(path, wanted, rel=1e-15)

    @pytest.mark.parametrize("pos_label", ["cat", ["cat", "owl"]])
    def test_texts(self, folder, pos_label):
        path = from_file(str(folder / "all.csv"), **LABEL | {"label": "animal", "pos_label": pos_label})
        same(path, from_labels(AWKWARD["animal"], AWKWARD["score"], pos_label=pos_label, missing="drop"))

    def test_soft(self, folder):
        path = from_file(folder / "all.csv", score="score", fg="soft", missing="lowest")
        same(path, from_weights(AWKWARD["score"], fg=AWKWARD["soft"], missing="lowest"))

    def test_several_scores_and_groups(self, folder):
        by_score = from_file(folder / "all.csv", **LABEL | {"score": ["score", "mass"]})
        assert list(by_score) == ["score", "mass"] == [path.name for path in by_score.values()]
        same(by_score["mass"], from_labels(AWKWARD["label"], AWKWARD["mass"], missing="drop"))
        by_site = from_file(folder / "all.csv", **LABEL | {"by": "site", "missing": "unreached"})
        assert list(by_site) == ["a", "b", "c", None]
        assert [path.name for path in by_site.values()] == ["a", "b", "c", "no site"]
        assert [path.positives for path in by_site.values()] == [4, 2, 0, 2]
        both = from_file(folder / "all.csv", **LABEL | {"score": ["score", "mass"], "by": "site"})
        assert list(both) == [
            ("score", "a"),
            ("score", "b"),
            ("score", "c"),
            *(("mass", s) for s in ["a", "b", "c", None]),
        ]

    def test_totals_by_group(self, folder):
        totals = {"a": 5, "b": 2, "c": 1, "d": 3, None: 2}
        found = from_file(folder / "all.csv", **LABEL | {"by": "site", "positives": totals})
        assert {site: path.positives for site, path in found.items()} == totals
        assert found["d"].reached == 0

    def test_a_header_is_looked_up_as_written(self, tmp_path):
        file = tmp_path / "blanks.csv"
        file.write_text("label, p ,p\n1, 0.5 ,0.1\n0,0.25, 0.9\n")
        for name, thresholds in (("p", [0.9, 0.1]), (" p ", [0.5, 0.25])):
            assert from_file(file, score=name, label="label").thresholds[1:].tolist() == thresholds
        file.write_text("label , p \n1, 0.5 \n0,NA\n0,0.25\n")
        assert from_file(file, score="p", label="label", missing="drop").thresholds[1:].tolist() == [0.5, 0.25]

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            ({"score": "scor"}, "has no column 'scor'; its columns are 'score', 'label', 'flag', 'animal',"),
            ({"score": "animal"}, "column 'animal' must hold numbers; got 'cat'"),
            (
                {"label": "animal"},
                "column 'animal' must hold 0/1, -1/1 or true/false; got 'cat', 'dog', 'owl'. Say which",
            ),
            (
                {"label": "animal", "pos_label": "cow"},
                "pos_label must occur in column 'animal'; got 'cow', found 'cat',",
            ),
            ({"label": "soft"}, "column 'soft' must hold hard labels"),
            ({"missing": "raise"}, "missing='unreached' where no threshold returns those rows"),
            ({"label": "site", "pos_label": "a"}, "missing"),
        ],
    )
    def test_wrong_input(self, folder, asked, words):
        with pytest.raises(PrplotError) as error:
            from_file(folder / "all.csv", **LABEL | asked)
        assert words in str(error.value)


@pytest.mark.usefixtures("counted")
def test_the_cells_that_are_no_numbers(tmp_path):
    file = tmp_path / "odd.csv"
    for cell in ("1_0", "0x10", "one"):
        file.write_text(f"label,p\n1,{cell}\n0,1\n")
        with pytest.raises(PrplotError, match=f"column 'p' must hold numbers; got '{cell}'"):
            from_file(file, score="p", label="label")


def test_patterns_and_lists(folder):
    wanted = from_labels(AWKWARD["label"], AWKWARD["score"], missing="drop")
    names = [folder / f"part-{part}.csv" for part in (0, 1)]
    for file in (folder / "part-*.parquet", str(folder / "part-*.csv"), names):
        same(from_file(file, **LABEL), wanted)
    with pytest.raises(PrplotError, match="file must name files of one kind"):
        from_file(folder / "all.*", **LABEL)
    with pytest.raises(PrplotError, match="must have the header of"):
        from_file([folder / "part-0.csv", folder / "all.tsv"], **LABEL)


def test_what_is_open_for_reading(folder):
    wanted = from_labels(AWKWARD["label"], AWKWARD["score"], missing="drop")
    for ending in ("csv", "csv.gz", "csv.zst", "parquet", "jsonl"):
        with Path(folder, f"all.{ending}").open("rb") as stream:
            same(from_file(stream, **LABEL), wanted)


def test_files_that_cannot_be_read(folder, tmp_path):
    for name in ("nowhere.parquet", "nowhere-*.parquet", ""):
        with pytest.raises(PrplotError, match="cannot be read"):
            from_file(str(folder / name), **LABEL)
    for wrong in (3, None, [], [3], b"all.csv"):
        with pytest.raises(PrplotError, match="file must"):
            from_file(wrong, **LABEL)
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 and nothing elsePAR1")
    with pytest.raises(PrplotError, match=r"(?s)broken\.parquet must be such.*says:\n.+") as error:
        from_file(broken, **LABEL)
    assert error.value.__cause__ is not None


def test_nothing_stays_open(folder, monkeypatch):
    import duckdb

    opened, connect = [], duckdb.connect
    monkeypatch.setattr(duckdb, "connect", lambda: opened.append(connect()) or opened[-1])
    from_file(folder / "all.parquet", **LABEL)
    with pytest.raises(PrplotError):
        from_file(folder / "all.parquet", **LABEL | {"missing": "raise"})
    assert len(opened) == 2
    for connection in opened:
        with pytest.raises(duckdb.ConnectionException):
            connection.execute("SELECT 1")


def test_without_the_extra(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    wanted = from_labels(AWKWARD["label"], AWKWARD["score"], missing="drop")
    monkeypatch.setattr(data_files, "SMALL", -1)
    same(from_file(folder / "all.csv", **LABEL), wanted)
    for ending in ("parquet", "csv.gz"):
        with pytest.raises(PrplotError, match=r"pip install 'prplot\[files\]'"):
            from_file(folder / f"all.{ending}", **LABEL)


def test_no_arrow_is_needed(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    by_site = from_file(folder / "all.parquet", **LABEL | {"by": "site"})
    assert list(by_site) == ["a", "b", "c"]


def test_columns_that_differ_in_case_alone_are_not_mistaken(tmp_path):
    """DuckDB takes one for the other."""
    file = tmp_path / "case.csv.gz"
    rows = "y,s,S\n" + "1,0.9,0.1\n0,0.1,0.9\n" * 20
    file.write_bytes(gzip.compress(rows.encode()))
    assert from_file(file, score="s", label="y").roc().area() == 1
    assert from_file(file, score="S", label="y").roc().area() == 0
    with pytest.raises(PrplotError, match="must differ in more than case; got 's', 'S'"):
        from_file(file, score=["s", "S"], label="y")


def test_delimiters_within_quotes_are_none(tmp_path):
    file = tmp_path / "quoted.csv"
    file.write_text('y,"s;x",g\n1,0.9,"a;b"\n0,0.1,"a\tb"\n')
    for options in ({}, {"bins": 9}):
        path = from_file(file, score="s;x", label="y", **options)
        assert path.thresholds.tolist() == [math.inf, 0.9, 0.1]


def test_what_is_no_file_of_rows(tmp_path):
    with pytest.raises(PrplotError, match="be open for reading bytes"):
        from_file(io.StringIO("y,s"), score="s", label="y")
    with pytest.raises(PrplotError, match="it is a folder"):
        from_file(tmp_path, score="s", label="y")
    (tmp_path / "other.csv").write_bytes(b"PAR1\x00\xff\xfe" * 40)
    with pytest.raises(PrplotError, match="a file of another kind"):
        from_file(tmp_path / "other.csv", score="s", label="y", bins=4)


# What cannot be read, and what to do: content, options, what is said.
UNREADABLE = {
    "comma.csv": (
        b"y;s\n1;0,9\n0;0,2\n",
        {},
        r"must hold numbers; got '0,9' in row 2\. Decimals have a point: .*decimal=",
    ),
    "comma.txt": (b"y;s\n1;0,9\n0;0,2\n", {"bins": 4}, r"must hold numbers; got '0,9'\. Decimals have a point: "),
    "book.xlsx": (b"PK\x03\x04", {}, r"Read it with pandas\.read_excel and pass the frame to prplot\.from_frame\."),
    "arrow.feather": (b"ARROW1", {}, r"Read it with pandas\.read_feather "),
    "array.npz": (b"PK\x03\x04\xff", {}, r"Save it as CSV in UTF-8, or read it into a data frame"),
    "windows.csv": ("y,s\n1,0.9\n".encode("utf-16"), {}, r"Save it as CSV in UTF-8"),
    "cut.csv.gz": (gzip.compress(b"y,s\n1,0.9\n" * 999)[:60], {}, "or one that is cut off"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_says_what_to_do(name, tmp_path):
    content, options, said = UNREADABLE[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PrplotError, match=said):
        from_file(tmp_path / name, score="s", label="y", **options)


def test_a_parquet_file_that_is_cut_off(folder, tmp_path):
    whole = (folder / "all.parquet").read_bytes()
    (tmp_path / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PrplotError, match=f"got one that is cut off after {len(whole) // 2} bytes"):
        from_file(tmp_path / "cut.parquet", **LABEL)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_files_elsewhere_are_to_be_downloaded(ending):
    # Of a scheme that no engine has.
    with pytest.raises(PrplotError, match=r"Download it first, or read it into a data frame"):
        from_file(f"nowhere://example/file.{ending}", score="s", label="y")


def test_columns_of_files_have_texts_as_names(tmp_path):
    (tmp_path / "file.csv").write_text("0,1\n1,0.9\n0,0.2\n")
    with pytest.raises(PrplotError, match="score must name a column of the file, in a text; got int 1"):
        from_file(tmp_path / "file.csv", score=1, label="0")


@pytest.mark.parametrize("options", [{}, {"bins": 4}])
def test_cells_may_go_on_in_another_line(options, tmp_path):
    (tmp_path / "file.csv").write_text('"a\nnote",y,s\n"x\ny",1,0.9\nz,0,0.2\n')
    path = from_file(tmp_path / "file.csv", score="s", label="y", **options)
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 1, 1], [0, 0, 1])
