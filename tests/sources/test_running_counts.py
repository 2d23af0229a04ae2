"""Running counts in frames and files: tables as tools write them give the paths of the rows that they count."""

from __future__ import annotations

import gzip
import io
import math
from dataclasses import replace
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import prplot
from prplot import PrplotError, PrplotWarning, from_file, from_frame
from prplot.sources.frames import paths_of
from prplot.sources.request import Request

COLUMNS = {"threshold": "qual", "tp": "tp", "fp": "fp"}
QUALITIES = {"qual": [50, 30, 0], "tp": [3, 6, 9], "fp": [0, 1, 3]}
# Of 10 positives, by steps: 3 of 3, 6 of 7 and 9 of 12 are true.
AP = float(Fraction(3, 10) * (1 + Fraction(6, 7) + Fraction(9, 12)))
RNG = np.random.default_rng(3)
LABEL = RNG.random(80) < 0.4
SCORE = (LABEL + RNG.normal(size=80)).round(1)


def counted(score, label, at=None):
    """Count the rows of each class by a loop, at rising thresholds."""
    cuts = sorted(set(score.tolist())) if at is None else at
    return [(cut, sum(label[score >= cut]), sum(~label[score >= cut])) for cut in cuts]


ENGINES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "polars lazy": lambda columns: pl.DataFrame(columns).lazy(),
    "pyarrow": pa.table,
    "duckdb": lambda columns: duckdb.connect().from_arrow(pa.table(columns)),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 1, 0, 1]])
def test_frames_and_files_in_any_order(engine, order, tmp_path):
    columns = {name: [values[k] for k in order] for name, values in QUALITIES.items()}
    text = pd.DataFrame(columns).to_csv(index=False)
    pl.DataFrame(columns).write_parquet(tmp_path / "counts.parquet")
    for path in (
        from_frame(ENGINES[engine](columns), **COLUMNS, positives=10),
        from_file(io.BytesIO(text.encode()), **COLUMNS, positives=10),
        from_file(tmp_path / "counts.parquet", **COLUMNS, positives=10),
    ):
        assert path.thresholds.tolist() == [math.inf, 50, 30, 0]
        assert (path.tp.tolist(), path.fp.tolist()) == ([0, 3, 6, 9], [0, 0, 1, 3])
        assert (path.name, path.reached) == ("qual", 0.9)
        assert path.pr("step").area() == pytest.approx(AP, rel=1e-14)
        assert path.pr().area() == pytest.approx(0.8109, abs=5e-5)


def test_tables_that_tools_write():
    """A table of each of five tools, of the same rows, which give the areas."""
    wanted = prplot.from_labels(LABEL, SCORE)
    rows = counted(SCORE, LABEL)
    weka = pd.DataFrame(
        [
            (tp, LABEL.sum() - tp, fp, (~LABEL).sum() - fp, fp / (~LABEL).sum(), tp / (tp + fp), cut)
            for cut, tp, fp in rows
        ],
        columns=["True Positives", "False Negatives", "False Positives", "True Negatives", "FP Rate", "Precision", "T"],
    )
    # WEKA ends with a threshold that no row reaches.
    weka.loc[len(weka)] = [0, LABEL.sum(), 0, (~LABEL).sum(), 0, 1, 99]
    h2o = pd.DataFrame(rows[::-1], columns=["threshold", "tps", "fps"]).assign(idx=range(len(rows))).astype(float)
    vcfeval = pl.DataFrame(rows[::-1], schema=["score", "true_positives_baseline", "false_positives"], orient="row")
    happy = pd.DataFrame(rows, columns=["QQ", "TRUTH.TP", "QUERY.FP"]).sample(frac=1, random_state=1)
    sql = (
        duckdb.connect()
        .from_arrow(pa.table({"s": SCORE, "y": LABEL}))
        .query(
            "rows",
            "SELECT s, sum(sum(y::int)) OVER (ORDER BY s DESC) AS t, "
            "sum(sum((NOT y)::int)) OVER (ORDER BY s DESC) AS f FROM rows GROUP BY s",
        )
    )
    for frame, threshold, tp, fp in (
        (weka, "T", "True Positives", "False Positives"),
        (h2o, "threshold", "tps", "fps"),
        (vcfeval, "score", "true_positives_baseline", "false_positives"),
        (happy, "QQ", "TRUTH.TP", "QUERY.FP"),
        (sql, "s", "t", "f"),
    ):
        path = from_frame(frame, threshold=threshold, tp=tp, fp=fp)
        assert path.thresholds.tolist() == wanted.thresholds.tolist()
        assert (path.tp.tolist(), path.fp.tolist()) == (wanted.tp.tolist(), wanted.fp.tolist())
        assert path.pr().area() == pytest.approx(wanted.pr().area(), rel=1e-14)


