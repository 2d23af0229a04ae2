"""The table of all named areas of a sample, as text, as HTML and as columns."""

from __future__ import annotations

import html
import math
import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, zip_longest
from typing import Any

from prplot.areas.claims import TESTED, Claim
from prplot.areas.conditions import CONDITIONS, as_grouped, as_listed
from prplot.areas.conventions import CONVENTIONS, MONOTONE, Convention
from prplot.errors import PrplotValueError, PrplotWarning, by_name, not_among, wrong_type
from prplot.path.path import ConfusionPath
from prplot.synonyms import known

__all__ = ["Area", "Areas", "areas", "mean_areas", "written"]

# Columns of the text: names, numbers, sentences, tools.
KEY, VALUE, WHAT, TOOLS = 29, 10, 41, 24
WIDTH = KEY + VALUE + WHAT + TOOLS + 6
LEFT = "text-align:left;vertical-align:top"


def written(value: float) -> str:
    """Return an area as the table shows it."""
    if math.isnan(value):
        return "-"
    return f"{value:.6f}" if 1e-3 <= abs(value) < 1e3 or value == 0 else f"{value:.6g}"


@dataclass(frozen=True, repr=False)
class Area:
    """One row of the table: a convention and its value on a sample, or the mean of its values on several.

    Attributes
    ----------
    convention : Convention
        What the number is.
    value : float
        The number; NaN where it is undefined.
    undefined : str
        Why it is; empty where it is not.
    claims : tuple of Claim
        The tools that would print it for this sample, or for each of those that the mean is taken over.
    members : tuple of int or None
        Of a mean: over how many samples it is taken, those where it is defined, and how many there are.
    bounds : tuple of float or None
        Of counts in bins: the least and the largest number over all orders of the scores within them; NaN where none
        are known. See `Curve.bounds`.
    """

    convention: Convention
    value: float
    undefined: str
    claims: tuple[Claim, ...]
    members: tuple[int, int] | None = None
    bounds: tuple[float, float] | None = None

    def __repr__(self) -> str:
        value = f"undefined, {self.undefined}" if self.undefined else f"{written(self.value)}{self._between(', ')}"
        lines = [f"{self.key}: {value}", self.what]
        return "\n  ".join([*lines, *map(str, self.claims)])

    def _between(self, before: str = "") -> str:
        """Return between which numbers it is, in words; empty where scores are not in bins."""
        if self.bounds is None or self.undefined:
            return ""
        if math.isnan(self.bounds[0]):
            return f"{before}no bounds known for bins"
        return f"{before}between {written(self.bounds[0])} and {written(self.bounds[1])}"

    @property
    def key(self) -> str:
        """The name of the convention."""
        return self.convention.key

    @property
    def space(self) -> str:
        """The space in which it is an area."""
        return self.convention.space

    @property
    def what(self) -> str:
        """What it is, in one sentence."""
        if self.members is None:
            return self.convention.what
        return f"mean over {self.members[0]} of {self.members[1]}: {self.convention.what}"


