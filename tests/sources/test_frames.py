"""Data frames: one awkward table gives the same paths on every engine, equal to plain sums of fractions."""

import math
import re
import sys
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from prplot import PrplotError, PrplotTypeError, PrplotValueError, PrplotWarning, from_frame

from .conftest import AWKWARD, CASES, IN_MEMORY, LABEL, agrees

MORE = CASES | {
    "signs": LABEL | {"label": "sign", "missing": "lowest"},
    "decimal labels": LABEL | {"label": "exact", "missing": "unreached"},
    "float32": LABEL | {"score": "score32", "missing": "lowest"},
    "integers": LABEL | {"score": "rank"},
    "truth as score": LABEL | {"score": "flag"},
    "decimals": LABEL | {"score": "price"},
    "decimal weights": LABEL | {"weight": "weight", "missing": "unreached"},
    "two weights": {"score": "score", "fg": "front", "bg": "back", "weight": "weight", "missing": "unreached"},
    "totals": LABEL | {"positives": 30},
    "days": LABEL | {"by": "day", "missing": "unreached"},
}


@pytest.mark.parametrize("engine", IN_MEMORY)
def test_the_same_path_on_every_engine(frames, engine):
    for asked in MORE.values():
        agrees(from_frame(frames[engine], **asked), asked)


@pytest.mark.cluster
# Narwhals is about to have a package of its own for Dask, and says so.
@pytest.mark.filterwarnings("ignore:Dask support is moving out")
@pytest.mark.parametrize("engine", ["dask", "spark"])
def test_clusters_and_the_documented_code_for_them(request, engine, tmp_path):
    agrees(from_frame(request.getfixturevalue(engine), **CASES["sites"]), CASES["sites"])
    page = (Path(__file__).resolve().parents[2] / "docs" / "your-data.md").read_text(encoding="utf-8")
    (code,) = re.findall(rf"^## {engine}\n.*?^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE | re.IGNORECASE)
    pl.DataFrame({"forest": [0.9, 0.4, 0.4], "truth": [1, 0, 1]}).write_parquet(tmp_path / "scores.parquet")
    names = {}
    # Spark is where its process began.
    exec(code.replace("scores.parquet", str(tmp_path / "scores.parquet")), names)
    assert names["path"].tp.tolist() == [0, 1, 2]


WRONG = [
    ({"score": "scor"}, "score must name a column of the frame; got 'scor'. The nearest is 'score'."),
    ({"score": "animal"}, "score must name a column of numbers; got 'animal' of type String."),
    ({"label": "animal", "pos_label": "cow"}, "got 'cow', which does not. The labels there are 'cat', 'dog'"),
    ({"label": "soft"}, "label 'soft' must hold hard labels; got soft values such as 0.125. Name the column"),
    ({"label": "site", "pos_label": "a"}, "label must not hold missing labels; got"),
    ({"label": None, "fg": "front"}, "fg must lie in [0, 1] when bg is not given; got"),
    ({"weight": "price"}, "weight must hold finite weights that are not negative; got"),
    ({"missing": "raise"}, "score must hold no missing scores; got 3 of 14 in column 'score'."),
    ({"bg": "back"}, "bg must come with fg"),
    ({"by": "site", "name": "mine"}, "name must be that of one path"),
    ({"by": "site", "positives": {"a": 30}}, "positives must have a weight for every group; got none for 'b'"),
    ({"missing": "lowest", "positives": 30}, "must not be given with missing='lowest'"),
]


@pytest.mark.parametrize("engine", ["pandas", "polars lazy", "duckdb"])
def test_what_is_wrong_is_told_in_our_words(frames, engine):
    for asked, words in WRONG:
        with pytest.raises(PrplotError, match=re.escape(words)):
            from_frame(frames[engine], **LABEL | asked)


def test_what_is_no_frame(monkeypatch):
    for wrong in (np.zeros((2, 2)), {"score": [1.0]}, pd.Series([1.0]), "scores.csv", None):
        with pytest.raises(PrplotTypeError, match=r"frame must be a data frame .* prplot\.from_labels"):
            from_frame(wrong, **LABEL)
    monkeypatch.setitem(sys.modules, "narwhals.stable.v2", None)
    with pytest.raises(PrplotValueError, match=r"from_frame must have the package narwhals.*'prplot-curves\[frames\]'"):
        from_frame(pd.DataFrame(AWKWARD), **LABEL)


def test_labels_that_are_categories_are_what_the_categories_are():
    scores, turns = [0.9, 0.8, 0.4, 0.1], ([1, 0, 1, 0], [True, False, True, False], [1, -1, 1, -1])
    frames = [pd.DataFrame({"s": scores, "y": pd.Categorical(labels)}) for labels in turns]
    for frame in (*frames, pa.table({"s": scores, "y": pa.array(turns[0]).dictionary_encode()})):
        path = from_frame(frame, score="s", label="y")
        assert (path.tp.tolist(), path.fp.tolist()) == ([0, 1, 1, 2, 2], [0, 0, 1, 1, 2])
    frame = pd.DataFrame({"s": [0.9, 0.8, 0.4], "y": pd.Categorical([1, 0, None])})
    with pytest.raises(PrplotValueError, match=r"label must not hold missing labels; got .*1 of 3 rows"):
        from_frame(frame, score="s", label="y")


def test_a_failed_query_shows_what_the_engine_says():
    import duckdb

    with duckdb.connect() as connection:
        relation = connection.sql("SELECT 1 / i AS score, error('no ' || i) AS label FROM range(3) t(i)")
        with pytest.raises(PrplotValueError, match=r"(?s)^frame must be such .* says:\n.*no 0") as error:
            from_frame(relation, score="score", label="label")
        assert isinstance(error.value.__cause__, duckdb.Error)
        # Nothing of the query is left behind.
        assert connection.sql("SELECT count(*) FROM duckdb_tables()").fetchall() == [(0,)]


def test_python_objects_in_pandas():
    """Columns of objects, with an index that says nothing, are the numbers that they hold."""
    columns = {name: AWKWARD[name] for name in ("score", "label", "weight", "price", "animal")}
    frame = pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in columns.items()})
    frame.index = [0] * len(frame)
    before = frame.copy()
    for case in ("labels", "decimal weights", "decimals", "texts"):
        agrees(from_frame(frame, **MORE[case]), MORE[case])
    pd.testing.assert_frame_equal(frame, before)
    with pytest.raises(PrplotTypeError, match="score must"):
        from_frame(frame.assign(score="high"), **LABEL)


