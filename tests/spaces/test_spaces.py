"""One contract for all spaces in which a point of the square is a point; cost space is a file of its own."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.spaces import SPACES

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
# Where nothing is predicted, where everything, and where a perfect ranking has all foreground; if not as in ROC.
ORIGIN = {"pr": (0.0, np.nan), "prg": (-np.inf, np.nan), "lift": (0.0, np.nan), "det": (0.0, 1.0)}
EVERYTHING = {"pr": lambda pi: (1.0, pi), "prg": lambda _: (1.0, 0.0), "det": lambda _: (1.0, 0.0)}
PERFECT = {
    "pr": lambda _: (1.0, 1.0),
    "prg": lambda _: (1.0, 1.0),
    "gains": lambda pi: (pi, 1.0),
    "lift": lambda pi: (pi, 1 / pi),
    "det": lambda _: (0.0, 0.0),
}
# Spaces in which every straight step of the path is straight, and those in which every ray from the origin is.
STRAIGHT = {"prg", "roc", "gains", "det"}
STRAIGHT_RAYS = {"pr", *STRAIGHT, "lift"}
KINDS = {space.name: space for space in SPACES if space.name in DEFINITIONS}


@pytest.fixture(params=KINDS)
def name(request):
    return request.param


@pytest.fixture(params=[1e-6, 0.03, 0.5, 0.8, 1 - 1e-6])
def space(request, name):
    return KINDS[name](request.param)


def test_every_space_has_its_names():
    assert {space.name for space in SPACES} == {*DEFINITIONS, "cost"}
    path = prplot.from_labels([1, 0, 0, 0], [4, 3, 2, 1])
    for kind in SPACES:
        assert getattr(prplot.spaces, kind.__name__) is kind
        assert all(isinstance(text, str) and text for text in (kind.title, kind.xlabel, kind.ylabel))
        assert path.curve(kind.name).space == kind(0.25) == kind(np.float32(0.25)) != kind(0.5)
        with pytest.raises(AttributeError):
            kind(0.25).prevalence = 0.5
        for wrong in (0, 1.0, -0.1, 1.5, np.nan, np.inf, "half", None, 1j, [0.1, 0.2]):
            with pytest.raises(prplot.PrplotError, match="prevalence"):
                kind(wrong)


def test_definitions_and_the_way_back(space):
    inner, along = np.linspace(0.01, 0.99, 15), np.linspace(0.01, 1.0, 20)
    f, t = (c.ravel() for c in np.meshgrid(inner, inner))
    edges = [(np.full(20, 0.0), along), (np.ones(20), along), (along, np.ones(20)), (np.full(20, 1.5), along)]
    # How much a coordinate magnifies its rounding on the way back.
    odds = space.prevalence / (1 - space.prevalence)
    lost = 1e-14 * (np.exp(1.5 * 7) if space.name == "croc" else max(odds, 1 / odds, 1))
    for fpr, tpr in [(f, t), *edges]:
        x, y = space.forward(fpr, tpr)
        np.testing.assert_allclose((x, y), DEFINITIONS[space.name](fpr, tpr, space.prevalence), rtol=1e-9, atol=1e-12)
        back = space.inverse(x, y)
        np.testing.assert_allclose(back, (fpr, tpr), rtol=0, atol=lost)
        np.testing.assert_allclose(space.forward(*back), (x, y), rtol=1e-8, atol=1e-8)


def test_coordinates_from_four_rates_are_those_of_the_definitions(space):
    fpr, tpr = np.array([[0.01, 0.3, 0.625, 0.9375], [0.125, 0.25, 0.875, 0.96875]])
    x, rest, y = space._from_rates(np.array([tpr, fpr, 1 - tpr, 1 - fpr]))
    assert (x, y) == tuple(
        pytest.approx(each, rel=1e-9) for each in DEFINITIONS[space.name](fpr, tpr, space.prevalence)
    )
    assert rest == pytest.approx(1 - x, rel=1e-9, abs=1e-15)
    rate = space._abscissa_rate(x, space._odds)
    assert space._abscissa_log_odds(x) == pytest.approx(np.log(rate / (1 - rate)), rel=1e-6)


def test_origin_and_corners_are_silent(space):
    pi = space.prevalence
    np.testing.assert_equal(tuple(map(float, space.forward(0.0, 0.0))), ORIGIN.get(space.name, (0.0, 0.0)))
    with np.errstate(divide="ignore"):
        nothing_found = DEFINITIONS[space.name](np.float64(0.3), np.float64(0.0), pi)
    for point, wanted in (
        ((0.3, 0.0), nothing_found),
        ((1.0, 1.0), EVERYTHING.get(space.name, lambda _: (1.0, 1.0))(pi)),
        ((0.0, 1.0), PERFECT.get(space.name, lambda _: (0.0, 1.0))(pi)),
    ):
        assert tuple(map(float, space.forward(*point))) == pytest.approx(wanted, rel=1e-12)


def test_shapes_are_kept_and_inputs_left_alone(name):
    for to in (KINDS[name](0.3).forward, KINDS[name](0.3).inverse):
        assert [np.ndim(c) for c in to(0.5, 0.25)] == [0, 0]
        assert [c.shape for c in to([0.5, 0.6, 0.7], 0.25)] == [(3,), (3,)]
        assert [c.shape for c in to(np.full((2, 1), 0.5), [0.2, 0.3, 0.4])] == [(2, 3), (2, 3)]
        assert [c.shape for c in to([], [])] == [(0,), (0,)]
        a, b = np.array([0.5, 0.6]), np.array([0.2, 0.3])
        for found in to(a, b):
            found[:] = 9.0
        assert (a.tolist(), b.tolist()) == ([0.5, 0.6], [0.2, 0.3])


def test_trace_is_point_by_point_but_for_the_limit_at_the_origin(space):
    f, t = [0.0, 0.1, 0.4, 1.0], [0.0, 0.5, 0.8, 1.0]
    (x, y), (wanted_x, wanted_y) = space.trace(f, t), space.forward(f, t)
    np.testing.assert_array_equal(x, wanted_x)
    np.testing.assert_array_equal(y[1:], wanted_y[1:])
    assert y[0] == pytest.approx(float(space.forward(1e-10, 5e-10)[1]), rel=1e-9, abs=1e-9)
    _, y = space.trace([0.0, 0.2, 1.0], [0.0, 0.0, 1.0])
    assert y[0] == y[1] == {"prg": -np.inf, "det": 1.0}.get(space.name, 0.0)
    assert [c.shape for c in space.trace(0.2, 0.6)] == [(1,), (1,)]


def bend(space, f, t):
    """How far the images of inner points of a segment are from the chord between its ends."""
    part = np.linspace(0.0, 1.0, 9)
    x, y = space.forward(f[0] + part * (f[1] - f[0]), t[0] + part * (t[1] - t[0]))
    size = np.hypot(x[-1] - x[0], y[-1] - y[0])
    return np.max(np.abs((x - x[0]) * (y[-1] - y[0]) - (y - y[0]) * (x[-1] - x[0]))) / size


def test_steps_and_rays_stay_straight_or_bend(name):
    rng = np.random.default_rng(5)
    for prevalence in (0.03, 0.5, 0.8):
        space = KINDS[name](prevalence)
        bends = [bend(space, *np.sort(rng.uniform(0.05, 1.0, (2, 2)))) for _ in range(50)]
        assert max(bends) < 1e-11 if name in STRAIGHT else np.median(bends) > 1e-3
        ray = bend(space, (0.05, 0.5), (0.1, 1.0))
        assert ray < 1e-9 if name in STRAIGHT_RAYS else ray > 0.05


def test_what_is_unachievable_lies_beyond_fpr_1(name):
    for prevalence in (0.03, 0.5, 0.8):
        for recall in (0.1, 0.5, 1.0):
            fpr = np.array([0.999, 1.001, 1.5, 20.0])
            space = KINDS[name](prevalence)
            assert ((space.inverse(*space.forward(fpr, recall))[0] > 1) == (fpr > 1)).all()
    # Boyd's example, a third foreground: precision 0.2 is possible up to recall 0.5, and 0.6 needs 240 of 200.
    found = prplot.PR(1 / 3).inverse([0.5, 0.6, 0.2], 0.2)[0]
    np.testing.assert_allclose(found, [1.0, 1.2, 0.4], rtol=1e-14)
