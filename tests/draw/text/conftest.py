from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import prplot

WORDS = "Random forest of embeddings with many trees, variant"


@pytest.fixture
def many() -> Callable[..., dict[str, prplot.ConfusionPath]]:
    """Classifiers of one sample, of falling quality."""

    def make(count: int, letters: int = 10) -> dict[str, prplot.ConfusionPath]:
        rng = np.random.default_rng(5)
        labels = rng.random(200) < 0.3
        return {
            f"{WORDS[: letters - 2]}{k:02d}": prplot.from_labels(
                labels, rng.normal(size=200) + (2.2 - 0.12 * k) * labels
            )
            for k in range(count)
        }

    return make
