"""How many replicates there must be, and may be, everywhere that takes a number of them; other numbers of things."""

import warnings

import numpy as np
import pytest

import prplot
from prplot import draw

RNG = np.random.default_rng(1)
LABEL = np.repeat([0, 1], 60)
PATHS = {name: prplot.from_labels(LABEL, RNG.normal(size=120) + LABEL, name=name) for name in "ab"}
PATH = PATHS["a"]
RATE = prplot.measure_at("recall", at={"fpr": 0.1})
TAKE_N = {
    "interval": lambda **n: PATH.interval("roc", **n),
    "interval of a curve": lambda **n: PATH.pr().interval(**n),
    "interval of a rate": lambda **n: PATH.interval(RATE, **n),
    "band": lambda **n: PATH.pr().band(**n),
    "compare": lambda **n: prplot.compare(PATHS, "roc", **n),
    "permutation": lambda **n: prplot.compare(PATHS, "roc", method="permutation", **n),
    "several at once": lambda **n: prplot.compare(PATHS, "roc", method="delong", simultaneous=True, **n),
    "plot interval": lambda **n: prplot.plot(PATH, interval=n),
    "plot band": lambda **n: prplot.plot(PATH, band=n),
    "draw.band": lambda **n: draw.band(PATH.pr(), **n),
    "draw.measures": lambda **n: draw.measures(PATH, "recall", band=n),
    "panel": lambda **n: draw.panel(PATHS, band=n),
}


@pytest.mark.parametrize("name", TAKE_N)
def test_too_few_are_an_error_few_a_warning_and_too_many_an_error(name):
    with pytest.raises(prplot.PrplotValueError, match=r"n must be at least 40 replicates for level 0\.95"):
        TAKE_N[name](n=39)
    with pytest.warns(prplot.PrplotWarning, match="With 40 replicates the limits are rough"):
        TAKE_N[name](n=40)
    with pytest.raises(prplot.PrplotValueError, match="n must be a whole number of replicates from 1 to 1,000,000"):
        TAKE_N[name](n=10**12)


def test_the_level_says_how_many_are_enough():
    for level, least in ((0.5, 4), (0.9, 20), (0.99, 200), (0.999, 2000)):
        with pytest.raises(prplot.PrplotValueError, match=f"n must be at least {least} replicates for level {level}"):
            PATH.interval("roc", level=level, n=least - 1)
        with warnings.catch_warnings(action="ignore", category=prplot.PrplotWarning):
            assert len(PATH.interval("roc", level=level, n=least).replicates) == least


def test_formulas_draw_nothing():
    assert PATH.roc().interval(method="delong", level=0.9999).level == 0.9999
    assert prplot.compare(PATHS, "roc", method="delong", n=1).method == "delong"


# A number of things to draw or to count, beyond which nobody can use them, and none is made.
TOO_MANY = {
    "n of rankings": lambda many: draw.random_band(PATH, n=many),
    "bins": lambda many: draw.scores(PATH, bins=many),
    "levels": lambda many: prplot.plot(PATH, iso_f={"levels": many}),
    "thresholds": lambda many: draw.threshold_ticks(PATH.pr(), many),
    "n": lambda many: prplot.simulate.binormal().sample(many, prevalence=0.1),
}


@pytest.mark.parametrize("name", TOO_MANY)
def test_too_many_of_anything_are_refused_at_once(name):
    with pytest.raises(prplot.PrplotValueError, match=rf"{name.split()[0]} must be a whole number of .* from .* to"):
        TOO_MANY[name](10**12)


COUNTED = {
    "interval": lambda path: path.interval("roc", n=200),
    "band": lambda path: path.pr().band(n=200),
    "bca": lambda path: path.prg().interval(method="bca", n=200),
    "compare": lambda path: prplot.compare([path, path], "roc", paired=False, n=200),
}


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("count", [1e17, 1e20, 3e307])
def test_counts_beyond_those_of_float64_are_not_resampled(name, count):
    path = prplot.from_counts([3, 2, 1], [count, 2 * count, 3 * count], [0, count, 5 * count])
    with pytest.raises(prplot.PrplotValueError, match=r"at most 2\*\*53 rows to be resampled; got .* rows. Divide"):
        COUNTED[name](path)
    assert path.best().pr().area() == 1
    assert path.at_prevalence(0.5).roc().area() == pytest.approx(path.roc().area())


def test_paths_whose_counts_overflow_together_are_not_pooled():
    path = prplot.from_counts([2, 1], [1e308, 1e308], [0, 1e308])
    with pytest.raises(prplot.PrplotValueError, match="total overflows float64"):
        prplot.pool([path, path], calibrated=True)


def test_soft_rows_of_any_weight_are_resampled():
    weights = np.array([[3, 2, 4, 1], [1, 2, 1, 4]])
    large, small = (prplot.from_weights([4, 3, 2, 1], fg=fg, bg=bg) for fg, bg in (weights * 2.0**1020, weights * 1.0))
    with warnings.catch_warnings(action="ignore", category=prplot.PrplotWarning):
        expected = small.interval("pr", n=200, rng=1).replicates
        assert large.interval("pr", n=200, rng=1).replicates == pytest.approx(expected, rel=1e-12)
