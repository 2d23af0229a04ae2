"""What lies between two thresholds of a PR curve.

Examples
--------
>>> import prplot
>>> view = prplot.explore.interpolation(fp_b=300)
>>> view.controls["share"].value = 0.2
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
from prplot.widgets.fields import even, numeric
from prplot.widgets.lessons.lesson import BARE, Guess, Lesson, LessonStep


def means_of(fp_b: int, tp_b: int) -> list[float]:
    # The mean precision from A to B, on the arc and on the chord.
    path = prplot.from_counts([2, 1], tp=[5, tp_b], fp=[5, fp_b])
    return [path.pr(rule).area(5 / tp_b, 1) / (1 - 5 / tp_b) for rule in ("continuous", "linear")]


def on_the_way(axes: Any, *, share: float = 0.5, fp_b: int = 60, tp_b: int = 10) -> str:
    # A finds 5 true and 5 false positives. B finds these rows and more. A random share of the added rows is predicted
    # positive.
    shares = np.append(np.linspace(0, 1, 11), share)
    tps, fps = 5 + shares * (tp_b - 5), 5 + shares * (fp_b - 5)
    recalls, precisions = tps / tp_b, tps / (tps + fps)
    tp, fp, recall, precision = tps[-1], fps[-1], recalls[-1], precisions[-1]
    last = precisions[10]
    chord = 0.5 + share * (last - 0.5)
    path, begin = prplot.from_counts([2, 1], tp=[5, tp_b], fp=[5, fp_b]), 5 / tp_b
    arc_mean, chord_mean = means_of(fp_b, tp_b)

    counts, *more = axes
    counts.plot([5, fp_b], [5, tp_b], color="#0072b2")
    counts.set(xlim=(-20, 320), ylim=(-0.06 * tp_b, 1.15 * tp_b), box_aspect=1)
    # Figure spaces keep the labels as wide as three digits.
    counts.set_yticks((0, tp_b), [f"{tick:\u2007>3}" for tick in (0, tp_b)])
    counts.set(xlabel="False positives (FP)", ylabel="True positives (TP)")
    counts.annotate("A", (5, 5), (-9, 0), textcoords="offset points", ha="right", va="center")
    counts.annotate("B", (fp_b, tp_b), (0, 9), textcoords="offset points", ha="center")
    for ax in more:
        line = {"color": ["#0072b2", "#d55e00"], "linestyle": ["-", "--"]}
        prplot.plot([path.pr(), path.pr("linear")], ax=ax, line=line, **BARE)
        prplot.draw.difference(path.pr(), "linear", ax=ax, facecolor="#d55e00", alpha=0.15)
        ax.set(xlim=(-0.03, 1.12), ylim=(-0.02, 1.09))
        # The chord is labeled on its right, the arc on its left.
        side = 1 if last <= 0.5 else -1
        middle, early = ((1 + begin) / 2, (0.5 + last) / 2), (recalls[1], precisions[1])
        words: dict[str, Any] = {"textcoords": "offset points", "va": "center"}
        ax.annotate("chord", middle, (6, 7 * side), color="#d55e00", **words)
        ax.annotate("arc", early, (-6, -6 * side), color="#0072b2", ha="right", **words)
        ax.annotate("A", (begin, 0.5), (0, 10 * side), ha="center", **words)
        ax.annotate("B", (1, last), (8, 0), **words)
        ax.plot([recall, recall], [precision, chord], color="0.5", linestyle=":", linewidth=1)
        ax.plot(recall, chord, "D", color="#d55e00", markersize=7, markerfacecolor="white", zorder=4)
    for ax, x, y in zip((counts, *more), (fps, recalls), (tps, precisions), strict=False):
        ax.plot(x[:11], y[:11], "o", color="#0072b2", markersize=4, markerfacecolor="white", zorder=4)
        ax.plot(x[-1], y[-1], "o", color="black", markersize=9, zorder=5)

    sentence = f"With {share:.0%} of the rows that B adds, A has {tp:.0f} TP and {fp:.0f} FP on average"
    if not more:
        return f"{sentence}."
    claim = "exact" if fp_b == tp_b else f"too {'high' if fp_b > tp_b else 'low'} by {abs(chord_mean - arc_mean):.3f}"
    return (
        f"{sentence}: precision {precision:.3f}, on the chord {chord:.3f}. Mean precision from A to B is {arc_mean:.3f}"
        f"; on the chord it is {chord_mean:.3f}, {claim}."
    )


def lacks_low(tp_b: int) -> str:
    """Return why the chord is not too low by more than 0.1; empty if it is."""
    arc, chord = means_of(10, tp_b)
    return "" if arc - chord > 0.1 else f"It is too low by {arc - chord:.3f} only."


FIFTHS = even(0.0, 1.0, 0.2)
INTERPOLATION = Lesson(
    "What lies between two thresholds of a PR curve?",
    {
        "share": numeric("Share", (0.0, 1.0)),
        "fp_b": numeric("FP of B", (5, 300)),
        "tp_b": numeric("TP of B", (6, 300)),
    },
    on_the_way,
    (
        LessonStep(
            "Threshold A has 5 true and 5 false positives. B is lower and adds rows. Predict a random share of these "
            "rows positive: the counts move on a straight line.",
            "share",
            FIFTHS,
            {"share": 0.4},
            panels=1,
            task="Stop where 9 TP are found on average.",
            missing=lambda share: "" if abs(share - 0.8) < 0.002 else f"There are {5 + share * 5:.3g} TP here.",
        ),
        LessonStep(
            "Precision is TP / (TP + FP). Where counts move on a line, precision moves on an arc. The chord joins A "
            "and B directly.",
            "share",
            FIFTHS,
            {"share": 0.0, "fp_b": 300},
            guess=Guess(
                "B has 10 TP and 300 FP. What is the precision on the arc where 8 TP are found?",
                lambda: 8 / (8 + 182),
                at=0.6,
            ),
            panels_before=1,
        ),
        LessonStep(
            "B adds 5 true and 295 false positives. Already a small share of them brings many false ones, so "
            "precision falls at once.",
            "share",
            FIFTHS,
            {"share": 1.0, "fp_b": 300},
            task="Stop where 6 TP are found, and read how many FP come with them.",
            missing=lambda share: "" if abs(share - 0.2) < 0.002 else f"There are {5 + share * 5:.3g} TP here.",
        ),
        LessonStep(
            "The chord is exact where A and B have the same precision: then each share adds true and false positives "
            "in the same ratio.",
            "fp_b",
            (5, 10, 15, 20, 30, 40, 60, 100, 200, 300),
            {"share": 0.4},
            task="Choose the FP of B so that the chord is exact.",
            missing=lambda fp_b: "" if fp_b == 10 else f"A has precision 0.5, B has {10 / (10 + fp_b):.3f}.",
        ),
        LessonStep(
            "B may also add purer rows than A has. Then the arc rises above the chord.",
            "tp_b",
            (10, 15, 20, 30, 60, 100, 200, 300),
            {"share": 0.4, "fp_b": 10},
            task="Choose the TP of B so that the chord is too low by more than 0.1.",
            missing=lacks_low,
        ),
    ),
    helpers=(means_of,),
)
