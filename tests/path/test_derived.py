"""Paths through no more vertices than their line needs: the same lines and areas, from fewer steps."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prplot
from prplot.arithmetic.mean_precision import mean_precision
from prplot.interpolations import INTERPOLATIONS, interpolation
from prplot.path.derived import LONGEST_RUN, without_background_runs, without_runs

KINDS = [("pr", rule.name) for rule in INTERPOLATIONS] + [(s, None) for s in ("prg", "roc", "croc", "cost")]
RANGES = [(0.0, 1.0), (0.3, 0.7), (0.123, 0.124)]


def made(labels, **options):
    return prplot.from_labels(labels, -np.arange(len(labels)), **options)


def mixed(weights=False):
    """Runs of each class, single points and a tie of both, with weights that no sum represents exactly."""
    rng = np.random.default_rng(5)
    labels = np.repeat(rng.random(60) < 0.5, rng.integers(1, 9, 60))
    scores = np.maximum(-np.arange(len(labels)), 12 - len(labels))
    return prplot.from_labels(labels, scores, sample_weight=rng.random(len(labels)) if weights else None)


def test_vertices_inside_runs_are_left_out():
    path = made([1, 1, 1, 0, 0, 0, 1, 0, 0])
    corners, rises = without_runs(path), without_background_runs(path)
    assert [corners.tp.tolist(), corners.fp.tolist()] == [[0, 3, 3, 4, 4], [0, 0, 3, 3, 5]]
    assert corners.thresholds.tolist() == [np.inf, -2, -5, -6, -8]
    assert [rises.tp.tolist(), rises.fp.tolist()] == [[0, 1, 2, 3, 3, 4, 4], [0, 0, 0, 0, 3, 3, 5]]
    assert rises.sample is corners.sample is path.sample


def test_a_step_of_both_classes_is_in_no_run():
    path = prplot.from_weights([5, 4, 3, 2, 1], fg=[1, 1, 0.5, 0, 0], bg=[0, 0, 0.5, 1, 1])
    assert without_runs(path).tp.tolist() == [0, 2, 2.5, 2.5]
    assert without_runs(path).fp.tolist() == [0, 0, 0.5, 2.5]
    soft = prplot.from_weights([3, 2, 1], fg=[0.9, 0.5, 0.1])
    assert without_runs(soft) is without_background_runs(soft) is soft


def test_long_runs_are_cut_so_that_their_weights_do_not_drift():
    weight = 0.1
    path = made([1] * 5000 + [0] * 5000, sample_weight=np.full(10_000, weight))
    fg, bg = without_runs(path).vertices.increments
    counts = np.diff(np.searchsorted(-path.thresholds, -without_runs(path).thresholds, "right"))
    assert counts.max() == LONGEST_RUN
    for increments, own in ((fg, counts * (fg > 0)), (bg, counts * (bg > 0))):
        exact = [float(Fraction(weight) * int(count)) for count in own]
        np.testing.assert_allclose(increments, exact, rtol=LONGEST_RUN * 1.2e-16)


@pytest.mark.parametrize(("space", "rule"), KINDS)
@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_areas_and_lines_are_those_of_all_vertices(space, rule, weights, prevalence):
    if weights and rule is not None and rule.startswith("discrete"):
        weights = False
    if prevalence is not None and rule == "discrete-fp":
        prevalence = None
    path = mixed(weights)
    curve = path.curve(space, interpolation=rule, prevalence=prevalence)
    assert len(curve.simplified.path) < len(curve.path)
    for low, high in RANGES:
        whole = curve.rule.area(curve, low, high)
        assert curve.area(low, high) == pytest.approx(whole, rel=1e-13, abs=1e-15)
    x = np.linspace(0, 1, 501)
    np.testing.assert_allclose(curve.simplified.at(x), curve.at(x), rtol=1e-12)


def test_the_prevalence_moves_what_was_left_out_already():
    path = mixed(weights=True)
    assert len(without_runs(path)) < len(path)
    once, later = (without_runs(each.at_prevalence(0.3)) for each in (path, mixed(weights=True)))
    for name in ("thresholds", "tp", "fp"):
        np.testing.assert_allclose(getattr(once, name), getattr(later, name), rtol=1e-15)
    np.testing.assert_allclose(once.vertices.increments, later.vertices.increments, rtol=1e-15)
    assert once.prevalence == pytest.approx(0.3, rel=1e-15)
    assert without_runs(path).prevalence == path.prevalence


def test_moving_the_prevalence_copies_nothing_and_back_is_where_it_was():
    path = mixed(weights=True)
    moved = path.at_prevalence(0.3)
    assert moved.tp is path.tp
    assert moved.thresholds is path.thresholds
    np.testing.assert_array_equal(moved.fp, path.fp * (moved.negatives / path.negatives))
    np.testing.assert_allclose(moved.sample.bg, path.sample.bg * (moved.negatives / path.negatives), rtol=1e-15)
    twice = moved.ties("pessimistic").at_prevalence(0.7)
    np.testing.assert_allclose(twice.sample.bg.sum(), twice.negatives, rtol=1e-12)
    np.testing.assert_allclose(twice.fp[-1], path.positives * 3 / 7, rtol=1e-14)


def test_ties_of_one_class_take_no_new_arrays():
    path = made([1, 0, 0])
    assert path.ties("optimistic").tp is path.tp
    assert path.ties("optimistic").treatment.ties == "optimistic"


def test_mean_precision_where_the_number_of_terms_changes():
    """Steps whose share of what came before is next to 1/64 and to 1."""
    before = 128.0
    for size in (2.0, 128.0):
        for grown in (size, 0.999 * size, 1.001 * size, size / 3):
            fp, tp, bg, fg = 100.0, before - 100.0, grown / 4, 3 * grown / 4
            got = float(mean_precision(*(np.array([v]) for v in (fp, tp, bg, fg)))[0])
            with mpmath.workdps(40):
                x = mpmath.mpf(bg + fg) / before
                kept = mpmath.log1p(x) / x
                exact = kept * tp / before + (1 - kept) * mpmath.mpf(fg) / (mpmath.mpf(bg) + fg)
            assert got == pytest.approx(float(exact), rel=4e-16, abs=0)


def test_every_rule_says_what_it_needs():
    path = made([1, 1, 0, 0, 1, 1, 0, 0])
    for rule in INTERPOLATIONS:
        assert rule.simplified(path) is (
            without_runs(path) if rule is interpolation("continuous") else without_background_runs(path)
        )
