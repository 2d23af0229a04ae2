"""Curves: what the printed area integrates is what is drawn, in every space and interpolation."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import warnings
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS
from prplot.spaces import SPACES


class Kind(NamedTuple):
    """A space, an interpolation where the space has several, and options that change the curve."""

    space: str
    rule: str | None = None
    options: tuple = ()

    def of(self, path):
        return path.curve(self.space, interpolation=self.rule, **dict(self.options))

    def __str__(self):
        return "-".join([*filter(None, self[:2]), *(f"{name}={value}" for name, value in self.options)])


KINDS = [
    Kind(space.name, rule.name if space.interpolated else None)
    for space in SPACES
    for rule in INTERPOLATIONS
    if space.interpolated or rule.name == "continuous"
]
# The same with everything that may be asked for besides; what is drawn and its area must agree for these too.
OPTIONS = [
    *(Kind("pr", rule.name, (("left", "one"),)) for rule in INTERPOLATIONS),
    Kind("prg", None, (("clip", True),)),
    *(Kind("croc", None, (("magnifier", magnifier),)) for magnifier in ("power", "logarithm")),
    Kind("croc", None, (("alpha", 0.5),)),
    *(
        Kind(space, rule, (("ties", ties),))
        for space, rule in [("pr", None), ("pr", "discrete-tp"), ("pr", "step"), ("prg", None), ("roc", None)]
        for ties in ("optimistic", "pessimistic")
    ),
    *(Kind(space, None, (("prevalence", 0.3),)) for space in ("pr", "prg", "roc", "cost")),
    Kind("pr", "linear", (("prevalence", 0.02),)),
]
# At which level a rule sees the vertices, where that is not their own.
LEVELS = {"max-interpolated": lambda y: np.array([y[k:].max() for k in range(len(y))])}
NOISE = np.random.default_rng(7)

PATHS = {
    "hard": prplot.from_labels([1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1]),
    "ties": prplot.from_labels([1, 0, 0, 1, 1, 0, 0, 0, 1, 0], [4, 4, 4, 3, 3, 3, 2, 2, 1, 1]),
    "one tie": prplot.from_labels([1, 0, 0, 0, 1], [2, 2, 2, 2, 2]),
    "background first": prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1]),
    "all background first": prplot.from_labels([0, 0, 0, 1, 1], [5, 4, 3, 2, 2]),
    "perfect": prplot.from_labels([1, 1, 0, 0, 0], [5, 4, 3, 2, 1]),
    "soft": prplot.from_weights(NOISE.normal(size=40), fg=NOISE.beta(0.4, 1.5, 40)),
    "weights": prplot.from_weights(
        NOISE.integers(0, 15, 60), fg=NOISE.lognormal(size=60), bg=NOISE.lognormal(2, 2, 60)
    ),
    "steep": prplot.from_counts([3, 2, 1], [9, 20, 433], [0, 3, 56_164]),
    "mostly foreground": prplot.from_counts([4, 3, 2, 1], [30, 60, 60, 100], [0, 3, 4, 9]),
    "vertical at recall gain 0": prplot.from_counts([4, 3, 2, 1], [1, 1, 2, 4], [0, 2, 3, 12]),
}


def defined_for(name, kind):
    """Discrete interpolations are defined for whole counts."""
    whole = all(np.array_equal(a, np.rint(a)) for a in (PATHS[name].tp, PATHS[name].fp))
    return whole or not str(kind.rule).startswith("discrete")


def met(names_and_kinds):
    return [pytest.param((n, k), id=f"{n}-{k}") for n, k in names_and_kinds if defined_for(n, k)]


EVERY = met(itertools.product(PATHS, KINDS))
# Options, on top of that: each on every third path, and on each path every third.
SOME = met((n, k) for i, n in enumerate(PATHS) for j, k in enumerate(OPTIONS) if (i + j) % 3 == 0)


@pytest.fixture(params=KINDS, ids=str)
def kind(request):
    return request.param


@pytest.fixture(params=PATHS)
def path(request):
    return PATHS[request.param]


@pytest.fixture(params=EVERY)
def curve(request):
    """Every path in every space with every interpolation."""
    name, kind = request.param
    return kind.of(PATHS[name])


@pytest.fixture(params=EVERY + SOME)
def any_curve(request):
    """The same, and some with options."""
    name, kind = request.param
    return kind.of(PATHS[name])


@pytest.fixture
def of_kind(kind):
    return kind.of


def warned_where_unbounded(curve):
    """Theorem 1 of Keilwagen is one of the continuous interpolation.

    Others obey it too where all points weigh the same, so for hard labels, and those without whole counts
    for soft labels; not for free weights.
    """
    path = curve.path
    free = path.sample is None or np.ptp(path.sample.fg + path.sample.bg) > 1e-9
    free = free or curve.interpolation.startswith("discrete")
    if curve.space.interpolated and curve.interpolation != "continuous" and path.soft and free:
        return pytest.warns(prplot.PrplotWarning, match="Theorem 1")
    return contextlib.nullcontext()


def vertices_in_weight(curve):
    return curve.path.tp > 0 if curve.space.name == "prg" else np.ones(len(curve.path), dtype=bool)


def distance(x, y, line_x, line_y):
    """How far points are from a polyline."""
    ax, ay, bx, by = line_x[:-1], line_y[:-1], np.diff(line_x), np.diff(line_y)
    length = np.where(bx**2 + by**2 > 0, bx**2 + by**2, 1.0)
    part = np.clip(((x[:, None] - ax) * bx + (y[:, None] - ay) * by) / length, 0, 1)
    return np.hypot(x[:, None] - ax - part * bx, y[:, None] - ay - part * by).min(axis=1)


def dense(curve, number=400):
    """Abscissae over the drawn range, many of them close to vertices."""
    low, high = max(curve.x.min(), -20.0), 1.0
    near = np.concatenate([curve.x + shift for shift in (-1e-3, -1e-6, 1e-9, 1e-6, 1e-3)])
    x = np.concatenate([np.linspace(low, high, number), near])
    return np.sort(x[(x >= low) & (x <= high)])


# The area is the area under what is drawn


NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
# Cuts of a piece, closer and closer to both of its ends, where arcs are steepest.
GRADED = np.concatenate([[0.0], 2.0 ** np.arange(-40, 0), 1 - 2.0 ** np.arange(-2, -41, -1), [1.0]])


def pieces(curve, low, high):
    """Where the curve may have a corner or a jump."""
    cuts = [curve.x, curve.trace().x]
    if curve.interpolation.startswith("discrete"):
        tp, fp = curve.path.tp, curve.path.fp
        counts = np.diff(tp) if curve.interpolation == "discrete-tp" else np.diff(fp)
        units = [np.linspace(a, b, int(n) + 1) for (a, b), n in zip(itertools.pairwise(tp), counts, strict=True) if n]
        cuts += [unit / tp[-1] for unit in units]
    cuts = np.concatenate(cuts)
    cuts = np.unique([low, high, *cuts[(cuts > low) & (cuts < high)]])
    return cuts[np.append(True, np.diff(cuts) > 1e-14)]


def integral(curve, low, high):
    """Gauss and Legendre over every piece of the line that `at` gives."""
    cuts = pieces(curve, low, high)
    if not curve.interpolation.startswith("discrete"):
        start, width = cuts[:-1, None], np.diff(cuts)[:, None]
        cuts = np.append(np.unique(start + width * GRADED[:-1]), high)
    width, middle = np.diff(cuts) / 2, (cuts[1:] + cuts[:-1]) / 2
    return float(np.sum(width * (curve.at(middle[:, None] + width[:, None] * NODES) @ WEIGHTS)))


def test_area_is_the_integral_of_at(any_curve):
    for ends in [(0.0, 1.0), (0.0, 0.4), (0.3, 0.35), (0.55, 1.0), (0.5, 0.5)]:
        assert any_curve.area(*ends) == pytest.approx(integral(any_curve, *ends), rel=1e-9, abs=1e-10), ends


def test_area_below_recall_gain_0(path):
    curve = path.prg()
    assert curve.area(-3.0, 0.2) == pytest.approx(integral(curve, -3.0, 0.2), rel=1e-9, abs=1e-10)


def test_whole_area_is_the_default(curve):
    assert curve.area() == curve.area(0.0, 1.0) == curve.area(low=0, high=1)


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])
def test_no_area_exceeds_that_of_the_square(space):
    """Of perfect rankings, whose sums of weights round to just above 1 in every second case."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        fg, bg = (np.where(np.arange(14) < 9, *parts) for parts in ((rng.random(14), 0.0), (0.0, rng.random(14))))
        area = prplot.from_weights(np.arange(14)[::-1], fg=fg, bg=bg).curve(space).area()
        assert 1 - 1e-12 < area <= 1


