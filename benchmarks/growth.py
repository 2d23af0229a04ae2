"""How time and memory of an exact area grow with the rows, beside sorting the scores and scikit-learn."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from beside import DOCS, data, peak, rounds
from matplotlib.figure import Figure
from sklearn.metrics import average_precision_score

import prplot

PREVALENCE = 0.1
LARGEST = 10**8
# scikit-learn takes minutes beyond.
LARGEST_OTHER = 10**7
# A process begins with some megabytes that come and go.
LEAST_FOR_MEMORY = 10**5
ROUNDS_OF = {10**8: 3}
ABOUT = (
    "Few rows cost what the calls cost, {calls:.0f} µs for a thousand on this machine. From a hundred thousand rows "
    "on, at π = 0.1, the time is {least:.1f} to {most:.1f} times that of sorting the scores."
)
LOOK = {
    "prplot, `from_labels(...).pr().area()`": {"color": "C0", "marker": "o", "lw": 2},
    "scikit-learn, `average_precision_score`": {"color": "C1", "marker": "s"},
    "`numpy.sort` of the scores": {"color": "0.5", "marker": "."},
}


def contenders(n: int) -> dict[str, Callable[[], Any]]:
    y, s, _ = data(n, PREVALENCE)
    ours, other, sort = LOOK
    found: dict[str, Callable[[], Any]] = {ours: lambda: prplot.from_labels(y, s).pr().area()}
    if n <= LARGEST_OTHER:
        found[other] = lambda: average_precision_score(y, s)
    return {**found, sort: lambda: np.sort(s)}


def measured(largest: int) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
    """Return the seconds, and the bytes beyond the inputs in multiples of these, by contender and size."""
    seconds: dict[str, dict[int, float]] = {name: {} for name in LOOK}
    memory: dict[str, dict[int, float]] = {name: {} for name in list(LOOK)[:2]}
    work = ("prplot.from_labels(y, s).pr().area()", "average_precision_score(y, s)")
    n = 1000
    while n <= largest:
        runs = contenders(n)
        for run in runs.values():
            run()
        for name, taken in rounds(runs, ROUNDS_OF.get(n, 7)).items():
            seconds[name][n] = statistics.median(taken)
        for name, code in zip(memory, work, strict=True):
            if n >= LEAST_FOR_MEMORY and name in runs and sys.platform == "linux":
                memory[name][n] = peak(code, PREVALENCE, n)
        print(f"{n:,} rows", {name: f"{each[n]:.3g} s" for name, each in seconds.items() if n in each}, flush=True)
        n *= 10
    return seconds, memory


def drawn(seconds: dict[str, dict[int, float]], memory: dict[str, dict[int, float]]) -> Figure:
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained")
    for name, each in seconds.items():
        left.plot(list(each), list(each.values()), label=name.replace("`", ""), **LOOK[name])
    sizes = np.array(list(seconds[next(iter(LOOK))]), dtype=float)
    line = sizes * np.log2(sizes)
    last = list(seconds[next(iter(LOOK))].values())[-1]
    left.plot(sizes, last * line / line[-1], color="k", ls=":", label="n log n")
    left.set(
        xscale="log", yscale="log", xlabel="Rows", ylabel="Seconds", title=f"Time of a PR area, π = {PREVALENCE:g}"
    )
    left.legend(frameon=False, fontsize="small")
    for name, each in memory.items():
        right.plot(list(each), list(each.values()), **LOOK[name])
    right.set(xscale="log", ylim=(0, None), xlabel="Rows", ylabel="Times the inputs", title="Memory beyond the inputs")
    for ax in (left, right):
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(alpha=0.25, lw=0.5)
    return figure


def section(largest: int = LARGEST) -> list[str]:
    """Draw the picture, and return what the page says of it."""
    seconds, memory = measured(largest)
    drawn(seconds, memory).savefig(DOCS / "growth.png", dpi=150)
    ours, _, sort = LOOK
    beside_sort = [seconds[ours][n] / seconds[sort][n] for n in seconds[ours] if n >= LEAST_FOR_MEMORY]
    return [
        "## Growth",
        "",
        "![Time and memory of a PR area from a thousand rows to a hundred million](growth.png)",
        "",
        ABOUT.format(calls=1e6 * seconds[ours][1000], least=min(beside_sort), most=max(beside_sort)),
    ]


if __name__ == "__main__":
    print("\n".join(section(int(float(sys.argv[1])) if len(sys.argv) > 1 else LARGEST)))
