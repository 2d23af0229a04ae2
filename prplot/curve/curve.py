"""A path seen in a space: the curve, its value at any abscissa, and the area under it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn, ParamSpec, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.completion import Offering
from prplot.curve.summary import Measures
from prplot.errors import PrplotTypeError, by_name, invalid, nothing_called, one_of, short, shortest, warn
from prplot.interpolations import Interpolation, Trace
from prplot.interpolations import interpolation as rule_named
from prplot.options import BandKind, InterpolationName, IntervalMethod, LeftEnd, SpaceName, TieHandling, WeightKind
from prplot.path.bounds import non_dominated
from prplot.path.hull import Hull
from prplot.path.hull import hull as make_hull
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Frozen, read_only
from prplot.rows.checks import number, reals
from prplot.rows.refinement import Sight
from prplot.spaces import Space, space_class

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from prplot.draw.base.results import Plotted
    from prplot.uncertainty.bands import Band
    from prplot.uncertainty.interval import Interval

__all__ = ["Curve", "Points", "curve"]


P = ParamSpec("P")
R = TypeVar("R")
# What other tools have and curves have not, and what there is in its place.
ELSEWHERE = {"auc": "curve.area()", "tpr": "curve.path.table()['recall']", "fpr": "curve.path.table()['fpr']"}
USUAL_LEVELS = (0.9, 0.95, 0.99)


def _told_of_levels(interval: Callable[P, R]) -> Callable[P, R]:
    """Decorate the method `interval`, whose first argument is where the range begins: a level by place is told of."""

    @functools.wraps(interval)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        by_place = len(args) == 2 and not {"high", "level"} & set(kwargs)
        if by_place and isinstance(args[1], float) and args[1] in USUAL_LEVELS:
            warn(
                f"curve.interval({args[1]}) is of the area from {args[1]} to 1: what comes first is low, where the "
                f"range begins. The level is level={args[1]}; for this range say low={args[1]}."
            )
        return interval(*args, **kwargs)

    return told


class Points(NamedTuple):
    """Operating points: axes coordinates and thresholds."""

    x: FloatArray
    y: FloatArray
    thresholds: FloatArray


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Curve(Offering, Measures, Frozen):
    """A path seen in a space, with a rule for what lies between its thresholds.

    Made by ``path.pr()``, ``path.prg()``, ``path.roc()``, ``path.croc()``, ``path.cost()`` or
    ``path.curve(name)``.

    Attributes
    ----------
    path : ConfusionPath
        The path that is seen.
    space : Space
        The map, with the prevalence of the path.
    rule : Interpolation
        What lies between the thresholds.
    left : {"limit", "one"}
        What is at recall 0.
    label : str or None
        What legends call it; the name of the path by default.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).pr()
    >>> round(curve.area(), 4), curve.at(0.75).round(4).item()
    (0.7973, 0.6)
    """

    _inner: ClassVar[str] = (
        "bounded bounded_over check_area earned first_twin held kind limit sharing trace_at warn_undefined "
        "warn_unless_bounded"
    )
    path: ConfusionPath
    space: Space
    rule: Interpolation
    label: str | None = None
    left: LeftEnd = "limit"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say where to find what other tools have and curves have not."""
            raise nothing_called(name, self, ELSEWHERE)

    def __repr__(self) -> str:
        name = f"{self.label!r}, " if self.label is not None else ""
        how = f"{self.area_name}, " if self.area_name else ""
        of = f"π={self.path.vertices.prevalence:.4g}, {len(self.path) - 1} steps"
        return f"Curve({name}{self.space.title}, {how}{of})"

    def over(self, path: ConfusionPath, label: str | None = None) -> Curve:
        """Return the same kind of curve of another path."""
        return replace(self, path=path, label=label)

    def named(self, label: str) -> Curve:
        """Return the same curve under another name."""
        return replace(self, label=label)

    @property
    def interpolation(self) -> str:
        """The name of the rule between the thresholds."""
        return self.rule.name

    @property
    def area_name(self) -> str:
        """What legends call the area, with the rule where the space has several: "area, continuous"."""
        return self.space.area_name(self.rule.name)

    @property
    def simplified(self) -> Curve:
        """The same line, and area, through no more vertices than it needs."""
        return self._simplified or self

    @cached_property
    def _simplified(self) -> Curve | None:
        path = self.rule.simplified(self.path)
        return None if path is self.path else self.over(path, self.label)

    @cached_property
    def _areas(self) -> dict[tuple[float, float], float]:
        """The areas that were asked for, by their ends; curves of a path that are alike share them."""
        return self.path._areas_of_curves.setdefault(self.kind, {})

    @cached_property
    def held(self) -> dict[str, Any]:
        """What its rule has computed of it, and looks up at every abscissa."""
        return {}

    @property
    def kind(self) -> tuple[Space, Interpolation, LeftEnd]:
        """What makes curves of one path alike."""
        return self.space, self.rule, self.left

    @cached_property
    def _twin(self) -> Curve | None:
        return None

    @property
    def first_twin(self) -> Curve:
        """The curve whose line this one has; mostly itself."""
        return self if self._twin is None else self._twin.first_twin

    @cached_property
    def _best(self) -> Curve:
        made = self.over(self.path.best(), _of("best", self.label))
        return made if self._twin is None else made.sharing(self._twin._best)

    @cached_property
    def _worst(self) -> Curve:
        made = self.over(self.path.worst(), _of("worst", self.label))
        return made if self._twin is None else made.sharing(self._twin._worst)

    def sharing(self, twin: Curve) -> Curve:
        """Return this curve with the outline and the areas, also of its bounds, of one that is the same line."""
        made = replace(self)
        outline = {"_simplified": twin.simplified} if "_simplified" in vars(twin) else {}
        vars(made).update(_twin=twin, _areas=twin._areas, _bounds=twin._bounds, **outline)
        return made

    @property
    def limit(self) -> float:
        """The ordinate to which the curve runs at its left end."""
        return float(self.space.vertices(self.path)[1][0])

    @cached_property
    def vertices(self) -> tuple[FloatArray, FloatArray]:
        """All K + 1 vertices (x, y), those at TP = 0 included wherever the space puts them."""
        x, y = self.space.vertices(self.path)
        if self.left == "one":
            y = np.concatenate([[1.0], y[1:]])
        return read_only(x), read_only(y)

    @cached_property
    def _shown(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        x, y, thresholds = (read_only(a.copy()) for a in self.space.seen(self.path))
        if self.left == "one":
            y = self.vertices[1]
        return x, y, thresholds

    @property
    def x(self) -> FloatArray:
        """Abscissae of the vertices (in PRG of those with TP > 0), read-only."""
        return self._shown[0]

    @property
    def y(self) -> FloatArray:
        """Ordinates of the vertices, read-only; the origin of PR is at its limit."""
        return self._shown[1]

    @property
    def thresholds(self) -> FloatArray:
        """Thresholds of the vertices, read-only: falling, but in net benefit, where they rise with the abscissa."""
        return self._shown[2]

    def trace(self, tolerance: float = 1e-3) -> Trace:
        """Return the curve refined for drawing.

        Parameters
        ----------
        tolerance : float
            The largest distance of the drawn chords from the curve, in axes units.

        Returns
        -------
        Trace
            ``x, y, threshold``; the threshold is NaN where a point was inserted. In PRG the
            crossing of recall gain 0 is always among the points.

        Raises
        ------
        PrplotValueError
            If the tolerance is not a positive number.
        """
        given = number("tolerance", tolerance)
        if not (given > 0 and np.isfinite(given)):
            raise invalid("tolerance", "be a positive number of axes units", short(tolerance))
        return self.trace_at(Sight(float(given)))

    def intermediate(self) -> tuple[FloatArray, FloatArray]:
        """Return the points at which a discrete interpolation stops between thresholds.

        Between two thresholds "discrete-tp" goes on by single true positives, "discrete-fp" by single false ones,
        with as much of the other class as a mixture of the two has. These are the points of Keilwagen's Figure 2;
        all of them lie on the continuous curve.

        Returns
        -------
        x, y : arrays of shape (m,)
            In order of the path, without its vertices; empty where no step has more than one.

        Raises
        ------
        PrplotValueError
            If the interpolation is not discrete.

        References
        ----------
        J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, doi:10.1371/journal.pone.0092209.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_counts([2, 1], tp=[5, 10], fp=[5, 30])
        >>> recall, precision = path.pr("discrete-tp").intermediate()
        >>> recall[4:].tolist(), precision[4:].round(4).tolist()
        ([0.6, 0.7, 0.8, 0.9], [0.375, 0.3182, 0.2857, 0.2647])
        """
        if self.space.undefined(self.path) or len(self.path) == 1:
            return read_only(np.empty(0)), read_only(np.empty(0))
        x, y = self.rule.between(self)
        return read_only(x), read_only(y)

    def trace_at(self, sight: Sight) -> Trace:
        """Return the curve refined for drawing where it is in sight; see `trace`."""
        if self.space.undefined(self.path) or len(self.path) == 1:
            return Trace(self.x, self.y, self.thresholds)
        return self.rule.trace(self, sight)

    def at(self, x: ArrayLike) -> FloatArray:
        """Return the ordinate of the curve as drawn.

        Parameters
        ----------
        x : array_like
            Abscissae, of any shape.

        Returns
        -------
        float or array of the same shape
            On a vertical the better ordinate, which in DET is the smaller one; where a decision curve leaps, that of
            score >= x. NaN outside the domain, which is [0, 1], in PRG (-inf, 1], of net benefit [0, 1), of which
            0.99 is the last that is drawn, and beyond the `end` of the curve.
        """
        wanted = reals("x", x)
        result = np.full(wanted.shape, np.nan)
        if self.warn_undefined("the curve"):
            return result[()]
        low, high = self.space.domain
        inside = (wanted <= min(high, self.end)) | (wanted < self.space.defined_before)
        inside &= (wanted >= low) & np.isfinite(wanted)
        result[inside] = self.rule.at(self, wanted[inside])
        return result[()]

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area under the curve as drawn, between two abscissae.

        Parameters
        ----------
        low, high : float
            The range; inside the domain, not backwards.

        Returns
        -------
        float
            Signed in PRG: stretches of negative precision gain count negative. Beyond the end of a path that
            no threshold continues, PR and PRG earn nothing, and ROC and CROC stay at the recall reached. NaN, with a
            `PrplotWarning` that says why, where the sample leaves it undefined.

        Raises
        ------
        PrplotValueError
            If the range is backwards or leaves the domain.
        PrplotTypeError
            For net benefit, which has no area.
        """
        self.check_area("an area")
        bounds = number("low", low), number("high", high)
        for name, value in zip(("low", "high"), bounds, strict=True):
            if not (self.space.domain[0] <= value <= self.space.domain[1] and np.isfinite(value)):
                raise invalid(
                    name,
                    f"lie in the domain {_interval(self.space.domain)}",
                    shortest(value),
                    "Leave low and high out for the whole curve.",
                )
        if bounds[0] > bounds[1]:
            raise invalid(
                "low", "be at most high", f"low={shortest(bounds[0])}, high={shortest(bounds[1])}", "Swap the two."
            )
        if self.warn_undefined("the area"):
            return float("nan")
        if bounds not in self._areas:
            whole = self.path.closed and bounds == self.space.domain
            area = self.rule.whole_area(self) if whole else self.rule.area(self.simplified, *bounds)
            # No ordinate exceeds the largest there is, but sums of weights may round to just above it.
            self._areas[bounds] = min(area, self.space.top * (bounds[1] - bounds[0]))
        return self._areas[bounds]

    def bounds(self, low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
        """Return between which areas the curve lies, whatever the order of the scores within bins.

        An exact statement about counts in bins (`ConfusionPath.binned`), no estimate: it says nothing of the
        uncertainty of a sample. At each TP a path has most FP where in every bin the background comes first, and fewest
        where the foreground does; areas that never fall as FP falls lie between those of the two.

        Parameters
        ----------
        low, high : float
            The range, as in `area`.

        Returns
        -------
        least, most : float
            In squared axes units. Of hard labels both are attained, by scores that are all different; of soft labels
            and of weights they are outer bounds. The least average precision ("step") is that of positives one by one,
            each after the negatives of its bin, and most is that of positives tied before them. Where no score is
            hidden, the area twice. NaN, with a `PrplotWarning`, for interpolations of which no bounds are known:
            chords, whose area may rise as FP does, and unit steps.

        Raises
        ------
        PrplotValueError
            As `area`.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_counts([0.5, 0.0], tp=[3, 4], fp=[1, 6], binned=True)
        >>> curve = path.pr()
        >>> [round(area, 4) for area in (curve.bounds()[0], curve.area(), curve.bounds()[1])]
        [0.4954, 0.6933, 0.9442]
        """
        area = self.area(low, high)
        if not self.path.binned or np.isnan(area):
            return area, area
        if not self.rule.monotone:
            warn(
                f"no bounds are known for the interpolation {self.rule.name!r}: its area need not fall as false "
                "positives rise. NaN is returned. Take pr(), pr('step') or pr('max-interpolated')."
            )
            return float("nan"), float("nan")
        worst, best = (self.over(path, self.label) for path in self.path.hidden_orders)
        ends = self.rule.least_area(worst, low, high), best.area(low, high)
        return min(*ends, area), max(*ends, area)

    @_told_of_levels
    @by_name("The level is level=0.95, the number of replicates n=2000, the seed rng=1.")
    def interval(
        self,
        low: float = 0.0,
        high: float = 1.0,
        *,
        level: float = 0.95,
        method: IntervalMethod | None = None,
        n: int = 2000,
        stratify: bool | None = None,
        groups: ArrayLike | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Interval:
        """Return the area with its confidence interval.

        Parameters
        ----------
        low, high : float
            The range of abscissae, as in `area`.
        level : float
            How often such intervals shall contain the area of the population, in (0, 1).
        method : str, optional
            Default: the method that Coverage in the documentation recommends for the measure. By resampling:
            "bootstrap" (the percentiles of the replicates), "basic" (mirrored at the estimate), "bca" (corrected for
            bias and acceleration), "logit-bootstrap" (± z standard errors on the logit scale; of areas in [0, 1]). By a
            formula: "logit" and "binomial" (whole PR areas, from the number of positives), "delong" (whole ROC areas).
        n : int
            Number of replicates.
        stratify : bool, optional
            Default: rows are drawn from the sample as a cohort, so that π varies. True: positives and negatives
            apart, as a case-control study has them.
        groups : array_like, optional
            One value per row, such as a patient: whole groups are drawn.
        rng : int, numpy.random.Generator or None
            Seed. Default: one derived from 0 and the sample, so that the same rows have the same interval wherever it
            is asked for, and other samples independent replicates.
        weights : {"importance", "frequency"}
            "importance": a row is drawn as one, whatever its weight; multiplying all weights by a constant changes no
            interval. "frequency": a row of weight w stands for w rows.

        Returns
        -------
        Interval
            ``.estimate, .low, .high, .level, .method, .standard_error, .replicates, .undefined``. The estimate is
            that of the data: replicates repeat rows, which makes them better on average.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            For a level outside (0, 1), n below 1, a method without meaning for this curve, fewer than two positives,
            groups of another length, or a path without rows to draw.

        Warns
        -----
        PrplotWarning
            For fewer than 20 positives, outside PR also fewer than 20 negatives, where no method holds; at a perfect
            area, whose interval is NaN; and where a usual level, 0.95, is given by place: that is ``low``.

        Notes
        -----
        How often intervals contain the area of the population was counted for models where that is known (see Coverage
        in the documentation). Of PR and ROC areas "logit-bootstrap", the default there, holds from 50 to 100 positives
        on. Percentiles, the default elsewhere, fall short of PR areas by 4 points with 20 positives, 2 with 50, 1 with
        100. "logit" does not fall short with 20, and is wider. Intervals end at the range of the measure.

        References
        ----------
        B. Efron, Ann. Stat. 7, 1-26, 1979, doi:10.1214/aos/1176344552; K. Boyd, K. H. Eng and C. D. Page, ECML PKDD
        2013, doi:10.1007/978-3-642-40994-3_29, for "logit" and "binomial"; DeLong et al., Biometrics 44, 1988,
        doi:10.2307/2531595.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.simulate.binormal(1, 1).sample(1000, prevalence=0.1, rng=1)
        >>> path.roc().interval(method="delong")
        0.720 [0.664, 0.777]
        """
        from prplot.uncertainty.interval import curve_interval

        return curve_interval(
            self,
            low,
            high,
            level=level,
            method=method,
            n=n,
            stratify=stratify,
            groups=groups,
            rng=rng,
            weights=weights,
        )

    @by_name("The level is level=0.95, the number of replicates n=2000, the seed rng=1.")
    def band(
        self,
        *,
        level: float = 0.95,
        kind: BandKind = "pointwise",
        n: int = 2000,
        stratify: bool | None = None,
        groups: ArrayLike | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Band:
        """Return a band around the curve: how far it would lie elsewhere in other samples.

        Parameters
        ----------
        level : float
            With which probability, in (0, 1).
        kind : {"pointwise", "simultaneous"}
            Whether the ordinate at each single abscissa shall lie within, or the whole curve.
        n, stratify, groups, rng, weights
            As in `interval`.

        Returns
        -------
        Band
            ``.x, .low, .high, .at(x), .level, .kind``; `prplot.draw.band` draws it. Vertical: at each abscissa a low
            and a high ordinate, in PRG at recall gains from 0 to 1.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            As `interval`, and where there is no curve.

        Notes
        -----
        Percentiles of the ordinates of replicates; a simultaneous band is the pointwise one, of a higher level, in
        which a share ``level`` of whole replicates lies. A band is nowhere narrower than Wilson's interval of the share
        that the ordinate is: of the positives in ROC, CROC, DET, gains and lift, of the rows predicted positive in PR
        and PRG. Without this it would have no width along a perfect stretch, where all replicates are perfect too.

        Examples
        --------
        >>> import prplot
        >>> curve = prplot.simulate.binormal(1, 1).sample(500, prevalence=0.2, rng=1).roc()
        >>> band = curve.band(n=500, rng=1)
        >>> low, high = band.at(0.2)
        >>> bool(low < curve.at(0.2) < high)
        True
        """
        from prplot.uncertainty.bands import curve_band

        return curve_band(self, level=level, kind=kind, n=n, stratify=stratify, groups=groups, rng=rng, weights=weights)

    def best(self) -> Curve:
        """Return the same curve over ``path.best()``, the best ranking of the given points."""
        self.warn_unless_bounded()
        return self._best

    def worst(self) -> Curve:
        """Return the same curve over ``path.worst()``."""
        self.warn_unless_bounded()
        return self._worst

    def hull(self) -> Hull:
        """Return the convex hull, with the scores it calibrates; see `Hull`.

        Raises
        ------
        PrplotTypeError
            In cost space, whose curve is the hull already.
        """
        return make_hull(self, lambda path: replace(self, path=path, rule=rule_named("continuous"), left="limit"))

    def pareto(self) -> Points:
        """Return the operating points that no other one beats.

        One beats another if it has at least its recall and precision (in ROC, CROC and DET: at
        most its false positive rate and at least its recall), and more of one. In PR, PRG, gains and lift these are
        the same thresholds, and among those of ROC.
        """
        self.space.forward(0.5, 0.5)
        kept = non_dominated(self.path, self.space.rate)
        x, y = self.vertices
        return Points(*(read_only(values[kept]) for values in (x, y, self.path.thresholds)))

    def methods(self) -> str:
        """Return a sentence for a methods section or a caption.

        It states n, the prevalence, the kind of labels, the interpolation with its source, the
        area, what was done to ties and missing scores, and the version of prplot.

        Examples
        --------
        >>> import prplot
        >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], name="mine").roc()
        >>> print(curve.methods().partition(",")[0])
        ROC curve of mine for hard labels (n = 4
        """
        from prplot.curve.report import curve_methods

        return curve_methods(self)

    def describe(self) -> str:
        """Return what the curve looks like, in words for someone who sees no figure; good as alt text."""
        from prplot.curve.report import curve_described

        return curve_described(self)

    def plot(self, ax: Axes | None = None, **parts: Any) -> Plotted:
        """Draw the curve with the surroundings of its space.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Default: a new figure.
        **parts
            The parts of the figure, as in `prplot.plot`.
        """
        from prplot.draw.figures.plot import plot

        return plot(self, ax=ax, **parts)


@by_name()
def curve(
    path: ConfusionPath,
    space: SpaceName,
    *,
    interpolation: InterpolationName | None = None,
    left: LeftEnd = "limit",
    ties: TieHandling = "average",
    prevalence: float | None = None,
    label: str | None = None,
    **options: Any,
) -> Curve:
    """Return a path as a curve in a space, by name.

    Parameters
    ----------
    path : ConfusionPath
        What is seen.
    space : {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det", "net_benefit"}
        Where it is seen.
    interpolation : str, optional
        PR only; default "continuous".
    left : {"limit", "one"}
        PR only: what is at recall 0, the limit of the curve or (0, 1). It touches what is drawn,
        and the areas "linear" and "upper-trapezoid", nothing else.
    ties : {"average", "optimistic", "pessimistic", "given"}
        What happens within equal scores, see `ConfusionPath.ties`.
    prevalence : float, optional
        Another prevalence to see the ranking at, see `ConfusionPath.at_prevalence`; the label
        says so.
    label : str, optional
        What legends call it; default: the name of the path.
    **options
        Of the space: ``clip`` (PRG), ``alpha`` and ``magnifier`` (CROC), ``decide`` and ``standardized`` (net benefit).

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an unknown space, interpolation or option, or one that the space does not have, and
        for discrete interpolations of weights that are not whole.
    """
    chosen = space_class(space)
    rule = rule_named("continuous" if interpolation is None else interpolation)
    left = one_of("left", left, get_args(LeftEnd))
    if not chosen.interpolated:
        for argument, value, only in (("interpolation", rule.name, "continuous"), ("left", left, "limit")):
            if value != only:
                raise invalid(
                    argument,
                    f"be {only!r} in {chosen.title} space, where a step has one exact image",
                    short(value),
                    "Other choices belong to space 'pr'.",
                )
        rule = chosen.own_rule or rule
    if label is not None and not isinstance(label, str):
        raise PrplotTypeError(f"label must be a string or None; got {type(label).__name__} {short(label)}.")
    label = path.name if label is None else label
    if prevalence is not None:
        path = path.at_prevalence(prevalence)
        moved = f"at π {path.vertices.prevalence:.3g}"
        label = moved if label is None else f"{label}, {moved}"
    path = path.ties(ties)
    rule.check(path)
    return Curve(path, chosen.for_path(path, **options), rule, label, left)


def _of(kind: str, label: str | None) -> str:
    return kind if label is None else f"{kind} for {label}"


def _interval(domain: tuple[float, float]) -> str:
    return f"{'(' if np.isinf(domain[0]) else '['}{domain[0]:g}, {domain[1]:g}]"
