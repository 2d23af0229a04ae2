"""Curves: what the printed area integrates is what is drawn, in every space and interpolation."""

from __future__ import annotations

import contextlib
import itertools
import warnings
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS
from prplot.spaces import SPACES

RULES = [rule.name for rule in INTERPOLATIONS]
DISCRETE = ("discrete-tp", "discrete-fp")


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
    Kind(space.name, rule if space.name == "pr" else None)
    for space in SPACES
    for rule in (RULES if space.name == "pr" else RULES[:1])
]
OPTIONS = [
    *(Kind("pr", rule, (("left", "one"),)) for rule in RULES),
    Kind("prg", None, (("clip", True),)),
    *(Kind("croc", None, (option,)) for option in (("magnifier", "power"), ("magnifier", "logarithm"), ("alpha", 0.5))),
    *(Kind(space, None, (("ties", "optimistic"),)) for space in ("pr", "prg", "roc")),
    *(Kind("pr", rule, (("ties", "pessimistic"),)) for rule in ("discrete-tp", "step")),
    *(Kind(space, None, (("prevalence", 0.3),)) for space in ("pr", "prg", "roc", "cost")),
    Kind("pr", "linear", (("prevalence", 0.02),)),
]
NOISE = np.random.default_rng(7)
PATHS = {
    "ties": prplot.from_labels([1, 0, 0, 1, 1, 0, 0, 0, 1, 0], [4, 4, 4, 3, 3, 3, 2, 2, 1, 1]),
    "one tie": prplot.from_labels([1, 0, 0, 0, 1], [2, 2, 2, 2, 2]),
    "background first": prplot.from_labels([0, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1]),
    "perfect": prplot.from_labels([1, 1, 0, 0, 0], [5, 4, 3, 2, 1]),
    "soft": prplot.from_weights(NOISE.normal(size=40), fg=NOISE.beta(0.4, 1.5, 40)),
    "weights": prplot.from_weights(
        NOISE.integers(0, 15, 60), fg=NOISE.lognormal(size=60), bg=NOISE.lognormal(2, 2, 60)
    ),
    "steep": prplot.from_counts([3, 2, 1], [9, 20, 433], [0, 3, 56_164]),
    "mostly foreground": prplot.from_counts([4, 3, 2, 1], [30, 60, 60, 100], [0, 3, 4, 9]),
    "vertical at recall gain 0": prplot.from_counts([4, 3, 2, 1], [1, 1, 2, 4], [0, 2, 3, 12]),
}
NO_FOREGROUND = prplot.from_labels([0, 0, 0], [3, 2, 1])
NO_BACKGROUND = prplot.from_labels([1, 1, 1], [3, 2, 1])


def defined(name, kind):
    """Discrete interpolations are defined for whole counts."""
    return kind.rule not in DISCRETE or name not in ("soft", "weights")


@pytest.fixture(params=PATHS)
def path(request):
    return PATHS[request.param]


@pytest.fixture(params=KINDS, ids=str)
def curves(request):
    """A space and an interpolation of every path."""
    return [request.param.of(path) for name, path in PATHS.items() if defined(name, request.param)]


@pytest.fixture(params=[*KINDS, *OPTIONS], ids=str)
def any_curves(request):
    """The same, and options of every third path."""
    kind, start = request.param, OPTIONS.index(request.param) % 3 if request.param.options else 0
    chosen = list(PATHS.items())[start :: 3 if kind.options else 1]
    return [kind.of(path) for name, path in chosen if defined(name, kind)]


def distance(x, y, line_x, line_y):
    """How far points are from a polyline."""
    ax, ay, bx, by = line_x[:-1], line_y[:-1], np.diff(line_x), np.diff(line_y)
    length = np.where(bx**2 + by**2 > 0, bx**2 + by**2, 1.0)
    part = np.clip(((x[:, None] - ax) * bx + (y[:, None] - ay) * by) / length, 0, 1)
    return np.hypot(x[:, None] - ax - part * bx, y[:, None] - ay - part * by).min(axis=1)


