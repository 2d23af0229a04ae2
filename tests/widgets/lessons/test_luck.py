"""The lesson of luck: areas and losses by hand, and what the sentence says at all positions of the controls."""

from __future__ import annotations

import itertools
import math
import re
from functools import cache

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy import integrate, stats

import prplot
from prplot.widgets.lessons import LESSONS

LESSON = LESSONS["luck"]
COUNTS = (10, 20, 50, 100, 500)
SENTENCE = re.compile(
    r"About (?P<positives>\d+) positives in (?P<rows>[\d,]+) rows per draw: the area of A, in truth 0\.293, "
    r"(lies from (?P<low>[\d.]+) to (?P<high>[\d.]+) in about nine of ten draws|"
    r"was from (?P<least>[\d.]+) to (?P<most>[\d.]+) so far|varies, and one draw does not tell how much)\. "
    r"B is better, in truth 0\.363; tested on (?P<on>the same rows|rows of its own) "
    r"it loses in (?P<losses>\d+) of (?P<draws>\d+) draws?\. "
    r"In the last one A has (?P<a>[\d.]+) and B (?P<b>[\d.]+): the (?P<ahead>better|worse) one is ahead\."
)


def area(labels, scores):
    """Mixtures of neighbouring thresholds, row by row without ties: the integral of t / (t + FP)."""
    tp = fp = total = 0
    for positive in labels[np.argsort(-scores)].tolist():
        if positive:
            total += 1 - fp * math.log((tp + 1 + fp) / (tp + fp)) if fp else 1
        tp, fp = tp + positive, fp + (not positive)
    return total / tp


@cache
def drawn(positives, seed):
    """Labels, scores by A and scores by B of rows of its own, or of the same ones."""
    rows = 10 * positives

    def one(seed, ahead):
        rng = np.random.default_rng(seed)
        labels = rng.random(rows) < 0.1
        scores = np.empty(rows)
        scores[labels] = rng.normal(ahead, 1, labels.sum())
        scores[~labels] = rng.normal(0, 1, (~labels).sum())
        return labels, scores

    (labels, of_a), (others, of_b) = one(seed, 1.0), one(100 + seed, 1.2)
    own = np.random.default_rng(100 + seed).normal(0, 1, rows)
    again = np.where(labels, 1.2 + 0.8 * (of_a - 1), 0.8 * of_a) + 0.6 * own
    return area(labels, of_a), area(others, of_b), area(labels, again)


@cache
def areas_at(positives):
    """Areas of A, of B on rows of its own and of B on the same rows, in 100 draws."""
    return np.array([drawn(positives, seed) for seed in range(1, 101)])


def losses(positives, same, draws=100):
    """In how many draws B has less than A."""
    areas = areas_at(positives)[:draws]
    return int((areas[:, 2 if same else 1] < areas[:, 0]).sum())


@pytest.fixture
def undrawn(monkeypatch) -> None:
    """Curves are not drawn: only words and dots are asked about."""

    class Drawn:
        lines = [Figure().subplots().plot([], [])[0] for _ in range(4)]  # noqa: RUF012

    monkeypatch.setattr(prplot, "plot", lambda *_, **__: Drawn)
    monkeypatch.setattr(prplot.draw, "unachievable", lambda *_, **__: None)


@pytest.mark.parametrize(("mu", "truth"), [(1.0, 0.293), (1.2, 0.363)])
def test_true_areas_by_quadrature(mu, truth):
    def precision(recall):
        return 0.1 * recall / (0.1 * recall + 0.9 * stats.norm.sf(stats.norm.isf(recall, mu)))

    assert integrate.quad(precision, 0, 1)[0] == pytest.approx(truth, abs=5e-4)


def test_these_draws_are_like_those_of_the_storyboard():
    """There over 400 draws; shares of 100 vary by five in a hundred."""
    lows, highs, shares = (0.11, 0.15, 0.21, 0.22, 0.26), (0.55, 0.48, 0.41, 0.37, 0.33), (42, 35, 24, 16, 1)
    for positives, low, high, share in zip(COUNTS, lows, highs, shares, strict=True):
        found = np.quantile(areas_at(positives)[:, 0], [0.05, 0.95])
        np.testing.assert_allclose(found, [low, high], rtol=0, atol=0.05)
        assert losses(positives, same=False) == pytest.approx(share, abs=2)


