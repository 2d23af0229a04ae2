from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from helpers.explorers import not_painted

import prplot


@pytest.fixture
def unpainted() -> Iterator[None]:
    """For tests that look at words and artists."""
    with not_painted():
        yield


@pytest.fixture(scope="session")
def soft() -> prplot.ConfusionPath:
    """Soft labels of different weight, with ties."""
    rng = np.random.default_rng(5)
    fg = np.round(rng.beta(0.5, 1.5, 60) * 0.9 + 0.05, 2)
    score = np.round(fg + rng.normal(scale=0.3, size=60), 1)
    return prplot.from_weights(score, fg=fg, sample_weight=1.0 + (np.arange(60) % 3), name="soft")


@pytest.fixture(scope="session")
def several(soft) -> dict[str, prplot.ConfusionPath]:
    rng = np.random.default_rng(6)
    share = soft.sample.fg / (soft.sample.fg + soft.sample.bg)
    score = np.round(share + rng.normal(scale=0.5, size=60), 1)
    return {"a": soft, "b": prplot.from_weights(score, fg=soft.sample.fg, bg=soft.sample.bg)}


@pytest.fixture(scope="session")
def hard() -> prplot.ConfusionPath:
    rng = np.random.default_rng(3)
    labels = rng.random(80) < 0.3
    return prplot.from_labels(labels, rng.normal(size=80) + 1.3 * labels, name="hard")


@pytest.fixture(scope="session")
def counts() -> prplot.ConfusionPath:
    return prplot.from_counts([3, 2, 1], [3, 5, 6], [1, 4, 20], name="counts")
