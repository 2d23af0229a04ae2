"""Make paths from a data frame: its engine groups the rows by score, and only the groups leave it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from prplot.errors import by_name, invalid, warn
from prplot.names import MissingScores
from prplot.path.groups import Groups, merged_near_ties
from prplot.path.makers import UNTOLD, from_groups, from_rows, known_totals
from prplot.path.path import ConfusionPath
from prplot.rows.read import FEW_ROWS
from prplot.rows.sample import Missing, Sample, Treatment
from prplot.sources.binning import binned_table
from prplot.sources.folds import groups_in_order
from prplot.sources.queries import Rows, Table, engine_errors, read_frame
from prplot.sources.request import Paths, Request


@by_name("Columns are passed by name, such as score='s', label='y', weight='w'.")
def from_frame(
    frame: Any,
    *,
    score: str | int | Sequence[str | int],
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
    name: str | None = None,
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
    name : str, optional
        The classifier's name, for legends; default: the column, or the group.

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
        extra ``prplot[frames]``.

    Notes
    -----
    For each column of scores, one query sums the weights of both classes per distinct score, and a small query reads
    the distinct labels. Both queries run on the engine. The data loaded into this process grow with the number of
    distinct scores, not with the number of rows. With weights or soft labels, up to 2**24 rows are loaded one by one,
    so that confidence intervals and the best possible ranking (`ConfusionPath.best`) equal those of `from_labels` and
    `from_weights`. With more rows, or with bins, only sums per score are loaded. Null and NaN are both missing, -0.0 is
    0.0, and inf and -inf are scores like any other. Decimals, integers and truth values are read as float64.

    Examples
    --------
    >>> import pandas as pd, prplot
    >>> frame = pd.DataFrame({"p": [0.9, 0.8, 0.4, 0.1], "y": [1, 0, 1, 0], "site": ["a", "b", "a", "b"]})
    >>> round(prplot.from_frame(frame, score="p", label="y").pr().area(), 4)
    0.7973
    >>> {site: path.positives for site, path in prplot.from_frame(frame, score="p", label="y", by="site").items()}
    {'a': 2.0, 'b': 0.0}
    >>> artists = prplot.plot(prplot.from_frame(frame, score="p", label="y"))
    """
    asked = Request(
        score, label, fg, bg, weight, by, pos_label, missing, positives, negatives, bins, tolerance, name
    )  # fmt: skip
    return paths_of(frame, asked)


def paths_of(frame: Any, asked: Request) -> Paths:
    """Return the path or the dict of paths that were asked of a frame."""
    nw, read = read_frame(frame, asked)
    paths: dict[tuple[Any, Any], ConfusionPath] = {}
    for score in asked.scores:
        with engine_errors(asked.what):
            rows = Rows(nw, read, asked, score)
            table = rows.table() if asked.exact else binned_table(rows, asked)
        lost = np.isnan(table.score)
        if lost.any() and asked.missing == "raise":
            raise invalid(
                "score",
                "hold no missing scores",
                f"{table.rows[lost].sum():.0f} of {table.rows.sum():.0f} in column {score!r}",
                "Use missing='unreached' where no threshold returns those rows, missing='lowest' to rank them last, or "
                "missing='drop' to leave them out (which changes the prevalence).",
            )
        # A group without rows may have a total that was given.
        parts = dict.fromkeys(asked.groups_told(), table.at(slice(0))) | table.by_group(rows.keys)
        counted = {
            (score, key): path
            for key in groups_in_order(parts)
            if (path := _path(parts[key], key, score, asked)) is not None
        }
        if not counted:
            if not len(lost):
                raise invalid("frame", "hold at least one row", "none", "Check what selected the rows.")
            if lost.all():
                raise invalid("score", "hold at least one score", f"column {score!r}, of which all are missing")
            names = " and ".join(repr(each) for each in (asked.fg, asked.bg, asked.weight) if each)
            got, way_out = f"{table.rows.sum():.0f} rows of weight 0", "Without any weight there is no curve."
            raise invalid(names, "give some row a weight", got, way_out)
        paths |= counted
    return asked.arranged(paths)


def _path(part: Table, key: Any, score: Any, asked: Request) -> ConfusionPath | None:
    """Return the path of one group, by falling score; None if none of its rows counts."""
    reached, near = int(np.count_nonzero(~np.isnan(part.score))), asked.near
    treatment = Treatment(Missing(asked.missing, int(part.rows[reached:].sum())), near)
    totals = known_totals(**asked.totals(key), missing=asked.missing)
    name, hard = asked.name_of(score, key), asked.label is not None
    if asked.missing == "lowest":
        part.score[reached:] = -np.inf
        reached = len(part.score)
    elif asked.missing == "drop":
        part = part.at(slice(reached))
    if not (part.fg.any() or part.bg.any() or totals != UNTOLD):
        return None
    here, beyond = part.at(slice(reached)), part.at(slice(reached, None))
    two = hard and part.rows.sum() > FEW_ROWS and np.unique(here.score).tolist() == [0.0, 1.0]
    if two and np.where(here.score > 0, here.bg, here.fg).any():
        # As `from_labels` does.
        warn(
            f"column {score!r} holds only 0 and 1, as predicted labels do, so that the curve has one point between its "
            "ends. Pass scores; for predicted labels prplot.from_confusion says it all."
        )
    mixed = bool(part.mixed.any())
    if asked.by_row:
        kind: Any = "unordered" if (part.rows == 1).all() else "sums"
        sample, unreached = (Sample(each.score, each.fg, each.bg, not mixed, kind) for each in (here, beyond))
        sample = replace(sample, beyond=unreached if len(unreached) else None)
        return from_rows(sample, treatment.missing, near, totals, name)
    cuts, fg, bg = here.score, here.fg, here.bg
    # Missing scores that are ranked lowest are ties of scores of -inf.
    if near or (cuts[1:] == cuts[:-1]).any():
        merged = merged_near_ties(Groups.of(cuts, fg, bg), near)
        cuts, fg, bg = merged.thresholds[1:], merged.fg, merged.bg
    return from_groups(
        cuts, fg, bg, soft=mixed, totals=totals, beyond=(float(beyond.fg.sum()), float(beyond.bg.sum())),
        hides=None if asked.exact else (here.score < here.largest)[: len(cuts)],
        unit=asked.weight is None and hard, treatment=treatment, name=name,
    )  # fmt: skip
