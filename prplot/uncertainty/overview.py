"""The table of several groups, such as classes or folds: sizes, prevalences, areas, and the means over groups."""

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
        The names of both; the classifier is empty if each group has one curve.
    positives, negatives : float
        The weights P and N.
    prevalence : float
        The prevalence π at which the curve is plotted.
    area : float
        The area under the curve; NaN if it is undefined.
    chance : float
        The area of a classifier without skill.
    normalized : float
        (area - worst) / (best - worst), which has one scale in all groups; NaN if it is not defined.
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
    """Groups and their areas as a table, which is shown as text and in notebooks.

    Attributes
    ----------
    rows : tuple of OverviewRow
        One row per curve.
    means : dict of str to Average
        The mean over groups for each classifier: of areas if chance has the same area in all groups, else of normalized
        areas. Undefined areas are left out with a note. Empty if the areas are in several spaces.
    what : str
        The name of the areas.
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
        yield Table([*("group", "classifier")[:names], "P", "N", "π", "area", "chance", "normalized"], rows, names)
        yield [
            f"{f'{classifier}: ' if classifier else ''}mean over {len(mean)} groups, each counting the same: "
            f"{mean.mean:.3f} ({mean.what})."
            for classifier, mean in self.means.items()
        ]


def overview(groups: Mapping[str, Sequence[Curve]]) -> Overview:
    """Return a table with one row per curve, and the mean area of each classifier over the groups.

    Parameters
    ----------
    groups : mapping from names to sequences of Curve
        The curves of each group.

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
    # The table itself shows undefined areas, so warnings are left out.
    with warnings.catch_warnings(action="ignore", category=PrplotWarning):
        rows = tuple(_row(*each) for each in every)
        means = {name: mean for name, each in members.items() if one_space and (mean := _mean(each)) is not None}
    return Overview(rows, means, " and ".join(kinds))


def _row(group: str, classifier: str, curve: Curve) -> OverviewRow:
    path = curve.path
    numbers = map(_or_nan, (curve.area, lambda: curve.chance, curve.normalized_area))
    return OverviewRow(group, classifier, path.positives, path.negatives, path.prevalence, *numbers)


def _or_nan(area: Callable[[], float]) -> float:
    """Return the area, or NaN if computing it raises a PrplotError."""
    try:
        return area()
    except PrplotError:
        return math.nan


def _mean(curves: Mapping[str, Curve]) -> Average | None:
    """Return the mean area over groups, normalized if needed; None for less than two groups or an undefined mean."""
    if len(curves) < 2:
        return None
    try:
        mean = mean_area(curves, normalized=not same_baseline(list(curves.values())), undefined="omit")
    except PrplotError:
        return None
    return mean if np.isfinite(mean.mean) else None
