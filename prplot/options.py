"""The words that arguments take, as types: editors complete them, type checkers refuse misspelt ones.

Each lists the names that prplot itself uses; other names that mean the same (`prplot.synonyms`) are read at run time.
"""

from __future__ import annotations

from typing import Literal

# The spaces in which every path has a curve, and an area: what the two axes are.
AreaSpaceName = Literal["pr", "prg", "roc", "croc", "cost", "gains", "lift", "det"]
# All spaces.
SpaceName = Literal[AreaSpaceName, "net_benefit"]
# Which threshold decides at a threshold probability: that score, or the best threshold of the sample.
DecidedBy = Literal["own", "best"]
# How the points of a PR curve are joined between thresholds.
InterpolationName = Literal[
    "continuous", "discrete-tp", "discrete-fp", "linear", "upper-trapezoid", "step", "max-interpolated"
]
# Where a PR curve begins, at recall 0: at its limit, or at precision 1.
LeftEnd = Literal["limit", "one"]
# Which of several equal scores come first: none, the foreground, the background, or as they were given.
TieHandling = Literal["average", "optimistic", "pessimistic", "given"]
# What becomes of rows without a score: an error, left out, ranked last, or counted though no threshold returns them.
MissingScores = Literal["raise", "drop", "lowest", "unreached"]
# What of a fitted classifier gives its scores.
ResponseMethod = Literal["auto", "predict_proba", "decision_function"]
# Which function stretches the small false positive rates of a CROC curve.
Magnifier = Literal["exponential", "power", "logarithm"]
# What the worst and the best of a normalised area are: rankings of the data, or bounds by the prevalence (the skew).
NormalizedBy = Literal["data", "skew"]
# What to do with samples on which a number is undefined, of which the mean is wanted: an error, or leave them out.
UndefinedMembers = Literal["raise", "omit"]
# How a confidence interval is made: by resampling, or by a formula.
IntervalMethod = Literal[
    "bootstrap", "basic", "bca", "logit-bootstrap", "logit", "binomial", "delong", "wilson", "clopper-pearson"
]
# How classifiers are compared: by drawing rows again, by exchanging ranks, or by a formula.
ComparisonMethod = Literal["bootstrap", "permutation", "delong"]
# What a weight means when rows are drawn again: how much its row counts, or how many such rows there are.
WeightKind = Literal["importance", "frequency"]
# Whether a band holds the ordinate at each abscissa with the wanted probability, or the whole curve.
BandKind = Literal["pointwise", "simultaneous"]
