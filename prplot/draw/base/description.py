"""What a figure shows, in words: its alternative text, and what files of each format say of it."""

from __future__ import annotations

import math
import os

import matplotlib as mpl
from matplotlib.figure import Figure

from prplot.curve.report import version
from prplot.draw.base.literal_text import printable
from prplot.draw.lines.curve_line import CurveLine, curves_on

__all__ = ["alt_text", "metadata"]

# Where files have a date.
DATES = {"pdf": "CreationDate", "svg": "Date"}


def alt_text(figure: Figure) -> str:
    """Return what a figure shows, in words for someone who does not see it; empty without curves."""
    return " ".join(_described(lines) for ax in figure.axes if (lines := curves_on(ax)))


def metadata(figure: Figure, ending: str) -> dict[str, str | None]:
    """Return what is written into a file of this format: what is shown, in words, and how it was computed."""
    lines = [line for ax in figure.axes for line in curves_on(ax)]
    spaces = dict.fromkeys(line.curve.space.title for line in lines)
    names = dict.fromkeys(line.curve.label for line in lines if line.curve.label is not None)
    title = f"{', '.join(spaces)} {'curve' if len(lines) == 1 else 'curves'}" if lines else ""
    title += f" of {', '.join(names)}" if names else ""
    computed = (thing for line in lines for thing in (line.curve, line.interval, line.band) if thing is not None)
    how, seen = " ".join(dict.fromkeys(thing.methods() for thing in computed)), alt_text(figure)
    maker = f"{version()}, Matplotlib {mpl.__version__}"
    facts = {
        "pdf": {"Title": title, "Subject": how, "Keywords": ", ".join([*spaces, *names]), "Creator": maker},
        "svg": {"Title": title, "Description": f"{seen} {how}".strip(), "Creator": maker},
        "png": {"Title": title, "Description": seen, "Comment": how, "Software": maker},
        "ps": {"Creator": maker},
    }
    told: dict[str, str | None] = {key: printable(fact) for key, fact in facts.get(ending, {}).items() if fact}
    if ending in DATES and "SOURCE_DATE_EPOCH" not in os.environ:
        # With a date every file would be another one; under SOURCE_DATE_EPOCH matplotlib writes that.
        told[DATES[ending]] = None
    return told


def _described(lines: list[CurveLine]) -> str:
    """Return what axes show: one curve at length, several by their areas."""
    curves = [line.curve for line in lines]
    if len(lines) == 1:
        said: str = curves[0].describe()
        return said + _sure(lines[0], " The {level} confidence interval of the area is {ends}.")
    space, names = curves[0].space, [curve.label or "a curve" for curve in curves]
    head = (
        f"{len(lines)} {space.title} curves. Horizontal axis: {space.xlabel.lower()}. Vertical axis: "
        f"{space.ylabel.lower()}."
    )
    if space.no_area:
        return f"{head} They are of {', '.join(names)}."
    kinds = [curve.area_name.partition(", ")[2] for curve in curves]
    mixed = len(set(kinds)) > 1
    areas = []
    for line, name, kind in zip(lines, names, kinds, strict=True):
        value = "undefined" if math.isnan(line.area) else f"{line.area:.3f}{_sure(line, ' ({level} CI: {ends})')}"
        areas.append(f"{name} {value}{f' ({kind})' if mixed else ''}")
    return f"{head} The areas{'' if mixed or not kinds[0] else f' ({kinds[0]})'} are: {', '.join(areas)}."


def _sure(line: CurveLine, text: str) -> str:
    """Return how sure the area of a line is, in these words; empty where that is not known."""
    interval = line.interval
    if interval is None or not (math.isfinite(interval.low) and math.isfinite(interval.high)):
        return ""
    return text.format(level=f"{100 * interval.level:g} %", ends=f"{interval.low:.3f} to {interval.high:.3f}")
