"""Cumulative gains, lift and DET curves.

Gains: the share of the positives among the top-ranked rows. Lift: how many times as many positives
as in a random choice. DET: both error rates on probit scales, where normally distributed scores
have straight lines.
"""

import prplot

paths = prplot.datasets.load("digits").paths()
few = {name: paths[name] for name in ("Logistic regression", "Random forest")}
figure = prplot.draw.panel(few, spaces=("gains", "lift", "det")).figure
