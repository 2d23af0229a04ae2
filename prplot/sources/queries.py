"""What is asked of a frame or a file, and how an engine is asked for the weights at each distinct score.

On the engine each row gets a group, a score and the weights of both classes; one query adds these up by group and
score. A missing score is null on the engine and NaN in the arrays that are fetched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import compress, pairwise
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
    one_of,
    short,
    wrong_type,
)
from prplot.names import MissingScores
from prplot.path.makers import known_tolerance
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray
from prplot.rows.checks import is_missing, number_that, whole_number
from prplot.rows.hard_labels import label_set, plain, read_labels
from prplot.rows.read import MISSING
from prplot.rows.sample import MOST_UNITS

# A column with more distinct values is not taken for one of labels.
MOST_LABELS = 500
MOST_BINS = 10**8


# Words in the errors of engines for files that end too early.
CUT_OFF = re.compile("end of (gzip|file)|ended before|magic bytes|PAR1", re.IGNORECASE)
TRUTH = {"true": "1", "false": "0"}
NEEDED = "Use label= for hard labels, or fg= for soft ones."
RUNNING = "Use score= with label= or fg= for rows with scores; threshold=, tp= and fp= for running counts."
SOFT = "Name the column with fg= instead of label= for soft labels."

# One path, or a dict of paths by column of scores, by group, or by both.
Paths = ConfusionPath | dict[Any, ConfusionPath]


@dataclass
class Request:
    """The arguments of `from_frame`, checked: columns and options; and four more options.

    Attributes
    ----------
    near : float
        Scores that are this near are ties.
    rows : bool
        Whether one CSV file is read row by row whatever its size.
    texts : bool
        Whether labels, or what names the positive one, are texts: of a CSV file, or on the command line.
    threshold, tp, fp : column, optional
        Columns of running counts, instead of scores and labels.
    lower_is_positive : bool
        Whether small thresholds mean positive.
    what : str
        What messages call the frame or the file.
    """

    score: Any
    label: Any
    fg: Any
    bg: Any
    weight: Any
    by: Any
    pos_label: Any
    missing: MissingScores
    positives: Any
    negatives: Any
    bins: Any
    tolerance: Any
    name: str | None
    near: float = 0.0
    rows: bool = False
    texts: bool = False
    what: str = "frame"
    threshold: Any = None
    tp: Any = None
    fp: Any = None
    lower_is_positive: bool = False

    def __post_init__(self) -> None:
        if self.running:
            self._check_running()
        elif self.score is None:
            raise invalid("score", "name a column of scores", "none", RUNNING)
        if self.several and not (isinstance(self.score, Sequence) and all(map(_is_name, self.score))):
            raise wrong_type("score", "name a column, or be a list of such names", self.score)
        if not (self.scores or self.running) or len(set(self.scores)) < len(self.scores):
            raise invalid("score", "name at least one column, and each once", listed(self.scores) or "none")
        if not self.running and (self.label is None) == (self.fg is None):
            raise invalid("label or fg", "say what is positive", "neither" if self.label is None else "both", NEEDED)
        for argument, other, instead in (("bg", "fg", "label"), ("pos_label", "label", "fg")):
            value = getattr(self, argument)
            if value is not None and getattr(self, other) is None:
                raise invalid(
                    argument,
                    f"come with {other}",
                    f"{argument}={value!r} and {instead}={getattr(self, instead)!r}",
                    NEEDED,
                )
        if self.name is not None and (self.several or self.by is not None):
            raise invalid(
                "name", "be that of one path", f"{self.name!r} for more", "They have the names of columns and groups."
            )
        for argument in ("positives", "negatives"):
            total = getattr(self, argument)
            if total is not None and isinstance(total, Mapping) != (self.by is not None):
                raise invalid(
                    argument,
                    "be a mapping from groups to weights with by=, else a number",
                    "a number for every group" if self.by is not None else "a mapping without by=",
                )
        bins, tolerance = self.bins, self.tolerance
        if bins is not None and tolerance is not None:
            raise invalid(
                "bins or tolerance",
                "say how finely to count",
                f"bins={bins!r} and tolerance={tolerance!r}",
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
        self.missing = one_of("missing", self.missing, MISSING)

    def _check_running(self) -> None:
        """Raise an error unless all columns of running counts are named, and nothing that rows of scores need."""
        for argument in ("threshold", "tp", "fp"):
            if not _is_name(column := getattr(self, argument)):
                if column is None:
                    raise invalid(argument, "name a column where running counts are read", "none", RUNNING)
                raise wrong_type(argument, "name a column", column)
        usual = {"missing": "raise", "near": 0.0}
        for argument in ("score", "label", "fg", "bg", "weight", "pos_label", "missing", "bins", "tolerance", "near"):
            value = getattr(self, argument)
            if value != usual.get(argument):
                raise invalid(
                    "tolerance" if argument == "near" else argument,
                    "be left out where threshold=, tp= and fp= name running counts",
                    short(value),
                    "For counts of each score by itself use score=, fg= and bg=.",
                )

    @property
    def running(self) -> bool:
        """Whether columns of running counts are read, rather than rows with scores."""
        return not (self.threshold is None and self.tp is None and self.fp is None)

    @property
    def several(self) -> bool:
        """Whether there is a path for each of several columns of scores."""
        return not (self.running or _is_name(self.score))

    @property
    def scores(self) -> list[Any]:
        """The columns of scores."""
        if self.running:
            return []
        return list(self.score) if self.several else [self.score]

    @property
    def exact(self) -> bool:
        """Whether all distinct scores are kept, rather than bins."""
        return self.bins is None and self.tolerance is None

    @property
    def by_row(self) -> bool:
        """Whether rows are known one by one: those that have weights, or soft labels, unless they are in bins."""
        return (self.weight is not None or self.label is None) and self.exact

    @property
    def columns(self) -> list[tuple[str, Any]]:
        """The columns that are used, each with the argument that names it."""
        names = ("label", "fg", "bg", "weight", "by", "threshold", "tp", "fp")
        others = [(argument, getattr(self, argument)) for argument in names]
        return [*(("score", score) for score in self.scores), *(each for each in others if each[1] is not None)]

    def positive(self, labels: list[Any]) -> list[Any]:
        """Return which of the distinct labels are positive; of no labels none is."""
        boxed = np.empty(len(labels), dtype=object)
        boxed[:] = _meaning([*map(str, labels)], self.pos_label) if self.texts else labels
        chosen = read_labels(boxed, self.pos_label, None, f"label {self.label!r}", SOFT, must_occur=len(labels) > 0)
        return list(compress(labels, chosen.positive))

    def groups_told(self) -> list[Any]:
        """Return the groups whose totals were given, which may have no rows."""
        return [key for each in (self.positives, self.negatives) if isinstance(each, Mapping) for key in each]

    def totals(self, key: Any) -> dict[str, Any]:
        """Return the total weights of a group, as the caller knows them, by argument."""
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
        """Return the name of the path of a column of scores and a group."""
        if self.by is None:
            return self.name or str(score)
        part = f"no {self.by}" if group is None else str(group)
        return f"{score}, {part}" if self.several else part

    def arranged(self, paths: dict[tuple[Any, Any], ConfusionPath]) -> Paths:
        """Return the paths of columns of scores and groups as they were asked for."""
        if self.several and self.by is not None:
            return paths
        by_key = {score if self.several else group: path for (score, group), path in paths.items()}
        return by_key if self.several or self.by is not None else by_key[None]


def _is_name(name: Any) -> bool:
    return isinstance(name, str | int | np.integer) and not isinstance(name, bool)


def _meaning(cells: list[str], pos_label: object) -> list[Any]:
    """Return texts of labels as numbers if ``pos_label`` names them by number, or if it is not needed."""
    values: list[Any] = [*cells]
    for index, cell in enumerate(cells):
        with suppress(ValueError):
            values[index] = number_of(TRUTH.get(cell.lower(), cell))
    if pos_label is None:
        return values if all(isinstance(each, float) and abs(each) <= 1 for each in values) else cells
    named = label_set("pos_label", pos_label)
    return [cell if cell in named or value not in named else value for cell, value in zip(cells, values, strict=True)]


class CellTable(NamedTuple):
    """What leaves the engine: a row for each group and distinct score, in any order.

    EngineRows that have weights, or soft labels, leave it one by one, up to 2**24 of them.

    Attributes
    ----------
    group : array of int of shape (M,)
        The number of the group.
    score, fg, bg : arrays of shape (M,)
        The score, NaN where it is missing, and the weights there.
    rows : array of shape (M,)
        How many rows of the frame each is.
    mixed : array of shape (M,)
        How many of them are partly positive and partly negative.
    largest, cell : arrays of shape (M,)
        Where scores are in bins: the largest of each, of which ``score`` is the least, and its number; else the score.
    """

    group: NDArray[np.intp]
    score: FloatArray
    fg: FloatArray
    bg: FloatArray
    rows: FloatArray
    mixed: FloatArray
    largest: FloatArray
    cell: FloatArray

    def at(self, which: Any) -> CellTable:
        """Return some of the rows."""
        return CellTable(*(column[which] for column in self))

    def and_(self, *others: CellTable) -> CellTable:
        """Return the rows of all tables, which have the same columns."""
        return CellTable(*map(np.concatenate, zip(self, *others, strict=True)))

    def by_group(self, keys: Collection[Any]) -> dict[Any, CellTable]:
        """Return a table for each group, by falling score; missing ones are last."""
        table = self.at(np.lexsort((-self.score, self.group)) if self.group.any() else np.argsort(-self.score))
        ends = np.searchsorted(table.group, np.arange(len(keys) + 1))
        return {key: table.at(slice(*two)) for key, two in zip(keys, pairwise(ends), strict=True)}


class EngineRows:
    """The rows of a frame on their engine, with scores and weights by class.

    Attributes
    ----------
    nw : module
        Narwhals.
    lazy : narwhals.LazyFrame
        With columns "score", "fg", "bg", "mixed" (1 where both weights are positive) and "rows" (1); "group" where it
        is grouped.
    keys : dict
        The groups found so far, with their numbers; None alone where the frame is not grouped.
    """

    def __init__(self, nw: Any, frame: Any, request: Request, score: Any) -> None:
        # Columns are renamed to the arguments that name them.
        self._names = {argument: str(name) for argument, name in request.columns} | {"score": str(score)}
        self._frame = frame.select(**{argument: nw.col(name) for argument, name in self._names.items()})
        self.nw, self.request, self._schema = nw, request, self._frame.collect_schema()
        # Rules: 1.0 in rows that break it, the argument, the rule in words, and the way out.
        self._rules: list[tuple[Any, str, str, str]] = []
        number = self._number("score")
        fg = self._weight("fg") if request.label is None else self._one_where(self._positive())
        bg = 1.0 - fg if request.bg is None else self._weight("bg")
        if request.weight is not None:
            weight = self._weight("weight")
            fg, bg = fg * weight, bg * weight
        mixed = self._one_where((fg > 0.0) & (bg > 0.0))
        made = {"score": self._without_nan(number), "fg": fg, "bg": bg, "mixed": mixed, "rows": nw.lit(1.0)}
        self._by, self.keys = ([], {None: 0}) if request.by is None else (["group"], {})
        if self._by:
            group = nw.col("by")
            made["group"] = self._without_nan(group) if self._schema["by"].is_float() else group
        self.lazy = self._frame.select(**made)

    def _must(self, fits: Any, argument: str, words: str, way_out: str) -> None:
        self._rules.append((1.0 - self._one_where(fits), argument, words, way_out))

    def _one_where(self, fits: Any) -> Any:
        return self.nw.when(fits).then(self.nw.lit(1.0)).otherwise(self.nw.lit(0.0))

    def _without_nan(self, values: Any) -> Any:
        """Return floats with null for NaN, since both are missing."""
        return self.nw.when(~values.is_nan()).then(values)

    def _number(self, argument: str) -> Any:
        """Return a column as float64, -0.0 as 0.0."""
        nw, kind, values = self.nw, self._schema[argument], self.nw.col(argument)
        if not (kind.is_numeric() or kind in (nw.Boolean, nw.Object)):
            raise PrplotTypeError(
                f"{argument} must name a column of numbers; got {self._names[argument]!r} of type {kind}. Cast it in "
                "the frame first.",
                argument=argument,
            )
        if kind in (nw.Int64, nw.UInt64, nw.Int128, nw.UInt128):
            small = values <= EXACT_INTEGERS
            if kind.is_signed_integer():
                small = small & (values >= -EXACT_INTEGERS)
            self._must(
                small | values.is_null(),
                argument,
                "hold integers of at most 2**53, beyond which float64 merges neighbours",
                "Pass ranks instead." if argument == "score" else "Divide all of them by a constant.",
            )
        return values.cast(nw.Float64) + 0.0

    def _weight(self, argument: str) -> Any:
        """Return a column of weights; fg without bg must lie in [0, 1]."""
        values = self._number(argument)
        fits = (values >= 0.0) & (values < np.inf)
        self._must(fits, argument, "hold finite weights that are not negative", "A weight of 0 leaves a row out.")
        if argument == "fg" and self.request.bg is None:
            self._must(
                values <= 1.0,
                argument,
                "lie in [0, 1] when bg is not given",
                "Name a column of negative weights with bg= as well.",
            )
        return values

    def _positive(self) -> Any:
        """Return which rows have a positive label, after a query for the labels there are."""
        nw, values, kind, column = self.nw, self.nw.col("label"), self._schema["label"], repr(self._names["label"])
        if kind.is_nested():
            text = message("label", "name a column of single values", f"{column} of type {kind}")
            raise PrplotTypeError(text, argument="label")
        if kind.is_float() or kind.is_decimal():
            # Some engines cannot compare decimals with floats.
            values = self._without_nan(values.cast(nw.Float64))
        elif kind in (nw.Categorical, nw.Enum):
            values = values.cast(nw.String)
        distinct = fetched(self._frame.select(label=values).unique().head(MOST_LABELS + 1), exact="label")["label"]
        labels = [each for each in map(_value, distinct) if each is not None]
        if len(labels) > MOST_LABELS:
            got, way_out = f"more than {MOST_LABELS} in column {column}", "Else make one that is true or false."
            raise invalid("label", "have few distinct values", got, f"{SOFT} {way_out}")
        if len(labels) < len(distinct):
            self._must(~values.is_null(), "label", "not hold missing labels", "Drop those rows first.")
        positive = self.request.positive(labels)
        return values.is_in(positive) if positive else nw.lit(0) == 1

    def check(self) -> float:
        """Raise an error for the first rule that rows break, with a value of one of them; else return their number.

        Without rules nothing is asked, and the number is 0.
        """
        if not self._rules:
            return 0.0
        broken = {f"{index}": wrong.sum() for index, (wrong, *_) in enumerate(self._rules)}
        counts = fetched(self._frame.select(**broken, rows=self.nw.len()))
        rows = float(counts["rows"][0])
        for index, (wrong, argument, words, way_out) in enumerate(self._rules):
            if (count := counts[f"{index}"][0]) > 0:
                some = fetched(self._frame.filter(wrong > 0.0).select(argument).head(1), exact=argument)[argument]
                raise invalid(
                    argument,
                    words,
                    f"values such as {listed(some)} in {count:.0f} of {rows:.0f} rows of column "
                    f"{self._names[argument]!r}",
                    way_out,
                )
        return rows

    def table(self) -> CellTable:
        """Return the table of distinct scores."""
        rows = self.check()
        # Intervals and the best ranking need the weight of each row.
        if self.request.by_row and rows <= MOST_UNITS:
            return self._fetched(self.lazy)
        return self._counted(self.lazy, "score")

    def cells(self, lazy: Any, cell: Any) -> CellTable:
        """Return a table of cells of scores, by their numbers, of some of the rows."""
        score = self.nw.col("score")
        return self._counted(lazy.with_columns(cell=cell), "cell", score.min(), score.max().alias("largest"))

    def _counted(self, lazy: Any, key: str, *ends: Any) -> CellTable:
        sums = self.nw.col("fg", "bg", "mixed", "rows").sum()
        return self._fetched(lazy.group_by(*self._by, key).agg(sums, *ends))

    def _fetched(self, query: Any) -> CellTable:
        columns = fetched(query, exact="group")
        count = len(columns["fg"])
        numbers = (self.keys.setdefault(_value(each), len(self.keys)) for each in columns.pop("group", ()))
        group = np.fromiter(numbers, np.intp, count) if self._by else np.zeros(count, dtype=np.intp)
        return CellTable(**{"group": group, "largest": columns["score"], "cell": columns["score"]} | columns)


def needed(module: str, caller: str, extra: str) -> Any:
    """Return a module of an optional package.

    Raises
    ------
    PrplotValueError
        Where it is not installed; the message names the extra of prplot that brings it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise PrplotValueError(
            f"{caller} must have the package {package}; got none that can be imported ({error}). Install prplot with "
            f"its extra {extra!r}: python -m pip install 'prplot[{extra}]'."
        ) from error


