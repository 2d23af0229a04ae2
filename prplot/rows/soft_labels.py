"""Ways to make soft labels: a pair (fg, bg) of positive and negative weight per row."""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.completion import only
from prplot.errors import by_name, invalid, one_of
from prplot.rows.arrays import Pair
from prplot.rows.checks import check, check_values, number, number_that, numbers

__all__ = ["logistic", "votes"]

__dir__ = only(__all__)

# The options of ``per``: whether every item or every vote has weight 1.
VoteWeight = Literal["item", "vote"]


@by_name()
def logistic(target: ArrayLike, cut: float, slope: float = 1.0) -> Pair:
    """Turn a continuous target into soft labels with a logistic function.

    ``fg = 1 / (1 + exp(-slope (target - cut)))`` and ``bg = 1 - fg``, each computed without
    cancellation, so that a weight as small as 1e-300 is not rounded to 0.

    Parameters
    ----------
    target : array_like of shape (n,)
        A measurement; larger means more likely positive. Standardize it first if ``slope`` is to
        be read in standard deviations.
    cut : float
        The target at which both weights are 0.5, in units of ``target``.
    slope : float
        Steepness per unit of ``target``; not 0. A negative slope makes small targets
        positive.

    Returns
    -------
    fg, bg : arrays of shape (n,)
        Weights in [0, 1] that add up to 1.

    Raises
    ------
    PrplotValueError
        If the target holds NaN, or cut or slope is not finite, or slope is 0.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, Area under Precision-Recall Curves for Weighted and
    Unweighted Data, PLoS ONE 2014, doi:10.1371/journal.pone.0092209.

    Examples
    --------
    >>> from prplot import weights
    >>> fg, bg = weights.logistic([1.0, 2.0, 3.0], cut=2.0)
    >>> fg.round(3)
    array([0.269, 0.5  , 0.731])
    >>> import prplot
    >>> path = prplot.from_weights([0.2, 0.4, 0.9], fg=fg, bg=bg)
    >>> artists = prplot.plot(path)
    """
    from scipy.special import expit

    values = numbers("target", target)
    check_values("target", values, np.isnan(values), "not hold NaN", "Drop those rows first.")
    middle, steepness = (
        number_that(name, value, math.isfinite, "be finite") for name, value in (("cut", cut), ("slope", slope))
    )
    if steepness == 0:
        raise invalid("slope", "not be 0", "0", "Use 1 for the recipe of Keilwagen et al.")
    with np.errstate(over="ignore"):
        logit = steepness * (values - middle)
        return expit(logit), expit(-logit)


@by_name()
def votes(yes: ArrayLike, total: ArrayLike, per: VoteWeight = "item") -> Pair:
    """Turn the votes of annotators into soft labels.

    Parameters
    ----------
    yes : array_like of shape (n,)
        Votes for positive, in whole numbers. For a matrix M with one column per annotator, pass the row sums
        ``M.sum(axis=1)``.
    total : array_like of shape (n,) or float
        The number of votes on each item, for or against; at least ``yes``.
    per : {"item", "vote"}
        ``"item"``: every item weighs 1, split between the classes in proportion to its votes; ``"vote"``: every vote
        weighs 1, so an item seen by more annotators counts for more.

    Returns
    -------
    fg, bg : arrays of shape (n,)
        Positive and negative weight of each item: shares that sum to 1 (``"item"``) or counts of votes (``"vote"``).

    Raises
    ------
    PrplotValueError
        If a number of votes is negative or not whole, ``yes`` exceeds ``total``, or ``total`` is 0 with per="item".

    Examples
    --------
    >>> from prplot import weights
    >>> weights.votes([3, 0, 1], 3, per="vote")
    (array([3., 0., 1.]), array([0., 3., 2.]))
    >>> import prplot
    >>> fg, bg = weights.votes([3, 0, 1], 3, per="vote")
    >>> path = prplot.from_weights([0.9, 0.2, 0.4], fg=fg, bg=bg)
    >>> artists = prplot.plot(path)
    """
    per = one_of("per", per, get_args(VoteWeight))
    in_favor = numbers("yes", yes)
    if np.isscalar(total) or getattr(total, "ndim", None) == 0:
        cast = np.full(len(in_favor), number("total", total))
    else:
        cast = numbers("total", total)
    if len(cast) != len(in_favor):
        got = f"{len(cast)} values for {len(in_favor)} rows"
        raise invalid("total", "have as many values as yes, or be one number", got)
    way_out = "Shares and weights are soft labels already: prplot.from_weights(y_score, fg=..., bg=...)."
    for name, values in (("yes", in_favor), ("total", cast)):
        check_values(name, values, ~(np.isfinite(values) & (values >= 0)), "be finite and not negative")
        check_values(name, values, values != np.rint(values), "hold whole votes", way_out)
    check("yes", in_favor > cast, "be at most total", lambda k: f"yes[{k}] = {in_favor[k]:g} of total {cast[k]:g}")
    if per == "vote":
        return in_favor, cast - in_favor
    check_values("total", cast, cast == 0, "be greater than 0 for every item", "Drop items without a vote.")
    return in_favor / cast, (cast - in_favor) / cast
