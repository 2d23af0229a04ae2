"""The table of all named areas of a sample, shown as text or HTML, or returned as columns."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from html import escape
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import Any

from prplot.areas.claims import CONDITIONS, TESTED, Claim, as_tools_have_them
from prplot.areas.numbers import CONVENTIONS, NUMBERS, SYNONYMS, NamedNumber
from prplot.errors import PrplotWarning, by_name, invalid, not_among, wrong_type
from prplot.names import known
from prplot.path.path import ConfusionPath
from prplot.rows.result_tables import Rows, html_table

# Widths of the columns in the text table: names, numbers, definitions, tools.
KEY, VALUE, WHAT, TOOLS = 29, 10, 41, 24
WIDTH = 110
WAY_OUT = "Make one with prplot.from_labels or prplot.from_weights."


def written(value: float) -> str:
    """Return an area as text for the table, with six significant digits or decimals; "-" for NaN."""
    if math.isnan(value):
        return "-"
    return f"{value:.6f}" if 1e-3 <= abs(value) < 1e3 or value == 0 else f"{value:.6g}"


@dataclass(frozen=True, repr=False)
class Area:
    """A named area of a sample: its value, its definition, and the software that prints it, such as scikit-learn.

    Attributes
    ----------
    convention : NamedNumber
        The definition of the area.
    value : float
        The number; NaN where it is undefined.
    undefined : str
        Why the value is undefined; empty if the value is defined.
    claims : tuple of Claim
        The tools that would print this value for this sample. If the value is a mean over several samples (`identify`):
        the tools that would print this area for every sample.
    members : tuple of int or None
        For a mean: the number of samples averaged (those where the area is defined), and the total number of samples.
    bounds : tuple of float or None
        For counts in bins: the least and the largest area over all orders of the scores within the bins; NaN if these
        bounds are not known. See `Curve.bounds`.
    """

    convention: NamedNumber
    value: float
    undefined: str
    claims: tuple[Claim, ...]
    members: tuple[int, int] | None = None
    bounds: tuple[float, float] | None = None

    def __repr__(self) -> str:
        value = f"undefined, {self.undefined}" if self.undefined else ", ".join([written(self.value), *self._between()])
        return "\n  ".join([f"{self.key}: {value}", self.what, *map(str, self.claims)])

    def _between(self) -> Iterator[str]:
        """Yield the bounds of the area in words; nothing unless scores are in bins."""
        if self.bounds:
            least, most = map(written, self.bounds)
            yield "no bounds known for bins" if least == "-" else f"between {least} and {most}"

    @property
    def key(self) -> str:
        """The short name of the area's definition, such as "step"; ``path.areas()["step"]`` returns this area."""
        return self.convention.key

    @property
    def space(self) -> str:
        """The name of the space in which the area is computed."""
        return self.convention.space

    @property
    def what(self) -> str:
        """The definition of the area, in one sentence."""
        if self.members is None:
            return self.convention.what
        return f"mean over {self.members[0]} of {self.members[1]}: {self.convention.what}"


