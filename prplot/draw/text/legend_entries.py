"""What the entries of legends say of curves: their names and areas."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.curve.curve import Curve
from prplot.draw.base.literal_text import localized, printable
from prplot.draw.lines.curve_line import CurveLine
from prplot.uncertainty.curves import MeanCurve
from prplot.uncertainty.interval import Interval

# What rounding alone leaves beside areas of 0 and 1.
ROUNDING = 1e-12
# The ends of intervals have at least so many decimals, and at most.
LEAST_DECIMALS, MOST_DECIMALS = 2, 12
# An area as it is written: the number, the interval, and the largest area or the recall at which the curve ends.
WRITTEN = re.compile(r"(\S*)(?: (\[.*?\]))?(?: (\(.*\)))?")


def area_of(curve: Curve | MeanCurve) -> float:
    """Return the area; NaN where there is none."""
    return math.nan if curve.space.no_area else curve.area()


def area_name(curve: Curve | MeanCurve) -> str:
    """Return what legends call the area: "AUROC", "AP", "AUPRC (linear from (0, 1))", ..."""
    one = curve if isinstance(curve, Curve) else curve.curves[0]
    name = one.space.area_names(one.rule)[1]
    if one.left != "one":
        return name
    return f"{name[:-1]} from (0, 1))" if name.endswith(")") else f"{name} from (0, 1)"


def label_with_area(curve: Curve | MeanCurve, area: float, interval: Interval | None = None) -> str:
    """Return the label of a line: the name and the area.

    One text, as it is for any line of matplotlib, so that callers can read and replace it with ``get_label`` and
    ``set_label``; `entry_parts` takes it apart again, with what they have made of it.
    """
    text = written_area(curve, area, interval)
    if curve.label is None:
        return text or f"_{curve.space.title.lower()}"
    return f"{printable(curve.label)}  {text}".rstrip()


def written_area(curve: Curve | MeanCurve, area: float, interval: Interval | None = None, *, ends: bool = True) -> str:
    """Return the area with its interval or bounds, the largest area with soft labels, and where the curve ends."""
    if curve.space.no_area:
        return ""
    text, notes = "undefined" if np.isnan(area) else _number(area), []
    if interval is not None and math.isfinite(interval.low) and math.isfinite(interval.high):
        text += f" [{_ends(area, interval)}]"
    if isinstance(curve, Curve) and not np.isnan(area):
        if interval is None:
            text += _bounds(curve)
        if curve.path.soft and curve.bounded:
            notes.append(f"{'min' if curve.space.lower_is_better else 'max'} {_number(curve.best().area())}")
        if ends and curve.path.reached < 1:
            notes.append(f"ends at recall {two_decimals(curve.path.reached)}")
    return f"{text} ({', '.join(notes)})" if notes else text


def area_text(curve: Curve, line: Line2D | None, *, ends: bool = True) -> str:
    """Return the area of a curve as the line that shows it knows it, if there is one."""
    area, interval = (line.area, line.interval) if isinstance(line, CurveLine) else (area_of(curve), None)
    return written_area(curve, area, interval, ends=ends)


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
    return f" [{_pair(f'{low:.{digits}f}', f'{high:.{digits}f}')}]"


def _number(area: float) -> str:
    # What rounding alone leaves beside 0 and 1 is not printed.
    area = next((end for end in (0.0, 1.0) if abs(area - end) < ROUNDING), area)
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # As many nines as tell it from 1, cut off rather than rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return localized(text)


def _ends(area: float, interval: Interval) -> str:
    """Return the ends of an interval, to as few decimals as tell them apart and leave the area between them."""
    for digits in range(LEAST_DECIMALS, MOST_DECIMALS):
        low, high = f"{interval.low:.{digits}f}", f"{interval.high:.{digits}f}"
        # An end that is not 0 or 1 is not written so.
        whole = any(
            float(text) in (0.0, 1.0) and float(text) != end
            for text, end in ((low, interval.low), (high, interval.high))
        )
        if float(low) < float(high) and float(low) <= float(f"{area:.3f}") <= float(high) and not whole:
            break
    return _pair(low, high)


def _pair(*ends: str) -> str:
    """Return two numbers with the sign that is as wide as a plus, none before 0, and no comma that may be decimal."""
    texts = [localized(end if float(end) else end.replace("-", "")) for end in ends]
    return ("; " if any("," in text for text in texts) else ", ").join(texts)


def level_of(lines: Sequence[CurveLine]) -> str:
    """Return the level of the intervals of lines, as headers write it; empty where there are none, or several."""
    levels = {line.interval.level for line in lines if line.interval is not None and "[" in line.written}
    return f", {100 * levels.pop():g} % CI" if len(levels) == 1 else ""


def header_of(lines: Sequence[CurveLine]) -> tuple[str, list[str]]:
    """Return the header of a legend, and what each entry says of its area where the header cannot for all."""
    level = level_of(lines)
    kinds = [area_name(line.curve) + ("" if level else level_of([line])) for line in lines]
    mixed = len(set(kinds)) > 1
    bands = {(line.band.level, line.band.kind) for line in lines if line.band is not None}
    levels = [f"{100 * share:g} %{' simultaneous' * (kind != 'pointwise')}" for share, kind in sorted(bands)]
    said = [f"{'area' if mixed else kinds[0]}{level}"]
    if levels and f", {levels[0]} CI" != level:
        said.append(f"band{'s' * (len(levels) > 1)} {' and '.join(levels)}")
    bins = any(line.interval is None and "[" in line.written for line in lines)
    return "; ".join(filter(None, said)) + " [bounds of bins]" * bins, kinds if mixed else [""] * len(lines)


def rank(line: CurveLine) -> float:
    """Return what legends are sorted by: the best area is the smallest, what is undefined comes last."""
    if np.isnan(line.area):
        return np.inf
    return line.area if line.curve.space.lower_is_better else -line.area


def entry_parts(line: CurveLine, kind: str = "") -> list[str]:
    """Return the parts of an entry: name or the caller's label, area, interval, what else is said of it."""
    label = printable(str(line.get_label()))
    name = label.removesuffix(line.written).removesuffix("  ")
    # An area that the caller has put elsewhere in the label is not said twice.
    found = None if line.written in name else WRITTEN.fullmatch(line.written)
    area, interval, note = ((part or "") for part in (found.groups() if found else ("", "", "")))
    return [name, area, interval, f"{note} {kind}".strip()]


def entry_text(parts: Sequence[str]) -> str:
    """Return an entry as a whole."""
    return "  ".join(filter(None, (parts[0], " ".join(filter(None, parts[1:])))))


def has_entry(line: CurveLine, ax: Axes) -> bool:
    """Whether a line has an entry: it is there to be seen, and its label does not leave it out."""
    label = str(line.get_label())
    left_out = label.startswith("_") and not (line.written and line.written in label)
    return line.axes is ax and line.get_visible() and not left_out


def two_decimals(share: float) -> str:
    """Return a share to two decimals, or to as many, up to five, as tell it from 0 and 1."""
    digits = next((d for d in range(2, 5) if float(f"{share:.{d}f}") not in (0.0, 1.0) or share in (0.0, 1.0)), None)
    return localized(f"{share:.1g}" if digits is None else f"{share:.{digits}f}")
