"""Several rows per item, and groups that a path remembers, by every way in."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose

import prplot

RNG = np.random.default_rng(8)
N = 120
ITEM = np.array([f"m{k}" for k in RNG.integers(0, 40, N)])
OFTEN = max(ITEM, key=ITEM.tolist().count)
# One label, weight and site for each item.
OF_ITEM = {name: (RNG.random() < 0.4, RNG.choice([1.0, 2.0]), RNG.choice(list("abcde"))) for name in np.unique(ITEM)}
LABEL, WEIGHT, SITE = (np.array([OF_ITEM[name][k] for name in ITEM]) for k in range(3))
# Quarters, whose sums are exact in any order.
SCORE = (4 * RNG.normal(size=N)).round() / 4 + LABEL
COLUMNS = {"s": SCORE, "y": LABEL * 1, "w": WEIGHT, "g": SITE, "m": ITEM}
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*favors:prplot.PrplotWarning"),
    pytest.mark.filterwarnings("ignore:With .* positives:prplot.PrplotWarning"),
]


def by_way(way, folder, columns=COLUMNS, *, weight=True, **options):
    """Return the path of the columns that come as arrays, as a frame, or in a file."""
    names = {"groups": "g", "item": "m"}
    if way == "arrays":
        arrays = {name: columns[column] for name, column in names.items() if name in options}
        options |= {"sample_weight": columns["w"] if weight else None}
        return prplot.from_labels(columns["y"], columns["s"], **{**options, **arrays})
    named = {name: column for name, column in names.items() if name in options}
    options = {"score": "s", "label": "y", "weight": "w" if weight else None, **options, **named}
    if way == "file":
        file = folder / "rows.csv"
        pl.DataFrame(columns).write_csv(file)
        return prplot.from_file(file, **options)
    if way == "parquet":
        file = folder / "rows.parquet"
        pl.DataFrame(columns).write_parquet(file)
        return prplot.from_file(file, **options)
    return prplot.from_frame((pd if way == "pandas" else pl).DataFrame(columns), **options)


WAYS = ["arrays", "pandas", "polars", "file", "parquet"]


@pytest.mark.parametrize("weight", [True, False])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("combine", ["max", "mean"])
@pytest.mark.parametrize("way", WAYS)
def test_items_are_evaluated(way, combine, lower, weight, tmp_path):
    frame = pd.DataFrame(COLUMNS)
    how = "mean" if combine == "mean" else "min" if lower else "max"
    items = frame.groupby("m").agg(s=("s", how), y=("y", "first"), w=("w", "first"))
    turned = -items.s if lower else items.s
    wanted = prplot.from_labels(items.y, turned, sample_weight=items.w if weight else None)
    path = by_way(way, tmp_path, item=True, combine=combine, lower_is_positive=lower, weight=weight)
    assert (path.positives, path.negatives) == (wanted.positives, wanted.negatives)
    for space in ("pr", "roc"):
        assert_allclose(path.curve(space).area(), wanted.curve(space).area(), rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("column", ["y", "w", "g"])
def test_rows_of_an_item_that_differ_are_refused(way, column, tmp_path):
    changed = {name: values.copy() for name, values in COLUMNS.items()}
    row = int(np.flatnonzero(ITEM == OFTEN)[0])
    changed[column][row] = {"y": 1 - changed["y"][row], "w": 9.0, "g": "other"}[column]
    with pytest.raises(prplot.PrplotValueError, match="item must hold rows with the same") as caught:
        by_way(way, tmp_path, changed, item=True, groups=True)
    assert repr(str(OFTEN)) in str(caught.value)


@pytest.mark.parametrize("way", WAYS)
def test_missing_scores_of_items(way, tmp_path):
    columns = {"s": [3.0, None, None, 2.0, 1.0], "y": [1, 1, 0, 0, 0], "m": list("aabcc"), "w": [1.0] * 5}
    if way == "arrays":
        columns = {name: np.array(values, dtype=object if name == "s" else None) for name, values in columns.items()}
    with pytest.raises(prplot.PrplotValueError, match="missing"):
        by_way(way, tmp_path, columns, item=True)
    wanted = {"drop": (1, 1), "lowest": (1, 2), "unreached": (1, 2)}
    for missing, totals in wanted.items():
        path = by_way(way, tmp_path, columns, item=True, missing=missing)
        assert (path.positives, path.negatives) == totals
        assert path.missing.rows == 2
        assert path.thresholds.tolist() == [np.inf, 3, 2, *([-np.inf] if missing == "lowest" else [])]
        assert path.closed == (missing != "unreached")
    with pytest.raises(prplot.PrplotValueError, match="combine must be 'max'"):
        by_way(way, tmp_path, columns, item=True, missing="lowest", combine="mean")
    mean = by_way(way, tmp_path, columns, item=True, missing="drop", combine="mean")
    assert mean.thresholds.tolist() == [np.inf, 3, 1.5]


@pytest.mark.filterwarnings("default::prplot.PrplotWarning")
@pytest.mark.parametrize("way", WAYS)
def test_more_rows_for_the_items_of_one_class_are_warned_of(way, tmp_path):
    columns = {"s": [3.0, 1.0, 4.0, 2.0, 0.0, 5.0], "y": [1, 1, 1, 0, 0, 1], "m": list("aaabcd"), "w": [1.0] * 6}
    if way == "arrays":
        columns = {name: np.array(values) for name, values in columns.items()}
    with pytest.warns(
        prplot.PrplotWarning, match=r"positive items have 2 rows each, negative ones 1: .*combine='mean'"
    ):
        by_way(way, tmp_path, columns, item=True)


# Groups.


@pytest.mark.parametrize("way", WAYS)
def test_a_path_remembers_its_groups(way, tmp_path):
    path = by_way(way, tmp_path, groups=True)
    plain = prplot.from_labels(LABEL, SCORE, sample_weight=WEIGHT)
    for curve, other in ((path.pr(), plain.pr()), (path.roc(), plain.roc())):
        told, untold = other.interval(groups=SITE, rng=3, n=400), other.interval(rng=3, n=400)
        assert_allclose(tuple(curve.interval(rng=3, n=400)), tuple(told), rtol=1e-9)
        assert_allclose(tuple(curve.interval(rng=3, n=400, groups=False)), tuple(untold), rtol=0.2)
    assert "whole groups (5) resampled" in path.interval("roc", n=400).methods()
    rows = path.interval("roc", n=400, groups=False)
    assert "rows resampled unstratified, though they are in groups" in rows.methods()
    assert repr(rows).endswith("] of rows, without their groups")
    assert repr(path.interval("roc", n=400)).endswith("]")


SCORES = {"a": SCORE, "b": SCORE + RNG.normal(size=N)}


def paths_with(groups):
    return {name: prplot.from_labels(LABEL, score, groups=groups, name=name) for name, score in SCORES.items()}


def test_everything_that_resamples_uses_the_groups_of_the_path():
    paths, plain = paths_with(SITE), paths_with(None)
    for method in ("bootstrap", "permutation", "delong"):
        own, told = (
            prplot.compare(some, "roc", method=method, rng=1, n=300, **more)
            for some, more in ((paths, {}), (plain, {"groups": SITE}))
        )
        assert own.rows == told.rows
        assert own.unit == "group"
    apart, rows = (prplot.compare(paths, "roc", rng=1, n=300, paired=False, **more) for more in ({}, {"groups": False}))
    told = prplot.compare(plain, "roc", rng=1, n=300, paired=False, groups=[SITE, SITE])
    assert (apart.rows, rows.unit) == (told.rows, "row")
    band, same = paths["a"].pr().band(rng=1, n=300), plain["a"].pr().band(rng=1, n=300, groups=SITE)
    assert_allclose(band.low, same.low)
    variants = [lambda path: path.at_prevalence(0.1), lambda path: path.ties("optimistic")]
    for variant in variants:
        ends = variant(paths["a"]).interval("roc", rng=1, n=300)
        assert_allclose(tuple(ends), tuple(variant(plain["a"]).interval("roc", rng=1, n=300, groups=SITE)))


def test_pools_keep_groups():
    halves = np.arange(N) % 2
    folds = [prplot.from_labels(LABEL[f], SCORE[f], groups=SITE[f]) for f in (halves == 0, halves == 1)]
    whole = prplot.from_labels(LABEL, SCORE, groups=SITE)
    # A site has rows in both folds, so sites are drawn from all folds together.
    pooled = prplot.pool(folds, calibrated=True)
    assert_allclose(tuple(pooled.interval("roc", rng=1, n=300)), tuple(whole.interval("roc", rng=1, n=300)), rtol=1e-12)
    with pytest.raises(prplot.PrplotValueError, match="paths must all have groups, or none"):
        prplot.pool([folds[0], prplot.from_labels(LABEL, SCORE)], calibrated=True)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: prplot.from_labels([1, 0], [2, 1], groups=["a"]), "groups must have one value per row of y_score"),
        (lambda: prplot.from_labels([1, 0], [2, 1], groups=["a", None]), "groups must name a group for every row"),
        (lambda: prplot.from_labels([1, 0], [2, 1], item=["a", float("nan")]), "item must name an item for every row"),
        (lambda: prplot.from_labels([1, 0], [2, 1], item=["a"]), "item must have one value per row"),
        (lambda: prplot.from_labels([1, 0], [2, 1], item=["a", "b"], combine="min"), "combine must be one of 'max'"),
        (lambda: paths_with(SITE)["a"].interval("roc", groups=True), "groups must be the group of each row, or False"),
        (lambda: paths_with(SITE)["a"].interval("roc", stratify=True), "stratify must not be True for groups"),
        (lambda: paths_with(SITE)["a"].interval("pr", method="logit"), "pass groups=False"),
        (lambda: paths_with(["x"] * N)["a"].interval("roc"), "groups must name at least two groups"),
        (
            lambda: prplot.compare([paths_with(SITE)["a"], paths_with(ITEM)["b"]], "roc"),
            "paths must have the same groups",
        ),
        (
            lambda: prplot.from_frame(pd.DataFrame(COLUMNS), score="s", label="y", groups="g", bins=10),
            "groups must be left out with bins=",
        ),
    ],
)
def test_groups_and_items_that_make_no_sense(call, says):
    with pytest.raises((prplot.PrplotValueError, prplot.PrplotTypeError), match=says):
        call()


def test_groups_of_the_caller_stay_open_and_apart():
    groups = SITE.copy()
    path = prplot.from_labels(LABEL, SCORE, groups=groups)
    groups[:] = "x"
    assert path.interval("roc", n=200).method


class Model:
    classes_ = np.array([False, True])

    def decision_function(self, X):
        return np.asarray(X)


def test_every_maker_takes_groups_items_and_labels():
    """All makers equal `from_labels` with the same keywords."""
    rows = np.where(ITEM == "m1", 2, LABEL)
    keywords = {"groups": SITE, "item": ITEM, "combine": "mean", "lower_is_positive": True}
    wanted = prplot.from_labels(LABEL, SCORE, **keywords)
    named = {"pos_label": 1, "neg_label": 0}
    left = prplot.from_labels(rows, SCORE, **keywords, **named)
    assert left.missing.labels == np.count_nonzero(ITEM == "m1")
    same = [
        (prplot.from_weights(SCORE, fg=LABEL * 1.0, **keywords), wanted),
        (prplot.from_estimator(Model(), SCORE, LABEL, **keywords), wanted),
        (prplot.one_vs_rest(LABEL, np.column_stack([SCORE, SCORE]), **keywords)[True], wanted),
        (prplot.multilabel(LABEL[:, None], SCORE[:, None], **keywords)[0], wanted),
        (
            prplot.from_estimator(Model(), SCORE, rows == 1, **keywords),
            prplot.from_labels(rows == 1, SCORE, **keywords),
        ),
        (
            prplot.from_cv_results(
                {"estimator": [Model()], "indices": {"test": [np.arange(N)]}}, SCORE, rows, **keywords, **named
            )[0],
            left,
        ),
    ]
    for path, other in same:
        assert_allclose(path.roc().area(), other.roc().area(), rtol=1e-12)
        assert path.missing == other.missing
        assert_allclose(tuple(path.interval("roc", rng=2, n=200)), tuple(other.interval("roc", rng=2, n=200)))
    del keywords["groups"]
    grouped = prplot.by_group(["all"] * N, rows, SCORE, **keywords, **named)["all"]
    assert (grouped.roc().area(), grouped.missing) == (left.roc().area(), left.missing)
    assert repr(grouped).replace("name='all', ", "") == repr(left)
    score = prplot.scorer("roc", lower_is_positive=True, **named)
    assert score(Model(), SCORE, rows) == prplot.from_labels(rows, SCORE, lower_is_positive=True, **named).roc().area()
    counts = prplot.Counts(np.unique(SCORE), lower_is_positive=True)
    counts.update(rows, SCORE, **named)
    assert_allclose(counts.path().roc().area(), score(Model(), SCORE, rows), rtol=1e-12)


def test_groups_are_read_however_many_rows_there_are(monkeypatch):
    """Sums of each score have no groups, so rows with groups are never summed."""
    frame = pl.DataFrame(COLUMNS)
    wanted = prplot.from_frame(frame, score="s", label="y", groups="g").interval("roc", rng=1, n=200)
    monkeypatch.setattr("prplot.sources.engine_rows.MOST_UNITS", 5)
    many = prplot.from_frame(frame, score="s", label="y", groups="g")
    assert tuple(many.interval("roc", rng=1, n=200)) == tuple(wanted)