@by_name()
@dataclass(frozen=True, repr=False, eq=False)
class Areas(Rows[Area]):
    """A table of named areas of one sample: iterate over the rows, or index one row by its name or its number.

    Attributes
    ----------
    rows : tuple of Area
        The rows.
    heading : str
        The heading of the table.
    note : str
        A note below the table; may be empty.

    Examples
    --------
    >>> import prplot
    >>> table = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).areas()
    >>> round(table["continuous"].value, 4), round(table["step"].value, 4)
    (0.7973, 0.8333)
    >>> [claim.tool for claim in table["step"].claims]  # the tools that return this area
    ['scikit-learn', 'torchmetrics', 'yardstick']
    """

    rows: tuple[Area, ...]
    heading: str
    note: str = ""

    def __contains__(self, key: object) -> bool:
        return bool(known(key, list(self.to_dict()), SYNONYMS)) if isinstance(key, str) else key in self.rows

    def __getitem__(self, key: str | int) -> Area:
        if isinstance(key, str):
            keys = list(self.to_dict())
            name = known(key, keys, SYNONYMS)
            if name is None and (number := known(key, list(NUMBERS), SYNONYMS)):
                way_out = f"It is a number for interval({number!r}) of the path."
                raise invalid("area", "be the name of an area of this table", repr(key), way_out)
            if name is None:
                raise not_among("area", key, keys, "the name of an area of this table", "The table lists them all.")
            key = keys.index(name)
        try:
            return self.rows[key]
        except TypeError:
            raise wrong_type("area", "be a name or the number of a row", key) from None

    def to_dict(self) -> dict[str, float]:
        """Return a dict of the values of the areas; the keys are the names of the areas, such as "step"."""
        return {row.key: row.value for row in self.rows}

    def columns(self) -> dict[str, list[str] | list[float]]:
        """Return the table as columns, for example for ``pandas.DataFrame``.

        Returns
        -------
        dict of lists
            The columns: convention (name of the definition, such as "step"), space, area, what (the definition),
            printed_by (each tool that prints this area, its function call, and whether we tested it), undefined (why;
            empty if the area is defined). If scores were counted in bins, also least and most, the bounds of the area.
        """
        names = ["convention", "space", "area", "what", "printed_by", "undefined"]
        names += ["least", "most"] if any(row.bounds for row in self) else []
        rows: list[tuple[Any, ...]] = [
            (row.key, row.space, row.value, row.what, "; ".join(map(str, row.claims)), row.undefined)
            + (row.bounds or (math.nan, math.nan))
            for row in self
        ]
        return {name: [row[column] for row in rows] for column, name in enumerate(names)}

    def __repr__(self) -> str:
        fit = partial(wrap, width=WIDTH)
        return "\n".join([*fit(self.heading), *self._text(), *fit(self._legend()), *fit(self.note)])

    def _text(self) -> Iterator[str]:
        for space, rows in groupby(self, lambda row: row.space):
            yield f"{space:<{KEY}} {'area':>{VALUE}}  {'what it is':<{WHAT}}  printed by"
            for row in rows:
                names = ", ".join(claim.tool + "*" * (not claim.tested) for claim in row.claims)
                tools = wrap(f"undefined: {row.undefined}" if row.undefined else names, TOOLS)
                head = [f"  {row.key:<{KEY - 2}} {written(row.value):>{VALUE}}"]
                for cells in zip_longest(head, [*row._between(), *wrap(row.what, WHAT)], tools, fillvalue=""):
                    yield "{:<{}}  {:<{}}  {}".format(cells[0], KEY + VALUE + 1, cells[1], WHAT, cells[2]).rstrip()

    def _legend(self) -> str:
        """Return the line below the table: the tested versions of tools, and the meaning of the asterisk."""
        tools = sorted({claim.tool for row in self for claim in row.claims}, key=str.lower)
        tested = ", ".join(f"{tool} {TESTED[tool]}" for tool in tools if tool in TESTED)
        sentence = f"Tested against {tested}. " if tested else ""
        return sentence + "* From its source, not run." * any(tool not in TESTED for tool in tools)

    def _repr_html_(self) -> str:
        head = ("Convention", "Area", "What it is", "Printed by")
        table = html_table(head, list(map(_html_row, self)), names=len(head), caption=self.heading)
        return f"<div>{table}{self.note and f'<p>{escape(self.note)}</p>'}</div>"


def _html_row(row: Area) -> list[str]:
    tools = [
        f"{escape(claim.tool)}: <code>{escape(claim.call)}</code> <small>({escape(claim.basis)})</small>"
        for claim in row.claims
    ]
    last = f"<em>undefined: {escape(row.undefined)}</em>" if row.undefined else "<br>".join(tools)
    value = "<br>".join([written(row.value), *(f"<small>{text}</small>" for text in row._between())])
    return [escape(row.key), value, escape(row.what), last]


