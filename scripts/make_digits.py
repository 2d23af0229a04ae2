"""Make prplot/datasets/digits.csv: hard labels and four classifiers' scores.

The task is "is this handwritten digit a 1?", seen through one row of pixels
only, so that no classifier comes near the corner of the curve. Every score is
out of fold: the model that gave it was not trained on that image.

Run with ``python scripts/make_digits.py``; needs scikit-learn.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

DIGIT = 1  # the foreground class
PIXEL_ROW = 1  # the second row from the top, 8 pixels
FOLDS = 10
SEED = 0
OUTPUT = Path(__file__).resolve().parents[1] / "prplot" / "datasets" / "digits.csv"

# Display name: the model, and whether its score is a probability or a log-odds
# (where probabilities would crowd together at 0 and 1).
MODELS: dict[str, tuple[ClassifierMixin, str]] = {
    "Random forest": (
        RandomForestClassifier(n_estimators=200, min_samples_leaf=5, random_state=SEED),
        "predict_proba",
    ),
    "Logistic regression": (
        make_pipeline(StandardScaler(), LogisticRegression()),
        "predict_log_proba",
    ),
    "Decision tree": (
        DecisionTreeClassifier(max_depth=3, random_state=SEED),
        "predict_proba",
    ),
    "Naive Bayes": (
        make_pipeline(StandardScaler(), GaussianNB(var_smoothing=1e-2)),
        "predict_log_proba",
    ),
}


def load_task() -> tuple[np.ndarray, np.ndarray]:
    """Return the features and the 0/1 labels.

    Returns
    -------
    features : ndarray of shape (1797, 8)
        Intensities (0 to 16) of the pixels in row `PIXEL_ROW`.
    labels : ndarray of shape (1797,)
        1 where the image shows `DIGIT`, else 0.
    """
    digits = load_digits()
    return digits.images[:, PIXEL_ROW, :], (digits.target == DIGIT).astype(int)


def out_of_fold_scores(features: np.ndarray, labels: np.ndarray) -> dict[str, np.ndarray]:
    """Return each classifier's cross-validated score for every row.

    Parameters
    ----------
    features : ndarray of shape (n, k)
    labels : ndarray of shape (n,)

    Returns
    -------
    dict
        Display name to scores; a larger score means "more likely foreground".
    """
    folds = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
    scores = {}
    for name, (model, method) in MODELS.items():
        output = cross_val_predict(model, features, labels, cv=folds, method=method)
        if method == "predict_log_proba":
            scores[name] = output[:, 1] - output[:, 0]
        else:
            scores[name] = output[:, 1]
    return scores


def main() -> None:
    """Write the table."""
    features, labels = load_task()
    scores = out_of_fold_scores(features, labels)
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    with OUTPUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["label", *scores])
        for label, *row in zip(labels, *scores.values(), strict=True):
            writer.writerow([label, *(f"{score:.6g}" for score in row)])


if __name__ == "__main__":
    main()
