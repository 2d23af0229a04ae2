"""What the entries of legends say of curves: their names and areas."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.curve.curve import Curve
from prplot.draw.base.literal_text import localized, printable
from prplot.draw.lines.curve_line import CurveLine
from prplot.uncertainty.curves import MeanCurve
from prplot.uncertainty.interval import Interval

__all__ = [
    "area_kinds",
    "area_of",
    "area_text",
    "entry_parts",
    "has_entry",
    "entry_text",
    "label_with_area",
    "level_of",
    "parted",
    "rank",
    "two_decimals",
    "written_area",
]

# What rounding alone leaves beside areas of 0 and 1.
ROUNDING = 1e-12
# Begins what is said of a curve that ends early.
RECALL = "recall to "
# Of so many decimals at most shares are written.
DIGITS = 5
# The ends of intervals have at least so many decimals, and at most.
LEAST_DECIMALS, MOST_DECIMALS = 2, 12
# Begins what is said of how sure an area is.
OPEN = " ["


def area_of(curve: Curve | MeanCurve) -> float:
    """Return the area; NaN where there is none."""
    return math.nan if curve.space.no_area else curve.area()


def label_with_area(curve: Curve | MeanCurve, area: float, interval: Interval | None = None) -> str:
    """Return the label of a line: the name and the area.

    One text, as it is for any line of matplotlib, so that callers can read and replace it with ``get_label`` and
    ``set_label``; `entry_parts` takes it apart again, with what they have made of it.
    """
    text = written_area(curve, area, interval)
    if curve.label is None and not text:
        return f"_{curve.space.title.lower()}"
    return text if curve.label is None else f"{printable(curve.label)}  {text}".rstrip()


def written_area(curve: Curve | MeanCurve, area: float, interval: Interval | None = None) -> str:
    """Return the area as the legend writes it: with its interval or bounds, for soft labels of at most what."""
    if curve.space.no_area:
        return ""
    text = "undefined" if np.isnan(area) else _number(area)
    if interval is not None and math.isfinite(interval.low) and math.isfinite(interval.high):
        text += f"{OPEN}{_ends(area, interval)}]"
    elif interval is None and isinstance(curve, Curve):
        text += _bounds(curve)
    if isinstance(curve, Curve) and curve.path.soft and curve.bounded and not np.isnan(area):
        bound = "at least" if curve.space.lower_is_better else "at most"
        text += f" of {bound} {_number(curve.best().area())}"
    if isinstance(curve, Curve) and curve.path.reached < 1 and not np.isnan(area):
        text += f", {RECALL}{localized(two_decimals(curve.path.reached))}"
    return text


def area_text(curve: Curve, line: Line2D | None) -> str:
    """Return the area as text, for soft labels of at most what."""
    area, interval = (line.area, line.interval) if isinstance(line, CurveLine) else (area_of(curve), None)
    return written_area(curve, area, interval).replace(" of at most ", " of ")


def _bounds(curve: Curve) -> str:
    """Return between which areas a curve of counts in bins lies, rounded away from each other; empty for others."""
    if not (curve.path.binned and curve.rule.monotone):
        return ""
    least, most = curve.bounds()
    if not least < most:
        return ""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        low, high = math.floor(least * 10**digits) / 10**digits, math.ceil(most * 10**digits) / 10**digits
        if high - low < 2 * (most - least):
            break
    return f"{OPEN}{_written_ends(f'{low:.{digits}f}', f'{high:.{digits}f}')}]"


def _number(area: float) -> str:
    # What rounding alone leaves beside 0 and 1 is not printed.
    area = next((end for end in (0.0, 1.0) if abs(area - end) < ROUNDING), area)
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # As many nines as tell it from 1, cut off rather than rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return localized(text.replace("-", "\N{MINUS SIGN}"))


def _ends(area: float, interval: Interval) -> str:
    """Return the ends of an interval, to as few decimals as tell them apart and leave the area between them."""
    written = float(f"{area:.3f}")
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        low, high = (f"{end:.{digits}f}" for end in (interval.low, interval.high))
        # An end that is not 0 or 1 is not written so.
        whole = any(
            float(text) in (0.0, 1.0) and float(text) != end
            for text, end in ((low, interval.low), (high, interval.high))
        )
        if float(low) < float(high) and float(low) <= written <= float(high) and not whole:
            break
    return _written_ends(low, high)


def _written_ends(low: str, high: str) -> str:
    texts = [localized(_signed(text)) for text in (low, high)]
    return ("; " if any("," in text for text in texts) else ", ").join(texts)


def _signed(number: str) -> str:
    """Return a number with the sign that is as wide as a plus, and none before 0."""
    return number.replace("-", "\N{MINUS SIGN}") if float(number) else number.removeprefix("-")


def level_of(lines: Sequence[CurveLine]) -> str:
    """Return the level of the intervals of lines, as headers write it; empty where there are none, or several."""
    levels = {line.interval.level for line in lines if line.interval is not None and OPEN in line.written}
    return f", {100 * levels.pop():g} % CI" if len(levels) == 1 else ""


def area_kinds(lines: Sequence[CurveLine]) -> tuple[list[str], str]:
    """Return what the areas are called, and what the header says of all."""
    kinds, level = [line.curve.area_name for line in lines], level_of(lines)
    if not level:
        kinds = [f"{kind}{level_of([line])}" for kind, line in zip(kinds, lines, strict=True)]
    said = f"{kinds[0] if len(set(kinds)) == 1 else 'area'}{level}"
    return kinds, f"{'; '.join(filter(None, (said, _bands(lines, level))))}{_bins(lines)}"


def _bins(lines: Sequence[CurveLine]) -> str:
    """Return what the header says of the bounds of counts in bins."""
    return " [bounds of bins]" if any(line.interval is None and OPEN in line.written for line in lines) else ""


def _bands(lines: Sequence[CurveLine], level: str) -> str:
    """Return what the header says of the bands around lines, unless they are as sure as the intervals."""
    kinds = {(line.band.level, line.band.kind) for line in lines if line.band is not None}
    said = [f"{100 * share:g} %{' simultaneous' * (kind != 'pointwise')}" for share, kind in sorted(kinds)]
    return f"band{'s' * (len(said) > 1)} {' and '.join(said)}" if said and f", {said[0]} CI" != level else ""


def rank(line: CurveLine) -> float:
    """Return what legends are sorted by: the best area is the smallest, what is undefined comes last."""
    if np.isnan(line.area):
        return np.inf
    return line.area if line.curve.space.lower_is_better else -line.area


def entry_parts(line: CurveLine, kind: str = "") -> tuple[str, str, str, str]:
    """Return the parts of an entry: name or the caller's label, area, interval, to which recall and of which kind."""
    label = printable(str(line.get_label()))
    written, recall = parted(line.written)
    area, _, interval = written.partition(OPEN)
    interval = interval and OPEN.strip() + interval
    more = " ".join(filter(None, (recall, kind)))
    if label in ("", line.written):
        return "", area, interval, more
    name = label.removesuffix(f"  {line.written}")
    # An area that the caller has put elsewhere in the label is not said twice.
    return (name, "", "", kind) if line.written in name else (name, area, interval, more)


def parted(written: str) -> tuple[str, str]:
    """Return the area with its interval, and the recall that `written_area` has written, which may be none."""
    area, _, recall = written.partition(f", {RECALL}")
    return area, recall and RECALL + recall


def entry_text(parts: Sequence[str]) -> str:
    """Return an entry as a whole."""
    name, area, interval, more = parts
    between = ", " if more.startswith(RECALL) else " "
    value = " ".join(filter(None, (area, interval)))
    return "  ".join(filter(None, (name, between.join(filter(None, (value, more))))))


def has_entry(line: CurveLine, ax: Axes) -> bool:
    """Whether a line has an entry: it is there to be seen, and its label does not leave it out."""
    label = str(line.get_label())
    left_out = label.startswith("_") and not (line.written and line.written in label)
    return line.axes is ax and line.get_visible() and not left_out


def two_decimals(share: float) -> str:
    """Return a share to two decimals, or to as many as tell it from 0 and 1."""
    for digits in range(2, DIGITS):
        text = f"{share:.{digits}f}"
        if (float(text) not in (0.0, 1.0)) or share in (0.0, 1.0):
            return text
    return f"{share:.1g}"
