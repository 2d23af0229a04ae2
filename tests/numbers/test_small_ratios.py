"""Gains where one class weighs next to nothing beside the other, against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from helpers.exact_areas import Exact

import prplot

LABELS = {"good": [1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0], "bad": [0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0]}


def exact(front, back):
    """Return area, area without what is below 0, y0 and expected F1-gain of rows in falling order."""
    found = Exact(zip(front, back, strict=True))
    base, x, points = found.prevalence, 0, []
    for width, y0, y1 in found.gains(0, 1):
        points += [(x, y0), (x + width, y1)]
        x += width
    line = [(at / base - y / (1 - base), (at + y) / 2) for at, y in [*points, (Fraction(1), 0)]]
    total = sum((d1 - d0) * (g0 + g1) / 2 for (d0, g0), (d1, g1) in pairwise(line))
    mean = total / (line[-1][0] - line[0][0])
    return {"area": sum(found.prg()), "clipped": sum(found.clipped()), "y0": points[0][1], "gain": mean}


@pytest.mark.parametrize("exponent", [100, 511, 525, 538, 850, 899, 1020])
def test_gains_of_very_light_classes(exponent):
    unit = 2.0**-exponent
    for labels in LABELS.values():
        y = np.array(labels, dtype=float)
        for front, back in ((unit * y, 1 - y), (y, unit * (1 - y))):
            path = prplot.from_weights(np.arange(12.0)[::-1], fg=front, bg=back)
            prg, wanted = path.prg(), exact(front, back)
            found = {"area": prg.area(), "clipped": path.prg(clip=True).area(), "y0": prg.y0}
            for name, value in {**found, "gain": prg.expected_f_gain()}.items():
                assert value == pytest.approx(float(wanted[name]), rel=1e-13, abs=1e-300), name


def test_auprg_does_not_depend_on_the_unit():
    for unit in (1e-154, 1e-158, 1e-162, 1e-300):
        for fg, bg in ((unit, 1), (1, 1 / unit)):
            path = prplot.from_weights([4, 3, 2, 1], fg=[fg, 0, fg, 0], bg=[0, bg, 0, bg])
            assert path.prg().area() == pytest.approx(1, rel=1e-14)
