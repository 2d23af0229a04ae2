"""What lies between two thresholds: mixtures of them, on a line of counts and on an arc in PR space.

Examples
--------
>>> import prplot
>>> view = prplot.explore.interpolation(fp_b=300)
>>> view.controls["share"].value = 0.2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
from prplot.widgets.controls.factories import int_slider, slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def on_the_way(figure: Figure, *, share: float = 0.5, fp_b: int = 60, tp_b: int = 10) -> str:
    # A finds 5 true and 5 false. B finds everything: the rows of A, and more. Of these more a share is taken at random.
    shares = np.append(np.linspace(0, 1, 11), share)
    tps, fps = 5 + shares * (tp_b - 5), 5 + shares * (fp_b - 5)
    recalls, precisions = tps / tp_b, tps / (tps + fps)
    tp, fp, recall, precision = tps[-1], fps[-1], recalls[-1], precisions[-1]
    first, last = precisions[0], precisions[10]
    chord = first + share * (last - first)
    path = prplot.from_counts([2, 1], tp=[5, tp_b], fp=[5, fp_b])
    begin = 5 / tp_b
    arc_mean, chord_mean = (path.pr(rule).area(begin, 1) / (1 - begin) for rule in ("continuous", "linear"))

    # Counts of a hundred and more are whole, others have three digits.
    tp_said, fp_said = (f"{count:.0f}" if count >= 100 else f"{count:.3g}" for count in (tp, fp))
    left, right = figure.subplots(1, 2)
    left.plot([5, fp_b], [5, tp_b], color="#0072b2")
    # Precision is drawn from recall 0 to 1, and so are the counts: all positives are at the same height always.
    left.set(
        xlim=(-20, 320), ylim=(-0.06 * tp_b, 1.12 * tp_b), yticks=(0, 5, tp_b) if tp_b < 60 else (0, tp_b), box_aspect=1
    )
    left.set(xlabel="False positives", title=f"{tp_said} TP and {fp_said} FP")
    left.set_ylabel("True positives")
    left.yaxis.set_label_coords(-0.13, 0.5)
    right.set(xlim=(-0.03, 1.09), ylim=(-0.02, 1.09), title=f"{tp_said} / ({tp_said} + {fp_said}) = {precision:.3f}")
    bare: dict[str, Any] = dict.fromkeys(("unachievable", "iso_f", "chance", "always_positive", "legend"), False)
    arc, straight = prplot.plot([path.pr(), path.pr("linear")], ax=right, **bare).lines
    arc.set(color="#0072b2", label="arc: mixtures of A and B")
    straight.set(color="#d55e00", linestyle="--", label="chord")
    prplot.draw.difference(path.pr(), "linear", ax=right, facecolor="#d55e00", alpha=0.15)
    right.legend(loc="upper right" if last < first else "lower right", frameon=False)

    for ax, x, y in ((left, fps, tps), (right, recalls, precisions)):
        ax.plot(x[:11], y[:11], "o", color="#0072b2", markersize=4, markerfacecolor="white", zorder=4)
        ax.plot(x[-1], y[-1], "o", color="black", markersize=9, zorder=5)
    right.plot([recall, recall], [precision, chord], color="0.5", linestyle=":", linewidth=1)
    right.plot(recall, chord, "D", color="#d55e00", markersize=7, markerfacecolor="white", zorder=4)
    left.annotate("A", (5, 5), (-7, 0), textcoords="offset points", ha="right", va="center")
    left.annotate("B", (fp_b, tp_b), (0, 7), textcoords="offset points", ha="center")
    beside = {"xytext": (0, 8)} if last <= first else {"xytext": (6, -15)}
    right.annotate("A", (begin, first), **beside, textcoords="offset points", ha="center")
    right.annotate("B", (1, last), (8, 0), textcoords="offset points", va="center")

    gap = chord_mean - arc_mean
    claim = "exact: A and B have the same precision" if fp_b == tp_b else "too high" if fp_b > tp_b else "too low"
    return (
        f"A has 5 TP and 5 FP; B has {tp_b - 5} TP and {fp_b - 5} FP more. A and a share of {share:.2f} of these make "
        f"{tp_said} TP and {fp_said} FP on average: precision {precision:.3f}, where the chord has {chord:.3f}. "
        f"Mean precision from A to B is {arc_mean:.4f} on the arc and {chord_mean:.4f} on the chord, which is {claim}"
        f"{'' if fp_b == tp_b else f' by {abs(gap):.4f}'}."
    )


def lacks_six(*, share: float, fp_b: int, tp_b: int) -> str:
    """Say what keeps a state from 6 true positives on the way to 10 with 300 false ones."""
    if tp_b != 10 or fp_b != 300:
        return f"B has {tp_b} TP and {fp_b} FP; the task is about 10 TP and 300 FP."
    found = 5 + share * 5
    return "" if abs(found - 6) < 0.01 else f"Here {found:.4g} positives are found."


def lacks_exact(*, share: float, fp_b: int, tp_b: int) -> str:  # noqa: ARG001
    """Say what keeps the chord from being exact."""
    return "" if fp_b == tp_b else f"A has precision 0.5, B has {tp_b / (tp_b + fp_b):.3f}."


def lacks_low(*, share: float, fp_b: int, tp_b: int) -> str:  # noqa: ARG001
    """Say what keeps the chord from being too low by a tenth."""
    if fp_b >= tp_b:
        return f"The chord is {'exact' if fp_b == tp_b else 'too high'}: what B adds to A is not purer than A."
    path = prplot.from_counts([2, 1], tp=[5, tp_b], fp=[5, fp_b])
    arc, chord = (path.pr(rule).area(5 / tp_b, 1) / (1 - 5 / tp_b) for rule in ("continuous", "linear"))
    return "" if arc - chord > 0.1 else f"Too low by {arc - chord:.4f} only. More true positives, few false ones."


INTERPOLATION = Lesson(
    "What lies between two thresholds of a PR curve?",
    "Threshold A finds 5 positives (TP) and 5 false ones (FP). B, a lower one, finds all positives, and as many "
    "false ones as you choose. Take of what B adds each row with the same probability: counts move straight from A to "
    "B, precision does not.",
    (9.4, 4.6),
    {
        "share": slider("Share", 0.0, 1.0, 0.05),
        "fp_b": int_slider("FP of B", 5, 300),
        "tp_b": int_slider("TP of B", 6, 300),
    },
    on_the_way,
    Guess(
        "If B finds 10 positives and 300 false ones, what is the precision halfway, at 7.5 positives?",
        lambda: 7.5 / (7.5 + 152.5),
        low=0.0,
        high=1.0,
        digits=3,
        at={"fp_b": 300},
        place=lambda precision: (1, 0.75, precision),
    ),
    (
        Task(
            "B finds 10 positives and 300 false ones. Stop where 6 positives are found, and read how many false ones "
            "come with them.",
            lacks_six,
        ),
        Task("Choose B so that the chord is exact.", lacks_exact),
        Task("Choose B so that the chord is too low by more than 0.1.", lacks_low),
    ),
    {
        "5 TP and 295 FP more": {"fp_b": 300},
        "295 TP and 5 FP more": {"fp_b": 10, "tp_b": 300},
    },
    {"share": (0.0, 0.2, 0.5, 0.8, 1.0), "fp_b": (5, 10, 60, 300), "tp_b": (10, 60, 300)},
)
