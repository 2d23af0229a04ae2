"""What the entries of legends say of curves: their names and areas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.curve.curve import Curve
from prplot.draw.base.literal_text import localized, printable
from prplot.draw.lines.retraced import CurveLine
from prplot.uncertainty.curves import MeanCurve

__all__ = [
    "area_kinds",
    "area_text",
    "entry_parts",
    "has_entry",
    "entry_text",
    "label_with_area",
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


def label_with_area(curve: Curve | MeanCurve, area: float) -> str:
    """Return the label of a line: the name and the area.

    One text, as it is for any line of matplotlib, so that callers can read and replace it with ``get_label`` and
    ``set_label``; `entry_parts` takes it apart again, with what they have made of it.
    """
    text = written_area(curve, area)
    return text if curve.label is None else f"{printable(curve.label)}  {text}"


def written_area(curve: Curve | MeanCurve, area: float) -> str:
    """Return the area as the legend writes it, for soft labels of at most what."""
    text = "undefined" if np.isnan(area) else _number(area)
    if isinstance(curve, Curve) and curve.path.soft and curve.bounded and not np.isnan(area):
        bound = "at least" if curve.space.lower_is_better else "at most"
        text += f" of {bound} {_number(curve.best().area())}"
    if isinstance(curve, Curve) and curve.path.reached < 1 and not np.isnan(area):
        text += f", {RECALL}{localized(two_decimals(curve.path.reached))}"
    return text


def area_text(curve: Curve, line: Line2D | None) -> str:
    """Return the area as text, for soft labels of at most what."""
    area = line.area if isinstance(line, CurveLine) else curve.area()
    return written_area(curve, area).replace(" of at most ", " of ")


def _number(area: float) -> str:
    # What rounding alone leaves beside 0 and 1 is not printed.
    area = next((end for end in (0.0, 1.0) if abs(area - end) < ROUNDING), area)
    text = f"{area:.3f}" if abs(area) >= 0.01 or area == 0 else f"{area:.2g}"
    if area < 1 and float(text) == 1:
        # As many nines as tell it from 1, cut off rather than rounded up.
        digits = min(int(np.ceil(-np.log10(1.0 - area))), 15)
        text = f"{np.floor(area * 10**digits) / 10**digits:.{digits}f}"
    return localized(text.replace("-", "\N{MINUS SIGN}"))


def area_kinds(lines: Sequence[CurveLine]) -> tuple[list[str], str]:
    """Return what the areas are called, and what the header says of all."""
    kinds = [line.curve.area_name for line in lines]
    return kinds, kinds[0] if len(set(kinds)) == 1 else "area"


def rank(line: CurveLine) -> float:
    """Return what legends are sorted by: the best area is the smallest, what is undefined comes last."""
    if np.isnan(line.area):
        return np.inf
    return line.area if line.curve.space.lower_is_better else -line.area


def entry_parts(line: CurveLine, kind: str = "") -> tuple[str, str, str]:
    """Return what an entry says: the name or the caller's label, the area, and to which recall and of which kind."""
    label = printable(str(line.get_label()))
    area, recall = parted(line.written)
    more = " ".join(filter(None, (recall, kind)))
    if label in ("", line.written):
        return "", area, more
    name = label.removesuffix(f"  {line.written}")
    # An area that the caller has put elsewhere in the label is not said twice.
    return (name, "", kind) if line.written in name else (name, area, more)


def parted(written: str) -> tuple[str, str]:
    """Return the area and the recall that `written_area` has written, which may be none."""
    area, _, recall = written.partition(f", {RECALL}")
    return area, recall and RECALL + recall


def entry_text(parts: Sequence[str]) -> str:
    """Return an entry as a whole."""
    name, value, more = parts
    between = ", " if more.startswith(RECALL) else " "
    return "  ".join(filter(None, (name, between.join(filter(None, (value, more))))))


def has_entry(line: CurveLine, ax: Axes) -> bool:
    """Whether a line has an entry: it is there to be seen, and its label does not leave it out."""
    label = str(line.get_label())
    left_out = label.startswith("_") and line.written not in label
    return line.axes is ax and line.get_visible() and not left_out


def two_decimals(share: float) -> str:
    """Return a share to two decimals, or to as many as tell it from 0 and 1."""
    for digits in range(2, DIGITS):
        text = f"{share:.{digits}f}"
        if (float(text) not in (0.0, 1.0)) or share in (0.0, 1.0):
            return text
    return f"{share:.1g}"
