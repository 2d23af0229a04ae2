"""One sample has one interval by every road: calls, comparisons, figures, commands, arrays, frames and files."""

from __future__ import annotations

import json
import math
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

import prplot
from prplot.cli import main

pytestmark = pytest.mark.filterwarnings("ignore:With .* intervals .*cover less often than they say")

RNG = np.random.default_rng(3)
N = 120
LABEL = RNG.random(N) < 0.3
# Tied scores, weights of many sizes, and soft labels that are not the same within a tie.
ROWS = pd.DataFrame(
    {
        "y": LABEL.astype(int),
        "s": np.round(RNG.normal(size=N) + LABEL, 1),
        "w": RNG.gamma(1, 1, N),
        "ten": 10.0,
        "f": np.round(RNG.random(N), 2),
    }
)
PATH = prplot.from_labels(ROWS.y, ROWS.s, name="s")
RATE = prplot.rule("precision", at={"threshold": 0.5})


def ends(interval):
    return interval.estimate, interval.low, interval.high


def numbers(path):
    """Everything about a path that knows how sure it is, and what its rows could achieve."""
    return np.array(
        [
            *ends(path.pr().interval(n=60)),
            *ends(path.interval("prg", n=60, method="bca")),
            *ends(path.pr().interval(method="logit")),
            *ends(path.pr().interval(method="binomial")),
            *ends(path.roc().interval(method="delong")),
            *ends(path.interval(RATE)),
            *ends(path.interval(RATE, n=60, method="bootstrap")),
            *ends(path.interval(prplot.rule("f1", at="best"), n=60, method="bca")),
            *path.pr().band(n=60).at([0.02, 0.5]),
            [path.pr().normalized_area(), path.best().pr().area(), path.worst().pr().area()],
        ],
        dtype=object,
    )


def flat(values):
    return np.concatenate([np.ravel(value) for value in values]).astype(float)


