"""Measures of paths as scorers for model selection in scikit-learn, which is not imported."""

from __future__ import annotations

import math
import sys
import warnings
from dataclasses import replace
from typing import Any, Self, get_args

from numpy.typing import ArrayLike

from prplot.areas.numbers import TWO_ROWS
from prplot.errors import PrplotWarning, by_name, invalid, one_of, short
from prplot.metrics import metric
from prplot.names import ResponseMethod
from prplot.path.makers import path_of_labels
from prplot.path.operating import RATES, Wanted
from prplot.path.path import ConfusionPath
from prplot.rows.read import Reading
from prplot.sources.estimator import scores_of
from prplot.uncertainty.estimands import Rule, measure_of


class Scorer:
    """A scorer for scikit-learn: ``scorer(estimator, X, y)`` returns a number of which more is better.

    Made by `scorer`.

    Attributes
    ----------
    measure : str, Rule or callable
        The measure as given.
    lower_is_better : bool
        Whether the measure is returned with the opposite sign.
    """

    def __init__(self, measure: Any, reading: Reading, response_method: ResponseMethod) -> None:
        self.measure = measure
        self.pos_label = reading.pos_label
        self._reading = reading
        # Misspelled names raise an error here, not when the scorer is called.
        chosen = measure_of(measure, TWO_ROWS)
        # For functions more is better, as for the score functions of scikit-learn.
        lower_is_better = False if callable(measure) else chosen.lower_is_better
        if lower_is_better is None:
            rule = "be a number of which more is better, or less"
            way_out = "Calibrated scores have a small 'brier' or 'log_loss'."
            raise invalid("measure", rule, short(measure), way_out)
        if isinstance(measure, str):
            # This raises an error for spaces without areas.
            chosen.of(TWO_ROWS)
        self.lower_is_better = lower_is_better
        self._words = chosen.words
        # TunedThresholdClassifierCV reads these attributes to score predicted labels.
        self._sign = -1 if self.lower_is_better else 1
        self._kwargs = {} if self.pos_label is None else {"pos_label": self.pos_label}
        self._response_method = response_method
        self._requested: bool | str | None = None

    def __call__(self, estimator: Any, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the measure of a fitted classifier on data, negated if lower is better."""
        scores = scores_of(estimator, X, self.pos_label, self._response_method, y)
        path = _path(y, scores, sample_weight, self._reading)
        return self._sign * float(measure_of(self.measure, path).of(path))

    def _score_func(
        self, y: ArrayLike, predicted: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: object = None
    ) -> float:
        """Return the measure of predicted labels, from their confusion matrix or from a path with one threshold."""
        # Predicted labels have only one threshold; warnings about this are not needed here.
        with warnings.catch_warnings(action="ignore", category=PrplotWarning):
            reading = replace(self._reading, pos_label=pos_label, lower_is_positive=False)
            path = _path(y, reading.labels(predicted, "y", must_occur=False).positive, sample_weight, reading)
            measure = measure_of(self.measure, path)
            return _of_predictions(measure, path) if isinstance(measure, Rule) else float(measure.of(path))

    def set_score_request(self, *, sample_weight: bool | str | None = None) -> Self:
        """Set whether scikit-learn passes sample weights on, and under which name, as for its own scorers."""
        self._requested = sample_weight
        return self

    def get_metadata_routing(self) -> Any:
        """Return the metadata request that scikit-learn asks for: whether sample weights are passed on."""
        request = sys.modules["sklearn.utils.metadata_routing"].MetadataRequest(owner=self)
        request.score.add_request(param="sample_weight", alias=self._requested)
        return request

    def __repr__(self) -> str:
        return f"scorer({self._words}{', with the opposite sign' if self.lower_is_better else ''})"


def _path(y: ArrayLike, scores: ArrayLike, sample_weight: ArrayLike | None, reading: Reading) -> ConfusionPath:
    """Return the path of some rows, among which there may be no positives."""
    return path_of_labels(reading.labels(y, "y", must_occur=False), scores, sample_weight, reading)


def _of_predictions(rule: Rule, path: ConfusionPath) -> float:
    """Return the measure of predicted labels; if they miss the rate of the rule, a value below the worst.

    An undefined value counts as the worst, or as 0 if the measure is unbounded.
    """
    if rule.by == "threshold":
        raise invalid(
            "measure",
            "leave the threshold open where one is looked for",
            repr(rule),
            f"Take prplot.measure_at({rule.metric.name!r}, at='best'), or at= a rate.",
        )
    predicted = path.at(1.0)
    worst = rule.bounds[bool(rule.lower_is_better)]
    worst = worst if math.isfinite(worst) else 0.0
    value = predicted.measure(rule.metric)
    missed = 0.0
    if rule.by in RATES:
        missed = Wanted.of(rule.by, metric(rule.by), rule.value).missed(predicted.measure(rule.by))
    if missed:
        if not all(map(math.isfinite, rule.bounds)):
            raise invalid(
                "measure",
                "lie between known bounds where a threshold is looked for at a rate",
                repr(rule),
                "Shares such as recall, and correlations such as MCC, do; or take the metric at='best'.",
            )
        return worst + missed if rule.lower_is_better else worst - missed
    return worst if math.isnan(value) else float(value)


@by_name("Options are passed by name: pos_label=, response_method=.")
def scorer(
    measure: Any,
    *,
    pos_label: object = None,
    neg_label: object = None,
    response_method: ResponseMethod = "auto",
    lower_is_positive: bool = False,
) -> Scorer:
    """Return a scikit-learn scorer for a measure, for cross-validation and model selection.

    Parameters
    ----------
    measure : str, Rule (made by `prplot.measure_at`) or callable
        One of: the name of a space, for the area in this space ("pr", "prg", "roc", "croc", "cost", "gains", "lift",
        "det"); the name of an interpolation, for the area under the PR curve drawn with it ("step" gives the average
        precision of scikit-learn); the name of an area in ``path.areas()``; a measure at an operating point, such as
        ``prplot.measure_at("precision", at={"recall": 0.8})``; a function of a path, of which more counts as better.
    pos_label : label or collection of labels, optional
        What counts as positive; needed unless the labels are bool, 0/1 or -1/1.
    neg_label : label or collection of labels, optional
        What counts as negative; rows with any other label are left out.
    response_method : {"auto", "predict_proba", "decision_function"}
        The method of the classifier that returns the scores, as in `from_estimator`.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`.

    Returns
    -------
    Scorer
        A function of a fitted classifier, data and labels (and weights) that returns a float. Pass the scorer as
        ``scoring=`` to ``cross_val_score``, ``cross_validate``, ``GridSearchCV`` and similar searches, or
        ``TunedThresholdClassifierCV``. If lower values of the measure are better, the scorer returns the negative
        value, as scikit-learn's scorers do.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the measure is unknown. When the scorer is called: if no threshold reaches the rate given in ``at``, such as
        recall 0.8; a search or cross-validation of scikit-learn then records its ``error_score`` for this fold. Folds
        with only one class give NaN, with a warning.

    Notes
    -----
    ``TunedThresholdClassifierCV`` passes no scores, but the labels predicted at each threshold. For a measure made by
    ``prplot.measure_at`` the scorer returns the metric of these labels; a rate in ``at`` only lowers the value if the
    labels miss this rate. So ``prplot.measure_at("f1", at="best")`` returns F1, so the search finds the threshold of
    maximal F1. With precision ``at={"recall": 0.8}`` the value is precision if recall >= 0.8, else recall - 0.8 (below
    0, so never chosen). An undefined value counts as the worst possible value, or as 0 if the metric is unbounded. For
    an area, the scorer returns the area under the curve of the predicted labels, a curve with one threshold only.

    Examples
    --------
    >>> import numpy as np, prplot
    >>> class Column:
    ...     classes_ = np.array([0, 1])
    ...
    ...     def decision_function(self, X):
    ...         return np.asarray(X)[:, 0]
    >>> prg = prplot.scorer("prg")
    >>> prg(Column(), [[3.0], [1.0], [2.0]], [1, 0, 0])
    1.0
    >>> prplot.scorer(prplot.measure_at("precision", at={"recall": 0.8}))
    scorer(precision at recall 0.8)
    >>> path = prplot.from_estimator(Column(), [[3.0], [1.0], [2.0]], [1, 0, 0])
    >>> artists = prplot.plot(path, space="prg")
    """
    reading = Reading(pos_label, neg_label, lower_is_positive=lower_is_positive)
    return Scorer(measure, reading, one_of("response_method", response_method, get_args(ResponseMethod)))
