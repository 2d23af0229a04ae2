"""Areas of curves on other scales, and the methods that lead onward: to intervals, bands, figures and words.

They stand here because they import what imports curves; see `prplot.path.methods` for those of paths. Means of curves
and comparisons, which come later, are plotted by the same road.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, get_args

from numpy.typing import ArrayLike

from prplot.completion import Offering
from prplot.errors import PrplotValueError, by_name, invalid, one_of, short, warn
from prplot.names import BandKind, IntervalMethod, NormalizedBy, WeightKind
from prplot.path.bounds import RandomAreaRule, expected_random_area, minimum_area
from prplot.path.facts import warn_open, warn_uncounted, warn_undefined
from prplot.path.makers import from_counts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from prplot.curve.curve import Curve
    from prplot.draw.base.results import Drawn, Plotted
    from prplot.uncertainty.bands import Band
    from prplot.uncertainty.interval import Interval

P = ParamSpec("P")
R = TypeVar("R")
USUAL_LEVELS = (0.9, 0.95, 0.99)
# How far areas may differ, relatively, and still count as equal.
SAME = 4 * sys.float_info.epsilon


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


@by_name()
class Plottable:
    """What can be plotted as a curve: curves, and means of curves."""

    def plot(self: Any, ax: Axes | None = None, **parts: Any) -> Plotted:
        """Draw the curve with the reference lines and regions of its space.

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
class PlottableDifferences:
    """What can be plotted as differences: comparisons."""

    def plot(self: Any, ax: Axes | None = None, **line: Any) -> Drawn:
        """Draw the differences with their intervals, one below the other, and a line at 0.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Default: those of a new figure.
        **line
            Keywords of `matplotlib.lines.Line2D` for the lines of the intervals.

        Returns
        -------
        Drawn
            ``.ax``, ``.figure``, ``.lines`` (of each pair the interval, then the line at 0), ``.texts``, ``.save``.
        """
        from prplot.draw.figures.differences import differences

        return differences(self, ax=ax, **line)


