"""A weight of 0 leaves a row out: what is drawn, counted or exchanged is that of the data without these rows."""

import numpy as np
import pytest

import prplot

RNG = np.random.default_rng(0)
LABEL = RNG.random(60) < 0.4
SCORES = RNG.normal(size=(2, 60)) + LABEL
WEIGHT = np.where(RNG.random(60) < 0.5, 0.0, RNG.integers(1, 4, 60))
GROUP = RNG.integers(0, 12, 60)
KEPT = WEIGHT > 0
# A group of which no row has a weight is no group.
GROUP[~KEPT] += 1
# What is computed of a path.
COMPUTED = {
    "bootstrap": lambda a: a.roc().interval(n=200).replicates,
    "bca": lambda a: [*a.interval("pr", method="bca", n=200)],
    "delong": lambda a: [*a.roc().interval(method="delong")],
    "Kish": lambda a: [*a.pr().interval(method="logit")],
    "band": lambda a: a.pr().band(n=200).low,
    "folds": lambda a: prplot.pool([a, a], calibrated=True).pr().interval(n=200).replicates,
    "random": lambda a: prplot.draw.random_band(a, rng=1).fills[0].get_xy(),
}
OPTIONS = [{}, {"method": "permutation"}, {"method": "delong"}]


def both(rows):
    return [
        prplot.from_labels(LABEL[rows], score[rows], sample_weight=WEIGHT[rows], name=name)
        for name, score in zip("ab", SCORES, strict=True)
    ]


def check_alike(compute):
    of_all, of_kept = (compute(*both(rows), GROUP[rows]) for rows in (slice(None), KEPT))
    assert np.asarray(of_all) == pytest.approx(np.asarray(of_kept), rel=1e-12, nan_ok=True)


@pytest.mark.filterwarnings("ignore:With .* cover less often")
@pytest.mark.parametrize("what", COMPUTED)
def test_numbers_are_those_of_the_rows_that_have_a_weight(what):
    check_alike(lambda a, _, __: COMPUTED[what](a))


@pytest.mark.filterwarnings("ignore:With .* cover less often")
def test_groups_are_those_of_the_rows_that_have_a_weight():
    check_alike(lambda a, _, groups: a.pr().interval(n=200, groups=groups).replicates)
    check_alike(lambda a, b, groups: prplot.compare([a, b], "pr", n=200, groups=groups).rows[0][2:])


@pytest.mark.filterwarnings("ignore:With .* cover less often")
@pytest.mark.parametrize("options", OPTIONS)
def test_comparisons_are_those_of_the_rows_that_have_a_weight(options):
    check_alike(lambda a, b, _: prplot.compare([a, b], "roc", n=200, **options).rows[0][2:])


def test_no_replicate_is_empty_and_rows_stay_as_they_were_given():
    path = prplot.from_labels([0, 1, 1], [0.1, 0.9, 0.5], sample_weight=[0, 1, 1])
    with pytest.warns(prplot.PrplotWarning, match="is 1 in the sample and in every sample drawn from it"):
        assert path.pr().interval(n=200).undefined == 0
    assert len(path.sample) == 3
    assert "n=3" in repr(path)


def test_groups_are_counted_among_rows_that_have_a_weight():
    path = prplot.from_labels([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 1, 0])
    with pytest.raises(prplot.PrplotValueError, match="name at least two groups; got 1"):
        path.interval("pr", groups=["a", "a", "a", "b"])


def test_a_path_without_any_weight_is_refused():
    for options in ({"sample_weight": [0, 0], "positives": 0, "negatives": 0}, {"sample_weight": [0, 0]}):
        with pytest.raises(prplot.PrplotValueError, match="weight"):
            prplot.from_labels([0, 1], [1, 2], **options)


def test_the_hull_has_an_area_where_no_negative_was_drawn():
    path = prplot.from_labels([1] * 30 + [0] * 3, np.random.default_rng(0).normal(size=33))
    hull, curve = (path.interval(name, n=400, method="bootstrap") for name in ("hull, PR", "continuous"))
    assert hull.undefined == curve.undefined == 0
    with pytest.warns(prplot.PrplotWarning, match="replicates leave the hull, ROC undefined"):
        assert path.interval("hull, ROC", n=400).undefined > 0
