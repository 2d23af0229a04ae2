"""The request for paths from a frame or file, and the queries by which an engine adds up weights per distinct score.

On the engine, each row gets a group, a score and a weight in each class; one query adds up the weights by group and
score. A missing score is null on the engine and NaN in fetched arrays.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import (
    PrplotError,
    PrplotTypeError,
    PrplotValueError,
    invalid,
    listed,
    message,
    option,
    short,
    warn,
    wrong_type,
)
from prplot.names import Combine, MissingScores, nearest
from prplot.path.makers import known_tolerance
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray
from prplot.rows.checks import is_missing, number_that, one_dimensional, warn_of_merged, whole_number
from prplot.rows.hard_labels import (
    Chosen,
    LabelRows,
    chosen_labels,
    codes_of_missing,
    leave_out,
    meaning,
    missing_codes,
    named_labels,
    plain,
)
from prplot.rows.items import mean_of_some, warn_favored
from prplot.rows.read import Reading
from prplot.rows.sample import MOST_UNITS
from prplot.sources.parts import groups_in_order, members_of
from prplot.sources.text_layout import USUAL, TextFormat

# A column with more distinct values than this is not accepted as a column of labels.
MOST_LABELS = 500
MOST_BINS = 10**8
# The arguments that name columns of cumulative counts, and all arguments that name columns other than scores.
RUNNING = ("threshold", "tp", "fp")
COLUMNS = ("label", "fg", "bg", "weight", "by", "groups", "item", *RUNNING)

# Words in the errors of engines for files that are cut off or damaged.
CUT_OFF = re.compile("end of (gzip|file)|ended before|magic bytes|PAR1", re.IGNORECASE)

# One path, or a dict of paths by column of scores, by group, or by both.
Paths = ConfusionPath | dict[Any, ConfusionPath]


def _labels_needed() -> str:
    """Return the advice of errors about labels: which columns define the positives."""
    return f"Use {option('label')} for hard labels, or {option('fg')} for soft ones."


def _columns_needed() -> str:
    """Return the advice of errors about missing columns: the columns that a table needs."""
    rows = f"{option('score')} with {option('label')} or {option('fg')} for rows with scores"
    return f"Use {rows}; {option('threshold')}, {option('tp')} and {option('fp')} for running counts."


def each_score() -> str:
    """Return the advice of errors about counts that are not cumulative."""
    return f"If the counts are those of each score by itself, use {option('score')}, {option('fg')} and {option('bg')}."


def _soft_labels() -> str:
    """Return the advice of errors about soft labels in a column of hard ones."""
    return f"Name the column with {option('fg')} instead of {option('label')} for soft labels."


@dataclass
class Request:
    """The checked arguments of `from_frame` and `from_file`, with further options of files and of the command line.

    Attributes
    ----------
    near : float
        Scores that differ by at most this become ties.
    complete : bool
        Whether rows that lack a score of any classifier are left out of all paths.
    rows : bool
        Whether all rows are read, in their order, whatever the size of the file.
    written : TextFormat
        How a text table is written.
    texts : bool
        Whether labels, or the names of positive labels, are texts, as in CSV files and on the command line.
    threshold, tp, fp : column, optional
        Columns of cumulative counts, which replace scores and labels.
    lower_is_positive : bool
        Whether small thresholds mean positive.
    json : bool
        Whether the file is JSON, whose numbers may be texts.
    what : str
        What messages call the frame or the file.
    """

    score: Any = None
    label: Any = None
    fg: Any = None
    bg: Any = None
    weight: Any = None
    by: Any = None
    pos_label: Any = None
    missing: MissingScores = "raise"
    positives: Any = None
    negatives: Any = None
    bins: Any = None
    tolerance: Any = None
    name: str | None = None
    neg_label: Any = None
    lower_is_positive: bool = False
    groups: Any = None
    item: Any = None
    combine: Combine = "max"
    written: TextFormat = USUAL
    near: float = 0.0
    complete: bool = False
    rows: bool = False
    texts: bool = False
    json: bool = False
    what: str = "frame"
    threshold: Any = None
    tp: Any = None
    fp: Any = None

    def __post_init__(self) -> None:
        if self.running:
            self._check_running()
        elif self.score is None:
            raise invalid("score", "name a column of scores", "none", _columns_needed())
        for argument in COLUMNS:
            if (column := getattr(self, argument)) is not None and not _is_name(column):
                raise wrong_type(argument, "name a column", column)
        if self.several and not (isinstance(self.score, Sequence) and all(map(_is_name, self.score))):
            raise wrong_type("score", "name a column, or be a list of such names", self.score)
        if not (self.scores or self.running) or len(set(self.scores)) < len(self.scores):
            raise invalid("score", "name at least one column, and each once", listed(self.scores) or "none")
        if not self.running and (self.label is None) == (self.fg is None):
            got = "neither" if self.label is None else "both"
            raise invalid("label or fg", "say what is positive", got, _labels_needed())
        for argument, other in (("bg", "fg"), ("pos_label", "label"), ("neg_label", "label")):
            value = getattr(self, argument)
            if value is not None and getattr(self, other) is None:
                raise invalid(argument, f"come with {option(other)}", option(argument, value), _labels_needed())
        if self.name is not None and (self.several or self.by is not None):
            raise invalid(
                "name", "be that of one path", f"{self.name!r} for more", "They have the names of columns and groups."
            )
        for argument in ("positives", "negatives"):
            total = getattr(self, argument)
            if total is not None and isinstance(total, Mapping) != (self.by is not None):
                raise invalid(
                    argument,
                    f"be a mapping from groups to weights with {option('by')}, else a number",
                    "a number for every group" if self.by is not None else f"a mapping without {option('by')}",
                )
        bins, tolerance = self.bins, self.tolerance
        if bins is not None and tolerance is not None:
            raise invalid(
                "bins or tolerance",
                "say how finely to count",
                f"{option('bins', bins)} and {option('tolerance', tolerance)}",
                "Give one.",
            )
        if bins is not None:
            whole_number("bins", bins, 1, MOST_BINS, "bins", "4096 is a good many.")
        if tolerance is not None:
            number_that(
                "tolerance",
                tolerance,
                lambda size: 0 < size < math.inf,
                "be positive",
                "It is a distance of areas, for example 1e-4.",
            )
        known_tolerance(self.near)
        if self.groups is not None and not self.exact:
            rule = f"be left out with {option('bins')} and {option('tolerance')}, which do not keep the rows"
            raise invalid("groups", rule, repr(self.groups))
        self.missing, self.combine = self.reading.missing, self.reading.combine

    @property
    def reading(self) -> Reading:
        """The keywords that say how labels and scores are read.

        Groups and items are columns here, so they are left out.
        """
        return Reading(self.pos_label, self.neg_label, self.missing, self.lower_is_positive, combine=self.combine)

    def _check_running(self) -> None:
        """Check that threshold, tp and fp are named, and no options for rows with scores are given."""
        for argument in RUNNING:
            if getattr(self, argument) is None:
                raise invalid(argument, "name a column where running counts are read", "none", _columns_needed())
        others = ("score", "label", "fg", "bg", "weight", "pos_label", "bins", "tolerance", "groups", "item")
        unread = {argument: getattr(self, argument) for argument in others}
        unread["missing"] = None if self.missing in ("raise", "drop") else self.missing
        unread["tolerance"] = unread["tolerance"] or self.near or None
        for argument, value in unread.items():
            if value is not None:
                raise invalid(
                    argument,
                    f"be left out where {option('threshold')}, {option('tp')} and {option('fp')} name running counts",
                    short(value),
                    each_score(),
                )

    @property
    def running(self) -> bool:
        """Whether columns of cumulative counts are read, instead of rows with scores."""
        return not (self.threshold is None and self.tp is None and self.fp is None)

    @property
    def several(self) -> bool:
        """Whether several columns of scores are requested, with a path for each."""
        return not (self.running or _is_name(self.score))

    @property
    def scores(self) -> list[Any]:
        """The requested columns of scores."""
        if self.running:
            return []
        return list(self.score) if self.several else [self.score]

    @property
    def cast(self) -> str:
        """The advice of errors about a column of the wrong type."""
        return "Cast it in the frame first." if self.what == "frame" else "Write the file with numbers there."

    @property
    def exact(self) -> bool:
        """Whether all distinct scores are kept, instead of bins."""
        return self.bins is None and self.tolerance is None

    @property
    def by_row(self) -> bool:
        """Whether the engine returns single rows, which weights, soft labels and groups need; never with bins."""
        return (self.weight is not None or self.label is None or self.groups is not None) and self.exact

    @property
    def columns(self) -> list[tuple[str, Any]]:
        """The requested columns, as pairs (argument, name of the column)."""
        others = [(argument, getattr(self, argument)) for argument in COLUMNS]
        return [*(("score", score) for score in self.scores), *(each for each in others if each[1] is not None)]

    @property
    def numbers(self) -> set[str]:
        """The names of the requested columns that hold numbers."""
        return {str(name) for argument, name in self.columns if argument not in ("label", "by", "groups", "item")}

    def labels(self, distinct: Sequence[Any]) -> Chosen:
        """Return which of the distinct labels of the column are positive, and which are negative."""
        meanings = [*distinct]
        if self.texts:
            named = named_labels(self.pos_label, self.neg_label)
            # JSON writes truth values in lower case, Python with a capital letter.
            small = not named & {"True", "False"}
            cells = [str(each).lower() if isinstance(each, bool) and small else str(each) for each in distinct]
            meanings = _meaning(cells, self.pos_label, self.neg_label)
        name = f"label {self.label!r}"
        if not distinct:
            return Chosen(frozenset(), None, described=False)
        chosen = chosen_labels(meanings, self.pos_label, self.neg_label, name, _soft_labels())
        pairs = list(zip(distinct, meanings, strict=True))
        positive = frozenset(label for label, value in pairs if value in chosen.positive)
        negative = frozenset(label for label, value in pairs if chosen.is_negative(value))
        return Chosen(positive, None if chosen.negative is None else negative, chosen.described)

    def groups_told(self) -> list[Any]:
        """Return the groups for which the caller states totals; they may have no rows."""
        return [key for each in (self.positives, self.negatives) if isinstance(each, Mapping) for key in each]

    def rows_of_groups(self, groups: list[Any] | None) -> dict[Any, Any]:
        """Return the row numbers of each group, in order; groups of which only totals are known have none.

        Without groups the result is {None: all rows}.
        """
        if groups is None:
            return {None: slice(None)}
        rows = dict.fromkeys(self.groups_told(), np.zeros(0, dtype=int)) | members_of(groups)
        return {key: rows[key] for key in groups_in_order(rows)}

    def totals(self, key: Any) -> dict[str, Any]:
        """Return the "positives" and "negatives" that the caller states for a group; None for a total not stated."""
        weights = {"positives": self.positives, "negatives": self.negatives}
        for argument, totals in weights.items():
            if isinstance(totals, Mapping):
                if key not in totals:
                    raise invalid(
                        argument,
                        "have a weight for every group",
                        f"none for {key!r}",
                        f"It has {listed(totals, most=20)}.",
                    )
                weights[argument] = totals[key]
        return weights

    def name_of(self, score: Any, group: Any) -> str:
        """Return the name of the path for a column of scores and a group."""
        if self.by is None:
            return self.name or str(score)
        part = f"no {self.by}" if group is None else str(group)
        return f"{score}, {part}" if self.several else part

    def arranged(self, paths: dict[tuple[Any, Any], ConfusionPath]) -> Paths:
        """Return paths, given by (column of scores, group), as the caller gets them: one path, or a dict."""
        if self.several and self.by is not None:
            return paths
        by_key = {score if self.several else group: path for (score, group), path in paths.items()}
        return by_key if self.several or self.by is not None else by_key[None]


def _is_name(name: Any) -> bool:
    return isinstance(name, str | int | np.integer) and not isinstance(name, bool)


def _meaning(cells: list[str], pos_label: object, neg_label: object) -> list[Any]:
    """Return texts of labels, converted to numbers if labels are named by number, or if no name is needed."""
    meanings = zip(cells, map(meaning, cells), strict=True)
    values = [value if isinstance(value, float) else cell for cell, value in meanings]
    if pos_label is None and neg_label is None:
        numbers = all(isinstance(each, float) and abs(each) <= 1 for each in values)
        # Other texts stay as they are written in the file, so that errors list them so; shares become numbers, as soft
        # labels.
        return values if numbers and (len(set(values)) <= 2 or any(each % 1 for each in values)) else cells
    named = named_labels(pos_label, neg_label)
    return [cell if cell in named or value not in named else value for cell, value in zip(cells, values, strict=True)]


class CellTable(NamedTuple):
    """The result of a query: one row for each group and distinct score (or bin), in any order.

    Rows with weights, soft labels or groups are returned one by one, up to 2**24 of them.

    Attributes
    ----------
    group : array of int of shape (M,)
        The number of the group.
    score, fg, bg : arrays of shape (M,)
        The score, NaN where it is missing, and the weights there.
    rows : array of shape (M,)
        How many rows of the frame each row of the table stands for.
    mixed : array of shape (M,)
        How many of these have both positive and negative weight.
    largest, cell : arrays of shape (M,)
        For bins, their largest score and their number, while ``score`` is the least; otherwise both are the score.
    unit : array of shape (M,)
        The group that is resampled as a whole, such as a patient, if there are such groups; otherwise the score.
    """

    group: NDArray[np.intp]
    score: FloatArray
    fg: FloatArray
    bg: FloatArray
    rows: FloatArray
    mixed: FloatArray
    largest: FloatArray
    cell: FloatArray
    unit: NDArray[Any]

    def at(self, which: Any) -> CellTable:
        """Return selected rows of the table."""
        return CellTable(*(column[which] for column in self))

    def and_(self, *others: CellTable) -> CellTable:
        """Return one table with the rows of this and of all other tables."""
        return CellTable(*map(np.concatenate, zip(self, *others, strict=True)))

    def by_group(self, keys: Collection[Any]) -> dict[Any, CellTable]:
        """Return a table for each group, by falling score, with missing scores last."""
        table = self.at(np.lexsort((-self.score, self.group)) if self.group.any() else np.argsort(-self.score))
        ends = np.searchsorted(table.group, np.arange(len(keys) + 1))
        return {key: table.at(slice(*two)) for key, two in zip(keys, pairwise(ends), strict=True)}


class EngineRows:
    """The rows of a frame on their engine, with score and positive and negative weight.

    Attributes
    ----------
    nw : module
        Narwhals.
    lazy : narwhals.LazyFrame
        The rows, with columns "score", "fg", "bg", "mixed" (1 if both weights are positive) and "rows" (1), and
        "group" if there are groups.
    keys : dict
        The groups found so far, with their numbers; only None if there are no groups.
    distinct : list
        The distinct labels.
    labels, left_out : dict
        For each group, how many rows have each label (None unless labels are described), and how many are left out.
    lost : dict
        For each group, how many items have no score, if rows are combined to items.
    """

    def __init__(self, nw: Any, frame: Any, request: Request, score: Any) -> None:
        # Columns are renamed to the arguments that name them.
        self._names = {argument: str(name) for argument, name in request.columns} | {"score": str(score)}
        self._frame = frame.select(**{argument: nw.col(name) for argument, name in self._names.items()})
        self.nw, self.request, self._schema = nw, request, self._frame.collect_schema()
        # Rules as tuples: an expression that is 1.0 in rows that break it, the argument, the rule in words, the way
        # out.
        self._rules: list[tuple[Any, str, str, str]] = []
        self._by, self.keys = ([], {None: 0}) if request.by is None else (["group"], {})
        self.distinct: list[Any] = []
        self.labels: dict[Any, LabelRows | None] = {}
        self.left_out: dict[Any, int] = {}
        self.lost: dict[Any, int] = {}
        if self._schema["score"].is_decimal():
            exact, rounded = nw.col("score"), nw.col("score").cast(nw.Float64)
            numbers = fetched(self._frame.select(exact=exact.n_unique(), rounded=rounded.n_unique()))
            warn_of_merged(f"column {self._names['score']!r}", *(int(each[0]) for each in numbers.values()))
        fg = self._weight("fg") if request.label is None else self._one_where(self._positive())
        number = self._number("score")
        bg = 1.0 - fg if request.bg is None else self._weight("bg")
        if request.weight is not None:
            weight = self._weight("weight")
            fg, bg = fg * weight, bg * weight
        mixed = self._one_where((fg > 0.0) & (bg > 0.0))
        score = self._without_nan(0.0 - number if request.lower_is_positive else number)
        made = {"score": score, "fg": fg, "bg": bg, "mixed": mixed, "rows": nw.lit(1.0)}
        if self._by:
            made["group"] = self._group_of_rows()
        for argument, column, what in (("groups", "unit", "a group"), ("item", "item", "an item")):
            if argument in self._names:
                made[column] = self._key(argument)
                rule = f"name {what} for every row"
                self._must(~self._lacks(argument), argument, rule, "Give rows of their own a name.")
        self.lazy = self._frame.select(**made)
        if request.item is not None:
            self.lazy = self._items()

    def _group_of_rows(self) -> Any:
        group = self.nw.col("by")
        return self._without_nan(group) if self._schema["by"].is_float() else group

    def _key(self, argument: str) -> Any:
        """Return a column of keys; categories become texts, since the categories of some engines cannot be ordered."""
        values, kind = self.nw.col(argument), self._schema[argument]
        return values.cast(self.nw.String) if kind in (self.nw.Categorical, self.nw.Enum) else values

    def _lacks(self, argument: str) -> Any:
        """Return an expression for whether a column's value is missing."""
        values = self.nw.col(argument)
        return values.is_null() | values.is_nan() if self._schema[argument].is_float() else values.is_null()

    def _must(self, fits: Any, argument: str, words: str, way_out: str) -> None:
        self._rules.append((1.0 - self._one_where(fits), argument, words, way_out))

    def _one_where(self, fits: Any) -> Any:
        return self.nw.when(fits).then(self.nw.lit(1.0)).otherwise(self.nw.lit(0.0))

    def _without_nan(self, values: Any) -> Any:
        """Return floats with null instead of NaN, because both mean missing."""
        return self.nw.when(~values.is_nan()).then(values)

    def _number(self, argument: str) -> Any:
        """Return a column as float64, with 0.0 instead of -0.0; add a rule if integers may be too large."""
        nw, kind, values = self.nw, self._schema[argument], self.nw.col(argument)
        if not (kind.is_numeric() or kind in (nw.Boolean, nw.Object)):
            got = f"{self._names[argument]!r} of type {kind}"
            text = message(argument, "name a column of numbers", got, self.request.cast)
            raise PrplotTypeError(text, argument=argument)
        if kind in (nw.Int64, nw.UInt64, nw.Int128, nw.UInt128):
            small = values <= EXACT_INTEGERS
            if kind.is_signed_integer():
                small = small & (values >= -EXACT_INTEGERS)
            self._must(
                small | values.is_null(),
                argument,
                "hold integers of at most 2**53, beyond which float64 merges neighbors",
                "Pass ranks instead." if argument == "score" else "Divide all of them by a constant.",
            )
        return values.cast(nw.Float64) + 0.0

    def _weight(self, argument: str) -> Any:
        """Return a column of weights, and add rules for it; without bg, fg must lie in [0, 1]."""
        values = self._number(argument)
        fits = (values >= 0.0) & (values < np.inf)
        self._must(fits, argument, "hold finite weights that are not negative", "A weight of 0 leaves a row out.")
        if argument == "fg" and self.request.bg is None:
            self._must(
                values <= 1.0,
                argument,
                "lie in [0, 1] when bg is not given",
                f"Name a column of negative weights with {option('bg')} as well.",
            )
        return values

    def _positive(self) -> Any:
        """Return an expression for whether a row's label is positive; this queries the distinct labels."""
        nw, values, kind, column = self.nw, self.nw.col("label"), self._schema["label"], repr(self._names["label"])
        if kind.is_nested():
            text = message("label", "name a column of single values", f"{column} of type {kind}")
            raise PrplotTypeError(text, argument="label")
        if kind.is_float() or kind.is_decimal():
            # Some engines cannot compare decimals with floats.
            values = self._without_nan(values.cast(nw.Float64))
        elif kind in (nw.Categorical, nw.Enum):
            values = values.cast(nw.String)
        (distinct,) = self._rows_of_labels(values, {}).values()
        labels = [each for each in distinct if each is not None]
        if len(labels) > MOST_LABELS:
            got, way_out = f"more than {MOST_LABELS} in column {column}", "Else make one that is true or false."
            raise invalid("label", "have few distinct values", got, f"{_soft_labels()} {way_out}")
        if len(labels) < len(distinct) and self.request.neg_label is None:
            self._must(~values.is_null(), "label", "not hold missing labels", leave_out())
        self.distinct, chosen = labels, self.request.labels(labels)
        if chosen.described or len(labels) < len(distinct):
            by = {"by": self._group_of_rows()} if self._by else {}
            self._count_labels(self._rows_of_labels(values, by) if by else {None: distinct}, chosen)
        if self.request.neg_label is not None:
            count = [label for label in labels if label in chosen.positive or chosen.is_negative(label)]
            self._frame = self._frame.filter(values.is_in(count))
        positive = [label for label in labels if label in chosen.positive]
        return values.is_in(positive) if positive else nw.lit(0) == 1

    def _rows_of_labels(self, values: Any, by: dict[str, Any]) -> dict[Any, dict[Any, int]]:
        """Return how many rows have each label, None included, by group; of too many distinct labels only some."""
        counts = self._frame.select(label=values, rows=self.nw.lit(1.0), **by)
        counts = counts.group_by("label", *by).agg(self.nw.col("rows").sum())
        columns = fetched(counts if by else counts.head(MOST_LABELS + 2), exact=("label", "by"))
        keys = columns.get("by", [None] * len(columns["rows"]))
        of_groups: dict[Any, dict[Any, int]] = defaultdict(dict) if by else {None: {}}
        for key, label, rows in zip(keys, columns["label"], columns["rows"].tolist(), strict=True):
            # Null and NaN are both missing.
            here = of_groups[_value(key)]
            here[_value(label)] = here.get(_value(label), 0) + int(rows)
        return of_groups

    def _count_labels(self, of_groups: Mapping[Any, dict[Any, int]], chosen: Chosen) -> None:
        """Store the number of rows of each label, by group; warn of labels that may mark missing ones."""
        for key, counts in of_groups.items():
            self.labels[key] = chosen.counts(counts)
            others = counts.keys() - {
                label for label in counts if label in chosen.positive or chosen.is_negative(label)
            }
            self.left_out[key] = sum(counts[label] for label in others)
        if beside := codes_of_missing(chosen, self.distinct):
            rows = sum(counts.get(label, 0) for counts in of_groups.values() for label in beside)
            warn(missing_codes(f"label {self._names['label']!r}", beside, rows))

    def _items(self) -> Any:
        """Return one row for each item instead of its rows, which must all have the same label, weight and group."""
        nw, request = self.nw, self.request
        rows = self.lazy.with_columns(without=self._one_where(nw.col("score").is_null()))
        score = nw.col("score").max() if request.combine == "max" else nw.col("score").mean()
        same = [name for name in ("fg", "bg", "unit") if name != "unit" or request.groups is not None]
        ends = {f"{name}_{end}": getattr(nw.col(name), end)() for name in same for end in ("min", "max")}
        items = rows.group_by("item", *self._by).agg(
            score, nw.col("mixed").max(), nw.col("rows", "without").sum(), **ends
        )
        self._check_items(items, same)
        names = ["score", "mixed", *self._by]
        return items.select(*names, rows=nw.lit(1.0), **{name: nw.col(f"{name}_max") for name in same})

    def _check_items(self, items: Any, same: Sequence[str]) -> None:
        """Raise an error if rows of an item differ; warn if "max" favors the items of one class."""
        nw, request = self.nw, self.request
        differ = nw.any_horizontal(
            *(nw.col(f"{name}_min") != nw.col(f"{name}_max") for name in same), ignore_nulls=True
        )
        rule = "hold rows with the same label, weight and group in each item"
        way_out = "Name items more finely, or make one row of each before."
        self._check(items, [(self._one_where(differ), "item", rule, way_out)], "items")
        missing = self._counted(self.lazy.filter(nw.col("score").is_null()), "score")
        self.lost = {key: int(part.rows.sum()) for key, part in missing.by_group(self.keys).items()}
        front, back, count, without = (nw.col(name) for name in ("fg_max", "bg_max", "rows", "without"))
        partly = self._one_where((without > 0.0) & (without < count)).sum()
        sums = {"fg": front.sum(), "bg": back.sum(), "rows_fg": (front * count).sum(), "rows_bg": (back * count).sum()}
        *totals, lacking = (float(column[0]) for column in fetched(items.select(**sums, partly=partly)).values())
        if request.combine == "max":
            warn_favored(*totals)
        elif lacking > 0 and request.missing in ("lowest", "unreached"):
            raise mean_of_some()

    def check(self) -> float:
        """Raise an error for the first broken rule, with a value that breaks it; otherwise return the number of rows.

        Without rules nothing is queried, and the result is 0.
        """
        return self._check(self._frame, self._rules, "rows") if self._rules else 0.0

    def _check(self, frame: Any, rules: list[tuple[Any, str, str, str]], what: str) -> float:
        """Raise an error for the first rule that rows of a frame break; otherwise return the number of its rows."""
        broken = {f"{index}": wrong.sum() for index, (wrong, *_) in enumerate(rules)}
        counts = fetched(frame.select(**broken, rows=self.nw.len()))
        rows = float(counts["rows"][0])
        for index, (wrong, argument, rule, way_out) in enumerate(rules):
            if (count := counts[f"{index}"][0]) > 0:
                some = fetched(frame.filter(wrong > 0.0).select(argument).head(1), exact=(argument,))[argument]
                column = self._names[argument]
                got = f"values such as {listed(some)} in {count:.0f} of {rows:.0f} {what} of column {column!r}"
                raise invalid(argument, rule, got, way_out)
        return rows

    def table(self) -> CellTable:
        """Return the table of distinct scores, or of single rows where these are needed."""
        rows = self.check()
        # Intervals and the best ranking need the weight of each row, and whole groups are resampled.
        if self.request.groups is not None or (self.request.by_row and rows <= MOST_UNITS):
            return self._fetched(self.lazy)
        return self._counted(self.lazy, "score")

    def cells(self, lazy: Any, cell: Any) -> CellTable:
        """Return the table of cells: sums of weights, and the least and largest score, by cell number."""
        score = self.nw.col("score")
        return self._counted(lazy.with_columns(cell=cell), "cell", score.min(), score.max().alias("largest"))

    def _counted(self, lazy: Any, key: str, *ends: Any) -> CellTable:
        sums = self.nw.col("fg", "bg", "mixed", "rows").sum()
        return self._fetched(lazy.group_by(*self._by, key).agg(sums, *ends))

    def _fetched(self, query: Any) -> CellTable:
        columns = fetched(query, exact=("group", "unit"))
        count = len(columns["fg"])
        numbers = (self.keys.setdefault(_value(each), len(self.keys)) for each in columns.pop("group", ()))
        group = np.fromiter(numbers, np.intp, count) if self._by else np.zeros(count, dtype=np.intp)
        if "unit" in columns:
            columns["unit"] = one_dimensional("groups", columns["unit"])
        others = dict.fromkeys(("largest", "cell", "unit"), columns["score"])
        return CellTable(**{"group": group} | others | columns)