@by_name()
class Onward(Offering, Plottable):
    """What a `Curve` can be asked for that later folders make."""

    @_told_of_levels
    @by_name("The level is level=0.95, the number of replicates n=2000, the seed rng=1.")
    def interval(
        self: Any,
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
        on. "bootstrap" (percentiles), the default for other measures, covers PR areas less often than the stated
        level: by 4 percentage points with 20 positives, 2 with 50, 1 with 100. "logit" does not fall short with 20,
        and is wider. Intervals end at the range of the measure.

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
        from prplot.uncertainty.interval import interval_of
        from prplot.uncertainty.measures import AreaMeasure

        return interval_of(
            AreaMeasure(self, low, high),
            self.path,
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
        self: Any,
        *,
        level: float = 0.95,
        kind: BandKind = "pointwise",
        n: int = 2000,
        stratify: bool | None = None,
        groups: ArrayLike | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Band:
        """Return a confidence band around the curve, by bootstrap.

        Parameters
        ----------
        level : float
            With which probability, in (0, 1).
        kind : {"pointwise", "simultaneous"}
            Whether the band covers y at each single x with probability ``level``, or the whole curve.
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
        The band consists of percentiles of y over the bootstrap replicates; a simultaneous band is a pointwise band
        whose level is raised until it contains a fraction ``level`` of entire replicate curves. A band is nowhere
        narrower than Wilson's confidence interval of the proportion on the y axis: a proportion of the positives in
        ROC, CROC, DET, gains and lift, of the rows predicted positive in PR and PRG. Without this it would have no
        width along a perfect stretch, where all replicates are perfect too.

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

    def methods(self: Any) -> str:
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

    def describe(self: Any) -> str:
        """Return a text description of the curve for readers who cannot see the figure, such as alt text."""
        from prplot.curve.report import curve_described

        return curve_described(self)

    def normalized_area(self: Any, low: float = 0.0, high: float = 1.0, by: NormalizedBy = "data") -> float:
        """Return (area - worst) / (best - worst) between two abscissae: 0 for the worst, 1 for the best.

        Parameters
        ----------
        low, high : float
            The range.
        by : {"data", "skew"}
            What worst and best are: the areas of the worst and the best ranking of the given points
            (Keilwagen et al., Theorem 1); or, for continuous PR curves, the range that the prevalence alone allows:
            from Boyd's closed form for hard labels to 1. For hard labels both are the same, unless the path ends
            early, where "skew" is NaN; soft labels reach neither 0 nor 1 by "skew".

        Returns
        -------
        float
            In [0, 1], but for rounding. NaN, with a `PrplotWarning`, where best and worst are equal
            or the area is undefined.

        Raises
        ------
        PrplotValueError
            In PR, where it is not proved that the area lies between those of the two rankings. It
            always does for the continuous interpolation. With ties it also does for step and discrete-tp with hard
            labels whose positives have equal weights, for max-interpolated with any hard labels, and for step and
            max-interpolated with soft labels whose rows have equal weights (step over the whole range only). Without
            ties it also does for linear, upper-trapezoid and discrete-fp with hard labels whose positives have equal
            weights, and for linear and upper-trapezoid with soft labels whose rows have equal weights.

        References
        ----------
        K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012.
        """
        by = one_of("by", by, get_args(NormalizedBy))
        area: float = self.area(low, high)
        if math.isnan(area):
            return area
        if by == "data":
            reason = self.unproved(low, high)
            if reason is not None:
                raise PrplotValueError(
                    f"normalized_area must be one of areas between those of the worst and the best ranking, which with "
                    f"interpolation {self.interpolation!r} is not so for {reason}. Use the continuous one, "
                    "path.pr().normalized_area(), for which it always is."
                )
            worst, best = (self.over(path).area(low, high) for path in (self.path.worst(), self.path.best()))
        elif not self.space.interpolated or self.interpolation != "continuous":
            where, kind = f"in {self.space.title} space", "PR curves."
            if self.space.interpolated:
                where = f"with interpolation {self.interpolation!r}"
                kind = "continuous PR curves: path.pr().normalized_area(by='skew')."
            raise invalid("by", f"be 'data' {where}", short(by), f"Boyd's closed form is one of {kind}")
        elif any(lacks(self.path, "the normalised area by skew") for lacks in (warn_uncounted, warn_open)):
            return math.nan
        elif self.path.known_prevalence == 1:
            worst, best = 1.0, 1.0
        else:
            worst, best = minimum_area(self.path.known_prevalence, low, high), float(high - low)
        same = "the best and the worst ranking have the same area."
        return share("the normalised area", area, worst, best, same)

    def standardized_area(self: Any, low: float = 0.0, high: float = 1.0) -> float:
        """Return the area between two abscissae on a scale where chance is 1/2 and the maximum is 1.

        ``(1 + (area - chance) / (most - chance)) / 2``; in ROC this is McClish's correction of
        partial areas. For a whole gains curve the result equals the area under the ROC curve.

        Raises
        ------
        PrplotValueError
            In cost and DET space, where the least area is the best one.

        References
        ----------
        D. K. McClish, Medical Decision Making 1989, doi:10.1177/0272989X8900900307.
        """
        if self.space.lower_is_better:
            raise PrplotValueError(
                f"standardized_area is of areas of which more is better; got a curve in {self.space.title} space. "
                "Use normalized_area(), which is 1 for a perfect ranking there too."
            )
        area: float = self.area(low, high)
        if math.isnan(area):
            return area
        if warn_uncounted(self.path, "the standardised area"):
            return math.nan
        positives, negatives = self.path.positives, self.path.negatives
        perfect = self.over(from_counts([1.0, 0.0], [positives, positives], [0.0, negatives]))
        chance, most = (curve.area(low, high) for curve in (by_chance(self), perfect))
        return (1.0 + share("the standardised area", area, chance, most, "chance has the largest area already.")) / 2.0

    def random_area(self: Any) -> float:
        """Return the exact expected area of random rankings of the same rows, without ties.

        Available for step and continuous interpolation of hard labels of weight 1, and for step interpolation of soft
        labels that add up to 1. The expected area is larger than `chance` and approaches it as n grows.

        Raises
        ------
        PrplotValueError
            If no closed form of the expected area is known.
        """
        if not self.space.interpolated:
            raise PrplotValueError(f"random_area is one of PR curves; got a curve in {self.space.title} space.")
        if self.warn_undefined("the expected area") or warn_open(self.path, "the expected area of a random ranking"):
            return math.nan
        return expected_random_area(self.path, cast(RandomAreaRule, self.interpolation))


def by_chance(curve: Curve) -> Curve:
    """Return the curve of a score-independent classifier: one step takes everything."""
    return curve.over(from_counts([0.0], [curve.path.positives], [curve.path.negatives]))


def share(what: str, area: float, least: float, most: float, same: str) -> float:
    """Return where an area lies between two others; NaN, with a warning that says why, where these are the same."""
    equal = abs(most - least) <= SAME * max(abs(most), abs(least))
    return math.nan if warn_undefined(what, same if equal else "") else (area - least) / (most - least)