def test_one_path_for_each_group():
    """As hap.py writes variants of several types into one file, with true totals for each."""
    kinds = {"SNP": LABEL, "INDEL": ~LABEL, None: LABEL[::-1]}
    rows = [(kind, *row) for kind, label in kinds.items() for row in counted(SCORE, label)]
    frame = pd.DataFrame(rows, columns=["Type", "QQ", "tp", "fp"]).sample(frac=1, random_state=2)
    totals = {kind: label.sum() + 5 for kind, label in kinds.items()} | {"SV": 4}
    columns = {"threshold": "QQ", "tp": "tp", "fp": "fp", "by": "Type", "positives": totals}
    text = frame.to_csv(index=False).encode()
    for paths in (from_frame(frame, **columns), from_file(io.BytesIO(text), **columns)):
        assert list(paths) == ["INDEL", "SNP", "SV", None]
        assert [path.name for path in paths.values()] == ["INDEL", "SNP", "SV", "no Type"]
        assert (paths["SV"].positives, paths["SV"].reached) == (4, 0)
        for kind, label in kinds.items():
            wanted = prplot.from_labels(label, SCORE, positives=totals[kind])
            assert paths[kind].pr().area() == pytest.approx(wanted.pr().area(), rel=1e-14)
    # A group without any count has no path.
    empty = pd.DataFrame({"k": ["a", "b"], "q": [1, 1], "t": [2, 0], "f": [1, 0]})
    assert list(from_frame(empty, threshold="q", tp="t", fp="f", by="k")) == ["a"]


def test_weighted_counts_infinite_thresholds_and_both_totals():
    frame = pd.DataFrame({"qual": [-np.inf, np.inf, 2.0, np.inf], "tp": [2.5, 0.5, 1.25, 0], "fp": [4, 0.5, 1, 0]})
    path = from_frame(frame, **COLUMNS, positives=3, negatives=8, name="weighted")
    assert path.thresholds.tolist() == [math.inf, math.inf, 2, -math.inf]
    assert (path.tp.tolist(), path.fp.tolist()) == ([0, 0.5, 1.25, 2.5], [0, 0.5, 1, 4])
    assert (path.positives, path.negatives, path.name) == (3, 8, "weighted")


def test_small_thresholds_may_mean_positive():
    usual = Request(*[None] * 7, "raise", 10, *[None] * 4, **COLUMNS)
    turned = replace(usual, lower_is_positive=True)
    frame = pd.DataFrame({"qual": [0.1, 0.01, 0.05], "tp": [9, 3, 6], "fp": [3, 0, 1]})
    path = paths_of(frame, turned)
    assert path.treatment.lower_is_positive
    assert path.pr("step").area() == pytest.approx(AP, rel=1e-14)
    with pytest.raises(PrplotError, match=r"If small scores mean positive, use lower_is_positive=True\."):
        paths_of(frame, usual)
    with pytest.raises(PrplotError, match=r"never fall as the threshold rises.*use lower_is_positive=False\."):
        paths_of(pd.DataFrame(QUALITIES), turned)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"qual": [50, None, 0]}, r"threshold must be given in every row; got nan in row 1 of column 'qual'"),
        ({"tp": [3, None, 9]}, r"tp must hold finite counts; got nan in row 1 of column 'tp'"),
        ({"fp": [0, 1, math.inf]}, r"fp must hold finite counts; got inf in row 2 of column 'fp'"),
        ({"fp": [-1, 1, 3]}, r"fp must not be negative; got -1 in row 0 of column 'fp'"),
        ({"qual": [50, 30, 30]}, r"tp and fp must be the same in .* one threshold; got 6 and 1 beside 9 and 3 at"),
        ({"tp": [3, 2, 9]}, r"tp must be running counts, .*; got 3 at threshold 50 and then 2 at threshold 30 in"),
        ({"tp": [3, 2, 9]}, r"If the counts .* use score=, fg= and bg=\. If the rows .* with by="),
        ({"qual": ["a", "b", "c"]}, r"threshold must name a column of numbers; got 'qual' of type String"),
        ({"tp": [0, 0, 0], "fp": [0, 0, 0]}, "tp and fp must hold some weight; got only zeros"),
    ],
)  # fmt: skip
def test_what_is_wrong_names_the_column(change, words):
    with pytest.raises(PrplotError, match=words):
        from_frame(pd.DataFrame(QUALITIES | change), **COLUMNS)


