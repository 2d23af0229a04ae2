"""Make prplot/datasets/ratings.csv: ten raters' votes as soft labels, and three models' scores.

A row is one word or emoticon of the VADER lexicon. Its positive weight is the
share of the ten raters who gave it at least `AGREE` on a scale from -4 to 4. The
models see only its characters; they differ in what they were taught: that share,
the mean rating, or what most raters said. Every score is out of fold.

Run with ``python scripts/make_ratings.py``; needs scikit-learn and vaderSentiment.
"""

from __future__ import annotations

import ast
import csv
from importlib.resources import files
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline

AGREE = 2  # a rating that counts as a vote for "positive"
LETTERS = (1, 5)  # lengths of the runs of characters that the models see
FOLDS = 10
SEED = 0
OUTPUT = Path(__file__).resolve().parents[1] / "prplot" / "datasets" / "ratings.csv"


def load_task() -> tuple[np.ndarray, np.ndarray]:
    """Return the tokens and their ratings.

    Returns
    -------
    tokens : ndarray of shape (7506,)
        Each once: of those that the lexicon lists twice, the first.
    ratings : ndarray of shape (7506, 10)
        Whole numbers from -4 to 4.
    """
    lexicon = (files("vaderSentiment") / "vader_lexicon.txt").read_text(encoding="utf-8")
    ratings: dict[str, list[int]] = {}
    for line in lexicon.splitlines():
        token, _, _, votes = line.split("\t")
        ratings.setdefault(token, ast.literal_eval(votes.strip()))
    return np.array(list(ratings), dtype=object), np.array(list(ratings.values()))


def characters(model: BaseEstimator) -> BaseEstimator:
    """Return the model on runs of a token's characters."""
    return make_pipeline(TfidfVectorizer(analyzer="char_wb", ngram_range=LETTERS, sublinear_tf=True), model)


def main() -> None:
    """Write the table."""
    tokens, ratings = load_task()
    share = (ratings >= AGREE).mean(axis=1)
    ridge = characters(Ridge(solver="sparse_cg", tol=1e-6))
    logistic = characters(LogisticRegression(C=3.0, solver="liblinear"))
    # Display name: the model, what it was taught, and which of its methods gives the score.
    models = {
        "Ridge on share": (ridge, share, "predict"),
        "Ridge on mean": (ridge, ratings.mean(axis=1), "predict"),
        "Logistic on majority": (logistic, share >= 0.5, "decision_function"),
    }
    folds = KFold(n_splits=FOLDS, shuffle=True, random_state=SEED)
    scores = {
        name: cross_val_predict(model, tokens, target, cv=folds, method=method)
        for name, (model, target, method) in models.items()
    }
    with OUTPUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["fg", *scores])
        for weight, *row in zip(share, *scores.values(), strict=True):
            writer.writerow([f"{weight:g}", *(f"{score:.4g}" for score in row)])


if __name__ == "__main__":
    main()
