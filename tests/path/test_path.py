"""The path: vertices by hand, operating points, hard labels, other rankings, counts, the ends of the double range."""

import copy
import dataclasses
import math
import pickle

import numpy as np
import pytest

import prplot
from prplot import Confusion, ConfusionPath, from_counts, from_labels, from_weights
from prplot.errors import PrplotError


def rows(path):
    return list(zip(path.thresholds.tolist(), path.tp.tolist(), path.fp.tolist(), strict=True))


@pytest.fixture
def tied():
    """Scores 3 (one of each), 2 (positive), 1 (two negatives)."""
    return from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1])


# Vertices --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param(
            lambda: from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]),
            [(math.inf, 0, 0), (0.9, 1, 0), (0.8, 1, 1), (0.4, 2, 1), (0.1, 2, 2)],
            id="distinct",
        ),
        pytest.param(
            lambda: from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1]),
            [(math.inf, 0, 0), (3, 1, 1), (2, 2, 1), (1, 2, 3)],
            id="ties",
        ),
        pytest.param(
            lambda: from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1], sample_weight=[1, 2, 0, 0, 4]),
            [(math.inf, 0, 0), (3, 2, 0), (1, 2, 5)],
            id="zero-weight-rows-are-no-vertex",
        ),
        pytest.param(lambda: from_labels([1, 0], [7, 7]), [(math.inf, 0, 0), (7, 1, 1)], id="one-score"),
        pytest.param(lambda: from_labels([1], [7]), [(math.inf, 0, 0), (7, 1, 0)], id="one-row"),
        pytest.param(lambda: from_labels([0, 0], [2, 1]), [(math.inf, 0, 0), (2, 0, 1), (1, 0, 2)], id="one-class"),
        pytest.param(
            lambda: from_weights([1, 2, 2, 3], fg=[0.5, 0.25, 0.25, 1], bg=[1, 2, 0, 0]),
            [(math.inf, 0, 0), (3, 1, 0), (2, 1.5, 2), (1, 2, 3)],
            id="two-weights-per-row",
        ),
        pytest.param(
            lambda: from_weights([2, 1], fg=[0.25, 1]), [(math.inf, 0, 0), (2, 0.25, 0.75), (1, 1.25, 0.75)], id="soft"
        ),
        pytest.param(
            lambda: from_labels([1, 0, 0], [math.inf, -math.inf, 0]),
            [(math.inf, 0, 0), (math.inf, 1, 0), (0, 1, 1), (-math.inf, 1, 2)],
            id="infinities",
        ),
    ],
)
def test_vertices_by_hand(path, expected):
    assert rows(path()) == expected


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
def test_counting_weighing_and_plain_loops_agree(seed, share):
    """Unit weights take one way through the code, other weights another; both give the definition."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 80))
    score, y = rng.integers(0, 15, n).astype(float), rng.random(n) < share
    cuts = sorted(set(score.tolist()), reverse=True)
    by_definition = [(math.inf, 0, 0)] + [
        (c, int((y & (score >= c)).sum()), int((~y & (score >= c)).sum())) for c in cuts
    ]
    assert rows(from_labels(y, score)) == by_definition
    assert rows(from_labels(y, score, sample_weight=np.ones(n))) == by_definition
    assert rows(from_weights(score, fg=y)) == by_definition
    tripled = [(c, 3 * t, 3 * f) for c, t, f in by_definition]
    assert rows(from_labels(y, score, sample_weight=np.full(n, 3))) == tripled


@pytest.mark.parametrize("weighted", [False, True])
def test_order_of_rows_does_not_matter(weighted):
    rng = np.random.default_rng(3)
    y, score, w = rng.random(50) < 0.3, rng.integers(0, 9, 50), rng.integers(0, 5, 50)
    order = rng.permutation(50)
    one = from_labels(y, score, sample_weight=w if weighted else None)
    other = from_labels(y[order], score[order], sample_weight=w[order] if weighted else None)
    assert rows(one) == rows(other)


def test_repeating_rows_is_weighing_them():
    w = np.array([3, 0, 2, 1])
    y, score = np.array([1, 0, 0, 1]), np.array([4, 3, 2, 2])
    assert rows(from_labels(np.repeat(y, w), np.repeat(score, w))) == rows(from_labels(y, score, sample_weight=w))


def test_integer_weights_are_exact_up_to_2_to_the_53():
    path = from_labels([1, 1, 0], [3, 2, 1], sample_weight=[2**52, 2**52 - 1, 2**53 - 1])
    assert path.tp.tolist() == [0, 2**52, 2**53 - 1, 2**53 - 1]
    assert path.negatives == 2**53 - 1


@pytest.mark.parametrize("scores", [np.arange(10**6), np.zeros(10**6)], ids=["distinct", "tied"])
def test_a_million_tenths_add_up(scores):
    path = from_labels(np.ones(10**6), scores, sample_weight=np.full(10**6, 0.1))
    assert path.positives == pytest.approx(math.fsum([0.1] * 10**6), rel=4e-16, abs=0)


def test_totals_and_prevalence_are_weighted():
    path = from_labels([1, 0], [2, 1], sample_weight=[1, 3])
    assert (path.positives, path.negatives, path.prevalence) == (1, 3, 0.25)
    assert len(path) == 3


# at --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threshold", "tp", "fp"),
    [
        (math.inf, 0, 0),
        (3.0001, 0, 0),
        (3, 1, 1),
        (np.float32(2.5), 1, 1),
        (2, 2, 1),
        (1.5, 2, 1),
        (1, 2, 3),
        (0, 2, 3),
        (-math.inf, 2, 3),
    ],
)
def test_at_any_threshold(tied, threshold, tp, fp):
    assert tied.at(threshold) == Confusion(tp=tp, fp=fp, fn=2 - tp, tn=3 - fp, threshold=float(threshold))


def test_at_infinity_takes_the_scores_that_are_infinite():
    path = from_labels([1, 0, 0], [math.inf, 0, -math.inf])
    assert path.thresholds[:2].tolist() == [math.inf, math.inf]
    assert (path.at(math.inf).tp, path.at(1e308).tp) == (1, 1)
    assert path.at(-1e308).fp == 1
    assert path.at(-math.inf).fp == 2


def test_at_minus_zero_is_at_zero():
    path = from_labels([1, 0], [0.0, -0.0])
    assert path.at(-0.0).tp == path.at(0.0).tp == 1


@pytest.mark.parametrize("threshold", [math.nan, None], ids=repr)
def test_at_takes_one_number(tied, threshold):
    with pytest.raises(PrplotError, match="threshold must") as caught:
        tied.at(threshold)
    assert isinstance(caught.value, ValueError | TypeError)
    assert repr(threshold) in str(caught.value)


# find ------------------------------------------------------------------------------------------------------


# At 0.9, 0.8, 0.4, 0.1: recall .5 .5 1 1, precision 1 1/2 2/3 1/2, fpr 0 .5 .5 1, positive rate .25 .5 .75 1.
@pytest.mark.parametrize(
    ("wanted", "threshold"),
    [
        ({"recall": 0}, 0.9),
        ({"recall": 0.01}, 0.9),
        ({"recall": 0.5}, 0.9),
        ({"recall": 0.51}, 0.4),
        ({"recall": 1}, 0.4),
        ({"precision": 0}, 0.4),
        ({"precision": 0.5}, 0.4),
        ({"precision": 0.51}, 0.4),
        ({"precision": 2 / 3}, 0.4),
        ({"precision": 0.67}, 0.9),
        ({"precision": 1}, 0.9),
        ({"fpr": 0}, 0.9),
        ({"fpr": 0.49}, 0.9),
        ({"fpr": 0.5}, 0.4),
        ({"fpr": 1}, 0.4),
        ({"predicted_positive_rate": 0}, math.inf),
        ({"predicted_positive_rate": 0.25}, 0.9),
        ({"predicted_positive_rate": 0.7}, 0.9),
        ({"predicted_positive_rate": 1}, 0.4),
    ],
    ids=str,
)
def test_find_direction_and_ties(wanted, threshold):
    path = from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    found = path.find(**wanted)
    assert found.threshold == threshold
    assert dataclasses.replace(found, threshold=None) == dataclasses.replace(path.at(threshold), threshold=None)


def test_find_forgives_the_rounding_of_sums():
    """Three weights of 0.1 of ten add up to 0.30000000000000004 or to 0.3, by their order."""
    path = from_labels([1, 0] * 10, range(20, 0, -1), sample_weight=[0.1] * 20)
    for k in range(1, 10):
        for slip in (-1e-15, 0, 1e-15):
            wanted = k / 10 + slip
            # At threshold 22 - 2 k the k-th positive is the last one taken, at 21 - 2 k the k-th negative.
            assert path.find(recall=wanted).threshold == 22 - 2 * k
            assert path.find(fpr=wanted).threshold == 20 - 2 * k
            assert path.find(predicted_positive_rate=wanted - 0.05).threshold == 22 - 2 * k
            assert path.find(precision=k / (2 * k - 1) * (1 - abs(slip))).threshold == 22 - 2 * k


def test_find_does_not_forgive_more_than_rounding():
    path = from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    assert path.find(recall=0.5 + 1e-9).threshold == 0.4
    assert path.find(fpr=0.5 - 1e-9).threshold == 0.9


def test_find_out_of_reach_names_the_nearest():
    path = from_labels([0, 1, 1, 0], [0.9, 0.8, 0.4, 0.1])
    with pytest.raises(ValueError, match=r"precision must be reached by some threshold; got 0\.9\.") as caught:
        path.find(precision=0.9)
    assert isinstance(caught.value, PrplotError)
    assert "nearest is precision 0.666667 at threshold 0.4" in str(caught.value)


@pytest.mark.parametrize(
    ("labels", "wanted", "side"),
    [([0, 0], "recall", "foreground"), ([1, 1], "fpr", "background")],
)
def test_find_a_rate_that_is_undefined(labels, wanted, side):
    with pytest.raises(ValueError, match=f"{wanted} is undefined .* no {side} weight") as caught:
        from_labels(labels, [2, 1]).find(**{wanted: 0.5})
    assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize("given", [{}, {"recall": 0.5, "fpr": 0.1}, {"recall": None}], ids=str)
def test_find_takes_exactly_one_rate(tied, given):
    with pytest.raises(TypeError, match="exactly one of recall=, precision=, fpr=, specificity=, npv=") as caught:
        tied.find(**given)
    assert isinstance(caught.value, PrplotError)
    assert all(f"{name}=" in str(caught.value).split("got")[1] for name, v in given.items() if v is not None)


@pytest.mark.parametrize("rate", ["recall", "precision", "fpr", "predicted_positive_rate"])
@pytest.mark.parametrize("value", [-0.1, 1.1, 80, math.nan, math.inf], ids=repr)
def test_find_takes_a_rate(tied, rate, value):
    with pytest.raises(PrplotError, match=rf"{rate} must lie in \[0, 1\]") as caught:
        tied.find(**{rate: value})
    assert repr(value) in str(caught.value)


# hard ------------------------------------------------------------------------------------------------------


def test_hard_by_a_cut_with_both_weights():
    soft = from_weights([4, 3, 2, 1], fg=[0.9, 0.4, 1.5, 0], bg=[0.1, 0.6, 1.5, 0])
    assert rows(soft.hard()) == [(math.inf, 0, 0), (4, 1, 0), (3, 1, 1), (2, 2, 1)]
    assert rows(soft.hard(weights="total")) == [(math.inf, 0, 0), (4, 1, 0), (3, 1, 1), (2, 4, 1)]
    assert rows(soft.hard(0.4)) == [(math.inf, 0, 0), (4, 1, 0), (3, 2, 0), (2, 3, 0)]
    assert rows(soft.hard(1)) == [(math.inf, 0, 0), (4, 0, 1), (3, 0, 2), (2, 0, 3)]


def test_hard_keeps_name_rows_and_input():
    soft = from_weights([2, 1], fg=[0.9, 0.4], name="mine")
    hard = soft.hard()
    assert hard.name == "mine"
    assert hard.sample.hard
    assert not hard.soft
    assert hard.sample.score.tolist() == [2, 1]
    assert soft.tp.tolist() == [0, 0.9, 1.3]


def test_hard_of_hard_labels_changes_nothing():
    path = from_labels([1, 0, 1, 0], [4, 3, 3, 1])
    assert rows(path.hard()) == rows(path)


@pytest.mark.parametrize("label", [0.09, 0.21, 0.3, 0.45, 0.6, 0.63, 0.9, 0.95, 1.0])
def test_hard_takes_in_a_label_equal_to_the_cut(label):
    """Foreground is fg / (fg + bg) >= threshold, and for a soft label that share is the label."""
    assert from_weights([1], fg=[label]).hard(label).positives == 1


@pytest.mark.parametrize("per", ["item", "vote"])
@pytest.mark.parametrize(("yes", "total"), [(3, 8), (1, 10), (9, 10), (2, 3), (7, 11)])
def test_hard_takes_in_a_share_of_votes_equal_to_the_cut(yes, total, per):
    fg, bg = prplot.weights.votes([yes], total, per)
    assert from_weights([1], fg=fg, bg=bg).hard(yes / total).positives == 1


@pytest.mark.parametrize("weight", [0.1, 0.7, 3.3, 1 / 3, 2.0, 10.0, 3.0, 1e-300, 1e300])
def test_a_sample_weight_moves_no_row_across_a_cut(weight):
    for percent in range(1, 100):
        cut = percent / 100
        labels = [cut, cut - 1e-9, cut + 1e-9]
        path = from_weights([3, 2, 1], fg=labels, sample_weight=[weight] * 3).hard(cut)
        assert rows(path)[1:] == rows(from_weights([3, 2, 1], fg=labels).hard(cut))[1:]
        assert rows(path)[1:] == [(3, 1, 0), (2, 1, 1), (1, 2, 1)], percent


def test_hard_keeps_rows_at_the_cut_beside_rows_of_another_weight():
    assert from_weights([2, 1], fg=[0.1, 0], sample_weight=[0.7, 1]).hard(0.1).positives == 1


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ({"threshold": 0}, ["threshold must lie in (0, 1]", "got 0", "fg / (fg + bg)"]),
        ({"threshold": 1.5}, ["threshold must lie in (0, 1]", "got 1.5"]),
        ({"threshold": math.nan}, ["threshold must lie in (0, 1]", "nan"]),
        ({"threshold": "unit"}, ["threshold must", "str 'unit'"]),
        ({"weights": "sum"}, ["weights must be one of 'unit', 'total'", "'sum'"]),
    ],
    ids=str,
)
def test_hard_wrong_input(arguments, parts):
    with pytest.raises(PrplotError) as caught:
        from_weights([1, 2], fg=[0.2, 0.8]).hard(**arguments)
    for part in parts:
        assert part in str(caught.value)


# best and worst --------------------------------------------------------------------------------------------


def test_best_and_worst_rank_every_row_by_its_share():
    path = from_weights([3, 2, 1, 0], fg=[0.5, 0.75, 0, 0.25], name="mine")
    assert rows(path.best()) == [(math.inf, 0, 0), (4, 0.75, 0.25), (3, 1.25, 0.75), (2, 1.5, 1.5), (1, 1.5, 2.5)]
    assert rows(path.worst()) == [(math.inf, 0, 0), (4, 0, 1), (3, 0.25, 1.75), (2, 0.75, 2.25), (1, 1.5, 2.5)]
    assert path.best().name == path.worst().name == "mine"
    assert (path.best().positives, path.worst().negatives) == (path.positives, path.negatives)


def test_best_and_worst_take_ties_apart():
    path = from_labels([0, 1, 0, 1], [1, 1, 1, 1])
    assert path.best().pr().area() == 1
    assert path.worst().tp.tolist() == [0, 0, 0, 1, 2]


def test_an_increment_of_soft_counts_is_one_point():
    path = from_counts([3, 2, 1], tp=[0, 1, 3], fp=[2, 3, 3], soft=True)
    assert path.best().tp.tolist() == [0, 2, 3, 3]
    assert path.best().fp.tolist() == [0, 0, 1, 3]
    assert path.worst().tp.tolist() == [0, 0, 1, 3]
    assert path.best().sample is path.worst().sample is None


# from_counts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [True, False], ids=["with-origin", "without"])
@pytest.mark.parametrize(
    "path",
    [
        from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1], name="mine"),
        from_weights([3, 2, 2, 1], fg=[0.1, 0.2, 0.7, 0.3], name="mine"),
        from_labels([1, 0, 0], [math.inf, 0, -math.inf], name="mine"),
        from_labels([0, 0], [2, 1], name="mine"),
    ],
    ids=["ties", "soft", "infinities", "one-class"],
)
def test_counts_round_trip(path, origin):
    kept = slice(0 if origin else 1, None)
    again = from_counts(path.thresholds[kept], path.tp[kept], path.fp[kept], name=path.name)
    assert rows(again) == rows(path)
    assert again.name == "mine"
    assert again.sample is None
    assert again.missing.rows == 0


def test_counts_that_stay_are_no_vertices():
    path = from_counts([9, 5, 4, 3, 1], tp=[0, 1, 1, 2, 2], fp=[0, 0, 0, 0, 1])
    assert rows(path) == [(math.inf, 0, 0), (5, 1, 0), (3, 2, 0), (1, 2, 1)]


def test_counts_are_left_alone():
    given = [np.array([2.0, -0.0]), np.array([0.0, 1.0]), np.array([1.0, 1.0])]
    copies = [a.copy() for a in given]
    path = from_counts(*given)
    for a, c in zip(given, copies, strict=True):
        np.testing.assert_array_equal(a, c)
        np.testing.assert_array_equal(np.signbit(a), np.signbit(c))
        assert not any(np.shares_memory(a, held) for held in (path.thresholds, path.tp, path.fp))


@pytest.mark.parametrize("wish", ["hard"])
def test_counts_have_no_rows(wish):
    with pytest.raises(
        ValueError, match=f"{wish} needs the rows .* from counts .*from_labels or prplot.from_weights"
    ) as caught:
        getattr(from_counts([1], [1], [1]), wish)()
    assert isinstance(caught.value, PrplotError)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (
            ([3, 2, 1], [1, 0, 1], [1, 1, 1]),
            ["tp must be cumulative", "never fall", "1 followed by 0", "numpy.cumsum(tp)"],
        ),
        (([3, 2, 1], [1, 1, 1], [0, 2, 1]), ["fp must be cumulative", "2 followed by 1", "numpy.cumsum(fp)"]),
        (([1, 2], [1, 2], [1, 2]), ["thresholds must fall strictly", "1 followed by 2", "[::-1]"]),
        (([1, 1], [1, 2], [1, 2]), ["thresholds must fall strictly", "1 followed by 1"]),
        (([2, math.nan], [1, 2], [1, 2]), ["thresholds must not hold NaN", "row 1"]),
        (([2, 1], [1], [1, 2]), ["tp must have one value per threshold", "1 for 2"]),
        (([2, 1], [1, 2], [1, 2, 3]), ["fp must have one value per threshold", "3 for 2"]),
        (([2, 1], [-1, 2], [1, 2]), ["tp must not be negative", "tp[0] = -1"]),
        (([2, 1], [0, math.nan], [1, 2]), ["tp must be finite", "tp[1] = nan"]),
        (([2, 1], [0, 1], [1, math.inf]), ["fp must be finite", "fp[1] = inf"]),
        (([], [], []), ["thresholds must hold at least one row", "none"]),
        (([2, 1], [0, 0], [0, 0]), ["tp and fp must hold some weight", "zeros"]),
        ((["a"], [1], [1]), ["thresholds must hold real numbers", "'a'"]),
        (([[1]], [1], [1]), ["thresholds must be one-dimensional", "(1, 1)"]),
    ],
)
def test_counts_wrong_input(arguments, parts):
    with pytest.raises(PrplotError) as caught:
        from_counts(*arguments)
    assert isinstance(caught.value, ValueError | TypeError)
    for part in parts:
        assert part in str(caught.value)


# Frozen, shown ---------------------------------------------------------------------------------------------


PATHS = {
    "labels": lambda: from_labels([1, 0, 1], [3, 2, 1]),
    "weights": lambda: from_weights([3, 2, 1], fg=[0.2, 0.5, 0.1]),
    "counts": lambda: from_counts([2, 1], [1, 2], [0, 1]),
    "best": lambda: from_labels([1, 0, 1], [3, 2, 1]).best(),
    "hard": lambda: from_weights([3, 2, 1], fg=[0.2, 0.5, 0.1]).hard(),
}


@pytest.mark.parametrize("make", PATHS.values(), ids=PATHS)
def test_paths_are_frozen_and_their_arrays_read_only(make):
    path = make()
    for name in ("tp", "name", "sample", "anything"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(path, name, None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del path.tp
    for array in (path.thresholds, path.tp, path.fp, *path.steps()[:4]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("make", PATHS.values(), ids=PATHS)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_paths_can_be_copied_and_pickled(make, again):
    path = make()
    assert rows(again(path)) == rows(path)
    assert repr(again(path)) == repr(path)


def test_asking_leaves_nothing_on_the_path(tied):
    before = set(vars(tied))
    kept = {"fp", "sample", "points", "_runs_merged", "_background_runs_merged", "_rankings", "_areas_of_curves"}
    tied.at(2), tied.find(recall=1), tied.best(), tied.worst(), tied.hard(), tied.pr().area(), repr(tied)
    assert set(vars(tied)) - kept == before - kept


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            lambda: from_labels([1, 0, 0, 0], [4, 3, 3, 1], name="mine"),
            "ConfusionPath(name='mine', n=4, P=1, N=3, π=0.25, labels=hard, distinct scores=3)",
        ),
        (
            lambda: from_weights([2, 1, None], fg=[0.5, 0.25, 1], missing="lowest"),
            (
                "ConfusionPath(n=3, P=1.75, N=1.25, π=0.5833, labels=soft, distinct scores=3, "
                "missing scores=1 ranked lowest)"
            ),
        ),
        (
            lambda: from_labels([1, 0, 1], [2, 1, None], missing="drop"),
            "ConfusionPath(n=2, P=1, N=1, π=0.5, labels=hard, distinct scores=2, missing scores=1 dropped)",
        ),
        (lambda: from_counts([2, 1], [1, 1], [0, 1]), "ConfusionPath(P=1, N=1, π=0.5, labels=hard, distinct scores=2)"),
    ],
    ids=["labels", "lowest", "drop", "counts"],
)
def test_repr_tells_the_facts(path, text):
    assert repr(path()) == text


def test_html_tells_the_same_facts_escaped():
    path = from_labels([1, 0], [2, 1], name="<script>alert('&')</script>")
    shown = path._repr_html_()
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
    assert "&amp;" in shown
    for fact in ("<td", ">0.5<", "π", "distinct scores", "hard"):
        assert fact in shown
    assert shown.count("<tr>") == shown.count("</tr>") == 7


@pytest.mark.parametrize("name", [3, ["a"], b"x"], ids=repr)
@pytest.mark.parametrize(
    "make",
    [
        lambda name: from_labels([1, 0], [2, 1], name=name),
        lambda name: from_weights([2, 1], fg=[1, 0], name=name),
        lambda name: from_counts([2, 1], [1, 1], [0, 1], name=name),
    ],
    ids=["labels", "weights", "counts"],
)
def test_name_is_a_string(make, name):
    with pytest.raises(TypeError, match="name must be a string or None; got ") as caught:
        make(name)
    assert isinstance(caught.value, PrplotError)


# The ends of the double range ------------------------------------------------------------------------------

FG, BG = np.array([3.0, 0, 2, 1, 0]), np.array([0.0, 2, 1, 1, 4])
SCALES = {"1e308": 1.7e308 / 8, "1e-300": 1e-300, "2**-1074": 2.0**-1074, "1e-310": 2.0**-1030}


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
class TestEndsOfTheDoubleRange:
    def path(self, scale):
        return from_weights([5, 4, 3, 2, 1], fg=FG * scale, bg=BG * scale)

    def plain(self):
        return from_weights([5, 4, 3, 2, 1], fg=FG, bg=BG)

    @pytest.mark.parametrize("space", ["pr", "prg", "roc"])
    def test_areas(self, scale, space):
        wanted = self.plain().curve(space).area()
        assert self.path(scale).curve(space).area() == pytest.approx(wanted, rel=1e-12)
        assert self.path(scale).best().curve(space).area() == pytest.approx(self.plain().best().curve(space).area())

    def test_prevalence_and_hard_labels(self, scale):
        assert self.path(scale).prevalence == pytest.approx(self.plain().prevalence, rel=1e-12)
        assert rows(self.path(scale).hard()) == rows(self.plain().hard())

    @pytest.mark.parametrize(
        "wanted", [{"recall": 0.6}, {"precision": 0.7}, {"fpr": 0.4}, {"predicted_positive_rate": 0.5}]
    )
    def test_find(self, scale, wanted):
        assert self.path(scale).find(**wanted).threshold == self.plain().find(**wanted).threshold

    @pytest.mark.parametrize("measure", ["precision", "recall", "accuracy", "mcc", "prevalence", "precision_gain"])
    def test_measures(self, scale, measure):
        wanted = getattr(self.plain().at(3), measure)
        assert getattr(self.path(scale).at(3), measure) == pytest.approx(wanted, rel=1e-12)


def test_largest_and_smallest_weights_in_one_sample():
    path = from_weights([3, 2, 1], fg=[1e308, 5e-324, 0], bg=[0, 0, 5e-324])
    assert len(path) == 4
    assert path.positives == 1e308
    assert path.negatives == 5e-324


@pytest.mark.parametrize(
    "make",
    [
        lambda: from_weights([2, 1], fg=[1e308, 1e308], bg=[0, 1]),
        lambda: from_weights([1, 1], fg=[0, 1], bg=[1e308, 1e308]),
        lambda: from_weights([2, 1], fg=[1e200, 0], bg=[0, 1], sample_weight=[1e200, 1]),
        lambda: from_labels([0, 0], [2, 1], sample_weight=[1e308, 1e308]),
    ],
    ids=["sum", "tie", "product", "labels"],
)
def test_totals_that_overflow_are_an_error_that_says_to_divide(make):
    with pytest.raises(ValueError, match=r"weight.* must add up to a finite number.*overflows.*Divide all") as caught:
        make()
    assert isinstance(caught.value, PrplotError)


def test_curve_by_name_is_the_curve():
    path = from_labels([1, 0, 1], [3, 2, 1], name="mine")
    assert isinstance(path, ConfusionPath)
    for space in ("pr", "prg", "roc"):
        assert path.curve(space).area() == getattr(path, space)().area()
        assert path.curve(space).label == "mine"
    assert path.curve("pr", interpolation="step").area() == path.pr("step").area()


def test_hard_labels_are_cut_from_the_weights_as_they_were_given():
    """Shares .6, .4, .5 at a cut of .5, at any prevalence; the result has one of its own."""
    soft = from_weights([3, 2, 1], fg=[0.6, 0.4, 0.5])
    for weights in ("unit", "total"):
        plain = soft.hard(0.5, weights)
        for prevalence in (0.1, 0.9):
            moved = soft.at_prevalence(prevalence).hard(0.5, weights)
            assert (moved.tp.tolist(), moved.fp.tolist()) == (plain.tp.tolist(), plain.fp.tolist())
            assert moved.prevalence == pytest.approx(2 / 3)
            assert moved.treatment == plain.treatment
            assert "re-weighted" not in moved.methods()
            assert moved.at_prevalence(0.25).prevalence == pytest.approx(0.25)
