"""What no classifier can reach in PR space, and how much of an area it is.

Examples
--------
>>> import prplot
>>> view = prplot.explore.unachievable(prevalence=0.5)
>>> view.controls["recall"].value = 0.8
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.fields import even, numeric
from prplot.widgets.lessons.lesson import Guess, Lesson, LessonStep


def out_of_reach(
    axes: Any,
    *,
    prevalence: float = 0.33,
    low: float = 0.0,
    f1: float = 0.45,
    recall: float = 0.95,
) -> str:
    model = prplot.simulate.binormal()
    curve = model.curve("pr", prevalence=prevalence, label="a classifier, area")
    left, *more = axes
    prplot.plot(curve, ax=left, iso_f=False, legend=False)
    prplot.draw.direct_labels(left)

    if not more:
        prplot.draw.iso_f(curve, [f1], beyond=True, ax=left, color="#d55e00", linewidth=1.2)
        # This precision and recall have F1 = f1. A point at the limit counts as reached.
        precision = f1 * recall / (2 * recall - f1) if recall * (2 - f1) > f1 - 1e-9 else np.nan
        false = 100 * recall * (1 / precision - 1)
        negatives = 100 * (1 - prevalence) / prevalence
        reached = false < negatives * (1 + 1e-9)
        left.plot(recall, precision, "o" if reached else "X", color="#d55e00", markersize=9, zorder=4)
        if np.isnan(precision):
            return f"F1 {f1:.2f} takes a recall of at least {f1 / (2 - f1):.3f}, whatever the precision is."
        rule = "possible" if reached else "impossible, as there are fewer negatives"
        return (
            f"Of 100 positives and {negatives:,.0f} negatives, recall {recall:.2f} and F1 {f1:.2f} (precision "
            f"{precision:.3f}) take {100 * recall:.0f} true and {false:,.0f} false positives: {rule}."
        )

    (right,) = more
    left.axvline(low, color="0.5", linewidth=0.8, linestyle=":")
    shares = np.linspace(0.001, 0.999, 200)
    for start, color in {0.0: "0.5", low: "black"}.items():
        means = [prplot.bounds.minimum_area(share, start, 1) / (1 - start) for share in shares]
        right.plot(shares, means, color=color)
        # The lower line is labeled below it, the other one above.
        level, side = (0.6, "right") if start else (0.35, "left")
        at = shares[np.searchsorted(means, level)], level
        away = (-6, 3) if start else (6, -6)
        right.annotate(f"recalls from {start:.2g}", at, away, textcoords="offset points", color=color, ha=side)
    least, area = prplot.bounds.minimum_area(prevalence, low, 1), curve.area(low, 1)
    right.plot(prevalence, least / (1 - low), "o", color="black", markersize=7)
    right.set(
        xlim=(0, 1),
        ylim=(0, 1),
        xlabel="Prevalence",
        ylabel="Least mean precision" if low else "Least area",
        box_aspect=1,
    )
    right.set_title("Worst ranking", fontsize="medium")
    sentence = f"Every ranking has at least area {least:.3f}."
    if low:
        sentence = (
            f"From recall {low:.2f} to 1 every ranking has at least area {least:.3f}, a mean precision of "
            f"{least / (1 - low):.3f}."
        )
    way = (area - least) / (1 - low - least)
    return f"{sentence} This classifier has area {area:.3f}: {way:.1%} of the way from there to {1 - low:.2f}."


def false_positive_rate(prevalence: float, recall: float) -> float:
    """Return the false positive rate at which F1 is 0.45, for a recall and a prevalence."""
    precision = 0.45 * recall / (2 * recall - 0.45)
    return recall * prevalence / (1 - prevalence) * (1 / precision - 1)


def lacks_highest(what: str, fpr: float) -> str:
    """Return why a recall or prevalence is not the highest at which F1 0.45 can be reached; empty if it is."""
    if fpr > 1:
        return f"It would take {fpr:.2f} false positives for each negative."
    # Among the stops of a step, only the highest possible one needs such a high rate.
    return "" if fpr > 0.94 else f"Possible, with false positive rate {fpr:.2f}. At a higher {what} too?"


UNACHIEVABLE = Lesson(
    "What can no classifier reach?",
    {
        "prevalence": numeric("Prevalence", (0.01, 0.99)),
        "low": numeric("From recall", (0.0, 0.95)),
        "f1": numeric("F1", (0.05, 0.95)),
        "recall": numeric("Point at recall", (0.05, 1.0)),
    },
    out_of_reach,
    (
        LessonStep(
            "No classifier can have more false positives than there are negatives. So the gray region is out of "
            "reach. F1 is the harmonic mean of precision and recall, and the same along the orange line.",
            "recall",
            even(0.3, 1.0, 0.05),
            panels=1,
            task="Find the highest recall at which F1 0.45 can be reached.",
            missing=lambda recall: lacks_highest("recall", false_positive_rate(0.33, recall)),
        ),
        LessonStep(
            "At the right end every row is predicted positive. Precision is the prevalence there, the share of "
            "positives among all rows. The rarer they are, the smaller is the region that cannot be reached.",
            "prevalence",
            (0.1, 0.2, 0.25, 0.28, 0.29, 0.3, 0.31, 0.32, 0.33, 0.4, 0.5, 0.7),
            panels=1,
            task="Find the highest prevalence at which F1 0.45 at recall 0.95 can be reached.",
            missing=lambda prevalence: lacks_highest("prevalence", false_positive_rate(prevalence, 0.95)),
        ),
        LessonStep(
            "Where all positives are found, precision is at least the prevalence. So at recall 1 F1 has a least value, "
            "that of predicting every row positive. Here half of the rows are positive.",
            "f1",
            (0.5, 0.55, 0.6, 0.65, 0.66, 0.67, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95),
            {"prevalence": 0.5, "recall": 1.0, "f1": 0.8},
            panels=1,
        ),
        LessonStep(
            "The region has an area, which even the worst ranking has below its curve. The black line says how much "
            "it is at each prevalence.",
            "prevalence",
            even(0.1, 0.9, 0.1),
            {"prevalence": 0.1},
            guess=Guess(
                "If half of the rows are positive, what is the area under the PR curve of the worst ranking?",
                lambda: prplot.bounds.minimum_area(0.5),
                at=0.5,
            ),
            panels_before=1,
        ),
        LessonStep(
            "Some areas count high recalls only. The least area is then a smaller number, but a higher mean "
            "precision: the worst ranking looks better.",
            "low",
            even(0.0, 0.9, 0.1),
            {"prevalence": 0.5},
            task="Count recalls from 0.8 on only, and compare the least area with the least mean precision.",
            missing=lambda low: "" if abs(low - 0.8) < 1e-9 else f"The area is that from recall {low:.2f} on.",
        ),
    ),
)
