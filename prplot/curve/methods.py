"""Rescaled areas of curves, and the methods that return intervals, bands, figures and sentences.

They have a module of their own because they import modules that themselves import curves. The methods of paths are in
`prplot.path.methods`.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar, cast, get_args

from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, by_name, invalid, one_of, short, warn
from prplot.names import BandKind, IntervalMethod, NormalizedBy, WeightKind
from prplot.path.area_bounds import RandomAreaRule, expected_random_area, minimum_area
from prplot.path.facts import warn_open, warn_uncounted, warn_undefined
from prplot.path.makers import from_counts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from prplot.curve.curve import Curve
    from prplot.draw.base.drawn import Drawn, Plotted
    from prplot.draw.figures.calibration import CalibrationPlot
    from prplot.uncertainty.bands import Band
    from prplot.uncertainty.interval import Interval

P = ParamSpec("P")
R = TypeVar("R")
USUAL_LEVELS = (0.9, 0.95, 0.99)
# Areas count as equal if their relative difference is at most this.
SAME = 4 * sys.float_info.epsilon


def _told_of_levels(interval: Callable[P, R]) -> Callable[P, R]:
    """Decorate the method `interval` to warn if its first argument, the low end of the range, looks like a level."""

    @functools.wraps(interval)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        by_place = len(args) == 2 and not {"high", "level"} & set(kwargs)
        if by_place and isinstance(args[1], float) and args[1] in USUAL_LEVELS:
            warn(
                f"curve.interval({args[1]}) is of the area from {args[1]} to 1: what comes first is low, where the "
                f"range begins. The level is level={args[1]}; for this range say low={args[1]}."
            )
        return interval(*args, **kwargs)

    return checked


@by_name()
class Plottable:
    """Base of results that can be plotted as a curve: curves, and mean curves."""

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
class PlottableCalibration:
    """Base of results that can be plotted as a calibration curve."""

    def plot(self: Any, ax: Axes | None = None, **parts: Any) -> CalibrationPlot:
        """Draw the calibration curve with a band and a histogram of the scores.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Default: a new figure.
        **parts
            ``band``, ``histogram``, ``line`` and ``legend``, as in `prplot.draw.calibration`.
        """
        from prplot.draw.figures.calibration import calibration

        return calibration(self, ax=ax, **parts)


@by_name()
class PlottableDifferences:
    """Base of results that can be plotted as differences: comparisons."""

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
            ``.ax``, ``.figure``, ``.lines`` (one interval for each pair of classifiers, then the line at 0),
            ``.texts``, ``.save``.
        """
        from prplot.draw.figures.differences import differences

        return differences(self, ax=ax, **line)


