"""The table of named areas, and which convention a reported number is."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import mpmath
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prplot
from prplot.areas import CONVENTIONS, Area, Areas, areas, identify
from prplot.areas.conditions import CONDITIONS

CASES = json.loads((Path(__file__).parents[1] / "data" / "theory_checks.json").read_text())
# Cases whose unit steps were too many to list when the references were made.
TOO_LONG = ("25 ", "26 ")
COLUMNS = {
    "continuous": "cont",
    "discrete-tp": "dtp",
    "discrete-fp": "dfp",
    "linear": "lt_limit",
    "linear, left=one": "lt_one",
    "upper-trapezoid": "ut_limit",
    "upper-trapezoid, left=one": "ut_one",
    "step": "ap",
    "max-interpolated": "envap",
    "11-point": "eleven",
    "R-precision": "rprec",
    "normalized, by=data": "aucnpr",
    "PRG": "auprg",
    "expected F-gain": "efg1",
    "ROC": "roc",
    "CROC, alpha=7": "croc7",
    "cost": "cost",
}


def path_of(case):
    return prplot.from_weights(case["scores"], fg=case["w_fg"], bg=case["w_bg"])


def reference(case, column):
    text = case[column].split("=")[0].strip()
    return None if text == "-" else Fraction(text)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case["name"])
def case(request):
    return request.param, path_of(request.param).areas()


@pytest.mark.parametrize(("key", "column"), COLUMNS.items())
def test_reference_numbers(case, key, column):
    numbers, table = case
    wanted, row = reference(numbers, column), table[key]
    if wanted is None:
        assert math.isnan(row.value) or numbers["name"].startswith(TOO_LONG)
    else:
        assert row.value == pytest.approx(float(wanted), rel=1e-12, abs=1e-14)


def test_numbers_that_follow_from_others(case):
    numbers, table = case
    pi, area, roc = (float(reference(numbers, column)) for column in ("pi", "cont", "roc"))
    least = 1 + (1 - pi) / pi * math.log1p(-pi)
    if pi > 1e-6:
        assert table["above chance"].value == pytest.approx((area - pi) / (1 - pi), rel=1e-9, abs=1e-12)
        assert table["normalized, by=skew"].value == pytest.approx((area - least) / (1 - least), rel=1e-9, abs=1e-12)
    assert table["Gini"].value == pytest.approx(2 * roc - 1, abs=1e-12)


def test_hulls():
    """Those of Saito and Rehmsmeier's Figure 2."""
    (saito,) = (case for case in CASES if case["name"].startswith("13 "))
    table = path_of(saito).areas()
    assert table["hull, ROC"].value == pytest.approx(0.765, abs=1e-12)
    assert table["hull, PR"].value == pytest.approx(0.793520329862, abs=1e-12)


def test_clipping_takes_the_negative_parts_out():
    """The 25 ranked labels of Flach and Kull's package: a triangle below 0, and another at the end."""
    (ranked,) = (case for case in CASES if case["name"].startswith("12 "))
    table = path_of(ranked).areas()
    # Gains (47/63, -1/63) to (119/135, 7/135), and (119/135, -1/15) to (1, 0).
    wide = Fraction(119, 135) - Fraction(47, 63)
    part = Fraction(1, 63) / (Fraction(1, 63) + Fraction(7, 135))
    below = wide * part / 63 / 2 + Fraction(16, 135) / 15 / 2
    assert table["PRG, clip=True"].value - table["PRG"].value == pytest.approx(float(below), rel=1e-12)


def test_four_tools_four_numbers():
    """Background first: 0, 0, 0, 1, 1, 0 from the top."""
    table = prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1]).areas()
    found = [table[key].value for key in ("continuous", "discrete-tp", "discrete-tp, prefix dropped", "step")]
    assert found == pytest.approx([0.2337616, 0.2250, 0.2875, 0.3250], abs=5e-8)


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


