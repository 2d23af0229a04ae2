"""Murphy space: the cost of forecasts at each threshold probability; its areas are Brier score and log loss."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np

from prplot.errors import PrplotValueError, by_name, invalid, one_of, option, short, shortest, warn
from prplot.interpolations.base import Gradient
from prplot.names import ScoringRule
from prplot.path.makers import from_weights
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps, Sums
from prplot.rows.arrays import FloatArray, IntArray, sums_after
from prplot.spaces.base import Scoring
from prplot.spaces.deciding import Decisions, hull_steps
from prplot.spaces.probabilities import ProbabilitySpace, shifted

if TYPE_CHECKING:
    from prplot.curve.curve import Curve

# For the log loss, threshold probabilities are drawn on a logit axis from FIRST to 1 - FIRST.
FIRST = 1e-8
# Differences of costs up to this are rounding errors.
ROUNDING = 1e-12
RANKING = "path.murphy('best') needs the ranking alone."
# At most this many ranges of thresholds are described one by one.
FEW = 3


class Forecasts(NamedTuple):
    """Distinct forecasts: for each the weight of positives (fg) and negatives (bg), its probability s, and 1 - s.

    Weights are those of the `ConfusionPath`, possibly multiplied by a power of two.
    """

    fg: FloatArray
    bg: FloatArray
    score: FloatArray
    rest: FloatArray

    @property
    def weight(self) -> FloatArray:
        """The weight of all rows with each forecast."""
        return self.fg + self.bg


class Costs(Decisions):
    """The rule of Murphy curves, which follow one threshold after the other; areas sum the costs of the rows."""

    not_smooth = ""

    def area(self, curve: Curve, low: float, high: float) -> float:
        space = curve.space
        assert isinstance(space, Murphy)
        if low == high:
            return 0.0
        costs, weights = zip(*(space._costs(each, low, high) for each in space._forecasts(curve.path)), strict=True)
        return math.fsum(costs) / math.fsum(weights)

    def gradients(self, curve: Curve, low: float, high: float) -> Iterator[Gradient]:
        space, path = curve.space, curve.path
        assert isinstance(space, Murphy)
        check_not_shifted(path)
        mean = self.area(curve, low, high)
        for steps, forecasts in zip(path._pieces(), space._forecasts(path), strict=True):
            weight = steps.positives + steps.negatives
            costs = [each / weight for each in space._costs_of_rows(forecasts, low, high)]
            # A row between two thresholds is added at the later one and not at the earlier one, so derivatives are
            # differences.
            by_tp, by_fp = (np.append(0.0, cost) - np.append(cost, 0.0) for cost in costs)
            of_positives = float(steps.fg @ costs[0])
            yield Gradient(steps, by_fp, by_tp, of_positives - mean * float(np.sum(steps.fg)) / weight)


@by_name()
@dataclass(frozen=True)
class Murphy(ProbabilitySpace):
    """Murphy diagrams: the cost of forecasts at each threshold probability t; their area is a score of the forecasts.

    At t a row with a score of at least t is predicted positive; a false positive costs t and a false negative 1 - t.
    For the Brier score the ordinate is M(t) = 2 (t FP(t) + (1 - t) FN(t)) / W, with W = P + N, and the area under M
    over t is the Brier score, exactly. For the log loss the ordinate is M(t) / 2, drawn over the log odds of t; the
    area over the log odds is the log loss. A constant forecast of the prevalence π has M(t) = 2 min(t (1 - π), (1 - t)
    π). A point of ROC space has a cost at every t, so it is a line in this space: `forward` and `inverse` raise an
    error, and there are no isolines.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight; values outside (0, 1) raise `PrplotValueError`.
    decide : {"own", "best"}
        Which score threshold is used at t. "own": t itself, so the scores must be probabilities. At a prevalence other
        than that of the sample, scores are first converted to that prevalence by Bayes' rule. "best": the threshold of
        the least cost on this sample, which gives the curve of the recalibrated (isotonic) scores.
    score : {"brier", "log_loss"}
        The score that is the area.

    References
    ----------
    W. Ehm, T. Gneiting, A. Jordan and F. Krueger, J. R. Stat. Soc. B 78, 505-562, 2016, doi:10.1111/rssb.12154.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9])
    >>> curve = path.murphy()
    >>> curve.at([0.25, 0.5]).round(4).tolist(), round(curve.area(), 4)
    ([0.4167, 0.1667], 0.2267)
    """

    score: ScoringRule = "brier"

    name = "murphy"
    title = "Murphy"
    xlabel = "Threshold probability"
    ylabel = "Cost per row"
    lower_is_better = True
    _own_rule = Costs("the cost of the threshold that decides (Ehm et al. 2016, doi:10.1111/rssb.12154)")
    _best_in = "least cost"
    _point_is = "a line"
    _instead = "Use trace for the best of several."

    def __post_init__(self) -> None:
        super().__post_init__()
        vars(self).update(score=one_of("score", self.score, get_args(ScoringRule)))
        if self._logarithmic:
            vars(self).update(title="Murphy (log loss)", _drawn=(FIRST, 1.0 - FIRST))

    @property
    def _not_smooth(self) -> str:  # type: ignore[override]
        return "pools scores anew in every sample" if self.decide == "best" else ""

    @property
    def _logarithmic(self) -> bool:
        return self.score == "log_loss"

    @property
    def _area_name(self) -> str:  # type: ignore[override]
        score = "log loss" if self._logarithmic else "Brier score"
        return f"{score} (recalibrated)" if self.decide == "best" else score

    @property
    def _scoring(self) -> Scoring:
        view = "murphy, log loss" if self._logarithmic else self.name
        infinite = "a positive has probability 0, or a negative probability 1"
        return Scoring(self.score, self.decide == "own", view, infinite, labels_as_forecasts, self._against_chance)

    @property
    def _top(self) -> float:
        return (1.0 if self._logarithmic else 2.0) * max(self.prevalence, 1.0 - self.prevalence)

    def _refusal(self, path: ConfusionPath) -> PrplotValueError | None:
        if self.decide == "best":
            return not_one_by_one(path)
        if error := no_forecasts(path):
            return error
        outside = [cut for cut in path._groups.ends if not 0 <= cut <= 1] if len(path) > 1 else []
        if not outside:
            return None
        if math.isinf(outside[0]) and not path._given.sample.rows_known:
            return invalid("path", "have a score for every row, as forecasts", f"{path!r}", RANKING)
        rule = "be probabilities, in [0, 1], which are forecasts"
        way_out = f"Calibrate them on other data, for example with path.roc().hull().calibrate(y_score). {RANKING}"
        return invalid("scores", rule, shortest(outside[0]), way_out)

    def _area_range(self, low: float, high: float) -> tuple[float, float]:
        if self._logarithmic:
            return 0.0, math.inf
        # The extremes are all rows positive with score 0, and all rows negative with score 1.
        return 0.0, max((1.0 - low) ** 2 - (1.0 - high) ** 2, high**2 - low**2)

    # The curve.

    def _value(self, sums: Sums, x: FloatArray) -> FloatArray:
        """Return the cost per row at threshold probabilities, for cumulative weights TP and FP of totals P and N."""
        fp, tp, negatives, positives = sums
        cost = (x * fp + (1.0 - x) * (positives - tp)) / (positives + negatives)
        return cost if self._logarithmic else 2.0 * cost

    def _stretched(self, x: FloatArray) -> FloatArray:
        if not self._logarithmic:
            return x
        from scipy.special import logit

        return np.asarray(logit(x))

    # The areas.

    def _forecasts(self, path: ConfusionPath) -> Iterator[Forecasts]:
        """Yield the forecasts of a path: its scores, or for ``decide="best"`` the recalibrated scores."""
        if self.decide == "best":
            yield isotonic_fit(path)
            return
        self._check(path)
        for steps, cuts in zip(path._pieces(), path._groups.cut_pieces(), strict=True):
            yield Forecasts(steps.fg, steps.bg, *shifted(path, cuts))

    def _costs(self, forecasts: Forecasts, low: float, high: float) -> tuple[float, float]:
        """Return the total cost of forecasts over thresholds from ``low`` to ``high``, and their total weight.

        A positive costs something at thresholds above its score, a negative at thresholds up to its score.
        """
        of_positives, of_negatives = self._costs_of_rows(forecasts, low, high)
        costs = np.sum(forecasts.fg * of_positives) + np.sum(forecasts.bg * of_negatives)
        return float(costs), float(np.sum(forecasts.weight))

    def _costs_of_rows(self, forecasts: Forecasts, low: float, high: float) -> tuple[FloatArray, FloatArray]:
        """Return the cost of one positive and of one negative of each forecast, summed over a range of thresholds."""
        s, r = np.clip(forecasts.score, low, high), np.clip(forecasts.rest, 1.0 - high, 1.0 - low)
        of_positives = cost_of(forecasts.fg, lambda rows: self._cost(s[rows], r[rows], high, 1.0 - high))
        # A negative costs as much as a positive of probability 1 - s at the threshold 1 - t.
        return of_positives, cost_of(forecasts.bg, lambda rows: self._cost(r[rows], s[rows], 1.0 - low, low))

    def _cost(self, score: FloatArray, rest: FloatArray, high: float, beyond: float) -> FloatArray:
        """Return the cost of a positive of probability s over thresholds from s to ``high``.

        ``rest`` is 1 - s, and ``beyond`` is 1 - ``high``, both without loss of digits.
        """
        if not self._logarithmic:
            return rest**2 - beyond**2
        # The smaller one of s and 1 - s has more digits.
        with np.errstate(divide="ignore"):
            return math.log(high) - np.where(score < 0.5, np.log(score), np.log1p(-rest))

    # The description in words.

    def _against_chance(self, curve: Curve) -> str:
        """Return a sentence on the thresholds where a constant forecast of the prevalence costs less; may be empty."""
        ranges = self._above_chance(curve)
        texts = [f"{low:.3g} to {high:.3g}" for low, high in ranges if f"{low:.3g}" != f"{high:.3g}"]
        if not texts:
            return ""
        where = f"From threshold {' and '.join(texts)}"
        if len(texts) > FEW:
            share = sum(high - low for low, high in ranges)
            between = f"{ranges[0][0]:.3g} and {ranges[-1][1]:.3g}"
            where = f"In {len(texts)} ranges of thresholds between {between}, {100 * share:.2g} % of [0, 1] in all,"
        return f"{where} the curve lies above chance: there knowing the prevalence alone is better."

    def _above_chance(self, curve: Curve) -> list[tuple[float, float]]:
        """Return the ranges of thresholds in which a constant forecast of the prevalence costs less than the curve."""
        pi, factor = self.prevalence, 1.0 if self._logarithmic else 2.0
        x = np.union1d(curve.x, [0.0, pi, 1.0])
        # Between two of these thresholds both curves are straight. At a score the forecasts' curve jumps just after it.
        start, stop = (
            curve.at(t) - factor * np.minimum(t * (1.0 - pi), (1.0 - t) * pi)
            for t in (np.nextafter(x[:-1], 1.0), x[1:])
        )
        with np.errstate(all="ignore"):
            crossing = x[:-1] + np.diff(x) * start / (start - stop)
        ranges: list[tuple[float, float]] = []
        for piece in np.flatnonzero(np.maximum(start, stop) > ROUNDING):
            low = x[piece] if start[piece] >= 0 else crossing[piece]
            high = x[piece + 1] if stop[piece] >= 0 else crossing[piece]
            if ranges and low <= ranges[-1][1]:
                low = ranges.pop()[0]
            ranges.append((float(low), float(high)))
        return ranges


def check_not_shifted(path: ConfusionPath) -> None:
    """Raise an error if scores were shifted to another prevalence, because the shift then depends on every row."""
    if path.treatment.reweighted_from is not None:
        rule = "draw rows where scores were shifted to another prevalence"
        raise invalid("method", rule, "'influence'", "Take 'bootstrap'.")


def isotonic_fit(path: ConfusionPath) -> Forecasts:
    """Return the recalibrated forecasts: the pools of isotonic regression, with the share of positives in each."""
    # Steps that are pooled within a piece are also pooled in the whole path.
    pools = [hull_steps(steps)[1:] for steps in path._pieces()] or [(np.zeros(0), np.zeros(0))]
    fg, bg = map(np.concatenate, zip(*pools, strict=True))
    scale = path._scale
    totals = scale * path.negatives, scale * path.positives
    pooled = Steps(sums_after(0.0, bg), sums_after(0.0, fg), bg, fg, *totals)
    _, fg, bg = hull_steps(pooled.completed() if not path.closed else pooled)
    total = fg + bg
    return Forecasts(fg, bg, fg / total, bg / total)


def labels_as_forecasts(path: ConfusionPath) -> ConfusionPath:
    """Return the path of the best possible forecasts of the same rows: their labels."""
    fg, bg = path.best()._increments
    return from_weights(fg / (fg + bg), fg=fg, bg=bg, name=path.name)


def cost_of(weight: FloatArray, cost: Callable[[IntArray], FloatArray]) -> FloatArray:
    """Return the cost of one row of each group, computed by ``cost``; 0 for groups without weight, even if infinite."""
    rows = np.flatnonzero(weight)
    costs = np.zeros(len(weight))
    costs[rows] = cost(rows)
    return costs


def not_one_by_one(path: ConfusionPath) -> PrplotValueError | None:
    """Return the error that a path's scores cannot be read as one forecast per row; None if they can."""
    if not path._scored:
        way_out = "Draw a sample of the model, model.sample(n, prevalence=...)."
        return invalid("path", "be of rows, each with a score", f"{path!r}", way_out)
    ties, tolerance = path.treatment.ties, path.treatment.tolerance
    if ties != "average":
        way_out = "Leave ties out, and take the path without path.ties()."
        return invalid("ties", "be 'average' where scores are forecasts, equal ones the same", short(ties), way_out)
    if path.binned or tolerance:
        joined = f"scores within {tolerance:g} of each other joined" if tolerance else "scores counted in bins"
        way_out = f"Make the path without {option('bins')} and {option('tolerance')}."
        return invalid("scores", "be known one by one", joined, way_out)
    return None


