"""The best and the worst ranking: made once while someone holds them, and kept no longer."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import prplot
from prplot.path import ranking


@pytest.fixture
def ranked(monkeypatch):
    """How often rows were put in order."""
    made, whole = [], ranking.best_ranking
    monkeypatch.setattr(ranking, "best_ranking", lambda *given: made.append(1) or whole(*given))
    return made


@pytest.fixture
def path():
    rng = np.random.default_rng(2)
    return prplot.from_weights(rng.normal(size=40), fg=rng.random(40), bg=rng.random(40))


def test_a_ranking_is_shared_while_it_is_held(path, ranked):
    best, worst = path.best(), path.worst()
    assert path.best() is best
    assert path.worst() is worst
    assert path.pr().best().path is path.prg().best().path is best
    assert len(ranked) == 2


def test_a_path_does_not_keep_its_rankings(path):
    """They take more memory than the path itself."""
    held = [weakref.ref(path.best()), weakref.ref(path.pr().worst().path)]
    gc.collect()
    assert [ref() for ref in held] == [None, None]


def test_a_curve_keeps_its_bounds_and_its_areas(path, ranked, monkeypatch):
    curve = path.pr()
    first = curve.area(), curve.best().area(), curve.area(0.2, 0.5)
    assert curve.best() is curve.best()
    assert curve.worst() is curve.worst()
    monkeypatch.setattr(type(curve.rule), "area", lambda *_: pytest.fail("computed again"))
    assert (curve.area(), curve.best().area(), curve.area(0.2, 0.5)) == first
    assert len(ranked) == 2


@pytest.mark.parametrize("ties", ["average", "optimistic"])
def test_rows_are_ranked_once_for_every_prevalence(path, ranked, ties):
    best, worst = path.best(), path.worst()
    moved = path.at_prevalence(0.2).at_prevalence(0.05)
    again = moved.ties(ties).best()
    # The same rows with their background multiplied by hand.
    factor = path.positives * 0.95 / 0.05 / path.negatives
    by_hand = prplot.from_weights(path.sample.score, fg=path.sample.fg, bg=path.sample.bg * factor)
    for mine, theirs in ((moved.best(), by_hand.best()), (moved.worst(), by_hand.worst()), (again, by_hand.best())):
        np.testing.assert_array_equal(mine.tp, theirs.tp)
        np.testing.assert_allclose(mine.fp, theirs.fp, rtol=1e-13)
        np.testing.assert_array_equal(mine.sample.score, theirs.sample.score)
        np.testing.assert_allclose(mine.sample.bg, theirs.sample.bg, rtol=1e-13)
        assert mine.treatment.given_prevalence == path.prevalence
    assert moved.best().tp is best.tp
    assert moved.worst().tp is worst.tp
    # Two of the path, two by hand, and one where other ties made another path.
    assert len(ranked) <= 5


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda path: pickle.loads(pickle.dumps(path))])
def test_a_copy_ranks_for_itself(path, copied):
    best, curve = path.best(), path.pr()
    assert curve.best().path is best
    other = copied(path)
    assert other.best() is not best
    np.testing.assert_array_equal(other.best().tp, best.tp)
    assert copied(curve).best().area() == curve.best().area()
