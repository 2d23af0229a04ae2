"""From PR to PR-Gain: the scale on which F is a mean.

Examples
--------
>>> import prplot
>>> view = prplot.explore.gain(beta=2.0)
>>> view.controls["morph"].value = 1.0
"""

from __future__ import annotations

from typing import Any

import numpy as np

import prplot.draw
from prplot.widgets.fields import even, numeric
from prplot.widgets.lessons.lesson import Guess, Lesson, LessonStep


def from_pr_to_gain(axes: Any, *, morph: float = 0.0, beta: float = 1.0, f1: float = 0.3) -> str:
    # A hundred rows, ten of them positive.
    path = prplot.from_counts([7, 6, 5, 4, 3, 2, 1], tp=[2, 3, 5, 6, 8, 9, 10], fp=[0, 2, 3, 9, 14, 40, 90])
    curve, pi = path.pr(), path.prevalence
    best = path.optimal(prplot.f_beta(beta))
    steep = morph / (1 - pi)

    # A precision or recall is drawn at itself in PR, at its gain in PR-Gain, or in between. rate_at is the inverse.
    def position_of(rate: Any) -> Any:
        rate = np.asarray(rate, dtype=float)
        return (1 - morph) * rate + (steep * (1 - pi / np.maximum(rate, 1e-9)) if morph else 0)

    def rate_at(position: Any) -> Any:
        half = (steep - np.asarray(position, dtype=float)) / 2
        return steep * pi / (half + np.sqrt(half**2 + (1 - morph) * steep * pi)) if morph else position

    left, *more = axes
    left.set_xscale("function", functions=(position_of, rate_at))
    left.set_yscale("function", functions=(position_of, rate_at))
    ends = rate_at(np.array([-0.015, 1.015]))
    left.set(xlim=ends, ylim=ends)
    levels = {"levels": [0.15, 0.2, 0.3, 0.5, 0.8], "beta": beta, "values": "on"}
    prplot.plot(curve, ax=left, iso_f=levels, chance=False, always_positive=False, legend=False)
    always: dict[str, Any] = {"color": "#d55e00", "linewidth": 1.8, "linestyle": "--"}
    prplot.draw.baseline(curve, kind="always-positive", beta=beta, ax=left, **always)
    prplot.draw.hull(curve, scores=False, ax=left)
    black: dict[str, Any] = {"markersize": 9, "markerfacecolor": "white", "markeredgecolor": "black"}
    prplot.draw.operating_point(curve, best, ax=left, **black)
    # Ticks of precision and recall are at these rates. Ticks of gains are at the rates that have these gains.
    top, beside = left.twiny(), left.twinx()
    top.set_xscale("function", functions=(position_of, rate_at))
    beside.set_yscale("function", functions=(position_of, rate_at))
    gains, rates = ([0, 0.5, 0.8, 1], [pi, 0.2, 0.3, 0.5, 1]) if morph else ([0, 0.8, 1], [0, pi, 0.3, 0.5, 1])
    for axis, ticks, at in (
        (left.xaxis, rates, rates),
        (left.yaxis, rates, rates),
        (top.xaxis, gains, prplot.metrics.f_from_gain(gains, pi)),
        (beside.yaxis, gains, prplot.metrics.f_from_gain(gains, pi)),
    ):
        axis.set_ticks(at, [f"{tick:g}" for tick in ticks])
    left.set(xlim=ends, ylim=ends, box_aspect=1)
    top.set(xlim=ends, xlabel="Recall gain")
    beside.set(ylim=ends, ylabel="Precision gain")

    name, bent = f"F{beta:.3g}", "straight and parallel" if morph == 1 else "bent"
    if not more:
        return (
            f"Lines of equal {name} are {bent}. The best {name}, {best.f(beta):.3f}, has precision {best.tp:g} / "
            f"{best.tp + best.fp:g} and recall {best.tp:g} / 10. Their gains {best.precision_gain:.3f} and "
            f"{best.recall_gain:.3f} have the weighted mean {best.f_gain(beta):.3f}, the gain of {name}."
        )
    # Two tasks: the mean of their gains as an F1, and the mean of their F1.
    tasks = np.array([f1, 0.8])
    own, mean = prplot.metrics.gain(tasks, pi), prplot.metrics.gain(tasks, pi).mean()
    back = float(prplot.metrics.f_from_gain(mean, pi))
    x = np.linspace(0.04, 1, 200)
    for ax in more:
        ax.plot(x, prplot.metrics.gain(x, pi), color="#0072b2")
        ax.axhline(0, color="0.7", linewidth=0.8)
        ax.plot(tasks, own, "o--", color="black", linewidth=0.8)
        ax.plot([tasks.mean(), back, back], [mean, mean, 0], ":", color="#009e73")
        ax.plot(back, mean, "D", color="#009e73", linestyle="none", label="harmonic mean")
        square = {"color": "black", "markerfacecolor": "white", "linestyle": "none"}
        ax.plot(tasks.mean(), mean, "s", label="arithmetic mean", **square)
        ax.legend(loc="lower right", fontsize="small", frameon=False)
        ax.set(xlim=(0, 1.03), ylim=(-1.35, 1.25), xlabel="F1 of a task", ylabel="Gain", box_aspect=1)
    return (
        f"F1 {f1:.2g} and 0.8 have gains {own[0]:.3f} and {own[1]:.3f}. The mean {mean:.3f} is the gain of F1 "
        f"{back:.3f}, their harmonic mean; the arithmetic mean is {tasks.mean():.3f}."
    )


