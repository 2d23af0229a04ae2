"""Comparisons of classifiers over the folds of a cross-validation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from prplot.curve.classifiers import called
from prplot.errors import PrplotValueError, invalid, listed, short, warn, wrong_type
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import read_only
from prplot.rows.checks import number
from prplot.uncertainty.averages import Average, check_averaged, of_different_prevalence
from prplot.uncertainty.comparison import Comparison
from prplot.uncertainty.estimands import AreaMeasure, Rule, measure_of
from prplot.uncertainty.members import check_same_rows, values_of
from prplot.uncertainty.pair_statistics import by_folds, difference_rows

RULE = "hold the folds of at least two classifiers: lists of paths, or mappings with the same keys"
WAY_OUT = "For example prplot.compare({'A': folds_of_a, 'B': folds_of_b}, method='corrected-t')."


def compare_folds(paths: Any, measure: Any, level: float, n_train: float | None) -> Comparison:
    """Compare classifiers by the mean of a measure over the same folds; see `compare` with method "corrected-t"."""
    names, keys, folds = _folds(paths)
    for key, of_fold in zip(keys, zip(*folds, strict=True), strict=True):
        check_same_rows([f"{name}, fold {key}" for name in names], of_fold)
    rows_tested = [len(path._given.sample.in_order("fg")) for path in folds[0]]
    n_test, rows_trained = float(np.mean(rows_tested)), _rows_trained(folds, n_train)
    measures = [[measure_of(measure, path) for path in own] for own in folds]
    what = measures[0][0]
    if isinstance(what, Rule):
        check_averaged(what.metric)
    notes = []
    if words := of_different_prevalence([its.curve for its in measures[0] if isinstance(its, AreaMeasure)]):
        way_out = "Stratify the folds, or pass paths at one prevalence: path.at_prevalence(0.1)."
        notes.append(f"{words[0].upper()}{words[1:]} {way_out}")
        warn(notes[0])
    values = np.array(
        [
            values_of(
                [f"{name}, fold {key}" for key in keys],
                [partial(one.of, path) for one, path in zip(its, own, strict=True)],
            )
            for name, its, own in zip(names, measures, folds, strict=True)
        ]
    )
    if not np.isfinite(values).all():
        row, fold = np.argwhere(~np.isfinite(values))[0]
        way_out = "Leave this fold out of all classifiers, or stratify the folds."
        raise PrplotValueError(f"the {what.words} is undefined on fold {keys[fold]!r} of {names[row]!r}. {way_out}")
    ratio = n_test / rows_trained
    statistics = by_folds(values.T, ratio, level)
    prevalences = np.array([path._now.prevalence for path in folds[0]])
    averages = [Average(what.words, tuple(map(str, keys)), read_only(own), prevalences, what.bounds) for own in values]
    means = values.mean(axis=1)
    rows = difference_rows(names, means, statistics, np.zeros(statistics.shape[1]))
    notes += [
        f"The difference of {row.a!r} and {row.b!r} is the same on every fold; its interval is NaN."
        for row in rows
        if math.isnan(row.low)
    ]
    return Comparison(
        estimates=dict(zip(names, means.tolist(), strict=True)),
        intervals={name: own.interval(level, test_to_train=ratio) for name, own in zip(names, averages, strict=True)},
        rows=rows,
        replicates={name: read_only(np.zeros(0)) for name in names},
        first=dict.fromkeys(names, math.nan),
        level=level,
        method="corrected-t",
        undefined=0,
        measure=f"mean {what.words}",
        notes=tuple(notes),
        design=f"{len(keys)} folds of {n_test:g} rows, trained on {rows_trained:g}",
        unit="fold",
        lower_is_better=what.lower_is_better,
    )


def _folds(paths: Any) -> tuple[tuple[str, ...], list[Any], list[list[ConfusionPath]]]:
    """Return the names of the classifiers, the keys of their folds, and for each classifier its paths in this order."""
    if isinstance(paths, ConfusionPath) or not isinstance(paths, Iterable):
        raise wrong_type("paths", RULE, paths, WAY_OUT)
    mapping = paths if isinstance(paths, Mapping) else dict(enumerate(paths))
    every = list(mapping.values())
    names = called([None if mapping is not paths else str(name) for name in mapping])
    if len(every) < 2:
        raise invalid("paths", RULE, f"{len(every)}", WAY_OUT)
    first = every[0]
    for name, own in zip(names, every, strict=True):
        if not isinstance(own, Mapping | list | tuple) or isinstance(own, Mapping) != isinstance(first, Mapping):
            raise wrong_type("paths", RULE, own, WAY_OUT)
        if len(own) != len(first):
            got = f"{len(first)} of {names[0]!r} and {len(own)} of {name!r}"
            raise invalid("paths", "have as many folds of each classifier", got)
        if isinstance(own, Mapping) and own.keys() != first.keys():
            alone = [key for key in (*first, *own) if (key in own) != (key in first)]
            got = f"{listed(alone)} of only one of {names[0]!r} and {name!r}"
            raise invalid("paths", "have the same folds of each classifier", got)
    keys = list(first) if isinstance(first, Mapping) else list(range(len(first)))
    folds = [[own[key] for key in keys] for own in every]
    for path in (path for own in folds for path in own):
        if not isinstance(path, ConfusionPath):
            raise wrong_type("paths", RULE, path, WAY_OUT)
    if len(keys) < 2:
        raise invalid("paths", "have at least two folds of each classifier", f"{len(keys)}", "One fold has no spread.")
    return names, keys, folds


def _rows_trained(folds: list[list[ConfusionPath]], n_train: Any) -> float:
    """Return the mean number of training rows: the caller's, or the number stored in the paths."""
    if n_train is not None:
        rows = number("n_train", n_train)
        if not 0 < rows < math.inf:
            raise invalid("n_train", "be a positive number of rows", short(n_train))
        return rows
    known = [path.treatment.trained for path in folds[0] if path.treatment.trained is not None]
    if len(known) < len(folds[0]):
        tested = sum(len(path._given.sample.in_order("fg")) for path in folds[0])
        k = len(folds[0])
        raise invalid(
            "n_train",
            "be the number of rows that each model was trained on",
            "none, and these paths do not know it",
            f"If the {k} folds hold out each row once, it is {tested - tested / k:g}; if cross-validation was "
            "repeated, take the training rows of one fold. Paths of prplot.from_cv_results know it.",
        )
    return float(np.mean(known))
