"""The methods of paths that return curves, areas, intervals and sentences.

They have a module of their own because they import modules that themselves import paths. The methods of curves are in
`prplot.curve.methods`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import ArrayLike

from prplot.errors import by_name, invalid, short
from prplot.names import (
    DecidedBy,
    InterpolationName,
    IntervalMethod,
    LeftEnd,
    LikelihoodRatios,
    LogUnit,
    Magnifier,
    RiskKind,
    ScoringRule,
    SpaceName,
    WeightKind,
)

if TYPE_CHECKING:
    from prplot.areas import Areas
    from prplot.curve.curve import Curve
    from prplot.curve.scores import Score
    from prplot.path.path import ConfusionPath
    from prplot.uncertainty.calibration_curve import Calibration
    from prplot.uncertainty.estimands import Rule
    from prplot.uncertainty.interval import Interval
    from prplot.uncertainty.measure_tables import OperatingPoints


@by_name()
class PathMethods:
    """The methods of `ConfusionPath` whose results are made by later folders, such as curves and intervals."""

    def pr(self, interpolation: InterpolationName = "continuous", left: LeftEnd = "limit", **options: Any) -> Curve:
        """Return the Precision-Recall (PR) curve.

        Parameters
        ----------
        interpolation : str
            How neighboring points are joined:

            * "continuous", the default: TP and FP grow in proportion, as if one of the two thresholds were chosen at
              random;
            * "step": the precision of the next point, as in average precision;
            * "linear" or "lower-trapezoid": straight lines;
            * "upper-trapezoid": straight lines between the highest points at each recall;
            * "max-interpolated": the largest precision at that recall or a larger one;
            * "discrete-tp", "discrete-fp": straight lines between the points of "continuous" at which TP, or FP, is a
              whole number.
        left : {"limit", "one"}
            Where the curve starts at recall 0: at the limit of its precision, or at precision 1, as in tools that add
            the point (0, 1).
        **options
            Keywords of every curve. ``ties``: the order among equal scores: mixed ("average"), positives first
            ("optimistic") or last ("pessimistic"); default: as in the path. ``prevalence``: another prevalence at which
            the ranking is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("pr", interpolation=interpolation, left=left, **options)

    def prg(self, clip: bool = False, **options: Any) -> Curve:
        """Return the Precision-Recall-Gain (PRG) curve.

        Parameters
        ----------
        clip : bool
            Whether negative precision gain is cut off at 0, in the line and in the area.
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("prg", clip=clip, **options)

    def roc(self, **options: Any) -> Curve:
        """Return the ROC curve: the true positive rate against the false positive rate.

        Parameters
        ----------
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("roc", **options)

    def croc(self, alpha: float = 7.0, magnifier: Magnifier = "exponential", **options: Any) -> Curve:
        """Return the CROC (concentrated ROC) curve, which magnifies small false positive rates.

        Parameters
        ----------
        alpha : float
            The strength of the magnification; greater than 0.
        magnifier : {"exponential", "power", "logarithm"}
            The magnifying function.
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("croc", alpha=alpha, magnifier=magnifier, **options)

    def froc(self: Any, images: float, **options: Any) -> Curve:
        """Return the FROC curve: recall against false positives per image.

        Parameters
        ----------
        images : float
            The number of images, greater than 0.
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence`` raises an error: false positives per image
            cannot be reweighted. ``label``: the name in legends; default: the name of the path.
        """
        made: Curve = self.curve("froc", images=images, **options)
        return made

    def cost(self, **options: Any) -> Curve:
        """Return the cost curve: least normalized expected cost against the probability cost function.

        Parameters
        ----------
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("cost", **options)

    def gains(self, **options: Any) -> Curve:
        """Return the cumulative gains curve: recall against the predicted positive rate.

        Also known as the cumulative accuracy profile (CAP).

        Parameters
        ----------
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("gains", **options)

    def lift(self, **options: Any) -> Curve:
        """Return the lift curve: precision / prevalence against the predicted positive rate.

        At rate 0, where precision is 0/0, lift is its limit as the rate goes to 0.

        Parameters
        ----------
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("lift", **options)

    def det(self, **options: Any) -> Curve:
        """Return the detection error tradeoff curve: the false negative against the false positive rate.

        The coordinates are the plain rates; figures plot them on "probit" axes.

        Parameters
        ----------
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path.
        """
        return self.curve("det", **options)

    def net_benefit(self, decide: DecidedBy = "own", standardized: bool = False, **options: Any) -> Curve:
        """Return the decision curve: net benefit, π tpr - (1 - π) fpr p / (1 - p), against threshold probability p.

        Parameters
        ----------
        decide : {"own", "best"}
            Which score threshold is used at threshold probability p. "own": the score threshold is p itself, so the
            scores must be probabilities. "best": the score threshold with the largest net benefit on this sample, which
            makes the curve optimistic. See `NetBenefit`.
        standardized : bool
            Whether net benefit is divided by π, so that it is 1 for a perfect classifier.
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of positives and
            negatives of equal score; default: as in the path. ``prevalence``: another prevalence at which the ranking
            is plotted. ``label``: the name in legends; default: the name of the path. With ``decide="own"`` and
            ``prevalence``, the scores are converted to probabilities at that prevalence.

        Raises
        ------
        PrplotValueError
            If ``decide`` is "own" and some scores are outside [0, 1].

        References
        ----------
        A. J. Vickers and E. B. Elkin, Medical Decision Making 2006, doi:10.1177/0272989X06295361.
        """
        value: Any = decide
        if isinstance(value, int | float):
            way_out = f"The net benefit at a threshold probability is path.net_benefit().at({decide!r})."
            raise invalid("decide", "be one of 'own', 'best'", short(decide), way_out)
        return self.curve("net_benefit", decide=decide, standardized=standardized, **options)

    def murphy(self, decide: DecidedBy = "own", score: ScoringRule = "brier", **options: Any) -> Curve:
        """Return the Murphy curve: the cost per row at each threshold probability; its area is the Brier score.

        At threshold probability t rows with a score of at least t are predicted positive; a false positive costs t, a
        false negative 1 - t. See `Murphy`.

        Parameters
        ----------
        decide : {"own", "best"}
            Which score threshold is used at t. "own": t itself, so the scores must be probabilities. "best": the score
            threshold with the least cost on this sample: the curve of the recalibrated scores.
        score : {"brier", "log_loss"}
            The score that is the area. For the log loss the curve is drawn over the log odds of t.
        **options
            Keywords of every curve. ``prevalence``: another prevalence at which the ranking is plotted; with
            ``decide="own"`` the scores are converted to probabilities at that prevalence. ``label``: the name in
            legends; default: the name of the path. ``ties``: "average" only, since equal scores are one forecast.

        Raises
        ------
        PrplotValueError
            If scores were counted in bins or their ties are treated otherwise than as one; and if ``decide`` is "own"
            and scores are outside [0, 1] or missing, or small ones mean positive.

        References
        ----------
        W. Ehm, T. Gneiting, A. Jordan and F. Krueger, J. R. Stat. Soc. B 78, 505-562, 2016, doi:10.1111/rssb.12154.
        """
        return self.curve("murphy", decide=decide, score=score, **options)

    def risk_coverage(self, *, kind: RiskKind = "selective", **options: Any) -> Curve:
        """Return the risk-coverage curve, for labels that say whether predictions were right; lower is better.

        Parameters
        ----------
        kind : {"selective", "generalized"}
            The risk. "selective": the share of errors among the accepted predictions, with the AURC as area.
            "generalized": the share of all predictions that are accepted and wrong, with the AUGRC as area. See
            `RiskCoverage`.
        **options
            Keywords of every curve. ``ties``: "average", "optimistic" or "pessimistic", the order of right and wrong
            predictions of equal confidence; default: as in the path. ``prevalence``: another share of right
            predictions at which the ranking is plotted. ``label``: the name in legends; default: the name of the path.

        Raises
        ------
        PrplotValueError
            If the path ends before every row is accepted.

        References
        ----------
        J. Traub et al., NeurIPS 2024, arXiv:2407.01032.
        """
        return self.curve("risk_coverage", kind=kind, **options)

    def brier(self: Any) -> Score:
        """Return the Brier score of scores in [0, 1] with its miscalibration, discrimination and uncertainty.

        Returns
        -------
        Score
            ``.value``, the mean of w+ (1 - s)² + w- s² over rows, in [0, 1]; ``.miscalibration``, ``.discrimination``,
            ``.uncertainty`` (π (1 - π)) and ``.skill``; each is an area between curves of `murphy`. Soft labels count
            as a positive and a negative weight.

        Raises
        ------
        PrplotValueError
            If scores are outside [0, 1], missing or counted in bins, or if ties are treated otherwise than as one.

        Warns
        -----
        PrplotWarning
            If there is one class only, so that the skill is NaN.

        References
        ----------
        T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.

        Examples
        --------
        >>> import prplot
        >>> prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9]).brier()
          Brier score  miscalibration  discrimination  uncertainty    skill
               0.2267          0.1017           0.125         0.25  0.09333
        """
        from prplot.curve.scores import score_of

        return score_of(self, "brier")

    def log_loss(self: Any, *, unit: LogUnit = "nats") -> Score:
        """Return the log loss of scores in [0, 1] with its miscalibration, discrimination and uncertainty.

        Parameters
        ----------
        unit : {"nats", "bits"}
            Natural logarithms, or binary ones.

        Returns
        -------
        Score
            ``.value``, minus the mean of w+ ln s + w- ln(1 - s) over rows; inf, with infinite miscalibration, if a
            positive has score 0 or a negative score 1. Terms as in `brier`; the uncertainty is the entropy of π.

        Raises
        ------
        PrplotValueError
            As for `brier`.

        Warns
        -----
        PrplotWarning
            As for `brier`.

        References
        ----------
        T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.

        Examples
        --------
        >>> import prplot
        >>> round(float(prplot.from_labels([1, 0], [0.5, 0.5]).log_loss(unit="bits")), 4)
        1.0
        """
        from prplot.curve.scores import score_of

        return score_of(self, "log_loss", unit)

    @by_name("Say what the scores are: path.cllr(scores='ln'), or 'log10', or 'lr'.")
    def cllr(self: Any, *, scores: LikelihoodRatios) -> Score:
        """Return the cost of likelihood ratios, Cllr, in bits, with its miscalibration and discrimination.

        Parameters
        ----------
        scores : {"ln", "log10", "lr"}
            What the scores are: natural or common logarithms of likelihood ratios, or the ratios themselves.

        Returns
        -------
        Score
            ``.value`` is Cllr, at least 0, and 1 for likelihood ratios of 1; inf if a positive has the ratio 0 or a
            negative an infinite one. ``.recalibrated`` is minCllr. It is the log loss of LR / (1 + LR) with the same
            total weight of both classes, so that the uncertainty is 1.

        Raises
        ------
        PrplotValueError
            If there is one class only, or a negative likelihood ratio, and otherwise as for `brier`.

        References
        ----------
        N. Brummer and J. du Preez, Comput. Speech Lang. 20, 230-275, 2006, doi:10.1016/j.csl.2005.08.001.

        Examples
        --------
        >>> import prplot
        >>> float(prplot.from_labels([1, 1, 0], [0.0, 0.0, 0.0]).cllr(scores="ln"))
        1.0
        """
        from prplot.curve.scores import cllr

        return cllr(self, scores)

    @by_name("The number of draws is n=2000, the seed rng=1.")
    def calibration(self: Any, *, n: int = 2000, rng: Any = None, weights: WeightKind = "importance") -> Calibration:
        """Return the calibration curve (reliability diagram) of scores in [0, 1], with bands and numbers.

        Frequencies are those of isotonic regression (CORP), without bins.

        Parameters
        ----------
        n : int
            The number of sets of labels that are drawn for the consistency band and the p value.
        rng : int or Generator, optional
            The seed of these; by default it is derived from 0 and the sample.
        weights : {"importance", "frequency"}
            What a weight says: how much its row counts, or how many such rows there are.

        Returns
        -------
        Calibration
            ``.x``, ``.y``, ``.weight``, ``.at(score)``, ``.apply(y_score)`` and ``.band()``; the numbers
            ``.observed_expected``, ``.intercept``, ``.slope``, ``.miscalibration``, ``.expected_miscalibration``,
            ``.p`` and ``.ecce``. It shows itself as a table, with intervals.

        Raises
        ------
        PrplotValueError
            As for `brier`, and if there is one class only.

        References
        ----------
        T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.

        Examples
        --------
        >>> import prplot
        >>> calibration = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9]).calibration()
        >>> calibration.y.tolist(), calibration.observed_expected, round(calibration.slope, 4)
        ([0.25, 0.25, 0.25, 0.25, 1.0, 1.0], 1.25, 0.5206)
        """
        from prplot.uncertainty.calibration_curve import calibration

        return calibration(self, n=n, rng=rng, weights=weights)

    def areas(self: Any) -> Areas:
        """Return all named areas of this sample, and the tools that print them.

        Returns
        -------
        Areas
            A table with one row per area: its value, its definition in words, and the tools that print it. If you have
            a number and look for its definition, use `prplot.identify`.
        """
        from prplot.areas import areas

        return areas(self)

    @by_name("The level is level=0.95, the number of replicates n=2000, the seed rng=1.")
    def interval(
        self: Any,
        measure: str | Rule | Callable[[ConfusionPath], float],
        *,
        level: float = 0.95,
        method: IntervalMethod | None = None,
        n: int | None = None,
        stratify: bool | None = None,
        groups: ArrayLike | Literal[False] | None = None,
        rng: Any = None,
        weights: WeightKind = "importance",
    ) -> Interval:
        """Return a measure of this sample, such as an area, with its confidence interval.

        Parameters
        ----------
        measure : str, Rule (made by `prplot.measure_at`) or callable
            One of: the name of a space, for the area under the curve in this space; the name of an area in the table
            `ConfusionPath.areas`, such as "step" or "brier"; "bedroc", "rie", "log_auc" or "enrichment_factor", with
            default parameters; "observed_expected", "calibration_intercept" or "calibration_slope", of scores that are
            probabilities; a measure at an operating point, such as ``prplot.measure_at("precision", at={"recall":
            0.8})``; a function that takes a path and returns a number.
        level, method, n, stratify, groups, rng, weights
            As in `Curve.interval`. For a rate at a fixed threshold, such as ``at={"threshold": 0.5}``, the method may
            also be "wilson" (then the default) or "clopper-pearson". For the calibration slope it may be "profile", the
            profile likelihood, which is then the default for rows of weight 1. The slope of weights or groups, the
            intercept and O/E take "influence". A prevalence that was set takes "bootstrap", and so does a call with
            ``n`` or ``rng``.

        Returns
        -------
        Interval

        Raises
        ------
        PrplotValueError, PrplotTypeError
            For the same reasons as in `Curve.interval`, and if the measure is unknown.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.simulate.binormal(1, 1).sample(1000, prevalence=0.1, rng=1)
        >>> path.interval(prplot.measure_at("recall", at={"threshold": 1.0}))
        0.457 [0.359, 0.558]
        """
        from prplot.uncertainty.interval import interval_of

        return interval_of(
            measure, self, level=level, method=method, n=n, stratify=stratify, groups=groups, rng=rng, weights=weights
        )

    @by_name("Thresholds are passed as one list: path.operating_points([0.3, 0.5, 'f1']).")
    def operating_points(
        self: Any,
        thresholds: Any,
        measures: Any = None,
        *,
        level: float = 0.95,
    ) -> OperatingPoints:
        """Return a table of measures with confidence intervals at one or several thresholds.

        Parameters
        ----------
        thresholds : float, str, Metric, mapping or sequence of these
            A number, which was fixed before the data were seen; a metric, such as "f1" or "ks", whose best value
            chooses the threshold, as in `optimal`; or a rate to reach, such as ``{"recall": 0.9}``, as in `find`.
        measures : str, Metric or sequence of these, optional
            What is measured there. Default: precision, recall, specificity, NPV and F1.
        level : float
            The confidence level of the intervals, in (0, 1).

        Returns
        -------
        OperatingPoints
            ``.rows`` (one for each cell: ``point, threshold, measure, estimate, low, high, method, notes``),
            ``.to_frame()``, ``.to_latex()`` and ``.methods()``. Intervals are those of `interval` with
            `prplot.measure_at`. A threshold chosen on these rows is chosen again in each replicate, and a footnote says
            that the numbers there are optimistic. A rate that the threshold was chosen to reach has no interval.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If a metric is unknown, a rate is not reached, or a threshold or a measure is named twice.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.simulate.binormal(1, 1).sample(1000, prevalence=0.1, rng=1)
        >>> path.operating_points(1.0, ["precision", "recall"])
        Measures at thresholds (n = 1000, P = 92, N = 908, prevalence 0.092)
        <BLANKLINE>
          point  threshold             precision                recall
          given  1          0.209 [0.158, 0.270]  0.457 [0.359, 0.558]
        <BLANKLINE>
        In brackets: 95 % confidence intervals.
        """
        from prplot.uncertainty.paper_tables import operating_points

        return operating_points(self, thresholds, measures, level)

    def methods(self: Any) -> str:
        """Return a sentence for a methods section: n, prevalence, weights, ties, missing scores, version."""
        from prplot.curve.report import path_methods

        return path_methods(self)

    def describe(self: Any) -> str:
        """Return a text description of the sample, for readers who cannot see the figure."""
        from prplot.curve.report import path_described

        return path_described(self)

    def curve(self: Any, space: SpaceName, **options: Any) -> Curve:
        """Return the curve of this path in a space by its name: ``path.curve("pr", prevalence=0.1)``.

        Parameters
        ----------
        space : str
            The name of the space in which to plot the path: {"pr", "prg", "roc", "croc", "cost", "gains", "lift",
            "det", "net_benefit", "murphy", "risk_coverage", "froc"}.
        **options
            Keywords of the method with the name of the space, such as `pr` or `roc`, where they are explained:
            ``interpolation`` and ``left`` in PR space, ``clip`` in PRG space, ``alpha`` and ``magnifier`` in CROC
            space, ``decide`` and ``standardized`` in net benefit space, ``decide`` and ``score`` in
            Murphy space, ``kind`` in risk-coverage space, ``images`` in FROC space;
            and ``ties``, ``prevalence`` and ``label`` in every space.
        """
        from prplot.curve.curve import curve

        return curve(self, space, **options)
