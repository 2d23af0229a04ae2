"""Make one path for each part of the data: for each group of rows, or for each class or label against all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import (
    PrplotError,
    PrplotTypeError,
    PrplotValueError,
    by_name,
    collected_warnings,
    invalid,
    listed,
    short,
    warn,
    wrong_type,
)
from prplot.names import Combine, MissingScores
from prplot.path.makers import path_of_labels
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import IntArray
from prplot.rows.checks import is_missing, numbers, on_host, one_dimensional
from prplot.rows.hard_labels import PositiveLabelUnknownError, in_order, label_set, meaning, plain, read_labels
from prplot.rows.odd_scores import FEW_ROWS
from prplot.rows.read import Reading, check_order, labeled


@by_name("Weights are passed by name: sample_weight=.")
def by_group(
    groups: ArrayLike,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    neg_label: object = None,
    missing: MissingScores = "raise",
    lower_is_positive: bool = False,
    item: ArrayLike | None = None,
    combine: Combine = "max",
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
    pos_label, neg_label : label or collection of labels, optional
        What counts as positive, and what as negative, in all groups; as in `from_labels`.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`.
    item : array_like of shape (n,), optional
        The item of each row, where a group has several rows per item, as in `from_labels`.
    combine : {"max", "mean"}
        The score of an item, as in `from_labels`.

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
    columns: list[Any] = [y_true, y_score, sample_weight, item]
    y_true, y_score, sample_weight, item = (list(each) if isinstance(each, Iterator) else each for each in columns)
    reading = Reading(pos_label, neg_label, missing, lower_is_positive, item=item, combine=combine)
    # All rows are checked together, so that errors and warnings are not repeated for each group.
    try:
        labeled(y_true, y_score, sample_weight, reading)
    except (PrplotValueError, PrplotTypeError) as error:
        if not _are_labels(groups, reading):
            raise
        order = "Groups come first, prplot.by_group(groups, y_true, y_score): are these in another order?"
        raise type(error)(f"{error} But groups holds labels. {order}") from None
    with collected_warnings():
        labels, score = reading.labels(y_true), numbers("y_score", y_score)
    column = one_dimensional("groups", groups).tolist()
    if len(column) != len(score):
        raise invalid(
            "groups",
            "have one value per row of y_score",
            f"{len(column)} values for {len(score)} scores",
            "Pass arrays of equal length.",
        )
    members = members_of(column)
    if len(column) == len(members) > FEW_ROWS:
        warn(f"each of the {len(members)} groups has a single row, so no path has both classes. Are these groups?")
    parts = ((group, labels.of(rows), score[rows], rows) for group, rows in members.items())
    with collected_warnings():
        return paths_of_parts("group", parts, sample_weight, reading)


def _are_labels(groups: Any, reading: Reading) -> bool:
    """Return whether the values passed as groups may be labels, so that the arguments may be in the wrong order."""
    try:
        return bool(0 < np.mean(reading.labels(groups).positive) < 1)
    except PrplotError:
        return False


@by_name("Weights and classes are passed by name: classes=, sample_weight=.")
def one_vs_rest(
    y_true: ArrayLike,
    y_score: Any,
    *,
    classes: Iterable[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    neg_label: object = None,
    missing: MissingScores = "raise",
    lower_is_positive: bool = False,
    groups: ArrayLike | None = None,
    item: ArrayLike | None = None,
    combine: Combine = "max",
) -> dict[Any, ConfusionPath]:
    """Make a path of each class against all others, from the scores of each class.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The class of each row.
    y_score : array_like or data frame of shape (n, k), or mapping from classes to arrays of shape (n,)
        A column of scores for each class, such as ``estimator.predict_proba(X)``; larger means more likely that
        class. Rows need not sum to 1.
    classes : sequence of k labels, optional
        The classes in the order of the columns, ``estimator.classes_``. Default: the names of the columns, if there are
        any and they occur as classes in ``y_true``; otherwise the k distinct classes of ``y_true``, sorted. Needed if
        the labels have another order as well: that of their categories, or as numbers ("2" before "10").
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights.
    neg_label : class or collection of classes, optional
        The classes against which each of the others is seen; rows of any other class are left out of its path, and
        counted in its ``missing.labels``. Default: all others.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`; applied to each column separately.
    lower_is_positive : bool
        Whether small scores mean positive, in all columns, as in `from_labels`.
    groups, item : array_like of shape (n,), optional
        The group and the item of each row, as in `from_labels`.
    combine : {"max", "mean"}
        The score of an item of several rows, as in `from_labels`.

    Returns
    -------
    dict of ConfusionPath
        By class, in the order of the classes. A class without rows also gets a path; its areas are NaN, with a
        warning.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the columns do not match the classes, ``y_true`` contains labels that are not classes, or lengths differ. If
        the order of the classes may be read in two ways, and ``classes`` is not given. If only one column is invalid,
        the message names the class of this column.

    See Also
    --------
    multilabel : rows that may have several labels.
    prplot.draw.multiples : one panel per class, and a table of the areas.

    Notes
    -----
    Two averages are usual. The macro average is the mean over classes with equal weights. PR areas of classes have
    different chance levels, so average normalized areas, ``prplot.mean_area(paths, normalized=True)``, or PRG areas,
    ``prplot.mean_area(paths, "prg")``. For the micro average, ``prplot.pool(paths)`` puts the n k scores, one for each
    pair of row and class, into one ranking, so that frequent classes count most; it is valid if a score means the same
    in every column, as with calibrated probabilities. The k pairs of a row are not independent: for confidence
    intervals of the merged path pass ``groups=numpy.tile(numpy.arange(n), k)``.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Section 4.2.

    Examples
    --------
    >>> import prplot
    >>> proba = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.4, 0.5], [0.5, 0.3, 0.2]]
    >>> paths = prplot.one_vs_rest(["ant", "bee", "cat", "cat"], proba)
    >>> {name: round(path.roc().area(), 3) for name, path in paths.items()}
    {'ant': 1.0, 'bee': 1.0, 'cat': 0.75}
    >>> artists = prplot.plot(paths)
    """
    reading = Reading(missing=missing, lower_is_positive=lower_is_positive, groups=groups, item=item, combine=combine)
    check_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    labels = one_dimensional("y_true", y_true).tolist()
    for row, label in enumerate(labels):
        if is_missing(label):
            raise invalid("y_true", "not hold missing labels", f"y_true[{row}] = {label!r}", "Drop those rows first.")
    if not labels:
        raise invalid("y_true", "hold at least one row", "none", "Check what selected the rows.")
    columns, named = _columns("y_score", y_score)
    names = _classes(labels, len(columns), named, classes, _categories(y_true))
    position = {name: k for k, name in enumerate(names)}
    others = [label for label in dict.fromkeys(labels) if label not in position]
    if others:
        way_out = (
            "Say which column is which with classes=estimator.classes_."
            if classes is None
            else "A class that the classifier has not seen has no column: leave those rows out, or add a column."
        )
        raise invalid(
            "y_true",
            "hold the classes of the columns only",
            listed(others),
            f"The classes are {listed(names)}. {way_out}",
        )
    codes = np.array([position[label] for label in labels])
    negative = set() if neg_label is None else label_set("neg_label", neg_label)
    if absent := in_order(negative - position.keys()):
        raise invalid("neg_label", "name classes", listed(absent), f"The classes are {listed(names)}.")
    parts: list[tuple[Any, Any, Any, Any]] = []
    for name, k in position.items():
        if name not in negative:
            of_class = read_labels(labels, name, negative, must_occur=False) if negative else codes == k
            parts.append((name, of_class, columns[k], slice(None)))
    return paths_of_parts("class", parts, sample_weight, reading)


@by_name("Names and weights are passed by name: names=, sample_weight=.")
def multilabel(
    y_true: Any,
    y_score: Any,
    *,
    names: Iterable[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    neg_label: object = None,
    missing: MissingScores = "raise",
    lower_is_positive: bool = False,
    groups: ArrayLike | None = None,
    item: ArrayLike | None = None,
    combine: Combine = "max",
) -> dict[Any, ConfusionPath]:
    """Make one path per label, from a column that marks the rows with the label and a column of scores.

    Parameters
    ----------
    y_true : array_like, sparse matrix or data frame of shape (n, k)
        A column for each label: bool, 0/1 or -1/1.
    y_score : array_like or data frame of shape (n, k)
        A column of scores for each label; or k arrays of shape (n, 2), as ``predict_proba`` of scikit-learn's forests
        and ``MultiOutputClassifier`` returns them, of which the last columns are taken.
    names : sequence of k names, optional
        The names of the labels. Default: the names of the columns where ``y_true`` or ``y_score`` is a data frame,
        else 0, 1, ..., k - 1.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights.
    pos_label, neg_label : label or collection of labels, optional
        What marks a row that has the label, and one that has not, in all columns; as in `from_labels`. So
        ``neg_label=0`` leaves out rows that are marked -1 for unknown, of that label alone.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are NaN, as in `from_labels`, in each column by itself.
    lower_is_positive : bool
        Whether small scores mean positive, in all columns, as in `from_labels`.
    groups, item : array_like of shape (n,), optional
        The group and the item of each row, as in `from_labels`.
    combine : {"max", "mean"}
        The score of an item of several rows, as in `from_labels`.

    Returns
    -------
    dict of ConfusionPath
        By name, in the order of the columns. A label that no row or every row has gets a path like any other label;
        its undefined measures are NaN, with a warning.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If shapes or names do not match; an error in a single column names that column.

    See Also
    --------
    one_vs_rest : make one path per class, if each row has exactly one class.
    prplot.draw.multiples : draw one panel per label, with a table of all.

    Notes
    -----
    Means over labels (macro) and over all pairs of row and label (micro) are computed as described in `one_vs_rest`.

    Examples
    --------
    >>> import prplot
    >>> y_true = [[1, 0], [1, 1], [0, 0], [0, 1]]
    >>> y_score = [[0.9, 0.2], [0.4, 0.8], [0.5, 0.1], [0.2, 0.6]]
    >>> paths = prplot.multilabel(y_true, y_score, names=["sea", "sky"])
    >>> {name: path.roc().area() for name, path in paths.items()}
    {'sea': 0.75, 'sky': 1.0}
    >>> artists = prplot.plot(paths)
    """
    reading = Reading(missing=missing, lower_is_positive=lower_is_positive, groups=groups, item=item, combine=combine)
    check_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    scores, score_names = _columns("y_score", _last_columns(y_score))
    marks, mark_names = _columns("y_true", y_true)
    if len(marks) != len(scores):
        raise invalid(
            "y_score", "have one column per label", f"{len(scores)} columns of scores for {len(marks)} of labels"
        )
    if mark_names and score_names and mark_names != score_names:
        raise invalid(
            "y_score",
            "have its columns in the order of y_true",
            f"{listed(score_names)} for {listed(mark_names)}",
            "Pass y_score[y_true.columns], or arrays and names=.",
        )
    chosen = list(names) if names is not None else mark_names or score_names or list(range(len(scores)))
    _check_names("names", chosen, len(scores))
    parts = []
    for name, mark, score in zip(chosen, marks, scores, strict=True):
        with told_of(f"label {short(name)}"):
            try:
                parts.append((name, read_labels(mark, pos_label, neg_label, must_occur=False), score, slice(None)))
            except PositiveLabelUnknownError:
                raise invalid(
                    "y_true",
                    "hold bool, 0/1 or -1/1",
                    listed(dict.fromkeys(one_dimensional("y_true", mark).tolist())),
                    "Say which rows have the label, for example y_true == 'yes'.",
                ) from None
    return paths_of_parts("label", parts, sample_weight, reading)


def _classes(
    labels: list[Any], count: int, named: list[Any], classes: Iterable[Any] | None, categories: list[Any]
) -> list[Any]:
    """Return the class of each column of scores; ``categories`` are the classes that the labels declare, in order."""
    try:
        present = set(labels)
    except TypeError:
        raise wrong_type("y_true", "hold numbers, strings, or what else can be a key", labels) from None
    if classes is not None:
        chosen: list[Any] = one_dimensional("classes", classes).tolist()
        _check_names("classes", chosen, count)
        if named not in (chosen, list(range(count))) and set(named) == set(chosen):
            raise invalid(
                "classes",
                "be in the order of the columns of y_score, which have names",
                f"{listed(chosen)} for columns {listed(named)}",
                "Leave classes out, or reorder the columns.",
            )
        return chosen
    if present <= set(named):
        return named
    try:
        distinct = sorted(present)
    except TypeError:
        raise PrplotValueError(
            f"classes must be given where labels have no order; got {listed(dict.fromkeys(labels))}. Pass "
            "classes=estimator.classes_, all classes in the order of the columns."
        ) from None
    if len(distinct) != count or any(isinstance(name, str) for name in named):
        columns = f"{count} columns" + (f" named {listed(named)}" if named else "")
        raise PrplotValueError(
            f"y_score must have one column per class of y_true when classes is not given; got {columns} for "
            f"{len(distinct)} classes: {listed(distinct)}. Pass classes=estimator.classes_, all classes in the order "
            "of the columns."
        )
    declared = [each for each in categories if each in present]
    for order, which in ((declared, "their categories"), (_as_numbers(distinct), "numbers")):
        if order and order != distinct:
            raise PrplotValueError(
                "classes must be given where the labels of y_true have two orders; got "
                f"{listed(order)} as {which}, and {listed(distinct)} when sorted. Pass classes=[...] with the classes "
                "in the order of the columns of y_score; scikit-learn sorts them, as estimator.classes_ says."
            )
    return distinct


def _categories(labels: Any) -> list[Any]:
    """Return the categories that labels declare, in order (pandas, pyarrow, Enum of polars); else an empty list.

    A Categorical of polars declares no order.
    """
    declared: Any = getattr(getattr(labels, "dtype", None), "categories", None)
    if hasattr(declared, "to_list"):
        return [plain(each) for each in declared.to_list()]
    # Each chunk of a pyarrow array may have its own dictionary.
    chunks = getattr(labels, "chunks", [labels])
    dictionaries = [chunk.dictionary.to_pylist() for chunk in chunks if hasattr(chunk, "dictionary")]
    return list(dict.fromkeys(chain.from_iterable(dictionaries)))


def _as_numbers(labels: list[Any]) -> list[Any]:
    """Return labels that are all texts of numbers, sorted as numbers; otherwise an empty list."""
    numbers_of_labels = {label: meaning(label) for label in labels if isinstance(label, str)}
    if len(numbers_of_labels) < len(labels) or not all(isinstance(each, float) for each in numbers_of_labels.values()):
        return []
    return sorted(labels, key=numbers_of_labels.__getitem__)


def _check_names(argument: str, names: list[Any], count: int) -> None:
    """Raise an error unless there is one distinct name for each column of scores."""
    if len(names) != count:
        got = f"{len(names)} {argument} for {count} columns: {listed(names)}"
        raise invalid(argument, "name every column of y_score", got)
    for k, name in enumerate(names):
        if name in names[:k]:
            raise invalid(argument, "be all different", f"{name!r} twice")


def _columns(argument: str, values: Any) -> tuple[list[Any], list[Any]]:
    """Return the columns of an array, a data frame or a mapping, and their names, or an empty list of names."""
    if isinstance(values, Mapping):
        return list(values.values()), list(values)
    if hasattr(values, "toarray"):
        values = values.toarray()
    names = [*map(plain, getattr(values, "column_names", None) or getattr(values, "columns", []))]
    if hasattr(values, "to_numpy") and not hasattr(values, "__array__"):
        values = values.to_numpy()
    try:
        array = values if isinstance(values, np.ma.MaskedArray) else np.asarray(on_host(values))
    except ValueError as error:
        way = " sklearn.preprocessing.MultiLabelBinarizer makes columns of lists of labels." * (argument == "y_true")
        raise PrplotValueError(
            f"{argument} must have rows of one length; got rows of different lengths ({error}).{way}"
        ) from None
    if array.ndim != 2:
        ways = {
            1: "For two classes, and one column of scores, use prplot.from_labels(y_true, y_score).",
            3: "Pass one column of scores per class.",
        }
        raise invalid(
            argument, "have two dimensions, (rows, columns)", f"shape {array.shape}", ways.get(array.ndim, "")
        )
    if not array.shape[1]:
        raise invalid(argument, "have at least one column", f"shape {array.shape}")
    return list(array.T), names


def _last_columns(scores: Any) -> Any:
    """Return a list of two-column arrays, one per label, as one array of their last columns; others unchanged."""
    if not isinstance(scores, list) or not scores or any(np.ndim(each) != 2 for each in scores):
        return scores
    arrays = [np.asarray(on_host(each)) for each in scores]
    for k, each in enumerate(arrays):
        if each.shape[1] != 2:
            raise invalid(
                "y_score",
                "be arrays of two columns, one per label",
                f"y_score[{k}] of shape {each.shape}",
                "A classifier that saw one class only has one column. Pass one column of scores per label.",
            )
    return np.column_stack([each[:, 1] for each in arrays])


def paths_of_parts(
    kind: str, parts: Iterable[tuple[Any, Any, Any, Any]], sample_weight: ArrayLike | None, reading: Reading
) -> dict[Any, ConfusionPath]:
    """Return one path for each part, given as (key, labels, scores, row numbers)."""
    weight = None if sample_weight is None else numbers("sample_weight", sample_weight)
    paths = {}
    for key, labels, score, rows in parts:
        with told_of(f"{kind} {short(key)}"):
            paths[key] = path_of_labels(
                labels,
                score,
                None if weight is None else weight[rows],
                reading.of(rows),
                name=f"no {kind}" if key is None else str(key),
            )
    return paths


def members_of(groups: list[Any]) -> dict[Any, IntArray]:
    """Return the row numbers of each group, with the groups sorted."""
    rows = defaultdict[Any, list[int]](list)
    for row, value in enumerate(groups):
        try:
            rows[None if is_missing(value) else value].append(row)
        except TypeError:
            raise wrong_type(f"groups[{row}]", "be a number, a string, or what else can be a key", value) from None
    return {key: np.array(rows[key]) for key in groups_in_order(rows)}


def groups_in_order(keys: Iterable[Any]) -> list[Any]:
    """Return groups in sorted order, with None last."""
    keys = list(keys)
    return [*in_order(key for key in keys if key is not None), *([None] if None in keys else [])]


@contextmanager
def told_of(part: str) -> Iterator[None]:
    """Within the ``with`` block, let errors name the part of the data."""
    try:
        yield
    except PrplotError as error:
        raise type(error)(f"{part}: {error}") from error
    except Exception as error:
        # Errors of other libraries, for example that a classifier is not fitted, keep their type.
        error.add_note(f"This arose in {part}.")
        raise
