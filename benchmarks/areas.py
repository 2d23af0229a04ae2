"""Speed and memory of exact areas, side by side with what one would use instead.

Run it with ``python benchmarks/areas.py [ROWS]``; it writes docs/performance.md. Of every piece of work all contenders
are timed in turn, several rounds over, so that a busy machine slows them alike; what counts is the ratio in a round,
and the table has its median and its range. Where answers should agree they are asserted to. scikit-learn is needed;
scikit-learn-intelex and polars_ds take part where they are installed.
"""

from __future__ import annotations

import importlib.metadata
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score

import prplot

ROUNDS, ROWS = 5, 10**7
CURVES, EACH = 10_000, 1_000
PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
HEAD = """# Performance

Written by `python benchmarks/areas.py`. Absolute times say more about a machine than about a tool, so these are ratios:
all contenders in turn in one process, {rounds} rounds, the median of the ratios and, in brackets, the least and the
largest. {machine}.

"""


class Work(NamedTuple):
    """What is done, by prplot and by others; and the sort to which it is compared."""

    what: str
    ours: Callable[[], Any]
    others: dict[str, Callable[[], Any]]
    sort: Callable[[], Any] | None = None


def data(n: int, prevalence: float, distinct: int | None = None) -> tuple[Any, Any, Any]:
    """Return labels, scores and soft labels."""
    rng = np.random.default_rng(7)
    label = rng.random(n) < prevalence
    score = rng.normal(size=n) + label
    if distinct is not None:
        score = np.clip(np.round((score + 4) * distinct / 10), 0, distinct - 1)
    return label, score, np.clip(label * 0.8 + rng.random(n) * 0.2, 0.0, 1.0)


