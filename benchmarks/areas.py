"""Speed of an exact area, as ratios to sorting the scores and to scikit-learn.

Run it with ``python benchmarks/areas.py``. Each figure is the best of several runs in one process;
absolute times mean nothing, ratios do. The answers are asserted as well.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score

import prplot

REPEATS = 7


def best_of(run: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def compare(n: int, prevalence: float, distinct: int | None) -> None:
    rng = np.random.default_rng(7)
    y = rng.random(n) < prevalence
    score = rng.normal(size=n) + y
    if distinct is not None:
        score = np.round(score * distinct / 8)
    fg = np.clip(y * 0.8 + rng.random(n) * 0.2, 0.0, 1.0)

    path = prplot.from_labels(y, score)
    assert abs(path.pr("step").area() / average_precision_score(y, score) - 1) < 1e-12
    assert abs(path.roc().area() / roc_auc_score(y, score) - 1) < 1e-12

    sort = best_of(lambda: np.sort(score))
    peer = best_of(lambda: precision_recall_curve(y, score))
    hard = best_of(lambda: prplot.from_labels(y, score).pr().area())
    soft = best_of(lambda: prplot.from_weights(score, fg=fg).pr().area())
    kind = "distinct scores" if distinct is None else f"{len(path) - 1} scores"
    print(
        f"{n:>9} rows, pi {prevalence:<5g} {kind:>16}: "
        f"hard = {hard / sort:5.2f} sort = {hard / peer:5.3f} scikit-learn;  "
        f"soft = {soft / sort:5.2f} sort"
    )


if __name__ == "__main__":
    size = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**6
    for share, levels in ((0.01, None), (0.1, None), (0.5, None), (0.1, 1000)):
        compare(size, share, levels)
