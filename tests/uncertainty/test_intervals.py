"""Intervals by formulas and by replicates, against SciPy; what has none, and what is said where one is not to trust."""

import inspect
import json
import math
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import special, stats

import prplot
from prplot import PrplotError, PrplotValueError, PrplotWarning
from prplot.cli import main

pytestmark = pytest.mark.filterwarnings("ignore:With .* intervals .*cover less often than they say")

RNG = np.random.default_rng(3)
N = 120
LABEL = RNG.random(N) < 0.3
# Tied scores, weights of many sizes, and soft labels that are not the same within a tie.
ROWS = pd.DataFrame(
    {"y": LABEL.astype(int), "s": np.round(RNG.normal(size=N) + LABEL, 1), "w": RNG.gamma(1, 1, N), "ten": 10.0}
).assign(f=np.round(RNG.random(N), 2))
PATH = prplot.from_labels(ROWS.y, ROWS.s, name="s")
MORE = prplot.simulate.binormal(1).sample(200, prevalence=0.3, rng=1)
SOFT = prplot.from_weights([4, 3, 2, 1], fg=[0.9, 0.5, 0.25, 0.1])
PERFECT = prplot.from_labels([1] * 30 + [0] * 30, np.arange(60, 0, -1))
RATE = prplot.measure_at("precision", at={"threshold": 0.5})


def ends(interval):
    return interval.estimate, interval.low, interval.high


# Formulas


@pytest.mark.parametrize(("method", "peer"), [("wilson", "wilson"), ("clopper-pearson", "exact")])
def test_shares_are_those_of_binomtest(method, peer):
    for n in (2, 7, 30, 1000):
        for hits in sorted({0, 1, n // 2, n - 1, n}):
            path = prplot.from_counts([2, 1], tp=[hits, n], fp=[1, 5])
            for level in (0.5, 0.999):
                recall = prplot.measure_at("recall", at={"threshold": 1.5})
                wanted = stats.binomtest(hits, n).proportion_ci(level, peer)
                # SciPy looks for the exact ends with an error of 2e-12.
                found = path.interval(recall, method=method, level=level)
                assert tuple(found) == pytest.approx(tuple(wanted), rel=1e-11, abs=2e-12), (hits, n)


@pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
def test_shares_of_one_class_do_not_move_with_the_prevalence(method):
    for metric in ("fpr", "recall", "specificity", "fnr"):
        rule = prplot.measure_at(metric, at={"threshold": 0.5})
        as_it_is = PATH.interval(rule, method=method)
        for prevalence in (0.5, 1e-6):
            seen = PATH.at_prevalence(prevalence).interval(rule, method=method)
            assert tuple(seen) == pytest.approx(tuple(as_it_is), rel=1e-9)
    assert PATH.at_prevalence(0.1).interval(RATE, n=200).method == "bootstrap"
    with pytest.raises(PrplotValueError, match="is none, as it counts rows of both classes"):
        PATH.at_prevalence(0.01).interval(RATE, method=method)


def test_rows_that_no_threshold_returns_are_no_positives_of_the_weight_they_have():
    """Four positives, as Boyd, Eng and Page have them, whatever the weight."""
    label, score = [1, 0, 1, 0, 1, 1], [0.9, 0.8, 0.7, 0.6, math.nan, math.nan]
    for weight in (0.01, 100):
        path = prplot.from_labels(label, score, sample_weight=[weight] * 6, missing="unreached")
        p = path.pr().area()
        away = stats.norm.ppf(0.975) / math.sqrt(4 * p * (1 - p))
        wanted = special.expit(special.logit(p) + np.array([-away, away]))
        assert tuple(path.pr().interval(method="logit")) == pytest.approx(wanted, rel=1e-9)


# Replicates


def of_rows(space):
    """The area of rows by their numbers, as SciPy's bootstrap calls it."""

    def area(rows):
        rows = np.asarray(rows, dtype=int)
        return prplot.from_labels(LABEL[rows], ROWS.s.to_numpy()[rows]).curve(space).area()

    return area


@pytest.mark.parametrize(
    ("method", "peer", "space", "level"),
    [
        ("bootstrap", "percentile", "pr", 0.95),
        ("bootstrap", "percentile", "prg", 0.8),
        ("basic", "basic", "roc", 0.95),
        ("bca", "BCa", "prg", 0.8),
        ("bca", "BCa", "roc", 0.95),
    ],
)
def test_ends_are_those_of_scipy_on_the_same_replicates(method, peer, space, level):
    found = PATH.interval(space, level=level, method=method, n=999, rng=5)
    wanted = stats.bootstrap(
        (np.arange(N),), of_rows(space), n_resamples=0, method=peer, confidence_level=level, vectorized=False,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=found.replicates),
    )  # fmt: skip
    assert tuple(found) == pytest.approx(tuple(np.minimum(tuple(wanted.confidence_interval), 1)), rel=1e-9)
    assert found.standard_error == pytest.approx(wanted.standard_error, rel=1e-12)
    assert found.estimate == PATH.curve(space).area()


TEN = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.5, 0.35, 0.3, 0.2, 0.15, 0.1]