@pytest.mark.parametrize("seed", range(20))
def test_prefix_dropped(seed):
    """Points at each true positive from the first vertex that has any; a rectangle to its left."""
    groups = some_groups(seed)
    vertices = [(tp, fp) for tp, fp in counts(groups) if tp > 0]
    positives, negatives = vertices[-1]
    (tp, fp), area = vertices[0], Fraction(0)
    area += Fraction(tp * tp, tp + fp)
    left = Fraction(tp * fp, 2)
    for (t0, f0), (t1, f1) in itertools.pairwise(vertices):
        points = [(t0 + x, f0 + Fraction((f1 - f0) * x, t1 - t0)) for x in range(t1 - t0 + 1)] if t1 > t0 else []
        for (ta, fa), (tb, fb) in itertools.pairwise(points):
            area += (Fraction(ta) / (ta + fa) + Fraction(tb) / (tb + fb)) / 2
        left += Fraction((t1 - t0) * (f0 + f1), 2)
    table = path_of_groups(groups).areas()
    assert table["discrete-tp, prefix dropped"].value == pytest.approx(float(area / positives), rel=1e-13)
    assert table["ROC, prefix dropped"].value == pytest.approx(float(1 - left / (positives * negatives)), rel=1e-13)


@pytest.mark.parametrize("seed", range(20))
def test_eleven_points_and_r_precision(seed):
    groups = some_groups(seed)
    vertices = counts(groups)
    positives = vertices[-1][0]
    best = [max(Fraction(t, t + f) for t, f in vertices if t > 0 and 10 * t >= i * positives) for i in range(11)]
    (t0, f0), (t1, f1) = next(pair for pair in itertools.pairwise(vertices) if sum(pair[1]) >= positives)
    part = Fraction(positives - t0 - f0, t1 + f1 - t0 - f0)
    table = path_of_groups(groups).areas()
    assert table["11-point"].value == pytest.approx(float(sum(best) / 11), rel=1e-14)
    assert table["R-precision"].value == pytest.approx(float((t0 + part * (t1 - t0)) / positives), rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("weight", [0.1, 0.3, 1 / 3, 1e-9, 7.7, 1e150, 1e-300])
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


@pytest.fixture(params=range(8))
def on_thresholds(request):
    rng = np.random.default_rng(request.param)
    n = int(rng.integers(5, 60))
    labels = (rng.random(n) < 0.4).astype(int)
    labels[:2] = 1, 0
    # Away from the thresholds, which single precision moves; and at 0 and 1 themselves.
    bins = rng.integers(0, 199, n) if request.param % 2 else rng.choice([20, 90, 160], n)
    scores = (bins + rng.uniform(0.1, 0.9, n)) / 199
    if request.param % 2:
        scores[2:4] = 0.0, 1.0
    vertices = thresholded(labels.tolist(), scores.tolist())
    return prplot.from_labels(labels, scores).areas(), vertices, *vertices[-1]


def test_riemann_sums_over_200_thresholds(on_thresholds):
    table, vertices, positives, _ = on_thresholds
    assert len(vertices) == 200
    for key, pick in (("majoring, 200 thresholds", max), ("minoring, 200 thresholds", min)):
        wanted = Fraction(0)
        for (t0, f0), (t1, f1) in itertools.pairwise(vertices):
            ends = [Fraction(t, t + f) if t + f else Fraction(0) for t, f in ((t0, f0), (t1, f1))]
            wanted += Fraction(t1 - t0, positives) * pick(ends)
        assert table[key].value == pytest.approx(float(wanted), rel=1e-13)


def test_roc_over_200_thresholds(on_thresholds):
    table, vertices, positives, negatives = on_thresholds
    wanted = sum(Fraction((f1 - f0) * (t0 + t1), 2) for (t0, f0), (t1, f1) in itertools.pairwise(vertices))
    assert table["ROC, 200 thresholds"].value == pytest.approx(float(wanted / (positives * negatives)), rel=1e-13)


def test_continuous_over_200_thresholds(on_thresholds):
    """Keilwagen's equation 6, to many digits."""
    table, vertices, positives, _ = on_thresholds
    with mpmath.workdps(60):
        total = mpmath.mpf(0)
        for (t0, f0), (t1, f1) in itertools.pairwise(vertices):
            d, e = t1 - t0, f1 - f0
            if d:
                a, b = 1 + mpmath.mpf(e) / d, f0 - mpmath.mpf(e) / d * t0
                total += (d - (b / a * mpmath.log(mpmath.mpf(t1 + f1) / (t0 + f0)) if b else 0)) / a
        assert table["continuous, 200 thresholds"].value == pytest.approx(float(total / positives), rel=1e-13)


def test_gains_over_200_thresholds(on_thresholds):
    table, vertices, positives, negatives = on_thresholds
    odds = Fraction(positives, negatives)
    gains = [(1 - odds * Fraction(positives - t, t), 1 - odds * Fraction(f, t)) if t else (0, 1) for t, f in vertices]
    gains = [(max(x, 0), y) for x, y in gains]
    wanted = sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in itertools.pairwise(gains))
    assert table["PRG, 200 thresholds"].value == pytest.approx(float(wanted), rel=1e-12, abs=1e-13)


