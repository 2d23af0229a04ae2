"""The path of cumulative (FP, TP) weight: one vertex per distinct score, from (0, 0) to (N, P)."""

from __future__ import annotations

import html
import math
import operator
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from prplot.arithmetic.checks import check_prevalence, number
from prplot.arithmetic.exact_sums import FloatArray, Frozen, read_only, running, safe_scale
from prplot.errors import PrplotValueError, by_name, invalid, one_of, short, wrong_type
from prplot.metrics.confusion import Confusion
from prplot.metrics.metrics import Metric
from prplot.path.steps import Steps
from prplot.sample.grouping import counted, joined, weighed
from prplot.sample.rows import Missing, Sample, Treatment

if TYPE_CHECKING:
    from prplot.areas import Areas
    from prplot.curve.curve import Curve

__all__ = ["MOST_UNITS", "Candidates", "ConfusionPath", "assembled", "groups_of", "path_of", "units"]

TIES = ("average", "optimistic", "pessimistic")
# Steps of a run that become one at most: so many weights are added up as they are, without drifting.
RUN = 64
# How far a share may be below a cut, relatively, and still be at it: products and sums of weights are rounded.
SAME_SHARE = 4 * float(np.finfo(float).eps)
# Whole counts are put in order one by one up to so many.
MOST_UNITS = 2**24


# What is looked for on paths, and where it is.
CURVES_HAVE = {
    "plot": "path.pr().plot() or prplot.plot(path)",
    "area": "path.pr().area(), all of them with path.areas()",
}


class Recalled:
    """Paths by name, for as long as someone else holds them; neither copied nor pickled with their owner."""

    def __init__(self) -> None:
        self._held: WeakValueDictionary[str, ConfusionPath] = WeakValueDictionary()

    def __reduce__(self) -> tuple[type[Recalled], tuple[()]]:
        return Recalled, ()

    def get(self, name: str, make: Callable[[], ConfusionPath]) -> ConfusionPath:
        """Return the path of that name, made anew where nobody holds it any more."""
        path = self._held.get(name)
        if path is None:
            path = self._held[name] = make()
        return path


