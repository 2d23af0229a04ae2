"""Scores of forecasts: the Brier score, the log loss and Cllr, with their miscalibration and discrimination."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

import numpy as np

from prplot.curve.curve import Curve
from prplot.errors import by_name, invalid, one_of, shortest, warn, wrong_type
from prplot.names import LikelihoodRatios, LogUnit, ScoringRule
from prplot.path.facts import shift_of_scores
from prplot.path.path import ConfusionPath
from prplot.rows.result_tables import Result, Table, written
from prplot.spaces.murphy import cost_of, no_forecasts, warn_of_thresholds

# Differences that are this small relative to their terms are rounding errors and become 0.
ROUNDING = 1e-15
BIT = math.log(2.0)


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Score(Result):
    """A score of forecasts: value = miscalibration - discrimination + uncertainty. Smaller is better.

    ``float(score)`` is its value.

    Attributes
    ----------
    name : str
        What it is, such as "Brier score".
    value : float
        The mean over rows of what forecasts cost; inf if a log loss has a forecast that is certain and wrong.
    miscalibration : float
        How much smaller the value is after recalibration by isotonic regression on the same rows; at least 0.
    discrimination : float
        How much smaller the value of the recalibrated forecasts is than that of a constant forecast of the prevalence;
        at least 0.
    uncertainty : float
        The value of a constant forecast of the prevalence.
    note : str
        What was done to the scores; may be empty.

    Notes
    -----
    Miscalibration and discrimination have no interval: resampled rows repeat, so that isotonic regression fits them
    more closely, and percentiles of replicates lie above the estimates. Under perfect calibration miscalibration is not
    0 either, but about 0.5 n^(-2/3) of the variance of the labels.

    References
    ----------
    T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.
    """

    name: str
    value: float
    miscalibration: float
    discrimination: float
    uncertainty: float
    note: str = ""

    @property
    def recalibrated(self) -> float:
        """The value of the recalibrated forecasts, uncertainty - discrimination; for Cllr it is minCllr."""
        return self.uncertainty - self.discrimination

    @property
    def skill(self) -> float:
        """1 - value / uncertainty: 1 for perfect forecasts, 0 for the prevalence alone; NaN with one class only.

        References
        ----------
        T. Gneiting and J. Resin, Electron. J. Stat. 17, 3226-3286, 2023, doi:10.1214/23-EJS2180.
        """
        return 1.0 - self.value / self.uncertainty if self.uncertainty else math.nan

    def __float__(self) -> float:
        return self.value

    def columns(self) -> dict[str, list[Any]]:
        """Return a dict of one-item lists: score, value, miscalibration, discrimination, uncertainty, skill."""
        names = ("value", "miscalibration", "discrimination", "uncertainty", "skill")
        return {"score": [self.name], **{name: [getattr(self, name)] for name in names}}

    def _parts(self) -> Iterator[Table | list[str]]:
        (name,), *numbers = self.columns().values()
        head = [name, *list(self.columns())[2:]]
        yield Table(head, [[written(number, ".4g") for (number,) in numbers]], names=0)
        yield [self.note] * bool(self.note)


class Terms(NamedTuple):
    """The curve of the recalibrated forecasts, and the two terms of a score, which are differences of areas."""

    recalibrated: Curve
    miscalibration: float
    discrimination: float


def terms_of(curve: Curve) -> Terms:
    """Return the recalibrated curve, and miscalibration and discrimination of the score of a Murphy curve.

    Raises
    ------
    PrplotTypeError
        If the curve is not one of forecasts in Murphy space.
    """
    scoring = curve.space._scoring
    if scoring is None or not scoring.own:
        rule = "be a curve of forecasts, such as path.murphy()"
        raise wrong_type("curve", rule, curve, "Its area is a score, which has the terms.")
    recalibrated = curve.path.murphy("best", score=scoring.rule)
    least = recalibrated.area()
    return Terms(recalibrated, _difference(curve.area(), least), _difference(curve.chance, least))


def score_of(path: ConfusionPath, score: ScoringRule, unit: LogUnit = "nats") -> Score:
    """Return the Brier score or the log loss of a path with its terms; see `ConfusionPath.brier`."""
    unit = one_of("unit", unit, get_args(LogUnit))
    own = path.curve("murphy", score=score)
    warn_of_thresholds(path)
    if not own.chance:
        warn(f"the skill is undefined: the {own.area_name} of the prevalence alone is 0 with one class only.")
    name, size = (f"{own.area_name} (bits)", BIT) if unit == "bits" else (own.area_name, 1.0)
    _, miscalibration, discrimination = terms_of(own)
    numbers = own.area() / size, miscalibration / size, discrimination / size, own.chance / size
    return Score(name, *numbers, shift_of_scores(path))


def cllr(path: ConfusionPath, scores: LikelihoodRatios) -> Score:
    """Return the cost of log-likelihood ratios (Cllr) of a path in bits; see `ConfusionPath.cllr`."""
    kind = one_of("scores", scores, get_args(LikelihoodRatios))
    if error := no_forecasts(path, "likelihood ratios", "1 / LR, or minus its logarithm,"):
        raise error
    warn_of_thresholds(path)
    if kind == "lr" and len(path) > 1 and path._groups.ends[1] < 0:
        rule = "be likelihood ratios, which are 0 or more (scores='lr')"
        way_out = "Their logarithms are scores='ln' or scores='log10'."
        raise invalid("scores", rule, shortest(path._groups.ends[1]), way_out)
    even, costs = path.at_prevalence(0.5), []
    for steps, cuts in zip(even._pieces(), path._groups.cut_pieces(), strict=True):
        with np.errstate(divide="ignore"):
            logs = np.log(cuts) if kind == "lr" else cuts * math.log(10.0) if kind == "log10" else cuts
        # These are -ln s and -ln(1 - s) for s = LR / (1 + LR), computed so that s cannot round to 0 or 1.
        of_positive, of_negative = np.logaddexp(0.0, -logs), np.logaddexp(0.0, logs)
        for weight, cost in ((steps.fg, of_positive), (steps.bg, of_negative)):
            costs.append(float(np.sum(weight * cost_of(weight, cost.__getitem__))))
    value = math.fsum(costs) / (even._scale * (even.positives + even.negatives))
    least = even.curve("murphy", decide="best", score="log_loss").area()
    miscalibration, discrimination = _difference(value, least) / BIT, _difference(BIT, least) / BIT
    note = "Both classes have the same weight."
    return Score("Cllr (bits)", value / BIT, miscalibration, discrimination, 1.0, note)


def _difference(larger: float, smaller: float) -> float:
    """Return a difference, or exactly 0 if the two numbers differ only by rounding."""
    return 0.0 if abs(larger - smaller) <= ROUNDING * larger < math.inf else larger - smaller
