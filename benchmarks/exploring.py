"""Time from one change of a control to the new picture, beside drawing an empty figure of the same size.

Three classifiers of 10**6 rows, one PR panel and all panels. The median of several changes, each to
a value that was not shown before; computing, drawing and encoding together. Then a thousand
changes of a small explorer, after which as many figures are open as before, and about as much
memory is taken.
"""

from __future__ import annotations

import gc
import io
import resource
import statistics
import sys
import time
from pathlib import Path

import matplotlib as mpl
import matplotlib.figure
import matplotlib.pyplot as plt
import numpy as np

import prplot
from prplot.widgets.picture.picture import DPI
from prplot.widgets.state.view import PANELS

CHANGES = {
    "threshold": (0.1, 0.3, 0.5, 0.7, 0.9),
    "levels": (5, 6, 7, 8, 9),
    "chance": (False, True, False, True, False),
    "interpolation": ("step", "linear", "upper-trapezoid", "max-interpolated", "continuous"),
    "prevalence": (0.2, 0.3, 0.4, 0.5, None),
}


def seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def empty(size: tuple[float, float], axes: int) -> float:
    def draw():
        figure = mpl.figure.Figure(figsize=size, dpi=DPI)
        columns = -(-axes // -(-axes // 3))
        for place in range(axes):
            figure.add_subplot(-(-axes // columns), columns, place + 1)
        figure.savefig(io.BytesIO(), format="png")

    return statistics.median(seconds(draw) for _ in range(5))


def change(paths, panels) -> None:
    view = prplot.explore(paths, panels=panels, threshold=0.0)
    figure = view.figure
    base = empty(tuple(figure.get_size_inches()), len(figure.axes))
    print(f"{len(figure.axes)} axes; an empty figure takes {1000 * base:.0f} ms")
    for name, values in CHANGES.items():
        taken = []
        for value in values:
            control = view.controls[name]
            taken.append(seconds(lambda control=control, value=value: setattr(control, "value", value)))
        middle = statistics.median(taken)
        print(f"{name:>16}: {1000 * middle:.0f} ms, {middle / base:.1f} x an empty figure")
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


def main(rows: int) -> None:
    rng = np.random.default_rng(1)
    labels = rng.random(rows) < 0.1
    paths = {
        name: prplot.from_labels(labels, rng.normal(size=rows) + shift * labels)
        for name, shift in (("good", 2.0), ("fair", 1.5), ("poor", 1.0))
    }
    for panels in ((), PANELS):
        change(paths, panels)


if __name__ == "__main__":
    mpl.use("agg")
    leaks(1000)
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**6)
