"""What no classifier can reach in PR space, and how much of an area it is.

Examples
--------
>>> import prplot
>>> view = prplot.explore.unachievable(prevalence=0.5)
>>> view.controls["low"].value = 0.8
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def out_of_reach(
    figure: Figure, *, prevalence: float = 0.33, low: float = 0.0, f1: float = 0.45, recall: float = 0.95
) -> str:
    model = prplot.simulate.binormal()
    curve = model.curve("pr", prevalence=prevalence, label="binormal")
    least = prplot.bounds.minimum_area(prevalence, low, 1)
    area = curve.area(low, 1)

    left, right = figure.subplots(1, 2)
    prplot.plot(curve, ax=left, iso_f=False)
    prplot.draw.iso_f(curve, [f1], beyond=True, ax=left, color="#d55e00", linewidth=1.2)
    recalls = np.linspace(0, 1, 200)
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        left.plot(recalls, prplot.bounds.minimum_precision(recalls, share), color="0.85", linewidth=0.7, zorder=0.6)
    left.axvline(low, color="0.5", linewidth=0.8, linestyle=":")
    # The point of this recall at which F1 is f1; limits count as reached.
    precision = f1 * recall / (2 * recall - f1) if recall * (2 - f1) > f1 - 1e-9 else np.nan
    fpr = recall * prevalence / (1 - prevalence) * (1 / precision - 1)
    reached = fpr < 1 + 1e-9
    left.plot(recall, precision, "o" if reached else "X", color="#d55e00", markersize=8, zorder=4)

    shares = np.linspace(0.001, 0.999, 200)
    looks = {0.0: ("0.7", "-"), 0.5: ("0.7", "--"), 0.8: ("0.7", ":"), low: ("black", "-")}
    for start, (color, style) in looks.items():
        means = [prplot.bounds.minimum_area(share, start, 1) / (1 - start) for share in shares]
        right.plot(shares, means, color=color, linestyle=style, label=f"recall {start:.2g} to 1")
    right.plot(prevalence, least / (1 - low), "o", color="black", markersize=7)
    right.set(xlim=(0, 1), ylim=(0, 1), xlabel="Prevalence", ylabel="Least mean precision", box_aspect=1)
    right.legend(frameon=False)

    cut_off = ": with lower recalls cut off the area shrinks, its mean grows" if low else ""
    words = (
        f"At prevalence {prevalence:.2f} no classifier has less than area {least:.4f} from recall {low:.2f} to 1, a "
        f"mean precision of {least / (1 - low):.4f}{cut_off}. This one has area {area:.4f} there, a mean of "
        f"{area / (1 - low):.4f}: {(area - least) / (1 - low - least):.1%} of the way from the least to the most, "
        f"{1 - low:.2f}. "
    )
    if np.isnan(precision):
        return words + f"F1 {f1:.2f} cannot be had at recall {recall:.2f}: it takes at least {f1 / (2 - f1):.3f}."
    negatives = 100 * (1 - prevalence) / prevalence
    return words + (
        f"F1 {f1:.2f} at recall {recall:.2f} takes precision {precision:.3f}: of 100 positives and {negatives:,.0f} "
        f"negatives {100 * recall:.0f} true and {round(fpr * negatives):,} false positives, which is "
        f"{'possible' if reached else 'impossible: the false positive rate would be above 1'}."
    )


def lacks_possible(*, prevalence: float, low: float, f1: float, recall: float) -> str:  # noqa: ARG001
    """Say what keeps a state from F1 0.45 at recall 0.95, at the highest prevalence at which it can be had."""
    if abs(f1 - 0.45) > 1e-9 or abs(recall - 0.95) > 1e-9:
        return "Leave F1 at 0.45 and the point at recall 0.95."
    precision = f1 * recall / (2 * recall - f1)
    fpr = recall * prevalence / (1 - prevalence) * (1 / precision - 1)
    if fpr > 1:
        return f"It would take a false positive rate of {fpr:.2f}, and there is none above 1."
    return "" if fpr > 0.95 else f"Possible, with a false positive rate of {fpr:.2f}. At a higher prevalence too?"


def lacks_range(*, prevalence: float, low: float, f1: float, recall: float) -> str:  # noqa: ARG001
    """Say what keeps a state from recalls of 0.8 and more at prevalence 0.5."""
    if abs(prevalence - 0.5) > 1e-9:
        return f"The prevalence is {prevalence:.2f}; set it to 0.50."
    return "" if abs(low - 0.8) < 1e-9 else f"The area is from recall {low:.2f} on; let it begin at 0.80."


UNACHIEVABLE = Lesson(
    "What can no classifier reach?",
    "Who calls every row positive still has a precision: the prevalence. So low precision at high recall cannot be "
    "had, however bad the ranking: the grey region. F1 is the harmonic mean of precision and recall. The point at the "
    "recall and F1 that you choose is a dot where it can be reached, a cross where it cannot.",
    (9.4, 4.4),
    {
        "prevalence": slider("Prevalence", 0.01, 0.99, 0.01),
        "low": slider("From recall", 0.0, 0.95, 0.05),
        "f1": slider("F1", 0.05, 0.95, 0.05),
        "recall": slider("Point at recall", 0.05, 1.0, 0.05),
    },
    out_of_reach,
    Guess(
        "If half of all rows are positive, what is the area under PR of the worst ranking there is?",
        lambda: float(prplot.bounds.minimum_area(0.5)),
        low=0.0,
        high=1.0,
        digits=3,
        at={"prevalence": 0.5},
        place=lambda area: (1, 0.5, area),
    ),
    (
        Task("Find the highest prevalence at which F1 0.45 at recall 0.95 can be reached.", lacks_possible),
        Task(
            "At prevalence 0.5 count recalls of 0.8 and more only: the least area shrinks, its mean grows.", lacks_range
        ),
    ),
    {
        "Half are positive": {"prevalence": 0.5},
        "1 in 10": {"prevalence": 0.1},
        "F1 0.45 within reach": {"prevalence": 0.25},
    },
    {
        "prevalence": (0.1, 0.25, 0.29, 0.3, 0.33, 0.5, 0.7),
        "low": (0.0, 0.5, 0.8),
        "f1": (0.45, 0.7),
        "recall": (0.5, 0.95),
    },
)