def test_rows_of_files_are_lines():
    text = b"qual,tp,fp\n50,3,0\n\nna,6,1\n"
    with pytest.raises(PrplotError, match=r"column 'qual' must not have missing values; got 'na' in row 4"):
        from_file(io.BytesIO(text), **COLUMNS)
    with pytest.raises(PrplotError, match=r"fp must not be negative; got -1 in row 4 of column 'fp'"):
        from_file(io.BytesIO(text.replace(b"na,6,1", b"3,6,-1")), **COLUMNS)
    with pytest.raises(PrplotError, match=r"Type 'x': tp must be running counts"):
        from_file(io.BytesIO(b"Type,qual,tp,fp\nx,50,3,0\nx,40,2,0\n"), **COLUMNS, by="Type")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, r"score must name a column of scores; got none\. Use score= .* running counts"),
        ({"label": "tp"}, r"score must name a column of scores"),
        ({"tp": "tp"}, r"threshold must name a column where running counts are read; got none"),
        ({"threshold": "qual", "tp": "tp"}, r"fp must name a column where running counts are read; got none"),
        (COLUMNS | {"tp": ["tp"]}, r"tp must name a column; got list"),
        (COLUMNS | {"fp": "none"}, r"fp must name a column of the frame; got 'none'\."),
        *((COLUMNS | {argument: value}, rf"{argument} must be left out where threshold=, tp= and fp= name running")
          for argument, value in {"score": "qual", "label": "tp", "fg": "tp", "bg": "fp", "weight": "fp", "bins": 9,
                                  "pos_label": 1, "missing": "lowest", "tolerance": 0.1, "groups": "tp",
                                  "item": "tp"}.items()),
        (COLUMNS | {"positives": {"a": 3}}, r"positives must be a mapping from groups to weights with by="),
        (COLUMNS | {"positives": 8}, r"positives"),
    ],
)  # fmt: skip
def test_arguments_that_do_not_fit(arguments, words):
    with pytest.raises(PrplotError, match=words):
        from_frame(pd.DataFrame(QUALITIES), **arguments)


LOOKS = "whole numbers that never fall as the score falls.*prplot.from_counts.*threshold=, tp= and fp="
WEIGHTS = {"score": "qual", "fg": "tp", "bg": "fp"}


def test_weights_that_look_like_running_counts():
    text = pd.DataFrame(QUALITIES).to_csv(index=False).encode()
    for make in (
        lambda: prplot.from_weights(QUALITIES["qual"], fg=QUALITIES["tp"], bg=QUALITIES["fp"]),
        lambda: from_frame(pd.DataFrame(QUALITIES), **WEIGHTS),
        lambda: from_file(io.BytesIO(text), **WEIGHTS),
        lambda: from_frame(pd.DataFrame(QUALITIES | {"k": "a"}), **WEIGHTS, by="k")["a"],
    ):
        with pytest.warns(PrplotWarning, match=LOOKS):
            path = make()
        # The number itself stays that of the weights.
        assert path.pr("step").area() == pytest.approx(0.8758, abs=5e-5)
    small = [-50, -30, 0, None]
    with pytest.warns(PrplotWarning, match=LOOKS):
        prplot.from_weights(small, fg=[3, 6, 9, 1], bg=[0, 1, 3, 1], lower_is_positive=True, missing="unreached")
    # One false positive, found at a threshold that finds nothing else.
    with pytest.warns(PrplotWarning, match=LOOKS):
        prplot.from_weights([50, 30, 20, 0], fg=[3, 3, 6, 9], bg=[0, 1, 1, 1])
    rows = counted(SCORE, LABEL)
    with pytest.warns(PrplotWarning, match=LOOKS):
        prplot.from_weights([row[0] for row in rows], fg=[row[1] for row in rows], bg=[row[2] for row in rows])


