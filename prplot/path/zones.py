"""Zones of scores between several thresholds, with the counts, rates and cost of each zone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from prplot.errors import by_name, invalid, one_of, option, short, shortest, wrong_type
from prplot.metrics import NPV, PRECISION, RECALL, SPECIFICITY
from prplot.metrics.confusion import Confusion
from prplot.rows.checks import reals, threshold_of
from prplot.rows.result_tables import Rows, Table, written

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

HEAD = ("zone", "weight", "share", "positives", "negatives", "PPV", "of positives", "cost")
FORMATS = (".6g", ".3f", ".6g", ".6g", ".3f", ".3f", ".4g")
# The measures shown for each threshold, besides TP, FP, FN and TN.
MEASURES = (PRECISION, RECALL, SPECIFICITY, NPV)
PAIRS = "be a sequence of (cost of a positive, cost of a negative), one for each zone from the lowest scores on"


class Zone(NamedTuple):
    """One zone of scores, and what is in it.

    Attributes
    ----------
    name : str
        Its name, or its scores.
    low, high : float
        Its scores are at least ``low`` and less than ``high``, or, where small scores mean positive, greater than
        ``low`` and at most ``high``; -inf and inf at the ends.
    weight : float
        The weight in it.
    share : float
        That weight, of all weight.
    positives, negatives : float
        The positive and the negative weight in it.
    ppv : float
        The share of its weight that is positive; NaN of an empty zone.
    share_of_positives : float
        Its positives, of all positives.
    cost : float
        What it adds to the expected cost; NaN where no costs are given.
    """

    name: str
    low: float
    high: float
    weight: float
    share: float
    positives: float
    negatives: float
    ppv: float
    share_of_positives: float
    cost: float


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Zones(Rows[Zone]):
    """Zones of scores, from the lowest on; made by `ConfusionPath.zones`. It shows itself as a table.

    Attributes
    ----------
    rows : tuple of Zone
        ``name, low, high, weight, share, positives, negatives, ppv, share_of_positives, cost``.
    confusions : tuple of Confusion
        The confusion matrix of each threshold, rising.
    cost : float
        The expected cost per unit of weight, the sum over the zones; NaN where no costs are given.
    note : str
        What is to be known; may be empty.
    """

    rows: tuple[Zone, ...]
    confusions: tuple[Confusion, ...]
    cost: float = math.nan
    note: str = ""

    def __getitem__(self, key: str | int) -> Zone:
        names = [row.name for row in self.rows]
        return self.rows[names.index(one_of("zone", key, names)) if isinstance(key, str) else key]

    def _parts(self) -> Iterator[Table | list[str]]:
        shown = len(HEAD) - math.isnan(self.cost)
        yield Table(HEAD[:shown], [[row.name, *map(written, row[3:], FORMATS)][:shown] for row in self.rows])
        matrices = [
            [
                shortest(zone.high),
                *(written(cell, ".6g") for cell in c.cells),
                *(written(float(measure.of(*c.cells)), ".3f") for measure in MEASURES),
            ]
            for zone, c in zip(self.rows, self.confusions, strict=False)
        ]
        yield Table(["threshold", "TP", "FP", "FN", "TN", *(measure.name for measure in MEASURES)], matrices, 0)
        cost = "" if math.isnan(self.cost) else f"Expected cost {self.cost:.4g}."
        yield list(filter(None, [cost, self.note]))


def zones(
    path: ConfusionPath,
    thresholds: Sequence[float | Confusion],
    *,
    names: Sequence[str] | None = None,
    costs: Sequence[tuple[float, float]] | None = None,
) -> Zones:
    """Return the counts and rates of each zone of scores; the thresholds separate the zones.

    Two thresholds make three zones, such as "rule out", "look closer" and "rule in".

    Parameters
    ----------
    thresholds : sequence of float or Confusion
        Thresholds in rising order. A zone includes its lower threshold and excludes its upper one; where small scores
        mean positive, it includes its upper threshold and excludes its lower one. Confusion matrices of the path are
        also accepted and stand for their thresholds: ``[path.find(npv=0.99), path.find(precision=0.8)]``.
    names : sequence of str, optional
        The name of each zone, starting with the zone of the lowest scores. Default: the range of scores of the zone.
    costs : sequence of pairs of float, optional
        For each zone, starting with the zone of the lowest scores, the cost of a positive and the cost of a negative in
        the zone, in any unit.

    Returns
    -------
    Zones
        A table of the zones: weight, share of weight, positives, negatives, PPV, share of all positives, and the zone's
        part of the expected cost; the confusion matrix of each threshold; and the expected cost per unit of weight (per
        row if all weights are 1). The expected cost holds at the prevalence of the path; call
        ``path.at_prevalence(0.01).zones(...)`` for another prevalence.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the thresholds do not rise, or if ``names`` or ``costs`` do not have one entry for each zone.

    Notes
    -----
    If the path ends early, the positives and negatives that no threshold reaches count in the lowest zone, or in the
    highest one where small scores mean positive.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 1, 0, 1, 0, 0, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1])
    >>> costs = [(10, 0), (1, 1), (0, 5)]
    >>> path.zones([0.25, 0.7], names=["rule out", "look closer", "rule in"], costs=costs)
      zone         weight  share  positives  negatives    PPV  of positives   cost
      rule out          3  0.375          0          3  0.000         0.000      0
      look closer       3  0.375          1          2  0.333         0.333  0.375
      rule in           2  0.250          2          0  1.000         0.667      0
    <BLANKLINE>
      threshold  TP  FP  FN  TN  precision  recall  specificity    npv
           0.25   3   2   0   3      0.600   1.000        0.600  1.000
            0.7   2   0   1   5      1.000   0.667        1.000  0.833
    <BLANKLINE>
    Expected cost 0.375.
    """
    every = _listed("thresholds", thresholds, "be a sequence of rising thresholds", "For example [0.2, 0.7].")
    cuts = [cut_of(f"thresholds[{index}]", each, path) for index, each in enumerate(every)]
    if not cuts or sorted(set(cuts)) != cuts:
        raise invalid("thresholds", "rise, at least one of them", short(cuts), "For example [0.2, 0.7].")
    called, priced = _names(names, cuts, path.lower_is_positive), _costs(costs, len(cuts) + 1)
    confusions = tuple(map(path.at, cuts))
    # The zones are counted from the least positive scores on.
    way = -1 if path.lower_is_positive else 1
    loosest_first = confusions[::way]
    first, last = loosest_first[0], loosest_first[-1]
    middle = [(a.tp - b.tp, a.fp - b.fp) for a, b in pairwise(loosest_first)]
    weights = [(first.fn, first.tn), *middle, (last.tp, last.fp)][::way]
    total = path.positives + path.negatives
    rows = []
    ends = pairwise([-math.inf, *cuts, math.inf])
    for name, between, (positives, negatives), (a, b) in zip(called, ends, weights, priced, strict=True):
        both, cost = positives + negatives, _part(a * positives + b * negatives, total)
        shares = _part(positives, both), _part(positives, path.positives)
        rows.append(Zone(name, *between, both, _part(both, total), positives, negatives, *shares, cost))
    end = "highest" if path.lower_is_positive else "lowest"
    note = "" if path.closed else f"The path ends at recall {path.reached:.4g}; the {end} zone holds what is beyond."
    return Zones(tuple(rows), confusions, math.fsum(row.cost for row in rows), note)


def _part(some: float, of: float) -> float:
    return some / of if of else math.nan


def cut_of(argument: str, value: Any, path: ConfusionPath) -> float:
    """Return a threshold given as a number or as a confusion matrix of this path."""
    if isinstance(value, Confusion):
        if value.threshold is None:
            raise invalid(argument, "be a confusion matrix with a threshold", repr(value), "Pass the threshold itself.")
        if value.lower_is_positive != path.lower_is_positive:
            rule = f"have {option('lower_is_positive', path.lower_is_positive)}, as the path has"
            raise invalid(argument, rule, repr(value), "Pass a confusion matrix of this path.")
        value = value.threshold
    return threshold_of(argument, value)


def _names(names: Any, cuts: Sequence[float], lower_is_positive: bool) -> list[str]:
    if names is None:
        texts = [shortest(cut) for cut in cuts]
        between = [f"{low} to {high}" for low, high in pairwise(texts)]
        ends = ("up to", "above") if lower_is_positive else ("below", "from")
        return [f"{ends[0]} {texts[0]}", *between, f"{ends[1]} {texts[-1]}"]
    rule = f"be {len(cuts) + 1} different texts, one for each zone from the lowest scores on"
    every = _listed("names", names, rule)
    if len(every) != len(cuts) + 1 or len(set(map(str, every))) < len(every):
        raise invalid("names", rule, short(names))
    if not all(isinstance(each, str) for each in every):
        raise wrong_type("names", rule, names)
    return every


def _costs(costs: Any, count: int) -> list[tuple[float, float]]:
    if costs is None:
        return [(math.nan, math.nan)] * count
    way_out = "For example [(10, 0), (1, 1), (0, 5)] for three zones."
    pairs = reals("costs", _listed("costs", costs, PAIRS, way_out), way_out)
    if pairs.shape != (count, 2):
        raise invalid("costs", PAIRS, short(costs), f"There are {count} zones. {way_out}")
    if not np.isfinite(pairs).all():
        raise invalid("costs", "be finite", short(costs))
    return [(positive, negative) for positive, negative in pairs.tolist()]


def _listed(argument: str, items: Any, rule: str, way_out: str = "") -> list[Any]:
    if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable) or getattr(items, "ndim", 1) == 0:
        raise wrong_type(argument, rule, items, way_out)
    return list(items)
