"""The table of named areas, and which convention a reported number is."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pandas as pd
import pytest

import prplot
from prplot.areas.claims import CONDITIONS

CASES = json.loads((Path(__file__).parents[1] / "data" / "theory_checks.json").read_text())
# Others are those of curves.
COLUMNS = {
    "11-point": "eleven",
    "R-precision": "rprec",
    "linear, left=one": "lt_one",
    "upper-trapezoid, left=one": "ut_one",
    "normalized, by=data": "aucnpr",
    "expected F-gain": "efg1",
    "CROC, alpha=7": "croc7",
}


# The weights of some cases rise as running counts do.
pytestmark = pytest.mark.filterwarnings("ignore:fg and bg are whole numbers:prplot.PrplotWarning")


def path_of(case):
    return prplot.from_weights(case["scores"], fg=case["w_fg"], bg=case["w_bg"])


def reference(case, column):
    text = case[column].split("=")[0].strip()
    return None if text == "-" else Fraction(text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_reference_numbers(case):
    table = path_of(case).areas()
    for key, column in COLUMNS.items():
        wanted, row = reference(case, column), table[key]
        if wanted is None:
            assert math.isnan(row.value)
        else:
            assert row.value == pytest.approx(float(wanted), rel=1e-12, abs=1e-14)
    pi, area, roc = (float(reference(case, column)) for column in ("pi", "cont", "roc"))
    least = 1 + (1 - pi) / pi * math.log1p(-pi)
    if pi > 1e-6:
        assert table["above chance"].value == pytest.approx((area - pi) / (1 - pi), rel=1e-9, abs=1e-12)
        assert table["normalized, by=skew"].value == pytest.approx((area - least) / (1 - least), rel=1e-9, abs=1e-12)
    assert table["Gini"].value == pytest.approx(2 * roc - 1, abs=1e-12)
    for row in table:
        assert math.isnan(row.value) == bool(row.undefined)
        assert math.isfinite(row.value) or row.undefined or row.key == "log_loss"


def test_hulls():
    """Those of Saito and Rehmsmeier's Figure 2."""
    (saito,) = (case for case in CASES if case["name"].startswith("13 "))
    table = path_of(saito).areas()
    assert table["hull, ROC"].value == pytest.approx(0.765, abs=1e-12)
    assert table["hull, PR"].value == pytest.approx(0.793520329862, abs=1e-12)


# Brute force, in fractions.


def counts(groups):
    """Cumulative (TP, FP), the origin included, of groups (fg, bg) from the top."""
    return list(itertools.accumulate(groups, lambda at, step: (at[0] + step[0], at[1] + step[1]), initial=(0, 0)))


def path_of_groups(groups):
    labels = [label for fg, bg in groups for label in [1] * fg + [0] * bg]
    scores = [-row for row, (fg, bg) in enumerate(groups) for _ in range(fg + bg)]
    return prplot.from_labels(labels, scores)


def some_groups(seed):
    rng = np.random.default_rng(seed)
    groups = rng.integers(0, 4, (int(rng.integers(2, 12)), 2)).tolist()
    if seed % 2:
        groups = [[0, 3], *groups]
    return [group for group in [*groups, [1, 1]] if sum(group)]


