"""Tables beside the picture, as HTML: confusion matrices with measures, and areas, the best first."""

from __future__ import annotations

import html
import math

import numpy as np

from prplot.draw.base.literal_text import as_written
from prplot.draw.text.annotations import cells_written
from prplot.metrics import Metric, f_beta, metric
from prplot.metrics.confusion import Confusion
from prplot.names import InterpolationName, SpaceName
from prplot.path.path import ConfusionPath
from prplot.rows.result_tables import html_table, with_minus
from prplot.spaces import space_class
from prplot.widgets.explored import Classifiers
from prplot.widgets.point_code import point_rule, short_threshold
from prplot.widgets.view import MATRIX, TITLES, View

# The areas that are compared, as (space, interpolation); None is the usual interpolation.
COMPARED: tuple[tuple[SpaceName, InterpolationName | None], ...] = (
    ("pr", None),
    ("pr", "step"),
    ("prg", None),
    ("roc", None),
)
MEASURES = {
    "precision": "precision",
    "recall": "recall",
    "specificity": "specificity",
    "accuracy": "accuracy",
    "MCC": "mcc",
    "predicted positive rate": "predicted_positive_rate",
}


def matrix_table(view: View, classifiers: Classifiers) -> str:
    """Return a table of confusion matrices and measures at the operating point; empty if its panel is not shown."""
    if MATRIX not in view.panels:
        return ""
    if not view.marked:
        return _line("No operating point is marked: choose a threshold to see its confusion matrix.")
    rows, reweighted = [], dict[str, str]()
    which: list[str | Metric] = [*MEASURES.values(), f_beta(view.beta)]
    for _, name, curve, at in classifiers.shown(view):
        if at is None:
            continue
        values = [_measure(at, one) for one in which]
        cells, words = cells_written(curve.path, at)
        rows.append([html.escape(name), *map(with_minus, [threshold_text(curve.path, at), *cells, *values])])
        if words:
            reweighted[html.escape(name)] = words
    head = ["", "threshold", "TP", "FP", "FN", "TN", *MEASURES, f"F{view.beta:.3g}"]
    table = html_table(head, rows, caption="Confusion matrix at the operating point")
    if not reweighted:
        return table
    whose = "" if len(reweighted) == len(rows) else f" of {', '.join(reweighted)}"
    return table + _line(f"Counts{whose} are {next(iter(reweighted.values()))}.")


def threshold_text(path: ConfusionPath, at: Confusion) -> str:
    """Return the threshold of an operating point as text, in few digits, or "inside a tie" if it has none."""
    if at.threshold is None or not math.isfinite(at.threshold):
        return "inside a tie" if at.threshold is None else as_written(at.threshold)
    return f"{short_threshold(path, at.threshold):.12g}"


def _measure(at: Confusion, which: str | Metric) -> str:
    """Return a measure as text; "-" if it is undefined."""
    value = float(metric(which).of(*at.cells))
    return "-" if math.isnan(value) else as_written(value, 3)


def areas_table(view: View, classifiers: Classifiers) -> str:
    """Return a table of areas, the best first, and a sentence on who is best; empty if there is only one area."""
    columns, names = _columns(view, classifiers), [each.name for each in classifiers.shown(view)]
    if len(columns) < 2:
        return ""
    # Undefined areas come last.
    orders = {title: np.argsort(-sign * np.array(values), kind="stable") for title, (values, sign) in columns.items()}
    winners = {title: int(order[0]) for title, order in orders.items() if columns[title][1]}
    rows = []
    for row in next(iter(orders.values())):
        cells = [html.escape(names[row])]
        for title, (values, sign) in columns.items():
            text = _area(values[row], bool(sign))
            cells.append(f"<b>{text}</b>" if len(names) > 1 and winners.get(title) == row else text)
        rows.append(cells)
    by: dict[str, list[str]] = {}
    for title, row in winners.items():
        by.setdefault(html.escape(names[row]), []).append(html.escape(title))
    sentence = f"{next(iter(by))} is first by all of them."
    if len(by) > 1:
        firsts = "; ".join(f"{name} by {' and '.join(titles)}" for name, titles in by.items())
        sentence = f"<b>They disagree about the best:</b> {firsts}."
    return html_table(["", *columns], rows, caption="Areas") + _line(sentence) * (len(names) > 1 and len(winners) > 1)


def _columns(view: View, classifiers: Classifiers) -> dict[str, tuple[list[float], int]]:
    """Return (areas, sign) by title of the column; sign is 1 if the highest is best, -1 if the lowest is, else 0."""
    places, space = classifiers.chosen(view), space_class(view.space)
    shown = [each.curve for each in classifiers.shown(view)]
    sign = -1 if space.lower_is_better else 1
    areas = [curve.area() for curve in shown]
    columns = {shown[0].area_name: (areas, sign)}
    if view.ranged:
        low, high = view.between
        columns[f"{low:.3g} to {high:.3g}"] = [curve.area(low, high) for curve in shown], sign
        if all(not curve.space._own_forecasts and curve._unproved(low, high) is None for curve in shown):
            columns["normalized there"] = [curve.normalized_area(low, high) for curve in shown], 1
    if space._interpolated and view.compare != "none" and view.compare != view.interpolation:
        compared = [classifiers.curve(index, view.space, view, view.compare) for index in places]
        others = [curve.area() for curve in compared]
        columns[compared[0].area_name] = others, 1
        columns["difference"] = [other - area for area, other in zip(areas, others, strict=True)], 0
    if view.table:
        for name, how in COMPARED:
            # A population has no thresholds to join, so only its continuous areas are shown.
            if classifiers.scored or not how:
                curves = [classifiers.curve(index, name, view, how) for index in places]
                if curves[0].area_name not in columns:
                    columns[curves[0].area_name] = [curve.area() for curve in curves], 1
    return columns


def status_text(view: View, classifiers: Classifiers) -> str:
    """Return a short description of the curves, areas and operating points shown, for screen readers."""
    parts = []
    for _, name, curve, at in classifiers.shown(view):
        text = f"{f'{name}: ' if name else ''}{curve.area_name} {_area(curve.area())}"
        if at is not None:
            text += (
                f", recall {_measure(at, 'recall')} and precision {_measure(at, 'precision')} at the operating point"
            )
        parts.append(text)
    where = " and ".join(TITLES[space.name] for space in view.spaces)
    rule = f" Operating point: {point_rule(view)}." if view.marked else ""
    return f"{where}. {'; '.join(parts)}.{rule}"


def _line(text: str) -> str:
    return f"<p style='margin:2px 8px'>{text}</p>"


def _area(value: float, plain: bool = True) -> str:
    if math.isnan(value):
        return "-"
    # Adding 0.0 removes the sign of a number that is rounded to 0.
    shown = round(value, 4) + 0.0
    return with_minus(f"{shown:{'' if plain else '+'}.4f}")
