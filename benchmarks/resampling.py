"""Confidence intervals: replicates of the PR area beside a loop over scikit-learn's ``resample`` and its area."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
from beside import data, ratio, rounds
from sklearn.metrics import average_precision_score
from sklearn.utils import resample

import prplot

ROWS, REPLICATES, OTHERS = 10**5, 200, 10


def section() -> list[str]:
    """Return the section of the page."""
    lines = [
        "## Intervals",
        "",
        (
            "The 95 % interval of the PR area by resampling, time per replicate: `curve.interval()` beside a loop over "
            f"`sklearn.utils.resample` and `average_precision_score`. {ROWS:,} rows."
        ),
        "",
        "| labels | times as fast |",
        "|---|---|",
    ]
    for prevalence, kind in ((0.01, "hard"), (0.5, "hard"), (0.5, "soft")):
        label, score, soft = data(ROWS, prevalence)
        hard = kind == "hard"
        curve = (prplot.from_labels(label, score) if hard else prplot.from_weights(score, fg=soft)).pr()
        _agree(curve, label, score, soft, hard)

        def ours(curve=curve):
            curve.interval(n=REPLICATES, rng=1)

        def theirs(label=label, score=score, soft=soft, hard=hard):
            for seed in range(OTHERS):
                _other(label, score, soft, hard, seed)

        taken = rounds({"prplot": ours, "loop": theirs})
        times = ratio(
            [seconds / OTHERS for seconds in taken["loop"]], [seconds / REPLICATES for seconds in taken["prplot"]]
        )
        name = f"hard, π = {prevalence}" if hard else "soft, beside weighted AP on doubled rows"
        lines.append(f"| {name} | {times} |")
        print(lines[-1], flush=True)
    lines += ["", f"2,000 replicates at π = 0.5 take {memory():.0f} MB at the peak, beyond the path."]
    return lines


def memory() -> float:
    """Return what the interval of a path takes at its peak, in a process of its own, in megabytes."""
    code = (
        f"import sys; sys.path[:0] = {[str(Path(__file__).parent)]!r}\n"
        "import beside, prplot\n"
        f"label, score, _ = beside.data({ROWS}, 0.5)\n"
        "curve = prplot.from_labels(label, score).pr()\n"
        "curve.area()\n"
        "beside.forget_peak()\n"
        "before = beside.in_use('VmRSS')\n"
        "curve.interval(n=2000, rng=1)\n"
        "print((beside.in_use('VmHWM') - before) / 1e6)"
    )
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def _other(label, score, soft, hard, seed):
    if hard:
        return average_precision_score(*resample(label, score, random_state=seed))
    drawn, weight = resample(score, soft, random_state=seed)
    return average_precision_score(
        np.repeat([True, False], len(drawn)), np.tile(drawn, 2), sample_weight=np.concatenate([weight, 1 - weight])
    )


def _agree(curve, label, score, soft, hard):
    """Stop if the spread of the areas is another one."""
    others = [_other(label, score, soft, hard, seed) for seed in range(60)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        error = curve.interval(n=500, rng=1).standard_error
    # Sixty numbers know their spread to a tenth.
    if not math.isclose(np.std(others, ddof=1), error, rel_tol=0.4):
        raise AssertionError(f"standard errors {np.std(others, ddof=1)} and {error}")
