"""The band in which a curve, and the region in which an operating point, would lie in other samples."""

from __future__ import annotations

import math
from collections.abc import Mapping
from inspect import signature
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.keywords import PartOption, check_part, part_of
from prplot.draw.base.results import Drawn
from prplot.draw.lines.curve_line import curves_on, lines_of
from prplot.draw.lines.polyline import in_square
from prplot.draw.parts.confidence import kept_band
from prplot.draw.parts.part import add_fill, add_line, axes_with_room, curve_of
from prplot.draw.parts.points import color_on, confusion_on, rates
from prplot.draw.parts.spread import add_band, color_of
from prplot.errors import PrplotValueError, invalid, short, wrong_type
from prplot.metrics import Metric
from prplot.metrics.confusion import Confusion
from prplot.names import BandKind, WeightKind
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.uncertainty.bands import Band
from prplot.uncertainty.closed_forms import wilson_at
from prplot.uncertainty.curves import ELSEWHERE, MeanCurve
from prplot.uncertainty.interval import check_level
from prplot.uncertainty.units import rows_of_classes, whole_counts

__all__ = ["band", "operating_region"]

# By the edges bands are told apart where they overlap, also without colours.
EDGES: tuple[Any, ...] = ("-", (0, (4.5, 1.8)), (0, (1.2, 1.6)), (0, (5, 1.5, 1.2, 1.5)))
# Corners of the outline of a region.
CORNERS = 361


