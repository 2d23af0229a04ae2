"""Intervals of large samples, by the influence of rows: their time beside that of the area and of the bootstrap."""

from __future__ import annotations

from typing import Any

import numpy as np
from beside import data, peak, ratio, rounds

import prplot

ROWS, MANY, REPLICATES = 10**6, 10**7, 10
CURVES: tuple[tuple[str, Any], ...] = (
    ("AUPRC (continuous)", lambda path: path.pr()),
    ("AP", lambda path: path.pr("step")),
    ("AUROC", lambda path: path.roc()),
    ("AUPRG", lambda path: path.prg()),
    ("mean lift", lambda path: path.curve("lift")),
)


def section() -> list[str]:
    """Return the section of the page."""
    label, score, soft = data(ROWS, 0.1)
    weight = np.random.default_rng(8).random(ROWS)
    makers: dict[str, Any] = {
        "hard labels": lambda: prplot.from_labels(label, score),
        "weights": lambda: prplot.from_labels(label, score, sample_weight=weight),
        "soft labels": lambda: prplot.from_weights(score, fg=soft),
    }
    lines = [
        "## Intervals of large samples",
        "",
        (
            f'`curve.interval(method="influence")` of {ROWS:,} rows, π = 0.1, all scores different: time from rows to '
            "the interval as a multiple of the time from rows to the area; and, of hard labels, the time of 2,000 "
            f"replicates, from that of {REPLICATES}, as a multiple of both."
        ),
        "",
        "| area | " + " | ".join(f"interval, {name}" for name in makers) + " | replicates | replicates beside it |",
        "|---" * (3 + len(makers)) + "|",
    ]
    for name, curve in CURVES:
        cells = []
        for make in makers.values():

            def area(make=make, curve=curve):
                curve(make()).area()

            def interval(make=make, curve=curve):
                curve(make()).interval(method="influence")

            taken = rounds({"area": area, "interval": interval})
            cells.append(ratio(taken["interval"], taken["area"]))
        path = makers["hard labels"]()

        def area_of_hard(curve=curve):
            curve(makers["hard labels"]()).area()

        def interval_of_hard(curve=curve):
            curve(makers["hard labels"]()).interval(method="influence")

        def replicates(curve=curve, path=path):
            curve(path).interval(n=REPLICATES, method="bootstrap", level=0.5)

        taken = rounds({"area": area_of_hard, "interval": interval_of_hard, "replicates": replicates}, 3)
        drawn = [seconds * 2000 / REPLICATES for seconds in taken["replicates"]]
        cells += [ratio(drawn, taken["area"]), ratio(drawn, taken["interval"])]
        lines.append(f"| {name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    hard = peak("prplot.from_labels(y, s).pr().interval()", 0.5, MANY)
    fuzzy = peak("prplot.from_weights(s, fg=fg).pr().interval()", 0.5, MANY)
    lines += [
        "",
        (
            f"Memory at the peak, beyond the inputs, of the interval of the PR area of {MANY:,} rows: {hard:.1f} times "
            f"the inputs for hard labels, {fuzzy:.1f} times for soft labels."
        ),
    ]
    return lines