@by_name()
def areas(path: ConfusionPath) -> Areas:
    """Return a table of every named area of a sample, with the well-known tools that print each number.

    Parameters
    ----------
    path : ConfusionPath
        The sample.

    Returns
    -------
    Areas
        A table; ``table["step"].value`` is the area named "step", and ``table["step"]`` shows it with its definition
        and the tools. Undefined areas are NaN, with the reason in the row.

    Raises
    ------
    PrplotTypeError
        If ``path`` is not a path.

    Notes
    -----
    A tool is listed beside a number only if it would print this number for this sample. So tools for hard labels are
    not listed for soft labels, tools without weights not for weighted rows, and tools for scores in [0, 1] not for
    other scores. If some rows have no score, only tools for detection and retrieval are listed, since the others leave
    such rows out of P and N. A path made from counts is taken to be unweighted if all its counts are whole numbers.

    For scores counted in bins (`ConfusionPath.binned`) each row of the table also has ``.bounds``, between which the
    area of the unbinned scores lies; no tool is listed.

    Each tool is listed with its evidence: "tested against TOOL VERSION" means that the tests of prplot compare its
    numbers with those of the tool.

    Examples
    --------
    >>> import prplot
    >>> table = prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1]).areas()
    >>> for key in ("continuous", "discrete-tp", "discrete-tp, prefix dropped", "step"):
    ...     print(f"{table[key].value:.4f}", *(claim.tool for claim in table[key].claims))
    0.2338 PRROC XGBoost precrec
    0.2250 PRROC
    0.2875 AUCCalculator
    0.3250 scikit-learn yardstick
    """
    if not isinstance(path, ConfusionPath):
        raise wrong_type("path", "be a ConfusionPath", path, WAY_OUT)
    holds = cache(lambda condition: CONDITIONS[condition](path))
    in_order = cache(lambda: path if path.sample is None else path.ties("given"))
    grouped, listed = as_tools_have_them(path)
    closed = path.closed and holds("positive weight") and holds("negative weight")
    rows = []
    for convention in CONVENTIONS:
        missing = next((need for need in convention.needs if not holds(need)), "")
        if missing == "negative weight" and math.isnan(path.negatives):
            missing = "the number of negatives, which is unknown"
        if missing and convention.unlisted:
            continue
        value, reason = math.nan, f"needs {missing}"
        if not missing:
            value, reason = _value(convention, in_order() if convention.one_by_one else path)
        claims = tuple(
            claim
            for claim in convention.claims
            if not (reason or path.binned)
            and (listed if claim.unreturned else grouped and closed)
            and all(map(holds, claim.for_))
        )
        bounds = _bounds(convention, path, value) if path.binned and not reason else None
        rows.append(Area(convention, value, reason, claims, bounds=bounds))
    return Areas(tuple(rows), f"Areas of {path!r}")


def mean_areas(paths: Sequence[ConfusionPath]) -> Areas:
    """Return a table of the mean of every named area over several samples, such as categories or queries.

    Each mean is over the samples where the area is defined, and the table shows how many these are. A tool is listed if
    it would print the area of each of these samples.
    """
    tables = list(map(areas, paths))
    keys = [row.key for row in tables[0] if all(row.key in table for table in tables)]
    rows = (_mean([table[key] for table in tables]) for key in keys)
    return Areas(tuple(rows), f"Means of areas over {len(paths)} paths, each where it is defined")


def _mean(every: Sequence[Area]) -> Area:
    defined = [row for row in every if not row.undefined]
    mean = replace((defined or every)[0], members=(len(defined), len(every)))
    if not defined:
        return mean
    numbers = [(row.value, *(row.bounds or (row.value, row.value))) for row in defined]
    value, least, most = (math.fsum(each) / len(defined) for each in zip(*numbers, strict=True))
    return replace(
        mean,
        value=value,
        claims=tuple(claim for claim in mean.claims if all(claim in row.claims for row in defined)),
        bounds=(least, most) if any(row.bounds for row in defined) else None,
    )


def _bounds(convention: NamedNumber, path: ConfusionPath, value: float) -> tuple[float, float]:
    """Return the bounds of an area over all orders of rows within bins; NaN if no bounds are known."""
    if convention.key == "step":
        return path.pr("step").bounds()
    # For soft labels, best and worst ranking of the rows are unknown; only those of the bins are known.
    if not convention.monotone or (path.soft and convention.key == "normalized, by=data"):
        return math.nan, math.nan
    ends = [value, *(_value(convention, order)[0] for order in path._hidden_orders)]
    return min(ends), max(ends)


def _value(convention: NamedNumber, path: ConfusionPath) -> tuple[float, str]:
    """Return the area and an empty string, or NaN and the reason from the warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PrplotWarning)
        value = float(convention.compute(path))
    if not math.isnan(value):
        return value, ""
    reasons = [reason for warning in caught if (reason := getattr(warning.message, "reason", ""))]
    return value, (reasons or ["0/0"])[-1]
