"""The vertical mean of curves: its points, its area, its drawing."""

import io
import math
import warnings
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot
from prplot.errors import PrplotTypeError, PrplotValueError, PrplotWarning
from prplot.uncertainty import mean_area, mean_curve

FINE = np.linspace(0, 1, 4001)


def fold(seed, positives=20, negatives=30, decimals=1):
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    return prplot.from_labels(labels, np.round(rng.normal(labels, 1), decimals))


SAME = [fold(seed) for seed in range(3)]
# Denominators that have common fractions, which round to one number by different ways.
DIFFERENT = [fold(1, 6, 9), fold(2, 3, 21), fold(3, 14, 7, decimals=0)]
KINDS = {
    "pr": {},
    "pr step": {"interpolation": "step"},
    "pr linear": {"interpolation": "linear"},
    "pr max": {"interpolation": "max-interpolated"},
    "pr left one": {"left": "one"},
    "prg": {},
    "prg clip": {"clip": True},
    "roc": {},
    "croc": {},
    "croc power": {"magnifier": "power"},
    "cost": {},
}


def mean_of(paths, kind):
    return mean_curve(paths, kind.split()[0], **KINDS[kind])


def straight_area(x, y):
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))


@pytest.mark.parametrize("kind", KINDS)
def test_its_ordinates_and_its_area_are_the_means(kind):
    mean = mean_of(SAME, kind)
    assert len(mean) == 3
    x = np.concatenate([FINE, *(curve.x for curve in mean.curves)])
    wanted = np.mean([curve.at(x) for curve in mean.curves], axis=0)
    np.testing.assert_allclose(mean.at(x), wanted, rtol=1e-14, atol=1e-15)
    for low, high in ((0, 1), (0.1, 0.35)):
        areas = [curve.area(low, high) for curve in mean.curves]
        assert mean.area(low, high) == pytest.approx(np.mean(areas), rel=1e-13)
    assert mean.area() == mean_area(SAME, kind.split()[0], **KINDS[kind]).mean


@pytest.mark.filterwarnings("ignore:the vertical mean")
@pytest.mark.parametrize("kind", ["roc", "prg", "cost"])
@pytest.mark.parametrize("paths", [SAME, DIFFERENT], ids=["same", "different"])
def test_where_curves_are_straight_the_polygon_is_the_mean(kind, paths):
    mean = mean_of(paths, kind)
    for x, y in ((mean.x, mean.y), mean.trace()[:2]):
        assert (np.diff(x) >= 0).all()
        assert (x[0], x[-1]) == (0, 1)
        # Both ends of every vertical are there, so the area is exact.
        assert straight_area(x, y) == pytest.approx(mean.area(), rel=1e-12)
        assert not (np.diff(x) == 0).all()


