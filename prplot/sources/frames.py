"""From a data frame: the engine that holds the rows groups them by score, and only the groups leave it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, by_name, invalid, listed, one_of, short, warn, wrong_type
from prplot.names import MissingScores
from prplot.path.groups import Groups, groups_of, merged_near_ties, totals_of
from prplot.path.makers import from_groups, known_totals
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.checks import number
from prplot.rows.read import FEW_ROWS
from prplot.rows.read import MISSING as POLICIES
from prplot.rows.read import positives as positive_labels
from prplot.rows.sample import Missing, Sample, Treatment
from prplot.sources.binning import Wish, binned_table
from prplot.sources.files import total_of
from prplot.sources.folds import in_order
from prplot.sources.queries import MISSING, Chosen, Columns, Rows, Table, read_frame

SOFT = "Name the column with fg= instead of label= for soft labels."
NEEDED = "Use label= for hard labels, or fg= for soft ones."


@dataclass(frozen=True)
class Request:
    """What is asked of a frame: of which columns, and what becomes of them."""

    columns: list[Columns]
    several: bool
    pos_label: Any
    missing: MissingScores
    positives: Any
    negatives: Any
    name: str | None
    bins: int | None = None
    tolerance: float | None = None

    @property
    def by_row(self) -> bool:
        """Whether rows are known one by one: those that have weights, or soft labels, unless they are in bins."""
        columns = self.columns[0]
        return (columns.weight is not None or columns.label is None) and self.bins is None and self.tolerance is None

    @property
    def grouped(self) -> bool:
        """Whether there is a path for each group."""
        return self.columns[0].by is not None

    def name_of(self, score: str, group: Any) -> str:
        """Return the name of the path of a column of scores and a group."""
        if not self.grouped:
            return self.name or str(score)
        part = f"no {self.columns[0].by}" if group is None else str(group)
        return f"{score}, {part}" if self.several else part

    def arranged(self, paths: Mapping[tuple[str, Any], ConfusionPath]) -> Any:
        """Return the paths of columns of scores and groups as they were asked for."""
        if self.several and self.grouped:
            return dict(paths)
        if self.several:
            return {score: path for (score, _), path in paths.items()}
        if self.grouped:
            return {group: path for (_, group), path in paths.items()}
        return next(iter(paths.values()))


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
    """Make a path from columns of a data frame, counted where the data are.

    Parameters
    ----------
    frame : data frame
        Of pandas, polars (eager or lazy), pyarrow, DuckDB (a relation), Ibis, Dask or PySpark: what narwhals reads.
    score : str or list of str
        Column of scores; larger means more likely positive. Of a list each column is a path. Columns of pandas may
        have whole numbers as names.
    label : str, optional
        Column of hard labels: bool, 0/1, -1/1, or anything else together with ``pos_label``. This or ``fg``.
    fg, bg : str, optional
        Columns of foreground and background weights, as in `from_weights`; without ``bg`` it is 1 - fg.
    weight : str, optional
        Column of finite weights that are not negative, which multiply both classes; 0 leaves a row out.
    by : str, optional
        Column of groups: a path for each.
    pos_label : label or collection of labels, optional
        What counts as positive; all other labels are negative.
    missing : {"raise", "drop", "lowest", "unreached"}
        What to do with scores that are null or NaN, as in `from_labels`.
    positives, negatives : float, or mapping from groups to float, optional
        P and N, in weight, where the rows are only those that were returned, as in `from_labels`.
    bins : int, optional
        Count scores in at most so many bins of about as many rows each, where the distinct scores are too many to leave
        the engine; rows that are ranked lowest have one more. `Curve.bounds` says between which areas the curve then
        lies.
    tolerance : float, optional
        Count scores in as many bins as it takes for the bounds of the PR area to be no farther apart than this: bins
        in which the order matters are divided, pass by pass over the rows. Not together with ``bins``.
    name : str, optional
        The classifier's name, for legends; default: the column, or the group.

    Returns
    -------
    ConfusionPath or dict of ConfusionPath
        With a list of scores a path by column, in that order; with ``by`` a path by group, as its values are in the
        data, in sorted order where they have one, and None, the group of rows that have none, last; with both by
        (column, group). A group without positives is a path as any other that has one class only. Groups of
        which no row counts are left out.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        For what is no frame, columns that are not there or not numeric, labels that are soft, missing, or need
        ``pos_label``, more than 500 distinct labels, weights that are negative or not finite, no weight at all, and
        queries that fail: the message of the engine is below ours. Without narwhals the error names the extra
        ``prplot[frames]``.

    Notes
    -----
    One query for each column of scores adds up both classes by distinct score, and a small one looks up the distinct
    labels. Both run on the engine; what leaves it, and what this process needs memory for, grows with the distinct
    scores, not with the rows. Weights and soft labels come with the scores, up to 2**24 rows one by one, so that
    intervals and what could be reached (`ConfusionPath.best`) are those of `from_labels` and `from_weights`; of more
    rows, and in bins, only sums are known. Null and NaN are both missing, -0.0 is 0.0, and inf and -inf are scores like
    any other. Decimals, integers and truth values are read as float64.

    Examples
    --------
    >>> import pandas as pd, prplot
    >>> frame = pd.DataFrame({"p": [0.9, 0.8, 0.4, 0.1], "y": [1, 0, 1, 0], "site": ["a", "b", "a", "b"]})
    >>> round(prplot.from_frame(frame, score="p", label="y").pr().area(), 4)
    0.7973
    >>> {site: path.positives for site, path in prplot.from_frame(frame, score="p", label="y", by="site").items()}
    {'a': 2.0, 'b': 0.0}
    """
    asked = request(
        score, label=label, fg=fg, bg=bg, weight=weight, by=by, pos_label=pos_label, missing=missing,
        positives=positives, negatives=negatives, bins=bins, tolerance=tolerance, name=name,
    )  # fmt: skip
    found: ConfusionPath | dict[Any, ConfusionPath] = paths_of(frame, asked, caller="from_frame", extra="frames")
    return found


def request(
    score: Any,
    *,
    label: str | int | None,
    fg: str | int | None,
    bg: str | int | None,
    weight: str | int | None,
    by: str | int | None,
    pos_label: Any,
    missing: MissingScores,
    positives: Any,
    negatives: Any,
    bins: Any,
    tolerance: Any,
    name: str | None,
) -> Request:
    """Return what is asked of a frame, where it makes sense."""
    several = not _is_name(score)
    if several and not (isinstance(score, Sequence) and all(map(_is_name, score))):
        raise wrong_type("score", "name a column, or be a list of such names", score)
    scores = list(score) if several else [score]
    if not scores or len(set(scores)) < len(scores):
        got = f"{listed(scores)}" if scores else "none"
        raise invalid("score", "name at least one column, and each once", got)
    if (label is None) == (fg is None):
        raise invalid("label or fg", "say what is positive", "neither" if label is None else "both", NEEDED)
    if bg is not None and fg is None:
        raise invalid("bg", "come with fg", f"bg={bg!r} and label={label!r}", NEEDED)
    if pos_label is not None and label is None:
        raise invalid("pos_label", "come with label", f"pos_label={pos_label!r} and fg={fg!r}", NEEDED)
    if name is not None and (several or by is not None):
        raise invalid("name", "be that of one path", f"{name!r} for more", "They have the names of columns and groups.")
    for argument, total in (("positives", positives), ("negatives", negatives)):
        if isinstance(total, Mapping) != (by is not None) and total is not None:
            got = "a number for every group" if by is not None else "a mapping without by="
            raise invalid(argument, "be a mapping from groups to weights with by=, else a number", got)
    if bins is not None and tolerance is not None:
        raise invalid(
            "bins or tolerance", "say how finely to count", f"bins={bins!r} and tolerance={tolerance!r}", "Give one."
        )
    if bins is not None and (isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 1):
        raise invalid("bins", "be a whole number from 1 on", short(bins), "4096 is a good many.")
    if tolerance is not None and not 0 < number("tolerance", tolerance) < math.inf:
        raise invalid("tolerance", "be positive", short(tolerance), "It is a distance of areas, for example 1e-4.")
    columns = [Columns(each, label, fg, bg, weight, by) for each in scores]
    policy, finest = one_of("missing", missing, POLICIES), None if bins is None else int(bins)
    return Request(columns, several, pos_label, policy, positives, negatives, name, finest, tolerance)


def _is_name(name: Any) -> bool:
    return isinstance(name, str | int | np.integer) and not isinstance(name, bool)


def paths_of(
    frame: Any,
    asked: Request,
    *,
    caller: str,
    extra: str,
    what: str = "frame",
    chosen: Chosen | None = None,
    near: float = 0.0,
) -> Any:
    """Return the path or the dict of paths that were asked of a frame.

    Parameters
    ----------
    frame : data frame
    asked : Request
    caller, extra : str
        Who needs narwhals, and which extra brings it.
    what : str
        What messages call the frame.
    chosen : callable, optional
        Which labels are positive, where that is not told as in `from_labels`.
    near : float
        Scores that are this near are ties.
    """
    read = read_frame(frame, asked.columns, caller, extra, what)
    paths: dict[tuple[str, Any], ConfusionPath] = {}
    for columns in asked.columns:
        rows = Rows.of(read, columns.as_texts(), chosen or _choice(columns.label, asked.pos_label))
        exact = asked.bins is None and asked.tolerance is None
        table = rows.table() if exact else binned_table(rows, _wish(asked))
        found = _of_groups(table, columns.score, asked, near)
        paths |= {(columns.score, group): path for group, path in found.items()}
    return asked.arranged(paths)


def _wish(asked: Request) -> Wish:
    """Return what bins are for."""

    def positives(key: Any, scored: float, lost: float) -> float:
        given = asked.positives.get(key) if isinstance(asked.positives, Mapping) else asked.positives
        return scored + (0.0 if asked.missing == "drop" else lost) if given is None else float(given)

    return Wish(asked.bins, asked.tolerance, positives, lambda *_: None)


def _choice(column: str | None, pos_label: Any) -> Chosen:
    """Return how positive labels are told from others."""

    def chosen(labels: list[Any]) -> list[Any]:
        if not labels:
            return []
        boxed = np.empty(len(labels), dtype=object)
        boxed[:] = labels
        mask = positive_labels(boxed, pos_label, f"label {column!r}", SOFT)
        return [each for each, positive in zip(labels, mask, strict=True) if positive]

    return chosen


def _of_groups(table: Table, score: str, asked: Request, near: float) -> dict[Any, ConfusionPath]:
    """Return the paths of a table by group."""
    lost = table.kind == MISSING
    if lost.any() and asked.missing == "raise":
        raise invalid(
            "score",
            "hold no missing scores",
            f"{table.rows[lost].sum():.0f} of {table.rows.sum():.0f} in column {score!r}",
            "Use missing='unreached' where no threshold returns those rows, missing='lowest' to rank them last, or "
            "missing='drop' to leave them out (which changes the prevalence).",
        )
    parts = _parts(table, lost, asked.missing, merged=not asked.by_row)
    given = {argument: getattr(asked, argument) for argument in ("positives", "negatives")}
    for totals in given.values():
        # A group of which no row was returned has no rows, but a total.
        for key in totals if isinstance(totals, Mapping) else ():
            parts.setdefault(key, NO_ROWS)
    paths = {}
    for key in in_order(parts):
        part = parts[key]
        front, back = (total_of(argument, total, key) for argument, total in given.items())
        totals = known_totals(front, back, asked.missing)
        if part.has_weight or any(total is not None for total in totals):
            treatment = Treatment(Missing(asked.missing, part.lost), near)
            if asked.columns[0].label is not None:
                _warn_of_predictions(part, score)
            if asked.by_row:
                sample = part.sample("unordered" if (table.rows == 1).all() else "sums")
                groups = groups_of(sample, near)
                whole = totals_of(groups, sample, *totals)
                paths[key] = ConfusionPath(groups, asked.name_of(score, key), treatment, sample, totals=whole)
                continue
            if near:
                merged = merged_near_ties(Groups.of(part.score, part.fg, part.bg), near)
                part = part._replace(score=merged.thresholds[1:], fg=merged.fg, bg=merged.bg)
            unit = asked.columns[0].weight is None and asked.columns[0].label is not None
            paths[key] = from_groups(
                part.score, part.fg, part.bg, hides=part.hides, soft=part.mixed, totals=totals,
                beyond=(float(part.beyond[0].sum()), float(part.beyond[1].sum())),
                unit=unit, treatment=treatment, name=asked.name_of(score, key),
            )  # fmt: skip
    if not paths:
        raise _nothing(table, lost, asked, score)
    return paths


class Part(NamedTuple):
    """One group: its distinct scores, falling, with their weights; what no threshold returns; how many rows are what.

    Attributes
    ----------
    score, fg, bg : arrays of shape (K,)
        Of rows that have weights, or soft labels, a score for each.
    beyond : pair of arrays
        Weights of foreground and of background without a score that count all the same.
    rows, lost : int
        How many rows there are, and how many of them have no score.
    mixed : bool
        Whether a row that counts is partly foreground and partly background.
    hides : array of bool of shape (K,), or None
        Which are bins of different scores; None where none is a bin.
    """

    score: FloatArray
    fg: FloatArray
    bg: FloatArray
    beyond: tuple[FloatArray, FloatArray]
    rows: int
    lost: int
    mixed: bool
    hides: NDArray[np.bool_] | None = None

    @property
    def has_weight(self) -> bool:
        """Whether any row counts."""
        return bool(self.fg.any() or self.bg.any() or any(each.any() for each in self.beyond))

    def sample(self, kind: Literal["unordered", "sums"]) -> Sample:
        """Return the rows, or sums of those that are alike."""
        lost = np.full(len(self.beyond[0]), np.nan)
        here, beyond = (
            Sample(read_only(score), read_only(fg), read_only(bg), not self.mixed, kind)
            for score, fg, bg in ((self.score, self.fg, self.bg), (lost, *self.beyond))
        )
        return replace(here, beyond=beyond) if len(lost) else here


NO_ROWS = Part(np.zeros(0), np.zeros(0), np.zeros(0), (np.zeros(0), np.zeros(0)), 0, 0, False)


def _parts(table: Table, lost: NDArray[np.bool_], missing: MissingScores, *, merged: bool = True) -> dict[Any, Part]:
    """Return each group of a table."""
    count = len(table.keys)
    lost_rows = np.bincount(table.group[lost], table.rows[lost], count)
    every = np.bincount(table.group, table.rows, count)
    kept = ~lost if missing == "drop" else np.ones(len(lost), dtype=bool)
    mixed = np.bincount(table.group[kept], table.mixed[kept], count) > 0
    if missing != "lowest":
        kept = ~lost
    score = np.where(lost, -np.inf, table.score)[kept]
    group, fg, bg = table.group[kept], table.fg[kept], table.bg[kept]
    hides: Any = (
        np.zeros(len(score)) if table.largest is None else (table.score < table.largest)[kept].astype(np.float64)
    )
    order = np.lexsort((-score, group)) if count > 1 else np.argsort(-score)
    group, score, fg, bg, hides = group[order], score[order], fg[order], bg[order], hides[order]
    ends = np.searchsorted(group, np.arange(count + 1))
    parts = {}
    for place, key in enumerate(table.keys):
        here = slice(*ends[place : place + 2])
        unreached = missing == "unreached" and lost_rows[place]
        gone = np.flatnonzero(lost & (table.group == place)) if unreached else np.zeros(0, dtype=np.intp)
        own = score[here], fg[here], bg[here], hides[here]
        falling, front, back, hidden = _merged(*own) if merged else own
        binned = None if table.largest is None else hidden > 0
        rows = int(every[place]), int(lost_rows[place])
        parts[key] = Part(falling, front, back, (table.fg[gone], table.bg[gone]), *rows, bool(mixed[place]), binned)
    return parts


def _merged(score: FloatArray, *each: FloatArray) -> tuple[FloatArray, ...]:
    """Return falling scores each once: two kinds of missing group, or of rows that are lowest, may share one."""
    first = np.flatnonzero(np.concatenate([np.ones(min(len(score), 1), dtype=bool), score[1:] != score[:-1]]))
    if len(first) == len(score):
        return score, *each
    return score[first], *(np.add.reduceat(one, first) for one in each)


def _warn_of_predictions(part: Part, score: str) -> None:
    """Say so where scores look like predicted labels, as `from_labels` does."""
    ones, zeros = part.score == 1.0, part.score == 0.0
    both = ones.any() and zeros.any() and (ones | zeros).all()
    if part.rows > FEW_ROWS and both and (part.bg[ones].any() or part.fg[zeros].any()):
        warn(
            f"column {score!r} holds only 0 and 1, as predicted labels do, so that the curve has one point between its "
            "ends. Pass scores; for predicted labels prplot.from_confusion says it all."
        )


def _nothing(table: Table, lost: NDArray[np.bool_], asked: Request, score: str) -> PrplotValueError:
    """Return the error of a frame of which no row counts."""
    if not len(table.score):
        return invalid("frame", "hold at least one row", "none", "Check what selected the rows.")
    if lost.all():
        return invalid("score", "hold at least one score", f"column {score!r}, of which all are missing")
    names = [repr(each) for each in (asked.columns[0].fg, asked.columns[0].bg, asked.columns[0].weight) if each]
    return PrplotValueError(
        f"{' and '.join(names)} must give some row a weight; got {table.rows.sum():.0f} rows of weight 0. "
        "Without any weight there is no curve."
    )