def test_trapezoids_under_the_trace_are_close_to_the_area(any_curve):
    curve = any_curve
    x, y, _ = curve.trace(1e-5)
    kept = x >= 0
    assert np.trapezoid(y[kept], x[kept]) == pytest.approx(curve.area(), abs=2e-5 * (1 + np.ptp(y[kept])))


# The trace


def test_trace_is_within_tolerance_of_at(any_curve):
    wanted = dense(any_curve)
    ordinate = any_curve.at(wanted)
    assert np.all(np.isfinite(ordinate))
    for tolerance in (1e-2, 1e-3, 1e-5):
        x, y, _ = any_curve.trace(tolerance)
        assert distance(wanted, ordinate, x, y).max() <= tolerance


def test_chords_of_the_trace_are_within_tolerance_of_the_curve(any_curve):
    """The other direction: no chord leaves the curve, which a very fine trace stands for."""
    fine = any_curve.trace(1e-7)
    for tolerance in (1e-2, 1e-3, 1e-5):
        x, y, _ = any_curve.trace(tolerance)
        middle_x, middle_y = (x[1:] + x[:-1]) / 2, (y[1:] + y[:-1]) / 2
        near = middle_x > -20
        assert distance(middle_x[near], middle_y[near], fine.x, fine.y).max() <= tolerance + 1e-7