def test_calls_comparisons_figures_and_commands_give_the_same_digits(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    ROWS.to_csv(file, index=False)
    found = PATH.pr().interval()
    assert ends(found) == ends(PATH.interval("pr"))
    other = PATH.ties("pessimistic")
    assert ends(found) == ends(prplot.compare({"a": PATH, "b": other}).intervals["a"])
    legend = prplot.plot(PATH, interval=True).legend.get_texts()
    assert any(f"[{found.low:.2f}, {found.high:.2f}]" in text.get_text() for text in legend)
    assert main(["area", str(file), "--score", "s", "--label", "y", "--interval", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    said = next(value for key, value in row.items() if key.endswith("interval") and row.get(key) != "roc")
    assert said == pytest.approx([found.low, found.high], rel=1e-12)


ROADS = {
    "label": {"label": "y"},
    "equal weights": {"label": "y", "weight": "ten"},
    "weights": {"label": "y", "weight": "w"},
    "soft": {"fg": "f"},
    "soft and weights": {"fg": "f", "weight": "w"},
}


def of_arrays(columns, rows=ROWS):
    weight = rows[columns["weight"]] if "weight" in columns else None
    if "label" in columns:
        return prplot.from_labels(rows[columns["label"]], rows.s, sample_weight=weight)
    return prplot.from_weights(rows.s, fg=rows[columns["fg"]], sample_weight=weight)


@pytest.mark.parametrize("columns", ROADS.values(), ids=ROADS)
def test_arrays_frames_and_files_give_the_same_digits(columns, tmp_path):
    wanted = flat(numbers(of_arrays(columns)))
    ROWS.to_csv(tmp_path / "rows.csv", index=False)
    ROWS.to_csv(tmp_path / "rows.csv.gz", index=False)
    ROWS.to_parquet(tmp_path / "rows.parquet")
    roads = {
        "pandas": prplot.from_frame(ROWS, score="s", **columns),
        "polars": prplot.from_frame(pl.from_pandas(ROWS).lazy(), score="s", **columns),
        "another order": prplot.from_frame(ROWS.sample(frac=1, random_state=1), score="s", **columns),
        **{
            name: prplot.from_file(tmp_path / name, score="s", **columns)
            for name in ("rows.csv", "rows.csv.gz", "rows.parquet")
        },
    }
    for name, path in roads.items():
        np.testing.assert_allclose(flat(numbers(path)), wanted, rtol=1e-11, err_msg=name)


@pytest.mark.parametrize("missing", ["unreached", "lowest", "drop"])
def test_rows_without_a_score_give_the_same_digits(missing):
    rows = ROWS.assign(s=ROWS.s.where(np.arange(N) % 7 > 0))
    array = prplot.from_labels(rows.y, rows.s, sample_weight=rows.w, missing=missing)
    frame = prplot.from_frame(rows, score="s", label="y", weight="w", missing=missing)
    for method in (None, "logit"):
        assert ends(frame.pr().interval(method=method, n=60)) == pytest.approx(
            ends(array.pr().interval(method=method, n=60)), rel=1e-11
        )


@pytest.mark.parametrize("constant", [1e-6, 0.01, 3.0, 1e6])
@pytest.mark.parametrize("columns", [{"label": "y", "weight": "w"}, {"label": "y", "weight": "ten"}, {"fg": "f"}])
def test_a_constant_on_all_importance_weights_changes_no_interval(columns, constant):
    rows = ROWS.assign(w=constant * ROWS.w, ten=constant)
    scaled = {"weight": "ten", **columns}
    wanted = flat(numbers(of_arrays(columns)))
    for path in (of_arrays(scaled, rows), prplot.from_frame(rows, score="s", **scaled)):
        np.testing.assert_allclose(flat(numbers(path)), wanted, rtol=1e-9)


@pytest.mark.parametrize("method", ["logit", "binomial", "delong"])
@pytest.mark.parametrize("weight", [0.01, 1, 100])
def test_weights_of_rows_that_no_threshold_returns_are_no_numbers_of_rows(method, weight):
    label, score = [1, 0, 1, 0, 1, 1], [0.9, 0.8, 0.7, 0.6, math.nan, math.nan]
    lowest = prplot.from_labels(label, score, sample_weight=[weight] * 6, missing="lowest")
    if method == "delong":
        assert ends(lowest.roc().interval(method=method)) == pytest.approx(
            ends(prplot.from_labels(label, score, missing="lowest").roc().interval(method=method))
        )
        return
    path = prplot.from_labels(label, score, sample_weight=[weight] * 6, missing="unreached")
    found = path.pr().interval(method=method)
    # Four positives, as Boyd, Eng and Page have them.
    p, z = path.pr().area(), stats.norm.ppf(0.975)
    if method == "logit":
        away = z / math.sqrt(4 * p * (1 - p))
        wanted = [1 / (1 + math.exp(-(math.log(p / (1 - p)) + side * away))) for side in (-1, 1)]
    else:
        away = z * math.sqrt(p * (1 - p) / 4)
        wanted = [max(p - away, 0.0), min(p + away, 1.0)]
    assert tuple(found) == pytest.approx(wanted, rel=1e-9)


def test_a_frequency_weight_says_how_many_rows_there_are():
    rows = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0] * 6, "s": np.arange(36) % 11, "k": [3.0, 1, 2, 2, 1, 4] * 6})
    each = rows.loc[rows.index.repeat(rows.k.astype(int))]
    wanted = prplot.from_labels(each.y, each.s)
    for path in (
        prplot.from_labels(rows.y, rows.s, sample_weight=rows.k),
        prplot.from_frame(rows, score="s", label="y", weight="k"),
    ):
        for space, method in (("roc", "delong"), ("pr", "logit"), ("pr", None)):
            one, other = (
                p.curve(space).interval(method=method, n=60, weights=meaning)
                for p, meaning in ((path, "frequency"), (wanted, "importance"))
            )
            assert ends(one) == pytest.approx(ends(other), rel=1e-9)


