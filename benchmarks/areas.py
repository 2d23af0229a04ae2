"""Speed and memory of exact areas, side by side with what one would use instead.

Where answers should agree they are asserted to. scikit-learn is needed; scikit-learn-intelex, polars_ds and
torchmetrics take part where they are installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from beside import data, peak, ratio, rounds
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score

import prplot

ROWS = 10**7
CURVES, EACH = 10_000, 1_000
# Compiled code may add up in another order, and torchmetrics counts in float32.
ROUNDING, SINGLE = 1e-12, 1e-5


class Work(NamedTuple):
    """What is done, by prplot and by others; and the sort to which it is compared."""

    what: str
    ours: Callable[[], Any]
    others: dict[str, Callable[[], Any]]
    sort: Callable[[], Any] | None = None


def works(n: int) -> Iterator[Work]:
    """Yield the pieces of work, each with data of its own."""
    for prevalence in (0.5, 0.01):
        y, s, _ = data(n, prevalence)
        agree(prplot.from_labels(y, s).pr("step").area(), average_precision_score(y, s))
        agree(prplot.from_labels(y, s).roc().area(), roc_auc_score(y, s))
        yield Work(
            f"PR area, hard labels, π = {prevalence:g}",
            lambda y=y, s=s: prplot.from_labels(y, s).pr().area(),
            {"scikit-learn's `precision_recall_curve`": lambda y=y, s=s: precision_recall_curve(y, s)},
            lambda s=s: np.sort(s),
        )
        yield Work(
            f"ROC area, hard labels, π = {prevalence:g}",
            lambda y=y, s=s: prplot.from_labels(y, s).roc().area(),
            {"scikit-learn's `roc_auc_score`": lambda y=y, s=s: roc_auc_score(y, s), **faster(y, s)},
            lambda s=s: np.sort(s),
        )
    y, s, fg = data(n, 0.5)
    yield Work(
        "PR area, two weights per row",
        lambda: prplot.from_weights(s, fg=fg).pr().area(),
        {
            "scikit-learn's `precision_recall_curve`, one weight": lambda: precision_recall_curve(
                y, s, sample_weight=fg
            ),
            "the same, each row once per class": lambda: precision_recall_curve(
                np.repeat([True, False], n), np.tile(s, 2), sample_weight=np.concatenate([fg, 1 - fg])
            ),
        },
        lambda: np.argsort(s),
    )
    y, s, _ = data(n, 0.1, 256)
    yield Work(
        "PR area, 256 distinct scores",
        lambda: prplot.from_labels(y, s).pr().area(),
        {"scikit-learn's `precision_recall_curve`": lambda: precision_recall_curve(y, s)},
        lambda: np.sort(s),
    )
    count = max(CURVES * n // ROWS, 10)
    many = [data(EACH, 0.1)[:2] for _ in range(count)]
    yield Work(
        f"PR areas of {count:,} curves of {EACH:,} points",
        lambda: [prplot.from_labels(*one).pr().area() for one in many],
        {
            "a loop over scikit-learn's `average_precision_score`": lambda: [
                average_precision_score(*one) for one in many
            ]
        },
    )


def faster(y: Any, s: Any) -> dict[str, Callable[[], Any]]:
    """Return what is compiled, where it is installed."""
    area = prplot.from_labels(y, s).roc().area()
    found: dict[str, Callable[[], Any]] = {}
    try:
        from sklearnex.metrics import roc_auc_score as onedal
    except ImportError:
        pass
    else:
        found["scikit-learn-intelex's `roc_auc_score`"] = lambda: onedal(y, s)
        agree(area, onedal(y, s))
    try:
        import polars as pl
        import polars_ds as pds
    except ImportError:
        pass
    else:
        frame = pl.DataFrame({"y": y.astype(np.uint32), "s": s})
        found["polars_ds's `query_binary_metrics`"] = lambda: frame.select(pds.query_binary_metrics("y", "s"))
        agree(area, pds_area(frame.select(pds.query_binary_metrics("y", "s"))))
    try:
        import torch
        from torchmetrics.functional.classification import binary_auroc
    except ImportError:
        pass
    else:
        score, label = torch.from_numpy(s), torch.from_numpy(y)
        found["torchmetrics's `binary_auroc`"] = lambda: binary_auroc(score, label)
        agree(area, float(binary_auroc(score, label)), SINGLE)
    return found


def pds_area(answer: Any) -> float:
    """Return the ROC area among the measures of polars_ds."""
    return float(answer.to_series().struct.field("roc_auc")[0])


def agree(one: float, other: float, within: float = ROUNDING) -> None:
    assert abs(one / other - 1) < within, (one, other)


def table(n: int) -> Iterator[str]:
    """Yield the rows of the table of times."""
    for work in works(n):
        taken = rounds({"": work.ours, **work.others, **({} if work.sort is None else {"sort": work.sort})})
        beside_sort = "–" if work.sort is None else ratio(taken[""], taken["sort"])
        for name in work.others:
            line = f"| {work.what} | {name} | {ratio(taken[name], taken[''])} | {beside_sort} |"
            print(line, flush=True)
            yield line


MEMORY = {
    "prplot, `from_labels(...).pr().area()`": "prplot.from_labels(y, s).pr().area()",
    "scikit-learn, `average_precision_score`": "average_precision_score(y, s)",
    "prplot, two weights": "prplot.from_weights(s, fg=fg).pr().area()",
    "scikit-learn, one weight": "average_precision_score(y, s, sample_weight=fg)",
}


def section(n: int = ROWS) -> list[str]:
    """Return what the page says of areas."""
    found = [
        "## Areas",
        "",
        f"| work, {n:,} rows | instead | times as fast as that | times that of sorting the scores |",
        "|---|---|---|---|",
        *table(n),
    ]
    if sys.platform == "linux":
        found += ["", "| memory at the peak, beyond the inputs | times the inputs |", "|---|---|"]
        found += [f"| {what} | {peak(work, 0.5, n):.1f} |" for what, work in MEMORY.items()]
    return found


if __name__ == "__main__":
    print("\n".join(section(int(float(sys.argv[1])) if len(sys.argv) > 1 else ROWS)))
