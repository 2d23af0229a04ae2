"""Which threshold pays least, as misses and false alarms get dearer.

Examples
--------
>>> import prplot
>>> view = prplot.explore.costs(miss=5)
>>> view.controls["distorted"].value = True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
from prplot.widgets.controls.factories import checkbox, int_slider, slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def where_to_cut(
    figure: Figure, *, miss: int = 15, alarm: int = 1, prevalence: float = 0.26, distorted: bool = False
) -> str:
    # Fifty rows, 10, 10, 10 and 20 of one score each: their share of positives, where these are 13 of 50.
    scores = np.array([0.8, 0.3, 0.1, 0.05]) ** (8 if distorted else 1)
    # Elsewhere classes grow or shrink as a whole. The first of five choices is to call nobody.
    positives, negatives = 50 * prevalence, 50 * (1 - prevalence)
    tp = positives / 13 * np.array([0, 8, 11, 12, 13])
    fp = negatives / 37 * np.array([0, 2, 9, 18, 37])
    path = prplot.from_counts(scores, tp=tp[1:], fp=fp[1:])

    for_misses, for_alarms = miss * (positives - tp), alarm * fp
    bills = for_misses + for_alarms
    best = np.flatnonzero(bills < bills.min() + 1e-9)
    # Which choice follows the rule: call what scores at least this.
    rule = alarm / (alarm + miss)
    ruled = int(np.sum(scores > rule - 1e-12))

    bars, pr, roc = figure.subplots(1, 3)
    bars.bar(range(5), for_misses, color="#d55e00", label=f"misses × {miss}")
    bars.bar(range(5), for_alarms, bottom=for_misses, color="#56b4e9", label=f"false alarms × {alarm}")
    for place, bill in enumerate(bills):
        weight = "bold" if place in best else "normal"
        bars.annotate(f"{bill:.4g}", (place, bill), (0, 2), textcoords="offset points", ha="center", weight=weight)
    diamond: dict[str, Any] = {"color": "black", "markersize": 10, "markerfacecolor": "white", "linestyle": "none"}
    dot: dict[str, Any] = {"color": "black", "markersize": 5, "linestyle": "none"}
    top = bills.max()
    bars.plot(ruled, bills[ruled] + 0.18 * top, "D", label=f"the rule: from {rule:.3g} on", **diamond)
    bars.plot(best, bills[best] + 0.18 * top, "o", label="the least bill", **dot)
    named = [f"{score:.3g}" if score > 0.001 else f"{score:.0e}" for score in scores]
    bars.set_xticks(range(5), ["nobody", *named])
    bars.set(ylim=(0, 1.8 * top), yticks=[], xlabel="Called: score at least", ylabel="Bill", box_aspect=1)
    bars.legend(frameon=False, loc="upper right", fontsize="small")

    price = prplot.expected_cost(fn=miss, fp=alarm, prevalence=prevalence)
    level = bills.min() / (miss * positives + alarm * negatives)
    for ax, curve in ((pr, path.pr()), (roc, path.roc())):
        prplot.plot(curve, ax=ax, iso_f=False, always_positive=False, legend=False)
        line = prplot.draw.isolines(curve, price, [level], values=False, ax=ax, color="black", linewidth=1.2)
        ax.plot(*curve.vertices, "o", color="#0072b2", markersize=4)
        x, y = curve.space.forward(fp / negatives, tp / positives)
        ax.plot(x[ruled], y[ruled], "D", **diamond)
        ax.plot(x[best], y[best], "o", **dot)
    roc.legend(line.lines, [f"bill {bills.min():.4g} all along"], frameon=False, loc="lower right", fontsize="small")

    choices = ["nobody", *(f"scores from {score} on" for score in named[:3]), "everybody"]
    tp, fp = tp[best[0]], fp[best[0]]
    words = (
        f"Per 50 rows the least bill is {bills.min():.4g}, by calling {' or '.join(choices[at] for at in best)}: "
        f"misses {positives - tp:.3g} × {miss} + false alarms {fp:.3g} × {alarm}"
    )
    if best[0]:
        words += f", at precision {tp:.3g} / ({tp:.3g} + {fp:.3g}) = {tp / (tp + fp):.3f}"
    words += f". The rule, to call what scores at least {alarm} / ({alarm} + {miss}) = {rule:.3g}, costs "
    if ruled in best:
        words += f"{bills[ruled]:.4g}, the least there is."
    else:
        words += f"{bills[ruled]:.4g}, more than need be: "
        right = f"scores are shares of positives at prevalence 0.26, not {prevalence:.2f}."
        words += "distorted scores are not the shares of positives." if distorted else right
    return words + (" Points and bills are those without the distortion, which keeps the order." if distorted else "")


def bills_of(miss: int, alarm: int, prevalence: float) -> list[float]:
    """Return what it costs to call nobody, and from each score on."""
    positives, negatives = 50 * prevalence / 13, 50 * (1 - prevalence) / 37
    rows = ((0, 0), (8, 2), (11, 9), (12, 18), (13, 37))
    return [miss * positives * (13 - tp) + alarm * negatives * fp for tp, fp in rows]


def lacks_everybody(*, miss: int, alarm: int, prevalence: float, distorted: bool) -> str:  # noqa: ARG001
    """Say what keeps a state from making it cheapest to call everybody."""
    if abs(prevalence - 0.26) > 1e-9:
        return f"The prevalence is {prevalence:.2f}; leave it at 0.26."
    *others, everybody = bills_of(miss, alarm, prevalence)
    if everybody <= min(others) + 1e-9:
        return ""
    return f"Everybody costs {everybody:.4g}, and the least bill is {min(others):.4g}."


def lacks_tie(*, miss: int, alarm: int, prevalence: float, distorted: bool) -> str:  # noqa: ARG001
    """Say what keeps a state from two thresholds that share the least bill."""
    least, second, *_ = sorted(bills_of(miss, alarm, prevalence))
    if second - least < 1e-9:
        return ""
    return f"The least bill is {least:.4g}, the next {second:.4g}. Two are alike where the rule falls on a score."


def lacks_broken(*, miss: int, alarm: int, prevalence: float, distorted: bool) -> str:
    """Say what keeps a state from undistorted scores with which the rule costs more than need be."""
    if distorted:
        return "The scores are distorted; take that back."
    if abs(prevalence - 0.26) < 1e-9:
        return (
            "At prevalence 0.26 scores are shares of positives, and the rule holds at any prices. Move the prevalence."
        )
    bills = bills_of(miss, alarm, prevalence)
    ruled = sum(score * (alarm + miss) > alarm - 1e-9 for score in (0.8, 0.3, 0.1, 0.05))
    if bills[ruled] > min(bills) + 1e-9:
        return ""
    return f"At prevalence {prevalence:.2f} and these prices the rule still finds the least bill."


COSTS = Lesson(
    "Which threshold costs least?",
    "Fifty rows have one of four scores. At prevalence 0.26 the scores 0.8, 0.3, 0.1 and 0.05 are the true shares of "
    "positives among their rows. Each missed positive has a price, and so has each false alarm. The bill is the sum.",
    (11.5, 4.1),
    {
        "miss": int_slider("A miss costs", 1, 40),
        "alarm": int_slider("A false alarm", 1, 10),
        "prevalence": slider("Prevalence", 0.02, 0.9, 0.02),
        "distorted": checkbox("Distort the scores (8th power)"),
    },
    where_to_cut,
    Guess(
        "If a miss costs as much as five false alarms, from which probability of being positive on does it pay to "
        "call a row positive?",
        lambda: 1 / 6,
        low=0.0,
        high=1.0,
        digits=2,
        at={"miss": 5},
    ),
    (
        Task("Find prices at which it costs least to call everybody.", lacks_everybody),
        Task("Find prices at which two thresholds share the least bill.", lacks_tie),
        Task("Leave the scores as they are, and yet make the rule cost more than need be.", lacks_broken),
    ),
    {
        "A false alarm costs five": {"miss": 1, "alarm": 5},
        "Distorted scores": {"miss": 5, "distorted": True},
        "1 in 10 is positive": {"miss": 5, "prevalence": 0.1},
    },
    {"miss": (1, 5, 9, 15, 30), "alarm": (1, 5), "prevalence": (0.1, 0.26)},
)
