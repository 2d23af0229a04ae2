"""Frames counted in bins: the area of the scores is within the bounds, which are as close as was asked for."""

import duckdb
import ibis
import numpy as np
import polars as pl
import pytest

import prplot

ENGINES = {
    "lazy": lambda frame: frame.lazy(),
    "pandas": lambda frame: frame.to_pandas(),
    "duckdb": lambda frame: duckdb.from_arrow(frame.to_arrow()),
    "ibis": lambda frame: ibis.memtable(frame.to_arrow()),
}


def scores(kind, rows, seed):
    rng = np.random.default_rng(seed)
    label = rng.random(rows) < 0.15
    plain, row = label + rng.normal(size=rows), np.arange(rows)
    return label, {
        "smooth": plain,
        "ties": np.round(plain, 1),
        # One score of most rows, as of a tree that knows nothing of them.
        "atom": np.where(rng.random(rows) < 0.6, 0.0, plain),
        # Of many orders of magnitude, near both ends of the floats.
        "skewed": np.exp(60 * plain),
        "far": np.where(row == 0, 1e300, np.where(row == 1, -1.7e308, plain)),
        "infinite": np.where(plain > 1.5, np.inf, np.where(plain < -1.5, -np.inf, plain)),
        "near 1": 1 - 2.0**-53 * np.floor(1000 * np.exp(-plain)),
        "equal": np.full(rows, 0.25),
    }[kind]


def counted(frame, **options):
    return prplot.from_frame(frame, score="s", label="y", **options)


@pytest.mark.parametrize("kind", ["smooth", "ties", "atom", "skewed", "far", "infinite", "near 1", "equal"])
def test_the_area_is_within_the_bounds_which_are_as_close_as_asked(kind):
    label, score = scores(kind, 10_000, 7)
    exact, frame = prplot.from_labels(label, score), pl.DataFrame({"y": label, "s": score})
    for bins in (1, 10, 300):
        path = counted(frame, bins=bins)
        assert path.distinct <= bins
        assert (path.positives, path.negatives) == (exact.positives, exact.negatives)
        for space in ("pr", "roc"):
            least, most = path.curve(space).bounds()
            assert least - 1e-12 <= exact.curve(space).area() <= most + 1e-12
        # A threshold is a score of the data, with the counts that it has among all of them.
        for row in range(1, len(path)):
            found = exact.at(path.thresholds[row])
            assert (path.tp[row], path.fp[row]) == (found.tp, found.fp)
    for tolerance in (1e-2, 1e-5):
        least, most = counted(frame, tolerance=tolerance).pr().bounds()
        assert most - least <= tolerance * (1 + 1e-9)
        assert least - 1e-12 <= exact.pr().area() <= most + 1e-12


@pytest.mark.parametrize("engine", ENGINES)
def test_all_engines_make_the_same_bins_of_groups_weights_and_gaps(engine):
    label, score = scores("smooth", 3000, 9)
    rng = np.random.default_rng(10)
    site = np.where(rng.random(3000) < 0.1, None, rng.choice(["a", "b"], 3000))
    gaps = pl.Series(np.where(rng.random(3000) < 0.05, np.nan, np.where(np.abs(score) > 2, score * np.inf, score)))
    frame = pl.DataFrame({"y": label, "s": score, "gaps": gaps, "w": rng.integers(0, 4, 3000) / 4, "site": list(site)})
    given = ENGINES[engine](frame)
    wanted, found = counted(frame, bins=64), counted(given, bins=64)
    for name in ("thresholds", "tp", "fp"):
        assert np.array_equal(getattr(found, name), getattr(wanted, name))
    asked = {"score": "gaps", "label": "y", "weight": "w", "by": "site", "missing": "unreached"}
    exact = prplot.from_frame(given, **asked)
    for how in ({"bins": 30}, {"tolerance": 1e-3}):
        found = prplot.from_frame(given, **asked, **how)
        assert list(found) == list(exact) == ["a", "b", None]
        for key, path in found.items():
            least, most = path.pr().bounds()
            assert least <= exact[key].pr().area() <= most
            assert most - least <= how.get("tolerance", 1)
            for of in (lambda p: (p.reached, p.positives), lambda p: p.missing.rows):
                assert of(path) == pytest.approx(of(exact[key]), rel=1e-12)
            assert path.distinct <= how.get("bins", 3000)


def test_soft_labels_stay_within_outer_bounds():
    score = np.random.default_rng(11).normal(size=4000)
    fg = 1 / (1 + np.exp(2 - 2 * score))
    frame, asked = pl.DataFrame({"s": score, "fg": fg}), {"score": "s", "fg": "fg"}
    path = prplot.from_frame(frame, **asked, bins=40)
    least, most = path.pr().bounds()
    assert least < prplot.from_weights(score, fg=fg).pr().area() < most
    assert path.soft
    assert np.subtract(*prplot.from_frame(frame, **asked, tolerance=1e-4).pr().bounds()[::-1]) <= 1e-4
    # The least of average precision is not that of units, and normalized areas have no bounds.
    assert path.pr("step").bounds()[0] == pytest.approx(path.ties("pessimistic").pr().area(), rel=1e-12)
    assert np.isnan(path.areas()["normalized, by=data"].bounds[0])


def test_few_scores_are_themselves_and_rows_without_weight_hide_nothing():
    path = counted(pl.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.4, 0.1]}), bins=4096)
    assert path.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.4, 0.1]
    weighted = counted(
        pl.DataFrame({"s": [0.5, 0.5, 0.4, np.inf], "y": [1, 0, 0, 0], "w": [1, 1, 0, 0]}), weight="w", bins=1
    )
    assert weighted.thresholds.tolist() == [np.inf, 0.5]
    for each in (path, weighted):
        assert each.pr().bounds() == (each.pr().area(),) * 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bins": 0}, "bins must be a whole number of bins from 1 to"),
        ({"tolerance": 0}, "tolerance must be positive"),
        ({"tolerance": float("nan")}, "tolerance must be positive"),
        ({"bins": 5, "tolerance": 0.1}, "bins or tolerance must say how finely to count"),
        ({"bins": 5}, "label must not hold missing labels"),
    ],
)
def test_wrong_wishes(options, said):
    with pytest.raises(prplot.PrplotValueError, match=said):
        counted(pl.DataFrame({"y": [1, None], "s": [1.0, 2.0]}), **options)
