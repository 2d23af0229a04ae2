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
from prplot.widgets.lessons.lesson import Lesson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["UNACHIEVABLE"]


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

    words = (
        f"At prevalence {prevalence:.2f} no classifier has less than area {least:.4f} from recall {low:.2f} to 1. "
        f"This one has {area:.4f}; of what can be won that is {(area - least) / (1 - low - least):.4f}. "
    )
    if np.isnan(precision):
        return words + f"F1 {f1:.2f} cannot be had at recall {recall:.2f}: it takes at least {f1 / (2 - f1):.3f}."
    negatives = 100 * (1 - prevalence) / prevalence
    return words + (
        f"F1 {f1:.2f} at recall {recall:.2f} takes precision {precision:.3f}: of 100 positives and {negatives:.0f} "
        f"negatives {100 * recall:.0f} true and {round(fpr * negatives)} false positives, which is "
        f"{'possible' if reached else f'impossible: {(1 - fpr) * negatives:.3g} true negatives'}."
    )


UNACHIEVABLE = Lesson(
    "What can no classifier reach?",
    (
        "Raise the prevalence: the grey region grows, and with it the area that the worst classifier gets for nothing.",
        "Cut low recalls off, as one does with a partial area: the least area shrinks, the least mean precision grows.",
        "Move the point along the line of equal F1: F1 does not know where no classifier can be.",
    ),
    (9.4, 4.4),
    {
        "prevalence": slider("Prevalence", 0.01, 0.99, 0.01),
        "low": slider("From recall", 0.0, 0.95, 0.05),
        "f1": slider("F1", 0.05, 0.95, 0.05),
        "recall": slider("Point at recall", 0.05, 1.0, 0.05),
    },
    out_of_reach,
)