def test_trace_passes_through_every_vertex_with_its_threshold(curve):
    """But for the vertices that a rule leaves out, or sees at another level."""
    x, y, threshold = curve.trace()
    vertex = ~np.isnan(threshold)
    kept = np.ones(len(curve.x), dtype=bool)
    if curve.interpolation == "upper-trapezoid":
        kept[1:] = np.diff(curve.x) > 0
    assert threshold[vertex].tolist() == curve.thresholds[kept].tolist()
    assert x[vertex].tolist() == curve.x[kept].tolist()
    level = LEVELS.get(curve.interpolation, lambda y: y)(curve.y)
    assert y[vertex].tolist() == level[kept].tolist()
    assert vertex[0] or x[0] in curve.space.anchors
    assert vertex[-1]


def test_inserted_points_lie_on_the_curve_and_none_runs_back(any_curve):
    curve = any_curve
    x, y, threshold = curve.trace(1e-3)
    assert np.all(np.diff(x) >= 0)
    inside = np.isnan(threshold) & ~np.isin(x, curve.x)
    np.testing.assert_allclose(curve.at(x[inside]), y[inside], rtol=1e-9, atol=1e-12)


def test_straight_steps_get_no_points_but_the_crossing():
    for path in PATHS.values():
        assert len(path.roc().trace(1e-9).x) == len(path)
        assert len(path.prg().trace(1e-9).x) <= len(path.prg().x) + 1


def test_a_finer_trace_has_more_points():
    curve = PATHS["steep"].pr()
    sizes = [len(curve.trace(tolerance).x) for tolerance in (1e-1, 1e-2, 1e-3, 1e-4)]
    assert sizes == sorted(set(sizes))
    assert sizes[-1] < 2000


def test_wrong_tolerance(of_kind):
    for tolerance in (0, -1e-3, np.nan, np.inf, "fine", None):
        with pytest.raises(prplot.PrplotError, match="tolerance"):
            of_kind(PATHS["hard"]).trace(tolerance)