@pytest.mark.parametrize("kind", ["pr step", "pr linear", "pr max"])
def test_steps_and_chords_keep_their_corners(kind):
    mean = mean_of(SAME, kind)
    assert straight_area(*mean.trace()[:2]) == pytest.approx(mean.area(), rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_its_points_are_on_the_curve(kind):
    mean = mean_of(SAME, kind)
    for x, y in ((mean.x, mean.y), mean.trace()[:2]):
        single = np.append(np.diff(x) > 0, True) & np.append(True, np.diff(x) > 0)
        np.testing.assert_allclose(y[single], mean.at(x[single]), rtol=1e-13, atol=1e-15)
        assert (mean.at(x) >= y - 1e-13).all()


def test_two_folds_by_hand():
    # (fpr, tpr): 0,0 0,1/2 1,1/2 1,1 and 0,0 1/3,0 1/3,1 1,1.
    mean = mean_curve([prplot.from_labels([1, 0, 1], [3, 2, 1]), prplot.from_labels([0, 1, 0, 0], [4, 3, 2, 1])], "roc")
    third = 1 / 3
    assert list(zip(mean.x.tolist(), mean.y.tolist(), strict=True)) == [
        (0, 0), (0, 0.25), (third, 0.25), (third, 0.75), (2 / 3, 0.75), (1, 0.75), (1, 1),
    ]  # fmt: skip
    assert mean.area() == pytest.approx(7 / 12, rel=1e-15)
    assert mean.at([0, 0.2, third, 1]).tolist() == [0.25, 0.25, 0.75, 1]
    assert isinstance(mean.at(0.5), float)
    assert not mean.x.flags.writeable
    assert not mean.y.flags.writeable


@pytest.mark.parametrize("space", ["roc", "prg"])
def test_common_abscissae_that_round_differently_are_one(space):
    # The same sample in another unit: its rates are the same fractions, of sums that round.
    path = SAME[0]
    rows = path.sample
    scaled = [prplot.from_weights(rows.score, fg=unit * rows.fg, bg=unit * rows.bg) for unit in (0.1, 0.7, 1e-5)]
    mean = mean_curve([path, *scaled], space)
    assert len(np.unique(np.concatenate([curve.x for curve in mean.curves]))) > len(np.unique(path.curve(space).x))
    seen = mean_curve(path, space)
    np.testing.assert_allclose(mean.x, seen.x, atol=1e-14)
    np.testing.assert_allclose(mean.y, seen.y, atol=1e-14)


@pytest.mark.filterwarnings("ignore:the vertical mean in Precision-Recall-Gain space")
def test_linear_averaging_of_gains_at_one_recall_gain():
    paths = DIFFERENT
    x = Fraction(1, 2)
    wanted = []
    for path in paths:
        p, n = Fraction(path.positives), Fraction(path.negatives)
        pi = p / (p + n)
        tp = p * pi / (1 - (1 - pi) * x)
        row = next(k for k, t in enumerate(path.tp) if t >= tp)
        t0, t1, f0, f1 = (Fraction(v) for v in (path.tp[row - 1], path.tp[row], path.fp[row - 1], path.fp[row]))
        fp = f0 + (tp - t0) / (t1 - t0) * (f1 - f0)
        wanted.append(1 - p / n * fp / tp)
    assert mean_curve(paths, "prg").at(0.5) == pytest.approx(float(sum(wanted) / 3), rel=1e-13)


def distance_to(x, y, px, py):
    """Return the distance of points from a polyline."""
    nearest = np.full(len(px), np.inf)
    for x0, y0, x1, y1 in zip(x[:-1], y[:-1], x[1:], y[1:], strict=True):
        dx, dy = x1 - x0, y1 - y0
        size = dx * dx + dy * dy
        part = np.clip(((px - x0) * dx + (py - y0) * dy) / size, 0, 1) if size else 0
        nearest = np.minimum(nearest, np.hypot(px - x0 - part * dx, py - y0 - part * dy))
    return nearest


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tolerance", [3e-2, 1e-3])
def test_the_trace_is_as_close_as_was_asked(kind, tolerance):
    mean = mean_of(SAME, kind)
    x, y, threshold = mean.trace(tolerance)
    assert np.isnan(threshold).all()
    # Off the verticals, where ordinates are a range.
    points = np.unique(np.concatenate([FINE[:-1:4] + 1.23e-5, np.geomspace(1e-6, 1e-2, 50)]))
    assert distance_to(x, y, points, mean.at(points)).max() <= tolerance


@pytest.mark.parametrize("space", ["pr", "croc"])
@pytest.mark.parametrize("tolerance", [1e-2, 1e-3])
def test_steep_arcs_are_followed_too(space, tolerance):
    # One fold begins with background and rises steeply, the other falls as steeply.
    paths = [
        prplot.from_counts([3, 2, 1], [0, 99, 100], [1e-3, 1e-3, 50]),
        prplot.from_counts([3, 2, 1], [3e-3, 99, 100], [0, 50, 50]),
        prplot.from_counts([3, 2, 1], [1, 99, 100], [0, 1e-2, 50]),
    ]
    mean = mean_curve(paths, space)
    x, y, _ = mean.trace(tolerance)
    points = np.unique(np.concatenate([np.geomspace(1e-7, 0.99, 1000), FINE[1:-1:4] + 1.23e-5]))
    assert distance_to(x, y, points, mean.at(points)).max() <= tolerance
    assert straight_area(x, y) == pytest.approx(mean.area(), abs=tolerance)


@pytest.mark.parametrize("space", ["pr", "prg", "gains", "lift"])
def test_one_warning_where_curves_depend_on_prevalences_that_differ(space):
    with pytest.warns(PrplotWarning, match=r"prevalences from 0\.125 to 0\.6667.*pool.*normalized=True") as caught:
        mean_curve(DIFFERENT, space)
    assert len(caught) == 1
    assert caught[0].filename == __file__


@pytest.mark.parametrize("space", ["roc", "croc", "det", "cost"])
def test_no_warning_where_the_baseline_stays(space):
    assert mean_curve(DIFFERENT, space).curves[0].space.name == space


def test_no_warning_at_one_prevalence():
    mean_curve(SAME)
    seen = mean_curve(DIFFERENT, prevalence=0.2)
    assert seen.space.prevalence == pytest.approx(0.2, rel=1e-12)
    # The same ratio of other sizes.
    mean_curve([fold(1, 6, 9), fold(2, 20, 30), fold(3, 2, 3)])


def test_the_space_is_at_the_merged_prevalence():
    mean = mean_curve(DIFFERENT, "roc")
    assert mean.space.prevalence == pytest.approx(23 / 60, rel=1e-15)
    np.testing.assert_allclose(mean.prevalences, [6 / 15, 3 / 24, 14 / 21], rtol=1e-15)
    assert mean_curve(SAME).space == SAME[0].pr().space
    assert mean_curve(SAME, "croc", alpha=5).space.alpha == 5


def test_labels():
    a, b = (prplot.from_labels([1, 0], [2, 1], name=name) for name in ("a", "b"))
    assert [mean_curve(p).label for p in (SAME, [a, a], [a, b], a)] == [
        "mean of 3",
        "a, mean of 2",
        "mean of 2",
        "a, mean of 1",
    ]
    assert mean_curve([a, b], label="both").label == "both"
    assert [c.label for c in mean_curve({"x": a, "y": b.pr()}).curves] == ["x", "y"]
    assert repr(mean_curve(SAME)) == ("MeanCurve('mean of 3', Precision-Recall, area, continuous, prevalence 0.4)")


def test_outside_the_domain_there_is_nothing():
    mean = mean_curve(SAME, "roc")
    assert np.isnan(mean.at([-0.1, 1.1, math.nan])).all()


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (
            lambda: mean_curve({"a": SAME[0], "b": prplot.from_labels([0, 0], [2, 1])}, "roc"),
            PrplotValueError,
            r"b is not: .*P = 0.*Leave it out",
        ),
        (lambda: mean_curve([]), PrplotValueError, "curves must be .* got none"),
        (lambda: mean_curve([SAME[0].prg(), SAME[1].prg(clip=True)]), PrplotValueError, "one kind"),
        (lambda: mean_curve(SAME).trace(0), PrplotValueError, "tolerance must be a positive number"),
        (lambda: mean_curve(SAME).area(0.5, 0.2), PrplotValueError, "low must be at most high"),
        (lambda: mean_curve(SAME).at("half"), PrplotTypeError, "x must hold real numbers"),
    ],
)
def test_errors(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


@pytest.mark.parametrize("kind", KINDS)
def test_a_mean_is_drawn_where_it_is(kind):
    """Alone, by its method, and by name among curves; the number is the mean of the areas."""
    paths = SAME
    space, options = kind.split()[0], KINDS[kind]
    mean = mean_of(paths, kind)
    areas = [path.curve(space, **options).area() for path in paths]
    alone = mean.plot()
    among = prplot.plot({"A": mean, "B": paths[0].curve(space, **options)})
    by_name = among.lines[0].get_label()
    for drawn in (alone, prplot.plot([mean]), among):
        drawn.figure.canvas.draw()
        x, y = (np.asarray(c) for c in drawn.lines[0].get_data())
        look = np.linspace(0.003, 0.997, 301)
        look = look[np.abs(look[:, None] - mean.x).min(axis=1) > 1e-3]
        np.testing.assert_allclose(np.interp(look, x, y), mean.at(look), atol=2e-3)
    assert f"{math.fsum(areas) / 3:.3f}" in alone.legend.get_texts()[0].get_text()
    assert by_name.startswith("A, mean of 3")
    assert "mean of 3" in alone.alt_text()
    assert f"{math.fsum(areas) / 3:.3f}" in mean.describe()
    assert "vertical mean of 3 curves" in mean.methods()
    for drawn in (alone, among):
        plt.close(drawn.figure)


def test_a_mean_has_the_surroundings_of_its_space():
    ax = Figure().add_subplot()
    drawn = mean_curve(SAME, "pr").plot(ax, best=True)
    assert {"unachievable", "iso_f", "chance", "always_positive"} <= set(drawn.surroundings)
    assert mean_curve(SAME, "pr").plot(ax, best=True).surroundings.keys() <= {"best"}
    ax.figure.canvas.draw()
    ax.figure.savefig(io.BytesIO(), format="svg")
    with pytest.raises(PrplotValueError, match="one space"):
        prplot.plot([mean_curve(SAME, "pr"), SAME[0].roc()])


def test_equal_prevalences_are_said_once():
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    assert repr(prplot.mean_curve([path, path])).endswith("continuous, prevalence 0.5)")
    other = prplot.from_labels([1, 0, 1, 0, 0], [4, 3, 2, 1, 0])
    assert "prevalences from 0.4 to 0.5" in repr(prplot.mean_curve([path, other], "roc"))


# Curves that end early.


def early(seed, positives=30, negatives=None, count=40):
    rng = np.random.default_rng(seed)
    label = rng.random(count) < 0.5
    return prplot.from_labels(
        label, rng.normal(size=count).round(1) + label, positives=positives + seed, negatives=negatives, name=f"q{seed}"
    )


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])
def test_the_area_under_a_mean_of_curves_that_end_early_is_the_mean_of_their_areas(space):
    paths = [early(seed, negatives=None if space == "pr" else 25 + seed) for seed in range(4)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        mean = prplot.mean_curve(paths, space)
    areas = [path.curve(space).area() for path in paths]
    assert mean.area() == pytest.approx(np.mean(areas), rel=1e-12)
    x, y, _ = mean.trace(1e-5)
    assert x[-1] == 1
    assert np.sum(np.diff(x) * (y[:-1] + y[1:]) / 2) == pytest.approx(np.mean(areas), abs=1e-4)


def test_the_interpolated_recall_precision_graph():
    """At each recall the mean over queries of the largest precision at that recall or a larger one, else 0."""
    paths = [early(seed) for seed in range(5)]
    mean = prplot.mean_curve(paths, interpolation="max-interpolated")
    for level in (0.0, 0.1, 0.25, 0.5, 0.6, 0.9, 1.0):
        largest = [
            max((t / (t + f) for t, f in zip(p.tp[1:], p.fp[1:], strict=True) if t >= level * p.positives), default=0)
            for p in paths
        ]
        assert mean.at(level) == pytest.approx(np.mean(largest), rel=1e-12)


def test_queries_without_an_answer_count_as_0():
    paths = [early(1), prplot.from_labels([], [], positives=3)]
    mean = prplot.mean_curve(paths, interpolation="step")
    assert mean.area() == pytest.approx(paths[0].pr("step").area() / 2, rel=1e-12)
    assert mean.at([0.0, 1.0]).tolist() == [paths[0].pr("step").at(0.0) / 2, 0]
    artists = mean.plot()
    artists.figure.draw_without_rendering()
    assert set(artists.surroundings) == {"iso_f"}
    assert "not known" in mean.methods()


def test_a_mean_of_curves_that_reach_recall_1_does_not_fall_there():
    """Where nobody counts negatives, too: (1 + 1/2) / 2 at recall 1 by hand, as with the largest precision beyond."""
    paths = [prplot.from_labels(labels, -np.arange(len(labels)), positives=2) for labels in ([1, 0, 1], [1, 0, 0, 1])]
    mean = prplot.mean_curve(paths, interpolation="max-interpolated")
    assert float(mean.at(1.0)) == mean.y[-1] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert np.all(mean.y > 0.5)
    early = prplot.mean_curve([*paths, prplot.from_labels([1], [1], positives=2)], interpolation="max-interpolated")
    assert early.y[-1] == pytest.approx((2 / 3 + 1 / 2) / 3)


def test_a_mean_of_froc_curves_goes_to_1_per_image():
    """The one has recall 1/2 from 0 on and ends at 1/2, the other 1/3, from 1 on 2/3, and goes on beyond."""
    paths = [
        prplot.from_labels([1, 0], [2, 1], positives=2),
        prplot.from_labels([1, 0, 0, 1, 0], -np.arange(5), positives=3),
    ]
    mean = prplot.mean_curve([path.froc(images=2) for path in paths])
    assert (mean.x[0], mean.x[-1]) == (0.0, 1.0)
    np.testing.assert_allclose(mean.at([0.25, 0.75]), (1 / 2 + 1 / 3) / 2)
    assert mean.area() == pytest.approx((1 / 2 + 1 / 3) / 2)


def test_undefined_curves_are_left_out_where_that_is_said():
    folds = {
        "a": prplot.from_labels([1, 0, 1], [3, 2, 1]),
        "none": prplot.from_labels([0, 0], [2, 1]),
        "b": prplot.from_labels([0, 1, 0, 0], [4, 3, 2, 1]),
    }
    with pytest.raises(PrplotValueError, match=r"none is not: .*Leave it out with undefined='omit', or merge"):
        prplot.mean_curve(folds, "roc")
    mean = prplot.mean_curve(folds, "roc", undefined="omit")
    defined = prplot.mean_curve({name: folds[name] for name in "ab"}, "roc")
    assert [curve.label for curve in mean.curves] == ["a", "b"]
    assert mean.label == "mean of 2; 1 of 3 undefined and left out"
    assert mean.area() == defined.area() == (0.5 + 2 / 3) / 2
    with pytest.raises(PrplotValueError, match=r"is not: .*Merge samples with prplot\.pool"):
        prplot.mean_curve({"none": folds["none"]}, "roc", undefined="omit")
    with pytest.raises(PrplotValueError, match="undefined must be one of"):
        prplot.mean_curve(folds, "roc", undefined="drop")


@pytest.mark.parametrize(
    ("name", "words"),
    [("interval", "prplot.mean_area(mean.curves).interval()"), ("band", "prplot.draw.spread(mean.curves)"), ("no", "")],
)
def test_what_curves_have_is_looked_for_elsewhere(name, words):
    paths = [prplot.simulate.binormal(1).sample(200, prevalence=0.3, rng=seed) for seed in (1, 2, 3)]
    mean = prplot.mean_curve(paths, "roc")
    assert not hasattr(mean, name)
    with pytest.raises(AttributeError, match=f"'MeanCurve' object has no attribute '{name}'") as caught:
        getattr(mean, name)
    assert words in str(caught.value)
    # What is named there works.
    prplot.mean_area(mean.curves).interval(independent=True)
    prplot.pool(paths, calibrated=True).roc().band(n=20, rng=1)
