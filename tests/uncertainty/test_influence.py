"""Intervals by the influence of rows: numerical derivatives of exact areas, and the bootstrap, say what is right."""

import math
import warnings

import numpy as np
import pytest

import prplot

RNG = np.random.default_rng(56)
ROWS = 40
LABEL = RNG.random(ROWS) < 0.4
SCORE = RNG.normal(size=ROWS) + LABEL / 2
WEIGHT = RNG.uniform(0.3, 1.7, ROWS)
SOFT = np.where(LABEL, 0.8, 0.3) + RNG.uniform(-0.2, 0.2, ROWS)
HARD_ROWS = {"score": SCORE, "fg": LABEL * WEIGHT, "bg": ~LABEL * WEIGHT}
SOFT_ROWS = {"score": SCORE, "fg": SOFT * WEIGHT, "bg": (1 - SOFT) * WEIGHT}
# Rows, what is done to their path, and whether some have no score.
SAMPLES = {
    "hard": (HARD_ROWS, None, False),
    "tied": (HARD_ROWS | {"score": SCORE.round()}, None, False),
    "soft": (SOFT_ROWS, None, False),
    "soft, tied, prevalence": (SOFT_ROWS | {"score": SCORE.round(1)}, 0.2, False),
    "early end": (SOFT_ROWS | {"score": np.where(RNG.random(ROWS) < 0.2, np.nan, SCORE)}, None, True),
    "early end, prevalence": (HARD_ROWS | {"score": np.where(RNG.random(ROWS) < 0.2, np.nan, SCORE)}, 0.7, True),
}
# Ends of ranges are no recalls or rates of these samples, where areas have kinks.
RANGES = ((0.0, 1.0), (0.2137, 0.6871), (0.0, 0.3319))
CURVES = [
    ("pr", {}),
    ("pr", {"interpolation": "linear"}),
    ("pr", {"interpolation": "linear", "left": "one"}),
    ("pr", {"interpolation": "upper-trapezoid"}),
    ("pr", {"interpolation": "step"}),
    ("prg", {}),
    ("roc", {}),
    ("det", {}),
    ("croc", {}),
    ("croc", {"magnifier": "logarithm"}),
    ("gains", {}),
    ("lift", {}),
]


def path_of(rows, prevalence, early):
    path = prplot.from_weights(rows["score"], fg=rows["fg"], bg=rows["bg"], missing="unreached" if early else "raise")
    return path if prevalence is None else path.at_prevalence(prevalence)


def influences(sample, space, options, low, high):
    """Return how far the exact area moves per relative change of the weight of each row, by central differences."""
    rows, prevalence, early = sample

    def area(row, factor):
        each = np.where(np.arange(ROWS) == row, factor, 1.0)
        changed = rows | {"fg": rows["fg"] * each, "bg": rows["bg"] * each}
        return path_of(changed, prevalence, early).curve(space, **options).area(low, high)

    step = 1e-5
    return np.array([(area(row, 1 + step) - area(row, 1 - step)) / (2 * step) for row in range(ROWS)])