@pytest.mark.parametrize("seed", range(6))
def test_prefix_dropped_eleven_points_and_r_precision(seed):
    """Points at each true positive from the first vertex that has any; a rectangle to its left."""
    groups = some_groups(seed)
    table, every = path_of_groups(groups).areas(), counts(groups)
    vertices = [(tp, fp) for tp, fp in every if tp > 0]
    positives, negatives = vertices[-1]
    tp, fp = vertices[0]
    area, left = Fraction(tp * tp, tp + fp), Fraction(tp * fp, 2)
    for (t0, f0), (t1, f1) in itertools.pairwise(vertices):
        points = [(t0 + x, f0 + Fraction((f1 - f0) * x, t1 - t0)) for x in range(t1 - t0 + 1)] if t1 > t0 else []
        for (ta, fa), (tb, fb) in itertools.pairwise(points):
            area += (Fraction(ta) / (ta + fa) + Fraction(tb) / (tb + fb)) / 2
        left += Fraction((t1 - t0) * (f0 + f1), 2)
    best = [max(Fraction(t, t + f) for t, f in vertices if 10 * t >= i * positives) for i in range(11)]
    (t0, f0), (t1, f1) = next(pair for pair in itertools.pairwise(every) if sum(pair[1]) >= positives)
    part = Fraction(positives - t0 - f0, t1 + f1 - t0 - f0)
    wanted = {
        "discrete-tp, prefix dropped": area / positives,
        "ROC, prefix dropped": 1 - left / (positives * negatives),
        "11-point": sum(best) / 11,
        "R-precision": (t0 + part * (t1 - t0)) / positives,
    }
    for key, value in wanted.items():
        assert table[key].value == pytest.approx(float(value), rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("weight", [0.1, 0.3, 1 / 3, 7.7, 1e-300])
def test_recalls_of_eleven_points_are_not_missed_by_rounding(weight):
    """Ten positives, each followed by a negative: every tenth of recall is a vertex."""
    n = 20
    path = prplot.from_labels([1, 0] * 10, -np.arange(n), sample_weight=np.full(n, weight))
    precision = [Fraction(k, 2 * k - 1) for k in range(1, 11)]
    wanted = (sum(precision) + precision[0]) / 11
    assert path.areas()["11-point"].value == pytest.approx(float(wanted), rel=1e-13)


def thresholded(labels, scores):
    """(TP, FP) at 200 thresholds, from the highest: beyond 1, 198 in between, below 0."""
    cuts = [2.0, *(k / 199 for k in range(198, 0, -1)), -1.0]
    rows = list(zip(labels, scores, strict=True))
    return [(sum(y for y, s in rows if s > cut), sum(1 - y for y, s in rows if s > cut)) for cut in cuts]


@pytest.mark.parametrize("seed", range(4))
def test_areas_over_200_thresholds(seed):
    """Riemann sums, trapezoids, and Keilwagen's equation 6 to many digits."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 60))
    labels = (rng.random(n) < 0.4).astype(int)
    labels[:2] = 1, 0
    # Away from the thresholds, which single precision moves; and at 0 and 1 themselves.
    scores = ((rng.integers(0, 199, n) if seed % 2 else rng.choice([20, 90, 160], n)) + rng.uniform(0.1, 0.9, n)) / 199
    if seed % 2:
        scores[2:4] = 0.0, 1.0
    table, vertices = prplot.from_labels(labels, scores).areas(), thresholded(labels.tolist(), scores.tolist())
    positives, negatives = vertices[-1]
    steps = list(itertools.pairwise(vertices))
    precision = {(t, f): Fraction(t, t + f) if t + f else Fraction(0) for t, f in vertices}
    odds, total = Fraction(positives, negatives), mpmath.mpf(0)
    gains = [(1 - odds * Fraction(positives - t, t), 1 - odds * Fraction(f, t)) if t else (0, 1) for t, f in vertices]
    gains = [(max(x, 0), y) for x, y in gains]
    with mpmath.workdps(60):
        for (t0, f0), (t1, f1) in steps:
            d, e = t1 - t0, f1 - f0
            if d:
                a, b = 1 + mpmath.mpf(e) / d, f0 - mpmath.mpf(e) / d * t0
                total += (d - (b / a * mpmath.log(mpmath.mpf(t1 + f1) / (t0 + f0)) if b else 0)) / a
    wanted = {
        "majoring": sum((b[0] - a[0]) * max(precision[a], precision[b]) for a, b in steps) / positives,
        "minoring": sum((b[0] - a[0]) * min(precision[a], precision[b]) for a, b in steps) / positives,
        "ROC": sum(Fraction((b[1] - a[1]) * (a[0] + b[0]), 2) for a, b in steps) / (positives * negatives),
        "PRG": sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in itertools.pairwise(gains)),
        "continuous": total / positives,
    }
    for key, value in wanted.items():
        assert table[f"{key}, 200 thresholds"].value == pytest.approx(float(value), rel=1e-12, abs=1e-13)


# What is undefined says why, silently.


def test_undefined():
    for path, key, reason in (
        (prplot.from_labels([0, 0], [2, 1]), "continuous", "needs positive weight"),
        (prplot.from_labels([1, 1], [2, 1]), "ROC", "needs negative weight"),
        (prplot.from_counts([1], [1e18], [1]), "above chance", "the prevalence is 1 but for rounding"),
        (prplot.from_weights([2, 1], fg=[0.7, 0.2]), "discrete-tp", "needs whole counts of true positives"),
        (prplot.from_weights([2, 1], fg=[1, 2], bg=[0.5, 1]), "discrete-fp", "needs whole counts of false positives"),
        (prplot.from_labels([1, 0], [2, 1]), "continuous, 200 thresholds", "needs scores in [0, 1]"),
        (prplot.from_labels([0, 1], [2, 1]), "expected F-gain", "no true negative from recall gain 0 on"),
        (prplot.from_weights([2, 1], fg=[0.4, 0.4]), "normalized, by=data", "the best and the worst ranking have the"),
        (
            prplot.from_labels([1, 0], [2, 1], sample_weight=[1, 2]),
            "upper-trapezoid, ROCR",
            "needs hard labels of weig",
        ),
        (prplot.from_counts([2, 1], [1, 1e9], [1, 5]), "upper-trapezoid, ROCR", "needs at most 10,000,000 true pos"),
    ):
        row = path.areas()[key]
        assert math.isnan(row.value)
        assert row.undefined.startswith(reason)
        assert row.claims == ()
        assert f"undefined, {reason}" in repr(row)
    table = prplot.from_labels([1, 1], [2, 1]).areas()
    assert [table[key].value for key in ("continuous", "step", "11-point", "R-precision")] == [1, 1, 1, 1]


# Which tools are shown.


def shown(path):
    return {(row.key, claim.tool) for row in path.areas() for claim in row.claims}


def tools(path):
    return {tool for _, tool in shown(path)}


LABELS, SCORES = [1, 0, 1, 0, 0], [0.9, 0.8, 0.4, 0.4, 0.1]
HARD = prplot.from_labels(LABELS, SCORES)
# Tools that take equal scores row by row, in the order given; those whose order is not known are claimed without ties.
IN_ORDER, WITHOUT_TIES = {"VOCdevkit", "Object-Detection-Metrics", "pycocotools", "pytrec_eval"}, {"ultralytics"}
WITHOUT_TIES |= {"py-faster-rcnn", "MAPIE"}
EVERY_TOOL = {claim.tool for row in HARD.areas() for claim in row.convention.claims}


def test_hard_labels_have_every_tool():
    assert tools(HARD) == EVERY_TOOL - WITHOUT_TIES
    untied = prplot.from_labels([1, 0, 1, 0], [0.9, 0.5, 0.25, 0.125])
    assert shown(untied) == {(row.key, claim.tool) for row in HARD.areas() for claim in row.convention.claims}
    assert shown(untied) - shown(HARD) == {
        ("R-precision", "torchmetrics"),
        ("VOC all-point", "py-faster-rcnn"),
        ("VOC 11-point", "py-faster-rcnn"),
        ("YOLO", "ultralytics"),
        ("aurc, mean over rows", "MAPIE"),
    }


def test_counts_and_weights():
    path = prplot.from_counts([0.9, 0.8, 0.4, 0.1], [1, 1, 2, 2], [0, 1, 2, 3])
    # In which order the tied rows were is not known.
    assert shown(path) == {(key, tool) for key, tool in shown(HARD) if tool not in IN_ORDER}
    scaled = prplot.from_counts([0.9, 0.8, 0.4, 0.1], [0.5, 0.5, 1, 1], [0, 0.5, 1, 1.5])
    assert tools(scaled) == tools(prplot.from_labels(LABELS, SCORES, sample_weight=np.full(5, 0.5)))
    weighted = prplot.from_labels(LABELS, SCORES, sample_weight=[1, 2, 3, 1, 1])
    assert (
        tools(weighted)
        == tools(HARD.at_prevalence(0.2))
        == {"PRROC", "XGBoost", "scikit-learn", "yardstick", "Keras", "model-diagnostics"}
    )
    assert ("normalized, by=data", "PRROC") not in shown(weighted)


def test_soft_labels():
    path = prplot.from_weights(SCORES, fg=[0.9, 0.2, 0.6, 0.4, 0.1])
    assert shown(path) == {
        ("continuous", "PRROC"),
        ("continuous", "XGBoost"),
        ("normalized, by=data", "PRROC"),
        ("ROC", "PRROC"),
        ("ROC", "XGBoost"),
    }
    two = prplot.from_weights(SCORES, fg=[0.9, 0.2, 0.6, 0.4, 0.1], bg=[1, 1, 1, 1, 1])
    assert shown(path) - shown(two) == {("normalized, by=data", "PRROC")}


def test_scores():
    far = prplot.from_labels(LABELS, [9, 8, 4, 4, 1])
    assert tools(HARD) - tools(far) == {"torchmetrics", "Keras", "model-diagnostics"}
    infinite = prplot.from_labels(LABELS, [math.inf, 8, 4, 4, 1])
    assert tools(infinite) == {"PRROC", *IN_ORDER}
    close = prplot.from_labels(LABELS, [0.9, 0.8, 0.4, 0.4, 0.4 - 1e-12])
    assert tools(HARD) - tools(close) == {"torchmetrics", "XGBoost", "pytrec_eval"}


def test_no_tool_where_vertices_are_not_those_of_equal_scores():
    assert tools(HARD.ties("optimistic")) == set()
    assert tools(HARD.ties("pessimistic")) == set()
    assert tools(HARD.roc().hull().curve.path) == set()
    assert tools(HARD.best()) >= {"scikit-learn", "PRROC"}


# The registry.


def test_every_condition_is_known():
    for convention in prplot.areas.CONVENTIONS:
        assert {*convention.needs, *(need for claim in convention.claims for need in claim.for_)} <= CONDITIONS.keys()


# The table.


def test_a_table_is_read_by_name_by_number_and_row_by_row():
    table = HARD.areas()
    row, keys = table["step"], [row.key for row in table]
    assert len(table) == len(set(keys)) >= 30
    assert [space for space, _ in itertools.groupby(table, lambda row: row.space)] == [
        "PR",
        "PRG",
        "ROC",
        "CROC",
        "Cost",
        "Risk-coverage",
        "Murphy",
    ]
    assert table[keys.index("step")] is row
    assert table[-1].key == "log_loss"
    assert "step" in table
    assert row in table
    assert "steps" not in table
    assert table.to_dict()["step"] == row.value
    with pytest.raises(prplot.PrplotValueError, match=r"area must be the name of an area of this table; got 'odd'"):
        table["odd"]
    with pytest.raises(prplot.PrplotValueError, match=r"got 'BEDROC'\. It is a number for interval\('bedroc'\) of the"):
        table["BEDROC"]
    with pytest.raises(IndexError):
        table[1000]
    frame = pd.DataFrame(prplot.from_labels([0, 1], [0.2, 0.1]).areas().columns()).set_index("convention")
    assert list(frame.columns) == ["space", "area", "what", "printed_by", "undefined"]
    assert frame.area["step"] == 0.5
    assert "average_precision_score(y_true, y_score) (tested against scikit-learn" in frame.printed_by["step"]
    assert frame.undefined["expected F-gain"] == "no true negative from recall gain 0 on"


def test_text_is_aligned_fits_and_marks_what_was_not_run():
    for path in (HARD, prplot.from_labels([0, 1], [200.5, 1], name="n" * 300)):
        lines = repr(path.areas()).splitlines()
        assert max(map(len, lines)) <= 110
        (head,) = (line for line in lines if line.startswith("PR "))
        body = lines[lines.index(head) : [line.startswith(("Tested", "*")) for line in lines].index(True)]
        for start in (head.index(name) for name in ("what it is", "printed by")):
            assert not "".join(line[start - 2 : start] for line in body).strip()
        for row in path.areas():
            assert any(line.startswith(f"  {row.key} ") for line in lines)
    text, row = repr(HARD.areas()), repr(HARD.areas()["step"])
    assert "PRROC*" in text
    assert "scikit-learn*" not in text
    assert " ".join(text.split()).endswith("* From its source, not run.")
    assert row.startswith("step: 0.750000\n  average precision")
    assert "yardstick: average_precision(truth, estimate) (from its source, not run; for hard labels" in row
    assert repr(prplot.from_weights([2, 1], fg=[0.5, 0.25]).areas()).count("undefined: needs whole") == 3


# Which convention a reported number is.

TOP = prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1])
# Without ties average precision is the same in all conventions.
DROPPED, STEP = ["discrete-tp, prefix dropped"], ["step", "trec map", "precrec average_precision"]


def test_nothing_found_names_the_nearest():
    found = prplot.identify(TOP, "0.302")
    assert len(found) == 0
    assert found.columns()["convention"] == []
    text = " ".join(repr(found).split())
    assert text.startswith("0.302, so from 0.3015 to 0.3025, in the areas of")
    assert "No convention gives it. The nearest: discrete-tp, prefix dropped 0.287500 (0.014 below), " in text
    assert "step 0.325000 (0.023 above)" in text
    assert "percentage" not in text
    assert "No convention gives it" in found._repr_html_()
    assert "Is it a percentage? Then write it with %." in repr(prplot.identify(TOP, "83")).replace("\n", " ")
    nothing = prplot.from_labels([0, 0], [2, None], sample_weight=[2, 2], missing="unreached")
    assert "No area of this sample is defined." in repr(prplot.identify(nothing, "0.5"))


IDENTIFIED = [
    (["0.234", ".2338", "+0.23376", "23.4%", "23.38 %", "2.338e-1", "  0.2338\n"], ["continuous"]),
    (["0.2337615", "0.2339", "0.2874", "0.286", "0.34"], []),
    # A half unit off on either side counts, whichever way the tool rounds.
    (["0.287", "0.288", "28.7%", "0.2875", "0.28750000000000"], DROPPED),
    (["0.32", "0.33", "0.3250"], STEP),
    (["-0.15", "\N{MINUS SIGN}0.15", "-14.9%"], ["above chance"]),
    (["-0.5", "-.50", "-1"], ["PRG", "Gini"]),
    ([(0.2338, 4), (np.float32(0.2338), np.int64(4))], ["continuous"]),
    ([(0.325, 3)], STEP),
    ([(-1, 0)], ["PRG", "Gini"]),
    ([(0.2337615644710937, 17)], []),
]


def test_identify():
    for every, keys in IDENTIFIED:
        for given in every:
            reported, digits = (given, None) if isinstance(given, str) else given
            assert [row.key for row in prplot.identify(TOP, reported, digits=digits)] == keys, given
    # A number is rounded first; all digits of another tool match but for rounding.
    assert {"continuous", "linear"} < {row.key for row in prplot.identify(TOP, 0.2344, digits=2)}
    value = TOP.areas()["continuous"].value
    assert [row.key for row in prplot.identify(TOP, repr(float(np.nextafter(value, 1))))] == ["continuous"]
    assert len(prplot.identify(TOP, repr(value + 1e-10))) == 0
    text = repr(prplot.identify(HARD, "0.75"))
    assert text.startswith("0.75, so from 0.745 to 0.755, in the areas of ConfusionPath(n=5, ")
    assert "scikit-learn" in text


def test_what_is_no_number_to_be_identified():
    for reported in ("", "0,83", "nan", "-", "1e", "0.8 0.9", "0.83%%", "1_0", "٠.٥", "9" * 41, "1e999"):
        with pytest.raises(prplot.PrplotValueError, match=r"reported must be a number as it is printed; got .*'0\.83'"):
            prplot.identify(TOP, reported)
    for reported, digits, said in (
        (True, 2, "reported must be"),
        (math.nan, 2, "reported must be finite"),
        (0.83, None, r"how far it was rounded; got the number 0\.83\. .*digits=2"),
        ("0.83", 2, "digits must be left out where reported is a string"),
        (0.83, 18, "digits must be a whole number from 0 to 17"),
    ):
        with pytest.raises(prplot.PrplotError, match=said):
            prplot.identify(TOP, reported, digits=digits)


def test_a_number_is_one_entry_of_a_table_and_known_everywhere(monkeypatch):
    """What `interval`, `compare` and `scorer` know of it is what the entry says."""
    entry = prplot.areas.NamedNumber(
        "first", "", "precision of the first row", lambda path: path.table()["precision"][1], synonyms=("top_one",)
    )
    monkeypatch.setitem(prplot.areas.NUMBERS, "first", entry)
    path = prplot.from_labels([1, 0, 1, 0, 1] * 10, range(50))
    interval = path.interval("first", n=200)
    assert (interval.measure, interval.estimate) == ("first", 1.0)
    assert repr(prplot.scorer("First")) == "scorer(first)"
