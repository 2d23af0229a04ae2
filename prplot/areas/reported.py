"""Find the conventions whose areas round to a reported number."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Any

import numpy as np

from prplot.areas.table import WAY_OUT, Area, Areas, areas, mean_areas, written
from prplot.curve.classifiers import named
from prplot.errors import PrplotTypeError, by_name, invalid, short, wrong_type
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number

# An area may lie outside the interval by this much, because the area itself is rounded.
SLACK = Fraction(1, 10**12)
MOST_DIGITS = 17
NEAREST = 3
# A number passed as a string has at most this many characters.
LONGEST = 40

NUMBER = re.compile(
    r"(?P<number>[+-]?(?=\.?\d)\d*(\.(?P<decimals>\d*))?(e(?P<exponent>[+-]?\d{1,2}))?)\s*(?P<percent>%?)",
    re.IGNORECASE | re.ASCII,
)
AS_PRINTED = "Pass it as it is printed, for example '0.83' or '83.1 %'."


@by_name()
def identify(
    path: ConfusionPath | Sequence[ConfusionPath] | Mapping[Any, ConfusionPath],
    reported: str | float,
    digits: int | None = None,
) -> Areas:
    """Find which definitions of the area give a reported number: the rows of the table `areas` that round to it.

    Parameters
    ----------
    path : ConfusionPath, sequence or mapping of them
        The sample. Or several samples, such as categories, IoU thresholds or queries, if a mean area was reported: each
        area is averaged over the samples where it is defined, and the row of the area gives the number of these
        samples.
    reported : str or float
        The number as it is printed: "0.83", ".830", "83.1 %", "8.3e-1", "-0.02". The last digit of the string shows to
        how many decimals the number was rounded. A float is accepted together with ``digits``.
    digits : int, optional
        How many decimals a number was rounded to; not for strings, whose digits are counted.

    Returns
    -------
    Areas
        The rows of `areas` that lie within half a unit of the last digit, both ends included since tools differ in how
        they round halves. If no area is that close, the table is empty and names the nearest area.

    Raises
    ------
    PrplotTypeError
        If ``path`` is neither a path nor a mapping of paths, or ``reported`` neither a string nor a number; for a
        number without ``digits`` or a string with them.
    PrplotValueError
        If the mapping is empty, the string is no number, or ``digits`` is not a whole number from 0 to 17.

    Notes
    -----
    Several definitions of the area may agree in two digits; three or four tell them apart.

    Examples
    --------
    >>> import prplot
    >>> from prplot.areas import identify
    >>> path = prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1])
    >>> [row.key for row in identify(path, "0.2338")]
    ['continuous']
    >>> [claim.tool for claim in identify(path, "28.75 %")[0].claims]
    ['AUCCalculator']
    >>> len(identify(path, "0.999"))
    0

    Two queries, one of which returned one of its two relevant documents:

    >>> queries = {"q1": path, "q2": prplot.from_labels([1, 0], [2, 1], positives=2)}
    >>> print(identify(queries, "0.4125")["trec map"].what)
    mean over 2 of 2: average precision, ties in the order given; 0 where nothing is relevant

    The areas differ because the rules between thresholds differ:

    >>> curves = [path.pr(rule, label=rule) for rule in ("continuous", "linear", "step")]
    >>> artists = prplot.plot(curves)
    """
    paths = [each for _, each in named("path", path, ConfusionPath, "be a ConfusionPath, or several of them", WAY_OUT)]
    several = not isinstance(path, ConfusionPath)
    table = mean_areas(paths) if several else areas(paths[0])
    low, high, shown = _interval(reported, digits)
    slack = SLACK * max(Fraction(1), abs(high), abs(low))
    values = ((row, Fraction(row.value)) for row in table if math.isfinite(row.value))
    missed = [(max(low - value, value - high, Fraction(0)), row) for row, value in values]
    rows = tuple(row for far, row in missed if far <= slack)
    among = f"the means of areas over {len(paths)} paths" if several else f"the areas of {path!r}"
    heading = f"{shown}, so from {float(low):.12g} to {float(high):.12g}, in {among}"
    return replace(table, rows=rows, heading=heading, note="" if rows else _nearest(missed, low))


def _interval(reported: Any, digits: Any) -> tuple[Fraction, Fraction, str]:
    """Return the ends of the interval of numbers that round to the reported one, and the number as text."""
    if isinstance(reported, str):
        if digits is not None:
            raise PrplotTypeError(
                "digits must be left out where reported is a string, whose last digit says it; "
                f"got digits={short(digits)}."
            )
        shown = reported.strip() if len(reported) <= LONGEST else ""
    else:
        if isinstance(reported, bool):
            raise wrong_type("reported", "be a string or a number", reported, AS_PRINTED)
        value = number("reported", reported)
        if digits is None:
            raise PrplotTypeError(
                f"reported must say how far it was rounded; got the number {short(reported)}. "
                f"Pass it as a string, as it was printed, or say how many decimals it has: digits=2."
            )
        if isinstance(digits, bool) or not isinstance(digits, int | np.integer) or not 0 <= digits <= MOST_DIGITS:
            raise invalid("digits", f"be a whole number from 0 to {MOST_DIGITS}", short(digits), "It counts decimals.")
        if not math.isfinite(value):
            raise invalid("reported", "be finite", short(reported), AS_PRINTED)
        shown = f"{value:.{int(digits)}f}"
    # Numbers copied from a paper may have a typographic minus sign.
    match = NUMBER.fullmatch(shown.replace("\N{MINUS SIGN}", "-"))
    if match is None:
        raise invalid("reported", "be a number as it is printed", short(reported), AS_PRINTED)
    exponent = int(match["exponent"] or 0) - len(match["decimals"] or "") - 2 * len(match["percent"])
    middle = Fraction(match["number"]) / 100 ** len(match["percent"])
    half = Fraction(10) ** exponent / 2
    return middle - half, middle + half, shown


def _nearest(missed: list[tuple[Fraction, Area]], low: Fraction) -> str:
    """Return a sentence that names the nearest areas, with their distances to the interval."""
    if not missed:
        return "No area of this sample is defined."
    near = ", ".join(
        f"{row.key} {written(row.value)} ({float(far):.2g} {'below' if row.value < low else 'above'})"
        for far, row in sorted(missed, key=itemgetter(0))[:NEAREST]
    )
    percent = " Is it a percentage? Then write it with %." if low > 1 else ""
    return f"No convention gives it. The nearest: {near}.{percent}"