def band(
    curve_or_band: Curve | Band,
    *,
    level: float = 0.95,
    kind: BandKind = "pointwise",
    n: int = 2000,
    stratify: bool | None = None,
    groups: ArrayLike | None = None,
    rng: Any = None,
    weights: WeightKind = "importance",
    edge: PartOption = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    """Draw the confidence band of a curve, in which it would lie in other samples.

    Parameters
    ----------
    curve_or_band : Curve or Band
        A curve, the band of which is computed, or a band as `Curve.band` returns it.
    level, kind, n, stratify, groups, rng, weights
        As in `Curve.band`, for a curve.
    edge : dict, False or None
        Keywords of the thin lines along both ends (`matplotlib.lines.Line2D`); False leaves them out. Those of several
        bands on the same axes are solid, dashed, dotted and dash-dotted in turn, and stand in the legend beside the
        samples of their lines.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`; with a ``label`` the band is in the legend. The colour is that of
        the curve where it is on the axes.

    Returns
    -------
    Drawn
        With one fill, and its lower and upper edge in ``lines``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        As `Curve.band`; for something else than a curve or a band, and for options of a band that is there already.

    See Also
    --------
    prplot.draw.spread : Of many curves.
    prplot.draw.random_band : Of random rankings.
    prplot.draw.operating_region : Of one operating point.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.simulate.binormal(1, 1).sample(500, prevalence=0.2, rng=1)
    >>> artists = path.pr().plot()
    >>> prplot.draw.band(artists.lines[0].curve, n=200)
    Drawn(2 lines, 1 fills, 0 texts)
    """
    check_part("edge", edge)
    given = {"level": level, "kind": kind, "n": n, "stratify": stratify, "groups": groups, "rng": rng}
    found = _band(curve_or_band, {**given, "weights": weights})
    curve = found.curve
    ax, there = axes_with_room(ax, curve.space, "a band", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    color = color_of(fill, color_on(ax, curve))
    look = {"facecolor": color, "alpha": 0.16, "zorder": 2.0, "label": "_band"}
    thin = {"linewidth": 0.4 * mpl.rcParams["lines.linewidth"], "alpha": 0.75, "label": "_edge of a band"}
    thin |= {"color": color, "linestyle": EDGES[0], "zorder": 2.05}
    ends = found.low, found.high
    mine, shown = lines_of(ax, curve)[:1], curves_on(ax)
    for line in mine:
        # Edges are dashed as the line is, or where that is solid in a way of their own.
        own = line.get_linestyle()
        thin["linestyle"] = EDGES[shown.index(line) % len(EDGES)] if own == "-" else own
    drawn = add_band(ax, found.x, ends, fill, look, lines=ends, line=edge, line_look=thin)
    for line in mine:
        line.band, line.edge = found, next(iter(drawn.lines), line.edge)
    return drawn.belonging_to(curve)


def _band(thing: Any, options: dict[str, Any]) -> Band:
    if isinstance(thing, Curve):
        return kept_band(thing, options)
    if not isinstance(thing, Band):
        way_out = f"Use {ELSEWHERE['band']}." if isinstance(thing, MeanCurve) else ""
        rule = "be a curve such as path.pr(), or a band such as path.pr().band()"
        raise wrong_type("curve_or_band", rule, thing, way_out)
    usual = signature(Curve.band).parameters
    for name, value in options.items():
        if value is not usual[name].default and not (np.isscalar(value) and value == usual[name].default):
            raise invalid(name, "be left out for a band that is there already", short(value), "Pass its curve.")
    return thing


def operating_region(
    curve: Curve,
    threshold: float | Confusion,
    *,
    level: float = 0.95,
    edge: PartOption = None,
    ax: Axes | None = None,
    **fill: Any,
) -> Drawn:
    r"""Draw the confidence region of an operating point.

    The operating point of the threshold would lie there in other samples.

    Parameters
    ----------
    curve : Curve
        Of hard labels, in a space in which an operating point is a point.
    threshold : float or Confusion
        A threshold that was fixed before these data were seen, or the confusion matrix of the path there. One that was
        chosen on the data, such as the best F1, is more uncertain than the region says.
    level : float
        How often such regions shall hold both rates of the population, in (0, 1).
    edge : dict, False or None
        Keywords of the thin line around it (`matplotlib.lines.Line2D`); False leaves it out.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`. The colour is that of the curve where it is on the axes.

    Returns
    -------
    Drawn
        With one fill, and its edge in ``lines``.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For a level outside (0, 1), a metric in place of a threshold, cost space, soft labels, and paths whose numbers
        of rows are not known: populations, and counts that are not whole.

    Warns
    -----
    PrplotWarning
        Where negatives are not counted, or there is one class only; then nothing is drawn.

    See Also
    --------
    prplot.draw.operating_point : Mark the point itself.

    Notes
    -----
    The rates :math:`t` and :math:`f` for which

    .. math::

        P \frac{(\hat t - t)^2}{t (1 - t)} + N \frac{(\hat f - f)^2}{f (1 - f)} \le \chi^2_2 = -2 \ln(1 - level)

    with the recall :math:`\hat t` and the false positive rate :math:`\hat f` of the sample: two of Wilson's intervals
    together, of positives and of negatives, which are independent. Of weights P and N are Kish's effective numbers. The
    map to precision takes the prevalence of the path as known.

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
    where, path = curve_of(curve).space, curve.path
    if isinstance(threshold, str | Metric | Mapping):
        way_out = "A threshold that the data chose is more uncertain than that."
        if isinstance(threshold, Mapping):
            at = dict(threshold) if len(threshold) == 1 else {"recall": 0.8}
            ((name, value),) = at.items()
            way_out = (
                f"The matrix there is path.find({name}={value!r}). Where that chose the threshold on these data, the "
                f"region is too small, and path.interval(prplot.rule('precision', at={at})) knows it."
            )
        raise wrong_type("threshold", "be a number that was fixed before, or a Confusion", threshold, way_out)
    confusion, level = confusion_on(path, threshold), check_level(level)
    check_part("edge", edge)
    # Without a number of negatives nothing is drawn.
    counted = math.isfinite(path.known_prevalence) and path.positives > 0 and path.negatives > 0
    positives, negatives = _rows_of_classes(path) if counted else (math.nan, math.nan)
    ax, there = axes_with_room(ax, where, "the region of an operating point")
    if not there:
        return Drawn(ax)
    seen = in_square(where, *_outline(*rates(confusion), negatives, positives, level))
    color = color_of(fill, color_on(ax, curve, confusion.threshold))
    label = "_region of an operating point"
    filled = add_fill(ax, seen, fill, facecolor=color, alpha=0.22, zorder=2.1, label=label)
    look = {"color": color, "linewidth": 0.5 * mpl.rcParams["lines.linewidth"], "alpha": 0.9, "label": label}
    lines = () if edge is False else (add_line(ax, seen, part_of(edge), **look, zorder=2.15),)
    return Drawn(ax, lines, (filled,)).belonging_to(curve)


def _outline(fpr: float, tpr: float, negatives: float, positives: float, level: float) -> tuple[FloatArray, FloatArray]:
    """Return the rates around the region: as far from those seen as both intervals together allow."""
    radius = math.sqrt(-2.0 * math.log1p(-level))
    angles = np.linspace(0.0, 2 * math.pi, CORNERS)

    def ends(share: float, rows: float, turns: FloatArray) -> FloatArray:
        return np.array([wilson_at(share, rows, abs(z))[int(z > 0)] for z in (radius * turns).tolist()])

    return ends(fpr, negatives, np.sin(angles)), ends(tpr, positives, np.cos(angles))


def _rows_of_classes(path: ConfusionPath) -> tuple[float, float]:
    """Return how many positives and negatives there are, of weights the effective number."""
    if path.soft:
        raise PrplotValueError(
            "the region of an operating point must be of hard labels: rows that are of both classes move both rates. "
            "Take path.hard(), or prplot.draw.band."
        )
    if not path.scored:
        raise PrplotValueError("a population has no uncertainty; take the region of a sample: model.sample(n, ...).")
    if path.known.kind != "rows" and not (path.known.kind == "groups" and whole_counts(path)):
        raise PrplotValueError(
            "the region of an operating point must be of whole counts or of rows: how many rows these counts are the "
            "sum of is not known. Make the path with prplot.from_labels(y_true, y_score, sample_weight=...)."
        )
    return rows_of_classes(path, "importance")
