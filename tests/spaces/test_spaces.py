"""One contract for all spaces: maps, inverses, lines and limits."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.spaces import SPACES, Space, space_class

PREVALENCES = [1e-6, 0.03, 0.5, 0.8, 1 - 1e-6]
# In these a point of the square is a point; cost space is a file of its own.
POINTWISE = [space for space in SPACES if space.pointwise]
# Spaces in which every straight step of the path is straight, and those in which every ray from the origin is.
STRAIGHT = {"prg", "roc", "gains", "det"}
STRAIGHT_RAYS = {"pr", *STRAIGHT, "lift"}
# What the rates (fpr, tpr) are seen as, from the definitions.
DEFINITIONS = {
    "pr": lambda f, t, pi: (t, pi * t / (pi * t + (1 - pi) * f)),
    "prg": lambda f, t, pi: (1 - pi / (1 - pi) * (1 - t) / t, 1 - f / t),
    "roc": lambda f, t, _: (f, t),
    "croc": lambda f, t, _: ((1 - np.exp(-7 * f)) / (1 - np.exp(-7)), t),
    "gains": lambda f, t, pi: (pi * t + (1 - pi) * f, t),
    "lift": lambda f, t, pi: (pi * t + (1 - pi) * f, t / (pi * t + (1 - pi) * f)),
    "det": lambda f, t, _: (f, 1 - t),
}
# Where nothing is predicted, and everything, and where a perfect ranking has all foreground; if not as in ROC.
ORIGIN = {"pr": (0.0, np.nan), "prg": (-np.inf, np.nan), "lift": (0.0, np.nan), "det": (0.0, 1.0)}


@pytest.fixture(params=POINTWISE, ids=lambda space: space.name)
def kind(request):
    return request.param


@pytest.fixture(params=PREVALENCES)
def space(request, kind):
    return kind(request.param)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def lossy(space):
    """How much a coordinate magnifies its rounding on the way back."""
    if space.name == "croc":
        # The slope of the inverse at fpr = 1.5, the largest asked.
        return 1e-14 * np.exp(1.5 * space.alpha) / space.alpha
    return 1e-14 * max(space.odds, 1 / space.odds, 1)


def grid(values):
    return (c.ravel() for c in np.meshgrid(values, values))


def test_definitions(space):
    f, t = grid(np.linspace(0.01, 0.99, 25))
    for found, wanted in zip(space.forward(f, t), DEFINITIONS[space.name](f, t, space.prevalence), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


def test_round_trip_inside(space):
    f, t = grid(np.linspace(0.01, 0.99, 25))
    back = space.inverse(*space.forward(f, t))
    np.testing.assert_allclose(back, (f, t), rtol=0, atol=lossy(space))


@pytest.mark.parametrize("edge", ["fpr = 0", "fpr = 1", "tpr = 1", "beyond fpr = 1"])
def test_round_trip_on_the_edges(space, edge):
    along = np.linspace(0.01, 1.0, 30)
    f, t = {
        "fpr = 0": (np.zeros(30), along),
        "fpr = 1": (np.ones(30), along),
        "tpr = 1": (along, np.ones(30)),
        "beyond fpr = 1": (np.full(30, 1.5), along),
    }[edge]
    np.testing.assert_allclose(space.inverse(*space.forward(f, t)), (f, t), rtol=0, atol=lossy(space))


def test_round_trip_the_other_way(space):
    f, t = grid(np.linspace(0.05, 0.95, 12))
    x, y = space.forward(f, t)
    again = space.forward(*space.inverse(x, y))
    np.testing.assert_allclose(again[0], x, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(again[1], y, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("direction", ["forward", "inverse"])
def test_scalars_and_broadcasting(space, direction):
    to = getattr(space, direction)
    assert [np.ndim(c) for c in to(0.5, 0.25)] == [0, 0]
    assert [float(c) for c in to(0.5, 0.25)] == [c[0] for c in to([0.5], [0.25])]
    assert [c.shape for c in to([0.5, 0.6, 0.7], 0.25)] == [(3,), (3,)]
    assert [c.shape for c in to(np.full((2, 1), 0.5), [0.2, 0.3, 0.4])] == [(2, 3), (2, 3)]
    assert [c.shape for c in to([], [])] == [(0,), (0,)]


@pytest.mark.parametrize("direction", ["forward", "inverse"])
def test_the_input_is_neither_changed_nor_shared(space, direction):
    a, b = np.array([0.5, 0.6]), np.array([0.2, 0.3])
    for found in getattr(space, direction)(a, b):
        found[:] = 9.0
    assert (a.tolist(), b.tolist()) == ([0.5, 0.6], [0.2, 0.3])


def test_the_origin_is_silent(space):
    x, y = space.forward(0.0, 0.0)
    wanted = ORIGIN.get(space.name, (0.0, 0.0))
    np.testing.assert_equal((float(x), float(y)), wanted)


def test_nothing_found_yet_is_silent(space):
    x, y = space.forward(0.3, 0.0)
    with np.errstate(divide="ignore"):
        wanted = DEFINITIONS[space.name](np.float64(0.3), np.float64(0.0), space.prevalence)
    assert (float(x), float(y)) == pytest.approx(wanted, rel=1e-14)


def test_the_corners(space):
    pi = space.prevalence
    everything = {"pr": (1.0, pi), "prg": (1.0, 0.0), "det": (1.0, 0.0)}.get(space.name, (1.0, 1.0))
    assert [float(c) for c in space.forward(1.0, 1.0)] == pytest.approx(everything, rel=1e-12)
    found = {"pr": (1.0, 1.0), "prg": (1.0, 1.0), "gains": (pi, 1.0), "lift": (pi, 1 / pi), "det": (0.0, 0.0)}
    perfect = found.get(space.name, (0.0, 1.0))
    assert [float(c) for c in space.forward(0.0, 1.0)] == pytest.approx(perfect, rel=1e-12)


# Polylines


def test_trace_is_point_by_point_but_for_the_origin(space):
    f, t = [0.0, 0.1, 0.4, 1.0], [0.0, 0.5, 0.8, 1.0]
    (x, y), (wanted_x, wanted_y) = space.trace(f, t), space.forward(f, t)
    np.testing.assert_array_equal(x, wanted_x)
    np.testing.assert_array_equal(y[1:], wanted_y[1:])
    assert y[0] == (y[1] if np.isnan(ORIGIN.get(space.name, (0, 0))[1]) else wanted_y[0])


def test_the_limit_at_the_origin_is_that_along_the_first_segment(space):
    f, t = [0.0, 0.1, 0.4, 1.0], [0.0, 0.5, 0.8, 1.0]
    _, y = space.trace(f, t)
    _, close = space.forward(1e-9 * 0.1, 1e-9 * 0.5)
    assert y[0] == pytest.approx(float(close), rel=1e-9, abs=1e-9)


def test_a_background_only_start_has_no_precision(space):
    _, y = space.trace([0.0, 0.2, 1.0], [0.0, 0.0, 1.0])
    assert y[0] == y[1] == {"prg": -np.inf, "det": 1.0}.get(space.name, 0.0)


def test_trace_of_one_point(space):
    assert [c.shape for c in space.trace(0.2, 0.6)] == [(1,), (1,)]


def bend(space, f, t):
    """How far the images of inner points of a segment are from the chord between its ends."""
    part = np.linspace(0.0, 1.0, 9)
    x, y = space.forward(f[0] + part * (f[1] - f[0]), t[0] + part * (t[1] - t[0]))
    size = np.hypot(x[-1] - x[0], y[-1] - y[0])
    return np.max(np.abs((x - x[0]) * (y[-1] - y[0]) - (y - y[0]) * (x[-1] - x[0]))) / size


@pytest.mark.parametrize("prevalence", [0.03, 0.5, 0.8])
def test_straight_steps_stay_straight_or_bend(kind, rng, prevalence):
    space = kind(prevalence)
    bends = []
    for _ in range(50):
        f, t = np.sort(rng.uniform(0.05, 1.0, (2, 2)))
        bends.append(bend(space, f, t))
    if space.name in STRAIGHT:
        assert max(bends) < 1e-11
    else:
        assert np.median(bends) > 1e-3


def test_rays_from_the_origin_stay_straight_but_where_rates_are_magnified(space):
    if space.name not in STRAIGHT_RAYS:
        assert bend(space, (0.05, 0.5), (0.1, 1.0)) > 0.05
        return
    assert bend(space, (0.05, 0.5), (0.1, 1.0)) < 1e-9
    assert bend(space, (0.05, 0.5), (0.04, 0.4)) < 1e-9


def apart(x, y, line_x, line_y):
    ax, ay, bx, by = line_x[:-1], line_y[:-1], np.diff(line_x), np.diff(line_y)
    length = np.where(bx**2 + by**2 > 0, bx**2 + by**2, 1.0)
    part = np.clip(((x[:, None] - ax) * bx + (y[:, None] - ay) * by) / length, 0, 1)
    return np.hypot(x[:, None] - ax - part * bx, y[:, None] - ay - part * by).min(axis=1).max()


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3, 1e-5])
@pytest.mark.parametrize("rising", [True, False])
def test_follow_is_within_tolerance_of_the_dense_image(kind, rng, tolerance, rising):
    """Paths only rise; isolines and regions also run the other way."""
    for prevalence in (0.03, 0.5, 0.8):
        space = kind(prevalence)
        for _ in range(10):
            f, t = np.sort(rng.uniform(0.05, 1.0, (2, 2)))
            t = t if rising else t[::-1]
            part = np.linspace(0.0, 1.0, 300)
            image = space.forward(f[0] + part * (f[1] - f[0]), t[0] + part * (t[1] - t[0]))
            assert apart(*image, *space.follow(f, t, tolerance)) <= tolerance


class Halved(prplot.PR):
    """A bending space without a closed form: refined by the halving that every space inherits."""

    insertions = Space.insertions


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3, 1e-5])
def test_inherited_refinement_is_within_tolerance(rng, tolerance):
    for prevalence in (0.03, 0.5, 0.8):
        space = Halved(prevalence)
        for _ in range(10):
            f, t = np.sort(rng.uniform(0.05, 1.0, (2, 2)))
            part = np.linspace(0.0, 1.0, 300)
            image = space.forward(f[0] + part * (f[1] - f[0]), t[0] + part * (t[1] - t[0]))
            x, y = space.follow(f, t, tolerance)
            assert apart(*image, x, y) <= tolerance
            assert len(x) <= 4 * len(prplot.PR(prevalence).follow(f, t, tolerance)[0])


@pytest.mark.parametrize("tolerance", [1e-2, 1e-4])
def test_follow_beyond_the_square_and_from_the_origin(kind, tolerance):
    for prevalence in (0.03, 0.5, 0.8):
        space = kind(prevalence)
        part = np.linspace(1e-3, 1.0, 500)
        far = min(3.0, space.farthest)
        for f, t in (([0.0, far], [0.0, 1.0]), ([0.5, far], [0.2, 1.0]), ([far, 0.1], [0.3, 0.9])):
            image = space.forward(f[0] + part * (f[1] - f[0]), t[0] + part * (t[1] - t[0]))
            x, y = space.follow(f, t, tolerance)
            seen = np.isfinite(x)
            if seen.all():
                assert apart(*image, x, y) <= tolerance


def test_follow_keeps_the_corners_of_a_polyline(space):
    f, t = np.array([0.1, 0.3, 0.3, 1.0]), np.array([0.2, 0.2, 0.7, 1.0])
    x, y = space.follow(f, t)
    for corner in zip(*space.forward(f, t), strict=True):
        assert np.hypot(x - corner[0], y - corner[1]).min() <= 1e-9 * (1 + np.hypot(*corner))


# The unachievable region


@pytest.mark.parametrize("prevalence", [0.03, 1 / 3, 0.8])
def test_boyds_bound_is_the_image_of_the_edge(prevalence):
    recall = np.linspace(0.01, 1.0, 50)
    x, y = prplot.PR(prevalence).forward(1.0, recall)
    np.testing.assert_array_equal(x, recall)
    np.testing.assert_allclose(y, prevalence * recall / (1 - prevalence + prevalence * recall), rtol=1e-14)


def test_boyds_example():
    """A third foreground: precision 0.2 is possible up to recall 0.5 exactly, and 0.6 needs 240 of 200."""
    space = prplot.PR(1 / 3)
    assert float(space.inverse(0.5, 0.2)[0]) == pytest.approx(1.0, rel=1e-14)
    assert float(space.inverse(0.6, 0.2)[0]) == pytest.approx(240 / 200, rel=1e-14)
    assert float(space.inverse(0.2, 0.2)[0]) == pytest.approx(80 / 200, rel=1e-14)


@pytest.mark.parametrize("prevalence", [0.03, 0.5, 0.8])
@pytest.mark.parametrize("recall", [0.1, 0.5, 1.0])
def test_unachievable_points_have_fpr_above_1(kind, prevalence, recall):
    space = kind(prevalence)
    for fpr in (0.999, 1.001, 1.5, 20.0):
        back, _ = space.inverse(*space.forward(fpr, recall))
        assert (back > 1) == (fpr > 1)


# Parameters and registration


@pytest.mark.parametrize("prevalence", [0, 1, 0.0, 1.0, -0.1, 1.5, np.nan, np.inf, "half", None, 1j, [0.1, 0.2]])
def test_wrong_prevalence(kind, prevalence):
    with pytest.raises(prplot.PrplotError, match="prevalence"):
        kind(prevalence)


def test_prevalence_and_odds(space):
    assert isinstance(space.prevalence, float)
    assert space.odds == pytest.approx(space.prevalence / (1 - space.prevalence))


def test_spaces_are_values(kind):
    assert kind(0.25) == kind(np.float32(0.25))
    assert kind(0.25) != kind(0.5)
    with pytest.raises(AttributeError):
        kind(0.25).prevalence = 0.5


def test_a_path_has_the_space_of_its_prevalence(kind):
    path = prplot.from_labels([1, 0, 0, 0], [4, 3, 2, 1])
    assert path.curve(kind.name).space == kind(0.25)


def test_names(kind):
    assert space_class(kind.name) is kind
    assert getattr(prplot, kind.__name__) is kind
    assert all(isinstance(text, str) and text for text in (kind.title, kind.xlabel, kind.ylabel))
    assert len({space.name for space in SPACES}) == len(SPACES)


def test_all_spaces_are_point_by_point_but_cost():
    assert [space.name for space in SPACES if not space.pointwise] == ["cost"]
