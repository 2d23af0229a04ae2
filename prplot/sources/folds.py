"""From the folds of a cross-validation, or any other column of groups: a path for each."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import (
    PrplotError,
    PrplotWarning,
    by_name,
    invalid,
    listed,
    one_of,
    short,
    warn,
    wrong_type,
)
from prplot.names import MissingScores, ResponseMethod
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.rows.checks import is_missing, numbers, one_dimensional
from prplot.rows.read import check_order, in_order, labelled, positives
from prplot.sources.estimator import scores_of


@by_name("Weights are passed by name: sample_weight=.")
def from_cv_results(
    cv_results: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    response_method: ResponseMethod = "auto",
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
    estimators, held_out = _folds(cv_results)
    check_order(y=y, X=X, sample_weight=sample_weight)
    positive = positives(y, pos_label, "y")
    count = len(positive)
    # If cross_validate was given fewer rows, its indices would choose wrong rows here.
    for fold, (train, test) in enumerate(zip(cv_results["indices"].get("train", ()), held_out, strict=False)):
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
    for argument, given in lengths.items():
        if given not in (None, count):
            got = f"{given} for {count} labels"
            raise invalid(argument, "have one row per label of y", got, "Pass what cross_validate was given.")
    paths = {}
    for fold, (estimator, rows) in enumerate(zip(estimators, held_out, strict=True)):
        outside = rows[(rows < -count) | (rows >= count)]
        if len(outside):
            got = f"{count} rows, while fold {fold} holds out row {outside[0]}"
            raise invalid("X and y", "be all rows that cross_validate was given", got)
        with told_of(f"fold {fold}"):
            scores = scores_of(estimator, _of_rows(X, rows), pos_label, method, y)
            own = None if weight is None else weight[rows]
            paths[fold] = from_labels(positive[rows], scores, sample_weight=own, name=name or type(estimator).__name__)
    times = np.bincount(np.concatenate(held_out) % count).max(initial=1)
    if times > 1:
        warn(
            f"rows are held out by up to {times} folds, as of repeated or shuffled splits. Pooled they count so "
            "often; average over the folds instead, prplot.mean_area(paths), whose interval takes test_to_train=, the "
            "rows of a test set by those of a training set."
        )
    return paths


def _folds(cv_results: Any) -> tuple[list[Any], list[NDArray[np.intp]]]:
    """Return the classifier of each fold, and the rows that it has not seen."""
    call = "cross_validate(estimator, X, y, return_estimator=True, return_indices=True)"
    if not isinstance(cv_results, Mapping):
        raise wrong_type("cv_results", f"be what {call} returns", cv_results)
    keywords = {"estimator": "return_estimator=True", "indices": "return_indices=True"}
    missing = [key for key in keywords if key not in cv_results]
    if missing:
        way_out = f"Call cross_validate with {' and '.join(keywords[key] for key in missing)}."
        raise invalid("cv_results", "hold 'estimator' and 'indices'", listed(cv_results) or "an empty mapping", way_out)
    indices = cv_results["indices"]
    if not (isinstance(indices, Mapping) and "test" in indices):
        way_out = f"It is what {call} returns."
        raise wrong_type("cv_results['indices']", "be a mapping that holds 'test'", indices, way_out)
    estimators = list(cv_results["estimator"])
    rows = [np.asarray(each, dtype=np.intp) for each in indices["test"]]
    if len(estimators) != len(rows):
        got = f"{len(estimators)} estimators for {len(rows)} folds"
        raise invalid("cv_results", "hold as many estimators as folds", got)
    if not rows:
        raise invalid("cv_results", "hold at least one fold", "none")
    return estimators, rows


def _of_rows(X: Any, rows: NDArray[np.intp]) -> Any:
    """Return some rows of an array, a data frame, a sparse matrix or a list."""
    if isinstance(X, list | tuple):
        return [X[row] for row in rows]
    if hasattr(X, "take") and hasattr(X, "schema"):
        # Square brackets choose columns of a pyarrow table.
        return X.take(rows)
    try:
        return (X.tocsr() if hasattr(X, "tocsr") else getattr(X, "iloc", X))[rows]
    except Exception as error:
        way_out = f"({error}) Pass a NumPy array or a data frame."
        raise wrong_type("X", "be an array or a data frame whose rows can be chosen", X, way_out) from None


@by_name("Weights are passed by name: sample_weight=.")
def by_group(
    groups: ArrayLike,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    missing: MissingScores = "raise",
) -> dict[Any, ConfusionPath]:
    """Return one path for each group of rows, such as a fold, site, patient or year.

    Parameters
    ----------
    groups : array_like of shape (n,)
        The group of each row: numbers, strings, or anything else that can be a key; None and NaN are one group.
    y_true : array_like of shape (n,)
        Labels, as `from_labels` takes them.
    y_score : array_like of shape (n,)
        Scores, such as out-of-fold ones; larger means more likely positive.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights.
    pos_label : label or collection of labels, optional
        What counts as positive, in all groups.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`.

    Returns
    -------
    dict of ConfusionPath
        The paths by group, sorted if the groups can be sorted. Rows without a group come last, under the key None. A
        group with only one class has a path, too. Its undefined results are NaN, with a warning: without positives all
        areas are NaN; without negatives all areas are NaN except the PR area, which is 1.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For the same reasons as in `from_labels`; if only one group causes the error, the message names the group.

    See Also
    --------
    from_frame : columns of a data frame, ``by=`` a column of groups.
    from_cv_results : the folds of scikit-learn's ``cross_validate``.

    Examples
    --------
    >>> import prplot
    >>> sites = ["north", "south", "north", "south"]
    >>> paths = prplot.by_group(sites, [1, 0, 0, 1], [0.9, 0.8, 0.4, 0.1])
    >>> {site: path.roc().area() for site, path in paths.items()}
    {'north': 1.0, 'south': 0.0}
    >>> artists = prplot.plot(paths, space="roc")
    """
    if isinstance(y_score, Mapping):
        raise wrong_type("y_score", "be the scores of one classifier", y_score, "Call by_group for each of them.")
    check_order(groups=groups, y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    # Iterators become lists, because they are read several times.
    y_true, y_score, sample_weight = map(_kept, (y_true, y_score, sample_weight))
    # All rows are checked together, so errors and warnings are not repeated for each group.
    labelled(y_true, y_score, sample_weight, pos_label, missing)
    positive, score = positives(y_true, pos_label), numbers("y_score", y_score)
    given = one_dimensional("groups", groups).tolist()
    if len(given) != len(score):
        got = f"{len(given)} values for {len(score)} scores"
        raise invalid("groups", "have one value per row of y_score", got, "Pass arrays of equal length.")
    parts = ((group, positive[rows], score[rows], rows) for group, rows in members_of(given).items())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PrplotWarning)
        return paths_of_parts("group", parts, sample_weight, missing)


def _kept(values: Any) -> Any:
    return list(values) if isinstance(values, Iterator) else values


def paths_of_parts(
    kind: str, parts: Iterable[tuple[Any, Any, Any, Any]], sample_weight: ArrayLike | None, missing: MissingScores
) -> dict[Any, ConfusionPath]:
    """Return the path of each part of some data: key, which rows are positive, scores, and the numbers of the rows."""
    weight = None if sample_weight is None else numbers("sample_weight", sample_weight)
    paths = {}
    for key, positive, score, rows in parts:
        own = None if weight is None else weight[rows]
        name = f"no {kind}" if key is None else str(key)
        with told_of(f"{kind} {short(key)}"):
            paths[key] = from_labels(positive, score, sample_weight=own, missing=missing, name=name)
    return paths


def members_of(groups: list[Any]) -> dict[Any, NDArray[np.intp]]:
    """Return the rows of each group, the groups in order."""
    found, rows = defaultdict(list), defaultdict[Any, list[int]](list)
    for row, value in enumerate(groups):
        try:
            found[value].append(row)
        except TypeError:
            raise wrong_type(f"groups[{row}]", "be a number, a string, or what else can be a key", value) from None
    # In a dict every NaN may be a key of its own.
    for value, some in found.items():
        rows[None if is_missing(value) else value] += some
    return {key: np.sort(rows[key]) for key in groups_in_order(rows)}


def groups_in_order(keys: Iterable[Any]) -> list[Any]:
    """Return groups in sorted order, None last."""
    keys = list(keys)
    return [*in_order(key for key in keys if key is not None), *([None] if None in keys else [])]


@contextmanager
def told_of(part: str) -> Iterator[None]:
    """Name the part of the data in errors."""
    try:
        yield
    except PrplotError as error:
        raise type(error)(f"{part}: {error}") from error
    except Exception as error:
        # Errors of other libraries, for example that a classifier is not fitted, keep their type.
        error.add_note(f"This arose in {part}.")
        raise