class Candidates(NamedTuple):
    """Operating points: their thresholds, falling, and their cells (TP, FP, FN, TN).

    ``exact`` says whether each cell has all its digits, as those of populations have; cells of samples
    are differences of sums.
    """

    thresholds: FloatArray
    cells: tuple[FloatArray, FloatArray, FloatArray, FloatArray]
    exact: bool = False

    def first(self, chosen: NDArray[np.bool_]) -> Confusion:
        """Return the chosen one of the highest threshold."""
        row = int(np.argmax(chosen))
        tp, fp, fn, tn = (float(cell[row]) for cell in self.cells)
        return Confusion(tp=tp, fp=fp, fn=fn, tn=tn, threshold=float(self.thresholds[row]))


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionPath(Frozen):
    """A scored, weighted sample as one path of cumulative (FP, TP).

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
    known : Sample
        What is known of the rows, before the background was re-weighted; see `points`.
    """

    # Whether there are scores that may be tied or missing.
    scored: ClassVar[bool] = True

    thresholds: FloatArray
    tp: FloatArray
    name: str | None
    treatment: Treatment
    known: Sample
    # Background weights are those given times a factor: that of the vertices, and that of the rows.
    _fg: FloatArray
    _given_bg: FloatArray
    _given_fp: FloatArray
    _factor: float
    _row_factor: float

    @cached_property
    def fp(self) -> FloatArray:
        """Cumulative background weight, from 0 to N."""
        return _times(self._given_fp, self._factor)

    @cached_property
    def _bg(self) -> FloatArray:
        return _times(self._given_bg, self._factor)

    @cached_property
    def sample(self) -> Sample | None:
        """The rows as given, with the background weight they have here."""
        return self.points if self.known.kind == "rows" else None

    @cached_property
    def points(self) -> Sample:
        """What the best and the worst ranking put in order, with the background weight it has here.

        The rows, where they are known. After `from_counts` the increments, if they are soft points;
        else hard labels, of which whole counts are rows of weight 1, up to `MOST_UNITS` of them, and
        others one group of foreground and one of background.
        """
        points = units(self.known) if self.known.kind == "groups" else self.known
        return points if self._row_factor == 1.0 else replace(points, bg=_times(points.bg, self._row_factor))

    @property
    def reweighted(self) -> float:
        """By what the background weights of the rows were multiplied."""
        return self._row_factor

    @property
    def missing(self) -> Missing:
        """What was done to rows without a score: policy and number of rows."""
        return self.treatment.missing

    @property
    def positives(self) -> float:
        """P, the total foreground weight."""
        return float(self.tp[-1])

    @property
    def negatives(self) -> float:
        """N, the total background weight."""
        return float(self._given_fp[-1]) * self._factor

    @property
    def prevalence(self) -> float:
        """π = P / (P + N), the share of foreground weight."""
        scale = safe_scale(max(self.positives, self.negatives))
        positives, negatives = scale * self.positives, scale * self.negatives
        return positives / (positives + negatives)

    @property
    def soft(self) -> bool:
        """Whether some row, or some point of ``from_counts(..., soft=True)``, is partly foreground."""
        return not self.known.hard

    @property
    def origin(self) -> str:
        """What it was made of where there are no rows."""
        return "cumulative counts"

    @property
    def distinct(self) -> int:
        """How many distinct scores there are; the two parts of a split tie share theirs."""
        return 1 + int(np.count_nonzero(self.thresholds[2:] != self.thresholds[1:-1]))

    def __len__(self) -> int:
        return len(self.thresholds)

    def __repr__(self) -> str:
        return f"ConfusionPath({', '.join(f'{k}={v}' for k, v in self._facts())})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(k)}</th>"
            f"<td style='text-align:left'>{html.escape(v)}</td></tr>"
            for k, v in self._facts()
        )
        return f"<table><caption>ConfusionPath</caption><tbody>{rows}</tbody></table>"

    def _facts(self) -> list[tuple[str, str]]:
        facts = [("name", repr(self.name))] if self.name is not None else []
        if self.known.kind == "rows":
            facts.append(("n", f"{len(self.known)}"))
        facts += [
            ("P", f"{self.positives:.10g}"),
            ("N", f"{self.negatives:.10g}"),
            ("π", f"{self.prevalence:.4g}"),
            ("labels", "soft" if self.soft else "hard"),
            ("distinct scores", f"{self.distinct}"),
        ]
        if self.missing.rows:
            done = {"drop": "dropped", "lowest": "ranked lowest"}[self.missing.policy]
            facts.append(("missing scores", f"{self.missing.rows} {done}"))
        if self.treatment.tolerance:
            facts.append(("near ties", f"joined within {self.treatment.tolerance:g}"))
        return facts

    def steps(self) -> Steps:
        """Return the straight steps; totals near the ends of the double range are rescaled.

        Multiplying all weights by a power of two changes no curve and no digit.
        """
        totals = self.positives, self.negatives
        scale = safe_scale(max(totals), min(totals))
        if any(total > 0 and scale * total == 0 for total in totals):
            raise PrplotValueError(
                "foreground and background must have weights whose ratio float64 can hold; got "
                f"{self.positives:g} and {self.negatives:g}. No curve of both can be told from one of a single class."
            )
        if scale == 1.0:
            return Steps(self.fp, self.tp, self._bg, self._fg, self.negatives, self.positives)
        fp, tp, bg, fg = (scale * a for a in (self.fp, self.tp, self._bg, self._fg))
        return Steps(fp, tp, bg, fg, float(fp[-1]), float(tp[-1]))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say where to find what curves have and paths have not."""
            text = f"{type(self).__name__!r} object has no attribute {name!r}"
            if name in CURVES_HAVE:
                text += f": it belongs to curves. Use {CURVES_HAVE[name]}, or another space than pr."
            raise AttributeError(text, name=name, obj=self)

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

        Examples
        --------
        >>> import prplot
        >>> prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).at(0.5)
        Confusion(tp=1, fp=1, fn=1, tn=0, threshold=0.5)
        """
        cut = number("threshold", threshold)
        if np.isnan(cut):
            raise invalid("threshold", "not be NaN", "nan")
        row = bisect_right(self.thresholds, -cut, key=operator.neg) - 1
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
        tp, fp = float(self.tp[place]), float(self._given_fp[place]) * self._factor
        cut = float(self.thresholds[place]) if threshold is None else threshold
        return Confusion(tp=tp, fp=fp, fn=self.positives - tp, tn=self.negatives - fp, threshold=cut)

    def candidates(self, levels: Mapping[Metric, float | None]) -> Candidates:  # noqa: ARG002
        """Return the operating points among which one is looked for: all vertices of a sample.

        A population, which has infinitely many, returns those where the measures are best, or at
        the given levels.
        """
        # With scores of +inf no threshold predicts nothing.
        origin = int(self.thresholds[1] == np.inf)
        tp, fp = self.tp[origin:], self.fp[origin:]
        return Candidates(self.thresholds[origin:], (tp, fp, self.positives - tp, self.negatives - fp))

    @by_name("One rate is passed by name, such as find(recall=0.8); at(threshold) is the matrix at a threshold.")
    def find(
        self,
        *,
        recall: float | None = None,
        precision: float | None = None,
        fpr: float | None = None,
        predicted_positive_rate: float | None = None,
    ) -> Confusion:
        """Return the operating point that reaches a wanted rate.

        Exactly one rate is given. Of the thresholds that reach it no other one is better than the
        one returned:

        * ``recall``: at least the wanted recall, with the largest precision;
        * ``precision``: at least the wanted precision, with the largest recall;
        * ``fpr``: at most the wanted false positive rate, with the largest recall;
        * ``predicted_positive_rate``: at most that share of the weight is predicted positive,
          with the largest recall.

        Where two are equally good in that, the one that is better in the rate asked for is taken:
        the larger recall or precision, the smaller false or predicted positive rate. So what is
        returned may go beyond what is asked. Where the other rate is undefined (recall without
        foreground), only the rate asked for decides.

        A rate counts as reached when it is missed by no more than 1e-12, which covers the
        rounding of sums of weights; for populations by no more than 1e-12 of it and of 1 minus it,
        where some threshold does that. "Nothing predicted", which always keeps to a largest rate,
        has threshold inf; with scores of +inf no threshold predicts nothing. The result is
        ``path.at`` its threshold; only the two parts of a group that `ties` has split share one.

        Parameters
        ----------
        recall, precision, fpr, predicted_positive_rate : float
            A rate in [0, 1].

        Returns
        -------
        Confusion
            With its ``threshold``: a score of the sample (or inf); of a population any number.

        Raises
        ------
        PrplotTypeError
            If not exactly one rate is given.
        PrplotValueError
            If the rate lies outside [0, 1], is undefined for this sample, or is not reached by
            any threshold; the message names the nearest.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
        >>> path.find(recall=0.8).threshold
        0.4
        """
        from prplot.path.operating import find

        return find(self, recall=recall, precision=precision, fpr=fpr, predicted_positive_rate=predicted_positive_rate)

    def optimal(self, metric: str | Metric = "f1") -> Confusion:
        """Return the operating point with the best value of a metric.

        Parameters
        ----------
        metric : str or Metric
            "f1", "f2", "accuracy", "mcc", ...; or an object: ``prplot.f_beta(0.5)``,
            ``prplot.expected_cost(fn=, fp=, prevalence=)``, any `prplot.metrics.Metric`. Errors
            and costs are best where they are smallest.

        Returns
        -------
        Confusion
            With its ``threshold``; among equally good ones the highest. It may be "nothing
            predicted", with threshold inf, unless scores are +inf. `Confusion.measure` gives the value reached.

        Raises
        ------
        PrplotValueError
            If the metric is unknown, or undefined at every threshold.

        Notes
        -----
        The optimum of every F_β is a vertex of the PRG hull, that of accuracy and of expected
        cost a vertex of the ROC hull; see `Curve.hull`.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1])
        >>> path.optimal("f1").threshold
        0.4
        >>> path.optimal(prplot.expected_cost(fn=1, fp=5, prevalence=0.5)).threshold
        0.8
        """
        from prplot.path.operating import optimal

        return optimal(self, metric)

    def break_even(self) -> Confusion:
        """Return the point at which precision equals recall: as much is predicted positive as is positive.

        Its precision is R-precision. Inside a tie the straight step is followed, as every curve
        does; no single threshold is there, so ``threshold`` is then None.

        Raises
        ------
        PrplotValueError
            If the sample has no foreground weight.

        Examples
        --------
        >>> import prplot
        >>> prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]).break_even().precision
        0.5
        """
        from prplot.path.operating import break_even

        return break_even(self)

    def table(self) -> dict[str, FloatArray]:
        """Return every basic measure along the thresholds, as columns.

        Returns
        -------
        dict of str to array of shape (K + 1,)
            ``threshold``, the four cells ``tp``, ``fp``, ``fn`` and ``tn``, every measure of
            `prplot.metrics.METRICS` by its name, and ``f0.5``, ``f1``, ``f2`` and their gains.
            What is 0/0 is NaN, silently. Arrays are read-only; ``pandas.DataFrame(path.table())``
            is a data frame.

        Examples
        --------
        >>> import prplot
        >>> table = prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).table()
        >>> table["threshold"].tolist(), table["fdr"].round(2).tolist()
        ([inf, 0.9, 0.5, 0.2], [nan, 0.0, 0.5, 0.33])
        """
        from prplot.path.operating import table

        return table(self)

    def hard(self, threshold: float = 0.5, weights: str = "unit") -> ConfusionPath:
        """Return the path of the hard labels that the soft ones become at a cut.

        A row is foreground where fg / (fg + bg) >= threshold, in the weights as they were given:
        another prevalence (`at_prevalence`) is taken back, and may be asked for again of the result.
        A share that misses the threshold by four units of its last place or fewer is at it, so that a
        ``sample_weight``, whose products are rounded, moves no row. Rows without weight stay without.

        Parameters
        ----------
        threshold : float
            The cut, in (0, 1].
        weights : {"unit", "total"}
            ``"unit"``: every row weighs 1; ``"total"``: it keeps fg + bg.

        Raises
        ------
        PrplotValueError
            If the path was made from counts, or an argument is outside its range.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_weights([3, 2, 1], fg=[0.9, 0.4, 0.1])
        >>> path.hard(0.4).tp.tolist()
        [0.0, 1.0, 2.0, 2.0]
        """
        from prplot.path.bounds import share

        weights = one_of("weights", weights, ("unit", "total"))
        cut = number("threshold", threshold)
        if not 0 < cut <= 1:
            raise invalid("threshold", "lie in (0, 1]", short(threshold), "It is a share fg / (fg + bg).")
        self.rows("hard")
        sample = self.known
        with np.errstate(over="ignore"):
            total = sample.fg + sample.bg
        weight = total if weights == "total" else (total > 0).astype(np.float64)
        positive = share(sample.fg, sample.bg) >= cut * (1.0 - SAME_SHARE)
        fg, bg = np.where(positive, weight, 0.0), np.where(positive, 0.0, weight)
        rows = Sample(sample.score, read_only(fg), read_only(bg), hard=True)
        done = self.treatment._replace(ties="average", given_prevalence=None)
        if not sample.hard:
            done = done._replace(cut=cut)
        return path_of(rows, None, self.name, done)

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

    @cached_property
    def _rankings(self) -> Recalled:
        return Recalled()

    @cached_property
    def _before(self) -> ConfusionPath | None:
        """The path before its background was re-weighted, which ranks its rows alike."""
        return None

    def _ranked(self, best: bool) -> ConfusionPath:
        from prplot.path.bounds import best_ranking

        before = self._before
        if before is not None:
            ranking, factor = before.best() if best else before.worst(), self._row_factor / before._row_factor
            given = self.treatment.given_prevalence
            return ranking._re_weighted(ranking.treatment._replace(given_prevalence=given), factor, factor)
        fg, bg = self.points.fg, self.points.bg
        place = best_ranking(fg, bg)
        score = place if best else len(place) + 1.0 - place
        order = "best" if best else "worst"
        treatment = self.treatment._replace(tolerance=0.0, ties="average", ranking=order)
        rows = replace(self.points, score=read_only(score))
        # Every row has its own place: they need no sorting.
        falling = np.empty(len(score), dtype=int)
        falling[(len(score) - score).astype(int)] = np.arange(len(score))
        return _through(score[falling], fg[falling], bg[falling], self.name, rows, treatment)

    @property
    def increments(self) -> tuple[FloatArray, FloatArray]:
        """Foreground and background weight of each group of equal scores, as given, read-only."""
        return self._fg, self._bg

    def with_vertices(
        self, thresholds: FloatArray, tp: FloatArray, fp: FloatArray, fg: FloatArray, bg: FloatArray
    ) -> ConfusionPath:
        """Return a path of the same sample through other vertices; the arrays become read-only."""
        cuts, tp, fp, fg, bg = map(read_only, (thresholds, tp, fp, fg, bg))
        return replace(self, thresholds=cuts, tp=tp, _fg=fg, _given_fp=fp, _given_bg=bg, _factor=1.0)

    def at_rows(self, rows: NDArray[np.int_]) -> ConfusionPath:
        """Return the path through some of its vertices only; the first and the last row are among them."""
        tp, fp = self.tp[rows], self.fp[rows]
        return self.with_vertices(self.thresholds[rows], tp, fp, np.diff(tp), np.diff(fp))

    @property
    def turning(self) -> ConfusionPath:
        """The same line through (FP, TP), without vertices inside runs of one class alone, where it is straight."""
        return self._turning or self

    @property
    def rising(self) -> ConfusionPath:
        """The same path without vertices inside runs of background alone: recall stays there, precision falls."""
        return self._rising or self

    @cached_property
    def _turning(self) -> ConfusionPath | None:
        return self._without_runs(self._fg, self._given_bg)

    @cached_property
    def _rising(self) -> ConfusionPath | None:
        return self._without_runs(self._fg)

    def _without_runs(self, *absent: FloatArray) -> ConfusionPath | None:
        """Return the path with runs of steps in which a weight is absent as one; None where few would be joined."""
        joined = np.zeros(max(len(self._fg) - 1, 0), dtype=bool)
        for weight in absent:
            none = weight == 0
            joined |= none[1:] & none[:-1]
        joined[RUN - 1 :: RUN] = False
        if 4 * np.count_nonzero(joined) < len(joined) or not len(joined):
            return None
        rows = np.concatenate([[0], np.flatnonzero(~joined) + 1, [len(self._fg)]])
        fg, given = (np.add.reduceat(weight, rows[:-1]) for weight in (self._fg, self._given_bg))
        cuts, tp, fp = (every[rows] for every in (self.thresholds, self.tp, self._given_fp))
        cuts, tp, fp, fg, given = map(read_only, (cuts, tp, fp, fg, given))
        return replace(self, thresholds=cuts, tp=tp, _fg=fg, _given_fp=fp, _given_bg=given)

    def ties(self, how: str = "average") -> ConfusionPath:
        """Return the path with another treatment of tied scores.

        Parameters
        ----------
        how : {"average", "optimistic", "pessimistic"}
            Within a group of equal scores: mixed evenly, one straight step (as it is already);
            foreground first; or background first. The two parts of a group share its threshold.

        Returns
        -------
        ConfusionPath

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_labels([1, 0, 0], [0.5, 0.5, 0.1])
        >>> [path.ties(how).roc().area() for how in ("pessimistic", "average", "optimistic")]
        [0.5, 0.75, 1.0]
        """
        how = one_of("ties", how, TIES)
        if how == "average" or self.treatment.ties != "average":
            return self
        treatment = self.treatment._replace(ties=how)
        mixed = np.flatnonzero((self._fg > 0) & (self._bg > 0))
        if not len(mixed):
            return replace(self, treatment=treatment)
        first_fg, first_bg = (1.0, 0.0) if how == "optimistic" else (0.0, 1.0)
        fg, bg = (
            np.insert(self._fg, mixed, self._fg[mixed] * first_fg),
            np.insert(self._bg, mixed, self._bg[mixed] * first_bg),
        )
        second = mixed + np.arange(len(mixed)) + 1
        fg[second] *= 1.0 - first_fg
        bg[second] *= 1.0 - first_bg
        tp = np.insert(self.tp, mixed + 1, self.tp[mixed] + self._fg[mixed] * first_fg)
        fp = np.insert(self.fp, mixed + 1, self.fp[mixed] + self._bg[mixed] * first_bg)
        if how == "optimistic":
            tp[second] = self.tp[mixed + 1]
        else:
            fp[second] = self.fp[mixed + 1]
        cuts = np.insert(self.thresholds, mixed + 1, self.thresholds[mixed + 1])
        return replace(self.with_vertices(cuts, tp, fp, fg, bg), treatment=treatment)

    def at_prevalence(self, prevalence: float) -> ConfusionPath:
        """Return the same ranking seen at another prevalence: all background weights times a constant.

        Parameters
        ----------
        prevalence : float
            π in (0, 1) that the returned path has.

        Raises
        ------
        PrplotValueError
            If the prevalence lies outside (0, 1), or the sample has one class only.

        Notes
        -----
        Rates, and so ROC curves, stay; precision moves to p π'(1-π) / (p π'(1-π) + (1-p) π(1-π')).

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_labels([1, 0, 0, 0], [0.9, 0.8, 0.4, 0.1])
        >>> path.at_prevalence(0.5).negatives
        1.0
        """
        wanted = check_prevalence(prevalence)
        if self.positives == 0 or self.negatives == 0:
            raise PrplotValueError("prevalence cannot be changed for a sample of one class only.")
        if not _comparable(self.positives, self.positives * ((1 - wanted) / wanted)):
            raise invalid("prevalence", "leave weights that float64 can hold", short(prevalence))
        before = self.treatment.given_prevalence
        treatment = self.treatment._replace(given_prevalence=self.prevalence if before is None else before)
        factor = self.positives / float(self._given_fp[-1]) * (1 - wanted) / wanted
        return self._re_weighted(treatment, factor, self._row_factor * factor / self._factor)

    def _re_weighted(self, treatment: Treatment, factor: float, rows: float) -> ConfusionPath:
        """Return the path with the given background of its vertices, and of its rows, times a factor."""

        def moved(path: ConfusionPath) -> ConfusionPath:
            return replace(path, treatment=treatment, _factor=factor, _row_factor=rows)

        path = moved(self)
        # Where a path turns does not depend on what the background weighs.
        for kept in vars(self).keys() & {"_turning", "_rising"}:
            vars(path)[kept] = vars(self)[kept] and moved(vars(self)[kept])
        vars(path)["_before"] = self._before or self
        return path

    def rows(self, wish: str) -> Sample:
        """Return the rows of the sample, or say that what is wished for needs them."""
        if self.sample is None:
            raise PrplotValueError(
                f"{wish} needs the rows of the sample; this path was made from counts and has none. "
                "Make it with prplot.from_labels or prplot.from_weights."
            )
        return self.sample

    def pr(self, interpolation: str = "continuous", left: str = "limit", **options: Any) -> Curve:
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

    def roc_n(self, n: float = 50) -> float:
        """Return the area under the ROC curve up to the first n false positives; see `Curve.roc_n`."""
        return self.roc().roc_n(n)

    def croc(self, alpha: float = 7.0, magnifier: str = "exponential", **options: Any) -> Curve:
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

    def cost(self, **options: Any) -> Curve:
        """Return the cost curve: least normalised expected cost against the probability cost function."""
        return self.curve("cost", **options)

    def areas(self) -> Areas:
        """Return every named area of this sample, its convention, and which tools print it.

        Returns
        -------
        Areas
            A table that shows itself in notebooks and as text; see `prplot.identify`.
        """
        from prplot.areas import areas

        return areas(self)

    def methods(self) -> str:
        """Return a sentence for a methods section: n, prevalence, weights, ties, missing scores, version."""
        from prplot.curve.report import path_methods

        return path_methods(self)

    def describe(self) -> str:
        """Return what the sample is, in words for someone who sees no figure."""
        from prplot.curve.report import path_described

        return path_described(self)

    def curve(self, space: str, **options: Any) -> Curve:
        """Return this path as a curve in a space, by name: ``path.curve("pr", ...)``."""
        from prplot.curve.curve import curve

        return curve(self, space, **options)


