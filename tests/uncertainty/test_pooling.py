"""Pooled samples against the path of the concatenated data."""

import numpy as np
import pytest

import prplot
from prplot.errors import PrplotTypeError, PrplotValueError, PrplotWarning
from prplot.uncertainty import pool


def pooled(paths, **options):
    return pool(paths, calibrated=True, **options)


def assert_same(one, other):
    for attribute in ("thresholds", "tp", "fp"):
        np.testing.assert_array_equal(getattr(one, attribute), getattr(other, attribute))
        assert not getattr(one, attribute).flags.writeable
    for mine, theirs in zip(one.vertices.increments, other.vertices.increments, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def columns(rng, n):
    """Scores with ties inside and across folds, infinities among them, labels and weights."""
    score = rng.choice([-np.inf, 0.0, 0.1, 0.2, 0.35, 0.5, 0.75, np.inf], n)
    return score, rng.integers(0, 2, n), rng.uniform(0, 3, n) * rng.integers(0, 2, n)


FOLDS = [columns(np.random.default_rng(seed), n) for seed, n in enumerate((30, 7, 1, 50), start=1)]
SCORE, LABEL, WEIGHT = (np.concatenate(parts) for parts in zip(*FOLDS, strict=True))


def test_hard_labels_are_concatenated():
    found = pooled([prplot.from_labels(y, s) for s, y, _ in FOLDS])
    wanted = prplot.from_labels(LABEL, SCORE)
    assert_same(found, wanted)
    assert (len(found.sample), found.sample.hard) == (88, True)
    np.testing.assert_array_equal(found.sample.score, SCORE)
    assert not found.sample.fg.flags.writeable


def test_weights_and_soft_labels_are_concatenated():
    weighted = pooled([prplot.from_weights(s, fg=w, bg=y * 0.3) for s, y, w in FOLDS if w.any() or y.any()])
    kept = np.concatenate([np.full(len(s), bool(w.any() or y.any())) for s, y, w in FOLDS])
    assert_same(weighted, prplot.from_weights(SCORE[kept], fg=WEIGHT[kept], bg=LABEL[kept] * 0.3))
    soft = pooled([prplot.from_weights(s, fg=w / 3) for s, _, w in FOLDS])
    assert_same(soft, prplot.from_weights(SCORE, fg=WEIGHT / 3))
    assert soft.soft


def test_hard_and_soft_labels_mix():
    (s0, y0, _), (s1, _, w1) = FOLDS[:2]
    found = pooled([prplot.from_labels(y0, s0), prplot.from_weights(s1, fg=w1 / 3)])
    wanted = prplot.from_weights(np.append(s0, s1), fg=np.append(y0, w1 / 3))
    assert_same(found, wanted)
    assert not found.sample.hard


def counts_of(path, name=None):
    return prplot.from_counts(path.thresholds, path.tp, path.fp, name=name)


@pytest.mark.parametrize("from_counts", [(0, 1, 2, 3), (1,), (0, 3)])
def test_counts_are_merged_exactly(from_counts):
    paths = [prplot.from_labels(y, s) for s, y, _ in FOLDS]
    found = pooled([counts_of(p) if i in from_counts else p for i, p in enumerate(paths)])
    assert_same(found, prplot.from_labels(LABEL, SCORE))
    assert found.sample is None


def test_at_every_threshold_the_matrix_is_the_sum():
    paths = [
        prplot.from_counts([0.9, 0.4], [1, 2.5], [0, 3]),
        prplot.from_weights([0.7, 0.4, 0.1], fg=[0.1, 0.2, 0.7]),
        prplot.from_counts([np.inf, -np.inf], [2, 3], [1, 4]),
    ]
    found = pooled(paths)
    for cut in (np.inf, 1, 0.9, 0.8, 0.7, 0.5, 0.4, 0.2, 0.1, 0, -np.inf):
        matrices = [path.at(cut) for path in paths]
        for cell in ("tp", "fp", "fn", "tn"):
            wanted = sum(getattr(c, cell) for c in matrices)
            assert getattr(found.at(cut), cell) == pytest.approx(wanted, rel=1e-15, abs=1e-15), (cut, cell)


def test_cumulative_counts_stay_as_given():
    # Sums of the differences of these would round to other numbers.
    rng = np.random.default_rng(18)
    tp = np.sort(rng.uniform(0, 1, 50) * 10.0 ** rng.integers(-20, 1, 50))
    fp = np.sort(rng.uniform(0, 1, 50))
    one = prplot.from_counts(np.arange(50, 0, -1), tp, fp)
    np.testing.assert_array_equal(pooled(one).tp, one.tp)
    np.testing.assert_array_equal(pooled([one, one]).fp, 2 * one.fp)


def test_one_warning_unless_the_scores_are_said_to_be_comparable():
    paths = {"first": prplot.from_labels([1, 0], [2, 1]), "second": prplot.from_labels([0, 1, 1], [3, 1, 0])}
    with pytest.warns(PrplotWarning, match="calibrated") as caught:
        pool(paths)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    pool(paths, calibrated=True)
    pool(paths["first"])
    pool(path for path in [paths["first"]])


def test_scores_on_other_scales_spoil_a_pool():
    # Both folds rank perfectly; pooled, the second's background comes before the first's foreground.
    folds = [prplot.from_labels([1, 0], [0.2, 0.1]), prplot.from_labels([1, 0], [0.9, 0.8])]
    assert [fold.roc().area() for fold in folds] == [1, 1]
    assert pooled(folds).roc().area() == 0.75


def test_names():
    a, b = (prplot.from_labels([1, 0], [2, 1], name=name) for name in ("a", "b"))
    assert [pooled(p).name for p in ([a, a], [a, b], {"x": a, "y": a})] == ["a", None, "a"]
    assert pooled([a, b], name="both").name == "both"
    with pytest.raises(PrplotTypeError, match="name must be a string or None"):
        pooled([a, b], name=3)


def missing(policy, scores):
    return prplot.from_labels([1, 0, 1, 0], scores, missing=policy)


def test_missing_scores_add_up():
    holes, whole = [0.4, None, 0.2, None], [0.4, 0.3, 0.2, 0.1]
    lowest = pooled([missing("lowest", holes), missing("raise", whole), missing("lowest", holes)])
    assert lowest.missing == ("lowest", 4)
    assert lowest.thresholds[-1] == -np.inf
    assert pooled([missing("drop", whole), missing("drop", holes)]).missing == ("drop", 2)
    assert pooled([missing("raise", whole), missing("drop", whole)]).missing.rows == 0
    with pytest.raises(PrplotValueError, match=r"different values of missing: 'drop', 'lowest'.* with the same"):
        pooled([missing("drop", holes), missing("lowest", holes)])


def test_what_was_done_to_a_path_before():
    y, s = [1, 0, 1, 0], [0.5, 0.5, 0.2, 0.1]
    path = prplot.from_labels(y, s)
    with pytest.raises(PrplotValueError, match=r"the ties broken in 'number 2'\. Pool .* then call \.ties"):
        pooled([path, path.ties("optimistic")])
    with pytest.raises(PrplotValueError, match=r"another prevalence in 'x'\. Pool .* then call \.at_prevalence"):
        pooled({"x": path.at_prevalence(0.1), "y": path})
    soft = prplot.from_weights(s, fg=[0.9, 0.4, 0.6, 0.1])
    cut = pooled([soft.hard(0.6), soft.hard(0.6)])
    assert_same(cut, pooled([soft, soft]).hard(0.6))
    assert cut.treatment.cut == 0.6
    with pytest.raises(PrplotValueError, match=r"threshold in \.hard"):
        pooled([soft.hard(0.6), soft.hard(0.5)])


def test_near_ties_are_joined_across_paths():
    near = [prplot.from_labels([1, 0], scores, tolerance=0.1) for scores in ([0.5, 0.2], [0.45, 0.1])]
    found = pooled(near)
    assert_same(found, prplot.from_labels([1, 0, 1, 0], [0.5, 0.2, 0.45, 0.1], tolerance=0.1))
    assert len(found) == 3
    with pytest.raises(PrplotValueError, match=r"tolerance: 0\.1, 0\.0"):
        pooled([near[0], prplot.from_labels([1, 0], [2, 1])])


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda _: pool([]), PrplotValueError, "paths must be a path, a sequence or a mapping of paths; got none"),
        (lambda p: pool([p, p.roc()]), PrplotTypeError, "paths must be a path.* got Curve"),
        (lambda _: pool("path"), PrplotTypeError, "got str 'path'.* prplot.from_labels"),
        (lambda p: pool([p, p], calibrated="yes"), PrplotTypeError, "calibrated must be True or False"),
    ],
)
def test_errors(call, kind, words):
    with pytest.raises(kind, match=words):
        call(prplot.from_labels([1, 0], [2, 1]))
