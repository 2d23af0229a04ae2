"""What a rarer positive class does to ROC and to PR curves.

Examples
--------
>>> import prplot
>>> view = prplot.explore.skew(prevalence=0.5)
>>> view.controls["prevalence"].value = 0.01
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import dropdown, log_slider, slider, titled
from prplot.widgets.lessons.lesson import Lesson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SKEW"]


def rarer(figure: Figure, *, prevalence: float = 0.1, marked: str = "ER-", tpr: float = 0.5) -> str:
    # Populations, not samples: the exact curves of three ways to score positives and negatives.
    models = {name: prplot.simulate.saito(name) for name in ("Excel", "ER+", "ER-")}
    # Rates are the same at every prevalence; here from the precision where the classes balance.
    fpr = tpr / models[marked].curve("pr", prevalence=0.5).at(tpr).item() - tpr
    positives, negatives = 1000, 1000 * (1 - prevalence) / prevalence
    found, false = tpr * positives, fpr * negatives
    point = prplot.Confusion(tp=found, fp=false, fn=positives - found, tn=negatives - false)

    left, right = figure.subplots(1, 2)
    for model in models.values():
        balanced = model.curve("pr", prevalence=0.5)
        right.plot(balanced.x, balanced.y, color="0.8", linewidth=1)
    populations = {name: model.path(prevalence) for name, model in models.items()}
    roc = [path.roc(label=name) for name, path in populations.items()]
    pr = [path.pr(label=name) for name, path in populations.items()]
    for ax, curves in ((left, roc), (right, pr)):
        prplot.plot(curves, ax=ax, iso_f=False)
        prplot.draw.point(curves[0], point, ax=ax, color="black", markersize=7)
    return (
        f"{marked} at recall {tpr:.2f} has a false positive rate of {fpr:.4f}, whatever the prevalence. "
        f"With {positives} positives and {negatives:.0f} negatives that is {found:.0f} true and {false:.0f} false "
        f"positives, a precision of {point.precision:.3f}. (Grey: the same classifiers at prevalence 0.5.)"
    )


SKEW = Lesson(
    "What happens when positives become rarer?",
    (
        "Make positives rarer: ROC stands still, precision falls.",
        "ER- and ER+ have the same area in ROC. Which one would you trust for the first few that you look at?",
        "Move the marked point: how many of those it finds are false?",
    ),
    (9.4, 4.4),
    {
        "prevalence": log_slider("Prevalence", -4.0, -0.05),
        "marked": dropdown("Marked", titled(("Excel", "ER+", "ER-"))),
        "tpr": slider("At recall", 0.01, 1.0, 0.01),
    },
    rarer,
)