def test_gains_from_a_first_bin_beyond_recall_gain_0():
    """The line starts at (0, 1) then: (1/4) (1 + 1/4) / 2 + (3/4) (1/4) / 2, and not (1/4) (1/4) + ..."""
    table = prplot.from_labels([1, 1, 0, 1, 0], [0.8, 0.8, 0.8, 0.1, 0.1]).areas()
    assert table["PRG, 200 thresholds"].value == pytest.approx(0.25, rel=1e-14)
    assert table["PRG"].value == pytest.approx(0.15625, rel=1e-14)


# What is undefined says why, silently.


@pytest.mark.parametrize(
    ("path", "reasons"),
    [
        (
            prplot.from_labels([0, 0], [2, 1]),
            {"continuous": "needs foreground weight", "R-precision": "needs foreground"},
        ),
        (prplot.from_labels([1, 1], [2, 1]), {"ROC": "needs background weight", "above chance": "needs background"}),
        (prplot.from_counts([1], [1e18], [1]), {"above chance": "the prevalence is 1 but for rounding"}),
        (prplot.from_weights([2, 1], fg=[0.7, 0.2]), {"discrete-tp": "needs whole counts of true positives"}),
        (prplot.from_weights([2, 1], fg=[1, 2], bg=[0.5, 1]), {"discrete-fp": "needs whole counts of false positives"}),
        (prplot.from_labels([1, 0], [2, 1]), {"continuous, 200 thresholds": "needs scores in [0, 1]"}),
        (prplot.from_labels([0, 1], [2, 1]), {"expected F-gain": "no true negative from recall gain 0 on"}),
        (
            prplot.from_weights([2, 1], fg=[0.4, 0.4]),
            {"normalized, by=data": "the best and the worst ranking have the"},
        ),
        (
            prplot.from_labels([1, 0], [2, 1], sample_weight=[1, 2]),
            {"upper-trapezoid, ROCR": "needs hard labels of weig"},
        ),
        (prplot.from_counts([2, 1], [1, 1e9], [1, 5]), {"upper-trapezoid, ROCR": "needs at most 10,000,000 true pos"}),
    ],
)
def test_undefined(path, reasons):
    table = path.areas()
    for key, reason in reasons.items():
        assert math.isnan(table[key].value)
        assert table[key].undefined.startswith(reason)
        assert table[key].claims == ()
        assert f"undefined, {reason}" in repr(table[key])
    for row in table:
        assert math.isnan(row.value) == bool(row.undefined)


def test_one_class_is_defined_where_precision_is():
    table = prplot.from_labels([1, 1], [2, 1]).areas()
    assert [table[key].value for key in ("continuous", "step", "11-point", "R-precision")] == [1, 1, 1, 1]
    # But for tools that need no negatives.
    assert {claim.tool for row in table for claim in row.claims} == {*IN_ORDER, *WITHOUT_TIES}


