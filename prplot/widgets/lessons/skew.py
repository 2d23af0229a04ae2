"""What a rarer positive class does to ROC and to PR curves.

Examples
--------
>>> import prplot
>>> view = prplot.explore.skew(prevalence=0.5)
>>> view.controls["prevalence"].value = 0.01
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import dropdown, log_slider, slider, titled
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
        lines = prplot.plot(curves, ax=ax, iso_f=False).lines
        for line, style in zip(lines, (":", "--", "-"), strict=True):
            line.set(linestyle=style)
        prplot.draw.point(curves[0], point, ax=ax, color="black", markersize=7)
    ratio, odds = tpr / fpr, prevalence / (1 - prevalence)
    counts = [
        f"{np.floor(count + 0.5):,.0f}" if count >= 100 else f"{count:.3g}" for count in (negatives, found, false)
    ]
    # Three digits, without powers of ten.
    rate, ratio_said, odds_said, product, precision = (
        f"{float(f'{number:.3g}'):,.0f}"
        if number >= 1000
        else np.format_float_positional(number, 3, fractional=False, trim="-")
        for number in (fpr, ratio, odds, odds * ratio, point.precision)
    )
    return (
        f"{marked} at recall {tpr:.2f} has a false positive rate of {rate}, whatever the prevalence. "
        f"With 1,000 positives and {counts[0]} negatives it finds {counts[1]} true and {counts[2]} false: precision "
        f"{counts[1]} / ({counts[1]} + {counts[2]}) = {precision}. Its odds are those of a positive times "
        f"recall / false positive rate: {odds_said} × {ratio_said} = {product}. "
        "(Grey: the same classifiers at prevalence 0.5.)"
    )


def false_at_one_percent() -> float:
    """Return how many are false where ER- finds half of 1,000 positives, and 1 % of all are positive."""
    fpr = 0.5 / prplot.simulate.saito("ER-").curve("pr", prevalence=0.5).at(0.5).item() - 0.5
    return 99_000 * fpr


def lacks_many(*, prevalence: float, marked: str, tpr: float) -> str:
    """Say what keeps a state from 100,000 false positives beside half of the positives of ER-."""
    if marked != "ER-":
        return 'Mark ER-: it is chosen under "Marked".'
    if abs(tpr - 0.5) > 1e-9:
        return f"The point is at recall {tpr:.2f}; the task is about half of the positives, recall 0.50."
    if prevalence > 0.0016:
        return f"At prevalence {prevalence:.4g} there are fewer false ones. Rarer positives leave more negatives."
    return ""


def lacks_first(*, prevalence: float, marked: str, tpr: float) -> str:
    """Say what keeps a state from showing the classifier to trust for the first tenth, where 1 % are positive."""
    if abs(prevalence - 0.01) > 1e-4:
        return f"Positives are {prevalence:.4g} of all; the task is about 0.01."
    if abs(tpr - 0.1) > 1e-9:
        return f"The point is at recall {tpr:.2f}; a tenth of the positives is recall 0.10."
    if marked == "Excel":
        return "Excel is better everywhere. The two with the same area in ROC are meant: ER+ and ER-."
    return "" if marked == "ER+" else "Of what ER- calls first hardly one in 27 is positive. Look at the other one."


SKEW = Lesson(
    "What happens when positives become rarer?",
    "Three classifiers, whose scores never change: Excel ranks best of all, ER+ is good among high scores, ER- among "
    "low ones. These two have the same area in ROC. ER- finds half of 1,000 positives together with 1,432 false ones "
    "where a tenth of all rows are positive: a precision of 0.259.",
    (9.4, 4.4),
    {
        "prevalence": log_slider("Prevalence", -4.0, -0.05),
        "marked": dropdown("Marked", titled(("Excel", "ER+", "ER-"))),
        "tpr": slider("At recall", 0.01, 1.0, 0.01),
    },
    rarer,
    Guess(
        "If 1 % of all rows are positive, with how many false ones does ER- find half of 1,000 positives?",
        false_at_one_percent,
        low=0,
        high=100_000,
        digits=0,
        at={"prevalence": 0.01},
    ),
    (
        Task("Make positives so rare that half of ER-'s positives come with more than 100,000 false ones.", lacks_many),
        Task(
            "At prevalence 0.01 only the first tenth of the positives counts. Mark whom you would trust: ER+ or ER-?",
            lacks_first,
        ),
    ),
    {
        "Balanced": {"prevalence": 0.5},
        "1 in 100": {"prevalence": 0.01},
        "1 in 1,000": {"prevalence": 0.001},
    },
    {"prevalence": (0.5, 0.1, 0.01, 0.001), "tpr": (0.1, 0.3, 0.5, 0.8)},
)