@by_name()
@dataclass(frozen=True, repr=False, eq=False)
class Areas:
    """A table of named areas of one sample: rows one after the other, or one by its name or number.

    Attributes
    ----------
    rows : tuple of Area
        The rows.
    heading : str
        What the table holds.
    note : str
        What is to be said below it; may be empty.

    Examples
    --------
    >>> import prplot
    >>> table = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).areas()
    >>> round(table["continuous"].value, 4), round(table["step"].value, 4)
    (0.7973, 0.8333)
    >>> [claim.tool for claim in table["step"].claims]
    ['scikit-learn', 'torchmetrics', 'yardstick']
    """

    rows: tuple[Area, ...]
    heading: str
    note: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Area]:
        return iter(self.rows)

    def __contains__(self, key: object) -> bool:
        if isinstance(key, str):
            return known(key, [row.key for row in self.rows]) is not None
        return key in self.rows

    def __getitem__(self, key: str | int) -> Area:
        if isinstance(key, str):
            keys = [row.key for row in self.rows]
            name = known(key, keys)
            if name is None:
                raise not_among("convention", key, keys, "the name of an area", "The table")
            return self.rows[keys.index(name)]
        try:
            return self.rows[key]
        except TypeError:
            raise wrong_type("convention", "be a name or the number of a row", key) from None

    def to_dict(self) -> dict[str, float]:
        """Return the numbers by the names of their conventions."""
        return {row.key: row.value for row in self.rows}

    def columns(self) -> dict[str, list[str] | list[float]]:
        """Return the table as columns, for example for ``pandas.DataFrame``.

        Returns
        -------
        dict of lists
            convention, space, area, what, printed_by (each tool with its call and what the claim
            rests on), undefined (why; empty where the area is defined); of counts in bins also least and most.
        """
        known = [row.bounds for row in self.rows]
        bounds = [(math.nan, math.nan) if each is None else each for each in known]
        ends = {"least": [each[0] for each in bounds], "most": [each[1] for each in bounds]}
        return {
            "convention": [row.key for row in self.rows],
            "space": [row.space for row in self.rows],
            "area": [row.value for row in self.rows],
            "what": [row.what for row in self.rows],
            "printed_by": ["; ".join(map(str, row.claims)) for row in self.rows],
            "undefined": [row.undefined for row in self.rows],
            **(ends if any(each is not None for each in known) else {}),
        }

    def __repr__(self) -> str:
        lines = [*textwrap.wrap(self.heading, WIDTH), *self._text()]
        return "\n".join([*lines, *textwrap.wrap(self._legend(), WIDTH), *textwrap.wrap(self.note, WIDTH)])

    def _text(self) -> Iterator[str]:
        for space, rows in groupby(self.rows, lambda row: row.space):
            yield f"{space:<{KEY}} {'area':>{VALUE}}  {'what it is':<{WHAT}}  printed by"
            for row in rows:
                names = ", ".join(claim.tool + ("" if claim.tested else "*") for claim in row.claims)
                tools = f"undefined: {row.undefined}" if row.undefined else names
                words = (textwrap.wrap(text, width) for text, width in ((row.what, WHAT), (tools, TOOLS)))
                cells = [[*filter(None, [row._between()]), *what] if k == 0 else what for k, what in enumerate(words)]
                head = f"  {row.key:<{KEY - 2}} {written(row.value):>{VALUE}}"
                for first, what, tool in zip_longest([head], *cells, fillvalue=""):
                    yield f"{first:<{KEY + VALUE + 1}}  {what:<{WHAT}}  {tool}".rstrip()

    def _legend(self) -> str:
        """Return what the claims rest on."""
        claims = [claim for row in self.rows for claim in row.claims]
        tested = sorted({claim.tool for claim in claims if claim.tested}, key=str.lower)
        parts = [f"Tested against {', '.join(f'{tool} {TESTED[tool]}' for tool in tested)}."] if tested else []
        parts += ["* From its source, not run."] if any(not claim.tested for claim in claims) else []
        return " ".join(parts)

    def _repr_html_(self) -> str:
        head = "".join(f"<th style='{LEFT}'>{name}</th>" for name in ("Convention", "Area", "What it is", "Printed by"))
        body = "".join(map(_html_row, self.rows))
        table = f"<table><caption style='{LEFT}'>{html.escape(self.heading)}</caption>"
        note = f"<p>{html.escape(self.note)}</p>" if self.note else ""
        return f"<div>{table}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}</div>"


def _html_row(row: Area) -> str:
    tools = [
        f"{html.escape(claim.tool)}: <code>{html.escape(claim.call)}</code> <small>({html.escape(claim.basis)})</small>"
        for claim in row.claims
    ]
    last = f"<em>undefined: {html.escape(row.undefined)}</em>" if row.undefined else "<br>".join(tools)
    value = html.escape(written(row.value)) + (f"<br><small>{row._between()}</small>" if row._between() else "")
    cells = (html.escape(row.key), value, html.escape(row.what), last)
    return "<tr>" + "".join(f"<td style='{LEFT}'>{cell}</td>" for cell in cells) + "</tr>"


