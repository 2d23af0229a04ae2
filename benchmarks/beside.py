"""Timing contenders side by side: in turn, several rounds over, so that a busy machine slows all of them alike.

What counts is the ratio within a round; tables have its median and its range.
"""

from __future__ import annotations

import csv
import importlib.metadata
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS = 5
DOCS = Path(__file__).resolve().parents[1] / "docs"


def data(n: int, prevalence: float, distinct: int | None = None) -> tuple[Any, Any, Any]:
    """Return labels, scores and soft labels."""
    rng = np.random.default_rng(7)
    label = rng.random(n) < prevalence
    score = rng.normal(size=n) + label
    if distinct is not None:
        score = np.clip(np.round((score + 4) * distinct / 10), 0, distinct - 1)
    return label, score, np.clip(label * 0.8 + rng.random(n) * 0.2, 0.0, 1.0)


def timed(run: Callable[[], Any]) -> float:
    """Return how many seconds something takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def rounds(contenders: Mapping[str, Callable[[], Any]], count: int = ROUNDS) -> dict[str, list[float]]:
    """Return the seconds that each takes in each round."""
    each = [{name: timed(run) for name, run in contenders.items()} for _ in range(count)]
    return {name: [taken[name] for taken in each] for name in contenders}


def ratio(one: Sequence[float], other: Sequence[float]) -> str:
    """Return the median and the range of how many times the one takes the other."""
    values = [a / b for a, b in zip(one, other, strict=True)]
    return f"{statistics.median(values):.2g} ({min(values):.2g} to {max(values):.2g})"


def peak(work: str, prevalence: float, n: int) -> float:
    """Return what a process of its own takes at its peak for work on ``y``, ``s``, ``fg``, in multiples of these."""
    code = (
        f"import sys; sys.path[:0] = {[str(Path(__file__).parent)]!r}\n"
        "import beside, numpy as np, prplot\n"
        "from sklearn.metrics import average_precision_score\n"
        f"y, s, fg = beside.data(1000, {prevalence}); {work}\n"
        f"y, s, fg = beside.data({n}, {prevalence})\n"
        f"inputs = s.nbytes + {'fg' if 'fg' in work else 'y'}.nbytes\n"
        "beside.forget_peak()\n"
        "before = beside.in_use('VmRSS')\n"
        f"{work}\n"
        "print((beside.in_use('VmHWM') - before) / inputs)"
    )
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def in_use(which: str) -> float:
    """Return the bytes that this process has in memory, "VmRSS", or had at the most, "VmHWM"."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return 1024.0 * int(lines[which].split()[0])


def forget_peak() -> None:
    """Let the peak be counted from now on."""
    Path("/proc/self/clear_refs").write_text("5")


def kept(table: Path) -> list[dict[str, str]]:
    """Return the rows that earlier runs have left in a table."""
    if not table.exists():
        return []
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def in_text(row: Mapping[str, Any], digits: int) -> dict[str, str]:
    """Return a row with its numbers in so many digits."""
    return {name: f"{value:.{digits}g}" if isinstance(value, float) else str(value) for name, value in row.items()}


def write(table: Path, names: Iterable[str], rows: Iterable[Mapping[str, str]]) -> None:
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(names), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def machine() -> str:
    """Return what it ran on."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in VERSIONS if _installed(name)]
    simd = ", ".join(np.show_config(mode="dicts")["SIMD Extensions"]["found"]) or "none"
    tools = ", ".join(versions)
    return f"{platform.machine()}, SIMD of NumPy's sort: {simd}; Python {platform.python_version()}, {tools}"


VERSIONS = ("prplot", "numpy", "matplotlib", "scikit-learn", "scikit-learn-intelex", "polars_ds", "torchmetrics")


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
