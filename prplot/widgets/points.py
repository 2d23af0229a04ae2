"""The operating point of a view: how it is found on a path, and how that is written."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.draw.page.short_numbers import short_within
from prplot.errors import PrplotError
from prplot.metrics import expected_cost, f_beta
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.widgets.literals import literal

if TYPE_CHECKING:
    from prplot.widgets.view import OperatingPointBy


def point_argument(by: OperatingPointBy, *values: Any) -> tuple[str, Callable[[ConfusionPath], Any]]:
    """Return what `prplot.draw.operating_point` takes, as text with ``{path}`` in it and as a function of the path."""
    if by in ("recall", "predicted_positive_rate"):
        return "{path}.find(" + f"{by}={values[0]!r})", lambda path: path.find(**{by: values[0]})
    if by == "f_beta":
        metric = f_beta(*values)
        return f"prplot.f_beta({values[0]!r})", lambda _: metric
    if by == "expected_cost":
        fn, fp = values
        text = f"prplot.expected_cost(fn={fn!r}, fp={fp!r}, " + "prevalence={path}.prevalence)"
        return text, lambda path: expected_cost(fn=fn, fp=fp, prevalence=path.prevalence)
    return literal(values[0]), lambda _: values[0]


def confusion_at(path: ConfusionPath, by: OperatingPointBy, *values: Any) -> Confusion | None:
    """Return the operating point of a path, or None where there is none."""
    if None in values:
        return None
    try:
        asked = point_argument(by, *values)[1](path)
        if isinstance(asked, Confusion):
            return asked
        return path.at(asked) if by == "threshold" else path.optimal(asked)
    except PrplotError:
        # The drawing says so.
        return None


def short_threshold(path: ConfusionPath, threshold: float, digits: int = 1) -> float:
    """Return the shortest number, of so many digits at least, that predicts the same positive: it is no larger."""
    falling = path.thresholds
    row = int(np.searchsorted(-falling, -threshold, side="right"))
    below = float(falling[row]) if row < len(falling) else -math.inf
    # Above all scores there is room.
    above_all = threshold == math.inf and math.isfinite(below)
    return _short_above(below) if above_all else short_within(below, threshold, digits)


def _short_above(score: float) -> float:
    """Return a number of two digits that is greater than another."""
    return max(float(Context(2).next_plus(Decimal(score))) if score else 1.0, math.nextafter(score, math.inf))
