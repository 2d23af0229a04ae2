"""Score models from three papers: Boyd et al. 2013, Keilwagen et al. 2014, and Saito and Rehmsmeier 2015.

A model says how the scores of negatives and of positives are distributed. ``model.sample(n,
prevalence=)`` draws a path from it, ``model.curve(space, prevalence=)`` is the curve of the whole
population, which the curves of larger and larger samples come close to.
"""

from __future__ import annotations

import math
from typing import Any, Literal

from prplot.completion import only
from prplot.errors import by_name, invalid, one_of, short, wrong_type
from prplot.rows.checks import number, number_that
from prplot.simulate.distributions import Beta, Betas, Normal, Uniform
from prplot.simulate.models import (
    AssignedScores,
    Bibeta,
    Binormal,
    LabelOrder,
    OffsetUniform,
    PairModel,
    ScoreModel,
    betas,
    normals,
)
from prplot.simulate.sample_size import SampleSize

__all__ = ["SampleSize", "ScoreModel", "bibeta", "binormal", "keilwagen", "offset_uniform", "saito"]

__dir__ = only(__all__)


@by_name()
def binormal(mu: float = 1.0, sigma: float = 1.0) -> Binormal:
    """Return a score model with normal scores: negatives N(0, 1), positives N(mu, sigma²).

    Its area under the ROC curve is Φ(mu / √(1 + sigma²)).

    Parameters
    ----------
    mu, sigma : float
        Mean and standard deviation of the positives; sigma from 0.001 to 1000, mu from -1000 sigma to 1000 sigma.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If mu or sigma is not a number in its range.

    References
    ----------
    K. Boyd, K. Eng and C. D. Page, ECML PKDD 2013, doi:10.1007/978-3-642-40994-3_29.

    Examples
    --------
    >>> import prplot.simulate
    >>> model = prplot.simulate.binormal()
    >>> round(model.curve("pr", prevalence=0.1).area(), 6), round(model.curve("roc").area(), 6)
    (0.292836, 0.76025)
    >>> artists = prplot.plot(model.curve("pr", prevalence=0.1))
    """
    # Within these limits thresholds are fine enough for exact curves.
    as_passed = f"mu={short(mu)}, sigma={short(sigma)}"
    mu = number_that("mu", mu, math.isfinite, "be finite")
    sigma = number_that("sigma", sigma, lambda sigma: 0.001 <= sigma <= 1000.0, "lie between 0.001 and 1000")
    if abs(mu) > 1000.0 * sigma:
        raise invalid("mu", "lie within 1000 sigma of 0", as_passed)
    return normals("binormal", mu, sigma)


@by_name()
def bibeta(*, positives: tuple[float, float] = (5.0, 2.0), negatives: tuple[float, float] = (2.0, 5.0)) -> Bibeta:
    """Return a score model with scores in [0, 1] from two Beta distributions.

    Parameters
    ----------
    positives, negatives : pair of floats
        The shapes (a, b) of the Beta distribution of each class's scores, from 0.5 to 100; a Beta distribution has mean
        a / (a + b).

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If either is not a pair of numbers from 0.5 to 100.

    References
    ----------
    K. Boyd, K. Eng and C. D. Page, ECML PKDD 2013, doi:10.1007/978-3-642-40994-3_29.

    Examples
    --------
    >>> import prplot.simulate
    >>> round(prplot.simulate.bibeta().curve("pr", prevalence=0.1).area(), 6)
    0.809587
    >>> artists = prplot.plot(prplot.simulate.bibeta().curve("pr", prevalence=0.1))
    """
    return betas("bibeta", beta_shapes("negatives", negatives), beta_shapes("positives", positives))


@by_name()
def offset_uniform(offset: float = 0.5) -> OffsetUniform:
    """Return a score model with uniform scores: negatives on [0, 1], positives on [offset, 1 + offset].

    Its PR curve is at precision 1 up to recall ``offset`` and falls vertically at recall 1; with
    the default its area is 1/2 + π (1/2 + (1 - π)/2 ln((1 + π)/π)).

    Parameters
    ----------
    offset : float
        How far the scores of positives are shifted up; from 1 on the classes are perfectly separated, below 0 the
        positives score lower than the negatives.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If it is not a finite number.

    References
    ----------
    K. Boyd, K. Eng and C. D. Page, ECML PKDD 2013, doi:10.1007/978-3-642-40994-3_29.

    Examples
    --------
    >>> import prplot.simulate
    >>> curve = prplot.simulate.offset_uniform().curve("pr", prevalence=0.1)
    >>> round(curve.area(), 6), curve.at([0.5, 1.0]).round(4).tolist()
    (0.657905, [1.0, 0.1818])
    >>> artists = prplot.plot(curve)
    """
    offset = number_that("offset", offset, math.isfinite, "be finite")
    words = f"negatives U(0, 1), positives U({offset:g}, {1.0 + offset:g})"
    return OffsetUniform("offset uniform", words, (Uniform(0.0), Uniform(offset)), offset)


