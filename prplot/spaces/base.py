"""What every space owes: a map of the unit square of rates, its inverse, the area of a straight step, and labels."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from prplot.completion import Offering
from prplot.errors import PrplotTypeError, by_name, hint, short
from prplot.interpolations.base import Interpolation, Pieces, Refine
from prplot.options import InterpolationName, SpaceName
from prplot.path.facts import UNCOUNTED
from prplot.path.path import ConfusionPath
from prplot.path.steps import Rate, Steps
from prplot.rows.arrays import BoolArray, FloatArray, IntArray, Pair
from prplot.rows.checks import check_prevalence, reals


class Line(NamedTuple):
    """A polyline in a space; ``vertex`` is which vertex of the path each point is, -1 where one was inserted."""

    x: FloatArray
    y: FloatArray
    vertex: IntArray


@by_name()
@dataclass(frozen=True)
class Space(Offering, ABC):
    """A map of the unit square of rates (fpr, tpr), given the prevalence, with an inverse.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of foreground weight.

    Raises
    ------
    PrplotValueError
        If the prevalence lies outside (0, 1).
    """

    prevalence: float = field(compare=False)
    # The prevalence; None where nobody knows it, which equals itself as NaN does not.
    known_prevalence: float | None = field(init=False, repr=False)
    # P / N, the prior odds; kept beside the prevalence, which cannot tell them apart next to 1.
    odds: float = field(init=False, repr=False, compare=False)

    _inner: ClassVar[str] = (
        "abscissa_rate anchors area_range beyond calibrated counts defined_before follow hull_shown image "
        "interpolated known_prevalence legend line lowest_rate measured moves_with_prevalence needs_negatives no_area "
        "odds own_rule pieces pointwise range_varies rate reach runs_area seen shown step_areas top trades_f undefined "
        "unplaced vertices words"
    )
    name: ClassVar[SpaceName]
    title: ClassVar[str]
    xlabel: ClassVar[str]
    ylabel: ClassVar[str]
    # The rate that alone decides the abscissa.
    rate: ClassVar[Rate] = "tpr"
    # Abscissae at which curves are defined.
    domain: ClassVar[tuple[float, float]] = (0.0, 1.0)
    # Whether the better curve has the smaller area.
    lower_is_better: ClassVar[bool] = False
    # What a legend calls the area.
    legend: ClassVar[str] = "area"

    # The rest is for few spaces.
    # Before which abscissa curves have ordinates, though they are drawn over their domain.
    defined_before: ClassVar[float] = -np.inf
    # Lowest abscissa to which lines are drawn.
    reach: ClassVar[float] = 0.0
    # Abscissae at which a drawn curve gets a point whether or not it has a vertex there.
    anchors: ClassVar[tuple[float, ...]] = ()
    # Whether interpolations other than "continuous" have a meaning here, and the rule of a space that has its own.
    interpolated: ClassVar[bool] = False
    own_rule: ClassVar[Interpolation | None] = None
    # Whether a confusion point is a point here; if not, there are no isolines, regions or marks.
    pointwise: ClassVar[bool] = True
    # Whether a hull here trades precision for recall (F_β) rather than the two errors.
    trades_f: ClassVar[bool] = False
    # Whether curves, and whether the largest area, depend on the prevalence.
    moves_with_prevalence: ClassVar[bool] = True
    range_varies: ClassVar[bool] = False
    # Whether points here need the number of negatives.
    needs_negatives: ClassVar[bool] = True
    # Why there is no area under curves, and what to ask for in its place; empty where there is one.
    no_area: ClassVar[str] = ""

    def __post_init__(self) -> None:
        given = check_prevalence(self.prevalence)
        self._set_prevalence(given)
        object.__setattr__(self, "odds", given / (1.0 - given))

    @classmethod
    def for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        """Return the space of a path; with one class only nearly all coordinates are NaN.

        Raises
        ------
        PrplotTypeError
            If the space does not take one of the options.
        """
        known = [f.name for f in fields(cls) if f.init and f.name != "prevalence"] if options else []
        for name in options:
            if name not in known:
                takes = f"takes {', '.join(known)}" if known else "takes no options of its own"
                own = ["ties", "prevalence", "label", *(["interpolation", "left"] if cls.interpolated else []), *known]
                way_out = hint(name, options[name], own) or "Options of figures belong to plot."
                raise PrplotTypeError(f"{cls.title} space {takes}; got {name}={short(options[name])}. {way_out}")
        space = cls(0.5, **options)
        space._set_prevalence(path.known_prevalence)
        object.__setattr__(space, "odds", path.positives / path.negatives if path.negatives else np.inf)
        return space

    def _set_prevalence(self, prevalence: float) -> None:
        object.__setattr__(self, "prevalence", prevalence)
        object.__setattr__(self, "known_prevalence", None if math.isnan(prevalence) else prevalence)

    @property
    def words(self) -> str:
        """How a methods section says what was chosen for this space; empty where there was no choice."""
        return ""

    @property
    def lowest_rate(self) -> float:
        """The rate at the lowest abscissa to which lines are drawn."""
        return float(self.abscissa_rate(self.reach, self.odds))

    # The map, in weights: what curves use, so that counts stay exact.

    @abstractmethod
    def image(self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float) -> Pair:
        """Return the axes coordinates (x, y) of cumulative weights; NaN or infinite where the formula is, silently.

        Parameters
        ----------
        fp, tp : arrays of shape (n,)
            Weights up to n points of a path, from 0 to N and P.
        negatives, positives : float
            N and P, in the same unit as ``fp`` and ``tp``.
        """

    @abstractmethod
    def inverse(self, x: ArrayLike, y: ArrayLike) -> Pair:
        """Return the rates (fpr, tpr) whose image is (x, y).

        Parameters
        ----------
        x, y : array_like
            Axes coordinates, broadcast against each other.

        Returns
        -------
        fpr, tpr : arrays
            A point that no classifier can reach has fpr > 1.
        """

    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        """Return the rate (`rate` says which) that has an abscissa, given P / N: often the abscissa itself.

        Plain arithmetic, so that exact fractions in give exact fractions out.
        """
        return x

    @abstractmethod
    def step_areas(self, steps: Steps) -> FloatArray:
        """Return the exact area under the image of each of K straight steps, of shape (K,).

        In squared axes units; 0 where the abscissa does not move, negative below ordinate 0.
        """

    def runs_area(self, fg: FloatArray, bg: FloatArray) -> float | None:
        """Return the area under a path whose classes take turns; NaN if there is none, None if steps are as quick.

        Parameters
        ----------
        fg, bg : arrays of shape (K,)
            How many rows are in each run of foreground, and in the run of background before it; some may have none.
        """
        return None

    def unplaced(self, x: float) -> float:
        """Return how far an abscissa is from that of its rate, where the rate has no digits to tell them apart."""
        return 0.0

    @property
    def top(self) -> float:
        """The largest ordinate that there is."""
        return 1.0

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        """Return the ordinates that areas count beyond the end of a path that reaches so much recall.

        Mostly 0: where the abscissa stands for recall no more is earned.
        """
        return np.zeros(np.shape(x))

    def undefined(self, path: ConfusionPath) -> str | None:
        """Return why a path has no curve here, or None."""
        if path.positives == 0:
            return "the sample has no foreground weight (P = 0)"
        if not self.needs_negatives:
            return None
        if path.negatives == 0:
            return "the sample has no background weight (N = 0)"
        return UNCOUNTED.rstrip(".") if np.isnan(path.negatives) else None

    def measured(self, steps: Steps) -> Steps:
        """Return the steps with the totals of which the rates of `abscissa_rate` are shares."""
        return steps

    def calibrated(self, steps: Steps) -> FloatArray:
        """Return the score of each step of a hull: the share of foreground in its increment."""
        return np.asarray(steps.fg / (steps.fg + steps.bg))

    def hull_shown(self, steps: Steps) -> BoolArray:
        """Return which vertices of a hull are vertices of the hull here."""
        return self.shown(steps.tp)

    def area_name(self, interpolation: InterpolationName) -> str:
        """Return what the area is called in a legend."""
        return self.legend

    def area_range(self, low: float, high: float) -> tuple[float, float]:
        """Return the least and the largest area between two abscissae that any sample can have."""
        return 0.0, high - low

    def shown(self, tp: FloatArray) -> BoolArray:
        """Return which vertices have finite coordinates here."""
        return np.ones(len(tp), dtype=bool)

    # The map, in rates: what users call.

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        """Return the axes coordinates of points of the unit square.

        Parameters
        ----------
        fpr, tpr : array_like
            Rates, broadcast against each other.

        Returns
        -------
        x, y : arrays
            NaN or -inf where the formula is, silently.
        """
        f, t = broadcast(fpr=fpr, tpr=tpr)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            odds = np.float64(self.odds)
            x, y = self.image(f / odds, t, float(1.0 / odds), 1.0)
        return x[()], y[()]

    def trace(self, fpr: ArrayLike, tpr: ArrayLike) -> Pair:
        """Return the image of a polyline of the unit square, point by point.

        The origin, where a ratio may be 0/0, has the limit along the first segment.
        """
        x, y = (np.atleast_1d(c) for c in self.forward(*broadcast(fpr=fpr, tpr=tpr)))
        return x, from_the_limit(y)

    def follow(self, fpr: ArrayLike, tpr: ArrayLike, refine: Refine) -> Pair:
        """Return the image of a polyline of the unit square with points inserted where straight steps bend."""
        f, t = (np.atleast_1d(rate) for rate in broadcast(fpr=fpr, tpr=tpr))
        f = f / self.odds
        line = self.line(Steps(f, t, np.diff(f), np.diff(t), 1.0 / self.odds, 1.0), refine)
        return line.x, line.y

    def vertices(self, path: ConfusionPath) -> Pair:
        """Return the coordinates of all vertices of a path; the origin has the limit along the first step."""
        steps = path.steps()
        x, y = self.image(steps.fp, steps.tp, steps.negatives, steps.positives)
        return x, from_the_limit(y)

    def seen(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return (x, y, thresholds) of the vertices that a curve of the path shows."""
        kept = self.shown(path.tp)
        x, y = self.vertices(path)
        return x[kept], y[kept], path.thresholds[kept]

    def counts(self, path: ConfusionPath) -> Pair:
        """Return (tp, fp), in weight, at the thresholds of the vertices that `seen` returns."""
        kept = self.shown(path.tp)
        return path.tp[kept], path.fp[kept]

    def pieces(self, steps: Steps) -> Pieces:
        """Return the image of parts of straight steps; at the origin the limit along the first step."""
        totals = steps.negatives, steps.positives

        def at(step: IntArray, part: FloatArray) -> Pair:
            x, y = self.image(*steps.at(step, part), *totals)
            origin = np.flatnonzero(np.isnan(y))
            if len(origin):
                after = step[origin] + 1
                y[origin] = self.image(steps.fp[after], steps.tp[after], *totals)[1]
            return x, y

        return at

    def line(self, steps: Steps, refine: Refine) -> Line:
        """Return the image of K straight steps, with points inserted where they bend, in order."""
        step, part = refine(self.pieces(steps), len(steps.fg))
        ends = zip((steps.fp, steps.tp), steps.at(step, part), strict=True)
        fp, tp = (np.insert(vertices, step + 1, between) for vertices, between in ends)
        x, y = self.image(fp, tp, steps.negatives, steps.positives)
        return Line(x, from_the_limit(y), np.insert(np.arange(len(steps.fp)), step + 1, -1))


def broadcast(**named: ArrayLike) -> list[FloatArray]:
    """Return coordinates, by the names of their arguments, as arrays of one shape that may be written to."""
    return [array.copy() for array in np.broadcast_arrays(*(reals(name, values) for name, values in named.items()))]


def from_the_limit(y: FloatArray) -> FloatArray:
    """Return ordinates whose undefined origin is the limit along the first segment.

    Precision and precision gain are constant along rays from the origin, so the limit is the
    ordinate at the other end of the first segment.
    """
    if len(y) > 1 and np.isnan(y[0]) and not np.isnan(y[1]):
        y = y.copy()
        y[0] = y[1]
    return y
