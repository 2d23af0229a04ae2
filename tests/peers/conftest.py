"""Samples for other tools, and the tools themselves: a missing one fails under continuous integration."""

import importlib
import os
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import prplot


@pytest.fixture(scope="session")
def peer():
    """Import a tool of the extra "peers"; without it the test is skipped, in continuous integration it fails."""

    def load(name):
        # Keras looks for TensorFlow unless it is told.
        os.environ.setdefault("KERAS_BACKEND", "torch")
        try:
            with warnings.catch_warnings():
                # What these packages say while they are loaded is not about prplot.
                warnings.simplefilter("ignore")
                return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name.partition(".")[0]:
                raise
            reason = f"{error}; install prplot-curves[peers]"
            if os.environ.get("CI") == "true":
                pytest.fail(reason)
            pytest.skip(reason)

    return load


SEEDS = range(2)
KINDS = ("untied", "tied", "few scores", "background first")


@pytest.fixture(params=[(kind, seed) for kind in KINDS for seed in SEEDS], ids=str)
def sample(request):
    """Hard labels of both classes, scores in [0, 1] that float32 holds, and the path."""
    kind, seed = request.param
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 400))
    labels = (rng.random(n) < rng.choice([0.05, 0.3, 0.8])).astype(int)
    labels[:2] = 1, 0
    scores = 1 / (1 + np.exp(-rng.normal(-1, 1.5, n) - 2 * labels))
    if kind in ("tied", "few scores"):
        scores = np.round(scores, 2 if kind == "tied" else 1)
    if kind == "background first":
        labels[np.argsort(scores)[-3:]] = 0
        labels[np.argmin(scores)] = 1
    scores = scores.astype(np.float32).astype(float)
    return SimpleNamespace(labels=labels, scores=scores, weight=None, rng=rng, path=prplot.from_labels(labels, scores))


@pytest.fixture
def weighted(sample):
    """The same with a weight per row."""
    weight = sample.rng.choice([0.5, 1.0, 2.25, 7.0], len(sample.labels))
    path = prplot.from_labels(sample.labels, sample.scores, sample_weight=weight)
    return SimpleNamespace(labels=sample.labels, scores=sample.scores, weight=weight, path=path)


@pytest.fixture(scope="session")
def confirm():
    """Check that the table shows the tool for a sample, and that the tool prints that number."""

    def check(path, key, tool, printed):
        row = path.areas()[key]
        (claim,) = (claim for claim in row.claims if claim.tool == tool)
        assert claim.status.startswith(f"tested against {tool} ")
        assert printed == pytest.approx(row.value, rel=claim.within, abs=claim.within)

    return check