def works(n: int) -> Iterator[Work]:
    """Yield the pieces of work, each with data of its own."""
    for prevalence in (0.5, 0.01):
        y, s, _ = data(n, prevalence)
        agree(prplot.from_labels(y, s).pr("step").area(), average_precision_score(y, s))
        agree(prplot.from_labels(y, s).roc().area(), roc_auc_score(y, s))
        yield Work(
            f"PR area, hard labels, π = {prevalence:g}",
            lambda y=y, s=s: prplot.from_labels(y, s).pr().area(),
            {"scikit-learn's `precision_recall_curve`": lambda y=y, s=s: precision_recall_curve(y, s)},
            lambda s=s: np.sort(s),
        )
        yield Work(
            f"ROC area, hard labels, π = {prevalence:g}",
            lambda y=y, s=s: prplot.from_labels(y, s).roc().area(),
            {"scikit-learn's `roc_auc_score`": lambda y=y, s=s: roc_auc_score(y, s), **faster(y, s)},
            lambda s=s: np.sort(s),
        )
    y, s, fg = data(n, 0.5)
    yield Work(
        "PR area, two weights per row",
        lambda: prplot.from_weights(s, fg=fg).pr().area(),
        {
            "scikit-learn's `precision_recall_curve`, one weight": lambda: precision_recall_curve(
                y, s, sample_weight=fg
            ),
            "the same, each row once per class": lambda: precision_recall_curve(
                np.repeat([True, False], n), np.tile(s, 2), sample_weight=np.concatenate([fg, 1 - fg])
            ),
        },
        lambda: np.argsort(s),
    )
    y, s, _ = data(n, 0.1, 256)
    yield Work(
        "PR area, 256 distinct scores",
        lambda: prplot.from_labels(y, s).pr().area(),
        {"scikit-learn's `precision_recall_curve`": lambda: precision_recall_curve(y, s)},
        lambda: np.sort(s),
    )
    count = max(CURVES * n // ROWS, 10)
    many = [data(EACH, 0.1)[:2] for _ in range(count)]
    yield Work(
        f"PR areas of {count:,} curves of {EACH:,} points",
        lambda: [prplot.from_labels(*one).pr().area() for one in many],
        {
            "a loop over scikit-learn's `average_precision_score`": lambda: [
                average_precision_score(*one) for one in many
            ]
        },
    )


def faster(y: Any, s: Any) -> dict[str, Callable[[], Any]]:
    """Return what is compiled and faster than scikit-learn, where it is installed."""
    found: dict[str, Callable[[], Any]] = {}
    try:
        from sklearnex.metrics import roc_auc_score as onedal
    except ImportError:
        pass
    else:
        found["scikit-learn-intelex's `roc_auc_score`"] = lambda: onedal(y, s)
    try:
        import polars as pl
        import polars_ds as pds
    except ImportError:
        pass
    else:
        frame = pl.DataFrame({"y": y.astype(np.uint32), "s": s})
        found["polars_ds's `query_binary_metrics`"] = lambda: frame.select(pds.query_binary_metrics("y", "s"))
    return found


def agree(one: float, other: float) -> None:
    assert abs(one / other - 1) < 1e-12, (one, other)


def timed(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def rows(n: int) -> Iterator[str]:
    """Yield the rows of the table of times."""
    for work in works(n):
        rounds = []
        for _ in range(ROUNDS):
            contenders = {"": work.ours, **work.others, **({} if work.sort is None else {"sort": work.sort})}
            rounds.append({name: timed(run) for name, run in contenders.items()})
        beside = "–" if work.sort is None else ratio([each[""] / each["sort"] for each in rounds])
        for name in work.others:
            line = f"| {work.what} | {name} | {ratio([each[name] / each[''] for each in rounds])} | {beside} |"
            print(line, flush=True)
            yield line


def ratio(values: list[float]) -> str:
    return f"{statistics.median(values):.2g} ({min(values):.2g} to {max(values):.2g})"


MEMORY = {
    "prplot, `from_labels(...).pr().area()`": "prplot.from_labels(y, s).pr().area()",
    "scikit-learn, `average_precision_score`": "average_precision_score(y, s)",
    "prplot, two weights": "prplot.from_weights(s, fg=fg).pr().area()",
}


def peak(work: str, n: int) -> float:
    """Return what a process takes at its peak beyond the inputs, as a multiple of them."""
    code = (
        f"import sys; sys.path[:0] = {[str(Path(__file__).parent)]!r}\n"
        "import areas, prplot\n"
        "from sklearn.metrics import average_precision_score\n"
        f"y, s, fg = areas.data(1000, 0.5); {work}\n"
        f"y, s, fg = areas.data({n}, 0.5)\n"
        "inputs = s.nbytes + (fg.nbytes if 'fg' in " + repr(work) + " else y.nbytes)\n"
        "areas.forget_peak()\n"
        "before = areas.in_use('VmRSS')\n"
        f"{work}\n"
        "print((areas.in_use('VmHWM') - before) / inputs)"
    )
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def in_use(which: str) -> float:
    """Return the bytes that this process has in memory, "VmRSS", or had at the most, "VmHWM"."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return 1024.0 * int(lines[which].split()[0])


def forget_peak() -> None:
    """Let the peak be counted from now on."""
    Path("/proc/self/clear_refs").write_text("5")


def machine() -> str:
    """Return what it ran on."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in ("prplot", "numpy", "scikit-learn")]
    simd = ", ".join(np.show_config(mode="dicts")["SIMD Extensions"]["found"]) or "none"
    return (
        f"{platform.machine()}, SIMD of NumPy's sort: {simd}; Python {platform.python_version()}, {', '.join(versions)}"
    )


if __name__ == "__main__":
    size = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROWS
    table = [
        f"| work, {size:,} rows | instead | times as fast as that | times that of sorting the scores |",
        "|---|---|---|---|",
        *rows(size),
    ]
    if sys.platform == "linux":
        table += ["", "| memory at the peak, beyond the inputs | times the inputs |", "|---|---|"]
        table += [f"| {what} | {peak(work, size):.1f} |" for what, work in MEMORY.items()]
    PAGE.write_text(HEAD.format(rounds=ROUNDS, machine=machine()) + "\n".join(table) + "\n", encoding="utf-8")
    print(PAGE)