def incomplete(source: str, reason: object) -> PrplotValueError:
    """Return the error of a file that ends too early."""
    return invalid(
        source,
        "be a whole file",
        "one that is incomplete, damaged, or of another kind than its ending says",
        f"Copy it or download it again. Reading it failed with: {reason}",
    )


@contextmanager
def engine_errors(what: str, way_out: str = "") -> Iterator[None]:
    """Put the message of an engine that fails below ours."""
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


def fetched(query: Any, *, exact: str = "") -> dict[str, Any]:
    """Run a query and return its columns as arrays of float64, but ``exact`` as the Python objects of the engine."""
    native = query.to_native()
    if not hasattr(native, "fetchnumpy"):
        columns = query.collect().iter_columns()
        arrays = {each.name: each.to_list() if each.name == exact else each.to_numpy() for each in columns}
    # DuckDB needs no other package for these two ways.
    elif exact in native.columns:
        rows = native.fetchall()
        arrays = {name: [row[index] for row in rows] for index, name in enumerate(native.columns)}
    else:
        arrays = {name: np.ma.filled(column.astype(float), np.nan) for name, column in native.fetchnumpy().items()}
    # Polars may leave out the addition that makes -0.0 0.0.
    return {name: column if name == exact else np.asarray(column, dtype=float) + 0.0 for name, column in arrays.items()}


def _value(value: Any) -> Any:
    """Return a value as Python has it, one that is missing as None."""
    return None if is_missing(value) else plain(value)


def number_of(cell: str) -> float:
    """Return a cell as a float; Python alone would read 1_0 as 10, which is an error here."""
    return float(cell.replace("_", "?"))