# Each curve with two of the samples, and each sample with four curves.
CASES = [
    (*curve, name)
    for number, curve in enumerate(CURVES)
    for name in (list(SAMPLES)[number % len(SAMPLES)], list(SAMPLES)[(number + 3 + number // 6) % len(SAMPLES)])
]


@pytest.mark.filterwarnings("ignore:With", "ignore:the standard error of")
@pytest.mark.parametrize(("space", "options", "name"), CASES)
def test_the_standard_error_adds_up_numerical_derivatives_of_the_area(space, options, name):
    curve = path_of(*SAMPLES[name]).curve(space, **options)
    for low, high in RANGES:
        expected = math.sqrt(np.sum(influences(SAMPLES[name], space, options, low, high) ** 2))
        interval = curve.interval(low, high, method="influence")
        assert interval.standard_error == pytest.approx(expected, rel=1e-5)
        assert len(interval.replicates) == 0


@pytest.mark.filterwarnings("ignore:With")
@pytest.mark.parametrize("space", ["pr", "gains"])
def test_class_means_are_taken_off_where_classes_are_apart_and_sums_count_in_groups(space):
    expected = influences(SAMPLES["hard"], space, {}, 0.0, 1.0)
    curve = path_of(*SAMPLES["hard"]).curve(space)
    classes = [expected[LABEL], expected[~LABEL]]
    apart = math.sqrt(sum(np.sum((each - each.mean()) ** 2) for each in classes))
    assert curve.interval(method="influence", stratify=True).standard_error == pytest.approx(apart, rel=1e-5)
    groups = np.arange(ROWS) // 3
    together = math.sqrt(np.sum(np.bincount(groups, expected) ** 2))
    assert curve.interval(method="influence", groups=groups).standard_error == pytest.approx(together, rel=1e-5)


def drawn(positives, prevalence, seed=1, model=None):
    model = prplot.simulate.binormal(1, 1) if model is None else model
    return model.sample(round(positives / prevalence), prevalence=prevalence, rng=seed, fixed=True)


MANY = drawn(1000, 0.25)
GROUPS = np.arange(4000) // 2
LABELS, SCORES = MANY.sample.fg > 0, MANY.sample.score
WEIGHTS = np.random.default_rng(3).uniform(0.2, 1.8, 4000)
# What is drawn, and how: the bootstrap knows each of them.
DESIGNS = {
    "cohort": (MANY, {}),
    "case-control": (MANY, {"stratify": True}),
    "groups": (MANY, {"groups": GROUPS}),
    "weights": (prplot.from_labels(LABELS, SCORES, sample_weight=WEIGHTS), {}),
    "weights, ties": (prplot.from_labels(LABELS, SCORES.round(1), sample_weight=WEIGHTS), {"stratify": True}),
    "frequency weights": (
        prplot.from_labels(LABELS, SCORES, sample_weight=np.ceil(WEIGHTS)),
        {"weights": "frequency"},
    ),
    "soft": (prplot.from_weights(SCORES, fg=0.1 + 0.8 * LABELS), {}),
    "counts": (prplot.from_counts([3, 2, 1, 0], tp=[300, 500, 800, 900], fp=[40, 200, 900, 2000]), {}),
    "unknown negatives": (prplot.from_labels(LABELS, SCORES, positives=1200), {}),
    "folds": (prplot.pool([drawn(400, 0.25, 5), drawn(600, 0.5, 6)], calibrated=True), {}),
}


@pytest.mark.parametrize("design", DESIGNS)
def test_standard_errors_are_those_of_the_bootstrap(design):
    path, options = DESIGNS[design]
    curve = path.pr()
    by_influence, by_replicates = (curve.interval(method=each, **options) for each in ("influence", "bootstrap"))
    # Two thousand replicates know their standard deviation to 1.6 %.
    assert by_influence.standard_error == pytest.approx(by_replicates.standard_error, rel=0.05)


def test_pieces_of_long_paths_are_as_good_as_rows_one_by_one():
    path = drawn(6000, 0.3)
    for space in ("pr", "roc", "lift"):
        pieces, rows = (path.curve(space).interval(groups=each) for each in (None, np.arange(20_000)))
        assert (pieces.method, rows.method) == ("influence", "influence")
        assert pieces.standard_error == pytest.approx(rows.standard_error, rel=1e-9)


REFUSED = [
    (lambda path: path.cost(), "takes the best threshold"),
    (lambda path: path.pr("max-interpolated"), "takes the largest precision"),
    (lambda path: path.pr("discrete-tp"), "whole counts"),
    (lambda path: path.prg(clip=True), "has a kink"),
    (lambda path: path.croc(magnifier="power"), "without limit"),
]


@pytest.mark.parametrize(("curve", "reason"), REFUSED)
def test_areas_that_are_not_smooth_are_refused_with_the_reason_and_keep_the_bootstrap(curve, reason):
    with pytest.raises(prplot.PrplotValueError, match=f"smooth.*{reason}.*'bootstrap'"):
        curve(MANY).interval(method="influence")
    large = drawn(2000, 0.5)
    # The number of replicates is read from the result, since few are quick.
    assert curve(large).interval(n=200).method == curve(MANY).interval(n=200).method != "influence"


@pytest.mark.parametrize(
    ("measure", "reason"),
    [
        (prplot.measure_at("f1", at="best"), "leaps"),
        (prplot.measure_at("recall", at={"threshold": 0.5}), "leaps"),
        ("hull, ROC", "not known"),
        (lambda path: path.pr().area(), "not known"),
    ],
)
def test_other_measures_are_refused_too(measure, reason):
    with pytest.raises(prplot.PrplotValueError, match=reason):
        MANY.interval(measure, method="influence")
    with pytest.raises(prplot.PrplotValueError, match=reason):
        prplot.compare([MANY, MANY], measure, method="influence")


@pytest.mark.parametrize(
    ("positives", "options", "method"),
    [
        (2000, {}, "influence"),
        (1999, {}, "logit-bootstrap"),
        (2000, {"n": 2000}, "logit-bootstrap"),
        (2000, {"rng": 1}, "logit-bootstrap"),
        (2000, {"groups": np.arange(4000) // 3}, "logit-bootstrap"),
    ],
)
def test_the_default_is_influence_from_two_thousand_of_each_class_on(positives, options, method):
    rows = np.concatenate([np.ones(positives, bool), np.zeros(2000, bool), np.zeros(2000 - positives, bool)])
    score = np.random.default_rng(4).normal(size=4000) + rows
    interval = prplot.from_labels(rows, score).pr().interval(**options)
    assert interval.method == method
    assert len(interval.replicates) == (0 if method == "influence" else 2000)


@pytest.mark.parametrize(
    ("space", "design"),
    [("pr", {}), ("pr", {"stratify": True}), ("roc", {}), ("prg", {}), ("gains", {"stratify": True})],
)
def test_at_the_switch_both_intervals_differ_by_less_than_two_percent_of_their_width(space, design):
    curve = drawn(2000, 0.5, 7).curve(space)
    by_influence, by_replicates = curve.interval(**design), curve.interval(n=10_000, **design)
    assert by_influence.method == "influence" != by_replicates.method
    away = np.abs(np.subtract(tuple(by_influence), tuple(by_replicates)))
    assert away.max() < 0.02 * (by_influence.high - by_influence.low)


def test_another_prevalence_and_unknown_negatives_keep_the_bootstrap():
    path = drawn(2000, 0.5)
    unknown = prplot.from_labels(path.sample.fg > 0, path.sample.score, positives=2500)
    for curve in (path.pr(prevalence=0.01), unknown.pr()):
        assert curve.interval().method == "logit-bootstrap"


def test_an_area_that_no_single_row_moves_keeps_the_bootstrap():
    label = np.repeat([True, False, True, False], [1010, 500, 990, 1500])
    curve = prplot.from_labels(label, np.arange(4000, 0, -1)).pr()
    assert curve.interval(0.0, 0.5).method == "bootstrap"
    assert curve.interval().method == "influence"
    with pytest.warns(prplot.PrplotWarning, match="no single row moves"):
        assert math.isnan(curve.interval(0.0, 0.5, method="influence").low)


def test_results_name_the_method_and_how_many_rows_there_are():
    path = drawn(2000, 0.2)
    interval = path.pr().interval()
    assert repr(interval) == f"{interval} (influence of 10,000 rows)"
    assert "influence of rows" in interval.methods()
    assert "10,000 rows" in interval.methods()
    assert "replicates" not in interval.methods()
    assert "(paired, influence of 10,000 rows)" in repr(prplot.compare(pair()))


def pair(seed=8):
    rng = np.random.default_rng(seed)
    label, shared = rng.random(10_000) < 0.3, rng.normal(size=10_000)
    return [prplot.from_labels(label, shared + shift * label + rng.normal(size=10_000) / 2) for shift in (1.0, 0.8)]


@pytest.mark.parametrize("options", [{}, {"stratify": True}, {"groups": np.arange(10_000) // 2}, {"paired": False}])
def test_comparisons_take_the_differences_of_influences_on_the_same_rows(options):
    paths = pair()
    columns = {"groups": [options["groups"]] * 2} if options.get("paired") is False and "groups" in options else {}
    by_influence, by_replicates = (prplot.compare(paths, **(options | columns), n=n) for n in (None, 2000))
    assert (by_influence.method, by_replicates.method) == ("influence", "bootstrap")
    for name, interval in by_influence.intervals.items():
        own = {key: value for key, value in options.items() if key != "paired"}
        alone = paths[list(by_influence.intervals).index(name)].pr().interval(**own)
        assert tuple(interval) == pytest.approx(tuple(alone), rel=1e-9)
    (row,), (drawn_row,) = by_influence.rows, by_replicates.rows
    width = row.high - row.low
    assert abs(row.low - drawn_row.low) < 0.05 * width
    assert abs(row.high - drawn_row.high) < 0.05 * width


@pytest.mark.parametrize(
    ("curve", "ends"), [("pr", (0, 0.01)), ("roc", (0, 2e-4)), ("pr", (0, 0.3)), ("roc", (0, 1)), ("pr", (0, 1))]
)
def test_a_standard_error_that_rests_on_few_rows_is_told(curve, ends):
    """With 20 positives in the range such intervals covered 65 % in simulations of 150 samples, over a third 94 %."""
    rng = np.random.default_rng(0)
    label = np.repeat([1, 0], [2000, 18000])
    path = prplot.from_labels(label, rng.normal(size=20000) + 1.5 * label)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        path.curve(curve).interval(*ends)
    said = [str(warning.message) for warning in caught if "rests on about" in str(warning.message)]
    assert len(said) == (ends in ((0, 0.01), (0, 2e-4)))
