"""The levels of a metric that are chosen where nobody says which."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot import CROC, PR, PRG, ROC, draw
from prplot.draw.lines.level_sets import level_lines
from prplot.draw.lines.usual_levels import usual_levels
from prplot.metrics import METRICS, f_beta, f_gain
from prplot.spaces import SPACES

POINTWISE = [kind for kind in SPACES if kind.pointwise]
each_space = pytest.mark.parametrize("kind", POINTWISE, ids=lambda kind: kind.name)
each_prevalence = pytest.mark.parametrize("prevalence", [0.5, 0.1, 0.01])
MEASURES = [*METRICS, f_beta(), f_gain(), f_gain(2), prplot.expected_cost(fn=5, prevalence=0.1)]


def shares(measure, space, levels):
    """The shares of what is better than chance, among random points of the axes, between neighbouring levels."""
    x, y = np.random.default_rng(8).random((2, 20_000))
    with np.errstate(all="ignore"):
        fpr, tpr = space.inverse(x, y * (1 / space.prevalence if space.name == "lift" else 1))
        values = measure.value(fpr, tpr, space.prevalence)
    values = values[(fpr >= 0) & (fpr <= tpr) & (tpr <= 1) & ~np.isnan(values)]
    return np.histogram(values, [-np.inf, *levels, np.inf])[0] / len(values)


@each_space
@each_prevalence
def test_usual_levels_are_few_round_and_spread_over_what_is_better_than_chance(kind, prevalence):
    space = kind(prevalence)
    for measure in MEASURES:
        levels = usual_levels(measure, space, 4)
        assert 1 <= len(levels) <= 6, measure.name
        assert levels == sorted(set(levels)), measure.name
        for level in levels:
            assert float(f"{level:.2g}") == level or float(f"{1 - level:.2g}") == pytest.approx(1 - level, rel=1e-6)
        assert None not in level_lines(measure, levels, space, False), measure.name
        between = shares(measure, space, levels)
        # None is wasted, and none of the areas between them is nearly everything.
        assert between.min() > 0.002, measure.name
        assert between.max() < 0.92, measure.name


def test_usual_levels_that_everybody_would_choose():
    plain = [0.2, 0.4, 0.6, 0.8]
    assert usual_levels(prplot.metrics.RECALL, ROC(0.1), 4) == plain
    assert usual_levels(prplot.metrics.PRECISION, PR(0.1), 4) == plain
    for gain in (prplot.metrics.PRECISION_GAIN, prplot.metrics.RECALL_GAIN, f_gain(), f_gain(2)):
        assert usual_levels(gain, PRG(0.1), 4) == plain
    for name in ("mcc", "informedness", "precision_gain"):
        assert usual_levels(prplot.metrics.metric(name), ROC(0.5), 4) == plain
    assert usual_levels(prplot.metrics.LR_POSITIVE, ROC(0.1), 4) == [2, 5, 10, 20]
    assert min(usual_levels(prplot.metrics.ACCURACY, PR(0.01), 4)) >= 0.9
    assert usual_levels(prplot.metrics.RECALL, PR(0.1), 9) == [round(0.1 * k, 12) for k in range(1, 10)]
    assert usual_levels(prplot.metrics.RECALL, ROC(0.1), 0) == []


@pytest.mark.parametrize("count", [1, 2, 4, 8])
@pytest.mark.parametrize("name", ["accuracy", "mcc", "fpr"])
def test_about_as_many_levels_as_asked_for(count, name, ax):
    for kind in (PR, CROC):
        assert abs(len(usual_levels(prplot.metrics.metric(name), kind(0.1), count)) - count) <= max(2, count // 2)
    assert draw.isolines(PR(0.1), name, np.int64(count), ax=ax).lines
