"""Costs in the user's words, and where they are in cost space."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.metrics import expected_cost


@pytest.mark.parametrize(("fn", "fp"), [(10, 1), (0.5, 4), (1e308, 1e308)])
def test_without_a_prevalence_it_is_that_of_the_path(fn, fp):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1])
    own, given = expected_cost(fn=fn, fp=fp), expected_cost(fn=fn, fp=fp, prevalence=3 / 7)
    assert path.optimal(own) == path.optimal(given)
    # Of 3 positives 1 is missed, of 4 negatives 1 is taken: (f + p) of 3 f + 4 p.
    most = max(fn, fp)
    wanted = (fn / most + fp / most) / (3 * (fn / most) + 4 * (fp / most))
    assert path.at(0.6).measure(own) == pytest.approx(wanted, rel=1e-14)
    assert own.value(0.25, 2 / 3, 3 / 7) == pytest.approx(wanted, rel=1e-14)


def test_value_and_lines():
    """Saito's example: a missed positive costs 91, a false alarm 9, at prevalence .09: the middle of cost space."""
    assert expected_cost(fn=91, fp=9, prevalence=0.09).probability_cost == pytest.approx(0.5, abs=1e-15)
    # Either costs 1 where nothing is said.
    assert expected_cost(fn=9, prevalence=0.1).probability_cost == pytest.approx(0.5, abs=1e-15)
    assert expected_cost(fp=9, prevalence=0.9).probability_cost == pytest.approx(0.5, abs=1e-15)
    measure, z = expected_cost(fn=3, fp=2, prevalence=0.3), 0.9 / 2.3
    assert measure.lower_is_better
    assert measure.probability_cost == pytest.approx(z, rel=1e-15)
    for prevalence in (0.1, 0.6):
        # The rates decide, not the prevalence of the sample.
        assert measure.value(0.2, 0.7, prevalence) == pytest.approx(z * 0.3 + (1 - z) * 0.2, rel=1e-13)
        a, b, c = measure._line(0.3, prevalence)
        fpr = np.linspace(0, 1, 5)
        np.testing.assert_allclose(measure.value(fpr, -(c + a * fpr) / b, prevalence), 0.3, rtol=1e-12)
    for costs in ({"fn": 0, "prevalence": 0.1}, {"fp": -1, "prevalence": 0.1}, {"fn": "much"}, {"prevalence": 1.0}):
        with pytest.raises(prplot.PrplotError, match=f"{next(iter(costs))} must"):
            expected_cost(**costs)