# Performance levels: random, poor and good early retrieval, excellent, perfect.
SaitoLevel = Literal["Rand", "ER-", "ER+", "Excel", "Perf"]
SAITO: dict[SaitoLevel, ScoreModel] = {
    "Rand": normals("Rand", 0.0),
    "ER-": betas("ER-", Beta(1.0, 1.0), Beta(4.0, 1.0)),
    "ER+": betas("ER+", Beta(1.0, 4.0), Beta(1.0, 1.0)),
    "Excel": normals("Excel", 3.0),
    "Perf": PairModel("Perf", "negatives always 0, positives always 1", (Uniform(0.0, 0.0), Uniform(1.0, 0.0))),
}


@by_name()
def saito(level: SaitoLevel) -> ScoreModel:
    """Return one of the five score models of Saito and Rehmsmeier.

    Parameters
    ----------
    level : {"Rand", "ER-", "ER+", "Excel", "Perf"}
        "Rand", random: positives and negatives both score N(0, 1). "ER-", poor early retrieval: positives Beta(4, 1),
        negatives Beta(1, 1). "ER+", good early retrieval: positives Beta(1, 1), negatives Beta(1, 4). "ER-" and "ER+"
        have the same area under the ROC curve. Excellent: positives N(3, 1), negatives N(0, 1). Perfect: positives
        score 1, negatives 0.

    Raises
    ------
    PrplotValueError
        If ``level`` is none of these; the message lists the levels.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, doi:10.1371/journal.pone.0118432, Table 3.

    Examples
    --------
    >>> import prplot.simulate
    >>> for level in ("ER-", "ER+"):
    ...     model = prplot.simulate.saito(level)
    ...     print(round(model.curve("roc").area(), 3), round(model.curve("pr", prevalence=1 / 11).area(), 3))
    0.8 0.231
    0.8 0.513
    >>> artists = prplot.plot([prplot.simulate.saito(level).curve("pr", prevalence=1 / 11) for level in ("ER-", "ER+")])
    """
    return SAITO[one_of("level", level, tuple(SAITO))]


# The paper gives no parameters. These parameters reproduce its table of areas within 0.008.
MIXTURE = Betas(((0.905, 1.6, 8.5), (0.095, 12.0, 2.5)))
MU = 1.68
# For each order its direction, as in `SoftModel`, and the words for it in the description of the model.
DIRECTIONS: dict[LabelOrder, tuple[int, str]] = {
    "good": (1, "rising with"),
    "permuted": (0, "regardless of"),
    "bad": (-1, "falling with"),
}
KEILWAGEN = {
    order: AssignedScores(
        name=order,
        _words=f"soft labels a; scores N({MU:g}, 1) where a > 1/2, else N(0, 1), {words} a",
        _distributions=(Normal(0.0), Normal(MU)),
        mixture=MIXTURE,
        _direction=direction,
        mu=MU,
        order=order,
    )
    for order, (direction, words) in DIRECTIONS.items()
}


@by_name()
def keilwagen(order: LabelOrder) -> AssignedScores:
    """Return one of three score models with soft labels; if the labels are made hard, all three have the same curves.

    The soft labels a are drawn from the mixture 0.905 Beta(1.6, 8.5) + 0.095 Beta(12, 2.5); a row has positive weight a
    and negative weight 1 - a. Rows with a > 1/2 (hard positives) get scores from N(1.68, 1), the other rows (hard
    negatives) scores from N(0, 1). ``order`` decides how scores and soft labels go together within each hard class.
    Made hard, all three are the same binormal model, ``model.hard``, at ``model.hard_prevalence``; with soft labels the
    three models differ.

    Parameters
    ----------
    order : {"good", "permuted", "bad"}
        Whether, within each hard class, scores rise with the soft label, ignore it or fall with it.

    Raises
    ------
    PrplotValueError
        If ``order`` is none of these.

    Notes
    -----
    The soft labels fix the prevalence, ``model.prevalence`` = 0.222, so methods of the model given ``prevalence=``
    raise an error. Use ``model.path().at_prevalence(0.1)``, which reweights the negatives.

    References
    ----------
    J. Keilwagen, I. Grosse and J. Grau, PLoS ONE 2014, doi:10.1371/journal.pone.0092209, Figure 4. The paper does not
    state the parameters of its model; the parameters used here reproduce its table of areas within 0.008.

    Examples
    --------
    >>> import prplot.simulate
    >>> for order in ("good", "permuted", "bad"):
    ...     print(order, round(prplot.simulate.keilwagen(order).curve("pr").area(), 3))
    good 0.556
    permuted 0.384
    bad 0.271
    >>> artists = prplot.plot([prplot.simulate.keilwagen(order).curve("pr") for order in ("good", "permuted", "bad")])
    """
    return KEILWAGEN[one_of("order", order, tuple(KEILWAGEN))]


def beta_shapes(name: str, value: Any) -> Beta:
    """Return the Beta distribution with the shapes ``value`` = (a, b); ``name`` is the argument in error messages."""
    try:
        a, b = value
    except (TypeError, ValueError):
        raise wrong_type(name, "be a pair of shapes (a, b) of a Beta distribution", value) from None
    pair = number(f"{name}[0]", a), number(f"{name}[1]", b)
    if not all(0.5 <= shape <= 100.0 for shape in pair):
        raise invalid(name, "be two shapes from 0.5 to 100, between which curves are exact", short(value))
    return Beta(*pair)