weights = st.sampled_from([0.0, 0.1, 0.3, 1.0, 2.5, 1e-12, 1e12])


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0.1, 0.4, 0.5, 0.9]), weights, weights), min_size=1, max_size=12))
def test_every_sample_has_a_table(rows):
    score, fg, bg = zip(*rows, strict=True)
    if sum(fg) + sum(bg) == 0:
        return
    for row in prplot.from_weights(score, fg=fg, bg=bg).areas():
        assert math.isfinite(row.value) != bool(row.undefined)


# Which tools are shown.


def shown(path):
    return {(row.key, claim.tool) for row in path.areas() for claim in row.claims}


def tools(path):
    return {tool for _, tool in shown(path)}


LABELS, SCORES = [1, 0, 1, 0, 0], [0.9, 0.8, 0.4, 0.4, 0.1]
HARD = prplot.from_labels(LABELS, SCORES)
# Tools that take equal scores row by row, in the order given; those whose order is not known are claimed without ties.
IN_ORDER, WITHOUT_TIES = {"VOCdevkit", "Object-Detection-Metrics", "pycocotools", "pytrec_eval"}, {"ultralytics"}
WITHOUT_TIES |= {"py-faster-rcnn"}
EVERY_TOOL = {claim.tool for row in CONVENTIONS for claim in row.claims}


def test_hard_labels_have_every_tool():
    assert tools(HARD) == EVERY_TOOL - WITHOUT_TIES
    untied = prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.25])
    assert shown(untied) == {(row.key, claim.tool) for row in CONVENTIONS for claim in row.claims}
    assert shown(untied) - shown(HARD) == {
        ("R-precision", "torchmetrics"),
        ("VOC all-point", "py-faster-rcnn"),
        ("VOC 11-point", "py-faster-rcnn"),
        ("YOLO", "ultralytics"),
    }


def test_counts_may_be_hard_labels():
    path = prplot.from_counts([0.9, 0.8, 0.4, 0.1], [1, 1, 2, 2], [0, 1, 2, 3])
    # In which order the tied rows were is not known.
    assert shown(path) == {(key, tool) for key, tool in shown(HARD) if tool not in IN_ORDER}
    scaled = prplot.from_counts([0.9, 0.8, 0.4, 0.1], [0.5, 0.5, 1, 1], [0, 0.5, 1, 1.5])
    assert tools(scaled) == tools(prplot.from_labels(LABELS, SCORES, sample_weight=np.full(5, 0.5)))


def test_weights():
    path = prplot.from_labels(LABELS, SCORES, sample_weight=[1, 2, 3, 1, 1])
    assert tools(path) == {"PRROC", "XGBoost", "scikit-learn", "yardstick", "Keras"}
    assert ("normalized, by=data", "PRROC") not in shown(path)


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
    assert tools(HARD) - tools(far) == {"torchmetrics", "Keras"}
    infinite = prplot.from_labels(LABELS, [math.inf, 8, 4, 4, 1])
    assert tools(infinite) == {"PRROC", *IN_ORDER}
    close = prplot.from_labels(LABELS, [0.9, 0.8, 0.4, 0.4, 0.4 - 1e-12])
    assert tools(HARD) - tools(close) == {"torchmetrics", "XGBoost", "pytrec_eval"}


def test_no_tool_where_vertices_are_not_those_of_equal_scores():
    assert tools(HARD.ties("optimistic")) == set()
    assert tools(HARD.ties("pessimistic")) == set()
    assert tools(HARD.roc().hull().curve.path) == set()
    assert tools(HARD.best()) >= {"scikit-learn", "PRROC"}


def test_another_prevalence_is_weights():
    assert tools(HARD.at_prevalence(0.2)) == {"PRROC", "XGBoost", "scikit-learn", "yardstick", "Keras"}


# The registry.