def test_intervals_end_where_the_measure_does():
    """DeLong's formula alone gives [0.843, 1.074]."""
    for space, method, largest in (
        ("roc", "delong", 1), ("roc", "basic", 1), ("pr", "binomial", 1), ("pr", "basic", 1), ("cost", "basic", 0.25),
    ):  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = prplot.from_labels(*TEN).interval(space, method=method, n=200)
        assert 0 <= found.low < found.high <= largest
        assert largest == found.high or found.low == 0
    rng = np.random.default_rng(0)
    path = prplot.from_labels([1] * 30 + [0] * 30, np.append(rng.normal(3, 1, 30), rng.normal(0, 1, 30)))
    for metric in ("mcc", "kappa", "informedness", "markedness"):
        assert path.interval(prplot.measure_at(metric, at={"threshold": 1.5}), method="basic").high == 1


def test_a_prevalence_that_was_set_stays():
    seen = MORE.at_prevalence(0.01)
    free, fixed = (path.pr().interval(n=300, rng=1, method="bootstrap") for path in (MORE, seen))
    assert fixed.estimate == pytest.approx(MORE.pr(prevalence=0.01).area(), rel=1e-12)
    assert fixed.high < free.low
    # With ROC nothing moves with the prevalence.
    one, other = (path.roc().interval(n=200, rng=1).replicates for path in (seen, MORE))
    np.testing.assert_allclose(one, other, rtol=1e-12)


# One sample has one interval by every road.


def numbers(path):
    """All about a path that knows how sure it is, and what its rows could achieve."""
    intervals = [
        path.pr().interval(n=200),
        path.interval("prg", n=200, method="bca"),
        path.pr().interval(method="logit"),
        path.pr().interval(method="binomial"),
        path.roc().interval(method="delong"),
        path.interval(RATE),
        path.interval(prplot.measure_at("f1", at="best"), n=200, method="bca"),
    ]
    other = [*path.pr().band(n=200).at([0.02, 0.5]), [path.pr().normalized_area(), path.best().pr().area()]]
    return np.concatenate([*map(ends, intervals), *map(np.ravel, other)]).astype(float)


def of_arrays(columns, rows=ROWS):
    weight = rows[columns["weight"]] if "weight" in columns else None
    if "label" in columns:
        return prplot.from_labels(rows[columns["label"]], rows.s, sample_weight=weight)
    return prplot.from_weights(rows.s, fg=rows[columns["fg"]], sample_weight=weight)


