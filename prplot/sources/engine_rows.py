"""The queries by which an engine adds up weights per distinct score.

On the engine, each row gets a group, a score and a weight in each class; one query adds up the weights by group and
score. A missing score is null on the engine and NaN in fetched arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotTypeError, invalid, listed, message, option, warn
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray
from prplot.rows.checks import is_missing, one_dimensional, warn_of_merged
from prplot.rows.hard_labels import (
    Chosen,
    LabelRows,
    advice_on_missing_labels,
    missing_code_warning,
    plain,
    suspected_missing_codes,
)
from prplot.rows.items import mean_of_some, warn_favored
from prplot.rows.sample import MOST_UNITS
from prplot.sources.request import Request, soft_labels

# A column with more distinct values than this is not accepted as a column of labels.
MOST_LABELS = 500


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
            raise invalid("label", "have few distinct values", got, f"{soft_labels()} {way_out}")
        if len(labels) < len(distinct) and self.request.neg_label is None:
            self._must(~values.is_null(), "label", "not hold missing labels", advice_on_missing_labels())
        self.distinct, chosen = labels, self.request.labels(labels)
        if chosen.shown_in_repr or len(labels) < len(distinct):
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
        if suspicious := suspected_missing_codes(chosen, self.distinct):
            rows = sum(counts.get(label, 0) for counts in of_groups.values() for label in suspicious)
            warn(missing_code_warning(f"label {self._names['label']!r}", suspicious, rows))

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