def test_conventions_are_well_made():
    keys = [row.key for row in CONVENTIONS]
    assert len(set(keys)) == len(keys) >= 30
    assert [space for space, _ in itertools.groupby(CONVENTIONS, lambda row: row.space)] == [
        "PR",
        "PRG",
        "ROC",
        "CROC",
        "Cost",
    ]
    for row in CONVENTIONS:
        assert row.what
        assert set(row.needs) <= set(CONDITIONS)
        assert len({claim.tool for claim in row.claims}) == len(row.claims)
        for claim in row.claims:
            assert set(claim.for_) <= set(CONDITIONS)
            assert claim.call
    (row,) = (row for row in CONVENTIONS if row.key == "above chance")
    assert "not comparable across skews" in row.what


def test_no_condition_is_listed_in_vain():
    asked = {need for row in CONVENTIONS for need in (*row.needs, *(c for claim in row.claims for c in claim.for_))}
    assert asked == set(CONDITIONS)


# The table.


def test_a_table_is_read_by_name_by_number_and_row_by_row():
    table = areas(HARD)
    assert isinstance(table, Areas)
    assert len(table) == len(CONVENTIONS) == len(list(table))
    assert [row.key for row in table] == [row.key for row in CONVENTIONS]
    row = table["step"]
    assert isinstance(row, Area)
    assert table[[row.key for row in table].index("step")] is row
    assert table[-1].key == "cost"
    assert "step" in table
    assert row in table
    assert "steps" not in table
    assert (row.space, row.convention.key) == ("PR", "step")
    assert row.what == row.convention.what
    assert table.to_dict()["step"] == row.value
    with pytest.raises(prplot.PrplotValueError, match=r"convention must be the name of an area; got 'odd'"):
        table["odd"]
    with pytest.raises(IndexError):
        table[1000]


def test_columns_make_a_data_frame():
    frame = pd.DataFrame(prplot.from_labels([0, 1], [0.2, 0.1]).areas().columns())
    assert list(frame.columns) == ["convention", "space", "area", "what", "printed_by", "undefined"]
    frame = frame.set_index("convention")
    assert frame.area["step"] == 0.5
    assert "average_precision_score(y_true, y_score) (tested against scikit-learn" in frame.printed_by["step"]
    assert math.isnan(frame.area["expected F-gain"])
    assert frame.undefined["expected F-gain"] == "no true negative from recall gain 0 on"


def test_a_row_shows_calls_and_what_claims_rest_on():
    text = repr(areas(HARD)["step"])
    assert text.startswith("step: 0.750000\n  average precision")
    assert "scikit-learn: average_precision_score(y_true, y_score) (tested against scikit-learn " in text
    assert "yardstick: average_precision(truth, estimate) (from its source, not run; for hard labels" in text
    assert "torchmetrics 1.9.0; to about 1e-6; for hard labels of weight 1, scores in [0, 1], " in text


@pytest.mark.parametrize("path", [HARD, prplot.from_labels([0, 1], [200.5, 1], name="n" * 300)])
def test_text_is_aligned_and_fits(path):
    lines = repr(path.areas()).splitlines()
    assert max(map(len, lines)) <= 110
    (head,) = (line for line in lines if line.startswith("PR "))
    starts = [head.index(name) for name in ("what it is", "printed by")]
    body = lines[lines.index(head) : [line.startswith(("Tested", "*")) for line in lines].index(True)]
    for line in body:
        for start in starts:
            assert line[start - 2 : start].strip() == ""
    for row in path.areas():
        assert any(line.startswith(f"  {row.key} ") for line in lines)


def test_text_shows_each_number_once_and_marks_what_was_not_run():
    text = repr(areas(HARD))
    assert "PRROC*" in text
    assert "scikit-learn*" not in text
    assert "Tested against Keras" in text
    assert text.endswith("* From its source, not run.")
    soft = repr(prplot.from_weights([2, 1], fg=[0.5, 0.25]).areas())
    assert soft.count("undefined: needs whole") == 3


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.500000"), (-1.5, "-1.500000"), (5e-13, "5e-13"), (-5e11, "-5e+11"), (0.0, "0.000000"), (math.nan, "-")],
)
def test_numbers_are_written_with_six_digits(value, text):
    from prplot.areas.table import written

    assert written(value) == text