def groups_of(positives: float, negatives: float) -> Sample:
    """Return what is known of the rows behind counts of hard labels: their total weights."""
    score, fg, bg = (read_only(np.array(pair)) for pair in ([2.0, 1.0], [positives, 0.0], [0.0, negatives]))
    return Sample(score, fg, bg, hard=True, kind="groups")


def units(groups: Sample) -> Sample:
    """Return the rows of weight 1 that whole counts are made of; the groups themselves where they are not whole."""
    total = groups.fg + groups.bg
    if not (np.array_equal(total, np.rint(total)) and total.sum() <= MOST_UNITS):
        return groups
    counts = total.astype(int)
    fg, bg = (read_only(np.repeat((weight > 0).astype(np.float64), counts)) for weight in (groups.fg, groups.bg))
    return Sample(read_only(np.arange(len(fg), 0.0, -1.0)), fg, bg, hard=True, kind="points")


def _comparable(positives: float, negatives: float) -> bool:
    """Return whether two total weights have a ratio that float64 holds with all its digits; 0 is comparable."""
    if positives == 0 or negatives == 0:
        return True
    tiny = float(np.finfo(float).tiny)
    return math.isfinite(negatives) and positives / tiny >= negatives and negatives / tiny >= positives


def _times(weights: FloatArray, factor: float) -> FloatArray:
    return weights if factor == 1.0 else read_only(weights * factor)