def test_sums_of_weights_are_no_rows(monkeypatch):
    monkeypatch.setattr("prplot.sources.queries.MOST_UNITS", 10)
    rows = ROWS.assign(w=np.where(np.arange(N) % 3, 1.5, 0.5))
    path = prplot.from_frame(rows, score="s", label="y", weight="w")
    assert path.pr().area() == pytest.approx(of_arrays(ROADS["weights"], rows).pr().area(), rel=1e-12)
    for ask in (path.pr().interval, path.roc().band, lambda: path.roc().interval(method="delong")):
        with pytest.raises(
            prplot.PrplotValueError, match=r"need the weight of each row.*weights='frequency'.*from_lab"
        ):
            ask()


def test_separate_samples_have_independent_replicates():
    one, other = (
        prplot.simulate.binormal(1).sample(200, prevalence=0.3, rng=rng).roc().interval(n=1000).replicates
        for rng in (1, 2)
    )
    assert abs(np.corrcoef(one, other)[0, 1]) < 4 / math.sqrt(1000)


def test_methods_state_method_number_and_seed():
    said = PATH.pr().interval(n=70).methods()
    assert (
        "bootstrap standard error on the logit scale, 70 replicates, rows drawn as a cohort, seed derived from" in said
    )
    assert "seed 5" in PATH.pr().interval(n=70, rng=5).methods()
    assert "seed" not in PATH.pr().interval(n=70, rng=np.random.default_rng(5)).methods()
    assert "seed derived from 0 and the sample" in PATH.roc().band(n=20).methods()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "seed 3" in prplot.compare([PATH, PATH.ties("optimistic")], "roc", n=20, rng=3).methods()


RECOMMENDED = [
    ("pr", {}, "logit-bootstrap"),
    ("step", {}, "logit-bootstrap"),
    ("roc", {}, "logit-bootstrap"),
    (RATE, {}, "wilson"),
    (RATE, {"groups": np.arange(N) // 2}, "bootstrap"),
    (RATE, {"stratify": True}, "bootstrap"),
    ("prg", {}, "bootstrap"),
    ("croc", {}, "bootstrap"),
    ("gains", {}, "bootstrap"),
    ("lift", {}, "bootstrap"),
    ("AP", {}, "logit-bootstrap"),
    (prplot.rule("recall", at={"fpr": 0.1}), {}, "bootstrap"),
    (lambda path: path.prevalence, {}, "bootstrap"),
]


@pytest.mark.parametrize(("measure", "options", "method"), RECOMMENDED)
def test_the_default_is_the_recommended_method(measure, options, method):
    assert PATH.interval(measure, n=30, **options).method == method


def test_a_part_of_an_area_has_percentiles():
    assert PATH.roc().interval(0.0, 0.5, n=30).method == "bootstrap"


def test_of_both_classes_a_rate_at_a_set_prevalence_is_no_share_of_rows():
    assert PATH.at_prevalence(0.1).interval(RATE, n=30).method == "bootstrap"


TEN = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.5, 0.35, 0.3, 0.2, 0.15, 0.1]


@pytest.mark.parametrize(
    ("space", "method", "largest"),
    [("roc", "delong", 1), ("roc", "basic", 1), ("pr", "binomial", 1), ("pr", "basic", 1), ("cost", "basic", 0.25)],
)
def test_intervals_end_where_the_measure_does(space, method, largest):
    """DeLong's formula alone gives [0.843, 1.074]."""
    found = prplot.from_labels(*TEN).interval(space, method=method, n=200)
    assert 0 <= found.low < found.high <= largest
    assert largest in (found.low, found.high) or found.low == 0


@pytest.mark.parametrize("metric", ["mcc", "kappa", "informedness", "markedness"])
def test_intervals_of_correlations_end_at_one(metric):
    rng = np.random.default_rng(0)
    path = prplot.from_labels([1] * 30 + [0] * 30, np.append(rng.normal(3, 1, 30), rng.normal(0, 1, 30)))
    assert path.interval(prplot.rule(metric, at={"threshold": 1.5}), method="basic").high == 1


def test_where_all_scores_are_tied_no_method_has_an_interval():
    path = prplot.from_labels([1, 0] * 30, [0.5] * 60)
    for method in ("delong", "bootstrap"):
        with pytest.warns(prplot.PrplotWarning, match="in every sample drawn from it"):
            assert math.isnan(path.roc().interval(method=method, n=50).low)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("counts", "space", "method", "few"),
    [
        ((19, 100), "pr", "bootstrap", "19 positives"),
        ((19, 100), "pr", "logit", "19 positives"),
        ((19, 100), "pr", "binomial", "19 positives"),
        ((19, 100), "roc", "delong", "19 positives"),
        ((100, 4), "roc", "delong", "4 negatives"),
        ((100, 4), "roc", None, "4 negatives"),
        ((100, 4), "pr", "logit", None),
        ((20, 20), "roc", "delong", None),
        ((19, 19), RATE, "wilson", None),
        ((19, 19), RATE, "clopper-pearson", None),
        ((19, 30), RATE, "bootstrap", "19 positives"),
    ],
)
def test_few_rows_are_told_of_whatever_the_method(counts, space, method, few):
    label = np.repeat([1, 0], counts)
    path = prplot.from_labels(label, np.random.default_rng(1).normal(size=len(label)) + label)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        path.interval(space, method=method, n=50)
    said = [str(warning.message) for warning in caught if "cover less often" in str(warning.message)]
    assert [text.startswith(f"With {few}, intervals by ") for text in said] == ([True] if few else [])


