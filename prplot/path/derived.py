"""Paths derived from a path: through other vertices, or with background of another weight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from prplot.path.groups import Joins, Runs
from prplot.rows.arrays import FloatArray

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath
    from prplot.path.vertices import Vertices
    from prplot.rows.sample import Treatment

__all__ = [
    "background_times",
    "in_runs",
    "like",
    "simplified",
    "thinned",
    "through",
    "without_background_runs",
    "without_runs",
]

# Steps of a run that become one at most: so many weights are added up as they are, without drifting.
LONGEST_RUN = 64


def through(path: ConfusionPath, vertices: Vertices) -> ConfusionPath:
    """Return a path of the same sample through other vertices."""
    return replace(path._plain, vertices=vertices, _given_path=None)


def thinned(path: ConfusionPath, rows: NDArray[np.int_], runs: Joins = "none") -> ConfusionPath:
    """Return the path through some of its vertices only, for drawing; the first and the last row are among them."""
    return through(path, path.vertices.thinned(rows, runs))


def background_times(path: ConfusionPath, factor: float, treatment: Treatment) -> ConfusionPath:
    """Return the path with the background as it was given, times a factor."""
    vertices = path.vertices._replace(bg=path.vertices.bg.times(factor))
    return replace(path, vertices=vertices, treatment=treatment, _given_path=path._given_path or path)


def without_runs(path: ConfusionPath) -> ConfusionPath:
    """Return the same line through (FP, TP), without vertices inside runs of one class alone, where it is straight."""
    return path._runs_merged or path


def without_background_runs(path: ConfusionPath) -> ConfusionPath:
    """Return the path without vertices inside runs of background alone, along which precision falls at one recall."""
    return path._background_runs_merged or path


def simplified(path: ConfusionPath, runs: Joins) -> ConfusionPath:
    """Return the path without vertices inside those runs."""
    if runs == "none":
        return path
    return without_background_runs(path) if runs == "background" else without_runs(path)


def in_runs(path: ConfusionPath, runs: Joins) -> ConfusionPath | None:
    """Return the path without vertices inside those runs; None where few would be joined."""
    groups = path.vertices.groups
    joined = groups.joined(runs)
    if isinstance(joined, Runs):
        return through(path, path.vertices.through(joined.listed))
    return merged_runs(path, *(groups.each if runs == "either" else groups.each[:1]))


def merged_runs(path: ConfusionPath, *absent: FloatArray) -> ConfusionPath | None:
    """Return the path with runs of steps in which a class is absent as one step; None where few would be joined.

    Parameters
    ----------
    path : ConfusionPath
        With K steps.
    *absent : arrays of shape (K,)
        Weights of one or both classes along the steps; a run goes on while one of them stays absent.
    """
    inside = np.zeros(max(len(path) - 2, 0), dtype=bool)
    for weight in absent:
        none = weight == 0
        inside |= none[1:] & none[:-1]
    inside[LONGEST_RUN - 1 :: LONGEST_RUN] = False
    if 4 * np.count_nonzero(inside) < len(inside) or not len(inside):
        return None
    rows = np.concatenate([[0], np.flatnonzero(~inside) + 1, [len(path) - 1]])
    return replace(path, vertices=path.vertices.coarser(rows), _given_path=None)


def like(path: ConfusionPath, kept: ConfusionPath | None) -> ConfusionPath | None:
    """Return what was kept of the path before its background was re-weighted, re-weighted as it is."""
    return None if kept is None else background_times(kept, path.vertices.bg.factor, path.treatment)
