"""The table of several groups, such as classes, labels or folds: what each holds, its area, and the mean over them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prplot.curve.curve import Curve
from prplot.errors import PrplotError, PrplotWarning
from prplot.rows.result_tables import Rows, Table, written
from prplot.uncertainty.averages import Average, mean_area
from prplot.uncertainty.members import same_baseline


class OverviewRow(NamedTuple):
    """One curve of one group.

    Attributes
    ----------
    group, classifier : str
        What both are called; the classifier is empty where each group has one curve.
    positives, negatives : float
        P and N, in weight.
    prevalence : float
        π, at which the curve is seen.
    area : float
        The area under it; NaN where it is undefined.
    chance : float
        That of a classifier without skill.
    normalized : float
        (area - worst) / (best - worst), which has one scale in all groups; NaN where it is not defined.
    """

    group: str
    classifier: str
    positives: float
    negatives: float
    prevalence: float
    area: float
    chance: float
    normalized: float


@dataclass(frozen=True, eq=False, repr=False)
class Overview(Rows[OverviewRow]):
    """Groups and their areas as a table, which shows itself as text and in notebooks.

    Attributes
    ----------
    rows : tuple of OverviewRow
    means : dict of str to Average
        By classifier, the mean over groups: of areas where chance has the same area in all of them, else of normalised
        areas. Undefined ones are left out, and said to be. Empty where areas are in several spaces.
    what : str
        What the areas are.
    """

    rows: tuple[OverviewRow, ...]
    means: Mapping[str, Average]
    what: str

    def _parts(self) -> Iterator[Table | list[str]]:
        names = 1 + any(row.classifier for row in self.rows)
        rows = [
            [*(row.group, row.classifier)[:names], f"{row.positives:g}", f"{row.negatives:g}", f"{row.prevalence:.3g}"]
            + [written(value, ".3f") for value in (row.area, row.chance, row.normalized)]
            for row in self.rows
        ]
        yield [self.what]
        yield Table([*("group", "classifier")[:names], "P", "N", "π", "area", "chance", "normalised"], rows, names)
        yield [
            f"{f'{classifier}: ' if classifier else ''}mean over {len(mean)} groups, each counting the same: "
            f"{mean.mean:.3f} ({mean.what})."
            for classifier, mean in self.means.items()
        ]


def overview(groups: Mapping[str, Sequence[Curve]]) -> Overview:
    """Return the table of the curves of each group.

    Parameters
    ----------
    groups : mapping from names to sequences of Curve

    Returns
    -------
    Overview
    """
    alone = all(len(curves) == 1 for curves in groups.values())
    every = [
        (group, "" if alone else (curve.label or f"number {number}"), curve)
        for group, curves in groups.items()
        for number, curve in enumerate(curves, start=1)
    ]
    members: dict[str, dict[str, Curve]] = {}
    for group, classifier, curve in every:
        members.setdefault(classifier, {})[group] = curve
    kinds = sorted({curve.area_name for _, _, curve in every})
    one_space = len({curve.space.name for _, _, curve in every}) == 1
    # The table shows what is undefined.
    with warnings.catch_warnings(action="ignore", category=PrplotWarning):
        rows = tuple(_row(*each) for each in every)
        means = {name: mean for name, each in members.items() if one_space and (mean := _mean(each)) is not None}
    return Overview(rows, means, " and ".join(kinds))


def _row(group: str, classifier: str, curve: Curve) -> OverviewRow:
    path = curve.path
    numbers = map(_or_nan, (curve.area, lambda: curve.chance, curve.normalized_area))
    return OverviewRow(group, classifier, path.positives, path.negatives, path.prevalence, *numbers)


def _or_nan(area: Callable[[], float]) -> float:
    """Return an area, NaN where there is a reason that there is none."""
    try:
        return area()
    except PrplotError:
        return math.nan


def _mean(curves: Mapping[str, Curve]) -> Average | None:
    """Return the mean over groups on a scale on which there is one; None over fewer than two, or of nothing."""
    if len(curves) < 2:
        return None
    try:
        mean = mean_area(curves, normalized=not same_baseline(list(curves.values())), undefined="omit")
    except PrplotError:
        return None
    return mean if np.isfinite(mean.mean) else None
