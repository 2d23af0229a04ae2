from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.draw.parts import confidence
from prplot.uncertainty import bands, interval
from prplot.widgets.picture import figure_sync

# So many replicates are drawn at most.
FEW = 30


@pytest.fixture(autouse=True)
def few_replicates(monkeypatch) -> None:
    """Draw few replicates, wherever they are drawn from."""
    for module, name in (
        (bands, "curve_band"),
        (interval, "curve_interval"),
        (confidence, "band_in_turns"),
        (confidence, "interval_in_turns"),
    ):
        whole = getattr(module, name)

        def quick(*given, _whole=whole, n=2000, **options):
            return _whole(*given, n=min(n, FEW if n > 200 else FEW // 3), **options)

        monkeypatch.setattr(module, name, quick)


@pytest.fixture
def unpainted(monkeypatch) -> None:
    """What explorers draw is neither laid out nor painted: for tests that look at words and artists."""
    monkeypatch.setattr(figure_sync.FigureSync, "png", lambda _: b"")
    monkeypatch.setattr(figure_sync, "repeat_layout", lambda _: None)


@pytest.fixture
def soft() -> prplot.ConfusionPath:
    """Soft labels of different weight, with ties."""
    rng = np.random.default_rng(5)
    fg = np.round(rng.beta(0.5, 1.5, 60) * 0.9 + 0.05, 2)
    score = np.round(fg + rng.normal(scale=0.3, size=60), 1)
    return prplot.from_weights(score, fg=fg, sample_weight=1.0 + (np.arange(60) % 3), name="soft")


@pytest.fixture
def several(soft) -> dict[str, prplot.ConfusionPath]:
    rng = np.random.default_rng(6)
    share = soft.sample.fg / (soft.sample.fg + soft.sample.bg)
    score = np.round(share + rng.normal(scale=0.5, size=60), 1)
    return {"a": soft, "b": prplot.from_weights(score, fg=soft.sample.fg, bg=soft.sample.bg)}


@pytest.fixture
def hard() -> prplot.ConfusionPath:
    rng = np.random.default_rng(3)
    labels = rng.random(80) < 0.3
    return prplot.from_labels(labels, rng.normal(size=80) + 1.3 * labels, name="hard")


@pytest.fixture
def counts() -> prplot.ConfusionPath:
    return prplot.from_counts([3, 2, 1], [3, 5, 6], [1, 4, 20], name="counts")
