"""Confidence intervals of areas, confidence bands of curves, and confidence regions of operating points.

Intervals and bands are computed before anything is drawn, and kept as long as their paths exist.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any, Literal, cast
from weakref import WeakKeyDictionary

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawing_function, has_places
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import PartOption, check_parts, checked_keywords, part_of
from prplot.draw.lines.curve_line import curves_on, in_square, lines_of
from prplot.draw.parts.part import add_band, add_fill, add_lines, axes_with_room, color_of, curve_of
from prplot.draw.parts.points import color_on, confusion_on, rates
from prplot.errors import (
    PrplotTypeError,
    PrplotValueError,
    collected_warnings,
    hint,
    invalid,
    listed,
    message,
    short,
    warn,
    wrong_type,
)
from prplot.metrics import Metric
from prplot.metrics.confusion import Confusion
from prplot.names import BandKind, WeightKind
from prplot.path.path import ConfusionPath
from prplot.uncertainty.averaged_curves import ELSEWHERE, MeanCurve
from prplot.uncertainty.bands import Band, curve_band
from prplot.uncertainty.closed_forms import wilson_at
from prplot.uncertainty.estimands import AreaMeasure
from prplot.uncertainty.interval import Interval, interval_of
from prplot.uncertainty.progress import Progress
from prplot.uncertainty.units import (
    check_enough_replicates,
    check_level,
    check_replicates,
    rows_of_classes,
    whole_counts,
)

Sure = Literal["interval", "band"]
INTERVAL_OPTIONS, BAND_OPTIONS = (
    tuple(name for name in signature(method).parameters if name not in ("self", "low", "high"))
    for method in (Curve.interval, Curve.band)
)
# A result is an interval, a band or the reason why there is none, and the warnings about it.
Known = tuple[Any, tuple[str, ...]]
# Results are stored by path and by options.
_KNOWN: WeakKeyDictionary[ConfusionPath, dict[Any, Known]] = WeakKeyDictionary()
# Overlapping bands are told apart by the line styles of their edges, also without colors.
EDGES: tuple[Any, ...] = ("-", (0, (4.5, 1.8)), (0, (1.2, 1.6)), (0, (5, 1.5, 1.2, 1.5)))


def check_interval(part: PartOption) -> dict[str, Any]:
    """Return the options of intervals that a caller gave; raise an error for wrong ones."""
    check_parts(interval=part)
    for name, value in part_of(part).items():
        if name not in INTERVAL_OPTIONS:
            way_out = hint(name, value, INTERVAL_OPTIONS)
            way_out = way_out or "Areas of figures are whole: for a part of one use the method."
            rule = f"be one of {listed(INTERVAL_OPTIONS)}, the options of Curve.interval"
            raise PrplotTypeError(message(f"interval[{name!r}]", rule, short(value), way_out))
    return _checked(part_of(part))


def check_band(part: PartOption) -> dict[str, Any]:
    """Return the options for `Curve.band` among the caller's keywords; raise an error for wrong ones."""
    check_parts(band=part)
    checked_keywords(part_of(part), Polygon, own=(*BAND_OPTIONS, "edge"), part="band")
    return _checked({name: value for name, value in part_of(part).items() if name in BAND_OPTIONS})


