"""Make prplot/datasets/cells.csv: soft labels and three regressors' predictions.

The target is a continuous measurement on cell nuclei, the standard error of
their area. A logistic curve turns it into a positive weight between 0 and 1,
in the manner of Keilwagen, Grosse and Grau (2014). Every prediction is out of
fold, from measurements that are not about the size of the nuclei.

Run with ``python scripts/make_cells.py``; needs prplot and scikit-learn.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

from prplot import weights

TARGET = "area error"
EXCLUDED = ("radius", "perimeter", "area")  # mean, error and worst of each
SLOPE = 2.0
QUANTILE = 0.85  # the weight is 0.5 here
FOLDS = 10
SEED = 0
OUTPUT = Path(__file__).resolve().parents[1] / "prplot" / "datasets" / "cells.csv"

# Display name: the model; all hyper-parameters are scikit-learn's defaults.
MODELS: dict[str, RegressorMixin] = {
    "Ridge regression": make_pipeline(StandardScaler(), Ridge()),
    "Support vector machine": make_pipeline(
        StandardScaler(),
        TransformedTargetRegressor(SVR(), transformer=StandardScaler()),
    ),
    "k-nearest neighbours": make_pipeline(StandardScaler(), KNeighborsRegressor()),
}


def load_task() -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return the features, the target, and the features' names.

    Returns
    -------
    features : ndarray of shape (569, 21)
        Every measurement except those of the `EXCLUDED` properties.
    target : ndarray of shape (569,)
        Standard error of the nuclear area, in square pixels.
    names : list of str
        Names of the features.
    """
    data = load_breast_cancer()
    names = [str(name) for name in data.feature_names]
    kept = [i for i, name in enumerate(names) if not any(word in name.split() for word in EXCLUDED)]
    return (
        data.data[:, kept],
        data.data[:, names.index(TARGET)],
        [names[i] for i in kept],
    )


def foreground_weights(target: np.ndarray) -> np.ndarray:
    """Return the logistic positive weight of every row of a target of shape (n,)."""
    z = (target - target.mean()) / target.std()
    fg, _ = weights.logistic(z, cut=float(np.quantile(z, QUANTILE)), slope=SLOPE)
    return fg


def main() -> None:
    """Write the table."""
    features, target, _ = load_task()
    foreground = foreground_weights(target)
    folds = KFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
    predictions = {name: cross_val_predict(model, features, target, cv=folds) for name, model in MODELS.items()}
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    with OUTPUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["target", "fg", *predictions])
        for value, weight, *row in zip(target, foreground, *predictions.values(), strict=True):
            writer.writerow([f"{value:.6g}", f"{weight:.6f}", *(f"{p:.6g}" for p in row)])


if __name__ == "__main__":
    main()
