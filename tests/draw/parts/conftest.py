from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest


@pytest.fixture
def rates_on() -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """Rates of the points of a line; the corner (0, 0) of PR, where all rates with tpr = 0 are, left out."""

    def rates(space, line):
        x, y = (np.asarray(c, dtype=float) for c in line.get_data())
        # Its pieces are apart by NaN.
        x, y = x[~np.isnan(x)], y[~np.isnan(x)]
        assert np.isfinite([x, y]).all()
        kept = (x != 0) | (y != 0) if space.name == "pr" else np.ones(len(x), dtype=bool)
        assert kept.any()
        fpr, tpr = space.inverse(x[kept], y[kept])
        assert np.isfinite([fpr, tpr]).all()
        return fpr, tpr

    return rates
