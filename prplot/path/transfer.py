"""How a threshold chosen on one sample performs on other samples, or at another prevalence."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from prplot import metrics
from prplot.errors import PrplotError, invalid, one_of, shortest, warn, wrong_type
from prplot.metrics import Metric
from prplot.metrics.confusion import CELLS, Confusion
from prplot.path.facts import check_one_direction
from prplot.path.operating import RATES
from prplot.path.zones import MEASURES, cut_of
from prplot.rows.checks import number
from prplot.rows.result_tables import Rows, Table, written

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath


class Transferred(NamedTuple):
    """A threshold on one sample.

    Attributes
    ----------
    sample : str
        The name of the sample.
    threshold : float
        The threshold; NaN where the sample has none of its own.
    own : bool
        Whether it was chosen on this sample; else on the first one.
    prevalence : float
        π of the sample.
    confusion : Confusion or None
        The matrix there; None where there is none.
    measures : dict of str to float
        What it reaches: the rates, and the measure that was asked for.
    """

    sample: str
    threshold: float
    own: bool
    prevalence: float
    confusion: Confusion | None
    measures: dict[str, float]


@dataclass(frozen=True, eq=False, repr=False)
class Transfer(Rows[Transferred]):
    """The results of a threshold chosen on one sample and used on others; made by `ConfusionPath.transfer`.

    Attributes
    ----------
    rows : tuple of Transferred
        The sample on which it was chosen; then each other one, at that threshold and, where a rule chose it, at the one
        that the rule would have chosen there.
    threshold : float
        The threshold.
    chosen : str
        By what it was chosen, in words.
    """

    rows: tuple[Transferred, ...]
    threshold: float
    chosen: str

    def columns(self) -> dict[str, list[Any]]:
        """Return the table as columns, for example for ``pandas.DataFrame``.

        Returns
        -------
        dict of lists
            sample, threshold, own, prevalence, the cells tp, fp, fn and tn, and each measure by its name.
        """
        columns = super().columns()
        confusions, measures = columns.pop("confusion"), columns.pop("measures")
        columns |= {cell: [getattr(confusion, cell, math.nan) for confusion in confusions] for cell in CELLS}
        return columns | {name: [each[name] for each in measures] for name in measures[0]}

    def _parts(self) -> Iterator[Table | list[str]]:
        yield [f"Threshold {self.threshold:.6g} ({self.chosen}, on {self.rows[0].sample})"]
        titles = (name.replace("predicted_positive_rate", "predicted") for name in self.rows[0].measures)
        cells = [
            [
                row.sample + ", its own" * (row.own and index > 0),
                *(written(value, ".4g") for value in (row.threshold, row.prevalence, *row.measures.values())),
            ]
            for index, row in enumerate(self.rows)
        ]
        yield Table(["sample", "threshold", "prevalence", *titles], cells)


def transfer(
    path: ConfusionPath,
    threshold: float | str | Metric | Mapping[str, float] | Confusion,
    to: ConfusionPath | Sequence[ConfusionPath] | Mapping[str, ConfusionPath],
) -> Transfer:
    """Return how a threshold that was chosen on this sample performs on other samples.

    Parameters
    ----------
    threshold : float, str, Metric, mapping or Confusion
        A fixed threshold: a number, or the matrix that `find` or `optimal` returned. Or a rule that chooses the
        threshold on this sample: a metric to optimise, by name or as an object, or a rate to reach, as in `find`,
        ``{"recall": 0.9}``. With a rule, an extra row of the table shows the threshold that the rule chooses on the
        other sample itself. Performance on the data on which a threshold was chosen is optimistic.
    to : path, sequence or mapping of paths
        The other samples; a mapping gives their names. Pass ``path.at_prevalence(0.01)`` to see this sample at another
        prevalence.

    Returns
    -------
    Transfer
        A table with one row per sample and the columns threshold, prevalence, share predicted positive, precision,
        recall, specificity, npv, and the metric if one is optimised.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the metric or rate is unknown, if this sample does not reach the rate, or if ``to`` holds anything but
        paths, or paths that differ in whether small scores mean positive.

    Warns
    -----
    PrplotWarning
        If another sample does not reach the rate and so has no threshold of its own; the table then shows NaN.

    Examples
    --------
    >>> import prplot
    >>> model = prplot.simulate.binormal(1, 1)
    >>> path = model.sample(2000, prevalence=0.3, rng=1)
    >>> others = {"new": model.sample(500, prevalence=0.3, rng=2), "rare": path.at_prevalence(0.05)}
    >>> path.transfer({"recall": 0.8}, others)
    Threshold 0.19358 (recall 0.8, on this sample)
    <BLANKLINE>
      sample         threshold  prevalence  predicted  precision  recall  specificity     npv
      this sample       0.1936      0.2945      0.523     0.4522  0.8031       0.5939  0.8784
      new               0.1936        0.32      0.554     0.4621     0.8       0.5618  0.8565
      new, its own      0.1967        0.32      0.554     0.4621     0.8       0.5618  0.8565
      rare              0.1936        0.05     0.4259    0.09427  0.8031       0.5939  0.9828
      rare, its own     0.1936        0.05     0.4259    0.09427  0.8031       0.5939  0.9828
    """
    choose, words, looked_at = _chooser(threshold, path)
    here = path.name or "this sample"
    others = _others(to, here)
    check_one_direction("to", [path, *(other for _, other in others)], [here, *(name for name, _ in others)])
    measures = dict.fromkeys([metrics.PREDICTED_POSITIVE_RATE, *MEASURES, *looked_at])

    def row(name: str, on: ConfusionPath, confusion: Confusion | None, own: bool) -> Transferred:
        values = {measure.name: float(measure.of(*confusion.cells)) if confusion else math.nan for measure in measures}
        return Transferred(name, getattr(confusion, "threshold", math.nan), own, on._now.prevalence, confusion, values)

    rows = [row(here, path, choose(path), True)]
    cut = rows[0].threshold
    for name, other in others:
        rows.append(row(name, other, other.at(cut), False))
        if words:
            try:
                again = choose(other)
            except PrplotError as error:
                warn(f"{name!r} has no threshold of its own: {error}")
                again = None
            rows.append(row(name, other, again, True))
    return Transfer(tuple(rows), cut, words or "fixed")


def _chooser(threshold: Any, path: ConfusionPath) -> tuple[Callable[[ConfusionPath], Confusion], str, list[Metric]]:
    """Return a function that chooses a threshold on a path, the rule's name (empty if fixed) and its metrics."""
    if isinstance(threshold, str | Metric):
        measure = metrics.named("threshold", threshold)
        return lambda path: path.optimal(measure), f"best {measure.name}", [measure]
    if isinstance(threshold, Mapping):
        if len(threshold) != 1:
            got = repr(dict(threshold))
            raise invalid("threshold", "be a mapping of one rate", got, "For example {'recall': 0.9}.")
        ((key, value),) = threshold.items()
        rate = one_of("threshold", key, (*RATES, "threshold"))
        if rate != "threshold":
            return lambda path: path.find(**{rate: value}), f"{rate} {shortest(number(rate, value))}", []
        threshold = value
    cut = cut_of("threshold", threshold, path)
    return lambda path: path.at(cut), "", []


