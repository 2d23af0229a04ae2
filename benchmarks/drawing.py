"""Time to draw a curve and the size of its files, beside scikit-learn's display of the same data.

It is asserted that the line drawn is the line of all vertices: how far, in pixels, the thinned line is from the full
one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
from beside import data, ratio, rounds
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from sklearn.metrics import PrecisionRecallDisplay

import prplot
from prplot.draw.lines.curve_line import CurveLine

SIZES = (10**3, 10**5, 10**7)
ENDINGS = ("png", "pdf", "svg")
PLAIN: dict[str, Any] = dict.fromkeys(("unachievable", "iso_f", "chance", "always_positive"), False)
PREVALENCE = 0.1
# A figure of so few rows has the surroundings of one of many.
FEW = 20
LOOKED_AT = 20_000
CLOSE = 0.25
ABOUT = (
    "From labels to a file, beside scikit-learn's `PrecisionRecallDisplay.from_predictions`. A plain figure has the "
    "curve and its legend only, as that has; by default the unachievable region, F isolines and chance are there."
)
SEVERAL = "Made and drawn in a constrained layout, from 1,000 rows, in multiples of what scikit-learn's display takes:"
ONCE = (
    "Once the path of {n} rows exists its first figure takes {once} times that of one of {few} rows with the same "
    "surroundings; another figure {again} times, and another one of the same curve {same} times."
)


def figure_of(draw: Callable[[Any], Any]) -> Figure:
    figure = Figure(figsize=(5.2, 4.4))
    FigureCanvasAgg(figure)
    draw(figure.add_subplot())
    return figure


def saved(figure: Figure, ending: str = "png") -> int:
    """Return the size of a figure as a file."""
    file = io.BytesIO()
    figure.savefig(file, format=ending, dpi=100)
    return len(file.getvalue())


def thinned_to_full(figure: Figure) -> float:
    """Return the largest distance, in pixels, from vertices of the curve to the line that is drawn."""
    figure.canvas.draw()
    (line,) = [line for line in figure.axes[0].lines if isinstance(line, CurveLine)]
    chosen = np.random.default_rng(0).permutation(len(line.curve.x))[:LOOKED_AT]
    points = line.axes.transData.transform(np.column_stack([line.curve.x[chosen], line.curve.y[chosen]]))
    corners = line.axes.transData.transform(line.get_xydata())
    worst = 0.0
    for point in points:
        first, last = np.searchsorted(corners[:, 0], [point[0] - 1, point[0] + 1])
        near = slice(max(first - 1, 0), last + 1)
        start, stop = corners[near][:-1], corners[near][1:]
        move = stop - start
        part = np.clip(np.sum((point - start) * move, axis=1) / np.maximum(np.sum(move**2, axis=1), 1e-30), 0, 1)
        worst = max(worst, float(np.hypot(*(point - start - part[:, None] * move).T).min()))
    return worst


def from_labels_to_files(sizes: tuple[int, ...]) -> Iterator[str]:
    """Yield rows: how long it takes from labels to a file, with all defaults and with nothing but the curve."""
    for n in sizes:
        y, s, _ = data(n, PREVALENCE)

        def theirs(y: Any = y, s: Any = s) -> Figure:
            return figure_of(lambda ax: PrecisionRecallDisplay.from_predictions(y, s, ax=ax))

        def ours(y: Any = y, s: Any = s, **parts: Any) -> Figure:
            return figure_of(lambda ax: prplot.from_labels(y, s).pr().plot(ax, **parts))

        for ending in ENDINGS:
            taken = rounds(
                {
                    "ours": lambda ours=ours, ending=ending: saved(ours(), ending),
                    "plain": lambda ours=ours, ending=ending: saved(ours(**PLAIN), ending),
                    "theirs": lambda theirs=theirs, ending=ending: saved(theirs(), ending),
                },
                3 if n > 10**6 else 9,
            )
            sizes_of = [saved(figure, ending) / 1000 for figure in (ours(), theirs())]
            line = (
                f"| {n:,} | {ending} | {ratio(taken['plain'], taken['theirs'])} | "
                f"{ratio(taken['ours'], taken['theirs'])} | {sizes_of[0]:,.0f} and {sizes_of[1]:,.0f} kB |"
            )
            print(line, flush=True)
            yield line
        away = thinned_to_full(ours())
        print(f"vertices are at most {away:.3f} px from the line drawn")
        assert away < CLOSE


def of_many_axes() -> Iterator[str]:
    """Yield rows: how long figures of several axes or curves take to be made and drawn, in a constrained layout."""
    y, s, _ = data(1000, PREVALENCE)
    path, many = prplot.from_labels(y, s), {f"Model {k}": prplot.from_labels(y, np.roll(s, k)) for k in range(50)}
    three = dict(list(many.items())[:3])

    def figure(rows: int = 1, columns: int = 1, size: tuple[float, float] = (6.4, 4.8)) -> tuple[Figure, Any]:
        made = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(made)
        return made, made.subplots(rows, columns, squeeze=False).ravel()

    def in_loop(draw: Callable[[Any], Any], *grid: Any) -> Callable[[], None]:
        def run() -> None:
            made, axes = figure(*grid)
            for ax in axes:
                draw(ax)
            made.canvas.draw()

        return run

    def theirs(ax: Any) -> None:
        PrecisionRecallDisplay.from_predictions(y, s, ax=ax)

    one = in_loop(theirs)
    cases = {
        "one curve": (in_loop(lambda ax: path.pr().plot(ax)), one, "their figure"),
        "one curve on each of 2 x 5 axes": (
            in_loop(lambda ax: path.pr().plot(ax), 2, 5, (10, 4.5)),
            in_loop(theirs, 2, 5, (10, 4.5)),
            "theirs of 2 x 5",
        ),
        "panel of three classifiers": (lambda: prplot.draw.panel(three).figure.canvas.draw(), one, "their figure"),
        "50 curves": (in_loop(lambda ax: prplot.plot(many, "pr", ax=ax)), one, "their figure"),
    }
    for name, (ours, base, what) in cases.items():
        taken = rounds({"ours": ours, "theirs": base}, 7)
        line = f"| {name} | {ratio(taken['ours'][1:], taken['theirs'][1:])} | {what} |"
        print(line, flush=True)
        yield line


def beside_few_rows(n: int) -> str:
    """Return how long a figure takes once the path exists, in figures of few rows with the same surroundings."""
    y, s, _ = data(n, PREVALENCE)
    many, few = (prplot.from_labels(y[:rows], s[:rows], pos_label=True) for rows in (n, FEW))
    first = rounds({"many": lambda: saved(figure_of(lambda ax: many.pr().plot(ax)))}, 1)["many"]
    curve = many.pr()
    taken = rounds(
        {
            "few": lambda: saved(figure_of(lambda ax: few.pr().plot(ax))),
            "many": lambda: saved(figure_of(lambda ax: many.pr().plot(ax))),
            "same": lambda: saved(figure_of(lambda ax: curve.plot(ax))),
        },
        9,
    )
    once = ratio(first * len(taken["few"]), taken["few"])
    return ONCE.format(
        n=f"{n:,}",
        few=FEW,
        once=once,
        again=ratio(taken["many"], taken["few"]),
        same=ratio(taken["same"], taken["few"]),
    )


def section(sizes: tuple[int, ...] = SIZES) -> list[str]:
    """Return what the page says of figures."""
    mpl.use("agg")
    for ending in ENDINGS:
        saved(figure_of(lambda ax: ax.plot([0, 1])), ending)  # loads the backends
    return [
        "## Figures",
        "",
        ABOUT,
        "",
        "| rows | file | plain figure, times scikit-learn's | all defaults | size of the file |",
        "|---|---|---|---|---|",
        *from_labels_to_files(sizes),
        "",
        SEVERAL,
        "",
        "| figure | times | of |",
        "|---|---|---|",
        *of_many_axes(),
        "",
        beside_few_rows(sizes[-1]),
    ]


if __name__ == "__main__":
    given = tuple(int(float(arg)) for arg in sys.argv[1:])
    print("\n".join(section(given or SIZES)))
