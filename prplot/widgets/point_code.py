"""The operating point of a view: the code that finds it on a path, and its confusion matrix."""

from __future__ import annotations

import math
from decimal import Context, Decimal

import numpy as np

import prplot.draw
from prplot.draw.page.short_numbers import short_within
from prplot.errors import PrplotError
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.widgets.literals import literal
from prplot.widgets.view import BETAS, COSTS, View


def metric_code(view: View, which: str, prevalence: str) -> str:
    """Return the code for a metric with its parameters from the view; ``prevalence`` is code as well."""
    if which in BETAS:
        return f"{BETAS[which]}({view.beta!r})"
    if which == COSTS:
        return f"prplot.expected_cost(fn={view.cost_fn!r}, fp={view.cost_fp!r}, prevalence={prevalence})"
    return repr(which)


def point_code(view: View, path: str = "path") -> str:
    """Return the code for the operating point, as an argument of `prplot.draw.operating_point`; ``path`` is code."""
    if view.by in (*BETAS, COSTS):
        return metric_code(view, view.by, f"{path}.prevalence")
    return literal(view.threshold) if view.by == "threshold" else f"{path}.find({view.by}={getattr(view, view.by)!r})"


def point_rule(view: View) -> str:
    """Return in words how the operating point is chosen, such as "largest F1" or "recall 0.8"."""
    if view.by == COSTS:
        return "least expected cost"
    if view.by in BETAS:
        return f"largest F{view.beta:.3g}"
    return f"{view.by.replace('_', ' ')} {getattr(view, view.by):.6g}"


def confusion_at(path: ConfusionPath, point: str) -> Confusion | None:
    """Return the confusion matrix of the operating point that this code describes; None if there is none."""
    try:
        target = eval(point, {"prplot": prplot, "path": path})
        if target is None or isinstance(target, Confusion):
            return target
        return path.at(target) if isinstance(target, float) else path.optimal(target)
    except PrplotError:
        # The drawing warns of this error.
        return None


def short_threshold(path: ConfusionPath, threshold: float, digits: int = 1) -> float:
    """Return the shortest threshold, with at least ``digits`` digits, at which the same rows are predicted positive."""
    falling, cut = path._cuts, path._cut_of(threshold)
    row = int(np.searchsorted(-falling, -cut, side="right"))
    below = float(falling[row]) if row < len(falling) else -math.inf
    # All thresholds above the highest score have the same effect, so a short number is taken.
    above_all = cut == math.inf and math.isfinite(below)
    return path._score_of(_short_above(below) if above_all else short_within(below, cut, digits))


def _short_above(score: float) -> float:
    """Return a number with two digits that is greater than a score."""
    return max(float(Context(2).next_plus(Decimal(score))) if score else 1.0, math.nextafter(score, math.inf))
