"""The named areas of a sample: what each is, how it is computed, and which tool prints it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prplot.areas.claims import SINGLE, Claim
from prplot.areas.conditions import LISTED
from prplot.areas.one_by_one import (
    boyd_ties,
    coco,
    split_ties,
    trec_eleven_point,
    trec_map,
    trec_r_precision,
    voc_all_point,
    voc_eleven_point,
    yolo,
)
from prplot.areas.values import (
    binned,
    eleven_point,
    gain_area_uncut,
    r_precision,
    riemann,
    stepping_trapezoid,
    without_prefix,
)
from prplot.errors import warn
from prplot.path.path import ConfusionPath

__all__ = ["CONVENTIONS", "Convention"]

HARD, UNIT, LEVEL = "hard labels", "hard labels of weight 1", "rows of weight fg + bg = 1"
FINITE, IN_UNIT, FLOAT32 = "finite scores", "scores in [0, 1]", "scores that float32 tells apart"
NO_TIES = "no ties"
FG, BG = "foreground weight", "background weight"
WHOLE, ROWS = "a whole number of positives", f"at most {LISTED:,} rows"
# What takes rows one by one needs them.
SINGLY = (UNIT, WHOLE, ROWS, "the rows in their order, for ties of both classes")
GRID = "chords on a grid of 1000 recalls, mostly far closer"


@dataclass(frozen=True)
class Convention:
    """One way to make a number out of a path.

    Attributes
    ----------
    key : str
        Its name in the table.
    space : str
        The space in which it is an area.
    what : str
        What it is: interpolation, left end, ties, sign or range.
    compute : callable
        Takes a path, returns the number.
    needs : tuple of str
        What must hold of the sample for it to be defined, as in `Claim`.
    claims : tuple of Claim
        Which tools print it.
    one_by_one : bool
        Whether it takes equal scores row by row, in the order given, wherever they are of both classes.
    """

    key: str
    space: str
    what: str
    compute: Callable[[ConfusionPath], float]
    needs: tuple[str, ...] = (FG,)
    claims: tuple[Claim, ...] = ()
    one_by_one: bool = False

    def __reduce__(self) -> tuple[Callable[[str], Convention], tuple[str]]:
        """Pickle by name: what makes the number is code."""
        return _named, (self.key,)


def _named(key: str) -> Convention:
    return next(convention for convention in CONVENTIONS if convention.key == key)


def _above_chance(path: ConfusionPath) -> float:
    chance = path.vertices.prevalence
    if 1.0 - chance <= 4 * np.finfo(float).eps:
        warn("the area above chance is undefined: the prevalence is 1 but for rounding. NaN is returned.")
        return float("nan")
    return (path.pr().area() - chance) / (1.0 - chance)


PR = (
    Convention(
        "continuous",
        "PR",
        "steps straight in (FP, TP), ties too, so arcs here; left end at its limit",
        lambda path: path.pr().area(),
        claims=(
            Claim("PRROC", "pr.curve(scores, scores, fg, bg)$auc.integral"),
            Claim("XGBoost", 'eval_metric="aucpr"', (FINITE, FLOAT32), SINGLE),
            Claim("precrec", "auc(evalmod(scores=, labels=))", (UNIT, FINITE), 1e-3, GRID),
        ),
    ),
    Convention(
        "discrete-tp",
        "PR",
        "chords between whole counts of true positives (Davis and Goadrich); left end at its limit",
        lambda path: path.pr("discrete-tp").area(),
        (FG, "whole counts of true positives"),
        (Claim("PRROC", "pr.curve(scores, scores, labels, 1 - labels)$auc.davis.goadrich", (UNIT,)),),
    ),
    Convention(
        "discrete-tp, prefix dropped",
        "PR",
        "discrete-tp without the background that is ranked before the first positive",
        lambda path: without_prefix(path).pr("discrete-tp").area(),
        (FG, "whole counts of true positives"),
        (Claim("AUCCalculator", "calculateAUCPR(0)", (UNIT, FINITE)),),
    ),
    Convention(
        "discrete-fp",
        "PR",
        "chords between whole counts of false positives; left end at its limit",
        lambda path: path.pr("discrete-fp").area(),
        (FG, "whole counts of false positives"),
    ),
    Convention(
        "linear",
        "PR",
        "chords between all vertices (lower trapezoid); left end at its limit",
        lambda path: path.pr("linear").area(),
    ),
    Convention(
        "linear, left=one",
        "PR",
        "chords between all vertices, from an added point (0, 1)",
        lambda path: path.pr("linear", left="one").area(),
        claims=(
            Claim("scikit-learn", "auc(recall, precision) after precision_recall_curve", (HARD, FINITE)),
            Claim("torchmetrics", "BinaryPrecisionRecallCurve().plot(score=True)", (UNIT, IN_UNIT, FLOAT32), SINGLE),
            Claim("yardstick", "pr_auc(truth, estimate)", (HARD, FINITE)),
        ),
    ),
    Convention(
        "upper-trapezoid",
        "PR",
        "chords between the highest vertices at each recall; left end at its limit",
        lambda path: path.pr("upper-trapezoid").area(),
    ),
    Convention(
        "upper-trapezoid, left=one",
        "PR",
        "chords between the highest vertices at each recall, from an added point (0, 1)",
        lambda path: path.pr("upper-trapezoid", left="one").area(),
    ),
    Convention(
        "upper-trapezoid, ROCR",
        "PR",
        "from an added point (0, 1), with points at each positive of wider steps, but those of the second and "
        "later such steps put in at the wrong place",
        stepping_trapezoid,
        (FG, UNIT, f"at most {LISTED:,} true positives"),
        (Claim("ROCR", 'performance(prediction, "aucpr")', (UNIT, FINITE)),),
    ),
    Convention(
        "step",
        "PR",
        "average precision: each step, ties too, at the precision of its right end; needs no left end",
        lambda path: path.pr("step").area(),
        claims=(
            Claim("scikit-learn", "average_precision_score(y_true, y_score)", (HARD, FINITE)),
            Claim("torchmetrics", "binary_average_precision(preds, target)", (UNIT, IN_UNIT, FLOAT32), SINGLE),
            Claim("yardstick", "average_precision(truth, estimate)", (HARD, FINITE)),
        ),
    ),
    Convention(
        "max-interpolated",
        "PR",
        "each step at the largest precision at its recall or a larger one",
        lambda path: path.pr("max-interpolated").area(),
    ),
    Convention(
        "11-point",
        "PR",
        "mean over recalls 0, 0.1, ..., 1 of the largest precision of an operating point there or beyond",
        eleven_point,
    ),
    Convention(
        "R-precision",
        "PR",
        "no area: precision at the break-even point, where as much is predicted positive as is positive",
        r_precision,
        claims=(
            Claim("torchmetrics", "retrieval_r_precision(preds, target)", (UNIT, NO_TIES, FLOAT32), SINGLE),
            Claim("precrec", "prbe(evalmod(scores=, labels=))", (UNIT, FINITE), 1e-3, GRID),
        ),
    ),
    Convention(
        "normalized, by=data",
        "PR",
        "continuous, 0 at the worst and 1 at the best ranking of the given rows",
        lambda path: path.pr().normalized_area(by="data"),
        (FG, BG),
        (
            Claim(
                "PRROC",
                "pr.curve(scores, scores, fg, bg, max.compute=TRUE, min.compute=TRUE)",
                (LEVEL,),
                remark='printed as "Relative area under curve (Integral)"',
            ),
        ),
    ),
    Convention(
        "normalized, by=skew",
        "PR",
        "AUCNPR: continuous, 0 at the least that hard labels of this π allow",
        lambda path: path.pr().normalized_area(by="skew"),
        (FG, BG),
    ),
    Convention(
        "above chance",
        "PR",
        "(continuous - π) / (1 - π): not comparable across skews",
        _above_chance,
        (FG, BG),
    ),
    Convention(
        "hull, PR",
        "PR",
        "continuous, of the ROC hull seen in PR",
        lambda path: path.pr().hull().area(),
        (FG, BG),
    ),
    Convention(
        "continuous, 200 thresholds",
        "PR",
        "continuous, but from 200 evenly spaced thresholds on [0, 1] alone",
        lambda path: binned(path).pr().area(),
        (FG, IN_UNIT),
        (Claim("Keras", 'AUC(curve="PR")', (HARD,), 1e-5),),
    ),
    Convention(
        "majoring, 200 thresholds",
        "PR",
        "between 200 thresholds on [0, 1], each step at the larger precision of its ends",
        lambda path: riemann(binned(path), np.maximum),
        (FG, IN_UNIT),
        (Claim("Keras", 'AUC(curve="PR", summation_method="majoring")', (HARD,), 1e-5),),
    ),
    Convention(
        "minoring, 200 thresholds",
        "PR",
        "between 200 thresholds on [0, 1], each step at the smaller precision of its ends, 0 at the left end",
        lambda path: riemann(binned(path), np.minimum),
        (FG, IN_UNIT),
        (Claim("Keras", 'AUC(curve="PR", summation_method="minoring")', (HARD,), 1e-5),),
    ),
)

# Of detection and retrieval, where some positives are returned at no threshold, and of others that treat ties in a
# way of their own.
TIES = (
    Convention(
        "VOC all-point",
        "PR",
        "under the largest precision at each recall or beyond, 0 beyond what is reached; ties in the order given",
        voc_all_point,
        (FG, *SINGLY),
        (
            Claim("VOCdevkit", "VOCevaldet(VOCopts, id, cls, draw), 2010 and later", unreturned=True),
            Claim("Object-Detection-Metrics", "EveryPointInterpolation", unreturned=True),
            Claim("py-faster-rcnn", "voc_ap(rec, prec)", (NO_TIES,), unreturned=True),
        ),
        one_by_one=True,
    ),
    Convention(
        "VOC 11-point",
        "PR",
        "mean over recalls 0, 0.1, ..., 1 of the largest precision there or beyond; ties in the order given, recalls "
        "compared in float64, which misses some of them",
        voc_eleven_point,
        (FG, *SINGLY),
        (
            Claim("Object-Detection-Metrics", "ElevenPointInterpolation", unreturned=True),
            Claim("py-faster-rcnn", "voc_ap(rec, prec, use_07_metric=True)", (NO_TIES,), unreturned=True),
        ),
        one_by_one=True,
    ),
    Convention(
        "COCO 101-point",
        "PR",
        "mean over recalls 0, 0.01, ..., 1 of the largest precision there or beyond; ties in the order given, recalls "
        "compared in float64, which misses some of them",
        coco,
        (FG, *SINGLY),
        (Claim("pycocotools", 'COCOeval.eval["precision"][iou, :, category, area, max_dets].mean()', unreturned=True),),
        one_by_one=True,
    ),
    Convention(
        "YOLO",
        "PR",
        "trapezoid over 101 recalls of the largest precision there or beyond, between added points (0, 1) and (1, 0), "
        "so with a straight line from the end to (1, 0); ties in the order given",
        yolo,
        (FG, *SINGLY),
        (
            Claim(
                "ultralytics",
                "utils.metrics.compute_ap(recall, precision)",
                (NO_TIES,),
                remark="8.0 to 8.3; from April 2026 on (pull request 24175) nothing is added beyond the end",
                unreturned=True,
            ),
        ),
        one_by_one=True,
    ),
    Convention(
        "trec map",
        "PR",
        "average precision, ties in the order given; 0 where nothing is relevant",
        trec_map,
        SINGLY,
        (Claim("pytrec_eval", 'RelevanceEvaluator(qrels, {"map"})', (FLOAT32,), unreturned=True),),
        one_by_one=True,
    ),
    Convention(
        "trec 11pt_avg",
        "PR",
        "mean of the largest precision from 11 shares of the positives on, in whole positives int(share P + 0.9); "
        "ties in the order given, 0 where nothing is relevant",
        trec_eleven_point,
        SINGLY,
        (
            Claim(
                "pytrec_eval",
                'RelevanceEvaluator(qrels, {"11pt_avg"})',
                (FLOAT32,),
                remark="trec_eval 10 rounds the shares",
                unreturned=True,
            ),
        ),
        one_by_one=True,
    ),
    Convention(
        "trec Rprec",
        "PR",
        "no area: share of the positives among the first P rows; ties in the order given, 0 where nothing is relevant",
        trec_r_precision,
        SINGLY,
        (Claim("pytrec_eval", 'RelevanceEvaluator(qrels, {"Rprec"})', (FLOAT32,), unreturned=True),),
        one_by_one=True,
    ),
    Convention(
        "precrec average_precision",
        "PR",
        "average precision with each row of a tie the same part of a positive",
        split_ties,
        (FG, UNIT, ROWS),
        (Claim("precrec", "average_precision(evalmod(scores=, labels=))", (FINITE,), remark="0.24"),),
    ),
    Convention(
        "Boyd, ties",
        "PR",
        "lower trapezoid from the precision of the first vertex on, each tie of both classes a rectangle at its end",
        boyd_ties,
        claims=(Claim("Roc (Boyd)", "Curve.prArea(), Java", (UNIT, FINITE)),),
    ),
)

PRG = (
    Convention(
        "PRG",
        "PRG",
        "AUPRG, signed: negative precision gain counts negative; at most 1",
        lambda path: path.prg().area(),
        (FG, BG),
        (
            Claim(
                "pyprg",
                "calc_auprg(create_prg_curve(labels, scores))",
                (UNIT, FINITE),
                remark="once numpy.alen is given back to it",
            ),
            Claim("prg (R)", "calc_auprg(create_prg_curve(labels, pos_scores))", (UNIT, FINITE)),
        ),
    ),
    Convention(
        "PRG, clip=True",
        "PRG",
        "AUPRG inside the unit square: negative precision gain counts as 0",
        lambda path: path.prg(clip=True).area(),
        (FG, BG),
    ),
    Convention(
        "PRG, 200 thresholds",
        "PRG",
        "signed, from 200 thresholds on [0, 1]; negative recall gains are moved to 0, not cut there",
        lambda path: gain_area_uncut(binned(path)),
        (FG, BG, IN_UNIT),
        (Claim("Keras", 'AUC(curve="PRGAIN")', (HARD,), 1e-5),),
    ),
    Convention(
        "expected F-gain",
        "PRG",
        "mean F1 gain from recall gain 0 on, as Flach and Kull weigh thresholds",
        lambda path: path.prg().expected_f_gain(),
        (FG, BG),
    ),
)

ROC = (
    Convention(
        "ROC",
        "ROC",
        "straight steps, ties too: how often foreground outscores background, ties counting half",
        lambda path: path.roc().area(),
        (FG, BG),
        (
            Claim("scikit-learn", "roc_auc_score(y_true, y_score)", (HARD, FINITE)),
            Claim("torchmetrics", "binary_auroc(preds, target)", (UNIT, IN_UNIT, FLOAT32), SINGLE),
            Claim("XGBoost", 'eval_metric="auc"', (FINITE, FLOAT32), SINGLE),
            Claim("ROCR", 'performance(prediction, "auc")', (UNIT, FINITE)),
            Claim("pROC", 'auc(roc(response, predictor, direction="<"))', (UNIT, FINITE)),
            Claim("PRROC", "roc.curve(scores, scores, fg, bg)$auc"),
            Claim("precrec", "auc(evalmod(scores=, labels=))", (UNIT, FINITE)),
            Claim("yardstick", "roc_auc(truth, estimate)", (HARD, FINITE)),
        ),
    ),
    Convention(
        "ROC, prefix dropped",
        "ROC",
        "ROC without the background that is ranked before the first positive",
        lambda path: without_prefix(path).roc().area(),
        (FG, BG),
        (Claim("AUCCalculator", "calculateAUCROC()", (UNIT, FINITE)),),
    ),
    Convention(
        "ROC, 200 thresholds",
        "ROC",
        "ROC, but from 200 evenly spaced thresholds on [0, 1] alone",
        lambda path: binned(path).roc().area(),
        (FG, BG, IN_UNIT),
        (Claim("Keras", "AUC()", (HARD,), 1e-5),),
    ),
    Convention(
        "hull, ROC",
        "ROC",
        "of the convex hull: what choosing and mixing thresholds can reach",
        lambda path: path.roc().hull().area(),
        (FG, BG),
    ),
    Convention(
        "Gini",
        "ROC",
        "2 ROC - 1, also the accuracy ratio: 0 for chance, in [-1, 1]",
        lambda path: 2.0 * path.roc().area() - 1.0,
        (FG, BG),
        (Claim("yardstick", "gain_capture(truth, estimate)", (HARD, FINITE)),),
    ),
)

OTHER = (
    Convention(
        "CROC, alpha=7",
        "CROC",
        "ROC with small false positive rates magnified exponentially; chance is 0.1419",
        lambda path: path.croc(alpha=7.0).area(),
        (FG, BG),
    ),
    Convention(
        "cost",
        "Cost",
        "under the least normalised expected cost: smaller is better, at most 1/4",
        lambda path: path.cost().area(),
        (FG, BG),
    ),
)

CONVENTIONS: tuple[Convention, ...] = (*PR, *TIES, *PRG, *ROC, *OTHER)
