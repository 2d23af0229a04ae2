"""Make paths from data frames: the frame's engine groups rows by score, or by bins, and returns only the groups.

Bins are quantiles, or as many as it takes to bound the PR area within a tolerance. The engine divides the range of the
scores into 2**bits equal cells and groups rows by the number of their cell. Each cell comes back with its weights and
with its least and largest score, from which the bounds follow. The next pass over the rows divides the cells that hold
too much into 256 each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from prplot.errors import by_name, invalid, option, wrong_type
from prplot.names import Combine, MissingScores
from prplot.path.groups import Groups, merged_near_ties
from prplot.path.makers import UNTOLD, from_groups, from_rows, known_totals
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import BoolArray
from prplot.rows.checks import MISSING_KINDS, numbers
from prplot.rows.odd_scores import warn_of_running_counts, warn_of_scores
from prplot.rows.read import out_of_missing_scores
from prplot.rows.sample import Missing, Sample, Treatment
from prplot.sources.engine_rows import CellTable, EngineRows, fetched
from prplot.sources.nested import column_in
from prplot.sources.parts import groups_in_order
from prplot.sources.reading_errors import engine_errors, needed, no_column
from prplot.sources.request import Paths, Request
from prplot.sources.running_counts import paths_of_running_counts, running_counts_of_frame

ARRAYS = "Arrays go to prplot.from_labels and prplot.from_weights."
FRAMES = "be a data frame that narwhals reads: pandas, polars, pyarrow, DuckDB, Ibis, Dask or PySpark"

# The first pass has 2**FIRST cells; each later pass divides a cell into 2**FINER.
FIRST, FINER = 12, 8
# If at most LAST_ROWS rows remain, or cells would exceed 2**FINEST, the last pass groups by the scores themselves.
LAST_ROWS, FINEST = 2**18, 48


@by_name("Columns are passed by name, such as score='s', label='y', weight='w'.")
def from_frame(
    frame: Any,
    *,
    score: str | int | Sequence[str | int] | None = None,
    label: str | int | None = None,
    fg: str | int | None = None,
    bg: str | int | None = None,
    weight: str | int | None = None,
    by: str | int | None = None,
    pos_label: object = None,
    missing: MissingScores = "raise",
    positives: float | Mapping[Any, float] | None = None,
    negatives: float | Mapping[Any, float] | None = None,
    bins: int | None = None,
    tolerance: float | None = None,
    threshold: str | int | None = None,
    tp: str | int | None = None,
    fp: str | int | None = None,
    name: str | None = None,
    neg_label: object = None,
    lower_is_positive: bool = False,
    groups: str | int | None = None,
    item: str | int | None = None,
    combine: Combine = "max",
) -> ConfusionPath | dict[Any, ConfusionPath]:
    """Make a path from columns of a data frame; the frame's own engine (polars, DuckDB, ...) counts the rows.

    Parameters
    ----------
    frame : data frame
        A data frame that narwhals can read: pandas, polars (eager or lazy), pyarrow, DuckDB (a relation), Ibis, Dask or
        PySpark.
    score : str or list of str
        Column of scores; larger means more likely positive. A list of columns gives one path per column. Columns of
        pandas may have whole numbers as names.
    label : str, optional
        Column of hard labels: bool, 0/1, -1/1, or anything else together with ``pos_label``. Pass either ``label`` or
        ``fg``.
    fg, bg : str, optional
        Columns of positive and negative weights, as in `from_weights`; without ``bg`` the negative weight is 1 - fg.
    weight : str, optional
        Column of finite, non-negative row weights, by which ``fg`` and ``bg`` are multiplied too; 0 leaves a row out.
    by : str, optional
        Column of groups; each group gets a path.
    pos_label : label or collection of labels, optional
        What counts as positive; all other labels are negative.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are null or NaN, as in `from_labels`.
    positives, negatives : float, or mapping from groups to float, optional
        The true total weights P and N, if the frame lacks rows that a detector or search did not find; see
        `from_labels`.
    bins : int, optional
        Count scores in at most this number of bins, with about the same number of rows in each bin. Use bins if there
        are too many distinct scores to load into this process. With missing="lowest" the rows without a score get one
        additional bin. `Curve.bounds` then returns the lower and the upper bound of the area.
    tolerance : float, optional
        The largest allowed difference between the lower and the upper bound of the PR area. Scores are counted in bins,
        and the bins that contribute most to the difference are split in further passes over the rows, until it is small
        enough. Not together with ``bins``.
    threshold, tp, fp : str, optional
        Columns of running counts, instead of ``score`` and ``label``: each row has a threshold, and the numbers of
        positives and of negatives that score at least as much. See Notes.
    name : str, optional
        The classifier's name, for legends; default: the column, or the group.
    neg_label : label or collection of labels, optional
        What counts as negative; rows with any other label, or none, are left out and counted in
        ``path.missing.labels``.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`.
    groups : str, optional
        Column of patients, sessions, ...: intervals, bands and comparisons resample whole groups, as in `from_labels`.
    item : str, optional
        Column of items, where an item has several rows, as in `from_labels`; with ``by``, items of each group.
    combine : {"max", "mean"}
        The score of an item, as in `from_labels`.

    Returns
    -------
    ConfusionPath or dict of ConfusionPath
        With a list of scores: a dict with one path per column, in the order of the list. With ``by``: a dict with one
        path per group; the keys are the values of the column, sorted if they can be sorted; the key None, for rows
        without a group, is last. With both: the keys are (column, group). A group without positives also gets a path,
        like any sample with only one class. Groups without rows, or whose rows all have weight 0, are omitted.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If ``frame`` is not a data frame, a column is absent or not numeric, labels are soft, missing, or need
        ``pos_label``, there are more than 500 distinct labels, a weight is negative or not finite, all weights are 0,
        or a query fails, in which case the message ends with that of the engine. Without narwhals the error names the
        extra ``prplot-curves[frames]``.

    Notes
    -----
    For each column of scores, one query sums the weights of both classes per distinct score, and a small query reads
    the distinct labels. Both queries run on the engine. With hard labels and no weights, the data loaded into this
    process grow with the number of distinct scores, not of rows. With weights or soft labels, every row is loaded if
    there are at most 2**24, so that confidence intervals and the best possible ranking (`ConfusionPath.best`) equal
    those of `from_labels` and `from_weights`. With more rows, or with bins, only sums per score are loaded. Null and
    NaN are both missing, -0.0 is 0.0, and inf and -inf are scores like any other. Decimals, integers and truth values
    are read as float64.

    Running counts, as tools print them, are read as `from_counts` reads them. Rows may be in any order and are sorted
    by threshold. Several rows with one threshold must have the same counts. ``by``, ``positives`` and ``negatives`` are
    the only other arguments that fit: the last counts of a group are its P and N unless these say otherwise.

    Examples
    --------
    >>> import pandas as pd, prplot
    >>> frame = pd.DataFrame({"p": [0.9, 0.8, 0.4, 0.1], "y": [1, 0, 1, 0], "site": ["a", "b", "a", "b"]})
    >>> round(prplot.from_frame(frame, score="p", label="y").pr().area(), 4)
    0.7973
    >>> {site: path.positives for site, path in prplot.from_frame(frame, score="p", label="y", by="site").items()}
    {'a': 2.0, 'b': 0.0}
    >>> counts = pd.DataFrame({"quality": [50, 30, 0], "hits": [3, 6, 9], "alarms": [0, 1, 3]})
    >>> path = prplot.from_frame(counts, threshold="quality", tp="hits", fp="alarms", positives=10)
    >>> round(path.pr("step").area(), 4)
    0.7821
    >>> artists = prplot.plot(prplot.from_frame(frame, score="p", label="y"))
    """
    request = Request(
        score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name,
        neg_label, lower_is_positive, groups, item, combine, threshold=threshold, tp=tp, fp=fp,
    )  # fmt: skip
    return paths_of(frame, request)


def paths_of(frame: Any, request: Request) -> Paths:
    """Return the requested path or paths of a frame."""
    with engine_errors(request.what):
        nw, read = read_frame(frame, request)
    if request.running:
        return paths_of_running_counts(*running_counts_of_frame(nw, read, request), request)
    paths: dict[tuple[Any, Any], ConfusionPath] = {}
    for score in request.scores:
        with engine_errors(request.what):
            rows = EngineRows(nw, read, request, score)
            table = rows.table() if request.exact else binned_table(rows, request)
        lost = np.isnan(table.score)
        missing = sum(rows.lost.values()) if request.item is not None else table.rows[lost].sum()
        if missing and request.missing == "raise":
            raise invalid(
                "score",
                "hold no missing scores",
                f"{missing:.0f}{'' if request.item is not None else f' of {table.rows.sum():.0f}'} in column {score!r}",
                out_of_missing_scores(),
            )
        # A group without rows may still have a total that the caller states.
        parts = dict.fromkeys(request.groups_told(), table.at(slice(0))) | table.by_group(rows.keys)
        counted = {
            (score, key): path
            for key in groups_in_order(parts)
            if (path := _path(parts[key], key, score, request, rows)) is not None
        }
        if not counted:
            if not len(lost):
                raise invalid("frame", "hold at least one row", "none", "Check what selected the rows.")
            if lost.all():
                raise invalid("score", "hold at least one score", f"column {score!r}, of which all are missing")
            raise invalid(
                " and ".join(repr(each) for each in (request.fg, request.bg, request.weight) if each),
                "give some row a weight",
                f"{table.rows.sum():.0f} rows of weight 0",
                "Without any weight there is no curve.",
            )
        paths |= counted
    return request.arranged(paths)


def _path(part: CellTable, key: Any, score: Any, request: Request, rows: EngineRows) -> ConfusionPath | None:
    """Return the path of one group from its table; None if no row counts."""
    reached, near = int(np.count_nonzero(~np.isnan(part.score))), request.near
    if request.bg is not None:
        warn_of_running_counts(part.score[:reached], part.fg[:reached], part.bg[:reached])
    lost = rows.lost.get(key, 0) if request.item is not None else int(part.rows[reached:].sum())
    treatment = Treatment(
        Missing(request.missing, lost, rows.left_out.get(key, 0)),
        near,
        lower_is_positive=request.lower_is_positive,
        labels=rows.labels.get(key),
    )
    totals = known_totals(**request.totals(key), missing=request.missing)
    name, hard = request.name_of(score, key), request.label is not None
    if request.missing == "lowest":
        part.score[reached:] = -np.inf
        reached = len(part.score)
    elif request.missing == "drop":
        part = part.at(slice(reached))
    if not (part.fg.any() or part.bg.any() or totals != UNTOLD):
        return None
    here, beyond = part.at(slice(reached)), part.at(slice(reached, None))
    if hard and request.weight is None:
        column, turned = f"column {score!r}", request.lower_is_positive
        warn_of_scores(column, here.score, here.fg, here.bg, lambda: set(rows.distinct), turned)
    mixed = bool(part.mixed.any())
    if request.by_row:
        single = bool((part.rows == 1).all())
        sample, unreached = (
            Sample(each.score, each.fg, each.bg, not mixed, rows_known=single, order_known=False)
            for each in (here, beyond)
        )
        group = None if request.groups is None else np.concatenate([here.unit, beyond.unit])
        sample = replace(sample, beyond=unreached if len(unreached.score) else None, group=group)
        return from_rows(sample, treatment, near, totals, name)
    cuts, fg, bg = here.score, here.fg, here.bg
    # Missing scores that are ranked lowest are tied with scores of -inf.
    if near or (cuts[1:] == cuts[:-1]).any():
        merged = merged_near_ties(Groups.of(cuts, fg, bg), near)
        cuts, fg, bg = merged.thresholds[1:], merged.fg, merged.bg
    return from_groups(
        cuts, fg, bg, soft=mixed, totals=totals, beyond=(float(beyond.fg.sum()), float(beyond.bg.sum())),
        hides=None if request.exact else (here.score < here.largest)[: len(cuts)],
        unit=request.weight is None and hard, treatment=treatment, name=name,
    )  # fmt: skip


def read_frame(frame: Any, request: Request) -> tuple[Any, Any]:
    """Return narwhals, and its lazy frame of the data; requested columns have types that engines can count.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If this is not a frame, or lacks a column.
    """
    nw = needed("narwhals.stable.v2", "from_frame", "frames")
    try:
        # Column names of pandas may be numbers, but narwhals needs texts.
        numbered = hasattr(frame, "iloc") and not all(isinstance(name, str) for _, name in request.columns)
        read = nw.from_native(frame.rename(columns=str) if numbered else frame)
    except TypeError:
        raise wrong_type("frame", FRAMES, frame, ARRAYS) from None
    schema = read.collect_schema()
    names = list(schema)
    used = {str(name): argument for argument, name in request.columns}
    for name, argument in used.items():
        values = column_in(nw, name, schema)
        if values is None:
            raise no_column(argument, name, "the frame" if request.what == "frame" else request.what, names)
        if name not in names:
            read = read.with_columns(values.alias(name))
    if hasattr(read, "get_column"):
        for name, argument in used.items():
            column, kind = read.get_column(name), read.schema[name]
            if argument == "label" and kind == nw.Categorical:
                # Labels get the type of their categories: texts, whole numbers or truth values.
                column = nw.new_series(name, column.to_list(), backend=read.implementation)
            elif argument != "by" and kind == nw.Object:
                values = column.to_numpy()
                kinds = {type(each).__name__ for each in values}.difference(MISSING_KINDS)
                if argument != "label" or kinds == {"Decimal"}:
                    column = nw.new_series(name, numbers(argument, values), nw.Float64(), backend=read.implementation)
            read = read.with_columns(column.alias(name))
    return nw, read.lazy()


def binned_table(rows: EngineRows, request: Request) -> CellTable:
    """Return a table of bins instead of distinct scores, with the least and the largest score of each bin.

    All groups share the cells; a cell that is divided for one group is divided for all.
    """
    rows.check()
    nw, score = rows.nw, rows.nw.col("score")
    lazy = rows.lazy.filter(score.is_null() | (nw.col("fg") > 0.0) | (nw.col("bg") > 0.0))
    ends = fetched(lazy.filter(score.is_finite()).select(low=score.min(), high=score.max()))
    # The difference of the halves cannot overflow.
    low, high = (float(end[0]) / 2 for end in ends.values())

    def cell_number(bits: int) -> Any:
        """Return an expression for the number of each row's cell; one more bit divides each cell into exact halves."""
        scale = 2.0**bits / (high - low) if high > low else math.inf
        if bits > FINEST or scale == math.inf:
            return score
        # An infinite score is the number of its own cell.
        return nw.when(score.is_finite()).then(((score * 0.5 - low) * scale).floor()).otherwise(score)

    bits = FIRST
    cells = rows.cells(lazy, cell_number(bits))
    absent = np.isnan(cells.score)
    lost, cells = cells.at(absent), cells.at(~absent)
    if len(set(zip(cells.group.tolist(), cells.cell.tolist(), strict=True))) < len(cells.cell):
        # The engine may distinguish groups whose keys are equal in Python, such as times in nanoseconds.
        raise invalid(
            "by",
            f"name groups that can be told apart one by one where {option('bins')} or {option('tolerance')} are given",
            f"column {request.by!r}, in which one stands for several",
            "Cast that column to texts.",
        )
    for passes in count(1):
        chosen = [part.cell[_too_full(part, request, passes)] for part in cells.by_group(rows.keys).values()]
        divided = np.unique(np.concatenate([np.zeros(0), *chosen]))
        if not len(divided):
            break
        again = np.isin(cells.cell, divided)
        lazy = lazy.filter(cell_number(bits).is_in(divided.tolist()))
        bits = FINEST + 1 if cells.rows[again].sum() <= LAST_ROWS else bits + FINER
        # The other cells are final, which NaN as their number marks.
        stays = cells.at(~again)
        cells = stays._replace(cell=np.full(len(stays.cell), np.nan)).and_(rows.cells(lazy, cell_number(bits)))
    if request.bins is not None:
        cells = cells.at(slice(0)).and_(*(_merged(part, request.bins) for part in cells.by_group(rows.keys).values()))
    return cells.and_(lost)


def _too_full(cells: CellTable, request: Request, passes: int) -> BoolArray:
    """Return which new cells of a group must be divided: those with too many rows, or whose order matters too much.

    The order of the rows in a cell changes the precision at each of its positives by at most p n / (w + n). Here n is
    the negative weight of the cell, w all weight before it, and p the precision if only the positives of the cell are
    added to that weight. The PR area is the mean of the precision over all positives, so these changes add up.
    """
    new, hides = ~np.isnan(cells.cell), cells.score < cells.largest
    if request.tolerance is None:
        return np.asarray(new & hides & (cells.rows * request.bins > cells.rows.sum()))
    tp, fp = np.cumsum(cells.fg), np.cumsum(cells.bg)
    with np.errstate(invalid="ignore"):
        apart = tp / (tp + fp - cells.bg) * cells.bg / (tp - cells.fg + fp) * cells.fg / tp[-1]
    apart[~(hides & (apart > 0.0))] = 0.0
    order = np.argsort(apart)
    # The shares of all passes add up to less than the tolerance.
    limit = request.tolerance / 2.0**passes if apart.sum() > request.tolerance else math.inf
    new[order] &= np.cumsum((apart * new)[order]) > limit
    return new


def _merged(cells: CellTable, bins: int) -> CellTable:
    """Merge neighboring cells of a group into at most ``bins`` bins with about equal numbers of rows.

    A cell as large as two bins is never merged with others, because its middle is more than one bin away from theirs;
    larger cells count as two bins.
    """
    if len(cells.rows) <= bins:
        return cells
    size = np.minimum(cells.rows, cells.rows.sum() * 2 / bins)
    number = np.floor((np.cumsum(size) - size / 2) * bins / size.sum())
    first = np.flatnonzero(np.diff(number, prepend=-1.0))
    sums = {name: np.add.reduceat(getattr(cells, name), first) for name in ("fg", "bg", "rows", "mixed")}
    return cells.at(first)._replace(score=cells.score[np.append(first[1:], len(cells.rows)) - 1], **sums)
