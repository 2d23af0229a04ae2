"""Samples and curves described in words, for methods sections and as alternative text of figures."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from prplot.errors import PrplotError, PrplotWarning
from prplot.path.facts import shift_of_scores
from prplot.path.path import ConfusionPath
from prplot.rows.hard_labels import in_words
from prplot.version import __version__

if TYPE_CHECKING:
    from prplot.curve.curve import Curve

# The words for the treatment of ties, or for the ranking that replaced the scores.
ORDER = {
    "average": "tied scores were mixed evenly",
    "optimistic": "within tied scores positives came first",
    "pessimistic": "within tied scores negatives came first",
    "given": "tied rows were taken one by one, in the order given",
    "best": "the rows were put in the best order there is, whatever their scores",
    "worst": "the rows were put in the worst order there is, whatever their scores",
}
MISSING = {"drop": "left out", "lowest": "ranked last", "unreached": "returned by no threshold"}


def _number(value: float) -> str:
    return f"{value:.3g}" if abs(value) < 1 else f"{value:.10g}"


def _area(value: float) -> str:
    return "undefined" if np.isnan(value) else f"{value:.3f}"


def size_of(path: ConfusionPath) -> str:
    """Return n, P, N and the prevalence of a sample in words, with N before any reweighting."""
    n = "" if path.sample is None else f"n = {len(path.sample)}, "
    if np.isnan(path.negatives):
        shares = "N unknown"
    else:
        at = "at " if path._factor != 1.0 else ""
        shares = f"N = {_number(path._given.negatives)}, {at}prevalence {path._now.prevalence:.3g}"
    return f"{n}P = {_number(path.positives)}, {shares}"


def _labels(path: ConfusionPath) -> str:
    """Return the kind of labels and weights in words, such as "hard labels with sample weights"."""
    rows, cut = path.sample, path.treatment.cut
    if rows is None:
        return path._origin
    # Reweighting is undone here, because `_treated` reports it. Halving first keeps the sum from overflowing.
    total = rows.fg / 2 + rows.bg / 2 / path._factor
    level = not len(total) or np.ptp(total) <= 1e-12 * np.max(total)
    if not rows.hard:
        return "soft labels" if level else "a positive and a negative weight per row"
    made = "" if cut is None else f" (soft labels cut at {cut:g})"
    return f"hard labels{made}{'' if level else ' with sample weights'}"


def _treated(path: ConfusionPath) -> list[str]:
    """Return clauses on the treatment of ties, missing scores, labels and prevalence."""
    if not path._scored:
        return ["no two scores are tied"]
    done = path.treatment
    clauses = ["small scores mean positive"] if path.lower_is_positive else []
    clauses.append(ORDER[done.ranking or done.ties])
    if path.binned:
        clauses.append(f"scores were counted in {path.distinct} bins, each taken as one score")
    if done.tolerance:
        clauses.append(f"scores within {done.tolerance:g} of each other were taken as tied")
    count = done.missing.rows
    rows = "1 row without a score was" if count == 1 else f"{count} rows without a score were"
    clauses.append(f"{rows} {MISSING[done.missing.policy]}" if count else "no score was missing")
    if done.labels is not None:
        positive, negative = map(in_words, (done.labels.positive, done.labels.negative))
        clauses.append(f"positive labels were {positive}, negative ones {negative} (numbers of rows)")
    if left_out := done.missing.labels:
        clauses.append(f"{left_out} row{'s' if left_out != 1 else ''} with another label left out")
    if not path.closed:
        clauses.append(f"thresholds reach recall to {path.reached:.2g}")
    if done.reweighted_from is not None:
        clauses.append(f"the negatives were re-weighted from prevalence {done.reweighted_from:.3g}")
    return clauses


def version() -> str:
    """Return "prplot VERSION"."""
    return f"prplot {__version__}"


def path_methods(path: ConfusionPath) -> str:
    """Return a sentence on the sample for a methods section; see `ConfusionPath.methods`."""
    who = "Scores" if path.name is None else f"Scores of {path.name}"
    return f"{who} were evaluated against {_labels(path)} ({size_of(path)}); {'; '.join(_treated(path))} ({version()})."


def path_described(path: ConfusionPath) -> str:
    """Return a description of the sample in words; see `ConfusionPath.describe`."""
    who = "A sample" if path.name is None else f"The sample of {path.name}"
    finite, way = path.thresholds[1:], "up" if path.lower_is_positive else "down"
    what = "bins" if path.binned else "distinct scores"
    scores = f", from {_number(finite[0])} {way} to {_number(finite[-1])}" if len(finite) else ""
    return f"{who}: {_labels(path)}, {size_of(path)}; {path.distinct} {what}{scores}; {'; '.join(_treated(path))}."


def curve_methods(curve: Curve) -> str:
    """Return a sentence on the curve for a methods section or a caption; see `Curve.methods`."""
    path, space = curve.path, curve.space
    who = "" if curve.label is None else f" of {curve.label}"
    chosen = space._interpolated or space._own_rule is not None
    how = [curve.rule.words if chosen else "straight in the unit square of rates between thresholds"]
    how += filter(None, (space._words, shift_of_scores(path) if space._own_forecasts else ""))
    if not (path.closed or space._pointwise):
        how.append("predicting everything positive, which no threshold does, is among them")
    if curve.left == "one":
        how.append("the point (0, 1) was added")
    area = "" if space._no_area else f"{_area_of(curve, '')}; "
    return (
        f"{space.title} curve{who} for {_labels(path)} ({size_of(path)}), {'; '.join(how)}; "
        f"{area}{'; '.join(_treated(path))} ({version()})."
    )


def curve_described(curve: Curve) -> str:
    """Return a description of the curve in words; see `Curve.describe`."""
    path, space = curve.path, curve.space
    who = "" if curve.label is None else f" of {curve.label}"
    head = f"{space.title} curve{who}, for {_labels(path)} with {size_of(path)}."
    reason = space._undefined(path)
    if reason is not None:
        return f"{head} It is undefined: {reason}."
    stops = np.linspace(0.0, 1.0, 5)
    x, y = space.xlabel.lower(), space.ylabel.lower()
    at = curve.at(stops)
    values = [f"{value:.2g} at {x} {stop:g}" for stop, value in zip(stops, at, strict=True) if value == value]
    parts = [head, f"Horizontal axis: {x}. Vertical axis: {y}."]
    if values:
        parts.append(f"The {y} is {' and '.join(filter(None, (', '.join(values[:-1]), values[-1])))}.")
    if len(path) == 1:
        parts.append("No threshold returns anything.")
    elif not path.closed and space._pointwise:
        parts.append(f"The curve ends at {x} {curve.end:.2g}: thresholds reach recall to {path.reached:.2g}.")
    if space._no_area:
        return " ".join(parts)
    parts.append(f"The {_area_of(curve, 'is ')}.")
    if not np.isnan(path.negatives):
        parts.append(f"A classifier at chance level has {_area(curve.chance)}.")
    if space._scoring is not None:
        parts += filter(None, [space._scoring.compared(curve)])
    if path.soft and curve._bounded and path.sample is not None:
        parts.append(f"The best ranking of these labels would have {_area(curve.best().area())}.")
    try:
        best = path.optimal("f1")
    except PrplotError:
        return " ".join(parts)
    if best.tp == 0:
        return " ".join([*parts, "No threshold finds any positive."])
    parts.append(
        f"The largest F1 is {best.f():.2g}, at threshold {best.threshold:.4g}, "
        f"with recall {best.recall:.2g} and precision {best.precision:.2g}."
    )
    return " ".join(parts)


def _area_of(curve: Curve, verb: str) -> str:
    """Return the area of a curve in words, with its bounds if scores are in bins."""
    # The sentence itself says that an area is undefined, so the warning is not needed.
    with warnings.catch_warnings(action="ignore", category=PrplotWarning):
        area, (least, most) = curve.area(), curve.bounds()
    text = f"{curve.area_name} {verb}{_area(area)}"
    if not curve.path.binned or np.isnan(least):
        return text
    # Bounds are rounded outward, so that they remain bounds.
    low, high = (fall(1000 * end) / 1000 for fall, end in ((np.floor, least), (np.ceil, most)))
    return f"{text} (between {low:.3f} and {high:.3f}, whatever the order within the bins)"
