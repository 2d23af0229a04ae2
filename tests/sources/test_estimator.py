"""Paths from fitted classifiers: stand-ins with the right methods, and scikit-learn's own."""

import subprocess
import sys

import numpy as np
import pytest

import prplot
from prplot import from_estimator
from prplot.errors import PrplotError

UP = np.array([0.9, 0.8, 0.3, 0.1])  # what the stand-ins give the last class


class Base:
    def __init__(self, classes=None):
        if classes is not None:
            self.classes_ = np.array(classes)


class Proba(Base):
    def predict_proba(self, X):
        return np.column_stack([1 - np.asarray(X), X])


class Decision(Base):
    def decision_function(self, X):
        return np.asarray(X) - 0.5


class Three(Base):
    def predict_proba(self, X):
        X = np.asarray(X)
        return np.column_stack([X, 0.7 * (1 - X), 0.3 * (1 - X)])


class Both(Proba, Decision):
    def decision_function(self, X):
        raise AssertionError("predict_proba comes first")


@pytest.mark.parametrize("kind", [Proba, Decision, Both])
@pytest.mark.parametrize(
    ("classes", "y", "pos_label"),
    [
        ([0, 1], [1, 1, 0, 0], None),
        ([0, 1], [1, 1, 0, 0], 1),
        ([0, 1], [0, 0, 1, 1], 0),
        ([-1, 1], [1, 1, -1, -1], None),
        ([False, True], [True, True, False, False], None),
        (["a", "b"], list("bbaa"), "b"),
        (["a", "b"], list("aabb"), "a"),
        (["a", "b"], list("aabb"), ["a"]),
        ([1, 2], [2, 2, 1, 1], 2),
        ([1, 0], [0, 0, 1, 1], 1),
        ([1, 0], [0, 0, 1, 1], None),
        (None, [1, 1, 0, 0], None),
    ],
)
def test_the_score_is_that_of_the_positive_class(kind, classes, y, pos_label):
    """The positive label sits first or last among the classes; the ranking follows it."""
    positive_is_last = classes is None or list(classes).index(pos_label if np.isscalar(pos_label) else 1) == 1 \
        if not isinstance(pos_label, list) else False
    path = from_estimator(kind(classes), UP, y, pos_label=pos_label)
    assert path.roc().area() == (1.0 if positive_is_last else 0.0)