def _checked(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options after checking ``level`` and ``n``, which can be wrong whatever the curve is."""
    level = check_level(options.get("level", 0.95))
    if "n" in options:
        check_enough_replicates(check_replicates(options["n"]), level)
    return options


def computed(curves: Sequence[Curve | MeanCurve], what: Sure, options: Mapping[str, Any]) -> list[Any]:
    """Return the interval or the band of each curve, or None where there is none, with a warning."""
    results: list[Any] = []
    for curve in curves:
        known = None
        if isinstance(curve, MeanCurve):
            warn(
                f"{curve.label} is drawn without {what}: rows of one sample are drawn again, and a mean has none. "
                f"Use {ELSEWHERE[what]}."
            )
        elif _may_have(curve, what):
            known = _found(curve, what, options)
        results.append(None if isinstance(known, str) else known)
    return results


def _may_have(curve: Curve, what: Sure) -> bool:
    """Return whether a curve may have an interval or a band.

    A population has no uncertainty, and an undefined curve has no area. With only one class there is no band.
    """
    has_place = what == "interval" or has_places(curve.space, without_negatives=True)
    return has_place and curve.path._scored and curve.space._undefined(curve.path) is None


def _found(curve: Curve, what: Sure, options: Mapping[str, Any], *, must: bool = False) -> Any:
    """Return an interval or a band, or a text why there is none; with ``must`` that text is raised as an error."""
    known, warnings = kept(curve, what, options)
    if must and isinstance(known, str):
        raise PrplotValueError(known)
    for text in warnings:
        warn(f"{curve.label}: {text}" if curve.label else text)
    return replace(known, curve=curve) if isinstance(known, Band) else known


def is_kept(curve: Curve | MeanCurve, what: Sure) -> bool:
    """Return whether the interval or band with default options needs no computing: stored, or impossible."""
    if isinstance(curve, Curve) and _may_have(curve, what):
        return _key(curve, what, {}) in _KNOWN.get(curve.path, {})
    return True


def kept(curve: Curve, what: Sure, options: Mapping[str, Any], progress: Progress | None = None) -> Known:
    """Return an interval or a band, or a text why there is none, with the warnings about it.

    Results are stored and computed only once, unless an option is an array or a generator. Raises an error if an option
    is wrong.
    """
    key, known = _key(curve, what, options), _KNOWN.setdefault(curve.path, {})
    if key in known:
        return known[key]
    result: Any
    with collected_warnings() as warnings:
        try:
            if what == "band":
                result = curve_band(curve, progress=progress, **options)
            else:
                result = interval_of(AreaMeasure(curve), curve.path, progress=progress, **options)
        except PrplotValueError as error:
            # A wrong option is an error of the caller.
            if error.argument in options:
                raise
            result = str(error)
    if isinstance(result, Band):
        # A stored band has no curve, because the curve would keep the path alive.
        result = replace(result, curve=cast(Any, None))
    elif isinstance(result, Interval) and math.isnan(result.low):
        result = "samples drawn from this one say nothing of how far its area is from that of the population."
    answer = result, (f"drawn without {what}: {result}",) if isinstance(result, str) else tuple(warnings)
    if key is not None:
        known[key] = answer
    return answer


def _key(curve: Curve, what: Sure, options: Mapping[str, Any]) -> Any:
    """Return the key of a stored result; None if an option, such as a generator, is no plain value."""
    bound = signature(getattr(Curve, what)).bind(curve, **options)
    bound.apply_defaults()
    _, *values = bound.arguments.values()
    plain = all(isinstance(value, str | int | float | None) for value in values)
    return (what, curve._kind, *values) if plain else None


@drawing_function()
def band(
    curve_or_band: Curve | ConfusionPath | Band,
    *,
    level: float = 0.95,
    kind: BandKind = "pointwise",
    n: int = 2000,
    stratify: bool | None = None,
    groups: ArrayLike | Literal[False] | None = None,
    rng: Any = None,
    weights: WeightKind = "importance",
    edge: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Draw the confidence band of a curve.

    Parameters
    ----------
    curve_or_band : Curve, ConfusionPath or Band
        A curve, whose band is then computed (and reused by later calls with the same options), or a band as
        `Curve.band` returns it.
    level, kind, n, stratify, groups, rng, weights
        As in `Curve.band`, for a curve.
    edge : dict, False or None
        Keywords of the thin lines along the lower and the upper edge of the band (`matplotlib.lines.Line2D`); False
        leaves these lines out. If the axes hold several bands, their edges are solid, dashed, dotted and dash-dotted in
        turn, and are shown in the legend beside the lines of their curves.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`; with a ``label`` the band is in the legend. The default color is the
        color of the curve, if the curve is on the axes.

    Returns
    -------
    Drawn
        With one fill, and its lower and upper edge in ``lines``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For the same reasons as in `Curve.band`; if the argument is neither a curve nor a band; or if the argument is a
        band and options such as ``level`` are given.

    See Also
    --------
    prplot.draw.spread : Draw the spread of many curves. prplot.draw.random_band : Draw the band of random rankings.
    prplot.draw.operating_region : Draw the confidence region of one operating point.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.simulate.binormal(1, 1).sample(500, prevalence=0.2, rng=1)
    >>> artists = path.pr().plot()
    >>> prplot.draw.band(artists.lines[0].curve, n=200)
    Drawn(2 lines, 1 fills, 0 texts)
    """
    check_parts(edge=edge)
    options: dict[str, Any] = {"level": level, "kind": kind, "n": n, "stratify": stratify, "groups": groups, "rng": rng}
    options["weights"] = weights
    result: Any = curve_or_band
    if isinstance(curve_or_band, Curve | ConfusionPath):
        result = _found(curve_of(curve_or_band), "band", options, must=True)
    if not isinstance(result, Band):
        way_out = f"Use {ELSEWHERE['band']}." if isinstance(result, MeanCurve) else ""
        rule = "be a curve such as path.pr(), or a band such as path.pr().band()"
        raise wrong_type("curve_or_band", rule, result, way_out)
    for name, value in options.items() if result is curve_or_band else ():
        usual = signature(Curve.band).parameters[name].default
        if value is not usual and not (np.isscalar(value) and value == usual):
            raise invalid(name, "be left out for a band that is there already", short(value), "Pass its curve.")
    curve = result.curve
    ax, room = axes_with_room(ax, curve.space, "a band", lines=True, without_negatives=True)
    if not room:
        return Drawn(ax)
    ends, look = (result.low, result.high), {"facecolor": color_on(ax, curve), "alpha": 0.16, "zorder": 2.0}
    filled = add_band(ax, result.x, ends, fill, **look, label="_band")
    mine, style = next(iter(lines_of(ax, curve)), None), EDGES[0]
    if mine is not None:
        # Edges have the dashes of their line. Edges of solid lines have different dashes, in the order of the curves.
        own = mine.get_linestyle()
        style = EDGES[curves_on(ax).index(mine) % len(EDGES)] if own == "-" else own
    look = {"color": color_of(filled), "linewidth": 0.4 * mpl.rcParams["lines.linewidth"], "linestyle": style}
    look |= {"alpha": 0.75, "zorder": 2.05, "label": "_edge of a band"}
    edges = add_lines(ax, [(result.x, end) for end in ends], edge, **look)
    if mine is not None:
        mine.band, mine.edge = result, next(iter(edges), mine.edge)
    return Drawn(ax, edges, (filled,)).belonging_to(curve)


@drawing_function()
def operating_region(
    curve: Curve | ConfusionPath,
    threshold: float | Confusion,
    *,
    level: float = 0.95,
    edge: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    r"""Draw the confidence region of an operating point.

    With confidence ``level``, the region contains the point that this threshold has in the whole population.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        A curve of hard labels, in every space but cost, net benefit and Murphy space, where an operating point is a
        line.
    threshold : float or Confusion
        A threshold that was fixed before these data were seen, or the confusion matrix of the path at this threshold. A
        threshold chosen on the data, such as the threshold of maximal F1, is more uncertain than the region shows.
    level : float
        The confidence level, in (0, 1): how often such regions contain the true recall and false positive rate of the
        population.
    edge : dict, False or None
        Keywords of the thin line around the region (`matplotlib.lines.Line2D`); False leaves the line out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. The default color is the color of the curve, if the curve is on the
        axes.

    Returns
    -------
    Drawn
        With one fill, and its edge in ``lines``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the level is outside (0, 1), a metric is given instead of a threshold, the space is cost space, labels are
        soft, or the number of rows is unknown, as for a population (`ScoreModel.path`) and for counts that are not
        whole numbers.

    Warns
    -----
    PrplotWarning
        If the number of negatives is unknown, or if there is only one class; nothing is drawn then.

    See Also
    --------
    prplot.draw.operating_point : Mark the point itself.

    Notes
    -----
    The region holds all rates :math:`t` and :math:`f` for which

    .. math::

        P \frac{(\hat t - t)^2}{t (1 - t)} + N \frac{(\hat f - f)^2}{f (1 - f)} \le \chi^2_2 = -2 \ln(1 - level)

    with the recall :math:`\hat t` and the false positive rate :math:`\hat f` of the sample. The region combines two
    Wilson intervals, of the positives and of the negatives, which are independent. For weighted rows P and N are Kish's
    effective numbers of rows. Precision is computed from the rates with the prevalence of the path, which is treated as
    known.

    References
    ----------
    E. B. Wilson, J. Am. Stat. Assoc. 22, 209-212, 1927, doi:10.2307/2276774.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.simulate.binormal(1, 1).sample(500, prevalence=0.2, rng=1)
    >>> artists = path.pr().plot()
    >>> prplot.draw.operating_region(artists.lines[0].curve, 1.0)
    Drawn(1 lines, 1 fills, 0 texts)
    """
    curve = curve_of(curve)
    where, path = curve.space, curve.path
    if isinstance(threshold, str | Metric | Mapping):
        at = dict(threshold) if isinstance(threshold, Mapping) and len(threshold) == 1 else {"recall": 0.8}
        ((name, value),) = at.items()
        way_out = (
            f"A threshold that the data chose is more uncertain than that: path.find({name}={value!r}) is the matrix "
            f"there, and path.interval(prplot.measure_at('precision', at={at})) knows that it was chosen."
        )
        raise wrong_type("threshold", "be a number that was fixed before, or a Confusion", threshold, way_out)
    confusion, level = confusion_on(path, threshold), check_level(level)
    check_parts(edge=edge)
    if path.soft:
        raise PrplotValueError(
            "the region of an operating point must be of hard labels: rows that are of both classes move both rates. "
            "Take path.hard(), or prplot.draw.band."
        )
    if not path._scored:
        raise PrplotValueError("a population has no uncertainty; take the region of a sample: model.sample(n, ...).")
    if not (path._given.sample.rows_known or (path._given.sample.counted and whole_counts(path))):
        raise PrplotValueError(
            "the region of an operating point must be of whole counts or of rows: how many rows these counts are the "
            "sum of is not known. Make the path with prplot.from_labels(y_true, y_score, sample_weight=...)."
        )
    ax, room = axes_with_room(ax, where, "the region of an operating point")
    if not room:
        return Drawn(ax)
    # The outline is as far from the observed rates as both Wilson intervals allow together.
    angles, radius = np.linspace(0.0, 2 * math.pi, 361), math.sqrt(-2.0 * math.log1p(-level))
    rows = rows_of_classes(path, "importance")[::-1]
    outline = [
        [wilson_at(share, count, abs(z))[int(z > 0)] for z in (radius * turn(angles)).tolist()]
        for share, count, turn in zip(rates(confusion), rows, (np.sin, np.cos), strict=True)
    ]
    seen = in_square(where, *np.array(outline))
    color, label = color_on(ax, curve, confusion.threshold), "_region of an operating point"
    filled = add_fill(ax, np.column_stack(seen), fill, facecolor=color, alpha=0.22, zorder=2.1, label=label)
    look = {"color": color_of(filled), "linewidth": 0.5 * mpl.rcParams["lines.linewidth"], "alpha": 0.9}
    lines = add_lines(ax, [seen], edge, **look, zorder=2.15, label=label)
    return Drawn(ax, lines, (filled,)).belonging_to(curve)
