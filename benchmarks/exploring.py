"""Time from one change of a control to the new picture, beside drawing an empty figure of the same size.

Three classifiers, one PR panel and all panels. The median of several changes, each to a value that was not shown
before; computing, drawing and encoding together. Then a thousand changes of a small explorer, after which as many
figures are open as before, and about as much memory is taken.
"""

from __future__ import annotations

import gc
import io
import resource
import statistics
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.figure
import matplotlib.pyplot as plt
import numpy as np
from beside import timed

import prplot
from prplot.widgets.face import DPI
from prplot.widgets.view import PANELS

ROWS = 3 * 10**6
# Rows of those whose picture is touched.
TOUCHED = 1500
SHIFTS = (("good", 2.0), ("fair", 1.5), ("poor", 1.0))
ABOUT = (
    "`prplot.explore` of three classifiers of {rows} rows each: from a change of a control, to a value not shown "
    "before, to the new picture. Milliseconds of this machine, and multiples of what an empty figure of that size and "
    "number of axes takes. Dragging is timed from the request of the page to the picture, without the way between them."
)
CHANGES: dict[str, tuple[Any, ...]] = {
    "threshold": (0.1, 0.3, 0.5, 0.7, 0.9),
    "levels": (5, 6, 7, 8, 9),
    "chance": (False, True, False, True, False),
    "interpolation": ("step", "linear", "upper-trapezoid", "max-interpolated", "continuous"),
    "prevalence": (0.2, 0.3, 0.4, 0.5, None),
}


def empty(size: tuple[float, float], axes: int) -> float:
    def draw():
        figure = mpl.figure.Figure(figsize=size, dpi=DPI)
        columns = -(-axes // -(-axes // 3))
        for place in range(axes):
            figure.add_subplot(-(-axes // columns), columns, place + 1)
        figure.savefig(io.BytesIO(), format="png")

    return statistics.median(timed(draw) for _ in range(3))


def row(what: str, times: list[tuple[float, float]]) -> str:
    """Print and return a row of the table, of times beside those of an empty figure."""
    taken = statistics.median(time for time, _ in times)
    share = statistics.median(time / base for time, base in times)
    line = f"| {what} | {1000 * taken:.0f} ms | {share:.1f} |"
    print(line, flush=True)
    return line


def change(paths: Any, panels: Any) -> Iterator[str]:
    """Yield the rows of a table: the time of each control."""
    view = prplot.explore(paths, panels=panels, threshold=0.0)
    figure = view.figure
    size, axes = tuple(figure.get_size_inches()), len(figure.axes)
    for name, values in CHANGES.items():
        control, times = view.controls[name], []
        for value in values:
            # In turn, as machines are not always as fast.
            times.append((timed(partial(setattr, control, "value", value)), empty(size, axes)))
        yield row(f"{axes} | {name}", times)
    view.close()


def touch(rows: int) -> Iterator[str]:
    """Yield the row of a table: from what the page asks for while someone drags to the picture that shows it."""
    rng = np.random.default_rng(2)
    labels = rng.random(rows) < 0.1
    view = prplot.explore(
        {name: prplot.from_labels(labels, rng.normal(size=rows) + shift * labels) for name, shift in SHIFTS}
    )
    size, times = tuple(view.figure.get_size_inches()), []
    for step in range(9):
        point = {"curve": 0, "row": 100 + 20 * step}
        asked = {"flight": str(step), "point": point, "number": view.seen["facts"]["number"]}
        times.append((timed(partial(view.hear, asked)), empty(size, 1)))
    yield row(f"1, 3 x {rows:,} rows | dragging the operating point", times)
    view.close()


def memory() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def leaks(changes: int) -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(500) < 0.3
    view = prplot.explore(prplot.from_labels(labels, rng.normal(size=500) + labels))
    values = np.linspace(-1, 2, 97)

    def some(count):
        for step in range(count):
            name = ("threshold", "levels", "prevalence")[step % 3]
            value = {"levels": step % 10, "prevalence": 0.1 + (step % 80) / 100}.get(name, float(values[step % 97]))
            view.controls[name].value = value

    some(changes // 5)
    before, figures = memory(), len(plt.get_fignums())
    some(changes)
    after = memory()
    print(f"{changes} changes: {len(plt.get_fignums())} figures open, memory {before:.0f} to {after:.0f} MB")
    assert len(plt.get_fignums()) == figures == 0
    assert after - before < 20


def section(rows: int = ROWS) -> list[str]:
    """Return what the page says of the explorer."""
    mpl.use("agg")
    leaks(1000)
    rng = np.random.default_rng(1)
    labels = rng.random(rows) < 0.1
    paths = {name: prplot.from_labels(labels, rng.normal(size=rows) + shift * labels) for name, shift in SHIFTS}
    return [
        "## The explorer",
        "",
        ABOUT.format(rows=f"{rows:,}"),
        "",
        "| axes | control | time | times an empty figure |",
        "|---|---|---|---|",
        *(line for panels in ((), tuple(PANELS)) for line in change(paths, panels)),
        *touch(TOUCHED),
    ]


if __name__ == "__main__":
    print("\n".join(section(int(float(sys.argv[1])) if len(sys.argv) > 1 else ROWS)))