def warn_of_thresholds(path: ConfusionPath) -> None:
    """Warn, for paths made from counts at given thresholds, that rows between two thresholds may have other scores."""
    if path.treatment.thresholds_given:
        warn(
            f"the path was made of counts at {len(path) - 1} thresholds, so each row is taken to have the largest one "
            "that it reaches as its score. If thresholds were left out, as roc_curve of scikit-learn leaves some out "
            "unless drop_intermediate=False, the score of the forecasts is another. Rows say it: prplot.from_labels."
        )


def no_forecasts(path: ConfusionPath, what: str = "probabilities", turned: str = "1 - s") -> PrplotValueError | None:
    """Return the error that a path's scores cannot be forecasts, whatever their values; None if they can.

    ``what`` names what the scores should be, and ``turned`` how they are converted if small ones mean positive.
    """
    if error := not_one_by_one(path):
        return error
    if path.treatment.ranking is not None or path.treatment.places:
        got = "places in a ranking, as those of best(), worst() and from_points without thresholds="
        return invalid("scores", f"be {what}", got, RANKING)
    if path.lower_is_positive:
        way_out = f"If they are of the other class, pass {turned} without lower_is_positive. {RANKING}"
        return invalid("scores", f"be {what} of a positive", "lower_is_positive=True", way_out)
    missing, every = path.missing, "be there for every row, as forecasts"
    if missing.policy == "lowest" and missing.rows:
        got = f"{missing.rows} row{'s' * (missing.rows > 1)} without a score, ranked lowest"
        return invalid("scores", every, got, f"Leave these out with {option('missing', 'drop')}.")
    if not path.closed:
        got = f"thresholds that reach recall {path.reached:.4g} and {path._groups.total[1]:g} negatives"
        if math.isnan(path.negatives):
            got = "an unknown number of negatives"
        totals = f"no {option('positives')} and {option('negatives')}"
        way_out = f"Leave rows without a score out: {option('missing', 'drop')}, {totals}."
        return invalid("scores", every, got, way_out)
    return None
