"""Numbers beside the picture, as HTML: confusion matrices with their measures, and areas that are ranked."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prplot.curve.curve import Curve
from prplot.draw.base.literal_text import as_written, weight_written
from prplot.errors import PrplotValueError
from prplot.metrics import Metric, f_beta, metric
from prplot.metrics.confusion import Confusion
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.spaces import space_class
from prplot.widgets.classifiers import Classifiers
from prplot.widgets.points import short_threshold
from prplot.widgets.view import MATRIX, OFF, TITLES, View

# The areas that are compared: a title, the space, the interpolation.
NAMED: tuple[tuple[str, SpaceName, InterpolationName | None], ...] = (
    ("PR", "pr", None),
    ("average precision", "pr", "step"),
    ("PR-Gain", "prg", None),
    ("ROC", "roc", None),
)
MEASURES = ("precision", "recall", "specificity", "accuracy", "MCC", "predicted positive rate", "F{}")
RIGHT, LEFT = "text-align:right;padding:1px 6px", "text-align:left;padding:1px 6px"


class Column(NamedTuple):
    """A column of areas."""

    title: str
    values: list[float]
    lower_is_better: bool = False
    ranks: bool = True

    def order(self) -> list[int]:
        """Return the rows, the best first; what is undefined comes last."""
        sign = 1 if self.lower_is_better else -1
        order: list[int] = np.argsort(sign * np.array(self.values), kind="stable").tolist()
        return order


def matrix_table(view: View, classifiers: Classifiers) -> str:
    """Return the confusion matrices at the operating point with their measures, or nothing."""
    if MATRIX not in view.panels:
        return ""
    if not view.marked:
        return _line("No operating point is marked: choose a threshold to see its confusion matrix.")
    rows = []
    for place in classifiers.chosen(view):
        at = classifiers.point(place, view)
        if at is None:
            continue
        which: list[str | Metric] = [*(title.replace(" ", "_").lower() for title in MEASURES[:-1]), f_beta(view.beta)]
        values = [_measure(at, one) for one in which]
        threshold = threshold_text(classifiers.path(place, view), at)
        rows.append([classifiers.names[place], threshold, *map(weight_written, at.cells), *values])
    head = ["", "threshold", "TP", "FP", "FN", "TN", *MEASURES[:-1], MEASURES[-1].format(f"{view.beta:.3g}")]
    return _table("Confusion matrix at the operating point", head, rows)


def threshold_text(path: ConfusionPath, at: Confusion) -> str:
    """Return a threshold in few digits, at which the operating point is the same; in words where there is none."""
    if at.threshold is None or not math.isfinite(at.threshold):
        return "inside a tie" if at.threshold is None else as_written(at.threshold)
    return f"{short_threshold(path, at.threshold, 4):.12g}"


def _measure(at: Confusion, which: str | Metric) -> str:
    """Return a measure as it is written; it may be undefined."""
    value = float(metric(which).of(*at.cells))
    return "-" if math.isnan(value) else as_written(value, 3)


def areas_table(view: View, classifiers: Classifiers) -> str:
    """Return the areas that a view asks for, the best first, and who is best by which; or nothing."""
    columns = _columns(view, classifiers)
    if len(columns) < 2:
        return ""
    places = classifiers.chosen(view)
    order = columns[0].order()
    winners = {column.title: column.order()[0] for column in columns if column.ranks}
    rows = []
    for row in order:
        cells = [classifiers.names[places[row]]]
        for column in columns:
            text = _area(column.values[row], column.ranks)
            best = len(places) > 1 and winners.get(column.title) == row
            cells.append(f"<b>{text}</b>" if best else text)
        rows.append(cells)
    table = _table("Areas", ["", *(column.title for column in columns)], rows)
    return table + _agreement(winners, [classifiers.names[place] for place in places])


def _columns(view: View, classifiers: Classifiers) -> list[Column]:
    places = classifiers.chosen(view)
    space = space_class(view.space)
    rule = view.interpolation if space.interpolated else None
    shown = [classifiers.drawn_curve(place, view.space, view) for place in places]
    kind = shown[0].area_name.partition(", ")[2]
    columns = [Column(f"{TITLES[space.name]}{f', {kind}' if kind else ''}", _areas(shown), space.lower_is_better)]
    if view.ranged:
        low, high = view.between
        columns.append(Column(f"{low:.3g} to {high:.3g}", [c.area(low, high) for c in shown], space.lower_is_better))
        if all(c.unproved(low, high) is None for c in shown):
            columns.append(Column("normalised there", [c.normalized_area(low, high) for c in shown]))
    if view.compare != OFF and view.compare != rule and space.interpolated:
        other = [classifiers.curve(place, view.space, view, view.compare) for place in places]
        gap = [b - a for a, b in zip(columns[0].values, _areas(other), strict=True)]
        columns += [Column(view.compare, _areas(other)), Column("difference", gap, ranks=False)]
    if view.table:
        for title, name, interpolation in NAMED:
            if name == view.space and (interpolation or "continuous") == (rule or "continuous"):
                continue
            values = [_named(classifiers, place, name, view, interpolation) for place in places]
            columns.append(Column(title, values, space_class(name).lower_is_better))
    return columns


def _areas(curves: Sequence[Curve]) -> list[float]:
    return [curve.area() for curve in curves]


def _named(
    classifiers: Classifiers, place: int, space: SpaceName, view: View, interpolation: InterpolationName | None
) -> float:
    try:
        return classifiers.curve(place, space, view, interpolation).area()
    except PrplotValueError:
        # A population, for one, has no thresholds to join.
        return math.nan


def _agreement(winners: dict[str, int], names: list[str]) -> str:
    if len(names) == 1 or len(winners) < 2:
        return ""
    if len(set(winners.values())) == 1:
        return _line(f"{html.escape(names[next(iter(winners.values()))])} is first by all of them.")
    by: dict[int, list[str]] = {}
    for title, row in winners.items():
        by.setdefault(row, []).append(title)
    said = "; ".join(f"{html.escape(names[row])} by {html.escape(' and '.join(by[row]))}" for row in by)
    return _line(f"<b>They disagree about the best:</b> {said}.")


def status_text(view: View, classifiers: Classifiers) -> str:
    """Return what is shown in a few words, for a screen reader."""
    parts = []
    for place in classifiers.chosen(view):
        curve = classifiers.drawn_curve(place, view.space, view)
        text = f"{classifiers.names[place]}: area {_area(curve.area())}"
        at = classifiers.point(place, view)
        if at is not None:
            text += (
                f", recall {_measure(at, 'recall')} and precision {_measure(at, 'precision')} at the operating point"
            )
        parts.append(text)
    where = " and ".join(TITLES[space.name] for space in view.spaces)
    return f"{where}. {'; '.join(parts)}."


def _line(text: str) -> str:
    return f"<p style='margin:2px 8px'>{text}</p>"


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th scope='col' style='{RIGHT if k else LEFT}'>{html.escape(t)}</th>" for k, t in enumerate(head))
    body = ""
    for row in rows:
        first, *others = row
        cells = "".join(f"<td style='{RIGHT}'>{text}</td>" for text in others)
        body += f"<tr><th scope='row' style='{LEFT}'>{html.escape(first)}</th>{cells}</tr>"
    return (
        f"<table style='font-variant-numeric:tabular-nums;line-height:1.3'>"
        f"<caption style='text-align:left;padding:1px 8px'>{caption}</caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def _area(value: float, plain: bool = True) -> str:
    if math.isnan(value):
        return "-"
    # What rounds to 0 has no sign.
    shown = round(value, 4) + 0.0
    return f"{shown:{'' if plain else '+'}.4f}".replace("-", "\N{MINUS SIGN}")
