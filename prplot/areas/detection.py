"""The named areas of detection and retrieval, and others that treat ties in a way of their own."""

from __future__ import annotations

from prplot.areas.claims import Claim
from prplot.areas.convention import FG, FINITE, FLOAT32, NO_TIES, ROWS, SINGLY, UNIT, Convention
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

__all__ = ["DETECTION"]

# Of detection and retrieval, where some positives are returned at no threshold, and of others that treat ties in a
# way of their own.
DETECTION = (
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
