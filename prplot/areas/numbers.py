"""The table of named numbers: definition, function, range and direction of each, and the tools that print it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from prplot.areas import values
from prplot.areas.claims import CONDITIONS, NEEDS_NEGATIVES, SINGLE, Claim
from prplot.curve.curve import Curve
from prplot.curve.recalibration import LogisticRecalibration, ObservedOverExpected
from prplot.errors import by_name
from prplot.names import MEASURES, SpaceName
from prplot.path import error_rates, summaries
from prplot.path.makers import from_labels
from prplot.path.path import ConfusionPath
from prplot.spaces import space_class

# A small path, used to read the names of areas.
TWO_ROWS = from_labels([1, 0], [1, 0])


# The bounds of numbers that may be negative, and of numbers without a bound.
SIGNED = (-math.inf, 1.0)
UNBOUNDED = (-math.inf, math.inf)


@dataclass(frozen=True)
class AreaUnder:
    """A function of a path: the area under its whole curve in a space.

    Attributes
    ----------
    space : str
    options : mapping
        Keywords of ``path.curve``, such as the interpolation.
    """

    space: SpaceName
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def curve(self, path: ConfusionPath) -> Curve:
        """Return the curve of a path under which the area lies."""
        return path.curve(self.space, **self.options)

    def __call__(self, path: ConfusionPath) -> float:
        """Return the area for a path."""
        return self.curve(path).area()


@by_name()
@dataclass(frozen=True)
class NamedNumber:
    """A number of a path that has a name, such as the area "step".

    Everything that takes a number by name, as `ConfusionPath.interval`, `prplot.compare`, `prplot.scorer` and
    `prplot.identify` do, looks it up in one table of these.

    Attributes
    ----------
    key : str
        The name by which users ask for the number.
    space : str
        The space of the curve under which an area lies; empty for other numbers.
    what : str
        The definition in words: interpolation, left end of the curve, ties, and whether parts below zero (PRG) are
        subtracted.
    compute : callable
        Function that takes a path and returns the number.
    needs : tuple of str
        The conditions that the sample must meet for the number to be defined, such as "positive weight".
    claims : tuple of Claim
        Which tools print this number.
    name : str
        What figures, tables and sentences call the number; by default the key.
    synonyms : tuple of str
        Other names, in small letters with _ between words.
    bounds : tuple of float
        The least and the largest value that the number can have.
    lower_is_better : bool or None
        Whether a smaller number is better; None where the best value lies between.
    monotone : bool
        Whether the number never gets worse if positives move ahead of negatives, within ties too: never smaller, or for
        costs larger.
    unlisted : bool
        Whether tables leave the number out where a sample does not meet its conditions.
    optimistic : bool
        Whether the number is the best one over thresholds of the same rows, so that its intervals cover less often than
        they say.
    """

    key: str
    space: str
    what: str
    compute: Callable[[ConfusionPath], float]
    needs: tuple[str, ...] = ("positive weight",)
    claims: tuple[Claim, ...] = ()
    name: str = ""
    synonyms: tuple[str, ...] = ()
    bounds: tuple[float, float] = (0.0, 1.0)
    lower_is_better: bool | None = False
    monotone: bool = False
    unlisted: bool = False
    optimistic: bool = False

    def __post_init__(self) -> None:
        vars(self).update(name=self.name or self.key)

    def __reduce__(self) -> tuple[Callable[[str], NamedNumber], tuple[str]]:
        """Pickle a number by its key, since functions made at run time cannot be pickled."""
        return _named, (self.key,)

    @property
    def one_by_one(self) -> bool:
        """Whether rows with equal scores are counted one by one, in the order given, instead of as one threshold."""
        return IN_ORDER in self.needs

    @property
    def by_scores(self) -> bool:
        """Whether the number depends on the scores themselves, and not only on their order."""
        return "scores in [0, 1]" in self.needs

    @property
    def needs_negatives(self) -> bool:
        """Whether intervals of the number take negatives."""
        return not NEEDS_NEGATIVES.isdisjoint(self.needs)

    def holds(self, path: ConfusionPath) -> bool:
        """Return whether a path meets the conditions of the number."""
        return all(CONDITIONS[need](path) for need in self.needs)


def _named(key: str) -> NamedNumber:
    return NUMBERS[key]


def _number(
    key: str,
    space: str,
    what: str,
    compute: Callable[[ConfusionPath], float],
    needs: tuple[str, ...],
    *claims: Claim,
    **more: Any,
) -> NamedNumber:
    """Return the entry of an area; name, bounds and direction follow from its space unless they are given."""
    seen = space_class(space)(0.5)
    if isinstance(compute, AreaUnder):
        more["name"] = compute.curve(TWO_ROWS).area_name
    usual: dict[str, Any] = {"name": key, "bounds": seen._area_range(0.0, 1.0), "lower_is_better": seen.lower_is_better}
    return NamedNumber(key, space, what, compute, needs, claims, **(usual | more))


# Conditions on a sample under which tools print an area.
UNCERTAIN = ("hard labels", "finite scores", "no certain mistakes")
HARD, UNIT = ("hard labels", "finite scores"), ("hard labels of weight 1", "finite scores")
FLOAT32 = ("finite scores", "scores that float32 tells apart")
GRID = "chords on a grid of 1000 recalls, mostly far closer"
KERAS = partial(Claim, "Keras", for_=("hard labels",), within=1e-5)
SINGLE_PRECISION = ("hard labels of weight 1", "scores in [0, 1]", "scores that float32 tells apart")
TORCHMETRICS = partial(Claim, "torchmetrics", for_=SINGLE_PRECISION, within=SINGLE)
TREC = partial(Claim, "pytrec_eval", for_=("scores that float32 tells apart",), unreturned=True)

# Conditions on a sample under which an area is defined.
FG = ("positive weight",)
FORECASTS = ("scores in [0, 1]", "a score of every row, ties as one")
BOTH = ("positive weight", "negative weight")
ACCEPTED = ("every row returned",)
EITHER = ("positive weight", "negative weight, known or not")
TRUE_POSITIVES = ("positive weight", "whole counts of true positives")
# Areas that take rows one by one need ROWS. The areas of object detection also need positive weight; trec_eval's do
# not.
IN_ORDER = "the rows in their order, for ties of both classes"
ROWS = ("hard labels of weight 1", "a whole number of positives", "at most 10,000,000 rows", IN_ORDER)
DETECTED = ("positive weight", *ROWS)

# The areas that `ConfusionPath.areas` lists.
AREAS: tuple[NamedNumber, ...] = (
    _number(
        "continuous",
        "PR",
        "operating points joined by mixtures of two thresholds: arcs in PR space; left end at its limit",
        AreaUnder("pr"),
        FG,
        Claim("PRROC", "pr.curve(scores, scores, fg, bg)$auc.integral"),
        Claim("XGBoost", 'eval_metric="aucpr"', FLOAT32, SINGLE),
        Claim("precrec", "auc(evalmod(scores=, labels=))", UNIT, 1e-3, GRID),
        monotone=True,
    ),
    _number(
        "discrete-tp",
        "PR",
        "straight lines between whole counts of true positives (Davis and Goadrich); left end at its limit",
        AreaUnder("pr", {"interpolation": "discrete-tp"}),
        TRUE_POSITIVES,
        Claim("PRROC", "pr.curve(scores, scores, labels, 1 - labels)$auc.davis.goadrich", ("hard labels of weight 1",)),
    ),
    _number(
        "discrete-tp, prefix dropped",
        "PR",
        "discrete-tp without the thresholds before the first positive, which is joined to (0, 0)",
        lambda path: values.without_prefix(path).pr("discrete-tp").area(),
        TRUE_POSITIVES,
        Claim("AUCCalculator", "calculateAUCPR(0)", UNIT),
    ),
    _number(
        "discrete-fp",
        "PR",
        "straight lines between whole counts of false positives; left end at its limit",
        AreaUnder("pr", {"interpolation": "discrete-fp"}),
        ("positive weight", "whole counts of false positives"),
    ),
    _number(
        "linear",
        "PR",
        "straight lines between operating points (lower trapezoid); left end at its limit",
        AreaUnder("pr", {"interpolation": "linear"}),
        FG,
    ),
    _number(
        "linear, left=one",
        "PR",
        "straight lines between operating points, from an added point (0, 1)",
        AreaUnder("pr", {"interpolation": "linear", "left": "one"}),
        FG,
        Claim("scikit-learn", "auc(recall, precision) after precision_recall_curve", HARD),
        TORCHMETRICS("BinaryPrecisionRecallCurve().plot(score=True)"),
        Claim("yardstick", "pr_auc(truth, estimate)", HARD),
    ),
    _number(
        "upper-trapezoid",
        "PR",
        "straight lines between the highest operating points at each recall; left end at its limit",
        AreaUnder("pr", {"interpolation": "upper-trapezoid"}),
        FG,
    ),
    _number(
        "upper-trapezoid, left=one",
        "PR",
        "straight lines between the highest operating points at each recall, from an added point (0, 1)",
        AreaUnder("pr", {"interpolation": "upper-trapezoid", "left": "one"}),
        FG,
    ),
    _number(
        "upper-trapezoid, ROCR",
        "PR",
        (
            "straight lines from an added point (0, 1); wider steps get a point at each positive, which ROCR misplaces "
            "from the second such step on"
        ),
        values.stepping_trapezoid,
        ("positive weight", "hard labels of weight 1", "at most 10,000,000 true positives"),
        Claim("ROCR", 'performance(prediction, "aucpr")', UNIT),
    ),
    _number(
        "step",
        "PR",
        "average precision: each step of recall has the precision at its right end; ties are one step",
        AreaUnder("pr", {"interpolation": "step"}),
        FG,
        Claim("scikit-learn", "average_precision_score(y_true, y_score)", HARD),
        TORCHMETRICS("binary_average_precision(preds, target)"),
        Claim("yardstick", "average_precision(truth, estimate)", HARD),
    ),
    _number(
        "max-interpolated",
        "PR",
        "each step of recall has the largest precision at this recall or beyond",
        AreaUnder("pr", {"interpolation": "max-interpolated"}),
        FG,
        monotone=True,
    ),
    _number(
        "11-point",
        "PR",
        "mean of the largest precision of an operating point at or beyond recall 0, 0.1, ..., 1",
        values.eleven_point,
        FG,
        monotone=True,
        synonyms=("11pt", "eleven_point", "11_point_interpolated"),
    ),
    _number(
        "R-precision",
        "PR",
        (
            "no area: precision where as many rows are predicted positive as are positive; the recall reached if "
            "the path ends before"
        ),
        values.r_precision,
        FG,
        TORCHMETRICS(
            "retrieval_r_precision(preds, target)",
            for_=("hard labels of weight 1", "no ties", "scores that float32 tells apart"),
        ),
        Claim("precrec", "prbe(evalmod(scores=, labels=))", UNIT, 1e-3, GRID),
        monotone=True,
    ),
    _number(
        "normalized, by=data",
        "PR",
        "continuous, rescaled: 0 for the worst and 1 for the best ranking of these rows",
        lambda path: path.pr().normalized_area(),
        EITHER,
        Claim(
            "PRROC",
            "pr.curve(scores, scores, fg, bg, max.compute=TRUE, min.compute=TRUE)",
            ("rows of weight fg + bg = 1",),
            remark='printed as "Relative area under curve (Integral)"',
        ),
        monotone=True,
    ),
    _number(
        "normalized, by=skew",
        "PR",
        "AUCNPR: continuous, rescaled: 0 for the smallest area of hard labels at this prevalence",
        lambda path: path.pr().normalized_area(by="skew"),
        BOTH,
        name="AUCNPR",
        monotone=True,
        synonyms=("aucnpr",),
    ),
    _number(
        "above chance",
        "PR",
        "(continuous - prevalence) / (1 - prevalence): not comparable across prevalences",
        values.above_chance,
        BOTH,
        monotone=True,
        bounds=SIGNED,
    ),
    _number(
        "hull, PR",
        "PR",
        "continuous, of the ROC convex hull, seen in PR space",
        lambda path: path.pr().hull().area(),
        ("positive weight", "positives that a threshold returns"),
        monotone=True,
    ),
    _number(
        "continuous, 200 thresholds",
        "PR",
        "continuous, but from 200 evenly spaced thresholds in [0, 1] only",
        lambda path: values.binned(path).pr().area(),
        ("positive weight", "scores in [0, 1]"),
        KERAS('AUC(curve="PR")'),
    ),
    _number(
        "majoring, 200 thresholds",
        "PR",
        "from 200 thresholds in [0, 1]; each step has the larger precision of its two ends",
        lambda path: values.riemann(values.binned(path), np.maximum),
        ("positive weight", "scores in [0, 1]"),
        KERAS('AUC(curve="PR", summation_method="majoring")'),
    ),
    _number(
        "minoring, 200 thresholds",
        "PR",
        "from 200 thresholds in [0, 1]; each step has the smaller precision of its two ends, 0 at the left end",
        lambda path: values.riemann(values.binned(path), np.minimum),
        ("positive weight", "scores in [0, 1]"),
        KERAS('AUC(curve="PR", summation_method="minoring")'),
    ),
    _number(
        "VOC all-point",
        "PR",
        (
            "each step of recall has the largest precision at this recall or beyond, 0 beyond the recall reached; ties "
            "in the order given"
        ),
        values.voc_all_point,
        DETECTED,
        Claim("VOCdevkit", "VOCevaldet(VOCopts, id, cls, draw), 2010 and later", unreturned=True),
        Claim("Object-Detection-Metrics", "EveryPointInterpolation", unreturned=True),
        Claim("py-faster-rcnn", "voc_ap(rec, prec)", ("no ties",), unreturned=True),
    ),
    _number(
        "VOC 11-point",
        "PR",
        (
            "mean over recalls 0, 0.1, ..., 1 of the largest precision there or beyond; ties in the order given, "
            "recalls compared in float64, which misses some of them"
        ),
        values.voc_eleven_point,
        DETECTED,
        Claim("Object-Detection-Metrics", "ElevenPointInterpolation", unreturned=True),
        Claim("py-faster-rcnn", "voc_ap(rec, prec, use_07_metric=True)", ("no ties",), unreturned=True),
    ),
    _number(
        "COCO 101-point",
        "PR",
        (
            "mean over recalls 0, 0.01, ..., 1 of the largest precision there or beyond; ties in the order given, "
            "recalls compared in float64, which misses some of them"
        ),
        values.coco,
        DETECTED,
        Claim("pycocotools", 'COCOeval.eval["precision"][iou, :, category, area, max_dets].mean()', unreturned=True),
    ),
    _number(
        "YOLO",
        "PR",
        (
            "trapezoid over 101 recalls of the largest precision there or beyond, between added points (0, 1) and "
            "(1, 0), so with a straight line from the end to (1, 0); ties in the order given"
        ),
        values.yolo,
        DETECTED,
        Claim(
            "ultralytics",
            "utils.metrics.compute_ap(recall, precision)",
            ("no ties",),
            remark="8.0 to 8.3; from April 2026 on (pull request 24175) nothing is added beyond the end",
            unreturned=True,
        ),
    ),
    _number(
        "trec map",
        "PR",
        "average precision, ties in the order given; 0 where nothing is relevant",
        values.trec_map,
        ROWS,
        TREC('RelevanceEvaluator(qrels, {"map"})'),
    ),
    _number(
        "trec 11pt_avg",
        "PR",
        (
            "mean of the largest precision from 11 shares of the positives on, in whole positives int(share P + "
            "0.9); ties in the order given, 0 where nothing is relevant"
        ),
        values.trec_eleven_point,
        ROWS,
        TREC('RelevanceEvaluator(qrels, {"11pt_avg"})', remark="trec_eval 10 rounds the shares"),
    ),
    _number(
        "trec Rprec",
        "PR",
        (
            "no area: share of the positives among the first P rows; ties in the order given, 0 where nothing is "
            "relevant"
        ),
        values.trec_r_precision,
        ROWS,
        TREC('RelevanceEvaluator(qrels, {"Rprec"})'),
    ),
    _number(
        "precrec average_precision",
        "PR",
        "average precision in which all rows of a tie count as the same fraction of a positive",
        values.split_ties,
        ("positive weight", "hard labels of weight 1", "at most 10,000,000 rows"),
        Claim("precrec", "average_precision(evalmod(scores=, labels=))", ("finite scores",), remark="0.24"),
    ),
    _number(
        "Boyd, ties",
        "PR",
        "lower trapezoid that starts at the first precision; a tie of both classes is a rectangle at its end",
        values.boyd_ties,
        FG,
        Claim("Roc (Boyd)", "Curve.prArea(), Java", UNIT),
    ),
    _number(
        "PRG",
        "PRG",
        "AUPRG, signed: area below precision gain 0 is subtracted; at most 1",
        AreaUnder("prg"),
        BOTH,
        Claim(
            "pyprg",
            "calc_auprg(create_prg_curve(labels, scores))",
            UNIT,
            remark="once numpy.alen is given back to it",
        ),
        Claim("prg (R)", "calc_auprg(create_prg_curve(labels, pos_scores))", UNIT),
        monotone=True,
    ),
    _number(
        "PRG, clip=True",
        "PRG",
        "AUPRG inside the unit square: negative precision gain counts as 0",
        AreaUnder("prg", {"clip": True}),
        BOTH,
        monotone=True,
    ),
    _number(
        "PRG, 200 thresholds",
        "PRG",
        "signed, from 200 thresholds in [0, 1]; negative recall gains are moved to 0, not cut off",
        lambda path: values.gain_area_uncut(values.binned(path)),
        (*BOTH, "scores in [0, 1]"),
        KERAS('AUC(curve="PRGAIN")'),
    ),
    _number(
        "expected F-gain",
        "PRG",
        "mean F1 gain from recall gain 0 on, as Flach and Kull weigh thresholds",
        lambda path: path.prg().expected_f_gain(),
        BOTH,
    ),
    _number(
        "ROC",
        "ROC",
        "straight steps: how often a positive scores above a negative, ties counting half",
        AreaUnder("roc"),
        BOTH,
        Claim("scikit-learn", "roc_auc_score(y_true, y_score)", HARD),
        TORCHMETRICS("binary_auroc(preds, target)"),
        Claim("XGBoost", 'eval_metric="auc"', FLOAT32, SINGLE),
        Claim("ROCR", 'performance(prediction, "auc")', UNIT),
        Claim("pROC", 'auc(roc(response, predictor, direction="<"))', UNIT),
        Claim("PRROC", "roc.curve(scores, scores, fg, bg)$auc"),
        Claim("precrec", "auc(evalmod(scores=, labels=))", UNIT),
        Claim("yardstick", "roc_auc(truth, estimate)", HARD),
        monotone=True,
    ),
    _number(
        "ROC, prefix dropped",
        "ROC",
        "ROC without the thresholds before the first positive, which is joined to (0, 0)",
        lambda path: values.without_prefix(path).roc().area(),
        BOTH,
        Claim("AUCCalculator", "calculateAUCROC()", UNIT),
    ),
    _number(
        "ROC, 200 thresholds",
        "ROC",
        "ROC, but from 200 evenly spaced thresholds in [0, 1] only",
        lambda path: values.binned(path).roc().area(),
        (*BOTH, "scores in [0, 1]"),
        KERAS("AUC()"),
    ),
    _number(
        "hull, ROC",
        "ROC",
        "area under the convex hull: the best that choosing and mixing thresholds can reach",
        lambda path: path.roc().hull().area(),
        BOTH,
        monotone=True,
    ),
    _number(
        "Gini",
        "ROC",
        "2 ROC - 1, also the accuracy ratio: 0 for chance, in [-1, 1]",
        lambda path: 2.0 * path.roc().area() - 1.0,
        BOTH,
        Claim("yardstick", "gain_capture(truth, estimate)", HARD),
        monotone=True,
        bounds=SIGNED,
    ),
    _number(
        "eer",
        "ROC",
        "no area: equal error rate, where fpr = fnr on the curve; smaller is better",
        lambda path: path.eer().value,
        (*BOTH, "both error rates equal somewhere"),
        name="EER",
        monotone=True,
        lower_is_better=True,
    ),
    _number(
        "eer, nearest threshold",
        "ROC",
        "no area: mean of fpr and fnr at the threshold where they differ least, the highest of several",
        error_rates.nearest_eer,
        BOTH,
        # In single precision, rounding decides between two thresholds that are equally near.
        TORCHMETRICS(
            "binary_eer(preds, target)",
            for_=(*SINGLE_PRECISION, "one threshold where the error rates are nearest"),
        ),
        lower_is_better=True,
    ),
    _number(
        "rocch_eer",
        "ROC",
        "no area: where fpr = fnr on the convex hull, the largest value of the cost curve",
        lambda path: path.eer(hull=True).value,
        BOTH,
        name="EER (hull)",
        monotone=True,
        optimistic=True,
        lower_is_better=True,
        synonyms=("eer_rocch", "eer_hull", "hull_eer"),
    ),
    _number(
        "ks",
        "ROC",
        "no area: Kolmogorov-Smirnov statistic, the largest tpr - fpr, also Youden's J, TSS and Peirce's skill score",
        error_rates.ks,
        BOTH,
        Claim("SciPy", 'ks_2samp(negatives, positives, alternative="greater").statistic', UNIT),
        name="KS",
        monotone=True,
        optimistic=True,
        synonyms=MEASURES["informedness"],
    ),
    _number(
        "CROC, alpha=7",
        "CROC",
        "ROC with small false positive rates magnified exponentially; chance is 0.1419",
        AreaUnder("croc", {"alpha": 7.0}),
        BOTH,
        monotone=True,
    ),
    _number(
        "cost",
        "Cost",
        "area under the lowest normalized expected cost; smaller is better, at most 1/4",
        AreaUnder("cost"),
        BOTH,
        monotone=True,
    ),
    _number(
        "aurc",
        "Risk-coverage",
        "area under the selective risk 1 - precision; labels say whether a prediction was right; smaller is better",
        AreaUnder("risk_coverage"),
        ACCEPTED,
        monotone=True,
    ),
    _number(
        "aurc, mean over rows",
        "Risk-coverage",
        "mean over k of the share of errors among the first k rows, ties as the mean over their orders",
        values.risk_over_rows,
        (*ACCEPTED, "rows of weight fg + bg = 1", "at most 10,000,000 rows"),
        Claim("MAPIE", "1 - auarc(correctness, confidence)", ("hard labels of weight 1", "finite scores", "no ties")),
        monotone=True,
    ),
    _number(
        "eaurc",
        "Risk-coverage",
        "aurc minus the aurc of the best order of these rows",
        values.excess_risk,
        ACCEPTED,
        name="E-AURC",
        monotone=True,
        synonyms=("e_aurc", "excess_aurc"),
    ),
    _number(
        "eaurc, mean over rows",
        "Risk-coverage",
        "aurc, mean over rows, minus that of the best order of these rows",
        values.excess_risk_over_rows,
        (*ACCEPTED, "rows of weight fg + bg = 1", "at most 10,000,000 rows"),
        monotone=True,
    ),
    _number(
        "augrc",
        "Risk-coverage",
        "area under the generalized risk, the share of rows that are accepted and wrong; smaller is better",
        AreaUnder("risk_coverage", {"kind": "generalized"}),
        ACCEPTED,
        monotone=True,
    ),
    _number(
        "brier",
        "Murphy",
        "Brier score, the mean of (label - score)²: under the cost at each threshold probability; smaller is better",
        AreaUnder("murphy"),
        FORECASTS,
        Claim("scikit-learn", "brier_score_loss(y_true, y_prob)", HARD),
        Claim("model-diagnostics", "decompose(y_obs, y_pred, scoring_function=SquaredError())", HARD),
        unlisted=True,
        synonyms=("murphy", "brier_score", "brier_score_loss"),
    ),
    _number(
        "log_loss",
        "Murphy",
        "log loss: under half the cost, over the log odds of the threshold probability; smaller is better",
        AreaUnder("murphy", {"score": "log_loss"}),
        FORECASTS,
        Claim("scikit-learn", "log_loss(y_true, y_pred)", UNCERTAIN),
        Claim("model-diagnostics", "decompose(y_obs, y_pred, scoring_function=LogLoss())", UNCERTAIN),
        unlisted=True,
        bounds=(0.0, math.inf),
    ),
)

# Numbers that are not areas: early recognition and calibration.
OTHERS: tuple[NamedNumber, ...] = (
    NamedNumber("bedroc", "", "Boltzmann-enhanced discrimination of ROC, alpha 20", summaries.bedroc, name="BEDROC"),
    NamedNumber("log_auc", "", "area under ROC over log10 fpr from 0.001 to 0.1", summaries.log_auc, name="logAUC"),
    NamedNumber("rie", "", "robust initial enhancement, alpha 20", summaries.rie, name="RIE", bounds=UNBOUNDED),
    NamedNumber(
        "enrichment_factor",
        "",
        "recall among the first 1 % over 1 %",
        summaries.enrichment_factor,
        name="enrichment factor",
        bounds=UNBOUNDED,
    ),
    NamedNumber(
        "observed_expected",
        "",
        "positives over the sum of the scores, which are probabilities; 1 if they are right on average",
        ObservedOverExpected(),
        (*FORECASTS, *BOTH),
        name="O/E",
        bounds=(0.0, math.inf),
        lower_is_better=None,
        synonyms=("oe", "o_e", "o/e", "oe_ratio", "o_e_ratio", "observed_over_expected", "observed/expected"),
    ),
    NamedNumber(
        "calibration_intercept",
        "",
        "what must be added to the log odds of the scores, so that they are right on average; 0 if they are",
        LogisticRecalibration(slope=False),
        (*FORECASTS, *BOTH),
        name="calibration intercept",
        bounds=UNBOUNDED,
        lower_is_better=None,
        synonyms=("citl", "calibration_in_the_large", "intercept", "cal_intercept"),
    ),
    NamedNumber(
        "calibration_slope",
        "",
        "slope of the logistic regression of the labels on the log odds of the scores; 1 if calibrated",
        LogisticRecalibration(slope=True),
        (*FORECASTS, *BOTH),
        name="calibration slope",
        bounds=UNBOUNDED,
        lower_is_better=None,
        synonyms=("cal_slope", "cox_slope", "slope"),
    ),
)

# The public name of the table of areas.
CONVENTIONS = AREAS
NUMBERS = {number.key: number for number in (*AREAS, *OTHERS)}
# For each number, by its key, the other names that users may call it.
SYNONYMS = {number.key: number.synonyms for number in NUMBERS.values()}