def needed(module: str, caller: str, extra: str) -> Any:
    """Return a module of an optional package.

    Raises
    ------
    PrplotValueError
        If the package is missing; the message names the extra of prplot to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise PrplotValueError(
            f"{caller} must have the package {package}; got none that can be imported ({error}). Install prplot with "
            f"its extra {extra!r}: python -m pip install 'prplot-curves[{extra}]'."
        ) from error


class NoFileError(PrplotValueError, FileNotFoundError):
    """No file has this name or matches this pattern."""


def unreadable(name: str, error: Exception) -> PrplotValueError:
    """Return the error for a file that cannot be opened."""
    kind = NoFileError if isinstance(error, FileNotFoundError) else PrplotValueError
    return kind(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.")


def no_column(argument: str, name: str, what: str, names: Sequence[str]) -> PrplotValueError:
    """Return the error for a missing column, with the nearest name and those that exist."""
    near = nearest(name, map(str, names), literal=True)
    way_out = f"{near} Its columns are {listed(names, most=20)}.".strip() if names else "It has no columns."
    return invalid(argument, f"name a column of {what}", repr(name), way_out)


def incomplete(source: str, reason: object) -> PrplotValueError:
    """Return the error for a file that ends too early or is damaged."""
    return invalid(
        source,
        "be a whole file",
        "one that is incomplete, damaged, or of another kind than its ending says",
        f"Copy it or download it again. Reading it failed with: {reason}",
    )


@contextmanager
def engine_errors(what: str, way_out: str = "") -> Iterator[None]:
    """Convert errors of an engine into prplot's, with the engine's message below."""
    try:
        yield
    except PrplotError:
        raise
    except Exception as error:
        text = str(error).strip() or "nothing"
        if CUT_OFF.search(text):
            raise incomplete(what, text) from error
        raise PrplotValueError(
            f"{what} must be such that its engine can count it; got {type(error).__name__} from the engine"
            f"{f'. {way_out} The engine' if way_out else ', which'} says:\n{text}"
        ) from error


def fetched(query: Any, *, exact: Collection[str] = ()) -> dict[str, Any]:
    """Run a query and return its columns: float64 arrays, or lists of Python objects for columns in ``exact``."""
    native = query.to_native()
    if not hasattr(native, "fetchnumpy"):
        columns = query.collect().iter_columns()
        arrays = {each.name: each.to_list() if each.name in exact else each.to_numpy() for each in columns}
    # Both ways of reading from DuckDB need no other package.
    elif not set(exact).isdisjoint(native.columns):
        rows = native.fetchall()
        arrays = {name: [row[index] for row in rows] for index, name in enumerate(native.columns)}
    else:
        arrays = {name: np.ma.filled(column.astype(float), np.nan) for name, column in native.fetchnumpy().items()}
    # Polars may leave out an addition of 0.0, which turns -0.0 into 0.0, so it is done here.
    return {name: column if name in exact else np.asarray(column, dtype=float) + 0.0 for name, column in arrays.items()}


def _value(value: Any) -> Any:
    """Return a value of the engine as a Python object, and None if it is missing."""
    return None if is_missing(value) else plain(value)


def number_of(cell: str) -> float:
    """Return a cell as a float; 1_0, which Python would read as 10, raises ValueError."""
    return float(cell.replace("_", "?"))
