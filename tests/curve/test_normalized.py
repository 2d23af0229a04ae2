"""Normalized areas lie in [0, 1] wherever they are given: against all rankings of few rows."""

from __future__ import annotations

import contextlib
import random
from fractions import Fraction
from functools import cache

import pytest

import prplot


@cache
def groupings(rows):
    """All rankings of so many rows, with and without ties: tuples of groups."""
    if not rows:
        return ((),)
    first, *rest = rows
    found = []
    for groups in groupings(tuple(rest)):
        for place in range(len(groups) + 1):
            found.append((*groups[:place], (first,), *groups[place:]))
            if place < len(groups):
                found.append((*groups[:place], (first, *groups[place]), *groups[place + 1 :]))
    return tuple(found)


KINDS = {
    "unit": lambda r: (1, 0) if r.random() < 0.5 else (0, 1),
    "alike positives": lambda r: (2, 0) if r.random() < 0.5 else (0, Fraction(r.randint(1, 12), 4)),
    "weighted": lambda r: (
        (Fraction(r.randint(1, 12), 4), 0) if r.random() < 0.5 else (0, Fraction(r.randint(1, 12), 4))
    ),
    "soft": lambda r: (a := Fraction(r.randint(0, 8), 8), 1 - a),
    "soft, other prevalence": lambda r: (a := Fraction(r.randint(0, 8), 8), 4 * (1 - a)),
    "free": lambda r: (Fraction(r.randint(0, 8), 8), Fraction(r.randint(1, 8), 8)),
}
# Kinds of rows for which the bounds are proved, with ties and without: see the docstring of normalized_area.
WITH_TIES = {
    "step": {"unit", "alike positives", "soft", "soft, other prevalence"},
    "max-interpolated": {"unit", "alike positives", "weighted", "soft", "soft, other prevalence"},
    "linear": set(),
    "upper-trapezoid": set(),
}
CHORDS, CHORD_RULES = {"unit", "alike positives", "soft"}, ("linear", "upper-trapezoid")
WITHOUT_TIES = WITH_TIES | {"linear": CHORDS, "upper-trapezoid": CHORDS}


def samples(kind):
    r = random.Random(kind)
    for _ in range(3):
        fg, bg = zip(*(map(float, KINDS[kind](r)) for _ in range(4)), strict=True)
        if any(fg) and any(bg):
            yield fg, bg


def made(kind, fg, bg, ranking):
    score = [next(-k for k, group in enumerate(ranking) if row in group) for row in range(4)]
    if kind != "soft, other prevalence":
        return prplot.from_weights(score, fg=fg, bg=bg)
    return prplot.from_weights(score, fg=fg).at_prevalence(sum(fg) / (sum(fg) + sum(bg)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rule", WITH_TIES)
def test_normalized_areas_are_those_between_the_least_and_the_most_of_all_rankings(rule, kind):
    for fg, bg in samples(kind):
        curves = {ranking: made(kind, fg, bg, ranking).pr(rule) for ranking in groupings((0, 1, 2, 3))}
        areas = {ranking: curve.area() for ranking, curve in curves.items()}
        # Chords over ties may leave what single rows bound.
        alone = [areas[ranking] for ranking in areas if rule not in CHORD_RULES or len(ranking) == 4]
        least, most = min(alone), max(alone)
        if most - least < 1e-9:
            continue
        for ranking, curve in curves.items():
            proved = kind in (WITHOUT_TIES if len(ranking) == 4 else WITH_TIES)[rule]
            with contextlib.suppress(*[] if proved else [prplot.PrplotValueError]):
                wanted = (areas[ranking] - least) / (most - least)
                assert curve.normalized_area() == pytest.approx(wanted, abs=1e-9)


def test_chords_over_ties_leave_the_bounds():
    """Where tied rows become one chord the area need not be one of an order of them."""
    rows = prplot.from_labels([1, 0, 1, 0, 0], [2, 2, 1, 1, 1])
    with pytest.raises(prplot.PrplotValueError, match="tied scores, which chords cut short"):
        rows.pr("linear").normalized_area()
    assert 0 <= rows.pr("step").normalized_area() <= 1


def test_parts_of_the_range():
    soft = prplot.from_weights([3, 2, 1], fg=[0.25, 0.75, 0.5])
    for rule in ("continuous", "max-interpolated"):
        assert 0 <= soft.pr(rule).normalized_area(0.2, 0.4) <= 1
    for rule in ("step", "linear", "upper-trapezoid"):
        assert 0 <= soft.pr(rule).normalized_area() <= 1
        assert 0 <= prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]).pr(rule).normalized_area(0.2, 0.7) <= 1
        with pytest.raises(prplot.PrplotValueError, match="over a part of the range"):
            soft.pr(rule).normalized_area(0.2, 0.4)