@pytest.mark.parametrize(
    ("score", "fg", "bg"),
    [
        # Counts by score; weights that are the same everywhere; only two scores; shares; at most one; ties.
        ([3, 2, 1], [5, 3, 1], [0, 2, 6]),
        ([3, 2, 1], [2, 2, 2], [0, 1, 3]),
        ([3, 2, 1], [2, 3, 4], [5, 5, 5]),
        ([2, 1], [3, 6], [0, 1]),
        ([3, 2, 1], [1.5, 3, 4], [0, 1, 3]),
        ([3, 2, 1], [0, 1, 1], [0, 1, 3]),
        ([3, 2, 2, 1], [2, 3, 4, 5], [0, 1, 2, 3]),
        ([3, 2, 1, 0], [3, 6, 9, 8], [0, 1, 3, 4]),
    ],
)
def test_weights_that_do_not_look_like_running_counts(score, fg, bg):
    prplot.from_weights(score, fg=fg, bg=bg)
    from_frame(pd.DataFrame({"qual": score, "tp": fg, "fp": bg}), **WEIGHTS)


def test_long_weights_need_more_than_a_good_beginning():
    counts = np.arange(200.0)
    counts[150:] = 3
    prplot.from_weights(-np.arange(200.0), fg=counts, bg=counts)


@pytest.mark.parametrize("way", ["file", "packed", "frame"])
def test_filters_of_hap_py_that_are_not_told_apart_are_refused(way, tmp_path):
    table = pl.DataFrame(
        {
            "Type": ["SNP", "SNP", "SNP", "INDEL"], "Filter": ["PASS", "PASS", "ALL", "PASS"],
            "QQ": [50, 30, 40, 20], "TRUTH.TP": [3, 6, 5, 2], "QUERY.FP": [0, 1, 1, 1],
        }
    )  # fmt: skip
    file = tmp_path / "calls.csv"
    table.write_csv(file)

    def read(rows, **options):
        rows.write_csv(file)
        if way == "packed":
            packed = tmp_path / "calls.csv.gz"
            packed.write_bytes(gzip.compress(file.read_bytes()))
            return prplot.from_file(packed, **{"threshold": "QQ", "tp": "TRUTH.TP", "fp": "QUERY.FP"} | options)
        columns = {"threshold": "QQ", "tp": "TRUTH.TP", "fp": "QUERY.FP"} | options
        return prplot.from_file(file, **columns) if way == "file" else prplot.from_frame(rows, **columns)

    with pytest.raises(prplot.PrplotValueError, match=r"one value of 'Type' for each curve; got 'INDEL', 'SNP'"):
        read(table)
    with pytest.raises(prplot.PrplotValueError, match=r"one value of 'Filter' for each curve; got 'ALL', 'PASS'"):
        read(table, by="Type", positives={"SNP": 10, "INDEL": 5})
    passed = read(table.filter(pl.col("Filter") == "PASS"), by="Type", positives={"SNP": 10, "INDEL": 5})
    assert {kind: path.tp.tolist() for kind, path in passed.items()} == {"INDEL": [0, 2], "SNP": [0, 3, 6]}


@pytest.mark.parametrize("way", ["file", "gz", "frame"])
def test_tables_as_tools_write_them(way, tmp_path):
    rows = "q,tp,fp,fn,caller\n50,3,0,7,a\n*,6,1,4,a\n30,6,1,4,a\n"
    file = tmp_path / "calls.csv"

    def read(text, **options):
        file.write_text(text)
        columns = {"threshold": "q", "tp": "tp", "fp": "fp"} | options
        if way == "frame":
            return prplot.from_frame(pl.read_csv(file, null_values=["*"]), **columns)
        if way == "file":
            return prplot.from_file(file, na="*", **columns)
        (packed := tmp_path / "calls.csv.gz").write_bytes(gzip.compress(text.encode()))
        return prplot.from_file(packed, na="*", **columns)

    with pytest.raises(prplot.PrplotValueError, match="totals, are left out with missing='drop'"):
        read(rows, positives=10)
    path = read(rows, positives=10, missing="drop")
    assert (path.positives, path.tp.tolist(), path.fp.tolist()) == (10, [0, 3, 6], [0, 0, 1])
    with pytest.warns(PrplotWarning, match=r"tp reaches 6, .* there are 10 positives. Pass positives=10"):
        read(rows, missing="drop")
    with pytest.raises(prplot.PrplotValueError, match="one value of 'caller' for each curve; got 'a', 'b'"):
        read(rows + "20,8,1,2,b\n", positives=10, missing="drop")


def test_counts_of_several_files_are_several_curves(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("q,tp,fp\n50,3,0\n30,6,1\n")
    with pytest.raises(prplot.PrplotValueError, match="file must be one table where there are running counts"):
        prplot.from_file(str(tmp_path / "*.csv"), threshold="q", tp="tp", fp="fp")
