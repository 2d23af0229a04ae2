"""What lies between two neighbouring thresholds.

Examples
--------
>>> import prplot
>>> view = prplot.explore.interpolation(tp=0, fp=5, more_tp=295, more_fp=5)
>>> view.controls["more_fp"].value = 50
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
from prplot.widgets.controls.factories import int_slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["INTERPOLATION"]


def between_two_points(figure: Figure, *, tp: int = 5, fp: int = 5, more_tp: int = 5, more_fp: int = 295) -> str:
    positives, negatives = tp + more_tp, fp + more_fp
    # Two thresholds: A finds tp and fp, B everything. What is between them is a mixture of the two.
    path = prplot.from_counts([2, 1], tp=[tp, positives], fp=[fp, negatives])
    start = tp / positives
    means = {
        rule: path.pr(rule).area(start, 1) / (1 - start)
        for rule in ("continuous", "discrete-tp", "discrete-fp", "linear")
    }

    left, right = figure.subplots(1, 2)
    highest = path.pr().at(np.linspace(start, 1, 200)).max()
    left.set(xlim=(max(start - 0.1, 0) - 0.02, 1.03), ylim=(-0.02 * highest, 1.08 * highest))
    bare: dict[str, Any] = {
        "unachievable": False,
        "iso_f": False,
        "chance": False,
        "always_positive": False,
        "legend": False,
    }
    arc, chord = prplot.plot([path.pr(), path.pr("linear")], ax=left, **bare).lines
    arc.set_label("continuous")
    chord.set(label="linear", linestyle="--")
    prplot.draw.difference(path.pr(), "linear", ax=left, facecolor=chord.get_color(), alpha=0.15)
    prplot.plot(path, space="roc", ax=right, **bare)

    # The discrete rules walk in whole true, or in whole false, positives; many points are drawn small.
    for rule, steps, marker, color in (
        ("discrete-tp", more_tp, "o", "#009e73"),
        ("discrete-fp", more_fp, "D", "#cc79a7"),
    ):
        size = 7 if steps < 40 else 2
        look: dict[str, Any] = {"color": color, "markersize": size, "markerfacecolor": "none", "zorder": 4}
        share = np.arange(steps + 1) / steps
        tps, fps = tp + share * more_tp, fp + share * more_fp
        precision = np.divide(tps, tps + fps, out=np.full(steps + 1, np.nan), where=tps + fps > 0)
        left.plot(tps / positives, precision, marker, label=f"{rule}: {steps + 1} points", **look)
        right.plot(fps / negatives, tps / positives, marker, **look)
    left.legend(loc="best", frameon=False)
    first, last = path.pr().at([start, 1.0])
    left.annotate("A", (start, first), (10, -6), textcoords="offset points")
    left.annotate("B", (1, last), (0, 6), textcoords="offset points", ha="center")
    right.annotate("A", (fp / negatives, start), (10, -6), textcoords="offset points")
    right.annotate("B", (1, 1), (-10, -3), textcoords="offset points", ha="right")

    usual = means.pop("continuous")
    rest = ", ".join(f"{rule} {mean:.4f} ({mean / usual - 1:+.1%})" for rule, mean in means.items())
    return (
        f"A has {tp} TP and {fp} FP, B {positives} TP and {negatives} FP. "
        f"Mean precision from A to B: continuous {usual:.4f}, {rest}."
    )


INTERPOLATION = Lesson(
    "What lies between two thresholds of a PR curve?",
    "A finds 5 positives and 5 negatives, B 10 and 300.",
    (9.0, 4.2),
    {
        "tp": int_slider("TP of A", 0, 300),
        "fp": int_slider("FP of A", 0, 300),
        "more_tp": int_slider("TP, A to B", 1, 300),
        "more_fp": int_slider("FP, A to B", 1, 300),
    },
    between_two_points,
    Guess("Precision halfway?", lambda: 7.5 / 160, low=0.0, high=1.0, digits=3, at={}),
    (Task("Make the chord exact.", lambda **values: "" if values["more_fp"] == values["more_tp"] else "Not yet."),),
    {"Straight": {"more_fp": 5}},
    {"tp": (5,), "fp": (5,), "more_tp": (5, 295), "more_fp": (5, 50, 295)},
)
