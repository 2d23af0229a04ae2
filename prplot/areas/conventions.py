"""The named areas of a sample: what each is, how it is computed, and which tool prints it."""

from __future__ import annotations

import numpy as np

from prplot.areas.claims import SINGLE, Claim
from prplot.areas.conditions import LISTED
from prplot.areas.convention import (
    BG,
    BG_OR_UNKNOWN,
    FG,
    FINITE,
    FLOAT32,
    GRID,
    HARD,
    IN_UNIT,
    LEVEL,
    NO_TIES,
    UNIT,
    Convention,
)
from prplot.areas.detection import DETECTION
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

__all__ = ["CONVENTIONS", "MONOTONE", "Convention"]

# Areas that never fall, or of costs never rise, as foreground moves before background, ties included.
MONOTONE = frozenset(
    (
        "continuous",
        "max-interpolated",
        "11-point",
        "R-precision",
        "normalized, by=data",
        "normalized, by=skew",
        "above chance",
        "hull, PR",
        "PRG",
        "PRG, clip=True",
        "ROC",
        "hull, ROC",
        "Gini",
        "CROC, alpha=7",
        "cost",
    )
)


def _above_chance(path: ConfusionPath) -> float:
    chance = path.known_prevalence
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
        "discrete-tp without the thresholds before the first positive: straight to it from (0, 0)",
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
        "no area: precision at the break-even point, where as much is predicted positive as is positive; the recall "
        "reached where the path ends before",
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
        (FG, BG_OR_UNKNOWN),
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
        (FG, BG_OR_UNKNOWN),
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
        "ROC without the thresholds before the first positive: straight to it from (0, 0)",
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

CONVENTIONS: tuple[Convention, ...] = (*PR, *DETECTION, *PRG, *ROC, *OTHER)
