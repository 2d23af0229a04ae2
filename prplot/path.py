"""The path of cumulative (FP, TP) weight: one vertex per distinct score, from (0, 0) to (N, P)."""

from __future__ import annotations

import html
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.confusion import Confusion
from prplot.errors import PrplotTypeError, PrplotValueError, invalid, one_of, short, wrong_type
from prplot.sample import Missing, Sample, labelled, number, numbers, weighted
from prplot.sums import FloatArray, read_only, running, safe_scale

if TYPE_CHECKING:
    from prplot.curve import Curve

__all__ = ["ConfusionPath", "Steps", "from_counts", "from_labels", "from_weights"]

# How far a rate asked of `find` may be missed; covers the rounding of sums of weights.
SLACK = 1e-12


class Steps(NamedTuple):
    """The straight steps of a path: K + 1 vertices, and the increments between them.

    The increments are sums of their own group's weights, not differences of cumulative sums,
    so that small groups keep their digits.

    Attributes
    ----------
    fp, tp : arrays of shape (K + 1,)
        Vertices, in weight.
    bg, fg : arrays of shape (K,)
        Increments of FP and of TP.
    negatives, positives : float
        N and P.
    """

    fp: FloatArray
    tp: FloatArray
    bg: FloatArray
    fg: FloatArray
    negatives: float
    positives: float

    def at(self, step: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (fp, tp) at the given parts, in [0, 1], of the given steps."""
        return self.fp[step] + part * self.bg[step], self.tp[step] + part * self.fg[step]

    def cut(self, rate: str, low: Fraction, high: Fraction) -> tuple[slice, Steps]:
        """Return which steps have a rate in [low, high], and those steps cut to that range.

        Where to cut is computed exactly, and counted from the nearer end, so that narrow ranges
        and rates next to 1 keep their digits.

        Parameters
        ----------
        rate : {"tpr", "fpr"}
            The rate that is restricted.
        low, high : Fraction
            Rates in [0, 1], not backwards. Steps along which the rate does not move are kept
            at 0 and at 1, and left out at any other end of the range.
        """
        last_step = len(self.fg) - 1
        first, start = (0, Fraction(0)) if low <= 0 else self._place(rate, low, "right")
        last, stop = (last_step, Fraction(1)) if high >= 1 else self._place(rate, high, "left")
        if last < first:
            last, stop = first, start
        chosen, ends = slice(first, last + 1), slice(first, last + 2)
        if start == 0 and stop == 1:
            return chosen, self._replace(fp=self.fp[ends], tp=self.tp[ends], bg=self.bg[chosen], fg=self.fg[chosen])
        fp, tp, bg, fg = self.fp[ends].copy(), self.tp[ends].copy(), self.bg[chosen].copy(), self.fg[chosen].copy()
        for at, increment in ((fp, bg), (tp, fg)):
            whole_first, whole_last = increment[0], increment[-1]
            if stop < 1:
                at[-1] = at[-2] + float(stop) * whole_last
            at[0] += float(start) * whole_first
            if first == last:
                increment[0] *= float(max(stop - start, Fraction(0)))
            else:
                increment[0] *= float(1 - start)
                increment[-1] *= float(stop)
        return chosen, Steps(fp, tp, bg, fg, self.negatives, self.positives)

    def _place(self, rate: str, value: Fraction, side: Literal["left", "right"]) -> tuple[int, Fraction]:
        """Return the step in which a rate is reached, and the part of the step where.

        At a vertex: the step that ends there, or, for the side "right", the one that begins there.
        """
        sums, increments = (self.tp, self.fg) if rate == "tpr" else (self.fp, self.bg)
        steps, total = len(increments), Fraction(float(sums[-1]))
        if value <= Fraction(1, 2):
            wanted = value * total
            step = int(np.searchsorted(sums, float(wanted), side=side)) - 1
            step = min(max(step, 0), steps - 1)
            behind, width = Fraction(float(sums[step])), Fraction(float(increments[step]))
            part = (wanted - behind) / width if width else Fraction(0)
        else:
            wanted = (1 - value) * total
            left = running(increments[::-1])
            opposite: Literal["left", "right"] = "left" if side == "right" else "right"
            behind_end = int(np.searchsorted(left, float(wanted), side=opposite)) - 1
            behind_end = min(max(behind_end, 0), steps - 1)
            step = steps - 1 - behind_end
            behind, width = Fraction(float(left[behind_end])), Fraction(float(increments[step]))
            part = 1 - (wanted - behind) / width if width else Fraction(1)
        return step, min(max(part, Fraction(0)), Fraction(1))


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionPath:
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
    missing : Missing
        What was done to rows without a score: policy and number of rows.
    """

    thresholds: FloatArray
    tp: FloatArray
    fp: FloatArray
    name: str | None
    sample: Sample | None
    missing: Missing
    _fg: FloatArray
    _bg: FloatArray

    @property
    def positives(self) -> float:
        """P, the total foreground weight."""
        return float(self.tp[-1])

    @property
    def negatives(self) -> float:
        """N, the total background weight."""
        return float(self.fp[-1])

    @property
    def prevalence(self) -> float:
        """π = P / (P + N), the share of foreground weight."""
        steps = self.steps()
        return steps.positives / (steps.positives + steps.negatives)

    @property
    def soft(self) -> bool:
        """Whether some point (some step, after `from_counts`) is partly foreground."""
        if self.sample is not None:
            return not self.sample.hard
        return bool(np.any((self._fg > 0) & (self._bg > 0)))

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
        if self.sample is not None:
            facts.append(("n", f"{len(self.sample)}"))
        facts += [
            ("P", f"{self.positives:.10g}"),
            ("N", f"{self.negatives:.10g}"),
            ("π", f"{self.prevalence:.4g}"),
            ("labels", "soft" if self.soft else "hard"),
            ("distinct scores", f"{len(self) - 1}"),
        ]
        if self.missing.rows:
            done = {"drop": "dropped", "lowest": "ranked lowest"}[self.missing.policy]
            facts.append(("missing scores", f"{self.missing.rows} {done}"))
        return facts

    def steps(self) -> Steps:
        """Return the straight steps; totals near the ends of the double range are rescaled.

        Multiplying all weights by a power of two changes no curve and no digit.
        """
        scale = safe_scale(max(self.positives, self.negatives))
        if scale == 1.0:
            return Steps(self.fp, self.tp, self._bg, self._fg, self.negatives, self.positives)
        fp, tp, bg, fg = (scale * a for a in (self.fp, self.tp, self._bg, self._fg))
        return Steps(fp, tp, bg, fg, float(fp[-1]), float(tp[-1]))

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
        row = int(np.searchsorted(-self.thresholds, -cut, side="right")) - 1
        return self._confusion(row, float(cut))

    def _confusion(self, row: int, threshold: float) -> Confusion:
        tp, fp = float(self.tp[row]), float(self.fp[row])
        return Confusion(tp=tp, fp=fp, fn=self.positives - tp, tn=self.negatives - fp, threshold=threshold)

    def find(
        self,
        *,
        recall: float | None = None,
        precision: float | None = None,
        fpr: float | None = None,
        predicted_positive_rate: float | None = None,
    ) -> Confusion:
        """Return the operating point that reaches a wanted rate.

        Exactly one rate is given. Among the K + 1 vertices:

        * ``recall``: the highest threshold whose recall is at least the wanted one;
        * ``precision``: the lowest threshold whose precision is at least the wanted one, so the
          one with the largest recall;
        * ``fpr``: the lowest threshold whose false positive rate is at most the wanted one;
        * ``predicted_positive_rate``: the lowest threshold that predicts at most that share of
          the weight.

        A rate counts as reached when it is missed by no more than 1e-12, which covers the
        rounding of sums of weights. The always reachable "nothing predicted" has threshold inf.

        Parameters
        ----------
        recall, precision, fpr, predicted_positive_rate : float
            A rate in [0, 1].

        Returns
        -------
        Confusion
            With its ``threshold``, a score of the sample (or inf).

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
        wanted = {
            "recall": recall,
            "precision": precision,
            "fpr": fpr,
            "predicted_positive_rate": predicted_positive_rate,
        }
        given = {name: value for name, value in wanted.items() if value is not None}
        if len(given) != 1:
            raise PrplotTypeError(
                f"find must get exactly one of {', '.join(f'{n}=' for n in wanted)}; "
                f"got {', '.join(f'{n}=' for n in given) or 'none'}."
            )
        ((name, value),) = given.items()
        rate = number(name, value)
        if not 0 <= rate <= 1:
            raise invalid(name, "lie in [0, 1]", short(value))
        steps = self.steps()
        with np.errstate(invalid="ignore", divide="ignore"):
            rates: FloatArray = {
                "recall": lambda: steps.tp / steps.positives,
                "precision": lambda: steps.tp / (steps.tp + steps.fp),
                "fpr": lambda: steps.fp / steps.negatives,
                "predicted_positive_rate": lambda: (steps.tp + steps.fp) / (steps.positives + steps.negatives),
            }[name]()
        if np.isnan(rates[1:]).all():
            side = "foreground" if name == "recall" else "background"
            raise PrplotValueError(f"{name} is undefined for this sample: it has no {side} weight.")
        at_least = name in ("recall", "precision")
        reached = rates >= rate - SLACK if at_least else rates <= rate + SLACK
        if not reached.any():
            best = int(np.nanargmax(rates))
            raise invalid(
                name,
                "be reached by some threshold",
                f"{rate:g}",
                f"The nearest is {name} {rates[best]:.6g} at threshold {self.thresholds[best]:.12g}.",
            )
        row = int(np.argmax(reached)) if name == "recall" else int(np.flatnonzero(reached)[-1])
        return self._confusion(row, float(self.thresholds[row]))

    def hard(self, threshold: float = 0.5, weights: str = "unit") -> ConfusionPath:
        """Return the path of the hard labels that the soft ones become at a cut.

        A row is foreground where fg / (fg + bg) >= threshold. Rows without weight stay without.

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
        from prplot.bounds import share

        one_of("weights", weights, ("unit", "total"))
        cut = number("threshold", threshold)
        if not 0 < cut <= 1:
            raise invalid("threshold", "lie in (0, 1]", short(threshold), "It is a share fg / (fg + bg).")
        sample = self._rows("hard")
        with np.errstate(over="ignore"):
            total = sample.fg + sample.bg
        weight = total if weights == "total" else (total > 0).astype(np.float64)
        positive = share(sample.fg, sample.bg) >= cut
        fg, bg = np.where(positive, weight, 0.0), np.where(positive, 0.0, weight)
        return _from_sample(
            Sample(sample.score, read_only(fg), read_only(bg), hard=True), None, self.name, self.missing
        )

    def best(self) -> ConfusionPath:
        """Return the path of the best ranking of the given points, by fg / (fg + bg).

        Its thresholds are places: n for the first point, 1 for the last. Every row is one point;
        after `from_counts` every increment is.

        References
        ----------
        Keilwagen, Grosse and Grau 2014, Theorem 1, doi:10.1371/journal.pone.0092209.
        """
        return self._reranked(1.0)

    def worst(self) -> ConfusionPath:
        """Return the path of the worst ranking of the given points, by fg / (fg + bg) rising."""
        return self._reranked(-1.0)

    def _reranked(self, direction: float) -> ConfusionPath:
        from prplot.bounds import best_ranking

        fg, bg = (self._fg, self._bg) if self.sample is None else (self.sample.fg, self.sample.bg)
        place = best_ranking(fg, bg)
        score = place if direction > 0 else len(place) + 1.0 - place
        hard = self.sample is not None and self.sample.hard
        path = _from_sample(Sample(read_only(score), fg, bg, hard), None, self.name, self.missing)
        return path if self.sample is not None else replace(path, sample=None)

    def _rows(self, wish: str) -> Sample:
        if self.sample is None:
            raise PrplotValueError(
                f"{wish} needs the rows of the sample; this path was made from counts and has none. "
                "Make it with prplot.from_labels or prplot.from_weights."
            )
        return self.sample

    def pr(self, interpolation: str = "continuous", *, label: str | None = None) -> Curve:
        """Return the Precision-Recall curve; see `Curve`."""
        return self.curve("pr", interpolation=interpolation, label=label)

    def prg(self, *, label: str | None = None) -> Curve:
        """Return the Precision-Recall-Gain curve; see `Curve`."""
        return self.curve("prg", label=label)

    def roc(self, *, label: str | None = None) -> Curve:
        """Return the ROC curve; see `Curve`."""
        return self.curve("roc", label=label)

    def curve(self, space: str, **options: Any) -> Curve:
        """Return this path as a curve in a space, by name: ``path.curve("pr", ...)``."""
        from prplot.curve import curve

        return curve(self, space, **options)


def from_labels(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    missing: str = "raise",
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from hard labels and scores.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        Labels: bool, 0/1, -1/1, or anything else together with ``pos_label``.
    y_score : array_like of shape (n,)
        Scores; larger means more likely positive. +inf and -inf are ordinary values.
    sample_weight : array_like of shape (n,), optional
        Finite, non-negative weights; 0 leaves a row out. Default: 1 each.
    pos_label : label or collection of labels, optional
        What counts as positive; all other labels are negative.
    missing : {"raise", "drop", "lowest"}
        What to do with scores that are NaN or None: raise an error; leave those rows out, which
        changes P and N; or rank them below every other score (as -inf).
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For lengths that differ, labels that are soft, missing, or need ``pos_label``, weights
        that are negative or not finite, no weight at all; the message says what to do.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_labels(["no", "yes", "no"], [0.2, 0.9, 0.4], pos_label="yes", name="mine")
    ConfusionPath(name='mine', n=3, P=1, N=2, π=0.3333, labels=hard, distinct scores=3)
    """
    sample, done, positive = labelled(y_true, y_score, sample_weight, pos_label, missing)
    return _from_sample(sample, positive, name, done)


def from_weights(
    y_score: ArrayLike,
    *,
    fg: ArrayLike,
    bg: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    missing: str = "raise",
    name: str | None = None,
) -> ConfusionPath:
    """Make a path from soft labels: a foreground and a background weight per row.

    Parameters
    ----------
    y_score : array_like of shape (n,)
        Scores; larger means more foreground.
    fg : array_like of shape (n,)
        Foreground weights, finite and non-negative; without ``bg`` they are soft labels in
        [0, 1] and ``bg = 1 - fg``.
    bg : array_like of shape (n,), optional
        Background weights; nothing links them to ``fg``.
    sample_weight : array_like of shape (n,), optional
        Multiplies both.
    missing : {"raise", "drop", "lowest"}
        As in `from_labels`.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For lengths that differ, weights that are negative, not finite or, without ``bg``, above
        1, and for no weight at all.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_weights([6, 5, 4], fg=[0.9, 0.92, 0.22])
    >>> round(path.positives, 2), round(path.negatives, 2)
    (2.04, 0.96)
    """
    sample, done = weighted(y_score, fg, bg, sample_weight, missing)
    return _from_sample(sample, None, name, done)


def from_counts(thresholds: ArrayLike, tp: ArrayLike, fp: ArrayLike, *, name: str | None = None) -> ConfusionPath:
    """Make a path from cumulative counts along falling thresholds.

    Parameters
    ----------
    thresholds : array_like of shape (K,) or (K + 1,)
        Strictly falling; the origin (inf, 0, 0) is optional.
    tp, fp : array_like of the same shape
        Weight with score >= threshold; never falling. The last row holds P and N.
    name : str, optional
        The classifier's name, for legends.

    Returns
    -------
    ConfusionPath
        Rows at which neither count rises are no vertices and are left out.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For counts that fall, thresholds that rise, or lengths that differ.

    Examples
    --------
    >>> import prplot
    >>> prplot.from_counts([0.8, 0.4], tp=[1, 2], fp=[0, 2]).prevalence
    0.5
    """
    cuts, fore, back = (numbers(n, v) for n, v in (("thresholds", thresholds), ("tp", tp), ("fp", fp)))
    for count_name, count in (("tp", fore), ("fp", back)):
        if len(count) != len(cuts):
            raise invalid(count_name, "have one value per threshold", f"{len(count)} for {len(cuts)} thresholds")
        _check_count(count_name, count)
    if not len(cuts):
        raise invalid("thresholds", "hold at least one row", "none")
    if np.isnan(cuts).any():
        raise invalid("thresholds", "not hold NaN", f"NaN in row {int(np.argmax(np.isnan(cuts)))}")
    cuts += 0.0
    origin = bool(np.isposinf(cuts[0]) and fore[0] == 0 and back[0] == 0)
    if origin:
        cuts, fore, back = cuts[1:], fore[1:], back[1:]
    rises = np.flatnonzero(cuts[1:] >= cuts[:-1])
    if rises.size:
        row = int(rises[0])
        raise invalid(
            "thresholds",
            "fall strictly",
            f"{cuts[row]:g} followed by {cuts[row + 1]:g}",
            "Reverse the three arrays with [::-1] if they run upwards.",
        )
    fg, bg = np.diff(fore, prepend=0.0), np.diff(back, prepend=0.0)
    if not (fg.any() or bg.any()):
        raise PrplotValueError("tp and fp must hold some weight; got only zeros.")
    kept = (fg > 0) | (bg > 0)
    return _assemble(cuts[kept], fg[kept], bg[kept], name, None, Missing("raise", 0), (fore[kept], back[kept]))


def _check_count(name: str, count: FloatArray) -> None:
    wrong = ~np.isfinite(count)
    if wrong.any():
        raise invalid(name, "be finite", f"{name}[{int(np.argmax(wrong))}] = {count[wrong][0]:g}")
    if len(count) and count[0] < 0:
        raise invalid(name, "not be negative", f"{name}[0] = {count[0]:g}")
    falls = np.flatnonzero(count[1:] < count[:-1])
    if falls.size:
        row = int(falls[0])
        raise invalid(
            name,
            "be cumulative, so never fall",
            f"{count[row]:g} followed by {count[row + 1]:g}",
            f"Pass the running sums, for example numpy.cumsum({name}).",
        )


def _from_sample(
    sample: Sample, positive: NDArray[np.bool_] | None, name: str | None, missing: Missing
) -> ConfusionPath:
    if positive is not None:
        thresholds, fg, bg = _count_groups(sample.score, positive)
    else:
        thresholds, fg, bg = _weigh_groups(sample)
    kept = (fg > 0) | (bg > 0)
    if not kept.all():
        thresholds, fg, bg = thresholds[kept], fg[kept], bg[kept]
    return _assemble(thresholds, fg, bg, name, sample, missing)


def _count_groups(score: FloatArray, positive: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct scores, falling, and how many positives and negatives have each.

    Two plain sorts are faster than one argsort: all scores give the distinct ones and their
    counts, the rarer class is then looked up among them.
    """
    rare = positive if 2 * np.count_nonzero(positive) <= len(positive) else ~positive
    rising = np.sort(score)
    new = np.empty(len(rising), dtype=bool)
    new[0] = True
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    distinct = rising if len(starts) == len(rising) else rising[starts]
    everyone = np.diff(starts, append=len(rising))
    found = np.searchsorted(distinct, np.sort(score[rare]))
    rare_count = np.bincount(found, minlength=len(distinct))
    one, other = rare_count[::-1].astype(np.float64), (everyone - rare_count)[::-1].astype(np.float64)
    fg, bg = (one, other) if rare is positive else (other, one)
    return distinct[::-1].copy(), fg, bg


def _weigh_groups(sample: Sample) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct scores, falling, and the foreground and background weight of each."""
    order = np.argsort(sample.score)[::-1]
    falling = sample.score[order]
    starts = np.flatnonzero(np.concatenate([[True], falling[1:] != falling[:-1]]))
    fg, bg = sample.fg[order], sample.bg[order]
    if len(starts) == len(falling):
        return falling, fg, bg
    with np.errstate(over="ignore"):
        return falling[starts], np.add.reduceat(fg, starts), np.add.reduceat(bg, starts)


def _assemble(
    thresholds: FloatArray,
    fg: FloatArray,
    bg: FloatArray,
    name: str | None,
    sample: Sample | None,
    missing: Missing,
    cumulative: tuple[FloatArray, FloatArray] | None = None,
) -> ConfusionPath:
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
    return ConfusionPath(cuts, tp, fp, name, sample, missing, fg, bg)
