"""What is asked of an engine: how much foreground and background there is at each distinct score.

The rows of a frame become, on the engine, rows of a group, a kind, a score and the weights of both classes; one query
adds them up by group, kind and score. Rows of the kind `PLAIN` are as they should be; all others have score 0, so that
what is wrong with a million rows is one row of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotError, PrplotTypeError, PrplotValueError, invalid, listed, short, wrong_type
from prplot.names import nearest
from prplot.rows.arrays import EXACT_INTEGERS, FloatArray
from prplot.rows.checks import MISSING_KINDS, numbers
from prplot.rows.sample import MOST_UNITS
from prplot.sources.extras import needed
from prplot.sources.files import decimal_comma

# Kinds of rows: those that count as they are, those without a score, and from then on one for each flaw.
PLAIN, MISSING, FIRST_FLAW = 0, 1, 2
# More distinct labels than these stay where they are: such a column is hardly one of labels.
MOST_LABELS = 500
ARRAYS = "Arrays go to prplot.from_labels and prplot.from_weights."
FRAMES = "be a data frame that narwhals reads: pandas, polars, pyarrow, DuckDB, Ibis, Dask or PySpark"

# Which of the distinct labels are positive.
Chosen = Callable[[list[Any]], list[Any]]


class Columns(NamedTuple):
    """Which column of a frame is what, by argument."""

    score: Any
    label: Any = None
    fg: Any = None
    bg: Any = None
    weight: Any = None
    by: Any = None

    def as_texts(self) -> Columns:
        """Return the names as texts, as `read_frame` has them."""
        return Columns(*(None if name is None else str(name) for name in self))


class Flaw(NamedTuple):
    """What may be wrong with a row: where it is not, in which column, which rule it breaks, and the way out."""

    fits: Any
    argument: str
    column: str
    rule: str
    way_out: str


class Table(NamedTuple):
    """What leaves the engine: a row for each group, kind and distinct score, in any order.

    Rows that have weights, or soft labels, leave it one by one, up to 2**24 of them.

    Attributes
    ----------
    keys : list
        The distinct groups; [None] for a frame that is not grouped.
    group : array of int of shape (M,)
        Which of them each row belongs to.
    kind : array of int of shape (M,)
    score, fg, bg : arrays of shape (M,)
        The score, and the weights there; the score is 0 in rows that are not plain.
    rows : array of shape (M,)
        How many rows of the frame each is.
    mixed : array of bool of shape (M,)
        Where a row of the frame is partly foreground and partly background.
    largest : array of shape (M,), or None
        Where scores are in bins: the largest of each, of which ``score`` is the least.
    """

    keys: list[Any]
    group: NDArray[np.intp]
    kind: NDArray[np.intp]
    score: FloatArray
    fg: FloatArray
    bg: FloatArray
    rows: FloatArray
    mixed: NDArray[np.bool_]
    largest: FloatArray | None = None


class Frame(NamedTuple):
    """A frame of any engine.

    Attributes
    ----------
    nw : module
        Narwhals.
    lazy : narwhals.LazyFrame
    schema : dict
        The type of each column, by name.
    what : str
        What messages call it.
    """

    nw: Any
    lazy: Any
    schema: dict[str, Any]
    what: str = "frame"

    def number(self, argument: str, column: str) -> tuple[Any, list[Flaw]]:
        """Return a column as float64, -0.0 as 0.0, and what may be wrong with it."""
        nw, kind, values = self.nw, self.schema[column], self.nw.col(column)
        if not (kind.is_numeric() or kind in (nw.Boolean, nw.Object)):
            raise PrplotTypeError(
                f"{argument} must name a column of numbers; got {column!r} of type {kind}. Cast it in the frame first."
            )
        flaws = []
        if kind in (nw.Int64, nw.UInt64, nw.Int128, nw.UInt128):
            small = values <= EXACT_INTEGERS
            if kind.is_signed_integer():
                small = small & (values >= -EXACT_INTEGERS)
            rule = "hold integers of at most 2**53, beyond which float64 merges neighbours"
            way_out = "Pass ranks instead." if argument == "score" else "Divide all of them by a constant."
            flaws.append(Flaw(small | values.is_null(), argument, column, rule, way_out))
        return values.cast(nw.Float64) + 0.0, flaws

    def weight(self, argument: str, column: str, *, share: bool = False) -> tuple[Any, list[Flaw]]:
        """Return a column of weights, which are in [0, 1] where they are shares, and what may be wrong with it."""
        values, flaws = self.number(argument, column)
        fits = (values >= 0.0) & (values < np.inf)
        rule, way_out = "hold finite weights that are not negative", "A weight of 0 leaves a row out."
        flaws.append(Flaw(fits, argument, column, rule, way_out))
        if share:
            rule, way_out = (
                "lie in [0, 1] when bg is not given",
                "Name a column of background weights with bg= as well.",
            )
            flaws.append(Flaw(values <= 1.0, argument, column, rule, way_out))
        return values, flaws

    def label(self, column: str, chosen: Chosen) -> tuple[Any, Flaw]:
        """Return which rows have a positive label, after a query for the labels there are, and what may be wrong."""
        nw, kind, values = self.nw, self.schema[column], self.nw.col(column)
        if kind.is_nested():
            raise PrplotTypeError(f"label must name a column of single values; got {column!r} of type {kind}.")
        # Compared with a number a truth value is an error on some engines, and so are decimals with floats.
        as_number = {nw.Boolean: nw.Int8, nw.Decimal: nw.Float64, nw.Float32: nw.Float64, nw.Float64: nw.Float64}
        as_text = {nw.Categorical: nw.String, nw.Enum: nw.String}
        other = next((cast for known, cast in (as_number | as_text).items() if kind == known), None)
        if other is not None:
            values = values.cast(other)
        there = ~values.is_null()
        if other == nw.Float64:
            there = there & ~values.is_nan()
        with engine_errors(self.what):
            found = fetched(self.lazy.select(label=values).unique().head(MOST_LABELS + 1), exact="label")["label"]
        labels = [each for each in map(plain, found) if each is not None]
        if len(labels) > MOST_LABELS and other != nw.Float64:
            got = f"more than {MOST_LABELS} in column {column!r}"
            raise invalid("label", "have few distinct values", got, "Make a column of it that is true or false.")
        positive = chosen([bool(each) for each in labels] if kind == nw.Boolean else labels)
        flaw = Flaw(there, "label", column, "not hold missing labels", "Drop those rows first.")
        if not positive:
            return nw.lit(0) == 1, flaw
        return values.is_in([int(each) for each in positive] if kind == nw.Boolean else positive), flaw


class Rows(NamedTuple):
    """The rows of a frame as they are counted, on their engine.

    Attributes
    ----------
    frame : Frame
    lazy : narwhals.LazyFrame
        With columns "kind", "score", "fg" and "bg"; "group" where the frame is grouped; "mixed" where
        labels are soft, and "one" where the weights do not tell how many rows there are.
    keys : tuple of str
        What to group by.
    sums : tuple of str
        What to add up.
    flaws : list of Flaw
        By kind, from `FIRST_FLAW` on.
    """

    frame: Frame
    lazy: Any
    keys: tuple[str, ...]
    sums: tuple[str, ...]
    flaws: list[Flaw]

    @classmethod
    def of(cls, frame: Frame, columns: Columns, chosen: Chosen) -> Rows:
        """Prepare the rows of a frame; its labels are looked up."""
        nw = frame.nw
        score, flaws = frame.number("score", columns.score)
        weight = None
        if columns.weight is not None:
            weight, more = frame.weight("weight", columns.weight)
            flaws += more
        if columns.label is not None:
            positive, unlabelled = frame.label(columns.label, chosen)
            flaws.append(unlabelled)
            every = nw.lit(1.0) if weight is None else weight
            fg = nw.when(positive).then(every).otherwise(nw.lit(0.0))
            bg = nw.when(positive).then(nw.lit(0.0)).otherwise(every)
        else:
            fg, more = frame.weight("fg", str(columns.fg), share=columns.bg is None)
            flaws += more
            bg = 1.0 - fg
            if columns.bg is not None:
                bg, more = frame.weight("bg", columns.bg)
                flaws += more
            if weight is not None:
                fg, bg = fg * weight, bg * weight
        kind = nw.when(score.is_nan()).then(nw.lit(MISSING)).otherwise(nw.lit(PLAIN))
        kind = nw.when(score.is_null()).then(nw.lit(MISSING)).otherwise(kind)
        for number, flaw in reversed(list(enumerate(flaws, FIRST_FLAW))):
            kind = nw.when(flaw.fits).then(kind).otherwise(nw.lit(number))
        made = {"kind": kind, "score": score, "fg": fg, "bg": bg}
        keys = ("kind", "score") if columns.by is None else ("group", "kind", "score")
        if columns.by is not None:
            made["group"] = nw.col(columns.by)
        known = nw.when(nw.col("kind") == PLAIN).then(nw.col("score")).otherwise(nw.lit(0.0))
        also = {"score": known}
        if columns.label is None:
            both = (nw.col("fg") > 0.0) & (nw.col("bg") > 0.0)
            also["mixed"] = nw.when(both).then(nw.lit(1.0)).otherwise(nw.lit(0.0))
        if columns.label is None or weight is not None:
            also["one"] = nw.lit(1.0)
        with engine_errors(frame.what):
            lazy = frame.lazy.select(**made).with_columns(**also)
        sums = tuple(name for name in ("fg", "bg", "mixed", "one") if name in (made | also))
        return cls(frame, lazy, keys, sums, flaws)

    def table(self) -> Table:
        """Run the query, and see to it that the rows have no flaw."""
        nw = self.frame.nw
        with engine_errors(self.frame.what):
            # What a row weighs says how sure a number is, and what the best ranking is.
            many = fetched(self.lazy.select(nw.col("one").sum()), exact="")["one"][0] if "one" in self.sums else 0
            if 0 < many <= MOST_UNITS:
                query = self.lazy.select(*self.keys, *self.sums)
            else:
                query = self.lazy.group_by(*self.keys).agg(*(nw.col(name).sum() for name in self.sums))
            found = fetched(query, exact="group")
        score, fg, bg = (np.asarray(found[name], dtype=np.float64) for name in ("score", "fg", "bg"))
        rows = np.asarray(found["one"], dtype=np.float64) if "one" in found else fg + bg
        kind = np.asarray(found["kind"]).astype(np.intp)
        self.check(kind, rows)
        mixed = np.asarray(found["mixed"]) > 0 if "mixed" in found else np.zeros(len(score), dtype=bool)
        keys, group = numbered(found["group"]) if "group" in found else ([None], np.zeros(len(score), dtype=np.intp))
        return Table(keys, group, kind, score, fg, bg, rows, mixed)

    def check(self, kind: NDArray[np.intp], rows: FloatArray) -> None:
        """Raise an error for the first flaw that rows have, with a value of one of them."""
        if not len(kind) or kind.max() < FIRST_FLAW:
            return
        number = int(kind[kind >= FIRST_FLAW].min())
        flaw, nw = self.flaws[number - FIRST_FLAW], self.frame.nw
        wrong = nw.when(flaw.fits).then(nw.lit(0)).otherwise(nw.lit(1)) == 1
        with engine_errors(self.frame.what):
            found = fetched(self.frame.lazy.filter(wrong).select(value=nw.col(flaw.column)).head(1), exact="value")
        value = next(iter(found["value"]), None)
        value = value.item() if isinstance(value, np.generic) else value
        many = f"{rows[kind == number].sum():.0f} of {rows.sum():.0f} rows of column {flaw.column!r}"
        raise invalid(flaw.argument, flaw.rule, f"values such as {short(value)} in {many}", flaw.way_out)


def read_frame(frame: Any, columns: Sequence[Columns], caller: str, extra: str, what: str = "frame") -> Frame:
    """Return a frame, whose columns are there.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If it is no frame, or lacks a column; the message names those that there are.
    """
    nw = needed("narwhals.stable.v2", caller, extra)
    frame = _with_text_names(frame, columns)
    columns = [each.as_texts() for each in columns]
    try:
        read = nw.from_native(frame)
    except TypeError:
        raise wrong_type("frame", FRAMES, frame, ARRAYS) from None
    except Exception as error:
        raise PrplotValueError(f"frame must {FRAMES}; got one that it refuses: {error}") from error
    with engine_errors(what):
        schema = dict(read.collect_schema())
    named = [(argument, name) for each in columns for argument, name in each._asdict().items() if name is not None]
    for argument, name in named:
        if name not in schema:
            near = nearest(name, [each for each in schema if isinstance(each, str)], literal=True) or ""
            way_out = f"{near} Its columns are {listed(schema, most=20)}.".strip() if schema else "It has no columns."
            raise invalid(argument, "name a column of the frame", repr(name), way_out)
    used = {name: argument for argument, name in named}
    read = read.select(*used)
    schema = {name: schema[name] for name in used}
    if hasattr(read, "get_column"):
        read = _without_objects(nw, read, schema, used)
    return Frame(nw, read.lazy(), schema, what)


def _with_text_names(frame: Any, columns: Sequence[Columns]) -> Any:
    """Return a frame whose columns that are used have texts as names; those of pandas may have numbers."""
    named = [(argument, name) for each in columns for argument, name in each._asdict().items() if name is not None]
    numbered = [(argument, name) for argument, name in named if not isinstance(name, str)]
    if not numbered:
        return frame
    if not hasattr(frame, "iloc"):
        raise wrong_type(numbered[0][0], "name a column of the frame, in a text", numbered[0][1])
    have = list(frame.columns)
    for argument, name in numbered:
        if name not in have:
            raise invalid(argument, "name a column of the frame", repr(name), f"Its columns are {listed(have, 20)}.")
        if str(name) in have:
            raise invalid(argument, "name one column", f"{name!r}, beside the text {str(name)!r}", "Rename one.")
    used = [name for _, name in numbered]
    # Shares the data.
    frame = frame.copy(deep=False)
    frame.columns = [str(name) if name in used else name for name in have]
    return frame


def _without_objects(nw: Any, frame: Any, schema: dict[str, Any], used: dict[str, str]) -> Any:
    """Return a frame in memory in which columns of numbers that are Python objects are float64.

    Labels that are categories are what the categories are: texts, whole numbers or truth values.
    """
    for name, argument in used.items():
        if argument == "label" and schema[name] == nw.Categorical:
            plain = _of_categories(frame.get_column(name).to_native())
            frame = frame.with_columns(nw.from_native(plain, series_only=True).alias(name))
            schema[name] = frame.schema[name]
    read = {}
    for name, argument in used.items():
        if argument != "by" and schema[name] == nw.Object:
            values = frame.get_column(name).to_numpy()
            if argument != "label" or _are_decimals(values):
                read[name] = numbers(argument, values)
    if not read:
        return frame
    schema |= dict.fromkeys(read, nw.Float64())
    return frame.with_columns(*(nw.new_series(name, read[name], backend=frame.implementation) for name in read))


def _of_categories(column: Any) -> Any:
    """Return a column of categories as one of their values; of polars these are texts."""
    if hasattr(column, "cat") and hasattr(column.cat, "categories"):
        return column.astype(object if column.isna().any() else column.cat.categories.dtype)
    return column.cast(column.type.value_type) if hasattr(column, "type") else column


def _are_decimals(values: NDArray[Any]) -> bool:
    return {type(each).__name__ for each in values} - set(MISSING_KINDS) == {"Decimal"}


@contextmanager
def engine_errors(what: str, way_out: str = "") -> Iterator[None]:
    """Show the message of an engine under ours where it fails."""
    try:
        yield
    except PrplotError:
        raise
    except Exception as error:
        said = str(error).strip() or "nothing"
        if cell := re.search(r"column .* must hold numbers; got '(.*)'\.", said, re.DOTALL):
            raise PrplotValueError(f"{cell[0]}{decimal_comma(cell[1])}") from error
        raise PrplotValueError(
            f"{what} must be such that its engine can count it; got {type(error).__name__} from the engine"
            f"{f'. {way_out} The engine' if way_out else ', which'} says:\n{said}"
        ) from error


def fetched(query: Any, *, exact: str) -> dict[str, Any]:
    """Run a query and return its columns as arrays, but the one named as the Python objects of the engine."""
    native = query.to_native()
    if hasattr(native, "fetchnumpy"):
        return _from_duckdb(native, exact)
    found = query.collect() if hasattr(query, "collect") else query
    return {
        name: found.get_column(name).to_list() if name == exact else found.get_column(name).to_numpy()
        for name in found.columns
    }


def _from_duckdb(relation: Any, exact: str) -> dict[str, Any]:
    """Return the columns of a relation, for which DuckDB needs no other package but where Python objects are wanted."""
    if exact not in relation.columns:
        return dict(relation.fetchnumpy())
    rows = relation.fetchall()
    columns = list(zip(*rows, strict=True)) if rows else [() for _ in relation.columns]
    return dict(zip(relation.columns, columns, strict=True))


def plain(value: Any) -> Any:
    """Return a value as Python has it, one that is missing as None."""
    value = value.item() if isinstance(value, np.generic) else value
    return None if type(value).__name__ in MISSING_KINDS or value != value else value


def numbered(groups: Sequence[Any]) -> tuple[list[Any], NDArray[np.intp]]:
    """Return the distinct groups, and which one each row is in."""
    place: dict[Any, int] = {}
    numbers = np.fromiter(
        (place.setdefault(plain(each), len(place)) for each in groups), dtype=np.intp, count=len(groups)
    )
    return list(place), numbers
