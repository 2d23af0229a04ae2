"""Gains where one class weighs next to nothing beside the other, against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import prplot

LABELS = {"good": [1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0], "bad": [0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0]}
UNITS = [2.0**-k for k in (100, 500, 511, 520, 525, 532, 538, 600, 700, 850, 899, 901, 1000, 1020)]


def exact(front, back):
    """Return area, area without what is below 0, y0 and expected F1-gain of rows in falling order."""
    fg, bg = [Fraction(w) for w in front], [Fraction(w) for w in back]
    positives, negatives = sum(fg), sum(bg)
    odds, base = positives / negatives, positives / (positives + negatives)
    tp, fp, kept = Fraction(0), Fraction(0), []
    for a, b in zip(fg, bg, strict=True):
        if tp + a > base * positives and not kept:
            part = (base * positives - tp) / a
            kept.append((tp + part * a, fp + part * b))
        tp, fp = tp + a, fp + b
        if kept:
            kept.append((tp, fp))
    seen = [(1 - odds * (positives - t) / t, 1 - odds * f / t) for t, f in kept]
    area = sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(seen))
    clipped = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(seen):
        high, low = max(y0, y1), min(y0, y1)
        clipped += (x1 - x0) * ((high + low) / 2 if low >= 0 else high**2 / (high - low) / 2 if high > 0 else 0)
    deltas = [x / base - y / (1 - base) for x, y in seen]
    gains = [(x + y) / 2 for x, y in seen]
    mean = sum(
        (d1 - d0) * (g0 + g1) / 2 for d0, d1, g0, g1 in zip(deltas, deltas[1:], gains, gains[1:], strict=False)
    ) / (deltas[-1] - deltas[0])
    return {"area": area, "clipped": clipped, "y0": seen[0][1], "gain": mean}


@pytest.mark.parametrize("ranking", LABELS)
@pytest.mark.parametrize("light", ["fg", "bg"])
@pytest.mark.parametrize("unit", UNITS, ids="{:.3g}".format)
def test_gains_of_very_light_classes(unit, light, ranking):
    y = np.array(LABELS[ranking], dtype=float)
    front, back = (unit * y, 1 - y) if light == "fg" else (y, unit * (1 - y))
    path = prplot.from_weights(np.arange(12.0)[::-1], fg=front, bg=back)
    wanted = exact(front, back)
    found = {
        "area": path.prg().area(),
        "clipped": path.prg(clip=True).area(),
        "y0": path.prg().y0,
        "gain": path.prg().expected_f_gain(),
    }
    for name, value in found.items():
        assert value == pytest.approx(float(wanted[name]), rel=1e-13, abs=1e-300), name


@pytest.mark.parametrize("unit", [1e-154, 1e-155, 1e-158, 1e-162, 1e-200, 1e-300])
def test_auprg_does_not_depend_on_the_unit(unit):
    light = prplot.from_weights([4, 3, 2, 1], fg=[unit, 0, unit, 0], bg=[0, 1, 0, 1]).prg()
    heavy = prplot.from_weights([4, 3, 2, 1], fg=[1, 0, 1, 0], bg=[0, 1 / unit, 0, 1 / unit]).prg()
    assert light.area() == pytest.approx(1, rel=1e-14)
    assert heavy.area() == pytest.approx(1, rel=1e-14)
