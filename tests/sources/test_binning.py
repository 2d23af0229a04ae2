"""Frames counted in bins: the area of the scores is within the bounds, which are as close as was asked for."""

import numpy as np
import pytest

import prplot

pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

ENGINES = {
    "polars": lambda frame: frame,
    "lazy": lambda frame: frame.lazy(),
    "pandas": lambda frame: frame.to_pandas(),
    "duckdb": lambda frame: duckdb.from_arrow(frame.to_arrow()),
}
each_engine = pytest.mark.parametrize("engine", ENGINES)


def scores(kind, rows, rng):
    label = rng.random(rows) < 0.15
    plain = label + rng.normal(size=rows)
    return label, {
        "smooth": plain,
        "ties": np.round(plain, 1),
        # One score of most rows, as of a tree that knows nothing of them.
        "atom": np.where(rng.random(rows) < 0.6, 0.0, plain),
        # Of many orders of magnitude, near both ends of the floats.
        "skewed": np.exp(60 * plain),
        "far": np.where(np.arange(rows) == 0, 1e300, np.where(np.arange(rows) == 1, -1.7e308, plain)),
        "infinite": np.where(plain > 1.5, np.inf, np.where(plain < -1.5, -np.inf, plain)),
        "near 1": 1 - 2.0**-53 * np.floor(1000 * np.exp(-plain)),
        "equal": np.full(rows, 0.25),
    }[kind]


KINDS = ["smooth", "ties", "atom", "skewed", "far", "infinite", "near 1", "equal"]


@pytest.fixture(scope="module", params=KINDS)
def sample(request):
    label, score = scores(request.param, 20_000, np.random.default_rng(7))
    return label, score, prplot.from_labels(label, score), pl.DataFrame({"y": label, "s": score})


@pytest.mark.parametrize("bins", [1, 10, 300])
def test_at_most_so_many_bins_and_the_area_within_their_bounds(sample, bins):
    _, _, exact, frame = sample
    path = prplot.from_frame(frame, score="s", label="y", bins=bins)
    assert path.distinct <= bins
    assert (path.positives, path.negatives) == (exact.positives, exact.negatives)
    for curve in ("pr", "roc"):
        least, most = path.curve(curve).bounds()
        assert least - 1e-12 <= exact.curve(curve).area() <= most + 1e-12
    # A threshold is a score of the data, with the counts that it has among all of them.
    for row in range(1, len(path)):
        found = exact.at(path.thresholds[row])
        assert (path.tp[row], path.fp[row]) == (found.tp, found.fp)


@pytest.mark.parametrize("tolerance", [1e-2, 1e-5])
def test_bins_are_divided_until_the_bounds_are_close(sample, tolerance):
    _, _, exact, frame = sample
    path = prplot.from_frame(frame, score="s", label="y", tolerance=tolerance)
    least, most = path.pr().bounds()
    assert most - least <= tolerance * (1 + 1e-9)
    assert least - 1e-12 <= exact.pr().area() <= most + 1e-12


def test_bins_have_about_as_many_rows_each():
    label, score = scores("skewed", 20_000, np.random.default_rng(8))
    path = prplot.from_frame(pl.DataFrame({"y": label, "s": score}), score="s", label="y", bins=50)
    rows = np.diff(path.tp + path.fp)
    assert path.distinct == 50
    assert rows.max() < 2 * 400
    atom, score = scores("atom", 20_000, np.random.default_rng(8))
    path = prplot.from_frame(pl.DataFrame({"y": atom, "s": score}), score="s", label="y", bins=50)
    # What most rows share is a bin of its own, and hides nothing.
    at = int(np.argmax(np.diff(path.tp + path.fp)))
    assert path.thresholds[at + 1] == 0.0
    assert 0.0 not in path.known.bins.cuts


@each_engine
def test_all_engines_make_the_same_bins(engine):
    label, score = scores("smooth", 5000, np.random.default_rng(9))
    frame = pl.DataFrame({"y": label, "s": score})
    wanted = prplot.from_frame(frame, score="s", label="y", bins=64)
    found = prplot.from_frame(ENGINES[engine](frame), score="s", label="y", bins=64)
    for name in ("thresholds", "tp", "fp"):
        assert np.array_equal(getattr(found, name), getattr(wanted, name))
    close = prplot.from_frame(ENGINES[engine](frame), score="s", label="y", tolerance=1e-3)
    assert np.subtract(*close.pr().bounds()[::-1]) <= 1e-3


@each_engine
def test_groups_weights_and_missing_scores(engine):
    rng = np.random.default_rng(10)
    label, score = scores("smooth", 3000, rng)
    frame = pl.DataFrame(
        {
            "y": np.where(label, "yes", "no"),
            "s": pl.Series(np.where(rng.random(3000) < 0.05, np.nan, score)),
            "w": rng.integers(0, 4, 3000) / 4,
            "site": pl.Series(rng.choice(["a", "b"], 3000)).set(pl.Series(rng.random(3000) < 0.1), None),
        }
    )
    asked = {"score": "s", "label": "y", "weight": "w", "pos_label": "yes", "by": "site", "missing": "unreached"}
    exact = prplot.from_frame(ENGINES[engine](frame), **asked)
    for how in ({"bins": 30}, {"tolerance": 1e-3}):
        found = prplot.from_frame(ENGINES[engine](frame), **asked, **how)
        assert list(found) == list(exact) == ["a", "b", None]
        for site, path in found.items():
            least, most = path.pr().bounds()
            assert least <= exact[site].pr().area() <= most
            assert path.reached == pytest.approx(exact[site].reached, rel=1e-12)
            assert path.positives == pytest.approx(exact[site].positives, rel=1e-12)
            assert path.missing.rows == exact[site].missing.rows
            assert path.distinct <= 30 or "tolerance" in how


