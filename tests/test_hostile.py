"""Whatever is passed where numbers, labels, names or paths are wanted: only errors of prplot come out."""

from __future__ import annotations

import io
import math
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import prplot
import prplot.simulate
from prplot import bounds, simulate

Y, S = [1, 0, 1], [3, 2, 1]


class NoNumber:
    """Its conversions fail as foreign classes do."""

    def __float__(self):
        raise RuntimeError("no number")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    __hash__ = object.__hash__


class NoArray:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array")

    def __len__(self):
        return 3


SCALARS = [
    10**400, -(10**400), Fraction(10**400), Decimal("sNaN"), Decimal("1e400"), Decimal("NaN"),
    np.datetime64("NaT", "s"), pd.NaT, pd.NA, None, math.nan, math.inf, 1e308, 5e-324, np.longdouble("1e4000"), 1j,
    "x", b"x", object(), NoNumber(), [], {}, set(), np.array(3), np.array([1]), np.array([[1]]), np.array([], str),
    slice(None), int,
    "\ud800",
]  # fmt: skip
WHOLE = [
    np.array([]), np.zeros((3, 0)), np.zeros((0, 3)), np.ma.array([1, 0, 1], mask=True), NoArray(), bytearray(b"abc"),
    pd.Series(["1", "0", None], dtype="string"), np.array(["2020", "NaT", "2021"], dtype="M8[Y]"),
    np.array([1, 2, 3], dtype="m8[s]"), np.zeros(3, dtype=[("a", int)]), pd.DataFrame({"a": Y}),
]  # fmt: skip


def hostile():
    yield from WHOLE
    for value in SCALARS:
        yield value
        for make in (
            lambda v: [v, 0, 1],
            lambda v: [v],
            lambda v: (x for x in [1, 0, v]),
            lambda v: pd.Series([v, 0, 1], dtype=object),
        ):
            yield make(value)


