"""From a fitted classifier, without importing any machine-learning library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, by_name, invalid, listed, one_of, wrong_type
from prplot.names import MissingScores, ResponseMethod
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.rows.checks import on_host, one_dimensional
from prplot.rows.read import label_set

Key = TypeVar("Key")


@overload
def from_estimator(
    estimator: Mapping[Key, Any],
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    response_method: ResponseMethod = "auto",
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
) -> dict[Key, ConfusionPath]: ...


@overload
def from_estimator(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    response_method: ResponseMethod = "auto",
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    name: str | None = None,
) -> ConfusionPath: ...


@by_name("Weights and options are passed by name: sample_weight=, pos_label=.")
def from_estimator(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    response_method: ResponseMethod = "auto",
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    name: str | None = None,
) -> ConfusionPath | dict[Any, ConfusionPath]:
    """Return a path made from a fitted classifier and labelled data, or one path for each of several classifiers.

    Parameters
    ----------
    estimator : object, or mapping from names to objects
        A fitted classifier with ``predict_proba`` (preferred) or ``decision_function``, and with the labels in
        ``classes_``, in the order of the columns of ``predict_proba``. The ``decision_function`` of scikit-learn's
        outlier detectors is larger for inliers, so the scores are multiplied by -1 if outliers are the positive class.
        With labels 0/1 in ``y`` the outliers are 1; with -1/1 they are -1 (pass ``pos_label=-1``); with other labels
        they are the positives.
    X : array_like
        Whatever the estimator takes.
    y : array_like of shape (n,)
        Labels, as `from_labels` takes them.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights.
    pos_label : label or collection of labels, optional
        What counts as positive; needed unless labels are bool, 0/1 or -1/1; outlier detectors need it with -1/1 too. If
        ``pos_label`` is a collection of labels, their probabilities are added up.
    response_method : {"auto", "predict_proba", "decision_function"}
        The method that computes the scores; "auto" is ``predict_proba`` if the estimator has that method, else
        ``decision_function``.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`.
    tolerance : float
        Scores within this distance are treated as ties, as in `from_labels`.
    name : str, optional
        The name in legends; default: the class name of the estimator. Several classifiers are named by the keys of the
        mapping.

    Returns
    -------
    ConfusionPath, or dict of ConfusionPath
        For a mapping, a dict with the paths under the same names and in the same order.

    Raises
    ------
    PrplotTypeError
        If the estimator has neither method.
    PrplotValueError
        If ``pos_label`` is needed but missing, as for outlier detectors with labels -1/1, or if ``pos_label`` is not
        one of the estimator's classes.

    See Also
    --------
    from_cv_results : the folds of a cross-validation.
    one_vs_rest : a path for each of several classes.

    Examples
    --------
    >>> import numpy as np, prplot
    >>> class Rule:
    ...     classes_ = np.array([0, 1])
    ...
    ...     def decision_function(self, X):
    ...         return np.asarray(X)[:, 0]
    >>> prplot.from_estimator(Rule(), [[3.0], [1.0], [2.0]], [1, 0, 0]).roc().area()
    1.0
    >>> artists = prplot.plot(prplot.from_estimator(Rule(), [[3.0], [1.0], [2.0]], [1, 0, 0]))
    """
    method = one_of("response_method", response_method, get_args(ResponseMethod))

    several = isinstance(estimator, Mapping)
    if several and not estimator:
        raise invalid("estimator", "hold at least one fitted classifier", "an empty mapping")
    if several and name is not None:
        raise invalid("name", "be that of one path", f"{name!r} for {len(estimator)}", "Names are the mapping's keys.")
    models = estimator if several else {name or type(estimator).__name__: estimator}
    paths = {
        key: from_labels(
            y,
            scores_of(one, X, pos_label, method, y),
            sample_weight=sample_weight,
            pos_label=pos_label,
            missing=missing,
            tolerance=tolerance,
            name=str(key),
        )
        for key, one in models.items()
    }
    return paths if several else next(iter(paths.values()))


def scores_of(
    estimator: Any, X: Any, pos_label: object, method: ResponseMethod = "auto", y: Any = None
) -> NDArray[Any]:
    """Return the scores of the positive class, those of several positive classes added up.

    The labels ``y`` are needed for outlier detectors, to find out whether outliers are the positive class.
    """
    if isinstance(estimator, type | list | tuple):
        raise wrong_type(
            "estimator",
            "be a fitted classifier, or a mapping from names to several",
            estimator,
            "For example prplot.from_estimator({'forest': forest, 'bayes': bayes}, X, y).",
        )
    both = get_args(ResponseMethod)[1:]
    wanted, known = both if method == "auto" else (method,), [each for each in both if hasattr(estimator, each)]
    chosen_method = next((each for each in wanted if each in known), None)
    if chosen_method is None:
        way_out = (
            f"Use response_method={known[0]!r}." if known else "Score the data yourself and use prplot.from_labels."
        )
        raise PrplotTypeError(f"estimator must have {' or '.join(wanted)}; got {type(estimator).__name__}. {way_out}")
    probable = chosen_method == "predict_proba"
    classes = getattr(estimator, "classes_", None)
    scores = np.asarray(on_host(getattr(estimator, chosen_method)(X)))
    if _detects_outliers(estimator):
        # The scores of outlier detectors are larger for inliers.
        return -scores if _outliers_are_positive(y, pos_label) else scores
    if scores.ndim > 2:
        raise PrplotValueError(
            f"estimator must give one score per row and class; got shape {scores.shape}, as of several outputs. "
            f"Use prplot.multilabel(y, estimator.{chosen_method}(X))."
        )
    labels = None if classes is None else one_dimensional("estimator.classes_", classes).tolist()
    if scores.ndim == 2 and (
        (labels is not None and scores.shape[1] != len(labels))
        or (not probable and getattr(_last(estimator), "decision_function_shape", "ovr") == "ovo")
    ):
        raise PrplotValueError(
            f"estimator must give one score per class; got {scores.shape[1]} columns that compare pairs of classes. "
            "Use decision_function_shape='ovr', or predict_proba."
        )
    chosen = _columns(labels, pos_label, scores.shape[1] if scores.ndim == 2 else 2)
    if len(chosen) > 1 and not probable:
        raise PrplotValueError(
            f"pos_label must be one label for an estimator without predict_proba, whose decision values cannot be "
            f"added up; got {len(chosen)} labels."
        )
    if scores.ndim == 2:
        return np.asarray(scores[:, chosen].sum(axis=1))
    return scores if chosen == [1] else -scores


def _detects_outliers(estimator: Any) -> bool:
    """Return whether an estimator is, or ends in, what scikit-learn calls an outlier detector."""
    last = _last(estimator)
    if hasattr(last, "classes_"):
        return False
    kind = getattr(last, "_estimator_type", None)
    if kind is None and hasattr(last, "__sklearn_tags__"):
        kind = getattr(last.__sklearn_tags__(), "estimator_type", None)
    return kind == "outlier_detector"


def _outliers_are_positive(y: Any, pos_label: object) -> bool:
    """Return whether the positive label is that of outliers: 1 of 0 and 1, -1 of -1 and 1, else any."""
    labels = set(one_dimensional("y", y).tolist())
    if labels <= {0, 1}:
        return pos_label is None or 1 in label_set(pos_label)
    if not labels <= {-1, 1}:
        return True
    if pos_label is None:
        raise invalid(
            "pos_label",
            "say what is positive where an outlier detector meets labels -1 and 1",
            "None",
            "By its convention outliers are -1: pos_label=-1.",
        )
    return -1 in label_set(pos_label)


def _last(estimator: Any) -> Any:
    """Return the classifier that gives the scores: of a search the best one, of a pipeline the last one."""
    steps = getattr(estimator, "steps", None)
    inner = getattr(estimator, "best_estimator_", steps[-1][-1] if isinstance(steps, list) and steps else None)
    return estimator if inner is None else _last(inner)


def _columns(classes: list[Any] | None, pos_label: object, count: int) -> list[int]:
    """Return which columns of the scores belong to the positive labels."""
    if classes is None:
        if pos_label is not None or count != 2:
            raise PrplotValueError(
                f"estimator must have classes_ that name the columns of its {count} scores; got none. "
                "Score the data yourself and use prplot.from_labels."
            )
        return [1]
    if len(classes) == 1:
        raise PrplotValueError(
            f"estimator must know two classes or more; it was fitted on one class: {listed(classes)}."
        )
    if pos_label is None:
        if len(classes) > 2:
            raise PrplotValueError(
                "pos_label must be given for an estimator with more than two classes; "
                f"its classes are {listed(classes)}. For a path of each use prplot.one_vs_rest(y, "
                "estimator.predict_proba(X), classes=estimator.classes_)."
            )
        if 1 not in classes:
            raise PrplotValueError(
                "y_true must be bool, 0/1 or -1/1 when pos_label is not given; the classes of the estimator are "
                f"{listed(classes)}. Say which is positive, for example pos_label={classes[-1]!r}."
            )
        return [classes.index(1)]
    wanted = label_set(pos_label)
    columns = [i for i, label in enumerate(classes) if label in wanted]
    if len(columns) < len(wanted):
        strange = [label for label in wanted if label not in classes]
        way_out = f"They are {listed(classes)}."
        raise invalid("pos_label", "be among the classes of the estimator", listed(strange), way_out)
    return columns