def test_prg_trace_has_the_crossing_of_recall_gain_0(path):
    curve = path.prg()
    x, y, threshold = curve.trace()
    (first, *_) = np.flatnonzero(x == 0)
    assert np.isnan(threshold[first]) != (0 in curve.x)
    assert y[first] == pytest.approx(float(curve.at(0.0)), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", PATHS)
def test_crossing_is_interpolated_in_counts(name):
    """Precision gain where TP = πP, from the definition."""
    path = PATHS[name]
    wanted = path.prevalence * path.positives
    k = int(np.argmax(path.tp >= wanted * (1 - 1e-14)))
    part = (wanted - path.tp[k - 1]) / (path.tp[k] - path.tp[k - 1])
    fp = path.fp[k - 1] + part * (path.fp[k] - path.fp[k - 1])
    gain = 1 - path.positives / path.negatives * fp / wanted
    assert float(path.prg().at(0.0)) == pytest.approx(gain, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("weight", [1.0, 0.1, 1 / 3, 0.7])
def test_vertical_drop_at_recall_gain_0_belongs_to_the_curve(weight):
    """Recall is π exactly where precision gain falls from 1 to 1/3; rounding must not lose the upper end."""
    labels = [1, 0, 0, 1, 0, *[1, 1], *[0] * 9]
    score = [4, 3, 3, 2, 2, *[1] * 11]
    curve = prplot.from_labels(labels, score, sample_weight=np.full(16, weight)).prg()
    assert curve.y[:2] == pytest.approx([1, 1 / 3])
    assert curve.x[:2] == pytest.approx([0, 0], abs=1e-15)
    assert curve.at(0.0) == pytest.approx(1.0)


@pytest.mark.parametrize(("one", "other", "behind"), [(1, 2, 3), (8, 4, 3)])
def test_recall_pi_that_weights_miss_by_rounding_is_recall_gain_0(one, other, behind):
    """Recall is π where precision falls from 1; in float64 its gain is -2e-16."""
    path = prplot.from_weights([3, 2, 1], fg=np.array([one, 0, other]) * 0.1, bg=np.array([0, behind, behind]) * 0.1)
    curve = path.prg()
    assert curve.x[:2].tolist() == [0, 0]
    assert curve.at(0.0) == 1


# at


def test_at_vertices_is_the_better_end_of_the_vertical(curve):
    x, y, _ = curve.trace()
    better = np.min if curve.space.name == "det" else np.max
    wanted = [better(y[x == abscissa]) for abscissa in curve.x]
    np.testing.assert_allclose(curve.at(curve.x), wanted, rtol=1e-14, atol=0)


def test_at_outside_the_domain_is_nan(curve):
    assert np.all(np.isnan(curve.at([1.0000001, 2.0, np.inf, -np.inf, np.nan])))


def test_at_negative_abscissae(path):
    assert np.isnan(path.pr().at(-1e-9))
    assert np.isnan(path.roc().at(-1e-9))
    assert np.isfinite(path.prg().at(-1e9))


def test_at_keeps_shapes(curve):
    assert np.ndim(curve.at(0.5)) == 0
    assert float(curve.at(0.5)) == curve.at([0.5])[0]
    assert curve.at(np.full((2, 3), 0.5)).shape == (2, 3)
    assert curve.at([]).shape == (0,)
    assert curve.at([0.9, np.nan, 0.1])[[0, 2]].tolist() == [float(curve.at(0.9)), float(curve.at(0.1))]


def test_at_reads_no_words(curve):
    with pytest.raises(prplot.PrplotTypeError, match="x must hold real numbers"):
        curve.at("half")


def test_prg_is_level_left_of_the_first_vertex():
    """The first step is a ray from the origin, along which precision gain is constant."""
    curve = PATHS["ties"].prg()
    assert curve.at(curve.x[0] - np.array([0.1, 1.0, 1e6])) == pytest.approx(curve.y[0], rel=1e-9)


@pytest.mark.parametrize("exponent", [-3, -9, -12, -15])
def test_at_the_right_end_with_rare_foreground(exponent):
    """Nothing is left to find at recall (gain) 1."""
    path = prplot.from_counts([2, 1], [0.5 * 10.0**exponent, 10.0**exponent], [0.25, 1.0])
    assert path.pr().at(1.0) == pytest.approx(path.prevalence, rel=1e-14)
    assert path.prg().at(1.0) == pytest.approx(0.0, abs=1e-12)
    assert path.roc().at(1.0) == 1.0


# The vertices


def test_vertices_are_all_there(curve):
    if not curve.space.pointwise:
        assert np.all(np.isin(curve.thresholds, curve.path.thresholds))
        return
    kept = vertices_in_weight(curve)
    assert curve.x.shape == curve.y.shape == curve.thresholds.shape == (kept.sum(),)
    assert curve.thresholds.tolist() == curve.path.thresholds[kept].tolist()
    assert np.all(np.diff(curve.thresholds) < 0)


def test_vertices_are_the_measures():
    path = PATHS["weights"]
    points = [path.at(threshold) for threshold in path.thresholds[1:]]
    pr, roc, prg = path.pr(), path.roc(), path.prg()
    shown = [point for point in points if point.tp > 0]
    for curve, rows, x, y in (
        (pr, points, "recall", "precision"),
        (roc, points, "fpr", "recall"),
        (prg, shown, "recall_gain", "precision_gain"),
    ):
        found_x, found_y = (c if curve is prg else c[1:] for c in (curve.x, curve.y))
        np.testing.assert_allclose(found_x, [getattr(row, x) for row in rows], rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(found_y, [getattr(row, y) for row in rows], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("rule", [rule.name for rule in INTERPOLATIONS])
@pytest.mark.parametrize("name", PATHS)
def test_pr_origin_is_the_limit(name, rule):
    path = PATHS[name]
    if not defined_for(name, Kind("pr", rule)):
        with pytest.raises(prplot.PrplotValueError, match=f"{rule}.*whole counts.*continuous"):
            path.pr(rule)
        return
    curve = path.pr(rule)
    assert curve.thresholds[0] == np.inf
    assert curve.x[0] == 0
    limit = path.tp[1] / (path.tp[1] + path.fp[1])
    assert curve.y[0] == limit
    assert curve.at(0.0) == pytest.approx(max(limit, curve.trace().y[curve.x[0] == curve.trace().x].max()))
    if path.tp[1] == 0:
        assert curve.y[0] == 0


def test_background_first_starts_at_0_and_rises():
    curve = PATHS["background first"].pr()
    recall = np.array([0.0, 1e-9, 0.25, 0.5])
    # p = r / (r + 3 / P) while only foreground is added
    np.testing.assert_allclose(curve.at(recall), recall / (recall + 1.5), rtol=1e-12)


def test_roc_ends_in_both_corners(path):
    curve = path.roc()
    assert (curve.x[0], curve.y[0], curve.x[-1], curve.y[-1]) == (0, 0, 1, 1)


def test_prg_ends_at_1_0_exactly(path):
    curve = path.prg()
    assert (curve.x[-1], curve.y[-1]) == (1, 0)


# chance, best and worst


def test_chance(path):
    assert path.pr().chance == pytest.approx(path.prevalence, rel=1e-15)
    assert path.pr("step").chance == pytest.approx(path.prevalence, rel=1e-15)
    assert path.roc().chance == 0.5
    assert path.prg().chance == pytest.approx(0.0, abs=1e-15)
    assert path.croc().chance == pytest.approx(1 / 7 - 1 / np.expm1(7), rel=1e-14)
    assert path.cost().chance == pytest.approx(0.25, rel=1e-15)


def test_chance_is_the_area_of_one_tie(of_kind):
    curve = of_kind(PATHS["one tie"])
    assert curve.area() == pytest.approx(curve.chance, abs=1e-15)


def test_best_and_worst_are_curves_of_the_same_kind(curve):
    with warned_where_unbounded(curve):
        others = curve.best(), curve.worst()
    for other, path in zip(others, (curve.path.best(), curve.path.worst()), strict=True):
        assert other.interpolation == curve.interpolation
        assert type(other.space) is type(curve.space)
        assert other.path.tp.tolist() == path.tp.tolist()
        assert other.path.prevalence == pytest.approx(curve.path.prevalence, rel=1e-14)


# One class only

NO_FOREGROUND = prplot.from_labels([0, 0, 0], [3, 2, 1])
NO_BACKGROUND = prplot.from_labels([1, 1, 1], [3, 2, 1])
ASK = {"area": lambda c: c.area(), "at": lambda c: c.at([0.2, 0.8]), "chance": lambda c: c.chance}


def defined(path, kind):
    return path is NO_BACKGROUND and kind.space == "pr"


@pytest.mark.parametrize("path", [NO_FOREGROUND, NO_BACKGROUND], ids=["P = 0", "N = 0"])
@pytest.mark.parametrize("ask", ASK)
def test_one_class_only(path, kind, of_kind, ask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = np.asarray(ASK[ask](of_kind(path)))
    if defined(path, kind):
        assert np.all(value == 1)
        assert not caught
        return
    assert np.all(np.isnan(value))
    assert value.shape == ((2,) if ask == "at" else ())
    (warning,) = caught
    assert warning.category is prplot.PrplotWarning
    assert ("P = 0" if path is NO_FOREGROUND else "N = 0") in str(warning.message)
    assert warning.filename == __file__


@pytest.mark.parametrize("path", [NO_FOREGROUND, NO_BACKGROUND], ids=["P = 0", "N = 0"])
def test_one_class_only_is_silent_in_coordinates(path, of_kind):
    curve = of_kind(path)
    x, y, threshold = curve.trace()
    assert x.shape == y.shape == threshold.shape
    assert curve.x.shape == curve.y.shape == curve.thresholds.shape
    assert repr(curve)


def test_without_background_precision_is_1():
    for rule in INTERPOLATIONS:
        curve = NO_BACKGROUND.pr(rule.name)
        assert curve.area(0.25, 0.5) == pytest.approx(0.25, rel=1e-15)
        assert np.all(curve.y == 1)
        assert np.all(curve.trace().y == 1)
        assert curve.best().area() == curve.worst().area() == 1


# Wrong ranges


@pytest.mark.parametrize(
    ("range_", "message"),
    [
        ((0.7, 0.2), "low must be at most high"),
        ((-0.1, 1.0), "low must lie in"),
        ((0.0, 1.1), "high must lie in"),
        ((np.nan, 1.0), "low must lie in"),
        ((0.0, np.nan), "high must lie in"),
        ((0.0, np.inf), "high must lie in"),
        ((-np.inf, 1.0), "low must lie in"),
        (("a", 1.0), "low"),
        ((0.0, None), "high"),
    ],
    ids=str,
)
def test_wrong_range(of_kind, kind, range_, message):
    curve = of_kind(PATHS["hard"])
    if kind.space == "prg" and range_ == (-0.1, 1.0):
        assert np.isfinite(curve.area(*range_))
        return
    with pytest.raises(prplot.PrplotError, match=message):
        curve.area(*range_)


def test_wrong_range_comes_before_one_class_only(of_kind):
    with pytest.raises(prplot.PrplotValueError, match="high"):
        of_kind(NO_FOREGROUND).area(0.0, 3.0)


# Names, and what stays as it is


def test_label_is_the_name_of_the_path_unless_given():
    path = prplot.from_labels([1, 0], [2, 1], name="forest")
    assert path.pr().label == "forest"
    assert path.roc(label="mine").label == "mine"
    assert prplot.from_labels([1, 0], [2, 1]).prg().label is None
    with pytest.raises(prplot.PrplotTypeError, match="label must be a string"):
        path.pr(label=3)


def test_repr_names_label_space_and_size(of_kind):
    curve = of_kind(prplot.from_labels([1, 0, 0, 0], [4, 3, 2, 1], name="forest"))
    assert repr(curve).startswith(f"Curve('forest', {curve.space.title}")
    assert "π=0.25" in repr(curve)
    assert "4 steps" in repr(curve)
    assert "\n" not in repr(curve)


def test_by_name_and_by_method():
    path = PATHS["hard"]
    assert path.curve("pr", interpolation="step").area() == path.pr("step").area()
    assert path.curve("prg").area() == path.prg().area()
    assert path.curve("roc").area() == path.roc().area()
    assert path.pr().interpolation == "continuous"


def test_unknown_names_list_the_known():
    path = PATHS["hard"]
    spaces = ", ".join(repr(space.name) for space in SPACES)
    with pytest.raises(prplot.PrplotValueError, match=rf"space must be one of {spaces}.*'cube'"):
        path.curve("cube")
    names = ", ".join(repr(rule.name) for rule in INTERPOLATIONS)
    with pytest.raises(prplot.PrplotValueError, match=rf"interpolation must be one of {names}.*'steps'"):
        path.pr("steps")
    for argument in ("ties", "left"):
        with pytest.raises(prplot.PrplotValueError, match=f"{argument} must be one of.*'odd'"):
            path.pr(**{argument: "odd"})
    for space in ("prg", "roc", "croc", "cost"):
        with pytest.raises(prplot.PrplotValueError, match=r"left must be 'limit'"):
            path.curve(space, left="one")
        with pytest.raises(prplot.PrplotValueError, match=r"'step'.*belong to space 'pr'"):
            path.curve(space, interpolation="step")


def test_curves_are_frozen_and_their_arrays_read_only(curve):
    kept = {"vertices", "_shown", "_simplified", "_areas", "_bounds", "_twin", "_best", "_worst"}
    before = set(vars(curve)) - kept
    for array in (curve.x, curve.y, curve.thresholds):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.5
    with pytest.raises(dataclasses.FrozenInstanceError):
        curve.label = "other"
    with warned_where_unbounded(curve):
        curve.area(), curve.at(0.5), curve.trace(), curve.best(), curve.worst(), curve.chance
    assert set(vars(curve)) - kept == before


def test_a_trace_is_the_callers_own(curve):
    trace = curve.trace()
    wanted = curve.y.tolist()
    trace.y[:] = 0.5
    assert curve.y.tolist() == wanted


# The interpolations of PR, by what they do

DISCRETE = ("discrete-tp", "discrete-fp")


@pytest.mark.parametrize("rule", DISCRETE)
@pytest.mark.parametrize("name", ["soft", "weights"])
def test_discrete_rules_name_the_continuous_one_where_counts_are_not_whole(name, rule):
    with pytest.raises(prplot.PrplotValueError, match=r"whole counts.*interpolation='continuous'"):
        PATHS[name].pr(rule)


def test_discrete_rules_need_whole_counts_of_their_own_side_only():
    fg, bg = [1, 0, 2], [0.5, 1.5, 0]
    path = prplot.from_weights([3, 2, 1], fg=fg, bg=bg)
    assert np.isfinite(path.pr("discrete-tp").area())
    with pytest.raises(prplot.PrplotValueError, match="false positives"):
        path.pr("discrete-fp")
    with pytest.raises(prplot.PrplotValueError, match="true positives"):
        prplot.from_weights([3, 2, 1], fg=bg, bg=fg).pr("discrete-tp")


@pytest.mark.parametrize("name", [name for name in PATHS if defined_for(name, Kind("pr", "discrete-tp"))])
@pytest.mark.parametrize("rule", DISCRETE)
def test_discrete_rules_meet_the_continuous_curve_at_whole_counts(name, rule):
    """The points of Davis and Goadrich lie on the hyperbola; chords in between leave it."""
    path = PATHS[name]
    tp, fp = path.tp, path.fp
    counts = tp if rule == "discrete-tp" else fp
    for k in np.flatnonzero(np.diff(tp) > 0):
        wanted = np.arange(counts[k] + 1, counts[k + 1])[:50]
        part = (wanted - counts[k]) / np.maximum(counts[k + 1] - counts[k], 1)
        recall = (tp[k] + part * (tp[k + 1] - tp[k])) / tp[-1]
        np.testing.assert_allclose(path.pr(rule).at(recall), path.pr().at(recall), rtol=1e-9)


def test_lower_trapezoid_is_linear():
    path = PATHS["ties"]
    assert path.pr("lower-trapezoid").interpolation == "linear"
    assert path.pr("lower-trapezoid").area() == path.pr("linear").area()


def test_linear_is_what_trapezoids_over_the_vertices_give(path):
    for left in ("limit", "one"):
        curve = path.pr("linear", left=left)
        assert curve.area() == pytest.approx(np.trapezoid(curve.y, curve.x), rel=1e-12)


def test_max_interpolated_never_falls_as_recall_falls(path):
    recall = np.linspace(0, 1, 301)
    assert np.all(np.diff(path.pr("max-interpolated").at(recall)) <= 0)
    assert np.all(path.pr("max-interpolated").at(recall) >= path.pr("step").at(recall))


@pytest.mark.parametrize("rule", [rule.name for rule in INTERPOLATIONS])
@pytest.mark.parametrize("name", PATHS)
def test_left_one_touches_only_the_linear_and_upper_areas(name, rule):
    if not defined_for(name, Kind("pr", rule)):
        return
    path = PATHS[name]
    limit, one = path.pr(rule), path.pr(rule, left="one")
    assert (one.x[0], one.y[0]) == (0, 1)
    assert float(one.at(0.0)) == 1
    if rule in ("linear", "upper-trapezoid"):
        assert one.area() >= limit.area()
        # After background alone the line falls at recall 0, which takes no width.
        drops = rule == "linear" and path.tp[1] == 0
        assert (one.area() > limit.area()) == (path.fp[1] > 0 and not drops)
    else:
        assert one.area() == limit.area()
        np.testing.assert_array_equal(one.at(np.linspace(1e-6, 1, 99)), limit.at(np.linspace(1e-6, 1, 99)))


def test_clipped_gains(path):
    clipped, signed = path.prg(clip=True), path.prg()
    x = np.linspace(-2, 1, 301)
    np.testing.assert_allclose(clipped.at(x), np.maximum(signed.at(x), 0), rtol=1e-9, atol=1e-12)
    assert clipped.trace().y.min() >= 0
    assert clipped.area() >= max(signed.area(), 0) - 1e-15
    assert "clipped" in repr(clipped)
    assert "signed" in repr(signed)


@pytest.mark.parametrize("clip", [1, 0, "yes", None])
def test_wrong_clip(clip):
    with pytest.raises(prplot.PrplotTypeError, match="clip must be True or False"):
        PATHS["hard"].prg(clip=clip)


@pytest.mark.parametrize("rule", ["discrete-tp", "discrete-fp"])
def test_intermediate_points_are_whole_counts_on_the_continuous_curve(rule):
    """As Keilwagen et al. 2014, Figure 2, has them: +5 TP and +295 FP."""
    tp, fp = [0, 5, 10], [0, 5, 300]
    path = prplot.from_counts([2, 1], tp=tp[1:], fp=fp[1:])
    x, y = path.pr(rule).intermediate()
    unit, other = (tp, fp) if rule == "discrete-tp" else (fp, tp)
    wanted = []
    for (a, b), (c, d) in zip(itertools.pairwise(unit), itertools.pairwise(other), strict=True):
        for count in range(a + 1, b):
            moved = c + Fraction(d - c, b - a) * (count - a)
            true, false = (count, moved) if rule == "discrete-tp" else (moved, count)
            wanted.append((float(Fraction(true) / 10), float(true / Fraction(true + false))))
    np.testing.assert_allclose(np.column_stack([x, y]), wanted, rtol=1e-14)
    np.testing.assert_allclose(path.pr().at(x), y, rtol=1e-12)
    assert not x.flags.writeable


def test_only_discrete_rules_have_intermediate_points():
    path = prplot.from_labels([1, 0], [2, 1])
    assert [len(part) for part in path.pr("discrete-tp").intermediate()] == [0, 0]
    assert [len(part) for part in prplot.from_labels([0, 0], [2, 1]).pr("discrete-tp").intermediate()] == [0, 0]
    with pytest.raises(prplot.PrplotValueError, match=r"no intermediate points.*curve\.trace"):
        path.pr().intermediate()