def test_values_that_cannot_be_meant():
    frame = pd.DataFrame(
        {"s": [2**53 + 1, 2**53], "y": [1, 0], "zero": [0, 0], "gone": [math.nan] * 2, "g": ["a", "b"]}
    )
    asked = {"score": "s", "label": "y"}
    with pytest.raises(PrplotValueError, match=r"at most 2\*\*53.*got values such as 9007199254740993 in 1 of"):
        from_frame(frame, **asked)
    frame["s"] = [2.0, 1.0]
    for wrong in (math.inf, -1.0, math.nan, None):
        for how in ({"label": "y", "weight": "w"}, {"fg": "y", "bg": "w"}):
            with pytest.raises(PrplotValueError, match=r"finite weights that are not negative; got .* in 1 of 2 rows"):
                from_frame(frame.assign(w=[1.0, wrong]), score="s", **how)
    with pytest.raises(PrplotValueError, match="'zero' must give some row a weight; got 2 rows of weight 0"):
        from_frame(frame, **asked, weight="zero", by="g")
    with pytest.raises(PrplotValueError, match="at least one score; got column 'gone', of which all"):
        from_frame(frame, score="gone", label="y", missing="drop")
    for empty in (frame.iloc[:0], pl.from_pandas(frame.iloc[:0])):
        with pytest.raises(PrplotValueError, match="frame must hold at least one row; got none"):
            from_frame(empty, **asked)
    with pytest.warns(PrplotWarning, match="column 's' holds only 0 and 1, as predicted labels do"):
        from_frame(pd.DataFrame({"s": [0.0, 1.0] * 15, "y": [1, 0, 0] * 10}), **asked)


@pytest.mark.parametrize("engine", ["polars", "pyarrow", "duckdb", "pandas"])
def test_decimals_that_float64_merges_are_warned_of(engine):
    values = [Decimal("0.1"), Decimal("0.10000000000000000001"), Decimal("0.3")]
    table = pa.table({"s": pa.array(values, pa.decimal128(30, 20)), "y": [1, 0, 1]})
    frames = {
        "pyarrow": lambda: table,
        "polars": lambda: pl.from_arrow(table),
        "duckdb": lambda: duckdb.from_arrow(table),
        "pandas": lambda: pd.DataFrame({"s": values, "y": [1, 0, 1]}),
    }
    with pytest.warns(PrplotWarning, match="3 distinct scores, of which float64 tells 2 apart"):
        from_frame(frames[engine](), score="s", label="y")