class Reader(HTMLParser):
    """Keeps the text and checks that what is opened is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        assert all(name == "style" for name, _ in attrs)
        self.tags.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("name", ["<script>alert('x')</script>", 'a & "b"', "</td></table>", None])
def test_html_is_escaped(name):
    path = prplot.from_labels(LABELS, SCORES, name=name)
    for table in (path.areas(), identify(path, "0.78"), identify(path, "0.12345")):
        read = Reader(table._repr_html_())
        assert read.open == []
        assert "script" not in read.tags
        assert table.heading in read.texts
        assert table.note == "" or table.note in read.texts
        assert read.tags.count("tr") == 1 + len(table)
        for row in table:
            assert {row.key, row.what, *(claim.call for claim in row.claims)} <= set(read.texts)


def test_heading_and_note_are_escaped():
    read = Reader(Areas((), "<i>", "a < b")._repr_html_())
    assert {"<i>", "a < b"} <= set(read.texts)
    assert "i" not in read.tags


def test_html_leaves_colours_to_the_page():
    assert "color" not in areas(HARD)._repr_html_()


def test_only_paths_have_areas():
    for wrong in (None, HARD.pr(), [1, 0]):
        with pytest.raises(prplot.PrplotTypeError, match=r"path must be a ConfusionPath; got .*from_labels"):
            areas(wrong)


# Which convention a reported number is.

TOP = prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1])
# Without ties average precision is the same in all conventions.
DROPPED, STEP = ["discrete-tp, prefix dropped"], ["step", "trec map", "precrec average_precision"]


@pytest.mark.parametrize(
    ("reported", "keys"),
    [
        ("0.234", ["continuous"]),
        (".2338", ["continuous"]),
        ("+0.23376", ["continuous"]),
        ("23.4%", ["continuous"]),
        ("23.38 %", ["continuous"]),
        ("2.338e-1", ["continuous"]),
        ("2.338E-01", ["continuous"]),
        ("  0.2338\n", ["continuous"]),
        ("0.2337615", []),
        ("0.2339", []),
        # A half unit off on either side counts, whichever way the tool rounds.
        ("0.287", DROPPED),
        ("0.288", DROPPED),
        ("28.7%", DROPPED),
        ("0.2874", []),
        ("0.2875", DROPPED),
        ("0.28750000000000", DROPPED),
        ("0.286", []),
        ("0.32", STEP),
        ("0.33", STEP),
        ("0.3250", STEP),
        ("0.34", []),
        ("-0.15", ["above chance"]),
        ("\N{MINUS SIGN}0.15", ["above chance"]),
        ("-14.9%", ["above chance"]),
        ("-0.5", ["PRG", "Gini"]),
        ("-.50", ["PRG", "Gini"]),
        ("-1", ["PRG", "Gini"]),
    ],
)
def test_identify(reported, keys):
    assert [row.key for row in identify(TOP, reported)] == keys


@pytest.mark.parametrize(
    ("value", "digits", "keys"),
    [
        (0.2338, 4, ["continuous"]),
        (0.23376156447, 4, ["continuous"]),
        (np.float32(0.2338), np.int64(4), ["continuous"]),
        (0.325, 3, STEP),
        (-0.5, 2, ["PRG", "Gini"]),
        (-1, 0, ["PRG", "Gini"]),
        (0.2337615644710937, 17, []),
    ],
)
def test_identify_a_number_with_digits(value, digits, keys):
    assert [row.key for row in identify(TOP, value, digits=digits)] == keys


def test_a_number_is_rounded_first():
    found = [row.key for row in identify(TOP, 0.2344, digits=2)]
    assert found == [row.key for row in identify(TOP, "0.23")]
    assert {"continuous", "linear"} < set(found)  # 0.2338 and 0.2250


def test_all_digits_of_another_tool_match_but_for_rounding():
    value = areas(TOP)["continuous"].value
    assert [row.key for row in identify(TOP, repr(float(np.nextafter(value, 1))))] == ["continuous"]
    assert len(identify(TOP, repr(value + 1e-10))) == 0


def test_what_is_identified_is_a_table():
    found = identify(HARD, "0.75")
    assert [row.key for row in found] == [row.key for row in areas(HARD) if 0.745 <= row.value <= 0.755]
    assert "step" in found
    assert found[0].value == found[found[0].key].value
    text = repr(found)
    assert text.startswith("0.75, so from 0.745 to 0.755, in the areas of ConfusionPath(n=5, ")
    assert "scikit-learn" in text
    assert max(map(len, text.splitlines())) <= 110
    assert pd.DataFrame(found.columns()).convention.tolist() == [row.key for row in found]


def test_nothing_found_names_the_nearest():
    found = identify(TOP, "0.302")
    assert len(found) == 0
    assert found.columns()["convention"] == []
    text = " ".join(repr(found).split())
    assert text.startswith("0.302, so from 0.3015 to 0.3025, in the areas of")
    assert "No convention gives it. The nearest: discrete-tp, prefix dropped 0.287500 (0.014 below), " in text
    assert "step 0.325000 (0.023 above)" in text
    assert "percentage" not in text
    assert "No convention gives it" in found._repr_html_()


def test_a_percentage_without_its_sign_is_asked_for():
    assert "Is it a percentage? Then write it with %." in repr(identify(TOP, "83")).replace("\n", " ")


def test_a_sample_without_any_area():
    found = identify(prplot.from_labels([0, 0], [2, 1], sample_weight=[2, 2]), "0.5")
    assert "No area of this sample is defined." in repr(found)


@pytest.mark.parametrize(
    "reported",
    ["", "abc", "0,83", "nan", "inf", "-", "%", "1e", "0.8 0.9", "0.83%%", "1_0", "٠.٥", "9" * 41, "1e999", "="],
)
def test_strings_that_are_no_numbers(reported):
    with pytest.raises(prplot.PrplotValueError, match=r"reported must be a number as it is printed; got .*'0\.83'"):
        identify(TOP, reported)


@pytest.mark.parametrize("reported", [None, True, [0.83], 1j, b"0.83"])
def test_what_is_neither_string_nor_number(reported):
    with pytest.raises(prplot.PrplotTypeError, match="reported must be"):
        identify(TOP, reported, digits=2)


def test_a_number_needs_digits_and_a_string_has_them():
    with pytest.raises(prplot.PrplotTypeError, match=r"how far it was rounded; got the number 0\.83\. .*digits=2"):
        identify(TOP, 0.83)
    with pytest.raises(prplot.PrplotTypeError, match="digits must be left out where reported is a string"):
        identify(TOP, "0.83", digits=2)
    for wrong in (-1, 18, 2.0, True, "2"):
        with pytest.raises(prplot.PrplotValueError, match="digits must be a whole number from 0 to 17; got"):
            identify(TOP, 0.83, digits=wrong)
    for wrong in (math.nan, math.inf):
        with pytest.raises(prplot.PrplotValueError, match="reported must be finite"):
            identify(TOP, wrong, digits=2)


def test_identify_wants_a_path():
    with pytest.raises(prplot.PrplotTypeError, match="path must be a ConfusionPath"):
        identify("0.83", TOP)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hard", "tied", "soft"])
def test_a_million_rows(kind):
    rng = np.random.default_rng(1)
    n = 10**6
    scores = rng.random(n)
    if kind == "tied":
        scores = np.round(scores, 5)
    fg = rng.random(n) if kind == "soft" else (rng.random(n) < scores / 2).astype(float)
    path = prplot.from_weights(scores, fg=fg)
    table = path.areas()
    assert table["ROC"].value == path.roc().area()
