"""Numbers at the edges: weights far apart, ranges that end next to a vertex, lines that come from infinity."""

from __future__ import annotations

import math

import numpy as np
import pytest

import prplot


def path(labels, weights):
    return prplot.from_labels(labels, range(len(labels), 0, -1), sample_weight=weights)


# The value is that of exact arithmetic: weights below 1e-100 are as good as none.
FAR_APART = {
    "cost": (lambda: path([1, 1, 0, 0], [1, 1e-170, 1e-170, 1]).cost().area(), 0.0),
    "hull": (lambda: path([1, 1, 0, 0], [1, 1e-300, 1e-30, 1]).roc().hull().area(), 1.0),
    "normalized cost": (lambda: path([1, 1, 0, 0], [1, 1e-300, 1e-30, 1]).cost().normalized_area(), 1.0),
    "net benefit": (lambda: path([1, 1, 0, 0], [1, 1e-300, 1e-30, 1]).net_benefit("best").at(0.1), 0.5),
    "part of CROC": (lambda: path([1, 0, 0], [1, 1e-200, 1]).croc(0.1, "power").area(0, 0.1), 0.1),
    "CROC": (lambda: path([1, 0, 0], [1, 1e-200, 1]).croc(0.1, "power").area(), 1.0),
    "discrete": (lambda: path([1, 0, 1], [1e150, 1e100, 1e-200]).pr("discrete-fp").area(), 1.0),
    "expected F": (lambda: path([1, 0], [1, 1e-17]).expected_f(0.5), 1.0),
}


@pytest.mark.parametrize("name", FAR_APART)
def test_weights_may_be_far_apart(name):
    make, exact = FAR_APART[name]
    assert make() == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("high", [0.3 + 1e-9, math.nextafter(0.3, 1), 0.3 + 1e-15])
def test_a_narrow_range_may_end_next_to_a_vertex(high):
    """Three of ten positives are 0.3 but for rounding; precision is 1 all along."""
    perfect = path([1] * 10 + [0] * 10, None)
    for curve in (perfect.pr(), perfect.pr("discrete-tp"), perfect.pr("linear")):
        assert curve.area(0.3, high) == pytest.approx(high - 0.3, rel=1e-12)


@pytest.mark.parametrize("labels", [[0, 1, 0], [0] * 10 + [1] + [0] * 90, [0, 0, 1, 0, 1, 1, 0, 0]])
@pytest.mark.parametrize("clip", [False, True])
def test_gains_that_come_from_infinity_are_traced_closely(labels, clip):
    curve = path(labels, None).prg(clip=clip)
    x, y, _ = curve.trace(1e-3)
    at = np.linspace(0, 1, 201)[1:-1]
    seen = np.isfinite(x) & np.isfinite(y)
    # Ten times the tolerance, as the line is steep there.
    assert np.abs(np.interp(at, x[seen], y[seen]) - curve.at(at)).max() < 1e-2