def test_lift_has_no_largest_area():
    """A perfect ranking has 1 - ln π, so that intervals may go beyond 1."""
    perfect = [prplot.from_labels(np.repeat([1, 0], [k, 10 - k]), np.arange(10, 0, -1)) for k in (5, 1)]
    assert [path.lift().area() for path in perfect] == pytest.approx([1 - math.log(0.5), 1 - math.log(0.1)])
    found = PATH.lift().interval(n=300)
    assert 1 < found.low < found.estimate < found.high
    with pytest.raises(prplot.PrplotValueError, match="is of numbers between 0 and 1; got the area under the Lift"):
        PATH.lift().interval(method="logit-bootstrap")
    with pytest.raises(prplot.PrplotValueError, match="is of numbers between 0 and 1; got the area under the Gains"):
        PATH.gains().interval(method="logit-bootstrap")
    folds = [prplot.from_labels(LABEL[k::3], ROWS.s[k::3]) for k in range(3)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mean = prplot.mean_area(folds, "lift").interval(independent=True)
    assert 1 < mean.estimate < mean.high
    assert mean.low >= 0
    assert prplot.simulate.binormal(1).sample_size(0.5, measure="lift", n=100, rng=1).positives > 10


@pytest.mark.filterwarnings("ignore:5 of 10 replicates")
def test_bca_without_any_defined_number_has_no_interval():
    path = prplot.from_weights([0.9, 0.5, 0.4, 0.1], fg=[0.8, 0.1, 0.1, 0.1])
    with pytest.warns(prplot.PrplotWarning, match="undefined without any one row, so that 'bca' has no acceleration"):
        found = path.interval(prplot.rule("precision", at={"predicted_positive_rate": 0.3}), method="bca", n=10, rng=1)
    assert math.isnan(found.low)


def test_comparisons_give_the_interval_of_each_classifier():
    folds = {"a": PATH, "b": prplot.from_labels(LABEL, -ROWS.s)}
    for method, own in ((None, None), ("permutation", None), ("delong", "delong")):
        found = prplot.compare(folds, "roc", method=method, n=100)
        for name, path in folds.items():
            wanted = path.roc().interval(method=own, n=100)
            assert ends(found.intervals[name]) == ends(wanted)
            assert found.estimates[name] == wanted.estimate
        assert f"[{found.intervals['a'].low:.3f}, {found.intervals['a'].high:.3f}]" in str(found)


def test_comparisons_of_weighted_rows_do_not_depend_on_their_order():
    rows = ROWS.assign(t=RNG.normal(size=N) + ROWS.y)
    found = [
        prplot.compare([prplot.from_labels(r.y, r[s], sample_weight=r.w) for s in ("s", "t")], "roc", n=60).rows[0]
        for r in (rows, rows.sample(frac=1, random_state=2))
    ]
    assert found[0][2:] == pytest.approx(found[1][2:], rel=1e-9)
