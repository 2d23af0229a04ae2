"""Make paths from fitted classifiers, also those of cross-validation folds, without importing scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypedDict, TypeVar, Unpack, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import PrplotTypeError, PrplotValueError, by_name, invalid, listed, one_of, option, warn, wrong_type
from prplot.names import Combine, MissingScores, ResponseMethod
from prplot.path.makers import path_of_labels
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import IntArray
from prplot.rows.checks import numbers, on_host, one_dimensional
from prplot.rows.hard_labels import label_set
from prplot.rows.read import Reading, check_order
from prplot.sources.parts import told_of

Key = TypeVar("Key")


class _Options(TypedDict, total=False):
    """The keywords of `from_estimator`, for type checkers and editors."""

    sample_weight: ArrayLike | None
    pos_label: object
    neg_label: object
    response_method: ResponseMethod
    missing: MissingScores
    lower_is_positive: bool
    tolerance: float
    groups: ArrayLike | None
    item: ArrayLike | None
    combine: Combine


@overload
def from_estimator(
    estimator: Mapping[Key, Any], X: Any, y: ArrayLike, **options: Unpack[_Options]
) -> dict[Key, ConfusionPath]: ...


@overload
def from_estimator(
    estimator: Any, X: Any, y: ArrayLike, *, name: str | None = None, **options: Unpack[_Options]
) -> ConfusionPath: ...


@by_name("Weights and options are passed by name: sample_weight=, pos_label=.")
def from_estimator(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    neg_label: object = None,
    response_method: ResponseMethod = "auto",
    missing: MissingScores = "raise",
    lower_is_positive: bool = False,
    tolerance: float = 0.0,
    groups: ArrayLike | None = None,
    item: ArrayLike | None = None,
    combine: Combine = "max",
    name: str | None = None,
) -> ConfusionPath | dict[Any, ConfusionPath]:
    """Return a path made from a fitted classifier and labeled data, or one path for each of several classifiers.

    Parameters
    ----------
    estimator : object, or mapping from names to objects
        A fitted classifier with ``predict_proba`` (preferred) or ``decision_function``, and with the labels in
        ``classes_``, in the order of the columns of ``predict_proba``. The ``decision_function`` of scikit-learn's
        outlier detectors is larger for inliers, so the scores are multiplied by -1 if outliers are the positive class.
        Outliers are taken to be label 1 of 0/1, and label -1 of -1/1 (pass ``pos_label=-1``); with other labels,
        ``pos_label`` is the outliers.
    X : array_like
        Whatever the estimator takes.
    y : array_like of shape (n,)
        Labels, as `from_labels` takes them.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights.
    pos_label : label or collection of labels, optional
        What counts as positive; needed unless labels are bool, 0/1 or -1/1; for outlier detectors it is needed with
        -1/1 as well. If ``pos_label`` is a collection of labels, their probabilities are added up.
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
    reading = Reading(pos_label, neg_label, missing, lower_is_positive, groups, item, combine)
    several = isinstance(estimator, Mapping)
    if several and not estimator:
        raise invalid("estimator", "hold at least one fitted classifier", "an empty mapping")
    if several and name is not None:
        raise invalid("name", "be that of one path", f"{name!r} for {len(estimator)}", "Names are the mapping's keys.")
    models = estimator if several else {name or type(estimator).__name__: estimator}
    paths = {
        key: path_of_labels(
            y, scores_of(one, X, pos_label, method, y), sample_weight, reading, tolerance, name=str(key)
        )
        for key, one in models.items()
    }
    return paths if several else next(iter(paths.values()))