@pytest.mark.parametrize(
    "columns",
    [{"label": "y"}, {"label": "y", "weight": "w"}, {"label": "y", "weight": "ten"}, {"fg": "f", "weight": "w"}],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:Intervals of the best")
def test_arrays_frames_files_and_units_of_weight_give_the_same_digits(columns, tmp_path):
    wanted = numbers(of_arrays(columns))
    ROWS.to_csv(tmp_path / "rows.csv", index=False)
    ROWS.to_parquet(tmp_path / "rows.parquet")
    paths = {
        "pandas": prplot.from_frame(ROWS, score="s", **columns),
        "polars, in another order": prplot.from_frame(
            pl.from_pandas(ROWS.sample(frac=1, random_state=1)).lazy(), score="s", **columns
        ),
        **{name: prplot.from_file(tmp_path / name, score="s", **columns) for name in ("rows.csv", "rows.parquet")},
        # A constant on all importance weights changes nothing.
        **{f"{unit}": of_arrays(columns, ROWS.assign(w=unit * ROWS.w, ten=unit)) for unit in (1e-6, 3.0)},
    }
    for name, path in paths.items():
        np.testing.assert_allclose(numbers(path), wanted, rtol=1e-9, err_msg=name)


def test_calls_comparisons_figures_and_commands_give_the_same_digits(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    ROWS.to_csv(file, index=False)
    found = PATH.pr().interval()
    assert ends(found) == ends(PATH.interval("pr"))
    pair = {"a": PATH, "b": prplot.from_labels(LABEL, -ROWS.s)}
    for method, own in ((None, None), ("permutation", None), ("delong", "delong")):
        compared, wanted = prplot.compare(pair, "roc", method=method, n=200), PATH.interval("roc", method=own, n=200)
        assert ends(compared.intervals["a"]) == ends(wanted)
        assert f"[{wanted.low:.3f}, {wanted.high:.3f}]" in str(compared)
    legend = prplot.plot(PATH, interval=True).legend.get_texts()
    assert any(f"[{found.low:.2f}, {found.high:.2f}]" in text.get_text() for text in legend)
    assert main(["area", str(file), "--score", "s", "--label", "y", "--interval", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    said = next(value for key, value in row.items() if key.endswith("interval") and row.get(key) != "roc")
    assert said == pytest.approx([found.low, found.high], rel=1e-12)


# What it says


def test_an_interval_says_what_it_is():
    interval = MORE.pr().interval(n=200, rng=1)
    assert re.fullmatch(r"0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]", str(interval))
    assert interval.methods().startswith(
        "95 % confidence interval of the AUPRC (continuous): bootstrap standard error "
        "on the logit scale, 200 replicates, rows resampled unstratified, seed 1"
    )
    assert interval.estimate in interval
    assert 2.0 not in interval
    assert tuple(interval) == (interval.low, interval.high)
    assert not interval.replicates.flags.writeable
    assert repr(interval) in interval._repr_html_()
    narrow = prplot.simulate.binormal(1).sample(50_000, prevalence=0.5, rng=1).roc().interval(method="delong")
    assert re.fullmatch(r"0\.\d{4} \[0\.\d{4}, 0\.\d{4}\]", str(narrow))


def test_delong_is_of_roc_areas_alone():
    for curve in (PATH.croc(), PATH.froc(40)):
        with pytest.raises(PrplotValueError, match="works only for whole areas under ROC curves"):
            curve.interval(method="delong")


@pytest.mark.filterwarnings("ignore:Intervals of the best")
def test_the_default_is_the_recommended_method():
    for measure, options, method in [
        *((name, {}, "logit-bootstrap") for name in ("pr", "step", "roc", "AP")),
        *((name, {}, "bootstrap") for name in ("prg", "croc", "lift", "11-point")),
        (RATE, {}, "wilson"),
        (RATE, {"groups": np.arange(N) // 2}, "bootstrap"),
        (RATE, {"stratify": True}, "bootstrap"),
        (prplot.measure_at("recall", at={"fpr": 0.1}), {}, "bootstrap"),
        (prplot.measure_at("f1", at="best"), {}, "bootstrap"),
        (lambda path: path.prevalence, {}, "bootstrap"),
    ]:
        assert PATH.interval(measure, n=200, **options).method == method
    assert PATH.roc().interval(0.0, 0.5, n=200).method == "bootstrap"


FEW = [
    ((19, 100), "pr", "bootstrap", r"19 positives.*say\. 'logit-bootstrap' comes nearest\.$"),
    ((19, 100), "pr", "logit-bootstrap", r"19 positives.*say\. No other method covers more often in all samples"),
    ((19, 100), "pr", "logit", "19 positives.*say\\. No other method covers more often in all samples"),
    ((19, 100), "roc", "bootstrap", r"19 positives.*say\. 'logit-bootstrap' comes nearest\.$"),
    ((19, 100), "prg", "bootstrap", r"19 positives.*say\.$"),
    ((100, 4), "roc", None, "4 negatives"),
    ((20, 20), "roc", "delong", None),
    ((19, 19), RATE, "wilson", None),
    ((19, 30), RATE, "bootstrap", "19 positives"),
]


@pytest.mark.parametrize(("counts", "space", "method", "told"), FEW)
def test_few_rows_are_told_of_with_what_comes_nearest(counts, space, method, told):
    label = np.repeat([1, 0], counts)
    path = prplot.from_labels(label, np.random.default_rng(1).normal(size=len(label)) + label)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        path.interval(space, method=method, n=200)
    said = [str(warning.message) for warning in caught if "cover less often" in str(warning.message)]
    assert len(said) == (told is not None)
    assert told is None or re.search(f"With {told}", said[0])


def test_undefined_replicates_are_counted_and_told():
    path = prplot.from_labels([0, 1, 0, 0, 1] + [0] * 5, np.arange(10))
    with pytest.warns(PrplotWarning, match=r"replicates leave the AUROC undefined"):
        interval = path.roc().interval(n=1000, rng=1)
    # Neither of two positives is drawn with probability (8/10)^10.
    assert interval.undefined == pytest.approx(1000 * 0.8**10, abs=4 * math.sqrt(1000 * 0.8**10))
    assert np.isnan(interval.replicates).sum() == interval.undefined
    assert f"{interval.undefined} replicates without a value left out" in interval.methods()


def test_what_is_the_same_in_every_sample_has_no_interval():
    said = "is 1 in the sample and in every sample drawn from it"
    for method in ("bootstrap", "basic", "bca", "logit-bootstrap", "logit", "binomial"):
        with pytest.warns(PrplotWarning, match=said):
            interval = PERFECT.pr().interval(method=method, n=200, rng=1)
        assert interval.estimate == pytest.approx(1)
        assert repr(interval) == "1.000 [nan, nan]"
    for path in (PERFECT, prplot.from_labels([1, 0] * 30, [0.5] * 60)):
        for method in ("delong", "bootstrap"):
            with pytest.warns(PrplotWarning, match="in every sample drawn"):
                assert math.isnan(path.roc().interval(method=method, n=200).low)
    # Where replicates differ an estimate of 1 has one.
    path = prplot.from_labels([1, 0] * 30 + [0] * 40, -np.arange(100.0))
    rule = prplot.measure_at("precision", at={"recall": 0.01})
    interval = path.interval(rule, n=500, rng=1)
    assert (interval.estimate, interval.low < 0.9) == (1, True)
    with pytest.warns(PrplotWarning, match="of which there is no logit"):
        assert math.isnan(path.interval(rule, n=200, rng=1, method="logit-bootstrap").low)


def test_a_level_by_place_is_told_of():
    curve, options = MORE.pr(), {"method": "bootstrap", "n": 200, "rng": 1}
    for level in (0.9, np.float64(0.99)):
        said = f"is of the area from {level} to 1: .* The level is level={level}; for this range say low={level}"
        with pytest.warns(PrplotWarning, match=said):
            found = curve.interval(level, **options)
        assert found.estimate == curve.area(level, 1)
    # What is said by name, or is no usual level, is meant.
    for given, more in [((), {"low": 0.95}), ((0.95, 1.0), {}), ((0.95,), {"level": 0.95}), ((0.8,), {})]:
        curve.interval(*given, **more, **options)
    assert list(inspect.signature(curve.interval).parameters)[:3] == ["low", "high", "level"]


LOST = prplot.from_labels(ROWS.y, ROWS.s.where(ROWS.index > 4), missing="unreached")
BROKEN = prplot.from_labels(ROWS.y, ROWS.s, sample_weight=0.03 * ROWS.ten)
APART = prplot.from_labels([1, 1, 0, 0], [0.9, 0.8, 0.2, 0.1])
BEYOND = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=5, negatives=9)
WRONG = [
    (
        lambda: PATH.lift().interval(method="logit-bootstrap"),
        "works only for numbers between 0 and 1; got the mean lift",
    ),
    (lambda: PATH.pr().interval(level=95), "level must lie strictly between 0 and 1; got 95"),
    (lambda: PATH.pr().interval(n=0), "n must be a whole number of replicates from 1 to 1,000,000; got 0"),
    (
        lambda: PATH.pr().interval(method="wilson"),
        "method 'wilson' works only for a rate at a threshold that was fixed before",
    ),
    (lambda: PATH.pr().interval(groups=[1, 2]), r"one value per row of the sample; got shape \(2,\) for 120 rows"),
    (lambda: PATH.pr().interval(groups=np.ones(N)), "groups must name at least two groups; got 1"),
    (lambda: PATH.pr().interval(groups=[None, *range(N - 1)]), "name a group for every row; got none in row 0"),
    (lambda: PATH.pr().interval(groups=np.ones(N), method="logit"), "groups must be left out for method 'logit'"),
    (lambda: PATH.pr().interval(stratify=True, groups=np.arange(N)), "stratify must not be True for groups"),
    (lambda: PATH.interval(3), "measure must be the name of a space or an area, a rule or a function of a path"),
    (lambda: PATH.interval(lambda _: "high", n=200), "the measure must be one real number"),
    (lambda: PATH.interval("f1", n=200), r"Pass prplot.measure_at\('f1', at='best'\)"),
    (lambda: PATH.interval(prplot.measure_at("mcc", at={"threshold": 0}), method="wilson"), "that was fixed before"),
    (
        lambda: prplot.measure_at("f1", at=0.5),
        r"at must be 'best', a metric, or a mapping.*or \{'threshold': 0.5\}",
    ),
    (lambda: prplot.measure_at("f1", at={"recall": 1.5}), r"at\['recall'\] must lie in \[0, 1\]"),
    (lambda: prplot.measure_at("f1", at={"threshold": math.nan}), r"at\['threshold'\] must not be NaN"),
    (lambda: SOFT.pr().interval(stratify=True), "stratify must not be True for soft labels"),
    (lambda: prplot.simulate.binormal(1).path(0.2).pr().interval(), r"a population has no rows.*model.sample"),
    (lambda: prplot.simulate.binormal(1).path(0.2).pr().interval(method="logit"), "a population has no rows"),
    (lambda: PATH.worst().pr().interval(method="binomial"), "the worst ranking is made of the labels"),
    # The slope of separate classes is infinite, so that there is no interval whatever is asked for.
    (
        lambda: APART.interval("calibration_slope", method="profile", stratify=True),
        "stratify must be left out for method 'profile', which draws no rows",
    ),
    (lambda: prplot.from_counts([2, 1], tp=[1.5, 3], fp=[1, 2]).pr().interval(), "counts that are not whole cannot be"),
    (
        lambda: prplot.from_counts([2, 1], [1.5, 3], [1, 2], soft=True).pr().interval(),
        "need the weight of each row; this path knows their sum",
    ),
    (lambda: PATH.best().pr().interval(n=200), "the best ranking is made of the labels"),
    (
        lambda: prplot.from_counts([2, 1], [1, 2], [0, 2]).pr().interval(groups=[1, 2]),
        "whole groups, or of several classifiers on the same rows, needs the rows.*by an engine and has none",
    ),
    (lambda: BEYOND.pr().interval(groups=[1, 1, 2]), r"need all rows; got a path with positives= beyond its 3 rows"),
    (lambda: prplot.from_labels([1, 0, 0], [3, 2, 1]).roc().interval(), "at least two positives; got 1"),
    (lambda: LOST.roc().interval(method="delong"), "needs a score of every row"),
    (lambda: BROKEN.roc().interval(weights="frequency"), "'importance' where weights are not whole"),
]


@pytest.mark.parametrize(("call", "text"), WRONG)
def test_what_has_no_interval_says_why(call, text):
    with pytest.raises(PrplotError, match=text):
        call()
