"""From PR to PR-Gain: the scale on which F is a mean.

Examples
--------
>>> import prplot
>>> view = prplot.explore.gain(beta=2.0)
>>> view.controls["morph"].value = 1.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import prplot.draw
from prplot.widgets.controls.factories import log_slider, slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def from_pr_to_gain(figure: Figure, *, morph: float = 0.0, beta: float = 1.0, f1: float = 0.3) -> str:
    # A hundred rows, ten of them positive.
    path = prplot.from_counts([7, 6, 5, 4, 3, 2, 1], tp=[2, 3, 5, 6, 8, 9, 10], fp=[0, 2, 3, 9, 14, 40, 90])
    curve, pi = path.pr(), path.prevalence
    best = path.optimal(prplot.f_beta(beta))
    steep = morph / (1 - pi)

    # Where a precision or recall stands: at itself in PR, at its gain in PR-Gain, or on the way; and back.
    def place(rate: Any) -> Any:
        rate = np.asarray(rate, dtype=float)
        return (1 - morph) * rate + (steep * (1 - pi / np.maximum(rate, 1e-9)) if morph else 0)

    def rate_at(place: Any) -> Any:
        half = (steep - np.asarray(place, dtype=float)) / 2
        return steep * pi / (half + np.sqrt(half**2 + (1 - morph) * steep * pi)) if morph else place

    left, right = figure.subplots(1, 2)
    left.set_xscale("function", functions=(place, rate_at))
    left.set_yscale("function", functions=(place, rate_at))
    ends = rate_at(np.array([-0.015, 1.015]))
    left.set(xlim=ends, ylim=ends)
    levels = {"levels": [0.15, 0.2, 0.3, 0.5, 0.8], "beta": beta, "values": "on"}
    prplot.plot(curve, ax=left, iso_f=levels, chance={"values": False}, always_positive=False, legend=False)
    always: dict[str, Any] = {"color": "#d55e00", "linewidth": 1.8, "linestyle": "--"}
    prplot.draw.baseline(curve, kind="always-positive", beta=beta, ax=left, **always)
    prplot.draw.hull(curve, scores=False, ax=left)
    prplot.draw.operating_point(curve, best, ax=left, markersize=9, markerfacecolor="white", markeredgecolor="black")
    # Ticks of precision and recall stay at their values, those of gains at theirs.
    top, beside = left.twiny(), left.twinx()
    top.set_xscale("function", functions=(place, rate_at))
    beside.set_yscale("function", functions=(place, rate_at))
    gains, rates = [0, 0.5, 0.8, 1], [0, pi, 0.2, 0.3, 0.5, 1][1 if morph else 0 :]
    for ax in (left, top):
        ax.set_xticks(rates if ax is left else prplot.f_from_gain(gains, pi))
        ax.set_xticklabels([f"{tick:g}" for tick in (rates if ax is left else gains)])
    for ax in (left, beside):
        ax.set_yticks(rates if ax is left else prplot.f_from_gain(gains, pi))
        ax.set_yticklabels([f"{tick:g}" for tick in (rates if ax is left else gains)])
    left.set(xlim=ends, ylim=ends)
    top.set(xlim=ends, xlabel="Recall gain")
    beside.set(ylim=ends, ylabel="Precision gain")

    # Two tasks: the mean of their gains, read back, and the mean of the two.
    tasks = np.array([f1, 0.8])
    means = prplot.gain(tasks, pi).mean(), tasks.mean()
    back = prplot.f_from_gain(means[0], pi)
    x = np.linspace(0.04, 1, 200)
    right.plot(x, prplot.gain(x, pi), color="#0072b2")
    right.axhline(0, color="0.7", linewidth=0.8)
    right.plot(tasks, prplot.gain(tasks, pi), "o--", color="black", linewidth=0.8, label=f"tasks: {f1:.2g} and 0.8")
    right.plot([means[1], back, back], [means[0], means[0], 0], ":", color="#009e73")
    right.plot(back, means[0], "D", color="#009e73", label=f"mean gain: that of {back:.3f}")
    right.plot(means[1], means[0], "s", color="black", markerfacecolor="white", label=f"mean F1: {means[1]:.3f}")
    right.set(xlim=(0, 1.03), ylim=(-1.35, 1.15), xlabel="x: F, precision or recall", box_aspect=1)
    right.set_title(r"gain $= (x - \pi)\,/\,((1 - \pi)\,x)$, at $\pi = 0.1$", fontsize="medium")
    right.legend(loc="lower right", frameon=False, fontsize="small")

    name, weight = f"F{beta:.3g}", beta**2
    where = "In PR" if morph == 0 else "In PR-Gain" if morph == 1 else f"{morph:.3g} of the way from PR to PR-Gain"
    always_f = (1 + weight) * pi / (1 + weight * pi)
    counted = "" if weight == 1 else f" (recall weighs {weight:.3g})"
    return (
        f"{where}, lines of equal {name} are {'straight and parallel' if morph == 1 else 'bent'}; dashed: as good as "
        f"yes to all, {name} {always_f:.3f}, gain {prplot.gain(always_f, pi):.3f}. "
        f"The best {name} is at a corner of the hull, thin: precision {best.tp:g} / ({best.tp:g} + {best.fp:g}) and "
        f"recall {best.tp:g} / 10 have gains {best.precision_gain:.3f} and {best.recall_gain:.3f}, whose "
        f"mean{counted} is the gain {prplot.gain(best.f(beta), pi):.3f} of {name} {best.f(beta):.3f}. "
        f"F1 {f1:.2g} and 0.8 have gains {prplot.gain(f1, pi):.3f} and {prplot.gain(0.8, pi):.3f}; the mean "
        f"{means[0]:.3f} is the gain of {back:.3f}, their harmonic mean, and the arithmetic one is {means[1]:.3f}."
    )


def lacks_corners(*, morph: float, beta: float, f1: float) -> str:  # noqa: ARG001
    """Say what keeps the line of yes to all from being the diagonal."""
    if morph < 1:
        return f"The axes are {morph:.2f} of the way to PR-Gain; there the line is bent."
    if abs(beta - 1) < 0.02:
        return ""
    return f"It is straight, but for β = {beta:.3g} not the diagonal: recall weighs {beta**2:.3g} times as much there."


def lacks_negative(*, morph: float, beta: float, f1: float) -> str:  # noqa: ARG001
    """Say what keeps an F1 from a gain below 0."""
    gain = prplot.gain(f1, 0.1)
    return "" if gain < -1e-9 else f"F1 {f1:.2g} has gain {gain:.3f}; an F1 equal to the prevalence has gain 0."


def lacks_recall(*, morph: float, beta: float, f1: float) -> str:  # noqa: ARG001
    """Say what keeps the best threshold from finding 8 of 10 positives."""
    found = {"2": 0, "5": 3, "8": 14, "9": 40, "10": 90}
    best = max(found, key=lambda tp: int(tp) / (int(tp) + found[tp] + 10 * beta**2))
    if int(best) >= 8:
        return ""
    return f"With β = {beta:.3g} the best threshold finds {best} of 10. A larger β weighs recall more."


GAIN = Lesson(
    "On which scale may precision and F be averaged?",
    "The gain of a precision, recall or F is (x − π) / ((1 − π) x): 1 is perfect, 0 is the prevalence π, here 0.1. "
    "The first slider moves both axes from the plain scale, PR, to that of gains, PR-Gain.",
    (10.2, 4.4),
    {
        "morph": slider("PR to PR-Gain", 0.0, 1.0, 0.05),
        "beta": log_slider("β", -1.0, 1.0),
        "f1": slider("F1 of one task", 0.05, 1.0, 0.05),
    },
    from_pr_to_gain,
    Guess(
        "Of two tasks one has F1 0.2, the other 0.8. Which one F1, reached in both, would have the same mean gain?",
        lambda: float(prplot.f_from_gain(prplot.gain([0.2, 0.8], 0.1).mean(), 0.1)),
        low=0.0,
        high=1.0,
        digits=2,
        at={"f1": 0.2},
        place=lambda f1: (1, f1, 0.0),
    ),
    (
        Task("Move the axes until the dashed line, yes to all, runs straight from corner to corner.", lacks_corners),
        Task("Find an F1 of the one task that has a gain below 0.", lacks_negative),
        Task("Weigh recall so much that the best threshold finds at least 8 of the 10 positives.", lacks_recall),
    ),
    {
        "PR-Gain": {"morph": 1.0},
        "F2 in PR-Gain": {"morph": 1.0, "beta": 2.0},
        "F1 0.2 and 0.8": {"f1": 0.2},
    },
    {"morph": (0.0, 0.25, 0.5, 0.75, 1.0), "beta": (0.5, 1.0, 2.0), "f1": (0.05, 0.2, 0.3)},
)