PATH = prplot.from_labels(Y, S)
COCO = SimpleNamespace(
    evalImgs=[None],
    params=SimpleNamespace(
        catIds=[1, 2], useCats=1, iouThrs=[0.5], areaRng=[[0, 1e10]], areaRngLbl=["all"], maxDets=[1, 100]
    ),
)
CSV, FRAME = b"y,s\n1,0.9\n0,0.1\n", pd.DataFrame({"y": [1, 0], "s": [0.9, 0.1]})
MATRIX = prplot.Confusion(tp=3, fp=6, fn=2, tn=9)
CALLS = {
    "y_true": lambda v: prplot.from_labels(v, S),
    "y_true of one": lambda v: prplot.from_labels(v, [0.5]),
    "y_score": lambda v: prplot.from_labels(Y, v),
    "sample_weight": lambda v: prplot.from_labels(Y, S, sample_weight=v),
    "pos_label": lambda v: prplot.from_labels(Y, S, pos_label=v),
    "neg_label": lambda v: prplot.from_labels(Y, S, pos_label=1, neg_label=v),
    "pos_label of texts": lambda v: prplot.from_labels(["a", "b", "a"], S, pos_label=v),
    "missing": lambda v: prplot.from_labels(Y, S, missing=v),
    "lower_is_positive": lambda v: prplot.from_labels(Y, S, lower_is_positive=v),
    "groups": lambda v: prplot.from_labels(Y, S, groups=v).interval("roc", n=60),
    "groups of an interval": lambda v: PATH.interval("roc", n=60, groups=v),
    "item": lambda v: prplot.from_labels(Y, S, item=v),
    "combine": lambda v: prplot.from_labels(Y, S, item=["a", "b", "c"], combine=v),
    "groups of weights": lambda v: prplot.from_weights(S, fg=Y, groups=v, item=v),
    "labels of one_vs_rest": lambda v: prplot.one_vs_rest(v, [[1, 0], [0, 1], [1, 1]]),
    "classes": lambda v: prplot.one_vs_rest(["a", "b", "a"], [[1, 0], [0, 1], [1, 1]], classes=v),
    "labels of by_group": lambda v: prplot.by_group([1, 1, 2], v, S, neg_label=0),
    "labels of Counts": lambda v: prplot.Counts([0.5]).update(v, S, neg_label=v),
    "header": lambda v: prplot.from_file(io.BytesIO(CSV), score="s", label="y", header=v),
    "separator": lambda v: prplot.from_file(io.BytesIO(CSV), score="s", label="y", separator=v),
    "decimal": lambda v: prplot.from_file(io.BytesIO(CSV), score="s", label="y", decimal=v),
    "na": lambda v: prplot.from_file(io.BytesIO(CSV), score="s", label="y", na=v),
    "column of groups": lambda v: prplot.from_file(io.BytesIO(CSV), score="s", label="y", groups=v),
    "column of a frame": lambda v: prplot.from_frame(FRAME, score="s", label="y", item=v),
    "column of counts": lambda v: prplot.from_frame(FRAME, threshold="s", tp=v, fp="y"),
    "labels of a frame": lambda v: prplot.from_frame(FRAME, score="s", label="y", pos_label=1, neg_label=v),
    "stats": prplot.sources.from_ultralytics,
    "hits": lambda v: prplot.sources.from_ultralytics({"tp": v, "conf": [0.5], "pred_cls": [0], "target_cls": [0]}),
    "detections": lambda v: prplot.sources.from_coco(v, v),
    "tolerance": lambda v: prplot.from_labels(Y, S, tolerance=v),
    "name": lambda v: prplot.from_labels(Y, S, name=v),
    "fg": lambda v: prplot.from_weights(S, fg=v),
    "bg": lambda v: prplot.from_weights(S, fg=Y, bg=v),
    "thresholds": lambda v: prplot.from_counts(v, [1, 1, 2], [0, 1, 2]),
    "tp": lambda v: prplot.from_counts(S, v, [0, 1, 2]),
    "confusion": prplot.from_confusion,
    "cell": lambda v: prplot.Confusion(tp=v, fp=1, fn=1, tn=1),
    "measure": MATRIX.measure,
    "beta": MATRIX.f,
    "at": PATH.at,
    "row": PATH.confusion,
    "find": lambda v: PATH.find(precision=v),
    "optimal": PATH.optimal,
    "hard": PATH.hard,
    "ties": PATH.ties,
    "prevalence": PATH.at_prevalence,
    "space": PATH.curve,
    "interpolation": PATH.pr,
    "left": lambda v: PATH.pr(left=v),
    "label": lambda v: PATH.pr(label=v),
    "alpha": PATH.croc,
    "magnifier": lambda v: PATH.croc(7, v),
    "clip": PATH.prg,
    "curve at": PATH.pr().at,
    "gains at": PATH.prg().at,
    "low": lambda v: PATH.pr().area(v, 1),
    "by": lambda v: PATH.pr().normalized_area(by=v),
    "trace": PATH.pr().trace,
    "roc_n": PATH.roc_n,
    "bedroc": PATH.bedroc,
    "log_auc": PATH.log_auc,
    "enrichment": PATH.enrichment_factor,
    "calibrate": lambda v: PATH.roc().hull().calibrate(v),
    "expected_f_gain": PATH.prg().expected_f_gain,
    "areas": lambda v: PATH.areas()[v],
    "target": lambda v: prplot.weights.logistic(v, 0.5),
    "cut": lambda v: prplot.weights.logistic(S, v),
    "yes": lambda v: prplot.weights.votes(v, 3),
    "total": lambda v: prplot.weights.votes(Y, v),
    "gain": lambda v: prplot.metrics.gain(v, 0.2),
    "f_from_gain": lambda v: prplot.metrics.f_from_gain(v, 0.2),
    "f_beta": prplot.f_beta,
    "cost": lambda v: prplot.expected_cost(fn=v, prevalence=0.5),
    "identify": lambda v: prplot.identify(PATH, v),
    "identify mapping": lambda v: prplot.identify({"a": v}, "0.5"),
    "evaluation": prplot.sources.from_coco,
    "evaluated": lambda v: prplot.sources.from_coco(SimpleNamespace(params=COCO.params, evalImgs=v)),
    "category": lambda v: prplot.sources.from_coco(COCO, category=v),
    "iou": lambda v: prplot.sources.from_coco(COCO, iou=v),
    "area": lambda v: prplot.sources.from_coco(COCO, area=v),
    "max_dets": lambda v: prplot.sources.from_coco(COCO, max_dets=v),
    "qrels": lambda v: prplot.sources.from_run(v, {"q": {"a": 1}}),
    "judgment": lambda v: prplot.sources.from_run({"q": {"a": v}}, {"q": {"a": 1}}),
    "run": lambda v: prplot.sources.from_run({"q": {"a": 1}}, {"q": v}),
    "relevant": lambda v: prplot.sources.from_run({"q": {"a": 1}}, {"q": {"a": 1}}, relevant=v),
    "undefined": lambda v: prplot.mean_area([PATH], undefined=v),
    "mean_area": prplot.mean_area,
    "mean_area low": lambda v: prplot.mean_area([PATH], low=v),
    "mean_f": prplot.mean_f,
    "pool": prplot.pool,
    "PR": prplot.PR,
    "forward": lambda v: prplot.PR(0.2).forward(v, 0.5),
    "inverse": lambda v: prplot.PRG(0.2).inverse(v, 0.5),
    "mu": simulate.binormal,
    "shapes": lambda v: simulate.bibeta(positives=v),
    "n": lambda v: simulate.binormal().sample(v, prevalence=0.3),
    "rng": lambda v: simulate.binormal().sample(5, prevalence=0.3, rng=v),
    "densities": lambda v: simulate.binormal().densities(v),
    "minimum_precision": lambda v: bounds.minimum_precision(v, 0.2),
}


@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
@pytest.mark.filterwarnings("ignore:Warning. converting a masked element:UserWarning")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_only_errors_of_prplot_come_out(call):
    refused = 0
    for value in hostile():
        try:
            call(value)
        except prplot.PrplotError:
            refused += 1
        except IndexError:
            # As of any sequence.
            assert call is CALLS["areas"]
    assert refused > 20