def lacks_recall(beta: float) -> str:
    """Return why the best threshold at β does not find 8 of 10 positives; empty if it does."""
    fps = {2: 0, 5: 3, 8: 14, 9: 40, 10: 90}
    best = max(fps, key=lambda tp: tp / (tp + fps[tp] + 10 * beta**2))
    return "" if best >= 8 else f"With β = {beta:.3g} the best threshold finds {best} of 10."


GAIN = Lesson(
    "On which scale may precision and F be averaged?",
    {
        "morph": numeric("PR to PR-Gain", (0.0, 1.0)),
        "beta": numeric("β", (0.1, 10.0)),
        "f1": numeric("F1 of one task", (0.05, 1.0)),
    },
    from_pr_to_gain,
    (
        LessonStep(
            "The gain of a precision, recall or F is (x − π) / ((1 − π) x): 1 for perfect, 0 for the prevalence π, "
            "here 0.1. Dashed: as good as predicting every row positive. White circle: the best F1.",
            "morph",
            even(0.0, 1.0, 0.1),
            panels=1,
            task="Move the axes from PR to PR-Gain until the dashed line runs straight from corner to corner.",
            missing=lambda morph: "" if morph == 1 else "The dashed line is still bent.",
        ),
        LessonStep(
            "In Fβ recall weighs β² times as much as precision. Lines of equal Fβ are straight in PR-Gain. The best "
            "Fβ is where one of them touches the hull, the thin line around the curve.",
            "beta",
            (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
            {"morph": 1.0},
            panels=1,
            task="Weigh recall so much that the best threshold finds at least 8 of the 10 positives.",
            missing=lacks_recall,
        ),
        LessonStep(
            "Two other tasks of prevalence 0.1: one has F1 0.8, the other the F1 that you choose. Each F1 has a gain. "
            "Equal steps of F1 are not equal steps of gain.",
            "f1",
            even(0.1, 0.9, 0.1),
            {"morph": 1.0},
            guess=Guess(
                "Two tasks have F1 0.2 and 0.8. Which F1, reached in both, has the same mean gain?",
                lambda: float(prplot.metrics.f_from_gain(prplot.metrics.gain([0.2, 0.8], 0.1).mean(), 0.1)),
                digits=2,
                at=0.2,
            ),
            panels_before=1,
        ),
        LessonStep(
            "An F1 that equals the prevalence, here 0.1, has gain 0. Predicting every row positive has precision 0.1 "
            "and recall 1: F1 0.182, gain 0.5.",
            "f1",
            even(0.05, 1.0, 0.05),
            {"morph": 1.0},
            task="Find an F1 of the one task that has a gain below 0.",
            missing=lambda f1: "" if f1 < 0.1 - 1e-9 else f"F1 {f1:.2g} has gain {prplot.metrics.gain(f1, 0.1):.3f}.",
        ),
    ),
)
