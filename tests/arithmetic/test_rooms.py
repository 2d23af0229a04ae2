"""How far rising lines stray from their chords, beside exact fractions."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

from prplot.arithmetic.rooms import CUT, rooms


def lines():
    """Yield rising lines: increments of x and y."""
    rng = np.random.default_rng(0)
    turns = rng.random(200) < 0.4
    yield turns.astype(int), (~turns).astype(int)
    yield rng.integers(0, 3, 261), rng.integers(0, 3, 261)
    yield np.repeat([1, 0, 1, 0], 40), np.repeat([0, 1, 0, 1], 40)
    yield np.ones(64, dtype=int), np.arange(64)
    yield np.zeros(70, dtype=int), np.ones(70, dtype=int)
    yield rng.random(90) * 1e-200, rng.random(90) * 1e200
    yield np.ones(3), np.ones(3)


def exact(x, y, start, stop):
    """Return by fractions how wide a part of the rectangle the vertices of a stretch need beside its chord."""
    x, y = ([Fraction(float(v)) - Fraction(float(c[start])) for v in c[start : stop + 1]] for c in (x, y))
    if not (x[-1] and y[-1]):
        return Fraction(0)
    return max(abs(a / x[-1] - b / y[-1]) for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("case", range(7))
def test_rooms_hold_every_vertex_and_are_not_much_wider(case):
    moves = list(lines())[case]
    x, y = (np.array([0, *accumulate(move)]) for move in moves)
    found = rooms(x, y)
    lengths = [CUT**level for level in range(1, 9) if CUT**level < len(x)]
    assert [len(room) for room in found] == [(len(x) - 1) // length for length in lengths]
    for length, room in zip(lengths, found, strict=True):
        needed = [exact(x, y, at * length, (at + 1) * length) for at in range(len(room))]
        assert all(float(room[k]) >= min(needed[k], 1) for k in range(len(room)))
        # The parts of a stretch may bend to the same side where it bends; those of one step are straight.
        most = Fraction(1, 10**6) if length == CUT else Fraction(3, 4)
        assert all(float(room[k]) <= min(needed[k] * (1 + most) + most / 4, 1) for k in range(len(room)))


def test_rooms_depend_on_no_scale():
    (x, y), *_ = ([np.array([0, *accumulate(move)]) for move in moves] for moves in lines())
    for one, other in zip(rooms(x, y), rooms(x * 2.0**-500, y * 2.0**300), strict=True):
        np.testing.assert_array_equal(one, other)
        assert not one.flags.writeable
