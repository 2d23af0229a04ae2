"""The vertical mean of several curves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NoReturn, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.curve.classifiers import PathsLike, called, to_curves
from prplot.curve.curve import Curve
from prplot.curve.methods import Plottable
from prplot.curve.report import version
from prplot.errors import PrplotValueError, by_name, nothing_called, one_of, warn
from prplot.interpolations import Trace
from prplot.interpolations.base import ROUNDING, Refine, arrivals, refine_to
from prplot.names import SpaceName, UndefinedMembers
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Frozen, IntArray, Pair, read_only
from prplot.spaces import Space
from prplot.uncertainty.members import check_alike, left_out, prevalences_of, same_baseline, span_of, values_of

# Attributes that curves have and mean curves lack, and what to use instead.
ELSEWHERE = {
    "interval": "prplot.mean_area(mean.curves).interval() for the interval of the mean area over folds or independent "
    "samples, or prplot.pool(paths).pr().interval() for that of all rows as one sample",
    "band": "prplot.draw.spread(mean.curves) for how far the curves are apart, or prplot.pool(paths).pr().band() for "
    "the band of all rows as one sample",
    "path": "mean.curves, each of which has a path, or prplot.pool(paths) for all rows as one",
}
# With this tolerance no points are inserted between vertices.
NO_REFINING = 1e9


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class MeanCurve(Plottable, Frozen):
    """The vertical mean of several curves: at every x the mean of their y values.

    Made by `mean_curve`.

    Attributes
    ----------
    curves : tuple of Curve
        The k curves, all of one space and interpolation.
    space : Space
        The space in which the curves are plotted. Reference lines and regions use its prevalence, which is the
        prevalence of all samples merged.
    label : str
        The name of the mean curve in legends.
    """

    curves: tuple[Curve, ...]
    space: Space
    label: str

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error for attributes that only single curves have; it names what to use instead."""
            raise nothing_called(name, self, ELSEWHERE)

    def __len__(self) -> int:
        return len(self.curves)

    def __repr__(self) -> str:
        how = self.area_name
        return f"MeanCurve({self.label!r}, {self.space.title}, {how}, {span_of(self.prevalences)})"

    @property
    def interpolation(self) -> str:
        """The name of the interpolation that the curves use between thresholds."""
        return self.curves[0].interpolation

    @property
    def area_name(self) -> str:
        """The name of the area, as of the curves."""
        return self.curves[0].area_name

    @property
    def prevalences(self) -> FloatArray:
        """The prevalence π of each of the k samples, shape (k,)."""
        return read_only(prevalences_of(self.curves))

    @cached_property
    def _vertices(self) -> Trace:
        return Trace(*map(read_only, self._traced(refine_to(NO_REFINING))))

    @property
    def x(self) -> FloatArray:
        """The x values of the mean, in [0, 1], rising, read-only; repeated where the mean is vertical."""
        return self._vertices.x

    @property
    def y(self) -> FloatArray:
        """The y values of the mean curve at ``x``, read-only.

        A vertical part of the mean curve has two points: ``x`` holds the same value twice, ``y`` its two ends.
        """
        return self._vertices.y

    @property
    def thresholds(self) -> FloatArray:
        """NaN at every point, since a mean curve has no thresholds."""
        return self._vertices.threshold

    def named(self, label: str) -> MeanCurve:
        """Return the same mean curve under another name."""
        return replace(self, label=_label(label, len(self)))

    def at(self, x: ArrayLike) -> FloatArray:
        """Return the y values of the mean curve at given x values.

        They are means of the y values that `Curve.at` returns for the single curves. For a curve that ends before x,
        its y value at x is taken as 0 in PR and PRG space, and in other spaces as the y value at its highest recall,
        just as in its area.

        Parameters
        ----------
        x : array_like
            Abscissae, of any shape.

        Returns
        -------
        float or array of the same shape
            The mean at each x. Where a curve is vertical at x, the better of its y values there counts. NaN outside the
            domain of the space, as in `Curve.at`.
        """
        return np.asarray(sum(curve._earned(x) for curve in self.curves) / len(self.curves))[()]

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area under the mean, which is the mean of the areas; see `Curve.area`."""
        areas = values_of(
            called([curve.label for curve in self.curves]), [partial(curve.area, low, high) for curve in self.curves]
        )
        return math.fsum(areas.tolist()) / len(areas)

    def trace(self, tolerance: float = 1e-3) -> Trace:
        """Return points of the mean curve over [0, 1], dense enough for plotting.

        Parameters
        ----------
        tolerance : float
            The largest allowed distance between the drawn line segments and the exact mean curve, in the units of x and
            y.

        Returns
        -------
        Trace
            ``x, y, threshold``; ``threshold`` is NaN everywhere, because a mean curve has no thresholds.

        Raises
        ------
        PrplotValueError
            If the tolerance is not a positive number.
        """
        return self._traced(refine_to(tolerance))

    def _traced(self, refine: Refine) -> Trace:
        """Return the points of the mean curve, with points inserted by ``refine``; see `trace`."""
        # Each trace is within half the tolerance of its curve, so their mean, which is exact at the abscissae of all of
        # them, is within the tolerance.
        lines = [_to_the_right_end(curve, refine) for curve in self.curves]
        right = min(self.space._drawn[1], 1.0)
        x = np.unique(np.concatenate([*(x_line for x_line, _ in lines), [right]]))
        x = x[(x >= 0.0) & (x <= right)]
        # Abscissae that differ only by rounding are kept once.
        x = x[np.append(True, np.diff(x) > ROUNDING)]
        y_left, y_right = np.zeros((2, len(x)))
        for curve, (x_line, y_line) in zip(self.curves, lines, strict=True):
            # A line arrives at an x at the first of its vertices there, and leaves it at the last one. Where it has no
            # vertex, last < first, and its value between two vertices is taken.
            first, last = arrivals(x_line, x)
            inside = curve._earned(x)
            y_left += np.where(last >= first, y_line[first], inside)
            y_right += np.where(last >= first, y_line[last], inside)
        y_left /= len(lines)
        y_right /= len(lines)
        corners = np.flatnonzero(y_left != y_right) + 1
        # A vertical part has two points, one at each end.
        y = np.insert(y_left, corners, y_right[corners - 1])
        x = np.insert(x, corners, x[corners - 1])
        return Trace(x, y, np.full(len(x), np.nan))

    def methods(self) -> str:
        """Return a sentence for a methods section or a caption; see `Curve.methods`."""
        how = self.curves[0].rule.words
        area = "" if self.space._no_area else f"; the area under it, the mean of their areas, is {self.area():.4g}"
        return (
            f"The {self.space.title} curve {self.label!r} is the vertical mean of {len(self)} curves "
            f"({span_of(self.prevalences)}), each {how}{area}. Computed with {version()}."
        )

    def describe(self) -> str:
        """Return a text description of the mean curve for readers who cannot see the figure, such as alt text."""
        area = "" if self.space._no_area else f" The area under it, the mean of their areas, is {self.area():.3f}."
        return (
            f"{self.space.title} curve, {self.label}: the vertical mean of {len(self)} curves. Horizontal axis: "
            f"{self.space.xlabel.lower()}. Vertical axis: {self.space.ylabel.lower()}.{area}"
        )


def _to_the_right_end(curve: Curve, refine: Refine) -> Pair:
    """Return the line of a curve up to the right edge, including the ordinates that count beyond an early end."""
    x, y, _ = curve._traced(refine)
    if curve.end >= min(curve.space._drawn[1], 1.0):
        return x, y
    # If the thresholds of a path select no row, it has no point here.
    finite = np.isfinite(x) & np.isfinite(y)
    end = curve.end if finite.any() else 0.0
    space = curve.space
    reached = curve.path.reached
    # If x is the share of rows that are predicted positive: the positives that no threshold reaches are prevalence *
    # (1 - reached) of all rows. They come last, so the line may have a corner where only they remain.
    last = np.nan_to_num(1.0 - space.prevalence * (1.0 - reached), nan=1.0)
    corners = np.unique(np.clip([end, last, 1.0], end, 1.0))

    def at(piece: IntArray, part: FloatArray) -> Pair:
        abscissa = np.asarray(corners[piece] + part * np.diff(corners)[piece])
        return abscissa, space._beyond(abscissa, reached)

    later = np.sort(np.append(corners, at(*refine(at, len(corners) - 1))[0]))
    return np.append(x[finite], later), np.append(y[finite], space._beyond(later, reached))


# The things that can be drawn: a path, a curve or a mean curve, several of them, or a mapping from names to them.
CurvesLike = (
    PathsLike
    | MeanCurve
    | Iterable[ConfusionPath | Curve | MeanCurve]
    | Mapping[Any, ConfusionPath | Curve | MeanCurve]
)


@by_name("Several are passed as one list or mapping: prplot.mean_curve([a, b]).")
def mean_curve(
    curves: PathsLike,
    space: SpaceName | None = None,
    *,
    label: str | None = None,
    undefined: UndefinedMembers = "raise",
    **options: Any,
) -> MeanCurve:
    """Return the vertical mean of the curves of several folds or tasks.

    At every x the mean curve is the mean of the y values of the curves (in PR space, of the precision at equal recall),
    so its area is the mean of the areas. PR, PRG, gains and lift curves depend on the prevalence: if it differs between
    samples, a sample of high prevalence raises the mean even if it is not ranked better, and there is a warning. In
    information retrieval, the mean of max-interpolated PR curves over queries is called the interpolated
    recall-precision graph.

    Parameters
    ----------
    curves : path, curve, sequence or mapping
        One per fold or task; a mapping gives them names.
    space : str, optional
        The space in which to plot paths: {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit",
        "murphy", "risk_coverage", "froc"}; default: the space of the curves, "pr" for paths.
    label : str, optional
        The name of the mean in legends; default: "mean of k", preceded by the name of the curves if all have the same
        name.
    undefined : {"raise", "omit"}
        What to do with undefined curves, such as curves of categories without objects: raise an error, or omit these
        curves from the mean. The label then says how many curves were omitted.
    **options
        For paths: options of ``path.curve``; ``prevalence`` plots all paths at one prevalence.

    Returns
    -------
    MeanCurve
        The mean curve over [0, 1], with ``x``, ``y``, ``at``, ``area``, ``trace`` and ``plot`` as in `Curve`, and
        ``curves``, the curves that were averaged. `prplot.plot` draws it like any curve, also among others.

    Raises
    ------
    PrplotValueError
        If a curve is undefined (one class only) and ``undefined="raise"``; if all curves are undefined and
        ``undefined="omit"``; or if the curves differ in space, interpolation or options.

    Warns
    -----
    PrplotWarning
        If curves depend on the prevalence, as those in PR, PRG, gains and lift space do, and the odds P / N of the
        samples differ by more than 10 %.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Section 4.1.

    Examples
    --------
    >>> import prplot
    >>> folds = [prplot.from_labels([1, 0, 1], [3, 2, 1]), prplot.from_labels([0, 1, 0, 0], [4, 3, 2, 1])]
    >>> mean = prplot.mean_curve(folds, "roc")
    >>> mean.at([0.0, 0.5, 1.0]).tolist(), round(mean.area(), 4)
    ([0.25, 0.75, 1.0], 0.5833)
    >>> artists = prplot.plot(mean)
    """
    undefined = one_of("undefined", undefined, get_args(UndefinedMembers))
    members = to_curves(curves, space, **options)
    check_alike(members)
    names = called([curve.label for curve in members])
    reasons = [curve.space._undefined(curve.path) for curve in members]
    chosen = [curve for curve, reason in zip(members, reasons, strict=True) if reason is None]
    if len(chosen) < len(members) and (undefined == "raise" or not chosen):
        name, reason = next((name, reason) for name, reason in zip(names, reasons, strict=True) if reason is not None)
        way_out = "Leave it out with undefined='omit', or merge" if chosen else "Merge"
        raise PrplotValueError(
            f"curves must be defined in {members[0].space.title} space; {name} is not: {reason}. "
            f"{way_out} samples with prplot.pool."
        )
    if not same_baseline(chosen):
        warn(
            f"the vertical mean in {chosen[0].space.title} space is over samples with "
            f"{span_of(prevalences_of(chosen))}, on which one classifier has different curves. Pool folds of one data "
            "set, prplot.pool(paths), see paths at one prevalence=, or report prplot.mean_area(..., normalized=True)."
        )
    if label is None:
        shared = {curve.label for curve in chosen} - {None}
        label = _label(shared.pop() if len(shared) == 1 else None, len(chosen))
        label += left_out(len(chosen), len(members))
    return MeanCurve(tuple(chosen), _merged_space(chosen), label)


def _label(name: str | None, count: int) -> str:
    return f"mean of {count}" if name is None else f"{name}, mean of {count}"


def _merged_space(curves: Sequence[Curve]) -> Space:
    if len(set(prevalences_of(curves).tolist())) == 1:
        return curves[0].space
    totals = np.array([(curve.path.positives, curve.path.negatives) for curve in curves])
    unknown = np.isnan(totals[:, 1])
    if unknown.any():
        return curves[int(unknown.argmax())].space
    front, back = (totals / totals.max()).sum(axis=0).tolist()
    return replace(curves[0].space, prevalence=front / (front + back))
