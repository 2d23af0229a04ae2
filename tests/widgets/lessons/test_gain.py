"""The lesson of gains: parallel isolines, and numbers of the counts."""

from __future__ import annotations

import numpy as np
import pytest

import prplot


@pytest.mark.usefixtures("words_only")
def test_gain_has_parallel_isolines(made):
    lines = [line for line in made("gain", beta=2.0).figure.axes[1].lines if str(line.get_label()).startswith("_f2 =")]
    assert len(lines) == 4
    for line in lines:
        x, y = line.get_data()
        np.testing.assert_allclose((y[-1] - y[0]) / (x[-1] - x[0]), -4.0, rtol=1e-9)


@pytest.mark.usefixtures("words_only")
def test_gain_says_what_the_counts_say(made):
    view = made("gain", called=0.5, beta=0.5)
    path = prplot.simulate.binormal(1.2).sample(120, prevalence=0.3, rng=4)
    row = int(np.searchsorted(path.tp + path.fp, 60))
    tp, fp = float(path.tp[row]), float(path.fp[row])
    positives, negatives = path.tp[-1], path.fp[-1]
    gains = [1 - positives / negatives * fp / tp, 1 - positives / negatives * (positives - tp) / tp]
    assert f"calls {(tp + fp) / 120:.1%} positive: " in view.description
    assert f"precision {tp / (tp + fp):.3f} and recall {tp / positives:.3f}" in view.description
    assert f"gains {gains[0]:.3f} and {gains[1]:.3f}" in view.description
    assert f"F0.5 is {1.25 * tp / (1.25 * tp + fp + 0.25 * (positives - tp)):.3f}" in view.description
    best = max(1.25 * t / (1.25 * t + f + 0.25 * (positives - t)) for t, f in zip(path.tp, path.fp, strict=True))
    assert f"the best threshold (open) {best:.3f}" in view.description
    always = 1.25 * positives / (1.25 * positives + negatives)
    assert f"yes to everything has {always:.3f}" in view.description


@pytest.mark.parametrize("called", [0.1, 0.35, 0.6, 0.65, 0.8, 0.95, 1.0])
@pytest.mark.usefixtures("words_only")
def test_gain_calls_as_many_positive_as_its_control_says(called, made):
    view = made("gain", called=called)
    assert f"calls {called:.1%} positive" in view.description
