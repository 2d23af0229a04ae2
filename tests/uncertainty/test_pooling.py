"""Pooled samples against the path of the concatenated data."""

import numpy as np
import pytest

import prplot
from prplot import PrplotError, PrplotValueError, PrplotWarning, pool


def pooled(paths, **options):
    return pool(paths, calibrated=True, **options)


def assert_same(one, other):
    for attribute in ("thresholds", "tp", "fp"):
        np.testing.assert_array_equal(getattr(one, attribute), getattr(other, attribute))
        assert not getattr(one, attribute).flags.writeable


def columns(seed, n):
    """Scores with ties inside and across folds, infinities among them, labels and weights."""
    rng = np.random.default_rng(seed)
    score = rng.choice([-np.inf, 0.0, 0.1, 0.2, 0.35, 0.5, 0.75, np.inf], n)
    return score, rng.integers(0, 2, n), rng.uniform(0, 3, n) * rng.integers(0, 2, n)


FOLDS = [columns(seed, n) for seed, n in ((1, 30), (2, 7), (3, 12), (4, 50))]
SCORE, LABEL, WEIGHT = (np.concatenate(parts) for parts in zip(*FOLDS, strict=True))
HARD = [prplot.from_labels(y, s) for s, y, _ in FOLDS]


def test_rows_are_concatenated():
    found = pooled(HARD)
    assert_same(found, prplot.from_labels(LABEL, SCORE))
    np.testing.assert_array_equal(found.sample.score, SCORE)
    assert not found.soft
    weighted = pooled([prplot.from_weights(s, fg=w, bg=y * 0.3) for s, y, w in FOLDS])
    assert_same(weighted, prplot.from_weights(SCORE, fg=WEIGHT, bg=LABEL * 0.3))
    soft = pooled([prplot.from_weights(s, fg=w / 3) for s, _, w in FOLDS])
    assert_same(soft, prplot.from_weights(SCORE, fg=WEIGHT / 3))
    assert soft.soft
    (s0, y0, _), (s1, _, w1) = FOLDS[:2]
    mixed = pooled([prplot.from_labels(y0, s0), prplot.from_weights(s1, fg=w1 / 3)])
    assert_same(mixed, prplot.from_weights(np.append(s0, s1), fg=np.append(y0, w1 / 3)))
    # A pool of pools has all folds.
    again = pooled([pooled(HARD[:2]), *HARD[2:]])
    assert again.sample.fold.tolist() == np.repeat(range(4), [30, 7, 12, 50]).tolist()


@pytest.mark.parametrize("from_counts", [(0, 1, 2, 3), (1,)])
def test_counts_are_merged_exactly(from_counts):
    paths = [prplot.from_counts(p.thresholds, p.tp, p.fp) if i in from_counts else p for i, p in enumerate(HARD)]
    assert_same(pooled(paths), prplot.from_labels(LABEL, SCORE))
    assert pooled(paths).sample is None


def test_at_every_threshold_the_matrix_is_the_sum():
    paths = [
        prplot.from_counts([0.9, 0.4], [1, 2.5], [0, 3]),
        prplot.from_weights([0.7, 0.4, 0.1], fg=[0.1, 0.2, 0.7]),
        prplot.from_counts([np.inf, -np.inf], [2, 3], [1, 4]),
    ]
    found = pooled(paths)
    for cut in (np.inf, 1, 0.9, 0.8, 0.7, 0.5, 0.4, 0.2, 0.1, 0, -np.inf):
        wanted = np.sum([path.at(cut).cells for path in paths], axis=0)
        assert found.at(cut).cells == pytest.approx(tuple(wanted), rel=1e-15, abs=1e-15), cut


def test_one_warning_unless_the_scores_are_said_to_be_comparable():
    # Both folds rank perfectly; pooled, the second's background comes before the first's foreground.
    folds = [prplot.from_labels([1, 0], [0.2, 0.1]), prplot.from_labels([1, 0], [0.9, 0.8])]
    with pytest.warns(PrplotWarning, match="calibrated") as caught:
        assert pool(folds).roc().area() == 0.75
    assert [warning.filename for warning in caught] == [__file__]
    pool(folds, calibrated=True)
    pool(path for path in folds[:1])


def missing(policy, scores):
    return prplot.from_labels([1, 0, 1, 0], scores, missing=policy)


HOLES, WHOLE = [0.4, None, 0.2, None], [0.4, 0.3, 0.2, 0.1]


def test_missing_scores_add_up():
    lowest = pooled([missing("lowest", HOLES), missing("raise", WHOLE), missing("lowest", HOLES)])
    assert (lowest.missing, lowest.thresholds[-1]) == (("lowest", 4, 0), -np.inf)
    assert pooled([missing("drop", WHOLE), missing("drop", HOLES)]).missing == ("drop", 2, 0)
    assert pooled([missing("raise", WHOLE), missing("drop", WHOLE)]).missing.rows == 0


PATH = prplot.from_labels([1, 0, 1, 0], [0.5, 0.5, 0.2, 0.1])
SOFT = prplot.from_weights([0.5, 0.5, 0.2, 0.1], fg=[0.9, 0.4, 0.6, 0.1])
NEAR = [prplot.from_labels([1, 0], scores, tolerance=0.1) for scores in ([0.5, 0.2], [0.45, 0.1])]


def test_what_was_done_to_all_paths_alike_stays():
    assert_same(pooled([SOFT.hard(0.6), SOFT.hard(0.6)]), pooled([SOFT, SOFT]).hard(0.6))
    assert_same(pooled(NEAR), prplot.from_labels([1, 0, 1, 0], [0.5, 0.2, 0.45, 0.1], tolerance=0.1))


@pytest.mark.parametrize(
    ("paths", "words"),
    [
        ([PATH, PATH.ties("optimistic")], r"the ties broken in 'number 2'\. Pool .* then call \.ties"),
        ({"x": PATH.at_prevalence(0.1), "y": PATH}, r"another prevalence in 'x'\. Pool .* then call \.at_prevalence"),
        ([SOFT.hard(0.6), SOFT.hard(0.5)], r"threshold in \.hard"),
        ([missing("drop", HOLES), missing("lowest", HOLES)], "different values of missing: 'drop', 'lowest'"),
        ([NEAR[0], PATH], r"tolerance: 0\.1, 0\.0"),
    ],
)
def test_what_cannot_be_pooled(paths, words):
    with pytest.raises(PrplotError, match=words):
        pooled(paths)
    with pytest.raises(PrplotValueError, match="got none"):
        pooled([])
