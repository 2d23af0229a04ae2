"""Warn of scores that look like predicted labels or confidences, and of weights that look like cumulative counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.errors import option, warn
from prplot.rows.arrays import FloatArray
from prplot.rows.hard_labels import meaning

# Warnings about suspicious columns need more rows than this, as chance explains any pattern in a few rows.
FEW_ROWS = 20
# Whole-number scores with a range above this are not taken for predicted labels.
MOST_CLASSES = 100
# Scores from 0.5 to NEXT_TO_HALF are near 0.5; confidences have at least MANY_ROWS of them.
NEXT_TO_HALF, MANY_ROWS = 0.55, 5
# With fewer thresholds than this, weights are not taken for cumulative counts.
FEWEST_COUNTS = 3


def warn_of_scores(
    name: str,
    score: FloatArray,
    fg: NDArray[Any],
    bg: NDArray[Any],
    labels: Callable[[], set[Any]],
    lower_is_positive: bool,
) -> None:
    """Warn if scores look like predicted labels, or like the confidence of the predicted class.

    Parameters
    ----------
    name : str
        The name of the scores in messages.
    score : array of shape (n,)
        The score of each row, or the distinct scores; negated if small scores mean positive.
    fg, bg : arrays of shape (n,)
        The number of positives and negatives with each score.
    labels : function
        Returns the distinct labels.
    lower_is_positive : bool
        Whether scores were negated.
    """
    first = score[:FEW_ROWS]
    if not len(first):
        return
    if _are_few_whole_numbers(first):
        # Most whole-number scores have more distinct values than there are labels; the first 1,000 rows show this.
        number = len(np.unique(score[:1000]))
        if (number > 2 and number > len(labels())) or not _are_few_whole_numbers(score):
            return
        if not _are_right(score, fg, bg) and fg.sum() + bg.sum() > FEW_ROWS and fg.any() and bg.any():
            values = np.unique(0.0 - score if lower_is_positive else score)
            if len(values) > 1 and _are_labels(set(values.tolist()), labels):
                *most, last = (f"{value:g}" for value in values)
                warn(
                    f"{name} holds only {', '.join(most)} and {last}, as predicted labels do, so the curve has few "
                    "points. Pass scores, such as the column of predict_proba of the positive label; for predicted "
                    "labels prplot.from_confusion says it all."
                )
    elif ((first >= 0.5) & (first <= 1)).all() and _are_confidences(score, fg, bg):
        warn(
            f"{name} lies in [0.5, 1], with many rows next to 0.5. If it is the confidence of the predicted class, "
            "rows for which the negative label was predicted need 1 - y_score: numpy.where(predicted == pos_label, "
            "y_score, 1 - y_score). If it is a list of what was found above 0.5, the rows below are missing: say "
            f"{option('positives')} and {option('negatives')}, the numbers of all. Where labels say whether the "
            "prediction was right, as for path.risk_coverage, nothing is wrong."
        )


def _are_few_whole_numbers(score: FloatArray) -> bool:
    with np.errstate(over="ignore"):
        return bool(np.isfinite(score).all() and np.ptp(score) <= MOST_CLASSES and not (score % 1).any())


def _are_right(score: FloatArray, fg: NDArray[Any], bg: NDArray[Any]) -> bool:
    """Return whether all positives have score 1, and all negatives 0 or all -1; then such scores are deliberate."""
    positives, negatives = score[fg > 0], score[bg > 0]
    return bool((positives == 1).all()) and any((negatives == low).all() for low in (0, -1))


def _are_labels(scores: set[float], labels: Callable[[], set[Any]]) -> bool:
    """Return whether the distinct scores are the labels, or numbers of the labels, from 0 or 1 on."""
    if scores <= {0.0, 1.0}:
        return True
    known = labels()
    meanings = {meaning(label) for label in known}
    if scores <= meanings:
        return True
    texts = not any(isinstance(each, float) for each in meanings)
    return texts and any(scores <= set(range(first, first + len(known))) for first in (0, 1))


def _are_confidences(score: FloatArray, fg: NDArray[Any], bg: NDArray[Any]) -> bool:
    if min(fg.sum(), bg.sum()) < FEW_ROWS or not ((score >= 0.5) & (score <= 1)).all():
        return False
    near = score < NEXT_TO_HALF
    several = len(np.unique(score[:1000])) > 2
    return several and bool(fg[near].sum() + bg[near].sum() >= max(MANY_ROWS, (fg.sum() + bg.sum()) // 100))


def warn_of_running_counts(score: FloatArray, fg: FloatArray, bg: FloatArray) -> None:
    """Warn if fg and bg look like cumulative counts, of all rows with this score or a higher one."""
    # The first 100 rows are tested first, as this is fast and usually settles it.
    if all(_may_be_running_counts(*(column[:rows] for column in (score, fg, bg))) for rows in (100, len(score))):
        warn(
            "fg and bg are whole numbers that never fall as the score falls. So are running counts, which count all "
            "rows with this score or a higher one. If fg and bg are running counts, use prplot.from_counts(thresholds, "
            f"tp, fp), or {option('threshold')}, {option('tp')} and {option('fp')} where columns are named."
        )


def _may_be_running_counts(score: FloatArray, fg: FloatArray, bg: FloatArray) -> bool:
    if (fg % 1).any() or (bg % 1).any():
        return False
    order = np.lexsort((bg, fg, -score))
    falling = score[order]
    tied = falling[1:] == falling[:-1]
    columns = fg[order], bg[order]
    rises = [np.diff(column) for column in columns]
    if any((rise < 0).any() or rise[tied].any() for rise in rises):
        return False
    # Some thresholds may add no row, but most thresholds add some.
    if np.count_nonzero(rises[0] + rises[1]) < np.count_nonzero(~tied) / 2:
        return False
    if (columns[0][-1:] <= 1).any() or any(column[:1] == column[-1:] for column in columns):
        return False
    return int(np.count_nonzero(~tied)) + 1 >= FEWEST_COUNTS
