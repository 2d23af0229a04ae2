"""Writes tests/data/dcurves.csv: what dcurves prints for a few samples, ties and scores at the thresholds included.

Run from the root of the repository, in an environment with dcurves (which needs pandas < 3):
``python scripts/peers/decision_curves.py > tests/data/dcurves.csv``.
"""

import importlib.metadata

import dcurves
import pandas as pd

THRESHOLDS = [0.0, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.75, 0.9, 0.95, 0.99]


def made(count, steps):
    """Return labels and scores by whole numbers alone, so that any language makes the same."""
    scores = [(n * n * 7919 + 104729 * n) % (steps + 1) / steps for n in range(1, count + 1)]
    labels = [int((n * 37 + n * n * 11) % 101 < 10 + 60 * score) for n, score in enumerate(scores, 1)]
    return labels, scores


SAMPLES = {
    "five rows": ([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.2, 0.1]),
    "at the thresholds": ([1, 0, 0, 1, 1, 0, 1, 0], [0.75, 0.75, 0.5, 0.5, 0.25, 0.25, 0.1, 0.0]),
    "quarters": made(80, 4),
    "twentieths": made(200, 20),
    "no ties": made(300, 10006),
    "all below": ([1, 0, 0, 0], [0.04, 0.03, 0.02, 0.01]),
}


def main():
    """Print one line per sample and quantity."""
    print(f"# Made by scripts/peers/decision_curves.py with dcurves {importlib.metadata.version('dcurves')}")
    print("sample,what,value")
    for name, (labels, scores) in SAMPLES.items():
        frame = pd.DataFrame({"y": labels, "model": scores})
        for what, values in (("labels", labels), ("scores", scores), ("thresholds", THRESHOLDS)):
            print(f"{name},{what},{' '.join(map(repr, values))}")
        for what, prevalence in (("net benefit", None), ("at prevalence 0.1", 0.1)):
            table = dcurves.dca(
                data=frame, outcome="y", modelnames=["model"], thresholds=THRESHOLDS, prevalence=prevalence
            )
            for model in ("model", "all"):
                rows = table[table["model"] == model].sort_values("threshold")
                values = " ".join(repr(float(value)) for value in rows["net_benefit"])
                print(f"{name},{model} {what},{values}")


if __name__ == "__main__":
    main()