def path_of(
    sample: Sample, positive: NDArray[np.bool_] | None, name: str | None, treatment: Treatment
) -> ConfusionPath:
    """Return the path of rows; ``positive`` says which are foreground where each row has weight 1."""
    if positive is not None:
        thresholds, fg, bg = counted(sample.score, positive)
    else:
        thresholds, fg, bg = weighed(sample.score, sample.fg, sample.bg)
    return _through(thresholds, fg, bg, name, sample, treatment)


def _through(
    thresholds: FloatArray, fg: FloatArray, bg: FloatArray, name: str | None, known: Sample, done: Treatment
) -> ConfusionPath:
    """Return the path through groups of equal scores, those without weight left out."""
    kept = (fg > 0) | (bg > 0)
    if not kept.all():
        thresholds, fg, bg = thresholds[kept], fg[kept], bg[kept]
    if done.tolerance:
        thresholds, fg, bg = joined(thresholds, fg, bg, done.tolerance)
    return assembled(thresholds, fg, bg, name, known, done)


def assembled(
    thresholds: FloatArray,
    fg: FloatArray,
    bg: FloatArray,
    name: str | None,
    known: Sample,
    treatment: Treatment,
    cumulative: tuple[FloatArray, FloatArray] | None = None,
) -> ConfusionPath:
    """Return the path through groups of equal scores, with their running sums unless they are given."""
    if name is not None and not isinstance(name, str):
        raise wrong_type("name", "be a string or None", name)
    with np.errstate(over="ignore", invalid="ignore"):
        if cumulative is None:
            tp, fp = running(fg), running(bg)
        else:
            tp, fp = (np.concatenate([[0.0], count]) for count in cumulative)
    if not (np.isfinite(tp[-1]) and np.isfinite(fp[-1])):
        raise PrplotValueError(
            "the weights must add up to a finite number; their total overflows float64. "
            "Divide all of them by a constant: no curve depends on it."
        )
    arrays = [np.concatenate([[np.inf], thresholds]), tp, fp, fg, bg]
    cuts, tp, fp, fg, bg = (read_only(np.ascontiguousarray(a)) for a in arrays)
    return ConfusionPath(cuts, tp, name, treatment, known, fg, bg, fp, 1.0, 1.0)
