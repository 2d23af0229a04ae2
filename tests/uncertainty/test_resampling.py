"""The engine: a vector of counts is the very sample it stands for, and vectors come as often as resamples do."""

import itertools
import warnings
from collections import Counter
from math import factorial, prod

import numpy as np
import pytest
from mpmath import mp

import prplot
from prplot.uncertainty.measures import measure_of, of_curve
from prplot.uncertainty.replicates import of_counts
from prplot.uncertainty.units import _Draw, _PoissonTables, kinds_of

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")

LABELS = [1, 0, 1, 0, 1]
SCORES = [5.0, 4.0, 4.0, 2.0, 1.0]


def resamples(size):
    """All vectors of counts of so many rows, and how often each comes among size**size resamples."""
    for drawn in itertools.combinations_with_replacement(range(size), size):
        counts = np.bincount(drawn, minlength=size)
        yield counts, factorial(size) // prod(map(factorial, counts.tolist()))


def value(measure, *columns, make=prplot.from_labels):
    """The number of a sample, NaN where it has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(measure.of(make(*columns)))
        except prplot.PrplotError:
            return np.nan


def long_and_good(path):
    return len(path) + path.pr().area()


def named(which):
    return getattr(which, "__name__", str(which))


NAMES = ["pr", "prg", "roc", "croc", "cost", "step", "linear", "max-interpolated", "11-point", "R-precision"]
RULES = [
    prplot.rule("precision", at={"recall": 0.5}),
    prplot.rule("recall", at={"precision": 0.6}),
    prplot.rule("recall", at={"fpr": 0.4}),
    prplot.rule("recall", at={"specificity": 0.6}),
    prplot.rule("specificity", at={"npv": 0.7}),
    prplot.rule("recall", at={"predicted_positive_rate": 0.5}),
    prplot.rule("f1", at="best"),
    prplot.rule("mcc", at="best"),
    prplot.rule("precision", at={"threshold": 3.0}),
]


@pytest.mark.parametrize("which", [*NAMES, *RULES, "normalized, by=data", long_and_good], ids=named)
def test_counts_are_the_sample_they_stand_for(which):
    path = prplot.from_labels(LABELS, SCORES)
    measure = measure_of(which, path)
    kinds = kinds_of([measure.along(path)])
    by_row = {}
    for row, (label, score) in enumerate(zip(LABELS, SCORES, strict=True)):
        along = kinds.along[0]
        cell = int(np.searchsorted(-along.thresholds[1:], -score))
        places = kinds.cells[0][0]
        own = range(kinds.positives) if label else range(kinds.positives, len(kinds.size))
        by_row[row] = next(kind for kind in own if places[kind] == cell)
    seen = 0
    for counts, _ in resamples(len(LABELS)):
        of_kind = np.zeros(len(kinds.size))
        for row, number in enumerate(counts):
            of_kind[by_row[row]] += number
        rows = np.repeat(np.arange(len(LABELS)), counts)
        wanted = value(measure, np.array(LABELS, bool)[rows], np.array(SCORES)[rows])
        got = measure.of_replicate(of_counts(kinds, of_kind, whole=measure.whole)[0])
        assert got == pytest.approx(wanted, rel=1e-12, abs=1e-15, nan_ok=True), counts
        seen += np.isfinite(wanted)
    assert seen > 50


@pytest.mark.parametrize("which", ["pr", "prg", "roc", "step", prplot.rule("f1", at="best")], ids=named)
@pytest.mark.parametrize("factor", [None, 0.2])
def test_counts_of_soft_rows(which, factor):
    scores, fg, bg = [3.0, 2.0, 2.0, 1.0], [0.9, 0.25, 1.5, 0.0], [0.1, 0.75, 0.0, 2.0]

    def make(rows):
        columns = (np.array(column)[rows] for column in (scores, fg, bg))
        score, front, back = columns
        path = prplot.from_weights(score, fg=front, bg=back)
        return path if factor is None else path.at_prevalence(factor)

    path = make(np.arange(4))
    measure = measure_of(which, path)
    kinds = kinds_of([measure.along(path)])
    # Foreground first, otherwise as given.
    order = np.argsort(np.array(fg) == 0, kind="stable")
    for counts, _ in resamples(4):
        rows = np.repeat(np.arange(4), counts)
        wanted = value(measure, rows, make=make)
        got = measure.of_replicate(of_counts(kinds, counts[order].astype(float))[0])
        assert got == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), counts


def test_vectors_of_counts_come_as_often_as_resamples_do():
    path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
    kinds = kinds_of([of_curve(path.pr()).along(path)])
    n = 40_000
    found = Counter(tuple(counts.astype(int)) for counts in kinds.counts(n, np.random.default_rng(1)))
    total = 4**4
    for counts, times in resamples(4):
        # Kinds are two of foreground, then two of background: as many as rows, in another order.
        share, expected = found[tuple(counts)] / n, times / total
        assert abs(share - expected) < 5 * np.sqrt(expected * (1 - expected) / n)


def test_kinds_of_many_rows_are_drawn_as_often_as_rows():
    # 3 rows of one kind, 60 of another, 500 of a third, row by row.
    path = prplot.from_counts([3, 2, 1], tp=[3, 3, 63], fp=[0, 500, 500])
    kinds = kinds_of([of_curve(path.pr()).along(path)])
    assert kinds.size.tolist() == [3, 60, 500]
    drawn = np.array(list(kinds.counts(20_000, np.random.default_rng(2))))
    assert np.all(drawn.sum(axis=1) == 563)
    shares = kinds.size / 563
    assert drawn.mean(axis=0) == pytest.approx(563 * shares, rel=0.02)
    covariance = 563 * (np.diag(shares) - np.outer(shares, shares))
    assert np.cov(drawn.T) == pytest.approx(covariance, rel=0.06)
    # The third central moment of a binomial tells it from a normal number.
    few = drawn[:, 0] - 3 * 1.0
    assert np.mean(few**3) == pytest.approx(563 * shares[0] * (1 - shares[0]) * (1 - 2 * shares[0]), rel=0.25)


def test_positives_and_negatives_apart():
    path = prplot.from_labels([1] * 6 + [0] * 9, np.arange(15))
    kinds = kinds_of([of_curve(path.pr()).along(path)], stratify=True)
    for counts in kinds.counts(50, np.random.default_rng(1)):
        assert (counts[: kinds.positives].sum(), counts[kinds.positives :].sum()) == (6, 9)


def test_groups_are_drawn_whole():
    groups = np.array(["a", "b", "a", "c", "b", "c", "c"])
    path = prplot.from_labels([1, 0, 0, 1, 1, 0, 0], np.arange(7))
    kinds = kinds_of([measure_of("11-point", path).along(path)], groups=groups)
    names = {1: "a", 2: "b", 4: "c"}
    for counts in kinds.counts(50, np.random.default_rng(1)):
        replicate = of_counts(kinds, counts)[0]
        weight = replicate.fg + replicate.bg
        by_group = {name: {weight[6 - row] for row in range(7) if groups[row] == name} for name in names.values()}
        assert all(len(times) == 1 for times in by_group.values())
        assert sum(times.pop() for times in by_group.values()) == 3


def test_the_covariance_of_two_classifiers_is_kept():
    """Gaps drawn for each apart would lose it: the standard error of a difference was half again too large."""
    rng = np.random.default_rng(0)
    label = rng.random(300) < 0.3
    score = label + rng.normal(size=300)
    other = score + 0.3 * rng.normal(size=300)
    paths = [prplot.from_labels(label, s) for s in (score, other)]
    kinds = kinds_of([of_curve(path.pr()).along(path) for path in paths])
    measure = of_curve(paths[0].pr())
    areas = np.array(
        [
            [measure.of_replicate(path) for path in of_counts(kinds, counts)]
            for counts in kinds.counts(1500, np.random.default_rng(1))
        ]
    )
    rows = np.random.default_rng(2).integers(0, 300, (1500, 300))
    naive = np.array([[prplot.from_labels(label[r], s[r]).pr().area() for s in (score, other)] for r in rows])
    assert np.cov(areas.T) == pytest.approx(np.cov(naive.T), rel=0.15)
    assert np.std(np.diff(areas)) == pytest.approx(np.std(np.diff(naive)), rel=0.1)
    assert np.std(np.diff(areas)) < 0.8 * np.hypot(*np.std(areas, axis=0))


@pytest.mark.parametrize("ties", ["average", "optimistic", "pessimistic", "given"])
def test_broken_ties_stay_broken(ties):
    label, score = [1, 0, 0, 1, 0, 1], [2, 2, 1, 1, 1, 0]
    path = prplot.from_labels(label, score)
    measure = of_curve(path.pr(ties=ties))
    seen = path.ties(ties)
    kinds = kinds_of([measure.along(seen)])
    # Every row once is the sample itself; twice as well.
    for times in (1, 2):
        got = measure.of_replicate(of_counts(kinds, times * kinds.size)[0])
        assert got == pytest.approx(path.pr(ties=ties).area(), abs=1e-15)
    soft = prplot.from_weights(score, fg=np.clip(label, 0.25, 0.75))
    measure = of_curve(soft.pr(ties=ties))
    kinds = kinds_of([measure.along(soft.ties(ties))])
    got = measure.of_replicate(of_counts(kinds, kinds.size)[0])
    assert got == pytest.approx(soft.pr(ties=ties).area(), abs=1e-15)


def test_never_returned_positives_are_a_cell():
    path = prplot.from_counts([3, 2, 1], tp=[1, 2, 2], fp=[0, 1, 2], positives=5, negatives=10)
    kinds = kinds_of([of_curve(path.pr()).along(path)])
    assert kinds.size.sum() == 15
    reached = set()
    for counts in kinds.counts(200, np.random.default_rng(1)):
        replicate = of_counts(kinds, counts)[0]
        assert replicate.positives + replicate.negatives == 15
        reached.add(replicate.path().reached)
    assert len(reached) > 5


def test_unknown_negatives_are_poisson():
    path = prplot.from_counts([3, 2, 1], tp=[1, 2, 2], fp=[0, 1, 3], positives=5)
    kinds = kinds_of([of_curve(path.pr()).along(path)])
    found = [of_counts(kinds, counts)[0] for counts in kinds.counts(4000, np.random.default_rng(1))]
    false = np.array([replicate.bg.sum() for replicate in found])
    assert {replicate.positives for replicate in found} == {5.0}
    assert np.isnan(found[0].negatives)
    assert (np.mean(false), np.var(false)) == (pytest.approx(3, rel=0.05), pytest.approx(3, rel=0.1))


def test_rows_without_a_score_are_drawn_too():
    label, score = [1, 1, 0, 1, 0, 0], [3, np.nan, 2, 1, np.nan, 0.5]
    path = prplot.from_labels(label, score, missing="unreached")
    kinds = kinds_of([of_curve(path.pr()).along(path)])
    assert kinds.size.sum() == 6
    grouped = kinds_of([of_curve(path.pr()).along(path)], groups=[0, 1, 2, 3, 4, 5])
    assert grouped.groups == 6
    assert of_counts(grouped, grouped.size)[0].path().pr().area() == pytest.approx(path.pr().area(), abs=1e-15)


def test_frequency_weights_are_rows():
    label, score, weight = [1, 0, 1, 0], [4, 3, 2, 1], [3, 2, 1, 4]
    path = prplot.from_labels(label, score, sample_weight=weight)
    kinds = kinds_of([of_curve(path.pr()).along(path)], weights="frequency")
    assert sorted(kinds.size) == [1, 2, 3, 4]
    assert kinds.drawn == 10
    assert kinds_of([of_curve(path.pr()).along(path)]).drawn == 4
    odd = prplot.from_labels(label, score, sample_weight=[0.5, 1, 1, 1])
    with pytest.raises(prplot.PrplotValueError, match="frequency weight says how many"):
        kinds_of([of_curve(odd.pr()).along(odd)], weights="frequency")


@pytest.mark.parametrize("mean", [0.0, 1e-3, 0.97, 4.0, 63.0])
def test_tables_hold_all_of_poissons_distribution(mean):
    """What 16 bits have no room for is in the rest, which is drawn from as often as it is needed."""
    table = _PoissonTables(np.array([mean]))
    plain = int(table.last[0]) + 1
    numbers = np.bincount(table.flat[:plain], minlength=256) / 2**16
    rest = np.diff(table.rest[0], prepend=0.0) * (2**16 - plain) / 2**16
    wanted = [float(mp.exp(-mean) * mp.mpf(mean) ** k / mp.factorial(k)) for k in range(256)]
    assert numbers + rest == pytest.approx(wanted, abs=1e-14)


@pytest.mark.parametrize("sizes", [[1] * 6000, [1] * 1000 + [2] * 900 + [3] * 70 + [90] * 20, [3000, 2000, 1500]])
def test_counts_of_many_rows_are_multinomial(sizes):
    size = np.random.default_rng(3).permutation(np.array(sizes, dtype=float))
    draw, rng, times = _Draw(size), np.random.default_rng(4), 3000
    counts = np.array([draw(rng) for _ in range(times)])
    rows = size.sum()
    assert set(counts.sum(axis=1)) == {rows}
    share = size / rows
    variance = rows * share * (1 - share)
    z = (counts.mean(axis=0) - size) / np.sqrt(variance / times)
    # Chi-squares of each kind in all replicates, and of halves, whose counts are as far apart as those of rows.
    assert np.mean(z**2) == pytest.approx(1, abs=4 * np.sqrt(2 / len(size)))
    assert np.mean((counts - size) ** 2 / variance) == pytest.approx(1, rel=0.1)
    half = np.arange(len(size)) < len(size) // 2
    of_half = share[half].sum()
    assert np.var(counts[:, half].sum(axis=1)) == pytest.approx(rows * of_half * (1 - of_half), rel=0.12)


@pytest.mark.parametrize("leads", [0, 1])
@pytest.mark.parametrize("ends", [0, 1])
def test_runs_of_one_class_have_the_area_of_their_steps(leads, ends):
    rng = np.random.default_rng(5)
    label = np.concatenate([[leads], rng.integers(0, 2, 200), [ends]])
    path = prplot.from_labels(label, -np.arange(len(label)))
    measure = of_curve(path.pr())
    kinds = kinds_of([measure.along(path)])
    for counts in kinds.counts(20, rng):
        replicate = of_counts(kinds, counts)[0]
        assert replicate.runs is not None
        assert measure.of_replicate(replicate) == pytest.approx(replicate.path().pr().area(), rel=1e-13)
    none = np.where(np.arange(len(kinds.size)) < kinds.positives, 0.0, kinds.size)
    assert np.isnan(measure.of_replicate(of_counts(kinds, none)[0]))
    tied = prplot.from_labels([1, 0, 1, 0], [2, 2, 1, 0])
    kinds = kinds_of([measure.along(tied)])
    assert of_counts(kinds, kinds.size)[0].runs is None