# The area is the area under what is drawn


NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
# Cuts of a piece, closer and closer to both of its ends, where arcs are steepest.
GRADED = np.concatenate([[0.0], 2.0 ** np.arange(-40, 0), 1 - 2.0 ** np.arange(-2, -41, -1), [1.0]])


def integral(curve, low, high):
    """Gauss and Legendre over every piece of the line that `at` gives, between corners and jumps."""
    cuts = [curve.x, curve.trace().x]
    if curve.interpolation in DISCRETE:
        cuts.append(curve.intermediate()[0])
    if getattr(curve.space, "clip", False):
        # Where precision gain is cut off at 0.
        x, y = curve.path.prg().trace()[:2]
        sign = np.flatnonzero(y[:-1] * y[1:] < 0)
        cuts.append(x[sign] - y[sign] * (x[sign + 1] - x[sign]) / (y[sign + 1] - y[sign]))
    cuts = np.concatenate(cuts)
    cuts = np.unique([low, high, *cuts[(cuts > low) & (cuts < high)]])
    cuts = cuts[np.append(True, np.diff(cuts) > 1e-14)]
    if curve.interpolation not in DISCRETE:
        cuts = np.append(np.unique(cuts[:-1, None] + np.diff(cuts)[:, None] * GRADED[:-1]), high)
    width, middle = np.diff(cuts) / 2, (cuts[1:] + cuts[:-1]) / 2
    return float(np.sum(width * (curve.at(middle[:, None] + width[:, None] * NODES) @ WEIGHTS)))


def test_area_is_the_integral_of_at(any_curves):
    ends = [(0.0, 1.0), (0.0, 0.4), (0.3, 0.35), (0.55, 1.0), (0.5, 0.5)]
    for curve in any_curves:
        for low, high in [*ends, *([(-3.0, 0.2)] if curve.space.name == "prg" else [])]:
            assert curve.area(low, high) == pytest.approx(integral(curve, low, high), rel=1e-9, abs=1e-10)
        assert curve.area() == curve.area(0.0, 1.0) == curve.area(low=0, high=1)


