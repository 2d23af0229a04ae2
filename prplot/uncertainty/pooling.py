"""Pooling: merging the samples of several paths into one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.curve.classifiers import called, named, path_first
from prplot.errors import PrplotValueError, by_name, invalid, listed, warn, yes_or_no
from prplot.path.facts import check_one_direction
from prplot.path.groups import AnyGroups, Groups, groups_of, whole_totals
from prplot.path.path import ConfusionPath
from prplot.path.variants import check_unbinned
from prplot.rows.arrays import BoolArray, sums_by_place
from prplot.rows.hard_labels import LabelRows
from prplot.rows.sample import Missing, Sample, Treatment, Weighed, two_classes


@by_name("Several are passed as one list or mapping: prplot.pool([a, b]).")
def pool(
    paths: ConfusionPath | Iterable[ConfusionPath] | Mapping[Any, ConfusionPath],
    *,
    calibrated: bool = False,
    name: str | None = None,
) -> ConfusionPath:
    """Merge the samples of several paths, such as the folds of a cross-validation, into one path.

    The rows of all paths are ranked together by their unchanged scores. This is valid only if a score means the same in
    every fold, as with calibrated scores. Scores of separately trained models are rarely comparable, and then the
    merged ranking is poor even if the ranking within each fold is good. Without calibration, average over folds
    instead: `mean_area`, `mean_f`, `mean_curve`.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        The paths to merge.
    calibrated : bool
        True states that the scores are comparable across the paths, and turns the warning off.
    name : str, optional
        The name of the merged path; default: the name that all paths have, if they share one.

    Returns
    -------
    ConfusionPath
        The path of the concatenated rows. If some path was made from counts, TP and FP of all paths are added at every
        threshold instead, and ``sample`` is None. Confidence intervals of the merged path resample the rows of each
        sample separately. They resample the rows of all samples together if a path was made from counts, or if groups
        of rows, of the interval or of the paths, have rows of several samples.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If an item is not a path; if ties were broken or the prevalence was changed before merging (do this to the
        merged path instead); if a path was made by `best` or `worst`; or if the paths differ in ``tolerance``, in
        ``missing``, in the ``threshold`` with which `ConfusionPath.hard` made their labels hard, or in whether small
        scores mean positive.

    Warns
    -----
    PrplotWarning
        Once per call unless ``calibrated`` is True: the scores are assumed to be comparable across paths.

    Notes
    -----
    P and N of the merged path are sums over the paths, rows without a score included; N is unknown if it is unknown for
    any path.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Section 4.1.

    Examples
    --------
    >>> import prplot
    >>> folds = [prplot.from_labels([1, 0], [0.9, 0.2]), prplot.from_labels([1, 0, 0], [0.6, 0.7, 0.1])]
    >>> prplot.pool(folds, calibrated=True)
    ConfusionPath(n=5, P=2, N=3, prevalence=0.4, labels=hard, distinct scores=5)
    >>> artists = prplot.plot({"pooled": prplot.pool(folds, calibrated=True)})
    """
    pairs = named("paths", paths, ConfusionPath, "be a path, a sequence or a mapping of paths", path_first(paths))
    calibrated, members = yes_or_no("calibrated", calibrated), [path for _, path in pairs]
    for path in members:
        check_unbinned(path, "pooling needs", "Merge prplot.Counts of the same edges, or pool the rows.")
    treatment = _treatment(members, called([key for key, _ in pairs]))
    if len(members) > 1 and not calibrated:
        warn(
            "pooling ranks the scores of all paths together, which is valid only if a score means the same in all. "
            "Say calibrated=True if it does; else average over the paths, with prplot.mean_area or prplot.mean_f."
        )
    if name is None and len({path.name for path in members}) == 1:
        name = members[0].name
    samples = [path._now.rows for path in members if path.sample is not None]
    if len(samples) < len(members):
        return _of_vertices(members, name, treatment)
    beyond = [sample.beyond for sample in samples if sample.beyond is not None]
    sample = _joined(samples, beyond=_joined(beyond) if beyond else None, fold=_folds(samples), group=_groups(samples))
    groups = groups_of(sample, treatment.tolerance)
    return ConfusionPath(groups, name, treatment, _of_all(groups, sample, members))


def _of_all(groups: AnyGroups, sample: Sample, paths: Sequence[ConfusionPath]) -> Weighed:
    """Return the sample with the sums of P and N of all paths; N is unknown if it is unknown for one path."""
    if all(path.closed for path in paths):
        return Weighed(sample, *groups.total)
    front, back = (math.fsum(getattr(path, total) for path in paths) for total in ("positives", "negatives"))
    return Weighed(sample, *whole_totals(groups, (front, back)))


def _joined(samples: Sequence[Sample], **more: Any) -> Sample:
    """Return the rows of all samples, one after the other."""
    score, fg, bg = (np.concatenate([getattr(sample, name) for sample in samples]) for name in ("score", "fg", "bg"))
    return Sample(score, fg, bg, all(sample.hard for sample in samples), **more)


def _groups(samples: Sequence[Sample]) -> NDArray[Any] | None:
    """Return each row's group; equal names in different samples are one group.

    Rows that no threshold returns come last. None if no sample has groups.

    Raises
    ------
    PrplotValueError
        If some samples have groups and others have none.
    """
    columns = [sample.group for sample in samples if sample.group is not None]
    if not columns:
        return None
    if len(columns) < len(samples):
        raise invalid("paths", "all have groups, or none of them", f"groups of {len(columns)} of {len(samples)} paths")
    if len({column.dtype.kind for column in columns}) > 1:
        # As texts, 1 and "1" would be the same group.
        columns = [column.astype(object) for column in columns]
    beyond = [_beyond(sample) for sample in samples]
    scored = [column[~rows] for column, rows in zip(columns, beyond, strict=True)]
    return np.concatenate([*scored, *(column[rows] for column, rows in zip(columns, beyond, strict=True))])


def _beyond(sample: Sample) -> BoolArray:
    """Return a mask, in the order of `in_order`, of the rows of a sample that no threshold returns."""
    if sample.beyond is None:
        return np.zeros(len(sample), dtype=bool)
    return np.arange(len(sample) + len(sample.beyond)) >= len(sample) if sample.absent is None else sample.absent


def _folds(samples: Sequence[Sample]) -> NDArray[np.intp] | None:
    """Return the fold of each row: the number of its sample; rows that no threshold returns come last.

    A single sample keeps its own folds, or None.
    """
    if len(samples) < 2:
        return samples[0].fold
    parts, folds = [], 0
    for sample in samples:
        # A pool of pools keeps all their folds.
        own = np.zeros_like(sample.in_order("fg"), dtype=np.intp) if sample.fold is None else sample.fold
        parts.append(np.split(folds + own, [len(sample)]))
        folds += int(own.max(initial=0)) + 1
    here, beyond = zip(*parts, strict=True)
    return np.concatenate([*here, *beyond])


def _treatment(paths: Sequence[ConfusionPath], names: Sequence[str]) -> Treatment:
    """Return the treatment that all paths share; raise an error if they differ."""
    done = [path.treatment for path in paths]
    for changed, wrong, later in (
        ("the ties broken", [d.ties != "average" for d in done], "ties"),
        ("another prevalence", [d.reweighted_from is not None for d in done], "at_prevalence"),
        ("the rows ranked anew", [d.ranking is not None for d in done], "best() or .worst"),
    ):
        if any(wrong):
            which = listed(n for n, is_wrong in zip(names, wrong, strict=True) if is_wrong)
            raise PrplotValueError(
                f"paths must be as they were made; got {changed} in {which}. "
                f"Pool the original paths, then call .{later}(...) on the result."
            )
    check_one_direction("paths", paths, names)
    met = [d.missing for d in done if d.missing.rows] or [done[0].missing]
    for argument, values in (
        ("tolerance", [d.tolerance for d in done]),
        ("threshold in .hard(threshold)", [d.cut for d in done]),
        ("missing", [m.policy for m in met]),
    ):
        if len(set(values)) > 1:
            raise PrplotValueError(
                f"paths must be made alike; got different values of {argument}: {listed(dict.fromkeys(values))}. "
                "Make all of them with the same."
            )
    labels = LabelRows.together([d.labels for d in done])
    missing = Missing(met[0].policy, *(sum(getattr(d.missing, rows) for d in done) for rows in ("rows", "labels")))
    return Treatment(
        missing,
        tolerance=done[0].tolerance,
        cut=done[0].cut,
        lower_is_positive=done[0].lower_is_positive,
        labels=labels,
    )


def _of_vertices(paths: Sequence[ConfusionPath], name: str | None, treatment: Treatment) -> ConfusionPath:
    """Return the path whose confusion matrix at every threshold is the sum of the paths' matrices.

    Some of the paths are made from counts.
    """
    cuts, inverse = np.unique(np.concatenate([-path._cuts[1:] for path in paths]), return_inverse=True)
    columns = zip(*(path._increments for path in paths), strict=True)
    fg, bg = (sums_by_place(inverse, np.concatenate(column), len(cuts)) for column in columns)
    # This raises an error if the weights add up to more than float64 holds.
    groups = Groups.of(-cuts, fg, bg)
    points = [path._rankable for path in paths]
    joined = _joined(points)
    counted = all(path._given.sample.counted for path in paths)
    if counted or (joined.hard and any(each.counted for each in points)):
        known = two_classes(math.fsum(joined.fg.tolist()), math.fsum(joined.bg.tolist()))
    else:
        places = np.arange(len(joined), 0.0, -1.0)
        known = replace(joined, score=places, rows_known=False, order_known=False)
    return ConfusionPath(groups, name, treatment, _of_all(groups, known, paths))