@by_name()
def areas(path: ConfusionPath) -> Areas:
    """Return every named area of a sample, and beside each which well-known tool prints that number.

    Parameters
    ----------
    path : ConfusionPath
        The sample.

    Returns
    -------
    Areas
        A table; ``table["step"].value`` is one number, and ``table["step"]`` shows it with its
        convention and the tools. Undefined areas are NaN, with the reason in the row.

    Raises
    ------
    PrplotTypeError
        If ``path`` is not a path.

    Notes
    -----
    A tool is shown where it would print the number for this very sample. So those that take hard
    labels only are not shown for soft ones (rows given twice, once per class with its weight,
    would do), those that take no weights not for weighted rows, those that want scores in [0, 1]
    not for others, and none where ties are treated in another way than as one step, or where there
    is one class only, or where the path ends before everything is predicted positive: those tools do not know of
    positives that no threshold returns. Tools of detection and retrieval do, need no negatives, and take
    equal scores row by row, in the order given. A path made from counts may come from hard labels, of weight 1 if all
    counts are whole.

    Of counts in bins (`ConfusionPath.binned`) each row also has ``.bounds``, and no tool is shown: it would print
    another number for the scores themselves.

    What the claims rest on: "tested against TOOL VERSION" means that the tests of prplot compare
    the numbers.

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
        raise wrong_type("path", "be a ConfusionPath", path, "Make one with prplot.from_labels or prplot.from_weights.")
    holds = cache(lambda condition: CONDITIONS[condition](path))
    distinct = as_grouped(path)
    grouped = holds("foreground weight") and holds("background weight") and path.closed and distinct
    listed = distinct or as_listed(path)
    in_order = cache(lambda: path if path.sample is None else path.ties("given"))
    rows = []
    for convention in CONVENTIONS:
        missing = next((need for need in convention.needs if not holds(need)), None)
        if missing == "background weight" and math.isnan(path.negatives):
            missing = "the number of negatives, which is unknown"
        value, reason = math.nan, f"needs {missing}"
        if missing is None:
            value, reason = _value(convention, in_order() if convention.one_by_one else path)
        bounds = _bounds(convention, path, value) if path.binned and not reason else None
        claims = (
            claim
            for claim in convention.claims
            if (listed if claim.unreturned else grouped) and not (reason or path.binned) and all(map(holds, claim.for_))
        )
        rows.append(Area(convention, value, reason, tuple(claims), bounds=bounds))
    return Areas(tuple(rows), f"Areas of {path!r}")


def mean_areas(paths: Mapping[Any, ConfusionPath]) -> Areas:
    """Return the mean of every named area over several samples, such as categories or queries.

    Each is taken over the samples where it is defined, and says how many they are. A tool is shown
    where it would print the number of each of them.
    """
    for path in paths.values():
        if not isinstance(path, ConfusionPath):
            raise wrong_type("path", "be a ConfusionPath, or a mapping of them", path)
    if not paths:
        raise PrplotValueError("path must be a ConfusionPath, or a mapping of them; got an empty mapping.")
    rows = [_mean(every) for every in zip(*(areas(path) for path in paths.values()), strict=True)]
    return Areas(tuple(rows), f"Means of areas over {len(paths)} paths, each where it is defined")


def _mean(every: Sequence[Area]) -> Area:
    defined = [row for row in every if not row.undefined]
    members = len(defined), len(every)
    if not defined:
        return replace(every[0], members=members)
    claims = tuple(claim for claim in defined[0].claims if all(claim in row.claims for row in defined))
    value = math.fsum(row.value for row in defined) / len(defined)
    known = [(row.value, row.value) if row.bounds is None else row.bounds for row in defined]
    ends = [math.fsum(each) / len(defined) for each in zip(*known, strict=True)]
    bounds = (ends[0], ends[1]) if any(row.bounds is not None for row in defined) else None
    return replace(defined[0], value=value, claims=claims, members=members, bounds=bounds)


def _bounds(convention: Convention, path: ConfusionPath, value: float) -> tuple[float, float]:
    """Return between which numbers a convention is, whatever the order within bins; NaN where that is not known."""
    if convention.key == "step":
        return path.pr("step").bounds()
    # Of soft labels the best and the worst ranking are those of bins, and not of what is in them.
    if convention.key not in MONOTONE or (path.soft and convention.key == "normalized, by=data"):
        return math.nan, math.nan
    ends = [_value(convention, order)[0] for order in path.hidden_orders]
    return min(*ends, value), max(*ends, value)


def _value(convention: Convention, path: ConfusionPath) -> tuple[float, str]:
    """Return the number, or NaN and what the warning about it says."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", PrplotWarning)
        value = float(convention.compute(path))
    if not math.isnan(value):
        return value, ""
    reasons = [str(w.message).partition(": ")[2].removesuffix(" NaN is returned.") for w in said]
    return value, reasons[-1].rstrip(".") if reasons else "0/0"
