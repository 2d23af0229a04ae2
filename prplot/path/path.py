"""The path of cumulative (FP, TP) weight: one vertex per distinct score, from (0, 0) to (N, P)."""

from __future__ import annotations

import math
import operator
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.completion import Offering
from prplot.errors import PrplotValueError, by_name, invalid, nothing_called, short, shortest, warn, wrong_type
from prplot.metrics.confusion import Confusion
from prplot.options import DecidedBy, InterpolationName, IntervalMethod, LeftEnd, Magnifier, SpaceName, WeightKind
from prplot.path import derived, hidden, operating, ranking, summaries, transfer, variants, zones
from prplot.path.facts import as_html, facts, warn_uncounted
from prplot.path.groups import Joins, Piece
from prplot.path.steps import Steps
from prplot.path.vertices import Vertices
from prplot.rows.arrays import FloatArray, Frozen
from prplot.rows.checks import number
from prplot.rows.sample import Missing, Sample, Treatment, unit_rows
from prplot.rows.sums import safe_scale

if TYPE_CHECKING:
    from prplot.areas import Areas
    from prplot.curve.curve import Curve
    from prplot.uncertainty.interval import Interval
    from prplot.uncertainty.measures import Rule

__all__ = ["ConfusionPath"]

# What curves have and paths have not, and where it is.
ELSEWHERE = {
    "plot": "path.pr().plot(), or another space than pr, or prplot.plot(path)",
    "area": "path.pr().area(), or another space than pr, or all of them with path.areas()",
}


