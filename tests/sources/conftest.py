"""One awkward table on every engine, and a cluster of each kind for the tests that want one."""

import datetime as dt
import math
import os
import shutil
from decimal import Decimal

import numpy as np
import pytest

import prplot

NAN, INF = math.nan, math.inf
# Every column has what may trip an engine: null beside NaN, both zeros, infinities, weights of 0, a site without
# positives ("c"), rows without a site.
AWKWARD = {
    "score": [0.9, None, NAN, INF, -INF, -0.0, 0.0, 0.5, 0.5, 0.25, 0.75, 0.5, None, 0.1],
    "score32": [0.9, None, NAN, INF, -INF, -0.0, 0.0, 0.5, 0.1, 0.25, 0.1, 0.5, None, 0.1],
    "rank": [9, 8, 9, 1, 2, 2, 3, 7, -4, 0, 0, 5, 5, 2**53],
    "price": [Decimal(f"{n}.25") if n else None for n in (3, 0, 2, 2, 1, 3, -1, 5, 0, 4, 4, 3, 2, 1)],
    "flag": [True, False, True, True, False, True, False, True, False, False, True, True, True, False],
    "label": [1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0],
    "sign": [1, -1, 1, 1, -1, 1, -1, 1, -1, -1, 1, 1, 1, -1],
    "exact": [Decimal(n) for n in (1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0)],
    "animal": ["cat", "dog", "owl", "cat", "dog", "cat", "dog", "owl", "dog", "dog", "cat", "owl", "cat", "dog"],
    "weight": [Decimal(n) / 4 for n in (4, 1, 2, 0, 3, 8, 5, 1, 4, 4, 0, 6, 2, 3)],
    "mass": [0.1, 0.2, 0.3, 0.0, 0.7, 0.1, 0.1, 0.3, 0.1, 0.1, 0.1, 0.2, 0.1, 0.4],
    "soft": [1.0, 0.0, 0.5, 0.25, 0.0, 0.75, 0.5, 1.0, 0.125, 0.0, 1.0, 0.5, 0.25, 0.0],
    "front": [2.0, 0.0, 0.5, 1.0, 0.0, 1.5, 0.5, 1.0, 0.0, 0.0, 3.0, 0.5, 1.0, 0.0],
    "back": [0.0, 1.0, 0.5, 0.0, 4.0, 0.0, 0.5, 0.0, 0.0, 2.0, 0.0, 0.5, 0.25, 1.0],
    "site": ["a", "b", None, "a", "c", "b", "c", "b", "c", "c", "a", "a", None, "c"],
    "day": [dt.date(2026, 1, n) for n in (2, 1, 1, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1)],
}
IN_MEMORY = ("pandas", "pandas of arrow", "polars", "polars lazy", "pyarrow", "duckdb", "ibis")


LABEL = {"score": "score", "label": "label", "missing": "drop"}
CASES = {
    "labels": LABEL,
    "not the truth": LABEL | {"label": "flag", "pos_label": False},
    "text": LABEL | {"label": "animal", "pos_label": "cat"},
    "texts": LABEL | {"label": "animal", "pos_label": ["cat", "owl"], "missing": "unreached"},
    "float weights": LABEL | {"label": "flag", "weight": "mass", "missing": "lowest"},
    "soft": {"score": "score", "fg": "soft", "missing": "lowest"},
    "other scores": LABEL | {"score": "mass"},
    "sites": LABEL | {"by": "site", "missing": "unreached"},
    "totals by site": LABEL | {"by": "site", "positives": {"a": 5, "b": 2, "c": 1, "d": 3, None: 2}},
}