@by_name("Weights are passed by name: sample_weight=.")
def from_cv_results(
    cv_results: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    neg_label: object = None,
    response_method: ResponseMethod = "auto",
    lower_is_positive: bool = False,
    groups: ArrayLike | None = None,
    item: ArrayLike | None = None,
    combine: Combine = "max",
    name: str | None = None,
) -> dict[int, ConfusionPath]:
    """Make one path per fold of a cross-validation: its held-out rows, scored by the classifier of that fold.

    Parameters
    ----------
    cv_results : mapping
        What ``sklearn.model_selection.cross_validate(..., return_estimator=True, return_indices=True)`` returns:
        ``cv_results["estimator"]`` and ``cv_results["indices"]["test"]``.
    X : array_like or data frame
        The data that were given to ``cross_validate``, all rows.
    y : array_like of shape (n,)
        Their labels, as `from_labels` takes them.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights of all rows.
    pos_label : label or collection of labels, optional
        As in `from_estimator`.
    response_method : {"auto", "predict_proba", "decision_function"}
        As in `from_estimator`.
    name : str, optional
        The name given to the path of every fold (a pooled path keeps it); default: the class name of the estimators.

    Returns
    -------
    dict of int to ConfusionPath
        The keys are the numbers of the folds, 0, 1, ..., in the order of ``cross_validate``. A fold whose rows all
        belong to one class has a path too; undefined measures of this path are NaN, with a warning.

    Raises
    ------
    PrplotTypeError
        If ``cv_results`` is not a mapping, or an estimator returns no scores.
    PrplotValueError
        If ``X`` and ``y`` are not the rows that were given to ``cross_validate``, estimators or indices are missing
        from ``cv_results``, or a classifier was fitted on one class; the message names the fold.

    Warns
    -----
    PrplotWarning
        If some row is held out in several folds, as with ``RepeatedKFold`` and ``ShuffleSplit``.

    See Also
    --------
    by_group : out-of-fold scores with a column of folds.
    mean_area, mean_curve, pool : average the areas or the curves of the folds, or pool the folds.

    Notes
    -----
    Pool folds only if a score means the same in every fold. Without calibration, average the areas or the curves of the
    folds instead.

    Examples
    --------
    With scikit-learn this is ``cross_validate(model, X, y, return_estimator=True, return_indices=True)``:

    >>> import numpy as np, prplot
    >>> class Column:
    ...     classes_ = np.array([0, 1])
    ...
    ...     def decision_function(self, X):
    ...         return np.asarray(X)[:, 0]
    >>> X, y = np.array([[3.0], [1.0], [2.0], [4.0]]), [1, 0, 1, 0]
    >>> results = {"estimator": [Column(), Column()], "indices": {"test": [[0, 1], [2, 3]]}}
    >>> {fold: path.roc().area() for fold, path in prplot.from_cv_results(results, X, y).items()}
    {0: 1.0, 1: 0.0}
    >>> artists = prplot.plot(prplot.from_cv_results(results, X, y), space="roc")
    """
    method = one_of("response_method", response_method, get_args(ResponseMethod))
    call = "cross_validate(estimator, X, y, return_estimator=True, return_indices=True)"
    if not isinstance(cv_results, Mapping):
        raise wrong_type("cv_results", f"be what {call} returns", cv_results)
    keywords = {"estimator": "return_estimator=True", "indices": "return_indices=True"}
    missing = [key for key in keywords if key not in cv_results]
    if missing:
        raise invalid(
            "cv_results",
            "hold 'estimator' and 'indices'",
            listed(cv_results) or "an empty mapping",
            f"Call cross_validate with {' and '.join(keywords[key] for key in missing)}.",
        )
    indices = cv_results["indices"]
    if not (isinstance(indices, Mapping) and "test" in indices):
        raise wrong_type(
            "cv_results['indices']", "be a mapping that holds 'test'", indices, f"It is what {call} returns."
        )
    estimators = list(cv_results["estimator"])
    held_out = [np.asarray(each, dtype=np.intp) for each in indices["test"]]
    if len(estimators) != len(held_out):
        raise invalid(
            "cv_results", "hold as many estimators as folds", f"{len(estimators)} estimators for {len(held_out)} folds"
        )
    if not held_out:
        raise invalid("cv_results", "hold at least one fold", "none")
    check_order(y=y, X=X, sample_weight=sample_weight)
    reading = Reading(pos_label, neg_label, "raise", lower_is_positive, groups, item, combine)
    labels = reading.labels(y, "y")
    count = len(labels.positive)
    # If cross_validate was given fewer rows, its indices would select wrong rows here.
    for fold, (train, test) in enumerate(zip(indices.get("train", ()), held_out, strict=False)):
        both = np.sort(np.concatenate([np.asarray(train, dtype=np.intp), test]))
        if len(both) < count and np.array_equal(both, np.arange(len(both))):
            raise invalid(
                "X and y",
                "be the rows that cross_validate was given",
                f"{count} rows, while fold {fold} was made of {len(both)}",
                "Pass what it was given, such as X_train and y_train.",
            )
    weight = None if sample_weight is None else numbers("sample_weight", sample_weight)
    rows_of_x = getattr(X, "shape", None) or (len(X) if hasattr(X, "__len__") else None,)
    lengths = {"X": rows_of_x[0], "sample_weight": None if weight is None else len(weight)}
    for argument, length in lengths.items():
        if length not in (None, count):
            raise invalid(
                argument,
                "have one row per label of y",
                f"{length} for {count} labels",
                "Pass what cross_validate was given.",
            )
    paths = {}
    for fold, (estimator, rows) in enumerate(zip(estimators, held_out, strict=True)):
        outside = rows[rows >= count]
        if len(outside):
            raise invalid(
                "X and y",
                "be all rows that cross_validate was given",
                f"{count} rows, while fold {fold} holds out row {outside[0]}",
            )
        with told_of(f"fold {fold}"):
            scores = scores_of(estimator, _of_rows(X, rows), pos_label, method, y)
            weights = None if weight is None else weight[rows]
            fold_name = name or type(estimator).__name__
            path = path_of_labels(labels.of(rows), scores, weights, reading.of(rows), name=fold_name)
        # If items have several rows, the number of training rows is not the number of training items.
        trained = len(indices["train"][fold]) if item is None and "train" in indices else None
        paths[fold] = replace(path, treatment=path.treatment._replace(trained=trained))
    times = np.bincount(np.concatenate(held_out) % count).max(initial=1)
    if times > 1:
        warn(
            f"rows are held out by up to {times} folds, as of repeated or shuffled splits. Pooled they count so "
            "often; average over the folds instead, prplot.mean_area(paths), whose interval takes test_to_train=, the "
            "rows of a test set by those of a training set."
        )
    return paths


