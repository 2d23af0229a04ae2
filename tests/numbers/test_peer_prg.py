"""AUPRG against the package of its authors (pyprg 0.1.1b7), on its own ground.

It counts negative precision gain as negative area, as prplot does by default. Two differences:
it calls a NumPy function that is gone, which the tests give back to it; and it reads scores and
labels only as arrays, without weights.
"""

from __future__ import annotations

import numpy as np
import pytest

import prplot


@pytest.fixture
def authors(monkeypatch):
    from prg import prg

    monkeypatch.setattr(np, "alen", lambda a: len(a) if hasattr(a, "__len__") else 1, raising=False)
    return lambda labels, scores: float(prg.calc_auprg(prg.create_prg_curve(labels, scores)))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("levels", [4, 1000])
def test_signed_area(authors, seed, levels):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 120))
    labels = np.append(rng.random(n) < rng.uniform(0.1, 0.9), [True, False]).astype(int)
    scores = np.round(rng.normal(size=n + 2) + rng.uniform(-1, 2) * labels, 3)
    scores = np.floor(scores * levels / 8) if levels < 1000 else scores
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = authors(labels, scores)
    assert prplot.from_labels(labels, scores).prg().area() == pytest.approx(expected, rel=1e-9, abs=1e-12)
