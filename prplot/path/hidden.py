"""What counts in bins leave open: the order of the scores within each bin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError
from prplot.path.derived import through
from prplot.path.variants import cut_in_two

if TYPE_CHECKING:
    from prplot.path.path import ConfusionPath

__all__ = ["check_unbinned", "hidden_orders", "hides"]


def check_unbinned(path: ConfusionPath, wish: str, way_out: str) -> None:
    """Raise an error where a path counts scores in bins, and what is wished for needs the scores.

    Parameters
    ----------
    path : ConfusionPath
    wish, way_out : str
        What it is, as the beginning of a sentence, and a sentence that says what to do.

    Raises
    ------
    PrplotValueError
    """
    if path.binned:
        raise PrplotValueError(
            f"{wish} the scores themselves; this path counts them in {path.distinct} bins and does not know their "
            f"order within a bin. {way_out}"
        )


def hides(path: ConfusionPath) -> NDArray[np.bool_]:
    """Return which steps of a path may join different scores, of shape (K,)."""
    bins = path.known.bins
    if bins is None or not path.binned:
        return np.zeros(len(path) - 1, dtype=bool)
    return np.isin(path.thresholds[1:], bins.cuts)


def hidden_orders(path: ConfusionPath) -> tuple[ConfusionPath, ConfusionPath]:
    """Return the path with the background first in each bin, and with the foreground first.

    Whatever the order in the bins is, at each TP the path has no more FP than the first, and no fewer than the second.
    Equal scores stay as they are treated.
    """
    how = path.treatment.ties
    base = path
    if how != "average":
        # The parts of a step share its threshold.
        cuts = path.thresholds
        last = np.flatnonzero(np.append(cuts[1:] != cuts[:-1], True))
        base = through(path, path.vertices.coarser(last if last[0] == 0 else np.append(0, last)))
    fg, bg = base.vertices.increments
    unknown = hides(base)
    cut = np.flatnonzero((fg > 0) & (bg > 0) & (unknown | (how != "average")))
    worst, best = (cut_in_two(base, cut, np.where(unknown[cut], first, how == "optimistic")) for first in (False, True))
    return worst, best
