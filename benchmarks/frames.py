"""Files and engines: a Parquet file to a PR area beside reading it with pandas and asking scikit-learn."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from beside import DOCS, ratio

ROWS, LARGE, GROWTH = 10**7, 10**8, (10**6, 10**7, 10**8)
CHUNK = 10**6
TOLERANCE = 1e-4
# What each contender does with the file named FILE; the last line is the area.
OPEN = "import duckdb; relation = duckdb.read_parquet(FILE); import prplot\n"
WAYS = {
    "pandas and scikit-learn": (
        "import pandas; from sklearn.metrics import average_precision_score\n"
        "frame = pandas.read_parquet(FILE); area = average_precision_score(frame['y'], frame['s'])"
    ),
    "prplot, all scores (DuckDB)": f"{OPEN}area = prplot.from_frame(relation, score='s', label='y').pr().area()",
    "prplot, bins=4096 (DuckDB)": (
        f"{OPEN}area = prplot.from_frame(relation, score='s', label='y', bins=4096).pr().bounds()"
    ),
    f"prplot, tolerance={TOLERANCE:g} (DuckDB)": (
        f"{OPEN}area = prplot.from_frame(relation, score='s', label='y', tolerance={TOLERANCE}).pr().bounds()"
    ),
    f"prplot, tolerance={TOLERANCE:g} (polars)": (
        "import polars, prplot; frame = polars.scan_parquet(FILE)\n"
        f"area = prplot.from_frame(frame, score='s', label='y', tolerance={TOLERANCE}).pr().bounds()"
    ),
    f"prplot, tolerance={TOLERANCE:g} (Dask)": (
        "import dask.dataframe, prplot; from distributed import Client\n"
        "if __name__ == '__main__':\n"
        "    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):\n"
        "        frame = dask.dataframe.read_parquet(FILE)\n"
        f"        area = prplot.from_frame(frame, score='s', label='y', tolerance={TOLERANCE}).pr().bounds()"
    ),
    f"prplot, tolerance={TOLERANCE:g} (Spark)": (
        "import prplot; from pyspark.sql import SparkSession\n"
        "session = SparkSession.builder.master('local[2]').config('spark.ui.enabled', 'false').getOrCreate()\n"
        "frame = session.read.parquet(FILE)\n"
        f"area = prplot.from_frame(frame, score='s', label='y', tolerance={TOLERANCE}).pr().bounds()\n"
        "session.stop()"
    ),
}
# Run in a process of its own: seconds, peak memory in GB, and the area or its bounds.
CODE = """
import sys, time, warnings, json
sys.path[:0] = [BESIDE]
import beside
warnings.simplefilter("ignore")
began = time.perf_counter()
WORK
if __name__ == "__main__":
    print(json.dumps([time.perf_counter() - began, beside.in_use("VmHWM") / 1e9, area]))
"""


def section() -> list[str]:
    """Return the section of the page."""
    lines = [
        "## Files and engines",
        "",
        (
            f"From a Parquet file of {ROWS:,} rows, all scores different, π = .01, to the area under the PR curve: "
            "time as a multiple of reading it with pandas and calling `average_precision_score`, and the memory of the "
            "process at its peak. Imports and the start of an engine are included; the workers of Dask and the Java "
            "process of Spark have memory of their own."
        ),
        "",
        "| | time | memory | area |",
        "|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = write(Path(folder) / "rows.parquet", ROWS)
        usual: list[float] = []
        for name, work in WAYS.items():
            found = [measured(work, file) for _ in range(3 if "D" in name or not usual else 2)]
            times = [seconds for seconds, _, _ in found]
            usual = usual or times
            times_as_long = "1" if times is usual else ratio(times, usual[: len(times)])
            lines.append(f"| {name} | {times_as_long} | {found[0][1]:.1f} GB | {_written(found[0][2])} |")
            print(lines[-1], flush=True)
        lines += ["", *growth(Path(folder)), ""]
    return lines


def growth(folder: Path) -> list[str]:
    """Return how time and memory grow with the rows, and draw it."""
    work = WAYS[f"prplot, tolerance={TOLERANCE:g} (DuckDB)"]
    found = {}
    for rows in GROWTH:
        file = write(folder / f"{rows}.parquet", rows)
        found[rows] = measured(work, file)
        file.unlink()
        print(rows, found[rows], flush=True)
    draw(found)
    least, most = found[LARGE][2]
    said = (
        f"With `tolerance={TOLERANCE:g}`, on DuckDB: {LARGE:,} rows take {found[LARGE][1]:.1f} GB, and their area lies "
        f"between {least:.5f} and {most:.5f}; a file of {GROWTH[0]:,} rows takes {found[GROWTH[0]][1]:.1f} GB."
    )
    return [said, "", "![Time and memory against the number of rows](growth_of_files.png)"]


def draw(found: dict[int, tuple[float, float, Any]]) -> None:
    """Draw seconds, as multiples, and memory against the rows."""
    import matplotlib.pyplot as plt

    usual = [seconds for seconds, _, _ in found.values()]
    fig, (left, right) = plt.subplots(1, 2, figsize=(6.4, 2.6), layout="constrained")
    for ax, numbers, words in (
        (left, [each / usual[0] for each in usual], "time, as a multiple"),
        (right, [memory for _, memory, _ in found.values()], "memory at the peak, GB"),
    ):
        ax.plot(list(found), numbers, "o-")
        ax.set(xscale="log", xlabel="rows of a Parquet file", ylabel=words)
    left.set(yscale="log")
    right.set_ylim(0, 1.2 * max(memory for _, memory, _ in found.values()))
    fig.savefig(DOCS / "growth_of_files.png", dpi=150)


def write(file: Path, rows: int) -> Path:
    """Write labels and scores as Parquet, a million at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(7)
    schema = pa.schema([("y", pa.bool_()), ("s", pa.float64())])
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for _ in range(rows // CHUNK):
            label = rng.random(CHUNK) < 0.01
            columns = [pa.array(label), pa.array(1 / (1 + np.exp(4 - 2 * label - rng.normal(size=CHUNK))))]
            writer.write_table(pa.table(columns, schema=schema))
    return file


def measured(work: str, file: Path) -> tuple[float, float, Any]:
    """Return the seconds, the peak memory in GB and the area of a process."""
    code = (
        CODE.replace("BESIDE", repr(str(Path(__file__).parent))).replace("WORK", work).replace("FILE", repr(str(file)))
    )
    script = file.with_suffix(".py")
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    seconds, memory, area = json.loads(done.stdout.strip().splitlines()[-1])
    return seconds, memory, area


def _written(area: Any) -> str:
    return f"{area:.5f}" if isinstance(area, float) else f"{area[0]:.5f} to {area[1]:.5f}"
