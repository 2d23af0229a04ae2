"""What every space owes: a map of the unit square of rates, its inverse, labels and ranges."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.completion import Offering
from prplot.errors import PrplotTypeError, by_name, hint, short
from prplot.interpolations.base import Interpolation
from prplot.metrics import FPR, RECALL
from prplot.metrics.confusion import Confusion
from prplot.options import InterpolationName, SpaceName
from prplot.path.facts import UNCOUNTED
from prplot.path.path import ConfusionPath
from prplot.path.steps import Rate, Steps
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check_prevalence, reals
from prplot.rows.refinement import Sight

__all__ = ["SecondaryScale", "Refined", "Space", "from_the_limit"]


class Refined(NamedTuple):
    """A polyline seen in a space.

    ``vertex`` says which vertex of the path each point is; -1 where one was inserted.
    """

    x: FloatArray
    y: FloatArray
    vertex: NDArray[np.int_]


class SecondaryScale(NamedTuple):
    """A rate that an axis shows besides its own coordinate.

    ``axis`` is "x" or "y"; ``rate`` maps coordinates to the rate, without complaint beyond the
    ends of the axis, and ``place`` maps back; ``marks`` are the rates that deserve a tick most.
    """

    axis: Literal["x", "y"]
    label: str
    rate: Callable[[FloatArray], FloatArray]
    place: Callable[[FloatArray], FloatArray]
    marks: tuple[float, ...]


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
        "abscissa_rate anchors area_range beyond bottom calibrated counts defined_before explained farthest floor "
        "follow free_corner hull_shown insertions interpolated known_prevalence lowest_rate measured "
        "moves_with_prevalence needs_negatives no_area odds own_rule pointwise range_varies rate reach references "
        "refine runs_area scale secondary_scales seen shown step_areas straight top trades_f undefined unplaceable "
        "unplaced unwarped vertices words"
    )
    name: ClassVar[SpaceName]
    title: ClassVar[str]
    xlabel: ClassVar[str]
    ylabel: ClassVar[str]
    # The rate that alone decides the abscissa.
    rate: ClassVar[Rate] = "tpr"
    # Abscissae at which curves are defined, and those over which areas are taken by default.
    domain: ClassVar[tuple[float, float]] = (0.0, 1.0)
    # Before which abscissa curves have ordinates, though they are drawn over their domain.
    defined_before: ClassVar[float] = -np.inf
    # Lowest abscissa to which helpers are drawn.
    reach: ClassVar[float] = 0.0
    # Largest fpr to which lines that go beyond the square are followed.
    farthest: ClassVar[float] = 1e6
    # The scale that both axes of a drawing get.
    scale: ClassVar[str] = "linear"
    # Abscissae at which a drawn curve gets a point whether or not it has a vertex there.
    anchors: ClassVar[tuple[float, ...]] = ()
    # Whether interpolations other than "continuous" have a meaning here.
    interpolated: ClassVar[bool] = False
    # The rule between thresholds where the space has one of its own.
    own_rule: ClassVar[Interpolation | None] = None
    # Whether a confusion point is a point here; if not, there are no isolines, regions or marks.
    pointwise: ClassVar[bool] = True
    # Whether a hull here trades precision for recall (F_β) rather than the two errors.
    trades_f: ClassVar[bool] = False
    # Whether the better curve has the smaller area.
    lower_is_better: ClassVar[bool] = False
    # Whether what is seen here depends on the prevalence.
    moves_with_prevalence: ClassVar[bool] = True
    # Whether places here need the number of negatives; if not, curves of which nobody knows it have theirs.
    needs_negatives: ClassVar[bool] = True
    # Why there may be no prevalence to place something at.
    unplaceable: ClassVar[str] = UNCOUNTED
    # The corner that curves seldom reach.
    free_corner: ClassVar[str] = "lower left"
    # Why there is no area under curves, and what to ask for in its place; empty where there is one.
    no_area: ClassVar[str] = ""
    # Whether the largest area depends on the prevalence, and so varies between samples.
    range_varies: ClassVar[bool] = False
    # What is added to the labels of axes that explain themselves: π, P and N of a path, fields of the space.
    explained: ClassVar[tuple[str, str]] = ("", "")

    def __post_init__(self) -> None:
        given = check_prevalence(self.prevalence)
        self._set_prevalence(given)
        object.__setattr__(self, "odds", given / (1.0 - given))

    @classmethod
    def for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        """Return the space of a path; with one class only it is there, but sees mostly NaN.

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
        space._set_prevalence(path.vertices.prevalence)
        object.__setattr__(space, "odds", path.positives / path.negatives if path.negatives else np.inf)
        return space

    def _set_prevalence(self, prevalence: float) -> None:
        object.__setattr__(self, "prevalence", prevalence)
        object.__setattr__(self, "known_prevalence", None if math.isnan(prevalence) else prevalence)

    @property
    def words(self) -> str:
        """How a methods section says what was chosen for this space; nothing where there was no choice."""
        return ""

    @property
    def lowest_rate(self) -> float:
        """The rate at the lowest abscissa to which helpers are drawn."""
        return float(self.abscissa_rate(self.reach, self.odds))

    # The map, in weights: what curves use, so that counts stay exact.

    @abstractmethod
    def image(
        self, fp: FloatArray, tp: FloatArray, negatives: float, positives: float
    ) -> tuple[FloatArray, FloatArray]:
        """Return where cumulative weights are seen.

        Parameters
        ----------
        fp, tp : arrays of shape (n,)
            Weights up to n points of a path, from 0 to N and P.
        negatives, positives : float
            N and P, in the same unit as ``fp`` and ``tp``, so that counts stay exact.

        Returns
        -------
        x, y : arrays of shape (n,)
            Axes coordinates; NaN or infinite where the formula is, silently.
        """

    @abstractmethod
    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return the rates (fpr, tpr) seen at (x, y).

        Parameters
        ----------
        x, y : array_like
            Axes coordinates, broadcast against each other.

        Returns
        -------
        fpr, tpr : arrays
            A point that no classifier can reach has fpr > 1.
        """

    @abstractmethod
    def step_areas(self, steps: Steps) -> FloatArray:
        """Return the exact area under the image of each straight step.

        Parameters
        ----------
        steps : Steps
            K steps of a path, in weights.

        Returns
        -------
        array of shape (K,)
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

    @abstractmethod
    def abscissa_rate(self, x: Any, odds: Any) -> Any:
        """Return the rate (`rate` says which) that is seen at an abscissa, given P / N.

        Plain arithmetic, so that exact fractions in give exact fractions out.
        """

    def unplaced(self, x: float) -> float:
        """Return how far an abscissa is from that of its rate, where the rate has no digits to tell them apart."""
        return 0.0

    @property
    def top(self) -> float:
        """The largest ordinate that there is."""
        return 1.0

    @property
    def bottom(self) -> float:
        """The ordinate down to which the view goes in any case."""
        return 0.0

    @property
    def floor(self) -> float:
        """The lowest ordinate to which the view is extended on its own."""
        return -0.5

    def references(self) -> tuple[tuple[str, FloatArray], ...]:
        """Return what costs nothing to reach, by name: rates at which fpr equals tpr; the diagonal needs no name."""
        return (("", np.array([self.lowest_rate, 1.0])),)

    def beyond(self, x: FloatArray, reached: float) -> FloatArray:
        """Return the ordinates that areas count beyond the end of a path that reaches so much recall.

        Mostly 0: where the abscissa stands for recall no more is earned.
        """
        return np.zeros(np.shape(x))

    def undefined(self, path: ConfusionPath) -> str | None:
        """Return why this space shows no curve of the path, or None."""
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

    def hull_shown(self, steps: Steps) -> NDArray[np.bool_]:
        """Return which vertices of a hull are vertices of the hull here."""
        return self.shown(steps.tp)

    def area_name(self, interpolation: InterpolationName) -> str:
        """Return what the area is called in a legend."""
        return "area"

    def area_range(self, low: float, high: float) -> tuple[float, float]:
        """Return the least and the largest area between two abscissae that any sample can have."""
        return 0.0, high - low

    def secondary_scales(self) -> tuple[SecondaryScale, ...]:
        """Return what the axes show besides their coordinates."""
        return ()

    def f_levels(self, count: int) -> list[float]:
        """Return so many levels of F_β that spread evenly here."""
        return evenly(count)

    def shown(self, tp: FloatArray) -> NDArray[np.bool_]:
        """Return which vertices have a finite place in this space."""
        return np.ones(len(tp), dtype=bool)

    # The map, in rates: what users call.

    def forward(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
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
        f, t = np.broadcast_arrays(*(reals(name, r) for name, r in (("fpr", fpr), ("tpr", tpr))))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            odds = np.float64(self.odds)
            x, y = self.image(f / odds, t.copy(), float(1.0 / odds), 1.0)
        return x[()], y[()]

    def place(self, confusion: Confusion) -> tuple[FloatArray, FloatArray]:
        """Return what a confusion matrix looks like here, at the prevalence of this space: as `mark` does."""
        if not self.needs_negatives and (math.isnan(confusion.tn) or math.isnan(self.prevalence)):
            tp, fp = (np.array([cell]) for cell in (confusion.tp, confusion.fp))
            return self.image(fp, tp, math.nan, confusion.tp + confusion.fn)
        return self.mark(FPR.of(*confusion.cells), RECALL.of(*confusion.cells))

    def mark(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return what one point of the square looks like here: a point, or both ends of a line."""
        x, y = self.forward(fpr, tpr)
        return np.atleast_1d(x), np.atleast_1d(y)

    def trace(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return a polyline of the unit square as it is seen here, point by point.

        The origin, where a ratio may be 0/0, is seen as the limit along the first segment.
        """
        f, t = np.broadcast_arrays(*(reals(name, r) for name, r in (("fpr", fpr), ("tpr", tpr))))
        x, y = (np.atleast_1d(c) for c in self.forward(f, t))
        return x, from_the_limit(y)

    def vertices(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
        """Return where all vertices of a path are seen; the origin at the limit of the first step."""
        steps = path.steps()
        x, y = self.image(steps.fp, steps.tp, steps.negatives, steps.positives)
        return x, from_the_limit(y)

    def seen(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return (x, y, thresholds) of the vertices that a curve of the path shows."""
        kept = self.shown(path.tp)
        x, y = self.vertices(path)
        return x[kept], y[kept], path.thresholds[kept]

    def counts(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
        """Return (tp, fp), in weight, at the thresholds of the vertices that `seen` returns."""
        kept = self.shown(path.tp)
        return path.tp[kept], path.fp[kept]

    def follow(self, fpr: ArrayLike, tpr: ArrayLike, tolerance: float | Sight = 1e-4) -> tuple[FloatArray, FloatArray]:
        """Return a polyline of the unit square as a line exact to ``tolerance`` axes units, or at a sight."""
        sight = tolerance if isinstance(tolerance, Sight) else Sight(tolerance)
        f, t = (reals(name, r) for name, r in (("fpr", fpr), ("tpr", tpr)))
        f = f / self.odds
        x, y, _ = self.refine(Steps(f, t, np.diff(f), np.diff(t), 1.0 / self.odds, 1.0), sight)
        return x, y

    # Refinement: a straight step stays straight here, or is cut until its chords are close.

    def refine(self, steps: Steps, sight: Sight) -> Refined:
        """Return the image of a path with points inserted where straight steps bend.

        Parameters
        ----------
        steps : Steps
            K steps of a path, in weights.
        sight : Sight
            How far chords may be from the image, in axes units or in pixels.

        Returns
        -------
        Refined
            The K + 1 vertices and what was inserted between them, in order of the path, in axes units.
        """
        step, part = self.insertions(steps, sight)
        vertex = np.arange(len(steps.fp))
        place = np.searchsorted(step, vertex) + vertex
        fp, tp = np.empty((2, len(vertex) + len(step)))
        which = np.full(len(fp), -1)
        inserted = np.ones(len(fp), dtype=bool)
        inserted[place] = False
        which[place] = vertex
        fp[place], tp[place] = steps.fp, steps.tp
        fp[inserted], tp[inserted] = steps.at(step, part)
        x, y = self.image(fp, tp, steps.negatives, steps.positives)
        return Refined(x, from_the_limit(y), which)

    def insertions(self, steps: Steps, sight: Sight) -> tuple[NDArray[np.int_], FloatArray]:
        """Return where `refine` inserts points.

        Returns
        -------
        step : array of int
            The step of each point, rising.
        part : array of float
            The part of the step, in (0, 1), at which it is; rising within a step.
        """

        def at(step: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, FloatArray]:
            x, y = self.image(*steps.at(step, self.unwarped(steps, step, part)), steps.negatives, steps.positives)
            origin = np.flatnonzero(np.isnan(y))
            if len(origin):
                # The limit along the step.
                after = step[origin] + 1
                y[origin] = self.image(steps.fp[after], steps.tp[after], steps.negatives, steps.positives)[1]
            return x, y

        step, part = sight.halved(at, len(steps.fg), self.straight(steps, sight))
        return step, self.unwarped(steps, step, part)

    def straight(self, steps: Steps, sight: Sight) -> NDArray[np.bool_] | None:
        """Return which steps are surely seen as straight, if that is known without a look at them."""
        return None

    def unwarped(self, steps: Steps, step: NDArray[np.int_], part: FloatArray) -> FloatArray:
        """Return where on a step the halvings of `insertions` fall; evenly, unless a space knows better."""
        return part


def evenly(count: int) -> list[float]:
    """Return so many levels, equally spaced strictly between 0 and 1."""
    return [step / (count + 1) for step in range(1, count + 1)]


def from_the_limit(y: FloatArray) -> FloatArray:
    """Return ordinates whose undefined origin is the limit along the first segment.

    Precision and precision gain are constant along rays from the origin, so the limit is the
    ordinate at the other end of the first segment.
    """
    if len(y) > 1 and np.isnan(y[0]) and not np.isnan(y[1]):
        y = y.copy()
        y[0] = y[1]
    return y
