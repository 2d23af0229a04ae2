"""What a rarer positive class does to ROC and to PR curves.

Examples
--------
>>> import prplot
>>> view = prplot.explore.skew(prevalence=0.5)
>>> view.controls["prevalence"].value = 0.01
"""

from __future__ import annotations

from typing import Any

import prplot.draw
import prplot.simulate
from prplot.widgets.fields import choice, even, numeric
from prplot.widgets.lessons.lesson import Guess, Lesson, LessonStep


def rarer(axes: Any, *, prevalence: float = 0.1, marked: str = "ER-", tpr: float = 0.5) -> str:
    # These are populations, not samples, so the curves are exact.
    models = {name: prplot.simulate.saito(name) for name in ("Excel", "ER+", "ER-")}
    balanced = models[marked].curve("pr", prevalence=0.5, label=f"{marked} at prevalence\N{NO-BREAK SPACE}0.5:")
    # The false positive rate is the same at every prevalence. It follows from precision and recall at prevalence 0.5.
    fpr = tpr / balanced.at(tpr).item() - tpr
    negatives = 1000 * (1 - prevalence) / prevalence
    tp, fp = 1000 * tpr, fpr * negatives
    point = prplot.Confusion(tp=tp, fp=fp, fn=1000 - tp, tn=negatives - fp)

    bare: dict[str, Any] = {"iso_f": False, "legend": False}
    spaces: Any = ("roc", "pr")
    for ax, space in zip(axes, spaces, strict=False):
        curves = [model.curve(space, prevalence=prevalence, label=name) for name, model in models.items()]
        prplot.plot(curves, ax=ax, **bare)
        if space == "pr":
            gray = {"color": "0.6", "linewidth": 1}
            prplot.plot(balanced, ax=ax, line=gray, chance=False, unachievable=False, always_positive=False, **bare)
        prplot.draw.direct_labels(ax)
        prplot.draw.point(curves[0], point, ax=ax, color="black", markersize=7)

    def rounded(number: float, digits: int = 3) -> str:
        # No number has a power of ten. Factors have one digit more than their product.
        return f"{float(f'{number:.{digits}g}'):,.9f}".rstrip("0").rstrip(".")

    counts = [f"{count:,.0f}" for count in (negatives, tp, fp)]
    odds, ratio = prevalence / (1 - prevalence), tpr / fpr
    sentence = f"At recall {tpr:.2f} {marked} has false positive rate {rounded(fpr)}"
    if len(axes) == 1:
        return f"{sentence}."
    return (
        f"{sentence}: it finds {counts[1]} of 1,000 positives, with {counts[2]} of {counts[0]} negatives. Precision is "
        f"{rounded(point.precision)}, its odds {rounded(odds, 4)} × {rounded(ratio, 4)} = {rounded(odds * ratio)}."
    )


def false_beside(prevalence: float) -> float:
    """Return how many false positives ER- has where it finds half of 1,000 positives, from its distributions."""
    return float(1000 * (1 - prevalence) / prevalence * (1 - 0.5**0.25))


RARER = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
SKEW = Lesson(
    "What happens when positives become rarer?",
    {
        "prevalence": numeric("Prevalence", (0.0001, 0.9)),
        "marked": choice("Classifier", ("Excel", "ER+", "ER-")),
        "tpr": numeric("At recall", (0.01, 1.0)),
    },
    rarer,
    (
        LessonStep(
            "Three made-up classifiers: Excel is excellent; ER+ is good, and ER- poor, among the highest scores. Their "
            "scores never change. ROC plots a rate among positives against a rate among negatives.",
            "prevalence",
            RARER,
            panels=1,
            task="Make one row in 1,000 positive, and look for a curve that moves.",
            missing=lambda prevalence: "" if prevalence < 0.002 else f"One row in {1 / prevalence:,.0f} is positive.",
        ),
        LessonStep(
            "No ROC curve moved. Precision compares counts of both classes. The rarer positives are, the more "
            "negatives stand beside 1,000 of them, and the lower the PR curves lie.",
            "prevalence",
            RARER,
            guess=Guess(
                "At prevalence 0.01, how many false positives come with 500 true ones of ER-?",
                lambda: false_beside(0.01),
                high=100_000.0,
                digits=0,
                at=0.01,
            ),
        ),
        LessonStep(
            "The odds of precision are the odds of a positive row, times recall / false positive rate. The second "
            "factor is the same at every prevalence.",
            "prevalence",
            (0.0001, 0.0002, 0.0005, *RARER),
            task="Make positives so rare that 500 true positives of ER- come with more than 100,000 false ones.",
            missing=lambda prevalence: "" if false_beside(prevalence) > 100_000 else "There are fewer false ones here.",
        ),
        LessonStep(
            "Now one row in 20 is positive. ER+ is better than ER- among high scores, ER- among low ones. So their "
            "curves cross, although their areas in ROC are equal. The threshold chooses a point on the curve.",
            "tpr",
            even(0.1, 1.0, 0.1),
            {"prevalence": 0.05},
        ),
        LessonStep(
            "Let one row in 100 be positive, and only the first tenth of the positives count. Then the left end of the "
            "PR curve decides. ROC hides that end in its corner.",
            "marked",
            ("Excel", "ER+", "ER-"),
            {"prevalence": 0.01, "tpr": 0.1},
            task="Mark the one that you would trust here: ER+ or ER-?",
            missing={
                "Excel": "Excel is better everywhere. Choose between the two with the same area in ROC.",
                "ER+": "",
                "ER-": "Of the rows that ER- ranks first about one in 27 is positive.",
            }.__getitem__,
        ),
    ),
)
