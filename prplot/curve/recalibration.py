"""Measures of how far scores are from probabilities: observed/expected, calibration intercept and slope, and ECCE."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from prplot.errors import invalid, shortest
from prplot.names import IntervalMethod
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.spaces.deciding import hull_steps
from prplot.spaces.murphy import Forecasts, check_not_shifted
from prplot.spaces.probabilities import shifted

# The maximum of the likelihood is found if the norm of the mean gradient is below this.
GRADIENT = 1e-10
# The ends of intervals are found to within this share of the standard error.
PRECISION = 1e-9


def scored(path: ConfusionPath) -> Forecasts:
    """Return the distinct scores of a path in rising order, as probabilities, with their weights.

    Raises
    ------
    PrplotValueError
        If the scores are not probabilities, as ``path.brier()`` does.
    """
    path.curve("murphy")
    steps = path._steps()
    return Forecasts(steps.fg[::-1], steps.bg[::-1], *shifted(path, path._cuts[:0:-1]))


def isotonic_pools(path: ConfusionPath) -> tuple[IntArray, FloatArray]:
    """Return the index of the lowest score of each pool of isotonic regression, and the share of positives in it.

    Scores and pools are in rising order.
    """
    steps = path._steps()
    vertices, fg, bg = hull_steps(steps)
    return len(steps.fg) - vertices[:0:-1], (fg / (fg + bg))[::-1]


def ecce(rows: Forecasts) -> float:
    """Return the largest absolute value of the cumulative sum of label minus score over rising scores, divided by n."""
    differences = np.cumsum(rows.fg * rows.rest - rows.bg * rows.score)
    return float(np.max(np.abs(differences)) / np.sum(rows.weight))


class CalibrationNumber(ABC):
    """A number that measures calibration and has derivatives with respect to the weights of rows.

    Attributes
    ----------
    infinite : str
        The condition, in words, under which the number is infinite.
    usual : str
        The usual method for its interval, if rows have weight 1.
    """

    infinite: str
    usual: IntervalMethod

    @abstractmethod
    def __call__(self, path: ConfusionPath) -> float:
        """Return the number for a path."""

    @abstractmethod
    def derivatives(self, path: ConfusionPath) -> Pair:
        """Return the derivatives with respect to each group's positive and negative weight, multiplied by P.

        Groups are ordered from the highest score down; a last element is for rows that no threshold returns.
        """

    def likelihood_ends(self, path: ConfusionPath, drop: float) -> tuple[float, float]:
        """Return both numbers at which twice the profile log-likelihood is ``drop`` below its maximum."""
        raise NotImplementedError


class ObservedOverExpected(CalibrationNumber):
    """Observed over expected: the positives over the sum of the scores."""

    infinite = "all scores are 0"
    usual = "influence"

    def __call__(self, path: ConfusionPath) -> float:
        rows = scored(path)
        expected = float(rows.weight @ rows.score)
        return float(np.sum(rows.fg)) / expected if expected else math.inf

    def derivatives(self, path: ConfusionPath) -> Pair:
        rows = scored(path)
        observed, expected = np.sum(rows.fg), rows.weight @ rows.score
        of_negative = -observed * rows.score / expected**2
        return _by_group(observed * (1.0 / expected + of_negative), observed * of_negative, path)


@dataclass(frozen=True)
class LogisticRecalibration(CalibrationNumber):
    """A coefficient of the logistic regression of the labels on the log odds of the scores.

    Attributes
    ----------
    slope : bool
        Whether the coefficient is the slope; otherwise it is the intercept with the slope fixed at 1.
    """

    slope: bool
    infinite = "a score separates positives from negatives"

    @property
    def usual(self) -> IntervalMethod:  # type: ignore[override]
        # If the true slope is not 1, likelihood intervals of the intercept, which assume slope 1, are too short or too
        # long.
        return "profile" if self.slope else "influence"

    def __call__(self, path: ConfusionPath) -> float:
        rows, log_odds = _with_log_odds(path)
        return _slope(rows, log_odds) if self.slope else _intercept(rows, log_odds)

    def derivatives(self, path: ConfusionPath) -> Pair:
        rows, log_odds = _with_log_odds(path)
        slope = _slope(rows, log_odds) if self.slope else 1.0
        chances = _chances(_intercept(rows, slope * log_odds), slope * log_odds)
        information = rows.weight * chances * (1.0 - chances)
        # For the slope, the residual counts times the log odds after their weighted mean is removed.
        direction = log_odds - information @ log_odds / np.sum(information) if self.slope else np.ones(len(log_odds))
        direction = np.sum(rows.fg) * direction / (information @ direction**2)
        return _by_group(direction * (1.0 - chances), -direction * chances, path)

    def likelihood_ends(self, path: ConfusionPath, drop: float) -> tuple[float, float]:
        from scipy.optimize import brentq

        rows, log_odds = _with_log_odds(path)
        estimate = self(path)

        def log_likelihood(slope: float) -> float:
            eta = slope * log_odds
            eta = eta + _intercept(rows, eta)
            return -float(rows.fg @ np.logaddexp(0.0, -eta) + rows.bg @ np.logaddexp(0.0, eta))

        highest = log_likelihood(estimate)
        chances = _chances(_intercept(rows, log_odds), log_odds)
        step = 1.0 / math.sqrt(np.sum(rows.weight * chances * (1.0 - chances)))

        def excess(value: float) -> float:
            return 2.0 * (highest - log_likelihood(value)) - drop

        ends = []
        for away in (-step, step):
            while excess(estimate + away) < 0:
                away *= 2.0
            ends.append(float(brentq(excess, estimate, estimate + away, xtol=PRECISION * step)))
        return ends[0], ends[1]


def _by_group(fg: FloatArray, bg: FloatArray, path: ConfusionPath) -> Pair:
    """Return derivatives, given per rising score, from the highest score on, followed by 0 for rows never returned."""
    check_not_shifted(path)
    return np.append(fg[::-1], 0.0), np.append(bg[::-1], 0.0)


def _with_log_odds(path: ConfusionPath) -> tuple[Forecasts, FloatArray]:
    rows = scored(path)
    certain = np.flatnonzero((rows.score == 0) | (rows.rest == 0))
    if len(certain):
        rule = "lie strictly between 0 and 1 for the calibration intercept and slope, which take their log odds"
        way_out = "'observed_expected' and path.brier() need no log odds."
        raise invalid("scores", rule, shortest(float(rows.score[certain[0]])), way_out)
    return rows, np.log(rows.score) - np.log(rows.rest)


def _chances(intercept: float, offset: FloatArray) -> FloatArray:
    from scipy.special import expit

    return np.asarray(expit(intercept + offset))


def _intercept(rows: Forecasts, offset: FloatArray) -> float:
    """Return the constant to add to all log odds so that as many positives are expected as observed."""
    from scipy.optimize import brentq

    positives, negatives = float(np.sum(rows.fg)), float(np.sum(rows.bg))
    if positives == 0 or negatives == 0:
        return math.inf if positives else -math.inf
    prior = math.log(positives) - math.log(negatives)
    low, high = prior - float(np.max(offset)), prior - float(np.min(offset))

    def missing(constant: float) -> float:
        return float(rows.weight @ _chances(constant, offset)) / positives - 1.0

    # If all log odds are (nearly) equal, rounding may leave no change of sign.
    if missing(low) >= 0 or missing(high) <= 0:
        return (low + high) / 2
    return float(brentq(missing, low, high, xtol=1e-14))


def _slope(rows: Forecasts, log_odds: FloatArray) -> float:
    """Return the calibration slope; NaN if it is undefined, and infinite if a score separates the classes."""
    from scipy.optimize import minimize

    positive, negative = log_odds[rows.fg > 0], log_odds[rows.bg > 0]
    if len(log_odds) < 2 or not len(positive) or not len(negative):
        return math.nan
    if positive[0] >= negative[-1]:
        return math.inf
    if negative[0] >= positive[-1]:
        return -math.inf
    shares, of_positives = rows.weight / np.sum(rows.weight), rows.fg / np.sum(rows.weight)
    mean = shares @ log_odds
    spread = math.sqrt(shares @ (log_odds - mean) ** 2)
    columns = np.array([np.ones(len(log_odds)), (log_odds - mean) / spread])

    def loss(coefficients: FloatArray) -> tuple[float, FloatArray]:
        eta = coefficients @ columns
        return float(shares @ np.logaddexp(0.0, eta) - of_positives @ eta), columns @ (
            shares * _chances(0.0, eta) - of_positives
        )

    def curvature(coefficients: FloatArray) -> FloatArray:
        chances = _chances(0.0, coefficients @ columns)
        return np.asarray(columns * (shares * chances * (1.0 - chances)) @ columns.T)

    prior = math.log(np.sum(rows.fg)) - math.log(np.sum(rows.bg))
    fit = minimize(loss, [prior, 0.0], jac=True, hess=curvature, method="trust-ncg", options={"gtol": GRADIENT})
    return float(fit.x[1]) / spread