def of_arrays(score, missing, label=None, fg=None, bg=None, weight=None, pos_label=None, where=None, **totals):
    """Return the path of the rows of the table, or of those of one group, as arrays."""

    def column(name):
        rows = [v for k, v in enumerate(AWKWARD[name]) if where is None or AWKWARD[where[0]][k] == where[1]]
        return [float(v) if isinstance(v, Decimal) else np.float32(v) if v and name == "score32" else v for v in rows]

    weight = None if weight is None else column(weight)
    if label is not None:
        if pos_label is None:
            pos_label = [each for each in set(AWKWARD[label]) if each > 0]
        chosen = pos_label if isinstance(pos_label, list) else [pos_label]
        truth = [each in chosen for each in column(label)]
        return prplot.from_labels(truth, column(score), sample_weight=weight, missing=missing, **totals)
    back = None if bg is None else column(bg)
    return prplot.from_weights(column(score), fg=column(fg), bg=back, sample_weight=weight, missing=missing)


def same(path, other, rel=0):
    """Fail unless two paths are the same."""
    # Written, -0.0 is not 0.0.
    assert str(path.thresholds.tolist()) == str(other.thresholds.tolist())
    for name in ("tp", "fp"):
        assert getattr(path, name) == pytest.approx(getattr(other, name), rel=rel, abs=0)
    assert (path.missing, path.soft) == (other.missing, other.soft)
    assert (path.positives, path.negatives) == pytest.approx((other.positives, other.negatives), rel=rel, nan_ok=True)


def agrees(found, asked):
    """Fail unless paths that were read are those of the same rows in arrays."""
    asked, rel = dict(asked), 1e-12 if "mass" in asked.values() else 0
    by, totals = asked.pop("by", None), asked.pop("positives", None)
    if by is None:
        return same(found, of_arrays(**asked, **({} if totals is None else {"positives": totals})), rel)
    groups = [value for value in AWKWARD[by] if totals or value is not None or asked["missing"] == "unreached"]
    assert [key for key in found if key in groups] == sorted({*groups} - {None}) + [None] * (None in groups)
    for key, path in found.items():
        assert path.name == ("no " + by if key is None else str(key))
        if key in groups and totals is None:
            same(path, of_arrays(**asked, where=(by, key)), rel)
        assert totals is None or path.positives == totals[key]
    return None


@pytest.fixture(scope="session")
def table():
    """Return the table in pyarrow."""
    import pyarrow as pa

    kinds = {"score32": pa.float32(), "price": pa.decimal128(6, 2), "exact": pa.decimal128(3, 0)}
    kinds["weight"] = pa.decimal128(6, 2)
    return pa.table({name: pa.array(values, kinds.get(name)) for name, values in AWKWARD.items()})


@pytest.fixture(scope="session")
def frames(table):
    """Return the table in every engine of one process, by name."""
    import duckdb
    import ibis
    import pandas as pd
    import polars as pl

    with duckdb.connect() as connection:
        polars = pl.from_arrow(table)
        yield {
            "pandas": table.to_pandas(),
            "pandas of arrow": table.to_pandas(types_mapper=pd.ArrowDtype),
            "polars": polars,
            "polars lazy": polars.lazy(),
            "pyarrow": table,
            "duckdb": connection.from_arrow(table),
            "ibis": ibis.memtable(table),
        }
        ibis.get_backend().disconnect()


def needed(*modules):
    """Skip where a cluster is not installed, but not in continuous integration."""
    for module in () if os.environ.get("CI") else modules:
        pytest.importorskip(module, reason="the extra 'clusters' is not installed")


@pytest.fixture
def dask(table):
    """Return the table in Dask, on a cluster of two workers."""
    needed("dask", "distributed")
    import dask.dataframe as dd
    import pandas as pd
    from distributed import Client, LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with LocalCluster(**options) as cluster, Client(cluster):
        yield dd.from_pandas(table.to_pandas(types_mapper=pd.ArrowDtype), npartitions=3)


@pytest.fixture
def spark(table):
    """Return the table in Spark, on two threads; skip where there is no Java, but not in continuous integration."""
    needed("pyspark")
    if shutil.which("java") is None and not os.environ.get("CI"):
        pytest.skip("Spark needs Java, which is not on the PATH (Debian: default-jre-headless)")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession

    options = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.log.level": "ERROR"}
    session = SparkSession.builder.master("local[2]").config(map=options).getOrCreate()
    yield session.createDataFrame(table)
    session.stop()
