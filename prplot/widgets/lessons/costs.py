"""Which threshold costs least, as misses and false alarms get dearer.

Examples
--------
>>> import prplot
>>> view = prplot.explore.costs(miss=5)
>>> view.controls["distorted"].value = True
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
from prplot.widgets.fields import flag, numeric
from prplot.widgets.lessons.lesson import Guess, Lesson, LessonStep


def counts_of(prevalence: float) -> tuple[Any, Any]:
    # True and false positives of five choices: no row, the rows from each score on, every row. 13 of 50 rows are
    # positive. Another prevalence changes the sizes of both classes.
    tp, fp = np.array([0, 8, 11, 12, 13]), np.array([0, 2, 9, 18, 37])
    return 50 * prevalence / 13 * tp, 50 * (1 - prevalence) / 37 * fp


def where_to_cut(
    axes: Any,
    *,
    miss: int = 15,
    alarm: int = 1,
    prevalence: float = 0.26,
    distorted: bool = False,
) -> str:
    # Groups of 10, 10, 10 and 20 rows have one score each: the share of positives in the group, if 13 of 50 are
    # positive.
    shares = np.array([0.8, 0.3, 0.1, 0.05])
    scores = shares**8 if distorted else shares
    tp, fp = counts_of(prevalence)
    for_misses, for_alarms = miss * (tp[-1] - tp), alarm * fp
    bills = for_misses + for_alarms
    best = np.flatnonzero(bills < bills.min() + 1e-9)
    # The rule predicts a row positive if its score is at least this.
    rule = alarm / (alarm + miss)
    ruled = int(np.sum(scores > rule - 1e-12))

    bars, *curves = axes
    bars.bar(range(5), for_misses, color="#d55e00")
    bars.bar(range(5), for_alarms, bottom=for_misses, color="#56b4e9")
    top = bills.max()
    for choice, bill in enumerate(bills):
        marks = [f"{bill:.4g}", *["least"] * (choice in best), *["rule"] * (choice == ruled and bool(curves))]
        bars.annotate("\n".join(marks[::-1]), (choice, bill), (0, 2), textcoords="offset points", ha="center")
    bars.text(-0.4, 1.68 * top, f"misses × {miss}", color="#d55e00")
    bars.text(4.4, 1.55 * top, f"false alarms × {alarm}", color="#0072b2", ha="right")
    named = [f"{share:g}{'⁸' if distorted else ''}" for share in shares]
    bars.set_xticks(range(5), ["none", *(f"≥ {name}" for name in named[:3]), "all"])
    bars.set(
        ylim=(0, 1.8 * top),
        yticks=[],
        xlabel="Scores predicted positive",
        ylabel="Bill (scale varies)",
        box_aspect=1,
    )

    price = prplot.expected_cost(fn=miss, fp=alarm, prevalence=prevalence)
    level = bills.min() / (bills[0] + bills[-1])
    path = prplot.from_counts(scores, tp=tp[1:], fp=fp[1:])
    black: dict[str, Any] = {"color": "black", "markersize": 10, "linestyle": "none", "zorder": 4}
    for ax, curve in zip(curves, (path.pr(), path.roc()), strict=False):
        prplot.plot(curve, ax=ax, iso_f=False, always_positive=False, legend=False)
        prplot.draw.isolines(curve, price, [level], values=False, ax=ax, color="black", linewidth=1.2)
        ax.plot(*curve._vertices, "o", color="#0072b2", markersize=4)
        x, y = curve.space.forward(fp / fp[-1], tp / tp[-1])
        ax.plot(x[ruled], y[ruled], "D", markerfacecolor="white", **black)
        ax.plot(x[best], y[best], "o", **{**black, "markersize": 5})
        ax.set_title(f"bill {bills.min():.4g} on the black line", fontsize="medium")

    choices = ["no row", *(f"each row that scores at least {name}" for name in named[:3]), "every row"]
    cheapest = " or ".join(choices[at] for at in best)
    sentence = f"The least bill is {bills.min():.4g}, if {cheapest} is predicted positive."
    if not curves:
        return sentence
    judged = "the least" if ruled in best else f"{bills[ruled] - bills.min():.3g} too much"
    return (
        f"{sentence} The rule, from {alarm} / ({alarm} + {miss}) = {rule:.3g} on, costs {bills[ruled]:.4g}: {judged}."
    )


def bills_of(miss: int, alarm: int, prevalence: float) -> Any:
    """Return the cost of each of the five choices."""
    tp, fp = counts_of(prevalence)
    return (miss * (tp[-1] - tp) + alarm * fp).tolist()


def lacks_everybody(miss: int) -> str:
    """Return why predicting every row positive is not cheapest at this price; empty if it is."""
    *others, everybody = bills_of(miss, 1, 0.26)
    if everybody <= min(others) + 1e-9:
        return ""
    return f"That costs {everybody:.4g}, and the least bill is {min(others):.4g}."


def lacks_tie(alarm: int) -> str:
    """Return why no two thresholds share the least bill at this price; empty if they do."""
    least, second, *_ = sorted(bills_of(7, alarm, 0.26))
    return "" if second - least < 1e-9 else f"The least bill is {least:.4g}, the next {second:.4g}."


def lacks_broken(prevalence: float) -> str:
    """Return why the rule, the third choice, costs no more than the least bill; empty if it costs more."""
    bills = bills_of(5, 1, prevalence)
    return "" if bills[2] > min(bills) + 1e-9 else "Here the rule finds the least bill."


COSTS = Lesson(
    "Which threshold costs least?",
    {
        "miss": numeric("A miss costs", (1, 40)),
        "alarm": numeric("A false alarm costs", (1, 10)),
        "prevalence": numeric("Prevalence", (0.02, 0.9)),
        "distorted": flag("8th power of the scores"),
    },
    where_to_cut,
    (
        LessonStep(
            "Fifty rows have the scores 0.8, 0.3, 0.1 or 0.05, each the share of positives among its rows. Each missed "
            "positive has a price, and so has each false alarm. The bill is the sum.",
            "miss",
            (1, 2, 3, 5, 7, 10, 12, 15),
            panels=1,
            guess=Guess(
                "If a miss costs as much as five false alarms, from which probability on does predicting a row "
                "positive pay?",
                lambda: 1 / 6,
                digits=2,
                why=", 1 / (1 + 5). The next higher score is 0.3",
                at=5,
            ),
        ),
        LessonStep(
            "The dearer a miss, the lower the best threshold. Predicting every row positive misses nothing, but makes "
            "a false alarm of every negative.",
            "miss",
            (1, 3, 5, 7, 10, 15, 17, 20, 25, 30, 40),
            panels=1,
            task="Make it cheapest to predict every row positive.",
            missing=lacks_everybody,
        ),
        LessonStep(
            "The rule: predict positive from the probability at which both choices cost the same on average. That "
            "is the price of a false alarm / the sum of both prices. White diamond: the rule; black dot: the least "
            "bill.",
            "alarm",
            tuple(range(1, 11)),
            {"miss": 7},
            task="Let two thresholds share the least bill.",
            missing=lacks_tie,
        ),
        LessonStep(
            "Points on the black line have the same bill; in ROC it is straight. At another prevalence the scores are "
            "no longer the shares of positives.",
            "prevalence",
            (0.02, 0.06, 0.1, 0.16, 0.2, 0.26, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
            {"miss": 5},
            panels=3,
            task="Let the rule cost more than need be.",
            missing=lacks_broken,
        ),
        LessonStep(
            "The 8th power changes the scores, but not their order. Points and bills are the same, but the rule reads "
            "scores that are not shares of positives.",
            "distorted",
            (False, True),
            {"miss": 9},
            panels=3,
        ),
    ),
    helpers=(counts_of,),
)
