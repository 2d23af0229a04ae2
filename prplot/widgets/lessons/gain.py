"""The same classifier in PR and in PR-Gain.

Examples
--------
>>> import prplot
>>> view = prplot.explore.gain(beta=0.5)
>>> view.controls["called"].value = 0.2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import prplot.draw
import prplot.simulate
from prplot.widgets.controls.factories import checkbox, log_slider, slider
from prplot.widgets.lessons.lesson import Guess, Lesson, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["GAIN"]


def two_scales(
    figure: Figure, *, called: float = 0.3, beta: float = 1.0, hull: bool = False, grid: bool = False
) -> str:
    path = prplot.simulate.binormal(1.2).sample(120, prevalence=0.3, rng=4)
    # No two scores are equal: there is a threshold for every row.
    here = path.at(path.thresholds[round(called * 120)])
    best = path.optimal(prplot.f_beta(beta))
    levels = [prplot.f_from_gain(gain, path.prevalence).item() for gain in (0.2, 0.4, 0.6, 0.8)]

    curves = path.pr(label="classifier"), path.prg(label="classifier")
    for ax, curve in zip(figure.subplots(1, 2), curves, strict=True):
        prplot.plot(curve, ax=ax, iso_f={"levels": levels, "beta": beta}, always_positive=False, prg_grid=grid)
        prplot.draw.baseline(curve, kind="always-positive", beta=beta, ax=ax)
        if hull:
            prplot.draw.hull(curve, ax=ax)
        prplot.draw.operating_point(curve, best, ax=ax, markersize=9, markerfacecolor="white", markeredgecolor="black")
        prplot.draw.operating_point(curve, here, ax=ax, markersize=7)
    everything = path.at(float("-inf")).f(beta)
    return (
        f"The filled point calls {here.predicted_positive_rate:.1%} positive: precision {here.precision:.3f} and "
        f"recall {here.recall:.3f}, gains {here.precision_gain:.3f} and {here.recall_gain:.3f}. Its F{beta:.3g} is "
        f"{here.f(beta):.3f}; "
        f"yes to everything has {everything:.3f}, the best threshold (open) {best.f(beta):.3f}. "
        f"Expected F1 gain, from the area: {path.prg().expected_f_gain():.3f}."
    )


GAIN = Lesson(
    "Which scale does precision live on?",
    "Lines of equal F are bent in PR; in PR-Gain they are straight and parallel.",
    (9.4, 4.4),
    {
        "called": slider("Called pos.", 0.1, 1.0, 0.01),
        "beta": log_slider("β", -1.0, 1.0),
        "hull": checkbox("Hull with calibrated scores"),
        "grid": checkbox("PR-Gain grid"),
    },
    two_scales,
    Guess("Mean of F1 0.2 and 0.8?", lambda: 0.32, low=0.0, high=1.0, digits=2, at={}),
    (Task("Show the hull.", lambda **values: "" if values["hull"] else "Not yet."),),
    {"Hull": {"hull": True}},
    {"called": (0.1, 0.3, 0.5, 1.0), "beta": (0.5, 1.0, 2.0)},
)