@by_name()
class CurveMethods(Plottable):
    """The methods of `Curve` whose results are made by later folders, such as intervals and figures."""

    @_told_of_levels
    @by_name("The level is level=0.95, the number of replicates n=2000, the seed rng=1.")
    def interval(
        self: Any,
        low: float = 0.0,
        high: float = 1.0,
        *,
        level: float = 0.95,
        method: IntervalMethod | None = None,
        n: int | None = None,
        stratify: bool | None = None,
        groups: ArrayLike | Literal[False] | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Interval:
        """Return the area with its confidence interval.

        Parameters
        ----------
        low, high : float
            The range of abscissae, as in `area`.
        level : float
            The confidence level, in (0, 1): how often intervals of this kind should contain the area of the population.
        method : str, optional
            Default: the method recommended for the measure on the page "Coverage" of the documentation. In samples with
            at least 2,000 positives and 2,000 negatives (or as many groups with each) this is "influence" for areas
            that have it, unless ``n`` or ``rng`` asks for replicates, a prevalence was set or the number of negatives
            is unknown. By resampling: "bootstrap" (the percentiles of the replicates), "basic" (mirrored at the
            estimate), "bca" (corrected for bias and acceleration), "logit-bootstrap" (± z standard errors on the logit
            scale; only for areas in [0, 1]). Without resampling: "influence" (± z standard errors, on the logit scale
            for areas in [0, 1]; the standard error adds up how far each row moves the area), for areas that are smooth
            in the weights of rows: all but those of cost curves, recalibrated Murphy curves, clipped PRG curves, CROC
            curves with the magnifier "power" and PR curves with the interpolations "max-interpolated", "discrete-tp"
            and "discrete-fp". By a formula: "binomial" (± z √(a (1 - a) / P) for area a) and "logit" (the same on the
            logit scale), only for whole PR areas, "delong" (whole ROC areas).
        n : int, optional
            Number of replicates, at least 2 / (1 - level); fewer than 200 make the limits rough, and warn so. Default:
            2,000, where replicates are drawn.
        stratify : bool, optional
            Default: rows are resampled unstratified, so that the prevalence varies between replicates. True: positives
            and negatives are resampled separately, as in a case-control study.
        groups : array_like or False, optional
            The group of each row, such as a patient: whole groups are resampled, not single rows. Default: the groups
            that were given where the path was made, if any; False: rows. Where rows are pairs with groups on both
            sides, as trials of two speakers each, groups of one side alone give intervals that are too narrow.
        rng : int, numpy.random.Generator or None
            Seed. Default: a fixed seed, computed from the sample's data. The same rows then get the same interval in
            every call, and different samples get independent replicates.
        weights : {"importance", "frequency"}
            "importance": a row is resampled as one row, whatever its weight; multiplying all weights by a constant
            changes no interval. "frequency": a row of weight w stands for w rows.

        Returns
        -------
        Interval
            ``.estimate, .low, .high, .level, .method, .standard_error, .replicates, .undefined``. The estimate is the
            area on the data themselves, not a mean over replicates: replicates contain rows repeatedly, which makes
            their areas too large on average. Without resampling ``.replicates`` is empty.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If the level is outside (0, 1), n is less than 2 / (1 - level), the method does not apply to this curve,
            there are fewer than two positives, ``groups`` does not have one value per row, or the path has no rows to
            resample.

        Warns
        -----
        PrplotWarning
            If there are fewer than 20 positives (outside PR also fewer than 20 negatives), because intervals then cover
            less often than their level; if the area is perfect, and its interval therefore NaN; and if a usual level
            such as 0.95 is passed as the first positional argument, because that argument is ``low``.

        Notes
        -----
        The coverage of the intervals was counted in simulations from models whose population area is known (see
        Coverage in the documentation). For PR and ROC areas the default is "logit-bootstrap", which reaches its level
        if there are at least 50 to 100 positives. "bootstrap" (percentiles), the default for other measures, covers PR
        areas less often than the stated level: by 3 percentage points with 20 positives, 2 with 50, 1 with 100. "logit"
        covers often enough with 20 positives, but its intervals are wider. Intervals never extend beyond the range of
        the measure.

        "influence" is the infinitesimal jackknife, also called the delta method. The influence of a row is the
        derivative of the area by the weight of the row, times this weight; the variance of the area is the sum of the
        squares of all influences. With ``stratify=True`` the mean influence of each class is subtracted first; with
        ``groups`` influences are added up within each group. One pass over the sorted rows takes a few times as long as
        the area, where 2,000 replicates take about a thousand times as long.

        References
        ----------
        B. Efron, Ann. Stat. 7, 1-26, 1979, doi:10.1214/aos/1176344552; L. A. Jaeckel, The infinitesimal jackknife, Bell
        Laboratories, 1972, and B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, chapter 6,
        doi:10.1137/1.9781611970319, for "influence"; K. Boyd, K. H. Eng and C. D. Page, ECML PKDD
        2013, doi:10.1007/978-3-642-40994-3_29, for "logit" and "binomial"; DeLong et al., Biometrics 44, 1988,
        doi:10.2307/2531595.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.simulate.binormal(1, 1).sample(1000, prevalence=0.1, rng=1)
        >>> path.roc().interval(method="delong")
        0.720 [0.664, 0.777]
        >>> large = prplot.simulate.binormal(1, 1).sample(100_000, prevalence=0.1, rng=1)
        >>> large.pr().interval()
        0.300 [0.291, 0.309] (influence of 100,000 rows)
        """
        from prplot.uncertainty.estimands import AreaMeasure
        from prplot.uncertainty.interval import interval_of

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
        groups: ArrayLike | Literal[False] | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Band:
        """Return a confidence band around the curve, by bootstrap.

        Parameters
        ----------
        level : float
            The confidence level of the band, in (0, 1).
        kind : {"pointwise", "simultaneous"}
            Whether the band covers y at each single x with probability ``level``, or the whole curve.
        n, stratify, groups, rng, weights
            As in `interval`.

        Returns
        -------
        Band
            ``.x, .low, .high, .at(x), .level, .kind``; `prplot.draw.band` draws it. The band is vertical: it has a
            lower and an upper y value at each x value; in PRG x is a recall gain from 0 to 1.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            For the same reasons as in `interval`, and if the curve is undefined.

        Notes
        -----
        The band consists of percentiles of y over the bootstrap replicates; a simultaneous band is a pointwise band
        whose level is raised until it contains a fraction ``level`` of entire replicate curves. A band is at least as
        wide as Wilson's interval of the rate on the y axis. This rate is a share of the positives (ROC, CROC, DET,
        gains, lift) or of the rows predicted positive (PR, PRG). Without this minimal width the band would have no
        width where the curve is perfect, because all replicates are perfect there, too.

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
        """Return the normalized area, (area - worst) / (best - worst): 0 for the worst ranking, 1 for the best.

        Parameters
        ----------
        low, high : float
            The range of x values over which the areas are taken.
        by : {"data", "skew"}
            How the worst and the best area are defined. "data": the areas of the worst and the best possible ranking of
            the given rows (Keilwagen et al., Theorem 1). "skew", only for continuous PR curves: the least and the
            largest area of any ranking of hard labels with this prevalence (Boyd et al.). For hard labels both give the
            same value; but "skew" gives NaN if some rows have no score. Soft labels never reach the limits of "skew",
            so their result is never 0 or 1.

        Returns
        -------
        float
            The normalized area, in [0, 1] except for rounding errors. NaN, with a `PrplotWarning`, if the best and the
            worst area are equal or the area is undefined.

        Raises
        ------
        PrplotValueError
            If ``by`` is "skew" and the curve is not a continuous PR curve; or if ``by`` is "data" and, for this PR
            interpolation and these labels, it is not proved that the result lies in [0, 1]. "continuous" is always
            allowed. With most others all positives must have the same weight, and with some no scores may be tied; the
            message says what is needed.

        References
        ----------
        K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012.
        """
        by = one_of("by", by, get_args(NormalizedBy))
        self._check_ranking("a normalized area")
        area: float = self.area(low, high)
        if math.isnan(area):
            return area
        if by == "data":
            reason = self._unproved(low, high)
            if reason is not None:
                raise PrplotValueError(
                    f"normalized_area must be one of areas between those of the worst and the best ranking, which with "
                    f"interpolation {self.interpolation!r} is not so for {reason}. Use the continuous one, "
                    "path.pr().normalized_area(), for which it always is."
                )
            worst, best = (self._over(path).area(low, high) for path in (self.path.worst(), self.path.best()))
        elif not self.space._interpolated or self.interpolation != "continuous":
            where, kind = f"in {self.space.title} space", "PR curves."
            if self.space._interpolated:
                where = f"with interpolation {self.interpolation!r}"
                kind = "continuous PR curves: path.pr().normalized_area(by='skew')."
            raise invalid("by", f"be 'data' {where}", short(by), f"Boyd's closed form is one of {kind}")
        elif any(lacks(self.path, "the normalized area by skew") for lacks in (warn_uncounted, warn_open)):
            return math.nan
        elif self.path._now.prevalence == 1:
            worst, best = 1.0, 1.0
        else:
            worst, best = minimum_area(self.path._now.prevalence, low, high), float(high - low)
        same = "the best and the worst ranking have the same area"
        return share("the normalized area", area, worst, best, same)

    def standardized_area(self: Any, low: float = 0.0, high: float = 1.0) -> float:
        """Return the area from x = low to x = high, rescaled so that chance has 1/2 and a perfect classifier 1.

        ``(1 + (area - chance) / (most - chance)) / 2``, where chance and most are the areas of a random and of a
        perfect classifier; in ROC this is McClish's correction of partial areas. For a whole gains curve the result
        equals the area under the ROC curve.

        Raises
        ------
        PrplotValueError
            In cost and DET space, where the least area is the best one.

        References
        ----------
        D. K. McClish, Medical Decision Making 1989, doi:10.1177/0272989X8900900307.
        """
        self._check_ranking("a standardized area")
        if self.space.lower_is_better:
            raise PrplotValueError(
                f"standardized_area is of areas of which more is better; got a curve in {self.space.title} space. "
                "Use normalized_area(), which is 1 for a perfect ranking there too."
            )
        area: float = self.area(low, high)
        if math.isnan(area):
            return area
        if warn_uncounted(self.path, "the standardized area"):
            return math.nan
        positives, negatives = self.path.positives, self.path.negatives
        perfect = self._over(from_counts([1.0, 0.0], [positives, positives], [0.0, negatives]))
        chance, most = (curve.area(low, high) for curve in (by_chance(self), perfect))
        return (1.0 + share("the standardized area", area, chance, most, "chance has the largest area already")) / 2.0

    def random_area(self: Any) -> float:
        """Return the exact expected area under the PR curve if the rows are ranked at random, without ties.

        Only for PR curves: for step and continuous interpolation of hard labels of weight 1, and for step interpolation
        of soft labels with fg + bg = 1 in each row. The expected area is larger than `chance` and approaches it as n
        grows.

        Raises
        ------
        PrplotValueError
            If no closed form of the expected area is known.
        """
        if not self.space._interpolated:
            raise PrplotValueError(f"random_area is one of PR curves; got a curve in {self.space.title} space.")
        if self._warn_undefined("the expected area") or warn_open(self.path, "the expected area of a random ranking"):
            return math.nan
        return expected_random_area(self.path, cast(RandomAreaRule, self.interpolation))


def by_chance(curve: Curve) -> Curve:
    """Return the curve of a chance-level classifier, which gives every row the prevalence as its score."""
    path = curve.path
    return curve._over(from_counts([path._now.prevalence], [path.positives], [path.negatives]))


def share(what: str, area: float, least: float, most: float, same: str) -> float:
    """Return (area - least) / (most - least); NaN with a warning (``same``) if least and most are equal."""
    equal = abs(most - least) <= SAME * max(abs(most), abs(least))
    return math.nan if warn_undefined(what, same if equal else "") else (area - least) / (most - least)