def test_soft_labels_stay_within_outer_bounds():
    rng = np.random.default_rng(11)
    score = rng.normal(size=4000)
    fg = 1 / (1 + np.exp(2 - 2 * score))
    frame = pl.DataFrame({"s": score, "fg": fg})
    exact = prplot.from_weights(score, fg=fg)
    path = prplot.from_frame(frame, score="s", fg="fg", bins=40)
    least, most = path.pr().bounds()
    assert least < exact.pr().area() < most
    assert path.soft
    close = prplot.from_frame(frame, score="s", fg="fg", tolerance=1e-4)
    assert np.subtract(*close.pr().bounds()[::-1]) <= 1e-4
    # The least of average precision is not that of units.
    assert path.pr("step").bounds()[0] == pytest.approx(path.ties("pessimistic").pr().area(), rel=1e-12)


def test_few_scores_are_themselves():
    frame = pl.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.4, 0.1]})
    path = prplot.from_frame(frame, score="s", label="y", bins=4096)
    assert path.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.4, 0.1]
    assert path.pr().bounds() == (path.pr().area(),) * 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bins": 0}, "bins must be a whole number from 1 on"),
        ({"bins": 2.5}, "bins must be a whole number"),
        ({"bins": True}, "bins must be a whole number"),
        ({"tolerance": 0}, "tolerance must be positive"),
        ({"tolerance": float("nan")}, "tolerance must be positive"),
        ({"bins": 5, "tolerance": 0.1}, "bins or tolerance must say how finely to count"),
    ],
)
def test_wrong_wishes(options, said):
    with pytest.raises(prplot.PrplotValueError, match=said):
        prplot.from_frame(pl.DataFrame({"y": [1, 0], "s": [1.0, 2.0]}), score="s", label="y", **options)


def test_flaws_are_found_in_bins_too():
    frame = pl.DataFrame({"y": [1, None, 0], "s": [1.0, 2.0, 3.0]})
    with pytest.raises(prplot.PrplotValueError, match="label must not hold missing labels"):
        prplot.from_frame(frame, score="s", label="y", bins=5)


@each_engine
def test_groups_without_a_name_are_one(engine):
    frame = pl.DataFrame(
        {"s": np.linspace(0, 1, 60), "y": np.arange(60) % 3 == 0, "g": [1.0, float("nan"), None] * 20}, strict=False
    )
    exact = prplot.from_frame(ENGINES[engine](frame), score="s", label="y", by="g")
    for how in ({"bins": 9}, {"tolerance": 1e-2}):
        found = prplot.from_frame(ENGINES[engine](frame), score="s", label="y", by="g", **how)
        assert list(found) == list(exact) == [1.0, None]
        for key, path in found.items():
            assert (path.positives, path.negatives) == (exact[key].positives, exact[key].negatives)


def test_weights_are_no_rows():
    """Of four quarters of a positive the least average precision is not that of one positive."""
    frame = pl.DataFrame({"s": [0.1, 0.11, 0.12, 0.13, 0.9, 0.8], "f": [0.25] * 4 + [0, 0], "b": [0.0] * 4 + [1, 1]})
    asked = {"score": "s", "fg": "f", "bg": "b"}
    least, _ = prplot.from_frame(frame, **asked, bins=1).pr("step").bounds()
    assert least <= prplot.from_weights(frame["s"], fg=frame["f"], bg=frame["b"]).pr("step").area()
    # Where no score is hidden there is nothing to bound.
    apart = prplot.from_frame(frame, **asked, bins=99)
    assert apart.pr("step").bounds() == pytest.approx((apart.pr("step").area(),) * 2, rel=1e-15)


def test_rows_without_weight_hide_nothing():
    frame = pl.DataFrame({"s": [0.5, 0.5, 0.4, np.inf], "y": [1, 0, 0, 0], "w": [1.0, 1.0, 0.0, 0.0]})
    path = prplot.from_frame(frame, score="s", label="y", weight="w", bins=1)
    assert path.thresholds.tolist() == [np.inf, 0.5]
    assert path.pr().bounds() == (path.pr().area(),) * 2


def test_normalised_areas_of_soft_labels_have_no_bounds():
    frame = pl.DataFrame({"s": [4.0, 3, 2, 1], "f": [0.1, 0.9, 0.1, 0.3]})
    table = prplot.from_frame(frame, score="s", fg="f", bins=2).areas()
    assert np.isnan(table["normalized, by=data"].bounds[0])
    assert table["continuous"].bounds[0] < table["continuous"].bounds[1]