def _others(to: Any, here: str) -> list[tuple[str, ConfusionPath]]:
    """Return the other samples with names that differ from each other and from the first sample's name."""
    if isinstance(to, Mapping):
        pairs = [(str(name), other) for name, other in to.items()]
    else:
        several = isinstance(to, Iterable) and not isinstance(to, str)
        every, unnamed = (to, "number {}") if several else ([to], "the other")
        pairs = [(getattr(other, "name", None) or unnamed.format(k), other) for k, other in enumerate(every, 1)]
    # Every sample must be a path; curves have no method `transfer`.
    wrong = [other for _, other in pairs if not hasattr(type(other), "transfer")]
    if wrong or not pairs:
        way_out = "path.at_prevalence(0.01) is a path at another prevalence."
        raise wrong_type("to", "be a path, or a sequence or a mapping of paths", wrong[0] if wrong else to, way_out)
    names = [here, *(name for name, _ in pairs)]
    labels = [
        name if names.count(name) == 1 else f"{name}, prevalence {other._now.prevalence:.3g}" for name, other in pairs
    ]
    # Samples with equal names and equal prevalence are numbered.
    return [
        (f"{name}, number {index}" if labels.count(name) > 1 else name, other)
        for index, (name, (_, other)) in enumerate(zip(labels, pairs, strict=True), 1)
    ]