# FP and TP at some vertices, N and P.
Sums = tuple[FloatArray, FloatArray, float, float]


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class ConfusionPath(Offering, Frozen):
    """A scored, weighted sample as one path of cumulative (FP, TP), from (0, 0) to (N, P), or to what is reached.

    Made by `from_labels`, `from_weights`, `from_counts` or `from_estimator`. Every curve is this
    path seen in a space; equal scores are one vertex. Arrays are read-only.

    Attributes
    ----------
    thresholds : array of shape (K + 1,)
        Falling; "predicted positive" means score >= threshold. Row 0 is the origin: ``inf``,
        nothing predicted. With scores of +inf rows 0 and 1 are both ``inf``.
    tp, fp : arrays of shape (K + 1,)
        Cumulative foreground and background weight, from 0 to P and N; exact for integers.
    name : str or None
        The classifier's name, for legends.
    sample : Sample or None
        The rows as given, read-only; None after `from_counts`.
    treatment : Treatment
        What was done on the way from the rows to the path.
    vertices : Vertices
        What ``thresholds``, ``tp`` and ``fp`` are read from.
    known : Sample
        What is known of the rows, before the background was re-weighted; see `points`.
    """

    _inner: ClassVar[str] = "between candidates hidden_orders known origin pieces points scored steps sums"
    # Whether there are scores that may be tied or missing.
    scored: ClassVar[bool] = True
    # Why something that takes the rows of the sample cannot be had where there are none.
    _without_rows: ClassVar[str] = (
        "needs the rows of the sample in their order; this path was made from counts or by an engine and has none. "
        "Make it with prplot.from_labels or prplot.from_weights."
    )

    vertices: Vertices
    name: str | None
    treatment: Treatment
    known: Sample
    # The path before its background was re-weighted: it has the same rankings and the same runs.
    _given_path: ConfusionPath | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.name is not None and not isinstance(self.name, str):
            raise wrong_type("name", "be a string or None", self.name)

    @property
    def thresholds(self) -> FloatArray:
        """Thresholds of the vertices, falling, from inf at the origin."""
        return self.vertices.thresholds

    @property
    def tp(self) -> FloatArray:
        """Cumulative foreground weight, from 0 to P."""
        return self.vertices.fg.sums

    @property
    def fp(self) -> FloatArray:
        """Cumulative background weight, from 0 to N."""
        return self.vertices.bg.sums

    @cached_property
    def sample(self) -> Sample | None:
        """The rows as given, with the background weight they have here."""
        return self.points if self.known.kind == "rows" else None

    @cached_property
    def points(self) -> Sample:
        """What the best and the worst ranking put in order, with the background weight it has here.

        The rows, where they are known. After `from_counts` the increments, if they are soft points;
        else hard labels, of which whole counts are rows of weight 1, up to 2**24 of them, and
        others one group of foreground and one of background.
        """
        points = unit_rows(self.known) if self.known.kind == "groups" else self.known
        return points.background_times(self.vertices.bg.factor)

    @property
    def missing(self) -> Missing:
        """What was done to rows without a score: policy and number of rows."""
        return self.treatment.missing

    @property
    def positives(self) -> float:
        """P, the total foreground weight, that which no threshold reaches included."""
        return self.vertices.fg.total

    @property
    def negatives(self) -> float:
        """N, the total background weight; NaN where it is unknown."""
        return self.vertices.bg.total

    @property
    def prevalence(self) -> float:
        """π = P / (P + N), the share of foreground weight; NaN, with a `PrplotWarning`, where N is unknown."""
        warn_uncounted(self, "the prevalence")
        return self.vertices.prevalence

    @property
    def reached(self) -> float:
        """The recall reached, in [0, 1]: TP at the end of the path, of P; NaN without foreground."""
        return self.vertices.fg.reached / self.positives if self.positives else math.nan

    @property
    def closed(self) -> bool:
        """Whether the path ends at (N, P): the lowest threshold predicts everything positive."""
        return self.vertices.fg.complete and self.vertices.bg.complete

    @property
    def soft(self) -> bool:
        """Whether some row, or some point of ``from_counts(..., soft=True)``, is partly foreground."""
        return not self.known.hard

    @property
    def binned(self) -> bool:
        """Whether scores were counted in bins, so that their order within a bin is not known; see `Curve.bounds`."""
        return self.known.bins is not None and self.treatment.ranking is None

    @cached_property
    def hidden_orders(self) -> tuple[ConfusionPath, ConfusionPath]:
        """The path with the background first in each bin, and with the foreground first."""
        return hidden.hidden_orders(self)

    @property
    def origin(self) -> str:
        """What it was made of where there are no rows."""
        return "cumulative counts"

    @property
    def distinct(self) -> int:
        """How many distinct scores there are; the two parts of a split tie share theirs."""
        if self.treatment.ties == "average":
            return len(self) - 1
        return min(len(self) - 1, 1 + int(np.count_nonzero(self.thresholds[2:] != self.thresholds[1:-1])))

    def __len__(self) -> int:
        return len(self.vertices.groups) + 1

    def __repr__(self) -> str:
        return f"ConfusionPath({', '.join(f'{k}={v}' for k, v in facts(self))})"

    def _repr_html_(self) -> str:
        return as_html(self)

    def steps(self) -> Steps:
        """Return the straight steps; totals near the ends of the double range are rescaled.

        Multiplying all weights by a power of two changes no curve and no digit.
        """
        fg, bg = self.vertices.increments
        return self._scaled(Piece(self.fp, self.tp, bg, fg), self._scale())

    def pieces(self, runs: Joins = "none") -> Iterator[Steps]:
        """Yield the straight steps in pieces, as long paths are worked on; each ends where the next one begins.

        Steps that follow each other, of background or of either class alone, may be joined.
        """
        scale = self._scale()
        for piece in self.vertices.pieces(runs):
            yield self._scaled(piece, scale)

    def sums(self, rows: NDArray[np.int_], runs: Joins = "none") -> Sums:
        """Return FP and TP at some vertices, N and P, scaled as in `steps`, numbered as in the `pieces`."""
        scale = self._scale()
        tp, fp = self.vertices.at(rows, runs)
        return scale * fp, scale * tp, scale * self.negatives, scale * self.positives

    def _scaled(self, piece: Piece, scale: float) -> Steps:
        if scale != 1.0:
            piece = Piece(*(scale * array for array in piece))
        return Steps(*piece, scale * self.negatives, scale * self.positives)

    def _scale(self) -> float:
        """Return the power of two that keeps totals away from the ends of the double range."""
        totals = [total for total in (self.positives, self.negatives) if total == total]
        scale = safe_scale(max(totals), min(totals))
        if any(total > 0 and scale * total == 0 for total in totals):
            raise PrplotValueError(
                "foreground and background must have weights whose ratio float64 can hold; got "
                f"{self.positives:g} and {self.negatives:g}. No curve of both can be told from one of a single class."
            )
        return scale

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say where to find what curves and confusion matrices have and paths have not."""
            raise nothing_called(name, self, ELSEWHERE)

    @by_name("A rate is passed to find, such as path.find(recall=0.9).")
    def at(self, threshold: float) -> Confusion:
        """Return the confusion matrix at a threshold: predicted positive is score >= threshold.

        Parameters
        ----------
        threshold : float
            Any number, infinities included; ``inf`` selects the scores that are +inf.

        Raises
        ------
        PrplotValueError
            If the threshold is NaN.

        Warns
        -----
        PrplotWarning
            Where the threshold lies within a bin of scores (`binned`), or where thresholds are no scores.

        Examples
        --------
        >>> import prplot
        >>> prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).at(0.5)
        Confusion(tp=1, fp=1, fn=1, tn=0, threshold=0.5)
        """
        cut = number("threshold", threshold)
        if np.isnan(cut):
            raise invalid("threshold", "not be NaN", "nan")
        if self.treatment.places:
            warn(
                "the points of this path have no scores: its thresholds number them, from the highest recall on. "
                "Pass thresholds= to prplot.from_points."
            )
        row = bisect_right(self.thresholds, -cut, key=operator.neg) - 1
        if self.binned and row + 1 < len(self) and cut < self.thresholds[row] and hidden.hides(self)[row]:
            warn(
                f"threshold {shortest(cut)} lies within a bin, whose scores, from {shortest(self.thresholds[row + 1])} "
                f"on, are not told apart: none of them is counted. Take a threshold of the path."
            )
        return self.confusion(row, float(cut))

    def confusion(self, row: int, threshold: float | None = None) -> Confusion:
        """Return the confusion matrix of a vertex, by its row; its threshold unless another is given.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If there is no such row; negative ones count from the last.
        """
        try:
            place = operator.index(row)
        except TypeError:
            raise wrong_type("row", "be the whole number of a vertex", row, "Use at(threshold) for a score.") from None
        if not -len(self) <= place < len(self):
            rule = f"be one of the {len(self)} vertices, from 0 to {len(self) - 1}"
            raise invalid("row", rule, short(row), "Use at(threshold) for a score.")
        tp, fp = self.vertices.fg.up_to(place), self.vertices.bg.up_to(place)
        cut = float(self.thresholds[place]) if threshold is None else threshold
        return Confusion(tp=tp, fp=fp, fn=self.positives - tp, tn=self.negatives - fp, threshold=cut)

    # Operating points.
    candidates = operating.candidates
    between = operating.between
    find = operating.find
    optimal = operating.optimal
    break_even = operating.break_even
    table = operating.table
    zones = zones.zones
    transfer = transfer.transfer

    # What the whole path can be expected to achieve.
    roc_n = summaries.roc_n
    expected_f_gain = summaries.expected_f_gain
    expected_f = summaries.expected_f
    expected_accuracy = summaries.expected_accuracy

    # How much of the foreground comes first.
    rie = summaries.rie
    bedroc = summaries.bedroc
    log_auc = summaries.log_auc
    enrichment_factor = summaries.enrichment_factor

    # The same sample under another choice.
    ties = variants.ties
    at_prevalence = variants.at_prevalence
    hard = variants.hard

    def best(self) -> ConfusionPath:
        """Return the path of the best ranking of the given points, by fg / (fg + bg).

        Its thresholds are places: n for the first point, 1 for the last. Every row is one point.
        After `from_counts` every increment is, if it is soft; hard labels come apart: whole counts
        are rows of weight 1, and other weights one group of foreground and one of background.

        References
        ----------
        Keilwagen, Grosse and Grau 2014, Theorem 1, doi:10.1371/journal.pone.0092209.
        """
        return self._rankings.get("best", lambda: self._ranked(best=True))

    def worst(self) -> ConfusionPath:
        """Return the path of the worst ranking of the given points, by fg / (fg + bg) rising."""
        return self._rankings.get("worst", lambda: self._ranked(best=False))

    def _ranked(self, best: bool) -> ConfusionPath:
        return ranking.ranked(self, best=best)

    @cached_property
    def _rankings(self) -> ranking.HeldElsewhere:
        return ranking.HeldElsewhere()

    @cached_property
    def _areas_of_curves(self) -> dict[Any, dict[tuple[float, float], float]]:
        """The areas under its curves that were asked for: by kind of curve, and by their ends."""
        return {}

    # What `prplot.path.derived` returns, kept; None for this path itself.

    @cached_property
    def _runs_merged(self) -> ConfusionPath | None:
        given = self._given_path
        if given is not None:
            return derived.like(self, given._runs_merged)
        return derived.in_runs(self, "either")

    @cached_property
    def _background_runs_merged(self) -> ConfusionPath | None:
        given = self._given_path
        if given is not None:
            return derived.like(self, given._background_runs_merged)
        return derived.in_runs(self, "background")

    @property
    def _plain(self) -> ConfusionPath:
        """An ordinary path through the same vertices; populations are none."""
        return self

    def pr(self, interpolation: InterpolationName = "continuous", left: LeftEnd = "limit", **options: Any) -> Curve:
        """Return the Precision-Recall curve.

        Parameters
        ----------
        interpolation : str
            "continuous", "discrete-tp", "discrete-fp", "linear" (alias "lower-trapezoid"),
            "upper-trapezoid", "step" or "max-interpolated".
        left : {"limit", "one"}
            What is at recall 0: the limit of the curve, or (0, 1) as some tools add it.
        **options
            ``ties``, ``prevalence`` and ``label``, as in `prplot.curve.curve`.
        """
        return self.curve("pr", interpolation=interpolation, left=left, **options)

    def prg(self, clip: bool = False, **options: Any) -> Curve:
        """Return the Precision-Recall-Gain curve.

        Parameters
        ----------
        clip : bool
            Whether negative precision gain is cut off at 0, in the line and in the area.
        **options
            ``ties``, ``prevalence`` and ``label``, as in `prplot.curve.curve`.
        """
        return self.curve("prg", clip=clip, **options)

    def roc(self, **options: Any) -> Curve:
        """Return the ROC curve; options as in `prplot.curve.curve`."""
        return self.curve("roc", **options)

    def croc(self, alpha: float = 7.0, magnifier: Magnifier = "exponential", **options: Any) -> Curve:
        """Return the concentrated ROC curve, whose abscissa magnifies small false positive rates.

        Parameters
        ----------
        alpha : float
            How strongly; greater than 0.
        magnifier : {"exponential", "power", "logarithm"}
            By which function.
        **options
            ``ties``, ``prevalence`` and ``label``, as in `prplot.curve.curve`.
        """
        return self.curve("croc", alpha=alpha, magnifier=magnifier, **options)

    def froc(self, images: float, **options: Any) -> Curve:
        """Return the FROC curve, recall against false positives per image, of so many images; see `FROC`."""
        return self.curve(cast(Any, "froc"), images=images, **options)

    def cost(self, **options: Any) -> Curve:
        """Return the cost curve: least normalised expected cost against the probability cost function."""
        return self.curve("cost", **options)

    def gains(self, **options: Any) -> Curve:
        """Return the cumulative gains curve: recall against the predicted positive rate.

        Also known as the cumulative accuracy profile (CAP). Options as in `prplot.curve.curve`.
        """
        return self.curve("gains", **options)

    def lift(self, **options: Any) -> Curve:
        """Return the lift curve: precision / π against the predicted positive rate; at 0 the limit.

        Options as in `prplot.curve.curve`.
        """
        return self.curve("lift", **options)

    def det(self, **options: Any) -> Curve:
        """Return the detection error tradeoff curve: the false negative against the false positive rate.

        It holds rates; figures show them on the scale "probit". Options as in `prplot.curve.curve`.
        """
        return self.curve("det", **options)

    def net_benefit(self, decide: DecidedBy = "own", standardized: bool = False, **options: Any) -> Curve:
        """Return the decision curve: net benefit, π tpr - (1 - π) fpr p / (1 - p), against threshold probability p.

        Parameters
        ----------
        decide : {"own", "best"}
            Which threshold decides at p. "own": p itself, so the scores have to be probabilities; "best": the one with
            the largest net benefit on this sample, which is optimistic. See `NetBenefit`.
        standardized : bool
            Whether it is divided by π, so that a perfect classifier has 1.
        **options
            ``ties``, ``prevalence`` and ``label``, as in `prplot.curve.curve`. At another prevalence the odds of the
            scores are shifted with it.

        Raises
        ------
        PrplotValueError
            If scores outside [0, 1] are to decide.

        References
        ----------
        A. J. Vickers and E. B. Elkin, Medical Decision Making 2006, doi:10.1177/0272989X06295361.
        """
        return self.curve("net_benefit", decide=decide, standardized=standardized, **options)

    def areas(self) -> Areas:
        """Return every named area of this sample, its convention, and which tools print it.

        Returns
        -------
        Areas
            A table that shows itself in notebooks and as text; see `prplot.identify`.
        """
        from prplot.areas import areas

        return areas(self)

    @by_name("The level is level=0.95, the number of replicates n=2000, the seed rng=1.")
    def interval(
        self,
        measure: str | Rule | Callable[[ConfusionPath], float],
        *,
        level: float = 0.95,
        method: IntervalMethod | None = None,
        n: int = 2000,
        stratify: bool | None = None,
        groups: ArrayLike | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Interval:
        """Return a number of this sample with its confidence interval.

        Parameters
        ----------
        measure : str, rule or callable
            The name of a space, for the area under its curve; a key of `areas`, in any case; "bedroc", "rie",
            "log_auc" or "enrichment_factor", as they are by default; a measure at an operating point, such as
            ``prplot.rule("precision", at={"recall": 0.8})``; or a function of a path.
        level, method, n, stratify, groups, rng, weights
            As in `Curve.interval`. For a rate at a fixed threshold, ``at={"threshold": 0.5}``, also "wilson", the
            default there, and "clopper-pearson".

        Returns
        -------
        Interval

        Raises
        ------
        PrplotValueError, PrplotTypeError
            As `Curve.interval`, and for an unknown measure.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.simulate.binormal(1, 1).sample(1000, prevalence=0.1, rng=1)
        >>> path.interval(prplot.rule("recall", at={"threshold": 1.0}))
        0.457 [0.359, 0.558]
        """
        from prplot.uncertainty.interval import path_interval

        return path_interval(
            self, measure, level=level, method=method, n=n, stratify=stratify, groups=groups, rng=rng, weights=weights
        )

    def methods(self) -> str:
        """Return a sentence for a methods section: n, prevalence, weights, ties, missing scores, version."""
        from prplot.curve.report import path_methods

        return path_methods(self)

    def describe(self) -> str:
        """Return what the sample is, in words for someone who sees no figure."""
        from prplot.curve.report import path_described

        return path_described(self)

    def curve(self, space: SpaceName, **options: Any) -> Curve:
        """Return this path as a curve in a space, by name: ``path.curve("pr", ...)``."""
        from prplot.curve.curve import curve

        return curve(self, space, **options)
