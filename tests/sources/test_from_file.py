"""Files: every kind gives the path of the same rows in arrays."""

import contextlib
import csv
import gzip
import io
import json
import math
import re
import sys
from pathlib import Path

import polars as pl
import pytest

from prplot import PrplotError, PrplotWarning, from_file

from .conftest import AWKWARD, CASES, LABEL, agrees, of_arrays, same

USED = ("score", "label", "flag", "animal", "mass", "soft", "site")
KINDS = ("csv", "tsv", "txt", "csv.gz", "csv.zst", "parquet", "pq", "jsonl", "jsonl.gz")
# Without bins a small CSV file may be read row by row, with them it is counted.
ROADS = [{}, {"bins": 99}]


def table(delimiter=",", rows=slice(None)):
    """Return the text of a CSV file: nothing for what is missing, and truth in small letters."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(USED)
    cells = zip(*(AWKWARD[name] for name in USED), strict=True)
    writer.writerows([[str(v).lower() if isinstance(v, bool) else v for v in row] for row in list(cells)[rows]])
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
    # JSON has neither NaN nor infinities: NaN is missing, and the others are numbers too large.
    lines = "".join(json.dumps(row).replace("Infinity", "1e999").replace("NaN", "null") + "\n" for row in rows)
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


WANTED = of_arrays(**LABEL)
# Which engines are not installed, so that the next one reads the files.
ABSENT = [(), ("duckdb",), ("duckdb", "polars"), ("duckdb", "polars", "pandas")]


@contextlib.contextmanager
def without(*modules):
    """Hide modules, as if they were not installed."""
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setitem(sys.modules, module, None)
        yield


@pytest.mark.parametrize("ending", KINDS)
def test_every_kind_of_file(folder, ending):
    for road in ROADS:
        same(from_file(folder / f"all.{ending}", **LABEL, **road), WANTED)
    if ending != "jsonl.gz":
        with Path(folder, f"all.{ending}").open("rb") as stream:
            same(from_file(stream, **LABEL), WANTED)


@pytest.mark.parametrize("road", ROADS, ids=["row by row", "counted"])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_columns_mean(folder, ending, road):
    file = str(folder / f"all.{ending}")
    for asked in CASES.values():
        agrees(from_file(file, **asked, **road), asked)
    both = from_file(file, **LABEL | road | {"score": ["score", "mass"], "by": "site"})
    assert list(both) == [*(("score", s) for s in "abc"), *(("mass", s) for s in ["a", "b", "c", None])]
    by_score = from_file(file, **LABEL | road | {"score": ["score", "mass"]})
    assert list(by_score) == ["score", "mass"] == [path.name for path in by_score.values()]


WRONG = [
    ({"score": "scor"}, "has no column 'scor'; its columns are 'score', 'label', 'flag', 'animal',"),
    ({"score": "animal"}, "column 'animal' must hold numbers; got 'cat'"),
    ({"label": "animal"}, "label 'animal' must be bool, 0/1 or -1/1 when pos_label is not given; got 3 labels: 'cat'"),
    (
        {"label": "animal", "pos_label": "cow"},
        "pos_label must occur in label 'animal'; got 'cow', which does not. The labels there are 'cat',",
    ),
    ({"label": "soft"}, "label 'soft' must hold hard labels; got soft values such as 0.125. Name the column with fg="),
    ({"missing": "raise"}, "missing='unreached' where no threshold returns those rows"),
    ({"label": "site", "pos_label": "a"}, "missing"),
    ({"score": 1}, "score must name a column of the file, in a text; got int 1"),
]


@pytest.mark.parametrize("road", ROADS, ids=["row by row", "counted"])
def test_wrong_columns(folder, road):
    for asked, words in WRONG:
        with pytest.raises(PrplotError, match=re.escape(words)):
            from_file(folder / "all.csv", **LABEL | road | asked)


def test_patterns_and_lists(folder):
    names = [folder / f"part-{part}.csv" for part in (0, 1)]
    for file in (folder / "part-*.parquet", str(folder / "part-*.csv"), names):
        same(from_file(file, **LABEL), WANTED)
    with pytest.raises(PrplotError, match="file must name files of one kind"):
        from_file(folder / "all.*", **LABEL)
    with pytest.raises(PrplotError, match="must have the header of"):
        from_file([folder / "part-0.csv", folder / "all.tsv"], **LABEL)


def test_files_that_cannot_be_read(folder, tmp_path):
    for name in ("nowhere.parquet", "nowhere-*.parquet", "nowhere"):
        with pytest.raises(PrplotError, match="cannot be read"):
            from_file(str(folder / name), **LABEL)
    for wrong in (None, [], [3], io.StringIO("y,s")):
        with pytest.raises(PrplotError, match=r"file must|be open for reading bytes"):
            from_file(wrong, **LABEL)
    whole = (folder / "all.parquet").read_bytes()
    (tmp_path / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    packed = gzip.compress(table().encode() + b"0.5,1,true,cat,0.1,0.5,a\n" * 10**5)
    (tmp_path / "cut.csv.gz").write_bytes(packed[:-200])
    for name in ("cut.parquet", "cut.csv.gz"):
        for absent in ABSENT[: 3 if name == "cut.parquet" else 4]:
            with without(*absent), pytest.raises(PrplotError, match="must be a whole file; got one that is incomplete"):
                from_file(tmp_path / name, **LABEL)
    with pytest.raises(PrplotError, match="file must name files of one kind"):
        from_file(tmp_path, **LABEL)
    (tmp_path / "empty").mkdir()
    with pytest.raises(PrplotError, match="cannot be read: no file in this folder"):
        from_file(tmp_path / "empty", **LABEL)
    for ending in ("csv", "parquet"):
        with pytest.raises(PrplotError, match=r"Download it first, or read it into a data frame"):
            from_file(f"nowhere://example/file.{ending}", **LABEL)


@pytest.mark.parametrize("absent", ABSENT)
def test_any_engine_reads_the_same(folder, absent, tmp_path):
    """Pandas reads zst with another package alone, and without an engine there is gzip and CSV alone."""
    kinds = KINDS
    if "pandas" in absent:
        kinds = ["csv", "tsv", "txt", "csv.gz"]
    elif absent:
        # No number of JSON is infinite for polars.
        kinds = [kind for kind in KINDS if "json" not in kind and ("polars" not in absent or kind != "csv.zst")]
    with without(*absent):
        for ending in kinds:
            file = folder / f"all.{ending}"
            for name in ("labels", "text", "float weights", "soft", "sites"):
                agrees(from_file(file, **CASES[name]), CASES[name])
            if "pandas" not in absent:
                same(from_file(file, **LABEL, bins=99), WANTED)
        if "pandas" in absent:
            for ending, road in (("parquet", {}), ("csv.zst", {}), ("csv", {"bins": 99})):
                with pytest.raises(PrplotError, match=r"pip install 'prplot-curves\[files\]'"):
                    from_file(folder / f"all.{ending}", **LABEL, **road)
            return
        for pattern in ("part-*.parquet", "part-*.csv"):
            same(from_file(folder / pattern, **LABEL), WANTED)
        (tmp_path / "a.jsonl").write_text('{"s": 0.5, "y": 1, "at": 3}\n{"s": 0.25, "y": 0, "at": 4}\n' * 30)
        path = from_file(tmp_path / "a.jsonl", score="s", label="y", by="at")
        assert {at: each.thresholds[1] for at, each in path.items()} == {3: 0.5, 4: 0.25}
        for text, score, wanted in TEXTS:
            read(tmp_path, text, score, wanted, {"bins": 99})
        with pytest.raises(PrplotError, match="label must name a column of "):
            from_file(folder / "all.parquet", score="score", label="y")


def test_no_arrow_is_needed(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert list(from_file(folder / "all.parquet", **LABEL | {"by": "site"})) == ["a", "b", "c"]


def test_columns_that_differ_in_case_alone_are_not_mistaken(tmp_path):
    """DuckDB takes one for the other."""
    file = tmp_path / "case.csv.gz"
    file.write_bytes(gzip.compress(b"y,s,S\n" + b"1,0.9,0.1\n0,0.1,0.9\n" * 20))
    assert [from_file(file, score=name, label="y").roc().area() for name in "sS"] == [1, 0]
    with pytest.raises(PrplotError, match="must differ in more than case; got 's', 'S'"):
        from_file(file, score=["s", "S"], label="y")


# Text, what its score is called, and the thresholds; or an error.
TEXTS = [
    ("y, p ,p\n1, 0.5 ,0.1\n0,0.25, 0.9\n", "p", [0.9, 0.1]),
    ("y, p ,p\n1, 0.5 ,0.1\n0,0.25, 0.9\n", " p ", [0.5, 0.25]),
    ("y , p \n1, 0.5 \n0,NA\n0,0.25\n", "p", [0.5, 0.25]),
    # Delimiters and ends of lines within quotes are none.
    ("y,p\n1,0.9\n\n0,0.1\n\n", "p", [0.9, 0.1]),
    ('y,"s;x",g\n1,0.9,"a;b"\n0,0.1,"a\tb"\n', "s;x", [0.9, 0.1]),
    ('"a\nnote",y,s\n"x\ny",1,0.9\nz,0,0.2\n', "s", [0.9, 0.2]),
    *((f"y,s\n1,{cell}\n0,1\n", "s", f"column 's' must hold numbers; got '{cell}'") for cell in ("1_0", "0x10", "one")),
    (
        "y;s\n1;0,9\n0;0,2\n",
        "s",
        r"must hold numbers; got '0,9'.*\. Where numbers have a decimal comma",
    ),
]


def read(tmp_path, text, score, wanted, road):
    """Fail unless a file of a text has the thresholds that are wanted, or such an error."""
    (tmp_path / "file.csv").write_text(text)
    if isinstance(wanted, str):
        with pytest.raises(PrplotError, match=wanted):
            from_file(tmp_path / "file.csv", score=score, label="y", **road)
    else:
        path = from_file(tmp_path / "file.csv", score=score, label="y", missing="drop", **road)
        assert path.thresholds.tolist() == [math.inf, *wanted]


@pytest.mark.parametrize(("text", "score", "wanted"), TEXTS)
def test_texts_of_other_kinds(text, score, wanted, tmp_path):
    for road in ROADS:
        read(tmp_path, text, score, wanted, road)


def test_whole_scores_beyond_the_digits_of_a_double(tmp_path):
    (tmp_path / "file.csv").write_text(f"y,s\n1,{2**53 + 1}\n0,3\n0,{2**53}\n")
    for road in ROADS:
        with pytest.warns(PrplotWarning, match="'s' has scores that differ beyond the digits of a double"):
            from_file(tmp_path / "file.csv", score="s", label="y", **road)


# What cannot be read, and what to do: content, what is said.
UNREADABLE = {
    "book.xlsx": (
        b"PK\x03\x04",
        r"be Parquet, CSV or JSON lines; got .* Read it with pandas\.read_excel and pass the frame to prplot\.from",
    ),
    "arrow.feather": (b"ARROW1", r"Read it with pandas\.read_feather "),
    "array.npz": (b"PK\x03\x04\xff", r"Save it as CSV in UTF-8, or read it into a data frame"),
    "windows.csv": ("y,s,größe\n1,0.9,1\n".encode("cp1252"), r"Save it as CSV in UTF-8"),
    "cut.csv.gz": (gzip.compress(b"y,s\n1,0.9\n" * 999)[:60], "must be a whole file; got one that is incomplete"),
    "other.csv": (b"PAR1\x00\xff\xfe" * 40, "UTF-8"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_says_what_to_do(name, tmp_path):
    content, said = UNREADABLE[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PrplotError, match=said):
        from_file(tmp_path / name, score="s", label="y")


def test_nan_in_parquet_is_missing(tmp_path):
    """DuckDB believes the least and the largest score that the file tells of, and finds no NaN."""
    pl.DataFrame({"s": [0.9, math.nan, 0.1], "y": [1, 1, 0]}).write_parquet(tmp_path / "nan.parquet")
    for road in ROADS:
        path = from_file(tmp_path / "nan.parquet", score="s", label="y", missing="unreached", **road)
        assert (path.missing.rows, path.tp.tolist(), path.positives) == (1, [0, 1, 1], 2)