def _of_rows(X: Any, rows: IntArray) -> Any:
    """Return selected rows of an array, a data frame, a sparse matrix or a list."""
    if isinstance(X, list | tuple):
        return [X[row] for row in rows]
    if hasattr(X, "take") and hasattr(X, "schema"):
        # Square brackets select columns of a pyarrow table.
        return X.take(rows)
    try:
        return (X.tocsr() if hasattr(X, "tocsr") else getattr(X, "iloc", X))[rows]
    except Exception as error:
        raise wrong_type(
            "X",
            "be an array or a data frame whose rows can be chosen",
            X,
            f"({error}) Pass a NumPy array or a data frame.",
        ) from None


def scores_of(estimator: Any, X: Any, pos_label: object, method: ResponseMethod, y: Any) -> NDArray[Any]:
    """Return the scores of the positive class; for several positive classes, the sum of their probabilities.

    The labels ``y`` are needed for outlier detectors, to decide whether outliers are the positive class.
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
        # Outlier detectors give inliers larger scores.
        return -scores if _outliers_are_positive(y, pos_label) else scores
    if scores.ndim > 2:
        raise PrplotValueError(
            f"estimator must give one score per row and class; got shape {scores.shape}, as of several outputs. "
            f"Use prplot.multilabel(y, estimator.{chosen_method}(X))."
        )
    if scores.ndim < 2:
        scores = np.column_stack([-scores, scores])
    count = scores.shape[1]
    labels = None if classes is None else one_dimensional("estimator.classes_", classes).tolist()
    pairs = not probable and count > 2 and getattr(_last(estimator), "decision_function_shape", "ovr") == "ovo"
    if pairs or (labels is not None and 1 < len(labels) != count):
        raise PrplotValueError(
            f"estimator must give one score per class; got {count} columns that compare pairs of classes. "
            "Use decision_function_shape='ovr', or predict_proba."
        )
    chosen = _columns(labels, pos_label, count)
    if len(chosen) > 1 and not probable:
        raise PrplotValueError(
            f"pos_label must be one label for an estimator without predict_proba, whose decision values cannot be "
            f"added up; got {len(chosen)} labels."
        )
    return np.asarray(scores[:, chosen].sum(axis=1))


def _detects_outliers(estimator: Any) -> bool:
    """Return whether an estimator, or the last step of a pipeline, is an outlier detector of scikit-learn."""
    last = _last(estimator)
    if hasattr(last, "classes_"):
        return False
    kind = getattr(last, "_estimator_type", None)
    if kind is None and hasattr(last, "__sklearn_tags__"):
        kind = getattr(last.__sklearn_tags__(), "estimator_type", None)
    return kind == "outlier_detector"


def _outliers_are_positive(y: Any, pos_label: object) -> bool:
    """Return whether outliers are the positive class: label 1 of 0 and 1, -1 of -1 and 1; True for others."""
    labels = set(one_dimensional("y", y).tolist())
    if labels <= {0, 1}:
        return pos_label is None or 1 in label_set("pos_label", pos_label)
    if not labels <= {-1, 1}:
        return True
    if pos_label is None:
        raise invalid(
            "pos_label",
            "say what is positive where an outlier detector meets labels -1 and 1",
            "None",
            "By its convention outliers are -1: pos_label=-1.",
        )
    return -1 in label_set("pos_label", pos_label)


def _last(estimator: Any) -> Any:
    """Return the estimator that computes the scores: the best one of a search, the last step of a pipeline."""
    steps = getattr(estimator, "steps", None)
    inner = getattr(estimator, "best_estimator_", steps[-1][-1] if isinstance(steps, list) and steps else None)
    return estimator if inner is None else _last(inner)


def _columns(classes: list[Any] | None, pos_label: object, count: int) -> list[int]:
    """Return the indices of the score columns that belong to the positive labels."""
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
                f"{listed(classes)}. Say which is positive, for example {option('pos_label', classes[-1])}."
            )
        return [classes.index(1)]
    wanted = label_set("pos_label", pos_label)
    columns = [i for i, label in enumerate(classes) if label in wanted]
    if len(columns) < len(wanted):
        strange = [label for label in wanted if label not in classes]
        raise invalid(
            "pos_label", "be among the classes of the estimator", listed(strange), f"They are {listed(classes)}."
        )
    return columns
