"""From a fitted classifier, without importing any machine-learning library."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotTypeError, PrplotValueError, invalid, listed
from prplot.options import MissingScores
from prplot.path.constructors import from_labels
from prplot.path.path import ConfusionPath
from prplot.sample.labels import label_set

__all__ = ["from_estimator"]


def from_estimator(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    missing: MissingScores = "raise",
    tolerance: float = 0.0,
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from a fitted classifier and labelled data.

    Parameters
    ----------
    estimator : object
        Fitted; with ``predict_proba`` (taken first) or ``decision_function``, and ``classes_``
        in the order of the columns.
    X : array_like
        Whatever the estimator takes.
    y : array_like of shape (n,)
        Labels, as `from_labels` takes them.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights.
    pos_label : label or collection of labels, optional
        What counts as positive; needed unless the labels are bool, 0/1 or -1/1. The
        probabilities of a collection are added up.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`.
    tolerance : float
        Scores that are this near are ties, as in `from_labels`.
    name : str, optional
        For legends; default: the class name of the estimator.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotTypeError
        If the estimator has neither method.
    PrplotValueError
        If ``pos_label`` is missing where it is needed, or is none of the estimator's classes.

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
    """
    if isinstance(estimator, type):
        raise PrplotTypeError(f"estimator must be a fitted classifier; got the class {estimator.__name__} itself.")
    classes = getattr(estimator, "classes_", None)
    labels = None if classes is None else [label.item() if hasattr(label, "item") else label for label in classes]
    if hasattr(estimator, "predict_proba"):
        scores = np.asarray(estimator.predict_proba(X))
    elif hasattr(estimator, "decision_function"):
        scores = np.asarray(estimator.decision_function(X))
    else:
        raise PrplotTypeError(
            f"estimator must have predict_proba or decision_function; got {type(estimator).__name__}. "
            "Score the data yourself and use prplot.from_labels."
        )
    if scores.ndim == 2 and (
        (labels is not None and scores.shape[1] != len(labels))
        or (not hasattr(estimator, "predict_proba") and getattr(estimator, "decision_function_shape", "ovr") == "ovo")
    ):
        raise PrplotValueError(
            f"estimator must give one score per class; got {scores.shape[1]} columns that compare pairs of classes. "
            "Use decision_function_shape='ovr', or predict_proba."
        )
    chosen = _columns(labels, pos_label, scores.shape[1] if scores.ndim == 2 else 2)
    if len(chosen) > 1 and not hasattr(estimator, "predict_proba"):
        raise PrplotValueError(
            f"pos_label must be one label for an estimator without predict_proba, whose decision values cannot be "
            f"added up; got {len(chosen)} labels."
        )
    if scores.ndim == 2:
        score = scores[:, chosen].sum(axis=1) if len(chosen) > 1 else scores[:, chosen[0]]
    else:
        score = scores if chosen == [1] else -scores
    return from_labels(
        y,
        score,
        sample_weight=sample_weight,
        pos_label=pos_label,
        missing=missing,
        tolerance=tolerance,
        name=name or type(estimator).__name__,
    )


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
                f"its classes are {listed(classes)}."
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
        raise invalid(
            "pos_label", "be among the classes of the estimator", listed(wanted), f"They are {listed(classes)}."
        )
    return columns
