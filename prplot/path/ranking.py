"""The best and the worst ranking of the points of a path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from prplot.path.derived import background_times
from prplot.path.vertices import through_groups
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.sample import Ranking, unit_rows

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["HeldElsewhere", "best_ranking", "foreground_share", "ranked"]

TINY = float(np.finfo(float).tiny)
# More than the power of two of any quotient.
LARGEST_POWER = 5000


class HeldElsewhere:
    """Paths by name, for as long as someone else holds them; neither copied nor pickled with their owner."""

    def __init__(self) -> None:
        self._held: WeakValueDictionary[str, ConfusionPath] = WeakValueDictionary()

    def __reduce__(self) -> tuple[type[HeldElsewhere], tuple[()]]:
        return HeldElsewhere, ()

    def get(self, name: str, make: Callable[[], ConfusionPath]) -> ConfusionPath:
        """Return the path of that name, made anew where nobody holds it any more."""
        path = self._held.get(name)
        if path is None:
            path = self._held[name] = make()
        return path


def ranked(path: ConfusionPath, *, best: bool) -> ConfusionPath:
    """Return the path of the best, or of the worst, ranking of the points; see `ConfusionPath.best`."""
    order: Ranking = "best" if best else "worst"
    treatment = path.treatment._replace(tolerance=0.0, ties="average", ranking=order)
    given, factor = path._given_path, path.vertices.bg.factor
    # What the background weighs ranks all points alike.
    if given is not None:
        return background_times(given.best() if best else given.worst(), factor, treatment)
    points = unit_rows(path.known) if path.known.kind == "groups" else path.known
    place = best_ranking(points.fg, points.bg)
    score = place if best else len(place) + 1.0 - place
    # Every point has its own place: they need no sorting.
    falling = np.empty(len(score), dtype=int)
    falling[(len(score) - score).astype(int)] = np.arange(len(score))
    vertices = through_groups(score[falling], points.fg[falling], points.bg[falling])
    if not path.closed:
        # What no threshold returns stays beyond the end; the factor of the background comes below.
        vertices = vertices.of_totals(*(weights.times(1.0).total for weights in path.vertices.classes))
    known = replace(points, score=read_only(score))
    ranking = replace(path._plain, vertices=vertices, known=known, treatment=treatment)
    return ranking if factor == 1.0 else background_times(ranking, factor, treatment)


def foreground_share(fg: FloatArray, bg: FloatArray) -> FloatArray:
    """Return fg / (fg + bg) per point, 0 where a point has no weight."""
    # By a power of two per point, which changes no digit: a label equal to a cut stays equal.
    _, exponent = np.frexp(np.maximum(fg, bg))
    a, b = np.ldexp(fg, -exponent), np.ldexp(bg, -exponent)
    with np.errstate(invalid="ignore"):
        return np.where(a + b > 0, a / (a + b), 0.0)


def best_ranking(fg: FloatArray, bg: FloatArray) -> FloatArray:
    """Return for each point its place in the best ranking; larger comes first.

    Sorting by ``fg / (fg + bg)`` gives the largest continuous area under the PR curve, and the
    reverse order the smallest; sorting by ``fg`` alone does so only where ``fg + bg`` is
    constant. Points of equal share keep places of their own, in the order given.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, Theorem 1,
    doi:10.1371/journal.pone.0092209.
    """
    order = _by_odds(fg, bg)
    place = np.empty(len(order))
    place[order] = np.arange(len(order), 0, -1)
    return place


def _by_odds(fg: FloatArray, bg: FloatArray) -> NDArray[np.int_]:
    """Return the points by falling fg / (fg + bg), by their odds, which tell shares apart however close to 0 or 1."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        odds = np.where(fg > 0, fg / bg, 0.0)
    out_of_range = ((odds < TINY) & (fg > 0)) | (np.isinf(odds) & (bg > 0))
    if not out_of_range.any():
        return np.argsort(-odds, kind="stable")
    (front, power), (back, other) = np.frexp(fg), np.frexp(bg)
    with np.errstate(divide="ignore", invalid="ignore"):
        mantissa, exponent = np.frexp(front / back)
    exponent = np.where(fg == 0, -LARGEST_POWER, np.where(bg == 0, LARGEST_POWER, exponent + power - other))
    return np.lexsort((-np.where((fg > 0) & (bg > 0), mantissa, 0.0), -exponent))
