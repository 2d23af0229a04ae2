"""The vertical mean of curves: its points, its area, its drawing."""

import math

import numpy as np
import pytest

import prplot
from prplot import PrplotValueError, PrplotWarning, mean_area, mean_curve

FINE = np.linspace(0, 1, 4001)


def fold(seed, positives=20, negatives=30, decimals=1):
    labels = np.repeat([1, 0], [positives, negatives])
    return prplot.from_labels(labels, np.round(np.random.default_rng(seed).normal(labels, 1), decimals))


def early(seed, negatives=None):
    rng = np.random.default_rng(seed)
    label = rng.random(40) < 0.5
    score = rng.normal(size=40).round(1) + label
    return prplot.from_labels(label, score, positives=30 + seed, negatives=negatives)


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
STRAIGHT = ("roc", "prg", "cost", "pr step", "pr linear", "pr max")


def under(x, y):
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))


@pytest.mark.filterwarnings("ignore:the .*mean")
@pytest.mark.parametrize("paths", [SAME, DIFFERENT], ids=["same", "different"])
def test_its_ordinates_and_its_area_are_the_means(paths):
    for kind, options in KINDS.items():
        mean = mean_curve(paths, kind.split()[0], **options)
        x = np.concatenate([FINE, *(curve.x for curve in mean.curves)])
        wanted = np.mean([curve.at(x) for curve in mean.curves], axis=0)
        np.testing.assert_allclose(mean.at(x), wanted, rtol=1e-14, atol=1e-15)
        for ends in ((0, 1), (0.1, 0.35)):
            assert mean.area(*ends) == pytest.approx(np.mean([c.area(*ends) for c in mean.curves]), rel=1e-13)
        assert mean.area() == mean_area(paths, kind.split()[0], **options).mean
        for x, y in ((mean.x, mean.y), mean.trace()[:2]):
            assert (np.diff(x) >= 0).all()
            single = np.append(np.diff(x) > 0, True) & np.append(True, np.diff(x) > 0)
            np.testing.assert_allclose(y[single], mean.at(x[single]), rtol=1e-13, atol=1e-15)
        # Both ends of every vertical are there, so that the area of straight lines is exact.
        assert kind not in STRAIGHT or under(x, y) == pytest.approx(mean.area(), rel=1e-12)


def test_two_folds_by_hand():
    # (fpr, tpr): 0,0 0,1/2 1,1/2 1,1 and 0,0 1/3,0 1/3,1 1,1.
    mean = mean_curve([prplot.from_labels([1, 0, 1], [3, 2, 1]), prplot.from_labels([0, 1, 0, 0], [4, 3, 2, 1])], "roc")
    third = 1 / 3
    assert list(zip(mean.x.tolist(), mean.y.tolist(), strict=True)) == [
        (0, 0), (0, 0.25), (third, 0.25), (third, 0.75), (2 / 3, 0.75), (1, 0.75), (1, 1),
    ]  # fmt: skip
    assert mean.area() == pytest.approx(7 / 12, rel=1e-15)
    assert mean.at([0, 0.2, third, 1]).tolist() == [0.25, 0.25, 0.75, 1]
    assert np.isnan(mean.at([-0.1, 1.1, math.nan])).all()
    assert isinstance(mean.at(0.5), float)
    assert not mean.x.flags.writeable


def test_one_warning_where_curves_depend_on_prevalences_that_differ():
    for space in ("pr", "prg", "gains", "lift"):
        with pytest.warns(PrplotWarning, match=r"from 0\.125 to 0\.6667.*pool.*normalized=True") as caught:
            mean_curve(DIFFERENT, space)
        assert [warning.filename for warning in caught] == [__file__]
    for space in ("roc", "croc", "det", "cost"):
        assert mean_curve(DIFFERENT, space).curves[0].space.name == space
    mean_curve([fold(1, 6, 9), fold(2, 20, 30)])
    assert mean_curve(DIFFERENT, prevalence=0.2).space.prevalence == pytest.approx(0.2, rel=1e-12)
    mean = mean_curve(DIFFERENT, "roc")
    assert mean.space.prevalence == pytest.approx(23 / 60, rel=1e-15)
    np.testing.assert_allclose(mean.prevalences, [6 / 15, 3 / 24, 14 / 21], rtol=1e-15)
    assert "prevalences from 0.125 to 0.6667" in repr(mean)
    assert mean_curve(SAME, "croc", alpha=5).space.alpha == 5


