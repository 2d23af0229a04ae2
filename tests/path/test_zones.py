"""Zones of scores: what is in them and what they cost, by adding up rows; and what is no zone."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import prplot

RNG = np.random.default_rng(8)
SCORE = np.round(RNG.random(200), 2)
LABEL = SCORE + RNG.normal(0, 0.3, 200) > 0.6
WEIGHT = RNG.integers(1, 64, 200) / 16
PATH = prplot.from_labels(LABEL, SCORE, sample_weight=WEIGHT)
CUTS = [0.2, 0.5, 0.7]
SMALL = prplot.from_labels([1, 1, 0, 1, 0, 0, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1])


def test_zones_hold_the_rows_between_thresholds():
    """By groups of a data frame; a zone has its lower end."""
    rows = pd.DataFrame({"weight": WEIGHT, "positive": LABEL * WEIGHT})
    by_zone = rows.groupby(pd.cut(SCORE, [-math.inf, *CUTS, math.inf], right=False), observed=False).sum()
    zones = PATH.zones(CUTS)
    assert len(zones) == 4
    for zone, (weight, positive) in zip(zones, by_zone.to_numpy(), strict=True):
        assert (zone.weight, zone.positives, zone.negatives) == (weight, positive, weight - positive)
        assert zone.share == weight / WEIGHT.sum()
        assert zone.ppv == positive / weight
        assert zone.share_of_positives == positive / (LABEL * WEIGHT).sum()
        assert math.isnan(zone.cost)
    assert [(zone.low, zone.high) for zone in zones] == [(-math.inf, 0.2), (0.2, 0.5), (0.5, 0.7), (0.7, math.inf)]
    assert [zone.name for zone in zones] == ["below 0.2", "0.2 to 0.5", "0.5 to 0.7", "from 0.7"]
    assert zones.confusions == tuple(PATH.at(cut) for cut in CUTS)
    assert math.isnan(zones.cost)


def test_costs_add_up_over_rows():
    costs = [(10, 0), (1, 2), (3, -1), (0, 5)]
    zone = np.digitize(SCORE, CUTS)
    each = np.array(costs)[zone, np.where(LABEL, 0, 1)]
    zones = PATH.zones(CUTS, costs=costs)
    assert zones.cost == pytest.approx(np.average(each, weights=WEIGHT), rel=1e-13)
    parts = [np.sum((each * WEIGHT)[zone == k]) / WEIGHT.sum() for k in range(4)]
    assert [row.cost for row in zones.rows] == pytest.approx(parts, rel=1e-13)


def test_two_zones_cost_what_a_threshold_costs():
    cost = prplot.expected_cost(fn=7, fp=2, prevalence=PATH.prevalence)
    # The normalized cost times that of being always wrong.
    worst = 7 * PATH.prevalence + 2 * (1 - PATH.prevalence)
    zones = PATH.zones([0.5], costs=[(7, 0), (0, 2)])
    assert zones.cost == pytest.approx(PATH.at(0.5).measure(cost) * worst, rel=1e-13)
    elsewhere = PATH.at_prevalence(0.1).zones([0.5], costs=[(7, 0), (0, 2)])
    at = PATH.at(0.5)
    assert elsewhere.cost == pytest.approx(0.1 * at.fnr * 7 + 0.9 * at.fpr * 2, rel=1e-13)


def test_zones_of_a_population_are_its_probabilities():
    """Of two normal densities, by the error function."""

    def tail(x, mu):
        return math.erfc((x - mu) / math.sqrt(2)) / 2

    middle = prplot.simulate.binormal(2, 1).path(0.25).zones([0, 1.5])[1]
    assert middle.positives == pytest.approx(0.25 * (tail(0, 2) - tail(1.5, 2)), rel=1e-12)
    assert middle.negatives == pytest.approx(0.75 * (tail(0, 0) - tail(1.5, 0)), rel=1e-12)


def test_what_no_threshold_returns_is_in_the_lowest_zone():
    path = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=5, negatives=9)
    zones = path.zones([1.5, 2.5])
    assert [(z.positives, z.negatives) for z in zones] == [(4, 8), (0, 1), (1, 0)]
    assert "ends at recall 0.4; the lowest zone holds" in repr(zones)
    uncounted = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=5).zones([2.5], costs=[(1, 0), (0, 1)])
    assert (uncounted[0].positives, uncounted[1].ppv) == (4, 1)
    assert math.isnan(uncounted[0].ppv)
    assert math.isnan(uncounted.cost)


def test_tables_say_what_is_there():
    costs = [(10, 0), (1, 1), (0, 5)]
    zones = SMALL.zones([0.25, 0.7], names=["out", "look <closer>", "in"], costs=costs)
    text, shown = repr(zones), zones._repr_html_()
    assert text.splitlines()[1].split() == ["out", "3", "0.375", "0", "3", "0.000", "0.000", "0"]
    assert text.splitlines()[6].split() == ["0.25", "3", "2", "0", "3", "0.600", "1.000", "0.600", "1.000"]
    assert text.endswith("Expected cost 0.375.")
    assert "look &lt;closer&gt;" in shown
    assert "Expected cost 0.375." in shown
    assert "cost" not in repr(SMALL.zones([0.5]))
    frame = pd.DataFrame(zones.columns())
    assert frame["weight"].tolist() == [3, 3, 2]
    assert frame["name"].tolist() == ["out", "look <closer>", "in"]


def test_shares_and_costs_are_of_all_weight_also_where_a_path_ends_early():
    """Above 0.5 are 1 and 1, all else is below: 3 positives and 5 negatives, at 5 each of the positives."""
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.2], positives=4, negatives=6)
    zones = path.zones([0.5], costs=[(5, 0), (0, 2)])
    assert zones.cost == pytest.approx((3 * 5 + 1 * 2) / 10)
    assert [zone.share for zone in zones] == pytest.approx([0.8, 0.2])


def test_wrong_input():
    for cuts, options, said in (
        ([0.2, 0.2], {}, r"thresholds must rise.*got \[0\.2, 0\.2\]"),
        (0.5, {}, "thresholds must be a sequence of rising thresholds; got float"),
        ([0.5], {"names": ["a", "a"]}, "names must be 2 different texts"),
        ([math.nan], {}, "must not be NaN"),
        ([0.5], {"costs": [(1, 0)]}, "costs must be .* There are 2 zones"),
        ([0.5], {"costs": [(1, math.inf), (1, 2)]}, "costs must be finite"),
    ):
        with pytest.raises(prplot.PrplotError, match=said):
            SMALL.zones(cuts, **options)
