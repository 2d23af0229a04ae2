"""The lesson of weights: classifiers that differ on soft labels only."""

from __future__ import annotations

import re

import numpy as np
import pytest

import prplot
from prplot.widgets.lessons import LESSONS


def numbers(text):
    return [float(number) for number in re.findall(r"[-+]?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("sample", [1, 7, 50])
@pytest.mark.usefixtures("words_only")
def test_weights_have_one_order_at_every_cut(sample, made):
    """So what the cut does change is shown: how many rows are positive, and the areas."""
    paths = [prplot.simulate.keilwagen(name).sample(2000, rng=sample) for name in ("good", "permuted", "bad")]
    for cut in np.arange(1, 20) / 20:
        areas = [prplot.from_labels(p.sample.fg >= cut, p.sample.score).pr().area() for p in paths]
        assert len(set(areas)) == 1 if cut == 0.5 else areas[0] > areas[1] > areas[2]
        if round(20 * cut) not in (1, 6, 10, 19):
            continue
        view = made("weights", cut=float(cut), sample=sample)
        shares = paths[0].sample.fg
        positive, sum_of_labels = np.count_nonzero(shares >= cut) / 2000, shares.sum() / 2000
        assert f"Cut at {cut:.2f}, {positive:.1%} of the rows are called positive; " in view.description
        assert f"the soft labels of all rows add up to {sum_of_labels:.1%}." in view.description
        said = numbers(view.description.partition("hard and soft:")[2])
        if cut == 0.5:
            assert len(set(said[0:6:2])) == 1


def test_the_guess_and_the_tasks():
    lesson = LESSONS["weights"]
    path = prplot.simulate.keilwagen("good").sample(2000, rng=1)
    area = prplot.from_labels(path.sample.fg >= 0.4, path.sample.score).pr().area()
    assert lesson.guess.truth() == pytest.approx(area, abs=1e-12)
    assert area == pytest.approx(0.785, abs=5e-4)
    as_many, against = (task.missing for task in lesson.tasks)
    done = [k / 20 for k in range(1, 20) if not as_many(order="good", cut=k / 20, sample=1)]
    shares = [abs(np.mean(path.sample.fg >= k / 20) - path.sample.fg.mean()) for k in range(1, 20)]
    assert done == [k / 20 for k, away in enumerate(shares, 1) if away <= 0.04]
    assert set(done) & set(lesson.stops["cut"])
    assert [bool(against(order=order, cut=0.5, sample=1)) for order in ("good", "permuted", "bad")] == [
        True,
        True,
        False,
    ]


@pytest.mark.usefixtures("words_only")
def test_weights_hide_behind_the_cut(made):
    view = made("weights")
    said = numbers(view.description.partition("hard and soft:")[2])
    hard, soft = said[0:6:2], said[1:6:2]
    assert len(set(hard)) == 1
    # Keilwagen et al. 2014, Figure 4: .55 on hard labels, .55, .39 and .27 on soft ones; of 2,000 rows here.
    np.testing.assert_allclose([hard[0], *soft], [0.55, 0.55, 0.39, 0.27], atol=0.04)
    view.controls["cut"].value = 0.3
    said = numbers(view.description.partition("hard and soft:")[2])
    assert said[0] > said[2] > said[4]
    assert said[1:6:2] == soft


@pytest.mark.parametrize("order", ["good", "permuted", "bad"])
@pytest.mark.usefixtures("words_only")
def test_weights_show_which_classifier_is_shown_left(order, made):
    left, *others = made("weights", order=order).figure.axes
    assert left.get_title().startswith(order)
    for ax in others:
        curves = [line for line in ax.lines if hasattr(line, "curve")]
        assert max(curves, key=lambda line: line.get_linewidth()).curve.label == order