@pytest.mark.parametrize("kind", ["pr", "pr step", "prg", "cost"])
def test_a_mean_is_drawn_where_it_is(kind):
    """Alone, by its method, and by name among curves; the number is the mean of the areas."""
    space, options = kind.split()[0], KINDS[kind]
    mean = mean_curve(SAME, space, **options)
    alone, among = mean.plot(), prplot.plot({"A": mean, "B": SAME[0].curve(space, **options)})
    assert among.lines[0].get_label().startswith("A, mean of 3")
    for drawn in (alone, among):
        drawn.figure.canvas.draw()
        x, y = (np.asarray(c) for c in drawn.lines[0].get_data())
        look = np.linspace(0.003, 0.997, 301)
        look = look[np.abs(look[:, None] - mean.x).min(axis=1) > 1e-3]
        np.testing.assert_allclose(np.interp(look, x, y), mean.at(look), atol=2e-3)
    for text in (alone.legend.get_texts()[0].get_text(), mean.describe()):
        assert f"{mean.area():.3f}" in text
    assert "mean of 3" in alone.alt_text()
    assert "vertical mean of 3 curves" in mean.methods()


# Curves that end early.


@pytest.mark.filterwarnings("ignore:the .*mean")
def test_curves_that_end_early_earn_nothing_beyond():
    for space in ("pr", "prg", "roc", "croc"):
        paths = [early(seed, None if space == "pr" else 25 + seed) for seed in range(4)]
        mean = mean_curve(paths, space)
        wanted = np.mean([path.curve(space).area() for path in paths])
        assert mean.area() == pytest.approx(wanted, rel=1e-12)
        x, y, _ = mean.trace(1e-5)
        assert (x[-1], under(x, y)) == (1, pytest.approx(wanted, abs=1e-4))
    nothing = mean_curve([early(1), prplot.from_labels([], [], positives=3)], interpolation="step")
    assert nothing.area() == pytest.approx(early(1).pr("step").area() / 2, rel=1e-12)
    assert nothing.at([0.0, 1.0]).tolist() == [early(1).pr("step").at(0.0) / 2, 0]
    assert set(nothing.plot().surroundings) == {"iso_f"}
    assert "not known" in nothing.methods()


def test_the_interpolated_recall_precision_graph():
    """At each recall the mean over queries of the largest precision at that recall or a larger one, else 0."""
    paths = [early(seed) for seed in range(5)]
    mean = mean_curve(paths, interpolation="max-interpolated")
    for level in (0.0, 0.1, 0.25, 0.5, 0.6, 0.9, 1.0):
        largest = [
            max((t / (t + f) for t, f in zip(p.tp[1:], p.fp[1:], strict=True) if t >= level * p.positives), default=0)
            for p in paths
        ]
        assert mean.at(level) == pytest.approx(np.mean(largest), rel=1e-12)
    # Curves that reach recall 1 do not fall there, where nobody counts negatives, too.
    paths = [prplot.from_labels(labels, -np.arange(len(labels)), positives=2) for labels in ([1, 0, 1], [1, 0, 0, 1])]
    mean = mean_curve(paths, interpolation="max-interpolated")
    assert float(mean.at(1.0)) == mean.y[-1] == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_undefined_curves_are_named_or_left_out():
    none, a = prplot.from_labels([0, 0], [2, 1]), prplot.from_labels([1, 0, 1], [3, 2, 1])
    folds = {"a": a, "none": none, "b": prplot.from_labels([0, 1, 0, 0], [4, 3, 2, 1])}
    with pytest.raises(PrplotValueError, match=r"none is not: .*Leave it out with undefined='omit', or merge"):
        mean_curve(folds, "roc")
    mean = mean_curve(folds, "roc", undefined="omit")
    assert [curve.label for curve in mean.curves] == ["a", "b"]
    assert mean.label == "mean of 2; 1 of 3 undefined and left out"
    assert mean.area() == (0.5 + 2 / 3) / 2
    with pytest.raises(PrplotValueError, match=r"is not: .*Merge samples with prplot\.pool"):
        mean_curve({"none": none}, "roc", undefined="omit")