def test_no_area_exceeds_that_of_the_square():
    """Of perfect rankings, whose sums of weights round to just above 1 in every second case."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        fg, bg = (np.where(np.arange(14) < 9, *parts) for parts in ((rng.random(14), 0.0), (0.0, rng.random(14))))
        for space in ("pr", "prg", "roc", "croc"):
            assert 1 - 1e-12 < prplot.from_weights(np.arange(14)[::-1], fg=fg, bg=bg).curve(space).area() <= 1


def test_the_trace_and_the_curve_are_within_tolerance_of_each_other(any_curves):
    for curve in any_curves:
        low = max(curve.x.min(), -20.0)
        near = np.concatenate([curve.x + shift for shift in (-1e-3, -1e-6, 1e-9, 1e-6, 1e-3)])
        wanted = np.concatenate([np.linspace(low, 1.0, 200), near[(near >= low) & (near <= 1)]])
        ordinate, fine = curve.at(wanted), curve.trace(1e-7)
        for tolerance in (1e-2, 1e-3, 1e-5):
            x, y, threshold = curve.trace(tolerance)
            assert distance(wanted, ordinate, x, y).max() <= tolerance
            # The other direction: no chord leaves the curve, which a very fine trace stands for.
            middle = np.column_stack([(x[1:] + x[:-1]) / 2, (y[1:] + y[:-1]) / 2])[x[1:] + x[:-1] > -40]
            assert distance(*middle.T, fine.x, fine.y).max() <= tolerance + 1e-7
            assert np.all(np.diff(x) >= 0)
            inside = np.isnan(threshold) & ~np.isin(x, curve.x)
            np.testing.assert_allclose(curve.at(x[inside]), y[inside], rtol=1e-9, atol=1e-12)


def test_the_trace_passes_through_every_vertex_with_its_threshold(curves):
    """But for the vertices that a rule leaves out, or sees at another level."""
    for curve in curves:
        x, y, threshold = curve.trace()
        vertex, kept, level = ~np.isnan(threshold), np.ones(len(curve.x), dtype=bool), curve.y
        if curve.interpolation == "upper-trapezoid":
            kept[1:] = np.diff(curve.x) > 0
        if curve.interpolation == "max-interpolated":
            level = np.maximum.accumulate(curve.y[::-1])[::-1]
        assert threshold[vertex].tolist() == curve.thresholds[kept].tolist()
        assert x[vertex].tolist() == curve.x[kept].tolist()
        assert y[vertex].tolist() == level[kept].tolist()
        # On a vertical the curve has its better end.
        better = np.min if curve.space.name == "det" else np.max
        np.testing.assert_allclose(curve.at(curve.x), [better(y[x == at]) for at in curve.x], rtol=1e-14)
        before = curve.y.tolist()
        y[:] = 0.5
        assert curve.y.tolist() == before


def test_prg_where_recall_gain_is_0(path):
    """Precision gain where TP = πP, interpolated in counts, from the definition; the trace has it."""
    curve, wanted = path.prg(), path.prevalence * path.positives
    k = int(np.argmax(path.tp >= wanted * (1 - 1e-14)))
    part = (wanted - path.tp[k - 1]) / (path.tp[k] - path.tp[k - 1])
    fp = path.fp[k - 1] + part * (path.fp[k] - path.fp[k - 1])
    gain = 1 - path.positives / path.negatives * fp / wanted
    x, y, threshold = curve.trace()
    (first, *_) = np.flatnonzero(x == 0)
    assert float(curve.at(0.0)) == pytest.approx(gain, rel=1e-12, abs=1e-12)
    assert y[first] == pytest.approx(gain, rel=1e-12, abs=1e-12)
    assert np.isnan(threshold[first]) != (0 in curve.x)
    assert (curve.x[-1], curve.y[-1]) == (1, 0)
    # The first step is a ray from the origin, along which precision gain is constant.
    if path.tp[1]:
        assert curve.at(curve.x[0] - np.array([0.1, 1e6])) == pytest.approx(curve.y[0], rel=1e-9)


def test_recall_pi_that_weights_miss_by_rounding_is_recall_gain_0():
    """Recall is π exactly where precision falls from 1; in float64 its gain may be -2e-16."""
    for weight in (1.0, 0.1, 1 / 3, 0.7):
        labels, score = [1, 0, 0, 1, 0, *[1, 1], *[0] * 9], [4, 3, 3, 2, 2, *[1] * 11]
        curve = prplot.from_labels(labels, score, sample_weight=np.full(16, weight)).prg()
        assert curve.y[:2] == pytest.approx([1, 1 / 3])
        assert curve.x[:2] == pytest.approx([0, 0], abs=1e-15)
        assert curve.at(0.0) == pytest.approx(1.0)
    for one, other, behind in ((1, 2, 3), (8, 4, 3)):
        fg, bg = np.array([one, 0, other]) * 0.1, np.array([0, behind, behind]) * 0.1
        curve = prplot.from_weights([3, 2, 1], fg=fg, bg=bg).prg()
        assert curve.x[:2].tolist() == [0, 0]
        assert curve.at(0.0) == 1


# Ordinates and vertices


def test_at_takes_arrays_and_is_nan_outside(curves):
    for curve in curves:
        assert np.isnan(curve.at([1.0000001, 2.0, np.inf, -np.inf, np.nan])).all()
        assert np.ndim(curve.at(0.5)) == 0
        assert curve.at(np.full((2, 3), 0.5)).shape == (2, 3)
        assert curve.at([]).shape == (0,)
        assert curve.at([0.9, np.nan, 0.1])[[0, 2]].tolist() == [float(curve.at(0.9)), float(curve.at(0.1))]
        assert np.isnan(curve.at(-1e-9)) != (curve.space.name == "prg")


@pytest.mark.parametrize(("weight", "third", "fourth"), [(0.1, 14, 16), (0.3, 12, 20)])
def test_on_a_vertical_that_sums_of_weights_miss_by_rounding_the_better_ordinate_counts(weight, third, fourth):
    """The third of 30 positives ends one step of average precision, and the next step begins there."""
    ranks = [1, 2, third, *range(fourth, fourth + 27)]
    labels = np.isin(np.arange(1, fourth + 27), ranks)
    curve = prplot.from_labels(labels, -np.arange(len(labels)), sample_weight=np.full(len(labels), weight)).pr("step")
    assert curve.x[third] != 3 / 30
    assert curve.at(3 / 30) == pytest.approx(max(3 / third, 4 / fourth), rel=1e-12)


def test_the_right_end_with_rare_foreground():
    """Nothing is left to find at recall (gain) 1."""
    for rare in (1e-3, 1e-9, 1e-15):
        path = prplot.from_counts([2, 1], [0.5 * rare, rare], [0.25, 1.0])
        assert path.pr().at(1.0) == pytest.approx(path.prevalence, rel=1e-14)
        assert path.prg().at(1.0) == pytest.approx(0.0, abs=1e-12)
        assert path.roc().at(1.0) == 1.0


def test_vertices_are_the_measures():
    path = PATHS["weights"]
    points = [path.at(threshold) for threshold in path.thresholds[1:]]
    for name, rows, x, y in (
        ("pr", points, "recall", "precision"),
        ("roc", points, "fpr", "recall"),
        ("prg", [point for point in points if point.tp > 0], "recall_gain", "precision_gain"),
    ):
        curve = path.curve(name)
        for found, measure in ((curve.x, x), (curve.y, y)):
            wanted = [getattr(row, measure) for row in rows]
            np.testing.assert_allclose(found[-len(rows) :], wanted, rtol=1e-12, atol=1e-14)
        assert curve.thresholds[-len(rows) :].tolist() == [row.threshold for row in rows]
        assert len(curve.x) == len(rows) + (name != "prg")


@pytest.mark.parametrize("rule", RULES)
def test_where_pr_curves_begin(rule):
    """At the limit of the first step, unless (0, 1) is asked for: which changes the area of two rules."""
    for name, path in PATHS.items():
        if rule in DISCRETE and name in ("soft", "weights"):
            with pytest.raises(prplot.PrplotValueError, match=f"{rule}.*whole counts.*interpolation='continuous'"):
                path.pr(rule)
            continue
        limit, one = path.pr(rule), path.pr(rule, left="one")
        assert (limit.thresholds[0], limit.x[0], limit.y[0]) == (np.inf, 0, path.tp[1] / (path.tp[1] + path.fp[1]))
        assert (one.x[0], one.y[0], float(one.at(0.0))) == (0, 1, 1)
        if rule in ("linear", "upper-trapezoid"):
            # After background alone the line falls at recall 0, which takes no width.
            drops = rule == "linear" and path.tp[1] == 0
            assert (one.area() > limit.area()) == (path.fp[1] > 0 and not drops)
        else:
            assert one.area() == limit.area()
            np.testing.assert_array_equal(one.at(np.linspace(1e-6, 1, 99)), limit.at(np.linspace(1e-6, 1, 99)))


# Chance, best and worst


def test_chance_is_the_area_of_one_tie(path):
    wanted = {"pr": path.prevalence, "prg": 0, "roc": 0.5, "croc": 1 / 7 - 1 / np.expm1(7), "cost": 0.25}
    for space, chance in wanted.items():
        assert path.curve(space).chance == pytest.approx(chance, rel=1e-14, abs=1e-15)
    for kind in KINDS:
        curve = kind.of(PATHS["one tie"])
        assert curve.area() == pytest.approx(curve.chance, abs=1e-15)


def test_best_and_worst_are_curves_of_the_same_kind(curves):
    """Theorem 1 of Keilwagen is one of the continuous interpolation; where others need not obey it they warn."""
    for curve in curves:
        hard, plain = not curve.path.soft, curve.interpolation == "continuous"
        soft = curve.path is PATHS["soft"] and curve.interpolation not in DISCRETE
        obeyed = hard or plain or soft or curve.space.name != "pr"
        with contextlib.nullcontext() if obeyed else pytest.warns(prplot.PrplotWarning, match="Theorem 1"):
            others = curve.best(), curve.worst()
        for other, path in zip(others, (curve.path.best(), curve.path.worst()), strict=True):
            assert other.interpolation == curve.interpolation
            assert type(other.space) is type(curve.space)
            assert other.path.tp.tolist() == path.tp.tolist()
            assert other.path.prevalence == pytest.approx(curve.path.prevalence, rel=1e-14)


# One class only, wrong ranges, names


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_one_class_only_is_nan_with_one_warning_but_precision_is_1(kind):
    for path, said in ((NO_FOREGROUND, "P = 0"), (NO_BACKGROUND, "N = 0")):
        curve = kind.of(path)
        for ask in (lambda c: c.area(), lambda c: c.at([0.2, 0.8]), lambda c: c.chance):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                value = np.asarray(ask(curve))
            if path is NO_BACKGROUND and kind.space == "pr":
                assert np.all(value == 1)
                assert not caught
            else:
                assert np.isnan(value).all()
                assert [(w.category, w.filename) for w in caught] == [(prplot.PrplotWarning, __file__)]
                assert said in str(caught[0].message)
        trace = curve.trace()
        assert trace.x.shape == trace.y.shape == trace.threshold.shape
        assert curve.x.shape == curve.y.shape == curve.thresholds.shape
        with pytest.raises(prplot.PrplotValueError, match="high"):
            curve.area(0.0, 3.0)
    if kind.space == "pr":
        curve = kind.of(NO_BACKGROUND)
        assert curve.area(0.25, 0.5) == pytest.approx(0.25, rel=1e-15)
        assert np.all(curve.y == 1)
        assert np.all(curve.trace().y == 1)
        assert curve.best().area() == curve.worst().area() == 1


# The interpolations of PR, and clipped gains, by what they do


def test_discrete_rules_need_whole_counts_of_their_own_side_only():
    fg, bg = [1, 0, 2], [0.5, 1.5, 0]
    path = prplot.from_weights([3, 2, 1], fg=fg, bg=bg)
    assert np.isfinite(path.pr("discrete-tp").area())
    with pytest.raises(prplot.PrplotValueError, match="false positives"):
        path.pr("discrete-fp")
    with pytest.raises(prplot.PrplotValueError, match="true positives"):
        prplot.from_weights([3, 2, 1], fg=bg, bg=fg).pr("discrete-tp")


@pytest.mark.parametrize("rule", DISCRETE)
def test_intermediate_points_are_whole_counts_on_the_continuous_curve(rule):
    """As Keilwagen et al. 2014, Figure 2, has them: +5 TP and +295 FP. Chords in between leave it."""
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
    for curve in (path.pr(), path.pr(rule)):
        np.testing.assert_allclose(curve.at(x), y, rtol=1e-12)
    for nothing in (prplot.from_labels([1, 0], [2, 1]), NO_FOREGROUND):
        assert [len(part) for part in nothing.pr(rule).intermediate()] == [0, 0]
    with pytest.raises(prplot.PrplotValueError, match=r"no intermediate points.*curve\.trace"):
        path.pr().intermediate()


def test_what_the_other_rules_do(path):
    recall = np.linspace(0, 1, 301)
    most = path.pr("max-interpolated").at(recall)
    assert np.all(np.diff(most) <= 0)
    assert np.all(most >= path.pr("step").at(recall))
    for left in ("limit", "one"):
        curve = path.pr("linear", left=left)
        assert curve.area() == pytest.approx(np.trapezoid(curve.y, curve.x), rel=1e-12)
    clipped, signed, x = path.prg(clip=True), path.prg(), np.linspace(-2, 1, 301)
    np.testing.assert_allclose(clipped.at(x), np.maximum(signed.at(x), 0), rtol=1e-9, atol=1e-12)
    assert clipped.trace().y.min() >= 0
    assert "clipped" in repr(clipped)
    assert "AUPRG, " in repr(signed)