def test_b_on_the_same_rows_is_the_same_classifier():
    """Within each class its scores are normal, with a correlation of 0.8 to those of A; means 1.2 and 0."""
    seen = []

    def kept(labels, scores):
        seen.append((labels, scores))
        return prplot.simulate.binormal().sample(50, prevalence=0.5, rng=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prplot, "from_labels", kept)
        LESSON.draw(Figure(), positives=500, draws=8, same=True)
    labels, of_b = (np.concatenate(column) for column in zip(*seen, strict=True))
    paths = [prplot.simulate.binormal().sample(5000, prevalence=0.1, rng=seed) for seed in range(1, 9)]
    of_a = np.concatenate([path.sample.score for path in paths])
    for positive, mean in ((1, 1.2), (0, 0.0)):
        rows = labels == positive
        # 4,000 and 36,000 rows: 0.05 is three standard errors.
        assert of_b[rows].mean() == pytest.approx(mean, abs=0.05)
        assert of_b[rows].std() == pytest.approx(1, abs=0.05)
        assert np.corrcoef(of_a[rows], of_b[rows])[0, 1] == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize("positives", COUNTS)
@pytest.mark.usefixtures("undrawn")
def test_the_sentence_is_true(positives):
    for same, draws in itertools.product((False, True), (1, 2, 19, 20, 57, 100)):
        figure = Figure()
        said = SENTENCE.fullmatch(LESSON.draw(figure, positives=positives, draws=draws, same=same))
        assert said
        areas = areas_at(positives)[:draws, [0, 2 if same else 1]]
        assert (said["positives"], said["rows"]) == (str(positives), f"{10 * positives:,}")
        assert (said["draws"], said["losses"]) == (str(draws), str(losses(positives, same, draws)))
        assert said["on"] == ("the same rows" if same else "rows of its own")
        if draws >= 20:
            ends = np.quantile(areas[:, 0], [0.05, 0.95])
            assert [float(said["low"]), float(said["high"])] == pytest.approx(ends, abs=5.1e-4)
        elif draws > 1:
            ends = areas[:, 0].min(), areas[:, 0].max()
            assert [float(said["least"]), float(said["most"])] == pytest.approx(ends, abs=5.1e-4)
        assert [float(said["a"]), float(said["b"])] == pytest.approx(areas[-1], abs=5.1e-4)
        assert said["ahead"] == ("worse" if areas[-1, 1] < areas[-1, 0] else "better")

        # The dots are these areas, none of them out of sight, and the bar is the share.
        _, strip, gap, lost = figure.axes
        dots = [line.get_xdata() for line in strip.lines if line.get_marker() == "o"]
        gaps = [line.get_xdata() for line in gap.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(dots[0], areas[:, 1], rtol=0, atol=1e-9)
        np.testing.assert_allclose(dots[2], areas[:, 0], rtol=0, atol=1e-9)
        np.testing.assert_allclose(gaps[0], areas[:, 1] - areas[:, 0], rtol=0, atol=1e-9)
        assert np.abs(gaps[0]).max() < gap.get_xlim()[1] - 0.01
        assert lost.patches[0].get_width() == pytest.approx(100 * losses(positives, same, draws) / draws)


@pytest.mark.usefixtures("words_only")
def test_curves_pile_up(made):
    view = made("luck", draws=3)
    few = len(view.figure.axes[0].lines)
    view.controls["draws"].value = 12
    assert len(view.figure.axes[0].lines) == few + 9
    first = [line.get_ydata() for line in view.figure.axes[0].lines[:2]]
    view.controls["draws"].value = 3
    np.testing.assert_array_equal([line.get_ydata() for line in view.figure.axes[0].lines[:2]], first)


def test_the_guess_counts_losses():
    assert LESSON.guess.truth() == losses(50, same=False) == 22
    assert LESSON.guess.place(22)[:2] == (3, 22)
    # As the opening says.
    assert losses(20, same=False) == 37
    np.testing.assert_array_equal(np.quantile(areas_at(20)[:, 0], [0.05, 0.95]).round(2), [0.16, 0.44])


def test_tasks_are_done_where_they_should_be():
    own, same, misled = (task.missing for task in LESSON.tasks)
    assert all(LESSON.missing(LESSON.start))
    assert all(LESSON.missing({**LESSON.start, **LESSON.guess.at}))
    for positives in COUNTS:
        fewest = min(count for count in COUNTS if losses(count, same=False) < 20)
        assert (own(positives=positives, draws=100, same=False) == "") is (positives == fewest == 100)
        fewest = min(count for count in COUNTS if losses(count, same=True) < 10)
        assert (same(positives=positives, draws=100, same=True) == "") is (positives == fewest == 50)
    assert "22.0%" in own(positives=50, draws=100, same=False)
    assert "fewer do" in own(positives=500, draws=100, same=False)
    assert "all 100" in own(positives=100, draws=50, same=False)
    assert "same rows" in own(positives=100, draws=100, same=True)
    assert "same rows" in same(positives=50, draws=100, same=False)
    for draws in (1, 4, 12, 100):
        areas = areas_at(100)[draws - 1]
        assert (misled(positives=100, draws=draws, same=False) == "") is bool(areas[1] < areas[0])
    assert misled(positives=100, draws=12, same=False) == ""
    assert "task is about 100" in misled(positives=20, draws=12, same=False)
