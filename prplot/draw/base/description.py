"""What a figure shows, in words: its alternative text, and what files of each format say of it."""

from __future__ import annotations

import math
import os

import matplotlib as mpl
from matplotlib.figure import Figure

from prplot.curve.report import version
from prplot.draw.base.literal_text import printable
from prplot.draw.lines.curve_line import CurveLine, curves_on

__all__ = ["TOLD", "alt_text", "metadata"]

# Where files of each format have a place for what a figure tells, and for a date.
TOLD = {
    "pdf": {
        "Title": "title",
        "Subject": "how",
        "Keywords": "keywords",
        "Creator": "maker",
    },
    "svg": {"Title": "title", "Description": "both", "Creator": "maker"},
    "png": {
        "Title": "title",
        "Description": "seen",
        "Comment": "how",
        "Software": "maker",
    },
    "ps": {"Creator": "maker"},
}
DATES = {"pdf": ("CreationDate",), "svg": ("Date",)}


def alt_text(figure: Figure) -> str:
    """Return what a figure shows, in words for someone who does not see it; empty without curves."""
    return " ".join(map(_described, _lines(figure)))


def metadata(figure: Figure, ending: str) -> dict[str, str | None]:
    """Return what is written into a file of this format: what is shown, in words, and how it was computed."""
    curves = [line.curve for lines in _lines(figure) for line in lines]
    spaces = dict.fromkeys(curve.space.title for curve in curves)
    names = dict.fromkeys(curve.label for curve in curves if curve.label is not None)
    what = f"{', '.join(spaces)} {'curve' if len(curves) == 1 else 'curves'}" if curves else ""
    said = [curve.methods() for curve in curves]
    for line in (line for lines in _lines(figure) for line in lines):
        said += [thing.methods() for thing in (line.interval, line.band) if thing is not None]
    seen, how = alt_text(figure), " ".join(dict.fromkeys(said))
    facts = {
        "title": f"{what} of {', '.join(names)}" if names else what,
        "seen": seen,
        "how": how,
        "both": f"{seen} {how}".strip(),
        "keywords": ", ".join([*spaces, *names]),
        "maker": f"{version()}, Matplotlib {mpl.__version__}",
    }
    told: dict[str, str | None] = {key: printable(facts[fact]) for key, fact in TOLD[ending].items() if facts[fact]}
    # With a date every file would be another one; under SOURCE_DATE_EPOCH matplotlib writes that.
    return told if "SOURCE_DATE_EPOCH" in os.environ else {**told, **dict.fromkeys(DATES.get(ending, ()))}


def _lines(figure: Figure) -> list[list[CurveLine]]:
    """Return the curves on each axes that has any."""
    return [lines for ax in figure.axes if (lines := curves_on(ax))]


def _described(lines: list[CurveLine]) -> str:
    """Return what axes show: one curve at length, several by their areas."""
    if len(lines) == 1:
        return (
            f"{lines[0].curve.describe()}{_sure(lines[0], ' The {level} confidence interval of the area is {ends}.')}"
        )
    space = lines[0].curve.space
    head = (
        f"{len(lines)} {space.title} curves. Horizontal axis: {space.xlabel.lower()}. Vertical axis: "
        f"{space.ylabel.lower()}."
    )
    if space.no_area:
        return f"{head} They are of {', '.join(line.curve.label or 'a curve' for line in lines)}."
    kinds = [line.curve.area_name.partition(", ")[2] for line in lines]
    mixed = len(set(kinds)) > 1
    areas = []
    for line, kind in zip(lines, kinds, strict=True):
        value = "undefined" if math.isnan(line.area) else f"{line.area:.3f}{_sure(line, ' ({level} CI: {ends})')}"
        areas.append(f"{line.curve.label or 'a curve'} {value}{f' ({kind})' if mixed else ''}")
    return f"{head} The areas{'' if mixed or not kinds[0] else f' ({kinds[0]})'} are: {', '.join(areas)}."


def _sure(line: CurveLine, text: str) -> str:
    """Return how sure the area of a line is, in these words; empty where that is not known."""
    interval = line.interval
    if interval is None or not (math.isfinite(interval.low) and math.isfinite(interval.high)):
        return ""
    return text.format(level=f"{100 * interval.level:g} %", ends=f"{interval.low:.3f} to {interval.high:.3f}")
